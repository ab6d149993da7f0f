// SPDX-License-Identifier: MIT
//
// Rotations of BVH joints in double precision: from channels to quaternions and back to angles.
#ifndef HONE_FORMAT_BVH_ROTATION_H
#define HONE_FORMAT_BVH_ROTATION_H

#include "hone/bvh.h"

typedef struct quat64 {
    double x, y, z, w;
} quat64;

static inline bool channel_is_position(hone_bvh_channel_kind kind)
{
    return kind <= HONE_BVH_Z_POSITION;
}

// q times the turn of one column by so many degrees; a position column leaves q alone.
quat64 rotation_turn_column(const hone_bvh *bvh, quat64 q, int32_t column, float angle_deg);

// The product of the turns of `count` columns from `first` on, positions left out.
quat64 rotation_of_row(const hone_bvh *bvh, int32_t first, int32_t count, const float *row);

// Angles in degrees with R = R(axes[0]) R(axes[1]) R(axes[2]); the axes (0 x, 1 y, 2 z) differ. Of
// all angles that turn alike, those nearest to `before`; without it (NULL) the middle one is within
// +-90 degrees and the others within +-180. Where the first and the last axis coincide, the last
// angle stays as before (else 0).
void rotation_to_angles(quat64 q, const int32_t axes[3], const float *before, float angles_deg[3]);

#endif
