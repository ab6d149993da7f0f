// SPDX-License-Identifier: MIT
#include "scene.h"

#include <math.h>
#include <string.h>

void picture_begin(picture *p, int32_t width, int32_t height, hone_pixel_format format)
{
    memset(p, 0, sizeof *p);
    const int32_t bytes = hone_pixel_bytes(format);
    const int32_t stride = (width + 5) * bytes;
    p->surface = (hone_surface){p->bytes + stride + 4 * bytes, width, height, stride, format, 0, 0};
}

void picture_noise(picture *p, random_state *random)
{
    for (size_t i = 0; i < sizeof p->bytes; i++) {
        p->bytes[i] = (uint8_t)random_bits(random);
    }
}

uint32_t picture_stored(const picture *p, int32_t x, int32_t y)
{
    const hone_texture t = {p->surface.pixels, p->surface.width, p->surface.height,
                            p->surface.stride, p->surface.format};
    return texture_stored(&t, x, y);
}

bool picture_equal(const picture *a, const picture *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

uint32_t texture_stored(const hone_texture *t, int32_t x, int32_t y)
{
    const int32_t bytes = hone_pixel_bytes(t->format);
    const uint8_t *at =
        (const uint8_t *)t->pixels + (ptrdiff_t)y * t->stride + (ptrdiff_t)x * bytes;
    uint32_t wide;
    uint16_t narrow;
    if (bytes == 4) {
        memcpy(&wide, at, 4);
        return wide;
    }
    memcpy(&narrow, at, 2);
    return narrow;
}

uint32_t expanded(uint32_t stored, hone_pixel_format format)
{
    if (format == HONE_PIXEL_ARGB8888) {
        return stored;
    }
    if (format == HONE_PIXEL_ARGB4444) {
        return (stored >> 12) * 0x11000000u | (stored >> 8 & 15) * 0x110000u |
               (stored >> 4 & 15) * 0x1100u | (stored & 15) * 0x11u;
    }
    if (format == HONE_PIXEL_RGB565_SWAPPED) {
        stored = (stored >> 8 | stored << 8) & 0xffff;
    }
    const uint32_t r = stored >> 11;
    const uint32_t g = stored >> 5 & 63;
    const uint32_t b = stored & 31;
    return 0xff000000u | (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2);
}

static void put_texel(random_texture *t, int32_t x, int32_t y, uint32_t argb)
{
    const uint32_t a = argb >> 24;
    const uint32_t r = argb >> 16 & 255;
    const uint32_t g = argb >> 8 & 255;
    const uint32_t b = argb & 255;
    const hone_texture *to = &t->texture;
    uint8_t *at = (uint8_t *)t->texels + (ptrdiff_t)y * to->stride +
                  (ptrdiff_t)x * hone_pixel_bytes(to->format);
    uint16_t narrow = 0;
    switch (to->format) {
    case HONE_PIXEL_ARGB8888:
        memcpy(at, &argb, 4);
        return;
    case HONE_PIXEL_ARGB4444:
        narrow = (uint16_t)((a >> 4) << 12 | (r >> 4) << 8 | (g >> 4) << 4 | b >> 4);
        break;
    case HONE_PIXEL_RGB565:
    case HONE_PIXEL_RGB565_SWAPPED:
        narrow = (uint16_t)((r >> 3) << 11 | (g >> 2) << 5 | b >> 3);
        if (to->format == HONE_PIXEL_RGB565_SWAPPED) {
            narrow = (uint16_t)(narrow >> 8 | narrow << 8);
        }
        break;
    }
    memcpy(at, &narrow, 2);
}

static void texture_begin(random_texture *t, random_state *random, hone_pixel_format format)
{
    const int32_t width = 1 + random_index(random, SCENE_SIDE);
    const int32_t height = 1 + random_index(random, SCENE_SIDE);
    memset(t->texels, 0, sizeof t->texels);
    t->texture =
        (hone_texture){t->texels, width, height, SCENE_SIDE * hone_pixel_bytes(format), format};
}

void texture_noise(random_texture *t, random_state *random, hone_pixel_format format)
{
    texture_begin(t, random, format);
    for (int32_t y = 0; y < t->texture.height; y++) {
        for (int32_t x = 0; x < t->texture.width; x++) {
            const int32_t kind = random_index(random, 3);
            const uint32_t a =
                kind == 0 ? 0 : (kind == 1 ? 255 : (uint32_t)random_index(random, 256));
            uint32_t argb = a << 24;
            for (int32_t shift = 0; shift < 24; shift += 8) {
                argb |= (uint32_t)random_index(random, (int32_t)a + 1) << shift;
            }
            put_texel(t, x, y, argb);
        }
    }
}

// A soft ellipse in a smooth colour, clear outside.
void texture_smooth(random_texture *t, random_state *random, hone_pixel_format format)
{
    texture_begin(t, random, format);
    const double w = t->texture.width;
    const double h = t->texture.height;
    const double radius = random_double(random, 0.2, 0.6);
    for (int32_t y = 0; y < t->texture.height; y++) {
        for (int32_t x = 0; x < t->texture.width; x++) {
            const double distance = hypot((x + 0.5) / w - 0.5, (y + 0.5) / h - 0.5);
            const double soft = (radius - distance) * 8;
            const uint32_t a = (uint32_t)(255 * (soft < 0 ? 0 : (soft > 1 ? 1 : soft)));
            put_texel(t, x, y,
                      a << 24 | (uint32_t)((double)a * x / w) << 16 |
                          (uint32_t)((double)a * y / h) << 8 | a / 2);
        }
    }
}

hone_affine2 transform_random(random_state *random)
{
    const double angle = random_index(random, 4) == 0 ? 1.5707963267948966 * random_index(random, 4)
                                                      : random_double(random, 0, 6.3);
    const int32_t kind = random_index(random, 8);
    const double big = kind == 0 ? 40 : 2.5;
    double sx = random_double(random, 0.05, big);
    double sy = kind < 3 ? random_double(random, 0.05, big) : sx;
    if (kind == 4) {
        sx = sy = 1;
    }
    const double flip = random_index(random, 2) == 0 ? 1 : -1;
    const double shear = kind == 5 ? random_double(random, -1, 1) : 0;
    const double c = cos(angle);
    const double s = sin(angle);
    // One call a statement: compilers differ in the order in which they evaluate initialisers.
    const float tx = random_float(random, -20, SCENE_SIDE + 20);
    const float ty = random_float(random, -20, SCENE_SIDE + 20);
    return (hone_affine2){.a = (float)(c * sx),
                          .b = (float)(s * sx),
                          .c = (float)((shear * c - s) * sy * flip),
                          .d = (float)((shear * s + c) * sy * flip),
                          .tx = tx,
                          .ty = ty};
}

hone_canvas_state state_random(random_state *random, const picture *p)
{
    hone_canvas canvas = hone_canvas_on(p->surface);
    hone_canvas_state *s = &canvas.state;
    s->transform = transform_random(random);
    s->opacity = random_index(random, 2) == 0 ? 255 : (uint8_t)random_index(random, 256);
    s->blend = (hone_blend)random_index(random, 3);
    s->filter = (hone_filter)random_index(random, 2);
    if (random_index(random, 3) == 0) {
        s->clip.x = random_index(random, SCENE_SIDE) - 10;
        s->clip.y = random_index(random, SCENE_SIDE) - 10;
        s->clip.width = random_index(random, SCENE_SIDE) + 1;
        s->clip.height = random_index(random, SCENE_SIDE) + 1;
    }
    return canvas.state;
}
