// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The game as it is played: the level, its picture, its camera, its time. The same in a window and without one.

#ifndef BELAY_DEMOS_GAME_SESSION_H
#define BELAY_DEMOS_GAME_SESSION_H

#include "game/budget.h"
#include "game/chase.h"
#include "game/facts.h"
#include "game/held.h"
#include "game/show.h"

#include "shell/program.h"

typedef struct options {
    const char* route; // the play of a run without a window
} options;

typedef struct session {
    level level;
    show show;
    chase chase;
    budget budget;
    level_controls controls; // of the steps to come; `switches` is for the first of them
} session;

// Begins the game, drawn on v (null: not). False: `error` says why; to be ended all the same.
bool session_start(session* n, viewer* v, belay_error* error);
void session_end(session* n);

// One step by the controls. False: the engine refused, with the reason in `error`.
bool session_step(session* n, belay_error* error);

// Draws the scene, with the camera where it has followed to, and what the game says of itself.
void session_draw(session* n, double blend, bool has_mouse);

// For plays: shell_program.report.
void window_report(const shell* s);

// What has been done and what is to be done, in a few words.
const char* session_task(const session* n);

#endif
