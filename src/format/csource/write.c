// SPDX-License-Identifier: MIT
//
// A packed rig as C: initialisers by position with every member given, which C99 and C++ both take
// without a warning. Nothing in the output depends on addresses, time or the machine.
#include "format/csource/arrays.h"

#include "base/error.h"

#include <string.h>

typedef struct writing {
    emitter e;
    const hone_packed_rig *rig;
    const char *prefix;
    arena memory;
    arrays arrays;
    int32_t *indices; // of the arrays, in the order in which they are needed
    int32_t index_count, index_at;
    bool no_memory;
} writing;

static const char *pixel_format_name(hone_pixel_format format)
{
    static const char *const names[] = {"HONE_PIXEL_ARGB8888", "HONE_PIXEL_RGB565",
                                        "HONE_PIXEL_RGB565_SWAPPED", "HONE_PIXEL_ARGB4444"};
    return names[format];
}

// ---- arrays

static void need(writing *w, array_kind kind, const void *values, int32_t count)
{
    int32_t index = arrays_add(&w->arrays, kind, values, count);
    w->no_memory = w->no_memory || index < 0;
    w->indices[w->index_count++] = index;
}

static void needed(writing *w)
{
    arrays_emit_name(&w->e, w->prefix, &w->arrays, w->indices[w->index_at++]);
}

static bool has_hull(const hone_rig_attachment *a)
{
    return a->hull != NULL && a->hull_count > 0;
}

static int32_t timeline_count(const hone_rig_animation *animation)
{
    return animation->bone_timeline_count + animation->slot_timeline_count;
}

static size_t most_arrays(const hone_packed_rig *rig)
{
    size_t count = 1;
    for (int32_t i = 0; i < rig->armature->slot_count; i++) {
        count += rig->armature->slots[i].attachment_count;
    }
    for (int32_t i = 0; i < rig->animation_count; i++) {
        count += (size_t)timeline_count(&rig->animations[i]) * 3 + rig->animations[i].order_count;
    }
    return count;
}

static void gather_arrays(writing *w)
{
    static const array_kind kinds[] = {ARRAY_FLOATS, ARRAY_SHORTS, ARRAY_SHORTS, ARRAY_SIGNS,
                                       ARRAY_BYTES};
    static const int32_t widths[] = {2, 2, 2, 1, 1};
    const hone_armature *armature = w->rig->armature;
    for (int32_t i = 0; i < armature->slot_count; i++) {
        for (int32_t j = 0; j < armature->slots[i].attachment_count; j++) {
            const hone_rig_attachment *a = &armature->slots[i].attachments[j];
            if (has_hull(a)) {
                need(w, ARRAY_SHORTS, a->hull, 2 * a->hull_count);
            }
        }
    }
    for (int32_t i = 0; i < w->rig->animation_count; i++) {
        const hone_rig_animation *animation = &w->rig->animations[i];
        for (int32_t j = 0; j < timeline_count(animation); j++) {
            const hone_rig_timeline *t = &animation->timelines[j];
            need(w, ARRAY_FRAMES, t->frames, t->key_count);
            if (t->easings != NULL) {
                need(w, ARRAY_BYTES, t->easings, t->key_count);
            }
            need(w, kinds[t->channel], t->values, widths[t->channel] * t->key_count);
        }
        for (int32_t j = 0; j < animation->order_count; j++) {
            if (animation->orders[j].order != NULL) {
                need(w, ARRAY_BYTES, animation->orders[j].order, armature->slot_count);
            }
        }
    }
}

// ---- textures

static uint16_t texel_at(const hone_texture *t, int32_t x, int32_t y)
{
    const uint8_t *row = (const uint8_t *)t->pixels + (ptrdiff_t)y * t->stride;
    return ((const uint16_t *)(const void *)row)[x];
}

static void write_textures(writing *w)
{
    emitter *e = &w->e;
    for (int32_t i = 0; i < w->rig->texture_count; i++) {
        const hone_texture *t = &w->rig->textures[i];
        emit_text(e, "static const uint16_t ");
        emit_text(e, w->prefix);
        emit_text(e, "_texels_");
        emit_integer(e, i);
        emit_text(e, "[] = {");
        for (int32_t y = 0; y < t->height; y++) {
            for (int32_t x = 0; x < t->width; x++) {
                emit_next(e, x == 0 && y == 0, 6);
                emit_hex(e, texel_at(t, x, y), 4);
            }
        }
        emit_text(e, "};\n");
    }
    if (w->rig->texture_count == 0) {
        return;
    }
    emit_text(e, "static const hone_texture ");
    emit_text(e, w->prefix);
    emit_text(e, "_textures[] = {\n");
    for (int32_t i = 0; i < w->rig->texture_count; i++) {
        const hone_texture *t = &w->rig->textures[i];
        emit_text(e, "    {");
        emit_text(e, w->prefix);
        emit_text(e, "_texels_");
        emit_integer(e, i);
        emit_text(e, ", ");
        emit_integer(e, t->width);
        emit_text(e, ", ");
        emit_integer(e, t->height);
        emit_text(e, ", ");
        emit_integer(e, t->width * 2);
        emit_text(e, ", ");
        emit_text(e, pixel_format_name(t->format));
        emit_text(e, "},\n");
    }
    emit_text(e, "};\n\n");
}

// ---- the armature

static void write_numbers(emitter *e, const int32_t *values, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        emit_integer(e, values[i]);
        emit_text(e, ", ");
    }
}

static void write_floats(emitter *e, const float *values, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        emit_float(e, values[i]);
        emit_text(e, i + 1 < count ? ", " : "");
    }
}

static void write_bones(writing *w)
{
    emitter *e = &w->e;
    const hone_armature *armature = w->rig->armature;
    if (armature->bone_count == 0) {
        return;
    }
    emit_text(e, "static const hone_rig_bone ");
    emit_text(e, w->prefix);
    emit_text(e, "_bones[] = {\n");
    for (int32_t i = 0; i < armature->bone_count; i++) {
        const hone_rig_bone *b = &armature->bones[i];
        const float place[2] = {b->x, b->y};
        const int32_t rest[5] = {b->rot_x, b->rot_y, b->scale_x, b->scale_y, b->parent};
        emit_text(e, "    {");
        emit_string(e, b->name);
        emit_text(e, ", ");
        write_floats(e, place, 2);
        emit_text(e, ", ");
        write_numbers(e, rest, 5);
        emit_integer(e, b->flags);
        emit_text(e, "},\n");
    }
    emit_text(e, "};\n\n");
}

static void write_attachment(writing *w, const hone_rig_attachment *a)
{
    emitter *e = &w->e;
    const int32_t source[4] = {a->source_x, a->source_y, a->source_width, a->source_height};
    const float local[6] = {a->local.a, a->local.b,  a->local.c,
                            a->local.d, a->local.tx, a->local.ty};
    emit_text(e, "    {");
    emit_string(e, a->name);
    emit_text(e, ", ");
    if (a->texture == NULL) {
        emit_text(e, "NULL, ");
    } else {
        emit_text(e, "&");
        emit_text(e, w->prefix);
        emit_text(e, "_textures[");
        emit_integer(e, a->texture - w->rig->textures);
        emit_text(e, "], ");
    }
    write_numbers(e, source, 4);
    emit_text(e, "\n     {");
    write_floats(e, local, 6);
    emit_text(e, "}, ");
    if (has_hull(a)) {
        needed(w);
    } else {
        emit_text(e, "NULL");
    }
    emit_text(e, ", ");
    emit_integer(e, has_hull(a) ? a->hull_count : 0);
    emit_text(e, ", ");
    emit_integer(e, a->kind);
    emit_text(e, "},\n");
}

static void write_slots(writing *w)
{
    emitter *e = &w->e;
    const hone_armature *armature = w->rig->armature;
    int32_t total = 0;
    for (int32_t i = 0; i < armature->slot_count; i++) {
        total += armature->slots[i].attachment_count;
    }
    if (total > 0) {
        emit_text(e, "static const hone_rig_attachment ");
        emit_text(e, w->prefix);
        emit_text(e, "_attachments[] = {\n");
        for (int32_t i = 0; i < armature->slot_count; i++) {
            for (int32_t j = 0; j < armature->slots[i].attachment_count; j++) {
                write_attachment(w, &armature->slots[i].attachments[j]);
            }
        }
        emit_text(e, "};\n\n");
    }
    if (armature->slot_count == 0) {
        return;
    }
    emit_text(e, "static const hone_rig_slot ");
    emit_text(e, w->prefix);
    emit_text(e, "_slots[] = {\n");
    total = 0;
    for (int32_t i = 0; i < armature->slot_count; i++) {
        const hone_rig_slot *s = &armature->slots[i];
        const int32_t rest[3] = {s->attachment_count, s->attachment, s->bone};
        emit_text(e, "    {");
        emit_string(e, s->name);
        emit_text(e, ", ");
        if (s->attachment_count == 0) {
            emit_text(e, "NULL");
        } else {
            emit_text(e, "&");
            emit_text(e, w->prefix);
            emit_text(e, "_attachments[");
            emit_integer(e, total);
            emit_text(e, "]");
        }
        total += s->attachment_count;
        emit_text(e, ", ");
        write_numbers(e, rest, 3);
        emit_integer(e, s->alpha);
        emit_text(e, s->blend == HONE_BLEND_ADD ? ", HONE_BLEND_ADD},\n" : ", HONE_BLEND_OVER},\n");
    }
    emit_text(e, "};\n\n");
}

static void write_member(writing *w, bool present, const char *name)
{
    if (present) {
        emit_text(&w->e, w->prefix);
        emit_text(&w->e, name);
    } else {
        emit_text(&w->e, "NULL");
    }
    emit_text(&w->e, ", ");
}

static void write_armature(writing *w)
{
    emitter *e = &w->e;
    const hone_armature *a = w->rig->armature;
    const int32_t counts[2] = {a->bone_count, a->slot_count};
    emit_text(e, "const hone_armature ");
    emit_text(e, w->prefix);
    emit_text(e, "_armature = {\n    ");
    emit_string(e, a->name);
    emit_text(e, ", ");
    write_member(w, a->bone_count > 0, "_bones");
    write_member(w, a->slot_count > 0, "_slots");
    write_numbers(e, counts, 2);
    emit_text(e, a->keyed ? "true, " : "false, ");
    emit_hex(e, a->key, 4);
    emit_text(e, ",\n    {");
    write_numbers(e, (const int32_t[3]){a->bounds.x, a->bounds.y, a->bounds.width}, 3);
    emit_integer(e, a->bounds.height);
    emit_text(e, "}, ");
    emit_hex(e, a->signature, 8);
    emit_text(e, "u, NULL};\n\n");
}

// ---- animations

static void write_part_name(writing *w, const char *part, int32_t animation)
{
    emit_text(&w->e, w->prefix);
    emit_text(&w->e, part);
    emit_integer(&w->e, animation);
}

static void write_timelines(writing *w, const hone_rig_animation *animation, int32_t index)
{
    static const char *const channels[] = {"HONE_RIG_TRANSLATE", "HONE_RIG_ROTATE",
                                           "HONE_RIG_SCALE", "HONE_RIG_ATTACHMENT",
                                           "HONE_RIG_ALPHA"};
    emitter *e = &w->e;
    if (timeline_count(animation) == 0) {
        return;
    }
    emit_text(e, "static const hone_rig_timeline ");
    write_part_name(w, "_timelines_", index);
    emit_text(e, "[] = {\n");
    for (int32_t i = 0; i < timeline_count(animation); i++) {
        const hone_rig_timeline *t = &animation->timelines[i];
        emit_text(e, "    {");
        emit_integer(e, t->target);
        emit_text(e, ", ");
        emit_text(e, channels[t->channel]);
        emit_text(e, ", ");
        emit_integer(e, t->key_count);
        emit_text(e, ", ");
        needed(w);
        emit_text(e, ", ");
        if (t->easings != NULL) {
            needed(w);
        } else {
            emit_text(e, "NULL");
        }
        emit_text(e, ", ");
        needed(w);
        emit_text(e, "},\n");
    }
    emit_text(e, "};\n");
}

static void write_orders(writing *w, const hone_rig_animation *animation, int32_t index)
{
    emitter *e = &w->e;
    if (animation->order_count == 0) {
        return;
    }
    emit_text(e, "static const hone_rig_order_key ");
    write_part_name(w, "_orders_", index);
    emit_text(e, "[] = {\n");
    for (int32_t i = 0; i < animation->order_count; i++) {
        emit_text(e, "    {");
        emit_integer(e, animation->orders[i].frame);
        emit_text(e, ", ");
        if (animation->orders[i].order != NULL) {
            needed(w);
        } else {
            emit_text(e, "NULL");
        }
        emit_text(e, "},\n");
    }
    emit_text(e, "};\n");
}

static void write_curves(writing *w, const hone_rig_animation *animation, int32_t index)
{
    emitter *e = &w->e;
    if (animation->curve_count == 0) {
        return;
    }
    emit_text(e, "static const hone_rig_curve ");
    write_part_name(w, "_curves_", index);
    emit_text(e, "[] = {\n");
    for (int32_t i = 0; i < animation->curve_count; i++) {
        emit_text(e, "    {{");
        for (int32_t j = 0; j < 17; j++) {
            emit_integer(e, animation->curves[i].y[j]);
            emit_text(e, j < 16 ? ", " : "}},\n");
        }
    }
    emit_text(e, "};\n");
}

static void write_part(writing *w, bool present, const char *part, int32_t index)
{
    if (present) {
        write_part_name(w, part, index);
    } else {
        emit_text(&w->e, "NULL");
    }
    emit_text(&w->e, ", ");
}

static void write_animations(writing *w)
{
    emitter *e = &w->e;
    for (int32_t i = 0; i < w->rig->animation_count; i++) {
        write_timelines(w, &w->rig->animations[i], i);
        write_orders(w, &w->rig->animations[i], i);
        write_curves(w, &w->rig->animations[i], i);
    }
    if (w->rig->animation_count == 0) {
        return;
    }
    emit_text(e, "\nconst hone_rig_animation ");
    emit_text(e, w->prefix);
    emit_text(e, "_animations[] = {\n");
    for (int32_t i = 0; i < w->rig->animation_count; i++) {
        const hone_rig_animation *a = &w->rig->animations[i];
        const int32_t counts[6] = {a->bone_timeline_count,
                                   a->slot_timeline_count,
                                   a->order_count,
                                   a->curve_count,
                                   a->duration,
                                   a->ticks};
        emit_text(e, "    {");
        emit_string(e, a->name);
        emit_text(e, ", ");
        write_part(w, timeline_count(a) > 0, "_timelines_", i);
        write_part(w, a->order_count > 0, "_orders_", i);
        write_part(w, a->curve_count > 0, "_curves_", i);
        emit_text(e, "\n     ");
        write_numbers(e, counts, 6);
        emit_text(e, a->loops ? "true, " : "false, ");
        emit_float(e, a->frame_rate);
        emit_text(e, ", ");
        emit_hex(e, a->signature, 8);
        emit_text(e, "u},\n");
    }
    emit_text(e, "};\n");
}

static void write_source(writing *w)
{
    emitter *e = &w->e;
    emit_text(e, "// Made by `hone export-c`; not to be edited.\n#include \"");
    emit_text(e, w->prefix);
    emit_text(e, ".h\"\n\n#include <stddef.h>\n\n");
    write_textures(w);
    arrays_emit(e, w->prefix, &w->arrays);
    emit_text(e, "\n");
    write_bones(w);
    write_slots(w);
    write_armature(w);
    write_animations(w);
}

static bool is_identifier(const char *name)
{
    if (name == NULL || name[0] == '\0' || (name[0] >= '0' && name[0] <= '9')) {
        return false;
    }
    for (; *name != '\0'; name++) {
        if (*name != '_' && csource_folded(*name) == '_') {
            return false;
        }
    }
    return true;
}

hone_status hone_csource_write(const hone_packed_rig *rig, const char *prefix, bool header,
                               hone_write_function write, void *user,
                               const hone_allocator *allocator, hone_error *error)
{
    if (rig == NULL || write == NULL || !is_identifier(prefix)) {
        return error_set(error, HONE_ERROR_ARGUMENT, prefix,
                         "a rig, an identifier as prefix and a place to write to are needed");
    }
    writing w = {.e = {.write = write, .user = user},
                 .rig = rig,
                 .prefix = prefix,
                 .memory = {.allocator = allocator == NULL ? hone_heap() : allocator}};
    w.arrays.memory = &w.memory;
    if (header) {
        csource_header(&w.e, rig, prefix);
    } else {
        w.indices = arena_new(&w.memory, most_arrays(rig), sizeof *w.indices);
        w.no_memory = w.indices == NULL;
        if (!w.no_memory) {
            gather_arrays(&w);
        }
        if (!w.no_memory) {
            write_source(&w);
        }
    }
    emit_flush(&w.e);
    arena_free(&w.memory);
    if (w.no_memory) {
        return error_set(error, HONE_ERROR_MEMORY, prefix, "not enough memory");
    }
    return w.e.failed
               ? error_set(error, HONE_ERROR_IO, prefix, "the output refuses what is written")
               : HONE_OK;
}
