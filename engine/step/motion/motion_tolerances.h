// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers by which rods move: each with its unit or what it is a part of, why it is what it is, and what changes
// with it. Bodies move by none.

#ifndef BELAY_ENGINE_STEP_MOTION_MOTION_TOLERANCES_H
#define BELAY_ENGINE_STEP_MOTION_MOTION_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Rods that are solved for (step_rods.c)
// ---------------------------------------------------------------------------------------------------------------------

// Rows of a rod: with more of them it keeps its matrix when it is refined, as W made anew costs more than a better
// matrix gives. With a larger number rods with many contacts settle in fewer rounds, each of which takes longer.
#define BL_ROD_MOST_ROWS_FOR_NEW_MATRIX 300

// Rounds of refining a rod on which no row acts: they cost next to nothing. With fewer, one that
// turns fast may not have settled by the end.
#define BL_ROD_ROUNDS_ALONE 20

// ---------------------------------------------------------------------------------------------------------------------
// Rods that are lowered (step_rod_lower.c)
// ---------------------------------------------------------------------------------------------------------------------

// Share of the velocities that is left. Above it they are lowered in place: then no height changes, and turning
// segments are told a little shorter, which is less by the square. Taking more in place would leave them pressed.
#define BL_ROD_LOWERED_IN_PLACE 0.9

#endif
