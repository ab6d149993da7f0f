// SPDX-License-Identifier: MIT
//
// Images under an affine map, one span of pixels a row.
//
// With the inverse map, texel coordinates are linear in pixel coordinates:
// u(x, y) = U(y) + (x - xref) du, and v alike, where U steps by duy a row. U and duy are 32.32, du
// is 16.16, and (xref, yref) is the pixel at the image's centre, so that rounding stays small and
// every pixel's (u, v) is the same however the picture is clipped.
//
// A row's span is an intersection of half planes, lo <= u, u < hi and the same for v. Each of them
// ends at X(y) = xref + (lo - U(y)) / du, again linear in y: X and its step are computed once, in
// 40.24, with errors below a quarter pixel in all, and taken a quarter pixel wide. The ends of the
// span are then narrowed with the exact test on (u, v). Between two ends that pass everything
// passes, since the conditions are convex: no pixel in between is tested, and none is read outside.
//
// A hull adds half planes nu u + nv v >= k of its own; they need not be exact, since outside of a
// hull there is nothing to see, and are grown by what bilinear weights reach. When all of them are
// usable, those of the rectangle are left out.
#include "canvas/canvas.h"

#define MOST_HULL 16
#define MOST_EDGES (4 + MOST_HULL)
#define LARGEST_HULL 4095 // coordinates; the products below then fit
#define LARGEST_STEP 1024 // texels a pixel; smaller images draw nothing
#define Q24 (1 << 24)
#define QUARTER (Q24 / 4)
#define STEEPEST_LOG 15 // pixels a row; steeper edges are divided anew in every row

#define MARGIN 0.0625f // a hull grows by this part of a texel, for rounding

// The end of a half plane: inside is x >= at (left) or x <= at (right), 40.24.
typedef struct edge {
    int64_t at, step;
} edge;

// A half plane of the rectangle so flat that its end leaps over the picture from row to row.
typedef struct flat_edge {
    int64_t value, step; // 32.32, at xref; inside is value + (x - xref) slope >= 0
    int32_t slope;       // 16.16
} flat_edge;

typedef struct walk {
    edge edges[MOST_EDGES]; // the left ones from the start, the right ones from the end
    int32_t left_count, right_count;
    flat_edge flat[4];
    int32_t flat_count;
    uint64_t u, v;    // 32.32 at (xref, y), wrapping
    int64_t duy, dvy; // 32.32 a row
    int32_t xref, yref;
    int32_t u_lo, v_lo;      // 16.16
    uint32_t u_size, v_size; // hi - lo
    canvas_box box;          // the pixels that may be touched at all
} walk;

static float absolute(float x)
{
    return x < 0.0f ? -x : x;
}

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

static int32_t round_q16(float x)
{
    return (int32_t)(x * 65536.0f + (x < 0.0f ? -0.5f : 0.5f));
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    const int64_t quotient = a / b;
    return quotient - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}

static void add_edge(walk *w, int64_t at, int64_t step, bool left)
{
    if (left) {
        w->edges[w->left_count++] = (edge){at - QUARTER, step};
    } else {
        w->edges[MOST_EDGES - ++w->right_count] = (edge){at + QUARTER, step};
    }
}

// Adds lo <= z and z < hi for z = value(y) + (x - xref) slope; all 32.32 but the slope, 16.16.
// Edges of ordinary slope are left out when the hull stands for them.
static void add_strip(walk *w, int64_t lo, int64_t hi, int64_t value, int64_t step, int32_t slope,
                      int64_t rows, bool hulled)
{
    if (magnitude(step) >> (STEEPEST_LOG + 16) >= magnitude(slope)) {
        w->flat[w->flat_count++] = (flat_edge){value - lo + step * rows, step, slope};
        w->flat[w->flat_count++] = (flat_edge){hi - value - step * rows, -step, -slope};
        return;
    }
    if (hulled) {
        return;
    }
    const int64_t per_row = -step * 256 / slope;
    const int64_t base = (int64_t)w->xref * Q24 + per_row * rows;
    add_edge(w, (lo - value) * 256 / slope + base, per_row, slope > 0);
    add_edge(w, (hi - value) * 256 / slope + base, per_row, slope < 0);
}

// A hull that can be used: few and small coordinates, all within the rectangle, not too many rows.
static bool hull_is_usable(const hone_image_part *part, int64_t rows)
{
    const int64_t most_rows = 1024;
    if (part == NULL || part->hull == NULL || part->hull_count < 3 ||
        part->hull_count > MOST_HULL || part->rect.width > LARGEST_HULL ||
        part->rect.height > LARGEST_HULL || rows > most_rows) {
        return false;
    }
    for (int32_t i = 0; i < part->hull_count; i++) {
        const int32_t u = part->hull[2 * i];
        const int32_t v = part->hull[2 * i + 1];
        if (u < 0 || v < 0 || u > part->rect.width || v > part->rect.height) {
            return false;
        }
    }
    return true;
}

// Adds one edge of the hull, inside where nu (u - pu) + nv (v - pv) >= 0; u, v texels at (xref,
// yref) from the edge's start. In float: 24 bits are enough for slopes and distances of this size.
// False when the edge is too flat for that.
static bool add_hull_edge(walk *w, const image_source *source, int64_t rows, float nu, float nv,
                          float u, float v, float grow)
{
    const float unit = 1.0f / 65536.0f;
    const float slope = (nu * (float)source->du + nv * (float)source->dv) * unit;
    const float step = (nu * (float)(w->duy >> 16) + nv * (float)(w->dvy >> 16)) * unit;
    const float value = nu * u + nv * v + (absolute(nu) + absolute(nv)) * grow;
    const float steepest = 256.0f;
    const float farthest = 16384.0f;
    if (!(absolute(step) < absolute(slope) * steepest &&
          absolute(value) < absolute(slope) * farthest)) {
        return step == 0.0f && slope == 0.0f;
    }
    const int64_t per_row = (int64_t)(-step / slope * (float)Q24);
    const int64_t at = (int64_t)(-value / slope * (float)Q24);
    add_edge(w, at + (int64_t)w->xref * Q24 + per_row * rows, per_row, slope > 0.0f);
    return true;
}

// Adds the hull's edges. False when some are missing.
static bool add_hull(walk *w, const image_source *source, const hone_image_part *part, int64_t rows,
                     float u, float v, float grow)
{
    const int16_t *hull = part->hull;
    const int32_t count = part->hull_count;
    int32_t twice_area = 0;
    bool complete = true;
    for (int32_t i = 0, j = count - 1; i < count; j = i++) {
        twice_area += (hull[2 * j] - hull[0]) * (hull[2 * i + 1] - hull[1]) -
                      (hull[2 * i] - hull[0]) * (hull[2 * j + 1] - hull[1]);
    }
    if (twice_area == 0) {
        return false;
    }
    const float side = twice_area > 0 ? 1.0f : -1.0f;
    for (int32_t i = 0, j = count - 1; i < count; j = i++) {
        const float du = (float)(hull[2 * i] - hull[2 * j]) * side;
        const float dv = (float)(hull[2 * i + 1] - hull[2 * j + 1]) * side;
        complete &= add_hull_edge(w, source, rows, -dv, du, u - (float)hull[2 * i],
                                  v - (float)hull[2 * i + 1], grow);
    }
    return complete;
}

// Pixels whose centres lie within a range, with a tenth of a pixel to spare.
static void limit(int32_t *first, int32_t *end, float lo, float hi)
{
    const float reach = 2.0f * (float)CANVAS_REACH;
    lo = lo < -reach ? -reach : lo;
    hi = hi > reach ? reach : hi;
    *first = canvas_max(*first, canvas_ceil(lo - 0.6f));
    *end = canvas_min(*end, canvas_floor(hi - 0.4f) + 1);
}

static void limit_to_hull(walk *w, const hone_affine2 *m, const hone_image_part *part, float grow)
{
    float lo = 0.0f;
    float hi = 0.0f;
    for (int32_t i = 0; i < part->hull_count; i++) {
        const float y = m->b * part->hull[2 * i] + m->d * part->hull[2 * i + 1];
        lo = i == 0 || y < lo ? y : lo;
        hi = i == 0 || y > hi ? y : hi;
    }
    const float margin = (absolute(m->b) + absolute(m->d)) * grow;
    limit(&w->box.y0, &w->box.y1, lo - margin + m->ty, hi + margin + m->ty);
}

// Fills everything. False when there is nothing to draw.
static NOT_INLINED bool prepare(walk *w, image_source *source, const hone_canvas *canvas,
                                const hone_image_part *part)
{
    const hone_affine2 *m = &canvas->state.transform;
    const bool bilinear = canvas->state.filter == HONE_FILTER_BILINEAR;
    const float grow = bilinear ? 0.5f : 0.0f;
    const float half_width = (float)source->width * 0.5f;
    const float half_height = (float)source->height * 0.5f;
    const hone_vec2 centre = canvas_apply(m, (hone_vec2){half_width, half_height});
    const float reach_x =
        absolute(m->a) * (half_width + grow) + absolute(m->c) * (half_height + grow);
    const float reach_y =
        absolute(m->b) * (half_width + grow) + absolute(m->d) * (half_height + grow);
    const float det = m->a * m->d - m->b * m->c;
    if (!raster_reaches(centre) || !(absolute(det) > 0.0f)) {
        return false;
    }
    w->box = canvas_clip_box(canvas);
    limit(&w->box.x0, &w->box.x1, centre.x - reach_x, centre.x + reach_x);
    limit(&w->box.y0, &w->box.y1, centre.y - reach_y, centre.y + reach_y);
    if (w->box.x0 >= w->box.x1 || w->box.y0 >= w->box.y1) {
        return false;
    }
    const float a = m->d / det;
    const float b = -m->b / det;
    const float c = -m->c / det;
    const float d = m->a / det;
    const float most = (float)LARGEST_STEP;
    if (!(absolute(a) < most && absolute(b) < most && absolute(c) < most && absolute(d) < most)) {
        return false;
    }
    w->xref = canvas_floor(centre.x);
    w->yref = canvas_floor(centre.y);
    // A hull saves nothing where clear texels count.
    const bool hull = canvas->state.blend != HONE_BLEND_NONE && reach_y < 1e6f &&
                      hull_is_usable(part, (int64_t)reach_y + 2);
    if (hull) {
        limit_to_hull(w, m, part, grow + MARGIN);
        if (w->box.y0 >= w->box.y1) {
            return false;
        }
    }
    const float dx = (float)w->xref + 0.5f - centre.x;
    const float dy = (float)w->yref + 0.5f - centre.y;
    const float du = a * dx + c * dy; // from the image's centre, in texels
    const float dv = b * dx + d * dy;
    if (!(absolute(du) < 1e6f && absolute(dv) < 1e6f)) {
        return false;
    }
    const float two32 = 4294967296.0f;
    const int64_t one = (int64_t)1 << 32;
    const int64_t half = bilinear ? one / 2 : 0;
    const int64_t u = source->width * (one / 2) + (int64_t)(du * two32) - half;
    const int64_t v = source->height * (one / 2) + (int64_t)(dv * two32) - half;
    const int64_t lo = bilinear ? -one : 0;
    source->du = round_q16(a);
    source->dv = round_q16(b);
    w->duy = (int64_t)(c * two32);
    w->dvy = (int64_t)(d * two32);
    w->left_count = 0;
    w->right_count = 0;
    w->flat_count = 0;
    const int64_t rows = (int64_t)w->box.y0 - w->yref;
    const bool hulled =
        hull && add_hull(w, source, part, rows, half_width + du, half_height + dv, grow + MARGIN);
    add_strip(w, lo, source->width * one, u, w->duy, source->du, rows, hulled);
    add_strip(w, lo, source->height * one, v, w->dvy, source->dv, rows, hulled);
    w->u = (uint64_t)u + (uint64_t)w->duy * (uint64_t)rows;
    w->v = (uint64_t)v + (uint64_t)w->dvy * (uint64_t)rows;
    w->u_lo = bilinear ? -65536 : 0;
    w->v_lo = w->u_lo;
    w->u_size = (uint32_t)(source->width + (bilinear ? 1 : 0)) << 16;
    w->v_size = (uint32_t)(source->height + (bilinear ? 1 : 0)) << 16;
    return true;
}

static void limit_by_flat_edges(walk *w, int64_t *x0, int64_t *x1)
{
    for (int32_t i = 0; i < w->flat_count; i++) {
        flat_edge *f = &w->flat[i];
        const int64_t value = f->value >> 16;
        if (f->slope == 0) {
            *x1 = value < 0 ? *x0 : *x1;
        } else if (f->slope > 0) {
            const int64_t at = w->xref + floor_divide(-value, f->slope) - 1;
            *x0 = at > *x0 ? at : *x0;
        } else {
            const int64_t at = w->xref + floor_divide(value, -f->slope) + 3;
            *x1 = at < *x1 ? at : *x1;
        }
        f->value += f->step;
    }
}

static void draw_rows(walk *w, const image_source *source, const hone_canvas *canvas,
                      image_row *row)
{
    const uint32_t du = (uint32_t)source->du;
    const uint32_t dv = (uint32_t)source->dv;
    const uint32_t u_lo = (uint32_t)w->u_lo;
    const uint32_t v_lo = (uint32_t)w->v_lo;
    const uint32_t u_size = w->u_size;
    const uint32_t v_size = w->v_size;
    const int64_t leftmost = (int64_t)w->box.x0 * Q24;
    const int64_t rightmost = (int64_t)(w->box.x1 - 1) * Q24;
    edge *const left_end = w->edges + w->left_count;
    edge *const right_start = w->edges + MOST_EDGES - w->right_count;
    uint8_t *pixels = canvas_pixel(canvas, w->box.x0, w->box.y0);
    uint64_t u_row = w->u;
    uint64_t v_row = w->v;
    for (int32_t rows = w->box.y1 - w->box.y0; rows > 0; rows--) {
        int64_t left = leftmost;
        int64_t right = rightmost;
        for (edge *e = w->edges; e < left_end; e++) {
            left = e->at > left ? e->at : left;
            e->at += e->step;
        }
        for (edge *e = right_start; e < w->edges + MOST_EDGES; e++) {
            right = e->at < right ? e->at : right;
            e->at += e->step;
        }
        int64_t x0 = (left + Q24 - 1) >> 24;
        int64_t x1 = (right >> 24) + 1;
        if (w->flat_count > 0) {
            limit_by_flat_edges(w, &x0, &x1);
        }
        if (x0 < x1) {
            uint32_t u = (uint32_t)(u_row >> 16) + (uint32_t)(x0 - w->xref) * du - u_lo;
            uint32_t v = (uint32_t)(v_row >> 16) + (uint32_t)(x0 - w->xref) * dv - v_lo;
            while (x0 < x1 && !(u < u_size && v < v_size)) {
                x0++;
                u += du;
                v += dv;
            }
            int32_t count = (int32_t)(x1 - x0);
            uint32_t u_last = u + (uint32_t)(count - 1) * du;
            uint32_t v_last = v + (uint32_t)(count - 1) * dv;
            while (count > 0 && !(u_last < u_size && v_last < v_size)) {
                count--;
                u_last -= du;
                v_last -= dv;
            }
            if (count > 0) {
                row(pixels + (x0 - w->box.x0) * source->bytes, count, source, (int32_t)(u + u_lo),
                    (int32_t)(v + v_lo));
            }
        }
        pixels += canvas->surface.stride;
        u_row += (uint64_t)w->duy;
        v_row += (uint64_t)w->dvy;
    }
}

static void row_in_two_passes(void *pixels, int32_t count, const image_source *source, int32_t u,
                              int32_t v)
{
    enum { PIECE = 64 };
    uint32_t fetched[PIECE + 8];
    uint8_t *to = pixels;
    while (count > 0) {
        const int32_t some = canvas_min(count, PIECE);
        source->fetch(fetched, some, source, u, v);
        source->composite(to, fetched, some, source->blend, source->keyed);
        u = (int32_t)((uint32_t)u + (uint32_t)some * (uint32_t)source->du);
        v = (int32_t)((uint32_t)v + (uint32_t)some * (uint32_t)source->dv);
        to += some * source->bytes;
        count -= some;
    }
}

bool canvas_part_of(const hone_texture *t, const hone_rect *rect, hone_rect *out)
{
    const int32_t largest = 32767;
    if (t == NULL || t->pixels == NULL || t->width < 1 || t->height < 1 || t->width > largest ||
        t->height > largest || (uint32_t)t->format > HONE_PIXEL_ARGB4444 ||
        t->stride < t->width * hone_pixel_bytes(t->format) ||
        t->stride % hone_pixel_bytes(t->format) != 0) {
        return false;
    }
    const hone_rect r = rect != NULL ? *rect : (hone_rect){0, 0, t->width, t->height};
    if (r.x < 0 || r.y < 0 || r.width < 1 || r.height < 1 || r.width > t->width - r.x ||
        r.height > t->height - r.y) {
        return false;
    }
    *out = r;
    return true;
}

void canvas_draw_image(hone_canvas *canvas, const hone_texture *texture,
                       const hone_image_part *part, canvas_level level)
{
    const hone_canvas_state *state = &canvas->state;
    hone_rect rect;
    if (!canvas_part_of(texture, part != NULL ? &part->rect : NULL, &rect) ||
        canvas->surface.pixels == NULL ||
        (state->opacity == 0 && state->blend != HONE_BLEND_NONE) ||
        (uint32_t)state->filter > HONE_FILTER_BILINEAR ||
        (uint32_t)state->blend > HONE_BLEND_NONE) {
        return;
    }
    image_source source = {.texels = (const uint8_t *)texture->pixels +
                                     (ptrdiff_t)rect.y * texture->stride +
                                     (ptrdiff_t)rect.x * hone_pixel_bytes(texture->format),
                           .stride = texture->stride,
                           .width = rect.width,
                           .height = rect.height,
                           .opacity = state->opacity,
                           .keyed = state->key_enabled,
                           .key = state->key,
                           .blend = state->blend,
                           .bytes = hone_pixel_bytes(canvas->surface.format)};
    walk w;
    if (!prepare(&w, &source, canvas, part)) {
        return;
    }
    const canvas_target *target = canvas_target_of(canvas->surface.format, level);
    image_row *row = target->image(texture, state);
    if (row == NULL) {
        source.fetch = canvas_fetch_of(texture, state->filter, level);
        source.composite = target->composite;
        row = row_in_two_passes;
    }
    draw_rows(&w, &source, canvas, row);
}

void hone_canvas_draw_image(hone_canvas *canvas, const hone_texture *texture,
                            const hone_image_part *part)
{
    canvas_draw_image(canvas, texture, part, canvas_best_level());
}
