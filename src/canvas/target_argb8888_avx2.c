// SPDX-License-Identifier: MIT
//
// Image rows from ARGB8888 to ARGB8888 with AVX2, eight pixels at a time, with the bits of the
// plain C rows.
#include "canvas/canvas.h"
#include "canvas/vector.h"

#ifdef CANVAS_HAS_AVX2

#include "canvas/sample_avx2.h"

// What a row does besides its filter: known at compile time in every row function.
typedef struct mode {
    hone_blend blend;
    bool plain; // opacity 255 and no key
} mode;

static INLINE_AVX2 __m256i alpha_of_words(__m256i words)
{
    return _mm256_shuffle_epi8(words, _mm256_setr_epi8(6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14,
                                                       15, 14, 15, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15,
                                                       14, 15, 14, 15, 14, 15));
}

static INLINE_AVX2 __m256i scale_by_rest(__m256i destination, __m256i source)
{
    const __m256i rest = _mm256_xor_si256(alpha_of_words(source), _mm256_set1_epi16(255));
    return avx2_mul255(destination, rest);
}

// Source words over or plus eight pixels.
static INLINE_AVX2 __m256i blend8(avx2_halves s, __m256i packed, __m256i destination,
                                  hone_blend blend)
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

// Stores the pixels that the mask names; all of them when whole.
static INLINE_AVX2 void finish8(uint32_t *to, avx2_halves s, __m256i lanes, bool whole,
                                const image_source *source, mode m)
{
    if (!m.plain && source->opacity != 255) {
        const __m256i opacity = _mm256_set1_epi16((int16_t)source->opacity);
        s.a = avx2_mul255(s.a, opacity);
        s.b = avx2_mul255(s.b, opacity);
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

static INLINE_AVX2 void nearest_row(uint32_t *to, int32_t count, const image_source *s, int32_t u0,
                                    int32_t v0, mode m)
{
    const int *texels = (const int *)(const void *)s->texels;
    const __m256i stride = avx2_stride_of(s);
    const __m256i du = _mm256_set1_epi32((int32_t)((uint32_t)s->du * 8));
    const __m256i dv = _mm256_set1_epi32((int32_t)((uint32_t)s->dv * 8));
    __m256i u = avx2_coordinates(u0, s->du);
    __m256i v = avx2_coordinates(v0, s->dv);
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m256i p = _mm256_i32gather_epi32(texels, avx2_indices(u, v, stride), 4);
        u = _mm256_add_epi32(u, du);
        v = _mm256_add_epi32(v, dv);
        if (!m.plain && s->keyed) {
            p = avx2_without_key(p, s);
        }
        finish8(to + i, avx2_unpacked(p), _mm256_set1_epi32(-1), true, s, m);
    }
    if (i < count) {
        const __m256i lanes = avx2_lanes_below(count - i);
        __m256i p = _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), texels,
                                                avx2_indices(u, v, stride), lanes, 4);
        if (!m.plain && s->keyed) {
            p = avx2_without_key(p, s);
        }
        finish8(to + i, avx2_unpacked(p), lanes, false, s, m);
    }
}

static INLINE_AVX2 void outer_run(uint32_t *to, int32_t count, const image_source *s, int32_t u0,
                                  int32_t v0, mode m)
{
    const __m256i stride = avx2_stride_of(s);
    for (int32_t i = 0; i < count; i += 8) {
        const __m256i lanes = avx2_lanes_below(count - i);
        const __m256i u =
            avx2_coordinates((int32_t)((uint32_t)u0 + (uint32_t)i * (uint32_t)s->du), s->du);
        const __m256i v =
            avx2_coordinates((int32_t)((uint32_t)v0 + (uint32_t)i * (uint32_t)s->dv), s->dv);
        finish8(to + i, avx2_outer8(s, u, v, stride, lanes, !m.plain && s->keyed), lanes, false, s,
                m);
    }
}

static INLINE_AVX2 void inner_run(uint32_t *to, int32_t count, const image_source *s, int32_t u0,
                                  int32_t v0, mode m)
{
    const __m256i stride = avx2_stride_of(s);
    const __m256i du = _mm256_set1_epi32((int32_t)((uint32_t)s->du * 8));
    const __m256i dv = _mm256_set1_epi32((int32_t)((uint32_t)s->dv * 8));
    __m256i u = avx2_coordinates(u0, s->du);
    __m256i v = avx2_coordinates(v0, s->dv);
    for (int32_t i = 0; i < count; i += 8) {
        finish8(to + i, avx2_inner8(s, u, v, stride, !m.plain && s->keyed), _mm256_set1_epi32(-1),
                true, s, m);
        u = _mm256_add_epi32(u, du);
        v = _mm256_add_epi32(v, dv);
    }
}

// A row is a run at the border, a run in whole eights within, and the rest.
static INLINE_AVX2 void bilinear_row(uint32_t *to, int32_t count, const image_source *s, int32_t u0,
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
    static AVX2 void filter##_##name(void *pixels, int32_t count, const image_source *source,      \
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
