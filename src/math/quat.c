// SPDX-License-Identifier: MIT
//
// Quaternions. A unit quaternion (n sin(a/2), cos(a/2)) turns by a about the unit axis n.
//
// Slerp needs neither arc cosine nor a special case for near keys. With y = |a - b|^2 / 4, the
// square of the sine of half the angle p between the keys, p^2 = 4 asin(sqrt y)^2 is a smooth
// function of y, and with S(z) = sin(sqrt z) / sqrt z, smooth as well, the weights are
//     sin(t p) / sin p = t S(t^2 p^2) / S(p^2)     and the same with 1 - t.
// After b's sign is chosen so that the arc is the shorter one p <= pi/2, y <= 1/2, and both
// functions are polynomials to float precision. a = b gives weights 1 - t and t; no division comes
// near zero.
#include "math/kernel.h"

static const hone_quat identity = HONE_QUAT_IDENTITY;

hone_quat hone_quat_mul(hone_quat a, hone_quat b)
{
    // Grouped so that no pair of lanes adds where the other subtracts: gcc 12 makes one fused
    // instruction of such pairs, in spite of -ffp-contract=off, where the machine has one.
    return (hone_quat){
        (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
        (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
        (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x),
        (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
    };
}

hone_quat hone_quat_conjugate(hone_quat q)
{
    return (hone_quat){-q.x, -q.y, -q.z, q.w};
}

static float dot(hone_quat a, hone_quat b)
{
    return ((a.x * b.x + a.y * b.y) + a.z * b.z) + a.w * b.w;
}

static hone_quat scaled(hone_quat q, float factor)
{
    return (hone_quat){q.x * factor, q.y * factor, q.z * factor, q.w * factor};
}

hone_quat hone_quat_normalize(hone_quat q)
{
    float square = dot(q, q);
    if (!(square > 0x1p-80f && square < 0x1p80f)) {
        // A power of two brings the far ones near; what is still out of range is zero or not
        // finite.
        q = scaled(q, square > 1.0f ? 0x1p-70f : 0x1p100f);
        square = dot(q, q);
        if (!(square > 0x1p-96f && float_is_finite(square))) {
            return identity;
        }
    }
    float length = sqrt_of_positive(square);
    return (hone_quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

hone_vec3 hone_quat_rotate(hone_quat q, hone_vec3 v)
{
    // v + 2 w (u x v) + 2 u x (u x v), u the vector part.
    hone_vec3 u = {q.x, q.y, q.z};
    hone_vec3 once = hone_vec3_cross(u, v);
    once = hone_vec3_add(once, once);
    hone_vec3 twice = hone_vec3_cross(u, once);
    return hone_vec3_add(hone_vec3_add(v, hone_vec3_scale(once, q.w)), twice);
}

hone_quat hone_quat_from_axis_angle(hone_vec3 unit_axis, float angle_rad)
{
    float s;
    float c;
    hone_sincos(0.5f * angle_rad, &s, &c);
    return (hone_quat){unit_axis.x * s, unit_axis.y * s, unit_axis.z * s, c};
}

// A unit vector at a right angle to the unit vector v.
static hone_vec3 any_perpendicular(hone_vec3 v)
{
    hone_vec3 axis = {1.0f, 0.0f, 0.0f};
    if (float_abs(v.x) > 0.6f) {
        axis = (hone_vec3){0.0f, 1.0f, 0.0f};
    }
    return hone_vec3_normalize(hone_vec3_cross(v, axis), (hone_vec3){0.0f, 0.0f, 1.0f});
}

hone_quat hone_quat_between(hone_vec3 a, hone_vec3 b)
{
    const hone_vec3 zero = {0.0f, 0.0f, 0.0f};
    hone_vec3 from = hone_vec3_normalize(a, zero);
    hone_vec3 to = hone_vec3_normalize(b, zero);
    if (hone_vec3_dot(from, from) < 0.5f || hone_vec3_dot(to, to) < 0.5f) {
        return identity;
    }
    // |to - from| / 2 and |to + from| / 2 are sine and cosine of half the angle, to full absolute
    // precision even where the directions are nearly opposite; the axis is then poorly known, but
    // made exactly perpendicular to a, which is what matters.
    hone_vec3 axis = hone_vec3_cross(from, to);
    axis = hone_vec3_sub(axis, hone_vec3_scale(from, hone_vec3_dot(from, axis)));
    axis = hone_vec3_normalize(axis, any_perpendicular(from));
    float s = 0.5f * hone_vec3_length(hone_vec3_sub(to, from));
    float c = 0.5f * hone_vec3_length(hone_vec3_add(to, from));
    return hone_quat_normalize((hone_quat){axis.x * s, axis.y * s, axis.z * s, c});
}

// The polynomials are summed in pairs (Estrin), which shortens the chain of waiting operations; the
// lane code of body/clip.c does the same in the same order.
static float cardinal_sine(float z)
{
    float high = HONE_CARDINAL_3 * z + HONE_CARDINAL_2;
    float low = HONE_CARDINAL_1 * z + HONE_CARDINAL_0;
    return 1.0f + z * (high * (z * z) + low);
}

// The square of twice the arc sine of sqrt y.
static float squared_arc(float y)
{
    float y2 = y * y;
    float top = (HONE_ARC_SQUARE_7 * y + HONE_ARC_SQUARE_6) * y2 +
                (HONE_ARC_SQUARE_5 * y + HONE_ARC_SQUARE_4);
    float bottom = (HONE_ARC_SQUARE_3 * y + HONE_ARC_SQUARE_2) * y2 +
                   (HONE_ARC_SQUARE_1 * y + HONE_ARC_SQUARE_0);
    return 4.0f * (y + y2 * (top * (y2 * y2) + bottom));
}

hone_quat hone_quat_slerp(hone_quat a, hone_quat b, float t)
{
    if (!(t > 0.0f)) {
        return a;
    }
    if (t >= 1.0f) {
        return b;
    }
    // Multiplied, not turned in its bits: clang 14 goes wrong on four such turns in a row when it
    // makes WebAssembly vectors of them.
    hone_quat end = scaled(b, float_turn_sign(1.0f, dot(a, b)));
    hone_quat gap = {a.x - end.x, a.y - end.y, a.z - end.z, a.w - end.w};
    float y = 0.25f * dot(gap, gap);
    float angle2 = squared_arc(y);
    float u = 1.0f - t;
    float scale = 1.0f / cardinal_sine(angle2);
    float wa = (u * cardinal_sine((u * u) * angle2)) * scale;
    float wb = (t * cardinal_sine((t * t) * angle2)) * scale;
    return (hone_quat){a.x * wa + end.x * wb, a.y * wa + end.y * wb, a.z * wa + end.z * wb,
                       a.w * wa + end.w * wb};
}

hone_quat hone_quat_from_affine3(const hone_affine3 *m)
{
    // The columns, scale taken off; a mirroring map is turned inside out first.
    const hone_vec3 zero = {0.0f, 0.0f, 0.0f};
    hone_vec3 x = hone_vec3_normalize((hone_vec3){m->m[0][0], m->m[1][0], m->m[2][0]}, zero);
    hone_vec3 y = hone_vec3_normalize((hone_vec3){m->m[0][1], m->m[1][1], m->m[2][1]}, zero);
    hone_vec3 z = hone_vec3_normalize((hone_vec3){m->m[0][2], m->m[1][2], m->m[2][2]}, zero);
    float det = hone_vec3_dot(hone_vec3_cross(x, y), z);
    if (!(float_abs(det) > 0x1p-20f)) {
        return identity;
    }
    if (det < 0.0f) {
        x = hone_vec3_scale(x, -1.0f);
        y = hone_vec3_scale(y, -1.0f);
        z = hone_vec3_scale(z, -1.0f);
    }
    // The largest component comes from the diagonal, the others from it (Shepperd, "Quaternion
    // from rotation matrix", 1978).
    hone_quat q;
    if (z.z < 0.0f) {
        if (x.x > y.y) {
            float n = ((1.0f + x.x) - y.y) - z.z;
            q = (hone_quat){n, x.y + y.x, z.x + x.z, y.z - z.y};
        } else {
            float n = ((1.0f - x.x) + y.y) - z.z;
            q = (hone_quat){x.y + y.x, n, y.z + z.y, z.x - x.z};
        }
    } else if (x.x < -y.y) {
        float n = ((1.0f - x.x) - y.y) + z.z;
        q = (hone_quat){z.x + x.z, y.z + z.y, n, x.y - y.x};
    } else {
        float n = ((1.0f + x.x) + y.y) + z.z;
        q = (hone_quat){y.z - z.y, z.x - x.z, x.y - y.x, n};
    }
    return hone_quat_normalize(q);
}
