// SPDX-License-Identifier: MIT
//
// All twelve orders against products of axis matrices in double precision.
#include "cmocka_test.h"

#include <math.h>

#include "hone/math.h"
#include "reference.h"

enum { CASES = 3000 };

static const struct {
    hone_euler_order order;
    int axes[3];
} orders[] = {
    {HONE_EULER_XYZ, {0, 1, 2}}, {HONE_EULER_XZY, {0, 2, 1}}, {HONE_EULER_YXZ, {1, 0, 2}},
    {HONE_EULER_YZX, {1, 2, 0}}, {HONE_EULER_ZXY, {2, 0, 1}}, {HONE_EULER_ZYX, {2, 1, 0}},
    {HONE_EULER_XYX, {0, 1, 0}}, {HONE_EULER_XZX, {0, 2, 0}}, {HONE_EULER_YXY, {1, 0, 1}},
    {HONE_EULER_YZY, {1, 2, 1}}, {HONE_EULER_ZXZ, {2, 0, 2}}, {HONE_EULER_ZYZ, {2, 1, 2}},
};

static matrix product(const int axes[3], const float angles[3])
{
    return matrix_mul(matrix_mul(matrix_about(axes[0], (double)angles[0]),
                                 matrix_about(axes[1], (double)angles[1])),
                      matrix_about(axes[2], (double)angles[2]));
}

static void angles_give_the_product_of_the_axis_matrices(void **state)
{
    (void)state;
    random_state random = random_begin(41);
    for (int32_t n = 0; n < 12; n++) {
        for (int32_t i = 0; i < CASES; i++) {
            const float angles[3] = {random_float(&random, -7.0f, 7.0f),
                                     random_float(&random, -7.0f, 7.0f),
                                     random_float(&random, -7.0f, 7.0f)};
            matrix expected = product(orders[n].axes, angles);
            hone_quat q = hone_quat_from_euler(orders[n].order, angles);
            hone_affine3 m = hone_affine3_from_euler(orders[n].order, angles);
            assert_true(matrix_difference(matrix_of_quat(q), expected) < 1e-6);
            assert_true(matrix_difference(matrix_of_affine3(&m), expected) < 1e-6);
            assert_true(m.m[0][3] == 0.0f && m.m[1][3] == 0.0f && m.m[2][3] == 0.0f);
        }
    }
}

static void angles_of_a_quaternion_turn_like_it(void **state)
{
    (void)state;
    random_state random = random_begin(42);
    for (int32_t n = 0; n < 12; n++) {
        for (int32_t i = 0; i < CASES; i++) {
            hone_quat q = random_quat(&random);
            float angles[3];
            hone_quat_to_euler(q, orders[n].order, angles);
            assert_true(matrix_difference(product(orders[n].axes, angles), matrix_of_quat(q)) <
                        3e-6);
            for (int32_t k = 0; k < 3; k++) {
                assert_true(angles[k] >= -3.1415930f && angles[k] <= 3.1415930f);
            }
        }
    }
}

static void angles_come_back_away_from_gimbal_lock(void **state)
{
    (void)state;
    random_state random = random_begin(43);
    for (int32_t n = 0; n < 12; n++) {
        bool proper = orders[n].axes[0] == orders[n].axes[2];
        for (int32_t i = 0; i < CASES; i++) {
            const float angles[3] = {random_float(&random, -3.0f, 3.0f),
                                     proper ? random_float(&random, 0.1f, 3.0f)
                                            : random_float(&random, -1.47f, 1.47f),
                                     random_float(&random, -3.0f, 3.0f)};
            float back[3];
            hone_quat_to_euler(hone_quat_from_euler(orders[n].order, angles), orders[n].order,
                               back);
            for (int32_t k = 0; k < 3; k++) {
                assert_true(fabsf(back[k] - angles[k]) < 2e-5f);
            }
        }
    }
}

static void at_gimbal_lock_the_last_angle_is_zero_and_the_turn_is_kept(void **state)
{
    (void)state;
    random_state random = random_begin(44);
    const float quarter = 1.57079637f;
    for (int32_t n = 0; n < 12; n++) {
        bool proper = orders[n].axes[0] == orders[n].axes[2];
        for (int32_t i = 0; i < CASES; i++) {
            float middle =
                proper ? (i % 2 == 0 ? 0.0f : 2.0f * quarter) : (i % 2 == 0 ? quarter : -quarter);
            const float angles[3] = {random_float(&random, -3.0f, 3.0f), middle,
                                     random_float(&random, -3.0f, 3.0f)};
            hone_quat q = hone_quat_from_euler(orders[n].order, angles);
            float back[3];
            hone_quat_to_euler(q, orders[n].order, back);
            assert_true(back[2] == 0.0f);
            assert_true(matrix_difference(product(orders[n].axes, back), matrix_of_quat(q)) < 3e-6);
        }
        // Close to the lock nothing may break either.
        for (int32_t i = 0; i < CASES; i++) {
            float off = exp2f(random_float(&random, -28.0f, -4.0f));
            const float angles[3] = {random_float(&random, -3.0f, 3.0f),
                                     (proper ? 0.0f : quarter) + off,
                                     random_float(&random, -3.0f, 3.0f)};
            hone_quat q = hone_quat_from_euler(orders[n].order, angles);
            float back[3];
            hone_quat_to_euler(q, orders[n].order, back);
            assert_true(matrix_difference(product(orders[n].axes, back), matrix_of_quat(q)) < 4e-6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_give_the_product_of_the_axis_matrices),
        cmocka_unit_test(angles_of_a_quaternion_turn_like_it),
        cmocka_unit_test(angles_come_back_away_from_gimbal_lock),
        cmocka_unit_test(at_gimbal_lock_the_last_angle_is_zero_and_the_turn_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
