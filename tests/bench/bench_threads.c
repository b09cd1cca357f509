// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Reading while stepping (scene K3): how long readers wait for a view, and what stepping pays. Fails when a read was
// not of one moment, or a command was lost. `./run bench threads 20` takes the 20 s of the scene; built with the thread
// sanitizer, races end it.

#include "bench.h"
#include "support/readers.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_WAITS 4000000

static int tell_usage(void)
{
    fprintf(stderr, "usage: bench threads [SECONDS], 1 to 600; default 5\n");
    return 2;
}

static double quantile(const double* sorted, size_t count, double share)
{
    return sorted[(size_t)(share * (double)(count - 1))];
}

static int judge(const readers_report* r)
{
    bool is_good = !r->is_bad && r->mixed == 0 && r->off_norm == 0 && r->backward == 0 && r->refused == 0 &&
                   r->carried_out == r->queued && r->out_of_order == 0;
    if (!is_good)
        fprintf(stderr,
                "bench: mixed %llu, norm %llu, backward %llu, refused %llu, commands %llu of %llu, %llu out of order\n",
                (unsigned long long)r->mixed, (unsigned long long)r->off_norm, (unsigned long long)r->backward,
                (unsigned long long)r->refused, (unsigned long long)r->carried_out, (unsigned long long)r->queued,
                (unsigned long long)r->out_of_order);
    return is_good ? 0 : 1;
}

int bench_threads(int argc, char** argv)
{
    int seconds = argc > 0 ? atoi(argv[0]) : 5;
    if (argc > 1 || seconds < 1 || seconds > 600) return tell_usage();
    double* waits = malloc(MAX_WAITS * sizeof *waits);
    if (waits == NULL) return 1;
    readers_run run = {500, 1000 * seconds, true, waits, MAX_WAITS};
    readers_report r;
    bool is_done = readers_read(&run, &r);
    if (is_done && run.wait_count > 0) {
        bench_print_machine();
        bench_times t = bench_summarize(waits, run.wait_count);
        printf("%d bodies stepped at 1 kHz for %d s: %llu views read, %llu commands carried out\n", run.bodies, seconds,
               (unsigned long long)r.reads, (unsigned long long)r.carried_out);
        printf("wait for a view, us: p50 %.2f, p99 %.2f, p99.9 %.2f, max %.1f\n",
               1e6 * quantile(waits, run.wait_count, 0.5), 1e6 * t.p99, 1e6 * quantile(waits, run.wait_count, 0.999),
               1e6 * t.worst);
    }
    free(waits);
    return is_done ? judge(&r) : 1;
}
