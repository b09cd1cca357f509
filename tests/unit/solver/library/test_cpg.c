// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The conjugate projected gradient: fast slip with small impulses, where the curvature of the friction disk decides;
// problems of bodies; files; units; caps and honesty.

#include "belay/method.h"
#include "support/problems/problems.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>

static belay_solve_report run(const belay_problem* p, const belay_solve_options* o, double* r)
{
    belay_solve_report report;
    belay_error error;
    cr_assert(belay_problem_solve(p, BELAY_METHOD_CPG, o, r, &report, &error) == BELAY_OK, "%s", error.message);
    double e = belay_problem_residual(p, r).natural;
    cr_assert_eq(report.status == BELAY_SOLVE_SOLVED, e <= o->tolerance);
    cr_assert(report.is_admissible);
    return report;
}

// One contact whose block is A A^T + 1, in every direction of slip, from a speed of slip far below to far above what
// the impulse could stop: the ratio of the two is the l / c of method_cpg.c.
Test(cpg, one_sliding_contact)
{
    uint64_t state = 1;
    int64_t most = 0;
    for (int trial = 0; trial < 2000; trial++) {
        belay_problem* p = NULL;
        cr_assert(belay_problem_create(1, 1, NULL, &p, NULL) == BELAY_OK);
        double a[9], r[3] = {0.0, 0.0, 0.0};
        for (int i = 0; i < 9; i++)
            a[i] = chance_between(&state, -0.4, 0.4);
        for (int i = 0; i < 9; i++)
            p->blocks[i] = a[3 * (i / 3)] * a[3 * (i % 3)] + a[3 * (i / 3) + 1] * a[3 * (i % 3) + 1] +
                           a[3 * (i / 3) + 2] * a[3 * (i % 3) + 2] + (i % 4 == 0 ? 1.0 : 0.0);
        p->row_start[1] = 1;
        p->mu[0] = chance_between(&state, 0.0, 0.8);
        double speed = pow(10.0, chance_between(&state, -2.0, 3.0)), angle = chance_between(&state, 0.0, 6.2832);
        p->q[0] = -1.0, p->q[1] = speed * cos(angle), p->q[2] = speed * sin(angle);
        belay_solve_options o = belay_solve_options_default();
        o.tolerance = 1e-10;
        belay_solve_report report = run(p, &o, r);
        cr_assert_eq(report.status, BELAY_SOLVE_SOLVED, "trial %d: speed %g, mu %g: e = %g", trial, speed, p->mu[0],
                     report.residual.natural);
        if (report.iterations > most) most = report.iterations;
        belay_problem_destroy(p);
    }
    cr_log_info("at most %lld iterations", (long long)most);
    cr_expect(most <= 500);
}

// Well-posed, and with more contacts than bodies can bear.
Test(cpg, problems_of_bodies)
{
    static double r[3 * 120];
    int solved = 0, count = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        int bodies = 2 + (int)(seed % 20), contacts = seed % 2 == 0 ? bodies : 3 * bodies;
        belay_problem* p = problem_generate(bodies, contacts, 0.0, 0.8, seed, NULL);
        cr_assert_not_null(p);
        memset(r, 0, sizeof r);
        belay_solve_options o = belay_solve_options_default();
        o.tolerance = 1e-6;
        o.max_iterations = 20000;
        belay_solve_report report = run(p, &o, r);
        solved += report.status == BELAY_SOLVE_SOLVED;
        cr_expect(report.residual.natural <= 1e-2, "seed %d: e = %g", (int)seed, report.residual.natural);
        count++;
        belay_problem_destroy(p);
    }
    cr_log_info("%d of %d", solved, count);
    cr_expect(10 * solved >= 9 * count, "%d of %d to 1e-6", solved, count);
}

Test(cpg, files)
{
    static problem_files files;
    static double r[3 * 600];
    if (problem_files_find(&files) == 0) SKIP_TEST("no problem files in %s", files.folder);
    for (int i = 0; i < files.count; i++) {
        belay_problem* p;
        belay_error error;
        cr_assert(problem_files_read(&files, i, &p, &error) == BELAY_OK, "%s", error.message);
        if (p->contact_count <= 110) {
            memset(r, 0, sizeof r);
            belay_solve_options o = belay_solve_options_default();
            o.tolerance = 1e-4;
            belay_solve_report report = run(p, &o, r);
            cr_expect_eq(report.status, BELAY_SOLVE_SOLVED, "%s: e = %g after %lld iterations", files.names[i],
                         report.residual.natural, (long long)report.iterations);
        }
        belay_problem_destroy(p);
    }
}

// Powers of four under the square roots of the weights leave every mantissa as it was.
Test(cpg, units_do_not_matter)
{
    static double r[3 * 40], s[3 * 40];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        belay_problem *p = problem_generate(8, 20, 0.0, 0.8, seed, NULL), *scaled = problem_scaled(p, 0x1p-40, 0x1p30);
        memset(r, 0, sizeof r);
        memset(s, 0, sizeof s);
        belay_solve_options o = belay_solve_options_default();
        belay_solve_report a = run(p, &o, r), b = run(scaled, &o, s);
        cr_expect_eq(a.iterations, b.iterations, "seed %d", (int)seed);
        for (int i = 0; i < 60; i++)
            cr_expect(r[i] == s[i] * 0x1p-70, "seed %d: r[%d] %g and %g", (int)seed, i, r[i], s[i] * 0x1p-70);
        belay_problem_destroy(p);
        belay_problem_destroy(scaled);
    }
}

// No impulse solves this (a wedge that only jams): W = (1, -1) (1, -1)^T in the normals.
Test(cpg, no_solution_is_reported)
{
    belay_problem* p = NULL;
    cr_assert(belay_problem_create(1, 1, NULL, &p, NULL) == BELAY_OK);
    double r[3] = {0.0, 0.0, 0.0};
    p->row_start[1] = 1;
    p->mu[0] = 0.5;
    p->blocks[4] = p->blocks[8] = 1.0; // nothing moves the normal
    p->q[0] = -1.0, p->q[1] = 0.5;
    belay_solve_options o = belay_solve_options_default();
    o.max_iterations = 5000;
    belay_solve_report report = run(p, &o, r);
    cr_expect_neq(report.status, BELAY_SOLVE_SOLVED);
    for (int i = 0; i < 3; i++)
        cr_expect(isfinite(r[i]));
    belay_problem_destroy(p);
}

Test(cpg, caps_hold)
{
    static double r[3 * 200];
    belay_problem* p = problem_generate(40, 120, 0.3, 0.9, 5, NULL);
    belay_solve_options o = belay_solve_options_default();
    o.tolerance = 1e-15;
    o.max_iterations = 7;
    belay_solve_report report = run(p, &o, r);
    cr_expect_eq(report.iterations, 7);
    cr_expect_eq(report.status, BELAY_SOLVE_ITERATIONS);
    memset(r, 0, sizeof r);
    o.max_iterations = 100000;
    o.budget_seconds = 1e-4;
    report = run(p, &o, r);
    cr_expect(report.status == BELAY_SOLVE_BUDGET);
    belay_problem_destroy(p);
}
