// SPDX-License-Identifier: MIT
//
// A user's program in C++.
#include <hone/hone.h>

#include <iostream>
#include <vector>

int main()
{
    std::vector<std::uint32_t> pixels(16 * 16);
    hone_surface surface{};
    surface.pixels = pixels.data();
    surface.width = surface.height = 16;
    surface.stride = 16 * 4;
    hone_canvas canvas = hone_canvas_on(surface);
    hone_canvas_clear(&canvas, 0xff102030u);
    hone_error error;
    hone_image *image = nullptr;
    if (pixels[0] != 0xff102030u ||
        hone_image_read("no picture", 10, "junk", nullptr, &image, &error) == HONE_OK) {
        return 1;
    }
    std::cout << "hone " << hone_version() << "\n";
    return 0;
}
