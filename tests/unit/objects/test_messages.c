// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What refused calls say: the call comes first, then the argument and its value.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void check_begin(const char* message, const char* begin)
{
    cr_expect_eq(strncmp(message, begin, strlen(begin)), 0, "'%s' does not begin with '%s'", message, begin);
}

// The call with its arguments as text: up to the bracket it is the name that the message begins with.
static void check_named(const belay_world* world, belay_result result, const char* call, const char* argument)
{
    char begin[128];
    snprintf(begin, sizeof begin, "%.*s: %s", (int)strcspn(call, "("), call, argument);
    cr_expect_neq(result, BELAY_OK, "%s", call);
    check_begin(belay_world_last_error(world), begin);
}
#define NAMED(call, argument) check_named(w, call, #call, argument)

Test(messages, begin_with_the_name_of_a_call_on_bodies)
{
    belay_world* w = scene_world(0.01);
    belay_body_id id, body = scene_add_body(w, BELAY_BODY_DYNAMIC, v3_zero());
    belay_body_def def = belay_body_def_default();
    belay_collider_def ball = belay_collider_def_sphere(-1.0);
    belay_pose pose = {{NAN, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    def.mass = -1.0;
    NAMED(belay_body_create(w, &def, &id), "mass is -1");
    NAMED(belay_body_create(w, NULL, &id), "def is null");
    NAMED(belay_body_set_pose(w, body, pose), "pose");
    NAMED(belay_body_set_velocity(w, body, v3(NAN, 0.0, 0.0), v3_zero()), "linear");
    NAMED(belay_body_apply_force(w, body, v3(NAN, 0.0, 0.0)), "force is (nan");
    NAMED(belay_body_apply_force_at(w, body, v3_zero(), v3(NAN, 0.0, 0.0)), "point is (nan");
    NAMED(belay_body_apply_torque(w, body, v3(NAN, 0.0, 0.0)), "torque is (nan");
    NAMED(belay_body_apply_impulse_at(w, body, v3(NAN, 0.0, 0.0), v3_zero()), "impulse is (nan");
    NAMED(belay_collider_create(w, body, &ball, NULL), "sphere.radius is -1");
    belay_world_destroy(w);
}

Test(messages, begin_with_the_name_of_a_call_on_rods)
{
    belay_world* w = scene_world(0.01);
    belay_rod_def def = belay_rod_def_default(), bad = def;
    belay_rod_id rod;
    cr_assert_eq(belay_rod_create(w, &def, &rod), BELAY_OK);
    bad.material.friction = -1.0;
    NAMED(belay_rod_create(w, &bad, &rod), "material.friction is -1");
    NAMED(belay_rod_cut(w, rod, -1.0, NULL), "s is -1");
    NAMED(belay_rod_apply_force(w, rod, 2.0, v3_zero()), "s is 2");
    NAMED(belay_rod_set_damping(w, rod, -1.0, 0.0), "damping_time is -1");
    belay_world_destroy(w);
}

Test(messages, begin_with_the_name_of_a_call_on_the_world)
{
    belay_world* w = scene_world(0.01);
    belay_ray_hit hit;
    bool is_hit;
    belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, -1.0}};
    NAMED(belay_world_set_gravity(w, v3(NAN, 0.0, 0.0)), "gravity");
    NAMED(belay_world_set_step_seconds(w, -1.0), "step_seconds is -1");
    NAMED(belay_world_set_theta(w, 2.0), "theta is 2");
    NAMED(belay_world_advance(w, -1.0, NULL), "frame_seconds is -1");
    NAMED(belay_world_cast_ray(w, v3(NAN, 0.0, 0.0), v3_zero(), NULL, &hit, &is_hit), "origin is (nan");
    NAMED(belay_world_cast_shape(w, &ball, belay_pose_identity(), v3_zero(), NULL, &hit, &is_hit), "sphere.radius is -1");
    NAMED(belay_world_cast_shape(w, NULL, belay_pose_identity(), v3_zero(), NULL, &hit, &is_hit), "shape is null");
    belay_world_destroy(w);
}

static void hear(void* context, belay_log_level level, const char* text)
{
    if (level == BELAY_LOG_ERROR) snprintf(context, 256, "%s", text);
}

Test(messages, a_world_that_is_not_made_tells_the_error_and_the_logger)
{
    char heard[256] = "";
    belay_world_def def = belay_world_def_default();
    def.logger = (belay_logger){hear, heard};
    def.step_seconds = -1.0;
    belay_world* world = NULL;
    belay_error error;
    cr_assert_eq(belay_world_create(&def, &world, &error), BELAY_ERROR_VALUE);
    cr_expect_null(world);
    check_begin(error.message, "belay_world_create: step_seconds is -1");
    cr_expect_str_eq(heard, error.message);
    heard[0] = '\0';
    cr_assert_eq(belay_world_create(&def, &world, NULL), BELAY_ERROR_VALUE);
    cr_expect_str_eq(heard, error.message);
    cr_assert_eq(belay_world_create(NULL, &world, &error), BELAY_ERROR_VALUE);
    check_begin(error.message, "belay_world_create: def is null");
    def.step_seconds = 0.01;
    cr_assert_eq(belay_world_create(&def, &world, &error), BELAY_OK);
    cr_expect_eq(error.code, BELAY_OK);
    cr_expect_str_eq(error.message, "");
    belay_world_destroy(world);
}
