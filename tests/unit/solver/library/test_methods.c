// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the solver library promises of every method, whichever it is: an honest report, a finite and admissible answer,
// the same bits for the same arguments, caps and budgets that hold, no leaks. On problems of free rigid bodies with
// contacts between them, well-posed and rank-deficient. (What they refuse: test_method_refusals.c.)

#include "belay/method.h"
#include "solver/law/residual.h"
#include "support/problems/method_stand.h"
#include "support/problems/problems.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>

static bool is_same(const double* a, const double* b, size_t count)
{
    return memcmp(a, b, count * sizeof *a) == 0;
}

static size_t numbers_of(const belay_problem* p)
{
    return 3 * (size_t)p->contact_count;
}

// Whether r lies in the cones, up to the rounding of a projection and to numbers whose squares vanish.
static bool is_in_cones(const belay_problem* p, const double* r)
{
    for (int32_t a = 0; a < p->contact_count; a++) {
        const double* x = r + 3 * a;
        if (!(hypot(x[1], x[2]) <= p->mu[a] * x[0] * (1.0 + 1e-12) + 1e-160)) return false;
    }
    return true;
}

static double difference(const double* a, const double* b, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static double length_of(const double* a, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}

// Fails the test where the report says anything that is not so.
static void check_answer(const belay_problem* p, belay_method method, const belay_solve_options* o, const double* r,
                         const belay_solve_report* report, const char* what)
{
    const char* name = belay_method_name(method);
    for (size_t i = 0; i < numbers_of(p); i++)
        cr_assert(isfinite(r[i]), "%s, %s: r[%zu] is %g", name, what, i, r[i]);
    double e = belay_problem_residual(p, r).natural;
    cr_assert(isfinite(e), "%s, %s", name, what);
    cr_assert_eq(report->status == BELAY_SOLVE_SOLVED, e <= o->tolerance, "%s, %s: '%s', but e = %g of %g", name, what,
                 belay_solve_status_name(report->status), e, o->tolerance);
    cr_assert(fabs(e - report->residual.natural) <= 1e-12 * e, "%s, %s: e = %g is told as %g", name, what, e,
              report->residual.natural);
    cr_assert(report->iterations >= 0 && report->iterations <= o->max_iterations, "%s, %s: %lld iterations of %lld",
              name, what, (long long)report->iterations, (long long)o->max_iterations);
    cr_assert((unsigned)report->status < BELAY_SOLVE_STATUS_COUNT, "%s, %s", name, what);
    cr_assert(isfinite(report->seconds) && report->seconds >= 0.0, "%s, %s", name, what);
    cr_assert(isfinite(report->plain_natural), "%s, %s", name, what);
    cr_assert(!report->is_admissible || is_in_cones(p, r), "%s, %s: told admissible, but not in the cones", name, what);
    bool may_leave = method == BELAY_METHOD_LEMKE_OUTER;
    cr_assert(may_leave || report->is_admissible, "%s, %s: not admissible", name, what);
}

static belay_solve_report solve(const belay_problem* p, belay_method method, const belay_solve_options* o, double* r,
                                const char* what)
{
    belay_solve_report report;
    belay_error error;
    belay_result result = belay_problem_solve(p, method, o, r, &report, &error);
    cr_assert(result == BELAY_OK, "%s, %s: %s", belay_method_name(method), what, error.message);
    check_answer(p, method, o, r, &report, what);
    return report;
}

// ---------------------------------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------------------------------

// Every problem here is within the reach of these.
static bool must_solve(belay_method method)
{
    return method == BELAY_METHOD_AUTO || method == BELAY_METHOD_NSGS;
}

Test(methods, reports_are_honest_and_answers_admissible)
{
    FOR_EACH_METHOD(m)
    {
        belay_solve_options o = method_options(m);
        int solved = 0;
        for (int shape = 0; shape < METHOD_SHAPES; shape++) {
            belay_problem* p = method_problem(shape, NULL);
            double r[METHOD_MAX_NUMBERS] = {0.0};
            char what[64];
            snprintf(what, sizeof what, "shape %d", shape);
            belay_solve_report report = solve(p, m, &o, r, what);
            bool is_solved = report.status == BELAY_SOLVE_SOLVED;
            cr_expect(is_solved || !must_solve(m), "%s, %s: e = %g", belay_method_name(m), what,
                      report.residual.natural);
            solved += is_solved;
            belay_problem_destroy(p);
        }
        cr_log_info("%s: solved %d of %d to %g", belay_method_name(m), solved, METHOD_SHAPES, o.tolerance);
    }
}

// Nothing to do: no contacts; only contacts that part; a contact without mass on either side.
Test(methods, problems_with_nothing_to_do)
{
    FOR_EACH_METHOD(m)
    {
        belay_solve_options o = method_options(m);
        double r[METHOD_MAX_NUMBERS] = {0.0};
        belay_problem* p = NULL;
        cr_assert(belay_problem_create(0, 0, NULL, &p, NULL) == BELAY_OK);
        belay_solve_report report = solve(p, m, &o, r, "no contacts");
        cr_expect_eq(report.status, BELAY_SOLVE_SOLVED);
        belay_problem_destroy(p);

        p = method_problem(4, NULL);
        for (size_t i = 0; i < numbers_of(p); i++)
            p->q[i] = i % 3 == 0 ? 1.0 : 0.1;
        report = solve(p, m, &o, r, "parting");
        cr_expect_eq(report.status, BELAY_SOLVE_SOLVED);
        cr_expect_eq(report.iterations, 0);
        for (size_t i = 0; i < numbers_of(p); i++)
            cr_expect(r[i] == 0.0);
        belay_problem_destroy(p);
    }
}

static void add_empty_contact(const belay_problem* from, belay_problem* p, double q_normal)
{
    int32_t n = from->contact_count, k = from->block_count;
    memcpy(p->mu, from->mu, (size_t)n * sizeof *p->mu);
    memcpy(p->row_start, from->row_start, (size_t)(n + 1) * sizeof *p->row_start);
    memcpy(p->column, from->column, (size_t)k * sizeof *p->column);
    memcpy(p->blocks, from->blocks, 9 * (size_t)k * sizeof *p->blocks);
    memcpy(p->q, from->q, numbers_of(from) * sizeof *p->q);
    p->mu[n] = 0.5;
    p->column[k] = n;
    p->row_start[n + 1] = k + 1;
    p->q[3 * n] = q_normal;
}

// A contact that no impulse can move (its diagonal block is zero) must neither spoil the others nor be claimed solved
// when it closes.
Test(methods, contacts_that_nothing_can_move)
{
    belay_problem* small = method_problem(2, NULL);
    FOR_EACH_METHOD(m)
    {
        for (int closes = 0; closes < 2; closes++) {
            belay_problem* p = NULL;
            cr_assert(belay_problem_create(small->contact_count + 1, small->block_count + 1, NULL, &p, NULL) == 0);
            add_empty_contact(small, p, closes ? -1.0 : 0.0);
            belay_solve_options o = method_options(m);
            o.max_iterations = 200;
            double r[METHOD_MAX_NUMBERS] = {0.0};
            solve(p, m, &o, r, closes ? "immovable and closing" : "immovable");
            belay_problem_destroy(p);
        }
    }
    belay_problem_destroy(small);
}

Test(methods, same_arguments_same_bits)
{
    static const int chosen[] = {2, 4, 7, 9};
    FOR_EACH_METHOD(m)
    {
        for (int i = 0; i < 4; i++) {
            belay_problem* p = method_problem(chosen[i], NULL);
            belay_solve_options o = method_options(m);
            o.max_iterations = 1000;
            o.order = BELAY_SWEEP_SHUFFLED;
            double first[METHOD_MAX_NUMBERS] = {0.0}, second[METHOD_MAX_NUMBERS] = {0.0};
            belay_solve_report a = solve(p, m, &o, first, "first"), b = solve(p, m, &o, second, "second");
            cr_expect(is_same(first, second, numbers_of(p)), "%s, shape %d", belay_method_name(m), chosen[i]);
            cr_expect_eq(a.iterations, b.iterations);
            cr_expect_eq(a.status, b.status);
            cr_expect(a.residual.natural == b.residual.natural);
            belay_problem_destroy(p);
        }
    }
}

// In other units, by powers of two, every number is another but every mantissa the same.
Test(methods, units_do_not_matter)
{
    belay_method exact[] = {BELAY_METHOD_AUTO, BELAY_METHOD_NSGS};
    for (int i = 0; i < 2; i++) {
        if (!belay_method_is_available(exact[i], NULL)) continue;
        for (int shape = 0; shape < METHOD_SHAPES; shape++) {
            belay_problem *p = method_problem(shape, NULL), *scaled = problem_scaled(p, 0x1p-40, 0x1p30);
            belay_solve_options o = method_options(exact[i]);
            double r[METHOD_MAX_NUMBERS] = {0.0}, s[METHOD_MAX_NUMBERS] = {0.0};
            belay_solve_report a = solve(p, exact[i], &o, r, "as it is"), b = solve(scaled, exact[i], &o, s, "scaled");
            cr_expect_eq(a.iterations, b.iterations, "%s, shape %d: %lld and %lld", belay_method_name(exact[i]), shape,
                         (long long)a.iterations, (long long)b.iterations);
            for (size_t k = 0; k < numbers_of(p); k++)
                s[k] *= 0x1p-70;
            cr_expect(difference(r, s, numbers_of(p)) <= 1e-9 * length_of(r, numbers_of(p)), "%s, shape %d",
                      belay_method_name(exact[i]), shape);
            belay_problem_destroy(p);
            belay_problem_destroy(scaled);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Caps, budgets, history, guesses
// ---------------------------------------------------------------------------------------------------------------------

Test(methods, one_iteration)
{
    FOR_EACH_METHOD(m)
    {
        for (int shape = 0; shape < METHOD_SHAPES; shape++) {
            belay_problem* p = method_problem(shape, NULL);
            belay_solve_options o = method_options(m);
            o.max_iterations = 1;
            double r[METHOD_MAX_NUMBERS] = {0.0};
            belay_solve_report report = solve(p, m, &o, r, "one iteration");
            double zero[METHOD_MAX_NUMBERS] = {0.0};
            cr_expect(report.residual.natural <= belay_problem_residual(p, zero).natural, "%s: worse than nothing",
                      belay_method_name(m));
            belay_problem_destroy(p);
        }
    }
}

// The clock is not asserted upon, as other programs share the machine.
Test(methods, budget_ends_with_a_valid_answer)
{
    belay_problem* p = problem_generate(10, 40, 0.3, 0.9, 77, NULL);
    cr_assert_not_null(p);
    FOR_EACH_METHOD(m)
    {
        belay_solve_options o = belay_solve_options_default();
        o.tolerance = 1e-15;
        o.budget_seconds = 50e-6;
        double r[METHOD_MAX_NUMBERS] = {0.0}, zero[METHOD_MAX_NUMBERS] = {0.0};
        belay_solve_report report = solve(p, m, &o, r, "budget of 50 us");
        cr_expect(report.residual.natural <= belay_problem_residual(p, zero).natural);
        cr_log_info("%s: %.0f us of 50, '%s', e = %.1e", belay_method_name(m), 1e6 * report.seconds,
                    belay_solve_status_name(report.status), report.residual.natural);
        o.budget_seconds = 1e-12; // over before it begins
        memset(r, 0, sizeof r);
        report = solve(p, m, &o, r, "no time at all");
        cr_expect_eq(report.status, BELAY_SOLVE_BUDGET, "%s: '%s'", belay_method_name(m),
                     belay_solve_status_name(report.status));
    }
    belay_problem_destroy(p);
}

// The best residual in the history is that of the answer; its length is what was written, and no more than there is
// room.
static void check_history(const belay_problem* p, belay_method m)
{
    double history[4000], r[METHOD_MAX_NUMBERS] = {0.0};
    belay_solve_options o = method_options(m);
    o.max_iterations = 3000;
    o.history = history;
    o.history_capacity = 3999;
    for (int i = 0; i < 4000; i++)
        history[i] = -1.0;
    belay_solve_report report = solve(p, m, &o, r, "history");
    const char* name = belay_method_name(m);
    cr_assert(report.history_count >= 1 && report.history_count <= report.iterations + 2, "%s: %d numbers, %lld its",
              name, report.history_count, (long long)report.iterations);
    double best = HUGE_VAL;
    for (int i = 0; i < report.history_count; i++) {
        cr_assert(history[i] >= 0.0, "%s: history[%d] is %g", name, i, history[i]);
        best = fmin(best, history[i]);
    }
    for (int i = report.history_count; i < 4000; i++)
        cr_assert(history[i] == -1.0, "%s: written behind the end", name);
    cr_assert(fabs(best - report.residual.natural) <= 1e-6 * best + 1e-15, "%s: best %g, answer %g", name, best,
              report.residual.natural);
    if (m == BELAY_METHOD_NSGS) cr_assert_eq(report.history_count, report.iterations + 1); // that of r = 0 first

    history[2] = -1.0;
    memset(r, 0, sizeof r);
    o.history_capacity = 2;
    report = solve(p, m, &o, r, "short history");
    cr_assert(report.history_count <= 2 && history[2] == -1.0, "%s", name);
}

Test(methods, history)
{
    static const int chosen[] = {0, 4, 9};
    FOR_EACH_METHOD(m)
    {
        for (int i = 0; i < 3; i++) {
            belay_problem* p = method_problem(chosen[i], NULL);
            check_history(p, m);
            belay_problem_destroy(p);
        }
    }
}

Test(methods, started_from_the_solution_nothing_is_done)
{
    FOR_EACH_METHOD(m)
    {
        for (int shape = 0; shape < METHOD_SHAPES; shape++) {
            belay_problem* p = method_problem(shape, NULL);
            belay_solve_options o = method_options(m);
            double r[METHOD_MAX_NUMBERS] = {0.0}, again[METHOD_MAX_NUMBERS];
            belay_solve_report report = solve(p, m, &o, r, "cold");
            memcpy(again, r, sizeof r);
            if (report.status == BELAY_SOLVE_SOLVED && report.is_admissible) {
                report = solve(p, m, &o, again, "warm");
                cr_expect_eq(report.status, BELAY_SOLVE_SOLVED);
                cr_expect_eq(report.iterations, 0, "%s, shape %d: %lld iterations", belay_method_name(m), shape,
                             (long long)report.iterations);
                cr_expect(difference(r, again, numbers_of(p)) <= 1e-12 * length_of(r, numbers_of(p)));
            }
            belay_problem_destroy(p);
        }
    }
}

// Guesses far away, outside the cones, or huge; the answer is never worse than doing nothing.
Test(methods, bad_guesses)
{
    FOR_EACH_METHOD(m)
    {
        for (int kind = 0; kind < 3; kind++) {
            belay_problem* p = method_problem(7, NULL);
            belay_solve_options o = method_options(m);
            o.max_iterations = 1000;
            double r[METHOD_MAX_NUMBERS], zero[METHOD_MAX_NUMBERS] = {0.0};
            for (size_t i = 0; i < numbers_of(p); i++)
                r[i] = kind == 0 ? -1.0 : (kind == 1 ? 1e3 * sin((double)i) : 1e200);
            belay_solve_report report = solve(p, m, &o, r, "bad guess");
            cr_expect(report.residual.natural <= belay_problem_residual(p, zero).natural, "%s, guess %d",
                      belay_method_name(m), kind);
            belay_problem_destroy(p);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The solvers of one contact and the orders of sweeps, inside Gauss-Seidel
// ---------------------------------------------------------------------------------------------------------------------

static bool is_exact(belay_local_method local)
{
    return local != BELAY_LOCAL_RADIAL && local != BELAY_LOCAL_DIAGONAL && local != BELAY_LOCAL_PYRAMID;
}

Test(methods, every_one_contact_solver_in_every_order)
{
    for (int local = 0; local < BELAY_LOCAL_COUNT; local++)
        for (int order = 0; order < BELAY_SWEEP_COUNT; order++) {
            int solved = 0;
            for (int shape = 0; shape < METHOD_SHAPES; shape++) {
                belay_problem* p = method_problem(shape, NULL);
                belay_solve_options o = belay_solve_options_default();
                o.local = (belay_local_method)local;
                o.order = (belay_sweep_order)order;
                o.max_iterations = is_exact(o.local) ? 20000 : 500;
                double r[METHOD_MAX_NUMBERS] = {0.0};
                solved += solve(p, BELAY_METHOD_NSGS, &o, r, belay_local_name(o.local)).status == BELAY_SOLVE_SOLVED;
                belay_problem_destroy(p);
            }
            cr_log_info("%s, order %d: solved %d of %d", belay_local_name((belay_local_method)local), order, solved,
                        METHOD_SHAPES);
            // The pure Newton iteration may cycle on a contact, and says so.
            bool all = is_exact((belay_local_method)local) && local != BELAY_LOCAL_NEWTON_AC_PURE;
            cr_expect(!all || solved == METHOD_SHAPES, "%s, order %d: solved %d of %d",
                      belay_local_name((belay_local_method)local), order, solved, METHOD_SHAPES);
        }
}

Test(methods, relaxation_and_freezing_keep_the_promises)
{
    for (int variant = 0; variant < 5; variant++)
        for (int shape = 0; shape < METHOD_SHAPES; shape++) {
            belay_problem* p = method_problem(shape, NULL);
            belay_solve_options o = method_options(BELAY_METHOD_NSGS);
            static const double omegas[] = {0.5, 1.5, 1.0, 1.0, 0.8};
            o.relaxation = omegas[variant];
            o.enable_adaptive_relaxation = variant == 2 || variant == 4;
            o.enable_freezing = variant >= 3;
            double r[METHOD_MAX_NUMBERS] = {0.0};
            belay_solve_report report = solve(p, BELAY_METHOD_NSGS, &o, r, "relaxed or frozen");
            cr_expect(variant == 1 || report.status == BELAY_SOLVE_SOLVED, "variant %d, shape %d: e = %g", variant,
                      shape, report.residual.natural);
            belay_problem_destroy(p);
        }
}

// ---------------------------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------------------------

// Lets call `fail_at` fail. Returns whether there was such a call.
static bool fail_once(const belay_problem* p, tracking_allocator* l, belay_method m, long fail_at)
{
    const tracking_allocator before = *l;
    belay_solve_options o = method_options(m);
    o.max_iterations = 300;
    double r[METHOD_MAX_NUMBERS] = {1.0, 0.125, 0.25}, start[METHOD_MAX_NUMBERS];
    memcpy(start, r, sizeof r);
    belay_solve_report report;
    belay_error error;
    l->calls = 0, l->fail_at = fail_at;
    belay_result result = belay_problem_solve(p, m, &o, r, &report, &error);
    bool has_failed = l->calls >= fail_at;
    l->fail_at = 0;
    const char* name = belay_method_name(m);
    cr_assert_eq(result, has_failed ? BELAY_ERROR_MEMORY : BELAY_OK, "%s, call %ld: %s", name, fail_at, error.message);
    cr_assert(!has_failed || is_same(r, start, METHOD_MAX_NUMBERS), "%s, call %ld: r has changed", name, fail_at);
    cr_assert(l->live == before.live && l->bytes == before.bytes, "%s, call %ld: %ld blocks of %zu bytes are left",
              name, fail_at, l->live - before.live, l->bytes - before.bytes);
    cr_assert(!l->is_wrong, "%s, call %ld: a size was told wrong", name, fail_at);
    return has_failed;
}

Test(methods, without_memory_nothing_changes_and_nothing_leaks)
{
    FOR_EACH_METHOD(m)
    {
        tracking_allocator l = {0};
        belay_allocator allocator = tracking_allocator_hooks(&l);
        belay_problem* p = method_problem(7, &allocator);
        long fail_at = 1;
        while (fail_once(p, &l, m, fail_at))
            fail_at++;
        cr_expect(fail_at > 3);
        cr_log_info("%s: %ld allocations", belay_method_name(m), fail_at - 1);
        belay_problem_destroy(p);
        cr_expect(l.live == 0 && l.bytes == 0 && !l.is_wrong);
    }
}
