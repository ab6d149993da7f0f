// SPDX-License-Identifier: MIT
//
// No picture, only numbers: where a bone is, thirty times a second, as lines that a spreadsheet
// reads.  hand_path [MOTION.bvh [BONE]]
#include <hone/hone.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const char *in = argc > 1 ? argv[1] : "data/dance.bvh";
    hone_error error = {0};
    hone_bvh *bvh = NULL;
    hone_clip *clip = NULL;
    if (hone_bvh_read_file(in, NULL, NULL, &bvh, &error) != HONE_OK ||
        hone_bvh_clip(bvh, NULL, &clip, &error) != HONE_OK) {
        char text[512];
        (void)hone_error_text(&error, text, sizeof text);
        (void)fprintf(stderr, "hand_path: %s\n", text);
        hone_bvh_free(bvh);
        return 1;
    }
    const hone_skeleton *skeleton = bvh->skeleton;
    int32_t bone = argc > 2 ? hone_skeleton_find(skeleton, argv[2]) : skeleton->bone_count - 1;
    size_t count = (size_t)skeleton->bone_count;
    hone_affine3 *model = calloc(count, sizeof *model);
    hone_pose pose = {0};
    int result = 1;
    if (bone == HONE_NONE) {
        (void)fprintf(stderr, "hand_path: %s has no bone %s\n", in, argv[2]);
    } else if (model != NULL &&
               hone_pose_create(skeleton->bone_count, NULL, &pose, &error) == HONE_OK) {
        (void)printf("seconds,x,y,z\n");
        for (double time_s = 0; time_s <= clip->duration_s; time_s += 1.0 / 30) {
            (void)hone_clip_sample(clip, skeleton, time_s, &pose);
            (void)hone_pose_to_model(skeleton, &pose, NULL, model, skeleton->bone_count);
            hone_vec3 place = hone_affine3_apply(&model[bone], (hone_vec3){0, 0, 0});
            (void)printf("%.3f,%g,%g,%g\n", time_s, (double)place.x, (double)place.y,
                         (double)place.z);
        }
        hone_pose_destroy(&pose, NULL);
        result = 0;
    }
    free(model);
    hone_bvh_clip_free(clip);
    hone_bvh_free(bvh);
    return result;
}
