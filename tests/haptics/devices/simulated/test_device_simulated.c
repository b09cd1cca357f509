// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How the simulated device moves: against closed forms, its own energy, and the stability bounds of a sampled wall.

#include "belay/quat.h"
#include "belay/vec.h"
#include "haptics/simulated.h"
#include "support/chance.h"

#include <math.h>
#include <string.h>

static const double T = 1e-3;

// ---------------------------------------------------------------------------------------------------------------------
// Closed forms
// ---------------------------------------------------------------------------------------------------------------------

Test(device_simulated, damping_slows_as_an_exponential)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.damping = 0.5;
    def.velocity = v3(0.3, -0.2, 0.1);
    simulated s = simulated_begin(&def);
    for (int i = 1; i <= 1000; i++) {
        simulated_pass(&s, 1, T);
        belay_haptic_simulation_state state = simulated_state(&s);
        double rate = def.device.damping / def.device.mass, e = exp(-rate * i * T);
        cr_assert_lt(v3_distance(state.velocity, v3_scale(e, def.velocity)), 1e-9);
        cr_assert_lt(v3_distance(state.position, v3_scale((1.0 - e) / rate, def.velocity)), 1e-9);
    }
    simulated_end(&s);
}

// Put down somewhere else it is at rest there, whatever it was about to do; a hand that wants nothing else leaves it.
Test(device_simulated, is_put_down_at_rest)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.velocity = v3(0.3, -0.2, 0.1);
    def.device.delay = 2.0 * T;
    def.hand = belay_hand_stylus();
    def.motion.kind = BELAY_HAND_TARGET;
    simulated s = simulated_begin(&def);
    simulated_pass(&s, 10, T);
    belay_haptic_output push = {.force = {1.0, 2.0, 3.0}};
    cr_assert_eq(s.driver.ops->write(s.device, &push), BELAY_HAPTIC_OK);
    belay_pose there = {{0.01, 0.02, 0.03}, belay_quat_identity()};
    belay_haptic_simulation_place(s.simulation, there);
    for (int i = 0; i < 100; i++) {
        simulated_pass(&s, 1, T);
        cr_assert_eq(v3_distance(simulated_state(&s).position, there.position), 0.0);
        cr_assert_eq(v3_length(simulated_state(&s).velocity), 0.0);
    }
    there.position.x = NAN;
    belay_haptic_simulation_place(s.simulation, there);
    cr_assert(v3_is_finite(simulated_state(&s).position));
    simulated_end(&s);
}

// A mass on the hand's spring and damper, from rest beside where the hand wants it.
Test(device_simulated, hand_swings_the_device_as_a_damped_spring)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.hand = belay_hand_stylus();
    def.motion.start = v3(0.01, 0.0, -0.02);
    simulated s = simulated_begin(&def);
    double m = def.device.mass + def.hand.mass, decay = def.hand.damping / (2.0 * m);
    double w = sqrt(def.hand.stiffness / m - decay * decay);
    for (int i = 1; i <= 500; i++) {
        simulated_pass(&s, 1, T);
        double t = i * T, left = exp(-decay * t) * (cos(w * t) + decay / w * sin(w * t));
        belay_vec3 expected = v3_scale(1.0 - left, def.motion.start);
        cr_assert_lt(v3_distance(simulated_state(&s).position, expected), 1e-8);
    }
    simulated_end(&s);
}

Test(device_simulated, friction_stops_in_the_time_and_way_of_its_force)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.friction = 0.2;
    def.velocity = v3(0.1, -0.05, 0.0);
    simulated s = simulated_begin(&def);
    double stop_x = 0.1 * def.device.mass / 0.2, way_x = 0.5 * 0.1 * stop_x;
    double stop_y = 0.5 * stop_x, way_y = -0.25 * way_x;
    simulated_pass(&s, (int)(stop_y / T) - 1, T);
    cr_assert_lt(simulated_state(&s).velocity.y, 0.0);
    simulated_pass(&s, 3, T);
    cr_assert_eq(simulated_state(&s).velocity.y, 0.0);
    cr_assert_gt(simulated_state(&s).velocity.x, 0.0);
    simulated_pass(&s, 100, T);
    belay_haptic_simulation_state state = simulated_state(&s);
    cr_assert_eq(state.velocity.x, 0.0);
    cr_assert_float_eq(state.position.x, way_x, 1e-9);
    cr_assert_float_eq(state.position.y, way_y, 1e-9);
    cr_assert_eq(state.position.z, 0.0);
    simulated_end(&s);
}

Test(device_simulated, friction_holds_up_to_its_force_and_takes_it_off_beyond)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.friction = 0.26;
    simulated s = simulated_begin(&def);
    simulated_push(&s, 0.2599999, -0.2599999, 0.28);
    simulated_pass(&s, 1000, T);
    belay_haptic_simulation_state state = simulated_state(&s);
    cr_assert_eq(state.position.x, 0.0);
    cr_assert_eq(state.position.y, 0.0);
    cr_assert_float_eq(state.velocity.z, (0.28 - 0.26) / def.device.mass, 1e-9);
    simulated_end(&s);
}

// A pull that turns round: the device stops, is held while the pull is too small, and goes back.
Test(device_simulated, friction_turns_with_the_motion)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.friction = 0.1;
    def.velocity = v3(0.2, 0.0, 0.0);
    simulated s = simulated_begin(&def);
    simulated_push(&s, -0.5, 0.0, 0.0);
    // Against 0.5 + 0.1 N it stops after 1/30 s; then 0.5 - 0.1 N speed it up the other way.
    simulated_pass(&s, 100, T);
    cr_assert_float_eq(simulated_state(&s).velocity.x, -(0.1 - 1.0 / 30.0) * 0.4 / 0.1, 1e-6);
    simulated_end(&s);
}

Test(device_simulated, force_is_cut_to_the_limit_and_keeps_its_direction)
{
    const double asked[] = {100.0, 1e30, 1e200};
    for (int i = 0; i < 3; i++) {
        belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
        def.device.max_force = 3.3;
        simulated s = simulated_begin(&def);
        simulated_push(&s, 3.0 * asked[i], 0.0, -4.0 * asked[i]);
        simulated_pass(&s, 10, T);
        belay_haptic_simulation_state state = simulated_state(&s);
        cr_assert_float_eq(state.force.x, 0.6 * 3.3, 1e-12);
        cr_assert_float_eq(state.force.z, -0.8 * 3.3, 1e-12);
        cr_assert_float_eq(v3_length(state.velocity), 3.3 / 0.1 * 0.01, 1e-9);
        cr_assert_eq(state.limited_writes, 1);
        simulated_end(&s);
    }
}

Test(device_simulated, force_acts_after_the_delay_and_until_the_next)
{
    const double delays[] = {0.0, 0.25, 1.0, 2.5, 60.0};
    for (int d = 0; d < 5; d++) {
        belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
        def.device.delay = delays[d] * T;
        simulated s = simulated_begin(&def);
        simulated_pass(&s, 7, T);
        simulated_push(&s, 1.0, 0.0, 0.0);
        simulated_pass(&s, 100, T);
        simulated_push(&s, 0.0, 0.0, 0.0);
        for (int i = 1; i <= 100; i++) {
            simulated_pass(&s, 1, T);
            double acted = 100.0 * T - def.device.delay + fmin(i * T, def.device.delay);
            cr_assert_float_eq(simulated_state(&s).velocity.x, acted / def.device.mass, 1e-9, "delay %g, step %d",
                               delays[d], i);
        }
        simulated_end(&s);
    }
}

Test(device_simulated, late_forces_keep_their_order)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.delay = 3.0 * T;
    simulated s = simulated_begin(&def);
    double expected = 0.0, force[20];
    for (int i = 0; i < 20; i++) {
        force[i] = 1.0 + i % 4;
        simulated_push(&s, force[i], 0.0, 0.0);
        if (i >= 3) expected += force[i - 3] * T / def.device.mass;
        simulated_pass(&s, 1, T);
        cr_assert_float_eq(simulated_state(&s).velocity.x, expected, 1e-9);
    }
    simulated_end(&s);
}

// ---------------------------------------------------------------------------------------------------------------------
// Energy
// ---------------------------------------------------------------------------------------------------------------------

// What the force and the hand put in is in the motion or was lost, whatever goes on: kicks, friction that catches and
// lets go, rotation, delay, limits.
Test(device_simulated, energies_add_up)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_SIGMA_7);
        uint64_t random = seed;
        def.device.rate = 1000.0;
        def.device.delay = chance_between(&random, 0.0, 2e-3);
        def.motion.kind = BELAY_HAND_SPIRAL;
        def.motion.duration = 0.2;
        def.motion.end = chance_vector(&random, 0.05);
        def.motion.speed = 0.2;
        def.motion.reach = 0.03;
        def.motion.growth = 0.004;
        def.velocity = chance_vector(&random, 0.1);
        simulated s = simulated_begin(&def);
        belay_haptic_simulation_step(s.simulation, 0.0);
        double mass = def.device.mass + def.hand.mass;
        double before = 0.5 * mass * v3_length_squared(def.velocity), largest = 0.0;
        for (int i = 0; i < 2000; i++) {
            belay_haptic_output output = {chance_vector(&random, i % 400 < 200 ? 3.0 : 0.3),
                                          chance_vector(&random, 0.01), 0.0};
            s.driver.ops->write(s.device, &output);
            simulated_pass(&s, 1, T * chance_between(&random, 0.5, 2.0));
            belay_haptic_simulation_state e = simulated_state(&s);
            double in = before + e.force_work + e.hand_work, out = e.damping_loss + e.friction_loss + e.kinetic_energy;
            largest = fmax(largest, fabs(in - out) / (before + e.damping_loss + e.friction_loss));
            cr_assert_geq(e.damping_loss, 0.0);
            cr_assert_geq(e.friction_loss, 0.0);
        }
        cr_assert_gt(simulated_state(&s).friction_loss, 1e-4);
        cr_assert_lt(largest, 1e-11, "%g of the energy is not accounted for", largest);
        simulated_end(&s);
    }
}

// The same second cut into other pieces is the same motion, to the second order of a substep.
Test(device_simulated, pieces_of_time_do_not_matter)
{
    belay_vec3 ends[3];
    for (int k = 0; k < 3; k++) {
        belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_FALCON);
        def.motion.kind = BELAY_HAND_TAP;
        def.motion.end = v3(0.0, 0.01, -0.03);
        def.motion.speed = 0.2;
        def.motion.dwell = 0.1;
        simulated s = simulated_begin(&def);
        int count = k == 0 ? 1 : (k == 1 ? 50 : 3000);
        simulated_pass(&s, count, 0.3 / count);
        ends[k] = simulated_state(&s).position;
        simulated_end(&s);
    }
    cr_assert_lt(v3_distance(ends[0], ends[1]), 1e-7);
    cr_assert_lt(v3_distance(ends[0], ends[2]), 1e-6);
    cr_assert_gt(v3_length(ends[0]), 0.01);
}

// ---------------------------------------------------------------------------------------------------------------------
// A sampled wall: bounds from Gil et al. 2004, K < 2 (b + B) / T without delay, K < b / (T / 2 + d) with one
// ---------------------------------------------------------------------------------------------------------------------

// Whether a mass with a touch on a wall (spring K, damper B on the difference of two readings) comes to rest in it.
static bool comes_to_rest(double b, double k, double wall_b, double delay)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.damping = b;
    def.device.delay = delay;
    simulated s = simulated_begin(&def);
    // Pressed on by a steady 1 N, from a touch beside the place of balance, so that it never leaves the wall at first.
    double last = 0.0, early = 0.0, late = 0.0;
    simulated_push(&s, -1.0, 0.0, 0.0);
    for (int i = 0; i < 6000; i++) {
        belay_haptic_input input;
        simulated_read(&s, &input);
        double x = input.position.x, v = i > 0 ? (x - last) / T : 0.0;
        last = x;
        simulated_push(&s, -k * x - wall_b * v + 1e-3 * k, 0.0, 0.0);
        simulated_pass(&s, 1, T);
        double off = fabs(simulated_state(&s).position.x - 1e-3);
        if (i >= 1000 && i < 2000) early = fmax(early, off);
        if (i >= 5000) late = fmax(late, off);
    }
    simulated_end(&s);
    return late < early;
}

Test(device_simulated, sampled_wall_is_stable_up_to_the_known_stiffness)
{
    const struct {
        double b, wall_b, delay;
    } cases[] = {{0.1, 0.0, 0.0}, {0.5, 0.0, 0.0},  {1.0, 0.0, 0.0},  {0.2, 0.5, 0.0},
                 {0.5, 1.0, 0.0}, {0.5, 0.0, 1e-3}, {1.0, 0.0, 1e-3}, {0.5, 0.0, 2e-3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double b = cases[i].b, wall_b = cases[i].wall_b, d = cases[i].delay;
        double bound = d > 0.0 ? b / (0.5 * T + d) : 2.0 * (b + wall_b) / T;
        cr_assert(comes_to_rest(b, 0.97 * bound, wall_b, d), "b %g, B %g, delay %g: unstable below", b, wall_b, d);
        cr_assert(!comes_to_rest(b, 1.03 * bound, wall_b, d), "b %g, B %g, delay %g: stable above", b, wall_b, d);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Rotation
// ---------------------------------------------------------------------------------------------------------------------

Test(device_simulated, torque_turns_the_device)
{
    belay_haptic_simulation_def def = simulated_turning_def();
    simulated s = simulated_begin(&def);
    belay_haptic_output output = {{0.0, 0.0, 0.0}, {0.0, 1e-3, 0.0}, 0.0};
    s.driver.ops->write(s.device, &output);
    simulated_pass(&s, 100, T);
    belay_haptic_input input;
    cr_assert_eq(simulated_read(&s, &input), BELAY_HAPTIC_OK);
    double w = 1e-3 / 2e-4 * 0.1, angle = 0.5 * w * 0.1;
    belay_vec3 turned = q_log(input.rotation);
    cr_assert_lt(v3_distance(turned, v3(0.0, angle, 0.0)), 1e-9);
    cr_assert_lt(v3_distance(input.angular_velocity, v3(0.0, w, 0.0)), 1e-9);
    simulated_end(&s);
}

Test(device_simulated, torque_is_limited_and_held_by_friction)
{
    belay_haptic_simulation_def def = simulated_turning_def();
    def.device.max_torque = 0.1;
    def.rotation.friction = 0.1 + 1e-9;
    simulated s = simulated_begin(&def);
    belay_haptic_output output = {{0.0, 0.0, 0.0}, {0.0, 0.0, -5.0}, 0.0};
    s.driver.ops->write(s.device, &output);
    simulated_pass(&s, 100, T);
    belay_haptic_simulation_state state = simulated_state(&s);
    cr_assert_float_eq(state.torque.z, -0.1, 1e-15);
    cr_assert_eq(state.angular_velocity.z, 0.0);
    cr_assert_eq(state.limited_writes, 1);
    simulated_end(&s);
}

Test(device_simulated, hand_turns_the_device_to_where_it_wants_it)
{
    belay_haptic_simulation_def def = simulated_turning_def();
    def.hand = belay_hand_stylus();
    def.motion.kind = BELAY_HAND_TARGET;
    simulated s = simulated_begin(&def);
    belay_pose target = {{0.01, 0.02, 0.03}, belay_quat_from_axis_angle(v3(1.0, 2.0, -2.0), 1.2)};
    belay_haptic_simulation_set_target(s.simulation, target, v3_zero());
    simulated_pass(&s, 3000, T);
    belay_haptic_simulation_state state = simulated_state(&s);
    cr_assert_lt(v3_length(q_log(q_mul(target.rotation, q_conjugate(state.rotation)))), 1e-6);
    cr_assert_lt(v3_distance(state.position, target.position), 1e-9);

    // What is no place is not taken.
    target.position.x = NAN;
    belay_haptic_simulation_set_target(s.simulation, target, v3_zero());
    simulated_pass(&s, 10, T);
    cr_assert_float_eq(simulated_state(&s).position.x, 0.01, 1e-9);
    simulated_end(&s);
}

Test(device_simulated, without_rotation_torques_do_nothing)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    simulated s = simulated_begin(&def);
    belay_haptic_output output = {{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}, 0.0};
    s.driver.ops->write(s.device, &output);
    simulated_pass(&s, 10, T);
    belay_haptic_input input;
    simulated_read(&s, &input);
    cr_assert_eq(input.rotation.w, 1.0);
    cr_assert_eq(v3_length(simulated_state(&s).angular_velocity), 0.0);
    simulated_end(&s);
}
