// SPDX-License-Identifier: MIT
//
// Prints the hashes of all rooms (see hash.h).
#include "hash/hash.h"

#include <inttypes.h>
#include <stdio.h>

hash hash_begin(void)
{
    return (hash){0xcbf29ce484222325u};
}

// FNV-1a.
void hash_add(hash *h, const void *bytes, size_t count)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < count; i++) {
        h->state = (h->state ^ p[i]) * 0x100000001b3u;
    }
}

void hash_end(const hash *h, const char *name)
{
    printf("%s %016" PRIx64 "\n", name, h->state);
}

int main(void)
{
    hash_math();
    hash_body();
    hash_canvas();
    return 0;
}
