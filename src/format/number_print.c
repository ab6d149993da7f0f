// SPDX-License-Identifier: MIT
//
// The shortest decimal that reads back to the same binary number; of several the nearest.
// Algorithm: R. Giulietti, "The Schubfach way to render doubles" (2020).
//
// A number c * 2^q is what every real number of the interval between its two half-way points reads
// back to. With 10^k the largest power of ten that is not wider than the interval, the interval
// holds one or two multiples of 10^k, and perhaps one multiple of 10^(k+1), which is then shorter.
// So the value and both half-way points are divided by 10^k, in quarters of a unit, rounded to odd:
// an integer part whose last bit is set when anything lies behind it. That keeps every comparison
// with an integer exact, because the 128 bits of 10^-k, one unit up, err by less than the distance
// that any product which is not whole keeps from a whole one.
#include "format/number.h"

#include "format/number_powers.h"

typedef struct shortest {
    uint64_t digits;
    int32_t exponent; // value = digits * 10^exponent
} shortest;

// floor(log10(2^q)) and floor(log10(3/4 * 2^q)), exact for |q| < 1500.
static int32_t log10_of_power(int32_t q, bool three_quarters)
{
    const int64_t bias = 4096;
    return (int32_t)(((int64_t)q * 1262611 - (three_quarters ? 524031 : 0) + (bias << 22)) >> 22) -
           (int32_t)bias;
}

// scaled * (power + 1) / 2^129, rounded to odd.
static uint64_t divide_to_odd(uint64_t scaled, number_power power)
{
    number_power a = number_multiply(scaled, power.high);
    number_power b = number_multiply(scaled, power.low);
    uint64_t carry = b.low + scaled < scaled;
    uint64_t middle = a.low + b.high;
    uint64_t high = a.high + (middle < a.low);
    middle += carry;
    high += middle < carry;
    return high >> 1 | ((high & 1) | (middle != 0));
}

// c * 2^q; lower_is_near: the next number below is only half as far away as the one above.
static shortest find_shortest(uint64_t c, int32_t q, bool lower_is_near)
{
    uint64_t odd = c & 1; // the interval's ends read back to the even neighbour
    int32_t k = log10_of_power(q, lower_is_near);
    number_power power = number_powers[-k - NUMBER_POWER_MIN];
    int32_t shift = q + number_power_exponent(-k) + 2;
    uint64_t below = divide_to_odd((4 * c - (lower_is_near ? 1 : 2)) << shift, power) + odd;
    uint64_t value = divide_to_odd((4 * c) << shift, power);
    uint64_t above = divide_to_odd((4 * c + 2) << shift, power) - odd;
    uint64_t floor = value >> 2;
    if (floor >= 10) {
        uint64_t tens = floor / 10 * 10;
        bool lower = below <= 4 * tens;
        bool upper = 4 * (tens + 10) <= above;
        if (lower != upper) {
            return (shortest){lower ? tens : tens + 10, k};
        }
    }
    bool lower = below <= 4 * floor;
    bool upper = 4 * (floor + 1) <= above;
    if (lower != upper) {
        return (shortest){lower ? floor : floor + 1, k};
    }
    uint64_t half = 4 * floor + 2;
    bool down = value < half || (value == half && (floor & 1) == 0);
    return (shortest){down ? floor : floor + 1, k};
}

// Writes all digits of value; returns how many.
static int32_t write_digits(uint64_t value, char *text)
{
    char digits[20];
    int32_t count = 0;
    do {
        digits[count++] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value != 0);
    for (int32_t i = 0; i < count; i++) {
        text[i] = digits[count - 1 - i];
    }
    return count;
}

// Fixed notation where that is readable, else one digit before the point and an exponent.
static size_t write_number(shortest s, char *text)
{
    char digits[20];
    while (s.digits % 10 == 0) {
        s.digits /= 10;
        s.exponent++;
    }
    int32_t count = write_digits(s.digits, digits);
    int32_t point = count + s.exponent; // digits before the point
    size_t size = (size_t)count;
    if (point > 21 || point < -5) {
        text[0] = digits[0];
        size_t length = 1;
        if (count > 1) {
            text[length++] = '.';
            memcpy(text + length, digits + 1, size - 1);
            length += size - 1;
        }
        text[length++] = 'e';
        if (point - 1 < 0) {
            text[length++] = '-';
        }
        int32_t exponent = point - 1 < 0 ? 1 - point : point - 1;
        return length + (size_t)write_digits((uint64_t)exponent, text + length);
    }
    if (point <= 0) {
        size_t zeros = (size_t)-point;
        memcpy(text, "0.", 2);
        memset(text + 2, '0', zeros);
        memcpy(text + 2 + zeros, digits, size);
        return 2 + zeros + size;
    }
    if (point >= count) {
        memcpy(text, digits, size);
        memset(text + size, '0', (size_t)(point - count));
        return (size_t)point;
    }
    memcpy(text, digits, (size_t)point);
    text[point] = '.';
    memcpy(text + point + 1, digits + point, (size_t)(count - point));
    return size + 1;
}

// A number by its fields. least: the exponent of the smallest subnormal.
static size_t print_fields(bool negative, uint64_t field, uint64_t mantissa, int32_t mantissa_bits,
                           uint64_t field_max, int32_t least, char *text)
{
    if (field == field_max && mantissa != 0) {
        memcpy(text, "nan", 3);
        return 3;
    }
    size_t length = negative;
    text[0] = '-';
    if (field == field_max) {
        memcpy(text + length, "inf", 3);
        return length + 3;
    }
    if (field == 0 && mantissa == 0) {
        text[length] = '0';
        return length + 1;
    }
    bool near = mantissa == 0 && field > 1;
    uint64_t c = field == 0 ? mantissa : mantissa | (uint64_t)1 << mantissa_bits;
    int32_t q = least + (field == 0 ? 0 : (int32_t)field - 1);
    return length + write_number(find_shortest(c, q, near), text + length);
}

size_t number_print_float(float value, char text[NUMBER_TEXT_MAX])
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return print_fields(bits >> 31 != 0, bits >> 23 & 0xFF, bits & 0x7FFFFF, 23, 0xFF, -149, text);
}

size_t number_print_double(double value, char text[NUMBER_TEXT_MAX])
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return print_fields(bits >> 63 != 0, bits >> 52 & 0x7FF, bits & 0xFFFFFFFFFFFFF, 52, 0x7FF,
                        -1074, text);
}
