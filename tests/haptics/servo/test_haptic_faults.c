// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What goes wrong (haptics 7.7 and section 5): lost devices, numbers that are none, jumps, speed, late ticks, gaps.

#include "belay/quat.h"
#include "haptics/posed.h"
#include "support/chance.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Physics
// ---------------------------------------------------------------------------------------------------------------------

Test(haptic_faults, bad_numbers_of_physics_never_reach_the_device_7_7)
{
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e30};
    for (int k = 0; k < 4; k++) {
        for (int where = 0; where < 6; where++) {
            belay_haptic_servo_config c = plain_config();
            bench b = pressed(&c, 2.0);
            belay_local_contact* contact = &b.wall.local.contacts[0];
            if (where == 0) contact->gap = bad[k];
            if (where == 1) contact->jacobian[1][4] = bad[k];
            if (where == 2) contact->free_velocity[2] = bad[k];
            if (where == 3) b.wall.local.compliance[0][1] = bad[k];
            if (where == 4) b.wall.local.pose.position.y = bad[k];
            if (where == 5) contact->friction = bad[k];
            rig_renew(&b.wall);
            check_fades(&b, 20);
            cr_assert_eq(count_of(&b, BELAY_HAPTIC_REASON_BAD_MODEL), 1);
            cr_assert_neq(belay_haptic_servo_get_report(b.servo)->last_model_fault, BELAY_HAPTIC_MODEL_FAULT_NONE);
            // A good one again: the force comes back on a ramp.
            uint64_t sequence = b.wall.sequence;
            b.wall = rig_wall(0.0, 0.5);
            b.wall.sequence = sequence;
            rig_renew(&b.wall);
            for (int i = 0; i < 150; i++) {
                tick(&b);
                cr_assert_leq(fabs(v3_length(b.output.device.force) - b.last), 0.025);
            }
            cr_assert_float_eq(b.output.device.force.z, 2.0, 1e-9);
            bench_end(&b);
        }
    }
}

Test(haptic_faults, torn_and_overlong_models_are_refused)
{
    belay_haptic_servo_config c = plain_config();
    bench b = pressed(&c, 2.0);
    b.wall.local.contacts[0].gap = 0.5; // changed behind its checksum
    b.wall.sequence++;
    tick(&b);
    cr_assert_eq(belay_haptic_servo_get_report(b.servo)->last_model_fault, BELAY_HAPTIC_MODEL_FAULT_TORN);
    b.wall.local.count = 17;
    rig_renew(&b.wall);
    tick(&b);
    cr_assert_eq(belay_haptic_servo_get_report(b.servo)->last_model_fault, BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE);
    cr_assert_eq(count_of(&b, BELAY_HAPTIC_REASON_BAD_MODEL), 2);
    bench_end(&b);
}

// The source goes away (section 5, no. 8).
Test(haptic_faults, force_ends_with_its_source_5_8)
{
    belay_haptic_servo_config c = plain_config();
    c.stale_seconds = 0.05;
    c.stale_fade = 0.05;
    bench b = pressed(&c, 2.0);
    rig_renew(&b.wall);
    tick(&b);
    b.is_without_model = true;
    b.renews = false;
    stay(&b, 99);
    cr_assert_leq(v3_length(b.output.device.force), 0.05 * 2.0);
    stay(&b, 2);
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_STALE));
    bench_end(&b);
}

// Whatever a model says of impulses (section 5, no. 10), and however far a surface jumps: the device feels the
// coupling. With a world of bodies: test_haptic_stall.c.
Test(haptic_faults, device_feels_the_coupling_and_no_raw_impulse_5_10)
{
    belay_haptic_servo_config c = plain_config();
    c.max_force = 3.3;
    bench b = bench_begin(&c);
    b.input.device.position.z = 1e-3;
    stay(&b, 100);
    b.wall.local.contacts[0].impulse[0] = 50.0 * 3.0; // 50 kg at 3 m/s
    b.wall.local.contacts[0].gap = 2e-2;              // and the surface 20 mm higher in one step
    b.wall.local.pose.position.z = 0.0;
    b.wall.local.contacts[0].gap = -2e-2;
    rig_renew(&b.wall);
    for (int i = 0; i < 200; i++) {
        tick(&b);
        cr_assert_leq(v3_length(b.output.device.force), c.max_force);
        // The surface fades in over one step of 4 ms, 20 mm of it.
        cr_assert_leq(fabs(v3_length(b.output.device.force) - b.last), 3.3);
    }
    bench_end(&b);
}

// ---------------------------------------------------------------------------------------------------------------------
// The device
// ---------------------------------------------------------------------------------------------------------------------

Test(haptic_faults, pose_that_is_none_gives_no_force)
{
    belay_haptic_servo_config c = plain_config();
    for (int kind = 0; kind < 3; kind++) {
        bench b = pressed(&c, 2.0);
        belay_haptic_input good = b.input.device;
        for (int i = 0; i < 5; i++) {
            if (kind == 0) b.input.device.position.x = NAN;
            if (kind == 1) b.input.device.rotation.w = INFINITY;
            if (kind == 2) b.input.device.position.x = 1.0; // a metre within a tick
            tick(&b);
            cr_assert_eq(v3_length(b.output.device.force), 0.0);
            cr_assert(has(&b, BELAY_HAPTIC_REASON_BAD_POSE));
            cr_assert(b.output.is_to_be_written);
        }
        cr_assert_eq(count_of(&b, BELAY_HAPTIC_REASON_BAD_POSE), 5);
        b.input.device = good;
        for (int i = 0; i < 150; i++) {
            tick(&b);
            cr_assert_leq(fabs(v3_length(b.output.device.force) - b.last), 0.025);
        }
        cr_assert_float_eq(b.output.device.force.z, 2.0, 1e-9);
        bench_end(&b);
    }
}

// Pressed with 2 N, the pose jumps by 22 or 45 mm, or by 60 degrees, for 3 ticks or for good: no force in the tick of
// the jump, and no kick after it, however long the device stays there.
Test(haptic_faults, jumps_give_no_force_and_no_kick)
{
    const double ways[] = {-0.022, 0.022, -0.045, 0.0};
    for (int k = 0; k < 24; k++) {
        belay_haptic_servo_config c = plain_config();
        c.tool = (belay_haptic_tool_kind)(k / 8);
        c.angular_stiffness = 1.0;
        c.max_torque = 0.2;
        c.start_seconds = 0.2;
        c.start_force = 0.2;
        bench b = bench_begin(&c);
        b.input.device.position.z = 1e-3;
        stay(&b, 300);
        press(&b, -2e-3);
        cr_assert_float_eq(b.output.device.force.z, 2.0, 1e-6);
        bool is_brief = k % 2 == 0;
        double way = ways[k / 2 % 4];
        for (int i = 0; i < 600; i++) {
            bool is_off = !is_brief || i < 3;
            b.input.device.position.z = is_off ? -2e-3 + way : -2e-3;
            b.input.device.rotation = q_exp(v3(is_off && way == 0.0 ? 1.0471975511965976 : 0.0, 0.0, 0.0));
            tick(&b);
            double force = v3_length(b.output.device.force), torque = v3_length(b.output.device.torque);
            if (i == 0) cr_expect_eq(force + torque, 0.0, "%d: %g N, %g N m", k, force, torque);
            if (i > 0) cr_expect_lt(force - b.last, 0.05, "%d, tick %d: %g N after %g", k, i, force, b.last);
        }
        if (is_brief) cr_expect_float_eq(b.output.device.force.z, 2.0, 1e-6, "%d", k);
        bench_end(&b);
    }
}

// A device that says for a while that it is elsewhere is believed, and starts anew.
Test(haptic_faults, device_that_stays_elsewhere_is_believed)
{
    belay_haptic_servo_config c = plain_config();
    bench b = pressed(&c, 2.0);
    b.input.device.position.x = 1.0;
    stay(&b, 20);
    cr_assert_eq(count_of(&b, BELAY_HAPTIC_REASON_BAD_POSE), 20);
    tick(&b);
    cr_assert(!has(&b, BELAY_HAPTIC_REASON_BAD_POSE));
    cr_assert(has(&b, BELAY_HAPTIC_REASON_ARMING));
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    bench_end(&b);
}

Test(haptic_faults, silent_device_keeps_its_force_for_a_while)
{
    belay_haptic_servo_config c = plain_config();
    bench b = pressed(&c, 2.0);
    b.input.status = BELAY_HAPTIC_NOT_READY;
    b.input.device.position = v3(NAN, NAN, NAN); // not to be looked at
    stay(&b, 19);
    cr_assert_float_eq(b.output.device.force.z, 2.0, 1e-9);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_NOT_READY));
    check_fades(&b, 23);
    bench_end(&b);
}

// A serial line that hands over what came every 16 ms (section 5, no. 14): ticks are in time, poses are not.
Test(haptic_faults, slow_device_is_told_of_5_14)
{
    const int every[] = {1, 2, 16}; // ticks
    for (int k = 0; k < 3; k++) {
        belay_haptic_servo_config c = plain_config();
        bench b = pressed(&c, 2.0);
        for (int i = 0; i < 3000; i++) {
            b.input.status = i % every[k] == 0 ? BELAY_HAPTIC_OK : BELAY_HAPTIC_NOT_READY;
            tick(&b);
            cr_assert_float_eq(b.output.device.force.z, 2.0, 1e-9);
        }
        // The mean forgets within half a second, so one sample is 2 Hz of it.
        cr_expect_float_eq(belay_haptic_servo_get_report(b.servo)->device_rate, 1000.0 / every[k], 5.0);
        if (k != 1) cr_expect_eq(has(&b, BELAY_HAPTIC_REASON_SLOW_DEVICE), k == 2);
        bench_end(&b);
    }
}

Test(haptic_faults, nothing_is_written_to_a_lost_device_7_7)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_OMNI);
    def.motion = rig_press(5e-3, 5e-3, 0.2);
    def.position = def.motion.start;
    def.faults.unplug_tick = 600;
    belay_haptic_servo_config c = rig_config(&def);
    belay_haptic_contact_model wall = rig_wall(0.0, 0.0);
    rig r = rig_begin(&def, &c);
    r.model = &wall;
    int lost_after = 0;
    for (int i = 0; i < 700; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&wall);
        rig_tick(&r);
        if (i >= 600 && !(r.output.reasons & belay_haptic_reason_bit(BELAY_HAPTIC_REASON_LOST))) lost_after++;
        if (i == 599) cr_assert_gt(r.output.device.force.z, 1.0);
    }
    cr_assert_leq(lost_after, 2);
    cr_assert_eq(r.state.writes_when_lost, 0);
    cr_assert_not(r.output.is_to_be_written);
    // Plugged in again and opened, it resumes on the ramp of a start.
    belay_haptic_simulation_plug(r.device.simulation, true);
    r.device.driver.ops->close(r.device.device);
    simulated_open(&r.device);
    r.commands = BELAY_HAPTIC_REOPEN;
    double last = 0.0, largest = 0.0;
    for (int i = 0; i < 600; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&wall);
        rig_tick(&r);
        if (i == 0) cr_assert_eq(v3_length(r.output.device.force), 0.0);
        largest = fmax(largest, fabs(r.output.device.force.z - last));
        last = r.output.device.force.z;
    }
    cr_assert(r.output.is_to_be_written);
    cr_assert_leq(largest, 0.3);
    rig_end(&r);
}

Test(haptic_faults, over_speed_is_damped_then_off_7_7)
{
    belay_haptic_servo_config c = plain_config();
    c.damping = 2.0;
    c.max_force = 100.0;
    bench b = bench_begin(&c);
    b.input.device.position.z = 0.05;
    stay(&b, 50);
    for (int i = 0; i < 100; i++) { // 3 m/s
        b.input.device.position.x += 3.0 * T;
        tick(&b);
        if (i < 1) continue;
        cr_assert(has(&b, BELAY_HAPTIC_REASON_OVER_SPEED), "tick %d", i);
        if (i > 20 && i < 45) cr_assert_float_eq(b.output.device.force.x, -2.0 * 3.0, 1e-6); // against the motion
        if (i > 60) cr_assert_eq(v3_length(b.output.device.force), 0.0);
    }
    stay(&b, 50);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_OVER_SPEED));
    stay(&b, 150);
    cr_assert(!has(&b, BELAY_HAPTIC_REASON_OVER_SPEED));
    press(&b, -1e-3);
    cr_assert_float_eq(b.output.device.force.z, 1.0, 1e-9);
    bench_end(&b);
}

// ---------------------------------------------------------------------------------------------------------------------
// Time
// ---------------------------------------------------------------------------------------------------------------------

Test(haptic_faults, late_ticks_are_faded_and_never_made_up_for_7_8)
{
    belay_haptic_servo_config c = plain_config();
    bench b = pressed(&c, 2.0);
    b.input.dt = 5.0 * T;
    tick(&b);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_LATE));
    cr_assert_float_eq(b.output.device.force.z, 2.0, 0.11); // once: hardly felt
    for (int i = 0; i < 25; i++) {
        tick(&b);
        cr_assert_leq(v3_length(b.output.device.force), b.last);
    }
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    cr_assert_eq(count_of(&b, BELAY_HAPTIC_REASON_LATE), 26);
    b.input.dt = T;
    for (int i = 0; i < 120; i++) {
        tick(&b);
        cr_assert_leq(fabs(v3_length(b.output.device.force) - b.last), 0.025);
    }
    cr_assert_float_eq(b.output.device.force.z, 2.0, 1e-9);
    bench_end(&b);
}

// Ticks stand still for 2 s while the hand goes 30 mm into the wall (section 5, no. 18).
Test(haptic_faults, gap_does_not_end_in_a_kick_5_18)
{
    belay_haptic_servo_config c = plain_config();
    bench b = pressed(&c, 1.0);
    b.input.dt = 2.0;
    b.input.device.position.z = -0.031;
    tick(&b);
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_GAP));
    b.input.dt = T;
    // By a ramp, though all that the device has is wanted at once: a load that is held is not let go for ever.
    double last = 0.0, steepest = c.max_force * T / c.recover_seconds + 31.0 * T / c.recover_seconds;
    for (int i = 0; i < 500; i++) {
        tick(&b);
        cr_assert_leq(b.output.device.force.z - last, steepest, "tick %d", i);
        last = b.output.device.force.z;
    }
    cr_assert_float_eq(last, c.max_force, 1e-9);
    press(&b, 1e-3);
    press(&b, -1e-3);
    cr_assert_float_eq(b.output.device.force.z, 1.0, 1e-9);
    bench_end(&b);
}

// The same trace, with ticks at even times and with 10 % of jitter (section 5, no. 16).
Test(haptic_faults, jitter_changes_the_force_little_5_16)
{
    double rms[2] = {0.0, 0.0};
    for (int jitter = 0; jitter < 2; jitter++) {
        belay_haptic_servo_config c = plain_config();
        c.damping = 3.0;
        bench b = bench_begin(&c);
        uint64_t seed = 7;
        double time = 0.0;
        for (int i = 0; i < 5000; i++) {
            b.input.dt = jitter ? T * (0.9 + 0.2 * chance_next(&seed)) : T;
            time += b.input.dt;
            b.input.device.position.z = 1e-3 - 3e-3 * sin(9.0 * time);
            b.input.device.position.x = 4e-3 * sin(5.0 * time);
            tick(&b);
            rms[jitter] += v3_length_squared(b.output.device.force) / 5000.0;
        }
        rms[jitter] = sqrt(rms[jitter]);
        bench_end(&b);
    }
    cr_assert_float_eq(rms[1], rms[0], 0.03 * rms[0], "%g and %g N", rms[0], rms[1]);
}
