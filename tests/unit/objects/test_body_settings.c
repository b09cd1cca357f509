// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Damping, gravity scale and the limit on speed: what is refused, what can be read again, and what snapshots keep.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static void refuse(belay_world* world, uint64_t before, belay_result answer, const char* name, const char* value)
{
    scene_check_refused(world, before, answer, BELAY_ERROR_VALUE, name, value);
}

Test(body_settings, what_is_out_of_range_is_refused)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    uint64_t before = belay_world_hash(world);
    refuse(world, before, belay_body_set_damping(world, body, -1.0, 0.0), "linear", "-1");
    refuse(world, before, belay_body_set_damping(world, body, 1.0, (double)NAN), "angular", "nan");
    refuse(world, before, belay_body_set_damping(world, body, HUGE_VAL, 0.0), "linear", "inf");
    refuse(world, before, belay_body_set_gravity_scale(world, body, 1e10), "scale", "1e+10");
    refuse(world, before, belay_body_set_max_linear_speed(world, body, 0.0), "max_linear_speed", "0");
    refuse(world, before, belay_body_set_max_linear_speed(world, body, (double)NAN), "max_linear_speed", "nan");
    belay_body_def def = belay_body_def_default();
    belay_body_id other;
    def.linear_damping = -2.0;
    refuse(world, before, belay_body_create(world, &def, &other), "linear_damping", "-2");
    def = belay_body_def_default();
    def.angular_damping = 1e300;
    refuse(world, before, belay_body_create(world, &def, &other), "angular_damping", "1e+300");
    def = belay_body_def_default();
    def.max_linear_speed = -3.0;
    refuse(world, before, belay_body_create(world, &def, &other), "max_linear_speed", "-3");
    belay_world_destroy(world);
}

static void check_settings(const belay_world* world, belay_body_id body, const double right[4])
{
    double is[4];
    cr_assert_eq(belay_body_get_damping(world, body, &is[0], &is[1]), BELAY_OK);
    cr_assert_eq(belay_body_get_gravity_scale(world, body, &is[2]), BELAY_OK);
    cr_assert_eq(belay_body_get_max_linear_speed(world, body, &is[3]), BELAY_OK);
    for (int i = 0; i < 4; i++)
        cr_expect_eq(is[i], right[i], "setting %d is %g instead of %g", i, is[i], right[i]);
}

Test(body_settings, what_was_set_is_told)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_def def = belay_body_def_default();
    belay_body_id plain = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero()), body;
    check_settings(world, plain, (double[]){0.0, 0.0, 1.0, HUGE_VAL});
    def.linear_damping = 0.25;
    def.angular_damping = 0.5;
    def.gravity_scale = -1.0;
    def.max_linear_speed = 7.0;
    cr_assert_eq(belay_body_create(world, &def, &body), BELAY_OK);
    check_settings(world, body, (double[]){0.25, 0.5, -1.0, 7.0});
    cr_assert_eq(belay_body_set_damping(world, body, 3.0, 4.0), BELAY_OK);
    cr_assert_eq(belay_body_set_gravity_scale(world, body, 2.0), BELAY_OK);
    cr_assert_eq(belay_body_set_max_linear_speed(world, body, HUGE_VAL), BELAY_OK);
    check_settings(world, body, (double[]){3.0, 4.0, 2.0, HUGE_VAL});
    double number;
    cr_expect_eq(belay_body_get_damping(world, body, &number, NULL), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_body_get_gravity_scale(world, body, NULL), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_body_get_max_linear_speed(world, body, NULL), BELAY_ERROR_VALUE);
    belay_world_destroy(world);
}

Test(body_settings, a_new_gravity_scale_wakes)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    bool is_awake;
    cr_assert_eq(belay_body_set_awake(world, body, false), BELAY_OK);
    scene_steps(world, 3);
    cr_assert_eq(belay_body_set_gravity_scale(world, body, 0.5), BELAY_OK);
    cr_assert_eq(belay_body_get_is_awake(world, body, &is_awake), BELAY_OK);
    cr_expect(is_awake);
    scene_steps(world, 240);
    scene_check_near(scene_state(world, body).linear_velocity.z, -0.5 * SCENE_G, 1e-12, "m/s after 1 s");
    belay_world_destroy(world);
}

Test(body_settings, snapshots_keep_them)
{
    belay_world *world = scene_world(1.0 / 240.0), *other = scene_world(1.0 / 240.0);
    scene_ball ball = scene_ball_default();
    ball.linear = v3(9.0, 0.0, 3.0);
    ball.angular = v3(1.0, 2.0, 3.0);
    belay_body_id body = scene_add_ball(world, &ball);
    cr_assert_eq(belay_body_set_damping(world, body, 0.3, 0.7), BELAY_OK);
    cr_assert_eq(belay_body_set_gravity_scale(world, body, 0.1), BELAY_OK);
    cr_assert_eq(belay_body_set_max_linear_speed(world, body, 8.0), BELAY_OK);
    scene_steps(world, 5);
    size_t size;
    belay_world_snapshot(world, NULL, 0, &size);
    void* bytes = malloc(size);
    cr_assert_eq(belay_world_snapshot(world, bytes, size, NULL), BELAY_OK);
    cr_assert_eq(belay_world_restore(other, bytes, size), BELAY_OK, "%s", belay_world_last_error(other));
    free(bytes);
    check_settings(other, body, (double[]){0.3, 0.7, 0.1, 8.0});
    scene_check_same_course(other, world, 60);
    belay_world_destroy(other);
    belay_world_destroy(world);
}
