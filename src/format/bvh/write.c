// SPDX-License-Identifier: MIT
//
// A document as BVH text. Numbers are the shortest decimals that read back to the same float, so
// that reading the text gives the same document.
#include "format/bvh/reader.h"

#include "base/error.h"
#include "format/number.h"

#include <string.h>

enum { BUFFER_BYTES = 8192 };

typedef struct writer {
    hone_write_function write;
    void *user;
    bool failed;
    size_t used;
    char buffer[BUFFER_BYTES];
} writer;

static void flush(writer *w)
{
    if (w->used > 0 && !w->failed) {
        w->failed = !w->write(w->user, w->buffer, w->used);
    }
    w->used = 0;
}

static void put_bytes(writer *w, const char *bytes, size_t count)
{
    while (count > 0) {
        if (w->used == BUFFER_BYTES) {
            flush(w);
        }
        size_t room = BUFFER_BYTES - w->used;
        size_t part = count < room ? count : room;
        memcpy(w->buffer + w->used, bytes, part);
        w->used += part;
        bytes += part;
        count -= part;
    }
}

static void put(writer *w, const char *string)
{
    put_bytes(w, string, strlen(string));
}

static void put_float(writer *w, float value)
{
    if (BUFFER_BYTES - w->used < NUMBER_TEXT_MAX) {
        flush(w);
    }
    w->used += number_print_float(value, w->buffer + w->used);
}

static void put_integer(writer *w, int64_t value)
{
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value != 0);
    put_bytes(w, digits + first, sizeof digits - first);
}

static void indent(writer *w, int32_t depth)
{
    const int32_t deepest = 32; // deep chains would be mostly blanks
    for (int32_t i = 0; i < depth && i < deepest; i++) {
        put(w, "\t");
    }
}

// Whether the name is the one that the reader gives to a nameless end site.
static bool is_default_end(const hone_skeleton *skeleton, int32_t bone)
{
    const char *name = skeleton->names[bone];
    const char *parent = skeleton->names[skeleton->parents[bone]];
    size_t length = strlen(parent);
    return strncmp(name, parent, length) == 0 && strcmp(name + length, "_end") == 0;
}

static bool is_end_site(const hone_skeleton *skeleton, int32_t bone)
{
    return skeleton->flags != NULL && (skeleton->flags[bone] & HONE_BONE_END_SITE) != 0;
}

// Names that a BVH cannot hold: they would end early or be trimmed.
static bool is_writable_name(const char *name)
{
    size_t length = strlen(name);
    if (length == 0) {
        return true;
    }
    const char *blanks = " \t\f\v";
    return strpbrk(name, "\r\n{") == NULL && strchr(blanks, name[0]) == NULL &&
           strchr(blanks, name[length - 1]) == NULL && strncmp(name, "\xC2\xA0", 2) != 0 &&
           (length < 2 || strcmp(name + length - 2, "\xC2\xA0") != 0);
}

// The document must be what the reader makes: bones in the order of a walk through the tree,
// channels in the order of the bones, names that fit a line, a time that reads back as a time.
static bool is_writable(const hone_bvh *bvh)
{
    if (!(bvh->frame_time_s > 0.0 && bvh->frame_time_s <= READER_LONGEST_FRAME_S)) {
        return false;
    }
    const hone_skeleton *skeleton = bvh->skeleton;
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        int32_t parent = skeleton->parents[i];
        if (parent >= i || parent < HONE_NONE || !is_writable_name(skeleton->names[i])) {
            return false;
        }
        bool end = is_end_site(skeleton, i);
        if (parent == HONE_NONE ? end : is_end_site(skeleton, parent)) {
            return false;
        }
        int32_t ancestor = i - 1; // the parent must be on the chain that is open
        while (ancestor > parent) {
            ancestor = skeleton->parents[ancestor];
        }
        if (parent != HONE_NONE && ancestor != parent) {
            return false;
        }
    }
    for (int32_t i = 0; i < bvh->channel_count; i++) {
        int32_t bone = bvh->channels[i].bone;
        if (bone < 0 || bone >= skeleton->bone_count || is_end_site(skeleton, bone) ||
            (i > 0 && bone < bvh->channels[i - 1].bone)) {
            return false;
        }
    }
    return true;
}

static void put_channels(writer *w, const hone_bvh *bvh, int32_t bone, int32_t *next)
{
    static const char *const names[] = {" Xposition", " Yposition", " Zposition",
                                        " Xrotation", " Yrotation", " Zrotation"};
    int32_t end = *next;
    while (end < bvh->channel_count && bvh->channels[end].bone == bone) {
        end++;
    }
    put(w, "CHANNELS ");
    put_integer(w, end - *next);
    for (; *next < end; (*next)++) {
        put(w, names[bvh->channels[*next].kind]);
    }
    put(w, "\n");
}

static void put_bone(writer *w, const hone_bvh *bvh, int32_t bone, int32_t depth, int32_t *next)
{
    const hone_skeleton *skeleton = bvh->skeleton;
    bool end = is_end_site(skeleton, bone);
    indent(w, depth);
    put(w, end ? "End Site" : skeleton->parents[bone] == HONE_NONE ? "ROOT" : "JOINT");
    if (!(end && is_default_end(skeleton, bone))) {
        put(w, " ");
        put(w, skeleton->names[bone]);
    }
    put(w, "\n");
    indent(w, depth);
    put(w, "{\n");
    indent(w, depth + 1);
    hone_vec3 offset = skeleton->rest[bone].translation;
    put(w, "OFFSET ");
    put_float(w, offset.x);
    put(w, " ");
    put_float(w, offset.y);
    put(w, " ");
    put_float(w, offset.z);
    put(w, "\n");
    if (!end) {
        indent(w, depth + 1);
        put_channels(w, bvh, bone, next);
    }
}

static void put_hierarchy(writer *w, const hone_bvh *bvh)
{
    const hone_skeleton *skeleton = bvh->skeleton;
    int32_t depth = 0; // of open blocks
    int32_t open = HONE_NONE;
    int32_t next = 0;
    put(w, "HIERARCHY\n");
    for (int32_t i = 0; i <= skeleton->bone_count; i++) {
        int32_t parent = i < skeleton->bone_count ? skeleton->parents[i] : HONE_NONE;
        for (; open != parent; open = skeleton->parents[open]) {
            indent(w, --depth);
            put(w, "}\n");
        }
        if (i < skeleton->bone_count) {
            put_bone(w, bvh, i, depth++, &next);
            open = i;
        }
    }
}

static void put_motion(writer *w, const hone_bvh *bvh)
{
    put(w, "MOTION\nFrames: ");
    put_integer(w, bvh->frame_count);
    put(w, "\nFrame Time: ");
    char text[NUMBER_TEXT_MAX];
    put_bytes(w, text, number_print_double(bvh->frame_time_s, text));
    put(w, "\n");
    const float *value = bvh->values;
    for (int64_t frame = 0; frame < bvh->frame_count && !w->failed; frame++) {
        for (int32_t i = 0; i < bvh->channel_count; i++) {
            put_float(w, *value++);
            put_bytes(w, i + 1 < bvh->channel_count ? " " : "\n", 1);
        }
    }
}

hone_status hone_bvh_write(const hone_bvh *bvh, hone_write_function write, void *user,
                           hone_error *error)
{
    if (bvh == NULL || write == NULL || !is_writable(bvh)) {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "nothing that can be written as BVH");
    }
    writer w;
    w.write = write;
    w.user = user;
    w.failed = false;
    w.used = 0;
    put_hierarchy(&w, bvh);
    put_motion(&w, bvh);
    flush(&w);
    return w.failed ? error_set(error, HONE_ERROR_IO, NULL, "writing failed") : HONE_OK;
}
