// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// S5: elastic balls above each other, dropped: their energy above that of the column at rest should stay. MuJoCo has no
// law of restitution to compare.

#include "rigid/bench_rigid.h"

#include <math.h>

enum { NOW, LOWEST, HIGHEST };

#define SECONDS 10.0

typedef struct subject {
    int n;
    double h;
} subject;

// The column without gaps on the floor.
static double rest_energy(const rigid_scene* scene)
{
    double sum = 0.0;
    for (int i = 0; i < scene->body_count; i++)
        sum += scene->bodies[i].mass * RIGID_GRAVITY * (2 * i + 1) * RIGID_SPHERE_RADIUS;
    return sum;
}

static double energy_of(const rigid_run* run)
{
    return rigid_measure_kinetic(run) + rigid_measure_potential(run) - rest_energy(run->scene);
}

static bool bounce(rigid_run* run, double* values)
{
    double start = energy_of(run), now = start, lowest = start, highest = start;
    while (run->step < rigid_run_steps(run, SECONDS)) {
        if (!rigid_run_step(run)) return false;
        now = energy_of(run);
        lowest = fmin(lowest, now);
        highest = fmax(highest, now);
    }
    values[NOW] = 100.0 * (now / start - 1.0);
    values[LOWEST] = 100.0 * (lowest / start - 1.0);
    values[HIGHEST] = 100.0 * (highest / start - 1.0);
    return true;
}

static bool measure(const rigid_table* table, rigid_engine engine, const rigid_settings* settings, rigid_row* row)
{
    const subject* s = table->subject;
    rigid_scene scene = rigid_scene_bounce(s->h, s->n);
    rigid_run run;
    bool is_done = rigid_run_begin(&run, &scene, engine, settings);
    if (is_done) {
        is_done = bounce(&run, row->values);
        rigid_row_take(row, &run, 0, 1);
    }
    rigid_scene_fini(&scene);
    return is_done;
}

static rigid_table make_table(const char* name, const char* title, const subject* s, const rigid_quote* quotes)
{
    rigid_table t = {.scene = "S5",
                     .name = name,
                     .title = title,
                     .columns = {"energy %", "lowest %", "highest %"},
                     .engines = RIGID_SET(RIGID_BELAY) | RIGID_SET(RIGID_BULLET) | RIGID_SET(RIGID_ODE),
                     .quotes = quotes,
                     .subject = s,
                     .measure = measure};
    return t;
}

void rigid_run_s5(rigid_bench* bench)
{
    static const subject one = {1, 1.0 / 240.0}, many = {8, 1.0 / 240.0};
    static const rigid_quote quotes_one[] = {
        {"Box3D def", 0.0, "-100 %: it dies"}, {"Jolt def", 0.0, "+0.03 %, range +-2.8 %"}, {NULL, 0.0, NULL}};
    static const rigid_quote quotes_many[] = {{"Box3D def", 0.0, "-110 %: it dies"},
                                              {"Jolt def", 0.0, "-99 %"},
                                              {"Jolt hq", 0.0, "-97 %"},
                                              {NULL, 0.0, NULL}};
    rigid_table t = make_table("bounce-1", "one elastic ball, h = 1/240 s, 10 s", &one, quotes_one);
    rigid_table_run(bench, &t);
    t = make_table("bounce-8", "eight elastic balls, h = 1/240 s, 10 s", &many, quotes_many);
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar bar = {"energy over 10 s, worst, %", 2.0, 0.2, "ODE -14, range +-22"};
    double low = -rigid_table_value(&t, RIGID_BELAY, LOWEST), high = rigid_table_value(&t, RIGID_BELAY, HIGHEST);
    rigid_bench_judge(bench, &t, &bar, low >= high ? low : high);
}
