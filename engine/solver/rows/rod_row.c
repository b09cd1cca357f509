// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/rows/rod_row.h"

#include "core/assert.h"
#include "math/gauss.h"
#include "solver/law/residual.h"
#include "solver/rows/joint_cap.h"
#include "solver/rows/rod_matrix_free.h"
#include "solver/rows/row_tolerances.h"

#include <stddef.h>

// ---------------------------------------------------------------------------------------------------------------------
// Velocities and impulses
// ---------------------------------------------------------------------------------------------------------------------

void bl_rod_element_body_velocity(const bl_rod_element* e, const bl_velocity* velocities, double* u)
{
    const bl_velocity* v = &velocities[e->body];
    for (uint32_t k = 0; k < e->count; k++)
        u[k] = -v3_dot(e->linear[k], v->linear) - v3_dot(e->angular[k], v->angular);
}

void bl_rod_element_velocity(const bl_rod_set* set, const bl_rod_element* e, const bl_velocity* velocities, double* u)
{
    BELAY_ASSERT(e->count <= BL_ROD_MAX_ROWS);
    bl_rod_element_body_velocity(e, velocities, u);
    for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++) {
        const bl_rod_coupling* c = &set->couplings[e->side[i].rod];
        const double* of_rod = c->u + e->side[i].at;
        for (uint32_t k = 0; k < e->count; k++)
            u[k] += of_rod[k];
        if (bl_rod_is_matrix_free(c)) bl_rod_matrix_free_read(c, &e->side[i], e->count, c->v, u);
    }
}

static void apply_to_rod(const bl_rod_coupling* c, uint32_t at, uint32_t count, const double* dr)
{
    double* restrict u = c->u;
    for (uint32_t k = 0; k < count; k++) {
        const double* restrict w = c->w + (size_t)(at + k) * c->stride;
        double d = dr[k];
        for (uint32_t i = 0; i < c->stride; i += 4) { // by fours, for vectors
            u[i] += w[i] * d;
            u[i + 1] += w[i + 1] * d;
            u[i + 2] += w[i + 2] * d;
            u[i + 3] += w[i + 3] * d;
        }
    }
}

void bl_rod_element_push_body(const bl_rod_element* e, const double* dr, bl_velocity* velocities)
{
    if (e->inverse_mass == 0.0) return;
    bl_velocity* v = &velocities[e->body];
    for (uint32_t k = 0; k < e->count; k++) {
        v->linear = v3_add_scaled(v->linear, -e->inverse_mass * dr[k], e->linear[k]);
        v->angular = v3_add_scaled(v->angular, -dr[k], e->response[k]);
    }
}

void bl_rod_element_apply_some(const bl_rod_set* set, const bl_rod_element* e, const double* dr,
                               bl_velocity* velocities)
{
    for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++) {
        const bl_rod_coupling* c = &set->couplings[e->side[i].rod];
        if (!bl_rod_is_matrix_free(c)) apply_to_rod(c, e->side[i].at, e->count, dr);
    }
    bl_rod_element_push_body(e, dr, velocities);
}

void bl_rod_element_apply(const bl_rod_set* set, const bl_rod_element* e, const double* dr, bl_velocity* velocities)
{
    for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++) {
        const bl_rod_coupling* c = &set->couplings[e->side[i].rod];
        if (bl_rod_is_matrix_free(c)) bl_rod_matrix_free_apply(c, &e->side[i], e->count, dr);
    }
    bl_rod_element_apply_some(set, e, dr, velocities);
}

double bl_rod_element_flops(const bl_rod_set* set, const bl_rod_element* e)
{
    double sum = 0.0;
    for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++)
        sum += bl_rod_apply_flops(&set->couplings[e->side[i].rod], e->count);
    return sum;
}

// u - target, and with softness the s of a hold.
static void shifted_velocity(const bl_rod_set* set, const bl_rod_element* e, const bl_velocity* velocities, double* s)
{
    bl_rod_element_velocity(set, e, velocities, s);
    for (uint32_t k = 0; k < e->count; k++)
        s[k] += e->softness[k] * e->r[k] - e->target[k];
}

// ---------------------------------------------------------------------------------------------------------------------
// Setting up
// ---------------------------------------------------------------------------------------------------------------------

static void form_block(const bl_rod_set* set, bl_rod_element* e)
{
    uint32_t n = e->count;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            double sum = e->inverse_mass * v3_dot(e->linear[i], e->linear[j]) + v3_dot(e->angular[i], e->response[j]);
            for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
                const bl_rod_coupling* c = &set->couplings[e->side[k].rod];
                if (bl_rod_is_matrix_free(c)) continue;
                sum += c->w[(size_t)(e->side[k].at + i) * c->stride + e->side[k].at + j];
            }
            e->w[i * n + j] = sum;
        }
    for (int k = 0; k < 2 && e->side[k].rod != BL_NO_ROD; k++) {
        const bl_rod_coupling* c = &set->couplings[e->side[k].rod];
        if (bl_rod_is_matrix_free(c)) bl_rod_matrix_free_block(c, &e->side[k], n, e->w);
    }
    e->weight = 0.0;
    for (uint32_t i = 0; i < n; i++)
        e->weight += e->w[i * n + i] / n;
}

// A is symmetric and, unless rows depend on one another, positive definite.
static bool invert_hold(bl_rod_element* e)
{
    BELAY_ASSERT(e->law != BL_ROD_UNILATERAL);
    return bl_gauss_invert_definite(e->w, e->count, BL_ROW_DEPENDENT, e->inverse);
}

bool bl_rod_element_init(const bl_rod_set* set, bl_rod_element* e)
{
    BELAY_ASSERT(e->count >= 1 && e->count <= BL_ROD_MAX_ROWS);
    form_block(set, e);
    if (e->law == BL_ROD_UNILATERAL) {
        bl_local_block_init(&e->block, e->w, e->mu);
        // Else nothing moves what touches, or W is none: that of a rod whose step has no positive definite matrix.
        return e->w[0] > 0.0 && e->weight > 0.0;
    }
    for (uint32_t i = 0; i < e->count; i++)
        e->w[i * e->count + i] += e->softness[i];
    return invert_hold(e);
}

// ---------------------------------------------------------------------------------------------------------------------
// Solving
// ---------------------------------------------------------------------------------------------------------------------

static double finish(const bl_rod_set* set, bl_rod_element* e, const double* next, bl_velocity* velocities)
{
    double dr[BL_ROD_MAX_ROWS], change = 0.0;
    for (uint32_t k = 0; k < e->count; k++) {
        dr[k] = next[k] - e->r[k];
        change += dr[k] * dr[k];
        e->r[k] = next[k];
    }
    if (change == 0.0) return 0.0;
    bl_rod_element_apply(set, e, dr, velocities);
    return e->weight * e->weight * change;
}

// What s would be without the element's own impulse: s = A r + b.
static void without_own(const bl_rod_element* e, const double* s, double* b)
{
    for (uint32_t i = 0; i < e->count; i++) {
        b[i] = s[i];
        for (uint32_t j = 0; j < e->count; j++)
            b[i] -= e->w[i * e->count + j] * e->r[j];
    }
}

double bl_rod_element_solve(const bl_rod_set* set, bl_rod_element* e, bl_velocity* velocities, int* failures)
{
    BELAY_ASSERT(e->count <= BL_ROD_MAX_ROWS);
    double s[BL_ROD_MAX_ROWS], b[BL_ROD_MAX_ROWS], next[BL_ROD_MAX_ROWS] = {0.0};
    shifted_velocity(set, e, velocities, s);
    if (e->law == BL_ROD_UNILATERAL) {
        if (e->r[0] == 0.0 && s[0] >= 0.0) return 0.0;
        without_own(e, s, b);
        for (int k = 0; k < 3; k++)
            next[k] = e->r[k];
        if (bl_local_contact_solve_by(set->local, &e->block, b, next) == BL_LOCAL_NO_SOLUTION) ++*failures;
    } else if (e->law == BL_ROD_BOUNDED) {
        without_own(e, s, b);
        belay_mat33 a;
        for (int k = 0; k < 9; k++)
            a.m[k] = e->w[k];
        belay_vec3 r = bl_joint_cap_solve(a, v3(-b[0], -b[1], -b[2]), e->cap);
        next[0] = r.x;
        next[1] = r.y;
        next[2] = r.z;
    } else {
        for (uint32_t i = 0; i < e->count; i++) {
            next[i] = e->r[i];
            for (uint32_t j = 0; j < e->count; j++)
                next[i] -= e->inverse[i * e->count + j] * s[j];
        }
    }
    return finish(set, e, next, velocities);
}

// ---------------------------------------------------------------------------------------------------------------------
// How exactly
// ---------------------------------------------------------------------------------------------------------------------

static double contact_natural_squared(const bl_rod_element* e, const double* s)
{
    BELAY_ASSERT(e->count == 3);
    double map[3];
    bl_natural_map(e->weight, e->mu, e->r, s, map);
    return map[0] * map[0] + map[1] * map[1] + map[2] * map[2];
}

double bl_rod_hold_scale(const bl_rod_element* e)
{
    double trace = 0.0, softness = 0.0;
    for (uint32_t i = 0; i < e->count; i++) {
        trace += e->w[i * e->count + i];
        softness += e->softness[i];
    }
    return trace > 0.0 ? (trace - softness) / trace : 1.0;
}

double bl_rod_hold_natural_squared(uint32_t count, double weight, double scale, double cap, const double* r,
                                   const double* s)
{
    double x[BL_ROD_MAX_ROWS], length = 0.0, sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        x[i] = weight * r[i] - scale * s[i];
        length += x[i] * x[i];
    }
    length = sqrt(length);
    double limit = weight * cap, share = length > limit ? limit / length : 1.0;
    for (uint32_t i = 0; i < count; i++) {
        double left = weight * r[i] - share * x[i];
        sum += left * left;
    }
    return sum;
}

double bl_rod_element_natural_squared(const bl_rod_set* set, const bl_rod_element* e, const bl_velocity* velocities)
{
    double s[BL_ROD_MAX_ROWS];
    if (e->count == 0) return 0.0; // left out: it has no rows
    shifted_velocity(set, e, velocities, s);
    if (e->law == BL_ROD_UNILATERAL) return contact_natural_squared(e, s);
    return bl_rod_hold_natural_squared(e->count, e->weight, bl_rod_hold_scale(e), e->cap, e->r, s);
}

double bl_rod_element_free_squared(const bl_rod_element* e)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < e->count; k++) {
        // What the row by itself would change u by: soft ones little of it.
        double own = e->law == BL_ROD_UNILATERAL ? 1.0 : 1.0 - e->softness[k] / e->w[k * e->count + k];
        sum += own * own * e->q[k] * e->q[k];
    }
    double most = e->law == BL_ROD_BOUNDED ? e->weight * e->cap : HUGE_VAL;
    return fmin(sum, most * most);
}
