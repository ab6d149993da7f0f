// SPDX-License-Identifier: MIT
//
// What the BVH tests share: a small file in pieces, reading from memory and in chunks, an allocator
// that counts and fails, comparison of documents.
#ifndef HONE_TEST_BVH_TEST_H
#define HONE_TEST_BVH_TEST_H

#include "cmocka_test.h"

#include "hone/bvh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The small file: 3 joints, 2 end sites, 12 channels, 3 frames of 25 ms. Line 25 is MOTION, rows
// start in line 28.
#define TREE_ROOT                                                                                  \
    "ROOT Hips\n{\nOFFSET 0 0 0\n"                                                                 \
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
#define TREE_CHEST                                                                                 \
    "JOINT Chest\n{\nOFFSET 0 10 0.5\nCHANNELS 3 Zrotation Xrotation Yrotation\n"                  \
    "End Site\n{\nOFFSET 0 4 0\n}\n}\n"
#define TREE_ARM                                                                                   \
    "JOINT Arm\n{\nOFFSET 5 6 0\nCHANNELS 3 Yrotation Xrotation Zrotation\n"                       \
    "End Site\n{\nOFFSET 7 0 0\n}\n}\n"
#define TREE "HIERARCHY\n" TREE_ROOT TREE_CHEST TREE_ARM "}\n"
#define HEAD "MOTION\nFrames: 3\nFrame Time: 0.025\n"
#define ROW_0 "0 90 0 0 0 0 0 0 0 0 0 0\n"
#define ROW_1 "1.5 91.25 -2 10 20 30 5 -5 15 -12.5 7.25 3\n"
#define ROW_2 "3 92.5 -4 20 40 60 10 -10 30 -25 14.5 6\n"
#define ROWS ROW_0 ROW_1 ROW_2
#define BASE TREE HEAD ROWS

enum { BASE_CHANNELS = 12, BASE_FRAMES = 3 };

// A read function that gives a text in chunks.
typedef struct chunks {
    const char *bytes;
    size_t count, size;
} chunks;

static inline size_t read_chunk(void *user, void *buffer, size_t capacity)
{
    chunks *c = user;
    size_t count = c->size < capacity ? c->size : capacity;
    count = count < c->count ? count : c->count;
    memcpy(buffer, c->bytes, count);
    c->bytes += count;
    c->count -= count;
    return count;
}

// An allocator that knows what is alive, checks the sizes that it is told, and can fail.
typedef struct counting {
    size_t bytes, peak;
    int64_t calls, fail_at; // the call that fails, from 1; 0 = none
} counting;

static inline void *counting_resize(void *user, void *block, size_t old_bytes, size_t new_bytes)
{
    counting *c = user;
    size_t *whole = block == NULL ? NULL : (size_t *)block - 2;
    if (whole != NULL) {
        assert_int_equal(whole[0], old_bytes);
    } else {
        assert_int_equal(old_bytes, 0);
    }
    if (new_bytes == 0) {
        c->bytes -= old_bytes;
        free(whole);
        return NULL;
    }
    c->calls++;
    if (c->calls == c->fail_at) {
        return NULL;
    }
    size_t *grown = realloc(whole, new_bytes + 2 * sizeof(size_t));
    assert_non_null(grown);
    grown[0] = new_bytes;
    c->bytes = c->bytes - old_bytes + new_bytes;
    c->peak = c->bytes > c->peak ? c->bytes : c->peak;
    return grown + 2;
}

static inline hone_allocator counting_allocator(counting *c)
{
    return (hone_allocator){counting_resize, c};
}

// Reads a text from memory; fails the test with the reason when that does not work.
static inline hone_bvh *read_good(const char *bytes, size_t count, const hone_bvh_def *def)
{
    hone_bvh *bvh = NULL;
    hone_error error;
    if (hone_bvh_read(bytes, count, "test.bvh", def, NULL, &bvh, &error) != HONE_OK) {
        char message[640];
        (void)hone_error_text(&error, message, sizeof message);
        fail_msg("%s", message);
    }
    return bvh;
}

static inline bool same_names(const hone_skeleton *a, const hone_skeleton *b)
{
    for (int32_t i = 0; i < a->bone_count; i++) {
        if (strcmp(a->names[i], b->names[i]) != 0) {
            return false;
        }
    }
    return true;
}

// Everything but names and warnings, to the bit.
static inline bool same_content(const hone_bvh *a, const hone_bvh *b)
{
    size_t bones = (size_t)a->skeleton->bone_count;
    size_t channels = (size_t)a->channel_count;
    if (a->skeleton->bone_count != b->skeleton->bone_count || a->root_count != b->root_count ||
        a->channel_count != b->channel_count || a->frame_count != b->frame_count ||
        memcmp(&a->frame_time_s, &b->frame_time_s, sizeof a->frame_time_s) != 0) {
        return false;
    }
    if (memcmp(a->skeleton->parents, b->skeleton->parents, bones * sizeof(int32_t)) != 0 ||
        memcmp(a->skeleton->flags, b->skeleton->flags, bones) != 0 ||
        memcmp(a->skeleton->rest, b->skeleton->rest, bones * sizeof(hone_transform)) != 0 ||
        memcmp(a->channels, b->channels, channels * sizeof(hone_bvh_channel)) != 0) {
        return false;
    }
    size_t values = (size_t)a->frame_count * channels;
    return values == 0 || memcmp(a->values, b->values, values * sizeof(float)) == 0;
}

static inline bool same_warnings(const hone_bvh *a, const hone_bvh *b)
{
    if (a->warnings.count != b->warnings.count) {
        return false;
    }
    for (int32_t i = 0; i < a->warnings.count; i++) {
        const hone_warning *x = &a->warnings.items[i];
        const hone_warning *y = &b->warnings.items[i];
        if (strcmp(x->message, y->message) != 0 || x->count != y->count || x->line != y->line) {
            return false;
        }
    }
    return true;
}

// The warning whose message contains the text, or NULL.
static inline const hone_warning *find_warning(const hone_bvh *bvh, const char *text)
{
    for (int32_t i = 0; i < bvh->warnings.count; i++) {
        if (strstr(bvh->warnings.items[i].message, text) != NULL) {
            return &bvh->warnings.items[i];
        }
    }
    return NULL;
}

// Where the shared data lie.
static inline const char *shared_folder(void)
{
    const char *folder = getenv("HONE_SHARED");
    return folder != NULL && folder[0] != '\0' ? folder : HONE_SOURCE_DIR "/../shared";
}

// Texts that grow.
typedef struct buffer {
    char *bytes;
    size_t count, capacity;
} buffer;

static inline bool buffer_write(void *user, const void *bytes, size_t count)
{
    buffer *b = user;
    if (b->count + count > b->capacity) {
        b->capacity = (b->count + count) * 2;
        b->bytes = realloc(b->bytes, b->capacity);
        assert_non_null(b->bytes);
    }
    memcpy(b->bytes + b->count, bytes, count);
    b->count += count;
    return true;
}

// A whole file, zero-terminated; NULL when it is not there.
static inline char *load_file(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    buffer b = {0};
    char part[4096];
    for (size_t n = fread(part, 1, sizeof part, file); n > 0;
         n = fread(part, 1, sizeof part, file)) {
        (void)buffer_write(&b, part, n);
    }
    (void)fclose(file);
    *count = b.count;
    (void)buffer_write(&b, "", 1);
    return b.bytes;
}

#endif
