// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/assemble/island_problem.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "math/cone.h"
#include "solver/newton/newton_groups.h"
#include "solver/rows/rod_matrix_free.h"
#include "solver/rows/row_tolerances.h"

#include <string.h>

// What a group is in the problem.
typedef enum group_part {
    PART_NONE, // it has no rows, or one whose impulse is zero
    PART_CONE,
    PART_LOCK,
    PART_UNFIT
} group_part;

static group_part part_of(const bl_newton_group* g)
{
    if (g->count == 0) return PART_NONE;
    if (g->law == BL_NEWTON_UNILATERAL) return PART_CONE;
    if (g->law == BL_NEWTON_BILATERAL) return PART_LOCK;
    if (g->law == BL_NEWTON_BOUNDED) return g->cap < HUGE_VAL ? PART_UNFIT : PART_LOCK;
    bool is_free_below = g->lower == -HUGE_VAL, is_free_above = g->upper == HUGE_VAL;
    if (is_free_below && is_free_above) return PART_LOCK;
    if (g->lower == 0.0 && g->upper == 0.0) return PART_NONE;
    bool is_limit = (g->lower == 0.0 && is_free_above) || (is_free_below && g->upper == 0.0);
    return is_limit ? PART_CONE : PART_UNFIT;
}

bool bl_island_problem_fits(const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t rows = 0;
    for (uint32_t k = 0; k < count; k++) {
        bl_newton_group groups[BL_JOINT_MAX_ROWS];
        bl_newton_grouping grouping = {groups, 0, 0};
        bl_newton_add_groups(set, order[k], &grouping);
        rows += grouping.rows;
        if (rows > BL_ISLAND_PROBLEM_MAX_ROWS) return false;
        for (uint32_t i = 0; i < grouping.count; i++)
            if (part_of(&groups[i]) == PART_UNFIT) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------------------------

static void* take_block(bl_island_problem* p, int at, size_t count, size_t size)
{
    p->block_sizes[at] = (count + 1) * size;
    return p->blocks[at] = bl_allocate(p->allocator, p->block_sizes[at]);
}

void bl_island_problem_fini(bl_island_problem* p)
{
    for (size_t k = 0; k < sizeof p->blocks / sizeof p->blocks[0]; k++)
        bl_free(p->allocator, p->blocks[k], p->block_sizes[k]);
    belay_problem_destroy(p->problem);
}

static bool list_groups(bl_island_problem* p, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t groups, rows;
    bool fits = bl_newton_count_groups(set, order, count, &groups, &rows);
    BELAY_ASSERT(fits);
    (void)fits;
    bl_newton_grouping grouping = {take_block(p, 0, groups, sizeof(bl_newton_group)), 0, 0};
    p->cones = take_block(p, 1, groups, sizeof *p->cones);
    p->lock_rows = take_block(p, 2, 2 * (size_t)rows, sizeof *p->lock_rows);
    if (grouping.groups == NULL || p->cones == NULL || p->lock_rows == NULL) return false;
    for (uint32_t k = 0; k < count; k++)
        bl_newton_add_groups(set, order[k], &grouping);
    p->all.groups = grouping.groups;
    p->all.group_count = grouping.count;
    p->all.n = grouping.rows;
    p->all.stride = (grouping.rows + BL_NEWTON_STRIDE - 1) / BL_NEWTON_STRIDE * BL_NEWTON_STRIDE;
    return true;
}

static int32_t count_cones(const bl_island_problem* p)
{
    int32_t cones = 0;
    for (uint32_t k = 0; k < p->all.group_count; k++)
        cones += part_of(&p->all.groups[k]) == PART_CONE ? 1 : 0;
    return cones;
}

// Cones and locks are listed. Returns how many locks there are.
static uint32_t list_parts(bl_island_problem* p)
{
    uint32_t locks = 0;
    int32_t cones = 0;
    for (uint32_t k = 0; k < p->all.group_count; k++) {
        const bl_newton_group* g = &p->all.groups[k];
        group_part part = part_of(g);
        if (part == PART_CONE) {
            bool is_above = g->law == BL_NEWTON_BOX && g->upper == 0.0;
            p->cones[cones++] = (bl_island_cone){g, is_above ? -1.0 : 1.0};
        }
        for (uint32_t i = 0; part == PART_LOCK && i < g->count; i++)
            p->lock_rows[locks++] = g->first + i;
    }
    return locks;
}

enum { VECTORS = 6 };

// Of a rod without W; substitution goes by fours.
static size_t most_dofs(const bl_rod_set* rods)
{
    size_t most = 0;
    for (uint32_t k = 0; k < rods->coupling_count; k++)
        if (bl_rod_is_matrix_free(&rods->couplings[k]) && rods->couplings[k].dof_count > most)
            most = rods->couplings[k].dof_count;
    return most + BL_NEWTON_STRIDE;
}

// Behind lock_rows stand the pivots.
static bool make_room(bl_island_problem* p, const bl_row_set* set, int32_t cones, uint32_t locks)
{
    bl_newton_problem* all = &p->all;
    size_t vectors = (all->n + (size_t)VECTORS) * all->stride, dofs = most_dofs(&set->rods);
    size_t of_locks = bl_semidefinite_doubles(locks) + locks + 3 * (size_t)cones * locks;
    double* at = take_block(p, 3, vectors + of_locks + dofs, sizeof *at);
    if (at == NULL) return false;
    double** each[VECTORS] = {&all->b, &all->r, &all->s, &all->next, &all->next_s, &all->best};
    for (int k = 0; k < VECTORS; k++, at += all->stride)
        *each[k] = at;
    all->a = at;
    at += (size_t)all->n * all->stride;
    bl_semidefinite_bind(&p->locks, locks, at, p->lock_rows + locks);
    p->lock = at + bl_semidefinite_doubles(locks);
    p->half = p->lock + locks;
    p->dofs = p->half + 3 * (size_t)cones * locks;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// A
// ---------------------------------------------------------------------------------------------------------------------

// The part of one row of an element by way of a rod without W: x = Mhat^-1 H^T of it, seen by all that touch the rod.
static void add_column_of_rod(const bl_newton_problem* all, const bl_row_set* set, uint32_t rod, const double* x,
                              double* column)
{
    const bl_rod_coupling* c = &set->rods.couplings[rod];
    for (uint32_t k = 0; k < all->group_count; k++) {
        const bl_newton_group* g = &all->groups[k];
        if (!bl_row_set_is_rod(set, g->element)) continue;
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++)
            if (e->side[i].rod == rod) bl_rod_matrix_free_read(c, &e->side[i], e->count, x, column + g->first);
    }
}

static void add_matrix_free_rods(const bl_island_problem* p, const bl_row_set* set)
{
    const bl_newton_problem* all = &p->all;
    for (uint32_t k = 0; k < all->group_count; k++) {
        const bl_newton_group* g = &all->groups[k];
        if (!bl_row_set_is_rod(set, g->element)) continue;
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++) {
            const bl_rod_coupling* c = &set->rods.couplings[e->side[i].rod];
            for (uint32_t row = 0; bl_rod_is_matrix_free(c) && row < g->count; row++) {
                bl_rod_matrix_free_column(c, &e->side[i], e->count, row, p->dofs);
                add_column_of_rod(all, set, e->side[i].rod, p->dofs, all->a + (g->first + row) * (size_t)all->stride);
            }
        }
    }
}

static double a_at(const bl_newton_problem* all, uint32_t i, uint32_t j)
{
    return all->a[(size_t)j * all->stride + i];
}

static void factor_locks(bl_island_problem* p)
{
    bl_semidefinite* f = &p->locks;
    for (uint32_t i = 0; i < f->n; i++)
        for (uint32_t j = 0; j < f->n; j++)
            f->a[(size_t)i * f->n + j] = a_at(&p->all, p->lock_rows[i], p->lock_rows[j]);
    bl_semidefinite_factor(f);
}

// ---------------------------------------------------------------------------------------------------------------------
// The problem
// ---------------------------------------------------------------------------------------------------------------------

static void set_halves(bl_island_problem* p, int32_t cones)
{
    uint32_t n = p->locks.n;
    for (int32_t a = 0; a < cones; a++)
        for (uint32_t i = 0; i < p->cones[a].group->count; i++) {
            for (uint32_t k = 0; k < n; k++)
                p->lock[k] = a_at(&p->all, p->lock_rows[k], p->cones[a].group->first + i);
            bl_semidefinite_half(&p->locks, p->lock, p->half + (3 * (size_t)a + i) * n);
        }
}

// W of row i of a cone by row j of another, the normals' signs left out.
static double reduced(const bl_island_problem* p, int32_t a, uint32_t i, int32_t b, uint32_t j)
{
    const double* of_a = p->half + (3 * (size_t)a + i) * p->locks.n;
    const double* of_b = p->half + (3 * (size_t)b + j) * p->locks.n;
    double sum = 0.0;
    for (uint32_t k = 0; k < p->locks.rank; k++)
        sum += of_a[k] * of_b[k];
    return a_at(&p->all, p->cones[a].group->first + i, p->cones[b].group->first + j) - sum;
}

// W as one matrix of 3 cones x 3 cones, row-major.
static void form_w(const bl_island_problem* p, int32_t cones, double* w)
{
    size_t stride = 3 * (size_t)cones;
    for (int32_t a = 0; a < cones; a++)
        for (int32_t b = 0; b < cones; b++)
            for (uint32_t i = 0; i < p->cones[a].group->count; i++)
                for (uint32_t j = 0; j < p->cones[b].group->count; j++)
                    w[(3 * (size_t)a + i) * stride + 3 * (size_t)b + j] =
                        p->cones[a].sign * p->cones[b].sign * reduced(p, a, i, b, j);
}

// Directions that locks leave no freedom, and the tangents of limits.
static void complete_w(const bl_island_problem* p, int32_t cones, double* w)
{
    size_t stride = 3 * (size_t)cones;
    for (size_t k = 0; k < stride; k++) {
        const bl_newton_group* g = p->cones[k / 3].group;
        double* own = &w[k * stride + k];
        if (k % 3 >= g->count) {
            *own = g->own;
            continue;
        }
        double of_a = a_at(&p->all, g->first + (uint32_t)(k % 3), g->first + (uint32_t)(k % 3));
        if (*own > BL_ROW_HELD * of_a) continue;
        for (size_t l = 0; l < stride; l++)
            w[k * stride + l] = w[l * stride + k] = 0.0;
        *own = BL_ROW_HELD_SHARE * of_a;
    }
}

static bool is_coupled(const double* w, size_t stride, int32_t a, int32_t b)
{
    if (a == b) return true;
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++)
            if (w[(3 * (size_t)a + i) * stride + 3 * (size_t)b + j] != 0.0 ||
                w[(3 * (size_t)b + j) * stride + 3 * (size_t)a + i] != 0.0)
                return true;
    return false;
}

static void set_blocks(belay_problem* to, const double* w)
{
    size_t stride = 3 * (size_t)to->contact_count;
    int32_t at = 0;
    for (int32_t a = 0; a < to->contact_count; a++) {
        for (int32_t b = 0; b < to->contact_count; b++) {
            if (!is_coupled(w, stride, a, b)) continue;
            for (size_t k = 0; k < 9; k++)
                to->blocks[9 * (size_t)at + k] = w[(3 * (size_t)a + k / 3) * stride + 3 * (size_t)b + k % 3];
            to->column[at++] = b;
        }
        to->row_start[a + 1] = at;
    }
}

static void set_vectors(bl_island_problem* p)
{
    const bl_newton_problem* all = &p->all;
    const uint32_t* locks = p->lock_rows;
    double* x = p->lock;
    for (uint32_t k = 0; k < p->locks.n; k++)
        all->next[k] = all->b[locks[k]];
    bl_semidefinite_solve(&p->locks, all->next, x);
    for (int32_t a = 0; a < p->problem->contact_count; a++) {
        const bl_island_cone* c = &p->cones[a];
        p->problem->mu[a] = c->group->law == BL_NEWTON_UNILATERAL ? c->group->mu : 0.0;
        for (uint32_t i = 0; i < c->group->count; i++) {
            uint32_t row = c->group->first + i;
            double q = all->b[row];
            for (uint32_t k = 0; k < p->locks.n; k++)
                q -= a_at(all, row, locks[k]) * x[k];
            p->problem->q[3 * a + (int32_t)i] = c->sign * q;
            p->problem->r[3 * a + (int32_t)i] = c->sign * all->r[row];
        }
        double* r = p->problem->r + 3 * (size_t)a;
        if (!bl_cone_contains(p->problem->mu[a], r)) bl_cone_project(p->problem->mu[a], r, r);
    }
}

static bool make_problem(bl_island_problem* p, int32_t cones)
{
    size_t stride = 3 * (size_t)cones;
    double* w = take_block(p, 4, stride * stride, sizeof *w);
    if (w == NULL) return false;
    form_w(p, cones, w);
    complete_w(p, cones, w);
    int32_t blocks = 0;
    for (int32_t a = 0; a < cones; a++)
        for (int32_t b = 0; b < cones; b++)
            blocks += is_coupled(w, stride, a, b) ? 1 : 0;
    if (belay_problem_create(cones, blocks, p->allocator, &p->problem, NULL) != BELAY_OK) return false;
    set_blocks(p->problem, w);
    set_vectors(p);
    return true;
}

belay_result bl_island_problem_init(bl_island_problem* p, const bl_row_set* set, const uint32_t* order, uint32_t count,
                                    const bl_velocity* velocities, const belay_allocator* allocator)
{
    *p = (bl_island_problem){.natural_squared = HUGE_VAL, .allocator = allocator};
    if (!list_groups(p, set, order, count)) return BELAY_ERROR_MEMORY;
    int32_t cones = count_cones(p);
    if (!make_room(p, set, cones, list_parts(p))) return BELAY_ERROR_MEMORY;
    bl_newton_set_matrix(&p->all, set);
    add_matrix_free_rods(p, set);
    bl_newton_add_softness(&p->all, set);
    bl_newton_read(&p->all, set, velocities);
    factor_locks(p);
    set_halves(p, cones);
    return make_problem(p, cones) ? BELAY_OK : BELAY_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------------------------
// Back
// ---------------------------------------------------------------------------------------------------------------------

static void set_cones(const bl_island_problem* p, const double* r, double* all)
{
    for (int32_t a = 0; a < p->problem->contact_count; a++) {
        const bl_island_cone* c = &p->cones[a];
        double own[3];
        memcpy(own, r + 3 * (size_t)a, sizeof own);
        if (!bl_cone_contains(p->problem->mu[a], own)) bl_cone_project(p->problem->mu[a], own, own);
        for (uint32_t i = 0; i < c->group->count; i++)
            all[c->group->first + i] = c->sign * own[i];
    }
}

void bl_island_problem_take(bl_island_problem* p, const double* r)
{
    const bl_newton_problem* all = &p->all;
    memset(all->next, 0, all->stride * sizeof *all->next);
    set_cones(p, r, all->next);
    bl_newton_apply(all, all->next, all->next_s);
    for (uint32_t k = 0; k < p->locks.n; k++)
        all->next_s[k] = -all->b[p->lock_rows[k]] - all->next_s[p->lock_rows[k]];
    bl_semidefinite_solve(&p->locks, all->next_s, p->lock);
    for (uint32_t k = 0; k < p->locks.n; k++)
        all->next[p->lock_rows[k]] = p->lock[k];
    bl_newton_apply(all, all->next, all->next_s);
    for (uint32_t i = 0; i < all->n; i++)
        all->next_s[i] += all->b[i];
    double natural = bl_newton_natural_squared(all, all->next, all->next_s);
    if (!(natural < p->natural_squared)) return;
    p->natural_squared = natural;
    memcpy(all->best, all->next, all->stride * sizeof *all->best);
}

void bl_island_problem_give_back(const bl_island_problem* p, const bl_row_set* set, bl_velocity* velocities)
{
    BELAY_ASSERT(p->natural_squared < HUGE_VAL);
    bl_newton_give_back(&p->all, set, velocities);
}
