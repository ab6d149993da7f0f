// SPDX-License-Identifier: MIT
//
// Drawing: the canvas's transform is the character's placement. What cannot touch the clip is
// skipped before any matrix is multiplied: the clip is taken back into armature space once, as a
// box, and compared with the box of the whole and then with each slot's.
#include "rig/map.h"

// The part of the picture that may be drawn on, in armature space and turned about; false when
// there is none.
static bool clip_box(const hone_canvas *canvas, rig_lanes *out)
{
    hone_affine2 inverse;
    const hone_rect *clip = &canvas->state.clip;
    if (clip->width <= 0 || clip->height <= 0 ||
        !hone_affine2_invert(canvas->state.transform, &inverse)) {
        return false;
    }
    hone_affine2 corner = hone_affine2_translation((float)clip->x, (float)clip->y);
    rig_multiply(&inverse, &corner, &inverse);
    rig_box box;
    rig_lanes_store(&box, rig_lanes_rect(&inverse, (float)clip->width, (float)clip->height));
    // [x0, y0, -x1, -y1] to [x1, y1, -x0, -y0], and a pixel more on each side: boxes are rounded.
    rig_box turned;
    for (int i = 0; i < 4; i++) {
        int32_t bound = 1 - box.v[i ^ 2];
        turned.v[i] = (int16_t)(bound > RIG_BOX_FAR ? RIG_BOX_FAR : bound);
    }
    *out = rig_lanes_load(&turned);
    return true;
}

// Rounded.
static uint32_t divided_by_255(uint32_t product)
{
    product += 128;
    return (product + (product >> 8)) >> 8;
}

static void set_key(const hone_armature *armature, const hone_texture *texture,
                    const hone_canvas_state *before, hone_canvas_state *state)
{
    bool keyed =
        texture->format == HONE_PIXEL_RGB565 || texture->format == HONE_PIXEL_RGB565_SWAPPED;
    state->key_enabled = keyed;
    state->key = keyed ? armature->key : before->key;
}

bool hone_rig_draw_range(const hone_rig *rig, hone_canvas *canvas, int32_t first, int32_t end)
{
    if (!hone_rig_is_initialized(rig) || canvas == NULL) {
        return false;
    }
    const hone_armature *armature = rig->armature;
    uint32_t slot_count = armature->slot_count;
    first = first < 0 ? 0 : first;
    end = end > (int32_t)slot_count ? (int32_t)slot_count : end;
    rig_lanes clip;
    rig_state state = rig_state_of(rig);
    if (first >= end || !clip_box(canvas, &clip) ||
        (state.whole != NULL && !rig_lanes_touch(rig_lanes_load(state.whole), clip))) {
        return true;
    }
    const hone_canvas_state before = canvas->state;
    const hone_rig_slot *slots = armature->slots;
    hone_canvas_state *now = &canvas->state;
    now->key_enabled = false;
    const hone_blend add = before.blend == HONE_BLEND_NONE ? HONE_BLEND_NONE : HONE_BLEND_ADD;
    const uint8_t *last = state.order + end;
    for (const uint8_t *at = state.order + first; at != last; at++) {
        uint32_t slot = *at;
        uint32_t alpha = slot < slot_count ? state.alpha[slot] : 0;
        if (alpha == 0 || !rig_lanes_touch(rig_lanes_load(&state.box[slot]), clip)) {
            continue;
        }
        const hone_rig_slot *data = &slots[slot];
        const hone_rig_attachment *shown = &data->attachments[state.attachment[slot]];
        rig_multiply_twice(&before.transform, &state.world[data->bone], &shown->local,
                           &now->transform);
        if (before.opacity != 255) {
            alpha = divided_by_255(alpha * before.opacity);
        }
        now->opacity = (uint8_t)alpha;
        now->blend = data->blend == HONE_BLEND_ADD ? add : before.blend;
        if (armature->keyed) {
            set_key(armature, shown->texture, &before, now);
        }
        hone_image_part part;
        rig_source(shown, &part.rect);
        part.hull = shown->hull;
        part.hull_count = shown->hull_count;
        hone_canvas_draw_image(canvas, shown->texture, &part);
    }
    canvas->state = before;
    return true;
}

bool hone_rig_draw(const hone_rig *rig, hone_canvas *canvas)
{
    return hone_rig_draw_range(rig, canvas, 0, HONE_RIG_MAX_SLOTS);
}
