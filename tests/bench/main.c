// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// bench [NAME [WORDS...]]: runs one benchmark, with what it is told, or all of them.

#include "belay/timer.h"
#include "bench.h"

#include <stdio.h>
#include <string.h>

typedef struct benchmark {
    const char* name;
    const char* what;
    int (*run)(void);                       // takes no words; or
    int (*run_with)(int argc, char** argv); // the words after its name
} benchmark;

static const benchmark benchmarks[] = {
    {"double_loop", "time, sweeps and residual of a step of the ball in the double loop", bench_double_loop, NULL},
    {"solver", "the solver library on problem files, against its targets and Siconos", bench_solver, NULL},
    {"rigid", "piles, masonry, friction and impacts beside Bullet, ODE and MuJoCo; --help tells more", NULL,
     bench_rigid},
    {"motion", "piles, drums, dolls, hits and crowds in motion, step by step; minutes; --help tells more", NULL,
     bench_motion},
    {"rods", "free, knotted and wound rods, by model and number of elements", NULL, bench_rods},
    {"budget", "2000 falling boxes and too little time for them; takes seconds", NULL, bench_budget},
    {"threads", "reading views and queuing commands while a world steps; takes seconds", NULL, bench_threads},
    {"haptics", "a tick of the haptic servo, handing models over, and the loop's thread", NULL, bench_haptics},
};
#define COUNT (sizeof benchmarks / sizeof benchmarks[0])

#ifndef BELAY_HAVE_HAPTICS
int bench_haptics(int argc, char** argv)
{
    (void)argc, (void)argv;
    printf("haptics: left out, because this build found no SDL2\n");
    return 0;
}
#endif

// The first CPU's name, as Linux tells it, and the number of CPUs.
static int read_cpus(char* name, size_t size)
{
    int count = 0;
    char line[512];
    FILE* file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char* colon = strchr(line, ':');
        if (colon == NULL || strncmp(line, "model name", 10) != 0) continue;
        if (count++ == 0) snprintf(name, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
    }
    if (file != NULL) fclose(file);
    return count;
}

void bench_print_machine(void)
{
    char name[256] = "unknown CPU";
    int cores = read_cpus(name, sizeof name);
    double load = -1.0;
    FILE* file = fopen("/proc/loadavg", "r");
    if (file != NULL && fscanf(file, "%lf", &load) != 1) load = -1.0;
    if (file != NULL) fclose(file);
    printf("%s, %d cores", name, cores);
    if (load >= 0.0) printf(", load average %.2f before this%s", load, load > 0.5 ? " - NOT QUIET" : "");
    printf("\n");
}

static int usage(FILE* to)
{
    fprintf(to, "usage: bench [NAME [WORDS...]]\n");
    for (size_t i = 0; i < COUNT; i++)
        fprintf(to, "  %-12s %s\n", benchmarks[i].name, benchmarks[i].what);
    return to == stdout ? 0 : 2;
}

static int run(const benchmark* b, int argc, char** argv)
{
    if (b->run_with != NULL) return b->run_with(argc, argv);
    return argc == 0 ? b->run() : usage(stderr);
}

static int run_all(void)
{
    int failures = 0;
    for (size_t i = 0; i < COUNT; i++)
        failures += run(&benchmarks[i], 0, NULL);
    return failures > 0;
}

int main(int argc, char** argv)
{
    if (argc == 1) return run_all();
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return usage(stdout);
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(argv[1], benchmarks[i].name) == 0) return run(&benchmarks[i], argc - 2, argv + 2);
    fprintf(stderr, "bench: there is no benchmark '%s'\n", argv[1]);
    return usage(stderr);
}
