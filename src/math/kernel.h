// SPDX-License-Identifier: MIT
//
// Small kernels that several files of math/ (and the lane code of body/) share: bit casts, the
// square root, and the polynomials. The coefficients come from tool/fit_polynomials.py; each
// comment gives the largest relative error of the polynomial itself, before rounding.
//
// The correctly rounded square root is one instruction where the machine has it; anywhere else,
// and with HONE_SOFT_SQRT, it is made from integers (sqrt.c).
#ifndef HONE_MATH_KERNEL_H
#define HONE_MATH_KERNEL_H

#include <string.h>

#include "hone/math.h"

#if defined(HONE_SOFT_SQRT)
#define HONE_SQRT_SOFT 1
#elif defined(__SSE2__) && defined(__GNUC__)
#define HONE_SQRT_SSE2 1
#elif defined(__aarch64__)
#define HONE_SQRT_AARCH64 1
#elif defined(__arm__) && defined(__ARM_FP) && (__ARM_FP & 4)
#define HONE_SQRT_VFP 1
#elif defined(__wasm__)
#define HONE_SQRT_BUILTIN 1
#else
#define HONE_SQRT_SOFT 1
#endif

// pi as a float, and what that lacks.
#define HONE_PI 0x1.921fb6p+1f
#define HONE_HALF_PI 0x1.921fb6p+0f
#define HONE_QUARTER_PI 0x1.921fb6p-1f
#define HONE_PI_LOW (-0x1.777a5cp-24f)
#define HONE_HALF_PI_LOW (-0x1.777a5cp-25f)
#define HONE_QUARTER_PI_LOW (-0x1.777a5cp-26f)

static inline uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float float_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// x with its sign turned when sign is negative (-0 counts as negative).
static inline float float_turn_sign(float x, float sign)
{
    return float_from_bits(float_bits(x) ^ (float_bits(sign) & 0x80000000u));
}

static inline float float_abs(float x)
{
    return float_from_bits(float_bits(x) & 0x7fffffffu);
}

// False for NaN and the infinities.
static inline bool float_is_finite(float x)
{
    return (float_bits(x) & 0x7f800000u) != 0x7f800000u;
}

// The square root of x >= 0 rounded to nearest, made from integers.
float sqrt_soft(float x);

// The square root of x >= 0 (or NaN) rounded to nearest.
static inline float sqrt_of_positive(float x)
{
#if defined(HONE_SQRT_SSE2)
    float root;
    __asm__("sqrtss %1, %0" : "=x"(root) : "x"(x));
    return root;
#elif defined(HONE_SQRT_AARCH64)
    float root;
    __asm__("fsqrt %s0, %s1" : "=w"(root) : "w"(x));
    return root;
#elif defined(HONE_SQRT_VFP)
    float root;
    __asm__("vsqrt.f32 %0, %1" : "=t"(root) : "t"(x));
    return root;
#elif defined(HONE_SQRT_BUILTIN)
    return __builtin_sqrtf(x);
#else
    return sqrt_soft(x);
#endif
}

// Sine for |r| <= pi/4: r + r^3 P(r^2), 7.9e-9.
#define HONE_SINE_2 (-0x1.9943e2p-13f)
#define HONE_SINE_1 0x1.11073cp-7f
#define HONE_SINE_0 (-0x1.555546p-3f)

// Cosine for |r| <= pi/4: 1 - r^2/2 + r^4 Q(r^2), 1.8e-10.
#define HONE_COSINE_2 0x1.99eb9ep-16f
#define HONE_COSINE_1 (-0x1.6c0c34p-10f)
#define HONE_COSINE_0 0x1.55554ap-5f

// Arc tangent for |t| <= tan(pi/8): t + t^3 P(t^2), 3.0e-9.
#define HONE_ARC_4 (-0x1.f1edda0p-5f)
#define HONE_ARC_3 0x1.b1ec40p-4f
#define HONE_ARC_2 (-0x1.23b524p-3f)
#define HONE_ARC_1 0x1.999196p-3f
#define HONE_ARC_0 (-0x1.55554ap-2f)

// asin(sqrt y)^2 = y + y^2 A(y) for 0 <= y <= 1/2, 8.9e-9.
#define HONE_ARC_SQUARE_7 0x1.790b9ep-2f
#define HONE_ARC_SQUARE_6 (-0x1.a315bcp-2f)
#define HONE_ARC_SQUARE_5 0x1.46c1e8p-2f
#define HONE_ARC_SQUARE_4 (-0x1.b3a0b4p-6f)
#define HONE_ARC_SQUARE_3 0x1.8f244ep-4f
#define HONE_ARC_SQUARE_2 0x1.cd859ap-4f
#define HONE_ARC_SQUARE_1 0x1.6c3edap-3f
#define HONE_ARC_SQUARE_0 0x1.555502p-2f

// sin(sqrt z) / sqrt z = 1 + z S(z) for 0 <= z <= pi^2/4, 9.7e-9.
#define HONE_CARDINAL_3 0x1.5dbde6p-19f
#define HONE_CARDINAL_2 (-0x1.9f6ffep-13f)
#define HONE_CARDINAL_1 0x1.110ed4p-7f
#define HONE_CARDINAL_0 (-0x1.55554cp-3f)

#endif
