// SPDX-License-Identifier: MIT
//
// hone/math.h: vectors, quaternions, affine maps, Euler angles, sine and cosine.
// Part of the embedded core. Everything here is pure: no state, any thread. Same bits on every
// machine: no fused multiply-add, square roots as IEEE 754 rounds them, own sine and cosine.
//
// Conventions: column vectors; matrices act from the left, so mul(parent, local) places a child.
// 3D is right-handed, angles turn counter-clockwise when seen against the axis. 2D has y down, so
// positive angles turn clockwise on screen.
#ifndef HONE_MATH_H
#define HONE_MATH_H

#include "hone/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hone_vec2 {
    float x, y;
} hone_vec2;

typedef struct hone_vec3 {
    float x, y, z;
} hone_vec3;

// A quaternion w + xi + yj + zk. Rotations are unit quaternions; q and -q turn alike.
typedef struct hone_quat {
    float x, y, z, w;
} hone_quat;

// x' = a x + c y + tx, y' = b x + d y + ty.
typedef struct hone_affine2 {
    float a, b, c, d, tx, ty;
} hone_affine2;

// Three rows of four: p' = m[r][0] x + m[r][1] y + m[r][2] z + m[r][3].
typedef struct hone_affine3 {
    float m[3][4];
} hone_affine3;

// Scale first, then rotation, then translation.
typedef struct hone_transform {
    hone_vec3 translation;
    hone_quat rotation;
    hone_vec3 scale;
} hone_transform;

#define HONE_QUAT_IDENTITY                                                                         \
    {                                                                                              \
        0.0f, 0.0f, 0.0f, 1.0f                                                                     \
    }

// The orders of three turns about the axes of the turning body: XYZ is R = Rx Ry Rz.
typedef enum hone_euler_order {
    HONE_EULER_XYZ,
    HONE_EULER_XZY,
    HONE_EULER_YXZ,
    HONE_EULER_YZX,
    HONE_EULER_ZXY,
    HONE_EULER_ZYX,
    HONE_EULER_XYX,
    HONE_EULER_XZX,
    HONE_EULER_YXY,
    HONE_EULER_YZY,
    HONE_EULER_ZXZ,
    HONE_EULER_ZYZ
} hone_euler_order;

// Sine and cosine of an angle in radians. The error bounds are stated in src/math/sincos.c and
// tested there. NaN or infinity in gives NaN out.
HONE_API void hone_sincos(float angle_rad, float *sine, float *cosine);

// The same for degrees in double precision, exact at every multiple of 90: for importers.
HONE_API void hone_sincos_deg(double angle_deg, double *sine, double *cosine);

// Arc functions in radians, for writers and limits. asin clamps its argument to [-1, 1].
HONE_API float hone_atan2(float y, float x);
HONE_API float hone_asin(float x);

// The square root rounded to nearest; 0 for negative numbers.
HONE_API float hone_sqrt(float x);

HONE_API hone_vec3 hone_vec3_add(hone_vec3 a, hone_vec3 b);
HONE_API hone_vec3 hone_vec3_sub(hone_vec3 a, hone_vec3 b);
HONE_API hone_vec3 hone_vec3_scale(hone_vec3 v, float factor);
HONE_API float hone_vec3_dot(hone_vec3 a, hone_vec3 b);
HONE_API hone_vec3 hone_vec3_cross(hone_vec3 a, hone_vec3 b);
HONE_API float hone_vec3_length(hone_vec3 v);
// Length one, or fallback when v is too short to have a direction.
HONE_API hone_vec3 hone_vec3_normalize(hone_vec3 v, hone_vec3 fallback);

HONE_API hone_quat hone_quat_mul(hone_quat a, hone_quat b); // turns by b first, then by a
HONE_API hone_quat hone_quat_conjugate(hone_quat q);
HONE_API hone_quat hone_quat_normalize(hone_quat q); // identity when q is zero or not finite
HONE_API hone_vec3 hone_quat_rotate(hone_quat q, hone_vec3 v);
HONE_API hone_quat hone_quat_from_axis_angle(hone_vec3 unit_axis, float angle_rad);
// The shortest turn that takes direction a to direction b (both of any length but zero).
HONE_API hone_quat hone_quat_between(hone_vec3 a, hone_vec3 b);
// Constant speed along the shorter arc; t = 0 gives a and t = 1 gives b, to the bit.
HONE_API hone_quat hone_quat_slerp(hone_quat a, hone_quat b, float t);
// Angles in radians, in the order's own sequence: angles[0] turns about its first axis.
HONE_API hone_quat hone_quat_from_euler(hone_euler_order order, const float angles_rad[3]);
// One set of angles that gives q; at gimbal lock the last angle is 0.
HONE_API void hone_quat_to_euler(hone_quat q, hone_euler_order order, float angles_rad[3]);
HONE_API hone_quat hone_quat_from_affine3(const hone_affine3 *m); // of a rotation, maybe scaled

HONE_API hone_affine2 hone_affine2_identity(void);
HONE_API hone_affine2 hone_affine2_mul(hone_affine2 a, hone_affine2 b); // b first, then a
HONE_API hone_vec2 hone_affine2_apply(hone_affine2 m, hone_vec2 p);
HONE_API hone_affine2 hone_affine2_translation(float x, float y);
HONE_API hone_affine2 hone_affine2_scale(float x, float y);
HONE_API hone_affine2 hone_affine2_rotation(float angle_rad);
// The map that takes from[i] to to[i]; false (and *out untouched) when from lies on one line.
HONE_API bool hone_affine2_from_points(const hone_vec2 from[3], const hone_vec2 to[3],
                                       hone_affine2 *out);
// False (and *out untouched) when m has no inverse.
HONE_API bool hone_affine2_invert(hone_affine2 m, hone_affine2 *out);

HONE_API hone_affine3 hone_affine3_identity(void);
HONE_API hone_affine3 hone_affine3_mul(const hone_affine3 *a, const hone_affine3 *b);
HONE_API hone_vec3 hone_affine3_apply(const hone_affine3 *m, hone_vec3 p);
HONE_API hone_vec3 hone_affine3_direction(const hone_affine3 *m, hone_vec3 v); // no translation
HONE_API hone_affine3 hone_affine3_from_transform(const hone_transform *t);
HONE_API hone_affine3 hone_affine3_from_euler(hone_euler_order order, const float angles_rad[3]);
HONE_API bool hone_affine3_invert(const hone_affine3 *m, hone_affine3 *out);

#ifdef __cplusplus
}
#endif
#endif
