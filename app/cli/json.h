// SPDX-License-Identifier: MIT
//
// JSON to a stream as it comes: commas and quotes are kept right by the writer.
#ifndef HONE_CLI_JSON_H
#define HONE_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json {
    FILE *stream;
    bool comma;  // the next value needs one before it
    bool broken; // and a new line
} json;

json json_to(FILE *stream);

// Values. key is NULL inside arrays and at the top. Strings that are not UTF-8 get U+FFFD for each
// wrong byte; a NULL string and numbers that are not finite become null. Numbers are the shortest
// that read back to the same value.
void json_string(json *j, const char *key, const char *value);
void json_integer(json *j, const char *key, int64_t value);
void json_double(json *j, const char *key, double value);
void json_float(json *j, const char *key, float value);
void json_floats(json *j, const char *key, const float *values, int32_t count);
void json_bool(json *j, const char *key, bool value);

void json_begin_object(json *j, const char *key);
void json_end_object(json *j);
void json_begin_array(json *j, const char *key);
void json_end_array(json *j);

// The next value starts a new line.
void json_break(json *j);

// Ends the document.
void json_end(json *j);

#endif
