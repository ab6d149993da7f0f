// SPDX-License-Identifier: MIT
//
// A second reading of DragonBones files, for tests only: evaluates the JSON tree directly in double
// precision with libm, once as the format means it and once with the habits of the official
// runtime. It shares nothing with the library but the JSON reader.
#ifndef HONE_TEST_DRAGONBONES_ORACLE_H
#define HONE_TEST_DRAGONBONES_ORACLE_H

#include "format/json/json.h"

typedef enum oracle_manner {
    ORACLE_EXACT,  // Bezier curves as they are; time wraps with the animation; loops never end
    ORACLE_RUNTIME // sampled curves; scaled tracks run on from play to play; the last play holds
} oracle_manner;

typedef struct oracle_matrix {
    double a, b, c, d, tx, ty;
} oracle_matrix;

typedef struct oracle_bone {
    const json_value *name;
    int32_t parent; // in the file's order; -1
    double x, y, rotation, skew, scale_x, scale_y;
    bool translation, rotation_inherited, scale, reflection;
    // What a pose gives:
    double global_rotation, global_scale_x;
    oracle_matrix world;
    bool many_segments; // a curve of several segments, which the runtime reads wrongly, plays here
    bool beyond_q12;    // its scale, or one it is made of or hangs on, does not fit in -8 to 8
} oracle_bone;

typedef struct oracle {
    const json_value *armature;
    oracle_bone *bones;
    int32_t count;
} oracle;

oracle oracle_new(const json_value *armature);
void oracle_free(oracle *o);

// Poses all bones at so many frames after the animation (NULL = bind pose) was started.
void oracle_pose(oracle *o, const json_value *animation, double frames, oracle_manner manner);

int32_t oracle_find(const oracle *o, const json_value *name);

#endif
