// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A scene of rigid bodies as plain data, and what an engine has to offer so that it can be driven through it. The same
// description goes to all of them; only the adapters differ. Gravity is (0, 0, -9.81), nothing is damped, nothing
// rolls with resistance, nothing sleeps. C and C++.

#ifndef BELAY_TESTS_BENCH_RIGID_ENGINE_H
#define BELAY_TESTS_BENCH_RIGID_ENGINE_H

#include "belay/math.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rigid_shape {
    RIGID_SPHERE,
    RIGID_BOX,
    RIGID_WEDGE, // the convex hull of eight corners that are joined like those of a box
} rigid_shape;

// A solid that moves. Its frame is at the centre of mass, along the principal axes.
typedef struct rigid_body {
    rigid_shape shape;
    belay_vec3 size;       // m, full extents; of a sphere the diameter three times
    belay_vec3 corners[8]; // of a wedge: bit 0 of the number is set on the far side in x, bit 1 in y, bit 2 in z
    double mass;           // kg
    belay_vec3 inertia;    // kg m^2, principal
    belay_pose pose;
    belay_vec3 linear_velocity;  // m/s
    belay_vec3 angular_velocity; // rad/s, world
    bool is_rotation_locked;
    bool is_on_vertical; // moves along z alone
} rigid_body;

// The half-space normal . x <= offset that nothing enters; the normal is unit.
typedef struct rigid_plane {
    belay_vec3 normal;
    double offset; // m
} rigid_plane;

enum { RIGID_MAX_PLANES = 5 };

typedef struct rigid_scene {
    double h;           // s
    double mu;          // of every contact
    double restitution; // likewise
    rigid_plane planes[RIGID_MAX_PLANES];
    int plane_count;
    rigid_body* bodies;
    int body_count;
    int body_capacity;
} rigid_scene;

// How an engine is set up. What does not concern it is not looked at.
typedef struct rigid_settings {
    bool is_high_quality;
    int workers;           // of Belay: threads
    double tolerance;      // of Belay: 0: its default
    double budget_seconds; // of Belay: 0: none
} rigid_settings;

typedef struct rigid_state {
    belay_pose pose;
    belay_vec3 linear_velocity;
    belay_vec3 angular_velocity; // world
} rigid_state;

// What an engine tells of its last step, beyond the state.
typedef struct rigid_account {
    double residual, overlap; // overlap: m
    int sweeps, newton_iterations;
    int contacts;
    bool has_converged, is_budget_exhausted, is_work_exhausted;
} rigid_account;

// An engine. `create` returns null when it fails (and says why on standard error); `step` false.
typedef struct rigid_calls {
    const char* name;
    void* (*create)(const rigid_scene* scene, const rigid_settings* settings);
    void (*destroy)(void* world);
    bool (*step)(void* world);
    void (*get_state)(void* world, int body, rigid_state* state);
    void (*set_velocity)(void* world, int body, belay_vec3 linear, belay_vec3 angular);
    void (*push)(void* world, int body, belay_vec3 force);    // N, through the next step
    int (*count_contacts)(void* world);                       // points, of the last step
    void (*get_account)(void* world, rigid_account* account); // null: it tells nothing
    // Its scheme is q+ = q + h ((1 - theta) v + theta v+).
    double (*get_theta)(void* world);
} rigid_calls;

// Null when the package was not there at build time.
const rigid_calls* rigid_belay(void);
const rigid_calls* rigid_bullet(void);
const rigid_calls* rigid_ode(void);
const rigid_calls* rigid_mujoco(void);

#ifdef __cplusplus
}
#endif

#endif
