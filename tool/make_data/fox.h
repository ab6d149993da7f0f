// SPDX-License-Identifier: MIT
//
// The bundled cut-out character: a fox child with a scarf and a lantern, as a DragonBones export.
// Pixels, y down; the fox looks to the right.
#ifndef MAKE_DATA_FOX_H
#define MAKE_DATA_FOX_H

#include "hone/hone.h"

enum { FOX_PARTS_MAX = 48 };

// One picture: its untrimmed size, where the bone's origin lies in it, and its place in the atlas
// after the transparent margins are cut off.
typedef struct fox_part {
    const char *name;
    int width, height;
    double pivot_x, pivot_y;
    hone_rect trimmed; // in the untrimmed picture
    hone_rect placed;  // in the atlas
    uint32_t *pixels;  // untrimmed
} fox_part;

// Draws all parts; returns how many.
int fox_draw_parts(fox_part parts[FOX_PARTS_MAX]);

// Writes fox_tex.png and fox_tex.json.
bool fox_write_atlas(const char *folder, fox_part *parts, int count);

// Writes fox_ske.json.
bool fox_write_skeleton(const char *folder, const fox_part *parts, int count);

#endif
