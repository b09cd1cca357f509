// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Boxes that slide out of a ring in all directions until friction has stopped them: a compass of friction.

#include "scenes/experiments/kinds.h"
#include "scenes/stepping.h"

#include <stdio.h>

enum { MOST = 72 };
#define SPEED 2.0 // m/s
#define RING 0.8  // m, radius of the ring that they start from

typedef struct slide {
    belay_body_id boxes[MOST];
} slide;

static belay_vec3 heading_of(const experiment* e, int i)
{
    double angle = 2.0 * SCENE_PI * i / experiment_n(e);
    return v3(cos(angle), sin(angle), 0.0);
}

// All boxes stand along the axes, so that each goes its own way across its own sides.
static void build(experiment* e)
{
    slide* s = e->data;
    build_floor(e);
    for (int i = 0; i < experiment_n(e); i++) {
        belay_shape box = build_shape_box(v3(0.2, 0.2, 0.05));
        belay_vec3 at = v3_scale(RING, heading_of(e, i));
        at.z = 0.025;
        belay_body_def def = build_solid_def(e, &box, build_at(at), 500.0);
        def.linear_velocity = v3_scale(SPEED, heading_of(e, i));
        s->boxes[i] = build_body(e, &def);
        belay_collider_def collider = belay_collider_def_default(box);
        collider.material = (belay_material){experiment_mu(e), 0.0};
        collider.filter.group = -1; // none of one group touches another of it
        build_collider(e, s->boxes[i], &collider, (experiment_paint){EXPERIMENT_LOOK_PAINT, i});
        build_path_push_foot(e, build_path(e, i, ""), at);
    }
    double reach = RING + SPEED * SPEED / (2.0 * experiment_mu(e) * 9.81) + 0.15;
    e->view = (experiment_view){{-reach, -reach, 0.0}, {reach, reach, 0.05}, -SCENE_PI / 2.0, 0.85};
}

static void after_step(experiment* e)
{
    const slide* s = e->data;
    for (int i = 0; i < experiment_n(e); i++)
        build_path_push_foot(e, i, build_state(e, s->boxes[i]).pose.position);
}

static double yaw_of(belay_quat q)
{
    return 2.0 * atan2(q.z, q.w);
}

static void measure(const experiment* e, experiment_result* results)
{
    const slide* s = e->data;
    double right = stepping_stop_distance(e, SPEED, experiment_mu(e) * 9.81), mean = 0.0;
    double shortest = HUGE_VAL, longest = 0.0, aside = 0.0, yaw = 0.0, speed = 0.0;
    for (int i = 0; i < experiment_n(e); i++) {
        belay_body_state state = build_state(e, s->boxes[i]);
        belay_vec3 heading = heading_of(e, i), displacement = v3_sub(state.pose.position, v3_scale(RING, heading));
        double length = vec_length_xy(displacement);
        mean += length / experiment_n(e);
        shortest = fmin(shortest, length);
        longest = fmax(longest, length);
        aside = fmax(
            aside, fabs(atan2(heading.x * displacement.y - heading.y * displacement.x, v3_dot(displacement, heading))));
        yaw = fmax(yaw, fabs(yaw_of(state.pose.rotation)));
        speed = fmax(speed, v3_length(state.linear_velocity));
    }
    bool is_over = !(speed > 0.01);
    results[0] = (experiment_result){100.0 * (mean / right - 1.0), is_over ? 0.0 : NAN, 0.01};
    results[1] = (experiment_result){100.0 * (longest - shortest) / right, is_over ? 0.0 : NAN, 0.05};
    results[2] = (experiment_result){degrees(aside), is_over ? 0.0 : NAN, 0.02};
    results[3] = (experiment_result){degrees(yaw), is_over ? 0.0 : NAN, 0.02};
    results[4] = (experiment_result){mean, NAN, 0.0};
}

const experiment_kind experiment_slide = {
    .name = "slide",
    .title = "Friction has no favourite direction",
    .text = "Boxes with the same speed in all directions stop after the same distance, straight and without turning.",
    .seconds = 1.5,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false},
               [EXPERIMENT_MU] = {0.05, 2.0, 0.3, false},
               [EXPERIMENT_N] = {1.0, MOST, 24.0, true}},
    .result_count = 5,
    .results = {{"mean distance error", "%"},
                {"spread of distances", "%"},
                {"worst heading error", "degrees"},
                {"worst yaw", "degrees"},
                {"mean distance", "m"}},
    .data_size = sizeof(slide),
    .build = build,
    .after_step = after_step,
    .measure = measure,
};
