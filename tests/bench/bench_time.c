// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Clocks, and what many times come to.

#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L
#endif
#include "bench.h"
#include "belay/timer.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

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

double bench_cpu_seconds(void)
{
#if defined(CLOCK_THREAD_CPUTIME_ID)
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#else
    return belay_timer_seconds();
#endif
}

bench_watch bench_watch_begin(void)
{
    bench_watch w = {0, 0.0, HUGE_VAL};
    return w;
}

bool bench_watch_wants_more(const bench_watch* watch)
{
    return watch->spent < 1.5 && (watch->runs < 5 || watch->spent < 0.05);
}

void bench_watch_add(bench_watch* watch, double seconds)
{
    watch->runs++;
    watch->spent += seconds;
    if (seconds < watch->quietest) watch->quietest = seconds;
}
