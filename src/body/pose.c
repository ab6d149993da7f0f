// SPDX-License-Identifier: MIT
//
// Poses: eight bones to a block, one array a component. Lanes past the last bone hold identity, so
// that lane code may compute on them without harm.
#include "body/body.h"

#include "base/error.h"
#include "base/memory.h"

static const hone_transform identity = {{0.0f, 0.0f, 0.0f}, HONE_QUAT_IDENTITY, {1.0f, 1.0f, 1.0f}};

size_t hone_pose_bytes(int32_t bone_count)
{
    return bone_count > 0 ? (size_t)pose_block_count(bone_count) * sizeof(hone_pose_block) : 0;
}

hone_pose hone_pose_in(void *memory, int32_t bone_count)
{
    hone_pose pose = {bone_count > 0 ? bone_count : 0, (hone_pose_block *)memory};
    int32_t blocks = pose_block_count(pose.bone_count);
    for (int32_t b = 0; b < blocks; b++) {
        for (int32_t lane = 0; lane < HONE_POSE_LANES; lane++) {
            pose_put(&pose.blocks[b], lane, &identity);
        }
    }
    return pose;
}

hone_status hone_pose_create(int32_t bone_count, const hone_allocator *allocator, hone_pose *out,
                             hone_error *error)
{
    if (bone_count < 0 || out == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "a pose needs a bone count from 0 up");
    }
    if (allocator == NULL) {
        allocator = hone_heap();
    }
    void *memory = memory_new(allocator, 1, hone_pose_bytes(bone_count));
    if (memory == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, NULL, "no memory for a pose");
    }
    *out = hone_pose_in(memory, bone_count);
    return HONE_OK;
}

void hone_pose_destroy(hone_pose *pose, const hone_allocator *allocator)
{
    if (pose == NULL || pose->blocks == NULL) {
        return;
    }
    if (allocator == NULL) {
        allocator = hone_heap();
    }
    memory_delete(allocator, pose->blocks, 1, hone_pose_bytes(pose->bone_count));
    *pose = (hone_pose){0, NULL};
}

hone_transform hone_pose_get(const hone_pose *pose, int32_t bone)
{
    if (bone < 0 || bone >= pose->bone_count) {
        return identity;
    }
    const hone_pose_block *b = &pose->blocks[bone / HONE_POSE_LANES];
    int32_t lane = bone % HONE_POSE_LANES;
    return (hone_transform){
        {b->tx[lane], b->ty[lane], b->tz[lane]},
        {b->qx[lane], b->qy[lane], b->qz[lane], b->qw[lane]},
        {b->sx[lane], b->sy[lane], b->sz[lane]},
    };
}

void hone_pose_set(hone_pose *pose, int32_t bone, hone_transform local)
{
    if (bone >= 0 && bone < pose->bone_count) {
        pose_put(&pose->blocks[bone / HONE_POSE_LANES], bone % HONE_POSE_LANES, &local);
    }
}

bool hone_pose_rest(const hone_skeleton *skeleton, hone_pose *pose)
{
    if (pose->bone_count != skeleton->bone_count) {
        return false;
    }
    for (int32_t i = 0; i < pose->bone_count; i++) {
        pose_put(&pose->blocks[i / HONE_POSE_LANES], i % HONE_POSE_LANES, &skeleton->rest[i]);
    }
    return true;
}
