// SPDX-License-Identifier: MIT
//
// The rooms' bench functions.
#ifndef HONE_BENCH_SUITES_H
#define HONE_BENCH_SUITES_H

#include "bench.h"

typedef void (*bench_suite)(bench *b);

void bench_body(bench *b);
void bench_bvh(bench *b);
void bench_canvas(bench *b);
void bench_image(bench *b);
void bench_stage(bench *b);

// Ends with NULL.
extern const bench_suite bench_suites[];

#endif
