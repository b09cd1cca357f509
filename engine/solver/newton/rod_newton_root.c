// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_newton_internal.h"

#include "core/assert.h"
#include "solver/law/residual.h"
#include "solver/newton/newton_tolerances.h"
#include "solver/rows/island_residual.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------------------------
// The residual: the natural map
// ---------------------------------------------------------------------------------------------------------------------

double bl_newton_box_aim(const bl_newton_group* g, const double* r, const double* s)
{
    return fmin(g->upper, fmax(g->lower, *r - g->scale * *s / g->weight));
}

// Of all but contacts.
static double hold_squared(const bl_newton_group* g, const double* r, const double* s)
{
    if (g->law == BL_NEWTON_BOX) {
        double aim = *r - g->scale * *s / g->weight;
        double left = aim > g->lower && aim < g->upper ? g->scale * *s : g->weight * (*r - bl_newton_box_aim(g, r, s));
        return left * left;
    }
    return bl_rod_hold_natural_squared(g->count, g->weight, g->scale, g->cap, r, s);
}

// A sum of squares of velocities that r makes, or zero where rounding leaves as much: impulses may be far larger than
// those that a solve began with, and holds that ask for one thing twice differ by what their places round by.
static double above_rounding(const bl_newton_problem* p, const double* r, double square)
{
    double rounding = 0.0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        double impulse = 0.0;
        for (uint32_t i = 0; i < g->count; i++)
            impulse += fabs(r[g->first + i]);
        rounding += bl_rounding_squared(g->size + g->weight * impulse);
    }
    return square <= rounding ? 0.0 : square;
}

double bl_newton_natural_squared(const bl_newton_problem* p, const double* r, const double* s)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        if (g->law != BL_NEWTON_UNILATERAL) {
            sum += hold_squared(g, r + g->first, s + g->first);
            continue;
        }
        double e[3];
        bl_natural_map(g->weight, g->mu, r + g->first, s + g->first, e);
        sum += e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    }
    return above_rounding(p, r, sum);
}

// ---------------------------------------------------------------------------------------------------------------------
// The root functions: one of three of contacts, the natural map of holds
// ---------------------------------------------------------------------------------------------------------------------

// F = w r - P(w r - c s), P the ball of radius R = w cap and c what softness leaves of s. Inside of it F = c s;
// outside, with y = w r - c s, d = y / |y|, k = R / |y|:   dF = w dr - k (1 - d d^T) (w dr - c ds)
static void set_pull(const bl_newton_group* g, const double* r, const double* s, bl_newton_term* term)
{
    BELAY_ASSERT(g->count == 3 && g->cap >= 0.0);
    double y[3], length = 0.0, radius = g->weight * g->cap;
    for (int i = 0; i < 3; i++) {
        y[i] = g->weight * r[i] - g->scale * s[i];
        length += y[i] * y[i];
    }
    length = sqrt(length);
    bool is_capped = length > radius;
    double k = is_capped ? radius / length : 1.0;
    for (int i = 0; i < 3; i++) {
        term->f[i] = g->weight * r[i] - k * y[i];
        for (int l = 0; l < 3; l++) {
            double one = i == l ? 1.0 : 0.0;
            double turn = is_capped ? k * (one - y[i] / length * (y[l] / length)) : one;
            term->a[3 * i + l] = g->scale * turn;
            term->b[3 * i + l] = g->weight * (one - turn);
        }
    }
    term->is_open = false;
}

void bl_newton_set_term(const bl_newton_problem* p, const bl_newton_group* g, const double* r, const double* s,
                        bl_newton_term* term)
{
    r += g->first;
    s += g->first;
    if (g->law == BL_NEWTON_BOUNDED)
        set_pull(g, r, s, term);
    else if (p->root == BL_ROOT_ACTIVE_SETS)
        bl_newton_term_alart_curnier(g->weight, g->mu, r, s, term);
    else if (p->root == BL_ROOT_FISCHER)
        bl_newton_term_fischer_burmeister(g->weight, g->mu, r, s, term);
    else
        bl_newton_term_shifted(g->weight, g->mu, r, s, p->shift[g->first], term);
}

static void evaluate(const bl_newton_problem* p, const bl_newton_group* g, const double* r, const double* s,
                     double f[3])
{
    if (p->root == BL_ROOT_ACTIVE_SETS)
        bl_natural_map(g->weight, g->mu, r, s, f);
    else if (p->root == BL_ROOT_FISCHER)
        bl_fischer_burmeister(g->weight, g->mu, r, s, f);
    else
        bl_fischer_burmeister_shifted(g->weight, g->mu, r, s, p->shift[g->first], f);
}

double bl_newton_root_squared(const bl_newton_problem* p, const double* r, const double* s)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        double f[3];
        if (g->law != BL_NEWTON_UNILATERAL) {
            sum += hold_squared(g, r + g->first, s + g->first);
            continue;
        }
        evaluate(p, g, r + g->first, s + g->first, f);
        sum += f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    }
    return above_rounding(p, r, sum);
}

// A row at a bound that its velocity keeps it at. The bound is then all that its step needs.
static bool is_at_bound(const bl_newton_group* g, const double* r, const double* s)
{
    double aim = bl_newton_box_aim(g, r, s);
    return aim <= g->lower || aim >= g->upper;
}

bool bl_newton_is_linear(const bl_newton_group* g)
{
    return g->law == BL_NEWTON_BILATERAL || g->law == BL_NEWTON_BOX;
}

bool bl_newton_is_open(const bl_newton_group* g, const double* r, const double* s)
{
    if (g->count == 0) return true; // left out: it has no rows
    if (g->law == BL_NEWTON_BOX) return is_at_bound(g, r + g->first, s + g->first);
    if (g->law != BL_NEWTON_UNILATERAL || !(g->weight > 0.0)) return false;
    r += g->first;
    s += g->first;
    double most = fabs(r[0]) + fabs(r[1]) + fabs(r[2]);
    return s[0] > 0.0 && g->weight * most <= BL_ROD_NEARLY_OPEN * s[0];
}
