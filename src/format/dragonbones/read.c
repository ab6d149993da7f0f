// SPDX-License-Identifier: MIT
//
// From *_ske.json to the model: armatures, bones, slots, skins.
#include "format/dragonbones/model.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

// Whether an enumeration's value is this one: a number, or a word without regard to case.
static bool enumeration_is(const json_value *value, const char *word, double number)
{
    if (json_is(value, JSON_NUMBER)) {
        return value->as.number == number;
    }
    if (!json_is(value, JSON_STRING) || value->count != strlen(word)) {
        return false;
    }
    for (uint32_t i = 0; i < value->count; i++) {
        char c = value->as.text[i];
        if ((char)(c >= 'A' && c <= 'Z' ? c + 32 : c) != word[i]) {
            return false;
        }
    }
    return true;
}

static bool read_bone(db_reader *r, const json_value *object, db_bone *out)
{
    bool translation, rotation, scale, reflection;
    const json_value *transform;
    if (!db_text(r, object, "name", "", &out->name) ||
        !db_boolean(r, object, "inheritTranslation", true, &translation) ||
        !db_boolean(r, object, "inheritRotation", true, &rotation) ||
        !db_boolean(r, object, "inheritScale", true, &scale) ||
        !db_boolean(r, object, "inheritReflection", true, &reflection) ||
        !db_object(r, object, "transform", &transform) ||
        !db_transform_of(r, transform, &out->transform)) {
        return false;
    }
    out->flags = (uint8_t)((translation ? 0 : HONE_RIG_NO_TRANSLATION) |
                           (rotation ? 0 : HONE_RIG_NO_ROTATION) | (scale ? 0 : HONE_RIG_NO_SCALE) |
                           (reflection ? 0 : HONE_RIG_NO_REFLECTION));
    out->parent = HONE_NONE;
    if (enumeration_is(json_member(object, "type"), "surface", 1.0)) {
        db_warn(r, "surfaces are not played: treated as bones", object);
    }
    double alpha;
    if (!db_number(r, object, "alpha", 1.0, &alpha)) {
        return false;
    }
    if (alpha != 1.0) {
        db_warn(r, "the alpha of bones is not played", object);
    }
    return true;
}

// Parents by name, and no circles: a chain of parents longer than there are bones is one.
static bool link_bones(db_reader *r, const json_value *list)
{
    db_armature *armature = r->armature;
    int32_t index = 0;
    for (json_iterator i = json_iterate(list); json_next(&i); index++) {
        const char *parent;
        if (!db_text(r, i.value, "parent", "", &parent)) {
            return false;
        }
        if (parent[0] == '\0') {
            continue;
        }
        armature->bones[index].parent = db_find_bone(armature, parent);
        if (armature->bones[index].parent == HONE_NONE) {
            return db_fail(r, json_member(i.value, "parent"), "no bone of that name",
                           "the name of a bone of this armature");
        }
    }
    index = 0;
    for (json_iterator i = json_iterate(list); json_next(&i); index++) {
        int32_t steps = 0;
        for (int32_t b = index; b != HONE_NONE; b = armature->bones[b].parent) {
            if (++steps > armature->bone_count) {
                return db_fail(r, i.value, "bones are parents of each other in a circle", NULL);
            }
        }
    }
    return true;
}

static bool read_bones(db_reader *r, const json_value *object)
{
    const json_value *list;
    if (!db_array(r, object, "bone", &list)) {
        return false;
    }
    if (list == NULL) {
        return true;
    }
    // Look-ups by name are linear, so the count is bounded before names are compared.
    if (list->count > 4096) {
        return db_fail(r, list, "too many bones", "at most 4096");
    }
    r->armature->bones = db_new(r, list->count, sizeof(db_bone));
    if (r->armature->bones == NULL) {
        return false;
    }
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        if (!json_is(i.value, JSON_OBJECT)) {
            return db_fail(r, i.value, "wrong kind of value", "a bone in {}");
        }
        db_bone *bone = &r->armature->bones[r->armature->bone_count];
        if (!read_bone(r, i.value, bone)) {
            return false;
        }
        if (db_find_bone(r->armature, bone->name) != HONE_NONE) {
            return db_fail(r, i.value, "two bones of one name", "names that differ");
        }
        r->armature->bone_count++;
    }
    return link_bones(r, list);
}

static bool read_color_alpha(db_reader *r, const json_value *color, double *alpha)
{
    static const char *const others[] = {"rM", "gM", "bM", "aO", "rO", "gO", "bO"};
    double percent;
    if (!db_number(r, color, "aM", 100.0, &percent)) {
        return false;
    }
    *alpha = percent / 100.0;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        double neutral = i < 3 ? 100.0 : 0.0;
        double value;
        if (!db_number(r, color, others[i], neutral, &value)) {
            return false;
        }
        if (value != neutral) {
            db_warn(r, "colour transforms are not played: only alpha is", color);
            break;
        }
    }
    return true;
}

static bool read_slot(db_reader *r, const json_value *object, db_slot *out)
{
    const char *parent;
    const json_value *color;
    double alpha;
    if (!db_text(r, object, "name", "", &out->name) || !db_text(r, object, "parent", "", &parent) ||
        !db_integer(r, object, "displayIndex", 0, &out->display) ||
        !db_integer(r, object, "z", 0, &out->z) ||
        !db_integer(r, object, "zIndex", out->z, &out->z) ||
        !db_object(r, object, "color", &color) || !read_color_alpha(r, color, &out->alpha) ||
        !db_number(r, object, "alpha", 1.0, &alpha)) {
        return false;
    }
    out->alpha *= alpha;
    out->bone = db_find_bone(r->armature, parent);
    if (out->bone == HONE_NONE) {
        return db_fail(r, object, "the slot's parent is no bone of this armature", "a bone's name");
    }
    const json_value *blend = json_member(object, "blendMode");
    out->add = enumeration_is(blend, "add", 1.0);
    if (blend != NULL && !out->add && !json_is(blend, JSON_NULL) && !json_text_is(blend, "") &&
        !enumeration_is(blend, "normal", 0.0) && !enumeration_is(blend, "alpha", 2.0)) {
        db_warn(r, "blend modes other than normal and add are drawn as normal", object);
    }
    return true;
}

static bool read_slots(db_reader *r, const json_value *object)
{
    const json_value *list;
    if (!db_array(r, object, "slot", &list)) {
        return false;
    }
    if (list == NULL) {
        return true;
    }
    if (list->count > 4096) {
        return db_fail(r, list, "too many slots", "at most 4096");
    }
    r->armature->slots = db_new(r, list->count, sizeof(db_slot));
    if (r->armature->slots == NULL) {
        return false;
    }
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        if (!json_is(i.value, JSON_OBJECT)) {
            return db_fail(r, i.value, "wrong kind of value", "a slot in {}");
        }
        db_slot *slot = &r->armature->slots[r->armature->slot_count];
        if (!read_slot(r, i.value, slot)) {
            return false;
        }
        if (db_find_slot(r->armature, slot->name) != HONE_NONE) {
            return db_fail(r, i.value, "two slots of one name", "names that differ");
        }
        r->armature->slot_count++;
    }
    return true;
}

static db_display_kind display_kind(const json_value *type)
{
    if (type == NULL || enumeration_is(type, "image", 0.0)) {
        return DB_IMAGE;
    }
    return enumeration_is(type, "armature", 1.0)      ? DB_ARMATURE
           : enumeration_is(type, "mesh", 2.0)        ? DB_MESH
           : enumeration_is(type, "boundingbox", 3.0) ? DB_BOUNDING_BOX
           : enumeration_is(type, "path", 4.0)        ? DB_PATH
                                                      : DB_NOTHING;
}

static bool read_display(db_reader *r, const json_value *object, db_display *out)
{
    static const char *const not_played[] = {NULL,
                                             "nested armatures are not drawn",
                                             "meshes are not drawn",
                                             "bounding boxes are not used",
                                             "paths are not used",
                                             "displays of unknown type"};
    const json_value *transform, *pivot;
    out->kind = DB_NOTHING;
    if (json_is(object, JSON_NULL)) {
        out->name = "";
        out->path = "";
        return true;
    }
    if (!json_is(object, JSON_OBJECT)) {
        return db_fail(r, object, "wrong kind of value", "a display in {} or null");
    }
    out->kind = display_kind(json_member(object, "type"));
    double missing;
    if (!db_text(r, object, "name", "", &out->name) ||
        !db_text(r, object, "path", out->name, &out->path) ||
        !db_object(r, object, "transform", &transform) ||
        !db_transform_of(r, transform, &out->transform) || !db_object(r, object, "pivot", &pivot)) {
        return false;
    }
    missing = pivot == NULL ? 0.5 : 0.0;
    if (out->path[0] == '\0') {
        out->path = out->name;
    }
    if (out->kind != DB_IMAGE) {
        db_warn(r, not_played[out->kind], object);
    }
    return db_number(r, pivot, "x", missing, &out->pivot_x) &&
           db_number(r, pivot, "y", missing, &out->pivot_y);
}

static bool read_skin_slot(db_reader *r, const json_value *object, db_skin_slot *out)
{
    const char *name;
    const json_value *list;
    if (!db_text(r, object, "name", "", &name) || !db_array(r, object, "display", &list)) {
        return false;
    }
    out->slot = db_find_slot(r->armature, name);
    if (out->slot == HONE_NONE) {
        db_warn(r, "a skin names a slot that does not exist", object);
    }
    if (list == NULL) {
        return true;
    }
    db_display *displays = db_new(r, list->count, sizeof *displays);
    if (displays == NULL) {
        return false;
    }
    out->displays = displays;
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        if (!read_display(r, i.value, &displays[out->display_count++])) {
            return false;
        }
    }
    return true;
}

static bool read_skins(db_reader *r, const json_value *object)
{
    const json_value *list;
    if (!db_array(r, object, "skin", &list)) {
        return false;
    }
    if (list == NULL) {
        return true;
    }
    r->armature->skins = db_new(r, list->count, sizeof(db_skin));
    if (r->armature->skins == NULL) {
        return false;
    }
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        db_skin *skin = &r->armature->skins[r->armature->skin_count++];
        const json_value *slots;
        if (!db_text(r, i.value, "name", "default", &skin->name) ||
            !db_array(r, i.value, "slot", &slots)) {
            return false;
        }
        if (slots == NULL) {
            continue;
        }
        db_skin_slot *skin_slots = db_new(r, slots->count, sizeof *skin_slots);
        if (skin_slots == NULL) {
            return false;
        }
        skin->slots = skin_slots;
        for (json_iterator j = json_iterate(slots); json_next(&j);) {
            if (!read_skin_slot(r, j.value, &skin_slots[skin->slot_count++])) {
                return false;
            }
        }
    }
    return true;
}

static bool read_animations(db_reader *r, const json_value *object)
{
    const json_value *list;
    if (!db_array(r, object, "animation", &list)) {
        return false;
    }
    if (list == NULL) {
        return true;
    }
    r->armature->animations = db_new(r, list->count, sizeof(db_animation));
    if (r->armature->animations == NULL) {
        return false;
    }
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        if (!json_is(i.value, JSON_OBJECT)) {
            return db_fail(r, i.value, "wrong kind of value", "an animation in {}");
        }
        if (!db_read_animation(r, i.value,
                               &r->armature->animations[r->armature->animation_count++])) {
            return false;
        }
    }
    return true;
}

static void warn_of_unused(db_reader *r, const json_value *object)
{
    static const struct {
        const char *key, *message;
    } unused[] = {{"ik", "inverse kinematics is not played"},
                  {"path", "path constraints are not played"},
                  {"transformConstraint", "transform constraints are not played"}};
    for (size_t i = 0; i < sizeof unused / sizeof unused[0]; i++) {
        const json_value *list = json_member(object, unused[i].key);
        for (json_iterator j = json_iterate(list); json_next(&j);) {
            db_warn(r, unused[i].message, j.value);
        }
    }
}

static bool read_armature(db_reader *r, const json_value *object, double file_rate)
{
    db_armature *armature = r->armature;
    if (!json_is(object, JSON_OBJECT)) {
        return db_fail(r, object, "wrong kind of value", "an armature in {}");
    }
    if (!db_text(r, object, "name", "", &armature->name) ||
        !db_number(r, object, "frameRate", file_rate, &armature->frame_rate)) {
        return false;
    }
    if (armature->frame_rate < 0.0) {
        return db_fail(r, json_member(object, "frameRate"), "negative frame rate",
                       "frames a second");
    }
    if (armature->frame_rate == 0.0) {
        armature->frame_rate = 24.0;
    }
    warn_of_unused(r, object);
    return read_bones(r, object) && read_slots(r, object) && read_skins(r, object) &&
           read_animations(r, object);
}

static const char *const *names_of(db_reader *r, const void *first, size_t stride, int32_t count)
{
    const char **names = db_new(r, (size_t)count, sizeof *names);
    for (int32_t i = 0; names != NULL && i < count; i++) {
        // The name is the first member of all these structures.
        memcpy(&names[i], (const char *)first + stride * (size_t)i, sizeof names[i]);
    }
    return names;
}

static bool make_face(db_reader *r, hone_dragonbones_armature *out, const db_armature *a)
{
    out->name = a->name;
    out->bone_count = a->bone_count;
    out->slot_count = a->slot_count;
    out->skin_count = a->skin_count;
    out->animation_count = a->animation_count;
    out->bone_names = names_of(r, a->bones, sizeof *a->bones, a->bone_count);
    out->slot_names = names_of(r, a->slots, sizeof *a->slots, a->slot_count);
    out->skin_names = names_of(r, a->skins, sizeof *a->skins, a->skin_count);
    out->animation_names = names_of(r, a->animations, sizeof *a->animations, a->animation_count);
    return out->bone_names != NULL && out->slot_names != NULL && out->skin_names != NULL &&
           out->animation_names != NULL;
}

static bool check_version(db_reader *r, const json_value *root)
{
    static const char *const known[] = {"4.0", "4.5", "5.0", "5.5", "5.6"};
    const char *version, *compatible;
    if (!db_text(r, root, "version", "", &version) ||
        !db_text(r, root, "compatibleVersion", version, &compatible)) {
        return false;
    }
    r->file->face.version = version;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(version, known[i]) == 0 || strcmp(compatible, known[i]) == 0) {
            return true;
        }
    }
    const json_value *at = json_member(root, "version");
    return db_fail(r, at == NULL ? root : at, "not a DragonBones version that hone reads",
                   "version 4.0, 4.5, 5.0, 5.5 or 5.6");
}

static bool read_file(db_reader *r)
{
    const json_value *root = json_root(&r->json);
    const json_value *list;
    double rate;
    if (!json_is(root, JSON_OBJECT) || json_member(root, "armature") == NULL) {
        return db_fail(r, root, "no DragonBones skeleton", "an object with \"armature\"");
    }
    if (!check_version(r, root) || !db_text(r, root, "name", "", &r->file->face.name) ||
        !db_number(r, root, "frameRate", 24.0, &rate) || !db_array(r, root, "armature", &list)) {
        return false;
    }
    if (list == NULL || list->count == 0) {
        return db_fail(r, root, "a file without armatures", "at least one armature");
    }
    r->file->armatures = db_new(r, list->count, sizeof(db_armature));
    hone_dragonbones_armature *faces = db_new(r, list->count, sizeof *faces);
    if (r->file->armatures == NULL || faces == NULL) {
        return false;
    }
    r->file->face.armatures = faces;
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        int32_t index = r->file->face.armature_count++;
        r->armature = &r->file->armatures[index];
        if (!read_armature(r, i.value, rate == 0.0 ? 24.0 : rate) ||
            !make_face(r, &faces[index], r->armature)) {
            return false;
        }
    }
    return true;
}

hone_status hone_dragonbones_read(const void *bytes, size_t count, const char *name,
                                  const hone_allocator *allocator, hone_dragonbones **out,
                                  hone_error *error)
{
    allocator = allocator == NULL ? hone_heap() : allocator;
    hone_error failure;
    db_reader r = {.error = &failure};
    hone_status status = json_read(bytes, count, name, NULL, allocator, &r.json, error);
    if (status != HONE_OK) {
        return status;
    }
    r.file = memory_new(allocator, 1, sizeof *r.file);
    if (r.file == NULL) {
        json_free(&r.json);
        return error_set(error, HONE_ERROR_MEMORY, name, "not enough memory");
    }
    *r.file = (db_file){.memory = {.allocator = allocator}};
    status = read_file(&r) ? HONE_OK : failure.status;
    json_free(&r.json);
    if (status == HONE_OK && r.file->warnings.failed) {
        status = error_set(&failure, HONE_ERROR_MEMORY, name, "not enough memory");
    }
    if (status != HONE_OK) {
        hone_dragonbones_free(&r.file->face);
        if (error != NULL) {
            *error = failure;
        }
        return status;
    }
    r.file->face.warnings = (hone_warnings){r.file->warnings.items, r.file->warnings.count};
    *out = &r.file->face;
    return HONE_OK;
}

void hone_dragonbones_free(hone_dragonbones *face)
{
    if (face != NULL) {
        db_file *file = (db_file *)face;
        const hone_allocator *allocator = file->memory.allocator;
        warnings_free(&file->warnings, allocator);
        arena_free(&file->memory);
        memory_delete(allocator, file, 1, sizeof *file);
    }
}
