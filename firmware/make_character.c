// SPDX-License-Identifier: MIT
//
// make_character SKE.json TEX.json TEX.png OUT.c: the character as constants in C, for flash: what
// hone_dragonbones_build() makes of the files, with the texture in premultiplied ARGB4444. Floats
// are written in hexadecimal, so that they come back to the bit.
#include "hone/dragonbones.h"
#include "hone/image.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void fail(const char *what, const hone_error *error)
{
    fprintf(stderr, "make_character: %s: %s\n", what, error ? error->message : "cannot be used");
    exit(1);
}

static char *read_all(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        fail(path, NULL);
    const long size = ftell(file);
    char *bytes = size > 0 ? malloc((size_t)size) : NULL;
    rewind(file);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
        fail(path, NULL);
    fclose(file);
    *count = (size_t)size;
    return bytes;
}

static uint32_t to_15(uint32_t channel)
{
    return ((channel & 255) * 15 + 127) / 255;
}

// Each attachment has a texture of its own, so that no flash goes for the gaps of an atlas.
static void write_texture(FILE *out, const hone_rig_attachment *a, int slot, int index)
{
    fprintf(out, "static const uint16_t texels_%d_%d[] = {", slot, index);
    for (int32_t y = 0; y < a->source_height; y++) {
        for (int32_t x = 0; x < a->source_width; x++) {
            uint32_t p;
            memcpy(&p,
                   (const char *)a->texture->pixels + (a->source_y + y) * a->texture->stride +
                       (ptrdiff_t)(a->source_x + x) * 4,
                   4);
            const uint32_t stored = to_15(p >> 24) << 12 | to_15(p >> 16) << 8 | to_15(p >> 8) << 4;
            fprintf(out, "%s0x%04x,", x % 16 == 0 ? "\n" : " ", (unsigned)(stored | to_15(p)));
        }
    }
    fprintf(out,
            "};\nstatic const hone_texture texture_%d_%d = {texels_%d_%d, %d, %d, %d, "
            "HONE_PIXEL_ARGB4444};\n",
            slot, index, slot, index, a->source_width, a->source_height, a->source_width * 2);
}

static void write_bones(FILE *out, const hone_armature *armature)
{
    fprintf(out, "static const hone_rig_bone bones[] = {\n");
    for (int i = 0; i < armature->bone_count; i++) {
        const hone_rig_bone *b = &armature->bones[i];
        fprintf(out, "    {\"%s\", %af, %af, %d, %d, %d, %d, %d, %d},\n", b->name, (double)b->x,
                (double)b->y, b->rot_x, b->rot_y, b->scale_x, b->scale_y, b->parent, b->flags);
    }
    fprintf(out, "};\n");
}

static void write_attachments(FILE *out, const hone_armature *armature, int slot)
{
    const hone_rig_slot *s = &armature->slots[slot];
    for (int k = 0; k < s->attachment_count; k++) {
        const hone_rig_attachment *a = &s->attachments[k];
        if (a->texture)
            write_texture(out, a, slot, k);
        if (a->hull_count > 0) {
            fprintf(out, "static const int16_t hull_%d_%d[] = {", slot, k);
            for (int i = 0; i < a->hull_count * 2; i++)
                fprintf(out, "%d, ", a->hull[i]);
            fprintf(out, "};\n");
        }
    }
    if (s->attachment_count > 0)
        fprintf(out, "static const hone_rig_attachment attachments_%d[] = {\n", slot);
    for (int k = 0; k < s->attachment_count; k++) {
        const hone_rig_attachment *a = &s->attachments[k];
        fprintf(out, "    {\"%s\", ", a->name ? a->name : "");
        if (a->texture)
            fprintf(out, "&texture_%d_%d, ", slot, k);
        else
            fprintf(out, "0, ");
        fprintf(out, "0, 0, %d, %d, {%af, %af, %af, %af, %af, %af}, ", a->source_width,
                a->source_height, (double)a->local.a, (double)a->local.b, (double)a->local.c,
                (double)a->local.d, (double)a->local.tx, (double)a->local.ty);
        if (a->hull_count > 0)
            fprintf(out, "hull_%d_%d, %d, %d},\n", slot, k, a->hull_count, a->kind);
        else
            fprintf(out, "0, 0, %d},\n", a->kind);
    }
    if (s->attachment_count > 0)
        fprintf(out, "};\n");
}

static void write_armature(FILE *out, const hone_armature *armature)
{
    write_bones(out, armature);
    for (int i = 0; i < armature->slot_count; i++)
        write_attachments(out, armature, i);
    fprintf(out, "static const hone_rig_slot slots[] = {\n");
    for (int i = 0; i < armature->slot_count; i++) {
        const hone_rig_slot *s = &armature->slots[i];
        fprintf(out, "    {\"%s\", ", s->name);
        if (s->attachment_count > 0)
            fprintf(out, "attachments_%d", i);
        else
            fprintf(out, "0");
        fprintf(out, ", %d, %d, %d, %d, %d},\n", s->attachment_count, s->attachment, s->bone,
                s->alpha, s->blend);
    }
    fprintf(out,
            "};\nconst hone_armature character_armature = {\"%s\", bones, slots, %d, %d, "
            "false, 0, {%d, %d, %d, %d}, %uu, 0};\n",
            armature->name, armature->bone_count, armature->slot_count, (int)armature->bounds.x,
            (int)armature->bounds.y, (int)armature->bounds.width, (int)armature->bounds.height,
            (unsigned)armature->signature);
}

static void write_values(FILE *out, const hone_rig_timeline *t)
{
    for (int i = 0; i < t->key_count; i++) {
        switch (t->channel) {
        case HONE_RIG_TRANSLATE: {
            const float *v = (const float *)t->values + (size_t)i * 2;
            fprintf(out, "%af, %af, ", (double)v[0], (double)v[1]);
            break;
        }
        case HONE_RIG_ROTATE:
        case HONE_RIG_SCALE: {
            const int16_t *v = (const int16_t *)t->values + (size_t)i * 2;
            fprintf(out, "%d, %d, ", v[0], v[1]);
            break;
        }
        case HONE_RIG_ATTACHMENT:
            fprintf(out, "%d, ", ((const int8_t *)t->values)[i]);
            break;
        default:
            fprintf(out, "%d, ", ((const uint8_t *)t->values)[i]);
        }
    }
}

static void write_timelines(FILE *out, const hone_rig_animation *animation, int index)
{
    static const char *const types[] = {"float", "int16_t", "int16_t", "int8_t", "uint8_t"};
    const int count = animation->bone_timeline_count + animation->slot_timeline_count;
    for (int k = 0; k < count; k++) {
        const hone_rig_timeline *t = &animation->timelines[k];
        fprintf(out, "static const uint16_t frames_%d_%d[] = {", index, k);
        for (int i = 0; i < t->key_count; i++)
            fprintf(out, "%d, ", t->frames[i]);
        fprintf(out, "};\nstatic const %s values_%d_%d[] = {", types[t->channel], index, k);
        write_values(out, t);
        fprintf(out, "};\n");
        if (t->easings) {
            fprintf(out, "static const uint8_t easings_%d_%d[] = {", index, k);
            for (int i = 0; i < t->key_count; i++)
                fprintf(out, "%d, ", t->easings[i]);
            fprintf(out, "};\n");
        }
    }
    fprintf(out, "static const hone_rig_timeline timelines_%d[] = {\n", index);
    for (int k = 0; k < count; k++) {
        const hone_rig_timeline *t = &animation->timelines[k];
        fprintf(out, "    {%d, %d, %d, frames_%d_%d, ", t->target, t->channel, t->key_count, index,
                k);
        if (t->easings)
            fprintf(out, "easings_%d_%d, ", index, k);
        else
            fprintf(out, "0, ");
        fprintf(out, "values_%d_%d},\n", index, k);
    }
    fprintf(out, "};\n");
}

static void write_orders(FILE *out, const hone_rig_animation *animation, int index, int slots)
{
    for (int k = 0; k < animation->order_count; k++) {
        if (animation->orders[k].order) {
            fprintf(out, "static const uint8_t order_%d_%d[] = {", index, k);
            for (int i = 0; i < slots; i++)
                fprintf(out, "%d, ", animation->orders[k].order[i]);
            fprintf(out, "};\n");
        }
    }
    if (animation->order_count > 0)
        fprintf(out, "static const hone_rig_order_key orders_%d[] = {", index);
    for (int k = 0; k < animation->order_count; k++) {
        if (animation->orders[k].order)
            fprintf(out, "{%d, order_%d_%d}, ", animation->orders[k].frame, index, k);
        else
            fprintf(out, "{%d, 0}, ", animation->orders[k].frame);
    }
    if (animation->order_count > 0)
        fprintf(out, "};\n");
}

static void write_animations(FILE *out, const hone_rig_document *document)
{
    for (int n = 0; n < document->animation_count; n++) {
        const hone_rig_animation *a = &document->animations[n];
        write_timelines(out, a, n);
        write_orders(out, a, n, document->armature->slot_count);
        if (a->curve_count > 0)
            fprintf(out, "static const hone_rig_curve curves_%d[] = {\n", n);
        for (int k = 0; k < a->curve_count; k++) {
            fprintf(out, "    {{");
            for (int i = 0; i < 17; i++)
                fprintf(out, "%d, ", a->curves[k].y[i]);
            fprintf(out, "}},\n");
        }
        if (a->curve_count > 0)
            fprintf(out, "};\n");
    }
    fprintf(out, "const hone_rig_animation character_animations[] = {\n");
    for (int n = 0; n < document->animation_count; n++) {
        const hone_rig_animation *a = &document->animations[n];
        fprintf(out, "    {\"%s\", timelines_%d, ", a->name, n);
        if (a->order_count > 0)
            fprintf(out, "orders_%d, ", n);
        else
            fprintf(out, "0, ");
        if (a->curve_count > 0)
            fprintf(out, "curves_%d, ", n);
        else
            fprintf(out, "0, ");
        fprintf(out, "%d, %d, %d, %d, %d, %d, %s, %af, %uu},\n", a->bone_timeline_count,
                a->slot_timeline_count, a->order_count, a->curve_count, a->duration, a->ticks,
                a->loops ? "true" : "false", (double)a->frame_rate, (unsigned)a->signature);
    }
    fprintf(out, "};\nconst int32_t character_animation_count = %d;\n",
            (int)document->animation_count);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: make_character SKE.json TEX.json TEX.png OUT.c\n");
        return 2;
    }
    hone_error error;
    size_t skeleton_size, atlas_size;
    char *skeleton = read_all(argv[1], &skeleton_size);
    char *atlas_text = read_all(argv[2], &atlas_size);
    hone_dragonbones *file;
    hone_atlas *atlas;
    hone_image *image;
    hone_rig_document *document;
    if (hone_dragonbones_read(skeleton, skeleton_size, argv[1], NULL, &file, &error) != HONE_OK ||
        hone_atlas_read(atlas_text, atlas_size, argv[2], NULL, &atlas, &error) != HONE_OK ||
        hone_image_read_file(argv[3], NULL, &image, &error) != HONE_OK)
        fail(argv[1], &error);
    atlas->texture = image->texture;
    const hone_atlas *atlases[] = {atlas};
    const hone_dragonbones_def def = {.atlases = atlases, .atlas_count = 1};
    if (hone_dragonbones_build(file, &def, NULL, &document, &error) != HONE_OK)
        fail(argv[1], &error);
    FILE *out = fopen(argv[4], "wb");
    if (!out)
        fail(argv[4], NULL);
    fprintf(out, "// Made by make_character, not to be edited.\n#include \"character.h\"\n");
    write_armature(out, document->armature);
    write_animations(out, document);
    const bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed)
        fail(argv[4], NULL);
    hone_rig_document_free(document);
    hone_image_free(image);
    hone_atlas_free(atlas);
    hone_dragonbones_free(file);
    free(atlas_text);
    free(skeleton);
    return 0;
}
