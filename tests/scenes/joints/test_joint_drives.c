// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What drives and stops joints, against what mechanics says: motors, limits, springs, hands that drag.

#include "scenes/joints/joint_scene.h"
#include "support/chance.h"

// ---------------------------------------------------------------------------------------------------------------------
// Motors and limits
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_joint_motion, hinge_motor_speeds_up_at_its_torque)
{
    // I = 0.4 m r^2 = 0.1; 0.5 N m gives 5 rad/s^2 until the speed is reached.
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id wall = joint_add_static(world), wheel = joint_add_ball(world, 1.0, 0.5, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_HINGE, wall, wheel, v3_zero(), v3(0.0, 1.0, 0.0));
    def.axis[0].motor = (belay_joint_motor){.is_enabled = true, .speed = 8.0, .max_force = 0.5};
    belay_joint_id joint = joint_make(world, &def);
    for (int i = 1; i <= 480; i++) {
        scene_steps(world, 1);
        double right = fmin(8.0, 5.0 * i / 240.0);
        belay_joint_state s = joint_state(world, joint);
        cr_assert_float_eq(s.speed[0], right, 1e-9, "step %d: %g rad/s, not %g", i, s.speed[0], right);
        cr_assert_float_eq(scene_state(world, wheel).angular_velocity.y, right, 1e-9);
        cr_assert_leq(v3_length(v3_sub(s.torque, v3(0.0, v3_dot(s.torque, v3(0.0, 1.0, 0.0)), 0.0))), 1e-9);
        if (right < 7.9) cr_assert_float_eq(s.torque.y, -0.5, 1e-9); // on the wall
        if (i > 400) cr_assert_float_eq(s.torque.y, 0.0, 1e-9);
    }
    belay_world_destroy(world);
}

Test(scene_joint_motion, slider_motor_holds_up_to_its_force)
{
    // A lift of 3 kg needs 29.43 N: a motor of speed 0 holds it with more and lets it sink with less, at g - F/m.
    for (int k = 0; k < 2; k++) {
        belay_world* world = joint_world(1.0 / 240.0, true);
        belay_body_id wall = joint_add_static(world), lift = joint_add_ball(world, 3.0, 0.2, v3_zero());
        belay_joint_def def = joint_at(world, BELAY_JOINT_SLIDER, wall, lift, v3_zero(), v3(0.0, 0.0, 1.0));
        def.axis[0].motor = (belay_joint_motor){.is_enabled = true, .speed = 0.0, .max_force = k == 0 ? 29.44 : 24.0};
        joint_make(world, &def);
        scene_steps(world, 240);
        cr_expect_float_eq(scene_state(world, lift).linear_velocity.z, k == 0 ? 0.0 : -(9.81 - 8.0), 1e-9);
        belay_world_destroy(world);
    }
}

Test(scene_joint_motion, slider_limit_is_hit_without_bounce)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id wall = joint_add_static(world), block = joint_add_ball(world, 1.0, 0.1, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_SLIDER, wall, block, v3_zero(), v3(1.0, 0.0, 0.0));
    def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = -0.5, .max = 0.7123};
    belay_joint_id joint = joint_make(world, &def);
    scene_set_velocity(world, block, v3(3.0, 0.0, 0.0), v3_zero());
    for (int i = 0; i < 240; i++) {
        scene_steps(world, 1);
        cr_assert_leq(joint_state(world, joint).position[0], 0.7123 + 1e-12);
    }
    belay_joint_state s = joint_state(world, joint);
    cr_expect_float_eq(s.position[0], 0.7123, 1e-12);
    cr_expect_float_eq(s.speed[0], 0.0, 1e-12);
    // It is not held there: a pull takes it away at once, and the other end stops it again.
    scene_set_velocity(world, block, v3(-5.0, 0.0, 0.0), v3_zero());
    scene_steps(world, 1);
    cr_expect_float_eq(joint_state(world, joint).speed[0], -5.0, 1e-12);
    scene_steps(world, 240);
    cr_expect_float_eq(joint_state(world, joint).position[0], -0.5, 1e-12);
    belay_world_destroy(world);
}

Test(scene_joint_motion, hinge_limits_stop_a_falling_arm)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id wall = joint_add_static(world), arm = joint_add_ball(world, 1.0, 0.1, v3(1.0, 0.0, 0.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_HINGE, wall, arm, v3_zero(), v3(0.0, 1.0, 0.0));
    def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = -0.3, .max = 0.6};
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 480);
    belay_joint_state s = joint_state(world, joint);
    cr_expect_float_eq(s.position[0], 0.6, 1e-6); // falls, turning about y
    cr_expect_float_eq(s.speed[0], 0.0, 1e-9);
    // The limit carries the moment of the weight about the axis, m g cos 0.6.
    cr_expect_float_eq(v3_dot(s.torque, v3(0.0, 1.0, 0.0)), SCENE_G * cos(0.6), 1e-4);
    belay_world_destroy(world);
}

Test(scene_joint_motion, motor_into_a_limit_rests_there)
{
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_body_id wall = joint_add_static(world), block = joint_add_ball(world, 1.0, 0.1, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_SLIDER, wall, block, v3_zero(), v3(1.0, 0.0, 0.0));
    def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = -0.5, .max = 0.2};
    def.axis[0].motor = (belay_joint_motor){.is_enabled = true, .speed = 1.0, .max_force = 1e6};
    belay_joint_id joint = joint_make(world, &def);
    for (int i = 0; i < 480; i++) {
        scene_steps(world, 1);
        scene_check_converged(world);
        cr_assert_leq(joint_state(world, joint).position[0], 0.2 + 1e-9);
    }
    cr_expect_float_eq(joint_state(world, joint).position[0], 0.2, 1e-9);
    // Pulled away with more than the motor has, it follows; with less, it stays.
    belay_joint_axis axis = def.axis[0];
    axis.motor.max_force = 10.0;
    cr_assert(belay_joint_set_axis(world, joint, 0, &axis) == BELAY_OK);
    for (int i = 0; i < 24; i++) {
        scene_push(world, block, v3(-9.9, 0.0, 0.0));
        scene_steps(world, 1);
    }
    cr_expect_float_eq(joint_state(world, joint).position[0], 0.2, 1e-9);
    for (int i = 0; i < 24; i++) {
        scene_push(world, block, v3(-12.0, 0.0, 0.0));
        scene_steps(world, 1);
    }
    cr_expect_float_eq(joint_state(world, joint).speed[0], -0.2, 1e-9); // 2 N for 0.1 s on 1 kg
    belay_world_destroy(world);
}

Test(scene_joint_motion, soft_limit_gives_way_by_load_over_stiffness)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id wall = joint_add_static(world), block = joint_add_ball(world, 2.0, 0.1, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_SLIDER, wall, block, v3_zero(), v3(0.0, 0.0, 1.0));
    def.axis[0].limit =
        (belay_joint_limit){.is_enabled = true, .min = -0.1, .max = 0.5, .stiffness = 5000.0, .damping = 200.0};
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 720);
    belay_joint_state s = joint_state(world, joint);
    cr_expect_float_eq(s.position[0], -0.1 - 2.0 * SCENE_G / 5000.0, 1e-9);
    cr_expect_float_eq(s.force.z, -2.0 * SCENE_G, 1e-6);
    belay_world_destroy(world);
}

Test(scene_joint_motion, rope_pulls_but_does_not_push)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id ball = joint_add_ball(world, 1.0, 0.1, v3(0.0, 0.0, -0.5));
    belay_joint_def def = joint_at(world, BELAY_JOINT_DISTANCE, ball, the_world, v3_zero(), v3(1.0, 0.0, 0.0));
    def.frame_a = belay_pose_identity();
    def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = 0.0, .max = 1.0};
    belay_joint_id joint = joint_make(world, &def);
    // Falls freely by half a metre, sqrt(2 g 0.5) = 3.13 m/s, then hangs.
    scene_steps(world, 60);
    cr_expect_leq(v3_length(joint_state(world, joint).force), 1e-12);
    scene_steps(world, 240);
    belay_joint_state s = joint_state(world, joint);
    cr_expect_float_eq(s.position[0], 1.0, 1e-9);
    cr_expect_float_eq(s.force.z, SCENE_G, 1e-9);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Springs
// ---------------------------------------------------------------------------------------------------------------------

// Two balls on a slider with a spring between them: omega^2 = k (1/m1 + 1/m2).
typedef struct oscillation {
    double frequency, first_peak, last_peak;
} oscillation;

static oscillation run_spring(double h, double k, double d, double seconds)
{
    belay_world* world = joint_world(h, false);
    belay_body_id a = joint_add_ball(world, 1.0, 0.1, v3_zero()), b = joint_add_ball(world, 3.0, 0.1, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_SLIDER, a, b, v3_zero(), v3(1.0, 2.0, -1.0));
    def.axis[0].spring =
        (belay_joint_spring){.is_enabled = true, .target = 0.1, .stiffness = k, .damping = d, .max_force = HUGE_VAL};
    belay_joint_id joint = joint_make(world, &def);
    oscillation o = {0.0, 0.0, 0.0};
    double last = -0.1, peak = 0.0, first_time = 0.0, last_time = 0.0;
    int passes = 0;
    for (int i = 0; i < (int)(seconds / h); i++) {
        scene_steps(world, 1);
        double x = joint_state(world, joint).position[0] - 0.1;
        if (last < 0.0 && x >= 0.0) {
            last_time = belay_world_get_time(world) - h * x / (x - last);
            if (passes++ == 0) first_time = last_time;
            o.last_peak = peak;
            if (passes == 2) o.first_peak = peak;
            peak = 0.0;
        }
        peak = fmax(peak, x);
        last = x;
    }
    o.frequency = (passes - 1) / (last_time - first_time);
    belay_world_destroy(world);
    return o;
}

Test(scene_joint_motion, spring_swings_at_its_frequency)
{
    double k = 100.0, omega = sqrt(k * (1.0 + 1.0 / 3.0)), h = 1.0 / 240.0;
    oscillation o = run_spring(h, k, 0.0, 60.0);
    double right = omega / (2.0 * SCENE_PI);
    // The average acceleration is late by (h omega)^2 / 12 = 1.9e-4.
    double expected = atan(0.5 * h * omega) / (0.5 * h) / (2.0 * SCENE_PI);
    cr_expect_float_eq(o.frequency, expected, 2e-6 * right, "%.8f Hz, not %.8f", o.frequency, expected);
    cr_expect_leq(fabs(o.frequency / right - 1.0), 2.5e-4);
    // No damping, none lost: peaks are read between samples, by up to (h omega)^2/8.
    cr_expect_float_eq(o.last_peak, o.first_peak, 4e-4 * o.first_peak, "%g, then %g", o.first_peak, o.last_peak);
}

Test(scene_joint_motion, damped_spring_loses_what_it_should)
{
    // Amplitude exp(-d w t / 2) with w = 4/3 1/kg: over the periods between the peaks.
    double k = 400.0, d = 0.3, w = 4.0 / 3.0, omega = sqrt(k * w - 0.25 * d * d * w * w);
    oscillation o = run_spring(1.0 / 480.0, k, d, 20.0);
    double periods = floor(20.0 * omega / (2.0 * SCENE_PI) - 0.25) - 1.0;
    double right = exp(-0.5 * d * w * periods * 2.0 * SCENE_PI / omega);
    cr_expect_float_eq(o.last_peak / o.first_peak, right, 0.03 * right, "%g, not %g", o.last_peak / o.first_peak,
                       right);
}

Test(scene_joint_motion, stiff_springs_do_not_explode)
{
    const double ks[] = {1e3, 1e4, 1e5, 1e6, 1e9, 1e12};
    for (int i = 0; i < 6; i++)
        for (int damped = 0; damped < 2; damped++) {
            belay_world* world = joint_world(1.0 / 240.0, true);
            uint64_t state = 6;
            belay_body_id a = joint_add_random_body(world, &state), b = joint_add_random_body(world, &state);
            belay_joint_def def =
                joint_at(world, BELAY_JOINT_SIX_DOF, a, b, chance_vector(&state, 0.5), v3(1.0, 0.0, 0.0));
            for (int k = 0; k < 6; k++)
                def.axis[k].spring = (belay_joint_spring){.is_enabled = true,
                                                          .stiffness = ks[i],
                                                          .damping = damped ? 2.0 * sqrt(ks[i]) : 0.0,
                                                          .max_force = HUGE_VAL};
            belay_joint_id joint = joint_make(world, &def);
            for (int s = 0; s < 2400; s++) {
                scene_steps(world, 1);
                belay_joint_state now = joint_state(world, joint);
                double off = v3_length(v3(now.position[0], now.position[1], now.position[2]));
                cr_assert(off < 0.1, "k %g damped %d step %d: %g m", ks[i], damped, s, off);
            }
            belay_vec3 fall = v3_scale(9.81 * 10.0, v3(0.0, 0.0, -1.0));
            cr_expect_lt(v3_distance(scene_state(world, a).linear_velocity, fall), 20.0);
            belay_world_destroy(world);
        }
}

Test(scene_joint_motion, spring_pulls_no_harder_than_its_cap)
{
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_body_id wall = joint_add_static(world), block = joint_add_ball(world, 2.0, 0.1, v3(1.0, 0.0, 0.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_SLIDER, wall, block, v3_zero(), v3(1.0, 0.0, 0.0));
    def.axis[0].spring =
        (belay_joint_spring){.is_enabled = true, .target = 1.0, .stiffness = 1e4, .damping = 0.0, .max_force = 6.0};
    joint_make(world, &def);
    scene_steps(world, 24); // 3 m/s^2 for 0.1 s
    cr_expect_float_eq(scene_state(world, block).linear_velocity.x, 0.3, 1e-9);
    belay_world_destroy(world);
}

Test(scene_joint_motion, hinge_spring_takes_the_shorter_way_round)
{
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_body_id wall = joint_add_static(world), wheel = joint_add_ball(world, 1.0, 0.5, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_HINGE, wall, wheel, v3_zero(), v3(0.0, 0.0, 1.0));
    def.axis[0].spring = (belay_joint_spring){
        .is_enabled = true, .target = 3.0, .stiffness = 10.0, .damping = 2.0, .max_force = HUGE_VAL};
    belay_joint_id joint = joint_make(world, &def);
    belay_pose turned = belay_pose_identity();
    turned.rotation = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), -3.0);
    cr_assert(belay_body_set_pose(world, wheel, turned) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect_lt(joint_state(world, joint).speed[0], 0.0);
    scene_steps(world, 2400);
    cr_expect_float_eq(joint_state(world, joint).position[0], 3.0 - 2.0 * SCENE_PI, 1e-6); // turns are counted
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// The hand
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_joint_motion, drag_swings_in_on_its_target)
{
    // Critically damped: x = (1 + omega t) exp(-omega t) of the way is left.
    belay_world* world = joint_world(1.0 / 960.0, false);
    belay_body_id body = joint_add_ball(world, 4.0, 0.1, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_DRAG, body, the_world, v3_zero(), v3_zero());
    def.target = v3(0.3, 0.0, -0.4);
    def.drag_frequency = 2.0;
    def.drag_max_force = 1e6;
    belay_joint_id joint = joint_make(world, &def);
    double omega = 4.0 * SCENE_PI;
    for (int i = 0; i < 960; i++) {
        scene_steps(world, 1);
        double t = belay_world_get_time(world), right = 0.5 * (1.0 + omega * t) * exp(-omega * t);
        double left = v3_distance(scene_state(world, body).pose.position, def.target);
        cr_assert_float_eq(left, right, 2e-4, "t = %g: %g m left, not %g", t, left, right);
    }
    cr_assert(belay_joint_set_target(world, joint, v3(1.0, 0.0, 0.0)) == BELAY_OK);
    scene_steps(world, 1920);
    cr_expect_leq(v3_distance(scene_state(world, body).pose.position, v3(1.0, 0.0, 0.0)), 1e-6);
    belay_world_destroy(world);
}

Test(scene_joint_motion, drag_never_pulls_above_its_cap)
{
    // A target that jumps about, a grip far off the centre of a spinning box, other joints and stiff settings.
    uint64_t state = 17;
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id body = joint_add_random_body(world, &state), other = joint_add_random_body(world, &state);
    belay_joint_def hinge = joint_at(world, BELAY_JOINT_BALL, body, other, v3(0.5, 0.0, 0.0), v3(1.0, 0.0, 0.0));
    joint_make(world, &hinge);
    belay_joint_def def = joint_at(world, BELAY_JOINT_DRAG, body, the_world, v3(1.0, 1.0, 1.0), v3_zero());
    def.drag_frequency = 30.0;
    def.drag_max_force = 25.0;
    belay_joint_id joint = joint_make(world, &def);
    int at_cap = 0;
    for (int i = 0; i < 2400; i++) {
        if (i % 10 == 0) cr_assert(belay_joint_set_target(world, joint, chance_vector(&state, 3.0)) == BELAY_OK);
        scene_steps(world, 1);
        double force = v3_length(joint_state(world, joint).force);
        cr_assert_leq(force, 25.0 * (1.0 + 1e-12), "step %d: %.17g N", i, force);
        at_cap += force > 24.999;
    }
    cr_expect_gt(at_cap, 100);
    belay_world_destroy(world);
}

Test(scene_joint_motion, drag_holds_a_weight_by_its_stiffness)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id body = joint_add_ball(world, 4.0, 0.1, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_DRAG, body, the_world, v3_zero(), v3_zero());
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 960);
    double omega = 10.0 * SCENE_PI;
    cr_expect_float_eq(scene_state(world, body).pose.position.z, -SCENE_G / (omega * omega), 1e-9);
    cr_expect_float_eq(joint_state(world, joint).force.z, 4.0 * SCENE_G, 1e-6);
    cr_expect_float_eq(joint_state(world, joint).error, SCENE_G / (omega * omega), 1e-9);
    belay_world_destroy(world);
}
