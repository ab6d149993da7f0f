// SPDX-License-Identifier: MIT
#include "json.h"
#include "number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

json json_to(FILE *stream)
{
    return (json){.stream = stream};
}

// The length of the valid UTF-8 character at the start, 0 when there is none.
static size_t utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80) {
        return 1;
    }
    size_t length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    bool overlong = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90);
    bool outside = (s[0] == 0xED && s[1] > 0x9F) || (s[0] == 0xF4 && s[1] > 0x8F);
    return overlong || outside ? 0 : length;
}

static void print_string(json *j, const char *value)
{
    (void)fputc('"', j->stream);
    const unsigned char *s = (const unsigned char *)value;
    while (*s != '\0') {
        size_t length = utf8_length(s);
        if (length == 0) {
            (void)fputs("\\ufffd", j->stream);
            s++;
        } else if (*s < 0x20 || *s == 0x7F) {
            (void)fprintf(j->stream, "\\u%04x", *s++);
        } else {
            if (*s == '"' || *s == '\\') {
                (void)fputc('\\', j->stream);
            }
            (void)fwrite(s, 1, length, j->stream);
            s += length;
        }
    }
    (void)fputc('"', j->stream);
}

// What stands before a value: comma, line, key.
static void begin_value(json *j, const char *key)
{
    if (j->comma) {
        (void)fputc(',', j->stream);
    }
    if (j->broken) {
        (void)fputc('\n', j->stream);
        j->broken = false;
    }
    if (key != NULL) {
        print_string(j, key);
        (void)fputc(':', j->stream);
    }
    j->comma = true;
}

void json_string(json *j, const char *key, const char *value)
{
    begin_value(j, key);
    if (value == NULL) {
        (void)fputs("null", j->stream);
    } else {
        print_string(j, value);
    }
}

void json_integer(json *j, const char *key, int64_t value)
{
    begin_value(j, key);
    (void)fprintf(j->stream, "%" PRId64, value);
}

void json_double(json *j, const char *key, double value)
{
    char text[CLI_NUMBER_BYTES];
    begin_value(j, key);
    (void)fputs(isfinite(value) ? cli_print_double(value, text) : "null", j->stream);
}

void json_float(json *j, const char *key, float value)
{
    char text[CLI_NUMBER_BYTES];
    begin_value(j, key);
    (void)fputs(isfinite(value) ? cli_print_float(value, text) : "null", j->stream);
}

void json_floats(json *j, const char *key, const float *values, int32_t count)
{
    json_begin_array(j, key);
    for (int32_t i = 0; i < count; i++) {
        json_float(j, NULL, values[i]);
    }
    json_end_array(j);
}

void json_bool(json *j, const char *key, bool value)
{
    begin_value(j, key);
    (void)fputs(value ? "true" : "false", j->stream);
}

static void begin_group(json *j, const char *key, char bracket)
{
    begin_value(j, key);
    (void)fputc(bracket, j->stream);
    j->comma = false;
}

static void end_group(json *j, char bracket)
{
    (void)fputc(bracket, j->stream);
    j->comma = true;
}

void json_begin_object(json *j, const char *key)
{
    begin_group(j, key, '{');
}

void json_end_object(json *j)
{
    end_group(j, '}');
}

void json_begin_array(json *j, const char *key)
{
    begin_group(j, key, '[');
}

void json_end_array(json *j)
{
    end_group(j, ']');
}

void json_break(json *j)
{
    j->broken = true;
}

void json_end(json *j)
{
    (void)fputc('\n', j->stream);
}
