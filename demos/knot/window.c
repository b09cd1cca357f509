// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/window.h"

#include "knot/options.h"

#include "shell/window.h"

#include "scenes/vec.h"

#include <belay/decimal.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

bool window_start(shell* s, belay_error* error)
{
    window* w = s->state;
    const options* o = s->options;
    rope_def def = {.model = o->model,
                    .elements = o->elements,
                    .shape = ROPE_STRAIGHT,
                    .mu = o->mus.values[o->mus.count / 2],
                    .stiffness = options_stiffness(o, true),
                    .h = o->h,
                    .has_gravity = true};
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

belay_world* window_world(const shell* s, int index)
{
    const window* w = s->state;
    return index == 0 ? w->session.ropes[w->session.used].world : NULL;
}

size_t window_keep(const shell* s, void* bytes)
{
    const window* w = s->state;
    return session_keep(&w->session, bytes);
}

void window_take_back(shell* s, const void* bytes)
{
    window* w = s->state;
    session_take_back(&w->session, bytes);
}

bool window_before_steps(shell* s, belay_error* error)
{
    window* w = s->state;
    session* n = &w->session;
    requests* asked = &w->requests;
    (void)error;
    bool takes = hands_hover(&n->hands, session_rope(n), s->v);
    if (asked->undo)
        session_undo(n);
    else if (takes || asked->release || asked->cut || asked->join)
        session_remember(n);
    if (asked->release) hands_release(&n->hands, session_rope(n));
    hands_follow(&n->hands, session_rope(n), s->v, asked->wish);
    second_follow(&n->second, &n->hands, session_rope(n), s->v, shell_frame_seconds(s));
    if (asked->cut) session_cut(n);
    if (asked->join) session_join(n);
    *asked = (requests){0};
    return true;
}

// The whole rope between the panels, whatever the size of the window.
void window_view(shell* s, bool is_window)
{
    int width, height;
    viewer_size(s->v, &width, &height);
    double left = is_window ? s->program->left + 32.0 : 0.0, right = is_window ? s->program->right + 32.0 : 0.0;
    double free = fmax(width - left - right, 0.3 * width);
    viewer_camera_fov_set(s->v, 0.5);
    viewer_camera_angles_set(s->v, -0.5 * SCENE_PI, 0.95);
    viewer_camera_shift_set(s->v, 0.0, 0.0);
    viewer_camera_fit(s->v, v3(-0.52, -0.2, ROPE_FLOOR), v3(0.52, 0.2, ROPE_FLOOR + 0.05));
    viewer_shadow_region_set(s->v, v3(0.0, 0.0, ROPE_FLOOR), 0.9);
    viewer_camera_distance_set(s->v, viewer_camera_distance(s->v) * width / free);
    viewer_camera_shift_set(s->v, (left - right) / width, 0.0);
}

// A number from 0 to 1: that part of the length of the first piece.
bool window_place(const shell* s, const char* name, belay_vec3* place)
{
    const window* w = s->state;
    const rope_form* f = &w->session.ropes[w->session.used].form;
    double at;
    if (!belay_decimal_read(name, strlen(name), &at)) return false;
    at *= f->pieces.first[1] - 1;
    if (!(at >= 0.0 && at <= f->pieces.first[1] - 1)) return false;
    int node = (int)at < f->pieces.first[1] - 2 ? (int)at : f->pieces.first[1] - 2;
    belay_vec3 way = v3_sub(f->nodes[node + 1], f->nodes[node]);
    *place = v3_add_scaled(f->nodes[node], at - node, way);
    return true;
}

void window_report(const shell* s)
{
    const window* w = s->state;
    const rope* r = &w->session.ropes[w->session.used];
    tell knot = tell_knot(&r->form);
    const char* or = knot.below[0] != '\0' ? ", led out below " : "";
    printf("After %.1f s: knot %s%s%s; %d pieces, %d contacts, %.0f mm between the ends, tension %.2f and %.2f N.\n",
           r->now.time, knot.above, or, knot.below, r->form.pieces.count, r->now.contacts, 1e3 * r->now.span,
           r->now.tension[0], r->now.tension[1]);
}

void window_draw(shell* s, double blend)
{
    window* w = s->state;
    (void)blend;
    session_draw(&w->session);
}
