// SPDX-License-Identifier: MIT
//
// The bilinear mean of four premultiplied pixels, in arithmetic that vector code repeats bit by
// bit.
//
// Horizontal weights are f and 127 - f for the 7 leading bits f of the fraction, so that a sum of
// bytes fits 15 bits; vertical weights are g and 65535 - g, g = 257 times the fraction's 8 leading
// bits, and the products keep their high 16 bits. The sum stands for 127 times the mean and may be
// short by 2; (t + 63) * 516 >> 16 divides by 127 and rounds, exact for four equal pixels.
// All steps are monotone, so a mean of premultiplied pixels is premultiplied.
#ifndef HONE_CANVAS_BILINEAR_H
#define HONE_CANVAS_BILINEAR_H

#include "canvas/pixel.h"

// Two 15-bit channels in 64 bits, apart by 32.
static inline uint64_t bilinear_wide(uint32_t pair)
{
    return (pair & 0xffffu) | (uint64_t)(pair >> 16) << 32;
}

static inline uint32_t bilinear_column(uint32_t upper, uint32_t lower, uint32_t g)
{
    const uint64_t mask = 0x0000ffff0000ffffu;
    const uint64_t t = ((bilinear_wide(upper) * (65535 - g) >> 16) & mask) +
                       ((bilinear_wide(lower) * g >> 16) & mask) + 0x0000003f0000003fu;
    const uint64_t mean = t * 516 >> 16;
    return ((uint32_t)mean & 0xffu) | ((uint32_t)(mean >> 16) & 0xff0000u);
}

// u and v are the 16.16 coordinates whose whole part names the texel p00.
static inline uint32_t bilinear(uint32_t p00, uint32_t p01, uint32_t p10, uint32_t p11, uint32_t u,
                                uint32_t v)
{
    const uint32_t f = (u >> 9) & 127;
    const uint32_t e = 127 - f;
    const uint32_t g = ((v >> 8) & 255) * 257;
    const uint32_t even = bilinear_column((p00 & PIXEL_EVEN) * e + (p01 & PIXEL_EVEN) * f,
                                          (p10 & PIXEL_EVEN) * e + (p11 & PIXEL_EVEN) * f, g);
    const uint32_t odd =
        bilinear_column(((p00 >> 8) & PIXEL_EVEN) * e + ((p01 >> 8) & PIXEL_EVEN) * f,
                        ((p10 >> 8) & PIXEL_EVEN) * e + ((p11 >> 8) & PIXEL_EVEN) * f, g);
    return even | odd << 8;
}

#endif
