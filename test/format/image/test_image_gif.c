// SPDX-License-Identifier: MIT
#include "hone/image.h"

#include "cmocka_test.h"
#include "gif_decoder.h"
#include "random.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// ---- transparency ----

// A disc that moves over nothing, soft edges; the pixels behind it become transparent again.
static void draw_ghost(const hone_surface *surface, int frame)
{
    fill(surface, 0);
    draw_disc(surface, 20 + 15 * sin(frame * 0.4), 20 + 10 * cos(frame * 0.7), 8, 0xFF4080C0u);
    if (frame % 3 == 1) {
        draw_disc(surface, 5, 5, 4, 0xFFFF0000u);
    }
}

static void pixels_become_transparent_again(void **state)
{
    (void)state;
    hone_movie_def def = {.kind = HONE_MOVIE_GIF, .width = 40, .height = 40, .frame_time_s = 0.04};
    decoded_gif *gif = encode_and_decode(&def, draw_ghost, 50, NULL);
    hone_surface source = new_surface(40, 40);
    for (int i = 0; i < 50; i++) {
        draw_ghost(&source, i);
        for (int32_t p = 0; p < 1600; p++) {
            uint32_t pixel = ((uint32_t *)source.pixels)[p];
            uint32_t shown = gif->frames[i][p];
            assert_int_equal(shown != 0, pixel >> 24 >= 128);
            // Edges keep the disc's own colour instead of mixing with black.
            for (int shift = 0; shift < 24 && shown != 0; shift += 8) {
                int32_t own = (int32_t)((pixel >> shift & 0xFF) * 255 / (pixel >> 24));
                assert_true(abs(own - (int32_t)(shown >> shift & 0xFF)) <= 1);
            }
        }
    }
    free_surface(&source);
    decoded_gif_free(gif);
}

static void edges_are_mixed_with_the_matte_down_to_the_threshold(void **state)
{
    (void)state;
    hone_movie_def def = {.kind = HONE_MOVIE_GIF,
                          .width = 40,
                          .height = 40,
                          .frame_time_s = 0.04,
                          .matte = 0xFF00FF00u,
                          .alpha_threshold = 1};
    decoded_gif *gif = encode_and_decode(&def, draw_ghost, 20, NULL);
    hone_surface source = new_surface(40, 40);
    for (int i = 0; i < 20; i++) {
        draw_ghost(&source, i);
        for (int32_t p = 0; p < 1600; p++) {
            uint32_t pixel = ((uint32_t *)source.pixels)[p];
            uint32_t shown = gif->frames[i][p];
            assert_int_equal(shown != 0, pixel >> 24 > 0);
            if (shown != 0) {
                int32_t green = (int32_t)((pixel >> 8 & 0xFF) + 255 - (pixel >> 24));
                assert_true(abs(green - (int32_t)(shown >> 8 & 0xFF)) <= 3);
                // The colours are too many for an exact palette.
                int32_t red = (int32_t)(pixel >> 16 & 0xFF) - (int32_t)(shown >> 16 & 0xFF);
                assert_true(abs(red) <= 3);
            }
        }
    }
    free_surface(&source);
    decoded_gif_free(gif);
}

static void draw_nothing_then_something(const hone_surface *surface, int frame)
{
    fill(surface, frame < 3 ? 0 : 0xFF123456u);
}

static void a_movie_may_begin_with_nothing(void **state)
{
    (void)state;
    hone_movie_def def = {.kind = HONE_MOVIE_GIF, .width = 3, .height = 3, .frame_time_s = 0.04};
    decoded_gif *gif = encode_and_decode(&def, draw_nothing_then_something, 4, NULL);
    assert_int_equal(gif->frame_count, 2);
    assert_int_equal(gif->delays[0], 12);
    for (int p = 0; p < 9; p++) {
        assert_int_equal(gif->frames[0][p], 0);
        assert_int_equal(gif->frames[1][p], 0xFF123456u);
    }
    decoded_gif_free(gif);
}

// ---- colours ----

// Frame n shows colours 0 to n: 200 frames, 200 colours, most of them long after the start.
static void draw_more_and_more_colours(const hone_surface *surface, int frame)
{
    for (int32_t x = 0; x < surface->width; x++) {
        uint32_t n = (uint32_t)(x % (frame + 1));
        *pixel_at(surface, x, 0) = 0xFF000000u | n * 0x010307u;
    }
}

static void colours_that_come_late_are_exact_while_they_are_255(void **state)
{
    (void)state;
    hone_movie_def def = {.kind = HONE_MOVIE_GIF, .width = 255, .height = 1, .frame_time_s = 0.04};
    decoded_gif *gif = encode_and_decode(&def, draw_more_and_more_colours, 255, NULL);
    assert_int_equal(gif->own_tables, 0);
    hone_surface source = new_surface(255, 1);
    for (int i = 0; i < 255; i++) {
        draw_more_and_more_colours(&source, i);
        assert_memory_equal(gif->frames[i], source.pixels, 255 * 4);
    }
    free_surface(&source);
    decoded_gif_free(gif);
}

// From frame 30 on, other colours than before, 160 in each frame and thousands in all.
static void draw_scene_cut(const hone_surface *surface, int frame)
{
    for (int32_t y = 0; y < surface->height; y++) {
        for (int32_t x = 0; x < surface->width; x++) {
            uint32_t n = (uint32_t)(x + 16 * (y % 10));
            *pixel_at(surface, x, y) =
                frame < 30 ? 0xFF000000u | (n + (uint32_t)frame) % 200 * 0x000101u
                           : 0xFF100000u | n << 16 | (uint32_t)frame % 64 << 10 | 0x30;
        }
    }
}

static void a_scene_that_the_palette_serves_badly_gets_its_own(void **state)
{
    (void)state;
    hone_movie_def def = {.kind = HONE_MOVIE_GIF, .width = 16, .height = 20, .frame_time_s = 0.04};
    decoded_gif *gif = encode_and_decode(&def, draw_scene_cut, 60, NULL);
    assert_true(gif->own_tables > 10);
    hone_surface source = new_surface(16, 20);
    for (int i = 0; i < 60; i++) {
        draw_scene_cut(&source, i);
        assert_true(psnr(gif->frames[i], source.pixels, 320) > 36);
    }
    free_surface(&source);
    decoded_gif_free(gif);
}

static void draw_gradient(const hone_surface *surface, int frame)
{
    for (int32_t y = 0; y < surface->height; y++) {
        for (int32_t x = 0; x < surface->width; x++) {
            *pixel_at(surface, x, y) = 0xFF000000u | (uint32_t)x << 16 | (uint32_t)y << 8 |
                                       (uint32_t)(x * y / 255 + 0 * frame);
        }
    }
}

static double block_error(const uint32_t *a, const uint32_t *b)
{
    double sum = 0;
    for (int32_t by = 0; by < 256; by += 8) {
        for (int32_t bx = 0; bx < 256; bx += 8) {
            for (int shift = 0; shift < 24; shift += 8) {
                double difference = 0;
                for (int32_t p = 0; p < 64; p++) {
                    int32_t at = (by + p / 8) * 256 + bx + p % 8;
                    difference += (double)(a[at] >> shift & 0xFF) - (double)(b[at] >> shift & 0xFF);
                }
                sum += fabs(difference) / 64;
            }
        }
    }
    return sum / (3 * 1024);
}

static void dithering_brings_the_mean_of_an_area_nearer(void **state)
{
    (void)state;
    hone_movie_def def = {
        .kind = HONE_MOVIE_GIF, .width = 256, .height = 256, .frame_time_s = 0.04};
    decoded_gif *flat = encode_and_decode(&def, draw_gradient, 1, NULL);
    def.dither = true;
    decoded_gif *mixed = encode_and_decode(&def, draw_gradient, 1, NULL);
    hone_surface source = new_surface(256, 256);
    draw_gradient(&source, 0);
    double flat_error = block_error(flat->frames[0], source.pixels);
    double mixed_error = block_error(mixed->frames[0], source.pixels);
    assert_true(mixed_error < 0.6 * flat_error);
    free_surface(&source);
    decoded_gif_free(flat);
    decoded_gif_free(mixed);
}

static void flat_areas_keep_exactly_their_colour(void **state)
{
    (void)state;
    hone_movie_def def = {
        .kind = HONE_MOVIE_GIF, .width = 200, .height = 200, .frame_time_s = 0.04, .dither = true};
    decoded_gif *gif = encode_and_decode(&def, draw_face_dancer, 20, NULL);
    hone_surface source = new_surface(200, 200);
    for (int i = 0; i < 20; i++) {
        draw_face_dancer(&source, i);
        for (int p = 0; p < 40000; p++) {
            uint32_t pixel = ((uint32_t *)source.pixels)[p];
            if (pixel == 0xFFF8F4E8u || pixel == 0xFF203040u || pixel == 0xFFC03020u ||
                pixel == 0xFF2060C0u || pixel == 0xFF208040u || pixel == 0xFF806010u) {
                assert_int_equal(gif->frames[i][p], pixel);
            }
        }
    }
    free_surface(&source);
    decoded_gif_free(gif);
}

static void pixels_that_stay_do_not_flicker(void **state)
{
    (void)state;
    hone_movie_def def = {
        .kind = HONE_MOVIE_GIF, .width = 200, .height = 200, .frame_time_s = 0.04, .dither = true};
    decoded_gif *gif = encode_and_decode(&def, draw_face_dancer, 30, NULL);
    hone_surface before = new_surface(200, 200);
    hone_surface now = new_surface(200, 200);
    draw_face_dancer(&before, 0);
    for (int i = 1; i < 30; i++) {
        draw_face_dancer(&now, i);
        for (int p = 0; p < 40000; p++) {
            if (((uint32_t *)before.pixels)[p] == ((uint32_t *)now.pixels)[p]) {
                assert_int_equal(gif->frames[i - 1][p], gif->frames[i][p]);
            }
        }
        memcpy(before.pixels, now.pixels, 160000);
    }
    free_surface(&before);
    free_surface(&now);
    decoded_gif_free(gif);
}

// ---- any content ----

static uint64_t case_seed;

// Noise of a random number of colours, in random rectangles, with holes in some movies.
static void draw_case(const hone_surface *surface, int frame)
{
    uint64_t random = case_seed;
    uint32_t colors = 1 + (uint32_t)(next_random(&random) % 120);
    bool holes = next_random(&random) % 2 == 0;
    if (frame == 0) {
        fill(surface, 0xFFFFFFFFu);
    }
    random += (uint64_t)frame * 977;
    int32_t x0 = (int32_t)(next_random(&random) % (uint64_t)surface->width);
    int32_t y0 = (int32_t)(next_random(&random) % (uint64_t)surface->height);
    int32_t run = 1 + (int32_t)(next_random(&random) % 30);
    for (int32_t y = y0; y < surface->height; y++) {
        uint32_t color = 0;
        for (int32_t x = x0; x < surface->width; x++) {
            if ((x - x0) % run == 0) {
                uint32_t n = (uint32_t)(next_random(&random) % colors);
                color = holes && n == 0 ? 0 : 0xFF000000u | n * 0x1F0703u;
            }
            *pixel_at(surface, x, y) = color;
        }
    }
}

static void any_movie_of_at_most_255_colours_comes_back_exactly(void **state)
{
    (void)state;
    random_state random = random_begin(20261201);
    for (int i = 0; i < 1000; i++) {
        case_seed = random_bits(&random);
        hone_movie_def def = {.kind = HONE_MOVIE_GIF,
                              .width = 1 + random_index(&random, 70),
                              .height = 1 + random_index(&random, 70),
                              .frame_time_s = 0.04};
        int count = 1 + random_index(&random, 16);
        decoded_gif *gif = encode_and_decode(&def, draw_case, count, NULL);
        hone_surface source = new_surface(def.width, def.height);
        int shown = -1;
        int left = 0;
        for (int f = 0; f < count; f++) {
            draw_case(&source, f);
            if (left == 0) {
                shown++;
                assert_true(shown < gif->frame_count);
                left = gif->delays[shown];
            }
            assert_memory_equal(gif->frames[shown], source.pixels,
                                (size_t)def.width * (size_t)def.height * 4);
            left -= 4;
        }
        free_surface(&source);
        decoded_gif_free(gif);
    }
}

static void the_same_frames_give_the_same_bytes(void **state)
{
    (void)state;
    hone_movie_def def = {
        .kind = HONE_MOVIE_GIF, .width = 120, .height = 120, .frame_time_s = 0.025, .dither = true};
    byte_list lists[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        hone_movie *movie = NULL;
        assert_int_equal(hone_movie_open_to(byte_list_write, &lists[i], &def, NULL, &movie, NULL),
                         HONE_OK);
        add_frames(movie, &def, draw_face_dancer, 20);
        assert_int_equal(hone_movie_close(movie, NULL), HONE_OK);
    }
    assert_int_equal(lists[0].count, lists[1].count);
    assert_memory_equal(lists[0].bytes, lists[1].bytes, lists[0].count);
    byte_list_free(&lists[0]);
    byte_list_free(&lists[1]);
}

static hone_status write_with(const hone_allocator *allocator, byte_list *list, bool face)
{
    hone_movie_def def = {.kind = HONE_MOVIE_GIF, .width = 40, .height = 40, .frame_time_s = 0.04};
    hone_movie *movie = NULL;
    hone_status status = hone_movie_open_to(byte_list_write, list, &def, allocator, &movie, NULL);
    if (status != HONE_OK) {
        return status;
    }
    hone_surface surface = new_surface(40, 40);
    for (int i = 0; i < 15 && status == HONE_OK; i++) {
        if (face) {
            draw_face_dancer(&surface, i);
        } else {
            draw_blocks(&surface, i);
        }
        status = hone_movie_add(movie, &surface, NULL);
    }
    free_surface(&surface);
    hone_status closed = hone_movie_close(movie, NULL);
    assert_true(status == HONE_OK || closed == status);
    return closed;
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    for (int face = 0; face < 2; face++) {
        hone_status status = HONE_ERROR_MEMORY;
        int failures = 0;
        for (int64_t n = 0; status != HONE_OK; n++) {
            failing_heap heap = {.until_failure = n};
            hone_allocator allocator = failing_allocator(&heap);
            byte_list list = {0};
            status = write_with(&allocator, &list, face != 0);
            byte_list_free(&list);
            assert_true(status == HONE_OK || status == HONE_ERROR_MEMORY);
            assert_int_equal(heap.in_use, 0);
            failures += status != HONE_OK;
            assert_true(n < 1000);
        }
        assert_true(failures > 20);
    }
}

static void a_callback_that_takes_no_more_ends_the_movie(void **state)
{
    (void)state;
    byte_list list = {.limit = 3000};
    assert_int_equal(write_with(NULL, &list, true), HONE_ERROR_IO);
    assert_true(list.count <= 3000);
    byte_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_movie_of_few_colours_is_exact),
        cmocka_unit_test(a_movie_of_many_colours_stays_above_38_db),
        cmocka_unit_test(pixels_become_transparent_again),
        cmocka_unit_test(edges_are_mixed_with_the_matte_down_to_the_threshold),
        cmocka_unit_test(a_movie_may_begin_with_nothing),
        cmocka_unit_test(colours_that_come_late_are_exact_while_they_are_255),
        cmocka_unit_test(a_scene_that_the_palette_serves_badly_gets_its_own),
        cmocka_unit_test(dithering_brings_the_mean_of_an_area_nearer),
        cmocka_unit_test(flat_areas_keep_exactly_their_colour),
        cmocka_unit_test(pixels_that_stay_do_not_flicker),
        cmocka_unit_test(any_movie_of_at_most_255_colours_comes_back_exactly),
        cmocka_unit_test(the_same_frames_give_the_same_bytes),
        cmocka_unit_test(every_failing_allocation_is_reported_and_leaks_nothing),
        cmocka_unit_test(a_callback_that_takes_no_more_ends_the_movie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
