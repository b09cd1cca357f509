// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptics/led.h"

#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

belay_haptic_servo_config led_config(belay_haptic_tool_kind kind)
{
    belay_haptic_servo_config c = belay_haptic_servo_config_default(NULL);
    c.tool = kind;
    c.stiffness = 1000.0;
    c.damping = 3.0;
    c.angular_stiffness = 2.5;
    c.angular_damping = 7.5e-3;
    c.max_force = 20.0;
    c.max_torque = 1.0;
    c.start_seconds = 0.0;
    c.start_force = 20.0;
    c.enable_passivity_controller = false;
    return c;
}

led led_begin(belay_world* world, belay_body_id tool, const belay_haptic_servo_config* config)
{
    led l;
    belay_error error;
    memset(&l, 0, sizeof l);
    l.world = world;
    l.tool = tool;
    cr_assert_eq(belay_haptic_servo_create(config, &l.servo, &error), BELAY_OK, "%s", error.message);
    belay_haptic_coupling_def coupling = belay_haptic_coupling_def_default(config);
    cr_assert_eq(belay_haptic_coupling_create(world, tool, &coupling, &l.coupling), BELAY_OK, "%s",
                 belay_world_last_error(world));
    l.input.dt = LED_T;
    l.input.commands = BELAY_HAPTIC_START;
    l.input.device.rotation = belay_quat_identity();
    l.output.target = scene_state(world, tool).pose;
    return l;
}

void led_end(led* l)
{
    belay_haptic_servo_destroy(l->servo);
}

void led_before_step(led* l)
{
    cr_assert_eq(belay_haptic_coupling_pull(l->world, &l->coupling, l->output.target), BELAY_OK);
}

void led_after_step(led* l)
{
    cr_assert_eq(belay_world_get_local_model(l->world, l->tool, &l->model.local), BELAY_OK, "%s",
                 belay_world_last_error(l->world));
    belay_haptic_contact_model_seal(&l->model, l->model.sequence + 1);
}

void led_tick(led* l, belay_vec3 device)
{
    l->input.model = l->model.sequence > 0 ? &l->model : NULL;
    l->input.device.position = device;
    belay_haptic_servo_tick(l->servo, &l->input, &l->output);
    l->input.commands = 0;
}
