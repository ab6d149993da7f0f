// SPDX-License-Identifier: MIT
//
// A character from disk: the file, its pictures and the rig that plays, in one document.
#include "format/dragonbones/pictures.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

typedef struct db_character {
    hone_character face; // first, so that a pointer to it is a pointer to this
    const hone_allocator *allocator;
    db_pictures pictures;
    hone_dragonbones *file;
    hone_rig_document *rig;
    hone_warning *warnings;
    int32_t warning_count;
} db_character;

static const db_armature *chosen(const hone_dragonbones *face, const char *name)
{
    const db_file *file = (const db_file *)face;
    for (int32_t i = 0; i < face->armature_count; i++) {
        if (name == NULL || strcmp(file->armatures[i].name, name) == 0) {
            return &file->armatures[i];
        }
    }
    return NULL;
}

// One list of what the file, the search and the building had to say.
static bool gather_warnings(db_character *c)
{
    const hone_warnings parts[] = {c->file->warnings,
                                   {c->pictures.warnings.items, c->pictures.warnings.count},
                                   c->rig->warnings};
    int32_t count = 0;
    for (size_t i = 0; i < 3; i++) {
        count += parts[i].count;
    }
    c->warnings = memory_new(c->allocator, (size_t)count, sizeof *c->warnings);
    if (c->warnings == NULL) {
        return false;
    }
    c->warning_count = count;
    count = 0;
    for (size_t i = 0; i < 3; i++) {
        for (int32_t j = 0; j < parts[i].count; j++) {
            c->warnings[count++] = parts[i].items[j];
        }
    }
    c->face.warnings = (hone_warnings){c->warnings, count};
    return true;
}

static hone_status find_pictures(db_character *c, const char *path, const char *bytes, size_t count,
                                 const hone_character_def *def, hone_error *error)
{
    c->pictures.def = def;
    c->pictures.armature = chosen(c->file, def->armature);
    c->pictures.error = error;
    if (def->pictures == HONE_PICTURES_NONE || c->pictures.armature == NULL) {
        return HONE_OK;
    }
    return db_pictures_read(&c->pictures, path, bytes, count);
}

static hone_status read_all(db_character *c, const char *path, const hone_character_def *def,
                            hone_error *error)
{
    char *bytes = NULL;
    size_t count = 0;
    hone_status status = db_read_whole(path, c->allocator, &bytes, &count, error);
    if (status != HONE_OK) {
        return status;
    }
    status = hone_dragonbones_read(bytes, count, path, c->allocator, &c->file, error);
    if (status == HONE_OK) {
        status = find_pictures(c, path, bytes, count, def, error);
    }
    memory_delete(c->allocator, bytes, count + 1, 1);
    if (status != HONE_OK) {
        return status;
    }
    const hone_dragonbones_def build = {.armature = def->armature,
                                        .skin = def->skin,
                                        .scale = def->scale,
                                        .atlases = (const hone_atlas *const *)c->pictures.atlases,
                                        .atlas_count = c->pictures.count};
    status = hone_dragonbones_build(c->file, &build, c->allocator, &c->rig, error);
    if (status == HONE_OK && (c->pictures.warnings.failed || !gather_warnings(c))) {
        status = error_set(error, HONE_ERROR_MEMORY, path, "not enough memory");
    }
    return status;
}

hone_status hone_character_read_file(const char *path, const hone_character_def *def,
                                     const hone_allocator *allocator, hone_character **out,
                                     hone_error *error)
{
    static const hone_character_def defaults = {0};
    if (path == NULL || out == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, path, "no path or no place for the character");
    }
    allocator = allocator == NULL ? hone_heap() : allocator;
    db_character *c = memory_new(allocator, 1, sizeof *c);
    if (c == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, path, "not enough memory");
    }
    *c = (db_character){.allocator = allocator};
    c->pictures.allocator = c->pictures.memory.allocator = allocator;
    hone_status status = read_all(c, path, def == NULL ? &defaults : def, error);
    if (status != HONE_OK) {
        hone_character_free(&c->face);
        return status;
    }
    c->face.file = c->file;
    c->face.rig = c->rig;
    c->face.atlases = (const hone_atlas *const *)c->pictures.atlases;
    c->face.atlas_count = c->pictures.count;
    c->pictures.def = NULL;
    c->pictures.error = NULL;
    *out = &c->face;
    return HONE_OK;
}

void hone_character_free(hone_character *face)
{
    if (face != NULL) {
        db_character *c = (db_character *)face;
        const hone_allocator *allocator = c->allocator;
        memory_delete(allocator, c->warnings, (size_t)c->warning_count, sizeof *c->warnings);
        hone_rig_document_free(c->rig);
        hone_dragonbones_free(c->file);
        db_pictures_free(&c->pictures);
        memory_delete(allocator, c, 1, sizeof *c);
    }
}
