// SPDX-License-Identifier: MIT
#include "jansson_side.h"

#if defined(HONE_TEST_JANSSON)
#include <jansson.h>
#include <stdio.h>
#include <string.h>

typedef struct sink {
    char *out;
    size_t length, room;
} sink;

// Test documents are a few levels deep.
static void write_value(sink *s, json_t *value) // NOLINT(misc-no-recursion)
{
    char *at = s->out + s->length;
    size_t room = s->room - s->length;
    size_t index;
    const char *key;
    json_t *child;
    switch (json_typeof(value)) {
    case JSON_NULL:
        s->length += (size_t)snprintf(at, room, "n ");
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        s->length += (size_t)snprintf(at, room, json_is_true(value) ? "t " : "f ");
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        s->length += (size_t)snprintf(at, room, "%.17g ", json_number_value(value) + 0.0);
        break;
    case JSON_STRING:
        s->length += (size_t)snprintf(at, room, "%zu:%s ", json_string_length(value),
                                      json_string_value(value));
        break;
    case JSON_ARRAY:
        s->length += (size_t)snprintf(at, room, "[%zu ", json_array_size(value));
        json_array_foreach(value, index, child)
        {
            write_value(s, child);
        }
        break;
    case JSON_OBJECT:
        s->length += (size_t)snprintf(at, room, "{%zu ", json_object_size(value));
        json_object_foreach(value, key, child)
        {
            s->length += (size_t)snprintf(s->out + s->length, s->room - s->length, "%zu:%s ",
                                          strlen(key), key);
            write_value(s, child);
        }
        break;
    }
}

bool jansson_is_there(void)
{
    return true;
}

jansson_answer jansson_canonical(const char *text, size_t count, char *out, size_t room)
{
    json_error_t error;
    json_t *root =
        json_loadb(text, count, JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        enum json_error_code code = json_error_code(&error);
        bool own = code == json_error_numeric_overflow || code == json_error_duplicate_key;
        return own ? JANSSON_CANNOT : JANSSON_REFUSED;
    }
    sink s = {out, 0, room};
    out[0] = '\0';
    write_value(&s, root);
    json_decref(root);
    return JANSSON_READ;
}

#else

bool jansson_is_there(void)
{
    return false;
}

jansson_answer jansson_canonical(const char *text, size_t count, char *out, size_t room)
{
    (void)text;
    (void)count;
    (void)out;
    (void)room;
    return JANSSON_CANNOT;
}

#endif
