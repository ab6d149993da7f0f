// SPDX-License-Identifier: MIT
#include "format/source.h"

#include "base/memory.h"

#include <string.h>

enum {
    WINDOW_BYTES = 256 * 1024,
    WINDOW_LIMIT = 16 * 1024 * 1024, // a single token or line that needs more is absurd
    SMALL_ROOM = 1024,               // beside a text that is smaller than the window
    LEAST_ROOM = 16                  // more than the longest piece that the UTF-16 decoder adds
};

// A read function over memory, for UTF-16 that lies there.
static size_t read_memory(void *user, void *buffer, size_t capacity)
{
    source *s = user;
    size_t count = s->bytes_left < capacity ? (size_t)s->bytes_left : capacity;
    memcpy(buffer, s->memory, count);
    s->memory += count;
    return count;
}

// The stream's next bytes; 0 at the end or on failure.
static size_t read_bytes(source *s, void *buffer, size_t capacity)
{
    size_t count = s->read(s->user, buffer, capacity);
    if (count > capacity) {
        s->failed = true;
        return 0;
    }
    if (s->bytes_left != UINT64_MAX) {
        s->bytes_left -= count < s->bytes_left ? count : s->bytes_left;
    }
    return count;
}

static source_encoding encoding_of(const unsigned char *bytes, size_t count)
{
    if (count < 2) {
        return SOURCE_BYTES;
    }
    if ((bytes[0] == 0xFF && bytes[1] == 0xFE) ||
        (bytes[0] != 0 && bytes[0] < 0x80 && bytes[1] == 0)) {
        return SOURCE_UTF16_LITTLE;
    }
    if ((bytes[0] == 0xFE && bytes[1] == 0xFF) ||
        (bytes[0] == 0 && bytes[1] != 0 && bytes[1] < 0x80)) {
        return SOURCE_UTF16_BIG;
    }
    return SOURCE_BYTES;
}

static void skip_mark(source *s)
{
    if (s->end - s->at >= 3 && memcmp(s->at, "\xEF\xBB\xBF", 3) == 0) {
        s->at += 3;
    }
}

static uint32_t raw_unit(const source *s, size_t i)
{
    unsigned first = s->raw[i], second = s->raw[i + 1];
    return s->encoding == SOURCE_UTF16_LITTLE ? second << 8 | first : first << 8 | second;
}

// Writes one character as UTF-8; returns its length.
static size_t encode_utf8(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)((0xF00 >> length & 0xFF) | code);
    return length;
}

// Decodes UTF-16 into the room given; returns how many bytes came out, 0 at the end.
static size_t read_utf16(source *s, char *buffer, size_t capacity)
{
    size_t written = 0;
    while (written == 0) {
        while (!s->raw_end && s->raw_count < 4) {
            size_t count = read_bytes(s, s->raw + s->raw_count, sizeof s->raw - s->raw_count);
            s->raw_count += count;
            s->raw_end = count == 0;
        }
        if (s->raw_count < 2) {
            return 0; // an odd last byte is no character
        }
        size_t i = 0;
        while (i + 2 <= s->raw_count && written + 4 <= capacity) {
            uint32_t code = raw_unit(s, i);
            size_t units = 2;
            if (code >= 0xD800 && code < 0xDC00 && i + 4 > s->raw_count && !s->raw_end) {
                break;
            }
            if (code >= 0xD800 && code < 0xE000) {
                uint32_t low = code < 0xDC00 && i + 4 <= s->raw_count ? raw_unit(s, i + 2) : 0;
                bool pair = low >= 0xDC00 && low < 0xE000;
                code = pair ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
                units = pair ? 4 : 2;
            }
            i += units;
            if (code != 0xFEFF) {
                written += encode_utf8(code, buffer + written);
            }
        }
        memmove(s->raw, s->raw + i, s->raw_count - i);
        s->raw_count -= i;
    }
    return written;
}

// Reads the first bytes, which tell the encoding.
static void read_head(source *s)
{
    while (s->raw_count < 4) {
        size_t count = read_bytes(s, s->raw + s->raw_count, 4 - s->raw_count);
        if (count == 0) {
            s->raw_end = true;
            break;
        }
        s->raw_count += count;
    }
    s->encoding = encoding_of(s->raw, s->raw_count);
    if (s->encoding == SOURCE_BYTES) {
        memcpy(s->window, s->raw, s->raw_count);
        s->end += s->raw_count;
        s->last = s->raw_end;
        skip_mark(s);
    }
}

// Gives the source its window and looks at the first bytes.
static bool open_window(source *s)
{
    s->window_bytes = WINDOW_BYTES;
    if (s->bytes_left < WINDOW_BYTES - SMALL_ROOM) {
        s->window_bytes = (size_t)s->bytes_left + SMALL_ROOM;
    }
    s->window = memory_new(s->allocator, s->window_bytes, 1);
    if (s->window == NULL) {
        return false;
    }
    s->at = s->window;
    s->end = s->window;
    read_head(s);
    return true;
}

bool source_open_stream(source *s, hone_read_function read, void *user, uint64_t bytes_left,
                        const hone_allocator *allocator)
{
    *s = (source){.read = read, .user = user, .bytes_left = bytes_left, .allocator = allocator};
    return open_window(s);
}

bool source_open_memory(source *s, const void *bytes, size_t count, const hone_allocator *allocator)
{
    static const char nothing[1] = "";
    const char *text = count == 0 ? nothing : bytes;
    if (encoding_of((const unsigned char *)text, count) != SOURCE_BYTES) {
        *s = (source){.read = read_memory, .user = s, .bytes_left = count, .allocator = allocator};
        s->memory = bytes;
        return open_window(s);
    }
    *s = (source){.at = text, .end = text + count, .last = true, .allocator = allocator};
    skip_mark(s);
    return true;
}

void source_close(source *s)
{
    memory_delete(s->allocator, s->window, s->window_bytes, 1);
    s->window = NULL;
}

// Moves what is left to the front, and grows the window when that gives no room.
static bool make_room(source *s)
{
    size_t count = (size_t)(s->end - s->at);
    memmove(s->window, s->at, count);
    s->at = s->window;
    s->end = s->window + count;
    if (s->window_bytes - count >= LEAST_ROOM) {
        return true;
    }
    size_t bytes = s->window_bytes * 2;
    char *window = bytes > WINDOW_LIMIT
                       ? NULL
                       : memory_resize(s->allocator, s->window, s->window_bytes, bytes);
    if (window == NULL) {
        s->no_room = true;
        return false;
    }
    s->window = window;
    s->window_bytes = bytes;
    s->at = window;
    s->end = window + count;
    return true;
}

bool source_fill(source *s)
{
    if (s->last || s->failed || s->no_room || !make_room(s)) {
        return false;
    }
    char *buffer = s->window + (s->end - s->window);
    size_t room = s->window_bytes - (size_t)(s->end - s->window);
    size_t count =
        s->encoding == SOURCE_BYTES ? read_bytes(s, buffer, room) : read_utf16(s, buffer, room);
    s->end += count;
    s->last = count == 0;
    return count > 0;
}
