// SPDX-License-Identifier: MIT
//
// Every shared DragonBones file against the poses of the official runtime: bones that no constraint
// touches, displays and draw order, in all animations that have a well-defined pose.
#include "format/json/json.h"

#include "hone/dragonbones.h"

#include "cmocka_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *shared_folder(void)
{
    const char *folder = getenv("HONE_SHARED");
    return folder != NULL ? folder : HONE_SOURCE_DIR "/../shared";
}

static char *read_whole(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    (void)fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)size + 1);
    *count = fread(bytes, 1, (size_t)size, file);
    (void)fclose(file);
    return bytes;
}

static double number_of(const json_value *value, double fallback)
{
    return json_is(value, JSON_NUMBER) ? value->as.number : fallback;
}

static const json_value *element(const json_value *array, int32_t index)
{
    json_iterator i = json_iterate(array);
    for (int32_t n = 0; n <= index; n++) {
        if (!json_next(&i)) {
            return NULL;
        }
    }
    return i.value;
}

static void text_of(const json_value *value, char *out, size_t capacity)
{
    (void)snprintf(out, capacity, "%.*s", json_is(value, JSON_STRING) ? (int)value->count : 0,
                   json_is(value, JSON_STRING) ? value->as.text : "");
}

// Marks the bones that a constraint moves, and all below them.
static void mark_constrained(const json_value *armature, const hone_armature *built, bool *marked)
{
    memset(marked, 0, 256);
    char name[128];
    static const char *const lists[] = {"ik", "path"};
    for (size_t l = 0; l < 2; l++) {
        for (json_iterator i = json_iterate(json_member(armature, lists[l])); json_next(&i);) {
            text_of(json_member(i.value, "bone"), name, sizeof name);
            int32_t bone = hone_rig_bone_index(built, name);
            if (bone >= 0) {
                marked[bone] = true;
                if (number_of(json_member(i.value, "chain"), 0.0) > 0.0 &&
                    built->bones[bone].parent != HONE_RIG_NO_PARENT) {
                    marked[built->bones[bone].parent] = true;
                }
            }
            for (json_iterator j = json_iterate(json_member(i.value, "bones")); json_next(&j);) {
                text_of(j.value, name, sizeof name);
                bone = hone_rig_bone_index(built, name);
                if (bone >= 0) {
                    marked[bone] = true;
                }
            }
        }
    }
    for (json_iterator i = json_iterate(json_member(armature, "bone")); json_next(&i);) {
        const json_value *type = json_member(i.value, "type");
        text_of(json_member(i.value, "name"), name, sizeof name);
        int32_t bone = hone_rig_bone_index(built, name);
        if (bone >= 0 && (json_text_is(type, "surface") || number_of(type, 0.0) == 1.0)) {
            marked[bone] = true;
        }
    }
    for (int32_t i = 0; i < built->bone_count; i++) {
        uint8_t parent = built->bones[i].parent;
        if (parent != HONE_RIG_NO_PARENT && marked[parent]) {
            marked[i] = true;
        }
    }
}

typedef struct tally {
    double worst_place, worst_linear, sum_place;
    int64_t count;
    int64_t displays, wrong_displays, orders, wrong_orders;
    char where[480];
    double size;
} tally;

static void compare_bones(const json_value *names, const json_value *sample, const hone_rig *rig,
                          const bool *marked, const char *where, tally *sum)
{
    const json_value *matrices = json_member(sample, "b");
    json_iterator name = json_iterate(names);
    for (json_iterator i = json_iterate(matrices); json_next(&i) && json_next(&name);) {
        char text[128];
        text_of(name.value, text, sizeof text);
        int32_t bone = hone_rig_bone_index(rig->armature, text);
        hone_affine2 m;
        if (bone < 0 || marked[bone] || !hone_rig_bone_transform(rig, bone, &m)) {
            continue;
        }
        double expected[6];
        bool numbers = true;
        for (int32_t k = 0; k < 6; k++) {
            const json_value *number = element(i.value, k);
            numbers = numbers && json_is(number, JSON_NUMBER);
            expected[k] = number_of(number, 0.0);
        }
        if (!numbers) {
            continue;
        }
        const double ours[6] = {(double)m.a, (double)m.b,  (double)m.c,
                                (double)m.d, (double)m.tx, (double)m.ty};
        double linear = 0.0, place = 0.0;
        for (int32_t k = 0; k < 6; k++) {
            double off = fabs(ours[k] - expected[k]);
            if (k < 4) {
                linear = fmax(linear, off);
            } else {
                place = fmax(place, off);
            }
        }
        sum->count++;
        sum->sum_place += place;
        if ((place > 1.0 || linear > 0.01) && getenv("HONE_SAY") != NULL) {
            printf("  %s bone %s: %.3f %.4f\n", where, text, place, linear);
        }
        sum->worst_linear = fmax(sum->worst_linear, linear);
        if (place > sum->worst_place) {
            sum->worst_place = place;
            (void)snprintf(sum->where, sizeof sum->where, "%s bone %s", where, text);
        }
    }
}

static void compare_slots(const json_value *names, const json_value *sample, const hone_rig *rig,
                          const char *where, tally *sum)
{
    const json_value *displays = json_member(sample, "d");
    const json_value *places = json_member(sample, "z");
    json_iterator name = json_iterate(names);
    json_iterator place = json_iterate(places);
    for (json_iterator i = json_iterate(displays); json_next(&i) && json_next(&name);) {
        char text[128];
        text_of(name.value, text, sizeof text);
        int32_t slot = hone_rig_slot_index(rig->armature, text);
        if (json_is(i.value, JSON_NUMBER)) {
            sum->displays++;
            if (hone_rig_attachment_of(rig, slot) != (int32_t)i.value->as.number) {
                sum->wrong_displays++;
                if (sum->wrong_displays < 4) {
                    printf("  display of %s at %s: %d, expected %g\n", text, where,
                           (int)hone_rig_attachment_of(rig, slot), i.value->as.number);
                }
            }
        }
        if (places != NULL && json_next(&place)) {
            sum->orders++;
            sum->wrong_orders +=
                hone_rig_draw_index_of(rig, slot) != (int32_t)place.value->as.number;
        }
    }
}

static void compare_animation(const json_value *reference, const json_value *animation,
                              const hone_rig_document *document, const hone_rig_animation *ours,
                              double frame_rate, const bool *marked, const char *where, tally *sum)
{
    size_t bytes = hone_rig_bytes(document->armature);
    void *memory = malloc(bytes);
    hone_rig rig;
    assert_true(hone_rig_init(&rig, document->armature, memory, bytes));
    for (json_iterator i = json_iterate(json_member(animation, "samples")); json_next(&i);) {
        double current = number_of(json_member(i.value, "cur"), 0.0);
        // The reference rounds times to 1e-4 s; its samples lie at quarters of frames or at the
        // end.
        double quarters = current * frame_rate * 4.0;
        double whole = floor(quarters + 0.5);
        float frame = (float)((fabs(quarters - whole) < 0.02 ? whole : quarters) / 4.0);
        char place[320];
        (void)snprintf(place, sizeof place, "%s frame %g", where, (double)frame);
        assert_true(hone_rig_pose(&rig, ours, frame, NULL));
        compare_bones(json_member(reference, "bones"), i.value, &rig, marked, place, sum);
        compare_slots(json_member(reference, "slots"), i.value, &rig, place, sum);
    }
    free(memory);
}

static const json_value *named(const json_value *list, const char *name)
{
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        if (json_text_is(json_member(i.value, "name"), name)) {
            return i.value;
        }
    }
    return NULL;
}

static void compare_armature(const hone_dragonbones *file, const json_value *source,
                             const json_value *reference, const char *name, tally *sum)
{
    hone_rig_document *document;
    hone_error error;
    hone_dragonbones_def def = {.armature = name};
    hone_status status = hone_dragonbones_build(file, &def, NULL, &document, &error);
    if (status != HONE_OK) {
        char text[300];
        (void)hone_error_text(&error, text, sizeof text);
        fail_msg("%s", text);
    }
    bool marked[256];
    mark_constrained(named(json_member(source, "armature"), name), document->armature, marked);
    double frame_rate = number_of(json_member(reference, "frameRate"), 24.0);
    for (json_iterator i = json_iterate(json_member(reference, "animations")); json_next(&i);) {
        char animation[128], where[280];
        text_of(i.key, animation, sizeof animation);
        if (json_member(i.value, "spread") != NULL) {
            continue;
        }
        const hone_rig_animation *ours = NULL;
        for (int32_t k = 0; k < document->animation_count; k++) {
            if (strcmp(document->animations[k].name, animation) == 0) {
                ours = &document->animations[k];
            }
        }
        assert_non_null(ours);
        (void)snprintf(where, sizeof where, "%s/%s", name, animation);
        compare_animation(reference, i.value, document, ours, frame_rate, marked, where, sum);
    }
    for (int32_t i = 0; i < document->warnings.count; i++) {
        printf("  warning: %s (%d)\n", document->warnings.items[i].message,
               (int)document->warnings.items[i].count);
    }
    hone_rig_document_free(document);
}

static void compare_file(const char *name)
{
    char path[512];
    size_t reference_bytes = 0;
    size_t source_bytes = 0;
    (void)snprintf(path, sizeof path, "%s/data/dragonbones/reference/%s.json", shared_folder(),
                   name);
    char *reference_text = read_whole(path, &reference_bytes);
    (void)snprintf(path, sizeof path, "%s/data/dragonbones/%s/%s_ske.json", shared_folder(), name,
                   name);
    char *source_text = read_whole(path, &source_bytes);
    assert_non_null(reference_text);
    assert_non_null(source_text);
    json_document reference, source;
    hone_error error;
    assert_int_equal(
        json_read(reference_text, reference_bytes, name, NULL, NULL, &reference, &error), HONE_OK);
    assert_int_equal(json_read(source_text, source_bytes, name, NULL, NULL, &source, &error),
                     HONE_OK);
    hone_dragonbones *file;
    hone_status status =
        hone_dragonbones_read(source_text, source_bytes, path, NULL, &file, &error);
    if (status != HONE_OK) {
        char text[300];
        (void)hone_error_text(&error, text, sizeof text);
        fail_msg("%s", text);
    }
    tally sum = {0};
    for (json_iterator i = json_iterate(json_member(json_root(&reference), "armatures"));
         json_next(&i);) {
        char armature[128];
        text_of(i.key, armature, sizeof armature);
        compare_armature(file, json_root(&source), i.value, armature, &sum);
    }
    printf(
        "%-18s place max %.4f mean %.5f (%s), linear max %.5f, %lld bones; displays %lld wrong of "
        "%lld, orders %lld of %lld\n",
        name, sum.worst_place, sum.count > 0 ? sum.sum_place / (double)sum.count : 0.0, sum.where,
        sum.worst_linear, (long long)sum.count, (long long)sum.wrong_displays,
        (long long)sum.displays, (long long)sum.wrong_orders, (long long)sum.orders);
    hone_dragonbones_free(file);
    json_free(&reference);
    json_free(&source);
    free(reference_text);
    free(source_text);
}

static void poses_are_those_of_the_official_runtime(void **state)
{
    (void)state;
    static const char *const files[] = {
        "dragon_boy",  "mecha_1004d",   "mecha_1406",    "mecha_1502b", "mecha_2903",
        "weapon_1000", "knight_45",     "swords_man_45", "ubbie_45",    "effect",
        "long_dragon", "synth_inherit", "synth_slot",    "synth_tween", "synth_constraint",
        "synth_56",    "shizuku_56"};
    char path[512];
    (void)snprintf(path, sizeof path, "%s/data/dragonbones/reference/dragon_boy.json",
                   shared_folder());
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        printf("skipped: no shared data\n");
        skip();
    }
    (void)fclose(file);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        compare_file(files[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_those_of_the_official_runtime),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
