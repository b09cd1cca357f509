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

#endif
