// SPDX-License-Identifier: MIT
//
// A motion that was loaded from a file or standard input, and its pose at any moment.
#ifndef HONE_CLI_MOTION_H
#define HONE_CLI_MOTION_H

#include "hone/bvh.h"

typedef struct cli_motion {
    const char *path;
    char name[128]; // the file's name without folder and ending, for people
    hone_bvh *bvh;
    hone_clip *clip;
} cli_motion;

// Loads a file ("-" = standard input) and says its warnings, or says what is wrong. Returns an exit
// status; on CLI_DONE the motion must be freed.
int cli_motion_load(const char *path, hone_bvh_offset offset, cli_motion *out);
void cli_motion_free(cli_motion *motion);

// The same for several; *out is an array that cli_motions_free() frees. Standard input may be among
// them once.
int cli_motions_load(const char *const *paths, int32_t count, hone_bvh_offset offset,
                     cli_motion **out);
void cli_motions_free(cli_motion *motions, int32_t count);

// One moment of one motion: local transforms and model-space matrices of all bones.
typedef struct cli_moment {
    hone_pose pose;
    hone_affine3 *model;
} cli_moment;

// Says what is wrong and returns false when there is no memory.
bool cli_moment_create(const cli_motion *motion, cli_moment *out);
void cli_moment_destroy(cli_moment *moment);

// The time of a moment given as frame or time (NaN = not given; neither = 0). A moment after the
// end becomes the end, and that is said.
double cli_motion_moment(const cli_motion *motion, double frame, double time_s);

// The frame number at a time: whole when the time is a frame's own.
double cli_motion_frame(const cli_motion *motion, double time_s);

// A negative time gives the rest pose.
void cli_moment_at(cli_moment *moment, const cli_motion *motion, double time_s);

// The height of the figure in the file's unit: the largest side of the box round the rest pose
// (arms are spread about as wide as a body is high), or, when the rest pose is a single point, the
// median height over the motion. 0 when there is nothing to measure.
double cli_motion_height(const cli_motion *motion);

// The unit whose adult human would be that high, as a word of --unit, and its metres. "unknown"
// with the metres that make the figure 1.8 m high when no unit fits, 1 when the height is 0.
const char *cli_guess_unit(double height, double *metres);

// Metres of a unit by its place in --unit's choices; auto (1) guesses from the motion.
double cli_unit_metres(int32_t unit, const cli_motion *motion);

#endif
