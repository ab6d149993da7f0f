// SPDX-License-Identifier: MIT
//
// Edits keep poses: whatever is done to channels and rates, the figure stands where it stood.
// Poses are those of the library's clip, sampling and model space.
#include "bvh_test.h"

#include <math.h>

// Poses of a document, ready to be asked for.
typedef struct poser {
    const hone_bvh *bvh;
    hone_clip *clip;
    hone_pose pose;
    hone_affine3 *model;
} poser;

static poser poser_open(const hone_bvh *bvh)
{
    poser p = {.bvh = bvh};
    assert_int_equal(hone_bvh_clip(bvh, NULL, &p.clip, NULL), HONE_OK);
    assert_int_equal(hone_pose_create(bvh->skeleton->bone_count, NULL, &p.pose, NULL), HONE_OK);
    p.model = calloc((size_t)bvh->skeleton->bone_count, sizeof *p.model);
    assert_non_null(p.model);
    return p;
}

static void poser_close(poser *p)
{
    hone_bvh_clip_free(p->clip);
    hone_pose_destroy(&p->pose, NULL);
    free(p->model);
}

static const hone_affine3 *pose_at(poser *p, double time_s)
{
    const hone_skeleton *s = p->bvh->skeleton;
    assert_true(hone_clip_sample(p->clip, s, time_s, &p->pose));
    assert_true(hone_pose_to_model(s, &p->pose, NULL, p->model, s->bone_count));
    return p->model;
}

// The largest difference of any matrix entry at a moment; side -1 mirrors what b says.
static double pose_difference(poser *a, double time_a, poser *b, double time_b, double side,
                              double scale)
{
    const hone_affine3 *x = pose_at(a, time_a);
    const hone_affine3 *y = pose_at(b, time_b);
    double most = 0.0;
    for (int32_t i = 0; i < a->bvh->skeleton->bone_count; i++) {
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 4; c++) {
                double sign = (r == 0 ? side : 1.0) * (c == 0 ? side : 1.0);
                double want = (double)x[i].m[r][c] * sign * (c == 3 ? scale : 1.0);
                double d = fabs(want - (double)y[i].m[r][c]) / (c == 3 ? scale : 1.0);
                most = d > most ? d : most;
            }
        }
    }
    return most;
}

static hone_bvh *edit(const hone_bvh *bvh, hone_bvh_edit_def def)
{
    hone_bvh *out = NULL;
    hone_error error;
    if (hone_bvh_edit(bvh, &def, NULL, &out, &error) != HONE_OK) {
        fail_msg("%s", error.message);
    }
    return out;
}

// A take with turns all round, gimbal poses, six-channel joints, a hinge and a ZXZ joint.
static hone_bvh *lively(void)
{
    static char text[200000];
    char *at = text;
    at += sprintf(at, "HIERARCHY\n" TREE_ROOT
                      "JOINT LeftArm\n{\nOFFSET 5 6 0\nCHANNELS 6 Xposition Yposition Zposition "
                      "Yrotation Xrotation Zrotation\nJOINT LeftHand\n{\nOFFSET 3 0 1\nCHANNELS 1 "
                      "Xrotation\nEnd Site\n{\nOFFSET 1 1 1\n}\n}\n}\n"
                      "JOINT RightArm\n{\nOFFSET -5 6 0\nCHANNELS 3 Zrotation Xrotation Zrotation\n"
                      "JOINT RightHand\n{\nOFFSET -3 0 1\nCHANNELS 3 Xrotation Yrotation "
                      "Zrotation\nEnd Site\n{\nOFFSET -1 1 1\n}\n}\n}\n}\n"
                      "MOTION\nFrames: 200\nFrame Time: 0.01\n");
    for (int i = 0; i < 200; i++) {
        double t = i * 0.01;
        at += sprintf(at, "%f %f %f %f %f %f ", 10 * t, 90 + t, -t, 500 * t, 80 * sin(3 * t),
                      -300 * t);
        at +=
            sprintf(at, "5 6 0.5 %f %f %f ", 700 * t, i % 50 == 0 ? 90.0 : 90 * sin(5 * t), 20 * t);
        at += sprintf(at, "%f ", 60 * sin(9 * t));
        at += sprintf(at, "%f %f %f ", 100 * t, 40 * cos(t), -70 * t);
        at += sprintf(at, "%f %f %f\n", 33 * t, i % 20 == 0 ? -90.0 : -50 * t, 250 * sin(t));
    }
    return read_good(text, (size_t)(at - text), NULL);
}

static void nothing_to_change_gives_the_same(void **state)
{
    (void)state;
    hone_bvh *a = lively();
    hone_bvh *b = edit(a, (hone_bvh_edit_def){0});
    assert_true(same_content(a, b));
    assert_true(same_names(a->skeleton, b->skeleton));
    assert_int_equal(b->warnings.count, 0);
    hone_bvh_free(b);
    hone_bvh_free(a);
}

static void every_order_keeps_every_pose(void **state)
{
    (void)state;
    static const int32_t axes[7][3] = {{0, 0, 0}, {3, 4, 5}, {3, 5, 4}, {4, 3, 5},
                                       {4, 5, 3}, {5, 3, 4}, {5, 4, 3}};
    hone_bvh *a = lively();
    poser pa = poser_open(a);
    for (int order = HONE_BVH_ORDER_XYZ; order <= HONE_BVH_ORDER_ZYX; order++) {
        hone_bvh *b = edit(a, (hone_bvh_edit_def){.order = (hone_bvh_order)order});
        assert_int_equal(b->channel_count, 3 * 5 + 6);
        for (int32_t i = 0; i < b->channel_count; i++) {
            if ((int32_t)b->channels[i].kind >= 3) {
                int32_t place = 0;
                while (i > place && b->channels[i - place - 1].bone == b->channels[i].bone &&
                       (int32_t)b->channels[i - place - 1].kind >= 3) {
                    place++;
                }
                assert_int_equal(b->channels[i].kind, axes[order][place]);
            }
        }
        poser pb = poser_open(b);
        double worst = 0.0;
        for (int i = 0; i < 200; i++) {
            double d = pose_difference(&pa, i * 0.01, &pb, i * 0.01, 1.0, 1.0);
            worst = d > worst ? d : worst;
        }
        print_message("order %d: %.1e\n", order, worst);
        assert_true(worst < 1e-4); // of coordinates near 100
        poser_close(&pb);
        hone_bvh_free(b);
    }
    poser_close(&pa);
    hone_bvh_free(a);
}

// Neighbouring frames of the reordered file stay near each other even where the original passes
// 180 degrees, but for gimbal poses.
static void reordered_curves_do_not_jump_by_whole_turns(void **state)
{
    (void)state;
    static char text[20000];
    char *at = text + sprintf(text, "HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation "
                                    "Xrotation Yrotation\n}\nMOTION\nFrames: 400\nFrame Time: 1\n");
    for (int i = 0; i < 400; i++) {
        at += sprintf(at, "%d 20 30\n", 5 * i);
    }
    hone_bvh *a = read_good(text, (size_t)(at - text), NULL);
    hone_bvh *b = edit(a, (hone_bvh_edit_def){.order = HONE_BVH_ORDER_XYZ});
    for (int i = 3; i < 1200; i++) {
        assert_true(fabsf(b->values[i] - b->values[i - 3]) < 10.0f);
    }
    assert_true(fabsf(b->values[399 * 3 + 2] - 1995.0f) < 90.0f);
    hone_bvh_free(b);
    hone_bvh_free(a);
}

// The middle angle passes 90 degrees, where the plain answer would turn the others round.
static void the_same_order_gives_the_same_angles(void **state)
{
    (void)state;
    static char text[20000];
    char *at = text + sprintf(text, "HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation "
                                    "Xrotation Yrotation\n}\nMOTION\nFrames: 100\nFrame Time: 1\n");
    for (int i = 0; i < 100; i++) {
        at += sprintf(at, "%d %d %d\n", 2 * i, 4 * i + 1, 20 - i);
    }
    hone_bvh *a = read_good(text, (size_t)(at - text), NULL);
    hone_bvh *b = edit(a, (hone_bvh_edit_def){.order = HONE_BVH_ORDER_ZXY});
    for (int i = 0; i < 300; i++) {
        assert_true(fabsf(a->values[i] - b->values[i]) < 1e-3f);
    }
    hone_bvh_free(b);
    hone_bvh_free(a);
}

static void names_are_exchanged_only_in_pairs(void **state)
{
    (void)state;
    const char *text = "HIERARCHY\nROOT LeftArm\n{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT LeftArm\n{\n"
                       "OFFSET 1 0 0\nCHANNELS 0\n}\nJOINT RightArm\n{\nOFFSET -1 0 0\n"
                       "CHANNELS 0\n}\n}\n";
    hone_bvh *a = read_good(text, strlen(text), NULL);
    hone_bvh *b = edit(a, (hone_bvh_edit_def){.mirror = true});
    assert_string_equal(b->skeleton->names[0], "RightArm");
    assert_string_equal(b->skeleton->names[1], "LeftArm");
    assert_string_equal(b->skeleton->names[2], "LeftArm");
    hone_bvh_free(b);
    hone_bvh_free(a);
}

static void frames_are_chosen_as_asked(void **state)
{
    (void)state;
    hone_bvh *a = lively();
    hone_bvh *b = edit(a, (hone_bvh_edit_def){.first_frame = 1});
    assert_int_equal(b->frame_count, 199);
    assert_memory_equal(b->values, a->values + a->channel_count,
                        (size_t)(199 * a->channel_count) * sizeof(float));
    hone_bvh_free(b);
    b = edit(a, (hone_bvh_edit_def){.first_frame = 10, .frame_count = 8, .step = 3});
    assert_int_equal(b->frame_count, 3); // 10, 13, 16
    assert_true(b->frame_time_s == 0.01 * 3.0);
    for (int i = 0; i < 3; i++) {
        assert_memory_equal(b->values + i * a->channel_count,
                            a->values + (10 + 3 * i) * a->channel_count,
                            (size_t)a->channel_count * sizeof(float));
    }
    hone_bvh_free(b);
    hone_bvh *out = NULL;
    hone_error error;
    const hone_bvh_edit_def bad[] = {{.first_frame = 200},
                                     {.first_frame = -1},
                                     {.frame_count = 201},
                                     {.step = -1},
                                     {.first_frame = 199, .frame_count = 2},
                                     {.frame_rate = -1.0},
                                     {.frame_rate = 1e9},
                                     {.frame_rate = (double)NAN},
                                     {.scale = (double)INFINITY},
                                     {.order = (hone_bvh_order)99},
                                     {.step = 1001}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(hone_bvh_edit(a, &bad[i], NULL, &out, &error), HONE_ERROR_ARGUMENT);
        assert_null(out);
    }
    hone_bvh_free(a);
}

static void resampling_keeps_the_motion(void **state)
{
    (void)state;
    hone_bvh *a = lively();
    poser pa = poser_open(a);
    static const double rates[] = {30.0, 60.0, 100.0, 240.0, 1000.0};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        hone_bvh *b = edit(a, (hone_bvh_edit_def){.frame_rate = rates[i]});
        assert_int_equal(b->frame_count, (int64_t)(1.99 * rates[i] + 1e-6) + 1);
        assert_true(b->frame_time_s == 1.0 / rates[i]);
        poser pb = poser_open(b);
        double worst = 0.0;
        for (int64_t frame = 0; frame < b->frame_count; frame++) {
            double time = (double)frame / rates[i];
            double d = pose_difference(&pa, time, &pb, time, 1.0, 1.0);
            worst = d > worst ? d : worst;
        }
        print_message("%g a second: %.1e\n", rates[i], worst);
        // Angle by angle is not along the arc for the ZXZ joint and the rate of its turns.
        assert_true(worst < 1e-3);
        poser_close(&pb);
        hone_bvh_free(b);
    }
    hone_bvh *same = edit(a, (hone_bvh_edit_def){.frame_rate = 100.0});
    assert_memory_equal(same->values, a->values, (size_t)(200 * a->channel_count) * sizeof(float));
    hone_bvh_free(same);
    poser_close(&pa);
    hone_bvh_free(a);
}

static void six_channels_become_three_where_positions_stand_still(void **state)
{
    (void)state;
    hone_bvh *a = lively();
    hone_bvh *b = edit(a, (hone_bvh_edit_def){.rotations_only = true});
    assert_int_equal(b->channel_count, a->channel_count - 3);
    assert_true(b->skeleton->rest[1].translation.z == 0.5f);
    assert_int_equal(b->warnings.count, 0);
    poser pa = poser_open(a);
    poser pb = poser_open(b);
    for (int i = 0; i < 200; i += 7) {
        assert_true(pose_difference(&pa, i * 0.01, &pb, i * 0.01, 1.0, 1.0) == 0.0);
    }
    poser_close(&pa);
    poser_close(&pb);
    hone_bvh_free(b);
    hone_bvh_free(a);
    // Where they move, that is told.
    const char *text = "HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT B\n{\nOFFSET 1 1 1\n"
                       "CHANNELS 3 Xposition Yposition Zposition\n}\n}\nMOTION\nFrames: 2\n"
                       "Frame Time: 1\n1 2 3\n1 2 4\n";
    a = read_good(text, strlen(text), NULL);
    b = edit(a, (hone_bvh_edit_def){.rotations_only = true});
    assert_non_null(find_warning(b, "move were dropped"));
    assert_true(b->skeleton->rest[1].translation.z == 3.0f);
    assert_int_equal(b->frame_count, 0);
    hone_bvh_free(b);
    hone_bvh_free(a);
}

static void the_mirror_image_stands_mirrored_with_its_names_exchanged(void **state)
{
    (void)state;
    hone_bvh *a = lively();
    hone_bvh *b = edit(a, (hone_bvh_edit_def){.mirror = true});
    poser pa = poser_open(a);
    poser pb = poser_open(b);
    for (int i = 0; i < 200; i += 3) {
        assert_true(pose_difference(&pa, i * 0.01, &pb, i * 0.01, -1.0, 1.0) < 1e-4);
    }
    assert_string_equal(b->skeleton->names[1], "RightArm");
    assert_string_equal(b->skeleton->names[3], "RightHand_end");
    assert_string_equal(b->skeleton->names[4], "LeftArm");
    hone_bvh *c = edit(b, (hone_bvh_edit_def){.mirror = true});
    assert_true(same_names(a->skeleton, c->skeleton));
    // Twice is the original; only a zero may have changed its sign.
    for (int64_t i = 0; i < a->frame_count * a->channel_count; i++) {
        assert_true(a->values[i] == c->values[i]);
    }
    poser_close(&pa);
    poser_close(&pb);
    hone_bvh_free(a);
    hone_bvh_free(b);
    hone_bvh_free(c);
}

static void sides_are_known_in_the_usual_ways_of_writing(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"LeftArm", "RightArm"},     {"mixamorig:LeftHand", "mixamorig:RightHand"},
        {"arm.L", "arm.R"},          {"l_hand", "r_hand"},
        {"lCollar", "rCollar"},      {"Bip01 L Thigh", "Bip01 R Thigh"},
        {"Hand_left", "Hand_right"}, {"LEFT_FOOT", "RIGHT_FOOT"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char text[1024];
        int count = sprintf(text,
                            "HIERARCHY\nROOT Root\n{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT %s\n{\n"
                            "OFFSET 1 0 0\nCHANNELS 0\n}\nJOINT %s\n{\nOFFSET -1 0 0\n"
                            "CHANNELS 0\n}\nJOINT LeftOver\n{\nOFFSET 1 1 1\nCHANNELS 0\n}\n"
                            "JOINT Lower\n{\nOFFSET 1 1 1\nCHANNELS 0\n}\n}\n",
                            pairs[i][0], pairs[i][1]);
        hone_bvh *a = read_good(text, (size_t)count, NULL);
        hone_bvh *b = edit(a, (hone_bvh_edit_def){.mirror = true});
        assert_string_equal(b->skeleton->names[0], "Root");
        assert_string_equal(b->skeleton->names[1], pairs[i][1]);
        assert_string_equal(b->skeleton->names[2], pairs[i][0]);
        assert_string_equal(b->skeleton->names[3], "LeftOver");
        assert_string_equal(b->skeleton->names[4], "Lower");
        assert_true(b->skeleton->rest[2].translation.x == 1.0f);
        hone_bvh_free(a);
        hone_bvh_free(b);
    }
}

static void scaling_scales_all_lengths(void **state)
{
    (void)state;
    hone_bvh *a = lively();
    hone_bvh *b = edit(a, (hone_bvh_edit_def){.scale = 2.54});
    poser pa = poser_open(a);
    poser pb = poser_open(b);
    for (int i = 0; i < 200; i += 11) {
        assert_true(pose_difference(&pa, i * 0.01, &pb, i * 0.01, 1.0, 2.54) < 1e-4);
    }
    poser_close(&pa);
    poser_close(&pb);
    hone_bvh_free(a);
    hone_bvh_free(b);
}

static void an_edit_without_memory_is_refused_and_leaks_nothing(void **state)
{
    (void)state;
    hone_bvh *a = lively();
    const hone_bvh_edit_def def = {
        .mirror = true, .frame_rate = 30.0, .rotations_only = true, .order = HONE_BVH_ORDER_ZYX};
    for (int64_t n = 1;; n++) {
        counting memory = {.fail_at = n};
        hone_allocator allocator = counting_allocator(&memory);
        hone_bvh *b = NULL;
        hone_error error;
        hone_status status = hone_bvh_edit(a, &def, &allocator, &b, &error);
        hone_bvh_free(b);
        assert_int_equal(memory.bytes, 0);
        if (memory.calls < n) {
            assert_int_equal(status, HONE_OK);
            assert_true(n > 8);
            break;
        }
        assert_int_equal(status, HONE_ERROR_MEMORY);
    }
    hone_bvh_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_to_change_gives_the_same),
        cmocka_unit_test(every_order_keeps_every_pose),
        cmocka_unit_test(reordered_curves_do_not_jump_by_whole_turns),
        cmocka_unit_test(the_same_order_gives_the_same_angles),
        cmocka_unit_test(names_are_exchanged_only_in_pairs),
        cmocka_unit_test(frames_are_chosen_as_asked),
        cmocka_unit_test(resampling_keeps_the_motion),
        cmocka_unit_test(six_channels_become_three_where_positions_stand_still),
        cmocka_unit_test(the_mirror_image_stands_mirrored_with_its_names_exchanged),
        cmocka_unit_test(sides_are_known_in_the_usual_ways_of_writing),
        cmocka_unit_test(scaling_scales_all_lengths),
        cmocka_unit_test(an_edit_without_memory_is_refused_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
