// SPDX-License-Identifier: MIT
//
// A text that grows inside a fixed buffer: it is cut, never overrun, and its full length is known.
#ifndef HONE_BASE_TEXT_H
#define HONE_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

typedef struct text {
    char *buffer;
    size_t capacity; // the buffer's size; the text is zero-terminated when it is not 0
    size_t length;   // of the whole text, even of what did not fit
} text;

text text_begin(char *buffer, size_t capacity);
void text_add(text *t, const char *string);
void text_add_unsigned(text *t, uint64_t value);

// The bytes with everything outside printable ASCII and valid UTF-8 written as \xNN.
void text_add_escaped(text *t, const char *bytes, size_t count);

#endif
