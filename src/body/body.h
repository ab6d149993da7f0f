// SPDX-License-Identifier: MIT
//
// What the files of body/ share.
#ifndef HONE_BODY_BODY_H
#define HONE_BODY_BODY_H

#include "hone/body.h"

static inline int32_t pose_block_count(int32_t bone_count)
{
    return bone_count / HONE_POSE_LANES + (bone_count % HONE_POSE_LANES != 0 ? 1 : 0);
}

static inline void pose_put(hone_pose_block *block, int32_t lane, const hone_transform *local)
{
    block->tx[lane] = local->translation.x;
    block->ty[lane] = local->translation.y;
    block->tz[lane] = local->translation.z;
    block->qx[lane] = local->rotation.x;
    block->qy[lane] = local->rotation.y;
    block->qz[lane] = local->rotation.z;
    block->qw[lane] = local->rotation.w;
    block->sx[lane] = local->scale.x;
    block->sy[lane] = local->scale.y;
    block->sz[lane] = local->scale.z;
}

#endif
