// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/window_view.h"

#include "haptic/hand.h"
#include "haptic/panels.h"
#include "haptic/view.h"

#include <math.h>

enum { HISTORY = 600 }; // frames

typedef struct window {
    viewer* v;
    live live;
    view view; // empty before the first place
    curves curves;
    hand hand;
    controls controls;
    int picture_count;
} window;

static bool restart(window* w, belay_error* error)
{
    if (w->view.v != NULL) view_destroy(&w->view);
    const place* p = place_at(w->controls.place);
    w->hand = hand_at(p->waypoints[0].position);
    curves_clear(&w->curves);
    if (!live_start(&w->live, p, error)) return false;
    if (view_create(&w->view, w->v, w->live.e)) return true;
    *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for what is drawn"};
    return false;
}

static void save_picture(window* w)
{
    viewer_capture_window(w->v, w->live.o->out, w->live.p->kind.name, ++w->picture_count, "haptic");
}

static bool serve(window* w, belay_error* error)
{
    controls* c = &w->controls;
    if (c->wants_restart && !restart(w, error)) return false;
    if (c->wants_view) view_camera_reset(&w->view, -0.03, 1.75);
    if (c->wants_hold_changed) live_hold(&w->live, w->live.is_released);
    viewer_camera_mouse_enable(w->v, c->moves_camera);
    c->wants_restart = c->wants_view = c->wants_hold_changed = false;
    return true;
}

static void move_hand(window* w)
{
    if (!live_is_simulated(&w->live) || w->controls.moves_camera) return;
    hand_follow(&w->hand, w->v, &w->live.e->view);
    SDL_AtomicSet(&w->live.grips, w->hand.grips);
    w->live.tilt = w->hand.tilt;
    live_set_hand(&w->live, w->hand.position, w->hand.velocity);
}

// Physics waits while the window looks: some tenths of a millisecond, which the servo does not notice.
static void draw(window* w)
{
    SDL_LockMutex(w->live.lock);
    if (w->live.has_sample) {
        view_take(&w->view, &w->live.sample);
        curves_push(&w->curves, &w->live.sample);
    }
    view_draw(&w->view);
    panels_draw(&w->controls, &w->live, &w->curves, w->v);
    SDL_UnlockMutex(w->live.lock);
}

static bool show_until_closed(window* w, belay_error* error)
{
    while (viewer_frame_begin(w->v)) {
        controls_take_keys(&w->controls, w->v);
        live_update(&w->live, viewer_time(w->v));
        if (!serve(w, error)) return false;
        move_hand(w);
        draw(w);
        viewer_frame_end(w->v);
        if (w->controls.wants_picture) save_picture(w);
        w->controls.wants_picture = false;
    }
    return true;
}

static int index_of(const place* p)
{
    for (int i = 0; i < place_count(); i++)
        if (place_at(i) == p) return i;
    return 0;
}

static window_result run(window* w, const options* o, char* error, size_t error_size)
{
    belay_error why = {0};
    if (!live_create(&w->live, o, &why)) {
        snprintf(error, error_size, "%s", why.message);
        return why.code == BELAY_ERROR_HANDLE ? WINDOW_NO_DEVICE : WINDOW_FAILED;
    }
    bool is_good = curves_init(&w->curves, HISTORY);
    if (!is_good) snprintf(why.message, sizeof why.message, "no memory for the plots");
    is_good = is_good && show_until_closed(w, &why);
    if (!is_good) snprintf(error, error_size, "%s", why.message);
    if (w->view.v != NULL) view_destroy(&w->view);
    curves_fini(&w->curves);
    live_destroy(&w->live);
    return is_good ? WINDOW_CLOSED : WINDOW_FAILED;
}

window_result window_run(const options* o, char* error, size_t error_size)
{
    window w = {.controls = {.place = index_of(o->place), .wants_restart = true, .wants_view = true}};
    viewer_def def = viewer_def_default();
    def.title = "Haptics - Belay";
    def.width = o->size[0];
    def.height = o->size[1];
    def.interface_scale = fmin(fmin(def.width / 1280.0, def.height / 720.0), 1.0); // the panels must fit
    w.v = viewer_create(&def, error, error_size);
    if (w.v == NULL) return WINDOW_NO_OPENGL;
    window_result result = run(&w, o, error, error_size);
    viewer_destroy(w.v);
    return result;
}
