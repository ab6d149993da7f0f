// SPDX-License-Identifier: MIT
//
// Row functions for ARGB8888 targets in plain C: the reference for the vector versions.
#include "canvas/bilinear.h"
#include "canvas/canvas.h"
#include "canvas/vector.h"

static uint32_t store(uint32_t argb)
{
    return argb;
}

static void set(void *pixels, int32_t count, uint32_t stored)
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
        set(pixels, count, paint.argb);
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

static inline uint32_t texel(const image_source *s, int32_t u, int32_t v)
{
    uint32_t p;
    const uint8_t *at = s->texels + (ptrdiff_t)v * s->stride + (ptrdiff_t)u * 4;
    p = *(const uint32_t *)(const void *)at;
    return s->keyed && p == s->key ? 0 : p;
}

static inline uint32_t texel_or_clear(const image_source *s, int32_t u, int32_t v)
{
    const bool inside = (uint32_t)u < (uint32_t)s->width && (uint32_t)v < (uint32_t)s->height;
    return inside ? texel(s, u, v) : 0;
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
        return source >> 24 == 255 ? source : pixel_over(source, destination);
    }
}

static inline void nearest_row(uint32_t *to, int32_t count, const image_source *s, int32_t u,
                               int32_t v, hone_blend blend)
{
    uint32_t uu = (uint32_t)u;
    uint32_t vv = (uint32_t)v;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t *at =
            (const uint32_t *)(const void *)(s->texels + (ptrdiff_t)(vv >> 16) * s->stride) +
            (uu >> 16);
        uint32_t p = s->keyed && *at == s->key ? 0 : *at;
        p = s->opacity == 255 ? p : pixel_scale(p, s->opacity);
        if (p != 0 || (blend == HONE_BLEND_NONE && !s->keyed)) {
            to[i] = blended(p, to[i], blend);
        }
        uu += (uint32_t)s->du;
        vv += (uint32_t)s->dv;
    }
}

static inline void bilinear_row(uint32_t *to, int32_t count, const image_source *s, int32_t u,
                                int32_t v, hone_blend blend)
{
    for (int32_t i = 0; i < count; i++) {
        const int32_t x = u >> 16;
        const int32_t y = v >> 16;
        const uint32_t p00 = texel_or_clear(s, x, y);
        const uint32_t p01 = texel_or_clear(s, x + 1, y);
        const uint32_t p10 = texel_or_clear(s, x, y + 1);
        const uint32_t p11 = texel_or_clear(s, x + 1, y + 1);
        uint32_t p = 0;
        if ((p00 | p01 | p10 | p11) != 0) {
            p = bilinear(p00, p01, p10, p11, (uint32_t)u, (uint32_t)v);
            p = s->opacity == 255 ? p : pixel_scale(p, s->opacity);
        }
        if (p != 0 || (blend == HONE_BLEND_NONE && !s->keyed)) {
            to[i] = blended(p, to[i], blend);
        }
        u = (int32_t)((uint32_t)u + (uint32_t)s->du);
        v = (int32_t)((uint32_t)v + (uint32_t)s->dv);
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
    uint32_t *to = pixels;
    for (int32_t i = 0; i < count; i++) {
        if (source[i] != 0 || (blend == HONE_BLEND_NONE && !picky)) {
            to[i] = blended(source[i], to[i], blend);
        }
    }
}

image_row *argb8888_image_plain(hone_filter filter, hone_blend blend)
{
    static image_row *const rows[2][3] = {{nearest_over, nearest_add, nearest_none},
                                          {bilinear_over, bilinear_add, bilinear_none}};
    return rows[filter][blend];
}

static image_row *image(const hone_texture *texture, const hone_canvas_state *state)
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
    static const canvas_target plain = {.store = store,
                                        .set = set,
                                        .paint = paint_even,
                                        .mask = paint_mask,
                                        .composite = argb8888_composite_plain,
                                        .image = image};
#ifdef CANVAS_HAS_AVX2
    static const canvas_target avx2 = {.store = store,
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
    static const canvas_target sse2 = {.store = store,
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
