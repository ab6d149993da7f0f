// SPDX-License-Identifier: MIT
//
// Affine maps of the plane, x' = a x + c y + tx, y' = b x + d y + ty.
#include "math/kernel.h"

hone_affine2 hone_affine2_identity(void)
{
    return (hone_affine2){1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f};
}

hone_affine2 hone_affine2_mul(hone_affine2 a, hone_affine2 b)
{
    return (hone_affine2){
        a.a * b.a + a.c * b.b,
        a.b * b.a + a.d * b.b,
        a.a * b.c + a.c * b.d,
        a.b * b.c + a.d * b.d,
        (a.a * b.tx + a.c * b.ty) + a.tx,
        (a.b * b.tx + a.d * b.ty) + a.ty,
    };
}

hone_vec2 hone_affine2_apply(hone_affine2 m, hone_vec2 p)
{
    return (hone_vec2){(m.a * p.x + m.c * p.y) + m.tx, (m.b * p.x + m.d * p.y) + m.ty};
}

hone_affine2 hone_affine2_translation(float x, float y)
{
    return (hone_affine2){1.0f, 0.0f, 0.0f, 1.0f, x, y};
}

hone_affine2 hone_affine2_scale(float x, float y)
{
    return (hone_affine2){x, 0.0f, 0.0f, y, 0.0f, 0.0f};
}

hone_affine2 hone_affine2_rotation(float angle_rad)
{
    float s;
    float c;
    hone_sincos(angle_rad, &s, &c);
    return (hone_affine2){c, s, -s, c, 0.0f, 0.0f};
}

// The determinant of the columns (ax, ay), (bx, by); 0 when what is left after the subtraction is
// no more than its rounding error.
static float determinant(float ax, float ay, float bx, float by)
{
    float p = ax * by;
    float q = ay * bx;
    float d = p - q;
    return float_abs(d) > 0x1p-22f * (float_abs(p) + float_abs(q)) ? d : 0.0f;
}

static bool is_finite(hone_affine2 m)
{
    return float_is_finite(m.a) && float_is_finite(m.b) && float_is_finite(m.c) &&
           float_is_finite(m.d) && float_is_finite(m.tx) && float_is_finite(m.ty);
}

bool hone_affine2_from_points(const hone_vec2 from[3], const hone_vec2 to[3], hone_affine2 *out)
{
    // With u, v the sides of the triangle, the linear part takes u to u' and v to v'.
    float ux = from[1].x - from[0].x;
    float uy = from[1].y - from[0].y;
    float vx = from[2].x - from[0].x;
    float vy = from[2].y - from[0].y;
    float det = determinant(ux, uy, vx, vy);
    if (det == 0.0f) {
        return false;
    }
    float pux = to[1].x - to[0].x;
    float puy = to[1].y - to[0].y;
    float pvx = to[2].x - to[0].x;
    float pvy = to[2].y - to[0].y;
    hone_affine2 m;
    m.a = (pux * vy - pvx * uy) / det;
    m.b = (puy * vy - pvy * uy) / det;
    m.c = (pvx * ux - pux * vx) / det;
    m.d = (pvy * ux - puy * vx) / det;
    m.tx = to[0].x - (m.a * from[0].x + m.c * from[0].y);
    m.ty = to[0].y - (m.b * from[0].x + m.d * from[0].y);
    if (!is_finite(m)) {
        return false;
    }
    *out = m;
    return true;
}

bool hone_affine2_invert(hone_affine2 m, hone_affine2 *out)
{
    float det = determinant(m.a, m.b, m.c, m.d);
    if (det == 0.0f) {
        return false;
    }
    hone_affine2 inverse = {m.d / det, -m.b / det, -m.c / det, m.a / det, 0.0f, 0.0f};
    inverse.tx = -(inverse.a * m.tx + inverse.c * m.ty);
    inverse.ty = -(inverse.b * m.tx + inverse.d * m.ty);
    if (!is_finite(inverse)) {
        return false;
    }
    *out = inverse;
    return true;
}
