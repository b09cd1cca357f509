// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_EVERY = 10 };

static const struct {
    const char* name;
    script_phase phase;
    double part; // of the phase
} MOMENTS[RUN_MOMENT_COUNT] = {
    {"straight", SCRIPT_TIE, 0.0}, {"led", SCRIPT_TIE, 0.38},         {"through", SCRIPT_TIE, 0.55},
    {"tied", SCRIPT_LET_GO, 1.0},  {"pulled", SCRIPT_TIGHTEN, 0.25},  {"half", SCRIPT_TIGHTEN, 0.5},
    {"tight", SCRIPT_HOLD, 1.0},   {"released", SCRIPT_RELEASE, 1.0},
};

const char* run_moment_name(run_moment moment)
{
    return MOMENTS[moment].name;
}

typedef struct walk {
    run* result;
    rope rope;
    script script;
    double* seconds; // of the steps since the last record
    int count, capacity;
    int steps; // all
    uint64_t knot;
    run_record open; // of the moment to come
    run_moment next;
    run_watch* watch;
    void* context;
} walk;

static double moment_time(const walk* w, run_moment m)
{
    double begin = script_begin(&w->script, MOMENTS[m].phase), end = script_begin(&w->script, MOMENTS[m].phase + 1);
    return begin + MOMENTS[m].part * (end - begin);
}

// ------------------------------------------------------------------------------------------------------------------
// Records
// ------------------------------------------------------------------------------------------------------------------

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

static void close_times(walk* w)
{
    double sum = 0.0;
    if (w->count == 0) return;
    for (int i = 0; i < w->count; i++)
        sum += w->seconds[i];
    qsort(w->seconds, (size_t)w->count, sizeof *w->seconds, compare);
    w->open.mean_seconds = sum / w->count;
    w->open.p99_seconds = w->seconds[(int)(0.99 * (w->count - 1) + 0.5)];
    w->count = 0;
}

static void close_record(walk* w)
{
    close_times(w);
    w->open.at = w->rope.now;
    w->open.form = w->rope.form;
    w->open.time = w->script.head_start + w->rope.now.time;
    w->open.force = w->script.force;
    w->open.knot = rope_knot(&w->rope.form);
    w->result->records[w->next++] = w->open;
    memset(&w->open, 0, sizeof w->open);
}

static void look_at_knot(walk* w)
{
    w->knot = rope_knot(&w->rope.form);
    w->open.checks++;
    if (w->knot == 0)
        w->open.unclear++;
    else if (w->knot != 3)
        w->open.other_knots++;
}

static void take_step(walk* w)
{
    const rope_sample* now = &w->rope.now;
    if (w->count < w->capacity) w->seconds[w->count++] = now->seconds;
    w->open.worst_residual = fmax(w->open.worst_residual, now->residual);
    w->open.deepest = fmax(w->open.deepest, now->deepest);
    w->open.unconverged += now->has_converged ? 0 : 1;
    if (++w->steps % CHECK_EVERY == 0) look_at_knot(w);
}

// ------------------------------------------------------------------------------------------------------------------
// The way through a run
// ------------------------------------------------------------------------------------------------------------------

static bool step(walk* w, belay_error* error)
{
    if (!script_act(&w->script, &w->rope, error) || !rope_step(&w->rope, error)) return false;
    take_step(w);
    error->message[0] = '\0';
    return w->watch(w->context, &w->rope, &w->script, w->knot);
}

static bool walk_to(walk* w, run_moment last, belay_error* error)
{
    double h = w->rope.def.h;
    while (w->next <= last) {
        double time = moment_time(w, w->next);
        while (w->script.head_start + belay_world_get_time(w->rope.world) < time - 0.5 * h)
            if (!step(w, error)) return false;
        close_record(w);
    }
    return true;
}

static bool begin_tied(walk* w, belay_error* error)
{
    rope_def def = w->rope.def;
    def.shape = ROPE_OVERHAND;
    rope_destroy(&w->rope);
    w->script.head_start = script_begin(&w->script, SCRIPT_LET_GO);
    w->script.is_gripped = false;
    w->next = RUN_TIED;
    w->count = w->steps = 0;
    memset(&w->open, 0, sizeof w->open);
    return rope_create(&w->rope, &def, error);
}

static bool walk_all(walk* w, belay_error* error)
{
    if (!walk_to(w, RUN_TIED, error)) return false;
    w->result->was_tied_by_hand = w->result->records[RUN_TIED].knot == 3;
    if (!w->result->was_tied_by_hand && (!begin_tied(w, error) || !walk_to(w, RUN_TIED, error))) return false;
    return walk_to(w, RUN_RELEASED, error);
}

static bool walk_with_memory(walk* w, const rope_def* def, belay_error* error)
{
    if (!rope_create(&w->rope, def, error)) return false;
    bool is_good = walk_all(w, error);
    rope_destroy(&w->rope);
    return is_good;
}

bool run_make(run* result, const options* o, double mu, run_watch* watch, void* context, belay_error* error)
{
    rope_def def = {.model = o->model,
                    .elements = o->elements,
                    .shape = ROPE_TO_BE_TIED,
                    .mu = mu,
                    .stiffness = options_stiffness(o, false),
                    .h = o->h};
    walk* w = calloc(1, sizeof *w);
    int capacity = (int)(o->seconds / o->h) + 2;
    double* seconds = malloc((size_t)capacity * sizeof *seconds);
    bool is_good = w != NULL && seconds != NULL;
    memset(result, 0, sizeof *result);
    result->mu = mu;
    if (is_good) {
        w->result = result;
        w->script = (script){.seconds = o->seconds, .full_force = o->force, .cut = o->cut};
        w->seconds = seconds;
        w->capacity = capacity;
        w->watch = watch;
        w->context = context;
        is_good = walk_with_memory(w, &def, error);
    } else {
        *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for the run"};
    }
    free(seconds);
    free(w);
    return is_good;
}
