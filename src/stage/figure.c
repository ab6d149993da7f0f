// SPDX-License-Identifier: MIT
//
// A skeleton becomes a body that can be drawn: shapes made of discs on its joints.
//
// A humanoid gets a torso (two hulls round shoulders, waist and hips), a neck, limbs whose radius
// runs linearly from shoulder to elbow to wrist, mittens or palms with fingers, and feet; the radii
// are fractions of the body's height. Everything else (animals, tails, hair, props) gets a limb a
// bone whose radius goes with the square root of the length of all that hangs below, as a tree's
// branches do: r = k sqrt(L H).
#include "stage/scene.h"

#include "base/memory.h"

#include <string.h>

enum { MAX_HULL_DISCS = 12 };

static const float shoulder_radius = 0.027f, elbow_radius = 0.021f, wrist_radius = 0.0145f;
static const float hip_radius = 0.046f, knee_radius = 0.029f, ankle_radius = 0.019f;

static float bone_length(const figure *f, int32_t bone)
{
    return hone_vec3_length(f->skeleton->rest[bone].translation);
}

static bool is_end(const figure *f, int32_t bone)
{
    return f->skeleton->flags != NULL && (f->skeleton->flags[bone] & HONE_BONE_END_SITE) != 0;
}

// The length of the chain of bones from a bone down to one below it; HONE_NONE: from the root.
static float way(const figure *f, int32_t from, int32_t to)
{
    return from < 0 ? f->from_root[to] : f->from_root[to] - f->from_root[from];
}

// The counts have bounds that no sensible skeleton reaches; what is beyond is left out.
static void begin_shape(figure *f, float bias)
{
    if (f->shape_count < f->shape_capacity) {
        f->shapes[f->shape_count++] = (shape){f->hull_count, 0, bias};
    }
}

static void begin_hull(figure *f)
{
    if (f->hull_count < f->hull_capacity) {
        f->hulls[f->hull_count++] = (hull){f->disc_count, 0};
        f->shapes[f->shape_count - 1].hull_count++;
    }
}

static void add_disc_between(figure *f, int32_t from, int32_t to, float part, float radius)
{
    hull *h = &f->hulls[f->hull_count - 1];
    if (h->disc_count == MAX_HULL_DISCS || f->disc_count == f->disc_capacity) {
        return;
    }
    h->disc_count++;
    f->discs[f->disc_count++] = (disc){from, to, part, radius};
    int32_t nearer = part < 0.5f ? from : to;
    if (f->bone_radius[nearer] < radius) {
        f->bone_radius[nearer] = radius;
    }
}

static void add_disc(figure *f, int32_t bone, float radius)
{
    add_disc_between(f, bone, bone, 0.0f, radius);
}

static void add_limb(figure *f, int32_t from, float from_radius, int32_t to, float to_radius,
                     float bias)
{
    begin_shape(f, bias);
    begin_hull(f);
    add_disc(f, from, from_radius);
    add_disc(f, to, to_radius);
}

// The disc at a part of the way up the spine from the pelvis to top.
static void add_spine_disc(figure *f, int32_t top, float part, float radius)
{
    int32_t pelvis = f->parts.pelvis;
    float down = way(f, pelvis, top) * (1.0f - part);
    int32_t bone = top;
    while (f->skeleton->parents[bone] != pelvis && down > bone_length(f, bone)) {
        down -= bone_length(f, bone);
        bone = f->skeleton->parents[bone];
    }
    float length = bone_length(f, bone);
    float up = length > 0.0f ? clamp_float(1.0f - down / length, 0.0f, 1.0f) : 0.0f;
    add_disc_between(f, f->skeleton->parents[bone], bone, up, radius);
}

static void add_torso(figure *f)
{
    const anatomy *p = &f->parts;
    float h = f->height;
    int32_t top = p->neck >= 0 ? p->neck : p->chest;
    begin_shape(f, 0.0f);
    begin_hull(f);
    add_spine_disc(f, top, 0.30f, 0.047f * h);
    add_disc(f, p->hip[0], hip_radius * h);
    add_disc(f, p->hip[1], hip_radius * h);
    add_disc(f, p->pelvis, 0.050f * h);
    begin_hull(f);
    add_spine_disc(f, top, 0.30f, 0.047f * h);
    add_spine_disc(f, top, 0.70f, 0.057f * h);
    add_spine_disc(f, top, 0.97f, 0.030f * h);
    add_disc(f, p->shoulder[0], 0.027f * h);
    add_disc(f, p->shoulder[1], 0.027f * h);
}

// The limb from first over middle to end, one shape a bone.
static void add_limb_chain(figure *f, int32_t first, int32_t middle, int32_t end,
                           const float radii[3], float bias)
{
    float whole = way(f, first, end);
    float bend = middle >= 0 ? way(f, first, middle) : 0.5f * whole;
    float gone = whole, end_radius = radii[2];
    for (int32_t i = end; i != first; i = f->skeleton->parents[i]) {
        gone -= bone_length(f, i);
        float radius;
        if (gone < bend) {
            radius = bend > 0.0f ? radii[0] + (radii[1] - radii[0]) * gone / bend : radii[0];
        } else {
            float rest = whole - bend;
            radius =
                rest > 0.0f ? radii[1] + (radii[2] - radii[1]) * (gone - bend) / rest : radii[1];
        }
        add_limb(f, f->skeleton->parents[i], radius * f->height, i, end_radius * f->height, bias);
        end_radius = radius;
    }
}

// Marks every bone below top (top itself not) in mask.
static void mark_below(const figure *f, int32_t top, uint8_t *mask)
{
    for (int32_t i = top + 1; i < f->skeleton->bone_count; i++) {
        int32_t parent = f->skeleton->parents[i];
        if (parent == top || (parent > top && mask[parent] == 2)) {
            mask[i] = 2;
        }
    }
    for (int32_t i = top + 1; i < f->skeleton->bone_count; i++) {
        mask[i] = mask[i] == 2 ? 1 : mask[i];
    }
}

// The bone below top whose chain is longest, or top itself.
static int32_t farthest_below(const figure *f, int32_t top, const uint8_t *below)
{
    int32_t best = top;
    for (int32_t i = top + 1; i < f->skeleton->bone_count; i++) {
        if (below[i] != 0 && !anatomy_is_beyond_end(f->skeleton, i) &&
            f->from_root[i] > f->from_root[best]) {
            best = i;
        }
    }
    return best;
}

// A mitten on a single chain; otherwise a palm as far as the fingers' second row, and the fingers.
static void add_hand(figure *f, int32_t hand, const uint8_t *below)
{
    float h = f->height;
    int32_t fingers = f->child_counts[hand];
    begin_shape(f, 0.035f);
    begin_hull(f);
    add_disc(f, hand, wrist_radius * h);
    int32_t forearm = f->skeleton->parents[hand];
    float arm = bone_length(f, hand);
    if (fingers == 0 || way(f, hand, farthest_below(f, hand, below)) < 0.03f * h) {
        // Nothing says where the hand points: on as the forearm does.
        float reach = arm > 0.0f ? h / arm : 0.0f;
        add_disc_between(f, forearm, hand, 1.0f + 0.045f * reach, 0.019f * h);
        add_disc_between(f, forearm, hand, 1.0f + 0.090f * reach, 0.0095f * h);
        return;
    }
    int32_t next = hand + 1;
    while (f->skeleton->parents[next] != hand) {
        next++;
    }
    if (fingers == 1 && f->child_counts[next] <= 1) {
        float length = bone_length(f, next);
        float part = length > 0.0f ? clamp_float(0.045f * h / length, 0.0f, 0.6f) : 0.0f;
        add_disc_between(f, hand, next, part, 0.019f * h);
        float tip = length > 0.0f ? clamp_float(0.095f * h / length, 0.0f, 1.0f) : 0.0f;
        add_disc_between(f, hand, next, tip, 0.0095f * h);
        return;
    }
    const char *const *names = f->skeleton->names;
    for (int32_t i = hand + 1; i < f->skeleton->bone_count; i++) {
        bool thumb = names != NULL && names[i] != NULL && anatomy_is_thumb(names[i]);
        if (below[i] == 0 || thumb) {
            continue;
        }
        int32_t parent = f->skeleton->parents[i];
        float before = way(f, hand, parent), after = before + bone_length(f, i);
        if (before < 0.04f * h && after >= 0.04f * h) {
            add_disc(f, i, 0.0085f * h);
        }
    }
    for (int32_t i = hand + 1; i < f->skeleton->bone_count; i++) {
        int32_t parent = f->skeleton->parents[i];
        if (below[i] != 0 && (parent != hand || fingers == 1) &&
            !anatomy_is_beyond_end(f->skeleton, i)) {
            begin_hull(f);
            add_disc(f, parent, 0.0085f * h);
            add_disc(f, i, is_end(f, i) ? 0.0065f * h : 0.0075f * h);
        }
    }
}

static void add_foot(figure *f, int32_t foot, const uint8_t *below)
{
    float h = f->height;
    begin_shape(f, 0.0f);
    begin_hull(f);
    add_disc(f, foot, ankle_radius * h);
    for (int32_t i = foot + 1; i < f->skeleton->bone_count; i++) {
        if (below[i] == 0 || anatomy_is_beyond_end(f->skeleton, i)) {
            continue;
        }
        int32_t parent = f->skeleton->parents[i];
        begin_hull(f);
        add_disc(f, parent, parent == foot ? ankle_radius * h : 0.016f * h);
        add_disc(f, i, is_end(f, i) ? 0.012f * h : 0.016f * h);
    }
}

static void cover_way(const figure *f, int32_t from, int32_t to, uint8_t *covered)
{
    for (int32_t i = to; i != from && i >= 0; i = f->skeleton->parents[i]) {
        covered[i] = 1;
    }
}

static void add_humanoid(figure *f, uint8_t *covered, uint8_t *mask)
{
    static const float arm_radii[3] = {shoulder_radius, elbow_radius, wrist_radius};
    static const float leg_radii[3] = {hip_radius, knee_radius, ankle_radius};
    const anatomy *p = &f->parts;
    int32_t bones = f->skeleton->bone_count;
    // From the root to the pelvis there is no body.
    cover_way(f, HONE_NONE, p->neck >= 0 ? p->neck : p->chest, covered);
    add_torso(f);
    if (p->neck >= 0) {
        cover_way(f, p->neck, p->head, covered);
        for (int32_t i = p->head; i != p->neck; i = f->skeleton->parents[i]) {
            add_limb(f, f->skeleton->parents[i], 0.026f * f->height, i, 0.026f * f->height, -0.08f);
        }
    }
    for (int32_t side = 0; side < 2; side++) {
        cover_way(f, p->chest, p->hand[side], covered);
        cover_way(f, p->pelvis, p->foot[side], covered);
        add_limb_chain(f, p->shoulder[side], p->elbow[side], p->hand[side], arm_radii, 0.03f);
        add_limb_chain(f, p->hip[side], p->knee[side], p->foot[side], leg_radii, 0.0f);
        int32_t ends[2] = {p->hand[side], p->foot[side]};
        for (int32_t e = 0; e < 2; e++) {
            memset(mask, 0, (size_t)bones);
            mark_below(f, ends[e], mask);
            if (e == 0) {
                add_hand(f, ends[e], mask);
            } else {
                add_foot(f, ends[e], mask);
            }
            for (int32_t i = 0; i < bones; i++) {
                covered[i] |= mask[i];
                f->fine[i] |= e == 0 ? mask[i] : 0;
            }
        }
    }
}

// below_length: for each bone the length of all bones that hang on it.
static void add_branches(figure *f, const uint8_t *covered, const float *below_length)
{
    const hone_skeleton *s = f->skeleton;
    for (int32_t i = 0; i < s->bone_count; i++) {
        int32_t parent = s->parents[i];
        if (parent < 0 || covered[i] != 0 || anatomy_is_beyond_end(s, i)) {
            continue;
        }
        float h = f->height;
        float from = clamp_float(0.028f * hone_sqrt((below_length[i] + bone_length(f, i)) * h),
                                 0.004f * h, 0.06f * h);
        float to = clamp_float(0.028f * hone_sqrt(below_length[i] * h), 0.004f * h, 0.06f * h);
        add_limb(f, parent, from, i, to, 0.0f);
    }
}

static void measure_head(figure *f)
{
    int32_t head = f->parts.head, tip = farthest_below(f, head, f->inside_head);
    float length = way(f, head, tip);
    float half = 0.6f * length;
    if (f->parts.humanoid) {
        half = tip == head ? 0.062f * f->height
                           : clamp_float(half, 0.059f * f->height, 0.072f * f->height);
    } else {
        half = clamp_float(half, 0.03f * f->height, 0.1f * f->height);
    }
    f->head_half = half;
    f->head_radius = half;
    float up = tip == head ? 0.8f * half : clamp_float(0.5f * length, 0.8f * half, 0.95f * half);
    f->head_x = (hone_vec3){1.0f, 0.0f, 0.0f};
    f->head_y = (hone_vec3){0.0f, 1.0f, 0.0f};
    f->head_z = (hone_vec3){0.0f, 0.0f, 1.0f};
    f->head_centre = hone_vec3_scale(f->head_y, up);
}

static void find_tracked(figure *f)
{
    const anatomy *p = &f->parts;
    f->tracked_count = 0;
    if (p->humanoid) {
        for (int32_t side = 0; side < 2; side++) {
            f->tracked[f->tracked_count++] = p->hand[side];
            f->tracked[f->tracked_count++] = p->foot[side];
        }
        if (p->head >= 0) {
            f->tracked[f->tracked_count++] = p->head;
        }
        return;
    }
    // The ends of the longest chains.
    for (int32_t i = 0; i < f->skeleton->bone_count; i++) {
        if (f->child_counts[i] != 0) {
            continue;
        }
        float length = way(f, HONE_NONE, i);
        int32_t at = f->tracked_count;
        while (at > 0 && way(f, HONE_NONE, f->tracked[at - 1]) < length) {
            at--;
        }
        if (at == MAX_TRACKED) {
            continue;
        }
        int32_t last = f->tracked_count < MAX_TRACKED ? f->tracked_count : MAX_TRACKED - 1;
        for (int32_t k = last; k > at; k--) {
            f->tracked[k] = f->tracked[k - 1];
        }
        f->tracked[at] = i;
        f->tracked_count = last + 1;
    }
}

static void measure_height(figure *f)
{
    const anatomy *p = &f->parts;
    float farthest = 0.0f;
    for (int32_t i = 0; i < f->skeleton->bone_count; i++) {
        farthest = f->from_root[i] > farthest ? f->from_root[i] : farthest;
    }
    if (p->humanoid) {
        int32_t top = p->head >= 0 ? p->head : p->chest;
        float legs = 0.5f * (way(f, p->pelvis, p->foot[0]) + way(f, p->pelvis, p->foot[1]));
        f->height = legs + way(f, p->pelvis, top);
        if (p->head >= 0) {
            float skull = way(f, p->head, farthest_below(f, p->head, f->inside_head));
            f->height += clamp_float(skull, 0.07f * f->height, 0.13f * f->height);
        }
    } else {
        f->height = 1.6f * farthest;
    }
    if (!(f->height > 0.0f)) {
        f->height = 1.0f;
    }
}

void figure_destroy(figure *f, const hone_allocator *allocator)
{
    size_t bones = f->skeleton == NULL ? 0 : (size_t)f->skeleton->bone_count;
    memory_delete(allocator, f->bone_radius, bones, sizeof *f->bone_radius);
    memory_delete(allocator, f->inside_head, bones, 1);
    memory_delete(allocator, f->fine, bones, 1);
    memory_delete(allocator, f->from_root, bones, sizeof *f->from_root);
    memory_delete(allocator, f->child_counts, bones, sizeof *f->child_counts);
    memory_delete(allocator, f->discs, (size_t)f->disc_capacity, sizeof *f->discs);
    memory_delete(allocator, f->hulls, (size_t)f->hull_capacity, sizeof *f->hulls);
    memory_delete(allocator, f->shapes, (size_t)f->shape_capacity, sizeof *f->shapes);
    *f = (figure){0};
}

hone_status figure_create(const hone_skeleton *skeleton, int32_t head_bone, bool heads,
                          const hone_allocator *allocator, figure *out)
{
    size_t bones = (size_t)skeleton->bone_count;
    figure f = {.skeleton = skeleton};
    f.disc_capacity = skeleton->bone_count * 4 + 32;
    f.hull_capacity = skeleton->bone_count * 2 + 8;
    f.shape_capacity = skeleton->bone_count + 8;
    f.bone_radius = memory_new(allocator, bones, sizeof *f.bone_radius);
    f.inside_head = memory_new(allocator, bones, 1);
    f.fine = memory_new(allocator, bones, 1);
    f.from_root = memory_new(allocator, bones, sizeof *f.from_root);
    f.child_counts = memory_new(allocator, bones, sizeof *f.child_counts);
    f.discs = memory_new(allocator, (size_t)f.disc_capacity, sizeof *f.discs);
    f.hulls = memory_new(allocator, (size_t)f.hull_capacity, sizeof *f.hulls);
    f.shapes = memory_new(allocator, (size_t)f.shape_capacity, sizeof *f.shapes);
    uint8_t *covered = memory_new(allocator, bones, 1);
    uint8_t *mask = memory_new(allocator, bones, 1);
    float *below_length = memory_new(allocator, bones, sizeof *below_length);
    bool ok = f.bone_radius != NULL && f.inside_head != NULL && f.fine != NULL &&
              f.from_root != NULL && f.child_counts != NULL && f.discs != NULL && f.hulls != NULL &&
              f.shapes != NULL && covered != NULL && mask != NULL && below_length != NULL;
    if (ok) {
        memset(f.inside_head, 0, bones);
        memset(f.fine, 0, bones);
        memset(covered, 0, bones);
        for (size_t i = 0; i < bones; i++) {
            f.bone_radius[i] = 0.0f;
            below_length[i] = 0.0f;
            f.child_counts[i] = 0;
            int32_t parent = skeleton->parents[i];
            f.from_root[i] = parent < 0 ? 0.0f : f.from_root[parent] + bone_length(&f, (int32_t)i);
            if (parent >= 0) {
                f.child_counts[parent]++;
            }
        }
        for (int32_t i = skeleton->bone_count - 1; i >= 0; i--) {
            int32_t parent = skeleton->parents[i];
            if (parent >= 0) {
                below_length[parent] += below_length[i] + bone_length(&f, i);
            }
        }
        anatomy_find(skeleton, head_bone, &f.parts);
        if (head_bone >= 0) {
            mark_below(&f, head_bone, f.inside_head);
        }
        measure_height(&f);
        if (head_bone >= 0) {
            measure_head(&f);
            memcpy(f.fine, f.inside_head, bones);
            if (heads) {
                memcpy(covered, f.inside_head, bones);
            }
        }
        if (f.parts.humanoid) {
            add_humanoid(&f, covered, mask);
        }
        add_branches(&f, covered, below_length);
        find_tracked(&f);
    }
    memory_delete(allocator, covered, bones, 1);
    memory_delete(allocator, mask, bones, 1);
    memory_delete(allocator, below_length, bones, sizeof *below_length);
    if (!ok) {
        figure_destroy(&f, allocator);
        return HONE_ERROR_MEMORY;
    }
    *out = f;
    return HONE_OK;
}
