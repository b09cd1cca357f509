// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What refused calls say: `call: argument is value; it must be ...`. Hints where a mistake is common.

#include "support/messages/message_form.h"
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
    message_check_form(belay_world_last_error(world));
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
    NAMED(belay_world_cast_shape(w, &ball, belay_pose_identity(), v3_zero(), NULL, &hit, &is_hit),
          "sphere.radius is -1");
    NAMED(belay_world_cast_shape(w, NULL, belay_pose_identity(), v3_zero(), NULL, &hit, &is_hit), "shape is null");
    NAMED(belay_world_set_solver(w, NULL), "settings is null");
    NAMED(belay_system_add(w, &(belay_system_def){"x", (belay_phase)99, NULL, NULL}),
          "def, def.name or def.run is null");
    belay_world_destroy(w);
}

Test(messages, begin_with_the_name_of_a_call_on_joints)
{
    belay_world* w = scene_world(0.01);
    belay_body_id a = scene_add_body(w, BELAY_BODY_DYNAMIC, v3_zero()),
                  b = scene_add_body(w, BELAY_BODY_DYNAMIC, v3_zero());
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_CONE_TWIST), bad = def;
    belay_joint_id joint;
    def.body_a = bad.body_a = a;
    bad.body_b = a;
    NAMED(belay_joint_create(w, &bad, &joint), "body_a and body_b are both");
    bad = def;
    bad.break_force = -1.0;
    NAMED(belay_joint_create(w, &bad, &joint), "break_force is -1");
    bad = def;
    bad.type = (belay_joint_type)99;
    NAMED(belay_joint_create(w, &bad, &joint), "type is 99");
    bad = def;
    bad.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = 1.0, .max = -1.0};
    NAMED(belay_joint_create(w, &bad, &joint), "axis[0].limit.min is 1");
    NAMED(belay_joint_create(w, NULL, &joint), "def is null");
    NAMED(belay_joint_def_at(w, (belay_joint_type)99, a, b, v3_zero(), v3(1.0, 0.0, 0.0), &def), "type is 99");
    NAMED(belay_joint_def_at(w, BELAY_JOINT_HINGE, a, b, v3_zero(), v3_zero(), &def), "axis is (0, 0, 0)");
    belay_world_destroy(w);
}

// Angles in degrees are refused where radians end, and the message says what was probably meant.
Test(messages, tell_degrees_from_radians)
{
    belay_world* w = scene_world(0.01);
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_CONE_TWIST);
    def.body_a = scene_add_body(w, BELAY_BODY_DYNAMIC, v3_zero());
    def.cone_angle = 45.0;
    NAMED(belay_joint_create(w, &def, NULL), "cone_angle is 45");
    cr_expect_not_null(strstr(belay_world_last_error(w), "45 degrees are 0.7854 rad"), "%s", belay_world_last_error(w));
    def.cone_angle = 1e6; // no angle at all
    NAMED(belay_joint_create(w, &def, NULL), "cone_angle is 1e+06");
    cr_expect_null(strstr(belay_world_last_error(w), "degrees"), "%s", belay_world_last_error(w));
    belay_world_destroy(w);
}

typedef struct warned {
    int count;
    char last[256];
} warned;

static void hear_warning(void* context, belay_log_level level, const char* text)
{
    warned* w = context;
    if (level != BELAY_LOG_WARNING) return;
    w->count++;
    snprintf(w->last, sizeof w->last, "%s", text);
}

static belay_world* warned_world(warned* heard)
{
    belay_world_def def = belay_world_def_default();
    def.logger = (belay_logger){hear_warning, heard};
    belay_world* world = NULL;
    cr_assert_eq(belay_world_create(&def, &world, NULL), BELAY_OK);
    return world;
}

// A twist may go on for many turns, so this is allowed, and the logger hears of it.
Test(messages, warn_of_limits_that_look_like_degrees)
{
    warned heard = {0};
    belay_world* w = warned_world(&heard);
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_HINGE);
    def.body_a = scene_add_body(w, BELAY_BODY_DYNAMIC, v3_zero());
    def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = 0.0, .max = 90.0};
    cr_assert_eq(belay_joint_create(w, &def, NULL), BELAY_OK);
    cr_expect_eq(heard.count, 1);
    cr_expect_not_null(strstr(heard.last, "axis[0].limit.max is 90"), "%s", heard.last);
    cr_expect_not_null(strstr(heard.last, "radians"), "%s", heard.last);
    def.axis[0].limit.max = 30.0 * BELAY_PI; // fifteen turns
    cr_assert_eq(belay_joint_create(w, &def, NULL), BELAY_OK);
    cr_expect_eq(heard.count, 1, "%s", heard.last);
    belay_world_destroy(w);
}

Test(messages, warn_of_dynamic_bodies_in_millimetres)
{
    warned heard = {0};
    belay_world* w = warned_world(&heard);
    belay_body_def def = belay_body_def_default();
    belay_collider_def box = belay_collider_def_box(v3(2000.0, 300.0, 300.0));
    cr_assert_eq(belay_body_create_solid(w, &def, &box, NULL), BELAY_OK);
    cr_expect_eq(heard.count, 1);
    cr_expect_not_null(strstr(heard.last, "metres"), "%s", heard.last);
    def.type = BELAY_BODY_STATIC; // ground may be as large as it likes
    cr_assert_eq(belay_body_create_solid(w, &def, &box, NULL), BELAY_OK);
    cr_expect_eq(heard.count, 1, "%s", heard.last);
    belay_world_destroy(w);
}

// A tetrahedron, as it should be, with every triangle the wrong way round, and open.
Test(messages, warn_of_meshes_that_are_inside_out)
{
    warned heard = {0};
    belay_world* w = warned_world(&heard);
    const belay_vec3 corners[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const int32_t outside[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    int32_t inside[12];
    for (int i = 0; i < 12; i++)
        inside[i] = outside[i - i % 3 + 2 - i % 3];
    belay_collider_def right = belay_collider_def_mesh(corners, 4, outside, 4);
    belay_collider_def wrong = belay_collider_def_mesh(corners, 4, inside, 4);
    belay_collider_def open = belay_collider_def_mesh(corners, 4, inside, 3);
    cr_assert_eq(belay_body_create_static(w, belay_pose_identity(), &right, NULL), BELAY_OK);
    cr_assert_eq(belay_body_create_static(w, belay_pose_identity(), &open, NULL), BELAY_OK);
    cr_expect_eq(heard.count, 0, "%s", heard.last);
    cr_assert_eq(belay_body_create_static(w, belay_pose_identity(), &wrong, NULL), BELAY_OK);
    cr_expect_eq(heard.count, 1);
    cr_expect_not_null(strstr(heard.last, "inside out"), "%s", heard.last);
    cr_expect_not_null(strstr(heard.last, "-0.166667"), "%s", heard.last);
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
