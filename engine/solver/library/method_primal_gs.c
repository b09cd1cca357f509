// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The sweeps of a nodal problem (nodal_sweep.h) serve W, q, mu where W is regular: then u = W r + q is W^-1 u = W^-1 q
// + r, and contacts are nodes.

#include "solver/library/contact_lu.h"
#include "solver/library/method_tolerances.h"
#include "solver/library/nodal_sweep.h"
#include "solver/library/solve.h"

#include <math.h>
#include <string.h>

// The nodal problem M = W^-1, f = M q whose node velocities are the u of the contacts.
typedef struct condensed {
    bl_block_lu lu;
    int32_t* row_start;
    int32_t* column;
    double* blocks;
    double* f;
    double* image; // [3n] a column of W^-1
    belay_nodal_contact* contacts;
} condensed;

static bool allocate_condensed(bl_solve* solve, condensed* d)
{
    size_t n = (size_t)solve->n;
    d->row_start = bl_solve_allocate(solve, (n + 1) * sizeof *d->row_start);
    d->column = bl_solve_allocate(solve, n * n * sizeof *d->column);
    d->blocks = bl_solve_allocate(solve, 9 * n * n * sizeof *d->blocks);
    d->f = bl_solve_allocate(solve, 3 * n * sizeof *d->f);
    d->image = bl_solve_allocate(solve, 3 * n * sizeof *d->image);
    d->contacts = bl_solve_allocate(solve, n * sizeof *d->contacts);
    return !solve->is_out_of_memory;
}

static bool factor_operator(bl_solve* solve, condensed* d)
{
    const belay_problem* p = solve->problem;
    if (!bl_contact_lu_analyse(&d->lu, solve)) return false;
    bl_block_lu_clear(&d->lu);
    for (int32_t a = 0; a < p->contact_count; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            bl_block_lu_add(&d->lu, (uint32_t)a, (uint32_t)p->column[k], p->blocks + 9 * (size_t)k);
    return bl_contact_lu_run(&d->lu, solve, NULL, BL_PRIMAL_SINGULAR);
}

// Column by column. False when time runs out or W turns out to be singular.
static bool invert_operator(bl_solve* solve, condensed* d)
{
    size_t n = (size_t)solve->n;
    double trace = 0.0;
    for (size_t j = 0; j < 3 * n; j++) {
        if (bl_solve_is_over(solve)) return false;
        memset(d->image, 0, 3 * n * sizeof *d->image);
        d->image[j] = 1.0;
        bl_block_lu_solve(&d->lu, d->image, d->image);
        trace += fabs(d->image[j]) * solve->weight[j / 3];
        if (!(trace * BL_PRIMAL_SINGULAR < 1.0)) return false;
        for (size_t i = 0; i < 3 * n; i++)
            d->blocks[9 * (n * (i / 3) + j / 3) + 3 * (i % 3) + j % 3] = d->image[i];
    }
    return true;
}

static void fill_condensed(const bl_solve* solve, condensed* d)
{
    int32_t n = solve->n;
    for (int32_t a = 0; a < n; a++) {
        d->row_start[a + 1] = n * (a + 1);
        for (int32_t b = 0; b < n; b++)
            d->column[n * a + b] = b;
        belay_nodal_contact contact = {a, -1, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}, solve->problem->mu[a]};
        d->contacts[a] = contact;
    }
    bl_block_lu_solve(&d->lu, solve->problem->q, d->f);
}

static bool condense(bl_solve* solve, condensed* d)
{
    bool ok = allocate_condensed(solve, d) && factor_operator(solve, d) && invert_operator(solve, d);
    if (ok) fill_condensed(solve, d);
    bl_block_lu_fini(&d->lu);
    return ok;
}

// STALLED at once where W is singular (see BL_PRIMAL_SINGULAR), since then no masses are behind the
// contacts' velocities, or where W^-1 would be too large.
belay_solve_status bl_method_primal_gs(bl_solve* solve, double* r)
{
    condensed d = {0};
    if (solve->n > BL_PRIMAL_MAX_CONTACTS || !condense(solve, &d)) return BELAY_SOLVE_STALLED;
    bl_nodal_gs s = {.p = {solve->n, solve->n * solve->n, solve->n, d.row_start, d.column, d.blocks, d.f, d.contacts}};
    char* base = bl_solve_allocate(solve, bl_nodal_gs_lay_out(&s, NULL));
    if (base == NULL) return BELAY_SOLVE_STALLED;
    bl_nodal_gs_lay_out(&s, base);
    int32_t where = 0;
    if (!bl_nodal_gs_set_up(&s, &where)) return BELAY_SOLVE_STALLED;
    memcpy(s.r, r, 3 * (size_t)solve->n * sizeof *r);
    bl_problem_multiply(solve->problem, s.r, s.v);
    do
        bl_nodal_gs_sweep(&s);
    while (!bl_solve_observe(solve, s.r));
    return BELAY_SOLVE_STALLED;
}
