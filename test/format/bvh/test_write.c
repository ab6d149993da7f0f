// SPDX-License-Identifier: MIT
//
// What is written reads back as the same document, to the bit.
#include "bvh_test.h"

static void check_round_trip(const hone_bvh *bvh)
{
    buffer text = {0};
    assert_int_equal(hone_bvh_write(bvh, buffer_write, &text, NULL), HONE_OK);
    hone_bvh_def def = {.offset = bvh->offset};
    hone_bvh *again = read_good(text.bytes, text.count, &def);
    assert_true(same_content(bvh, again));
    assert_true(same_names(bvh->skeleton, again->skeleton));
    hone_bvh_free(again);
    free(text.bytes);
}

static void the_small_file_is_written_as_bvh(void **state)
{
    (void)state;
    const char *in = "HIERARCHY\nROOT A b\n{\nOFFSET 0 -0.0 1e-3\nCHANNELS 1 Zrotation\n"
                     "JOINT C\n{\nOFFSET 1 2 3\nCHANNELS 0\nEnd Site\n{\nOFFSET 4 5 6\n}\n}\n"
                     "End Site tip\n{\nOFFSET 7 8 9\n}\n}\n"
                     "MOTION\nFrames: 2\nFrame Time: .0083333\n1.50\n-1e-9\n";
    const char *want = "HIERARCHY\nROOT A b\n{\n\tOFFSET 0 -0 0.001\n\tCHANNELS 1 Zrotation\n"
                       "\tJOINT C\n\t{\n\t\tOFFSET 1 2 3\n\t\tCHANNELS 0\n\t\tEnd Site\n\t\t{\n"
                       "\t\t\tOFFSET 4 5 6\n\t\t}\n\t}\n\tEnd Site tip\n\t{\n\t\tOFFSET 7 8 9\n"
                       "\t}\n}\nMOTION\nFrames: 2\nFrame Time: 0.0083333\n1.5\n-1e-9\n";
    hone_bvh *bvh = read_good(in, strlen(in), NULL);
    buffer text = {0};
    assert_int_equal(hone_bvh_write(bvh, buffer_write, &text, NULL), HONE_OK);
    (void)buffer_write(&text, "", 1);
    assert_string_equal(text.bytes, want);
    free(text.bytes);
    hone_bvh_free(bvh);
}

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

// A random tree with random channels and values of any bits, as text.
static size_t random_file(uint64_t *seed, char *text)
{
    static const char *const channels[] = {"Xposition", "Yposition", "Zposition",
                                           "Xrotation", "Yrotation", "Zrotation"};
    size_t at = (size_t)sprintf(text, "HIERARCHY\n");
    int depth = 0;
    int columns = 0;
    int bones = 1 + (int)(next_random(seed) % 20);
    for (int i = 0; i < bones; i++) {
        while (depth > 0 && next_random(seed) % 3 == 0) {
            at += (size_t)sprintf(text + at, "}\n");
            depth--;
        }
        at += (size_t)sprintf(text + at, "%s bone %d\n{\nOFFSET %.9g %.9g %.9g\n",
                              depth == 0 ? "ROOT" : "JOINT", i,
                              (double)(float)(int64_t)next_random(seed) * 1e-18, 0.0, -1.5);
        int count = (int)(next_random(seed) % 7);
        at += (size_t)sprintf(text + at, "CHANNELS %d", count);
        for (int c = 0; c < count; c++) {
            at += (size_t)sprintf(text + at, " %s", channels[next_random(seed) % 6]);
        }
        columns += count;
        at += (size_t)sprintf(text + at, "\n");
        if (next_random(seed) % 2 == 0) {
            at += (size_t)sprintf(text + at, "End Site%s\n{\nOFFSET 1 2 3\n}\n",
                                  next_random(seed) % 2 == 0 ? " tip" : "");
        }
        depth++;
    }
    for (; depth > 0; depth--) {
        at += (size_t)sprintf(text + at, "}\n");
    }
    int frames = columns == 0 ? 0 : (int)(next_random(seed) % 5);
    at += (size_t)sprintf(text + at, "MOTION\nFrames: %d\nFrame Time: 0.01\n", frames);
    for (int i = 0; i < frames * columns; i++) {
        uint32_t bits = (uint32_t)next_random(seed);
        float value;
        memcpy(&value, &bits, sizeof value);
        value = value - value == 0.0f ? value : 1.0f;
        bool end = (i + 1) % columns == 0;
        at += (size_t)sprintf(text + at, "%.9g%s", (double)value, end ? "\n" : " ");
    }
    return at;
}

static void any_document_comes_back(void **state)
{
    (void)state;
    uint64_t seed = 0x9E3779B97F4A7C15u;
    print_message("seed %llx\n", (unsigned long long)seed);
    char *text = malloc(100000);
    assert_non_null(text);
    for (int i = 0; i < 1000; i++) {
        size_t count = random_file(&seed, text);
        hone_bvh *bvh = read_good(text, count, NULL);
        check_round_trip(bvh);
        hone_bvh_free(bvh);
    }
    free(text);
}

static void real_files_come_back(void **state)
{
    (void)state;
    static const char *const files[] = {"bandai_bow_feminine_001", "fair1_dab",
                                        "makehuman_face_poseunits", "sl_avatar_dance1",
                                        "truebones_chicken_walk"};
    char path[1024];
    int found = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/data/bvh/%s.bvh", shared_folder(), files[i]);
        hone_bvh *bvh = NULL;
        if (hone_bvh_read_file(path, NULL, NULL, &bvh, NULL) == HONE_OK) {
            found++;
            check_round_trip(bvh);
            hone_bvh_free(bvh);
        }
    }
    if (found == 0) {
        print_message("skipped: no files in %s/data/bvh\n", shared_folder());
        skip();
    }
}

// Accepts a number of bytes, then refuses.
static bool write_some(void *user, const void *bytes, size_t count)
{
    (void)bytes;
    size_t *left = user;
    if (count > *left) {
        return false;
    }
    *left -= count;
    return true;
}

static void a_refused_write_is_an_io_error(void **state)
{
    (void)state;
    hone_bvh *bvh = read_good(BASE, strlen(BASE), NULL);
    hone_error error;
    size_t left = 100;
    assert_int_equal(hone_bvh_write(bvh, write_some, &left, &error), HONE_ERROR_IO);
    assert_int_equal(error.status, HONE_ERROR_IO);
    hone_bvh_free(bvh);
}

static void what_no_bvh_can_hold_is_refused(void **state)
{
    (void)state;
    static const char *const bad_names[] = {"a\nb", "a\rb", "a{", " a", "a ", "\xC2\xA0 a"};
    hone_transform rest[2] = {{{0, 0, 0}, HONE_QUAT_IDENTITY, {1, 1, 1}},
                              {{0, 0, 0}, HONE_QUAT_IDENTITY, {1, 1, 1}}};
    const char *names[2] = {"a", "b"};
    int32_t parents[2] = {HONE_NONE, 0};
    uint8_t flags[2] = {0, 0};
    hone_skeleton skeleton = {2, names, parents, rest, flags};
    hone_bvh_channel channels[2] = {{0, HONE_BVH_X_ROTATION}, {1, HONE_BVH_X_ROTATION}};
    float values[2] = {1.0f, 2.0f};
    hone_bvh bvh = {&skeleton, 1, 2, channels, 1, 1, 0.1, values, HONE_BVH_OFFSET_REPLACE, {0}};
    buffer text = {0};
    assert_int_equal(hone_bvh_write(&bvh, buffer_write, &text, NULL), HONE_OK);
    size_t written = text.count;
    for (size_t i = 0; i < sizeof bad_names / sizeof bad_names[0]; i++) {
        names[1] = bad_names[i];
        assert_int_equal(hone_bvh_write(&bvh, buffer_write, &text, NULL), HONE_ERROR_ARGUMENT);
    }
    names[1] = "b";
    flags[1] = HONE_BONE_END_SITE; // with a channel
    assert_int_equal(hone_bvh_write(&bvh, buffer_write, &text, NULL), HONE_ERROR_ARGUMENT);
    flags[1] = 0;
    channels[0].bone = 1;
    channels[1].bone = 0; // not in the order of bones
    assert_int_equal(hone_bvh_write(&bvh, buffer_write, &text, NULL), HONE_ERROR_ARGUMENT);
    bvh.frame_time_s = 11.0; // would read back as a rate
    channels[0].bone = 0;
    channels[1].bone = 1;
    assert_int_equal(hone_bvh_write(&bvh, buffer_write, &text, NULL), HONE_ERROR_ARGUMENT);
    bvh.frame_time_s = 0.1;
    channels[0].bone = 5;
    assert_int_equal(hone_bvh_write(&bvh, buffer_write, &text, NULL), HONE_ERROR_ARGUMENT);
    assert_int_equal(hone_bvh_write(NULL, buffer_write, &text, NULL), HONE_ERROR_ARGUMENT);
    assert_int_equal(text.count, written);
    free(text.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_small_file_is_written_as_bvh),
        cmocka_unit_test(any_document_comes_back),
        cmocka_unit_test(real_files_come_back),
        cmocka_unit_test(a_refused_write_is_an_io_error),
        cmocka_unit_test(what_no_bvh_can_hold_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
