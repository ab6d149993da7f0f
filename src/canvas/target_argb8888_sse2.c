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

#endif
