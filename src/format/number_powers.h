// SPDX-License-Identifier: MIT
//
// Powers of ten for exact conversion between decimal text and binary floating point.
#ifndef HONE_FORMAT_NUMBER_POWERS_H
#define HONE_FORMAT_NUMBER_POWERS_H

#include <stdint.h>

enum { NUMBER_POWER_MIN = -342, NUMBER_POWER_MAX = 324 };

// The 128 most significant bits of a power of ten, rounded down; the first bit is set.
typedef struct number_power {
    uint64_t high, low;
} number_power;

extern const number_power number_powers[NUMBER_POWER_MAX - NUMBER_POWER_MIN + 1];

// 10^q = number_powers[q - NUMBER_POWER_MIN] * 2^(number_power_exponent(q) - 127), nearly: this is
// floor(log2(10^q)), exact for |q| < 600.
static inline int32_t number_power_exponent(int32_t q)
{
    const int32_t bias = 4096; // keeps the shifted number positive
    return ((217706 * q + (bias << 16)) >> 16) - bias;
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 number_wide;
#endif

// The 128-bit product of two words.
static inline number_power number_multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    number_wide product = (number_wide)a * b;
    return (number_power){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t other = a0 * b1 + (middle & 0xFFFFFFFFu);
    return (number_power){a1 * b1 + (middle >> 32) + (other >> 32),
                          (other << 32) | (low & 0xFFFFFFFFu)};
#endif
}

#endif
