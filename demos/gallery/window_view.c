// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/window_view.h"

#include "gallery/panels.h"
#include "gallery/session.h"

#include <math.h>
#include <stdio.h>

typedef struct window {
    viewer* v;
    session session;
    controls controls;
    int picture_count;
} window;

static bool advance(window* w, belay_error* error)
{
    controls* c = &w->controls;
    if (c->run.wants_step) {
        c->run.is_paused = true;
        w->session.pace.owed = 0.0;
        if (!session_step(&w->session, error)) return false;
        w->session.pace.owed = belay_world_get_def(w->session.e->world)->step_seconds; // shows the new state itself
        return true;
    }
    if (c->run.is_paused) return true;
    return session_advance(&w->session, viewer_run_speed(&c->run) * viewer_frame_time(w->v), error);
}

static bool restart(window* w, belay_error* error)
{
    controls* c = &w->controls;
    for (int i = 0; i < EXPERIMENT_PARAMETER_COUNT && c->wants_own_values; i++)
        w->session.options.values[i] = NAN;
    w->session.options.world.enable_sleep = c->is_sleep_enabled;
    return session_start(&w->session, experiment_kind_at(c->scene), error);
}

static void save_picture(window* w)
{
    viewer_capture_window(w->v, "out/gallery", w->session.kind->name, ++w->picture_count, "gallery");
}

// What keys, and in the last frame the panels, asked for.
static bool serve(window* w, belay_error* error)
{
    controls* c = &w->controls;
    if (c->run.wants_restart && !restart(w, error)) return false;
    if (c->run.wants_view) show_camera_reset(&w->session.show, SHOW_ROOM_WINDOW);
    grab_follow(&w->session.grab, &w->session.show);
    if (!advance(w, error)) return false;
    c->run.wants_restart = c->wants_own_values = c->run.wants_view = c->run.wants_step = false;
    return true;
}

static bool frame(window* w, belay_error* error)
{
    controls_take_keys(&w->controls, &w->session);
    if (!serve(w, error)) return false;
    session_draw(&w->session);
    panels_draw(&w->controls, &w->session);
    viewer_frame_end(w->v);
    if (w->controls.wants_picture) save_picture(w);
    w->controls.wants_picture = false;
    return true;
}

static bool show_until_closed(window* w, belay_error* error)
{
    while (viewer_frame_begin(w->v))
        if (!frame(w, error)) return false;
    return true;
}

static int index_of(const experiment_kind* kind)
{
    for (int i = 0; i < experiment_kind_count(); i++)
        if (experiment_kind_at(i) == kind) return i;
    return 0;
}

window_result window_run(const options* o, char* error, size_t error_size)
{
    window w = {0};
    belay_error why = {0};
    viewer_def def = viewer_def_default();
    def.title = "Gallery - Belay";
    def.width = o->size[0];
    def.height = o->size[1];
    def.interface_scale = fmin(fmin(def.width / 1280.0, def.height / 720.0), 1.0); // the panels must fit
    w.v = viewer_create(&def, error, error_size);
    if (w.v == NULL) return WINDOW_NO_OPENGL;
    w.controls = (controls){
        .scene = index_of(o->kind), .run.wants_view = true, .is_sleep_enabled = o->experiment.world.enable_sleep};
    w.session = (session){.v = w.v, .options = o->experiment};
    w.session.show.flags = o->flags;
    bool is_good = session_start(&w.session, experiment_kind_at(w.controls.scene), &why);
    is_good = is_good && show_until_closed(&w, &why);
    if (!is_good) snprintf(error, error_size, "%s", why.message);
    session_end(&w.session);
    viewer_destroy(w.v);
    return is_good ? WINDOW_CLOSED : WINDOW_FAILED;
}
