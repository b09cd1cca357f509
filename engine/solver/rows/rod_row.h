// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contacts and holds of elastic rods as the solver sees them. What an impulse does to a rod is not told by a mass and
// an inertia: Mhat^-1 of a rod is full. So of each rod the Delassus operator W = H Mhat^-1 H^T over all rows that act
// on it is assembled, and the rows' velocities are carried along: an impulse dr on a row adds a column of W to them.
// The other side of a row may be a second rod (its own W) or a rigid body, which stays matrix-free (contact_row.h).

#ifndef BELAY_ENGINE_SOLVER_ROWS_ROD_ROW_H
#define BELAY_ENGINE_SOLVER_ROWS_ROD_ROW_H

#include "math/band.h"
#include "solver/rows/contact_row.h"

#define BL_ROD_MAX_ROWS 6
#define BL_NO_ROD UINT32_MAX

typedef enum bl_rod_law {
    BL_ROD_UNILATERAL, // three rows [N, T1, T2]: Signorini-Coulomb
    BL_ROD_BILATERAL,  // up to six rows: u - target + softness r = 0
    BL_ROD_BOUNDED,    // three rows: the same, but |r| <= cap, and at the cap u - target + softness r opposed to r
} bl_rod_law;

// Where the rows of an element stand among those of a rod.
typedef struct bl_rod_side {
    uint32_t rod;  // number of the coupling; BL_NO_ROD: none
    uint32_t at;   // first row
    uint32_t span; // first of its spans
} bl_rod_side;

// A row of an element as a row of H: over the dofs [first, first + count) of the rod stand values[at ...]. A row with
// two places on one rod has two spans.
typedef struct bl_rod_row_span {
    uint32_t row, first, count, at;
} bl_rod_row_span;

// Rows with one law. u_k = (rods' part) - linear_k . v_B - angular_k . w_B, and an impulse r_k changes the velocities
// of body B by -linear_k r_k / m and -response_k r_k.
typedef struct bl_rod_element {
    bl_rod_side side[2];
    bl_rod_law law;
    uint32_t count; // rows
    uint32_t body;  // index of B; what cannot be moved: inverse mass and responses zero
    double inverse_mass;
    belay_vec3 linear[BL_ROD_MAX_ROWS], angular[BL_ROD_MAX_ROWS], response[BL_ROD_MAX_ROWS];
    double r[BL_ROD_MAX_ROWS];      // impulses: the iterate
    double target[BL_ROD_MAX_ROWS]; // m/s, taken off u: of a contact what the gap asks for, and how fast belts run
    double size;                    // m/s, of turns rad/s: of what makes the target, which rounds by its last places
    double bias[3];                 // of the first of these, the bias velocity that takes a position error back
    double softness[BL_ROD_MAX_ROWS];
    double cap;                // N s
    double mu;                 // Coulomb's
    double q[BL_ROD_MAX_ROWS]; // u_free - target
    // From bl_rod_element_init:
    double w[BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS];       // of its own rows, with the softness, count x count
    double inverse[BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS]; // of that
    double weight;                                     // mean of the diagonal of W: the scale of its residual
    bl_local_block block;                              // of a contact
} bl_rod_element;

// One rod with all rows that act on it. Arrays belong to the caller.
typedef struct bl_rod_coupling {
    uint32_t count;  // rows
    uint32_t stride; // of w, >= count, a multiple of 4; what is beyond the rows is zero
    double* w;       // count x stride, symmetric
    double* u;       // stride: velocity of each row by the motion of this rod, with the impulses of all
    // What W is made of, for methods that go by the rod's own dofs. Spans element by element.
    bl_band factor;  // of Mhat, or of what is left of it on dofs from `origin` on; a null: it is not a band matrix
    uint32_t origin; // dof of the factor's first unknown
    uint32_t from;   // no row acts on dofs before it
    const bl_rod_row_span* spans;
    const double* values;
    uint32_t span_count;
    // Of a rod with many rows (rod_matrix_free.h) w is null, u is without impulses, and there are, over dofs from
    // `origin` on:
    uint32_t dof_count;
    double* v;             // what impulses have changed of their velocities
    double* workspace;     // BL_ROD_MATRIX_FREE_LANES for each, with a band matrix; else null
    bl_band inverse;       // of Mhat, within the band
    const double* columns; // Mhat^-1 H^T of a Mhat that is no band matrix, dof_count x stride; else null
} bl_rod_coupling;

typedef struct bl_rod_set {
    bl_rod_element* elements;
    uint32_t count;
    bl_rod_coupling* couplings;
    uint32_t coupling_count;
    // Solves one contact; null: bl_local_contact_solve.
    bl_local_fn* local;
} bl_rod_set;

// Velocities of an element's rows.
void bl_rod_element_velocity(const bl_rod_set* set, const bl_rod_element* e, const bl_velocity* velocities, double* u);

// Adds impulses dr (one per row) to the rods' and the body's velocities; e->r is left alone.
void bl_rod_element_apply(const bl_rod_set* set, const bl_rod_element* e, const double* dr, bl_velocity* velocities);
// The same for all but rods without W, which are to be refreshed (rod_matrix_free.h) once all elements have their
// impulses.
void bl_rod_element_apply_some(const bl_rod_set* set, const bl_rod_element* e, const double* dr,
                               bl_velocity* velocities);
// The body's part of it, and of the rows' velocities.
void bl_rod_element_push_body(const bl_rod_element* e, const double* dr, bl_velocity* velocities);
void bl_rod_element_body_velocity(const bl_rod_element* e, const bl_velocity* velocities, double* u);
// Floating-point operations of applying impulses.
double bl_rod_element_flops(const bl_rod_set* set, const bl_rod_element* e);

// Fills what solving needs; the couplings' w and all that stands before it in the element are set. False when the rows
// of a hold contradict each other (they depend on one another and are not soft), or nothing can move a contact along
// its normal: then it is to be left out.
bool bl_rod_element_init(const bl_rod_set* set, bl_rod_element* e);

// Solves the element for the present velocities and applies the change. Returns |weight dr|^2, the measure of the
// change. *failures counts one-contact problems without a solution.
double bl_rod_element_solve(const bl_rod_set* set, bl_rod_element* e, bl_velocity* velocities, int* failures);

// The scaled natural map, squared: of a contact as in solver/law/residual.h, of a hold that of joint_row.h.
double bl_rod_element_natural_squared(const bl_rod_set* set, const bl_rod_element* e, const bl_velocity* velocities);

// That of a hold, given by its numbers: |weight r - P(weight r - scale s)|^2, P the ball of radius weight cap (cap
// HUGE_VAL: scale s). scale = tr(W) / tr(A) takes off s what softness adds to it.
double bl_rod_hold_natural_squared(uint32_t count, double weight, double scale, double cap, const double* r,
                                   const double* s);
double bl_rod_hold_scale(const bl_rod_element* e);

// What it is compared with: |q|^2; of a hold no more than its cap can change.
double bl_rod_element_free_squared(const bl_rod_element* e);

#endif
