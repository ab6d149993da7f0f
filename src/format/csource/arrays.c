// SPDX-License-Identifier: MIT
//
// Arrays that a C source needs, each different one once: timelines share their frames, easings and
// values wherever these are the same.
#include "format/csource/arrays.h"

#include <string.h>

static uint32_t hash_of(const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ at[i]) * 16777619u;
    }
    return hash;
}

static size_t item_bytes(array_kind kind)
{
    static const size_t sizes[] = {4, 2, 2, 1, 1};
    return sizes[kind];
}

static bool make_room(arrays *a)
{
    if (a->count < a->capacity) {
        return true;
    }
    size_t capacity = (size_t)a->capacity * 2 + 64;
    array *items = arena_new(a->memory, capacity, sizeof *items);
    int32_t *buckets = arena_new(a->memory, capacity * 2, sizeof *buckets);
    if (items == NULL || buckets == NULL) {
        return false;
    }
    if (a->count > 0) {
        memcpy(items, a->items, (size_t)a->count * sizeof *items);
    }
    a->items = items;
    a->buckets = buckets;
    a->capacity = (int32_t)capacity;
    for (int32_t i = 0; i < a->count; i++) {
        uint32_t bucket = items[i].hash % (uint32_t)(capacity * 2);
        items[i].next = buckets[bucket];
        buckets[bucket] = i + 1;
    }
    return true;
}

int32_t arrays_add(arrays *a, array_kind kind, const void *values, int32_t count)
{
    if (!make_room(a)) {
        return HONE_NONE;
    }
    size_t bytes = (size_t)count * item_bytes(kind);
    uint32_t hash = hash_of(values, bytes) + (uint32_t)kind;
    uint32_t bucket = hash % ((uint32_t)a->capacity * 2);
    for (int32_t i = a->buckets[bucket]; i > 0; i = a->items[i - 1].next) {
        const array *known = &a->items[i - 1];
        if (known->hash == hash && known->kind == kind && known->count == count &&
            memcmp(known->values, values, bytes) == 0) {
            return i - 1;
        }
    }
    a->items[a->count] = (array){kind, values, count, hash, a->buckets[bucket]};
    a->buckets[bucket] = ++a->count;
    return a->count - 1;
}

void arrays_emit_name(emitter *e, const char *prefix, const arrays *a, int32_t index)
{
    static const char *const names[] = {"_floats_", "_shorts_", "_frames_", "_bytes_", "_signs_"};
    emit_text(e, prefix);
    emit_text(e, names[a->items[index].kind]);
    emit_integer(e, index);
}

void arrays_emit(emitter *e, const char *prefix, const arrays *a)
{
    static const char *const types[] = {"float", "int16_t", "uint16_t", "uint8_t", "int8_t"};
    static const int32_t widths[] = {12, 6, 5, 3, 3};
    for (int32_t i = 0; i < a->count; i++) {
        const array *item = &a->items[i];
        emit_text(e, "static const ");
        emit_text(e, types[item->kind]);
        emit_text(e, " ");
        arrays_emit_name(e, prefix, a, i);
        emit_text(e, "[] = {");
        for (int32_t j = 0; j < item->count; j++) {
            emit_next(e, j == 0, widths[item->kind]);
            switch (item->kind) {
            case ARRAY_FLOATS:
                emit_float(e, ((const float *)item->values)[j]);
                break;
            case ARRAY_SHORTS:
                emit_integer(e, ((const int16_t *)item->values)[j]);
                break;
            case ARRAY_FRAMES:
                emit_integer(e, ((const uint16_t *)item->values)[j]);
                break;
            case ARRAY_BYTES:
                emit_integer(e, ((const uint8_t *)item->values)[j]);
                break;
            default:
                emit_integer(e, ((const int8_t *)item->values)[j]);
                break;
            }
        }
        emit_text(e, "};\n");
    }
}
