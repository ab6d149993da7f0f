// SPDX-License-Identifier: MIT
//
// hone/image.h: pictures in (PNG, JPEG) and out (PNG, animated GIF, APNG, WebP, video).
//
// PNG, JPEG, APNG and WebP need hone built with its image libraries; without them those functions
// return HONE_ERROR_UNSUPPORTED. GIF needs nothing. Video goes through the ffmpeg program.
#ifndef HONE_IMAGE_H
#define HONE_IMAGE_H

#include "hone/canvas.h"

#ifdef __cplusplus
extern "C" {
#endif

// A decoded picture, ARGB8888 premultiplied. Owned by the caller, freed by hone_image_free().
typedef struct hone_image {
    hone_texture texture;
} hone_image;

// Pictures wider or higher than this are refused with HONE_ERROR_LIMIT before memory is taken.
enum { HONE_IMAGE_MAX_SIDE = 16384 };

// Reads a PNG or JPEG, told apart by their first bytes. name is for messages only.
HONE_API hone_status hone_image_read(const void *bytes, size_t count, const char *name,
                                     const hone_allocator *allocator, hone_image **out,
                                     hone_error *error);
HONE_API hone_status hone_image_read_file(const char *path, const hone_allocator *allocator,
                                          hone_image **out, hone_error *error);
HONE_API void hone_image_free(hone_image *image); // NULL is allowed

// Writes a PNG file: beside the target first, then renamed, so that a failure leaves what was
// there. path "-" is standard output.
HONE_API hone_status hone_image_write_png(const char *path, const hone_surface *surface,
                                          hone_error *error);

typedef enum hone_movie_kind {
    HONE_MOVIE_BY_ENDING, // .gif .png/.apng .webp .mp4 .webm
    HONE_MOVIE_GIF,
    HONE_MOVIE_APNG,
    HONE_MOVIE_WEBP,
    HONE_MOVIE_MP4,
    HONE_MOVIE_WEBM
} hone_movie_kind;

typedef struct hone_movie_def {
    hone_movie_kind kind;
    int32_t width, height;
    double frame_time_s; // GIF counts hundredths: 0.025 alternates 2 and 3, exact on average
    int32_t loops;       // 0 = for ever
} hone_movie_def;

typedef struct hone_movie hone_movie;

// Starts a moving picture. Frames go to a file beside the target, which is renamed by
// hone_movie_close(); hone_movie_abort() removes it.
HONE_API hone_status hone_movie_open(const char *path, const hone_movie_def *def,
                                     const hone_allocator *allocator, hone_movie **out,
                                     hone_error *error);
// Adds one frame: an ARGB8888 surface of the movie's size.
HONE_API hone_status hone_movie_add(hone_movie *movie, const hone_surface *surface,
                                    hone_error *error);
// Ends it; the movie is gone afterwards whatever comes back.
HONE_API hone_status hone_movie_close(hone_movie *movie, hone_error *error);
HONE_API void hone_movie_abort(hone_movie *movie);

#ifdef __cplusplus
}
#endif
#endif
