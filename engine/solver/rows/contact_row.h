// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contacts between rigid bodies as the matrix-free solver sees them. The off-diagonal blocks of the Delassus operator
// W = H M^-1 H^T never exist: body velocities carry the effect of one contact's impulse to the others.

#ifndef BELAY_ENGINE_SOLVER_CONTACT_ROW_H
#define BELAY_ENGINE_SOLVER_CONTACT_ROW_H

#include "math/mat.h"
#include "solver/local/local_contact.h"

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

// Where a contact acts, and where its slip is measured. Impulses act at the contact instant, along an orthonormal frame
// (n, s, t). On curved ground the slip is that of the interval to come, so it is measured along the tangents and with
// the arms halfway through it (step_warm_start.c says why). Arms go from the centres of mass to the contact point.
typedef struct bl_contact_geometry {
    belay_vec3 frame[3]; // n, s, t
    belay_vec3 arm_a, arm_b;
    belay_vec3 slip_frame[2]; // s, t for the slip
    belay_vec3 slip_arm_a, slip_arm_b;
} bl_contact_geometry;

// One contact. Impulses: with the frame f and ja_i = ra x f_i, jb_i = rb x f_i, the impulse r on A changes the
// velocities by sum f_i r_i / mA and IA^-1 sum ja_i r_i, and B's by the opposite. Velocities: likewise u_i = g_i.(vA -
// vB) + ga_i.wA - gb_i.wB, where g, ga, gb are those of the slip; for the normal they are f, ja, jb. So W = G M^-1 F^T,
// which is symmetric on flat ground and up to O(h) elsewhere.
//
// What an open contact needs, to see that it stays open, comes first: three cache lines of ten.
typedef struct bl_contact_row {
    uint32_t body_a, body_b;
    double r[3];    // impulse on A in the frame: the iterate
    double target;  // m/s, taken off u_N: the law is asked for with u_N - target
    double belt[2]; // m/s, added to u_T: the surfaces' own velocity along the tangents
    belay_vec3 g[3];
    belay_vec3 ga[3], gb[3];
    belay_vec3 f[3];
    belay_vec3 ia[3], ib[3]; // inverse inertia times ja, jb
    double inverse_mass_a, inverse_mass_b;
    bl_local_block block;
    double q[3]; // u_free in that form
} bl_contact_row;

// In two parts, for callers who need to know what impulses do before they know where slip is measured: the bodies and
// what impulses do to them (of the geometry frame and arms are read); then where velocities are measured, and the
// block. target, belt and q are zeroed by the second and left to the caller; the impulse is left alone.
void bl_contact_row_init_push(bl_contact_row* row, uint32_t body_a, uint32_t body_b,
                              const bl_contact_geometry* geometry, const bl_response* response_a,
                              const bl_response* response_b);
void bl_contact_row_init_slip(bl_contact_row* row, const bl_contact_geometry* geometry, double mu);
// Both.
void bl_contact_row_init(bl_contact_row* row, uint32_t body_a, uint32_t body_b, const bl_contact_geometry* geometry,
                         const bl_response* response_a, const bl_response* response_b, double mu);

// u for given velocities of its two bodies.
static inline void bl_contact_row_velocity_of(const bl_contact_row* row, const bl_velocity* a, const bl_velocity* b,
                                              double u[3])
{
    belay_vec3 v = v3_sub(a->linear, b->linear);
    for (int i = 0; i < 3; i++)
        u[i] = v3_dot(row->g[i], v) + v3_dot(row->ga[i], a->angular) - v3_dot(row->gb[i], b->angular);
}

// u_N alone.
static inline double bl_contact_row_normal_velocity(const bl_contact_row* row, const bl_velocity* velocities)
{
    const bl_velocity *a = &velocities[row->body_a], *b = &velocities[row->body_b];
    return v3_dot(row->g[0], v3_sub(a->linear, b->linear)) + v3_dot(row->ga[0], a->angular) -
           v3_dot(row->gb[0], b->angular);
}

static inline void bl_contact_row_velocity(const bl_contact_row* row, const bl_velocity* velocities, double u[3])
{
    bl_contact_row_velocity_of(row, &velocities[row->body_a], &velocities[row->body_b], u);
}

// From the bodies' relative velocity to the one that the law is stated in.
static inline void bl_contact_row_shift(const bl_contact_row* row, double u[3])
{
    u[0] -= row->target;
    u[1] += row->belt[0];
    u[2] += row->belt[1];
}

// Changes the bodies' velocities by the impulse dr (in the contact's frame). What cannot be moved is not written to, as
// several workers may share it.
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
    if (row->inverse_mass_a > 0.0) {
        a->linear = v3_add_scaled(a->linear, row->inverse_mass_a, p);
        a->angular = v3_add(a->angular, wa);
    }
    if (row->inverse_mass_b > 0.0) {
        b->linear = v3_add_scaled(b->linear, -row->inverse_mass_b, p);
        b->angular = v3_sub(b->angular, wb);
    }
}

// The same for a normal impulse alone.
static inline void bl_contact_row_apply_normal(const bl_contact_row* row, double dr, bl_velocity* velocities)
{
    bl_velocity* a = &velocities[row->body_a];
    bl_velocity* b = &velocities[row->body_b];
    if (row->inverse_mass_a > 0.0) {
        a->linear = v3_add_scaled(a->linear, row->inverse_mass_a * dr, row->f[0]);
        a->angular = v3_add_scaled(a->angular, dr, row->ia[0]);
    }
    if (row->inverse_mass_b > 0.0) {
        b->linear = v3_add_scaled(b->linear, -row->inverse_mass_b * dr, row->f[0]);
        b->angular = v3_add_scaled(b->angular, -dr, row->ib[0]);
    }
}

// The block W_ab = G_a M^-1 F_b^T of two contacts, row-major: zero unless they share a body that can move.
void bl_contact_row_coupling(const bl_contact_row* a, const bl_contact_row* b, double block[9]);

#endif
