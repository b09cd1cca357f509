// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What haptics costs: a tick of the servo, handing a model over in a step of physics, and how regularly the loop's
// thread is woken on this machine.

#include "haptics/bench_haptics.h"

#include "bench.h"
#include "core/timer.h"

#include <stdio.h>
#include <time.h>

double bench_haptics_seconds(void)
{
#if defined(CLOCK_THREAD_CPUTIME_ID)
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
#else
    return bl_timer_seconds();
#endif
}

int bench_haptics(void)
{
    bench_print_machine();
    int failed = bench_haptics_servo();
    printf("\n");
    failed |= bench_haptics_publish();
    printf("\n");
    return failed | bench_haptics_loop();
}
