// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A rubber rod to pull: it is clamped to a post, and at its end hangs a frame that the tool stands in. The hand feels
// the rod through the frame's four sides.

#include "haptic/places/place.h"

#include "scenes/build.h"

static const double LENGTH = 0.1, RADIUS = 0.003; // m, of the rod
static const double HEIGHT = 0.06, POST_X = -0.1; // m
static const double HOLE = 0.011, BAR = 0.003;    // m: half the frame's opening, and of a bar's thickness
static const double DEPTH = 0.03;                 // m, of the frame, so that the tool does not slip out
static const double FRAME_MASS = 0.012;           // kg

static void add_bar(experiment* e, belay_body_id frame, belay_vec3 center, belay_vec3 size)
{
    belay_collider_def bar = belay_collider_def_box(size);
    bar.pose.position = center;
    bar.material.friction = experiment_mu(e);
    build_collider(e, frame, &bar, (experiment_paint){EXPERIMENT_LOOK_PAINT, 4});
}

static belay_body_id add_frame(experiment* e, belay_vec3 center)
{
    double middle = HOLE + BAR, outside = 2.0 * (HOLE + 2.0 * BAR);
    belay_body_def def = belay_body_def_default();
    def.pose.position = center;
    def.mass = FRAME_MASS;
    def.inertia = belay_inertia_box(FRAME_MASS, v3(outside, DEPTH, outside));
    belay_body_id frame = build_body(e, &def);
    add_bar(e, frame, v3(-middle, 0.0, 0.0), v3(2.0 * BAR, DEPTH, outside));
    add_bar(e, frame, v3(middle, 0.0, 0.0), v3(2.0 * BAR, DEPTH, outside));
    add_bar(e, frame, v3(0.0, 0.0, -middle), v3(2.0 * HOLE, DEPTH, 2.0 * BAR));
    add_bar(e, frame, v3(0.0, 0.0, middle), v3(2.0 * HOLE, DEPTH, 2.0 * BAR));
    return frame;
}

static void clamp(experiment* e, belay_rod_id rod, double s, belay_body_id body)
{
    belay_rod_attachment_def def;
    if (build_check(e, belay_rod_attachment_def_at(e->world, rod, BELAY_ROD_CLAMP, s, body, &def)))
        build_check(e, belay_rod_attach(e->world, rod, &def, NULL));
}

static void add_rod(experiment* e, belay_body_id frame)
{
    place_data* data = e->data;
    belay_rod_def def = belay_rod_def_default();
    def.element_count = 16;
    def.start = v3(POST_X, 0.0, HEIGHT);
    def.length = LENGTH;
    def.radius = RADIUS;
    def.stretch_stiffness = 12.0;
    def.bend_stiffness[0] = def.bend_stiffness[1] = def.twist_stiffness = 4e-3;
    def.damping_time = 0.01;
    def.material.friction = experiment_mu(e);
    if (!build_check(e, belay_rod_create(e->world, &def, &data->rod))) return;
    clamp(e, data->rod, 0.0, (belay_body_id){0});
    clamp(e, data->rod, LENGTH, frame);
}

static void build(experiment* e)
{
    belay_vec3 center = v3(POST_X + LENGTH + HOLE + 2.0 * BAR, 0.0, HEIGHT);
    belay_shape post = build_shape_box(v3(0.02, 0.03, HEIGHT + 0.02));
    build_floor(e);
    build_scenery(e, &post, build_at(v3(POST_X - 0.01, 0.0, 0.5 * (HEIGHT + 0.02))),
                  (experiment_paint){EXPERIMENT_LOOK_WOOD, 2});
    add_rod(e, add_frame(e, center));
    place_add_tool(e, center);
    e->view = (experiment_view){{-0.12, -0.03, 0.0}, {0.09, 0.03, 0.11}, radians(-100.0), 0.25};
}

const place place_rod = {
    .kind = {.name = "rod",
             .title = "A rubber rod to pull",
             .text = "The tool stands in the frame at the rod's end: pull, lift, bend.",
             .seconds = 5.0,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.3, false}},
             .data_size = sizeof(place_data),
             .build = build},
    .static_friction_ratio = 1.0,
    .picture_time = 2.6,
    .waypoint_count = 7,
    .waypoints = {{0.0, {0.017, 0.0, 0.06}},
                  {0.5, {0.017, 0.0, 0.06}},
                  {1.5, {0.05, 0.0, 0.06}},
                  {2.0, {0.05, 0.0, 0.06}},
                  {2.5, {0.04, 0.0, 0.095}},
                  {3.2, {0.04, 0.0, 0.095}},
                  {5.0, {0.017, 0.0, 0.06}}},
};
