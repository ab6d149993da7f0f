// SPDX-License-Identifier: MIT
//
// Pictures from any bytes: read or refused, never more. What is read must be a picture that can be
// written and that comes back the same.
#include "hone/image.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct written {
    uint8_t *bytes;
    size_t count, capacity;
} written;

static bool keep(void *user, const void *bytes, size_t count)
{
    written *to = user;
    if (to->bytes == NULL || count > to->capacity - to->count) {
        to->capacity = (to->count + count) * 2;
        uint8_t *larger = realloc(to->bytes, to->capacity);
        if (larger == NULL) {
            abort();
        }
        to->bytes = larger;
    }
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
    return true;
}

static void check(bool holds)
{
    if (!holds) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    hone_image *image = NULL;
    hone_error error;
    if (hone_image_read(bytes, count, "fuzz", NULL, &image, &error) != HONE_OK) {
        check(image == NULL && error.message[0] != '\0');
        return 0;
    }
    const hone_texture *texture = &image->texture;
    check(texture->width > 0 && texture->height > 0);
    size_t pixels = (size_t)texture->width * (size_t)texture->height;
    if (pixels <= 4096) {
        hone_surface surface = {(void *)(uintptr_t)texture->pixels,
                                texture->width,
                                texture->height,
                                texture->stride,
                                texture->format,
                                0,
                                0};
        written to = {0};
        hone_image *again = NULL;
        check(hone_image_write_png_to(keep, &to, &surface, NULL) == HONE_OK);
        check(hone_image_read(to.bytes, to.count, "again", NULL, &again, NULL) == HONE_OK);
        check(memcmp(again->texture.pixels, texture->pixels, pixels * 4) == 0);
        hone_image_free(again);
        free(to.bytes);
    }
    hone_image_free(image);
    return 0;
}
