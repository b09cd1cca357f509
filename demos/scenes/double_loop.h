// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The ball in the double loop (bertails2011, sec. 5.1.5 and figure 9): two rails that form two loops one behind the
// other, and a ball that starts with spin but without speed. Friction turns the spin into speed; how much of it, and so
// how far the ball comes, depends on mu. No window: demo, tests and benchmark share this.

#ifndef BELAY_DEMOS_SCENES_DOUBLE_LOOP_H
#define BELAY_DEMOS_SCENES_DOUBLE_LOOP_H

#include <belay/belay.h>

// The track, fixed: a run-up, two teardrop loops (each passes beside itself by a sideways shift), a straight between
// them and a run-out. The path is that of the ball's centre; x along the run-up, z up, the loops' bottoms at z = 0.
#define DOUBLE_LOOP_BALL_RADIUS 0.025   // m
#define DOUBLE_LOOP_BALL_MASS 0.5       // kg: a steel ball
#define DOUBLE_LOOP_RAIL_RADIUS 0.004   // m
#define DOUBLE_LOOP_RAIL_HALF_GAP 0.016 // m, from the middle to each rail's centre line
#define DOUBLE_LOOP_FLOOR (-0.12)       // m, z of the floor below

typedef struct double_loop_def {
    double mu;    // of ball, rails and floor
    double spin;  // rad/s, about the axis that drives the ball forward
    double h;     // s
    double theta; // 0.5 to 1
} double_loop_def;

// mu 0.5, spin 460 rad/s, h 1 ms, theta 0.5
double_loop_def double_loop_def_default(void);

// What has happened since the start.
typedef struct double_loop_record {
    double time;            // s
    double progress;        // m along the path from the start, now (while on the track)
    double distance;        // m, the furthest that the ball came along the path
    int loops;              // completed
    bool is_on_track;       // false once it has fallen off or run out over the end
    double sliding_seconds; // with a loaded contact sliding faster than 1e-4 m/s
    belay_energy energy;    // J, now
    double energy_start;    // J, translation + rotation + potential at the start
    double dissipated;      // J, by the contacts, from their impulses
    double balance_error;   // |energy now + dissipated - energy at the start| / kinetic energy at the start
    double worst_residual;  // of any step
    int worst_iterations;
    double mean_iterations, mean_step_seconds, worst_step_seconds; // the first 10 steps left out of the times
    int max_contacts;
    bool has_always_converged;
} double_loop_record;

typedef struct double_loop {
    belay_world* world;
    belay_body_id ball;
    belay_body_id track;
    double_loop_def def;
    // For drawing and measuring. Owned by the scene; the points are evenly spaced along the path.
    belay_vec3 *path, *rails[2];
    int point_count;
    double spacing;                 // m, between path points
    double loop_end[2];             // m along the path from the start
    double run_out_end;             // m, likewise: where the rails end
    int start_index, nearest_index; // path points: where the ball started, and nearest to it now
    double_loop_record record;
} double_loop;

// Builds the scene; the caller destroys it. On failure nothing is left and `error` says why: VALUE for a number out of
// range (mu < 0, spin not finite, h <= 0, theta outside 0.5 to 1), MEMORY.
belay_result double_loop_create(const double_loop_def* def, double_loop* scene, belay_error* error);
void double_loop_destroy(double_loop* scene);

// One step, and the record brought up to date.
belay_result double_loop_step(double_loop* scene);

#endif
