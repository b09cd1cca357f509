// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_newton_internal.h"

#include "belay/timer.h"
#include "core/assert.h"
#include "math/cone.h"
#include "math/gauss.h"
#include "solver/newton/newton_loop.h"
#include "solver/newton/newton_tolerances.h"
#include "solver/newton/rod_interior.h"
#include "solver/newton/rod_newton_pattern.h"

#include <string.h>

static void copy(const bl_newton_problem* p, double* to, const double* from)
{
    memcpy(to, from, p->stride * sizeof *to);
}

// ---------------------------------------------------------------------------------------------------------------------
// Newton
// ---------------------------------------------------------------------------------------------------------------------

// The step of a row of which it is known: an open contact has no impulse, a row at a bound that of the bound.
static double known_step(const bl_newton_problem* p, const bl_newton_group* g, uint32_t row)
{
    return (g->law == BL_NEWTON_BOX ? bl_newton_box_aim(g, p->r + row, p->s + row) : 0.0) - p->r[row];
}

// Terms of all groups; f = F, and of open ones the step. Returns how many rows the others have.
static uint32_t linearise(const bl_newton_problem* p, uint32_t closed[BL_ROD_NEWTON_MAX_A_ROWS])
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        p->is_open[k] = bl_newton_is_open(g, p->r, p->s);
        if (!p->is_open[k] && !bl_newton_is_linear(g)) {
            bl_newton_set_term(p, g, p->r, p->s, &p->terms[k]);
            p->is_open[k] = p->terms[k].is_open;
        }
        double scale = p->sparse == NULL ? g->scale : 1.0; // as either matrix takes it
        for (uint32_t i = 0; i < g->count; i++) {
            uint32_t row = g->first + i;
            if (p->is_open[k])
                p->f[row] = known_step(p, g, row);
            else
                p->f[row] = bl_newton_is_linear(g) ? scale * p->s[row] : p->terms[k].f[i];
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
            double m = bl_newton_is_linear(g) ? (i == l ? g->scale : 0.0) : term->a[3 * i + l];
            if (m != 0.0) add_row(p, g->first + l, m, damping * g->own, closed, n, to, &p->x[at + i]);
            if (!bl_newton_is_linear(g)) to[at + l] += term->b[3 * i + l];
        }
    }
}

// The Newton step, in f. The matrix is damped, as W is singular where contacts are redundant.
static bool find_step(const bl_newton_problem* p, double error)
{
    uint32_t closed[BL_ROD_NEWTON_MAX_A_ROWS], n = linearise(p, closed), at = 0;
    double damping = p->size > 0.0 ? fmin(1.0, BL_ROD_DAMPING * sqrt(error) / p->size) : 0.0;
    if (p->sparse != NULL) return bl_rod_sparse_step(p->sparse, p, damping);
    for (uint32_t k = 0; k < p->group_count; k++) {
        if (p->is_open[k]) continue;
        set_rows(p, k, damping, closed, n, at);
        at += p->groups[k].count;
    }
    if (!bl_gauss_solve(p->j, p->stride, n, p->x, 1)) return false;
    for (uint32_t i = 0; i < n; i++)
        p->f[closed[i]] = p->x[i];
    return true;
}

static void project(const bl_newton_problem* p, double* r)
{
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        double* x = r + g->first;
        if (g->law == BL_NEWTON_UNILATERAL) bl_cone_project(g->mu, x, x);
        if (g->law == BL_NEWTON_BOX) *x = fmin(g->upper, fmax(g->lower, *x));
        if (g->law != BL_NEWTON_BOUNDED || g->count == 0) continue;
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
    return bl_newton_root_squared(p, p->next, p->next_s);
}

typedef struct rod_run {
    bl_newton_problem* p;
    int leaps; // so far in this proximal point
} rod_run;

static bool find_direction(void* context, double merit)
{
    return find_step(((rod_run*)context)->p, merit);
}

static double try_direction(void* context, double t, double most)
{
    (void)most;
    return try_step(((rod_run*)context)->p, t);
}

static bool accept(void* context, double merit, double step)
{
    bl_newton_problem* p = ((rod_run*)context)->p;
    (void)merit;
    (void)step;
    copy(p, p->r, p->next);
    copy(p, p->s, p->next_s);
    return false;
}

static bl_newton_refusal refuse(void* context)
{
    rod_run* run = context;
    bool gives_up = run->p->root != BL_ROOT_ACTIVE_SETS || run->leaps++ == BL_ROD_MAX_LEAPS;
    return gives_up ? BL_NEWTON_GIVES_UP : BL_NEWTON_LEAPS;
}

// From r, with its s, as far as it gets; true: to the goal. Where F is there already and the natural map is not
// (impulses that are put into their bounds change it), it goes on.
static bool newton(bl_newton_problem* p, double goal, double shortest, int64_t most, int* left)
{
    bl_newton_rules rules = {
        shortest, BL_NEWTON_DECREASE, 0.0, BL_ROD_HIGHEST_LEAP, BL_ROD_HIGH_LEAP * p->size * p->size, BL_ROD_CIRCLE};
    rod_run run = {.p = p};
    bl_newton_operator op = {&run, find_direction, try_direction, accept, refuse, NULL};
    double error = bl_newton_root_squared(p, p->r, p->s);
    if (p->root != BL_ROOT_SHIFTED) goal = error <= goal ? BL_ROD_CLOSER * error : fmax(goal, BL_ROD_CLOSER * error);
    if (most > *left) most = *left;
    *left -= (int)most;
    bl_newton_end end = bl_newton_run(&op, &rules, goal, &error, &most);
    *left += (int)most;
    return end == BL_NEWTON_ARRIVED;
}

// Proximal points, around the center, make the matrix regular, with alpha / w like the relative error.
static void set_proximal(const bl_newton_problem* p, double error, double share)
{
    BELAY_ASSERT(share > 0.0);
    double relative = p->size > 0.0 ? share * sqrt(error) / p->size : share;
    relative = fmin(BL_PROXIMAL_MOST, fmax(BL_PROXIMAL_LEAST, relative));
    for (uint32_t k = 0; k < p->group_count; k++)
        for (uint32_t i = 0; i < p->groups[k].count; i++)
            p->alpha[p->groups[k].first + i] =
                p->groups[k].law == BL_NEWTON_BILATERAL ? 0.0 : relative * p->groups[k].own;
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
    double error = bl_newton_natural_squared(p, p->next, is_within ? p->s : p->next_s);
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
        if (p->groups[k].law == BL_NEWTON_UNILATERAL && mu > 0.0) least = fmin(least, mu * mu);
    }
    return BL_NEWTON_ENOUGH * least * goal;
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
typedef struct coupled_run {
    bl_newton_problem* p;
    bl_dense_newton_report* report;
    double goal, shortest, error;
    int failed_at_goal; // points, although the natural map was there
    int in_point, end;  // iterations of a point, at most, and how many are to be left
    int* left;
} coupled_run;

static bl_newton_end solve_point(void* context, double share, int64_t* iterations)
{
    coupled_run* run = context;
    bl_newton_problem* p = run->p;
    int had = *run->left, allowed = had - run->end < run->in_point ? had - run->end : run->in_point;
    copy(p, p->center, p->r);
    set_proximal(p, run->error, share);
    bool solved = newton(p, enough(p, run->goal), run->shortest, allowed, run->left);
    double after = look(p, run->report);
    *iterations = had - *run->left;
    // At the goal another weight may lead further, which the next step's guess gains by; it is tried once.
    bool is_enough = after <= enough(p, run->goal) || (after <= run->goal && !solved && run->failed_at_goal++ > 0);
    if (solved || is_enough) {
        run->error = after;
        return BL_NEWTON_ARRIVED;
    }
    copy(p, p->r, p->center);
    bl_newton_multiply(p, p->r, p->s);
    return BL_NEWTON_FAILED;
}

// Rows whose active set may be another than that of the guess, or one. Holds with a cap are seldom at it.
static uint32_t changing_rows(const bl_newton_problem* p)
{
    uint32_t rows = 0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        if (g->law == BL_NEWTON_UNILATERAL || g->law == BL_NEWTON_BOX) rows += g->count;
    }
    return rows > 0 ? rows : 1;
}

static void solve_coupled(bl_newton_problem* p, bl_newton_root root, const bl_rod_newton_limits* limits,
                          bl_dense_newton_report* report, int* left)
{
    static const bl_proximal_rules rules = {.easy = BL_ROD_EASY_POINT,
                                            .easy_factor = BL_ROD_SHARE_FASTER,
                                            .factor = BL_ROD_SHARE_FAST,
                                            .careful_easy_factor = BL_ROD_SHARE_FLOWING,
                                            .careful_factor = 1.0,
                                            .failed_factor = BL_ROD_SHARE_FAILED_FACTOR,
                                            .most_share = HUGE_VAL};
    bool is_active = root == BL_ROOT_ACTIVE_SETS;
    bool has_rods = bl_row_set_is_rod(p->set, p->groups[p->group_count - 1].element); // they come last
    int most = is_active ? BL_ROD_MAX_ACTIVE_SETS : BL_ROD_MAX_FISCHER;
    begin_at_outer(p);
    coupled_run run = {.p = p, .report = report, .goal = limits->goal, .left = left};
    run.error = look(p, report);
    run.shortest = is_active ? 1.0 : BL_ROD_LEAST_FISCHER_STEP;
    run.in_point = has_rods ? BL_ROD_MAX_IN_POINT : BL_ROD_MAX_IN_RIGID_POINT;
    run.end = *left > most ? *left - most : 0;
    p->root = root;
    bl_proximal_operator op = {&run, solve_point};
    bl_proximal_state state = {.share = BL_ROD_FIRST_SHARE_OF_ROW * changing_rows(p)};
    for (int k = 0; k < BL_ROD_MAX_POINTS && run.error > run.goal && *left > run.end && state.share <= BL_ROD_MAX_SHARE;
         k++)
        bl_proximal_point(&op, &rules, &state);
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
        if (g->law != BL_NEWTON_UNILATERAL) continue;
        double *shift = &p->shift[g->first], next = g->mu * bl_tangent_length(p->s + g->first);
        *shift = is_first ? next : fmax(0.0, *shift + BL_ROD_OVER_RELAXATION * (next - *shift));
    }
}

static void solve_convex(bl_newton_problem* p, bool is_first, double goal, bl_dense_newton_report* report, int* left)
{
    begin_at_outer(p);
    double error = look(p, report);
    set_shift(p, is_first);
    copy(p, p->center, p->outer);
    set_proximal(p, error, BL_ROD_CONVEX_SHARE);
    p->root = BL_ROOT_SHIFTED;
    newton(p, enough(p, goal), BL_ROD_LEAST_CONVEX_STEP, BL_ROD_MAX_CONVEX, left);
    copy(p, p->outer, p->r);
}

// ---------------------------------------------------------------------------------------------------------------------
// Large islands
// ---------------------------------------------------------------------------------------------------------------------

bool bl_rod_newton_is_large(const bl_rod_newton* newton)
{
    return bl_newton_can_go_inside(newton) && newton->rows >= BL_INTERIOR_LARGE_ROWS;
}

// Steps on active sets, from the best so far.
static void try_active_sets(bl_newton_problem* p, int most, const bl_rod_newton_limits* limits,
                            bl_dense_newton_report* report, int* left)
{
    int first = *left < most ? *left : most, tries = first;
    copy(p, p->outer, p->best);
    solve_coupled(p, BL_ROOT_ACTIVE_SETS, limits, report, &tries);
    *left -= first - tries;
}

// From inside of the cones, from the best so far; that ends near the solution at least, from where active sets find the
// rest of the way, in `last` steps.
static void solve_inside(bl_newton_problem* p, int last, const bl_rod_newton_limits* limits,
                         bl_dense_newton_report* report, int* left)
{
    bl_interior_limits inside = {limits->goal, *left, limits->deadline_seconds};
    copy(p, p->r, p->best);
    *left -= bl_rod_interior_solve(p, &inside, report);
    if (report->natural_squared > limits->goal) try_active_sets(p, last, limits, report, left);
}

// Of large islands some steps on active sets where the guess is good, and on as long as they lead towards the solution.
static void begin_large(bl_newton_problem* p, const bl_rod_newton_limits* limits, bl_dense_newton_report* report,
                        int* left)
{
    double good = BL_INTERIOR_GOOD_GUESS * p->size, before = good * good / BL_INTERIOR_TRIES_PROGRESS;
    while (report->natural_squared > limits->goal && report->natural_squared < BL_INTERIOR_TRIES_PROGRESS * before) {
        before = report->natural_squared;
        try_active_sets(p, BL_INTERIOR_TRIES, limits, report, left);
    }
}

static void begin_small(bl_newton_problem* p, const bl_rod_newton_limits* limits, bl_dense_newton_report* report,
                        int* left)
{
    int most = p->interior ? BL_ROD_MAX_BEFORE_INTERIOR : BL_ROD_MAX_ACTIVE_SETS;
    if (report->natural_squared > limits->goal) try_active_sets(p, most, limits, report, left);
}

static bool is_hopeless(const bl_newton_problem* p, const bl_dense_newton_report* report)
{
    double hopeless = BL_ROD_HOPELESS * p->size;
    return report->natural_squared > hopeless * hopeless;
}

bl_dense_newton_report bl_rod_newton_solve(bl_rod_newton* state, const bl_row_set* set, bl_velocity* velocities,
                                           const bl_rod_newton_limits* limits)
{
    BELAY_ASSERT(state->is_prepared && state->group_count > 0);
    bl_newton_problem p = bl_newton_problem_of(state);
    bl_newton_assemble(state, &p, set, velocities);
    copy(&p, p.best, p.r);
    copy(&p, p.outer, p.r);
    bl_dense_newton_report report = {.natural_squared = bl_newton_natural_squared(&p, p.r, p.s)};
    int left = limits->max_iterations;
    bool is_large = bl_rod_newton_is_large(state);
    (is_large ? begin_large : begin_small)(&p, limits, &report, &left);
    int last = is_large ? BL_INTERIOR_TRIES : BL_ROD_MAX_AFTER_INTERIOR;
    if (p.interior && report.natural_squared > limits->goal) solve_inside(&p, last, limits, &report, &left);
    if (p.interior) copy(&p, p.outer, p.best);
    report.is_hopeless = p.interior && left > 0 && is_hopeless(&p, &report);
    int most_outer = is_large || report.is_hopeless ? 0 : BL_ROD_MAX_OUTER; // what follows solves none of these
    for (int outer = 0; report.natural_squared > limits->goal && left > 0 && outer < most_outer; outer++) {
        if (outer % BL_ROD_CONVEX_PER_COUPLED == 0) solve_coupled(&p, BL_ROOT_FISCHER, limits, &report, &left);
        bool is_late = limits->deadline_seconds > 0.0 && belay_timer_seconds() >= limits->deadline_seconds;
        if (report.natural_squared <= limits->goal || left <= 0 || is_late) break;
        solve_convex(&p, outer == 0, limits->goal, &report, &left);
    }
    report.is_hopeless = report.is_hopeless || (p.interior && is_hopeless(&p, &report));
    report.iterations = limits->max_iterations - left;
    if (report.iterations > 0) bl_newton_give_back(&p, set, velocities);
    return report;
}
