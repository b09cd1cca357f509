// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Inverses of 3 x 3 matrices, and what singular ones have.

#include "belay/mat.h"
#include "support/chance.h"

#include <criterion/criterion.h>

static belay_mat33 any_matrix(uint64_t* state)
{
    return m3_rows(chance_vector(state, 1.0), chance_vector(state, 1.0), chance_vector(state, 1.0));
}

// Of any matrix, also of one whose rows are in one plane: the columns of the adjugate are at right angles to two rows.
Test(mat, adjugate_times_matrix_is_the_determinant)
{
    uint64_t state = 11;
    for (int trial = 0; trial < 200; trial++) {
        belay_mat33 a = any_matrix(&state);
        if (trial % 2 == 1) a = m3_rows(m3_row(a, 0), m3_row(a, 1), v3_sub(m3_row(a, 0), m3_row(a, 1)));
        belay_mat33 product = m3_mul(a, m3_adjugate(a));
        double determinant = m3_determinant(a);
        for (int i = 0; i < 9; i++)
            cr_assert_float_eq(product.m[i], i % 4 == 0 ? determinant : 0.0, 1e-15 * 32.0);
    }
}

// |det a| reaches the bound where rows are at right angles to one another, and nowhere else.
Test(mat, row_product_bounds_the_determinant)
{
    uint64_t state = 12;
    for (int trial = 0; trial < 200; trial++) {
        belay_mat33 a = any_matrix(&state);
        cr_assert_lt(fabs(m3_determinant(a)), m3_row_product(a));
    }
    belay_mat33 square = m3_rows(v3(0.0, 3.0, 0.0), v3(-2.0, 0.0, 0.0), v3(0.0, 0.0, 0.5));
    cr_assert_eq(m3_determinant(square), 3.0);
    cr_assert_eq(m3_row_product(square), 3.0);
}

Test(mat, inverse)
{
    uint64_t state = 13;
    for (int trial = 0; trial < 200; trial++) {
        belay_mat33 a = any_matrix(&state), inverse;
        if (!m3_invert(a, 1e-3, &inverse)) continue;
        belay_mat33 one = m3_mul(a, inverse);
        for (int i = 0; i < 9; i++)
            cr_assert_float_eq(one.m[i], i % 4 == 0 ? 1.0 : 0.0, 1e-12);
    }
}

// Rows may be measured in anything: only their directions count.
Test(mat, singular_matrices_are_not_inverted)
{
    belay_mat33 inverse = m3_diagonal(v3(7.0, 7.0, 7.0));
    belay_mat33 flat = m3_rows(v3(1.0, 2.0, 3.0), v3(4.0, 5.0, 6.0), v3(7.0, 8.0, 9.0));
    cr_assert_not(m3_invert(flat, 1e-14, &inverse));
    cr_assert_not(m3_invert(m3_diagonal(v3(1.0, 0.0, 1.0)), 0.0, &inverse));
    cr_assert_eq(inverse.m[0], 7.0);
    cr_assert(m3_invert(m3_diagonal(v3(1e-30, 1e30, 1.0)), 0.5, &inverse));
    cr_assert_float_eq(inverse.m[0] * 1e-30, 1.0, 1e-15);
}
