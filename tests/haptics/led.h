// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A tool in a world of the test's own, led by a hand that is just where the test says, as if held in a vice: what is
// felt is then the servo's and physics' alone. Several may be in one world.

#ifndef BELAY_TESTS_HAPTICS_LED_H
#define BELAY_TESTS_HAPTICS_LED_H

#include "belay/haptic_coupling.h"
#include "belay/haptic_servo.h"

#define LED_T 1e-3 // s, of a tick

typedef struct led {
    belay_world* world;
    belay_body_id tool;
    belay_haptic_servo* servo;
    belay_haptic_coupling coupling;
    belay_haptic_contact_model model;
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
} led;

// 1000 N/m, 3 N s/m and 2.5 N m/rad, no ramp at the start, no controller of passivity.
belay_haptic_servo_config led_config(belay_haptic_tool_kind kind);
// The tool is held where it is.
led led_begin(belay_world* world, belay_body_id tool, const belay_haptic_servo_config* config);
void led_end(led* l);
// Before a step of the world and after it.
void led_before_step(led* l);
void led_after_step(led* l);
// One tick, with the device there.
void led_tick(led* l, belay_vec3 device);

#endif
