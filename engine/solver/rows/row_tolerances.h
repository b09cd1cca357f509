// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What rows of joints and rods go by: pure numbers, each with what changes with it.

#ifndef BELAY_ENGINE_SOLVER_ROWS_ROW_TOLERANCES_H
#define BELAY_ENGINE_SOLVER_ROWS_ROW_TOLERANCES_H

// A pivot that is smaller than this part of its diagonal element is rounding: the row depends on those before it. With
// less, rows that say the same twice share their load arbitrarily; with more, weak ones are left out.
#define BL_ROW_DEPENDENT 1e-12
// Two rows that bounds will keep apart (a motor and the limit it runs into) may both be tried as free: their pivot is
// then made so large instead (of the diagonal element), and the impulses it gives are far beyond the bounds, which ends
// the trial. With more they might stay within them.
#define BL_ROW_SUBSTITUTE 1e-8
// Free rows of a block of joints are served where s is 0 to so many times its rounding. With less, blocks that are as
// exact as doubles allow are taken for unsolved; with more, some that are not pass.
#define BL_ROW_LOST_DIGITS 1e4
// Islands of contacts whose joints are eliminated (solver/assemble/island_problem.h). Part of a direction's own W that
// joints must leave of it; with less it is held. Rounding leaves 1e-14 of it where locks hold it fast, those of a loop,
// which yield, 2e-8. A larger one would loosen contacts that joints let move a little, with a smaller one rounding is
// taken for freedom, and impulses are rounding over rounding.
#define BL_ROW_HELD 1e-10
// Part of it that a held direction gets. What its velocity rounds by, 1e-16 of speeds, then makes impulses of 1e-7 of
// what would bring about such speeds. A smaller one makes more of that noise; a larger one is taken for freedom: a
// contact that closes against a held body yields by this part of what it would without joints.
#define BL_ROW_HELD_SHARE 1e-9

#endif
