// SPDX-License-Identifier: MIT
//
// A small humanoid of our own for the stage's tests, and an allocator that counts and fails.
#ifndef HONE_TEST_STAGE_DANCER_H
#define HONE_TEST_STAGE_DANCER_H

#include "hone/bvh.h"
#include "hone/stage.h"

enum {
    DANCER_BONES = 23,
    DANCER_FRAMES = 81, // two seconds at 0.025
    DANCER_HIPS = 0,
    DANCER_HEAD = 4,
    DANCER_LEFT_HAND = 8,
    DANCER_RIGHT_HAND = 12
};

// Stands in the origin looking along +z, 1.7 units tall, left hand at +x; arms swing, hips sway.
typedef struct dancer {
    hone_transform rest[DANCER_BONES];
    hone_skeleton skeleton;
    hone_track tracks[8];
    hone_clip clip;
    float hips[DANCER_FRAMES][3];
    float turns[6][DANCER_FRAMES][4];
    hone_performer performer;
} dancer;

void dancer_make(dancer *d);
// Turns the whole dancer about the vertical from the first frame to the last.
void dancer_turn(dancer *d, float from_rad, float to_rad);

typedef struct counting {
    hone_allocator allocator;
    int64_t calls, living;
    int64_t fail_at; // the call (from 1) that gets nothing; 0 = none
} counting;

void counting_begin(counting *c, int64_t fail_at);

// A stage over the def, or a failed test.
hone_stage *stage_of(const hone_stage_def *def);

// A BVH of the shared folder with its clip; NULL when the folder is not there.
typedef struct shared_motion {
    hone_bvh *bvh;
    hone_clip *clip;
} shared_motion;

// One of the project's own motions.
void bundled_load(const char *name, shared_motion *out);
bool shared_load(const char *name, shared_motion *out);
void shared_free(shared_motion *m);
// The path of a file of the shared folder.
void shared_path(const char *name, char *path, size_t capacity);

#endif
