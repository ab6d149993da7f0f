// SPDX-License-Identifier: MIT
//
// Pictures compared with the ones kept beside this file, exactly. On a difference the drawn, the
// kept and the difference picture are written to the test output folder. HONE_UPDATE_GOLDEN=1 in
// the environment writes the kept ones anew: look at every one of them then.
#include "cmocka_test.h"
#include "hone/canvas.h"
#include "hone/image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define WIDTH 200
#define HEIGHT 150

static uint32_t pixels[WIDTH * HEIGHT];
static uint32_t difference[WIDTH * HEIGHT];

static hone_canvas blank_canvas(void)
{
    hone_canvas canvas =
        hone_canvas_on((hone_surface){pixels, WIDTH, HEIGHT, WIDTH * 4, HONE_PIXEL_ARGB8888, 0, 0});
    hone_canvas_clear(&canvas, 0xff27384c);
    return canvas;
}

// An arrow head in a frame on a checkered ground: shows turns, flips and shifts.
static const hone_texture *sign(void)
{
    enum { SIDE = 20 };
    static uint32_t texels[SIDE * SIDE];
    static const hone_texture texture = {texels, SIDE, SIDE, SIDE * 4, HONE_PIXEL_ARGB8888};
    for (int32_t y = 0; y < SIDE; y++) {
        for (int32_t x = 0; x < SIDE; x++) {
            const bool frame = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
            const bool arrow = x >= 3 && x < SIDE - 3 && abs(2 * y - SIDE) < x;
            const uint32_t ground = ((x ^ y) & 4) != 0 ? 0x80406020u : 0x00000000u;
            texels[y * SIDE + x] =
                frame ? (y == 0 ? 0xffff4040u : 0xffffffffu) : (arrow ? 0xff20c0ffu : ground);
        }
    }
    return &texture;
}

// A soft premultiplied spot.
static const hone_texture *spot(uint32_t red, uint32_t green, uint32_t blue)
{
    enum { SIDE = 32 };
    static uint32_t texels[SIDE * SIDE];
    static const hone_texture texture = {texels, SIDE, SIDE, SIDE * 4, HONE_PIXEL_ARGB8888};
    for (int32_t y = 0; y < SIDE; y++) {
        for (int32_t x = 0; x < SIDE; x++) {
            const int32_t dx = 2 * x + 1 - SIDE;
            const int32_t dy = 2 * y + 1 - SIDE;
            const int32_t left = SIDE * SIDE - dx * dx - dy * dy;
            const uint32_t a = left <= 0 ? 0 : (left >= 255 ? 255u : (uint32_t)left);
            texels[y * SIDE + x] =
                a << 24 | (red * a / 255) << 16 | (green * a / 255) << 8 | blue * a / 255;
        }
    }
    return &texture;
}

static hone_affine2 turned(double degrees, double sx, double sy, double x, double y)
{
    // The map's centre stays at (x, y); exact for quarter turns.
    const double half = 10;
    const int32_t quarter = (int32_t)nearbyint(degrees / 90);
    const bool exact = degrees == 90.0 * quarter;
    static const double cosines[4] = {1, 0, -1, 0};
    const double c = exact ? cosines[quarter & 3] : cos(degrees * 0.017453292519943295);
    const double s = exact ? cosines[(quarter + 3) & 3] : sin(degrees * 0.017453292519943295);
    return (hone_affine2){(float)(c * sx),
                          (float)(s * sx),
                          (float)(-s * sy),
                          (float)(c * sy),
                          (float)(x - half * (c * sx - s * sy)),
                          (float)(y - half * (s * sx + c * sy))};
}

static void draw_turns(hone_canvas *canvas)
{
    static const double degrees[7] = {0, 90, 180, 270, 30, 45, 200};
    for (int32_t row = 0; row < 4; row++) {
        canvas->state.filter = row < 2 ? HONE_FILTER_NEAREST : HONE_FILTER_BILINEAR;
        for (int32_t i = 0; i < 7; i++) {
            canvas->state.transform =
                turned(degrees[i], row & 1 ? -1 : 1, 1, 16 + 28 * i, 18 + 36 * row);
            hone_canvas_draw_image(canvas, sign(), NULL);
        }
    }
}

static void draw_subpixel_moves(hone_canvas *canvas)
{
    for (int32_t row = 0; row < 4; row++) {
        canvas->state.filter = row < 2 ? HONE_FILTER_NEAREST : HONE_FILTER_BILINEAR;
        for (int32_t i = 0; i < 7; i++) {
            const double scale = row & 1 ? 1.17 : 1.0;
            canvas->state.transform =
                turned(0, scale, scale, 16 + 28.25 * i, 18 + 36 * row + i / 8.0);
            hone_canvas_draw_image(canvas, sign(), NULL);
        }
    }
}

static void draw_blends(hone_canvas *canvas)
{
    for (int32_t y = 8; y < HEIGHT; y += 16) {
        hone_canvas_fill_rect(canvas, 0, (float)y, WIDTH, 8, 0xff704828);
    }
    for (int32_t i = 0; i < 24; i++) {
        const int32_t column = i % 6;
        const int32_t row = i / 6;
        canvas->state.blend = (hone_blend)(column % 3);
        canvas->state.opacity = column < 3 ? 255 : 120;
        canvas->state.filter = row % 2 == 0 ? HONE_FILTER_NEAREST : HONE_FILTER_BILINEAR;
        if (i >= 12) {
            canvas->state.key_enabled = true;
            canvas->state.key = 0xff20c0ff;
            canvas->state.transform = turned(i * 7, 1.3, 1.3, 17 + 33 * column, 19 + 37 * row);
            hone_canvas_draw_image(canvas, sign(), NULL);
        } else {
            canvas->state.transform = turned(i * 7, 1, 0.8, 12 + 33 * column, 15 + 37 * row);
            hone_canvas_draw_image(canvas, spot(255, 160, 40), NULL);
        }
    }
}

static void draw_clips_and_parts(hone_canvas *canvas)
{
    int16_t hull[16];
    const hone_rect inner = {4, 4, 24, 24};
    const int32_t corners = hone_texture_hull(spot(80, 255, 120), &inner, NULL, hull);
    for (int32_t i = 0; i < 6; i++) {
        canvas->state.clip = (hone_rect){6 + 33 * i, 8, 24, 10 + 10 * i};
        canvas->state.transform = turned(15 * i, 2, 2, 17 + 33 * i, 30);
        hone_canvas_draw_image(canvas, sign(), NULL);
        hone_canvas_line(canvas, (hone_vec2){0, 0}, (hone_vec2){20, 20}, 3, 0xffffd040);
        canvas->state.clip = (hone_rect){0, 0, WIDTH, HEIGHT};
        canvas->state.transform = turned(25 * i, 1.5, 1.5, 17 + 33 * i, 110);
        const hone_image_part part = {inner, hull, i < 3 ? 0 : corners};
        hone_canvas_draw_image(canvas, spot(80, 255, 120), &part);
    }
}

static void draw_lines(hone_canvas *canvas)
{
    for (int32_t i = 0; i < 36; i++) {
        const double angle = i * 0.17453292519943295;
        const hone_vec2 from = {(float)(75 + 14 * cos(angle)), (float)(75 + 14 * sin(angle))};
        const hone_vec2 to = {(float)(75 + 70 * cos(angle)), (float)(75 + 70 * sin(angle))};
        hone_canvas_line(canvas, from, to, 0.25f + (float)i * 0.125f,
                         i % 3 == 0 ? 0xffffd040 : 0xffffffff);
    }
    for (int32_t i = 0; i < 10; i++) {
        const float y = 6 + 14.0f * (float)i;
        hone_canvas_line(canvas, (hone_vec2){155, y}, (hone_vec2){195, y + 0.3f * (float)i},
                         1 + (float)i, 0x9040c0ff);
    }
}

static void draw_polylines(hone_canvas *canvas)
{
    hone_vec2 wave[40];
    for (int32_t i = 0; i < 40; i++) {
        wave[i] = (hone_vec2){6 + 4.8f * (float)i, (float)(30 + 20 * sin(i * 0.5))};
    }
    hone_canvas_polyline(canvas, wave, 40, false, 3, 0xa0ffd040);
    static const hone_vec2 star[5] = {{50, 65}, {74, 138}, {12, 93}, {88, 93}, {26, 138}};
    hone_canvas_polyline(canvas, star, 5, true, 6, 0x80ff6060);
    static const hone_vec2 elbow[3] = {{120, 80}, {185, 105}, {125, 128}};
    hone_canvas_polyline(canvas, elbow, 3, false, 28, 0x8060ff90);
    hone_canvas_polyline(canvas, elbow, 3, false, 1.5f, 0xffffffff);
    canvas->state.transform = (hone_affine2){2, 0.5f, 0, 0.6f, 0, 0};
    hone_canvas_polyline(canvas, elbow + 1, 1, false, 10, 0xffffffff);
    canvas->state.transform = (hone_affine2){1.5f, 0, 0.4f, 0.5f, 60, 40};
    hone_canvas_polyline(canvas, elbow, 3, false, 8, 0xc0ffffff);
}

static void draw_shapes(hone_canvas *canvas)
{
    for (int32_t i = 0; i < 8; i++) {
        const float x = 4 + 24.5f * (float)i;
        hone_canvas_fill_rect(canvas, x, 5 + 0.125f * (float)i, 16 + 0.25f * (float)i, 12,
                              0xffffd040);
        hone_canvas_fill_circle(canvas, (hone_vec2){x + 9, 36}, 1 + (float)i * 1.3f, 0xff60ff90);
        canvas->state.transform = (hone_affine2){0.9f, 0.3f, -0.2f, 0.4f, x + 10, 64};
        hone_canvas_fill_circle(canvas, (hone_vec2){0, 0}, 12, 0x90ffffff);
        canvas->state.transform = turned(12 * i, 1, 1, (double)x + 10, 92);
        hone_canvas_fill_rect(canvas, 2, 4, 16, 12, i & 1 ? 0xffff6060 : 0x80ff6060);
        canvas->state.transform = hone_affine2_identity();
    }
    hone_vec2 corners[24];
    for (int32_t i = 0; i < 24; i++) {
        corners[i] = (hone_vec2){(float)(50 + 44 * cos(i * 0.2617993877991494)),
                                 (float)(128 + 16 * sin(i * 0.2617993877991494))};
    }
    hone_canvas_fill_convex(canvas, corners, 24, 0xff40c0ff);
    for (int32_t i = 0; i < 24; i += 3) {
        corners[i / 3] = (hone_vec2){corners[i].x + 98, corners[i].y};
    }
    canvas->state.blend = HONE_BLEND_ADD;
    hone_canvas_fill_convex(canvas, corners, 8, 0xff804020);
    hone_canvas_fill_circle(canvas, (hone_vec2){140, 124}, 14, 0xff204060);
    canvas->state.blend = HONE_BLEND_NONE;
    hone_canvas_fill_circle(canvas, (hone_vec2){165, 130}, 9.5f, 0x60ffffff);
}

static void draw_glyphs(hone_canvas *canvas)
{
    char line[3 * 32];
    for (int32_t row = 0; row < 7; row++) {
        size_t used = 0;
        for (int32_t i = 0; i < 32; i++) {
            const int32_t code = 32 * row + i + (row < 3 ? 32 : 64);
            if (code >= 0xa0 || code < 0x7f) {
                line[used++] = (char)(code < 0x80 ? code : 0xc0 | code >> 6);
                if (code >= 0x80) {
                    line[used++] = (char)(0x80 | (code & 0x3f));
                }
            }
        }
        line[used] = '\0';
        hone_canvas_text(canvas, 2, 12 + 15.0f * (float)row, 7, 0xffffffff, line);
    }
    hone_canvas_text(canvas, 2, 120, 5, 0xffffd040, "smaller, \xc3\xbc\xc3\xa9\xc3\xb1");
    hone_canvas_text(canvas, 90, 121, 9.5f, 0xff60ff90, "Larger \xe2\x82\xac \xff");
    hone_canvas_text(canvas, 2, 145, 17, 0xff40c0ff, "Big g\xc3\x85");
    canvas->state.transform = (hone_affine2){0.94f, -0.34f, 0.34f, 0.94f, 105, 148};
    hone_canvas_text(canvas, 0, 0, 10, 0xffff9090, "Turned");
}

static void write_picture(const char *name, const char *kind, uint32_t *from, int32_t width,
                          int32_t height)
{
    char path[512];
    hone_error error;
    (void)snprintf(path, sizeof path, "%s/canvas", HONE_TEST_OUTPUT_DIR);
    (void)mkdir(HONE_TEST_OUTPUT_DIR, 0777);
    (void)mkdir(path, 0777);
    (void)snprintf(path, sizeof path, "%s/canvas/%s-%s.png", HONE_TEST_OUTPUT_DIR, name, kind);
    const hone_surface s = {from, width, height, width * 4, HONE_PIXEL_ARGB8888, 0, 0};
    if (hone_image_write_png(path, &s, &error) == HONE_OK) {
        printf("written: %s\n", path);
    }
}

// The number of pixels that differ.
static int32_t compare(const char *name, const hone_texture *kept)
{
    if (kept->width != WIDTH || kept->height != HEIGHT) {
        return WIDTH * HEIGHT;
    }
    int32_t different = 0;
    for (int32_t y = 0; y < HEIGHT; y++) {
        const uint32_t *row = (const uint32_t *)(const void *)((const uint8_t *)kept->pixels +
                                                               (ptrdiff_t)y * kept->stride);
        for (int32_t x = 0; x < WIDTH; x++) {
            const bool same = row[x] == pixels[y * WIDTH + x];
            difference[y * WIDTH + x] =
                same ? 0xff000000u | (row[x] >> 2 & 0x3f3f3fu) : 0xffff00ffu;
            different += same ? 0 : 1;
        }
    }
    if (different != 0) {
        printf("%s: %d pixels differ\n", name, different);
        write_picture(name, "actual", pixels, WIDTH, HEIGHT);
        write_picture(name, "difference", difference, WIDTH, HEIGHT);
        memcpy(difference, kept->pixels, sizeof difference);
        write_picture(name, "expected", difference, WIDTH, HEIGHT);
    }
    return different;
}

static void check(const char *name, void (*draw)(hone_canvas *canvas))
{
    char path[512];
    hone_image *image = NULL;
    hone_error error;
    hone_canvas canvas = blank_canvas();
    draw(&canvas);
    (void)snprintf(path, sizeof path, "%s/test/canvas/golden/%s.png", HONE_SOURCE_DIR, name);
    if (getenv("HONE_UPDATE_GOLDEN") != NULL) {
        assert_int_equal(hone_image_write_png(path, &canvas.surface, &error), HONE_OK);
        printf("written: %s\n", path);
    }
    const hone_status status = hone_image_read_file(path, NULL, &image, &error);
    if (status == HONE_ERROR_UNSUPPORTED) {
        printf("skipped: no PNG library in this build\n");
        skip();
    }
    assert_int_equal(status, HONE_OK);
    const int32_t different = compare(name, &image->texture);
    hone_image_free(image);
    assert_int_equal(different, 0);
}

#define GOLDEN(name)                                                                               \
    static void name##_look_as_kept(void **unused)                                                 \
    {                                                                                              \
        (void)unused;                                                                              \
        check(#name, draw_##name);                                                                 \
    }
GOLDEN(turns)
GOLDEN(subpixel_moves)
GOLDEN(blends)
GOLDEN(clips_and_parts)
GOLDEN(lines)
GOLDEN(polylines)
GOLDEN(shapes)
GOLDEN(glyphs)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_look_as_kept),  cmocka_unit_test(subpixel_moves_look_as_kept),
        cmocka_unit_test(blends_look_as_kept), cmocka_unit_test(clips_and_parts_look_as_kept),
        cmocka_unit_test(lines_look_as_kept),  cmocka_unit_test(polylines_look_as_kept),
        cmocka_unit_test(shapes_look_as_kept), cmocka_unit_test(glyphs_look_as_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
