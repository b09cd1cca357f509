// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers by which the islands of a step are solved and overlap is taken back: each with its unit or what it is a
// part of, why it is what it is, and what changes with it. Those of the methods stand with the solver.

#ifndef BELAY_ENGINE_STEP_SOLVE_SOLVE_TOLERANCES_H
#define BELAY_ENGINE_STEP_SOLVE_SOLVE_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Islands
// ---------------------------------------------------------------------------------------------------------------------

// Of max_work, in a second of simulated time: piles are never solved to the last digit while they move, so what they
// cost is to be small against the time that the step stands for. With the default, a million units, that is 0.6 units a
// microsecond, each of which takes 0.1 to 0.2.
#define BL_PILE_WORK_PER_SECOND 0.6

// Steps whose forces would make a body as fast: what is no faster in the mean creeps, and may be a tower that is to
// stand. What has fallen for longer will not, however well its load is carried: a grid of 1000 cubes that falls onto a
// floor takes 121 ms in its slowest steps when it counts as towers, and 54 when not, with the deepest overlap of 210
// and 230 mm; any number from 8 to 20 does. With 4 a tower of fifty layers that come down by 1 cm each topples.
#define BL_CREEPING_STEPS 16.0

// Of what the step's forces would make it: what is slower stood still.
#define BL_STOOD_STILL 1e-7

// With fewer islands workers have nothing to share.
#define BL_LEAST_ISLANDS_FOR_WORKERS 4

// Of a plain solve: fewer than come before Newton's method.
#define BL_PLAIN_SWEEPS 8

// By a method of the library, of an island with joints or rods: how often it is asked for more where the residual of
// its problem is small enough and that of the island is not, and by how much more than in proportion. Each time it
// begins where it was; residuals of the two differ by a factor, so that the second time seldom fails.
#define BL_LIBRARY_PASSES 4
#define BL_LIBRARY_CLOSER 0.5
// The largest tolerance that it is given: where joints leave next to no velocity to speak of, any impulses would do.
#define BL_LIBRARY_LARGEST_TOLERANCE 0.5

// ---------------------------------------------------------------------------------------------------------------------
// Recovery of position (step_recover.c)
// ---------------------------------------------------------------------------------------------------------------------

// The most sweeps, and the change, as a part of the fastest recovery asked for, at which they end: what is left is
// taken back in the steps after.
#define BL_RECOVERY_MAX_SWEEPS 50
#define BL_RECOVERY_ACCURACY 1e-3

// What many contacts ask for is done in part, in so many sweeps: less would push piles apart. The next step goes on.
#define BL_RECOVERY_LEAST_SWEEPS 10

// So many times as many where they go colour by colour: what is asked of the foot of a pile comes less far in a sweep
// than in the order of the contacts, which often goes along it. With as many, 1000 cubes in a drum overlapped by 71 mm
// in the mean of the deepest, instead of 54; with twice as many by 51.
#define BL_RECOVERY_COLOURED 2.0

// m/s and rad/s: joints that are less out of place are left alone. That is rounding where things are some metres away.
#define BL_RECOVERY_NEGLIGIBLE_SPEED 1e-11

// Part of the slop: what is taken back in shares would never be done, and below this there is nothing to do.
#define BL_RECOVERY_NEGLIGIBLE_EXCESS 0.1

// Joints of an island: with fewer of them sweeps do as well as a solve, which has so many iterations.
#define BL_RECOVERY_LEAST_JOINTS 3
#define BL_RECOVERY_NEWTON_ITERATIONS 8

#endif
