// SPDX-License-Identifier: MIT
//
// The files that `hone render` writes: a still, a contact sheet, numbered stills, a moving picture.
//
// Picture i of a moving picture shows the stage at from + i * speed / fps. Between the pictures the
// interrupt flag is looked at; an interrupted moving picture is thrown away, numbered pictures that
// are there already stay, since each is whole.
#include "interrupt.h"
#include "message.h"
#include "progress.h"
#include "render.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PICTURES = 10000000 };

// The moments of a moving picture.
typedef struct schedule {
    double from, step; // seconds of the stage's clock
    double frame_time; // seconds of the film
    int64_t count;
} schedule;

static double start_of(const render_settings *settings, const render_scene *scene)
{
    double start = render_scene_start(scene);
    if (settings->skip_first) {
        start = fmax(start, 1.0 / render_scene_rate(scene));
    }
    return isnan(settings->from) ? start : settings->from;
}

// The motion's own rate, or the largest even part of it that the format shows well: browsers slow
// GIFs down whose pictures stand for less than two hundredths of a second.
static double default_fps(const render_scene *scene, int32_t format)
{
    double most = format == RENDER_GIF ? 50.0 : 60.0;
    double rate = render_scene_rate(scene);
    return fmax(rate / ceil(rate / most * (1.0 - 1e-3)), 0.1);
}

static bool plan(const cli_call *call, const render_scene *scene, int32_t format, schedule *out)
{
    const render_settings *settings = call->settings;
    double from = start_of(settings, scene);
    double end = render_scene_end(scene);
    double to = isnan(settings->to) ? end : settings->to;
    if (to < from && !isnan(settings->to)) {
        (void)cli_say_usage(call->command, "--to (%g s) lies before the start (%g s)", to, from);
        return false;
    }
    if (from > end && !settings->loop) {
        cli_say("warning: the motion ends at %g s, before the start at %g s", end, from);
    }
    double fps = isnan(settings->fps) ? default_fps(scene, format) : settings->fps;
    double step = settings->speed / fps;
    double steps = floor(fmax(to - from, 0.0) / step + 1e-6);
    if (steps >= MAX_PICTURES) {
        (void)cli_say_usage(call->command, "that would be %.0f pictures; at most %d are made",
                            steps + 1.0, MAX_PICTURES);
        return false;
    }
    *out = (schedule){from, step, 1.0 / fps, (int64_t)steps + 1};
    return true;
}

// Says on a terminal what was written; scripts want silence.
static void say_done(const char *path, const render_scene *scene, int64_t count, double seconds)
{
    if (isatty(STDERR_FILENO) != 1 || strcmp(path, "-") == 0) {
        return;
    }
    if (count > 1) {
        cli_say("%s: %d x %d pixels, %" PRId64 " pictures, %.2f s", path, scene->surface.width,
                scene->surface.height, count, seconds);
    } else {
        cli_say("%s: %d x %d pixels", path, scene->surface.width, scene->surface.height);
    }
}

static int write_still(const cli_call *call, render_scene *scene)
{
    const render_settings *settings = call->settings;
    double time_s = start_of(settings, scene);
    if (!isnan(settings->frame) || !isnan(settings->time)) {
        time_s = render_scene_moment(scene, settings->frame, settings->time);
    }
    render_scene_draw(scene, time_s);
    hone_error error;
    if (hone_image_write_png(settings->out, &scene->surface, &error) != HONE_OK) {
        return cli_say_error(&error);
    }
    say_done(settings->out, scene, 1, 0.0);
    return CLI_DONE;
}

// The moment in a corner of its picture, when there is room.
static void label_moment(render_scene *scene, double time_s)
{
    enum { LEAST_SIDE = 100 };
    if (scene->surface.width < LEAST_SIDE || scene->surface.height < LEAST_SIDE) {
        return;
    }
    char label[32];
    (void)snprintf(label, sizeof label, "%.2f s", time_s);
    hone_canvas canvas = hone_canvas_on(scene->surface);
    float size = 7.0f + (float)scene->surface.height / 100.0f;
    hone_canvas_text(&canvas, size, size * 2.0f, size, 0xFF808080, label);
}

static int write_sheet(const cli_call *call, render_scene *scene)
{
    const render_settings *settings = call->settings;
    int32_t columns = settings->sheet.width;
    int32_t rows = settings->sheet.height;
    int64_t width = (int64_t)columns * scene->surface.width;
    int64_t height = (int64_t)rows * scene->surface.height;
    if (width > HONE_IMAGE_MAX_SIDE || height > HONE_IMAGE_MAX_SIDE) {
        return cli_say_usage(call->command,
                             "the sheet would have %" PRId64 "x%" PRId64
                             " pixels, at most %d a side are possible; use a smaller --size",
                             width, height, HONE_IMAGE_MAX_SIDE);
    }
    uint32_t *pixels = calloc((size_t)(width * height), sizeof *pixels);
    if (pixels == NULL) {
        cli_say("no memory for a picture of %" PRId64 "x%" PRId64 " pixels", width, height);
        return CLI_BAD_INPUT;
    }
    double from = start_of(settings, scene);
    double to = isnan(settings->to) ? render_scene_end(scene) : settings->to;
    int32_t count = columns * rows;
    for (int32_t i = 0; i < count && !cli_interrupted(); i++) {
        double time_s = from + (count > 1 ? (to - from) * i / (count - 1) : 0.0);
        render_scene_draw(scene, time_s);
        label_moment(scene, time_s);
        int64_t x = (int64_t)(i % columns) * scene->surface.width;
        int64_t y = (int64_t)(i / columns) * scene->surface.height;
        for (int32_t row = 0; row < scene->surface.height; row++) {
            memcpy(pixels + (y + row) * width + x,
                   scene->pixels + (size_t)row * (size_t)scene->surface.width,
                   (size_t)scene->surface.width * sizeof *pixels);
        }
    }
    const hone_surface sheet = {.pixels = pixels,
                                .width = (int32_t)width,
                                .height = (int32_t)height,
                                .stride = (int32_t)(width * (int64_t)sizeof *pixels),
                                .format = HONE_PIXEL_ARGB8888};
    int status = cli_interrupted() ? cli_interrupt_status() : CLI_DONE;
    hone_error error;
    if (status == CLI_DONE && hone_image_write_png(settings->out, &sheet, &error) != HONE_OK) {
        status = cli_say_error(&error);
    }
    free(pixels);
    return status;
}

// Splits "out_%04d.png" at its one number; false when there is none.
static bool find_number(const char *path, size_t *at, size_t *length, int *digits)
{
    for (const char *percent = strchr(path, '%'); percent != NULL;
         percent = strchr(percent + 1, '%')) {
        const char *end = percent + 1;
        *digits = 0;
        while (*end >= '0' && *end <= '9' && *digits < 100) {
            *digits = *digits * 10 + (*end++ - '0');
        }
        if (*end == 'd' && *digits <= 20) {
            *at = (size_t)(percent - path);
            *length = (size_t)(end + 1 - percent);
            return true;
        }
    }
    return false;
}

static int write_numbered(const cli_call *call, render_scene *scene)
{
    const render_settings *settings = call->settings;
    size_t at = 0;
    size_t length = 0;
    int digits = 0;
    schedule s;
    if (!find_number(settings->out, &at, &length, &digits) || !plan(call, scene, RENDER_PNG, &s)) {
        return CLI_BAD_USAGE;
    }
    char path[4096];
    cli_progress progress;
    cli_progress_begin(&progress, s.count);
    int status = CLI_DONE;
    for (int64_t i = 0; i < s.count && status == CLI_DONE; i++) {
        int used = snprintf(path, sizeof path, "%.*s%0*" PRId64 "%s", (int)at, settings->out,
                            digits, i, settings->out + at + length);
        hone_error error;
        render_scene_draw(scene, s.from + (double)i * s.step);
        if (used < 0 || (size_t)used >= sizeof path) {
            cli_say("%s: the name is too long", settings->out);
            status = CLI_BAD_INPUT;
        } else if (hone_image_write_png(path, &scene->surface, &error) != HONE_OK) {
            status = cli_say_error(&error);
        } else if (cli_interrupted()) {
            status = cli_interrupt_status();
        }
        cli_progress_step(&progress, i + 1);
    }
    cli_progress_end(&progress);
    if (status == CLI_DONE) {
        say_done(settings->out, scene, s.count, (double)s.count * s.frame_time);
    }
    return status;
}

static int write_movie(const cli_call *call, render_scene *scene, int32_t format)
{
    static const hone_movie_kind kinds[] = {
        [RENDER_GIF] = HONE_MOVIE_GIF,   [RENDER_APNG] = HONE_MOVIE_APNG,
        [RENDER_WEBP] = HONE_MOVIE_WEBP, [RENDER_MP4] = HONE_MOVIE_MP4,
        [RENDER_WEBM] = HONE_MOVIE_WEBM,
    };
    const render_settings *settings = call->settings;
    schedule s;
    if (!plan(call, scene, format, &s)) {
        return CLI_BAD_USAGE;
    }
    const hone_movie_def def = {.kind = kinds[format],
                                .width = scene->surface.width,
                                .height = scene->surface.height,
                                .frame_time_s = s.frame_time,
                                .loops = settings->loops};
    hone_error error;
    hone_movie *movie = NULL;
    if (hone_movie_open(settings->out, &def, NULL, &movie, &error) != HONE_OK) {
        return cli_say_error(&error);
    }
    cli_progress progress;
    cli_progress_begin(&progress, s.count);
    hone_status status = HONE_OK;
    for (int64_t i = 0; i < s.count && status == HONE_OK && !cli_interrupted(); i++) {
        render_scene_draw(scene, s.from + (double)i * s.step);
        status = hone_movie_add(movie, &scene->surface, &error);
        cli_progress_step(&progress, i + 1);
    }
    if (status != HONE_OK || cli_interrupted()) {
        hone_movie_abort(movie);
    } else {
        status = hone_movie_close(movie, &error);
    }
    cli_progress_end(&progress);
    if (cli_interrupted() && status != HONE_OK) {
        return cli_interrupt_status();
    }
    if (status != HONE_OK) {
        return cli_say_error(&error);
    }
    if (cli_interrupted()) {
        return cli_interrupt_status();
    }
    say_done(settings->out, scene, s.count, (double)s.count * s.frame_time);
    return CLI_DONE;
}

int render_write(const cli_call *call, render_scene *scene, int32_t format)
{
    const render_settings *settings = call->settings;
    size_t at = 0;
    size_t length = 0;
    int digits = 0;
    cli_catch_interrupts();
    if (format != RENDER_PNG) {
        return write_movie(call, scene, format);
    }
    if (settings->sheet.width > 0) {
        return write_sheet(call, scene);
    }
    if (find_number(settings->out, &at, &length, &digits)) {
        return write_numbered(call, scene);
    }
    return write_still(call, scene);
}
