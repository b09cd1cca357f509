// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// S3: friction of one body on a plane, against what exact time stepping makes of it with the same h and the engine's
// own theta. Every direction is a world of its own; times are means over these.

#include "rigid/bench_rigid.h"
#include "scenes/vec.h"

#define MU_FLOOR 0.3
#define MU_SLOPE 0.5

// ---------------------------------------------------------------------------------------------------------------------
// Push: three legs with a force 5 % above mu m g, each a third of a turn on, from 13 first directions
// ---------------------------------------------------------------------------------------------------------------------

enum { HEADINGS = 13, LEGS = 3 };
enum { PUSH_ANGLE, PUSH_STUCK, PUSH_DISTANCE };

#define HEADING_PITCH 7.5 // degrees
#define LEG_SECONDS 5.0
#define EXCESS 0.05

typedef struct push_subject {
    double h;
    bool is_box;
} push_subject;

static void judge_leg(const rigid_run* run, belay_vec3 start, belay_vec3 direction, int steps, double* values)
{
    belay_vec3 way = v3_sub(rigid_run_state(run, 0).pose.position, start);
    double a = EXCESS * MU_FLOOR * RIGID_GRAVITY, right = rigid_stepping_distance(run->scene->h, run->theta, a, steps);
    double length = vec_length_xy(way), aside = direction.x * way.y - direction.y * way.x;
    values[PUSH_DISTANCE] = rigid_worse(values[PUSH_DISTANCE], 100.0 * (length / right - 1.0));
    // Where nothing moved there is no direction.
    if (length < 0.01 * right)
        values[PUSH_STUCK]++;
    else
        values[PUSH_ANGLE] = rigid_worse(values[PUSH_ANGLE], degrees(atan2(aside, v3_dot(way, direction))));
}

static bool push_leg(rigid_run* run, double angle, double* values)
{
    const belay_vec3 none = v3(0.0, 0.0, 0.0), direction = v3(cos(angle), sin(angle), 0.0);
    const double force = (1.0 + EXCESS) * MU_FLOOR * RIGID_GRAVITY * run->scene->bodies[0].mass;
    const int steps = rigid_run_steps(run, LEG_SECONDS);
    run->calls->set_velocity(run->world, 0, none, none);
    belay_vec3 start = rigid_run_state(run, 0).pose.position;
    for (int i = 0; i < steps; i++) {
        run->calls->push(run->world, 0, v3_scale(force, direction));
        if (!rigid_run_step(run)) return false;
    }
    judge_leg(run, start, direction, steps, values);
    return true;
}

static bool measure_push(const rigid_table* table, rigid_engine engine, const rigid_settings* settings, rigid_row* row)
{
    const push_subject* s = table->subject;
    rigid_scene scene = rigid_scene_push(s->h, s->is_box);
    bool is_done = true;
    row->values[PUSH_ANGLE] = row->values[PUSH_STUCK] = row->values[PUSH_DISTANCE] = 0.0;
    for (int i = 0; i < HEADINGS && is_done; i++) {
        rigid_run run;
        is_done = rigid_run_begin(&run, &scene, engine, settings);
        if (!is_done) break;
        for (int leg = 0; leg < LEGS && is_done; leg++)
            is_done = push_leg(&run, radians(HEADING_PITCH * i + 120.0 * leg), row->values);
        rigid_row_take(row, &run, 0, HEADINGS);
    }
    rigid_scene_fini(&scene);
    return is_done;
}

static void run_push(rigid_bench* bench, bool is_box)
{
    static const rigid_quote ball[] = {{"Box3D def", 0.0, "0.0023 degrees, none stuck, 0.35 %"},
                                       {"Jolt def", 0.0, "0.00002 degrees, none stuck, 0.0003 %"},
                                       {NULL, 0.0, NULL}};
    static const rigid_quote box[] = {{"Box3D def", 0.0, "0.0014 degrees, none stuck, 0.73 %"},
                                      {"Jolt def", 0.0, "0.00002 degrees, none stuck, 0.0003 %"},
                                      {NULL, 0.0, NULL}};
    push_subject s = {1.0 / 60.0, is_box};
    rigid_table t = {.scene = "S3",
                     .name = is_box ? "pushbox" : "push",
                     .title = is_box ? "a flat box pushed 5 % above sticking, 39 legs, h = 1/60 s"
                                     : "a ball that cannot turn, pushed 5 % above sticking, 39 legs, h = 1/60 s",
                     .columns = {"angle deg", "stuck", "distance %"},
                     .engines = RIGID_SET(RIGID_BELAY) | RIGID_PEERS,
                     .quotes = is_box ? box : ball,
                     .subject = &s,
                     .measure = measure_push};
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar angle = {"angle to the force, worst, degrees", 1e-3, 1e-4, "Jolt 2e-5"};
    static const rigid_bar distance = {"distance, worst, %", 1e-3, 1e-4, "Jolt 3e-4"};
    static const rigid_bar stuck = {"legs that did not move", 0.0, 0.0, "Jolt 0"};
    rigid_bench_judge(bench, &t, &angle, rigid_table_value(&t, RIGID_BELAY, PUSH_ANGLE));
    rigid_bench_judge(bench, &t, &distance, rigid_table_value(&t, RIGID_BELAY, PUSH_DISTANCE));
    rigid_bench_judge(bench, &t, &stuck, rigid_table_value(&t, RIGID_BELAY, PUSH_STUCK));
}

// ---------------------------------------------------------------------------------------------------------------------
// Incline: half a degree on either side of the angle of friction, along an axis and aslant
// ---------------------------------------------------------------------------------------------------------------------

enum { CREPT, CREPT_LATE = 2, SLID = 4 }; // each for two headings

#define CREEP_SECONDS 10.0
#define CREEP_FROM 1.0
#define SLIDE_SECONDS 2.0

static const double slope_headings[2] = {0.0, 37.0}; // degrees

static bool walk(rigid_run* run, double until)
{
    while (run->step < rigid_run_steps(run, until))
        if (!rigid_run_step(run)) return false;
    return true;
}

static bool creep(rigid_run* run, int which, double* values)
{
    belay_vec3 start = rigid_run_state(run, 0).pose.position;
    if (!walk(run, CREEP_FROM)) return false;
    belay_vec3 later = rigid_run_state(run, 0).pose.position;
    if (!walk(run, CREEP_SECONDS)) return false;
    belay_vec3 end = rigid_run_state(run, 0).pose.position;
    values[CREPT + which] = 1e3 * v3_length(v3_sub(end, start));
    values[CREPT_LATE + which] = 1e3 * v3_length(v3_sub(end, later));
    return true;
}

static bool slip(rigid_run* run, double slope, double heading, int which, double* values)
{
    belay_vec3 start = rigid_run_state(run, 0).pose.position;
    if (!walk(run, SLIDE_SECONDS)) return false;
    belay_vec3 way = v3_sub(rigid_run_state(run, 0).pose.position, start);
    double a = RIGID_GRAVITY * (sin(slope) - MU_SLOPE * cos(slope));
    double right = rigid_stepping_distance(run->scene->h, run->theta, a, run->step);
    values[SLID + which] = 100.0 * (v3_dot(way, rigid_incline_downhill(slope, heading)) / right - 1.0);
    return true;
}

static bool measure_incline(const rigid_table* table, rigid_engine engine, const rigid_settings* settings,
                            rigid_row* row)
{
    const double h = *(const double*)table->subject;
    bool are_all_done = true;
    for (int i = 0; i < 4; i++) {
        double slope = atan(MU_SLOPE) + radians(i < 2 ? -0.5 : 0.5), heading = radians(slope_headings[i % 2]);
        rigid_scene scene = rigid_scene_incline(h, slope, heading);
        rigid_run run;
        bool is_done = rigid_run_begin(&run, &scene, engine, settings);
        if (is_done) {
            is_done = i < 2 ? creep(&run, i % 2, row->values) : slip(&run, slope, heading, i % 2, row->values);
            rigid_row_take(row, &run, 0, 4);
        }
        are_all_done = are_all_done && is_done;
        rigid_scene_fini(&scene);
    }
    return are_all_done;
}

static double worst_of_two(const rigid_table* t, int column)
{
    return rigid_worse(rigid_worse(0.0, rigid_table_value(t, RIGID_BELAY, column)),
                       rigid_table_value(t, RIGID_BELAY, column + 1));
}

static void run_incline(rigid_bench* bench)
{
    static const double h = 1.0 / 60.0;
    static const rigid_quote quotes[] = {
        {"Box3D def", 0.0, "crept 0.28 mm (7e-6 mm after 1 s), slid 5.1 % too far"},
        {"Jolt def", 0.0, "crept 7e-5 mm, slid -0.002 %"},
        {NULL, 0.0, NULL},
    };
    rigid_table t = {.scene = "S3",
                     .name = "incline",
                     .title = "half a degree less than holds (crept in 10 s, and after 1 s) and more (error at 2 s), "
                              "headings 0 and 37 degrees, h = 1/60 s",
                     .columns = {"crept 0", "crept 37", "after 1 s", "37 mm", "slid 0 %", "slid 37 %"},
                     .engines = RIGID_SET(RIGID_BELAY) | RIGID_PEERS,
                     .quotes = quotes,
                     .subject = &h,
                     .measure = measure_incline};
    if (!rigid_table_run(bench, &t)) return;
    static const rigid_bar crept = {"crept after 1 s, mm", 1e-6, 0.0, "Bullet, Jolt 3e-6"};
    static const rigid_bar slid = {"slid, error, %", 0.01, 1e-3, "Jolt 0.002"};
    rigid_bench_judge(bench, &t, &crept, worst_of_two(&t, CREPT_LATE));
    rigid_bench_judge(bench, &t, &slid, worst_of_two(&t, SLID));
}

// ---------------------------------------------------------------------------------------------------------------------
// Slide: until friction has stopped the box
// ---------------------------------------------------------------------------------------------------------------------

enum { STOP = 0, STOP_ANGLE = 2, STOP_YAW = 4 }; // each for two headings

#define SLIDE_SPEED 2.0
#define STOP_SECONDS 1.5

static const double slide_headings[2] = {0.0, 30.0}; // degrees

static bool measure_slide(const rigid_table* table, rigid_engine engine, const rigid_settings* settings, rigid_row* row)
{
    const double h = *(const double*)table->subject;
    bool is_done = true;
    for (int i = 0; i < 2 && is_done; i++) {
        double heading = radians(slide_headings[i]);
        rigid_scene scene = rigid_scene_slide(h, SLIDE_SPEED, heading);
        rigid_run run;
        is_done = rigid_run_begin(&run, &scene, engine, settings) && walk(&run, STOP_SECONDS);
        if (run.world != NULL) {
            belay_pose pose = rigid_run_state(&run, 0).pose;
            double right = rigid_stepping_stop(h, run.theta, SLIDE_SPEED, MU_FLOOR * RIGID_GRAVITY);
            double off = remainder(atan2(pose.position.y, pose.position.x) - heading, 2.0 * SCENE_PI);
            row->values[STOP + i] = 100.0 * (vec_length_xy(pose.position) / right - 1.0);
            row->values[STOP_ANGLE + i] = degrees(off);
            row->values[STOP_YAW + i] = degrees(rigid_yaw(pose.rotation));
            rigid_row_take(row, &run, 0, 2);
        }
        rigid_scene_fini(&scene);
    }
    return is_done;
}

static void run_slide(rigid_bench* bench)
{
    static const double h = 1.0 / 60.0;
    static const rigid_quote quotes[] = {
        {"Box3D def", 0.0, "1.9 %"}, {"Jolt def", 0.0, "-1e-5 %, aslant -6e-5 %"}, {NULL, 0.0, NULL}};
    rigid_table t = {.scene = "S3",
                     .name = "slide",
                     .title = "a box slides to a stop from 2 m/s, headings 0 and 30 degrees, h = 1/60 s",
                     .columns = {"stop 0 %", "stop 30 %", "off deg", "30 deg", "yaw deg", "30 deg"},
                     .engines = RIGID_SET(RIGID_BELAY) | RIGID_PEERS,
                     .quotes = quotes,
                     .subject = &h,
                     .measure = measure_slide};
    rigid_table_run(bench, &t);
}

void rigid_run_s3(rigid_bench* bench)
{
    run_push(bench, false);
    run_push(bench, true);
    run_incline(bench);
    run_slide(bench);
    rigid_run_spin(bench);
}
