// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The global damped nonsmooth Newton method of bertails2011 (algorithms 1 and 2): F is the Alart-Curnier function of
// all contacts, here scaled by w_a = tr(W_aa) / 3 so that it is a velocity, and a Goldstein-Price line search lowers
// |F|^2 / 2.
//
// Two things are added. W is singular where contacts are redundant, and so is then the matrix of sticking contacts: W
// is shifted by a part of w that falls like the error, which keeps the steps short along what W does not see and does
// not spoil the fast end. And when the line search finds no descent (F has a kink between the active sets), the full
// step is taken, as in Siconos: it is uphill, and leads out of the kink. When the best residual no longer falls,
// the method says that it has stalled.

#include "solver/library/root_newton.h"

#include "solver/law/residual.h"
#include "solver/library/method_tolerances.h"

#include <math.h>

// Goldstein and Price: t is good when the mean slope (merit(t) - merit(0)) / t is between m_2 and m_1 times the slope
// at 0, which is F . J dr = -|F|^2 = -2 merit(0) for Newton's direction. The full step may fall as steeply as it likes,
// so none is longer. When no t is good, the full step is taken.
static void line_search(bl_root_newton* m)
{
    double low = 0.0, high = 1.0, t = 1.0, slope = -2.0 * m->merit;
    for (int k = 0; k < BL_GOLDSTEIN_MAX_TRIALS; k++) {
        double after = bl_root_newton_try(m, t), mean = (after - m->merit) / t;
        bool is_long_enough = mean >= BL_GOLDSTEIN_UPPER_SLOPE * slope || t >= 1.0;
        if (mean <= BL_GOLDSTEIN_LOWER_SLOPE * slope && is_long_enough) {
            m->merit = after;
            return;
        }
        if (mean < BL_GOLDSTEIN_UPPER_SLOPE * slope)
            low = t;
        else
            high = t; // also for NaN
        t = 0.5 * (low + high);
    }
    m->merit = bl_root_newton_try(m, 1.0);
}

static bool step(bl_root_newton* m, void* context)
{
    (void)context;
    if (!bl_root_newton_direction(m)) return false;
    line_search(m);
    return true;
}

belay_solve_status bl_method_newton_ac(bl_solve* solve, double* r)
{
    bl_root_newton m = {
        .root = bl_alart_curnier, .term = bl_newton_term_alart_curnier, .shift_per_error = BL_METHOD_SHIFT_PER_ERROR};
    if (bl_root_newton_init(&m, solve, r)) bl_root_newton_iterate(&m, step, NULL);
    bl_root_newton_fini(&m);
    return solve->best_natural <= solve->options->tolerance ? BELAY_SOLVE_SOLVED : BELAY_SOLVE_STALLED;
}
