// SPDX-License-Identifier: MIT
//
// Arc tangent and arc sine. The smaller of |x| and |y| over the larger is the tangent of an angle
// of at most pi/4; above tan(pi/8) that angle is pi/4 less the arc tangent of
// (larger - smaller) / (larger + smaller), so the polynomial sees at most tan(pi/8). The octant
// puts the rest right. The arc sine is the arc tangent of x over sqrt((1 - x)(1 + x)), which loses
// nothing near 1. Largest errors found (test_arc.c): 1.9 and 2.9 units in the last place.
#include "math/kernel.h"

float hone_atan2(float y, float x)
{
    float ax = float_abs(x);
    float ay = float_abs(y);
    if (!(float_is_finite(x) && float_is_finite(y))) {
        if (x != x || y != y) {
            return x + y;
        }
        // Infinite arguments stand for directions.
        ax = float_is_finite(x) ? 0.0f : 1.0f;
        ay = float_is_finite(y) ? 0.0f : 1.0f;
    }
    float large = ax > ay ? ax : ay;
    float small = ax > ay ? ay : ax;
    if (large > 0x1p126f) {
        large *= 0.25f;
        small *= 0.25f;
    }
    bool eighth = small > 0.41421357f * large;
    float t = 0.0f;
    if (eighth) {
        t = (large - small) / (large + small);
    } else if (large > 0.0f) {
        t = small / large;
    }
    float t2 = t * t;
    float p = (HONE_ARC_4 * t2 + HONE_ARC_3) * t2 + HONE_ARC_2;
    p = (p * t2 + HONE_ARC_1) * t2 + HONE_ARC_0;
    float angle = t + (t * t2) * p;
    if (eighth) {
        angle = HONE_QUARTER_PI - (angle - HONE_QUARTER_PI_LOW);
    }
    if (ay > ax) {
        angle = HONE_HALF_PI - (angle - HONE_HALF_PI_LOW);
    }
    if ((float_bits(x) >> 31) != 0) {
        angle = HONE_PI - (angle - HONE_PI_LOW);
    }
    return float_turn_sign(angle, y);
}

float hone_asin(float x)
{
    if (x != x) {
        return x;
    }
    float clamped = x > 1.0f ? 1.0f : (x < -1.0f ? -1.0f : x);
    return hone_atan2(clamped, sqrt_of_positive((1.0f - clamped) * (1.0f + clamped)));
}
