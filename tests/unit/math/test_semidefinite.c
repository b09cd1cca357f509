// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Semidefinite systems: A = B B^T with B of fewer columns than rows, rows in units of their own.

#include "math/semidefinite.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define MOST 17

static uint64_t random_state = 0x2545f4914f6cdd1du;

typedef struct gram_system {
    uint32_t n, rank;
    double a[MOST * MOST], b[MOST * MOST]; // A, and B: n x rank
    double doubles[MOST * (3 * MOST + 8)];
    uint32_t pivots[MOST];
    bl_semidefinite f;
} gram_system;

static void make(gram_system* s, uint32_t n, uint32_t rank)
{
    s->n = n;
    s->rank = rank;
    for (uint32_t i = 0; i < n; i++) {
        double unit = pow(10.0, 4.0 * chance_signed(&random_state));
        for (uint32_t k = 0; k < rank; k++)
            s->b[i * rank + k] = unit * chance_signed(&random_state);
    }
    memset(s->a, 0, sizeof s->a);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            for (uint32_t k = 0; k < rank; k++)
                s->a[i * n + j] += s->b[i * rank + k] * s->b[j * rank + k];
    cr_assert(bl_semidefinite_doubles(n) <= sizeof s->doubles / sizeof s->doubles[0]);
    bl_semidefinite_bind(&s->f, n, s->doubles, s->pivots);
    memcpy(s->f.a, s->a, n * n * sizeof *s->a);
    bl_semidefinite_factor(&s->f);
}

// b = B z: in the range of A.
static void in_range(const gram_system* s, double* b)
{
    double z[MOST];
    for (uint32_t k = 0; k < s->rank; k++)
        z[k] = chance_signed(&random_state);
    for (uint32_t i = 0; i < s->n; i++) {
        b[i] = 0.0;
        for (uint32_t k = 0; k < s->rank; k++)
            b[i] += s->b[i * s->rank + k] * z[k];
    }
}

// D^-1/2 (A x - b) of row i.
static double left_of(const gram_system* s, const double* x, const double* b, uint32_t i)
{
    double sum = -b[i];
    for (uint32_t j = 0; j < s->n; j++)
        sum += s->a[i * s->n + j] * x[j];
    return sum / sqrt(s->a[i * s->n + i]);
}

static double product(uint32_t n, const double* a, const double* b)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

Test(semidefinite, the_rank_is_found_and_rows_are_served)
{
    for (uint32_t n = 1; n <= MOST; n++)
        for (uint32_t rank = 1; rank <= n; rank += 2) {
            gram_system s;
            double b[MOST], x[MOST];
            make(&s, n, rank);
            cr_expect(s.f.rank == rank, "%u x %u: %u", n, rank, s.f.rank);
            in_range(&s, b);
            bl_semidefinite_solve(&s.f, b, x);
            for (uint32_t i = 0; i < n; i++)
                cr_expect(fabs(left_of(&s, x, b, i)) < 1e-12, "%u x %u: %g", n, rank, left_of(&s, x, b, i));
        }
}

// The least x has no part along a y with A y = 0, in the measure of D: sum D_i x_i y_i = 0.
Test(semidefinite, of_all_solutions_it_is_the_least)
{
    for (uint32_t n = 2; n <= MOST; n++) {
        gram_system s;
        double b[MOST], x[MOST], y[MOST], image[MOST], dot = 0.0, of_x = 0.0, of_y = 0.0;
        make(&s, n, (n + 1) / 2);
        in_range(&s, b);
        bl_semidefinite_solve(&s.f, b, x);
        // y: some vector less the solution that has its image.
        for (uint32_t i = 0; i < n; i++)
            y[i] = chance_signed(&random_state) / sqrt(s.a[i * n + i]);
        for (uint32_t i = 0; i < n; i++)
            image[i] = product(n, s.a + i * n, y);
        double same[MOST];
        bl_semidefinite_solve(&s.f, image, same);
        for (uint32_t i = 0; i < n; i++) {
            double d = s.a[i * n + i];
            dot += d * x[i] * (y[i] - same[i]);
            of_x += d * x[i] * x[i];
            of_y += d * (y[i] - same[i]) * (y[i] - same[i]);
        }
        cr_expect(of_y > 1e-6, "%u: there is a null space", n);
        cr_expect(fabs(dot) < 1e-11 * sqrt(of_x * of_y), "%u: %g of %g", n, dot, sqrt(of_x * of_y));
    }
}

// What contradicts is shared by all rows: what is left over is orthogonal to the range, in the measure of D^-1.
Test(semidefinite, contradictions_are_met_as_nearly_as_can_be)
{
    for (uint32_t n = 2; n <= MOST; n++) {
        gram_system s;
        double b[MOST], x[MOST], image[MOST], dot = 0.0, size = 0.0, of_image = 0.0;
        make(&s, n, n - 1);
        in_range(&s, image);
        for (uint32_t i = 0; i < n; i++)
            b[i] = chance_signed(&random_state) * sqrt(s.a[i * n + i]);
        bl_semidefinite_solve(&s.f, b, x);
        for (uint32_t i = 0; i < n; i++) {
            double left = left_of(&s, x, b, i), of = image[i] / sqrt(s.a[i * n + i]);
            dot += left * of;
            size += left * left;
            of_image += of * of;
        }
        cr_expect(size > 1e-9, "%u: it contradicts", n);
        cr_expect(fabs(dot) < 1e-10 * sqrt(size * of_image), "%u: %g of %g", n, dot, sqrt(size * of_image));
    }
}

Test(semidefinite, halves_give_the_product_with_the_inverse)
{
    for (uint32_t n = 1; n <= MOST; n++) {
        gram_system s;
        double b[MOST], c[MOST], x[MOST], of_b[MOST], of_c[MOST];
        make(&s, n, (n + 2) / 2 < n ? (n + 2) / 2 : n);
        in_range(&s, b);
        in_range(&s, c);
        bl_semidefinite_solve(&s.f, c, x);
        bl_semidefinite_half(&s.f, b, of_b);
        bl_semidefinite_half(&s.f, c, of_c);
        double right = product(n, b, x), found = product(s.f.rank, of_b, of_c);
        cr_expect(fabs(found - right) < 1e-11 * (1.0 + fabs(right)), "%u: %g, not %g", n, found, right);
    }
}

Test(semidefinite, nothing_comes_of_nothing)
{
    double doubles[64] = {0.0}, b[2] = {1.0, 2.0}, x[2] = {5.0, 5.0};
    uint32_t pivots[2];
    bl_semidefinite f;
    bl_semidefinite_bind(&f, 2, doubles, pivots);
    bl_semidefinite_factor(&f);
    bl_semidefinite_solve(&f, b, x);
    cr_expect(f.rank == 0 && x[0] == 0.0 && x[1] == 0.0);
}
