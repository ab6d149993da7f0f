// SPDX-License-Identifier: MIT
//
// Shapes, lines and text: coverage against point sampling, and each drawing against itself cut into
// bands and clips and at every level of vector instructions.
#include "canvas/raster.h"
#include "cmocka_test.h"
#include "scene.h"

#include <math.h>
#include <string.h>

#define CASES 1000
#define SAMPLES 32 // a side of a pixel
#define MOST_POINTS 40

typedef struct point {
    double x, y;
} point;

// A shape for the point sampler: a convex polygon or a pen drawn along a chain.
typedef struct truth {
    point points[MOST_POINTS];
    int32_t count;
    double radius; // of the pen; 0 = the filled polygon
    bool closed;
} truth;

static double distance_to(point p, point a, point b)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double square = dx * dx + dy * dy;
    double t = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;
    t = t < 0 ? 0 : (t > 1 ? 1 : t);
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

static bool is_inside(const truth *s, point p)
{
    if (s->radius > 0) {
        for (int32_t i = 0; i + 1 < s->count || (s->closed && i < s->count); i++) {
            if (distance_to(p, s->points[i], s->points[(i + 1) % s->count]) < s->radius) {
                return true;
            }
        }
        return s->count == 1 && hypot(p.x - s->points[0].x, p.y - s->points[0].y) < s->radius;
    }
    bool left = false;
    bool right = false;
    for (int32_t i = 0; i < s->count; i++) {
        const point a = s->points[i];
        const point b = s->points[(i + 1) % s->count];
        const double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        left |= side < 0;
        right |= side > 0;
    }
    return !(left && right);
}

static double sampled_coverage(const truth *s, int32_t x, int32_t y)
{
    int32_t inside = 0;
    for (int32_t j = 0; j < SAMPLES; j++) {
        for (int32_t i = 0; i < SAMPLES; i++) {
            inside +=
                is_inside(s, (point){x + (i + 0.5) / SAMPLES, y + (j + 0.5) / SAMPLES}) ? 1 : 0;
        }
    }
    return inside / (double)(SAMPLES * SAMPLES);
}

// White on clear, so that alpha is the coverage. Returns the largest difference.
static double largest_difference(const picture *p, const truth *s)
{
    double largest = 0;
    for (int32_t y = 0; y < p->surface.height; y++) {
        for (int32_t x = 0; x < p->surface.width; x++) {
            const double drawn = (picture_stored(p, x, y) >> 24) / 255.0;
            largest = fmax(largest, fabs(drawn - sampled_coverage(s, x, y)));
        }
    }
    return largest;
}

// Corners on an ellipse in order, so convex.
static int32_t random_convex(random_state *random, hone_vec2 *points, point *exact)
{
    const int32_t count = 3 + random_index(random, 10);
    const double cx = random_double(random, 2, 22);
    const double cy = random_double(random, 2, 22);
    const double rx = random_double(random, 0.3, 14);
    const double ry = random_double(random, 0.3, 14);
    const double turn = random_double(random, 0, 6.3);
    const bool backwards = random_index(random, 2) == 0;
    for (int32_t i = 0; i < count; i++) {
        const double at = 6.283185307179586 * ((backwards ? count - i : i) + 0.5) / count;
        const double x = rx * cos(at);
        const double y = ry * sin(at);
        points[i] = (hone_vec2){(float)(cx + x * cos(turn) - y * sin(turn)),
                                (float)(cy + x * sin(turn) + y * cos(turn))};
        exact[i] = (point){(double)points[i].x, (double)points[i].y};
    }
    return count;
}

static void polygons_cover_pixels_by_their_area(void **unused)
{
    (void)unused;
    static picture p;
    random_state random = random_begin(21);
    double worst = 0;
    for (int32_t i = 0; i < CASES / 10; i++) {
        hone_vec2 points[MOST_POINTS];
        truth s = {.radius = 0};
        picture_begin(&p, 24, 24, HONE_PIXEL_ARGB8888);
        hone_canvas canvas = hone_canvas_on(p.surface);
        s.count = random_convex(&random, points, s.points);
        hone_canvas_fill_convex(&canvas, points, s.count, 0xffffffff);
        worst = fmax(worst, largest_difference(&p, &s));
    }
    printf("polygons: largest difference of coverage %.4f\n", worst);
    assert_true(worst <= 0.02);
}

static void rectangles_cover_pixels_by_their_area(void **unused)
{
    (void)unused;
    static picture p;
    random_state random = random_begin(22);
    for (int32_t i = 0; i < CASES; i++) {
        picture_begin(&p, 16, 16, HONE_PIXEL_ARGB8888);
        hone_canvas canvas = hone_canvas_on(p.surface);
        const float x = random_float(&random, -3, 16);
        const float y = random_float(&random, -3, 16);
        const float w = random_float(&random, 0, 16);
        const float h = random_float(&random, 0, 16);
        hone_canvas_fill_rect(&canvas, x, y, w, h, 0xffffffff);
        for (int32_t py = 0; py < 16; py++) {
            for (int32_t px = 0; px < 16; px++) {
                const double wide = fmax(0, fmin(px + 1.0, (double)(x + w)) - fmax(px, (double)x));
                const double high = fmax(0, fmin(py + 1.0, (double)(y + h)) - fmax(py, (double)y));
                const double drawn = picture_stored(&p, px, py) >> 24;
                assert_true(fabs(drawn - 255 * wide * high) <= 1.0);
            }
        }
    }
}

static void circles_and_lines_cover_pixels_by_their_area(void **unused)
{
    (void)unused;
    static picture p;
    random_state random = random_begin(23);
    double worst = 0;
    for (int32_t i = 0; i < CASES / 10; i++) {
        truth s = {.count = 1 + i % 2};
        picture_begin(&p, 24, 24, HONE_PIXEL_ARGB8888);
        hone_canvas canvas = hone_canvas_on(p.surface);
        const float width =
            i % 8 == 7 ? random_float(&random, 20, 60) : random_float(&random, 0.6f, 8);
        const hone_vec2 a = {random_float(&random, 0, 24), random_float(&random, 0, 24)};
        const hone_vec2 b = {random_float(&random, 0, 24), random_float(&random, 0, 24)};
        s.points[0] = (point){(double)a.x, (double)a.y};
        s.points[1] = (point){(double)b.x, (double)b.y};
        s.radius = (double)width / 2;
        if (s.count == 1) {
            hone_canvas_fill_circle(&canvas, a, width / 2, 0xffffffff);
        } else {
            hone_canvas_line(&canvas, a, b, width, 0xffffffff);
        }
        worst = fmax(worst, largest_difference(&p, &s));
    }
    printf("circles and lines: largest difference of coverage %.4f\n", worst);
    assert_true(worst <= 0.025);
}

static void a_circle_has_the_area_of_a_circle(void **unused)
{
    (void)unused;
    static picture p;
    for (int32_t i = 1; i < 60; i++) {
        const double radius = i * 0.5;
        picture_begin(&p, SCENE_SIDE, SCENE_SIDE, HONE_PIXEL_ARGB8888);
        hone_canvas canvas = hone_canvas_on(p.surface);
        canvas.state.transform = (hone_affine2){0.5f, 0, 0, 0.5f, 32.3f, 31.6f};
        hone_canvas_fill_circle(&canvas, (hone_vec2){0, 0}, (float)radius * 2, 0xffffffff);
        double area = 0;
        for (int32_t y = 0; y < SCENE_SIDE; y++) {
            for (int32_t x = 0; x < SCENE_SIDE; x++) {
                area += (picture_stored(&p, x, y) >> 24) / 255.0;
            }
        }
        const double exact = 3.14159265358979 * radius * radius;
        assert_true(fabs(area - exact) < 0.002 * exact + 0.05);
    }
}

static void a_translucent_chain_covers_each_pixel_once(void **unused)
{
    (void)unused;
    static picture p;
    random_state random = random_begin(24);
    for (int32_t i = 0; i < 40; i++) {
        truth s = {.count = 3 + random_index(&random, 6), .closed = i % 2 == 0};
        hone_vec2 points[MOST_POINTS];
        const float width = i % 10 == 0 ? 34.0f : random_float(&random, 1.5f, 9);
        s.radius = (double)width / 2;
        for (int32_t k = 0; k < s.count; k++) {
            points[k] = (hone_vec2){random_float(&random, 0, 40), random_float(&random, 0, 40)};
            s.points[k] = (point){(double)points[k].x, (double)points[k].y};
        }
        picture_begin(&p, 40, 40, HONE_PIXEL_ARGB8888);
        hone_canvas canvas = hone_canvas_on(p.surface);
        hone_canvas_polyline(&canvas, points, s.count, s.closed, width, 0x80ffffff);
        double sum = 0;
        double most = 0;
        double least = 0;
        for (int32_t y = 0; y < 40; y++) {
            for (int32_t x = 0; x < 40; x++) {
                const double drawn = (picture_stored(&p, x, y) >> 24) / 128.0;
                const double exact = sampled_coverage(&s, x, y);
                // Where edges of two segments cross a pixel, the larger part counts.
                most = fmax(most, drawn - exact);
                least = fmin(least, drawn - 0.5 * exact);
                sum += fabs(drawn - exact);
            }
        }
        assert_true(most <= 0.03);
        assert_true(least >= -0.03);
        assert_true(sum / (40 * 40) < 0.005);
    }
}

// Any shape, drawn on the canvas with numbers from the generator alone.
static void draw_anything(hone_canvas *canvas, uint64_t seed)
{
    random_state random = {seed};
    hone_vec2 points[MOST_POINTS];
    point exact[MOST_POINTS];
    const hone_color color = (hone_color)random_bits(&random);
    const int32_t kind = random_index(&random, 7);
    canvas->state.transform = transform_random(&random);
    canvas->state.blend = (hone_blend)random_index(&random, 3);
    canvas->state.opacity =
        random_index(&random, 2) == 0 ? 255 : (uint8_t)random_index(&random, 256);
    int32_t count = random_convex(&random, points, exact);
    const float size = random_float(&random, 0.2f, 30);
    switch (kind) {
    case 0:
        hone_canvas_fill_convex(canvas, points, count, color);
        break;
    case 1:
        hone_canvas_fill_circle(canvas, points[0], size, color);
        break;
    case 2:
        hone_canvas_fill_rect(canvas, points[0].x, points[0].y, size, points[1].y, color);
        break;
    case 3:
        hone_canvas_line(canvas, points[0], points[1], size / 4, color);
        break;
    case 4:
        hone_canvas_polyline(canvas, points, count, random_index(&random, 2) == 0, size / 4, color);
        break;
    case 5:
        hone_canvas_text(canvas, points[0].x, points[0].y, size, color, "A\xc3\xa9g \xe6\xbc\xa2!");
        break;
    default:
        for (int32_t i = 0; i < MOST_POINTS; i++) { // neither convex nor in order
            points[i].x = random_float(&random, -30, 60);
            points[i].y = random_float(&random, -30, 60);
        }
        hone_canvas_fill_convex(canvas, points, MOST_POINTS, color);
        break;
    }
}

static void bands_and_clips_give_the_same_picture_as_the_whole(void **unused)
{
    (void)unused;
    static picture one;
    static picture other;
    random_state random = random_begin(25);
    for (int32_t i = 0; i < 4 * CASES; i++) {
        const hone_pixel_format format = (hone_pixel_format)(i % 4);
        picture_begin(&one, 1 + random_index(&random, SCENE_SIDE),
                      1 + random_index(&random, SCENE_SIDE), format);
        picture_noise(&one, &random);
        memcpy(&other, &one, sizeof other);
        const uint64_t seed = random_bits(&random);
        hone_canvas whole = hone_canvas_on(one.surface);
        draw_anything(&whole, seed);
        hone_surface all = one.surface;
        all.pixels = other.bytes + ((uint8_t *)one.surface.pixels - one.bytes);
        for (int32_t y = 0; y < all.height;) {
            const int32_t rows = 1 + random_index(&random, all.height - y);
            for (int32_t x = 0; x < all.width;) {
                const int32_t columns = 1 + random_index(&random, all.width - x);
                hone_surface tile = all;
                tile.pixels = (uint8_t *)all.pixels + y * all.stride + hone_pixel_bytes(format) * x;
                tile.width = columns;
                tile.height = rows;
                tile.origin_x = x;
                tile.origin_y = y;
                hone_canvas canvas = hone_canvas_on(tile);
                draw_anything(&canvas, seed);
                x += columns;
            }
            y += rows;
        }
        assert_true(picture_equal(&one, &other));
    }
}

// Chains that cross are where a row must not begin at the left chain; tiles of one column show it.
static void sides_that_cross_are_the_same_in_tiles_as_in_the_whole(void **unused)
{
    (void)unused;
    static picture one;
    static picture other;
    random_state random = random_begin(31);
    for (int32_t i = 0; i < 4 * CASES; i++) {
        hone_vec2 points[5];
        for (int32_t k = 0; k < 5; k++) {
            points[k].x = random_float(&random, -4, 44);
            points[k].y = random_float(&random, -4, 44);
        }
        picture_begin(&one, 40, 40, (hone_pixel_format)(i % 4));
        memcpy(&other, &one, sizeof other);
        hone_surface all = one.surface;
        hone_canvas whole = hone_canvas_on(all);
        hone_canvas_fill_convex(&whole, points, 5, 0xff40c080);
        all.pixels = other.bytes + ((uint8_t *)one.surface.pixels - one.bytes);
        hone_canvas tiled = hone_canvas_on(all);
        for (int32_t x = 0; x < 40; x++) {
            tiled.state.clip = (hone_rect){x, 0, 1, 40};
            hone_canvas_fill_convex(&tiled, points, 5, 0xff40c080);
        }
        assert_true(picture_equal(&one, &other));
    }
}

static void vector_rows_have_the_bits_of_plain_c(void **unused)
{
    (void)unused;
    static picture plain;
    static picture vector;
    random_state random = random_begin(26);
    for (int32_t i = 0; i < 4 * CASES; i++) {
        hone_vec2 points[MOST_POINTS];
        point exact[MOST_POINTS];
        const int32_t count = random_convex(&random, points, exact);
        const hone_pixel_format format = (hone_pixel_format)(i / 2 % 4);
        picture_begin(&plain, 1 + random_index(&random, SCENE_SIDE),
                      1 + random_index(&random, SCENE_SIDE), format);
        picture_noise(&plain, &random);
        hone_canvas canvas = hone_canvas_on(plain.surface);
        canvas.state.blend = (hone_blend)random_index(&random, 3);
        const canvas_paint paint = canvas_paint_of(&canvas, (hone_color)random_bits(&random) |
                                                                (i % 2 == 0 ? 0xff000000u : 0));
        const hone_affine2 map = {2, 0.5f, -0.5f, 2, 3, -4};
        raster_sink sink = raster_sink_of(&canvas, paint);
        memcpy(&vector, &plain, sizeof vector);
        sink.target = canvas_target_of(format, CANVAS_PLAIN);
        raster_convex(&sink, points, count, &map);
        for (int32_t level = CANVAS_SSE2; level <= (int32_t)canvas_best_level(); level++) {
            static picture drawn;
            memcpy(&drawn, &vector, sizeof drawn);
            sink.pixels = drawn.bytes + ((uint8_t *)plain.surface.pixels - plain.bytes);
            sink.target = canvas_target_of(format, (canvas_level)level);
            raster_convex(&sink, points, count, &map);
            assert_true(picture_equal(&plain, &drawn));
        }
    }
}

static void absurd_numbers_draw_nothing_or_stay_inside(void **unused)
{
    (void)unused;
    static const float values[] = {0,      1,     -1,        0.5f,      1e-3f, 1e-20f,
                                   1e-42f, 32767, 1e5f,      5e5f,      1e6f,  1e9f,
                                   1e30f,  3e38f, -3e38f,    INFINITY,  -1e9f, -5e5f,
                                   1e-7f,  20,    -INFINITY, 524288.0f, NAN,   10};
    const int32_t count = (int32_t)(sizeof values / sizeof *values);
    static picture p;
    random_state random = random_begin(27);
    for (int32_t i = 0; i < 10000; i++) {
        float v[12];
        picture_begin(&p, 1 + random_index(&random, 40), 1 + random_index(&random, 40),
                      HONE_PIXEL_ARGB8888);
        hone_canvas canvas = hone_canvas_on(p.surface);
        for (int32_t k = 0; k < 12; k++) {
            v[k] = values[random_index(&random, count)];
        }
        if (i % 2 == 0) {
            canvas.state.transform = (hone_affine2){v[6], v[7], v[8], v[9], v[10], v[11]};
        }
        const hone_vec2 points[3] = {{v[0], v[1]}, {v[2], v[3]}, {v[4], v[5]}};
        hone_canvas_fill_convex(&canvas, points, 3, 0xffffffff);
        hone_canvas_fill_rect(&canvas, v[0], v[1], v[2], v[3], 0xffffffff);
        hone_canvas_fill_circle(&canvas, points[0], v[2], 0xffffffff);
        hone_canvas_line(&canvas, points[0], points[1], v[4], 0xffffffff);
        hone_canvas_polyline(&canvas, points, 3, i % 3 == 0, v[6], 0x80ffffff);
        hone_canvas_text(&canvas, v[0], v[1], v[2], 0xffffffff, "Az");
        for (size_t k = 0; k < 8; k++) {
            assert_int_equal(p.bytes[k], 0);
        }
    }
}

static void unusable_surfaces_and_empty_clips_draw_nothing(void **unused)
{
    (void)unused;
    static picture p;
    static picture clean;
    picture_begin(&p, 20, 20, HONE_PIXEL_ARGB8888);
    memcpy(&clean, &p, sizeof p);
    for (int32_t i = 0; i < 11; i++) {
        hone_surface s = p.surface;
        hone_rect clip = {0, 0, 20, 20};
        s.width = i == 0 ? 0 : (i == 1 ? 32768 : 20);
        s.height = i == 2 ? -1 : (i == 3 ? 32768 : 20);
        s.stride = i == 4 ? 79 : (i == 5 ? 82 : s.stride);
        s.pixels = i == 6 ? NULL : s.pixels;
        s.format = i == 7 ? (hone_pixel_format)9 : s.format;
        clip.width = i == 8 ? 0 : 20;
        clip.x = i == 9 ? 20 : (i == 10 ? INT32_MAX : 0);
        hone_canvas canvas = hone_canvas_on(s);
        if (i >= 8) {
            canvas.state.clip = clip;
        }
        for (uint64_t seed = 0; seed < 50; seed++) {
            draw_anything(&canvas, seed);
        }
        hone_canvas_clear(&canvas, 0xffffffff);
        assert_true(picture_equal(&p, &clean));
    }
}

// The value of an 8-bit channel in a format where it can be most at the most.
static uint32_t nearest_of(uint32_t channel, double most)
{
    return (uint32_t)nearbyint(channel * most / 255);
}

static void sixteen_bit_pictures_take_the_nearest_colour(void **unused)
{
    (void)unused;
    static picture p;
    random_state random = random_begin(29);
    for (int32_t i = 0; i < 4 * CASES; i++) {
        const uint32_t color = 0xff000000u | (uint32_t)random_bits(&random);
        const uint32_t r = color >> 16 & 255;
        const uint32_t g = color >> 8 & 255;
        const uint32_t b = color & 255;
        const uint32_t rgb565 =
            nearest_of(r, 31) << 11 | nearest_of(g, 63) << 5 | nearest_of(b, 31);
        const uint32_t argb4444 =
            0xf000u | nearest_of(r, 15) << 8 | nearest_of(g, 15) << 4 | nearest_of(b, 15);
        const hone_pixel_format format = (hone_pixel_format)(1 + i % 3);
        const uint32_t expected = format == HONE_PIXEL_ARGB4444 ? argb4444
                                  : format == HONE_PIXEL_RGB565
                                      ? rgb565
                                      : (rgb565 >> 8 | rgb565 << 8) & 0xffff;
        picture_begin(&p, 40, 8, format);
        hone_canvas canvas = hone_canvas_on(p.surface);
        if (i % 2 == 0) {
            hone_canvas_clear(&canvas, color);
        } else {
            hone_canvas_fill_rect(&canvas, 0, 0, 40, 8, color);
        }
        assert_int_equal(picture_stored(&p, 0, 0), expected);
        assert_int_equal(picture_stored(&p, 39, 7), expected);
    }
}

static void drawing_a_translucent_colour_over_itself_changes_nothing(void **unused)
{
    (void)unused;
    static picture p;
    random_state random = random_begin(30);
    for (int32_t i = 0; i < CASES; i++) {
        const uint32_t color = 0xff000000u | (uint32_t)random_bits(&random);
        picture_begin(&p, 8, 8, (hone_pixel_format)(1 + i % 3));
        hone_canvas canvas = hone_canvas_on(p.surface);
        hone_canvas_clear(&canvas, color);
        const uint32_t before = picture_stored(&p, 3, 3);
        // The colour that is shown, so that nothing should change.
        const uint32_t shown = expanded(before, p.surface.format);
        for (int32_t k = 0; k < 100; k++) {
            canvas.state.opacity = (uint8_t)random_index(&random, 256);
            hone_canvas_fill_rect(&canvas, 0, 0, 8, 8, shown);
        }
        assert_int_equal(picture_stored(&p, 3, 3), before);
    }
}

static void clear_sets_the_premultiplied_colour_within_the_clip(void **unused)
{
    (void)unused;
    static picture p;
    random_state random = random_begin(28);
    for (int32_t i = 0; i < CASES; i++) {
        picture_begin(&p, 1 + random_index(&random, SCENE_SIDE),
                      1 + random_index(&random, SCENE_SIDE), HONE_PIXEL_ARGB8888);
        hone_canvas canvas = hone_canvas_on(p.surface);
        canvas.state = state_random(&random, &p);
        const hone_rect clip = canvas.state.clip;
        const uint32_t color = (uint32_t)random_bits(&random);
        uint32_t stored = color & 0xff000000u;
        for (int32_t shift = 0; shift < 24; shift += 8) {
            const double channel = (color >> shift & 255) * (color >> 24) / 255.0;
            stored |= (uint32_t)nearbyint(channel) << shift;
        }
        hone_canvas_clear(&canvas, color);
        for (int32_t y = 0; y < p.surface.height; y++) {
            for (int32_t x = 0; x < p.surface.width; x++) {
                const bool in = x >= clip.x && y >= clip.y && x < clip.x + clip.width &&
                                y < clip.y + clip.height;
                assert_int_equal(picture_stored(&p, x, y), in ? stored : 0);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_cover_pixels_by_their_area),
        cmocka_unit_test(rectangles_cover_pixels_by_their_area),
        cmocka_unit_test(circles_and_lines_cover_pixels_by_their_area),
        cmocka_unit_test(a_circle_has_the_area_of_a_circle),
        cmocka_unit_test(a_translucent_chain_covers_each_pixel_once),
        cmocka_unit_test(bands_and_clips_give_the_same_picture_as_the_whole),
        cmocka_unit_test(sides_that_cross_are_the_same_in_tiles_as_in_the_whole),
        cmocka_unit_test(vector_rows_have_the_bits_of_plain_c),
        cmocka_unit_test(absurd_numbers_draw_nothing_or_stay_inside),
        cmocka_unit_test(unusable_surfaces_and_empty_clips_draw_nothing),
        cmocka_unit_test(sixteen_bit_pictures_take_the_nearest_colour),
        cmocka_unit_test(drawing_a_translucent_colour_over_itself_changes_nothing),
        cmocka_unit_test(clear_sets_the_premultiplied_colour_within_the_clip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
