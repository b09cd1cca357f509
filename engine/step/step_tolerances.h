// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How often a step is solved, and when no more: each number with its unit, why it is what it is, and what changes with
// it.

#ifndef BELAY_ENGINE_STEP_STEP_TOLERANCES_H
#define BELAY_ENGINE_STEP_STEP_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// The solve (step_solve.c)
// ---------------------------------------------------------------------------------------------------------------------

// Sweeps: after more of them velocities are made anew from the impulses, as many small changes have left their rounding
// in them. With a larger number slow islands keep more of it, and their residual with it.
#define BL_SWEEPS_THAT_ROUND 20

// ---------------------------------------------------------------------------------------------------------------------
// Rods are looked at again (step_again.c)
// ---------------------------------------------------------------------------------------------------------------------

// Rounds in which rods are refined and all is solved again. With fewer, rods that turn far within a step end less
// exact; each costs a solve.
#define BL_ROD_ROUNDS 3

// How often rods that gain energy are linearised about where they go, with a solve each, before they are damped.
#define BL_ROD_MOST_LINEARISED 4

// How often those that still do are damped, with a solve each, before they are stopped
// (step/guard/step_rod_halve.c).
#define BL_ROD_SLOWINGS 5

// Looks after the rounds for what crosses now; whoever has not come to an end by then is taken to cross.
#define BL_ROD_LOOKS_AFTER_ROUNDS 8

// Residual: impulses that are further from the law are no place to solve again from.
#define BL_ROD_LOST 1e-3

#endif
