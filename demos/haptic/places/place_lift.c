// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Three boxes alike in size to lift and weigh: the hand grips each from above, and feels m g.

#include "haptic/places/place.h"

#include "scenes/build.h"

enum { BOXES = 3 };
static const double SIDE = 0.03, APART = 0.045;        // m
static const double MASSES[BOXES] = {0.05, 0.1, 0.15}; // kg
static const double WEIGHED[BOXES] = {2.0, 5.0, 8.0};  // s, when the script holds them still
static const double WEIGHING = 0.5;                    // s

typedef struct lift_data {
    place_data place;
    double sums[BOXES];
    int counts[BOXES];
} lift_data;

static void build(experiment* e)
{
    build_floor(e);
    for (int i = 0; i < BOXES; i++) {
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, i + 1);
        stuff.density = MASSES[i] / (SIDE * SIDE * SIDE);
        build_box(e, v3(SIDE, SIDE, SIDE), build_at(v3(APART * (i - 1), 0.0, 0.5 * SIDE)), &stuff);
    }
    place_add_tool(e, v3(-APART, 0.0, 0.06));
    e->view = (experiment_view){{-0.08, -0.04, 0.0}, {0.08, 0.04, 0.11}, radians(-105.0), 0.3};
}

static void observe(experiment* e, const sample* s)
{
    lift_data* data = e->data;
    for (int i = 0; i < BOXES; i++) {
        if (s->time < WEIGHED[i] || s->time >= WEIGHED[i] + WEIGHING) continue;
        data->sums[i] -= s->force.z;
        data->counts[i]++;
    }
}

static void measure(const experiment* e, experiment_result* results)
{
    const lift_data* data = e->data;
    for (int i = 0; i < BOXES; i++) {
        double right = -MASSES[i] * belay_world_get_def(e->world)->gravity.z;
        results[i] =
            (experiment_result){data->counts[i] > 0 ? data->sums[i] / data->counts[i] : NAN, right, 0.01 * right};
    }
}

const place place_lift = {
    .kind = {.name = "lift",
             .title = "Boxes to lift and weigh",
             .text = "50, 100 and 150 g: grip one (left button), lift it, and feel its weight.",
             .seconds = 9.5,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.5, false}},
             .result_count = BOXES,
             .results = {{"the box of 50 g weighs", "N"},
                         {"the box of 100 g weighs", "N"},
                         {"the box of 150 g weighs", "N"}},
             .data_size = sizeof(lift_data),
             .build = build,
             .before_step = place_grip,
             .measure = measure},
    .static_friction_ratio = 1.0,
    .picture_time = 8.2,
    .observe = observe,
    .grip_count = 3,
    .grips = {{0.9, 3.1}, {3.9, 6.1}, {6.9, 9.1}},
    .waypoint_count = 20,
    .waypoints = {{0.0, {-0.045, 0.0, 0.06}},   {0.3, {-0.045, 0.0, 0.06}},  {0.8, {-0.045, 0.0, 0.0375}},
                  {1.0, {-0.045, 0.0, 0.0375}}, {1.6, {-0.045, 0.0, 0.075}}, {2.5, {-0.045, 0.0, 0.075}},
                  {3.0, {-0.045, 0.0, 0.0375}}, {3.2, {-0.045, 0.0, 0.045}}, {3.6, {0.0, 0.0, 0.045}},
                  {3.8, {0.0, 0.0, 0.0375}},    {4.0, {0.0, 0.0, 0.0375}},   {4.6, {0.0, 0.0, 0.075}},
                  {5.5, {0.0, 0.0, 0.075}},     {6.0, {0.0, 0.0, 0.0375}},   {6.2, {0.0, 0.0, 0.045}},
                  {6.6, {0.045, 0.0, 0.045}},   {6.8, {0.045, 0.0, 0.0375}}, {7.0, {0.045, 0.0, 0.0375}},
                  {7.6, {0.045, 0.0, 0.075}},   {9.0, {0.045, 0.0, 0.075}}},
};
