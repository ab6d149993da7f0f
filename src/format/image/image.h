// SPDX-License-Identifier: MIT
//
// What the files of this room share: where bytes go, how pixels are taken from a surface, and what
// an encoder of moving pictures is.
#ifndef HONE_FORMAT_IMAGE_IMAGE_H
#define HONE_FORMAT_IMAGE_IMAGE_H

#include "hone/image.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdio.h>

// ---- pixels ----

// round(value * alpha / 255) for both at most 255.
static inline uint32_t pixel_scale(uint32_t value, uint32_t alpha)
{
    uint32_t product = value * alpha + 128;
    return (product + (product >> 8)) >> 8;
}

static inline uint32_t pixel_premultiply(uint32_t a, uint32_t r, uint32_t g, uint32_t b)
{
    return a << 24 | pixel_scale(r, a) << 16 | pixel_scale(g, a) << 8 | pixel_scale(b, a);
}

// A premultiplied pixel with its own colour restored; 0 stays 0.
uint32_t pixel_unpremultiply(uint32_t pixel);

// A premultiplied pixel over an opaque colour: 0xFFrrggbb.
uint32_t pixel_over(uint32_t pixel, uint32_t opaque);

// Whether all count pixels have alpha 255.
bool pixels_opaque(const uint32_t *pixels, size_t count);

// The smallest rectangle outside of which a and b are equal; empty when they are.
hone_rect pixels_changed(const uint32_t *a, const uint32_t *b, int32_t width, int32_t height);
// The smallest rectangle with a (which may be empty) and the one given by its sides in it.
hone_rect rect_join(hone_rect a, int32_t left, int32_t top, int32_t right, int32_t bottom);

static inline const uint32_t *surface_row(const hone_surface *surface, int32_t y)
{
    const uint8_t *bytes = surface->pixels;
    return (const uint32_t *)(const void *)(bytes + (size_t)y * (size_t)surface->stride);
}

// Refuses what is not an ARGB8888 surface of 1 to HONE_IMAGE_MAX_SIDE pixels a side.
hone_status surface_check(const hone_surface *surface, const char *name, hone_error *error);

// ---- pictures in ----

// A picture with room for width * height pixels, not filled; NULL when there is no memory.
hone_image *image_new(const hone_allocator *allocator, int32_t width, int32_t height);
static inline uint32_t *image_pixels(hone_image *image)
{
    return (uint32_t *)(void *)((uintptr_t)image->texture.pixels);
}

// Refuses sides of 0 or above HONE_IMAGE_MAX_SIDE.
hone_status image_check_size(uint32_t width, uint32_t height, const char *name, hone_error *error);

// orientation is set to the EXIF value, 1 to 8.
hone_status image_read_png(const uint8_t *bytes, size_t count, const char *name,
                           const hone_allocator *allocator, hone_image **out, int *orientation,
                           hone_error *error);
hone_status image_read_jpeg(const uint8_t *bytes, size_t count, const char *name,
                            const hone_allocator *allocator, hone_image **out, int *orientation,
                            hone_error *error);

// The orientation in an EXIF block (TIFF header first), 1 when there is none or it is damaged.
int exif_orientation(const uint8_t *bytes, size_t count);

// ---- bytes out ----

// Where an encoder's bytes go: a callback, standard output, or a file beside the target. The first
// failure is kept and told by output_error() or output_close().
typedef struct output {
    hone_write_function write; // NULL: file
    void *user;
    FILE *file;
    char *target;    // the path to rename to; NULL for standard output and callbacks
    char *temporary; // NULL when the target is written directly
    size_t target_bytes, temporary_bytes;
    const hone_allocator *allocator;
    const char *name; // for messages: target, "standard output" or "picture"
    bool failed;
    int failure; // errno of the first failure, 0 for a callback's refusal
} output;

hone_status output_open(output *out, const char *path, const hone_allocator *allocator,
                        hone_error *error);
void output_open_to(output *out, hone_write_function write, void *user,
                    const hone_allocator *allocator);
bool output_write(output *out, const void *bytes, size_t count);
// Whether bytes that were written can be changed with output_patch().
bool output_can_patch(const output *out);
bool output_patch(output *out, long offset, const void *bytes, size_t count);
// Closes the stream but leaves the file for another program to fill.
void output_hand_over(output *out);
hone_status output_error(const output *out, hone_error *error);
// Writes what is pending and puts the file in its place; on failure removes it.
hone_status output_close(output *out, hone_error *error);
void output_abort(output *out);

// error_set() with the system's word for an errno added: "cannot write: No space left on device".
hone_status error_set_system(hone_error *error, const char *file, const char *message, int number);

// Bytes in memory that grow.
typedef struct byte_buffer {
    uint8_t *bytes;
    size_t count, capacity;
    const hone_allocator *allocator;
} byte_buffer;

bool byte_buffer_add(byte_buffer *buffer, const void *bytes, size_t count);
void byte_buffer_free(byte_buffer *buffer);

static inline void put_u16_le(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)(value & 0xFF);
    at[1] = (uint8_t)(value >> 8 & 0xFF);
}

static inline void put_u32_be(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)(value >> 24);
    at[1] = (uint8_t)(value >> 16 & 0xFF);
    at[2] = (uint8_t)(value >> 8 & 0xFF);
    at[3] = (uint8_t)(value & 0xFF);
}

// ---- moving pictures out ----

// One kind of moving picture. finish() writes what is left; destroy() frees the state and ends what
// runs, also after a failed open() (state may then be NULL).
typedef struct movie_encoder {
    hone_status (*open)(hone_movie *movie, hone_error *error);
    hone_status (*add)(hone_movie *movie, const hone_surface *surface, hone_error *error);
    hone_status (*finish)(hone_movie *movie, hone_error *error);
    void (*destroy)(hone_movie *movie);
} movie_encoder;

struct hone_movie {
    hone_movie_def def; // kind and defaults resolved
    const hone_allocator *allocator;
    const movie_encoder *encoder;
    void *state;
    output output;
    int64_t frame_count;
    hone_status failed; // of the first call that failed
};

extern const movie_encoder movie_gif;
extern const movie_encoder movie_apng;
extern const movie_encoder movie_webp;
extern const movie_encoder movie_video;

// Refuses what this build cannot do: "hone was built without LIBRARY", and how to get it.
hone_status image_unsupported(const char *name, const char *what, const char *package,
                              hone_error *error);

#endif
