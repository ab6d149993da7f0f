// SPDX-License-Identifier: MIT
//
// The square root. IEEE 754 asks that it be rounded to nearest, so every machine with the
// instruction gives the same bits. Without one the root is taken digit by digit. Let x = m * 2^e
// with e odd and 2^23 <= m < 2^25; then the root is sqrt(m * 2^25) * 2^((e - 25) / 2), and the
// integer root of m * 2^25 has 25 bits: the 24 of the answer and the one that decides the rounding.
// A tie cannot happen, for m * 2^25 is even and the square of a number that ends in 1 is not.
#include "math/kernel.h"

float sqrt_soft(float x)
{
    uint32_t bits = float_bits(x);
    if (bits == 0 || bits >= 0x7f800000u) {
        return x;
    }
    int32_t exponent = (int32_t)(bits >> 23) - 150;
    uint32_t mantissa = bits & 0x7fffffu;
    if (exponent == -150) {
        exponent = -149;
        while ((mantissa & 0x800000u) == 0) {
            mantissa <<= 1;
            exponent--;
        }
    } else {
        mantissa |= 0x800000u;
    }
    if ((exponent & 1) == 0) {
        mantissa <<= 1;
        exponent--;
    }
    // Two bits of the radicand come down a step: those of mantissa, then zeros.
    uint32_t root = 0;
    uint32_t remainder = 0;
    uint32_t digits = mantissa << 7;
    for (int32_t i = 0; i < 25; i++) {
        remainder = (remainder << 2) | (digits >> 30);
        digits <<= 2;
        uint32_t trial = (root << 2) | 1u;
        root <<= 1;
        if (remainder >= trial) {
            remainder -= trial;
            root |= 1u;
        }
    }
    uint32_t rounded = (root >> 1) + (root & 1u);
    // The sum carries the leading bit of the mantissa into the exponent.
    return float_from_bits(((uint32_t)((exponent - 23) / 2 + 149) << 23) + rounded);
}

float hone_sqrt(float x)
{
    if (x > 0.0f) {
        return sqrt_of_positive(x);
    }
    return x != x ? x : 0.0f;
}
