// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contacts between rigid bodies as the matrix-free solver sees them. The off-diagonal blocks of the Delassus operator
// W = H M^-1 H^T never exist: body velocities carry the effect of one contact's impulse to the others.

#ifndef BELAY_ENGINE_SOLVER_ROWS_CONTACT_ROW_H
#define BELAY_ENGINE_SOLVER_ROWS_CONTACT_ROW_H

#include "belay/mat.h"
#include "solver/law/local_contact.h"

#include <stdbool.h>
#include <stddef.h>
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

// Where a contact acts: the right-handed orthonormal frame (n, s, n x s) and the arms from the centres of mass to the
// touching points.
typedef struct bl_contact_geometry {
    belay_vec3 n, s;
    belay_vec3 arm_a, arm_b;
} bl_contact_geometry;

// One contact. An impulse p = n r_N + s r_1 + (n x s) r_2 on A changes A's velocities by p / mA and IA^-1 (arm_a x p),
// and B's by the opposite; u is the relative velocity of the touching points in the same frame. So W = H M^-1 H^T,
// which is symmetric but for rounding. A sweep over a large pile goes at the pace of memory. So responses of the bodies
// are not copied, as there are fewer bodies than contacts; of the block there is the matrix alone, as what else a solve
// needs of it (bl_local_matrix_solve) is formed sooner than it is read; and u_free, which sweeps do not look at, stands
// beside the rows (bl_row_set.contact_free). Nine numbers of W and not six: its two halves differ in their last places,
// and so would the impulses.
//
// What an open contact needs, to see that it stays open, comes first, what a sticking one needs next.
typedef struct bl_contact_row {
    uint32_t body_a, body_b;
    double r[3];   // impulse on A in the frame: the iterate
    double target; // m/s, taken off u_N: the law is asked for with u_N - target
    bl_contact_geometry at;
    double belt[2]; // m/s, added to u_T: the surfaces' own velocity along the tangents, and what slip is more than u_T
    double mu;
    double w[9];              // the block W, row-major
    double weight;            // tr(W) / 3: the scale of the residual
    bool is_well_conditioned; // W, in the sense of bl_local_matrix_solve
} bl_contact_row;

// Four cache lines: a sweep over a large pile goes at the pace of memory.
_Static_assert(sizeof(bl_contact_row) <= 256, "every sweep reads the rows of all contacts");

// Sets bodies and geometry, and the block from what impulses do to the bodies. target and belt are zeroed and left to
// the caller; the impulse is left alone.
void bl_contact_row_init(bl_contact_row* row, uint32_t body_a, uint32_t body_b, const bl_contact_geometry* geometry,
                         const bl_response* responses, double mu);

// The directions g of a contact, and arms x g = ga and gb. Impulses along them turn the bodies by fa = IA^-1 ga and fb.
typedef struct bl_contact_jacobian {
    belay_vec3 g[3], ga[3], gb[3];
} bl_contact_jacobian;

typedef struct bl_contact_push {
    belay_vec3 f[3], fa[3], fb[3];
} bl_contact_push;

void bl_contact_row_jacobian(const bl_contact_row* row, bl_contact_jacobian* jacobian);
void bl_contact_row_push(const bl_contact_row* row, const bl_response* responses, bl_contact_push* push);

// Asks the memory for a row that will be needed soon.
static inline void bl_contact_row_prefetch(const bl_contact_row* row)
{
#if defined(__GNUC__)
    for (size_t i = 0; i < sizeof *row; i += 64)
        __builtin_prefetch((const char*)row + i, 1);
#else
    (void)row;
#endif
}

static inline belay_vec3 bl_contact_frame(const bl_contact_geometry* at, int i)
{
    return i == 0 ? at->n : i == 1 ? at->s : v3_cross(at->n, at->s);
}

// An impulse on A, in the frame, in the world.
static inline belay_vec3 bl_contact_impulse(const bl_contact_geometry* at, const double r[3])
{
    belay_vec3 p = v3_add_scaled(v3_scale(r[0], at->n), r[1], at->s);
    return v3_add_scaled(p, r[2], v3_cross(at->n, at->s));
}

// Of A against B, at the touching points.
static inline belay_vec3 bl_contact_relative(const bl_contact_geometry* at, const bl_velocity* a, const bl_velocity* b)
{
    belay_vec3 v = v3_sub(v3_add(a->linear, v3_cross(a->angular, at->arm_a)), b->linear);
    return v3_sub(v, v3_cross(b->angular, at->arm_b));
}

// u for given velocities of its two bodies.
static inline void bl_contact_row_velocity_of(const bl_contact_row* row, const bl_velocity* a, const bl_velocity* b,
                                              double u[3])
{
    const bl_contact_geometry* at = &row->at;
    belay_vec3 v = bl_contact_relative(at, a, b);
    u[0] = v3_dot(at->n, v);
    u[1] = v3_dot(at->s, v);
    u[2] = v3_dot(v3_cross(at->n, at->s), v);
}

// u_N alone.
static inline double bl_contact_row_normal_velocity(const bl_contact_row* row, const bl_velocity* velocities)
{
    return v3_dot(row->at.n, bl_contact_relative(&row->at, &velocities[row->body_a], &velocities[row->body_b]));
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

// Changes the bodies' velocities by the impulse p on A. What cannot be moved is not written to, as several workers may
// share it.
static inline void bl_contact_push_bodies(const bl_contact_row* row, belay_vec3 p, const bl_response* responses,
                                          bl_velocity* velocities)
{
    const bl_response *of_a = &responses[row->body_a], *of_b = &responses[row->body_b];
    if (of_a->inverse_mass > 0.0) {
        bl_velocity* a = &velocities[row->body_a];
        a->linear = v3_add_scaled(a->linear, of_a->inverse_mass, p);
        a->angular = v3_add(a->angular, m3_mul_v3(of_a->inverse_inertia, v3_cross(row->at.arm_a, p)));
    }
    if (of_b->inverse_mass > 0.0) {
        bl_velocity* b = &velocities[row->body_b];
        b->linear = v3_add_scaled(b->linear, -of_b->inverse_mass, p);
        b->angular = v3_sub(b->angular, m3_mul_v3(of_b->inverse_inertia, v3_cross(row->at.arm_b, p)));
    }
}

// The same for dr in the contact's frame.
static inline void bl_contact_row_apply(const bl_contact_row* row, const double dr[3], const bl_response* responses,
                                        bl_velocity* velocities)
{
    bl_contact_push_bodies(row, bl_contact_impulse(&row->at, dr), responses, velocities);
}

// The block W_ab = G_a M^-1 F_b^T of two contacts, row-major: zero unless they share a body that can move.
void bl_contact_row_coupling(const bl_contact_row* a, const bl_contact_row* b, const bl_response* responses,
                             double block[9]);

#endif
