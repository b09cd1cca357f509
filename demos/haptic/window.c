// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/window.h"

enum { HISTORY = 600 }; // frames

static int index_of(const place* p)
{
    for (int i = 0; i < place_count(); i++)
        if (place_at(i) == p) return i;
    return 0;
}

bool window_restart(shell* s, belay_error* error)
{
    window* w = s->state;
    if (w->view.v != NULL) view_destroy(&w->view);
    const place* p = place_at(w->place);
    w->hand = hand_at(p->waypoints[0].position);
    curves_clear(&w->curves);
    if (!live_start(&w->live, p, error)) return false;
    if (view_create(&w->view, s->v, w->live.e)) return true;
    *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for what is drawn"};
    return false;
}

bool window_start(shell* s, belay_error* error)
{
    window* w = s->state;
    const options* o = s->options;
    w->place = index_of(o->place);
    if (!live_create(&w->live, o, error)) return false;
    if (curves_init(&w->curves, HISTORY)) return window_restart(s, error);
    *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for the plots"};
    return false;
}

// Of a live that could not be created nothing is left, and nothing is to be ended.
void window_end(shell* s)
{
    window* w = s->state;
    if (w->view.v != NULL) view_destroy(&w->view);
    curves_fini(&w->curves);
    if (w->live.o != NULL) live_destroy(&w->live);
}

// ------------------------------------------------------------------------------------------------------------------
// Frames
// ------------------------------------------------------------------------------------------------------------------

static void move_hand(shell* s)
{
    window* w = s->state;
    if (!live_is_simulated(&w->live) || w->moves_camera) return;
    hand_follow(&w->hand, s->v, &w->live.e->view);
    SDL_AtomicSet(&w->live.grips, w->hand.grips);
    w->live.tilt = w->hand.tilt;
    live_set_hand(&w->live, w->hand.position, w->hand.velocity);
}

bool window_before_steps(shell* s, belay_error* error)
{
    window* w = s->state;
    (void)error;
    live_update(&w->live, viewer_time(s->v));
    if (w->wants_hold_changed) live_hold(&w->live, w->live.is_released);
    w->wants_hold_changed = false;
    viewer_camera_mouse_enable(s->v, w->moves_camera);
    move_hand(s);
    return true;
}

void window_view(shell* s, bool is_window)
{
    window* w = s->state;
    (void)is_window;
    view_camera_reset(&w->view, -0.03, 1.75);
}

// Physics waits while the window looks: some tenths of a millisecond, which the servo does not notice.
void window_draw(shell* s, double blend)
{
    window* w = s->state;
    (void)blend;
    SDL_LockMutex(w->live.lock);
    if (w->live.has_sample) {
        view_take(&w->view, &w->live.sample);
        curves_push(&w->curves, &w->live.sample);
    }
    view_draw(&w->view);
    SDL_UnlockMutex(w->live.lock);
}

const char* window_picture_name(const shell* s)
{
    const window* w = s->state;
    return w->live.p->kind.name;
}
