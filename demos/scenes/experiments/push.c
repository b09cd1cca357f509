// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pushed in three directions, a third of a turn apart, by a force a little over what friction can hold (renouf2005,
// sec. 8.2). Exact friction lets a thing go the way it is pushed, whatever that is; a faceted cone does not. Thirteen
// things start from one place in thirteen directions and do not touch each other.

#include "scenes/experiments/kinds.h"
#include "scenes/stepping.h"

#include <stdio.h>

enum { HEADINGS = 13, LEGS = 3 };
#define HEADING_PITCH 7.5 // degrees
#define LEG_SECONDS 5.0
#define EXCESS 0.05 // of the force beyond mu m g
#define MASS 1.0    // kg

typedef struct push {
    bool is_box;
    belay_body_id bodies[HEADINGS];
    belay_vec3 leg_start[HEADINGS];
    int leg_steps;
    double worst_angle;    // degrees
    double worst_distance; // relative
    int stuck;             // legs without motion
    int legs_done;         // by all
} push;

// Where the leg that step `step` belongs to is pushed.
static belay_vec3 direction(const push* p, int which, int step)
{
    double angle = radians(HEADING_PITCH * which + 120.0 * (step / p->leg_steps));
    return v3(cos(angle), sin(angle), 0.0);
}

static belay_body_id add_thing(experiment* e, int which, bool is_box)
{
    belay_shape shape = is_box ? build_shape_box(v3(0.2, 0.2, 0.05)) : build_shape_sphere(0.05);
    belay_body_def def = belay_body_def_default();
    def.pose.position.z = is_box ? 0.025 : 0.05;
    def.mass = MASS;
    def.inertia = is_box ? belay_inertia_box(MASS, shape.box.size) : belay_inertia_sphere(MASS, 0.05);
    def.is_rotation_locked = !is_box;
    belay_body_id body = build_body(e, &def);
    belay_collider_def collider = belay_collider_def_default(shape);
    collider.material = (belay_material){experiment_mu(e), 0.0};
    collider.filter.group = -1; // none of one group touches another of it
    build_collider(e, body, &collider, (experiment_paint){EXPERIMENT_LOOK_PAINT, which});
    return body;
}

static void build(experiment* e, bool is_box)
{
    push* p = e->data;
    p->is_box = is_box;
    p->leg_steps = (int)lround(LEG_SECONDS / experiment_h(e));
    build_floor(e);
    for (int i = 0; i < HEADINGS; i++) {
        p->bodies[i] = add_thing(e, i, is_box);
        build_path(e, i, "");
    }
    double side = 0.5 * EXCESS * experiment_mu(e) * 9.81 * LEG_SECONDS * LEG_SECONDS + 0.2;
    e->view = (experiment_view){{-side, -0.2, 0.0}, {side, side, 0.1}, -SCENE_PI / 2.0, 0.95};
}

static void build_balls(experiment* e)
{
    build(e, false);
}

static void build_boxes(experiment* e)
{
    build(e, true);
}

static void begin_leg(experiment* e)
{
    push* p = e->data;
    for (int i = 0; i < HEADINGS; i++) {
        p->leg_start[i] = build_state(e, p->bodies[i]).pose.position;
        build_path_push_foot(e, i, p->leg_start[i]);
        build_check(e, belay_body_set_velocity(e->world, p->bodies[i], v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0)));
    }
}

static void before_step(experiment* e)
{
    push* p = e->data;
    int step = e->record.steps;
    if (step <= LEGS * p->leg_steps && step % p->leg_steps == 0) begin_leg(e);
    if (step >= LEGS * p->leg_steps) return;
    double force = (1.0 + EXCESS) * experiment_mu(e) * MASS * 9.81;
    for (int i = 0; i < HEADINGS; i++)
        build_check(e, belay_body_apply_force(e->world, p->bodies[i], v3_scale(force, direction(p, i, step))));
}

static void judge_leg(experiment* e)
{
    push* p = e->data;
    double right = stepping_distance(e, EXCESS * experiment_mu(e) * 9.81, p->leg_steps);
    for (int i = 0; i < HEADINGS; i++) {
        belay_vec3 displacement = v3_sub(build_state(e, p->bodies[i]).pose.position, p->leg_start[i]);
        belay_vec3 wanted = direction(p, i, e->record.steps - 1);
        double length = vec_length_xy(displacement), aside = wanted.x * displacement.y - wanted.y * displacement.x;
        p->worst_distance = fmax(p->worst_distance, fabs(length - right) / right);
        p->stuck += length < 0.01 * right ? 1 : 0;
        p->worst_angle = fmax(p->worst_angle, degrees(fabs(atan2(aside, v3_dot(displacement, wanted)))));
    }
    p->legs_done++;
}

static void after_step(experiment* e)
{
    push* p = e->data;
    int steps = e->record.steps;
    for (int i = 0; i < HEADINGS && steps % 5 == 0 && steps <= LEGS * p->leg_steps; i++)
        build_path_push_foot(e, i, build_state(e, p->bodies[i]).pose.position);
    if (steps <= LEGS * p->leg_steps && steps % p->leg_steps == 0) judge_leg(e);
}

static void measure(const experiment* e, experiment_result* results)
{
    const push* p = e->data;
    bool is_known = p->legs_done > 0;
    results[0] = (experiment_result){is_known ? p->worst_angle : NAN, 0.0, 1e-3};
    results[1] = (experiment_result){is_known ? 100.0 * p->worst_distance : NAN, 0.0, 1e-3};
    results[2] = (experiment_result){is_known ? (double)p->stuck : NAN, 0.0, 0.0};
    results[3] = (experiment_result){p->legs_done * HEADINGS, NAN, 0.0};
}

#define PUSH_KIND                                                                                                      \
    .seconds = LEGS * LEG_SECONDS,                                                                                     \
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 60.0, false}, [EXPERIMENT_MU] = {0.01, 2.0, 0.3, false}},         \
    .result_count = 4,                                                                                                 \
    .results = {{"worst angle to the force", "degrees"},                                                               \
                {"worst distance error", "%"},                                                                         \
                {"legs that did not move", ""},                                                                        \
                {"legs", ""}},                                                                                         \
    .data_size = sizeof(push), .before_step = before_step, .after_step = after_step, .measure = measure

const experiment_kind experiment_push = {
    PUSH_KIND,
    .name = "push",
    .title = "Pushed balls go the way they are pushed",
    .text = "Thirteen balls that cannot turn, each pushed along three sides of a triangle, just above sticking.",
    .build = build_balls,
};

const experiment_kind experiment_pushbox = {
    PUSH_KIND,
    .name = "pushbox",
    .title = "Pushed boxes go the way they are pushed",
    .text = "The same with flat boxes, free to turn: friction of four corners has no moment.",
    .build = build_boxes,
};
