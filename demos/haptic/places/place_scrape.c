// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A tip drawn over a washboard: round bars that lie side by side. The tip's centre goes along arcs about the bars'
// axes, of both radii together.

#include "haptic/places/place.h"

#include "scenes/build.h"

enum { BARS = 9 };
static const double PITCH = 0.01, BAR_RADIUS = 0.003, LENGTH = 0.06; // m
static const double FASTEST = 0.044;                                 // m/s, of the script's hand

typedef struct scrape_data {
    place_data place;
    double low, high; // m, of the tip over the bars' axes while it is drawn
    double worst;     // m, off the arcs
    int tops;
    bool was_up;
} scrape_data;

// The one place that says what the bars' surface is made of: a texture of the material goes here.
static belay_material surface_of(const experiment* e)
{
    belay_material m = belay_material_default();
    m.friction = experiment_mu(e);
    return m;
}

static void build(experiment* e)
{
    build_stuff steel = build_stuff_of(e, EXPERIMENT_LOOK_STEEL, 0);
    steel.material = surface_of(e);
    belay_shape bar = build_shape_capsule(LENGTH, BAR_RADIUS);
    belay_body_id board = build_static(e, belay_pose_identity());
    build_floor(e);
    for (int i = 0; i < BARS; i++)
        build_shape(e, board, &bar,
                    build_turned(v3(PITCH * (i - BARS / 2), 0.0, BAR_RADIUS), v3(1.0, 0.0, 0.0), radians(90.0)),
                    &steel);
    place_add_tool(e, v3(-0.035, 0.0, 0.03));
    scrape_data* data = e->data;
    data->low = HUGE_VAL;
    data->high = -HUGE_VAL;
    e->view = (experiment_view){{-0.06, -0.035, 0.0}, {0.06, 0.035, 0.05}, radians(-100.0), 0.4};
}

// How high the tip's centre is over the bars' axes where it touches the nearest one.
static double height_at(double x)
{
    double reach = PLACE_TOOL_RADIUS + BAR_RADIUS, off = x - PITCH * round(x / PITCH);
    return sqrt(reach * reach - off * off);
}

static void observe(experiment* e, const sample* s)
{
    scrape_data* data = e->data;
    if (s->time < 1.5 || s->time > 4.4) return;
    double height = s->tool.z - BAR_RADIUS, valley = height_at(0.5 * PITCH), top = height_at(0.0);
    bool is_up = height > (data->was_up ? valley + 0.3 * (top - valley) : valley + 0.7 * (top - valley));
    data->tops += is_up && !data->was_up;
    data->was_up = is_up;
    data->low = fmin(data->low, height);
    data->high = fmax(data->high, height);
    data->worst = fmax(data->worst, fabs(height - height_at(s->tool.x)));
}

static void measure(const experiment* e, experiment_result* results)
{
    const scrape_data* data = e->data;
    double bump = height_at(0.0) - height_at(0.5 * PITCH);
    results[0] = (experiment_result){data->tops, 7.0, 0.5};
    // In the valley the arcs meet in a corner, which the servo sees with the next step of physics: a way of as much.
    double slope = 0.5 * PITCH / height_at(0.5 * PITCH);
    double corner = slope * FASTEST * belay_world_get_def(e->world)->step_seconds + 1e-5;
    results[1] = (experiment_result){1e3 * (data->high - data->low), 1e3 * bump, 1e3 * corner};
    results[2] = (experiment_result){1e3 * data->worst, 0.0, 1e3 * corner};
}

const place place_scrape = {
    .kind = {.name = "scrape",
             .title = "A washboard to scrape",
             .text = "Draw the tip over the bars: each bump comes, as high as the bars' arcs are.",
             .seconds = 5.5,
             .ranges = {[EXPERIMENT_MU] = {0.0, 2.0, 0.2, false}},
             .result_count = 3,
             .results = {{"bumps", ""}, {"height of a bump", "mm"}, {"farthest off the bars' arcs", "mm"}},
             .data_size = sizeof(scrape_data),
             .build = build,
             .measure = measure},
    .static_friction_ratio = 1.0,
    .picture_time = 2.95,
    .observe = observe,
    .waypoint_count = 7,
    .waypoints = {{0.0, {-0.035, 0.0, 0.03}},
                  {0.4, {-0.035, 0.0, 0.03}},
                  {1.0, {-0.035, 0.0, 0.008}},
                  {1.4, {-0.035, 0.0, 0.008}},
                  {4.4, {0.035, 0.0, 0.008}},
                  {4.8, {0.035, 0.0, 0.008}},
                  {5.5, {0.035, 0.0, 0.03}}},
};
