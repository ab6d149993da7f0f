// SPDX-License-Identifier: MIT
//
// Images under affine maps: against a renderer in double precision that tests every pixel of the
// picture, and against themselves cut into bands, clips, hulls and levels of vector instructions.
#include "canvas/canvas.h"
#include "cmocka_test.h"
#include "scene.h"

#include <math.h>
#include <string.h>

#define CASES 1000

// Where a pixel's centre lies in the texture.
typedef struct texel_point {
    double u, v;
    double tie; // how far a coordinate is from a whole number, at least; of the rectangle too
} texel_point;

static texel_point point_under(const hone_affine2 *m, int32_t x, int32_t y)
{
    const double a = (double)m->a;
    const double b = (double)m->b;
    const double c = (double)m->c;
    const double d = (double)m->d;
    const double det = a * d - b * c;
    const double px = x + 0.5 - (double)m->tx;
    const double py = y + 0.5 - (double)m->ty;
    texel_point p = {(d * px - c * py) / det, (a * py - b * px) / det, 0};
    p.tie = fmin(fabs(p.u - nearbyint(p.u)), fabs(p.v - nearbyint(p.v)));
    return p;
}

static void texel_channels(const hone_texture *t, const hone_canvas_state *s, int32_t x, int32_t y,
                           double out[4])
{
    memset(out, 0, 4 * sizeof *out);
    if (x < 0 || y < 0 || x >= t->width || y >= t->height) {
        return;
    }
    const uint32_t stored = texture_stored(t, x, y);
    if (s->key_enabled && stored == s->key) {
        return;
    }
    const uint32_t argb = expanded(stored, t->format);
    for (int32_t i = 0; i < 4; i++) {
        out[i] = argb >> (8 * i) & 255;
    }
}

static void sample(const hone_texture *t, const hone_canvas_state *s, texel_point p, double out[4])
{
    if (s->filter == HONE_FILTER_NEAREST) {
        texel_channels(t, s, (int32_t)floor(p.u), (int32_t)floor(p.v), out);
        return;
    }
    const double x = floor(p.u - 0.5);
    const double y = floor(p.v - 0.5);
    const double fx = p.u - 0.5 - x;
    const double fy = p.v - 0.5 - y;
    memset(out, 0, 4 * sizeof *out);
    for (int32_t j = 0; j < 2; j++) {
        for (int32_t i = 0; i < 2; i++) {
            double texel[4];
            texel_channels(t, s, (int32_t)x + i, (int32_t)y + j, texel);
            for (int32_t k = 0; k < 4; k++) {
                out[k] += texel[k] * (i == 1 ? fx : 1 - fx) * (j == 1 ? fy : 1 - fy);
            }
        }
    }
}

static const int32_t formats = 4;

// A stored pixel's channels b, g, r, a in units of its format, and how large they can be.
static void stored_channels(uint32_t stored, hone_pixel_format format, double out[4],
                            double most[4])
{
    static const double largest[4][4] = {
        {255, 255, 255, 255}, {31, 63, 31, 0}, {31, 63, 31, 0}, {15, 15, 15, 15}};
    const uint32_t argb = expanded(stored, format);
    for (int32_t k = 0; k < 4; k++) {
        most[k] = largest[format][k];
        out[k] = nearbyint((argb >> (8 * k) & 255) * most[k] / 255);
    }
}

// Largest channel difference of the drawn picture from the rule, ties left out.
static double largest_error(const picture *before, const picture *after, const hone_texture *t,
                            const hone_canvas_state *s)
{
    double largest = 0;
    const bool nearest = s->filter == HONE_FILTER_NEAREST;
    for (int32_t y = 0; y < after->surface.height; y++) {
        for (int32_t x = 0; x < after->surface.width; x++) {
            const texel_point p = point_under(&s->transform, x, y);
            const double reach = nearest ? 0 : 0.5;
            const bool covered =
                p.u > -reach && p.v > -reach && p.u < t->width + reach && p.v < t->height + reach;
            const double edge = fmin(fmin(fabs(p.u + reach), fabs(p.u - t->width - reach)),
                                     fmin(fabs(p.v + reach), fabs(p.v - t->height - reach)));
            const bool clip = x >= s->clip.x && y >= s->clip.y && x < s->clip.x + s->clip.width &&
                              y < s->clip.y + s->clip.height;
            if ((nearest && p.tie < 0.01) || (s->blend == HONE_BLEND_NONE && edge < 0.02)) {
                continue;
            }
            double source[4];
            double was[4];
            double is[4];
            double most[4];
            const hone_pixel_format format = after->surface.format;
            sample(t, s, p, source);
            stored_channels(picture_stored(before, x, y), format, was, most);
            stored_channels(picture_stored(after, x, y), format, is, most);
            const double opacity = s->opacity / 255.0;
            for (int32_t k = 0; k < 4; k++) {
                source[k] *= opacity;
                source[k] = nearest ? nearbyint(source[k]) : source[k];
            }
            const bool clear = source[0] + source[1] + source[2] + source[3] == 0;
            const bool stays = !covered || !clip || (clear && s->key_enabled);
            for (int32_t k = 0; k < 4; k++) {
                double value = source[k] * most[k] / 255;
                if (s->blend == HONE_BLEND_OVER) {
                    value = value + was[k] * (255 - source[3]) / 255;
                } else if (s->blend == HONE_BLEND_ADD) {
                    value = (nearest ? nearbyint(value) : value) + was[k];
                }
                value = value > most[k] ? most[k] : value;
                value = stays ? was[k] : (nearest ? nearbyint(value) : value);
                const double error = fabs(value - is[k]);
                largest = fmax(largest, most[k] > 0 ? error * 255 / most[k] : 0);
            }
        }
    }
    return largest;
}

static void pictures_follow_the_rule_of_sampling_and_blending(void **unused)
{
    (void)unused;
    static picture before;
    static picture after;
    static random_texture t;
    random_state random = random_begin(11);
    for (int32_t pair = 0; pair < formats * formats; pair++) {
        const hone_pixel_format target = (hone_pixel_format)(pair / formats);
        const hone_pixel_format source = (hone_pixel_format)(pair % formats);
        double worst[2][2] = {{0, 0}, {0, 0}};
        for (int32_t i = 0; i < CASES; i++) {
            picture_begin(&before, 1 + random_index(&random, SCENE_SIDE),
                          1 + random_index(&random, SCENE_SIDE), target);
            picture_noise(&before, &random);
            if (i % 2 == 0) {
                texture_noise(&t, &random, source);
            } else {
                texture_smooth(&t, &random, source);
            }
            memcpy(&after, &before, sizeof after);
            after.surface.pixels = after.bytes + ((uint8_t *)before.surface.pixels - before.bytes);
            hone_canvas canvas = hone_canvas_on(after.surface);
            canvas.state = state_random(&random, &after);
            hone_canvas_draw_image(&canvas, &t.texture, NULL);
            double *most = &worst[i % 2][canvas.state.filter];
            *most = fmax(*most, largest_error(&before, &after, &t.texture, &canvas.state));
        }
        printf("%d into %d: largest channel error: nearest %g, bilinear %.2f, of noise %.2f\n",
               source, target, fmax(worst[0][0], worst[1][0]), worst[1][1], worst[0][1]);
        // Bilinear weights are off by up to 1/128 and 1/256, which neighbours that differ by 255
        // show in full, in the colour and again in the alpha that scales the picture below.
        // Rounding to n bits adds half a step, and a step when both sums are rounded.
        const double step =
            target == HONE_PIXEL_ARGB8888 ? 0 : (target == HONE_PIXEL_ARGB4444 ? 17 : 255.0 / 31);
        assert_true(worst[0][HONE_FILTER_NEAREST] == 0);
        assert_true(worst[1][HONE_FILTER_NEAREST] == 0);
        assert_true(worst[0][HONE_FILTER_BILINEAR] <=
                    2.0 * 255 * (1.0 / 128 + 1.0 / 256) + 0.5 + step);
        assert_true(source != HONE_PIXEL_ARGB8888 || worst[1][HONE_FILTER_BILINEAR] <= 3.0 + step);
    }
}

// A picture, its copy, and a random thing to draw on both.
typedef struct pair {
    picture one, other;
    random_texture texture;
    hone_canvas_state state;
    hone_image_part part;
    int16_t hull[16];
} pair;

static void pair_begin(pair *p, random_state *random)
{
    const hone_pixel_format target = (hone_pixel_format)random_index(random, formats);
    const hone_pixel_format source = (hone_pixel_format)random_index(random, formats);
    picture_begin(&p->one, 1 + random_index(random, SCENE_SIDE),
                  1 + random_index(random, SCENE_SIDE), target);
    picture_noise(&p->one, random);
    memcpy(&p->other, &p->one, sizeof p->other);
    p->other.surface.pixels = p->other.bytes + ((uint8_t *)p->one.surface.pixels - p->one.bytes);
    if (random_index(random, 2) == 0) {
        texture_noise(&p->texture, random, source);
    } else {
        texture_smooth(&p->texture, random, source);
    }
    p->state = state_random(random, &p->one);
    const hone_texture *t = &p->texture.texture;
    if (random_index(random, 4) == 0) {
        p->state.key_enabled = true;
        p->state.key =
            texture_stored(t, random_index(random, t->width), random_index(random, t->height));
    }
    p->part = (hone_image_part){{0, 0, t->width, t->height}, NULL, 0};
    if (random_index(random, 2) == 0) {
        p->part.rect.x = random_index(random, t->width);
        p->part.rect.y = random_index(random, t->height);
        p->part.rect.width = 1 + random_index(random, t->width - p->part.rect.x);
        p->part.rect.height = 1 + random_index(random, t->height - p->part.rect.y);
    }
}

static hone_canvas canvas_of(const picture *p, const pair *of)
{
    hone_canvas canvas = hone_canvas_on(p->surface);
    canvas.state = of->state;
    return canvas;
}

static void vector_rows_have_the_bits_of_plain_c(void **unused)
{
    (void)unused;
    static pair p;
    random_state random = random_begin(12);
    for (int32_t i = 0; i < 10 * CASES; i++) {
        pair_begin(&p, &random);
        hone_canvas plain = canvas_of(&p.one, &p);
        canvas_draw_image(&plain, &p.texture.texture, &p.part, CANVAS_PLAIN);
        for (int32_t level = CANVAS_SSE2; level <= (int32_t)canvas_best_level(); level++) {
            static picture drawn;
            memcpy(&drawn, &p.other, sizeof drawn);
            drawn.surface.pixels = drawn.bytes + ((uint8_t *)p.one.surface.pixels - p.one.bytes);
            hone_canvas vector = canvas_of(&drawn, &p);
            canvas_draw_image(&vector, &p.texture.texture, &p.part, (canvas_level)level);
            assert_true(picture_equal(&p.one, &drawn));
        }
    }
}

static void a_hull_changes_no_pixel(void **unused)
{
    (void)unused;
    static pair p;
    random_state random = random_begin(13);
    for (int32_t i = 0; i < 10 * CASES; i++) {
        pair_begin(&p, &random);
        hone_canvas without = canvas_of(&p.one, &p);
        hone_canvas with = canvas_of(&p.other, &p);
        const uint32_t *key = p.state.key_enabled ? &p.state.key : NULL;
        hone_canvas_draw_image(&without, &p.texture.texture, &p.part);
        p.part.hull_count = hone_texture_hull(&p.texture.texture, &p.part.rect, key, p.hull);
        p.part.hull = p.hull;
        hone_canvas_draw_image(&with, &p.texture.texture, &p.part);
        assert_true(picture_equal(&p.one, &p.other));
    }
}

static void bands_and_clips_give_the_same_picture_as_the_whole(void **unused)
{
    (void)unused;
    static pair p;
    random_state random = random_begin(14);
    for (int32_t i = 0; i < 4 * CASES; i++) {
        pair_begin(&p, &random);
        hone_canvas whole = canvas_of(&p.one, &p);
        hone_canvas_draw_image(&whole, &p.texture.texture, &p.part);
        int32_t y = 0;
        const hone_surface all = p.other.surface;
        while (y < all.height) {
            const int32_t rows = 1 + random_index(&random, all.height - y);
            const int32_t split = random_index(&random, all.width);
            for (int32_t side = 0; side < 2; side++) {
                const int32_t x = side == 0 ? 0 : split;
                const int32_t width = side == 0 ? split : all.width - split;
                hone_surface tile = {(uint8_t *)all.pixels + y * all.stride +
                                         hone_pixel_bytes(all.format) * x,
                                     width,
                                     rows,
                                     all.stride,
                                     all.format,
                                     x,
                                     y};
                hone_canvas canvas = hone_canvas_on(tile);
                canvas.state = p.state;
                hone_canvas_draw_image(&canvas, &p.texture.texture, &p.part);
            }
            y += rows;
        }
        assert_true(picture_equal(&p.one, &p.other));
    }
}

static void whole_pixel_moves_copy_texels(void **unused)
{
    (void)unused;
    static random_texture t;
    static picture p;
    random_state random = random_begin(15);
    for (int32_t i = 0; i < 1000; i++) {
        texture_noise(&t, &random, HONE_PIXEL_ARGB8888);
        picture_begin(&p, SCENE_SIDE, SCENE_SIDE, HONE_PIXEL_ARGB8888);
        hone_canvas canvas = hone_canvas_on(p.surface);
        canvas.state.blend = HONE_BLEND_NONE;
        canvas.state.filter = (hone_filter)(i & 1);
        const int32_t w = t.texture.width;
        const int32_t h = t.texture.height;
        const int32_t turn = i / 2 % 4;
        static const float turns[4][4] = {
            {1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0}};
        const float corner[4][2] = {{0, 0}, {(float)h, 0}, {(float)w, (float)h}, {0, (float)w}};
        canvas.state.transform = (hone_affine2){turns[turn][0], turns[turn][1],  turns[turn][2],
                                                turns[turn][3], corner[turn][0], corner[turn][1]};
        hone_canvas_draw_image(&canvas, &t.texture, NULL);
        for (int32_t y = 0; y < h; y++) {
            for (int32_t x = 0; x < w; x++) {
                const int32_t to[4][2] = {
                    {x, y}, {h - 1 - y, x}, {w - 1 - x, h - 1 - y}, {y, w - 1 - x}};
                assert_int_equal(picture_stored(&p, to[turn][0], to[turn][1]),
                                 texture_stored(&t.texture, x, y));
            }
        }
    }
}

static void absurd_transforms_draw_nothing_or_stay_inside(void **unused)
{
    (void)unused;
    static const float values[] = {0,     -0.0f,  1,      -1,        0.5f,     1e-3f,
                                   1e-7f, 1e-30f, 1e-42f, 32767,     65536,    1e6f,
                                   -1e9f, 1e30f,  3e38f,  -3e38f,    INFINITY, -INFINITY,
                                   NAN,   1e-5f,  2e-5f,  524288.0f, 1e5f,     33.3f};
    const int32_t count = (int32_t)(sizeof values / sizeof *values);
    static picture p;
    static random_texture t;
    random_state random = random_begin(16);
    for (int32_t i = 0; i < 20000; i++) {
        picture_begin(&p, 1 + random_index(&random, 40), 1 + random_index(&random, 40),
                      HONE_PIXEL_ARGB8888);
        const uint8_t guard = p.bytes[0];
        texture_smooth(&t, &random, HONE_PIXEL_ARGB8888);
        hone_canvas canvas = hone_canvas_on(p.surface);
        canvas.state.filter = (hone_filter)(i & 1);
        float m[6];
        for (int32_t k = 0; k < 6; k++) {
            m[k] = values[random_index(&random, count)];
        }
        canvas.state.transform = (hone_affine2){m[0], m[1], m[2], m[3], m[4], m[5]};
        canvas_draw_image(&canvas, &t.texture, NULL, (canvas_level)(i % 3));
        assert_int_equal(p.bytes[0], guard);
    }
}

static void wrong_parts_and_textures_draw_nothing(void **unused)
{
    (void)unused;
    static picture p;
    static picture clean;
    static random_texture t;
    random_state random = random_begin(17);
    texture_noise(&t, &random, HONE_PIXEL_ARGB8888);
    t.texture.width = 8;
    t.texture.height = 8;
    picture_begin(&p, 32, 32, HONE_PIXEL_ARGB8888);
    memcpy(&clean, &p, sizeof p);
    hone_canvas canvas = hone_canvas_on(p.surface);
    canvas.state.blend = HONE_BLEND_NONE;
    const hone_rect rects[] = {
        {-1, 0, 2, 2}, {0, -1, 2, 2}, {0, 0, 9, 1},         {0, 0, 1, 9}, {8, 0, 1, 1},
        {0, 0, 0, 1},  {0, 0, 1, -1}, {1, 1, INT32_MAX, 1}, {2, 2, 7, 1}, {INT32_MAX, 0, 1, 1}};
    for (size_t i = 0; i < sizeof rects / sizeof *rects; i++) {
        hone_canvas_draw_image(&canvas, &t.texture, &(hone_image_part){rects[i], NULL, 0});
    }
    hone_texture bad[6];
    for (int32_t i = 0; i < 6; i++) {
        bad[i] = t.texture;
    }
    bad[0].pixels = NULL;
    bad[1].width = 0;
    bad[2].height = -1;
    bad[3].stride = 31;
    bad[4].format = (hone_pixel_format)77;
    bad[5].width = 40000;
    for (int32_t i = 0; i < 6; i++) {
        hone_canvas_draw_image(&canvas, &bad[i], NULL);
    }
    hone_canvas_draw_image(&canvas, NULL, NULL);
    assert_true(picture_equal(&p, &clean));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_follow_the_rule_of_sampling_and_blending),
        cmocka_unit_test(vector_rows_have_the_bits_of_plain_c),
        cmocka_unit_test(a_hull_changes_no_pixel),
        cmocka_unit_test(bands_and_clips_give_the_same_picture_as_the_whole),
        cmocka_unit_test(whole_pixel_moves_copy_texels),
        cmocka_unit_test(absurd_transforms_draw_nothing_or_stay_inside),
        cmocka_unit_test(wrong_parts_and_textures_draw_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
