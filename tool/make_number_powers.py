#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/format/number_powers.c: the upper 128 bits of the powers of ten, rounded down.

Usage: tool/make_number_powers.py > src/format/number_powers.c
"""

FIRST, LAST = -342, 324


def upper_bits(power):
    """floor(10^power * 2^n) with n such that the result has exactly 128 bits."""
    if power >= 0:
        value = 10**power
        shift = value.bit_length() - 128
        return value >> shift if shift > 0 else value << -shift
    divisor = 10**-power
    bits = divisor.bit_length() + 127
    quotient = (1 << bits) // divisor
    if quotient.bit_length() < 128:
        quotient = (1 << (bits + 1)) // divisor
    return quotient >> (quotient.bit_length() - 128)


print("// SPDX-License-Identifier: MIT")
print("//")
print("// Made by tool/make_number_powers.py. Entry i belongs to 10^(i + NUMBER_POWER_MIN): its 128 most")
print("// significant bits, rounded down, the first bit set.")
print('#include "format/number_powers.h"')
print()
print("// clang-format off")
print("const number_power number_powers[NUMBER_POWER_MAX - NUMBER_POWER_MIN + 1] = {")
for power in range(FIRST, LAST + 1):
    bits = upper_bits(power)
    print(f"    {{0x{bits >> 64:016X}, 0x{bits & (2**64 - 1):016X}}},")
print("};")
print("// clang-format on")
