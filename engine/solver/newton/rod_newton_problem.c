// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_newton_internal.h"

#include "core/alloc.h"
#include "solver/newton/newton_groups.h"
#include "solver/newton/newton_tolerances.h"
#include "solver/newton/rod_newton_pattern.h"
#include "solver/rows/rod_matrix_free.h"

#include <string.h>

enum { VECTORS = 12 };

#define SMALL_ROWS (3 * BL_DENSE_NEWTON_MAX_CONTACTS)

bool bl_newton_can_go_inside(const bl_rod_newton* newton)
{
    return newton->sparse.is_ready && newton->sparse.size == BL_ROD_BLOCK;
}

bl_newton_problem bl_newton_problem_of(bl_rod_newton* newton)
{
    bl_newton_problem p = {.n = newton->rows, .stride = newton->stride, .groups = newton->groups};
    p.group_count = newton->group_count;
    p.sparse = newton->sparse.is_ready ? &newton->sparse : NULL;
    p.is_open = newton->is_open;
    p.terms = newton->terms;
    p.interior = bl_newton_can_go_inside(newton) ? newton->interior : NULL;
    double* at = newton->numbers;
    double** vectors[VECTORS] = {&p.b,     &p.r,    &p.s,     &p.f, &p.next,  &p.next_s,
                                 &p.outer, &p.best, &p.shift, &p.x, &p.alpha, &p.center};
    for (int k = 0; k < VECTORS; k++, at += p.stride)
        *vectors[k] = at;
    p.a = newton->has_a ? at : NULL;
    p.pushed = newton->pushed;
    p.j = p.sparse == NULL ? at + (size_t)p.n * p.stride : NULL;
    return p;
}

// How many numbers that takes.
static size_t count_numbers(const bl_rod_newton* newton)
{
    size_t matrices = !newton->has_a ? 0 : newton->sparse.is_ready ? 1 : 2;
    return (matrices * newton->rows + VECTORS) * (size_t)newton->stride;
}

// ---------------------------------------------------------------------------------------------------------------------
// Setting up
// ---------------------------------------------------------------------------------------------------------------------

void bl_rod_newton_fini(bl_rod_newton* newton)
{
    arrfree(newton->elements);
    arrfree(newton->groups);
    arrfree(newton->is_open);
    arrfree(newton->terms);
    arrfree(newton->interior);
    arrfree(newton->numbers);
    arrfree(newton->pushed);
    bl_rod_sparse_fini(&newton->sparse);
}

bool bl_rod_newton_grow_like(bl_rod_newton* newton, const bl_rod_newton* other, const belay_allocator* allocator)
{
    bool ok = bl_rod_sparse_grow_like(&newton->sparse, &other->sparse, allocator);
    BL_ARRAY_RESERVE(newton->elements, arrcap(other->elements), allocator, &ok);
    BL_ARRAY_RESERVE(newton->groups, arrcap(other->groups), allocator, &ok);
    BL_ARRAY_RESERVE(newton->is_open, arrcap(other->is_open), allocator, &ok);
    BL_ARRAY_RESERVE(newton->terms, arrcap(other->terms), allocator, &ok);
    BL_ARRAY_RESERVE(newton->interior, arrcap(other->interior), allocator, &ok);
    BL_ARRAY_RESERVE(newton->numbers, arrcap(other->numbers), allocator, &ok);
    BL_ARRAY_RESERVE(newton->pushed, arrcap(other->pushed), allocator, &ok);
    newton->most_rows = other->most_rows;
    newton->most_groups = other->most_groups;
    return ok;
}

// One more than the highest index of a body in the island.
static uint32_t body_limit(const bl_rod_newton* newton, const bl_row_set* set)
{
    uint32_t limit = 0;
    for (uint32_t k = 0; k < newton->group_count; k++) {
        uint32_t element = newton->groups[k].element, a, b;
        const bl_joint_block* j = bl_newton_joint_of(set, element);
        if (bl_row_set_is_rod(set, element)) {
            a = b = set->rods.elements[element - set->rod_first].body;
        } else if (j != NULL) {
            a = j->body_a;
            b = j->body_b;
        } else {
            a = set->rows[element].body_a;
            b = set->rows[element].body_b;
        }
        if (a >= limit) limit = a + 1;
        if (b >= limit) limit = b + 1;
    }
    return limit;
}

// Whether residuals are formed with a dense matrix. Where bodies have most of the rows, asking them costs less.
static bool can_have_a(const bl_rod_newton* newton, const bl_row_set* set)
{
    uint32_t of_rods = 0;
    for (uint32_t k = 0; k < newton->group_count; k++) {
        const bl_newton_group* g = &newton->groups[k];
        if (!bl_row_set_is_rod(set, g->element)) continue;
        of_rods += g->count;
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++)
            if (bl_rod_is_matrix_free(&set->rods.couplings[e->side[i].rod])) return false;
    }
    return newton->rows <= (2 * of_rods > newton->rows ? BL_ROD_NEWTON_MAX_A_ROWS : BL_BODY_ROWS_WITH_A);
}

// Of few contacts alone. It has room from the beginning, for a dense matrix.
static bool is_small(const bl_rod_newton* newton, const bl_row_set* set)
{
    for (uint32_t k = 0; k < newton->group_count; k++)
        if (newton->groups[k].element >= set->contact_count) return false;
    return newton->group_count <= BL_DENSE_NEWTON_MAX_CONTACTS;
}

// Sparse where that is cheaper.
static bool choose_matrix(bl_rod_newton* newton, const bl_row_set* set)
{
    double n = newton->rows, dense = n * n * n / 1.5;
    double most = n > BL_ROD_NEWTON_MAX_DENSE_ROWS ? HUGE_VAL : BL_ROD_SPARSE_SHARE * dense;
    newton->sparse.is_ready = false;
    newton->flops = dense;
    newton->has_a = can_have_a(newton, set);
    if (!newton->has_a) most = HUGE_VAL;
    bool ok = n < BL_ROD_LEAST_SPARSE_ROWS || is_small(newton, set) ||
              bl_rod_sparse_begin(&newton->sparse, set, newton->groups, newton->group_count, most, newton->allocator);
    if (newton->sparse.is_ready) newton->flops = newton->sparse.factor.flops;
    if (ok && bl_newton_can_go_inside(newton))
        BL_ARRAY_RESERVE(newton->interior, newton->group_count, newton->allocator, &ok);
    bool can = newton->sparse.is_ready || (newton->has_a && n <= BL_ROD_NEWTON_MAX_DENSE_ROWS);
    if (ok && can) BL_ARRAY_RESERVE(newton->numbers, count_numbers(newton), newton->allocator, &ok);
    if (ok && can && !newton->has_a) BL_ARRAY_RESERVE(newton->pushed, body_limit(newton, set), newton->allocator, &ok);
    newton->is_out_of_memory = newton->is_out_of_memory || !ok;
    return ok && can;
}

void bl_rod_newton_forget(bl_rod_newton* newton)
{
    newton->is_prepared = newton->is_assembled = false;
}

static bool is_prepared_for(const bl_rod_newton* newton, const uint32_t* order, uint32_t count)
{
    return newton->is_prepared && arrlenu(newton->elements) == count &&
           memcmp(newton->elements, order, count * sizeof *order) == 0;
}

static bool prepare(bl_rod_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t groups, rows;
    if (!bl_newton_count_groups(set, order, count, &groups, &rows)) return false;
    bool ok = true;
    BL_ARRAY_RESERVE(newton->elements, count, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->groups, groups, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->is_open, groups, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->terms, groups, newton->allocator, &ok);
    newton->is_out_of_memory = newton->is_out_of_memory || !ok;
    if (!ok) return false;
    arrsetlen(newton->elements, count);
    memcpy(newton->elements, order, count * sizeof *order);
    bl_newton_grouping grouping = {newton->groups, 0, 0};
    for (uint32_t k = 0; k < count; k++)
        bl_newton_add_groups(set, order[k], &grouping);
    newton->rows = grouping.rows;
    newton->group_count = grouping.count;
    newton->stride = (newton->rows + BL_NEWTON_STRIDE - 1) / BL_NEWTON_STRIDE * BL_NEWTON_STRIDE;
    bool can = choose_matrix(newton, set);
    if (newton->is_out_of_memory) return false;
    newton->most_rows = newton->most_rows > rows ? newton->most_rows : rows;
    newton->most_groups = newton->most_groups > groups ? newton->most_groups : groups;
    return can;
}

bool bl_rod_newton_reserve_small(bl_rod_newton* newton)
{
    bool ok = true;
    if (newton->most_rows >= SMALL_ROWS) return true;
    BL_ARRAY_RESERVE(newton->elements, BL_DENSE_NEWTON_MAX_CONTACTS, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->groups, BL_DENSE_NEWTON_MAX_CONTACTS, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->is_open, BL_DENSE_NEWTON_MAX_CONTACTS, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->terms, BL_DENSE_NEWTON_MAX_CONTACTS, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->numbers, (2 * SMALL_ROWS + VECTORS) * SMALL_ROWS, newton->allocator, &ok);
    if (!ok) return false;
    newton->most_rows = SMALL_ROWS;
    newton->most_groups = BL_DENSE_NEWTON_MAX_CONTACTS;
    return true;
}

bool bl_rod_newton_reserve(bl_rod_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t groups, rows;
    if (!bl_newton_count_groups(set, order, count, &groups, &rows)) return true;
    if (rows <= newton->most_rows && groups <= newton->most_groups) return true;
    bl_rod_newton_forget(newton);
    prepare(newton, set, order, count);
    return !newton->is_out_of_memory;
}

bool bl_rod_newton_begin(bl_rod_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    if (is_prepared_for(newton, order, count)) return true;
    bl_rod_newton_forget(newton);
    newton->is_prepared = prepare(newton, set, order, count);
    return newton->is_prepared;
}

void bl_newton_add_softness(const bl_newton_problem* p, const bl_row_set* set)
{
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        for (uint32_t i = 0; i < g->count; i++)
            p->a[(size_t)(g->first + i) * p->stride + g->first + i] += bl_newton_softness(set, g, i);
    }
}

// A, and what of a step's matrix does not depend on the iterate.
static void assemble_matrix(bl_newton_problem* p, const bl_row_set* set)
{
    if (p->a != NULL) bl_newton_set_matrix(p, set);
    if (p->a != NULL) bl_newton_add_softness(p, set);
    if (p->sparse != NULL) bl_rod_sparse_set_base(p->sparse, set);
}

void bl_newton_read(bl_newton_problem* p, const bl_row_set* set, const bl_velocity* velocities)
{
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        bl_newton_read_group(set, g, velocities, p->r + g->first, p->s + g->first);
    }
    bl_newton_apply(p, p->r, p->b);
    double size = 0.0;
    for (uint32_t i = 0; i < p->n; i++) {
        p->b[i] = p->s[i] - p->b[i];
        size += p->b[i] * p->b[i];
    }
    p->size = sqrt(size);
}

void bl_newton_assemble(bl_rod_newton* newton, bl_newton_problem* p, const bl_row_set* set,
                        const bl_velocity* velocities)
{
    p->set = set;
    if (!newton->is_assembled) assemble_matrix(p, set);
    newton->is_assembled = true;
    memset(p->b, 0, VECTORS * (size_t)p->stride * sizeof(double)); // all of them
    bl_newton_read(p, set, velocities);
}

void bl_newton_give_back(const bl_newton_problem* p, const bl_row_set* set, bl_velocity* velocities)
{
    for (uint32_t k = 0; k < p->group_count; k++)
        bl_newton_give_back_group(set, &p->groups[k], p->best + p->groups[k].first, velocities);
    bl_rod_matrix_free_refresh(&set->rods);
}
