// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rigid bodies. A body's frame is where its colliders are placed; its centre of mass may lie anywhere in it. Velocities
// are those of the centre of mass, in the world frame. Forces are collected until the next step, act through the whole
// of it, and are then cleared.

#ifndef BELAY_BODY_H
#define BELAY_BODY_H

#include "belay/ecs.h"
#include "belay/math.h"
#include "belay/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

// What makes a body move.
typedef enum belay_body_type {
    BELAY_BODY_STATIC,    // never moves
    BELAY_BODY_KINEMATIC, // moves with the velocity it is given, whatever pushes it
    BELAY_BODY_DYNAMIC,   // has mass and obeys the forces
    BELAY_BODY_TYPE_COUNT
} belay_body_type;

// What a body is made of. belay_body_def_default gives the values that it names.
typedef struct belay_body_def {
    belay_body_type type;        // default dynamic
    belay_pose pose;             // body frame in the world; |rotation| within 1e-3 of 1, normalised on creation
    belay_vec3 linear_velocity;  // of the centre of mass, m/s, world frame
    belay_vec3 angular_velocity; // rad/s, world frame
    double mass;                 // kg, > 0 (dynamic bodies only); default 1, whatever the colliders:
                                 // belay_body_set_mass_from_colliders and belay_body_create_solid (collider.h) weigh
                                 // these. A logger is warned of a body that nobody weighed
    belay_mat33 inertia;         // kg m^2, about the centre of mass, body frame: symmetric, positive definite, its
                                 // principal moments obeying the triangle rule (dynamic, unlocked bodies only)
    belay_vec3 center_of_mass;   // m, body frame
    double gravity_scale;        // factor on the world's gravity, -1e9 to 1e9, default 1
    double linear_damping;       // 1/s, >= 0, default 0: see belay_body_set_damping
    double angular_damping;      // 1/s, >= 0, default 0
    double max_linear_speed;     // m/s, > 0, default HUGE_VAL, no limit: see belay_body_set_max_linear_speed
    bool is_rotation_locked;     // keeps its orientation, as if its inertia were infinite
    bool is_kept_awake;          // never falls asleep; default false
    bool starts_asleep;          // stands still until something touches or moves it; default false (dynamic only). The
                                 // colliders, mass, joints and gravity scale that it is given meanwhile do not wake it
} belay_body_def;

// Dynamic, at the origin, at rest, 1 kg, the inertia of a solid sphere of radius 0.5 m, full gravity, free to turn.
belay_body_def belay_body_def_default(void);

// The inertia tensor, kg m^2, of a solid sphere (kg, m) about its centre. Not checked here: the body that gets it
// checks it.
belay_mat33 belay_inertia_sphere(double mass, double radius);
// The same of a solid box of the full edge lengths (m), in its own axes.
belay_mat33 belay_inertia_box(double mass, belay_vec3 size);
// Of a solid cylinder about the z axis, of `height` along it (m).
belay_mat33 belay_inertia_cylinder(double mass, double height, double radius);
// Of a solid cone about the z axis, about its centre of mass: height / 4 above its base, which is height / 4 below the
// middle that belay_cone has as its origin.
belay_mat33 belay_inertia_cone(double mass, double height, double radius);
// Of all points within `radius` of a segment of `length` (m) along the z axis.
belay_mat33 belay_inertia_capsule(double mass, double length, double radius);
// Of a solid ellipsoid with these semi-axes (m), in its own axes.
belay_mat33 belay_inertia_ellipsoid(double mass, belay_vec3 semi_axes);

// What moves, as component BELAY_COMPONENT_BODY_STATE of every body.
typedef struct belay_body_state {
    belay_pose pose;             // body frame in the world, at the end of the last step
    belay_vec3 linear_velocity;  // of the centre of mass, m/s
    belay_vec3 angular_velocity; // rad/s, world frame
} belay_body_state;

// Makes a body. Errors: VALUE (an argument out of range; the message names it), CAPACITY, STATE (an iterator is open),
// MEMORY.
belay_result belay_body_create(belay_world* world, const belay_body_def* def, belay_body_id* id);

// Destroys the body and its colliders. Errors: HANDLE, STATE (an iterator is open).
belay_result belay_body_destroy(belay_world* world, belay_body_id body);

// Errors of all below: HANDLE for a null, stale or foreign handle; COMPONENT when the entity is not a body; VALUE for a
// number that is not finite or out of range.

// Placement and velocities now.
belay_result belay_body_get_state(const belay_world* world, belay_body_id body, belay_body_state* state);
// Static, kinematic or dynamic.
belay_result belay_body_get_type(const belay_world* world, belay_body_id body, belay_body_type* type);
// The centre of mass in the world frame, m.
belay_result belay_body_get_center_of_mass(const belay_world* world, belay_body_id body, belay_vec3* point);
// The angular momentum about the centre of mass, kg m^2/s, world frame; zero of a body without mass.
belay_result belay_body_get_angular_momentum(const belay_world* world, belay_body_id body, belay_vec3* momentum);

// Puts the body elsewhere at once; velocities stay. A static body may be moved too.
belay_result belay_body_set_pose(belay_world* world, belay_body_id body, belay_pose pose);
// Sets the velocities of the centre of mass. STATE for a static body.
belay_result belay_body_set_velocity(belay_world* world, belay_body_id body, belay_vec3 linear, belay_vec3 angular);

// Adds a force (N, world frame) at the centre of mass. STATE for a body that is not dynamic.
belay_result belay_body_apply_force(belay_world* world, belay_body_id body, belay_vec3 force);
// Adds a force (N, world frame) at a world point. STATE for a body that is not dynamic.
belay_result belay_body_apply_force_at(belay_world* world, belay_body_id body, belay_vec3 force, belay_vec3 point);
// Adds a torque (N m, world frame). STATE for a body that is not dynamic.
belay_result belay_body_apply_torque(belay_world* world, belay_body_id body, belay_vec3 torque);
// Changes the velocities at once by an impulse (N s, world frame) at a world point. STATE for one that is not dynamic.
belay_result belay_body_apply_impulse_at(belay_world* world, belay_body_id body, belay_vec3 impulse, belay_vec3 point);

// Sets mass (kg), centre of mass (m) and inertia (kg m^2, about it), body frame. Ranges as in belay_body_def.
// Velocities stay. STATE for a body that is not dynamic.
belay_result belay_body_set_mass(belay_world* world, belay_body_id body, const belay_mass* mass);
// What was set; of one that is not dynamic what it would weigh again as a dynamic one, zeros if it never was. With its
// rotation locked, zeros for an inertia that was none.
belay_result belay_body_get_mass(const belay_world* world, belay_body_id body, belay_mass* mass);
// Makes a body static, kinematic or dynamic, with the mass it had (1 kg and a ball's inertia if it had none). Errors
// beside: STATE (a plane, tube, mesh or height field cannot be dynamic).
belay_result belay_body_set_type(belay_world* world, belay_body_id body, belay_body_type type);
// Gives a kinematic body the velocities that carry it to `pose` in the next step. STATE for others.
belay_result belay_body_move_kinematic(belay_world* world, belay_body_id body, belay_pose pose);

// How fast a body loses speed by itself, 1/s, >= 0; 0: it does not. At the contact instant of every step its velocities
// are multiplied by exp(-linear h) and exp(-angular h), before forces and contacts act: what rests weighs what it
// weighs, and what contacts ask for holds after the step. A force f that acts on and on ends at h f/m / (1 -
// exp(-linear h)), which is f / (m linear) to half of linear h. Only energy is taken (belay_energy_report.damping).
// For dynamic bodies; others keep the numbers for when they are.
belay_result belay_body_set_damping(belay_world* world, belay_body_id body, double linear, double angular);
// What was set, 1/s.
belay_result belay_body_get_damping(const belay_world* world, belay_body_id body, double* linear, double* angular);
// Sets the factor on the world's gravity, -1e9 to 1e9, from the next step on; the potential energy changes with it.
// Wakes the body, unless it was made asleep (starts_asleep) and has slept since.
belay_result belay_body_set_gravity_scale(belay_world* world, belay_body_id body, double scale);
// The factor on the world's gravity.
belay_result belay_body_get_gravity_scale(const belay_world* world, belay_body_id body, double* scale);
// Limits the speed of the centre of mass, m/s, > 0; HUGE_VAL: no limit. A dynamic body that ends a step faster goes on
// with its velocity shortened to that, which belay_step_stats.speed_limited_bodies counts and the energy report has
// among its limits. What contacts and joints ask of it may then be missed in that step. The state that a program sets
// may be faster until then.
belay_result belay_body_set_max_linear_speed(belay_world* world, belay_body_id body, double speed);
// The limit; HUGE_VAL: none.
belay_result belay_body_get_max_linear_speed(const belay_world* world, belay_body_id body, double* speed);

// Whether the body takes part: false while it sleeps. Static bodies are never awake.
belay_result belay_body_get_is_awake(const belay_world* world, belay_body_id body, bool* is_awake);
// Wakes a body, with all that touches it or is joined to it; or puts it to sleep, at rest: forces that wait for the
// next step are dropped. STATE for one that is not dynamic.
belay_result belay_body_set_awake(belay_world* world, belay_body_id body, bool is_awake);

#ifdef __cplusplus
}
#endif

#endif
