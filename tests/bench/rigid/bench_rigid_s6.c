// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// S6: a column of 5000 cubes falls on itself: as fifty exact layers, in which every tower stands alone; jittered, as
// users build it, where the towers lean on each other and all becomes one pile; and leaning, so that it falls over and
// breaks up on the ground. Overlaps in per cent of a side.
// Bullet is taken through the first steps alone, ODE and MuJoCo not at all: they take too long. Engines are compared
// over those first steps. Who has not come to the end in PATIENCE seconds is stopped there, and has no overlap at the
// end; with --long there is no such bound.

#include "rigid/bench_rigid.h"

#include <math.h>

enum { MAX_OVERLAP, MEAN_OVERLAP, FLOOR_OVERLAP, CONTACTS, MOST_CONTACTS, HEIGHT, FIRST_MS, WALL_MS, STEPS_MADE };
enum { STEPS = 600, JITTERED_STEPS = 200, LEANING_STEPS = 300, FIRST_STEPS = 100 };

#define PATIENCE 60.0 // s of CPU time
#define JITTER 0.005  // m
#define LEAN 0.025    // m from layer to layer: the centre of mass is beyond the edge
#define FALL 240.0    // s of CPU time for the one that falls over: its end is what is looked at

typedef struct subject {
    double jitter, lean, patience;
    int steps;
} subject;

static double height_of(const rigid_run* run)
{
    double height = 0.0;
    for (int i = 0; i < run->scene->body_count; i++)
        height = fmax(height, rigid_run_state(run, i).pose.position.z);
    return height + 0.5 * RIGID_CUBE_SIDE;
}

static bool collapse(rigid_run* run, int steps, double patience, double* values)
{
    int most = 0;
    double spent = 0.0;
    while (run->step < steps && spent < patience) {
        bool is_done = rigid_run_step(run);
        values[STEPS_MADE] = run->step;
        if (!is_done) return false;
        spent += run->cpu[run->step - 1];
        int now = run->calls->count_contacts(run->world);
        most = now > most ? now : most;
        values[CONTACTS] = now;
    }
    values[MOST_CONTACTS] = most;
    values[HEIGHT] = height_of(run);
    if (run->step < steps) return true;
    const double per_cent = 100.0 / RIGID_CUBE_SIDE;
    rigid_overlap o = rigid_measure_overlap(run);
    values[MAX_OVERLAP] = per_cent * o.max;
    values[MEAN_OVERLAP] = o.pairs > 0 ? per_cent * o.sum / o.pairs : 0.0;
    values[FLOOR_OVERLAP] = per_cent * o.max_plane;
    return true;
}

static bool measure(const rigid_table* table, rigid_engine engine, const rigid_settings* settings, rigid_row* row)
{
    const subject* s = table->subject;
    rigid_scene scene = rigid_scene_column(1.0 / 60.0, s->jitter, s->lean);
    rigid_run run;
    bool is_done = rigid_run_begin(&run, &scene, engine, settings);
    if (is_done) {
        is_done = collapse(&run, engine == RIGID_BULLET ? FIRST_STEPS : s->steps, s->patience, row->values);
        row->compared = rigid_run_times(&run, 0, FIRST_STEPS).mean;
        row->values[FIRST_MS] = 1e3 * row->compared;
        rigid_row_take(row, &run, 0, 1);
        row->values[WALL_MS] = 1e3 * row->times.wall;
    }
    rigid_scene_fini(&scene);
    return is_done;
}

static void judge(rigid_bench* bench, const rigid_table* t)
{
    double box3d = rigid_table_quoted(bench, t, "Box3D def"), jolt = rigid_table_quoted(bench, t, "Jolt def");
    rigid_bar time = {"time, ms", 1.5 * box3d, fmin(box3d, jolt), "Jolt def, scaled"};
    static const rigid_bar max = {"overlap at the end, max, %", 5.0, 2.0, "Jolt 20"};
    static const rigid_bar mean = {"overlap at the end, mean, %", 0.5, 0.1, "Jolt 2.7"};
    static const rigid_bar threads = {"wall time with 2 threads over 1", 1.0 / 1.7, 1.0 / 1.9, "Box3D 1 / 1.8"};
    rigid_bench_judge(bench, t, &time, rigid_table_ms(t, RIGID_BELAY));
    rigid_bench_judge(bench, t, &max, rigid_table_value(t, RIGID_BELAY, MAX_OVERLAP));
    rigid_bench_judge(bench, t, &mean, rigid_table_value(t, RIGID_BELAY, MEAN_OVERLAP));
    double made = rigid_table_value(t, RIGID_BELAY, STEPS_MADE);
    double of_one = rigid_table_value(t, RIGID_BELAY_THREADS, WALL_MS) / rigid_table_value(t, RIGID_BELAY, WALL_MS);
    bool is_like = rigid_table_value(t, RIGID_BELAY_THREADS, STEPS_MADE) == made;
    rigid_bench_judge(bench, t, &threads, is_like ? of_one : NAN);
}

void rigid_run_s6(rigid_bench* bench)
{
    static const rigid_quote quotes[] = {
        {"Box3D def", 59.6, "36.8 % max, 2.8 % mean, 6.0 % into the floor; 32.8 ms with 2 threads"},
        {"Jolt def", 46.0, "20.1 % max, 2.7 % mean, 20.0 % into the floor; 38.3 ms with 2 threads"},
        {NULL, 0.0, NULL},
    };
    const double patience = bench->is_long ? HUGE_VAL : PATIENCE;
    const subject exact = {0.0, 0.0, patience, STEPS}, jittered = {JITTER, 0.0, patience, JITTERED_STEPS};
    const subject leaning = {0.0, LEAN, fmax(patience, FALL), LEANING_STEPS};
    rigid_table t = {
        .scene = "S6",
        .name = "column",
        .title = "5000 cubes, 600 steps of 1/60 s (Bullet: 100); compared over the first 100",
        .columns = {"max %", "mean %", "floor %", "contacts", "at most", "height m", "first ms", "wall ms", "steps"},
        .engines = RIGID_SET(RIGID_BELAY) | RIGID_SET(RIGID_BELAY_THREADS) | RIGID_SET(RIGID_BULLET),
        .quotes = quotes,
        .subject = &exact,
        .measure = measure};
    rigid_table j = t;
    if (rigid_table_run(bench, &t)) judge(bench, &t);
    j.name = "jittered";
    j.title = "the column with every cube up to 5 mm out of place, 200 steps (Bullet: 100)";
    j.subject = &jittered;
    if (rigid_table_run(bench, &j)) judge(bench, &j);
    rigid_table l = t;
    l.name = "leaning";
    l.title = "the column with every layer 25 mm further out: it falls over; 300 steps (Bullet: 100)";
    l.subject = &leaning;
    if (rigid_table_run(bench, &l)) judge(bench, &l);
}
