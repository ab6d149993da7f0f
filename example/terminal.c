// SPDX-License-Identifier: MIT
//
// A figure that dances in the terminal: hone draws into a plain array, and where the array goes is
// up to the program. Here two pixels become one character in 24-bit colours.
// terminal [MOTION.bvh [SECONDS]]
#include <hone/hone.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 64, HEIGHT = 64 };

static uint32_t pixels[WIDTH * HEIGHT];

static void show(void)
{
    for (int y = 0; y < HEIGHT; y += 2) {
        for (int x = 0; x < WIDTH; x++) {
            uint32_t upper = pixels[y * WIDTH + x];
            uint32_t lower = pixels[(y + 1) * WIDTH + x];
            (void)printf("\033[38;2;%u;%u;%u;48;2;%u;%u;%um\xe2\x96\x80", upper >> 16 & 255,
                         upper >> 8 & 255, upper & 255, lower >> 16 & 255, lower >> 8 & 255,
                         lower & 255);
        }
        (void)puts("\033[0m");
    }
    (void)fflush(stdout);
}

static void dance(hone_stage *stage, double seconds)
{
    const hone_surface surface = {
        .pixels = pixels, .width = WIDTH, .height = HEIGHT, .stride = WIDTH * 4};
    hone_canvas canvas = hone_canvas_on(surface);
    struct timespec start;
    (void)timespec_get(&start, TIME_UTC);
    for (double now = 0; now < seconds;) {
        hone_stage_draw(stage, now, &canvas);
        show();
        (void)printf("\033[%dA", HEIGHT / 2); // back to the first line
        struct timespec t;
        do {
            (void)timespec_get(&t, TIME_UTC);
        } while ((double)(t.tv_sec - start.tv_sec) + (double)(t.tv_nsec - start.tv_nsec) * 1e-9 <
                 now + 0.04);
        now = (double)(t.tv_sec - start.tv_sec) + (double)(t.tv_nsec - start.tv_nsec) * 1e-9;
    }
    (void)printf("\033[%dB", HEIGHT / 2);
}

int main(int argc, char **argv)
{
    const char *in = argc > 1 ? argv[1] : "data/dance.bvh";
    double seconds = argc > 2 ? strtod(argv[2], NULL) : 10;
    hone_error error = {0};
    hone_bvh *bvh = NULL;
    hone_clip *clip = NULL;
    hone_stage *stage = NULL;
    hone_performer dancer = hone_default_performer();
    hone_stage_def def = hone_default_stage_def();
    hone_status status = hone_bvh_read_file(in, NULL, NULL, &bvh, &error);
    if (status == HONE_OK) {
        status = hone_bvh_clip(bvh, NULL, &clip, &error);
    }
    if (status == HONE_OK) {
        dancer.skeleton = bvh->skeleton;
        dancer.clip = clip;
        def.performers = &dancer;
        def.performer_count = 1;
        def.width = WIDTH;
        def.height = HEIGHT;
        def.loop = true;
        def.background = 0xff101018u;
        status = hone_stage_create(&def, NULL, &stage, &error);
    }
    if (status == HONE_OK) {
        dance(stage, seconds);
    } else {
        char text[512];
        (void)hone_error_text(&error, text, sizeof text);
        (void)fprintf(stderr, "terminal: %s\n", text);
    }
    hone_stage_destroy(stage);
    hone_bvh_clip_free(clip);
    hone_bvh_free(bvh);
    return status == HONE_OK ? 0 : 1;
}
