// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The Newton methods that stand on sparse elimination: the terms by finite differences, the direction by its equation,
// and each method on problems made here and on the collection.

#include "belay/method.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>

#include "core/alloc.h"
#include "solver/law/residual.h"
#include "solver/library/proximal.h"
#include "solver/library/sparse_newton.h"
#include "support/problems/problems.h"
#include "support/skip.h"
#include "support/tracking_allocator.h"

#include <float.h>
#include <math.h>

enum { ALL_METHODS = 4 };

// The last one needs KLU, and is gone through where that is there.
static const belay_method methods[ALL_METHODS] = {BELAY_METHOD_PROXIMAL, BELAY_METHOD_NEWTON_AC, BELAY_METHOD_NEWTON_FB,
                                                  BELAY_METHOD_MCP};
#if defined(BELAY_HAVE_SUITESPARSE)
enum { METHODS = ALL_METHODS };
#else
enum { METHODS = ALL_METHODS - 1 };
#endif

static belay_solve_options options_to(double tolerance)
{
    belay_solve_options o = belay_solve_options_default();
    o.tolerance = tolerance;
    o.max_iterations = 2000;
    return o;
}

// Solves from r = 0 and checks what holds however it ends.
static belay_solve_report run(const belay_problem* p, belay_method method, const belay_solve_options* o, double* r)
{
    belay_solve_report report;
    belay_error error;
    memset(r, 0, 3 * (size_t)p->contact_count * sizeof *r);
    cr_assert(belay_problem_solve(p, method, o, r, &report, &error) == BELAY_OK, "%s", error.message);
    for (int32_t i = 0; i < 3 * p->contact_count; i++)
        cr_assert(isfinite(r[i]));
    double e = belay_problem_residual(p, r).natural;
    cr_assert_eq(report.status == BELAY_SOLVE_SOLVED, e <= o->tolerance, "%s says %s at %g", belay_method_name(method),
                 belay_solve_status_name(report.status), e);
    cr_assert(report.is_admissible);
    cr_assert_leq(report.iterations, o->max_iterations);
    return report;
}

static double* room(const belay_problem* p)
{
    return calloc(3 * (size_t)p->contact_count, sizeof(double));
}

// The bounds of the friction coefficients, and how many of the problems each method may leave unsolved.
typedef struct trial {
    double low, high;
    int failures[ALL_METHODS];
} trial;

// Problem i of a series: 2 to 20 contacts, every other one with more contacts than freedoms.
static belay_problem* problem_of_series(const trial* t, uint64_t i)
{
    int contacts = 2 + (int)(i % 19), bodies = i % 2 == 0 ? contacts : (contacts + 3) / 4;
    return problem_generate(bodies, contacts, t->low, t->high, 1000 + i, NULL);
}

static void try_series(const trial* t, uint64_t count)
{
    belay_solve_options o = options_to(1e-8);
    for (int m = 0; m < METHODS; m++) {
        int failures = 0;
        int64_t iterations = 0;
        for (uint64_t i = 0; i < count; i++) {
            belay_problem* p = problem_of_series(t, i);
            double* r = room(p);
            belay_solve_report report = run(p, methods[m], &o, r);
            failures += report.status != BELAY_SOLVE_SOLVED;
            iterations += report.iterations;
            free(r);
            belay_problem_destroy(p);
        }
        cr_log_info("mu %g to %g, %s: %d of %d unsolved, %lld iterations", t->low, t->high,
                    belay_method_name(methods[m]), failures, (int)count, (long long)iterations);
        cr_expect_leq(failures, t->failures[m], "%s, mu %g to %g: %d", belay_method_name(methods[m]), t->low, t->high,
                      failures);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Below the methods
// ---------------------------------------------------------------------------------------------------------------------

typedef void term_fn(double w, double mu, const double r[3], const double u[3], bl_newton_term* term);

// Central differences of F with respect to number k of x, which is r or u; e is of the second order.
static void check_column(term_fn* term, double mu, const double r[3], const double u[3], int k, bool by_u)
{
    double w = 0.7, h = 1e-6, x[2][3], y[2][3];
    bl_newton_term at, sides[2];
    term(w, mu, r, u, &at);
    for (int s = 0; s < 2; s++) {
        memcpy(x[s], r, sizeof x[s]);
        memcpy(y[s], u, sizeof y[s]);
        (by_u ? y : x)[s][k] += s == 0 ? -h : h;
        term(w, mu, x[s], y[s], &sides[s]);
    }
    for (int i = 0; i < 3; i++) {
        double slope = (sides[1].f[i] - sides[0].f[i]) / (2.0 * h), given = (by_u ? at.a : at.b)[3 * i + k];
        cr_expect_float_eq(slope, given, 1e-5, "mu %g, row %d, %s %d: %g, given %g", mu, i, by_u ? "u" : "r", k, slope,
                           given);
    }
}

static void check_term(term_fn* term)
{
    uint64_t state = 5;
    for (int i = 0; i < 300; i++) {
        belay_vec3 a = chance_vector(&state, 1.0), b = chance_vector(&state, 1.0);
        double r[3] = {a.x, a.y, a.z}, u[3] = {b.x, b.y, b.z};
        double mu = i % 4 == 0 ? 0.0 : chance_between(&state, 0.05, 1.5);
        for (int k = 0; k < 6; k++)
            check_column(term, mu, r, u, k % 3, k >= 3);
    }
}

Test(newton_methods, terms_by_differences)
{
    check_term(bl_newton_term_alart_curnier);
    check_term(bl_newton_term_fischer_burmeister);
}

static const belay_solve_options plain = {.tolerance = 1e-8, .max_iterations = 100000, .facets = 8};

// As much of a solve as the methods look at.
static bl_solve begin(const belay_problem* p, double* best)
{
    bl_solve solve;
    memset(&solve, 0, sizeof solve);
    solve.problem = p;
    solve.options = &plain;
    solve.n = p->contact_count;
    solve.best = best;
    solve.best_natural = HUGE_VAL;
    solve.weight = bl_solve_allocate(&solve, (size_t)solve.n * sizeof(double));
    solve.diagonal = bl_solve_allocate(&solve, (size_t)solve.n * sizeof(int32_t));
    for (int32_t a = 0; a < solve.n; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++) {
            if (p->column[k] != a) continue;
            solve.diagonal[a] = k;
            solve.weight[a] = (p->blocks[9 * k] + p->blocks[9 * k + 4] + p->blocks[9 * k + 8]) / 3.0;
        }
    for (int32_t i = 0; i < 3 * solve.n; i++)
        solve.q_norm += p->q[i] * p->q[i];
    solve.q_norm = sqrt(solve.q_norm);
    return solve;
}

static void end(bl_solve* solve)
{
    for (ptrdiff_t i = 0; i < arrlen(solve->memory); i++)
        bl_free(&solve->problem->allocator, solve->memory[i], solve->memory_size[i]);
    arrfree(solve->memory);
    arrfree(solve->memory_size);
}

// |A ((W + shift w) dr) + B dr + F| over |F|.
static double direction_error(const bl_solve* solve, const bl_sparse_newton* newton, double shift, const double* dr)
{
    double sum = 0.0, total = 0.0;
    for (int32_t a = 0; a < solve->n; a++) {
        const bl_newton_term* t = &newton->terms[a];
        double du[3];
        bl_problem_multiply_row(solve->problem, a, dr, du);
        for (int i = 0; i < 3; i++)
            du[i] += shift * newton->scale[a] * dr[3 * a + i] - solve->problem->q[3 * a + i];
        for (int i = 0; i < 3; i++) {
            double m = t->f[i];
            for (int k = 0; k < 3; k++)
                m += t->a[3 * i + k] * du[k] + t->b[3 * i + k] * dr[3 * a + k];
            sum += m * m;
            total += t->f[i] * t->f[i];
        }
    }
    return sqrt(sum / total);
}

static void set_terms(bl_sparse_newton* newton, term_fn* term, const double* r, const double* u)
{
    for (int32_t a = 0; a < newton->solve->n; a++)
        term(newton->scale[a], newton->solve->problem->mu[a], r + 3 * a, u + 3 * a, &newton->terms[a]);
}

static double half_square(const bl_sparse_newton* newton)
{
    double sum = 0.0;
    for (int32_t a = 0; a < newton->solve->n; a++)
        for (int i = 0; i < 3; i++)
            sum += 0.5 * newton->terms[a].f[i] * newton->terms[a].f[i];
    return sum;
}

static void check_gradient(bl_sparse_newton* newton, term_fn* term, double* r, double* u)
{
    const belay_problem* p = newton->solve->problem;
    double *g = room(p), h = 1e-6;
    bl_sparse_newton_gradient(newton, g);
    for (int32_t i = 0; i < 3 * p->contact_count; i++) {
        double x = r[i], value[2];
        for (int s = 0; s < 2; s++) {
            r[i] = x + (s == 0 ? -h : h);
            bl_problem_multiply(p, r, u);
            set_terms(newton, term, r, u);
            value[s] = half_square(newton);
        }
        r[i] = x;
        cr_expect_float_eq((value[1] - value[0]) / (2.0 * h), g[i], 1e-4 * (1.0 + fabs(g[i])));
    }
    free(g);
}

static void check_direction(const belay_problem* p, term_fn* term, uint64_t seed)
{
    double *r = room(p), *u = room(p), *dr = room(p), *best = room(p);
    bl_solve solve = begin(p, best);
    bl_sparse_newton newton;
    cr_assert(bl_sparse_newton_init(&newton, &solve));
    for (int32_t i = 0; i < 3 * p->contact_count; i++)
        r[i] = chance_between(&seed, -0.5, 0.5);
    bl_problem_multiply(p, r, u);
    for (double shift = 1e-8; shift < 1.0; shift *= 1e3) {
        set_terms(&newton, term, r, u);
        cr_assert(bl_sparse_newton_direction(&newton, shift, dr));
        cr_expect_leq(direction_error(&solve, &newton, shift, dr), 1e-6);
    }
    check_gradient(&newton, term, r, u);
    bl_sparse_newton_fini(&newton);
    end(&solve);
    free(r);
    free(u);
    free(dr);
    free(best);
}

Test(newton_methods, directions_solve_their_equation)
{
    for (uint64_t seed = 0; seed < 30; seed++) {
        belay_problem* p = problem_generate(1 + (int)(seed % 9), 2 + (int)seed, 0.0, 1.0, seed, NULL);
        check_direction(p, bl_newton_term_alart_curnier, seed);
        check_direction(p, bl_newton_term_fischer_burmeister, seed);
        belay_problem_destroy(p);
    }
}

// Diagonal blocks that are singular, with a regular matrix around them: the factors without pivots between blocks
// cannot do it, those with them can.
Test(newton_methods, directions_with_pivots_from_other_blocks)
{
    belay_problem* p = NULL;
    cr_assert(belay_problem_create(2, 4, NULL, &p, NULL) == BELAY_OK);
    for (int32_t k = 0; k < 4; k++)
        p->column[k] = k % 2;
    p->row_start[1] = 2;
    p->row_start[2] = 4;
    for (int i = 0; i < 9; i += 4)
        p->blocks[i] = p->blocks[27 + i] = 1e-30, p->blocks[9 + i] = p->blocks[18 + i] = 1.0;
    p->q[0] = 1.0;
    double best[6], dr[6];
    bl_solve solve = begin(p, best);
    bl_sparse_newton newton;
    solve.weight[0] = solve.weight[1] = 1.0;
    cr_assert(bl_sparse_newton_init(&newton, &solve));
    for (int a = 0; a < 2; a++) {
        memset(&newton.terms[a], 0, sizeof newton.terms[a]);
        for (int i = 0; i < 3; i++) {
            newton.terms[a].f[i] = 1.0 + a + i;
            newton.terms[a].a[4 * i] = 1.0;
        }
    }
    cr_assert(bl_sparse_newton_direction(&newton, 0.0, dr));
    for (int i = 0; i < 3; i++) {
        cr_expect_float_eq(dr[i], -2.0 - i, 1e-12);
        cr_expect_float_eq(dr[3 + i], -1.0 - i, 1e-12);
    }
    bl_sparse_newton_fini(&newton);
    end(&solve);
    belay_problem_destroy(p);
}

// ---------------------------------------------------------------------------------------------------------------------
// Problems made here
// ---------------------------------------------------------------------------------------------------------------------

Test(newton_methods, usual_friction)
{
    trial t = {0.1, 1.0, {0, 2, 2, 2}};
    try_series(&t, 200);
}

Test(newton_methods, little_friction)
{
    trial t = {0.0, 0.05, {0, 0, 0, 0}};
    try_series(&t, 100);
}

// Which of the hard ones a method fails on hangs on rounding; how many does not, of so many problems.
Test(newton_methods, wide_range_of_friction)
{
    trial t = {0.0, 20.0, {75, 115, 185, 165}};
    try_series(&t, 1000);
}

Test(newton_methods, no_friction)
{
    trial t = {0.0, 0.0, {0, 0, 0, 0}};
    belay_solve_options o = options_to(1e-11);
    for (uint64_t i = 0; i < 60; i++) {
        belay_problem* p = problem_of_series(&t, i);
        double *r = room(p), *u[METHODS];
        for (int m = 0; m < METHODS; m++) {
            u[m] = room(p);
            cr_expect_eq(run(p, methods[m], &o, r).status, BELAY_SOLVE_SOLVED, "%s, %d", belay_method_name(methods[m]),
                         (int)i);
            bl_problem_multiply(p, r, u[m]);
            for (int32_t k = 0; k < 3 * p->contact_count; k++)
                cr_expect_float_eq(u[m][k], u[0][k], 1e-6, "%s", belay_method_name(methods[m]));
        }
        for (int m = 0; m < METHODS; m++)
            free(u[m]);
        free(r);
        belay_problem_destroy(p);
    }
}

Test(newton_methods, every_other_contact_without_friction)
{
    trial t = {0.2, 0.8, {0, 0, 0, 0}};
    belay_solve_options o = options_to(1e-8);
    for (uint64_t i = 0; i < 60; i++) {
        belay_problem* p = problem_of_series(&t, i);
        double* r = room(p);
        for (int32_t a = 0; a < p->contact_count; a += 2)
            p->mu[a] = 0.0;
        for (int m = 0; m < METHODS; m++)
            cr_expect_eq(run(p, methods[m], &o, r).status, BELAY_SOLVE_SOLVED, "%s, %d", belay_method_name(methods[m]),
                         (int)i);
        free(r);
        belay_problem_destroy(p);
    }
}

Test(newton_methods, units_change_nothing)
{
    static const double scales[4][2] = {{1e12, 1.0}, {1e-12, 1e12}, {1.0, 1e-12}, {1e-7, 1e-3}};
    trial t = {0.1, 0.9, {0, 0, 0, 0}};
    belay_solve_options o = options_to(1e-8);
    for (uint64_t i = 0; i < 20; i++) {
        belay_problem* p = problem_of_series(&t, i);
        double* r = room(p);
        for (int m = 0; m < METHODS; m++) {
            int64_t iterations = run(p, methods[m], &o, r).iterations;
            for (int k = 0; k < 4; k++) {
                belay_problem* scaled = problem_scaled(p, scales[k][0], scales[k][1]);
                cr_expect_eq(run(scaled, methods[m], &o, r).iterations, iterations, "%s, problem %d, W %g, q %g",
                             belay_method_name(methods[m]), (int)i, scales[k][0], scales[k][1]);
                belay_problem_destroy(scaled);
            }
        }
        free(r);
        belay_problem_destroy(p);
    }
}

Test(newton_methods, caps_and_repetition)
{
    belay_problem* p = problem_generate(20, 120, 0.3, 0.6, 3, NULL);
    double *r = room(p), *again = room(p);
    for (int m = 0; m < METHODS; m++) {
        belay_solve_options o = options_to(1e-15);
        o.max_iterations = 2;
        belay_solve_report report = run(p, methods[m], &o, r);
        cr_expect_eq(report.status, BELAY_SOLVE_ITERATIONS);
        cr_expect_eq(report.iterations, 2);
        o.max_iterations = 2000;
        o.budget_seconds = 1e-9;
        report = run(p, methods[m], &o, r);
        cr_expect_eq(report.status, BELAY_SOLVE_BUDGET);
        cr_expect_leq(report.iterations, 2);
        o = options_to(1e-9);
        run(p, methods[m], &o, r);
        run(p, methods[m], &o, again);
        cr_expect_arr_eq(r, again, 3 * (size_t)p->contact_count * sizeof *r, "%s", belay_method_name(methods[m]));
    }
    free(r);
    free(again);
    belay_problem_destroy(p);
}

// A contact that no impulse can hold apart (W = 0, q_N < 0), and a tolerance that rounding forbids: no method may say
// that it has solved them, nor go on for ever.
Test(newton_methods, ends_honestly)
{
    belay_problem* p = NULL;
    cr_assert(belay_problem_create(2, 2, NULL, &p, NULL) == BELAY_OK);
    p->column[1] = p->row_start[1] = 1;
    p->row_start[2] = 2;
    p->mu[0] = p->mu[1] = 0.5;
    p->blocks[9] = p->blocks[13] = p->blocks[17] = 1.0;
    p->q[0] = -1.0;
    p->q[3] = -1.0;
    double r[6];
    belay_solve_options o = options_to(1e-8);
    o.max_iterations = 1000000;
    for (int m = 0; m < METHODS; m++) {
        belay_solve_report report = run(p, methods[m], &o, r);
        cr_expect(report.status == BELAY_SOLVE_STALLED || report.status == BELAY_SOLVE_SOLVED, "%s: %s",
                  belay_method_name(methods[m]), belay_solve_status_name(report.status));
    }
    belay_problem_destroy(p);
    p = problem_generate(4, 16, 0.3, 0.6, 3, NULL);
    double* x = room(p);
    o.tolerance = 1e-300;
    for (int m = 0; m < METHODS; m++)
        cr_expect_eq(run(p, methods[m], &o, x).status, BELAY_SOLVE_STALLED);
    free(x);
    belay_problem_destroy(p);
}

// ---------------------------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------------------------

Test(newton_methods, memory_that_runs_out)
{
    tracking_allocator m = {0};
    belay_allocator allocator = tracking_allocator_hooks(&m);
    belay_problem* p = problem_generate(4, 12, 0.2, 0.8, 11, &allocator);
    double r[36];
    belay_solve_options o = options_to(1e-8);
    size_t before = m.bytes;
    for (int k = 0; k < METHODS; k++) {
        belay_result result = BELAY_ERROR_MEMORY;
        for (int calls = 0; result != BELAY_OK; calls++) {
            cr_assert_lt(calls, 1000);
            memset(r, 0, sizeof r);
            belay_solve_report report;
            belay_error error;
            m.calls = 0, m.fail_from = calls + 1;
            result = belay_problem_solve(p, methods[k], &o, r, &report, &error);
            cr_assert(result == BELAY_OK || result == BELAY_ERROR_MEMORY);
            cr_assert_eq(m.bytes, before);
        }
    }
    m.fail_from = 0;
    belay_problem_destroy(p);
    cr_expect_eq(m.bytes, 0);
}

// ---------------------------------------------------------------------------------------------------------------------
// The proximal steps for other methods
// ---------------------------------------------------------------------------------------------------------------------

// In goes of two iterations, each from where the last one ended.
static void improve_in_goes(const belay_problem* p)
{
    double *r = room(p), *best = room(p);
    bl_solve solve = begin(p, best);
    bl_proximal* proximal = bl_proximal_create(&solve);
    cr_assert_not_null(proximal);
    bl_proximal_status status = BL_PROXIMAL_PAUSED;
    for (int k = 0; k < 500 && status == BL_PROXIMAL_PAUSED; k++) {
        double before = belay_problem_residual(p, r).natural;
        int64_t counted = solve.iterations;
        status = bl_proximal_improve(proximal, r, 2);
        cr_assert_leq(belay_problem_residual(p, r).natural, before * (1.0 + 1e-9) + 1e-15);
        cr_assert_leq(solve.iterations - counted, 2);
        for (int32_t a = 0; a < p->contact_count; a++)
            cr_assert_leq(bl_tangent_length(r + 3 * a), p->mu[a] * r[3 * a] * (1.0 + 1e-14));
    }
    cr_expect_eq(status, BL_PROXIMAL_STOPPED);
    cr_expect_leq(belay_problem_residual(p, r).natural, 1e-8);
    bl_proximal_destroy(proximal);
    bl_proximal_destroy(NULL);
    end(&solve);
    free(r);
    free(best);
}

Test(newton_methods, proximal_steps_in_goes)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        belay_problem* p = problem_generate(2 + (int)(seed % 5), 6 + (int)(seed % 20), 0.1, 0.9, seed, NULL);
        improve_in_goes(p);
        belay_problem_destroy(p);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The collection
// ---------------------------------------------------------------------------------------------------------------------

static void solve_files(belay_method method, double tolerance, int64_t max_iterations, int max_failures)
{
    static problem_files files;
    if (problem_files_find(&files) == 0) SKIP_TEST("no problems in %s", files.folder);
    belay_solve_options o = options_to(tolerance);
    o.max_iterations = max_iterations;
    int failures = 0;
    for (int i = 0; i < files.count; i++) {
        belay_problem* p = NULL;
        belay_error error;
        cr_assert(problem_files_read(&files, i, &p, &error) == BELAY_OK, "%s", error.message);
        double* r = room(p);
        belay_solve_report report = run(p, method, &o, r);
        failures += report.status != BELAY_SOLVE_SOLVED;
        if (report.status != BELAY_SOLVE_SOLVED)
            cr_log_info("%s on %s: %s at %g", belay_method_name(method), files.names[i],
                        belay_solve_status_name(report.status), report.residual.natural);
        free(r);
        belay_problem_destroy(p);
    }
    cr_expect_leq(failures, max_failures, "%s: %d of %d unsolved", belay_method_name(method), failures, files.count);
}

Test(newton_methods, files_proximal)
{
    solve_files(BELAY_METHOD_PROXIMAL, 1e-8, 200, 0);
    solve_files(BELAY_METHOD_PROXIMAL, 1e-11, 300, 0);
}

Test(newton_methods, files_newton_ac)
{
    solve_files(BELAY_METHOD_NEWTON_AC, 1e-8, 200, 0);
}

Test(newton_methods, files_newton_fb)
{
    solve_files(BELAY_METHOD_NEWTON_FB, 1e-8, 200, 0);
}

Test(newton_methods, files_mcp)
{
    if (!belay_method_is_available(BELAY_METHOD_MCP, NULL)) SKIP_TEST("the method is not in this build");
    solve_files(BELAY_METHOD_MCP, 1e-8, 150, 1);
}
