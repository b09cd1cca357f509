// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Frictional contact at the nodes of a deformable body (cloth, a rope, a lattice), in the velocities of the nodes:
//     M v = f + sum over contacts of E^T r (on `node`) - E^T r (on `other`),
//     u = E (v_node - v_other) + offset,   u and r obey the Signorini-Coulomb law (problem.h),
// solved by the nodal Gauss-Seidel method of Li et al. 2018, secs. 4 and 6. M is sparse where its inverse, and with it
// the Delassus operator, is dense.

#ifndef BELAY_NODAL_H
#define BELAY_NODAL_H

#include "belay/method.h"

#ifdef __cplusplus
extern "C" {
#endif

// A contact of a node with an obstacle or another node.
typedef struct belay_nodal_contact {
    int32_t node;     // the node that the impulse acts on
    int32_t other;    // the node that its opposite acts on (self-contact); -1: an obstacle
    double frame[9];  // E: rows normal (from `other` to `node`), tangent 1, tangent 2, orthonormal
    double offset[3]; // in that frame, m/s: minus the obstacle's velocity, and in the normal what the gap allows
    double mu;        // >= 0
} belay_nodal_contact;

// M in rows of 3x3 blocks, as W in belay_problem: block k of row i has columns 3 * column[k] ..., ascending, without
// repetition, the diagonal block always there. Diagonal blocks must be regular; M should be positive definite. A node
// may have any number of contacts. The arrays are only read.
typedef struct belay_nodal_problem {
    int32_t node_count;       // >= 0
    int32_t block_count;      // of M
    int32_t contact_count;    // >= 0
    const int32_t* row_start; // [node_count + 1]
    const int32_t* column;    // [block_count]
    const double* blocks;     // [9 block_count], row-major, kg
    const double* f;          // [3 node_count], N s: M times the velocity that the nodes would have without contacts
    const belay_nodal_contact* contacts; // [contact_count]
} belay_nodal_problem;

// Solves for v [3 node_count] and r [3 contact_count, local frames]; both hold a first guess on entry. Options used:
// tolerance, max_iterations (sweeps), budget_seconds, history. The residual of the report has the same functions as
// elsewhere, with the local weight w = tr(E (M_ii^-1 + M_jj^-1) E^T) / 3, divided by the length of all M_ii^-1 f_i and
// offsets together; `natural` also counts what is left of each node's own equation, |M_ii^-1 (M v - f - ...)_i|. The
// best iterate is returned; plain_natural repeats `natural`. A null allocator: the C library's. Errors: VALUE (a number
// out of range or not finite, a bad index, a frame that is not orthonormal, a singular diagonal block), MEMORY; v and r
// are then unchanged.
belay_result belay_nodal_solve(const belay_nodal_problem* problem, const belay_solve_options* options,
                               const belay_allocator* allocator, double* v, double* r, belay_solve_report* report,
                               belay_error* error);

#ifdef __cplusplus
}
#endif

#endif
