// SPDX-License-Identifier: MIT
#ifndef HONE_FORMAT_CSOURCE_ARRAYS_H
#define HONE_FORMAT_CSOURCE_ARRAYS_H

#include "format/csource/emit.h"

#include "base/arena.h"

typedef enum array_kind {
    ARRAY_FLOATS,
    ARRAY_SHORTS, // int16_t
    ARRAY_FRAMES, // uint16_t
    ARRAY_BYTES,  // uint8_t
    ARRAY_SIGNS   // int8_t
} array_kind;

typedef struct array {
    array_kind kind;
    const void *values;
    int32_t count;
    uint32_t hash;
    int32_t next; // of the same bucket, plus 1; 0 = none
} array;

typedef struct arrays {
    arena *memory;
    array *items;
    int32_t *buckets;
    int32_t count, capacity;
} arrays;

// The index of the array with these values, added when it is new; HONE_NONE without memory.
int32_t arrays_add(arrays *a, array_kind kind, const void *values, int32_t count);

// All of them as static const data, in the order in which they came.
void arrays_emit(emitter *e, const char *prefix, const arrays *a);
void arrays_emit_name(emitter *e, const char *prefix, const arrays *a, int32_t index);

#endif
