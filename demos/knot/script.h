// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A scripted pair of hands: it ties an overhand knot into a straight rope, draws it tight with growing force, and lets
// go.

#ifndef BELAY_DEMOS_KNOT_SCRIPT_H
#define BELAY_DEMOS_KNOT_SCRIPT_H

#include "knot/rope.h"

typedef enum script_phase {
    SCRIPT_TIE,     // grips lead the rope along its path
    SCRIPT_LET_GO,  // the loose knot finds its shape
    SCRIPT_TIGHTEN, // the force grows to its full value
    SCRIPT_HOLD,    // and stays
    SCRIPT_RELEASE, // nothing pulls
    SCRIPT_DONE
} script_phase;

static const double SCRIPT_TIED = 0.4; // of all the time: when the grips let go

enum { SCRIPT_GRIPS = BELAY_ROD_MAX_ATTACHMENTS };

typedef struct script {
    double seconds;    // of all phases
    double full_force; // N
    double cut;        // s, when the last fifth of the rope is cut off; NAN: never
    double head_start; // s before the world's time: what was left out because the rope began tied
    script_phase phase;
    double force; // N, at each end now
    bool is_gripped;
    belay_rod_attachment_def grips[SCRIPT_GRIPS];
    int held[SCRIPT_GRIPS];
} script;

// When a phase begins, s; that of SCRIPT_DONE is the end.
double script_begin(const script* s, script_phase phase);

// Does what is due before the next step. False when the engine refuses, with the reason in `error`.
bool script_act(script* s, rope* r, belay_error* error);

// A word for a phase, as "tighten"; never null.
const char* script_phase_name(script_phase phase);

#endif
