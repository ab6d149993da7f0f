// SPDX-License-Identifier: MIT
//
// Text on its way into a C source: buffered, formatted, wrapped.
#ifndef HONE_FORMAT_CSOURCE_EMIT_H
#define HONE_FORMAT_CSOURCE_EMIT_H

#include "hone/csource.h"

typedef struct emitter {
    hone_write_function write;
    void *user;
    char buffer[4096];
    size_t used;
    int32_t column; // of lists
    bool failed;
} emitter;

void emit_text(emitter *e, const char *text);
void emit_integer(emitter *e, int64_t value);
void emit_hex(emitter *e, uint32_t value, int32_t digits);
void emit_float(emitter *e, float value); // 1.5f, reads back to the same bits
void emit_string(emitter *e, const char *text);
// A name as part of an identifier: other bytes than letters, digits and _ become _.
void emit_identifier(emitter *e, const char *name, bool upper);
// Before each item of a list: a comma after the first, a new line when it grows too long.
void emit_next(emitter *e, bool first, int32_t width);
void emit_flush(emitter *e);

// A character as constants have it: a capital, a digit or _.
char csource_folded(char c);
void csource_header(emitter *e, const hone_packed_rig *rig, const char *prefix);

#endif
