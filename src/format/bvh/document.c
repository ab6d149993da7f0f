// SPDX-License-Identifier: MIT
//
// The memory of a read BVH: one block for the document, the tables of its bones and channels, its
// names, its values.
#include "format/bvh/reader.h"

#include "base/memory.h"

#include <string.h>

static void delete_tables(document *d)
{
    const hone_allocator *allocator = &d->allocator;
    size_t bones = (size_t)d->skeleton.bone_count;
    memory_delete(allocator, (void *)d->skeleton.names, bones, sizeof *d->skeleton.names);
    memory_delete(allocator, (void *)d->skeleton.parents, bones, sizeof *d->skeleton.parents);
    memory_delete(allocator, (void *)d->skeleton.rest, bones, sizeof *d->skeleton.rest);
    memory_delete(allocator, (void *)d->skeleton.flags, bones, sizeof *d->skeleton.flags);
    memory_delete(allocator, (void *)d->bvh.channels, (size_t)d->bvh.channel_count,
                  sizeof *d->bvh.channels);
    memory_delete(allocator, d->names, d->names_bytes, 1);
}

document *document_new(const hone_allocator *allocator, int32_t bone_count, int32_t channel_count,
                       size_t names_bytes)
{
    document *d = memory_new(allocator, 1, sizeof *d);
    if (d == NULL) {
        return NULL;
    }
    memset(d, 0, sizeof *d);
    d->allocator = *allocator;
    size_t bones = (size_t)bone_count;
    d->skeleton.bone_count = bone_count;
    d->skeleton.names = memory_new(allocator, bones, sizeof *d->skeleton.names);
    d->skeleton.parents = memory_new(allocator, bones, sizeof *d->skeleton.parents);
    d->skeleton.rest = memory_new(allocator, bones, sizeof *d->skeleton.rest);
    d->skeleton.flags = memory_new(allocator, bones, sizeof *d->skeleton.flags);
    d->bvh.channel_count = channel_count;
    d->bvh.channels = memory_new(allocator, (size_t)channel_count, sizeof *d->bvh.channels);
    d->names_bytes = names_bytes;
    d->names = memory_new(allocator, names_bytes, 1);
    if (d->skeleton.names == NULL || d->skeleton.parents == NULL || d->skeleton.rest == NULL ||
        d->skeleton.flags == NULL || d->bvh.channels == NULL || d->names == NULL) {
        delete_tables(d);
        memory_delete(allocator, d, 1, sizeof *d);
        return NULL;
    }
    d->bvh.skeleton = &d->skeleton;
    return d;
}

void hone_bvh_free(hone_bvh *bvh)
{
    if (bvh != NULL) {
        document *d = (document *)bvh;
        hone_allocator allocator = d->allocator;
        delete_tables(d);
        memory_delete(&allocator, (void *)d->bvh.values, d->value_capacity, sizeof(float));
        warnings_free(&d->warnings, &allocator);
        memory_delete(&allocator, d, 1, sizeof *d);
    }
}
