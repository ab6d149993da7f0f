// SPDX-License-Identifier: MIT
//
// GIF movies of any pixels: the bytes are a definition and runs of pixels.
#include "hone/image.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MOST = 24, FRAMES_MOST = 80 };

static bool count_bytes(void *user, const void *bytes, size_t count)
{
    uint64_t *sum = user;
    const uint8_t *from = bytes;
    for (size_t i = 0; i < count; i++) {
        *sum += from[i];
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 8) {
        return 0;
    }
    uint64_t sum = 0;
    const hone_movie_def def = {.kind = HONE_MOVIE_GIF,
                                .width = 1 + bytes[0] % SIDE_MOST,
                                .height = 1 + bytes[1] % SIDE_MOST,
                                .frame_time_s = (1 + bytes[2]) * 0.0031,
                                .loops = bytes[3],
                                .matte = bytes[4] * 0x01010101u,
                                .alpha_threshold = bytes[5],
                                .dither = bytes[6] % 2 != 0};
    hone_movie *movie = NULL;
    if (hone_movie_open_to(count_bytes, &sum, &def, NULL, &movie, NULL) != HONE_OK) {
        abort();
    }
    uint32_t pixels[SIDE_MOST * SIDE_MOST] = {0};
    const hone_surface surface = {pixels, def.width, def.height, def.width * 4, HONE_PIXEL_ARGB8888,
                                  0,      0};
    const uint32_t area = (uint32_t)(def.width * def.height);
    uint32_t at = 0;
    int frames = 0;
    // Runs: a pixel of four bytes and a length; the frame is handed over whenever it is full.
    for (size_t i = 7; i + 5 <= count && frames < FRAMES_MOST; i += 5) {
        uint32_t pixel;
        memcpy(&pixel, bytes + i, sizeof pixel);
        for (uint32_t n = 1 + bytes[i + 4]; n > 0 && frames < FRAMES_MOST; n--) {
            pixels[at] = pixel + n * (pixel & 0x00070307u);
            at = (at + 1) % area;
            if (at == 0) {
                frames++;
                if (hone_movie_add(movie, &surface, NULL) != HONE_OK) {
                    abort();
                }
            }
        }
    }
    if (hone_movie_close(movie, NULL) != (frames > 0 ? HONE_OK : HONE_ERROR_ARGUMENT)) {
        abort();
    }
    return 0;
}
