// SPDX-License-Identifier: MIT
//
// Names, ground, shadows and grid.
#include "dancer.h"

#include "cmocka_test.h"
#include "stage/scene.h"

#include <stdio.h>
#include <string.h>

enum { SIZE = 240 };

static uint32_t pixels[SIZE * SIZE], others[SIZE * SIZE];

static hone_stage_def def_of(const hone_performer *performer)
{
    hone_stage_def def = hone_default_stage_def();
    def.performers = performer;
    def.performer_count = 1;
    def.width = def.height = SIZE;
    return def;
}

static void draw_into(hone_stage *stage, double time_s, uint32_t *to)
{
    hone_surface surface = {to, SIZE, SIZE, SIZE * 4, HONE_PIXEL_ARGB8888, 0, 0};
    hone_canvas canvas = hone_canvas_on(surface);
    hone_stage_draw(stage, time_s, &canvas);
}

static void no_name_lies_on_another_or_leaves_the_picture(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    def.names = true;
    for (int32_t view = 0; view < 3; view++) {
        def.view = (hone_view_kind)view;
        hone_stage *stage = stage_of(&def);
        for (int32_t f = 0; f < DANCER_FRAMES; f += 5) {
            draw_into(stage, 0.025 * f, pixels);
            assert_true(stage->label_count >= 15); // of 21 names
            for (int32_t i = 0; i < stage->label_count; i++) {
                hone_vec2 a0 = stage->label_boxes[2 * i], a1 = stage->label_boxes[2 * i + 1];
                assert_true(a0.x >= 0.0f && a0.y >= 0.0f && a1.x <= SIZE && a1.y <= SIZE);
                for (int32_t k = 0; k < i; k++) {
                    hone_vec2 b0 = stage->label_boxes[2 * k], b1 = stage->label_boxes[2 * k + 1];
                    assert_true(a0.x >= b1.x || b0.x >= a1.x || a0.y >= b1.y || b0.y >= a1.y);
                }
            }
        }
        hone_stage_destroy(stage);
    }
}

static void names_are_dark_on_light_and_light_on_dark(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    d.performer.name = "Performer";
    for (int32_t dark = 0; dark < 2; dark++) {
        hone_stage_def def = def_of(&d.performer);
        def.background = dark != 0 ? 0xFF101010u : 0xFFF0F0F0u;
        def.bones = HONE_BONES_NONE;
        def.heads = def.grid = def.shadow = false;
        def.names = true;
        hone_stage *named = stage_of(&def);
        draw_into(named, 0.5, pixels);
        int32_t strong = 0;
        for (int32_t i = 0; i < SIZE * SIZE; i++) {
            uint32_t level = pixels[i] & 255u;
            strong += dark != 0 ? level > 220u : level < 40u;
        }
        assert_true(strong > 300);
        hone_stage_destroy(named);
    }
}

static float ground_of(const dancer *d)
{
    hone_stage_def def = def_of(&d->performer);
    hone_stage *stage = stage_of(&def);
    float ground = stage->ground;
    hone_stage_destroy(stage);
    return ground;
}

static void the_ground_lies_under_the_soles_in_spite_of_jumps_and_glitches(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    d.clip.track_count = 1;
    d.clip.tracks = &d.tracks[6];
    // By hand: toes at 0.90 - 0.03 - 0.40 - 0.39 - 0.06 = 0.02, soles 0.012 of the height lower.
    float plain = ground_of(&d);
    assert_float_equal(plain, 0.02f - 0.012f * 1.70f, 0.003);
    for (int32_t f = 10; f < 50; f++) {
        d.hips[f][1] = 1.2f; // half of the time in the air
    }
    assert_float_equal(ground_of(&d), plain, 0.003);
    d.hips[60][1] = 0.5f; // and once through the floor
    d.hips[61][1] = 0.6f;
    assert_float_equal(ground_of(&d), plain, 0.003);
}

static void the_shadow_is_under_the_feet_and_leaves_nothing_far_away(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    def.view = HONE_VIEW_ORBIT;
    def.pitch_deg = 25.0f;
    def.bones = HONE_BONES_NONE;
    def.heads = def.grid = false;
    hone_stage *with = stage_of(&def);
    draw_into(with, 0.5, pixels);
    hone_vec2 points[DANCER_BONES];
    assert_true(hone_stage_points(with, 0, 0.5, points, DANCER_BONES));
    int32_t changed = 0;
    for (int32_t i = 0; i < SIZE * SIZE; i++) {
        if (pixels[i] != def.background) {
            assert_true((pixels[i] & 255u) <= (def.background & 255u));
            assert_true((float)(i / SIZE) > points[DANCER_HEAD].y + 40.0f);
            changed++;
        }
    }
    assert_in_range(changed, 200, SIZE * SIZE / 4);
    for (int32_t side = 0; side < 2; side++) {
        hone_vec2 foot = points[side == 0 ? 16 : 20];
        uint32_t under = pixels[(int32_t)(foot.y + 1.0f) * SIZE + (int32_t)foot.x];
        assert_true((under & 255u) + 20u < (def.background & 255u));
    }
    // Seen from below there is a floor between the shadow and us.
    assert_true(hone_stage_look(with, HONE_VIEW_ORBIT, 0.0f, -40.0f, true, 1.0f));
    draw_into(with, 0.5, others);
    for (int32_t i = 0; i < SIZE * SIZE; i++) {
        assert_int_equal(others[i], def.background);
    }
    hone_stage_destroy(with);
}

static void the_grid_lies_on_the_ground_and_holds_still(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    def.bones = HONE_BONES_NONE;
    def.heads = def.shadow = false;
    hone_stage *stage = stage_of(&def);
    draw_into(stage, 0.0, pixels);
    draw_into(stage, 1.3, others);
    assert_memory_equal(pixels, others, sizeof pixels);
    // In the front view with perspective the floor is below the eye's height and nowhere above.
    int32_t above = 0, below = 0;
    for (int32_t i = 0; i < SIZE * SIZE; i++) {
        if (pixels[i] != def.background) {
            above += i / SIZE < SIZE / 2;
            below += i / SIZE >= SIZE / 2;
        }
    }
    assert_int_equal(above, 0);
    assert_true(below > 500);
    hone_stage_destroy(stage);
}

static void joints_are_dots_and_end_sites_larger_ones(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    def.bones = HONE_BONES_NONE;
    def.heads = def.grid = def.shadow = false;
    def.joints = true;
    def.width = def.height = SIZE;
    hone_stage *stage = stage_of(&def);
    draw_into(stage, 0.5, pixels);
    hone_vec2 points[DANCER_BONES];
    assert_true(hone_stage_points(stage, 0, 0.5, points, DANCER_BONES));
    // The width of the dots along the row through their centres: an end site (22) and a knee.
    int32_t widths[2] = {0, 0};
    static const int32_t bones[2] = {22, 14};
    for (int32_t i = 0; i < 2; i++) {
        int32_t y = (int32_t)points[bones[i]].y, x = (int32_t)points[bones[i]].x;
        for (int32_t k = -9; k <= 9; k++) {
            widths[i] += pixels[y * SIZE + x + k] != def.background;
        }
    }
    assert_true(widths[1] >= 3);
    assert_true(widths[0] > widths[1]);
    hone_stage_destroy(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_name_lies_on_another_or_leaves_the_picture),
        cmocka_unit_test(names_are_dark_on_light_and_light_on_dark),
        cmocka_unit_test(the_ground_lies_under_the_soles_in_spite_of_jumps_and_glitches),
        cmocka_unit_test(the_shadow_is_under_the_feet_and_leaves_nothing_far_away),
        cmocka_unit_test(the_grid_lies_on_the_ground_and_holds_still),
        cmocka_unit_test(joints_are_dots_and_end_sites_larger_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
