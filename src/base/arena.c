// SPDX-License-Identifier: MIT
#include "base/arena.h"

#include "base/memory.h"

#include <string.h>

struct arena_block {
    arena_block *next;
    size_t bytes; // with this header
    size_t used;
};

enum { ALIGNMENT = 16, BLOCK_BYTES = 16384 };

static size_t round_up(size_t bytes)
{
    return (bytes + (ALIGNMENT - 1)) / ALIGNMENT * ALIGNMENT;
}

void *arena_new(arena *a, size_t count, size_t size)
{
    const size_t header = round_up(sizeof(arena_block));
    if (size != 0 && count > (SIZE_MAX / 2 - header - ALIGNMENT) / size) {
        return NULL;
    }
    size_t bytes = round_up(count * size);
    arena_block *block = a->blocks;
    if (block == NULL || block->bytes - block->used < bytes) {
        size_t block_bytes = header + (bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES);
        block = memory_resize(a->allocator, NULL, 0, block_bytes);
        if (block == NULL) {
            return NULL;
        }
        *block = (arena_block){a->blocks, block_bytes, header};
        a->blocks = block;
    }
    void *piece = (unsigned char *)block + block->used;
    block->used += bytes;
    memset(piece, 0, bytes);
    return piece;
}

char *arena_text(arena *a, const char *bytes, size_t count)
{
    char *copy = arena_new(a, count + 1, 1);
    if (copy != NULL && count > 0) {
        memcpy(copy, bytes, count);
    }
    return copy;
}

void arena_free(arena *a)
{
    while (a->blocks != NULL) {
        arena_block *block = a->blocks;
        a->blocks = block->next;
        (void)memory_resize(a->allocator, block, block->bytes, 0);
    }
}
