// SPDX-License-Identifier: MIT
//
// Quaternions against rotation matrices in double precision and slerp against its formula.
#include "cmocka_test.h"

#include <math.h>
#include <string.h>

#include "hone/math.h"
#include "reference.h"

enum { CASES = 20000 };

static bool same_bits(hone_quat a, hone_quat b)
{
    uint32_t x[4];
    uint32_t y[4];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    return memcmp(x, y, sizeof x) == 0;
}

static void products_turn_like_products_of_matrices(void **state)
{
    (void)state;
    random_state random = random_begin(31);
    for (int32_t i = 0; i < CASES; i++) {
        hone_quat a = random_quat(&random);
        hone_quat b = random_quat(&random);
        matrix expected = matrix_mul(matrix_of_quat(a), matrix_of_quat(b));
        assert_true(matrix_difference(matrix_of_quat(hone_quat_mul(a, b)), expected) < 1e-6);
        hone_quat back = hone_quat_mul(hone_quat_conjugate(a), hone_quat_mul(a, b));
        assert_true(matrix_difference(matrix_of_quat(back), matrix_of_quat(b)) < 2e-6);
    }
}

static void rotating_a_vector_is_multiplying_by_the_matrix(void **state)
{
    (void)state;
    random_state random = random_begin(32);
    for (int32_t i = 0; i < CASES; i++) {
        hone_quat q = random_quat(&random);
        hone_vec3 v = random_vec3(&random, 10.0f);
        matrix m = matrix_of_quat(q);
        hone_vec3 got = hone_quat_rotate(q, v);
        const float out[3] = {got.x, got.y, got.z};
        for (int r = 0; r < 3; r++) {
            double expected =
                m.m[r][0] * (double)v.x + m.m[r][1] * (double)v.y + m.m[r][2] * (double)v.z;
            assert_true(fabs((double)out[r] - expected) < 1e-5);
        }
    }
}

static void axis_and_angle_give_rodrigues_rotation(void **state)
{
    (void)state;
    random_state random = random_begin(33);
    for (int32_t i = 0; i < CASES; i++) {
        hone_vec3 v = random_vec3(&random, 1.0f);
        double length =
            sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
        if (length < 0.01) {
            continue;
        }
        const double n[3] = {(double)v.x / length, (double)v.y / length, (double)v.z / length};
        float angle = random_float(&random, -7.0f, 7.0f);
        hone_quat q =
            hone_quat_from_axis_angle((hone_vec3){(float)n[0], (float)n[1], (float)n[2]}, angle);
        assert_true(matrix_difference(matrix_of_quat(q), matrix_about_axis(n, (double)angle)) <
                    1e-6);
    }
}

static void normalizing_makes_length_one_at_any_size(void **state)
{
    (void)state;
    random_state random = random_begin(34);
    for (int32_t i = 0; i < CASES; i++) {
        hone_quat q = random_quat(&random);
        float size = exp2f(random_float(&random, -120.0f, 120.0f));
        hone_quat n =
            hone_quat_normalize((hone_quat){q.x * size, q.y * size, q.z * size, q.w * size});
        assert_true(
            fabs((double)n.x - (double)q.x) < 3e-7 && fabs((double)n.y - (double)q.y) < 3e-7 &&
            fabs((double)n.z - (double)q.z) < 3e-7 && fabs((double)n.w - (double)q.w) < 3e-7);
    }
    const hone_quat identity = HONE_QUAT_IDENTITY;
    const hone_quat bad[] = {{0, 0, 0, 0}, {NAN, 0, 0, 1}, {0, INFINITY, 0, 0}};
    for (size_t i = 0; i < 3; i++) {
        assert_true(same_bits(hone_quat_normalize(bad[i]), identity));
    }
}

static double angle_of(hone_quat q)
{
    double v =
        sqrt((double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z);
    return 2.0 * atan2(v, fabs((double)q.w));
}

static void check_between(hone_vec3 a, hone_vec3 b)
{
    hone_quat q = hone_quat_between(a, b);
    assert_true(fabs(quat_length(q) - 1.0) < 5e-7);
    double la =
        sqrt((double)a.x * (double)a.x + (double)a.y * (double)a.y + (double)a.z * (double)a.z);
    double lb =
        sqrt((double)b.x * (double)b.x + (double)b.y * (double)b.y + (double)b.z * (double)b.z);
    matrix m = matrix_of_quat(q);
    const double from[3] = {(double)a.x / la, (double)a.y / la, (double)a.z / la};
    const double to[3] = {(double)b.x / lb, (double)b.y / lb, (double)b.z / lb};
    double dot = 0.0;
    double cross = 0.0;
    for (int r = 0; r < 3; r++) {
        double got = m.m[r][0] * from[0] + m.m[r][1] * from[1] + m.m[r][2] * from[2];
        assert_true(fabs(got - to[r]) < 2e-6);
        dot += from[r] * to[r];
        int s = (r + 1) % 3;
        int t = (r + 2) % 3;
        double c = from[s] * to[t] - from[t] * to[s];
        cross += c * c;
    }
    // The shortest turn is by no more than the angle between the directions.
    assert_true(fabs(angle_of(q) - atan2(sqrt(cross), dot)) < 2e-6);
}

static void between_takes_one_direction_to_the_other_the_short_way(void **state)
{
    (void)state;
    random_state random = random_begin(35);
    for (int32_t i = 0; i < CASES; i++) {
        hone_vec3 a = random_vec3(&random, 5.0f);
        hone_vec3 b = random_vec3(&random, 5.0f);
        if (hone_vec3_length(a) < 0.1f || hone_vec3_length(b) < 0.1f) {
            continue;
        }
        check_between(a, b);
        // Nearly the same, nearly opposite, and exactly so.
        float near = exp2f(random_float(&random, -26.0f, -3.0f));
        hone_vec3 shifted = hone_vec3_add(a, hone_vec3_scale(b, near));
        check_between(a, shifted);
        check_between(a, hone_vec3_scale(shifted, -1.0f));
        check_between(a, a);
        check_between(a, hone_vec3_scale(a, -2.0f));
    }
    hone_quat none = hone_quat_between((hone_vec3){0, 0, 0}, (hone_vec3){1, 0, 0});
    assert_true(same_bits(none, (hone_quat)HONE_QUAT_IDENTITY));
}

// sin((1-t)p)/sin(p) a + sin(tp)/sin(p) b in double precision.
static void slerp_reference(hone_quat a, hone_quat b, double t, double out[4])
{
    const double p[4] = {(double)a.x, (double)a.y, (double)a.z, (double)a.w};
    double q[4] = {(double)b.x, (double)b.y, (double)b.z, (double)b.w};
    double dot = 0.0;
    for (int i = 0; i < 4; i++) {
        dot += p[i] * q[i];
    }
    double gap = 0.0;
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        q[i] = dot < 0.0 ? -q[i] : q[i];
        gap += (p[i] - q[i]) * (p[i] - q[i]);
        sum += (p[i] + q[i]) * (p[i] + q[i]);
    }
    double angle = 2.0 * atan2(sqrt(gap), sqrt(sum));
    double wa = angle < 1e-9 ? 1.0 - t : sin((1.0 - t) * angle) / sin(angle);
    double wb = angle < 1e-9 ? t : sin(t * angle) / sin(angle);
    for (int i = 0; i < 4; i++) {
        out[i] = wa * p[i] + wb * q[i];
    }
}

static void slerp_follows_its_formula_at_any_distance(void **state)
{
    (void)state;
    random_state random = random_begin(36);
    double worst = 0.0;
    for (int32_t i = 0; i < 5 * CASES; i++) {
        hone_quat a = random_quat(&random);
        hone_quat b = random_quat(&random);
        if (i % 2 == 0) {
            float near = exp2f(random_float(&random, -30.0f, 0.0f));
            b = hone_quat_normalize((hone_quat){a.x + near * b.x, a.y + near * b.y,
                                                a.z + near * b.z, a.w + near * b.w});
        }
        if (i % 4 == 0) {
            b = (hone_quat){-b.x, -b.y, -b.z, -b.w};
        }
        float t = random_float(&random, 0.0f, 1.0f);
        hone_quat q = hone_quat_slerp(a, b, t);
        double expected[4];
        slerp_reference(a, b, (double)t, expected);
        worst = fmax(worst, fabs((double)q.x - expected[0]));
        worst = fmax(worst, fabs((double)q.y - expected[1]));
        worst = fmax(worst, fabs((double)q.z - expected[2]));
        worst = fmax(worst, fabs((double)q.w - expected[3]));
        assert_true(fabs(quat_length(q) - 1.0) < 4e-7);
    }
    printf("slerp: %.3g a component\n", worst);
    assert_true(worst < 4e-7);
}

static void slerp_ends_are_the_keys_to_the_bit(void **state)
{
    (void)state;
    random_state random = random_begin(37);
    for (int32_t i = 0; i < CASES; i++) {
        hone_quat a = random_quat(&random);
        hone_quat b = random_quat(&random);
        assert_true(same_bits(hone_quat_slerp(a, b, 0.0f), a));
        assert_true(same_bits(hone_quat_slerp(a, b, 1.0f), b));
        assert_true(same_bits(hone_quat_slerp(a, b, -3.0f), a));
        assert_true(same_bits(hone_quat_slerp(a, b, 7.0f), b));
        assert_true(same_bits(hone_quat_slerp(a, b, NAN), a));
        float t = random_float(&random, 0.0f, 1.0f);
        hone_quat still = hone_quat_slerp(a, a, t);
        assert_true(fabs((double)still.x - (double)a.x) < 1.3e-7);
    }
}

static void slerp_has_constant_speed_along_the_shorter_arc(void **state)
{
    (void)state;
    random_state random = random_begin(38);
    for (int32_t i = 0; i < 2000; i++) {
        hone_quat a = random_quat(&random);
        hone_quat b = random_quat(&random);
        double whole = angle_of(hone_quat_mul(hone_quat_conjugate(a), b));
        assert_true(whole <= 3.1415927);
        hone_quat before = a;
        for (int32_t k = 1; k <= 16; k++) {
            hone_quat q = hone_quat_slerp(a, b, (float)k / 16.0f);
            double step = angle_of(hone_quat_mul(hone_quat_conjugate(before), q));
            assert_true(fabs(step - whole / 16.0) < 2e-6);
            before = q;
        }
    }
}

static void a_rotation_matrix_gives_its_quaternion_back(void **state)
{
    (void)state;
    random_state random = random_begin(39);
    for (int32_t i = 0; i < CASES; i++) {
        hone_transform t = {random_vec3(&random, 3.0f),
                            random_quat(&random),
                            {random_float(&random, 0.1f, 9.0f), random_float(&random, 0.1f, 9.0f),
                             random_float(&random, 0.1f, 9.0f)}};
        if (i % 3 == 0) {
            // Half turns, where the real part vanishes.
            t.rotation.w = 0.0f;
            t.rotation = hone_quat_normalize(t.rotation);
        }
        hone_affine3 m = hone_affine3_from_transform(&t);
        hone_quat q = hone_quat_from_affine3(&m);
        assert_true(matrix_difference(matrix_of_quat(q), matrix_of_quat(t.rotation)) < 2e-6);
    }
    hone_affine3 flat = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}}};
    assert_true(same_bits(hone_quat_from_affine3(&flat), (hone_quat)HONE_QUAT_IDENTITY));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_turn_like_products_of_matrices),
        cmocka_unit_test(rotating_a_vector_is_multiplying_by_the_matrix),
        cmocka_unit_test(axis_and_angle_give_rodrigues_rotation),
        cmocka_unit_test(normalizing_makes_length_one_at_any_size),
        cmocka_unit_test(between_takes_one_direction_to_the_other_the_short_way),
        cmocka_unit_test(slerp_follows_its_formula_at_any_distance),
        cmocka_unit_test(slerp_ends_are_the_keys_to_the_bit),
        cmocka_unit_test(slerp_has_constant_speed_along_the_shorter_arc),
        cmocka_unit_test(a_rotation_matrix_gives_its_quaternion_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
