// SPDX-License-Identifier: MIT
//
// Hostile and unlucky input: cut files, absurd sizes, missing memory, files that are none; and the
// memory that big files take.
#include "bvh_test.h"

#include "base/memory.h"

#include <sys/stat.h>
#include <unistd.h>

static hone_status try_read(const char *bytes, size_t count, const hone_bvh_def *def,
                            hone_error *error)
{
    hone_bvh *bvh = NULL;
    hone_status status = hone_bvh_read(bytes, count, "t.bvh", def, NULL, &bvh, error);
    assert_int_equal(status == HONE_OK, bvh != NULL);
    hone_bvh_free(bvh);
    return status;
}

static void every_cut_is_read_with_a_warning_or_refused_with_a_line(void **state)
{
    (void)state;
    size_t whole = strlen(BASE);
    int refused = 0;
    int read = 0;
    for (size_t count = 0; count < whole; count++) {
        char *cut = malloc(count == 0 ? 1 : count); // so that reading past it shows
        assert_non_null(cut);
        memcpy(cut, BASE, count);
        hone_bvh *bvh = NULL;
        hone_error error;
        if (hone_bvh_read(cut, count, "t.bvh", NULL, NULL, &bvh, &error) == HONE_OK) {
            read++;
            // Without its final newline, or with fewer digits in the last value, nothing is
            // amiss as far as anyone can tell.
            assert_true(bvh->warnings.count > 0 || count + 2 >= whole);
            assert_true(bvh->frame_count <= BASE_FRAMES);
            hone_bvh_free(bvh);
        } else {
            refused++;
            assert_true(error.line >= 1 && error.line <= 30);
            assert_true(error.message[0] != '\0');
        }
        free(cut);
    }
    assert_true(read > 100 && refused > 300);
}

static void every_changed_byte_is_survived(void **state)
{
    (void)state;
    static const char bytes[] = "\0\n\r{}#,-. eEnNxX0\xC2\xA0\xFF;:";
    size_t whole = strlen(BASE);
    char *text = malloc(whole);
    assert_non_null(text);
    for (size_t i = 0; i < whole; i++) {
        for (size_t k = 0; k < sizeof bytes; k++) {
            memcpy(text, BASE, whole);
            text[i] = bytes[k];
            hone_error error;
            if (try_read(text, whole, NULL, &error) != HONE_OK) {
                assert_true(error.line > 0);
            }
        }
    }
    free(text);
}

static void a_missing_allocation_is_a_memory_error_and_leaks_nothing(void **state)
{
    (void)state;
    const char *text = "# comment\n" TREE HEAD "nan 90 0 0 0 0 0 0 0 0 0 0 \n1,0 2,0 0 0 0 0 0 0 0 "
                       "0 0 0\n3 4 5\n";
    for (int64_t n = 1;; n++) {
        counting memory = {.fail_at = n};
        hone_allocator allocator = counting_allocator(&memory);
        hone_bvh *bvh = NULL;
        hone_error error = {0};
        chunks stream = {text, strlen(text), 50};
        hone_status status =
            (n & 1) != 0
                ? hone_bvh_read(text, strlen(text), "t", NULL, &allocator, &bvh, &error)
                : hone_bvh_read_stream(read_chunk, &stream, "t", NULL, &allocator, &bvh, &error);
        if (memory.calls < n) {
            assert_int_equal(status, HONE_OK);
            assert_true(n > 10);
            hone_bvh_free(bvh);
            assert_int_equal(memory.bytes, 0);
            break;
        }
        // Giving memory back is allowed to fail.
        if (status == HONE_OK) {
            hone_bvh_free(bvh);
        } else {
            assert_int_equal(status, HONE_ERROR_MEMORY);
            assert_int_equal(error.status, HONE_ERROR_MEMORY);
            assert_null(bvh);
        }
        assert_int_equal(memory.bytes, 0);
    }
}

static void a_clip_without_memory_is_refused_and_leaks_nothing(void **state)
{
    (void)state;
    hone_bvh *bvh = read_good(BASE, strlen(BASE), NULL);
    for (int64_t n = 1; n <= 4; n++) {
        counting memory = {.fail_at = n};
        hone_allocator allocator = counting_allocator(&memory);
        hone_clip *clip = NULL;
        hone_error error;
        hone_status status = hone_bvh_clip(bvh, &allocator, &clip, &error);
        assert_int_equal(status, n <= 3 ? HONE_ERROR_MEMORY : HONE_OK);
        hone_bvh_clip_free(clip);
        assert_int_equal(memory.bytes, 0);
    }
    hone_bvh_free(bvh);
}

// A chain of so many joints, or as many beside each other.
static char *many_joints(int count, bool chain, size_t *length)
{
    char *text = malloc((size_t)count * 64 + 200);
    assert_non_null(text);
    char *at = text + sprintf(text, "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 0\n");
    for (int i = 1; i < count; i++) {
        at += sprintf(at, "JOINT j%d\n{\nOFFSET 0 1 0\nCHANNELS 0\n%s", i, chain ? "" : "}\n");
    }
    for (int i = 1; i < count && chain; i++) {
        at += sprintf(at, "}\n");
    }
    at += sprintf(at, "}\nMOTION\nFrames: 0\nFrame Time: 1\n");
    *length = (size_t)(at - text);
    return text;
}

static void deep_and_wide_trees_cost_no_stack_and_stop_at_the_limit(void **state)
{
    (void)state;
    hone_error error;
    size_t count;
    char *text = many_joints(60000, true, &count);
    hone_bvh *bvh = read_good(text, count, NULL);
    assert_int_equal(bvh->skeleton->bone_count, 60000);
    assert_int_equal(bvh->skeleton->parents[59999], 59998);
    buffer written = {0};
    assert_int_equal(hone_bvh_write(bvh, buffer_write, &written, NULL), HONE_OK);
    free(written.bytes);
    hone_bvh_free(bvh);
    free(text);

    text = many_joints(100000, true, &count);
    assert_int_equal(try_read(text, count, NULL, &error), HONE_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "max_bones"));
    assert_int_equal(error.line, 2 + 4 * 65536);
    hone_bvh_def def = {.max_bones = 100000};
    assert_int_equal(try_read(text, count, &def, &error), HONE_OK);
    free(text);

    text = many_joints(1000000, false, &count);
    assert_int_equal(try_read(text, count, NULL, &error), HONE_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "max_bones"));
    free(text);
}

static void the_limit_on_values_is_exact_and_named(void **state)
{
    (void)state;
    hone_error error;
    hone_bvh_def def = {.max_values = BASE_CHANNELS * BASE_FRAMES};
    assert_int_equal(try_read(BASE, strlen(BASE), &def, &error), HONE_OK);
    def.max_values--;
    assert_int_equal(try_read(BASE, strlen(BASE), &def, &error), HONE_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "max_values"));
    assert_int_equal(error.line, 30);
}

static void declared_counts_take_no_memory(void **state)
{
    (void)state;
    const char *text = TREE "MOTION\nFrames: 1000000000000000000\nFrame Time: 0.025\n" ROWS;
    counting memory = {0};
    hone_allocator allocator = counting_allocator(&memory);
    hone_bvh *bvh = NULL;
    assert_int_equal(hone_bvh_read(text, strlen(text), "t", NULL, &allocator, &bvh, NULL), HONE_OK);
    assert_true(memory.peak < 100000);
    hone_bvh_free(bvh);
}

static void tokens_without_an_end_are_refused(void **state)
{
    (void)state;
    size_t head = strlen(TREE HEAD);
    size_t count = head + 200000;
    char *text = malloc(count);
    assert_non_null(text);
    memcpy(text, TREE HEAD, head);
    memset(text + head, '7', count - head);
    hone_error error;
    assert_int_equal(try_read(text, count, NULL, &error), HONE_ERROR_LIMIT);
    assert_int_equal(error.line, 28);
    memcpy(text, "HIERARCHY\nROOT ", 15);
    memset(text + 15, 'n', count - 15);
    assert_int_equal(try_read(text, count, NULL, &error), HONE_ERROR_LIMIT);
    assert_int_equal(error.line, 2);
    free(text);
}

// A text of rows that grow shorter and longer, given piece by piece so that it need not exist.
typedef struct long_file {
    size_t row, rows;
    const char *text;
    size_t left;
    char line[4096];
} long_file;

enum { LONG_CHANNELS = 72, LONG_ROWS = 30000 };

static const char *long_row(long_file *f)
{
    char *at = f->line;
    for (int i = 0; i < LONG_CHANNELS; i++) {
        int value = (int)((f->row * 7919 + (size_t)i * 104729) % 360000000) - 180000000;
        // The first rows are short, as those of a rest pose are.
        at += f->row < 40 ? sprintf(at, "0 ")
                          : sprintf(at, "%d.%06d ", value / 1000000, abs(value) % 1000000);
    }
    (void)sprintf(at, "\n");
    return f->line;
}

static size_t read_long(void *user, void *out, size_t capacity)
{
    long_file *f = user;
    if (f->left == 0 && f->row < f->rows) {
        f->text = long_row(f);
        f->left = strlen(f->text);
        f->row++;
    }
    size_t count = f->left < capacity ? f->left : capacity;
    memcpy(out, f->text, count);
    f->text += count;
    f->left -= count;
    return count;
}

static char *long_head(void)
{
    char *text = malloc(4096);
    assert_non_null(text);
    char *at =
        text + sprintf(text, "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS %d", LONG_CHANNELS);
    for (int i = 0; i < LONG_CHANNELS; i++) {
        at += sprintf(at, " %crotation", "XYZ"[i % 3]);
    }
    (void)sprintf(at, "\n}\nMOTION\nFrames: 7\nFrame Time: 0.01\n");
    return text;
}

// Peak memory at most the values and a tenth: from a stream of unknown length, from memory, and
// from a file.
static void big_files_take_their_values_and_a_tenth(void **state)
{
    (void)state;
    char *head = long_head();
    long_file *stream = calloc(1, sizeof *stream);
    assert_non_null(stream);
    stream->rows = LONG_ROWS;
    stream->text = head;
    stream->left = strlen(head);
    counting memory = {0};
    hone_allocator allocator = counting_allocator(&memory);
    hone_bvh *bvh = NULL;
    const size_t values = (size_t)LONG_ROWS * LONG_CHANNELS * sizeof(float);
    assert_int_equal(hone_bvh_read_stream(read_long, stream, "t", NULL, &allocator, &bvh, NULL),
                     HONE_OK);
    assert_int_equal(bvh->frame_count, LONG_ROWS);
    print_message("stream: peak %.3f of the values\n", (double)memory.peak / (double)values);
    assert_true((double)memory.peak <= 1.1 * (double)values);

    // The same as a text in memory.
    buffer text = {0};
    *stream = (long_file){.rows = LONG_ROWS, .text = head, .left = strlen(head)};
    char part[5000];
    for (size_t n = read_long(stream, part, sizeof part); n > 0;
         n = read_long(stream, part, sizeof part)) {
        (void)buffer_write(&text, part, n);
    }
    counting second = {0};
    hone_allocator second_allocator = counting_allocator(&second);
    hone_bvh *other = NULL;
    assert_int_equal(
        hone_bvh_read(text.bytes, text.count, "t", NULL, &second_allocator, &other, NULL), HONE_OK);
    assert_true(same_content(bvh, other));
    print_message("memory: peak %.3f of the values\n", (double)second.peak / (double)values);
    assert_true((double)second.peak <= 1.1 * (double)values);
    hone_bvh_free(other);

    char path[] = "/tmp/hone_test_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text.bytes, 1, text.count, file), text.count);
    assert_int_equal(fclose(file), 0);
    counting third = {0};
    hone_allocator third_allocator = counting_allocator(&third);
    assert_int_equal(hone_bvh_read_file(path, NULL, &third_allocator, &other, NULL), HONE_OK);
    (void)remove(path);
    assert_true(same_content(bvh, other));
    print_message("file: peak %.3f of the values\n", (double)third.peak / (double)values);
    assert_true((double)third.peak <= 1.1 * (double)values);
    hone_bvh_free(other);
    hone_bvh_free(bvh);
    free(text.bytes);
    free(stream);
    free(head);
}

static void files_that_cannot_be_read_are_refused_in_words(void **state)
{
    (void)state;
    hone_bvh *bvh = NULL;
    hone_error error;
    assert_int_equal(hone_bvh_read_file("/no/such/file.bvh", NULL, NULL, &bvh, &error),
                     HONE_ERROR_IO);
    assert_string_equal(error.message, "no such file");
    assert_string_equal(error.file, "/no/such/file.bvh");
    assert_int_equal(hone_bvh_read_file("/tmp", NULL, NULL, &bvh, &error), HONE_ERROR_IO);
    assert_non_null(strstr(error.message, "directory"));
    assert_int_equal(hone_bvh_read_file("/dev/null", NULL, NULL, &bvh, &error), HONE_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "empty"));
    assert_int_equal(hone_bvh_read_file(NULL, NULL, NULL, &bvh, &error), HONE_ERROR_ARGUMENT);
    char path[] = "/tmp/hone_test_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(chmod(path, 0), 0);
    // Root may read everything, so it becomes nobody for a moment.
    bool root = geteuid() == 0;
    if (!root || seteuid(65534) == 0) {
        assert_int_equal(hone_bvh_read_file(path, NULL, NULL, &bvh, &error), HONE_ERROR_IO);
        assert_non_null(strstr(error.message, "permission"));
        assert_int_equal(root ? seteuid(0) : 0, 0);
    }
    (void)close(descriptor);
    (void)remove(path);
    assert_null(bvh);
}

static size_t read_failing(void *user, void *out, size_t capacity)
{
    chunks *c = user;
    size_t count = read_chunk(c, out, capacity);
    return count == 0 ? SIZE_MAX : count;
}

static void a_stream_that_breaks_is_an_io_error_wherever_it_does(void **state)
{
    (void)state;
    for (size_t count = 0; count < strlen(BASE); count += 3) {
        chunks stream = {BASE, count, 64};
        hone_bvh *bvh = NULL;
        hone_error error;
        assert_int_equal(hone_bvh_read_stream(read_failing, &stream, "t", NULL, NULL, &bvh, &error),
                         HONE_ERROR_IO);
        assert_null(bvh);
    }
}

static void missing_arguments_are_refused(void **state)
{
    (void)state;
    hone_bvh *bvh = NULL;
    assert_int_equal(hone_bvh_read(NULL, 5, "t", NULL, NULL, &bvh, NULL), HONE_ERROR_ARGUMENT);
    assert_int_equal(hone_bvh_read(BASE, 5, "t", NULL, NULL, NULL, NULL), HONE_ERROR_ARGUMENT);
    assert_int_equal(hone_bvh_read(NULL, 0, "t", NULL, NULL, &bvh, NULL), HONE_ERROR_FORMAT);
    assert_int_equal(hone_bvh_read_stream(NULL, NULL, "t", NULL, NULL, &bvh, NULL),
                     HONE_ERROR_ARGUMENT);
    assert_int_equal(hone_bvh_clip(NULL, NULL, NULL, NULL), HONE_ERROR_ARGUMENT);
    hone_bvh_free(NULL);
    hone_bvh_clip_free(NULL);
    assert_null(bvh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut_is_read_with_a_warning_or_refused_with_a_line),
        cmocka_unit_test(every_changed_byte_is_survived),
        cmocka_unit_test(a_missing_allocation_is_a_memory_error_and_leaks_nothing),
        cmocka_unit_test(a_clip_without_memory_is_refused_and_leaks_nothing),
        cmocka_unit_test(deep_and_wide_trees_cost_no_stack_and_stop_at_the_limit),
        cmocka_unit_test(the_limit_on_values_is_exact_and_named),
        cmocka_unit_test(declared_counts_take_no_memory),
        cmocka_unit_test(tokens_without_an_end_are_refused),
        cmocka_unit_test(big_files_take_their_values_and_a_tenth),
        cmocka_unit_test(files_that_cannot_be_read_are_refused_in_words),
        cmocka_unit_test(a_stream_that_breaks_is_an_io_error_wherever_it_does),
        cmocka_unit_test(missing_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
