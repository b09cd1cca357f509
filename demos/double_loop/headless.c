// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/pictures.h"
#include "double_loop/table.h"

#include "shell/files.h"
#include "shell/parts.h"

#include <math.h>

// Nine digits: far below what can be seen, above the rounding that compilers may differ in.
static void write_row(double mu, const lane_sample* s, FILE* file)
{
    belay_vec3 p = s->pose.position, v = s->linear_velocity;
    double speed = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    fprintf(file, "%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,", mu, s->time, p.x, p.y, p.z, s->progress, speed,
            s->angular_velocity.y);
    fprintf(file, "%.9g,%.9g,%.9g,%.9g,%.3g,%.3g,", s->energy.translation, s->energy.rotation, s->energy.potential,
            s->dissipated, s->balance, s->residual);
    fprintf(file, "%d,%d,%d\n", s->sweeps + s->newton, s->contacts, s->is_sliding ? 1 : 0);
}

// Every sample of every lane, lane after lane. Equal runs write equal bytes.
static void write_series(const run* r, FILE* file)
{
    fputs("mu,time (s),x (m),y (m),z (m),progress along the track (m),speed (m/s),spin about y (rad/s),"
          "translation (J),spin energy (J),potential (J),dissipated (J),balance error (1),residual (1),"
          "iterations (sweeps + Newton),contacts,sliding (0 or 1)\n",
          file);
    for (int i = 0; i < r->lane_count; i++)
        for (int k = 0; k < r->sample_count; k++)
            write_row(r->lanes[i].scene.def.mu, &r->samples[i][k], file);
}

int headless_run(shell* s)
{
    shell_file series;
    run r;
    belay_error error;
    if (!shell_file_open(s, &series, "series.csv")) return SHELL_FAILED;
    bool is_good = run_create(&r, s->options, s->seconds, &error);
    if (is_good) {
        table_print(&r, stdout);
        write_series(&r, series.file);
    } else {
        shell_fail(s, "%s", error.message);
    }
    is_good = shell_file_close(s, &series) && is_good;
    if (is_good && !s->leaves_pictures_out) is_good = pictures_write(&r, s);
    run_destroy(&r);
    return is_good ? SHELL_DONE : SHELL_FAILED;
}
