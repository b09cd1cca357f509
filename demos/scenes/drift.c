// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scenes/drift.h"

#include <stdlib.h>
#include <string.h>

static bool reserve(drift* d)
{
    if (d->count < d->capacity) return true;
    int capacity = d->capacity > 0 ? 2 * d->capacity : 32;
    size_t n = (size_t)capacity;
    belay_body_id* bodies = realloc(d->bodies, n * sizeof *bodies);
    if (bodies != NULL) d->bodies = bodies;
    belay_vec3* start = realloc(d->start, n * sizeof *start);
    if (start != NULL) d->start = start;
    belay_vec3* marked = realloc(d->marked, n * sizeof *marked);
    if (marked != NULL) d->marked = marked;
    if (bodies == NULL || start == NULL || marked == NULL) return false;
    d->capacity = capacity;
    return true;
}

void drift_add(drift* d, experiment* e, belay_body_id body)
{
    if (!build_check(e, reserve(d) ? BELAY_OK : BELAY_ERROR_MEMORY)) return;
    d->bodies[d->count] = body;
    d->start[d->count] = build_state(e, body).pose.position;
    d->count++;
}

static void mark(drift* d, const experiment* e)
{
    for (int i = 0; i < d->count; i++)
        d->marked[i] = build_state(e, d->bodies[i]).pose.position;
    d->is_marked = true;
}

void drift_follow(drift* d, const experiment* e)
{
    double time = experiment_time(e);
    if (!d->is_marked && time >= d->mark - 1e-9) mark(d, e);
    for (int i = 0; i < d->count && !d->has_fallen; i++) {
        belay_vec3 moved = v3_sub(build_state(e, d->bodies[i]).pose.position, d->start[i]);
        d->has_fallen = vec_length_xy(moved) > d->most_sideways || -moved.z > d->most_drop;
        if (d->has_fallen) d->fell_at = time;
    }
}

void drift_results(const drift* d, const experiment* e, drift_right right, experiment_result* results)
{
    double drop = 0.0, sideways = 0.0, creep = d->is_marked ? 0.0 : NAN;
    for (int i = 0; i < d->count; i++) {
        belay_vec3 now = build_state(e, d->bodies[i]).pose.position, moved = v3_sub(now, d->start[i]);
        drop = fmax(drop, fabs(moved.z));
        sideways = fmax(sideways, vec_length_xy(moved));
        if (d->is_marked) creep = fmax(creep, v3_length(v3_sub(now, d->marked[i])));
    }
    double none = right.is_standing ? 0.0 : NAN;
    results[0] = (experiment_result){d->has_fallen ? 0.0 : 1.0, right.is_standing ? 1.0 : 0.0, 0.0};
    results[1] = (experiment_result){1e3 * drop, none, 1e3 * right.settlement};
    results[2] = (experiment_result){1e3 * sideways, none, 1e3 * right.settlement};
    results[3] = (experiment_result){1e3 * creep, none, 1e3 * right.creep};
}

void drift_fini(drift* d)
{
    free(d->bodies);
    free(d->start);
    free(d->marked);
    memset(d, 0, sizeof *d);
}

void drift_after_step(experiment* e)
{
    drift_follow(e->data, e);
}

void drift_kind_fini(experiment* e)
{
    drift_fini(e->data);
}
