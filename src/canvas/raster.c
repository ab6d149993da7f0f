// SPDX-License-Identifier: MIT
//
// Convex shapes by exact area coverage, row by row, without a buffer of edges.
//
// A convex shape is a left and a right chain of edges that both run downwards. In one row of pixels
// an edge piece of height h runs from x = lo to x = hi. The area of the row to the right of the
// piece and to the left of a vertical line at x is
//
//     A(x) = h * (clamp(x, lo, hi) - lo)^2 / (2 (hi - lo)) + h * max(0, x - hi).
//
// With D(x) the sum of A over the left chain's pieces minus the same over the right chain's, the
// pixel [x, x + 1] is covered by D(x + 1) - D(x). Between the chains the coverage is the row's
// height. Every value depends on the pixel and the shape alone, so clips and bands change nothing;
// vector code adds in the same order, eight pixels at a time.
#include "canvas/raster.h"

#include "canvas/vector.h"

#ifdef CANVAS_HAS_SSE2
#include <emmintrin.h>
#endif
#include <string.h>

// Pixels handed to the sink at a time, and worked on at a time.
#define CHUNK 64
#define BLOCK RASTER_BLOCK

// Pieces of one chain in one row that are kept; with more of them the chain is walked for each
// block.
#define MOST_PIECES 4

// Narrower pieces count as upright; the error is below 1/500.
#define UPRIGHT 0.002f

// The pieces of a chain in a row.
typedef struct side {
    raster_piece pieces[MOST_PIECES];
    int32_t count; // above MOST_PIECES: not all are kept, they are found again from the start
    float lo, hi;  // of all
    raster_chain start;
} side;

raster_sink raster_sink_of(const hone_canvas *canvas, canvas_paint paint)
{
    raster_sink sink = {.clip = canvas_clip_box(canvas),
                        .target = canvas_target_of(canvas->surface.format, canvas_best_level()),
                        .stride = canvas->surface.stride,
                        .bytes = hone_pixel_bytes(canvas->surface.format),
                        .paint = paint};
    if (sink.clip.x0 < sink.clip.x1 && sink.clip.y0 < sink.clip.y1) {
        sink.pixels = canvas_pixel(canvas, sink.clip.x0, sink.clip.y0);
    }
    return sink;
}

static uint8_t *sink_pixel(const raster_sink *sink, int32_t x, int32_t y)
{
    return sink->pixels + (ptrdiff_t)(y - sink->clip.y0) * sink->stride +
           (ptrdiff_t)(x - sink->clip.x0) * sink->bytes;
}

static void sink_run(const raster_sink *sink, int32_t x, int32_t y, int32_t count, uint8_t coverage)
{
    if (count <= 0 || coverage == 0) {
        return;
    }
    uint8_t *to = sink_pixel(sink, x, y);
    if (sink->target != NULL) {
        sink->target->paint(to, count, sink->paint, coverage);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        to[i] = to[i] > coverage ? to[i] : coverage;
    }
}

static void sink_mask(const raster_sink *sink, int32_t x, int32_t y, const uint8_t *coverage,
                      int32_t count)
{
    uint8_t *to = sink_pixel(sink, x, y);
    if (sink->target != NULL) {
        sink->target->mask(to, coverage, count, sink->paint);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        to[i] = to[i] > coverage[i] ? to[i] : coverage[i];
    }
}

static hone_vec2 vertex(const hone_vec2 *points, const hone_affine2 *map, int32_t index)
{
    return map == NULL ? points[index] : canvas_apply(map, points[index]);
}

// Steps to the next edge that runs downwards. False at the end.
static bool chain_advance(raster_chain *c)
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
            c->lo = c->from.x < c->to.x ? c->from.x : c->to.x;
            c->hi = c->from.x < c->to.x ? c->to.x : c->from.x;
            c->width = c->slope < 0.0f ? -c->slope : c->slope;
            c->lo_offset = c->slope < 0.0f ? c->slope : 0.0f;
            const bool upright = c->width <= UPRIGHT;
            c->scale = upright ? 0.0f : 0.5f / c->width;
            c->hi_offset = c->lo_offset + (upright ? 0.5f * c->width : c->width);
            return true;
        }
    }
    return false;
}

static float chain_x(const raster_chain *c, float y)
{
    const float x = c->from.x + (y - c->from.y) * c->slope;
    return x > c->lo ? (x < c->hi ? x : c->hi) : c->lo; // lo when the slope is infinite, x NaN
}

// Leaves out the edges above a row.
static void chain_skip(raster_chain *c, float top)
{
    while (c->to.y <= top && chain_advance(c)) {
    }
}

// The next piece at or below *y within the row; false when the row is done. The chain stays at the
// edge that leaves the row.
static bool chain_piece(raster_chain *c, float *y, float bottom, raster_piece *out)
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
    const float lo = a < b ? a : b;
    const float hi = a < b ? b : a;
    const float width = hi - lo;
    const float height = end - top;
    const bool upright = width <= UPRIGHT;
    *out = (raster_piece){lo, width, upright ? 0.0f : height / (2.0f * width),
                          upright ? lo + 0.5f * width : hi, height};
    *y = end;
    return true;
}

// The pieces between top and bottom of a row. An edge that crosses the whole row needs no division.
static inline void side_begin(side *s, raster_chain *c, float top, float bottom, bool whole)
{
    if (whole && c->from.y <= top && c->to.y >= bottom) {
        s->count = 1;
        s->pieces[0] = raster_whole_piece(c, top);
        s->lo = s->pieces[0].lo;
        s->hi = s->lo + c->width;
        return;
    }
    raster_piece p;
    float y = top;
    s->start = *c;
    s->count = 0;
    s->lo = 0.0f;
    s->hi = 0.0f;
    while (chain_piece(c, &y, bottom, &p)) {
        const float hi = p.lo + p.width;
        s->lo = s->count == 0 || p.lo < s->lo ? p.lo : s->lo;
        s->hi = s->count == 0 || hi > s->hi ? hi : s->hi;
        if (s->count < MOST_PIECES) {
            s->pieces[s->count] = p;
        }
        s->count++;
    }
}

#ifdef CANVAS_HAS_SSE2

// The sums D at x + 1 to x + BLOCK.
typedef struct areas {
    __m128 a, b;
} areas;

static inline areas areas_zero(void)
{
    return (areas){_mm_setzero_ps(), _mm_setzero_ps()};
}

static inline __m128 piece_area(const raster_piece *p, __m128 x)
{
    const __m128 zero = _mm_setzero_ps();
    const __m128 t =
        _mm_min_ps(_mm_max_ps(_mm_sub_ps(x, _mm_set1_ps(p->lo)), zero), _mm_set1_ps(p->width));
    const __m128 over = _mm_max_ps(_mm_sub_ps(x, _mm_set1_ps(p->hi)), zero);
    return _mm_add_ps(_mm_mul_ps(_mm_mul_ps(t, t), _mm_set1_ps(p->scale)),
                      _mm_mul_ps(over, _mm_set1_ps(p->height)));
}

static inline void areas_add(areas *d, const raster_piece *p, float x, bool minus)
{
    const __m128 at = _mm_add_ps(_mm_set1_ps(x), _mm_setr_ps(1.0f, 2.0f, 3.0f, 4.0f));
    const __m128 a = piece_area(p, at);
    const __m128 b = piece_area(p, _mm_add_ps(at, _mm_set1_ps(4.0f)));
    d->a = minus ? _mm_sub_ps(d->a, a) : _mm_add_ps(d->a, a);
    d->b = minus ? _mm_sub_ps(d->b, b) : _mm_add_ps(d->b, b);
}

// Coverage from the sums; *before is D at x and becomes D at x + BLOCK.
static inline void areas_cover(const areas *d, float *before, float height, uint8_t *coverage)
{
    const __m128 zero = _mm_setzero_ps();
    const __m128 one = _mm_set1_ps(1.0f);
    const __m128 full = _mm_set1_ps(255.0f);
    const __m128 half = _mm_set1_ps(0.5f);
    const __m128 base = _mm_set1_ps(height);
    const __m128 b0 = _mm_castsi128_ps(_mm_slli_si128(_mm_castps_si128(d->b), 4));
    const __m128 a0 = _mm_castsi128_ps(_mm_slli_si128(_mm_castps_si128(d->a), 4));
    const __m128 last_a = _mm_shuffle_ps(d->a, d->a, 0xff);
    __m128 a = _mm_add_ps(base, _mm_sub_ps(d->a, _mm_move_ss(a0, _mm_set_ss(*before))));
    __m128 b = _mm_add_ps(base, _mm_sub_ps(d->b, _mm_move_ss(b0, last_a)));
    a = _mm_min_ps(_mm_max_ps(a, zero), one);
    b = _mm_min_ps(_mm_max_ps(b, zero), one);
    const __m128i words = _mm_packs_epi32(_mm_cvttps_epi32(_mm_add_ps(_mm_mul_ps(a, full), half)),
                                          _mm_cvttps_epi32(_mm_add_ps(_mm_mul_ps(b, full), half)));
    _mm_storel_epi64((__m128i *)(void *)coverage, _mm_packus_epi16(words, words));
    *before = _mm_cvtss_f32(_mm_shuffle_ps(d->b, d->b, 0xff));
}

#else

typedef struct areas {
    float at[BLOCK];
} areas;

static inline areas areas_zero(void)
{
    return (areas){{0.0f}};
}

static inline void areas_add(areas *d, const raster_piece *p, float x, bool minus)
{
    for (int32_t i = 0; i < BLOCK; i++) {
        const float at = x + (float)(i + 1);
        float t = at - p->lo;
        t = t < 0.0f ? 0.0f : (t > p->width ? p->width : t);
        const float over = at > p->hi ? at - p->hi : 0.0f;
        const float area = t * t * p->scale + over * p->height;
        d->at[i] = minus ? d->at[i] - area : d->at[i] + area;
    }
}

static inline void areas_cover(const areas *d, float *before, float height, uint8_t *coverage)
{
    for (int32_t i = 0; i < BLOCK; i++) {
        float area = height + (d->at[i] - *before);
        area = area < 0.0f ? 0.0f : (area > 1.0f ? 1.0f : area);
        coverage[i] = (uint8_t)(area * 255.0f + 0.5f);
        *before = d->at[i];
    }
}

#endif

static inline void areas_add_side(areas *d, const side *s, float x, float top, float bottom,
                                  bool minus)
{
    if (s->count <= MOST_PIECES) {
        for (int32_t i = 0; i < s->count; i++) {
            areas_add(d, &s->pieces[i], x, minus);
        }
        return;
    }
    raster_chain c = s->start;
    raster_piece p;
    float y = top;
    while (chain_piece(&c, &y, bottom, &p)) {
        areas_add(d, &p, x, minus);
    }
}

static uint8_t coverage_of(float area)
{
    const float clamped = area < 0.0f ? 0.0f : (area > 1.0f ? 1.0f : area);
    return (uint8_t)(clamped * 255.0f + 0.5f);
}

// What of a row is worked on: sides that are NULL have no edge in it, base is the coverage that the
// others change.
typedef struct stretch {
    const side *left, *right;
    float top, bottom, base;
} stretch;

static inline areas stretch_areas(const stretch *s, float x)
{
    areas d = areas_zero();
    if (s->left != NULL) {
        areas_add_side(&d, s->left, x, s->top, s->bottom, false);
    }
    if (s->right != NULL) {
        areas_add_side(&d, s->right, x, s->top, s->bottom, true);
    }
    return d;
}

// Coverage of count pixels from x on, rounded up to blocks. *before is D at x.
static inline void cover_blocks(const stretch *s, int32_t x, int32_t count, float *before,
                                uint8_t *coverage)
{
    for (int32_t i = 0; i < count; i += BLOCK) {
        const areas d = stretch_areas(s, (float)(x + i));
        areas_cover(&d, before, s->base, coverage + i);
    }
}

// Pixels x0 to x1 - 1 of row y; no edge lies to the left of x0. Blocks are counted from there, so
// that the clip changes no bit.
static void cover(const raster_sink *sink, int32_t y, int32_t x0, int32_t x1, const stretch *s)
{
    uint8_t coverage[CHUNK] = {0};
    float before = 0.0f;
    const int32_t clip_x0 = sink->clip.x0;
    x1 = canvas_min(x1, sink->clip.x1);
    if (clip_x0 - x0 >= BLOCK) {
        x0 += (clip_x0 - x0) / BLOCK * BLOCK;
        cover_blocks(s, x0 - BLOCK, BLOCK, &before, coverage);
    }
    while (x0 < x1) {
        const int32_t count = canvas_min(CHUNK, x1 - x0);
        const int32_t hidden = canvas_max(clip_x0 - x0, 0);
        cover_blocks(s, x0, count, &before, coverage);
        sink_mask(sink, x0 + hidden, y, coverage + hidden, count - hidden);
        x0 += count;
    }
}

// A row between two sides: edges that lie apart are worked on apart. Sides that cross, by rounding
// at an apex or because the shape is not convex, take the way that starts at the leftmost of both.
static NOT_INLINED void raster_row(const raster_sink *sink, int32_t y, const side *l, const side *r,
                                   float top, float bottom)
{
    const canvas_box *clip = &sink->clip;
    const int32_t l0 = canvas_floor(l->lo);
    const int32_t l1 = canvas_ceil(l->hi);
    const int32_t r0 = canvas_floor(r->lo);
    const int32_t r1 = canvas_ceil(r->hi);
    const float height = bottom - top;
    const int32_t left_end = l0 + ((l1 - l0 + BLOCK - 1) & ~(BLOCK - 1));
    const stretch all = {l, r, top, bottom, 0.0f};
    const stretch begin = {l, NULL, top, bottom, 0.0f};
    const stretch end = {NULL, r, top, bottom, height};
    const bool apart = left_end <= r0;
    const bool crossed = r0 < l0 || l1 > r1;
    if (!crossed && l0 >= clip->x0 && r1 <= clip->x1 && r1 - l0 <= CHUNK && l0 < r1) {
        uint8_t coverage[CHUNK + BLOCK] = {0};
        float before = 0.0f;
        if (apart) {
            cover_blocks(&begin, l0, l1 - l0, &before, coverage);
            memset(coverage + (left_end - l0), coverage_of(height), (size_t)(r0 - left_end));
            before = 0.0f;
            cover_blocks(&end, r0, r1 - r0, &before, coverage + (r0 - l0));
        } else {
            cover_blocks(&all, l0, r1 - l0, &before, coverage);
        }
        sink_mask(sink, l0, y, coverage, r1 - l0);
        return;
    }
    if (!apart) {
        cover(sink, y, canvas_min(l0, r0), canvas_max(l1, r1), &all);
        return;
    }
    cover(sink, y, l0, left_end, &begin);
    const int32_t x0 = canvas_max(left_end, clip->x0);
    const int32_t x1 = canvas_min(r0, clip->x1);
    sink_run(sink, x0, y, x1 - x0, coverage_of(height));
    cover(sink, y, r0, r1, &end);
}

// Pads coverage with zeros so that whole fours are drawn where the clip allows it: no coverage
// changes no pixel, and fours are the fastest.
static inline void mask_fours(const raster_sink *sink, int32_t x, int32_t y, uint8_t *coverage,
                              int32_t count)
{
    const uint32_t zero = 0;
    memcpy(coverage + count, &zero, sizeof zero);
    sink_mask(sink, x, y, coverage, canvas_min((count + 3) & ~3, sink->clip.x1 - x));
}

// Draws rows that one edge on each side crosses from top to bottom, as raster_row does, as far as
// they lie within the clip and are not too wide. Returns the first row that is left.
static int32_t raster_plain_rows(const raster_sink *sink, int32_t y, int32_t y1,
                                 const raster_chain *left, const raster_chain *right)
{
    uint8_t coverage[CHUNK + 2 * BLOCK];
    for (; y < y1; y++) {
        const raster_piece l = raster_whole_piece(left, (float)y);
        const raster_piece r = raster_whole_piece(right, (float)y);
        const int32_t l0 = canvas_floor(l.lo);
        const int32_t l1 = canvas_ceil(l.lo + l.width);
        const int32_t r0 = canvas_floor(r.lo);
        const int32_t r1 = canvas_ceil(r.lo + r.width);
        const bool crossed = r0 < l0 || l1 > r1;
        if (crossed || l0 < sink->clip.x0 || r1 > sink->clip.x1 || r1 - l0 > CHUNK || l0 >= r1) {
            return y;
        }
        const int32_t left_end = l0 + ((l1 - l0 + BLOCK - 1) & ~(BLOCK - 1));
        float before = 0.0f;
        if (left_end <= r0) {
            for (int32_t i = 0; i < l1 - l0; i += BLOCK) {
                areas d = areas_zero();
                areas_add(&d, &l, (float)(l0 + i), false);
                areas_cover(&d, &before, 0.0f, coverage + i);
            }
            for (int32_t x = left_end; x < r0; x += BLOCK) {
                memset(coverage + (x - l0), 255, BLOCK);
            }
            before = 0.0f;
            for (int32_t i = r0 - l0; i < r1 - l0; i += BLOCK) {
                areas d = areas_zero();
                areas_add(&d, &r, (float)(l0 + i), true);
                areas_cover(&d, &before, 1.0f, coverage + i);
            }
        } else {
            for (int32_t i = 0; i < r1 - l0; i += BLOCK) {
                areas d = areas_zero();
                areas_add(&d, &l, (float)(l0 + i), false);
                areas_add(&d, &r, (float)(l0 + i), true);
                areas_cover(&d, &before, 0.0f, coverage + i);
            }
        }
        mask_fours(sink, l0, y, coverage, r1 - l0);
    }
    return y;
}

static int32_t last_whole_row(const raster_chain *c, int32_t y1)
{
    return canvas_min(canvas_floor(c->to.y), y1);
}

// Fills between the chains, whose first vertex is in to.
static void raster_chains(const raster_sink *sink, raster_chain *left, raster_chain *right,
                          float shape_top, float shape_bottom)
{
    const canvas_box *clip = &sink->clip;
    if (clip->x0 >= clip->x1 || clip->y0 >= clip->y1 || !(shape_top < shape_bottom)) {
        return;
    }
    const int32_t y0 = canvas_max(clip->y0, canvas_floor(shape_top));
    const int32_t y1 = canvas_min(clip->y1, canvas_ceil(shape_bottom));
    side l;
    side r;
    chain_skip(left, (float)y0);
    chain_skip(right, (float)y0);
    for (int32_t y = y0; y < y1; y++) {
        if (left->from.y <= (float)y && right->from.y <= (float)y) {
            const int32_t end = canvas_min(last_whole_row(left, y1), last_whole_row(right, y1));
            const bool direct = sink->target != NULL && sink->target->convex_rows != NULL;
            y = direct ? sink->target->convex_rows(sink, y, end, left, right) : y;
            y = raster_plain_rows(sink, y, end, left, right);
            if (y >= y1) {
                return;
            }
        }
        const bool whole = (float)y >= shape_top && (float)(y + 1) <= shape_bottom;
        const float top = whole || (float)y > shape_top ? (float)y : shape_top;
        const float bottom = whole || (float)(y + 1) < shape_bottom ? (float)(y + 1) : shape_bottom;
        side_begin(&l, left, top, bottom, whole);
        side_begin(&r, right, top, bottom, whole);
        if (l.count > 0 && r.count > 0) {
            raster_row(sink, y, &l, &r, top, bottom);
        }
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
    raster_chain onward = {.points = points,
                           .map = map,
                           .count = count,
                           .index = top,
                           .step = 1,
                           .left = forward,
                           .from = highest,
                           .to = highest};
    raster_chain back = onward;
    back.step = -1;
    back.left = count - forward;
    if (twice_area > 0.0f) {
        raster_chains(sink, &back, &onward, highest.y, lowest.y);
    } else {
        raster_chains(sink, &onward, &back, highest.y, lowest.y);
    }
}

int32_t raster_arc_steps(float radius)
{
    if (!(radius > 0.25f)) {
        return 4;
    }
    const float steps = 7.5f * hone_sqrt(radius) + 1.0f;
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
    const float aside = q.x * along - p.x * across;
    const float side_x = aside < 0.0f ? -aside : aside;
    const hone_vec2 top = {centre.x + up.x, centre.y + up.y};
    raster_chain right = {.left = steps,
                          .centre = centre,
                          .p = up,
                          .q = {side_x, 0.0f},
                          .cosine = 1.0f,
                          .turn_cosine = cosine,
                          .turn_sine = sine,
                          .from = top,
                          .to = top};
    raster_chain left = right;
    left.q.x = -side_x;
    raster_chains(sink, &left, &right, top.y, centre.y - up.y);
}
