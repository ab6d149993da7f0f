// SPDX-License-Identifier: MIT
//
// Row functions for ARGB4444 targets in plain C. Images are drawn in two passes.
#include "canvas/canvas.h"
#include "canvas/format.h"

static uint32_t argb4444_store(uint32_t argb)
{
    return format_store_4444(argb);
}

static void argb4444_set(void *pixels, int32_t count, uint32_t stored)
{
    uint16_t *to = pixels;
    for (int32_t i = 0; i < count; i++) {
        to[i] = (uint16_t)stored;
    }
}

static inline uint32_t over(uint32_t argb, uint32_t d)
{
    return format_mix_4444(argb, d, 255 - (argb >> 24));
}

static inline uint32_t painted(uint32_t d, canvas_paint paint, uint32_t coverage)
{
    const uint32_t source = pixel_scale(paint.argb, coverage);
    switch (paint.blend) {
    case HONE_BLEND_ADD:
        return format_add_4444(source, d);
    case HONE_BLEND_NONE:
        return format_mix_4444(source, d, 255 - coverage);
    case HONE_BLEND_OVER:
    default:
        return over(source, d);
    }
}

static void paint_even(void *pixels, int32_t count, canvas_paint paint, uint32_t coverage)
{
    uint16_t *to = pixels;
    if (coverage == 255 && (paint.blend == HONE_BLEND_NONE ||
                            (paint.blend == HONE_BLEND_OVER && paint.argb >> 24 == 255))) {
        argb4444_set(pixels, count, format_store_4444(paint.argb));
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        to[i] = (uint16_t)painted(to[i], paint, coverage);
    }
}

static void paint_mask(void *pixels, const uint8_t *coverage, int32_t count, canvas_paint paint)
{
    uint16_t *to = pixels;
    for (int32_t i = 0; i < count; i++) {
        if (coverage[i] != 0) {
            to[i] = (uint16_t)painted(to[i], paint, coverage[i]);
        }
    }
}

static void argb4444_composite(void *pixels, const uint32_t *source, int32_t count,
                               hone_blend blend, bool picky)
{
    uint16_t *to = pixels;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t p = source[i];
        if (p == 0 && (blend != HONE_BLEND_NONE || picky)) {
            continue;
        }
        if (blend == HONE_BLEND_NONE || (blend == HONE_BLEND_OVER && p >> 24 == 255)) {
            to[i] = (uint16_t)format_store_4444(p);
        } else {
            to[i] =
                (uint16_t)(blend == HONE_BLEND_ADD ? format_add_4444(p, to[i]) : over(p, to[i]));
        }
    }
}

static image_row *argb4444_image(const hone_texture *texture, const hone_canvas_state *state)
{
    (void)texture;
    (void)state;
    return NULL;
}

const canvas_target *canvas_target_argb4444(canvas_level level)
{
    static const canvas_target plain = {.store = argb4444_store,
                                        .set = argb4444_set,
                                        .paint = paint_even,
                                        .mask = paint_mask,
                                        .composite = argb4444_composite,
                                        .image = argb4444_image};
    (void)level;
    return &plain;
}
