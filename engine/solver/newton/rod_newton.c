// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_newton_internal.h"

#include "belay/timer.h"
#include "solver/law/residual.h"

#include <string.h>

// Newton on the full law: so many iterations in all, and in one proximal point.
#define MAX_ACTIVE_SETS 400
#define MAX_FISCHER 40
#define MAX_IN_POINT 20
#define MAX_IN_RIGID_POINT 10 // without rods: what has not arrived by then goes from kink to kink
#define MAX_LEAPS 6           // steps taken although they do not lower |F|^2, per proximal point,
#define HIGHEST_LEAP 1e8      // and what they may multiply it by, or
#define HIGH_LEAP 0.01 // of |b|^2: what squeezes without a velocity may have far to go, past many an edge of a cone
#define SAME 1e-3
#define LEAST_FISCHER_STEP 0.25
// Newton on a convex program, which has one solution and a way to it.
#define MAX_CONVEX 30
#define LEAST_CONVEX_STEP 1e-4
#define CONVEX_PER_COUPLED 2 // programs between two tries of the full law
#define MAX_OUTER 60
#define OVER_RELAXATION 2.0 // of the shift

// The proximal term over w, as a share of the relative error. The smaller it is the further a proximal point leads, and
// the less likely Newton finds it.
#define FIRST_SHARE_OF_ROW 0.03 // at first, by row: more contacts change at once where there are more
#define MAX_SHARE 1e7
#define MAX_POINTS 100
#define FEW 3 // iterations after which
#define FASTER 1e-3
#define FAST 0.1
#define SLOWER 10.0 // when Newton has failed; from then on
#define FLOWING 0.5 // after few iterations, and 1 after more
#define CLOSER 1e-4 // of |F|^2, which is enough for a proximal point on the way
#define CONVEX_SHARE 1e-2
#define LEAST_PROXIMAL 1e-13

#define ENOUGH 0.1    // of the goal, for |F|^2
#define DECREASE 1e-3 // of |F|^2, by which a step must lower it at least, over its length
#define DAMPING 1e-3  // of the matrix, over |F| / |b|
#define NEARLY_ZERO 1e-6

static void copy(const bl_newton_problem* p, double* to, const double* from)
{
    memcpy(to, from, p->stride * sizeof *to);
}

// ---------------------------------------------------------------------------------------------------------------------
// The residual: the natural map
// ---------------------------------------------------------------------------------------------------------------------

// Where one projected step leads a bounded row.
static double bounded_aim(const bl_newton_group* g, const double* r, const double* s)
{
    return fmin(g->upper, fmax(g->lower, *r - g->scale * *s / g->weight));
}

// Of all but contacts.
static double hold_squared(const bl_newton_group* g, const double* r, const double* s)
{
    if (g->law == BL_NEWTON_BOUNDED) {
        double aim = *r - g->scale * *s / g->weight;
        double left = aim > g->lower && aim < g->upper ? g->scale * *s : g->weight * (*r - bounded_aim(g, r, s));
        return left * left;
    }
    return bl_rod_hold_natural_squared(g->count, g->weight, g->scale, g->cap, r, s);
}

static double natural_squared(const bl_newton_problem* p, const double* r, const double* s)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        if (g->law != BL_NEWTON_TOUCHES) {
            sum += hold_squared(g, r + g->first, s + g->first);
            continue;
        }
        double e[3];
        bl_natural_map(g->weight, g->mu, r + g->first, s + g->first, e);
        sum += e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------------------------
// The root functions: one of three of contacts, the natural map of holds
// ---------------------------------------------------------------------------------------------------------------------

// F = w r - P(w r - c s), P the ball of radius R = w cap and c what softness leaves of s. Inside of it F = c s;
// outside, with y = w r - c s, d = y / |y|, k = R / |y|:   dF = w dr - k (1 - d d^T) (w dr - c ds)
static void set_pull(const bl_newton_group* g, const double* r, const double* s, bl_newton_term* term)
{
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

static void set_term(const bl_newton_problem* p, const bl_newton_group* g, const double* r, const double* s,
                     bl_newton_term* term)
{
    r += g->first;
    s += g->first;
    if (g->law == BL_NEWTON_PULLS)
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

// |F|^2
static double root_squared(const bl_newton_problem* p, const double* r, const double* s)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        double f[3];
        if (g->law != BL_NEWTON_TOUCHES) {
            sum += hold_squared(g, r + g->first, s + g->first);
            continue;
        }
        evaluate(p, g, r + g->first, s + g->first, f);
        sum += f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    }
    return sum;
}

// A row at a bound that its velocity keeps it at. The bound is then all that its step needs.
static bool is_at_bound(const bl_newton_group* g, const double* r, const double* s)
{
    double aim = bounded_aim(g, r, s);
    return aim <= g->lower || aim >= g->upper;
}

// Groups of which each row by itself has F = scale s.
static bool is_linear(const bl_newton_group* g)
{
    return g->law == BL_NEWTON_HOLDS || g->law == BL_NEWTON_BOUNDED;
}

// A contact whose impulse is next to nothing beside its velocity, well inside of the dual cone: there F = w r up to the
// second order in the ratio, and its impulse is known without a row.
static bool is_open(const bl_newton_group* g, const double* r, const double* s)
{
    if (g->count == 0) return true; // left out: it has no rows
    if (g->law == BL_NEWTON_BOUNDED) return is_at_bound(g, r + g->first, s + g->first);
    if (g->law != BL_NEWTON_TOUCHES || !(g->weight > 0.0)) return false;
    r += g->first;
    s += g->first;
    double most = fabs(r[0]) + fabs(r[1]) + fabs(r[2]);
    return s[0] > 0.0 && g->weight * most <= NEARLY_ZERO * s[0];
}

// ---------------------------------------------------------------------------------------------------------------------
// Newton
// ---------------------------------------------------------------------------------------------------------------------

// x -= m y, from the block of column `from` on.
static void subtract(double* restrict x, const double* restrict y, double m, uint32_t from, uint32_t stride)
{
    for (uint32_t c = from / BL_NEWTON_STRIDE * BL_NEWTON_STRIDE; c < stride; c += BL_NEWTON_STRIDE) {
        x[c] -= m * y[c];
        x[c + 1] -= m * y[c + 1];
        x[c + 2] -= m * y[c + 2];
        x[c + 3] -= m * y[c + 3];
    }
}

static void exchange(double* x, double* y, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        double swap = x[i];
        x[i] = y[i];
        y[i] = swap;
    }
}

// The step of a row of which it is known: an open contact has no impulse, a row at a bound that of the bound.
static double known_step(const bl_newton_problem* p, const bl_newton_group* g, uint32_t row)
{
    return (g->law == BL_NEWTON_BOUNDED ? bounded_aim(g, p->r + row, p->s + row) : 0.0) - p->r[row];
}

// Terms of all groups; f = F, and of open ones the step. Returns how many rows the others have.
static uint32_t linearise(const bl_newton_problem* p, uint32_t closed[BL_ROD_NEWTON_MAX_A_ROWS])
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        p->is_open[k] = is_open(g, p->r, p->s);
        if (!p->is_open[k] && !is_linear(g)) {
            set_term(p, g, p->r, p->s, &p->terms[k]);
            p->is_open[k] = p->terms[k].is_open;
        }
        for (uint32_t i = 0; i < g->count; i++) {
            uint32_t row = g->first + i;
            if (p->is_open[k])
                p->f[row] = known_step(p, g, row);
            else
                p->f[row] = is_linear(g) ? g->scale * p->s[row] : p->terms[k].f[i];
            if (!p->is_open[k] && p->sparse == NULL) closed[n++] = row;
        }
    }
    return n;
}

// to += m (A + damping w) of one row, in the columns of `closed`, and x -= m A times the steps that are known.
static void add_row(const bl_newton_problem* p, uint32_t row, double m, double damping, const uint32_t* closed,
                    uint32_t n, double* restrict to, double* x)
{
    const double* from = p->a + row;
    size_t stride = p->stride;
    for (uint32_t c = 0; c < n; c++)
        to[c] += m * (from[closed[c] * stride] + (closed[c] == row ? damping + p->alpha[row] : 0.0));
    for (uint32_t k = 0; k < p->group_count; k++)
        for (uint32_t c = p->groups[k].first; p->is_open[k] && c < p->groups[k].first + p->groups[k].count; c++)
            *x -= m * from[c * stride] * p->f[c];
}

// The rows dF = A_g (A dr) + B_g dr = -F of a group, from row `at` of J on.
static void set_rows(const bl_newton_problem* p, uint32_t group, double damping, const uint32_t* closed, uint32_t n,
                     uint32_t at)
{
    const bl_newton_group* g = &p->groups[group];
    const bl_newton_term* term = &p->terms[group];
    for (uint32_t i = 0; i < g->count; i++) {
        double* to = p->j + (size_t)(at + i) * p->stride;
        memset(to, 0, p->stride * sizeof *to);
        p->x[at + i] = -p->f[g->first + i];
        for (uint32_t l = 0; l < g->count; l++) {
            double m = is_linear(g) ? (i == l ? g->scale : 0.0) : term->a[3 * i + l];
            if (m != 0.0) add_row(p, g->first + l, m, damping * g->own, closed, n, to, &p->x[at + i]);
            if (!is_linear(g)) to[at + l] += term->b[3 * i + l];
        }
    }
}

// Solves J x = x by elimination with row pivoting; n x n. What stands left of the diagonal is not kept. False when J is
// singular to working precision.
static bool eliminate(const bl_newton_problem* p, uint32_t n)
{
    size_t stride = p->stride;
    uint32_t end = (n + BL_NEWTON_STRIDE - 1) / BL_NEWTON_STRIDE * BL_NEWTON_STRIDE;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t pivot = k;
        for (uint32_t i = k + 1; i < n; i++)
            if (fabs(p->j[i * stride + k]) > fabs(p->j[pivot * stride + k])) pivot = i;
        double* top = p->j + k * stride;
        if (!(fabs(p->j[pivot * stride + k]) > 0.0)) return false;
        if (pivot != k) {
            exchange(top, p->j + pivot * stride, n);
            exchange(&p->x[k], &p->x[pivot], 1);
        }
        for (uint32_t i = k + 1; i < n; i++) {
            double m = p->j[i * stride + k] / top[k];
            if (m == 0.0) continue;
            subtract(p->j + i * stride, top, m, k, end);
            p->x[i] -= m * p->x[k];
        }
    }
    for (uint32_t i = n; i-- > 0;) {
        double sum = p->x[i];
        for (uint32_t c = i + 1; c < n; c++)
            sum -= p->j[i * stride + c] * p->x[c];
        p->x[i] = sum / p->j[i * stride + i];
    }
    return true;
}

// The Newton step, in f. The matrix is damped, as W is singular where contacts are redundant.
static bool find_step(const bl_newton_problem* p, double error)
{
    uint32_t closed[BL_ROD_NEWTON_MAX_A_ROWS], n = linearise(p, closed), at = 0;
    double damping = p->size > 0.0 ? fmin(1.0, DAMPING * sqrt(error) / p->size) : 0.0;
    if (p->sparse != NULL) return bl_rod_sparse_step(p->sparse, p, damping);
    for (uint32_t k = 0; k < p->group_count; k++) {
        if (p->is_open[k]) continue;
        set_rows(p, k, damping, closed, n, at);
        at += p->groups[k].count;
    }
    if (!eliminate(p, n)) return false;
    for (uint32_t i = 0; i < n; i++)
        p->f[closed[i]] = p->x[i];
    return true;
}

static void project(const bl_newton_problem* p, double* r)
{
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        double* x = r + g->first;
        if (g->law == BL_NEWTON_TOUCHES) bl_cone_project(g->mu, x, x);
        if (g->law == BL_NEWTON_BOUNDED) *x = fmin(g->upper, fmax(g->lower, *x));
        if (g->law != BL_NEWTON_PULLS || g->count == 0) continue;
        double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
        for (int i = 0; i < 3 && length > g->cap; i++)
            x[i] *= g->cap / length;
    }
}

// next = r + t f; its |F|^2.
static double try_step(const bl_newton_problem* p, double t)
{
    for (uint32_t i = 0; i < p->stride; i++)
        p->next[i] = p->r[i] + t * p->f[i];
    bl_newton_multiply(p, p->next, p->next_s);
    return root_squared(p, p->next, p->next_s);
}

// The first of r + f, r + f / 2, ... that lowers |F|^2, in next; its |F|^2, or a negative number when none does.
static double line_search(const bl_newton_problem* p, double before, double shortest)
{
    for (double t = 1.0; t >= shortest; t *= 0.5) {
        double after = try_step(p, t);
        if (after < before * (1.0 - DECREASE * t)) return after;
    }
    return -1.0;
}

// From r, with its s, as far as it gets; true: to the goal.
static bool newton(const bl_newton_problem* p, double goal, double shortest, int most, int* left)
{
    double error = root_squared(p, p->r, p->s);
    if (p->root != BL_ROOT_SHIFTED) goal = fmax(goal, CLOSER * error);
    int leaps = 0;
    double last = -1.0;
    while (error > goal && most-- > 0 && *left > 0) {
        (*left)--;
        if (!find_step(p, error)) return false;
        double after = line_search(p, error, shortest);
        if (!(after >= 0.0)) {
            // Caught in a kink between two active sets: a full step, uphill as it is, may lead out of it.
            if (p->root != BL_ROOT_ACTIVE_SETS || leaps++ == MAX_LEAPS) return false;
            after = try_step(p, 1.0);
            if (after > fmax(HIGHEST_LEAP * error, HIGH_LEAP * p->size * p->size)) return false;
        }
        if (fabs(after - last) <= SAME * last) return false; // back where it was before: it goes round in a circle
        last = error;
        error = after;
        copy(p, p->r, p->next);
        copy(p, p->s, p->next_s);
    }
    return error <= goal;
}

// Proximal points, around the center, make the matrix regular, with alpha / w like the relative error.
static void set_proximal(const bl_newton_problem* p, double error, double share)
{
    double relative = p->size > 0.0 ? share * sqrt(error) / p->size : share;
    relative = fmin(1.0, fmax(LEAST_PROXIMAL, relative));
    for (uint32_t k = 0; k < p->group_count; k++)
        for (uint32_t i = 0; i < p->groups[k].count; i++)
            p->alpha[p->groups[k].first + i] = p->groups[k].law == BL_NEWTON_HOLDS ? 0.0 : relative * p->groups[k].own;
}

// The natural map of the iterate r put into its bounds, squared; it is kept if it is the best. Takes the proximal term
// out of its s.
static double look(const bl_newton_problem* p, bl_dense_newton_report* report)
{
    for (uint32_t i = 0; i < p->n; i++)
        p->s[i] -= p->alpha[i] * (p->r[i] - p->center[i]);
    memset(p->alpha, 0, p->stride * sizeof *p->alpha);
    copy(p, p->next, p->r);
    project(p, p->next);
    bool is_within = memcmp(p->next, p->r, p->n * sizeof *p->r) == 0;
    if (!is_within) bl_newton_multiply(p, p->next, p->next_s);
    double error = natural_squared(p, p->next, is_within ? p->s : p->next_s);
    if (error < report->natural_squared) {
        report->natural_squared = error;
        copy(p, p->best, p->next);
    }
    return error;
}

// What is enough of |F|^2 for the goal: in Fischer and Burmeister's function a tangential velocity counts by mu of it.
static double enough(const bl_newton_problem* p, double goal)
{
    double least = 1.0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        double mu = p->groups[k].mu;
        if (p->groups[k].law == BL_NEWTON_TOUCHES && mu > 0.0) least = fmin(least, mu * mu);
    }
    return ENOUGH * least * goal;
}

// r <- the last solution of a convex program, without a proximal term.
static void begin_at_outer(const bl_newton_problem* p)
{
    memset(p->alpha, 0, p->stride * sizeof *p->alpha);
    copy(p, p->r, p->outer);
    bl_newton_multiply(p, p->r, p->s);
}

// The law itself, from proximal point to proximal point. Near a solution the residual falls from each to the next.
// Where the solution near the guess has ceased to exist (a strand has let go) Newton finds none of them until the
// proximal term is so large that they follow one another closely: implicit steps of the flow dr/dt = -F, along which
// the residual may grow for a while, as on the way that the strand takes. So what the term follows is not the residual
// but whether Newton succeeds.
static void solve_coupled(bl_newton_problem* p, bl_newton_root root, const bl_rod_newton_limits* limits,
                          bl_dense_newton_report* report, int* left)
{
    bool is_active = root == BL_ROOT_ACTIVE_SETS, has_failed = false;
    begin_at_outer(p);
    double error = look(p, report), share = FIRST_SHARE_OF_ROW * p->n, shortest = is_active ? 1.0 : LEAST_FISCHER_STEP;
    bool has_rods = bl_row_set_is_rod(p->set, p->groups[p->group_count - 1].element); // they come last
    int in_point = has_rods ? MAX_IN_POINT : MAX_IN_RIGID_POINT;
    int most = is_active ? MAX_ACTIVE_SETS : MAX_FISCHER, end = *left > most ? *left - most : 0;
    p->root = root;
    for (int points = 0; points < MAX_POINTS && error > limits->goal && *left > end && share <= MAX_SHARE; points++) {
        int had = *left, allowed = had - end < in_point ? had - end : in_point;
        copy(p, p->center, p->r);
        set_proximal(p, error, share);
        bool solved = newton(p, enough(p, limits->goal), shortest, allowed, left), was_easy = had - *left <= FEW;
        double after = look(p, report);
        if (solved) {
            error = after;
            share *= has_failed ? (was_easy ? FLOWING : 1.0) : (was_easy ? FASTER : FAST);
        } else {
            has_failed = true;
            share *= SLOWER;
            copy(p, p->r, p->center);
            bl_newton_multiply(p, p->r, p->s);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Where Newton on the law itself fails: Cadoux's fixed point
// ---------------------------------------------------------------------------------------------------------------------

// s = mu |u_T|, over-relaxed: where the solution has left the neighbourhood of the guess (contacts have let go), the
// way to the new one is long and the fixed point walks it slowly.
static void set_shift(const bl_newton_problem* p, bool is_first)
{
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        if (g->law != BL_NEWTON_TOUCHES) continue;
        double *shift = &p->shift[g->first], next = g->mu * bl_tangent_length(p->s + g->first);
        *shift = is_first ? next : fmax(0.0, *shift + OVER_RELAXATION * (next - *shift));
    }
}

static void solve_convex(bl_newton_problem* p, bool is_first, double goal, bl_dense_newton_report* report, int* left)
{
    begin_at_outer(p);
    double error = look(p, report);
    set_shift(p, is_first);
    copy(p, p->center, p->outer);
    set_proximal(p, error, CONVEX_SHARE);
    p->root = BL_ROOT_SHIFTED;
    newton(p, enough(p, goal), LEAST_CONVEX_STEP, MAX_CONVEX, left);
    copy(p, p->outer, p->r);
}

bl_dense_newton_report bl_rod_newton_solve(bl_rod_newton* state, const bl_row_set* set, bl_velocity* velocities,
                                           const bl_rod_newton_limits* limits)
{
    bl_newton_problem p = bl_newton_problem_of(state);
    bl_newton_assemble(state, &p, set, velocities);
    copy(&p, p.best, p.r);
    copy(&p, p.outer, p.r);
    bl_dense_newton_report report = {0, natural_squared(&p, p.r, p.s)};
    int left = limits->max_iterations;
    if (report.natural_squared > limits->goal) solve_coupled(&p, BL_ROOT_ACTIVE_SETS, limits, &report, &left);
    for (int outer = 0; report.natural_squared > limits->goal && left > 0 && outer < MAX_OUTER; outer++) {
        if (outer % CONVEX_PER_COUPLED == 0) solve_coupled(&p, BL_ROOT_FISCHER, limits, &report, &left);
        bool is_late = limits->deadline_seconds > 0.0 && belay_timer_seconds() >= limits->deadline_seconds;
        if (report.natural_squared <= limits->goal || left <= 0 || is_late) break;
        solve_convex(&p, outer == 0, limits->goal, &report, &left);
    }
    report.iterations = limits->max_iterations - left;
    if (report.iterations > 0) bl_newton_give_back(&p, set, velocities);
    return report;
}
