// SPDX-License-Identifier: MIT
//
// Animated PNG: PNG's chunks with a frame count in front and a rectangle, a duration and how to
// combine per frame (the APNG extension, part of PNG's third edition). Colours stay exact.
//
// A frame is written when the next different one is known, since then its duration is; equal frames
// only pass time. It is the smallest rectangle of all changes, which replaces what is there. Rows
// are filtered by the usual heuristic: the filter whose bytes, taken as signed, have the smallest
// sum of magnitudes.
//
// The number of frames stands in front of them: a file is patched at the end; what goes to a stream
// waits in memory until then.
#include "format/image/image.h"

#ifdef HONE_IMAGE_LIBS

#include <string.h>
#include <zlib.h>

enum {
    CHANNELS = 4,
    FILTERS = 5,
    COMPRESSION = 6,
    CHUNK_BYTES = 1 << 16,
    CONTROL_OFFSET = 8 + 25, // of the acTL chunk: after the signature and the header chunk
    CONTROL_BYTES = 20
};

typedef struct apng_encoder {
    int32_t width, height;
    size_t area;
    uint32_t *shown;   // what the last frame that was written left
    uint32_t *waiting; // the frame whose duration is not known yet
    int64_t waiting_since;
    bool any_waiting;
    uint8_t *rows; // the row before, the row, and one candidate per filter
    size_t row_bytes;
    byte_buffer frame; // chunks of one frame
    byte_buffer later; // everything after the frame count, when the target cannot be patched
    uint32_t frames, sequence;
    z_stream deflater;
    bool deflater_open;
    uint8_t chunk[CHUNK_BYTES];
} apng_encoder;

// Appends a chunk: length, name, content, checksum.
static bool add_chunk(byte_buffer *to, const char *name, const uint8_t *content, size_t count)
{
    uint8_t head[8];
    uint8_t check[4];
    put_u32_be(head, (uint32_t)count);
    memcpy(head + 4, name, 4);
    uLong crc = crc32(0, head + 4, 4);
    crc = count == 0 ? crc : crc32(crc, content, (uInt)count);
    put_u32_be(check, (uint32_t)crc);
    return byte_buffer_add(to, head, sizeof head) && byte_buffer_add(to, content, count) &&
           byte_buffer_add(to, check, sizeof check);
}

static uint32_t magnitude(uint8_t byte)
{
    return byte < 128 ? byte : 256u - byte;
}

static uint8_t paeth(int32_t left, int32_t up, int32_t corner)
{
    int32_t guess = left + up - corner;
    int32_t off_left = guess > left ? guess - left : left - guess;
    int32_t off_up = guess > up ? guess - up : up - guess;
    int32_t off_corner = guess > corner ? guess - corner : corner - guess;
    if (off_left <= off_up && off_left <= off_corner) {
        return (uint8_t)left;
    }
    return (uint8_t)(off_up <= off_corner ? up : corner);
}

// Writes the filtered row behind its filter number; returns the sum of magnitudes.
static uint64_t filter_row(int filter, const uint8_t *row, const uint8_t *before, size_t count,
                           uint8_t *to)
{
    uint64_t sum = 0;
    *to++ = (uint8_t)filter;
    for (size_t i = 0; i < count; i++) {
        int32_t left = i < CHANNELS ? 0 : row[i - CHANNELS];
        int32_t corner = i < CHANNELS ? 0 : before[i - CHANNELS];
        int32_t up = before[i];
        int32_t guess = 0;
        switch (filter) {
        case 1:
            guess = left;
            break;
        case 2:
            guess = up;
            break;
        case 3:
            guess = (left + up) / 2;
            break;
        case 4:
            guess = paeth(left, up, corner);
            break;
        default:
            break;
        }
        to[i] = (uint8_t)((row[i] - guess) & 0xFF);
        sum += magnitude(to[i]);
    }
    return sum;
}

// Feeds bytes to the deflater and cuts what comes out into chunks. The first frame's are IDAT,
// later ones fdAT with a sequence number in front.
static bool compress_bytes(apng_encoder *apng, const uint8_t *bytes, size_t count, bool last)
{
    z_stream *z = &apng->deflater;
    const bool first_frame = apng->frames == 0;
    const size_t front = first_frame ? 0 : 4;
    z->next_in = (Bytef *)(uintptr_t)bytes;
    z->avail_in = (uInt)count;
    for (;;) {
        int code = deflate(z, last ? Z_FINISH : Z_NO_FLUSH);
        size_t filled = (size_t)(z->next_out - apng->chunk);
        if (z->avail_out == 0 || code == Z_STREAM_END) {
            if (!first_frame) {
                put_u32_be(apng->chunk, apng->sequence++);
            }
            if (!add_chunk(&apng->frame, first_frame ? "IDAT" : "fdAT", apng->chunk, filled)) {
                return false;
            }
            z->next_out = apng->chunk + front;
            z->avail_out = (uInt)(CHUNK_BYTES - front);
        }
        if (code == Z_STREAM_END || (code == Z_BUF_ERROR && !last) ||
            (!last && z->avail_in == 0 && z->avail_out > 0)) {
            return true;
        }
        if (code != Z_OK && code != Z_BUF_ERROR) {
            return false;
        }
    }
}

static bool compress_rect(apng_encoder *apng, hone_rect rect)
{
    size_t count = (size_t)rect.width * CHANNELS;
    uint8_t *before = apng->rows;
    uint8_t *row = apng->rows + apng->row_bytes;
    uint8_t *candidates[2] = {row + apng->row_bytes, row + 2 * apng->row_bytes};
    memset(before, 0, count);
    if (deflateReset(&apng->deflater) != Z_OK) {
        return false;
    }
    size_t front = apng->frames == 0 ? 0 : 4;
    apng->deflater.next_out = apng->chunk + front;
    apng->deflater.avail_out = (uInt)(CHUNK_BYTES - front);
    for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
        const uint32_t *pixels = apng->waiting + (size_t)y * (size_t)apng->width + (size_t)rect.x;
        for (int32_t x = 0; x < rect.width; x++) {
            uint32_t color = pixel_unpremultiply(pixels[x]);
            put_u32_be(row + (size_t)x * CHANNELS, color << 8 | color >> 24);
        }
        uint64_t best = UINT64_MAX;
        int chosen = 0; // of the two candidates
        for (int filter = 0; filter < FILTERS; filter++) {
            uint64_t sum = filter_row(filter, row, before, count, candidates[1 - chosen]);
            if (sum < best) {
                best = sum;
                chosen = 1 - chosen;
            }
        }
        if (!compress_bytes(apng, candidates[chosen], count + 1, false)) {
            return false;
        }
        uint8_t *swapped = before;
        before = row;
        row = swapped;
    }
    return compress_bytes(apng, NULL, 0, true);
}

// A duration as the fraction of 16-bit numbers that the file holds.
static void put_duration(uint8_t *at, double seconds)
{
    uint32_t divisor = 10000;
    while (divisor > 1 && seconds * divisor > 65535.0) {
        divisor /= 10;
    }
    double count = seconds * divisor + 0.5;
    uint32_t whole = count > 65535.0 ? 65535 : (uint32_t)count;
    at[0] = (uint8_t)(whole >> 8);
    at[1] = (uint8_t)(whole & 0xFF);
    at[2] = (uint8_t)(divisor >> 8);
    at[3] = (uint8_t)(divisor & 0xFF);
}

static hone_status send(hone_movie *movie, const byte_buffer *bytes, hone_error *error)
{
    apng_encoder *apng = movie->state;
    if (!output_can_patch(&movie->output)) {
        return byte_buffer_add(&apng->later, bytes->bytes, bytes->count)
                   ? HONE_OK
                   : error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    return output_write(&movie->output, bytes->bytes, bytes->count)
               ? HONE_OK
               : output_error(&movie->output, error);
}

// Writes the waiting frame, which was shown for count frame times.
static hone_status write_waiting(hone_movie *movie, int64_t count, hone_error *error)
{
    apng_encoder *apng = movie->state;
    hone_rect rect = {0, 0, apng->width, apng->height};
    if (apng->frames > 0) {
        rect = pixels_changed(apng->waiting, apng->shown, apng->width, apng->height);
    }
    uint8_t control[26] = {0}; // replaces what is there, and stays
    put_u32_be(control, apng->sequence++);
    put_u32_be(control + 4, (uint32_t)rect.width);
    put_u32_be(control + 8, (uint32_t)rect.height);
    put_u32_be(control + 12, (uint32_t)rect.x);
    put_u32_be(control + 16, (uint32_t)rect.y);
    put_duration(control + 20, (double)count * movie->def.frame_time_s);
    apng->frame.count = 0;
    if (!add_chunk(&apng->frame, "fcTL", control, sizeof control) || !compress_rect(apng, rect)) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    apng->frames++;
    uint32_t *swapped = apng->shown;
    apng->shown = apng->waiting;
    apng->waiting = swapped;
    return send(movie, &apng->frame, error);
}

static bool make_control(byte_buffer *to, uint32_t frames, uint32_t loops)
{
    uint8_t control[8];
    put_u32_be(control, frames);
    put_u32_be(control + 4, loops);
    return add_chunk(to, "acTL", control, sizeof control);
}

static bool make_header(byte_buffer *to, const apng_encoder *apng)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};
    uint8_t header[13] = {0};
    put_u32_be(header, (uint32_t)apng->width);
    put_u32_be(header + 4, (uint32_t)apng->height);
    header[8] = 8; // bits a channel
    header[9] = 6; // red, green, blue, alpha
    return byte_buffer_add(to, signature, sizeof signature) &&
           add_chunk(to, "IHDR", header, sizeof header);
}

static hone_status apng_open(hone_movie *movie, hone_error *error)
{
    const hone_allocator *allocator = movie->allocator;
    apng_encoder *apng = memory_new(allocator, 1, sizeof *apng);
    if (apng == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    memset(apng, 0, sizeof *apng);
    movie->state = apng;
    apng->width = movie->def.width;
    apng->height = movie->def.height;
    apng->area = (size_t)apng->width * (size_t)apng->height;
    apng->row_bytes = (size_t)apng->width * CHANNELS + 1;
    apng->frame.allocator = allocator;
    apng->later.allocator = allocator;
    apng->shown = memory_new(allocator, apng->area, sizeof *apng->shown);
    apng->waiting = memory_new(allocator, apng->area, sizeof *apng->waiting);
    apng->rows = memory_new(allocator, apng->row_bytes, 4);
    apng->deflater_open = deflateInit(&apng->deflater, COMPRESSION) == Z_OK;
    if (apng->shown == NULL || apng->waiting == NULL || apng->rows == NULL ||
        !apng->deflater_open) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    if (!output_can_patch(&movie->output)) {
        return HONE_OK;
    }
    if (!make_header(&apng->frame, apng) ||
        !make_control(&apng->frame, 0, (uint32_t)movie->def.loops)) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    return send(movie, &apng->frame, error);
}

static void apng_destroy(hone_movie *movie)
{
    apng_encoder *apng = movie->state;
    if (apng == NULL) {
        return;
    }
    const hone_allocator *allocator = movie->allocator;
    if (apng->deflater_open) {
        (void)deflateEnd(&apng->deflater);
    }
    memory_delete(allocator, apng->shown, apng->area, sizeof *apng->shown);
    memory_delete(allocator, apng->waiting, apng->area, sizeof *apng->waiting);
    memory_delete(allocator, apng->rows, apng->row_bytes, 4);
    byte_buffer_free(&apng->frame);
    byte_buffer_free(&apng->later);
    memory_delete(allocator, apng, 1, sizeof *apng);
    movie->state = NULL;
}

static bool equals_waiting(const apng_encoder *apng, const hone_surface *surface)
{
    for (int32_t y = 0; y < apng->height; y++) {
        if (memcmp(apng->waiting + (size_t)y * (size_t)apng->width, surface_row(surface, y),
                   (size_t)apng->width * sizeof(uint32_t)) != 0) {
            return false;
        }
    }
    return true;
}

static hone_status apng_add(hone_movie *movie, const hone_surface *surface, hone_error *error)
{
    apng_encoder *apng = movie->state;
    if (apng->any_waiting) {
        if (equals_waiting(apng, surface)) {
            return HONE_OK;
        }
        hone_status status = write_waiting(movie, movie->frame_count - apng->waiting_since, error);
        if (status != HONE_OK) {
            return status;
        }
    }
    for (int32_t y = 0; y < apng->height; y++) {
        memcpy(apng->waiting + (size_t)y * (size_t)apng->width, surface_row(surface, y),
               (size_t)apng->width * sizeof(uint32_t));
    }
    apng->any_waiting = true;
    apng->waiting_since = movie->frame_count;
    return HONE_OK;
}

static hone_status apng_finish(hone_movie *movie, hone_error *error)
{
    apng_encoder *apng = movie->state;
    hone_status status = write_waiting(movie, movie->frame_count - apng->waiting_since, error);
    if (status != HONE_OK) {
        return status;
    }
    byte_buffer *front = &apng->frame;
    front->count = 0;
    const bool patch = output_can_patch(&movie->output);
    bool made = (patch || make_header(front, apng)) &&
                make_control(front, apng->frames, (uint32_t)movie->def.loops);
    if (!made ||
        (patch ? !add_chunk(front, "IEND", NULL, 0) : !add_chunk(&apng->later, "IEND", NULL, 0))) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    bool written;
    if (patch) {
        written = output_write(&movie->output, front->bytes + CONTROL_BYTES,
                               front->count - CONTROL_BYTES) &&
                  output_patch(&movie->output, CONTROL_OFFSET, front->bytes, CONTROL_BYTES);
    } else {
        written = output_write(&movie->output, front->bytes, front->count) &&
                  output_write(&movie->output, apng->later.bytes, apng->later.count);
    }
    return written ? HONE_OK : output_error(&movie->output, error);
}

#else

static hone_status apng_open(hone_movie *movie, hone_error *error)
{
    return image_unsupported(movie->output.name, "hone was built without animated PNG",
                             "a build with zlib (Debian: zlib1g-dev)", error);
}

static hone_status apng_add(hone_movie *movie, const hone_surface *surface, hone_error *error)
{
    (void)surface;
    return apng_open(movie, error);
}

static hone_status apng_finish(hone_movie *movie, hone_error *error)
{
    return apng_open(movie, error);
}

static void apng_destroy(hone_movie *movie)
{
    (void)movie;
}

#endif

const movie_encoder movie_apng = {apng_open, apng_add, apng_finish, apng_destroy};
