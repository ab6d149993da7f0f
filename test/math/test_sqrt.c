// SPDX-License-Identifier: MIT
//
// The square root made from integers against the machine's.
#include "cmocka_test.h"

#include <math.h>
#include <string.h>

#include "hone/math.h"
#include "math/kernel.h"
#include "random.h"

static void soft_and_hard_roots_have_the_same_bits(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits <= 0x7f800000u; bits += 499) {
        float x;
        memcpy(&x, &bits, sizeof x);
        float exact = sqrtf(x);
        assert_true(sqrt_soft(x) == exact);
        assert_true(hone_sqrt(x) == exact);
    }
}

static void roots_of_squares_are_exact(void **state)
{
    (void)state;
    for (int32_t i = 0; i < 4096; i++) {
        assert_true(sqrt_soft((float)(i * i)) == (float)i);
        assert_true(hone_sqrt((float)(i * i)) == (float)i);
    }
}

static void roots_next_to_squares_are_rounded_to_nearest(void **state)
{
    (void)state;
    random_state random = random_begin(3);
    for (int32_t i = 0; i < 200000; i++) {
        float root = random_float(&random, 1.0f, 4.0f);
        float x = root * root;
        for (int32_t k = 0; k < 3; k++) {
            assert_true(sqrt_soft(x) == sqrtf(x));
            x = nextafterf(x, k == 0 ? 0.0f : INFINITY);
        }
    }
}

static void roots_of_negative_numbers_are_zero(void **state)
{
    (void)state;
    assert_true(hone_sqrt(-1.0f) == 0.0f);
    assert_true(hone_sqrt(-0.0f) == 0.0f);
    assert_true(hone_sqrt(-INFINITY) == 0.0f);
    assert_true(isnan(hone_sqrt(NAN)));
    assert_true(isinf(hone_sqrt(INFINITY)));
    assert_true(isinf(sqrt_soft(INFINITY)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soft_and_hard_roots_have_the_same_bits),
        cmocka_unit_test(roots_of_squares_are_exact),
        cmocka_unit_test(roots_next_to_squares_are_rounded_to_nearest),
        cmocka_unit_test(roots_of_negative_numbers_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
