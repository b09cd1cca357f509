// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Cadoux's fixed point (bertails2017, sec. 3.2.3; eq. 3.13): s is frozen, the convex cone program solved, s = mu |u_T|
// set anew. The program is solved as well as pays: until its own residual is a third of the law's, which is what the
// old shift leaves. An iteration is one Newton step inside the program.

#include "math/cone.h"
#include "solver/library/cadoux.h"
#include "solver/library/method_tolerances.h"
#include "solver/newton/newton_loop.h"

#include <math.h>

static bool has_progressed(const bl_solve* solve, double* goal)
{
    if (!(solve->best_natural < BL_METHOD_PROGRESS * *goal)) return false;
    *goal = solve->best_natural;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// In the impulses
// ---------------------------------------------------------------------------------------------------------------------

// Solves the proximal problem, watching every iterate.
static bl_newton_end solve_proximal(bl_solve* solve, bl_cone_dual* dual, double goal)
{
    for (int i = 0; i < BL_CADOUX_MAX_NEWTON_STEPS; i++) {
        if (!bl_cone_dual_step(dual)) return bl_solve_count(solve) ? BL_NEWTON_STOPPED : BL_NEWTON_FAILED;
        if (bl_solve_observe(solve, dual->r)) return BL_NEWTON_STOPPED;
        if (bl_cone_dual_error(dual) <= goal) return BL_NEWTON_ARRIVED;
    }
    return BL_NEWTON_FAILED;
}

typedef struct dual_run {
    bl_solve* solve;
    bl_cone_dual* dual;
    double* u; // [3n]
} dual_run;

static bl_newton_end solve_point(void* context, double alpha, int64_t* iterations)
{
    dual_run* run = context;
    *iterations = 0; // no point is an easy one
    bl_cone_dual_recenter(run->dual, alpha);
    double law = bl_solve_natural(run->solve, run->dual->r, run->u);
    return solve_proximal(run->solve, run->dual, BL_CADOUX_POINT_GOAL * fmax(law, run->solve->options->tolerance));
}

// Ends when told to, or when there is no more progress.
static void solve_dual(bl_solve* solve, bl_cone_program* program, const double* r)
{
    static const bl_proximal_rules rules = {.easy = -1,
                                            .factor = BL_CADOUX_FOUND_FACTOR,
                                            .careful_factor = BL_CADOUX_FOUND_FACTOR,
                                            .failed_factor = BL_CADOUX_FAILED_FACTOR,
                                            .least_share = BL_CADOUX_LEAST_ALPHA,
                                            .most_share = BL_CADOUX_MOST_ALPHA};
    bl_cone_dual dual;
    dual_run run = {solve, &dual, bl_solve_allocate(solve, 3 * (size_t)solve->n * sizeof(double))};
    if (!bl_cone_dual_init(&dual, program, r)) return;
    bl_problem_multiply(solve->problem, r, run.u);
    bl_cone_program_set_shift(program, run.u);
    bl_proximal_operator op = {&run, solve_point};
    bl_proximal_state state = {.share = BL_CADOUX_MOST_ALPHA};
    double goal = solve->best_natural;
    for (int idle = 0; idle < BL_METHOD_PATIENCE;) {
        if (bl_proximal_point(&op, &rules, &state) == BL_NEWTON_STOPPED) break;
        bl_problem_multiply(solve->problem, dual.r, run.u);
        double law = bl_solve_natural(solve, dual.r, run.u);
        if (bl_cone_program_natural(program, dual.r, run.u) <= BL_CADOUX_INNER_PART * law)
            bl_cone_program_set_shift(program, run.u);
        idle = has_progressed(solve, &goal) ? 0 : idle + 1;
    }
}

belay_solve_status bl_method_cadoux_dual(bl_solve* solve, double* r)
{
    bl_cone_program program;
    if (bl_cone_program_init(&program, solve)) solve_dual(solve, &program, r);
    bl_cone_program_fini(&program);
    return BELAY_SOLVE_STALLED;
}

// ---------------------------------------------------------------------------------------------------------------------
// In the velocities
// ---------------------------------------------------------------------------------------------------------------------

// The largest component of u.
static double largest_speed(const bl_solve* solve, const double* u)
{
    double largest = 0.0;
    for (int32_t i = 0; i < 3 * solve->n; i++)
        largest = fmax(largest, fabs(u[i]));
    return largest;
}

// Sets the shift anew and returns the largest change.
static double update_shift(bl_cone_program* program, const double* u)
{
    double largest = 0.0;
    for (int32_t a = 0; a < program->solve->n; a++) {
        double shift = program->solve->problem->mu[a] * bl_tangent_length(u + 3 * (size_t)a);
        largest = fmax(largest, fabs(shift - program->s[a]));
    }
    bl_cone_program_set_shift(program, u);
    return largest;
}

// Ends when told to, or when there is no more progress.
static void solve_primal(bl_solve* solve, bl_cone_program* program, const double* r)
{
    bl_cone_primal primal;
    double* u = bl_solve_allocate(solve, 3 * (size_t)solve->n * sizeof *u);
    if (!bl_cone_primal_init(&primal, program)) return;
    bl_problem_multiply(solve->problem, r, u);
    bl_cone_program_set_shift(program, u);
    bl_cone_primal_lift(&primal, largest_speed(solve, solve->problem->q));
    double goal = solve->best_natural;
    for (int idle = 0; idle < BL_METHOD_PATIENCE;) {
        for (int i = 0; i < BL_CADOUX_MAX_INTERIOR_STEPS; i++) {
            bool ok = bl_cone_primal_step(&primal);
            bl_problem_multiply(solve->problem, primal.r, u);
            if (bl_solve_observe_with_velocity(solve, primal.r, u)) return;
            double inner = bl_cone_program_natural(program, primal.r, u);
            if (!ok || inner <= BL_CADOUX_INNER_PART * bl_solve_natural(solve, primal.r, u)) break;
        }
        bl_cone_primal_lift(&primal, BL_CADOUX_LIFT_PART * update_shift(program, u));
        idle = has_progressed(solve, &goal) ? 0 : idle + 1;
    }
}

belay_solve_status bl_method_cadoux_primal(bl_solve* solve, double* r)
{
    bl_cone_program program;
    if (bl_cone_program_init(&program, solve)) solve_primal(solve, &program, r);
    bl_cone_program_fini(&program);
    return BELAY_SOLVE_STALLED;
}
