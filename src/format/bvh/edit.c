// SPDX-License-Identifier: MIT
//
// A changed copy of a document: other frames, another rate, another order of rotations, fewer
// channels, mirrored, scaled.
//
// Each row of the copy comes from one row of the original or from two neighbours. Channels that
// keep their meaning are copied or, between two rows, interpolated; joints that turn about three
// different axes go through a quaternion when they are interpolated or reordered, and the angles
// nearest to those of the row before are taken, so that curves stay smooth.
//
// Mirroring negates x: of a position, x changes its sign; of rotations R' = M R M with
// M = diag(-1, 1, 1) keeps turns about x and reverses those about y and z, one by one, whatever
// their order. Then left and right are exchanged in the names, where both names are there.
#include "format/bvh/reader.h"

#include "base/error.h"
#include "base/memory.h"
#include "format/bvh/rotation.h"

#include <float.h>
#include <string.h>

// What becomes of one bone's channels.
typedef struct joint_plan {
    int32_t bone;
    int32_t first, count; // columns of the original
    int32_t to;           // first column of the copy
    int32_t positions;    // position columns of the copy; rotations follow them when three_axes
    bool keeps_positions; // false: they are dropped
    bool rewrites;        // positions first, then rotations in the order of axes
    bool three_axes;      // the original turns about three different axes
    int32_t axes[3];      // of the copy's rotations
} joint_plan;

typedef struct editor {
    const hone_bvh *from;
    hone_bvh_edit_def def;
    const hone_allocator *allocator;
    joint_plan *plans;
    int32_t plan_count;
    int32_t channel_count; // of the copy
    int64_t selected;      // frames of the original that are kept
    int64_t frames;        // of the copy
    double frame_time_s;
    document *to;
} editor;

static const int32_t order_axes[7][3] = {{0, 1, 2}, {0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static bool turns_about_three_axes(const hone_bvh *bvh, const joint_plan *plan, int32_t axes[3])
{
    int32_t count = 0;
    for (int32_t i = plan->first; i < plan->first + plan->count; i++) {
        if (!channel_is_position(bvh->channels[i].kind)) {
            if (count == 3) {
                return false;
            }
            axes[count++] = (int32_t)bvh->channels[i].kind - HONE_BVH_X_ROTATION;
        }
    }
    return count == 3 && axes[0] != axes[1] && axes[0] != axes[2] && axes[1] != axes[2];
}

// Fills the plans and counts the copy's channels.
static void plan_joints(editor *e)
{
    const hone_bvh *bvh = e->from;
    for (int32_t i = 0; i < bvh->channel_count;) {
        joint_plan plan = {.bone = bvh->channels[i].bone, .first = i, .to = e->channel_count};
        int32_t rotations = 0;
        int32_t positions = 0;
        for (; i < bvh->channel_count && bvh->channels[i].bone == plan.bone; i++) {
            bool position = channel_is_position(bvh->channels[i].kind);
            positions += position;
            rotations += !position;
            plan.count++;
        }
        bool root = bvh->skeleton->parents[plan.bone] == HONE_NONE;
        plan.keeps_positions = root || !e->def.rotations_only;
        plan.positions = plan.keeps_positions ? positions : 0;
        plan.three_axes = turns_about_three_axes(bvh, &plan, plan.axes);
        plan.rewrites = e->def.order != HONE_BVH_ORDER_KEEP && rotations > 0;
        if (plan.rewrites) {
            memcpy(plan.axes, order_axes[e->def.order], sizeof plan.axes);
            rotations = 3;
        }
        e->channel_count += plan.positions + rotations;
        e->plans[e->plan_count++] = plan;
    }
}

static hone_status plan_frames(editor *e, hone_error *error)
{
    const double fastest = 100000.0; // frames a second
    hone_bvh_edit_def *def = &e->def;
    int64_t there = e->from->frame_count;
    if (def->first_frame < 0 || def->frame_count < 0 || def->step < 0 ||
        !(def->frame_rate >= 0.0 && def->frame_rate <= fastest) ||
        !(def->scale >= 0.0 && def->scale <= 1e9) || (uint32_t)def->order > HONE_BVH_ORDER_ZYX) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "an edit that makes no sense");
    }
    if ((def->first_frame > 0 && def->first_frame >= there) ||
        def->frame_count > there - def->first_frame) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "the motion does not have these frames");
    }
    def->step = def->step == 0 ? 1 : def->step;
    def->scale = def->scale == 0.0 ? 1.0 : def->scale;
    int64_t taken = def->frame_count == 0 ? there - def->first_frame : def->frame_count;
    e->selected = taken == 0 ? 0 : (taken - 1) / def->step + 1;
    e->frames = e->selected;
    e->frame_time_s = e->from->frame_time_s * (double)def->step;
    if (def->frame_rate > 0.0 && e->selected > 0) {
        double length = (double)(e->selected - 1) * e->frame_time_s * def->frame_rate;
        if (length > 1e15) {
            return error_set(error, HONE_ERROR_ARGUMENT, NULL, "too many frames at this rate");
        }
        e->frames = (int64_t)(length + 1e-6) + 1;
        e->frame_time_s = 1.0 / def->frame_rate;
    }
    if (e->frame_time_s > READER_LONGEST_FRAME_S) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "frames more than ten seconds apart");
    }
    return HONE_OK;
}

// ---- names

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

// How many bytes at name[at] say a side, and what says the other one; 0 when nothing does: the
// words left and right in three ways of writing, and the letters L and R standing alone ("L_arm",
// "arm.r") or before a capital at the start ("lCollar").
static size_t side_at(const char *name, size_t at, const char **other)
{
    static const char *const words[] = {"Left", "Right", "left", "right", "LEFT", "RIGHT"};
    for (size_t i = 0; i < 6; i++) {
        if (strncmp(name + at, words[i], strlen(words[i])) == 0) {
            *other = words[i ^ 1];
            return strlen(words[i]);
        }
    }
    char c = name[at];
    bool start = at == 0 || !is_letter(name[at - 1]);
    bool end = !is_letter(name[at + 1]) || (at == 0 && is_upper(name[1]));
    if (!start || !end) {
        return 0;
    }
    switch (c) {
    case 'L':
        *other = "R";
        return 1;
    case 'R':
        *other = "L";
        return 1;
    case 'l':
        *other = "r";
        return 1;
    case 'r':
        *other = "l";
        return 1;
    default:
        return 0;
    }
}

// The first bone whose name is the other side's of this one's, or HONE_NONE.
static int32_t find_other(const hone_skeleton *skeleton, int32_t bone, char *scratch)
{
    const char *name = skeleton->names[bone];
    size_t length = 0;
    bool sided = false;
    for (size_t i = 0; name[i] != '\0';) {
        const char *other = NULL;
        size_t taken = side_at(name, i, &other);
        sided = sided || taken > 0;
        if (taken > 0) {
            memcpy(scratch + length, other, strlen(other));
            length += strlen(other);
            i += taken;
        } else {
            scratch[length++] = name[i++];
        }
    }
    scratch[length] = '\0';
    return sided ? hone_skeleton_find(skeleton, scratch) : HONE_NONE;
}

// The bone that this one changes names with: itself unless both name each other.
static int32_t partner_of(const hone_skeleton *skeleton, int32_t bone, char *scratch)
{
    int32_t other = find_other(skeleton, bone, scratch);
    return other != HONE_NONE && find_other(skeleton, other, scratch) == bone ? other : bone;
}

static size_t names_bytes(const hone_skeleton *skeleton, size_t *longest)
{
    size_t bytes = 0;
    *longest = 0;
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        size_t length = strlen(skeleton->names[i]);
        bytes += length + 1;
        *longest = length > *longest ? length : *longest;
    }
    return bytes;
}

// Copies the names, sides exchanged when mirrored.
static bool copy_names(editor *e, size_t longest)
{
    const hone_skeleton *skeleton = e->from->skeleton;
    size_t scratch_bytes = 2 * longest + 1; // the other side's name is little longer
    char *scratch = memory_new(e->allocator, scratch_bytes, 1);
    if (scratch == NULL) {
        return false;
    }
    const char **names = (const char **)e->to->skeleton.names;
    char *end = e->to->names;
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        const char *name = skeleton->names[e->def.mirror ? partner_of(skeleton, i, scratch) : i];
        names[i] = end;
        memcpy(end, name, strlen(name) + 1);
        end += strlen(name) + 1;
    }
    memory_delete(e->allocator, scratch, scratch_bytes, 1);
    return true;
}

// ---- skeleton

// A length times a factor, never beyond what a float holds.
static float scale_length(float length, float factor)
{
    float scaled = length * factor;
    return scaled > FLT_MAX ? FLT_MAX : scaled < -FLT_MAX ? -FLT_MAX : scaled;
}

static hone_vec3 change_position(const editor *e, hone_vec3 p)
{
    float scale = (float)e->def.scale;
    float side = e->def.mirror ? -scale : scale;
    return (hone_vec3){scale_length(p.x, side), scale_length(p.y, scale), scale_length(p.z, scale)};
}

static const float *source_row(const editor *e, int64_t selected)
{
    int64_t frame = e->def.first_frame + selected * e->def.step;
    return e->from->values + frame * e->from->channel_count;
}

static bool adds_offset(const hone_bvh *bvh, int32_t bone)
{
    return bvh->offset == HONE_BVH_OFFSET_ADD ||
           (bvh->offset == HONE_BVH_OFFSET_ADD_ROOT && bvh->skeleton->parents[bone] == HONE_NONE);
}

// The local position that takes the place of dropped channels; warns when they move.
static hone_vec3 settled_position(editor *e, const joint_plan *plan)
{
    hone_vec3 rest = e->from->skeleton->rest[plan->bone].translation;
    if (e->selected == 0) {
        return rest;
    }
    float p[3] = {rest.x, rest.y, rest.z};
    const float *row = source_row(e, 0);
    for (int32_t i = plan->first; i < plan->first + plan->count; i++) {
        int32_t axis = (int32_t)e->from->channels[i].kind;
        if (axis > HONE_BVH_Z_POSITION) {
            continue;
        }
        const float *o = &rest.x;
        p[axis] = adds_offset(e->from, plan->bone) ? o[axis] + row[i] : row[i];
        for (int64_t frame = 1; frame < e->selected; frame++) {
            float value = source_row(e, frame)[i];
            if (value < row[i] || value > row[i]) {
                warnings_add(&e->to->warnings, e->allocator,
                             "position channels that move were dropped", NULL, 0);
                break;
            }
        }
    }
    return (hone_vec3){p[0], p[1], p[2]};
}

static void fill_skeleton(editor *e)
{
    const hone_skeleton *from = e->from->skeleton;
    int32_t *parents = (int32_t *)e->to->skeleton.parents;
    hone_transform *rest = (hone_transform *)e->to->skeleton.rest;
    uint8_t *flags = (uint8_t *)e->to->skeleton.flags;
    for (int32_t i = 0; i < from->bone_count; i++) {
        parents[i] = from->parents[i];
        rest[i] = from->rest[i];
        flags[i] = from->flags == NULL ? 0 : from->flags[i];
    }
    for (int32_t i = 0; i < e->plan_count; i++) {
        if (!e->plans[i].keeps_positions) {
            rest[e->plans[i].bone].translation = settled_position(e, &e->plans[i]);
        }
    }
    for (int32_t i = 0; i < from->bone_count; i++) {
        rest[i].translation = change_position(e, rest[i].translation);
    }
}

static void fill_channels(editor *e)
{
    hone_bvh_channel *channels = (hone_bvh_channel *)e->to->bvh.channels;
    for (int32_t n = 0; n < e->plan_count; n++) {
        const joint_plan *plan = &e->plans[n];
        int32_t to = plan->to;
        for (int32_t i = plan->first; i < plan->first + plan->count; i++) {
            bool position = channel_is_position(e->from->channels[i].kind);
            if (position ? plan->keeps_positions : !plan->rewrites) {
                channels[to++] = e->from->channels[i];
            }
        }
        for (int32_t i = 0; i < 3 && plan->rewrites; i++) {
            channels[to].bone = plan->bone;
            channels[to++].kind = (hone_bvh_channel_kind)(HONE_BVH_X_ROTATION + plan->axes[i]);
        }
    }
}

// ---- rows

static quat64 blend_rotations(quat64 a, quat64 b, float t)
{
    hone_quat x = {(float)a.x, (float)a.y, (float)a.z, (float)a.w};
    hone_quat y = {(float)b.x, (float)b.y, (float)b.z, (float)b.w};
    hone_quat q = hone_quat_slerp(x, y, t);
    return (quat64){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

// Between two angles along the shorter arc.
static float blend_angles(float a, float b, float t)
{
    double difference = (double)b - (double)a;
    double turns = difference / 360.0;
    if (turns > -1e9 && turns < 1e9) {
        difference -= 360.0 * (double)(int64_t)(turns + (turns < 0.0 ? -0.5 : 0.5));
    }
    return (float)((double)a + difference * (double)t);
}

// The value of a column t of the way from one row to the next.
static float blend_column(const hone_bvh *bvh, int32_t column, const float *a, const float *b,
                          float t)
{
    if (!(t > 0.0f)) {
        return a[column];
    }
    if (channel_is_position(bvh->channels[column].kind)) {
        return (float)((double)a[column] + ((double)b[column] - (double)a[column]) * (double)t);
    }
    return blend_angles(a[column], b[column], t);
}

static void write_joint(const editor *e, const joint_plan *plan, const float *a, const float *b,
                        float t, const float *before, float *out)
{
    const hone_bvh *bvh = e->from;
    bool through_quaternion = plan->rewrites || (plan->three_axes && t > 0.0f);
    float angles[3] = {0.0f, 0.0f, 0.0f};
    if (through_quaternion) {
        quat64 q;
        if (!(t > 0.0f)) {
            q = rotation_of_row(bvh, plan->first, plan->count, a);
        } else if (plan->three_axes) {
            q = blend_rotations(rotation_of_row(bvh, plan->first, plan->count, a),
                                rotation_of_row(bvh, plan->first, plan->count, b), t);
        } else {
            q = (quat64){0.0, 0.0, 0.0, 1.0};
            for (int32_t i = plan->first; i < plan->first + plan->count; i++) {
                float value = blend_column(bvh, i, a, b, t);
                q = rotation_turn_column(bvh, q, i, value);
            }
        }
        float last[3] = {0.0f, 0.0f, 0.0f};
        int32_t count = 0;
        for (int32_t i = plan->to; before != NULL && count < 3; i++) {
            if (!channel_is_position(e->to->bvh.channels[i].kind)) {
                last[count++] = before[i];
            }
        }
        rotation_to_angles(q, plan->axes, before == NULL ? NULL : last, angles);
    }
    int32_t to = plan->to;
    int32_t turned = 0;
    for (int32_t i = plan->first; i < plan->first + plan->count; i++) {
        bool position = channel_is_position(bvh->channels[i].kind);
        if (position ? plan->keeps_positions : !plan->rewrites) {
            out[to++] =
                through_quaternion && !position ? angles[turned++] : blend_column(bvh, i, a, b, t);
        }
    }
    for (int32_t i = 0; i < 3 && plan->rewrites; i++) {
        out[to++] = angles[i];
    }
}

// Mirrors and scales a finished row.
static void change_row(const editor *e, float *row)
{
    float scale = (float)e->def.scale;
    for (int32_t i = 0; i < e->channel_count; i++) {
        switch (e->to->bvh.channels[i].kind) {
        case HONE_BVH_X_POSITION:
            row[i] = scale_length(row[i], e->def.mirror ? -scale : scale);
            break;
        case HONE_BVH_Y_POSITION:
        case HONE_BVH_Z_POSITION:
            row[i] = scale_length(row[i], scale);
            break;
        case HONE_BVH_Y_ROTATION:
        case HONE_BVH_Z_ROTATION:
            row[i] = e->def.mirror ? -row[i] : row[i];
            break;
        default:
            break;
        }
    }
}

// Where frame `frame` of the copy lies among the selected ones.
static int64_t place_of(const editor *e, int64_t frame, float *t)
{
    const double near_key = 1e-6; // frames; closer than that is the key itself
    *t = 0.0f;
    if (!(e->def.frame_rate > 0.0)) {
        return frame;
    }
    double from_time = e->from->frame_time_s * (double)e->def.step;
    double place = (double)frame * e->frame_time_s / from_time;
    int64_t key = (int64_t)(place + near_key);
    double rest = place - (double)key;
    if (key >= e->selected - 1) {
        return e->selected - 1;
    }
    *t = rest > near_key ? (float)rest : 0.0f;
    return key;
}

static void fill_values(editor *e, float *values)
{
    for (int64_t frame = 0; frame < e->frames; frame++) {
        float t;
        int64_t key = place_of(e, frame, &t);
        const float *a = source_row(e, key);
        const float *b = t > 0.0f ? source_row(e, key + 1) : a;
        float *out = values + frame * e->channel_count;
        for (int32_t i = 0; i < e->plan_count; i++) {
            write_joint(e, &e->plans[i], a, b, t, frame == 0 ? NULL : out - e->channel_count, out);
        }
    }
    for (int64_t frame = 0; frame < e->frames; frame++) {
        change_row(e, values + frame * e->channel_count);
    }
}

// Makes the copy; false without memory.
static bool make_copy(editor *e)
{
    size_t longest;
    const hone_skeleton *skeleton = e->from->skeleton;
    e->plans = memory_new(e->allocator, (size_t)e->from->channel_count, sizeof *e->plans);
    if (e->plans == NULL) {
        return false;
    }
    plan_joints(e);
    size_t bytes = names_bytes(skeleton, &longest);
    e->to = document_new(e->allocator, skeleton->bone_count, e->channel_count, bytes);
    if (e->to == NULL || !copy_names(e, longest)) {
        return false;
    }
    size_t frames = e->channel_count == 0 ? 0 : (size_t)e->frames;
    size_t channels = (size_t)e->channel_count;
    float *values = NULL;
    if (channels == 0 || frames <= SIZE_MAX / sizeof *values / channels) {
        values = memory_new(e->allocator, frames * channels, sizeof *values);
    }
    if (values == NULL) {
        return false;
    }
    e->to->bvh.values = values;
    e->to->value_capacity = frames * channels;
    fill_skeleton(e);
    fill_channels(e);
    if (frames > 0) {
        fill_values(e, values);
    }
    e->to->bvh.root_count = e->from->root_count;
    e->to->bvh.frame_count = (int64_t)frames;
    e->to->bvh.declared_frame_count = (int64_t)frames;
    e->to->bvh.frame_time_s = e->frame_time_s;
    e->to->bvh.offset = e->from->offset;
    e->to->bvh.warnings = (hone_warnings){e->to->warnings.items, e->to->warnings.count};
    return !e->to->warnings.failed;
}

hone_status hone_bvh_edit(const hone_bvh *bvh, const hone_bvh_edit_def *def,
                          const hone_allocator *allocator, hone_bvh **out, hone_error *error)
{
    if (bvh == NULL || out == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "no BVH or no place for the copy");
    }
    editor e = {.from = bvh, .allocator = allocator == NULL ? hone_heap() : allocator};
    if (def != NULL) {
        e.def = *def;
    }
    hone_status status = plan_frames(&e, error);
    if (status != HONE_OK) {
        return status;
    }
    bool good = make_copy(&e);
    memory_delete(e.allocator, e.plans, (size_t)bvh->channel_count, sizeof *e.plans);
    if (!good) {
        hone_bvh_free(e.to == NULL ? NULL : &e.to->bvh);
        return error_set(error, HONE_ERROR_MEMORY, NULL, "not enough memory for the copy");
    }
    *out = &e.to->bvh;
    return HONE_OK;
}
