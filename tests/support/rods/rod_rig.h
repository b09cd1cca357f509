// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One rod without a world: steps it from contact instant to contact instant, q(k+1) = q(k) + h v+(k), and moves its
// ends as their velocities say.

#ifndef BELAY_TESTS_SUPPORT_RODS_ROD_RIG_H
#define BELAY_TESTS_SUPPORT_RODS_ROD_RIG_H

#include "models/rod/rod_ops.h"

#define ROD_RIG_PI 3.14159265358979323846

typedef struct rod_rig {
    const bl_rod_ops* ops;
    bl_rod_body body;
    bl_rod rod;
    belay_vec3 gravity;
    double h;
    double* applied; // N, 3 (segment_count + 1), zero at first
    double time;     // s
} rod_rig;

// A solid round section. stretch = E A, bend = E I, twist = G J.
bl_rod_section rod_rig_round(double radius, double density, double young, double poisson);
// Given bending stiffness, twist = bend / 1.3; line mass 1 kg/m, stretch as of a section of the given radius.
bl_rod_section rod_rig_unit(double bend, double radius);

// A body with everything set but lengths: theta 1, both ends free.
bl_rod_body rod_rig_body(belay_rod_model model, uint32_t elements, bl_rod_section section);
// element_count + 1 points from `from` to `to`.
void rod_rig_line(belay_vec3* nodes, uint32_t elements, belay_vec3 from, belay_vec3 to);
// A frame with the given d3 and, about, d1.
belay_quat rod_rig_frame(belay_vec3 d3, belay_vec3 d1);
// Holds an end where it is to be at the start.
void rod_rig_clamp(bl_rod_body* body, int end, belay_vec3 position, belay_quat rotation);
void rod_rig_pin(bl_rod_body* body, int end, belay_vec3 position);

// Ends the test when the rod refuses.
rod_rig* rod_rig_make(const bl_rod_ops* ops, const bl_rod_body* body, const bl_rod_start* start);
// Straight; d1 as a clamp's, if there is one.
rod_rig* rod_rig_make_line(const bl_rod_ops* ops, const bl_rod_body* body, belay_vec3 from, belay_vec3 to);
void rod_rig_free(rod_rig* rig);

void rod_rig_step(rod_rig* rig);
void rod_rig_run(rod_rig* rig, double seconds);
// Steps until no node moves faster than `speed`, at most `steps` times; returns how many it took, steps + 1 if it did
// not.
int rod_rig_settle(rod_rig* rig, double speed, int steps);

// Steps with a force and a moment on the last segment besides the rod's own forces.
void rod_rig_step_wrenched(rod_rig* rig, belay_vec3 force, belay_vec3 moment);

belay_vec3 rod_rig_node(const rod_rig* rig, uint32_t node);
void rod_rig_push(rod_rig* rig, uint32_t node, belay_vec3 force);
double* rod_rig_velocity(const rod_rig* rig);
double rod_rig_energy(const rod_rig* rig);
double rod_rig_speed(const rod_rig* rig);

void rod_rig_check_near(double value, double right, double tolerance, const char* what);

// Reads rows of numbers of ../shared/reference/<name> (or of the folder that BELAY_REFERENCE names): the first line
// that does not begin with # is a header, and so is the rest of a line from the first field that is no number on. Calls
// for every line. Returns false when there is no such file.
bool rod_rig_read(const char* name, void (*line)(void* context, const char* text), void* context);

#endif
