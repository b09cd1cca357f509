// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// S1: spheres settle in a box. Time: of the steps after 5 s. Overlap: ten times a second from 10 s to 20 s, in per cent
// of the diameter. Kinetic energy at 20 s: of all, and of those that are held, which touch three things or more. A ball
// that lies on the floor alone may roll and spin about the vertical for ever, as nothing resists that.

#include "rigid/bench_rigid.h"

#include <math.h>

#define SECONDS 20.0
#define TIMED_FROM 5.0
#define WATCHED_FROM 10.0
#define WATCHED_EVERY 0.1
#define TOUCH_GAP 1e-4 // m, a thousandth of the diameter
#define HELD_BY 3

enum { MAX_OVERLAP, MEAN_OVERLAP, TOUCHING, ENERGY, HELD_ENERGY, ENGINE_CONTACTS, P99_OVER_MEAN, WORST_OVER_BUDGET };

typedef struct subject {
    int n;
    double h;
} subject;

typedef struct watch {
    double max, sum;
    int pairs, samples;
} watch;

static void look(watch* w, const rigid_run* run)
{
    rigid_overlap o = rigid_measure_overlap(run);
    w->max = fmax(w->max, o.max);
    w->sum += o.sum;
    w->pairs += o.pairs;
    w->samples++;
}

static bool settle(rigid_run* run, watch* w)
{
    double next = WATCHED_FROM;
    int steps = rigid_run_steps(run, SECONDS);
    while (run->step < steps) {
        if (!rigid_run_step(run)) return false;
        if (rigid_run_time(run) < next - 1e-9) continue;
        next += WATCHED_EVERY;
        look(w, run);
    }
    return true;
}

static bool measure(const rigid_table* table, rigid_engine engine, const rigid_settings* settings, rigid_row* row)
{
    const subject* s = table->subject;
    rigid_scene scene = rigid_scene_settling(s->h, s->n);
    rigid_run run;
    watch w = {0.0, 0.0, 0, 0};
    bool is_done = rigid_run_begin(&run, &scene, engine, settings);
    if (is_done) {
        const double per_cent = 100.0 / (2.0 * RIGID_SPHERE_RADIUS);
        run.account_from = rigid_run_steps(&run, TIMED_FROM);
        is_done = settle(&run, &w);
        row->values[MAX_OVERLAP] = per_cent * w.max;
        row->values[MEAN_OVERLAP] = w.pairs > 0 ? per_cent * w.sum / w.pairs : 0.0;
        row->values[TOUCHING] = w.samples > 0 ? (double)w.pairs / w.samples : NAN;
        row->values[ENERGY] = rigid_measure_kinetic(&run);
        row->values[HELD_ENERGY] = rigid_measure_held_kinetic(&run, TOUCH_GAP, HELD_BY);
        row->values[ENGINE_CONTACTS] = run.calls->count_contacts(run.world);
        rigid_row_take(row, &run, run.account_from, 1);
        row->values[P99_OVER_MEAN] = row->times.p99 / row->times.mean;
        if (settings->budget_seconds > 0.0)
            row->values[WORST_OVER_BUDGET] = row->times.worst / settings->budget_seconds;
    }
    rigid_scene_fini(&scene);
    return is_done;
}

static rigid_table make_table(const char* name, const char* title, const subject* s, unsigned engines,
                              const rigid_quote* quotes)
{
    rigid_table t = {
        .scene = "S1",
        .name = name,
        .title = title,
        .columns = {"max %", "mean %", "touching", "KE J", "held J", "contacts", "p99/mean", "worst/budget"},
        .engines = RIGID_SET(RIGID_BELAY) | engines,
        .budget_share = 0.7,
        .quotes = quotes,
        .subject = s,
        .measure = measure};
    return t;
}

static const rigid_quote quotes_80[] = {{"Box3D def", 0.149, "8.1 % max, 1.53 % mean, 2e-11 J"},
                                        {"Jolt def", 0.175, "4.5 % max, 0.75 % mean, 1e-14 J"},
                                        {"Jolt hq", 0.39, "0.99 % max, 0.20 % mean, 7e-14 J"},
                                        {"Bullet def", 0.29, ""},
                                        {"ODE def", 0.40, ""},
                                        {NULL, 0.0, NULL}};
static const rigid_quote quotes_160[] = {{"Box3D def", 0.334, "10.9 % max, 1.77 % mean"},
                                         {"Jolt def", 0.434, "8.2 % max, 0.85 % mean"},
                                         {"Jolt hq", 0.87, "1.00 % max, 0.27 % mean"},
                                         {"Bullet def", 0.72, ""},
                                         {"ODE def", 0.82, ""},
                                         {NULL, 0.0, NULL}};
static const rigid_quote quotes_320[] = {{"Box3D def", 0.667, "8.5 % max, 1.73 % mean, 2e-5 J"},
                                         {"Box3D max", 1.70, "4.7 % max, 0.33 % mean, 5e-6 J"},
                                         {"Jolt def", 1.06, "7.0 % max, 0.76 % mean, 2e-3 J"},
                                         {"Jolt hq", 2.02, "1.00 % max, 0.26 % mean, 5e-14 J"},
                                         {"Bullet def", 2.43, ""},
                                         {"ODE def", 1.81, ""},
                                         {NULL, 0.0, NULL}};
// Jolt and Bullet from a quieter hour than the others.
static const rigid_quote quotes_1000[] = {{"Box3D def", 2.53, "9.5 % max, 1.56 % mean, 2e-5 J"},
                                          {"Jolt def", 4.2, "11.5 % max, 0.74 % mean, 1e-3 J"},
                                          {"Jolt hq", 7.4, "1.02 % max, 0.22 % mean, 2e-9 J"},
                                          {"Bullet def", 13.7, ""},
                                          {NULL, 0.0, NULL}};
static const rigid_quote quotes_5000[] = {
    {"Box3D def", 30.2, "9.0 % max, 1.57 % mean"}, {"Jolt def", 36.6, "12.7 % max, 0.71 % mean"}, {NULL, 0.0, NULL}};
static const rigid_quote quotes_large_step[] = {
    {"Box3D def", 0.0, "40 % max, 7.7 % mean"}, {"Jolt def", 0.0, "20 % max, 7.5 % mean"}, {NULL, 0.0, NULL}};

static void judge_time(rigid_bench* bench, const rigid_table* t)
{
    rigid_bar bar = {"time, ms", rigid_table_quoted(bench, t, "Jolt hq"), rigid_table_quoted(bench, t, "Box3D def"),
                     "Box3D def, scaled"};
    rigid_bench_judge(bench, t, &bar, rigid_table_ms(t, RIGID_BELAY));
}

static void judge(rigid_bench* bench, const rigid_table* t, const rigid_bar* bar, rigid_engine engine, int column)
{
    rigid_bench_judge(bench, t, bar, rigid_table_value(t, engine, column));
}

static void run_320(rigid_bench* bench, unsigned peers)
{
    static const subject s = {320, 1.0 / 60.0};
    unsigned engines = peers | RIGID_SET(RIGID_BELAY_BUDGET) | RIGID_SET(RIGID_BULLET_HQ) | RIGID_SET(RIGID_ODE_HQ);
    rigid_table t = make_table("320", "320 spheres, h = 1/60 s", &s, engines, quotes_320);
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar max = {"overlap, max, % of the diameter", 0.5, 0.1, "Jolt hq 1.0"};
    static const rigid_bar mean = {"overlap, mean, %", 0.05, 0.01, "Jolt hq 0.26"};
    static const rigid_bar even = {"p99 / mean", 1.5, 1.2, "Box3D 1.16 to 1.4"};
    static const rigid_bar budget = {"worst step / its budget", 1.0, 1.0, "nobody has one"};
    judge(bench, &t, &max, RIGID_BELAY, MAX_OVERLAP);
    judge(bench, &t, &mean, RIGID_BELAY, MEAN_OVERLAP);
    judge_time(bench, &t);
    judge(bench, &t, &even, RIGID_BELAY, P99_OVER_MEAN);
    judge(bench, &t, &budget, RIGID_BELAY_BUDGET, WORST_OVER_BUDGET);
}

static void run_1000(rigid_bench* bench, unsigned peers)
{
    static const subject s = {1000, 1.0 / 60.0};
    rigid_table t = make_table("1000", "1000 spheres, h = 1/60 s", &s, peers, quotes_1000);
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar rest = {"kinetic energy at 20 s, J", 1e-8, 1e-12, "Jolt hq 2e-9"};
    judge_time(bench, &t);
    judge(bench, &t, &rest, RIGID_BELAY, ENERGY);
}

static void run_large_step(rigid_bench* bench, unsigned peers)
{
    static const subject s = {320, 0.04};
    rigid_table t = make_table("large-step", "320 spheres, h = 0.04 s", &s, peers, quotes_large_step);
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar max = {"overlap, max, %", 2.0, 0.5, "Jolt 20"};
    judge(bench, &t, &max, RIGID_BELAY, MAX_OVERLAP);
}

void rigid_run_s1(rigid_bench* bench)
{
    static const subject few = {80, 1.0 / 60.0}, more = {160, 1.0 / 60.0}, many = {5000, 1.0 / 60.0};
    const unsigned def = RIGID_SET(RIGID_BULLET) | RIGID_SET(RIGID_ODE), all_def = def | RIGID_SET(RIGID_MUJOCO);
    rigid_table t = make_table("80", "80 spheres, h = 1/60 s", &few,
                               all_def | RIGID_SET(RIGID_BULLET_HQ) | RIGID_SET(RIGID_ODE_HQ), quotes_80);
    rigid_table_run(bench, &t);
    run_320(bench, all_def);
    run_1000(bench, def);
    run_large_step(bench, all_def);
    if (!bench->is_long) return;
    t = make_table("160", "160 spheres, h = 1/60 s", &more, all_def, quotes_160);
    rigid_table_run(bench, &t);
    t = make_table("5000", "5000 spheres, h = 1/60 s", &many, 0, quotes_5000);
    rigid_table_run(bench, &t);
}
