// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A lane: one ball on its track with its own mu, in a world of its own, and what each step had to say. No graphics.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_LANE_H
#define BELAY_DEMOS_DOUBLE_LOOP_LANE_H

#include "scenes/double_loop.h"

enum { LANE_MAX_FORCES = 4 }; // two rails, and the floor with room to spare

// A contact force on the ball, the mean over the step.
typedef struct lane_force {
    belay_vec3 point; // m, world
    belay_vec3 force; // N, world
} lane_force;

// The ball after a step, and what the step had to report.
typedef struct lane_sample {
    double time;                                  // s
    belay_pose pose;                              // of the ball, world
    belay_vec3 linear_velocity, angular_velocity; // m/s, rad/s
    double progress;                              // m along the track; stays when the ball leaves it
    belay_energy energy;                          // J
    double dissipated;                            // J since the start
    double balance;                               // energy balance error, relative to the start
    double residual;
    int sweeps, newton; // iterations of the solver
    int contacts;
    int loops; // completed
    bool is_sliding, is_on_track;
    int force_count;
    lane_force forces[LANE_MAX_FORCES];
} lane_sample;

// How it went, for the table.
typedef struct lane_statistics {
    int steps;
    double mean_iterations; // sweeps and Newton iterations
    int worst_iterations;
    int unconverged_steps;
    double left_track_time; // s; negative while on the track
} lane_statistics;

typedef struct lane {
    double_loop scene;
    lane_sample before, now; // the last two states: pictures are drawn between them
    lane_statistics statistics;
} lane;

// Builds the lane's scene at its start. False: `error` says why, nothing is left.
bool lane_create(lane* l, const double_loop_def* def, belay_error* error);

// Allowed on a lane that is all zero.
void lane_destroy(lane* l);

// One step. False when the engine refuses, with the reason in `error`.
bool lane_step(lane* l, belay_error* error);

// The sample between `a` and `b` at the share `blend` of the way; all but pose and velocities are b's.
lane_sample lane_sample_blend(const lane_sample* a, const lane_sample* b, double blend);

// What became of the ball, in a few words, e.g. "both loops".
const char* lane_outcome(const lane* l);

#endif
