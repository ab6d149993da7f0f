// SPDX-License-Identifier: MIT
//
// Seeded random numbers for property tests: splitmix64, the same on every machine. The seed can be
// given in the environment as HONE_SEED; random_begin() prints it.
#ifndef HONE_TEST_RANDOM_H
#define HONE_TEST_RANDOM_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct random_state {
    uint64_t state;
} random_state;

static inline random_state random_begin(uint64_t seed)
{
    const char *given = getenv("HONE_SEED");
    if (given != NULL) {
        seed = strtoull(given, NULL, 0);
    }
    printf("seed %" PRIu64 "\n", seed);
    return (random_state){seed};
}

static inline uint64_t random_bits(random_state *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    uint64_t x = random->state;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// From low to high, both possible, in steps of 2^-24 of the width.
static inline float random_float(random_state *random, float low, float high)
{
    float unit = (float)(random_bits(random) >> 40) / 16777215.0f;
    return low + (high - low) * unit;
}

static inline double random_double(random_state *random, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(random) >> 11) / 9007199254740991.0);
}

// From 0 to count - 1.
static inline int32_t random_index(random_state *random, int32_t count)
{
    return (int32_t)(random_bits(random) % (uint64_t)count);
}

#endif
