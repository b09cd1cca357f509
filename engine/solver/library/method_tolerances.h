// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers that the methods on problems go by (belay/method_list.h says what each method is): each with what it is a
// part of, why it is what it is, and what changes with it. None has a unit but counts: methods compare with the weights
// w (m/s per N s) and with the velocities of the problem, so that scaling W or q changes nothing. They steer how fast a
// solution is found and whether; what counts as one is the residual, whose goal the caller gives. Those of Newton's
// methods that the running world has too stand in solver/newton/newton_tolerances.h.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_METHOD_TOLERANCES_H
#define BELAY_ENGINE_SOLVER_LIBRARY_METHOD_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// What several methods have
// ---------------------------------------------------------------------------------------------------------------------

// Part of the best residual that it must come below within a method's patience, and the patience of Newton's methods
// and of Cadoux's fixed point, in iterations. More patience spends time where a method goes in a circle; with much less
// of it methods give up where they are only slow.
#define BL_METHOD_PROGRESS 0.9
#define BL_METHOD_PATIENCE 200

// Part of the decrease promised by the slope that a step must bring (Armijo). Any smaller number does as well; near 1/2
// good steps would be halved.
#define BL_METHOD_DECREASE 1e-4

// The shortest step tried, of the first one: below, the direction is at fault and not the length.
#define BL_METHOD_SHORTEST_STEP (1.0 / 2048.0)

// What the diagonal of a Newton matrix is shifted by, in parts of w: from what keeps rounding out of a singular matrix
// up to where a step hardly moves, and by how much more after a matrix that gave no step.
#define BL_METHOD_LEAST_SHIFT 1e-12
#define BL_METHOD_MOST_SHIFT 1.0
#define BL_METHOD_SHIFT_GROWTH 100.0

// Such a shift, or a proximal weight, over the relative error |F| / |q|: it vanishes with the error, as Newton's method
// is fast only then; a larger one is safer far from the solution.
#define BL_METHOD_SHIFT_PER_ERROR 0.3
#define BL_FISCHER_SHIFT_PER_ERROR 0.1 // with Fischer and Burmeister's function, whose derivative is regular more often

// Sweeps of Gauss-Seidel between two looks at the residual, at most, so that the best of a cycle is kept. A look costs
// about as much as a sweep.
#define BL_METHOD_LOOK_EVERY 25

// ---------------------------------------------------------------------------------------------------------------------
// Any solve
// ---------------------------------------------------------------------------------------------------------------------

// Relative: by how much |r_T| may be above mu r_N when impulses are given, which is what rounding of a projection
// leaves; and N s, below which squares lose their digits, so that nothing is asked of such an impulse.
#define BL_SOLVE_EDGE_ROUNDING 1e-14
#define BL_SOLVE_LEAST_WITH_SQUARE 1e-150

// Operations of a factorisation that is tried at all: some hours' work, in which other methods get further.
#define BL_SOLVE_MAX_FLOPS 1e13

// ---------------------------------------------------------------------------------------------------------------------
// Gauss-Seidel
// ---------------------------------------------------------------------------------------------------------------------

// A contact whose impulse changes by less than this part of the tolerance rests for so many sweeps (daviet2011, alg.
// 1). Larger ones save work and leave it to the last sweeps; the residual sees to it that nothing is left.
#define BL_SWEEPS_FROZEN 10
#define BL_SWEEPS_FREEZE_SHARE 1e-4

// Contacts between two looks at the clock, which costs as much as some of them.
#define BL_SWEEPS_CLOCK_EVERY 16

// ---------------------------------------------------------------------------------------------------------------------
// Newton's methods
// ---------------------------------------------------------------------------------------------------------------------

// A direction whose residual is more than this part of F is refined, at most so many times; then solved anew with other
// pivots; then refused. And the least pivot, of the largest number of its diagonal block, which is near 1.
#define BL_SPARSE_GOOD_RESIDUAL 1e-10
#define BL_SPARSE_USABLE_RESIDUAL 1e-6
#define BL_SPARSE_POOR_RESIDUAL 1e-2
#define BL_SPARSE_MAX_REFINEMENTS 3
#define BL_SPARSE_LEAST_PIVOT 1e-14

// m_1 and m_2 of Goldstein and Price, parts of the slope between which a step's mean slope is to be, and trials for it.
#define BL_GOLDSTEIN_LOWER_SLOPE 0.1
#define BL_GOLDSTEIN_UPPER_SLOPE 0.9
#define BL_GOLDSTEIN_MAX_TRIALS 16

// Values that a new one is compared with: it has to be below the largest of them, not below the last. More of them let
// iterates cross a hill, and leave them in a circle for longer.
#define BL_FISCHER_MEMORY 8
#define BL_PROXIMAL_MEMORY 5
#define BL_MCP_MEMORY 10

// Complementarity: steps that are taken on trust, although |F| grows, and the shortest step tried.
#define BL_MCP_WATCHED_STEPS 6
#define BL_MCP_SHORTEST_STEP (1.0 / 16384.0)

// Proximal points: the residual of a long step's problem over that of its center, at which it is solved; the same of
// the problem itself: then the center may as well be moved. Newton iterations of an easy step, after which alpha falls,
// and of any step; factors on alpha after an easy step and after one that failed. What alpha over the shift per error
// may be: above, points stand still.
#define BL_PROXIMAL_INNER_GOAL 0.1
#define BL_PROXIMAL_EARLY_GOAL 0.5
#define BL_PROXIMAL_EASY 4
#define BL_PROXIMAL_MAX_INNER 40
#define BL_PROXIMAL_EASY_FACTOR 0.3
#define BL_PROXIMAL_FAILED_FACTOR 10.0
#define BL_PROXIMAL_LEAST_GROWTH 1e-3
#define BL_PROXIMAL_MOST_GROWTH 1e8
// Steps without progress before the next function and length have their turn.
#define BL_PROXIMAL_SHORT_TURN 25
#define BL_PROXIMAL_LONG_TURN 12

// ---------------------------------------------------------------------------------------------------------------------
// Convex programs (Cadoux)
// ---------------------------------------------------------------------------------------------------------------------

// The program's residual, as a part of the law's, at which the shift is updated: closer solutions are made worthless by
// the next shift.
#define BL_CADOUX_INNER_PART 0.3

// In the impulses: proximal weight over w, and what it is multiplied by after a point that was found and one that was
// not; Newton steps of a point, the part of the law's residual to which it is solved, and the shortest step.
#define BL_CADOUX_LEAST_ALPHA 1e-7
#define BL_CADOUX_MOST_ALPHA 1e-1
#define BL_CADOUX_FOUND_FACTOR 0.1
#define BL_CADOUX_FAILED_FACTOR 10.0
#define BL_CADOUX_MAX_NEWTON_STEPS 40
#define BL_CADOUX_POINT_GOAL 0.01
#define BL_CADOUX_SHORTEST_STEP 0x1p-29
// Eigenvalues of dP_K below this count as this, so that the derivative can be inverted. Pivots keep their scale.
#define BL_CADOUX_LEAST_EIGENVALUE 1e-10

// In the velocities: part of the way to the edge of the cones that a step goes, and steps of a program. Interior points
// need room: after a change of shift the iterate is lifted by this part of the largest change. What stands for infinity
// in the blocks that hold r_T = 0 without friction, relative to w.
#define BL_CADOUX_STEP_PART 0.99
#define BL_CADOUX_MAX_INTERIOR_STEPS 60
#define BL_CADOUX_LIFT_PART 0.3
#define BL_CADOUX_RIGID 1e12

// ---------------------------------------------------------------------------------------------------------------------
// Gradients
// ---------------------------------------------------------------------------------------------------------------------

// Tries without a better residual before a fresh start, and fresh starts in a row before the end.
#define BL_GRADIENT_PATIENCE 40
#define BL_GRADIENT_MAX_FRESH_STARTS 100
// Relative: how far |x_T| may be from the edge of its disk and still count as sliding; and curvature of a direction
// over its square (w = 1), below which W does not feel it.
#define BL_GRADIENT_EDGE 1e-10
#define BL_GRADIENT_LEAST_CURVATURE 1e-14

// ---------------------------------------------------------------------------------------------------------------------
// Facets (Lemke)
// ---------------------------------------------------------------------------------------------------------------------

// Entries below this part of the largest of their column are no pivots; ratios that differ by less than this part of
// the scale of the constants are tied. Larger ones refuse pivots that are needed, smaller ones follow rounding.
#define BL_LEMKE_LEAST_PIVOT 1e-10
#define BL_LEMKE_TIE 1e-13

// Every so many pivots the dictionary is compared with the problem, and made anew when it is off by this part of the
// scale of its terms.
#define BL_LEMKE_CHECK_INTERVAL 32
#define BL_LEMKE_DRIFT 1e-10

// The dictionary is dense: beyond so many unknowns it takes more than 32 MB and a second.
#define BL_LEMKE_MAX_UNKNOWNS 2000

// Of the largest impulse: what leaves the round cone by less is rounding, and put back.
#define BL_LEMKE_EDGE_ROUNDING 1e-12

// ---------------------------------------------------------------------------------------------------------------------
// Nodes (primal Gauss-Seidel)
// ---------------------------------------------------------------------------------------------------------------------

// W^-1 is dense: above so many contacts the method does not try.
#define BL_PRIMAL_MAX_CONTACTS 500

// W counts as singular when its elimination leaves a pivot below this part of its diagonal block, or when the trace of
// W^-1, which exceeds the inverse of the smallest eigenvalue, is above one over it (in the scale of the contacts'
// weights).
#define BL_PRIMAL_SINGULAR 1e-9

// Products of a contact frame's rows, which may be off those of unit vectors at right angles by this, as
// frames in text files are rounded.
#define BL_PRIMAL_FRAME_ROUNDING 1e-6

// ---------------------------------------------------------------------------------------------------------------------
// All in turn (the default method)
// ---------------------------------------------------------------------------------------------------------------------

// Sweeps that may still be expected before something else is tried, and those that finishing by Newton's method may
// cost before gradients are tried first. Iterations of either in one go; the residual must come down to this part in it
// for another go. Rounds without progress before the end.
#define BL_AUTO_PATIENCE 120.0
#define BL_AUTO_NEWTON_DEAR 200.0
#define BL_AUTO_NEWTON_STEPS 40
#define BL_AUTO_GRADIENT_STEPS 400
#define BL_AUTO_GO_ON 0.1
#define BL_AUTO_MAX_IDLE_ROUNDS 12

#endif
