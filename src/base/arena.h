// SPDX-License-Identifier: MIT
//
// Memory for documents: many small pieces, freed together by one call.
#ifndef HONE_BASE_ARENA_H
#define HONE_BASE_ARENA_H

#include "hone/base.h"

typedef struct arena_block arena_block;

// A zeroed arena with its allocator set is ready to use.
typedef struct arena {
    const hone_allocator *allocator;
    arena_block *blocks;
} arena;

// count * size zeroed bytes, aligned for any type; NULL when there is no memory.
void *arena_new(arena *a, size_t count, size_t size);

// A zero-terminated copy of the bytes; NULL when there is no memory.
char *arena_text(arena *a, const char *bytes, size_t count);

void arena_free(arena *a);

#endif
