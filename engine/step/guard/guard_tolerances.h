// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers by which steps are kept finite and from making energy, and rods refined: each with its unit or what it is
// a part of, why it is what it is, and what changes with it.

#ifndef BELAY_ENGINE_STEP_GUARD_GUARD_TOLERANCES_H
#define BELAY_ENGINE_STEP_GUARD_GUARD_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Solves that end worse than none (step_finite.c)
// ---------------------------------------------------------------------------------------------------------------------

// Residual, against that of no impulses at all: a solve that ends further from the law is done again plainly. With
// less, solves that merely end early would be too.
#define BL_WORSE_THAN_NONE 1.0

// ---------------------------------------------------------------------------------------------------------------------
// Limits on speed (step_speed.c)
// ---------------------------------------------------------------------------------------------------------------------

// Of the limit: what was slowed to it is that much faster by rounding, and would be slowed again in every step.
#define BL_SPEED_ROUNDING 5e-16

// ---------------------------------------------------------------------------------------------------------------------
// Islands of bodies (step_limit.c)
// ---------------------------------------------------------------------------------------------------------------------

// m/s: an island whose kinetic energy is no more than that of its mass at this speed is at rest. There, a gain below
// that part of what its impulses would do one by one is what the solver's tolerance leaves, which no other solve
// would end.
#define BL_LIMIT_AT_REST_SPEED 1e-6
#define BL_LIMIT_ROUNDING_AT_REST 1e-8

// Part of the kinetic energy after the step, and of velocities: the most that is taken by lowering velocities. What
// makes more is solved again, as lowering leaves the errors of impulses as they are.
#define BL_LIMIT_MOST_LOWERING 0.5

// Of impulses: scaling that takes less is not worth another solve, and the island still counts as converged.
#define BL_LIMIT_SMALL_CUT 1e-6

// Of the island's kinetic energies: a gain that lowered velocities cannot take is worth keeping the island where it is.
// Of a smaller one lowering takes what it can.
#define BL_LIMIT_WORTH_HOLDING 1e-5

// How often rebounds are halved, each with a solve: after so many a sixteenth of them is left.
#define BL_LIMIT_HALVINGS 4

// How often impulses are scaled; by the last one they are none. One is not enough where springs would have done
// more than they have.
#define BL_LIMIT_SCALINGS 8

// ---------------------------------------------------------------------------------------------------------------------
// Rods that are refined (step_rod_refine.c)
// ---------------------------------------------------------------------------------------------------------------------

// Rows of a rod: with more of them it keeps its matrix when it is refined, as W made anew costs more than a better
// matrix gives. With a larger number rods with many contacts settle in fewer rounds, each of which takes longer.
#define BL_ROD_MOST_ROWS_FOR_NEW_MATRIX 300

// Rounds of refining a rod on which no row acts: they cost next to nothing. With fewer, one that
// turns fast may not have settled by the end.
#define BL_ROD_ROUNDS_ALONE 20

// The least part of the way to the velocities of a solve that the next one's equations go. With less
// a rod that swings from one side to the other comes nearer more surely, and too slowly for the rounds there are.
#define BL_ROD_LEAST_SHARE 0.125

// ---------------------------------------------------------------------------------------------------------------------
// Islands with rods (step_rod_limit.c)
// ---------------------------------------------------------------------------------------------------------------------

// Of the energies in the island, and of the sum of the works on it without their signs: what rounding leaves.
#define BL_ROD_LIMIT_GAIN 1e-11
#define BL_ROD_LIMIT_ROUNDING 1e-12

// Of what presses: so much may taking overlap back do against it. What is jammed would else be pressed apart without
// bound; with less, rods that are drawn tight keep their overlap longer.
#define BL_ROD_LIMIT_MOST_PRESSED 2e-2

// Of the energy of all that moves, as fast as the fastest recovery: so much may driving apart do that is at rest.
#define BL_ROD_LIMIT_MOST_DRIVEN 4.0

// Of a rod's length, in a step: no motion to speak of. The energy of so much counts as what presses, so that it is
// never nothing.
#define BL_ROD_LIMIT_NO_PATH 1e-7

// How often velocities are lowered: each look leaves a small part of the gain, as what is lowered moves things too.
#define BL_ROD_LIMIT_MOST_LOWERINGS 24

// Of the energies in the island: a gain below, which cannot be taken back, is of what rests but for what the solve
// leaves. The island stays where it was, and that is no fault.
#define BL_ROD_LIMIT_NO_FAULT 1e-5

// Of the kinetic energy of rods: the most that is taken from them before those of bodies are lowered too.
#define BL_ROD_LIMIT_MOST_OF_RODS 0.9

// ---------------------------------------------------------------------------------------------------------------------
// Rods that pass through something (step_rod_halve.c)
// ---------------------------------------------------------------------------------------------------------------------

// How often their motion is halved; what still passes through something then, or makes energy, is no motion to begin
// with and is stopped.
#define BL_ROD_MOST_HALVINGS 12

#endif
