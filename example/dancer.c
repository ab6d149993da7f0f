// SPDX-License-Identifier: MIT
//
// A dancer from a BVH file to a moving picture:  dancer [MOTION.bvh [OUT.gif]]
#include <hone/hone.h>

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 320, HEIGHT = 320 };

static uint32_t pixels[WIDTH * HEIGHT];

static void must(hone_status status, const hone_error *error)
{
    if (status != HONE_OK) {
        char text[512];
        (void)hone_error_text(error, text, sizeof text);
        (void)fprintf(stderr, "dancer: %s\n", text);
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    const char *in = argc > 1 ? argv[1] : "data/dance.bvh";
    const char *out = argc > 2 ? argv[2] : "dancer.gif";
    hone_error error = {0};

    hone_bvh *bvh = NULL;
    hone_clip *clip = NULL;
    must(hone_bvh_read_file(in, NULL, NULL, &bvh, &error), &error);
    must(hone_bvh_clip(bvh, NULL, &clip, &error), &error);

    hone_performer dancer = hone_default_performer();
    dancer.skeleton = bvh->skeleton;
    dancer.clip = clip;

    hone_stage_def def = hone_default_stage_def();
    def.performers = &dancer;
    def.performer_count = 1;
    def.width = WIDTH;
    def.height = HEIGHT;
    def.view = HONE_VIEW_ORBIT;
    def.yaw_deg = 30;
    def.pitch_deg = 15;
    def.trail_s = 0.4;
    hone_stage *stage = NULL;
    must(hone_stage_create(&def, NULL, &stage, &error), &error);

    const hone_surface surface = {
        .pixels = pixels, .width = WIDTH, .height = HEIGHT, .stride = WIDTH * 4};
    hone_canvas canvas = hone_canvas_on(surface);
    const hone_movie_def movie_def = {.width = WIDTH, .height = HEIGHT, .frame_time_s = 0.05};
    hone_movie *movie = NULL;
    must(hone_movie_open(out, &movie_def, NULL, &movie, &error), &error);
    int frames = (int)(hone_stage_duration(stage) / movie_def.frame_time_s);
    for (int i = 0; i < frames && i < 100; i++) {
        hone_stage_draw(stage, i * movie_def.frame_time_s, &canvas);
        must(hone_movie_add(movie, &surface, &error), &error);
    }
    must(hone_movie_close(movie, &error), &error);
    (void)printf("%s\n", out);

    hone_stage_destroy(stage);
    hone_bvh_clip_free(clip);
    hone_bvh_free(bvh);
    return 0;
}
