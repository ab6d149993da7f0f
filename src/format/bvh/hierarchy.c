// SPDX-License-Identifier: MIT
//
// The skeleton of a BVH file. The tree is read without recursion: the bone that is open is known by
// index, and a closing brace goes to its parent, so depth costs nothing.
#include "format/bvh/reader.h"

#include "base/memory.h"

#include <string.h>

static bool is(word w, const char *lower)
{
    return strcmp(w.text, lower) == 0;
}

// Formats that come under the name .bvh by mistake, known by their first bytes.
static bool refuse_others(reader *r)
{
    static const struct {
        const char *head;
        size_t count;
        hone_status status;
        const char *message;
    } kinds[] = {
        {"\x1F\x8B", 2, HONE_ERROR_UNSUPPORTED, "a gzip archive, not a BVH file: unpack it first"},
        {"PK\x03\x04", 4, HONE_ERROR_UNSUPPORTED, "a zip archive, not a BVH file: unpack it first"},
        {"version https://git-lfs", 23, HONE_ERROR_FORMAT,
         "a Git LFS pointer, not a BVH file: fetch the file itself with git lfs pull"},
        {"<", 1, HONE_ERROR_FORMAT, "a web page or XML, not a BVH file: the download failed"},
        {"Kaydara FBX", 11, HONE_ERROR_UNSUPPORTED, "an FBX file, not a BVH file"},
        {"; FBX", 5, HONE_ERROR_UNSUPPORTED, "an FBX file, not a BVH file"},
        {"glTF", 4, HONE_ERROR_UNSUPPORTED, "a binary glTF file, not a BVH file"},
    };
    while (r->text.end - r->text.at < 32 && source_fill(&r->text)) {
    }
    size_t there = (size_t)(r->text.end - r->text.at);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (there >= kinds[i].count && memcmp(r->text.at, kinds[i].head, kinds[i].count) == 0) {
            return reader_fail(r, kinds[i].status, 1, kinds[i].message, NULL, NULL, 0);
        }
    }
    if (there == 0) {
        return reader_fail(r, HONE_ERROR_FORMAT, 1, "the file is empty", "HIERARCHY", NULL, 0);
    }
    return true;
}

static bool add_name(reader *r, const char *bytes, size_t count, const char *suffix,
                     size_t suffix_count)
{
    size_t needed = r->names_bytes + count + suffix_count + 1;
    if (needed > r->names_capacity) {
        // The name may lie in the block that moves.
        size_t inside = r->names != NULL && bytes >= r->names && bytes < r->names + r->names_bytes
                            ? (size_t)(bytes - r->names)
                            : SIZE_MAX;
        size_t capacity = r->names_capacity * 2 > needed ? r->names_capacity * 2 : needed + 1024;
        char *names = memory_resize(r->allocator, r->names, r->names_capacity, capacity);
        if (names == NULL) {
            return reader_fail_memory(r);
        }
        r->names = names;
        r->names_capacity = capacity;
        bytes = inside == SIZE_MAX ? bytes : names + inside;
    }
    char *name = r->names + r->names_bytes;
    memcpy(name, bytes, count);
    memcpy(name + count, suffix, suffix_count);
    name[count + suffix_count] = '\0';
    r->names_bytes = needed;
    return true;
}

// The bytes up to the line's end or '{', blanks at both ends left out. Not taken.
static bool peek_name(reader *r, const char **name, size_t *length)
{
    reader_skip_blanks(r);
    size_t count = 0;
    for (;;) {
        size_t there = (size_t)(r->text.end - r->text.at);
        while (count < there && memchr("\n\r{\0", r->text.at[count], 4) == NULL) {
            count++;
        }
        if (count > READER_TOKEN_MAX) {
            return reader_fail(r, HONE_ERROR_LIMIT, r->line, "a name of more than 65536 bytes",
                               NULL, r->text.at, count);
        }
        if (count < there || !source_fill(&r->text)) {
            break;
        }
    }
    *name = r->text.at;
    const char *blanks = " \t\f\v";
    while (count > 0) {
        if (memchr(blanks, (*name)[count - 1], 4) != NULL) {
            count--;
        } else if (count > 1 && memcmp(*name + count - 2, "\xC2\xA0", 2) == 0) {
            count -= 2;
        } else {
            break;
        }
    }
    *length = count;
    return true;
}

// Adds a bone and takes its name and its '{'.
static bool open_bone(reader *r, int32_t parent, bool end_site)
{
    if (r->bone_count == r->def.max_bones) {
        return reader_fail(r, HONE_ERROR_LIMIT, r->line,
                           "too many joints and end sites: raise max_bones to read them", NULL,
                           NULL, 0);
    }
    if (!reader_grow(r, (void **)&r->bones, r->bone_count, &r->bone_capacity, sizeof *r->bones)) {
        return false;
    }
    uint64_t line = r->line;
    const char *name;
    size_t length;
    if (!peek_name(r, &name, &length)) {
        return false;
    }
    if (length == 0 && !end_site) {
        reader_skip_lines(r);
        if (!peek_name(r, &name, &length)) {
            return false;
        }
    }
    reader_bone bone = {.parent = parent, .end_site = end_site, .named = length > 0};
    bone.name = r->names_bytes;
    if (end_site && length == 0) {
        const char *parent_name = r->names + r->bones[parent].name;
        if (!add_name(r, parent_name, strlen(parent_name), "_end", 4)) {
            return false;
        }
    } else if (!add_name(r, name, length, "", 0)) {
        return false;
    }
    if (length == 0 && !end_site) {
        reader_warn(r, "a joint has no name", NULL, line);
    }
    r->bones[r->bone_count++] = bone;
    reader_take(r, length);
    reader_skip_lines(r);
    if (reader_peek(r) != '{') {
        return reader_fail_here(r, r->line, "a joint's block does not start", "'{'");
    }
    reader_take(r, 1);
    return true;
}

static bool is_keyword(word w)
{
    static const char *const keywords[] = {"root",     "joint",     "end",    "endsite", "offset",
                                           "channels", "hierarchy", "motion", "frames",  "frame"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        if (is(w, keywords[i])) {
            return true;
        }
    }
    return false;
}

// HONE_BVH_..., or -1.
static int32_t channel_kind(word w)
{
    static const char *const names[] = {"xposition", "yposition", "zposition",
                                        "xrotation", "yrotation", "zrotation"};
    for (int32_t i = 0; i < 6; i++) {
        if (is(w, names[i])) {
            return i;
        }
    }
    return -1;
}

static bool read_offset(reader *r, reader_bone *bone)
{
    uint64_t line = r->line;
    float v[3] = {0.0f, 0.0f, 0.0f};
    r->comma = COMMA_UNDECIDED;
    r->points_before = false;
    for (int32_t i = 0; i < 3; i++) {
        do {
            reader_skip_lines(r);
        } while (reader_peek(r) == ',' && (reader_take(r, 1), true));
        number_kind kind = reader_take_number(r, i, 3, &v[i], NULL);
        if (kind == NUMBER_FAILED) {
            return false;
        }
        if (kind == NUMBER_NONE) {
            return reader_fail_here(r, line, "an OFFSET without three numbers", "a number");
        }
    }
    if (bone->has_offset) {
        reader_warn(r, "a joint has more than one OFFSET: the last counts", NULL, line);
    }
    bone->has_offset = true;
    bone->offset = (hone_vec3){v[0], v[1], v[2]};
    return true;
}

// The number after CHANNELS.
static bool read_count(reader *r, int64_t *count)
{
    reader_skip_blanks(r);
    int64_t value = 0;
    int digits = 0;
    for (int c = reader_peek(r); c >= '0' && c <= '9'; c = reader_peek(r)) {
        value = value > INT32_MAX ? value : value * 10 + (c - '0');
        digits++;
        reader_take(r, 1);
    }
    *count = value;
    return digits > 0 || reader_fail_here(r, r->line, "CHANNELS without a count", "a count");
}

static bool read_channels(reader *r, int32_t bone)
{
    uint64_t line = r->line;
    int64_t count;
    if (r->bones[bone].has_channels) {
        return reader_fail(r, HONE_ERROR_FORMAT, line, "CHANNELS twice in one joint", NULL, NULL,
                           0);
    }
    if (!read_count(r, &count)) {
        return false;
    }
    r->bones[bone].has_channels = true;
    for (int64_t i = 0;; i++) {
        reader_skip_lines(r);
        word w = reader_peek_word(r);
        if (i >= count) {
            if (channel_kind(w) < 0) {
                return true;
            }
            reader_warn(r, "more channel names than CHANNELS counts: the surplus is ignored", NULL,
                        line);
            reader_take(r, w.length);
            continue;
        }
        if (w.length == 0 || is_keyword(w)) {
            return reader_fail_here(r, line, "CHANNELS with fewer names than its count",
                                    "a channel such as Xrotation");
        }
        int32_t kind = channel_kind(w);
        if (kind < 0) {
            reader_warn(r, "unknown channels are ignored", NULL, line);
        }
        if (!reader_grow(r, (void **)&r->columns, r->column_count, &r->column_capacity,
                         sizeof *r->columns)) {
            return false;
        }
        r->columns[r->column_count++] = (reader_column){bone, kind};
        const char *token;
        size_t length;
        if (!reader_peek_token(r, &token, &length)) {
            return false;
        }
        reader_take(r, kind < 0 ? length : w.length);
    }
}

static bool close_bone(reader *r, int32_t bone)
{
    reader_bone *b = &r->bones[bone];
    if (!b->has_offset) {
        reader_warn(r,
                    b->end_site ? "an End Site without OFFSET sits at its parent"
                                : "a joint without OFFSET sits at its parent",
                    NULL, r->line);
        b->has_offset = true;
    }
    if (!b->has_channels && !b->end_site) {
        reader_warn(r, "a joint without CHANNELS does not move", NULL, r->line);
        b->has_channels = true;
    }
    return true;
}

// Closes what is open when the file forgot to.
static void close_all(reader *r, int32_t *open)
{
    if (*open != HONE_NONE) {
        reader_warn(r, "a closing brace is missing", NULL, r->line);
    }
    for (; *open != HONE_NONE; *open = r->bones[*open].parent) {
        (void)close_bone(r, *open);
    }
}

// Columns go by joints; a CHANNELS line that stands behind a child's block comes too late in the
// list. A stable counting sort puts it right.
static bool sort_columns(reader *r)
{
    bool sorted = true;
    for (int32_t i = 1; i < r->column_count; i++) {
        sorted = sorted && r->columns[i - 1].bone <= r->columns[i].bone;
    }
    if (sorted) {
        return true;
    }
    size_t bones = (size_t)r->bone_count + 1;
    int32_t *first = memory_new(r->allocator, bones, sizeof *first);
    reader_column *columns = memory_new(r->allocator, (size_t)r->column_capacity, sizeof *columns);
    if (first != NULL && columns != NULL) {
        memset(first, 0, bones * sizeof *first);
        for (int32_t i = 0; i < r->column_count; i++) {
            first[r->columns[i].bone + 1]++;
        }
        for (size_t i = 1; i < bones; i++) {
            first[i] += first[i - 1];
        }
        for (int32_t i = 0; i < r->column_count; i++) {
            columns[first[r->columns[i].bone]++] = r->columns[i];
        }
        reader_column *old = r->columns;
        r->columns = columns;
        columns = old;
    }
    bool good = first != NULL && columns != NULL;
    memory_delete(r->allocator, first, bones, sizeof *first);
    memory_delete(r->allocator, columns, (size_t)r->column_capacity, sizeof *columns);
    return good || reader_fail_memory(r);
}

static bool open_child(reader *r, word w, int32_t *open)
{
    bool end_site = !is(w, "joint");
    if (*open == HONE_NONE) {
        return reader_fail_here(r, r->line, "a joint outside of a ROOT", "ROOT or MOTION");
    }
    if (r->bones[*open].end_site) {
        return reader_fail_here(r, r->line, "a joint inside of an End Site", "'}'");
    }
    reader_take(r, w.length);
    if (is(w, "end")) {
        reader_skip_blanks(r);
        word site = reader_peek_word(r);
        if (!is(site, "site")) {
            return reader_fail_here(r, r->line, "End without Site", "End Site");
        }
        reader_take(r, site.length);
    }
    if (!open_bone(r, *open, end_site)) {
        return false;
    }
    *open = r->bone_count - 1;
    return true;
}

// One statement inside or between joints; *done at MOTION.
static bool read_statement(reader *r, int32_t *open, bool *done)
{
    word w = reader_peek_word(r);
    if (is(w, "joint") || is(w, "end") || is(w, "endsite")) {
        return open_child(r, w, open);
    }
    if (is(w, "root")) {
        close_all(r, open);
        reader_take(r, w.length);
        *open = r->bone_count;
        r->root_count++;
        return open_bone(r, HONE_NONE, false);
    }
    if (is(w, "motion")) {
        close_all(r, open);
        reader_take(r, w.length);
        *done = true;
        return true;
    }
    if (*open != HONE_NONE && is(w, "offset")) {
        reader_take(r, w.length);
        return read_offset(r, &r->bones[*open]);
    }
    if (*open != HONE_NONE && is(w, "channels")) {
        reader_take(r, w.length);
        int32_t before = r->column_count;
        if (!read_channels(r, *open)) {
            return false;
        }
        if (r->bones[*open].end_site && r->column_count > before) {
            reader_warn(r, "an End Site with channels is read as a joint", NULL, r->line);
            r->bones[*open].end_site = false;
        }
        return true;
    }
    return reader_fail_here(r, r->line, "not a BVH statement",
                            *open == HONE_NONE ? "ROOT or MOTION"
                                               : "OFFSET, CHANNELS, JOINT, End Site or '}'");
}

// A number behind OFFSET's three.
static bool skip_surplus(reader *r, bool *skipped)
{
    int c = reader_peek(r);
    *skipped = false;
    if ((c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.') {
        const char *token;
        size_t length;
        if (!reader_peek_token(r, &token, &length)) {
            return false;
        }
        reader_warn(r, "more than three numbers in an OFFSET: the surplus is ignored", NULL,
                    r->line);
        reader_take(r, length);
        *skipped = true;
    }
    return true;
}

bool reader_hierarchy(reader *r, bool *motion)
{
    *motion = false;
    if (!refuse_others(r)) {
        return false;
    }
    reader_skip_lines(r);
    word w = reader_peek_word(r);
    if (is(w, "hierarchy")) {
        reader_take(r, w.length);
    } else if (is(w, "root")) {
        reader_warn(r, "the keyword HIERARCHY is missing", NULL, r->line);
    } else {
        return reader_fail_here(r, r->line, "not a BVH file", "HIERARCHY");
    }
    int32_t open = HONE_NONE;
    bool done = false;
    bool after_offset = false;
    while (!done) {
        reader_skip_lines(r);
        int c = reader_peek(r);
        if (c == -1 || (c == 0 && open == HONE_NONE && r->root_count > 0)) {
            break;
        }
        bool skipped = false;
        if (after_offset && !skip_surplus(r, &skipped)) {
            return false;
        }
        if (skipped) {
            continue;
        }
        after_offset = false;
        if (c == '}') {
            reader_take(r, 1);
            if (open == HONE_NONE) {
                reader_warn(r, "a closing brace too many", NULL, r->line);
            } else {
                (void)close_bone(r, open);
                open = r->bones[open].parent;
            }
            continue;
        }
        after_offset = is(reader_peek_word(r), "offset");
        if (!read_statement(r, &open, &done)) {
            return false;
        }
    }
    if (open != HONE_NONE) {
        return reader_fail_here(r, r->line, "the file ends inside the hierarchy", "'}'");
    }
    if (r->root_count == 0) {
        return reader_fail_here(r, r->line, "no skeleton", "ROOT");
    }
    *motion = done;
    return sort_columns(r);
}
