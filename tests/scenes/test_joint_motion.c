// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints in motion and under load, against what mechanics says: pendulums, loads, motors, limits, springs, chains,
// hands that pull, breaking.

#include "scenes/joint_scene.h"
#include "support/chance.h"

#include <criterion/logging.h>

// ---------------------------------------------------------------------------------------------------------------------
// Loads
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_joint_motion, five_tonnes_hang_from_a_ball_joint)
{
    // 5000 kg x 9.81 m/s^2 = 49050 N, straight up.
    belay_world* world = joint_world(1.0 / 240.0, true);
    scene_ball ball = scene_ball_default();
    ball.mass = 5000.0;
    ball.radius = 0.5;
    belay_body_id body = scene_add_ball(world, &ball);
    belay_joint_def def = joint_at(world, BELAY_JOINT_BALL, body, the_world, v3(0.0, 0.0, 2.0), v3(1.0, 0.0, 0.0));
    belay_joint_id joint = joint_make(world, &def);
    double worst = 0.0;
    for (int i = 0; i < 2400; i++) {
        scene_steps(world, 1);
        belay_joint_state s = joint_state(world, joint);
        cr_assert_float_eq(s.force.z, 49050.0, 1e-6 * 49050.0, "step %d: %g N", i, s.force.z);
        cr_assert_leq(hypot(s.force.x, s.force.y), 1e-6);
        cr_assert_leq(v3_length(s.torque), 1e-6);
        worst = fmax(worst, s.error);
    }
    cr_expect_leq(worst, 1e-12);
    cr_expect_leq(v3_length(scene_state(world, body).pose.position), 1e-9);
    belay_world_destroy(world);
}

Test(scene_joint_motion, cantilever_tells_force_and_torque)
{
    // A fixed joint at the wall holds 2 kg 0.5 m off: 19.62 N up and a moment of 9.81 N m that lifts the far end.
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id body = joint_add_ball(world, 2.0, 0.1, v3(0.5, 0.0, 0.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, body, the_world, v3_zero(), v3(0.3, -0.2, 1.0));
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 100);
    belay_joint_state s = joint_state(world, joint);
    cr_expect_leq(v3_distance(s.force, v3(0.0, 0.0, 19.62)), 1e-9);
    cr_expect_leq(v3_distance(s.torque, v3(0.0, -9.81, 0.0)), 1e-9);
    belay_world_destroy(world);
}

Test(scene_joint_motion, force_is_on_body_a)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id wall = joint_add_static(world), body = joint_add_ball(world, 2.0, 0.1, v3(0.5, 0.0, 0.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, wall, body, v3_zero(), v3(1.0, 0.0, 0.0));
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 100);
    belay_joint_state s = joint_state(world, joint);
    cr_expect_leq(v3_distance(s.force, v3(0.0, 0.0, -19.62)), 1e-9);
    cr_expect_leq(v3_distance(s.torque, v3(0.0, 9.81, 0.0)), 1e-9);
    belay_world_destroy(world);
}

// Twenty balls on a string, hanging straight.
static void check_chain(double first_mass, double mass)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_joint_id joints[20];
    belay_body_id above = the_world;
    for (int i = 0; i < 20; i++) {
        double m = i == 19 ? first_mass : mass;
        belay_body_id ball = joint_add_ball(world, m, 0.05, v3(0.0, 0.0, -0.1 * i - 0.1));
        belay_joint_def def = joint_at(world, BELAY_JOINT_BALL, ball, above, v3(0.0, 0.0, -0.1 * i), v3(1.0, 0.0, 0.0));
        joints[i] = joint_make(world, &def);
        above = ball;
    }
    scene_steps(world, 240);
    scene_check_converged(world);
    for (int i = 0; i < 20; i++) {
        double weight = 9.81 * (first_mass + (19 - i) * mass);
        belay_joint_state s = joint_state(world, joints[i]);
        cr_expect_float_eq(s.force.z, weight, 1e-7 * weight, "joint %d: %.10g N, not %.10g", i, s.force.z, weight);
        cr_expect_leq(hypot(s.force.x, s.force.y), 1e-7 * weight);
        cr_expect_leq(s.error, 1e-9);
    }
    cr_log_info("chain: %d sweeps, %d Newton iterations", (int)belay_world_get_stats(world)->iterations,
                (int)belay_world_get_stats(world)->newton_iterations);
    belay_world_destroy(world);
}

Test(scene_joint_motion, every_joint_of_a_chain_carries_what_hangs_below)
{
    check_chain(1.0, 1.0);
}

Test(scene_joint_motion, a_light_chain_carries_a_heavy_end)
{
    check_chain(100.0, 0.1);
}

Test(scene_joint_motion, heavy_struts_stand_on_a_light_foot)
{
    // Two weights of 100 kg on vertical guides press a ball of 0.1 kg to the ground, each by a rod at 45 degrees. Where
    // the ball would go without the ground, 58 m/s downwards, must not be what the rods are made ready for.
    belay_world* world = joint_world(1.0 / 240.0, true);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.mass = 0.1;
    ball.position = v3(0.0, 0.0, 0.05);
    ball.is_rotation_locked = true; // it can neither roll nor slip from under them
    belay_body_id foot = scene_add_ball(world, &ball);
    belay_joint_id rods[2];
    for (int i = 0; i < 2; i++) {
        belay_vec3 top = v3(i == 0 ? 0.5 : -0.5, 0.0, 0.55);
        belay_body_id weight = joint_add_ball(world, 100.0, 0.1, top);
        belay_joint_def def = joint_at(world, BELAY_JOINT_SLIDER, weight, the_world, top, v3(0.0, 0.0, 1.0));
        joint_make(world, &def);
        def = belay_joint_def_default(BELAY_JOINT_DISTANCE);
        def.body_a = foot;
        def.body_b = weight;
        rods[i] = joint_make(world, &def);
    }
    scene_steps(world, 240);
    for (int k = 0; k < 240; k++) {
        scene_steps(world, 1);
        scene_check_converged(world);
        for (int i = 0; i < 2; i++) {
            belay_joint_state s = joint_state(world, rods[i]);
            cr_assert_leq(s.error, 1e-8, "step %d: %g", k, s.error);
            cr_assert_float_eq(v3_length(s.force), 981.0 * sqrt(2.0), 1e-3, "step %d: %g N", k, v3_length(s.force));
        }
    }
    cr_expect_leq(v3_distance(scene_state(world, foot).pose.position, ball.position), 1e-4);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Pendulums
// ---------------------------------------------------------------------------------------------------------------------

// 2 pi / agm(1, cos(a/2)) sqrt(I / m g l): the period of a pendulum of amplitude a.
static double pendulum_period(double inertia, double mass_length, double amplitude)
{
    double a = 1.0, g = cos(0.5 * amplitude);
    for (int i = 0; i < 8; i++) {
        double mean = 0.5 * (a + g);
        g = sqrt(a * g);
        a = mean;
    }
    return 2.0 * SCENE_PI / a * sqrt(inertia / (SCENE_G * mass_length));
}

typedef struct swing {
    double period, energy_error, later_error, anchor_error;
} swing;

// A box of 2 kg, 1 m long, swings by its upper end from 60 degrees for 60 s. Energies are relative to that of the
// swing.
static swing run_pendulum(belay_joint_type type, double h)
{
    belay_world* world = joint_world(h, true);
    double angle = scene_radians(60.0), length = 0.5, mass = 2.0;
    belay_body_def body_def = belay_body_def_default();
    body_def.mass = mass;
    body_def.inertia = belay_inertia_box(mass, v3(0.1, 0.2, 1.0));
    body_def.pose.position = v3(length * sin(angle), 0.0, -length * cos(angle));
    body_def.pose.rotation = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), -angle);
    belay_body_id body = joint_add_body(world, &body_def);
    belay_joint_def def = joint_at(world, type, body, the_world, v3_zero(), v3(0.0, 1.0, 0.0));
    belay_joint_id joint = joint_make(world, &def);
    double start = joint_energy(world), range = mass * SCENE_G * length * (1.0 - cos(angle));
    swing s = {0.0, 0.0, 0.0, 0.0};
    double last = angle, first_time = 0.0, last_time = 0.0;
    int passes = 0, count = (int)(60.0 / h);
    for (int i = 0; i < count; i++) {
        scene_steps(world, 1);
        double error = fabs(joint_energy(world) - start) / range;
        if (i < count / 2)
            s.energy_error = fmax(s.energy_error, error);
        else
            s.later_error = fmax(s.later_error, error);
        s.anchor_error = fmax(s.anchor_error, joint_state(world, joint).error);
        belay_vec3 p = scene_state(world, body).pose.position;
        double now = atan2(p.x, -p.z);
        if (last < 0.0 && now >= 0.0) {
            last_time = belay_world_get_time(world) - h * now / (now - last);
            if (passes++ == 0) first_time = last_time;
        }
        last = now;
    }
    s.period = (last_time - first_time) / (passes - 1);
    belay_world_destroy(world);
    return s;
}

static void check_pendulum(belay_joint_type type)
{
    double inertia = 2.0 * (0.1 * 0.1 + 1.0) / 12.0 + 2.0 * 0.25;
    double period = pendulum_period(inertia, 1.0, scene_radians(60.0));
    swing s = run_pendulum(type, 1.0 / 240.0);
    cr_log_info("%s pendulum: period %.6f s (%.6f), energy off by %.3g, then %.3g, anchors by %.3g m",
                belay_joint_type_name(type), s.period, period, s.energy_error, s.later_error, s.anchor_error);
    cr_expect_leq(fabs(s.period / period - 1.0), 1e-3);
    cr_expect_leq(s.energy_error, 1e-3);
    cr_expect_leq(s.later_error, 1.02 * s.energy_error, "drift: %g, then %g", s.energy_error, s.later_error);
    cr_expect_leq(s.anchor_error, 1e-6);
}

Test(scene_joint_motion, ball_joint_pendulum_keeps_time_and_energy)
{
    check_pendulum(BELAY_JOINT_BALL);
}

Test(scene_joint_motion, hinge_pendulum_keeps_time_and_energy)
{
    check_pendulum(BELAY_JOINT_HINGE);
}

Test(scene_joint_motion, pendulum_converges_in_the_second_order)
{
    swing coarse = run_pendulum(BELAY_JOINT_BALL, 1.0 / 60.0), fine = run_pendulum(BELAY_JOINT_BALL, 1.0 / 120.0);
    double inertia = 2.0 * (0.1 * 0.1 + 1.0) / 12.0 + 2.0 * 0.25;
    double period = pendulum_period(inertia, 1.0, scene_radians(60.0));
    double ratio = (coarse.period - period) / (fine.period - period);
    cr_expect(ratio > 3.5 && ratio < 4.5, "error of the period falls by %g", ratio);
    cr_expect_geq(coarse.energy_error / fine.energy_error, 3.5);
    cr_expect_geq(coarse.anchor_error / fine.anchor_error, 7.0, "anchors: %g", coarse.anchor_error / fine.anchor_error);
}

Test(scene_joint_motion, a_rod_between_two_balls_keeps_energy)
{
    // Two balls on a light rod (a distance joint), thrown and spinning in free fall about each other.
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_body_id a = joint_add_ball(world, 1.0, 0.05, v3_zero()),
                  b = joint_add_ball(world, 3.0, 0.05, v3(1.0, 0.0, 0.0));
    scene_set_velocity(world, a, v3(0.0, 3.0, 0.0), v3(5.0, 0.0, 0.0));
    scene_set_velocity(world, b, v3(0.0, -1.0, 0.5), v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_DISTANCE, a, b, v3_zero(), v3(1.0, 0.0, 0.0));
    def.frame_b = belay_pose_identity();
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 10);
    double start = joint_energy(world), off = 0.0;
    for (int i = 0; i < 14400; i++) {
        scene_steps(world, 1);
        off = fmax(off, fabs(joint_energy(world) / start - 1.0));
        cr_assert_leq(joint_state(world, joint).error, 1e-6);
    }
    // w = 4 rad/s about the mass centre; tension = m w^2 r = 1 * 16 * 0.75.
    cr_expect_float_eq(v3_length(joint_state(world, joint).force), 12.0 + 3.0 / 16.0, 0.02);
    cr_expect_leq(off, 1e-7, "energy off by %g", off);
    belay_world_destroy(world);
}

typedef struct precession {
    double rate, tilt_error, anchor_error, energy_error;
} precession;

#define GYROSCOPE_TILT 60.0 // degrees
#define GYROSCOPE_RATE 3.0  // rad/s

// Steady precession about the vertical through the joint, with I1' = I1 + m l^2:
//     I3 w3 W - I1' cos t W^2 = m g l,    w3 = s + W cos t.
static precession run_gyroscope(double h)
{
    double mass = 0.5, l = 0.1, i1 = 1e-3, i3 = 1.5e-3, tilt = scene_radians(GYROSCOPE_TILT), rate = GYROSCOPE_RATE;
    double about_joint = i1 + mass * l * l;
    double w3 = (mass * SCENE_G * l + about_joint * cos(tilt) * rate * rate) / (i3 * rate);
    belay_world* world = joint_world(h, true);
    belay_vec3 axis = v3(sin(tilt), 0.0, cos(tilt));
    belay_body_def body_def = belay_body_def_default();
    body_def.mass = mass;
    body_def.inertia = m3_diagonal(v3(i1, i1, i3));
    body_def.pose.position = v3_scale(l, axis);
    body_def.pose.rotation = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), tilt);
    body_def.angular_velocity = v3_add_scaled(v3(0.0, 0.0, rate), w3 - rate * cos(tilt), axis);
    body_def.linear_velocity = v3_cross(body_def.angular_velocity, body_def.pose.position);
    belay_body_id top = joint_add_body(world, &body_def);
    belay_joint_def def = joint_at(world, BELAY_JOINT_BALL, top, the_world, v3_zero(), v3_zero());
    belay_joint_id joint = joint_make(world, &def);
    double turned = 0.0, heading = 0.0, start = joint_energy(world);
    precession p = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < (int)(10.0 / h); i++) {
        scene_steps(world, 1);
        belay_vec3 e = q_rotate(scene_state(world, top).pose.rotation, v3(0.0, 0.0, 1.0));
        double now = atan2(e.y, e.x), change = now - heading;
        turned += change - 2.0 * SCENE_PI * floor(change / (2.0 * SCENE_PI) + 0.5);
        heading = now;
        p.tilt_error = fmax(p.tilt_error, fabs(acos(e.z) - tilt));
        p.anchor_error = fmax(p.anchor_error, joint_state(world, joint).error);
        p.energy_error = fmax(p.energy_error, fabs(joint_energy(world) / start - 1.0));
    }
    p.rate = turned / belay_world_get_time(world);
    cr_log_info("gyroscope of %.0f rad/s at %g s: %.6f rad/s, tilt off by %.3g rad, anchor by %.3g m, energy by %.3g",
                w3, h, p.rate, p.tilt_error, p.anchor_error, p.energy_error);
    belay_world_destroy(world);
    return p;
}

Test(scene_joint_motion, gyroscope_on_a_ball_joint_precesses)
{
    // It turns by a quarter of a radian per step at 1/480 s; errors are of the second order of that.
    precession coarse = run_gyroscope(1.0 / 480.0), fine = run_gyroscope(1.0 / 960.0);
    cr_expect_leq(fabs(coarse.rate / GYROSCOPE_RATE - 1.0), 0.01);
    cr_expect_leq(coarse.tilt_error, scene_radians(1.0));
    cr_expect_leq(coarse.anchor_error, 1e-5);
    cr_expect_leq(coarse.energy_error, 1e-3);
    double ratio = (coarse.rate - GYROSCOPE_RATE) / (fine.rate - GYROSCOPE_RATE);
    cr_expect(ratio > 3.5 && ratio < 4.5, "error of the rate falls by %g", ratio);
    cr_expect_geq(coarse.tilt_error / fine.tilt_error, 3.5);
}

// Three boxes in a chain of ball joints, let go from the horizontal: chaotic, so the energy is what can be judged.
static double worst_energy(double h)
{
    belay_world* world = joint_world(h, true);
    belay_body_id above = the_world;
    for (int i = 0; i < 3; i++) {
        belay_body_def body_def = belay_body_def_default();
        body_def.mass = 1.0;
        body_def.inertia = belay_inertia_box(1.0, v3(0.5, 0.2, 0.1));
        body_def.pose.position = v3(0.5 * i + 0.25, 0.0, 0.0);
        belay_body_id body = joint_add_body(world, &body_def);
        belay_joint_def def = joint_at(world, BELAY_JOINT_BALL, body, above, v3(0.5 * i, 0.02 * i, 0.0), v3_zero());
        joint_make(world, &def);
        above = body;
    }
    double start = joint_energy(world), off = 0.0;
    for (int i = 0; i < (int)(10.0 / h); i++) {
        scene_steps(world, 1);
        off = fmax(off, fabs(joint_energy(world) - start));
    }
    belay_world_destroy(world);
    return off / (3.0 * SCENE_G * 0.75);
}

Test(scene_joint_motion, a_chain_of_boxes_keeps_its_energy)
{
    double coarse = worst_energy(1.0 / 240.0), fine = worst_energy(1.0 / 960.0);
    cr_log_info("chain of boxes: energy off by %.3g at 1/240 s, %.3g at 1/960 s", coarse, fine);
    cr_expect_leq(coarse, 0.02);
    cr_expect_leq(fine, 0.002);
}

// ---------------------------------------------------------------------------------------------------------------------
// Momentum
// ---------------------------------------------------------------------------------------------------------------------

static void momentum(const belay_world* world, const belay_body_id* bodies, const double* masses, int count,
                     belay_vec3* linear, belay_vec3* angular)
{
    *linear = *angular = v3_zero();
    for (int i = 0; i < count; i++) {
        belay_vec3 c, spin, p = v3_scale(masses[i], scene_state(world, bodies[i]).linear_velocity);
        cr_assert(belay_body_get_center_of_mass(world, bodies[i], &c) == BELAY_OK);
        cr_assert(belay_body_get_angular_momentum(world, bodies[i], &spin) == BELAY_OK);
        *linear = v3_add(*linear, p);
        *angular = v3_add(*angular, v3_add(spin, v3_cross(c, p)));
    }
}

Test(scene_joint_motion, joined_bodies_in_free_fall_keep_their_momenta)
{
    // Also while they are drawn together, against limits, springs and motors: whatever a joint does, it does to both.
    uint64_t state = 41;
    const double masses[2] = {1.0, 2.5};
    for (int type = 0; type < BELAY_JOINT_DRAG; type++) {
        belay_world* world = joint_world(1.0 / 240.0, false);
        belay_body_id bodies[2];
        for (int i = 0; i < 2; i++) {
            bodies[i] = joint_add_ball(world, masses[i], 0.3, chance_vector(&state, 0.5));
            belay_vec3 linear = chance_vector(&state, 2.0), angular = chance_vector(&state, 4.0);
            scene_set_velocity(world, bodies[i], linear, angular);
        }
        belay_vec3 anchor = chance_vector(&state, 0.5), axis = chance_vector(&state, 1.0);
        belay_joint_def def = joint_at(world, (belay_joint_type)type, bodies[0], bodies[1], anchor, axis);
        def.frame_b.position = v3_add(def.frame_b.position, chance_vector(&state, 0.3));
        def.frame_b.rotation = q_mul(def.frame_b.rotation, q_exp(chance_vector(&state, 0.5)));
        def.cone_angle = 0.4;
        for (int i = 0; i < 6; i++) {
            def.axis[i].limit =
                (belay_joint_limit){.is_enabled = i != 4, .min = type == BELAY_JOINT_DISTANCE ? 0.1 : -0.2, .max = 0.3};
            def.axis[i].spring = (belay_joint_spring){
                .is_enabled = i % 2 == 0, .target = 0.1, .stiffness = 50.0, .damping = 0.5, .max_force = 20.0};
            def.axis[i].motor = (belay_joint_motor){.is_enabled = i % 2 == 1, .speed = 1.0, .max_force = 2.0};
        }
        joint_make(world, &def);
        belay_vec3 p0, l0, p, l;
        momentum(world, bodies, masses, 2, &p0, &l0);
        for (int k = 0; k < 480; k++)
            scene_steps(world, 1);
        momentum(world, bodies, masses, 2, &p, &l);
        const char* name = belay_joint_type_name((belay_joint_type)type);
        cr_expect_leq(v3_distance(p, p0), 1e-12, "%s: momentum off by %g", name, v3_distance(p, p0));
        cr_expect_leq(v3_distance(l, l0), 1e-11, "%s: angular momentum off by %g", name, v3_distance(l, l0));
        belay_world_destroy(world);
    }
}

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
    cr_expect_float_eq(joint_state(world, joint).position[0], 3.0, 1e-6);
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

// ---------------------------------------------------------------------------------------------------------------------
// Breaking
// ---------------------------------------------------------------------------------------------------------------------

static void check_break(double force_limit, double torque_limit, bool breaks)
{
    // 2 kg on an arm of 0.5 m: 19.62 N and 9.81 N m.
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id body = joint_add_ball(world, 2.0, 0.1, v3(0.5, 0.0, 0.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, body, the_world, v3_zero(), v3(1.0, 0.0, 0.0));
    def.break_force = force_limit;
    def.break_torque = torque_limit;
    belay_joint_id joint = joint_make(world, &def);
    int events = 0;
    for (int i = 0; i < 50; i++) {
        scene_steps(world, 1);
        int32_t count;
        const belay_joint_event* e = belay_world_get_joint_events(world, &count);
        events += count;
        if (count == 0) continue;
        cr_expect_eq(i, 0);
        cr_expect(e[0].joint.value == joint.value && e[0].body_a.value == body.value && e[0].body_b.value == 0);
        cr_expect_float_eq(e[0].force, 19.62, 1e-9);
        cr_expect_float_eq(e[0].torque, 9.81, 1e-9);
    }
    belay_joint_state s;
    cr_expect_eq(events, breaks ? 1 : 0);
    cr_expect_eq(belay_entity_is_alive(world, belay_joint_entity(joint)), !breaks);
    cr_expect_eq(belay_joint_get_state(world, joint, &s), breaks ? BELAY_ERROR_HANDLE : BELAY_OK);
    // What broke off falls, from the step after.
    cr_expect_float_eq(scene_state(world, body).linear_velocity.z, breaks ? -49.0 / 240.0 * SCENE_G : 0.0, 1e-9);
    belay_world_destroy(world);
}

Test(scene_joint_motion, breaks_just_below_its_load_and_not_just_above)
{
    check_break(19.62 * (1.0 - 1e-9), HUGE_VAL, true);
    check_break(19.62 * (1.0 + 1e-9), HUGE_VAL, false);
    check_break(HUGE_VAL, 9.81 * (1.0 - 1e-9), true);
    check_break(HUGE_VAL, 9.81 * (1.0 + 1e-9), false);
}

Test(scene_joint_motion, a_chain_breaks_where_it_is_weakest)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id above = the_world;
    for (int i = 0; i < 10; i++) {
        belay_body_id ball = joint_add_ball(world, 1.0, 0.05, v3(0.0, 0.0, -0.1 * i - 0.1));
        belay_joint_def def = joint_at(world, BELAY_JOINT_BALL, ball, above, v3(0.0, 0.0, -0.1 * i), v3(1.0, 0.0, 0.0));
        def.break_force = i == 4 ? 40.0 : 1000.0; // carries 6 x 9.81
        joint_make(world, &def);
        above = ball;
    }
    scene_steps(world, 1);
    int32_t count;
    const belay_joint_event* e = belay_world_get_joint_events(world, &count);
    cr_assert_eq(count, 1);
    cr_expect_float_eq(e[0].force, 6.0 * SCENE_G, 1e-6);
    scene_steps(world, 1);
    belay_world_get_joint_events(world, &count);
    cr_expect_eq(count, 0);
    belay_world_destroy(world);
}
