// SPDX-License-Identifier: MIT
//
// Bodies from skeletons: parts by name, and the outlines of discs.
#include "dancer.h"

#include "cmocka_test.h"
#include "stage/scene.h"

#include <stdio.h>
#include <string.h>

// One naming style: the bones of a plain humanoid in a fixed order.
enum {
    HIPS,
    SPINE,
    CHEST,
    NECK,
    HEAD,
    L_COLLAR,
    L_ARM,
    L_FOREARM,
    L_HAND,
    R_COLLAR,
    R_ARM,
    R_FOREARM,
    R_HAND,
    L_LEG,
    L_SHIN,
    L_FOOT,
    R_LEG,
    R_SHIN,
    R_FOOT,
    BODY_BONES
};

static const int32_t body_parents[BODY_BONES] = {-1, 0,  1,  2, 3,  2,  5, 6,  7, 2,
                                                 9,  10, 11, 0, 13, 14, 0, 16, 17};

static const char *const styles[][BODY_BONES] = {
    {"mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine2", "mixamorig:Neck", "mixamorig:Head",
     "mixamorig:LeftShoulder", "mixamorig:LeftArm", "mixamorig:LeftForeArm", "mixamorig:LeftHand",
     "mixamorig:RightShoulder", "mixamorig:RightArm", "mixamorig:RightForeArm",
     "mixamorig:RightHand", "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot",
     "mixamorig:RightUpLeg", "mixamorig:RightLeg", "mixamorig:RightFoot"},
    {"hip", "abdomen", "chest", "neck", "head", "lCollar", "lShldr", "lForeArm", "lHand", "rCollar",
     "rShldr", "rForeArm", "rHand", "lThigh", "lShin", "lFoot", "rThigh", "rShin", "rFoot"},
    {"Hips", "Chest", "Chest2", "Neck", "Head", "LeftCollar", "LeftShoulder", "LeftElbow",
     "LeftWrist", "RightCollar", "RightShoulder", "RightElbow", "RightWrist", "LeftHip", "LeftKnee",
     "LeftAnkle", "RightHip", "RightKnee", "RightAnkle"},
    {"root", "spine01", "spine02", "neck01", "head", "clavicle.L", "upperarm01.L", "lowerarm01.L",
     "wrist.L", "clavicle.R", "upperarm01.R", "lowerarm01.R", "wrist.R", "upperleg01.L",
     "lowerleg01.L", "foot.L", "upperleg01.R", "lowerleg01.R", "foot.R"},
    {"root", "torso_1", "torso_7", "neck_1", "head", "l_shoulder", "l_up_arm", "l_low_arm",
     "l_hand", "r_shoulder", "r_up_arm", "r_low_arm", "r_hand", "l_up_leg", "l_low_leg", "l_foot",
     "r_up_leg", "r_low_leg", "r_foot"},
    {"Hips", "Spine", "Chest", "Neck", "Head", "Shoulder_L", "UpperArm_L", "LowerArm_L", "Hand_L",
     "Shoulder_R", "UpperArm_R", "LowerArm_R", "Hand_R", "UpperLeg_L", "LowerLeg_L", "Foot_L",
     "UpperLeg_R", "LowerLeg_R", "Foot_R"},
    {"Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Neck", "Bip01 Head", "Bip01 L Clavicle",
     "Bip01 L UpperArm", "Bip01 L Forearm", "Bip01 L Hand", "Bip01 R Clavicle", "Bip01 R UpperArm",
     "Bip01 R Forearm", "Bip01 R Hand", "Bip01 L Thigh", "Bip01 L Calf", "Bip01 L Foot",
     "Bip01 R Thigh", "Bip01 R Calf", "Bip01 R Foot"}};

static hone_skeleton body_of(const char *const *names, hone_transform *rest)
{
    for (int32_t i = 0; i < BODY_BONES; i++) {
        rest[i] = (hone_transform){{0.0f, 0.2f, 0.0f}, HONE_QUAT_IDENTITY, {1.0f, 1.0f, 1.0f}};
    }
    return (hone_skeleton){BODY_BONES, names, body_parents, rest, NULL};
}

static void parts_are_found_in_the_usual_naming_styles(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof styles / sizeof *styles; s++) {
        hone_transform rest[BODY_BONES];
        hone_skeleton skeleton = body_of(styles[s], rest);
        anatomy parts;
        anatomy_find(&skeleton, HEAD, &parts);
        const int32_t found[16] = {
            parts.humanoid,    parts.pelvis,   parts.chest,   parts.neck,
            parts.shoulder[0], parts.elbow[0], parts.hand[0], parts.shoulder[1],
            parts.elbow[1],    parts.hand[1],  parts.hip[0],  parts.knee[0],
            parts.foot[0],     parts.hip[1],   parts.knee[1], parts.foot[1]};
        const int32_t expected[16] = {true,   HIPS,  CHEST,     NECK,   L_ARM, L_FOREARM,
                                      L_HAND, R_ARM, R_FOREARM, R_HAND, L_LEG, L_SHIN,
                                      L_FOOT, R_LEG, R_SHIN,    R_FOOT};
        for (int32_t i = 0; i < 16; i++) {
            if (found[i] != expected[i]) {
                fail_msg("style %s: part %d is bone %d, expected %d", styles[s][0], i, found[i],
                         expected[i]);
            }
        }
    }
}

static void a_body_without_an_arm_is_no_humanoid(void **state)
{
    (void)state;
    const char *names[BODY_BONES];
    memcpy(names, styles[2], sizeof names);
    names[R_HAND] = "RightClaw";
    names[R_FOREARM] = "Tail";
    hone_transform rest[BODY_BONES];
    hone_skeleton skeleton = body_of(names, rest);
    anatomy parts;
    anatomy_find(&skeleton, HEAD, &parts);
    assert_false(parts.humanoid);
}

static void a_chain_of_a_hundred_thousand_bones_makes_a_figure(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    static int32_t parents[LONG];
    static hone_transform rest[LONG];
    for (int32_t i = 0; i < LONG; i++) {
        parents[i] = i - 1;
        rest[i] = (hone_transform){{0.0f, 0.01f, 0.0f}, HONE_QUAT_IDENTITY, {1.0f, 1.0f, 1.0f}};
    }
    const hone_skeleton skeleton = {LONG, NULL, parents, rest, NULL};
    figure f;
    assert_int_equal(figure_create(&skeleton, HONE_NONE, true, hone_heap(), &f), HONE_OK);
    assert_int_equal(f.shape_count, LONG - 1);
    figure_destroy(&f, hone_heap());
}

static void every_bone_of_a_body_is_drawn_once(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    figure f;
    assert_int_equal(figure_create(&d.skeleton, DANCER_HEAD, true, hone_heap(), &f), HONE_OK);
    // Torso, neck, two upper arms, two forearms, two hands, two thighs, two shins, two feet.
    assert_int_equal(f.shape_count, 14);
    assert_int_equal(f.tracked_count, 5);
    // By hand: hips to ankles 0.09 down to the hip, 0.79 of leg; hips to head 0.63 and 0.18 of
    // skull, of which no more than 0.13 of the rest counts.
    float legs = 0.0f;
    for (int32_t i = 13; i <= 15; i++) {
        legs += hone_vec3_length(d.rest[i].translation);
    }
    assert_float_equal(f.height, legs + 0.63f + 0.18f, 1e-4);
    figure_destroy(&f, hone_heap());
}

static uint32_t random_state = 77u;

static float random_between(float low, float high)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return low + (high - low) * (float)(random_state >> 8) / 16777216.0f;
}

static float cross(hone_vec2 a, hone_vec2 b, hone_vec2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static void outlines_are_convex_and_hold_their_discs(void **state)
{
    (void)state;
    printf("seed %u\n", random_state);
    for (int32_t round = 0; round < 2000; round++) {
        ball balls[6];
        int32_t count = 1 + (int32_t)random_between(0.0f, 5.99f);
        for (int32_t i = 0; i < count; i++) {
            balls[i] = (ball){random_between(0.0f, 80.0f), random_between(0.0f, 80.0f),
                              random_between(0.5f, 30.0f)};
        }
        hone_vec2 corners[MAX_HULL_POINTS];
        int32_t corner_count = hull_outline(balls, count, corners);
        assert_in_range(corner_count, 6, MAX_HULL_POINTS);
        float turned = 0.0f;
        for (int32_t i = 0; i < corner_count; i++) {
            hone_vec2 a = corners[i], b = corners[(i + 1) % corner_count];
            hone_vec2 c = corners[(i + 2) % corner_count];
            float turn = cross(a, b, c);
            turned = turn > 0.05f || turn < -0.05f ? turn : turned;
            assert_true(turn * turned >= -0.02f);
            // Each disc lies on the inner side of the edge, but for the flattening of its rim.
            float length = hone_sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
            for (int32_t k = 0; k < count && length > 0.01f; k++) {
                hone_vec2 middle = {balls[k].x, balls[k].y};
                float inside = cross(a, b, middle) / length * (turned < 0.0f ? -1.0f : 1.0f);
                if (!(inside > 0.92f * balls[k].radius - 0.2f)) {
                    fail_msg("%d balls, %d corners: ball %d of radius %f reaches %f over edge %d",
                             count, corner_count, k, (double)balls[k].radius,
                             (double)(balls[k].radius - inside), i);
                }
            }
        }
    }
}

static void the_outline_of_two_discs_has_their_tangents(void **state)
{
    (void)state;
    // Radii 5 and 3 at distance 10: the tangents touch at cos b = 0.2.
    const ball balls[2] = {{20.0f, 20.0f, 5.0f}, {30.0f, 20.0f, 3.0f}};
    hone_vec2 corners[MAX_HULL_POINTS];
    int32_t count = hull_outline(balls, 2, corners);
    const float sine = 0.9797959f;
    const float expected[4][2] = {{20.0f + 5.0f * 0.2f, 20.0f + 5.0f * sine},
                                  {20.0f + 5.0f * 0.2f, 20.0f - 5.0f * sine},
                                  {30.0f + 3.0f * 0.2f, 20.0f - 3.0f * sine},
                                  {30.0f + 3.0f * 0.2f, 20.0f + 3.0f * sine}};
    for (int32_t i = 0; i < 4; i++) {
        bool found = false;
        for (int32_t k = 0; k < count; k++) {
            float dx = corners[k].x - expected[i][0], dy = corners[k].y - expected[i][1];
            found = found || dx * dx + dy * dy < 1e-8f;
        }
        assert_true(found);
    }
}

static void near_things_are_sorted_behind_far_ones_and_equals_keep_their_order(void **state)
{
    (void)state;
    draw_item items[500], spare[500];
    for (int32_t round = 0; round < 1000; round++) {
        int32_t count = (int32_t)random_between(0.0f, 499.0f);
        for (int32_t i = 0; i < count; i++) {
            items[i] = (draw_item){(float)(int32_t)random_between(0.0f, 20.0f), 0, i};
        }
        sort_items(items, spare, count);
        for (int32_t i = 1; i < count; i++) {
            assert_true(
                items[i - 1].depth < items[i].depth ||
                (items[i - 1].depth == items[i].depth && items[i - 1].shape < items[i].shape));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_found_in_the_usual_naming_styles),
        cmocka_unit_test(a_body_without_an_arm_is_no_humanoid),
        cmocka_unit_test(a_chain_of_a_hundred_thousand_bones_makes_a_figure),
        cmocka_unit_test(every_bone_of_a_body_is_drawn_once),
        cmocka_unit_test(outlines_are_convex_and_hold_their_discs),
        cmocka_unit_test(the_outline_of_two_discs_has_their_tangents),
        cmocka_unit_test(near_things_are_sorted_behind_far_ones_and_equals_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
