// SPDX-License-Identifier: MIT
//
// What the files of this room share: the clip, paints, the row functions of a target format, and
// the rasteriser of convex shapes.
#ifndef HONE_CANVAS_ROOM_H
#define HONE_CANVAS_ROOM_H

#include "hone/canvas.h"

// Pixels of the picture, x0 <= x < x1, y0 <= y < y1; empty when x0 >= x1 or y0 >= y1.
typedef struct canvas_box {
    int32_t x0, y0, x1, y1;
} canvas_box;

// The coordinates of everything that is drawn stay within this many pixels of the origin; what
// reaches further is left out.
#define CANVAS_REACH (1 << 19)

// Which instructions the row functions may use. Every level gives the same bits.
typedef enum canvas_level { CANVAS_PLAIN, CANVAS_SSE2, CANVAS_AVX2 } canvas_level;

// The best level of this machine and build.
canvas_level canvas_best_level(void);

// The state's clip within the surface; empty when the canvas cannot be drawn on.
canvas_box canvas_clip_box(const hone_canvas *canvas);

// The address of a pixel that lies in the clip box.
void *canvas_pixel(const hone_canvas *canvas, int32_t x, int32_t y);

// A colour ready for drawing: premultiplied, the opacity in it.
typedef struct canvas_paint {
    uint32_t argb;
    hone_blend blend;
} canvas_paint;

canvas_paint canvas_paint_of(const hone_canvas *canvas, hone_color color);

// True when painting changes no pixel.
bool canvas_paint_is_nothing(canvas_paint paint);

typedef struct image_source image_source;

// Every pair of formats can be drawn in two passes: a fetch function of the texture's format writes
// premultiplied ARGB8888, filtered, scaled by the opacity, 0 where the key is (and may write seven
// entries more than asked for); a composite function
// of the target's format blends it. Pairs that matter have row functions of their own.
typedef void image_fetch(uint32_t *out, int32_t count, const image_source *source, int32_t u,
                         int32_t v);
// With picky, clear source pixels change nothing even when the blend mode is NONE.
typedef void image_composite(void *pixels, const uint32_t *source, int32_t count, hone_blend blend,
                             bool picky);

// The rectangle of texels that is drawn, and how. Coordinates are 16.16 texels from its corner; for
// bilinear drawing they are half a texel less, so that the whole part names the upper left one of
// the four texels.
struct image_source {
    const uint8_t *texels;
    int32_t stride;
    int32_t width, height;
    int32_t du, dv; // per pixel to the right
    uint32_t opacity;
    bool keyed;
    uint32_t key;
    // Of the way in two passes, see below.
    image_fetch *fetch;
    image_composite *composite;
    hone_blend blend;
    int32_t bytes; // of a target pixel
};

// Draws count pixels from coordinates (u, v) on. Nearest: every pixel lies within the rectangle.
// Bilinear: every pixel lies within it, grown by one texel to the left and above.
typedef void image_row(void *pixels, int32_t count, const image_source *source, int32_t u,
                       int32_t v);

typedef struct raster_sink raster_sink;
struct raster_chain;

// The row functions of one target format at one level.
typedef struct canvas_target {
    // The stored form of a premultiplied colour.
    uint32_t (*store)(uint32_t argb);
    // Sets pixels to a stored colour.
    void (*set)(void *pixels, int32_t count, uint32_t stored);
    // Paints pixels evenly with coverage 0..255.
    void (*paint)(void *pixels, int32_t count, canvas_paint paint, uint32_t coverage);
    // Paints each pixel with its own coverage.
    void (*mask)(void *pixels, const uint8_t *coverage, int32_t count, canvas_paint paint);
    // Draws rows y to y1 - 1 of a convex shape, which one edge on each side crosses from top to
    // bottom, with the bits of the general way; returns the first row that it leaves to that way.
    // NULL when there is no such function.
    int32_t (*convex_rows)(const raster_sink *sink, int32_t y, int32_t y1,
                           const struct raster_chain *left, const struct raster_chain *right);
    // The second pass of images.
    image_composite *composite;
    // The row function for a texture, NULL when two passes are the way.
    image_row *(*image)(const hone_texture *texture, const hone_canvas_state *state);
} canvas_target;

const canvas_target *canvas_target_of(hone_pixel_format format, canvas_level level);
const canvas_target *canvas_target_argb8888(canvas_level level);
const canvas_target *canvas_target_rgb565(bool swapped, canvas_level level);
const canvas_target *canvas_target_argb4444(canvas_level level);

image_fetch *canvas_fetch_of(const hone_texture *texture, hone_filter filter, canvas_level level);

// The rectangle of a texture that is meant, NULL = all of it. False when the texture is unusable or
// the rectangle reaches outside of it.
bool canvas_part_of(const hone_texture *texture, const hone_rect *rect, hone_rect *out);

// hone_canvas_draw_image with the level given.
void canvas_draw_image(hone_canvas *canvas, const hone_texture *texture,
                       const hone_image_part *part, canvas_level level);

// Where a shape's coverage goes: straight to the canvas, or into a tile that keeps the largest
// value of each pixel.
struct raster_sink {
    canvas_box clip;
    const canvas_target *target; // NULL: the tile
    canvas_paint paint;
    uint8_t *pixels; // the clip's first pixel
    int32_t stride, bytes;
};

raster_sink raster_sink_of(const hone_canvas *canvas, canvas_paint paint);

// Adds a convex polygon; map takes the points to pixels of the picture, NULL = they are. Any other
// input is safe but draws anything.
void raster_convex(const raster_sink *sink, const hone_vec2 *points, int32_t count,
                   const hone_affine2 *map);

// Adds the ellipse centre + p cos t + q sin t.
void raster_ellipse(const raster_sink *sink, hone_vec2 centre, hone_vec2 p, hone_vec2 q);

// How many chords stand for half an ellipse of a radius in pixels: they leave it by at most 0.02.
int32_t raster_arc_steps(float radius);

// The turn from chord to chord, and how far beyond the ellipse their ends must lie so that the area
// is right.
void raster_turn(int32_t steps, float *cosine, float *sine, float *outward);

// Whether a point is a number that shapes can be drawn with.
static inline bool raster_reaches(hone_vec2 p)
{
    const float reach = (float)CANVAS_REACH;
    return p.x >= -reach && p.x <= reach && p.y >= -reach && p.y <= reach;
}

// The map applied to a point, as hone_affine2_apply does.
static inline hone_vec2 canvas_apply(const hone_affine2 *m, hone_vec2 p)
{
    return (hone_vec2){m->a * p.x + m->c * p.y + m->tx, m->b * p.x + m->d * p.y + m->ty};
}

// The pixels of a row, first to last - 1, whose four texels all lie inside the rectangle.
typedef struct image_span {
    int32_t first, last;
} image_span;

static inline image_span canvas_inside_of(const image_source *s, int32_t count, int32_t u0,
                                          int32_t v0)
{
    const uint32_t du = (uint32_t)s->du;
    const uint32_t dv = (uint32_t)s->dv;
    const uint32_t u_end = (uint32_t)(s->width - 1) << 16;
    const uint32_t v_end = (uint32_t)(s->height - 1) << 16;
    image_span in = {0, count};
    uint32_t u = (uint32_t)u0;
    uint32_t v = (uint32_t)v0;
    while (in.first < count && !(u < u_end && v < v_end)) {
        in.first++;
        u += du;
        v += dv;
    }
    u = (uint32_t)u0 + (uint32_t)(count - 1) * du;
    v = (uint32_t)v0 + (uint32_t)(count - 1) * dv;
    while (in.last > in.first && !(u < u_end && v < v_end)) {
        in.last--;
        u -= du;
        v -= dv;
    }
    return in;
}

static inline int32_t canvas_min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t canvas_max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

// The largest whole number <= x, for |x| < 2^31.
// For a function whose variables are not needed any more when rows are drawn: the stack stays flat.
#if defined(__GNUC__)
#define NOT_INLINED __attribute__((noinline))
#else
#define NOT_INLINED
#endif

static inline int32_t canvas_floor(float x)
{
    const int32_t whole = (int32_t)x;
    return whole - ((float)whole > x ? 1 : 0);
}

static inline int32_t canvas_ceil(float x)
{
    const int32_t whole = (int32_t)x;
    return whole + ((float)whole < x ? 1 : 0);
}

#endif
