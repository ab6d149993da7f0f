// SPDX-License-Identifier: MIT
#include "cmocka_test.h"

#include <float.h>
#include <math.h>

#include "hone/math.h"
#include "random.h"

static void assert_vec3(hone_vec3 v, float x, float y, float z)
{
    assert_true(v.x == x && v.y == y && v.z == z);
}

static void vectors_add_subtract_and_scale(void **state)
{
    (void)state;
    hone_vec3 a = {1.0f, 2.0f, 3.0f};
    hone_vec3 b = {10.0f, -20.0f, 0.5f};
    assert_vec3(hone_vec3_add(a, b), 11.0f, -18.0f, 3.5f);
    assert_vec3(hone_vec3_sub(a, b), -9.0f, 22.0f, 2.5f);
    assert_vec3(hone_vec3_scale(a, -2.0f), -2.0f, -4.0f, -6.0f);
    assert_true(hone_vec3_dot(a, b) == 10.0f - 40.0f + 1.5f);
}

static void the_cross_product_is_right_handed(void **state)
{
    (void)state;
    hone_vec3 x = {1.0f, 0.0f, 0.0f};
    hone_vec3 y = {0.0f, 1.0f, 0.0f};
    hone_vec3 z = {0.0f, 0.0f, 1.0f};
    assert_vec3(hone_vec3_cross(x, y), 0.0f, 0.0f, 1.0f);
    assert_vec3(hone_vec3_cross(y, z), 1.0f, 0.0f, 0.0f);
    assert_vec3(hone_vec3_cross(z, x), 0.0f, 1.0f, 0.0f);
    assert_vec3(hone_vec3_cross((hone_vec3){1, 2, 3}, (hone_vec3){4, 5, 6}), -3.0f, 6.0f, -3.0f);
}

static void lengths_survive_the_largest_and_smallest_components(void **state)
{
    (void)state;
    assert_true(hone_vec3_length((hone_vec3){3.0f, 4.0f, 12.0f}) == 13.0f);
    assert_true(hone_vec3_length((hone_vec3){0.0f, 0.0f, 0.0f}) == 0.0f);
    assert_true(hone_vec3_length((hone_vec3){3e30f, 4e30f, 0.0f}) == 5e30f);
    assert_true(fabsf(hone_vec3_length((hone_vec3){3e-30f, 4e-30f, 0.0f}) - 5e-30f) < 1e-36f);
    assert_true(isnan(hone_vec3_length((hone_vec3){NAN, 0.0f, 0.0f})));
}

static void normalized_vectors_have_length_one_and_the_old_direction(void **state)
{
    (void)state;
    random_state random = random_begin(21);
    const hone_vec3 fallback = {0.0f, 1.0f, 0.0f};
    for (int32_t i = 0; i < 20000; i++) {
        float size = exp2f(random_float(&random, -100.0f, 100.0f));
        hone_vec3 v = {random_float(&random, -1.0f, 1.0f), random_float(&random, -1.0f, 1.0f),
                       random_float(&random, 0.1f, 1.0f)};
        hone_vec3 n = hone_vec3_normalize(hone_vec3_scale(v, size), fallback);
        double length =
            sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
        assert_true(fabs((double)n.x - (double)v.x / length) < 3e-7);
        assert_true(fabs((double)n.y - (double)v.y / length) < 3e-7);
        assert_true(fabs((double)n.z - (double)v.z / length) < 3e-7);
    }
}

static void what_has_no_direction_becomes_the_fallback(void **state)
{
    (void)state;
    const hone_vec3 fallback = {0.0f, 1.0f, 0.0f};
    const hone_vec3 none[] = {
        {0.0f, 0.0f, 0.0f}, {NAN, 1.0f, 0.0f}, {INFINITY, 0.0f, 0.0f}, {1e-45f, 0.0f, 0.0f}};
    for (size_t i = 0; i < 4; i++) {
        assert_vec3(hone_vec3_normalize(none[i], fallback), 0.0f, 1.0f, 0.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_add_subtract_and_scale),
        cmocka_unit_test(the_cross_product_is_right_handed),
        cmocka_unit_test(lengths_survive_the_largest_and_smallest_components),
        cmocka_unit_test(normalized_vectors_have_length_one_and_the_old_direction),
        cmocka_unit_test(what_has_no_direction_becomes_the_fallback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
