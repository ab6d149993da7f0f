// SPDX-License-Identifier: MIT
//
// PNG in and out through libspng.
//
// Before memory is taken for a picture that a file announces, the file's length is asked whether it
// can hold it: deflate makes at most 1032 bytes of one, so a short file with a large size is cut
// off or forged. Written pictures of at most 256 colours get a palette, opaque ones three channels,
// others four.
#include "format/image/image.h"

#ifdef HONE_IMAGE_LIBS

#include <spng.h>
#include <string.h>

enum {
    SIGNATURE_BYTES = 8,
    CHUNK_FRAME = 12,            // bytes of a chunk besides its content
    CHUNK_LIMIT = 64 << 20,      // bytes that libspng may keep of one chunk that is no picture data
    DEFLATE_MOST = 1032,         // bytes out of one byte in
    PALETTE_MOST = 256,          // colours
    PALETTE_SLOTS = 1024,        // of the hash table
    COLOR_TYPE_CHANNELS_MOST = 6 // highest colour type
};

static hone_status png_error(hone_error *error, const char *name, int code)
{
    if (code == SPNG_EMEM) {
        return error_set(error, HONE_ERROR_MEMORY, name, NULL);
    }
    if (code == SPNG_IO_EOF || code == SPNG_EIDAT_TOO_SHORT) {
        return error_set(error, HONE_ERROR_FORMAT, name, "the PNG is cut off");
    }
    (void)error_set(error, HONE_ERROR_FORMAT, name, "the PNG is damaged");
    const char *reason = spng_strerror(code);
    error_found(error, reason, strlen(reason));
    return HONE_ERROR_FORMAT;
}

static hone_status check_header(const struct spng_ihdr *header, size_t count, const char *name,
                                hone_error *error)
{
    static const uint8_t channels[COLOR_TYPE_CHANNELS_MOST + 1] = {1, 1, 3, 1, 2, 1, 4};
    hone_status status = image_check_size(header->width, header->height, name, error);
    if (status != HONE_OK) {
        return status;
    }
    uint64_t bits =
        (uint64_t)header->bit_depth *
        channels[header->color_type > COLOR_TYPE_CHANNELS_MOST ? 0 : header->color_type];
    uint64_t raw = header->height * ((header->width * bits + 7) / 8 + 1);
    if (raw / DEFLATE_MOST > count) {
        return error_set(error, HONE_ERROR_FORMAT, name, "the PNG is cut off");
    }
    return HONE_OK;
}

// Refuses a file that ends before its end chunk: libspng reads no further than the pixels need.
static hone_status check_chunks(const uint8_t *bytes, size_t count, const char *name,
                                hone_error *error)
{
    size_t at = SIGNATURE_BYTES;
    while (count - at >= CHUNK_FRAME) {
        size_t length = (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 |
                        (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (length > count - at - CHUNK_FRAME) {
            break;
        }
        if (memcmp(bytes + at + 4, "IEND", 4) == 0) {
            return HONE_OK;
        }
        at += length + CHUNK_FRAME;
    }
    (void)error_set(error, HONE_ERROR_FORMAT, name, "the PNG is cut off");
    error_at_offset(error, count);
    return HONE_ERROR_FORMAT;
}

static hone_status decode(spng_ctx *png, size_t count, const char *name,
                          const hone_allocator *allocator, hone_image **out, int *orientation,
                          hone_error *error)
{
    struct spng_ihdr header;
    int code = spng_get_ihdr(png, &header);
    if (code != 0) {
        if (code == SPNG_EUSER_WIDTH || code == SPNG_EUSER_HEIGHT) {
            return image_check_size(HONE_IMAGE_MAX_SIDE + 1, 1, name, error);
        }
        return png_error(error, name, code);
    }
    hone_status status = check_header(&header, count, name, error);
    if (status != HONE_OK) {
        return status;
    }
    hone_image *image = image_new(allocator, (int32_t)header.width, (int32_t)header.height);
    if (image == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, name, NULL);
    }
    uint32_t *pixels = image_pixels(image);
    size_t pixel_count = (size_t)header.width * header.height;
    code = spng_decode_image(png, pixels, pixel_count * 4, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
    if (code == 0) {
        code = spng_decode_chunks(png); // what stands behind the pixels: there may be EXIF data
    }
    if (code != 0) {
        hone_image_free(image);
        return png_error(error, name, code);
    }
    for (size_t i = 0; i < pixel_count; i++) {
        uint8_t rgba[4];
        memcpy(rgba, &pixels[i], 4);
        pixels[i] = pixel_premultiply(rgba[3], rgba[0], rgba[1], rgba[2]);
    }
    struct spng_exif exif;
    if (spng_get_exif(png, &exif) == 0) {
        *orientation = exif_orientation((const uint8_t *)exif.data, exif.length);
    }
    *out = image;
    return HONE_OK;
}

hone_status image_read_png(const uint8_t *bytes, size_t count, const char *name,
                           const hone_allocator *allocator, hone_image **out, int *orientation,
                           hone_error *error)
{
    hone_status status = check_chunks(bytes, count, name, error);
    if (status != HONE_OK) {
        return status;
    }
    spng_ctx *png = spng_ctx_new(0);
    if (png == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, name, NULL);
    }
    int code = spng_set_png_buffer(png, bytes, count);
    if (code == 0) {
        code = spng_set_image_limits(png, HONE_IMAGE_MAX_SIDE, HONE_IMAGE_MAX_SIDE);
    }
    if (code == 0) {
        code = spng_set_chunk_limits(png, CHUNK_LIMIT, CHUNK_LIMIT);
    }
    if (code != 0) {
        status = png_error(error, name, code);
    } else {
        status = decode(png, count, name, allocator, out, orientation, error);
    }
    spng_ctx_free(png);
    return status;
}

// The distinct colours of a picture, as files store them.
typedef struct color_set {
    uint32_t slots[PALETTE_SLOTS]; // colour
    uint16_t index[PALETTE_SLOTS]; // of the colour plus 1; 0 = free
    uint32_t colors[PALETTE_MOST];
    uint32_t count;
} color_set;

static uint32_t color_slot(const color_set *set, uint32_t color)
{
    uint32_t slot = color * 0x9E3779B1u >> 22;
    while (set->index[slot] != 0 && set->slots[slot] != color) {
        slot = (slot + 1) % PALETTE_SLOTS;
    }
    return slot;
}

// False when there are too many.
static bool collect_colors(const hone_surface *surface, color_set *set)
{
    memset(set, 0, sizeof *set);
    uint32_t last = 0;
    bool any = false;
    for (int32_t y = 0; y < surface->height; y++) {
        const uint32_t *row = surface_row(surface, y);
        for (int32_t x = 0; x < surface->width; x++) {
            if (any && row[x] == last) {
                continue;
            }
            last = row[x];
            any = true;
            uint32_t color = pixel_unpremultiply(last);
            uint32_t slot = color_slot(set, color);
            if (set->index[slot] == 0) {
                if (set->count == PALETTE_MOST) {
                    return false;
                }
                set->colors[set->count++] = color;
                set->slots[slot] = color;
                set->index[slot] = (uint16_t)set->count;
            }
        }
    }
    return true;
}

typedef struct png_writer {
    output *out;
    const hone_surface *surface;
    spng_ctx *png;
    const color_set *palette; // NULL: full colours
    bool opaque;
} png_writer;

static int take_bytes(spng_ctx *png, void *user, void *bytes, size_t count)
{
    (void)png;
    return output_write(user, bytes, count) ? 0 : SPNG_IO_ERROR;
}

static int set_header(const png_writer *writer)
{
    struct spng_ihdr header = {.width = (uint32_t)writer->surface->width,
                               .height = (uint32_t)writer->surface->height,
                               .bit_depth = 8,
                               .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    if (writer->opaque) {
        header.color_type = SPNG_COLOR_TYPE_TRUECOLOR;
    }
    if (writer->palette != NULL) {
        header.color_type = SPNG_COLOR_TYPE_INDEXED;
    }
    int code = spng_set_ihdr(writer->png, &header);
    if (code != 0) {
        return code;
    }
    if (writer->palette == NULL) {
        // The average filter takes a fifth of the time and hardly ever wins on drawings.
        return spng_set_option(writer->png, SPNG_FILTER_CHOICE,
                               SPNG_FILTER_CHOICE_ALL & ~SPNG_FILTER_CHOICE_AVG);
    }
    struct spng_plte colors = {.n_entries = writer->palette->count};
    struct spng_trns alphas = {.n_type3_entries = writer->palette->count};
    for (uint32_t i = 0; i < writer->palette->count; i++) {
        uint32_t color = writer->palette->colors[i];
        colors.entries[i].red = (uint8_t)(color >> 16 & 0xFF);
        colors.entries[i].green = (uint8_t)(color >> 8 & 0xFF);
        colors.entries[i].blue = (uint8_t)(color & 0xFF);
        alphas.type3_alpha[i] = (uint8_t)(color >> 24);
    }
    code = spng_set_plte(writer->png, &colors);
    if (code == 0 && !writer->opaque) {
        code = spng_set_trns(writer->png, &alphas);
    }
    if (code == 0) {
        code = spng_set_option(writer->png, SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_NONE);
    }
    return code;
}

static size_t pack_row(const png_writer *writer, const uint32_t *row, uint8_t *packed)
{
    uint8_t *to = packed;
    for (int32_t x = 0; x < writer->surface->width; x++) {
        uint32_t color = pixel_unpremultiply(row[x]);
        if (writer->palette != NULL) {
            *to++ = (uint8_t)(writer->palette->index[color_slot(writer->palette, color)] - 1);
            continue;
        }
        *to++ = (uint8_t)(color >> 16 & 0xFF);
        *to++ = (uint8_t)(color >> 8 & 0xFF);
        *to++ = (uint8_t)(color & 0xFF);
        if (!writer->opaque) {
            *to++ = (uint8_t)(color >> 24);
        }
    }
    return (size_t)(to - packed);
}

static int encode(const png_writer *writer, uint8_t *packed)
{
    int code = spng_set_png_stream(writer->png, take_bytes, writer->out);
    if (code == 0) {
        code = set_header(writer);
    }
    if (code == 0) {
        code = spng_encode_image(writer->png, NULL, 0, SPNG_FMT_PNG,
                                 SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE);
    }
    for (int32_t y = 0; y < writer->surface->height && code == 0; y++) {
        size_t count = pack_row(writer, surface_row(writer->surface, y), packed);
        code = spng_encode_row(writer->png, packed, count);
    }
    return code == SPNG_EOI ? 0 : code;
}

static hone_status write_png(output *out, const hone_surface *surface, hone_error *error)
{
    const hone_allocator *heap = hone_heap();
    size_t packed_bytes = (size_t)surface->width * 4;
    color_set *colors = memory_new(heap, 1, sizeof *colors);
    uint8_t *packed = memory_new(heap, packed_bytes, 1);
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    hone_status status = HONE_OK;
    if (colors == NULL || packed == NULL || png == NULL) {
        status = error_set(error, HONE_ERROR_MEMORY, out->name, NULL);
    } else {
        png_writer writer = {.out = out, .surface = surface, .png = png, .opaque = true};
        for (int32_t y = 0; y < surface->height && writer.opaque; y++) {
            writer.opaque = pixels_opaque(surface_row(surface, y), (size_t)surface->width);
        }
        writer.palette = collect_colors(surface, colors) ? colors : NULL;
        int code = encode(&writer, packed);
        if (code != 0) {
            status = out->failed ? output_error(out, error)
                                 : error_set(error, HONE_ERROR_MEMORY, out->name, NULL);
        }
    }
    spng_ctx_free(png);
    memory_delete(heap, packed, packed_bytes, 1);
    memory_delete(heap, colors, 1, sizeof *colors);
    return status;
}

static hone_status write_and_close(output *out, const hone_surface *surface, hone_error *error)
{
    hone_status status = write_png(out, surface, error);
    if (status != HONE_OK) {
        output_abort(out);
        return status;
    }
    return output_close(out, error);
}

hone_status hone_image_write_png(const char *path, const hone_surface *surface, hone_error *error)
{
    hone_status status = surface_check(surface, path, error);
    output out;
    if (status == HONE_OK) {
        status = output_open(&out, path, hone_heap(), error);
    }
    return status == HONE_OK ? write_and_close(&out, surface, error) : status;
}

hone_status hone_image_write_png_to(hone_write_function write, void *user,
                                    const hone_surface *surface, hone_error *error)
{
    if (write == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "no function to write with is given");
    }
    hone_status status = surface_check(surface, NULL, error);
    if (status != HONE_OK) {
        return status;
    }
    output out;
    output_open_to(&out, write, user, hone_heap());
    return write_and_close(&out, surface, error);
}

#else

static hone_status no_png(const char *name, hone_error *error)
{
    return image_unsupported(name, "hone was built without PNG",
                             "a build with libspng (Debian: libspng-dev)", error);
}

hone_status image_read_png(const uint8_t *bytes, size_t count, const char *name,
                           const hone_allocator *allocator, hone_image **out, int *orientation,
                           hone_error *error)
{
    (void)bytes;
    (void)count;
    (void)allocator;
    (void)out;
    (void)orientation;
    return no_png(name, error);
}

hone_status hone_image_write_png(const char *path, const hone_surface *surface, hone_error *error)
{
    (void)surface;
    return no_png(path, error);
}

hone_status hone_image_write_png_to(hone_write_function write, void *user,
                                    const hone_surface *surface, hone_error *error)
{
    (void)write;
    (void)user;
    (void)surface;
    return no_png(NULL, error);
}

#endif
