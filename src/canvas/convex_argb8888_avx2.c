// SPDX-License-Identifier: MIT
//
// Rows of convex shapes on ARGB8888 with AVX2: coverage and blending of eight pixels at a time
// without a stop in memory, for rows that one edge on each side crosses from top to bottom. The
// arithmetic is that of raster.c, see there.
//
// A row is cut into blocks from its leftmost pixel on. When the edges lie apart, these are blocks
// with the left edge, full blocks and blocks with the right edge; else all have both. The last
// block may reach beyond the row, where its coverage is 0 and pixels stay as they are.
#include "canvas/raster.h"
#include "canvas/vector.h"

#ifdef CANVAS_HAS_AVX2

#include <immintrin.h>

#define INLINE_AVX2 __attribute__((target("avx2"), always_inline)) inline

typedef struct edge {
    __m256 width, scale;
    float x, y, slope; // of a point, and dx / dy
    float lo_offset, hi_offset, span;
} edge;

typedef struct brush {
    __m256i words; // of the color
    __m256i all;
    bool replaces; // at full coverage
} brush;

static INLINE_AVX2 edge edge_of(const raster_chain *c)
{
    return (edge){_mm256_set1_ps(c->width),
                  _mm256_set1_ps(c->scale),
                  c->from.x,
                  c->from.y,
                  c->slope,
                  c->lo_offset,
                  c->hi_offset,
                  c->width};
}

// The area A at x + 1 to x + 8, for a piece of height 1.
static INLINE_AVX2 __m256 area(const edge *e, float lo, float hi, __m256 x)
{
    const __m256 zero = _mm256_setzero_ps();
    const __m256 t =
        _mm256_min_ps(_mm256_max_ps(_mm256_sub_ps(x, _mm256_set1_ps(lo)), zero), e->width);
    const __m256 over = _mm256_max_ps(_mm256_sub_ps(x, _mm256_set1_ps(hi)), zero);
    return _mm256_add_ps(_mm256_mul_ps(_mm256_mul_ps(t, t), e->scale), over);
}

// From the sums D at x + 1 to x + 8 to coverage 0..255 in 32-bit lanes; before holds D at x in lane
// 7 and becomes d.
static INLINE_AVX2 __m256i coverage8(__m256 d, __m256 *before, __m256 base)
{
    const __m256i turn = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
    const __m256 shifted = _mm256_permutevar8x32_ps(_mm256_blend_ps(d, *before, 0x80), turn);
    __m256 a = _mm256_add_ps(base, _mm256_sub_ps(d, shifted));
    *before = d;
    a = _mm256_min_ps(_mm256_max_ps(a, _mm256_setzero_ps()), _mm256_set1_ps(1.0f));
    return _mm256_cvttps_epi32(
        _mm256_add_ps(_mm256_mul_ps(a, _mm256_set1_ps(255.0f)), _mm256_set1_ps(0.5f)));
}

static INLINE_AVX2 __m256i mul255(__m256i x, __m256i y)
{
    const __m256i t = _mm256_add_epi16(_mm256_mullo_epi16(x, y), _mm256_set1_epi16(128));
    return _mm256_mulhi_epu16(t, _mm256_set1_epi16(257));
}

// Four pixels as words, the color at the given weights on top.
static INLINE_AVX2 __m256i painted4(__m256i d, __m256i color, __m256i weight, hone_blend blend)
{
    const __m256i full = _mm256_set1_epi16(255);
    if (blend == HONE_BLEND_NONE) {
        const __m256i rest = _mm256_xor_si256(weight, full);
        const __m256i t = _mm256_add_epi16(
            _mm256_add_epi16(_mm256_mullo_epi16(color, weight), _mm256_mullo_epi16(d, rest)),
            _mm256_set1_epi16(128));
        return _mm256_mulhi_epu16(t, _mm256_set1_epi16(257));
    }
    const __m256i source = mul255(color, weight);
    if (blend == HONE_BLEND_ADD) {
        return _mm256_add_epi16(source, d);
    }
    const __m256i alpha = _mm256_shufflehi_epi16(_mm256_shufflelo_epi16(source, 0xff), 0xff);
    return _mm256_add_epi16(source, mul255(d, _mm256_xor_si256(alpha, full)));
}

static INLINE_AVX2 void paint8(uint32_t *to, __m256i coverage, const brush *b, hone_blend blend)
{
    __m256i *at = (__m256i *)(void *)to;
    const __m256i zero = _mm256_setzero_si256();
    const __m256i twice = _mm256_or_si256(coverage, _mm256_slli_epi32(coverage, 16));
    const __m256i d = _mm256_loadu_si256(at);
    const __m256i lo = painted4(_mm256_unpacklo_epi8(d, zero), b->words,
                                _mm256_unpacklo_epi32(twice, twice), blend);
    const __m256i hi = painted4(_mm256_unpackhi_epi8(d, zero), b->words,
                                _mm256_unpackhi_epi32(twice, twice), blend);
    _mm256_storeu_si256(at, _mm256_packus_epi16(lo, hi));
}

static INLINE_AVX2 void fill8(uint32_t *to, const brush *b, hone_blend blend)
{
    if (b->replaces) {
        _mm256_storeu_si256((__m256i *)(void *)to, b->all);
    } else {
        paint8(to, _mm256_set1_epi32(255), b, blend);
    }
}

static INLINE_AVX2 int32_t convex_rows(const raster_sink *sink, int32_t y, int32_t y1,
                                       const raster_chain *left, const raster_chain *right,
                                       hone_blend blend)
{
    const edge l = edge_of(left);
    const edge r = edge_of(right);
    const brush b = {.words = _mm256_unpacklo_epi8(_mm256_set1_epi32((int32_t)sink->paint.argb),
                                                   _mm256_setzero_si256()),
                     .all = _mm256_set1_epi32((int32_t)sink->paint.argb),
                     .replaces = blend == HONE_BLEND_NONE ||
                                 (blend == HONE_BLEND_OVER && sink->paint.argb >> 24 == 255)};
    const __m256 ahead = _mm256_setr_ps(1, 2, 3, 4, 5, 6, 7, 8);
    const __m256 step = _mm256_set1_ps(8.0f);
    const __m256 zero = _mm256_setzero_ps();
    const __m256 one = _mm256_set1_ps(1.0f);
    uint8_t *row = sink->pixels + (ptrdiff_t)(y - sink->clip.y0) * sink->stride;
    for (; y < y1; y++, row += sink->stride) {
        const float lx = l.x + ((float)y - l.y) * l.slope;
        const float rx = r.x + ((float)y - r.y) * r.slope;
        const float l_lo = lx + l.lo_offset;
        const float l_hi = lx + l.hi_offset;
        const float r_lo = rx + r.lo_offset;
        const float r_hi = rx + r.hi_offset;
        const int32_t l0 = canvas_floor(l_lo);
        const int32_t l1 = canvas_ceil(l_lo + l.span);
        const int32_t r0 = canvas_floor(r_lo);
        const int32_t r1 = canvas_ceil(r_lo + r.span);
        const bool crossed = r0 < l0 || l1 > r1;
        if (crossed || l0 < sink->clip.x0 || l0 + ((r1 - l0 + 7) & ~7) > sink->clip.x1 ||
            l0 >= r1) {
            return y;
        }
        uint32_t *to = (uint32_t *)(void *)row + (l0 - sink->clip.x0);
        uint32_t *const end = to + (r1 - l0);
        __m256 x = _mm256_add_ps(_mm256_set1_ps((float)l0), ahead);
        __m256 before = zero;
        if (l0 + ((l1 - l0 + 7) & ~7) > r0) {
            for (; to < end; to += 8) {
                const __m256 d = _mm256_sub_ps(area(&l, l_lo, l_hi, x), area(&r, r_lo, r_hi, x));
                paint8(to, coverage8(d, &before, zero), &b, blend);
                x = _mm256_add_ps(x, step);
            }
            continue;
        }
        for (int32_t i = l0; i < l1; i += 8, to += 8) {
            paint8(to, coverage8(area(&l, l_lo, l_hi, x), &before, zero), &b, blend);
            x = _mm256_add_ps(x, step);
        }
        uint32_t *const first = to;
        for (; end - to >= 8 + (r1 - r0); to += 8) {
            fill8(to, &b, blend);
        }
        x = _mm256_add_ps(x, _mm256_set1_ps((float)(to - first)));
        before = zero;
        for (; to < end; to += 8) {
            const __m256 d = _mm256_sub_ps(zero, area(&r, r_lo, r_hi, x));
            paint8(to, coverage8(d, &before, one), &b, blend);
            x = _mm256_add_ps(x, step);
        }
    }
    return y;
}

__attribute__((target("avx2"))) int32_t argb8888_convex_avx2(const raster_sink *sink, int32_t y,
                                                             int32_t y1, const raster_chain *left,
                                                             const raster_chain *right)
{
    switch (sink->paint.blend) {
    case HONE_BLEND_ADD:
        return convex_rows(sink, y, y1, left, right, HONE_BLEND_ADD);
    case HONE_BLEND_NONE:
        return convex_rows(sink, y, y1, left, right, HONE_BLEND_NONE);
    case HONE_BLEND_OVER:
    default:
        return convex_rows(sink, y, y1, left, right, HONE_BLEND_OVER);
    }
}

#endif
