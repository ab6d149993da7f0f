// SPDX-License-Identifier: MIT
#include "dancer.h"

#include "cmocka_test.h"

#include <string.h>

enum { SIZE = 220, PIXELS = SIZE * SIZE };

static uint32_t with[PIXELS], without[PIXELS];

static hone_stage_def def_of(const hone_performer *performer)
{
    hone_stage_def def = hone_default_stage_def();
    def.performers = performer;
    def.performer_count = 1;
    def.width = def.height = SIZE;
    return def;
}

static void draw_into(const hone_stage_def *def, double time_s, uint32_t *to)
{
    hone_stage *stage = stage_of(def);
    hone_surface surface = {to, SIZE, SIZE, SIZE * 4, HONE_PIXEL_ARGB8888, 0, 0};
    hone_canvas canvas = hone_canvas_on(surface);
    hone_stage_draw(stage, time_s, &canvas);
    hone_stage_destroy(stage);
}

// True when a pixel lies within reach of the way that a bone took, or of the figure's hands and
// head now.
static bool is_near_ways(hone_stage *stage, double time_s, double span_s, float x, float y)
{
    static const int32_t tracked[5] = {DANCER_LEFT_HAND, DANCER_RIGHT_HAND, 15, 19, 21};
    static hone_vec2 ways[64][DANCER_BONES];
    static int32_t known = 0;
    if (known == 0) {
        for (known = 0; known < 64; known++) {
            double then = time_s - span_s * known / 63.0;
            assert_true(hone_stage_points(stage, 0, then, ways[known], DANCER_BONES));
        }
    }
    for (int32_t i = 0; i < 64; i++) {
        for (int32_t k = 0; k < 5; k++) {
            float dx = ways[i][tracked[k]].x - x, dy = ways[i][tracked[k]].y - y;
            if (dx * dx + dy * dy < 20.0f * 20.0f) {
                return true;
            }
        }
    }
    return false;
}

static void trails_lie_on_the_ways_that_were_taken_and_nowhere_else(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer);
    draw_into(&def, 1.2, without);
    def.trail_s = 0.4;
    draw_into(&def, 1.2, with);
    hone_stage *stage = stage_of(&def);
    int32_t changed = 0;
    for (int32_t i = 0; i < PIXELS; i++) {
        if (with[i] != without[i]) {
            changed++;
            float x = (float)(i % SIZE) + 0.5f, y = (float)(i / SIZE) + 0.5f;
            assert_true(is_near_ways(stage, 1.2, 0.4, x, y));
        }
    }
    assert_true(changed > 50);
    hone_stage_destroy(stage);
}

// From frame 40 (one second) on the dancer holds still, at another place when moved.
static void freeze(dancer *d, float shift_x)
{
    for (int32_t f = 0; f < DANCER_FRAMES; f++) {
        int32_t from = f < 40 ? f : 40;
        memcpy(d->hips[f], d->hips[from], sizeof d->hips[f]);
        d->hips[f][0] += f < 40 ? 0.0f : shift_x;
        for (int32_t k = 0; k < 6; k++) {
            memcpy(d->turns[k][f], d->turns[k][from], sizeof d->turns[k][f]);
        }
    }
    for (int32_t f = 41; f < DANCER_FRAMES; f++) {
        memcpy(d->hips[f], d->hips[40], sizeof d->hips[f]);
    }
}

static void a_trail_vanishes_completely_when_its_time_is_over(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    freeze(&d, 0.0f);
    hone_stage_def def = def_of(&d.performer);
    for (int32_t moment = 0; moment < 2; moment++) {
        double time_s = moment == 0 ? 1.2 : 1.45;
        def.trail_s = 0.0;
        draw_into(&def, time_s, without);
        def.trail_s = 0.4;
        draw_into(&def, time_s, with);
        assert_int_equal(memcmp(with, without, sizeof with) == 0, moment == 1);
    }
}

static void a_trail_grows_fainter_towards_its_end(void **state)
{
    (void)state;
    // A hand that goes evenly to the right: what lies farther left is older and fainter.
    dancer d;
    dancer_make(&d);
    d.clip.track_count = 1;
    d.clip.tracks = &d.tracks[6];
    for (int32_t f = 0; f < DANCER_FRAMES; f++) {
        d.hips[f][0] = 0.05f * (float)f;
        d.hips[f][2] = 0.0f;
    }
    hone_stage_def def = def_of(&d.performer);
    def.bones = HONE_BONES_NONE;
    def.heads = def.grid = def.shadow = false;
    def.perspective = false;
    def.background = 0xFFFFFFFFu;
    d.performer.color = 0xFF000000u;
    def.trail_s = 1.0;
    draw_into(&def, 1.5, with);
    hone_stage *stage = stage_of(&def);
    hone_vec2 now[DANCER_BONES], then[DANCER_BONES];
    assert_true(hone_stage_points(stage, 0, 1.5, now, DANCER_BONES));
    assert_true(hone_stage_points(stage, 0, 0.5, then, DANCER_BONES));
    hone_stage_destroy(stage);
    int32_t y = (int32_t)now[DANCER_RIGHT_HAND].y;
    int32_t right = (int32_t)now[DANCER_RIGHT_HAND].x, left = (int32_t)then[DANCER_RIGHT_HAND].x;
    // Means over eight pixels, as pieces of the ribbon meet within pixels.
    uint32_t before = 0;
    for (int32_t x = right - 2; x - 8 > left; x -= 8) {
        uint32_t level = 0;
        for (int32_t k = 0; k < 8; k++) {
            level += with[y * SIZE + x - k] & 255u;
        }
        assert_true(level + 8u >= before);
        assert_true(before != 0 || level < 8u * 160u);
        before = level;
    }
    assert_true(before >= 8u * 245u);
    assert_int_equal(with[y * SIZE + left - 2], 0xFFFFFFFFu);
}

static void no_trail_leads_back_to_a_rest_pose_in_the_first_frame(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    d.hips[0][0] = 4.0f;
    hone_stage_def def = def_of(&d.performer);
    draw_into(&def, 0.025, without);
    def.trail_s = 0.5;
    draw_into(&def, 0.025, with);
    assert_memory_equal(with, without, sizeof with);
}

static void ghosts_vanish_completely_and_leave_the_background(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    freeze(&d, 3.0f);
    for (int32_t transparent = 0; transparent < 2; transparent++) {
        hone_stage_def def = def_of(&d.performer);
        def.background = transparent != 0 ? 0u : 0xFFF6F4F0u;
        def.ghost_spacing_s = 0.1;
        def.ghosts = 4;
        hone_stage *stage = stage_of(&def);
        hone_vec2 old[DANCER_BONES], new[DANCER_BONES];
        assert_true(hone_stage_points(stage, 0, 0.9, old, DANCER_BONES));
        assert_true(hone_stage_points(stage, 0, 1.6, new, DANCER_BONES));
        hone_stage_destroy(stage);
        int32_t border = (int32_t)(0.5f * (old[0].x + new[0].x));
        for (int32_t moment = 0; moment < 2; moment++) {
            double time_s = moment == 0 ? 1.15 : 1.45;
            def.ghosts = 0;
            draw_into(&def, time_s, without);
            def.ghosts = 4;
            draw_into(&def, time_s, with);
            int32_t changed = 0;
            for (int32_t i = 0; i < PIXELS; i++) {
                changed += i % SIZE < border && with[i] != without[i];
            }
            if (moment == 0) {
                assert_true(changed > 300);
            } else {
                assert_int_equal(changed, 0);
            }
        }
    }
}

static void a_ghost_is_of_one_strength_where_its_limbs_overlap(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    freeze(&d, 3.0f);
    d.performer.color = 0xFF000000u;
    hone_stage_def def = def_of(&d.performer);
    def.background = 0xFFFFFFFFu;
    def.grid = def.shadow = def.heads = false;
    def.ghosts = 2;
    def.ghost_spacing_s = 0.1;
    draw_into(&def, 1.05, with); // the ghosts of 0.9 and 1.0 (which has moved on)
    uint32_t darkest = 255u;
    int32_t of_it = 0, border = SIZE / 2;
    for (int32_t i = 0; i < PIXELS; i++) {
        uint32_t level = with[i] & 255u;
        if (i % SIZE < border && level <= darkest) {
            of_it = level < darkest ? 1 : of_it + 1;
            darkest = level;
        }
    }
    // Age 0.15 of 0.2: a quarter of 0.45 is left, 0.1125 of black.
    assert_in_range(darkest, 224, 229);
    assert_true(of_it > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trails_lie_on_the_ways_that_were_taken_and_nowhere_else),
        cmocka_unit_test(a_trail_vanishes_completely_when_its_time_is_over),
        cmocka_unit_test(a_trail_grows_fainter_towards_its_end),
        cmocka_unit_test(no_trail_leads_back_to_a_rest_pose_in_the_first_frame),
        cmocka_unit_test(ghosts_vanish_completely_and_leave_the_background),
        cmocka_unit_test(a_ghost_is_of_one_strength_where_its_limbs_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
