// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Benchmarks: one file each, listed in main.c.

#ifndef BELAY_TESTS_BENCH_BENCH_H
#define BELAY_TESTS_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bench_times {
    double mean, p99, worst; // s
} bench_times;

// Sorts `seconds` and sums it up.
bench_times bench_summarize(double* seconds, size_t count);

// CPU time of this thread, s, which other programs on the machine do not add to; wall time where there is none.
double bench_cpu_seconds(void);

// The quietest of several runs of something, because other programs only ever add time: at least 5 runs and 50 ms of
// them, but no new one after 1.5 s.
typedef struct bench_watch {
    int runs;
    double spent, quietest; // s
} bench_watch;

bench_watch bench_watch_begin(void);
bool bench_watch_wants_more(const bench_watch* watch);
void bench_watch_add(bench_watch* watch, double seconds);

// Prints what measures: CPU, cores, and how loaded the machine is (where the system says so).
void bench_print_machine(void);

// Each prints its tables to standard output and returns 0, or says on standard error what went wrong and returns 1.
int bench_double_loop(void);
int bench_solver(void);
// The words that it takes: bench_rigid.c.
int bench_rigid(int argc, char** argv);
// The words that it takes: motion/bench_motion.c.
int bench_motion(int argc, char** argv);
// The words that it takes: bench_rods.c.
int bench_rods(int argc, char** argv);
// How many seconds: bench_budget.c, bench_threads.c.
int bench_budget(int argc, char** argv);
int bench_threads(int argc, char** argv);
// One of its parts, else all: haptics/bench_haptics.c.
int bench_haptics(int argc, char** argv);

#endif
