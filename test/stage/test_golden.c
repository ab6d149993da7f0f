// SPDX-License-Identifier: MIT
//
// Whole pictures of the tests' own dancer, compared exactly. With HONE_UPDATE_GOLDEN set they are
// written anew instead, to be looked at and committed.
#include "dancer.h"

#include "cmocka_test.h"
#include "hone/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SIZE = 160, FACE = 48 };

static uint32_t pixels[SIZE * SIZE], face_texels[FACE * FACE];

static hone_surface surface_of(uint32_t *from)
{
    return (hone_surface){from, SIZE, SIZE, SIZE * 4, HONE_PIXEL_ARGB8888, 0, 0};
}

static void write_picture(const char *path, uint32_t *from)
{
    hone_surface surface = surface_of(from);
    hone_error error;
    if (hone_image_write_png(path, &surface, &error) != HONE_OK) {
        fail_msg("%s: %s", path, error.message);
    }
}

// Writes what was drawn and where it differs beside each other.
static void keep_evidence(const char *name, const hone_texture *expected)
{
    static uint32_t difference[SIZE * SIZE];
    char path[1024];
    (void)mkdir(HONE_TEST_OUTPUT_DIR, 0777);
    for (int32_t i = 0; i < SIZE * SIZE; i++) {
        const uint32_t *row = (const uint32_t *)(const void *)((const char *)expected->pixels +
                                                               i / SIZE * expected->stride);
        difference[i] = row[i % SIZE] == pixels[i] ? 0xFF000000u : 0xFFFF00FFu;
    }
    (void)snprintf(path, sizeof path, "%s/%s.actual.png", HONE_TEST_OUTPUT_DIR, name);
    write_picture(path, pixels);
    (void)snprintf(path, sizeof path, "%s/%s.difference.png", HONE_TEST_OUTPUT_DIR, name);
    write_picture(path, difference);
}

static void compare(const char *name)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/test/stage/golden/%s.png", HONE_SOURCE_DIR, name);
    if (getenv("HONE_UPDATE_GOLDEN") != NULL) {
        write_picture(path, pixels);
        return;
    }
    hone_image *expected;
    hone_error error;
    hone_status status = hone_image_read_file(path, NULL, &expected, &error);
    if (status == HONE_ERROR_UNSUPPORTED) {
        printf("skipped: built without the image libraries\n");
        skip();
    }
    assert_int_equal(status, HONE_OK);
    const hone_texture *t = &expected->texture;
    bool same = t->width == SIZE && t->height == SIZE;
    for (int32_t y = 0; same && y < SIZE; y++) {
        same = memcmp((const char *)t->pixels + y * t->stride, pixels + y * SIZE, SIZE * 4) == 0;
    }
    if (!same && t->width == SIZE && t->height == SIZE) {
        keep_evidence(name, t);
    }
    hone_image_free(expected);
    if (!same) {
        fail_msg("%s is not as it was; see %s", name, HONE_TEST_OUTPUT_DIR);
    }
}

static hone_stage_def def_of(const hone_performer *performers, int32_t count)
{
    hone_stage_def def = hone_default_stage_def();
    def.performers = performers;
    def.performer_count = count;
    def.width = def.height = SIZE;
    return def;
}

static void draw_and_compare(const hone_stage_def *def, double time_s, const char *name)
{
    hone_stage *stage = stage_of(def);
    hone_surface surface = surface_of(pixels);
    hone_canvas canvas = hone_canvas_on(surface);
    hone_stage_draw(stage, time_s, &canvas);
    hone_stage_destroy(stage);
    compare(name);
}

// A round face with eyes and a mouth; a red dot by the right-hand side of the picture.
static hone_texture make_face(void)
{
    for (int32_t y = 0; y < FACE; y++) {
        for (int32_t x = 0; x < FACE; x++) {
            int32_t dx = 2 * x + 1 - FACE, dy = 2 * y + 1 - FACE, eye = dx < 0 ? dx + 18 : dx - 18;
            uint32_t color = dx * dx + dy * dy < FACE * FACE ? 0xFFFFD9B0u : 0u;
            color = eye * eye + (dy + 8) * (dy + 8) < 60 ? 0xFF203050u : color;
            color = dy > 16 && dy < 24 && dx > -16 && dx < 16 ? 0xFFB03030u : color;
            color = (dx - 34) * (dx - 34) + (dy - 8) * (dy - 8) < 50 ? 0xFFFF0000u : color;
            face_texels[y * FACE + x] = color;
        }
    }
    return (hone_texture){face_texels, FACE, FACE, FACE * 4, HONE_PIXEL_ARGB8888};
}

static void limbs_from_the_front_with_a_trail(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    hone_stage_def def = def_of(&d.performer, 1);
    def.trail_s = 0.6;
    draw_and_compare(&def, 0.7, "front_trail");
}

static void lines_joints_and_names_on_dark(void **state)
{
    (void)state;
    dancer d;
    dancer_make(&d);
    d.performer.name = "Swing";
    hone_stage_def def = def_of(&d.performer, 1);
    def.background = 0xFF101820u;
    def.bones = HONE_BONES_LINES;
    def.joints = def.names = true;
    def.view = HONE_VIEW_SIDE;
    draw_and_compare(&def, 0.4, "side_lines_names");
}

static void two_with_faces_and_ghosts_from_above_on_nothing(void **state)
{
    (void)state;
    dancer d, other;
    dancer_make(&d);
    dancer_make(&other);
    dancer_turn(&other, 2.6f, 3.6f);
    const hone_texture face = make_face();
    hone_performer two[2] = {d.performer, other.performer};
    two[0].face = two[1].face = &face;
    two[0].face_frame = true;
    two[1].offset = (hone_vec3){0.7f, 0.0f, -0.5f};
    hone_stage_def def = def_of(two, 2);
    def.background = 0;
    def.view = HONE_VIEW_ORBIT;
    def.yaw_deg = 25.0f;
    def.pitch_deg = 25.0f;
    def.ghosts = 3;
    draw_and_compare(&def, 1.3, "pair_faces_ghosts");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limbs_from_the_front_with_a_trail),
        cmocka_unit_test(lines_joints_and_names_on_dark),
        cmocka_unit_test(two_with_faces_and_ghosts_from_above_on_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
