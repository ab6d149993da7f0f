// SPDX-License-Identifier: MIT
//
// Pixels between premultiplied ARGB8888 and what files store.
//
// Restoring a colour is round(c * 255 / a). Its error is at most 1/2, which multiplying by a / 255
// again shrinks below 1/2 for every a < 255, so premultiplying gives back the same c.
#include "format/image/image.h"

#include <string.h>

uint32_t pixel_unpremultiply(uint32_t pixel)
{
    uint32_t a = pixel >> 24;
    if (a == 255) {
        return pixel;
    }
    if (a == 0) {
        return 0;
    }
    uint32_t result = a << 24;
    for (uint32_t shift = 0; shift <= 16; shift += 8) {
        uint32_t c = pixel >> shift & 0xFF;
        c = c > a ? a : c;
        result |= ((c * 255 + a / 2) / a) << shift;
    }
    return result;
}

uint32_t pixel_over(uint32_t pixel, uint32_t opaque)
{
    uint32_t rest = 255 - (pixel >> 24);
    uint32_t result = 0xFF000000u;
    for (uint32_t shift = 0; shift <= 16; shift += 8) {
        uint32_t c = (pixel >> shift & 0xFF) + pixel_scale(opaque >> shift & 0xFF, rest);
        result |= (c > 255 ? 255 : c) << shift;
    }
    return result;
}

bool pixels_opaque(const uint32_t *pixels, size_t count)
{
    uint32_t all = 0xFF000000u;
    for (size_t i = 0; i < count; i++) {
        all &= pixels[i];
    }
    return all == 0xFF000000u;
}

hone_rect pixels_changed(const uint32_t *a, const uint32_t *b, int32_t width, int32_t height)
{
    const size_t row_bytes = (size_t)width * sizeof *a;
    int32_t top = 0;
    int32_t bottom = height;
    while (top < bottom && memcmp(a + (size_t)top * (size_t)width, b + (size_t)top * (size_t)width,
                                  row_bytes) == 0) {
        top++;
    }
    while (bottom > top && memcmp(a + (size_t)(bottom - 1) * (size_t)width,
                                  b + (size_t)(bottom - 1) * (size_t)width, row_bytes) == 0) {
        bottom--;
    }
    if (top == bottom) {
        return (hone_rect){0, 0, 0, 0};
    }
    int32_t left = width;
    int32_t right = 0;
    for (int32_t y = top; y < bottom; y++) {
        const uint32_t *row_a = a + (size_t)y * (size_t)width;
        const uint32_t *row_b = b + (size_t)y * (size_t)width;
        int32_t x = 0;
        while (x < left && row_a[x] == row_b[x]) {
            x++;
        }
        left = x;
        x = width;
        while (x > right && row_a[x - 1] == row_b[x - 1]) {
            x--;
        }
        right = x;
    }
    return (hone_rect){left, top, right - left, bottom - top};
}

hone_rect rect_join(hone_rect a, int32_t left, int32_t top, int32_t right, int32_t bottom)
{
    if (a.width == 0) {
        return (hone_rect){left, top, right - left, bottom - top};
    }
    int32_t a_right = a.x + a.width;
    int32_t a_bottom = a.y + a.height;
    left = left < a.x ? left : a.x;
    top = top < a.y ? top : a.y;
    right = right > a_right ? right : a_right;
    bottom = bottom > a_bottom ? bottom : a_bottom;
    return (hone_rect){left, top, right - left, bottom - top};
}

hone_status surface_check(const hone_surface *surface, const char *name, hone_error *error)
{
    if (surface == NULL || surface->pixels == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, name, "no pixels are given");
    }
    if (surface->format != HONE_PIXEL_ARGB8888) {
        (void)error_set(error, HONE_ERROR_ARGUMENT, name, "this pixel format cannot be written");
        error_expected(error, "ARGB8888");
        return HONE_ERROR_ARGUMENT;
    }
    if (surface->width < 1 || surface->height < 1 || surface->width > HONE_IMAGE_MAX_SIDE ||
        surface->height > HONE_IMAGE_MAX_SIDE) {
        (void)error_set(error, HONE_ERROR_ARGUMENT, name,
                        "a picture of this size cannot be written");
        error_expected(error, "1 to 16384 pixels a side");
        return HONE_ERROR_ARGUMENT;
    }
    if (surface->stride < surface->width * 4 || surface->stride % 4 != 0 ||
        (uintptr_t)surface->pixels % 4 != 0) {
        return error_set(error, HONE_ERROR_ARGUMENT, name,
                         "the surface's stride or address does not fit its pixels");
    }
    return HONE_OK;
}

hone_status image_unsupported(const char *name, const char *what, const char *package,
                              hone_error *error)
{
    (void)error_set(error, HONE_ERROR_UNSUPPORTED, name, what);
    error_expected(error, package);
    return HONE_ERROR_UNSUPPORTED;
}
