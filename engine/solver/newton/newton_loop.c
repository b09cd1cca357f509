// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/newton_loop.h"

#include "core/assert.h"

#include <math.h>
#include <stddef.h>

double bl_newton_backtrack(const bl_newton_operator* op, double first, double shortest, double top, double decrease,
                           double* step)
{
    BELAY_ASSERT(first > 0.0 && shortest > 0.0);
    for (double t = first; t >= shortest; t *= 0.5) {
        double most = top - decrease * t, after = op->try_step(op->context, t, most);
        if (!(after <= most)) continue;
        if (step != NULL) *step = t;
        return after;
    }
    return -1.0;
}

static double search(const bl_newton_operator* op, const bl_newton_rules* rules, double merit, double* step)
{
    *step = 1.0;
    if (op->search != NULL) return op->search(op->context, merit);
    return bl_newton_backtrack(op, 1.0, rules->shortest_step, fmax(merit, rules->top), rules->decrease * merit, step);
}

// The merit after a full step, or a negative number where that leads too high.
static double leap(const bl_newton_operator* op, const bl_newton_rules* rules, double merit)
{
    double after = op->try_step(op->context, 1.0, HUGE_VAL);
    return after > fmax(rules->highest_leap * merit, rules->leap_to) ? -1.0 : after;
}

bl_newton_end bl_newton_run(const bl_newton_operator* op, const bl_newton_rules* rules, double goal, double* merit,
                            int64_t* left)
{
    BELAY_ASSERT(op->find_direction != NULL && op->accept != NULL && op->refuse != NULL);
    double last = -1.0, step;
    while (*merit > goal) {
        if (*left <= 0) return BL_NEWTON_PAUSED;
        --*left;
        if (!op->find_direction(op->context, *merit)) return BL_NEWTON_FAILED;
        double after = search(op, rules, *merit, &step);
        if (!(after >= 0.0)) {
            bl_newton_refusal refusal = op->refuse(op->context);
            if (refusal == BL_NEWTON_RETRIES) continue;
            if (refusal == BL_NEWTON_GIVES_UP) return BL_NEWTON_FAILED;
            after = leap(op, rules, *merit);
            if (after < 0.0) return BL_NEWTON_FAILED;
        }
        if (last >= 0.0 && fabs(after - last) < rules->circle * last) return BL_NEWTON_FAILED;
        last = *merit;
        *merit = after;
        if (op->accept(op->context, after, step)) return BL_NEWTON_STOPPED;
    }
    return *merit <= goal ? BL_NEWTON_ARRIVED : BL_NEWTON_FAILED;
}

static double factor_of(const bl_proximal_rules* rules, const bl_proximal_state* state, bool is_easy)
{
    if (state->has_failed) return is_easy ? rules->careful_easy_factor : rules->careful_factor;
    return is_easy ? rules->easy_factor : rules->factor;
}

bl_newton_end bl_proximal_point(const bl_proximal_operator* op, const bl_proximal_rules* rules,
                                bl_proximal_state* state)
{
    BELAY_ASSERT(state->share > 0.0 && rules->least_share <= rules->most_share);
    int64_t iterations = 0;
    bl_newton_end end = op->solve_point(op->context, state->share, &iterations);
    if (end == BL_NEWTON_ARRIVED)
        state->share *= factor_of(rules, state, iterations <= rules->easy);
    else if (end == BL_NEWTON_FAILED)
        state->share *= rules->failed_factor;
    state->has_failed = state->has_failed || end == BL_NEWTON_FAILED;
    state->share = fmin(rules->most_share, fmax(rules->least_share, state->share));
    return end;
}
