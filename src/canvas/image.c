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
// hull there is nothing to see, and are grown by what bilinear weights reach.
#include "canvas/canvas.h"

#define MOST_HULL 16
#define MOST_EDGES (4 + MOST_HULL)
#define LARGEST_HULL 4095 // coordinates; the products below then fit
#define LARGEST_STEP 1024 // texels a pixel; smaller images draw nothing
#define Q24 (1 << 24)
#define QUARTER (Q24 / 4)
#define STEEPEST 32768 // pixels a row; steeper edges are divided anew in every row

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
    int32_t y0, y1;          // rows
} walk;

static float absolute(float x)
{
    return x < 0.0f ? -x : x;
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

// Adds value(y) + (x - xref) slope >= 0; value and step 32.32, slope 16.16.
static void add_half_plane(walk *w, int64_t value, int64_t step, int32_t slope, int64_t rows)
{
    if (slope == 0 || step / slope > ((int64_t)STEEPEST << 16) ||
        step / slope < -((int64_t)STEEPEST << 16)) {
        w->flat[w->flat_count++] = (flat_edge){value + step * rows, step, slope};
        return;
    }
    const int64_t per_row = -step * 256 / slope;
    const int64_t at = -value * 256 / slope + (int64_t)w->xref * Q24 + per_row * rows;
    if (slope > 0) {
        w->edges[w->left_count++] = (edge){at - QUARTER, per_row};
    } else {
        w->edges[MOST_EDGES - ++w->right_count] = (edge){at + QUARTER, per_row};
    }
}

static void add_rectangle(walk *w, const image_source *source, int64_t rows, int32_t lo,
                          int64_t u_center, int64_t v_center)
{
    const int64_t one = (int64_t)1 << 32;
    const int64_t u_hi = source->width * one;
    const int64_t v_hi = source->height * one;
    add_half_plane(w, u_center - lo * one, w->duy, source->du, rows);
    add_half_plane(w, u_hi - u_center, -w->duy, -source->du, rows);
    add_half_plane(w, v_center - lo * one, w->dvy, source->dv, rows);
    add_half_plane(w, v_hi - v_center, -w->dvy, -source->dv, rows);
}

static bool hull_is_usable(const hone_image_part *part, int64_t rows_up, int64_t rows_down)
{
    const int64_t most_rows = 4096;
    if (part->hull == NULL || part->hull_count < 3 || part->hull_count > MOST_HULL ||
        rows_up > most_rows || rows_down > most_rows) {
        return false;
    }
    for (int32_t i = 0; i < 2 * part->hull_count; i++) {
        if (part->hull[i] > LARGEST_HULL || part->hull[i] < -LARGEST_HULL) {
            return false;
        }
    }
    return true;
}

// Adds one edge of the hull, inside where nu (u - pu) + nv (v - pv) >= 0; u, v 16.16 at (xref,
// yref). Edges that are too flat to be of use are left out.
static void add_hull_edge(walk *w, const image_source *source, int64_t rows, int64_t nu, int64_t nv,
                          int64_t u, int64_t v, int32_t grow)
{
    const int64_t slope = nu * source->du + nv * source->dv;
    const int64_t step = nu * (w->duy >> 16) + nv * (w->dvy >> 16);
    const int64_t margin = ((nu < 0 ? -nu : nu) + (nv < 0 ? -nv : nv)) * grow;
    const int64_t value = nu * u + nv * v + margin;
    const int64_t scale = 1 << 18;
    if (slope == 0) {
        return;
    }
    const int64_t per_row = -step * scale / slope;
    const int64_t at = -value * scale / slope;
    const int64_t farthest = (int64_t)1 << 40;
    if (per_row > 4096 * scale || per_row < -4096 * scale || at > farthest || at < -farthest) {
        return;
    }
    const edge e = {at * 64 + (int64_t)w->xref * Q24 + per_row * 64 * rows, per_row * 64};
    if (slope > 0) {
        w->edges[w->left_count++] = (edge){e.at - QUARTER, e.step};
    } else {
        w->edges[MOST_EDGES - ++w->right_count] = (edge){e.at + QUARTER, e.step};
    }
}

static void add_hull(walk *w, const image_source *source, const hone_image_part *part, int64_t rows,
                     int64_t u, int64_t v, int32_t grow)
{
    const int16_t *hull = part->hull;
    int64_t twice_area = 0;
    for (int32_t i = 0, j = part->hull_count - 1; i < part->hull_count; j = i++) {
        twice_area +=
            (int64_t)hull[2 * j] * hull[2 * i + 1] - (int64_t)hull[2 * i] * hull[2 * j + 1];
    }
    if (twice_area == 0) {
        return;
    }
    for (int32_t i = 0, j = part->hull_count - 1; i < part->hull_count; j = i++) {
        const int64_t du = hull[2 * i] - hull[2 * j];
        const int64_t dv = hull[2 * i + 1] - hull[2 * j + 1];
        const bool along_side =
            (du == 0 && (hull[2 * i] == 0 || hull[2 * i] == source->width)) ||
            (dv == 0 && (hull[2 * i + 1] == 0 || hull[2 * i + 1] == source->height));
        if (!along_side) {
            add_hull_edge(w, source, rows, twice_area > 0 ? -dv : dv, twice_area > 0 ? du : -du,
                          u - hull[2 * i] * (int64_t)65536, v - hull[2 * i + 1] * (int64_t)65536,
                          grow);
        }
    }
}

// Rows whose centres lie within the corners' range, with a tenth of a pixel to spare.
static void rows_of(const hone_affine2 *m, const float *corners, int32_t count, float *lo,
                    float *hi)
{
    for (int32_t i = 0; i < count; i++) {
        const float y = m->b * corners[2 * i] + m->d * corners[2 * i + 1] + m->ty;
        *lo = i == 0 || y < *lo ? y : *lo;
        *hi = i == 0 || y > *hi ? y : *hi;
    }
}

static void limit_rows(walk *w, float lo, float hi)
{
    const float reach = 2.0f * (float)CANVAS_REACH;
    lo = lo < -reach ? -reach : lo;
    hi = hi > reach ? reach : hi;
    w->y0 = canvas_max(w->y0, canvas_ceil(lo - 0.6f));
    w->y1 = canvas_min(w->y1, canvas_floor(hi - 0.4f) + 1);
}

static void limit_rows_to_hull(walk *w, const hone_affine2 *m, const hone_image_part *part,
                               float grow)
{
    float lo = 0.0f;
    float hi = 0.0f;
    for (int32_t i = 0; i < part->hull_count; i++) {
        const float corner[2] = {part->hull[2 * i], part->hull[2 * i + 1]};
        float y;
        float same;
        rows_of(m, corner, 1, &y, &same);
        lo = i == 0 || y < lo ? y : lo;
        hi = i == 0 || y > hi ? y : hi;
    }
    const float margin = (absolute(m->b) + absolute(m->d)) * grow;
    limit_rows(w, lo - margin, hi + margin);
}

// Fills everything but the edges' current rows. False when there is nothing to draw.
static bool prepare(walk *w, image_source *source, const hone_canvas *canvas,
                    const hone_image_part *part)
{
    const hone_affine2 *m = &canvas->state.transform;
    const bool bilinear = canvas->state.filter == HONE_FILTER_BILINEAR;
    const canvas_box clip = canvas_clip_box(canvas);
    const float det = m->a * m->d - m->b * m->c;
    const float width = (float)source->width;
    const float height = (float)source->height;
    const hone_vec2 centre = hone_affine2_apply(*m, (hone_vec2){width * 0.5f, height * 0.5f});
    if (clip.x0 >= clip.x1 || !raster_reaches(centre) || !(absolute(det) > 0.0f)) {
        return false;
    }
    const float a = m->d / det;
    const float b = -m->b / det;
    const float c = -m->c / det;
    const float d = m->a / det;
    if (!(absolute(a) < (float)LARGEST_STEP && absolute(b) < (float)LARGEST_STEP &&
          absolute(c) < (float)LARGEST_STEP && absolute(d) < (float)LARGEST_STEP)) {
        return false;
    }
    const float grow = bilinear ? 0.5f : 0.0f;
    const float corners[8] = {-grow,        -grow,         width + grow, -grow,
                              width + grow, height + grow, -grow,        height + grow};
    float lo = 0.0f;
    float hi = 0.0f;
    rows_of(m, corners, 4, &lo, &hi);
    w->y0 = clip.y0;
    w->y1 = clip.y1;
    limit_rows(w, lo, hi);
    const bool hull = part != NULL && canvas->state.blend != HONE_BLEND_NONE;
    if (hull && hull_is_usable(part, 0, 0)) {
        limit_rows_to_hull(w, m, part, grow + 0.0625f);
    }
    if (w->y0 >= w->y1) {
        return false;
    }
    w->xref = canvas_floor(centre.x);
    w->yref = canvas_floor(centre.y);
    const float dx = (float)w->xref + 0.5f - centre.x;
    const float dy = (float)w->yref + 0.5f - centre.y;
    const float two32 = 4294967296.0f;
    const int64_t half = bilinear ? (int64_t)1 << 31 : 0;
    const int64_t u =
        source->width * ((int64_t)1 << 31) + (int64_t)((a * dx + c * dy) * two32) - half;
    const int64_t v =
        source->height * ((int64_t)1 << 31) + (int64_t)((b * dx + d * dy) * two32) - half;
    source->du = round_q16(a);
    source->dv = round_q16(b);
    w->duy = (int64_t)(c * two32);
    w->dvy = (int64_t)(d * two32);
    const int64_t rows = (int64_t)w->y0 - w->yref;
    add_rectangle(w, source, rows, bilinear ? -1 : 0, u, v);
    if (hull && hull_is_usable(part, rows < 0 ? -rows : rows, (int64_t)w->y1 - w->yref)) {
        const int64_t to_corner = half >> 16;
        add_hull(w, source, part, rows, (u >> 16) + to_corner, (v >> 16) + to_corner,
                 (bilinear ? 32768 : 0) + 4096);
    }
    w->u = (uint64_t)u + (uint64_t)w->duy * (uint64_t)rows;
    w->v = (uint64_t)v + (uint64_t)w->dvy * (uint64_t)rows;
    w->u_lo = bilinear ? -65536 : 0;
    w->v_lo = w->u_lo;
    w->u_size = (uint32_t)(source->width + (bilinear ? 1 : 0)) << 16;
    w->v_size = (uint32_t)(source->height + (bilinear ? 1 : 0)) << 16;
    return true;
}

static bool is_inside(const walk *w, uint32_t u, uint32_t v)
{
    return u - (uint32_t)w->u_lo < w->u_size && v - (uint32_t)w->v_lo < w->v_size;
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
    const canvas_box clip = canvas_clip_box(canvas);
    const uint32_t du = (uint32_t)source->du;
    const uint32_t dv = (uint32_t)source->dv;
    for (int32_t y = w->y0; y < w->y1; y++) {
        int64_t left = (int64_t)clip.x0 * Q24;
        int64_t right = (int64_t)(clip.x1 - 1) * Q24;
        for (int32_t i = 0; i < w->left_count; i++) {
            edge *e = &w->edges[i];
            left = e->at > left ? e->at : left;
            e->at += e->step;
        }
        for (int32_t i = 0; i < w->right_count; i++) {
            edge *e = &w->edges[MOST_EDGES - 1 - i];
            right = e->at < right ? e->at : right;
            e->at += e->step;
        }
        int64_t x0 = (left + Q24 - 1) >> 24;
        int64_t x1 = (right >> 24) + 1;
        limit_by_flat_edges(w, &x0, &x1);
        const uint32_t u_row = (uint32_t)(w->u >> 16);
        const uint32_t v_row = (uint32_t)(w->v >> 16);
        w->u += (uint64_t)w->duy;
        w->v += (uint64_t)w->dvy;
        if (x0 >= x1) {
            continue;
        }
        uint32_t u = u_row + (uint32_t)(x0 - w->xref) * du;
        uint32_t v = v_row + (uint32_t)(x0 - w->xref) * dv;
        while (x0 < x1 && !is_inside(w, u, v)) {
            x0++;
            u += du;
            v += dv;
        }
        int32_t count = (int32_t)(x1 - x0);
        const uint32_t steps = (uint32_t)count - 1;
        uint32_t u_end = u + steps * du;
        uint32_t v_end = v + steps * dv;
        while (count > 0 && !is_inside(w, u_end, v_end)) {
            count--;
            u_end -= du;
            v_end -= dv;
        }
        if (count > 0) {
            row(canvas_pixel(canvas, (int32_t)x0, y), count, source, (int32_t)u, (int32_t)v);
        }
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
    const canvas_target *target = canvas_target_of(canvas->surface.format, level);
    image_row *row = target->image(texture, state);
    image_source source = {.texels = (const uint8_t *)texture->pixels +
                                     (ptrdiff_t)rect.y * texture->stride +
                                     (ptrdiff_t)rect.x * hone_pixel_bytes(texture->format),
                           .stride = texture->stride,
                           .width = rect.width,
                           .height = rect.height,
                           .opacity = state->opacity,
                           .keyed = state->key_enabled,
                           .key = state->key,
                           .fetch = canvas_fetch_of(texture, state->filter, level),
                           .composite = target->composite,
                           .blend = state->blend,
                           .bytes = hone_pixel_bytes(canvas->surface.format)};
    walk w;
    w.left_count = 0;
    w.right_count = 0;
    w.flat_count = 0;
    if (prepare(&w, &source, canvas, part)) {
        draw_rows(&w, &source, canvas, row != NULL ? row : row_in_two_passes);
    }
}

void hone_canvas_draw_image(hone_canvas *canvas, const hone_texture *texture,
                            const hone_image_part *part)
{
    canvas_draw_image(canvas, texture, part, canvas_best_level());
}
