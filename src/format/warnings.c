// SPDX-License-Identifier: MIT
#include "format/warnings.h"

#include "base/memory.h"

#include <string.h>

// Whether the message is that of the kind, with or without a detail.
static bool is_kind(const char *message, const char *kind)
{
    return strncmp(message, kind, strlen(kind)) == 0;
}

static bool make_room(warnings *w, const hone_allocator *allocator)
{
    if (w->count < w->capacity) {
        return true;
    }
    int32_t capacity = w->capacity + 8;
    size_t old_bytes = (size_t)w->capacity * sizeof *w->items;
    hone_warning *items =
        memory_resize(allocator, w->items, old_bytes, (size_t)capacity * sizeof *items);
    if (items == NULL) {
        return false;
    }
    w->items = items;
    w->capacity = capacity;
    return true;
}

void warnings_add(warnings *w, const hone_allocator *allocator, const char *kind,
                  const char *detail, uint64_t line)
{
    for (int32_t i = 0; i < w->count; i++) {
        if (is_kind(w->items[i].message, kind)) {
            w->items[i].count++;
            return;
        }
    }
    size_t kind_length = strlen(kind);
    size_t detail_length = detail == NULL ? 0 : strlen(detail);
    char *message = NULL;
    if (make_room(w, allocator)) {
        message = memory_new(allocator, kind_length + detail_length + 1, 1);
    }
    if (message == NULL) {
        w->failed = true;
        return;
    }
    memcpy(message, kind, kind_length);
    if (detail != NULL) {
        memcpy(message + kind_length, detail, detail_length);
    }
    message[kind_length + detail_length] = '\0';
    w->items[w->count++] = (hone_warning){message, 1, line};
}

void warnings_free(warnings *w, const hone_allocator *allocator)
{
    for (int32_t i = 0; i < w->count; i++) {
        char *message = (char *)w->items[i].message;
        memory_delete(allocator, message, strlen(message) + 1, 1);
    }
    memory_delete(allocator, w->items, (size_t)w->capacity, sizeof *w->items);
    *w = (warnings){0};
}
