// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_newton_internal.h"

#include "core/alloc.h"
#include "solver/rows/rod_many.h"

#include <string.h>

enum { VECTORS = 12 };

#define LEAST_SPARSE_ROWS 24 // below, finding the order of elimination costs more than it saves

bl_newton_problem bl_newton_problem_of(bl_rod_newton* newton)
{
    bl_newton_problem p = {.n = newton->rows, .stride = newton->stride, .groups = newton->groups};
    p.group_count = newton->group_count;
    p.sparse = newton->sparse.is_ready ? &newton->sparse : NULL;
    p.is_open = newton->is_open;
    p.terms = newton->terms;
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
    arrfree(newton->groups);
    arrfree(newton->is_open);
    arrfree(newton->terms);
    arrfree(newton->numbers);
    arrfree(newton->pushed);
    bl_rod_sparse_fini(&newton->sparse);
}

static bl_newton_group rod_group(const bl_rod_element* e)
{
    bl_newton_group g = {.law = e->law, .count = e->count, .mu = e->mu, .weight = e->weight, .cap = e->cap};
    g.scale = bl_rod_hold_scale(e);
    return g;
}

static bl_newton_group contact_group(const bl_contact_row* row)
{
    bl_newton_group g = {.law = BL_ROD_TOUCHES, .count = 3, .mu = row->block.mu, .weight = row->block.weight};
    return g;
}

static uint32_t count_rows(const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t rows = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool is_rod = bl_row_set_is_rod(set, order[k]);
        if (!is_rod && order[k] >= set->contact_count) return UINT32_MAX;
        rows += is_rod ? set->rods.elements[order[k] - set->rod_first].count : 3;
        if (rows > BL_ROD_NEWTON_MAX_ROWS) return UINT32_MAX;
    }
    return rows;
}

// One more than the highest place of a body in the island.
static uint32_t body_limit(const bl_rod_newton* newton, const bl_row_set* set)
{
    uint32_t limit = 0;
    for (uint32_t k = 0; k < newton->group_count; k++) {
        uint32_t element = newton->groups[k].element, a, b;
        if (bl_row_set_is_rod(set, element)) {
            a = b = set->rods.elements[element - set->rod_first].body;
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
    for (uint32_t k = 0; k < newton->group_count; k++) {
        if (!bl_row_set_is_rod(set, newton->groups[k].element)) continue;
        const bl_rod_element* e = &set->rods.elements[newton->groups[k].element - set->rod_first];
        for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++)
            if (bl_rod_is_many(&set->rods.couplings[e->side[i].rod])) return false;
    }
    return newton->rows <= BL_ROD_NEWTON_MAX_A_ROWS;
}

// Sparse where that is cheaper.
static bool choose_matrix(bl_rod_newton* newton, const bl_row_set* set)
{
    double n = newton->rows, dense = n * n * n / 1.5, most = n > BL_ROD_NEWTON_MAX_DENSE_ROWS ? HUGE_VAL : dense;
    newton->sparse.is_ready = false;
    newton->flops = dense;
    newton->has_a = can_have_a(newton, set);
    if (!newton->has_a) most = HUGE_VAL;
    bool ok = n < LEAST_SPARSE_ROWS ||
              bl_rod_sparse_begin(&newton->sparse, set, newton->groups, newton->group_count, most, newton->allocator);
    if (newton->sparse.is_ready) newton->flops = newton->sparse.factor.flops;
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
    if (!newton->is_prepared || newton->group_count != count) return false;
    for (uint32_t k = 0; k < count; k++)
        if (newton->groups[k].element != order[k]) return false;
    return true;
}

static bool prepare(bl_rod_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    newton->rows = count_rows(set, order, count);
    if (newton->rows == UINT32_MAX) return false;
    newton->stride = (newton->rows + BL_NEWTON_STRIDE - 1) / BL_NEWTON_STRIDE * BL_NEWTON_STRIDE;
    newton->group_count = count;
    bool ok = true;
    BL_ARRAY_RESERVE(newton->groups, count, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->is_open, count, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->terms, count, newton->allocator, &ok);
    newton->is_out_of_memory = newton->is_out_of_memory || !ok;
    if (!ok) return false;
    uint32_t first = 0;
    for (uint32_t k = 0; k < count; k++) {
        bl_newton_group* g = &newton->groups[k];
        *g = bl_row_set_is_rod(set, order[k]) ? rod_group(&set->rods.elements[order[k] - set->rod_first])
                                              : contact_group(&set->rows[order[k]]);
        g->element = order[k];
        g->first = first;
        first += g->count;
    }
    return choose_matrix(newton, set);
}

bool bl_rod_newton_begin(bl_rod_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    if (is_prepared_for(newton, order, count)) return true;
    bl_rod_newton_forget(newton);
    newton->is_prepared = prepare(newton, set, order, count);
    return newton->is_prepared;
}

// The block of A between two elements of rods: over the rods and the body that they share.
static void couple_rods(const bl_rod_set* set, const bl_rod_element* e, const bl_rod_element* f, double* block,
                        size_t stride)
{
    bool share_body = e->body == f->body && e->inverse_mass > 0.0;
    for (uint32_t i = 0; i < e->count; i++)
        for (uint32_t j = 0; j < f->count; j++)
            block[i * stride + j] = share_body ? e->inverse_mass * v3_dot(e->linear[i], f->linear[j]) +
                                                     v3_dot(e->angular[i], f->response[j])
                                               : 0.0;
    for (int s = 0; s < 2 && e->side[s].rod != BL_NO_ROD; s++)
        for (int t = 0; t < 2 && f->side[t].rod != BL_NO_ROD; t++) {
            if (e->side[s].rod != f->side[t].rod) continue;
            const bl_rod_coupling* c = &set->couplings[e->side[s].rod];
            for (uint32_t i = 0; i < e->count; i++)
                for (uint32_t j = 0; j < f->count; j++)
                    block[i * stride + j] += c->w[(size_t)(e->side[s].at + i) * c->stride + f->side[t].at + j];
        }
}

// u of the rod's element by the impulses of a contact of rigid bodies: -(linear . dv + angular . dw) of its body B.
static void couple_rod_and_contact(const bl_rod_element* e, const bl_contact_row* row, const bl_response* responses,
                                   double* block, size_t stride)
{
    bl_contact_push p;
    bl_contact_row_push(row, responses, &p);
    for (uint32_t i = 0; i < e->count; i++)
        for (uint32_t j = 0; j < 3; j++) {
            double sum = 0.0;
            if (e->inverse_mass > 0.0 && row->body_a == e->body)
                sum -= e->inverse_mass * v3_dot(e->linear[i], p.f[j]) + v3_dot(e->angular[i], p.fa[j]);
            if (e->inverse_mass > 0.0 && row->body_b == e->body)
                sum += e->inverse_mass * v3_dot(e->linear[i], p.f[j]) + v3_dot(e->angular[i], p.fb[j]);
            block[i * stride + j] = sum;
        }
}

// And u of the contact by the impulses of the rod's element.
static void couple_contact_and_rod(const bl_contact_row* row, const bl_rod_element* e, double* block, size_t stride)
{
    bl_contact_jacobian h;
    bl_contact_row_jacobian(row, &h);
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t j = 0; j < e->count; j++) {
            double sum = 0.0;
            if (e->inverse_mass > 0.0 && row->body_a == e->body)
                sum -= e->inverse_mass * v3_dot(h.g[i], e->linear[j]) + v3_dot(h.ga[i], e->response[j]);
            if (e->inverse_mass > 0.0 && row->body_b == e->body)
                sum += e->inverse_mass * v3_dot(h.g[i], e->linear[j]) + v3_dot(h.gb[i], e->response[j]);
            block[i * stride + j] = sum;
        }
}

static void couple(const bl_row_set* set, const bl_newton_group* g, const bl_newton_group* k, double* block,
                   size_t stride)
{
    const bl_rod_element* elements = set->rods.elements;
    bool g_rod = bl_row_set_is_rod(set, g->element), k_rod = bl_row_set_is_rod(set, k->element);
    if (g_rod && k_rod) {
        couple_rods(&set->rods, &elements[g->element - set->rod_first], &elements[k->element - set->rod_first], block,
                    stride);
    } else if (g_rod) {
        couple_rod_and_contact(&elements[g->element - set->rod_first], &set->rows[k->element], set->responses, block,
                               stride);
    } else if (k_rod) {
        couple_contact_and_rod(&set->rows[g->element], &elements[k->element - set->rod_first], block, stride);
    } else {
        double w[9];
        bl_contact_row_coupling(&set->rows[g->element], &set->rows[k->element], set->responses, w);
        for (int i = 0; i < 3; i++)
            memcpy(block + (size_t)i * stride, w + 3 * i, 3 * sizeof *w);
    }
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
        if (bl_row_set_is_rod(p->set, element)) {
            p->pushed[p->set->rods.elements[element - p->set->rod_first].body] = still;
        } else {
            p->pushed[p->set->rows[element].body_a] = still;
            p->pushed[p->set->rows[element].body_b] = still;
        }
    }
    for (ptrdiff_t i = 0; i < arrlen(p->sparse->rods); i++) {
        const bl_rod_coupling* c = &p->set->rods.couplings[p->sparse->rods[i]];
        memset(c->room, 0, c->dof_count * sizeof(double));
    }
}

static void push(const bl_newton_problem* p, const bl_newton_group* g, const double* r)
{
    if (!bl_row_set_is_rod(p->set, g->element)) {
        bl_contact_row_apply(&p->set->rows[g->element], r, p->set->responses, p->pushed);
        return;
    }
    const bl_rod_element* e = &p->set->rods.elements[g->element - p->set->rod_first];
    bl_rod_element_push_body(e, r, p->pushed);
    for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
        const bl_rod_coupling* c = &p->set->rods.couplings[e->side[k].rod];
        bl_rod_many_load(c, &e->side[k], e->count, r, c->room);
    }
}

static void look_at(const bl_newton_problem* p, const bl_newton_group* g, const double* r, double* s)
{
    if (!bl_row_set_is_rod(p->set, g->element)) {
        bl_contact_row_velocity(&p->set->rows[g->element], p->pushed, s);
        return;
    }
    const bl_rod_element* e = &p->set->rods.elements[g->element - p->set->rod_first];
    bl_rod_element_body_velocity(e, p->pushed, s);
    for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
        const bl_rod_coupling* c = &p->set->rods.couplings[e->side[k].rod];
        bl_rod_many_read(c, &e->side[k], e->count, c->room, s);
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
        bl_band_solve(&c->factor, c->room);
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
                      const bl_newton_group* by)
{
    double block[BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS];
    couple(set, g, by, block, BL_ROD_MAX_ROWS);
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
    for (uint32_t k = 0; k < p->group_count; k++)
        for (uint32_t l = 0; l < p->group_count; l++)
            set_block(p, set, &p->groups[k], &p->groups[l]);
}

// A, and what of a step's matrix does not depend on the iterate.
static void assemble_matrix(bl_newton_problem* p, const bl_row_set* set)
{
    if (p->a != NULL) set_blocks(p, set);
    for (uint32_t k = 0; k < p->group_count && p->a != NULL; k++) {
        const bl_newton_group* g = &p->groups[k];
        if (!bl_row_set_is_rod(set, g->element)) continue;
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        for (uint32_t i = 0; i < g->count; i++)
            p->a[(size_t)(g->first + i) * p->stride + g->first + i] += e->softness[i];
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

void bl_newton_give_back(const bl_newton_problem* p, const bl_row_set* set, bl_velocity* velocities)
{
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        const double* r = p->best + g->first;
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
    bl_rod_many_refresh(&set->rods);
}
