// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/options.h"
#include "gallery/report.h"
#include "gallery/session.h"

#include "shell/parts.h"

#include <belay/hash.h>

#include <math.h>
#include <string.h>

static int index_of(const experiment_kind* kind)
{
    for (int i = 0; i < experiment_kind_count(); i++)
        if (experiment_kind_at(i) == kind) return i;
    return 0;
}

bool window_start(shell* s, belay_error* error)
{
    session* n = s->state;
    const options* o = s->options;
    n->v = s->v;
    n->options = o->experiment;
    n->show.flags = o->flags;
    n->scene = index_of(o->kind);
    n->is_sleep_enabled = o->enable_sleep;
    n->page.is_open = o->kind == NULL;
    return n->page.is_open || session_start(n, experiment_kind_at(n->scene), error);
}

void window_end(shell* s)
{
    session_end(s->state);
}

bool window_restart(shell* s, belay_error* error)
{
    session* n = s->state;
    for (int i = 0; i < EXPERIMENT_PARAMETER_COUNT && n->wants_own_values; i++)
        n->options.values[i] = NAN;
    n->wants_own_values = false;
    n->options.world.enable_sleep = n->is_sleep_enabled;
    return session_start(n, experiment_kind_at(n->scene), error);
}

bool window_step(shell* s, belay_error* error)
{
    return session_step(s->state, error);
}

double window_step_seconds(const shell* s)
{
    const session* n = s->state;
    return n->e != NULL ? belay_world_get_def(n->e->world)->step_seconds : 1.0;
}

belay_world* window_world(const shell* s, int index)
{
    const session* n = s->state;
    return index == 0 && n->e != NULL ? n->e->world : NULL;
}

size_t window_keep(const shell* s, void* bytes)
{
    return session_keep(s->state, bytes);
}

void window_take_back(shell* s, const void* bytes)
{
    session_take_back(s->state, bytes);
}

uint64_t window_build_key(const shell* s)
{
    const session* n = s->state;
    uint64_t key = belay_hash_bytes(BELAY_HASH_SEED, n->kind->name, strlen(n->kind->name));
    return belay_hash_bytes(key, n->e->values, sizeof n->e->values);
}

bool window_before_steps(shell* s, belay_error* error)
{
    session* n = s->state;
    viewer_mouse m = viewer_mouse_state(s->v);
    (void)error;
    if (n->grab.is_holding || n->tool == TOOL_PULL)
        grab_follow(&n->grab, &n->show);
    else if (m.left_pressed && !m.shift && !viewer_ui_wants_mouse(s->v))
        panels_use_tool(s, (tool)n->tool);
    return true;
}

bool window_shows_page(const shell* s)
{
    const session* n = s->state;
    return n->page.is_open;
}

bool window_leave(shell* s)
{
    session* n = s->state;
    grab_release(&n->grab, &n->show);
    n->page.is_open = true;
    return true;
}

void window_view(shell* s, bool is_window)
{
    session* n = s->state;
    show_camera_reset(&n->show, is_window ? SHOW_LAYOUT_WINDOW : SHOW_LAYOUT_PICTURE);
}

void window_draw(shell* s, double blend)
{
    session* n = s->state;
    show_draw(&n->show, blend);
    grab_draw(&n->grab, &n->show);
    tools_draw(&n->tools, &n->show);
}

const char* window_picture_name(const shell* s)
{
    const session* n = s->state;
    return n->kind->name;
}

void window_report(const shell* s)
{
    const session* n = s->state;
    if (n->page.shows_output) printf("%s\n", n->page.output);
    if (n->e == NULL) return;
    report_print(n->e, stdout);
    const belay_world_def* def = belay_world_get_def(n->e->world);
    const belay_island_solver* island = &def->solver.islands[0];
    printf("  tolerance %.3g, at most %d sweeps, method %s, %d threads\n", def->solver.tolerance,
           def->solver.max_iterations, island->enable_library ? belay_method_name(island->method) : "own",
           def->worker_count);
    printf("  state %016llx\n", (unsigned long long)belay_world_hash(n->e->world));
}
