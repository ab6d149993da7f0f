// SPDX-License-Identifier: MIT
//
// Euler angles in the twelve orders. R = Ri(a) Rj(b) Rk(c); l is the axis besides i and j, and e is
// +1 when i, j, l are a cyclic order, else -1.
//
// When k = i (proper angles) the product of the three quaternions is
//     w = cos(b/2) cos((a+c)/2)   q_i = cos(b/2) sin((a+c)/2)
//     q_j = sin(b/2) cos((a-c)/2) q_l = e sin(b/2) sin((a-c)/2)
// from which two arc tangents give half the sum and half the difference. When k = l, a quarter turn
// about j put behind makes proper angles (a, b + pi/2, -e c) of it, since it takes axis l to i (see
// E. Bernardes and S. Viollet, "Quaternion to Euler angles conversion", PLoS ONE 17, 2022).
// Where sin or cos of half the middle angle vanishes only the sum or the difference is there; c is
// then taken as 0.
#include "math/kernel.h"

static const uint8_t axes[12][3] = {
    [HONE_EULER_XYZ] = {0, 1, 2}, [HONE_EULER_XZY] = {0, 2, 1}, [HONE_EULER_YXZ] = {1, 0, 2},
    [HONE_EULER_YZX] = {1, 2, 0}, [HONE_EULER_ZXY] = {2, 0, 1}, [HONE_EULER_ZYX] = {2, 1, 0},
    [HONE_EULER_XYX] = {0, 1, 0}, [HONE_EULER_XZX] = {0, 2, 0}, [HONE_EULER_YXY] = {1, 0, 1},
    [HONE_EULER_YZY] = {1, 2, 1}, [HONE_EULER_ZXZ] = {2, 0, 2}, [HONE_EULER_ZYZ] = {2, 1, 2},
};

// An order that is not in the list counts as XYZ.
static const uint8_t *axes_of(hone_euler_order order)
{
    uint32_t index = (uint32_t)order;
    return axes[index < 12u ? index : 0u];
}

hone_quat hone_quat_from_euler(hone_euler_order order, const float angles_rad[3])
{
    const uint8_t *axis = axes_of(order);
    hone_quat q = HONE_QUAT_IDENTITY;
    for (int32_t n = 0; n < 3; n++) {
        float v[3] = {0.0f, 0.0f, 0.0f};
        float c;
        hone_sincos(0.5f * angles_rad[n], &v[axis[n]], &c);
        hone_quat turn = {v[0], v[1], v[2], c};
        q = n == 0 ? turn : hone_quat_mul(q, turn);
    }
    return q;
}

hone_affine3 hone_affine3_from_euler(hone_euler_order order, const float angles_rad[3])
{
    const uint8_t *axis = axes_of(order);
    hone_affine3 product = hone_affine3_identity();
    for (int32_t n = 0; n < 3; n++) {
        hone_affine3 turn = hone_affine3_identity();
        uint8_t y = (uint8_t)((axis[n] + 1) % 3);
        uint8_t z = (uint8_t)((axis[n] + 2) % 3);
        float s;
        float c;
        hone_sincos(angles_rad[n], &s, &c);
        turn.m[y][y] = c;
        turn.m[y][z] = -s;
        turn.m[z][y] = s;
        turn.m[z][z] = c;
        product = n == 0 ? turn : hone_affine3_mul(&product, &turn);
    }
    return product;
}

// Into (-pi, pi].
static float wrap(float angle)
{
    const float two_pi = 2.0f * HONE_PI;
    if (angle > HONE_PI) {
        return angle - two_pi;
    }
    return angle <= -HONE_PI ? angle + two_pi : angle;
}

void hone_quat_to_euler(hone_quat q, hone_euler_order order, float angles_rad[3])
{
    const uint8_t *axis = axes_of(order);
    uint8_t i = axis[0];
    uint8_t j = axis[1];
    uint8_t l = (uint8_t)(3 - i - j);
    float e = (i + 1) % 3 == j ? 1.0f : -1.0f;
    bool proper = axis[2] == i;
    q = hone_quat_normalize(q);
    float v[3] = {q.x, q.y, q.z};
    float w = q.w;
    float qi = v[i];
    float qj = v[j];
    float ql = e * v[l];
    if (!proper) {
        // q (1 + j): sqrt 2 times the quaternion of the proper angles.
        float pw = w - qj;
        float pi = qi - ql;
        float pj = qj + w;
        float pl = ql + qi;
        w = pw;
        qi = pi;
        qj = pj;
        ql = pl;
    }
    float along = hone_sqrt(w * w + qi * qi);
    float across = hone_sqrt(qj * qj + ql * ql);
    float middle = 2.0f * hone_atan2(across, along);
    // Components carry rounding errors of some 1e-7.
    const float lost = 5e-7f;
    float first;
    float last = 0.0f;
    if (across < lost) {
        first = 2.0f * hone_atan2(qi, w);
    } else if (along < lost) {
        first = 2.0f * hone_atan2(ql, qj);
    } else {
        float half_sum = hone_atan2(qi, w);
        float half_difference = hone_atan2(ql, qj);
        first = half_sum + half_difference;
        last = half_sum - half_difference;
    }
    if (!proper) {
        middle -= HONE_HALF_PI;
        last *= -e;
    }
    angles_rad[0] = wrap(first);
    angles_rad[1] = middle;
    angles_rad[2] = wrap(last);
}
