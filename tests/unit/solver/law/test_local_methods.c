// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// All solvers of one contact against the law, each other, and a brute force search; what the contrasts get right and
// wrong; how often Newton's method fails. The rates asserted here are those of the random problems below.

#include "solver/law/local_enumerative.h"
#include "solver/library/solve.h"
#include "support/problems/local_blocks.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Random problems

typedef struct problem {
    double w[9], b[3], guess[3], mu;
} problem;

// Half of the guesses are zero.
static problem random_problem(random_source* source, block_kind kind)
{
    problem p;
    random_block(source, kind, p.w);
    p.mu = random_unit(source) < 0.5 ? random_unit(source) : 10.0 * pow(random_unit(source), 3.0);
    if (random_unit(source) < 0.02) p.mu = 0.0;
    random_free_velocity(source, kind, p.w, p.b);
    double size = random_unit(source) < 0.5 ? 0.0 : 2.0;
    for (int i = 0; i < 3; i++)
        p.guess[i] = size * random_signed(source);
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
    return sqrt(pow(length(p->w), 2.0) + pow(length(p->w + 3), 2.0) + pow(length(p->w + 6), 2.0));
}

static void velocity(const problem* p, const double r[3], double u[3])
{
    for (int i = 0; i < 3; i++)
        u[i] = p->w[3 * i] * r[0] + p->w[3 * i + 1] * r[1] + p->w[3 * i + 2] * r[2] + p->b[i];
}

// The natural map w r - P_K(w r - u~), w = |W|.
static double law_violation(const problem* p, const double r[3])
{
    double u[3], x[3], e[3], weight = block_norm(p);
    velocity(p, r, u);
    double shift = p->mu * hypot(u[1], u[2]);
    for (int i = 0; i < 3; i++)
        x[i] = weight * r[i] - u[i] - (i == 0 ? shift : 0.0);
    bl_cone_project(p->mu, x, x);
    for (int i = 0; i < 3; i++)
        e[i] = weight * r[i] - x[i];
    return length(e);
}

// Relative to the terms of u; what exact solvers bring to rounding.
static double law_error(const problem* p, const double r[3])
{
    return law_violation(p, r) / ((length(p->b) + block_norm(p) * length(r)) * (1.0 + p->mu));
}

// What the iterative solvers promise.
static bool is_solved(const problem* p, const double r[3])
{
    double scale = length(p->b) + block_norm(p) * length(r);
    return law_violation(p, r) <= 2.0 * (1e-12 * length(p->b) + 2e-14 * scale * (1.0 + p->mu));
}

static bl_local_status solve(belay_local_method method, const problem* p, double r[3])
{
    bl_local_block block;
    bl_local_block_init(&block, p->w, p->mu);
    memcpy(r, p->guess, sizeof p->guess);
    return bl_local_solver(method)(&block, p->b, r);
}

static bool is_in_own_cone(belay_local_method method, double mu, const double r[3])
{
    if (method != BELAY_LOCAL_PYRAMID) return bl_cone_contains(mu, r);
    return r[0] >= 0.0 && fabs(r[1]) <= mu * r[0] && fabs(r[2]) <= mu * r[0];
}

static void report(belay_local_method method, const problem* p, const double r[3])
{
    cr_log_error("%s: mu %.17g b %.17g %.17g %.17g r %.17g %.17g %.17g misfit %g", belay_local_name(method), p->mu,
                 p->b[0], p->b[1], p->b[2], r[0], r[1], r[2], law_violation(p, r));
    for (int i = 0; i < 9; i += 3)
        cr_log_error("w %.17g %.17g %.17g", p->w[i], p->w[i + 1], p->w[i + 2]);
}

#define check(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) report(method, p, r);                                                                        \
        cr_assert(condition);                                                                                          \
    } while (0)

// Solves and checks what every solver promises.
static bl_local_status check_solve(belay_local_method method, const problem* p, double r[3])
{
    bl_local_status status = solve(method, p, r);
    check(isfinite(r[0] + r[1] + r[2]) && is_in_own_cone(method, p->mu, r));
    if (method <= BELAY_LOCAL_HYBRID && status != BL_LOCAL_NO_SOLUTION) check(is_solved(p, r));
    return status;
}

// ---------------------------------------------------------------------------------------------------------------------
// Table

Test(local_methods, names_find_themselves)
{
    for (int i = 0; i < BELAY_LOCAL_COUNT; i++) {
        belay_local_method found = BELAY_LOCAL_COUNT;
        cr_assert(belay_local_find(belay_local_name((belay_local_method)i), &found));
        cr_assert_eq((int)found, i);
        cr_assert_gt(strlen(belay_local_text((belay_local_method)i)), 0);
        cr_assert_not_null(bl_local_solver((belay_local_method)i));
        for (int k = 0; k < i; k++)
            cr_assert(bl_local_solver((belay_local_method)k) != bl_local_solver((belay_local_method)i));
    }
    belay_local_method found = BELAY_LOCAL_RADIAL;
    cr_assert_not(belay_local_find("nothing", &found));
    cr_assert_not(belay_local_find(NULL, &found));
    cr_assert_eq(found, BELAY_LOCAL_RADIAL);
    cr_assert_not_null(belay_local_name(BELAY_LOCAL_COUNT));
    cr_assert_not_null(belay_local_text(BELAY_LOCAL_COUNT));
    cr_assert_not_null(bl_local_solver(BELAY_LOCAL_COUNT));
}

// ---------------------------------------------------------------------------------------------------------------------
// The exact solvers

typedef struct tally {
    int solvable;                    // by the enumerative solver
    int failures[BELAY_LOCAL_COUNT]; // of those
} tally;

// The hybrid solves whatever the enumeration does; the enumeration is as exact as the default solver.
static void check_exact(random_source* source, block_kind kind, int count, tally* sum)
{
    memset(sum, 0, sizeof *sum);
    for (int i = 0; i < count; i++) {
        problem problem_i = random_problem(source, kind), *p = &problem_i;
        double r[3], s[3];
        belay_local_method method = BELAY_LOCAL_ENUMERATIVE;
        bool exists = check_solve(method, p, r) != BL_LOCAL_NO_SOLUTION;
        if (exists) check(law_error(p, r) <= 2e-14);
        sum->solvable += exists;
        for (method = 0; method <= BELAY_LOCAL_HYBRID; method++) {
            if (method == BELAY_LOCAL_NEWTON_AC || method == BELAY_LOCAL_NEWTON_AC_PURE) continue;
            if (check_solve(method, p, s) == BL_LOCAL_NO_SOLUTION) sum->failures[method] += exists;
        }
    }
    cr_assert_eq(sum->failures[BELAY_LOCAL_EXACT], 0);
    cr_assert_eq(sum->failures[BELAY_LOCAL_HYBRID], 0);
}

Test(local_methods, positive_definite_blocks)
{
    random_source source = {0x123456789abcdefu};
    static const block_kind kinds[4] = {BLOCK_GOOD, BLOCK_ILL, BLOCK_NONSYMMETRIC, BLOCK_UNCOUPLED};
    for (int i = 0; i < 4; i++) {
        tally sum;
        check_exact(&source, kinds[i], 60000, &sum);
        cr_assert_eq(sum.solvable, 60000); // every one has a solution
    }
}

Test(local_methods, singular_and_indefinite_blocks)
{
    random_source source = {0x23456789abcdef1u};
    static const block_kind kinds[4] = {BLOCK_RANK_1, BLOCK_RANK_2, BLOCK_COUPLED, BLOCK_ANY};
    for (int i = 0; i < 4; i++) {
        tally sum;
        check_exact(&source, kinds[i], 40000, &sum);
        cr_assert(sum.solvable > 16000 && sum.solvable < 40000);
    }
}

// u_T x t on the edge of the cone in the direction of `angle`, where u_N = 0 fixes rn; NAN where that needs rn <= 0.
static double edge_error(const problem* p, double angle, double r[3])
{
    double c = cos(angle), s = sin(angle), u[3];
    double d = p->w[0] + p->mu * (p->w[1] * c + p->w[2] * s);
    if (!(d > 0.0)) return NAN;
    r[0] = -p->b[0] / d;
    r[1] = p->mu * r[0] * c, r[2] = p->mu * r[0] * s;
    velocity(p, r, u);
    return u[1] * s - u[2] * c;
}

// Whether a slide lies between two angles where the error changes sign.
static bool has_slide_between(const problem* p, double low, double high)
{
    double r[3], u[3], at_low = edge_error(p, low, r);
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

static bool brute_force_finds_slide(const problem* p)
{
    enum { SAMPLES = 1000 };
    double r[3], step = 2.0 * acos(-1.0) / SAMPLES, before = edge_error(p, 0.0, r);
    for (int i = 1; i <= SAMPLES; i++) {
        double now = edge_error(p, i * step, r);
        if (before * now <= 0.0 && has_slide_between(p, (i - 1) * step, i * step)) return true;
        before = now;
    }
    return false;
}

// No solution is missed. (Where the enumeration finds one it has been checked against the law.)
Test(local_methods, enumeration_agrees_with_brute_force)
{
    random_source source = {0x3456789abcdef12u};
    int without = 0;
    for (int i = 0; i < 16000; i++) {
        problem problem_i = random_problem(&source, i % 2 == 0 ? BLOCK_COUPLED : BLOCK_ANY), *p = &problem_i;
        belay_local_method method = BELAY_LOCAL_ENUMERATIVE;
        double r[3];
        if (p->mu == 0.0 || solve(method, p, r) != BL_LOCAL_NO_SOLUTION) continue;
        without++;
        check(!brute_force_finds_slide(p));
    }
    cr_assert_gt(without, 4000);
}

// ---------------------------------------------------------------------------------------------------------------------
// Newton's failures

static void count_failures(uint64_t seed, block_kind kind, double mu, int count, tally* sum)
{
    random_source source = {seed};
    memset(sum, 0, sizeof *sum);
    for (int i = 0; i < count; i++) {
        problem p = random_problem(&source, kind);
        p.mu = mu;
        for (belay_local_method method = BELAY_LOCAL_NEWTON_FB; method <= BELAY_LOCAL_HYBRID; method++) {
            double r[3];
            sum->failures[method] += check_solve(method, &p, r) == BL_LOCAL_NO_SOLUTION;
        }
    }
    cr_assert_eq(sum->failures[BELAY_LOCAL_HYBRID], 0);
}

// Up to mu = 1 Fischer-Burmeister fails in less than 0.1 % (Daviet et al. 2011, section 6.1), Alart-Curnier more often,
// and less often with damping.
Test(local_methods, newton_hardly_fails_with_usual_friction)
{
    tally sum;
    count_failures(0x456789abcdef123u, BLOCK_GOOD, 0.5, 100000, &sum);
    cr_assert_leq(sum.failures[BELAY_LOCAL_NEWTON_FB], 10);
    cr_assert_leq(sum.failures[BELAY_LOCAL_NEWTON_AC], 10);
    count_failures(0x56789abcdef1234u, BLOCK_GOOD, 1.0, 100000, &sum);
    int pure = sum.failures[BELAY_LOCAL_NEWTON_AC_PURE];
    cr_assert_leq(sum.failures[BELAY_LOCAL_NEWTON_FB], 100);
    cr_assert(pure > 0 && pure < 1000);
    cr_assert(sum.failures[BELAY_LOCAL_NEWTON_AC] < pure);
}

Test(local_methods, newton_fails_with_much_friction)
{
    tally sum;
    count_failures(0x6789abcdef12345u, BLOCK_GOOD, 5.0, 50000, &sum);
    int fb = sum.failures[BELAY_LOCAL_NEWTON_FB], ac = sum.failures[BELAY_LOCAL_NEWTON_AC];
    cr_assert(fb > 50 && fb < 5000);
    cr_assert(ac > 50 && ac < sum.failures[BELAY_LOCAL_NEWTON_AC_PURE]);
}

// ---------------------------------------------------------------------------------------------------------------------
// The contrasts

static double distance(const double x[3], const double y[3])
{
    double d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
    return length(d);
}

// The share of problems in which a contrast is further than 1e-3 from the solution, and the largest relative distance.
static double share_of_wrong(belay_local_method method, block_kind kind, bool is_isotropic, double* largest)
{
    random_source source = {0x789abcdef123456u};
    int wrong = 0, count = 50000;
    *largest = 0.0;
    for (int i = 0; i < count; i++) {
        problem p = random_problem(&source, kind);
        if (p.mu > 1.0) p.mu = 1.0;
        memset(p.guess, 0, sizeof p.guess);
        for (int k = 0; k < 9 && is_isotropic; k++)
            p.w[k] = k % 4 == 0 ? fabs(p.w[0]) : 0.0;
        double r[3], exact[3];
        check_solve(method, &p, r);
        if (solve(BELAY_LOCAL_EXACT, &p, exact) == BL_LOCAL_NO_SOLUTION) continue;
        double d = distance(r, exact) / length(exact);
        wrong += d > 1e-3;
        if (d > *largest) *largest = d;
    }
    return (double)wrong / count;
}

Test(local_methods, radial_and_diagonal_are_exact_for_isotropic_blocks_only)
{
    double largest;
    for (belay_local_method m = BELAY_LOCAL_RADIAL; m <= BELAY_LOCAL_DIAGONAL; m++) {
        cr_assert_eq(share_of_wrong(m, BLOCK_GOOD, true, &largest), 0.0);
        cr_assert(largest < 1e-14);
        cr_assert_gt(share_of_wrong(m, BLOCK_UNCOUPLED, false, &largest), 0.2);
        cr_assert_gt(share_of_wrong(m, BLOCK_GOOD, false, &largest), 0.5);
        cr_assert_gt(largest, 0.1);
    }
    cr_assert_gt(share_of_wrong(BELAY_LOCAL_PYRAMID, BLOCK_GOOD, true, &largest), 0.3);
}

// The coupling comes back through the guess: repeated, the diagonal settles at an impulse with u_N = 0.
Test(local_methods, diagonal_repeated_closes_the_contact)
{
    problem p = {{1, 0.1, 0.05, 0.1, 1, 0.1, 0.05, 0.1, 0.7}, {-1.0, 2.0, 1.0}, {0.0, 0.0, 0.0}, 0.5};
    double r[3], u[3];
    for (int i = 0; i < 100; i++) {
        cr_assert_eq(solve(BELAY_LOCAL_DIAGONAL, &p, r), BL_LOCAL_SLIDE);
        memcpy(p.guess, r, sizeof r);
    }
    velocity(&p, r, u);
    cr_assert(fabs(u[0]) < 1e-14);
    cr_assert(fabs(u[1] * r[2] - u[2] * r[1]) > 1e-3); // but friction does not oppose the velocity
}

static bool obeys_pyramid(const problem* p, const double r[3], double tolerance)
{
    double u[3];
    velocity(p, r, u);
    bool is_right = fabs(u[0]) <= tolerance;
    for (int i = 1; i < 3; i++) {
        double above = p->mu * r[0] - r[i], below = p->mu * r[0] + r[i];
        // u_i > 0 needs r_i at its lower end, u_i < 0 at its upper end.
        if (u[i] > tolerance) is_right = is_right && below <= 1e-12 * r[0];
        if (u[i] < -tolerance) is_right = is_right && above <= 1e-12 * r[0];
    }
    return is_right;
}

Test(local_methods, pyramid_is_exact_in_its_own_cone)
{
    random_source source = {0x89abcdef1234567u};
    for (int i = 0; i < 400000; i++) {
        block_kind kind = i % 4 == 0 ? BLOCK_COUPLED : i % 4 == 1 ? BLOCK_NONSYMMETRIC : BLOCK_GOOD;
        problem problem_i = random_problem(&source, kind), *p = &problem_i;
        belay_local_method method = BELAY_LOCAL_PYRAMID;
        double r[3];
        bl_local_status status = check_solve(method, p, r);
        check(status != BL_LOCAL_NO_SOLUTION || kind == BLOCK_COUPLED);
        double tolerance = 1e-11 * (length(p->b) + block_norm(p) * length(r));
        if (status != BL_LOCAL_NO_SOLUTION) check(obeys_pyramid(p, r, tolerance));
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Invariance

static void rotate(double c, double s, double x[2])
{
    double y = c * x[0] - s * x[1];
    x[1] = s * x[0] + c * x[1], x[0] = y;
}

// The same contact in tangents turned by an angle: R W R^T, R b, R guess.
static problem rotated(const problem* p, double c, double s)
{
    problem q = *p;
    for (int i = 0; i < 3; i++) {
        double column[2] = {q.w[3 + i], q.w[6 + i]};
        rotate(c, s, column);
        q.w[3 + i] = column[0], q.w[6 + i] = column[1];
    }
    for (int i = 0; i < 9; i += 3)
        rotate(c, s, q.w + i + 1);
    rotate(c, s, q.b + 1);
    rotate(c, s, q.guess + 1);
    return q;
}

// How far the answer of turned tangents is from the turned answer, relative to r and to what b can do to it; 0 where
// the method fails in either.
static double rotation_error(belay_local_method method, const problem* p, double angle)
{
    double r[3], turned[3], c = cos(angle), s = sin(angle);
    problem q = rotated(p, c, s);
    bl_local_status status = solve(method, p, r), turned_status = solve(method, &q, turned);
    if (status == BL_LOCAL_NO_SOLUTION || turned_status == BL_LOCAL_NO_SOLUTION) return 0.0;
    rotate(c, s, r + 1);
    return distance(r, turned) / (length(r) + length(p->b) / block_norm(p));
}

Test(local_methods, results_turn_with_the_tangents)
{
    random_source source = {0x9abcdef12345678u};
    double sum[BELAY_LOCAL_COUNT] = {0.0}, largest[BELAY_LOCAL_COUNT] = {0.0};
    int count = 60000;
    for (int i = 0; i < count; i++) {
        problem p = random_problem(&source, i % 2 == 0 ? BLOCK_GOOD : BLOCK_NONSYMMETRIC);
        if (p.mu > 1.0) p.mu = 1.0;
        double angle = 6.28 * random_unit(&source);
        for (belay_local_method m = 0; m < BELAY_LOCAL_COUNT; m++) {
            double d = rotation_error(m, &p, angle);
            sum[m] += d;
            if (d > largest[m]) largest[m] = d;
        }
    }
    for (belay_local_method m = 0; m < BELAY_LOCAL_COUNT; m++) {
        bool turns = m != BELAY_LOCAL_PYRAMID && m != BELAY_LOCAL_DIAGONAL;
        cr_assert(turns ? largest[m] < 1e-9 : sum[m] / count > 0.01, "%s: largest %g mean %g", belay_local_name(m),
                  largest[m], sum[m] / count);
    }
}

// W -> s W, b -> t b, r -> (t / s) r changes nothing, and with powers of two not even a bit.
Test(local_methods, scaling_by_powers_of_two_changes_no_bit)
{
    random_source source = {0xabcdef123456789u};
    for (int i = 0; i < 16000; i++) {
        problem problem_i = random_problem(&source, (block_kind)(i % BLOCK_KINDS)), *p = &problem_i, q = *p;
        int s = (int)(40.0 * random_signed(&source)), t = (int)(40.0 * random_signed(&source));
        for (int k = 0; k < 9; k++)
            q.w[k] = ldexp(p->w[k], s);
        for (int k = 0; k < 3; k++)
            q.b[k] = ldexp(p->b[k], t), q.guess[k] = ldexp(p->guess[k], t - s);
        for (belay_local_method method = 0; method < BELAY_LOCAL_COUNT; method++) {
            double r[3], scaled[3];
            check(solve(method, p, r) == solve(method, &q, scaled));
            for (int k = 0; k < 3; k++)
                check(scaled[k] == ldexp(r[k], t - s));
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Edges

Test(local_methods, separating_contacts_are_open)
{
    problem p = {{1, 0.1, 0, 0.1, 1, 0, 0, 0, 1}, {0.0, 3.0, -4.0}, {0.0, 0.0, 0.0}, 0.5};
    for (belay_local_method m = 0; m < BELAY_LOCAL_COUNT; m++) {
        double r[3];
        cr_assert_eq(solve(m, &p, r), BL_LOCAL_OPEN, "%s", belay_local_name(m));
        cr_assert(r[0] == 0.0 && r[1] == 0.0 && r[2] == 0.0);
    }
}

// Painleve's case: friction presses the contact faster than the impulse opens it (w_N < mu n).
Test(local_methods, jamming_has_no_solution)
{
    problem p = {{1, 3, 0, 3, 1, 0, 0, 0, 1}, {-1.0, 10.0, 0.0}, {0.0, 0.0, 0.0}, 1.0};
    for (belay_local_method m = 0; m <= BELAY_LOCAL_HYBRID; m++) {
        double r[3], zero[3] = {0.0, 0.0, 0.0};
        cr_assert_eq(check_solve(m, &p, r), BL_LOCAL_NO_SOLUTION, "%s", belay_local_name(m));
        if (m == BELAY_LOCAL_HYBRID || m == BELAY_LOCAL_ENUMERATIVE)
            cr_assert(law_violation(&p, r) <= law_violation(&p, zero));
    }
}

Test(local_methods, zero_block)
{
    problem p = {{0.0}, {-1.0, 0.5, 0.0}, {1.0, 0.2, 0.1}, 0.5};
    for (belay_local_method m = 0; m < BELAY_LOCAL_COUNT; m++) {
        double r[3];
        bl_local_status status = check_solve(m, &p, r);
        cr_assert(status == BL_LOCAL_NO_SOLUTION || m == BELAY_LOCAL_RADIAL || m == BELAY_LOCAL_DIAGONAL);
    }
}

Test(local_methods, nan_and_infinity_never_leave)
{
    double bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 45; i++) {
        problem p = {{1, 0.1, 0, 0.1, 1, 0, 0, 0, 1}, {-1.0, 2.0, 0.0}, {0.1, 0.0, 0.0}, 0.5};
        int k = i / 3;
        if (k < 9)
            p.w[k] = bad[i % 3];
        else if (k < 12)
            p.b[k - 9] = bad[i % 3];
        else
            p.guess[k - 12] = bad[i % 3];
        for (belay_local_method m = 0; m < BELAY_LOCAL_COUNT; m++) {
            double r[3];
            solve(m, &p, r);
            cr_assert(isfinite(r[0] + r[1] + r[2]), "%s, case %d", belay_local_name(m), i);
            cr_assert(is_in_own_cone(m, p.mu, r), "%s, case %d", belay_local_name(m), i);
        }
    }
}
