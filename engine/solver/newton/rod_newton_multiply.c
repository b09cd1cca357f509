// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Velocities of impulses: by A where it is there, and where there are too many rows for it by what the impulses do to
// rods and bodies.

#include "solver/newton/rod_newton_internal.h"

#include "core/alloc.h"
#include "solver/rows/rod_matrix_free.h"

#include <string.h>

double bl_newton_joint_row_velocity(const bl_joint_block* j, const bl_joint_row* row, const bl_velocity* velocities)
{
    const bl_velocity *a = &velocities[j->body_a], *b = &velocities[j->body_b];
    return v3_dot(row->linear, v3_sub(a->linear, b->linear)) + v3_dot(row->angular_a, a->angular) -
           v3_dot(row->angular_b, b->angular) - v3_dot(row->beyond_b, b->linear);
}

void bl_newton_push_joint_row(const bl_joint_block* j, const bl_joint_row* row, double dr, bl_velocity* velocities)
{
    bl_velocity *a = &velocities[j->body_a], *b = &velocities[j->body_b];
    a->linear = v3_add_scaled(a->linear, j->inverse_mass_a * dr, row->linear);
    a->angular = v3_add_scaled(a->angular, dr, row->ia);
    b->linear = v3_add_scaled(b->linear, -j->inverse_mass_b * dr, v3_add(row->linear, row->beyond_b));
    b->angular = v3_add_scaled(b->angular, -dr, row->ib);
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
            bl_newton_push_joint_row(j, &p->set->joints.rows[j->first + g->of_joint + i], r[i], p->pushed);
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
            s[i] = bl_newton_joint_row_velocity(j, row, p->pushed) + row->softness * r[i];
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
void bl_newton_apply(const bl_newton_problem* p, const double* r, double* s)
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
    bl_newton_apply(p, r, s);
    for (uint32_t i = 0; i < p->n; i++)
        s[i] += p->b[i] + p->alpha[i] * (r[i] - p->center[i]);
}
