// SPDX-License-Identifier: MIT
//
// From a text to a document: sets the reader up, and hands over what it found.
#include "format/bvh/reader.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

bool reader_fail(reader *r, hone_status status, uint64_t line, const char *message,
                 const char *expected, const char *found, size_t found_count)
{
    r->status = error_set(r->error, status, r->name, message);
    error_at_line(r->error, line);
    if (expected != NULL) {
        error_expected(r->error, expected);
    }
    if (found != NULL) {
        error_found(r->error, found, found_count);
    }
    return false;
}

bool reader_fail_memory(reader *r)
{
    r->status = error_set(r->error, HONE_ERROR_MEMORY, r->name, "not enough memory");
    return false;
}

void reader_warn(reader *r, const char *kind, const char *detail, uint64_t line)
{
    warnings_add(&r->warnings, r->allocator, kind, detail, line);
}

bool reader_grow(reader *r, void **items, int32_t count, int32_t *capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    if (*capacity > INT32_MAX / 2) {
        return reader_fail_memory(r);
    }
    int32_t more = *capacity == 0 ? 64 : *capacity * 2;
    void *block =
        memory_resize(r->allocator, *items, (size_t)*capacity * size, (size_t)more * size);
    if (block == NULL) {
        return reader_fail_memory(r);
    }
    *items = block;
    *capacity = more;
    return true;
}

// Sorts the indices by name: merge sort, bottom up. spare has room for as many.
static const int32_t *sort_by_name(const reader *r, int32_t *order, int32_t *spare, int32_t count)
{
    for (int32_t width = 1; width < count; width *= 2) {
        for (int32_t start = 0; start < count; start += 2 * width) {
            int32_t middle = start + width < count ? start + width : count;
            int32_t end = start + 2 * width < count ? start + 2 * width : count;
            int32_t a = start;
            int32_t b = middle;
            for (int32_t to = start; to < end; to++) {
                bool first =
                    b == end || (a < middle && strcmp(r->names + r->bones[order[a]].name,
                                                      r->names + r->bones[order[b]].name) <= 0);
                spare[to] = first ? order[a++] : order[b++];
            }
        }
        int32_t *other = order;
        order = spare;
        spare = other;
    }
    return order;
}

static bool warn_duplicates(reader *r)
{
    size_t count = (size_t)r->bone_count;
    int32_t *order = memory_new(r->allocator, 2 * count, sizeof *order);
    if (order == NULL) {
        return reader_fail_memory(r);
    }
    int32_t joints = 0;
    for (int32_t i = 0; i < r->bone_count; i++) {
        if (!r->bones[i].end_site && r->bones[i].named) {
            order[joints++] = i;
        }
    }
    const int32_t *sorted = sort_by_name(r, order, order + count, joints);
    for (int32_t i = 1; i < joints; i++) {
        const char *name = r->names + r->bones[sorted[i]].name;
        if (strcmp(name, r->names + r->bones[sorted[i - 1]].name) == 0) {
            reader_warn(r, "several joints have the same name: found by name is the first", NULL,
                        0);
        }
    }
    memory_delete(r->allocator, order, 2 * count, sizeof *order);
    return true;
}

// A root that stands away from the origin while its channels start there.
static void warn_offset(reader *r)
{
    if (r->def.offset != HONE_BVH_OFFSET_REPLACE || r->frame_count == 0) {
        return;
    }
    for (int32_t i = 0; i < r->column_count;) {
        const reader_bone *bone = &r->bones[r->columns[i].bone];
        int32_t start = i;
        int32_t positions = 0;
        bool zero = true;
        for (; i < r->column_count && r->columns[i].bone == r->columns[start].bone; i++) {
            bool position = r->columns[i].kind <= HONE_BVH_Z_POSITION;
            positions += position;
            zero = zero && (!position || r->values[i] == 0.0f);
        }
        hone_vec3 o = bone->offset;
        bool away = o.x != 0.0f || o.y != 0.0f || o.z != 0.0f;
        if (bone->parent == HONE_NONE && positions > 0 && zero && away) {
            reader_warn(
                r,
                "a root's position channels start at 0 though its OFFSET does not: if the figure "
                "stands wrong, add the OFFSET",
                NULL, 0);
        }
    }
}

// Moves what was read into a document. NULL without memory.
static document *make_document(reader *r)
{
    document *d = document_new(r->allocator, r->bone_count, r->column_count, r->names_bytes);
    if (d == NULL) {
        return NULL;
    }
    const char **names = (const char **)d->skeleton.names;
    int32_t *parents = (int32_t *)d->skeleton.parents;
    hone_transform *rest = (hone_transform *)d->skeleton.rest;
    uint8_t *flags = (uint8_t *)d->skeleton.flags;
    hone_bvh_channel *channels = (hone_bvh_channel *)d->bvh.channels;
    memcpy(d->names, r->names, r->names_bytes);
    for (int32_t i = 0; i < r->bone_count; i++) {
        const reader_bone *bone = &r->bones[i];
        names[i] = d->names + bone->name;
        parents[i] = bone->parent;
        rest[i] = (hone_transform){bone->offset, HONE_QUAT_IDENTITY, {1.0f, 1.0f, 1.0f}};
        flags[i] = bone->end_site ? HONE_BONE_END_SITE : 0;
    }
    for (int32_t i = 0; i < r->column_count; i++) {
        channels[i].bone = r->columns[i].bone;
        channels[i].kind = (hone_bvh_channel_kind)r->columns[i].kind;
    }
    d->bvh.root_count = r->root_count;
    d->bvh.frame_count = r->frame_count;
    d->bvh.declared_frame_count = r->declared;
    d->bvh.offset = r->def.offset;
    double spare = r->def.default_frame_time_s > 0.0 ? r->def.default_frame_time_s : 1.0 / 30.0;
    d->bvh.frame_time_s = r->frame_time_s > 0.0 ? r->frame_time_s : spare;
    if (r->value_capacity > r->value_count && r->value_count > 0) {
        float *values = memory_resize(r->allocator, r->values, r->value_capacity * sizeof *values,
                                      r->value_count * sizeof *values);
        if (values != NULL) { // else the block stays too large
            r->values = values;
            r->value_capacity = r->value_count;
        }
    }
    d->bvh.values = r->values;
    d->value_capacity = r->value_capacity;
    r->values = NULL;
    d->warnings = r->warnings;
    d->bvh.warnings = (hone_warnings){d->warnings.items, d->warnings.count};
    r->warnings = (warnings){0};
    return d;
}

static void free_reader(reader *r)
{
    memory_delete(r->allocator, r->bones, (size_t)r->bone_capacity, sizeof *r->bones);
    memory_delete(r->allocator, r->names, r->names_capacity, 1);
    memory_delete(r->allocator, r->columns, (size_t)r->column_capacity, sizeof *r->columns);
    memory_delete(r->allocator, r->values, r->value_capacity, sizeof *r->values);
    warnings_free(&r->warnings, r->allocator);
    source_close(&r->text);
}

static bool read_all(reader *r)
{
    bool motion = false;
    if (!reader_hierarchy(r, &motion)) {
        return false;
    }
    if (motion) {
        if (!reader_motion(r)) {
            return false;
        }
    } else {
        reader_warn(r, "MOTION is missing: the skeleton stands still", NULL, r->line);
    }
    reader_drop_unknown(r);
    if (!warn_duplicates(r)) {
        return false;
    }
    warn_offset(r);
    return true;
}

// Runs the reader whose text is open.
static hone_status run(reader *r, hone_bvh **out)
{
    document *d = NULL;
    bool good = read_all(r);
    // The text's own troubles come first: to the reader they look like a file that ends early.
    if (r->text.failed) {
        good = reader_fail(r, HONE_ERROR_IO, 0, "reading failed", NULL, NULL, 0);
    } else if (r->text.no_room) {
        good =
            reader_fail(r, HONE_ERROR_LIMIT, r->line, "a line too long to look at", NULL, NULL, 0);
    } else if (good && (r->warnings.failed || (d = make_document(r)) == NULL)) {
        good = reader_fail_memory(r);
    }
    if (good) {
        *out = &d->bvh;
    }
    free_reader(r);
    return good ? HONE_OK : r->status;
}

static void set_up(reader *r, const char *name, const hone_bvh_def *def,
                   const hone_allocator *allocator, hone_error *error)
{
    memset(r, 0, sizeof *r);
    r->name = name;
    r->allocator = allocator == NULL ? hone_heap() : allocator;
    r->error = error;
    r->line = 1;
    r->declared = -1;
    if (def != NULL) {
        r->def = *def;
    }
    if (r->def.max_bones <= 0) {
        r->def.max_bones = 65536;
    }
}

hone_status hone_bvh_read(const void *bytes, size_t count, const char *name,
                          const hone_bvh_def *def, const hone_allocator *allocator, hone_bvh **out,
                          hone_error *error)
{
    if (out == NULL || (bytes == NULL && count > 0)) {
        return error_set(error, HONE_ERROR_ARGUMENT, name, "no bytes or no place for the result");
    }
    reader r;
    set_up(&r, name, def, allocator, error);
    if (!source_open_memory(&r.text, bytes, count, r.allocator)) {
        (void)reader_fail_memory(&r);
        return r.status;
    }
    return run(&r, out);
}

hone_status bvh_read_sized(hone_read_function read, void *user, uint64_t bytes, const char *name,
                           const hone_bvh_def *def, const hone_allocator *allocator, hone_bvh **out,
                           hone_error *error)
{
    reader r;
    set_up(&r, name, def, allocator, error);
    if (!source_open_stream(&r.text, read, user, bytes, r.allocator)) {
        (void)reader_fail_memory(&r);
        return r.status;
    }
    return run(&r, out);
}

hone_status hone_bvh_read_stream(hone_read_function read, void *user, const char *name,
                                 const hone_bvh_def *def, const hone_allocator *allocator,
                                 hone_bvh **out, hone_error *error)
{
    if (out == NULL || read == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, name, "no stream or no place for the result");
    }
    return bvh_read_sized(read, user, UINT64_MAX, name, def, allocator, out, error);
}
