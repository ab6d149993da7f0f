// SPDX-License-Identifier: MIT
//
// Sampling ARGB8888 textures with AVX2, eight pixels at a time, with the bits of bilinear.h.
//
// Each coordinate register holds the pixels 0..7 in order. Texels come as pairs of neighbours, one
// gather of 64 bits for the upper and one for the lower pair, and are worked on in two halves:
// pixels 0, 1, 4, 5 and pixels 2, 3, 6, 7, the way unpacking within 128-bit lanes splits a
// register. Packing the halves gives the pixels in order again. A half's 16 words are blue, green,
// red, alpha of four pixels.
//
// Where one of the four texels lies outside of the rectangle, the texels are gathered one by one
// under a mask, which gives 0 for those outside.
#ifndef HONE_CANVAS_SAMPLE_AVX2_H
#define HONE_CANVAS_SAMPLE_AVX2_H

#include "canvas/canvas.h"

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE_AVX2 __attribute__((target("avx2"), always_inline)) inline

typedef struct avx2_halves {
    __m256i a, b;
} avx2_halves;

// x * y / 255 for words that hold 0..255.
static INLINE_AVX2 __m256i avx2_mul255(__m256i x, __m256i y)
{
    const __m256i t = _mm256_add_epi16(_mm256_mullo_epi16(x, y), _mm256_set1_epi16(128));
    return _mm256_mulhi_epu16(t, _mm256_set1_epi16(257));
}

static INLINE_AVX2 __m256i avx2_lanes_below(int32_t count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

static INLINE_AVX2 __m256i avx2_without_key(__m256i texels, const image_source *s)
{
    const __m256i same = _mm256_cmpeq_epi32(texels, _mm256_set1_epi32((int32_t)s->key));
    return _mm256_andnot_si256(same, texels);
}

// Eight indices y * stride + x in texels; |x|, |y| and the stride fit 16 bits.
static INLINE_AVX2 __m256i avx2_indices(__m256i u, __m256i v, __m256i stride)
{
    const __m256i xy = _mm256_blend_epi16(_mm256_srli_epi32(u, 16), v, 0xaa);
    return _mm256_madd_epi16(xy, stride);
}

static INLINE_AVX2 __m256i avx2_stride_of(const image_source *s)
{
    return _mm256_set1_epi32((int32_t)((uint32_t)(s->stride / 4) << 16 | 1u));
}

static INLINE_AVX2 __m256i avx2_coordinates(int32_t start, int32_t step)
{
    return _mm256_add_epi32(
        _mm256_set1_epi32(start),
        _mm256_mullo_epi32(_mm256_set1_epi32(step), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)));
}

// The two words below hold one pixel's fraction in every byte or word of its four channels.
static INLINE_AVX2 __m256i avx2_spread(__m256i fractions, int32_t second_half)
{
    const __m256i first = _mm256_setr_epi8(1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5, 1, 1, 1,
                                           1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5);
    const __m256i second = _mm256_setr_epi8(9, 9, 9, 9, 9, 9, 9, 9, 13, 13, 13, 13, 13, 13, 13, 13,
                                            9, 9, 9, 9, 9, 9, 9, 9, 13, 13, 13, 13, 13, 13, 13, 13);
    return _mm256_shuffle_epi8(fractions, second_half ? second : first);
}

// The bilinear mean of four pixels whose texel pairs are given, as words.
static INLINE_AVX2 __m256i avx2_mean4(__m256i upper, __m256i lower, __m256i f, __m256i g)
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

static INLINE_AVX2 avx2_halves avx2_unpacked(__m256i pixels)
{
    const __m256i zero = _mm256_setzero_si256();
    return (avx2_halves){_mm256_unpacklo_epi8(pixels, zero), _mm256_unpackhi_epi8(pixels, zero)};
}

// Pixels with all four texels inside.
static INLINE_AVX2 avx2_halves avx2_inner8(const image_source *s, __m256i u, __m256i v,
                                           __m256i stride, bool keyed)
{
    const long long *upper = (const long long *)(const void *)s->texels;
    const long long *lower = (const long long *)(const void *)(s->texels + s->stride);
    const __m256i at = _mm256_permute4x64_epi64(avx2_indices(u, v, stride), 0xd8);
    const __m128i at_a = _mm256_castsi256_si128(at);
    const __m128i at_b = _mm256_extracti128_si256(at, 1);
    __m256i upper_a = _mm256_i32gather_epi64(upper, at_a, 4);
    __m256i lower_a = _mm256_i32gather_epi64(lower, at_a, 4);
    __m256i upper_b = _mm256_i32gather_epi64(upper, at_b, 4);
    __m256i lower_b = _mm256_i32gather_epi64(lower, at_b, 4);
    if (keyed) {
        upper_a = avx2_without_key(upper_a, s);
        lower_a = avx2_without_key(lower_a, s);
        upper_b = avx2_without_key(upper_b, s);
        lower_b = avx2_without_key(lower_b, s);
    }
    const __m256i f = _mm256_srli_epi16(u, 1);
    return (avx2_halves){avx2_mean4(upper_a, lower_a, avx2_spread(f, 0), avx2_spread(v, 0)),
                         avx2_mean4(upper_b, lower_b, avx2_spread(f, 1), avx2_spread(v, 1))};
}

// A texel for each lane, 0 outside of the rectangle and where the mask is off.
static INLINE_AVX2 __m256i avx2_texels_at(const image_source *s, __m256i x, __m256i y,
                                          __m256i index, __m256i lanes, bool keyed)
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
    return keyed ? avx2_without_key(p, s) : p;
}

// Any pixels; the lanes that the mask leaves out are 0.
static INLINE_AVX2 avx2_halves avx2_outer8(const image_source *s, __m256i u, __m256i v,
                                           __m256i stride, __m256i lanes, bool keyed)
{
    const __m256i one = _mm256_set1_epi32(1);
    const __m256i x = _mm256_srai_epi32(u, 16);
    const __m256i y = _mm256_srai_epi32(v, 16);
    const __m256i x1 = _mm256_add_epi32(x, one);
    const __m256i y1 = _mm256_add_epi32(y, one);
    const __m256i at = avx2_indices(u, v, stride);
    const __m256i below = _mm256_add_epi32(at, _mm256_set1_epi32(s->stride / 4));
    const __m256i p00 = avx2_texels_at(s, x, y, at, lanes, keyed);
    const __m256i p01 = avx2_texels_at(s, x1, y, _mm256_add_epi32(at, one), lanes, keyed);
    const __m256i p10 = avx2_texels_at(s, x, y1, below, lanes, keyed);
    const __m256i p11 = avx2_texels_at(s, x1, y1, _mm256_add_epi32(below, one), lanes, keyed);
    const __m256i f = _mm256_srli_epi16(u, 1);
    return (avx2_halves){
        avx2_mean4(_mm256_unpacklo_epi32(p00, p01), _mm256_unpacklo_epi32(p10, p11),
                   avx2_spread(f, 0), avx2_spread(v, 0)),
        avx2_mean4(_mm256_unpackhi_epi32(p00, p01), _mm256_unpackhi_epi32(p10, p11),
                   avx2_spread(f, 1), avx2_spread(v, 1))};
}

#endif
