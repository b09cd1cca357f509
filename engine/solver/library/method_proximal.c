// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// W is singular as soon as a body has more contact directions than freedoms. What W does not see is bound by the cones
// alone, and Newton's matrix is then singular too. Proximal steps,
//     r_k+1 = solution with W + alpha w, q - alpha w r_k in place of W, q   (alpha relative to w_a = tr(W_aa) / 3),
// have a regular matrix and travel error / alpha along such a direction: with alpha falling like the relative error
// they do it in a few steps, and end superlinearly.
//
// Two kinds of steps, on two root functions F:
//   short  one Newton step of the proximal problem, whose F at its own center r_k is that of the problem itself: Newton
//          with W + alpha w in the matrix alone, damped by |F|. The fewest factors, and usually enough.
//   long   the proximal problem solved by damped Newton steps until its residual is a part of that of the center.
//          alpha falls while that is easy and grows where it fails. Goes on where the short steps circle in the kinks.
// The Alart-Curnier function keeps open contacts out of the system; the Fischer-Burmeister function has a
// differentiable square and is better far from the solution. When one pair has gone on for a while without progress,
// the next has its turn from the best iterate; when all have had theirs in vain, the method has stalled.

#include "solver/library/proximal.h"

#include "solver/law/residual.h"
#include "solver/library/method_tolerances.h"
#include "solver/library/sparse_newton.h"
#include "solver/newton/newton_loop.h"
#include "solver/newton/newton_tolerances.h"

#include <math.h>
#include <string.h>

enum { PHASES = 4 };

typedef void term_fn(double w, double mu, const double r[3], const double u[3], bl_newton_term* term);

struct bl_proximal {
    bl_solve* solve;
    bl_sparse_newton newton;
    double alpha;            // of the long step under way, 0 outside of one
    double start;            // residual at its center
    bool is_stopped;         // the solve said so
    bl_proximal_state point; // share: growth of alpha over BL_METHOD_SHIFT_PER_ERROR times the error
    bl_newton_rules rules;
    int phase;
    int turn;       // steps of the phase without progress
    int vain;       // phases without any
    bool is_paused; // r is where the call left off that gave back best
    double *r, *u;  // the iterate, not projected; u = W r + q, without the proximal term
    double *next, *next_u;
    double *center, *direction;
    double *shown, *shown_u; // the iterate, projected
    double* best;            // of this call
    double natural;          // of shown
    double best_natural;
    double recent[BL_PROXIMAL_MEMORY]; // |F| of the last iterates
    int64_t recorded;
};

static bool is_long(const bl_proximal* p)
{
    return p->phase % 2 == 1;
}

// Short steps on the Alart-Curnier function, long on Fischer-Burmeister's, then the other way round.
static bool is_alart_curnier(const bl_proximal* p)
{
    return p->phase % 3 == 0;
}

bl_proximal* bl_proximal_create(bl_solve* solve)
{
    bl_proximal* p = bl_solve_allocate(solve, sizeof *p);
    if (p == NULL) return NULL;
    p->solve = solve;
    p->point.share = 1.0;
    p->rules = (bl_newton_rules){
        .shortest_step = BL_METHOD_SHORTEST_STEP, .decrease = BL_METHOD_DECREASE, .highest_leap = HUGE_VAL};
    double** vectors[] = {&p->r,         &p->u,     &p->next,    &p->next_u, &p->center,
                          &p->direction, &p->shown, &p->shown_u, &p->best};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = bl_solve_allocate(solve, 3 * (size_t)solve->n * sizeof(double));
    if (bl_sparse_newton_init(&p->newton, solve) && !solve->is_out_of_memory) return p;
    bl_proximal_destroy(p);
    return NULL;
}

void bl_proximal_destroy(bl_proximal* proximal)
{
    if (proximal != NULL) bl_sparse_newton_fini(&proximal->newton);
}

// ---------------------------------------------------------------------------------------------------------------------
// One Newton step
// ---------------------------------------------------------------------------------------------------------------------

// The velocity of contact a in the problem of the proximal step.
static void proximal_velocity(const bl_proximal* p, int32_t a, const double* r, const double* u, double v[3])
{
    double k = p->alpha * p->newton.scale[a];
    for (int i = 0; i < 3; i++)
        v[i] = u[3 * a + i] + k * (r[3 * a + i] - p->center[3 * a + i]);
}

// |F| / |q| of the problem of the proximal step.
static double measure(const bl_proximal* p, const double* r, const double* u)
{
    bool use_alart_curnier = is_alart_curnier(p);
    double sum = 0.0;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double v[3], f[3], w = p->newton.scale[a], mu = p->solve->problem->mu[a];
        proximal_velocity(p, a, r, u, v);
        if (use_alart_curnier)
            bl_alart_curnier(w, mu, r + 3 * (size_t)a, v, f);
        else
            bl_fischer_burmeister(w, mu, r + 3 * (size_t)a, v, f);
        sum += f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    }
    return sqrt(sum) / p->solve->q_norm;
}

static bool find_direction(bl_proximal* p, double shift)
{
    term_fn* term = is_alart_curnier(p) ? bl_newton_term_alart_curnier : bl_newton_term_fischer_burmeister;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double v[3];
        proximal_velocity(p, a, p->r, p->u, v);
        term(p->newton.scale[a], p->solve->problem->mu[a], p->r + 3 * (size_t)a, v, &p->newton.terms[a]);
    }
    return bl_sparse_newton_direction(&p->newton, shift, p->direction);
}

static double try_step(bl_proximal* p, double t)
{
    for (int32_t i = 0; i < 3 * p->solve->n; i++)
        p->next[i] = p->r[i] + t * p->direction[i];
    bl_problem_multiply(p->solve->problem, p->next, p->next_u);
    return measure(p, p->next, p->next_u);
}

static void forget_recent(bl_proximal* p)
{
    p->recorded = 0;
    p->rules.top = 0.0;
}

// A new |F| is compared with the largest of the last few.
static void record(bl_proximal* p, double merit)
{
    p->recent[p->recorded++ % BL_PROXIMAL_MEMORY] = merit;
    p->rules.top = 0.0;
    for (int64_t i = 0; i < p->recorded && i < BL_PROXIMAL_MEMORY; i++)
        p->rules.top = fmax(p->rules.top, p->recent[i]);
}

// Projects the iterate and has it judged; true: the solve says stop.
static bool observe(bl_proximal* p)
{
    size_t size = 3 * (size_t)p->solve->n * sizeof(double);
    memcpy(p->shown, p->r, size);
    bl_problem_project(p->solve->problem, p->shown);
    bl_problem_multiply(p->solve->problem, p->shown, p->shown_u);
    p->natural = bl_solve_natural(p->solve, p->shown, p->shown_u);
    if (p->natural < p->best_natural) {
        p->best_natural = p->natural;
        memcpy(p->best, p->shown, size);
    }
    return bl_solve_observe_with_velocity(p->solve, p->shown, p->shown_u);
}

static void go_to(bl_proximal* p, const double* r)
{
    memcpy(p->r, r, 3 * (size_t)p->solve->n * sizeof *r);
    bl_problem_multiply(p->solve->problem, p->r, p->u);
    forget_recent(p);
}

// ---------------------------------------------------------------------------------------------------------------------
// Short and long steps
// ---------------------------------------------------------------------------------------------------------------------

typedef enum step_result { STEP_DONE, STEP_FAILED, STEP_STOPPED, STEP_PAUSED } step_result;

static double clamp_alpha(double alpha)
{
    return fmin(BL_PROXIMAL_MOST, fmax(BL_PROXIMAL_LEAST, alpha));
}

static bool direction_of(void* context, double merit)
{
    bl_proximal* p = context;
    return isfinite(merit) && find_direction(p, is_long(p) ? p->alpha : clamp_alpha(BL_METHOD_SHIFT_PER_ERROR * merit));
}

static double try_direction(void* context, double t, double most)
{
    (void)most;
    return try_step(context, t);
}

// A long step ends when the problem itself has become so much better that the center may as well be moved.
static bool accept(void* context, double merit, double step)
{
    bl_proximal* p = context;
    size_t size = 3 * (size_t)p->solve->n * sizeof(double);
    (void)step;
    memcpy(p->r, p->next, size);
    memcpy(p->u, p->next_u, size);
    record(p, merit);
    p->is_stopped = observe(p);
    return p->is_stopped || (is_long(p) && p->natural < BL_PROXIMAL_EARLY_GOAL * p->start);
}

static bl_newton_refusal refuse(void* context)
{
    return is_long(context) ? BL_NEWTON_GIVES_UP : BL_NEWTON_LEAPS;
}

// At most so many Newton iterations of *left; a failed one counts.
static step_result iterate(bl_proximal* p, double goal, int64_t most, int64_t* left)
{
    bl_newton_operator op = {p, direction_of, try_direction, accept, refuse, NULL};
    double error = measure(p, p->r, p->u);
    if (most > *left) most = *left;
    *left -= most;
    p->is_stopped = false;
    bl_newton_end end = bl_newton_run(&op, &p->rules, goal, &error, &most);
    *left += most;
    if (p->is_stopped) return STEP_STOPPED;
    if (end == BL_NEWTON_FAILED) return bl_solve_count(p->solve) ? STEP_STOPPED : STEP_FAILED;
    return end == BL_NEWTON_PAUSED ? STEP_PAUSED : STEP_DONE;
}

static step_result short_step(bl_proximal* p, int64_t* left)
{
    if (*left <= 0) return STEP_PAUSED;
    step_result result = iterate(p, -1.0, 1, left);
    return result == STEP_PAUSED ? STEP_DONE : result;
}

typedef struct long_run {
    bl_proximal* p;
    int64_t* left;
    step_result result;
} long_run;

// Newton's method on the problem of the proximal step.
static bl_newton_end solve_point(void* context, double share, int64_t* iterations)
{
    long_run* run = context;
    bl_proximal* p = run->p;
    int64_t had = *run->left;
    memcpy(p->center, p->r, 3 * (size_t)p->solve->n * sizeof(double));
    p->alpha = clamp_alpha(BL_METHOD_SHIFT_PER_ERROR * share * p->natural);
    p->start = p->natural;
    forget_recent(p);
    double goal =
        fmax(BL_NEWTON_ENOUGH * p->solve->options->tolerance, BL_PROXIMAL_INNER_GOAL * measure(p, p->r, p->u));
    run->result = iterate(p, goal, BL_PROXIMAL_MAX_INNER, run->left);
    if (run->result == STEP_PAUSED && *run->left > 0) run->result = STEP_FAILED;
    if (run->result == STEP_FAILED) go_to(p, p->center);
    p->alpha = 0.0;
    bool is_early = p->natural < BL_PROXIMAL_EARLY_GOAL * p->start;
    *iterations = had - *run->left - is_early;
    return run->result == STEP_DONE     ? BL_NEWTON_ARRIVED
           : run->result == STEP_FAILED ? BL_NEWTON_FAILED
                                        : BL_NEWTON_PAUSED;
}

static step_result long_step(bl_proximal* p, int64_t* left)
{
    static const bl_proximal_rules rules = {.easy = BL_PROXIMAL_EASY,
                                            .easy_factor = BL_PROXIMAL_EASY_FACTOR,
                                            .factor = 1.0,
                                            .careful_easy_factor = BL_PROXIMAL_EASY_FACTOR,
                                            .careful_factor = 1.0,
                                            .failed_factor = BL_PROXIMAL_FAILED_FACTOR,
                                            .least_share = BL_PROXIMAL_LEAST_GROWTH,
                                            .most_share = BL_PROXIMAL_MOST_GROWTH};
    long_run run = {p, left, STEP_DONE};
    bl_proximal_operator op = {&run, solve_point};
    bl_proximal_point(&op, &rules, &p->point);
    return run.result;
}

// The next pair of steps and function, from the best iterate.
static void next_phase(bl_proximal* p)
{
    p->phase = (p->phase + 1) % PHASES;
    p->turn = 0;
    p->vain++;
    p->point.share = 1.0;
    p->natural = p->best_natural;
    go_to(p, p->best);
}

static void begin_at(bl_proximal* p, const double* r)
{
    memcpy(p->best, r, 3 * (size_t)p->solve->n * sizeof *r);
    go_to(p, r);
    p->best_natural = p->natural = bl_solve_natural(p->solve, p->r, p->u);
}

bl_proximal_status bl_proximal_improve(bl_proximal* p, double* r, int64_t max_newton_iterations)
{
    size_t size = 3 * (size_t)p->solve->n * sizeof *r;
    int64_t left = max_newton_iterations;
    p->alpha = 0.0;
    if (!p->is_paused || memcmp(p->best, r, size) != 0) begin_at(p, r);
    double mark = p->best_natural;
    step_result result = STEP_DONE;
    while (p->vain <= PHASES && result != STEP_STOPPED && result != STEP_PAUSED) {
        result = is_long(p) ? long_step(p, &left) : short_step(p, &left);
        p->turn++;
        if (p->best_natural < BL_METHOD_PROGRESS * mark) {
            mark = p->best_natural;
            p->turn = p->vain = 0;
        }
        bool is_hopeless = result == STEP_FAILED && !is_long(p);
        if (is_hopeless || p->turn >= (is_long(p) ? BL_PROXIMAL_LONG_TURN : BL_PROXIMAL_SHORT_TURN)) next_phase(p);
    }
    memcpy(r, p->best, size);
    p->is_paused = result == STEP_PAUSED;
    if (result == STEP_STOPPED) return BL_PROXIMAL_STOPPED;
    if (result == STEP_PAUSED) return BL_PROXIMAL_PAUSED;
    p->vain = 0;
    return BL_PROXIMAL_STALLED;
}

belay_solve_status bl_method_proximal(bl_solve* solve, double* r)
{
    bl_proximal* p = bl_proximal_create(solve);
    if (p == NULL) return BELAY_SOLVE_STALLED;
    bl_proximal_improve(p, r, solve->options->max_iterations);
    bl_proximal_destroy(p);
    return solve->best_natural <= solve->options->tolerance ? BELAY_SOLVE_SOLVED : BELAY_SOLVE_STALLED;
}
