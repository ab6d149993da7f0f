// SPDX-License-Identifier: MIT
//
// Sine and cosine of 16-bit angles from one quarter-wave table, for machines without a floating
// point unit or a maths library.
#ifndef HONE_MATH_ANGLE16_H
#define HONE_MATH_ANGLE16_H

#include <stdint.h>

// The unit of the results: this stands for 1.
#define SINE16_ONE (65535 * 64)

// Sine and cosine of angle (65536 = one turn) in units of 1 / SINE16_ONE. The largest error is
// 1.3e-5; multiples of a quarter turn are exact.
void sincos16(int16_t angle, int32_t *sine, int32_t *cosine);

#endif
