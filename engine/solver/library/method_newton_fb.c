// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A global damped Newton method on the modified Fischer-Burmeister function of all contacts (daviet2011, secs. 5.2 and
// appendix A, where it is a local solver). |F|^2 / 2 is continuously differentiable but for the kink of |u_T|, so that
// its gradient leads on where Newton's direction fails. The line search is Armijo's against the largest of the last few
// values, which keeps the full steps of the end. W is shifted by a part of w that falls like the error, since it is
// singular where contacts are redundant.

#include "solver/library/root_newton.h"

#include "solver/law/residual.h"
#include "solver/library/method_tolerances.h"

#include <math.h>

typedef struct descent {
    double recent[BL_FISCHER_MEMORY]; // the last values of |F|^2 / 2
    int64_t recorded;
    double* gradient;
} descent;

// The largest of the last values.
static double reference(const bl_root_newton* m, const descent* d)
{
    double largest = m->merit;
    for (int64_t i = 0; i < d->recorded && i < BL_FISCHER_MEMORY; i++)
        largest = fmax(largest, d->recent[i]);
    return largest;
}

// Against the gradient g, in the unknowns w r where all have one unit: dr = -g / w^2, so that the merit falls by g . dr
// per step. A step of length 1 / 4 is at most as long as that of a lone contact whose F grows twice as fast as w r.
static bool search_gradient(bl_root_newton* m, const descent* d)
{
    double fall = 0.0;
    bl_sparse_newton_gradient(&m->newton, d->gradient);
    for (int32_t i = 0; i < 3 * m->solve->n; i++) {
        double w = m->newton.scale[i / 3];
        m->direction[i] = -d->gradient[i] / (w * w);
        fall -= d->gradient[i] * m->direction[i];
    }
    return bl_root_newton_backtrack(m, 0.25, m->merit, BL_METHOD_DECREASE * fall);
}

// Where nothing leads downhill the step is the full one of Newton.
static bool find_step(bl_root_newton* m, const descent* d)
{
    bool has_direction = bl_root_newton_direction(m);
    if (has_direction && bl_root_newton_backtrack(m, 1.0, reference(m, d), BL_METHOD_DECREASE * 2.0 * m->merit))
        return true;
    if (search_gradient(m, d)) return true;
    if (!has_direction || !bl_root_newton_direction(m)) return false;
    m->merit = bl_root_newton_try(m, 1.0);
    return true;
}

static bool step(bl_root_newton* m, void* context)
{
    descent* d = context;
    if (!find_step(m, d)) return false;
    d->recent[d->recorded++ % BL_FISCHER_MEMORY] = m->merit;
    return true;
}

belay_solve_status bl_method_newton_fb(bl_solve* solve, double* r)
{
    bl_root_newton m = {.root = bl_fischer_burmeister,
                        .term = bl_newton_term_fischer_burmeister,
                        .shift_per_error = BL_FISCHER_SHIFT_PER_ERROR};
    descent d = {.gradient = bl_solve_allocate(solve, 3 * (size_t)solve->n * sizeof(double))};
    if (bl_root_newton_init(&m, solve, r)) bl_root_newton_iterate(&m, step, &d);
    bl_root_newton_fini(&m);
    return solve->best_natural <= solve->options->tolerance ? BELAY_SOLVE_SOLVED : BELAY_SOLVE_STALLED;
}
