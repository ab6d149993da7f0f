// SPDX-License-Identifier: MIT
//
// Random skeletons, clips and poses for the tests of body/, and a pose in double precision that is
// put together without anything of hone's.
#ifndef HONE_TEST_BODY_RIG_H
#define HONE_TEST_BODY_RIG_H

#include <math.h>
#include <string.h>

#include "hone/body.h"
#include "math/reference.h"

enum { RIG_MAX_BONES = 67, RIG_MAX_KEYS = 9 };

typedef struct rig {
    hone_skeleton skeleton;
    const char *names[RIG_MAX_BONES];
    int32_t parents[RIG_MAX_BONES];
    hone_transform rest[RIG_MAX_BONES];
    hone_clip clip;
    hone_track tracks[3 * RIG_MAX_BONES];
    float times[RIG_MAX_KEYS];
    float values[3 * RIG_MAX_BONES][RIG_MAX_KEYS * 4];
} rig;

// bone_count bones under random parents, about a tenth of them roots. Rotation, translation and
// scale tracks of most; uniform, with times of their own when timed.
static inline void rig_make(rig *r, random_state *random, int32_t bone_count, bool timed)
{
    const float frame_time = 0.04f;
    memset(r, 0, sizeof *r);
    for (int32_t i = 0; i < bone_count; i++) {
        r->names[i] = "bone";
        r->parents[i] =
            i == 0 || random_index(random, 10) == 0 ? HONE_NONE : random_index(random, i);
        r->rest[i] = (hone_transform){
            random_vec3(random, 2.0f),
            random_quat(random),
            {random_float(random, 0.7f, 1.4f), 1.0f, random_float(random, 0.7f, 1.4f)}};
    }
    float time = -0.1f;
    for (int32_t k = 0; k < RIG_MAX_KEYS; k++) {
        time += random_float(random, 0.01f, 0.3f);
        r->times[k] = time;
    }
    int32_t count = 0;
    for (int32_t i = 0; i < bone_count; i++) {
        for (int32_t channel = 0; channel < 3; channel++) {
            if (random_index(random, 4) == 0) {
                continue;
            }
            float *values = r->values[count];
            for (int32_t k = 0; k < RIG_MAX_KEYS; k++) {
                hone_quat q = random_quat(random);
                memcpy(values + 4 * k, &q, sizeof q);
            }
            r->tracks[count++] = (hone_track){
                .bone = i,
                .channel = (hone_channel)channel,
                .interpolation = random_index(random, 5) == 0 ? HONE_INTERPOLATION_STEP
                                                              : HONE_INTERPOLATION_LINEAR,
                .key_count = random_index(random, 6) == 0 ? RIG_MAX_KEYS / 2 : RIG_MAX_KEYS,
                .stride = 4,
                .times = timed && random_index(random, 5) != 0 ? r->times : NULL,
                .values = values,
            };
        }
    }
    r->skeleton = (hone_skeleton){bone_count, r->names, r->parents, r->rest, NULL};
    r->clip = (hone_clip){"clip",
                          (double)frame_time * (RIG_MAX_KEYS - 1),
                          (double)frame_time,
                          timed ? 0 : RIG_MAX_KEYS,
                          count,
                          r->tracks};
}

typedef struct place3 {
    matrix linear;
    double t[3];
} place3;

static inline place3 place3_mul(place3 a, place3 b)
{
    place3 out = {matrix_mul(a.linear, b.linear), {0}};
    for (int r = 0; r < 3; r++) {
        out.t[r] = a.t[r] + a.linear.m[r][0] * b.t[0] + a.linear.m[r][1] * b.t[1] +
                   a.linear.m[r][2] * b.t[2];
    }
    return out;
}

static inline place3 place3_of(hone_transform local)
{
    place3 p = {
        matrix_of_quat(local.rotation),
        {(double)local.translation.x, (double)local.translation.y, (double)local.translation.z}};
    const double scale[3] = {(double)local.scale.x, (double)local.scale.y, (double)local.scale.z};
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            p.linear.m[r][c] *= scale[c];
        }
    }
    return p;
}

static inline double place3_difference(place3 p, const hone_affine3 *m)
{
    double worst = matrix_difference(p.linear, matrix_of_affine3(m));
    for (int r = 0; r < 3; r++) {
        worst = fmax(worst, fabs(p.t[r] - (double)m->m[r][3]));
    }
    return worst;
}

#endif
