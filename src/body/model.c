// SPDX-License-Identifier: MIT
//
// Forward kinematics: each bone's matrix is its parent's times its own local one. The local
// matrices of eight bones are made together in lanes; the products follow the file's order, one row
// of four a step. Operations and their order are those of hone_affine3_from_transform and
// hone_affine3_mul (math/affine3.c), so the bits are the same.
#include "body/body.h"

#include "math/lanes.h"

// Rows of four of eight matrices.
typedef struct locals {
    float m[3][HONE_POSE_LANES][4];
} locals;

static void put_row(locals *out, int32_t row, f32x8 x, f32x8 y, f32x8 z, f32x8 t)
{
    const f32x8 columns[4] = {x, y, z, t};
    float *places[HONE_POSE_LANES];
    for (int32_t i = 0; i < HONE_POSE_LANES; i++) {
        places[i] = out->m[row][i];
    }
    f32x8_scatter4(places, columns);
}

static void make_locals(const hone_pose_block *b, locals *out)
{
    f32x8 x = f32x8_load(b->qx);
    f32x8 y = f32x8_load(b->qy);
    f32x8 z = f32x8_load(b->qz);
    f32x8 w = f32x8_load(b->qw);
    f32x8 x2 = f32x8_add(x, x);
    f32x8 y2 = f32x8_add(y, y);
    f32x8 z2 = f32x8_add(z, z);
    f32x8 xx = f32x8_mul(x, x2);
    f32x8 yy = f32x8_mul(y, y2);
    f32x8 zz = f32x8_mul(z, z2);
    f32x8 xy = f32x8_mul(x, y2);
    f32x8 xz = f32x8_mul(x, z2);
    f32x8 yz = f32x8_mul(y, z2);
    f32x8 wx = f32x8_mul(w, x2);
    f32x8 wy = f32x8_mul(w, y2);
    f32x8 wz = f32x8_mul(w, z2);
    f32x8 sx = f32x8_load(b->sx);
    f32x8 sy = f32x8_load(b->sy);
    f32x8 sz = f32x8_load(b->sz);
    f32x8 one = f32x8_all(1.0f);
    put_row(out, 0, f32x8_mul(f32x8_sub(one, f32x8_add(yy, zz)), sx),
            f32x8_mul(f32x8_sub(xy, wz), sy), f32x8_mul(f32x8_add(xz, wy), sz), f32x8_load(b->tx));
    put_row(out, 1, f32x8_mul(f32x8_add(xy, wz), sx),
            f32x8_mul(f32x8_sub(one, f32x8_add(xx, zz)), sy), f32x8_mul(f32x8_sub(yz, wx), sz),
            f32x8_load(b->ty));
    put_row(out, 2, f32x8_mul(f32x8_sub(xz, wy), sx), f32x8_mul(f32x8_add(yz, wx), sy),
            f32x8_mul(f32x8_sub(one, f32x8_add(xx, yy)), sz), f32x8_load(b->tz));
}

static void put_product(const hone_affine3 *parent, const locals *l, int32_t lane,
                        hone_affine3 *out)
{
    f32x4 first = f32x4_load(l->m[0][lane]);
    f32x4 second = f32x4_load(l->m[1][lane]);
    f32x4 third = f32x4_load(l->m[2][lane]);
    for (int32_t r = 0; r < 3; r++) {
        f32x4 row = f32x4_load(parent->m[r]);
        f32x4 sum =
            f32x4_add(f32x4_mul(f32x4_lane0(row), first), f32x4_mul(f32x4_lane1(row), second));
        f32x4 rest = f32x4_add(f32x4_mul(f32x4_lane2(row), third), f32x4_last(row));
        f32x4_store(out->m[r], f32x4_add(sum, rest));
    }
}

bool hone_pose_to_model(const hone_skeleton *skeleton, const hone_pose *pose,
                        const hone_affine3 *root, hone_affine3 *model, int32_t model_count)
{
    int32_t count = skeleton->bone_count;
    if (pose->bone_count != count || model_count != count) {
        return false;
    }
    locals l;
    for (int32_t i = 0; i < count; i++) {
        int32_t lane = i % HONE_POSE_LANES;
        if (lane == 0) {
            make_locals(&pose->blocks[i / HONE_POSE_LANES], &l);
        }
        int32_t parent = skeleton->parents[i];
        const hone_affine3 *before = parent >= 0 && parent < i ? &model[parent] : root;
        if (before != NULL) {
            put_product(before, &l, lane, &model[i]);
        } else {
            for (int32_t r = 0; r < 3; r++) {
                f32x4_store(model[i].m[r], f32x4_load(l.m[r][lane]));
            }
        }
    }
    return true;
}
