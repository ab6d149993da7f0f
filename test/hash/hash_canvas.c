// SPDX-License-Identifier: MIT
#include "hash/hash.h"

#include "hone/canvas.h"
#include "random.h"

enum { SIDE = 96, TEXELS = 40 };

static uint32_t pixels[SIDE * SIDE];
static uint32_t texels[TEXELS * TEXELS];

static uint32_t random_premultiplied(random_state *random)
{
    const int32_t kind = random_index(random, 3);
    const uint32_t a = kind == 0 ? 0 : (kind == 1 ? 255 : (uint32_t)random_index(random, 256));
    uint32_t argb = a << 24;
    for (int32_t shift = 0; shift < 24; shift += 8) {
        argb |= (uint32_t)random_index(random, (int32_t)a + 1) << shift;
    }
    return argb;
}

static hone_affine2 random_map(random_state *random)
{
    const hone_affine2 turn = hone_affine2_rotation(random_float(random, -4.0f, 4.0f));
    // One call a statement: compilers differ in the order in which they evaluate arguments.
    const float scale_y = random_float(random, 0.2f, 3.0f);
    const float scale_x = random_float(random, -3.0f, 3.0f);
    const hone_affine2 scale = hone_affine2_scale(scale_x, scale_y);
    const float y = random_float(random, -10, SIDE);
    const float x = random_float(random, -10, SIDE);
    const hone_affine2 place = hone_affine2_translation(x, y);
    return hone_affine2_mul(place, hone_affine2_mul(turn, scale));
}

static void begin_state(hone_canvas *canvas, random_state *random)
{
    canvas->state.transform = random_map(random);
    canvas->state.opacity = random_index(random, 2) == 0 ? 255 : (uint8_t)random_index(random, 256);
    canvas->state.blend = (hone_blend)random_index(random, 3);
    canvas->state.filter = (hone_filter)random_index(random, 2);
}

static void draw_image(hone_canvas *canvas, random_state *random)
{
    const hone_pixel_format format = (hone_pixel_format)random_index(random, 4);
    for (int32_t i = 0; i < TEXELS * TEXELS; i++) {
        texels[i] = format == HONE_PIXEL_ARGB8888 ? random_premultiplied(random)
                                                  : (uint32_t)random_bits(random);
    }
    if (format == HONE_PIXEL_ARGB4444) {
        uint16_t *narrow = (uint16_t *)(void *)texels;
        for (int32_t i = 0; i < 2 * TEXELS * TEXELS; i++) {
            const uint32_t p = random_premultiplied(random);
            narrow[i] = (uint16_t)((p >> 16 & 0xf000u) | (p >> 12 & 0xf00u) | (p >> 8 & 0xf0u) |
                                   (p >> 4 & 0xfu));
        }
    }
    const int32_t width = 1 + random_index(random, TEXELS);
    const int32_t height = 1 + random_index(random, TEXELS);
    const hone_texture t = {texels, width, height, TEXELS * 4, format};
    hone_canvas_draw_image(canvas, &t, NULL);
}

static void draw_shape(hone_canvas *canvas, random_state *random)
{
    hone_vec2 points[9];
    for (int32_t i = 0; i < 9; i++) {
        points[i].x = random_float(random, -20, 60);
        points[i].y = random_float(random, -20, 60);
    }
    const hone_color color = (hone_color)random_bits(random);
    const float size = random_float(random, 0.3f, 25.0f);
    switch (random_index(random, 6)) {
    case 0:
        hone_canvas_fill_convex(canvas, points, 4, color);
        break;
    case 1:
        hone_canvas_fill_circle(canvas, points[0], size, color);
        break;
    case 2:
        hone_canvas_fill_rect(canvas, points[0].x, points[0].y, size, points[1].x, color);
        break;
    case 3:
        hone_canvas_line(canvas, points[0], points[1], size * 0.2f, color);
        break;
    case 4:
        hone_canvas_polyline(canvas, points, 9, true, size * 0.2f, color);
        break;
    default:
        hone_canvas_text(canvas, points[0].x, points[0].y, size, color,
                         "Hone \xc3\xa5\xc3\xb6 & 42");
        break;
    }
}

void hash_canvas(void)
{
    static const char *const names[2][4] = {
        {"canvas.image_argb8888", "canvas.image_rgb565", "canvas.image_rgb565_swapped",
         "canvas.image_argb4444"},
        {"canvas.shape_argb8888", "canvas.shape_rgb565", "canvas.shape_rgb565_swapped",
         "canvas.shape_argb4444"}};
    for (int32_t kind = 0; kind < 2; kind++) {
        for (int32_t format = 0; format < 4; format++) {
            random_state random = {(uint64_t)(3000 + 10 * kind + format)};
            hash pictures = hash_begin();
            for (int32_t round = 0; round < 100; round++) {
                hone_canvas canvas = hone_canvas_on((hone_surface){
                    pixels, SIDE, SIDE, SIDE * hone_pixel_bytes((hone_pixel_format)format),
                    (hone_pixel_format)format, 0, 0});
                hone_canvas_clear(&canvas, (hone_color)random_bits(&random));
                for (int32_t i = 0; i < 10; i++) {
                    begin_state(&canvas, &random);
                    if (kind == 0) {
                        draw_image(&canvas, &random);
                    } else {
                        draw_shape(&canvas, &random);
                    }
                }
                hash_add(&pictures, pixels,
                         (size_t)SIDE * SIDE * (size_t)hone_pixel_bytes((hone_pixel_format)format));
            }
            hash_end(&pictures, names[kind][format]);
        }
    }
}
