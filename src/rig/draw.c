// SPDX-License-Identifier: MIT
//
// Drawing: the canvas's transform is the character's placement. What cannot touch the clip is
// skipped before any matrix is multiplied: the clip is taken back into armature space once, as a
// box, and compared with the box of the whole and then with each slot's.
#include "rig/rig.h"

static int16_t clamp16(float value)
{
    return (int16_t)(value > -32768.0f ? value < 32767.0f ? value : 32767.0f : -32768.0f);
}

// The box in armature space of the part of the picture that may be drawn on; false when nothing is.
static bool clip_box(const hone_canvas *canvas, rig_box *out)
{
    hone_affine2 inverse;
    const hone_rect *clip = &canvas->state.clip;
    if (clip->width <= 0 || clip->height <= 0 ||
        !hone_affine2_invert(canvas->state.transform, &inverse)) {
        return false;
    }
    // A pixel more on each side: a filtered picture reaches half a texel beyond its rectangle.
    float half_width = 0.5f * (float)clip->width + 1.0f;
    float half_height = 0.5f * (float)clip->height + 1.0f;
    hone_vec2 centre = {(float)clip->x + half_width - 1.0f, (float)clip->y + half_height - 1.0f};
    rig_box box = rig_box_round(inverse, centre, (hone_vec2){half_width, 0.0f},
                                (hone_vec2){0.0f, half_height});
    *out = (rig_box){clamp16((float)box.min_x - 1.0f), clamp16((float)box.min_y - 1.0f),
                     clamp16((float)box.max_x + 1.0f), clamp16((float)box.max_y + 1.0f)};
    return true;
}

// An empty a meets nothing.
static bool boxes_meet(const rig_box *a, const rig_box *b)
{
    return a->min_x <= a->max_x && a->min_x <= b->max_x && b->min_x <= a->max_x &&
           a->min_y <= b->max_y && b->min_y <= a->max_y;
}

static uint8_t scaled_alpha(uint8_t a, uint8_t b)
{
    uint32_t product = (uint32_t)a * b + 128;
    return (uint8_t)((product + (product >> 8)) >> 8);
}

static bool is_keyed(const hone_armature *armature, const hone_texture *texture)
{
    return armature->keyed &&
           (texture->format == HONE_PIXEL_RGB565 || texture->format == HONE_PIXEL_RGB565_SWAPPED);
}

static void draw_slot(const hone_rig *rig, const rig_state *state, uint32_t slot,
                      const hone_canvas_state *before, hone_canvas *canvas)
{
    const hone_armature *armature = rig->armature;
    const hone_rig_slot *data = &armature->slots[slot];
    const hone_rig_attachment *shown = &data->attachments[state->attachment[slot]];
    canvas->state.transform = hone_affine2_mul(
        hone_affine2_mul(before->transform, state->world[data->bone]), shown->local);
    canvas->state.opacity = scaled_alpha(before->opacity, state->alpha[slot]);
    canvas->state.blend = data->blend == HONE_BLEND_ADD && before->blend != HONE_BLEND_NONE
                              ? HONE_BLEND_ADD
                              : before->blend;
    bool keyed = is_keyed(armature, shown->texture);
    canvas->state.key_enabled = keyed;
    canvas->state.key = keyed ? armature->key : before->key;
    hone_image_part part = {
        {shown->source_x, shown->source_y, shown->source_width, shown->source_height},
        shown->hull,
        shown->hull_count};
    hone_canvas_draw_image(canvas, shown->texture, &part);
}

bool hone_rig_draw_range(const hone_rig *rig, hone_canvas *canvas, int32_t first, int32_t end)
{
    if (!hone_rig_is_initialized(rig) || canvas == NULL) {
        return false;
    }
    int32_t slot_count = rig->armature->slot_count;
    first = first < 0 ? 0 : first;
    end = end > slot_count ? slot_count : end;
    rig_box clip;
    rig_state state = rig_state_of(rig);
    if (first >= end || !clip_box(canvas, &clip) ||
        (state.whole != NULL && !boxes_meet(state.whole, &clip))) {
        return true;
    }
    hone_canvas_state before = canvas->state;
    for (int32_t i = first; i < end; i++) {
        uint32_t slot = state.order[i];
        if (slot < (uint32_t)slot_count && state.alpha[slot] != 0 &&
            boxes_meet(&state.box[slot], &clip)) {
            draw_slot(rig, &state, slot, &before, canvas);
        }
    }
    canvas->state = before;
    return true;
}

bool hone_rig_draw(const hone_rig *rig, hone_canvas *canvas)
{
    return hone_rig_draw_range(rig, canvas, 0, HONE_RIG_MAX_SLOTS);
}
