// SPDX-License-Identifier: MIT
//
// The fixed view against the numbers of the article's page: points and head maps of three
// performers, from an independent computation in double precision.
#include "dancer.h"

#include "cmocka_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_text(const char *name)
{
    char path[1024];
    shared_path(name, path, sizeof path);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *text = calloc(1, 1 << 20);
    size_t length = text == NULL ? 0 : fread(text, 1, (1 << 20) - 1, file);
    (void)fclose(file);
    if (length == 0) {
        free(text);
        return NULL;
    }
    return text;
}

// The next number at or after *at, which moves behind it.
static double next_number(const char **at)
{
    while (**at != '\0' && strchr("-0123456789", **at) == NULL) {
        (*at)++;
    }
    char *end;
    double value = strtod(*at, &end);
    assert_true(end != *at);
    *at = end;
    return value;
}

static void assert_near(double actual, double expected, double within, const char *what, long row,
                        int32_t index)
{
    double off = actual - expected;
    if (!(off <= within && off >= -within)) {
        fail_msg("%s of row %ld, index %d: %.9g, expected %.9g", what, row, index, actual,
                 expected);
    }
}

static int32_t check_rows(const char *text, hone_stage *stage, int32_t bones)
{
    hone_vec2 points[64];
    int32_t rows = 0;
    const char *at = strstr(text, "\"rows\":");
    assert_non_null(at);
    while ((at = strstr(at, "\"xy\":")) != NULL) {
        const char *key = at - 1; // ..."ROW":{"xy":
        while (key[-1] != '{' && key[-1] != ',') {
            key--;
        }
        const char *number = key + 1;
        long row = (long)next_number(&number);
        double time_s = 0.025 * (double)row;
        assert_true(hone_stage_points(stage, 0, time_s, points, 64));
        for (int32_t i = 0; i < bones; i++) {
            assert_near(((double)points[i].x - 200.0) / 2.0, next_number(&at), 5e-4, "x", row, i);
            assert_near(((double)points[i].y - 200.0) / 2.0, next_number(&at), 5e-4, "y", row, i);
        }
        at = strstr(at, "\"canvas_xy\":");
        assert_non_null(at);
        for (int32_t i = 0; i < bones; i++) {
            assert_near((double)points[i].x, next_number(&at), 1e-3, "canvas x", row, i);
            assert_near((double)points[i].y, next_number(&at), 1e-3, "canvas y", row, i);
        }
        at = strstr(at, "\"head_affine\":");
        assert_non_null(at);
        hone_affine2 map;
        assert_true(hone_stage_face_map(stage, 0, time_s, &map));
        const float parts[6] = {map.a, map.b, map.c, map.d, map.tx - 200.0f, map.ty - 200.0f};
        for (int32_t i = 0; i < 6; i++) {
            assert_near((double)parts[i], 2.0 * next_number(&at), 1e-3, "head map", row, i);
        }
        rows++;
    }
    return rows;
}

static bool check_performer(const char *name)
{
    char file[128];
    (void)snprintf(file, sizeof file, "data/bvh/reference/seed_page.%s.json", name);
    char *text = read_text(file);
    (void)snprintf(file, sizeof file, "%s.bvh", name);
    shared_motion motion;
    if (text == NULL || !shared_load(file, &motion)) {
        free(text);
        return false;
    }
    const hone_affine2 map = {2.0f, 0.0f, 0.0f, 2.0f, 200.0f, 200.0f};
    hone_performer performer = hone_default_performer();
    performer.skeleton = motion.bvh->skeleton;
    performer.clip = motion.clip;
    performer.face_size = 10.0f;
    performer.face_on_joint = true;
    hone_stage_def def = hone_default_stage_def();
    def.performers = &performer;
    def.performer_count = 1;
    def.view_map = &map;
    def.in_place = HONE_IN_PLACE_ALL;
    hone_stage *stage = stage_of(&def);
    assert_float_equal(hone_stage_start(stage), 0.025, 1e-9); // the page skips row 0
    assert_true(check_rows(text, stage, motion.bvh->skeleton->bone_count) >= 5);
    hone_stage_destroy(stage);
    shared_free(&motion);
    free(text);
    return true;
}

static void the_fixed_view_gives_the_pages_points_and_head_maps(void **state)
{
    (void)state;
    static const char *const performers[] = {"aachan", "kashiyuka", "nocchi"};
    for (int32_t i = 0; i < 3; i++) {
        if (!check_performer(performers[i])) {
            printf("skipped: no %s in the shared folder\n", performers[i]);
            skip();
        }
    }
}

static void the_fixed_view_drops_an_axis_turns_y_over_and_maps(void **state)
{
    (void)state;
    // By hand: the resting left hand is at (0.03 + 0.13 + 0.26 + 0.24, 0.9 + 0.38 + 0.12, 0).
    static const hone_affine2 map = {2.0f, 0.0f, 0.0f, 3.0f, 10.0f, 20.0f};
    dancer d;
    dancer_make(&d);
    d.performer.clip = NULL;
    hone_stage_def def = hone_default_stage_def();
    def.performers = &d.performer;
    def.performer_count = 1;
    def.view_map = &map;
    static const float expected[3][2] = {
        {2.0f * 0.66f + 10.0f, -3.0f * 1.40f + 20.0f}, // front: x, -y
        {10.0f, -3.0f * 1.40f + 20.0f},                // side: -z, -y
        {2.0f * 0.66f + 10.0f, 20.0f},                 // top: x, z
    };
    for (int32_t view = 0; view < 3; view++) {
        def.view = (hone_view_kind)view;
        hone_stage *stage = stage_of(&def);
        hone_vec2 points[DANCER_BONES];
        assert_true(hone_stage_points(stage, 0, 0.0, points, DANCER_BONES));
        assert_float_equal(points[DANCER_LEFT_HAND].x, expected[view][0], 1e-4);
        assert_float_equal(points[DANCER_LEFT_HAND].y, expected[view][1], 1e-4);
        hone_stage_destroy(stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fixed_view_gives_the_pages_points_and_head_maps),
        cmocka_unit_test(the_fixed_view_drops_an_axis_turns_y_over_and_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
