// SPDX-License-Identifier: MIT
//
// The character that the program plays, constants that the build makes of data/fox_ske.json.
#ifndef FIRMWARE_CHARACTER_H
#define FIRMWARE_CHARACTER_H

#include "hone/rig.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const hone_armature character_armature;
extern const hone_rig_animation character_animations[];
extern const int32_t character_animation_count;

#ifdef __cplusplus
}
#endif

#endif
