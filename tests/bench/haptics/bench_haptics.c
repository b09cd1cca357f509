// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What haptics costs: a tick of the servo, handing a model over in a step of physics, and how regularly the loop's
// thread is woken on this machine. `bench haptics loop`, built with the thread sanitizer, ends at the first race.

#include "haptics/bench_haptics.h"

#include "bench.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char* name;
    int (*run)(void);
} parts[] = {{"servo", bench_haptics_servo}, {"publish", bench_haptics_publish}, {"loop", bench_haptics_loop}};

int bench_haptics(int argc, char** argv)
{
    int failed = 0, runs = 0;
    bench_print_machine();
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (argc > 0 && strcmp(argv[0], parts[i].name) != 0) continue;
        if (runs++ > 0) printf("\n");
        failed |= parts[i].run();
    }
    if (runs > 0 && argc <= 1) return failed;
    fprintf(stderr, "usage: bench haptics [servo | publish | loop]\n");
    return 2;
}
