// SPDX-License-Identifier: MIT
//
// The reader: one loop over the text with the open containers as its own stack. A container's value
// keeps, while it is open, the index of the container round it in `count`'s place; closing it
// writes count and span. So depth costs no memory of its own and the only stack is the array of
// values itself.
#include "format/json/json.h"

#include "base/error.h"
#include "base/memory.h"
#include "format/number.h"

#include <string.h>

#define NO_PARENT UINT32_MAX

typedef struct reader {
    const char *at, *end, *start;
    json_document document;
    json_value *values;
    uint32_t parent; // the innermost open container
    uint32_t depth, max_depth, max_values;
    size_t decoded_used;
    hone_error *error;
} reader;

static hone_status fail_at(reader *r, const char *at, hone_status status, const char *message,
                           const char *expected)
{
    uint64_t line = 1;
    for (const char *p = r->start; p < at; p++) {
        line += *p == '\n';
    }
    (void)error_set(r->error, status, r->document.name, message);
    error_at_line(r->error, line);
    if (r->error != NULL) {
        r->error->offset = (uint64_t)(at - r->start);
    }
    if (expected != NULL) {
        error_expected(r->error, expected);
    }
    if (at >= r->end) {
        if (r->error != NULL) {
            static const char end_text[] = "the end of the text";
            memcpy(r->error->found, end_text, sizeof end_text);
        }
    } else {
        const char *stop = at;
        while (stop < r->end && stop - at < 24 && *stop != '\n' && *stop != '\r') {
            stop++;
        }
        error_found(r->error, at, (size_t)(stop - at) + (stop == at));
    }
    return status;
}

static hone_status fail(reader *r, const char *message, const char *expected)
{
    return fail_at(r, r->at, HONE_ERROR_FORMAT, message, expected);
}

static hone_status out_of_memory(reader *r)
{
    return error_set(r->error, HONE_ERROR_MEMORY, r->document.name, "not enough memory");
}

static hone_status new_value(reader *r, json_kind kind, const char *at)
{
    if (r->document.value_count >= r->max_values) {
        return fail_at(r, at, HONE_ERROR_LIMIT, "too many values", NULL);
    }
    if (r->document.value_count == r->document.value_capacity) {
        size_t old = r->document.value_capacity;
        size_t capacity = old == 0 ? 64 : old + old / 2;
        void *grown = memory_resize(r->document.allocator, r->values, old * sizeof(json_value),
                                    capacity * sizeof(json_value));
        if (grown == NULL) {
            return out_of_memory(r);
        }
        r->values = grown;
        r->document.value_capacity = capacity;
    }
    r->values[r->document.value_count++] =
        (json_value){.kind = (uint8_t)kind, .span = 1, .offset = (uint32_t)(at - r->start)};
    return HONE_OK;
}

static json_value *last_value(reader *r)
{
    return &r->values[r->document.value_count - 1];
}

static void skip_space(reader *r)
{
    const char *p = r->at;
    while (p < r->end && (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')) {
        p++;
    }
    r->at = p;
}

// Length of a valid UTF-8 character that is not ASCII; 0 when it is broken.
static size_t utf8_length(const unsigned char *p, size_t room)
{
    if (p[0] >= 0xC2 && p[0] < 0xE0) {
        return room >= 2 && (p[1] & 0xC0) == 0x80 ? 2 : 0;
    }
    if (p[0] >= 0xE0 && p[0] < 0xF0) {
        if (room < 3 || (p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80) {
            return 0;
        }
        bool overlong = p[0] == 0xE0 && p[1] < 0xA0;
        bool surrogate = p[0] == 0xED && p[1] >= 0xA0;
        return overlong || surrogate ? 0 : 3;
    }
    if (p[0] >= 0xF0 && p[0] < 0xF5) {
        if (room < 4 || (p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80 || (p[3] & 0xC0) != 0x80) {
            return 0;
        }
        bool overlong = p[0] == 0xF0 && p[1] < 0x90;
        bool beyond = p[0] == 0xF4 && p[1] >= 0x90;
        return overlong || beyond ? 0 : 4;
    }
    return 0;
}

// Nonzero when one of eight bytes is a quote, a backslash, a control character or not ASCII.
static uint64_t special_bytes(uint64_t bytes)
{
    const uint64_t ones = 0x0101010101010101u;
    const uint64_t tops = 0x8080808080808080u;
    uint64_t quote = bytes ^ (ones * '"');
    uint64_t slash = bytes ^ (ones * '\\');
    uint64_t control = bytes - ones * 0x20;
    return (((quote - ones) & ~quote) | ((slash - ones) & ~slash) | (control & ~bytes) | bytes) &
           tops;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static bool read_hex4(const char *at, const char *end, uint32_t *out)
{
    if (end - at < 4) {
        return false;
    }
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_value(at[i]);
        if (digit < 0) {
            return false;
        }
        value = value << 4 | (uint32_t)digit;
    }
    *out = value;
    return true;
}

static size_t write_utf8(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

// Decodes the escape at *at (on the backslash) and moves behind it; 0 when it is broken.
static size_t read_escape(const char **at, const char *end, char out[4])
{
    static const char names[] = "\"\\/bfnrt";
    static const char values[] = "\"\\/\b\f\n\r\t";
    const char *p = *at + 1;
    if (p >= end) {
        return 0;
    }
    if (*p != 'u') {
        const char *found = *p == '\0' ? NULL : strchr(names, *p);
        if (found == NULL) {
            return 0;
        }
        out[0] = values[found - names];
        *at = p + 1;
        return 1;
    }
    uint32_t code, low;
    if (!read_hex4(p + 1, end, &code)) {
        return 0;
    }
    p += 5;
    if (code >= 0xDC00 && code < 0xE000) {
        return 0;
    }
    if (code >= 0xD800 && code < 0xDC00) {
        if (end - p < 6 || p[0] != '\\' || p[1] != 'u' || !read_hex4(p + 2, end, &low) ||
            low < 0xDC00 || low >= 0xE000) {
            return 0;
        }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        p += 6;
    }
    *at = p;
    return write_utf8(code, out);
}

// Moves over the characters that stand for themselves, up to a quote or a backslash.
static hone_status skip_plain(reader *r, const char **at)
{
    const char *p = *at;
    for (;;) {
        while (r->end - p >= 8) {
            uint64_t bytes;
            memcpy(&bytes, p, sizeof bytes);
            if (special_bytes(bytes) != 0) {
                break;
            }
            p += 8;
        }
        if (p >= r->end) {
            return fail_at(r, p, HONE_ERROR_FORMAT, "string without end", "'\"'");
        }
        unsigned char c = (unsigned char)*p;
        if (c == '"' || c == '\\') {
            *at = p;
            return HONE_OK;
        }
        if (c < 0x20) {
            return fail_at(r, p, HONE_ERROR_FORMAT, "control character in a string",
                           "an escape such as \\n");
        }
        size_t length = c < 0x80 ? 1 : utf8_length((const unsigned char *)p, (size_t)(r->end - p));
        if (length == 0) {
            return fail_at(r, p, HONE_ERROR_FORMAT, "broken UTF-8 in a string", NULL);
        }
        p += length;
    }
}

// Decoded strings are never longer than their source, so one block of the source's size, taken at
// the first escape, holds them all and never moves.
static hone_status decode_string(reader *r, const char *first, const char **at, const char **text,
                                 uint32_t *count)
{
    if (r->document.decoded == NULL) {
        r->document.decoded_bytes = r->document.source_count;
        r->document.decoded = memory_new(r->document.allocator, r->document.decoded_bytes, 1);
        if (r->document.decoded == NULL) {
            return out_of_memory(r);
        }
    }
    char *start = r->document.decoded + r->decoded_used;
    char *out = start;
    const char *plain = first;
    const char *p = *at;
    for (;;) {
        memcpy(out, plain, (size_t)(p - plain));
        out += p - plain;
        if (*p == '"') {
            break;
        }
        char bytes[4];
        const char *escape = p;
        size_t length = read_escape(&p, r->end, bytes);
        if (length == 0) {
            return fail_at(r, escape, HONE_ERROR_FORMAT, "broken escape in a string", NULL);
        }
        memcpy(out, bytes, length);
        out += length;
        plain = p;
        hone_status status = skip_plain(r, &p);
        if (status != HONE_OK) {
            return status;
        }
    }
    *text = start;
    *count = (uint32_t)(out - start);
    *at = p;
    r->decoded_used += (size_t)(out - start);
    return HONE_OK;
}

static hone_status read_string(reader *r)
{
    hone_status status = new_value(r, JSON_STRING, r->at);
    if (status != HONE_OK) {
        return status;
    }
    const char *first = r->at + 1;
    const char *p = first;
    status = skip_plain(r, &p);
    if (status != HONE_OK) {
        return status;
    }
    json_value *value = last_value(r);
    if (*p == '"') {
        value->as.text = first;
        value->count = (uint32_t)(p - first);
    } else {
        value->escaped = 1;
        status = decode_string(r, first, &p, &value->as.text, &value->count);
        if (status != HONE_OK) {
            return status;
        }
    }
    r->at = p + 1;
    return HONE_OK;
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && *at >= '0' && *at <= '9') {
        at++;
    }
    return at;
}

// The end of a number by JSON's grammar, which is narrower than what number_parse_double() takes;
// NULL when it is broken.
static const char *number_end(const char *at, const char *end)
{
    at += *at == '-';
    const char *digits = at;
    at = skip_digits(at, end);
    if (at == digits || (*digits == '0' && at - digits > 1)) {
        return NULL;
    }
    if (at < end && *at == '.') {
        digits = at + 1;
        at = skip_digits(digits, end);
        if (at == digits) {
            return NULL;
        }
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '+' || *at == '-');
        digits = at;
        at = skip_digits(at, end);
        if (at == digits) {
            return NULL;
        }
    }
    return at;
}

static hone_status read_number(reader *r)
{
    const char *stop = number_end(r->at, r->end);
    if (stop == NULL) {
        return fail(r, "broken number", "a number such as -1.5e3");
    }
    hone_status status = new_value(r, JSON_NUMBER, r->at);
    if (status != HONE_OK) {
        return status;
    }
    (void)number_parse_double(r->at, stop, '.', &last_value(r)->as.number);
    r->at = stop;
    return HONE_OK;
}

static hone_status read_word(reader *r, const char *word, json_kind kind)
{
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) {
        return fail(r, "unknown word", "a value");
    }
    hone_status status = new_value(r, kind, r->at);
    r->at += length;
    return status;
}

static hone_status open_container(reader *r, json_kind kind)
{
    if (r->depth == r->max_depth) {
        return fail_at(r, r->at, HONE_ERROR_LIMIT, "nested too deeply", NULL);
    }
    hone_status status = new_value(r, kind, r->at);
    if (status != HONE_OK) {
        return status;
    }
    json_value *value = last_value(r);
    value->count = 0;
    value->span = r->parent; // until it is closed
    r->parent = r->document.value_count - 1;
    r->depth++;
    r->at++;
    return HONE_OK;
}

static void close_container(reader *r)
{
    json_value *value = &r->values[r->parent];
    uint32_t outer = value->span;
    value->span = r->document.value_count - r->parent;
    r->parent = outer;
    r->depth--;
    r->at++;
}

static hone_status read_scalar(reader *r)
{
    if (r->at >= r->end) {
        return fail(r, "the text ends too early", "a value");
    }
    switch (*r->at) {
    case '"':
        return read_string(r);
    case 't':
        return read_word(r, "true", JSON_TRUE);
    case 'f':
        return read_word(r, "false", JSON_FALSE);
    case 'n':
        return read_word(r, "null", JSON_NULL);
    default:
        if (*r->at == '-' || (*r->at >= '0' && *r->at <= '9')) {
            return read_number(r);
        }
        return fail(r, "not JSON", "a value");
    }
}

// A key and the colon behind it.
static hone_status read_key(reader *r)
{
    if (r->at >= r->end || *r->at != '"') {
        return fail(r, "not JSON", "a key in quotes");
    }
    hone_status status = read_string(r);
    if (status != HONE_OK) {
        return status;
    }
    skip_space(r);
    if (r->at >= r->end || *r->at != ':') {
        return fail(r, "not JSON", "':' after a key");
    }
    r->at++;
    skip_space(r);
    return HONE_OK;
}

// After a value: a comma leads to the next one, closing brackets close. *more says whether another
// value has to follow.
static hone_status read_after_value(reader *r, bool *more)
{
    *more = false;
    for (;;) {
        skip_space(r);
        if (r->parent == NO_PARENT) {
            return HONE_OK;
        }
        bool object = r->values[r->parent].kind == JSON_OBJECT;
        if (r->at < r->end && *r->at == ',') {
            r->at++;
            skip_space(r);
            *more = true;
            return object ? read_key(r) : HONE_OK;
        }
        if (r->at >= r->end || *r->at != (object ? '}' : ']')) {
            return fail(r, r->at >= r->end ? "the text ends too early" : "not JSON",
                        object ? "',' or '}'" : "',' or ']'");
        }
        close_container(r);
    }
}

static hone_status read_text(reader *r)
{
    skip_space(r);
    if (r->at >= r->end) {
        return fail(r, "the text is empty", "JSON");
    }
    for (bool more = true; more;) {
        if (r->parent != NO_PARENT) {
            r->values[r->parent].count++;
        }
        hone_status status;
        if (r->at < r->end && (*r->at == '{' || *r->at == '[')) {
            bool object = *r->at == '{';
            status = open_container(r, object ? JSON_OBJECT : JSON_ARRAY);
            if (status != HONE_OK) {
                return status;
            }
            skip_space(r);
            if (r->at >= r->end || *r->at != (object ? '}' : ']')) {
                status = object ? read_key(r) : HONE_OK;
                if (status != HONE_OK) {
                    return status;
                }
                continue;
            }
            close_container(r);
        } else {
            status = read_scalar(r);
            if (status != HONE_OK) {
                return status;
            }
        }
        status = read_after_value(r, &more);
        if (status != HONE_OK) {
            return status;
        }
    }
    skip_space(r);
    return r->at == r->end ? HONE_OK : fail(r, "text after the end of the JSON", "nothing");
}

hone_status json_read(const char *text, size_t count, const char *name, const json_limits *limits,
                      const hone_allocator *allocator, json_document *out, hone_error *error)
{
    reader r = {0};
    r.document.name = name;
    r.error = error;
    if (count > UINT32_MAX) {
        return error_set(error, HONE_ERROR_LIMIT, name, "JSON text of more than 4 GiB");
    }
    r.document.allocator = allocator == NULL ? hone_heap() : allocator;
    r.document.source = text;
    r.document.source_count = count;
    r.start = text;
    r.at = text;
    r.end = count == 0 ? text : text + count;
    r.parent = NO_PARENT;
    r.max_depth = limits == NULL || limits->depth == 0 ? 256 : limits->depth;
    r.max_values = limits == NULL || limits->values == 0 ? UINT32_MAX - 1 : limits->values;
    if (count >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        r.at += 3;
    }
    hone_status status = read_text(&r);
    r.document.values = r.values;
    if (status != HONE_OK) {
        json_free(&r.document);
        return status;
    }
    *out = r.document;
    return HONE_OK;
}

void json_free(json_document *document)
{
    if (document == NULL || document->allocator == NULL) {
        return;
    }
    if (document->values != NULL) {
        (void)memory_resize(document->allocator, (void *)(uintptr_t)document->values,
                            document->value_capacity * sizeof(json_value), 0);
    }
    if (document->decoded != NULL) {
        memory_delete(document->allocator, document->decoded, document->decoded_bytes, 1);
    }
    *document = (json_document){0};
}
