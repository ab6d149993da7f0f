// SPDX-License-Identifier: MIT
//
// A pose: the timelines lie sorted by bone and channel, so one walk over bones and timelines side
// by side gives every bone its offsets, its local pose and its world transform, and a second walk
// does the same for slots.
//
// Between two keys the easing e is an integer in Q14. Positions follow it in float; angles, scales
// and alpha in integers as from + (to - from) e / 16384, rounded, with the difference of two
// angles taken in 16 bits, the short way round.
#include "rig/rig.h"

#include <string.h>

// Where a frame stands in a timeline.
typedef struct place {
    uint32_t key, next;
    int32_t easing; // Q14 from key to next
} place;

static int32_t round_q14(int32_t product)
{
    return (product + 8192) >> 14;
}

// The curve through the 17 points, by the cubic that has the slopes of the neighbours' chords
// (Catmull and Rom 1974); beyond the ends a parabola through the last three points goes on.
static int32_t curve_at(const hone_rig_curve *curve, float t)
{
    float u = t * 16.0f;
    int32_t i = (int32_t)u;
    i = i > 15 ? 15 : i;
    float x = u - (float)i;
    const int16_t *y = curve->y;
    float y1 = y[i];
    float y2 = y[i + 1];
    float y0 = i > 0 ? (float)y[i - 1] : 3.0f * y1 - 3.0f * y2 + (float)y[2];
    float y3 = i < 15 ? (float)y[i + 2] : 3.0f * y2 - 3.0f * y1 + (float)y[14];
    float slope = 0.5f * (y2 - y0);
    float bend = y0 - 2.5f * y1 + 2.0f * y2 - 0.5f * y3;
    float twist = 1.5f * (y1 - y2) + 0.5f * (y3 - y0);
    float value = y1 + x * (slope + x * (bend + x * twist));
    value = value < -32767.0f ? -32767.0f : value > 32767.0f ? 32767.0f : value;
    return (int32_t)(value < 0.0f ? value - 0.5f : value + 0.5f);
}

static place find_place(const hone_rig_timeline *timeline, const hone_rig_animation *animation,
                        float frame, bool interpolates)
{
    const uint16_t *frames = timeline->frames;
    uint32_t whole = (uint32_t)frame;
    uint32_t low = 0;
    uint32_t high = timeline->key_count;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (frames[middle] <= whole) {
            low = middle;
        } else {
            high = middle;
        }
    }
    place at = {low, low, 0};
    uint32_t easing = timeline->easings == NULL ? HONE_RIG_LINEAR : timeline->easings[low];
    if (high < timeline->key_count && interpolates && easing != HONE_RIG_STEP) {
        float from = (float)frames[low];
        float t = (frame - from) / ((float)frames[high] - from);
        at.next = high;
        if (easing == HONE_RIG_LINEAR) {
            at.easing = (int32_t)(t * 16384.0f + 0.5f);
        } else if (easing - HONE_RIG_CURVE < animation->curve_count) {
            at.easing = curve_at(&animation->curves[easing - HONE_RIG_CURVE], t);
        }
    }
    return at;
}

static int16_t saturate16(int32_t value)
{
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

static int16_t mix_angle(int16_t from, int16_t to, int32_t easing)
{
    int32_t way = (int16_t)(uint16_t)((uint16_t)to - (uint16_t)from);
    return (int16_t)(uint16_t)((uint32_t)from + (uint32_t)round_q14(way * easing));
}

// The difference may take 17 bits and an overshooting easing 16, so the product needs 64.
static int16_t mix_scale(int16_t from, int16_t to, int32_t easing)
{
    int64_t way = (int64_t)(to - from) * easing;
    return saturate16(from + (int32_t)((way + 8192) >> 14));
}

static int16_t multiply_scale(int16_t bind, int16_t key)
{
    return saturate16((bind * key + HONE_SCALE16_ONE / 2) >> 12);
}

static void apply_to_bone(const hone_rig_timeline *timeline, place at, hone_rig_local *local)
{
    switch (timeline->channel) {
    case HONE_RIG_TRANSLATE: {
        const float *from = (const float *)timeline->values + (size_t)at.key * 2;
        const float *to = (const float *)timeline->values + (size_t)at.next * 2;
        float t = (float)at.easing * (1.0f / 16384.0f);
        local->x += from[0] + (to[0] - from[0]) * t;
        local->y += from[1] + (to[1] - from[1]) * t;
        break;
    }
    case HONE_RIG_ROTATE: {
        const int16_t *from = (const int16_t *)timeline->values + (size_t)at.key * 2;
        const int16_t *to = (const int16_t *)timeline->values + (size_t)at.next * 2;
        uint32_t x = (uint16_t)mix_angle(from[0], to[0], at.easing);
        uint32_t y = (uint16_t)mix_angle(from[1], to[1], at.easing);
        local->rot_x = (int16_t)(uint16_t)((uint16_t)local->rot_x + x);
        local->rot_y = (int16_t)(uint16_t)((uint16_t)local->rot_y + y);
        break;
    }
    case HONE_RIG_SCALE: {
        const int16_t *from = (const int16_t *)timeline->values + (size_t)at.key * 2;
        const int16_t *to = (const int16_t *)timeline->values + (size_t)at.next * 2;
        local->scale_x = multiply_scale(local->scale_x, mix_scale(from[0], to[0], at.easing));
        local->scale_y = multiply_scale(local->scale_y, mix_scale(from[1], to[1], at.easing));
        break;
    }
    default:
        break;
    }
}

static void pose_bones(const hone_rig *rig, const hone_rig_animation *animation, float frame,
                       const hone_rig_visitor *visitor, hone_affine2 *world)
{
    const hone_armature *armature = rig->armature;
    const hone_rig_timeline *timeline = animation == NULL ? NULL : animation->timelines;
    const hone_rig_timeline *end =
        animation == NULL ? NULL : timeline + animation->bone_timeline_count;
    uint8_t flipped[32] = {0}; // a bit a bone: its own local x scale is negative
    for (uint32_t i = 0; i < armature->bone_count; i++) {
        const hone_rig_bone *bone = &armature->bones[i];
        hone_rig_local local = {bone->x,     bone->y,       bone->rot_x,
                                bone->rot_y, bone->scale_x, bone->scale_y};
        for (; timeline != end && timeline->target <= i; timeline++) {
            if (timeline->target == i && timeline->key_count > 0) {
                apply_to_bone(timeline, find_place(timeline, animation, frame, true), &local);
            }
        }
        if (visitor != NULL && visitor->on_bone != NULL) {
            visitor->on_bone(visitor->user, (int32_t)i, &local);
        }
        if (local.scale_x < 0) {
            flipped[i >> 3] |= (uint8_t)(1u << (i & 7));
        }
        uint32_t p = bone->parent;
        if (p < i) {
            bool parent_flipped = (flipped[p >> 3] >> (p & 7) & 1) != 0;
            world[i] =
                rig_world(&local, bone->flags, &world[p], parent_flipped, armature->bones[p].flags);
        } else {
            world[i] = rig_world(&local, bone->flags, NULL, false, 0);
        }
    }
}

static void apply_to_slot(const hone_rig_timeline *timeline, const hone_rig_animation *animation,
                          float frame, int32_t attachment_count, rig_state *state)
{
    uint8_t slot = timeline->target;
    if (timeline->channel == HONE_RIG_ATTACHMENT) {
        place at = find_place(timeline, animation, frame, false);
        int8_t attachment = ((const int8_t *)timeline->values)[at.key];
        state->attachment[slot] = attachment < attachment_count ? attachment : (int8_t)HONE_NONE;
    } else if (timeline->channel == HONE_RIG_ALPHA) {
        place at = find_place(timeline, animation, frame, true);
        const uint8_t *values = timeline->values;
        int32_t from = values[at.key];
        int32_t alpha = from + round_q14((values[at.next] - from) * at.easing);
        state->alpha[slot] = (uint8_t)(alpha < 0 ? 0 : alpha > 255 ? 255 : alpha);
    }
}

static int16_t floor16(float value)
{
    if (!(value > -32768.0f)) {
        return INT16_MIN;
    }
    if (value >= 32767.0f) {
        return INT16_MAX;
    }
    int32_t whole = (int32_t)value;
    return (int16_t)(whole - ((float)whole > value ? 1 : 0));
}

static int16_t ceil16(float value)
{
    if (!(value < 32767.0f)) {
        return INT16_MAX;
    }
    if (value <= -32768.0f) {
        return INT16_MIN;
    }
    int32_t whole = (int32_t)value;
    return (int16_t)(whole + ((float)whole < value ? 1 : 0));
}

static float absolute(float value)
{
    return value < 0.0f ? -value : value;
}

rig_box rig_box_round(hone_affine2 map, hone_vec2 centre, hone_vec2 half_u, hone_vec2 half_v)
{
    float x = map.a * centre.x + map.c * centre.y + map.tx;
    float y = map.b * centre.x + map.d * centre.y + map.ty;
    float across = absolute(map.a * half_u.x + map.c * half_u.y) +
                   absolute(map.a * half_v.x + map.c * half_v.y);
    float down = absolute(map.b * half_u.x + map.d * half_u.y) +
                 absolute(map.b * half_v.x + map.d * half_v.y);
    return (rig_box){floor16(x - across), floor16(y - down), ceil16(x + across), ceil16(y + down)};
}

rig_box rig_box_union(rig_box a, rig_box b)
{
    return (rig_box){a.min_x < b.min_x ? a.min_x : b.min_x, a.min_y < b.min_y ? a.min_y : b.min_y,
                     a.max_x > b.max_x ? a.max_x : b.max_x, a.max_y > b.max_y ? a.max_y : b.max_y};
}

rig_box rig_slot_box(const hone_armature *armature, int32_t slot, int32_t attachment,
                     const hone_affine2 *world)
{
    const hone_rig_slot *data = &armature->slots[slot];
    if (attachment < 0 || attachment >= data->attachment_count ||
        data->bone >= armature->bone_count) {
        return RIG_BOX_EMPTY;
    }
    const hone_rig_attachment *shown = &data->attachments[attachment];
    if (shown->texture == NULL) {
        return RIG_BOX_EMPTY;
    }
    float half_width = 0.5f * (float)shown->source_width;
    float half_height = 0.5f * (float)shown->source_height;
    hone_vec2 half_u = {shown->local.a * half_width, shown->local.b * half_width};
    hone_vec2 half_v = {shown->local.c * half_height, shown->local.d * half_height};
    hone_vec2 centre = {shown->local.tx + half_u.x + half_v.x,
                        shown->local.ty + half_u.y + half_v.y};
    return rig_box_round(world[data->bone], centre, half_u, half_v);
}

static void pose_slots(const hone_rig *rig, const hone_rig_animation *animation, float frame,
                       rig_state *state)
{
    const hone_armature *armature = rig->armature;
    const hone_rig_slot *slots = armature->slots;
    for (uint32_t i = 0; i < armature->slot_count; i++) {
        int32_t shown = slots[i].attachment;
        state->attachment[i] =
            (int8_t)(shown >= 0 && shown < slots[i].attachment_count ? shown : HONE_NONE);
        state->alpha[i] = slots[i].alpha;
    }
    if (animation != NULL) {
        const hone_rig_timeline *timeline = animation->timelines + animation->bone_timeline_count;
        const hone_rig_timeline *end = timeline + animation->slot_timeline_count;
        for (; timeline != end; timeline++) {
            if (timeline->target < armature->slot_count && timeline->key_count > 0) {
                apply_to_slot(timeline, animation, frame, slots[timeline->target].attachment_count,
                              state);
            }
        }
    }
    rig_box whole = RIG_BOX_EMPTY;
    for (int32_t i = 0; i < armature->slot_count; i++) {
        state->box[i] = rig_slot_box(armature, i, state->attachment[i], state->world);
        whole = rig_box_union(whole, state->box[i]);
    }
    if (state->whole != NULL) {
        *state->whole = whole;
    }
}

static void pose_order(const hone_rig *rig, const hone_rig_animation *animation, float frame,
                       rig_state *state)
{
    uint32_t slot_count = rig->armature->slot_count;
    if (slot_count == 0) {
        return;
    }
    const uint8_t *order = NULL;
    if (animation != NULL) {
        uint32_t whole = (uint32_t)frame;
        for (uint32_t i = 0; i < animation->order_count && animation->orders[i].frame <= whole;
             i++) {
            order = animation->orders[i].order;
        }
    }
    if (order != NULL) {
        memcpy(state->order, order, slot_count);
        *state->base_order = 0;
    } else if (*state->base_order == 0) {
        for (uint32_t i = 0; i < slot_count; i++) {
            state->order[i] = (uint8_t)i;
        }
        *state->base_order = 1;
    }
}

static void pose(const hone_rig *rig, const hone_rig_animation *animation, float frame,
                 const hone_rig_visitor *visitor)
{
    rig_state state = rig_state_of(rig);
    pose_bones(rig, animation, frame, visitor, state.world);
    pose_slots(rig, animation, frame, &state);
    pose_order(rig, animation, frame, &state);
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
