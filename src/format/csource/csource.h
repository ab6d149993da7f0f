// SPDX-License-Identifier: MIT
//
// What the files that pack and write characters share.
#ifndef HONE_FORMAT_CSOURCE_CSOURCE_H
#define HONE_FORMAT_CSOURCE_CSOURCE_H

#include "hone/csource.h"

#include "base/arena.h"
#include "format/warnings.h"

// x' = a x + c y + tx, y' = b x + d y + ty.
typedef struct map2 {
    double a, b, c, d, tx, ty;
} map2;

map2 map2_mul(map2 outer, map2 inner);

// A picture on its way, ARGB8888 premultiplied; rows follow each other.
typedef struct picture {
    uint32_t *pixels;
    int32_t width, height;
    map2 to_source; // from its texels to those of the source rectangle
} picture;

// All of these take memory from the arena and return false when there is none.
bool picture_cut(arena *a, const hone_texture *texture, hone_rect rect, picture *out);
void picture_clear_key(picture *p, hone_color key);
// Resamples to `scale` times the size (Lanczos, three lobes).
bool picture_scale(arena *a, double scale, picture *p);
// Turns by an angle about the centre (bicubic); the picture grows to hold all of it.
bool picture_turn(arena *a, double degrees, picture *p);
// Cuts off rows and columns at the edges in which no pixel has alpha of at least `least`. A picture
// without any becomes 0 x 0.
bool picture_trim(arena *a, uint32_t least, picture *p);
// The turn in degrees after which the visible part needs the smallest upright rectangle, and the
// share of the area that it saves, 0 to 1.
bool picture_best_turn(arena *a, const picture *p, double *degrees, double *gain);

// A picture in the form that is stored.
typedef struct stored {
    uint16_t *texels; // as in memory; rows follow each other
    int32_t width, height;
    hone_pixel_format format;
    uint32_t hash;
    int32_t same_as; // an earlier picture with the same texels; HONE_NONE
    int32_t texture, x, y;
    map2 to_source;
    int16_t *hull;
    int32_t hull_count;
} stored;

// Whether a picture is translucent inside: more than `percent` of its visible pixels are
// translucent and not beside a clear one.
bool picture_keeps_alpha(const picture *p, double percent);
bool picture_store(arena *a, const picture *p, const hone_pack_def *def, hone_pixel_format format,
                   stored *out, int64_t *clashes);
// The key as it stands in memory.
uint16_t stored_key(const hone_pack_def *def, hone_pixel_format format);
bool stored_visible(const stored *s, int32_t x, int32_t y, uint16_t key);

// The convex hull of points, counter-clockwise on screen, in place; returns its corners. Scratch
// is the points' own array.
int32_t hull_of(int32_t (*points)[2], int32_t count, int32_t (*out)[2]);
// The outline of what is visible with at most `most` corners; none when it would save little.
bool stored_outline(arena *a, stored *s, int32_t most, uint16_t key);

// Places all pictures of `format` that are not same_as others into textures from *texture_count on.
typedef struct sheet {
    hone_texture *textures;
    int32_t texture_count;
} sheet;
hone_status pack_shelves(arena *a, stored *pictures, int32_t count, hone_pixel_format format,
                         int32_t width, uint16_t key, sheet *out, hone_error *error);

#endif
