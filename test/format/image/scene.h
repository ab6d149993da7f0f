// SPDX-License-Identifier: MIT
//
// Small pictures and movies for tests, drawn pixel by pixel without the canvas.
#ifndef HONE_TEST_IMAGE_SCENE_H
#define HONE_TEST_IMAGE_SCENE_H

#include "hone/image.h"

typedef struct byte_list {
    uint8_t *bytes;
    size_t count, capacity;
    size_t limit; // 0 = none; writing more fails
} byte_list;

// A hone_write_function for a byte_list.
bool byte_list_write(void *user, const void *bytes, size_t count);
void byte_list_free(byte_list *list);

uint64_t next_random(uint64_t *state);

hone_surface new_surface(int32_t width, int32_t height);
void free_surface(hone_surface *surface);
static inline uint32_t *pixel_at(const hone_surface *surface, int32_t x, int32_t y)
{
    return (uint32_t *)surface->pixels + (size_t)y * (size_t)(surface->stride / 4) + x;
}

void fill(const hone_surface *surface, uint32_t pixel);
// A soft-edged disc over what is there; color is opaque.
void draw_disc(const hone_surface *surface, double x, double y, double radius, uint32_t color);
// A line of discs.
void draw_limb(const hone_surface *surface, double x0, double y0, double x1, double y1,
               double radius, uint32_t color);
// Something like a dancer at time t: limbs, a head with a gradient on it.
void draw_dancer(const hone_surface *surface, double t, bool face);

// Allocator whose n-th allocation or growth (from 0) fails; counts what is in use.
typedef struct failing_heap {
    int64_t until_failure; // negative: never
    int64_t in_use;
} failing_heap;
hone_allocator failing_allocator(failing_heap *heap);

// The whole file, NULL when it cannot be read; free() it.
uint8_t *load_file(const char *path, size_t *count);
bool save_file(const char *path, const void *bytes, size_t count);
// Makes the folder HONE_TEST_OUTPUT_DIR/NAME, empty of nothing, and returns NAME's path in it.
void output_path(char *buffer, size_t capacity, const char *name);

#endif
