// SPDX-License-Identifier: MIT
//
// A picture that is drawn smaller than it is skips texels and flickers. So the stage keeps it in
// halved sizes, each the mean of two by two pixels of the one before (Williams 1983), and draws the
// one whose texels are nearest to a pixel.
#include "stage/scene.h"

#include "base/memory.h"

enum { SMALLEST_SIDE = 8 };

static int32_t half_of(int32_t side)
{
    return (side + 1) / 2;
}

static size_t level_pixels(const hone_texture *texture)
{
    return (size_t)texture->width * (size_t)texture->height;
}

// The mean of four premultiplied pixels, rounded.
static uint32_t mean_of(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint32_t mean = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t sum =
            (a >> shift & 255) + (b >> shift & 255) + (c >> shift & 255) + (d >> shift & 255);
        mean |= (sum + 2) / 4 << shift;
    }
    return mean;
}

static const uint32_t *row_of(const hone_texture *texture, int32_t y)
{
    int32_t row = y < texture->height ? y : texture->height - 1;
    return (const uint32_t *)(const void *)((const unsigned char *)texture->pixels +
                                            (size_t)row * (size_t)texture->stride);
}

static void halve(const hone_texture *from, uint32_t *to, int32_t width, int32_t height)
{
    for (int32_t y = 0; y < height; y++) {
        const uint32_t *upper = row_of(from, 2 * y);
        const uint32_t *lower = row_of(from, 2 * y + 1);
        for (int32_t x = 0; x < width; x++) {
            int32_t right = 2 * x + 1 < from->width ? 2 * x + 1 : 2 * x;
            to[(size_t)y * (size_t)width + (size_t)x] =
                mean_of(upper[2 * x], upper[right], lower[2 * x], lower[right]);
        }
    }
}

bool picture_create(const hone_texture *source, const hone_allocator *allocator, picture *out)
{
    *out = (picture){0};
    if (source == NULL) {
        return true;
    }
    out->levels[0] = *source;
    out->level_count = 1;
    bool halves = source->format == HONE_PIXEL_ARGB8888 && source->pixels != NULL;
    while (halves && out->level_count < MAX_PICTURE_LEVELS) {
        const hone_texture *before = &out->levels[out->level_count - 1];
        if (before->width < 2 * SMALLEST_SIDE || before->height < 2 * SMALLEST_SIDE) {
            break;
        }
        int32_t width = half_of(before->width), height = half_of(before->height);
        uint32_t *pixels = memory_new(allocator, (size_t)width * (size_t)height, sizeof *pixels);
        if (pixels == NULL) {
            picture_destroy(out, allocator);
            return false;
        }
        halve(before, pixels, width, height);
        out->levels[out->level_count++] =
            (hone_texture){pixels, width, height, width * 4, HONE_PIXEL_ARGB8888};
    }
    return true;
}

void picture_destroy(picture *p, const hone_allocator *allocator)
{
    for (int32_t i = 1; i < p->level_count; i++) {
        memory_delete(allocator, (void *)(uintptr_t)p->levels[i].pixels,
                      level_pixels(&p->levels[i]), sizeof(uint32_t));
    }
    *p = (picture){0};
}

const hone_texture *picture_level(const picture *p, float side_pixels)
{
    int32_t i = 0;
    // A level serves from three quarters of its size to one and a half of it.
    while (i + 1 < p->level_count && (float)p->levels[i].width > 1.5f * side_pixels) {
        i++;
    }
    return &p->levels[i];
}
