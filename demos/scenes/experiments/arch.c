// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A semicircular arch of wedge-shaped stones, which stands when it is thick enough and falls when it is not.

#include "scenes/drift.h"
#include "scenes/experiments/kinds.h"
#include "scenes/experiments/voussoir.h"

#define DEPTH 0.3 // m

static void build(experiment* e)
{
    drift* d = e->data;
    double thickness = e->values[EXPERIMENT_T_OVER_R] * VOUSSOIR_RADIUS;
    *d = (drift){.most_sideways = 0.1, .most_drop = 0.2, .mark = 5.0};
    build_floor(e);
    for (int i = 0; i < VOUSSOIR_COUNT; i++) {
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_STONE, 5 * i);
        drift_add(d, e, voussoir_build(e, thickness, i, -0.5 * DEPTH, 0.5 * DEPTH, &stuff));
    }
    e->view = (experiment_view){{-1.1, -0.3, 0.0}, {1.1, 0.3, 1.1}, -2.05, 0.2};
}

static void measure(const experiment* e, experiment_result* results)
{
    bool is_standing = e->values[EXPERIMENT_T_OVER_R] > VOUSSOIR_LEAST_T;
    drift_results(e->data, e, (drift_right){is_standing, 0.5e-3, 1e-5}, results);
}

const experiment_kind experiment_arch = {
    .name = "arch",
    .title = "A stone arch, thick enough or not",
    .text = "Seventeen wedges on the floor. By limit analysis they stand from t/R = 0.1055 on.",
    .seconds = 30.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.7, false},
               [EXPERIMENT_T_OVER_R] = {0.02, 0.5, 0.15, false}},
    DRIFT_KIND,
    .build = build,
    .measure = measure,
};
