// SPDX-License-Identifier: MIT
//
// Short forms over hone_allocator, with the overflow check that every size from a file needs.
#ifndef HONE_BASE_MEMORY_H
#define HONE_BASE_MEMORY_H

#include "hone/base.h"

static inline void *memory_resize(const hone_allocator *allocator, void *block, size_t old_bytes,
                                  size_t new_bytes)
{
    return allocator->resize(allocator->user, block, old_bytes, new_bytes);
}

// count * size bytes, at least one; NULL when the product overflows or there is no memory.
static inline void *memory_new(const hone_allocator *allocator, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    size_t bytes = count * size;
    return memory_resize(allocator, NULL, 0, bytes == 0 ? 1 : bytes);
}

// Frees what memory_new(allocator, count, size) gave; block may be NULL.
static inline void memory_delete(const hone_allocator *allocator, void *block, size_t count,
                                 size_t size)
{
    if (block != NULL) {
        size_t bytes = count * size;
        (void)memory_resize(allocator, block, bytes == 0 ? 1 : bytes, 0);
    }
}

#endif
