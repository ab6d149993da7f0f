// SPDX-License-Identifier: MIT
//
// *_tex.json: where in a picture the images lie.
#include "format/dragonbones/pictures.h"

#include "base/error.h"
#include "base/memory.h"

typedef struct db_atlas {
    hone_atlas face; // first, so that a pointer to it is a pointer to this
    arena memory;
} db_atlas;

static bool read_region(db_reader *r, const json_value *object, hone_atlas_region *out)
{
    if (!json_is(object, JSON_OBJECT)) {
        return db_fail(r, object, "wrong kind of value", "a region in {}");
    }
    double frame[4];
    static const char *const keys[] = {"frameX", "frameY", "frameWidth", "frameHeight"};
    if (!db_text(r, object, "name", "", &out->name) ||
        !db_integer(r, object, "x", 0, &out->rect.x) ||
        !db_integer(r, object, "y", 0, &out->rect.y) ||
        !db_integer(r, object, "width", 0, &out->rect.width) ||
        !db_integer(r, object, "height", 0, &out->rect.height) ||
        !db_boolean(r, object, "rotated", false, &out->rotated)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        if (!db_number(r, object, keys[i], 0.0, &frame[i])) {
            return false;
        }
    }
    if (out->rect.x < 0 || out->rect.y < 0 || out->rect.width < 0 || out->rect.height < 0) {
        return db_fail(r, object, "a region outside of its picture", "sizes and places from 0 on");
    }
    out->frame_x = (float)frame[0];
    out->frame_y = (float)frame[1];
    out->frame_width = (float)frame[2];
    out->frame_height = (float)frame[3];
    return true;
}

static bool read_atlas(db_reader *r, const json_value *root, hone_atlas *out)
{
    const json_value *list;
    double scale;
    if (!json_is(root, JSON_OBJECT) || json_member(root, "SubTexture") == NULL) {
        return db_fail(r, root, "no DragonBones atlas", "an object with \"SubTexture\"");
    }
    if (!db_text(r, root, "imagePath", "", &out->image_path) ||
        !db_number(r, root, "scale", 1.0, &scale) || !db_array(r, root, "SubTexture", &list)) {
        return false;
    }
    out->scale = scale > 0.0 ? (float)scale : 1.0f;
    if (list == NULL) {
        return true;
    }
    hone_atlas_region *regions = db_new(r, list->count, sizeof *regions);
    if (regions == NULL) {
        return false;
    }
    out->regions = regions;
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        if (!read_region(r, i.value, &regions[out->region_count++])) {
            return false;
        }
    }
    return true;
}

// The value that holds an atlas: the root, or in a skeleton's file (index >= 0) one of a list.
static const json_value *atlas_value(const db_reader *r, int32_t index)
{
    const json_value *root = json_root(&r->json);
    if (index < 0) {
        return root;
    }
    json_iterator i = json_iterate(json_member(root, "textureAtlas"));
    while (json_next(&i)) {
        if (index-- == 0) {
            return i.value;
        }
    }
    return NULL;
}

hone_status db_atlas_read(const void *bytes, size_t count, const char *name, int32_t index,
                          const hone_allocator *allocator, hone_atlas **out, hone_error *error)
{
    hone_error failure;
    db_file holder = {.memory = {.allocator = allocator}};
    db_reader r = {.error = &failure, .file = &holder};
    hone_status status = json_read(bytes, count, name, NULL, allocator, &r.json, error);
    if (status != HONE_OK) {
        return status;
    }
    const json_value *value = atlas_value(&r, index);
    if (value == NULL) {
        json_free(&r.json);
        return HONE_OK;
    }
    hone_atlas face = {0};
    db_atlas *atlas = NULL;
    status = read_atlas(&r, value, &face) ? HONE_OK : failure.status;
    if (status == HONE_OK) {
        atlas = memory_new(allocator, 1, sizeof *atlas);
        if (atlas == NULL) {
            status = error_set(&failure, HONE_ERROR_MEMORY, name, "not enough memory");
        }
    }
    json_free(&r.json);
    if (atlas == NULL) {
        arena_free(&holder.memory);
        if (error != NULL) {
            *error = failure;
        }
        return status;
    }
    *atlas = (db_atlas){face, holder.memory};
    *out = &atlas->face;
    return HONE_OK;
}

hone_status hone_atlas_read(const void *bytes, size_t count, const char *name,
                            const hone_allocator *allocator, hone_atlas **out, hone_error *error)
{
    return db_atlas_read(bytes, count, name, HONE_NONE, allocator == NULL ? hone_heap() : allocator,
                         out, error);
}

void hone_atlas_free(hone_atlas *face)
{
    if (face != NULL) {
        db_atlas *atlas = (db_atlas *)face;
        arena memory = atlas->memory;
        memory_delete(memory.allocator, atlas, 1, sizeof *atlas);
        arena_free(&memory);
    }
}
