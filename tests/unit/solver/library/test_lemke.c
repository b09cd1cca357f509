// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Lemke's pivoting on linear complementarity problems whose answer is known, on degenerate ones and on such as have
// none; faceted cones against Gauss-Seidel without friction, and against the round cone with more and more facets.

#include "solver/library/lemke.h"

#include "belay/method.h"
#include "support/problems/problems.h"

#include <criterion/criterion.h>
#include <math.h>

#define MAX_SIZE 80

typedef struct lcp {
    int n;
    double m[MAX_SIZE * MAX_SIZE], q[MAX_SIZE], z[MAX_SIZE];
    double table[MAX_SIZE * (MAX_SIZE + 1)], constant[MAX_SIZE];
    int32_t basic[MAX_SIZE], nonbasic[MAX_SIZE + 1], place[2 * MAX_SIZE + 1];
    bool was_basic[2 * MAX_SIZE + 1];
    int pivots, cap;
} lcp;

static bool count_pivot(void* context)
{
    lcp* p = context;
    return ++p->pivots >= p->cap;
}

static bl_lemke_status solve(lcp* p)
{
    bl_lemke l = {.n = p->n,
                  .m = p->m,
                  .q = p->q,
                  .table = p->table,
                  .constant = p->constant,
                  .basic = p->basic,
                  .nonbasic = p->nonbasic,
                  .place = p->place,
                  .was_basic = p->was_basic,
                  .z = p->z,
                  .watch = count_pivot,
                  .context = p};
    p->pivots = 0;
    if (p->cap == 0) p->cap = 100000;
    return bl_lemke_solve(&l);
}

static void check_solution(const lcp* p, double tolerance, const char* what)
{
    for (int i = 0; i < p->n; i++) {
        double w = p->q[i];
        for (int k = 0; k < p->n; k++)
            w += p->m[p->n * i + k] * p->z[k];
        cr_assert(p->z[i] >= 0.0, "%s: z[%d] = %g", what, i, p->z[i]);
        cr_assert(w >= -tolerance, "%s: w[%d] = %g", what, i, w);
        cr_assert(fabs(w * p->z[i]) <= tolerance * (1.0 + p->z[i]), "%s: w[%d] z[%d] = %g", what, i, i, w * p->z[i]);
    }
}

// M = A A^T + skew + shift, A n x rank; q such that a drawn z with complementary w solves.
static void random_lcp(lcp* p, int n, int rank, double shift, double* z, uint64_t* state)
{
    static double a[MAX_SIZE * MAX_SIZE];
    memset(p, 0, sizeof *p);
    p->n = n;
    for (int i = 0; i < n * rank; i++)
        a[i] = chance_between(state, -1.0, 1.0);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < rank; j++)
                p->m[n * i + k] += a[rank * i + j] * a[rank * k + j];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            double skew = chance_between(state, -1.0, 1.0);
            p->m[n * i + k] += skew, p->m[n * k + i] -= skew;
        }
    for (int i = 0; i < n; i++) {
        p->m[(n + 1) * i] += shift;
        bool is_active = chance_next(state) < 0.5;
        z[i] = is_active ? chance_between(state, 0.1, 2.0) : 0.0;
        p->q[i] = is_active ? 0.0 : chance_between(state, 0.1, 2.0);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            p->q[i] -= p->m[n * i + k] * z[k];
}

// With M positive definite the solution is the only one.
Test(lemke, known_solutions)
{
    static lcp p;
    double z[MAX_SIZE];
    uint64_t state = 1;
    for (int trial = 0; trial < 200; trial++) {
        int n = 1 + trial % MAX_SIZE;
        random_lcp(&p, n, n, 0.1, z, &state);
        cr_assert_eq(solve(&p), BL_LEMKE_SOLUTION, "trial %d", trial);
        check_solution(&p, 1e-8, "known");
        for (int i = 0; i < n; i++)
            cr_assert(fabs(p.z[i] - z[i]) <= 1e-7, "trial %d: z[%d] = %g, not %g", trial, i, p.z[i], z[i]);
    }
}

// M positive semidefinite: any solution will do.
Test(lemke, singular_problems)
{
    static lcp p;
    double z[MAX_SIZE];
    uint64_t state = 2;
    for (int trial = 0; trial < 200; trial++) {
        int n = 2 + trial % (MAX_SIZE - 1);
        random_lcp(&p, n, 1 + n / 3, 0.0, z, &state);
        cr_assert_eq(solve(&p), BL_LEMKE_SOLUTION, "trial %d", trial);
        check_solution(&p, 1e-7, "singular");
    }
}

// Every ratio test is tied. The first matrix (Murty) makes Lemke's method cycle under careless rules.
Test(lemke, degenerate_problems)
{
    static lcp p;
    static const double murty[9] = {1.0, 2.0, 0.0, 0.0, 1.0, 2.0, 2.0, 0.0, 1.0};
    memset(&p, 0, sizeof p);
    p.n = 3;
    memcpy(p.m, murty, sizeof murty);
    for (int i = 0; i < 3; i++)
        p.q[i] = -1.0;
    cr_assert_eq(solve(&p), BL_LEMKE_SOLUTION);
    for (int i = 0; i < 3; i++)
        cr_assert_float_eq(p.z[i], 1.0 / 3.0, 1e-12);
    for (int n = 1; n <= MAX_SIZE; n++) {
        memset(&p, 0, sizeof p);
        p.n = n;
        for (int i = 0; i < n; i++) {
            p.q[i] = i % 3 == 0 ? 0.0 : -1.0;
            for (int k = 0; k < n; k++)
                p.m[n * i + k] = 1.0; // rank 1
        }
        cr_assert_eq(solve(&p), BL_LEMKE_SOLUTION, "n = %d", n);
        check_solution(&p, 1e-12, "ones");
        cr_assert(p.pivots <= 4 * n, "n = %d: %d pivots", n, p.pivots);
    }
}

Test(lemke, nothing_to_do)
{
    static lcp p;
    memset(&p, 0, sizeof p);
    p.n = 0;
    cr_assert_eq(solve(&p), BL_LEMKE_SOLUTION);
    p.n = 5;
    for (int i = 0; i < 5; i++)
        p.q[i] = i;
    cr_assert_eq(solve(&p), BL_LEMKE_SOLUTION);
    cr_assert_eq(p.pivots, 0);
    for (int i = 0; i < 5; i++)
        cr_assert(p.z[i] == 0.0);
}

// w = -z - 1, w = -1, and w_1 = z_2 - 1, w_2 = -z_1 - 1 have no solution.
Test(lemke, rays)
{
    static lcp p;
    memset(&p, 0, sizeof p);
    p.n = 1;
    p.q[0] = -1.0;
    cr_expect_eq(solve(&p), BL_LEMKE_RAY);
    p.m[0] = -1.0;
    cr_expect_eq(solve(&p), BL_LEMKE_RAY);
    p.n = 2;
    p.m[0] = 0.0, p.m[1] = 1.0, p.m[2] = -1.0, p.m[3] = 0.0;
    p.q[0] = p.q[1] = -1.0;
    cr_expect_eq(solve(&p), BL_LEMKE_RAY);
}

Test(lemke, stops_when_told_to)
{
    static lcp p;
    double z[MAX_SIZE];
    uint64_t state = 3;
    random_lcp(&p, 60, 60, 0.1, z, &state);
    p.cap = 3;
    cr_assert_eq(solve(&p), BL_LEMKE_CAP);
    cr_assert_eq(p.pivots, 3);
    for (int i = 0; i < p.n; i++)
        cr_assert(p.z[i] >= 0.0 && isfinite(p.z[i]));
}

// ---------------------------------------------------------------------------------------------------------------------
// Faceted cones
// ---------------------------------------------------------------------------------------------------------------------

static belay_solve_report run(const belay_problem* p, belay_method method, int facets, double tolerance, double* r)
{
    belay_solve_options o = belay_solve_options_default();
    o.facets = facets;
    o.tolerance = tolerance;
    belay_solve_report report;
    belay_error error;
    memset(r, 0, 3 * (size_t)p->contact_count * sizeof *r);
    cr_assert(belay_problem_solve(p, method, &o, r, &report, &error) == BELAY_OK, "%s", error.message);
    return report;
}

static void velocities(const belay_problem* p, const double* r, double* u)
{
    memcpy(u, p->q, 3 * (size_t)p->contact_count * sizeof *u);
    for (int32_t a = 0; a < p->contact_count; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            for (int i = 0; i < 9; i++)
                u[3 * a + i / 3] += p->blocks[9 * k + i] * r[3 * p->column[k] + i % 3];
}

static double distance(const double* a, const double* b, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

// Facets do not matter where there is no friction.
Test(lemke, without_friction_as_gauss_seidel)
{
    double r[3 * 40], s[3 * 40], u[3 * 40], v[3 * 40];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        belay_problem* p = problem_generate(8, seed % 2 == 0 ? 8 : 20, 0.0, 0.0, seed, NULL);
        cr_assert_not_null(p);
        belay_solve_report a = run(p, BELAY_METHOD_NSGS, 8, 1e-10, r);
        cr_assert_eq(a.status, BELAY_SOLVE_SOLVED);
        velocities(p, r, u);
        for (int outer = 0; outer < 2; outer++) {
            belay_solve_report b = run(p, outer ? BELAY_METHOD_LEMKE_OUTER : BELAY_METHOD_LEMKE_INNER, 5, 1e-10, s);
            cr_assert_eq(b.status, BELAY_SOLVE_SOLVED, "seed %d: e = %g", (int)seed, b.residual.natural);
            velocities(p, s, v);
            cr_assert(distance(u, v, 3 * p->contact_count) <= 1e-7);
        }
        belay_problem_destroy(p);
    }
}

// One contact of a ball (W = 1) that slides in direction t from u_T = t, pressed with r_N = 1: exactly, |r_T| = mu,
// against t. The inner polygon has less friction than that and the outer one more, in any direction of the edge, and
// both come closer as 1 / facets^2.
static belay_problem* sliding_ball(double angle, double mu)
{
    belay_problem* p = NULL;
    cr_assert(belay_problem_create(1, 1, NULL, &p, NULL) == BELAY_OK);
    p->mu[0] = mu;
    p->row_start[1] = 1;
    p->blocks[0] = p->blocks[4] = p->blocks[8] = 1.0;
    p->q[0] = -1.0, p->q[1] = cos(angle), p->q[2] = sin(angle);
    return p;
}

Test(lemke, facets_close_in_from_both_sides)
{
    double previous[2] = {0.0, 0.0};
    const double mu = 0.3;
    for (int facets = 4; facets <= 16; facets *= 2) {
        double worst[2] = {0.0, 0.0};
        for (int k = 0; k < 61; k++) {
            double angle = 0.1031 * k, r[3];
            belay_problem* p = sliding_ball(angle, mu);
            for (int outer = 0; outer < 2; outer++) {
                run(p, outer ? BELAY_METHOD_LEMKE_OUTER : BELAY_METHOD_LEMKE_INNER, facets, 1e-12, r);
                double t = hypot(r[1], r[2]), along = -(r[1] * cos(angle) + r[2] * sin(angle));
                cr_assert_float_eq(r[0], 1.0, 1e-12);
                cr_assert(outer ? t >= mu * (1.0 - 1e-12) : t <= mu * (1.0 + 1e-12), "|r_T| = %g", t);
                // How far dissipation is from that of the round cone.
                worst[outer] = fmax(worst[outer], fabs(along - mu) / mu);
            }
            belay_problem_destroy(p);
        }
        for (int outer = 0; outer < 2 && facets > 4; outer++) {
            double ratio = previous[outer] / worst[outer];
            cr_expect(ratio > 2.8 && ratio < 5.6, "%d facets, outer %d: %g after %g", facets, outer, worst[outer],
                      previous[outer]);
        }
        previous[0] = worst[0], previous[1] = worst[1];
    }
    cr_expect(previous[0] < 0.025 && previous[1] < 0.025);
}

// The velocities of small random problems, against those of the round cone.
Test(lemke, more_facets_are_better)
{
    double r[3 * 12], u[3 * 12], v[3 * 12];
    for (int outer = 0; outer < 2; outer++) {
        double error[2] = {0.0, 0.0};
        for (uint64_t seed = 1; seed <= 30; seed++) {
            belay_problem* p = problem_generate(6, 6, 0.2, 0.5, seed, NULL);
            cr_assert_eq(run(p, BELAY_METHOD_NSGS, 8, 1e-10, r).status, BELAY_SOLVE_SOLVED);
            velocities(p, r, u);
            for (int i = 0; i < 2; i++) {
                run(p, outer ? BELAY_METHOD_LEMKE_OUTER : BELAY_METHOD_LEMKE_INNER, i == 0 ? 4 : 16, 1e-12, r);
                velocities(p, r, v);
                error[i] += distance(u, v, 18);
            }
            belay_problem_destroy(p);
        }
        cr_expect(error[1] < 0.25 * error[0], "outer %d: %g with 4 facets, %g with 16", outer, error[0], error[1]);
    }
}

// The path is the same in other units, and a problem too large is not tried.
Test(lemke, units_and_limits)
{
    double r[3 * 12], s[3 * 12];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        belay_problem *p = problem_generate(4, 12, 0.1, 0.6, seed, NULL), *scaled = problem_scaled(p, 0x1p-40, 0x1p30);
        belay_solve_report a = run(p, BELAY_METHOD_LEMKE_INNER, 8, 1e-8, r);
        belay_solve_report b = run(scaled, BELAY_METHOD_LEMKE_INNER, 8, 1e-8, s);
        cr_expect_eq(a.iterations, b.iterations);
        for (int i = 0; i < 36; i++)
            cr_expect(fabs(r[i] - s[i] * 0x1p-70) <= 1e-9 * (1.0 + fabs(r[i])));
        belay_problem_destroy(p);
        belay_problem_destroy(scaled);
    }
    static double big[3 * 150];
    belay_problem* p = problem_generate(150, 150, 0.5, 0.5, 1, NULL);
    belay_solve_report report = run(p, BELAY_METHOD_LEMKE_INNER, 16, 1e-8, big);
    cr_expect_eq(report.status, BELAY_SOLVE_STALLED);
    cr_expect_eq(report.iterations, 0);
    belay_problem_destroy(p);
}
