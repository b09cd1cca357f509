// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Grippers, buttons, and what a device says is wrong: from the device to what a program reads, and back.

#include "belay/haptic_force.h"
#include "belay/vec.h"
#include "haptics/rig.h"

#include <math.h>
#include <string.h>

static double constant_grip(void* context, const belay_haptic_moment* now)
{
    (void)now;
    return *(const double*)context;
}

// A sigma.7 in the air, whose gripper is told this force.
static rig begin_gripping(belay_haptic_simulation_def* def, double* force)
{
    *def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_SIGMA_7);
    belay_haptic_servo_config config = rig_config(def);
    rig r = rig_begin(def, &config);
    belay_haptic_servo_set_grip(r.servo, constant_grip, force);
    return r;
}

static bool has_reason(const rig* r, belay_haptic_reason reason)
{
    return (r->output.reasons & belay_haptic_reason_bit(reason)) != 0;
}

static void tick_with_model(rig* r, belay_haptic_contact_model* model, int count)
{
    r->model = model;
    for (int i = 0; i < count; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(model);
        rig_tick(r);
    }
}

// Against fingers of 300 N/m that want it half closed, 3 N open it by 10 mm.
Test(haptic_grip, a_force_opens_the_gripper_and_the_rating_holds_it)
{
    belay_haptic_simulation_def def;
    double force = 3.0;
    rig r = begin_gripping(&def, &force);
    belay_haptic_contact_model wall = rig_wall(-1.0, 0.0);
    belay_haptic_simulation_set_grip(r.device.simulation, 0.5);
    tick_with_model(&r, &wall, 2000);
    cr_assert_float_eq(r.output.device.grip_force, 3.0, 1e-12);
    cr_assert_float_eq(r.state.grip_width, 0.015 + 0.01, 1e-5);
    cr_assert_float_eq(r.output.grip_width, r.state.grip_width, 1e-6);
    cr_assert_float_eq(r.output.grip, 1.0 - r.output.grip_width / 0.03, 1e-9);

    force = 100.0;
    tick_with_model(&r, &wall, 5);
    cr_assert_eq(r.output.device.grip_force, 8.0);
    cr_assert(has_reason(&r, BELAY_HAPTIC_REASON_CLAMPED));
    force = -100.0;
    tick_with_model(&r, &wall, 5);
    cr_assert_eq(r.output.device.grip_force, -8.0);
    force = NAN;
    tick_with_model(&r, &wall, 1);
    cr_assert_eq(r.output.device.grip_force, 0.0);
    cr_assert(has_reason(&r, BELAY_HAPTIC_REASON_BAD_FORCE));
    cr_assert_eq(r.state.bad_writes, 0);
    cr_assert_eq(r.state.limited_writes, 0);

    // The end: down with the ramp, to nothing.
    force = 4.0;
    tick_with_model(&r, &wall, 5);
    cr_assert_eq(r.output.device.grip_force, 4.0);
    r.commands = BELAY_HAPTIC_STOP;
    tick_with_model(&r, &wall, 1);
    cr_assert(r.output.device.grip_force < 4.0 && r.output.device.grip_force > 0.0);
    tick_with_model(&r, &wall, 200);
    cr_assert_eq(r.output.device.grip_force, 0.0);
    cr_assert(rig_report(&r)->energy >= -1e-12); // the observer leaves it out
    rig_end(&r);
}

Test(haptic_grip, what_is_not_known_gets_a_newton)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    belay_haptic_servo_config config = rig_config(&def);
    double force = 5.0;
    rig r = rig_begin(&def, &config);
    belay_haptic_contact_model wall = rig_wall(-1.0, 0.0);
    belay_haptic_servo_set_grip(r.servo, constant_grip, &force);
    tick_with_model(&r, &wall, 500);
    cr_assert_eq(r.output.device.grip_force, 1.0);
    rig_end(&r);
    config.max_grip_force = -1.0;
    belay_haptic_servo* servo = NULL;
    belay_error error;
    cr_assert_eq(belay_haptic_servo_create(&config, &servo, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "max_grip_force"), "%s", error.message);
    cr_assert_null(servo);
}

Test(haptic_grip, buttons_of_a_script_reach_the_program)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_TOUCH);
    def.presses[0] = (belay_haptic_press){0.0105, 0.0205, 2};
    belay_haptic_servo_config config = rig_config(&def);
    rig r = rig_begin(&def, &config);
    int pressed = 0;
    for (int i = 0; i < 40; i++) {
        rig_tick(&r);
        pressed += r.output.buttons == 2;
        cr_assert(r.output.buttons == 0 || r.output.buttons == 2);
    }
    cr_assert_eq(pressed, 10);
    rig_end(&r);
    def.presses[0].until = NAN;
    belay_haptic_simulation* simulation = NULL;
    belay_error error;
    cr_assert_eq(belay_haptic_simulation_create(&def, &simulation, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "presses[0]"), "%s", error.message);
}

// A brake comes on and goes: what is wanted behind it does not jump out.
Test(haptic_grip, forces_held_by_a_brake_fade_and_come_back_slowly)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_SIGMA_7);
    def.faults.troubles = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_BRAKED);
    def.faults.trouble_tick = 500;
    def.faults.trouble_count = 100;
    belay_haptic_servo_config config = rig_config(&def);
    rig r = rig_begin(&def, &config);
    belay_haptic_contact_model wall = rig_wall(-1.0, 0.0);
    double force = 4.0;
    belay_haptic_servo_set_grip(r.servo, constant_grip, &force);
    tick_with_model(&r, &wall, 500);
    cr_assert_eq(r.output.troubles, 0);
    cr_assert_eq(r.output.device.grip_force, 4.0);
    tick_with_model(&r, &wall, 1);
    cr_assert_eq(r.output.troubles, def.faults.troubles);
    cr_assert(has_reason(&r, BELAY_HAPTIC_REASON_FORCE_OFF) && has_reason(&r, BELAY_HAPTIC_REASON_TROUBLE));
    // One period of sigma.7's loop is a quarter of a millisecond: 20 ms are 80 ticks.
    tick_with_model(&r, &wall, 99);
    cr_assert_eq(r.output.device.grip_force, 0.0);
    double last = 0.0;
    for (int i = 0; i < 1000; i++) {
        tick_with_model(&r, &wall, 1);
        cr_assert_leq(r.output.device.grip_force - last, 4.0 * r.period / config.recover_seconds * 1.001);
        last = r.output.device.grip_force;
    }
    cr_assert_eq(last, 4.0);
    cr_assert(!has_reason(&r, BELAY_HAPTIC_REASON_FORCE_OFF));
    cr_assert_eq(rig_report(&r)->troubles_seen, def.faults.troubles);
    cr_assert_eq(rig_report(&r)->count[BELAY_HAPTIC_REASON_FORCE_OFF], 100);
    rig_end(&r);
}

Test(haptic_grip, troubles_are_told_with_the_device_and_what_to_do)
{
    const belay_haptic_device_info info = {.name = "sigma.7", .id = "0/77"};
    char text[512], little[20];
    uint32_t two =
        belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_BRAKED) | belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_HOT);
    size_t length = belay_haptic_troubles_text(&info, two, text, sizeof text);
    cr_assert_eq(length, strlen(text));
    cr_assert(strstr(text, "sigma.7 0/77 has its brake on: release") == text, "%s", text);
    cr_assert(strstr(text, "; it has warm motors: ask for less force"), "%s", text);
    cr_assert_eq(belay_haptic_troubles_text(&info, two, little, sizeof little), length);
    cr_assert_eq(strlen(little), sizeof little - 1);
    cr_assert_eq(belay_haptic_troubles_text(&info, two, NULL, 0), length);
    cr_assert_eq(belay_haptic_troubles_text(NULL, 0, text, sizeof text), 0);
    cr_assert_str_eq(text, "");
    cr_assert(belay_haptic_troubles_without_force() & belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_BRAKED));
    cr_assert(!(belay_haptic_troubles_without_force() & belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_HOT)));
    cr_assert_leq(BELAY_HAPTIC_TROUBLE_COUNT, 32);
}
