// SPDX-License-Identifier: MIT
//
// hone/bvh.h: the BVH motion capture format, in and out.
//
// What is accepted, and what each dialect means to hone, is told in doc/formats.md.
#ifndef HONE_BVH_H
#define HONE_BVH_H

#include "hone/body.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a position channel does with the joint's OFFSET.
typedef enum hone_bvh_offset {
    HONE_BVH_OFFSET_REPLACE,  // the channel is the local translation (what nearly all tools mean)
    HONE_BVH_OFFSET_ADD_ROOT, // added to OFFSET at roots, replacing elsewhere
    HONE_BVH_OFFSET_ADD       // added to OFFSET everywhere
} hone_bvh_offset;

// How to read. All zero = defaults.
typedef struct hone_bvh_def {
    hone_bvh_offset offset;
    bool cut_at_declared; // drop rows beyond "Frames:" instead of keeping them
    int32_t max_bones;    // 0 = 65536; more joints and end sites than that are refused
    uint64_t max_values;  // 0 = no limit but memory; more motion values than that are refused
    double default_frame_time_s; // for a file that gives none; 0 = 1/30
} hone_bvh_def;

typedef enum hone_bvh_channel_kind {
    HONE_BVH_X_POSITION,
    HONE_BVH_Y_POSITION,
    HONE_BVH_Z_POSITION,
    HONE_BVH_X_ROTATION,
    HONE_BVH_Y_ROTATION,
    HONE_BVH_Z_ROTATION
} hone_bvh_channel_kind;

// One column of the motion table.
typedef struct hone_bvh_channel {
    int32_t bone;
    hone_bvh_channel_kind kind;
} hone_bvh_channel;

// Everything that a BVH file holds. Immutable; owns its memory; freed by hone_bvh_free().
typedef struct hone_bvh {
    const hone_skeleton *skeleton; // rest pose: OFFSETs, no rotation; end sites are bones
    int32_t root_count;
    int32_t channel_count;
    const hone_bvh_channel *channels; // in the order of the columns
    int64_t frame_count;              // rows that are there
    int64_t declared_frame_count;     // what "Frames:" says; -1 if nothing
    double frame_time_s;
    const float *values; // frame_count rows of channel_count: file units and degrees
    hone_bvh_offset offset;
    hone_warnings warnings;
} hone_bvh;

// Reads a BVH from memory. name is for messages only. allocator NULL = heap.
HONE_API hone_status hone_bvh_read(const void *bytes, size_t count, const char *name,
                                   const hone_bvh_def *def, const hone_allocator *allocator,
                                   hone_bvh **out, hone_error *error);

// Gives up to capacity bytes; returns how many, 0 at the end, SIZE_MAX on failure.
typedef size_t (*hone_read_function)(void *user, void *buffer, size_t capacity);

// Reads a BVH from a stream with a window of about a megabyte: a file is never in memory whole.
HONE_API hone_status hone_bvh_read_stream(hone_read_function read, void *user, const char *name,
                                          const hone_bvh_def *def, const hone_allocator *allocator,
                                          hone_bvh **out, hone_error *error);

// Reads a BVH file; "-" is standard input. Not in builds without stdio.
HONE_API hone_status hone_bvh_read_file(const char *path, const hone_bvh_def *def,
                                        const hone_allocator *allocator, hone_bvh **out,
                                        hone_error *error);

HONE_API void hone_bvh_free(hone_bvh *bvh); // NULL is allowed

// The motion as a clip of bvh->skeleton: one rotation track a bone that has rotation channels, one
// translation track a bone that has position channels. Freed by hone_bvh_clip_free().
HONE_API hone_status hone_bvh_clip(const hone_bvh *bvh, const hone_allocator *allocator,
                                   hone_clip **out, hone_error *error);
HONE_API void hone_bvh_clip_free(hone_clip *clip);

// Writes the same content: reading it back gives the same skeleton, channels and values to the bit.
HONE_API hone_status hone_bvh_write(const hone_bvh *bvh, hone_write_function write, void *user,
                                    hone_error *error);

// The order in which a joint's rotation channels are listed; R = R1 R2 R3.
typedef enum hone_bvh_order {
    HONE_BVH_ORDER_KEEP,
    HONE_BVH_ORDER_XYZ,
    HONE_BVH_ORDER_XZY,
    HONE_BVH_ORDER_YXZ,
    HONE_BVH_ORDER_YZX,
    HONE_BVH_ORDER_ZXY,
    HONE_BVH_ORDER_ZYX
} hone_bvh_order;

// What to change. All zero = nothing. Frames are chosen first, then resampled.
typedef struct hone_bvh_edit_def {
    int64_t first_frame;  // what comes before is dropped: 1 drops a rest pose in front
    int64_t frame_count;  // 0 = to the end
    int64_t step;         // keeps every so manieth frame; 0 = 1
    double frame_rate;    // resamples to so many frames a second; 0 = keeps the frames
    hone_bvh_order order; // joints that turn get three rotation channels, in this order
    bool rotations_only;  // joints below the roots lose their position channels; their OFFSET
                          // becomes the position in the first frame
    bool mirror;          // left and right change places: x is negated, names are exchanged
    double scale;         // of all lengths, up to 1e9; 0 = 1
} hone_bvh_edit_def;

// A changed copy. Poses stay what they were: reordered angles turn alike, resampled rotations go
// along the shorter arc (joints without three different axes: angle by angle). Warnings of the copy
// tell what was lost. HONE_ERROR_ARGUMENT when the frames asked for are not there.
HONE_API hone_status hone_bvh_edit(const hone_bvh *bvh, const hone_bvh_edit_def *def,
                                   const hone_allocator *allocator, hone_bvh **out,
                                   hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
