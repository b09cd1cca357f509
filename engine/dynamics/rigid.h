// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The motion of one rigid body: its inertia, its free rotation, and moving it with a velocity.
//
// The step takes place between *mid* placements, the contact instants: q_mid(k+1) = q_mid(k) + h v+(k), rotations by
// the exponential map (DESIGN's theta scheme q_mid = q + h (1 - theta) v, q+ = q_mid + h theta v+ seen from one q_mid
// to the next). So a velocity belongs to the interval between two mid placements, and the angular momentum that goes
// with it is taken at the middle of that interval.

#ifndef BELAY_ENGINE_DYNAMICS_RIGID_H
#define BELAY_ENGINE_DYNAMICS_RIGID_H

#include "belay/result.h"
#include "math/quat.h"

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

// The placement after moving for `seconds` with the velocity of the centre of mass and the angular velocity.
belay_pose bl_rigid_move(const bl_rigid_mass* mass, belay_pose pose, belay_vec3 linear, belay_vec3 angular,
                         double seconds);

// The angular velocity w' after the mid placement, from w before it and the angular impulse of the applied torques, all
// in the world frame, for a body whose principal frame at the mid placement is principal_to_world. It solves
//     exp(h/2 w') I w'  =  exp(h/2 w)^T I w + impulse       (frame of the mid placement, I the inertia there)
// which says: the momentum at the middle of the next interval is that at the middle of the last one plus the impulse.
// exp(h/2 w) leaves w alone, so w and w' need no turning themselves. Momentum is conserved exactly; the map is its own
// inverse under h -> -h, so the energy of a free body oscillates by O(h^2 w^2) and has no drift. *fell_back is set when
// Newton's method did not converge (|w| h beyond about 1): then the inertia of the mid placement is used for the whole
// step, I w' = the right-hand side, which conserves the momentum in another sense and keeps w' finite.
belay_vec3 bl_rigid_free_spin(const bl_rigid_mass* mass, belay_quat principal_to_world, belay_vec3 w,
                              belay_vec3 impulse, double h, bool* fell_back);

// How the angular velocity after the mid placement answers to an angular impulse l there, w' = response l, to first
// order about w' = w: the inverse of the derivative I + h/2 ([w]x I - [I w]x) of the momentum in bl_rigid_free_spin
// (its O(h^2) part left out), in the world frame. For a ball it is I^-1; for a fast top it turns a torque by half the
// angle of a step about the spin, without which precession would drift. Not symmetric. Zero for a locked rotation.
belay_mat33 bl_rigid_spin_response(const bl_rigid_mass* mass, belay_quat principal_to_world, belay_vec3 w, double h);

#endif
