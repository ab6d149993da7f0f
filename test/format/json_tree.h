// SPDX-License-Identifier: MIT
//
// JSON as a tree, for the tables that tests read. Trusts its input.
#ifndef HONE_TEST_JSON_TREE_H
#define HONE_TEST_JSON_TREE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct json {
    char *key;          // inside an object
    char *string;       // of a string
    double number;      // of a number; 1 for true
    struct json *child; // first of an array or object
    struct json *next;  // in the same array or object
    int count;          // of children
} json;

static inline void json_free(json *j)
{
    while (j != NULL) {
        json *next = j->next;
        json_free(j->child);
        free(j->key);
        free(j->string);
        free(j);
        j = next;
    }
}

static inline const char *json_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static inline unsigned json_hex(const char *at)
{
    char digits[5] = {at[0], at[1], at[2], at[3], '\0'};
    return (unsigned)strtoul(digits, NULL, 16);
}

static inline char *json_string(const char **at)
{
    const char *from = *at + 1;
    char *out = malloc(strlen(from) + 1);
    size_t count = 0;
    while (*from != '"' && *from != '\0') {
        if (*from != '\\') {
            out[count++] = *from++;
            continue;
        }
        from++;
        if (*from == 'u') {
            unsigned code = json_hex(from + 1);
            if (code >= 0x800) {
                out[count++] = (char)(0xE0 | code >> 12);
                out[count++] = (char)(0x80 | (code >> 6 & 0x3F));
                out[count++] = (char)(0x80 | (code & 0x3F));
            } else if (code >= 0x80) {
                out[count++] = (char)(0xC0 | code >> 6);
                out[count++] = (char)(0x80 | (code & 0x3F));
            } else {
                out[count++] = (char)code;
            }
            from += 5;
        } else {
            out[count++] = *from == 'n' ? '\n' : *from == 't' ? '\t' : *from;
            from++;
        }
    }
    out[count] = '\0';
    *at = from + 1;
    return out;
}

static inline json *json_value(const char **at)
{
    json *j = calloc(1, sizeof *j);
    *at = json_blanks(*at);
    if (**at == '"') {
        j->string = json_string(at);
    } else if (**at == '{' || **at == '[') {
        bool object = **at == '{';
        json **tail = &j->child;
        *at = json_blanks(*at + 1);
        while (**at != '}' && **at != ']' && **at != '\0') {
            char *key = NULL;
            if (object) {
                key = json_string(at);
                *at = json_blanks(*at) + 1;
            }
            *tail = json_value(at);
            (*tail)->key = key;
            tail = &(*tail)->next;
            j->count++;
            *at = json_blanks(*at);
            if (**at == ',') {
                *at = json_blanks(*at + 1);
            }
        }
        ++*at;
    } else if (**at == 't' || **at == 'f' || **at == 'n') {
        j->number = **at == 't';
        *at += **at == 'f' ? 5 : 4;
    } else {
        char *end;
        j->number = strtod(*at, &end);
        *at = end;
    }
    return j;
}

static inline json *json_read(const char *text)
{
    return json_value(&text);
}

// The member of that key, or NULL.
static inline const json *json_get(const json *object, const char *key)
{
    for (const json *j = object->child; j != NULL; j = j->next) {
        if (strcmp(j->key, key) == 0) {
            return j;
        }
    }
    return NULL;
}

static inline const json *json_at(const json *array, int index)
{
    const json *j = array->child;
    while (index-- > 0 && j != NULL) {
        j = j->next;
    }
    return j;
}

#endif
