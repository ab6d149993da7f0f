// SPDX-License-Identifier: MIT
//
// Pictures: encoding frames of a dancer (limbs, fading trails, a face picture that turns) that are
// drawn beforehand, and reading and writing one of them. The peers were given the same frames as
// raw pixels, on one thread, their reading of the input included; doc/image.md has the command
// lines.
#include "suites.h"

#include "hone/image.h"

#include <stdlib.h>

enum { SIZE = 500, FRAMES = 120, FACE = 96, TRAIL = 24, LIMBS = 10 };

typedef struct movie_frames {
    uint32_t *pixels; // FRAMES times SIZE x SIZE
    size_t byte_count;
    uint8_t *encoded;
    size_t encoded_capacity;
} movie_frames;

static hone_vec2 swing(float t, float x, float y, float width, float height, float speed)
{
    float s, c;
    hone_sincos(t * speed, &s, &c);
    return (hone_vec2){x + width * s, y + height * c};
}

// Hips, neck, head, elbow and hand twice, knee and foot twice.
static void pose(float t, hone_vec2 *joints)
{
    hone_vec2 hips = swing(t, 250, 260, 60, 12, 0.7f);
    joints[0] = hips;
    joints[1] = swing(t, hips.x, hips.y - 90, 10, 2, 1.0f);
    joints[2] = swing(t, joints[1].x, joints[1].y - 40, 8, 2, 1.3f);
    for (int32_t side = 0; side < 2; side++) {
        float way = side == 0 ? 1.0f : -1.0f;
        hone_vec2 *arm = &joints[3 + 2 * side];
        arm[0] = swing(t * way, joints[1].x + way * 30, joints[1].y + 10, 20, 35, 1.5f);
        arm[1] = swing(t, arm[0].x + way * 12, arm[0].y, 30, 30, 1.9f);
        hone_vec2 *leg = &joints[7 + 2 * side];
        leg[0] = swing(t * way, hips.x + way * 15, hips.y + 72, 18, 6, 2.0f);
        leg[1] = swing(t, leg[0].x, leg[0].y + 72, 10 * way, 4, 1.0f);
    }
}

// A smooth picture of many colours.
static void make_face(uint32_t *texels)
{
    for (int32_t y = 0; y < FACE; y++) {
        for (int32_t x = 0; x < FACE; x++) {
            float s, c, u, v;
            hone_sincos((float)x * 0.11f, &s, &c);
            hone_sincos((float)(x + 2 * y) * 0.07f, &u, &v);
            uint32_t r = (uint32_t)(190.0f + 60.0f * s);
            uint32_t g = (uint32_t)(140.0f + 50.0f * u + 20.0f * c);
            uint32_t b = (uint32_t)(110.0f + 60.0f * v);
            texels[y * FACE + x] = 0xFF000000u | r << 16 | g << 8 | b;
        }
    }
}

static void draw_frame(uint32_t *pixels, const hone_texture *face, float t)
{
    static const uint8_t bones[LIMBS][2] = {{0, 1}, {1, 2}, {1, 3}, {3, 4}, {1, 5},
                                            {5, 6}, {0, 7}, {7, 8}, {0, 9}, {9, 10}};
    static const hone_color colors[5] = {0x203040, 0xC03020, 0x2060C0, 0x208040, 0x806010};
    hone_canvas canvas =
        hone_canvas_on((hone_surface){pixels, SIZE, SIZE, SIZE * 4, HONE_PIXEL_ARGB8888, 0, 0});
    hone_canvas_clear(&canvas, 0xFFFFFFFFu);
    hone_vec2 joints[11];
    hone_vec2 before[11];
    for (int32_t i = TRAIL; i > 0; i--) {
        pose(t - (float)i * 0.05f, before);
        pose(t - (float)(i - 1) * 0.05f, joints);
        hone_color fade = (hone_color)(128 - 128 * i / TRAIL) << 24;
        for (int32_t j = 4; j <= 10; j += 2) {
            hone_canvas_line(&canvas, before[j], joints[j], 6.0f, fade | colors[j / 2 - 1]);
        }
    }
    for (int32_t i = 0; i < LIMBS; i++) {
        hone_canvas_line(&canvas, joints[bones[i][0]], joints[bones[i][1]], 8.0f,
                         0xFF000000u | colors[i / 2]);
    }
    float s, c;
    hone_sincos(0.3f * swing(t, 0, 0, 1, 0, 1.3f).x, &s, &c);
    hone_affine2 turn = {c, s, -s, c, joints[2].x - 48 * (c - s), joints[2].y - 48 * (s + c)};
    hone_canvas_transform(&canvas, turn);
    hone_canvas_draw_image(&canvas, face, NULL);
}

static void prepare_frames(bench_case *c)
{
    movie_frames *frames = calloc(1, sizeof *frames);
    uint32_t *face = calloc(FACE * FACE, sizeof *face);
    c->data = frames;
    if (frames != NULL) {
        frames->pixels = calloc((size_t)FRAMES * SIZE * SIZE, sizeof *frames->pixels);
    }
    if (frames == NULL || face == NULL || frames->pixels == NULL) {
        c->skip = "no memory";
    } else {
        make_face(face);
        hone_texture texture = {face, FACE, FACE, FACE * 4, HONE_PIXEL_ARGB8888};
        for (int32_t i = 0; i < FRAMES; i++) {
            draw_frame(frames->pixels + (size_t)i * SIZE * SIZE, &texture, (float)i * 0.05f);
        }
        c->work = FRAMES;
    }
    free(face);
    if (c->skip != NULL) {
        if (frames != NULL) {
            free(frames->pixels);
        }
        free(frames);
    }
}

static void finish_frames(bench_case *c)
{
    movie_frames *frames = c->data;
    free(frames->pixels);
    free(frames->encoded);
    free(frames);
}

static bool keep_bytes(void *user, const void *bytes, size_t count)
{
    movie_frames *frames = user;
    const uint8_t *from = bytes;
    if (count > frames->encoded_capacity - frames->byte_count) {
        size_t capacity = (frames->byte_count + count) * 2;
        uint8_t *larger = realloc(frames->encoded, capacity);
        if (larger == NULL) {
            return false;
        }
        frames->encoded = larger;
        frames->encoded_capacity = capacity;
    }
    for (size_t i = 0; i < count; i++) {
        frames->encoded[frames->byte_count++] = from[i];
    }
    return true;
}

static hone_surface frame_at(const movie_frames *frames, int32_t number)
{
    return (hone_surface){frames->pixels + (size_t)number * SIZE * SIZE,
                          SIZE,
                          SIZE,
                          SIZE * 4,
                          HONE_PIXEL_ARGB8888,
                          0,
                          0};
}

static void write_movie(bench_case *c, hone_movie_kind kind, bool dither)
{
    movie_frames *frames = c->data;
    frames->byte_count = 0;
    const hone_movie_def def = {
        .kind = kind, .width = SIZE, .height = SIZE, .frame_time_s = 0.025, .dither = dither};
    hone_movie *movie = NULL;
    hone_status status = hone_movie_open_to(keep_bytes, frames, &def, NULL, &movie, NULL);
    for (int32_t i = 0; i < FRAMES && status == HONE_OK; i++) {
        hone_surface surface = frame_at(frames, i);
        status = hone_movie_add(movie, &surface, NULL);
    }
    if (movie != NULL) {
        status = hone_movie_close(movie, NULL);
    }
    c->value = (double)frames->byte_count / FRAMES;
    c->remark = status == HONE_OK ? NULL : "failed";
}

static void run_gif(bench_case *c)
{
    write_movie(c, HONE_MOVIE_GIF, false);
}

static void run_gif_dithered(bench_case *c)
{
    write_movie(c, HONE_MOVIE_GIF, true);
}

static void run_apng(bench_case *c)
{
    write_movie(c, HONE_MOVIE_APNG, false);
}

static void run_webp(bench_case *c)
{
    write_movie(c, HONE_MOVIE_WEBP, false);
}

static void run_png_write(bench_case *c)
{
    movie_frames *frames = c->data;
    frames->byte_count = 0;
    hone_surface surface = frame_at(frames, FRAMES / 2);
    c->work = 1;
    if (hone_image_write_png_to(keep_bytes, frames, &surface, NULL) != HONE_OK) {
        c->remark = "failed";
    }
}

static void prepare_png(bench_case *c)
{
    prepare_frames(c);
    if (c->skip == NULL) {
        run_png_write(c);
    }
}

static void run_png_read(bench_case *c)
{
    const movie_frames *frames = c->data;
    hone_image *image = NULL;
    if (hone_image_read(frames->encoded, frames->byte_count, "bench", NULL, &image, NULL) !=
        HONE_OK) {
        c->remark = "failed";
    }
    hone_image_free(image);
}

static const bench_row rows[] = {
    {.name = "image.gif_fps",
     .unit = "frames/s",
     .kind = BENCH_RATE,
     .prepare = prepare_frames,
     .run = run_gif,
     .finish = finish_frames,
     .at_least = 333,
     .peers = {{"ffmpeg", "240"}, {"ImageMagick", "41"}}},
    {.name = "image.gif_bytes",
     .unit = "bytes/frame",
     .kind = BENCH_VALUE,
     .prepare = prepare_frames,
     .run = run_gif,
     .finish = finish_frames,
     .seconds = 0.1,
     .peers = {{"ffmpeg", "9572"}, {"ImageMagick", "11781"}}},
    {.name = "image.gif_dithered_fps",
     .unit = "frames/s",
     .kind = BENCH_RATE,
     .prepare = prepare_frames,
     .run = run_gif_dithered,
     .finish = finish_frames},
    {.name = "image.apng_fps",
     .unit = "frames/s",
     .kind = BENCH_RATE,
     .prepare = prepare_frames,
     .run = run_apng,
     .finish = finish_frames,
     .peers = {{"ffmpeg", "59"}}},
    {.name = "image.apng_bytes",
     .unit = "bytes/frame",
     .kind = BENCH_VALUE,
     .prepare = prepare_frames,
     .run = run_apng,
     .finish = finish_frames,
     .seconds = 0.1,
     .peers = {{"ffmpeg", "39659"}}},
    {.name = "image.webp_fps",
     .unit = "frames/s",
     .kind = BENCH_RATE,
     .prepare = prepare_frames,
     .run = run_webp,
     .finish = finish_frames,
     .seconds = 0.1,
     .peers = {{"ffmpeg", "26"}}},
    {.name = "image.png_write",
     .unit = "pictures/s",
     .kind = BENCH_RATE,
     .prepare = prepare_frames,
     .run = run_png_write,
     .finish = finish_frames},
    {.name = "image.png_read",
     .unit = "pictures/s",
     .kind = BENCH_RATE,
     .prepare = prepare_png,
     .run = run_png_read,
     .finish = finish_frames},
};

void bench_image(bench *b)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_add(b, &rows[i]);
    }
}
