// SPDX-License-Identifier: MIT
//
// All of the C library that the embedded core may call.
#ifndef HONE_FREESTANDING_STRING_H
#define HONE_FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
size_t strlen(const char *string);

#endif
