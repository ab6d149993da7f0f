// SPDX-License-Identifier: MIT
//
// A user's program in C: takes something from every part of the library, so that a missing object
// or dependency shows at link time.
#include <hone/hone.h>

#include <stdio.h>
#include <string.h>

static const char bvh_text[] = "HIERARCHY\nROOT hip\n{\n  OFFSET 0 1 0\n"
                               "  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n"
                               "    OFFSET 0 1 0\n  }\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n"
                               "0 0 0\n90 0 0\n";

int main(void)
{
    char text[256];
    hone_error error;
    hone_bvh *bvh = NULL;
    if (hone_bvh_read(bvh_text, strlen(bvh_text), "text", NULL, NULL, &bvh, &error) != HONE_OK) {
        (void)hone_error_text(&error, text, sizeof text);
        (void)printf("%s\n", text);
        return 1;
    }
    int64_t frames = bvh->frame_count;
    hone_bvh_free(bvh);

    uint32_t pixels[16 * 16];
    hone_surface surface = {.pixels = pixels, .width = 16, .height = 16, .stride = 16 * 4};
    hone_canvas canvas = hone_canvas_on(surface);
    hone_canvas_clear(&canvas, 0xffffffffu);
    hone_canvas_fill_circle(&canvas, (hone_vec2){8, 8}, 4, 0xff000000u);

    hone_image *image = NULL;
    hone_status status = hone_image_read("no picture", 10, "junk", NULL, &image, &error);
    if (status == HONE_OK || frames != 2 || pixels[8 * 16 + 8] != 0xff000000u) {
        return 1;
    }
    (void)printf("hone %s\n", hone_version());
    return 0;
}
