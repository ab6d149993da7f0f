// SPDX-License-Identifier: MIT
//
// The pose of a cut-out character at one moment: bones and slots in the file's order.
#include "message.h"
#include "rig.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// place[i] is the index in the armature of the file's i-th thing.
static int32_t *places(const int32_t *order, int32_t count)
{
    int32_t *place = calloc((size_t)count + 1, sizeof *place);
    for (int32_t i = 0; place != NULL && i < count; i++) {
        place[order[i]] = i;
    }
    return place;
}

typedef struct shown {
    const hone_rig_animation *animation; // NULL = bind pose
    float frame;
    const hone_rig *rig;
    int32_t *bones, *slots; // of the file's order, their indices in the armature
} shown;

static bool place_all(shown *s, const int32_t *bone_order, const int32_t *slot_order)
{
    s->bones = places(bone_order, s->rig->armature->bone_count);
    s->slots = places(slot_order, s->rig->armature->slot_count);
    if (s->bones == NULL || s->slots == NULL) {
        cli_say("no memory");
        return false;
    }
    return true;
}

static void json_bone(json *j, const shown *s, int32_t bone)
{
    hone_affine2 m = hone_affine2_identity();
    (void)hone_rig_bone_transform(s->rig, bone, &m);
    json_break(j);
    json_begin_object(j, NULL);
    json_string(j, "name", s->rig->armature->bones[bone].name);
    json_floats(j, "matrix", (const float[6]){m.a, m.b, m.c, m.d, m.tx, m.ty}, 6);
    json_end_object(j);
}

static void json_slot(json *j, const shown *s, int32_t index)
{
    const hone_rig_slot *slot = &s->rig->armature->slots[index];
    int32_t attachment = hone_rig_attachment_of(s->rig, index);
    json_break(j);
    json_begin_object(j, NULL);
    json_string(j, "name", slot->name);
    json_integer(j, "attachment", attachment);
    json_string(j, "attachment_name", attachment < 0 ? NULL : slot->attachments[attachment].name);
    json_integer(j, "alpha", hone_rig_alpha_of(s->rig, index));
    json_string(j, "blend", slot->blend == HONE_BLEND_ADD ? "add" : "normal");
    json_integer(j, "draw_index", hone_rig_draw_index_of(s->rig, index));
    json_end_object(j);
}

bool cli_rig_json(json *j, const hone_rig *rig, const hone_rig_animation *animation, float frame,
                  const int32_t *bone_order, const int32_t *slot_order)
{
    const hone_armature *armature = rig->armature;
    shown s = {.animation = animation, .frame = frame, .rig = rig};
    bool placed = place_all(&s, bone_order, slot_order);
    if (placed) {
        json_begin_object(j, NULL);
        json_string(j, "kind", "rig");
        json_string(j, "armature", armature->name);
        json_string(j, "animation", animation == NULL ? NULL : animation->name);
        json_float(j, "frame", frame);
        json_begin_array(j, "bones");
        for (int32_t i = 0; i < armature->bone_count; i++) {
            json_bone(j, &s, s.bones[i]);
        }
        json_end_array(j);
        json_begin_array(j, "slots");
        for (int32_t i = 0; i < armature->slot_count; i++) {
            json_slot(j, &s, s.slots[i]);
        }
        json_end_array(j);
        json_end_object(j);
    }
    free(s.bones);
    free(s.slots);
    return placed;
}

static const char *escaped(const char *name, char buffer[256])
{
    text out = text_begin(buffer, 256);
    text_add_escaped(&out, name == NULL ? "" : name, name == NULL ? 0 : strlen(name));
    return buffer;
}

static void print_table(const shown *s, const char *path)
{
    const hone_armature *armature = s->rig->armature;
    char name[256];
    char other[256];
    (void)printf("%s, armature %s, ", cli_input_name(path), escaped(armature->name, name));
    if (s->animation == NULL) {
        (void)printf("bind pose\n");
    } else {
        (void)printf("animation %s, frame %g of %d\n", escaped(s->animation->name, name),
                     (double)s->frame, s->animation->duration);
    }
    (void)printf("%-32s %s\n", "bone", "matrix in the armature: a b c d tx ty");
    for (int32_t i = 0; i < armature->bone_count; i++) {
        hone_affine2 m = hone_affine2_identity();
        (void)hone_rig_bone_transform(s->rig, s->bones[i], &m);
        (void)printf("%-32s %8.5f %8.5f %8.5f %8.5f %10.3f %10.3f\n",
                     escaped(armature->bones[s->bones[i]].name, name), (double)m.a, (double)m.b,
                     (double)m.c, (double)m.d, (double)m.tx, (double)m.ty);
    }
    (void)printf("%-32s %5s %5s  %s\n", "slot", "drawn", "alpha", "shows");
    for (int32_t i = 0; i < armature->slot_count; i++) {
        const hone_rig_slot *slot = &armature->slots[s->slots[i]];
        int32_t attachment = hone_rig_attachment_of(s->rig, s->slots[i]);
        (void)printf(
            "%-32s %5" PRId32 " %5" PRId32 "  %s\n", escaped(slot->name, name),
            hone_rig_draw_index_of(s->rig, s->slots[i]), hone_rig_alpha_of(s->rig, s->slots[i]),
            attachment < 0 ? "nothing" : escaped(slot->attachments[attachment].name, other));
    }
}

// The frame of the moment; a moment after the end becomes the end, and that is said.
static float frame_of(const char *path, const hone_rig_animation *animation,
                      const cli_rig_moment *moment)
{
    double frame = !isnan(moment->frame)  ? moment->frame
                   : !isnan(moment->time) ? moment->time * (double)animation->frame_rate
                                          : 0.0;
    if (frame > (double)animation->duration) {
        cli_say("%s: warning: the animation ends at frame %d; that is shown", path,
                animation->duration);
        frame = (double)animation->duration;
    }
    return (float)frame;
}

static int print_pose(const char *path, const hone_rig_document *document,
                      const hone_rig_animation *animation, float frame, bool as_json)
{
    hone_rig rig = {0};
    if (!cli_rig_start(&rig, document->armature)) {
        return CLI_BAD_INPUT;
    }
    if (animation != NULL) {
        (void)hone_rig_pose(&rig, animation, frame, NULL);
    }
    bool fine;
    if (as_json) {
        json j = json_to(stdout);
        fine = cli_rig_json(&j, &rig, animation, frame, document->bone_order, document->slot_order);
        json_end(&j);
    } else {
        shown s = {.animation = animation, .frame = frame, .rig = &rig};
        fine = place_all(&s, document->bone_order, document->slot_order);
        if (fine) {
            print_table(&s, path);
        }
        free(s.bones);
        free(s.slots);
    }
    cli_rig_stop(&rig);
    return fine ? CLI_DONE : CLI_BAD_INPUT;
}

int cli_rig_pose(const cli_call *call, const cli_rig_moment *moment)
{
    const char *path = call->arguments[0];
    const hone_character_def def = {
        .armature = moment->armature, .skin = moment->skin, .pictures = HONE_PICTURES_NONE};
    hone_character *character = NULL;
    int status = cli_rig_load(path, &def, &character);
    if (status != CLI_DONE) {
        return status;
    }
    const hone_rig_animation *animation = NULL;
    float frame = 0.0f;
    bool found = true;
    if (moment->animation != NULL && !moment->rest) {
        animation = cli_rig_animation(call->command, character, moment->animation, &found);
    }
    if (animation != NULL) {
        frame = frame_of(path, animation, moment);
    } else if (found && !moment->rest && (!isnan(moment->frame) || !isnan(moment->time))) {
        cli_say("%s: warning: without --animation, the bind pose is shown", path);
    }
    status =
        found ? print_pose(path, character->rig, animation, frame, moment->json) : CLI_BAD_USAGE;
    hone_character_free(character);
    return status;
}
