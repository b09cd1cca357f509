// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a world's contacts make a controller's motors do: of a ball that falls and of one that slides.

#include "belay/haptic_gamepad_feel.h"
#include "belay/vec.h"
#include "devices/sdl/device_gamepad.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

#define H (1.0 / 240.0)

static const belay_body_id all = {0};

static belay_world* floor_of(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = H;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    return world;
}

static belay_body_id ball_at(belay_world* world, belay_vec3 position, belay_vec3 velocity)
{
    scene_ball b = scene_ball_default();
    b.position = position;
    b.linear = velocity;
    return scene_add_ball(world, &b);
}

static belay_gamepad_feel feel_of(const belay_world* world, belay_body_id body)
{
    belay_gamepad_feel feel;
    cr_assert_eq(belay_gamepad_feel_of(world, body, &feel), BELAY_OK);
    return feel;
}

// 1 kg that comes down at 1 m/s stops: 1 N s, felt once, by the body itself and not by another.
Test(device_gamepad_feel, a_blow_is_its_impulse_once)
{
    belay_world* world = floor_of();
    belay_body_id ball = ball_at(world, v3(0.0, 0.0, 0.08), v3(0.0, 0.0, -1.0));
    belay_body_id other = ball_at(world, v3(1.0, 0.0, 0.05), v3_zero());
    scene_steps(world, 1);
    int blows = 0;
    double impulse = 0.0;
    for (int i = 0; i < 60; i++) {
        scene_steps(world, 1);
        cr_assert_eq(feel_of(world, other).impulse, 0.0, "step %d", i);
        double felt = feel_of(world, ball).impulse;
        cr_assert_eq(felt, feel_of(world, all).impulse);
        if (!(felt > 0.0)) continue;
        blows++;
        impulse = felt;
    }
    cr_assert_eq(blows, 1);
    cr_assert_float_eq(impulse, sqrt(1.0 + 2.0 * 9.81 * 0.03), 0.1, "%g N s", impulse);
    belay_world_destroy(world);
}

// mu m g at its speed while it slides; nothing when it rolls.
Test(device_gamepad_feel, sliding_is_friction_and_speed)
{
    belay_world* world = floor_of();
    belay_body_id ball = ball_at(world, v3(0.0, 0.0, 0.05), v3(1.0, 0.0, 0.0));
    scene_steps(world, 4);
    belay_gamepad_feel feel = feel_of(world, ball);
    cr_assert_float_eq(feel.sliding_force, 0.5 * 9.81, 1e-3, "%g N", feel.sliding_force);
    // The slip falls by 7/2 mu g.
    cr_assert_float_eq(feel.sliding_speed, 1.0 - 3.5 * 0.5 * 9.81 * 4.0 * H, 0.01, "%g m/s", feel.sliding_speed);
    scene_steps(world, 60);
    feel = feel_of(world, all);
    cr_assert_eq(feel.sliding_speed, 0.0);
    cr_assert_eq(feel.sliding_force, 0.0);
    belay_world_destroy(world);
}

static int on_rumble(void* context, Uint16 large, Uint16 small)
{
    int* told = context;
    told[0] = large;
    told[1] = small;
    return 0;
}

Test(device_gamepad_feel, motors_are_told_of_it)
{
    int told[2] = {-1, -1};
    SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                    .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                    .naxes = SDL_CONTROLLER_AXIS_MAX,
                                    .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
                                    .name = "Belay felt pad",
                                    .userdata = told,
                                    .Rumble = on_rumble};
    belay_gamepads* pads;
    belay_error error;
    belay_rumble_mapping mapping = belay_rumble_mapping_default();
    mapping.power_full = 20.0;
    cr_assert_eq(belay_gamepads_create(&mapping, &pads, &error), BELAY_OK, "%s", error.message);
    cr_assert_geq(SDL_JoystickAttachVirtualEx(&desc), 0, "%s", SDL_GetError());
    belay_gamepads_update(pads, 0.0);
    belay_world* world = floor_of();
    belay_body_id ball = ball_at(world, v3(0.0, 0.0, 0.05), v3(1.0, 0.0, 0.0));
    scene_steps(world, 4);
    belay_gamepad_feel feel = feel_of(world, ball);
    cr_assert_eq(belay_gamepads_feel(pads, -1, world, ball), BELAY_OK);
    belay_gamepads_update(pads, 0.1);
    double right = sqrt(feel.sliding_force * feel.sliding_speed / mapping.power_full);
    cr_assert_float_eq(told[1], bl_rumble_level(&mapping, right), 1.0);
    cr_assert_gt(told[1], 0);
    cr_assert_eq(told[0], 0);
    cr_assert_eq(belay_gamepads_feel(NULL, -1, world, ball), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_gamepads_feel(pads, BELAY_GAMEPAD_MAX, world, ball), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_gamepads_feel(pads, 0, NULL, ball), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_gamepad_feel_of(world, ball, NULL), BELAY_ERROR_VALUE);
    belay_world_destroy(world);
    belay_gamepads_destroy(pads);
    SDL_Quit();
}
