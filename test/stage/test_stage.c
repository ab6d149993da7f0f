// SPDX-License-Identifier: MIT
#include "dancer.h"

#include "cmocka_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 160 };

static uint32_t pixels[SIZE * SIZE], others[SIZE * SIZE];

static hone_stage_def def_of(const hone_performer *performers, int32_t count)
{
    hone_stage_def def = hone_default_stage_def();
    def.performers = performers;
    def.performer_count = count;
    def.width = def.height = SIZE;
    return def;
}

static void draw_into(hone_stage *stage, double time_s, uint32_t *to)
{
    hone_surface surface = {to, SIZE, SIZE, SIZE * 4, HONE_PIXEL_ARGB8888, 0, 0};
    hone_canvas canvas = hone_canvas_on(surface);
    hone_stage_draw(stage, time_s, &canvas);
}

static void assert_refused(const hone_stage_def *def, const char *word)
{
    hone_stage *stage = (hone_stage *)(void *)&pixels;
    hone_error error = {0};
    assert_int_equal(hone_stage_create(def, NULL, &stage, &error), HONE_ERROR_ARGUMENT);
    assert_ptr_equal(stage, &pixels);
    if (strstr(error.message, word) == NULL) {
        fail_msg("'%s' does not say '%s'", error.message, word);
    }
}

static void what_makes_no_sense_is_refused_with_a_reason(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    const hone_stage_def good = def_of(&d.performer, 1);
    hone_stage_def def = good;
    def.performer_count = 0;
    assert_refused(&def, "performer");
    assert_refused(NULL, "performer");
    def = good;
    def.width = 0;
    assert_refused(&def, "width");
    def = good;
    def.height = 32768;
    assert_refused(&def, "width");
    def = good;
    def.zoom = 0.0f;
    assert_refused(&def, "zoom");
    def = good;
    def.yaw_deg = NAN;
    assert_refused(&def, "yaw");
    def = good;
    def.trail_s = 11.0;
    assert_refused(&def, "trail");
    def = good;
    def.ghosts = 33;
    assert_refused(&def, "ghosts");
    def = good;
    def.ghosts = 2;
    def.ghost_spacing_s = 0.0;
    assert_refused(&def, "ghosts");
    def = good;
    def.view = (hone_view_kind)9;
    assert_refused(&def, "view");
    def = good;
    def.follow = HONE_FOLLOW_BONE;
    def.follow_bone = DANCER_BONES;
    assert_refused(&def, "follow");
    hone_performer p = d.performer;
    def = def_of(&p, 1);
    p.skeleton = NULL;
    assert_refused(&def, "skeleton");
    p = d.performer;
    p.face_bone = DANCER_BONES;
    assert_refused(&def, "face");
    p = d.performer;
    p.offset.y = INFINITY;
    assert_refused(&def, "offset");
    hone_skeleton small = d.skeleton;
    small.bone_count = 5;
    p = d.performer;
    p.skeleton = &small;
    assert_refused(&def, "another skeleton");
}

static hone_stage_def everything(const hone_performer *performers)
{
    hone_stage_def def = def_of(performers, 2);
    def.joints = def.names = true;
    def.trail_s = 0.5;
    def.ghosts = 4;
    def.follow = HONE_FOLLOW_PERFORMERS;
    return def;
}

static void when_memory_runs_out_the_stage_says_so_and_leaks_nothing(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    const hone_performer two[2] = {d.performer, d.performer};
    const hone_stage_def def = everything(two);
    bool done = false;
    int64_t n = 1;
    for (; !done; n++) {
        counting memory;
        counting_begin(&memory, n);
        hone_stage *stage = NULL;
        hone_error error;
        hone_status status = hone_stage_create(&def, &memory.allocator, &stage, &error);
        done = memory.calls < n;
        if (done) {
            assert_int_equal(status, HONE_OK);
            hone_stage_destroy(stage);
        } else {
            assert_int_equal(status, HONE_ERROR_MEMORY);
            assert_null(stage);
        }
        assert_int_equal(memory.living, 0);
    }
    assert_true(n > 20);
}

static void drawing_never_allocates(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    const hone_performer two[2] = {d.performer, d.performer};
    hone_stage_def def = everything(two);
    counting memory;
    counting_begin(&memory, 0);
    hone_stage *stage = NULL;
    assert_int_equal(hone_stage_create(&def, &memory.allocator, &stage, NULL), HONE_OK);
    int64_t calls = memory.calls;
    for (int32_t i = 0; i < 20; i++) {
        draw_into(stage, 0.1 * i, pixels);
    }
    assert_true(hone_stage_look(stage, HONE_VIEW_ORBIT, 10.0f, 20.0f, true, 2.0f));
    draw_into(stage, 0.5, pixels);
    assert_int_equal(memory.calls, calls);
    hone_stage_destroy(stage);
    assert_int_equal(memory.living, 0);
}

static void a_frame_depends_on_its_time_alone(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    const hone_performer two[2] = {d.performer, d.performer};
    hone_stage_def def = everything(two);
    hone_stage *used = stage_of(&def);
    for (int32_t i = 0; i < 30; i++) {
        draw_into(used, 0.07 * (double)((i * 17) % 30), others);
    }
    draw_into(used, 0.93, others);
    hone_stage *fresh = stage_of(&def);
    draw_into(fresh, 0.93, pixels);
    assert_memory_equal(pixels, others, sizeof pixels);
    draw_into(fresh, 1.3, pixels);
    assert_true(memcmp(pixels, others, sizeof pixels) != 0);
    hone_stage_destroy(used);
    hone_stage_destroy(fresh);
}

static void performers_keep_their_distance(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_performer two[2] = {d.performer, d.performer};
    two[1].offset = (hone_vec3){1.5f, 0.25f, -1.0f};
    hone_stage_def def = def_of(two, 2);
    def.perspective = false;
    hone_stage *stage = stage_of(&def);
    float scale = hone_stage_camera(stage, 0.0).map.a;
    for (int32_t f = 0; f < DANCER_FRAMES; f += 7) {
        hone_vec2 a[DANCER_BONES], b[DANCER_BONES];
        assert_true(hone_stage_points(stage, 0, 0.025 * f, a, DANCER_BONES));
        assert_true(hone_stage_points(stage, 1, 0.025 * f, b, DANCER_BONES));
        for (int32_t i = 0; i < DANCER_BONES; i++) {
            assert_float_equal(b[i].x - a[i].x, 1.5f * scale, 0.01);
            assert_float_equal(a[i].y - b[i].y, 0.25f * scale, 0.01);
        }
    }
    hone_stage_destroy(stage);
}

static void recorded_together_they_stand_as_they_stood(void **state)
{
    (void)state;
    shared_motion one, other;
    if (!shared_load("aachan.bvh", &one) || !shared_load("kashiyuka.bvh", &other)) {
        printf("skipped: no performers in the shared folder\n");
        skip();
    }
    hone_performer two[2] = {hone_default_performer(), hone_default_performer()};
    two[0].skeleton = one.bvh->skeleton;
    two[0].clip = one.clip;
    two[1].skeleton = other.bvh->skeleton;
    two[1].clip = other.clip;
    hone_stage_def def = def_of(two, 2);
    def.perspective = false;
    hone_stage *stage = stage_of(&def);
    float scale = hone_stage_camera(stage, 0.0).map.a;
    for (int64_t row = 1; row < one.bvh->frame_count; row += 600) {
        // The first three channels of a row are the hips' place.
        const float *a = one.bvh->values + row * one.bvh->channel_count;
        const float *b = other.bvh->values + row * other.bvh->channel_count;
        hone_vec2 p[64], q[64];
        double time_s = (double)row * one.bvh->frame_time_s;
        assert_true(hone_stage_points(stage, 0, time_s, p, 64));
        assert_true(hone_stage_points(stage, 1, time_s, q, 64));
        assert_float_equal(q[0].x - p[0].x, (b[0] - a[0]) * scale, 0.02);
        assert_float_equal(p[0].y - q[0].y, (b[1] - a[1]) * scale, 0.02);
    }
    hone_stage_destroy(stage);
    shared_free(&one);
    shared_free(&other);
}

static void in_place_holds_the_hips_and_keeps_the_height_when_asked(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    d.hips[20][1] = 1.4f;
    hone_stage_def def = def_of(&d.performer, 1);
    def.perspective = false;
    for (int32_t kind = 1; kind < 3; kind++) {
        def.in_place = (hone_in_place)kind;
        hone_stage *stage = stage_of(&def);
        float scale = hone_stage_camera(stage, 0.0).map.a;
        hone_vec2 a[DANCER_BONES], b[DANCER_BONES];
        assert_true(hone_stage_points(stage, 0, 0.0, a, DANCER_BONES));
        assert_true(hone_stage_points(stage, 0, 0.5, b, DANCER_BONES));
        assert_float_equal(a[0].x, b[0].x, 0.01);
        float rise = kind == HONE_IN_PLACE_GROUND ? 0.5f * scale : 0.0f;
        assert_float_equal(a[0].y - b[0].y, rise, 0.01);
        hone_stage_destroy(stage);
    }
}

static void a_late_performer_waits_in_its_first_pose(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    d.performer.start_s = 1.0;
    hone_stage_def def = def_of(&d.performer, 1);
    hone_stage *stage = stage_of(&def);
    assert_float_equal(hone_stage_duration(stage), 3.0, 1e-9);
    hone_vec2 a[DANCER_BONES], b[DANCER_BONES], c[DANCER_BONES];
    assert_true(hone_stage_points(stage, 0, 0.0, a, DANCER_BONES));
    assert_true(hone_stage_points(stage, 0, 1.0, b, DANCER_BONES));
    assert_true(hone_stage_points(stage, 0, 1.5, c, DANCER_BONES));
    assert_memory_equal(a, b, sizeof a);
    assert_true(memcmp(a, c, sizeof a) != 0);
    hone_stage_destroy(stage);
}

static void time_is_held_at_the_end_or_looped(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer, 1);
    hone_stage *held = stage_of(&def);
    def.loop = true;
    hone_stage *looped = stage_of(&def);
    hone_vec2 a[DANCER_BONES], b[DANCER_BONES];
    assert_true(hone_stage_points(held, 0, 2.0, a, DANCER_BONES));
    assert_true(hone_stage_points(held, 0, 99.0, b, DANCER_BONES));
    assert_memory_equal(a, b, sizeof a);
    assert_true(hone_stage_points(looped, 0, 0.7, a, DANCER_BONES));
    assert_true(hone_stage_points(looped, 0, 0.7 + 3 * 2.0, b, DANCER_BONES));
    for (int32_t i = 0; i < DANCER_BONES; i++) {
        assert_float_equal(a[i].x, b[i].x, 0.01);
        assert_float_equal(a[i].y, b[i].y, 0.01);
    }
    static const double odd[5] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -5.0, 1e300};
    for (int32_t i = 0; i < 5; i++) {
        draw_into(looped, odd[i], pixels);
        draw_into(held, odd[i], pixels);
    }
    hone_stage_destroy(held);
    hone_stage_destroy(looped);
}

static void a_shorter_performer_starts_again_when_looping(void **state)
{
    (void)state;
    dancer d, shorter;
    dancer_make(&d);
    dancer_make(&shorter);
    shorter.clip.frame_count = 41;
    shorter.clip.duration_s = 1.0;
    for (int32_t i = 0; i < shorter.clip.track_count; i++) {
        shorter.tracks[i].key_count = 41;
    }
    const hone_performer two[2] = {d.performer, shorter.performer};
    for (int32_t loop = 0; loop < 2; loop++) {
        hone_stage_def def = def_of(two, 2);
        def.loop = loop != 0;
        hone_stage *stage = stage_of(&def);
        assert_float_equal(hone_stage_duration(stage), 2.0, 1e-9);
        hone_vec2 now[DANCER_BONES], before[DANCER_BONES];
        assert_true(hone_stage_points(stage, 1, 1.4, now, DANCER_BONES));
        assert_true(hone_stage_points(stage, 1, loop != 0 ? 0.4 : 1.0, before, DANCER_BONES));
        for (int32_t i = 0; i < DANCER_BONES; i++) {
            assert_float_equal(now[i].x, before[i].x, 0.01);
            assert_float_equal(now[i].y, before[i].y, 0.01);
        }
        hone_stage_destroy(stage);
    }
}

static void the_canvas_places_and_clips_the_picture_and_gets_its_state_back(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer, 1);
    def.width = def.height = SIZE / 2;
    def.trail_s = 0.3;
    hone_stage *stage = stage_of(&def);
    hone_surface small = {others, SIZE / 2, SIZE / 2, SIZE * 2, HONE_PIXEL_ARGB8888, 0, 0};
    hone_canvas plain = hone_canvas_on(small);
    hone_stage_draw(stage, 0.6, &plain);
    memset(pixels, 0x5A, sizeof pixels);
    hone_surface large = {pixels, SIZE, SIZE, SIZE * 4, HONE_PIXEL_ARGB8888, 0, 0};
    hone_canvas canvas = hone_canvas_on(large);
    hone_canvas_transform(&canvas, hone_affine2_translation(SIZE / 2, SIZE / 2));
    canvas.state.clip = (hone_rect){SIZE / 2, SIZE / 2, SIZE / 2, SIZE / 2};
    canvas.state.filter = HONE_FILTER_NEAREST;
    hone_canvas_state before = canvas.state;
    hone_stage_draw(stage, 0.6, &canvas);
    assert_memory_equal(&canvas.state.transform, &before.transform, sizeof before.transform);
    assert_int_equal(canvas.state.filter, HONE_FILTER_NEAREST);
    assert_int_equal(canvas.state.clip.x, SIZE / 2);
    int32_t off = 0;
    for (int32_t y = 0; y < SIZE; y++) {
        for (int32_t x = 0; x < SIZE; x++) {
            uint32_t p = pixels[y * SIZE + x];
            if (x < SIZE / 2 || y < SIZE / 2) {
                assert_int_equal(p, 0x5A5A5A5Au);
            } else {
                uint32_t q = others[(y - SIZE / 2) * (SIZE / 2) + x - SIZE / 2];
                for (uint32_t shift = 0; shift < 32; shift += 8) {
                    int32_t delta = (int32_t)(p >> shift & 255u) - (int32_t)(q >> shift & 255u);
                    off += delta > 2 || delta < -2;
                }
            }
        }
    }
    assert_int_equal(off, 0);
    hone_stage_destroy(stage);
}

static void the_nearer_performer_covers_the_farther_one(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    d.performer.clip = NULL;
    hone_performer two[2] = {d.performer, d.performer};
    two[0].color = 0xFFFF0000u;
    two[1].color = 0xFF0000FFu;
    for (int32_t order = 0; order < 2; order++) {
        two[0].offset.z = order == 0 ? 0.6f : -0.6f;
        hone_stage_def def = def_of(two, 2);
        def.perspective = false;
        hone_stage *stage = stage_of(&def);
        hone_vec2 points[DANCER_BONES];
        assert_true(hone_stage_points(stage, 0, 0.0, points, DANCER_BONES));
        draw_into(stage, 0.0, pixels);
        // In the belly, between spine and chest.
        int32_t x = (int32_t)points[1].x, y = (int32_t)(0.5f * (points[1].y + points[2].y));
        uint32_t p = pixels[y * SIZE + x];
        int32_t red = (int32_t)(p >> 16 & 255u), blue = (int32_t)(p & 255u);
        assert_true(order == 0 ? red > blue + 60 : blue > red + 60);
        hone_stage_destroy(stage);
    }
}

static void the_background_is_transparent_when_asked(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer, 1);
    def.background = 0;
    def.grid = def.shadow = false;
    hone_stage *stage = stage_of(&def);
    memset(pixels, 0x77, sizeof pixels);
    draw_into(stage, 0.0, pixels);
    int32_t clear = 0, solid = 0;
    for (int32_t i = 0; i < SIZE * SIZE; i++) {
        clear += pixels[i] == 0;
        solid += pixels[i] >> 24 == 255u;
    }
    assert_true(clear > SIZE * SIZE / 2);
    assert_true(solid > 500);
    assert_int_equal(pixels[0], 0);
    hone_stage_destroy(stage);
}

static void numbers_without_sense_are_drawn_without_harm(void **state)
{
    (void)state;
    static const float odd[7] = {0.0f, 1e-30f, 1e10f, 1e20f, 1e30f, 3e38f, -3e38f};
    for (int32_t i = 0; i < 7; i++) {
        for (int32_t what = 0; what < 4; what++) {
            dancer d;
            dancer_make(&d);
            if (what == 0) {
                d.hips[5][1] = odd[i];
            } else if (what == 1) {
                d.performer.offset.x = odd[i];
            } else {
                for (int32_t b = 0; b < DANCER_BONES; b++) {
                    hone_vec3 *t = &d.rest[b].translation;
                    *t = what == 2 ? (hone_vec3){odd[i], odd[i], odd[i]}
                                   : hone_vec3_scale(*t, odd[i]);
                }
            }
            const hone_performer two[2] = {d.performer, d.performer};
            hone_stage_def def = everything(two);
            def.follow = (hone_follow)(what % 3);
            hone_stage *stage = NULL;
            if (hone_stage_create(&def, NULL, &stage, NULL) != HONE_OK) {
                continue;
            }
            for (int32_t view = 0; view < 4; view++) {
                assert_true(hone_stage_look(stage, (hone_view_kind)view, 30.0f, -40.0f,
                                            view % 2 == 0, view == 3 ? 1e6f : 1.0f));
                draw_into(stage, 0.13, pixels);
            }
            hone_stage_destroy(stage);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_makes_no_sense_is_refused_with_a_reason),
        cmocka_unit_test(when_memory_runs_out_the_stage_says_so_and_leaks_nothing),
        cmocka_unit_test(drawing_never_allocates),
        cmocka_unit_test(a_frame_depends_on_its_time_alone),
        cmocka_unit_test(performers_keep_their_distance),
        cmocka_unit_test(recorded_together_they_stand_as_they_stood),
        cmocka_unit_test(in_place_holds_the_hips_and_keeps_the_height_when_asked),
        cmocka_unit_test(a_late_performer_waits_in_its_first_pose),
        cmocka_unit_test(time_is_held_at_the_end_or_looped),
        cmocka_unit_test(a_shorter_performer_starts_again_when_looping),
        cmocka_unit_test(the_canvas_places_and_clips_the_picture_and_gets_its_state_back),
        cmocka_unit_test(the_nearer_performer_covers_the_farther_one),
        cmocka_unit_test(the_background_is_transparent_when_asked),
        cmocka_unit_test(numbers_without_sense_are_drawn_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
