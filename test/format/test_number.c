// SPDX-License-Identifier: MIT
//
// Numbers against the C library, which rounds correctly: reading against strtod and strtof bit for
// bit, writing against the shortest that printf finds.
#include "cmocka_test.h"

#include "format/number.h"

#include <stdio.h>
#include <stdlib.h>

// Cases of each random test; slow builds may lower it.
#ifndef NUMBER_CASES
#define NUMBER_CASES 300000
#endif

static uint64_t seed = 0x2545F4914F6CDD1Du;

static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Reads the text both ways. It lies in a block of its own size, so that reading past it shows.
static void check_text(const char *text)
{
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, text, length + 1);
    double d = 7.0;
    float f = 7.0f;
    double want_d = strtod(copy, NULL);
    float want_f = strtof(copy, NULL);
    char *tight = realloc(copy, length);
    assert_non_null(tight);
    if (number_parse_double(tight, tight + length, '.', &d) != tight + length ||
        memcmp(&d, &want_d, sizeof d) != 0) {
        fail_msg("double %s: %a, not %a", text, d, want_d);
    }
    if (number_parse_float(tight, tight + length, '.', &f) != tight + length ||
        memcmp(&f, &want_f, sizeof f) != 0) {
        fail_msg("float %s: %a, not %a", text, (double)f, (double)want_f);
    }
    free(tight);
#if NUMBER_FAST
    char padded[2048];
    if (length + NUMBER_FAST_BYTES < sizeof padded) {
        memset(padded, ' ', sizeof padded);
        memcpy(padded, text, length);
        const char *end = number_parse_fast(padded, &f);
        if (end == padded + length && memcmp(&f, &want_f, sizeof f) != 0) {
            fail_msg("fast %s: %a, not %a", text, (double)f, (double)want_f);
        }
    }
#endif
}

static void random_doubles_read_as_strtod_reads_them(void **state)
{
    (void)state;
    print_message("seed %llx\n", (unsigned long long)seed);
    char text[2048];
    for (int i = 0; i < NUMBER_CASES; i++) {
        double value = double_of(next_random());
        if (value - value == 0.0) {
            (void)snprintf(text, sizeof text, "%.*g", (int)(next_random() % 20) + 1, value);
            check_text(text);
        }
    }
}

static void plain_decimals_read_as_strtod_reads_them(void **state)
{
    (void)state;
    print_message("seed %llx\n", (unsigned long long)seed);
    char text[128];
    for (int i = 0; i < NUMBER_CASES; i++) {
        double size = (double)(1u << (next_random() % 31));
        double value = ((double)(next_random() >> 11) / 9007199254740992.0 - 0.5) * size;
        (void)snprintf(text, sizeof text, "%.*f", (int)(next_random() % 10), value);
        check_text(text);
    }
}

static void any_digits_and_exponents_read_as_strtod_reads_them(void **state)
{
    (void)state;
    print_message("seed %llx\n", (unsigned long long)seed);
    char text[512];
    for (int i = 0; i < NUMBER_CASES; i++) {
        int length = 0;
        int digits = 1 + (int)(next_random() % 40);
        int point = (int)(next_random() % 45);
        for (int k = 0; k < digits; k++) {
            if (k == point) {
                text[length++] = '.';
            }
            text[length++] = (char)('0' + next_random() % 10);
        }
        (void)sprintf(text + length, "e%d", (int)(next_random() % 700) - 360);
        check_text(text);
    }
}

// Exactly between two floats, a little above, a little below; with up to 150 digits.
static void points_between_two_floats_round_to_even(void **state)
{
    (void)state;
    print_message("seed %llx\n", (unsigned long long)seed);
    char text[512];
    for (int i = 0; i < NUMBER_CASES / 10; i++) {
        uint32_t bits = (uint32_t)next_random() & 0x7F7FFFFFu;
        double middle = ((double)float_of(bits) + (double)float_of(bits + 1)) / 2.0;
        if (middle - middle != 0.0) {
            continue;
        }
        int length = snprintf(text, sizeof text, "%.170f", middle);
        check_text(text);
        text[length - 1] = '1';
        check_text(text);
        (void)snprintf(text, sizeof text, "%.*e", (int)(next_random() % 150), middle);
        check_text(text);
    }
}

// Plain decimals next to half-way points of floats below 10^4, with at most seven decimals.
static void plain_decimals_near_points_between_floats_round_rightly(void **state)
{
    (void)state;
    print_message("seed %llx\n", (unsigned long long)seed);
    char text[64];
    for (int i = 0; i < NUMBER_CASES; i++) {
        float value =
            (float)(next_random() % 1000000000) / (float)(1u << (17 + next_random() % 14));
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        double middle = ((double)value + (double)float_of(bits + 1)) / 2.0;
        (void)snprintf(text, sizeof text, "%.*f", (int)(next_random() % 8), middle);
        check_text(text);
    }
}

// The same for doubles: (2 m + 1) * 2^e written out in full, up to 1100 digits.
static void points_between_two_doubles_round_to_even(void **state)
{
    (void)state;
    print_message("seed %llx\n", (unsigned long long)seed);
    char text[2048];
    for (int i = 0; i < NUMBER_CASES / 100; i++) {
        // Halves of integers below 2^53, as exact text: m + 0.5 with m in [2^52, 2^53).
        uint64_t m = next_random() >> 12 | (uint64_t)1 << 52;
        int length = sprintf(text, "%llu.5", (unsigned long long)m);
        check_text(text);
        memset(text + length, '0', 900);
        text[length + 900] = '1';
        text[length + 901] = '\0';
        check_text(text);
        (void)sprintf(text, "%llu.4", (unsigned long long)m);
        memset(text + length, '9', 900);
        text[length + 900] = '\0';
        check_text(text);
    }
}

static void hard_numbers_read_as_strtod_reads_them(void **state)
{
    (void)state;
    static const char *const texts[] = {"0",
                                        "-0",
                                        "+0",
                                        "0.0",
                                        "-0.000",
                                        "1e999",
                                        "-1e999",
                                        "1e-999",
                                        "-1e-999",
                                        ".5",
                                        "5.",
                                        "+1",
                                        "4.9406564584124654e-324",
                                        "2.4703282292062327208e-324",
                                        "2.4703282292062327209e-324",
                                        "2.4703282292062328e-324",
                                        "2.2250738585072011e-308",
                                        "2.2250738585072014e-308",
                                        "1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "3.4028235677973366e38",
                                        "3.4028235677973365e38",
                                        "3.4028236e38",
                                        "1.17549435e-38",
                                        "1.4012984643248170709e-45",
                                        "7.0064923216240853546e-46",
                                        "7.0064923216240853547e-46",
                                        "1e22",
                                        "1e23",
                                        "8.5e22",
                                        "9007199254740993",
                                        "9007199254740992.9999999999999999999999",
                                        "16777217",
                                        "16777219",
                                        "33554431.5",
                                        "0.1e99999999999999999999",
                                        "1e-9999999999999999999",
                                        "0e99999999999999999999",
                                        "123456789012345678901234567890",
                                        "1e308",
                                        "1e309",
                                        "1e-342",
                                        "1e-343",
                                        "9999999999999999999e-342",
                                        "18446744073709551616",
                                        "18446744073709551615",
                                        "6929495644600919.5",
                                        "3.7455744005952583e15",
                                        "0.500000000000000166533453693773481063544"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        check_text(texts[i]);
    }
}

static void a_number_ends_where_it_ends(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int length; // -1: no number
        char point;
    } cases[] = {{"1.5 2", 3, '.'}, {"1.5-2", 3, '.'}, {"1e5e", 3, '.'},  {"1e", 1, '.'},
                 {"1e+", 1, '.'},   {"1e-x", 1, '.'},  {"1,5", 1, '.'},   {"1,5", 3, ','},
                 {"1.5", 1, ','},   {"", -1, '.'},     {"-", -1, '.'},    {"+-1", -1, '.'},
                 {".", -1, '.'},    {".e5", -1, '.'},  {"x", -1, '.'},    {"nan", -1, '.'},
                 {"inf", -1, '.'},  {"0x10", 1, '.'},  {"1.2.3", 3, '.'}, {" 1", -1, '.'}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = cases[i].text;
        float f = 7.0f;
        double d = 7.0;
        const char *end = number_parse_float(text, text + strlen(text), cases[i].point, &f);
        const char *other = number_parse_double(text, text + strlen(text), cases[i].point, &d);
        assert_ptr_equal(end, other);
        assert_int_equal(end == NULL ? -1 : (int)(end - text), cases[i].length);
        if (end == NULL) {
            assert_true(f == 7.0f && d == 7.0);
        }
    }
}

// Digits of a text without leading and trailing zeros.
static int significant_digits(const char *text)
{
    char digits[64];
    int count = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0')) {
            digits[count++] = *text;
        }
    }
    while (count > 0 && digits[count - 1] == '0') {
        count--;
    }
    return count;
}

static void check_print_double(double value)
{
    char text[NUMBER_TEXT_MAX + 1];
    char other[64];
    text[number_print_double(value, text)] = '\0';
    double back = strtod(text, NULL);
    if (memcmp(&back, &value, sizeof value) != 0) {
        fail_msg("%a is printed as %s", value, text);
    }
    for (int digits = 0; digits < 17; digits++) {
        (void)snprintf(other, sizeof other, "%.*e", digits, value);
        back = strtod(other, NULL);
        if (memcmp(&back, &value, sizeof value) == 0) {
            break;
        }
    }
    if (significant_digits(text) > significant_digits(other)) {
        fail_msg("%s is longer than %s", text, other);
    }
}

static void check_print_float(float value)
{
    char text[NUMBER_TEXT_MAX + 1];
    char other[64];
    text[number_print_float(value, text)] = '\0';
    float back = strtof(text, NULL);
    if (memcmp(&back, &value, sizeof value) != 0) {
        fail_msg("%a is printed as %s", (double)value, text);
    }
    for (int digits = 0; digits < 9; digits++) {
        (void)snprintf(other, sizeof other, "%.*e", digits, (double)value);
        back = strtof(other, NULL);
        if (memcmp(&back, &value, sizeof value) == 0) {
            break;
        }
    }
    if (significant_digits(text) > significant_digits(other)) {
        fail_msg("%s is longer than %s", text, other);
    }
}

static void printed_numbers_read_back_and_are_the_shortest(void **state)
{
    (void)state;
    print_message("seed %llx\n", (unsigned long long)seed);
    for (int i = 0; i < NUMBER_CASES / 3; i++) {
        double d = double_of(next_random());
        if (d - d == 0.0) {
            check_print_double(d);
        }
        float f = float_of((uint32_t)next_random());
        if (f - f == 0.0f) {
            check_print_float(f);
        }
        int64_t millionths = (int64_t)(next_random() % 400000000) - 200000000;
        check_print_double((double)millionths / 1e6);
        check_print_float((float)millionths / 1e6f);
    }
    for (uint64_t exponent = 0; exponent < 2047; exponent++) {
        for (uint64_t around = 0; around < 3; around++) {
            uint64_t bits = (exponent << 52) + around - (exponent > 0);
            check_print_double(double_of(bits));
        }
    }
    for (uint32_t exponent = 0; exponent < 255; exponent++) {
        for (uint32_t around = 0; around < 3; around++) {
            check_print_float(float_of((exponent << 23) + around - (exponent > 0)));
        }
    }
}

static void known_numbers_print_as_people_write_them(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } doubles[] = {{0.0, "0"},
                   {-0.0, "-0"},
                   {1.0, "1"},
                   {-2.5, "-2.5"},
                   {0.1, "0.1"},
                   {100.0, "100"},
                   {0.3, "0.3"},
                   {2.0 / 3.0, "0.6666666666666666"},
                   {1e21, "1e21"},
                   {123456789012345680000.0, "123456789012345680000"},
                   {1e-6, "0.000001"},
                   {1e-7, "1e-7"},
                   {1.5e-7, "1.5e-7"},
                   {5e-324, "5e-324"},
                   {2e-323, "2e-323"},
                   {1.7976931348623157e308, "1.7976931348623157e308"},
                   {9007199254740993.0, "9007199254740992"},
                   {9.5367431640625e-7, "9.5367431640625e-7"}};
    char text[NUMBER_TEXT_MAX + 1];
    for (size_t i = 0; i < sizeof doubles / sizeof doubles[0]; i++) {
        text[number_print_double(doubles[i].value, text)] = '\0';
        assert_string_equal(text, doubles[i].text);
    }
    static const struct {
        float value;
        const char *text;
    } floats[] = {{0.1f, "0.1"},
                  {16777216.0f, "16777216"},
                  {3.4028235e38f, "3.4028235e38"},
                  {1e-45f, "1e-45"},
                  {8.3333e-3f, "0.0083333"},
                  {-0.0f, "-0"},
                  {1.17549435e-38f, "1.1754944e-38"},
                  {9.999999e20f, "999999900000000000000"}};
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++) {
        text[number_print_float(floats[i].value, text)] = '\0';
        assert_string_equal(text, floats[i].text);
    }
    text[number_print_double(1e308 * 10.0, text)] = '\0';
    assert_string_equal(text, "inf");
    text[number_print_float(float_of(0xFF800000u), text)] = '\0';
    assert_string_equal(text, "-inf");
    text[number_print_float(float_of(0x7FC00000u), text)] = '\0';
    assert_string_equal(text, "nan");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_doubles_read_as_strtod_reads_them),
        cmocka_unit_test(plain_decimals_read_as_strtod_reads_them),
        cmocka_unit_test(any_digits_and_exponents_read_as_strtod_reads_them),
        cmocka_unit_test(points_between_two_floats_round_to_even),
        cmocka_unit_test(plain_decimals_near_points_between_floats_round_rightly),
        cmocka_unit_test(points_between_two_doubles_round_to_even),
        cmocka_unit_test(hard_numbers_read_as_strtod_reads_them),
        cmocka_unit_test(a_number_ends_where_it_ends),
        cmocka_unit_test(printed_numbers_read_back_and_are_the_shortest),
        cmocka_unit_test(known_numbers_print_as_people_write_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
