// SPDX-License-Identifier: MIT
#include "hone/image.h"

#include "cmocka_test.h"
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static void every_premultiplied_pixel_comes_back_from_png_to_the_bit(void **state)
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
    assert_memory_equal(image->texture.pixels, surface.pixels, 256 * 256 * 4);
    hone_image_free(image);
    byte_list_free(&list);
    free_surface(&surface);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_premultiplied_pixel_comes_back_from_png_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
