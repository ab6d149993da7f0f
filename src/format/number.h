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

// Marks the bytes that are no digits with their highest bit. The argument is eight bytes with '0'
// taken away by exclusive or: digits became 0 to 9, and 0x76 takes what is above 9 over 0x7F. A sum
// that runs over spoils only the bytes behind a mark, and only the first mark counts.
static inline uint64_t number_marks(uint64_t values)
{
    return ((values + 0x7676767676767676u) | values) & 0x8080808080808080u;
}

// The number of eight digit values, the first byte the most significant: pairs, fours, eight.
static inline uint64_t number_eight_digits(uint64_t values)
{
    values = (values * 2561 >> 8) & 0x00FF00FF00FF00FFu;
    values = (values * 6553601 >> 16) & 0x0000FFFF0000FFFFu;
    return values * 42949672960001 >> 32;
}

// The same for four.
static inline uint32_t number_four_digits(uint32_t values)
{
    values = (values * 2561 >> 8) & 0x00FF00FFu;
    return values * 6553601 >> 16;
}

// Reads a plain number, "-12.345678": one to four digits before the point and, when there is a
// point, one to seven after it. NULL when it is anything else; the caller then asks
// number_parse_float(). The byte after the number still has to be checked: it may be an 'e'.
//
// The quotient is rounded twice, to double and to float, which gives the nearest float unless the
// double is half-way between two floats and the quotient is not. That cannot be: a half-way point
// below 10^4 is m / 2^j with m < 2^25, so it lies 1 / (10^7 * 2^j) or more away from any other
// quotient by 10^7, which is 2^-49 of its size, but the first rounding errs by 2^-53 of it.
static inline const char *number_parse_fast(const char *at, float *out)
{
    static const uint32_t scales[8] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    static const double divisors[2][8] = {{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7},
                                          {-1e0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7}};
    size_t negative = *at == '-';
    at += negative;
    uint64_t values = number_load(at) ^ 0x3030303030303030u;
    uint64_t marks = number_marks(values);
    unsigned bits = marks == 0 ? 64 : (unsigned)__builtin_ctzll(marks) & 0x38; // 8 a digit
    if (bits - 8 > 24) {
        return NULL;
    }
    uint64_t digits = number_four_digits((uint32_t)values << (32 - bits));
    at += bits / 8;
    size_t decimals = 0;
    if (*at == '.') {
        values = number_load(at + 1) ^ 0x3030303030303030u;
        marks = number_marks(values);
        bits = marks == 0 ? 64 : (unsigned)__builtin_ctzll(marks) & 0x38;
        if (bits - 8 > 48) {
            return NULL;
        }
        decimals = bits / 8;
        digits = digits * scales[decimals] + number_eight_digits(values << (64 - bits));
        at += 1 + decimals;
    }
    // A negative divisor keeps the sign of -0.
    *out = (float)((double)(int64_t)digits / divisors[negative][decimals]);
    return at;
}

#endif
#endif
