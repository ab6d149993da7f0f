// SPDX-License-Identifier: MIT
//
// The words and numbers of a BVH text, over the window of a source. A token that is cut by the
// window's end is completed before it is looked at, so that the result does not depend on how the
// stream was cut.
#include "format/bvh/reader.h"

#include "format/number.h"

#include <string.h>

int reader_peek(reader *r)
{
    if (r->text.at == r->text.end && !source_fill(&r->text)) {
        return -1;
    }
    return (unsigned char)*r->text.at;
}

// Brings count bytes into the window, or as many as there are. Returns how many.
static size_t want_bytes(reader *r, size_t count)
{
    while ((size_t)(r->text.end - r->text.at) < count && source_fill(&r->text)) {
    }
    size_t there = (size_t)(r->text.end - r->text.at);
    return there < count ? there : count;
}

int reader_peek_second(reader *r)
{
    return want_bytes(r, 2) < 2 ? -1 : (unsigned char)r->text.at[1];
}

void reader_take(reader *r, size_t count)
{
    r->text.at += count;
}

static bool is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\v';
}

// The bytes of a no-break space (UTF-8 or Latin-1) or a stray byte order mark at the front.
static size_t odd_blank(reader *r, int c)
{
    if (c == 0xC2 && reader_peek_second(r) == 0xA0) {
        return 2;
    }
    if (c == 0xEF && want_bytes(r, 3) == 3 && memcmp(r->text.at, "\xEF\xBB\xBF", 3) == 0) {
        return 3;
    }
    return c == 0xA0 ? 1 : 0;
}

void reader_skip_blanks(reader *r)
{
    for (;;) {
        int c = reader_peek(r);
        if (is_blank(c)) {
            reader_take(r, 1);
            continue;
        }
        size_t odd = c < 0x80 ? 0 : odd_blank(r, c);
        if (odd == 0) {
            return;
        }
        reader_warn(r, "no-break spaces are read as blanks", NULL, r->line);
        reader_take(r, odd);
    }
}

bool reader_at_line_end(reader *r)
{
    int c = reader_peek(r);
    return c == '\n' || c == '\r' || c == -1;
}

void reader_take_line_end(reader *r)
{
    int c = reader_peek(r);
    if (c == '\r' && reader_peek_second(r) == '\n') {
        reader_take(r, 1);
    }
    if (c != -1) {
        reader_take(r, 1);
        r->line++;
    }
}

bool reader_at_comment(reader *r)
{
    int c = reader_peek(r);
    return c == '#' || c == ';' || (c == '/' && reader_peek_second(r) == '/');
}

void reader_skip_to_line_end(reader *r)
{
    while (!reader_at_line_end(r)) {
        reader_take(r, 1);
    }
}

void reader_skip_lines(reader *r)
{
    for (;;) {
        reader_skip_blanks(r);
        if (reader_at_comment(r)) {
            reader_warn(r, "comments are skipped", NULL, r->line);
            reader_skip_to_line_end(r);
        } else if (reader_peek(r) == '\n' || reader_peek(r) == '\r') {
            reader_take_line_end(r);
        } else {
            return;
        }
    }
}

word reader_peek_word(reader *r)
{
    word w = {{0}, 0};
    size_t there = want_bytes(r, sizeof w.text - 1);
    while (w.length < there) {
        char c = r->text.at[w.length];
        char lower = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        if (lower < 'a' || lower > 'z') {
            break;
        }
        w.text[w.length++] = lower;
    }
    return w;
}

static bool ends_token(char c)
{
    return is_blank(c) || c == '\n' || c == '\r';
}

bool reader_peek_token(reader *r, const char **token, size_t *length)
{
    size_t count = 0;
    for (;;) {
        size_t there = (size_t)(r->text.end - r->text.at);
        while (count < there && !ends_token(r->text.at[count])) {
            count++;
        }
        if (count > READER_TOKEN_MAX) {
            return reader_fail(r, HONE_ERROR_LIMIT, r->line,
                               "more than 65536 bytes without a blank", NULL, r->text.at, count);
        }
        if (count < there || !source_fill(&r->text)) {
            *token = r->text.at;
            *length = count;
            return true;
        }
    }
}

bool reader_fail_here(reader *r, uint64_t line, const char *message, const char *expected)
{
    size_t there = want_bytes(r, 64);
    size_t count = 0;
    while (count < there && !ends_token(r->text.at[count])) {
        count++;
    }
    if (count == 0) {
        const char *what = there == 0 ? "the end of the file" : "the end of the line";
        (void)reader_fail(r, HONE_ERROR_FORMAT, line, message, expected, NULL, 0);
        if (r->error != NULL) {
            memcpy(r->error->found, what, strlen(what) + 1);
        }
        return false;
    }
    return reader_fail(r, HONE_ERROR_FORMAT, line, message, expected, r->text.at, count);
}

static bool same_word(const char *at, const char *end, const char *lower)
{
    for (; *lower != '\0'; at++, lower++) {
        if (at == end || (*at | 0x20) != *lower) {
            return false;
        }
    }
    return true;
}

static bool is_letter_or_digit(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

// Where a spelling of NaN or infinity ends ("nan", "-nan(ind)", "inf", "1.#QNAN"), or NULL.
static const char *spelled_end(const char *at, const char *end)
{
    at += at < end && (*at == '-' || *at == '+');
    const char *digits = at;
    while (at < end && *at >= '0' && *at <= '9') {
        at++;
    }
    if (at > digits) {
        if (end - at < 3 || at[0] != '.' || at[1] != '#') {
            return NULL;
        }
        at += 2;
    } else if (same_word(at, end, "infinity")) {
        at += 8;
    } else if (same_word(at, end, "nan") || same_word(at, end, "inf")) {
        at += 3;
        if (at < end && *at == '(') {
            const char *close = memchr(at, ')', (size_t)(end - at));
            return close == NULL ? NULL : close + 1;
        }
        return at == end || !is_letter_or_digit(*at) ? at : NULL;
    } else {
        return NULL;
    }
    while (at < end && is_letter_or_digit(*at)) {
        at++;
    }
    return at;
}

// Decides what commas mean from the rest of the line, of which nothing but numbers is looked at.
static bool decide_commas(reader *r, int32_t already, int32_t wanted)
{
    size_t count = 0;
    for (;;) {
        size_t there = (size_t)(r->text.end - r->text.at);
        while (count < there && r->text.at[count] != '\n' && r->text.at[count] != '\r') {
            count++;
        }
        if (count < there || !source_fill(&r->text)) {
            break;
        }
    }
    int64_t with_commas = already; // values when a comma is a point
    int64_t parted = already;      // values when it separates
    bool points = r->points_before;
    bool twice = false;
    const char *line = r->text.at;
    for (size_t i = 0; i < count;) {
        if (is_blank(line[i]) || line[i] == ',' || line[i] == ';') {
            i++;
            continue;
        }
        if (memchr("0123456789+-.", line[i], 13) == NULL) {
            break;
        }
        int64_t commas = 0;
        for (; i < count && !is_blank(line[i]); i++) {
            bool last = i + 1 == count || is_blank(line[i + 1]);
            commas += (line[i] == ',' || line[i] == ';') && !last;
            points = points || line[i] == '.';
        }
        twice = twice || commas > 1;
        with_commas++;
        parted += 1 + commas;
    }
    if (!points && !twice && with_commas == wanted) {
        r->comma = COMMA_IS_POINT;
        reader_warn(r, "decimal commas are read as points", NULL, r->line);
    } else if (points || parted == wanted) {
        r->comma = COMMA_SEPARATES;
    } else {
        return reader_fail_here(r, r->line, "commas that may be points or separators",
                                "numbers with points");
    }
    return true;
}

number_kind reader_take_number(reader *r, int32_t already, int32_t wanted, float *out,
                               double *precise)
{
    const char *token;
    size_t length;
    if (!reader_peek_token(r, &token, &length)) {
        return NUMBER_FAILED;
    }
    for (;;) {
        const char *end = token + length;
        char point = r->comma == COMMA_IS_POINT ? ',' : '.';
        double wide = 0.0;
        float value = 0.0f;
        const char *next = number_parse_float(token, end, point, &value);
        bool finite = next != NULL && value - value == 0.0f;
        bool too_large = next != NULL && !finite;
        if (next != NULL && precise != NULL) {
            (void)number_parse_double(token, end, point, &wide);
        }
        if (next == NULL || (next < end && *next == '#')) {
            next = spelled_end(token, end);
            finite = false;
        }
        if (next == NULL) {
            return NUMBER_NONE;
        }
        size_t used = (size_t)(next - token);
        if (next < end) {
            unsigned char after = (unsigned char)*next;
            bool between = next + 1 < end && next[1] != ',' && next[1] != ';';
            if ((after == ',' || after == ';') && between && r->comma == COMMA_UNDECIDED) {
                if (!decide_commas(r, already, wanted)) {
                    return NUMBER_FAILED;
                }
                token = r->text.at;
                continue;
            }
            if (after == ',' || after == ';') {
                reader_warn(r, "commas between numbers are read as blanks", NULL, r->line);
                used++;
            } else if (after == '-' || after == '+') {
                reader_warn(r, "a blank is missing between two numbers", NULL, r->line);
            } else if (memchr("\0{}#/", after, 5) == NULL && after != 0xC2 && after != 0xA0 &&
                       after != 0xEF) {
                return NUMBER_NONE;
            }
        }
        reader_take(r, used);
        if (too_large) {
            reader_warn(r, "numbers too large for a float are replaced", NULL, r->line);
        } else if (!finite) {
            reader_warn(r, "values that are not numbers (NaN, infinity) are replaced", NULL,
                        r->line);
        }
        if (finite) {
            *out = value;
            if (precise != NULL) {
                *precise = wide;
            }
        }
        return finite ? NUMBER_FINITE : NUMBER_NOT_FINITE;
    }
}
