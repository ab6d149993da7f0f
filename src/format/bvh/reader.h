// SPDX-License-Identifier: MIT
//
// What the files of the BVH reader share. The reader goes through the text once: text.c gives
// blanks, words and numbers, hierarchy.c the skeleton, motion.c the rows, values.c their memory,
// read.c the document.
//
// Functions that return bool return false after reader_fail(); the status then stands in
// reader.status and nothing more may be read.
#ifndef HONE_FORMAT_BVH_READER_H
#define HONE_FORMAT_BVH_READER_H

#include "format/source.h"
#include "format/warnings.h"

#include "hone/bvh.h"

// A name or number longer than this is refused.
enum { READER_TOKEN_MAX = 65536 };

// Seconds a frame; a Frame Time above must be a number of frames a second.
#define READER_LONGEST_FRAME_S 10.0

// How a comma between two digits is read. Decided by the line that has the first one.
typedef enum comma_rule { COMMA_UNDECIDED, COMMA_SEPARATES, COMMA_IS_POINT } comma_rule;

// A bone while the hierarchy is read.
typedef struct reader_bone {
    int32_t parent;
    bool end_site, has_offset, has_channels, named;
    hone_vec3 offset;
    size_t name; // where it starts in reader.names
} reader_bone;

// A column of the rows. kind -1: a channel that hone does not know; the column is dropped.
typedef struct reader_column {
    int32_t bone;
    int32_t kind;
} reader_column;

// How frames lie on lines.
typedef enum row_layout {
    ROWS_UNKNOWN, // the first line is not over
    ROWS_LINES,   // a line is a frame
    ROWS_FLOW     // frames run over lines; whether that makes sense is known at the end
} row_layout;

typedef struct reader {
    source text;
    uint64_t line; // of text.at, from 1
    const char *name;
    hone_bvh_def def;
    const hone_allocator *allocator;
    hone_error *error;
    hone_status status;
    warnings warnings;
    comma_rule comma;
    bool points_before; // a decimal point stood before the comma in question

    reader_bone *bones;
    int32_t bone_count, bone_capacity;
    char *names; // zero-terminated, one after the other
    size_t names_bytes, names_capacity;
    reader_column *columns;
    int32_t column_count, column_capacity;
    int32_t root_count;

    int64_t declared; // -1 = nothing
    uint64_t declared_line;
    double frame_time_s; // 0 = nothing usable
    float *values;
    size_t value_count, value_capacity;
    int64_t frame_count;

    row_layout layout;
    int32_t line_values;    // on the line so far
    uint64_t line_count;    // lines with values, complete
    int32_t first_values;   // on the first of them
    uint64_t first_line;    // its number
    bool even;              // all lines have as many values
    uint64_t crossing_line; // the first line inside which a frame ends and another starts; 0 = none
    uint64_t crossing_index; // and how many lines with values come before it
    uint64_t odd_line;       // a row of ROWS_LINES with a wrong number of values; 0 = none
    int32_t odd_values;
    uint64_t motion_bytes; // of the text from the first row on; UINT64_MAX = unknown
} reader;

// Marks the reader as failed. found may be NULL. Returns false.
bool reader_fail(reader *r, hone_status status, uint64_t line, const char *message,
                 const char *expected, const char *found, size_t found_count);
bool reader_fail_memory(reader *r);
void reader_warn(reader *r, const char *kind, const char *detail, uint64_t line);

// Makes room for one more item of the size given. May move *items.
bool reader_grow(reader *r, void **items, int32_t count, int32_t *capacity, size_t size);

// ---- text.c

// The byte at the front, or -1 at the end of the text.
int reader_peek(reader *r);
// The byte after the front one, or -1.
int reader_peek_second(reader *r);
// Skips blanks inside a line; then a line end, too, when lines; then comments, too, when comments.
void reader_skip_blanks(reader *r);
void reader_skip_lines(reader *r);
// Takes the line end (\n, \r or \r\n) at the front.
void reader_take_line_end(reader *r);
bool reader_at_line_end(reader *r); // or at the end of the text
bool reader_at_comment(reader *r);
void reader_skip_to_line_end(reader *r);

// The run of letters at the front, not taken; at most 31 letters count. Empty when there is none.
typedef struct word {
    char text[32]; // in lower case
    size_t length;
} word;
word reader_peek_word(reader *r);
void reader_take(reader *r, size_t count);

// The bytes up to the next blank, all in the window. False when that is too long or unreadable.
bool reader_peek_token(reader *r, const char **token, size_t *length);

typedef enum number_kind {
    NUMBER_NONE, // nothing was taken
    NUMBER_FINITE,
    NUMBER_NOT_FINITE, // NaN, infinity, or too large
    NUMBER_FAILED
} number_kind;

// Takes the number at the front. already: values on the line before it; wanted: how many the line
// should have in all, which decides what a comma is.
number_kind reader_take_number(reader *r, int32_t already, int32_t wanted, float *out,
                               double *precise);

// Fails with the token at the front as what was found.
bool reader_fail_here(reader *r, uint64_t line, const char *message, const char *expected);

// ---- hierarchy.c and motion.c

// Reads up to and with MOTION. *motion: there was one.
bool reader_hierarchy(reader *r, bool *motion);
bool reader_motion(reader *r);
// Takes the columns out that hone does not know.
void reader_drop_unknown(reader *r);

// ---- values.c

// Bytes of the text from here on, UINT64_MAX when unknown.
uint64_t reader_bytes_ahead(const reader *r);
// Whether so many more values stay within the caller's limit.
bool reader_allows_values(const reader *r, size_t count);
// Makes room for count more values.
bool reader_reserve_values(reader *r, size_t count);

// ---- document.c

// Everything that a read BVH owns; bvh is what the caller sees.
typedef struct document {
    hone_bvh bvh;
    hone_skeleton skeleton;
    hone_allocator allocator;
    warnings warnings;
    char *names;
    size_t names_bytes;
    size_t value_capacity;
} document;

// A document with room for so many bones, channels and bytes of names; NULL without memory. It has
// no values yet.
document *document_new(const hone_allocator *allocator, int32_t bone_count, int32_t channel_count,
                       size_t names_bytes);

// ---- read.c

// hone_bvh_read_stream() of so many bytes (UINT64_MAX = unknown).
hone_status bvh_read_sized(hone_read_function read, void *user, uint64_t bytes, const char *name,
                           const hone_bvh_def *def, const hone_allocator *allocator, hone_bvh **out,
                           hone_error *error);

#endif
