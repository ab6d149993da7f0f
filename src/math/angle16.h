// SPDX-License-Identifier: MIT
//
// Sine and cosine of 16-bit angles from one quarter-wave table, for machines without a floating
// point unit or a maths library.
//
// Between two entries the curve is a straight line: at most (pi / 1024)^2 / 2 = 4.7e-6 below the
// arc, to which the table's rounding adds 7.6e-6.
#ifndef HONE_MATH_ANGLE16_H
#define HONE_MATH_ANGLE16_H

#include <stdint.h>

// The unit of the results: this stands for 1.
#define SINE16_ONE (1 << 22)

extern const int16_t angle16_quarter_wave[258];

// The sine of 0 <= q <= 16384, a quarter turn, in units of 1 / SINE16_ONE.
static inline int32_t quarter_sine(uint32_t q)
{
    const int16_t *entry = &angle16_quarter_wave[q >> 6];
    return entry[0] * 64 + (entry[1] - entry[0]) * (int32_t)(q & 63) + (int32_t)q * 256;
}

// How far an angle (65536 = one turn) is from the nearest half turn.
static inline uint32_t quarter_of(int16_t angle)
{
    uint32_t half = (uint32_t)angle & 0x7FFF;
    return half < 0x4000 ? half : 0x8000 - half;
}

// Sine and cosine of an angle in units of 1 / SINE16_ONE. The largest error is 1.2e-5; multiples of
// a quarter turn are exact.
static inline void sincos16(int16_t angle, float *sine, float *cosine)
{
    uint32_t q = quarter_of(angle);
    float s = (float)quarter_sine(q);
    float c = (float)quarter_sine(0x4000 - q);
    *sine = angle < 0 ? -s : s;
    *cosine = (((uint32_t)angle + 0x4000) & 0x8000) != 0 ? -c : c;
}

#endif
