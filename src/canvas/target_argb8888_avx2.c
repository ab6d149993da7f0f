// SPDX-License-Identifier: MIT
//
// Image rows from ARGB8888 to ARGB8888 with AVX2, eight pixels at a time, with the bits of the
// plain C rows.
//
// Each coordinate register holds the pixels 0..7 in order. Texels come as pairs of neighbours, one
// gather of 64 bits for the upper and one for the lower pair, and are worked on in two halves:
// pixels 0, 1, 4, 5 and pixels 2, 3, 6, 7, the way unpacking within 128-bit lanes splits a
// register. Packing the halves gives the pixels in order again. A half's 16 words are blue, green,
// red, alpha of four pixels.
//
// Where one of the four texels lies outside of the rectangle, the texels are gathered one by one
// under a mask, which gives 0 for those outside.
#include "canvas/canvas.h"
#include "canvas/vector.h"

#ifdef CANVAS_HAS_AVX2

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE_AVX2 __attribute__((target("avx2"), always_inline)) static inline

// What a row does besides its filter: known at compile time in every row function.
typedef struct mode {
    hone_blend blend;
    bool plain; // opacity 255 and no key
} mode;

typedef struct halves {
    __m256i a, b;
} halves;

// x * y / 255 for words that hold 0..255.
INLINE_AVX2 __m256i mul255(__m256i x, __m256i y)
{
    const __m256i t = _mm256_add_epi16(_mm256_mullo_epi16(x, y), _mm256_set1_epi16(128));
    return _mm256_mulhi_epu16(t, _mm256_set1_epi16(257));
}

INLINE_AVX2 __m256i alpha_of_words(__m256i words)
{
    return _mm256_shuffle_epi8(words, _mm256_setr_epi8(6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14,
                                                       15, 14, 15, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15,
                                                       14, 15, 14, 15, 14, 15));
}

INLINE_AVX2 __m256i scale_by_rest(__m256i destination, __m256i source)
{
    const __m256i rest = _mm256_xor_si256(alpha_of_words(source), _mm256_set1_epi16(255));
    return mul255(destination, rest);
}

// Source words over or plus eight pixels.
INLINE_AVX2 __m256i blend8(halves s, __m256i packed, __m256i destination, hone_blend blend)
{
    if (blend == HONE_BLEND_ADD) {
        return _mm256_adds_epu8(packed, destination);
    }
    if (blend == HONE_BLEND_NONE) {
        return packed;
    }
    const __m256i zero = _mm256_setzero_si256();
    const __m256i a = scale_by_rest(_mm256_unpacklo_epi8(destination, zero), s.a);
    const __m256i b = scale_by_rest(_mm256_unpackhi_epi8(destination, zero), s.b);
    return _mm256_adds_epu8(packed, _mm256_packus_epi16(a, b));
}

INLINE_AVX2 __m256i lanes_below(int32_t count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

INLINE_AVX2 __m256i without_key(__m256i texels, const image_source *s)
{
    const __m256i same = _mm256_cmpeq_epi32(texels, _mm256_set1_epi32((int32_t)s->key));
    return _mm256_andnot_si256(same, texels);
}

// Eight indices y * stride + x in texels; |x|, |y| and the stride fit 16 bits.
INLINE_AVX2 __m256i indices(__m256i u, __m256i v, __m256i stride)
{
    const __m256i xy = _mm256_blend_epi16(_mm256_srli_epi32(u, 16), v, 0xaa);
    return _mm256_madd_epi16(xy, stride);
}

INLINE_AVX2 __m256i stride_of(const image_source *s)
{
    return _mm256_set1_epi32((int32_t)((uint32_t)(s->stride / 4) << 16 | 1u));
}

INLINE_AVX2 __m256i coordinates(int32_t start, int32_t step)
{
    return _mm256_add_epi32(
        _mm256_set1_epi32(start),
        _mm256_mullo_epi32(_mm256_set1_epi32(step), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)));
}

// The two words below hold one pixel's fraction in every byte or word of its four channels.
INLINE_AVX2 __m256i spread(__m256i fractions, int32_t second_half)
{
    const __m256i first = _mm256_setr_epi8(1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, 1, 1, 1,
                                           1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5);
    const __m256i second = _mm256_setr_epi8(9, 9, 9, 9, 9, 9, 9, 9, 13, 13, 13, 13, 13, 13, 13, 13,
                                            9, 9, 9, 9, 9, 9, 9, 9, 13, 13, 13, 13, 13, 13, 13, 13);
    return _mm256_shuffle_epi8(fractions, second_half ? second : first);
}

// The bilinear mean of four pixels whose texel pairs are given, as words.
INLINE_AVX2 __m256i mean4(__m256i upper, __m256i lower, __m256i f, __m256i g)
{
    const __m256i interleave =
        _mm256_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3,
                         7, 8, 12, 9, 13, 10, 14, 11, 15);
    const __m256i weights = _mm256_xor_si256(f, _mm256_set1_epi16(0x007f));
    const __m256i h0 = _mm256_maddubs_epi16(_mm256_shuffle_epi8(upper, interleave), weights);
    const __m256i h1 = _mm256_maddubs_epi16(_mm256_shuffle_epi8(lower, interleave), weights);
    const __m256i t =
        _mm256_add_epi16(_mm256_mulhi_epu16(h0, _mm256_xor_si256(g, _mm256_set1_epi16(-1))),
                         _mm256_mulhi_epu16(h1, g));
    return _mm256_mulhi_epu16(_mm256_add_epi16(t, _mm256_set1_epi16(63)), _mm256_set1_epi16(516));
}

// Stores the pixels that the mask names; all of them when whole.
INLINE_AVX2 void finish8(uint32_t *to, halves s, __m256i lanes, bool whole,
                         const image_source *source, mode m)
{
    if (!m.plain && source->opacity != 255) {
        const __m256i opacity = _mm256_set1_epi16((int16_t)source->opacity);
        s.a = mul255(s.a, opacity);
        s.b = mul255(s.b, opacity);
    }
    const __m256i packed = _mm256_packus_epi16(s.a, s.b);
    if (m.blend != HONE_BLEND_NONE && _mm256_testz_si256(packed, packed)) {
        return;
    }
    if (m.blend == HONE_BLEND_NONE && !m.plain && source->keyed) {
        lanes = _mm256_andnot_si256(_mm256_cmpeq_epi32(packed, _mm256_setzero_si256()), lanes);
        whole = false;
    }
    const bool opaque = m.blend == HONE_BLEND_OVER &&
                        _mm256_testc_si256(packed, _mm256_set1_epi32((int32_t)0xff000000u));
    if (whole) {
        __m256i *at = (__m256i *)(void *)to;
        _mm256_storeu_si256(at, opaque || m.blend == HONE_BLEND_NONE
                                    ? packed
                                    : blend8(s, packed, _mm256_loadu_si256(at), m.blend));
    } else {
        int *at = (int *)(void *)to;
        _mm256_maskstore_epi32(at, lanes,
                               m.blend == HONE_BLEND_NONE
                                   ? packed
                                   : blend8(s, packed, _mm256_maskload_epi32(at, lanes), m.blend));
    }
}

INLINE_AVX2 halves unpacked(__m256i pixels)
{
    const __m256i zero = _mm256_setzero_si256();
    return (halves){_mm256_unpacklo_epi8(pixels, zero), _mm256_unpackhi_epi8(pixels, zero)};
}

INLINE_AVX2 void nearest_row(uint32_t *to, int32_t count, const image_source *s, int32_t u0,
                             int32_t v0, mode m)
{
    const int *texels = (const int *)(const void *)s->texels;
    const __m256i stride = stride_of(s);
    const __m256i du = _mm256_set1_epi32((int32_t)((uint32_t)s->du * 8));
    const __m256i dv = _mm256_set1_epi32((int32_t)((uint32_t)s->dv * 8));
    __m256i u = coordinates(u0, s->du);
    __m256i v = coordinates(v0, s->dv);
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m256i p = _mm256_i32gather_epi32(texels, indices(u, v, stride), 4);
        u = _mm256_add_epi32(u, du);
        v = _mm256_add_epi32(v, dv);
        if (!m.plain && s->keyed) {
            p = without_key(p, s);
        }
        finish8(to + i, unpacked(p), _mm256_set1_epi32(-1), true, s, m);
    }
    if (i < count) {
        const __m256i lanes = lanes_below(count - i);
        __m256i p = _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), texels,
                                                indices(u, v, stride), lanes, 4);
        if (!m.plain && s->keyed) {
            p = without_key(p, s);
        }
        finish8(to + i, unpacked(p), lanes, false, s, m);
    }
}

// Pixels with all four texels inside.
INLINE_AVX2 halves inner8(const image_source *s, __m256i u, __m256i v, __m256i stride, mode m)
{
    const long long *upper = (const long long *)(const void *)s->texels;
    const long long *lower = (const long long *)(const void *)(s->texels + s->stride);
    const __m256i at = _mm256_permute4x64_epi64(indices(u, v, stride), 0xd8);
    const __m128i at_a = _mm256_castsi256_si128(at);
    const __m128i at_b = _mm256_extracti128_si256(at, 1);
    __m256i upper_a = _mm256_i32gather_epi64(upper, at_a, 4);
    __m256i lower_a = _mm256_i32gather_epi64(lower, at_a, 4);
    __m256i upper_b = _mm256_i32gather_epi64(upper, at_b, 4);
    __m256i lower_b = _mm256_i32gather_epi64(lower, at_b, 4);
    if (!m.plain && s->keyed) {
        upper_a = without_key(upper_a, s);
        lower_a = without_key(lower_a, s);
        upper_b = without_key(upper_b, s);
        lower_b = without_key(lower_b, s);
    }
    const __m256i f = _mm256_srli_epi16(u, 1);
    return (halves){mean4(upper_a, lower_a, spread(f, 0), spread(v, 0)),
                    mean4(upper_b, lower_b, spread(f, 1), spread(v, 1))};
}

// A texel for each lane, 0 outside of the rectangle and where the mask is off.
INLINE_AVX2 __m256i texels_at(const image_source *s, __m256i x, __m256i y, __m256i index,
                              __m256i lanes, mode m)
{
    const __m256i below = _mm256_set1_epi32(-1);
    const __m256i inside =
        _mm256_and_si256(_mm256_and_si256(_mm256_cmpgt_epi32(x, below),
                                          _mm256_cmpgt_epi32(_mm256_set1_epi32(s->width), x)),
                         _mm256_and_si256(_mm256_cmpgt_epi32(y, below),
                                          _mm256_cmpgt_epi32(_mm256_set1_epi32(s->height), y)));
    const __m256i p =
        _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), (const int *)(const void *)s->texels,
                                    index, _mm256_and_si256(inside, lanes), 4);
    return !m.plain && s->keyed ? without_key(p, s) : p;
}

// Any pixels; the lanes that the mask leaves out are 0.
INLINE_AVX2 halves outer8(const image_source *s, __m256i u, __m256i v, __m256i stride,
                          __m256i lanes, mode m)
{
    const __m256i one = _mm256_set1_epi32(1);
    const __m256i x = _mm256_srai_epi32(u, 16);
    const __m256i y = _mm256_srai_epi32(v, 16);
    const __m256i x1 = _mm256_add_epi32(x, one);
    const __m256i y1 = _mm256_add_epi32(y, one);
    const __m256i at = indices(u, v, stride);
    const __m256i below = _mm256_add_epi32(at, _mm256_set1_epi32(s->stride / 4));
    const __m256i p00 = texels_at(s, x, y, at, lanes, m);
    const __m256i p01 = texels_at(s, x1, y, _mm256_add_epi32(at, one), lanes, m);
    const __m256i p10 = texels_at(s, x, y1, below, lanes, m);
    const __m256i p11 = texels_at(s, x1, y1, _mm256_add_epi32(below, one), lanes, m);
    const __m256i f = _mm256_srli_epi16(u, 1);
    return (halves){mean4(_mm256_unpacklo_epi32(p00, p01), _mm256_unpacklo_epi32(p10, p11),
                          spread(f, 0), spread(v, 0)),
                    mean4(_mm256_unpackhi_epi32(p00, p01), _mm256_unpackhi_epi32(p10, p11),
                          spread(f, 1), spread(v, 1))};
}

INLINE_AVX2 void outer_run(uint32_t *to, int32_t count, const image_source *s, int32_t u0,
                           int32_t v0, mode m)
{
    const __m256i stride = stride_of(s);
    for (int32_t i = 0; i < count; i += 8) {
        const __m256i lanes = lanes_below(count - i);
        const __m256i u =
            coordinates((int32_t)((uint32_t)u0 + (uint32_t)i * (uint32_t)s->du), s->du);
        const __m256i v =
            coordinates((int32_t)((uint32_t)v0 + (uint32_t)i * (uint32_t)s->dv), s->dv);
        finish8(to + i, outer8(s, u, v, stride, lanes, m), lanes, false, s, m);
    }
}

INLINE_AVX2 void inner_run(uint32_t *to, int32_t count, const image_source *s, int32_t u0,
                           int32_t v0, mode m)
{
    const __m256i stride = stride_of(s);
    const __m256i du = _mm256_set1_epi32((int32_t)((uint32_t)s->du * 8));
    const __m256i dv = _mm256_set1_epi32((int32_t)((uint32_t)s->dv * 8));
    __m256i u = coordinates(u0, s->du);
    __m256i v = coordinates(v0, s->dv);
    for (int32_t i = 0; i < count; i += 8) {
        finish8(to + i, inner8(s, u, v, stride, m), _mm256_set1_epi32(-1), true, s, m);
        u = _mm256_add_epi32(u, du);
        v = _mm256_add_epi32(v, dv);
    }
}

// A row is a run at the border, a run in whole eights within, and the rest.
INLINE_AVX2 void bilinear_row(uint32_t *to, int32_t count, const image_source *s, int32_t u0,
                              int32_t v0, mode m)
{
    const uint32_t du = (uint32_t)s->du;
    const uint32_t dv = (uint32_t)s->dv;
    const uint32_t u_end = (uint32_t)(s->width - 1) << 16;
    const uint32_t v_end = (uint32_t)(s->height - 1) << 16;
    uint32_t u = (uint32_t)u0;
    uint32_t v = (uint32_t)v0;
    int32_t first = 0;
    while (first < count && !(u < u_end && v < v_end)) {
        first++;
        u += du;
        v += dv;
    }
    int32_t last = count;
    uint32_t u_last = (uint32_t)u0 + (uint32_t)(count - 1) * du;
    uint32_t v_last = (uint32_t)v0 + (uint32_t)(count - 1) * dv;
    while (last > first && !(u_last < u_end && v_last < v_end)) {
        last--;
        u_last -= du;
        v_last -= dv;
    }
    const int32_t whole = (last - first) & ~7;
    if (first > 0) {
        outer_run(to, first, s, u0, v0, m);
    }
    if (whole > 0) {
        inner_run(to + first, whole, s, (int32_t)u, (int32_t)v, m);
    }
    const int32_t done = first + whole;
    if (done < count) {
        outer_run(to + done, count - done, s, (int32_t)(u + (uint32_t)whole * du),
                  (int32_t)(v + (uint32_t)whole * dv), m);
    }
}

#define ROW(filter, name, blend)                                                                   \
    AVX2 static void filter##_##name(void *pixels, int32_t count, const image_source *source,      \
                                     int32_t u, int32_t v)                                         \
    {                                                                                              \
        if (source->opacity == 255 && !source->keyed) {                                            \
            filter##_row(pixels, count, source, u, v, (mode){blend, true});                        \
        } else {                                                                                   \
            filter##_row(pixels, count, source, u, v, (mode){blend, false});                       \
        }                                                                                          \
    }
ROW(nearest, over, HONE_BLEND_OVER)
ROW(nearest, add, HONE_BLEND_ADD)
ROW(nearest, none, HONE_BLEND_NONE)
ROW(bilinear, over, HONE_BLEND_OVER)
ROW(bilinear, add, HONE_BLEND_ADD)
ROW(bilinear, none, HONE_BLEND_NONE)

image_row *argb8888_image_avx2(hone_filter filter, hone_blend blend)
{
    static image_row *const rows[2][3] = {{nearest_over, nearest_add, nearest_none},
                                          {bilinear_over, bilinear_add, bilinear_none}};
    return rows[filter][blend];
}

#endif
