// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Benchmarks: one file each, listed in main.c.

#ifndef BELAY_TESTS_BENCH_BENCH_H
#define BELAY_TESTS_BENCH_BENCH_H

#include <stddef.h>

typedef struct bench_times {
    double mean, p99, worst; // s
} bench_times;

// Sorts `seconds` and sums it up.
bench_times bench_summarize(double* seconds, size_t count);

// Each prints its tables to standard output and returns 0, or says on standard error what went wrong and returns 1.
int bench_double_loop(void);

#endif
