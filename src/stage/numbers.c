// SPDX-License-Identifier: MIT
//
// Small arithmetic that the files of the stage share.
#include "stage/scene.h"

double floor_of(double x)
{
    if (!(x > -4.5e15 && x < 4.5e15)) {
        return x; // beyond 2^52 every double is whole; so are the infinities here
    }
    double whole = (double)(int64_t)x;
    return whole > x ? whole - 1.0 : whole;
}

float clamp_float(float x, float low, float high)
{
    return x > low ? (x < high ? x : high) : low;
}

bool is_finite_float(float x)
{
    return x - x == 0.0f;
}

bool is_finite_double(double x)
{
    return x - x == 0.0;
}

static uint32_t mix_channel(hone_color a, hone_color b, uint32_t shift, float part)
{
    float from = (float)(a >> shift & 255u);
    float to = (float)(b >> shift & 255u);
    return (uint32_t)(from + (to - from) * part + 0.5f) << shift;
}

hone_color mix_color(hone_color a, hone_color b, float part)
{
    return (a & 0xFF000000u) | mix_channel(a, b, 16, part) | mix_channel(a, b, 8, part) |
           mix_channel(a, b, 0, part);
}

hone_color with_alpha(hone_color color, float alpha)
{
    float own = (float)(color >> 24);
    return (color & 0x00FFFFFFu) | (uint32_t)(own * clamp_float(alpha, 0.0f, 1.0f) + 0.5f) << 24;
}

hone_vec3 lerp_vec3(hone_vec3 a, hone_vec3 b, float part)
{
    return (hone_vec3){a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part,
                       a.z + (b.z - a.z) * part};
}

hone_vec3 origin_of(const hone_affine3 *m)
{
    return (hone_vec3){m->m[0][3], m->m[1][3], m->m[2][3]};
}
