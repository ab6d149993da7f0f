// SPDX-License-Identifier: MIT
//
// An instance's memory: all of it lies in the caller's block, in the order of rig_state_of().
#include "rig/map.h"

#include <string.h>

static size_t state_bytes(const hone_armature *armature)
{
    size_t bones = armature->bone_count;
    size_t slots = armature->slot_count;
    size_t bytes = bones * sizeof(hone_affine2) + slots * (sizeof(rig_box) + 3);
    if (slots >= RIG_WHOLE_BOX_SLOTS) {
        bytes += sizeof(rig_box);
    }
    if (slots > 0) {
        bytes += 1;
    }
    return (bytes + 3) / 4 * 4;
}

size_t hone_rig_bytes(const hone_armature *armature)
{
    return armature == NULL ? 0 : state_bytes(armature) + 3;
}

rig_state rig_state_of(const hone_rig *rig)
{
    size_t bones = rig->armature->bone_count;
    size_t slots = rig->armature->slot_count;
    rig_state state = {0};
    // hone_rig_init() aligned the memory.
    uint8_t *at = rig->memory;
    state.world = (hone_affine2 *)(void *)at;
    at += bones * sizeof(hone_affine2);
    state.box = (rig_box *)(void *)at;
    at += slots * sizeof(rig_box);
    if (slots >= RIG_WHOLE_BOX_SLOTS) {
        state.whole = (rig_box *)(void *)at;
        at += sizeof(rig_box);
    }
    state.attachment = (int8_t *)at;
    state.alpha = at + slots;
    state.order = at + slots * 2;
    state.base_order = slots > 0 ? at + slots * 3 : NULL;
    return state;
}

static bool is_sound(const hone_armature *armature)
{
    const hone_rig_slot *slot = armature->slots;
    for (uint32_t i = 0; i < armature->slot_count; i++, slot++) {
        if (slot->bone >= armature->bone_count || slot->attachment >= slot->attachment_count ||
            slot->attachment < HONE_NONE) {
            return false;
        }
    }
    return true;
}

bool hone_rig_init(hone_rig *rig, const hone_armature *armature, void *memory, size_t bytes)
{
    if (rig == NULL) {
        return false;
    }
    *rig = (hone_rig){NULL, NULL};
    if (armature == NULL || memory == NULL || bytes < hone_rig_bytes(armature) ||
        !is_sound(armature)) {
        return false;
    }
    uint8_t *at = memory;
    at += (4 - ((uintptr_t)at & 3)) & 3;
    *rig = (hone_rig){armature, at};
    memset(at, 0, state_bytes(armature));
    return hone_rig_pose_bind(rig, NULL);
}

void hone_rig_deinit(hone_rig *rig)
{
    if (rig != NULL) {
        *rig = (hone_rig){NULL, NULL};
    }
}

bool hone_rig_is_initialized(const hone_rig *rig)
{
    return rig != NULL && rig->memory != NULL;
}

const hone_armature *hone_rig_armature(const hone_rig *rig)
{
    return hone_rig_is_initialized(rig) ? rig->armature : NULL;
}

static bool has_slot(const hone_rig *rig, int32_t slot)
{
    return hone_rig_is_initialized(rig) && slot >= 0 && slot < rig->armature->slot_count;
}

int32_t hone_rig_draw_index_of(const hone_rig *rig, int32_t slot)
{
    if (!has_slot(rig, slot)) {
        return HONE_NONE;
    }
    rig_state state = rig_state_of(rig);
    for (int32_t i = 0; i < rig->armature->slot_count; i++) {
        if (state.order[i] == slot) {
            return i;
        }
    }
    return HONE_NONE;
}

int32_t hone_rig_slot_at(const hone_rig *rig, int32_t draw_index)
{
    return has_slot(rig, draw_index) ? rig_state_of(rig).order[draw_index] : HONE_NONE;
}

bool hone_rig_bone_transform(const hone_rig *rig, int32_t bone, hone_affine2 *out)
{
    if (!hone_rig_is_initialized(rig) || out == NULL || bone < 0 ||
        bone >= rig->armature->bone_count) {
        return false;
    }
    *out = rig_state_of(rig).world[bone];
    return true;
}

int32_t hone_rig_attachment_of(const hone_rig *rig, int32_t slot)
{
    return has_slot(rig, slot) ? rig_state_of(rig).attachment[slot] : HONE_NONE;
}

bool hone_rig_set_attachment(hone_rig *rig, int32_t slot, int32_t attachment)
{
    if (!has_slot(rig, slot) || attachment < HONE_NONE ||
        attachment >= rig->armature->slots[slot].attachment_count) {
        return false;
    }
    rig_state state = rig_state_of(rig);
    state.attachment[slot] = (int8_t)attachment;
    rig_lanes box = rig_slot_lanes(rig->armature, (uint32_t)slot, attachment, state.world);
    rig_lanes_store(&state.box[slot], box);
    if (state.whole != NULL) {
        rig_lanes_store(state.whole, rig_lanes_union(rig_lanes_load(state.whole), box));
    }
    return true;
}

int32_t hone_rig_alpha_of(const hone_rig *rig, int32_t slot)
{
    return has_slot(rig, slot) ? rig_state_of(rig).alpha[slot] : HONE_NONE;
}

bool hone_rig_set_alpha(hone_rig *rig, int32_t slot, int32_t alpha)
{
    if (!has_slot(rig, slot) || alpha < 0 || alpha > 255) {
        return false;
    }
    rig_state_of(rig).alpha[slot] = (uint8_t)alpha;
    return true;
}

static bool set_rect(rig_lanes lanes, hone_rect *out)
{
    rig_box box;
    rig_lanes_store(&box, lanes);
    if (box.v[0] == RIG_BOX_NOTHING) {
        return false;
    }
    *out = (hone_rect){box.v[0], box.v[1], -box.v[2] - box.v[0], -box.v[3] - box.v[1]};
    return true;
}

bool hone_rig_bounds(const hone_rig *rig, hone_rect *out)
{
    if (!hone_rig_is_initialized(rig) || out == NULL) {
        return false;
    }
    rig_state state = rig_state_of(rig);
    rig_lanes box = rig_lanes_nothing();
    for (uint32_t i = 0; i < rig->armature->slot_count; i++) {
        if (state.alpha[i] != 0) {
            box = rig_lanes_union(box, rig_lanes_load(&state.box[i]));
        }
    }
    return set_rect(box, out);
}

bool hone_rig_bounds_placed(const hone_rig *rig, hone_affine2 placement, hone_rect *out)
{
    hone_rect own;
    if (out == NULL || !hone_rig_bounds(rig, &own)) {
        return false;
    }
    hone_affine2 corner = hone_affine2_translation((float)own.x, (float)own.y);
    rig_multiply(&placement, &corner, &placement);
    return set_rect(rig_lanes_rect(&placement, (float)own.width, (float)own.height), out);
}
