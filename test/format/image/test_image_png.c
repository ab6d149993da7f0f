// SPDX-License-Identifier: MIT
//
// PNG in and out. What is read is built here chunk by chunk from the specification.
#include "hone/image.h"

#include "cmocka_test.h"
#include "scene.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void every_premultiplied_pixel_comes_back_to_the_bit(void **state)
{
    (void)state;
    hone_surface surface = new_surface(256, 256);
    for (int32_t a = 0; a < 256; a++) {
        for (int32_t c = 0; c < 256; c++) {
            uint32_t v = (uint32_t)(c > a ? a : c);
            *pixel_at(&surface, c, a) =
                (uint32_t)a << 24 | v << 16 | ((uint32_t)a - v) << 8 | (uint32_t)(a / 2);
        }
    }
    byte_list list = {0};
    assert_int_equal(hone_image_write_png_to(byte_list_write, &list, &surface, NULL), HONE_OK);
    hone_image *image = NULL;
    assert_int_equal(hone_image_read(list.bytes, list.count, "t", NULL, &image, NULL), HONE_OK);
    assert_int_equal(image->texture.width, 256);
    assert_int_equal(image->texture.height, 256);
    assert_int_equal(image->texture.stride, 1024);
    assert_int_equal(image->texture.format, HONE_PIXEL_ARGB8888);
    assert_memory_equal(image->texture.pixels, surface.pixels, 256 * 256 * 4);
    hone_image_free(image);
    byte_list_free(&list);
    free_surface(&surface);
}

// The colour type stands at byte 25 of every PNG.
static void the_smallest_kind_that_holds_the_colours_is_written(void **state)
{
    (void)state;
    static const struct {
        int colors;
        bool opaque;
        uint8_t type;
    } cases[] = {{2, true, 3}, {256, true, 3}, {257, true, 2}, {255, false, 3}, {300, false, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hone_surface surface = new_surface(30, 20);
        for (int32_t p = 0; p < 600; p++) {
            *pixel_at(&surface, p % 30, p / 30) =
                0xFF000000u | (uint32_t)(p % cases[i].colors) * 0x010203u;
        }
        if (!cases[i].opaque) {
            *pixel_at(&surface, 3, 3) = 0x80402010u;
        }
        byte_list list = {0};
        assert_int_equal(hone_image_write_png_to(byte_list_write, &list, &surface, NULL), HONE_OK);
        assert_int_equal(list.bytes[25], cases[i].type);
        hone_image *image = NULL;
        assert_int_equal(hone_image_read(list.bytes, list.count, "t", NULL, &image, NULL), HONE_OK);
        assert_memory_equal(image->texture.pixels, surface.pixels, 600 * 4);
        hone_image_free(image);
        byte_list_free(&list);
        free_surface(&surface);
    }
}

static void a_stride_wider_than_the_picture_is_followed(void **state)
{
    (void)state;
    hone_surface surface = new_surface(20, 10);
    uint64_t seed = 5;
    for (int32_t p = 0; p < 200; p++) {
        *pixel_at(&surface, p % 20, p / 20) = 0xFF000000u | (uint32_t)next_random(&seed) >> 8;
    }
    surface.width = 13;
    byte_list list = {0};
    assert_int_equal(hone_image_write_png_to(byte_list_write, &list, &surface, NULL), HONE_OK);
    hone_image *image = NULL;
    assert_int_equal(hone_image_read(list.bytes, list.count, "t", NULL, &image, NULL), HONE_OK);
    const uint32_t *pixels = image->texture.pixels;
    for (int32_t p = 0; p < 130; p++) {
        assert_int_equal(pixels[p], *pixel_at(&surface, p % 13, p / 13));
    }
    hone_image_free(image);
    byte_list_free(&list);
    free_surface(&surface);
}

static void put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

static void add_chunk(byte_list *list, const char *name, const void *content, size_t count)
{
    uint8_t word[4];
    put_u32(word, (uint32_t)count);
    (void)byte_list_write(list, word, 4);
    size_t from = list->count;
    (void)byte_list_write(list, name, 4);
    if (count > 0) {
        (void)byte_list_write(list, content, count);
    }
    put_u32(word, (uint32_t)crc32(0, list->bytes + from, (uInt)(4 + count)));
    (void)byte_list_write(list, word, 4);
}

typedef struct png_source {
    uint32_t width, height;
    uint8_t depth, type;
    const void *rows; // with the filter bytes
    size_t row_bytes; // of all
    const char *extra_name;
    const void *extra;
    size_t extra_bytes;
    const void *palette;
    size_t palette_bytes;
} png_source;

static byte_list make_png(const png_source *source)
{
    byte_list list = {0};
    uint8_t header[13] = {0};
    put_u32(header, source->width);
    put_u32(header + 4, source->height);
    header[8] = source->depth;
    header[9] = source->type;
    (void)byte_list_write(&list, "\x89PNG\r\n\x1A\n", 8);
    add_chunk(&list, "IHDR", header, 13);
    if (source->palette != NULL) {
        add_chunk(&list, "PLTE", source->palette, source->palette_bytes);
    }
    if (source->extra != NULL) {
        add_chunk(&list, source->extra_name, source->extra, source->extra_bytes);
    }
    uint8_t packed[4096];
    uLongf packed_bytes = sizeof packed;
    assert_int_equal(compress(packed, &packed_bytes, source->rows, source->row_bytes), Z_OK);
    add_chunk(&list, "IDAT", packed, packed_bytes);
    add_chunk(&list, "IEND", NULL, 0);
    return list;
}

static void check_png(const png_source *source, const uint32_t *expected)
{
    byte_list list = make_png(source);
    hone_image *image = NULL;
    hone_error error;
    if (hone_image_read(list.bytes, list.count, "t.png", NULL, &image, &error) != HONE_OK) {
        fail_msg("%s %s", error.message, error.found);
    }
    const uint32_t *pixels = image->texture.pixels;
    for (uint32_t i = 0; i < source->width * source->height; i++) {
        assert_int_equal(pixels[i], expected[i]);
    }
    hone_image_free(image);
    byte_list_free(&list);
}

static void every_kind_of_pixel_is_read(void **state)
{
    (void)state;
    // Gray, 1 bit: filter 0, pixels 1 0 1.
    check_png(&(png_source){3, 1, 1, 0, "\0\xA0", 2, NULL, NULL, 0, NULL, 0},
              (uint32_t[]){0xFFFFFFFFu, 0xFF000000u, 0xFFFFFFFFu});
    // Gray, 2 bits: 0 1 2 3.
    check_png(&(png_source){4, 1, 2, 0, "\0\x1B", 2, NULL, NULL, 0, NULL, 0},
              (uint32_t[]){0xFF000000u, 0xFF555555u, 0xFFAAAAAAu, 0xFFFFFFFFu});
    // Gray, 8 bits, the value 7 transparent.
    check_png(&(png_source){2, 1, 8, 0, "\0\x07\x90", 3, "tRNS", "\0\x07", 2, NULL, 0},
              (uint32_t[]){0, 0xFF909090u});
    // Gray with alpha: 0x80 at alpha 0x40 is round(128 * 64 / 255) = 32.
    check_png(&(png_source){1, 1, 8, 4, "\0\x80\x40", 3, NULL, NULL, 0, NULL, 0},
              (uint32_t[]){0x40202020u});
    // Colour, 16 bits: the upper 8 count.
    check_png(&(png_source){1, 1, 16, 2, "\0\x12\x12\x34\x34\x56\x56", 7, NULL, NULL, 0, NULL, 0},
              (uint32_t[]){0xFF123456u});
    // Colour with alpha: 255, 128, 0 at alpha 128.
    check_png(&(png_source){1, 1, 8, 6, "\0\xFF\x80\x00\x80", 5, NULL, NULL, 0, NULL, 0},
              (uint32_t[]){0x80804000u});
    // Palette, 4 bits, the second entry half transparent: 1 0 1.
    check_png(&(png_source){3, 1, 4, 3, "\0\x10\x10", 3, "tRNS", "\xFF\x80", 2,
                            "\x10\x20\x30\xFF\x00\x00", 6},
              (uint32_t[]){0x80800000u, 0xFF102030u, 0x80800000u});
    // Filters: sub, then up, then average, then Paeth, gray.
    check_png(&(png_source){2, 4, 8, 0, "\x01\x10\x01\x02\x01\x01\x03\x02\x03\x04\x01\x01", 12,
                            NULL, NULL, 0, NULL, 0},
              // 10 11; 11 12; 2 + 11/2 = 0A, 3 + (0A + 12)/2 = 11;
              // 1 + 0A = 0B, 1 + Paeth(0B, 11, 0A) = 12
              (uint32_t[]){0xFF101010u, 0xFF111111u, 0xFF111111u, 0xFF121212u, 0xFF0A0A0Au,
                           0xFF111111u, 0xFF0B0B0Bu, 0xFF121212u});
}

static void a_png_is_turned_as_its_exif_chunk_says(void **state)
{
    (void)state;
    // Stored: 1 2 over 3 4; orientation 6 means it is to be turned right: 3 1 over 4 2.
    static const uint8_t exif[] = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0,
                                   3,   0,   0, 0,  1, 0, 6, 0, 0, 0, 0, 0,    0};
    check_png(&(png_source){2, 2, 8, 0, "\0\1\2\0\3\4", 6, "eXIf", exif, sizeof exif, NULL, 0},
              (uint32_t[]){0xFF030303u, 0xFF010101u, 0xFF040404u, 0xFF020202u});
}

static hone_status read_status(const byte_list *list, hone_error *error)
{
    hone_image *const untouched = (hone_image *)(uintptr_t)list;
    hone_image *image = untouched;
    hone_status status = hone_image_read(list->bytes, list->count, "t.png", NULL, &image, error);
    if (status == HONE_OK) {
        hone_image_free(image);
    } else {
        assert_ptr_equal(image, untouched);
        assert_string_equal(error->file, "t.png");
        assert_true(error->message[0] != '\0');
    }
    return status;
}

static byte_list sample_png(void)
{
    hone_surface surface = new_surface(24, 24);
    fill(&surface, 0xFFFFFFFFu);
    draw_dancer(&surface, 1, true);
    byte_list list = {0};
    assert_int_equal(hone_image_write_png_to(byte_list_write, &list, &surface, NULL), HONE_OK);
    free_surface(&surface);
    return list;
}

static void every_cut_is_an_error(void **state)
{
    (void)state;
    byte_list list = sample_png();
    size_t whole = list.count;
    for (size_t cut = 0; cut < whole; cut++) {
        // A copy of exactly this size, so that a sanitizer sees what is read beyond it.
        byte_list part = {0};
        (void)byte_list_write(&part, list.bytes, cut);
        part.bytes = realloc(part.bytes, cut == 0 ? 1 : cut);
        hone_error error;
        assert_int_equal(read_status(&part, &error), HONE_ERROR_FORMAT);
        byte_list_free(&part);
    }
    byte_list_free(&list);
}

static void changed_bytes_are_read_or_refused(void **state)
{
    (void)state;
    byte_list list = sample_png();
    uint64_t random = 20261201;
    int refused = 0;
    for (int i = 0; i < 10000; i++) {
        byte_list part = {0};
        (void)byte_list_write(&part, list.bytes, list.count);
        int changes = 1 + (int)(next_random(&random) % 3);
        for (int c = 0; c < changes; c++) {
            part.bytes[next_random(&random) % part.count] = (uint8_t)next_random(&random);
        }
        hone_error error;
        refused += read_status(&part, &error) != HONE_OK;
        byte_list_free(&part);
    }
    assert_true(refused > 9000); // checksums see nearly everything
    byte_list_free(&list);
}

static void a_huge_announced_size_takes_no_memory(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{16385, 1},       {1, 16385}, {0x7FFFFFFFu, 0x7FFFFFFFu},
                                        {0x80000000u, 1}, {0, 5},     {5, 0},
                                        {16384, 16384}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        byte_list list = make_png(
            &(png_source){sizes[i][0], sizes[i][1], 8, 6, "\0\0\0\0\0", 5, NULL, NULL, 0, NULL, 0});
        failing_heap heap = {.until_failure = 0};
        hone_allocator allocator = failing_allocator(&heap);
        hone_image *image = NULL;
        hone_error error;
        hone_status status =
            hone_image_read(list.bytes, list.count, "t.png", &allocator, &image, &error);
        assert_int_equal(status, i < 3 ? HONE_ERROR_LIMIT : HONE_ERROR_FORMAT);
        assert_null(image);
        byte_list_free(&list);
    }
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    static const uint8_t exif[] = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0,
                                   3,   0,   0, 0,  1, 0, 6, 0, 0, 0, 0, 0,    0};
    byte_list list =
        make_png(&(png_source){2, 2, 8, 0, "\0\1\2\0\3\4", 6, "eXIf", exif, sizeof exif, NULL, 0});
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
    assert_int_equal(n, 5); // a picture and its pixels, once more for the upright one
    byte_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_premultiplied_pixel_comes_back_to_the_bit),
        cmocka_unit_test(the_smallest_kind_that_holds_the_colours_is_written),
        cmocka_unit_test(a_stride_wider_than_the_picture_is_followed),
        cmocka_unit_test(every_kind_of_pixel_is_read),
        cmocka_unit_test(a_png_is_turned_as_its_exif_chunk_says),
        cmocka_unit_test(every_cut_is_an_error),
        cmocka_unit_test(changed_bytes_are_read_or_refused),
        cmocka_unit_test(a_huge_announced_size_takes_no_memory),
        cmocka_unit_test(every_failing_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
