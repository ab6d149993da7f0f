// SPDX-License-Identifier: MIT
//
// Painting and image rows for ARGB8888 targets with SSE2, four pixels at a time, with the bits of
// the plain C rows. Texels are fetched one by one; the arithmetic on them is that of the AVX2 rows.
#include "canvas/canvas.h"
#include "canvas/pixel.h"
#include "canvas/vector.h"

#ifdef CANVAS_HAS_SSE2

#include <emmintrin.h>
#include <string.h>

// Words of four pixels: 0 and 1, 2 and 3.
typedef struct halves {
    __m128i a, b;
} halves;

// x * y / 255 for words that hold 0..255.
static inline __m128i mul255(__m128i x, __m128i y)
{
    const __m128i t = _mm_add_epi16(_mm_mullo_epi16(x, y), _mm_set1_epi16(128));
    return _mm_mulhi_epu16(t, _mm_set1_epi16(257));
}

static inline __m128i alpha_of_words(__m128i words)
{
    return _mm_shufflehi_epi16(_mm_shufflelo_epi16(words, 0xff), 0xff);
}

static inline halves unpacked(__m128i pixels)
{
    const __m128i zero = _mm_setzero_si128();
    return (halves){_mm_unpacklo_epi8(pixels, zero), _mm_unpackhi_epi8(pixels, zero)};
}

static inline __m128i rest_of_alpha(__m128i source_words)
{
    return _mm_xor_si128(alpha_of_words(source_words), _mm_set1_epi16(255));
}

static inline __m128i over4(halves source, __m128i destination)
{
    const halves d = unpacked(destination);
    const __m128i kept = _mm_packus_epi16(mul255(d.a, rest_of_alpha(source.a)),
                                          mul255(d.b, rest_of_alpha(source.b)));
    return _mm_adds_epu8(_mm_packus_epi16(source.a, source.b), kept);
}

static inline __m128i blend4(halves source, __m128i destination, hone_blend blend)
{
    switch (blend) {
    case HONE_BLEND_ADD:
        return _mm_adds_epu8(_mm_packus_epi16(source.a, source.b), destination);
    case HONE_BLEND_NONE:
        return _mm_packus_epi16(source.a, source.b);
    case HONE_BLEND_OVER:
    default:
        return over4(source, destination);
    }
}

// (color * weight + destination * (255 - weight)) / 255.
static inline __m128i mix(__m128i color, __m128i destination, __m128i weight)
{
    const __m128i rest = _mm_xor_si128(weight, _mm_set1_epi16(255));
    const __m128i t = _mm_add_epi16(
        _mm_add_epi16(_mm_mullo_epi16(color, weight), _mm_mullo_epi16(destination, rest)),
        _mm_set1_epi16(128));
    return _mm_mulhi_epu16(t, _mm_set1_epi16(257));
}

static inline __m128i painted4(__m128i destination, __m128i color, halves weight, hone_blend blend)
{
    if (blend == HONE_BLEND_NONE) {
        const halves d = unpacked(destination);
        return _mm_packus_epi16(mix(color, d.a, weight.a), mix(color, d.b, weight.b));
    }
    const halves source = {mul255(color, weight.a), mul255(color, weight.b)};
    return blend4(source, destination, blend);
}

static inline __m128i load_some(const uint32_t *from, int32_t count)
{
    if (count >= 4) {
        return _mm_loadu_si128((const __m128i *)(const void *)from);
    }
    uint32_t lanes[4] = {0, 0, 0, 0};
    for (int32_t i = 0; i < count; i++) {
        lanes[i] = from[i];
    }
    return _mm_loadu_si128((const __m128i *)(const void *)lanes);
}

static inline void store_some(uint32_t *to, __m128i pixels, int32_t count)
{
    if (count >= 4) {
        _mm_storeu_si128((__m128i *)(void *)to, pixels);
        return;
    }
    if (count >= 2) {
        _mm_storel_epi64((__m128i *)(void *)to, pixels);
        pixels = _mm_srli_si128(pixels, 8);
        to += 2;
    }
    if (count & 1) {
        *to = (uint32_t)_mm_cvtsi128_si32(pixels);
    }
}

void argb8888_set_sse2(void *pixels, int32_t count, uint32_t stored)
{
    uint32_t *to = pixels;
    const __m128i four = _mm_set1_epi32((int32_t)stored);
    int32_t i = 0;
    for (; i + 16 <= count; i += 16) {
        __m128i *at = (__m128i *)(void *)(to + i);
        _mm_storeu_si128(at, four);
        _mm_storeu_si128(at + 1, four);
        _mm_storeu_si128(at + 2, four);
        _mm_storeu_si128(at + 3, four);
    }
    for (; i < count; i += 4) {
        store_some(to + i, four, canvas_min(4, count - i));
    }
}

void argb8888_paint_sse2(void *pixels, int32_t count, canvas_paint paint, uint32_t coverage)
{
    uint32_t *to = pixels;
    if (coverage == 255 && (paint.blend == HONE_BLEND_NONE ||
                            (paint.blend == HONE_BLEND_OVER && paint.argb >> 24 == 255))) {
        argb8888_set_sse2(pixels, count, paint.argb);
        return;
    }
    const __m128i color = unpacked(_mm_set1_epi32((int32_t)paint.argb)).a;
    const __m128i weight = _mm_set1_epi16((int16_t)coverage);
    const halves weights = {weight, weight};
    for (int32_t i = 0; i < count; i += 4) {
        const int32_t some = canvas_min(4, count - i);
        const __m128i d = load_some(to + i, some);
        store_some(to + i, painted4(d, color, weights, paint.blend), some);
    }
}

// The weights of four pixels, each in the four words of its channels.
static inline halves weights_of(uint32_t four)
{
    const __m128i bytes = _mm_cvtsi32_si128((int32_t)four);
    const __m128i words = _mm_unpacklo_epi8(bytes, _mm_setzero_si128());
    const __m128i twice = _mm_unpacklo_epi16(words, words);
    return (halves){_mm_unpacklo_epi32(twice, twice), _mm_unpackhi_epi32(twice, twice)};
}

static inline void mask_row(uint32_t *to, const uint8_t *coverage, int32_t count, uint32_t argb,
                            hone_blend blend)
{
    const __m128i all = _mm_set1_epi32((int32_t)argb);
    const __m128i color = unpacked(all).a;
    const bool replaces =
        blend == HONE_BLEND_NONE || (blend == HONE_BLEND_OVER && argb >> 24 == 255);
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        uint32_t four;
        memcpy(&four, coverage + i, 4);
        if (four == 0) {
            continue;
        }
        __m128i *at = (__m128i *)(void *)(to + i);
        if (four == 0xffffffffu && replaces) {
            _mm_storeu_si128(at, all);
            continue;
        }
        _mm_storeu_si128(at, painted4(_mm_loadu_si128(at), color, weights_of(four), blend));
    }
    if (i < count) {
        const int32_t some = count - i;
        uint32_t four = coverage[i];
        four |= some > 1 ? (uint32_t)coverage[i + 1] << 8 : 0;
        four |= some > 2 ? (uint32_t)coverage[i + 2] << 16 : 0;
        if (four != 0) {
            const __m128i d = load_some(to + i, some);
            store_some(to + i, painted4(d, color, weights_of(four), blend), some);
        }
    }
}

void argb8888_mask_sse2(void *pixels, const uint8_t *coverage, int32_t count, canvas_paint paint)
{
    switch (paint.blend) {
    case HONE_BLEND_ADD:
        mask_row(pixels, coverage, count, paint.argb, HONE_BLEND_ADD);
        break;
    case HONE_BLEND_NONE:
        mask_row(pixels, coverage, count, paint.argb, HONE_BLEND_NONE);
        break;
    case HONE_BLEND_OVER:
    default:
        mask_row(pixels, coverage, count, paint.argb, HONE_BLEND_OVER);
        break;
    }
}

static inline __m128i load_pair(const uint8_t *from)
{
    return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)from),
                             _mm_setzero_si128());
}

// Four coordinates from start on.
static inline __m128i coordinates(uint32_t start, uint32_t step)
{
    return _mm_setr_epi32((int32_t)start, (int32_t)(start + step), (int32_t)(start + 2 * step),
                          (int32_t)(start + 3 * step));
}

// 127 times the horizontal means of two pixels' pairs, as words.
static inline __m128i across2(__m128i first, __m128i second, __m128i first_weights,
                              __m128i second_weights)
{
    const __m128i a = _mm_mullo_epi16(first, first_weights);
    const __m128i b = _mm_mullo_epi16(second, second_weights);
    return _mm_add_epi16(_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b));
}

static inline __m128i down2(__m128i upper, __m128i lower, __m128i g)
{
    const __m128i rest = _mm_xor_si128(g, _mm_set1_epi16(-1));
    const __m128i t = _mm_add_epi16(_mm_mulhi_epu16(upper, rest), _mm_mulhi_epu16(lower, g));
    return _mm_mulhi_epu16(_mm_add_epi16(t, _mm_set1_epi16(63)), _mm_set1_epi16(516));
}

// The bilinear means of four pixels with all texels inside.
static inline halves mean4(const image_source *s, uint32_t u0, uint32_t v0)
{
    const uint8_t *at[4];
    const uint32_t du = (uint32_t)s->du;
    const uint32_t dv = (uint32_t)s->dv;
    for (uint32_t i = 0; i < 4; i++) {
        at[i] = s->texels + (ptrdiff_t)((v0 + i * dv) >> 16) * s->stride +
                (ptrdiff_t)((u0 + i * du) >> 16) * 4;
    }
    const __m128i u = coordinates(u0, du);
    const __m128i v = coordinates(v0, dv);
    const __m128i f_once = _mm_and_si128(_mm_srli_epi32(u, 9), _mm_set1_epi32(127));
    const __m128i f = _mm_or_si128(f_once, _mm_slli_epi32(f_once, 16));
    const __m128i g_byte = _mm_and_si128(_mm_srli_epi32(v, 8), _mm_set1_epi32(255));
    const __m128i g_once = _mm_or_si128(g_byte, _mm_slli_epi32(g_byte, 8));
    const __m128i g = _mm_or_si128(g_once, _mm_slli_epi32(g_once, 16));
    const __m128i flip = _mm_setr_epi16(127, 127, 127, 127, 0, 0, 0, 0);
    const __m128i w0 = _mm_xor_si128(_mm_shuffle_epi32(f, 0x00), flip);
    const __m128i w1 = _mm_xor_si128(_mm_shuffle_epi32(f, 0x55), flip);
    const __m128i w2 = _mm_xor_si128(_mm_shuffle_epi32(f, 0xaa), flip);
    const __m128i w3 = _mm_xor_si128(_mm_shuffle_epi32(f, 0xff), flip);
    const __m128i upper_a = across2(load_pair(at[0]), load_pair(at[1]), w0, w1);
    const __m128i upper_b = across2(load_pair(at[2]), load_pair(at[3]), w2, w3);
    const __m128i lower_a =
        across2(load_pair(at[0] + s->stride), load_pair(at[1] + s->stride), w0, w1);
    const __m128i lower_b =
        across2(load_pair(at[2] + s->stride), load_pair(at[3] + s->stride), w2, w3);
    return (halves){down2(upper_a, lower_a, _mm_shuffle_epi32(g, 0x50)),
                    down2(upper_b, lower_b, _mm_shuffle_epi32(g, 0xfa))};
}

// Blends four source pixels that are scaled by the opacity first.
static inline void finish4(uint32_t *to, halves s, __m128i opacity, bool opaque_state,
                           hone_blend blend)
{
    __m128i *at = (__m128i *)(void *)to;
    if (!opaque_state) {
        s.a = mul255(s.a, opacity);
        s.b = mul255(s.b, opacity);
    }
    const __m128i packed = _mm_packus_epi16(s.a, s.b);
    const int32_t clear = _mm_movemask_epi8(_mm_cmpeq_epi32(packed, _mm_setzero_si128()));
    if (blend != HONE_BLEND_NONE && clear == 0xffff) {
        return;
    }
    const __m128i solid = _mm_cmpeq_epi8(packed, _mm_set1_epi8(-1));
    const bool opaque = blend == HONE_BLEND_OVER && (_mm_movemask_epi8(solid) & 0x8888) == 0x8888;
    _mm_storeu_si128(at, opaque ? packed : blend4(s, _mm_loadu_si128(at), blend));
}

void argb8888_composite_sse2(void *pixels, const uint32_t *source, int32_t count, hone_blend blend,
                             bool picky)
{
    uint32_t *to = pixels;
    const __m128i unused = _mm_setzero_si128();
    int32_t i = 0;
    for (; i + 4 <= count && !(picky && blend == HONE_BLEND_NONE); i += 4) {
        finish4(to + i, unpacked(load_some(source + i, 4)), unused, true, blend);
    }
    argb8888_composite_plain(to + i, source + i, count - i, blend, picky);
}

static inline void nearest_row(uint32_t *to, int32_t count, const image_source *s, int32_t u0,
                               int32_t v0, hone_blend blend)
{
    const __m128i opacity = _mm_set1_epi16((int16_t)s->opacity);
    const uint32_t du = (uint32_t)s->du;
    const uint32_t dv = (uint32_t)s->dv;
    uint32_t u = (uint32_t)u0;
    uint32_t v = (uint32_t)v0;
    int32_t i = 0;
    for (; i + 4 <= count && !s->keyed; i += 4) {
        int32_t p[4];
        for (int32_t k = 0; k < 4; k++) {
            const uint8_t *row = s->texels + (ptrdiff_t)(v >> 16) * s->stride;
            p[k] = ((const int32_t *)(const void *)row)[u >> 16];
            u += du;
            v += dv;
        }
        finish4(to + i, unpacked(_mm_setr_epi32(p[0], p[1], p[2], p[3])), opacity,
                s->opacity == 255, blend);
    }
    if (i < count) {
        argb8888_image_plain(HONE_FILTER_NEAREST, blend)(to + i, count - i, s, (int32_t)u,
                                                         (int32_t)v);
    }
}

static inline void bilinear_row(uint32_t *to, int32_t count, const image_source *s, int32_t u0,
                                int32_t v0, hone_blend blend)
{
    image_row *plain = argb8888_image_plain(HONE_FILTER_BILINEAR, blend);
    const __m128i opacity = _mm_set1_epi16((int16_t)s->opacity);
    const uint32_t du = (uint32_t)s->du;
    const uint32_t dv = (uint32_t)s->dv;
    const uint32_t u_end = (uint32_t)(s->width - 1) << 16;
    const uint32_t v_end = (uint32_t)(s->height - 1) << 16;
    uint32_t u = (uint32_t)u0;
    uint32_t v = (uint32_t)v0;
    int32_t i = 0;
    while (i < count && (s->keyed || !(u < u_end && v < v_end))) {
        i++;
        u += du;
        v += dv;
    }
    if (i > 0) {
        plain(to, i, s, u0, v0);
    }
    // The last of four decides, since the inside is convex.
    for (; i + 4 <= count && u + 3 * du < u_end && v + 3 * dv < v_end; i += 4) {
        finish4(to + i, mean4(s, u, v), opacity, s->opacity == 255, blend);
        u += 4 * du;
        v += 4 * dv;
    }
    if (i < count) {
        plain(to + i, count - i, s, (int32_t)u, (int32_t)v);
    }
}

#define ROW(filter, name, blend)                                                                   \
    static void filter##_##name(void *pixels, int32_t count, const image_source *source,           \
                                int32_t u, int32_t v)                                              \
    {                                                                                              \
        filter##_row(pixels, count, source, u, v, blend);                                          \
    }
ROW(nearest, over, HONE_BLEND_OVER)
ROW(nearest, add, HONE_BLEND_ADD)
ROW(nearest, none, HONE_BLEND_NONE)
ROW(bilinear, over, HONE_BLEND_OVER)
ROW(bilinear, add, HONE_BLEND_ADD)
ROW(bilinear, none, HONE_BLEND_NONE)

image_row *argb8888_image_sse2(hone_filter filter, hone_blend blend)
{
    static image_row *const rows[2][3] = {{nearest_over, nearest_add, nearest_none},
                                          {bilinear_over, bilinear_add, bilinear_none}};
    return rows[filter][blend];
}

#endif
