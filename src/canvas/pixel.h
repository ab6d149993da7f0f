// SPDX-License-Identifier: MIT
//
// Arithmetic on premultiplied 0xAARRGGBB pixels, two channels of 8 bits in one 32-bit word.
//
// x * a / 255 is rounded exactly everywhere: with t = x * a + 128 the quotient is
// (t + (t >> 8)) >> 8 for every x, a in 0..255, which vector code computes as (t * 257) >> 16.
#ifndef HONE_CANVAS_PIXEL_H
#define HONE_CANVAS_PIXEL_H

#include <stdint.h>

#define PIXEL_EVEN 0x00ff00ffu // the places of red and blue

// a * b / 255 for a, b in 0..255.
static inline uint32_t pixel_mul(uint32_t a, uint32_t b)
{
    const uint32_t t = a * b + 128;
    return (t + (t >> 8)) >> 8;
}

// Every channel times a / 255.
static inline uint32_t pixel_scale(uint32_t pixel, uint32_t a)
{
    uint32_t even = (pixel & PIXEL_EVEN) * a + 0x00800080u;
    uint32_t odd = ((pixel >> 8) & PIXEL_EVEN) * a + 0x00800080u;
    even = ((even + ((even >> 8) & PIXEL_EVEN)) >> 8) & PIXEL_EVEN;
    odd = (odd + ((odd >> 8) & PIXEL_EVEN)) & ~PIXEL_EVEN;
    return even | odd;
}

// Channel-wise sum, saturating at 255.
static inline uint32_t pixel_add(uint32_t a, uint32_t b)
{
    const uint32_t even = (a & PIXEL_EVEN) + (b & PIXEL_EVEN);
    const uint32_t odd = ((a >> 8) & PIXEL_EVEN) + ((b >> 8) & PIXEL_EVEN);
    const uint32_t even_full = ((even >> 8) & 0x00010001u) * 255;
    const uint32_t odd_full = ((odd >> 8) & 0x00010001u) * 255;
    return ((even | even_full) & PIXEL_EVEN) | (((odd | odd_full) & PIXEL_EVEN) << 8);
}

// source over destination.
static inline uint32_t pixel_over(uint32_t source, uint32_t destination)
{
    return pixel_add(source, pixel_scale(destination, 255 - (source >> 24)));
}

// (a * weight + b * (255 - weight)) / 255, channel-wise.
static inline uint32_t pixel_mix(uint32_t a, uint32_t b, uint32_t weight)
{
    const uint32_t rest = 255 - weight;
    uint32_t even = (a & PIXEL_EVEN) * weight + (b & PIXEL_EVEN) * rest + 0x00800080u;
    uint32_t odd = ((a >> 8) & PIXEL_EVEN) * weight + ((b >> 8) & PIXEL_EVEN) * rest + 0x00800080u;
    even = ((even + ((even >> 8) & PIXEL_EVEN)) >> 8) & PIXEL_EVEN;
    odd = (odd + ((odd >> 8) & PIXEL_EVEN)) & ~PIXEL_EVEN;
    return even | odd;
}

#endif
