// SPDX-License-Identifier: MIT
#include "dancer.h"

#include "cmocka_test.h"

#include <string.h>

enum { SIZE = 200, TEXELS = 32 };

static const uint32_t red = 0xFFFF0000u, green = 0xFF00FF00u, blue = 0xFF0000FFu,
                      yellow = 0xFFFFFF00u, background = 0xFFFFFFFFu;

// A picture of four quarters: upper left, upper right, lower left, lower right.
static hone_texture quarters(uint32_t *texels, uint32_t ul, uint32_t ur, uint32_t ll, uint32_t lr)
{
    for (int32_t y = 0; y < TEXELS; y++) {
        for (int32_t x = 0; x < TEXELS; x++) {
            bool left = x < TEXELS / 2, upper = y < TEXELS / 2;
            texels[y * TEXELS + x] = upper ? (left ? ul : ur) : (left ? ll : lr);
        }
    }
    return (hone_texture){texels, TEXELS, TEXELS, TEXELS * 4, HONE_PIXEL_ARGB8888};
}

typedef struct head_scene {
    dancer d;
    uint32_t front[TEXELS * TEXELS], back[TEXELS * TEXELS];
    hone_texture face, other;
    hone_stage_def def;
    uint32_t pixels[SIZE * SIZE];
} head_scene;

static head_scene scene;

// A dancer with a large picture for a head and nothing else drawn.
static void begin(float yaw_rad)
{
    dancer_make(&scene.d);
    dancer_turn(&scene.d, yaw_rad, yaw_rad);
    scene.face = quarters(scene.front, red, green, blue, yellow);
    scene.other = quarters(scene.back, 0xFF101010u, 0xFF202020u, 0xFF303030u, 0xFF404040u);
    scene.d.performer.face = &scene.face;
    scene.d.performer.face_size = 0.5f;
    scene.def = hone_default_stage_def();
    scene.def.performers = &scene.d.performer;
    scene.def.performer_count = 1;
    scene.def.width = scene.def.height = SIZE;
    scene.def.background = background;
    scene.def.bones = HONE_BONES_NONE;
    scene.def.heads = false;
    scene.def.grid = scene.def.shadow = false;
    scene.def.perspective = false;
}

static uint32_t pixel_at(hone_affine2 map, float x, float y)
{
    hone_vec2 p = hone_affine2_apply(map, (hone_vec2){x, y});
    int32_t px = (int32_t)p.x, py = (int32_t)p.y;
    assert_in_range(px, 0, SIZE - 1);
    assert_in_range(py, 0, SIZE - 1);
    return scene.pixels[py * SIZE + px];
}

// Draws and gives the head's map.
static hone_affine2 draw(void)
{
    hone_stage *stage = stage_of(&scene.def);
    hone_surface surface = {scene.pixels, SIZE, SIZE, SIZE * 4, HONE_PIXEL_ARGB8888, 0, 0};
    hone_canvas canvas = hone_canvas_on(surface);
    hone_stage_draw(stage, 1.0, &canvas);
    hone_affine2 map;
    assert_true(hone_stage_face_map(stage, 0, 1.0, &map));
    hone_stage_destroy(stage);
    return map;
}

static void assert_quarters(hone_affine2 map, uint32_t ul, uint32_t ur, uint32_t ll, uint32_t lr)
{
    assert_int_equal(pixel_at(map, -0.5f, 0.5f), ul);
    assert_int_equal(pixel_at(map, 0.5f, 0.5f), ur);
    assert_int_equal(pixel_at(map, -0.5f, -0.5f), ll);
    assert_int_equal(pixel_at(map, 0.5f, -0.5f), lr);
}

static void the_picture_is_upright_and_not_mirrored_when_it_faces_us(void **state)
{
    (void)state;
    begin(0.4f);
    hone_affine2 map = draw();
    assert_true(map.a * map.d - map.b * map.c < 0.0f);
    assert_true(map.a > 0.0f && map.d < 0.0f); // right is right, up is up
    assert_quarters(map, red, green, blue, yellow);
}

static void the_flag_exchanges_left_and_right(void **state)
{
    (void)state;
    begin(-0.3f);
    scene.d.performer.face_mirrored = true;
    assert_quarters(draw(), green, red, yellow, blue);
}

static void the_sign_of_the_map_tells_the_back_from_the_front(void **state)
{
    (void)state;
    begin(0.0f);
    dancer_turn(&scene.d, 0.0f, 6.2831853f);
    hone_stage *stage = stage_of(&scene.def);
    for (int32_t f = 0; f < DANCER_FRAMES; f++) {
        float sine, cosine;
        hone_sincos(6.2831853f * (float)f / (DANCER_FRAMES - 1), &sine, &cosine);
        hone_affine2 map;
        assert_true(hone_stage_face_map(stage, 0, 0.025 * f, &map));
        float det = map.a * map.d - map.b * map.c;
        if (cosine > 0.02f || cosine < -0.02f) {
            assert_true((det < 0.0f) == (cosine > 0.0f));
        }
    }
    hone_stage_destroy(stage);
}

static void from_behind_a_hidden_face_leaves_nothing(void **state)
{
    (void)state;
    begin(3.0f);
    scene.d.performer.face_back = HONE_FACE_BACK_HIDDEN;
    (void)draw();
    for (int32_t i = 0; i < SIZE * SIZE; i++) {
        assert_int_equal(scene.pixels[i], background);
    }
}

static void from_behind_a_plain_head_shows_none_of_the_picture(void **state)
{
    (void)state;
    begin(3.0f);
    scene.d.performer.color = 0xFF808080u;
    hone_affine2 map = draw();
    int32_t drawn = 0;
    for (int32_t i = 0; i < SIZE * SIZE; i++) {
        uint32_t p = scene.pixels[i];
        assert_true(p != red && p != green && p != blue && p != yellow);
        drawn += p != background;
    }
    assert_true(drawn > 500);
    assert_int_not_equal(pixel_at(map, 0.0f, 0.0f), background);
}

static void from_behind_the_same_face_shines_through_the_other_way_round(void **state)
{
    (void)state;
    begin(3.0f);
    scene.d.performer.face_back = HONE_FACE_BACK_SAME;
    hone_affine2 map = draw();
    assert_true(map.a < 0.0f); // so the red quarter, left on the head, is to the right for us
    assert_quarters(map, red, green, blue, yellow);
}

static void from_behind_another_picture_reads_the_right_way(void **state)
{
    (void)state;
    begin(3.0f);
    scene.d.performer.face_back = HONE_FACE_BACK_IMAGE;
    scene.d.performer.face_back_image = &scene.other;
    // What is on the head's left is on our right.
    assert_quarters(draw(), 0xFF202020u, 0xFF101010u, 0xFF404040u, 0xFF303030u);
}

static void in_perspective_all_four_corners_are_where_they_belong(void **state)
{
    (void)state;
    begin(0.9f);
    scene.def.perspective = true;
    scene.d.performer.face_on_joint = true;
    (void)draw();
    hone_stage *stage = stage_of(&scene.def);
    hone_camera camera = hone_stage_camera(stage, 1.0);
    hone_stage_destroy(stage);
    // The head's joint at one second, by hand: hips (0.2 sin, 0.9, 0.1 cos) of pi and the spine's
    // offsets up; its x axis turned by 0.9 about the vertical.
    float s, c, place_s, place_c;
    hone_sincos(0.9f, &s, &c);
    hone_sincos(40.0f * 0.0785398f, &place_s, &place_c);
    const hone_vec3 joint = {0.2f * place_s, 0.9f + 0.18f + 0.20f + 0.16f + 0.09f, 0.1f * place_c};
    static const float corners[4][2] = {{-0.9f, 0.9f}, {0.9f, 0.9f}, {-0.9f, -0.9f}, {0.9f, -0.9f}};
    const uint32_t colors[4] = {red, green, blue, yellow};
    for (int32_t i = 0; i < 4; i++) {
        for (int32_t outside = 0; outside < 2; outside++) {
            float x = corners[i][0] * (outside != 0 ? 1.25f : 1.0f) * 0.5f;
            float y = corners[i][1] * (outside != 0 ? 1.25f : 1.0f) * 0.5f;
            const hone_vec3 p = {joint.x + c * x, joint.y + y, joint.z - s * x};
            hone_vec2 at;
            assert_true(hone_camera_project(&camera, p, &at));
            uint32_t found = scene.pixels[(int32_t)at.y * SIZE + (int32_t)at.x];
            assert_int_equal(found, outside != 0 ? background : colors[i]);
        }
    }
}

static void the_frame_is_a_red_square_round_the_picture(void **state)
{
    (void)state;
    begin(0.0f);
    scene.d.performer.face_frame = true;
    hone_affine2 map = draw();
    static const float places[4][2] = {{-1.0f, 0.3f}, {1.0f, -0.3f}, {0.3f, 1.0f}, {-0.3f, -1.0f}};
    for (int32_t i = 0; i < 4; i++) {
        uint32_t p = pixel_at(map, places[i][0], places[i][1]);
        assert_true((p >> 16 & 255u) > 180u && (p >> 8 & 255u) < 90u && (p & 255u) < 90u);
    }
}

static void a_performer_without_a_head_has_no_map_and_is_drawn_all_the_same(void **state)
{
    (void)state;
    begin(0.0f);
    scene.d.performer.face_bone = HONE_NONE;
    scene.d.performer.face = NULL;
    scene.def.bones = HONE_BONES_LIMBS;
    scene.def.heads = true;
    hone_stage *stage = stage_of(&scene.def);
    hone_affine2 map = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f};
    assert_false(hone_stage_face_map(stage, 0, 0.0, &map));
    assert_false(hone_stage_face_map(stage, 1, 0.0, &map));
    assert_float_equal(map.ty, 6.0f, 0.0);
    hone_surface surface = {scene.pixels, SIZE, SIZE, SIZE * 4, HONE_PIXEL_ARGB8888, 0, 0};
    hone_canvas canvas = hone_canvas_on(surface);
    hone_stage_draw(stage, 0.0, &canvas);
    hone_stage_destroy(stage);
}

static void a_head_bone_turned_in_the_rig_still_looks_where_the_body_faces(void **state)
{
    (void)state;
    // The head's bone has its axes turned by 90 degrees about x: its z is the world's -y. Its
    // square must stand upright and look forward all the same.
    begin(0.0f);
    const hone_vec3 x_axis = {1.0f, 0.0f, 0.0f};
    scene.d.rest[DANCER_HEAD].rotation = hone_quat_from_axis_angle(x_axis, 1.5707963f);
    hone_affine2 map = draw();
    assert_true(map.a > 0.0f && map.d < 0.0f);
    assert_true(map.a > 20.0f && map.d < -20.0f);
    assert_quarters(map, red, green, blue, yellow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_picture_is_upright_and_not_mirrored_when_it_faces_us),
        cmocka_unit_test(the_flag_exchanges_left_and_right),
        cmocka_unit_test(the_sign_of_the_map_tells_the_back_from_the_front),
        cmocka_unit_test(from_behind_a_hidden_face_leaves_nothing),
        cmocka_unit_test(from_behind_a_plain_head_shows_none_of_the_picture),
        cmocka_unit_test(from_behind_the_same_face_shines_through_the_other_way_round),
        cmocka_unit_test(from_behind_another_picture_reads_the_right_way),
        cmocka_unit_test(in_perspective_all_four_corners_are_where_they_belong),
        cmocka_unit_test(the_frame_is_a_red_square_round_the_picture),
        cmocka_unit_test(a_performer_without_a_head_has_no_map_and_is_drawn_all_the_same),
        cmocka_unit_test(a_head_bone_turned_in_the_rig_still_looks_where_the_body_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
