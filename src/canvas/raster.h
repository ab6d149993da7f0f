// SPDX-License-Identifier: MIT
//
// Edges of convex shapes, for raster.c and its vector versions.
#ifndef HONE_CANVAS_RASTER_H
#define HONE_CANVAS_RASTER_H

#include "canvas/canvas.h"

// Pixels worked on at a time.
#define RASTER_BLOCK 8

// One side of a shape. Vertices come from an array or from an arc.
typedef struct raster_chain {
    const hone_vec2 *points;
    const hone_affine2 *map;    // of the array; NULL = as they are
    int32_t count, index, step; // the array and the way through it
    int32_t left;               // vertices still to come
    hone_vec2 centre, p, q;     // of an arc; points is NULL
    float cosine, sine;         // where on the arc
    float turn_cosine, turn_sine;
    hone_vec2 from, to;         // the current edge
    float slope;                // dx / dy of it
    float lo, hi;               // its x range
    float width, scale;         // of its piece in a row that it crosses from top to bottom
    float lo_offset, hi_offset; // from x at the row's top to the piece's lo and hi
} raster_chain;

// What of an edge lies in a row; scale is height / (2 width).
typedef struct raster_piece {
    float lo, width, scale, hi, height;
} raster_piece;

// The piece of an edge in a row that it crosses from top to bottom.
static inline raster_piece raster_whole_piece(const raster_chain *c, float top)
{
    const float x = c->from.x + (top - c->from.y) * c->slope;
    return (raster_piece){x + c->lo_offset, c->width, c->scale, x + c->hi_offset, 1.0f};
}

#endif
