// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Balls that settle in a box (renouf2005, table 1, and its larger siblings).

#include "scenes/build.h"
#include "scenes/kinds.h"
#include "scenes/overlap.h"

#define RADIUS 0.05     // m
#define LAYERS 6.5      // of settled balls, about, which sets the width of the box
#define WATCH_FROM 10.0 // s
#define WATCH_EVERY 0.1 // s

typedef struct settling {
    double width; // m
    double next_watch;
    double max_overlap, sum_overlap; // m, over the samples
    int samples;
} settling;

static void build_walls(experiment* e, double width)
{
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_HIDDEN, 0);
    belay_body_id walls = build_static(e, belay_pose_identity());
    for (int i = 0; i < 4; i++) {
        double sign = i % 2 == 0 ? 1.0 : -1.0;
        belay_vec3 inward = i < 2 ? vec(sign, 0.0, 0.0) : vec(0.0, sign, 0.0);
        belay_shape plane = {.type = BELAY_SHAPE_PLANE, .plane = {inward, -0.5 * width}};
        build_shape(e, walls, &plane, belay_pose_identity(), &stuff);
    }
    double height = 2.0 * RADIUS * (LAYERS + 2.0), thick = 0.01, middle = 0.5 * (width + thick);
    experiment_paint glass = {EXPERIMENT_LOOK_GLASS, 0};
    for (int i = 0; i < 4; i++) {
        double sign = i % 2 == 0 ? 1.0 : -1.0;
        belay_vec3 size = i < 2 ? vec(thick, width, height) : vec(width, thick, height);
        belay_vec3 at = i < 2 ? vec(sign * middle, 0.0, 0.5 * height) : vec(0.0, sign * middle, 0.5 * height);
        belay_shape wall = build_shape_box(size);
        build_scenery(e, &wall, build_at(at), glass);
    }
}

// Layer upon layer of a square grid, every ball a little off its place, so that the pile is not a crystal.
static void build_balls(experiment* e, double width)
{
    const double pitch = 2.2 * RADIUS, jitter = 0.05 * RADIUS;
    int row = (int)floor((width - 2.1 * RADIUS) / pitch) + 1;
    build_lot lot = build_lot_begin(e);
    for (int i = 0; i < experiment_n(e); i++) {
        int column = i % row, line = i / row % row, layer = i / (row * row);
        double x = pitch * (column - 0.5 * (row - 1)), y = pitch * (line - 0.5 * (row - 1));
        x += jitter * build_lot_draw(&lot);
        y += jitter * build_lot_draw(&lot);
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PATTERN, layer);
        build_ball(e, RADIUS, vec(x, y, 1.2 * RADIUS + pitch * layer), &stuff);
    }
}

static void build(experiment* e)
{
    settling* s = e->data;
    s->width = 0.1 * sqrt(experiment_n(e) / LAYERS);
    s->next_watch = WATCH_FROM;
    build_floor(e);
    build_walls(e, s->width);
    build_balls(e, s->width);
    double half = 0.5 * s->width;
    e->view = (experiment_view){{-half, -half, 0.0}, {half, half, 2.0 * RADIUS * (LAYERS + 2.0)}, -2.2, 0.45};
}

static void after_step(experiment* e)
{
    settling* s = e->data;
    if (experiment_time(e) < s->next_watch - 1e-9) return;
    s->next_watch += WATCH_EVERY;
    overlap o = overlap_measure(e);
    s->max_overlap = fmax(s->max_overlap, o.max);
    s->sum_overlap += o.mean;
    s->samples++;
}

static void measure(const experiment* e, experiment_result* results)
{
    const settling* s = e->data;
    overlap now = overlap_measure(e);
    belay_energy energy = belay_world_get_energy(e->world);
    double per_cent = 100.0 / (2.0 * RADIUS), largest = experiment_h(e) > 0.02 ? 2.0 : 0.5;
    double mean = s->samples > 0 ? s->sum_overlap / s->samples : NAN;
    results[0] = (experiment_result){s->samples > 0 ? per_cent * s->max_overlap : NAN, 0.0, largest};
    results[1] = (experiment_result){per_cent * mean, 0.0, 0.1 * largest};
    results[2] = (experiment_result){now.pairs, NAN, 0.0};
    // What is at rest has no energy, but the balls must have had the time to come to rest.
    bool is_settled = experiment_time(e) > WATCH_FROM;
    results[3] = (experiment_result){energy.translation + energy.rotation, is_settled ? 0.0 : NAN, 1e-8};
}

const experiment_kind experiment_settling = {
    .name = "settling",
    .title = "Balls settle in a box",
    .text = "A few hundred balls fall into a box and come to rest, about six layers deep.",
    .seconds = 20.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.3, false},
               [EXPERIMENT_N] = {8.0, 20000.0, 320.0, true},
               [EXPERIMENT_SEED] = {1.0, 1e6, 1.0, true}},
    .result_count = 4,
    .results = {{"largest overlap after 10 s", "% of a diameter"},
                {"mean overlap after 10 s", "% of a diameter"},
                {"overlapping pairs", ""},
                {"kinetic energy", "J"}},
    .data_size = sizeof(settling),
    .build = build,
    .after_step = after_step,
    .measure = measure,
};
