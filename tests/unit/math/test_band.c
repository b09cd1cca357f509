// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Band matrices against dense ones made from the same entries: factors, inertia, held unknowns, many right-hand sides
// and partial ones.

#include "math/band.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SIZE 64

typedef struct sample {
    bl_band band;
    double dense[MAX_SIZE][MAX_SIZE]; // both triangles
    double* memory;
} sample;

// Random entries in the band, `diagonal` more on the diagonal.
static sample* make(uint32_t size, uint32_t width, double diagonal, uint64_t seed)
{
    sample* s = calloc(1, sizeof *s);
    uint64_t state = seed;
    uint32_t reach = bl_band_bandwidth(width);
    s->memory = malloc(bl_band_doubles(size, reach) * sizeof(double));
    s->band = (bl_band){s->memory, size, reach};
    bl_band_clear(&s->band);
    for (uint32_t j = 0; j < size; j++) {
        for (uint32_t i = j; i < size && i <= j + width; i++) {
            double value = chance_between(&state, -1.0, 1.0) + (i == j ? diagonal : 0.0);
            *bl_band_at(&s->band, i, j) = value;
            s->dense[i][j] = s->dense[j][i] = value;
        }
    }
    return s;
}

static void done(sample* s)
{
    free(s->memory);
    free(s);
}

// The largest |A x - b|.
static double residual(const sample* s, const double* x, const double* b)
{
    double worst = 0.0;
    for (uint32_t i = 0; i < s->band.size; i++) {
        double sum = -b[i];
        for (uint32_t j = 0; j < s->band.size; j++)
            sum += s->dense[i][j] * x[j];
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

Test(band, solves_what_the_dense_matrix_says)
{
    uint64_t state = 7;
    for (uint32_t size = 1; size <= MAX_SIZE; size += 3) {
        for (uint32_t width = 0; width <= 13; width++) {
            sample* s = make(size, width, 2.0 + width, 100 * size + width);
            double b[MAX_SIZE], x[MAX_SIZE];
            for (uint32_t i = 0; i < size; i++)
                x[i] = b[i] = chance_between(&state, -1.0, 1.0);
            cr_assert_eq(bl_band_factor(&s->band), 0);
            bl_band_solve(&s->band, x);
            cr_assert_lt(residual(s, x, b), 1e-12, "size %u, width %u", size, width);
            done(s);
        }
    }
}

Test(band, counts_negative_eigenvalues)
{
    // The signs of the pivots of a symmetric elimination are those of the eigenvalues: of A - t 1 as many are negative
    // as there are eigenvalues below t, and for a tridiagonal matrix of -1, 2, -1 these are 2 - 2 cos(k pi / (n + 1)).
    const uint32_t n = 30;
    const double pi = 3.14159265358979323846;
    for (double t = 0.05; t < 4.0; t += 0.171) {
        sample* s = make(n, 1, 0.0, 1);
        uint32_t expected = 0;
        for (uint32_t i = 0; i < n; i++) {
            *bl_band_at(&s->band, i, i) = 2.0 - t;
            if (i + 1 < n) *bl_band_at(&s->band, i + 1, i) = -1.0;
            expected += 2.0 - 2.0 * cos((i + 1) * pi / (n + 1)) < t ? 1 : 0;
        }
        cr_assert_eq(bl_band_factor(&s->band), expected, "t = %g", t);
        done(s);
    }
}

Test(band, held_unknowns_stay_zero_and_leave_the_rest_alone)
{
    const uint32_t n = 41, held[] = {0, 1, 2, 17, 40};
    sample* s = make(n, 10, 12.0, 3);
    uint64_t state = 11;
    double b[MAX_SIZE] = {0.0}, x[MAX_SIZE];
    for (uint32_t i = 0; i < n; i++)
        x[i] = b[i] = chance_between(&state, -1.0, 1.0);
    for (uint32_t k = 0; k < 5; k++) {
        bl_band_hold(&s->band, held[k]);
        for (uint32_t i = 0; i < n; i++)
            s->dense[i][held[k]] = s->dense[held[k]][i] = 0.0;
        b[held[k]] = 0.0;
    }
    cr_assert_eq(bl_band_factor(&s->band), 0);
    bl_band_solve(&s->band, x);
    for (uint32_t k = 0; k < 5; k++)
        cr_assert_eq(x[held[k]], 0.0);
    cr_assert_lt(residual(s, x, b), 1e-12);
    done(s);
}

Test(band, many_columns_are_solved_as_one_is)
{
    const uint32_t n = 43;
    sample* s = make(n, 10, 12.0, 5);
    cr_assert_eq(bl_band_factor(&s->band), 0);
    uint64_t state = 13;
    for (uint32_t columns = 1; columns <= 21; columns++) {
        double *x = malloc(n * columns * sizeof *x), one[MAX_SIZE][21];
        for (uint32_t k = 0; k < n; k++)
            for (uint32_t c = 0; c < columns; c++)
                x[k * columns + c] = one[k][c] = chance_between(&state, -1.0, 1.0);
        bl_band_solve_many(&s->band, x, columns, 0);
        for (uint32_t c = 0; c < columns; c++) {
            double column[MAX_SIZE] = {0.0};
            for (uint32_t k = 0; k < n; k++)
                column[k] = one[k][c];
            double alone[MAX_SIZE];
            memcpy(alone, column, sizeof alone);
            bl_band_solve(&s->band, column);
            bl_band_solve_many(&s->band, alone, 1, 0);
            for (uint32_t k = 0; k < n; k++) {
                cr_assert_eq(x[k * columns + c], alone[k]);
                cr_assert_lt(fabs(column[k] - alone[k]), 1e-14);
            }
        }
        free(x);
    }
    done(s);
}

Test(band, what_comes_before_is_neither_read_nor_written)
{
    const uint32_t n = 39, columns = 6;
    sample* s = make(n, 10, 12.0, 9);
    cr_assert_eq(bl_band_factor(&s->band), 0);
    uint64_t state = 17;
    for (uint32_t from = 0; from < n; from++) {
        double part[MAX_SIZE * 6], whole[MAX_SIZE * 6];
        for (uint32_t i = 0; i < n * columns; i++) {
            bool is_before = i < from * columns;
            whole[i] = is_before ? 0.0 : chance_between(&state, -1.0, 1.0);
            part[i] = is_before ? NAN : whole[i];
        }
        bl_band_solve_many(&s->band, part, columns, from);
        bl_band_solve_many(&s->band, whole, columns, 0);
        for (uint32_t i = 0; i < n * columns; i++)
            cr_assert(i < from * columns ? isnan(part[i]) : part[i] == whole[i], "from %u, entry %u", from, i);
    }
    done(s);
}

Test(band, adds_columns_of_the_matrix)
{
    const uint32_t n = 26;
    sample* s = make(n, 6, 0.0, 21);
    uint64_t state = 23;
    double x[MAX_SIZE], y[MAX_SIZE] = {0.0}, b[MAX_SIZE];
    for (uint32_t k = 0; k < n; k++) {
        x[k] = chance_between(&state, -1.0, 1.0);
        bl_band_add_column(&s->band, k, x[k], y);
    }
    memcpy(b, y, sizeof b);
    cr_assert_lt(residual(s, x, b), 1e-14 * n);
    done(s);
}

Test(band, a_window_has_the_inverse_that_the_whole_has_there)
{
    uint64_t state = 11;
    for (uint32_t size = 9; size <= MAX_SIZE; size += 5)
        for (uint32_t width = 0; width <= 13; width++)
            for (uint32_t from = 0; from + 5 <= size; from += 4) {
                uint32_t to = from + 1 + (uint32_t)chance_between(&state, 0.0, size - from),
                         held = from + (to - from) / 2;
                sample* s = make(size, width, 2.0 + width, 300 * size + width);
                bl_band window = {.a = malloc(bl_band_doubles(size, s->band.bandwidth) * sizeof(double))};
                double x[MAX_SIZE] = {0.0}, y[MAX_SIZE];
                bl_band_hold(&s->band, held);
                cr_assert_eq(bl_band_factor(&s->band), 0);
                bl_band_condense(&s->band, from, to, &window);
                cr_assert_eq(window.size, to - from);
                cr_assert_eq(bl_band_factor(&window), 0);
                for (uint32_t i = from; i < to; i++)
                    x[i] = y[i - from] = chance_between(&state, -1.0, 1.0);
                bl_band_solve(&s->band, x);
                bl_band_solve(&window, y);
                for (uint32_t i = from; i < to; i++)
                    cr_assert_float_eq(y[i - from], x[i], 1e-12, "size %u, width %u, [%u, %u)", size, width, from, to);
                free(window.a);
                done(s);
            }
}

Test(band, has_the_inverse_within_its_reach)
{
    for (uint32_t size = 1; size <= MAX_SIZE; size += 3)
        for (uint32_t width = 0; width <= 13; width++) {
            sample* s = make(size, width, 2.0 + width, 400 * size + width);
            uint32_t held = size / 2;
            bl_band inverse = s->band;
            inverse.a = malloc(bl_band_doubles(size, s->band.bandwidth) * sizeof(double));
            bl_band_hold(&s->band, held);
            cr_assert_eq(bl_band_factor(&s->band), 0);
            bl_band_invert(&s->band, &inverse);
            for (uint32_t j = 0; j < size; j++) {
                double column[MAX_SIZE] = {0.0};
                column[j] = 1.0;
                bl_band_solve(&s->band, column);
                for (uint32_t i = j; i < size && i < (j & ~(uint32_t)3) + inverse.bandwidth; i++)
                    cr_assert_float_eq(*bl_band_at(&inverse, i, j), column[i], 1e-13, "size %u, width %u: (%u, %u)",
                                       size, width, i, j);
            }
            free(inverse.a);
            done(s);
        }
}
