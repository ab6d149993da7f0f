// SPDX-License-Identifier: MIT
#include "puppet.h"
#include "random.h"

#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tau = 6.28318530717958647693;

static hone_affine2 world(const hone_rig *rig, int32_t bone)
{
    hone_affine2 m;
    assert_true(hone_rig_bone_transform(rig, bone, &m));
    return m;
}

static void assert_map(hone_affine2 m, double a, double b, double c, double d, double tx, double ty)
{
    assert_near(m.a, a, 5e-5);
    assert_near(m.b, b, 5e-5);
    assert_near(m.c, c, 5e-5);
    assert_near(m.d, d, 5e-5);
    assert_near(m.tx, tx, 1e-3);
    assert_near(m.ty, ty, 1e-3);
}

// ---- keys

static const uint16_t frames3[] = {0, 8, 20};

static void positions_are_added_and_go_over_in_a_straight_line(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const float values[] = {0, 0, 16, -8, 40, 4};
    hone_rig_timeline t = {ROOT, HONE_RIG_TRANSLATE, 3, frames3, NULL, values};
    hone_rig_animation animation = puppet_animation(armature, &t, 1, 0);
    static const float expected[][3] = {{0, 0, 0},    {2, 4, -2},  {7.5f, 15, -7.5f}, {8, 16, -8},
                                        {11, 22, -5}, {20, 40, 4}, {22, 40, 4},       {24, 40, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_true(hone_rig_pose(&rig, &animation, expected[i][0], NULL));
        assert_near(world(&rig, ROOT).tx, expected[i][1], 1e-3);
        assert_near(world(&rig, ROOT).ty, expected[i][2], 1e-3);
    }
    // The body hangs on the root, at 1.5, -2.
    assert_near(world(&rig, BODY).tx, 41.5, 1e-3);
    assert_near(world(&rig, BODY).ty, 2.0, 1e-3);
    puppet_free(&rig);
}

static void frames_are_clamped_and_nan_is_the_first(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const uint16_t frames[] = {0, 24};
    static const float values[] = {1, 0, 25, 0};
    hone_rig_timeline t = {ROOT, HONE_RIG_TRANSLATE, 2, frames, NULL, values};
    hone_rig_animation animation = puppet_animation(armature, &t, 1, 0);
    static const float expected[][2] = {{-5, 1},  {NAN, 1},    {-INFINITY, 1}, {24, 25},
                                        {99, 25}, {1e30f, 25}, {INFINITY, 25}, {23.5f, 24.5f}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_true(hone_rig_pose(&rig, &animation, expected[i][0], NULL));
        assert_near(world(&rig, ROOT).tx, expected[i][1], 1e-3);
    }
    puppet_free(&rig);
}

static void angles_take_the_short_way_round(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const uint16_t frames[] = {0, 20};
    const hone_angle16 values[] = {degrees(170), degrees(170), degrees(-170), degrees(-170)};
    hone_rig_timeline t = {ROOT, HONE_RIG_ROTATE, 2, frames, NULL, values};
    hone_rig_animation animation = puppet_animation(armature, &t, 1, 0);
    assert_true(hone_rig_pose(&rig, &animation, 10.0f, NULL));
    assert_map(world(&rig, ROOT), -1, 0, 0, -1, 0, 0);
    assert_true(hone_rig_pose(&rig, &animation, 5.0f, NULL));
    double turn = 175.0 / 360.0 * tau;
    assert_map(world(&rig, ROOT), cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0);
    puppet_free(&rig);
}

static void angles_of_both_axes_are_added_to_the_bind_pose(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const uint16_t frames[] = {0};
    const hone_angle16 values[] = {degrees(30), degrees(-90)}; // of the y axis, of the x axis
    hone_rig_timeline t = {ROOT, HONE_RIG_ROTATE, 1, frames, NULL, values};
    hone_rig_animation animation = puppet_animation(armature, &t, 1, 0);
    assert_true(hone_rig_pose(&rig, &animation, 3.0f, NULL));
    assert_map(world(&rig, ROOT), 0, -1, -0.5, sqrt(0.75), 0, 0);
    puppet_free(&rig);
}

static void scales_multiply_the_bind_pose_and_stay_within_their_range(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const uint16_t frames[] = {0, 20};
    static const hone_scale16 values[] = {4096, 4096, 12288, -4096};
    // The hand: -1 and 1 in the bind pose, the arm 1 and 3000/4096.
    hone_rig_timeline t[] = {{ARM, HONE_RIG_SCALE, 2, frames, NULL, values},
                             {HAND, HONE_RIG_SCALE, 2, frames, NULL, values}};
    hone_rig_animation animation = puppet_animation(armature, t, 2, 0);
    assert_true(hone_rig_pose(&rig, &animation, 10.0f, NULL));
    hone_affine2 m = world(&rig, ARM);
    assert_near(hypot((double)m.a, (double)m.b), 2.0, 1e-3);
    assert_near(hypot((double)m.c, (double)m.d), 0.0, 1e-3);
    assert_true(hone_rig_pose(&rig, &animation, 20.0f, NULL));
    m = world(&rig, ARM);
    assert_near(hypot((double)m.a, (double)m.b), 3.0, 1e-3);
    assert_near(hypot((double)m.c, (double)m.d), 3000.0 / 4096.0, 1e-3);
    assert_true(m.a * m.d - m.b * m.c < 0.0f);
    static const hone_scale16 huge[] = {32767, -32768, 32767, -32768};
    t[0].values = huge;
    t[1].values = huge;
    assert_true(hone_rig_pose(&rig, &animation, 7.0f, NULL));
    m = world(&rig, ARM);
    assert_near(hypot((double)m.a, (double)m.b), 32767.0 / 4096.0, 1e-3);
    assert_near(hypot((double)m.c, (double)m.d), 8.0 * 3000.0 / 4096.0, 1e-2);
    puppet_free(&rig);
}

static void a_step_holds_until_the_next_key(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const float values[] = {0, 0, 16, 0, 40, 0};
    static const uint8_t easings[] = {HONE_RIG_STEP, HONE_RIG_LINEAR, HONE_RIG_STEP};
    hone_rig_timeline t = {ROOT, HONE_RIG_TRANSLATE, 3, frames3, easings, values};
    hone_rig_animation animation = puppet_animation(armature, &t, 1, 0);
    static const float expected[][2] = {{0, 0}, {7.99f, 0}, {8, 16}, {14, 28}, {20, 40}, {24, 40}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_true(hone_rig_pose(&rig, &animation, expected[i][0], NULL));
        assert_near(world(&rig, ROOT).tx, expected[i][1], 1e-3);
    }
    puppet_free(&rig);
}

static void curves_are_smooth_between_their_points(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    // A parabola is what the curve through its points is; so is a straight line.
    hone_rig_curve curves[3];
    for (int i = 0; i <= 16; i++) {
        curves[0].y[i] = (int16_t)(64 * i * i);
        curves[1].y[i] = (int16_t)(1024 * i);
        curves[2].y[i] = (int16_t)(i < 16 ? 20000 : 16384); // overshoots
    }
    static const uint16_t frames[] = {0, 16};
    static const float values[] = {100, 0, 1100, 0};
    uint8_t easings[] = {HONE_RIG_CURVE, 0};
    hone_rig_timeline t = {ROOT, HONE_RIG_TRANSLATE, 2, frames, easings, values};
    hone_rig_animation animation = puppet_animation(armature, &t, 1, 0);
    animation.curves = curves;
    animation.curve_count = 3;
    for (int i = 0; i < 160; i++) {
        double p = i / 160.0;
        easings[0] = HONE_RIG_CURVE;
        assert_true(hone_rig_pose(&rig, &animation, (float)(p * 16.0), NULL));
        assert_near(world(&rig, ROOT).tx, 100.0 + 1000.0 * p * p, 0.1);
        easings[0] = HONE_RIG_CURVE + 1;
        assert_true(hone_rig_pose(&rig, &animation, (float)(p * 16.0), NULL));
        assert_near(world(&rig, ROOT).tx, 100.0 + 1000.0 * p, 0.1);
    }
    easings[0] = HONE_RIG_CURVE + 2;
    assert_true(hone_rig_pose(&rig, &animation, 5.0f, NULL));
    assert_near(world(&rig, ROOT).tx, 100.0 + 1000.0 * 20000.0 / 16384.0, 0.1);
    easings[0] = HONE_RIG_CURVE + 3; // there is none: holds
    assert_true(hone_rig_pose(&rig, &animation, 5.0f, NULL));
    assert_near(world(&rig, ROOT).tx, 100.0, 0.0);
    puppet_free(&rig);
}

static void ticks_divide_frames(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const uint16_t frames[] = {0, 3, 6}; // at 0, 1.5 and 3 frames
    static const float values[] = {0, 0, 30, 0, 0, 0};
    static const uint8_t order[] = {5, 4, 3, 2, 1, 0};
    static const hone_rig_order_key orders[] = {{0, NULL}, {5, order}};
    hone_rig_timeline t = {ROOT, HONE_RIG_TRANSLATE, 3, frames, NULL, values};
    hone_rig_animation animation = puppet_animation(armature, &t, 1, 0);
    animation.ticks = 2;
    animation.orders = orders;
    animation.order_count = 2;
    static const float expected[][3] = {
        {0.5f, 10, 0}, {1.5f, 30, 0}, {2.25f, 15, 0}, {2.5f, 10, 5}, {24, 0, 5}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_true(hone_rig_pose(&rig, &animation, expected[i][0], NULL));
        assert_near(world(&rig, ROOT).tx, expected[i][1], 1e-2);
        assert_int_equal(hone_rig_slot_at(&rig, 0), (int)expected[i][2]);
    }
    puppet_free(&rig);
}

static void long_timelines_are_searched_to_the_same_place(void **state)
{
    (void)state;
    enum { KEYS = 1000 };
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static uint16_t frames[KEYS];
    static float values[KEYS * 2];
    random_state random = random_begin(4);
    for (int i = 1; i < KEYS; i++) {
        frames[i] = (uint16_t)(frames[i - 1] + 1 + random_index(&random, 60));
        values[i * 2] = random_float(&random, -100.0f, 100.0f);
    }
    hone_rig_timeline t = {ROOT, HONE_RIG_TRANSLATE, KEYS, frames, NULL, values};
    hone_rig_animation animation = puppet_animation(armature, &t, 1, 0);
    animation.duration = 60000;
    for (int i = 0; i < 5000; i++) {
        t.key_count = (uint16_t)(1 + random_index(&random, KEYS));
        float frame = random_float(&random, 0.0f, (float)frames[t.key_count - 1] + 20.0f);
        int k = 0;
        while (k + 1 < t.key_count && (float)frames[k + 1] <= frame) {
            k++;
        }
        double expected = (double)values[k * 2];
        if (k + 1 < t.key_count) {
            double p = ((double)frame - frames[k]) / (frames[k + 1] - frames[k]);
            expected += ((double)values[k * 2 + 2] - expected) * p;
        }
        assert_true(hone_rig_pose(&rig, &animation, frame, NULL));
        assert_near(world(&rig, ROOT).tx, expected, 0.02);
    }
    puppet_free(&rig);
}

static void more_timelines_than_places_that_are_remembered(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    // Twelve timelines with times of their own; each bone gets translate, rotate and scale.
    static uint16_t frames[BONES * 3][2];
    static float places[BONES * 3][4];
    static hone_angle16 angles[BONES * 3][4];
    static hone_scale16 scales[BONES * 3][4];
    hone_rig_timeline t[BONES * 3];
    for (int i = 0; i < BONES * 3; i++) {
        frames[i][1] = (uint16_t)(i + 2);
        places[i][2] = 100.0f;
        angles[i][2] = angles[i][3] = degrees(90);
        scales[i][0] = scales[i][1] = 4096;
        scales[i][2] = scales[i][3] = 8192;
        const void *values[] = {places[i], angles[i], scales[i]};
        t[i] = (hone_rig_timeline){(uint8_t)(i / 3), (uint8_t)(i % 3), 2, frames[i], NULL,
                                   values[i % 3]};
    }
    hone_rig_animation animation = puppet_animation(armature, t, BONES * 3, 0);
    double x = 0.0, y = 0.0, angle = 0.0, scale = 1.0;
    assert_true(hone_rig_pose(&rig, &animation, 1.0f, NULL));
    // Root and body have no skew, so they are followed by hand.
    static const double bind[2][3] = {{0, 0, 0}, {1.5, -2, 1000.0 / 65536.0}};
    for (int bone = 0; bone < 2; bone++) {
        double own = bind[bone][0] + 100.0 / (bone * 3 + 2);
        double ox = own * cos(angle) - bind[bone][1] * sin(angle);
        double oy = own * sin(angle) + bind[bone][1] * cos(angle);
        x += ox * scale;
        y += oy * scale;
        angle += (bind[bone][2] + 0.25 / (bone * 3 + 3)) * tau;
        scale *= 1.0 + 1.0 / (bone * 3 + 4);
        hone_affine2 m = world(&rig, bone);
        assert_near(m.tx, x, 0.02);
        assert_near(m.ty, y, 0.02);
        assert_near(m.a, cos(angle) * scale, 1e-3);
        assert_near(m.b, sin(angle) * scale, 1e-3);
    }
    puppet_free(&rig);
}

// ---- slots

static void attachments_and_alpha_of_keys_replace_those_of_the_bind_pose(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const uint16_t frames[] = {0, 10};
    static const int8_t shown[] = {-1, 1};
    static const int8_t wrong[] = {7, 2};
    static const uint8_t alpha[] = {0, 255};
    hone_rig_timeline t[] = {{CHEST, HONE_RIG_ATTACHMENT, 2, frames, NULL, shown},
                             {SLEEVE, HONE_RIG_ALPHA, 2, frames, NULL, alpha},
                             {FINGERS, HONE_RIG_ATTACHMENT, 2, frames, NULL, wrong}};
    hone_rig_animation animation = puppet_animation(armature, t, 0, 3);
    assert_true(hone_rig_pose(&rig, &animation, 5.0f, NULL));
    assert_int_equal(hone_rig_attachment_of(&rig, CHEST), HONE_NONE);
    assert_int_equal(hone_rig_alpha_of(&rig, SLEEVE), 128); // 127.5
    assert_int_equal(hone_rig_attachment_of(&rig, FINGERS), HONE_NONE);
    assert_int_equal(hone_rig_attachment_of(&rig, BACK), 0);
    assert_true(hone_rig_pose(&rig, &animation, 10.0f, NULL));
    assert_int_equal(hone_rig_attachment_of(&rig, CHEST), 1);
    assert_int_equal(hone_rig_alpha_of(&rig, SLEEVE), 255);
    assert_int_equal(hone_rig_attachment_of(&rig, FINGERS), 2);
    assert_true(hone_rig_pose(&rig, &animation, 9.96f, NULL));
    assert_int_equal(hone_rig_attachment_of(&rig, CHEST), HONE_NONE);
    assert_true(hone_rig_pose_bind(&rig, NULL));
    assert_int_equal(hone_rig_attachment_of(&rig, CHEST), 0);
    assert_int_equal(hone_rig_alpha_of(&rig, SLEEVE), 200);
    puppet_free(&rig);
}

static void alpha_does_not_leave_its_range_when_a_curve_overshoots(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    hone_rig_curve curve;
    for (int i = 0; i <= 16; i++) {
        curve.y[i] = (int16_t)(i < 8 ? -8000 : 24000);
    }
    static const uint16_t frames[] = {0, 16};
    static const uint8_t alpha[] = {10, 250};
    static const uint8_t easings[] = {HONE_RIG_CURVE, 0};
    hone_rig_timeline t = {BACK, HONE_RIG_ALPHA, 2, frames, easings, alpha};
    hone_rig_animation animation = puppet_animation(armature, &t, 0, 1);
    animation.curves = &curve;
    animation.curve_count = 1;
    assert_true(hone_rig_pose(&rig, &animation, 4.0f, NULL));
    assert_int_equal(hone_rig_alpha_of(&rig, BACK), 0);
    assert_true(hone_rig_pose(&rig, &animation, 12.0f, NULL));
    assert_int_equal(hone_rig_alpha_of(&rig, BACK), 255);
    puppet_free(&rig);
}

static void the_last_key_of_the_draw_order_counts(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const uint8_t first[] = {5, 0, 1, 2, 3, 4};
    static const uint8_t second[] = {1, 0, 3, 2, 5, 4};
    static const hone_rig_order_key keys[] = {{2, first}, {4, NULL}, {6, second}, {8, first}};
    hone_rig_animation animation = puppet_animation(armature, NULL, 0, 0);
    animation.orders = keys;
    animation.order_count = 4;
    static const float moments[] = {0, 1.9f, 2, 3.9f, 4, 5, 6, 7.9f, 8, 24, 6.5f, 4.5f, 2.5f, 0};
    static const int of[] = {0, 0, 1, 1, 0, 0, 2, 2, 1, 1, 2, 0, 1, 0};
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        assert_true(hone_rig_pose(&rig, &animation, moments[i], NULL));
        for (int position = 0; position < SLOTS; position++) {
            int slot = of[i] == 0 ? position : of[i] == 1 ? first[position] : second[position];
            assert_int_equal(hone_rig_slot_at(&rig, position), slot);
            assert_int_equal(hone_rig_draw_index_of(&rig, slot), position);
        }
    }
    assert_true(hone_rig_pose(&rig, &animation, 8.0f, NULL));
    assert_true(hone_rig_pose_bind(&rig, NULL));
    assert_int_equal(hone_rig_slot_at(&rig, 0), 0);
    puppet_free(&rig);
}

// ---- whose animation

static void another_armatures_animation_changes_nothing(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const uint16_t frames[] = {0};
    static const float values[] = {100, 50};
    hone_rig_timeline t = {ROOT, HONE_RIG_TRANSLATE, 1, frames, NULL, values};
    hone_rig_animation animation = puppet_animation(armature, &t, 1, 0);
    animation.signature ^= 1;
    uint8_t before[BONES * 24 + SLOTS * 13 + 7];
    size_t bytes = hone_rig_bytes(armature) - 3;
    memcpy(before, rig.memory, bytes);
    assert_false(hone_rig_pose(&rig, &animation, 0.0f, NULL));
    assert_false(hone_rig_pose(&rig, NULL, 0.0f, NULL));
    assert_memory_equal(before, rig.memory, bytes);
    animation.signature ^= 1;
    assert_true(hone_rig_pose(&rig, &animation, 0.0f, NULL));
    puppet_free(&rig);
}

// ---- visitors

typedef struct journal {
    int32_t bones[16];
    int32_t count;
    hone_rig_local seen[16];
} journal;

static void note_and_raise_arm(void *user, int32_t bone, hone_rig_local *local)
{
    journal *j = user;
    j->bones[j->count] = bone;
    j->seen[j->count] = *local;
    j->count++;
    if (bone == ARM) {
        local->x = 100.0f;
        local->y = 0.0f;
        local->rot_x = local->rot_y = degrees(90);
        local->scale_x = local->scale_y = 8192;
    }
    if (bone == BODY) {
        *local = (hone_rig_local){0, 0, 0, 0, 4096, 4096};
    }
}

static void a_visitor_sees_parents_first_and_children_follow_its_changes(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    static const uint16_t frames[] = {0};
    static const float values[] = {3, 4};
    hone_rig_timeline t = {BODY, HONE_RIG_TRANSLATE, 1, frames, NULL, values};
    hone_rig_animation animation = puppet_animation(armature, &t, 1, 0);
    journal j = {.count = 0};
    hone_rig_visitor visitor = {note_and_raise_arm, &j};
    assert_true(hone_rig_pose(&rig, &animation, 1.0f, &visitor));
    assert_int_equal(j.count, BONES);
    for (int i = 0; i < BONES; i++) {
        assert_int_equal(j.bones[i], i);
    }
    assert_near(j.seen[BODY].x, 4.5, 0.0); // bind 1.5 plus the key's 3
    assert_near(j.seen[BODY].y, 2.0, 0.0);
    assert_int_equal(j.seen[BODY].rot_x, 1000);
    assert_map(world(&rig, BODY), 1, 0, 0, 1, 0, 0);
    assert_map(world(&rig, ARM), 0, 2, -2, 0, 100, 0);
    // The hand at 11, 0.25 of the arm: 100 - 0.5, 22.
    assert_near(world(&rig, HAND).tx, 99.5, 1e-3);
    assert_near(world(&rig, HAND).ty, 22.0, 1e-3);
    hone_rig_visitor nobody = {NULL, NULL};
    assert_true(hone_rig_pose_bind(&rig, &nobody));
    assert_near(world(&rig, BODY).tx, 1.5, 1e-6);
    puppet_free(&rig);
}

// ---- what bones take over from their parents

typedef struct pair {
    hone_rig_bone bones[3];
    hone_armature armature;
    uint8_t memory[256];
    hone_rig rig;
} pair;

// The world of a child at 10, 0, turned by so many degrees, of a parent at 100, 50.
static hone_affine2 child_of(double parent_turn, double parent_x, double parent_y, double turn,
                             uint8_t flags)
{
    static pair p;
    p = (pair){0};
    p.bones[0] = (hone_rig_bone){"parent",
                                 100,
                                 50,
                                 degrees(parent_turn),
                                 degrees(parent_turn),
                                 (hone_scale16)(parent_x * 4096),
                                 (hone_scale16)(parent_y * 4096),
                                 HONE_RIG_NO_PARENT,
                                 0};
    p.bones[1] =
        (hone_rig_bone){"child", 10, 0, degrees(turn), degrees(turn), 4096, 4096, 0, flags};
    p.armature = (hone_armature){.bones = p.bones, .bone_count = 2};
    assert_true(hone_rig_init(&p.rig, &p.armature, p.memory, sizeof p.memory));
    return world(&p.rig, 1);
}

static void bones_inherit_by_the_formats_rules(void **state)
{
    (void)state;
    const double h = 0.5, s = sqrt(0.75);
    // A parent turned by 90 degrees, twice as long: its map is x' = -y, y' = 2 x.
    assert_map(child_of(90, 2, 1, 0, 0), 0, 2, -1, 0, 100, 70);
    // Turned back by 90 degrees first.
    assert_map(child_of(90, 2, 1, 0, HONE_RIG_NO_ROTATION), 1, 0, 0, 2, 100, 70);
    assert_map(child_of(90, 2, 1, 90, HONE_RIG_NO_ROTATION), 0, 2, -1, 0, 100, 70);
    // The parent's place, but only its angle.
    assert_map(child_of(90, 2, 1, 0, HONE_RIG_NO_SCALE), 0, 1, -1, 0, 100, 70);
    assert_map(child_of(90, 2, 1, 30, HONE_RIG_NO_SCALE), -h, s, -s, -h, 100, 70);
    // Neither: only the place.
    assert_map(child_of(90, 2, 1, 30, HONE_RIG_NO_SCALE | HONE_RIG_NO_ROTATION), s, h, -h, s, 100,
               70);
    // The linear part of the parent, but the own place.
    assert_map(child_of(90, 2, 1, 0, HONE_RIG_NO_TRANSLATION), 0, 2, -1, 0, 10, 0);
    assert_map(child_of(90, 2, 1, 30, HONE_RIG_NO_TRANSLATION | HONE_RIG_NO_SCALE), -h, s, -s, -h,
               10, 0);
    // Mirrored parents, scale left out: the angle runs the other way (90 - 30 = 60), and the y axis
    // is turned over unless reflection is left out, too.
    assert_map(child_of(90, 1, -1, 30, HONE_RIG_NO_SCALE), h, s, s, -h, 100, 60);
    assert_map(child_of(90, 1, -1, 30, HONE_RIG_NO_SCALE | HONE_RIG_NO_REFLECTION), h, s, -s, h,
               100, 60);
    // Reflection alone is nothing while the scale is taken over: the parent exchanges x and y.
    assert_map(child_of(90, 1, -1, 30, HONE_RIG_NO_REFLECTION), h, s, s, -h, 100, 60);
    // A parent with no length at all: nothing that is not a number comes of it.
    hone_affine2 m = child_of(45, 0, 0, 30, HONE_RIG_NO_ROTATION);
    assert_map(m, 0, 0, 0, 0, 100, 50);
    m = child_of(45, 0, 0, 30, HONE_RIG_NO_SCALE);
    assert_true(m.a == m.a && m.b == m.b && m.c == m.c && m.d == m.d);
}

static void a_parent_that_does_not_come_before_is_none(void **state)
{
    (void)state;
    hone_rig_bone bones[] = {{"a", 5, 6, 0, 0, 4096, 4096, 1, 0},
                             {"b", 7, 8, 0, 0, 4096, 4096, 1, 0}};
    hone_armature armature = {.bones = bones, .bone_count = 2};
    uint8_t memory[128];
    hone_rig rig;
    assert_true(hone_rig_init(&rig, &armature, memory, sizeof memory));
    assert_map(world(&rig, 0), 1, 0, 0, 1, 5, 6);
    assert_map(world(&rig, 1), 1, 0, 0, 1, 7, 8);
}

// ---- sine

static void sines_are_near_enough_at_every_angle(void **state)
{
    (void)state;
    hone_rig_bone bone = {"a", 0, 0, 0, 0, 4096, 4096, HONE_RIG_NO_PARENT, 0};
    hone_armature armature = {.bones = &bone, .bone_count = 1};
    uint8_t memory[64];
    hone_rig rig;
    double worst = 0.0;
    for (int32_t angle = -32768; angle < 32768; angle++) {
        bone.rot_x = bone.rot_y = (hone_angle16)angle;
        assert_true(hone_rig_init(&rig, &armature, memory, sizeof memory));
        hone_affine2 m = world(&rig, 0);
        worst = fmax(worst, fabs((double)m.a - cos(angle * tau / 65536.0)));
        worst = fmax(worst, fabs((double)m.b - sin(angle * tau / 65536.0)));
        assert_true(m.c == -m.b && m.d == m.a);
        if (angle % 16384 == 0) {
            assert_true(m.a == 0.0f || m.a == 1.0f || m.a == -1.0f);
            assert_true(m.b == 0.0f || m.b == 1.0f || m.b == -1.0f);
        }
        // The two axes on their own.
        bone.rot_x = (hone_angle16)(uint16_t)((uint32_t)angle + 777);
        assert_true(hone_rig_init(&rig, &armature, memory, sizeof memory));
        hone_affine2 n = world(&rig, 0);
        assert_true(n.a == m.a && n.b == m.b);
        worst = fmax(worst, fabs((double)n.d - cos((angle + 777) * tau / 65536.0)));
        worst = fmax(worst, fabs((double)-n.c - sin((angle + 777) * tau / 65536.0)));
    }
    printf("sine error %.2e\n", worst);
    assert_true(worst < 2e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_added_and_go_over_in_a_straight_line),
        cmocka_unit_test(frames_are_clamped_and_nan_is_the_first),
        cmocka_unit_test(angles_take_the_short_way_round),
        cmocka_unit_test(angles_of_both_axes_are_added_to_the_bind_pose),
        cmocka_unit_test(scales_multiply_the_bind_pose_and_stay_within_their_range),
        cmocka_unit_test(a_step_holds_until_the_next_key),
        cmocka_unit_test(curves_are_smooth_between_their_points),
        cmocka_unit_test(ticks_divide_frames),
        cmocka_unit_test(long_timelines_are_searched_to_the_same_place),
        cmocka_unit_test(more_timelines_than_places_that_are_remembered),
        cmocka_unit_test(attachments_and_alpha_of_keys_replace_those_of_the_bind_pose),
        cmocka_unit_test(alpha_does_not_leave_its_range_when_a_curve_overshoots),
        cmocka_unit_test(the_last_key_of_the_draw_order_counts),
        cmocka_unit_test(another_armatures_animation_changes_nothing),
        cmocka_unit_test(a_visitor_sees_parents_first_and_children_follow_its_changes),
        cmocka_unit_test(bones_inherit_by_the_formats_rules),
        cmocka_unit_test(a_parent_that_does_not_come_before_is_none),
        cmocka_unit_test(sines_are_near_enough_at_every_angle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
