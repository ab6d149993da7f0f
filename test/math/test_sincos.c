// SPDX-License-Identifier: MIT
//
// Sine and cosine against the C library's in double precision.
#include "cmocka_test.h"

#include <math.h>
#include <string.h>

#include "hone/math.h"
#include "random.h"

// The distance in units of the last place that a float of expected's size has.
static double in_ulp(float got, double expected)
{
    float size = fabsf((float)expected);
    double ulp = (double)(nextafterf(size, INFINITY) - size);
    return fabs((double)got - expected) / ulp;
}

typedef struct worst {
    double ulp, absolute;
} worst;

static void compare(float x, worst *w)
{
    float s;
    float c;
    hone_sincos(x, &s, &c);
    double es = sin((double)x);
    double ec = cos((double)x);
    w->ulp = fmax(w->ulp, fmax(in_ulp(s, es), in_ulp(c, ec)));
    w->absolute = fmax(w->absolute, fmax(fabs((double)s - es), fabs((double)c - ec)));
}

static void sincos_is_within_its_bounds_on_a_sweep_of_all_floats(void **state)
{
    (void)state;
    worst w = {0.0, 0.0};
    // A step through the bits visits every size of number alike.
    for (uint32_t bits = 0; bits < 0x7f800000u; bits += 1237) {
        float x;
        memcpy(&x, &bits, sizeof x);
        compare(x, &w);
        compare(-x, &w);
    }
    printf("sincos: %.3f ulp, %.3g absolute\n", w.ulp, w.absolute);
    assert_true(w.ulp <= 1.6);
    assert_true(w.absolute <= 6.7e-8);
}

static void sincos_is_within_its_bounds_in_the_first_turns(void **state)
{
    (void)state;
    worst w = {0.0, 0.0};
    for (int32_t i = -600000; i <= 600000; i++) {
        compare((float)i * 1.7e-5f, &w);
    }
    assert_true(w.ulp <= 1.6);
    assert_true(w.absolute <= 6.7e-8);
}

static void sincos_is_right_next_to_multiples_of_quarter_turns(void **state)
{
    (void)state;
    worst w = {0.0, 0.0};
    for (int32_t i = 1; i <= 200000; i++) {
        float x = (float)((double)i * 1.5707963267948966);
        compare(x, &w);
        compare(nextafterf(x, 0.0f), &w);
        compare(nextafterf(x, INFINITY), &w);
    }
    // The floats that come nearest to a multiple of pi/2.
    const float hard[] = {0x1.6cbe4p+86f, 0x1.f9cbe2p+7f, 0x1.33333p+13f, 16367173.0f * 0x1p+72f};
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++) {
        compare(hard[i], &w);
    }
    assert_true(w.ulp <= 1.6);
}

static void sincos_keeps_the_sign_of_zero_and_tiny_angles(void **state)
{
    (void)state;
    float s;
    float c;
    hone_sincos(-0.0f, &s, &c);
    assert_true(signbit(s) != 0 && s == 0.0f && c == 1.0f);
    hone_sincos(0x1p-140f, &s, &c);
    assert_true(s == 0x1p-140f && c == 1.0f);
}

static void sincos_of_what_is_not_finite_is_not_a_number(void **state)
{
    (void)state;
    const float inputs[] = {INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < 3; i++) {
        float s = 0.0f;
        float c = 0.0f;
        hone_sincos(inputs[i], &s, &c);
        assert_true(isnan(s) && isnan(c));
        double ds = 0.0;
        double dc = 0.0;
        hone_sincos_deg((double)inputs[i], &ds, &dc);
        assert_true(isnan(ds) && isnan(dc));
    }
}

static void sincos_deg_is_exact_at_every_multiple_of_90(void **state)
{
    (void)state;
    const double sines[] = {0.0, 1.0, 0.0, -1.0};
    for (int64_t i = -100000; i <= 100000; i++) {
        double s;
        double c;
        hone_sincos_deg(90.0 * (double)i, &s, &c);
        assert_true(s == sines[i & 3]);
        assert_true(c == sines[(i + 1) & 3]);
        assert_false(s == 0.0 && signbit(s) != 0);
        assert_false(c == 0.0 && signbit(c) != 0);
    }
    // 2^k modulo 360 for k = 1000: 2^1000 = 16 modulo 360 as powers of two from 2^3 on repeat
    // after twelve steps and 1000 = 4 modulo 12.
    double s;
    double c;
    double s16;
    double c16;
    hone_sincos_deg(0x1p1000, &s, &c);
    hone_sincos_deg(16.0, &s16, &c16);
    assert_true(s == s16 && c == c16);
    hone_sincos_deg(-90.0 * 0x1p60, &s, &c);
    assert_true(s == 0.0 && c == 1.0);
}

static void sincos_deg_agrees_with_long_double_to_1e_15(void **state)
{
    (void)state;
    random_state random = random_begin(11);
    const long double pi = 3.14159265358979323846264338327950288L;
    double worst_error = 0.0;
    for (int32_t i = 0; i < 400000; i++) {
        double x = random_double(&random, -720.0, 720.0) * (i % 4 == 0 ? 1e7 : 1.0);
        double s;
        double c;
        hone_sincos_deg(x, &s, &c);
        long double r = fmodl((long double)x, 360.0L) * (pi / 180.0L);
        worst_error = fmax(worst_error, fabs((double)((long double)s - sinl(r))));
        worst_error = fmax(worst_error, fabs((double)((long double)c - cosl(r))));
    }
    printf("sincos_deg: %.3g absolute\n", worst_error);
    assert_true(worst_error <= 2e-16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sincos_is_within_its_bounds_on_a_sweep_of_all_floats),
        cmocka_unit_test(sincos_is_within_its_bounds_in_the_first_turns),
        cmocka_unit_test(sincos_is_right_next_to_multiples_of_quarter_turns),
        cmocka_unit_test(sincos_keeps_the_sign_of_zero_and_tiny_angles),
        cmocka_unit_test(sincos_of_what_is_not_finite_is_not_a_number),
        cmocka_unit_test(sincos_deg_is_exact_at_every_multiple_of_90),
        cmocka_unit_test(sincos_deg_agrees_with_long_double_to_1e_15),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
