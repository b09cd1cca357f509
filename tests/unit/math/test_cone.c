// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The projections on the friction cone, judged by what defines them: the optimality conditions of a projection on a
// convex cone.

#include "math/cone.h"

#include <criterion/criterion.h>
#include <stdint.h>

static uint64_t random_state = 0x9e3779b97f4a7c15u;

// Uniform in [-1, 1).
static double random_signed(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-52 - 1.0;
}

static double dot(const double x[3], const double y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static bool nearly_in_cone(double mu, const double x[3], double tolerance)
{
    return bl_tangent_length(x) <= mu * x[0] + tolerance;
}

static bool nearly_in_dual(double mu, const double x[3], double tolerance)
{
    return mu * bl_tangent_length(x) <= x[0] + tolerance;
}

// p = P_K(x) if and only if p is in K, p - x in K*, and the two are orthogonal.
Test(cone, projection_meets_the_optimality_conditions)
{
    for (int i = 0; i < 200000; i++) {
        double mu = i % 7 == 0 ? 0.0 : 10.0 * fabs(random_signed());
        double x[3] = {random_signed(), random_signed(), random_signed()}, p[3];
        bl_cone_project(mu, x, p);
        double d[3] = {p[0] - x[0], p[1] - x[1], p[2] - x[2]}, tolerance = 1e-15 * (1.0 + mu) * 4.0;
        cr_assert(nearly_in_cone(mu, p, tolerance));
        cr_assert(nearly_in_dual(mu, d, tolerance));
        cr_assert(fabs(dot(p, d)) <= tolerance);
    }
}

Test(cone, dual_projection_meets_the_optimality_conditions)
{
    for (int i = 0; i < 200000; i++) {
        double mu = i % 7 == 0 ? 0.0 : 10.0 * fabs(random_signed());
        double x[3] = {random_signed(), random_signed(), random_signed()}, p[3];
        bl_cone_project_dual(mu, x, p);
        double d[3] = {p[0] - x[0], p[1] - x[1], p[2] - x[2]}, tolerance = 1e-15 * (1.0 + mu) * 4.0;
        cr_assert(nearly_in_dual(mu, p, tolerance));
        cr_assert(nearly_in_cone(mu, d, tolerance));
        cr_assert(fabs(dot(p, d)) <= tolerance);
    }
}

Test(cone, projection_closed_forms)
{
    double p[3];
    bl_cone_project(0.5, (double[3]){2.0, 0.6, 0.8}, p); // on the edge: unchanged
    cr_assert(p[0] == 2.0 && p[1] == 0.6 && p[2] == 0.8);
    bl_cone_project(0.5, (double[3]){-2.0, 0.6, 0.8}, p); // polar: the tip
    cr_assert(p[0] == 0.0 && p[1] == 0.0 && p[2] == 0.0);
    bl_cone_project(1.0, (double[3]){0.0, 0.0, 2.0}, p); // half way
    cr_assert_float_eq(p[0], 1.0, 1e-15);
    cr_assert(p[1] == 0.0);
    cr_assert_float_eq(p[2], 1.0, 1e-15);
    bl_cone_project(0.0, (double[3]){3.0, 1.0, 2.0}, p); // frictionless: the normal part
    cr_assert(p[0] == 3.0 && p[1] == 0.0 && p[2] == 0.0);
}

Test(cone, projection_is_positively_homogeneous)
{
    double x[3] = {0.1, -0.7, 0.4}, p[3], y[3], q[3];
    bl_cone_project(0.3, x, p);
    for (int exponent = -300; exponent <= 300; exponent += 50) {
        double s = pow(2.0, exponent);
        for (int k = 0; k < 3; k++)
            y[k] = s * x[k];
        bl_cone_project(0.3, y, q);
        for (int k = 0; k < 3; k++)
            cr_assert(q[k] == s * p[k]);
    }
}

Test(cone, disk)
{
    double p[2];
    bl_disk_project(5.0, (double[2]){3.0, 4.0}, p);
    cr_assert(p[0] == 3.0 && p[1] == 4.0);
    bl_disk_project(1.0, (double[2]){3.0, 4.0}, p);
    cr_assert_float_eq(p[0], 0.6, 1e-15);
    cr_assert_float_eq(p[1], 0.8, 1e-15);
    bl_disk_project(0.0, (double[2]){0.0, 0.0}, p);
    cr_assert(p[0] == 0.0 && p[1] == 0.0);
    bl_disk_project(-1.0, (double[2]){3.0, 4.0}, p);
    cr_assert(p[0] == 0.0 && p[1] == 0.0);
}

// A sliding velocity is shifted on to the edge of the dual cone, where it is orthogonal to the impulse that opposes it.
Test(cone, shifted_sliding_velocity_is_orthogonal_to_the_impulse)
{
    double mu = 0.7, u[3] = {0.0, 3.0, -4.0}, r[3] = {2.0, -0.6 * 1.4, 0.8 * 1.4}, s[3];
    bl_cone_shift_velocity(mu, u, s);
    cr_assert_float_eq(s[0], 3.5, 1e-15);
    cr_assert_float_eq(dot(s, r), 0.0, 1e-14);
}

Test(cone, contains_rejects_nan)
{
    cr_assert(bl_cone_contains(0.5, (double[3]){1.0, 0.3, 0.4}));
    cr_assert_not(bl_cone_contains(0.5, (double[3]){1.0, 0.4, 0.4}));
    cr_assert_not(bl_cone_contains(0.5, (double[3]){-1.0, 0.0, 0.0}));
    cr_assert_not(bl_cone_contains(0.5, (double[3]){NAN, 0.0, 0.0}));
    cr_assert_not(bl_cone_contains(0.5, (double[3]){1.0, NAN, 0.0}));
}
