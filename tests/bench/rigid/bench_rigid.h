// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The benchmark of rigid bodies: the same scenes by Belay and by other engines, in one run of one program. What is told
// of a scene is found by the driver from positions and velocities alone, so that no engine judges itself.

#ifndef BELAY_TESTS_BENCH_RIGID_BENCH_RIGID_H
#define BELAY_TESTS_BENCH_RIGID_BENCH_RIGID_H

#include "rigid/engine.h"

#include <stdio.h>

#define RIGID_GRAVITY 9.81

// ---------------------------------------------------------------------------------------------------------------------
// Engines
// ---------------------------------------------------------------------------------------------------------------------

typedef enum rigid_engine {
    RIGID_BELAY,
    RIGID_BELAY_BUDGET,  // with the time budget of the case
    RIGID_BELAY_THREADS, // with two threads
    RIGID_BULLET,
    RIGID_BULLET_HQ,
    RIGID_ODE,
    RIGID_ODE_HQ,
    RIGID_MUJOCO,
    RIGID_MUJOCO_HQ,
    RIGID_ENGINE_COUNT
} rigid_engine;

// Sets of engines: bits by number.
#define RIGID_SET(engine) (1u << (engine))
#define RIGID_PEERS                                                                                                    \
    (RIGID_SET(RIGID_BULLET) | RIGID_SET(RIGID_BULLET_HQ) | RIGID_SET(RIGID_ODE) | RIGID_SET(RIGID_ODE_HQ) |           \
     RIGID_SET(RIGID_MUJOCO) | RIGID_SET(RIGID_MUJOCO_HQ))

const char* rigid_engine_name(rigid_engine engine);
// Null when its package is not here.
const rigid_calls* rigid_engine_calls(rigid_engine engine);

// ---------------------------------------------------------------------------------------------------------------------
// Scenes. They end the program when memory runs out.
// ---------------------------------------------------------------------------------------------------------------------

// n spheres over a floor between four walls; layers of a square grid, a little out of place.
rigid_scene rigid_scene_settling(double h, int n);
rigid_scene rigid_scene_wall(double h);
// A semicircle of 17 stones with mean radius 1 m and that thickness, m.
rigid_scene rigid_scene_arch(double h, double thickness);
rigid_scene rigid_scene_pyramid(double h);
rigid_scene rigid_scene_cards(double h);
// The same with another number of levels.
rigid_scene rigid_scene_pyramid_of(double h, int levels);
rigid_scene rigid_scene_cards_of(double h, int levels);
// A sphere that cannot turn, or a flat box, at rest on the floor.
rigid_scene rigid_scene_push(double h, bool is_box);
// A box at rest on a slope (rad), downhill along `heading` (rad).
rigid_scene rigid_scene_incline(double h, double slope, double heading);
// A box with the speed v, m/s, on the floor.
rigid_scene rigid_scene_slide(double h, double v, double heading);
// A plate that slides along its length and spins.
rigid_scene rigid_scene_spin(double h, double v, double spin);
// A ball that spins about a horizontal axis, so that it will roll along `heading`.
rigid_scene rigid_scene_roll(double h, double heading);
// n elastic balls above each other.
rigid_scene rigid_scene_bounce(double h, int n);
// 10 x 10 x 50 cubes, each layer `lean` m further along x than the one below, each cube out of its place in x and y by
// up to `jitter`, m.
rigid_scene rigid_scene_column(double h, double jitter, double lean);
// The same with another number of layers.
rigid_scene rigid_scene_column_of(double h, double jitter, double lean, int layers);

void rigid_scene_fini(rigid_scene* scene);

// The first body that is watched in the wall: those of the top course come last.
int rigid_wall_first_watched(const rigid_scene* wall);
belay_vec3 rigid_incline_downhill(double slope, double heading);

#define RIGID_SPHERE_RADIUS 0.05 // m, in all scenes
#define RIGID_CUBE_SIDE 0.1      // m, of the column's cubes
#define RIGID_PLATE_LENGTH 0.4   // m
#define RIGID_PLATE_WIDTH 0.1    // m
#define RIGID_ROLL_SPIN 40.0     // rad/s

// Whether the scenes are those that demos, tests and gallery show under the same names, where they do. Says what is
// different on standard error.
bool rigid_scene_check(void);

// ---------------------------------------------------------------------------------------------------------------------
// Runs
// ---------------------------------------------------------------------------------------------------------------------

typedef struct rigid_summary {
    int steps;
    double worst_residual, mean_sweeps, mean_newton, mean_contacts;
    int max_sweeps, max_newton, max_contacts;
    int converged, out_of_budget, out_of_work; // steps
} rigid_summary;

typedef struct rigid_run {
    const rigid_scene* scene;
    const rigid_calls* calls;
    void* world;
    double theta;
    int step;           // made so far
    double *cpu, *wall; // s, of each step: CPU time of this thread and wall time, of the engine's step call alone
    int capacity;
    rigid_summary account; // of the steps from account_from on
    int account_from;
} rigid_run;

// Makes the engine's world. False, with a message, when that fails. Of an engine that is not here: not to be called.
bool rigid_run_begin(rigid_run* run, const rigid_scene* scene, rigid_engine engine, const rigid_settings* settings);
// False when the engine fails, or flings a body away (and then says so on standard error).
bool rigid_run_step(rigid_run* run);
void rigid_run_end(rigid_run* run);

rigid_state rigid_run_state(const rigid_run* run, int body);
// s, simulated.
double rigid_run_time(const rigid_run* run);
// The number of steps that are `seconds` long.
int rigid_run_steps(const rigid_run* run, double seconds);

typedef struct rigid_times {
    double mean, median, p99, worst; // s, CPU
    double wall;                     // s, mean
} rigid_times;

// Of the steps from number `first` to before `end`; zeros when there are none.
rigid_times rigid_run_times(const rigid_run* run, int first, int end);

// ---------------------------------------------------------------------------------------------------------------------
// Measures
// ---------------------------------------------------------------------------------------------------------------------

typedef struct rigid_overlap {
    double max;       // m, between two bodies or with a plane
    double sum;       // m, over all pairs that overlap, planes included
    double max_plane; // m
    int pairs;        // that overlap
} rigid_overlap;

// Of spheres with spheres, boxes with boxes (15 separating axes) and both with planes; wedges are left out.
rigid_overlap rigid_measure_overlap(const rigid_run* run);

// J. The potential energy is zero at z = 0.
double rigid_measure_kinetic(const rigid_run* run);
// Of the spheres that touch `least` others and planes or more: with gaps of at most `gap`, m.
double rigid_measure_held_kinetic(const rigid_run* run, double gap, int least);
double rigid_measure_potential(const rigid_run* run);

// The larger of an error so far and |error|; endless when that is not a number.
double rigid_worse(double so_far, double error);
// The turn about z of a body that stands upright, rad.
double rigid_yaw(belay_quat q);

// Whether bodies stay where they were put.
typedef struct rigid_drift {
    int first, count;                // bodies that are watched
    double most_sideways, most_drop; // m: past one of them the thing has fallen
    double mark;                     // s: from then on creep is measured
    belay_vec3 *start, *marked;      // m
    bool is_marked, has_fallen;
    double fell_at;               // s
    double drop, sideways, creep; // m, at the last look
} rigid_drift;

// Watches the bodies from `first` on from where they are now.
rigid_drift rigid_drift_begin(const rigid_run* run, int first, double most_sideways, double most_drop, double mark);
// After every step.
void rigid_drift_follow(rigid_drift* drift, const rigid_run* run);
void rigid_drift_end(rigid_drift* drift);

// How far exact time stepping brings a body in `steps` steps from rest with the acceleration a; and one that has the
// speed v until friction with the deceleration a has stopped it.
double rigid_stepping_distance(double h, double theta, double a, int steps);
double rigid_stepping_stop(double h, double theta, double v, double a);

// The plate on four corners, each carrying a quarter of its weight, by exact time stepping.
typedef struct rigid_plate_rest {
    double distance; // m
    double yaw;      // rad
} rigid_plate_rest;

rigid_plate_rest rigid_plate_come_to_rest(double h, double theta, double mu, double v, double spin);

// ---------------------------------------------------------------------------------------------------------------------
// Tables
// ---------------------------------------------------------------------------------------------------------------------

typedef struct rigid_bench {
    const char** words; // scenes and tables that are wanted; none: all
    int word_count;
    bool is_long;     // the long cases too
    bool is_alone;    // Belay alone
    int repeats;      // of every case; the quietest counts
    double tolerance; // of Belay; 0: its default
    FILE* csv;
    double machine_factor; // how much longer the peers took here than where the quotes are from; 0: not known
    bool has_failed;
    int tables;      // run
    int met, missed; // bars of the release
} rigid_bench;

enum { RIGID_MAX_COLUMNS = 12 };

typedef struct rigid_row {
    bool is_there;
    bool has_failed; // the engine gave up; what is there is from before
    rigid_times times;
    double compared;                  // s, by which engines are compared; 0: times.mean
    double values[RIGID_MAX_COLUMNS]; // NAN: there is none
    rigid_summary account;            // steps 0: the engine tells nothing
} rigid_row;

// A figure of another engine that was measured before, elsewhere.
typedef struct rigid_quote {
    const char* engine;
    double ms;        // 0: none
    const char* text; // what it reached
} rigid_quote;

typedef struct rigid_table {
    const char *scene, *name; // for the command line
    const char* title;
    const char* columns[RIGID_MAX_COLUMNS]; // names with units; null ends them
    unsigned engines;                       // set
    double budget_share;                    // RIGID_BELAY_BUDGET has this share of Belay's own mean time
    const rigid_quote* quotes;              // engine null ends them; null: none
    const void* subject;                    // for `measure`
    // Takes an engine through the scene and fills times, values and account. False: the engine failed.
    bool (*measure)(const struct rigid_table* table, rigid_engine engine, const rigid_settings* settings,
                    rigid_row* row);
    rigid_row rows[RIGID_ENGINE_COUNT];
} rigid_table;

// Runs and prints it, if it is wanted; true when it was.
bool rigid_table_run(rigid_bench* bench, rigid_table* table);

// The value of an engine's row; NAN when it has none.
double rigid_table_value(const rigid_table* table, rigid_engine engine, int column);
// Its mean milliseconds a step, likewise.
double rigid_table_ms(const rigid_table* table, rigid_engine engine);
// The milliseconds quoted for an engine, as they would be here.
double rigid_table_quoted(const rigid_bench* bench, const rigid_table* table, const char* engine);

// Adds to a row the times (from step `first` on) and account of one of `parts` equal runs, and ends the run.
void rigid_row_take(rigid_row* row, rigid_run* run, int first, int parts);

// What is asked: value <= must, value <= stretch.
typedef struct rigid_bar {
    const char* what;
    double must, stretch;
    const char* best; // of the others, quoted
} rigid_bar;

// Prints it below the table, and counts.
void rigid_bench_judge(rigid_bench* bench, const rigid_table* table, const rigid_bar* bar, double value);

// The scenes.
void rigid_run_s1(rigid_bench* bench);
void rigid_run_s2(rigid_bench* bench);
void rigid_run_s3(rigid_bench* bench);
void rigid_run_spin(rigid_bench* bench); // the part of S3 that is about plates
void rigid_run_s4(rigid_bench* bench);
void rigid_run_s5(rigid_bench* bench);
void rigid_run_s6(rigid_bench* bench);

#endif
