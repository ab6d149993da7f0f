// SPDX-License-Identifier: MIT
//
// The motion of a BVH file as a clip.
//
// A joint's rotation is the product of its rotation channels in the order in which they are listed:
// R = R1 R2 R3 turns about the axes of the turning body. Products are taken in double precision
// and rounded once. Position channels are the local translation, or are added to OFFSET, as the
// document says; an axis without a channel keeps its OFFSET.
//
// Values lie frame by frame, so that a moment of the whole skeleton is read from one or two
// places. Of q and -q each key takes the one nearer to the key before it.
#include "hone/bvh.h"

#include "base/error.h"
#include "base/memory.h"
#include "format/bvh/rotation.h"

#include <string.h>

// A clip and what it owns.
typedef struct owned_clip {
    hone_clip clip;
    hone_allocator allocator;
    hone_track *tracks;
    float *values;
    size_t value_count;
} owned_clip;

// The channels of one bone: [first, first + count) of the columns.
typedef struct bone_columns {
    int32_t bone;
    int32_t first, count;
    bool moves, turns;
} bone_columns;

static bone_columns columns_from(const hone_bvh *bvh, int32_t first)
{
    bone_columns c = {bvh->channels[first].bone, first, 0, false, false};
    for (int32_t i = first; i < bvh->channel_count && bvh->channels[i].bone == c.bone; i++) {
        c.count++;
        if (channel_is_position(bvh->channels[i].kind)) {
            c.moves = true;
        } else {
            c.turns = true;
        }
    }
    return c;
}

static void write_rotation(const hone_bvh *bvh, const bone_columns *c, const float *row,
                           const float *before, float out[4])
{
    quat64 q = rotation_of_row(bvh, c->first, c->count, row);
    double sign = 1.0;
    if (before != NULL) {
        double dot = q.x * (double)before[0] + q.y * (double)before[1] + q.z * (double)before[2] +
                     q.w * (double)before[3];
        sign = dot < 0.0 ? -1.0 : 1.0;
    }
    out[0] = (float)(sign * q.x);
    out[1] = (float)(sign * q.y);
    out[2] = (float)(sign * q.z);
    out[3] = (float)(sign * q.w);
}

static void write_translation(const hone_bvh *bvh, const bone_columns *c, const float *row,
                              float out[3])
{
    hone_vec3 offset = bvh->skeleton->rest[c->bone].translation;
    bool add = bvh->offset == HONE_BVH_OFFSET_ADD || (bvh->offset == HONE_BVH_OFFSET_ADD_ROOT &&
                                                      bvh->skeleton->parents[c->bone] == HONE_NONE);
    const float rest[3] = {offset.x, offset.y, offset.z};
    memcpy(out, rest, sizeof rest);
    for (int32_t i = c->first; i < c->first + c->count; i++) {
        if (channel_is_position(bvh->channels[i].kind)) {
            int32_t axis = (int32_t)bvh->channels[i].kind;
            out[axis] = add ? rest[axis] + row[i] : row[i];
        }
    }
}

static void write_values(const hone_bvh *bvh, owned_clip *clip, int32_t stride)
{
    for (int64_t frame = 0; frame < bvh->frame_count; frame++) {
        const float *row = bvh->values + frame * bvh->channel_count;
        float *out = clip->values + frame * stride;
        for (int32_t i = 0; i < bvh->channel_count;) {
            bone_columns c = columns_from(bvh, i);
            if (c.moves) {
                write_translation(bvh, &c, row, out);
                out += 3;
            }
            if (c.turns) {
                write_rotation(bvh, &c, row, frame == 0 ? NULL : out - stride, out);
                out += 4;
            }
            i += c.count;
        }
    }
}

static void write_tracks(const hone_bvh *bvh, owned_clip *clip, int32_t stride)
{
    hone_track track = {.interpolation = HONE_INTERPOLATION_LINEAR,
                        .key_count = (int32_t)bvh->frame_count,
                        .stride = stride,
                        .values = clip->values};
    hone_track *to = clip->tracks;
    for (int32_t i = 0; i < bvh->channel_count;) {
        bone_columns c = columns_from(bvh, i);
        track.bone = c.bone;
        if (c.moves) {
            track.channel = HONE_CHANNEL_TRANSLATION;
            *to++ = track;
            track.values += 3;
        }
        if (c.turns) {
            track.channel = HONE_CHANNEL_ROTATION;
            *to++ = track;
            track.values += 4;
        }
        i += c.count;
    }
}

hone_status hone_bvh_clip(const hone_bvh *bvh, const hone_allocator *allocator, hone_clip **out,
                          hone_error *error)
{
    if (bvh == NULL || out == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "no BVH or no place for the clip");
    }
    if (bvh->frame_count > INT32_MAX) {
        return error_set(error, HONE_ERROR_LIMIT, NULL, "more than 2147483647 frames in a clip");
    }
    allocator = allocator == NULL ? hone_heap() : allocator;
    int32_t track_count = 0;
    int32_t stride = 0;
    for (int32_t i = 0; i < bvh->channel_count && bvh->frame_count > 0;) {
        bone_columns c = columns_from(bvh, i);
        track_count += c.moves + c.turns;
        stride += 3 * c.moves + 4 * c.turns;
        i += c.count;
    }
    owned_clip *clip = memory_new(allocator, 1, sizeof *clip);
    if (clip == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, NULL, "not enough memory for the clip");
    }
    memset(clip, 0, sizeof *clip);
    clip->allocator = *allocator;
    clip->clip.track_count = track_count;
    size_t frames = (size_t)bvh->frame_count;
    if (stride == 0 || frames <= SIZE_MAX / sizeof(float) / (size_t)stride) {
        clip->value_count = frames * (size_t)stride;
        clip->values = memory_new(allocator, clip->value_count, sizeof *clip->values);
    }
    clip->tracks = memory_new(allocator, (size_t)track_count, sizeof *clip->tracks);
    if (clip->values == NULL || clip->tracks == NULL) {
        hone_bvh_clip_free(&clip->clip);
        return error_set(error, HONE_ERROR_MEMORY, NULL, "not enough memory for the clip");
    }
    if (track_count > 0) {
        write_values(bvh, clip, stride);
        write_tracks(bvh, clip, stride);
    }
    clip->clip.name = "motion";
    clip->clip.frame_count = (int32_t)bvh->frame_count;
    clip->clip.frame_time_s = bvh->frame_time_s;
    clip->clip.duration_s = frames > 1 ? (double)(frames - 1) * bvh->frame_time_s : 0.0;
    clip->clip.tracks = clip->tracks;
    *out = &clip->clip;
    return HONE_OK;
}

void hone_bvh_clip_free(hone_clip *clip)
{
    if (clip != NULL) {
        owned_clip *owned = (owned_clip *)clip;
        hone_allocator allocator = owned->allocator;
        memory_delete(&allocator, owned->values, owned->value_count, sizeof *owned->values);
        memory_delete(&allocator, owned->tracks, (size_t)owned->clip.track_count,
                      sizeof *owned->tracks);
        memory_delete(&allocator, owned, 1, sizeof *owned);
    }
}
