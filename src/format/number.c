// SPDX-License-Identifier: MIT
//
// Correctly rounded decimal to binary, in three steps of rising cost:
//
// 1. W. D. Clinger, "How to read floating point numbers accurately" (1990): when the digits fit 53
//    bits and the power of ten is one that a double holds exactly, one IEEE operation rounds once.
//    A float is rounded from that double, unless the double lies half-way between two floats.
// 2. After M. Eisel and D. Lemire, "Number parsing at a gigabyte per second" (2021), with an own
//    way to decide: digits * 10^q is enclosed between a lower bound L, the 192-bit product of the
//    digits with the 128 bits of the power rounded down, and L plus one unit of its second word.
//    When both ends round to the same float, so does the value.
// 3. Otherwise the interval holds a point half-way between two neighbours b and b + 1. The exact
//    decimal is compared with it in integers: digits * 10^q against (2b + 1) * 2^(e - 1), both
//    sides made whole by moving the negative powers across. 800 digits decide every case, as no
//    half-way point of a double has more than 767; a digit that is not zero behind them counts as
//    a trailing 1.
#include "format/number.h"

#include "format/number_powers.h"

const double number_exact_powers[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Limbs of the integers in step 3: 10^(1144 + 800) has under 6500 bits, and the other side is
// brought to the same size.
enum { BIG_LIMBS = 112, BIG_DIGITS = 800 };

// What a number's text says: value = 0.d1d2d3... as whole digits * 10^exponent.
typedef struct decimal {
    uint64_t digits;  // the first 19 significant digits
    int64_t exponent; // of their last one
    bool negative;
    bool cut;          // more significant digits follow that are not all zero
    const char *first; // the first significant digit
    const char *last;  // after the last digit of the mantissa
} decimal;

// The two kinds of binary number.
typedef struct binary_format {
    int32_t mantissa_bits;  // with the hidden one
    int32_t least_exponent; // of the smallest subnormal
    int32_t most_exponent;  // of the last mantissa bit of the largest finite value
} binary_format;

static const binary_format float_format = {24, -149, 104};
static const binary_format double_format = {53, -1074, 971};

// A rounded value: mantissa * 2^exponent. An overflow has exponent > most_exponent.
typedef struct binary_value {
    uint64_t mantissa;
    int32_t exponent;
} binary_value;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Adds the digits from at on to the decimal; returns the byte after them.
static const char *scan_digits(const char *at, const char *end, decimal *d, int32_t *significant,
                               bool fraction)
{
    for (; at < end && is_digit(*at); at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (*significant == 0 && digit == 0) {
            d->exponent -= fraction;
        } else if (*significant < 19) {
            if (*significant == 0) {
                d->first = at;
            }
            d->digits = d->digits * 10 + digit;
            d->exponent -= fraction;
            (*significant)++;
        } else {
            d->cut = d->cut || digit != 0;
            d->exponent += !fraction;
        }
    }
    return at;
}

// The exponent part; at stands on the 'e'. Returns the byte after it, or at itself when no digits
// follow. Absurd exponents are clamped: they mean 0 or infinity all the same.
static const char *scan_exponent(const char *at, const char *end, decimal *d)
{
    const int64_t most = 1000000000000;
    const char *next = at + 1;
    bool negative = false;
    if (next < end && (*next == '-' || *next == '+')) {
        negative = *next == '-';
        next++;
    }
    if (next == end || !is_digit(*next)) {
        return at;
    }
    int64_t value = 0;
    for (; next < end && is_digit(*next); next++) {
        value = value > most ? most : value * 10 + (*next - '0');
    }
    d->exponent += negative ? -value : value;
    return next;
}

static const char *scan_decimal(const char *at, const char *end, char point, decimal *d)
{
    *d = (decimal){0};
    if (at < end && (*at == '-' || *at == '+')) {
        d->negative = *at == '-';
        at++;
    }
    int32_t significant = 0;
    const char *start = at;
    at = scan_digits(at, end, d, &significant, false);
    ptrdiff_t count = at - start;
    if (at < end && *at == point) {
        const char *fraction = at + 1;
        at = scan_digits(fraction, end, d, &significant, true);
        count += at - fraction;
    }
    if (count == 0) {
        return NULL;
    }
    d->last = at;
    if (at < end && (*at == 'e' || *at == 'E')) {
        at = scan_exponent(at, end, d);
    }
    return at;
}

static int leading_zeros(uint64_t word)
{
    int count = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (word >> (64 - step) == 0) {
            count += step;
            word <<= step;
        }
    }
    return count;
}

// Drops the low bits of (high, low) * 2^exponent that the format has no room for. *half tells what
// was dropped: bit 1 the highest bit, bit 0 whether anything below it, with below as a start.
static binary_value cut_bits(const binary_format *format, uint64_t high, uint64_t low,
                             int32_t exponent, bool below, int *half)
{
    int32_t top = high >> 63 != 0 ? 127 : 126;
    int32_t least = exponent + top - (format->mantissa_bits - 1);
    if (least < format->least_exponent) {
        least = format->least_exponent;
    }
    int32_t drop = least - exponent; // at least 127 - 53
    binary_value value = {0, least};
    uint64_t dropped = 0; // the highest dropped bits, left-aligned
    bool rest = below;
    if (drop < 64) {
        value.mantissa = high << (64 - drop) | low >> drop;
        dropped = low << (64 - drop);
    } else if (drop == 64) {
        value.mantissa = high;
        dropped = low;
    } else if (drop < 128) {
        value.mantissa = high >> (drop - 64);
        dropped = high << (128 - drop) | low >> (drop - 64);
        rest = rest || low << (128 - drop) != 0;
    } else if (drop == 128) {
        dropped = high;
        rest = rest || low != 0;
    } else {
        rest = true;
    }
    *half = (int)(dropped >> 63) << 1 | (rest || dropped << 1 != 0);
    return value;
}

static binary_value round_up(const binary_format *format, binary_value value)
{
    value.mantissa++;
    if (value.mantissa >> format->mantissa_bits != 0) {
        value.mantissa >>= 1;
        value.exponent++;
    }
    return value;
}

// The nearest value of the format, ties to even.
static binary_value round_bits(const binary_format *format, uint64_t high, uint64_t low,
                               int32_t exponent, bool below)
{
    int half;
    binary_value value = cut_bits(format, high, low, exponent, below, &half);
    if (half == 3 || (half == 2 && (value.mantissa & 1) != 0)) {
        value = round_up(format, value);
    }
    return value;
}

// The upper two words of digits * 10^q and its binary exponent; *below: something was left out.
static void multiply_power(uint64_t digits, int32_t q, uint64_t *high, uint64_t *low,
                           int32_t *exponent, bool *below)
{
    number_power power = number_powers[q - NUMBER_POWER_MIN];
    int shift = leading_zeros(digits);
    number_power a = number_multiply(digits << shift, power.high);
    number_power b = number_multiply(digits << shift, power.low);
    *low = a.low + b.high;
    *high = a.high + (*low < a.low);
    *below = b.low != 0;
    *exponent = number_power_exponent(q) - 127 - shift + 64;
}

typedef struct big {
    int32_t count;
    uint32_t limbs[2 * BIG_LIMBS]; // the least first
} big;

static void big_multiply_add(big *b, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (int32_t i = 0; i < b->count; i++) {
        carry += (uint64_t)b->limbs[i] * factor;
        b->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        b->limbs[b->count++] = (uint32_t)carry;
    }
}

static void big_multiply_power_of_five(big *b, int64_t power)
{
    for (; power >= 13; power -= 13) {
        big_multiply_add(b, 1220703125, 0); // 5^13
    }
    for (; power > 0; power--) {
        big_multiply_add(b, 5, 0);
    }
}

static void big_shift(big *b, int64_t bits)
{
    if (b->count == 0) {
        return;
    }
    int32_t whole = (int32_t)(bits / 32);
    memmove(b->limbs + whole, b->limbs, (size_t)b->count * sizeof b->limbs[0]);
    memset(b->limbs, 0, (size_t)whole * sizeof b->limbs[0]);
    b->count += whole;
    big_multiply_add(b, 1u << (bits % 32), 0);
}

static int big_compare(const big *a, const big *b)
{
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (int32_t i = a->count - 1; i >= 0; i--) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

// Compares the decimal with (2 * below.mantissa + 1) * 2^(below.exponent - 1).
static int compare_with_half(const decimal *d, binary_value below)
{
    big text = {0};
    big half = {0};
    int64_t exponent = d->exponent;
    int32_t count = 0;
    bool more = false;
    for (const char *at = d->first; at < d->last; at++) {
        if (!is_digit(*at)) {
            continue;
        }
        if (count < BIG_DIGITS) {
            big_multiply_add(&text, 10, (uint32_t)(*at - '0'));
            exponent -= count >= 19;
        } else {
            more = more || *at != '0';
        }
        count++;
    }
    if (more) {
        big_multiply_add(&text, 10, 1);
        exponent--;
    }
    uint64_t twice = below.mantissa * 2 + 1;
    half.limbs[0] = (uint32_t)twice;
    half.limbs[1] = (uint32_t)(twice >> 32);
    half.count = half.limbs[1] != 0 ? 2 : 1;
    int64_t binary = below.exponent - 1 - exponent; // of half, once 10^exponent is 5^exponent
    if (exponent >= 0) {
        big_multiply_power_of_five(&text, exponent);
    } else {
        big_multiply_power_of_five(&half, -exponent);
    }
    if (binary >= 0) {
        big_shift(&half, binary);
    } else {
        big_shift(&text, -binary);
    }
    return big_compare(&text, &half);
}

// Steps 2 and 3.
static binary_value round_decimal(const binary_format *format, const decimal *d)
{
    const binary_value zero = {0, format->least_exponent};
    const binary_value overflow = {0, format->most_exponent + 1};
    if (d->digits == 0 || d->exponent < NUMBER_POWER_MIN) {
        return zero;
    }
    if (d->exponent > 308) {
        return overflow;
    }
    int32_t q = (int32_t)d->exponent;
    uint64_t high, low;
    int32_t exponent;
    bool below;
    multiply_power(d->digits, q, &high, &low, &exponent, &below);
    if (q >= 0 && q <= 55 && !d->cut) { // 5^55 has 128 bits: the power was exact
        return round_bits(format, high, low, exponent, below);
    }
    binary_value lower = round_bits(format, high, low, exponent, true);
    int half;
    binary_value floor = cut_bits(format, high, low, exponent, true, &half);
    if (d->cut) {
        multiply_power(d->digits + 1, q, &high, &low, &exponent, &below);
    }
    low++;
    high += low == 0;
    if (high == 0) {
        high = (uint64_t)1 << 63;
        exponent++;
    }
    binary_value upper = round_bits(format, high, low, exponent, true);
    if (lower.mantissa == upper.mantissa && lower.exponent == upper.exponent) {
        return lower;
    }
    int order = compare_with_half(d, floor);
    if (order > 0 || (order == 0 && (floor.mantissa & 1) != 0)) {
        return round_up(format, floor);
    }
    return floor;
}

// The fields of an IEEE number, exponent field and mantissa field.
static uint64_t pack(const binary_format *format, binary_value value, int32_t exponent_bits)
{
    uint64_t hidden = (uint64_t)1 << (format->mantissa_bits - 1);
    if (value.exponent > format->most_exponent) {
        return (((uint64_t)1 << exponent_bits) - 1) << (format->mantissa_bits - 1);
    }
    if (value.mantissa < hidden) {
        return value.mantissa;
    }
    uint64_t field = (uint64_t)((int64_t)value.exponent - format->least_exponent + 1);
    return field << (format->mantissa_bits - 1) | (value.mantissa & (hidden - 1));
}

// Step 1.
static bool exact_double(const decimal *d, double *out)
{
    if (FLT_EVAL_METHOD != 0 || d->cut || d->digits >> 53 != 0 || d->exponent < -22 ||
        d->exponent > 22) {
        return false;
    }
    double digits = (double)(int64_t)d->digits;
    double value = d->exponent < 0 ? digits / number_exact_powers[-d->exponent]
                                   : digits * number_exact_powers[d->exponent];
    *out = d->negative ? -value : value;
    return true;
}

const char *number_parse_double(const char *at, const char *end, char point, double *out)
{
    decimal d;
    const char *next = scan_decimal(at, end, point, &d);
    if (next != NULL && !exact_double(&d, out)) {
        uint64_t bits = pack(&double_format, round_decimal(&double_format, &d), 11) |
                        (uint64_t)d.negative << 63;
        memcpy(out, &bits, sizeof bits);
    }
    return next;
}

const char *number_parse_float(const char *at, const char *end, char point, float *out)
{
    decimal d;
    const char *next = scan_decimal(at, end, point, &d);
    if (next == NULL) {
        return NULL;
    }
    double value;
    if (exact_double(&d, &value)) {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        if ((bits & 0x1FFFFFFFu) != 0x10000000u) {
            *out = (float)value;
            return next;
        }
    }
    uint32_t bits = (uint32_t)pack(&float_format, round_decimal(&float_format, &d), 8) |
                    (uint32_t)d.negative << 31;
    memcpy(out, &bits, sizeof bits);
    return next;
}
