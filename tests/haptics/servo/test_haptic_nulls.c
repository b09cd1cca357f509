// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Null in place of every object and every answer: calls with a result say VALUE, others do nothing.

#include "belay/belay.h"
#include "belay/haptic_gamepad.h"
#include "belay/haptic_joystick.h"
#include "belay/haptic_list.h"
#include "belay/haptics.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define EXPECT_VALUE(call) cr_expect_eq(call, BELAY_ERROR_VALUE, #call)

Test(haptic_nulls, coupling_and_loop)
{
    belay_world_def def = belay_world_def_default();
    belay_world* world;
    belay_error error;
    belay_body_id none = {0};
    cr_assert(belay_world_create(&def, &world, NULL) == BELAY_OK);
    cr_expect(belay_haptic_coupling_def_default(NULL).stiffness > 0.0);
    EXPECT_VALUE(belay_haptic_coupling_pull(world, NULL, belay_pose_identity()));
    EXPECT_VALUE(belay_haptic_coupling_release(world, NULL));
    EXPECT_VALUE(belay_haptic_coupling_get_force(world, NULL, NULL, NULL));
    belay_haptic_coupling_destroy(world, NULL);
    EXPECT_VALUE(belay_haptic_loop_start(NULL, &error));
    EXPECT_VALUE(belay_haptic_loop_reopen(NULL, &error));
    EXPECT_VALUE(belay_haptic_loop_attach(NULL, world, none));
    EXPECT_VALUE(belay_haptic_loop_apply(NULL, world));
    EXPECT_VALUE(belay_haptic_loop_publish(NULL, world));
    belay_haptic_loop_stop(NULL);
    belay_haptic_loop_grab(NULL);
    belay_haptic_loop_release(NULL);
    belay_haptic_loop_detach(NULL, world);
    belay_haptic_loop_get_stats(NULL, NULL);
    belay_haptic_loop_destroy(NULL);
    cr_expect_not(belay_haptic_loop_get_state(NULL, NULL, NULL));
    belay_world_destroy(world);
}

Test(haptic_nulls, devices)
{
    belay_error error;
    EXPECT_VALUE(belay_gamepads_create(NULL, NULL, &error));
    EXPECT_VALUE(belay_joysticks_create(NULL, NULL, &error));
    EXPECT_VALUE(belay_haptics_create(NULL, NULL, &error));
    belay_gamepads_update(NULL, 0.0);
    belay_gamepads_post(NULL, 0, 0.0, 0.0, 0.0);
    belay_joysticks_update(NULL, 0.0);
    belay_haptics_update(NULL, 0.0);
    cr_expect_not(belay_gamepads_get_info(NULL, 0, NULL));
    cr_expect_null(belay_haptics_get_simulation(NULL));
    cr_expect_eq(belay_haptics_list(NULL, NULL, 0), 0);
    cr_expect_lt(belay_haptics_find(NULL, 3, "x"), 0);
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    EXPECT_VALUE(belay_haptic_simulation_create(NULL, NULL, &error));
    EXPECT_VALUE(belay_haptic_simulation_create(&def, NULL, &error));
    EXPECT_VALUE(belay_haptic_simulation_set_hand(NULL, NULL));
    belay_haptic_simulation_step(NULL, 1e-3);
    belay_haptic_simulation_get_state(NULL, NULL);
    belay_haptic_simulation_place(NULL, belay_pose_identity());
    belay_haptic_simulation_set_buttons(NULL, 1);
    belay_haptic_simulation_plug(NULL, true);
}

Test(haptic_nulls, servo_and_recordings)
{
    belay_error error;
    belay_haptic_servo_output output;
    belay_haptic_servo_config config = belay_haptic_servo_config_default(NULL);
    belay_haptic_servo* servo;
    cr_assert(belay_haptic_servo_create(&config, &servo, &error) == BELAY_OK);
    memset(&output, 0xff, sizeof output);
    belay_haptic_servo_tick(servo, NULL, &output);
    cr_expect(!output.is_to_be_written && output.device.force.x == 0.0);
    belay_haptic_servo_tick(servo, NULL, NULL);
    belay_haptic_servo_tick(NULL, NULL, &output);
    belay_haptic_servo_destroy(servo);
    belay_haptic_contact_model_seal(NULL, 1);
    cr_expect(belay_haptic_contact_model_check(NULL) != BELAY_HAPTIC_MODEL_FAULT_NONE);
    cr_expect(belay_haptic_advise(NULL, 0.0, 1e-3).passive == HUGE_VAL);
    belay_haptic_recorder_tick(NULL, NULL, NULL);
    cr_expect_eq(belay_haptic_recorder_get_dropped(NULL), 0);
    cr_expect_eq(belay_haptic_replay_get_dropped(NULL), 0);
    cr_expect_null(belay_haptic_replay_get_config(NULL));
    cr_expect_not(belay_haptic_replay_next(NULL, NULL, &output, &error));
    cr_expect_eq(error.code, BELAY_ERROR_VALUE);
}
