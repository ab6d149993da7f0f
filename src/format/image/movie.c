// SPDX-License-Identifier: MIT
//
// Moving pictures out: checks what is asked for, opens the target, and hands over to the encoder of
// the kind.
#include "format/image/image.h"

#include <string.h>

enum {
    LOOPS_MOST = 65535,
    DEFAULT_THRESHOLD = 128,
    ENDING_MOST = 8 // letters of an ending, with its dot
};

static const double frame_time_most = 600; // seconds

static const char known_endings[] = ".gif, .png, .apng, .webp, .mp4 or .webm";

typedef struct movie_ending {
    const char *ending;
    hone_movie_kind kind;
} movie_ending;

static const movie_ending endings[] = {
    {".gif", HONE_MOVIE_GIF},   {".png", HONE_MOVIE_APNG}, {".apng", HONE_MOVIE_APNG},
    {".webp", HONE_MOVIE_WEBP}, {".mp4", HONE_MOVIE_MP4},  {".webm", HONE_MOVIE_WEBM},
};

static hone_movie_kind kind_by_ending(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (dot == NULL || strlen(dot) > ENDING_MOST) {
        return HONE_MOVIE_BY_ENDING;
    }
    char ending[ENDING_MOST + 1] = {0};
    for (size_t i = 0; dot[i] != '\0'; i++) {
        ending[i] = (char)(dot[i] >= 'A' && dot[i] <= 'Z' ? dot[i] - 'A' + 'a' : dot[i]);
    }
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (strcmp(ending, endings[i].ending) == 0) {
            return endings[i].kind;
        }
    }
    return HONE_MOVIE_BY_ENDING;
}

static const movie_encoder *encoder_of(hone_movie_kind kind)
{
    switch (kind) {
    case HONE_MOVIE_GIF:
        return &movie_gif;
    case HONE_MOVIE_APNG:
        return &movie_apng;
    case HONE_MOVIE_WEBP:
        return &movie_webp;
    case HONE_MOVIE_MP4:
    case HONE_MOVIE_WEBM:
        return &movie_video;
    case HONE_MOVIE_BY_ENDING:
        break;
    }
    return NULL;
}

static hone_status refuse(hone_error *error, const char *name, const char *message,
                          const char *expected)
{
    (void)error_set(error, HONE_ERROR_ARGUMENT, name, message);
    error_expected(error, expected);
    return HONE_ERROR_ARGUMENT;
}

// Fills in the kind and the defaults; path is NULL for a callback.
static hone_status resolve(hone_movie_def *def, const char *path, hone_error *error)
{
    bool stream = path == NULL || strcmp(path, "-") == 0;
    if (def->kind == HONE_MOVIE_BY_ENDING) {
        if (stream) {
            return refuse(error, path, "the kind of movie must be given", known_endings);
        }
        def->kind = kind_by_ending(path);
        if (def->kind == HONE_MOVIE_BY_ENDING) {
            return refuse(error, path, "the file's ending says no kind of movie", known_endings);
        }
    }
    if (encoder_of(def->kind) == NULL) {
        return refuse(error, path, "there is no such kind of movie", known_endings);
    }
    if (stream && encoder_of(def->kind) == &movie_video) {
        return refuse(error, path, "video can only be written to a file", "a path");
    }
    if (def->width < 1 || def->height < 1 || def->width > HONE_IMAGE_MAX_SIDE ||
        def->height > HONE_IMAGE_MAX_SIDE) {
        return refuse(error, path, "a picture of this size cannot be written",
                      "1 to 16384 pixels a side");
    }
    if (!(def->frame_time_s > 0 && def->frame_time_s <= frame_time_most)) {
        return refuse(error, path, "the time per frame is out of range",
                      "more than 0 and at most 600 seconds");
    }
    if (def->loops < 0 || def->loops > LOOPS_MOST) {
        return refuse(error, path, "the number of loops is out of range", "0 (for ever) to 65535");
    }
    if (def->alpha_threshold == 0) {
        def->alpha_threshold = DEFAULT_THRESHOLD;
    }
    if (def->matte != 0) {
        def->matte |= 0xFF000000u;
    }
    return HONE_OK;
}

static hone_status open_movie(const char *path, hone_write_function write, void *user,
                              const hone_movie_def *def, const hone_allocator *allocator,
                              hone_movie **out, hone_error *error)
{
    if (out == NULL || def == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, path, "no definition or place for the movie");
    }
    hone_movie_def resolved = *def;
    hone_status status = resolve(&resolved, path, error);
    if (status != HONE_OK) {
        return status;
    }
    if (allocator == NULL) {
        allocator = hone_heap();
    }
    hone_movie *movie = memory_new(allocator, 1, sizeof *movie);
    if (movie == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, path, NULL);
    }
    *movie =
        (hone_movie){.def = resolved, .allocator = allocator, .encoder = encoder_of(resolved.kind)};
    if (write != NULL) {
        output_open_to(&movie->output, write, user, allocator);
    } else {
        status = output_open(&movie->output, path, allocator, error);
        if (status != HONE_OK) {
            memory_delete(allocator, movie, 1, sizeof *movie);
            return status;
        }
    }
    status = movie->encoder->open(movie, error);
    if (status != HONE_OK) {
        hone_movie_abort(movie);
        return status;
    }
    *out = movie;
    return HONE_OK;
}

hone_status hone_movie_open(const char *path, const hone_movie_def *def,
                            const hone_allocator *allocator, hone_movie **out, hone_error *error)
{
    if (path == NULL || path[0] == '\0') {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "no path to write to is given");
    }
    return open_movie(path, NULL, NULL, def, allocator, out, error);
}

hone_status hone_movie_open_to(hone_write_function write, void *user, const hone_movie_def *def,
                               const hone_allocator *allocator, hone_movie **out, hone_error *error)
{
    if (write == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "no function to write with is given");
    }
    return open_movie(NULL, write, user, def, allocator, out, error);
}

hone_status hone_movie_add(hone_movie *movie, const hone_surface *surface, hone_error *error)
{
    if (movie == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "no movie is given");
    }
    const char *name = movie->output.name;
    if (movie->failed != HONE_OK) {
        return error_set(error, movie->failed, name, "writing this movie failed before");
    }
    hone_status status = surface_check(surface, name, error);
    if (status != HONE_OK) {
        return status;
    }
    if (surface->width != movie->def.width || surface->height != movie->def.height) {
        return error_set(error, HONE_ERROR_ARGUMENT, name,
                         "the frame has another size than the movie");
    }
    status = movie->encoder->add(movie, surface, error);
    movie->failed = status;
    movie->frame_count++;
    return status;
}

hone_status hone_movie_close(hone_movie *movie, hone_error *error)
{
    if (movie == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "no movie is given");
    }
    hone_status status = movie->failed;
    if (status != HONE_OK) {
        (void)error_set(error, status, movie->output.name, "writing this movie failed before");
    } else if (movie->frame_count == 0) {
        status =
            error_set(error, HONE_ERROR_ARGUMENT, movie->output.name, "the movie has no frames");
    } else {
        status = movie->encoder->finish(movie, error);
    }
    if (status != HONE_OK) {
        hone_movie_abort(movie);
        return status;
    }
    movie->encoder->destroy(movie);
    status = output_close(&movie->output, error);
    memory_delete(movie->allocator, movie, 1, sizeof *movie);
    return status;
}

void hone_movie_abort(hone_movie *movie)
{
    if (movie != NULL) {
        movie->encoder->destroy(movie);
        output_abort(&movie->output);
        memory_delete(movie->allocator, movie, 1, sizeof *movie);
    }
}

const char *hone_movie_temporary_path(const hone_movie *movie)
{
    return movie == NULL ? NULL : movie->output.temporary;
}
