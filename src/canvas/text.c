// SPDX-License-Identifier: MIT
//
// Text in the built-in font, smooth at every size and angle.
//
// Between the centres of four font pixels the ink is the bilinear mean of their bits, except where
// only two opposite ones are set: there it is 1 - |distance from the line between them|, so that
// slanted strokes hold together. The outline is where the ink is one half. A pixel of the picture
// takes the ink under its centre, made steeper by the scale, so that the outline's edge is about a
// pixel wide; at one pixel a font pixel this is the bits themselves, exactly. Below that scale, the
// mean of several points of the pixel is taken.
#include "canvas/canvas.h"
#include "canvas/font.h"

#define CHUNK 64
#define MOST_SAMPLES 4 // a side

// A glyph on its way: the map from pixels, counted from the cell's corner, back to the cell.
typedef struct placed {
    const font_glyph *glyph;
    float a, b, c, d;
    float steepness;
    int32_t samples; // a side
} placed;

static uint32_t bit_at(const font_glyph *g, int32_t x, int32_t y)
{
    return (uint32_t)x < 8u && (uint32_t)y < FONT_ROWS ? (uint32_t)(g->rows[y] >> x) & 1u : 0u;
}

// x and y in font pixels from the cell's corner.
static float ink_at(const placed *p, float x, float y)
{
    x -= 0.5f;
    y -= 0.5f;
    if (!(x > -1.0f && y > -1.0f && x < 8.0f && y < (float)FONT_ROWS)) {
        return 0.0f;
    }
    const int32_t ix = (int32_t)(x + 1.0f) - 1;
    const int32_t iy = (int32_t)(y + 1.0f) - 1;
    const uint32_t four = bit_at(p->glyph, ix, iy) | bit_at(p->glyph, ix + 1, iy) << 1 |
                          bit_at(p->glyph, ix, iy + 1) << 2 | bit_at(p->glyph, ix + 1, iy + 1) << 3;
    const float fx = x - (float)ix;
    const float fy = y - (float)iy;
    if (four == 0 || four == 15) {
        return four == 0 ? 0.0f : 1.0f;
    }
    if (four == 9 || four == 6) {
        const float off = four == 9 ? fx - fy : fx + fy - 1.0f;
        return 1.0f - (off < 0.0f ? -off : off);
    }
    const float upper = (four & 1 ? 1.0f - fx : 0.0f) + (four & 2 ? fx : 0.0f);
    const float lower = (four & 4 ? 1.0f - fx : 0.0f) + (four & 8 ? fx : 0.0f);
    return upper * (1.0f - fy) + lower * fy;
}

static uint8_t coverage_at(const placed *p, float px, float py)
{
    float sum = 0.0f;
    const float share = 1.0f / (float)p->samples;
    for (int32_t j = 0; j < p->samples; j++) {
        for (int32_t i = 0; i < p->samples; i++) {
            const float x = px + ((float)i + 0.5f) * share;
            const float y = py + ((float)j + 0.5f) * share;
            sum += ink_at(p, p->a * x + p->c * y, p->b * x + p->d * y);
        }
    }
    float ink = (sum * share * share - 0.5f) * p->steepness + 0.5f;
    ink = ink < 0.0f ? 0.0f : (ink > 1.0f ? 1.0f : ink);
    return (uint8_t)(ink * 255.0f + 0.5f);
}

static void draw_glyph(const hone_canvas *canvas, const canvas_box *box, canvas_paint paint,
                       const canvas_target *target, const placed *p, hone_vec2 origin)
{
    uint8_t coverage[CHUNK];
    for (int32_t y = box->y0; y < box->y1; y++) {
        const float py = (float)y - origin.y;
        for (int32_t x0 = box->x0; x0 < box->x1; x0 += CHUNK) {
            const int32_t count = canvas_min(CHUNK, box->x1 - x0);
            for (int32_t i = 0; i < count; i++) {
                coverage[i] = coverage_at(p, (float)(x0 + i) - origin.x, py);
            }
            target->mask(canvas_pixel(canvas, x0, y), coverage, count, paint);
        }
    }
}

// The pixels that the parallelogram at origin, spanned by right and down, may touch.
static canvas_box box_of(const canvas_box *clip, hone_vec2 origin, hone_vec2 right, hone_vec2 down)
{
    const float x0 = (right.x < 0.0f ? right.x : 0.0f) + (down.x < 0.0f ? down.x : 0.0f);
    const float x1 = (right.x > 0.0f ? right.x : 0.0f) + (down.x > 0.0f ? down.x : 0.0f);
    const float y0 = (right.y < 0.0f ? right.y : 0.0f) + (down.y < 0.0f ? down.y : 0.0f);
    const float y1 = (right.y > 0.0f ? right.y : 0.0f) + (down.y > 0.0f ? down.y : 0.0f);
    const float reach = 2.0f * (float)CANVAS_REACH;
    const hone_vec2 lo = {origin.x + x0 > -reach ? origin.x + x0 : -reach,
                          origin.y + y0 > -reach ? origin.y + y0 : -reach};
    const hone_vec2 hi = {origin.x + x1 < reach ? origin.x + x1 : reach,
                          origin.y + y1 < reach ? origin.y + y1 : reach};
    return (canvas_box){
        canvas_max(clip->x0, canvas_floor(lo.x) - 1), canvas_max(clip->y0, canvas_floor(lo.y) - 1),
        canvas_min(clip->x1, canvas_ceil(hi.x) + 1), canvas_min(clip->y1, canvas_ceil(hi.y) + 1)};
}

void hone_canvas_text(hone_canvas *canvas, float x, float y, float size, hone_color color,
                      const char *utf8)
{
    const canvas_paint paint = canvas_paint_of(canvas, color);
    const canvas_box clip = canvas_clip_box(canvas);
    const hone_affine2 *m = &canvas->state.transform;
    const float unit = size / (float)FONT_CAPITAL; // of a font pixel
    const hone_vec2 right = {m->a * unit, m->b * unit};
    const hone_vec2 down = {m->c * unit, m->d * unit};
    const float det = right.x * down.y - right.y * down.x;
    const float area = det < 0.0f ? -det : det;
    if (canvas_paint_is_nothing(paint) || clip.x0 >= clip.x1 || clip.y0 >= clip.y1 ||
        !(area > 1e-6f && area < 1e9f)) {
        return;
    }
    const float scale = hone_sqrt(area);
    const int32_t samples = scale < 1.0f ? canvas_min(MOST_SAMPLES, canvas_ceil(1.0f / scale)) : 1;
    placed p = {.a = down.y / det,
                .b = -right.y / det,
                .c = -down.x / det,
                .d = right.x / det,
                .steepness = scale > 1.0f ? scale : 1.0f,
                .samples = samples};
    const canvas_target *target = canvas_target_of(canvas->surface.format, canvas_best_level());
    const hone_vec2 up = hone_affine2_apply(*m, (hone_vec2){x, y - unit * (float)FONT_BASELINE});
    float column = 0.0f;
    while (*utf8 != '\0') {
        p.glyph = font_next(&utf8);
        const float width = (float)p.glyph->width;
        const hone_vec2 origin = {up.x + right.x * column, up.y + right.y * column};
        column += width + (float)FONT_GAP;
        if (!raster_reaches(origin)) {
            continue;
        }
        const float margin = 0.5f;
        const float wide = width + 2.0f * margin;
        const float high = (float)FONT_ROWS + 2.0f * margin;
        const canvas_box box = box_of(&clip,
                                      (hone_vec2){origin.x - margin * (right.x + down.x),
                                                  origin.y - margin * (right.y + down.y)},
                                      (hone_vec2){right.x * wide, right.y * wide},
                                      (hone_vec2){down.x * high, down.y * high});
        draw_glyph(canvas, &box, paint, target, &p, origin);
    }
}

float hone_canvas_text_width(float size, const char *utf8)
{
    int32_t columns = 0;
    while (*utf8 != '\0') {
        columns += font_next(&utf8)->width + FONT_GAP;
    }
    return columns == 0 ? 0.0f : (float)(columns - FONT_GAP) * size / (float)FONT_CAPITAL;
}
