// SPDX-License-Identifier: MIT
//
// Every shared DragonBones file against the poses of the official runtime: bones that no constraint
// touches, displays and draw order, in all animations that have a well-defined pose.
#include "oracle.h"

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

static const json_value *named(const json_value *list, const json_value *name)
{
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        const json_value *own = json_member(i.value, "name");
        if (json_is(name, JSON_STRING) && json_is(own, JSON_STRING) && own->count == name->count &&
            memcmp(own->as.text, name->as.text, own->count) == 0) {
            return i.value;
        }
    }
    return NULL;
}

// Marks the bones that a constraint moves or a surface carries, and all below them: their place
// in the file's order.
static void mark_constrained(const oracle *o, bool *marked)
{
    memset(marked, 0, (size_t)o->count * sizeof *marked);
    static const char *const lists[] = {"ik", "path"};
    for (size_t l = 0; l < 2; l++) {
        for (json_iterator i = json_iterate(json_member(o->armature, lists[l])); json_next(&i);) {
            int32_t bone = oracle_find(o, json_member(i.value, "bone"));
            if (bone >= 0) {
                marked[bone] = true;
                if (number_of(json_member(i.value, "chain"), 0.0) > 0.0 &&
                    o->bones[bone].parent >= 0) {
                    marked[o->bones[bone].parent] = true;
                }
            }
            // The runtime keeps the bone that carries a path as it is in the bind pose.
            const json_value *rail =
                named(json_member(o->armature, "slot"), json_member(i.value, "target"));
            bone = oracle_find(o, json_member(rail, "parent"));
            if (l == 1 && bone >= 0) {
                marked[bone] = true;
            }
            for (json_iterator j = json_iterate(json_member(i.value, "bones")); json_next(&j);) {
                bone = oracle_find(o, j.value);
                if (bone >= 0) {
                    marked[bone] = true;
                }
            }
        }
    }
    int32_t index = 0;
    for (json_iterator i = json_iterate(json_member(o->armature, "bone")); json_next(&i); index++) {
        const json_value *type = json_member(i.value, "type");
        if (json_text_is(type, "surface") || number_of(type, 0.0) == 1.0) {
            marked[index] = true;
        }
    }
    for (int32_t round = 0; round < o->count; round++) {
        for (int32_t i = 0; i < o->count; i++) {
            if (o->bones[i].parent >= 0 && marked[o->bones[i].parent]) {
                marked[i] = true;
            }
        }
    }
}

// The distance of two matrices: of the places, and the largest of the linear parts.
typedef struct distance {
    double place, linear;
} distance;

static distance between(const oracle_matrix *m, const oracle_matrix *n)
{
    return (distance){
        fmax(fabs(m->tx - n->tx), fabs(m->ty - n->ty)),
        fmax(fmax(fabs(m->a - n->a), fabs(m->b - n->b)),
             fmax(fabs(m->c - n->c), fabs(m->d - n->d))),
    };
}

typedef struct tally {
    distance worst;        // of ours from the runtime
    distance worst_exact;  // of ours from the exact evaluation
    distance worst_habits; // of the evaluation with the runtime's habits from the runtime
    distance allowed;      // the most that the runtime's habits differ from the exact evaluation
    double sum;
    int64_t count, beyond, segments, ended, trees, foreign, failures;
    int64_t displays, orders, alphas;
    char where[480];
} tally;

static void keep_worst(distance *worst, distance d)
{
    worst->place = fmax(worst->place, d.place);
    worst->linear = fmax(worst->linear, d.linear);
}

static bool reference_matrix(const json_value *list, oracle_matrix *out)
{
    double numbers[6];
    for (int32_t k = 0; k < 6; k++) {
        const json_value *value = element(list, k);
        if (!json_is(value, JSON_NUMBER)) {
            return false; // "NaN": bones past the end of a path
        }
        numbers[k] = value->as.number;
    }
    *out = (oracle_matrix){numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]};
    return true;
}

static void fail_bone(tally *sum, const char *what, const char *where, const char *bone, distance d)
{
    if (sum->failures++ < 8) {
        printf("  %s: %s bone %s: place %.4f, linear %.5f\n", what, where, bone, d.place, d.linear);
    }
}

// What is compared, and how near it has to be.
typedef struct comparison {
    const json_value *names; // of the bones, in the reference's order
    const hone_rig *rig;
    const bool *marked;
    const oracle *exact, *habits; // both posed at the sample's time
    const char *where;
    distance limit;
    double unit; // the reference's last digit
} comparison;

static void compare_bones(const comparison *c, const json_value *sample, tally *sum)
{
    json_iterator name = json_iterate(c->names);
    for (json_iterator i = json_iterate(json_member(sample, "b"));
         json_next(&i) && json_next(&name);) {
        char text[128];
        text_of(name.value, text, sizeof text);
        int32_t place = oracle_find(c->exact, name.value);
        int32_t bone = hone_rig_bone_index(c->rig->armature, text);
        oracle_matrix expected;
        hone_affine2 m;
        assert_true(place >= 0);
        assert_true(hone_rig_bone_transform(c->rig, bone, &m));
        if (c->marked[place] || !reference_matrix(i.value, &expected)) {
            continue;
        }
        const oracle_matrix ours = {(double)m.a, (double)m.b,  (double)m.c,
                                    (double)m.d, (double)m.tx, (double)m.ty};
        const oracle_matrix *exact = &c->exact->bones[place].world;
        const oracle_matrix *habits = &c->habits->bones[place].world;
        // The runtime's habits are understood: what is then left is its printed digits.
        distance understood = between(habits, &expected);
        bool comparable = !c->exact->bones[place].many_segments;
        sum->segments += !comparable;
        if (comparable) {
            keep_worst(&sum->worst_habits, understood);
        }
        if (comparable && (understood.place > 0.01 || understood.linear > 0.002)) {
            fail_bone(sum, "the runtime has another habit", c->where, text, understood);
        }
        if (c->exact->bones[place].beyond_q12) {
            sum->beyond++;
            continue;
        }
        distance from_exact = between(&ours, exact);
        distance from_runtime = between(&ours, &expected);
        distance allowed = between(exact, habits);
        keep_worst(&sum->allowed, allowed);
        keep_worst(&sum->worst_exact, from_exact);
        if (from_exact.place > c->limit.place || from_exact.linear > c->limit.linear) {
            fail_bone(sum, "not exact", c->where, text, from_exact);
        }
        sum->count++;
        if (!comparable) {
            continue;
        }
        if (from_runtime.place > c->limit.place + allowed.place ||
            from_runtime.linear > c->limit.linear + allowed.linear) {
            fail_bone(sum, "not as the runtime", c->where, text, from_runtime);
        }
        sum->sum += from_runtime.place;
        if (from_runtime.place > sum->worst.place) {
            (void)snprintf(sum->where, sizeof sum->where, "%s bone %s", c->where, text);
        }
        keep_worst(&sum->worst, from_runtime);
    }
}

// Half a step of ours, and the runtime's easing in hundredths.
static const double alpha_limit = 0.5 + 0.005 * 255.0;

static void compare_alpha(const json_value *colors, int32_t index, const hone_rig *rig,
                          int32_t slot, const char *where, tally *sum)
{
    char key[16];
    (void)snprintf(key, sizeof key, "%d", (int)index);
    const json_value *color = json_member(colors, key);
    double alpha = color == NULL ? 1.0 : number_of(element(color, 0), 1.0);
    alpha = alpha < 0.0 ? 0.0 : alpha > 1.0 ? 1.0 : alpha;
    sum->alphas++;
    if (fabs(hone_rig_alpha_of(rig, slot) - alpha * 255.0) > alpha_limit && sum->failures++ < 8) {
        printf("  alpha of slot %d at %s: %d, expected %.2f\n", (int)index, where,
               (int)hone_rig_alpha_of(rig, slot), alpha * 255.0);
    }
}

static void compare_slots(const json_value *names, const json_value *sample, const hone_rig *rig,
                          const char *where, bool displays_only, tally *sum)
{
    const json_value *places = json_member(sample, "z");
    json_iterator name = json_iterate(names);
    json_iterator place = json_iterate(places);
    int32_t index = 0;
    for (json_iterator i = json_iterate(json_member(sample, "d"));
         json_next(&i) && json_next(&name); index++) {
        char text[128];
        text_of(name.value, text, sizeof text);
        int32_t slot = hone_rig_slot_index(rig->armature, text);
        assert_true(json_is(i.value, JSON_NUMBER));
        sum->displays++;
        if (hone_rig_attachment_of(rig, slot) != (int32_t)i.value->as.number &&
            sum->failures++ < 8) {
            printf("  display of %s at %s: %d, expected %g\n", text, where,
                   (int)hone_rig_attachment_of(rig, slot), i.value->as.number);
        }
        if (displays_only) {
            continue;
        }
        compare_alpha(json_member(sample, "c"), index, rig, slot, where, sum);
        int32_t expected = index; // the file's order
        if (places != NULL) {
            assert_true(json_next(&place));
            expected = (int32_t)place.value->as.number;
        }
        sum->orders++;
        if (hone_rig_draw_index_of(rig, slot) != expected && sum->failures++ < 8) {
            printf("  place of %s at %s: %d, expected %d\n", text, where,
                   (int)hone_rig_draw_index_of(rig, slot), (int)expected);
        }
    }
}

// Frames since the start. The reference rounds its times to `unit`; they lie at quarters of frames
// (of unstretched time) or 3 ms after 1.3 times the duration.
static double exact_frames(const json_value *animation, double t, double frame_rate, double unit)
{
    double stretch = number_of(json_member(animation, "scale"), 1.0);
    double quarters = t * frame_rate * 4.0;
    double whole = floor(quarters + 0.5);
    double late = 1.3 * number_of(json_member(animation, "frames"), 0.0) / frame_rate + 0.003;
    if (fabs(t - late) < 0.51 * unit) {
        t = late;
    } else if (fabs(quarters - whole) < 4.0 * 0.51 * unit * frame_rate) {
        t = whole / 4.0 / frame_rate;
    }
    return t * frame_rate / (stretch > 0.0 ? stretch : 1.0);
}

// Whether tracks of 5.6 that the rig has no place for (z index, alpha of bones) play.
static bool has_foreign_tracks(const json_value *animation)
{
    bool found = false;
    for (json_iterator i = json_iterate(json_member(animation, "timeline")); json_next(&i);) {
        double type = number_of(json_member(i.value, "type"), 0.0);
        found = found || type == 23.0 || type == 60.0;
    }
    return found;
}

static void compare_animation(comparison c, const json_value *reference,
                              const json_value *animation, const json_value *source,
                              const hone_rig_document *document, const hone_rig_animation *ours,
                              oracle *exact, oracle *habits, tally *sum)
{
    size_t bytes = hone_rig_bytes(document->armature);
    void *memory = malloc(bytes);
    hone_rig rig;
    assert_true(hone_rig_init(&rig, document->armature, memory, bytes));
    double frame_rate = number_of(json_member(reference, "frameRate"), 24.0);
    const json_value *type = json_member(source, "type");
    bool tree = json_text_is(type, "tree") || json_text_is(type, "node");
    bool foreign = has_foreign_tracks(source);
    const char *animation_name = c.where;
    for (json_iterator i = json_iterate(json_member(animation, "samples")); json_next(&i);) {
        double frames =
            exact_frames(animation, number_of(json_member(i.value, "t"), 0.0), frame_rate, c.unit);
        double current = number_of(json_member(i.value, "cur"), 0.0) * frame_rate;
        double frame = frames;
        if (number_of(json_member(animation, "playTimes"), 1.0) != 1.0 && ours->duration > 0) {
            frame = fmod(frames, ours->duration);
        }
        frame = fmin(frame, ours->duration);
        if (fabs(frame - current) > c.unit * frame_rate) {
            sum->ended++; // it came to its end, and an action or the last play took over
            continue;
        }
        char place[320];
        (void)snprintf(place, sizeof place, "%s frame %g", animation_name, frame);
        c.where = place;
        c.rig = &rig;
        oracle_pose(exact, source, frames, ORACLE_EXACT);
        oracle_pose(habits, source, frames, ORACLE_RUNTIME);
        assert_true(hone_rig_pose(&rig, ours, (float)frame, NULL));
        sum->foreign += foreign;
        if (tree) {
            sum->trees++;
        } else {
            compare_bones(&c, i.value, sum);
        }
        compare_slots(json_member(reference, "slots"), i.value, &rig, place, tree || foreign, sum);
    }
    free(memory);
}

static void compare_armature(const hone_dragonbones *file, const json_value *source,
                             const json_value *reference, const json_value *key, double unit,
                             tally *sum)
{
    hone_rig_document *document;
    hone_error error;
    char name[128];
    text_of(key, name, sizeof name);
    hone_dragonbones_def def = {.armature = name};
    hone_status status = hone_dragonbones_build(file, &def, NULL, &document, &error);
    if (status != HONE_OK) {
        char text[300];
        (void)hone_error_text(&error, text, sizeof text);
        fail_msg("%s", text);
    }
    const json_value *armature = named(json_member(source, "armature"), key);
    oracle exact = oracle_new(armature);
    oracle habits = oracle_new(armature);
    bool *marked = calloc((size_t)exact.count + 1, sizeof *marked);
    mark_constrained(&exact, marked);
    oracle_pose(&exact, NULL, 0.0, ORACLE_EXACT);
    double low[2] = {0.0, 0.0}, high[2] = {0.0, 0.0};
    for (int32_t i = 0; i < exact.count; i++) {
        const double at[2] = {exact.bones[i].world.tx, exact.bones[i].world.ty};
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], at[k]);
            high[k] = fmax(high[k], at[k]);
        }
    }
    double size = fmax(high[0] - low[0], high[1] - low[1]);
    comparison c = {.names = json_member(reference, "bones"),
                    .marked = marked,
                    .exact = &exact,
                    .habits = &habits,
                    .limit = {fmax(0.05, 1e-4 * size), 0.003},
                    .unit = unit};
    for (json_iterator i = json_iterate(json_member(reference, "animations")); json_next(&i);) {
        char animation[128], where[280];
        text_of(i.key, animation, sizeof animation);
        if (json_member(i.value, "spread") != NULL) {
            continue; // the official pose depends on the length of its steps
        }
        const hone_rig_animation *ours = NULL;
        for (int32_t k = 0; k < document->animation_count; k++) {
            if (strcmp(document->animations[k].name, animation) == 0) {
                ours = &document->animations[k];
            }
        }
        assert_non_null(ours);
        (void)snprintf(where, sizeof where, "%s/%s", name, animation);
        c.where = where;
        compare_animation(c, reference, i.value, named(json_member(armature, "animation"), i.key),
                          document, ours, &exact, &habits, sum);
    }
    for (int32_t i = 0; i < document->warnings.count; i++) {
        printf("  warning: %s (%d)\n", document->warnings.items[i].message,
               (int)document->warnings.items[i].count);
    }
    free(marked);
    oracle_free(&exact);
    oracle_free(&habits);
    hone_rig_document_free(document);
}

static void compare_file(const char *name, double unit)
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
        compare_armature(file, json_root(&source), i.value, i.key, unit, &sum);
    }
    printf("%-16s %lld bones: from the runtime max %.4f mean %.5f (%s), linear %.5f; from exact "
           "%.4f, %.5f; the runtime from exact %.3f, %.4f; its habits %.4f, %.5f\n",
           name, (long long)sum.count, sum.worst.place,
           sum.count > 0 ? sum.sum / (double)sum.count : 0.0, sum.where, sum.worst.linear,
           sum.worst_exact.place, sum.worst_exact.linear, sum.allowed.place, sum.allowed.linear,
           sum.worst_habits.place, sum.worst_habits.linear);
    printf("%16s equal: %lld displays, %lld alphas, %lld places in the draw order; left out: %lld "
           "bones beyond Q12, %lld of curves that the runtime misreads, %lld samples after the "
           "end, %lld of blend trees, %lld with tracks of z index or alpha of bones\n",
           "", (long long)sum.displays, (long long)sum.alphas, (long long)sum.orders,
           (long long)sum.beyond, (long long)sum.segments, (long long)sum.ended,
           (long long)sum.trees, (long long)sum.foreign);
    hone_dragonbones_free(file);
    json_free(&reference);
    json_free(&source);
    free(reference_text);
    free(source_text);
    assert_int_equal(sum.failures, 0);
}

static void poses_are_those_of_the_official_runtime(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double unit;
    } files[] = {{"dragon_boy", 1e-4},  {"mecha_1004d", 1e-4},   {"mecha_1406", 1e-4},
                 {"mecha_1502b", 1e-4}, {"mecha_2903", 1e-3},    {"weapon_1000", 1e-4},
                 {"knight_45", 1e-4},   {"swords_man_45", 1e-3}, {"ubbie_45", 1e-4},
                 {"effect", 1e-4},      {"long_dragon", 1e-4},   {"synth_inherit", 1e-4},
                 {"synth_slot", 1e-4},  {"synth_tween", 1e-4},   {"synth_constraint", 1e-4},
                 {"synth_56", 1e-4},    {"shizuku_56", 1e-3}};
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
        compare_file(files[i].name, files[i].unit);
    }
}

static void
the_seed_character_is_within_a_twentieth_of_a_pixel_of_the_exact_evaluation(void **state)
{
    (void)state;
    char path[512];
    size_t bytes = 0;
    (void)snprintf(path, sizeof path, "%s/data/dragonbones/rgb_chan/rgb_chan_ske.json",
                   shared_folder());
    char *text = read_whole(path, &bytes);
    if (text == NULL) {
        printf("skipped: no shared data\n");
        skip();
    }
    json_document source;
    hone_dragonbones *file;
    hone_rig_document *document;
    assert_int_equal(json_read(text, bytes, path, NULL, NULL, &source, NULL), HONE_OK);
    assert_int_equal(hone_dragonbones_read(text, bytes, path, NULL, &file, NULL), HONE_OK);
    assert_int_equal(hone_dragonbones_build(file, NULL, NULL, &document, NULL), HONE_OK);
    const json_value *armature = element(json_member(json_root(&source), "armature"), 0);
    const json_value *animation = element(json_member(armature, "animation"), 0);
    oracle o = oracle_new(armature);
    size_t memory_bytes = hone_rig_bytes(document->armature);
    void *memory = malloc(memory_bytes);
    hone_rig rig;
    assert_true(hone_rig_init(&rig, document->armature, memory, memory_bytes));
    distance worst = {0.0, 0.0};
    double sum = 0.0;
    int32_t count = 0;
    for (int32_t eighth = 0; eighth < document->animations[0].duration * 8; eighth++) {
        oracle_pose(&o, animation, eighth / 8.0, ORACLE_EXACT);
        assert_true(hone_rig_pose(&rig, &document->animations[0], (float)eighth / 8.0f, NULL));
        for (int32_t i = 0; i < o.count; i++) {
            hone_affine2 m;
            char name[128];
            text_of(o.bones[i].name, name, sizeof name);
            assert_true(
                hone_rig_bone_transform(&rig, hone_rig_bone_index(document->armature, name), &m));
            const oracle_matrix ours = {(double)m.a, (double)m.b,  (double)m.c,
                                        (double)m.d, (double)m.tx, (double)m.ty};
            distance d = between(&ours, &o.bones[i].world);
            keep_worst(&worst, d);
            sum += d.place;
            count++;
        }
    }
    printf("rgb_chan: %d bones: from exact max %.4f mean %.5f, linear %.5f\n", (int)count,
           worst.place, sum / count, worst.linear);
    assert_true(count > 10000);
    assert_true(worst.place <= 0.05);
    assert_true(worst.linear <= 0.001);
    free(memory);
    oracle_free(&o);
    hone_rig_document_free(document);
    hone_dragonbones_free(file);
    json_free(&source);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_those_of_the_official_runtime),
        cmocka_unit_test(
            the_seed_character_is_within_a_twentieth_of_a_pixel_of_the_exact_evaluation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
