// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// S4: a ball that spins in place rolls in the end, with two sevenths of the speed of its surface.

#include "rigid/bench_rigid.h"
#include "scenes/vec.h"

enum { SPEED, LATE = 2, ASIDE = 4 }; // each for two headings

#define SECONDS 0.6
#define MU 0.3
#define ROLLING (2.0 / 7.0 * RIGID_ROLL_SPIN * RIGID_SPHERE_RADIUS) // m/s
#define NEARLY 0.98                                                 // of it

static const double headings[2] = {0.0, 30.0}; // degrees

static bool roll(rigid_run* run, double heading, int which, double* values)
{
    belay_vec3 v = v3(0.0, 0.0, 0.0);
    double reached = NAN, right = NEARLY * ROLLING / (MU * RIGID_GRAVITY);
    while (run->step < rigid_run_steps(run, SECONDS)) {
        if (!rigid_run_step(run)) return false;
        v = rigid_run_state(run, 0).linear_velocity;
        if (isnan(reached) && v3_length(v) >= NEARLY * ROLLING) reached = rigid_run_time(run);
    }
    values[SPEED + which] = 100.0 * (v3_length(v) / ROLLING - 1.0);
    values[LATE + which] = (reached - right) / run->scene->h;
    values[ASIDE + which] = degrees(remainder(atan2(v.y, v.x) - heading, 2.0 * SCENE_PI));
    return true;
}

static bool measure(const rigid_table* table, rigid_engine engine, const rigid_settings* settings, rigid_row* row)
{
    const double h = *(const double*)table->subject;
    bool is_done = true;
    for (int i = 0; i < 2 && is_done; i++) {
        rigid_scene scene = rigid_scene_roll(h, radians(headings[i]));
        rigid_run run;
        is_done = rigid_run_begin(&run, &scene, engine, settings);
        if (is_done) {
            is_done = roll(&run, radians(headings[i]), i, row->values);
            rigid_row_take(row, &run, 0, 2);
        }
        rigid_scene_fini(&scene);
    }
    return is_done;
}

void rigid_run_s4(rigid_bench* bench)
{
    static const double h = 1.0 / 60.0;
    static const rigid_quote quotes[] = {{"Box3D def", 0.0, "1.16 % too fast, 0.6 steps late"},
                                         {"Jolt def", 0.0, "4e-6 %, aslant -1e-5 %, 0.6 steps late"},
                                         {NULL, 0.0, NULL}};
    rigid_table t = {.scene = "S4",
                     .name = "roll",
                     .title = "a spinning ball comes to roll, headings 0 and 30 degrees, h = 1/60 s",
                     .columns = {"speed 0 %", "speed 30 %", "late 0", "late 30", "off 0 deg", "off 30 deg"},
                     .engines = RIGID_SET(RIGID_BELAY) | RIGID_PEERS,
                     .quotes = quotes,
                     .subject = &h,
                     .measure = measure};
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar bar = {"speed, worst, %", 1e-3, 1e-5, "Jolt 1e-5"};
    double a = fabs(rigid_table_value(&t, RIGID_BELAY, SPEED)), b = fabs(rigid_table_value(&t, RIGID_BELAY, SPEED + 1));
    rigid_bench_judge(bench, &t, &bar, a >= b ? a : b);
}
