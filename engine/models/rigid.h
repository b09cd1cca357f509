// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The motion of one rigid body: its inertia, its free motion, and moving it with a constant velocity.
//
// A step moves a body freely to the contact instant (bl_rigid_flow), changes its momentum there by forces and impulses
// with the inertia that it has there, and moves it freely on. Free motion keeps kinetic energy and angular momentum
// whatever it turns by, so all energy that a step gives or takes is the work of those impulses: exactly
// p . (v- + v+) / 2 each, v- and v+ the velocities of the point that p acts at before and after.

#ifndef BELAY_ENGINE_MODELS_RIGID_H
#define BELAY_ENGINE_MODELS_RIGID_H

#include "belay/quat.h"
#include "belay/result.h"

// Mass and inertia as the step wants them. The principal frame stands in the body frame: x_body = center_of_mass +
// principal_rotation * x_principal.
typedef struct bl_rigid_mass {
    double mass, inverse_mass;           // kg, 1/kg; both 0 for what cannot be moved
    belay_vec3 moments, inverse_moments; // principal moments, kg m^2; inverses 0 when the rotation is locked
    belay_quat principal_rotation;
    belay_vec3 center_of_mass; // m, body frame
} bl_rigid_mass;

// Principal axes of an inertia tensor: inertia = R diag(moments) R^T. Refused (VALUE; the message names the value): not
// finite, not symmetric within 1e-9 of its trace, not positive definite, principal moments breaking a + b >= c by more
// than 1e-9 of the largest.
belay_result bl_rigid_principal_axes(belay_mat33 inertia, belay_vec3* moments, belay_quat* rotation,
                                     belay_error* error);

// A diag(d) A^T for the rotation A of the principal frame in the world: the inertia (d = moments) or its inverse.
belay_mat33 bl_rigid_tensor(belay_quat principal_to_world, belay_vec3 d);

// The placement after moving for `seconds` with constant velocities, of the centre of mass and angular: the motion of
// kinematic bodies, and of corrections to a placement.
belay_pose bl_rigid_move(const bl_rigid_mass* mass, belay_pose pose, belay_vec3 linear, belay_vec3 angular,
                         double seconds);

// The placement after free motion for `seconds`, and in *angular the angular velocity then (world frame): the
// centre of mass goes straight, the rotation is that of a body on which no torque acts. Angular momentum and rotational
// energy are kept to rounding, at any turn.
//   - Two equal moments (or three): closed form. With L = I w, the moment I1 across the axis e and I3 about it,
//         w = L / I1 + (1 - I3 / I1) (w . e) e,    R(t) = exp(t L / I1) exp(t (1 - I3 / I1) (w . e) e) R(0).
//   - Three moments: the midpoint rule of Lie-Poisson form in pieces of half a radian or less. In the principal frame
//         L' = exp(-t u) L,   u = I^-1 (L + L') / 2,   R' = R exp(t u),
//     keeps L in the world because L' is L seen from R'; and as L' - L is along (L + L') x u, also
//     (L'.I^-1 L' - L.I^-1 L) / 2 = (L' - L) . u = 0. (Austin, Krishnaprasad and Wang, "Almost Poisson integration of
//     rigid body systems", 1993, with time stretched so that a steady spin turns by exactly t |w|; u solves a quadratic
//     equation then.)
//   - Beyond BL_RIGID_MAX_TURN, or should the rule's equation have no solution that is found: the body is turned about
//     L at the rate (w . L) / |L|, which keeps L and the energy as well but leaves the wobble out; *is_plain says so.
// A body whose rotation is locked does not turn.
belay_pose bl_rigid_flow(const bl_rigid_mass* mass, belay_pose pose, belay_vec3 linear, belay_vec3* angular,
                         double seconds, bool* is_plain);

// The inverse inertia in the world: how the angular velocity answers to an angular impulse. Zero for a locked rotation.
belay_mat33 bl_rigid_spin_response(const bl_rigid_mass* mass, belay_quat principal_to_world);

// The angular acceleration of free motion, I^-1 ((I w) x w), world frame.
belay_vec3 bl_rigid_free_acceleration(const bl_rigid_mass* mass, belay_quat principal_to_world, belay_vec3 w);

// Kinetic energy of the rotation, J.
double bl_rigid_spin_energy(const bl_rigid_mass* mass, belay_quat principal_to_world, belay_vec3 w);

#endif
