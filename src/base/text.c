// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <string.h>

text text_begin(char *buffer, size_t capacity)
{
    if (capacity > 0) {
        buffer[0] = '\0';
    }
    return (text){buffer, capacity, 0};
}

static void add_bytes(text *t, const char *bytes, size_t count)
{
    if (t->length + 1 < t->capacity) {
        size_t room = t->capacity - 1 - t->length;
        size_t fits = count < room ? count : room;
        memcpy(t->buffer + t->length, bytes, fits);
        t->buffer[t->length + fits] = '\0';
    }
    t->length += count;
}

void text_add(text *t, const char *string)
{
    add_bytes(t, string, strlen(string));
}

void text_add_unsigned(text *t, uint64_t value)
{
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value != 0);
    add_bytes(t, digits + first, sizeof digits - first);
}

// The number of bytes of the UTF-8 character at the start, 0 when it is not valid.
static size_t utf8_length(const unsigned char *bytes, size_t count)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : bytes[0] >= 0xC0 ? 2 : 0;
    if (length == 0 || length > count || bytes[0] > 0xF4) {
        return 0;
    }
    uint32_t code = bytes[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return 0;
        }
        code = code << 6 | (bytes[i] & 0x3Fu);
    }
    return code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0
                                                                                        : length;
}

void text_add_escaped(text *t, const char *bytes, size_t count)
{
    static const char hex[] = "0123456789abcdef";
    const unsigned char *byte = (const unsigned char *)bytes;
    for (size_t i = 0; i < count;) {
        size_t length = byte[i] >= 0x20 && byte[i] < 0x7F ? 1 : utf8_length(byte + i, count - i);
        if (length > 0) {
            add_bytes(t, bytes + i, length);
            i += length;
        } else {
            char escaped[4] = {'\\', 'x', hex[byte[i] >> 4], hex[byte[i] & 15]};
            add_bytes(t, escaped, sizeof escaped);
            i++;
        }
    }
}
