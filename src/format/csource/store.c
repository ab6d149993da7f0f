// SPDX-License-Identifier: MIT
//
// From ARGB8888 to 16 bits a pixel, rounded or dithered. ARGB4444 stays premultiplied and keeps
// colour <= alpha; in the RGB565 formats a pixel is opaque or has the key colour.
#include "format/csource/csource.h"

#include <string.h>

// ---- choosing the format

static uint32_t alpha_at(const picture *p, int32_t x, int32_t y)
{
    bool inside = x >= 0 && y >= 0 && x < p->width && y < p->height;
    return inside ? p->pixels[(ptrdiff_t)y * p->width + x] >> 24 : 0;
}

static bool beside_clear(const picture *p, int32_t x, int32_t y)
{
    for (int32_t j = -1; j <= 1; j++) {
        for (int32_t i = -1; i <= 1; i++) {
            if (alpha_at(p, x + i, y + j) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool picture_keeps_alpha(const picture *p, double percent)
{
    int64_t visible = 0;
    int64_t translucent = 0;
    for (int32_t y = 0; y < p->height; y++) {
        for (int32_t x = 0; x < p->width; x++) {
            uint32_t alpha = alpha_at(p, x, y);
            visible += alpha > 0;
            translucent += alpha > 0 && alpha < 255 && !beside_clear(p, x, y);
        }
    }
    return (double)translucent * 100.0 > percent * (double)visible;
}

// ---- keys

static uint16_t swapped(uint32_t value)
{
    return (uint16_t)(value << 8 | value >> 8);
}

static uint32_t rgb565_of(uint32_t red, uint32_t green, uint32_t blue)
{
    return ((red * 31 + 127) / 255) << 11 | ((green * 63 + 127) / 255) << 5 |
           (blue * 31 + 127) / 255;
}

uint16_t stored_key(const hone_pack_def *def, hone_pixel_format format)
{
    uint32_t key = rgb565_of(def->out_key >> 16 & 255, def->out_key >> 8 & 255, def->out_key & 255);
    return format == HONE_PIXEL_RGB565_SWAPPED ? swapped(key) : (uint16_t)key;
}

bool stored_visible(const stored *s, int32_t x, int32_t y, uint16_t key)
{
    uint16_t texel = s->texels[(ptrdiff_t)y * s->width + x];
    return s->format == HONE_PIXEL_ARGB4444 ? texel >> 12 != 0 : texel != key;
}

// ---- quantising

// The errors that came to the pixels of a row and of the next one: colours, alpha.
typedef struct rows {
    double (*now)[4];
    double (*next)[4];
} rows;

// The value that dithering adds before rounding, in steps of the target: -1/2 to 1/2.
static double pattern(int32_t x, int32_t y)
{
    static const uint8_t order[4][4] = {
        {0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    return ((double)order[y & 3][x & 3] + 0.5) / 16.0 - 0.5;
}

// A channel from 0..255 in `levels` steps, at most `most` steps.
static uint32_t quantise(double value, uint32_t levels, uint32_t most, double shift)
{
    double steps = value * (double)levels / 255.0 + 0.5 + shift;
    uint32_t step = steps <= 0.0 ? 0 : (uint32_t)steps;
    return step > most ? most : step;
}

static void spread(rows *r, int32_t width, int32_t x, int c, double error)
{
    if (x + 1 < width) {
        r->now[x + 1][c] += error * (7.0 / 16.0);
        r->next[x + 1][c] += error * (1.0 / 16.0);
    }
    if (x > 0) {
        r->next[x - 1][c] += error * (3.0 / 16.0);
    }
    r->next[x][c] += error * (5.0 / 16.0);
}

typedef struct storing {
    const picture *from;
    const hone_pack_def *def;
    hone_pixel_format format;
    rows rows;
    int64_t clashes;
} storing;

// The colour as it shall be stored, 0..255: premultiplied, or for keyed formats not.
static bool wanted(const storing *s, uint32_t pixel, double color[3], uint32_t *alpha)
{
    *alpha = pixel >> 24;
    bool keyed = s->format != HONE_PIXEL_ARGB4444;
    if (*alpha == 0 || (keyed && *alpha < s->def->alpha_threshold)) {
        return false;
    }
    for (int c = 0; c < 3; c++) {
        double value = (double)(pixel >> (16 - 8 * c) & 255);
        color[c] = keyed ? value * 255.0 / (double)*alpha : value;
        color[c] = color[c] > 255.0 ? 255.0 : color[c];
    }
    return true;
}

// Opaque stays opaque.
static uint32_t store_alpha(storing *s, int32_t x, uint32_t alpha, double shift)
{
    bool diffuse = s->def->dither == HONE_DITHER_DIFFUSION && alpha < 255;
    double value = (double)alpha + (diffuse ? s->rows.now[x][3] : 0.0);
    uint32_t steps = quantise(value, 15, 15, shift);
    if (diffuse) {
        spread(&s->rows, s->from->width, x, 3, value - (double)steps * 17.0);
    }
    return steps;
}

static uint16_t store_pixel(storing *s, int32_t x, int32_t y)
{
    static const uint32_t levels565[3] = {31, 63, 31};
    uint16_t key = stored_key(s->def, s->format);
    bool keyed = s->format != HONE_PIXEL_ARGB4444;
    double color[3];
    uint32_t alpha;
    if (!wanted(s, s->from->pixels[(ptrdiff_t)y * s->from->width + x], color, &alpha)) {
        return keyed ? key : 0;
    }
    double shift = s->def->dither == HONE_DITHER_PATTERN ? pattern(x, y) : 0.0;
    uint32_t alpha4 = keyed ? 15 : store_alpha(s, x, alpha, shift);
    uint32_t steps[3];
    for (int c = 0; c < 3; c++) {
        uint32_t levels = keyed ? levels565[c] : 15;
        double value = color[c];
        if (s->def->dither == HONE_DITHER_DIFFUSION) {
            value += s->rows.now[x][c];
        }
        steps[c] = quantise(value, levels, keyed ? levels : alpha4, shift);
        if (s->def->dither == HONE_DITHER_DIFFUSION) {
            spread(&s->rows, s->from->width, x, c,
                   value - (double)steps[c] * 255.0 / (double)levels);
        }
    }
    if (!keyed) {
        return (uint16_t)(alpha4 << 12 | steps[0] << 8 | steps[1] << 4 | steps[2]);
    }
    uint32_t texel = steps[0] << 11 | steps[1] << 5 | steps[2];
    if (s->format == HONE_PIXEL_RGB565_SWAPPED) {
        texel = swapped(texel);
    }
    if (texel == key) {
        s->clashes++;
        texel ^= s->format == HONE_PIXEL_RGB565_SWAPPED ? 0x0100u : 1u;
    }
    return (uint16_t)texel;
}

static uint32_t hash_of(const stored *s)
{
    uint32_t hash = 2166136261u;
    size_t count = (size_t)s->width * (size_t)s->height;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ s->texels[i]) * 16777619u;
    }
    return hash;
}

bool picture_store(arena *a, const picture *p, const hone_pack_def *def, hone_pixel_format format,
                   stored *out, int64_t *clashes)
{
    size_t width = (size_t)p->width;
    storing s = {.from = p, .def = def, .format = format};
    s.rows.now = arena_new(a, width, sizeof *s.rows.now);
    s.rows.next = arena_new(a, width, sizeof *s.rows.next);
    *out = (stored){.width = p->width,
                    .height = p->height,
                    .format = format,
                    .same_as = HONE_NONE,
                    .to_source = p->to_source};
    out->texels = arena_new(a, width * (size_t)p->height, sizeof *out->texels);
    if (s.rows.now == NULL || s.rows.next == NULL || out->texels == NULL) {
        return false;
    }
    for (int32_t y = 0; y < p->height; y++) {
        for (int32_t x = 0; x < p->width; x++) {
            out->texels[(ptrdiff_t)y * p->width + x] = store_pixel(&s, x, y);
        }
        double(*done)[4] = s.rows.now;
        s.rows.now = s.rows.next;
        s.rows.next = done;
        memset(done, 0, width * sizeof *done);
    }
    out->hash = hash_of(out);
    *clashes += s.clashes;
    return true;
}
