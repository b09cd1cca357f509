// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_interior_groups.h"

#include "solver/law/residual.h"
#include "solver/newton/newton_tolerances.h"

#include <math.h>
#include <string.h>

// How a group's law is gone through.
typedef enum interior_kind {
    INTERIOR_LINEAR, // no bound
    INTERIOR_FIXED,  // no freedom
    INTERIOR_SIDES,  // a row between bounds, or a contact without friction: x = r - lower, upper - r
    INTERIOR_CONTACT,
    INTERIOR_CAPPED
} interior_kind;

static interior_kind kind_of(const bl_newton_group* g)
{
    if (g->count == 0) return INTERIOR_FIXED;
    if (g->law == BL_NEWTON_UNILATERAL) return g->mu > 0.0 ? INTERIOR_CONTACT : INTERIOR_SIDES;
    if (g->law == BL_NEWTON_BOUNDED) return g->cap > 0.0 ? INTERIOR_CAPPED : INTERIOR_FIXED;
    if (g->law == BL_NEWTON_BILATERAL) return INTERIOR_LINEAR;
    if (!(g->lower < g->upper)) return INTERIOR_FIXED;
    return isinf(g->lower) && isinf(g->upper) ? INTERIOR_LINEAR : INTERIOR_SIDES;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sides: z >= 0, x >= 0 with dx = sign dr
// ---------------------------------------------------------------------------------------------------------------------

static double sign_of_side(int side)
{
    return side == 0 ? 1.0 : -1.0;
}

static bool has_side(const bl_newton_group* g, int side)
{
    if (g->law == BL_NEWTON_UNILATERAL) return side == 0;
    return !isinf(side == 0 ? g->lower : g->upper);
}

static double distance_to_side(const bl_newton_group* g, int side, double r)
{
    if (g->law == BL_NEWTON_UNILATERAL) return r;
    return side == 0 ? r - g->lower : g->upper - r;
}

// Puts r inside, a part of the way between two bounds.
static void begin_sides(const bl_newton_group* g, double room, double* r)
{
    if (g->law == BL_NEWTON_UNILATERAL) {
        r[0] = fmax(r[0], 0.0) + room;
        r[1] = r[2] = 0.0;
        return;
    }
    double width = g->upper - g->lower;
    if (isfinite(width)) room = fmin(room, BL_INTERIOR_SHARE_OF_WIDTH * width);
    if (has_side(g, 0)) r[0] = fmax(r[0], g->lower + room);
    if (has_side(g, 1)) r[0] = fmin(r[0], g->upper - room);
}

// What z will be beside x with the step dr: (sigma tau - dx' dz') / x - z dx / x.
static double next_z(const bl_interior_run* run, const bl_interior_step* c, int side, double dr)
{
    double aim = (run->sigma * run->tau - c->second[side]) / c->cone.x[side];
    return aim - c->cone.z[side] / c->cone.x[side] * sign_of_side(side) * dr;
}

// s + ds = sum of sign z, as F + ds + theta dr = 0: F, and theta.
static double term_of_sides(const bl_interior_run* run, const bl_newton_group* g, const bl_interior_step* c, double s,
                            double* theta)
{
    double f = s;
    *theta = 0.0;
    for (int side = 0; side < 2; side++) {
        if (!has_side(g, side)) continue;
        f -= sign_of_side(side) * next_z(run, c, side, 0.0);
        *theta += c->cone.z[side] / c->cone.x[side];
    }
    return f;
}

static void set_sides(const bl_interior_run* run, const bl_newton_group* g, bl_interior_step* c, bl_newton_term* term)
{
    const bl_newton_problem* p = run->p;
    double theta, *f = p->f + g->first;
    f[0] = term_of_sides(run, g, c, p->s[g->first], &theta);
    if (g->law != BL_NEWTON_UNILATERAL) {
        p->ridge[g->first] = theta;
        return;
    }
    memset(term, 0, sizeof *term);
    term->a[0] = 1.0;
    term->b[0] = theta;
    for (int i = 1; i < 3; i++) {
        term->b[4 * i] = g->own;
        f[i] = g->own * p->r[g->first + (uint32_t)i];
    }
}

static double longest_of_sides(const bl_interior_run* run, const bl_newton_group* g, const bl_interior_step* c)
{
    double longest = HUGE_VAL, dr = run->dr[g->first];
    for (int side = 0; side < 2; side++) {
        if (!has_side(g, side)) continue;
        double dx = sign_of_side(side) * dr, dz = next_z(run, c, side, dr) - c->cone.z[side];
        if (dx < 0.0) longest = fmin(longest, -c->cone.x[side] / dx);
        if (dz < 0.0) longest = fmin(longest, -c->cone.z[side] / dz);
    }
    return longest;
}

// ---------------------------------------------------------------------------------------------------------------------
// Cones
// ---------------------------------------------------------------------------------------------------------------------

// x of an impulse.
static void set_x(const bl_newton_group* g, const double* r, double* x)
{
    bool is_contact = g->law == BL_NEWTON_UNILATERAL;
    x[0] = is_contact ? g->mu * r[0] : g->cap;
    for (int i = 1; i < (is_contact ? 3 : 4); i++)
        x[i] = is_contact ? r[i] : -r[i - 1];
}

// What z is to be of a velocity, and of a contact the direction of slip. Of what has a cap z_0 is free.
static void set_phi(const bl_newton_group* g, const double* s, double z_0, double* phi, double* slip)
{
    if (g->law != BL_NEWTON_UNILATERAL) {
        phi[0] = z_0;
        for (int i = 0; i < 3; i++)
            phi[1 + i] = -s[i];
        return;
    }
    double length = bl_tangent_length(s);
    phi[0] = s[0] / g->mu + length;
    for (int i = 0; i < 2; i++) {
        phi[1 + i] = s[1 + i];
        slip[i] = length > 0.0 ? s[1 + i] / length : 0.0;
    }
}

static void begin_cone(const bl_newton_group* g, double room, double* r)
{
    if (g->law == BL_NEWTON_UNILATERAL) {
        r[0] = fmax(r[0], bl_tangent_length(r) / g->mu) + room;
        return;
    }
    double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]), most = g->cap * (1.0 - BL_INTERIOR_SHARE_OF_WIDTH);
    for (int i = 0; i < 3 && length > most; i++)
        r[i] *= most / length;
}

// The right-hand side of W^-1 dx + W dz = q.
static void set_aim(const bl_interior_run* run, bl_interior_step* c)
{
    double d[BL_INTERIOR_MAX_SIZE];
    if (run->sigma == 0.0) { // lambda \ (lambda o lambda)
        for (uint32_t i = 0; i < c->cone.size; i++)
            c->q[i] = -c->cone.lambda[i];
        return;
    }
    bl_interior_product(c->cone.size, c->cone.lambda, c->cone.lambda, d);
    for (uint32_t i = 0; i < c->cone.size; i++)
        d[i] = (i == 0 ? run->sigma * run->tau : 0.0) - d[i] - c->second[i];
    bl_interior_cone_divide(&c->cone, d, c->q);
}

// F, A and B of dr + A ds + F = 0: of a contact A = T^-1 W^2 J and F = -T^-1 (W q + W^2 rho).
static void set_contact(const bl_newton_group* g, const bl_interior_step* c, bl_newton_term* term, double* f)
{
    double square[9], wq[3], of_t[3] = {1.0 / g->mu, 1.0, 1.0};
    bl_interior_cone_square(&c->cone, square);
    bl_interior_cone_apply(&c->cone, c->q, wq);
    memset(term, 0, sizeof *term);
    for (int i = 0; i < 3; i++) {
        const double* row = square + 3 * i;
        f[i] = -of_t[i] * (wq[i] + row[0] * c->rho[0] + row[1] * c->rho[1] + row[2] * c->rho[2]);
        term->a[3 * i] = of_t[i] * row[0] / g->mu;
        for (int j = 1; j < 3; j++)
            term->a[3 * i + j] = of_t[i] * (row[0] * c->slip[j - 1] + row[j]);
        term->b[4 * i] = 1.0;
    }
}

// Of what has a cap dx_0 = 0 gives dz_0 = ((W q)_0 - (W^2)_0T dz_T) / (W^2)_00; what is left of W^2 is S = its Schur
// complement, and with dx_T = -dr, dz_T = -ds - rho_T:   dr + S ds + S rho_T + (W q)_T - (W^2)_T0 (W q)_0 / (W^2)_00 =
// 0.
static void set_capped(const bl_interior_step* c, bl_newton_term* term, double* f)
{
    double square[16], wq[4];
    bl_interior_cone_square(&c->cone, square);
    bl_interior_cone_apply(&c->cone, c->q, wq);
    memset(term, 0, sizeof *term);
    for (int i = 0; i < 3; i++) {
        double share = square[4 * (1 + i)] / square[0];
        f[i] = wq[1 + i] - share * wq[0];
        for (int j = 0; j < 3; j++) {
            term->a[3 * i + j] = square[4 * (1 + i) + 1 + j] - share * square[1 + j];
            f[i] += term->a[3 * i + j] * c->rho[1 + j];
        }
        term->b[4 * i] = 1.0;
    }
}

// dx and dz of the step.
static void read_cone(const bl_interior_run* run, const bl_newton_group* g, const bl_interior_step* c, double* dx,
                      double* dz)
{
    const double *dr = run->dr + g->first, *ds = run->ds + g->first;
    if (g->law == BL_NEWTON_UNILATERAL) {
        dx[0] = g->mu * dr[0];
        dz[0] = ds[0] / g->mu + c->slip[0] * ds[1] + c->slip[1] * ds[2] - c->rho[0];
        for (int i = 1; i < 3; i++) {
            dx[i] = dr[i];
            dz[i] = ds[i] - c->rho[i];
        }
        return;
    }
    double square[16], wq[4], sum;
    bl_interior_cone_square(&c->cone, square);
    bl_interior_cone_apply(&c->cone, c->q, wq);
    sum = wq[0];
    dx[0] = 0.0;
    for (int i = 1; i < 4; i++) {
        dx[i] = -dr[i - 1];
        dz[i] = -ds[i - 1] - c->rho[i];
        sum -= square[i] * dz[i];
    }
    dz[0] = sum / square[0];
}

static double longest_of_cone(const bl_interior_run* run, const bl_newton_group* g, const bl_interior_step* c)
{
    double dx[BL_INTERIOR_MAX_SIZE], dz[BL_INTERIOR_MAX_SIZE];
    read_cone(run, g, c, dx, dz);
    double of_x = bl_interior_longest(c->cone.size, c->cone.x, dx);
    return fmin(of_x, bl_interior_longest(c->cone.size, c->cone.z, dz));
}

// ---------------------------------------------------------------------------------------------------------------------
// All groups
// ---------------------------------------------------------------------------------------------------------------------

// Inside by what the velocities of the problem are, and the impulses that make them; less where the guess is good.
static void begin_group(const bl_newton_problem* p, uint32_t group, double speed)
{
    const bl_newton_group* g = &p->groups[group];
    bl_interior_step* c = &p->interior[group];
    double* r = p->r + g->first;
    double room = g->weight > 0.0 ? BL_INTERIOR_FIRST_IMPULSE * speed / g->weight : 0.0;
    memset(c, 0, sizeof *c);
    switch (kind_of(g)) {
    case INTERIOR_CONTACT:
    case INTERIOR_CAPPED:
        c->cone.size = g->law == BL_NEWTON_UNILATERAL ? 3 : 4;
        begin_cone(g, room, r);
        break;
    case INTERIOR_SIDES:
        begin_sides(g, room, r);
        break;
    case INTERIOR_FIXED:
    case INTERIOR_LINEAR:
        break;
    }
}

static void begin_z(const bl_newton_problem* p, uint32_t group, double speed)
{
    const bl_newton_group* g = &p->groups[group];
    bl_interior_step* c = &p->interior[group];
    const double* s = p->s + g->first;
    interior_kind kind = kind_of(g);
    if (kind == INTERIOR_SIDES)
        for (int side = 0; side < 2; side++)
            c->cone.z[side] = has_side(g, side) ? fmax(0.0, sign_of_side(side) * s[0]) + speed : 0.0;
    if (kind != INTERIOR_CONTACT && kind != INTERIOR_CAPPED) return;
    set_phi(g, s, 0.0, c->cone.z, c->slip);
    double depth = bl_interior_depth(c->cone.size, c->cone.z);
    c->cone.z[0] += fmax(0.0, -depth) + speed;
}

void bl_interior_begin(bl_interior_run* run, double error)
{
    bl_newton_problem* p = run->p;
    run->count = 0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        interior_kind kind = kind_of(&p->groups[k]);
        if (kind == INTERIOR_CONTACT || kind == INTERIOR_CAPPED) run->count++;
        if (kind == INTERIOR_SIDES)
            run->count += (uint32_t)has_side(&p->groups[k], 0) + (uint32_t)has_side(&p->groups[k], 1);
    }
    double relative = p->size > 0.0 ? sqrt(error) / p->size : 1.0;
    double share = fmin(1.0, fmax(BL_INTERIOR_LEAST_START, relative));
    double speed = share * fmax(p->size, sqrt(error)) / sqrt(fmax(1.0, run->count));
    for (uint32_t k = 0; k < p->group_count; k++)
        begin_group(p, k, speed);
    bl_newton_multiply(p, p->r, p->s);
    for (uint32_t k = 0; k < p->group_count; k++)
        begin_z(p, k, speed);
}

bool bl_interior_measure(bl_interior_run* run)
{
    const bl_newton_problem* p = run->p;
    double sum = 0.0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        bl_interior_step* c = &p->interior[k];
        memset(c->second, 0, sizeof c->second);
        if (kind_of(g) == INTERIOR_SIDES)
            for (int side = 0; side < 2; side++) {
                if (!has_side(g, side)) continue;
                c->cone.x[side] = distance_to_side(g, side, p->r[g->first]);
                if (!(c->cone.x[side] > 0.0) || !(c->cone.z[side] > 0.0)) return false;
                sum += c->cone.x[side] * c->cone.z[side];
            }
        if (c->cone.size == 0) continue;
        double phi[BL_INTERIOR_MAX_SIZE];
        set_x(g, p->r + g->first, c->cone.x);
        set_phi(g, p->s + g->first, c->cone.z[0], phi, c->slip);
        if (run->convex > 0) c->slip[0] = c->slip[1] = 0.0;
        for (uint32_t i = 0; i < c->cone.size; i++) {
            c->rho[i] = c->cone.z[i] - phi[i];
            sum += c->cone.x[i] * c->cone.z[i];
        }
        if (!bl_interior_cone_scale(&c->cone)) return false;
    }
    run->tau = run->count > 0 ? sum / run->count : 0.0;
    return true;
}

void bl_interior_set_terms(const bl_interior_run* run)
{
    const bl_newton_problem* p = run->p;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        bl_interior_step* c = &p->interior[k];
        double* f = p->f + g->first;
        interior_kind kind = kind_of(g);
        p->is_open[k] = kind == INTERIOR_FIXED;
        if (kind == INTERIOR_FIXED)
            for (uint32_t i = 0; i < g->count; i++)
                f[i] = (g->law == BL_NEWTON_BOX ? g->lower : 0.0) - p->r[g->first + i];
        if (kind == INTERIOR_LINEAR) memcpy(f, p->s + g->first, g->count * sizeof *f);
        if (kind == INTERIOR_SIDES) set_sides(run, g, c, &p->terms[k]);
        if (kind != INTERIOR_CONTACT && kind != INTERIOR_CAPPED) continue;
        set_aim(run, c);
        if (kind == INTERIOR_CONTACT)
            set_contact(g, c, &p->terms[k], f);
        else
            set_capped(c, &p->terms[k], f);
    }
}

double bl_interior_longest_step(const bl_interior_run* run)
{
    const bl_newton_problem* p = run->p;
    double longest = HUGE_VAL;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        const bl_interior_step* c = &p->interior[k];
        if (kind_of(g) == INTERIOR_SIDES) longest = fmin(longest, longest_of_sides(run, g, c));
        if (c->cone.size > 0) longest = fmin(longest, longest_of_cone(run, g, c));
    }
    return longest;
}

void bl_interior_set_second_order(const bl_interior_run* run)
{
    const bl_newton_problem* p = run->p;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        bl_interior_step* c = &p->interior[k];
        if (kind_of(g) == INTERIOR_SIDES) {
            double next[2], dr = run->dr[g->first];
            for (int side = 0; side < 2; side++)
                next[side] = has_side(g, side) ? next_z(run, c, side, dr) : 0.0;
            for (int side = 0; side < 2; side++)
                if (has_side(g, side)) c->second[side] = sign_of_side(side) * dr * (next[side] - c->cone.z[side]);
        }
        if (c->cone.size == 0) continue;
        double dx[BL_INTERIOR_MAX_SIZE], dz[BL_INTERIOR_MAX_SIZE];
        read_cone(run, g, c, dx, dz);
        bl_interior_cone_apply_inverse(&c->cone, dx, dx);
        bl_interior_cone_apply(&c->cone, dz, dz);
        bl_interior_product(c->cone.size, dx, dz, c->second);
    }
}

void bl_interior_go(const bl_interior_run* run, double step)
{
    const bl_newton_problem* p = run->p;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        bl_interior_step* c = &p->interior[k];
        double dx[BL_INTERIOR_MAX_SIZE], dz[BL_INTERIOR_MAX_SIZE], dr = run->dr[g->first];
        if (kind_of(g) == INTERIOR_SIDES)
            for (int side = 0; side < 2; side++)
                if (has_side(g, side)) c->cone.z[side] += step * (next_z(run, c, side, dr) - c->cone.z[side]);
        if (c->cone.size == 0) continue;
        read_cone(run, g, c, dx, dz);
        for (uint32_t i = 0; i < c->cone.size; i++)
            c->cone.z[i] += step * dz[i];
    }
    for (uint32_t i = 0; i < p->stride; i++) {
        p->r[i] += step * run->dr[i];
        p->s[i] += step * run->ds[i];
    }
}
