// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which islands get which method, when, and how much of it (island_schedule.c, nsgs.c and pile.c go by it):
//
//     island                     first          then Newton's method              whose factorisation may cost
//     2 to 12 contacts           10 sweeps (3)  on contacts, then rows or bodies  -
//     fewer than 150, joints     10 sweeps (3)  on rows                           -
//     150 and more, joints       10 sweeps (3)  on rows, half of the work (*)     12 sweeps; else as below
//     fewer than 150, at rest    10 sweeps (3)  on bodies, then rows              60 sweeps
//     fewer than 150, moving     10 sweeps (3)  on bodies, then rows              24 sweeps
//     150 and more, at rest      10 sweeps (3)  on bodies                         60 sweeps
//     150 and more, moving       10 sweeps (3)  on bodies, 20 iterations (*)      4 sweeps; else load is carried
//                              (after every sweep, with more of them, where trees have nearly all and the island
//                              creeps; joints, and rods where contacts of bodies are more, are solved on rows with all
//                              else held, after every third sweep; where that costs 12 sweeps: all the work there is)
//     with rods                   2 sweeps      on rows, 440 iterations           -
//     with rods, 480 rows, sparse 2 sweeps      from inside of the cones          4 shares of the work (rods alone)
//
// (3): where the warm start was good already. (*): each failure in a row doubles the number of steps until the next try
// (step/solve/step_patience.h). A sweep's unit of work is one contact. What stands here steers speed and
// how far an island gets in a step; whether it has got there is told by its residual, whatever stands here.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_SOLVE_SCHEDULE_H
#define BELAY_ENGINE_SOLVER_SWEEP_SOLVE_SCHEDULE_H

// Floating-point operations that take as long as one contact in a sweep, the unit of work. Measured; with another
// number caps of work mean another time.
#define BL_FLOPS_PER_CONTACT 1200.0

// ---------------------------------------------------------------------------------------------------------------------
// Sweeps
// ---------------------------------------------------------------------------------------------------------------------

// However late it is, an island gets this many sweeps. Fewer are no time saved: what goes on into each other has more
// contacts in the next steps, and all that is done for a contact takes as long as some forty sweeps over it. (2000
// cubes that fall into a pile, too late from the beginning: with 2, 8, 16 and 32 sweeps 84, 71, 57 and 48 ms a step,
// with 20 200, 15 400, 11 900 and 11 600 contacts; of 300 8.4, 7.3, 6.1 and 7.1 ms.)
#define BL_NSGS_LEAST_SWEEPS 16
// The same where a sweep costs as much as with rods that have no W.
#define BL_NSGS_COSTLY_SWEEPS 2
// However little work is allowed, this many: with fewer, large piles would sink into themselves.
#define BL_NSGS_WORKING_SWEEPS 10

// Islands as large (in contacts) that move are swept colour by colour, also by one worker, so that the bits do not
// depend on their number. Colours cost small islands more than they give.
#define BL_NSGS_COLOURED_CONTACTS 400

// ---------------------------------------------------------------------------------------------------------------------
// Newton's method: when
// ---------------------------------------------------------------------------------------------------------------------

// It is tried every so many sweeps, with so many iterations, until it has failed so often to bring the residual down by
// half; then the sweeps go on alone. It is tried earlier where the warm start was good already (a sweep then changes
// less than this part of |q|): close to the solution it needs one or two iterations, and the sweeps many.
#define BL_SWEEPS_BEFORE_NEWTON 10
#define BL_SWEEPS_BEFORE_EARLY_NEWTON 3
#define BL_EARLY_CHANGE 1e-5
#define BL_NEWTON_MAX_FAILURES 3

// On rods it is all; sweeps only make the guess decent.
#define BL_SWEEPS_BEFORE_ROD_NEWTON 2

// ---------------------------------------------------------------------------------------------------------------------
// Newton's method: how much
// ---------------------------------------------------------------------------------------------------------------------

#define BL_NEWTON_ITERATIONS 60
#define BL_DENSE_ITERATIONS 10       // on contacts, where rows come after it
#define BL_LARGE_ITERATIONS 20       // on large islands that move
#define BL_ROD_NEWTON_ITERATIONS 440 // on rows, at first; each failure doubles them
// From inside of the cones most large islands take 8 to 25, of any size; sweeps would not do in thousands what is left
// then. So a solve may take this many times its island's share of the work, and ends with it. Where bodies touch each
// other or are joined in it too it has its share alone: such islands were left unsolved with four as with one (random
// scenes of a thousand contacts took 1 to 2 s a step).
#define BL_INTERIOR_ITERATIONS 60
#define BL_INTERIOR_SHARES 4
// A step with large islands of rods may take as much as so many solves, each of which goes on where the last one had to
// end. With one, 200 rods in layers end at residuals of 3e-5 and not of 4e-7, in half of the time.
#define BL_LARGE_ROD_SOLVES 4
#define BL_LEAST_NEWTON_ITERATIONS 4 // with fewer it does more harm than good

// Iterations without progress, where another method can go on, or the next step.
#define BL_NEWTON_PATIENCE 5
#define BL_LARGE_PATIENCE 10

// A factorisation may cost as much as so many sweeps of the island. Those of arches, towers and walls cost up to 3, of
// piles in space 5 with eighty bodies and 60 with three hundred. What stands still as a whole is worth much: once it is
// solved it stays so. Of what moves, the large ones are not: where Newton's method does not find its way at once it
// finds none, and the next step would have to begin again.
#define BL_SWEEPS_WORTH_AT_REST 60.0
#define BL_SWEEPS_WORTH_SMALL 24.0
#define BL_SWEEPS_WORTH_JOINTED 12.0 // of large islands with joints, on rows: bridges and chains cost 4 to 5
#define BL_SWEEPS_WORTH_LARGE 4.0
#define BL_LARGE_CONTACTS 150 // constraints

// Of large islands that move and have joints but no rods, Newton's method on rows gets this part of the work: those it
// solves (a bridge of 100 planks under 20 boxes) take less, others would take all of it in every step.
#define BL_LARGE_ROWS_PART 2

// Work of an iteration on bodies beside the factorisation, per constraint.
#define BL_NEWTON_WORK_PER_CONTACT 4.0

// A large island that costs more is a pile. The sweeps alone would take hundreds more for the last digits, and
// while it moves it needs new ones in every step; so it gets only the work meant for piles, and the next step goes on
// from there. It comes to rest all the same. Nor is all of it spent on very large ones that can be factored, while they
// move: this part of it.
#define BL_HUGE_CONTACTS 1000
#define BL_HUGE_PART 10

// ---------------------------------------------------------------------------------------------------------------------
// Carrying load through piles (pile.h), where Newton's method on all of it is not at hand
// ---------------------------------------------------------------------------------------------------------------------

// It comes after sweeps that change more than CARRIED (of |q|): after every one where it goes along towers, trees that
// have this part of the pile; elsewhere once, which is most of what it does for a pile in motion, and while work is
// left after every third, as one alone does not make good yet what was left out.
#define BL_CARRYING_SWEEPS 3
#define BL_TREES_ALONE 0.9
#define BL_CARRIED_CHANGE 1e-3
// Sweeps that come after it, as Newton's method leaves some contacts worse than it found them; of towers more where the
// last one changes as much.
#define BL_FINAL_SWEEPS 2
#define BL_RESTLESS_SWEEPS 10
#define BL_RESTLESS_CHANGE 3e-3
// Work that there has to be time for, per contact.
#define BL_CARRYING_WORK 8.0

// ---------------------------------------------------------------------------------------------------------------------
// Links (joints, and what holds and touches rods) of large islands that move
// ---------------------------------------------------------------------------------------------------------------------

// An island with rods counts as one of bodies when it has so many contacts of bodies for each link.
#define BL_CONTACTS_PER_LINK 2
// Sweeps between two solves of all links, and the iterations of one.
#define BL_LINKING_SWEEPS 3
#define BL_LINK_ITERATIONS 10

// Iterations of the conjugate gradient on pairs: a pile of fifty layers takes as many to be felt from top to bottom.
// And the work of a pair in one of these, and of a contact in collecting and scaling it.
#define BL_SCALE_ITERATIONS 60
#define BL_SCALE_WORK_PER_PAIR 0.2
#define BL_SCALE_WORK_PER_CONTACT 0.5

// Contacts of a pair that count as a face, and of a tree: fewer are left to the sweeps (two bodies).
#define BL_LEAST_OF_FACE 3
#define BL_LEAST_TREE 9
// How far Newton's method goes on a tree while all else is held: the square of the natural map, by what it was.
#define BL_TREE_REDUCTION 1e-2
#define BL_TREE_ITERATIONS 2

#endif
