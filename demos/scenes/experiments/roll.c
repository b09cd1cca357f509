// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Balls that spin but do not move: friction makes them roll with two sevenths of the speed of their surface.

#include "scenes/build.h"
#include "scenes/experiments/kinds.h"

enum { BALLS = 3 };
#define RADIUS 0.05
#define SPIN 40.0 // rad/s
#define SPEED (2.0 / 7.0 * SPIN * RADIUS)

static const double headings[BALLS] = {0.0, 30.0, 74.0}; // degrees

typedef struct roll {
    belay_body_id balls[BALLS];
    double rolls_from[BALLS]; // s: 98 % of the speed; negative: not yet
} roll;

static belay_vec3 heading_of(int i)
{
    return v3(cos(radians(headings[i])), sin(radians(headings[i])), 0.0);
}

static void build(experiment* e)
{
    roll* r = e->data;
    build_floor(e);
    for (int i = 0; i < BALLS; i++) {
        belay_shape ball = build_shape_sphere(RADIUS);
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PATTERN, i);
        belay_vec3 at = v3(0.0, 0.25 * (i - 1), RADIUS), h = heading_of(i);
        belay_body_def def = build_solid_def(e, &ball, build_at(at), stuff.density);
        def.angular_velocity = v3(-SPIN * h.y, SPIN * h.x, 0.0);
        r->balls[i] = build_body(e, &def);
        build_shape(e, r->balls[i], &ball, belay_pose_identity(), &stuff);
        build_path_push_foot(e, build_path(e, i, ""), at);
        r->rolls_from[i] = -1.0;
    }
    e->view = (experiment_view){{-0.1, -0.35, 0.0}, {0.5, 0.7, 0.1}, -1.9, 0.6};
}

static void after_step(experiment* e)
{
    roll* r = e->data;
    for (int i = 0; i < BALLS; i++) {
        belay_body_state state = build_state(e, r->balls[i]);
        build_path_push_foot(e, i, state.pose.position);
        bool is_rolling = v3_length(state.linear_velocity) >= 0.98 * SPEED;
        if (is_rolling && r->rolls_from[i] < 0.0) r->rolls_from[i] = experiment_time(e);
    }
}

static void measure(const experiment* e, experiment_result* results)
{
    const roll* r = e->data;
    double speed = 0.0, aside = 0.0, late = 0.0, right_time = 0.98 * SPEED / (experiment_mu(e) * 9.81);
    bool is_over = true;
    for (int i = 0; i < BALLS; i++) {
        belay_vec3 v = build_state(e, r->balls[i]).linear_velocity, h = heading_of(i);
        speed = fmax(speed, fabs(v3_length(v) / SPEED - 1.0));
        aside = fmax(aside, fabs(atan2(h.x * v.y - h.y * v.x, v3_dot(v, h))));
        late = fmax(late, fabs(r->rolls_from[i] - right_time) / experiment_h(e));
        is_over = is_over && r->rolls_from[i] >= 0.0;
    }
    double right = is_over ? 0.0 : NAN;
    results[0] = (experiment_result){100.0 * speed, right, 1e-3};
    results[1] = (experiment_result){degrees(aside), right, 1e-3};
    results[2] = (experiment_result){is_over ? late : NAN, 0.0, 1.5};
}

const experiment_kind experiment_roll = {
    .name = "roll",
    .title = "Spin becomes rolling",
    .text = "Balls that spin in place, in three directions: each rolls with 2/7 of the speed of its surface.",
    .seconds = 0.6,
    .ranges = {[EXPERIMENT_H] = {0.0002, 0.05, 1.0 / 60.0, false}, [EXPERIMENT_MU] = {0.05, 2.0, 0.3, false}},
    .result_count = 3,
    .results = {{"worst speed error", "%"}, {"worst heading error", "degrees"}, {"steps early or late", "steps"}},
    .data_size = sizeof(roll),
    .build = build,
    .after_step = after_step,
    .measure = measure,
};
