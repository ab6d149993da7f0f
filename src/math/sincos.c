// SPDX-License-Identifier: MIT
//
// Sine and cosine of a float.
//
// An angle beyond pi/4 is first taken modulo quarter turns, in integers and so exactly, however
// large it is (the method of Payne and Hanek, "Radian reduction for trigonometric functions",
// 1983). With x = m * 2^e, m a 24-bit integer, x * 2/pi modulo 4 depends only on those binary
// digits of 2/pi whose weight times 2^e is below 4. A window of 96 of them times m gives quarter
// turns in 2^-62; the rest that is left out is below 2^-70. What remains after the nearest quarter
// turn is multiplied by pi/2 as an integer and rounded to float once. No float comes so near a
// multiple of pi/2 that the integer would be short of digits: the nearest is about 2^-29 away.
// On machines without floating point this costs less than a reduction in floats would.
//
// Between -pi/4 and pi/4 polynomials of degree 7 and 8 do the rest.
//
// Largest error, over a sweep through all floats and dense samples of the first turns
// (test_sincos.c, against double precision): 1.6 units in the last place of the result, 6.7e-8
// absolute.
#include "math/kernel.h"

// Digits of 2/pi after the point, 32 zeros before them.
static const uint32_t two_over_pi[8] = {0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u,
                                        0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu};

// |x| > pi/4, given by its bits without the sign: the angle that is left in [-pi/4, pi/4]
// after *quarters quarter turns.
static float reduce(uint32_t bits, uint32_t *quarters)
{
    uint32_t mantissa = (bits & 0x7fffffu) | 0x800000u;
    // The window starts at the digit that weighs 2 * 2^e; 126 is the exponent of pi/4.
    uint32_t start = (bits >> 23) - 120u;
    const uint32_t *word = two_over_pi + (start >> 5);
    uint32_t shift = start & 31u;
    uint32_t high = (word[0] << shift) | ((word[1] >> 1) >> (31u - shift));
    uint32_t middle = (word[1] << shift) | ((word[2] >> 1) >> (31u - shift));
    uint32_t low = (word[2] << shift) | ((word[3] >> 1) >> (31u - shift));
    // Quarter turns modulo 4 in units of 2^-62.
    uint64_t turns = ((uint64_t)(mantissa * high) << 32) + (uint64_t)mantissa * middle +
                     (((uint64_t)mantissa * low) >> 32);
    uint64_t nearest = (turns + ((uint64_t)1 << 61)) >> 62;
    *quarters = (uint32_t)nearest & 3u;
    uint64_t rest = turns - (nearest << 62);
    bool negative = (rest >> 63) != 0;
    if (negative) {
        rest = 0 - rest;
    }
    // pi/2 in units of 2^-31: the product stands in units of 2^-61.
    const uint32_t half_pi = 0xc90fdaa2u;
    uint64_t angle = (rest >> 32) * half_pi + (((rest & 0xffffffffu) * half_pi) >> 32);
    float r = (float)(int64_t)angle * 0x1p-61f;
    return negative ? -r : r;
}

void hone_sincos(float angle_rad, float *sine, float *cosine)
{
    uint32_t bits = float_bits(angle_rad) & 0x7fffffffu;
    uint32_t quarters = 0;
    float r = float_from_bits(bits);
    if (bits > 0x3f490fdau) { // the float below pi/4
        if (bits >= 0x7f800000u) {
            *sine = angle_rad - angle_rad;
            *cosine = angle_rad - angle_rad;
            return;
        }
        r = reduce(bits, &quarters);
    }
    float r2 = r * r;
    float s = r + (r * r2) * ((HONE_SINE_2 * r2 + HONE_SINE_1) * r2 + HONE_SINE_0);
    // What rounding takes from 1 - r^2/2 is known exactly and given back.
    float half = 0.5f * r2;
    float start = 1.0f - half;
    float c = start + (((1.0f - start) - half) +
                       (r2 * r2) * ((HONE_COSINE_2 * r2 + HONE_COSINE_1) * r2 + HONE_COSINE_0));
    float across = (quarters & 1u) != 0 ? c : s;
    float along = (quarters & 1u) != 0 ? s : c;
    if ((quarters & 2u) != 0) {
        across = -across;
    }
    if (quarters == 1u || quarters == 2u) {
        along = -along;
    }
    *sine = float_turn_sign(across, angle_rad);
    *cosine = along;
}
