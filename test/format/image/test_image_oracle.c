// SPDX-License-Identifier: MIT
//
// The same files read by ffmpeg, where it is installed: it must show what was drawn.
#include "hone/image.h"

#include "cmocka_test.h"
#include "gif_decoder.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 48, FRAMES = 30, PATH_BYTES = 600 };

// Flat colours that move over a plain ground.
static void draw_opaque(const hone_surface *surface, int frame)
{
    fill(surface, 0xFFEEDDCCu);
    for (int32_t y = 0; y < 12; y++) {
        for (int32_t x = 0; x < 20; x++) {
            *pixel_at(surface, (x + frame) % SIDE, (y + frame / 2) % SIDE) =
                0xFF000000u | (uint32_t)(x / 2) * 0x102008u;
        }
    }
}

// The same over nothing.
static void draw_over_nothing(const hone_surface *surface, int frame)
{
    fill(surface, 0);
    for (int32_t y = 0; y < 12; y++) {
        for (int32_t x = 0; x < 20; x++) {
            *pixel_at(surface, (x + frame) % SIDE, (y + frame / 2) % SIDE) =
                0xFF000000u | (uint32_t)(x / 2) * 0x102008u;
        }
    }
}

static void check(hone_movie_kind kind, const char *name, draw_function draw)
{
    char path[PATH_BYTES];
    char raw[PATH_BYTES];
    char command[3 * PATH_BYTES];
    output_path(path, sizeof path, name);
    output_path(raw, sizeof raw, "oracle.raw");
    hone_movie_def def = {.kind = kind, .width = SIDE, .height = SIDE, .frame_time_s = 0.04};
    hone_movie *movie = NULL;
    assert_int_equal(hone_movie_open(path, &def, NULL, &movie, NULL), HONE_OK);
    add_frames(movie, &def, draw, FRAMES);
    assert_int_equal(hone_movie_close(movie, NULL), HONE_OK);
    (void)snprintf(command, sizeof command,
                   "ffmpeg -v error -i '%s' -vsync passthrough -f rawvideo -pix_fmt bgra -y '%s'",
                   path, raw);
    // The tests run where the build is, and nothing in the command is foreign.
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c)
    size_t count;
    uint8_t *frames = load_file(raw, &count);
    assert_int_equal(count, FRAMES * SIDE * SIDE * 4);
    hone_surface source = new_surface(SIDE, SIDE);
    for (int f = 0; f < FRAMES; f++) {
        draw(&source, f);
        for (int p = 0; p < SIDE * SIDE; p++) {
            const uint8_t *bgra = frames + ((size_t)f * SIDE * SIDE + (size_t)p) * 4;
            uint32_t pixel = ((uint32_t *)source.pixels)[p];
            assert_int_equal(bgra[3], pixel >> 24);
            if (pixel != 0) {
                assert_int_equal(bgra[0], pixel & 0xFF);
                assert_int_equal(bgra[1], pixel >> 8 & 0xFF);
                assert_int_equal(bgra[2], pixel >> 16 & 0xFF);
            }
        }
    }
    free_surface(&source);
    free(frames);
}

static void ffmpeg_shows_what_was_drawn(void **state)
{
    (void)state;
    if (system("command -v ffmpeg >/dev/null 2>&1") != 0) { // NOLINT(cert-env33-c)
        print_message("skipped: ffmpeg is not installed\n");
        return;
    }
    check(HONE_MOVIE_GIF, "oracle.gif", draw_opaque);
    check(HONE_MOVIE_GIF, "oracle-clear.gif", draw_over_nothing);
#ifdef HONE_IMAGE_LIBS
    check(HONE_MOVIE_APNG, "oracle.apng", draw_opaque);
    check(HONE_MOVIE_APNG, "oracle-clear.apng", draw_over_nothing);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ffmpeg_shows_what_was_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
