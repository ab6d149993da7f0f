// SPDX-License-Identifier: MIT
//
// Vectors of three. Lengths survive components whose squares would overflow or vanish: those are
// brought near 1 by a power of two first, which changes no digit.
#include "math/kernel.h"

hone_vec3 hone_vec3_add(hone_vec3 a, hone_vec3 b)
{
    return (hone_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

hone_vec3 hone_vec3_sub(hone_vec3 a, hone_vec3 b)
{
    return (hone_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

hone_vec3 hone_vec3_scale(hone_vec3 v, float factor)
{
    return (hone_vec3){v.x * factor, v.y * factor, v.z * factor};
}

float hone_vec3_dot(hone_vec3 a, hone_vec3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

hone_vec3 hone_vec3_cross(hone_vec3 a, hone_vec3 b)
{
    return (hone_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// A power of two that brings v's length into a range where its square is safe; 1 for most.
static float safe_scale(hone_vec3 v)
{
    float largest = float_abs(v.x);
    largest = float_abs(v.y) > largest ? float_abs(v.y) : largest;
    largest = float_abs(v.z) > largest ? float_abs(v.z) : largest;
    if (largest > 0x1p60f) {
        return 0x1p-70f;
    }
    return largest < 0x1p-40f ? 0x1p100f : 1.0f;
}

float hone_vec3_length(hone_vec3 v)
{
    float scale = safe_scale(v);
    hone_vec3 near = hone_vec3_scale(v, scale);
    return hone_sqrt(hone_vec3_dot(near, near)) / scale;
}

hone_vec3 hone_vec3_normalize(hone_vec3 v, hone_vec3 fallback)
{
    hone_vec3 near = hone_vec3_scale(v, safe_scale(v));
    float square = hone_vec3_dot(near, near);
    if (!(square > 0x1p-96f && float_is_finite(square))) {
        return fallback;
    }
    float length = sqrt_of_positive(square);
    return (hone_vec3){near.x / length, near.y / length, near.z / length};
}
