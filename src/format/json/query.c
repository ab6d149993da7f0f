// SPDX-License-Identifier: MIT
//
// Walking through a document, and saying where in it something stands.
#include "format/json/json.h"

#include "base/error.h"
#include "base/text.h"

#include <string.h>

json_iterator json_iterate(const json_value *container)
{
    json_iterator iterator = {0};
    if (json_is(container, JSON_ARRAY) || json_is(container, JSON_OBJECT)) {
        iterator.left = container->count;
        iterator.following = container + 1;
        iterator.keyed = container->kind == JSON_OBJECT;
    }
    return iterator;
}

bool json_next(json_iterator *iterator)
{
    if (iterator->left == 0) {
        return false;
    }
    iterator->left--;
    if (iterator->keyed) {
        iterator->key = iterator->following;
        iterator->following++;
    }
    iterator->value = iterator->following;
    iterator->following += iterator->value->span;
    return true;
}

bool json_text_is(const json_value *value, const char *string)
{
    return json_is(value, JSON_STRING) && strlen(string) == value->count &&
           memcmp(value->as.text, string, value->count) == 0;
}

const json_value *json_member(const json_value *value, const char *key)
{
    const json_value *found = NULL;
    if (json_is(value, JSON_OBJECT)) {
        for (json_iterator i = json_iterate(value); json_next(&i);) {
            if (json_text_is(i.key, key)) {
                found = i.value;
            }
        }
    }
    return found;
}

uint64_t json_line(const json_document *document, const json_value *value)
{
    uint64_t line = 1;
    for (uint32_t i = 0; i < value->offset; i++) {
        line += document->source[i] == '\n';
    }
    return line;
}

size_t json_path(const json_document *document, const json_value *value, char *buffer,
                 size_t capacity)
{
    text t = text_begin(buffer, capacity);
    const json_value *at = json_root(document);
    // Each step goes to the child whose subtree holds the value, so the path ends at it.
    while (at != NULL && at < value && value < at + at->span) {
        uint32_t index = 0;
        json_iterator i = json_iterate(at);
        while (json_next(&i) && value >= i.value + i.value->span) {
            index++;
        }
        if (i.key != NULL) {
            text_add(&t, t.length > 0 ? "." : "");
            text_add_escaped(&t, i.key->as.text, i.key->count);
            if (value == i.key) {
                break;
            }
        } else {
            text_add(&t, "[");
            text_add_unsigned(&t, index);
            text_add(&t, "]");
        }
        at = i.value;
    }
    return t.length;
}

const char *json_raw(const json_document *document, const json_value *value, size_t *count)
{
    const char *start = document->source + value->offset;
    const char *end = document->source + document->source_count;
    const char *at = start;
    size_t depth = 0;
    bool quoted = false;
    for (; at < end; at++) {
        if (quoted && *at == '\\') {
            at++; // whatever it is, it does not end the string
        } else if (quoted) {
            quoted = *at != '"';
        } else if (*at == '"') {
            quoted = true;
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            if (depth == 0) {
                break;
            }
            depth--;
        } else if (depth == 0 &&
                   (*at == ',' || *at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) {
            break;
        }
        if (depth == 0 && !quoted && (*at == '}' || *at == ']' || *at == '"')) {
            at++;
            break;
        }
    }
    *count = (size_t)(at - start);
    return start;
}

hone_status json_fail(const json_document *document, const json_value *value, const char *message,
                      const char *expected, hone_error *error)
{
    value = value == NULL ? json_root(document) : value;
    char sentence[160];
    text t = text_begin(sentence, sizeof sentence);
    char path[120];
    if (json_path(document, value, path, sizeof path) > 0) {
        text_add(&t, path);
        text_add(&t, ": ");
    }
    text_add(&t, message);
    (void)error_set(error, HONE_ERROR_FORMAT, document->name, sentence);
    error_at_line(error, json_line(document, value));
    if (expected != NULL) {
        error_expected(error, expected);
    }
    size_t count;
    const char *raw = json_raw(document, value, &count);
    error_found(error, raw, count);
    return HONE_ERROR_FORMAT;
}
