// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers at which formulas change over or iterations end: each with its unit, why it is what it is, and what
// changes with it. Numbers of mathematics stand beside their formulas.

#ifndef BELAY_ENGINE_MATH_MATH_TOLERANCES_H
#define BELAY_ENGINE_MATH_MATH_TOLERANCES_H

#include <float.h>

// Rad: so far quarters of a turn times the parts of pi/2 are exact (numbers of 20 bits, elementary.c). Beyond it the
// remainder by 2 pi comes first, which is wrong by 4e-17 of it.
#define BL_MAX_EXACT_ANGLE 5e5
// Rad: up to here sin x = x and cos x = 1 to rounding. A larger one would show, a smaller one only costs.
#define BL_NEGLIGIBLE_ANGLE 1e-8

// 1 + cosine: a direction that is as nearly opposed to an axis is reached by half a turn about any other, as the
// shortest turn to it has no axis to speak of.
#define BL_OPPOSITE_AXIS 1e-12

// The square of an angle (half a turn): below it Stumpff's functions are summed as series, above it they go up the
// recurrence, which divides rounding by it three times. The series has terms enough for no more than this.
#define BL_STUMPFF_SERIES_END 10.0

// The most iterations of a bracketed root; Newton or bisection, which halve the bracket at every second at least, need
// fewer than this for all the doubles that there are between two.
#define BL_ROOT_MAX_ITERATIONS 200
// Relative: roots as near are one that two searches found, on both sides of |x| = 1 or of a touching point. Larger ones
// would merge roots that are two.
#define BL_ROOT_SAME (64.0 * DBL_EPSILON)

// Semidefinite matrices with a diagonal of 1: rows of which no more is left once the pivots are taken off depend on
// them. Rounding leaves some n DBL_EPSILON times what elimination lets grow, 1e-14 of a few hundred rows of joints;
// rows that are only nearly dependent, as those of a chain with a weight of a hundred links, have 1e-6 left and more,
// and those of a loop of joints their softness of 2e-8. A larger one would leave rows unserved, with a smaller one the
// impulses of dependent rows are rounding.
#define BL_SEMIDEFINITE_DEPENDENT 1e-11
// How often a solution is refined. Each brings as many digits as the factor has, of which the first loses half where
// rows depend on one another.
#define BL_SEMIDEFINITE_REFINEMENTS 2

#endif
