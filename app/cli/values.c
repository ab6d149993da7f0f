// SPDX-License-Identifier: MIT
//
// From the text of an option's value to what the command works with. Every kind says in one
// sentence what would have been right.
#include "values.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 16384 };

static bool store_flag(const cli_option *option, const char *text, void *field, char *expected,
                       size_t capacity)
{
    (void)option, (void)expected, (void)capacity;
    *(bool *)field = strcmp(text, "no") != 0;
    return true;
}

static bool store_text(const cli_option *option, const char *text, void *field, char *expected,
                       size_t capacity)
{
    if (text[0] == '\0') {
        (void)snprintf(expected, capacity, "a %s that is not empty", option->value);
        return false;
    }
    *(const char **)field = text;
    return true;
}

bool cli_read_number(const char *text, double *out)
{
    bool starts = (text[0] >= '0' && text[0] <= '9') || strchr("+-.", text[0]) != NULL;
    if (text[0] == '\0' || !starts || strpbrk(text, "xXnN") != NULL) {
        return false;
    }
    char *end = NULL;
    double number = strtod(text, &end);
    if (*end != '\0' || end == text || !isfinite(number)) {
        return false;
    }
    *out = number;
    return true;
}

bool cli_read_numbers(const char *text, double *out, int32_t count)
{
    double numbers[8];
    const char *at = text;
    for (int32_t i = 0; i < count && i < 8; i++) {
        char word[64];
        size_t length = strcspn(at, ",");
        bool last = i == count - 1;
        if (length >= sizeof word || (at[length] == '\0') != last) {
            return false;
        }
        memcpy(word, at, length);
        word[length] = '\0';
        if (!cli_read_number(word, &numbers[i])) {
            return false;
        }
        at += length + 1;
    }
    memcpy(out, numbers, (size_t)count * sizeof *out);
    return true;
}

// Says the bounds of a numeric option.
static void expect_number(const cli_option *option, const char *kind, char *expected,
                          size_t capacity)
{
    if (option->least == option->most) {
        (void)snprintf(expected, capacity, "a %s", kind);
    } else if (isinf(option->most)) {
        (void)snprintf(expected, capacity, "a %s of at least %g", kind, option->least);
    } else {
        (void)snprintf(expected, capacity, "a %s from %.9g to %.9g", kind, option->least,
                       option->most);
    }
}

static bool number_in_bounds(const cli_option *option, const char *text, double *number)
{
    return cli_read_number(text, number) &&
           (option->least == option->most || (*number >= option->least && *number <= option->most));
}

static bool store_number(const cli_option *option, const char *text, void *field, char *expected,
                         size_t capacity)
{
    double number = 0.0;
    if (!number_in_bounds(option, text, &number)) {
        expect_number(option, "number", expected, capacity);
        return false;
    }
    *(double *)field = number;
    return true;
}

static bool store_integer(const cli_option *option, const char *text, void *field, char *expected,
                          size_t capacity)
{
    double number = 0.0;
    if (!number_in_bounds(option, text, &number) || strpbrk(text, ".eE") != NULL ||
        fabs(number) > INT32_MAX) {
        expect_number(option, "whole number", expected, capacity);
        return false;
    }
    *(int32_t *)field = (int32_t)number;
    return true;
}

const char *cli_choice_name(const char *choices, int32_t index, char *buffer, size_t capacity)
{
    const char *word = choices;
    for (int32_t i = 0; i < index && word != NULL; i++) {
        word = strchr(word, '|');
        word = word == NULL ? NULL : word + 1;
    }
    (void)snprintf(buffer, capacity, "%.*s", word == NULL ? 0 : (int)strcspn(word, "|"),
                   word == NULL ? "" : word);
    return buffer;
}

static bool store_choice(const cli_option *option, const char *text, void *field, char *expected,
                         size_t capacity)
{
    const char *word = option->choices;
    for (int32_t index = 0; word != NULL; index++) {
        size_t length = strcspn(word, "|");
        if (strlen(text) == length && strncmp(text, word, length) == 0) {
            *(int32_t *)field = index;
            return true;
        }
        word = word[length] == '\0' ? NULL : word + length + 1;
    }
    size_t used = (size_t)snprintf(expected, capacity, "one of ");
    for (const char *c = option->choices; c != NULL && *c != '\0' && used + 3 < capacity; c++) {
        used += (size_t)snprintf(expected + used, capacity - used, *c == '|' ? ", " : "%c", *c);
    }
    return false;
}

static bool store_sides(const char *text, void *field, const char *words, char *expected,
                        size_t capacity)
{
    long sides[2] = {0, 0};
    const char *at = text;
    for (int i = 0; i < 2; i++) {
        char *end = NULL;
        errno = 0;
        sides[i] = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : 0;
        bool right_end = end != NULL && (i == 0 ? *end == 'x' || *end == 'X' : *end == '\0');
        if (!right_end || errno != 0 || sides[i] < 1 || sides[i] > MAX_SIDE) {
            (void)snprintf(expected, capacity, "%s", words);
            return false;
        }
        at = end + 1;
    }
    *(cli_dimensions *)field = (cli_dimensions){(int32_t)sides[0], (int32_t)sides[1]};
    return true;
}

static bool store_size(const cli_option *option, const char *text, void *field, char *expected,
                       size_t capacity)
{
    (void)option;
    return store_sides(text, field,
                       "WIDTHxHEIGHT such as 640x480, each side from 1 to 16384 pixels", expected,
                       capacity);
}

static bool store_grid(const cli_option *option, const char *text, void *field, char *expected,
                       size_t capacity)
{
    (void)option;
    return store_sides(text, field, "COLUMNSxROWS such as 4x3", expected, capacity);
}

static const struct {
    const char *name;
    uint32_t color;
} named_colors[] = {
    {"black", 0xFF000000},       {"white", 0xFFFFFFFF},  {"gray", 0xFF808080},
    {"silver", 0xFFC0C0C0},      {"red", 0xFFE53935},    {"green", 0xFF43A047},
    {"blue", 0xFF1E88E5},        {"yellow", 0xFFFDD835}, {"orange", 0xFFFB8C00},
    {"pink", 0xFFEC407A},        {"purple", 0xFF8E24AA}, {"teal", 0xFF00897B},
    {"cyan", 0xFF00ACC1},        {"brown", 0xFF6D4C41},  {"navy", 0xFF1A237E},
    {"transparent", 0x00000000},
};

bool cli_read_color(const char *text, uint32_t *out)
{
    for (size_t i = 0; i < sizeof named_colors / sizeof named_colors[0]; i++) {
        if (strcmp(text, named_colors[i].name) == 0) {
            *out = named_colors[i].color;
            return true;
        }
    }
    const char *digits = text[0] == '#' ? text + 1 : text;
    size_t length = strlen(digits);
    if ((length != 3 && length != 6 && length != 8) ||
        strspn(digits, "0123456789abcdefABCDEF") != length) {
        return false;
    }
    uint32_t value = (uint32_t)strtoul(digits, NULL, 16);
    if (length == 3) {
        uint32_t r = value >> 8;
        uint32_t g = value >> 4 & 15;
        uint32_t b = value & 15;
        *out = 0xFF000000 | r * 0x110000 | g * 0x1100 | b * 0x11;
    } else {
        *out = length == 6 ? 0xFF000000 | value : value << 24 | value >> 8;
    }
    return true;
}

static bool read_color_or_expect(const char *text, uint32_t *out, char *expected, size_t capacity)
{
    if (!cli_read_color(text, out)) {
        (void)snprintf(expected, capacity,
                       "#rgb, #rrggbb, #rrggbbaa or a name such as white, teal, transparent");
        return false;
    }
    return true;
}

static bool store_color(const cli_option *option, const char *text, void *field, char *expected,
                        size_t capacity)
{
    (void)option;
    return read_color_or_expect(text, field, expected, capacity);
}

static bool store_in_list(const cli_option *option, const char *text, void *field, char *expected,
                          size_t capacity)
{
    cli_texts *list = field;
    const char *item = NULL;
    if (!store_text(option, text, &item, expected, capacity)) {
        return false;
    }
    const char **items = realloc(list->items, ((size_t)list->count + 1) * sizeof *items);
    if (items == NULL) {
        (void)snprintf(expected, capacity, "fewer of them: there is no memory");
        return false;
    }
    list->items = items;
    list->items[list->count++] = item;
    return true;
}

static void release_list(void *field)
{
    free(((cli_texts *)field)->items);
}

static bool store_in_colors(const cli_option *option, const char *text, void *field, char *expected,
                            size_t capacity)
{
    (void)option;
    cli_color_list *list = field;
    uint32_t color = 0;
    if (!read_color_or_expect(text, &color, expected, capacity)) {
        return false;
    }
    uint32_t *items = realloc(list->items, ((size_t)list->count + 1) * sizeof *items);
    if (items == NULL) {
        (void)snprintf(expected, capacity, "fewer of them: there is no memory");
        return false;
    }
    list->items = items;
    list->items[list->count++] = color;
    return true;
}

static void release_colors(void *field)
{
    free(((cli_color_list *)field)->items);
}

const cli_type cli_flag = {.store = store_flag};
const cli_type cli_switch = {.negatable = true, .store = store_flag};
const cli_type cli_text = {.takes_value = true, .store = store_text};
const cli_type cli_file = {
    .takes_value = true, .completion = CLI_COMPLETE_FILES, .store = store_text};
const cli_type cli_number = {.takes_value = true, .store = store_number};
const cli_type cli_integer = {.takes_value = true, .store = store_integer};
const cli_type cli_choice = {
    .takes_value = true, .completion = CLI_COMPLETE_CHOICES, .store = store_choice};
const cli_type cli_size = {.takes_value = true, .store = store_size};
const cli_type cli_grid = {.takes_value = true, .store = store_grid};
const cli_type cli_color = {
    .takes_value = true, .completion = CLI_COMPLETE_CHOICES, .store = store_color};
const cli_type cli_list = {.takes_value = true, .store = store_in_list, .release = release_list};
const cli_type cli_file_list = {.takes_value = true,
                                .completion = CLI_COMPLETE_FILES,
                                .store = store_in_list,
                                .release = release_list};
const cli_type cli_colors = {.takes_value = true,
                             .completion = CLI_COMPLETE_CHOICES,
                             .store = store_in_colors,
                             .release = release_colors};
