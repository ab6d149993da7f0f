// SPDX-License-Identifier: MIT
//
// A pose: the timelines lie sorted by bone and channel, so one walk over bones and timelines side
// by side gives every bone its offsets, its local pose and its world transform, and a second walk
// does the same for slots.
//
// Between two keys the easing e is an integer in Q14. Positions follow it in float; angles, scales
// and alpha in integers as from + (to - from) e / 16384, rounded, with the difference of two
// angles taken in 16 bits, the short way round.
#include "rig/map.h"

// Where a frame stands among keys with these times and easings.
typedef struct place {
    const uint16_t *frames;
    const uint8_t *easings;
    uint32_t count;
    uint32_t key, next;
    int32_t easing; // Q14 from key to next
} place;

enum { PLACES = 6 };

// A frame of an animation. Timelines that came from the same keys share their arrays, so places
// that were found are kept for the next ones.
typedef struct moment {
    const hone_rig_animation *animation;
    float frame;
    uint32_t whole;
    place places[PLACES]; // those in use first
} moment;

static int32_t round_q14(int32_t product)
{
    return (product + 8192) >> 14;
}

// a b / 2^bits, rounded.
static int32_t scaled(int32_t a, int32_t b, int bits)
{
    return (int32_t)(((int64_t)a * b + (1 << (bits - 1))) >> bits);
}

// The curve through the 17 points at t in Q18, by the cubic that has the slopes of the neighbours'
// chords (Catmull and Rom 1974), here doubled; beyond the ends a parabola through the last three
// points goes on.
static int32_t curve_at(const hone_rig_curve *curve, int32_t t)
{
    int32_t i = t >> 14 < 15 ? t >> 14 : 15;
    int32_t x = t - (i << 14);
    const int16_t *y = &curve->y[i];
    int32_t y1 = y[0];
    int32_t y2 = y[1];
    int32_t y0 = i > 0 ? y[-1] : 3 * (y1 - y2) + y[2];
    int32_t y3 = i < 15 ? y[2] : 3 * (y2 - y1) + y[-1];
    int32_t twist = 3 * (y1 - y2) + y3 - y0;
    int32_t bend = 2 * (y0 - y1) - 3 * (y1 - y2) + y2 - y3;
    int32_t value = bend + scaled(twist, x, 14);
    value = y2 - y0 + scaled(value, x, 14);
    value = y1 + scaled(value, x, 15);
    return value < -32767 ? -32767 : value > 32767 ? 32767 : value;
}

static void find_place(const moment *m, const hone_rig_timeline *timeline, place *out)
{
    const uint16_t *frames = timeline->frames;
    uint32_t count = timeline->key_count;
    uint32_t key = 0;
    uint32_t end = count;
    if (frames == NULL || count == 0) {
        *out = (place){frames, timeline->easings, count, 0, 0, 0};
        return;
    }
    while (end - key > 8) {
        uint32_t middle = (key + end) / 2;
        if (frames[middle] <= m->whole) {
            key = middle;
        } else {
            end = middle;
        }
    }
    uint32_t next = key + 1;
    for (; next < end && frames[next] <= m->whole; next++) {
    }
    key = next - 1;
    *out = (place){frames, timeline->easings, count, key, key, 0};
    uint32_t easing = timeline->easings == NULL ? HONE_RIG_LINEAR : timeline->easings[key];
    if (next == count || easing == HONE_RIG_STEP || frames[key] > m->whole) {
        return;
    }
    float from = (float)frames[key];
    float length = (float)(frames[next] - frames[key]);
    int32_t t = (int32_t)((m->frame - from) / length * 262144.0f + 0.5f);
    if (easing == HONE_RIG_LINEAR) {
        out->easing = (t + 8) >> 4;
    } else if (easing - HONE_RIG_CURVE < m->animation->curve_count) {
        out->easing = curve_at(&m->animation->curves[easing - HONE_RIG_CURVE], t);
    } else {
        return;
    }
    out->next = next;
}

static inline const place *place_in(moment *m, const hone_rig_timeline *timeline)
{
    place *at = m->places;
    while (at->frames != timeline->frames || at->easings != timeline->easings ||
           at->count != timeline->key_count) {
        if (at == &m->places[PLACES - 1] || at->frames == NULL) {
            find_place(m, timeline, at);
            break;
        }
        at++;
    }
    return at;
}

static int16_t saturate16(int32_t value)
{
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

static int16_t add_angle(int32_t a, int32_t b)
{
    return (int16_t)(uint16_t)(uint32_t)(a + b);
}

static int32_t mix_angle(int16_t from, int16_t to, int32_t easing)
{
    return from + round_q14(add_angle(to, -from) * easing);
}

// 65535 times 32767 is the most that can be multiplied: it fits.
static int32_t mix(int32_t from, int32_t to, int32_t easing)
{
    return from + round_q14((to - from) * easing);
}

static int16_t multiply_scale(int16_t bind, int16_t key)
{
    return saturate16((bind * key + HONE_SCALE16_ONE / 2) >> 12);
}

static void apply_to_bone(const hone_rig_timeline *timeline, const place *at, hone_rig_local *local)
{
    if (timeline->channel == HONE_RIG_TRANSLATE) {
        const float *from = (const float *)timeline->values + (size_t)at->key * 2;
        const float *to = (const float *)timeline->values + (size_t)at->next * 2;
        float t = (float)at->easing * (1.0f / 16384.0f);
        local->x += from[0] + (to[0] - from[0]) * t;
        local->y += from[1] + (to[1] - from[1]) * t;
        return;
    }
    const int16_t *from = (const int16_t *)timeline->values + (size_t)at->key * 2;
    const int16_t *to = (const int16_t *)timeline->values + (size_t)at->next * 2;
    if (timeline->channel == HONE_RIG_ROTATE) {
        local->rot_x = add_angle(local->rot_x, mix_angle(from[0], to[0], at->easing));
        local->rot_y = add_angle(local->rot_y, mix_angle(from[1], to[1], at->easing));
    } else if (timeline->channel == HONE_RIG_SCALE) {
        local->scale_x =
            multiply_scale(local->scale_x, saturate16(mix(from[0], to[0], at->easing)));
        local->scale_y =
            multiply_scale(local->scale_y, saturate16(mix(from[1], to[1], at->easing)));
    }
}

static void pose_bones(const hone_armature *armature, moment *m, const hone_rig_visitor *visitor,
                       hone_affine2 *world)
{
    const hone_rig_animation *animation = m->animation;
    // Without timelines their list may be NULL, to which nothing may be added, not even 0.
    const bool moves = animation != NULL && animation->bone_timeline_count > 0;
    const hone_rig_timeline *timeline = moves ? animation->timelines : NULL;
    const hone_rig_timeline *end = moves ? timeline + animation->bone_timeline_count : NULL;
    void (*on_bone)(void *, int32_t, hone_rig_local *) = visitor == NULL ? NULL : visitor->on_bone;
    uint8_t flipped[32] = {0}; // a bit a bone: its own local x scale is negative
    const hone_rig_bone *bones = armature->bones;
    const uint32_t count = armature->bone_count;
    for (uint32_t i = 0; i < count; i++) {
        const hone_rig_bone *bone = &bones[i];
        hone_rig_local local = {bone->x,     bone->y,       bone->rot_x,
                                bone->rot_y, bone->scale_x, bone->scale_y};
        for (; timeline != end && timeline->target == i; timeline++) {
            apply_to_bone(timeline, place_in(m, timeline), &local);
        }
        if (on_bone != NULL) {
            on_bone(visitor->user, (int32_t)i, &local);
        }
        if (local.scale_x < 0) {
            flipped[i >> 3] |= (uint8_t)(1u << (i & 7));
        }
        uint32_t p = bone->parent;
        if (bone->flags != 0 && p < i) {
            rig_partly_inherit(&local, bone->flags, &world[p],
                               (flipped[p >> 3] >> (p & 7) & 1) != 0, bones[p].flags, &world[i]);
            continue;
        }
        rig_place(&local, p < i ? &world[p] : NULL, &world[i]);
    }
}

static void reset_slots(const hone_armature *armature, const rig_state *state)
{
    const hone_rig_slot *slot = armature->slots;
    const uint32_t count = armature->slot_count;
    for (uint32_t i = 0; i < count; i++, slot++) {
        state->attachment[i] = slot->attachment;
        state->alpha[i] = slot->alpha;
    }
}

static void animate_slots(const hone_armature *armature, moment *m, const rig_state *state)
{
    const hone_rig_animation *animation = m->animation;
    if (animation->slot_timeline_count == 0) {
        return;
    }
    const hone_rig_timeline *timeline = animation->timelines + animation->bone_timeline_count;
    const hone_rig_timeline *end = timeline + animation->slot_timeline_count;
    for (; timeline != end; timeline++) {
        uint32_t slot = timeline->target;
        if (slot >= armature->slot_count) {
            continue;
        }
        const place *at = place_in(m, timeline);
        if (timeline->channel == HONE_RIG_ATTACHMENT) {
            int8_t shown = ((const int8_t *)timeline->values)[at->key];
            state->attachment[slot] =
                shown < armature->slots[slot].attachment_count ? shown : (int8_t)HONE_NONE;
        } else if (timeline->channel == HONE_RIG_ALPHA) {
            const uint8_t *values = timeline->values;
            int32_t alpha = mix(values[at->key], values[at->next], at->easing);
            state->alpha[slot] = (uint8_t)(alpha < 0 ? 0 : alpha > 255 ? 255 : alpha);
        }
    }
}

static void box_slots(const hone_armature *armature, const rig_state *state)
{
    rig_lanes whole = rig_lanes_nothing();
    const uint32_t count = armature->slot_count;
    for (uint32_t i = 0; i < count; i++) {
        rig_lanes box = rig_slot_lanes(armature, i, state->attachment[i], state->world);
        rig_lanes_store(&state->box[i], box);
        whole = rig_lanes_union(whole, box);
    }
    if (state->whole != NULL) {
        rig_lanes_store(state->whole, whole);
    }
}

static void pose_order(const hone_armature *armature, const moment *m, const rig_state *state)
{
    uint32_t slot_count = armature->slot_count;
    const hone_rig_animation *animation = m->animation;
    const uint8_t *order = NULL;
    if (animation != NULL && animation->order_count > 0) {
        const hone_rig_order_key *key = animation->orders;
        const hone_rig_order_key *end = key + animation->order_count;
        for (; key != end && key->frame <= m->whole; key++) {
            order = key->order;
        }
    }
    if (order != NULL) {
        memcpy(state->order, order, slot_count);
    } else if (*state->base_order == 0) {
        for (uint32_t i = 0; i < slot_count; i++) {
            state->order[i] = (uint8_t)i;
        }
    }
    *state->base_order = order == NULL;
}

// frame is in the animation's ticks.
static void pose(const hone_rig *rig, const hone_rig_animation *animation, float frame,
                 const hone_rig_visitor *visitor)
{
    rig_state state = rig_state_of(rig);
    moment m = {.animation = animation, .frame = frame, .whole = (uint32_t)frame};
    pose_bones(rig->armature, &m, visitor, state.world);
    if (rig->armature->slot_count > 0) {
        reset_slots(rig->armature, &state);
        if (animation != NULL) {
            animate_slots(rig->armature, &m, &state);
        }
        box_slots(rig->armature, &state);
        pose_order(rig->armature, &m, &state);
    }
}

bool hone_rig_pose(hone_rig *rig, const hone_rig_animation *animation, float frame,
                   const hone_rig_visitor *visitor)
{
    if (!hone_rig_is_initialized(rig) || animation == NULL ||
        animation->signature != rig->armature->signature) {
        return false;
    }
    float duration = (float)animation->duration;
    float clamped = frame > 0.0f ? frame : 0.0f; // NaN too
    clamped = clamped < duration ? clamped : duration;
    pose(rig, animation, animation->ticks > 1 ? clamped * (float)animation->ticks : clamped,
         visitor);
    return true;
}

bool hone_rig_pose_bind(hone_rig *rig, const hone_rig_visitor *visitor)
{
    if (!hone_rig_is_initialized(rig)) {
        return false;
    }
    pose(rig, NULL, 0.0f, visitor);
    return true;
}
