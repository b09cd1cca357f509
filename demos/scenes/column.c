// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A tall column of small cubes that fall on each other. Each lies exactly on the one below, so that the towers land and
// stand.

#include "scenes/build.h"
#include "scenes/kinds.h"
#include "scenes/overlap.h"

enum { ROW = 10 };
#define SIDE 0.1
#define PITCH 0.11

static void build(experiment* e)
{
    build_floor(e);
    for (int layer = 0; layer < experiment_n(e); layer++) {
        for (int i = 0; i < ROW * ROW; i++) {
            double x = PITCH * (i % ROW - 0.5 * (ROW - 1)), y = PITCH * (i / ROW - 0.5 * (ROW - 1));
            build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, layer / 5);
            build_box(e, vec(SIDE, SIDE, SIDE), build_at(vec(x, y, 0.5 * SIDE + PITCH * layer)), &stuff);
        }
    }
    double height = PITCH * experiment_n(e), half = 0.8 + 0.25 * height;
    e->view = (experiment_view){{-half, -half, 0.0}, {half, half, 0.7 * height}, -2.2, 0.25};
}

static void measure(const experiment* e, experiment_result* results)
{
    overlap o = overlap_measure(e);
    double per_cent = 100.0 / SIDE;
    bool has_landed = experiment_time(e) > 5.0;
    results[0] = (experiment_result){per_cent * o.max, has_landed ? 0.0 : NAN, 5.0};
    results[1] = (experiment_result){per_cent * o.mean, has_landed ? 0.0 : NAN, 0.5};
    results[2] = (experiment_result){per_cent * o.max_plane, has_landed ? 0.0 : NAN, 5.0};
    results[3] = (experiment_result){belay_world_get_stats(e->world)->contacts, NAN, 0.0};
}

const experiment_kind experiment_column = {
    .name = "column",
    .title = "A column of cubes lands",
    .text = "Ten by ten cubes in each layer, fifty layers, a finger's breadth apart: five thousand of them. Each lands "
            "exactly on the one below, and exact contacts give no tower a reason to fall.",
    .seconds = 10.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.5, false},
               [EXPERIMENT_N] = {1.0, 200.0, 50.0, true}},
    .result_count = 4,
    .results = {{"largest overlap", "% of a side"},
                {"mean overlap", "% of a side"},
                {"deepest in the floor", "% of a side"},
                {"contacts", ""}},
    .build = build,
    .measure = measure,
};
