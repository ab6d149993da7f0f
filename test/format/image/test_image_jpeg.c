// SPDX-License-Identifier: MIT
//
// JPEG in, and what is no picture that hone reads. The files are made by libjpeg's compressor.
#include "hone/image.h"

#include "cmocka_test.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jpeglib.h>

typedef struct jpeg_source {
    int32_t width, height;
    int channels; // 1 gray, 3 colour, 4 inks
    bool adobe;   // inks: with the marker that says they are inverted
    bool progressive;
    int orientation; // 0 = no EXIF block
    void (*pixel)(int32_t x, int32_t y, uint8_t *channels);
} jpeg_source;

static byte_list make_jpeg(const jpeg_source *source)
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    unsigned char *bytes = NULL;
    unsigned long count = 0;
    jpeg_mem_dest(&jpeg, &bytes, &count);
    jpeg.image_width = (JDIMENSION)source->width;
    jpeg.image_height = (JDIMENSION)source->height;
    jpeg.input_components = source->channels;
    jpeg.in_color_space = source->channels == 1   ? JCS_GRAYSCALE
                          : source->channels == 3 ? JCS_RGB
                                                  : JCS_CMYK;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 100, TRUE);
    if (source->channels == 4) {
        jpeg_set_colorspace(&jpeg, source->adobe ? JCS_YCCK : JCS_CMYK);
        jpeg.write_Adobe_marker = source->adobe ? TRUE : FALSE;
    }
    if (source->progressive) {
        jpeg_simple_progression(&jpeg);
    }
    jpeg_start_compress(&jpeg, TRUE);
    if (source->orientation != 0) {
        uint8_t exif[] = {'E',  'x', 'i', 'f', 0, 0, 'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0,
                          0x12, 1,   3,   0,   1, 0, 0,   0,   0,  0, 0, 0, 0, 0, 0, 0};
        exif[24] = (uint8_t)source->orientation;
        jpeg_write_marker(&jpeg, JPEG_APP0 + 1, exif, sizeof exif);
    }
    uint8_t row[4 * 256];
    for (int32_t y = 0; y < source->height; y++) {
        for (int32_t x = 0; x < source->width; x++) {
            source->pixel(x, y, row + x * source->channels);
        }
        JSAMPROW rows[1] = {row};
        (void)jpeg_write_scanlines(&jpeg, rows, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    byte_list list = {0};
    (void)byte_list_write(&list, bytes, count);
    free(bytes);
    return list;
}

static hone_image *read_image(const byte_list *list)
{
    hone_image *image = NULL;
    hone_error error;
    if (hone_image_read(list->bytes, list->count, "t.jpg", NULL, &image, &error) != HONE_OK) {
        fail_msg("%s %s", error.message, error.found);
    }
    return image;
}

static void assert_near(uint32_t pixel, uint32_t expected, int32_t most)
{
    for (int shift = 0; shift <= 24; shift += 8) {
        int32_t difference = (int32_t)(pixel >> shift & 0xFF) - (int32_t)(expected >> shift & 0xFF);
        if (abs(difference) > most) {
            fail_msg("%08x is not near %08x", (unsigned)pixel, (unsigned)expected);
        }
    }
}

static void flat_color(int32_t x, int32_t y, uint8_t *c)
{
    (void)x;
    (void)y;
    c[0] = 0x20;
    c[1] = 0x80;
    c[2] = 0xD0;
}

static void flat_gray(int32_t x, int32_t y, uint8_t *c)
{
    (void)x;
    (void)y;
    c[0] = 0x63;
}

// A quarter of cyan, half of yellow, a fifth of black, as inks.
static void flat_inks(int32_t x, int32_t y, uint8_t *c)
{
    (void)x;
    (void)y;
    c[0] = 64;
    c[1] = 0;
    c[2] = 128;
    c[3] = 51;
}

static void flat_inverted_inks(int32_t x, int32_t y, uint8_t *c)
{
    flat_inks(x, y, c);
    for (int i = 0; i < 4; i++) {
        c[i] = (uint8_t)(255 - c[i]);
    }
}

static void known_colours_are_read(void **state)
{
    (void)state;
    // Inks: (255 - 64) * 204 / 255 = 153, 204, (255 - 128) * 204 / 255 = 102.
    const struct {
        jpeg_source source;
        uint32_t expected;
    } cases[] = {
        {{33, 17, 3, false, false, 0, flat_color}, 0xFF2080D0u},
        {{33, 17, 3, false, true, 0, flat_color}, 0xFF2080D0u},
        {{5, 1, 1, false, false, 0, flat_gray}, 0xFF636363u},
        {{9, 9, 4, false, false, 0, flat_inks}, 0xFF99CC66u},
        {{9, 9, 4, true, false, 0, flat_inverted_inks}, 0xFF99CC66u},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        byte_list list = make_jpeg(&cases[i].source);
        hone_image *image = read_image(&list);
        assert_int_equal(image->texture.width, cases[i].source.width);
        assert_int_equal(image->texture.height, cases[i].source.height);
        const uint32_t *pixels = image->texture.pixels;
        for (int32_t p = 0; p < image->texture.width * image->texture.height; p++) {
            assert_near(pixels[p], cases[i].expected, 2);
        }
        hone_image_free(image);
        byte_list_free(&list);
    }
}

// Three areas of 16 x 16 in a row, two rows: 1 2 3 over 4 5 6 times 40.
static void six_areas(int32_t x, int32_t y, uint8_t *c)
{
    c[0] = (uint8_t)(40 * (1 + x / 16 + 3 * (y / 16)));
}

static void every_exif_orientation_is_turned_upright(void **state)
{
    (void)state;
    // What the standard's description of row 0 and column 0 makes of the areas.
    static const char *const expected[9] = {"",       "123456", "321654", "654321", "456123",
                                            "142536", "415263", "635241", "362514"};
    for (int orientation = 1; orientation <= 8; orientation++) {
        byte_list list = make_jpeg(&(jpeg_source){48, 32, 1, false, false, orientation, six_areas});
        hone_image *image = read_image(&list);
        int32_t columns = orientation < 5 ? 3 : 2;
        assert_int_equal(image->texture.width, columns * 16);
        assert_int_equal(image->texture.height, (6 / columns) * 16);
        const uint32_t *pixels = image->texture.pixels;
        for (int32_t area = 0; area < 6; area++) {
            int32_t x = area % columns * 16 + 8;
            int32_t y = area / columns * 16 + 8;
            uint32_t value = 40 * (uint32_t)(expected[orientation][area] - '0');
            assert_near(pixels[y * image->texture.width + x],
                        0xFF000000u | value << 16 | value << 8 | value, 2);
        }
        hone_image_free(image);
        byte_list_free(&list);
    }
}

static void an_orientation_that_does_not_exist_is_ignored(void **state)
{
    (void)state;
    byte_list list = make_jpeg(&(jpeg_source){48, 32, 1, false, false, 9, six_areas});
    hone_image *image = read_image(&list);
    assert_int_equal(image->texture.width, 48);
    hone_image_free(image);
    byte_list_free(&list);
}

static void noise(int32_t x, int32_t y, uint8_t *c)
{
    for (int i = 0; i < 3; i++) {
        c[i] = (uint8_t)(x * x * 7 + y * 13 * (i + 1) + x * y * 3);
    }
}

static hone_status read_status(const byte_list *list, hone_error *error)
{
    hone_image *const untouched = (hone_image *)(uintptr_t)list;
    hone_image *image = untouched;
    hone_status status = hone_image_read(list->bytes, list->count, "t.jpg", NULL, &image, error);
    if (status == HONE_OK) {
        hone_image_free(image);
    } else {
        assert_ptr_equal(image, untouched);
        assert_string_equal(error->file, "t.jpg");
        assert_true(error->message[0] != '\0');
    }
    return status;
}

static void every_cut_is_an_error(void **state)
{
    (void)state;
    for (int progressive = 0; progressive < 2; progressive++) {
        byte_list list = make_jpeg(&(jpeg_source){20, 20, 3, false, progressive != 0, 6, noise});
        for (size_t cut = 0; cut < list.count; cut++) {
            byte_list part = {0};
            (void)byte_list_write(&part, list.bytes, cut);
            part.bytes = realloc(part.bytes, cut == 0 ? 1 : cut);
            hone_error error;
            assert_int_equal(read_status(&part, &error), HONE_ERROR_FORMAT);
            byte_list_free(&part);
        }
        byte_list_free(&list);
    }
}

static void changed_bytes_are_read_or_refused(void **state)
{
    (void)state;
    byte_list lists[2] = {make_jpeg(&(jpeg_source){20, 20, 3, false, false, 6, noise}),
                          make_jpeg(&(jpeg_source){20, 20, 3, false, true, 0, noise})};
    uint64_t random = 20261201;
    int refused = 0;
    for (int i = 0; i < 10000; i++) {
        byte_list part = {0};
        (void)byte_list_write(&part, lists[i % 2].bytes, lists[i % 2].count);
        int changes = 1 + (int)(next_random(&random) % 3);
        for (int c = 0; c < changes; c++) {
            part.bytes[next_random(&random) % part.count] = (uint8_t)next_random(&random);
        }
        hone_error error;
        refused += read_status(&part, &error) != HONE_OK;
        byte_list_free(&part);
    }
    assert_true(refused > 1000);
    byte_list_free(&lists[0]);
    byte_list_free(&lists[1]);
}

static void a_huge_announced_size_takes_no_memory(void **state)
{
    (void)state;
    byte_list list = make_jpeg(&(jpeg_source){20, 20, 3, false, false, 0, noise});
    // The frame header: FF C0, length, precision, height, width.
    size_t at = 0;
    while (list.bytes[at] != 0xFF || list.bytes[at + 1] != 0xC0) {
        at++;
    }
    static const struct {
        uint8_t size[4];
        hone_status status;
    } cases[] = {{{0xFF, 0xFF, 0xFF, 0xFF}, HONE_ERROR_LIMIT},
                 {{0x40, 0x01, 0x00, 0x10}, HONE_ERROR_LIMIT},
                 {{0x40, 0x00, 0x40, 0x00}, HONE_ERROR_FORMAT},
                 {{0x00, 0x10, 0x00, 0x00}, HONE_ERROR_FORMAT}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memcpy(list.bytes + at + 5, cases[i].size, 4);
        failing_heap heap = {.until_failure = 1}; // the reader itself, nothing more
        hone_allocator allocator = failing_allocator(&heap);
        hone_image *image = NULL;
        hone_error error;
        assert_int_equal(
            hone_image_read(list.bytes, list.count, "t.jpg", &allocator, &image, &error),
            cases[i].status);
        assert_int_equal(heap.in_use, 0);
    }
    byte_list_free(&list);
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    byte_list list = make_jpeg(&(jpeg_source){20, 12, 3, false, false, 6, noise});
    hone_status status = HONE_ERROR_MEMORY;
    int64_t n = 0;
    for (; status != HONE_OK; n++) {
        failing_heap heap = {.until_failure = n};
        hone_allocator allocator = failing_allocator(&heap);
        hone_image *image = NULL;
        status = hone_image_read(list.bytes, list.count, "t", &allocator, &image, NULL);
        assert_true(status == HONE_OK || status == HONE_ERROR_MEMORY);
        hone_image_free(image);
        assert_int_equal(heap.in_use, 0);
    }
    assert_true(n > 5);
    byte_list_free(&list);
}

static void what_is_no_picture_is_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t count;
        hone_status status;
        const char *text;
    } cases[] = {
        {"", 0, HONE_ERROR_FORMAT, "f: the file is empty: expected PNG or JPEG"},
        {"HIERARCHY\nROOT Hips\n", 20, HONE_ERROR_FORMAT,
         "f: this is not a picture: expected PNG or JPEG, found 'HIERARCHY\\x0aRO'"},
        {"GIF89a..", 8, HONE_ERROR_UNSUPPORTED,
         "f: this is a GIF picture, which hone does not read: expected PNG or JPEG"},
        {"RIFF....WEBPVP8 ", 16, HONE_ERROR_UNSUPPORTED,
         "f: this is a WebP picture, which hone does not read: expected PNG or JPEG"},
        {"\0\0\0\x1C"
         "ftypavif",
         12, HONE_ERROR_UNSUPPORTED,
         "f: this is an AVIF picture, which hone does not read: expected PNG or JPEG"},
        {"<svg xmlns", 10, HONE_ERROR_UNSUPPORTED,
         "f: this is an SVG picture, which hone does not read: expected PNG or JPEG"},
        {"\x89PNX", 4, HONE_ERROR_FORMAT,
         "f: this is not a picture: expected PNG or JPEG, found '\\x89PNX'"},
        {"\x89PN", 3, HONE_ERROR_FORMAT, "f: byte 3: the picture is cut off"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hone_image *image = NULL;
        hone_error error;
        char text[300];
        assert_int_equal(hone_image_read(cases[i].bytes, cases[i].count, "f", NULL, &image, &error),
                         cases[i].status);
        (void)hone_error_text(&error, text, sizeof text);
        assert_string_equal(text, cases[i].text);
        assert_null(image);
    }
    assert_int_equal(hone_image_read("x", 1, "f", NULL, NULL, NULL), HONE_ERROR_ARGUMENT);
    hone_image_free(NULL);
}

static void files_are_read_and_missing_ones_named(void **state)
{
    (void)state;
    char path[600];
    output_path(path, sizeof path, "flat.jpg");
    byte_list list = make_jpeg(&(jpeg_source){9, 7, 3, false, false, 0, flat_color});
    assert_true(save_file(path, list.bytes, list.count));
    hone_image *image = NULL;
    hone_error error;
    assert_int_equal(hone_image_read_file(path, NULL, &image, &error), HONE_OK);
    assert_int_equal(image->texture.width, 9);
    hone_image_free(image);
    image = NULL;
    assert_int_equal(remove(path), 0);
    assert_int_equal(hone_image_read_file(path, NULL, &image, &error), HONE_ERROR_IO);
    assert_string_equal(error.message, "cannot open: No such file or directory");
    assert_int_equal(hone_image_read_file("/", NULL, &image, &error), HONE_ERROR_IO);
    assert_string_equal(error.message, "cannot read: Is a directory");
    assert_int_equal(hone_image_read_file(NULL, NULL, &image, &error), HONE_ERROR_ARGUMENT);
    assert_null(image);
    byte_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_colours_are_read),
        cmocka_unit_test(every_exif_orientation_is_turned_upright),
        cmocka_unit_test(an_orientation_that_does_not_exist_is_ignored),
        cmocka_unit_test(every_cut_is_an_error),
        cmocka_unit_test(changed_bytes_are_read_or_refused),
        cmocka_unit_test(a_huge_announced_size_takes_no_memory),
        cmocka_unit_test(every_failing_allocation_is_reported_and_leaks_nothing),
        cmocka_unit_test(what_is_no_picture_is_refused_by_name),
        cmocka_unit_test(files_are_read_and_missing_ones_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
