// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ratings, start and stop, grab and release, mounts, configurations (haptics 7.7, section 5, K4).

#include "belay/quat.h"
#include "haptics/posed.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Ratings
// ---------------------------------------------------------------------------------------------------------------------

// Asked for 100 N and for 1e30 N (section 5, no. 1).
Test(haptic_safety, rating_is_kept_to_the_last_bit_and_the_direction_too_5_1)
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
Test(haptic_safety, stiffness_is_capped_by_the_device_and_says_so_5_2)
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
    cr_assert_eq(belay_haptic_servo_get_report(b.servo)->damping, 2.5);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_SOFTENED));
    bench_end(&b);
}

// K goes by 1 / (T / 2 + delay): at 3 ms 1.5 / 3.5 of what it is at 1 ms or less.
Test(haptic_safety, default_stiffness_knows_the_delay)
{
    belay_haptic_device_info info = {.max_stiffness = 700.0, .rate = 1000.0, .delay = 1e-3};
    cr_assert_float_eq(belay_haptic_servo_config_default(&info).stiffness, 700.0, 1e-9);
    info.delay = 3e-3;
    cr_assert_float_eq(belay_haptic_servo_config_default(&info).stiffness, 300.0, 1e-9);
}

Test(haptic_safety, motors_are_spared)
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

Test(haptic_safety, start_ramps_from_zero_within_200_ms_7_7)
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

Test(haptic_safety, start_waits_while_much_is_wanted_7_7)
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

Test(haptic_safety, stop_is_zero_within_20_ms)
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
Test(haptic_safety, grab_takes_the_tool_where_it_is_5_3)
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

Test(haptic_safety, release_lets_go_within_20_ms)
{
    belay_haptic_servo_config c = plain_config();
    bench b = pressed(&c, 2.0);
    b.input.commands = BELAY_HAPTIC_RELEASE;
    check_fades(&b, 20);
    bench_end(&b);
}

// The handle turns: the tool goes with it as it was grabbed.
Test(haptic_safety, grab_keeps_the_turn_between_handle_and_tool)
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
Test(haptic_safety, power_does_not_depend_on_the_mount_5_9)
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
        c.max_stiffness = c.max_damping = 0.0;
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

Test(haptic_safety, left_handed_and_skew_mounts_are_refused_5_9)
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

Test(haptic_safety, bad_configurations_are_refused_by_name)
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
Test(haptic_safety, stiffer_than_strict_is_taken_and_told_k4)
{
    belay_haptic_servo_config c = plain_config();
    c.stiffness = 2000.0;
    c.device_damping = 0.5;
    bench b = bench_begin(&c);
    tick(&b);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_STIFF));
    cr_assert_float_eq(belay_haptic_servo_get_report(b.servo)->safe_stiffness, 1000.0, 1e-9);
    bench_end(&b);
    c.stiffness = 800.0;
    b = bench_begin(&c);
    tick(&b);
    cr_assert(!has(&b, BELAY_HAPTIC_REASON_STIFF));
    bench_end(&b);
}

Test(haptic_safety, safe_stiffness_is_that_of_the_formula)
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

Test(haptic_safety, every_reason_has_a_text)
{
    for (int k = 0; k < BELAY_HAPTIC_REASON_COUNT; k++)
        cr_assert_gt(strlen(belay_haptic_reason_text((belay_haptic_reason)k)), 5);
    cr_assert_str_eq(belay_haptic_reason_text((belay_haptic_reason)99), "unknown");
    cr_assert_leq(BELAY_HAPTIC_REASON_COUNT, 32);
}
