// SPDX-License-Identifier: MIT
//
// The parts of the show that a machine with room for whole pictures uses too.
#ifndef FIRMWARE_SHOW_H
#define FIRMWARE_SHOW_H

#include "hone/rig.h"

enum { SHOW_SIDE = 240 }; // of the display, pixels

// Where the character stands on the display.
hone_affine2 show_placement(void);

// One picture, or the band of it that the canvas's surface is.
void show_draw(hone_canvas *canvas, const hone_rig *rig);

#endif
