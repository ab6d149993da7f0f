// SPDX-License-Identifier: MIT
//
// Hashes of what the library computes, one a line, so that builds and machines can be compared by
// comparing texts. A room has one function that prints its lines. Input comes from random.h alone;
// nothing that the C library computes may go in.
#ifndef HONE_TEST_HASH_H
#define HONE_TEST_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct hash {
    uint64_t state;
} hash;

hash hash_begin(void);
// The bytes as they lie in memory; machines are expected to be little-endian.
void hash_add(hash *h, const void *bytes, size_t count);
// Prints "name 16 hexadecimal digits".
void hash_end(const hash *h, const char *name);

void hash_math(void);
void hash_body(void);
void hash_canvas(void);

#endif
