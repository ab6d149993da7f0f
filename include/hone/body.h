// SPDX-License-Identifier: MIT
//
// hone/body.h: skeletons, clips, poses; sampling and forward kinematics.
//
// Space: right-handed, y up, file units or metres as the importer says. Local transforms are
// relative to the parent, model space is the skeleton's own. Skeletons and clips are immutable
// data that any number of threads may read; a pose belongs to one thread at a time.
#ifndef HONE_BODY_H
#define HONE_BODY_H

#include "hone/math.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HONE_BONE_END_SITE = 1 // the tip of a chain: a place, never animated
};

// Bones in file order, parents before children. Names are zero-terminated, may be empty and need
// not differ. May be static const.
typedef struct hone_skeleton {
    int32_t bone_count;
    const char *const *names;
    const int32_t *parents;     // smaller than the own index, or HONE_NONE
    const hone_transform *rest; // local transforms of the rest pose
    const uint8_t *flags;       // HONE_BONE_...; NULL = all 0
} hone_skeleton;

// The first bone of that name, or HONE_NONE.
HONE_API int32_t hone_skeleton_find(const hone_skeleton *skeleton, const char *name);

// The bone that carries the face, by name in the usual rigs ("Head", "mixamorig:Head",
// "Bip01 Head", "head.x", "頭" ...), never a helper or an end site; HONE_NONE if there is none.
HONE_API int32_t hone_skeleton_find_head(const hone_skeleton *skeleton);

typedef enum hone_channel {
    HONE_CHANNEL_TRANSLATION, // 3 floats a key
    HONE_CHANNEL_ROTATION,    // 4 floats a key: a unit quaternion x, y, z, w
    HONE_CHANNEL_SCALE        // 3 floats a key
} hone_channel;

typedef enum hone_interpolation {
    HONE_INTERPOLATION_LINEAR, // rotations: slerp along the shorter arc
    HONE_INTERPOLATION_STEP    // the key before holds
} hone_interpolation;

// The keys of one channel of one bone. Key i lies at times[i] (ascending), or at i * the clip's
// frame_time_s when times is NULL; its value starts at values + i * stride.
typedef struct hone_track {
    int32_t bone;
    hone_channel channel;
    hone_interpolation interpolation;
    int32_t key_count; // at least 1
    int32_t stride;    // floats from key to key
    const float *times;
    const float *values;
} hone_track;

// A motion of one skeleton. Channels without a track stay as in the rest pose.
typedef struct hone_clip {
    const char *name;
    double duration_s; // time of the last key
    double frame_time_s;
    int32_t frame_count; // keys of a uniform clip; 0 when tracks have their own times
    int32_t track_count;
    const hone_track *tracks;
} hone_clip;

// Local transforms of all bones of one character, eight bones to a block, one array a component,
// so that SIMD code reads whole lanes. The lanes past bone_count hold identity.
enum { HONE_POSE_LANES = 8 };

typedef struct hone_pose_block {
    float tx[HONE_POSE_LANES], ty[HONE_POSE_LANES], tz[HONE_POSE_LANES];
    float qx[HONE_POSE_LANES], qy[HONE_POSE_LANES], qz[HONE_POSE_LANES], qw[HONE_POSE_LANES];
    float sx[HONE_POSE_LANES], sy[HONE_POSE_LANES], sz[HONE_POSE_LANES];
} hone_pose_block;

typedef struct hone_pose {
    int32_t bone_count;
    hone_pose_block *blocks; // (bone_count + 7) / 8
} hone_pose;

// Bytes that the blocks of a pose of so many bones take.
HONE_API size_t hone_pose_bytes(int32_t bone_count);

// A pose in the caller's memory (hone_pose_bytes() of it, aligned for float; 32 is faster), all
// identity.
HONE_API hone_pose hone_pose_in(void *memory, int32_t bone_count);

// A pose from an allocator (NULL = heap) and its end. *out is untouched on failure.
HONE_API hone_status hone_pose_create(int32_t bone_count, const hone_allocator *allocator,
                                      hone_pose *out, hone_error *error);
HONE_API void hone_pose_destroy(hone_pose *pose, const hone_allocator *allocator);

HONE_API hone_transform hone_pose_get(const hone_pose *pose, int32_t bone);
HONE_API void hone_pose_set(hone_pose *pose, int32_t bone, hone_transform local);

// The skeleton's rest pose. False (pose untouched) when the bone counts differ.
HONE_API bool hone_pose_rest(const hone_skeleton *skeleton, hone_pose *pose);

// The pose of the clip at a time, clamped to its ends (NaN = 0): rest pose, then each track. At a
// key's own time the key's value comes out exactly. False (pose untouched) when the pose has
// another bone count than the skeleton or a track names a bone that it does not have.
HONE_API bool hone_clip_sample(const hone_clip *clip, const hone_skeleton *skeleton, double time_s,
                               hone_pose *pose);

// The time inside the clip: wrapped into [0, duration) when loop, else clamped. NaN gives 0.
HONE_API double hone_clip_time(const hone_clip *clip, double time_s, bool loop);

// Model-space matrices of all bones; root (NULL = identity) is put before the roots. model holds
// bone_count matrices. False (nothing written) when counts differ.
HONE_API bool hone_pose_to_model(const hone_skeleton *skeleton, const hone_pose *pose,
                                 const hone_affine3 *root, hone_affine3 *model,
                                 int32_t model_count);

#ifdef __cplusplus
}
#endif
#endif
