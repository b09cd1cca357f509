// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The one-contact solver against the law itself (evaluated here, apart from the engine's residuals), closed forms, and
// a brute force search over the angle of the friction impulse.

#include "solver/law/local_contact.h"

#include "math/cone.h"
#include "support/problems/local_blocks.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Random problems

typedef struct problem {
    double w[9], b[3], mu;
} problem;

// mu in 0..10, a tenth of them 0.
static problem random_problem(random_source* source, block_kind kind)
{
    problem p;
    random_block(source, kind, p.w);
    double choice = random_unit(source);
    p.mu = choice < 0.1 ? 0.0 : (choice < 0.4 ? random_unit(source) : 10.0 * pow(random_unit(source), 3.0));
    random_free_velocity(source, kind, p.w, p.b);
    return p;
}

// ---------------------------------------------------------------------------------------------------------------------
// The law

static double length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static double block_norm(const problem* p)
{
    double sum = 0.0;
    for (int i = 0; i < 9; i++)
        sum += p->w[i] * p->w[i];
    return sqrt(sum);
}

// The terms of u = W r + b, whose rounding bounds what can be reached.
static double velocity_scale(const problem* p, const double r[3])
{
    return length(p->b) + block_norm(p) * length(r);
}

static void velocity(const problem* p, const double r[3], double u[3])
{
    for (int i = 0; i < 3; i++)
        u[i] = p->w[3 * i] * r[0] + p->w[3 * i + 1] * r[1] + p->w[3 * i + 2] * r[2] + p->b[i];
}

// The scaled natural map w r - P_K(w r - u~), relative to the terms of u and to 1 + mu (u~ contains mu |u_T|). The
// weight is that of the engine's residuals, or the norm of W where the trace is no measure of it.
static double law_error(const problem* p, const double r[3])
{
    double u[3], x[3], e[3], weight = (p->w[0] + p->w[4] + p->w[8]) / 3.0;
    if (weight < 0.1 * block_norm(p)) weight = block_norm(p);
    velocity(p, r, u);
    double shift = p->mu * hypot(u[1], u[2]);
    for (int i = 0; i < 3; i++)
        x[i] = weight * r[i] - u[i] - (i == 0 ? shift : 0.0);
    bl_cone_project(p->mu, x, x);
    for (int i = 0; i < 3; i++)
        e[i] = weight * r[i] - x[i];
    return length(e) / (velocity_scale(p, r) * (1.0 + p->mu));
}

static bl_local_status solve(const problem* p, double r[3])
{
    bl_local_block block;
    bl_local_block_init(&block, p->w, p->mu);
    return bl_local_contact_solve(&block, p->b, r);
}

static void report(const problem* p, const double r[3])
{
    cr_log_error("mu %.17g b %.17g %.17g %.17g r %.17g %.17g %.17g error %g", p->mu, p->b[0], p->b[1], p->b[2], r[0],
                 r[1], r[2], law_error(p, r));
    for (int i = 0; i < 9; i += 3)
        cr_log_error("w %.17g %.17g %.17g", p->w[i], p->w[i + 1], p->w[i + 2]);
}

// Solves from a random guess, or from zero, and checks the answer. Returns the status.
static bl_local_status check_problem(random_source* source, const problem* p, double tolerance)
{
    double r[3] = {0.0, 0.0, 0.0};
    if (random_unit(source) < 0.5)
        for (int i = 0; i < 3; i++)
            r[i] = 2.0 * random_signed(source);
    bl_local_status status = solve(p, r);
    bool is_admissible = isfinite(r[0] + r[1] + r[2]) && bl_cone_contains(p->mu, r);
    bool is_solved = status == BL_LOCAL_NO_SOLUTION || law_error(p, r) <= tolerance;
    if (!is_admissible || !is_solved) report(p, r);
    cr_assert(is_admissible);
    cr_assert(is_solved);
    return status;
}

// Checks many problems of a kind; returns how many were declared without solution.
static int check_kind(block_kind kind, uint64_t seed, int count, double tolerance)
{
    random_source source = {seed};
    int failures = 0;
    for (int i = 0; i < count; i++) {
        problem p = random_problem(&source, kind);
        failures += check_problem(&source, &p, tolerance) == BL_LOCAL_NO_SOLUTION;
    }
    return failures;
}

// Of the matrix alone the same comes, to the last bit, whatever the block is like.
Test(local_contact, the_matrix_alone_gives_the_same_bits)
{
    int counts[4] = {0, 0, 0, 0};
    for (int kind = 0; kind < BLOCK_KINDS; kind++) {
        random_source source = {0x89abcdef12345u + (uint64_t)kind};
        for (int i = 0; i < 20000; i++) {
            problem p = random_problem(&source, (block_kind)kind);
            if (i % 10 == 0) p.b[0] = -p.b[0];
            double r[3] = {random_signed(&source), random_signed(&source), random_signed(&source)};
            double alone[3] = {r[0], r[1], r[2]};
            bl_local_status status = solve(&p, r);
            bool is_good = bl_local_matrix_is_well_conditioned(p.w);
            cr_assert_eq(bl_local_matrix_solve(p.w, p.mu, is_good, p.b, alone), status, "kind %d, %d", kind, i);
            cr_assert_eq(memcmp(alone, r, sizeof r), 0, "kind %d, %d: %.17g, %.17g", kind, i, alone[0], r[0]);
            counts[status]++;
        }
    }
    for (int status = 0; status < 4; status++)
        cr_expect_gt(counts[status], 100, "status %d: %d times", status, counts[status]);
}

// A positive definite block always has a solution.
Test(local_contact, good_blocks)
{
    cr_assert_eq(check_kind(BLOCK_GOOD, 0x123456789abcdefu, 500000, 5e-15), 0);
}

Test(local_contact, ill_conditioned_blocks)
{
    cr_assert_eq(check_kind(BLOCK_ILL, 0x23456789abcdef1u, 300000, 1e-14), 0);
}

Test(local_contact, slightly_nonsymmetric_blocks)
{
    cr_assert_eq(check_kind(BLOCK_NONSYMMETRIC, 0x3456789abcdef12u, 200000, 1e-14), 0);
}

Test(local_contact, singular_blocks)
{
    check_kind(BLOCK_RANK_2, 0x456789abcdef123u, 100000, 2e-14);
    check_kind(BLOCK_RANK_1, 0x56789abcdef1234u, 100000, 2e-14);
}

Test(local_contact, strongly_coupled_and_arbitrary_blocks)
{
    check_kind(BLOCK_COUPLED, 0x6789abcdef12345u, 100000, 2e-14);
    check_kind(BLOCK_ANY, 0x789abcdef123456u, 100000, 2e-14);
}

// ---------------------------------------------------------------------------------------------------------------------
// Brute force

// u_T x t on the edge of the cone in the direction of `angle`, where u_N = 0 fixes rn; NAN where that needs rn <= 0.
static double edge_error(const problem* p, double angle, double r[3])
{
    double c = cos(angle), s = sin(angle);
    double d = p->w[0] + p->mu * (p->w[1] * c + p->w[2] * s);
    if (!(d > 0.0)) return NAN;
    r[0] = -p->b[0] / d;
    r[1] = p->mu * r[0] * c, r[2] = p->mu * r[0] * s;
    double u[3];
    velocity(p, r, u);
    return u[1] * s - u[2] * c;
}

// Refines a sign change by bisection. Returns whether it is a slide of the law.
static bool bisect_slide(const problem* p, double low, double high, double r[3])
{
    double at_low = edge_error(p, low, r), u[3];
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high), f = edge_error(p, middle, r);
        if ((f > 0.0) == (at_low > 0.0))
            low = middle;
        else
            high = middle;
    }
    velocity(p, r, u);
    return u[1] * r[1] + u[2] * r[2] < 0.0 && law_error(p, r) < 1e-10;
}

// The slides of a problem: up to four, by dense sampling of the angle.
static int brute_force_slides(const problem* p, double slides[4][3])
{
    enum { SAMPLES = 1500 };
    int count = 0;
    double r[3], step = 2.0 * acos(-1.0) / SAMPLES, before = edge_error(p, 0.0, r);
    for (int i = 1; i <= SAMPLES && count < 4; i++) {
        double now = edge_error(p, i * step, r);
        bool changes = before * now <= 0.0; // false for NAN
        if (changes && bisect_slide(p, (i - 1) * step, i * step, slides[count])) count++;
        before = now;
    }
    return count;
}

static void check_against_brute_force(random_source* source, block_kind kind)
{
    problem p = random_problem(source, kind);
    if (p.mu == 0.0) p.mu = 0.5;
    double r[3] = {0.0, 0.0, 0.0}, slides[4][3], nearest = INFINITY;
    bl_local_status status = solve(&p, r);
    int count = brute_force_slides(&p, slides);
    for (int i = 0; i < count; i++) {
        double d[3] = {r[0] - slides[i][0], r[1] - slides[i][1], r[2] - slides[i][2]};
        nearest = fmin(nearest, length(d) / length(r));
    }
    bool is_missed = status == BL_LOCAL_NO_SOLUTION && count > 0;
    // Two roots in one sample are seen by the solver only, so a slide is compared when the search saw any.
    bool is_other = status == BL_LOCAL_SLIDE && count > 0 && nearest > 1e-6;
    if (is_missed || (is_other && !(law_error(&p, r) < 1e-14))) report(&p, r);
    cr_assert(!is_missed);
    cr_assert(!is_other || law_error(&p, r) < 1e-14);
    cr_assert(kind != BLOCK_GOOD || !is_other);
}

Test(local_contact, agrees_with_brute_force)
{
    random_source source = {0x89abcdef1234567u};
    for (int i = 0; i < 3000; i++)
        check_against_brute_force(&source, BLOCK_GOOD);
    for (int i = 0; i < 3000; i++)
        check_against_brute_force(&source, BLOCK_COUPLED);
    for (int i = 0; i < 3000; i++)
        check_against_brute_force(&source, BLOCK_ANY);
}

// ---------------------------------------------------------------------------------------------------------------------
// Invariance

// W -> s W, b -> t b, r -> (t / s) r changes nothing, and with powers of two not even a bit.
Test(local_contact, scaling_by_powers_of_two_changes_no_bit)
{
    random_source source = {0x9abcdef12345678u};
    for (int i = 0; i < 140000; i++) {
        problem p = random_problem(&source, (block_kind)(i % BLOCK_KINDS));
        double r[3] = {random_unit(&source), random_signed(&source), random_signed(&source)}, scaled[3];
        int s = (int)(40.0 * random_signed(&source)), t = (int)(40.0 * random_signed(&source));
        problem q = p;
        for (int k = 0; k < 9; k++)
            q.w[k] = ldexp(p.w[k], s);
        for (int k = 0; k < 3; k++)
            q.b[k] = ldexp(p.b[k], t), scaled[k] = ldexp(r[k], t - s);
        bl_local_status status = solve(&p, r);
        cr_assert_eq(solve(&q, scaled), status);
        for (int k = 0; k < 3; k++)
            cr_assert(scaled[k] == ldexp(r[k], t - s));
    }
}

Test(local_contact, scaling_by_powers_of_ten)
{
    random_source source = {0xabcdef123456789u};
    for (int i = 0; i < 50000; i++) {
        problem p = random_problem(&source, BLOCK_GOOD), q = p;
        double s = pow(10.0, (double)(i % 25 - 12)), t = pow(10.0, (double)(i / 25 % 25 - 12));
        double r[3] = {0.0, 0.0, 0.0}, scaled[3] = {0.0, 0.0, 0.0};
        for (int k = 0; k < 9; k++)
            q.w[k] *= s;
        for (int k = 0; k < 3; k++)
            q.b[k] *= t;
        cr_assert_eq(solve(&q, scaled), solve(&p, r));
        for (int k = 0; k < 3; k++)
            cr_assert(fabs(scaled[k] * s / t - r[k]) <= 1e-12 * length(r));
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Closed forms

static void check_impulse(const problem* p, bl_local_status status, double n, double t1, double t2)
{
    double r[3] = {0.0, 0.0, 0.0}, tolerance = 4e-15 * (fabs(n) + fabs(t1) + fabs(t2));
    cr_assert_eq(solve(p, r), status);
    cr_assert(fabs(r[0] - n) <= tolerance && fabs(r[1] - t1) <= tolerance && fabs(r[2] - t2) <= tolerance,
              "got %.17g %.17g %.17g", r[0], r[1], r[2]);
}

Test(local_contact, open)
{
    check_impulse(&(problem){{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0.0, 3.0, -4.0}, 0.5}, BL_LOCAL_OPEN, 0.0, 0.0, 0.0);
    check_impulse(&(problem){{1, 0, 0, 0, 1, 0, 0, 0, 1}, {2.0, 3.0, -4.0}, 0.0}, BL_LOCAL_OPEN, 0.0, 0.0, 0.0);
}

// W = w 1: the tangential impulse is the radial projection of -b_T / w.
Test(local_contact, isotropic_block_is_the_radial_projection)
{
    check_impulse(&(problem){{2, 0, 0, 0, 2, 0, 0, 0, 2}, {-4.0, 0.6, 0.8}, 0.5}, BL_LOCAL_STICK, 2.0, -0.3, -0.4);
    check_impulse(&(problem){{2, 0, 0, 0, 2, 0, 0, 0, 2}, {-4.0, 6.0, -8.0}, 0.5}, BL_LOCAL_SLIDE, 2.0, -0.6, 0.8);
    check_impulse(&(problem){{2, 0, 0, 0, 2, 0, 0, 0, 2}, {-4.0, 6.0, -8.0}, 0.0}, BL_LOCAL_SLIDE, 2.0, 0.0, 0.0);
}

// No coupling, W_T = diag(1, 3), r_N = 1, mu = 5: with lambda = 1, r_T = -(b_1 / 2, b_2 / 4) = -(3, 4).
Test(local_contact, anisotropic_slide_is_not_the_radial_projection)
{
    check_impulse(&(problem){{1, 0, 0, 0, 1, 0, 0, 0, 3}, {-1.0, 6.0, 16.0}, 5.0}, BL_LOCAL_SLIDE, 1.0, -3.0, -4.0);
}

// Coupling in the plane N, T1 with the slide along T1: r_T1 = -mu r_N, so r_N = -b_N / (w_N - mu n).
Test(local_contact, strong_coupling_in_the_sliding_plane)
{
    check_impulse(&(problem){{1, 0.9, 0, 0.9, 1, 0, 0, 0, 1}, {-1.0, 20.0, 0.0}, 0.5}, BL_LOCAL_SLIDE, 1.0 / 0.55,
                  -0.5 / 0.55, 0.0);
    check_impulse(&(problem){{1, -0.9, 0, -0.9, 1, 0, 0, 0, 1}, {-1.0, 20.0, 0.0}, 0.5}, BL_LOCAL_SLIDE, 1.0 / 1.45,
                  -0.5 / 1.45, 0.0);
}

// Painleve's case: friction presses the contact faster than the impulse opens it (w_N < mu n), and no r obeys the law.
Test(local_contact, jamming_has_no_solution)
{
    problem p = {{1, 3, 0, 3, 1, 0, 0, 0, 1}, {-1.0, 10.0, 0.0}, 1.0};
    double r[3] = {0.0, 0.0, 0.0}, slides[4][3];
    cr_assert_eq(brute_force_slides(&p, slides), 0);
    cr_assert_eq(solve(&p, r), BL_LOCAL_NO_SOLUTION);
    cr_assert(bl_cone_contains(p.mu, r));
}

// A block that no normal impulse can move: nothing stops the approach.
Test(local_contact, immovable_normal_has_no_solution)
{
    double zero[3] = {0.0, 0.0, 0.0};
    problem p = {{0, 0, 0, 0, 1, 0, 0, 0, 1}, {-1.0, 2.0, 0.0}, 0.5}, q = {{0}, {-1.0, 0.0, 0.0}, 0.5};
    problem f = {{0, 0, 0, 0, 1, 0, 0, 0, 1}, {-1.0, 2.0, 0.0}, 0.0};
    double r[3] = {1.0, 0.2, 0.1};
    cr_assert_eq(solve(&p, r), BL_LOCAL_NO_SOLUTION);
    cr_assert(bl_cone_contains(0.5, r) && law_error(&p, r) <= law_error(&p, zero));
    cr_assert_eq(solve(&q, r), BL_LOCAL_NO_SOLUTION);
    cr_assert(bl_cone_contains(0.5, r));
    cr_assert_eq(solve(&f, r), BL_LOCAL_NO_SOLUTION);
    cr_assert(r[0] == 0.0 && r[1] == 0.0 && r[2] == 0.0);
}

// Rank 1, W = m m^T: the shortest admissible impulse of the plane <m, r> = 1.
Test(local_contact, rank_one_stick)
{
    problem p = {{1, 0, 0, 0, 0, 0, 0, 0, 0}, {-2.0, 0.0, 0.0}, 0.5};
    check_impulse(&p, BL_LOCAL_STICK, 2.0, 0.0, 0.0);
    // m = (1, 2, 0), mu = 1: of the plane r_N + 2 r_1 = 1 the cone holds (1/3, 1/3, 0), the shortest on its edge.
    problem wedge = {{1, 2, 0, 2, 4, 0, 0, 0, 0}, {-1.0, -2.0, 0.0}, 1.0};
    check_impulse(&wedge, BL_LOCAL_STICK, 1.0 / 3.0, 1.0 / 3.0, 0.0);
}

// Rank 2, null vector (1, 0, 1): the least norm solution (1/2, 0, -1/2) of the equation is moved along it into the
// cone.
Test(local_contact, rank_two_stick)
{
    problem p = {{0.5, 0, -0.5, 0, 1, 0, -0.5, 0, 0.5}, {-0.5, 0.0, 0.5}, 0.5};
    check_impulse(&p, BL_LOCAL_STICK, 2.0 / 3.0, 0.0, -1.0 / 3.0);
}

// A tangent direction that cannot move (W_T of rank 1), pulled by b: slides along it as hard as it can.
Test(local_contact, immovable_tangent_slides)
{
    check_impulse(&(problem){{1, 0, 0, 0, 1, 0, 0, 0, 0}, {-1.0, 0.0, 2.0}, 0.5}, BL_LOCAL_SLIDE, 1.0, 0.0, -0.5);
}

Test(local_contact, nan_and_infinity_never_leave)
{
    double bad[2] = {NAN, INFINITY};
    for (int i = 0; i < 30; i++) {
        problem p = {{1, 0.1, 0, 0.1, 1, 0, 0, 0, 1}, {-1.0, 2.0, 0.0}, 0.5};
        double r[3] = {0.0, 0.0, 0.0}, value = bad[i % 2];
        int k = i / 2;
        if (k < 9)
            p.w[k] = value;
        else if (k < 12)
            p.b[k - 9] = k == 9 ? -value : value;
        else
            r[k - 12] = value;
        solve(&p, r);
        cr_assert(isfinite(r[0] + r[1] + r[2]), "case %d", i);
        cr_assert(bl_cone_contains(p.mu, r));
    }
}
