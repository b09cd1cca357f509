// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of a run of the solver: data files and a script for gnuplot, which then draws them.
//     PREFIX-convergence.png   best residual so far against iteration and against time
//     PREFIX-profile.png       performance profile (Dolan and More 2002): per method, the share of the files that it
//                              solves within a factor of the best time that any method took
// PREFIX-convergence.dat, PREFIX-profile.dat and PREFIX.gnuplot stay beside them, to be drawn anew in another style.

#ifndef BELAY_ENGINE_TOOLS_BELAY_SOLVE_PLOT_H
#define BELAY_ENGINE_TOOLS_BELAY_SOLVE_PLOT_H

#include "history.h"
#include "outcome.h"

typedef struct plot {
    const arguments* arguments;
    FILE* curves; // the convergence data, or null when nothing is plotted
} plot;

// Does nothing without --plot. False, with a message, when the data cannot be written.
bool plot_begin(plot* p, const arguments* a);
// Adds the curve of one solve.
void plot_add(plot* p, const outcome* o, const history* h);
// Draws. Tells what is missing when gnuplot is, and that is no failure; false when a file cannot be written.
bool plot_end(plot* p, const outcome* outcomes, int count);

#endif
