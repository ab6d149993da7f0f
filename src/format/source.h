// SPDX-License-Identifier: MIT
//
// Text from memory or from a stream, seen through a window: [at, end) is what can be looked at, and
// source_fill() brings more. A byte order mark is swallowed, UTF-16 becomes UTF-8 on the way. In
// memory the window is the whole text, and nothing is copied.
#ifndef HONE_FORMAT_SOURCE_H
#define HONE_FORMAT_SOURCE_H

#include "hone/bvh.h"

typedef enum source_encoding {
    SOURCE_BYTES,
    SOURCE_UTF16_LITTLE,
    SOURCE_UTF16_BIG
} source_encoding;

typedef struct source {
    const char *at, *end;
    bool last;           // nothing comes after end
    bool failed;         // the stream could not be read
    bool no_room;        // the window could not grow
    uint64_t bytes_left; // of the stream, not yet in the window; UINT64_MAX = unknown
    char *window;
    size_t window_bytes;
    hone_read_function read;
    void *user;
    const hone_allocator *allocator;
    source_encoding encoding;
    unsigned char raw[4096]; // UTF-16 that is not decoded yet
    size_t raw_count;
    bool raw_end;
    const unsigned char *memory; // what UTF-16 in memory is read from
} source;

// Both return false when there is no memory; nothing has to be closed then. The struct must not be
// moved while it is open. A text in memory must live as long as the source.
bool source_open_memory(source *s, const void *bytes, size_t count,
                        const hone_allocator *allocator);
// bytes_left is the stream's length, UINT64_MAX = unknown.
bool source_open_stream(source *s, hone_read_function read, void *user, uint64_t bytes_left,
                        const hone_allocator *allocator);

void source_close(source *s);

// Keeps [at, end), which may move, and adds at least one byte behind it, growing the window when it
// is full. False when nothing can be added: at the end of the text (last), or failed or no_room.
bool source_fill(source *s);

#endif
