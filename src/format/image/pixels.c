// SPDX-License-Identifier: MIT
//
// Pixels between premultiplied ARGB8888 and what files store.
//
// Restoring a colour is round(c * 255 / a). Its error is at most 1/2, which multiplying by a / 255
// again shrinks below 1/2 for every a < 255, so premultiplying gives back the same c.
#include "format/image/image.h"

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
