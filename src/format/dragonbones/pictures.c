// SPDX-License-Identifier: MIT
//
// The search for a character's pictures. X_ske.json stands beside X_tex.json (or its pages
// X_tex_0.json, X_tex_1.json ...), or holds its atlases itself, or beside it is a folder with one
// picture an image, named by the display's path. Every way ends in atlases with pixels; a picture
// of a folder is an atlas of one region.
//
// Paths in files are names of things beside the file: those that lead elsewhere are not followed.
#include "format/dragonbones/pictures.h"

#include "base/error.h"
#include "base/memory.h"
#include "format/file.h"

#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 4096, MAX_PAGES = 64 };

static hone_status out_of_memory(hone_error *error, const char *path)
{
    return error_set(error, HONE_ERROR_MEMORY, path, "not enough memory");
}

hone_status db_read_whole(const char *path, const hone_allocator *allocator, char **bytes,
                          size_t *count, hone_error *error)
{
    file_reader file;
    hone_status status = file_open(&file, path, error);
    if (status != HONE_OK) {
        return status;
    }
    size_t capacity = file.bytes < SIZE_MAX / 2 ? (size_t)file.bytes + 1 : 65536;
    size_t used = 0;
    char *buffer = memory_new(allocator, capacity, 1);
    while (buffer != NULL) {
        size_t got = file_read(&file, buffer + used, capacity - used);
        if (got == SIZE_MAX) {
            memory_delete(allocator, buffer, capacity, 1);
            file_close(&file);
            return error_set(error, HONE_ERROR_IO, path, "the file cannot be read");
        }
        used += got;
        if (got == 0) {
            break;
        }
        if (used == capacity) {
            char *larger = memory_resize(allocator, buffer, capacity, capacity * 2);
            if (larger == NULL) {
                memory_delete(allocator, buffer, capacity, 1);
            }
            buffer = larger;
            capacity *= 2;
        }
    }
    file_close(&file);
    if (buffer == NULL) {
        return out_of_memory(error, path);
    }
    char *fitted = memory_resize(allocator, buffer, capacity, used + 1);
    if (fitted == NULL) {
        memory_delete(allocator, buffer, capacity, 1);
        return out_of_memory(error, path);
    }
    *bytes = fitted;
    *count = used;
    return HONE_OK;
}

static bool make_room(db_pictures *p)
{
    if (p->count < p->capacity) {
        return true;
    }
    size_t capacity = (size_t)p->capacity * 2 + 16;
    hone_atlas **atlases = arena_new(&p->memory, capacity, sizeof *atlases);
    hone_image **images = arena_new(&p->memory, capacity, sizeof *images);
    bool *own = arena_new(&p->memory, capacity, sizeof *own);
    if (atlases == NULL || images == NULL || own == NULL) {
        return false;
    }
    if (p->count > 0) {
        memcpy(atlases, p->atlases, (size_t)p->count * sizeof *atlases);
        memcpy(images, p->images, (size_t)p->count * sizeof *images);
        memcpy(own, p->own, (size_t)p->count * sizeof *own);
    }
    p->atlases = atlases;
    p->images = images;
    p->own = own;
    p->capacity = (int32_t)capacity;
    return true;
}

// ---- paths

// A name of something in a folder: not absolute, and no part of it goes up.
static bool stays_inside(const char *name)
{
    if (name[0] == '\0' || name[0] == '/' || strchr(name, '\\') != NULL ||
        strchr(name, ':') != NULL) {
        return false;
    }
    for (const char *part = name; part != NULL;) {
        const char *end = strchr(part, '/');
        size_t length = end == NULL ? strlen(part) : (size_t)(end - part);
        if (length == 2 && part[0] == '.' && part[1] == '.') {
            return false;
        }
        part = end == NULL ? NULL : end + 1;
    }
    return true;
}

// The first `length` bytes of head, then the tails; false when that is too long.
static bool join(char *out, const char *head, size_t length, const char *tail, const char *ending)
{
    int written = length < PATH_BYTES ? snprintf(out, PATH_BYTES, "%.*s%s%s", (int)length,
                                                 length == 0 ? "" : head, tail, ending)
                                      : -1;
    return written >= 0 && written < PATH_BYTES;
}

// Bytes of the path before the last name.
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

// Bytes of the path before "_ske.json" or ".json".
static size_t stem_length(const char *path)
{
    static const char *const endings[] = {"_ske.json", ".json"};
    size_t length = strlen(path);
    for (size_t i = 0; i < 2; i++) {
        size_t ending = strlen(endings[i]);
        if (length > ending && strcmp(path + length - ending, endings[i]) == 0) {
            return length - ending;
        }
    }
    return length;
}

static bool is_there(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        (void)fclose(file);
    }
    return file != NULL;
}

// ---- atlases

static hone_status check_regions(db_pictures *p, const hone_atlas *atlas, const char *name)
{
    for (int32_t i = 0; i < atlas->region_count; i++) {
        const hone_rect *rect = &atlas->regions[i].rect;
        if (rect->width > atlas->texture.width || rect->x > atlas->texture.width - rect->width ||
            rect->height > atlas->texture.height ||
            rect->y > atlas->texture.height - rect->height) {
            char size[64];
            (void)snprintf(size, sizeof size, "a picture of %d x %d pixels",
                           (int)atlas->texture.width, (int)atlas->texture.height);
            (void)error_set(p->error, HONE_ERROR_FORMAT, name, "a region outside of its picture");
            error_expected(p->error, size);
            error_found(p->error, atlas->regions[i].name, strlen(atlas->regions[i].name));
            return HONE_ERROR_FORMAT;
        }
    }
    return HONE_OK;
}

// Takes the atlas over, and reads its picture, which lies in the folder of `path` under the name
// that the atlas says, or else is called as the atlas's own file.
static hone_status take_atlas(db_pictures *p, hone_atlas *atlas, const char *path,
                              const char *usual_picture)
{
    if (!make_room(p)) {
        hone_atlas_free(atlas);
        return out_of_memory(p->error, path);
    }
    int32_t index = p->count++;
    p->atlases[index] = atlas;
    char picture[PATH_BYTES] = "";
    if (!stays_inside(atlas->image_path) ||
        !join(picture, path, folder_length(path), atlas->image_path, "") || !is_there(picture)) {
        if (is_there(usual_picture) || picture[0] == '\0') {
            (void)snprintf(picture, sizeof picture, "%s", usual_picture);
        }
    }
    hone_error failure;
    hone_status status = hone_image_read_file(picture, p->allocator, &p->images[index], &failure);
    if (status == HONE_OK) {
        atlas->texture = p->images[index]->texture;
        return check_regions(p, atlas, picture);
    }
    if (p->def->pictures == HONE_PICTURES_OPTIONAL && status == HONE_ERROR_IO) {
        warnings_add(&p->warnings, p->allocator, "no picture of the atlas: ", picture, 0);
        return HONE_OK;
    }
    if (p->error != NULL) {
        *p->error = failure;
    }
    return status;
}

static hone_status read_atlas_file(db_pictures *p, const char *path)
{
    char *bytes = NULL;
    size_t count = 0;
    hone_status status = db_read_whole(path, p->allocator, &bytes, &count, p->error);
    if (status != HONE_OK) {
        return status;
    }
    hone_atlas *atlas = NULL;
    status = hone_atlas_read(bytes, count, path, p->allocator, &atlas, p->error);
    memory_delete(p->allocator, bytes, count + 1, 1);
    char picture[PATH_BYTES];
    if (status == HONE_OK) {
        (void)join(picture, path, stem_length(path), ".png", "");
        status = take_atlas(p, atlas, path, picture);
    }
    return status;
}

static hone_status read_atlas_files(db_pictures *p, const char *path)
{
    char name[PATH_BYTES];
    size_t stem = stem_length(path);
    if (join(name, path, stem, "_tex.json", "") && is_there(name)) {
        return read_atlas_file(p, name);
    }
    hone_status status = HONE_OK;
    for (int page = 0; page < MAX_PAGES && status == HONE_OK; page++) {
        char tail[32];
        (void)snprintf(tail, sizeof tail, "_tex_%d.json", page);
        if (!join(name, path, stem, tail, "") || !is_there(name)) {
            break;
        }
        status = read_atlas_file(p, name);
    }
    return status;
}

static hone_status read_atlases_inside(db_pictures *p, const char *path, const char *bytes,
                                       size_t count)
{
    char picture[PATH_BYTES];
    (void)join(picture, path, stem_length(path), "_tex.png", "");
    for (int32_t i = 0; i < MAX_PAGES; i++) {
        hone_atlas *atlas = NULL;
        hone_status status = db_atlas_read(bytes, count, path, i, p->allocator, &atlas, p->error);
        if (status != HONE_OK || atlas == NULL) {
            return status;
        }
        status = take_atlas(p, atlas, path, picture);
        if (status != HONE_OK) {
            return status;
        }
    }
    return HONE_OK;
}

// ---- a folder of pictures

static bool has_region(const db_pictures *p, const char *name)
{
    for (int32_t i = 0; i < p->count; i++) {
        for (int32_t j = 0; j < p->atlases[i]->region_count; j++) {
            if (strcmp(p->atlases[i]->regions[j].name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static hone_status take_picture(db_pictures *p, const char *name, hone_image *image)
{
    hone_atlas *atlas = make_room(p) ? arena_new(&p->memory, 1, sizeof *atlas) : NULL;
    hone_atlas_region *region = arena_new(&p->memory, 1, sizeof *region);
    char *copy = arena_text(&p->memory, name, strlen(name));
    if (atlas == NULL || region == NULL || copy == NULL) {
        hone_image_free(image);
        return out_of_memory(p->error, name);
    }
    region->name = copy;
    region->rect = (hone_rect){0, 0, image->texture.width, image->texture.height};
    *atlas = (hone_atlas){copy, 1.0f, 1, region, image->texture};
    p->atlases[p->count] = atlas;
    p->images[p->count] = image;
    p->own[p->count] = true;
    p->count++;
    return HONE_OK;
}

static hone_status read_picture(db_pictures *p, const char *folder, const char *name)
{
    char path[PATH_BYTES];
    if (has_region(p, name) || !stays_inside(name) ||
        !join(path, folder, strlen(folder), name, ".png") || !is_there(path)) {
        return HONE_OK;
    }
    hone_image *image = NULL;
    hone_status status = hone_image_read_file(path, p->allocator, &image, p->error);
    return status == HONE_OK ? take_picture(p, name, image) : status;
}

static hone_status read_pictures(db_pictures *p, const char *folder)
{
    hone_status status = HONE_OK;
    const db_armature *armature = p->armature;
    for (int32_t i = 0; i < armature->skin_count; i++) {
        for (int32_t j = 0; j < armature->skins[i].slot_count; j++) {
            const db_skin_slot *slot = &armature->skins[i].slots[j];
            for (int32_t k = 0; k < slot->display_count && status == HONE_OK; k++) {
                if (slot->displays[k].kind == DB_IMAGE) {
                    status = read_picture(p, folder, slot->displays[k].path);
                }
            }
        }
    }
    return status;
}

static hone_status read_folders(db_pictures *p, const char *path)
{
    char folder[PATH_BYTES];
    hone_status status = HONE_OK;
    if (join(folder, path, stem_length(path), "_texture/", "")) {
        status = read_pictures(p, folder);
    }
    if (status == HONE_OK && p->count == 0 &&
        join(folder, path, folder_length(path), "texture/", "")) {
        status = read_pictures(p, folder);
    }
    return status;
}

// ---- all together

// The first image without a picture; NULL when there is none.
static const char *missing_picture(const db_pictures *p)
{
    const db_armature *armature = p->armature;
    for (int32_t i = 0; i < armature->skin_count; i++) {
        for (int32_t j = 0; j < armature->skins[i].slot_count; j++) {
            const db_skin_slot *slot = &armature->skins[i].slots[j];
            for (int32_t k = 0; k < slot->display_count; k++) {
                if (slot->displays[k].kind == DB_IMAGE && !has_region(p, slot->displays[k].path)) {
                    return slot->displays[k].path;
                }
            }
        }
    }
    return NULL;
}

hone_status db_pictures_read(db_pictures *p, const char *path, const char *bytes, size_t count)
{
    hone_status status = HONE_OK;
    if (p->def->texture_folder != NULL) {
        char folder[PATH_BYTES];
        if (join(folder, p->def->texture_folder, strlen(p->def->texture_folder), "/", "")) {
            status = read_pictures(p, folder);
        }
    } else {
        status = read_atlas_files(p, path);
        if (status == HONE_OK && p->count == 0) {
            status = read_atlases_inside(p, path, bytes, count);
        }
        if (status == HONE_OK && p->count == 0) {
            status = read_folders(p, path);
        }
    }
    if (status == HONE_OK && p->def->pictures == HONE_PICTURES_NEEDED) {
        const char *missing = missing_picture(p);
        if (missing != NULL) {
            status = error_set(p->error, HONE_ERROR_FORMAT, path, "no picture for an image");
            error_found(p->error, missing, strlen(missing));
        }
    }
    return status;
}

void db_pictures_free(db_pictures *p)
{
    for (int32_t i = 0; i < p->count; i++) {
        hone_image_free(p->images[i]);
        if (!p->own[i]) {
            hone_atlas_free(p->atlases[i]);
        }
    }
    warnings_free(&p->warnings, p->allocator);
    arena_free(&p->memory);
}
