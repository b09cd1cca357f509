// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers by which rods move: each with its unit or what it is a part of, why it is what it is, and what changes
// with it. Bodies move by none.

#ifndef BELAY_ENGINE_STEP_MOTION_MOTION_TOLERANCES_H
#define BELAY_ENGINE_STEP_MOTION_MOTION_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Rods that are lowered (step_rod_lower.c)
// ---------------------------------------------------------------------------------------------------------------------

// Share of the velocities that is left. Above it they are lowered in place: then no height changes, and turning
// segments are told a little shorter, which is less by the square. Taking more in place would leave them pressed.
#define BL_ROD_LOWERED_IN_PLACE 0.9

#endif
