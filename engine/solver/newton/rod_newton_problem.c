// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_newton_internal.h"

#include "core/alloc.h"
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

static bl_newton_group rod_group(const bl_rod_element* e)
{
    bl_newton_group g = {.law = (bl_newton_law)e->law, .count = e->count, .mu = e->mu, .weight = e->weight};
    g.cap = e->cap;
    g.size = e->size;
    g.scale = bl_rod_hold_scale(e);
    g.own = e->weight;
    return g;
}

static bl_newton_group contact_group(const bl_contact_row* row)
{
    double weight = row->block.weight;
    bl_newton_group g = {.law = BL_NEWTON_UNILATERAL, .count = 3, .mu = row->block.mu, .weight = weight, .own = weight};
    return g;
}

static double joint_diagonal(const bl_row_set* set, const bl_joint_block* j, uint32_t i)
{
    return set->joints.matrices[j->at + i * (j->count + 1)];
}

static bool is_capped(const bl_joint_block* j)
{
    return j->cap < HUGE_VAL;
}

// A block with a cap.
static bl_newton_group capped_group(const bl_row_set* set, const bl_joint_block* j)
{
    double trace = 0.0;
    for (uint32_t i = 0; i < j->count; i++)
        trace += joint_diagonal(set, j, i);
    bl_newton_group g = {
        .law = BL_NEWTON_BOUNDED, .count = j->count, .weight = j->weight, .cap = j->cap, .own = j->weight};
    g.scale = trace > 0.0 ? j->weight * j->count / trace : 1.0;
    return g;
}

// One row of another; it has no rows where it is idle.
static bl_newton_group bounded_group(const bl_row_set* set, const bl_joint_block* j, uint32_t i)
{
    const bl_joint_row* row = &set->joints.rows[j->first + i];
    double diagonal = joint_diagonal(set, j, i), own = fmax(0.0, diagonal - row->softness);
    bool is_idle = (j->idle >> i & 1) != 0 || !(own > 0.0) || !(j->weight > 0.0);
    bl_newton_group g = {.law = BL_NEWTON_BOX, .count = is_idle ? 0 : 1, .weight = j->weight};
    g.of_joint = i;
    g.lower = row->lower;
    g.upper = row->upper;
    g.scale = is_idle ? 1.0 : own / diagonal;
    g.own = own;
    return g;
}

// How many groups an element makes, and rows at most.
static uint32_t groups_of(const bl_row_set* set, uint32_t element, uint32_t* rows)
{
    const bl_joint_block* j = bl_newton_joint_of(set, element);
    if (j != NULL) *rows = j->count;
    if (j != NULL) return is_capped(j) ? 1 : j->count;
    *rows = bl_row_set_is_rod(set, element) ? set->rods.elements[element - set->rod_first].count : 3;
    return 1;
}

// False: too many rows.
static bool count_groups(const bl_row_set* set, const uint32_t* order, uint32_t count, uint32_t* groups, uint32_t* rows)
{
    *groups = *rows = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t own;
        *groups += groups_of(set, order[k], &own);
        *rows += own;
        if (*rows > BL_ROD_NEWTON_MAX_ROWS) return false;
    }
    return true;
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

static bool can_have_a(const bl_rod_newton* newton, const bl_row_set* set)
{
    bool has_rods = false;
    for (uint32_t k = 0; k < newton->group_count; k++) {
        if (!bl_row_set_is_rod(set, newton->groups[k].element)) continue;
        has_rods = true;
        const bl_rod_element* e = &set->rods.elements[newton->groups[k].element - set->rod_first];
        for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++)
            if (bl_rod_is_matrix_free(&set->rods.couplings[e->side[i].rod])) return false;
    }
    return newton->rows <= (has_rods ? BL_ROD_NEWTON_MAX_A_ROWS : BL_BODY_ROWS_WITH_A);
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

static void add_group(bl_rod_newton* newton, uint32_t element, bl_newton_group group)
{
    group.element = element;
    group.first = newton->rows;
    newton->rows += group.count;
    newton->groups[newton->group_count++] = group;
}

static void add_groups(bl_rod_newton* newton, const bl_row_set* set, uint32_t element)
{
    const bl_joint_block* j = bl_newton_joint_of(set, element);
    if (bl_row_set_is_rod(set, element))
        add_group(newton, element, rod_group(&set->rods.elements[element - set->rod_first]));
    else if (j == NULL)
        add_group(newton, element, contact_group(&set->rows[element]));
    else if (is_capped(j))
        add_group(newton, element, capped_group(set, j));
    else
        for (uint32_t i = 0; i < j->count; i++)
            add_group(newton, element, bounded_group(set, j, i));
}

static bool prepare(bl_rod_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t groups, rows;
    if (!count_groups(set, order, count, &groups, &rows)) return false;
    bool ok = true;
    BL_ARRAY_RESERVE(newton->elements, count, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->groups, groups, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->is_open, groups, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->terms, groups, newton->allocator, &ok);
    newton->is_out_of_memory = newton->is_out_of_memory || !ok;
    if (!ok) return false;
    arrsetlen(newton->elements, count);
    memcpy(newton->elements, order, count * sizeof *order);
    newton->rows = newton->group_count = 0;
    for (uint32_t k = 0; k < count; k++)
        add_groups(newton, set, order[k]);
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
    if (!count_groups(set, order, count, &groups, &rows)) return true;
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

static void read_group(const bl_row_set* set, const bl_newton_group* g, const bl_velocity* velocities, double* r,
                       double* s)
{
    if (bl_row_set_is_rod(set, g->element)) {
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        bl_rod_element_velocity(&set->rods, e, velocities, s);
        for (uint32_t i = 0; i < g->count; i++) {
            r[i] = e->r[i];
            s[i] += e->softness[i] * e->r[i] - e->target[i];
        }
    } else {
        const bl_contact_row* row = &set->rows[g->element];
        memcpy(r, row->r, sizeof row->r);
        bl_contact_row_velocity(row, velocities, s);
        bl_contact_row_shift(row, s);
    }
}

static void read_joint_group(const bl_row_set* set, const bl_newton_group* g, const bl_joint_block* j,
                             const bl_velocity* velocities, double* r, double* s)
{
    for (uint32_t i = 0; i < g->count; i++) {
        const bl_joint_row* row = &set->joints.rows[j->first + g->of_joint + i];
        r[i] = row->r;
        s[i] = bl_newton_joint_row_velocity(j, row, velocities) + row->softness * row->r - row->target;
    }
}

// A, and what of a step's matrix does not depend on the iterate.
static void assemble_matrix(bl_newton_problem* p, const bl_row_set* set)
{
    if (p->a != NULL) bl_newton_set_matrix(p, set);
    for (uint32_t k = 0; k < p->group_count && p->a != NULL; k++) {
        const bl_newton_group* g = &p->groups[k];
        for (uint32_t i = 0; i < g->count; i++)
            p->a[(size_t)(g->first + i) * p->stride + g->first + i] += bl_newton_softness(set, g, i);
    }
    if (p->sparse != NULL) bl_rod_sparse_set_base(p->sparse, set);
}

void bl_newton_assemble(bl_rod_newton* newton, bl_newton_problem* p, const bl_row_set* set,
                        const bl_velocity* velocities)
{
    p->set = set;
    if (!newton->is_assembled) assemble_matrix(p, set);
    newton->is_assembled = true;
    memset(p->b, 0, VECTORS * (size_t)p->stride * sizeof(double)); // all of them
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        const bl_joint_block* j = bl_newton_joint_of(set, g->element);
        if (j != NULL)
            read_joint_group(set, g, j, velocities, p->r + g->first, p->s + g->first);
        else
            read_group(set, g, velocities, p->r + g->first, p->s + g->first);
    }
    bl_newton_apply(p, p->r, p->b);
    double size = 0.0;
    for (uint32_t i = 0; i < p->n; i++) {
        p->b[i] = p->s[i] - p->b[i];
        size += p->b[i] * p->b[i];
    }
    p->size = sqrt(size);
}

static void give_back_joint(const bl_row_set* set, const bl_newton_group* g, const bl_joint_block* j, const double* r,
                            bl_velocity* velocities)
{
    for (uint32_t i = 0; i < g->count; i++) {
        bl_joint_row* row = &set->joints.rows[j->first + g->of_joint + i];
        bl_newton_push_joint_row(j, row, r[i] - row->r, velocities);
        row->r = r[i];
    }
}

void bl_newton_give_back(const bl_newton_problem* p, const bl_row_set* set, bl_velocity* velocities)
{
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        const double* r = p->best + g->first;
        const bl_joint_block* j = bl_newton_joint_of(set, g->element);
        if (j != NULL) {
            give_back_joint(set, g, j, r, velocities);
            continue;
        }
        double dr[BL_ROD_MAX_ROWS];
        bool is_rod = bl_row_set_is_rod(set, g->element);
        double* own = is_rod ? set->rods.elements[g->element - set->rod_first].r : set->rows[g->element].r;
        bool any = false;
        for (uint32_t i = 0; i < g->count; i++) {
            dr[i] = r[i] - own[i];
            own[i] = r[i];
            any = any || dr[i] != 0.0;
        }
        if (!any) continue;
        if (is_rod)
            bl_rod_element_apply_some(&set->rods, &set->rods.elements[g->element - set->rod_first], dr, velocities);
        else
            bl_contact_row_apply(&set->rows[g->element], dr, set->responses, velocities);
    }
    bl_rod_matrix_free_refresh(&set->rods);
}
