// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/pace.h"

#include <math.h>

// Of stepping in one frame: what one at 60 Hz can spare.
static const double WALL_BUDGET = 0.012; // s

// The most that is caught up with after a frame that took longer, e.g. because the window was moved.
static const double LONGEST_FRAME = 0.25; // s

void shell_pace_pass(shell_pace* p, double seconds)
{
    p->owed += fmin(seconds, LONGEST_FRAME);
    p->dropped += fmax(seconds - LONGEST_FRAME, 0.0);
}

bool shell_pace_wants_step(shell_pace* p, double h, double spent)
{
    if (p->owed < h) return false;
    if (spent < WALL_BUDGET) {
        p->owed -= h;
        return true;
    }
    double kept = fmod(p->owed, h);
    p->dropped += p->owed - kept;
    p->owed = kept;
    return false;
}

double shell_pace_blend(const shell_pace* p, double h)
{
    return fmin(p->owed / h, 1.0);
}
