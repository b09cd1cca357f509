// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Flat and fixed: a wall to press and tap, and a plate that holds and lets go.

#include "haptic/places/place.h"

#include "scenes/build.h"

static const double WALL_X = 0.03; // m, of its face

static void build_wall(experiment* e)
{
    build_stuff brick = build_stuff_of(e, EXPERIMENT_LOOK_BRICK, 3);
    belay_shape slab = build_shape_box(v3(0.03, 0.1, 0.1));
    build_floor(e);
    build_shape(e, build_static(e, build_at(v3(WALL_X + 0.015, 0.0, 0.05))), &slab, belay_pose_identity(), &brick);
    place_add_tool(e, v3(-0.01, 0.0, 0.05));
    e->view = (experiment_view){{-0.05, -0.05, 0.0}, {0.06, 0.05, 0.1}, radians(-105.0), 0.3};
}

// Pressed 12 mm beyond where the tool touches, then tapped.
const place place_wall = {
    .kind = {.name = "wall",
             .title = "A wall",
             .text = "Hard, and never sticky: press it, slide along it, tap it.",
             .seconds = 4.0,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.4, false}},
             .data_size = sizeof(place_data),
             .build = build_wall},
    .static_friction_ratio = 1.0,
    .picture_time = 1.4,
    .waypoint_count = 12,
    .waypoints = {{0.0, {-0.01, 0.0, 0.05}},
                  {0.4, {-0.01, 0.0, 0.05}},
                  {1.0, {0.034, 0.0, 0.05}},
                  {1.5, {0.034, 0.0, 0.05}},
                  {2.0, {0.034, 0.0, 0.075}},
                  {2.5, {0.034, 0.0, 0.04}},
                  {2.7, {0.01, 0.0, 0.05}},
                  {2.85, {0.034, 0.0, 0.05}},
                  {3.0, {0.01, 0.0, 0.05}},
                  {3.15, {0.034, 0.0, 0.05}},
                  {3.3, {0.01, 0.0, 0.05}},
                  {4.0, {-0.01, 0.0, 0.05}}},
};

static void build_plate(experiment* e)
{
    build_stuff wood = build_stuff_of(e, EXPERIMENT_LOOK_WOOD, 1);
    belay_shape board = build_shape_box(v3(0.16, 0.1, 0.02));
    build_floor(e);
    build_shape(e, build_static(e, build_at(v3(0.0, 0.0, 0.01))), &board, belay_pose_identity(), &wood);
    place_add_tool(e, v3(-0.04, 0.0, 0.04));
    e->view = (experiment_view){{-0.08, -0.05, 0.0}, {0.08, 0.05, 0.06}, radians(-100.0), 0.35};
}

// Pressed 6 mm below where the tool touches, and drawn to and fro at 20 mm/s in the mean.
const place place_plate = {
    .kind = {.name = "plate",
             .title = "A plate that holds, then lets go",
             .text = "At rest it holds with 0.8 of the pressure, in motion with 0.4: stick and slip.",
             .seconds = 7.0,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.4, false}},
             .data_size = sizeof(place_data),
             .build = build_plate},
    .static_friction_ratio = 2.0,
    .picture_time = 3.0,
    .waypoint_count = 7,
    .waypoints = {{0.0, {-0.04, 0.0, 0.04}},
                  {0.4, {-0.04, 0.0, 0.04}},
                  {1.0, {-0.04, 0.0, 0.022}},
                  {1.2, {-0.04, 0.0, 0.022}},
                  {4.2, {0.03, 0.0, 0.022}},
                  {6.2, {-0.02, 0.0, 0.022}},
                  {7.0, {-0.02, 0.0, 0.04}}},
};
