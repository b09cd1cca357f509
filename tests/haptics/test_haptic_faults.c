// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What goes wrong (haptics 7.7 and section 5): lost devices, numbers that are none, jumps, speed, late ticks, gaps,
// ratings, heat; start, stop, grab and release; mounts.

#include "haptics/rig.h"
#include "math/quat.h"

#include <string.h>

#define T 1e-3

// ---------------------------------------------------------------------------------------------------------------------
// A servo that is given poses
// ---------------------------------------------------------------------------------------------------------------------

typedef struct bench {
    belay_haptic_servo* servo;
    belay_haptic_contact_model wall;
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
    double last;                   // N, |force| of the tick before
    bool is_without_model, renews; // renews: a new model every 4 ticks
    int ticks;
} bench;

static belay_haptic_servo_config plain_config(void)
{
    belay_haptic_servo_config c = belay_haptic_servo_config_default(NULL);
    c.stiffness = 1000.0;
    c.damping = 0.0;
    c.start_seconds = 0.0;
    c.stale_seconds = 60.0;
    return c;
}

static bench bench_begin(const belay_haptic_servo_config* config)
{
    bench b;
    memset(&b, 0, sizeof b);
    belay_error error;
    cr_assert_eq(belay_haptic_servo_create(config, &b.servo, &error), BELAY_OK, "%s", error.message);
    b.wall = rig_wall(0.0, 0.5);
    b.renews = config->stale_seconds < 1.0;
    b.input.dt = T;
    b.input.commands = BELAY_HAPTIC_START;
    b.input.device.rotation = belay_quat_identity();
    return b;
}

static void bench_end(bench* b)
{
    belay_haptic_servo_destroy(b->servo);
}

static void tick(bench* b)
{
    b->last = v3_length(b->output.device.force);
    if (b->renews && b->ticks % RIG_TICKS_PER_MODEL == 0) rig_renew(&b->wall);
    b->ticks++;
    b->input.model = b->is_without_model ? NULL : &b->wall;
    belay_haptic_servo_tick(b->servo, &b->input, &b->output);
    b->input.commands = 0;
}

static void stay(bench* b, int ticks)
{
    for (int i = 0; i < ticks; i++)
        tick(b);
}

// Down to `z` within 200 ms.
static void press(bench* b, double z)
{
    double from = b->input.device.position.z;
    for (int i = 1; i <= 200; i++) {
        b->input.device.position.z = from + (z - from) * i / 200.0;
        tick(b);
    }
    stay(b, 50);
}

static bench pressed(const belay_haptic_servo_config* config, double force)
{
    bench b = bench_begin(config);
    b.input.device.position.z = 1e-3;
    stay(&b, 20);
    press(&b, -force / config->stiffness);
    cr_assert_float_eq(b.output.device.force.z, force, 1e-9);
    return b;
}

static bool has(const bench* b, belay_haptic_reason reason)
{
    return (b->output.reasons & belay_haptic_reason_bit(reason)) != 0;
}

static uint64_t count_of(const bench* b, belay_haptic_reason reason)
{
    return belay_haptic_servo_get_report(b->servo)->count[reason];
}

// Falls to zero within `ticks`, never rises on the way, and is zero from then on.
static void check_fades(bench* b, int ticks)
{
    for (int i = 1; i <= 2 * ticks; i++) {
        tick(b);
        double force = v3_length(b->output.device.force);
        cr_assert_leq(force, b->last + 1e-12, "tick %d", i);
        if (i > ticks) cr_assert_eq(force, 0.0, "tick %d: %g N", i, force);
    }
}

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
Test(haptic_faults, force_ends_with_its_source)
{
    belay_haptic_servo_config c = plain_config();
    c.stale_seconds = 0.05;
    c.stale_fade = 0.05;
    bench b = pressed(&c, 2.0);
    rig_renew(&b.wall);
    tick(&b);
    b.is_without_model = true;
    b.renews = false;
    stay(&b, 97);
    cr_assert_leq(v3_length(b.output.device.force), 0.1 * 2.0);
    stay(&b, 4);
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_STALE));
    bench_end(&b);
}

// A heavy thing falls on the tool (section 5, no. 10): whatever its impulse, the device feels the coupling.
Test(haptic_faults, device_feels_the_coupling_and_no_raw_impulse)
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
Test(haptic_faults, gap_does_not_end_in_a_kick)
{
    belay_haptic_servo_config c = plain_config();
    bench b = pressed(&c, 1.0);
    b.input.dt = 2.0;
    b.input.device.position.z = -0.031;
    tick(&b);
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_GAP));
    b.input.dt = T;
    for (int i = 0; i < 500; i++) {
        tick(&b);
        cr_assert_eq(v3_length(b.output.device.force), 0.0); // held off until little is wanted
    }
    press(&b, 1e-3);
    press(&b, -1e-3);
    cr_assert_float_eq(b.output.device.force.z, 1.0, 1e-9);
    bench_end(&b);
}

static double next_random(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

// The same trace, with ticks at even times and with 10 % of jitter (section 5, no. 16).
Test(haptic_faults, jitter_changes_the_force_little)
{
    double rms[2] = {0.0, 0.0};
    for (int jitter = 0; jitter < 2; jitter++) {
        belay_haptic_servo_config c = plain_config();
        c.damping = 3.0;
        bench b = bench_begin(&c);
        uint64_t seed = 7;
        double time = 0.0;
        for (int i = 0; i < 5000; i++) {
            b.input.dt = jitter ? T * (0.9 + 0.2 * next_random(&seed)) : T;
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

// ---------------------------------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------------------------------

// Asked for 100 N and for 1e30 N (section 5, no. 1).
Test(haptic_faults, rating_is_kept_to_the_last_bit_and_the_direction_too)
{
    const double stiffness[] = {1e5, 1e9};
    for (int k = 0; k < 2; k++) {
        belay_haptic_servo_config c = plain_config();
        c.stiffness = stiffness[k];
        c.max_force = 3.3;
        c.max_slew = 1e9;
        c.enable_passivity_controller = false;
        bench b = bench_begin(&c);
        b.wall.local.contacts[0].friction = 0.7;
        rig_renew(&b.wall);
        b.input.device.position = v3(0.0, 0.0, 1e-3);
        stay(&b, 50);
        for (int i = 0; i < 100; i++) {
            b.input.device.position = v3_add(b.input.device.position, v3(2e-5, 1e-5, -3e-5));
            tick(&b);
            cr_assert_leq(v3_length(b.output.device.force), 3.3);
        }
        belay_vec3 sent = b.output.device.force, wanted = b.output.force;
        cr_assert_gt(v3_length(wanted), 100.0);
        cr_assert_float_eq(v3_length(sent), 3.3, 1e-15);
        cr_assert_gt(v3_dot(sent, wanted), (1.0 - 1e-12) * v3_length(sent) * v3_length(wanted));
        cr_assert(has(&b, BELAY_HAPTIC_REASON_CLAMPED));
        bench_end(&b);
    }
}

// A gain of 1e6 (section 5, no. 2): told what it comes to.
Test(haptic_faults, stiffness_is_capped_by_the_device_and_says_so)
{
    belay_haptic_device_info info = {.max_stiffness = 700.0, .max_damping = 5.0, .rate = 1000.0};
    belay_haptic_servo_config c = belay_haptic_servo_config_default(&info);
    cr_assert_eq(c.stiffness, 700.0);
    cr_assert_eq(c.damping, 3.0);
    c.stiffness = 1e6;
    c.scale = 2.0; // the hand feels twice the world's stiffness
    bench b = bench_begin(&c);
    stay(&b, 2);
    cr_assert_eq(belay_haptic_servo_get_report(b.servo)->stiffness, 350.0);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_SOFTENED));
    bench_end(&b);
}

Test(haptic_faults, motors_are_spared)
{
    belay_haptic_servo_config c = plain_config();
    c.max_force = 3.3;
    c.max_continuous_force = 1.0;
    c.thermal_seconds = 1.0;
    bench b = pressed(&c, 3.0);
    double early = b.output.device.force.z;
    stay(&b, 20000);
    cr_assert_float_eq(early, 3.0, 1e-9);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_THERMAL));
    double heat = belay_haptic_servo_get_report(b.servo)->heat;
    cr_assert_float_eq(b.output.device.force.z, 1.0, 0.06);
    cr_assert_leq(heat, 1.1);
    bench_end(&b);
}

// ---------------------------------------------------------------------------------------------------------------------
// Start, stop, grab, release
// ---------------------------------------------------------------------------------------------------------------------

Test(haptic_faults, start_ramps_from_zero_within_200_ms_7_7)
{
    belay_haptic_servo_config c = plain_config();
    c.start_seconds = 0.2;
    bench b = bench_begin(&c);
    b.input.device.position.z = -1e-4; // 0.1 N wanted
    for (int i = 0; i <= 220; i++) {
        tick(&b);
        if (i == 0) cr_assert_eq(v3_length(b.output.device.force), 0.0);
        double right = 0.1 * fmin(1.0, i / 200.0);
        if (i > 5) cr_assert_float_eq(b.output.device.force.z, right, 1e-9, "tick %d: %g", i, b.output.device.force.z);
    }
    bench_end(&b);
}

Test(haptic_faults, start_waits_while_much_is_wanted_7_7)
{
    belay_haptic_servo_config c = plain_config();
    c.start_seconds = 0.2;
    bench b = bench_begin(&c);
    b.input.device.position.z = -2e-3;
    for (int i = 0; i < 1000; i++) {
        tick(&b);
        cr_assert_eq(v3_length(b.output.device.force), 0.0);
        if (i > 10) cr_assert(has(&b, BELAY_HAPTIC_REASON_ARMING));
    }
    // Out of the wall and in again while the ramp runs: no longer held off.
    for (int i = 0; i < 40; i++) {
        b.input.device.position.z = -2e-3 + 5e-5 * i;
        tick(&b);
    }
    b.input.device.position.z = -1e-3;
    tick(&b);
    cr_assert_gt(b.output.device.force.z, 0.01);
    cr_assert_lt(b.output.device.force.z, 0.2);
    bench_end(&b);
}

Test(haptic_faults, stop_is_zero_within_20_ms)
{
    belay_haptic_servo_config c = plain_config();
    bench b = pressed(&c, 2.0);
    b.input.commands = BELAY_HAPTIC_STOP;
    check_fades(&b, 20);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_OFF));
    // And again from the start.
    press(&b, 1e-3);
    b.input.commands = BELAY_HAPTIC_START;
    stay(&b, 10);
    press(&b, -2e-3);
    cr_assert_float_eq(b.output.device.force.z, 2.0, 1e-9);
    bench_end(&b);
}

// The device is 20 mm off when it takes hold (section 5, no. 3).
Test(haptic_faults, grab_takes_the_tool_where_it_is)
{
    belay_haptic_servo_config c = plain_config();
    c.damping = 3.0;
    bench b = bench_begin(&c);
    b.wall.local.pose.position = v3(0.05, -0.02, 0.0); // the tool lies on the wall
    rig_renew(&b.wall);
    b.input.device.position = v3(0.05, -0.02, -0.02);
    b.input.commands |= BELAY_HAPTIC_RELEASE;
    stay(&b, 50);
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_RELEASED));
    b.input.commands = BELAY_HAPTIC_GRAB;
    tick(&b);
    cr_assert_lt(v3_length(b.output.device.force), 0.05);
    cr_assert_float_eq(v3_distance(b.output.target.position, b.wall.local.pose.position), 0.0, 1e-12);
    for (int i = 0; i < 500; i++) {
        b.input.device.position.z -= 4e-6;
        tick(&b);
        cr_assert_leq(fabs(v3_length(b.output.device.force) - b.last), 0.1);
    }
    cr_assert_float_eq(b.output.device.force.z, 2.0 + 3.0 * 4e-3, 0.01);
    bench_end(&b);
}

Test(haptic_faults, release_lets_go_within_20_ms)
{
    belay_haptic_servo_config c = plain_config();
    bench b = pressed(&c, 2.0);
    b.input.commands = BELAY_HAPTIC_RELEASE;
    check_fades(&b, 20);
    bench_end(&b);
}

// The handle turns: the tool goes with it as it was grabbed.
Test(haptic_faults, grab_keeps_the_turn_between_handle_and_tool)
{
    belay_haptic_servo_config c = plain_config();
    bench b = bench_begin(&c);
    belay_quat tool = q_normalize((belay_quat){0.9, 0.1, -0.3, 0.2});
    b.wall.local.pose.rotation = tool;
    b.wall.local.pose.position.z = 0.1;
    b.wall.local.contacts[0].gap = 0.1;
    rig_renew(&b.wall);
    b.input.device.rotation = q_normalize((belay_quat){0.8, -0.4, 0.1, 0.2});
    stay(&b, 10);
    b.input.commands = BELAY_HAPTIC_GRAB;
    tick(&b);
    cr_assert_lt(v3_length(q_log(q_mul(b.output.target.rotation, q_conjugate(tool)))), 1e-12);
    belay_quat turn = q_exp(v3(0.01, 0.02, -0.01));
    b.input.device.rotation = q_mul(turn, b.input.device.rotation);
    tick(&b);
    cr_assert_lt(v3_length(q_log(q_mul(b.output.target.rotation, q_conjugate(q_mul(turn, tool))))), 1e-12);
    bench_end(&b);
}

// ---------------------------------------------------------------------------------------------------------------------
// Mounts (section 5, no. 9)
// ---------------------------------------------------------------------------------------------------------------------

// A device that stands turned and reports in other units, under a servo that knows: the same power at the hand.
Test(haptic_faults, power_does_not_depend_on_the_mount)
{
    double power[3][400];
    for (int k = 0; k < 3; k++) {
        belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_OMNI);
        def.device.position_step = 0.0;
        def.motion = rig_press(2e-3, 4e-3, 0.2);
        def.position = def.motion.start;
        belay_quat turn = k == 0 ? belay_quat_identity() : q_normalize((belay_quat){0.3, 0.5, -0.7, 0.2});
        double scale = k == 2 ? 2.5 : 1.0;
        def.mount.rotation = turn;
        def.mount.position = v3(0.3 * k, -0.1 * k, 0.2 * k);
        def.mount_scale = scale;
        belay_haptic_servo_config c = rig_config(&def);
        c.max_stiffness = 0.0;
        c.scale = scale;
        c.mount = def.mount;
        belay_haptic_contact_model wall = rig_wall(0.0, 0.3);
        rig r = rig_begin(&def, &c);
        r.model = &wall;
        for (int i = 0; i < 400; i++) {
            if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&wall);
            rig_tick(&r);
            power[k][i] = v3_dot(r.state.force, r.state.velocity);
        }
        cr_assert_gt(v3_length(r.state.force), 0.3);
        rig_end(&r);
    }
    double largest = 0.0;
    for (int i = 0; i < 400; i++)
        largest = fmax(largest, fabs(power[0][i]));
    for (int k = 1; k < 3; k++)
        for (int i = 0; i < 400; i++)
            cr_assert_float_eq(power[k][i], power[0][i], 1e-6 * largest, "mount %d tick %d", k, i);
}

Test(haptic_faults, left_handed_and_skew_mounts_are_refused)
{
    belay_pose mount;
    belay_error error;
    belay_vec3 x = v3(1.0, 0.0, 0.0), y = v3(0.0, 1.0, 0.0), z = v3(0.0, 0.0, 1.0), o = v3_zero();
    cr_assert_eq(belay_haptic_mount_from_axes(x, z, y, o, &mount, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "left-handed") != NULL);
    cr_assert_eq(belay_haptic_mount_from_axes(x, y, v3(0.0, 0.1, 1.0), o, &mount, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_haptic_mount_from_axes(x, y, v3(0.0, 0.0, NAN), o, &mount, &error), BELAY_ERROR_VALUE);
    // All 24 right-handed permutations of signed axes.
    const belay_vec3 axes[6] = {x, y, z, v3_neg(x), v3_neg(y), v3_neg(z)};
    int accepted = 0;
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            if (i % 3 == j % 3) continue;
            belay_vec3 third = v3_cross(axes[i], axes[j]);
            cr_assert_eq(belay_haptic_mount_from_axes(axes[i], axes[j], third, o, &mount, &error), BELAY_OK);
            cr_assert_lt(v3_distance(q_rotate(mount.rotation, x), axes[i]), 1e-12);
            cr_assert_lt(v3_distance(q_rotate(mount.rotation, y), axes[j]), 1e-12);
            cr_assert_lt(v3_distance(q_rotate(mount.rotation, z), third), 1e-12);
            accepted++;
        }
    }
    cr_assert_eq(accepted, 24);
}

// ---------------------------------------------------------------------------------------------------------------------
// Configurations
// ---------------------------------------------------------------------------------------------------------------------

Test(haptic_faults, bad_configurations_are_refused_by_name)
{
    const double bad[] = {NAN, -1.0, INFINITY};
    for (int k = 0; k < 3; k++) {
        belay_haptic_servo_config c = plain_config();
        belay_haptic_servo* servo = NULL;
        belay_error error;
        c.stiffness = bad[k];
        cr_assert_eq(belay_haptic_servo_create(&c, &servo, &error), BELAY_ERROR_VALUE);
        cr_assert(strstr(error.message, "stiffness") != NULL);
        c = plain_config();
        c.max_force = bad[k];
        cr_assert_eq(belay_haptic_servo_create(&c, &servo, &error), BELAY_ERROR_VALUE);
        cr_assert(strstr(error.message, "max_force") != NULL);
        c = plain_config();
        c.mount.rotation.w = bad[k] * 2.0;
        cr_assert_eq(belay_haptic_servo_create(&c, &servo, &error), BELAY_ERROR_VALUE);
        cr_assert(strstr(error.message, "mount") != NULL);
        cr_assert_null(servo);
    }
    cr_assert_eq(belay_haptic_servo_create(NULL, NULL, NULL), BELAY_ERROR_VALUE);
}

// K4: K = 2000 N/m with b = 0.5 N s/m at 1 kHz.
Test(haptic_faults, stiffer_than_passive_is_taken_and_told_k4)
{
    belay_haptic_servo_config c = plain_config();
    c.stiffness = 2000.0;
    c.device_damping = 0.5;
    bench b = bench_begin(&c);
    tick(&b);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_NOT_PASSIVE));
    cr_assert_float_eq(belay_haptic_servo_get_report(b.servo)->safe_stiffness, 1000.0, 1e-9);
    bench_end(&b);
    c.stiffness = 800.0;
    b = bench_begin(&c);
    tick(&b);
    cr_assert(!has(&b, BELAY_HAPTIC_REASON_NOT_PASSIVE));
    bench_end(&b);
}

Test(haptic_faults, safe_stiffness_is_that_of_the_formula)
{
    cr_assert_float_eq(belay_haptic_safe_stiffness(0.5, 0.0, T, 0.0), 1000.0, 1e-9);
    cr_assert_float_eq(belay_haptic_safe_stiffness(0.5, 0.0, T, T), 1000.0 / 3.0, 1e-9);
    cr_assert_float_eq(belay_haptic_safe_stiffness(0.5, 0.0, T, 2.0 * T), 200.0, 1e-9);
    cr_assert_float_eq(belay_haptic_safe_stiffness(0.5, -0.2, T, 0.0), 600.0, 1e-9);
    cr_assert_eq(belay_haptic_safe_stiffness(0.1, 0.2, T, 0.0), 0.0);
    cr_assert(isnan(belay_haptic_safe_stiffness(NAN, 0.0, T, 0.0)));
    belay_haptic_device_info omni = {.friction = 0.26, .position_step = 55e-6};
    belay_haptic_advice advice = belay_haptic_advise(&omni, 0.0, T);
    cr_assert_float_eq(advice.friction, 2.0 * 0.26 / 55e-6, 1e-6);
    cr_assert_eq(advice.passive, HUGE_VAL);
    cr_assert_eq(advice.rated, HUGE_VAL);
}

Test(haptic_faults, every_reason_has_a_text)
{
    for (int k = 0; k < BELAY_HAPTIC_REASON_COUNT; k++)
        cr_assert_gt(strlen(belay_haptic_reason_text((belay_haptic_reason)k)), 5);
    cr_assert_str_eq(belay_haptic_reason_text((belay_haptic_reason)99), "unknown");
    cr_assert_leq(BELAY_HAPTIC_REASON_COUNT, 32);
}
