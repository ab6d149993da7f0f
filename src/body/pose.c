// SPDX-License-Identifier: MIT
//
// Poses: eight bones to a block, one array a component. Lanes past the last bone hold identity, so
// that lane code may compute on them without harm.
#include "body/body.h"

#include "base/error.h"
#include "base/memory.h"
#include "math/lanes.h"

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
    int32_t whole = pose->bone_count / HONE_POSE_LANES * HONE_POSE_LANES;
    for (int32_t i = 0; i < whole; i += HONE_POSE_LANES) {
        // Ten floats a bone: translation and x, then y z w and scale's x, then the last four again.
        const float *places[3][HONE_POSE_LANES];
        for (int32_t lane = 0; lane < HONE_POSE_LANES; lane++) {
            const hone_transform *t = &skeleton->rest[i + lane];
            places[0][lane] = &t->translation.x;
            places[1][lane] = &t->rotation.y;
            places[2][lane] = &t->rotation.w;
        }
        f32x8 first[4];
        f32x8 second[4];
        f32x8 third[4];
        f32x8_gather4(places[0], first);
        f32x8_gather4(places[1], second);
        f32x8_gather4(places[2], third);
        hone_pose_block *b = &pose->blocks[i / HONE_POSE_LANES];
        f32x8_store(b->tx, first[0]);
        f32x8_store(b->ty, first[1]);
        f32x8_store(b->tz, first[2]);
        f32x8_store(b->qx, first[3]);
        f32x8_store(b->qy, second[0]);
        f32x8_store(b->qz, second[1]);
        f32x8_store(b->qw, third[0]);
        f32x8_store(b->sx, third[1]);
        f32x8_store(b->sy, third[2]);
        f32x8_store(b->sz, third[3]);
    }
    for (int32_t i = whole; i < pose->bone_count; i++) {
        pose_put(&pose->blocks[i / HONE_POSE_LANES], i % HONE_POSE_LANES, &skeleton->rest[i]);
    }
    return true;
}
