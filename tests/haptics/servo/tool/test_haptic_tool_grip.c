// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A tool that is not where the hand holds the device: a tip before it, turned.

#include "belay/quat.h"
#include "haptics/posed.h"

#include <criterion/criterion.h>

static const belay_vec3 tip = {0.03, 0.01, -0.05};

static belay_haptic_servo_config offset_config(belay_haptic_tool_kind kind)
{
    belay_haptic_servo_config c = plain_config();
    c.tool = kind;
    c.angular_stiffness = 2.0;
    c.max_force = 20.0;
    c.max_torque = 10.0;
    c.grip = (belay_pose){tip, q_exp((belay_vec3){0.0, 0.3, 0.0})};
    return c;
}

// The tool's pose and velocity are those of a body that turns with the device about the grip.
Test(haptic_tool_grip, the_tool_goes_with_the_grip)
{
    belay_haptic_servo_config c = offset_config(BELAY_HAPTIC_TOOL_POSE);
    c.mount = (belay_pose){v3(0.1, 0.2, 0.3), q_exp(v3(0.2, 0.1, -0.4))};
    c.scale = 2.0;
    bench b = bench_begin(&c);
    b.is_without_model = true;
    belay_vec3 last = v3_zero();
    for (int i = 0; i < 200; i++) {
        b.input.device.position = v3(1e-4 * i, 0.0, 0.1);
        b.input.device.rotation = q_exp(v3(0.0, 0.0, 2e-3 * i));
        last = b.output.target.position;
        tick(&b);
        belay_quat turn = q_mul(c.mount.rotation, b.input.device.rotation);
        belay_vec3 grip = pose_apply(c.mount, v3_scale(2.0, b.input.device.position));
        cr_assert_lt(v3_distance(b.output.target.position, v3_add(grip, q_rotate(turn, tip))), 1e-12);
        belay_quat right = q_mul(turn, c.grip.rotation);
        cr_assert_lt(v3_length(q_log(q_mul(b.output.target.rotation, q_conjugate(right)))), 1e-9);
    }
    belay_vec3 speed = v3_scale(1.0 / T, v3_sub(b.output.target.position, last));
    cr_assert_lt(v3_distance(b.output.linear_velocity, speed), 0.02 * v3_length(speed));
    bench_end(&b);
}

// On a wall: the grip feels the force and its moment about the grip, beside the tool's own torque.
Test(haptic_tool_grip, the_lever_is_felt_as_a_torque)
{
    belay_haptic_servo_config c = offset_config(BELAY_HAPTIC_TOOL_POSE);
    c.grip.rotation = belay_quat_identity();
    bench b = bench_begin(&c);
    b.input.device.position = v3(0.0, 0.0, 0.051);
    stay(&b, 20);
    press(&b, 0.048); // the tip 2 mm in
    belay_vec3 force = b.output.device.force, torque = b.output.device.torque;
    cr_assert_float_eq(force.z, 2.0, 1e-9);
    cr_assert_lt(v3_distance(torque, v3_cross(tip, force)), 1e-9, "%g %g %g", torque.x, torque.y, torque.z);
    bench_end(&b);
}

// Round and round with the device, turns and ways, in contact and without friction: force and torque together do no
// work, as they are the gradient of what the coupling has stored.
Test(haptic_tool_grip, makes_no_energy_with_torques)
{
    belay_haptic_servo_config c = offset_config(BELAY_HAPTIC_TOOL_POSE);
    bench b = bench_begin(&c);
    b.wall.local.contacts[0].friction = 0.0;
    rig_renew(&b.wall);
    b.input.device.position = v3(0.0, 0.0, 0.06);
    stay(&b, 20);
    press(&b, 0.048);
    double work = 0.0, exchanged = 0.0;
    for (int i = 0; i <= 4000; i++) {
        double a = 2.0 * 3.14159265358979323846 * i / 4000.0;
        belay_haptic_input from = b.input.device;
        belay_haptic_output last = b.output.device;
        b.input.device.position.z = 0.048 - 5e-4 * (1.0 - cos(a));
        b.input.device.rotation = q_exp(v3(0.02 * sin(a), 0.01 * (1.0 - cos(a)), 0.02 * sin(a)));
        tick(&b);
        belay_vec3 turned = q_log(q_mul(b.input.device.rotation, q_conjugate(from.rotation)));
        double dw =
            0.5 * v3_dot(v3_add(last.force, b.output.device.force), v3_sub(b.input.device.position, from.position)) +
            0.5 * v3_dot(v3_add(last.torque, b.output.device.torque), turned);
        work += dw;
        exchanged += fabs(dw);
    }
    cr_assert_gt(exchanged, 1e-3);
    cr_assert_lt(fabs(work), 1e-4 * exchanged, "%g J of %g J", work, exchanged);
    bench_end(&b);
}

Test(haptic_tool_grip, a_bad_grip_is_refused)
{
    belay_haptic_servo_config c = plain_config();
    belay_haptic_servo* servo;
    belay_error error;
    c.grip.position.y = NAN;
    cr_assert_eq(belay_haptic_servo_create(&c, &servo, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "grip"), "%s", error.message);
    c = plain_config();
    c.grip.rotation.w = 0.5;
    cr_assert_eq(belay_haptic_servo_create(&c, &servo, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "0.5"), "%s", error.message);
}
