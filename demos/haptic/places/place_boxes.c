// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A stack of boxes to push: the one in the middle carries the one above with it over the one below, which
// stays.

#include "haptic/places/place.h"

#include "scenes/build.h"

enum { BOXES = 3 };
static const double SIDE = 0.04, HEIGHT = 0.03; // m
static const double DENSITY = 2000.0;           // kg/m^3: 96 g each

static void build(experiment* e)
{
    build_floor(e);
    for (int i = 0; i < BOXES; i++) {
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, i);
        stuff.density = DENSITY;
        build_box(e, v3(SIDE, SIDE, HEIGHT), build_at(v3(0.02, 0.0, HEIGHT * (i + 0.5))), &stuff);
    }
    place_add_tool(e, v3(-0.03, 0.0, 0.045));
    e->view = (experiment_view){{-0.06, -0.04, 0.0}, {0.08, 0.04, 0.1}, radians(-110.0), 0.3};
}

const place place_boxes = {
    .kind = {.name = "boxes",
             .title = "A stack of boxes",
             .text = "Push the one in the middle: it takes the one above along.",
             .seconds = 5.0,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.4, false}},
             .data_size = sizeof(place_data),
             .build = build},
    .static_friction_ratio = 1.0,
    .picture_time = 2.2,
    .waypoint_count = 6,
    .waypoints = {{0.0, {-0.03, 0.0, 0.045}},
                  {0.6, {-0.03, 0.0, 0.045}},
                  {1.0, {-0.01, 0.0, 0.045}},
                  {2.6, {0.013, 0.0, 0.045}},
                  {3.2, {-0.03, 0.0, 0.045}},
                  {5.0, {-0.03, 0.0, 0.045}}},
};
