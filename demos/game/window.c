// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/session.h"

#include "shell/parts.h"
#include "shell/window.h"

#include <stdio.h>
#include <string.h>

bool window_start(shell* s, belay_error* error)
{
    if (s->v != NULL) viewer_pad_enable(s->v);
    return session_start(s->state, s->v, error);
}

void window_end(shell* s)
{
    session_end(s->state);
}

bool window_restart(shell* s, belay_error* error)
{
    session* n = s->state;
    session_end(n);
    memset(n, 0, sizeof *n);
    return session_start(n, s->v, error);
}

bool window_step(shell* s, belay_error* error)
{
    return session_step(s->state, error);
}

double window_step_seconds(const shell* s)
{
    (void)s;
    return LEVEL_STEP;
}

belay_world* window_world(const shell* s, int index)
{
    const session* n = s->state;
    return index == 0 ? n->level.world : NULL;
}

size_t window_keep(const shell* s, void* bytes)
{
    const session* n = s->state;
    if (bytes != NULL) memcpy(bytes, &n->level.state, sizeof n->level.state);
    return sizeof n->level.state;
}

void window_take_back(shell* s, const void* bytes)
{
    session* n = s->state;
    memcpy(&n->level.state, bytes, sizeof n->level.state);
    show_take(&n->show);
    show_take(&n->show);
}

static bool either(const viewer* v, int key, int other)
{
    return viewer_key_is_down(v, key) || viewer_key_is_down(v, other);
}

bool window_before_steps(shell* s, belay_error* error)
{
    session* n = s->state;
    viewer_pad pad = viewer_pad_state(s->v);
    (void)error;
    held now = {.ahead = either(s->v, 'w', VIEWER_KEY_UP),
                .back = either(s->v, 's', VIEWER_KEY_DOWN),
                .left = either(s->v, 'a', VIEWER_KEY_LEFT),
                .right = either(s->v, 'd', VIEWER_KEY_RIGHT),
                .brakes = viewer_key_is_down(s->v, VIEWER_KEY_SPACE),
                .x = pad.x,
                .y = pad.y,
                .lift = pad.lift,
                .grips = pad.grips,
                .switches = viewer_key_was_pressed(s->v, 'e') || pad.pin_pressed};
    // A frame without a step must not lose it.
    now.switches = now.switches || n->controls.switches;
    n->controls = held_controls(&now);
    return true;
}

void window_view(shell* s, bool is_window)
{
    session* n = s->state;
    (void)is_window;
    viewer_camera_fov_set(s->v, 0.75);
    n->chase = (chase){0};
}

void window_draw(shell* s, double blend)
{
    session* n = s->state;
    budget_end_frame(&n->budget, belay_world_get_time(n->level.world));
    chase_follow(&n->chase, &n->level, blend, shell_frame_seconds(s));
    session_draw(n, blend, true);
}

void window_report(const shell* s)
{
    const session* n = s->state;
    fact facts[FACTS_COUNT];
    facts_measure(&n->level, facts);
    facts_print(facts, stdout);
}
