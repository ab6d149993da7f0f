// SPDX-License-Identifier: MIT
//
// Pictures for the canvas tests: random textures, transforms and states, and comparison.
#ifndef HONE_TEST_CANVAS_SCENE_H
#define HONE_TEST_CANVAS_SCENE_H

#include "hone/canvas.h"
#include "random.h"

#define SCENE_SIDE 64 // of the largest texture and picture

// A picture with room round it that drawing must leave alone.
typedef struct picture {
    hone_surface surface;
    uint8_t bytes[(SCENE_SIDE + 2) * (SCENE_SIDE + 8) * 4];
} picture;

// A premultiplied texture in any format; a share of its texels is clear, a share opaque.
typedef struct random_texture {
    hone_texture texture;
    uint32_t texels[SCENE_SIDE * SCENE_SIDE];
} random_texture;

void picture_begin(picture *p, int32_t width, int32_t height, hone_pixel_format format);
void picture_noise(picture *p, random_state *random);
uint32_t picture_stored(const picture *p, int32_t x, int32_t y);
bool picture_equal(const picture *a, const picture *b); // padding too

void texture_noise(random_texture *t, random_state *random, hone_pixel_format format);
void texture_smooth(random_texture *t, random_state *random, hone_pixel_format format);
uint32_t texture_stored(const hone_texture *t, int32_t x, int32_t y);

// A stored pixel as premultiplied ARGB8888.
uint32_t expanded(uint32_t stored, hone_pixel_format format);

// Turned, scaled, sheared, mirrored, somewhere near the picture.
hone_affine2 transform_random(random_state *random);

hone_canvas_state state_random(random_state *random, const picture *p);

#endif
