// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The default method. Gauss-Seidel sweeps first: they find out who touches, sticks and slides, and often that is all.
// Where they converge too slowly, or cycle, proximal Newton steps take over from the best iterate; where a
// factorisation would cost more than a few hundred sweeps, conjugate projected gradients go before them. When those
// stall the sweeps go on from the best iterate again. All decisions are made on counts and residuals, never on the
// clock, so the same problem gives the same bits; one set of parameters serves every problem, and scaling W or q
// changes nothing.

#include "solver/library/contact_lu.h"
#include "solver/library/cpg.h"
#include "solver/library/gauss_seidel.h"
#include "solver/library/method_tolerances.h"
#include "solver/library/proximal.h"

#include <math.h>
#include <string.h>

typedef struct auto_state {
    bl_solve* solve;
    bl_gauss_seidel gs;
    double* r;
    double look;     // change of a sweep at which the residual is worth a look
    double patience; // sweeps that may still be expected before something else is tried
    bl_proximal* proximal;
} auto_state;

// From the best iterate, or from no impulse at all: an iterate that is good but wrong about who sticks can hold
// Newton's method back more than none.
static void restart(auto_state* s, bool from_zero)
{
    size_t size = 3 * (size_t)s->solve->n * sizeof *s->r;
    if (from_zero)
        memset(s->r, 0, size);
    else
        memcpy(s->r, s->solve->best, size);
}

// How many more sweeps the tolerance will take if the residual goes on falling as from `before` to `now` in `sweeps`.
static double expected_sweeps(const bl_solve* solve, double before, double now, int sweeps)
{
    if (!(now < before)) return HUGE_VAL;
    return sweeps * log(solve->options->tolerance / now) / log(now / before);
}

typedef enum sweep_end { SWEEP_STOP, SWEEP_SLOW, SWEEP_FIXED } sweep_end;

// Sweeps until told to stop, or until the tolerance is further off than the state has patience for.
static sweep_end sweep(auto_state* s)
{
    bl_solve* solve = s->solve;
    double tolerance = solve->options->tolerance, before = HUGE_VAL;
    for (int since = 1;; since++) {
        double change = bl_gauss_seidel_sweep(&s->gs, s->r);
        bool is_last = bl_solve_is_over(solve) || solve->iterations + 1 >= solve->options->max_iterations;
        if (change > s->look && since < BL_METHOD_LOOK_EVERY && !is_last && solve->options->history == NULL) {
            bl_solve_count(solve);
            continue;
        }
        double best_before = solve->best_natural;
        if (bl_solve_observe(solve, s->r)) return SWEEP_STOP;
        if (change == 0.0) return SWEEP_FIXED;
        double now = solve->best_natural;
        s->look = fmin(s->look, change * tolerance / fmin(best_before, now));
        if (since < BL_METHOD_LOOK_EVERY) continue;
        double expected = before < HUGE_VAL ? expected_sweeps(solve, before, now, since) : 0.0;
        if (expected > s->patience) return SWEEP_SLOW;
        before = now;
        since = 0;
    }
}

// What finishing by Newton's method costs, in sweeps. A factorisation takes a multiplication for every two of its
// flops; a sweep takes 9 for each block and, for the one-contact problem, as long as about 90 per contact. Setting up
// and looking cost as much as 5 sweeps more (measured over problems of 20 to 600 contacts), and about 8 iterations are
// needed.
static double newton_cost(auto_state* s)
{
    const belay_problem* p = s->solve->problem;
    bl_block_lu lu = {0};
    double flops = bl_contact_lu_analyse(&lu, s->solve) ? lu.flops : HUGE_VAL;
    bl_block_lu_fini(&lu);
    double factor = 0.5 * flops / (9.0 * p->block_count + 90.0 * p->contact_count);
    return 8.0 * (5.0 + factor);
}

// Newton steps for as long as each go takes a digit off the residual. True: stop.
static bool finish_with_newton(auto_state* s, bool from_zero)
{
    if (s->proximal == NULL) s->proximal = bl_proximal_create(s->solve);
    if (s->proximal == NULL) return bl_solve_is_over(s->solve); // its factors may just be too large
    restart(s, from_zero);
    for (;;) {
        double before = s->solve->best_natural;
        bl_proximal_status status = bl_proximal_improve(s->proximal, s->r, BL_AUTO_NEWTON_STEPS);
        if (status == BL_PROXIMAL_STOPPED) return true;
        if (status == BL_PROXIMAL_STALLED || s->solve->best_natural > BL_AUTO_GO_ON * before) return false;
    }
}

// Where proximal steps stall another root function may not: their kinks lie elsewhere. Tried one after the other, round
// by round; from the best iterate at first, and when that leads nowhere from no impulse at all, because an iterate that
// is good but wrong about who sticks holds Newton's method back more than none. True: stop.
static bool escape(auto_state* s, int round, bool from_zero)
{
    static bl_method_fn* const ways[] = {bl_method_mcp, bl_method_newton_fb, bl_method_newton_ac};
    restart(s, from_zero);
    ways[round % 3](s->solve, s->r);
    return s->solve->best_natural <= s->solve->options->tolerance || bl_solve_is_over(s->solve);
}

// Conjugate gradients from the best iterate for as long as each go takes a digit off the residual. True: stop.
static bool finish_with_gradients(auto_state* s)
{
    for (;;) {
        double before = s->solve->best_natural;
        restart(s, false);
        if (bl_cpg_improve(s->solve, s->r, BL_AUTO_GRADIENT_STEPS)) return true;
        if (s->solve->best_natural > BL_AUTO_GO_ON * before) return false;
    }
}

static belay_solve_status alternate(auto_state* s)
{
    int idle = 0;
    double cost = -1.0;
    for (int round = 0;; round++) {
        double before = s->solve->best_natural;
        if (sweep(s) == SWEEP_STOP) break;
        if (cost < 0.0) cost = newton_cost(s);
        if ((cost > BL_AUTO_NEWTON_DEAR || idle > 0) && finish_with_gradients(s)) break;
        bool from_zero = idle % 2 == 1;
        if (finish_with_newton(s, from_zero) || escape(s, round, from_zero)) break;
        idle = s->solve->best_natural > BL_METHOD_PROGRESS * before ? idle + 1 : 0;
        if (idle == BL_AUTO_MAX_IDLE_ROUNDS) break;
        restart(s, false);
        s->patience *= 2.0; // the others did not finish it, so the sweeps get longer each time
    }
    return BELAY_SOLVE_STALLED;
}

belay_solve_status bl_method_auto(bl_solve* solve, double* r)
{
    auto_state s = {.solve = solve, .r = r, .look = solve->options->tolerance, .patience = BL_AUTO_PATIENCE};
    if (!bl_gauss_seidel_init(&s.gs, solve)) return BELAY_SOLVE_STALLED;
    belay_solve_status status = alternate(&s);
    bl_proximal_destroy(s.proximal);
    return status;
}
