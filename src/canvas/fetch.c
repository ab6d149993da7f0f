// SPDX-License-Identifier: MIT
//
// Fetch functions in plain C: texels of any format under a row of pixels, as premultiplied
// ARGB8888.
#include "canvas/bilinear.h"
#include "canvas/canvas.h"
#include "canvas/format.h"
#include "canvas/vector.h"

static inline uint32_t stored_at(const image_source *s, hone_pixel_format format, int32_t u,
                                 int32_t v)
{
    const uint8_t *row = s->texels + (ptrdiff_t)v * s->stride;
    return format == HONE_PIXEL_ARGB8888 ? ((const uint32_t *)(const void *)row)[u]
                                         : ((const uint16_t *)(const void *)row)[u];
}

static inline uint32_t expanded(uint32_t stored, hone_pixel_format format)
{
    switch (format) {
    case HONE_PIXEL_RGB565:
        return format_from_565(stored);
    case HONE_PIXEL_RGB565_SWAPPED:
        return format_from_565(format_swap(stored));
    case HONE_PIXEL_ARGB4444:
        return format_from_4444(stored);
    case HONE_PIXEL_ARGB8888:
    default:
        return stored;
    }
}

static inline uint32_t texel(const image_source *s, hone_pixel_format format, int32_t u, int32_t v)
{
    const uint32_t stored = stored_at(s, format, u, v);
    return s->keyed && stored == s->key ? 0 : expanded(stored, format);
}

static inline uint32_t texel_or_clear(const image_source *s, hone_pixel_format format, int32_t u,
                                      int32_t v)
{
    const bool inside = (uint32_t)u < (uint32_t)s->width && (uint32_t)v < (uint32_t)s->height;
    return inside ? texel(s, format, u, v) : 0;
}

static inline void fetch_nearest(uint32_t *out, int32_t count, const image_source *s, int32_t u0,
                                 int32_t v0, hone_pixel_format format)
{
    uint32_t u = (uint32_t)u0;
    uint32_t v = (uint32_t)v0;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t p = texel(s, format, (int32_t)(u >> 16), (int32_t)(v >> 16));
        out[i] = s->opacity == 255 ? p : pixel_scale(p, s->opacity);
        u += (uint32_t)s->du;
        v += (uint32_t)s->dv;
    }
}

static inline uint32_t mean(const image_source *s, uint32_t p00, uint32_t p01, uint32_t p10,
                            uint32_t p11, uint32_t u, uint32_t v)
{
    if ((p00 | p01 | p10 | p11) == 0) {
        return 0;
    }
    const uint32_t p = bilinear(p00, p01, p10, p11, u, v);
    return s->opacity == 255 ? p : pixel_scale(p, s->opacity);
}

// Pixels at the border are tested texel by texel; between the first and the last with all four
// inside none is, since the inside is convex.
static inline void fetch_bilinear(uint32_t *out, int32_t count, const image_source *s, int32_t u0,
                                  int32_t v0, hone_pixel_format format)
{
    const image_span in = canvas_inside_of(s, count, u0, v0);
    uint32_t u = (uint32_t)u0;
    uint32_t v = (uint32_t)v0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t x = (int32_t)u >> 16;
        const int32_t y = (int32_t)v >> 16;
        if (i >= in.first && i < in.last) {
            out[i] = mean(s, texel(s, format, x, y), texel(s, format, x + 1, y),
                          texel(s, format, x, y + 1), texel(s, format, x + 1, y + 1), u, v);
        } else {
            out[i] = mean(s, texel_or_clear(s, format, x, y), texel_or_clear(s, format, x + 1, y),
                          texel_or_clear(s, format, x, y + 1),
                          texel_or_clear(s, format, x + 1, y + 1), u, v);
        }
        u += (uint32_t)s->du;
        v += (uint32_t)s->dv;
    }
}

#define FETCH(filter, name, format)                                                                \
    static void filter##_##name(uint32_t *out, int32_t count, const image_source *source,          \
                                int32_t u, int32_t v)                                              \
    {                                                                                              \
        fetch_##filter(out, count, source, u, v, format);                                          \
    }
FETCH(nearest, argb8888, HONE_PIXEL_ARGB8888)
FETCH(nearest, rgb565, HONE_PIXEL_RGB565)
FETCH(nearest, swapped, HONE_PIXEL_RGB565_SWAPPED)
FETCH(nearest, argb4444, HONE_PIXEL_ARGB4444)
FETCH(bilinear, argb8888, HONE_PIXEL_ARGB8888)
FETCH(bilinear, rgb565, HONE_PIXEL_RGB565)
FETCH(bilinear, swapped, HONE_PIXEL_RGB565_SWAPPED)
FETCH(bilinear, argb4444, HONE_PIXEL_ARGB4444)

image_fetch *fetch_plain(hone_pixel_format format, hone_filter filter)
{
    static image_fetch *const fetches[4][2] = {{nearest_argb8888, bilinear_argb8888},
                                               {nearest_rgb565, bilinear_rgb565},
                                               {nearest_swapped, bilinear_swapped},
                                               {nearest_argb4444, bilinear_argb4444}};
    return fetches[format][filter];
}

image_fetch *canvas_fetch_of(const hone_texture *texture, hone_filter filter, canvas_level level)
{
#ifdef CANVAS_HAS_AVX2
    // Indices of texels are sums of 16-bit products.
    if (level == CANVAS_AVX2 && texture->stride / hone_pixel_bytes(texture->format) <= INT16_MAX) {
        return fetch_avx2(texture->format, filter);
    }
#endif
    (void)level;
    return fetch_plain(texture->format, filter);
}
