// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies that are made with their collider, and bodies that nobody weighed.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static belay_collider_def turned_brick(void)
{
    belay_collider_def def = belay_collider_def_box(v3(0.2, 0.3, 0.5));
    def.pose.position = v3(0.1, 0.0, -0.2);
    def.pose.rotation = belay_quat_from_axis_angle(v3(1.0, 1.0, 0.0), 0.7);
    def.density = 2000.0;
    return def;
}

static belay_body_def thrown(void)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position.z = 2.0;
    def.linear_velocity = v3(1.0, 0.0, 0.0);
    def.angular_velocity = v3(0.0, 3.0, 1.0);
    return def;
}

Test(solid_bodies, are_what_three_calls_make)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_collider_def brick = turned_brick();
    belay_body_def def = thrown();
    belay_body_id one, three;
    cr_assert_eq(belay_body_create_solid(world, &def, &brick, &one), BELAY_OK);
    cr_assert_eq(belay_body_create(world, &def, &three), BELAY_OK);
    cr_assert_eq(belay_collider_create(world, three, &brick, NULL), BELAY_OK);
    cr_assert_eq(belay_body_set_mass_from_colliders(world, three), BELAY_OK);
    belay_mass a, b;
    cr_assert_eq(belay_body_get_mass(world, one, &a), BELAY_OK);
    cr_assert_eq(belay_body_get_mass(world, three, &b), BELAY_OK);
    scene_check_near(a.mass, 60.0, 1e-12, "kg: 0.2 * 0.3 * 0.5 * 2000");
    cr_expect(v3_distance(a.center_of_mass, brick.pose.position) < 1e-15);
    for (int i = 0; i < 9; i++)
        scene_check_near(a.inertia.m[i], b.inertia.m[i], 1e-14 * b.inertia.m[0], "inertia, kg m^2");
    int count;
    cr_assert_eq(belay_body_get_colliders(world, one, NULL, 0, &count), BELAY_OK);
    cr_expect_eq(count, 1);
    belay_world_destroy(world);
}

Test(solid_bodies, ground_in_two_lines_carries)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_collider_def ground = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0),
                       cube = belay_collider_def_box(v3(1, 1, 1));
    belay_body_def def = belay_body_def_default();
    def.pose.position.z = 0.7;
    belay_body_id box;
    cr_assert_eq(belay_body_create_static(world, belay_pose_identity(), &ground, NULL), BELAY_OK);
    cr_assert_eq(belay_body_create_solid(world, &def, &cube, &box), BELAY_OK);
    for (int i = 0; i < 240; i++)
        cr_assert_eq(belay_world_step(world), BELAY_OK);
    belay_body_state state;
    cr_assert_eq(belay_body_get_state(world, box, &state), BELAY_OK);
    scene_check_near(state.pose.position.z, 0.5, 2e-6, "m: half the edge");
    belay_world_destroy(world);
}

static void refused(belay_world* world, const belay_body_def* def, const belay_collider_def* collider,
                    belay_result code, const char* text)
{
    uint64_t before = belay_world_hash(world);
    belay_body_id id = {0};
    cr_expect_eq(belay_body_create_solid(world, def, collider, &id), code, "%s", text);
    cr_expect_not_null(strstr(belay_world_last_error(world), text), "'%s' is not in '%s'", text,
                       belay_world_last_error(world));
    cr_expect_eq(id.value, 0);
    cr_expect_eq(belay_world_hash(world), before, "%s: something has changed", text);
}

Test(solid_bodies, what_is_refused_changes_nothing)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_def def = thrown(), bad = thrown(), still = thrown();
    still.type = BELAY_BODY_STATIC;
    belay_collider_def brick = turned_brick(), plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0), c = brick;
    refused(world, NULL, &brick, BELAY_ERROR_VALUE, "belay_body_create_solid: def is null");
    refused(world, &def, NULL, BELAY_ERROR_VALUE, "belay_body_create_solid: collider is null");
    refused(world, &def, &plane, BELAY_ERROR_STATE,
            "belay_body_create_solid: a plane needs a static or kinematic body");
    c.is_sensor = true;
    refused(world, &def, &c, BELAY_ERROR_SHAPE, "belay_body_create_solid: collider is a sensor or has no density");
    c = brick;
    c.density = 0.0;
    refused(world, &def, &c, BELAY_ERROR_SHAPE, "belay_body_create_solid: collider is a sensor or has no density");
    c.density = -1.0;
    refused(world, &def, &c, BELAY_ERROR_VALUE, "belay_body_create_solid: density is -1");
    c.density = 1e-30;
    refused(world, &def, &c, BELAY_ERROR_VALUE, "mass is");
    bad.gravity_scale = 1e10;
    refused(world, &bad, &brick, BELAY_ERROR_VALUE, "gravity_scale is");
    const belay_vec3 flat[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    belay_collider_def hull = belay_collider_def_hull(flat, 4);
    refused(world, &def, &hull, BELAY_ERROR_SHAPE, "belay_body_create_solid: ");
    refused(world, &still, &hull, BELAY_ERROR_SHAPE, "belay_body_create_solid: ");
    belay_world_destroy(world);
}

Test(solid_bodies, room_for_one_entity_is_not_enough)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.max_entities = 3;
    belay_world* world;
    cr_assert_eq(belay_world_create(&world_def, &world, NULL), BELAY_OK);
    belay_body_def def = thrown();
    belay_collider_def brick = turned_brick();
    cr_assert_eq(belay_body_create_solid(world, &def, &brick, NULL), BELAY_OK);
    refused(world, &def, &brick, BELAY_ERROR_CAPACITY, "belay_body_create_solid: of 3 entities less than two are free");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies that nobody weighed
// ---------------------------------------------------------------------------------------------------------------------

typedef struct ear {
    int warnings;
    char last[256];
} ear;

static void hear(void* context, belay_log_level level, const char* text)
{
    ear* e = context;
    if (level != BELAY_LOG_WARNING) return;
    e->warnings++;
    snprintf(e->last, sizeof e->last, "%s", text);
}

static belay_world* world_with_ear(ear* e)
{
    belay_world_def def = belay_world_def_default();
    def.logger = (belay_logger){hear, e};
    belay_world* world;
    cr_assert_eq(belay_world_create(&def, &world, NULL), BELAY_OK);
    return world;
}

static belay_body_id add(belay_world* world, double radius)
{
    belay_body_def def = belay_body_def_default();
    belay_collider_def ball = belay_collider_def_sphere(radius);
    belay_body_id body;
    cr_assert_eq(belay_body_create(world, &def, &body), BELAY_OK);
    cr_assert_eq(belay_collider_create(world, body, &ball, NULL), BELAY_OK);
    return body;
}

Test(solid_bodies, a_body_that_nobody_weighed_is_told_once)
{
    ear e = {0};
    belay_world* world = world_with_ear(&e);
    belay_body_id body = add(world, 0.5);
    cr_assert_eq(belay_world_step(world), BELAY_OK);
    cr_assert_eq(e.warnings, 1);
    char handle[32];
    snprintf(handle, sizeof handle, "0x%016llx", (unsigned long long)body.value);
    cr_expect_not_null(strstr(e.last, handle), "%s", e.last);
    cr_expect_not_null(strstr(e.last, "523.599 kg"), "%s", e.last); // pi / 6 * 1000
    add(world, 0.4);
    cr_assert_eq(belay_world_step(world), BELAY_OK);
    cr_expect_eq(e.warnings, 1);
    belay_world_destroy(world);
}

Test(solid_bodies, what_was_weighed_is_no_warning)
{
    ear e = {0};
    belay_world* world = world_with_ear(&e);
    cr_assert_eq(belay_body_set_mass_from_colliders(world, add(world, 0.5)), BELAY_OK);
    belay_mass mass = {2.0, v3_zero(), belay_inertia_sphere(2.0, 0.5)};
    cr_assert_eq(belay_body_set_mass(world, add(world, 0.5), &mass), BELAY_OK);
    belay_body_def def = belay_body_def_default(); // no collider: a point of 1 kg
    belay_body_id body;
    cr_assert_eq(belay_body_create(world, &def, &body), BELAY_OK);
    add(world, cbrt(0.75 / (1000.0 * BELAY_PI))); // that weighs 1 kg
    cr_assert_eq(belay_world_step(world), BELAY_OK);
    cr_expect_eq(e.warnings, 0, "%s", e.last);
    belay_world_destroy(world);
}
