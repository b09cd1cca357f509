// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The scaling of second-order cones and what is computed with it, on points drawn by lot.

#include "solver/newton/interior_cone.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <math.h>

#define ROUNDS 2000

// Inside, by a part of its length from 1 down to 1e-6.
static void draw_inside(uint32_t size, uint64_t* seed, double* x)
{
    double sum = 0.0;
    for (uint32_t i = 1; i < size; i++) {
        x[i] = chance_signed(seed);
        sum += x[i] * x[i];
    }
    x[0] = sqrt(sum) * (1.0 + pow(10.0, -6.0 * chance_next(seed)));
}

static bl_interior_cone draw_cone(uint32_t round, uint64_t* seed)
{
    bl_interior_cone cone = {.size = 2 + round % 3};
    draw_inside(cone.size, seed, cone.x);
    draw_inside(cone.size, seed, cone.z);
    cr_assert(bl_interior_cone_scale(&cone));
    return cone;
}

static double length_of(uint32_t size, const double* x)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < size; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

static void expect_equal(uint32_t size, const double* a, const double* b, double scale, const char* what)
{
    for (uint32_t i = 0; i < size; i++)
        cr_expect_float_eq(a[i], b[i], scale, "%s: %g and %g", what, a[i], b[i]);
}

Test(interior_cone, scaling_takes_both_to_one_point)
{
    uint64_t seed = 1;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        bl_interior_cone c = draw_cone(round, &seed);
        double wz[4], wx[4], back[4], square[16], twice[4], direct[4];
        bl_interior_cone_apply(&c, c.z, wz);
        bl_interior_cone_apply_inverse(&c, c.x, wx);
        double size = length_of(c.size, c.lambda), rounding = 1e-9 * size;
        expect_equal(c.size, wz, c.lambda, rounding, "W z");
        expect_equal(c.size, wx, c.lambda, rounding, "W^-1 x");
        bl_interior_cone_apply_inverse(&c, wz, back);
        expect_equal(c.size, back, c.z, 1e-9 * length_of(c.size, c.z), "W^-1 W z");
        bl_interior_cone_apply(&c, wz, twice);
        bl_interior_cone_square(&c, square);
        for (uint32_t i = 0; i < c.size; i++) {
            direct[i] = 0.0;
            for (uint32_t j = 0; j < c.size; j++)
                direct[i] += square[i * c.size + j] * c.z[j];
        }
        expect_equal(c.size, direct, twice, 1e-8 * length_of(c.size, c.x), "W^2 z");
        expect_equal(c.size, direct, c.x, 1e-8 * length_of(c.size, c.x), "W^2 z = x");
    }
}

Test(interior_cone, division_undoes_the_product)
{
    uint64_t seed = 2;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        bl_interior_cone c = draw_cone(round, &seed);
        double d[4], y[4], product[4];
        for (uint32_t i = 0; i < c.size; i++)
            d[i] = chance_signed(&seed);
        bl_interior_cone_divide(&c, d, y);
        bl_interior_product(c.size, c.lambda, y, product);
        double rounding = 1e-13 * length_of(c.size, c.lambda) * length_of(c.size, y);
        expect_equal(c.size, product, d, rounding + 1e-12, "lambda o (lambda \\ d)");
    }
}

Test(interior_cone, longest_step_ends_at_the_boundary)
{
    uint64_t seed = 3;
    int bounded = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t size = 2 + round % 3;
        double x[4], d[4], at[4];
        draw_inside(size, &seed, x);
        for (uint32_t i = 0; i < size; i++)
            d[i] = chance_signed(&seed);
        double t = bl_interior_longest(size, x, d);
        double inner = t < HUGE_VAL ? t : 1e6;
        for (int k = 0; k < 20; k++) {
            for (uint32_t i = 0; i < size; i++)
                at[i] = x[i] + 0.0499 * k * inner * d[i];
            cr_expect(bl_interior_depth(size, at) > -1e-12, "out at %g of %g", 0.0499 * k, t);
        }
        if (t == HUGE_VAL) continue;
        bounded++;
        for (uint32_t i = 0; i < size; i++)
            at[i] = x[i] + t * d[i];
        cr_expect_float_eq(bl_interior_depth(size, at), 0.0, 1e-8 * (1.0 + length_of(size, at)), "depth at the end");
    }
    cr_expect(bounded > ROUNDS / 4);
}

Test(interior_cone, boundary_has_no_scaling)
{
    bl_interior_cone cone = {.size = 3, .x = {1.0, 0.6, 0.8}, .z = {1.0, 0.0, 0.0}};
    cone.x[0] = length_of(2, cone.x + 1);
    cr_expect_not(bl_interior_cone_scale(&cone));
    cone.x[0] = 2.0;
    cr_expect(bl_interior_cone_scale(&cone));
    cone.z[0] = -1.0;
    cr_expect_not(bl_interior_cone_scale(&cone));
}

// Near the boundary w is long, and w_0^2 - |w_T|^2 = 1 a difference of large numbers.
Test(interior_cone, norming_leaves_the_scaling_and_makes_its_determinant_one)
{
    uint64_t seed = 5;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        bl_interior_cone c = draw_cone(round, &seed), normed = c;
        bl_interior_cone_norm(&normed);
        double tangents = 0.0, length = length_of(c.size, c.lambda);
        for (uint32_t i = 1; i < c.size; i++)
            tangents += normed.w[i] * normed.w[i];
        double off = normed.w[0] * normed.w[0] - tangents - 1.0;
        cr_expect(fabs(off) <= 7e-16 * (1.0 + tangents), "%g of %g", off, tangents); // six roundings
        expect_equal(c.size, normed.lambda, c.lambda, 1e-9 * length, "lambda");
    }
}
