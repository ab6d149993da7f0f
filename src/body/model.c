// SPDX-License-Identifier: MIT
//
// Forward kinematics: each bone's matrix is its parent's times its own local one.
#include "body/body.h"

bool hone_pose_to_model(const hone_skeleton *skeleton, const hone_pose *pose,
                        const hone_affine3 *root, hone_affine3 *model, int32_t model_count)
{
    int32_t count = skeleton->bone_count;
    if (pose->bone_count != count || model_count != count) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        hone_transform t = hone_pose_get(pose, i);
        hone_affine3 local = hone_affine3_from_transform(&t);
        int32_t parent = skeleton->parents[i];
        if (parent >= 0 && parent < i) {
            model[i] = hone_affine3_mul(&model[parent], &local);
        } else if (root != NULL) {
            model[i] = hone_affine3_mul(root, &local);
        } else {
            model[i] = local;
        }
    }
    return true;
}
