// SPDX-License-Identifier: MIT
//
// Twelve moments of a motion on one picture: a stage draws wherever the canvas's transform puts it.
// contact_sheet [MOTION.bvh [OUT.png]]
#include <hone/hone.h>

#include <stdio.h>

enum { CELL = 160, ACROSS = 4, DOWN = 3, WIDTH = ACROSS * CELL, HEIGHT = DOWN * CELL };

static uint32_t pixels[WIDTH * HEIGHT];

static void draw_sheet(hone_stage *stage, const hone_surface *surface)
{
    double start = hone_stage_start(stage);
    double step = (hone_stage_duration(stage) - start) / (ACROSS * DOWN);
    for (int i = 0; i < ACROSS * DOWN; i++) {
        hone_canvas canvas = hone_canvas_on(*surface);
        int x = i % ACROSS * CELL;
        int y = i / ACROSS * CELL;
        canvas.state.clip = (hone_rect){x, y, CELL, CELL};
        hone_canvas_transform(&canvas, (hone_affine2){1, 0, 0, 1, (float)x, (float)y});
        double time_s = start + i * step;
        hone_stage_draw(stage, time_s, &canvas);
        char label[32];
        (void)snprintf(label, sizeof label, "%.1f s", time_s);
        hone_canvas_text(&canvas, 6, CELL - 6, 8, 0xff808080u, label);
    }
}

int main(int argc, char **argv)
{
    const char *in = argc > 1 ? argv[1] : "data/dance.bvh";
    const char *out = argc > 2 ? argv[2] : "contact_sheet.png";
    hone_error error = {0};
    hone_bvh *bvh = NULL;
    hone_clip *clip = NULL;
    hone_stage *stage = NULL;
    hone_status status = hone_bvh_read_file(in, NULL, NULL, &bvh, &error);
    if (status == HONE_OK) {
        status = hone_bvh_clip(bvh, NULL, &clip, &error);
    }
    if (status == HONE_OK) {
        hone_performer dancer = hone_default_performer();
        dancer.skeleton = bvh->skeleton;
        dancer.clip = clip;
        hone_stage_def def = hone_default_stage_def();
        def.performers = &dancer;
        def.performer_count = 1;
        def.width = CELL;
        def.height = CELL;
        status = hone_stage_create(&def, NULL, &stage, &error);
    }
    if (status == HONE_OK) {
        const hone_surface surface = {
            .pixels = pixels, .width = WIDTH, .height = HEIGHT, .stride = WIDTH * 4};
        draw_sheet(stage, &surface);
        status = hone_image_write_png(out, &surface, &error);
    }
    if (status == HONE_OK) {
        (void)printf("%s\n", out);
    } else {
        char text[512];
        (void)hone_error_text(&error, text, sizeof text);
        (void)fprintf(stderr, "contact_sheet: %s\n", text);
    }
    hone_stage_destroy(stage);
    hone_bvh_clip_free(clip);
    hone_bvh_free(bvh);
    return status == HONE_OK ? 0 : 1;
}
