// SPDX-License-Identifier: MIT
//
// Rotations as 3x3 matrices in double precision with the C library's sine and cosine: the
// independent truth for quaternions and Euler angles.
#ifndef HONE_TEST_MATH_REFERENCE_H
#define HONE_TEST_MATH_REFERENCE_H

#include <math.h>

#include "hone/math.h"
#include "random.h"

typedef struct matrix {
    double m[3][3];
} matrix;

static inline matrix matrix_mul(matrix a, matrix b)
{
    matrix out;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            out.m[r][c] = a.m[r][0] * b.m[0][c] + a.m[r][1] * b.m[1][c] + a.m[r][2] * b.m[2][c];
        }
    }
    return out;
}

// The turn about axis 0, 1 or 2, written out.
static inline matrix matrix_about(int axis, double angle)
{
    double s = sin(angle);
    double c = cos(angle);
    if (axis == 0) {
        return (matrix){{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
    }
    if (axis == 1) {
        return (matrix){{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}};
    }
    return (matrix){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

// Rodrigues' formula.
static inline matrix matrix_about_axis(const double n[3], double angle)
{
    double s = sin(angle);
    double c = cos(angle);
    matrix out;
    const double cross[3][3] = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
    for (int r = 0; r < 3; r++) {
        for (int k = 0; k < 3; k++) {
            out.m[r][k] = (r == k ? c : 0.0) + s * cross[r][k] + (1.0 - c) * n[r] * n[k];
        }
    }
    return out;
}

// The columns are where the quaternion takes the axes, by the textbook product q v q*, in doubles.
static inline matrix matrix_of_quat(hone_quat quat)
{
    const double q[4] = {(double)quat.w, (double)quat.x, (double)quat.y, (double)quat.z};
    matrix out;
    for (int axis = 0; axis < 3; axis++) {
        double v[4] = {0, axis == 0, axis == 1, axis == 2};
        const double conjugate[4] = {q[0], -q[1], -q[2], -q[3]};
        double half[4];
        double full[4];
        for (int pass = 0; pass < 2; pass++) {
            const double *a = pass == 0 ? q : half;
            const double *b = pass == 0 ? v : conjugate;
            double *to = pass == 0 ? half : full;
            to[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
            to[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
            to[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
            to[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
        }
        for (int r = 0; r < 3; r++) {
            out.m[r][axis] = full[r + 1];
        }
    }
    return out;
}

static inline matrix matrix_of_affine3(const hone_affine3 *m)
{
    matrix out;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            out.m[r][c] = (double)m->m[r][c];
        }
    }
    return out;
}

static inline double matrix_difference(matrix a, matrix b)
{
    double worst = 0.0;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            worst = fmax(worst, fabs(a.m[r][c] - b.m[r][c]));
        }
    }
    return worst;
}

static inline double quat_length(hone_quat q)
{
    return sqrt((double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z +
                (double)q.w * (double)q.w);
}

// A unit quaternion, all turns alike (up to rounding).
static inline hone_quat random_quat(random_state *random)
{
    for (;;) {
        hone_quat q = {random_float(random, -1.0f, 1.0f), random_float(random, -1.0f, 1.0f),
                       random_float(random, -1.0f, 1.0f), random_float(random, -1.0f, 1.0f)};
        double length = quat_length(q);
        if (length > 0.1 && length < 1.0) {
            return (hone_quat){(float)((double)q.x / length), (float)((double)q.y / length),
                               (float)((double)q.z / length), (float)((double)q.w / length)};
        }
    }
}

static inline hone_vec3 random_vec3(random_state *random, float size)
{
    return (hone_vec3){random_float(random, -size, size), random_float(random, -size, size),
                       random_float(random, -size, size)};
}

#endif
