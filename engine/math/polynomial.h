// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Real roots of real polynomials of degree at most four. c[k] is the coefficient of x^k. Roots come in ascending order,
// each once: a root of even multiplicity is found where the curve touches zero within rounding. Leading coefficients
// may be zero (the degree is then lower) or tiny (the root is then large, and dropped only if it overflows). The zero
// polynomial and NaN coefficients have no roots. Nothing is allocated.

#ifndef BELAY_ENGINE_MATH_POLYNOMIAL_H
#define BELAY_ENGINE_MATH_POLYNOMIAL_H

// The value of c[0] + c[1] x + ... + c[degree] x^degree.
double bl_polynomial_value(const double* c, int degree, double x);

// Each writes the roots and returns their number.
int bl_quadratic_roots(const double c[3], double roots[2]);
int bl_cubic_roots(const double c[4], double roots[3]);
int bl_quartic_roots(const double c[5], double roots[4]);

#endif
