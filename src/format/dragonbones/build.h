// SPDX-License-Identifier: MIT
//
// What the building files share: from the model to the compact data of a rig.
#ifndef HONE_FORMAT_DRAGONBONES_BUILD_H
#define HONE_FORMAT_DRAGONBONES_BUILD_H

#include "format/dragonbones/model.h"

typedef struct db_document {
    hone_rig_document face; // first, so that a pointer to it is a pointer to this
    arena memory;
    warnings warnings;
} db_document;

typedef struct db_builder {
    const db_file *file;
    const db_armature *source;
    const hone_dragonbones_def *def;
    double scale;
    db_document *document;
    int32_t *bone_place; // place in the file -> index in the armature
    int32_t *slot_place;
    int32_t *display_count; // of each slot in the file's order
    hone_error *error;
    hone_status status; // of the first failure
} db_builder;

// Memory of the document; NULL with status and error set.
void *build_new(db_builder *b, size_t count, size_t size);
void build_warn(db_builder *b, const char *kind, const char *detail);
bool build_fail(db_builder *b, hone_status status, const char *message);

hone_angle16 build_angle(double degrees);
hone_scale16 build_scale(db_builder *b, double scale);
// The attachment that a display index means: the last one when it is beyond the list.
int8_t build_display(const db_builder *b, int32_t slot, double index);

// The keys of the draw order, at so many ticks a frame.
bool build_orders(db_builder *b, const db_animation *source, int32_t ticks,
                  hone_rig_animation *out);
bool build_animation(db_builder *b, const db_animation *source, hone_rig_animation *out);

#endif
