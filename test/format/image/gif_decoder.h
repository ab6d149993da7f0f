// SPDX-License-Identifier: MIT
//
// A plain GIF reader for tests, written from the specification (GIF89a, appendix F for LZW):
// strict about everything that the file says, so that a test fails on what viewers might forgive.
#ifndef HONE_TEST_GIF_DECODER_H
#define HONE_TEST_GIF_DECODER_H

#include "hone/image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GIF_FRAMES_MOST = 2000 };

typedef struct decoded_gif {
    int width, height;
    int loops; // as stored; -1 = no loop extension
    int frame_count;
    int delays[GIF_FRAMES_MOST];       // hundredths of a second
    uint32_t *frames[GIF_FRAMES_MOST]; // what a viewer shows: 0xFFrrggbb, 0 = transparent
    size_t own_tables;                 // pictures with a palette of their own
    const char *fault;                 // NULL when the file is in order
} decoded_gif;

// The result must be freed by decoded_gif_free(), also when fault is set.
decoded_gif *decode_gif(const uint8_t *bytes, size_t count);
void decoded_gif_free(decoded_gif *gif);

// Draws the frame of this number; frames are drawn in order on one surface.
typedef void (*draw_function)(const hone_surface *surface, int frame);

void add_frames(hone_movie *movie, const hone_movie_def *def, draw_function draw, int count);
// Writes a GIF into memory and reads it back; fails the test on any fault.
decoded_gif *encode_and_decode(const hone_movie_def *def, draw_function draw, int count,
                               size_t *bytes);

#endif
