// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/window.h"

#include "knot/options.h"

#include "scenes/vec.h"

bool window_start(shell* s, belay_error* error)
{
    window* w = s->state;
    const options* o = s->options;
    rope_def def = {.model = o->model,
                    .elements = o->elements,
                    .shape = ROPE_OVERHAND,
                    .mu = o->mus.values[o->mus.count / 2],
                    .stiffness = o->stiffness,
                    .h = o->h};
    return session_create(&w->session, s->v, &def, o->force, error);
}

void window_end(shell* s)
{
    window* w = s->state;
    session_destroy(&w->session);
}

bool window_restart(shell* s, belay_error* error)
{
    window* w = s->state;
    (void)error;
    session_restart(&w->session);
    return true;
}

bool window_step(shell* s, belay_error* error)
{
    window* w = s->state;
    return session_step(&w->session, error);
}

double window_step_seconds(const shell* s)
{
    const window* w = s->state;
    return w->session.def.h;
}

bool window_before_steps(shell* s, belay_error* error)
{
    window* w = s->state;
    session* n = &w->session;
    requests* asked = &w->requests;
    (void)error;
    if (asked->release) {
        hands_release(&n->hands, session_rope(n));
        viewer_camera_mouse_enable(s->v, true);
    }
    hands_follow(&n->hands, session_rope(n), s->v, asked->pin);
    if (asked->cut) session_cut(n);
    if (asked->join) session_join(n);
    *asked = (requests){0};
    return true;
}

void window_view(shell* s, bool is_window)
{
    (void)is_window;
    viewer_camera_fov_set(s->v, 0.5);
    viewer_camera_angles_set(s->v, -0.5 * SCENE_PI, 0.6);
    viewer_camera_shift_set(s->v, 0.0, 0.0);
    viewer_camera_fit(s->v, v3(-0.5, -0.15, -0.1), v3(0.5, 0.15, 0.1));
    viewer_shadow_region_set(s->v, v3(0.0, 0.0, ROPE_FLOOR), 0.9);
    viewer_camera_distance_set(s->v, 1.25 * viewer_camera_distance(s->v));
    viewer_camera_shift_set(s->v, -0.04, -0.02);
}

void window_draw(shell* s, double blend)
{
    window* w = s->state;
    (void)blend;
    session_draw(&w->session);
}
