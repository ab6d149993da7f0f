// SPDX-License-Identifier: MIT
//
// Pictures in: tells the format by the first bytes, reads files, turns pictures upright.
//
// EXIF orientations 1 to 8 are the eight ways to lay a rectangle on itself. For each, the stored
// position of the upright pixel (x, y) is an affine function of x and y with steps of one pixel.
#include "format/image/image.h"

#include <errno.h>
#include <string.h>

// What follows hone_image in its block is found by hone_image_free() through this.
typedef struct owned_image {
    hone_image image;
    const hone_allocator *allocator;
    size_t pixel_count;
} owned_image;

enum {
    READ_CHUNK = 1 << 16,
    FILE_LIMIT = 1 << 30 // bytes; no PNG or JPEG of the largest size that is allowed needs more
};

hone_image *image_new(const hone_allocator *allocator, int32_t width, int32_t height)
{
    owned_image *owned = memory_new(allocator, 1, sizeof *owned);
    if (owned == NULL) {
        return NULL;
    }
    owned->allocator = allocator;
    owned->pixel_count = (size_t)width * (size_t)height;
    void *pixels = memory_new(allocator, owned->pixel_count, sizeof(uint32_t));
    if (pixels == NULL) {
        memory_delete(allocator, owned, 1, sizeof *owned);
        return NULL;
    }
    owned->image.texture = (hone_texture){.pixels = pixels,
                                          .width = width,
                                          .height = height,
                                          .stride = width * 4,
                                          .format = HONE_PIXEL_ARGB8888};
    return &owned->image;
}

void hone_image_free(hone_image *image)
{
    if (image != NULL) {
        owned_image *owned = (owned_image *)(void *)image;
        const hone_allocator *allocator = owned->allocator;
        memory_delete(allocator, image_pixels(image), owned->pixel_count, sizeof(uint32_t));
        memory_delete(allocator, owned, 1, sizeof *owned);
    }
}

hone_status image_check_size(uint32_t width, uint32_t height, const char *name, hone_error *error)
{
    if (width == 0 || height == 0) {
        return error_set(error, HONE_ERROR_FORMAT, name, "the picture has no pixels");
    }
    if (width > HONE_IMAGE_MAX_SIDE || height > HONE_IMAGE_MAX_SIDE) {
        (void)error_set(error, HONE_ERROR_LIMIT, name, "the picture is too large");
        error_expected(error, "at most 16384 pixels a side");
        return HONE_ERROR_LIMIT;
    }
    return HONE_OK;
}

static uint32_t get_u16(const uint8_t *at, bool little)
{
    return little ? (uint32_t)at[0] | (uint32_t)at[1] << 8 : (uint32_t)at[0] << 8 | at[1];
}

static uint32_t get_u32(const uint8_t *at, bool little)
{
    return little ? get_u16(at, true) | get_u16(at + 2, true) << 16
                  : get_u16(at, false) << 16 | get_u16(at + 2, false);
}

int exif_orientation(const uint8_t *bytes, size_t count)
{
    if (count < 8 || (memcmp(bytes, "II*\0", 4) != 0 && memcmp(bytes, "MM\0*", 4) != 0)) {
        return 1;
    }
    bool little = bytes[0] == 'I';
    size_t at = get_u32(bytes + 4, little);
    if (at > count || count - at < 2) {
        return 1;
    }
    size_t entries = get_u16(bytes + at, little);
    at += 2;
    for (size_t i = 0; i < entries && count - at >= 12; i++, at += 12) {
        // Tag 0x112 (orientation) of type 3 (16 bits), once.
        if (get_u16(bytes + at, little) == 0x112 && get_u16(bytes + at + 2, little) == 3 &&
            get_u32(bytes + at + 4, little) == 1) {
            uint32_t value = get_u16(bytes + at + 8, little);
            return value >= 1 && value <= 8 ? (int)value : 1;
        }
    }
    return 1;
}

// Replaces *image by the upright one; on failure leaves it.
static hone_status turn_upright(hone_image **image, int orientation,
                                const hone_allocator *allocator, const char *name,
                                hone_error *error)
{
    if (orientation <= 1 || orientation > 8) {
        return HONE_OK;
    }
    int32_t width = (*image)->texture.width;
    int32_t height = (*image)->texture.height;
    bool swapped = orientation >= 5;
    hone_image *upright = image_new(allocator, swapped ? height : width, swapped ? width : height);
    if (upright == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, name, NULL);
    }
    // Mirrored along the stored x axis or y axis, per orientation.
    bool mirror_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    bool mirror_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    ptrdiff_t along_x = mirror_x ? -1 : 1;
    ptrdiff_t along_y = mirror_y ? -(ptrdiff_t)width : width;
    ptrdiff_t first = (mirror_x ? width - 1 : 0) + (mirror_y ? (ptrdiff_t)(height - 1) * width : 0);
    ptrdiff_t step_x = swapped ? along_y : along_x;
    ptrdiff_t step_y = swapped ? along_x : along_y;
    const uint32_t *from = image_pixels(*image);
    uint32_t *to = image_pixels(upright);
    for (int32_t y = 0; y < upright->texture.height; y++) {
        for (int32_t x = 0; x < upright->texture.width; x++) {
            *to++ = from[first + x * step_x + y * step_y];
        }
    }
    hone_image_free(*image);
    *image = upright;
    return HONE_OK;
}

typedef struct signature {
    const char *start;
    size_t skip, length; // bytes to pass over, bytes to compare
    const char *message;
} signature;

// Formats that people may hand over by mistake, so that the message can name them.
static const signature other_formats[] = {
    {"GIF8", 0, 4, "this is a GIF picture, which hone does not read"},
    {"WEBP", 8, 4, "this is a WebP picture, which hone does not read"},
    {"BM", 0, 2, "this is a BMP picture, which hone does not read"},
    {"II*\0", 0, 4, "this is a TIFF picture, which hone does not read"},
    {"MM\0*", 0, 4, "this is a TIFF picture, which hone does not read"},
    {"ftypavif", 4, 8, "this is an AVIF picture, which hone does not read"},
    {"ftyphei", 4, 7, "this is a HEIC picture, which hone does not read"},
    {"<svg", 0, 4, "this is an SVG picture, which hone does not read"},
    {"%PDF", 0, 4, "this is a PDF document, which hone does not read"},
};

static hone_status refuse_kind(const uint8_t *bytes, size_t count, const char *name,
                               hone_error *error)
{
    hone_status status = HONE_ERROR_FORMAT;
    const char *message = count == 0 ? "the file is empty" : "this is not a picture";
    for (size_t i = 0; i < sizeof other_formats / sizeof other_formats[0]; i++) {
        const signature *s = &other_formats[i];
        if (bytes != NULL && count >= s->skip + s->length &&
            memcmp(bytes + s->skip, s->start, s->length) == 0) {
            message = s->message;
            status = HONE_ERROR_UNSUPPORTED;
            break;
        }
    }
    (void)error_set(error, status, name, message);
    error_expected(error, "PNG or JPEG");
    if (status == HONE_ERROR_FORMAT && count > 0) {
        error_found(error, (const char *)bytes, count < 12 ? count : 12);
    }
    return status;
}

hone_status hone_image_read(const void *bytes, size_t count, const char *name,
                            const hone_allocator *allocator, hone_image **out, hone_error *error)
{
    static const uint8_t png[8] = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};
    static const uint8_t jpeg[3] = {0xFF, 0xD8, 0xFF};
    if (out == NULL || (bytes == NULL && count > 0)) {
        return error_set(error, HONE_ERROR_ARGUMENT, name, "no bytes or no place for the picture");
    }
    if (allocator == NULL) {
        allocator = hone_heap();
    }
    hone_image *image = NULL;
    int orientation = 1;
    hone_status status;
    if (count == 0) {
        status = refuse_kind(NULL, 0, name, error);
    } else if (count >= sizeof png && memcmp(bytes, png, sizeof png) == 0) {
        status = image_read_png(bytes, count, name, allocator, &image, &orientation, error);
    } else if (count >= sizeof jpeg && memcmp(bytes, jpeg, sizeof jpeg) == 0) {
        status = image_read_jpeg(bytes, count, name, allocator, &image, &orientation, error);
    } else if ((count < sizeof png && memcmp(bytes, png, count) == 0) ||
               (count < sizeof jpeg && memcmp(bytes, jpeg, count) == 0)) {
        status = error_set(error, HONE_ERROR_FORMAT, name, "the picture is cut off");
        error_at_offset(error, count);
    } else {
        status = refuse_kind(bytes, count, name, error);
    }
    if (status == HONE_OK) {
        status = turn_upright(&image, orientation, allocator, name, error);
    }
    if (status != HONE_OK) {
        hone_image_free(image);
        return status;
    }
    *out = image;
    return HONE_OK;
}

static hone_status read_all(FILE *file, const char *name, byte_buffer *content, hone_error *error)
{
    for (;;) {
        uint8_t chunk[READ_CHUNK];
        errno = 0;
        size_t count = fread(chunk, 1, sizeof chunk, file);
        int number = errno;
        if (!byte_buffer_add(content, chunk, count)) {
            return error_set(error, HONE_ERROR_MEMORY, name, NULL);
        }
        if (content->count > FILE_LIMIT) {
            return error_set(error, HONE_ERROR_LIMIT, name, "the file is larger than 1 GiB");
        }
        if (count < sizeof chunk) {
            return ferror(file) ? error_set_system(error, name, "cannot read", number) : HONE_OK;
        }
    }
}

hone_status hone_image_read_file(const char *path, const hone_allocator *allocator,
                                 hone_image **out, hone_error *error)
{
    if (path == NULL || out == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, path, "no path or no place for the picture");
    }
    if (allocator == NULL) {
        allocator = hone_heap();
    }
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    errno = 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (file == NULL) {
        return error_set_system(error, path, "cannot open", errno);
    }
    byte_buffer content = {.allocator = allocator};
    hone_status status = read_all(file, name, &content, error);
    if (!standard) {
        (void)fclose(file);
    }
    if (status == HONE_OK) {
        status = hone_image_read(content.bytes, content.count, name, allocator, out, error);
    }
    byte_buffer_free(&content);
    return status;
}
