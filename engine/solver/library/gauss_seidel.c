// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/gauss_seidel.h"

#include "core/assert.h"
#include "math/cone.h"
#include "solver/library/method_tolerances.h"

#include <math.h>

bool bl_gauss_seidel_init(bl_gauss_seidel* gs, bl_solve* solve)
{
    size_t n = (size_t)solve->n;
    *gs = (bl_gauss_seidel){.solve = solve,
                            .local = bl_local_solver(solve->options->local),
                            .random = solve->options->seed,
                            .omega = solve->options->relaxation,
                            .last_change = HUGE_VAL};
    gs->blocks = bl_solve_allocate(solve, n * sizeof *gs->blocks);
    gs->is_ready = bl_solve_allocate(solve, n * sizeof *gs->is_ready);
    gs->order = bl_solve_allocate(solve, n * sizeof *gs->order);
    if (solve->options->enable_freezing) {
        gs->frozen = bl_solve_allocate(solve, n * sizeof *gs->frozen);
        gs->rest = bl_solve_allocate(solve, n * sizeof *gs->rest);
    }
    if (solve->is_out_of_memory) return false;
    for (int32_t a = 0; a < solve->n; a++)
        gs->order[a] = a;
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Order
// ------------------------------------------------------------------------------------------------------------------

// xorshift64*: a seed of 0 would stay 0 and is replaced.
static uint64_t next_random(uint64_t* state)
{
    uint64_t x = *state != 0 ? *state : 0x9E3779B97F4A7C15u;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return x * 0x2545F4914F6CDD1Du;
}

static void set_order(bl_gauss_seidel* gs)
{
    int32_t n = gs->solve->n;
    if (gs->solve->options->order == BELAY_SWEEP_SYMMETRIC && gs->sweeps > 0) {
        for (int32_t i = 0, j = n - 1; i < j; i++, j--) {
            int32_t swap = gs->order[i];
            gs->order[i] = gs->order[j];
            gs->order[j] = swap;
        }
    }
    if (gs->solve->options->order != BELAY_SWEEP_SHUFFLED) return;
    for (int32_t i = n - 1; i > 0; i--) { // Fisher and Yates
        int32_t j = (int32_t)(next_random(&gs->random) % (uint64_t)(i + 1));
        int32_t swap = gs->order[i];
        gs->order[i] = gs->order[j];
        gs->order[j] = swap;
    }
}

// ------------------------------------------------------------------------------------------------------------------
// Freezing and relaxation
// ------------------------------------------------------------------------------------------------------------------

// A contact that has come to rest is skipped for some sweeps (daviet2011, alg. 1). Judged on the residual's scale, so a
// contact with a small impulse that still moves is not skipped.
static void maybe_freeze(bl_gauss_seidel* gs, int32_t a, double change)
{
    double limit = BL_SWEEPS_FREEZE_SHARE * gs->solve->options->tolerance * gs->solve->q_norm;
    bool rests = change <= limit * limit / (double)gs->solve->n && gs->rest[a] <= limit * limit / (double)gs->solve->n;
    gs->rest[a] = change;
    if (rests) gs->frozen[a] = BL_SWEEPS_FROZEN;
}

// Changes that shrink slowly by the ratio rho point one way, and a step of 1 / (1 - rho) would reach where they lead:
// half of that is taken over and above 1, at most 1.5. Changes that grow are halved in their step.
static void adapt_relaxation(bl_gauss_seidel* gs, double change)
{
    double rho = gs->last_change < HUGE_VAL && gs->last_change > 0.0 ? change / gs->last_change : 0.0;
    if (rho > 1.0)
        gs->omega = fmax(0.5, 0.7 * gs->omega);
    else
        gs->omega = fmin(1.5, 0.9 * gs->omega + 0.1 * (1.0 + 0.5 * rho));
}

// ------------------------------------------------------------------------------------------------------------------
// The sweep
// ------------------------------------------------------------------------------------------------------------------

// The velocity of contact a without its own impulse: q_a + sum over b != a of W_ab r_b.
static void velocity_of_others(const belay_problem* p, int32_t a, int32_t diagonal, const double* r, double b[3])
{
    double u0 = p->q[3 * (size_t)a], u1 = p->q[3 * (size_t)a + 1], u2 = p->q[3 * (size_t)a + 2];
    int32_t end = p->row_start[a + 1];
    for (int32_t k = p->row_start[a]; k < end; k++) {
        if (k == diagonal) continue;
        const double* w = p->blocks + 9 * (size_t)k;
        const double* x = r + 3 * (size_t)p->column[k];
        double x0 = x[0], x1 = x[1], x2 = x[2];
        u0 += w[0] * x0 + w[1] * x1 + w[2] * x2;
        u1 += w[3] * x0 + w[4] * x1 + w[5] * x2;
        u2 += w[6] * x0 + w[7] * x1 + w[8] * x2;
    }
    b[0] = u0;
    b[1] = u1;
    b[2] = u2;
}

// Returns |w_a dr_a|^2.
static double visit(bl_gauss_seidel* gs, int32_t a, double* r)
{
    BELAY_ASSERT(a >= 0 && a < gs->solve->n);
    const belay_problem* p = gs->solve->problem;
    bl_local_block* block = &gs->blocks[a];
    double b[3], *x = r + 3 * (size_t)a;
    double old[3] = {x[0], x[1], x[2]};
    velocity_of_others(p, a, gs->solve->diagonal[a], r, b);
    if (!gs->is_ready[a]) {
        if (b[0] >= 0.0 && old[0] == 0.0) return 0.0; // open, and never closed yet: take-off needs no block
        bl_local_block_init(block, p->blocks + 9 * (size_t)gs->solve->diagonal[a], p->mu[a]);
        gs->is_ready[a] = true;
    }
    gs->local(block, b, x);
    // A contact that opens is let go at once: relaxed, its impulse would only decay into denormal numbers.
    bool is_open = x[0] == 0.0 && x[1] == 0.0 && x[2] == 0.0;
    if (gs->omega != 1.0 && !is_open) {
        for (int i = 0; i < 3; i++)
            x[i] = old[i] + gs->omega * (x[i] - old[i]);
        bl_cone_project(block->mu, x, x);
    } else if (gs->solve->options->local == BELAY_LOCAL_PYRAMID) {
        bl_cone_project(block->mu, x, x);
    }
    double d0 = x[0] - old[0], d1 = x[1] - old[1], d2 = x[2] - old[2];
    return block->weight * block->weight * (d0 * d0 + d1 * d1 + d2 * d2);
}

double bl_gauss_seidel_sweep(bl_gauss_seidel* gs, double* r)
{
    bl_solve* solve = gs->solve;
    double sum = 0.0;
    set_order(gs);
    for (int32_t i = 0; i < solve->n; i++) {
        if (solve->deadline > 0.0 && i % BL_SWEEPS_CLOCK_EVERY == BL_SWEEPS_CLOCK_EVERY - 1 && bl_solve_is_over(solve))
            break;
        int32_t a = gs->order[i];
        if (gs->frozen != NULL && gs->frozen[a] > 0) {
            gs->frozen[a]--;
            sum += gs->rest[a];
            continue;
        }
        double change = visit(gs, a, r);
        sum += change;
        if (gs->frozen != NULL) maybe_freeze(gs, a, change);
    }
    gs->sweeps++;
    double change = sqrt(sum) / solve->q_norm;
    if (solve->options->enable_adaptive_relaxation) adapt_relaxation(gs, change);
    gs->last_change = change;
    return change;
}
