// SPDX-License-Identifier: MIT
//
// Collects what a reader met and did not use as the file says: each kind once, with a count and the
// line of the first.
#ifndef HONE_FORMAT_WARNINGS_H
#define HONE_FORMAT_WARNINGS_H

#include "hone/base.h"

typedef struct warnings {
    hone_warning *items;
    int32_t count, capacity;
    bool failed; // an allocation did: the reader must end with HONE_ERROR_MEMORY
} warnings;

// kind is a static string and tells the kinds apart; detail (NULL = none) is copied behind it on
// the first meeting.
void warnings_add(warnings *w, const hone_allocator *allocator, const char *kind,
                  const char *detail, uint64_t line);

// Frees what was collected. A document that takes w.items over frees it with warnings_free(), too.
void warnings_free(warnings *w, const hone_allocator *allocator);

#endif
