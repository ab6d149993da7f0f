// SPDX-License-Identifier: MIT
//
// Bones, slots and attachments of one armature in the form that plays.
#include "format/dragonbones/build.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

void *build_new(db_builder *b, size_t count, size_t size)
{
    void *memory = arena_new(&b->document->memory, count, size);
    if (memory == NULL) {
        (void)build_fail(b, HONE_ERROR_MEMORY, "not enough memory");
    }
    return memory;
}

void build_warn(db_builder *b, const char *kind, const char *detail)
{
    warnings_add(&b->document->warnings, b->document->memory.allocator, kind, detail, 0);
}

bool build_fail(db_builder *b, hone_status status, const char *message)
{
    if (b->status == HONE_OK) {
        b->status = error_set(b->error, status, b->file->face.name, message);
    }
    return false;
}

static int64_t round_to_integer(double value)
{
    return (int64_t)(value < 0.0 ? value - 0.5 : value + 0.5);
}

hone_angle16 build_angle(double degrees)
{
    return (hone_angle16)(uint16_t)(uint64_t)round_to_integer(degrees * (65536.0 / 360.0));
}

hone_scale16 build_scale(db_builder *b, double scale)
{
    double units = scale * HONE_SCALE16_ONE;
    if (units > INT16_MAX || units < INT16_MIN) {
        build_warn(b, "a scale beyond -8 to 8 is cut", NULL);
        return units > 0.0 ? INT16_MAX : INT16_MIN;
    }
    int64_t rounded = round_to_integer(units);
    return (hone_scale16)(rounded > INT16_MAX ? INT16_MAX : rounded);
}

int8_t build_display(const db_builder *b, int32_t slot, double index)
{
    int32_t count = b->display_count[slot];
    if (!(index >= 0.0) || count == 0) {
        return HONE_NONE;
    }
    return (int8_t)(index < count ? (int32_t)index : count - 1);
}

static char *copy_text(db_builder *b, const char *text)
{
    size_t length = strlen(text);
    char *copy = build_new(b, length + 1, 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
    }
    return copy;
}

// ---- bones

// Parents first, otherwise in the file's order: level by level.
static bool place_bones(db_builder *b)
{
    int32_t count = b->source->bone_count;
    int32_t *order = build_new(b, (size_t)count, sizeof *order);
    b->bone_place = build_new(b, (size_t)count, sizeof *b->bone_place);
    if (order == NULL || b->bone_place == NULL) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        b->bone_place[i] = HONE_NONE;
    }
    int32_t placed = 0;
    while (placed < count) {
        int32_t before = placed;
        for (int32_t i = 0; i < count; i++) {
            int32_t parent = b->source->bones[i].parent;
            bool ready = parent == HONE_NONE ||
                         (b->bone_place[parent] != HONE_NONE && b->bone_place[parent] < before);
            if (b->bone_place[i] == HONE_NONE && ready) {
                b->bone_place[i] = placed;
                order[placed++] = i;
            }
        }
    }
    b->document->face.bone_order = order;
    return true;
}

static bool build_bones(db_builder *b, hone_armature *out)
{
    int32_t count = b->source->bone_count;
    if (count > HONE_RIG_MAX_BONES) {
        return build_fail(b, HONE_ERROR_LIMIT, "an armature of more than 255 bones");
    }
    hone_rig_bone *bones = build_new(b, (size_t)count, sizeof *bones);
    if (bones == NULL || !place_bones(b)) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        const db_bone *from = &b->source->bones[b->document->face.bone_order[i]];
        const db_transform *t = &from->transform;
        bones[i].name = copy_text(b, from->name);
        if (bones[i].name == NULL) {
            return false;
        }
        bones[i].x = (float)(t->x * b->scale);
        bones[i].y = (float)(t->y * b->scale);
        bones[i].rot_y = build_angle(t->rotation);
        bones[i].rot_x = build_angle(t->rotation + t->skew);
        bones[i].scale_x = build_scale(b, t->scale_x);
        bones[i].scale_y = build_scale(b, t->scale_y);
        bones[i].flags = from->flags;
        bones[i].parent =
            from->parent == HONE_NONE ? HONE_RIG_NO_PARENT : (uint8_t)b->bone_place[from->parent];
    }
    out->bones = bones;
    out->bone_count = (uint8_t)count;
    return true;
}

// ---- attachments

static const db_skin *find_skin(db_builder *b, const char *name)
{
    for (int32_t i = 0; i < b->source->skin_count; i++) {
        if (strcmp(b->source->skins[i].name, name) == 0) {
            return &b->source->skins[i];
        }
    }
    return NULL;
}

static const db_skin_slot *find_skin_slot(const db_skin *skin, int32_t slot)
{
    for (int32_t i = 0; skin != NULL && i < skin->slot_count; i++) {
        if (skin->slots[i].slot == slot) {
            return &skin->slots[i];
        }
    }
    return NULL;
}

// A skin has its own list of displays for a slot or takes that of the default skin, as a whole.
static const db_skin_slot *displays_of(db_builder *b, const db_skin *skin, const db_skin *usual,
                                       int32_t slot)
{
    const db_skin_slot *own = find_skin_slot(skin, slot);
    (void)b;
    return own != NULL ? own : find_skin_slot(usual, slot);
}

static const hone_atlas_region *find_region(db_builder *b, const char *path, int32_t *atlas)
{
    for (int32_t i = 0; i < b->def->atlas_count; i++) {
        const hone_atlas *candidate = b->def->atlases[i];
        for (int32_t j = 0; j < candidate->region_count; j++) {
            if (strcmp(candidate->regions[j].name, path) == 0) {
                *atlas = i;
                return &candidate->regions[j];
            }
        }
    }
    return NULL;
}

// The display's transform in double precision, as a map.
typedef struct map2 {
    double a, b, c, d, tx, ty;
} map2;

static map2 map_of(const db_transform *t, double scale)
{
    double sine_y, cosine_y, sine_x, cosine_x;
    hone_sincos_deg(t->rotation, &sine_y, &cosine_y);
    hone_sincos_deg(t->rotation + t->skew, &sine_x, &cosine_x);
    return (map2){cosine_y * t->scale_x, sine_y * t->scale_x, -sine_x * t->scale_y,
                  cosine_x * t->scale_y, t->x * scale,        t->y * scale};
}

static bool fits_int16(int32_t value)
{
    return value >= INT16_MIN && value <= INT16_MAX;
}

// From the region's pixels to the bone's space: out of the atlas (turned back if it lies turned),
// to the corner of the untrimmed image, about the pivot, and through the display's transform.
static bool place_region(db_builder *b, const db_display *display, const hone_atlas *atlas,
                         const hone_atlas_region *region, hone_rig_attachment *out)
{
    double unit = b->scale / (atlas->scale > 0.0f ? (double)atlas->scale : 1.0);
    double width = region->rotated ? region->rect.height : region->rect.width;
    double height = region->rotated ? region->rect.width : region->rect.height;
    bool trimmed = region->frame_width > 0.0f && region->frame_height > 0.0f;
    double full_width = trimmed ? (double)region->frame_width : width;
    double full_height = trimmed ? (double)region->frame_height : height;
    double corner_x = -display->pivot_x * full_width - (trimmed ? (double)region->frame_x : 0.0);
    double corner_y = -display->pivot_y * full_height - (trimmed ? (double)region->frame_y : 0.0);
    map2 m = map_of(&display->transform, b->scale);
    double ax = region->rotated ? 0.0 : unit, ay = region->rotated ? -unit : 0.0;
    double bx = region->rotated ? unit : 0.0, by = region->rotated ? 0.0 : unit;
    double ox = corner_x * unit, oy = (corner_y + (region->rotated ? height : 0.0)) * unit;
    out->local =
        (hone_affine2){(float)(m.a * ax + m.c * ay),        (float)(m.b * ax + m.d * ay),
                       (float)(m.a * bx + m.c * by),        (float)(m.b * bx + m.d * by),
                       (float)(m.a * ox + m.c * oy + m.tx), (float)(m.b * ox + m.d * oy + m.ty)};
    if (!fits_int16(region->rect.x) || !fits_int16(region->rect.y) ||
        !fits_int16(region->rect.width) || !fits_int16(region->rect.height)) {
        return build_fail(b, HONE_ERROR_LIMIT, "an atlas of more than 32767 pixels a side");
    }
    out->source_x = (int16_t)region->rect.x;
    out->source_y = (int16_t)region->rect.y;
    out->source_width = (int16_t)region->rect.width;
    out->source_height = (int16_t)region->rect.height;
    return true;
}

static bool build_attachment(db_builder *b, const db_display *display, hone_rig_attachment *out)
{
    out->name = copy_text(b, display->name);
    if (out->name == NULL) {
        return false;
    }
    map2 m = map_of(&display->transform, b->scale);
    out->local =
        (hone_affine2){(float)m.a, (float)m.b, (float)m.c, (float)m.d, (float)m.tx, (float)m.ty};
    if (display->kind != DB_IMAGE || b->def->atlas_count == 0) {
        return true;
    }
    int32_t atlas = 0;
    const hone_atlas_region *region = find_region(b, display->path, &atlas);
    if (region == NULL) {
        build_warn(b, "no picture for an image: ", display->path);
        return true;
    }
    out->texture = &b->document->face.textures[atlas];
    return place_region(b, display, b->def->atlases[atlas], region, out);
}

// ---- slots

static bool place_slots(db_builder *b)
{
    int32_t count = b->source->slot_count;
    int32_t *order = build_new(b, (size_t)count, sizeof *order);
    b->slot_place = build_new(b, (size_t)count, sizeof *b->slot_place);
    b->display_count = build_new(b, (size_t)count, sizeof *b->display_count);
    if (order == NULL || b->slot_place == NULL || b->display_count == NULL) {
        return false;
    }
    // By z, in the file's order where that is equal.
    for (int32_t i = 0; i < count; i++) {
        int32_t at = i;
        while (at > 0 && b->source->slots[order[at - 1]].z > b->source->slots[i].z) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    for (int32_t i = 0; i < count; i++) {
        b->slot_place[order[i]] = i;
    }
    b->document->face.slot_order = order;
    return true;
}

static bool build_slot(db_builder *b, int32_t index, const db_skin_slot *shown, hone_rig_slot *out)
{
    const db_slot *from = &b->source->slots[index];
    int32_t count = shown == NULL ? 0 : shown->display_count;
    if (count > HONE_RIG_MAX_ATTACHMENTS) {
        return build_fail(b, HONE_ERROR_LIMIT, "a slot of more than 127 displays");
    }
    b->display_count[index] = count;
    hone_rig_attachment *attachments = build_new(b, (size_t)count, sizeof *attachments);
    out->name = copy_text(b, from->name);
    if (attachments == NULL || out->name == NULL) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        if (!build_attachment(b, &shown->displays[i], &attachments[i])) {
            return false;
        }
    }
    double alpha = from->alpha < 0.0 ? 0.0 : from->alpha > 1.0 ? 1.0 : from->alpha;
    out->attachments = attachments;
    out->attachment_count = (uint8_t)count;
    out->attachment = build_display(b, index, from->display);
    out->bone = (uint8_t)b->bone_place[from->bone];
    out->alpha = (uint8_t)round_to_integer(alpha * 255.0);
    out->blend = from->add ? HONE_BLEND_ADD : HONE_BLEND_OVER;
    return true;
}

static bool build_slots(db_builder *b, hone_armature *out)
{
    int32_t count = b->source->slot_count;
    if (count > HONE_RIG_MAX_SLOTS) {
        return build_fail(b, HONE_ERROR_LIMIT, "an armature of more than 255 slots");
    }
    const db_skin *usual = find_skin(b, "default");
    if (usual == NULL) {
        usual = find_skin(b, "");
    }
    if (usual == NULL && b->source->skin_count > 0) {
        usual = &b->source->skins[0];
    }
    const db_skin *skin = usual;
    if (b->def->skin != NULL) {
        skin = find_skin(b, b->def->skin);
        if (skin == NULL) {
            (void)build_fail(b, HONE_ERROR_ARGUMENT, "no skin of that name");
            error_found(b->error, b->def->skin, strlen(b->def->skin));
            return false;
        }
    }
    hone_rig_slot *slots = build_new(b, (size_t)count, sizeof *slots);
    if (slots == NULL || !place_slots(b)) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t index = b->document->face.slot_order[i];
        if (!build_slot(b, index, displays_of(b, skin, usual, index), &slots[i])) {
            return false;
        }
    }
    out->slots = slots;
    out->slot_count = (uint8_t)count;
    return true;
}

// ---- all together

static bool set_bounds(db_builder *b, hone_armature *armature)
{
    hone_rig rig;
    size_t bytes = hone_rig_bytes(armature);
    void *memory = build_new(b, bytes, 1);
    if (memory == NULL || !hone_rig_init(&rig, armature, memory, bytes)) {
        return false;
    }
    (void)hone_rig_bounds(&rig, &armature->bounds);
    return true;
}

static bool build_document(db_builder *b)
{
    hone_rig_document *face = &b->document->face;
    hone_armature *armature = build_new(b, 1, sizeof *armature);
    hone_texture *textures = build_new(b, (size_t)b->def->atlas_count, sizeof *textures);
    hone_rig_animation *animations =
        build_new(b, (size_t)b->source->animation_count, sizeof *animations);
    if (armature == NULL || textures == NULL || animations == NULL) {
        return false;
    }
    for (int32_t i = 0; i < b->def->atlas_count; i++) {
        textures[i] = b->def->atlases[i]->texture;
    }
    face->textures = textures;
    face->texture_count = b->def->atlas_count;
    armature->name = copy_text(b, b->source->name);
    face->name = armature->name;
    if (face->name == NULL || !build_bones(b, armature) || !build_slots(b, armature)) {
        return false;
    }
    armature->signature = hone_rig_signature(armature->bones, armature->bone_count, armature->slots,
                                             armature->slot_count);
    for (int32_t i = 0; i < b->source->animation_count; i++) {
        const db_animation *from = &b->source->animations[i];
        animations[i].name = copy_text(b, from->name);
        animations[i].signature = armature->signature;
        if (animations[i].name == NULL || !build_animation(b, from, &animations[i])) {
            return false;
        }
    }
    face->armature = armature;
    face->animations = animations;
    face->animation_count = b->source->animation_count;
    return set_bounds(b, armature);
}

static const db_armature *choose_armature(const db_file *file, const char *name)
{
    for (int32_t i = 0; i < file->face.armature_count; i++) {
        if (name == NULL || strcmp(file->armatures[i].name, name) == 0) {
            return &file->armatures[i];
        }
    }
    return NULL;
}

hone_status hone_dragonbones_build(const hone_dragonbones *face, const hone_dragonbones_def *def,
                                   const hone_allocator *allocator, hone_rig_document **out,
                                   hone_error *error)
{
    static const hone_dragonbones_def defaults = {0};
    allocator = allocator == NULL ? hone_heap() : allocator;
    def = def == NULL ? &defaults : def;
    db_builder b = {.file = (const db_file *)face, .def = def, .error = error};
    b.scale = def->scale > 0.0f ? (double)def->scale : 1.0;
    b.source = choose_armature(b.file, def->armature);
    if (b.source == NULL) {
        (void)build_fail(&b, HONE_ERROR_ARGUMENT, "no armature of that name");
        if (def->armature != NULL) {
            error_found(error, def->armature, strlen(def->armature));
        }
        return b.status;
    }
    b.document = memory_new(allocator, 1, sizeof *b.document);
    if (b.document == NULL) {
        (void)build_fail(&b, HONE_ERROR_MEMORY, "not enough memory");
        return b.status;
    }
    *b.document = (db_document){.memory = {.allocator = allocator}};
    bool built = build_document(&b);
    if (built && b.document->warnings.failed) {
        built = build_fail(&b, HONE_ERROR_MEMORY, "not enough memory");
    }
    if (!built) {
        hone_rig_document_free(&b.document->face);
        return b.status;
    }
    b.document->face.warnings =
        (hone_warnings){b.document->warnings.items, b.document->warnings.count};
    *out = &b.document->face;
    return HONE_OK;
}

void hone_rig_document_free(hone_rig_document *face)
{
    if (face != NULL) {
        db_document *document = (db_document *)face;
        const hone_allocator *allocator = document->memory.allocator;
        warnings_free(&document->warnings, allocator);
        arena_free(&document->memory);
        memory_delete(allocator, document, 1, sizeof *document);
    }
}
