// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The rope in the window: in real time, with the hands on it and its last values.

#ifndef BELAY_DEMOS_KNOT_SESSION_H
#define BELAY_DEMOS_KNOT_SESSION_H

#include "knot/hands.h"
#include "knot/second.h"
#include "knot/tell.h"

enum { SESSION_MEMORIES = 32 };

// How all stood before something was done.
typedef struct memory {
    void* bytes; // of the world; NULL: none
    size_t size, room;
    rope rope;
    hands hands;
} memory;

typedef struct session {
    viewer* v;
    rope ropes[2]; // the one in use, and room to make the next one
    int used;
    rope_def def; // of the next one
    show show;
    hands hands;
    second_hand second;
    viewer_history pull;    // tension (N) over the distance of the ends (mm)
    viewer_history step_ms; // over time
    tell knot;
    memory* memories; // a ring of SESSION_MEMORIES, the newest at `newest`; NULL: there was no memory for them
    int newest, memory_count;
    char message[256]; // why the last rope could not be made, cut or joined; empty: it could
} session;

// Makes the rope. False: `error` says why; end it all the same.
bool session_create(session* s, viewer* v, const rope_def* def, double force, belay_error* error);
void session_destroy(session* s);

// The rope in use; owned by the session, another one after session_restart.
rope* session_rope(session* s);

// Makes the rope anew from `def`. When the engine refuses, the old one stays and `message` says why.
void session_restart(session* s);

// Keeps how all stands, to be taken back to by session_undo; the oldest is forgotten. Undo: does nothing when there is
// nothing to undo.
void session_remember(session* s);
void session_undo(session* s);

// What goes with the world when it is taken back, as shell_program.keep has it.
size_t session_keep(const session* s, void* bytes);
void session_take_back(session* s, const void* bytes);

// What can change while it lies there.
void session_set_mu(session* s, double mu);
void session_set_gravity(session* s, bool has_gravity);

// Cuts the rope where the mouse points; joins the two ends that are nearest. When that cannot be, `message` says why.
void session_cut(session* s);
void session_join(session* s);

// One step. False: the engine refused, with the reason in `error`.
bool session_step(session* s, belay_error* error);

// Draws the floor, the rope and the hands.
void session_draw(session* s);

#endif
