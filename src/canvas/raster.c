// SPDX-License-Identifier: MIT
//
// Convex shapes by exact area coverage, row by row, without a buffer of edges.
//
// A convex shape is a left and a right chain of edges that both run downwards. In one row of pixels
// an edge piece of height h runs from x = lo to x = hi. The area of the row to the right of the
// piece and to the left of a vertical line at x is
//
//     A(x) = h * (clamp(x, lo, hi) - lo)^2 / (2 (hi - lo)) + h * max(0, x - hi),
//
// so the pixel [x, x + 1] is covered by the sum of A(x + 1) - A(x) over the left chain's pieces
// minus the same over the right chain's. Between the chains the coverage is the row's height. Every
// value depends on the pixel and the shape alone, so clips and bands change nothing.
#include "canvas/canvas.h"

// Pixels worked on at a time.
#define CHUNK 64

// Narrower pieces count as upright; the error is below 1/500.
#define UPRIGHT 0.002f

// One side of a shape. Vertices come from an array or from an arc.
typedef struct chain {
    const hone_vec2 *points;
    const hone_affine2 *map;    // of the array; NULL = as they are
    int32_t count, index, step; // the array and the way through it
    int32_t left;               // vertices still to come
    hone_vec2 centre, p, q;     // of an arc; points is NULL
    float cosine, sine;         // where on the arc
    float turn_cosine, turn_sine;
    hone_vec2 from, to; // the current edge
    float slope;        // dx / dy of it
} chain;

raster_sink raster_sink_of(const hone_canvas *canvas, canvas_paint paint)
{
    return (raster_sink){.clip = canvas_clip_box(canvas),
                         .target = canvas_target_of(canvas->surface.format, canvas_best_level()),
                         .canvas = canvas,
                         .paint = paint};
}

static void sink_run(const raster_sink *sink, int32_t x, int32_t y, int32_t count,
                     uint32_t coverage)
{
    if (count <= 0 || coverage == 0) {
        return;
    }
    if (sink->target != NULL) {
        sink->target->paint(canvas_pixel(sink->canvas, x, y), count, sink->paint, coverage);
        return;
    }
    uint8_t *to =
        sink->tile + (y - sink->clip.y0) * (sink->clip.x1 - sink->clip.x0) + (x - sink->clip.x0);
    for (int32_t i = 0; i < count; i++) {
        to[i] = to[i] > coverage ? to[i] : (uint8_t)coverage;
    }
}

static void sink_mask(const raster_sink *sink, int32_t x, int32_t y, const uint8_t *coverage,
                      int32_t count)
{
    if (sink->target != NULL) {
        sink->target->mask(canvas_pixel(sink->canvas, x, y), coverage, count, sink->paint);
        return;
    }
    uint8_t *to =
        sink->tile + (y - sink->clip.y0) * (sink->clip.x1 - sink->clip.x0) + (x - sink->clip.x0);
    for (int32_t i = 0; i < count; i++) {
        to[i] = to[i] > coverage[i] ? to[i] : coverage[i];
    }
}

static hone_vec2 vertex(const hone_vec2 *points, const hone_affine2 *map, int32_t index)
{
    return map == NULL ? points[index] : hone_affine2_apply(*map, points[index]);
}

// Steps to the next edge that runs downwards. False at the end.
static bool chain_advance(chain *c)
{
    while (c->left > 0) {
        c->left--;
        c->from = c->to;
        if (c->points != NULL) {
            c->index += c->step;
            c->index = c->index < 0 ? c->count - 1 : (c->index == c->count ? 0 : c->index);
            c->to = vertex(c->points, c->map, c->index);
        } else {
            const float cosine = c->cosine * c->turn_cosine - c->sine * c->turn_sine;
            c->sine = c->cosine * c->turn_sine + c->sine * c->turn_cosine;
            c->cosine = c->left > 0 ? cosine : -1.0f;
            c->sine = c->left > 0 ? c->sine : 0.0f;
            c->to = (hone_vec2){c->centre.x + c->p.x * c->cosine + c->q.x * c->sine,
                                c->centre.y + c->p.y * c->cosine + c->q.y * c->sine};
        }
        if (c->to.y > c->from.y) {
            c->slope = (c->to.x - c->from.x) / (c->to.y - c->from.y);
            return true;
        }
    }
    return false;
}

static float chain_x(const chain *c, float y)
{
    const float x = c->from.x + (y - c->from.y) * c->slope;
    const float lo = c->from.x < c->to.x ? c->from.x : c->to.x;
    const float hi = c->from.x < c->to.x ? c->to.x : c->from.x;
    return x < lo ? lo : (x > hi ? hi : x);
}

// Leaves out the edges above a row.
static void chain_skip(chain *c, float top)
{
    while (c->to.y <= top && chain_advance(c)) {
    }
}

// What of an edge lies in a row.
typedef struct piece {
    float lo, hi, height;
} piece;

// The next piece at or below *y within the row; false when the row is done.
static bool chain_piece(chain *c, float *y, float bottom, piece *out)
{
    while (c->to.y <= *y) {
        if (!chain_advance(c)) {
            return false;
        }
    }
    if (*y >= bottom || c->from.y >= bottom) {
        return false;
    }
    const float top = c->from.y > *y ? c->from.y : *y;
    const float end = c->to.y < bottom ? c->to.y : bottom;
    const float a = chain_x(c, top);
    const float b = chain_x(c, end);
    *out = (piece){a < b ? a : b, a < b ? b : a, end - top};
    *y = end;
    return true;
}

// The x range of the chain's pieces in the row.
static void chain_extent(chain c, float top, float bottom, float *lo, float *hi)
{
    piece p;
    float y = top;
    bool first = true;
    while (chain_piece(&c, &y, bottom, &p)) {
        *lo = first || p.lo < *lo ? p.lo : *lo;
        *hi = first || p.hi > *hi ? p.hi : *hi;
        first = false;
    }
}

// Adds sign * (A(x + 1) - A(x)) for count pixels from x on.
static void add_piece(float *area, int32_t x, int32_t count, piece p, float sign)
{
    const float width = p.hi - p.lo;
    const float height = p.height * sign;
    const float scale = width > UPRIGHT ? height / (2.0f * width) : 0.0f;
    const float hi = width > UPRIGHT ? p.hi : p.lo + 0.5f * width;
    float before = 0.0f;
    for (int32_t i = 0; i <= count; i++) {
        const float at = (float)(x + i);
        float t = at - p.lo;
        t = t < 0.0f ? 0.0f : (t > width ? width : t);
        const float over = at > hi ? at - hi : 0.0f;
        const float now = t * t * scale + over * height;
        if (i > 0) {
            area[i - 1] += now - before;
        }
        before = now;
    }
}

static void add_chain(float *area, int32_t x, int32_t count, chain c, float top, float bottom,
                      float sign)
{
    piece p;
    float y = top;
    while (chain_piece(&c, &y, bottom, &p)) {
        add_piece(area, x, count, p, sign);
    }
}

static uint32_t coverage_of(float area)
{
    const float clamped = area < 0.0f ? 0.0f : (area > 1.0f ? 1.0f : area);
    return (uint32_t)(clamped * 255.0f + 0.5f);
}

// Pixels x0..x1 of a row, with both chains counted.
static void cover(const raster_sink *sink, int32_t y, int32_t x0, int32_t x1, const chain *left,
                  const chain *right, float top, float bottom)
{
    float area[CHUNK];
    uint8_t coverage[CHUNK];
    x0 = canvas_max(x0, sink->clip.x0);
    x1 = canvas_min(x1, sink->clip.x1);
    for (int32_t x = x0; x < x1; x += CHUNK) {
        const int32_t count = canvas_min(CHUNK, x1 - x);
        for (int32_t i = 0; i < count; i++) {
            area[i] = 0.0f;
        }
        add_chain(area, x, count, *left, top, bottom, 1.0f);
        add_chain(area, x, count, *right, top, bottom, -1.0f);
        for (int32_t i = 0; i < count; i++) {
            coverage[i] = (uint8_t)coverage_of(area[i]);
        }
        sink_mask(sink, x, y, coverage, count);
    }
}

// Fills between the chains, whose first vertex is in to.
static void raster_chains(const raster_sink *sink, chain left, chain right, float shape_top,
                          float shape_bottom)
{
    const canvas_box *clip = &sink->clip;
    if (clip->x0 >= clip->x1 || clip->y0 >= clip->y1 || !(shape_top < shape_bottom)) {
        return;
    }
    const int32_t y0 = canvas_max(clip->y0, canvas_floor(shape_top));
    const int32_t y1 = canvas_min(clip->y1, canvas_ceil(shape_bottom));
    for (int32_t y = y0; y < y1; y++) {
        const float top = (float)y > shape_top ? (float)y : shape_top;
        const float bottom = (float)(y + 1) < shape_bottom ? (float)(y + 1) : shape_bottom;
        float left_lo = 0.0f;
        float left_hi = 0.0f;
        float right_lo = 0.0f;
        float right_hi = 0.0f;
        chain_skip(&left, top);
        chain_skip(&right, top);
        chain_extent(left, top, bottom, &left_lo, &left_hi);
        chain_extent(right, top, bottom, &right_lo, &right_hi);
        const int32_t l0 = canvas_floor(left_lo);
        const int32_t l1 = canvas_ceil(left_hi);
        const int32_t r0 = canvas_floor(right_lo);
        const int32_t r1 = canvas_ceil(right_hi);
        if (l1 > r0) {
            cover(sink, y, canvas_min(l0, r0), canvas_max(l1, r1), &left, &right, top, bottom);
            continue;
        }
        cover(sink, y, l0, l1, &left, &right, top, bottom);
        const int32_t x0 = canvas_max(l1, clip->x0);
        const int32_t x1 = canvas_min(r0, clip->x1);
        sink_run(sink, x0, y, x1 - x0, coverage_of(bottom - top));
        cover(sink, y, r0, r1, &left, &right, top, bottom);
    }
}

void raster_convex(const raster_sink *sink, const hone_vec2 *points, int32_t count,
                   const hone_affine2 *map)
{
    if (count < 3) {
        return;
    }
    const hone_vec2 origin = vertex(points, map, 0);
    hone_vec2 before = vertex(points, map, count - 1);
    hone_vec2 highest = origin;
    hone_vec2 lowest = origin;
    int32_t top = 0;
    int32_t bottom = 0;
    float twice_area = 0.0f;
    for (int32_t i = 0; i < count; i++) {
        const hone_vec2 p = vertex(points, map, i);
        if (!raster_reaches(p)) {
            return;
        }
        if (p.y < highest.y) {
            highest = p;
            top = i;
        }
        if (p.y > lowest.y) {
            lowest = p;
            bottom = i;
        }
        twice_area +=
            (before.x - origin.x) * (p.y - origin.y) - (p.x - origin.x) * (before.y - origin.y);
        before = p;
    }
    if (twice_area == 0.0f) {
        return;
    }
    const int32_t forward = bottom >= top ? bottom - top : bottom - top + count;
    const chain onward = {.points = points,
                          .map = map,
                          .count = count,
                          .index = top,
                          .step = 1,
                          .left = forward,
                          .from = highest,
                          .to = highest};
    chain back = onward;
    back.step = -1;
    back.left = count - forward;
    if (twice_area > 0.0f) {
        raster_chains(sink, back, onward, highest.y, lowest.y);
    } else {
        raster_chains(sink, onward, back, highest.y, lowest.y);
    }
}

int32_t raster_arc_steps(float radius)
{
    if (!(radius > 0.25f)) {
        return 4;
    }
    const float steps = 6.4f * hone_sqrt(radius) + 1.0f;
    return steps < 2048.0f ? (int32_t)steps : 2048;
}

void raster_turn(int32_t steps, float *cosine, float *sine, float *outward)
{
    const float turn = 3.14159265f / (float)steps;
    const float square = turn * turn;
    *sine = turn * (1.0f - square * (1.0f / 6.0f - square * (1.0f / 120.0f - square / 5040.0f)));
    *cosine =
        1.0f -
        square * (0.5f - square * (1.0f / 24.0f - square * (1.0f / 720.0f - square / 40320.0f)));
    *outward = hone_sqrt(turn / *sine);
}

void raster_ellipse(const raster_sink *sink, hone_vec2 centre, hone_vec2 p, hone_vec2 q)
{
    const float steepest = hone_sqrt(p.y * p.y + q.y * q.y);
    const float size = hone_sqrt(p.x * p.x + q.x * q.x) + steepest;
    if (!raster_reaches(centre) || !(size < (float)CANVAS_REACH) || !(steepest > 0.0f)) {
        return;
    }
    const int32_t steps = raster_arc_steps(size);
    float cosine;
    float sine;
    float outward;
    raster_turn(steps, &cosine, &sine, &outward);
    const float along = p.y / steepest * outward;
    const float across = q.y / steepest * outward;
    const hone_vec2 up = {-(p.x * along + q.x * across), -steepest * outward};
    const hone_vec2 side = {q.x * along - p.x * across, 0.0f};
    const float side_x = side.x < 0.0f ? -side.x : side.x;
    const hone_vec2 top = {centre.x + up.x, centre.y + up.y};
    const chain right = {.left = steps,
                         .centre = centre,
                         .p = up,
                         .q = {side_x, 0.0f},
                         .cosine = 1.0f,
                         .turn_cosine = cosine,
                         .turn_sine = sine,
                         .from = top,
                         .to = top};
    chain left = right;
    left.q.x = -side_x;
    raster_chains(sink, left, right, top.y, centre.y - up.y);
}
