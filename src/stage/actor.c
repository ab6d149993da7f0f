// SPDX-License-Identifier: MIT
//
// A performer in time: its pose at a moment, and what is learnt from its whole motion.
//
// Many recordings begin with one frame of rest pose in the origin, far from the motion. Frame 0 is
// taken for one when its step to frame 1 is longer than a seventh of the body and five times every
// step of the next frames.
//
// The ground lies where soles stand: of the lowest soles of all moments, the lowest narrow band
// that holds a seventh of them. Single moments below (toes that dip, glitches) do not sink the
// floor.
//
// Files of some tools have z up. A humanoid whose head is along z from its feet, on average over
// the whole motion, is taken for one and turned.
//
// Which way the head looks is not in a BVH: bones have no axes at rest. But over a whole motion a
// head is upright on average and looks where its body faces. Up and the body's left, both seen
// from the head bone and averaged, give its axes; when they come close to the bone's own axes (in
// most rigs they do) those are taken exactly.
#include "stage/scene.h"

static void pose_model(actor *a, double time_s)
{
    const hone_skeleton *skeleton = a->performer.skeleton;
    const hone_clip *clip = a->performer.clip;
    if (clip == NULL) {
        (void)hone_pose_rest(skeleton, &a->pose);
    } else {
        (void)hone_clip_sample(clip, skeleton, time_s - a->performer.start_s, &a->pose);
    }
    static const hone_affine3 z_to_y = {
        {{1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}, {0.0f, -1.0f, 0.0f, 0.0f}}};
    const hone_affine3 *root = a->z_up ? &z_to_y : NULL;
    (void)hone_pose_to_model(skeleton, &a->pose, root, a->model, skeleton->bone_count);
}

hone_vec3 actor_hips(const actor *a)
{
    return origin_of(&a->model[a->hips]);
}

double actor_lap_start(const actor *a, double time_s)
{
    double span = a->end_s - a->start_s;
    if (!a->loops || !(span > 0.0) || time_s <= a->end_s) {
        return a->start_s;
    }
    return a->start_s + floor_of((time_s - a->start_s) / span) * span;
}

void actor_move(actor *a, hone_in_place in_place, double time_s)
{
    pose_model(a, time_s - (actor_lap_start(a, time_s) - a->start_s));
    hone_vec3 shift = a->performer.offset;
    hone_vec3 hips = actor_hips(a);
    if (in_place == HONE_IN_PLACE_GROUND) {
        shift.x += a->hips_start.x - hips.x;
        shift.z += a->hips_start.z - hips.z;
    } else if (in_place == HONE_IN_PLACE_ALL) {
        shift = hone_vec3_add(shift, hone_vec3_sub(a->hips_rest, hips));
    }
    if (shift.x == 0.0f && shift.y == 0.0f && shift.z == 0.0f) {
        return;
    }
    for (int32_t i = 0; i < a->performer.skeleton->bone_count; i++) {
        a->model[i].m[0][3] += shift.x;
        a->model[i].m[1][3] += shift.y;
        a->model[i].m[2][3] += shift.z;
    }
}

hone_vec3 actor_tracked_point(const actor *a, int32_t i)
{
    int32_t bone = a->figure.tracked[i];
    if (bone == a->figure.parts.head) {
        return hone_affine3_apply(&a->model[bone], a->figure.head_centre);
    }
    return origin_of(&a->model[bone]);
}

int32_t actor_moment_count(const actor *a)
{
    const hone_clip *clip = a->performer.clip;
    if (clip == NULL) {
        return 1;
    }
    if (clip->frame_count <= 0) {
        return clip->duration_s > 0.0 ? MAX_ANALYSED_MOMENTS / 4 : 1;
    }
    int64_t count = (int64_t)clip->frame_count - a->first_frame;
    // Fewer for enormous skeletons, so that no file makes the analysis last minutes.
    int64_t most = 16 + MAX_ANALYSED_BONES / a->performer.skeleton->bone_count;
    most = most > MAX_ANALYSED_MOMENTS ? MAX_ANALYSED_MOMENTS : most;
    return count > most ? (int32_t)most : count < 1 ? 1 : (int32_t)count;
}

double actor_moment(const actor *a, int32_t i, int32_t count)
{
    const hone_clip *clip = a->performer.clip;
    if (clip == NULL || count < 2) {
        return a->start_s;
    }
    if (clip->frame_count <= 0) {
        return a->start_s + (a->end_s - a->start_s) * i / (count - 1);
    }
    int64_t last = (int64_t)clip->frame_count - 1 - a->first_frame;
    int64_t frame = a->first_frame + last * i / (count - 1);
    return a->performer.start_s + (double)frame * clip->frame_time_s;
}

static float longest_step(const actor *a, const hone_vec3 *before)
{
    float longest = hone_vec3_length(hone_vec3_sub(actor_hips(a), before[0]));
    for (int32_t i = 0; i < a->figure.tracked_count; i++) {
        hone_vec3 step = hone_vec3_sub(actor_tracked_point(a, i), before[1 + i]);
        float length = hone_vec3_length(step);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void note_places(const actor *a, hone_vec3 *places)
{
    places[0] = actor_hips(a);
    for (int32_t i = 0; i < a->figure.tracked_count; i++) {
        places[1 + i] = actor_tracked_point(a, i);
    }
}

static bool begins_with_far_rest(actor *a)
{
    enum { LOOKED_AT = 24 };
    const hone_clip *clip = a->performer.clip;
    if (clip == NULL || clip->frame_count < 4) {
        return false;
    }
    hone_vec3 before[1 + MAX_TRACKED];
    float first = 0.0f, others = 0.0f;
    int32_t last = clip->frame_count - 1 < LOOKED_AT ? clip->frame_count - 1 : LOOKED_AT;
    for (int32_t i = 0; i <= last; i++) {
        actor_move(a, HONE_IN_PLACE_OFF, a->performer.start_s + i * clip->frame_time_s);
        float step = i == 0 ? 0.0f : longest_step(a, before);
        if (i == 1) {
            first = step;
        } else if (step > others) {
            others = step;
        }
        note_places(a, before);
    }
    return first > a->figure.height / 7.0f && first > 5.0f * others;
}

static float lowest_sole(const actor *a)
{
    const hone_skeleton *skeleton = a->performer.skeleton;
    const anatomy *parts = &a->figure.parts;
    float lowest = a->model[0].m[1][3];
    bool any = false;
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        bool foot = !parts->humanoid || i == parts->foot[0] || i == parts->foot[1] ||
                    (skeleton->parents[i] >= 0 && (skeleton->parents[i] == parts->foot[0] ||
                                                   skeleton->parents[i] == parts->foot[1]));
        foot = foot && !anatomy_is_beyond_end(skeleton, i);
        float y = a->model[i].m[1][3];
        if (foot && (!any || y < lowest)) {
            lowest = y;
            any = true;
        }
    }
    return lowest;
}

static void sort_floats(float *values, int32_t count)
{
    for (int32_t gap = count / 2; gap > 0; gap /= 2) {
        for (int32_t i = gap; i < count; i++) {
            float value = values[i];
            int32_t k = i;
            while (k >= gap && values[k - gap] > value) {
                values[k] = values[k - gap];
                k -= gap;
            }
            values[k] = value;
        }
    }
}

// The vector's parts along the columns of the bone's rotation, as a unit vector.
static hone_vec3 seen_from_bone(const hone_affine3 *bone, hone_vec3 v)
{
    hone_vec3 local = {bone->m[0][0] * v.x + bone->m[1][0] * v.y + bone->m[2][0] * v.z,
                       bone->m[0][1] * v.x + bone->m[1][1] * v.y + bone->m[2][1] * v.z,
                       bone->m[0][2] * v.x + bone->m[1][2] * v.y + bone->m[2][2] * v.z};
    return hone_vec3_normalize(local, (hone_vec3){0.0f, 0.0f, 0.0f});
}

// The bone's own axis when v is within about 40 degrees of it.
static hone_vec3 snap_to_axis(hone_vec3 v)
{
    const float near_cosine = 0.76f;
    hone_vec3 unit = hone_vec3_normalize(v, (hone_vec3){0.0f, 1.0f, 0.0f});
    float parts[3] = {unit.x, unit.y, unit.z};
    for (int32_t i = 0; i < 3; i++) {
        if (parts[i] > near_cosine || parts[i] < -near_cosine) {
            float sign = parts[i] > 0.0f ? 1.0f : -1.0f;
            return (hone_vec3){i == 0 ? sign : 0.0f, i == 1 ? sign : 0.0f, i == 2 ? sign : 0.0f};
        }
    }
    return unit;
}

static void set_head_axes(figure *f, hone_vec3 left, hone_vec3 up)
{
    float lift = hone_vec3_length(f->head_centre);
    hone_vec3 y = snap_to_axis(up), x = snap_to_axis(left);
    x = hone_vec3_sub(x, hone_vec3_scale(y, hone_vec3_dot(x, y)));
    if (hone_vec3_length(x) < 0.1f) {
        return;
    }
    f->head_x = hone_vec3_normalize(x, f->head_x);
    f->head_y = y;
    f->head_z = hone_vec3_cross(f->head_x, f->head_y);
    f->head_centre = hone_vec3_scale(y, lift);
}

static bool stands_along_z(actor *a)
{
    enum { LOOKED_AT = 64 };
    const anatomy *parts = &a->figure.parts;
    if (!parts->humanoid || parts->head < 0) {
        return false;
    }
    int32_t all = actor_moment_count(a);
    int32_t count = all < LOOKED_AT ? all : LOOKED_AT;
    float sum = 0.0f;
    for (int32_t i = 0; i < count; i++) {
        pose_model(a, actor_moment(a, i, count));
        hone_vec3 feet = lerp_vec3(origin_of(&a->model[parts->foot[0]]),
                                   origin_of(&a->model[parts->foot[1]]), 0.5f);
        hone_vec3 body = hone_vec3_sub(origin_of(&a->model[parts->head]), feet);
        sum += hone_vec3_normalize(body, (hone_vec3){0.0f, 1.0f, 0.0f}).z;
    }
    return sum > 0.75f * (float)count;
}

// The height at which soles stand, from the lowest soles of many moments: the first band, from
// below, in which a good share of them lies.
static float floor_height(float *lows, int32_t count, float band)
{
    sort_floats(lows, count);
    int32_t share = count / 7 < 1 ? 1 : count / 7;
    for (int32_t i = 0; i + share <= count; i++) {
        if (lows[i + share - 1] - lows[i] <= band) {
            return lows[i + share / 2];
        }
    }
    return lows[count / 20];
}

void actor_analyse(const hone_stage *stage, actor *a, float *scratch)
{
    hone_in_place in_place = stage->def.in_place;
    figure *f = &a->figure;
    const anatomy *parts = &f->parts;
    a->hips = parts->humanoid ? parts->pelvis : 0;
    if (!parts->humanoid) {
        while (f->child_counts[a->hips] == 1) {
            a->hips++;
        }
        a->hips = f->child_counts[a->hips] == 0 ? 0 : a->hips;
    }
    a->start_s = a->performer.start_s;
    a->end_s =
        a->performer.start_s + (a->performer.clip == NULL ? 0.0 : a->performer.clip->duration_s);
    a->z_up = stage->def.up == HONE_UP_Z ||
              (stage->def.up == HONE_UP_AUTO && !stage->has_view_map && stands_along_z(a));
    if (begins_with_far_rest(a)) {
        a->first_frame = 1;
        a->start_s += a->performer.clip->frame_time_s;
    }
    const hone_clip *clip = a->performer.clip;
    a->performer.clip = NULL;
    pose_model(a, 0.0);
    a->hips_rest = actor_hips(a);
    a->performer.clip = clip;
    pose_model(a, a->start_s);
    a->hips_start = actor_hips(a);

    int32_t count = actor_moment_count(a);
    hone_vec3 left = {0.0f, 0.0f, 0.0f}, up = left;
    const hone_vec3 world_up = {0.0f, 1.0f, 0.0f};
    for (int32_t i = 0; i < count; i++) {
        actor_move(a, in_place, actor_moment(a, i, count));
        scratch[i] = lowest_sole(a);
        if (parts->humanoid && parts->head >= 0) {
            hone_vec3 body_left = hone_vec3_sub(origin_of(&a->model[parts->shoulder[0]]),
                                                origin_of(&a->model[parts->shoulder[1]]));
            const hone_affine3 *head = &a->model[parts->head];
            left = hone_vec3_add(left, seen_from_bone(head, body_left));
            up = hone_vec3_add(up, seen_from_bone(head, world_up));
        }
    }
    a->ground = floor_height(scratch, count, 0.02f * f->height) - 0.012f * f->height;
    if (parts->humanoid && parts->head >= 0) {
        set_head_axes(f, left, up);
    }
}
