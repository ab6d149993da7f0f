// SPDX-License-Identifier: MIT
//
// hone/image.h: pictures in (PNG, JPEG) and out (PNG, animated GIF, APNG, WebP, video).
//
// PNG, JPEG, APNG and WebP need hone built with its image libraries (libspng, libjpeg, zlib,
// libwebp); without them those functions return HONE_ERROR_UNSUPPORTED and say what is missing. GIF
// needs nothing. Video goes through the ffmpeg program. The image libraries keep their own working
// memory on the C library's heap; everything else comes from the allocator that is given.
// Two threads may work on two pictures or movies at any time.
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

// Reads a PNG or JPEG, told apart by their first bytes; turned upright as its EXIF orientation
// says. Of an animated PNG the still picture. name is for messages only. allocator NULL = heap.
HONE_API hone_status hone_image_read(const void *bytes, size_t count, const char *name,
                                     const hone_allocator *allocator, hone_image **out,
                                     hone_error *error);
// The same from a file; "-" is standard input.
HONE_API hone_status hone_image_read_file(const char *path, const hone_allocator *allocator,
                                          hone_image **out, hone_error *error);
HONE_API void hone_image_free(hone_image *image); // NULL is allowed

// Writes an ARGB8888 surface as a PNG file: beside the target first, then renamed, so that a
// failure leaves what was there. path "-" is standard output. PNG stores colours that are not
// premultiplied; reading the file gives the surface's pixels back to the bit (channels above alpha,
// which no premultiplied colour has, are cut to alpha).
HONE_API hone_status hone_image_write_png(const char *path, const hone_surface *surface,
                                          hone_error *error);
// The same into a callback, for memory, sockets, web pages.
HONE_API hone_status hone_image_write_png_to(hone_write_function write, void *user,
                                             const hone_surface *surface, hone_error *error);

typedef enum hone_movie_kind {
    HONE_MOVIE_BY_ENDING, // .gif .png/.apng .webp .mp4 .webm
    HONE_MOVIE_GIF,
    HONE_MOVIE_APNG,
    HONE_MOVIE_WEBP,
    HONE_MOVIE_MP4,
    HONE_MOVIE_WEBM
} hone_movie_kind;

// What movie to write. Zero in a field that is not said otherwise = its default.
typedef struct hone_movie_def {
    hone_movie_kind kind;
    int32_t width, height; // 1 to HONE_IMAGE_MAX_SIDE
    double frame_time_s;   // GIF counts hundredths: 0.025 alternates 2 and 3, exact on average
    int32_t loops;         // how many times it plays; 0 = for ever

    // What lies behind translucent pixels where the format cannot keep them. In a GIF, edges are
    // mixed with it (without it they keep their own colour); video without it is on white.
    hone_color matte;
    uint8_t alpha_threshold; // GIF: pixels with less alpha are transparent; 0 = 128
    bool dither;             // GIF: mix colours that are not in the palette from two that are
} hone_movie_def;

typedef struct hone_movie hone_movie;

// Starts a moving picture. Frames go to a file beside the target, which is renamed by
// hone_movie_close(); hone_movie_abort() removes it. path "-" is standard output (not for video).
// A target that is no regular file (a pipe, a device) is written directly. allocator NULL = heap.
HONE_API hone_status hone_movie_open(const char *path, const hone_movie_def *def,
                                     const hone_allocator *allocator, hone_movie **out,
                                     hone_error *error);
// The same into a callback; the kind must be given and cannot be video.
HONE_API hone_status hone_movie_open_to(hone_write_function write, void *user,
                                        const hone_movie_def *def, const hone_allocator *allocator,
                                        hone_movie **out, hone_error *error);
// Adds one frame: an ARGB8888 surface of the movie's size. After a failure only closing and
// aborting remain.
HONE_API hone_status hone_movie_add(hone_movie *movie, const hone_surface *surface,
                                    hone_error *error);
// Ends it; the movie is gone afterwards whatever comes back.
HONE_API hone_status hone_movie_close(hone_movie *movie, hone_error *error);
HONE_API void hone_movie_abort(hone_movie *movie); // NULL is allowed; ends ffmpeg too

// The file that frames go to until the movie is closed, for a program that must clean up without
// hone_movie_abort(); NULL when there is none. Valid until the movie is closed or aborted.
HONE_API const char *hone_movie_temporary_path(const hone_movie *movie);

#ifdef __cplusplus
}
#endif
#endif
