// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A spiral of dominoes, the outermost of which is pushed.

#include "scenes/build.h"
#include "scenes/experiments/kinds.h"

enum { MOST = 1000 };
#define THICKNESS 0.024
#define WIDTH 0.06
#define HEIGHT 0.12
#define SPACING 0.055   // m, along the spiral
#define TURN_PITCH 0.16 // m, from turn to turn
#define INNERMOST 0.12  // m, radius
#define PUSH 0.2        // m/s, over the mass: the impulse at the top of the first one

typedef struct dominoes {
    belay_body_id bodies[MOST];
    int fallen;
    double last_fall; // s
} dominoes;

// r = INNERMOST + TURN_PITCH angle / (2 pi), walked outwards; the row is numbered from outside.
static void place(int n, belay_vec3* at, double* yaw)
{
    double angle = 0.0;
    for (int i = n - 1; i >= 0; i--) {
        double r = INNERMOST + TURN_PITCH * angle / (2.0 * SCENE_PI), growth = TURN_PITCH / (2.0 * SCENE_PI);
        at[i] = v3(r * cos(angle), r * sin(angle), 0.5 * HEIGHT);
        yaw[i] = angle + 0.5 * SCENE_PI - atan(growth / r);
        angle += SPACING / hypot(r, growth);
    }
}

static void build(experiment* e)
{
    dominoes* d = e->data;
    belay_vec3 at[MOST];
    double yaw[MOST];
    int n = experiment_n(e);
    build_floor(e);
    place(n, at, yaw);
    for (int i = 0; i < n; i++) {
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, i / 12);
        stuff.density = 700.0;
        belay_pose pose = build_turned(at[i], v3(0.0, 0.0, 1.0), yaw[i]);
        d->bodies[i] = build_box(e, v3(THICKNESS, WIDTH, HEIGHT), pose, &stuff);
    }
    // The wave goes inwards, against the walk outwards.
    double impulse = PUSH * 700.0 * THICKNESS * WIDTH * HEIGHT;
    belay_vec3 push = v3(-impulse * cos(yaw[0]), -impulse * sin(yaw[0]), 0.0);
    belay_vec3 top = v3(at[0].x, at[0].y, HEIGHT);
    if (e->status == BELAY_OK) build_check(e, belay_body_apply_impulse_at(e->world, d->bodies[0], push, top));
    double reach = vec_length_xy(at[0]) + 0.1;
    reach *= 0.8; // the corners of the square are empty
    e->view = (experiment_view){{-reach, -reach, 0.0}, {reach, reach, HEIGHT}, -1.9, 0.7};
}

static bool has_fallen(const experiment* e, belay_body_id body)
{
    belay_vec3 up = belay_quat_rotate(build_state(e, body).pose.rotation, v3(0.0, 0.0, 1.0));
    return up.z < cos(radians(30.0));
}

static void after_step(experiment* e)
{
    dominoes* d = e->data;
    int fallen = 0;
    for (int i = 0; i < experiment_n(e); i++)
        fallen += has_fallen(e, d->bodies[i]) ? 1 : 0;
    if (fallen > d->fallen) d->last_fall = experiment_time(e);
    d->fallen = fallen;
}

static void measure(const experiment* e, experiment_result* results)
{
    const dominoes* d = e->data;
    int n = experiment_n(e);
    bool is_over = d->fallen == n || experiment_time(e) > d->last_fall + 1.0;
    results[0] = (experiment_result){d->fallen, is_over ? (double)n : NAN, 0.0};
    results[1] = (experiment_result){is_over ? SPACING * d->fallen / d->last_fall : NAN, NAN, 0.0};
}

const experiment_kind experiment_dominoes = {
    .name = "dominoes",
    .title = "A spiral of dominoes",
    .text = "The outermost one is pushed; each takes the next one with it.",
    .seconds = 8.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 240.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.3, false},
               [EXPERIMENT_N] = {2.0, MOST, 150.0, true}},
    .result_count = 2,
    .results = {{"fallen", ""}, {"speed of the wave", "m/s"}},
    .data_size = sizeof(dominoes),
    .build = build,
    .after_step = after_step,
    .measure = measure,
};
