// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/session.h"

#include <belay/timer.h>

bool session_start(session* n, viewer* v, belay_error* error)
{
    if (!level_create(&n->level, error)) return false;
    if (budget_init(&n->budget) && (v == NULL || show_create(&n->show, v, &n->level))) return true;
    *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for what is drawn"};
    return false;
}

void session_end(session* n)
{
    show_destroy(&n->show);
    budget_fini(&n->budget);
    if (n->level.world != NULL) level_destroy(&n->level);
}

bool session_step(session* n, belay_error* error)
{
    double begin = belay_timer_seconds();
    bool is_good = level_step(&n->level, &n->controls, error);
    budget_add(&n->budget, belay_timer_seconds() - begin);
    n->controls.switches = false;
    show_take(&n->show);
    return is_good;
}

void session_draw(session* n, double blend, bool has_mouse)
{
    if (n->show.v == NULL) return;
    chase_apply(&n->chase, n->show.v, has_mouse);
    show_draw(&n->show, blend);
}

const char* session_task(const session* n)
{
    const level_state* s = &n->level.state;
    if (s->marks.is_at_goal) return "Done: the crate is in its place, and you are at the flag.";
    if (!s->marks.is_delivered) return "Tow the crate over the hills, into the yellow frame before the wall.";
    if (!s->is_walking) return "The crate is in its place. Get out (e), and go to the flag.";
    return "Through the door, past the boxes and over the bridge: go to the flag.";
}
