// SPDX-License-Identifier: MIT
#include "base/error.h"

#include "cmocka_test.h"

#include <string.h>

static void an_error_reads_as_file_line_message_expected_found(void **state)
{
    (void)state;
    hone_error error;
    assert_int_equal(error_set(&error, HONE_ERROR_FORMAT, "a.bvh", "bad number"),
                     HONE_ERROR_FORMAT);
    error_at_line(&error, 12);
    error_expected(&error, "a number");
    error_found(&error, "x\x01y", 3);
    char text[200];
    size_t length = hone_error_text(&error, text, sizeof text);
    assert_string_equal(text, "a.bvh:12: bad number: expected a number, found 'x\\x01y'");
    assert_int_equal(length, strlen(text));
}

static void a_binary_file_names_the_byte(void **state)
{
    (void)state;
    hone_error error;
    (void)error_set(&error, HONE_ERROR_FORMAT, "a.png", "cut off");
    error_at_offset(&error, 7);
    char text[200];
    (void)hone_error_text(&error, text, sizeof text);
    assert_string_equal(text, "a.png: byte 7: cut off");
}

static void a_short_buffer_is_cut_and_the_length_is_that_of_the_whole(void **state)
{
    (void)state;
    hone_error error;
    (void)error_set(&error, HONE_ERROR_IO, "f", "0123456789");
    char text[6] = "zzzzz";
    assert_int_equal(hone_error_text(&error, text, sizeof text), 13);
    assert_string_equal(text, "f: 01");
    assert_int_equal(hone_error_text(&error, NULL, 0), 13);
}

static void a_long_path_keeps_its_end(void **state)
{
    (void)state;
    char path[600];
    memset(path, 'd', sizeof path);
    memcpy(path + sizeof path - 7, "/f.bvh", 7);
    hone_error error;
    (void)error_set(&error, HONE_ERROR_IO, path, "m");
    assert_int_equal(strlen(error.file), sizeof error.file - 1);
    assert_memory_equal(error.file, "...", 3);
    assert_string_equal(error.file + strlen(error.file) - 6, "/f.bvh");
}

static void no_error_struct_is_needed(void **state)
{
    (void)state;
    assert_int_equal(error_set(NULL, HONE_ERROR_LIMIT, "f", "m"), HONE_ERROR_LIMIT);
    error_at_line(NULL, 1);
    error_at_offset(NULL, 1);
    error_expected(NULL, "e");
    error_found(NULL, "f", 1);
}

static void found_keeps_utf8_and_escapes_what_is_broken(void **state)
{
    (void)state;
    hone_error error;
    (void)error_set(&error, HONE_ERROR_FORMAT, NULL, "m");
    error_found(&error, "\xE9\xAA\xA8\xFF\xC0\x80", 6); // 骨, a stray byte, an overlong zero
    assert_string_equal(error.found, "'\xE9\xAA\xA8\\xff\\xc0\\x80'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_reads_as_file_line_message_expected_found),
        cmocka_unit_test(a_binary_file_names_the_byte),
        cmocka_unit_test(a_short_buffer_is_cut_and_the_length_is_that_of_the_whole),
        cmocka_unit_test(a_long_path_keeps_its_end),
        cmocka_unit_test(no_error_struct_is_needed),
        cmocka_unit_test(found_keeps_utf8_and_escapes_what_is_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
