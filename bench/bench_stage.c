// SPDX-License-Identifier: MIT
//
// The stage: frames of a dancer per second. The performer is made here: a humanoid of 28 bones that
// swings all its joints, with a face picture of 128 x 128 texels. Once drawn only, once written
// into an animated GIF as well.
#include "suites.h"

#include "hone/image.h"
#include "hone/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BONES = 28, FRAMES = 400, SIZE = 500, FACE = 128, GIF_FRAMES = 200 };

static const char *const names[BONES] = {
    "Hips",       "Chest",      "Chest2", "Chest3",      "Chest4",
    "Neck",       "Head",       "",       "RightCollar", "RightShoulder",
    "RightElbow", "RightWrist", "",       "LeftCollar",  "LeftShoulder",
    "LeftElbow",  "LeftWrist",  "",       "RightHip",    "RightKnee",
    "RightAnkle", "RightToe",   "",       "LeftHip",     "LeftKnee",
    "LeftAnkle",  "LeftToe",    ""};
static const int32_t parents[BONES] = {-1, 0,  1,  2,  3, 4,  5,  6,  4,  8, 9,  10, 11, 4,
                                       13, 14, 15, 16, 0, 18, 19, 20, 21, 0, 23, 24, 25, 26};
static const float offsets[BONES][3] = {
    {0, 0.88f, 0},  {0, 0.11f, 0},      {0, 0.10f, 0},  {0, 0.09f, 0},      {0, 0.09f, 0},
    {0, 0.14f, 0},  {0, 0.09f, 0},      {0, 0.17f, 0},  {-0.03f, 0.08f, 0}, {-0.14f, 0, 0},
    {-0.26f, 0, 0}, {-0.22f, 0, 0},     {-0.16f, 0, 0}, {0.03f, 0.08f, 0},  {0.14f, 0, 0},
    {0.26f, 0, 0},  {0.22f, 0, 0},      {0.16f, 0, 0},  {-0.08f, 0, 0},     {0, -0.37f, 0},
    {0, -0.37f, 0}, {0, -0.08f, 0.10f}, {0, 0, 0.05f},  {0.08f, 0, 0},      {0, -0.37f, 0},
    {0, -0.37f, 0}, {0, -0.08f, 0.10f}, {0, 0, 0.05f}};

typedef struct dancer {
    hone_transform rest[BONES];
    uint8_t flags[BONES];
    hone_skeleton skeleton;
    hone_track tracks[BONES + 1];
    hone_clip clip;
    float turns[BONES][FRAMES][4];
    float places[FRAMES][3];
    uint32_t face[FACE * FACE];
    hone_texture texture;
    uint32_t pixels[SIZE * SIZE];
    hone_stage *stage;
    int32_t frame;
} dancer;

static void make_motion(dancer *d)
{
    for (int32_t f = 0; f < FRAMES; f++) {
        float s, c;
        hone_sincos((float)f * 0.05f, &s, &c);
        d->places[f][0] = 0.4f * s;
        d->places[f][1] = 0.86f + 0.02f * c;
        d->places[f][2] = 0.2f * c;
        for (int32_t b = 0; b < BONES; b++) {
            float wave, other;
            hone_sincos((float)f * (0.05f + 0.004f * (float)b) + (float)b, &wave, &other);
            float swing = b >= 9 && b <= 16 ? 0.7f : 0.2f;
            hone_vec3 axis = {0.6f, 0.0f, 0.8f};
            hone_quat q = hone_quat_from_axis_angle(axis, swing * wave);
            d->turns[b][f][0] = q.x;
            d->turns[b][f][1] = q.y;
            d->turns[b][f][2] = q.z;
            d->turns[b][f][3] = q.w;
        }
    }
}

static void prepare_dancer(bench_case *c)
{
    dancer *d = calloc(1, sizeof *d);
    c->data = d;
    if (d == NULL) {
        c->skip = "no memory";
        return;
    }
    for (int32_t b = 0; b < BONES; b++) {
        d->rest[b] = (hone_transform){
            {offsets[b][0], offsets[b][1], offsets[b][2]}, HONE_QUAT_IDENTITY, {1.0f, 1.0f, 1.0f}};
        d->flags[b] = names[b][0] == '\0' ? HONE_BONE_END_SITE : 0;
        d->tracks[b] = (hone_track){.bone = b,
                                    .channel = HONE_CHANNEL_ROTATION,
                                    .key_count = FRAMES,
                                    .stride = 4,
                                    .values = d->turns[b][0]};
    }
    d->tracks[BONES] = (hone_track){.channel = HONE_CHANNEL_TRANSLATION,
                                    .key_count = FRAMES,
                                    .stride = 3,
                                    .values = d->places[0]};
    make_motion(d);
    d->skeleton = (hone_skeleton){BONES, names, parents, d->rest, d->flags};
    d->clip = (hone_clip){.name = "swing",
                          .duration_s = (FRAMES - 1) * 0.025,
                          .frame_time_s = 0.025,
                          .frame_count = FRAMES,
                          .track_count = BONES + 1,
                          .tracks = d->tracks};
    for (uint32_t i = 0; i < FACE * FACE; i++) {
        d->face[i] = 0xFF000000u | i * 2654435761u >> 8;
    }
    d->texture = (hone_texture){d->face, FACE, FACE, FACE * 4, HONE_PIXEL_ARGB8888};
    hone_performer performer = hone_default_performer();
    performer.skeleton = &d->skeleton;
    performer.clip = &d->clip;
    performer.face = &d->texture;
    hone_stage_def def = hone_default_stage_def();
    def.performers = &performer;
    def.performer_count = 1;
    def.width = def.height = SIZE;
    def.trail_s = 0.6;
    if (hone_stage_create(&def, NULL, &d->stage, NULL) != HONE_OK) {
        c->skip = "no stage";
        free(d);
        return;
    }
    c->work = 40.0;
}

static void run_dancer(bench_case *c)
{
    dancer *d = c->data;
    hone_surface surface = {d->pixels, SIZE, SIZE, SIZE * 4, HONE_PIXEL_ARGB8888, 0, 0};
    hone_canvas canvas = hone_canvas_on(surface);
    for (int32_t i = 0; i < 40; i++) {
        hone_stage_draw(d->stage, 0.025 * d->frame, &canvas);
        d->frame = (d->frame + 1) % FRAMES;
    }
}

static void run_dancer_gif(bench_case *c)
{
    dancer *d = c->data;
    hone_surface surface = {d->pixels, SIZE, SIZE, SIZE * 4, HONE_PIXEL_ARGB8888, 0, 0};
    hone_canvas canvas = hone_canvas_on(surface);
    const hone_movie_def def = {
        .kind = HONE_MOVIE_GIF, .width = SIZE, .height = SIZE, .frame_time_s = 0.025};
    const char *folder = getenv("TMPDIR");
    char path[512];
    (void)snprintf(path, sizeof path, "%s/hone-bench-%ld.gif", folder != NULL ? folder : "/tmp",
                   (long)getpid());
    hone_movie *movie;
    if (hone_movie_open(path, &def, NULL, &movie, NULL) != HONE_OK) {
        c->remark = "no file could be written";
        return;
    }
    // Long enough for the palette, which is made once, and closed: the encoder holds frames back.
    c->work = GIF_FRAMES;
    for (int32_t i = 0; i < GIF_FRAMES; i++) {
        hone_stage_draw(d->stage, 0.025 * d->frame, &canvas);
        if (hone_movie_add(movie, &surface, NULL) != HONE_OK) {
            c->remark = "writing failed";
        }
        d->frame = (d->frame + 1) % FRAMES;
    }
    if (hone_movie_close(movie, NULL) != HONE_OK) {
        c->remark = "writing failed";
    }
    (void)remove(path);
}

static void finish_dancer(bench_case *c)
{
    dancer *d = c->data;
    hone_stage_destroy(d->stage);
    free(d);
}

static const bench_row dancer_row = {
    .name = "stage.dancer_fps",
    .unit = "frames/s",
    .kind = BENCH_RATE,
    .prepare = prepare_dancer,
    .run = run_dancer,
    .finish = finish_dancer,
    .at_least = 2000.0,
};

static const bench_row dancer_gif_row = {
    .name = "stage.dancer_gif_fps",
    .unit = "frames/s",
    .kind = BENCH_RATE,
    .prepare = prepare_dancer,
    .run = run_dancer_gif,
    .finish = finish_dancer,
    .at_least = 250.0,
};

void bench_stage(bench *b)
{
    bench_add(b, &dancer_row);
    bench_add(b, &dancer_gif_row);
}
