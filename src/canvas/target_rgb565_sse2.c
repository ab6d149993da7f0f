// SPDX-License-Identifier: MIT
//
// Blending into RGB565 with SSE2, eight pixels at a time, with the bits of format.h. Channels stand
// in registers of their own, eight words each.
#include "canvas/canvas.h"
#include "canvas/format.h"
#include "canvas/vector.h"

#ifdef CANVAS_HAS_SSE2

#include <emmintrin.h>
#include <string.h>

typedef struct planes {
    __m128i r, g, b, a;
} planes;

static inline __m128i swapped_bytes(__m128i words)
{
    return _mm_or_si128(_mm_slli_epi16(words, 8), _mm_srli_epi16(words, 8));
}

// The nearest to x / 255.
static inline __m128i div255(__m128i x)
{
    return _mm_mulhi_epu16(_mm_add_epi16(x, _mm_set1_epi16(128)), _mm_set1_epi16(257));
}

static inline planes planes_of_565(__m128i words)
{
    return (planes){.r = _mm_srli_epi16(words, 11),
                    .g = _mm_and_si128(_mm_srli_epi16(words, 5), _mm_set1_epi16(63)),
                    .b = _mm_and_si128(words, _mm_set1_epi16(31)),
                    .a = _mm_setzero_si128()};
}

static inline __m128i words_of(__m128i r, __m128i g, __m128i b)
{
    return _mm_or_si128(_mm_or_si128(_mm_slli_epi16(r, 11), _mm_slli_epi16(g, 5)), b);
}

// Premultiplied ARGB8888, four and four pixels.
static inline planes planes_of_8888(__m128i first, __m128i second)
{
    const __m128i byte = _mm_set1_epi32(255);
    return (planes){.r = _mm_packs_epi32(_mm_and_si128(_mm_srli_epi32(first, 16), byte),
                                         _mm_and_si128(_mm_srli_epi32(second, 16), byte)),
                    .g = _mm_packs_epi32(_mm_and_si128(_mm_srli_epi32(first, 8), byte),
                                         _mm_and_si128(_mm_srli_epi32(second, 8), byte)),
                    .b = _mm_packs_epi32(_mm_and_si128(first, byte), _mm_and_si128(second, byte)),
                    .a = _mm_packs_epi32(_mm_srli_epi32(first, 24), _mm_srli_epi32(second, 24))};
}

// The nearest to (s * most + d * rest) / 255, at most most.
static inline __m128i mixed(__m128i s, __m128i d, __m128i rest, int16_t most)
{
    const __m128i limit = _mm_set1_epi16(most);
    const __m128i sum = _mm_add_epi16(_mm_mullo_epi16(s, limit), _mm_mullo_epi16(d, rest));
    return _mm_min_epi16(div255(sum), limit);
}

static inline __m128i added(__m128i s, __m128i d, int16_t most)
{
    const __m128i limit = _mm_set1_epi16(most);
    return _mm_min_epi16(_mm_add_epi16(div255(_mm_mullo_epi16(s, limit)), d), limit);
}

static inline __m128i mix8(planes s, __m128i d_words, __m128i rest)
{
    const planes d = planes_of_565(d_words);
    return words_of(mixed(s.r, d.r, rest, 31), mixed(s.g, d.g, rest, 63),
                    mixed(s.b, d.b, rest, 31));
}

static inline __m128i blend8(planes s, __m128i d_words, hone_blend blend)
{
    if (blend == HONE_BLEND_ADD) {
        const planes d = planes_of_565(d_words);
        return words_of(added(s.r, d.r, 31), added(s.g, d.g, 63), added(s.b, d.b, 31));
    }
    const __m128i zero = _mm_setzero_si128();
    return mix8(s, d_words,
                blend == HONE_BLEND_NONE ? zero : _mm_xor_si128(s.a, _mm_set1_epi16(255)));
}

static inline __m128i load8(const uint16_t *from, bool swapped)
{
    const __m128i words = _mm_loadu_si128((const __m128i *)(const void *)from);
    return swapped ? swapped_bytes(words) : words;
}

static inline void store8(uint16_t *to, __m128i words, bool swapped)
{
    _mm_storeu_si128((__m128i *)(void *)to, swapped ? swapped_bytes(words) : words);
}

static inline void composite8(uint16_t *to, const uint32_t *source, hone_blend blend, bool picky,
                              bool swapped)
{
    const __m128i zero = _mm_setzero_si128();
    const __m128i first = _mm_loadu_si128((const __m128i *)(const void *)source);
    const __m128i second = _mm_loadu_si128((const __m128i *)(const void *)(source + 4));
    const __m128i clear =
        _mm_packs_epi32(_mm_cmpeq_epi32(first, zero), _mm_cmpeq_epi32(second, zero));
    const bool keeps_clear = picky || blend != HONE_BLEND_NONE;
    if (keeps_clear && _mm_movemask_epi8(clear) == 0xffff) {
        return;
    }
    const __m128i d = load8(to, swapped);
    __m128i out = blend8(planes_of_8888(first, second), d, blend);
    if (picky) {
        out = _mm_or_si128(_mm_and_si128(clear, d), _mm_andnot_si128(clear, out));
    }
    store8(to, out, swapped);
}

// The last pixels of a row are worked on in a copy with room for eight.
static inline void composite_row(uint16_t *to, const uint32_t *source, int32_t count,
                                 hone_blend blend, bool picky, bool swapped)
{
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        composite8(to + i, source + i, blend, picky, swapped);
    }
    if (i < count) {
        uint16_t copy[8] = {0};
        uint32_t rest[8] = {0};
        const size_t some = (size_t)(count - i);
        memcpy(copy, to + i, some * sizeof *copy);
        memcpy(rest, source + i, some * sizeof *rest);
        composite8(copy, rest, blend, picky, swapped);
        memcpy(to + i, copy, some * sizeof *copy);
    }
}

static inline __m128i painted8(planes color, __m128i d, __m128i weight, hone_blend blend)
{
    const planes s = {.r = div255(_mm_mullo_epi16(color.r, weight)),
                      .g = div255(_mm_mullo_epi16(color.g, weight)),
                      .b = div255(_mm_mullo_epi16(color.b, weight)),
                      .a = div255(_mm_mullo_epi16(color.a, weight))};
    return blend == HONE_BLEND_NONE ? mix8(s, d, _mm_xor_si128(weight, _mm_set1_epi16(255)))
                                    : blend8(s, d, blend);
}

static inline void mask8(uint16_t *to, const uint8_t *coverage, planes color, hone_blend blend,
                         bool swapped)
{
    const __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)coverage);
    const __m128i weight = _mm_unpacklo_epi8(bytes, _mm_setzero_si128());
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(weight, _mm_setzero_si128())) != 0xffff) {
        store8(to, painted8(color, load8(to, swapped), weight, blend), swapped);
    }
}

static inline void paint_mask(uint16_t *to, const uint8_t *coverage, int32_t count,
                              canvas_paint paint, bool swapped)
{
    const __m128i argb = _mm_set1_epi32((int32_t)paint.argb);
    const planes color = planes_of_8888(argb, argb);
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        mask8(to + i, coverage + i, color, paint.blend, swapped);
    }
    if (i < count) {
        uint16_t copy[8] = {0};
        uint8_t rest[8] = {0};
        const size_t some = (size_t)(count - i);
        memcpy(copy, to + i, some * sizeof *copy);
        memcpy(rest, coverage + i, some);
        mask8(copy, rest, color, paint.blend, swapped);
        memcpy(to + i, copy, some * sizeof *copy);
    }
}

static inline void paint_even(uint16_t *to, int32_t count, canvas_paint paint, uint32_t coverage,
                              bool swapped)
{
    const bool replaces =
        coverage == 255 && (paint.blend == HONE_BLEND_NONE ||
                            (paint.blend == HONE_BLEND_OVER && paint.argb >> 24 == 255));
    if (replaces) {
        const uint32_t stored = format_store_565(paint.argb);
        rgb565_set(to, count, swapped ? format_swap(stored) : stored);
        return;
    }
    uint8_t even[64];
    memset(even, (int)coverage, sizeof even);
    while (count > 0) {
        const int32_t some = canvas_min(count, (int32_t)sizeof even);
        paint_mask(to, even, some, paint, swapped);
        to += some;
        count -= some;
    }
}

#define FAMILY(order, swapped)                                                                     \
    void rgb565_paint_##order##_sse2(void *pixels, int32_t count, canvas_paint paint,              \
                                     uint32_t coverage)                                            \
    {                                                                                              \
        paint_even(pixels, count, paint, coverage, swapped);                                       \
    }                                                                                              \
    void rgb565_mask_##order##_sse2(void *pixels, const uint8_t *coverage, int32_t count,          \
                                    canvas_paint paint)                                            \
    {                                                                                              \
        paint_mask(pixels, coverage, count, paint, swapped);                                       \
    }                                                                                              \
    void rgb565_composite_##order##_sse2(void *pixels, const uint32_t *source, int32_t count,      \
                                         hone_blend blend, bool picky)                             \
    {                                                                                              \
        switch (blend) {                                                                           \
        case HONE_BLEND_ADD:                                                                       \
            composite_row(pixels, source, count, HONE_BLEND_ADD, false, swapped);                  \
            break;                                                                                 \
        case HONE_BLEND_NONE:                                                                      \
            composite_row(pixels, source, count, HONE_BLEND_NONE, picky, swapped);                 \
            break;                                                                                 \
        case HONE_BLEND_OVER:                                                                      \
        default:                                                                                   \
            composite_row(pixels, source, count, HONE_BLEND_OVER, false, swapped);                 \
            break;                                                                                 \
        }                                                                                          \
    }

FAMILY(native, false)
FAMILY(swapped, true)

#endif
