// SPDX-License-Identifier: MIT
//
// What the files of this room share: the layout of an instance's memory, and the steps of a pose.
#ifndef HONE_RIG_RIG_H
#define HONE_RIG_RIG_H

#include "hone/rig.h"

// The box of a slot in armature space, edges outward. Empty when min > max.
typedef struct rig_box {
    int16_t min_x, min_y, max_x, max_y;
} rig_box;

#define RIG_BOX_EMPTY ((rig_box){INT16_MAX, INT16_MAX, INT16_MIN, INT16_MIN})

// An instance's arrays inside the caller's memory.
typedef struct rig_state {
    hone_affine2 *world; // a bone
    rig_box *box;        // a slot
    rig_box *whole;      // the union of all boxes; NULL when there are too few slots to keep it
    int8_t *attachment;  // a slot
    uint8_t *alpha;      // a slot
    uint8_t *order;      // draw position -> slot
    uint8_t *base_order; // 1 when order is the armature's own; NULL without slots
} rig_state;

// With fewer slots the union has no room in 13 bytes a slot, and is cheap to make when asked for.
enum { RIG_WHOLE_BOX_SLOTS = 5 };

rig_state rig_state_of(const hone_rig *rig);

// The world transform of a bone: local placed in its parent's world (NULL for roots). flipped says
// that the parent's own local x scale is negative, parent_flags are the parent's flags.
hone_affine2 rig_world(const hone_rig_local *local, uint8_t flags, const hone_affine2 *parent,
                       bool flipped, uint8_t parent_flags);

// The box of what the slot shows now.
rig_box rig_slot_box(const hone_armature *armature, int32_t slot, int32_t attachment,
                     const hone_affine2 *world);

rig_box rig_box_union(rig_box a, rig_box b);

// The smallest box round a rectangle mapped by an affine map: centre, and half its two edges.
rig_box rig_box_round(hone_affine2 map, hone_vec2 centre, hone_vec2 half_u, hone_vec2 half_v);

#endif
