// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints in motion, against what mechanics says: pendulums, gyroscopes, chains, free fall.

#include "scenes/joints/joint_scene.h"
#include "support/chance.h"

#include <criterion/logging.h>

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
    cr_expect_geq(ratio, 3.5, "error of the period falls by %g", ratio);
    cr_expect_leq(fabs(coarse.period / period - 1.0), 3e-4);
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
    cr_expect_geq(ratio, 3.5, "error of the rate falls by %g", ratio);
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

// Whatever a joint does, it does to both. Positions that are put right (a joint that is made out of place; the third
// order of the step) go without velocity: the centre of mass stays, but what moves is moved past the origin.
static void check_momenta(double h, double apart, double allowed)
{
    uint64_t state = 41;
    const double masses[2] = {1.0, 2.5};
    for (int type = 0; type < BELAY_JOINT_DRAG; type++) {
        belay_world* world = joint_world(h, false);
        belay_body_id bodies[2];
        for (int i = 0; i < 2; i++) {
            bodies[i] = joint_add_ball(world, masses[i], 0.3, chance_vector(&state, 0.5));
            belay_vec3 linear = chance_vector(&state, 2.0), angular = chance_vector(&state, 4.0);
            scene_set_velocity(world, bodies[i], linear, angular);
        }
        belay_vec3 anchor = chance_vector(&state, 0.5), axis = chance_vector(&state, 1.0);
        belay_joint_def def = joint_at(world, (belay_joint_type)type, bodies[0], bodies[1], anchor, axis);
        def.frame_b.position = v3_add(def.frame_b.position, v3_scale(apart, chance_vector(&state, 0.3)));
        def.frame_b.rotation = q_mul(def.frame_b.rotation, q_exp(v3_scale(apart, chance_vector(&state, 0.5))));
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
        for (int k = 0; k < (int)(2.0 / h); k++)
            scene_steps(world, 1);
        momentum(world, bodies, masses, 2, &p, &l);
        const char* name = belay_joint_type_name((belay_joint_type)type);
        cr_expect_leq(v3_distance(p, p0), 1e-12, "%s: momentum off by %g", name, v3_distance(p, p0));
        double off = v3_distance(l, l0) / v3_length(l0);
        cr_log_info("%s: angular momentum off by %.3g", name, off);
        cr_expect_leq(off, allowed, "%s: angular momentum off by %g", name, off);
        belay_world_destroy(world);
    }
}

Test(scene_joint_motion, joined_bodies_in_free_fall_keep_their_momenta)
{
    // They are made with velocities that do not fit, and go apart for half a step before the joint stops that.
    check_momenta(1.0 / 240.0, 0.0, 5e-3);
    check_momenta(1.0 / 960.0, 0.0, 1.25e-3);
    check_momenta(1.0 / 240.0, 1.0, 0.25);
}
