// SPDX-License-Identifier: MIT
#include "hone/image.h"

#include "cmocka_test.h"
#include "gif_decoder.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*draw_function)(const hone_surface *surface, int frame);

static void add_frames(hone_movie *movie, const hone_movie_def *def, draw_function draw, int count)
{
    hone_surface surface = new_surface(def->width, def->height);
    for (int i = 0; i < count; i++) {
        draw(&surface, i);
        hone_error error;
        if (hone_movie_add(movie, &surface, &error) != HONE_OK) {
            fail_msg("%s", error.message);
        }
    }
    free_surface(&surface);
}

static decoded_gif *encode_and_decode(const hone_movie_def *def, draw_function draw, int count,
                                      size_t *bytes)
{
    byte_list list = {0};
    hone_movie *movie = NULL;
    assert_int_equal(hone_movie_open_to(byte_list_write, &list, def, NULL, &movie, NULL), HONE_OK);
    add_frames(movie, def, draw, count);
    assert_int_equal(hone_movie_close(movie, NULL), HONE_OK);
    decoded_gif *gif = decode_gif(list.bytes, list.count);
    if (gif->fault != NULL) {
        fail_msg("%s", gif->fault);
    }
    if (bytes != NULL) {
        *bytes = list.count;
    }
    byte_list_free(&list);
    assert_int_equal(gif->width, def->width);
    assert_int_equal(gif->height, def->height);
    return gif;
}

static double psnr(const uint32_t *a, const uint32_t *b, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        for (int shift = 0; shift < 24; shift += 8) {
            double d = (double)(a[i] >> shift & 0xFF) - (double)(b[i] >> shift & 0xFF);
            sum += d * d;
        }
    }
    return sum == 0 ? 1000 : 10 * log10(255.0 * 255.0 / (sum / (3.0 * (double)count)));
}

// Eight flat colours that move, no edges.
static void draw_blocks(const hone_surface *surface, int frame)
{
    fill(surface, 0xFFFFFFFFu);
    for (int32_t y = 0; y < surface->height; y++) {
        for (int32_t x = 0; x < surface->width; x++) {
            int32_t block = (x + frame) / 7 + (y + 2 * frame) / 5;
            if (block % 5 == 0) {
                *pixel_at(surface, x, y) = 0xFF000000u | (uint32_t)(block % 7) * 0x203048u;
            }
        }
    }
}

static void a_movie_of_few_colours_is_exact(void **state)
{
    (void)state;
    hone_movie_def def = {.kind = HONE_MOVIE_GIF, .width = 61, .height = 47, .frame_time_s = 0.04};
    decoded_gif *gif = encode_and_decode(&def, draw_blocks, 40, NULL);
    assert_int_equal(gif->frame_count, 40);
    assert_int_equal(gif->own_tables, 0);
    hone_surface expected = new_surface(61, 47);
    for (int i = 0; i < 40; i++) {
        draw_blocks(&expected, i);
        assert_memory_equal(gif->frames[i], expected.pixels, 61 * 47 * 4);
        assert_int_equal(gif->delays[i], 4);
    }
    free_surface(&expected);
    decoded_gif_free(gif);
}

static void draw_face_dancer(const hone_surface *surface, int frame)
{
    fill(surface, 0xFFF8F4E8u);
    draw_dancer(surface, frame * 0.1, true);
}

static void a_movie_of_many_colours_stays_above_38_db(void **state)
{
    (void)state;
    hone_movie_def def = {
        .kind = HONE_MOVIE_GIF, .width = 200, .height = 200, .frame_time_s = 0.04};
    decoded_gif *gif = encode_and_decode(&def, draw_face_dancer, 40, NULL);
    hone_surface expected = new_surface(200, 200);
    for (int i = 0; i < 40; i++) {
        draw_face_dancer(&expected, i);
        double quality = psnr(gif->frames[i], expected.pixels, 200 * 200);
        assert_true(quality > 38);
    }
    free_surface(&expected);
    decoded_gif_free(gif);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_movie_of_few_colours_is_exact),
        cmocka_unit_test(a_movie_of_many_colours_stays_above_38_db),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
