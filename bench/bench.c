// SPDX-License-Identifier: MIT
//
// Measures rows. Every repeat is timed in the processor time of this program: what the code costs,
// also while other programs want the processor. On a quiet machine it is the time on the wall, but
// for waiting and for other programs that a row starts. The best repeat is the figure, since
// disturbance only ever adds time; the median says how large it was.
#include "bench.h"
#include "suites.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_REPEATS = 10000, MIN_REPEATS = 3 };

struct bench {
    const bench_row **rows;
    int32_t count, capacity;
    bool out_of_memory;
};

void bench_add(bench *b, const bench_row *row)
{
    if (b->count == b->capacity) {
        int32_t capacity = b->capacity == 0 ? 32 : b->capacity * 2;
        const bench_row **rows = realloc(b->rows, (size_t)capacity * sizeof *rows);
        if (rows == NULL) {
            b->out_of_memory = true;
            return;
        }
        b->rows = rows;
        b->capacity = capacity;
    }
    b->rows[b->count++] = row;
}

bench *bench_create(void)
{
    bench *b = calloc(1, sizeof *b);
    if (b == NULL) {
        return NULL;
    }
    for (int32_t i = 0; bench_suites[i] != NULL; i++) {
        bench_suites[i](b);
    }
    if (b->out_of_memory) {
        bench_destroy(b);
        return NULL;
    }
    return b;
}

void bench_destroy(bench *b)
{
    if (b != NULL) {
        free(b->rows);
        free(b);
    }
}

int32_t bench_count(const bench *b)
{
    return b->count;
}

const bench_row *bench_get(const bench *b, int32_t index)
{
    return b->rows[index];
}

static double clock_s(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

// The figure of a repeat that took so many seconds.
static double figure_of(const bench_row *row, const bench_case *c, double seconds)
{
    double scale = row->scale == 0.0 ? 1.0 : row->scale;
    if (row->kind == BENCH_VALUE) {
        return c->value * scale;
    }
    double time = seconds > 1e-9 ? seconds : 1e-9;
    return scale * (row->kind == BENCH_RATE ? c->work / time : time * 1e9 / c->work);
}

bench_result bench_measure(const bench_row *row, bool quick)
{
    bench_result result = {.row = row};
    bench_case c = {.work = 1.0};
    if (row->prepare != NULL) {
        row->prepare(&c);
    }
    if (c.skip != NULL) {
        result.skip = c.skip;
        return result;
    }
    static double figures[MAX_REPEATS];
    double until = clock_s(CLOCK_MONOTONIC) + (row->seconds > 0.0 ? row->seconds : 0.5);
    int32_t count = 0;
    bool goes_on = true;
    while (goes_on) {
        double start = clock_s(CLOCK_PROCESS_CPUTIME_ID);
        row->run(&c);
        figures[count++] = figure_of(row, &c, clock_s(CLOCK_PROCESS_CPUTIME_ID) - start);
        bool time_left = count < MIN_REPEATS || clock_s(CLOCK_MONOTONIC) < until;
        goes_on = !quick && count < MAX_REPEATS && time_left;
    }
    if (row->finish != NULL) {
        row->finish(&c);
    }
    qsort(figures, (size_t)count, sizeof figures[0], compare_doubles);
    result.best = row->kind == BENCH_RATE ? figures[count - 1] : figures[0];
    result.median = figures[count / 2];
    result.repeats = count;
    result.remark = c.remark;
    return result;
}

bool bench_matches(const char *name, const char *filter)
{
    size_t length = strlen(filter);
    if (strchr(filter, '*') != NULL) {
        return fnmatch(filter, name, 0) == 0;
    }
    return strncmp(name, filter, length) == 0 && (name[length] == '\0' || name[length] == '.');
}

bool bench_reached(const bench_result *result)
{
    const bench_row *row = result->row;
    return (row->at_least <= 0.0 || result->best >= row->at_least) &&
           (row->at_most <= 0.0 || result->best <= row->at_most);
}

// Copies the value of the first "key : value" line of /proc/cpuinfo.
static void read_cpu_line(const char *key, char *value, size_t capacity)
{
    value[0] = '\0';
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file == NULL) {
        return;
    }
    char line[8192];
    while (value[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
        char *colon = strchr(line, ':');
        if (colon != NULL && strncmp(line, key, strlen(key)) == 0) {
            colon += strspn(colon, ": \t");
            colon[strcspn(colon, "\n")] = '\0';
            (void)snprintf(value, capacity, "%s", colon);
        }
    }
    (void)fclose(file);
}

// Keeps the vector units of a long list of processor flags.
static void keep_vector_flags(const char *all, char *kept, size_t capacity)
{
    static const char *const wanted[] = {"sse2", "ssse3",   "sse4_1", "avx",  "avx2",
                                         "fma",  "avx512f", "asimd",  "neon", "sve"};
    size_t used = 0;
    kept[0] = '\0';
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        size_t length = strlen(wanted[i]);
        for (const char *at = strstr(all, wanted[i]); at != NULL; at = strstr(at + 1, wanted[i])) {
            bool whole = (at == all || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0');
            if (whole && used + length + 2 < capacity) {
                used += (size_t)snprintf(kept + used, capacity - used, "%s%s", used > 0 ? " " : "",
                                         wanted[i]);
                break;
            }
        }
    }
}

bench_machine bench_this_machine(void)
{
    bench_machine machine = {.processors = 1};
    char flags[8192];
    read_cpu_line("model name", machine.cpu, sizeof machine.cpu);
    read_cpu_line("flags", flags, sizeof flags);
    if (flags[0] == '\0') {
        read_cpu_line("Features", flags, sizeof flags);
    }
    keep_vector_flags(flags, machine.flags, sizeof machine.flags);
    if (machine.cpu[0] == '\0') {
        (void)snprintf(machine.cpu, sizeof machine.cpu, "unknown processor");
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    machine.processors = processors > 0 ? (int32_t)processors : 1;
    size_t used = 0;
    for (const char *c = machine.cpu; *c != '\0' && used + 1 < sizeof machine.name; c++) {
        bool plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z');
        char low = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
        if (plain || low != *c) {
            machine.name[used++] = low;
        } else if (used > 0 && machine.name[used - 1] != '-') {
            machine.name[used++] = '-';
        }
    }
    while (used > 0 && machine.name[used - 1] == '-') {
        used--;
    }
    machine.name[used] = '\0';
    return machine;
}
