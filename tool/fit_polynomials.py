#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# Finds the coefficients in src/math/kernel.h: best polynomials in the sense of the largest relative
# error (Remez' exchange), with each coefficient rounded to float before the next lower one is
# fitted again. Needs mpmath. Prints C hexadecimal constants, highest power first, and the error.
import struct

from mpmath import asin, atan, cos, mp, mpf, pi, sin, sqrt, tan, matrix, lu_solve

mp.dps = 40


def to_float(value):
    return mpf(struct.unpack("f", struct.pack("f", float(value)))[0])


def polynomial(coefficients, x):
    total = mpf(0)
    for c in reversed(coefficients):
        total = total * x + c
    return total


def remez(target, weight, low, high, degree, fixed):
    """target(x) ~ sum c_k x^k on [low, high], error weighted; fixed gives the top coefficients."""
    free = degree + 1 - len(fixed)

    def rest(x):
        return sum(c * x ** (free + k) for k, c in enumerate(fixed))

    nodes = [(low + high) / 2 - (high - low) / 2 * cos(pi * k / free) for k in range(free + 1)]
    found = None
    for _ in range(12):
        a = matrix(free + 1, free + 1)
        b = matrix(free + 1, 1)
        for r, x in enumerate(nodes):
            for k in range(free):
                a[r, k] = x**k
            a[r, free] = (-1) ** r / weight(x)
            b[r] = target(x) - rest(x)
        solution = lu_solve(a, b)
        found = [solution[k] for k in range(free)]

        def error(x):
            return weight(x) * (target(x) - rest(x) - polynomial(found, x))

        grid = [low + (high - low) * mpf(k) / 400 for k in range(401)]
        values = [error(x) for x in grid]
        peaks = []
        for k, x in enumerate(grid):
            if peaks and (values[k] >= 0) == (peaks[-1][1] >= 0):
                if abs(values[k]) > abs(peaks[-1][1]):
                    peaks[-1] = (x, values[k])
            else:
                peaks.append((x, values[k]))
        if len(peaks) < free + 1:
            break
        while len(peaks) > free + 1:
            peaks.pop(0 if abs(peaks[0][1]) < abs(peaks[-1][1]) else -1)
        nodes = [p[0] for p in peaks]
    return found


def fit(name, target, weight, low, high, degree):
    low, high = mpf(low), mpf(high)
    fixed = []
    while len(fixed) <= degree:
        found = remez(target, weight, low, high, degree, fixed)
        fixed.insert(0, to_float(found[-1]))
    worst = max(
        abs(weight(x) * (target(x) - polynomial(fixed, x)))
        for x in (low + (high - low) * mpf(k) / 2000 for k in range(2001))
    )
    print(name, "worst error", mp.nstr(worst, 3), "= 2^", mp.nstr(mp.log(worst, 2), 4))
    for c in reversed(fixed):
        print("   ", float(c).hex() + "f", "  //", mp.nstr(c, 10))


tiny = mpf(10) ** -12
quarter = (pi / 4) ** 2
eighth = tan(pi / 8) ** 2
# sin r = r + r^3 P(r^2) and cos r = 1 - r^2 / 2 + r^4 Q(r^2) for |r| <= pi / 4
fit("HONE_SINE", lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z,
    lambda z: z * sqrt(z) / sin(sqrt(z)), tiny, quarter, 2)
fit("HONE_COSINE", lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2, lambda z: z**2 / cos(sqrt(z)),
    mpf(10) ** -8, quarter, 2)
# atan t = t + t^3 P(t^2) for |t| <= tan(pi / 8)
fit("HONE_ARC", lambda z: (atan(sqrt(z)) / sqrt(z) - 1) / z,
    lambda z: z * sqrt(z) / atan(sqrt(z)), tiny, eighth, 4)
# asin(sqrt y)^2 = y + y^2 A(y) for 0 <= y <= 1 / 2
fit("HONE_ARC_SQUARE", lambda y: (asin(sqrt(y)) ** 2 / y - 1) / y,
    lambda y: y * y / asin(sqrt(y)) ** 2, mpf(10) ** -9, mpf(0.5), 7)
# sin(sqrt z) / sqrt z = 1 + z S(z) for 0 <= z <= pi^2 / 4
fit("HONE_CARDINAL", lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z,
    lambda z: z * sqrt(z) / sin(sqrt(z)), tiny, pi**2 / 4, 3)
