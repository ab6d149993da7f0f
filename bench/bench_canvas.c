// SPDX-License-Identifier: MIT
//
// The canvas's rows. Images: a soft blob of 256x256 texels (61 % visible, 48 % opaque) turned by 30
// degrees and scaled by 0.8 on 640x360, counted per pixel of its turned square; and a thousand such
// blobs of 32x32 at random places, angles and scales. Shapes: what a stage of dancers draws, on
// 500x500. The peers' figures are for the same scenes on a machine of the same kind.
#include "canvas/canvas.h"
#include "suites.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 640, HEIGHT = 360, BLOB = 256, SPRITE = 32, MANY = 1000 };

static const double square = 0.8 * BLOB * 0.8 * BLOB;

// Everything a row draws with; rows differ in what they fill in.
typedef struct scene {
    uint32_t pixels[500 * 500];
    uint32_t texels[BLOB * BLOB];
    hone_texture texture;
    hone_image_part part;
    int16_t hull[16];
    hone_canvas canvas;
    canvas_level level;
    hone_affine2 places[MANY];
    hone_vec2 from[MANY], to[MANY];
    hone_vec2 corners[MANY][4];
} scene;

// The same numbers in every run.
static double next_random(uint32_t *state, double low, double high)
{
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*state >> 8) / 16777216.0;
}

static void paint_blob(scene *s, int32_t side)
{
    const double outer = 112.8;
    const double inner = 100.0;
    for (int32_t y = 0; y < side; y++) {
        for (int32_t x = 0; x < side; x++) {
            const double r = hypot(x + 0.5 - side / 2.0, y + 0.5 - side / 2.0) * BLOB / side;
            const double soft = (outer - r) / (outer - inner);
            const uint32_t a = (uint32_t)(255.0 * fmin(fmax(soft, 0.0), 1.0) + 0.5);
            const uint32_t red = a * (uint32_t)x / (uint32_t)side;
            const uint32_t green = a * (uint32_t)y / (uint32_t)side;
            s->texels[y * side + x] = a << 24 | red << 16 | green << 8 | a / 2;
        }
    }
    s->texture = (hone_texture){s->texels, side, side, side * 4, HONE_PIXEL_ARGB8888};
    s->part.rect = (hone_rect){0, 0, side, side};
    s->part.hull = s->hull;
    s->part.hull_count = hone_texture_hull(&s->texture, NULL, NULL, s->hull);
}

static hone_affine2 placed(double angle, double scale, double x, double y, double side)
{
    const double c = cos(angle) * scale;
    const double s = sin(angle) * scale;
    return (hone_affine2){(float)c,
                          (float)s,
                          (float)-s,
                          (float)c,
                          (float)(x - side / 2 * (c - s)),
                          (float)(y - side / 2 * (s + c))};
}

static scene *scene_begin(bench_case *c, int32_t width, int32_t height, hone_pixel_format format)
{
    scene *s = calloc(1, sizeof *s);
    c->data = s;
    if (s == NULL) {
        c->skip = "no memory";
        return NULL;
    }
    s->level = canvas_best_level();
    s->canvas = hone_canvas_on(
        (hone_surface){s->pixels, width, height, width * hone_pixel_bytes(format), format, 0, 0});
    hone_canvas_clear(&s->canvas, 0xff305070);
    return s;
}

static void finish(bench_case *c)
{
    free(c->data);
}

static void prepare_image(bench_case *c, hone_filter filter, hone_blend blend, canvas_level level,
                          hone_pixel_format format)
{
    scene *s = scene_begin(c, WIDTH, HEIGHT, format);
    if (s == NULL) {
        return;
    }
    if (level > s->level) {
        free(s);
        c->skip = "not on this machine or in this build";
        return;
    }
    paint_blob(s, BLOB);
    s->level = level;
    s->canvas.state.filter = filter;
    s->canvas.state.blend = blend;
    s->canvas.state.transform = placed(0.5235987755982988, 0.8, WIDTH / 2.0, HEIGHT / 2.0, BLOB);
    c->work = 20 * square;
}

static void run_image(bench_case *c)
{
    scene *s = c->data;
    for (int32_t i = 0; i < 20; i++) {
        canvas_draw_image(&s->canvas, &s->texture, &s->part, s->level);
    }
}

#define IMAGE_ON(name, filter, blend, level, format)                                               \
    static void prepare_##name(bench_case *c)                                                      \
    {                                                                                              \
        prepare_image(c, filter, blend, level, format);                                            \
    }
#define IMAGE(name, filter, blend, level) IMAGE_ON(name, filter, blend, level, HONE_PIXEL_ARGB8888)
IMAGE(bilinear, HONE_FILTER_BILINEAR, HONE_BLEND_OVER, canvas_best_level())
IMAGE(bilinear_add, HONE_FILTER_BILINEAR, HONE_BLEND_ADD, canvas_best_level())
IMAGE(nearest, HONE_FILTER_NEAREST, HONE_BLEND_OVER, canvas_best_level())
IMAGE(bilinear_sse2, HONE_FILTER_BILINEAR, HONE_BLEND_OVER, CANVAS_SSE2)
IMAGE(nearest_sse2, HONE_FILTER_NEAREST, HONE_BLEND_OVER, CANVAS_SSE2)
IMAGE(bilinear_plain, HONE_FILTER_BILINEAR, HONE_BLEND_OVER, CANVAS_PLAIN)
IMAGE(nearest_plain, HONE_FILTER_NEAREST, HONE_BLEND_OVER, CANVAS_PLAIN)
IMAGE_ON(bilinear_565, HONE_FILTER_BILINEAR, HONE_BLEND_OVER, canvas_best_level(),
         HONE_PIXEL_RGB565)
IMAGE_ON(nearest_565, HONE_FILTER_NEAREST, HONE_BLEND_OVER, canvas_best_level(), HONE_PIXEL_RGB565)
IMAGE_ON(nearest_565_plain, HONE_FILTER_NEAREST, HONE_BLEND_OVER, CANVAS_PLAIN, HONE_PIXEL_RGB565)

static void prepare_sprites_on(bench_case *c, hone_pixel_format format)
{
    scene *s = scene_begin(c, WIDTH, HEIGHT, format);
    uint32_t random = 1;
    if (s == NULL) {
        return;
    }
    paint_blob(s, SPRITE);
    for (int32_t i = 0; i < MANY; i++) {
        const double angle = next_random(&random, 0, 6.283);
        const double scale = next_random(&random, 0.7, 1.3);
        const double x = next_random(&random, 0, WIDTH);
        s->places[i] = placed(angle, scale, x, next_random(&random, 0, HEIGHT), SPRITE);
    }
    c->work = MANY;
}

static void prepare_sprites(bench_case *c)
{
    prepare_sprites_on(c, HONE_PIXEL_ARGB8888);
}

static void prepare_sprites_565(bench_case *c)
{
    prepare_sprites_on(c, HONE_PIXEL_RGB565);
}

static void run_sprites(bench_case *c)
{
    scene *s = c->data;
    for (int32_t i = 0; i < MANY; i++) {
        s->canvas.state.transform = s->places[i];
        hone_canvas_draw_image(&s->canvas, &s->texture, &s->part);
    }
}

static void prepare_shapes(bench_case *c)
{
    scene *s = scene_begin(c, 500, 500, HONE_PIXEL_ARGB8888);
    uint32_t random = 2;
    if (s == NULL) {
        return;
    }
    for (int32_t i = 0; i < MANY; i++) {
        const double x = next_random(&random, 70, 430);
        const double y = next_random(&random, 70, 430);
        const double angle = next_random(&random, 0, 6.283);
        const double dx = cos(angle);
        const double dy = sin(angle);
        s->from[i] = (hone_vec2){(float)x, (float)y};
        s->to[i] = (hone_vec2){(float)(x + 60 * dx), (float)(y + 60 * dy)};
        s->corners[i][0] = (hone_vec2){(float)(x - 6 * dy), (float)(y + 6 * dx)};
        s->corners[i][1] = (hone_vec2){(float)(x + 6 * dy), (float)(y - 6 * dx)};
        s->corners[i][2] =
            (hone_vec2){(float)(x + 60 * dx + 3 * dy), (float)(y + 60 * dy - 3 * dx)};
        s->corners[i][3] =
            (hone_vec2){(float)(x + 60 * dx - 3 * dy), (float)(y + 60 * dy + 3 * dx)};
    }
    c->work = MANY;
}

static void run_line(bench_case *c)
{
    scene *s = c->data;
    for (int32_t i = 0; i < MANY; i++) {
        hone_canvas_line(&s->canvas, s->from[i], s->to[i], 2.0f, 0xffffffff);
    }
}

static void run_convex(bench_case *c)
{
    scene *s = c->data;
    for (int32_t i = 0; i < MANY; i++) {
        hone_canvas_fill_convex(&s->canvas, s->corners[i], 4, 0xff40c060);
    }
}

static void run_circle(bench_case *c)
{
    scene *s = c->data;
    for (int32_t i = 0; i < MANY; i++) {
        hone_canvas_fill_circle(&s->canvas, s->from[i], 5.0f, 0xff40c060);
    }
}

static void run_text(bench_case *c)
{
    scene *s = c->data;
    for (int32_t i = 0; i < MANY / 10; i++) {
        hone_canvas_text(&s->canvas, s->from[i].x, s->from[i].y, 10.0f, 0xffffffff, "LeftUpLeg1");
    }
}

static void prepare_polyline(bench_case *c)
{
    prepare_shapes(c);
    scene *s = c->data;
    for (int32_t i = 0; c->skip == NULL && i < 64; i++) {
        s->from[i] =
            (hone_vec2){(float)(250 + 200 * cos(i * 0.1)), (float)(250 + 150 * sin(i * 0.17))};
    }
    c->work = 10 * 63;
}

static void run_polyline(bench_case *c)
{
    scene *s = c->data;
    for (int32_t i = 0; i < 10; i++) {
        hone_canvas_polyline(&s->canvas, s->from, 64, false, 2.0f, 0x80ffffff);
    }
}

static void prepare_clear(bench_case *c)
{
    scene_begin(c, 500, 500, HONE_PIXEL_ARGB8888);
    c->work = 100.0 * 500 * 500;
}

static void run_clear(bench_case *c)
{
    scene *s = c->data;
    for (uint32_t i = 0; i < 100; i++) {
        hone_canvas_clear(&s->canvas, 0xff000000u | i);
    }
}

static const bench_row rows[] = {
    {.name = "canvas.image_bilinear_argb8888",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_bilinear,
     .run = run_image,
     .finish = finish,
     .at_most = 1.15,
     .peers = {{"Qt 5.15", "1.80"}, {"Blend2D", "5.48"}, {"cairo", "10.9"}, {"SDL2", "20.0"}}},
    {.name = "canvas.image_bilinear_add",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_bilinear_add,
     .run = run_image,
     .finish = finish,
     .at_most = 1.0,
     .peers = {{"Qt 5.15", "1.87"}, {"Blend2D", "4.21"}, {"cairo", "11.0"}, {"SDL2", "25.7"}}},
    {.name = "canvas.image_nearest_argb8888",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_nearest,
     .run = run_image,
     .finish = finish,
     .at_most = 0.65,
     .peers = {{"Qt 5.15", "1.21"}, {"Blend2D", "1.62"}, {"cairo", "2.81"}, {"SDL2", "4.11"}}},
    {.name = "canvas.image_bilinear_sse2",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_bilinear_sse2,
     .run = run_image,
     .finish = finish},
    {.name = "canvas.image_nearest_sse2",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_nearest_sse2,
     .run = run_image,
     .finish = finish,
     .at_most = 1.0},
    {.name = "canvas.image_bilinear_plain",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_bilinear_plain,
     .run = run_image,
     .finish = finish,
     .at_most = 7.5},
    {.name = "canvas.image_nearest_plain",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_nearest_plain,
     .run = run_image,
     .finish = finish,
     .at_most = 1.4},
    {.name = "canvas.sprites_1000",
     .unit = "us/draw",
     .kind = BENCH_COST_NS,
     .scale = 1e-3,
     .prepare = prepare_sprites,
     .run = run_sprites,
     .finish = finish,
     .at_most = 2.1,
     .peers = {{"Qt 5.15", "5.2"}, {"Blend2D", "8.5"}, {"cairo", "15.7"}, {"SDL2", "22.2"}}},
    {.name = "canvas.sprites_1000_rgb565",
     .unit = "us/draw",
     .kind = BENCH_COST_NS,
     .scale = 1e-3,
     .prepare = prepare_sprites_565,
     .run = run_sprites,
     .finish = finish,
     .at_most = 2.6,
     .peers = {{"pixman", "17.6"}}},
    {.name = "canvas.image_bilinear_rgb565",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_bilinear_565,
     .run = run_image,
     .finish = finish,
     .at_most = 1.5,
     .peers = {{"Qt 5.15", "2.47"}, {"cairo", "14.0"}, {"SDL2", "20.0"}, {"LVGL", "22.6"}}},
    {.name = "canvas.image_nearest_rgb565",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_nearest_565,
     .run = run_image,
     .finish = finish,
     .peers = {{"Qt 5.15", "1.59"}, {"SDL2", "4.44"}, {"cairo", "5.81"}, {"LVGL", "6.48"}}},
    {.name = "canvas.image_nearest_rgb565_plain",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_nearest_565_plain,
     .run = run_image,
     .finish = finish,
     .at_most = 1.3},
    {.name = "canvas.line",
     .unit = "ns/line",
     .kind = BENCH_COST_NS,
     .prepare = prepare_shapes,
     .run = run_line,
     .finish = finish},
    {.name = "canvas.polyline",
     .unit = "ns/segment",
     .kind = BENCH_COST_NS,
     .prepare = prepare_polyline,
     .run = run_polyline,
     .finish = finish},
    {.name = "canvas.convex",
     .unit = "ns/limb",
     .kind = BENCH_COST_NS,
     .prepare = prepare_shapes,
     .run = run_convex,
     .finish = finish},
    {.name = "canvas.circle",
     .unit = "ns/circle",
     .kind = BENCH_COST_NS,
     .prepare = prepare_shapes,
     .run = run_circle,
     .finish = finish},
    {.name = "canvas.text",
     .unit = "ns/glyph",
     .kind = BENCH_COST_NS,
     .prepare = prepare_shapes,
     .run = run_text,
     .finish = finish},
    {.name = "canvas.clear",
     .unit = "ns/px",
     .kind = BENCH_COST_NS,
     .prepare = prepare_clear,
     .run = run_clear,
     .finish = finish},
};

void bench_canvas(bench *b)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench_add(b, &rows[i]);
    }
}
