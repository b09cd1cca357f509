// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers that the engine's Newton methods on contacts, bodies and rods go by (newton_loop.h has the loop that they
// share): each with what it is a part of, why it is what it is, and what changes with it. None has a unit of its own
// but counts, as everything is compared with the weights w (m/s per N s) and with the velocities of the problem. They
// steer how fast a solution is found and whether; what counts as one is the residual and its goal, which the caller
// gives.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_NEWTON_TOLERANCES_H
#define BELAY_ENGINE_SOLVER_NEWTON_NEWTON_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Steps
// ---------------------------------------------------------------------------------------------------------------------

// Part of the merit (|F|^2) that a step must take off at least, over its length. Any smaller number does as well; near
// 1 good steps would be halved.
#define BL_NEWTON_DECREASE 1e-3

// Of the eigenvalues of z, in Fischer and Burmeister's function: with one smaller, in proportion to the larger, the
// Jacobian is that of a point nearby. With more the steps near the edge of the cone are off; with less they overflow.
#define BL_TERM_SMALLEST_ROOT 1e-7

// The shortest step tried, of 1, 1/2, 1/4, ...: below, the direction is at fault and not the length. Shorter ones cost
// an evaluation each where nothing is to be had.
#define BL_DENSE_SHORTEST_STEP (1.0 / 128.0)
#define BL_BODY_SHORTEST_STEP (1.0 / 32.0)
#define BL_ROD_LEAST_FISCHER_STEP 0.25 // an evaluation is a product with all rods
#define BL_ROD_LEAST_CONVEX_STEP 1e-4  // of a convex program, which has one solution and a way to it

// Full steps taken uphill, out of a kink between active sets: per proximal point on contacts and on rods, in a row on
// bodies. More of them wander from kink to kink; none leaves masonry unsolved.
#define BL_DENSE_MAX_LEAPS 3
#define BL_BODY_MAX_LEAPS 4
#define BL_ROD_MAX_LEAPS 6

// How high such a step may lead on rods: factor on |F|^2, or part of |b|^2. What squeezes without a velocity may have
// far to go, past many an edge of a cone; beyond that it comes back no more.
#define BL_ROD_HIGHEST_LEAP 1e8
#define BL_ROD_HIGH_LEAP 0.01

// Two values of |F|^2, one between them, that differ by less than this part: the iterates go round in a circle of two.
#define BL_ROD_CIRCLE 1e-3

// An impulse (times w) below this part of the normal velocity of an opening contact: it is taken out of the system. A
// larger part saves rows, and lets contacts go that are about to press.
#define BL_ROD_NEARLY_OPEN 1e-6

// Damping of the matrix on rods, over |F| / |b|, in parts of w: it keeps the matrix regular where contacts are
// redundant. Vanishes with the error; ten times as much costs an iteration or two.
#define BL_ROD_DAMPING 1e-3

// Least compliance of a row of the sparse system, of its weight: without it what sticks would be infinitely stiff
// there. It is an error of the direction, not of the solution.
#define BL_ROD_LEAST_COMPLIANCE 1e-10

// ---------------------------------------------------------------------------------------------------------------------
// Proximal weights: alpha over w
// ---------------------------------------------------------------------------------------------------------------------

// Smallest and largest. Below the smallest the matrix is singular to working precision where contacts are redundant; at
// 1 a point hardly moves.
#define BL_PROXIMAL_LEAST 1e-13 // on contacts and rods, whose matrices are eliminated with pivots from whole columns
#define BL_PROXIMAL_MOST 1.0
#define BL_BODY_LEAST_ALPHA 1e-9 // on bodies 1 / alpha stands beside masses in one matrix

// Bodies: the weight begins small, as a chain with a heavy end has eigenvalues far below those of its single joints; it
// grows where Newton's step leads nowhere and falls again where the step was good, up to a part of the relative error.
#define BL_BODY_FIRST_ALPHA 1e-4
#define BL_BODY_ALPHA_PER_ERROR 0.3
#define BL_BODY_ALPHA_GROWTH 30.0
#define BL_BODY_ALPHA_FALL 0.1

// Contacts: share of the relative error, of a point that was found and of one that was not.
#define BL_DENSE_SHARE_FALL 0.1
#define BL_DENSE_SHARE_GROWTH 10.0

// Rods: the share begins with this much for every row of a contact or between bounds (one at least), since more of
// them change at once where there are more. The smaller it is the further a proximal point leads, and the less likely
// Newton finds it.
#define BL_ROD_FIRST_SHARE_OF_ROW 0.03
#define BL_ROD_EASY_POINT 3             // iterations of a point that was easy to find
#define BL_ROD_SHARE_FASTER 1e-3        // after an easy point,
#define BL_ROD_SHARE_FAST 0.1           // and after another one
#define BL_ROD_SHARE_FAILED_FACTOR 10.0 // after one that was not found; from then on
#define BL_ROD_SHARE_FLOWING 0.5        // after an easy point, as the points now follow the flow dr/dt = -F closely
#define BL_ROD_MAX_SHARE 1e7            // beyond it the points stand still

// Part of |F|^2 at the center that is enough for a proximal point on the way: closer ones cost iterations that the next
// center makes worthless.
#define BL_ROD_CLOSER 1e-4

// Of the goal, what Newton's own goal is: the natural map counts otherwise than the root function does.
#define BL_NEWTON_ENOUGH 0.1

// Weight of the one proximal term of a convex program, and over-relaxation of De Saxce's shift between programs: the
// fixed point walks slowly where contacts have let go; above 2 it may swing.
#define BL_ROD_CONVEX_SHARE 1e-2
#define BL_ROD_OVER_RELAXATION 2.0

// ---------------------------------------------------------------------------------------------------------------------
// How much is tried
// ---------------------------------------------------------------------------------------------------------------------

// Part of the best natural map, squared, to which it must come down within the patience of the caller.
#define BL_BODY_PROGRESS 0.01

// Iterations on rods: on the active sets, on Fischer and Burmeister's function, on a convex program; in one proximal
// point; and in one without rods, where what has not arrived by then goes from kink to kink. Points, programs, and
// programs between two tries of the full law.
#define BL_ROD_MAX_ACTIVE_SETS 400
#define BL_ROD_MAX_FISCHER 40
#define BL_ROD_MAX_CONVEX 30
#define BL_ROD_MAX_IN_POINT 20
#define BL_ROD_MAX_IN_RIGID_POINT 10
#define BL_ROD_MAX_POINTS 100
#define BL_ROD_MAX_OUTER 60
#define BL_ROD_CONVEX_PER_COUPLED 2

// ---------------------------------------------------------------------------------------------------------------------
// Interior points (rod_interior.c)
// ---------------------------------------------------------------------------------------------------------------------

// Rows from which on islands with rods and a sparse matrix are large: solved from inside of the cones at once. Fewer
// rows find their way on active sets, mostly in 3 to 10 steps (1400 solves of a hitch: 16 in the mean, 1 in 60 takes
// more than 80, 1 in 500 never arrives); after MAX_BEFORE_INTERIOR of them they go inside too, and from there have
// MAX_AFTER_INTERIOR to find the rest.
#define BL_INTERIOR_LARGE_ROWS 480
#define BL_ROD_MAX_BEFORE_INTERIOR 120
#define BL_ROD_MAX_AFTER_INTERIOR 16

// Natural map over |b|. From inside of the cones a solution is come near to where there is one. What is left further
// from it than this, after both ways, has none (something is jammed between what does not yield) and is given up. Of 37
// solves in the tests with rods that were not there by then and have a solution the furthest had 8e-4.
#define BL_ROD_HOPELESS 2e-3

// Of large islands: where the guess is good (natural map over |b|), TRIES steps on active sets come first, and as many
// again as long as the last ones took the natural map, squared, to TRIES_PROGRESS of what it was; TRIES come after it
// where it has not arrived. Sixteen without a look at progress took so much of the work that a pile of 2000 contacts
// ended at 5e-5; with six at most strands wound on each other took twelve steps in the mean instead of seven.
#define BL_INTERIOR_GOOD_GUESS 1e-2
#define BL_INTERIOR_TRIES 6
#define BL_INTERIOR_TRIES_PROGRESS 0.01

// How far inside it begins: impulses by this part of what makes the problem's velocities, and these by the relative
// error of the guess, but no less than LEAST_START: closer to the boundary the first steps are short ones, further from
// it there are more of them. Between two bounds, and of a cap: no more than this part.
#define BL_INTERIOR_FIRST_IMPULSE 0.3
#define BL_INTERIOR_LEAST_START 1e-2
#define BL_INTERIOR_SHARE_OF_WIDTH 0.1

// Part of the way to the boundary that a step goes, and the least part of tau that it aims at.
#define BL_INTERIOR_OF_LONGEST 0.99
#define BL_INTERIOR_LEAST_SIGMA 1e-6

// A shorter step is taken as the sign of a fold; so many steps, and twice as many each time, then go without De
// Saxce's shift in the matrix. One is too few now and then, six are as good as three.
#define BL_INTERIOR_SHORT_STEP 0.1
#define BL_INTERIOR_CONVEX_STEPS 3

// Part of the natural map, squared, to which it must come down within so many iterations.
#define BL_INTERIOR_PROGRESS 0.5
#define BL_INTERIOR_PATIENCE 8

// Rows below which finding an order of elimination costs more than a sparse matrix saves.
#define BL_ROD_LEAST_SPARSE_ROWS 24

// Part of the operations of a dense factorisation up to which a sparse one, whose blocks are small, takes less time.
#define BL_ROD_SPARSE_SHARE 0.5

#endif
