// SPDX-License-Identifier: MIT
//
// Four and eight floats at once: a thin layer over SSE2, AVX, NEON (AArch64), WebAssembly's
// vectors, or plain C, which also stands in with HONE_NO_SIMD. Every operation is one IEEE
// operation a lane, so all of them give the same bits.
#ifndef HONE_MATH_LANES_H
#define HONE_MATH_LANES_H

#include <stdint.h>
#include <string.h>

#if defined(HONE_NO_SIMD)
#define HONE_LANES_PLAIN 1
#elif defined(__SSE2__)
#include <emmintrin.h>
#define HONE_LANES_SSE2 1
#if defined(__AVX__)
#include <immintrin.h>
#define HONE_LANES_AVX 1
#endif
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define HONE_LANES_NEON 1
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define HONE_LANES_WASM 1
#else
#define HONE_LANES_PLAIN 1
#endif

#if defined(HONE_LANES_SSE2)

typedef __m128 f32x4;

static inline f32x4 f32x4_load(const float *p)
{
    return _mm_loadu_ps(p);
}

static inline void f32x4_store(float *p, f32x4 a)
{
    _mm_storeu_ps(p, a);
}

static inline f32x4 f32x4_all(float x)
{
    return _mm_set1_ps(x);
}

static inline f32x4 f32x4_add(f32x4 a, f32x4 b)
{
    return _mm_add_ps(a, b);
}

static inline f32x4 f32x4_sub(f32x4 a, f32x4 b)
{
    return _mm_sub_ps(a, b);
}

static inline f32x4 f32x4_mul(f32x4 a, f32x4 b)
{
    return _mm_mul_ps(a, b);
}

static inline f32x4 f32x4_div(f32x4 a, f32x4 b)
{
    return _mm_div_ps(a, b);
}

static inline f32x4 f32x4_turn_sign(f32x4 a, f32x4 sign)
{
    return _mm_xor_ps(a, _mm_and_ps(sign, _mm_set1_ps(-0.0f)));
}

static inline f32x4 f32x4_lane0(f32x4 a)
{
    return _mm_shuffle_ps(a, a, 0x00);
}

static inline f32x4 f32x4_lane1(f32x4 a)
{
    return _mm_shuffle_ps(a, a, 0x55);
}

static inline f32x4 f32x4_lane2(f32x4 a)
{
    return _mm_shuffle_ps(a, a, 0xaa);
}

static inline f32x4 f32x4_last(f32x4 a)
{
    const __m128 zeros = _mm_setr_ps(-0.0f, -0.0f, -0.0f, 0.0f);
    const __m128i mask = _mm_setr_epi32(0, 0, 0, -1);
    return _mm_or_ps(_mm_and_ps(a, _mm_castsi128_ps(mask)), zeros);
}

static inline f32x4 f32x4_select(const uint32_t *mask, f32x4 a, f32x4 b)
{
    __m128 m = _mm_loadu_ps((const float *)mask);
    return _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b));
}

static inline void f32x4_transpose(f32x4 rows[4])
{
    __m128 a = _mm_unpacklo_ps(rows[0], rows[1]);
    __m128 b = _mm_unpackhi_ps(rows[0], rows[1]);
    __m128 c = _mm_unpacklo_ps(rows[2], rows[3]);
    __m128 d = _mm_unpackhi_ps(rows[2], rows[3]);
    rows[0] = _mm_movelh_ps(a, c);
    rows[1] = _mm_movehl_ps(c, a);
    rows[2] = _mm_movelh_ps(b, d);
    rows[3] = _mm_movehl_ps(d, b);
}

#elif defined(HONE_LANES_NEON)

typedef float32x4_t f32x4;

static inline f32x4 f32x4_load(const float *p)
{
    return vld1q_f32(p);
}

static inline void f32x4_store(float *p, f32x4 a)
{
    vst1q_f32(p, a);
}

static inline f32x4 f32x4_all(float x)
{
    return vdupq_n_f32(x);
}

static inline f32x4 f32x4_add(f32x4 a, f32x4 b)
{
    return vaddq_f32(a, b);
}

static inline f32x4 f32x4_sub(f32x4 a, f32x4 b)
{
    return vsubq_f32(a, b);
}

static inline f32x4 f32x4_mul(f32x4 a, f32x4 b)
{
    return vmulq_f32(a, b);
}

static inline f32x4 f32x4_div(f32x4 a, f32x4 b)
{
    return vdivq_f32(a, b);
}

static inline f32x4 f32x4_turn_sign(f32x4 a, f32x4 sign)
{
    uint32x4_t bit = vandq_u32(vreinterpretq_u32_f32(sign), vdupq_n_u32(0x80000000u));
    return vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(a), bit));
}

static inline f32x4 f32x4_lane0(f32x4 a)
{
    return vdupq_laneq_f32(a, 0);
}

static inline f32x4 f32x4_lane1(f32x4 a)
{
    return vdupq_laneq_f32(a, 1);
}

static inline f32x4 f32x4_lane2(f32x4 a)
{
    return vdupq_laneq_f32(a, 2);
}

static inline f32x4 f32x4_last(f32x4 a)
{
    return vcopyq_laneq_f32(vdupq_n_f32(-0.0f), 3, a, 3);
}

static inline f32x4 f32x4_select(const uint32_t *mask, f32x4 a, f32x4 b)
{
    return vbslq_f32(vld1q_u32(mask), a, b);
}

static inline void f32x4_transpose(f32x4 rows[4])
{
    float32x4x2_t low = vzipq_f32(rows[0], rows[2]);
    float32x4x2_t high = vzipq_f32(rows[1], rows[3]);
    float32x4x2_t first = vzipq_f32(low.val[0], high.val[0]);
    float32x4x2_t second = vzipq_f32(low.val[1], high.val[1]);
    rows[0] = first.val[0];
    rows[1] = first.val[1];
    rows[2] = second.val[0];
    rows[3] = second.val[1];
}

#elif defined(HONE_LANES_WASM)

typedef v128_t f32x4;

static inline f32x4 f32x4_load(const float *p)
{
    return wasm_v128_load(p);
}

static inline void f32x4_store(float *p, f32x4 a)
{
    wasm_v128_store(p, a);
}

static inline f32x4 f32x4_all(float x)
{
    return wasm_f32x4_splat(x);
}

static inline f32x4 f32x4_add(f32x4 a, f32x4 b)
{
    return wasm_f32x4_add(a, b);
}

static inline f32x4 f32x4_sub(f32x4 a, f32x4 b)
{
    return wasm_f32x4_sub(a, b);
}

static inline f32x4 f32x4_mul(f32x4 a, f32x4 b)
{
    return wasm_f32x4_mul(a, b);
}

static inline f32x4 f32x4_div(f32x4 a, f32x4 b)
{
    return wasm_f32x4_div(a, b);
}

static inline f32x4 f32x4_turn_sign(f32x4 a, f32x4 sign)
{
    return wasm_v128_xor(a, wasm_v128_and(sign, wasm_f32x4_splat(-0.0f)));
}

static inline f32x4 f32x4_lane0(f32x4 a)
{
    return wasm_i32x4_shuffle(a, a, 0, 0, 0, 0);
}

static inline f32x4 f32x4_lane1(f32x4 a)
{
    return wasm_i32x4_shuffle(a, a, 1, 1, 1, 1);
}

static inline f32x4 f32x4_lane2(f32x4 a)
{
    return wasm_i32x4_shuffle(a, a, 2, 2, 2, 2);
}

static inline f32x4 f32x4_last(f32x4 a)
{
    return wasm_i32x4_shuffle(wasm_f32x4_splat(-0.0f), a, 0, 1, 2, 7);
}

static inline f32x4 f32x4_select(const uint32_t *mask, f32x4 a, f32x4 b)
{
    return wasm_v128_bitselect(a, b, wasm_v128_load(mask));
}

static inline void f32x4_transpose(f32x4 rows[4])
{
    v128_t a = wasm_i32x4_shuffle(rows[0], rows[1], 0, 4, 1, 5);
    v128_t b = wasm_i32x4_shuffle(rows[0], rows[1], 2, 6, 3, 7);
    v128_t c = wasm_i32x4_shuffle(rows[2], rows[3], 0, 4, 1, 5);
    v128_t d = wasm_i32x4_shuffle(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = wasm_i32x4_shuffle(a, c, 0, 1, 4, 5);
    rows[1] = wasm_i32x4_shuffle(a, c, 2, 3, 6, 7);
    rows[2] = wasm_i32x4_shuffle(b, d, 0, 1, 4, 5);
    rows[3] = wasm_i32x4_shuffle(b, d, 2, 3, 6, 7);
}

#else

typedef struct f32x4 {
    float v[4];
} f32x4;

static inline f32x4 f32x4_load(const float *p)
{
    return (f32x4){{p[0], p[1], p[2], p[3]}};
}

static inline void f32x4_store(float *p, f32x4 a)
{
    memcpy(p, a.v, sizeof a.v);
}

static inline f32x4 f32x4_all(float x)
{
    return (f32x4){{x, x, x, x}};
}

static inline f32x4 f32x4_add(f32x4 a, f32x4 b)
{
    return (f32x4){{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2], a.v[3] + b.v[3]}};
}

static inline f32x4 f32x4_sub(f32x4 a, f32x4 b)
{
    return (f32x4){{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2], a.v[3] - b.v[3]}};
}

static inline f32x4 f32x4_mul(f32x4 a, f32x4 b)
{
    return (f32x4){{a.v[0] * b.v[0], a.v[1] * b.v[1], a.v[2] * b.v[2], a.v[3] * b.v[3]}};
}

static inline f32x4 f32x4_div(f32x4 a, f32x4 b)
{
    return (f32x4){{a.v[0] / b.v[0], a.v[1] / b.v[1], a.v[2] / b.v[2], a.v[3] / b.v[3]}};
}

static inline f32x4 f32x4_turn_sign(f32x4 a, f32x4 sign)
{
    uint32_t x[4];
    uint32_t s[4];
    memcpy(x, a.v, sizeof x);
    memcpy(s, sign.v, sizeof s);
    for (int32_t i = 0; i < 4; i++) {
        x[i] ^= s[i] & 0x80000000u;
    }
    memcpy(a.v, x, sizeof x);
    return a;
}

static inline f32x4 f32x4_lane0(f32x4 a)
{
    return f32x4_all(a.v[0]);
}

static inline f32x4 f32x4_lane1(f32x4 a)
{
    return f32x4_all(a.v[1]);
}

static inline f32x4 f32x4_lane2(f32x4 a)
{
    return f32x4_all(a.v[2]);
}

static inline f32x4 f32x4_last(f32x4 a)
{
    return (f32x4){{-0.0f, -0.0f, -0.0f, a.v[3]}};
}

static inline f32x4 f32x4_select(const uint32_t *mask, f32x4 a, f32x4 b)
{
    for (int32_t i = 0; i < 4; i++) {
        a.v[i] = mask[i] != 0 ? a.v[i] : b.v[i];
    }
    return a;
}

static inline void f32x4_transpose(f32x4 rows[4])
{
    for (int32_t r = 0; r < 4; r++) {
        for (int32_t c = r + 1; c < 4; c++) {
            float kept = rows[r].v[c];
            rows[r].v[c] = rows[c].v[r];
            rows[c].v[r] = kept;
        }
    }
}

#endif

// f32x4_select(mask, a, b) takes a where the mask's word is all ones and b where it is 0.
// f32x4_turn_sign(a, sign) turns the sign of a where sign is negative. f32x4_lane0(a) has a's first
// lane in all four. f32x4_last(a) is (-0, -0, -0, a's last): adding it changes only the last lane,
// not even the sign of a zero in the others.

#if defined(HONE_LANES_AVX)

typedef __m256 f32x8;

static inline f32x8 f32x8_load(const float *p)
{
    return _mm256_loadu_ps(p);
}

static inline void f32x8_store(float *p, f32x8 a)
{
    _mm256_storeu_ps(p, a);
}

static inline f32x8 f32x8_all(float x)
{
    return _mm256_set1_ps(x);
}

static inline f32x8 f32x8_add(f32x8 a, f32x8 b)
{
    return _mm256_add_ps(a, b);
}

static inline f32x8 f32x8_sub(f32x8 a, f32x8 b)
{
    return _mm256_sub_ps(a, b);
}

static inline f32x8 f32x8_mul(f32x8 a, f32x8 b)
{
    return _mm256_mul_ps(a, b);
}

static inline f32x8 f32x8_div(f32x8 a, f32x8 b)
{
    return _mm256_div_ps(a, b);
}

static inline f32x8 f32x8_turn_sign(f32x8 a, f32x8 sign)
{
    return _mm256_xor_ps(a, _mm256_and_ps(sign, _mm256_set1_ps(-0.0f)));
}

static inline f32x8 f32x8_select(const uint32_t *mask, f32x8 a, f32x8 b)
{
    return _mm256_blendv_ps(b, a, _mm256_loadu_ps((const float *)mask));
}

static inline f32x8 f32x8_join(f32x4 low, f32x4 high)
{
    return _mm256_set_m128(high, low);
}

static inline f32x4 f32x8_low(f32x8 a)
{
    return _mm256_castps256_ps128(a);
}

static inline f32x4 f32x8_high(f32x8 a)
{
    return _mm256_extractf128_ps(a, 1);
}

#else

typedef struct f32x8 {
    f32x4 low, high;
} f32x8;

static inline f32x8 f32x8_join(f32x4 low, f32x4 high)
{
    return (f32x8){low, high};
}

static inline f32x4 f32x8_low(f32x8 a)
{
    return a.low;
}

static inline f32x4 f32x8_high(f32x8 a)
{
    return a.high;
}

static inline f32x8 f32x8_load(const float *p)
{
    return f32x8_join(f32x4_load(p), f32x4_load(p + 4));
}

static inline void f32x8_store(float *p, f32x8 a)
{
    f32x4_store(p, a.low);
    f32x4_store(p + 4, a.high);
}

static inline f32x8 f32x8_all(float x)
{
    return f32x8_join(f32x4_all(x), f32x4_all(x));
}

static inline f32x8 f32x8_add(f32x8 a, f32x8 b)
{
    return f32x8_join(f32x4_add(a.low, b.low), f32x4_add(a.high, b.high));
}

static inline f32x8 f32x8_sub(f32x8 a, f32x8 b)
{
    return f32x8_join(f32x4_sub(a.low, b.low), f32x4_sub(a.high, b.high));
}

static inline f32x8 f32x8_mul(f32x8 a, f32x8 b)
{
    return f32x8_join(f32x4_mul(a.low, b.low), f32x4_mul(a.high, b.high));
}

static inline f32x8 f32x8_div(f32x8 a, f32x8 b)
{
    return f32x8_join(f32x4_div(a.low, b.low), f32x4_div(a.high, b.high));
}

static inline f32x8 f32x8_turn_sign(f32x8 a, f32x8 sign)
{
    return f32x8_join(f32x4_turn_sign(a.low, sign.low), f32x4_turn_sign(a.high, sign.high));
}

static inline f32x8 f32x8_select(const uint32_t *mask, f32x8 a, f32x8 b)
{
    return f32x8_join(f32x4_select(mask, a.low, b.low), f32x4_select(mask + 4, a.high, b.high));
}

#endif

// Four rows of eight from eight rows of four: out[c] holds the c-th float of every place.
static inline void f32x8_gather4(const float *const places[8], f32x8 out[4])
{
    f32x4 low[4];
    f32x4 high[4];
    for (int32_t i = 0; i < 4; i++) {
        low[i] = f32x4_load(places[i]);
        high[i] = f32x4_load(places[i + 4]);
    }
    f32x4_transpose(low);
    f32x4_transpose(high);
    for (int32_t i = 0; i < 4; i++) {
        out[i] = f32x8_join(low[i], high[i]);
    }
}

// The other way: place i gets the i-th lane of each row.
static inline void f32x8_scatter4(float *const places[8], const f32x8 rows[4])
{
    f32x4 low[4];
    f32x4 high[4];
    for (int32_t i = 0; i < 4; i++) {
        low[i] = f32x8_low(rows[i]);
        high[i] = f32x8_high(rows[i]);
    }
    f32x4_transpose(low);
    f32x4_transpose(high);
    for (int32_t i = 0; i < 4; i++) {
        f32x4_store(places[i], low[i]);
        f32x4_store(places[i + 4], high[i]);
    }
}

#endif
