// SPDX-License-Identifier: MIT
//
// The bundled files themselves: the generator still makes them, byte for byte, and they are what
// they are said to be. The generator's program is the first argument.
#include "cmocka_test.h"

#include "hone/hone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *generator;

static void path_of(char path[1024], const char *name)
{
    assert_true(snprintf(path, 1024, "%s/data/%s", HONE_SOURCE_DIR, name) < 1024);
}

static void faces_are_heads_on_nothing(void **state)
{
    (void)state;
    static const char *const names[] = {"face.png", "face2.png"};
    for (int i = 0; i < 2; i++) {
        char path[1024];
        path_of(path, names[i]);
        hone_image *picture;
        hone_error error;
        hone_status status = hone_image_read_file(path, NULL, &picture, &error);
        if (status == HONE_ERROR_UNSUPPORTED) {
            print_message("skipped: no PNG in this build\n");
            return;
        }
        assert_int_equal(status, HONE_OK);
        const hone_texture *s = &picture->texture;
        assert_int_equal(s->width, 256);
        assert_int_equal(s->height, 256);
        const uint32_t *pixels = s->pixels;
        size_t row = (size_t)s->stride / 4;
        const size_t corners[] = {0, 255, 255 * row, 255 * row + 255};
        for (int k = 0; k < 4; k++) {
            assert_int_equal(pixels[corners[k]], 0);
        }
        for (size_t y = 100; y < 200; y++) {
            for (size_t x = 80; x < 176; x++) {
                assert_int_equal(pixels[y * row + x] >> 24, 255);
            }
        }
        hone_image_free(picture);
    }
}

static void the_small_file_has_three_joints_and_four_frames(void **state)
{
    (void)state;
    char path[1024];
    path_of(path, "small.bvh");
    hone_bvh *bvh;
    hone_error error;
    assert_int_equal(hone_bvh_read_file(path, NULL, NULL, &bvh, &error), HONE_OK);
    assert_int_equal(bvh->skeleton->bone_count, 4);
    assert_int_equal(bvh->frame_count, 4);
    assert_int_equal(bvh->channel_count, 12);
    hone_bvh_free(bvh);
}

static char *contents(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("cannot read %s", path);
    }
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long length = ftell(file);
    assert_true(length > 0);
    rewind(file);
    char *bytes = malloc((size_t)length);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (size_t)length, file);
    assert_int_equal(fclose(file), 0);
    return bytes;
}

// The texts to the byte. The pictures to the pixel: how well they are packed is up to the library
// that packs them.
static void the_generator_makes_these_files(void **state)
{
    (void)state;
    if (generator == NULL) {
        print_message("skipped: the generator was not built\n");
        return;
    }
    static const char *const names[] = {"dance.bvh", "dance2.bvh",   "small.bvh",    "face.png",
                                        "face2.png", "fox_ske.json", "fox_tex.json", "fox_tex.png"};
    char command[4096];
    const char *folder = HONE_TEST_OUTPUT_DIR "/data";
    assert_true(snprintf(command, sizeof command, "mkdir -p '%s' && '%s' '%s'", folder, generator,
                         folder) < (int)sizeof command);
    assert_int_equal(system(command), 0);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        char committed[1024], made[1024];
        path_of(committed, names[i]);
        (void)snprintf(made, sizeof made, "%s/%s", folder, names[i]);
        if (strstr(names[i], ".png") == NULL) {
            size_t size, made_size;
            char *bytes = contents(committed, &size), *made_bytes = contents(made, &made_size);
            assert_int_equal(size, made_size);
            assert_memory_equal(bytes, made_bytes, size);
            free(bytes);
            free(made_bytes);
        } else {
            hone_image *a, *b;
            hone_error error;
            assert_int_equal(hone_image_read_file(committed, NULL, &a, &error), HONE_OK);
            assert_int_equal(hone_image_read_file(made, NULL, &b, &error), HONE_OK);
            assert_int_equal(a->texture.stride, b->texture.stride);
            assert_memory_equal(a->texture.pixels, b->texture.pixels,
                                (size_t)a->texture.stride * (size_t)a->texture.height);
            hone_image_free(a);
            hone_image_free(b);
        }
    }
}

int main(int count, char **arguments)
{
    generator = count > 1 ? arguments[1] : NULL;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_are_heads_on_nothing),
        cmocka_unit_test(the_small_file_has_three_joints_and_four_frames),
        cmocka_unit_test(the_generator_makes_these_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
