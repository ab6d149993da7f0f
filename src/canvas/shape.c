// SPDX-License-Identifier: MIT
//
// Filled shapes: rectangle, circle and convex polygon under the canvas's transform. All of them end
// as two chains of edges in raster.c.
#include "canvas/canvas.h"

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

void hone_canvas_fill_convex(hone_canvas *canvas, const hone_vec2 *points, int32_t count,
                             hone_color color)
{
    const canvas_paint paint = canvas_paint_of(canvas, color);
    if (!canvas_paint_is_nothing(paint)) {
        const raster_sink sink = raster_sink_of(canvas, paint);
        raster_convex(&sink, points, count, &canvas->state.transform);
    }
}
