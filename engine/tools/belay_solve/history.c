// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// 32 MB: what is longer is cut, not refused.
#define MAX_RESIDUALS 4000000

bool history_init(history* h, const belay_solve_options* options, bool is_wanted)
{
    memset(h, 0, sizeof *h);
    if (!is_wanted) return true;
    h->capacity = options->max_iterations < MAX_RESIDUALS - 2 ? (int32_t)options->max_iterations + 2 : MAX_RESIDUALS;
    h->residual = malloc((size_t)h->capacity * sizeof *h->residual);
    return h->residual != NULL;
}

void history_fini(history* h)
{
    free(h->residual);
}

double history_iteration(const history* h, const belay_solve_report* report, int32_t k)
{
    int32_t steps = h->count - h->guesses;
    if (k < h->guesses || steps <= 0) return 0.0;
    double step = k - h->guesses + 1;
    // A cut history ends somewhere on the way.
    if (h->count == h->capacity) return step;
    return round(step * (double)report->iterations / steps);
}

double history_seconds(const history* h, const belay_solve_report* report, int32_t k)
{
    if (report->iterations == 0) return 0.0;
    return report->seconds * history_iteration(h, report, k) / (double)report->iterations;
}

void history_write_head(FILE* file)
{
    fputs("file,method,iteration,residual\n", file);
}

void history_write(FILE* file, const outcome* o, const history* h)
{
    for (int32_t k = 0; k < h->count; k++) {
        print_csv_text(file, o->file);
        fprintf(file, ",%s,%.0f,%.17g\n", belay_method_name(o->method), history_iteration(h, &o->report, k),
                h->residual[k]);
    }
}
