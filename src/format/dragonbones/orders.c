// SPDX-License-Identifier: MIT
//
// The draw orders of an animation: each key lists the slots from back to front.
#include "format/dragonbones/build.h"

bool build_orders(db_builder *b, const db_animation *source, int32_t ticks, hone_rig_animation *out)
{
    hone_rig_order_key *orders = build_new(b, (size_t)source->order_count, sizeof *orders);
    if (orders == NULL) {
        return false;
    }
    for (int32_t i = 0; i < source->order_count; i++) {
        int32_t frame = source->orders[i].frame;
        if (frame > source->duration) {
            break;
        }
        orders[i].frame = (uint16_t)(frame * ticks);
        if (source->orders[i].order != NULL) {
            uint8_t *order = build_new(b, (size_t)b->source->slot_count, 1);
            if (order == NULL) {
                return false;
            }
            for (int32_t j = 0; j < b->source->slot_count; j++) {
                order[j] = (uint8_t)b->slot_place[source->orders[i].order[j]];
            }
            orders[i].order = order;
        }
        out->order_count++;
    }
    out->orders = orders;
    return true;
}
