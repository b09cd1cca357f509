// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The elastic bouncing column (renouf2005, sec. 8.1): balls above each other that lose nothing when they meet.

#include "scenes/build.h"
#include "scenes/experiments/kinds.h"

#define RADIUS 0.05 // m
#define GAP 0.001   // m, between neighbours at the start
#define DROP 0.1    // m, from the lowest ball to the floor

typedef struct bounce {
    double rest;            // J: what the column has when it lies on the floor without gaps
    double start;           // J above that
    double lowest, highest; // J above it, so far
} bounce;

static double energy_above_rest(const experiment* e)
{
    const bounce* b = e->data;
    belay_energy now = belay_world_get_energy(e->world);
    return now.translation + now.rotation + now.potential - b->rest;
}

static void build(experiment* e)
{
    bounce* b = e->data;
    int n = experiment_n(e);
    build_floor(e);
    for (int i = 0; i < n; i++) {
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, i);
        stuff.material = (belay_material){0.0, 1.0};
        belay_shape ball = build_shape_sphere(RADIUS);
        belay_pose at = build_at(v3(0.0, 0.0, DROP + RADIUS + i * (2.0 * RADIUS + GAP)));
        belay_body_def def = build_solid_def(e, &ball, at, stuff.density);
        def.is_rotation_locked = true;
        build_shape(e, build_body(e, &def), &ball, belay_pose_identity(), &stuff);
        b->rest += def.mass * 9.81 * (2 * i + 1) * RADIUS;
    }
    if (e->status != BELAY_OK) return;
    b->start = b->lowest = b->highest = energy_above_rest(e);
    double top = DROP + 2.0 * n * (RADIUS + GAP) + 0.1;
    e->view = (experiment_view){{-0.2, -0.2, 0.0}, {0.2, 0.2, top}, -2.1, 0.15};
}

static void after_step(experiment* e)
{
    bounce* b = e->data;
    double now = energy_above_rest(e);
    b->lowest = fmin(b->lowest, now);
    b->highest = fmax(b->highest, now);
}

static void measure(const experiment* e, experiment_result* results)
{
    const bounce* b = e->data;
    double per_cent = 100.0 / b->start;
    results[0] = (experiment_result){per_cent * (energy_above_rest(e) - b->start), 0.0, 2.0};
    results[1] = (experiment_result){per_cent * (b->lowest - b->start), 0.0, 2.0};
    results[2] = (experiment_result){per_cent * (b->highest - b->start), 0.0, 2.0};
}

const experiment_kind experiment_bounce = {
    .name = "bounce",
    .title = "A column of balls that bounce for ever",
    .text = "Restitution 1, no friction: the energy above the column at rest stays as it was.",
    .seconds = 10.0,
    .ranges = {[EXPERIMENT_H] = {0.0001, 0.02, 1.0 / 240.0, false}, [EXPERIMENT_N] = {1.0, 50.0, 8.0, true}},
    .result_count = 3,
    .results = {{"energy change, now", "%"}, {"energy change, lowest", "%"}, {"energy change, highest", "%"}},
    .data_size = sizeof(bounce),
    .build = build,
    .after_step = after_step,
    .measure = measure,
};
