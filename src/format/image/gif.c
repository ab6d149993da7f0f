// SPDX-License-Identifier: MIT
//
// Animated GIF: what of a frame is written, when it is shown, in which colours.
//
// Frames wait in a queue until the next different one is known: then it is known how long they are
// shown, and whether pixels must become transparent afterwards (which in GIF only the earlier frame
// can ask for: "restore to background" clears its rectangle). Equal frames only pass time.
//
// Space: the smallest rectangle that holds every change is written; in it, pixels that the viewer
// shows already are transparent or their colour again, as the LZW coder likes.
//
// Time: a frame starts at the whole hundredth of a second nearest to its true time, so the error
// never adds up. Viewers slow down what is shown for less than two hundredths; above 50 frames a
// second, frames that fall into the same two hundredths are left out but for the first.
//
// Colours: the first frames are collected. If they have at most 255 colours, these are the palette,
// which grows as long as new colours fit, and encoded frames wait in memory for it; everything is
// exact. Otherwise the palette is quantised from the changes in these frames and serves the whole
// movie, so that colours do not flicker. A frame that it serves badly gets a palette of its own.
#include "format/image/gif.h"

#include <string.h>

enum {
    QUEUE_MOST = 48,             // frames
    QUEUE_BYTES_MOST = 64 << 20, // but no more than this, and at least two
    WAITING_MOST = 8 << 20,      // encoded bytes that wait for the palette
    DELAY_MOST = 65535,          // hundredths of a second
    DELAY_LEAST = 2,
    MEAN_DISTANCE_MOST = 80, // colour distance per changed pixel, about 35 dB
    BAD_DISTANCE = 1024,     // of one pixel: 16 steps in each channel
    BAD_PIXELS_MOST = 32,    // in a frame, and one in so many of those that change
    BAD_SHARE = 50,
    RETRY_AFTER = 8, // frames, when an own palette brought nothing
    DISPOSE_KEEP = 1,
    DISPOSE_CLEAR = 2
};

typedef enum gif_phase {
    GIF_LEARNING, // frames are collected
    GIF_EXACT,    // every colour is in the palette, which still grows
    GIF_FIXED     // the header with the palette is written
} gif_phase;

typedef struct gif_frame {
    uint32_t *pixels; // opaque colours, 0 = transparent
    int64_t start;    // hundredths of a second
    bool transparent; // any pixel is
} gif_frame;

typedef struct gif_encoder {
    int32_t width, height;
    size_t area;
    gif_frame queue[QUEUE_MOST];
    int32_t queued, queue_size, allocated;
    gif_phase phase;
    gif_palette *palette; // of the movie
    gif_palette *own;     // of the last frame that needed one
    color_histogram histogram;
    uint32_t *shown;      // what the viewer sees, as source colours
    uint8_t *shown_index; // its index in the movie's palette, 0 where it is another colour
    uint8_t *symbols, *other;
    gif_lzw *lzw;
    byte_buffer bytes; // encoded, not yet written
    int64_t frames_in; // handed over
    int64_t last_start;
    bool any_written;
    int32_t retry; // frames until an own palette is tried again
} gif_encoder;

typedef struct gif_error_sum {
    uint64_t distance;
    uint32_t changed, bad;
} gif_error_sum;

// ---- time ----

// Hundredths of a second at which frame number starts.
static int64_t start_of(const hone_movie_def *def, int64_t number)
{
    double hundredths = (double)number * def->frame_time_s * 100.0;
    if (def->frame_time_s * 100.0 < DELAY_LEAST) {
        return (int64_t)(hundredths / DELAY_LEAST + 1e-9) * DELAY_LEAST;
    }
    // To the nearest, halves down: 0, 2.5, 5 become 0, 2, 5.
    int64_t whole = (int64_t)hundredths;
    return hundredths - (double)whole > 0.5 + 1e-9 ? whole + 1 : whole;
}

// ---- pixels in ----

static void take_row(const hone_movie_def *def, const uint32_t *from, uint32_t *to, size_t count,
                     bool *transparent)
{
    if (pixels_opaque(from, count)) {
        memcpy(to, from, count * sizeof *to);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t alpha = from[i] >> 24;
        if (alpha < def->alpha_threshold) {
            to[i] = 0;
            *transparent = true;
        } else if (def->matte != 0) {
            to[i] = pixel_over(from[i], def->matte);
        } else {
            to[i] = pixel_unpremultiply(from[i]) | 0xFF000000u;
        }
    }
}

// ---- one frame ----

// Enlarges rect over the pixels that are opaque in now and transparent in next; says if there are.
static bool join_cleared(hone_rect *rect, const gif_encoder *gif, const gif_frame *now,
                         const gif_frame *next)
{
    if (next == NULL || !next->transparent) {
        return false;
    }
    bool any = false;
    for (int32_t y = 0; y < gif->height; y++) {
        const uint32_t *row = now->pixels + (size_t)y * (size_t)gif->width;
        const uint32_t *row_next = next->pixels + (size_t)y * (size_t)gif->width;
        int32_t left = 0;
        while (left < gif->width && (row[left] == 0 || row_next[left] != 0)) {
            left++;
        }
        int32_t right = gif->width;
        while (right > left && (row[right - 1] == 0 || row_next[right - 1] != 0)) {
            right--;
        }
        if (left < right) {
            *rect = rect_join(*rect, left, y, right, y + 1);
            any = true;
        }
    }
    return any;
}

// Fills symbols and other for the rectangle with indices of the palette; sums up the errors.
static void map_pixels(gif_encoder *gif, const uint32_t *pixels, hone_rect rect,
                       gif_palette *palette, bool dither, gif_error_sum *sum)
{
    *sum = (gif_error_sum){0};
    const bool of_movie = palette == gif->palette;
    uint8_t *symbols = gif->symbols;
    uint8_t *other = gif->other;
    uint32_t last = 0;
    uint32_t distance = 0;
    uint8_t index = 0;
    for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
        size_t at = (size_t)y * (size_t)gif->width + (size_t)rect.x;
        const uint32_t *row = pixels + at;
        const uint32_t *shown = gif->shown + at;
        const uint8_t *shown_index = gif->shown_index + at;
        memset(symbols, 0, (size_t)rect.width);
        if (of_movie) {
            memcpy(other, shown_index, (size_t)rect.width);
        } else {
            memset(other, 0, (size_t)rect.width);
        }
        for (int32_t x = 0; x < rect.width; x++) {
            const uint32_t color = row[x];
            if (color == shown[x]) {
                continue;
            }
            if (color != last || dither) {
                last = color;
                index = dither ? gif_palette_dithered(palette, color, rect.x + x, y)
                               : gif_palette_nearest(palette, color);
                distance = color_distance(color, palette->colors[index]);
            }
            sum->changed++;
            sum->distance += distance;
            sum->bad += distance > BAD_DISTANCE;
            other[x] = index;
            symbols[x] = of_movie && index == shown_index[x] ? 0 : index;
        }
        symbols += rect.width;
        other += rect.width;
    }
}

static bool is_bad(const gif_error_sum *sum)
{
    return sum->distance > (uint64_t)sum->changed * MEAN_DISTANCE_MOST ||
           sum->bad > BAD_PIXELS_MOST + sum->changed / BAD_SHARE;
}

static bool make_own_palette(gif_encoder *gif, const uint32_t *pixels)
{
    gif_palette_clear(gif->own);
    if (gif_palette_add_changes(gif->own, pixels, gif->shown, gif->area)) {
        return true;
    }
    if (!color_histogram_begin(&gif->histogram)) {
        return false;
    }
    color_histogram_add_changes(&gif->histogram, pixels, gif->shown, gif->area);
    uint32_t colors[PALETTE_MOST];
    int32_t count = 0;
    if (!quantize(&gif->histogram, PALETTE_MOST, colors, &count)) {
        return false;
    }
    gif_palette_set(gif->own, colors, count);
    return true;
}

// Chooses the palette and fills symbols and other; NULL when there is no memory.
static gif_palette *choose_palette(gif_encoder *gif, const uint32_t *pixels, hone_rect rect,
                                   bool dither)
{
    gif_error_sum sum;
    map_pixels(gif, pixels, rect, gif->palette, dither, &sum);
    if (gif->phase == GIF_EXACT || !is_bad(&sum)) {
        return gif->palette;
    }
    if (gif->own->count > 0) {
        gif_error_sum again;
        map_pixels(gif, pixels, rect, gif->own, dither, &again);
        if (!is_bad(&again)) {
            return gif->own;
        }
    }
    if (gif->retry == 0) {
        if (!make_own_palette(gif, pixels)) {
            return NULL;
        }
        gif_error_sum own;
        map_pixels(gif, pixels, rect, gif->own, dither, &own);
        if (own.distance * 2 < sum.distance) {
            return gif->own;
        }
        gif->retry = RETRY_AFTER;
    } else {
        gif->retry--;
    }
    map_pixels(gif, pixels, rect, gif->palette, dither, &sum);
    return gif->palette;
}

// ---- bytes ----

static uint32_t bits_for(uint32_t largest)
{
    uint32_t bits = 1;
    while (largest >> bits != 0) {
        bits++;
    }
    return bits;
}

static bool put_table(byte_buffer *bytes, const gif_palette *palette, uint32_t bits)
{
    uint8_t table[256 * 3] = {0};
    for (int32_t i = 1; i <= palette->count; i++) {
        table[i * 3] = (uint8_t)(palette->colors[i] >> 16 & 0xFF);
        table[i * 3 + 1] = (uint8_t)(palette->colors[i] >> 8 & 0xFF);
        table[i * 3 + 2] = (uint8_t)(palette->colors[i] & 0xFF);
    }
    return byte_buffer_add(bytes, table, ((size_t)3 << bits));
}

// Writes the header and what waited for it.
static hone_status fix_palette(hone_movie *movie, hone_error *error)
{
    gif_encoder *gif = movie->state;
    uint32_t bits = bits_for((uint32_t)gif->palette->count);
    byte_buffer header = {.allocator = movie->allocator};
    uint8_t screen[13] = "GIF89a";
    put_u16_le(screen + 6, (uint32_t)gif->width);
    put_u16_le(screen + 8, (uint32_t)gif->height);
    screen[10] = (uint8_t)(0xF0 | (bits - 1)); // a table for all frames, of 8-bit colours
    bool done =
        byte_buffer_add(&header, screen, sizeof screen) && put_table(&header, gif->palette, bits);
    if (movie->def.loops != 1) {
        uint8_t loop[19] = {0x21, 0xFF, 11,  'N', 'E', 'T', 'S', 'C',
                            'A',  'P',  'E', '2', '.', '0', 3,   1};
        // Stored is how often it starts again; 0 = for ever.
        put_u16_le(loop + 16, movie->def.loops == 0 ? 0 : (uint32_t)movie->def.loops - 1);
        done = done && byte_buffer_add(&header, loop, sizeof loop);
    }
    hone_status status = HONE_OK;
    if (!done) {
        status = error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    } else if (!output_write(&movie->output, header.bytes, header.count) ||
               !output_write(&movie->output, gif->bytes.bytes, gif->bytes.count)) {
        status = output_error(&movie->output, error);
    }
    gif->bytes.count = 0;
    gif->phase = GIF_FIXED;
    byte_buffer_free(&header);
    return status;
}

// One picture of the file: the rectangle of symbols and other. own is NULL or its palette.
static bool put_picture(gif_encoder *gif, hone_rect rect, const gif_palette *own, uint32_t dispose,
                        uint32_t delay)
{
    size_t count = (size_t)rect.width * (size_t)rect.height;
    uint8_t largest = 0;
    for (size_t i = 0; i < count; i++) {
        largest = gif->other[i] > largest ? gif->other[i] : largest;
    }
    uint32_t bits = bits_for(largest);
    uint32_t table_bits = own == NULL ? 0 : bits_for((uint32_t)own->count);
    uint8_t control[8] = {0x21, 0xF9, 4, (uint8_t)(dispose << 2 | 1)}; // index 0 is transparent
    put_u16_le(control + 4, delay);
    uint8_t place[10] = {0x2C};
    put_u16_le(place + 1, (uint32_t)rect.x);
    put_u16_le(place + 3, (uint32_t)rect.y);
    put_u16_le(place + 5, (uint32_t)rect.width);
    put_u16_le(place + 7, (uint32_t)rect.height);
    place[9] = own == NULL ? 0 : (uint8_t)(0x80 | (table_bits - 1));
    return byte_buffer_add(&gif->bytes, control, sizeof control) &&
           byte_buffer_add(&gif->bytes, place, sizeof place) &&
           (own == NULL || put_table(&gif->bytes, own, table_bits)) &&
           gif_lzw_write(gif->lzw, &gif->bytes, gif->symbols, gif->other, count,
                         bits < 2 ? 2 : bits);
}

// A picture that changes nothing: passes time, and clears rect at its end if told so.
static bool put_pause(gif_encoder *gif, hone_rect rect, uint32_t dispose, uint32_t delay)
{
    if (dispose == DISPOSE_KEEP) {
        rect = (hone_rect){0, 0, 1, 1};
    }
    size_t count = (size_t)rect.width * (size_t)rect.height;
    memset(gif->symbols, 0, count);
    memset(gif->other, 0, count);
    return put_picture(gif, rect, NULL, dispose, delay);
}

static bool put_timed(gif_encoder *gif, hone_rect rect, const gif_palette *own, uint32_t dispose,
                      int64_t duration)
{
    bool whole = duration <= DELAY_MOST;
    bool done = put_picture(gif, rect, own, whole ? dispose : (uint32_t)DISPOSE_KEEP,
                            whole ? (uint32_t)duration : DELAY_MOST);
    while (done && !whole) {
        duration -= DELAY_MOST;
        whole = duration <= DELAY_MOST;
        done = put_pause(gif, rect, whole ? dispose : (uint32_t)DISPOSE_KEEP,
                         whole ? (uint32_t)duration : DELAY_MOST);
    }
    return done;
}

// What the viewer shows after the picture and its disposal.
static void note_shown(gif_encoder *gif, const uint32_t *pixels, hone_rect rect, bool of_movie,
                       bool cleared)
{
    const uint8_t *index = gif->other;
    for (int32_t y = rect.y; y < rect.y + rect.height; y++, index += rect.width) {
        size_t at = (size_t)y * (size_t)gif->width + (size_t)rect.x;
        if (cleared) {
            memset(gif->shown + at, 0, (size_t)rect.width * sizeof *gif->shown);
            memset(gif->shown_index + at, 0, (size_t)rect.width);
            continue;
        }
        if (of_movie) {
            memcpy(gif->shown_index + at, index, (size_t)rect.width);
        } else {
            for (int32_t x = 0; x < rect.width; x++) {
                bool changed = gif->shown[at + (size_t)x] != pixels[at + (size_t)x];
                gif->shown_index[at + (size_t)x] *= !changed;
            }
        }
        memcpy(gif->shown + at, pixels + at, (size_t)rect.width * sizeof *gif->shown);
    }
}

static hone_status encode_first(hone_movie *movie, int64_t end, hone_error *error)
{
    gif_encoder *gif = movie->state;
    const gif_frame *frame = &gif->queue[0];
    const gif_frame *next = gif->queued > 1 ? &gif->queue[1] : NULL;
    if (gif->phase == GIF_EXACT &&
        (gif->bytes.count > WAITING_MOST ||
         !gif_palette_add_changes(gif->palette, frame->pixels, gif->shown, gif->area))) {
        hone_status status = fix_palette(movie, error);
        if (status != HONE_OK) {
            return status;
        }
    }
    hone_rect rect = {0, 0, gif->width, gif->height};
    if (gif->any_written) {
        rect = pixels_changed(frame->pixels, gif->shown, gif->width, gif->height);
    }
    bool cleared = join_cleared(&rect, gif, frame, next);
    if (rect.width == 0) {
        rect = (hone_rect){0, 0, 1, 1};
    }
    const gif_palette *palette = choose_palette(gif, frame->pixels, rect, movie->def.dither);
    bool of_movie = palette == gif->palette;
    int64_t duration = (next != NULL ? next->start : end) - frame->start;
    bool done = palette != NULL;
    if (done) {
        // Pauses overwrite the indices, which note_shown needs.
        note_shown(gif, frame->pixels, rect, of_movie, cleared);
        done = put_timed(gif, rect, of_movie ? NULL : palette,
                         cleared ? DISPOSE_CLEAR : DISPOSE_KEEP, duration);
    }
    if (!done) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    gif->any_written = true;
    if (gif->phase == GIF_FIXED) {
        if (!output_write(&movie->output, gif->bytes.bytes, gif->bytes.count)) {
            return output_error(&movie->output, error);
        }
        gif->bytes.count = 0;
    }
    // The first buffer becomes the last, free one.
    gif_frame used = gif->queue[0];
    gif->queued--;
    memmove(gif->queue, gif->queue + 1, (size_t)(gif->allocated - 1) * sizeof *gif->queue);
    gif->queue[gif->allocated - 1] = used;
    return HONE_OK;
}

// Ends the learning: finds the palette for the frames that are queued.
static hone_status learn(hone_movie *movie, hone_error *error)
{
    gif_encoder *gif = movie->state;
    bool exact = true;
    for (int32_t i = 0; i < gif->queued && exact; i++) {
        const uint32_t *before = i == 0 ? NULL : gif->queue[i - 1].pixels;
        exact = gif_palette_add_changes(gif->palette, gif->queue[i].pixels, before, gif->area);
    }
    if (exact) {
        gif->phase = GIF_EXACT;
        return HONE_OK;
    }
    if (!color_histogram_begin(&gif->histogram)) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    for (int32_t i = 0; i < gif->queued; i++) {
        const uint32_t *before = i == 0 ? NULL : gif->queue[i - 1].pixels;
        color_histogram_add_changes(&gif->histogram, gif->queue[i].pixels, before, gif->area);
    }
    uint32_t colors[PALETTE_MOST];
    int32_t count = 0;
    if (!quantize(&gif->histogram, PALETTE_MOST, colors, &count)) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    gif_palette_set(gif->palette, colors, count);
    return fix_palette(movie, error);
}

// ---- the encoder ----

static hone_status gif_open(hone_movie *movie, hone_error *error)
{
    const hone_allocator *allocator = movie->allocator;
    gif_encoder *gif = memory_new(allocator, 1, sizeof *gif);
    if (gif == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    memset(gif, 0, sizeof *gif);
    movie->state = gif;
    gif->width = movie->def.width;
    gif->height = movie->def.height;
    gif->area = (size_t)gif->width * (size_t)gif->height;
    size_t fitting = QUEUE_BYTES_MOST / (gif->area * sizeof(uint32_t));
    gif->queue_size = fitting < 2 ? 2 : fitting > QUEUE_MOST ? QUEUE_MOST : (int32_t)fitting;
    gif->last_start = -1;
    gif->bytes.allocator = allocator;
    gif->palette = gif_palette_new(allocator);
    gif->own = gif_palette_new(allocator);
    gif->shown = memory_new(allocator, gif->area, sizeof *gif->shown);
    gif->shown_index = memory_new(allocator, gif->area, 1);
    gif->symbols = memory_new(allocator, gif->area, 1);
    gif->other = memory_new(allocator, gif->area, 1);
    gif->lzw = memory_new(allocator, 1, sizeof *gif->lzw);
    gif->histogram.allocator = allocator;
    if (gif->palette == NULL || gif->own == NULL || gif->shown == NULL ||
        gif->shown_index == NULL || gif->symbols == NULL || gif->other == NULL ||
        gif->lzw == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    memset(gif->shown, 0, gif->area * sizeof *gif->shown);
    memset(gif->shown_index, 0, gif->area);
    return HONE_OK;
}

static void gif_destroy(hone_movie *movie)
{
    gif_encoder *gif = movie->state;
    if (gif == NULL) {
        return;
    }
    const hone_allocator *allocator = movie->allocator;
    for (int32_t i = 0; i < gif->allocated; i++) {
        memory_delete(allocator, gif->queue[i].pixels, gif->area, sizeof(uint32_t));
    }
    gif_palette_free(gif->palette, allocator);
    gif_palette_free(gif->own, allocator);
    color_histogram_free(&gif->histogram);
    memory_delete(allocator, gif->shown, gif->area, sizeof *gif->shown);
    memory_delete(allocator, gif->shown_index, gif->area, 1);
    memory_delete(allocator, gif->symbols, gif->area, 1);
    memory_delete(allocator, gif->other, gif->area, 1);
    memory_delete(allocator, gif->lzw, 1, sizeof *gif->lzw);
    byte_buffer_free(&gif->bytes);
    memory_delete(allocator, gif, 1, sizeof *gif);
    movie->state = NULL;
}

static hone_status gif_add(hone_movie *movie, const hone_surface *surface, hone_error *error)
{
    gif_encoder *gif = movie->state;
    int64_t start = start_of(&movie->def, gif->frames_in++);
    if (start == gif->last_start) {
        return HONE_OK;
    }
    gif->last_start = start;
    if (gif->queued == gif->allocated) {
        uint32_t *pixels = memory_new(movie->allocator, gif->area, sizeof *pixels);
        if (pixels == NULL) {
            return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
        }
        gif->queue[gif->allocated++].pixels = pixels;
    }
    gif_frame *frame = &gif->queue[gif->queued];
    frame->start = start;
    frame->transparent = false;
    for (int32_t y = 0; y < gif->height; y++) {
        take_row(&movie->def, surface_row(surface, y),
                 frame->pixels + (size_t)y * (size_t)gif->width, (size_t)gif->width,
                 &frame->transparent);
    }
    if (gif->queued > 0 && memcmp(gif->queue[gif->queued - 1].pixels, frame->pixels,
                                  gif->area * sizeof(uint32_t)) == 0) {
        return HONE_OK;
    }
    gif->queued++;
    hone_status status = HONE_OK;
    if (gif->phase == GIF_LEARNING && gif->queued == gif->queue_size) {
        status = learn(movie, error);
    }
    while (status == HONE_OK && gif->phase != GIF_LEARNING && gif->queued > 1) {
        status = encode_first(movie, 0, error);
    }
    return status;
}

static hone_status gif_finish(hone_movie *movie, hone_error *error)
{
    gif_encoder *gif = movie->state;
    int64_t end = start_of(&movie->def, gif->frames_in);
    int64_t last = gif->queue[gif->queued - 1].start;
    end = end < last + DELAY_LEAST ? last + DELAY_LEAST : end;
    hone_status status = HONE_OK;
    if (gif->phase == GIF_LEARNING) {
        status = learn(movie, error);
    }
    while (status == HONE_OK && gif->queued > 0) {
        status = encode_first(movie, end, error);
    }
    if (status == HONE_OK && gif->phase == GIF_EXACT) {
        status = fix_palette(movie, error);
    }
    const uint8_t trailer = 0x3B;
    if (status == HONE_OK && !output_write(&movie->output, &trailer, 1)) {
        status = output_error(&movie->output, error);
    }
    return status;
}

const movie_encoder movie_gif = {gif_open, gif_add, gif_finish, gif_destroy};
