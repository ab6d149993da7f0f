// SPDX-License-Identifier: MIT
//
// Every input that once broke the BVH reader, read again: from memory and in chunks, which must
// agree, then written and read back.
#include "bvh_test.h"

#include <dirent.h>

static void check_find(const char *path)
{
    size_t count = 0;
    char *text = load_file(path, &count);
    assert_non_null(text);
    hone_bvh *bvh = NULL;
    hone_bvh *other = NULL;
    hone_error error;
    hone_error other_error;
    chunks stream = {text, count, 3};
    hone_status status = hone_bvh_read(text, count, path, NULL, NULL, &bvh, &error);
    assert_int_equal(
        hone_bvh_read_stream(read_chunk, &stream, path, NULL, NULL, &other, &other_error), status);
    if (status == HONE_OK) {
        assert_true(same_content(bvh, other));
        buffer written = {0};
        assert_int_equal(hone_bvh_write(bvh, buffer_write, &written, NULL), HONE_OK);
        hone_bvh *again = read_good(written.bytes, written.count, NULL);
        assert_true(same_content(bvh, again));
        assert_true(same_names(bvh->skeleton, again->skeleton));
        hone_bvh_free(again);
        free(written.bytes);
    } else {
        assert_int_equal(error.line, other_error.line);
        assert_string_equal(error.message, other_error.message);
    }
    hone_bvh_free(bvh);
    hone_bvh_free(other);
    free(text);
}

static void what_fuzzing_found_stays_mended(void **state)
{
    (void)state;
    const char *folder = HONE_SOURCE_DIR "/test/format/fuzz_bvh";
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    int count = 0;
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        if (entry->d_name[0] != '.') {
            char path[1024];
            (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            check_find(path);
            count++;
        }
    }
    (void)closedir(directory);
    assert_true(count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_fuzzing_found_stays_mended)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
