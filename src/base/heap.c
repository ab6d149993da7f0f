// SPDX-License-Identifier: MIT
//
// The allocator over malloc. Hosted builds only: the embedded core does not contain this file.
#include "hone/base.h"

#include <stdlib.h>

static void *heap_resize(void *user, void *block, size_t old_bytes, size_t new_bytes)
{
    (void)user;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_bytes);
}

const hone_allocator *hone_heap(void)
{
    static const hone_allocator heap = {heap_resize, NULL};
    return &heap;
}
