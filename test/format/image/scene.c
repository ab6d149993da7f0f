// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool byte_list_write(void *user, const void *bytes, size_t count)
{
    byte_list *list = user;
    if (list->limit != 0 && list->count + count > list->limit) {
        return false;
    }
    if (list->bytes == NULL || list->count + count > list->capacity) {
        list->capacity = (list->count + count) * 2 + 1;
        list->bytes = realloc(list->bytes, list->capacity);
    }
    memcpy(list->bytes + list->count, bytes, count);
    list->count += count;
    return true;
}

void byte_list_free(byte_list *list)
{
    free(list->bytes);
    *list = (byte_list){0};
}

uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

hone_surface new_surface(int32_t width, int32_t height)
{
    return (hone_surface){.pixels = calloc((size_t)width * (size_t)height, 4),
                          .width = width,
                          .height = height,
                          .stride = width * 4,
                          .format = HONE_PIXEL_ARGB8888};
}

void free_surface(hone_surface *surface)
{
    free(surface->pixels);
    surface->pixels = NULL;
}

void fill(const hone_surface *surface, uint32_t pixel)
{
    for (int32_t y = 0; y < surface->height; y++) {
        for (int32_t x = 0; x < surface->width; x++) {
            *pixel_at(surface, x, y) = pixel;
        }
    }
}

static void cover(uint32_t *pixel, uint32_t color, double share)
{
    uint32_t result = 0;
    for (int shift = 0; shift <= 24; shift += 8) {
        double mixed = (double)(color >> shift & 0xFF) * share +
                       (double)(*pixel >> shift & 0xFF) * (1 - share);
        result |= (uint32_t)(mixed + 0.5) << shift;
    }
    *pixel = result;
}

void draw_disc(const hone_surface *surface, double x, double y, double radius, uint32_t color)
{
    for (int32_t v = (int32_t)(y - radius - 2); v <= (int32_t)(y + radius + 2); v++) {
        for (int32_t u = (int32_t)(x - radius - 2); u <= (int32_t)(x + radius + 2); u++) {
            if (u < 0 || v < 0 || u >= surface->width || v >= surface->height) {
                continue;
            }
            double share = radius + 0.5 - hypot(u + 0.5 - x, v + 0.5 - y);
            if (share > 0) {
                cover(pixel_at(surface, u, v), color, share > 1 ? 1 : share);
            }
        }
    }
}

void draw_limb(const hone_surface *surface, double x0, double y0, double x1, double y1,
               double radius, uint32_t color)
{
    double dx = x1 - x0;
    double dy = y1 - y0;
    double length2 = dx * dx + dy * dy + 1e-9;
    for (int32_t v = 0; v < surface->height; v++) {
        for (int32_t u = 0; u < surface->width; u++) {
            double along = ((u + 0.5 - x0) * dx + (v + 0.5 - y0) * dy) / length2;
            along = along < 0 ? 0 : along > 1 ? 1 : along;
            double share =
                radius + 0.5 - hypot(u + 0.5 - x0 - along * dx, v + 0.5 - y0 - along * dy);
            if (share > 0) {
                cover(pixel_at(surface, u, v), color, share > 1 ? 1 : share);
            }
        }
    }
}

void draw_dancer(const hone_surface *surface, double t, bool face)
{
    double s = surface->width / 100.0;
    double x = (50 + 15 * sin(t)) * s;
    double y = (45 + 4 * cos(2 * t)) * s;
    draw_limb(surface, x, y, x, y + 25 * s, 2 * s, 0xFF203040u);
    draw_limb(surface, x, y, x + 20 * s * cos(t * 1.7), y + 15 * s * sin(t * 1.7), 1.2 * s,
              0xFFC03020u);
    draw_limb(surface, x, y, x - 20 * s * cos(t * 1.3), y + 15 * s * sin(t * 1.3), 1.2 * s,
              0xFF2060C0u);
    draw_limb(surface, x, y + 25 * s, x + 12 * s * cos(t), y + 48 * s, 1.5 * s, 0xFF208040u);
    draw_limb(surface, x, y + 25 * s, x - 12 * s * cos(t), y + 48 * s, 1.5 * s, 0xFF806010u);
    draw_disc(surface, x, y - 9 * s, 7 * s, 0xFFE0B090u);
    for (int32_t v = 0; face && v < (int32_t)(10 * s); v++) {
        for (int32_t u = 0; u < (int32_t)(10 * s); u++) {
            double a = u / (10 * s);
            double b = v / (10 * s);
            uint32_t r = (uint32_t)(255 * a);
            uint32_t g = (uint32_t)(255 * b);
            uint32_t bl = (uint32_t)(127 + 127 * sin(9 * a + 7 * b));
            int32_t px = (int32_t)(x - 5 * s) + u;
            int32_t py = (int32_t)(y - 14 * s) + v;
            if (px >= 0 && py >= 0 && px < surface->width && py < surface->height) {
                *pixel_at(surface, px, py) = 0xFF000000u | r << 16 | g << 8 | bl;
            }
        }
    }
}

static void *resize(void *user, void *block, size_t old_bytes, size_t new_bytes)
{
    failing_heap *heap = user;
    if (new_bytes == 0) {
        heap->in_use -= (int64_t)old_bytes;
        free(block);
        return NULL;
    }
    if (new_bytes > old_bytes && heap->until_failure >= 0 && heap->until_failure-- == 0) {
        heap->until_failure = 0;
        return NULL;
    }
    void *result = realloc(block, new_bytes);
    if (result != NULL) {
        heap->in_use += (int64_t)new_bytes - (int64_t)old_bytes;
    }
    return result;
}

hone_allocator failing_allocator(failing_heap *heap)
{
    return (hone_allocator){resize, heap};
}

uint8_t *load_file(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    byte_list list = {0};
    uint8_t chunk[4096];
    for (size_t n = fread(chunk, 1, sizeof chunk, file); n > 0;
         n = fread(chunk, 1, sizeof chunk, file)) {
        (void)byte_list_write(&list, chunk, n);
    }
    (void)fclose(file);
    *count = list.count;
    return list.bytes == NULL ? calloc(1, 1) : list.bytes;
}

bool save_file(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    bool done = fwrite(bytes, 1, count, file) == count;
    return fclose(file) == 0 && done;
}

void output_path(char *buffer, size_t capacity, const char *name)
{
    (void)mkdir(HONE_TEST_OUTPUT_DIR, 0777);
    (void)snprintf(buffer, capacity, "%s/image", HONE_TEST_OUTPUT_DIR);
    (void)mkdir(buffer, 0777);
    (void)snprintf(buffer, capacity, "%s/image/%s", HONE_TEST_OUTPUT_DIR, name);
}
