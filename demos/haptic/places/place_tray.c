// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A tray in the hand with two boxes on it, one smooth, one rough: each slides when the tray is tilted by more than
// atan(mu), and what lies on the tray weighs.

#include "haptic/places/place.h"

#include "scenes/build.h"

enum { BOXES = 2 };
static const double MU[BOXES] = {0.2, 0.4};
static const double SIDE = 0.02, MASS = 0.03;       // m, kg
static const double SLIDES = 1e-3;                  // m/s, ...
static const double FAR = 1e-3;                     // ... for as long: m. A jerk, as when the other box falls, is less
static const belay_vec3 TRAY = {0.16, 0.09, 0.006}; // m

typedef struct tray_data {
    place_data place;
    belay_body_id boxes[BOXES];
    double angle[BOXES];             // rad, of the tray when the box began to slide; 0: not yet
    double begun[BOXES], way[BOXES]; // rad, m: of a slide that may yet end
    double weight;
    int count;
    double heaviest; // N, while both boxes lie where they were and the tray tilts
} tray_data;

static void add_box(experiment* e, int i, double height)
{
    tray_data* data = e->data;
    build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, i + 1);
    stuff.density = MASS / (SIDE * SIDE * SIDE);
    stuff.material.friction = MU[i] * MU[i]; // on the tray's 1: mu is the root of the product
    data->boxes[i] = build_box(e, v3(SIDE, SIDE, SIDE), build_at(v3(0.0, 0.04 * i - 0.02, height)), &stuff);
}

static void build(experiment* e)
{
    belay_vec3 center = v3(0.0, 0.0, 0.08);
    build_floor(e);
    place_add_bare_tool(e, center);
    belay_collider_def tray = belay_collider_def_box(TRAY);
    tray.material.friction = 1.0;
    build_collider(e, place_data_of(e)->tool, &tray, (experiment_paint){EXPERIMENT_LOOK_PAINT, 0});
    for (int i = 0; i < BOXES; i++)
        add_box(e, i, center.z + 0.5 * (TRAY.z + SIDE));
    e->view = (experiment_view){{-0.09, -0.05, 0.0}, {0.09, 0.05, 0.12}, radians(-105.0), 0.3};
}

static void observe(experiment* e, const sample* s)
{
    tray_data* data = e->data;
    if (s->time > 0.8 && s->time < 1.4) {
        data->weight -= s->force.z;
        data->count++;
    }
    if (s->time > 0.8 && data->angle[0] == 0.0) data->heaviest = fmax(data->heaviest, -s->force.z);
}

// Of the box against the place of the tray below it, along the tray.
static double sliding_speed(const experiment* e, belay_body_state tray, belay_body_id box)
{
    belay_body_state state = build_state(e, box);
    belay_vec3 arm = v3_sub(state.pose.position, tray.pose.position);
    belay_vec3 at = v3_add(tray.linear_velocity, v3_cross(tray.angular_velocity, arm));
    belay_vec3 along = belay_quat_rotate(tray.pose.rotation, v3(1.0, 0.0, 0.0));
    return fabs(v3_dot(along, v3_sub(state.linear_velocity, at)));
}

static void look(experiment* e)
{
    tray_data* data = e->data;
    belay_body_state tray = build_state(e, data->place.tool);
    belay_vec3 along = belay_quat_rotate(tray.pose.rotation, v3(1.0, 0.0, 0.0));
    for (int i = 0; i < BOXES && experiment_time(e) > 1.5; i++) {
        double speed = sliding_speed(e, tray, data->boxes[i]);
        if (data->way[i] == 0.0) data->begun[i] = asin(fabs(along.z));
        data->way[i] = speed > SLIDES ? data->way[i] + speed * belay_world_get_def(e->world)->step_seconds : 0.0;
        if (data->angle[i] == 0.0 && data->way[i] > FAR) data->angle[i] = data->begun[i];
    }
}

static void measure(const experiment* e, experiment_result* results)
{
    const tray_data* data = e->data;
    double weight = -BOXES * MASS * belay_world_get_def(e->world)->gravity.z;
    results[0] = (experiment_result){data->count > 0 ? data->weight / data->count : NAN, weight, 0.01 * weight};
    results[1] = (experiment_result){data->heaviest, weight, 0.05 * weight};
    for (int i = 0; i < BOXES; i++)
        results[i + 2] =
            (experiment_result){data->angle[i] > 0.0 ? degrees(data->angle[i]) : NAN, degrees(atan(MU[i])), 0.7};
}

const place place_tray = {
    .kind = {.name = "tray",
             .title = "A tray to carry",
             .text = "Two boxes lie on it, one smooth, one rough: tilted by more than atan(mu), each slides.",
             .seconds = 6.5,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.4, false}},
             .result_count = 2 + BOXES,
             .results = {{"weight of what it carries", "N"},
                         {"most felt until one slides", "N"},
                         {"smooth, mu 0.2, slides at", "deg"},
                         {"rough, mu 0.4, slides at", "deg"}},
             .data_size = sizeof(tray_data),
             .build = build,
             .after_step = look,
             .measure = measure},
    .static_friction_ratio = 1.0,
    .picture_time = 3.75,
    .observe = observe,
    .waypoint_count = 3,
    .waypoints = {{0.0, {0.0, 0.0, 0.08}}, {1.5, {0.0, 0.0, 0.08}}, {6.5, {0.0, 0.0, 0.08}}},
    .tilt_count = 3,
    .tilts = {{0.0, 0.0}, {1.5, 0.0}, {6.5, 0.436}},
};
