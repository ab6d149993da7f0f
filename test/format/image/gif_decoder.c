// SPDX-License-Identifier: MIT
#include "gif_decoder.h"

#include "cmocka_test.h"
#include "scene.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const uint8_t *bytes;
    size_t count, at;
    decoded_gif *gif;
} reader;

typedef struct picture_control {
    int dispose, delay, transparent; // transparent: index or -1
} picture_control;

static bool fault(reader *r, const char *fault)
{
    if (r->gif->fault == NULL) {
        r->gif->fault = fault;
    }
    return false;
}

static int next_byte(reader *r)
{
    if (r->at >= r->count) {
        (void)fault(r, "cut off");
        return 0;
    }
    return r->bytes[r->at++];
}

static int next_u16(reader *r)
{
    int low = next_byte(r);
    return low | next_byte(r) << 8;
}

static void next_table(reader *r, int bits, uint32_t *table)
{
    for (int i = 0; i < 1 << bits; i++) {
        uint32_t red = (uint32_t)next_byte(r);
        uint32_t green = (uint32_t)next_byte(r);
        table[i] = 0xFF000000u | red << 16 | green << 8 | (uint32_t)next_byte(r);
    }
}

// Joins data blocks; the caller frees the result.
static uint8_t *next_blocks(reader *r, size_t *total)
{
    uint8_t *data = malloc(r->count + 1);
    *total = 0;
    for (int size = next_byte(r); size != 0 && r->gif->fault == NULL; size = next_byte(r)) {
        for (int i = 0; i < size; i++) {
            data[(*total)++] = (uint8_t)next_byte(r);
        }
    }
    return data;
}

static bool unpack(reader *r, const uint8_t *data, size_t count, int bits, uint8_t *pixels,
                   size_t pixel_count)
{
    static uint16_t prefix[4096];
    static uint8_t suffix[4096], first[4096];
    static uint8_t stack[4097];
    const int clear = 1 << bits;
    int size = bits + 1;
    int next = clear + 2;
    int before = -1;
    uint32_t buffer = 0;
    int buffered = 0;
    size_t at = 0;
    size_t out = 0;
    for (int i = 0; i < clear; i++) {
        suffix[i] = first[i] = (uint8_t)i;
    }
    for (;;) {
        while (buffered < size) {
            if (at == count) {
                return fault(r, "picture data end before their end code");
            }
            buffer |= (uint32_t)data[at++] << buffered;
            buffered += 8;
        }
        int code = (int)(buffer & ((1u << size) - 1));
        buffer >>= size;
        buffered -= size;
        if (code == clear) {
            size = bits + 1;
            next = clear + 2;
            before = -1;
            continue;
        }
        if (code == clear + 1) {
            if (at != count || out != pixel_count) {
                return fault(r, "end code in the wrong place");
            }
            return true;
        }
        if (code > next || (code == next && before < 0) || (before < 0 && code > clear)) {
            return fault(r, "code that means nothing");
        }
        int depth = 0;
        int walk = code;
        if (code == next) {
            stack[depth++] = first[before];
            walk = before;
        }
        while (walk >= clear) {
            stack[depth++] = suffix[walk];
            walk = prefix[walk];
        }
        stack[depth++] = (uint8_t)walk;
        if (before >= 0 && next < 4096) {
            prefix[next] = (uint16_t)before;
            suffix[next] = (uint8_t)walk;
            first[next] = first[before];
            next++;
        }
        if (next == 1 << size && size < 12) {
            size++;
        }
        before = code;
        while (depth > 0) {
            if (out == pixel_count) {
                return fault(r, "more pixels than the rectangle has");
            }
            pixels[out++] = stack[--depth];
        }
    }
}

// Draws one picture on the canvas, keeps a copy as a frame (a picture without delay is joined to
// the next), and disposes of it.
static void next_picture(reader *r, const picture_control *control, const uint32_t *global,
                         int global_bits, uint32_t *canvas)
{
    decoded_gif *gif = r->gif;
    int x0 = next_u16(r);
    int y0 = next_u16(r);
    int width = next_u16(r);
    int height = next_u16(r);
    int flags = next_byte(r);
    uint32_t own[256];
    const uint32_t *table = global;
    int table_bits = global_bits;
    if (flags & 0x80) {
        table_bits = (flags & 7) + 1;
        next_table(r, table_bits, own);
        table = own;
        gif->own_tables++;
    }
    int bits = next_byte(r);
    size_t count;
    uint8_t *data = next_blocks(r, &count);
    if (width < 1 || height < 1 || x0 + width > gif->width || y0 + height > gif->height) {
        (void)fault(r, "picture outside the screen");
    } else if (table == NULL || bits < 2 || bits > 8 || (flags & 0x40) != 0) {
        (void)fault(r, "no palette, a bad code size, or interlaced");
    } else if (gif->frame_count == GIF_FRAMES_MOST) {
        (void)fault(r, "too many frames");
    }
    if (gif->fault == NULL) {
        size_t pixel_count = (size_t)width * (size_t)height;
        uint8_t *pixels = malloc(pixel_count);
        if (unpack(r, data, count, bits, pixels, pixel_count)) {
            for (size_t i = 0; i < pixel_count; i++) {
                size_t at = ((size_t)y0 + i / (size_t)width) * (size_t)gif->width + (size_t)x0 +
                            i % (size_t)width;
                if (pixels[i] != control->transparent) {
                    if (pixels[i] >= 1 << table_bits) {
                        (void)fault(r, "index outside the palette");
                        break;
                    }
                    canvas[at] = table[pixels[i]];
                }
            }
            size_t bytes = (size_t)gif->width * (size_t)gif->height * 4;
            gif->frames[gif->frame_count] = malloc(bytes);
            memcpy(gif->frames[gif->frame_count], canvas, bytes);
            gif->delays[gif->frame_count++] = control->delay;
            for (int y = 0; y < height && control->dispose == 2; y++) {
                memset(canvas + (size_t)(y0 + y) * (size_t)gif->width + (size_t)x0, 0,
                       (size_t)width * 4);
            }
        }
        free(pixels);
    }
    free(data);
}

static void next_extension(reader *r, picture_control *control)
{
    int label = next_byte(r);
    size_t count;
    uint8_t *data = next_blocks(r, &count);
    if (label == 0xF9) {
        if (count != 4) {
            (void)fault(r, "control block of a wrong size");
        } else {
            control->dispose = data[0] >> 2 & 7;
            control->delay = data[1] | data[2] << 8;
            control->transparent = data[0] & 1 ? data[3] : -1;
        }
    } else if (label == 0xFF && count == 14 && memcmp(data, "NETSCAPE2.0\x01", 12) == 0) {
        r->gif->loops = data[12] | data[13] << 8;
    } else {
        (void)fault(r, "unknown extension");
    }
    free(data);
}

decoded_gif *decode_gif(const uint8_t *bytes, size_t count)
{
    decoded_gif *gif = calloc(1, sizeof *gif);
    reader r = {.bytes = bytes, .count = count, .gif = gif};
    gif->loops = -1;
    if (count < 13 || memcmp(bytes, "GIF89a", 6) != 0) {
        (void)fault(&r, "not a GIF");
        return gif;
    }
    r.at = 6;
    gif->width = next_u16(&r);
    gif->height = next_u16(&r);
    int flags = next_byte(&r);
    (void)next_u16(&r);
    uint32_t global[256];
    int global_bits = (flags & 7) + 1;
    if (flags & 0x80) {
        next_table(&r, global_bits, global);
    }
    uint32_t *canvas = calloc((size_t)gif->width * (size_t)gif->height, 4);
    picture_control control = {0, 0, -1};
    bool end = false;
    while (!end && gif->fault == NULL) {
        switch (next_byte(&r)) {
        case 0x21:
            next_extension(&r, &control);
            break;
        case 0x2C:
            next_picture(&r, &control, flags & 0x80 ? global : NULL, global_bits, canvas);
            control = (picture_control){0, 0, -1};
            break;
        case 0x3B:
            end = true;
            if (r.at != count) {
                (void)fault(&r, "bytes after the end");
            }
            break;
        default:
            (void)fault(&r, "unknown block");
        }
    }
    free(canvas);
    return gif;
}

void decoded_gif_free(decoded_gif *gif)
{
    for (int i = 0; i < gif->frame_count; i++) {
        free(gif->frames[i]);
    }
    free(gif);
}

void add_frames(hone_movie *movie, const hone_movie_def *def, draw_function draw, int count)
{
    hone_surface surface = new_surface(def->width, def->height);
    for (int i = 0; i < count; i++) {
        draw(&surface, i);
        hone_error error;
        if (hone_movie_add(movie, &surface, &error) != HONE_OK) {
            fail_msg("%s", error.message);
        }
    }
    free_surface(&surface);
}

decoded_gif *encode_and_decode(const hone_movie_def *def, draw_function draw, int count,
                               size_t *bytes)
{
    byte_list list = {0};
    hone_movie *movie = NULL;
    assert_int_equal(hone_movie_open_to(byte_list_write, &list, def, NULL, &movie, NULL), HONE_OK);
    add_frames(movie, def, draw, count);
    assert_int_equal(hone_movie_close(movie, NULL), HONE_OK);
    decoded_gif *gif = decode_gif(list.bytes, list.count);
    if (gif->fault != NULL) {
        fail_msg("%s", gif->fault);
    }
    if (bytes != NULL) {
        *bytes = list.count;
    }
    byte_list_free(&list);
    assert_int_equal(gif->width, def->width);
    assert_int_equal(gif->height, def->height);
    return gif;
}
