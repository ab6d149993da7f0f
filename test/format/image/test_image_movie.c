// SPDX-License-Identifier: MIT
//
// Animated PNG and WebP: what is shown, and for how long.
#include "hone/image.h"

#include "apng_decoder.h"
#include "cmocka_test.h"
#include "random.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/demux.h>

typedef void (*draw_function)(const hone_surface *surface, int frame);

static byte_list encode(const hone_movie_def *def, draw_function draw, int count)
{
    byte_list list = {0};
    hone_movie *movie = NULL;
    assert_int_equal(hone_movie_open_to(byte_list_write, &list, def, NULL, &movie, NULL), HONE_OK);
    hone_surface surface = new_surface(def->width, def->height);
    for (int i = 0; i < count; i++) {
        draw(&surface, i);
        assert_int_equal(hone_movie_add(movie, &surface, NULL), HONE_OK);
    }
    assert_int_equal(hone_movie_close(movie, NULL), HONE_OK);
    free_surface(&surface);
    return list;
}

static uint32_t premultiplied(uint32_t color)
{
    uint32_t a = color >> 24;
    uint32_t result = a << 24;
    for (int shift = 0; shift < 24; shift += 8) {
        result |= ((color >> shift & 0xFF) * a * 2 + 255) / 510 << shift;
    }
    return result;
}

// Soft discs over nothing; frames 10 to 14 are equal.
static void draw_ghost(const hone_surface *surface, int frame)
{
    frame = frame >= 10 && frame < 15 ? 10 : frame;
    fill(surface, 0);
    draw_disc(surface, 20 + 15 * sin(frame * 0.4), 20 + 10 * cos(frame * 0.7), 8, 0xFF4080C0u);
    if (frame % 3 == 1) {
        draw_disc(surface, 5, 5, 4, 0x80400020u);
    }
}

static void an_animated_png_shows_every_pixel_exactly(void **state)
{
    (void)state;
    hone_movie_def def = {
        .kind = HONE_MOVIE_APNG, .width = 40, .height = 31, .frame_time_s = 0.025, .loops = 3};
    byte_list list = encode(&def, draw_ghost, 20);
    decoded_apng *apng = decode_apng(list.bytes, list.count);
    if (apng->fault != NULL) {
        fail_msg("%s", apng->fault);
    }
    assert_int_equal(apng->loops, 3);
    assert_int_equal(apng->frame_count, 16);
    hone_surface source = new_surface(40, 31);
    for (int i = 0; i < 16; i++) {
        draw_ghost(&source, i <= 10 ? i : i + 4);
        assert_true(fabs(apng->seconds[i] - (i == 10 ? 0.125 : 0.025)) < 1e-9);
        for (int p = 0; p < 40 * 31; p++) {
            assert_int_equal(premultiplied(apng->frames[i][p]), ((uint32_t *)source.pixels)[p]);
        }
    }
    free_surface(&source);
    decoded_apng_free(apng);
    // The still picture that programs without animation show is the first frame.
    hone_image *image = NULL;
    assert_int_equal(hone_image_read(list.bytes, list.count, "t", NULL, &image, NULL), HONE_OK);
    assert_int_equal(image->texture.width, 40);
    hone_image_free(image);
    byte_list_free(&list);
}

static uint64_t case_seed;

static void draw_case(const hone_surface *surface, int frame)
{
    uint64_t random = case_seed + (uint64_t)frame * 977;
    if (frame == 0) {
        fill(surface, 0xFF336699u);
    }
    int32_t x0 = (int32_t)(next_random(&random) % (uint64_t)surface->width);
    int32_t y0 = (int32_t)(next_random(&random) % (uint64_t)surface->height);
    for (int32_t y = y0; y < surface->height; y++) {
        for (int32_t x = x0; x < surface->width; x++) {
            uint32_t value = (uint32_t)next_random(&random);
            *pixel_at(surface, x, y) = value % 3 == 0 ? 0 : 0xFF000000u | value >> 8;
        }
    }
}

static void any_animated_png_comes_back(void **state)
{
    (void)state;
    random_state random = random_begin(20261202);
    for (int i = 0; i < 1000; i++) {
        case_seed = random_bits(&random);
        hone_movie_def def = {.kind = HONE_MOVIE_APNG,
                              .width = 1 + random_index(&random, 30),
                              .height = 1 + random_index(&random, 30),
                              .frame_time_s = 0.04};
        int count = 1 + random_index(&random, 5);
        byte_list list = encode(&def, draw_case, count);
        decoded_apng *apng = decode_apng(list.bytes, list.count);
        if (apng->fault != NULL) {
            fail_msg("%s", apng->fault);
        }
        hone_surface source = new_surface(def.width, def.height);
        int shown = -1;
        double left = 0;
        for (int f = 0; f < count; f++) {
            draw_case(&source, f);
            if (left < 0.02) {
                left = apng->seconds[++shown];
            }
            assert_memory_equal(apng->frames[shown], source.pixels,
                                (size_t)def.width * (size_t)def.height * 4);
            left -= 0.04;
        }
        assert_int_equal(shown, apng->frame_count - 1);
        free_surface(&source);
        decoded_apng_free(apng);
        byte_list_free(&list);
    }
}

static void draw_large_noise(const hone_surface *surface, int frame)
{
    case_seed = 99;
    draw_case(surface, frame);
}

static void frame_data_of_many_chunks_come_back(void **state)
{
    (void)state;
    hone_movie_def def = {.kind = HONE_MOVIE_APNG, .width = 300, .height = 300, .frame_time_s = 40};
    byte_list list = encode(&def, draw_large_noise, 3);
    assert_true(list.count > 3 * 65536);
    decoded_apng *apng = decode_apng(list.bytes, list.count);
    assert_null(apng->fault);
    assert_int_equal(apng->frame_count, 3);
    hone_surface source = new_surface(300, 300);
    for (int i = 0; i < 3; i++) {
        draw_large_noise(&source, i);
        assert_memory_equal(apng->frames[i], source.pixels, 360000);
        assert_true(fabs(apng->seconds[i] - 40) < 1e-9);
    }
    free_surface(&source);
    decoded_apng_free(apng);
    byte_list_free(&list);
}

static void a_webp_shows_every_pixel_exactly(void **state)
{
    (void)state;
    hone_movie_def def = {
        .kind = HONE_MOVIE_WEBP, .width = 40, .height = 31, .frame_time_s = 0.025, .loops = 3};
    byte_list list = encode(&def, draw_ghost, 20);
    WebPAnimDecoderOptions options;
    assert_true(WebPAnimDecoderOptionsInit(&options));
    options.color_mode = MODE_RGBA;
    WebPData data = {list.bytes, list.count};
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
    assert_non_null(decoder);
    WebPAnimInfo info;
    assert_true(WebPAnimDecoderGetInfo(decoder, &info));
    assert_int_equal(info.loop_count, 3);
    assert_int_equal(info.canvas_width, 40);
    assert_int_equal(info.canvas_height, 31);
    hone_surface source = new_surface(40, 31);
    int end = 0;
    int source_frame = 0;
    while (WebPAnimDecoderHasMoreFrames(decoder)) {
        uint8_t *rgba;
        assert_true(WebPAnimDecoderGetNext(decoder, &rgba, &end));
        // All source frames up to this one's end look like it.
        for (; source_frame * 25 < end; source_frame++) {
            draw_ghost(&source, source_frame);
            for (int p = 0; p < 40 * 31; p++) {
                uint32_t color = (uint32_t)rgba[p * 4 + 3] << 24 | (uint32_t)rgba[p * 4] << 16 |
                                 (uint32_t)rgba[p * 4 + 1] << 8 | rgba[p * 4 + 2];
                assert_int_equal(premultiplied(color), ((uint32_t *)source.pixels)[p]);
            }
        }
    }
    assert_int_equal(end, 500);
    WebPAnimDecoderDelete(decoder);
    free_surface(&source);
    byte_list_free(&list);
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    static const hone_movie_kind kinds[] = {HONE_MOVIE_APNG, HONE_MOVIE_WEBP};
    for (size_t k = 0; k < 2; k++) {
        hone_status status = HONE_ERROR_MEMORY;
        int64_t n = 0;
        for (; status != HONE_OK; n++) {
            failing_heap heap = {.until_failure = n};
            hone_allocator allocator = failing_allocator(&heap);
            byte_list list = {0};
            hone_movie_def def = {
                .kind = kinds[k], .width = 40, .height = 40, .frame_time_s = 0.04};
            hone_movie *movie = NULL;
            hone_surface surface = new_surface(40, 40);
            status = hone_movie_open_to(byte_list_write, &list, &def, &allocator, &movie, NULL);
            for (int i = 0; i < 4 && status == HONE_OK; i++) {
                draw_case(&surface, i);
                status = hone_movie_add(movie, &surface, NULL);
            }
            if (movie != NULL) {
                hone_status closed = hone_movie_close(movie, NULL);
                assert_true(status == HONE_OK || closed == status);
                status = closed;
            }
            free_surface(&surface);
            byte_list_free(&list);
            assert_true(status == HONE_OK || status == HONE_ERROR_MEMORY);
            assert_int_equal(heap.in_use, 0);
        }
        assert_true(n > 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_animated_png_shows_every_pixel_exactly),
        cmocka_unit_test(any_animated_png_comes_back),
        cmocka_unit_test(frame_data_of_many_chunks_come_back),
        cmocka_unit_test(a_webp_shows_every_pixel_exactly),
        cmocka_unit_test(every_failing_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
