// SPDX-License-Identifier: MIT
#include "hone/image.h"

#include "cmocka_test.h"
#include "gif_decoder.h"
#include "scene.h"

#include <math.h>

// Frames that all differ: the number in binary as pixels.
static void draw_number(const hone_surface *surface, int frame)
{
    fill(surface, 0xFF808080u);
    for (int bit = 0; bit < 12; bit++) {
        *pixel_at(surface, bit, 0) = frame >> bit & 1 ? 0xFFFFFFFFu : 0xFF000000u;
    }
}

static void delays_alternate_so_that_the_rate_is_exact(void **state)
{
    (void)state;
    hone_movie_def def = {.kind = HONE_MOVIE_GIF, .width = 12, .height = 2, .frame_time_s = 0.025};
    decoded_gif *gif = encode_and_decode(&def, draw_number, 400, NULL);
    assert_int_equal(gif->frame_count, 400);
    int sum = 0;
    for (int i = 0; i < 400; i++) {
        assert_int_equal(gif->delays[i], i % 2 == 0 ? 2 : 3);
        sum += gif->delays[i];
    }
    assert_int_equal(sum, 1000);
    decoded_gif_free(gif);
}

static void no_frame_starts_more_than_half_a_hundredth_off(void **state)
{
    (void)state;
    static const double times[] = {1.0 / 30, 1.0 / 24, 0.0333333, 0.021, 0.02, 1.0 / 7, 0.0999};
    for (size_t t = 0; t < sizeof times / sizeof times[0]; t++) {
        hone_movie_def def = {
            .kind = HONE_MOVIE_GIF, .width = 12, .height = 1, .frame_time_s = times[t]};
        decoded_gif *gif = encode_and_decode(&def, draw_number, 500, NULL);
        assert_int_equal(gif->frame_count, 500);
        int at = 0;
        for (int i = 0; i < 500; i++) {
            assert_true(fabs(at - i * times[t] * 100) <= 0.5 + 1e-6);
            assert_true(gif->delays[i] >= 2);
            at += gif->delays[i];
        }
        assert_true(fabs(at - 500 * times[t] * 100) <= 0.5 + 1e-6);
        decoded_gif_free(gif);
    }
}

static int number_in(const uint32_t *frame)
{
    int number = 0;
    for (int bit = 0; bit < 12; bit++) {
        number |= (frame[bit] == 0xFFFFFFFFu) << bit;
    }
    return number;
}

static void above_fifty_frames_a_second_frames_are_left_out_evenly(void **state)
{
    (void)state;
    static const double times[] = {1.0 / 60, 1.0 / 120, 0.0083333, 1.0 / 51, 0.001};
    for (size_t t = 0; t < sizeof times / sizeof times[0]; t++) {
        hone_movie_def def = {
            .kind = HONE_MOVIE_GIF, .width = 12, .height = 1, .frame_time_s = times[t]};
        decoded_gif *gif = encode_and_decode(&def, draw_number, 600, NULL);
        int at = 0;
        for (int i = 0; i < gif->frame_count; i++) {
            // The frame that is shown is the one of its time, to within the two hundredths.
            double true_start = number_in(gif->frames[i]) * times[t] * 100;
            assert_true(true_start >= at - 1e-6 && true_start < at + 2);
            assert_true(i == gif->frame_count - 1 || gif->delays[i] == 2);
            at += gif->delays[i];
        }
        assert_true(fabs(at - 600 * times[t] * 100) <= 2);
        decoded_gif_free(gif);
    }
}

// Three changes in 300 frames.
static void draw_slow(const hone_surface *surface, int frame)
{
    draw_number(surface, frame / 100);
}

static void equal_frames_are_stored_once_and_pass_time(void **state)
{
    (void)state;
    hone_movie_def def = {.kind = HONE_MOVIE_GIF, .width = 12, .height = 1, .frame_time_s = 0.025};
    decoded_gif *gif = encode_and_decode(&def, draw_slow, 300, NULL);
    assert_int_equal(gif->frame_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(gif->delays[i], 250);
        assert_int_equal(number_in(gif->frames[i]), i);
    }
    decoded_gif_free(gif);
}

static void a_pause_longer_than_the_format_counts_is_split(void **state)
{
    (void)state;
    hone_movie_def def = {.kind = HONE_MOVIE_GIF, .width = 12, .height = 1, .frame_time_s = 500};
    decoded_gif *gif = encode_and_decode(&def, draw_slow, 101, NULL);
    int64_t sum = 0;
    int changes = 0;
    for (int i = 0; i < gif->frame_count; i++) {
        sum += gif->delays[i];
        changes += i > 0 && number_in(gif->frames[i]) != number_in(gif->frames[i - 1]);
    }
    assert_int_equal(sum, 101 * 50000);
    assert_int_equal(changes, 1);
    decoded_gif_free(gif);
}

static void loops_are_stored_as_repeats_and_one_play_without_extension(void **state)
{
    (void)state;
    static const int cases[][2] = {{0, 0}, {1, -1}, {2, 1}, {65535, 65534}};
    for (size_t i = 0; i < 4; i++) {
        hone_movie_def def = {.kind = HONE_MOVIE_GIF,
                              .width = 12,
                              .height = 1,
                              .frame_time_s = 0.1,
                              .loops = cases[i][0]};
        decoded_gif *gif = encode_and_decode(&def, draw_number, 2, NULL);
        assert_int_equal(gif->loops, cases[i][1]);
        decoded_gif_free(gif);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delays_alternate_so_that_the_rate_is_exact),
        cmocka_unit_test(no_frame_starts_more_than_half_a_hundredth_off),
        cmocka_unit_test(above_fifty_frames_a_second_frames_are_left_out_evenly),
        cmocka_unit_test(equal_frames_are_stored_once_and_pass_time),
        cmocka_unit_test(a_pause_longer_than_the_format_counts_is_split),
        cmocka_unit_test(loops_are_stored_as_repeats_and_one_play_without_extension),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
