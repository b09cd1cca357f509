// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers by which the energies of islands and rods are told: each with its unit or what it is a part of, why it is
// what it is, and what changes with it.

#ifndef BELAY_ENGINE_STEP_ENERGY_ENERGY_TOLERANCES_H
#define BELAY_ENGINE_STEP_ENERGY_ENERGY_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Islands of bodies (step_island_energy.c)
// ---------------------------------------------------------------------------------------------------------------------

// Of the island's kinetic energies before the step, with its forces and after it: what rounding leaves. A gain below is
// none.
#define BL_ISLAND_ROUNDING 1e-10

// ---------------------------------------------------------------------------------------------------------------------
// Rods (step_rod_energy.c)
// ---------------------------------------------------------------------------------------------------------------------

// Of the energy that a rod had before the step and was given in it: a step that makes more of it out of nothing is
// solved again. What is less is taken back once the step is made: with a larger part more rods are damped so, with a
// smaller one more steps are solved several times.
#define BL_ROD_MOST_GAIN 5e-3

// Of the rod's length: nodes that move by less in a step are at rest for all purposes, and so much of motion may come
// out of nothing.
#define BL_ROD_GAIN_NO_PATH 1e-9

// J. The gain of equations that went out of bounds tells nothing; what is larger than this is of such.
#define BL_ROD_MOST_TOLD 1e60

// Of m v^2 / 2 of the mass at one row, that taking overlap back may do by driving apart what is at rest: such a row may
// lift others with it. With more the limit (step/guard/step_rod_limit.c) lets jammed rods be pressed apart faster.
#define BL_ROD_MOST_LIFTED 4.0

// Of an overlap, after a step: as little is taken to be left where all is taken back at once, so that the speed of the
// interval before stays finite.
#define BL_ROD_LEAST_OVERLAP_LEFT 0.1

#endif
