// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Couplings that are made again of the definition that is told of them, after many turns: nothing is pulled anywhere.

#include "scenes/joints/joint_scene.h"

static const belay_vec3 x_axis = {1.0, 0.0, 0.0};

static belay_joint_id join(belay_world* world, belay_joint_type type, belay_body_id body, belay_vec3 at,
                           belay_vec3 axis)
{
    belay_joint_def def = joint_at(world, type, the_world, body, at, axis);
    return joint_make(world, &def);
}

static void drive(belay_world* world, belay_joint_id joint, double speed, double force)
{
    belay_joint_axis axis = {.motor = {true, speed, force}};
    cr_assert_eq(belay_joint_set_axis(world, joint, 0, &axis), BELAY_OK);
}

static void check_stays(const belay_world* world, belay_body_id body, belay_pose stood)
{
    belay_pose pose = scene_state(world, body).pose;
    scene_check_near(v3_distance(pose.position, stood.position), 0.0, 1e-8, "m");
    scene_check_near(v3_length(q_log(q_mul(q_conjugate(stood.rotation), pose.rotation))), 0.0, 1e-8, "rad");
}

// Turns the driver for ten seconds and holds it; unmakes the coupling and makes it again.
static void check_made_again(belay_world* world, belay_joint_id driver, belay_joint_id coupling, belay_body_id a,
                             belay_body_id b)
{
    belay_joint_def told, again;
    drive(world, driver, 30.0, 1e3);
    scene_steps(world, 240 * 10 + 37);
    cr_expect_gt(fabs(joint_state(world, driver).position[0]), 250.0);
    drive(world, driver, 0.0, 1e4);
    scene_steps(world, 240);
    cr_assert_eq(belay_joint_get_def(world, coupling, &told), BELAY_OK);
    cr_assert_eq(belay_joint_destroy(world, coupling), BELAY_OK);
    belay_pose stood_a = scene_state(world, a).pose, stood_b = scene_state(world, b).pose;
    belay_joint_id made = joint_make(world, &told);
    cr_assert_eq(belay_joint_get_def(world, made, &again), BELAY_OK);
    cr_expect(again.offset == told.offset);
    scene_steps(world, 240);
    check_stays(world, a, stood_a);
    check_stays(world, b, stood_b);
    belay_joint_state state = joint_state(world, made);
    cr_expect_leq(state.error + state.angular_error, 1e-8);
    belay_world_destroy(world);
}

Test(joint_made_again, gear)
{
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_vec3 at = v3(0.3, 2.0, 1.0);
    belay_body_id a = joint_add_ball(world, 1.0, 0.2, v3_zero()), b = joint_add_ball(world, 1.0, 0.2, at);
    belay_joint_id driver = join(world, BELAY_JOINT_HINGE, a, v3_zero(), x_axis);
    join(world, BELAY_JOINT_HINGE, b, at, x_axis);
    belay_joint_def def;
    cr_assert_eq(belay_joint_def_gear(world, a, b, v3_zero(), at, x_axis, -1.7, &def), BELAY_OK);
    check_made_again(world, driver, joint_make(world, &def), a, b);
}

Test(joint_made_again, planet)
{
    // What is counted here is the angle of the sun about the planet's axis, besides.
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_vec3 at = v3(0.0, 3.0, 0.0);
    belay_body_id carrier = joint_add_ball(world, 1.0, 0.2, v3_zero()), planet = joint_add_ball(world, 1.0, 0.2, at);
    belay_joint_id driver = join(world, BELAY_JOINT_HINGE, carrier, v3_zero(), x_axis);
    belay_joint_def hinge = joint_at(world, BELAY_JOINT_HINGE, carrier, planet, at, x_axis), def;
    joint_make(world, &hinge);
    cr_assert_eq(belay_joint_def_gear(world, planet, the_world, at, v3_zero(), x_axis, -0.7, &def), BELAY_OK);
    check_made_again(world, driver, joint_make(world, &def), carrier, planet);
}

Test(joint_made_again, rack)
{
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_vec3 at = v3(0.0, 0.0, 0.25), along = v3(0.0, 1.0, 0.0);
    belay_body_id pinion = joint_add_ball(world, 1.0, 0.2, at), rack = joint_add_ball(world, 1.0, 0.2, v3_zero());
    belay_joint_id driver = join(world, BELAY_JOINT_HINGE, pinion, at, x_axis);
    join(world, BELAY_JOINT_SLIDER, rack, v3_zero(), along);
    belay_joint_def def;
    cr_assert_eq(belay_joint_def_rack(world, rack, pinion, at, x_axis, along, 0.25, &def), BELAY_OK);
    check_made_again(world, driver, joint_make(world, &def), rack, pinion);
}

Test(joint_made_again, screw)
{
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_body_id nut = joint_add_ball(world, 1.0, 0.2, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_SCREW, the_world, nut, v3_zero(), v3(0.0, 0.0, 1.0));
    def.ratio = 0.02;
    belay_joint_id screw = joint_make(world, &def);
    check_made_again(world, screw, screw, nut, nut);
}
