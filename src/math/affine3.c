// SPDX-License-Identifier: MIT
//
// Affine maps of space: three rows of four. Sums are (x + y) + (z + t), as in the lane code of
// body/, so that both give the same bits.
#include "math/kernel.h"

hone_affine3 hone_affine3_identity(void)
{
    return (hone_affine3){
        {{1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}}};
}

hone_affine3 hone_affine3_mul(const hone_affine3 *a, const hone_affine3 *b)
{
    hone_affine3 out;
    for (int32_t r = 0; r < 3; r++) {
        const float *row = a->m[r];
        for (int32_t c = 0; c < 3; c++) {
            out.m[r][c] = (row[0] * b->m[0][c] + row[1] * b->m[1][c]) + row[2] * b->m[2][c];
        }
        out.m[r][3] = (row[0] * b->m[0][3] + row[1] * b->m[1][3]) + (row[2] * b->m[2][3] + row[3]);
    }
    return out;
}

hone_vec3 hone_affine3_apply(const hone_affine3 *m, hone_vec3 p)
{
    return (hone_vec3){(m->m[0][0] * p.x + m->m[0][1] * p.y) + (m->m[0][2] * p.z + m->m[0][3]),
                       (m->m[1][0] * p.x + m->m[1][1] * p.y) + (m->m[1][2] * p.z + m->m[1][3]),
                       (m->m[2][0] * p.x + m->m[2][1] * p.y) + (m->m[2][2] * p.z + m->m[2][3])};
}

hone_vec3 hone_affine3_direction(const hone_affine3 *m, hone_vec3 v)
{
    return (hone_vec3){(m->m[0][0] * v.x + m->m[0][1] * v.y) + m->m[0][2] * v.z,
                       (m->m[1][0] * v.x + m->m[1][1] * v.y) + m->m[1][2] * v.z,
                       (m->m[2][0] * v.x + m->m[2][1] * v.y) + m->m[2][2] * v.z};
}

hone_affine3 hone_affine3_from_transform(const hone_transform *t)
{
    hone_quat q = t->rotation;
    float x2 = q.x + q.x;
    float y2 = q.y + q.y;
    float z2 = q.z + q.z;
    float xx = q.x * x2;
    float yy = q.y * y2;
    float zz = q.z * z2;
    float xy = q.x * y2;
    float xz = q.x * z2;
    float yz = q.y * z2;
    float wx = q.w * x2;
    float wy = q.w * y2;
    float wz = q.w * z2;
    hone_vec3 s = t->scale;
    return (hone_affine3){
        {{(1.0f - (yy + zz)) * s.x, (xy - wz) * s.y, (xz + wy) * s.z, t->translation.x},
         {(xy + wz) * s.x, (1.0f - (xx + zz)) * s.y, (yz - wx) * s.z, t->translation.y},
         {(xz - wy) * s.x, (yz + wx) * s.y, (1.0f - (xx + yy)) * s.z, t->translation.z}}};
}

bool hone_affine3_invert(const hone_affine3 *m, hone_affine3 *out)
{
    // The rows of the inverse are the cross products of the columns over the determinant.
    hone_vec3 a = {m->m[0][0], m->m[1][0], m->m[2][0]};
    hone_vec3 b = {m->m[0][1], m->m[1][1], m->m[2][1]};
    hone_vec3 c = {m->m[0][2], m->m[1][2], m->m[2][2]};
    hone_vec3 t = {m->m[0][3], m->m[1][3], m->m[2][3]};
    hone_vec3 rows[3] = {hone_vec3_cross(b, c), hone_vec3_cross(c, a), hone_vec3_cross(a, b)};
    float det = hone_vec3_dot(a, rows[0]);
    float size =
        (float_abs(a.x * rows[0].x) + float_abs(a.y * rows[0].y)) + float_abs(a.z * rows[0].z);
    if (!(float_abs(det) > 0x1p-22f * size)) {
        return false;
    }
    hone_affine3 inverse;
    for (int32_t r = 0; r < 3; r++) {
        hone_vec3 row = {rows[r].x / det, rows[r].y / det, rows[r].z / det};
        float shift = -hone_vec3_dot(row, t);
        if (!(float_is_finite(row.x) && float_is_finite(row.y) && float_is_finite(row.z) &&
              float_is_finite(shift))) {
            return false;
        }
        inverse.m[r][0] = row.x;
        inverse.m[r][1] = row.y;
        inverse.m[r][2] = row.z;
        inverse.m[r][3] = shift;
    }
    *out = inverse;
    return true;
}
