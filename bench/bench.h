// SPDX-License-Identifier: MIT
//
// The bench framework: rooms register rows, the runner measures them, `hone bench` prints them.
//
// A room has one file bench/bench_<room>.c with one function bench_<room>(bench *b) that calls
// bench_add() for each of its rows; bench/suites.c lists these functions. A row is a static const
// structure:
//
//     static const bench_row read_row = {
//         .name = "bvh.read", .unit = "MB/s", .kind = BENCH_RATE, .scale = 1e-6,
//         .prepare = prepare_read, .run = run_read, .finish = finish_read,
//         .at_least = 800.0, .peers = {{"BVHView", "111"}, {"three.js", "5.8"}},
//     };
#ifndef HONE_BENCH_H
#define HONE_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a row's figure is.
typedef enum bench_kind {
    BENCH_RATE,    // work per second times scale: higher is better ("MB/s": work = bytes, 1e-6)
    BENCH_COST_NS, // nanoseconds per work times scale: lower is better ("ns/px": work = pixels)
    BENCH_VALUE    // what run() stores in value, times scale; lower is better (bytes, counts)
} bench_kind;

// One measurement on its way through prepare, run and finish.
typedef struct bench_case {
    void *data;         // prepare's own
    double work;        // what one run() does: bytes, pixels, frames; 1 unless prepare sets it
    double value;       // BENCH_VALUE only
    const char *skip;   // set by prepare: why the row cannot be measured here
    const char *remark; // may be set by any of the three: printed behind the row
} bench_case;

enum { BENCH_MAX_PEERS = 4 };

typedef struct bench_peer {
    const char *name;   // NULL ends the list
    const char *figure; // in the row's unit, as text: "111", "150-165"
} bench_peer;

typedef struct bench_row {
    const char *name; // "room.what"
    const char *unit;
    bench_kind kind;
    double scale;                   // 0 = 1
    void (*prepare)(bench_case *c); // may be NULL
    void (*run)(bench_case *c);     // once per repeat
    void (*finish)(bench_case *c);  // may be NULL; not called when prepare skipped
    double at_least, at_most;       // the aim; 0 = none
    double seconds;                 // time to spend on repeats; 0 = 0.5
    bench_peer peers[BENCH_MAX_PEERS];
} bench_row;

typedef struct bench bench;

// The row must outlive the bench. Rows are measured in the order in which they were added.
void bench_add(bench *b, const bench_row *row);

// What was measured. Figures are in the row's unit.
typedef struct bench_result {
    const bench_row *row;
    double best, median;
    int32_t repeats;
    const char *skip;   // NULL when measured
    const char *remark; // or NULL
} bench_result;

// All rooms' rows; NULL when there is no memory.
bench *bench_create(void);
void bench_destroy(bench *b);
int32_t bench_count(const bench *b);
const bench_row *bench_get(const bench *b, int32_t index);

// Measures one row in processor time: at least three repeats, then until the row's time is over, at
// most 10,000. quick makes it a single repeat, for tests that only want to see the row run.
bench_result bench_measure(const bench_row *row, bool quick);

// True when the name equals the filter, or starts with filter and a dot, or, for a filter with
// '*', matches it as the shell does.
bool bench_matches(const char *name, const char *filter);

// False when the figure misses the row's aim (true without an aim).
bool bench_reached(const bench_result *result);

// The machine: name for files ("amd-epyc-7763"), the CPU as it calls itself, its vector units.
typedef struct bench_machine {
    char name[64];
    char cpu[128];
    char flags[128];
    int32_t processors;
} bench_machine;

bench_machine bench_this_machine(void);

#endif
