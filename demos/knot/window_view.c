// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/window_view.h"

#include "knot/panels.h"
#include "scenes/vec.h"

#include <stdlib.h>

typedef struct window {
    const options* o;
    viewer* v;
    session session;
    controls controls;
    int picture_count;
} window;

static void reset_view(window* w)
{
    viewer_camera_fov_set(w->v, 0.5);
    viewer_camera_angles_set(w->v, -0.5 * SCENE_PI, 0.6);
    viewer_camera_shift_set(w->v, 0.0, 0.0);
    viewer_camera_fit(w->v, vec(-0.5, -0.15, -0.1), vec(0.5, 0.15, 0.1));
    viewer_shadow_region_set(w->v, vec(0.0, 0.0, ROPE_FLOOR), 0.9);
    viewer_camera_distance_set(w->v, 1.25 * viewer_camera_distance(w->v));
    viewer_camera_shift_set(w->v, -0.04, -0.02);
}

static void save_picture(window* w)
{
    viewer_capture_window(w->v, w->o->out, "window", ++w->picture_count, "knot: --out");
}

static bool advance(window* w, belay_error* error)
{
    controls* c = &w->controls;
    if (c->run.wants_step) {
        c->run.is_paused = true;
        w->session.pace.owed = 0.0;
        return session_step(&w->session, error);
    }
    return c->run.is_paused || session_advance(&w->session, viewer_run_speed(&c->run) * viewer_frame_time(w->v), error);
}

// What keys, and in the last frame the panels, asked for.
static bool serve(window* w, belay_error* error)
{
    controls* c = &w->controls;
    session* s = &w->session;
    if (c->run.wants_restart) session_restart(s);
    if (c->run.wants_view) reset_view(w);
    if (c->wants_release) hands_release(&s->hands, session_rope(s));
    if (c->wants_release) viewer_camera_mouse_enable(w->v, true);
    hands_follow(&s->hands, session_rope(s), w->v, c->wants_pin);
    if (c->wants_cut) session_cut(s);
    if (c->wants_join) session_join(s);
    if (!advance(w, error)) return false;
    c->run.wants_restart = c->run.wants_view = c->wants_release = c->wants_pin = c->run.wants_step = false;
    c->wants_cut = c->wants_join = false;
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

static window_result show_until_closed(window* w, char* error, size_t error_size)
{
    const options* o = w->o;
    belay_error why = {0};
    rope_def def = {.model = o->model,
                    .elements = o->elements,
                    .shape = ROPE_OVERHAND,
                    .mu = o->mus.values[o->mus.count / 2],
                    .stiffness = o->stiffness,
                    .h = o->h};
    bool is_good = session_create(&w->session, w->v, &def, o->force, &why);
    w->controls.run.wants_view = true;
    while (is_good && viewer_frame_begin(w->v))
        is_good = frame(w, &why);
    if (!is_good) snprintf(error, error_size, "%s", why.message);
    session_destroy(&w->session);
    return is_good ? WINDOW_CLOSED : WINDOW_FAILED;
}

window_result window_run(const options* o, char* error, size_t error_size)
{
    window* w = calloc(1, sizeof *w);
    window_result result = WINDOW_FAILED;
    if (w == NULL) {
        snprintf(error, error_size, "no memory for the window");
        return result;
    }
    viewer_def def = viewer_def_default();
    def.title = "Knot - Belay";
    def.width = o->size[0];
    def.height = o->size[1];
    def.interface_scale = fmin(fmin(def.width / 1280.0, def.height / 720.0), 1.0); // the panels must fit
    w->o = o;
    w->v = viewer_create(&def, error, error_size);
    result = w->v == NULL ? WINDOW_NO_OPENGL : show_until_closed(w, error, error_size);
    viewer_destroy(w->v);
    free(w);
    return result;
}
