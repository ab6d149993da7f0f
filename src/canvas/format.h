// SPDX-License-Identifier: MIT
//
// The 16-bit pixel formats: to premultiplied ARGB8888 and back, and source over destination.
//
// Going up, bits are repeated (5 bits r become r << 3 | r >> 2). Going down, and when blending, a
// channel of n bits is the nearest whole number to (s * max + d * (255 - a)) / 255, where s and a
// are of 8 bits, d and max = 2^n - 1 of n: one rounding, so that what is drawn over itself stays.
// t = x + 128, (t + (t >> 8)) >> 8 is that quotient for all x that occur here.
#ifndef HONE_CANVAS_FORMAT_H
#define HONE_CANVAS_FORMAT_H

#include "canvas/pixel.h"

static inline uint32_t format_swap(uint32_t stored)
{
    return (stored >> 8 | stored << 8) & 0xffffu;
}

static inline uint32_t format_from_565(uint32_t p)
{
    const uint32_t rb = (p << 8 & 0xf80000u) | (p << 3 & 0xf8u);
    const uint32_t g = (p << 5 & 0xfc00u) | (p >> 1 & 0x0300u);
    return 0xff000000u | rb | (rb >> 5 & 0x070007u) | g;
}

static inline uint32_t format_from_4444(uint32_t p)
{
    const uint32_t spread = (p & 0xfu) | (p & 0xf0u) << 4 | (p & 0xf00u) << 8 | (p & 0xf000u) << 12;
    return spread * 17;
}

// Red and blue as 16-bit fields and green, each times its max or 255, to RGB565.
static inline uint32_t format_to_565(uint32_t rb, uint32_t g)
{
    rb += 0x00800080u;
    rb = (rb + (rb >> 8 & PIXEL_EVEN)) >> 8 & 0x003f003fu;
    rb |= (rb >> 5 & 0x00010001u) * 31;
    g += 128;
    g = (g + (g >> 8)) >> 8;
    g = g > 63 ? 63 : g;
    return (rb >> 5 & 0xf800u) | g << 5 | (rb & 0x1fu);
}

// The nearest RGB565. x * 31 / 255 is (x * 249 + 1014) >> 11 and x * 63 / 255 is
// (x * 253 + 505) >> 10, rounded, for every x in 0..255.
static inline uint32_t format_store_565(uint32_t argb)
{
    const uint32_t rb = (argb & PIXEL_EVEN) * 249 + 1014 * 0x00010001u;
    const uint32_t g = (argb >> 8 & 255) * 253 + 505;
    return (rb >> 16 & 0xf800u) | (g >> 5 & 0x07e0u) | (rb >> 11 & 0x1fu);
}

// The same for an opaque ARGB4444, where x * 31 / 15 is x twice over.
static inline uint32_t format_store_565_of_4444(uint32_t p)
{
    const uint32_t g = (p >> 4 & 15) * (253 * 17) + 505;
    return (p << 4 & 0xf000u) | (p & 0x0800u) | (g >> 5 & 0x07e0u) | (p << 1 & 0x1eu) |
           (p >> 3 & 1u);
}

// A premultiplied source with the destination times rest / 255.
static inline uint32_t format_mix_565(uint32_t argb, uint32_t d, uint32_t rest)
{
    const uint32_t d_rb = (d << 5 & 0x1f0000u) | (d & 0x1fu);
    return format_to_565((argb & PIXEL_EVEN) * 31 + d_rb * rest,
                         (argb >> 8 & 255) * 63 + (d >> 5 & 63) * rest);
}

// The same for a source of ARGB4444, whose channels are 17 times their stored values.
static inline uint32_t format_over_565_of_4444(uint32_t p, uint32_t d)
{
    const uint32_t rest = 255 - (p >> 12) * 17;
    const uint32_t d_rb = (d << 5 & 0x1f0000u) | (d & 0x1fu);
    const uint32_t p_rb = (p << 8 & 0xf0000u) | (p & 0xfu);
    return format_to_565(p_rb * (31 * 17) + d_rb * rest,
                         (p >> 4 & 15) * (63 * 17) + (d >> 5 & 63) * rest);
}

// The nearest sum that fits.
static inline uint32_t format_add_565(uint32_t argb, uint32_t d)
{
    const uint32_t s = format_store_565(argb);
    const uint32_t r = (s >> 11) + (d >> 11);
    const uint32_t g = (s >> 5 & 63) + (d >> 5 & 63);
    const uint32_t b = (s & 31) + (d & 31);
    return (r > 31 ? 31 : r) << 11 | (g > 63 ? 63 : g) << 5 | (b > 31 ? 31 : b);
}

// Two pairs of channels, each times 15 or 255, to ARGB4444.
static inline uint32_t format_to_4444(uint32_t rb, uint32_t ag)
{
    rb += 0x00800080u;
    rb = (rb + (rb >> 8 & PIXEL_EVEN)) >> 8 & 0x001f001fu;
    rb |= (rb >> 4 & 0x00010001u) * 15;
    ag += 0x00800080u;
    ag = (ag + (ag >> 8 & PIXEL_EVEN)) >> 8 & 0x001f001fu;
    ag |= (ag >> 4 & 0x00010001u) * 15;
    return (ag >> 4 & 0xf000u) | (rb >> 8 & 0xf00u) | (ag << 4 & 0xf0u) | (rb & 0xfu);
}

static inline uint32_t format_mix_4444(uint32_t argb, uint32_t d, uint32_t rest)
{
    const uint32_t d_rb = (d << 8 & 0xf0000u) | (d & 0xfu);
    const uint32_t d_ag = (d << 4 & 0xf0000u) | (d >> 4 & 0xfu);
    return format_to_4444((argb & PIXEL_EVEN) * 15 + d_rb * rest,
                          (argb >> 8 & PIXEL_EVEN) * 15 + d_ag * rest);
}

static inline uint32_t format_store_4444(uint32_t argb)
{
    return format_to_4444((argb & PIXEL_EVEN) * 15, (argb >> 8 & PIXEL_EVEN) * 15);
}

static inline uint32_t format_add_4444(uint32_t argb, uint32_t d)
{
    const uint32_t s = format_store_4444(argb);
    uint32_t rb = (s & 0x0f0fu) + (d & 0x0f0fu);
    uint32_t ag = (s >> 4 & 0x0f0fu) + (d >> 4 & 0x0f0fu);
    rb |= (rb >> 4 & 0x0101u) * 15;
    ag |= (ag >> 4 & 0x0101u) * 15;
    return (rb & 0x0f0fu) | (ag & 0x0f0fu) << 4;
}

#endif
