// SPDX-License-Identifier: MIT
//
// Filled shapes: rectangle, circle and convex polygon under the canvas's transform. All of them end
// as two chains of edges in raster.c.
#include "canvas/canvas.h"

// Polygons of up to this many corners are transformed on the stack.
#define MOST_CORNERS 64

void hone_canvas_fill_rect(hone_canvas *canvas, float x, float y, float width, float height,
                           hone_color color)
{
    const hone_vec2 corners[4] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    hone_canvas_fill_convex(canvas, corners, 4, color);
}

void hone_canvas_fill_circle(hone_canvas *canvas, hone_vec2 centre, float radius, hone_color color)
{
    const canvas_paint paint = canvas_paint_of(canvas, color);
    if (canvas_paint_is_nothing(paint) || !(radius > 0.0f)) {
        return;
    }
    const hone_affine2 *m = &canvas->state.transform;
    const raster_sink sink = raster_sink_of(canvas, paint);
    raster_ellipse(&sink, hone_affine2_apply(*m, centre), (hone_vec2){m->a * radius, m->b * radius},
                   (hone_vec2){m->c * radius, m->d * radius});
}

// Corners beyond the stack's are taken as a fan of pieces that meet along lines from the first
// corner; the pieces go through a tile, so that no seam shows.
void hone_canvas_fill_convex(hone_canvas *canvas, const hone_vec2 *points, int32_t count,
                             hone_color color)
{
    const canvas_paint paint = canvas_paint_of(canvas, color);
    if (canvas_paint_is_nothing(paint) || count < 3) {
        return;
    }
    const raster_sink sink = raster_sink_of(canvas, paint);
    hone_vec2 mapped[MOST_CORNERS];
    int32_t used = 0;
    for (int32_t i = 0; i < count && used < MOST_CORNERS; i++) {
        mapped[used++] = hone_affine2_apply(canvas->state.transform, points[i]);
    }
    raster_convex(&sink, mapped, used);
}
