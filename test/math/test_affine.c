// SPDX-License-Identifier: MIT
//
// Affine maps of plane and space: by hand, and against compositions in double precision.
#include "cmocka_test.h"

#include <math.h>
#include <string.h>

#include "hone/math.h"
#include "reference.h"

enum { CASES = 20000 };

static hone_affine2 random_affine2(random_state *random)
{
    return (hone_affine2){
        random_float(random, -3.0f, 3.0f),   random_float(random, -3.0f, 3.0f),
        random_float(random, -3.0f, 3.0f),   random_float(random, -3.0f, 3.0f),
        random_float(random, -50.0f, 50.0f), random_float(random, -50.0f, 50.0f),
    };
}

static void plane_maps_follow_the_stated_formula(void **state)
{
    (void)state;
    hone_affine2 m = {2.0f, 3.0f, 5.0f, 7.0f, 11.0f, 13.0f};
    hone_vec2 p = hone_affine2_apply(m, (hone_vec2){100.0f, 1000.0f});
    assert_true(p.x == 2.0f * 100.0f + 5.0f * 1000.0f + 11.0f);
    assert_true(p.y == 3.0f * 100.0f + 7.0f * 1000.0f + 13.0f);
    p = hone_affine2_apply(hone_affine2_identity(), (hone_vec2){4.0f, 5.0f});
    assert_true(p.x == 4.0f && p.y == 5.0f);
    p = hone_affine2_apply(hone_affine2_translation(1.0f, 2.0f), (hone_vec2){4.0f, 5.0f});
    assert_true(p.x == 5.0f && p.y == 7.0f);
    p = hone_affine2_apply(hone_affine2_scale(3.0f, -2.0f), (hone_vec2){4.0f, 5.0f});
    assert_true(p.x == 12.0f && p.y == -10.0f);
}

static void positive_angles_turn_clockwise_on_a_screen_with_y_down(void **state)
{
    (void)state;
    // Clockwise by a quarter: from the right to the bottom, that is from +x to +y.
    hone_vec2 p = hone_affine2_apply(hone_affine2_rotation(1.57079633f), (hone_vec2){1.0f, 0.0f});
    assert_true(fabsf(p.x) < 1e-6f && fabsf(p.y - 1.0f) < 1e-6f);
}

static void plane_products_apply_the_right_factor_first(void **state)
{
    (void)state;
    random_state random = random_begin(51);
    for (int32_t i = 0; i < CASES; i++) {
        hone_affine2 a = random_affine2(&random);
        hone_affine2 b = random_affine2(&random);
        hone_vec2 p = {random_float(&random, -10.0f, 10.0f), random_float(&random, -10.0f, 10.0f)};
        hone_vec2 once = hone_affine2_apply(hone_affine2_mul(a, b), p);
        hone_vec2 twice = hone_affine2_apply(a, hone_affine2_apply(b, p));
        assert_true(fabsf(once.x - twice.x) < 3e-4f && fabsf(once.y - twice.y) < 3e-4f);
    }
}

static void three_points_determine_the_map_and_lines_do_not(void **state)
{
    (void)state;
    random_state random = random_begin(52);
    for (int32_t i = 0; i < CASES; i++) {
        hone_vec2 from[3];
        hone_vec2 to[3];
        for (int32_t k = 0; k < 3; k++) {
            from[k] = (hone_vec2){random_float(&random, -100.0f, 100.0f),
                                  random_float(&random, -100.0f, 100.0f)};
            to[k] = (hone_vec2){random_float(&random, -100.0f, 100.0f),
                                random_float(&random, -100.0f, 100.0f)};
        }
        double area =
            ((double)from[1].x - (double)from[0].x) * ((double)from[2].y - (double)from[0].y) -
            ((double)from[1].y - (double)from[0].y) * ((double)from[2].x - (double)from[0].x);
        if (fabs(area) < 100.0) {
            continue;
        }
        hone_affine2 m;
        assert_true(hone_affine2_from_points(from, to, &m));
        for (int32_t k = 0; k < 3; k++) {
            hone_vec2 p = hone_affine2_apply(m, from[k]);
            assert_true(fabsf(p.x - to[k].x) < 0.05f && fabsf(p.y - to[k].y) < 0.05f);
        }
    }
    // A well-shaped case by hand: unit square corners to a sheared, mirrored parallelogram.
    const hone_vec2 square[3] = {{-1.0f, 1.0f}, {1.0f, 1.0f}, {-1.0f, -1.0f}};
    const hone_vec2 corners[3] = {{10.0f, 20.0f}, {14.0f, 22.0f}, {12.0f, 30.0f}};
    hone_affine2 map;
    assert_true(hone_affine2_from_points(square, corners, &map));
    assert_true(map.a == 2.0f && map.b == 1.0f && map.c == -1.0f && map.d == -5.0f);
    assert_true(map.tx == 13.0f && map.ty == 26.0f);

    hone_affine2 untouched = map;
    const hone_vec2 lines[4][3] = {
        {{0.0f, 0.0f}, {1.0f, 2.0f}, {3.0f, 6.0f}},
        {{0.1f, 0.2f}, {0.3f, 0.6f}, {0.7f, 1.4f}},
        {{5.0f, 5.0f}, {5.0f, 5.0f}, {5.0f, 5.0f}},
        {{0.0f, 0.0f}, {NAN, 0.0f}, {0.0f, 1.0f}},
    };
    for (int32_t i = 0; i < 4; i++) {
        assert_false(hone_affine2_from_points(lines[i], corners, &map));
        assert_memory_equal(&map, &untouched, sizeof map);
    }
}

static void plane_inverses_undo(void **state)
{
    (void)state;
    random_state random = random_begin(53);
    for (int32_t i = 0; i < CASES; i++) {
        hone_affine2 m = random_affine2(&random);
        hone_affine2 inverse;
        if (fabsf(m.a * m.d - m.b * m.c) < 0.5f) {
            continue;
        }
        assert_true(hone_affine2_invert(m, &inverse));
        hone_vec2 p = {random_float(&random, -10.0f, 10.0f), random_float(&random, -10.0f, 10.0f)};
        hone_vec2 back = hone_affine2_apply(inverse, hone_affine2_apply(m, p));
        assert_true(fabsf(back.x - p.x) < 2e-3f && fabsf(back.y - p.y) < 2e-3f);
    }
    hone_affine2 kept = {9.0f, 9.0f, 9.0f, 9.0f, 9.0f, 9.0f};
    hone_affine2 out = kept;
    assert_false(hone_affine2_invert((hone_affine2){1.0f, 2.0f, 2.0f, 4.0f, 0.0f, 0.0f}, &out));
    assert_false(hone_affine2_invert((hone_affine2){0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 1.0f}, &out));
    assert_false(hone_affine2_invert((hone_affine2){NAN, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f}, &out));
    assert_memory_equal(&out, &kept, sizeof out);
}

static hone_transform random_transform(random_state *random)
{
    return (hone_transform){random_vec3(random, 10.0f),
                            random_quat(random),
                            {random_float(random, 0.3f, 3.0f), random_float(random, 0.3f, 3.0f),
                             random_float(random, 0.3f, 3.0f)}};
}

static void a_transform_scales_then_turns_then_moves(void **state)
{
    (void)state;
    random_state random = random_begin(54);
    for (int32_t i = 0; i < CASES; i++) {
        hone_transform t = random_transform(&random);
        hone_affine3 m = hone_affine3_from_transform(&t);
        matrix r = matrix_of_quat(t.rotation);
        const double scale[3] = {(double)t.scale.x, (double)t.scale.y, (double)t.scale.z};
        for (int row = 0; row < 3; row++) {
            for (int c = 0; c < 3; c++) {
                assert_true(fabs((double)m.m[row][c] - r.m[row][c] * scale[c]) < 2e-6);
            }
        }
        assert_true(m.m[0][3] == t.translation.x && m.m[1][3] == t.translation.y &&
                    m.m[2][3] == t.translation.z);
    }
}

static void space_products_and_inverses_compose(void **state)
{
    (void)state;
    random_state random = random_begin(55);
    for (int32_t i = 0; i < CASES; i++) {
        hone_transform t = random_transform(&random);
        hone_transform u = random_transform(&random);
        hone_affine3 a = hone_affine3_from_transform(&t);
        hone_affine3 b = hone_affine3_from_transform(&u);
        hone_affine3 ab = hone_affine3_mul(&a, &b);
        matrix linear = matrix_mul(matrix_of_affine3(&a), matrix_of_affine3(&b));
        assert_true(matrix_difference(matrix_of_affine3(&ab), linear) < 5e-6);
        hone_vec3 p = random_vec3(&random, 10.0f);
        hone_vec3 once = hone_affine3_apply(&ab, p);
        hone_vec3 twice = hone_affine3_apply(&a, hone_affine3_apply(&b, p));
        assert_true(hone_vec3_length(hone_vec3_sub(once, twice)) < 2e-4f);
        hone_vec3 along = hone_affine3_direction(&a, p);
        hone_vec3 origin = hone_affine3_apply(&a, (hone_vec3){0.0f, 0.0f, 0.0f});
        hone_vec3 end = hone_affine3_apply(&a, p);
        assert_true(hone_vec3_length(hone_vec3_sub(along, hone_vec3_sub(end, origin))) < 1e-4f);
        hone_affine3 inverse;
        assert_true(hone_affine3_invert(&a, &inverse));
        hone_vec3 back = hone_affine3_apply(&inverse, end);
        assert_true(hone_vec3_length(hone_vec3_sub(back, p)) < 2e-4f);
    }
    hone_affine3 identity = hone_affine3_identity();
    hone_vec3 p = hone_affine3_apply(&identity, (hone_vec3){1.0f, 2.0f, 3.0f});
    assert_true(p.x == 1.0f && p.y == 2.0f && p.z == 3.0f);
}

static void flat_maps_of_space_have_no_inverse(void **state)
{
    (void)state;
    hone_affine3 kept = hone_affine3_identity();
    hone_affine3 out = kept;
    const hone_affine3 flat[] = {
        {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}}},
        {{{1, 2, 3, 0}, {2, 4, 6, 0}, {0, 0, 1, 0}}},
        {{{NAN, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
    };
    for (size_t i = 0; i < 3; i++) {
        assert_false(hone_affine3_invert(&flat[i], &out));
        assert_memory_equal(&out, &kept, sizeof out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plane_maps_follow_the_stated_formula),
        cmocka_unit_test(positive_angles_turn_clockwise_on_a_screen_with_y_down),
        cmocka_unit_test(plane_products_apply_the_right_factor_first),
        cmocka_unit_test(three_points_determine_the_map_and_lines_do_not),
        cmocka_unit_test(plane_inverses_undo),
        cmocka_unit_test(a_transform_scales_then_turns_then_moves),
        cmocka_unit_test(space_products_and_inverses_compose),
        cmocka_unit_test(flat_maps_of_space_have_no_inverse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
