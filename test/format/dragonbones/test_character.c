// SPDX-License-Identifier: MIT
//
// Characters with their pictures: regions that lie turned or trimmed in an atlas, and reading from
// disk.
#include "hone/dragonbones.h"

#include "cmocka_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char skeleton[] =
    "{\"frameRate\":24,\"name\":\"t\",\"version\":\"5.5\",\"armature\":[{\"name\":\"t\","
    "\"bone\":[{\"name\":\"root\"}],\"slot\":[{\"name\":\"s\",\"parent\":\"root\"}],"
    "\"skin\":[{\"slot\":[{\"name\":\"s\",\"display\":[{\"name\":\"p\",\"type\":\"image\","
    "\"transform\":{\"x\":12,\"y\":10}}]}]}],\"animation\":[]}]}";

enum { WIDE = 6, HIGH = 4, SIDE = 24 };

static uint32_t color_of(int32_t x, int32_t y)
{
    return 0xFF000000u | (uint32_t)(x * 40) << 16 | (uint32_t)(y * 60) << 8 | 0x55;
}

// Draws the slot of the one picture that the atlas describes.
static void draw(const char *atlas_text, const uint32_t *pixels, int32_t width, int32_t height,
                 uint32_t *out)
{
    hone_error error;
    hone_dragonbones *file = NULL;
    hone_atlas *atlas = NULL;
    hone_rig_document *document = NULL;
    assert_int_equal(hone_dragonbones_read(skeleton, sizeof skeleton - 1, "t", NULL, &file, &error),
                     HONE_OK);
    assert_int_equal(hone_atlas_read(atlas_text, strlen(atlas_text), "a", NULL, &atlas, &error),
                     HONE_OK);
    atlas->texture = (hone_texture){pixels, width, height, width * 4, HONE_PIXEL_ARGB8888};
    const hone_atlas *atlases[] = {atlas};
    const hone_dragonbones_def def = {.atlases = atlases, .atlas_count = 1};
    assert_int_equal(hone_dragonbones_build(file, &def, NULL, &document, &error), HONE_OK);
    hone_rig rig;
    size_t bytes = hone_rig_bytes(document->armature);
    void *memory = malloc(bytes);
    assert_true(hone_rig_init(&rig, document->armature, memory, bytes));
    memset(out, 0, SIDE * SIDE * sizeof *out);
    hone_canvas canvas =
        hone_canvas_on((hone_surface){out, SIDE, SIDE, SIDE * 4, HONE_PIXEL_ARGB8888, 0, 0});
    assert_true(hone_rig_draw(&rig, &canvas));
    free(memory);
    hone_rig_document_free(document);
    hone_atlas_free(atlas);
    hone_dragonbones_free(file);
}

// The picture's middle lies at (12, 10).
static void assert_drawn_at(const uint32_t *out, int32_t left, int32_t top)
{
    for (int32_t y = 0; y < SIDE; y++) {
        for (int32_t x = 0; x < SIDE; x++) {
            int32_t u = x - left;
            int32_t v = y - top;
            bool inside = u >= 0 && v >= 0 && u < WIDE && v < HIGH;
            assert_int_equal(out[y * SIDE + x], inside ? color_of(u, v) : 0);
        }
    }
}

static void a_region_is_drawn_about_its_pivot(void **state)
{
    (void)state;
    uint32_t pixels[10 * 8] = {0}, out[SIDE * SIDE];
    for (int32_t y = 0; y < HIGH; y++) {
        for (int32_t x = 0; x < WIDE; x++) {
            pixels[(y + 1) * 10 + x + 2] = color_of(x, y);
        }
    }
    draw("{\"SubTexture\":[{\"name\":\"p\",\"x\":2,\"y\":1,\"width\":6,\"height\":4}]}", pixels, 10,
         8, out);
    assert_drawn_at(out, 12 - WIDE / 2, 10 - HIGH / 2);
}

static void a_region_that_lies_turned_is_drawn_upright(void **state)
{
    (void)state;
    uint32_t pixels[8 * 10] = {0}, out[SIDE * SIDE];
    // Turned clockwise: what was the left column is the top row, from right to left.
    for (int32_t y = 0; y < HIGH; y++) {
        for (int32_t x = 0; x < WIDE; x++) {
            pixels[(x + 3) * 8 + 1 + (HIGH - 1 - y)] = color_of(x, y);
        }
    }
    draw("{\"SubTexture\":[{\"name\":\"p\",\"x\":1,\"y\":3,\"width\":4,\"height\":6,"
         "\"rotated\":true}]}",
         pixels, 8, 10, out);
    assert_drawn_at(out, 12 - WIDE / 2, 10 - HIGH / 2);
}

static void what_was_trimmed_off_still_counts(void **state)
{
    (void)state;
    uint32_t pixels[WIDE * HIGH], out[SIDE * SIDE];
    for (int32_t i = 0; i < WIDE * HIGH; i++) {
        pixels[i] = color_of(i % WIDE, i / WIDE);
    }
    // The whole image is 10 x 12 and had the region at (3, 5): its corner lies at 12 - 5, 10 - 6.
    draw("{\"SubTexture\":[{\"name\":\"p\",\"x\":0,\"y\":0,\"width\":6,\"height\":4,\"frameX\":-3,"
         "\"frameY\":-5,\"frameWidth\":10,\"frameHeight\":12}]}",
         pixels, WIDE, HIGH, out);
    assert_drawn_at(out, 7 + 3, 4 + 5);
}

// ---- from disk

typedef struct heap {
    int32_t until_failure, blocks;
} heap;

static void *resize(void *user, void *block, size_t old_bytes, size_t new_bytes)
{
    (void)old_bytes;
    heap *h = user;
    if (new_bytes == 0) {
        h->blocks -= block != NULL;
        free(block);
        return NULL;
    }
    if (h->until_failure-- == 0) {
        return NULL;
    }
    h->blocks += block == NULL;
    return realloc(block, new_bytes);
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    hone_status status = HONE_ERROR_MEMORY;
    for (int32_t n = 0; status != HONE_OK; n++) {
        heap h = {n, 0};
        const hone_allocator allocator = {resize, &h};
        hone_character *character = NULL;
        hone_error error;
        status = hone_character_read_file(HONE_SOURCE_DIR "/data/fox_ske.json", NULL, &allocator,
                                          &character, &error);
        if (status == HONE_OK) {
            assert_true(n > 10);
            assert_int_equal(character->atlas_count, 1);
            assert_int_equal(character->atlases[0]->texture.width, 512);
            hone_character_free(character);
        } else {
            assert_int_equal(status, HONE_ERROR_MEMORY);
            assert_null(character);
        }
        assert_int_equal(h.blocks, 0);
    }
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    (void)fputs(text, file);
    (void)fclose(file);
}

static void copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    int byte;
    while ((byte = fgetc(in)) != EOF) {
        (void)fputc(byte, out);
    }
    (void)fclose(in);
    (void)fclose(out);
}

#define FOLDER HONE_TEST_OUTPUT_DIR "/character"

static hone_status read(const hone_character_def *def, hone_character **out, hone_error *error)
{
    return hone_character_read_file(FOLDER "/t_ske.json", def, NULL, out, error);
}

static void pictures_are_found_in_a_folder_by_the_display_path(void **state)
{
    (void)state;
    (void)mkdir(HONE_TEST_OUTPUT_DIR, 0777);
    (void)mkdir(FOLDER, 0777);
    (void)mkdir(FOLDER "/t_texture", 0777);
    write_text(FOLDER "/t_ske.json", skeleton);
    (void)remove(FOLDER "/t_texture/p.png");
    hone_character *character = NULL;
    hone_error error;
    assert_int_equal(read(NULL, &character, &error), HONE_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "no picture"));
    const hone_character_def optional = {.pictures = HONE_PICTURES_OPTIONAL};
    assert_int_equal(read(&optional, &character, &error), HONE_OK);
    assert_null(character->rig->armature->slots[0].attachments[0].texture);
    hone_character_free(character);
    copy(HONE_SOURCE_DIR "/data/face.png", FOLDER "/t_texture/p.png");
    assert_int_equal(read(NULL, &character, &error), HONE_OK);
    assert_int_equal(character->atlas_count, 1);
    assert_non_null(character->rig->armature->slots[0].attachments[0].texture);
    hone_character_free(character);
    const hone_character_def folder = {.texture_folder = FOLDER "/t_texture"};
    assert_int_equal(read(&folder, &character, &error), HONE_OK);
    hone_character_free(character);
    const hone_character_def none = {.pictures = HONE_PICTURES_NONE};
    assert_int_equal(read(&none, &character, &error), HONE_OK);
    assert_int_equal(character->atlas_count, 0);
    hone_character_free(character);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_region_is_drawn_about_its_pivot),
        cmocka_unit_test(a_region_that_lies_turned_is_drawn_upright),
        cmocka_unit_test(what_was_trimmed_off_still_counts),
        cmocka_unit_test(every_failing_allocation_is_reported_and_leaks_nothing),
        cmocka_unit_test(pictures_are_found_in_a_folder_by_the_display_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
