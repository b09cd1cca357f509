// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Isolation of the sign changes of a polynomial on [0, 1] from its Bernstein coefficients. A polynomial has at most as
// many roots as its coefficients have sign changes, and exactly one where they have one; halving the interval lets the
// two agree in the end. None is missed. Zero counts as positive, everywhere and always, so that neighbours that share
// an end value see the same sign there and a root at that end belongs to one of them only.

#ifndef BELAY_ENGINE_GEOMETRY_CURVE_CURVE_BERNSTEIN_H
#define BELAY_ENGINE_GEOMETRY_CURVE_CURVE_BERNSTEIN_H

#include <stdbool.h>

#define BL_BERNSTEIN_MAX_DEGREE 7

// The polynomial changes sign once in [lower, upper]: to positive when rising, to negative otherwise.
typedef struct bl_bernstein_bracket {
    double lower, upper;
    bool is_rising;
} bl_bernstein_bracket;

// The number of sign changes in b[0 .. degree].
int bl_bernstein_variations(const double* b, int degree);

// Writes the brackets in ascending order and returns their number, at most `degree`. Several roots closer together
// than 2^-30 are seen as one (or as none, when their number is even).
int bl_bernstein_isolate(const double* b, int degree, bl_bernstein_bracket out[BL_BERNSTEIN_MAX_DEGREE]);

// Bernstein coefficients of a[0] + a[1] t + ... + a[degree] t^degree.
void bl_bernstein_from_powers(const double* a, int degree, double* b);

#endif
