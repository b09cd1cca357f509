// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/table.h"

static void print_row(const lane* l, FILE* file)
{
    const double_loop_record* r = &l->scene.record;
    const lane_statistics* a = &l->statistics;
    fprintf(file, "%6.3f  %8.3f  %5d  %7.3f  %9.4f  %7.1e  %8.1e  %6.2f  %3d  %6d  %-20s  %5.2f  %5.1f\n",
            l->scene.def.mu, r->distance, r->loops, r->sliding_seconds, r->energy.rotation, r->balance_error,
            r->worst_residual, a->mean_iterations, a->worst_iterations, a->unconverged_steps, lane_outcome(l),
            1e6 * r->mean_step_seconds, 1e6 * r->worst_step_seconds);
}

void table_print(const run* r, FILE* file)
{
    const double_loop_def* d = &r->lanes[0].scene.def;
    fprintf(file, "Ball in the double loop: spin %g rad/s, h %g s, theta %g, %d steps\n\n", d->spin, d->h, d->theta,
            r->sample_count - 1);
    fputs("    mu  distance  loops  sliding  spin left  balance  residual  iterations   missed  outcome               "
          "    step us\n"
          "              m               s          J                       mean  max    steps                        "
          " mean  worst\n",
          file);
    for (int i = 0; i < r->lane_count; i++)
        print_row(&r->lanes[i], file);
    fputs(
        "\ndistance: the furthest along the track. sliding: time with a loaded contact that slides. balance: |energy "
        "+\n"
        "dissipated - energy at the start| / energy at the start. residual: the worst of all steps. iterations:\n"
        "sweeps and Newton iterations a step. missed: steps that ended above the tolerance. step, worst: wall time.\n",
        file);
}
