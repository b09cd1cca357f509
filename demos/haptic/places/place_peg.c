// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A round peg to put into a square hole that is a little wider: it comes down on the rim, is drawn over the hole, and
// goes in although the hand holds it off the middle.

#include "haptic/places/place.h"

#include "scenes/build.h"

static const double PEG_RADIUS = 0.008, PEG_LENGTH = 0.03; // m
static const double PLAY = 0.0002;                         // m, on each side
static const double DEPTH = 0.02, WALL = 0.02;             // m, of the hole, and thickness of its walls

typedef struct peg_data {
    place_data place;
    double depth;     // m, of the peg's lower face below the rim
    double max_force; // N
    double axial;     // N, the hand's greatest push down while the peg goes in
} peg_data;

static void add_wall(experiment* e, belay_body_id block, belay_vec3 center, belay_vec3 size)
{
    build_stuff wood = build_stuff_of(e, EXPERIMENT_LOOK_WOOD, 1);
    belay_shape wall = build_shape_box(size);
    build_shape(e, block, &wall, build_at(center), &wood);
}

static void build(experiment* e)
{
    double half = PEG_RADIUS + PLAY, middle = half + 0.5 * WALL, outside = 2.0 * (half + WALL);
    belay_body_id block = build_static(e, belay_pose_identity());
    build_floor(e);
    add_wall(e, block, v3(-middle, 0.0, 0.5 * DEPTH), v3(WALL, outside, DEPTH));
    add_wall(e, block, v3(middle, 0.0, 0.5 * DEPTH), v3(WALL, outside, DEPTH));
    add_wall(e, block, v3(0.0, -middle, 0.5 * DEPTH), v3(2.0 * half, WALL, DEPTH));
    add_wall(e, block, v3(0.0, middle, 0.5 * DEPTH), v3(2.0 * half, WALL, DEPTH));
    place_add_bare_tool(e, v3(-0.012, 0.0, 0.05));
    belay_collider_def peg = belay_collider_def_cylinder(PEG_LENGTH, PEG_RADIUS);
    peg.material.friction = experiment_mu(e);
    build_collider(e, place_data_of(e)->tool, &peg, (experiment_paint){EXPERIMENT_LOOK_PAINT, 0});
    ((peg_data*)e->data)->depth = -HUGE_VAL;
    e->view = (experiment_view){{-0.04, -0.04, 0.0}, {0.04, 0.04, 0.065}, radians(-110.0), 0.5};
}

static void observe(experiment* e, const sample* s)
{
    peg_data* data = e->data;
    double depth = DEPTH + 0.5 * PEG_LENGTH - s->tool.z;
    data->depth = fmax(data->depth, depth);
    data->max_force = fmax(data->max_force, v3_length(s->force));
    if (depth > 0.002 && depth < DEPTH - 0.002 && s->time < 4.0) data->axial = fmax(data->axial, s->force.z);
}

static void measure(const experiment* e, experiment_result* results)
{
    const peg_data* data = e->data;
    results[0] = (experiment_result){1e3 * data->depth, 1e3 * DEPTH, 0.05};
    // Hand and coupling in a row, 300 and 1000 N/m: 231 N/m. It is held 0.3 mm to the side and pushed by 3 mm into the
    // ground; what rubs at the wall, and the device's own friction of 0.06 N, are let be.
    results[1] = (experiment_result){data->axial, 0.0, 0.1};
    results[2] = (experiment_result){data->max_force, 231.0 * 0.003, 0.1};
}

const place place_peg = {
    .kind = {.name = "peg",
             .title = "A peg for a hole",
             .text = "The hole is 0.4 mm wider than the peg: find it, and push the peg in to the ground.",
             .seconds = 6.0,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.2, false}},
             .result_count = 3,
             .results = {{"depth reached", "mm"}, {"push while it goes in", "N"}, {"largest force", "N"}},
             .data_size = sizeof(peg_data),
             .build = build,
             .measure = measure},
    .static_friction_ratio = 1.0,
    .picture_time = 2.7,
    .observe = observe,
    .waypoint_count = 8,
    .waypoints = {{0.0, {-0.012, 0.0, 0.05}},
                  {0.3, {-0.012, 0.0, 0.05}},
                  {0.9, {-0.012, 0.0, 0.033}},
                  {2.0, {0.0005, 0.0, 0.033}},
                  {3.4, {0.0005, 0.0, 0.012}},
                  {4.0, {0.0005, 0.0, 0.012}},
                  {5.2, {0.0, 0.0, 0.05}},
                  {6.0, {-0.012, 0.0, 0.05}}},
};
