// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contacts between rigid bodies as the matrix-free solver sees them. The off-diagonal blocks of the Delassus operator
// W = H M^-1 H^T never exist: body velocities carry the effect of one contact's impulse to the others.

#ifndef BELAY_ENGINE_SOLVER_CONTACT_ROW_H
#define BELAY_ENGINE_SOLVER_CONTACT_ROW_H

#include "math/mat.h"
#include "solver/local_contact.h"

#include <stdint.h>

// The six velocities of one body: of its centre of mass, and angular, world frame.
typedef struct bl_velocity {
    belay_vec3 linear, angular;
} bl_velocity;

// What an impulse does to a body; zeros for what cannot be moved.
typedef struct bl_response {
    double inverse_mass;
    belay_mat33 inverse_inertia; // world frame, at the contact instant
} bl_response;

// One contact. With the frame f = (n, s, t), the arms ra, rb from the centres of mass to the contact point, and
// ja_i = ra x f_i, jb_i = rb x f_i, the relative velocity is u_i = f_i.(vA - vB) + ja_i.wA - jb_i.wB.
typedef struct bl_contact_row {
    uint32_t body_a, body_b;
    double r[3];   // impulse on A in the frame: the iterate
    double target; // m/s, taken off u_N: the law is asked for with u_N - target
    double q[3];   // u_free - (target, 0, 0)
    belay_vec3 f[3];
    belay_vec3 ja[3], jb[3];
    belay_vec3 ia[3], ib[3]; // inverse inertia times ja, jb
    double inverse_mass_a, inverse_mass_b;
    bl_local_block block;
} bl_contact_row;

// Sets frame, arms, responses and the block; the impulse is zeroed, target and q are left to the caller.
void bl_contact_row_init(bl_contact_row* row, uint32_t body_a, uint32_t body_b, const belay_vec3 frame[3],
                         belay_vec3 arm_a, belay_vec3 arm_b, const bl_response* response_a,
                         const bl_response* response_b, double mu);

static inline void bl_contact_row_velocity(const bl_contact_row* row, const bl_velocity* velocities, double u[3])
{
    const bl_velocity* a = &velocities[row->body_a];
    const bl_velocity* b = &velocities[row->body_b];
    belay_vec3 v = v3_sub(a->linear, b->linear);
    for (int i = 0; i < 3; i++)
        u[i] = v3_dot(row->f[i], v) + v3_dot(row->ja[i], a->angular) - v3_dot(row->jb[i], b->angular);
}

// Changes the bodies' velocities by the impulse dr (in the contact's frame).
static inline void bl_contact_row_apply(const bl_contact_row* row, const double dr[3], bl_velocity* velocities)
{
    bl_velocity* a = &velocities[row->body_a];
    bl_velocity* b = &velocities[row->body_b];
    belay_vec3 p = v3_zero(), wa = v3_zero(), wb = v3_zero();
    for (int i = 0; i < 3; i++) {
        p = v3_add_scaled(p, dr[i], row->f[i]);
        wa = v3_add_scaled(wa, dr[i], row->ia[i]);
        wb = v3_add_scaled(wb, dr[i], row->ib[i]);
    }
    a->linear = v3_add_scaled(a->linear, row->inverse_mass_a, p);
    a->angular = v3_add(a->angular, wa);
    b->linear = v3_add_scaled(b->linear, -row->inverse_mass_b, p);
    b->angular = v3_sub(b->angular, wb);
}

#endif
