// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the haptic demo lets a controller feel of the tool's contacts: the impulse of a blow is m v, the power of
// sliding mu m g v, and what only rests, or is held, is not felt.

#include "haptic/feel.h"

#include "devices/sdl/device_gamepad.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>

static const double H = 1e-3, MU = 0.5, SPEED = 0.4; // s, 1, m/s

// A ball that does not turn, in a world with a floor; and pads without controllers, which keep what is posted.
typedef struct stand {
    belay_world* world;
    belay_gamepads* pads;
    feel feel;
    scene_ball ball;
    belay_body_id tool;
} stand;

static stand stand_begin(double height, double along)
{
    stand s = {.world = scene_world(H), .ball = scene_ball_default()};
    belay_error error;
    cr_assert_eq(belay_gamepads_create(NULL, &s.pads, &error), BELAY_OK, "%s", error.message);
    s.ball.material.friction = MU;
    s.ball.is_rotation_locked = true;
    s.ball.mass = 0.1;
    s.ball.position = (belay_vec3){0.0, 0.0, s.ball.radius + height};
    s.ball.linear = (belay_vec3){along, 0.0, 0.0};
    scene_plane(s.world, (belay_vec3){0.0, 0.0, 1.0}, 0.0, s.ball.material);
    s.tool = scene_add_ball(s.world, &s.ball);
    return s;
}

static void stand_end(stand* s)
{
    belay_gamepads_destroy(s->pads);
    belay_world_destroy(s->world);
}

static void steps(stand* s, int count, belay_body_id tool, belay_body_id in_hand)
{
    for (int i = 0; i < count; i++) {
        scene_steps(s->world, 1);
        feel_post(&s->feel, s->pads, s->world, tool, in_hand);
    }
}

// N s and W that the levels posted since the last look stand for, by the mapping's roots.
static double impulse_posted(stand* s)
{
    double level = bl_level_take(&s->pads->slots[0].impact);
    return level * level * s->pads->mapping.impulse_full;
}

static double power_posted(stand* s)
{
    double level = bl_level_take(&s->pads->slots[0].slide);
    return level * level * s->pads->mapping.power_full;
}

Test(demo_feel, a_blow_is_felt_by_its_impulse)
{
    double height = 0.02, speed = sqrt(2.0 * SCENE_G * height);
    stand s = stand_begin(height, 0.0);
    steps(&s, 40, s.tool, (belay_body_id){0});
    cr_expect_eq(impulse_posted(&s), 0.0, "it has not fallen all the way yet");
    steps(&s, 60, s.tool, (belay_body_id){0});
    // A step's fall more or less, and the weight's impulse in the two steps of the blow.
    double right = s.ball.mass * speed, allowed = 3.0 * s.ball.mass * SCENE_G * H, felt = impulse_posted(&s);
    cr_expect_float_eq(felt, right, allowed, "felt %.6f N s, fell with %.6f", felt, right);
    steps(&s, 100, s.tool, (belay_body_id){0});
    cr_expect_eq(impulse_posted(&s), 0.0, "what lies does not strike");
    stand_end(&s);
}

Test(demo_feel, sliding_is_felt_by_its_power_and_rest_is_not)
{
    stand s = stand_begin(0.0, SPEED);
    steps(&s, 2, s.tool, (belay_body_id){0});
    power_posted(&s);
    steps(&s, 1, s.tool, (belay_body_id){0});
    belay_body_state state;
    cr_assert_eq(belay_body_get_state(s.world, s.tool, &state), BELAY_OK);
    double right = MU * s.ball.mass * SCENE_G * state.linear_velocity.x, felt = power_posted(&s);
    cr_expect_gt(state.linear_velocity.x, 0.9 * SPEED);
    cr_expect_float_eq(felt, right, 1e-3 * right, "felt %.6f W of %.6f", felt, right);
    // It stops after v / (mu g) = 82 ms.
    steps(&s, 100, s.tool, (belay_body_id){0});
    power_posted(&s);
    steps(&s, 100, s.tool, (belay_body_id){0});
    cr_expect_eq(power_posted(&s), 0.0, "what lies does not slide");
    stand_end(&s);
}

Test(demo_feel, what_the_hand_holds_is_felt_as_the_tool_is)
{
    stand s = stand_begin(0.0, SPEED);
    steps(&s, 3, (belay_body_id){0}, (belay_body_id){0});
    cr_expect_eq(power_posted(&s), 0.0, "the ball is nobody's");
    steps(&s, 1, (belay_body_id){0}, s.tool);
    belay_body_state state;
    cr_assert_eq(belay_body_get_state(s.world, s.tool, &state), BELAY_OK);
    double right = MU * s.ball.mass * SCENE_G * state.linear_velocity.x, felt = power_posted(&s);
    cr_expect_float_eq(felt, right, 1e-3 * right, "felt %.6f W of %.6f", felt, right);
    stand_end(&s);
}

Test(demo_feel, the_tool_against_what_it_holds_is_not_felt)
{
    stand s = stand_begin(0.02, 0.0);
    scene_ball below = s.ball;
    below.position.z = s.ball.radius;
    s.ball.position.z = 3.0 * s.ball.radius + 0.02;
    belay_body_id held = scene_add_ball(s.world, &below), tool = scene_add_ball(s.world, &s.ball);
    cr_assert_eq(belay_body_destroy(s.world, s.tool), BELAY_OK);
    steps(&s, 10, tool, held); // the lower one lands on the floor
    impulse_posted(&s);
    steps(&s, 90, tool, held);
    cr_expect_eq(impulse_posted(&s), 0.0, "the tool fell on what it holds");
    belay_body_state state;
    cr_assert_eq(belay_body_get_state(s.world, tool, &state), BELAY_OK);
    cr_expect_lt(state.pose.position.z, 3.0 * s.ball.radius + 1e-3, "it has not come down");
    stand_end(&s);
}

Test(demo_feel, without_pads_nothing_happens)
{
    stand s = stand_begin(0.0, SPEED);
    scene_steps(s.world, 1);
    feel_post(&s.feel, NULL, s.world, s.tool, (belay_body_id){0});
    cr_expect_eq(power_posted(&s), 0.0);
    stand_end(&s);
}
