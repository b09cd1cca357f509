// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Integrals over one element of a super-helix, all seen from the frame in which it begins, r measured from there and
// g_k = dr/du_k: what a rod needs of an element's mass. Private to this folder.
//
// Sections have mass and, about the tangent d, the rotary inertia `spin`. A section's spin when u changes is
// V u' . d = r . u', as V^T R e = V e = r / s: the gradient of spin by u is r itself.

#ifndef BELAY_ENGINE_MODELS_ROD_SUPER_HELIX_ROD_SUPER_HELIX_ELEMENT_H
#define BELAY_ENGINE_MODELS_ROD_SUPER_HELIX_ROD_SUPER_HELIX_ELEMENT_H

#include "models/rod/super_helix/rod_super_helix_curve.h"

#include <stdint.h>

typedef struct bl_helix_shape {
    belay_vec3 u;     // 1/m
    double length;    // m
    double line_mass; // kg/m
    double spin;      // kg m
} bl_helix_shape;

// For the mass matrix. dm = line_mass ds, di = spin ds.
typedef struct bl_helix_mass {
    double mass;
    belay_vec3 first;    // int r dm
    belay_mat33 second;  // int r r^T dm
    belay_mat33 spin;    // int d d^T di
    belay_vec3 shift[3]; // int g_k dm
    belay_vec3 swing[3]; // int r x g_k dm + int d r_k di
    belay_mat33 own;     // int g_i . g_k dm + int r_i r_k di
} bl_helix_mass;
bl_helix_mass bl_helix_mass_of(const bl_helix_shape* shape);

// The same along one rate du/dt only.
typedef struct bl_helix_flow {
    double mass;
    belay_vec3 first;
    belay_mat33 second, spin;
    belay_vec3 shift; // int r' dm
    belay_vec3 swing; // int r x r' dm + int d (r . u') di
    double own;       // int r'^2 dm + int (r . u')^2 di
} bl_helix_flow;
bl_helix_flow bl_helix_flow_of(const bl_helix_shape* shape, belay_vec3 rate);

// How the first frame moves, seen from itself.
typedef struct bl_helix_motion {
    belay_vec3 velocity;             // m/s, of its origin
    belay_vec3 angular;              // rad/s
    belay_vec3 angular_acceleration; // rad/s^2
    belay_vec3 acceleration;         // m/s^2, of its origin
} bl_helix_motion;

// What it takes to move the element so, u' constant.
typedef struct bl_helix_effort {
    belay_vec3 force, moment; // N; N m about the origin
    double own[3];            // the generalised forces of u
} bl_helix_effort;
bl_helix_effort bl_helix_effort_of(const bl_helix_shape* shape, belay_vec3 rate, const bl_helix_motion* motion);
// The motion of the frame in which it ends, seen from that frame.
bl_helix_motion bl_helix_motion_at_end(const bl_helix_shape* shape, belay_vec3 rate, const bl_helix_motion* motion);

// The momentum that the element had before, as generalised momenta of what it is now: int g_k . (velocity before) dm,
// and so forth. `motion` of the first frame before, seen from itself (accelerations are not used), and `turn` takes
// what is seen from that frame to what is seen from the first frame now.
bl_helix_effort bl_helix_carry_of(const bl_helix_shape* before, belay_vec3 rate, const bl_helix_motion* motion,
                                  const belay_mat33* turn, const bl_helix_shape* now);

// int d^2 r / dx^2 (twice along y = s rate) dm: how the first moment bends when u changes.
belay_vec3 bl_helix_first_second(const bl_helix_shape* shape, belay_vec3 rate);

#endif
