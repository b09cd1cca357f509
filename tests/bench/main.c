// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// bench [NAME]: runs one benchmark, or all of them.

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char* name;
    const char* what;
    int (*run)(void);
} benchmarks[] = {
    {"double_loop", "time, sweeps and residual of a step of the ball in the double loop", bench_double_loop},
};
#define COUNT (sizeof benchmarks / sizeof benchmarks[0])

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

bench_times bench_summarize(double* seconds, size_t count)
{
    qsort(seconds, count, sizeof *seconds, compare);
    bench_times t = {0.0, seconds[(size_t)(0.99 * (double)(count - 1))], seconds[count - 1]};
    for (size_t i = 0; i < count; i++)
        t.mean += seconds[i] / (double)count;
    return t;
}

static int usage(FILE* to)
{
    fprintf(to, "usage: bench [NAME]\n");
    for (size_t i = 0; i < COUNT; i++)
        fprintf(to, "  %-12s %s\n", benchmarks[i].name, benchmarks[i].what);
    return to == stdout ? 0 : 2;
}

int main(int argc, char** argv)
{
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) return usage(stdout);
    if (argc > 2) return usage(stderr);
    int failures = 0, ran = 0;
    for (size_t i = 0; i < COUNT; i++) {
        if (argc > 1 && strcmp(argv[1], benchmarks[i].name) != 0) continue;
        failures += benchmarks[i].run();
        ran++;
    }
    if (ran > 0) return failures > 0;
    fprintf(stderr, "bench: there is no benchmark '%s'\n", argv[1]);
    return usage(stderr);
}
