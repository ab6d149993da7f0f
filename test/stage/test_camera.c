// SPDX-License-Identifier: MIT
#include "dancer.h"

#include "cmocka_test.h"

#include <stdio.h>
#include <string.h>

static const char *const shared_files[] = {"aachan.bvh",
                                           "bandai_bow_feminine_001.bvh",
                                           "cmu_01_03.bvh",
                                           "fair1_dab.bvh",
                                           "freebvh_colon_names.bvh",
                                           "ipi_studio.bvh",
                                           "kashiyuka.bvh",
                                           "makehuman_face_poseunits.bvh",
                                           "mixamo_gangnam_style.bvh",
                                           "mocopi_arm_raise_turn.bvh",
                                           "motionbuilder_8walk.bvh",
                                           "nocchi.bvh",
                                           "rokoko_jesse_dance.bvh",
                                           "sl_avatar_dance1.bvh",
                                           "truebones_chicken_walk.bvh"};

static uint32_t random_state;

static float random_between(float low, float high)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return low + (high - low) * (float)(random_state >> 8) / 16777216.0f;
}

static hone_stage_def def_of(const hone_performer *performer)
{
    hone_stage_def def = hone_default_stage_def();
    def.performers = performer;
    def.performer_count = 1;
    return def;
}

typedef struct bounds {
    float left, top, right, bottom;
} bounds;

static void widen(bounds *b, hone_stage *stage, double time_s, hone_vec2 *points, int32_t bones)
{
    assert_true(hone_stage_points(stage, 0, time_s, points, bones));
    for (int32_t i = 0; i < bones; i++) {
        b->left = points[i].x < b->left ? points[i].x : b->left;
        b->right = points[i].x > b->right ? points[i].x : b->right;
        b->top = points[i].y < b->top ? points[i].y : b->top;
        b->bottom = points[i].y > b->bottom ? points[i].y : b->bottom;
    }
}

static bounds bounds_of(hone_stage *stage, const hone_performer *p, double step_s)
{
    static hone_vec2 points[512];
    bounds b = {1e9f, 1e9f, -1e9f, -1e9f};
    double end = hone_stage_duration(stage);
    for (double t = hone_stage_start(stage); t <= end; t += step_s) {
        widen(&b, stage, t, points, p->skeleton->bone_count);
    }
    return b;
}

static void all_joints_of_all_frames_stay_in_the_picture_from_any_side(void **state)
{
    (void)state;
    random_state = 20240501u;
    printf("seed %u\n", random_state);
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    def.view = HONE_VIEW_ORBIT;
    for (int32_t i = 0; i < 1000; i++) {
        def.width = (int32_t)random_between(40.0f, 900.0f);
        def.height = (int32_t)random_between(40.0f, 900.0f);
        def.yaw_deg = random_between(-400.0f, 400.0f);
        def.pitch_deg = random_between(-90.0f, 90.0f);
        def.perspective = random_between(0.0f, 1.0f) < 0.5f;
        def.in_place = (hone_in_place)(int32_t)random_between(0.0f, 2.99f);
        hone_stage *stage = stage_of(&def);
        bounds b = bounds_of(stage, &d.performer, 0.0125);
        float width = (float)def.width, height = (float)def.height;
        if (!(b.left >= 0.0f && b.top >= 0.0f && b.right <= width && b.bottom <= height)) {
            fail_msg("%d x %d, yaw %f, pitch %f, perspective %d: %f %f %f %f", def.width,
                     def.height, (double)def.yaw_deg, (double)def.pitch_deg, def.perspective,
                     (double)b.left, (double)b.top, (double)b.right, (double)b.bottom);
        }
        // And the figure is not lost in it: what is free is margin and the figure's thickness.
        float across = (b.right - b.left) / width, down = (b.bottom - b.top) / height;
        assert_true(across > 0.5f || down > 0.5f);
        hone_stage_destroy(stage);
    }
}

// Draws moments of the whole performance, nothing but the figure, and looks at the picture's
// border.
static void check_border(const hone_performer *performer, const char *name)
{
    enum { SIDE = 120, MOMENTS = 12 };
    static uint32_t pixels[SIDE * SIDE];
    hone_stage_def def = def_of(performer);
    def.width = SIDE;
    def.height = SIDE;
    def.background = 0;
    def.grid = false;
    def.shadow = false;
    hone_stage *stage = stage_of(&def);
    hone_surface surface = {pixels, SIDE, SIDE, SIDE * 4, HONE_PIXEL_ARGB8888, 0, 0};
    for (int32_t view = 0; view < 8; view++) {
        assert_true(
            hone_stage_look(stage, (hone_view_kind)(view % 4), 30.0f, 15.0f, view >= 4, 1.0f));
        for (int32_t k = 0; k < MOMENTS; k++) {
            hone_canvas canvas = hone_canvas_on(surface);
            hone_canvas_clear(&canvas, 0);
            // From where the performance begins: a rest pose before it is not fitted.
            double start = hone_stage_start(stage);
            hone_stage_draw(stage, start + (hone_stage_duration(stage) - start) * k / MOMENTS,
                            &canvas);
            uint32_t border = 0;
            for (int32_t i = 0; i < SIDE; i++) {
                border |= pixels[i] | pixels[(SIDE - 1) * SIDE + i] | pixels[i * SIDE] |
                          pixels[i * SIDE + SIDE - 1];
            }
            if (border != 0) {
                fail_msg("%s, view %d, moment %d: the figure is cut", name, (int)view, (int)k);
            }
        }
    }
    hone_stage_destroy(stage);
}

static void check_views(const hone_performer *performer, double frame_time_s, float filled,
                        const char *name)
{
    check_border(performer, name);
    hone_stage_def def = def_of(performer);
    hone_stage *stage = stage_of(&def);
    for (int32_t view = 0; view < 4; view++) {
        assert_true(hone_stage_look(stage, (hone_view_kind)view, 30.0f, 15.0f, view != 1, 1.0f));
        bounds b = bounds_of(stage, performer, frame_time_s);
        if (!(b.left >= 0.0f && b.top >= 0.0f && b.right <= 500.0f && b.bottom <= 500.0f)) {
            fail_msg("%s, view %d: %f %f %f %f", name, view, (double)b.left, (double)b.top,
                     (double)b.right, (double)b.bottom);
        }
        if (!(b.right - b.left > filled || b.bottom - b.top > filled)) {
            fail_msg("%s, view %d: only %f x %f", name, view, (double)(b.right - b.left),
                     (double)(b.bottom - b.top));
        }
    }
    hone_stage_destroy(stage);
}

static void the_shared_files_stay_in_the_picture(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shared_files / sizeof *shared_files; i++) {
        shared_motion motion;
        if (!shared_load(shared_files[i], &motion)) {
            printf("skipped: no %s in the shared folder\n", shared_files[i]);
            skip();
        }
        hone_performer performer = hone_default_performer();
        performer.skeleton = motion.bvh->skeleton;
        performer.clip = motion.clip;
        check_views(&performer, motion.bvh->frame_time_s, 300.0f, shared_files[i]);
        shared_free(&motion);
    }
}

static void the_bundled_files_stay_in_the_picture(void **state)
{
    (void)state;
    static const char *const bundled[] = {"dance.bvh", "dance2.bvh", "small.bvh"};
    for (int32_t i = 0; i < 3; i++) {
        shared_motion motion;
        bundled_load(bundled[i], &motion);
        hone_performer performer = hone_default_performer();
        performer.skeleton = motion.bvh->skeleton;
        performer.clip = motion.clip;
        // The last is three bones with a large head, which is no joint.
        check_views(&performer, motion.bvh->frame_time_s, i == 2 ? 150.0f : 300.0f, bundled[i]);
        shared_free(&motion);
    }
}

// Such a hand is drawn on past its joint, where no bone tells of it.
static void hands_without_a_tip_are_not_cut(void **state)
{
    (void)state;
    shared_motion motion;
    bundled_load("dance.bvh", &motion);
    const hone_skeleton *whole = motion.bvh->skeleton;
    hone_transform rest[64];
    assert_true(whole->bone_count <= 64);
    memcpy(rest, whole->rest, (size_t)whole->bone_count * sizeof *rest);
    for (int32_t i = 0; i < whole->bone_count; i++) {
        if (strstr(whole->names[i], "Hand_end") != NULL) {
            rest[i].translation = (hone_vec3){0.0f, 0.0f, 0.0f};
        }
    }
    hone_skeleton blunt = *whole;
    blunt.rest = rest;
    hone_performer performer = hone_default_performer();
    performer.skeleton = &blunt;
    // The rest pose holds its arms out, so that the hands are what reaches farthest.
    check_border(&performer, "the rest pose without fingertips");
    shared_free(&motion);
}

static void a_far_rest_pose_in_the_first_frame_does_not_count(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    hone_stage *plain = stage_of(&def);
    assert_float_equal(hone_stage_start(plain), 0.0, 0.0);
    bounds wide = bounds_of(plain, &d.performer, 0.025);
    d.hips[0][0] = -5.0f;
    d.hips[0][2] = 4.0f;
    hone_stage *jumping = stage_of(&def);
    assert_float_equal(hone_stage_start(jumping), 0.025, 1e-12);
    bounds still = bounds_of(jumping, &d.performer, 0.025);
    assert_float_equal(still.bottom - still.top, wide.bottom - wide.top, 2.0);
    hone_stage_destroy(plain);
    hone_stage_destroy(jumping);
}

static void the_camera_holds_still_unless_it_follows(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    hone_stage *stage = stage_of(&def);
    hone_camera first = hone_stage_camera(stage, 0.0);
    for (int32_t f = 1; f < DANCER_FRAMES; f++) {
        hone_camera now = hone_stage_camera(stage, 0.025 * f);
        assert_memory_equal(&now.view, &first.view, sizeof now.view);
        assert_memory_equal(&now.map, &first.map, sizeof now.map);
    }
    hone_stage_destroy(stage);
}

static void a_followed_bone_stays_in_the_middle(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    def.follow = HONE_FOLLOW_BONE;
    def.follow_bone = DANCER_LEFT_HAND;
    def.zoom = 3.0f;
    for (int32_t perspective = 0; perspective < 2; perspective++) {
        def.perspective = perspective != 0;
        hone_stage *stage = stage_of(&def);
        for (int32_t f = 0; f < DANCER_FRAMES; f++) {
            hone_vec2 points[DANCER_BONES];
            assert_true(hone_stage_points(stage, 0, 0.025 * f, points, DANCER_BONES));
            assert_float_equal(points[DANCER_LEFT_HAND].x, 250.0f, 0.01);
            assert_float_equal(points[DANCER_LEFT_HAND].y, 250.0f, 0.01);
        }
        hone_stage_destroy(stage);
    }
}

static void following_the_performer_takes_out_its_way_but_keeps_its_height(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    for (int32_t f = 0; f < DANCER_FRAMES; f++) {
        d.hips[f][0] = 0.1f * (float)f; // 8 units in two seconds, evenly
        d.hips[f][1] = 0.9f + (f == 40 ? 0.3f : 0.0f);
    }
    hone_stage_def def = def_of(&d.performer);
    def.follow = HONE_FOLLOW_PERFORMERS;
    def.perspective = false;
    hone_stage *stage = stage_of(&def);
    hone_vec2 before[DANCER_BONES], there[DANCER_BONES];
    assert_true(hone_stage_points(stage, 0, 0.025 * 30, before, DANCER_BONES));
    assert_true(hone_stage_points(stage, 0, 0.025 * 40, there, DANCER_BONES));
    assert_float_equal(there[0].x, before[0].x, 0.2);
    float scale = hone_stage_camera(stage, 0.0).map.a;
    assert_float_equal(before[0].y - there[0].y, 0.3f * scale, 0.2);
    hone_stage_destroy(stage);
}

static hone_vec2 shift_of(const hone_stage *stage, hone_vec3 way)
{
    hone_camera camera = hone_stage_camera(stage, 0.0);
    hone_vec2 from, to;
    const hone_vec3 origin = {0.0f, 0.0f, 0.0f};
    assert_true(hone_camera_project(&camera, origin, &from));
    assert_true(hone_camera_project(&camera, way, &to));
    return (hone_vec2){(to.x - from.x) / camera.map.a, (to.y - from.y) / camera.map.a};
}

static void the_views_show_the_axes_as_the_header_says(void **state)
{
    (void)state;
    // Where one unit along x, y, z goes: front, side, top, and yaw 90 with pitch 30.
    const float s = 0.5f, c = 0.8660254f;
    const float expected[4][3][2] = {{{1, 0}, {0, -1}, {0, 0}},
                                     {{0, 0}, {0, -1}, {-1, 0}},
                                     {{1, 0}, {0, 0}, {0, 1}},
                                     {{0, s}, {0, -c}, {-1, 0}}};
    const hone_vec3 axes[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    hone_stage *stage = stage_of(&def);
    for (int32_t view = 0; view < 4; view++) {
        assert_true(hone_stage_look(stage, (hone_view_kind)view, 90.0f, 30.0f, false, 1.0f));
        for (int32_t axis = 0; axis < 3; axis++) {
            hone_vec2 shift = shift_of(stage, axes[axis]);
            assert_float_equal(shift.x, expected[view][axis][0], 1e-4);
            assert_float_equal(shift.y, expected[view][axis][1], 1e-4);
        }
    }
    hone_stage_destroy(stage);
}

static void perspective_shrinks_with_distance_and_ends_at_the_near_plane(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    hone_stage *stage = stage_of(&def);
    hone_camera camera = hone_stage_camera(stage, 0.0);
    assert_true(camera.perspective);
    float eye = -camera.view.m[2][3]; // front view: the camera's z
    hone_vec2 a, b;
    for (int32_t i = 1; i <= 4; i++) {
        float away = 0.5f * eye * (float)i;
        const hone_vec3 low = {0.0f, 0.0f, eye - away}, high = {0.0f, 1.0f, eye - away};
        assert_true(hone_camera_project(&camera, low, &a));
        assert_true(hone_camera_project(&camera, high, &b));
        assert_float_equal((a.y - b.y) * away, camera.map.d, 0.01f * camera.map.d);
    }
    hone_vec2 kept = {-7.0f, -7.0f};
    const hone_vec3 behind = {0.0f, 0.0f, eye + 1.0f};
    assert_false(hone_camera_project(&camera, behind, &kept));
    assert_float_equal(kept.x, -7.0f, 0.0);
    hone_stage_destroy(stage);
}

static void looking_anew_is_the_same_as_a_new_stage(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    hone_stage *moved = stage_of(&def);
    assert_true(hone_stage_look(moved, HONE_VIEW_ORBIT, 40.0f, 20.0f, false, 1.5f));
    def.view = HONE_VIEW_ORBIT;
    def.yaw_deg = 40.0f;
    def.pitch_deg = 20.0f;
    def.perspective = false;
    def.zoom = 1.5f;
    hone_stage *fresh = stage_of(&def);
    hone_camera one = hone_stage_camera(moved, 1.0), other = hone_stage_camera(fresh, 1.0);
    assert_memory_equal(&one.view, &other.view, sizeof one.view);
    assert_memory_equal(&one.map, &other.map, sizeof one.map);
    assert_false(hone_stage_look(moved, HONE_VIEW_ORBIT, 0.0f / 1.0f, 0.0f, false, 0.0f));
    other = hone_stage_camera(moved, 1.0);
    assert_memory_equal(&one.map, &other.map, sizeof one.map);
    hone_stage_destroy(moved);
    hone_stage_destroy(fresh);
}

static void files_with_z_up_are_turned_upright(void **state)
{
    (void)state;
    dancer upright, lying;
    dancer_make(&upright);
    dancer_make(&lying);
    // The same motion with y and z exchanged: (x, y, z) stands at (x, -z, y), turned by 90 degrees.
    const hone_vec3 x_axis = {1.0f, 0.0f, 0.0f};
    const hone_quat lay = hone_quat_from_axis_angle(x_axis, 1.5707963f);
    for (int32_t f = 0; f < DANCER_FRAMES; f++) {
        float y = lying.hips[f][1], z = lying.hips[f][2];
        lying.hips[f][1] = -z;
        lying.hips[f][2] = y;
        float *t = lying.turns[0][f];
        hone_quat q = hone_quat_mul(lay, (hone_quat){t[0], t[1], t[2], t[3]});
        t[0] = q.x;
        t[1] = q.y;
        t[2] = q.z;
        t[3] = q.w;
    }
    hone_stage_def def = def_of(&upright.performer);
    hone_stage *one = stage_of(&def);
    def.performers = &lying.performer;
    hone_stage *other = stage_of(&def);
    def.up = HONE_UP_Y;
    hone_stage *flat = stage_of(&def);
    hone_vec2 a[DANCER_BONES], b[DANCER_BONES];
    for (int32_t f = 0; f < DANCER_FRAMES; f += 10) {
        assert_true(hone_stage_points(one, 0, 0.025 * f, a, DANCER_BONES));
        assert_true(hone_stage_points(other, 0, 0.025 * f, b, DANCER_BONES));
        for (int32_t i = 0; i < DANCER_BONES; i++) {
            assert_float_equal(a[i].x, b[i].x, 0.05);
            assert_float_equal(a[i].y, b[i].y, 0.05);
        }
    }
    assert_true(hone_stage_points(flat, 0, 0.0, b, DANCER_BONES));
    assert_true(b[15].y - b[DANCER_HEAD].y < 100.0f); // left alone, it lies
    hone_stage_destroy(one);
    hone_stage_destroy(other);
    hone_stage_destroy(flat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_joints_of_all_frames_stay_in_the_picture_from_any_side),
        cmocka_unit_test(hands_without_a_tip_are_not_cut),
        cmocka_unit_test(the_bundled_files_stay_in_the_picture),
        cmocka_unit_test(the_shared_files_stay_in_the_picture),
        cmocka_unit_test(a_far_rest_pose_in_the_first_frame_does_not_count),
        cmocka_unit_test(the_camera_holds_still_unless_it_follows),
        cmocka_unit_test(a_followed_bone_stays_in_the_middle),
        cmocka_unit_test(following_the_performer_takes_out_its_way_but_keeps_its_height),
        cmocka_unit_test(the_views_show_the_axes_as_the_header_says),
        cmocka_unit_test(perspective_shrinks_with_distance_and_ends_at_the_near_plane),
        cmocka_unit_test(looking_anew_is_the_same_as_a_new_stage),
        cmocka_unit_test(files_with_z_up_are_turned_upright),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
