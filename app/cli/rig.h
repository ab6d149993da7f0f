// SPDX-License-Identifier: MIT
//
// The commands on cut-out characters (DragonBones): what `hone info`, `hone pose` and `hone render`
// do when a file is one.
#ifndef HONE_CLI_RIG_H
#define HONE_CLI_RIG_H

#include "hone/dragonbones.h"
#include "json.h"
#include "values.h"

// Whether the file looks like a DragonBones character: JSON text. False for "-".
bool cli_is_rig(const char *path);

// Loads a character and says its warnings, or says what is wrong. Returns an exit status.
int cli_rig_load(const char *path, const hone_character_def *def, hone_character **out);

// The animation of that name; NULL, and it is said, when there is none. Without a name the first,
// which may be NULL.
const hone_rig_animation *cli_rig_animation(const cli_command *command,
                                            const hone_character *character, const char *name,
                                            bool *found);

// An instance in memory of its own. cli_rig_stop() frees it.
bool cli_rig_start(hone_rig *rig, const hone_armature *armature);
void cli_rig_stop(hone_rig *rig);

// The pose as an object: bones and slots in the order of the file. animation NULL = bind pose. Says
// what is wrong and returns false when there is no memory.
bool cli_rig_json(json *j, const hone_rig *rig, const hone_rig_animation *animation, float frame,
                  const int32_t *bone_order, const int32_t *slot_order);

// One file of `hone info`.
int cli_rig_info(const char *path, bool as_json, bool tree, json *j, bool *printed);

// `hone pose`.
typedef struct cli_rig_moment {
    const char *armature, *skin, *animation;
    double frame, time; // NaN = not given
    bool rest, json;
} cli_rig_moment;
int cli_rig_pose(const cli_call *call, const cli_rig_moment *moment);

#endif
