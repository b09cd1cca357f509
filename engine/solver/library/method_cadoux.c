// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Cadoux's fixed point (bertails2017, sec. 3.2.3; eq. 3.13): s is frozen, the convex cone program solved, s = mu |u_T|
// set anew. The program is solved as well as pays: until its own residual is a third of the law's, which is what the
// old shift leaves. An iteration is one Newton step inside the program.

#include "math/cone.h"
#include "solver/library/cadoux.h"
#include "solver/library/method_tolerances.h"

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

// Solves the proximal problem, watching every iterate. True: stop. *has_failed: Newton got stuck.
static bool solve_proximal(bl_solve* solve, bl_cone_dual* dual, double goal, bool* has_failed)
{
    *has_failed = false;
    for (int i = 0; i < BL_CADOUX_MAX_NEWTON_STEPS; i++) {
        if (!bl_cone_dual_step(dual)) {
            *has_failed = true;
            return bl_solve_count(solve);
        }
        if (bl_solve_observe(solve, dual->r)) return true;
        if (bl_cone_dual_error(dual) <= goal) return false;
    }
    *has_failed = true;
    return false;
}

// Ends when told to, or when there is no more progress.
static void solve_dual(bl_solve* solve, bl_cone_program* program, const double* r)
{
    bl_cone_dual dual;
    double* u = bl_solve_allocate(solve, 3 * (size_t)solve->n * sizeof *u);
    if (!bl_cone_dual_init(&dual, program, r)) return;
    bl_problem_multiply(solve->problem, r, u);
    bl_cone_program_set_shift(program, u);
    double alpha = BL_CADOUX_MOST_ALPHA, goal = solve->best_natural;
    for (int idle = 0; idle < BL_METHOD_PATIENCE;) {
        bl_cone_dual_recenter(&dual, alpha);
        double law = bl_solve_natural(solve, dual.r, u);
        bool has_failed;
        if (solve_proximal(solve, &dual, 0.01 * fmax(law, solve->options->tolerance), &has_failed)) break;
        alpha = has_failed ? fmin(10.0 * alpha, BL_CADOUX_MOST_ALPHA) : fmax(0.1 * alpha, BL_CADOUX_LEAST_ALPHA);
        bl_problem_multiply(solve->problem, dual.r, u);
        law = bl_solve_natural(solve, dual.r, u);
        if (bl_cone_program_natural(program, dual.r, u) <= BL_CADOUX_INNER_PART * law)
            bl_cone_program_set_shift(program, u);
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
