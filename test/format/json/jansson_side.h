// SPDX-License-Identifier: MIT
//
// jansson behind a wall: its names are those of hone's reader.
#ifndef HONE_TEST_JANSSON_SIDE_H
#define HONE_TEST_JANSSON_SIDE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum jansson_answer {
    JANSSON_READ,
    JANSSON_REFUSED,
    JANSSON_CANNOT // numbers beyond its range, two members with one key
} jansson_answer;

bool jansson_is_there(void);

// Reads the text and writes the document in one fixed form.
jansson_answer jansson_canonical(const char *text, size_t count, char *out, size_t room);

#endif
