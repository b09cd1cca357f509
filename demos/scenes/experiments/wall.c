// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A wall of bricks in running bond.

#include "scenes/build.h"
#include "scenes/drift.h"
#include "scenes/experiments/kinds.h"

#define BRICKS 10 // in a whole course
#define LENGTH 0.2
#define DEPTH 0.1
#define HEIGHT 0.06
#define JOINT 0.001 // m, open, between neighbours of a course; courses lie on each other without one

static void add_brick(experiment* e, double from, double to, int course, int index)
{
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_BRICK, 7 * course + 3 * index);
    belay_vec3 at = v3(0.5 * (from + to), 0.0, (course + 0.5) * HEIGHT);
    belay_body_id brick = build_box(e, v3(to - from, DEPTH, HEIGHT), build_at(at), &stuff);
    if (course == experiment_n(e) - 1) drift_add(e->data, e, brick);
}

// Whole bricks, or a half one at either end with whole ones between, so that joints lie over the middles of bricks.
static void add_course(experiment* e, int course)
{
    const double pitch = LENGTH + JOINT, width = BRICKS * LENGTH + (BRICKS - 1) * JOINT, left = -0.5 * width;
    const double half = 0.5 * (LENGTH - JOINT);
    if (course % 2 == 0) {
        for (int i = 0; i < BRICKS; i++)
            add_brick(e, left + i * pitch, left + i * pitch + LENGTH, course, i);
        return;
    }
    add_brick(e, left, left + half, course, 0);
    for (int i = 1; i < BRICKS; i++)
        add_brick(e, left + half + JOINT + (i - 1) * pitch, left + half + JOINT + (i - 1) * pitch + LENGTH, course, i);
    add_brick(e, left + width - half, left + width, course, BRICKS);
}

static void build(experiment* e)
{
    drift* d = e->data;
    *d = (drift){.most_sideways = 0.06, .most_drop = 0.12, .mark = 5.0};
    build_floor(e);
    for (int i = 0; i < experiment_n(e); i++)
        add_course(e, i);
    e->view = (experiment_view){{-1.05, -0.2, 0.0}, {1.05, 0.2, HEIGHT * experiment_n(e)}, -2.1, 0.18};
}

static void measure(const experiment* e, experiment_result* results)
{
    drift_results(e->data, e, (drift_right){true, 0.5e-3, 1e-6}, results);
}

const experiment_kind experiment_wall = {
    .name = "wall",
    .title = "A brick wall stands",
    .text = "Twenty courses in running bond, laid dry. The top course is watched.",
    .seconds = 30.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.6, false},
               [EXPERIMENT_N] = {1.0, 60.0, 20.0, true}},
    DRIFT_KIND,
    .build = build,
    .measure = measure,
};
