// SPDX-License-Identifier: MIT
//
// The BVH reader on arbitrary bytes. Reading from memory and from a stream in small chunks must
// agree; what was read must become a clip, and must come back the same when it is written and read.
#include "hone/bvh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct stream {
    const uint8_t *bytes;
    size_t count;
    uint32_t random;
} stream;

typedef struct text_buffer {
    char *bytes;
    size_t count, capacity;
} text_buffer;

static void require(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

// One to about forty bytes at a time.
static size_t read_some(void *user, void *buffer, size_t capacity)
{
    stream *s = user;
    s->random = s->random * 1664525u + 1013904223u;
    size_t count = 1 + (s->random >> 24) % 40;
    count = count < capacity ? count : capacity;
    count = count < s->count ? count : s->count;
    if (count > 0) {
        memcpy(buffer, s->bytes, count);
    }
    s->bytes += count;
    s->count -= count;
    return count;
}

static bool write_some(void *user, const void *bytes, size_t count)
{
    text_buffer *b = user;
    if (b->count + count > b->capacity) {
        b->capacity = (b->count + count) * 2;
        b->bytes = realloc(b->bytes, b->capacity);
        require(b->bytes != NULL, "memory");
    }
    memcpy(b->bytes + b->count, bytes, count);
    b->count += count;
    return true;
}

static void require_same(const hone_bvh *a, const hone_bvh *b)
{
    const hone_skeleton *s = a->skeleton;
    const hone_skeleton *t = b->skeleton;
    require(s->bone_count == t->bone_count && a->root_count == b->root_count, "bones");
    require(a->channel_count == b->channel_count && a->frame_count == b->frame_count, "table");
    require(memcmp(&a->frame_time_s, &b->frame_time_s, sizeof a->frame_time_s) == 0, "frame time");
    for (int32_t i = 0; i < s->bone_count; i++) {
        require(strcmp(s->names[i], t->names[i]) == 0, "names");
        require(s->parents[i] == t->parents[i] && s->flags[i] == t->flags[i], "parents, flags");
        require(memcmp(&s->rest[i], &t->rest[i], sizeof s->rest[i]) == 0, "rest pose");
    }
    for (int32_t i = 0; i < a->channel_count; i++) {
        require(a->channels[i].bone == b->channels[i].bone &&
                    a->channels[i].kind == b->channels[i].kind,
                "channels");
    }
    size_t count = (size_t)a->frame_count * (size_t)a->channel_count;
    require(count == 0 || memcmp(a->values, b->values, count * sizeof(float)) == 0, "values");
}

static void check_document(const hone_bvh *bvh, const hone_bvh_def *def)
{
    for (int64_t i = 0; i < bvh->frame_count * bvh->channel_count; i++) {
        require(bvh->values[i] - bvh->values[i] == 0.0f, "finite values");
    }
    hone_clip *clip = NULL;
    require(hone_bvh_clip(bvh, NULL, &clip, NULL) == HONE_OK, "clip");
    hone_bvh_clip_free(clip);
    text_buffer text = {0};
    require(hone_bvh_write(bvh, write_some, &text, NULL) == HONE_OK, "write");
    hone_bvh *again = NULL;
    require(hone_bvh_read(text.bytes, text.count, "again", def, NULL, &again, NULL) == HONE_OK,
            "read again");
    require_same(bvh, again);
    hone_bvh_free(again);
    free(text.bytes);
}

// An edit of any kind, chosen by the input's size, gives a document that can be written and read.
static void check_edit(const hone_bvh *bvh, const hone_bvh_def *def, size_t size)
{
    hone_bvh_edit_def edit = {
        .step = (int64_t)(size % 3),
        .frame_rate = size % 5 == 0 ? 1.0 / bvh->frame_time_s * 1.37 : 0.0,
        .order = (hone_bvh_order)(size % 7),
        .rotations_only = size % 2 != 0,
        .mirror = size % 4 < 2,
        .scale = size % 11 == 0 ? 1e9 : 0.0,
    };
    hone_bvh *changed = NULL;
    hone_status status = hone_bvh_edit(bvh, &edit, NULL, &changed, NULL);
    require(status == HONE_OK || status == HONE_ERROR_ARGUMENT, "edit");
    if (status == HONE_OK) {
        check_document(changed, def);
        hone_bvh_free(changed);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hone_bvh_def def = {.max_bones = 3000, .max_values = 1000000};
    hone_bvh *bvh = NULL;
    hone_bvh *other = NULL;
    hone_error error;
    hone_error other_error;
    // Exactly as many bytes as there are, so that reading past them shows.
    hone_status status = hone_bvh_read(data, size, "fuzz", &def, NULL, &bvh, &error);
    stream s = {data, size, (uint32_t)size};
    hone_status other_status =
        hone_bvh_read_stream(read_some, &s, "fuzz", &def, NULL, &other, &other_error);
    require(status == other_status, "status");
    if (status != HONE_OK) {
        require(error.line == other_error.line, "line");
        require(strcmp(error.message, other_error.message) == 0, "message");
        require(strcmp(error.found, other_error.found) == 0, "found");
        require(error.line > 0, "an error names a line");
        return 0;
    }
    require_same(bvh, other);
    require(bvh->warnings.count == other->warnings.count, "warnings");
    for (int32_t i = 0; i < bvh->warnings.count; i++) {
        require(bvh->warnings.items[i].count == other->warnings.items[i].count, "counts");
    }
    check_document(bvh, &def);
    check_edit(bvh, &def, size);
    hone_bvh_free(bvh);
    hone_bvh_free(other);
    return 0;
}
