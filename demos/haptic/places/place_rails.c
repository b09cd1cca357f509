// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A steel ball in a valley of two rails: pushed up, it pushes back; let go, it rolls.

#include "haptic/places/place.h"

#include "scenes/build.h"

enum { POINTS = 41 };
static const double BALL_RADIUS = 0.012, RAIL_RADIUS = 0.003, HALF_GAP = 0.009; // m
static const double HALF_LENGTH = 0.12, BEND = 0.2, LIFT = 0.01;                // m; BEND: radius at the bottom

static void add_rail(experiment* e, double y)
{
    belay_vec3 points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double x = HALF_LENGTH * (2.0 * i / (POINTS - 1) - 1.0);
        points[i] = v3(x, y, LIFT + 0.5 * x * x / BEND);
    }
    belay_collider_def tube = belay_collider_def_tube(points, POINTS, false, RAIL_RADIUS);
    tube.material.friction = experiment_mu(e);
    build_collider(e, build_static(e, belay_pose_identity()), &tube, (experiment_paint){EXPERIMENT_LOOK_STEEL, 0});
}

static void build(experiment* e)
{
    build_floor(e);
    add_rail(e, -HALF_GAP);
    add_rail(e, HALF_GAP);
    build_stuff steel = build_stuff_of(e, EXPERIMENT_LOOK_PATTERN, 0);
    steel.density = 7800.0;
    double reach = BALL_RADIUS + RAIL_RADIUS;
    build_ball(e, BALL_RADIUS, v3(0.0, 0.0, LIFT + sqrt(reach * reach - HALF_GAP * HALF_GAP)), &steel);
    place_add_tool(e, v3(-0.05, 0.0, 0.03));
    e->view = (experiment_view){{-0.12, -0.03, 0.0}, {0.12, 0.03, 0.07}, radians(-105.0), 0.3};
}

const place place_rails = {
    .kind = {.name = "rails",
             .title = "A ball on two rails",
             .text = "Push it up the slope, hold it there, and let it roll.",
             .seconds = 5.0,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.3, false}},
             .data_size = sizeof(place_data),
             .build = build},
    .static_friction_ratio = 1.0,
    .picture_time = 1.9,
    .waypoint_count = 6,
    .waypoints = {{0.0, {-0.05, 0.0, 0.03}},
                  {0.6, {-0.05, 0.0, 0.03}},
                  {1.8, {0.05, 0.0, 0.033}},
                  {2.4, {0.05, 0.0, 0.033}},
                  {2.7, {-0.02, 0.0, 0.05}},
                  {5.0, {-0.05, 0.0, 0.06}}},
};
