// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A crank drives a slider: a motor, a hinge, two ball joints and a slider in a closed loop.

#include "scenes/experiments/jointed.h"

#define RADIUS 0.22
#define ROD 0.65
#define SPEED 4.0     // rad/s
#define TORQUE 40.0   // N m
#define WHEEL 0.3     // m, radius of the wheel as it is seen
#define ROD_Y (-0.09) // m: the rod runs beside the wheel

static belay_body_id add_wheel(jointed_crank* c, experiment* e)
{
    build_stuff steel = build_stuff_of(e, EXPERIMENT_LOOK_PATTERN, 5);
    belay_shape disc = {.type = BELAY_SHAPE_CYLINDER, .cylinder = {0.08, WHEEL}};
    belay_pose at = build_turned(c->center, v3(1.0, 0.0, 0.0), 0.5 * SCENE_PI);
    return build_solid(e, &disc, at, &steel);
}

static belay_body_id add_rod(experiment* e, belay_vec3 from, belay_vec3 to)
{
    build_stuff steel = build_stuff_of(e, EXPERIMENT_LOOK_STEEL, 0);
    belay_shape capsule = build_shape_capsule(v3_length(v3_sub(to, from)), 0.025);
    belay_pose at = build_turned(v3_scale(0.5, v3_add(from, to)), v3(0.0, 1.0, 0.0), 0.5 * SCENE_PI);
    return build_solid(e, &capsule, at, &steel);
}

// What the mechanism stands on and slides in, to be seen alone.
static void add_frame(const jointed_crank* c, experiment* e)
{
    experiment_paint steel = {EXPERIMENT_LOOK_STEEL, 1};
    belay_shape post = build_shape_box(v3(0.1, 0.06, c->center.z)), rail = build_shape_box(v3(0.8, 0.03, 0.03));
    build_scenery(e, &post, build_at(v3(c->center.x, c->center.y + 0.08, 0.5 * c->center.z)), steel);
    double x = c->center.x + ROD, y = c->center.y + ROD_Y;
    build_scenery(e, &rail, build_at(v3(x, y + 0.09, c->center.z - 0.09)), steel);
    build_scenery(e, &rail, build_at(v3(x, y - 0.09, c->center.z - 0.09)), steel);
}

void jointed_crank_build(jointed_crank* c, experiment* e, belay_vec3 center)
{
    const belay_vec3 along_x = {1.0, 0.0, 0.0}, along_y = {0.0, 1.0, 0.0};
    const belay_body_id none = {0};
    *c = (jointed_crank){.center = center, .radius = RADIUS, .rod = ROD, .speed = SPEED};
    belay_vec3 pin = v3_add(center, v3(RADIUS, ROD_Y, 0.0)), end = v3_add(pin, v3(ROD, 0.0, 0.0));
    build_stuff iron = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, 3);
    c->wheel = add_wheel(c, e);
    c->block = build_box(e, v3(0.22, 0.16, 0.16), build_at(end), &iron);
    belay_body_id rod = add_rod(e, pin, end);
    add_frame(c, e);

    belay_joint_def def = build_joint_def(e, BELAY_JOINT_HINGE, c->wheel, none, center, along_y);
    def.axis[0].motor = (belay_joint_motor){true, SPEED, TORQUE};
    c->motor = build_joint(e, &def);
    def = build_joint_def(e, BELAY_JOINT_BALL, c->wheel, rod, pin, along_y);
    build_joint(e, &def);
    def = build_joint_def(e, BELAY_JOINT_BALL, rod, c->block, end, along_y);
    build_joint(e, &def);
    def = build_joint_def(e, BELAY_JOINT_SLIDER, c->block, none, end, along_x);
    build_joint(e, &def);
}

// The pin began on the +x side; the wheel lies on its side, so its own x axis points to the pin all along.
double jointed_crank_error(const jointed_crank* c, const experiment* e)
{
    belay_vec3 to_pin = belay_quat_rotate(build_state(e, c->wheel).pose.rotation, v3(1.0, 0.0, 0.0));
    double x = c->radius * to_pin.x, z = c->radius * to_pin.z;
    double right = c->center.x + x + sqrt(c->rod * c->rod - z * z);
    return build_state(e, c->block).pose.position.x - right;
}
