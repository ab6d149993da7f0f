// SPDX-License-Identifier: MIT
//
// The memory of the rows. Nothing is sized by the declared count. Room is taken from the number of
// line ends in samples of the text that lies ahead, and bounded by its length: a value takes two
// bytes at least. So the values are moved once at most, while they are few, and what was taken too
// much is a few hundredths. A stream of unknown length grows by a sixteenth at a time.
#include "format/bvh/reader.h"

#include "base/memory.h"

uint64_t reader_bytes_ahead(const reader *r)
{
    uint64_t window = (uint64_t)(r->text.end - r->text.at);
    uint64_t rest = r->text.last ? 0 : r->text.bytes_left;
    return rest == UINT64_MAX ? rest : rest + window;
}

static uint64_t count_line_ends(const char *bytes, size_t count)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < count; i++) {
        lines += bytes[i] == '\n';
    }
    return lines;
}

// Line ends in the text ahead, from samples spread over the window.
static double guess_lines_ahead(const reader *r)
{
    enum { SAMPLES = 64, SAMPLE_BYTES = 4096 };
    size_t window = (size_t)(r->text.end - r->text.at);
    uint64_t lines = 0;
    size_t looked = 0;
    if (window <= (size_t)SAMPLES * SAMPLE_BYTES) {
        lines = count_line_ends(r->text.at, window);
        looked = window;
    } else {
        for (size_t i = 0; i < SAMPLES; i++) {
            size_t start = (window - SAMPLE_BYTES) / (SAMPLES - 1) * i;
            lines += count_line_ends(r->text.at + start, SAMPLE_BYTES);
            looked += SAMPLE_BYTES;
        }
    }
    return looked == 0 ? 0.0 : (double)lines / (double)looked * (double)reader_bytes_ahead(r);
}

// How many values to have room for when there are not enough places: at least needed.
static size_t guess_values(const reader *r, size_t needed)
{
    uint64_t ahead = reader_bytes_ahead(r);
    double guess = (double)r->value_count;
    if (ahead == UINT64_MAX) {
        guess *= r->value_count < 262144 ? 2.0 : 1.0625;
    } else if (r->value_count < 65536 && r->line_count > 0) {
        double per_line = (double)r->value_count / (double)r->line_count;
        guess += per_line * (guess_lines_ahead(r) * 1.02 + 1.0);
    } else {
        double per_byte = (double)r->value_count / (double)(r->motion_bytes - ahead + 1);
        guess += per_byte * (double)ahead * 1.02 + (double)r->column_count;
    }
    uint64_t most_ahead = ahead / 2 + 1;
    double most = ahead == UINT64_MAX ? 1e18 : (double)r->value_count + (double)most_ahead;
    guess = guess < most ? guess : most;
    size_t least = needed + needed / 16; // for a stream that is longer than it said
    return guess > (double)least ? (size_t)guess : least;
}

bool reader_allows_values(const reader *r, size_t count)
{
    return r->def.max_values == 0 || r->value_count + count <= r->def.max_values;
}

bool reader_reserve_values(reader *r, size_t count)
{
    size_t needed = r->value_count + count;
    if (!reader_allows_values(r, count)) {
        return reader_fail(r, HONE_ERROR_LIMIT, r->line,
                           "too many motion values: raise max_values to read them", NULL, NULL, 0);
    }
    if (needed <= r->value_capacity) {
        return true;
    }
    const size_t start = 8192; // small, so that the guess rests on a few rows and copying is cheap
    size_t capacity = needed > start ? needed : start;
    if (r->value_capacity > 0) {
        capacity = guess_values(r, needed);
    }
    if (r->def.max_values != 0 && capacity > r->def.max_values) {
        capacity = (size_t)r->def.max_values;
    }
    float *values = NULL;
    if (capacity <= SIZE_MAX / sizeof *values) {
        values = memory_resize(r->allocator, r->values, r->value_capacity * sizeof *values,
                               capacity * sizeof *values);
    }
    if (values == NULL) {
        return reader_fail_memory(r);
    }
    r->values = values;
    r->value_capacity = capacity;
    return true;
}
