// SPDX-License-Identifier: MIT
//
// Strict JSON (RFC 8259) in memory: one call reads a text into a flat array of values in document
// order, which point into the text. Nothing recurses, everything is bounded.
//
// The text must outlive the document. A document is immutable: any number of threads may read it.
#ifndef HONE_FORMAT_JSON_JSON_H
#define HONE_FORMAT_JSON_JSON_H

#include "hone/base.h"

typedef enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_kind;

// One value. Its children, if any, follow it directly: in an object each is led by its key, a
// string value. The next value of the same parent is `span` values on.
typedef struct json_value {
    uint8_t kind;
    uint8_t escaped; // strings: text lies decoded in the document instead of the source
    uint32_t span;   // values in this subtree, itself included
    uint32_t count;  // children (pairs count once), or bytes of a string
    uint32_t offset; // of the value's first byte in the source
    union {
        double number;
        const char *text; // UTF-8, not terminated
    } as;
} json_value;

typedef struct json_document {
    const json_value *values; // the root is the first
    uint32_t value_count;
    const char *source;
    size_t source_count;
    const char *name;
    const hone_allocator *allocator;
    char *decoded;
    size_t decoded_bytes;
    size_t value_capacity;
} json_document;

// How much is taken. All zero = defaults.
typedef struct json_limits {
    uint32_t depth;  // 0 = 256
    uint32_t values; // 0 = no limit but 32 bits
} json_limits;

// Reads a text of at most 4 GiB; a byte-order mark before it is skipped. name is kept as a pointer
// and used in errors. On failure *out is untouched and error names the line.
hone_status json_read(const char *text, size_t count, const char *name, const json_limits *limits,
                      const hone_allocator *allocator, json_document *out, hone_error *error);
void json_free(json_document *document);

static inline const json_value *json_root(const json_document *document)
{
    return &document->values[0];
}

// The member of an object with that key (the last one when there are several), or NULL; NULL also
// when value is NULL or no object.
const json_value *json_member(const json_value *value, const char *key);

// Iteration over the elements of an array or the members of an object (there *key is set):
//     for (json_iterator i = json_iterate(array); json_next(&i);) use(i.value);
typedef struct json_iterator {
    const json_value *value;
    const json_value *key; // NULL in arrays
    const json_value *following;
    uint32_t left;
    bool keyed;
} json_iterator;

json_iterator json_iterate(const json_value *container); // NULL or no container: nothing
bool json_next(json_iterator *iterator);

static inline bool json_is(const json_value *value, json_kind kind)
{
    return value != NULL && value->kind == (uint8_t)kind;
}

// Whether a string value has these bytes.
bool json_text_is(const json_value *value, const char *string);

// The line of a value, counted from 1.
uint64_t json_line(const json_document *document, const json_value *value);

// Writes the path to a value, such as armature[0].bone[3].name, into buffer as snprintf does.
size_t json_path(const json_document *document, const json_value *value, char *buffer,
                 size_t capacity);

// The bytes of a value in the source, for parts that are kept as they are.
const char *json_raw(const json_document *document, const json_value *value, size_t *count);

// Fills error with line and path of the value (NULL = the root); returns HONE_ERROR_FORMAT.
// expected may be NULL.
hone_status json_fail(const json_document *document, const json_value *value, const char *message,
                      const char *expected, hone_error *error);

#endif
