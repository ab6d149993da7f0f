// SPDX-License-Identifier: MIT
//
// Lines and chains of lines with round ends. A segment is a convex polygon: two long sides and two
// half ellipses (the pen, a circle in the caller's units, under the canvas's transform). A single
// one is drawn at once. A chain goes tile by tile: the coverage of a pixel is the largest of its
// segments', so that a translucent colour covers each pixel once.
#include "canvas/canvas.h"

#include <string.h>

#define TILE_WIDTH 64
#define TILE_HEIGHT 8

// Pens up to this radius, in pixels, are drawn with a polygon of at most MOST_STEPS chords an end.
#define POLYGON_RADIUS 14.0f
#define MOST_STEPS 25

// A segment in pixels of the picture.
typedef struct segment {
    hone_vec2 from, to;
    hone_vec2 across, along; // half axes of the pen
    float radius;            // at least the pen's largest
} segment;

static float length_of(float x, float y)
{
    return hone_sqrt(x * x + y * y);
}

static bool segment_of(const hone_affine2 *m, hone_vec2 from, hone_vec2 to, float width,
                       segment *out)
{
    const float dx = to.x - from.x;
    const float dy = to.y - from.y;
    const float length = length_of(dx, dy);
    const float half = 0.5f * width;
    const float ux = length > 0.0f ? dx / length * half : half;
    const float uy = length > 0.0f ? dy / length * half : 0.0f;
    out->from = hone_affine2_apply(*m, from);
    out->to = hone_affine2_apply(*m, to);
    out->along = (hone_vec2){m->a * ux + m->c * uy, m->b * ux + m->d * uy};
    out->across = (hone_vec2){m->c * ux - m->a * uy, m->d * ux - m->b * uy};
    out->radius =
        length_of(length_of(out->along.x, out->along.y), length_of(out->across.x, out->across.y));
    return raster_reaches(out->from) && raster_reaches(out->to) &&
           out->radius < (float)CANVAS_REACH;
}

static void draw_outline(const raster_sink *sink, const segment *s)
{
    hone_vec2 outline[2 * (MOST_STEPS + 1)];
    const int32_t steps = canvas_min(raster_arc_steps(s->radius * 0.7072f), MOST_STEPS);
    float turn_cosine;
    float turn_sine;
    float outward;
    raster_turn(steps, &turn_cosine, &turn_sine, &outward);
    outward *= outward;
    float cosine = 1.0f;
    float sine = 0.0f;
    for (int32_t i = 0; i <= steps; i++) {
        const float reach = i == 0 || i == steps ? 1.0f : outward;
        const float p = cosine * reach;
        const float q = sine * reach;
        const hone_vec2 d = {s->across.x * p - s->along.x * q, s->across.y * p - s->along.y * q};
        outline[i] = (hone_vec2){s->from.x + d.x, s->from.y + d.y};
        outline[steps + 1 + i] = (hone_vec2){s->to.x - d.x, s->to.y - d.y};
        const float next = cosine * turn_cosine - sine * turn_sine;
        sine = cosine * turn_sine + sine * turn_cosine;
        cosine = i + 1 == steps ? -1.0f : next;
        sine = i + 1 == steps ? 0.0f : sine;
    }
    raster_convex(sink, outline, 2 * (steps + 1), NULL);
}

static void draw_segment(const raster_sink *sink, const segment *s)
{
    if (s->radius <= POLYGON_RADIUS) {
        draw_outline(sink, s);
        return;
    }
    const hone_vec2 body[4] = {{s->from.x + s->across.x, s->from.y + s->across.y},
                               {s->to.x + s->across.x, s->to.y + s->across.y},
                               {s->to.x - s->across.x, s->to.y - s->across.y},
                               {s->from.x - s->across.x, s->from.y - s->across.y}};
    raster_convex(sink, body, 4, NULL);
    raster_ellipse(sink, s->from, s->across, s->along);
    raster_ellipse(sink, s->to, s->across, s->along);
}

// The chain, and how to get at its segments.
typedef struct stroke {
    const hone_canvas *canvas;
    const hone_vec2 *points;
    int32_t count;
    bool closed;
    float width;
    float reach; // no pixel of a segment lies further from it
} stroke;

static int32_t stroke_segments(const stroke *s)
{
    return s->closed || s->count == 1 ? s->count : s->count - 1;
}

static bool stroke_segment(const stroke *s, int32_t i, segment *out)
{
    const int32_t next = i + 1 < s->count ? i + 1 : 0;
    return segment_of(&s->canvas->state.transform, s->points[i], s->points[next], s->width, out);
}

// The pixels of the clip that a segment may touch.
static canvas_box segment_box(hone_vec2 from, hone_vec2 to, float reach, const canvas_box *clip)
{
    const float x0 = (from.x < to.x ? from.x : to.x) - reach;
    const float x1 = (from.x < to.x ? to.x : from.x) + reach;
    const float y0 = (from.y < to.y ? from.y : to.y) - reach;
    const float y1 = (from.y < to.y ? to.y : from.y) + reach;
    return (canvas_box){
        canvas_max(clip->x0, canvas_floor(x0)), canvas_max(clip->y0, canvas_floor(y0)),
        canvas_min(clip->x1, canvas_ceil(x1)), canvas_min(clip->y1, canvas_ceil(y1))};
}

static bool box_is_empty(const canvas_box *b)
{
    return b->x0 >= b->x1 || b->y0 >= b->y1;
}

// Whether the line through both points passes the box further away than the stroke reaches.
static bool passes_by(hone_vec2 from, hone_vec2 to, float reach, const canvas_box *b)
{
    const float dx = to.x - from.x;
    const float dy = to.y - from.y;
    const float half_width = 0.5f * (float)(b->x1 - b->x0) + reach;
    const float half_height = 0.5f * (float)(b->y1 - b->y0) + reach;
    const float x = 0.5f * (float)(b->x0 + b->x1) - from.x;
    const float y = 0.5f * (float)(b->y0 + b->y1) - from.y;
    const float cross = x * dy - y * dx;
    const float most = half_width * (dy < 0.0f ? -dy : dy) + half_height * (dx < 0.0f ? -dx : dx);
    return cross > most || cross < -most;
}

// The pixels of the box that segment i may touch; false when there are none.
static bool stroke_box(const stroke *s, int32_t i, const canvas_box *box, canvas_box *out)
{
    const int32_t next = i + 1 < s->count ? i + 1 : 0;
    const hone_affine2 *m = &s->canvas->state.transform;
    const hone_vec2 from = canvas_apply(m, s->points[i]);
    const hone_vec2 to = canvas_apply(m, s->points[next]);
    if (!raster_reaches(from) || !raster_reaches(to)) {
        return false;
    }
    *out = segment_box(from, to, s->reach, box);
    return !box_is_empty(out) && !passes_by(from, to, s->reach, box);
}

static void draw_tile(const stroke *s, const raster_sink *sink, canvas_box box)
{
    uint8_t tile[TILE_WIDTH * TILE_HEIGHT];
    const int32_t width = box.x1 - box.x0;
    bool touched = false;
    const raster_sink to_tile = {.clip = box, .pixels = tile, .stride = width, .bytes = 1};
    const int32_t segments = stroke_segments(s);
    for (int32_t i = 0; i < segments; i++) {
        segment piece;
        canvas_box part;
        if (!stroke_box(s, i, &box, &part) || !stroke_segment(s, i, &piece)) {
            continue;
        }
        if (!touched) {
            memset(tile, 0, sizeof tile);
            touched = true;
        }
        draw_segment(&to_tile, &piece);
    }
    for (int32_t y = box.y0; touched && y < box.y1; y++) {
        sink->target->mask(canvas_pixel(s->canvas, box.x0, y), tile + (y - box.y0) * width, width,
                           sink->paint);
    }
}

static void draw_stroke(stroke *s, hone_color color)
{
    const hone_affine2 *m = &s->canvas->state.transform;
    const canvas_paint paint = canvas_paint_of(s->canvas, color);
    const float stretch = length_of(length_of(m->a, m->b), length_of(m->c, m->d));
    s->reach = 0.5f * s->width * stretch + 1.0f;
    if (canvas_paint_is_nothing(paint) || s->count < 1 || !(s->width > 0.0f) ||
        !(s->reach < (float)CANVAS_REACH)) {
        return;
    }
    const raster_sink sink = raster_sink_of(s->canvas, paint);
    const int32_t segments = stroke_segments(s);
    segment only;
    if (segments == 1) {
        if (stroke_segment(s, 0, &only) && only.radius <= POLYGON_RADIUS) {
            draw_outline(&sink, &only);
            return;
        }
    }
    canvas_box all = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (int32_t i = 0; i < segments; i++) {
        canvas_box box;
        if (stroke_box(s, i, &sink.clip, &box)) {
            all = (canvas_box){canvas_min(all.x0, box.x0), canvas_min(all.y0, box.y0),
                               canvas_max(all.x1, box.x1), canvas_max(all.y1, box.y1)};
        }
    }
    for (int32_t y = all.y0; y < all.y1; y += TILE_HEIGHT) {
        for (int32_t x = all.x0; x < all.x1; x += TILE_WIDTH) {
            draw_tile(s, &sink,
                      (canvas_box){x, y, canvas_min(x + TILE_WIDTH, all.x1),
                                   canvas_min(y + TILE_HEIGHT, all.y1)});
        }
    }
}

void hone_canvas_line(hone_canvas *canvas, hone_vec2 from, hone_vec2 to, float width,
                      hone_color color)
{
    const hone_vec2 points[2] = {from, to};
    draw_stroke(&(stroke){canvas, points, 2, false, width, 0.0f}, color);
}

void hone_canvas_polyline(hone_canvas *canvas, const hone_vec2 *points, int32_t count, bool closed,
                          float width, hone_color color)
{
    draw_stroke(&(stroke){canvas, points, count, closed && count > 2, width, 0.0f}, color);
}
