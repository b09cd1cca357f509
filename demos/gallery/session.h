// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The experiment that runs in the window: in real time, with its last states and what it was built from.

#ifndef BELAY_DEMOS_GALLERY_SESSION_H
#define BELAY_DEMOS_GALLERY_SESSION_H

#include "gallery/curves.h"
#include "gallery/grab.h"
#include "gallery/page.h"
#include "gallery/show.h"
#include "gallery/tools.h"

#include "shell/program.h"

typedef struct session {
    viewer* v;
    const experiment_kind* kind;
    experiment_options options;
    experiment* e;
    show show;
    grab grab;
    tools tools;
    curves curves;
    page page;
    // What the panels choose:
    int tool;  // of the left button
    int tab;   // of the panel on the right
    int scene; // index of the kind that is asked for
    bool is_sleep_enabled;
    bool wants_own_values; // with the restart: those that the kind has
} session;

// Builds an experiment in place of the one before. False: `error` says why, and the session is empty.
bool session_start(session* s, const experiment_kind* kind, belay_error* error);

// One step. False when the engine refuses, with the reason in `error`.
bool session_step(session* s, belay_error* error);

// What goes with the world when it is taken back, as shell_program.keep has it.
size_t session_keep(const session* s, void* bytes);
void session_take_back(session* s, const void* bytes);

// Destroys the experiment and frees all. Allowed on a session that is all zero.
void session_end(session* s);

// panels.c: does at the mouse what a tool does; what cannot be done is told in the shell's note.
void panels_use_tool(shell* s, tool which);

// For plays: shell_program.report.
void window_report(const shell* s);

#endif
