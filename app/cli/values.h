// SPDX-License-Identifier: MIT
//
// The kinds of options and their values.
#ifndef HONE_CLI_VALUES_H
#define HONE_CLI_VALUES_H

#include "command.h"

// The fields' types in the comments.
extern const cli_type cli_flag;      // bool
extern const cli_type cli_switch;    // bool, --name and --no-name
extern const cli_type cli_text;      // const char *
extern const cli_type cli_file;      // const char *
extern const cli_type cli_number;    // double
extern const cli_type cli_integer;   // int32_t
extern const cli_type cli_choice;    // int32_t: index in the option's choices
extern const cli_type cli_size;      // cli_dimensions
extern const cli_type cli_grid;      // cli_dimensions: columns and rows
extern const cli_type cli_color;     // uint32_t 0xAARRGGBB
extern const cli_type cli_list;      // cli_texts: given several times
extern const cli_type cli_file_list; // cli_texts
extern const cli_type cli_colors;    // cli_color_list: given several times

typedef struct cli_dimensions {
    int32_t width, height;
} cli_dimensions;

typedef struct cli_texts {
    const char **items;
    int32_t count;
} cli_texts;

typedef struct cli_color_list {
    uint32_t *items;
    int32_t count;
} cli_color_list;

// Reads a whole finite number, blanks round it not allowed.
bool cli_read_number(const char *text, double *out);

// Reads count numbers parted by commas, and nothing else.
bool cli_read_numbers(const char *text, double *out, int32_t count);

// Reads #rgb, #rrggbb, #rrggbbaa (the # may be left out) or one of the names of CLI_COLOR_NAMES.
bool cli_read_color(const char *text, uint32_t *out);
#define CLI_COLOR_NAMES                                                                            \
    "black|white|gray|silver|red|green|blue|yellow|orange|pink|purple|teal|cyan|brown|navy|"       \
    "transparent"

// The word at the place `index` of "a|b|c", copied to a buffer.
const char *cli_choice_name(const char *choices, int32_t index, char *buffer, size_t capacity);

#endif
