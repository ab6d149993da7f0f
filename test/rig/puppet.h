// SPDX-License-Identifier: MIT
//
// A small character for the tests: an arm of two bones on a body, a hat and a flame that adds.
#ifndef HONE_TEST_RIG_PUPPET_H
#define HONE_TEST_RIG_PUPPET_H

#include "hone/rig.h"

enum { ROOT, BODY, ARM, HAND, BONES };
enum { BACK, CHEST, SLEEVE, FINGERS, HAT, FLAME, SLOTS };

#define assert_near(value, expected, tolerance)                                                    \
    assert_true(((double)(value) - (double)(expected)) <= (double)(tolerance) &&                   \
                ((double)(expected) - (double)(value)) <= (double)(tolerance))

// An angle of so many degrees, rounded.
hone_angle16 degrees(double angle);

// The armature with pictures in that format; pictures lie in static memory and are made once.
const hone_armature *puppet(hone_pixel_format format);

// A rig in the bind pose in memory of its own, freed by puppet_free().
hone_rig puppet_new(const hone_armature *armature);
void puppet_free(hone_rig *rig);

// An animation of these timelines, 24 frames at 24 a second, for the armature. The caller changes
// what else it needs.
hone_rig_animation puppet_animation(const hone_armature *armature,
                                    const hone_rig_timeline *timelines, uint16_t of_bones,
                                    uint16_t of_slots);

#endif
