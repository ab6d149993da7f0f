// SPDX-License-Identifier: MIT
//
// What is inside a DragonBones character: every armature with its bones, slots, skins and
// animations, and the pictures of the first one.
#include "message.h"
#include "rig.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

static void print_name(const char *name)
{
    char buffer[512];
    text escaped = text_begin(buffer, sizeof buffer);
    text_add_escaped(&escaped, name, strlen(name));
    (void)fputs(buffer, stdout);
}

static void print_names(const char *what, const char *const *names, int32_t count)
{
    (void)printf("    %-10s", what);
    for (int32_t i = 0; i < count; i++) {
        (void)fputs(i == 0 ? "" : ", ", stdout);
        print_name(names[i][0] == '\0' ? "(unnamed)" : names[i]);
    }
    (void)fputs(count == 0 ? "none\n" : "\n", stdout);
}

static double seconds_of(const hone_rig_animation *animation)
{
    return animation->frame_rate > 0.0f
               ? (double)animation->duration / (double)animation->frame_rate
               : 0.0;
}

static void print_animation(const hone_rig_animation *animation)
{
    (void)fputs("    animation ", stdout);
    print_name(animation->name);
    (void)printf(": %d frames, %g a second, %.4g s%s\n", animation->duration,
                 (double)animation->frame_rate, seconds_of(animation),
                 animation->loops ? ", repeats" : "");
}

static int32_t attachment_count(const hone_armature *armature)
{
    int32_t count = 0;
    for (int32_t i = 0; i < armature->slot_count; i++) {
        count += armature->slots[i].attachment_count;
    }
    return count;
}

static void print_rig(const hone_rig_document *rig, const hone_dragonbones_armature *armature,
                      bool tree)
{
    const hone_rect *bounds = &rig->armature->bounds;
    (void)fputs("  armature   ", stdout);
    print_name(armature->name);
    (void)printf("\n    bones     %" PRId32 "\n    slots     %" PRId32 ", %" PRId32 " displays\n",
                 armature->bone_count, armature->slot_count, attachment_count(rig->armature));
    print_names("skins", armature->skin_names, armature->skin_count);
    if (bounds->width > 0) {
        (void)printf("    size      %" PRId32 " x %" PRId32 " pixels in the bind pose\n",
                     bounds->width, bounds->height);
    }
    for (int32_t i = 0; i < rig->animation_count; i++) {
        print_animation(&rig->animations[i]);
    }
    if (tree) {
        print_names("bones", armature->bone_names, armature->bone_count);
        print_names("slots", armature->slot_names, armature->slot_count);
    }
}

static void json_names(json *j, const char *key, const char *const *names, int32_t count)
{
    json_begin_array(j, key);
    for (int32_t i = 0; i < count; i++) {
        json_string(j, NULL, names[i]);
    }
    json_end_array(j);
}

static void json_armature(json *j, const hone_rig_document *rig,
                          const hone_dragonbones_armature *armature)
{
    const hone_rect *bounds = &rig->armature->bounds;
    json_break(j);
    json_begin_object(j, NULL);
    json_string(j, "name", armature->name);
    json_integer(j, "bone_count", armature->bone_count);
    json_integer(j, "slot_count", armature->slot_count);
    json_integer(j, "display_count", attachment_count(rig->armature));
    json_names(j, "bones", armature->bone_names, armature->bone_count);
    json_names(j, "slots", armature->slot_names, armature->slot_count);
    json_names(j, "skins", armature->skin_names, armature->skin_count);
    json_names(j, "animations", armature->animation_names, armature->animation_count);
    json_begin_array(j, "bounds");
    json_integer(j, NULL, bounds->x);
    json_integer(j, NULL, bounds->y);
    json_integer(j, NULL, bounds->width);
    json_integer(j, NULL, bounds->height);
    json_end_array(j);
    json_end_object(j);
}

static void json_animations(json *j, const hone_rig_document *rig)
{
    for (int32_t i = 0; i < rig->animation_count; i++) {
        const hone_rig_animation *animation = &rig->animations[i];
        json_break(j);
        json_begin_object(j, NULL);
        json_string(j, "name", animation->name);
        json_string(j, "armature", rig->name);
        json_integer(j, "frames", animation->duration);
        json_float(j, "frame_rate", animation->frame_rate);
        json_double(j, "duration", seconds_of(animation));
        json_bool(j, "loops", animation->loops);
        json_end_object(j);
    }
}

static void json_textures(json *j, const hone_character *character)
{
    json_begin_array(j, "textures");
    for (int32_t i = 0; i < character->atlas_count; i++) {
        const hone_atlas *atlas = character->atlases[i];
        json_break(j);
        json_begin_object(j, NULL);
        json_string(j, "name", atlas->image_path);
        json_integer(j, "width", atlas->texture.width);
        json_integer(j, "height", atlas->texture.height);
        json_integer(j, "regions", atlas->region_count);
        json_end_object(j);
    }
    json_end_array(j);
}

static void json_warnings(json *j, const hone_warnings *warnings)
{
    for (int32_t i = 0; i < warnings->count; i++) {
        json_begin_object(j, NULL);
        json_string(j, "message", warnings->items[i].message);
        json_integer(j, "count", (int64_t)warnings->items[i].count);
        if (warnings->items[i].line > 0) {
            json_integer(j, "line", (int64_t)warnings->items[i].line);
        }
        json_end_object(j);
    }
}

static void json_empty(json *j, const char *key)
{
    json_begin_array(j, key);
    json_end_array(j);
}

// All armatures, the first with the character's pictures, the others built without.
enum { MOST_ARMATURES = 64 };
typedef struct built {
    const hone_rig_document *rigs[MOST_ARMATURES];
    hone_rig_document *own[MOST_ARMATURES];
    int32_t count;
} built;

static bool build_all(const hone_character *character, built *out)
{
    *out = (built){.rigs = {character->rig}, .count = 1};
    for (int32_t i = 1; i < character->file->armature_count && i < MOST_ARMATURES; i++) {
        const hone_dragonbones_def def = {.armature = character->file->armatures[i].name};
        hone_error error;
        if (hone_dragonbones_build(character->file, &def, NULL, &out->own[i], &error) != HONE_OK) {
            (void)cli_say_error(&error);
            return false;
        }
        out->rigs[out->count++] = out->own[i];
    }
    return true;
}

static void print_json(json *j, const char *path, const hone_character *character, const built *all)
{
    json_break(j);
    json_begin_object(j, NULL);
    json_string(j, "file", path);
    json_string(j, "format", "dragonbones");
    json_string(j, "version", character->file->version);
    json_string(j, "name", character->file->name);
    json_begin_array(j, "warnings");
    json_warnings(j, &character->warnings);
    for (int32_t i = 1; i < all->count; i++) {
        json_warnings(j, &all->rigs[i]->warnings);
    }
    json_end_array(j);
    json_empty(j, "remarks");
    json_begin_array(j, "armatures");
    for (int32_t i = 0; i < all->count; i++) {
        json_armature(j, all->rigs[i], &character->file->armatures[i]);
    }
    json_end_array(j);
    json_empty(j, "skeletons");
    json_begin_array(j, "animations");
    for (int32_t i = 0; i < all->count; i++) {
        json_animations(j, all->rigs[i]);
    }
    json_end_array(j);
    json_empty(j, "meshes");
    json_textures(j, character);
    json_end_object(j);
}

static void print_text(const char *path, const hone_character *character, const built *all,
                       bool tree)
{
    (void)printf("%s: DragonBones character, version ", cli_input_name(path));
    print_name(character->file->version);
    (void)putchar('\n');
    for (int32_t i = 0; i < all->count; i++) {
        print_rig(all->rigs[i], &character->file->armatures[i], tree);
    }
    int64_t pixels = 0;
    for (int32_t i = 0; i < character->atlas_count; i++) {
        const hone_texture *texture = &character->atlases[i]->texture;
        pixels += (int64_t)texture->width * texture->height;
    }
    (void)printf("  pictures   %" PRId32 ", %" PRId64 " pixels\n", character->atlas_count, pixels);
}

int cli_rig_info(const char *path, bool as_json, bool tree, json *j, bool *printed)
{
    const hone_character_def def = {.pictures = HONE_PICTURES_OPTIONAL};
    hone_character *character = NULL;
    int status = cli_rig_load(path, &def, &character);
    if (status != CLI_DONE) {
        return status;
    }
    built all;
    if (!build_all(character, &all)) {
        status = CLI_BAD_INPUT;
    } else if (as_json) {
        print_json(j, path, character, &all);
        *printed = true;
    } else {
        (void)fputs(*printed ? "\n" : "", stdout);
        print_text(path, character, &all, tree);
        *printed = true;
    }
    for (int32_t i = 1; i < MOST_ARMATURES; i++) {
        hone_rig_document_free(all.own[i]);
    }
    hone_character_free(character);
    return status;
}
