// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A barrel vault: the arch drawn out, its stones in bond.

#include "scenes/drift.h"
#include "scenes/experiments/kinds.h"
#include "scenes/experiments/voussoir.h"

#define LENGTH 0.4  // m, of a whole stone
#define JOINT 0.001 // m, open, between the stones of a course

static void add_stone(experiment* e, int course, int number, double y0, double y1)
{
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_STONE, 5 * course + 3 * number);
    double thickness = e->values[EXPERIMENT_T_OVER_R] * VOUSSOIR_RADIUS;
    drift_add(e->data, e, voussoir_build(e, thickness, course, y0, y1, &stuff));
}

// Whole stones, or half ones at both ends.
static void add_course(experiment* e, int course)
{
    int n = experiment_n(e);
    double width = n * LENGTH + (n - 1) * JOINT, y = -0.5 * width;
    double first = course % 2 == 0 ? LENGTH : 0.5 * (LENGTH - JOINT);
    for (int i = 0; y < 0.5 * width - JOINT; i++) {
        double end = fmin(y + (i == 0 ? first : LENGTH), 0.5 * width);
        add_stone(e, course, i, y, end);
        y = end + JOINT;
    }
}

static void build(experiment* e)
{
    drift* d = e->data;
    *d = (drift){.most_sideways = 0.1, .most_drop = 0.2, .mark = 5.0};
    build_floor(e);
    for (int i = 0; i < VOUSSOIR_COUNT; i++)
        add_course(e, i);
    double half = 0.5 * experiment_n(e) * (LENGTH + JOINT);
    e->view = (experiment_view){{-1.1, -half, 0.0}, {1.1, half, 1.1}, -2.2, 0.3};
}

static void measure(const experiment* e, experiment_result* results)
{
    bool is_standing = e->values[EXPERIMENT_T_OVER_R] > VOUSSOIR_LEAST_T;
    drift_results(e->data, e, (drift_right){is_standing, 0.5e-3, 1e-5}, results);
}

const experiment_kind experiment_vault = {
    .name = "vault",
    .title = "A barrel vault in bond",
    .text = "Seventeen courses of wedges, the joints of one over the middles of the next.",
    .seconds = 20.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.7, false},
               [EXPERIMENT_N] = {1.0, 20.0, 4.0, true},
               [EXPERIMENT_T_OVER_R] = {0.02, 0.5, 0.15, false}},
    DRIFT_KIND,
    .build = build,
    .measure = measure,
};
