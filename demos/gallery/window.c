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
    return session_start(n, experiment_kind_at(n->scene), error);
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
    return belay_world_get_def(n->e->world)->step_seconds;
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
    (void)error;
    grab_follow(&n->grab, &n->show);
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
}

const char* window_picture_name(const shell* s)
{
    const session* n = s->state;
    return n->kind->name;
}

void window_report(const shell* s)
{
    const session* n = s->state;
    report_print(n->e, stdout);
}
