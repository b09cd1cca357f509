// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/settings.h"

#include "gallery/options.h"
#include "gallery/session.h"

#include "shell/panels.h"

#include <SDL.h>
#include <math.h>

// What the world took stays for the scenes to come.
static void set_solver(shell* s, const belay_solver_settings* wanted)
{
    session* n = s->state;
    if (belay_world_set_solver(n->e->world, wanted) == BELAY_OK)
        n->options.world.solver = *wanted;
    else
        shell_tell(s, belay_world_last_error(n->e->world));
}

// ------------------------------------------------------------------------------------------------------------------
// The method
// ------------------------------------------------------------------------------------------------------------------

// One for all classes of islands.
static void set_method(shell* s, bool enable_library, belay_method method)
{
    const session* n = s->state;
    belay_solver_settings wanted = belay_world_get_def(n->e->world)->solver;
    for (int i = 0; i < BELAY_ISLAND_CLASS_COUNT; i++) {
        wanted.islands[i].enable_library = enable_library;
        wanted.islands[i].method = method;
    }
    set_solver(s, &wanted);
}

static void method_widgets(shell* s)
{
    static const char* const ways[] = {"the engine's", "of the library"};
    const char* names[BELAY_METHOD_COUNT];
    const session* n = s->state;
    const belay_island_solver* now = &belay_world_get_def(n->e->world)->solver.islands[0];
    int way = now->enable_library ? 1 : 0, method = (int)now->method;
    if (viewer_ui_choice(s->v, "Method", &way, ways, 2)) set_method(s, way == 1, BELAY_METHOD_NSGS);
    if (way == 0) return;
    for (int i = 0; i < BELAY_METHOD_COUNT; i++)
        names[i] = belay_method_name((belay_method)i);
    if (viewer_ui_list(s->v, "Methods", &method, names, BELAY_METHOD_COUNT, 2))
        set_method(s, true, (belay_method)method);
}

// ------------------------------------------------------------------------------------------------------------------
// Numbers
// ------------------------------------------------------------------------------------------------------------------

static void number_widgets(shell* s)
{
    const session* n = s->state;
    viewer* v = s->v;
    belay_solver_settings wanted = belay_world_get_def(n->e->world)->solver;
    double sweeps = wanted.max_iterations, budget = 1e3 * wanted.budget_seconds, work = 1e-3 * (double)wanted.max_work;
    bool is_changed = viewer_ui_slider(v, "Tolerance", &wanted.tolerance, 1e-12, 1e-2, VIEWER_SLIDER_LOG, NULL);
    if (viewer_ui_slider(v, "Sweeps, at most", &sweeps, 1.0, 10000.0, VIEWER_SLIDER_LOG, NULL)) {
        wanted.max_iterations = (int)floor(sweeps + 0.5);
        is_changed = true;
    }
    if (viewer_ui_slider(v, "Budget (0: none)", &budget, 0.0, 40.0, VIEWER_SLIDER_LINEAR, "ms")) {
        wanted.budget_seconds = 1e-3 * budget;
        is_changed = true;
    }
    if (viewer_ui_slider(v, "Work, thousands (0: no limit)", &work, 0.0, 2000.0, VIEWER_SLIDER_INTEGER, NULL)) {
        wanted.max_work = (int64_t)(1e3 * work);
        is_changed = true;
    }
    is_changed |= viewer_ui_checkbox(v, "Begin with the last step's impulses", &wanted.enable_warm_start);
    if (is_changed) set_solver(s, &wanted);
}

static void world_widgets(shell* s)
{
    session* n = s->state;
    viewer* v = s->v;
    const belay_world_def* def = belay_world_get_def(n->e->world);
    double theta = def->theta, threads = def->worker_count;
    if (viewer_ui_slider(v, "\xCE\xB8", &theta, 0.5, 1.0, VIEWER_SLIDER_LINEAR, NULL)) {
        if (belay_world_set_theta(n->e->world, theta) == BELAY_OK) n->options.world.theta = theta;
    }
    double most = fmax(SDL_GetCPUCount(), 2.0);
    if (viewer_ui_slider(v, "Threads (begins anew)", &threads, 1.0, most, VIEWER_SLIDER_INTEGER, NULL)) {
        n->options.world.worker_count = (int)threads;
        s->controls.wants_restart = true;
    }
    if (viewer_ui_checkbox(v, "Let things fall asleep", &n->is_sleep_enabled))
        belay_world_set_sleep(n->e->world, n->is_sleep_enabled);
}

// As the command line says, else the engine.
static void reset(shell* s)
{
    session* n = s->state;
    const options* o = s->options;
    bool needs_world = n->options.world.worker_count != o->experiment.world.worker_count;
    set_solver(s, &o->experiment.world.solver);
    n->options.world = o->experiment.world;
    belay_world_set_theta(n->e->world, n->options.world.theta);
    n->is_sleep_enabled = o->enable_sleep;
    belay_world_set_sleep(n->e->world, n->is_sleep_enabled);
    if (needs_world) s->controls.wants_restart = true;
}

void settings_draw(shell* s)
{
    method_widgets(s);
    number_widgets(s);
    viewer_ui_separator(s->v);
    world_widgets(s);
    if (viewer_ui_button(s->v, "Back to the defaults")) reset(s);
}
