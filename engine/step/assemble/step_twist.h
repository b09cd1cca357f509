// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What turning does at a contact of solids that are bent differently in two directions (the twists of a
// bl_manifold_point): an ellipsoid that rolls lifts its middle, and what touches runs over it.

#include "store/state.h"

#ifndef BELAY_ENGINE_STEP_ASSEMBLE_STEP_TWIST_H
#define BELAY_ENGINE_STEP_ASSEMBLE_STEP_TWIST_H

typedef struct bl_twist {
    belay_vec3 velocity; // m/s, by which the references move less along the surface than they move
    double centripetal;  // m, second-order change of the gap over a step
    double angle;        // rad, by which the solids tilt in it
} bl_twist;

static inline bool bl_is_twisted(const bl_manifold_point* p)
{
    return v3_length_squared(p->twist_a) > 0.0 || v3_length_squared(p->twist_b) > 0.0;
}

// With spins wa and wb of A and B; h < 0: for the interval before.
bl_twist bl_step_twist(const bl_manifold_point* p, belay_vec3 wa, belay_vec3 wb, double h);

// How much faster what touches goes halfway through the interval to come than at its beginning, of A against B: the
// place has run on over the surface, and free motion changes the spin. `nu` is the change of the normal until then.
belay_vec3 bl_step_twist_slip(const bl_step_scratch* scratch, const bl_step_contact* c, const bl_contact_row* row,
                              belay_vec3 nu, belay_vec3 wa, belay_vec3 wb, double h);

#endif
