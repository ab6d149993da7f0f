// SPDX-License-Identifier: MIT
//
// Row functions for RGB565 targets, in either byte order, in plain C.
//
// Of the pairs of formats, those that small machines use have rows of their own for nearest over:
// from ARGB4444 (a character's parts), from RGB565 of the same byte order (keyed parts,
// backgrounds) and from ARGB8888. They walk without a test of bounds and copy what is opaque.
#include "canvas/canvas.h"
#include "canvas/format.h"
#include "canvas/vector.h"

static inline uint32_t load(const uint16_t *from, bool swapped)
{
    return swapped ? format_swap(*from) : *from;
}

static inline void put(uint16_t *to, uint32_t p, bool swapped)
{
    *to = (uint16_t)(swapped ? format_swap(p) : p);
}

static inline uint32_t over(uint32_t argb, uint32_t d)
{
    return format_mix_565(argb, d, 255 - (argb >> 24));
}

void rgb565_set(void *pixels, int32_t count, uint32_t stored)
{
    uint16_t *to = pixels;
    for (int32_t i = 0; i < count; i++) {
        to[i] = (uint16_t)stored;
    }
}

static inline uint32_t painted(uint32_t d, canvas_paint paint, uint32_t coverage)
{
    const uint32_t source = pixel_scale(paint.argb, coverage);
    switch (paint.blend) {
    case HONE_BLEND_ADD:
        return format_add_565(source, d);
    case HONE_BLEND_NONE:
        return format_mix_565(source, d, 255 - coverage);
    case HONE_BLEND_OVER:
    default:
        return over(source, d);
    }
}

static inline void paint_even(uint16_t *to, int32_t count, canvas_paint paint, uint32_t coverage,
                              bool swapped)
{
    if (coverage == 255 && (paint.blend == HONE_BLEND_NONE ||
                            (paint.blend == HONE_BLEND_OVER && paint.argb >> 24 == 255))) {
        const uint32_t stored = format_store_565(paint.argb);
        rgb565_set(to, count, swapped ? format_swap(stored) : stored);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        put(to + i, painted(load(to + i, swapped), paint, coverage), swapped);
    }
}

static inline void paint_mask(uint16_t *to, const uint8_t *coverage, int32_t count,
                              canvas_paint paint, bool swapped)
{
    for (int32_t i = 0; i < count; i++) {
        if (coverage[i] != 0) {
            put(to + i, painted(load(to + i, swapped), paint, coverage[i]), swapped);
        }
    }
}

static inline void composite_565(uint16_t *to, const uint32_t *source, int32_t count,
                                 hone_blend blend, bool picky, bool swapped)
{
    for (int32_t i = 0; i < count; i++) {
        const uint32_t p = source[i];
        if (p == 0 && (blend != HONE_BLEND_NONE || picky)) {
            continue;
        }
        if (blend == HONE_BLEND_NONE || (blend == HONE_BLEND_OVER && p >> 24 == 255)) {
            put(to + i, format_store_565(p), swapped);
        } else {
            const uint32_t d = load(to + i, swapped);
            put(to + i, blend == HONE_BLEND_ADD ? format_add_565(p, d) : over(p, d), swapped);
        }
    }
}

// A walk through the texels under a row of pixels.
typedef struct walk {
    const uint8_t *texels;
    ptrdiff_t stride;
    uint32_t u, v, du, dv;
} walk;

static inline walk walk_of(const image_source *s, int32_t u, int32_t v)
{
    return (walk){s->texels, s->stride, (uint32_t)u, (uint32_t)v, (uint32_t)s->du, (uint32_t)s->dv};
}

static inline const void *walk_next(walk *w, uint32_t bytes)
{
    const void *at = w->texels + (ptrdiff_t)(w->v >> 16) * w->stride + (w->u >> 16) * bytes;
    w->u += w->du;
    w->v += w->dv;
    return at;
}

static inline void nearest_of_4444(uint16_t *to, int32_t count, const image_source *s, walk w,
                                   bool keyed, bool swapped)
{
    for (int32_t i = 0; i < count; i++) {
        const uint32_t p = *(const uint16_t *)walk_next(&w, 2);
        if (keyed && p == s->key) {
            continue;
        }
        if (p >= 0xf000u) {
            put(to + i, format_store_565_of_4444(p), swapped);
        } else if (p != 0) {
            put(to + i, format_over_565_of_4444(p, load(to + i, swapped)), swapped);
        }
    }
}

static inline void nearest_of_565(uint16_t *to, int32_t count, const image_source *s, walk w)
{
    const uint32_t key = s->keyed ? s->key : UINT32_MAX;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t p = *(const uint16_t *)walk_next(&w, 2);
        if (p != key) {
            to[i] = (uint16_t)p;
        }
    }
}

static inline void nearest_of_8888(uint16_t *to, int32_t count, const image_source *s, walk w,
                                   bool keyed, bool swapped)
{
    for (int32_t i = 0; i < count; i++) {
        const uint32_t p = *(const uint32_t *)walk_next(&w, 4);
        if (keyed && p == s->key) {
            continue;
        }
        if (p >= 0xff000000u) {
            put(to + i, format_store_565(p), swapped);
        } else if (p != 0) {
            put(to + i, over(p, load(to + i, swapped)), swapped);
        }
    }
}

static uint32_t store_native(uint32_t argb)
{
    return format_store_565(argb);
}

static uint32_t store_swapped(uint32_t argb)
{
    return format_swap(format_store_565(argb));
}

#define FAMILY(order, swapped, own)                                                                \
    static void paint_##order(void *pixels, int32_t count, canvas_paint paint, uint32_t coverage)  \
    {                                                                                              \
        paint_even(pixels, count, paint, coverage, swapped);                                       \
    }                                                                                              \
    static void mask_##order(void *pixels, const uint8_t *coverage, int32_t count,                 \
                             canvas_paint paint)                                                   \
    {                                                                                              \
        paint_mask(pixels, coverage, count, paint, swapped);                                       \
    }                                                                                              \
    static void composite_##order(void *pixels, const uint32_t *source, int32_t count,             \
                                  hone_blend blend, bool picky)                                    \
    {                                                                                              \
        composite_565(pixels, source, count, blend, picky, swapped);                               \
    }                                                                                              \
    static void row_of_4444_##order(void *pixels, int32_t count, const image_source *source,       \
                                    int32_t u, int32_t v)                                          \
    {                                                                                              \
        if (source->keyed) {                                                                       \
            nearest_of_4444(pixels, count, source, walk_of(source, u, v), true, swapped);          \
        } else {                                                                                   \
            nearest_of_4444(pixels, count, source, walk_of(source, u, v), false, swapped);         \
        }                                                                                          \
    }                                                                                              \
    static void row_of_8888_##order(void *pixels, int32_t count, const image_source *source,       \
                                    int32_t u, int32_t v)                                          \
    {                                                                                              \
        if (source->keyed) {                                                                       \
            nearest_of_8888(pixels, count, source, walk_of(source, u, v), true, swapped);          \
        } else {                                                                                   \
            nearest_of_8888(pixels, count, source, walk_of(source, u, v), false, swapped);         \
        }                                                                                          \
    }                                                                                              \
    static image_row *image_##order(const hone_texture *texture, const hone_canvas_state *state)   \
    {                                                                                              \
        return image_row_of(texture->format, state, own, row_of_4444_##order,                      \
                            row_of_8888_##order);                                                  \
    }

static void row_of_own(void *pixels, int32_t count, const image_source *source, int32_t u,
                       int32_t v)
{
    nearest_of_565(pixels, count, source, walk_of(source, u, v));
}

static image_row *image_row_of(hone_pixel_format format, const hone_canvas_state *state,
                               hone_pixel_format own, image_row *of_4444, image_row *of_8888)
{
    if (state->filter != HONE_FILTER_NEAREST || state->opacity != 255) {
        return NULL;
    }
    if (format == own && state->blend != HONE_BLEND_ADD) {
        return row_of_own;
    }
    if (state->blend != HONE_BLEND_OVER) {
        return NULL;
    }
    return format == HONE_PIXEL_ARGB4444 ? of_4444
                                         : (format == HONE_PIXEL_ARGB8888 ? of_8888 : NULL);
}

FAMILY(native, false, HONE_PIXEL_RGB565)
FAMILY(swapped, true, HONE_PIXEL_RGB565_SWAPPED)

#ifdef CANVAS_HAS_SSE2
// What fetches faster in two passes with vector code has no row.
static image_row *image_vector_native(const hone_texture *texture, const hone_canvas_state *state)
{
    image_row *row = image_native(texture, state);
    return row == row_of_own ? row : NULL;
}

static image_row *image_vector_swapped(const hone_texture *texture, const hone_canvas_state *state)
{
    image_row *row = image_swapped(texture, state);
    return row == row_of_own ? row : NULL;
}
#endif

const canvas_target *canvas_target_rgb565(bool swapped, canvas_level level)
{
    static const canvas_target native = {.store = store_native,
                                         .set = rgb565_set,
                                         .paint = paint_native,
                                         .mask = mask_native,
                                         .composite = composite_native,
                                         .image = image_native};
    static const canvas_target foreign = {.store = store_swapped,
                                          .set = rgb565_set,
                                          .paint = paint_swapped,
                                          .mask = mask_swapped,
                                          .composite = composite_swapped,
                                          .image = image_swapped};
#ifdef CANVAS_HAS_SSE2
    static const canvas_target native_sse2 = {.store = store_native,
                                              .set = rgb565_set,
                                              .paint = rgb565_paint_native_sse2,
                                              .mask = rgb565_mask_native_sse2,
                                              .composite = rgb565_composite_native_sse2,
                                              .image = image_vector_native};
    static const canvas_target foreign_sse2 = {.store = store_swapped,
                                               .set = rgb565_set,
                                               .paint = rgb565_paint_swapped_sse2,
                                               .mask = rgb565_mask_swapped_sse2,
                                               .composite = rgb565_composite_swapped_sse2,
                                               .image = image_vector_swapped};
    if (level != CANVAS_PLAIN) {
        return swapped ? &foreign_sse2 : &native_sse2;
    }
#endif
    (void)level;
    return swapped ? &foreign : &native;
}
