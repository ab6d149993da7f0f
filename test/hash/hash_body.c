// SPDX-License-Identifier: MIT
#include "hash/hash.h"

#include "body/rig.h"

static void hash_poses(const char *sample_name, const char *model_name, bool timed)
{
    static rig r;
    static hone_affine3 model[RIG_MAX_BONES];
    static hone_pose_block blocks[(RIG_MAX_BONES + 7) / 8];
    random_state random = {2001 + (timed ? 1 : 0)};
    hash sample = hash_begin();
    hash place = hash_begin();
    for (int32_t round = 0; round < 500; round++) {
        int32_t count = 1 + random_index(&random, RIG_MAX_BONES);
        rig_make(&r, &random, count, timed);
        hone_pose pose = hone_pose_in(blocks, count);
        for (int32_t i = 0; i < 10; i++) {
            double time = hone_clip_time(&r.clip, random_double(&random, -1.0, 2.0), i % 2 == 0);
            (void)hone_clip_sample(&r.clip, &r.skeleton, time, &pose);
            (void)hone_pose_to_model(&r.skeleton, &pose, NULL, model, count);
            hash_add(&sample, pose.blocks, hone_pose_bytes(count));
            hash_add(&place, model, (size_t)count * sizeof model[0]);
        }
    }
    hash_end(&sample, sample_name);
    hash_end(&place, model_name);
}

void hash_body(void)
{
    hash_poses("body.sample_uniform", "body.model_uniform", false);
    hash_poses("body.sample_timed", "body.model_timed", true);
}
