// SPDX-License-Identifier: MIT
//
// What the files of this room share: the layout of an instance's memory, and the steps of a pose.
#ifndef HONE_RIG_RIG_H
#define HONE_RIG_RIG_H

#include "hone/rig.h"

// A box in armature space, see map.h.
typedef struct rig_box {
    int16_t v[4];
} rig_box;

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

// The world transform of a bone that does not take over everything from its parent (flags is not
// 0). flipped says that the parent's own local x scale is negative, parent_flags are the parent's
// flags.
void rig_partly_inherit(const hone_rig_local *local, uint8_t flags, const hone_affine2 *parent,
                        bool flipped, uint8_t parent_flags, hone_affine2 *out);

#endif
