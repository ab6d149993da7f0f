// SPDX-License-Identifier: MIT
//
// Decimal text to float and double: correctly rounded, without the C locale, without a terminator.
//
// A number is [+-] digits [point digits] [e [+-] digits] with at least one digit before the
// exponent. What has no digits after its 'e' ends before the 'e'. Infinity, NaN and hexadecimal
// are not numbers here. Values too large become infinity, values too small become 0, as strtod
// does. All functions are thread-safe.
#ifndef HONE_FORMAT_NUMBER_H
#define HONE_FORMAT_NUMBER_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Reads the number that starts at `at`, never looking at or past `end`; point is the decimal point.
// Returns the byte after it, or NULL (*out untouched) when there is none.
const char *number_parse_float(const char *at, const char *end, char point, float *out);
const char *number_parse_double(const char *at, const char *end, char point, double *out);

// Room for every text that the following write.
enum { NUMBER_TEXT_MAX = 32 };

// Writes the shortest text that reads back to the same value (-0 as "-0"), without terminator, and
// returns its length. Infinity and NaN become "inf", "-inf" and "nan".
size_t number_print_float(float value, char text[NUMBER_TEXT_MAX]);
size_t number_print_double(double value, char text[NUMBER_TEXT_MAX]);

// The exact powers of ten that a double holds.
extern const double number_exact_powers[23];

#if defined(__BYTE_ORDER__) && defined(__GNUC__)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && FLT_EVAL_METHOD == 0
#define NUMBER_FAST 1
#endif
#endif
#ifndef NUMBER_FAST
#define NUMBER_FAST 0
#endif

#if NUMBER_FAST

// Bytes that must be readable from the start of a number for number_parse_fast().
enum { NUMBER_FAST_BYTES = 32 };

static inline uint64_t number_load(const char *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

// How many of the eight bytes, from the first on, are digits. A digit has high half 3 and stays
// below 0x40 when 6 is added; any other byte leaves a mark.
static inline int number_digit_count(uint64_t bytes)
{
    uint64_t marks = ((bytes & 0xF0F0F0F0F0F0F0F0u) ^ 0x3030303030303030u) |
                     (((bytes + 0x0606060606060606u) & 0xF0F0F0F0F0F0F0F0u) ^ 0x3030303030303030u);
    return marks == 0 ? 8 : __builtin_ctzll(marks) >> 3;
}

// The value of eight digits, the first byte the most significant: pairs, fours, eight.
static inline uint64_t number_eight_digits(uint64_t bytes)
{
    bytes = (bytes & 0x0F0F0F0F0F0F0F0Fu) * 2561 >> 8;
    bytes = (bytes & 0x00FF00FF00FF00FFu) * 6553601 >> 16;
    return (bytes & 0x0000FFFF0000FFFFu) * 42949672960001 >> 32;
}

// Rounds to float what was rounded to double before. That is the float nearest to the exact value
// unless the double lies half-way between two floats, where the first rounding may have lost the
// side: false then. The value is 0 or between 1e-30 and 1e30.
static inline bool number_round_twice(double value, float *out)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    *out = (float)value;
    return (bits & 0x1FFFFFFFu) != 0x10000000u;
}

// Reads a plain number, "-12.345678": up to seven digits before the point and, when there is a
// point, up to seven after it. NULL when it is anything else; the caller then asks
// number_parse_float(). The byte after the number still has to be checked: it may be an 'e'.
static inline const char *number_parse_fast(const char *at, float *out)
{
    bool negative = *at == '-';
    at += negative;
    uint64_t bytes = number_load(at);
    int whole_digits = number_digit_count(bytes);
    if ((unsigned)(whole_digits - 1) > 6) {
        return NULL;
    }
    uint64_t whole = number_eight_digits(bytes << (64 - 8 * whole_digits));
    at += whole_digits;
    double value = (double)(int64_t)whole;
    if (*at == '.') {
        bytes = number_load(at + 1);
        int digits = number_digit_count(bytes);
        if ((unsigned)(digits - 1) > 6) {
            return NULL;
        }
        static const uint32_t scale[8] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
        uint64_t part = number_eight_digits(bytes << (64 - 8 * digits));
        value = (double)(int64_t)(whole * scale[digits] + part) / number_exact_powers[digits];
        at += 1 + digits;
    }
    return number_round_twice(negative ? -value : value, out) ? at : NULL;
}

#endif
#endif
