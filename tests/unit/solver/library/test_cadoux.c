// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Cadoux's fixed point from both sides: the elimination under it, the convex cone programs by their optimality
// conditions, whole problems, files, units and caps.

#include "solver/library/cadoux.h"

#include "belay/method.h"
#include "core/alloc.h"
#include "math/cone.h"
#include "solver/library/contact_lu.h"
#include "support/problems/problems.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>

static const belay_method methods[2] = {BELAY_METHOD_CADOUX_DUAL, BELAY_METHOD_CADOUX_PRIMAL};

static belay_solve_report run(const belay_problem* p, belay_method method, const belay_solve_options* o, double* r)
{
    belay_solve_report report;
    belay_error error;
    memset(r, 0, 3 * (size_t)p->contact_count * sizeof *r);
    cr_assert(belay_problem_solve(p, method, o, r, &report, &error) == BELAY_OK, "%s", error.message);
    double e = belay_problem_residual(p, r).natural;
    cr_assert_eq(report.status == BELAY_SOLVE_SOLVED, e <= o->tolerance);
    cr_assert(report.is_admissible);
    return report;
}

// ---------------------------------------------------------------------------------------------------------------------
// Below the methods
// ---------------------------------------------------------------------------------------------------------------------

static const belay_solve_options options = {.tolerance = 1e-8, .max_iterations = 100000, .facets = 8};

// What bl_solve_allocate and the watching need.
static bl_solve begin(const belay_problem* p, double* weight)
{
    bl_solve solve;
    memset(&solve, 0, sizeof solve);
    solve.problem = p;
    solve.options = &options;
    solve.n = p->contact_count;
    solve.weight = weight;
    solve.q_norm = 1.0;
    for (int32_t a = 0; a < p->contact_count; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            if (p->column[k] == a) weight[a] = (p->blocks[9 * k] + p->blocks[9 * k + 4] + p->blocks[9 * k + 8]) / 3.0;
    return solve;
}

static void end(bl_solve* solve)
{
    for (ptrdiff_t i = 0; i < arrlen(solve->memory); i++)
        bl_free(&solve->problem->allocator, solve->memory[i], solve->memory_size[i]);
    arrfree(solve->memory);
    arrfree(solve->memory_size);
}

// (W + S) x = b, with S from 1e-6 to 1e6 of W in every contact, and W with a small skew part.
Test(cadoux, elimination)
{
    static double weight[100], b[300], x[300], y[300];
    uint64_t state = 7;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        int contacts = 1 + (int)(3 * seed);
        belay_problem* p = problem_generate(1 + contacts / 2, contacts, 0.5, 0.5, seed, NULL);
        for (int32_t i = 0; i < 9 * p->block_count; i++)
            p->blocks[i] *= chance_between(&state, 1.0 - 1e-4, 1.0 + 1e-4);
        bl_solve solve = begin(p, weight);
        bl_cone_program program;
        cr_assert(bl_cone_program_init(&program, &solve));
        double* shift = program.block;
        for (int i = 0; i < 3 * contacts; i++) {
            shift[9 * (i / 3) + 4 * (i % 3)] = pow(10.0, chance_between(&state, -3.0, 6.0));
            b[i] = chance_between(&state, -1.0, 1.0);
        }
        cr_assert(bl_cone_program_factor(&program));
        bl_cone_program_solve(&program, b, x);
        bl_problem_multiply(p, x, y);
        for (int i = 0; i < 3 * contacts; i++) {
            double left = y[i] - p->q[i] + shift[9 * (i / 3) + 4 * (i % 3)] * x[i] - b[i];
            cr_assert(fabs(left) <= 1e-7, "seed %d: row %d is off by %g", (int)seed, i, left);
        }
        bl_cone_program_fini(&program);
        end(&solve);
        belay_problem_destroy(p);
    }
}

// A singular matrix is told to whoever asks for pivots above rounding.
Test(cadoux, elimination_of_a_singular_matrix)
{
    static double weight[40];
    belay_problem* p = problem_generate(2, 8, 0.5, 0.5, 1, NULL); // rank 12 of 24
    bl_solve solve = begin(p, weight);
    bl_block_lu lu = {0};
    cr_assert(bl_contact_lu_analyse(&lu, &solve));
    for (int pass = 0; pass < 2; pass++) { // and with a part of W more on the diagonal it is not
        bl_block_lu_clear(&lu);
        for (int32_t a = 0; a < p->contact_count; a++)
            for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++) {
                double block[9];
                memcpy(block, p->blocks + 9 * k, sizeof block);
                for (int i = 0; i < 3 && p->column[k] == a; i++)
                    block[4 * i] += pass * 1e-6 * weight[a];
                bl_block_lu_add(&lu, (uint32_t)a, (uint32_t)p->column[k], block);
            }
        cr_expect_eq(bl_contact_lu_run(&lu, &solve, NULL, 1e-12), pass == 1);
    }
    bl_block_lu_fini(&lu);
    end(&solve);
    belay_problem_destroy(p);
}

// The conditions of the program, K* contains u~, K contains r, u~.r = 0, and that interior points are inside. Interior
// points alone end at the square root of rounding where a contact neither presses nor opens.
Test(cadoux, cone_programs)
{
    static double weight[40], u[120], start[120], zero[120];
    uint64_t state = 3;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        belay_problem* p = problem_generate(5, seed % 2 == 0 ? 5 : 15, 0.0, 0.7, seed, NULL);
        int n = p->contact_count;
        bl_solve solve = begin(p, weight);
        bl_cone_program program;
        bl_cone_dual dual;
        bl_cone_primal primal;
        cr_assert(bl_cone_program_init(&program, &solve) && bl_cone_dual_init(&dual, &program, zero) &&
                  bl_cone_primal_init(&primal, &program));
        for (int i = 0; i < 3 * n; i++)
            start[i] = chance_between(&state, -0.5, 0.5);
        bl_cone_program_set_shift(&program, start);
        for (int k = 0; k < 12; k++) {
            bl_cone_dual_recenter(&dual, 1e-2);
            for (int i = 0; i < 60 && bl_cone_dual_error(&dual) > 1e-13 && bl_cone_dual_step(&dual); i++)
                continue;
        }
        bl_problem_multiply(p, dual.r, u);
        cr_expect(bl_cone_program_natural(&program, dual.r, u) <= 1e-7, "dual, seed %d: %g", (int)seed,
                  bl_cone_program_natural(&program, dual.r, u));
        bl_cone_primal_lift(&primal, 1.0);
        for (int i = 0; i < 40 && bl_cone_primal_step(&primal); i++)
            for (int a = 0; a < n; a++) {
                const double *v = primal.v + 3 * a, *r = primal.r + 3 * a;
                cr_assert(v[0] > p->mu[a] * hypot(v[1], v[2]) * (1.0 - 1e-12) && v[0] > 0.0);
                cr_assert(r[0] > 0.0 && p->mu[a] * r[0] * (1.0 + 1e-12) >= hypot(r[1], r[2]));
            }
        bl_problem_multiply(p, primal.r, u);
        cr_expect(bl_cone_program_natural(&program, primal.r, u) <= 2e-6, "primal, seed %d: %g", (int)seed,
                  bl_cone_program_natural(&program, primal.r, u));
        bl_cone_program_fini(&program);
        end(&solve);
        belay_problem_destroy(p);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The methods
// ---------------------------------------------------------------------------------------------------------------------

// Well-posed and hyperstatic, with and without friction.
Test(cadoux, problems_of_bodies)
{
    static double r[3 * 120];
    for (int m = 0; m < 2; m++) {
        int64_t iterations = 0;
        for (uint64_t seed = 1; seed <= 40; seed++) {
            int bodies = 1 + (int)(seed % 20), contacts = seed % 2 == 0 ? bodies : 3 * bodies;
            double mu = seed % 5 == 0 ? 0.0 : 0.8;
            belay_problem* p = problem_generate(bodies, contacts, 0.0, mu, seed, NULL);
            cr_assert_not_null(p);
            belay_solve_options o = belay_solve_options_default();
            o.max_iterations = 20000;
            belay_solve_report report = run(p, methods[m], &o, r);
            cr_expect_eq(report.status, BELAY_SOLVE_SOLVED, "%s, seed %d: e = %g after %lld",
                         belay_method_name(methods[m]), (int)seed, report.residual.natural,
                         (long long)report.iterations);
            iterations += report.iterations;
            belay_problem_destroy(p);
        }
        cr_log_info("%s: %lld iterations for all", belay_method_name(methods[m]), (long long)iterations);
    }
}

// The two agree in the velocities where these are unique.
Test(cadoux, dual_and_primal_agree)
{
    static double r[2][3 * 20];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        belay_problem* p = problem_generate(6, 6, 0.1, 0.5, seed, NULL);
        belay_solve_options o = belay_solve_options_default();
        o.tolerance = 1e-11;
        for (int m = 0; m < 2; m++)
            cr_assert_eq(run(p, methods[m], &o, r[m]).status, BELAY_SOLVE_SOLVED, "seed %d", (int)seed);
        for (int i = 0; i < 18; i++)
            cr_expect(fabs(r[0][i] - r[1][i]) <= 1e-6, "seed %d: r[%d] = %g and %g", (int)seed, i, r[0][i], r[1][i]);
        belay_problem_destroy(p);
    }
}

Test(cadoux, files)
{
    static problem_files files;
    static double r[3 * 600];
    if (problem_files_find(&files) == 0) SKIP_TEST("no problem files in %s", files.folder);
    for (int i = 0; i < files.count; i++) {
        belay_problem* p;
        belay_error error;
        cr_assert(problem_files_read(&files, i, &p, &error) == BELAY_OK, "%s", error.message);
        for (int m = 0; m < 2 && p->contact_count <= 110; m++) {
            belay_solve_options o = belay_solve_options_default();
            belay_solve_report report = run(p, methods[m], &o, r);
            cr_expect_eq(report.status, BELAY_SOLVE_SOLVED, "%s, %s: e = %g after %lld iterations", files.names[i],
                         belay_method_name(methods[m]), report.residual.natural, (long long)report.iterations);
        }
        belay_problem_destroy(p);
    }
}

Test(cadoux, units_do_not_matter)
{
    static double r[3 * 40], s[3 * 40];
    for (int m = 0; m < 2; m++)
        for (uint64_t seed = 1; seed <= 10; seed++) {
            belay_problem* p = problem_generate(8, 20, 0.0, 0.8, seed, NULL);
            belay_problem* scaled = problem_scaled(p, 0x1p-40, 0x1p30);
            belay_solve_options o = belay_solve_options_default();
            belay_solve_report a = run(p, methods[m], &o, r), b = run(scaled, methods[m], &o, s);
            cr_expect_eq(a.iterations, b.iterations, "%s, seed %d", belay_method_name(methods[m]), (int)seed);
            for (int i = 0; i < 60; i++)
                cr_expect(fabs(r[i] - s[i] * 0x1p-70) <= 1e-9 * (1.0 + fabs(r[i])), "%s, seed %d: r[%d] %g and %g",
                          belay_method_name(methods[m]), (int)seed, i, r[i], s[i] * 0x1p-70);
            belay_problem_destroy(p);
            belay_problem_destroy(scaled);
        }
}

// Nothing moves the normal, which closes.
Test(cadoux, no_solution_is_reported)
{
    double r[3];
    for (int m = 0; m < 2; m++) {
        belay_problem* p = NULL;
        cr_assert(belay_problem_create(1, 1, NULL, &p, NULL) == BELAY_OK);
        p->row_start[1] = 1;
        p->mu[0] = 0.5;
        p->blocks[4] = p->blocks[8] = 1.0;
        p->q[0] = -1.0, p->q[1] = 0.5;
        belay_solve_options o = belay_solve_options_default();
        o.max_iterations = 5000;
        cr_expect_neq(run(p, methods[m], &o, r).status, BELAY_SOLVE_SOLVED);
        for (int i = 0; i < 3; i++)
            cr_expect(isfinite(r[i]));
        belay_problem_destroy(p);
    }
}

Test(cadoux, caps_hold)
{
    static double r[3 * 200];
    belay_problem* p = problem_generate(40, 120, 0.3, 0.9, 5, NULL);
    for (int m = 0; m < 2; m++) {
        belay_solve_options o = belay_solve_options_default();
        o.tolerance = 1e-15;
        o.max_iterations = 4;
        belay_solve_report report = run(p, methods[m], &o, r);
        cr_expect_eq(report.iterations, 4);
        cr_expect_eq(report.status, BELAY_SOLVE_ITERATIONS);
        o.max_iterations = 100000;
        o.budget_seconds = 1e-4;
        cr_expect_eq(run(p, methods[m], &o, r).status, BELAY_SOLVE_BUDGET);
    }
    belay_problem_destroy(p);
}
