// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints at work: a bridge of hinged planks with loads on it, a crank that drives a slider, and a puppet.

#include "scenes/experiments/jointed.h"
#include "scenes/experiments/kinds.h"

#define BANK 0.8 // m, height
#define SPAN 3.2 // m
#define LOAD_COUNT 3
#define AT_REST_FROM 6.0 // s: by then the loads lie still, and the hinges on the banks carry all

typedef struct joints {
    jointed_bridge bridge;
    jointed_crank crank;
    belay_body_id loads[LOAD_COUNT];
    double load_mass;                       // kg, puppet included
    double worst, worst_angle, worst_crank; // m, rad, m
    double worst_speed;                     // of the motor, rad/s off
    double sum_carried;                     // N, over the steps at rest
    int rest_steps;
} joints;

static void add_banks(experiment* e)
{
    build_stuff stone = build_stuff_of(e, EXPERIMENT_LOOK_STONE, 0);
    belay_shape bank = build_shape_box(v3(1.0, 1.2, BANK));
    belay_body_id ground = build_static(e, belay_pose_identity());
    build_shape(e, ground, &bank, build_at(v3(-0.5 * SPAN - 0.52, 0.0, 0.5 * BANK)), &stone);
    build_shape(e, ground, &bank, build_at(v3(0.5 * SPAN + 0.52, 0.0, 0.5 * BANK)), &stone);
}

static void add_loads(experiment* e)
{
    joints* j = e->data;
    double above = j->bridge.middle.z + 0.4;
    for (int i = 0; i < LOAD_COUNT; i++) {
        belay_vec3 size = v3(0.22, 0.22, 0.16 + 0.04 * i);
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, i);
        belay_body_def def = build_solid_def(e, &(belay_shape){.type = BELAY_SHAPE_BOX, .box = {size}},
                                             build_at(v3(-0.75 + 0.3 * i, 0.12 * (i - 1), above)), stuff.density);
        j->load_mass += def.mass;
        j->loads[i] = build_body(e, &def);
        belay_shape box = build_shape_box(size);
        build_shape(e, j->loads[i], &box, belay_pose_identity(), &stuff);
    }
    j->load_mass += jointed_puppet_build(e, v3(0.6, 0.0, above), 4);
}

static void build(experiment* e)
{
    joints* j = e->data;
    belay_vec3 left = v3(-0.5 * SPAN, 0.0, BANK), right = v3(0.5 * SPAN, 0.0, BANK);
    build_floor(e);
    add_banks(e);
    jointed_bridge_build(&j->bridge, e, left, right, experiment_n(e));
    add_loads(e);
    jointed_crank_build(&j->crank, e, v3(-0.4, -1.3, 0.5));
    e->view = (experiment_view){{-2.2, -1.5, 0.0}, {2.2, 0.6, 1.2}, -1.85, 0.3};
}

// What the banks carry: the vertical parts of the forces on the outermost planks.
static double carried(const experiment* e)
{
    const joints* j = e->data;
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        belay_joint_state state = {0};
        belay_joint_get_state(e->world, j->bridge.ends[i], &state);
        sum += state.force.z;
    }
    return sum;
}

static void after_step(experiment* e)
{
    joints* j = e->data;
    double angle, error = jointed_worst_error(e, &angle);
    j->worst = fmax(j->worst, error);
    j->worst_angle = fmax(j->worst_angle, angle);
    j->worst_crank = fmax(j->worst_crank, fabs(jointed_crank_error(&j->crank, e)));
    belay_joint_state motor = {0};
    belay_joint_get_state(e->world, j->crank.motor, &motor);
    if (experiment_time(e) > 1.0) j->worst_speed = fmax(j->worst_speed, fabs(motor.speed[0] - j->crank.speed));
    if (experiment_time(e) > AT_REST_FROM) {
        j->sum_carried += carried(e);
        j->rest_steps++;
    }
}

static void measure(const experiment* e, experiment_result* results)
{
    const joints* j = e->data;
    double weight = (j->bridge.mass + j->load_mass) * 9.81;
    // The hinges have no friction, so the bridge sways on: what it carries is so in the mean.
    double mean = j->rest_steps > 0 ? j->sum_carried / j->rest_steps : NAN;
    results[0] = (experiment_result){1e3 * j->worst, 0.0, 0.5};
    results[1] = (experiment_result){degrees(j->worst_angle), 0.0, 0.1};
    results[2] = (experiment_result){1e3 * j->worst_crank, 0.0, 1.0};
    results[3] = (experiment_result){experiment_time(e) > 1.0 ? j->worst_speed : NAN, 0.0, 1e-3};
    results[4] = (experiment_result){100.0 * (mean / weight - 1.0), j->rest_steps > 0 ? 0.0 : NAN, 0.5};
}

const experiment_kind experiment_joints = {
    .name = "joints",
    .title = "A bridge, a crank and a puppet",
    .text = "Planks on hinges carry boxes and a doll between two banks; a motor drives a slider.",
    .seconds = 8.0,
    .ranges = {[EXPERIMENT_H] = {0.0005, 0.05, 1.0 / 240.0, false},
               [EXPERIMENT_MU] = {0.0, 2.0, 0.5, false},
               [EXPERIMENT_N] = {2.0, 40.0, 14.0, true}},
    .result_count = 5,
    .results = {{"widest joint", "mm"},
                {"worst angle of a joint", "degrees"},
                {"slider against the wheel's angle", "mm"},
                {"motor off its speed", "rad/s"},
                {"weight carried by the banks", "% off"}},
    .data_size = sizeof(joints),
    .build = build,
    .after_step = after_step,
    .measure = measure,
};
