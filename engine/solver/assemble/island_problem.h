// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From an island with joints or rods to a problem of the library, which knows contacts alone, and back.
//
// All rows of the island obey s = A r + b, with the softness in A. Let c be the rows of contacts and limits and l those
// that are bilateral (locks, springs without a bound, attachments of rods), where s is zero: with A_ll = A_ll^T
//     r_l = -A_ll^+ (b_l + A_lc r_c),   W = A_cc - A_cl A_ll^+ A_lc,   q = b_c - A_cl A_ll^+ b_l.
// A limit of a joint is a contact without friction: its row is the normal, and its two tangents, on which nothing acts,
// have a block of their own. A row that is bounded on both sides is no contact of any kind; islands with one do not
// fit.
//
// A direction in which joints leave a contact no freedom has a W of nothing but rounding. Its impulse is then open, as
// the joints carry whatever it is; it gets a little compliance (BL_ROW_HELD_SHARE), which makes it small and leaves
// velocities as they are.

#ifndef BELAY_ENGINE_SOLVER_ASSEMBLE_ISLAND_PROBLEM_H
#define BELAY_ENGINE_SOLVER_ASSEMBLE_ISLAND_PROBLEM_H

#include "belay/problem.h"
#include "math/semidefinite.h"
#include "solver/newton/rod_newton_internal.h"

// Rows up to which islands fit: A of this many is 72 MB, and its factor takes seconds.
#define BL_ISLAND_PROBLEM_MAX_ROWS 3000

typedef struct bl_island_cone {
    const bl_newton_group* group;
    double sign; // 1, of a limit from above -1: of the normal
} bl_island_cone;

typedef struct bl_island_problem {
    belay_problem* problem; // contacts and limits in the order of the island; r: the impulses that there are
    double natural_squared; // of the best impulses taken: the natural map over all rows, m^2/s^2
    // private
    const belay_allocator* allocator;
    bl_newton_problem all;
    bl_island_cone* cones;
    bl_semidefinite locks;
    uint32_t* lock_rows; // of `all`
    double *half, *lock; // of each row of the problem what bl_semidefinite_half makes of A_lc; one number per lock
    double* dofs;        // of a rod
    void* blocks[5];
    size_t block_sizes[5];
} bl_island_problem;

// Whether the library can express the island's rows, and they are not too many.
bool bl_island_problem_fits(const bl_row_set* set, const uint32_t* order, uint32_t count);
// Of an island that fits. To be given back to the allocator by _fini, whatever the result. Errors: MEMORY.
belay_result bl_island_problem_init(bl_island_problem* p, const bl_row_set* set, const uint32_t* order, uint32_t count,
                                    const bl_velocity* velocities, const belay_allocator* allocator);
void bl_island_problem_fini(bl_island_problem* p);

// The problem's impulses r, put into their cones, and those of the other rows that belong to them. The best of all that
// are taken are kept.
void bl_island_problem_take(bl_island_problem* p, const double* r);
// They become the elements' impulses; velocities change with them. Something has been taken.
void bl_island_problem_give_back(const bl_island_problem* p, const bl_row_set* set, bl_velocity* velocities);

#endif
