// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Tall columns of small cubes. Straight, each cube lies exactly on the one below, so that the towers land and stand.
// Leaning, the centre of mass stands beyond the edge of the base, and all of it falls over.

#include "scenes/build.h"
#include "scenes/experiments/kinds.h"
#include "scenes/overlap.h"

#include <math.h>

#define ROW 10 // of the straight column
#define SIDE 0.1
#define PITCH 0.11
#define SLENDERNESS 5 // layers of the leaning one by the cubes in a row
// From layer to layer. With n layers the centre of mass is 0.0125 n beyond the middle of the base, whose edge is at
// PITCH n / SLENDERNESS / 2 = 0.011 n.
#define LEAN 0.025
#define LANDED 5.0 // s, when either has come to rest, more or less

static void build_layers(experiment* e, int row, double lean)
{
    for (int layer = 0; layer < experiment_n(e); layer++) {
        for (int i = 0; i < row * row; i++) {
            double x = PITCH * (i % row - 0.5 * (row - 1)) + lean * layer, y = PITCH * (i / row - 0.5 * (row - 1));
            build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, layer / 5);
            build_box(e, v3(SIDE, SIDE, SIDE), build_at(v3(x, y, 0.5 * SIDE + PITCH * layer)), &stuff);
        }
    }
}

static void build(experiment* e)
{
    build_floor(e);
    build_layers(e, ROW, 0.0);
    double height = PITCH * experiment_n(e), half = 0.8 + 0.25 * height;
    e->view = (experiment_view){{-half, -half, 0.0}, {half, half, 0.7 * height}, -2.2, 0.25};
}

static void build_leaning(experiment* e)
{
    int n = experiment_n(e), row = n > SLENDERNESS ? n / SLENDERNESS : 1;
    build_floor(e);
    build_layers(e, row, LEAN);
    double height = PITCH * n;
    e->view = (experiment_view){{-0.2 * height, -0.4 * height, 0.0}, {height, 0.4 * height, 0.7 * height}, -1.9, 0.25};
}

static bool has_landed(const experiment* e)
{
    return experiment_time(e) > LANDED;
}

static void measure(const experiment* e, experiment_result* results)
{
    overlap o = overlap_measure(e);
    double per_cent = 100.0 / SIDE;
    results[0] = (experiment_result){per_cent * o.max, has_landed(e) ? 0.0 : NAN, 5.0};
    results[1] = (experiment_result){per_cent * o.mean, has_landed(e) ? 0.0 : NAN, 0.5};
    results[2] = (experiment_result){per_cent * o.max_plane, has_landed(e) ? 0.0 : NAN, 5.0};
    results[3] = (experiment_result){belay_world_get_stats(e->world)->contacts, NAN, 0.0};
}

static double top_of(const experiment* e)
{
    double top = 0.0;
    for (int i = 0; i < e->part_count; i++) {
        belay_body_state s;
        if (e->parts[i].shape.type != BELAY_SHAPE_BOX) continue;
        if (belay_body_get_state(e->world, e->parts[i].body, &s) == BELAY_OK) top = fmax(top, s.pose.position.z);
    }
    return top;
}

static void measure_leaning(const experiment* e, experiment_result* results)
{
    measure(e, results);
    // A quarter of what it was: what has fallen lies no higher than the base is wide, and a cube or two on top.
    double limit = 0.25 * PITCH * experiment_n(e) + 2.0 * SIDE;
    results[4] = (experiment_result){top_of(e), has_landed(e) ? 0.0 : NAN, limit};
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

const experiment_kind experiment_collapse = {
    .name = "collapse",
    .title = "A leaning column of cubes collapses",
    .text = "Five thousand cubes again, and every layer a quarter of a cube further out than the one below: the centre "
            "of mass is beyond the edge of the base, and the column falls over as one and breaks up on the ground.",
    .seconds = 8.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.5, false},
               [EXPERIMENT_N] = {1.0, 200.0, 50.0, true}},
    .result_count = 5,
    .results = {{"largest overlap", "% of a side"},
                {"mean overlap", "% of a side"},
                {"deepest in the floor", "% of a side"},
                {"contacts", ""},
                {"height", "m"}},
    .build = build_leaning,
    .measure = measure_leaning,
};
