// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// S2: masonry. A run ends when the thing has fallen; otherwise settlement, motion aside and creep are those at its end.

#include "rigid/bench_rigid.h"

#include <math.h>

enum { FELL, SETTLED, ASIDE, CREPT };

#define MARK 5.0 // s: creep counts from here

typedef struct subject {
    rigid_scene (*make)(double h);
    double h, seconds;
    double most_sideways, most_drop; // m
    bool is_top_watched;             // of the wall its top course alone
} subject;

// How one run went.
typedef struct fate {
    double fell_at; // s; NAN: it stands
    double settled, aside, crept;
} fate;

static bool watch(rigid_run* run, const subject* s, fate* f)
{
    int first = s->is_top_watched ? rigid_wall_first_watched(run->scene) : 0;
    rigid_drift d = rigid_drift_begin(run, first, s->most_sideways, s->most_drop, MARK);
    bool is_done = true;
    int steps = rigid_run_steps(run, s->seconds);
    while (is_done && run->step < steps && !d.has_fallen) {
        is_done = rigid_run_step(run);
        rigid_drift_follow(&d, run);
    }
    *f = (fate){d.has_fallen ? d.fell_at : NAN, d.drop, d.sideways, d.creep};
    rigid_drift_end(&d);
    return is_done;
}

static bool measure(const rigid_table* table, rigid_engine engine, const rigid_settings* settings, rigid_row* row)
{
    const subject* s = table->subject;
    rigid_scene scene = s->make(s->h);
    rigid_run run;
    fate f;
    bool is_done = rigid_run_begin(&run, &scene, engine, settings);
    if (is_done) {
        is_done = watch(&run, s, &f);
        bool stands = isnan(f.fell_at);
        row->values[FELL] = f.fell_at;
        row->values[SETTLED] = stands ? 1e3 * f.settled : NAN;
        row->values[ASIDE] = stands ? 1e3 * f.aside : NAN;
        row->values[CREPT] = stands ? 1e3 * f.crept : NAN;
        rigid_row_take(row, &run, 0, 1);
    }
    rigid_scene_fini(&scene);
    return is_done;
}

// The larger of settlement and motion aside, mm; endless when it fell.
static double drift_of(const rigid_table* t)
{
    double down = rigid_table_value(t, RIGID_BELAY, SETTLED), aside = rigid_table_value(t, RIGID_BELAY, ASIDE);
    return isnan(down) ? HUGE_VAL : fmax(down, aside);
}

static double creep_of(const rigid_table* t)
{
    double creep = rigid_table_value(t, RIGID_BELAY, CREPT);
    return isnan(creep) ? HUGE_VAL : creep;
}

static rigid_table make_table(const char* name, const char* title, const subject* s, unsigned engines,
                              const rigid_quote* quotes)
{
    rigid_table t = {.scene = "S2",
                     .name = name,
                     .title = title,
                     .columns = {"fell at s", "settled mm", "aside mm", "crept mm"},
                     .engines = RIGID_SET(RIGID_BELAY) | engines,
                     .quotes = quotes,
                     .subject = s,
                     .measure = measure};
    return t;
}

// ---------------------------------------------------------------------------------------------------------------------
// The tables
// ---------------------------------------------------------------------------------------------------------------------

#define EVERYBODY RIGID_PEERS

static void run_wall(rigid_bench* bench)
{
    static const subject s = {rigid_scene_wall, 1.0 / 60.0, 30.0, 0.06, 0.12, true};
    static const rigid_quote quotes[] = {
        {"Box3D def", 0.48, "stands, settled 65.5 mm, aside 6.5 mm, crept 0.9 mm"},
        {"Box3D max", 1.5, "stands, settled 4.1 mm, aside 0.42 mm, crept 0.011 mm"},
        {"Jolt def", 0.0, "falls at 0.7 s"},
        {"Jolt hq", 0.0, "falls at 1.4 s"},
        {NULL, 0.0, NULL},
    };
    rigid_table t =
        make_table("wall", "20 courses, h = 1/60 s, 30 s", &s, EVERYBODY & ~RIGID_SET(RIGID_MUJOCO_HQ), quotes);
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar settled = {"settled, mm", 0.5, 0.1, "Box3D max 4.1"};
    static const rigid_bar crept = {"crept from 5 s to 30 s, mm", 1e-3, 0.0, "Box3D max 0.011"};
    rigid_bar time = {"time, ms", rigid_table_quoted(bench, &t, "Box3D max"),
                      rigid_table_quoted(bench, &t, "Box3D def"), "Box3D def and max, scaled"};
    rigid_bench_judge(bench, &t, &settled, drift_of(&t));
    rigid_bench_judge(bench, &t, &crept, creep_of(&t));
    rigid_bench_judge(bench, &t, &time, rigid_table_ms(&t, RIGID_BELAY));
}

static rigid_scene make_thick_arch(double h)
{
    return rigid_scene_arch(h, 0.15);
}

static void run_arch(rigid_bench* bench)
{
    static const subject s = {make_thick_arch, 1.0 / 60.0, 30.0, 0.1, 0.2, false};
    static const rigid_quote quotes[] = {
        {"Box3D def", 0.020, "stands, settled 51.9 mm, aside 7.8 mm, crept 0.002 mm"},
        {"Box3D max", 0.057, "stands, settled 3.2 mm, aside 0.5 mm, crept 0.006 mm"},
        {"Jolt def", 0.0, "falls at 0.45 s"},
        {"Jolt hq", 0.028, "stands, settled 11 mm, aside 5.2 mm, crept 0.003 mm"},
        {NULL, 0.0, NULL},
    };
    rigid_table t = make_table("arch", "t/R = 0.15, h = 1/60 s, 30 s", &s, EVERYBODY, quotes);
    rigid_table_run(bench, &t);
}

static void run_pyramid(rigid_bench* bench)
{
    static const subject s = {rigid_scene_pyramid, 1.0 / 60.0, 60.0, 0.1, 0.1, false};
    static const rigid_quote quotes[] = {
        {"Box3D def", 0.13, "stands, settled 7.1 mm, aside 1.2 mm, crept 0.013 mm"},
        {"Box3D max", 0.38, "stands, settled 0.45 mm, aside 0.08 mm, crept 0.005 mm"},
        {"Jolt def", 0.15, "stands, settled 5.6 mm, aside 4.9 mm, crept 0.36 mm"},
        {"Jolt hq", 0.33, "stands, settled 0.97 mm, aside 1.2 mm, crept 0.025 mm"},
        {NULL, 0.0, NULL},
    };
    rigid_table t =
        make_table("pyramid", "10 levels, h = 1/60 s, 60 s", &s, EVERYBODY & ~RIGID_SET(RIGID_MUJOCO_HQ), quotes);
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar drift = {"drift in 60 s, mm", 0.1, 0.1, "Box3D max 0.45"};
    static const rigid_bar crept = {"crept from 5 s to 60 s, mm", 0.1, 0.0, "Box3D max 0.005"};
    rigid_bench_judge(bench, &t, &drift, drift_of(&t));
    rigid_bench_judge(bench, &t, &crept, creep_of(&t));
}

static void run_cards(rigid_bench* bench)
{
    static const subject s = {rigid_scene_cards, 1.0 / 60.0, 30.0, 0.05, 0.05, false};
    static const rigid_quote quotes[] = {
        {"Box3D def", 0.0, "stands, settled 9.0 mm, aside 1.4 mm"},
        {"Box3D max", 0.0, "stands, settled 0.94 mm, aside 0.53 mm"},
        {"Jolt def", 0.0, "falls at 0.4 s"},
        {"Jolt hq", 0.0, "stands, settled 1.4 mm, aside 0.35 mm"},
        {NULL, 0.0, NULL},
    };
    rigid_table t = make_table("cards", "3 levels, h = 1/60 s, 30 s", &s, EVERYBODY, quotes);
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar drift = {"drift in 30 s, mm", 0.2, 0.2, "Box3D max 0.94"};
    static const rigid_bar crept = {"crept from 5 s to 30 s, mm", 0.2, 0.0, "not told"};
    rigid_bench_judge(bench, &t, &drift, drift_of(&t));
    rigid_bench_judge(bench, &t, &crept, creep_of(&t));
}

// ---------------------------------------------------------------------------------------------------------------------
// Where the arch begins to stand: t/R = 0.1074 by limit analysis
// ---------------------------------------------------------------------------------------------------------------------

enum { THICKNESSES = 4, BRACKET_CREEP = THICKNESSES };

static const double thicknesses[THICKNESSES] = {0.105, 0.1065, 0.1085, 0.110};

static bool measure_bracket(const rigid_table* table, rigid_engine engine, const rigid_settings* settings,
                            rigid_row* row)
{
    bool is_done = true;
    for (int i = 0; i < THICKNESSES && is_done; i++) {
        rigid_scene scene = rigid_scene_arch(1.0 / 60.0, thicknesses[i]);
        rigid_run run;
        fate f;
        is_done = rigid_run_begin(&run, &scene, engine, settings);
        if (is_done) {
            is_done = watch(&run, table->subject, &f);
            row->values[i] = f.fell_at;
            if (i == THICKNESSES - 1 && isnan(f.fell_at)) row->values[BRACKET_CREEP] = 1e3 * f.crept;
            rigid_row_take(row, &run, 0, THICKNESSES);
        }
        rigid_scene_fini(&scene);
    }
    return is_done;
}

// 0: the arch falls at 0.1065 and stands at 0.1085; 1: it does at 0.105 and 0.110; 2: not even there.
static double bracket_of(const rigid_table* t)
{
    const rigid_row* row = &t->rows[RIGID_BELAY];
    bool falls_below = !isnan(row->values[0]), falls_close = !isnan(row->values[1]);
    bool stands_close = isnan(row->values[2]), stands_above = isnan(row->values[3]);
    if (row->has_failed || !falls_below || !stands_above) return 2.0;
    return falls_close && stands_close ? 0.0 : 1.0;
}

static void run_bracket(rigid_bench* bench)
{
    static const subject s = {NULL, 1.0 / 60.0, 15.0, 0.1, 0.2, false};
    static const rigid_quote quotes[] = {
        {"Box3D def", 0.0, "falls at 0.105 and, wrongly, at 0.110"},
        {"Box3D max", 0.0, "falls at 0.105, stands at 0.110, creeping 0.8 mm"},
        {"Jolt hq, 1/240", 0.0, "falls at 0.105 and, wrongly, at 0.110"},
        {NULL, 0.0, NULL},
    };
    rigid_table t = {.scene = "S2",
                     .name = "bracket",
                     .title = "arches about the critical t/R = 0.1074, h = 1/60 s, 15 s: when they fell, s",
                     .columns = {"0.105", "0.1065", "0.1085", "0.110", "crept mm"},
                     .engines = RIGID_SET(RIGID_BELAY) | EVERYBODY,
                     .quotes = quotes,
                     .subject = &s,
                     .measure = measure_bracket};
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar bracket = {"falls, stands: 0.105, 0.110 (0: 1065, 1085)", 1.0, 0.0, "Box3D max 1"};
    static const rigid_bar crept = {"crept at 0.110, mm", 0.01, 0.01, "Box3D max 0.8"};
    double creep = rigid_table_value(&t, RIGID_BELAY, BRACKET_CREEP);
    rigid_bench_judge(bench, &t, &bracket, bracket_of(&t));
    rigid_bench_judge(bench, &t, &crept, isnan(creep) ? HUGE_VAL : creep);
}

static void run_fine(rigid_bench* bench)
{
    static const subject wall = {rigid_scene_wall, 1.0 / 240.0, 30.0, 0.06, 0.12, true};
    static const subject arch = {make_thick_arch, 1.0 / 240.0, 30.0, 0.1, 0.2, false};
    static const subject pyramid = {rigid_scene_pyramid, 1.0 / 240.0, 60.0, 0.1, 0.1, false};
    static const subject cards = {rigid_scene_cards, 1.0 / 240.0, 30.0, 0.05, 0.05, false};
    const unsigned def = RIGID_SET(RIGID_BULLET) | RIGID_SET(RIGID_ODE);
    rigid_table t = make_table("wall-fine", "20 courses, h = 1/240 s, 30 s", &wall, def, NULL);
    rigid_table_run(bench, &t);
    t = make_table("arch-fine", "t/R = 0.15, h = 1/240 s, 30 s", &arch, def, NULL);
    rigid_table_run(bench, &t);
    t = make_table("pyramid-fine", "10 levels, h = 1/240 s, 60 s", &pyramid, def, NULL);
    rigid_table_run(bench, &t);
    t = make_table("cards-fine", "3 levels, h = 1/240 s, 30 s", &cards, def, NULL);
    rigid_table_run(bench, &t);
}

void rigid_run_s2(rigid_bench* bench)
{
    run_wall(bench);
    run_arch(bench);
    run_bracket(bench);
    run_pyramid(bench);
    run_cards(bench);
    if (bench->is_long) run_fine(bench);
}
