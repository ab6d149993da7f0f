// SPDX-License-Identifier: MIT
//
// Maps and boxes in plain C, for machines without vectors of four; see map.h.
#include "rig/map.h"

#if !defined(HONE_LANES_SSE2)

void rig_multiply(const hone_affine2 *a, const hone_affine2 *b, hone_affine2 *out)
{
    *out = (hone_affine2){a->a * b->a + a->c * b->b,
                          a->b * b->a + a->d * b->b,
                          a->a * b->c + a->c * b->d,
                          a->b * b->c + a->d * b->d,
                          (a->a * b->tx + a->c * b->ty) + a->tx,
                          (a->b * b->tx + a->d * b->ty) + a->ty};
}

void rig_place(const hone_rig_local *local, const hone_affine2 *parent, hone_affine2 *out)
{
    float sin_y, cos_y, sin_x, cos_x;
    sincos16(local->rot_y, &sin_y, &cos_y);
    sin_x = sin_y;
    cos_x = cos_y;
    if (local->rot_x != local->rot_y) {
        sincos16(local->rot_x, &sin_x, &cos_x);
    }
    float scale_x = (float)local->scale_x * 0x1p-34f;
    float scale_y = (float)local->scale_y * 0x1p-34f;
    hone_affine2 m = {cos_y * scale_x, sin_y * scale_x, -sin_x * scale_y,
                      cos_x * scale_y, local->x,        local->y};
    if (parent == NULL) {
        *out = m;
    } else {
        rig_multiply(parent, &m, out);
    }
}

rig_lanes rig_lanes_union(rig_lanes a, rig_lanes b)
{
    for (int i = 0; i < 4; i++) {
        a.v[i] = a.v[i] < b.v[i] ? a.v[i] : b.v[i];
    }
    return a;
}

bool rig_lanes_touch(rig_lanes a, rig_lanes b)
{
    for (int i = 0; i < 4; i++) {
        if (a.v[i] > b.v[i]) {
            return false;
        }
    }
    return true;
}

static float magnitude(float value)
{
    return value < 0.0f ? -value : value;
}

static int16_t nearest(float bound)
{
    const float round = 12582912.0f; // 1.5 * 2^23: what is added to it loses its fraction
    if (!(bound > -32768.0f) || !(bound < 2147483648.0f)) {
        return INT16_MIN;
    }
    bound = bound < (float)RIG_BOX_FAR ? bound : (float)RIG_BOX_FAR;
    return (int16_t)(int32_t)((bound + round) - round);
}

rig_lanes rig_lanes_rect(const hone_affine2 *m, float width, float height)
{
    const float half_width = width * 0.5f, half_height = height * 0.5f;
    const float *axis = &m->a;
    rig_box box;
    for (int16_t *v = box.v; v != box.v + 2; v++, axis++) {
        float centre = axis[4] + (axis[0] * half_width + axis[2] * half_height);
        float reach =
            magnitude(axis[0] * (half_width + 0.5f)) + magnitude(axis[2] * (half_height + 0.5f));
        v[0] = nearest((centre - reach) - 0.5f);
        v[2] = nearest((-centre - reach) - 0.5f);
    }
    return box;
}

rig_lanes rig_lanes_slot(const hone_affine2 *world, const hone_rig_attachment *shown)
{
    hone_affine2 m;
    rig_multiply(world, &shown->local, &m);
    return rig_lanes_rect(&m, shown->source_width, shown->source_height);
}

#endif
