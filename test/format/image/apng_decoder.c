// SPDX-License-Identifier: MIT
#include "apng_decoder.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct frame_data {
    uint32_t width, height, x, y;
    uint8_t *bytes; // compressed
    size_t count;
} frame_data;

static uint32_t get_u32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint8_t predicted(int filter, int left, int up, int corner)
{
    int guess = left + up - corner;
    int off[3] = {abs(guess - left), abs(guess - up), abs(guess - corner)};
    switch (filter) {
    case 0:
        return 0;
    case 1:
        return (uint8_t)left;
    case 2:
        return (uint8_t)up;
    case 3:
        return (uint8_t)((left + up) / 2);
    default:
        return (uint8_t)(off[0] <= off[1] && off[0] <= off[2] ? left
                         : off[1] <= off[2]                   ? up
                                                              : corner);
    }
}

// Unpacks a frame onto the canvas.
static const char *draw(const decoded_apng *apng, const frame_data *frame, uint32_t *canvas)
{
    if (frame->width == 0 || frame->height == 0 || frame->x + frame->width > apng->width ||
        frame->y + frame->height > apng->height) {
        return "frame outside the picture";
    }
    size_t row_bytes = (size_t)frame->width * 4 + 1;
    uLongf count = row_bytes * frame->height;
    uint8_t *raw = malloc(count);
    const char *fault = NULL;
    if (uncompress(raw, &count, frame->bytes, frame->count) != Z_OK ||
        count != row_bytes * frame->height) {
        fault = "pixel data of a wrong size";
    }
    for (uint32_t y = 0; y < frame->height && fault == NULL; y++) {
        uint8_t *row = raw + y * row_bytes;
        const uint8_t *before = y == 0 ? NULL : row - row_bytes;
        if (row[0] > 4) {
            fault = "unknown filter";
        }
        for (size_t i = 1; i < row_bytes; i++) {
            int left = i > 4 ? row[i - 4] : 0;
            int up = before != NULL ? before[i] : 0;
            int corner = before != NULL && i > 4 ? before[i - 4] : 0;
            row[i] = (uint8_t)(row[i] + predicted(row[0], left, up, corner));
        }
        for (uint32_t x = 0; x < frame->width; x++) {
            const uint8_t *p = row + 1 + (size_t)x * 4;
            canvas[(size_t)(frame->y + y) * apng->width + frame->x + x] =
                (uint32_t)p[3] << 24 | (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        }
    }
    free(raw);
    return fault;
}

static const char *end_frame(decoded_apng *apng, frame_data *frame, uint32_t *canvas)
{
    if (frame->bytes == NULL) {
        return NULL;
    }
    const char *fault = draw(apng, frame, canvas);
    size_t bytes = (size_t)apng->width * apng->height * 4;
    apng->frames[apng->frame_count] = malloc(bytes);
    memcpy(apng->frames[apng->frame_count++], canvas, bytes);
    free(frame->bytes);
    frame->bytes = NULL;
    frame->count = 0;
    return fault;
}

decoded_apng *decode_apng(const uint8_t *bytes, size_t count)
{
    decoded_apng *apng = calloc(1, sizeof *apng);
    frame_data frame = {0};
    uint32_t *canvas = NULL;
    uint32_t sequence = 0;
    uint32_t announced = 0;
    int controls = 0;
    bool end = false;
    if (count < 8 || memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) != 0) {
        apng->fault = "not a PNG";
    }
    for (size_t at = 8; apng->fault == NULL && !end;) {
        if (count - at < 12 || get_u32(bytes + at) > count - at - 12) {
            apng->fault = "cut off";
            break;
        }
        size_t length = get_u32(bytes + at);
        const uint8_t *content = bytes + at + 8;
        if (crc32(0, bytes + at + 4, (uInt)(length + 4)) != get_u32(content + length)) {
            apng->fault = "wrong checksum";
        } else if (memcmp(bytes + at + 4, "IHDR", 4) == 0) {
            apng->width = get_u32(content);
            apng->height = get_u32(content + 4);
            if (length != 13 || memcmp(content + 8, "\x08\x06\0\0\0", 5) != 0) {
                apng->fault = "unexpected header";
            }
            canvas = calloc((size_t)apng->width * apng->height, 4);
        } else if (memcmp(bytes + at + 4, "acTL", 4) == 0) {
            announced = get_u32(content);
            apng->loops = get_u32(content + 4);
        } else if (memcmp(bytes + at + 4, "fcTL", 4) == 0) {
            apng->fault = end_frame(apng, &frame, canvas);
            if (get_u32(content) != sequence++ || content[24] != 0 || content[25] != 0) {
                apng->fault = "unexpected frame control";
            }
            frame = (frame_data){get_u32(content + 4),
                                 get_u32(content + 8),
                                 get_u32(content + 12),
                                 get_u32(content + 16),
                                 NULL,
                                 0};
            apng->seconds[controls++] =
                (double)(content[20] << 8 | content[21]) / (content[22] << 8 | content[23]);
        } else if (memcmp(bytes + at + 4, "IDAT", 4) == 0 ||
                   memcmp(bytes + at + 4, "fdAT", 4) == 0) {
            size_t front = content[-4] == 'I' ? 0 : 4;
            if ((front == 0) != (controls == 1) || (front == 4 && get_u32(content) != sequence++)) {
                apng->fault = "frame data out of order";
            }
            frame.bytes = realloc(frame.bytes, frame.count + length);
            memcpy(frame.bytes + frame.count, content + front, length - front);
            frame.count += length - front;
        } else if (memcmp(bytes + at + 4, "IEND", 4) == 0) {
            apng->fault = end_frame(apng, &frame, canvas);
            end = true;
        } else {
            apng->fault = "unknown chunk";
        }
        at += length + 12;
    }
    if (apng->fault == NULL &&
        (announced != (uint32_t)apng->frame_count || controls != apng->frame_count)) {
        apng->fault = "wrong number of frames";
    }
    free(frame.bytes);
    free(canvas);
    return apng;
}

void decoded_apng_free(decoded_apng *apng)
{
    for (int i = 0; i < apng->frame_count; i++) {
        free(apng->frames[i]);
    }
    free(apng);
}
