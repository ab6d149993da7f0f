// SPDX-License-Identifier: MIT
//
// Arc tangent and arc sine against the C library's in double precision.
#include "cmocka_test.h"

#include <math.h>
#include <string.h>

#include "hone/math.h"
#include "random.h"

static double in_ulp(float got, double expected)
{
    float size = fabsf((float)expected);
    double ulp = (double)(nextafterf(size, INFINITY) - size);
    return fabs((double)got - expected) / ulp;
}

static void atan2_is_within_2_5_ulp_in_every_octant(void **state)
{
    (void)state;
    random_state random = random_begin(5);
    double worst = 0.0;
    for (int32_t i = 0; i < 1000000; i++) {
        float y = random_float(&random, -1.0f, 1.0f);
        float x = random_float(&random, -1.0f, 1.0f);
        float scale = i % 3 == 0 ? 0x1p120f : (i % 3 == 1 ? 0x1p-60f : 1.0f);
        if (i % 7 == 0) {
            y *= 1e-4f;
        }
        worst = fmax(worst, in_ulp(hone_atan2(y * scale, x * scale), atan2((double)y, (double)x)));
    }
    printf("atan2: %.3f ulp\n", worst);
    assert_true(worst <= 2.5);
}

static void atan2_knows_the_axes_and_signed_zeros(void **state)
{
    (void)state;
    const float values[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-45f};
    for (size_t i = 0; i < 9; i++) {
        for (size_t k = 0; k < 9; k++) {
            float got = hone_atan2(values[i], values[k]);
            float expected = atan2f(values[i], values[k]);
            assert_true(fabsf(got - expected) <= 3e-7f);
            assert_int_equal(signbit(got) != 0, signbit(expected) != 0);
        }
    }
    assert_true(isnan(hone_atan2(NAN, 1.0f)));
    assert_true(isnan(hone_atan2(INFINITY, NAN)));
}

static void asin_is_within_3_ulp_and_clamps(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int32_t i = -1000000; i <= 1000000; i++) {
        float x = (float)i * 1e-6f;
        worst = fmax(worst, in_ulp(hone_asin(x), asin((double)x)));
    }
    printf("asin: %.3f ulp\n", worst);
    assert_true(worst <= 3.0);
    assert_true(fabsf(hone_asin(1.5f) - 1.57079633f) < 1e-7f);
    assert_true(fabsf(hone_asin(-INFINITY) + 1.57079633f) < 1e-7f);
    assert_true(isnan(hone_asin(NAN)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atan2_is_within_2_5_ulp_in_every_octant),
        cmocka_unit_test(atan2_knows_the_axes_and_signed_zeros),
        cmocka_unit_test(asin_is_within_3_ulp_and_clamps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
