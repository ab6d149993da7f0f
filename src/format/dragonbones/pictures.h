// SPDX-License-Identifier: MIT
//
// Where a character's pictures are, and their pixels.
#ifndef HONE_FORMAT_DRAGONBONES_PICTURES_H
#define HONE_FORMAT_DRAGONBONES_PICTURES_H

#include "format/dragonbones/model.h"

#include "hone/image.h"

// What a search brings together.
typedef struct db_pictures {
    const hone_allocator *allocator;
    arena memory;
    warnings warnings;
    hone_atlas **atlases;
    hone_image **images; // one an atlas; NULL when missing
    bool *own;           // the atlas lies in memory, else it is freed by hone_atlas_free()
    int32_t count, capacity;
    const hone_character_def *def;
    const db_armature *armature;
    hone_error *error;
} db_pictures;

// The atlas `index` inside the bytes of a skeleton's file (HONE_OK and *out untouched when there
// are fewer), or for HONE_NONE the atlas that the bytes are.
hone_status db_atlas_read(const void *bytes, size_t count, const char *name, int32_t index,
                          const hone_allocator *allocator, hone_atlas **out, hone_error *error);

// All of a file in memory of the allocator; freed by the caller with the size given.
hone_status db_read_whole(const char *path, const hone_allocator *allocator, char **bytes,
                          size_t *count, hone_error *error);

// Finds and reads the pictures of p->armature for a file of this path and content. Whatever comes
// back, db_pictures_free() must be called.
hone_status db_pictures_read(db_pictures *p, const char *path, const char *bytes, size_t count);
void db_pictures_free(db_pictures *p);

#endif
