// SPDX-License-Identifier: MIT
//
// Row functions for ARGB8888 targets in plain C: the reference for the vector versions.
#include "canvas/canvas.h"
#include "canvas/pixel.h"
#include "canvas/vector.h"

static uint32_t argb8888_store(uint32_t argb)
{
    return argb;
}

static void argb8888_set(void *pixels, int32_t count, uint32_t stored)
{
    uint32_t *to = pixels;
    for (int32_t i = 0; i < count; i++) {
        to[i] = stored;
    }
}

static inline uint32_t painted(uint32_t destination, canvas_paint paint, uint32_t coverage)
{
    switch (paint.blend) {
    case HONE_BLEND_ADD:
        return pixel_add(pixel_scale(paint.argb, coverage), destination);
    case HONE_BLEND_NONE:
        return pixel_mix(paint.argb, destination, coverage);
    case HONE_BLEND_OVER:
    default:
        return pixel_over(pixel_scale(paint.argb, coverage), destination);
    }
}

static void paint_even(void *pixels, int32_t count, canvas_paint paint, uint32_t coverage)
{
    uint32_t *to = pixels;
    const bool replaces =
        coverage == 255 && (paint.blend == HONE_BLEND_NONE ||
                            (paint.blend == HONE_BLEND_OVER && paint.argb >> 24 == 255));
    if (replaces) {
        argb8888_set(pixels, count, paint.argb);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        to[i] = painted(to[i], paint, coverage);
    }
}

static void paint_mask(void *pixels, const uint8_t *coverage, int32_t count, canvas_paint paint)
{
    uint32_t *to = pixels;
    for (int32_t i = 0; i < count; i++) {
        if (coverage[i] != 0) {
            to[i] = painted(to[i], paint, coverage[i]);
        }
    }
}

static inline uint32_t blended(uint32_t source, uint32_t destination, hone_blend blend)
{
    switch (blend) {
    case HONE_BLEND_ADD:
        return pixel_add(source, destination);
    case HONE_BLEND_NONE:
        return source;
    case HONE_BLEND_OVER:
    default:
        return source >= 0xff000000u ? source : pixel_over(source, destination);
    }
}

static inline void composite_8888(uint32_t *to, const uint32_t *source, int32_t count,
                                  hone_blend blend, bool picky)
{
    for (int32_t i = 0; i < count; i++) {
        if (source[i] != 0 || (blend == HONE_BLEND_NONE && !picky)) {
            to[i] = blended(source[i], to[i], blend);
        }
    }
}

static inline void nearest(uint32_t *to, int32_t count, const image_source *s, uint32_t u,
                           uint32_t v, hone_blend blend, bool plain)
{
    const uint8_t *texels = s->texels;
    const ptrdiff_t stride = s->stride;
    const uint32_t du = (uint32_t)s->du;
    const uint32_t dv = (uint32_t)s->dv;
    for (int32_t i = 0; i < count; i++) {
        uint32_t p =
            ((const uint32_t *)(const void *)(texels + (ptrdiff_t)(v >> 16) * stride))[u >> 16];
        u += du;
        v += dv;
        if (!plain) {
            p = s->keyed && p == s->key ? 0 : pixel_scale(p, s->opacity);
        }
        if (p != 0 || (blend == HONE_BLEND_NONE && (plain || !s->keyed))) {
            to[i] = blended(p, to[i], blend);
        }
    }
}

static inline void nearest_row(void *pixels, int32_t count, const image_source *s, int32_t u,
                               int32_t v, hone_blend blend)
{
    if (s->opacity == 255 && !s->keyed) {
        nearest(pixels, count, s, (uint32_t)u, (uint32_t)v, blend, true);
    } else {
        nearest(pixels, count, s, (uint32_t)u, (uint32_t)v, blend, false);
    }
}

// Bilinear goes in two passes.
static inline void bilinear_row(void *pixels, int32_t count, const image_source *s, int32_t u,
                                int32_t v, hone_blend blend)
{
    enum { PIECE = 64 };
    uint32_t fetched[PIECE];
    uint32_t *to = pixels;
    image_fetch *fetch = fetch_plain(HONE_PIXEL_ARGB8888, HONE_FILTER_BILINEAR);
    while (count > 0) {
        const int32_t some = canvas_min(count, PIECE);
        fetch(fetched, some, s, u, v);
        composite_8888(to, fetched, some, blend, s->keyed);
        u = (int32_t)((uint32_t)u + (uint32_t)some * (uint32_t)s->du);
        v = (int32_t)((uint32_t)v + (uint32_t)some * (uint32_t)s->dv);
        to += some;
        count -= some;
    }
}

#define ROW(filter, blend, value)                                                                  \
    static void filter##_##blend(void *pixels, int32_t count, const image_source *source,          \
                                 int32_t u, int32_t v)                                             \
    {                                                                                              \
        filter##_row(pixels, count, source, u, v, value);                                          \
    }
ROW(nearest, over, HONE_BLEND_OVER)
ROW(nearest, add, HONE_BLEND_ADD)
ROW(nearest, none, HONE_BLEND_NONE)
ROW(bilinear, over, HONE_BLEND_OVER)
ROW(bilinear, add, HONE_BLEND_ADD)
ROW(bilinear, none, HONE_BLEND_NONE)

void argb8888_composite_plain(void *pixels, const uint32_t *source, int32_t count, hone_blend blend,
                              bool picky)
{
    switch (blend) {
    case HONE_BLEND_ADD:
        composite_8888(pixels, source, count, HONE_BLEND_ADD, false);
        break;
    case HONE_BLEND_NONE:
        composite_8888(pixels, source, count, HONE_BLEND_NONE, picky);
        break;
    case HONE_BLEND_OVER:
    default:
        composite_8888(pixels, source, count, HONE_BLEND_OVER, false);
        break;
    }
}

image_row *argb8888_image_plain(hone_filter filter, hone_blend blend)
{
    static image_row *const rows[2][3] = {{nearest_over, nearest_add, nearest_none},
                                          {bilinear_over, bilinear_add, bilinear_none}};
    return rows[filter][blend];
}

static image_row *argb8888_image(const hone_texture *texture, const hone_canvas_state *state)
{
    const bool own = texture->format == HONE_PIXEL_ARGB8888;
    return own ? argb8888_image_plain(state->filter, state->blend) : NULL;
}

#ifdef CANVAS_HAS_SSE2
static image_row *image_sse2(const hone_texture *texture, const hone_canvas_state *state)
{
    const bool own = texture->format == HONE_PIXEL_ARGB8888;
    return own ? argb8888_image_sse2(state->filter, state->blend) : NULL;
}
#endif

#ifdef CANVAS_HAS_AVX2
static image_row *image_avx2(const hone_texture *texture, const hone_canvas_state *state)
{
    if (texture->format != HONE_PIXEL_ARGB8888 || texture->stride / 4 > 32767) {
        return image_sse2(texture, state);
    }
    return argb8888_image_avx2(state->filter, state->blend);
}
#endif

const canvas_target *canvas_target_argb8888(canvas_level level)
{
    static const canvas_target plain = {.store = argb8888_store,
                                        .set = argb8888_set,
                                        .paint = paint_even,
                                        .mask = paint_mask,
                                        .composite = argb8888_composite_plain,
                                        .image = argb8888_image};
#ifdef CANVAS_HAS_AVX2
    static const canvas_target avx2 = {.store = argb8888_store,
                                       .set = argb8888_set_sse2,
                                       .paint = argb8888_paint_sse2,
                                       .mask = argb8888_mask_sse2,
                                       .convex_rows = argb8888_convex_avx2,
                                       .composite = argb8888_composite_sse2,
                                       .image = image_avx2};
    if (level == CANVAS_AVX2) {
        return &avx2;
    }
#endif
#ifdef CANVAS_HAS_SSE2
    static const canvas_target sse2 = {.store = argb8888_store,
                                       .set = argb8888_set_sse2,
                                       .paint = argb8888_paint_sse2,
                                       .mask = argb8888_mask_sse2,
                                       .composite = argb8888_composite_sse2,
                                       .image = image_sse2};
    if (level == CANVAS_SSE2) {
        return &sse2;
    }
#endif
    (void)level;
    return &plain;
}
