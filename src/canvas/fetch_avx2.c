// SPDX-License-Identifier: MIT
//
// Fetch functions with AVX2: eight pixels at a time, with the bits of fetch.c. Functions write
// whole eights, so that up to seven entries behind the last pixel hold anything.
//
// Texels of 16 bits: the two neighbours of a bilinear pair come in one 32-bit element of a gather,
// and are spread to a pair of ARGB8888 pixels before they are weighted. Nearest texels are loaded
// one by one, since a gather would read beyond the last of them.
#include "canvas/canvas.h"
#include "canvas/vector.h"

#ifdef CANVAS_HAS_AVX2

#include "canvas/sample_avx2.h"

// Words of RGB565 as the bytes of ARGB8888: blue and green, red and alpha.
typedef struct spread {
    __m256i bg, ra;
} spread;

static INLINE_AVX2 __m256i swapped_bytes(__m256i words)
{
    return _mm256_or_si256(_mm256_slli_epi16(words, 8), _mm256_srli_epi16(words, 8));
}

// Words of a 16-bit format, spread; keyed ones become 0.
static INLINE_AVX2 spread spread_words(__m256i words, const image_source *s,
                                       hone_pixel_format format)
{
    const __m256i keyed = s->keyed ? _mm256_cmpeq_epi16(words, _mm256_set1_epi16((int16_t)s->key))
                                   : _mm256_setzero_si256();
    __m256i bg;
    __m256i ra;
    if (format == HONE_PIXEL_ARGB4444) {
        const __m256i nibble = _mm256_set1_epi16(0x0f0f);
        const __m256i br = _mm256_and_si256(words, nibble);
        const __m256i ga = _mm256_and_si256(_mm256_srli_epi16(words, 4), nibble);
        const __m256i low = _mm256_set1_epi16(0x00ff);
        bg = _mm256_or_si256(_mm256_and_si256(br, low), _mm256_slli_epi16(ga, 8));
        ra = _mm256_or_si256(_mm256_srli_epi16(br, 8), _mm256_andnot_si256(low, ga));
        bg = _mm256_or_si256(bg, _mm256_slli_epi16(bg, 4));
        ra = _mm256_or_si256(ra, _mm256_slli_epi16(ra, 4));
    } else {
        const __m256i p = format == HONE_PIXEL_RGB565_SWAPPED ? swapped_bytes(words) : words;
        const __m256i b = _mm256_and_si256(p, _mm256_set1_epi16(31));
        const __m256i g = _mm256_and_si256(_mm256_srli_epi16(p, 5), _mm256_set1_epi16(63));
        const __m256i r = _mm256_srli_epi16(p, 11);
        const __m256i b8 = _mm256_or_si256(_mm256_slli_epi16(b, 3), _mm256_srli_epi16(b, 2));
        const __m256i g8 = _mm256_or_si256(_mm256_slli_epi16(g, 2), _mm256_srli_epi16(g, 4));
        const __m256i r8 = _mm256_or_si256(_mm256_slli_epi16(r, 3), _mm256_srli_epi16(r, 2));
        bg = _mm256_or_si256(b8, _mm256_slli_epi16(g8, 8));
        ra = _mm256_or_si256(r8, _mm256_set1_epi16((int16_t)0xff00));
    }
    return (spread){_mm256_andnot_si256(keyed, bg), _mm256_andnot_si256(keyed, ra)};
}

static INLINE_AVX2 __m256i scaled(__m256i pixels, const image_source *s)
{
    if (s->opacity == 255) {
        return pixels;
    }
    const __m256i opacity = _mm256_set1_epi16((int16_t)s->opacity);
    const avx2_halves h = avx2_unpacked(pixels);
    return _mm256_packus_epi16(avx2_mul255(h.a, opacity), avx2_mul255(h.b, opacity));
}

static INLINE_AVX2 void write8(uint32_t *out, __m256i pixels, const image_source *s)
{
    _mm256_storeu_si256((__m256i *)(void *)out, scaled(pixels, s));
}

static INLINE_AVX2 void write_halves(uint32_t *out, avx2_halves h, const image_source *s)
{
    write8(out, _mm256_packus_epi16(h.a, h.b), s);
}

// A row's pixels, by eights.
typedef struct steps {
    __m256i u, v, du, dv, stride;
} steps;

static INLINE_AVX2 steps steps_of(const image_source *s, int32_t u, int32_t v, int32_t bytes)
{
    return (steps){avx2_coordinates(u, s->du), avx2_coordinates(v, s->dv),
                   _mm256_set1_epi32((int32_t)((uint32_t)s->du * 8)),
                   _mm256_set1_epi32((int32_t)((uint32_t)s->dv * 8)),
                   _mm256_set1_epi32((int32_t)((uint32_t)(s->stride / bytes) << 16 | 1u))};
}

static INLINE_AVX2 void advance(steps *at)
{
    at->u = _mm256_add_epi32(at->u, at->du);
    at->v = _mm256_add_epi32(at->v, at->dv);
}

// Indices of texels; that of the first texel for pixels behind the last.
static INLINE_AVX2 __m256i safe_indices(const steps *at, int32_t left)
{
    const __m256i index = avx2_indices(at->u, at->v, at->stride);
    return left >= 8 ? index : _mm256_and_si256(index, avx2_lanes_below(left));
}

static AVX2 void nearest_8888(uint32_t *out, int32_t count, const image_source *s, int32_t u,
                              int32_t v)
{
    steps at = steps_of(s, u, v, 4);
    for (int32_t i = 0; i < count; i += 8) {
        const __m256i p = _mm256_i32gather_epi32((const int *)(const void *)s->texels,
                                                 safe_indices(&at, count - i), 4);
        write8(out + i, s->keyed ? avx2_without_key(p, s) : p, s);
        advance(&at);
    }
}

static INLINE_AVX2 void nearest_16(uint32_t *out, int32_t count, const image_source *s, int32_t u,
                                   int32_t v, hone_pixel_format format)
{
    const int16_t *texels = (const int16_t *)(const void *)s->texels;
    steps at = steps_of(s, u, v, 2);
    for (int32_t i = 0; i < count; i += 8) {
        int32_t index[8];
        _mm256_storeu_si256((__m256i *)(void *)index, safe_indices(&at, count - i));
        __m128i p = _mm_setzero_si128();
        p = _mm_insert_epi16(p, texels[index[0]], 0);
        p = _mm_insert_epi16(p, texels[index[1]], 1);
        p = _mm_insert_epi16(p, texels[index[2]], 2);
        p = _mm_insert_epi16(p, texels[index[3]], 3);
        p = _mm_insert_epi16(p, texels[index[4]], 4);
        p = _mm_insert_epi16(p, texels[index[5]], 5);
        p = _mm_insert_epi16(p, texels[index[6]], 6);
        p = _mm_insert_epi16(p, texels[index[7]], 7);
        // 0..3 into the lower half of the lower lane, 4..7 into that of the upper.
        const __m256i words = _mm256_permute4x64_epi64(_mm256_castsi128_si256(p), 0x10);
        const spread w = spread_words(words, s, format);
        write8(out + i, _mm256_unpacklo_epi16(w.bg, w.ra), s);
        advance(&at);
    }
}

static int32_t stepped(int32_t start, int32_t count, int32_t step)
{
    return (int32_t)((uint32_t)start + (uint32_t)count * (uint32_t)step);
}

static AVX2 void outer_8888(uint32_t *out, int32_t count, const image_source *s, int32_t u,
                            int32_t v)
{
    steps at = steps_of(s, u, v, 4);
    for (int32_t i = 0; i < count; i += 8) {
        write_halves(out + i,
                     avx2_outer8(s, at.u, at.v, at.stride, avx2_lanes_below(count - i), s->keyed),
                     s);
        advance(&at);
    }
}

static AVX2 void bilinear_8888(uint32_t *out, int32_t count, const image_source *s, int32_t u,
                               int32_t v)
{
    const image_span in = canvas_inside_of(s, count, u, v);
    const int32_t whole = in.first + ((in.last - in.first) & ~7);
    outer_8888(out, in.first, s, u, v);
    steps at = steps_of(s, stepped(u, in.first, s->du), stepped(v, in.first, s->dv), 4);
    for (int32_t i = in.first; i < whole; i += 8) {
        write_halves(out + i, avx2_inner8(s, at.u, at.v, at.stride, s->keyed), s);
        advance(&at);
    }
    outer_8888(out + whole, count - whole, s, stepped(u, whole, s->du), stepped(v, whole, s->dv));
}

static INLINE_AVX2 void bilinear_16(uint32_t *out, int32_t count, const image_source *s, int32_t u,
                                    int32_t v, hone_pixel_format format)
{
    const image_span in = canvas_inside_of(s, count, u, v);
    image_fetch *plain = fetch_plain(format, HONE_FILTER_BILINEAR);
    plain(out, in.first, s, u, v);
    steps at = steps_of(s, stepped(u, in.first, s->du), stepped(v, in.first, s->dv), 2);
    const int *upper = (const int *)(const void *)s->texels;
    const int *lower = (const int *)(const void *)(s->texels + s->stride);
    for (int32_t i = in.first; i < in.last; i += 8) {
        const __m256i index = safe_indices(&at, in.last - i);
        const spread a = spread_words(_mm256_i32gather_epi32(upper, index, 2), s, format);
        const spread b = spread_words(_mm256_i32gather_epi32(lower, index, 2), s, format);
        const __m256i f = _mm256_srli_epi16(at.u, 1);
        const avx2_halves mean = {
            avx2_mean4(_mm256_unpacklo_epi16(a.bg, a.ra), _mm256_unpacklo_epi16(b.bg, b.ra),
                       avx2_spread(f, 0), avx2_spread(at.v, 0)),
            avx2_mean4(_mm256_unpackhi_epi16(a.bg, a.ra), _mm256_unpackhi_epi16(b.bg, b.ra),
                       avx2_spread(f, 1), avx2_spread(at.v, 1))};
        write_halves(out + i, mean, s);
        advance(&at);
    }
    plain(out + in.last, count - in.last, s, stepped(u, in.last, s->du),
          stepped(v, in.last, s->dv));
}

#define FETCH(filter, name, format)                                                                \
    static AVX2 void filter##_##name(uint32_t *out, int32_t count, const image_source *source,     \
                                     int32_t u, int32_t v)                                         \
    {                                                                                              \
        filter##_16(out, count, source, u, v, format);                                             \
    }
FETCH(nearest, rgb565, HONE_PIXEL_RGB565)
FETCH(nearest, swapped, HONE_PIXEL_RGB565_SWAPPED)
FETCH(nearest, argb4444, HONE_PIXEL_ARGB4444)
FETCH(bilinear, rgb565, HONE_PIXEL_RGB565)
FETCH(bilinear, swapped, HONE_PIXEL_RGB565_SWAPPED)
FETCH(bilinear, argb4444, HONE_PIXEL_ARGB4444)

image_fetch *fetch_avx2(hone_pixel_format format, hone_filter filter)
{
    static image_fetch *const fetches[4][2] = {{nearest_8888, bilinear_8888},
                                               {nearest_rgb565, bilinear_rgb565},
                                               {nearest_swapped, bilinear_swapped},
                                               {nearest_argb4444, bilinear_argb4444}};
    return fetches[format][filter];
}

#endif
