// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the solvers of one contact go by: pure numbers, each with what changes with it.

#ifndef BELAY_ENGINE_SOLVER_LAW_LAW_TOLERANCES_H
#define BELAY_ENGINE_SOLVER_LAW_LAW_TOLERANCES_H

#include <float.h>

// ---------------------------------------------------------------------------------------------------------------------
// Blocks
// ---------------------------------------------------------------------------------------------------------------------

// Singular values below this part of the largest count as zero. Iterative refinement contracts by about the rounding
// unit over it, so it still converges at the limit; with less it would not, with more good blocks count as singular.
#define BL_LOCAL_RANK_TOLERANCE 2e-14
// det(W) / (product of the row lengths) is 1 for orthogonal rows and 0 for a singular block. Above the first the
// adjugate gives an inverse good enough for iterative refinement; above the second it needs none. With less stick is
// less exact, with more blocks take the longer way for nothing.
#define BL_LOCAL_SAFE_DETERMINANT 1e-3
#define BL_LOCAL_EXACT_DETERMINANT 0.1

// ---------------------------------------------------------------------------------------------------------------------
// Errors (bl_local_error), relative to the terms of u
// ---------------------------------------------------------------------------------------------------------------------

// Below it a solution is exact to rounding and accepted without looking further.
#define BL_LOCAL_ACCEPT_ERROR 4e-15
// Above it no solution exists. In between, rounding hides the answer (a double root moves by sqrt(eps)).
#define BL_LOCAL_EXISTS_ERROR 2e-14
// What the iterative solvers call solved: a natural map of at most this part of b, or an error of
// BL_LOCAL_EXISTS_ERROR. (Relative to all terms of u it would accept anything where r is absurdly large and cancels in
// W r.)
#define BL_LOCAL_SOLVED_ERROR 1e-12
// The refinement of a slide stops here: its error bound is the sum of two errors, each a few roundings.
#define BL_LOCAL_REFINED_ERROR 5e-16
// The iterations of Newton's methods end where |f| is this part of the terms of u: further down there is rounding.
#define BL_LOCAL_NEWTON_ERROR 1e-14
// Below it a violated sign of the pyramid's solution is rounding.
#define BL_LOCAL_PYRAMID_ERROR 1e-12

// Errors are measured against the terms of u = W r + b, W r counting for at most this multiple of b: the largest that a
// block of condition 1e12 needs. Without the limit an absurdly large r would hide any error in its own rounding.
#define BL_LOCAL_LARGEST_AMPLIFICATION 1e12
// Shortens tangential impulses on the edge of the cone by more than the rounding of their length.
#define BL_LOCAL_INSIDE (1.0 - 4.0 * DBL_EPSILON)

// ---------------------------------------------------------------------------------------------------------------------
// Searches
// ---------------------------------------------------------------------------------------------------------------------

// Goldstein and Price: the decrease must be between these parts of what the slope at zero promises. Closer to each
// other they cost steps, further apart they let steps pass that lead nowhere.
#define BL_LOCAL_LEAST_DECREASE 0.1
#define BL_LOCAL_MOST_DECREASE 0.9
// A direction must make an angle with the gradient whose cosine is at least this (sigma of Daviet et al. 2011, appendix
// A.2); with more the steepest descent is taken more often, which is slower.
#define BL_LOCAL_SMALLEST_COSINE 1e-3

#endif
