// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What demos in a window have in common to be controlled by: keys, running and halting, the list of keys.

#ifndef BELAY_VIEWER_CONTROLS_H
#define BELAY_VIEWER_CONTROLS_H

#include "viewer/window.h"

#include <stddef.h>

// Sets *request when the key went down in this frame.
void viewer_key_ask(const viewer* v, int key, bool* request);

// Turns *value over when the key went down in this frame.
void viewer_key_toggle(const viewer* v, int key, bool* value);

typedef struct viewer_run {
    bool is_paused, is_slow;
    bool wants_step, wants_restart, wants_view; // requests, for the demo to serve and to clear
} viewer_run;

// How many simulated seconds pass in one of the clock.
double viewer_run_speed(const viewer_run* run);

// Takes space, s, r, v and m.
void viewer_run_take_keys(viewer_run* run, const viewer* v);

// The same as buttons, in a panel that is open.
void viewer_run_buttons(viewer_run* run, viewer* v);

// A panel that tells the keys and what they do, placed as viewer_ui_panel_begin does.
void viewer_keys_panel(viewer* v, double x, double y, double width, const char* const (*keys)[2], size_t count);

// Below left, that there is one.
void viewer_keys_hint(viewer* v);

#endif
