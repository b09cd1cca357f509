// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A pyramid of cubes in one plane.

#include "scenes/build.h"
#include "scenes/drift.h"
#include "scenes/experiments/kinds.h"

#define SIDE 0.2   // m
#define PITCH 0.21 // m

static void build(experiment* e)
{
    drift* d = e->data;
    int n = experiment_n(e);
    *d = (drift){.most_sideways = 0.1, .most_drop = 0.1, .mark = 5.0};
    build_floor(e);
    for (int level = 0; level < n; level++) {
        for (int i = 0; i < n - level; i++) {
            build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, level);
            belay_vec3 at = v3(PITCH * (i - 0.5 * (n - level - 1)), 0.0, SIDE * (level + 0.5));
            drift_add(d, e, build_box(e, v3(SIDE, SIDE, SIDE), build_at(at), &stuff));
        }
    }
    double half = 0.5 * PITCH * n;
    e->view = (experiment_view){{-half, -0.2, 0.0}, {half, 0.2, SIDE * n}, -2.0, 0.2};
}

static void measure(const experiment* e, experiment_result* results)
{
    drift_results(e->data, e, (drift_right){true, 1e-4, 1e-4}, results);
}

const experiment_kind experiment_pyramid = {
    .name = "pyramid",
    .title = "A pyramid of cubes",
    .text = "Ten levels, each cube across the gap between the two below it.",
    .seconds = 60.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.5, false},
               [EXPERIMENT_N] = {1.0, 100.0, 10.0, true}},
    DRIFT_KIND,
    .build = build,
    .measure = measure,
};
