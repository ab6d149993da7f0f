// SPDX-License-Identifier: MIT
//
// The rows of a BVH file.
//
// Values are stored one after the other as they come. While every line holds exactly one frame
// (ROWS_LINES) a tight loop reads plain numbers; whatever is not plain (a comma, NaN, the end of
// the window) goes through the careful loop, one token at a time, which alone decides what things
// mean. When the first line holds more or fewer values than there are columns, frames are taken to
// run over lines (ROWS_FLOW), and only the whole file tells whether that is a layout or damage: it
// is a layout when the number of values agrees with the declared frames, when no frame ends inside
// a line, or when all lines are alike. So no value ever slips into a neighbour's column.
#include "format/bvh/reader.h"

#include "base/text.h"
#include "format/number.h"

#include <string.h>

// ---- the head of the section

// The blanks, the colon and the value after "Frames" or "Frame Time". *kind NUMBER_NONE: no value.
static bool read_setting(reader *r, number_kind *kind, double *value)
{
    float rounded = 0.0f;
    reader_skip_blanks(r);
    if (reader_peek(r) == ':' || reader_peek(r) == '=') {
        reader_take(r, 1);
        reader_skip_blanks(r);
    }
    *kind = NUMBER_NONE;
    r->comma = COMMA_UNDECIDED;
    r->points_before = false;
    if (!reader_at_line_end(r)) {
        *kind = reader_take_number(r, 0, 1, &rounded, value);
        if (*kind == NUMBER_NONE) {
            return reader_fail_here(r, r->line, "a bad value in the head of MOTION", "a number");
        }
    }
    return *kind != NUMBER_FAILED;
}

static void set_declared(reader *r, number_kind kind, double value)
{
    if (kind == NUMBER_FINITE && value >= 0.0) {
        r->declared_line = r->line;
        r->declared = value < 9.2e18 ? (int64_t)value : INT64_MAX;
    } else {
        reader_warn(r, "Frames: without a usable count", NULL, r->line);
    }
}

static void set_frame_time(reader *r, number_kind kind, double value)
{
    const double longest = READER_LONGEST_FRAME_S;
    const double fastest = 100000.0;
    if (kind == NUMBER_FINITE && value > longest && value <= fastest) {
        reader_warn(r, "Frame Time: holds a rate: read as frames a second", NULL, r->line);
        r->frame_time_s = 1.0 / value;
    } else if (kind == NUMBER_FINITE && value > 0.0 && value <= longest) {
        r->frame_time_s = value;
    } else {
        reader_warn(r, "Frame Time: is not a time: the default is used", NULL, r->line);
    }
}

// Reads the settings in any order; ends before the first row.
static bool read_head(reader *r)
{
    bool frames = false;
    bool frame_time = false;
    for (;;) {
        reader_skip_lines(r);
        word w = reader_peek_word(r);
        number_kind kind;
        double value = 0.0;
        uint64_t line = r->line;
        if (strcmp(w.text, "frames") == 0) {
            reader_take(r, w.length);
            if (!read_setting(r, &kind, &value)) {
                return false;
            }
            set_declared(r, kind, value);
            frames = true;
        } else if (strcmp(w.text, "frame") == 0 || strcmp(w.text, "frametime") == 0) {
            reader_take(r, w.length);
            if (w.length == 5) {
                reader_skip_blanks(r);
                word time = reader_peek_word(r);
                if (strcmp(time.text, "time") != 0) {
                    return reader_fail_here(r, line, "Frame without Time", "Frame Time:");
                }
                reader_take(r, time.length);
            }
            if (!read_setting(r, &kind, &value)) {
                return false;
            }
            set_frame_time(r, kind, value);
            frame_time = true;
        } else {
            break;
        }
    }
    if (!frames) {
        reader_warn(r, "Frames: is missing", NULL, r->line);
    }
    if (!frame_time) {
        reader_warn(r, "Frame Time: is missing: the default is used", NULL, r->line);
    }
    return true;
}

// ---- rows

static bool fail_row(reader *r, uint64_t line, int64_t found)
{
    (void)reader_fail(r, HONE_ERROR_FORMAT, line, "a row with a wrong number of values", NULL, NULL,
                      0);
    if (r->error != NULL) {
        text expected = text_begin(r->error->expected, sizeof r->error->expected);
        text_add_unsigned(&expected, (uint64_t)r->column_count);
        text_add(&expected, " values");
        text there = text_begin(r->error->found, sizeof r->error->found);
        text_add_unsigned(&there, (uint64_t)found);
    }
    return false;
}

// The line is over.
static void end_line(reader *r)
{
    if (r->line_values == 0) {
        return;
    }
    if (r->layout == ROWS_UNKNOWN) {
        r->layout = r->line_values == r->column_count ? ROWS_LINES : ROWS_FLOW;
        r->first_values = r->line_values;
        r->first_line = r->line;
    } else if (r->layout == ROWS_LINES && r->line_values != r->column_count) {
        r->odd_line = r->line;
        r->odd_values = r->line_values;
    }
    r->even = r->even && r->line_values == r->first_values;
    r->line_values = 0;
    r->line_count++;
}

// What stands where a value is no number: the same column one frame earlier, else the rest pose.
static float value_before(const reader *r)
{
    size_t columns = (size_t)r->column_count;
    bool wider = r->layout == ROWS_FLOW && r->first_values > r->column_count;
    size_t stride =
        wider && r->first_values % r->column_count != 0 ? (size_t)r->first_values : columns;
    if (r->value_count >= stride) {
        return r->values[r->value_count - stride];
    }
    const reader_column *column = &r->columns[r->value_count % columns];
    const reader_bone *bone = &r->bones[column->bone];
    bool adds = r->def.offset == HONE_BVH_OFFSET_ADD ||
                (r->def.offset == HONE_BVH_OFFSET_ADD_ROOT && bone->parent == HONE_NONE);
    switch (adds ? -1 : column->kind) {
    case HONE_BVH_X_POSITION:
        return bone->offset.x;
    case HONE_BVH_Y_POSITION:
        return bone->offset.y;
    case HONE_BVH_Z_POSITION:
        return bone->offset.z;
    default:
        return 0.0f;
    }
}

static bool store_value(reader *r, number_kind kind, float value)
{
    if (r->column_count == 0) {
        return reader_fail(r, HONE_ERROR_FORMAT, r->line, "values, but no joint has channels", NULL,
                           NULL, 0);
    }
    if (r->line_values == INT32_MAX) {
        return reader_fail(r, HONE_ERROR_LIMIT, r->line, "too many values on one line", NULL, NULL,
                           0);
    }
    r->line_values++;
    if (r->layout == ROWS_LINES && r->line_values > r->column_count) {
        return true; // counted, so that end_line sees it
    }
    if (!reader_reserve_values(r, 1)) {
        return false;
    }
    bool starts = r->value_count % (size_t)r->column_count == 0;
    if (starts && r->line_values > 1 && r->crossing_line == 0) {
        r->crossing_line = r->line;
        r->crossing_index = r->line_count;
    }
    r->values[r->value_count] = kind == NUMBER_FINITE ? value : value_before(r);
    r->value_count++;
    return true;
}

#if NUMBER_FAST
// A number that number_parse_fast() leaves alone (an exponent, many digits), or NULL. What comes
// near the end of the text may be cut, and what is very long may have to be refused: both are left
// to the careful loop.
static const char *parse_long_number(const char *at, const char *end, float *out)
{
    const ptrdiff_t longest = 128;
    if (*at == ' ' || *at == '\t') {
        return NULL;
    }
    const char *stop = end - at > longest ? at + longest : end;
    float value;
    const char *next = number_parse_float(at, stop, '.', &value);
    if (next == NULL || stop - next < NUMBER_FAST_BYTES || value - value != 0.0f) {
        return NULL;
    }
    *out = value;
    return next;
}

// Reads plain rows as far as that goes; the state is then that of the careful loop between two
// tokens. False on failure.
static bool read_plain_rows(reader *r)
{
    const int32_t columns = r->column_count;
    const char *at = r->text.at;
    const char *stop = r->text.end - (NUMBER_FAST_BYTES + 8);
    int32_t i = r->line_values;
    if (r->text.end - at < NUMBER_FAST_BYTES + 8 || r->odd_line != 0 || i > columns ||
        !reader_allows_values(r, (size_t)(columns - i))) {
        return true;
    }
    if (!reader_reserve_values(r, (size_t)(columns - i))) {
        return false;
    }
    float *row = r->values + r->value_count - i;
    for (;;) {
        while (i < columns && at < stop) {
            const char *next = number_parse_fast(at, &row[i]);
            if (next == NULL || *next > ' ') {
                next = parse_long_number(at, r->text.end, &row[i]);
            }
            if (next == NULL) {
                if (*at != ' ' && *at != '\t') {
                    break;
                }
                at++;
                continue;
            }
            char c = *next;
            if (c == ' ') {
                at = next + 1;
                i++;
                continue;
            }
            if (c != '\t' && c != '\n' && c != '\r') {
                break;
            }
            i++;
            at = next + (c == '\t');
            if (c != '\t') {
                break;
            }
        }
        if (i < columns) {
            break;
        }
        while (at < stop && (*at == ' ' || *at == '\t')) {
            at++;
        }
        if (at >= stop || (*at != '\n' && (*at != '\r' || at[1] != '\n'))) {
            break;
        }
        at += 1 + (*at == '\r');
        r->line++;
        r->line_count++;
        row += columns;
        i = 0;
        r->text.at = at;
        r->line_values = 0;
        r->value_count = (size_t)(row - r->values);
        if (!reader_allows_values(r, (size_t)columns)) {
            return true;
        }
        if (!reader_reserve_values(r, (size_t)columns)) {
            return false;
        }
        row = r->values + r->value_count;
    }
    r->text.at = at;
    r->line_values = i;
    r->value_count = (size_t)(row - r->values) + (size_t)i;
    return true;
}
#else
static bool read_plain_rows(reader *r)
{
    (void)r;
    return true;
}
#endif

// Whether nothing but zero bytes and blanks follows; takes it.
static bool take_padding(reader *r)
{
    while (reader_peek(r) == 0) {
        reader_take(r, 1);
        while (reader_peek(r) == 0) {
            reader_take(r, 1);
        }
        reader_skip_blanks(r);
        while (reader_peek(r) == '\n' || reader_peek(r) == '\r') {
            reader_take_line_end(r);
            reader_skip_blanks(r);
        }
    }
    return reader_peek(r) == -1;
}

// Skips the text behind the last row. A later line that is a row means that rows would be lost.
static bool skip_trailing_text(reader *r)
{
    uint64_t start = r->line;
    word w = reader_peek_word(r);
    if (strcmp(w.text, "hierarchy") == 0 || strcmp(w.text, "motion") == 0) {
        reader_warn(r, "a second take follows: only the first is read", NULL, start);
        r->text.at = r->text.end;
        r->text.last = true;
        return true;
    }
    reader_warn(r, "text after the last row is ignored", NULL, start);
    reader_skip_to_line_end(r);
    int64_t tokens = 0;
    bool numbers = true;
    bool inside = false;
    for (;;) {
        int c = reader_peek(r);
        if (c == -1 || c == '\n' || c == '\r') {
            if (numbers && tokens == r->column_count && tokens > 0) {
                return reader_fail(r, HONE_ERROR_FORMAT, start, "text between the rows", "a row",
                                   NULL, 0);
            }
            if (c == -1) {
                return true;
            }
            reader_take_line_end(r);
            tokens = 0;
            numbers = true;
            inside = false;
            continue;
        }
        bool blank = c == ' ' || c == '\t';
        tokens += !blank && !inside;
        inside = !blank;
        numbers = numbers && (blank || (c != 0 && strchr("0123456789+-.eE", c) != NULL));
        reader_take(r, 1);
    }
}

static bool all_whole(const reader *r)
{
    for (size_t i = 0; i < r->value_count; i++) {
        float v = r->values[i];
        if (v - (float)(int64_t)(v > -1e9f && v < 1e9f ? v : 0.0f) != 0.0f) {
            return false;
        }
    }
    return true;
}

// Between two frames, at the start or the end of a row.
static bool at_boundary(const reader *r)
{
    return r->column_count == 0 || r->value_count % (size_t)r->column_count == 0;
}

// One thing that is not plain; *done at the end of the rows.
static bool read_careful(reader *r, bool *done)
{
    reader_skip_blanks(r);
    int c = reader_peek(r);
    if (c == -1) {
        *done = true;
        return true;
    }
    if (c == '\n' || c == '\r') {
        end_line(r);
        reader_take_line_end(r);
        return true;
    }
    if (at_boundary(r) && reader_at_comment(r)) {
        reader_warn(r, "comments are skipped", NULL, r->line);
        reader_skip_to_line_end(r);
        return true;
    }
    if ((c == ',' || c == ';') && r->line_values > 0) {
        reader_warn(r, "commas between numbers are read as blanks", NULL, r->line);
        reader_take(r, 1);
        return true;
    }
    if (c == 0) {
        uint64_t line = r->line;
        if (!take_padding(r)) {
            return reader_fail(r, HONE_ERROR_FORMAT, line, "a zero byte in the text", "a number",
                               NULL, 0);
        }
        reader_warn(r, "zero bytes after the last row are ignored", NULL, line);
        *done = true;
        return true;
    }
    if (r->odd_line != 0) {
        return fail_row(r, r->odd_line, r->odd_values);
    }
    if (r->comma == COMMA_UNDECIDED) {
        r->points_before = false;
        const char *token;
        size_t length;
        if (!reader_peek_token(r, &token, &length)) {
            return false;
        }
        r->points_before = memchr(token, ',', length) != NULL && !all_whole(r);
    }
    float value = 0.0f;
    number_kind kind = reader_take_number(r, r->line_values, r->column_count, &value, NULL);
    if (kind == NUMBER_FAILED) {
        return false;
    }
    if (kind == NUMBER_NONE) {
        if (at_boundary(r) && r->line_values == 0 && strchr("0123456789+-.,", c) == NULL) {
            *done = true;
            return skip_trailing_text(r);
        }
        return reader_fail_here(r, r->line, "not a number in a row", "a number");
    }
    return store_value(r, kind, value);
}

// ---- what the rows are

// Keeps the first `columns` of every `stride` values.
static void drop_surplus_columns(reader *r, size_t stride)
{
    size_t columns = (size_t)r->column_count;
    size_t rows = r->value_count / stride;
    for (size_t row = 1; row < rows; row++) {
        memmove(r->values + row * columns, r->values + row * stride, columns * sizeof *r->values);
    }
    r->value_count = rows * columns;
}

// Decides about rows that are not one to a line.
static bool settle_flow(reader *r)
{
    size_t columns = (size_t)r->column_count;
    bool whole = r->value_count % columns == 0;
    int64_t frames = (int64_t)(r->value_count / columns);
    if ((whole && frames == r->declared) || r->crossing_line == 0) {
        return true;
    }
    bool wider = r->first_values > r->column_count;
    if (wider && r->even) {
        bool surplus = r->line_count > 1 || frames <= 1 || frames - 1 > r->declared;
        if (r->first_values % r->column_count != 0 && surplus) {
            reader_warn(r, "rows with more values than channels: the surplus is ignored", NULL,
                        r->first_line);
            drop_surplus_columns(r, (size_t)r->first_values);
        }
        return true;
    }
    if (wider || r->crossing_index <= 1) {
        return fail_row(r, r->first_line, r->first_values);
    }
    (void)reader_fail(r, HONE_ERROR_FORMAT, r->crossing_line, "a frame that ends inside a line",
                      NULL, NULL, 0);
    return false;
}

static void warn_frames(reader *r)
{
    if (r->declared < 0 || r->declared == r->frame_count) {
        return;
    }
    char detail[96];
    text t = text_begin(detail, sizeof detail);
    text_add(&t, ": ");
    text_add_unsigned(&t, (uint64_t)r->declared);
    text_add(&t, " declared, ");
    text_add_unsigned(&t, (uint64_t)r->frame_count);
    text_add(&t, r->def.cut_at_declared && r->declared < r->frame_count
                     ? " there: the declared ones are kept"
                     : " there: all that are there are kept");
    reader_warn(r, "Frames: disagrees with the rows", detail, r->declared_line);
}

void reader_drop_unknown(reader *r)
{
    int32_t known = 0;
    for (int32_t i = 0; i < r->column_count; i++) {
        known += r->columns[i].kind >= 0;
    }
    if (known == r->column_count) {
        return;
    }
    size_t to = 0;
    for (int64_t row = 0; row < r->frame_count; row++) {
        const float *from = r->values + row * r->column_count;
        for (int32_t i = 0; i < r->column_count; i++) {
            if (r->columns[i].kind >= 0) {
                r->values[to++] = from[i];
            }
        }
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < r->column_count; i++) {
        if (r->columns[i].kind >= 0) {
            r->columns[kept++] = r->columns[i];
        }
    }
    r->column_count = kept;
    r->value_count = to;
    r->frame_count = kept == 0 ? 0 : r->frame_count;
}

static bool settle_rows(reader *r)
{
    end_line(r);
    if (r->column_count == 0) {
        warn_frames(r);
        return true;
    }
    size_t columns = (size_t)r->column_count;
    if (r->layout == ROWS_FLOW && !settle_flow(r)) {
        return false;
    }
    size_t over = r->value_count % columns;
    if (over != 0) {
        reader_warn(r, "the last frame is not complete and left out", NULL, r->line);
        r->value_count -= over;
    } else if (r->odd_line != 0) {
        reader_warn(r, "values after the last frame are ignored", NULL, r->odd_line);
    }
    r->frame_count = (int64_t)(r->value_count / columns);
    warn_frames(r);
    if (r->def.cut_at_declared && r->declared >= 0 && r->declared < r->frame_count) {
        r->frame_count = r->declared;
        r->value_count = (size_t)r->frame_count * columns;
    }
    return true;
}

bool reader_motion(reader *r)
{
    r->even = true;
    if (!read_head(r)) {
        return false;
    }
    r->comma = COMMA_UNDECIDED;
    r->motion_bytes = reader_bytes_ahead(r);
    bool done = false;
    while (!done) {
        bool plain = r->layout == ROWS_LINES && r->comma != COMMA_IS_POINT;
        if ((plain && !read_plain_rows(r)) || !read_careful(r, &done)) {
            return false;
        }
    }
    return settle_rows(r);
}
