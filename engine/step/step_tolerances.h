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

// Rounds in which rods are refined until they miss nothing that counts. With fewer, rods that turn far within a step
// end less exact; each costs a solve.
#define BL_ROD_ROUNDS 3

// All rounds: after those, while something crosses or makes energy. What has not come to an end by then goes as far as
// it may. With fewer, more of violent motion is held back; with more, steps take longer. After so many of them what
// still makes energy is damped; with fewer, ropes that would find their way lose more energy than they must.
#define BL_ROD_MOST_ROUNDS 14
#define BL_ROD_ROUNDS_UNDAMPED 6

// Residual: impulses that are further from the law are no place to solve again from.
#define BL_ROD_LOST 1e-3

#endif
