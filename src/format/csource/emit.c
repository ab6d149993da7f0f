// SPDX-License-Identifier: MIT
#include "format/csource/emit.h"

#include "format/number.h"

#include <string.h>

void emit_flush(emitter *e)
{
    if (!e->failed && e->used > 0) {
        e->failed = !e->write(e->user, e->buffer, e->used);
    }
    e->used = 0;
}

static void emit_bytes(emitter *e, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (e->used == sizeof e->buffer) {
            emit_flush(e);
        }
        e->buffer[e->used++] = bytes[i];
    }
}

void emit_text(emitter *e, const char *text)
{
    emit_bytes(e, text, strlen(text));
}

void emit_integer(emitter *e, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    emit_bytes(e, digits + at, sizeof digits - at);
}

void emit_hex(emitter *e, uint32_t value, int32_t digits)
{
    char text[10] = "0x";
    for (int32_t i = 0; i < digits; i++) {
        text[2 + i] = "0123456789abcdef"[value >> (4 * (digits - 1 - i)) & 15];
    }
    emit_bytes(e, text, (size_t)digits + 2);
}

void emit_float(emitter *e, float value)
{
    char text[NUMBER_TEXT_MAX];
    size_t count = number_print_float(value, text);
    emit_bytes(e, text, count);
    if (memchr(text, '.', count) == NULL && memchr(text, 'e', count) == NULL) {
        emit_text(e, ".0");
    }
    emit_text(e, "f");
}

void emit_string(emitter *e, const char *text)
{
    if (text == NULL) {
        emit_text(e, "NULL");
        return;
    }
    emit_text(e, "\"");
    for (const char *c = text; *c != '\0'; c++) {
        uint8_t byte = (uint8_t)*c;
        if (byte < 32 || byte > 126 || byte == '?') {
            const char octal[4] = {'\\', (char)('0' + (byte >> 6)), (char)('0' + (byte >> 3 & 7)),
                                   (char)('0' + (byte & 7))};
            emit_bytes(e, octal, 4);
        } else {
            emit_text(e, byte == '"' || byte == '\\' ? "\\" : "");
            emit_bytes(e, c, 1);
        }
    }
    emit_text(e, "\"");
}

void emit_identifier(emitter *e, const char *name, bool upper)
{
    for (; *name != '\0'; name++) {
        char c = *name;
        bool digit = c >= '0' && c <= '9';
        bool small = c >= 'a' && c <= 'z';
        bool letter = small || (c >= 'A' && c <= 'Z');
        c = digit || letter ? c : '_';
        if (small && upper) {
            c = (char)(c - 'a' + 'A');
        }
        emit_bytes(e, &c, 1);
    }
}

void emit_next(emitter *e, bool first, int32_t width)
{
    enum { LINE = 96 };
    if (first) {
        emit_text(e, "\n    ");
        e->column = 0;
    } else if (e->column + width > LINE) {
        emit_text(e, ",\n    ");
        e->column = 0;
    } else {
        emit_text(e, ", ");
    }
    e->column += width + 2;
}
