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

// The rows of a group as bodies see them: velocities are measured along h, and an impulse changes those of the body by
// p. A body that cannot be moved has no part.
typedef struct body_rows {
    uint32_t body;
    bool moves;
    belay_vec3 h[BL_ROD_MAX_ROWS], h_turn[BL_ROD_MAX_ROWS], p[BL_ROD_MAX_ROWS], p_turn[BL_ROD_MAX_ROWS];
} body_rows;

static void set_body_row(body_rows* rows, uint32_t i, double sign, double inverse_mass, belay_vec3 h, belay_vec3 h_turn,
                         belay_vec3 p, belay_vec3 p_turn)
{
    rows->h[i] = v3_scale(sign, h);
    rows->h_turn[i] = v3_scale(sign, h_turn);
    rows->p[i] = v3_scale(sign * inverse_mass, p);
    rows->p_turn[i] = v3_scale(sign, p_turn);
}

static void contact_body_rows(const bl_row_set* set, const bl_contact_row* row, body_rows side[2])
{
    bl_contact_jacobian h;
    bl_contact_push p;
    bl_contact_row_jacobian(row, &h);
    bl_contact_row_push(row, set->responses, &p);
    double of_a = set->responses[row->body_a].inverse_mass, of_b = set->responses[row->body_b].inverse_mass;
    side[0].body = row->body_a;
    side[0].moves = of_a > 0.0;
    side[1].body = row->body_b;
    side[1].moves = of_b > 0.0;
    for (uint32_t i = 0; i < 3; i++) {
        set_body_row(&side[0], i, 1.0, of_a, h.g[i], h.ga[i], p.f[i], p.fa[i]);
        set_body_row(&side[1], i, -1.0, of_b, h.g[i], h.gb[i], p.f[i], p.fb[i]);
    }
}

static void joint_body_rows(const bl_row_set* set, const bl_joint_block* j, const bl_newton_group* g, body_rows side[2])
{
    side[0].body = j->body_a;
    side[0].moves = j->inverse_mass_a > 0.0;
    side[1].body = j->body_b;
    side[1].moves = j->inverse_mass_b > 0.0;
    for (uint32_t i = 0; i < g->count; i++) {
        const bl_joint_row* row = &set->joints.rows[j->first + g->of_joint + i];
        set_body_row(&side[0], i, 1.0, j->inverse_mass_a, row->linear, row->angular_a, row->linear, row->ia);
        belay_vec3 of_b = v3_add(row->linear, row->beyond_b);
        set_body_row(&side[1], i, -1.0, j->inverse_mass_b, of_b, row->angular_b, of_b, row->ib);
    }
}

static void body_rows_of(const bl_row_set* set, const bl_newton_group* g, body_rows side[2])
{
    const bl_joint_block* j = bl_newton_joint_of(set, g->element);
    if (j != NULL) {
        joint_body_rows(set, j, g, side);
    } else if (!bl_row_set_is_rod(set, g->element)) {
        contact_body_rows(set, &set->rows[g->element], side);
    } else {
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        side[0].body = e->body;
        side[0].moves = e->inverse_mass > 0.0;
        side[1].moves = false;
        for (uint32_t i = 0; i < e->count; i++)
            set_body_row(&side[0], i, -1.0, e->inverse_mass, e->linear[i], e->angular[i], e->linear[i], e->response[i]);
    }
}

// Over the rods that two elements share.
static void add_shared_rods(const bl_rod_set* set, const bl_rod_element* e, const bl_rod_element* f, double* block)
{
    for (int s = 0; s < 2 && e->side[s].rod != BL_NO_ROD; s++)
        for (int t = 0; t < 2 && f->side[t].rod != BL_NO_ROD; t++) {
            if (e->side[s].rod != f->side[t].rod) continue;
            const bl_rod_coupling* c = &set->couplings[e->side[s].rod];
            for (uint32_t i = 0; i < e->count; i++)
                for (uint32_t j = 0; j < f->count; j++)
                    block[i * BL_ROD_MAX_ROWS + j] += c->w[(size_t)(e->side[s].at + i) * c->stride + f->side[t].at + j];
        }
}

// Adds the velocities of rows by the impulses of others on a body that they share.
static void add_shared_body(const body_rows* of, uint32_t count, const body_rows* by, uint32_t by_count, double* block)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < by_count; j++)
            block[i * BL_ROD_MAX_ROWS + j] += v3_dot(of->h[i], by->p[j]) + v3_dot(of->h_turn[i], by->p_turn[j]);
}

// Whether a group may be coupled with the one whose body rows are `of`: most share no body that moves.
static bool may_be_coupled(const bl_row_set* set, const bl_newton_group* g, const body_rows of[2],
                           const bl_newton_group* by)
{
    const bl_joint_block* j = bl_newton_joint_of(set, by->element);
    uint32_t a, b;
    if (j != NULL) {
        a = j->body_a;
        b = j->body_b;
    } else if (!bl_row_set_is_rod(set, by->element)) {
        a = set->rows[by->element].body_a;
        b = set->rows[by->element].body_b;
    } else {
        if (bl_row_set_is_rod(set, g->element)) return true;
        a = b = set->rods.elements[by->element - set->rod_first].body;
    }
    return (of[0].moves && (of[0].body == a || of[0].body == b)) ||
           (of[1].moves && (of[1].body == a || of[1].body == b));
}

// The block of A of the velocities of one group, whose body rows are `of`, by the impulses of another.
static void couple(const bl_row_set* set, const bl_newton_group* g, const body_rows of[2], const bl_newton_group* k,
                   double* block)
{
    body_rows by[2];
    memset(block, 0, BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS * sizeof *block);
    body_rows_of(set, k, by);
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++)
            if (of[s].moves && by[t].moves && of[s].body == by[t].body)
                add_shared_body(&of[s], g->count, &by[t], k->count, block);
    const bl_rod_element* elements = set->rods.elements;
    if (bl_row_set_is_rod(set, g->element) && bl_row_set_is_rod(set, k->element))
        add_shared_rods(&set->rods, &elements[g->element - set->rod_first], &elements[k->element - set->rod_first],
                        block);
}

static double joint_row_velocity(const bl_joint_block* j, const bl_joint_row* row, const bl_velocity* velocities)
{
    const bl_velocity *a = &velocities[j->body_a], *b = &velocities[j->body_b];
    return v3_dot(row->linear, v3_sub(a->linear, b->linear)) + v3_dot(row->angular_a, a->angular) -
           v3_dot(row->angular_b, b->angular) - v3_dot(row->beyond_b, b->linear);
}

static void push_joint_row(const bl_joint_block* j, const bl_joint_row* row, double dr, bl_velocity* velocities)
{
    bl_velocity *a = &velocities[j->body_a], *b = &velocities[j->body_b];
    a->linear = v3_add_scaled(a->linear, j->inverse_mass_a * dr, row->linear);
    a->angular = v3_add_scaled(a->angular, dr, row->ia);
    b->linear = v3_add_scaled(b->linear, -j->inverse_mass_b * dr, v3_add(row->linear, row->beyond_b));
    b->angular = v3_add_scaled(b->angular, -dr, row->ib);
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
        s[i] = joint_row_velocity(j, row, velocities) + row->softness * row->r - row->target;
    }
}

// s += A dr of three columns, or one; stride is a multiple of four. Written out so that compilers make pairs of it.
static void add_three_columns(const double* restrict a, size_t stride, const double r[3], double* restrict s)
{
    const double *b = a + stride, *c = b + stride, x = r[0], y = r[1], z = r[2];
    for (size_t i = 0; i < stride; i += BL_NEWTON_STRIDE) {
        s[i] += a[i] * x + b[i] * y + c[i] * z;
        s[i + 1] += a[i + 1] * x + b[i + 1] * y + c[i + 1] * z;
        s[i + 2] += a[i + 2] * x + b[i + 2] * y + c[i + 2] * z;
        s[i + 3] += a[i + 3] * x + b[i + 3] * y + c[i + 3] * z;
    }
}

static void add_column(const double* restrict a, size_t stride, double r, double* restrict s)
{
    for (size_t i = 0; i < stride; i += BL_NEWTON_STRIDE) {
        s[i] += a[i] * r;
        s[i + 1] += a[i + 1] * r;
        s[i + 2] += a[i + 2] * r;
        s[i + 3] += a[i + 3] * r;
    }
}

// Bodies that the island touches at rest, rods without impulse.
static void begin_pushing(const bl_newton_problem* p)
{
    const bl_velocity still = {v3_zero(), v3_zero()};
    for (uint32_t k = 0; k < p->group_count; k++) {
        uint32_t element = p->groups[k].element;
        const bl_joint_block* j = bl_newton_joint_of(p->set, element);
        if (bl_row_set_is_rod(p->set, element)) {
            p->pushed[p->set->rods.elements[element - p->set->rod_first].body] = still;
        } else if (j != NULL) {
            p->pushed[j->body_a] = still;
            p->pushed[j->body_b] = still;
        } else {
            p->pushed[p->set->rows[element].body_a] = still;
            p->pushed[p->set->rows[element].body_b] = still;
        }
    }
    for (ptrdiff_t i = 0; i < arrlen(p->sparse->rods); i++) {
        const bl_rod_coupling* c = &p->set->rods.couplings[p->sparse->rods[i]];
        memset(c->workspace, 0, c->dof_count * sizeof(double));
    }
}

static void push(const bl_newton_problem* p, const bl_newton_group* g, const double* r)
{
    const bl_joint_block* j = bl_newton_joint_of(p->set, g->element);
    if (j != NULL) {
        for (uint32_t i = 0; i < g->count; i++)
            push_joint_row(j, &p->set->joints.rows[j->first + g->of_joint + i], r[i], p->pushed);
        return;
    }
    if (!bl_row_set_is_rod(p->set, g->element)) {
        bl_contact_row_apply(&p->set->rows[g->element], r, p->set->responses, p->pushed);
        return;
    }
    const bl_rod_element* e = &p->set->rods.elements[g->element - p->set->rod_first];
    bl_rod_element_push_body(e, r, p->pushed);
    for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
        const bl_rod_coupling* c = &p->set->rods.couplings[e->side[k].rod];
        bl_rod_matrix_free_load(c, &e->side[k], e->count, r, c->workspace);
    }
}

static void look_at(const bl_newton_problem* p, const bl_newton_group* g, const double* r, double* s)
{
    const bl_joint_block* j = bl_newton_joint_of(p->set, g->element);
    if (j != NULL) {
        for (uint32_t i = 0; i < g->count; i++) {
            const bl_joint_row* row = &p->set->joints.rows[j->first + g->of_joint + i];
            s[i] = joint_row_velocity(j, row, p->pushed) + row->softness * r[i];
        }
        return;
    }
    if (!bl_row_set_is_rod(p->set, g->element)) {
        bl_contact_row_velocity(&p->set->rows[g->element], p->pushed, s);
        return;
    }
    const bl_rod_element* e = &p->set->rods.elements[g->element - p->set->rod_first];
    bl_rod_element_body_velocity(e, p->pushed, s);
    for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
        const bl_rod_coupling* c = &p->set->rods.couplings[e->side[k].rod];
        bl_rod_matrix_free_read(c, &e->side[k], e->count, c->workspace, s);
    }
    for (uint32_t i = 0; i < e->count; i++)
        s[i] += e->softness[i] * r[i];
}

// s = A r without A: what the impulses make of rods and bodies, in proportion to rows and lengths.
static void push_and_look(const bl_newton_problem* p, const double* r, double* s)
{
    memset(s, 0, p->stride * sizeof *s);
    begin_pushing(p);
    for (uint32_t k = 0; k < p->group_count; k++)
        push(p, &p->groups[k], r + p->groups[k].first);
    for (ptrdiff_t i = 0; i < arrlen(p->sparse->rods); i++) {
        const bl_rod_coupling* c = &p->set->rods.couplings[p->sparse->rods[i]];
        bl_band_solve(&c->factor, c->workspace);
    }
    for (uint32_t k = 0; k < p->group_count; k++)
        look_at(p, &p->groups[k], r + p->groups[k].first, s + p->groups[k].first);
}

// s = A r
static void multiply(const bl_newton_problem* p, const double* r, double* s)
{
    if (p->a == NULL) {
        push_and_look(p, r, s);
        return;
    }
    memset(s, 0, p->stride * sizeof *s);
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        const double* x = r + g->first;
        const double* column = p->a + (size_t)g->first * p->stride;
        if (g->count == 3 && (x[0] != 0.0 || x[1] != 0.0 || x[2] != 0.0)) add_three_columns(column, p->stride, x, s);
        for (uint32_t i = 0; g->count != 3 && i < g->count; i++)
            if (x[i] != 0.0) add_column(column + (size_t)i * p->stride, p->stride, x[i], s);
    }
}

void bl_newton_multiply(const bl_newton_problem* p, const double* r, double* s)
{
    multiply(p, r, s);
    for (uint32_t i = 0; i < p->n; i++)
        s[i] += p->b[i] + p->alpha[i] * (r[i] - p->center[i]);
}

// The block of a group's velocities by another's impulses.
static void set_block(const bl_newton_problem* p, const bl_row_set* set, const bl_newton_group* g,
                      const body_rows of[2], const bl_newton_group* by)
{
    double block[BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS];
    couple(set, g, of, by, block);
    for (uint32_t j = 0; j < by->count; j++) {
        double* column = p->a + (size_t)(by->first + j) * p->stride + g->first;
        for (uint32_t i = 0; i < g->count; i++)
            column[i] = block[i * BL_ROD_MAX_ROWS + j];
    }
}

// The rod whose W is A but for softness: nothing else that moves is in the island, and its rows stand in their order.
// BL_NO_ROD: there is none.
static uint32_t only_rod(const bl_newton_problem* p, const bl_row_set* set)
{
    uint32_t rod = BL_NO_ROD;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        if (!bl_row_set_is_rod(set, g->element)) return BL_NO_ROD;
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        if (k == 0) rod = e->side[0].rod;
        if (e->side[0].rod != rod || e->side[1].rod != BL_NO_ROD || e->side[0].at != g->first) return BL_NO_ROD;
        if (e->inverse_mass > 0.0 || e->count == 0) return BL_NO_ROD;
    }
    return rod != BL_NO_ROD && set->rods.couplings[rod].count == p->n ? rod : BL_NO_ROD;
}

static void set_blocks(const bl_newton_problem* p, const bl_row_set* set)
{
    uint32_t rod = only_rod(p, set);
    if (rod != BL_NO_ROD) { // what is beyond the rows is zero there too
        memcpy(p->a, set->rods.couplings[rod].w, p->n * (size_t)p->stride * sizeof(double));
        return;
    }
    memset(p->a, 0, p->n * (size_t)p->stride * sizeof(double));
    for (uint32_t k = 0; k < p->group_count; k++) {
        body_rows of[2];
        body_rows_of(set, &p->groups[k], of);
        for (uint32_t l = 0; l < p->group_count; l++)
            if (may_be_coupled(set, &p->groups[k], of, &p->groups[l]))
                set_block(p, set, &p->groups[k], of, &p->groups[l]);
    }
}

// A, and what of a step's matrix does not depend on the iterate.
static void assemble_matrix(bl_newton_problem* p, const bl_row_set* set)
{
    if (p->a != NULL) set_blocks(p, set);
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
    multiply(p, p->r, p->b);
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
        push_joint_row(j, row, r[i] - row->r, velocities);
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
