// SPDX-License-Identifier: MIT
//
// A plain APNG reader for tests, for what the encoder writes: 8-bit colour with alpha, frames that
// replace what is there. Strict about order, sequence numbers and checksums.
#ifndef HONE_TEST_APNG_DECODER_H
#define HONE_TEST_APNG_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { APNG_FRAMES_MOST = 200 };

typedef struct decoded_apng {
    uint32_t width, height, loops;
    int frame_count;
    double seconds[APNG_FRAMES_MOST];
    uint32_t *frames[APNG_FRAMES_MOST]; // 0xAARRGGBB, not premultiplied
    const char *fault;
} decoded_apng;

decoded_apng *decode_apng(const uint8_t *bytes, size_t count);
void decoded_apng_free(decoded_apng *apng);

#endif
