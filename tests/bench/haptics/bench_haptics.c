// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What haptics costs: a tick of the servo, handing a model over in a step of physics, and how regularly the loop's
// thread is woken on this machine.

#include "haptics/bench_haptics.h"

#include "bench.h"

#include <stdio.h>

int bench_haptics(void)
{
    bench_print_machine();
    int failed = bench_haptics_servo();
    printf("\n");
    failed |= bench_haptics_publish();
    printf("\n");
    return failed | bench_haptics_loop();
}
