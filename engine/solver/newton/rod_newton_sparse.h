// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The linear system of a Newton step on rods, solved in the velocities of the rods and bodies instead of in the
// contacts' rows. With F + A ds + B dr = 0 of each group, ds = du + a dr (a: softness, proximal term, damping), du =
// H dv, Mhat dv = P^T dr (H: where velocities are measured, P: where impulses act; the same on rods),
//
//     dr = D - G du,    G = (a A + B)^-1 A,    D = -(a A + B)^-1 F,    (Mhat + P^T G H) dv = P^T D.
//
// Mhat of a rod is a band matrix, and a contact adds to it where it touches only, so the matrix is sparse: round a drum
// it stays a band, and where strands lie on each other the order of elimination folds the rod up along them. Dense in
// the rows it takes n^3, this about n. The price is the term a, at least LEAST_COMPLIANCE of W: without it what sticks
// would be infinitely stiff.
//
// Dofs go four by four into the blocks of block_lu.h, as nodes have them; six by six where there are bodies alone.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_ROD_NEWTON_SPARSE_H
#define BELAY_ENGINE_SOLVER_NEWTON_ROD_NEWTON_SPARSE_H

#include "solver/newton/block_lu.h"
#include "solver/newton/newton_term.h"
#include "solver/rows/row_set.h"

// Where a group touches one block: numbers[at ...] has H and then P of its rows, `size` each.
typedef struct bl_newton_site {
    uint32_t block, at;
} bl_newton_site;

// Where the block of two sites stands among the factor's values.
typedef struct bl_newton_target {
    uint32_t at;
    bool is_transposed;
} bl_newton_target;

// Work space that keeps its memory. A zeroed one is valid.
typedef struct bl_rod_sparse {
    bl_block_lu factor;
    bool is_ready; // for the island that was begun
    uint32_t size; // of a block
    uint32_t block_count;
    // stb_ds arrays
    uint32_t *rod_block, *body_block; // of the first dofs; meaningless for what is not in the island
    uint32_t* rods;                   // of the island
    bl_block_link* links;
    bl_newton_site* sites;
    uint32_t* site_begin;      // by group, and one more
    bl_newton_target* targets; // of the sites of a group with each other, row by row of them; group after group
    double* numbers;           // of the sites
    double* softness;          // by row
    double* base;              // the factor's values without contacts
    double* terms;             // by group: G, 6 x 6, a A + B of a contact or a of other rows, 9, and D, 6
    double* x;                 // `size` by block
} bl_rod_sparse;

struct bl_newton_group;
struct bl_newton_problem;

void bl_rod_sparse_fini(bl_rod_sparse* sparse);
// Gives it as much room as `other` has. False when memory runs out.
bool bl_rod_sparse_grow_like(bl_rod_sparse* sparse, const bl_rod_sparse* other, const belay_allocator* allocator);

// Prepares for an island of groups. False: no memory. is_ready tells whether all rods have band matrices and a
// factorisation costs no more than max_flops.
bool bl_rod_sparse_begin(bl_rod_sparse* sparse, const bl_row_set* set, const struct bl_newton_group* groups,
                         uint32_t group_count, double max_flops, const belay_allocator* allocator);

// Forms the part of the matrix without contacts.
void bl_rod_sparse_set_base(bl_rod_sparse* sparse, const bl_row_set* set);

// Forms and factors the matrix for the terms of the groups. False when it is singular to working precision.
bool bl_rod_sparse_factor(bl_rod_sparse* sparse, const struct bl_newton_problem* p, double damping);
// The step of the groups that are not open, in p->f, which has F (of bilateral and box rows: s); of open ones it has
// the step. With the factors at hand, as often as asked.
void bl_rod_sparse_solve(bl_rod_sparse* sparse, const struct bl_newton_problem* p);
// Both, of the F that is there.
bool bl_rod_sparse_step(bl_rod_sparse* sparse, const struct bl_newton_problem* p, double damping);

#endif
