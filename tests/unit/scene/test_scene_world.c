// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes in worlds: prefabs where they are put, worlds told back as scenes, and nothing half made.

#include "support/scene.h"
#include "support/tracking_allocator.h"
#include "unit/scene/scene_text.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static belay_world* make(belay_scene* scene)
{
    belay_world_def def = belay_scene_get_world(scene);
    belay_world* world = scene_world_of(&def);
    belay_error error;
    cr_assert_eq(belay_scene_place(scene, world, belay_pose_identity(), NULL, NULL, NULL, &error), BELAY_OK, "%s",
                 error.message);
    return world;
}

// A bar on a hinge at its end swings with the period of a physical pendulum; put elsewhere and turned about the
// vertical it does the same there.
Test(scene, a_prefab_swings_wherever_it_is_put)
{
    belay_scene* scene = scene_text_parse("belay-scene 1\n"
                                          "body bar pose 0 0 -0.5 1 0 0 0 weighs_colliders yes\n"
                                          "collider box size 0.02 0.02 1\n"
                                          "joint hinge pivot bar world frame_a 0 0 0.5 1 0 0 0\n");
    belay_world* world = scene_world(1.0 / 1000.0);
    belay_pose there = {{3.0, 2.0, 1.0}, {0.8, 0.0, 0.0, 0.6}};
    belay_body_id bodies[2];
    belay_joint_id joint;
    cr_assert_eq(belay_scene_place(scene, world, belay_pose_identity(), &bodies[0], NULL, NULL, NULL), BELAY_OK);
    cr_assert_eq(belay_scene_place(scene, world, there, &bodies[1], &joint, NULL, NULL), BELAY_OK);
    belay_body_state a = scene_state(world, bodies[0]), b = scene_state(world, bodies[1]);
    cr_expect_lt(v3_distance(pose_apply(there, a.pose.position), b.pose.position), 1e-14);

    // Both are pushed about their own hinge axes, and are back after one period, small swings.
    for (int i = 0; i < 2; i++) {
        belay_vec3 axis = i == 0 ? v3(1.0, 0.0, 0.0) : q_rotate(there.rotation, v3(1.0, 0.0, 0.0));
        belay_vec3 spin = v3_scale(0.02, axis), arm = v3(0.0, 0.0, -0.5);
        scene_set_velocity(world, bodies[i], v3_cross(spin, arm), spin);
    }
    double inertia = 1.0 / 3.0 + 0.0004 / 12.0, period = 2.0 * BELAY_PI * sqrt(inertia / (SCENE_G * 0.5));
    scene_steps(world, (int)(1000.0 * period + 0.5));
    for (int i = 0; i < 2; i++) {
        belay_vec3 axis = i == 0 ? v3(1.0, 0.0, 0.0) : q_rotate(there.rotation, v3(1.0, 0.0, 0.0));
        cr_expect_float_eq(v3_dot(scene_state(world, bodies[i]).angular_velocity, axis), 0.02, 2e-5);
    }
    belay_world_destroy(world);
    belay_scene_destroy(scene);
}

Test(scene, worlds_of_one_scene_go_the_same_way)
{
    belay_scene* scene = scene_text_parse(scene_text_of_all);
    belay_world *a = make(scene), *b = make(scene);
    scene_check_same_course(a, b, 100);
    belay_world_destroy(a);
    belay_world_destroy(b);
    belay_scene_destroy(scene);
}

static const char without_rods[] =
    "belay-scene 1\n"
    "world step_seconds 0.004 solver_tolerance 1e-8\n"
    "body ground type static\n"
    "collider plane normal 0 0 1\n"
    "collider mesh vertices 4 10 0 0 11 0 0 11 1 0 10 1 0.1 triangles 2 0 1 2 0 2 3\n"
    "collider height_field spacing_x 1 spacing_y 2 heights 3 2 0 0.1 0 0.2 0 0.1 pose 30 0 0 1 0 0 0\n"
    "body crate pose 0 0 0.25 1 0 0 0 weighs_colliders yes linear_velocity 1 0 0\n"
    "collider box size 0.5 0.5 0.5 friction 0.3\n"
    "body gem pose 2 0 0.6 1 0 0 0 weighs_colliders yes angular_velocity 0 0 3 linear_damping 0.1\n"
    "collider hull points 6 0.3 0 0 -0.3 0 0 0 0.3 0 0 -0.3 0 0 0 0.3 0 0 -0.3\n"
    "body arm pose 0 3 2 1 0 0 0 weighs_colliders yes\n"
    "collider capsule length 0.6 radius 0.05\n"
    "joint hinge shoulder arm world frame_a 0 0 0.3 1 0 0 0 frame_b 0 3 2.3 1 0 0 0\n"
    "axis 0 limit yes limit_min -1 limit_max 1 spring yes spring_target 0.5 spring_stiffness 3 spring_damping 0.1\n"
    "    spring_max_force inf\n"
    "pair ground 0 crate 0 0.125 0\n";

// A tube is kept as its curve: where that ends is the last point to rounding.
Test(scene, a_tube_is_told_back_to_rounding)
{
    belay_scene *scene = scene_text_parse("belay-scene 1\nbody rail type static\n"
                                          "collider tube radius 0.1 points 3 5 0 0 6 0.1 0 7 0.5 0.3\n"),
                *told = NULL;
    belay_world* world = make(scene);
    belay_collider_def a, b;
    cr_assert_eq(belay_scene_capture(world, NULL, &told, NULL), BELAY_OK);
    cr_assert(belay_scene_get_collider(scene, 0, &a) && belay_scene_get_collider(told, 0, &b));
    cr_assert_eq(b.shape.tube.point_count, 3);
    for (int i = 0; i < 3; i++)
        cr_expect_leq(v3_distance(a.shape.tube.points[i], b.shape.tube.points[i]), 1e-14, "point %d", i);
    belay_world_destroy(world);
    belay_scene_destroy(scene);
    belay_scene_destroy(told);
}

// Told back before its first step it is the same world to the last bit, in what it is and in what it does.
Test(scene, a_world_that_is_told_back_goes_the_same_way)
{
    belay_scene *scene = scene_text_parse(without_rods), *told = NULL;
    belay_world* a = make(scene);
    belay_error error;
    cr_assert_eq(belay_scene_capture(a, NULL, &told, &error), BELAY_OK, "%s", error.message);
    belay_scene* again = scene_text_parse(scene_text_write(told));
    belay_world* b = make(again);
    scene_check_same_course(a, b, 300);
    belay_world_destroy(a);
    belay_world_destroy(b);
    belay_scene_destroy(scene);
    belay_scene_destroy(told);
    belay_scene_destroy(again);
}

// Told back on the way it has the same bodies at the same places, to the bit.
Test(scene, a_world_that_is_told_back_on_the_way_stands_where_it_stood)
{
    belay_scene *scene = scene_text_parse(without_rods), *told = NULL;
    belay_world* a = make(scene);
    scene_steps(a, 100);
    cr_assert_eq(belay_scene_capture(a, NULL, &told, NULL), BELAY_OK);
    belay_world_def def = belay_scene_get_world(told);
    belay_world* b = scene_world_of(&def);
    belay_body_id bodies[8];
    cr_assert_eq(belay_scene_place(told, b, belay_pose_identity(), bodies, NULL, NULL, NULL), BELAY_OK);
    belay_iterator walk;
    int count = 0;
    cr_assert_eq(belay_iterator_begin(a, &BELAY_COMPONENT_BODY_STATE, 1, &walk), BELAY_OK);
    for (; belay_iterator_next(&walk); count++) {
        const belay_body_state* old = walk.data[0];
        belay_body_state now = scene_state(b, bodies[count]);
        cr_expect(scene_is_same_vector(old->pose.position, now.pose.position), "body %d", count);
        cr_expect(scene_is_same_vector(old->linear_velocity, now.linear_velocity), "body %d", count);
        cr_expect(scene_is_same_vector(old->angular_velocity, now.angular_velocity), "body %d", count);
    }
    cr_expect_eq(count, 4);
    belay_world_destroy(a);
    belay_world_destroy(b);
    belay_scene_destroy(scene);
    belay_scene_destroy(told);
}

Test(scene, rods_are_not_told_back)
{
    belay_scene *scene = scene_text_parse("belay-scene 1\nrod r\n"), *told = NULL;
    belay_world* world = make(scene);
    belay_error error;
    cr_expect_eq(belay_scene_capture(world, NULL, &told, &error), BELAY_ERROR_STATE);
    cr_expect_not_null(strstr(error.message, "1 rods"));
    cr_expect_null(told);
    belay_world_destroy(world);
    belay_scene_destroy(scene);
}

Test(scene, what_is_refused_changes_nothing)
{
    belay_scene* scene = scene_text_parse(without_rods);
    belay_world* world = make(scene);
    uint64_t before = belay_world_hash(world);
    belay_error error;
    belay_pose nowhere = {{NAN, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, skewed = {{0.0, 0.0, 0.0}, {0.5, 0.0, 0.0, 0.0}};
    cr_expect_eq(belay_scene_place(scene, world, nowhere, NULL, NULL, NULL, &error), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_scene_place(scene, world, skewed, NULL, NULL, NULL, &error), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_scene_place(NULL, world, belay_pose_identity(), NULL, NULL, NULL, &error), BELAY_ERROR_VALUE);
    belay_scene_joint joint = {.name = "bad", .body_a = 1, .body_b = 1, .def = belay_joint_def_default(0)};
    cr_assert_eq(belay_scene_add_joint(scene, &joint, NULL), BELAY_OK);
    cr_expect_eq(belay_scene_place(scene, world, belay_pose_identity(), NULL, NULL, NULL, &error), BELAY_ERROR_VALUE);
    cr_expect_not_null(strstr(error.message, "joint 'bad'"), "%s", error.message);
    cr_expect_eq(belay_world_hash(world), before);
    belay_world_destroy(world);
    belay_scene_destroy(scene);
}

Test(scene, numbers_that_name_nothing_are_refused)
{
    belay_scene* scene;
    belay_error error;
    cr_assert_eq(belay_scene_create(NULL, &scene, NULL), BELAY_OK);
    belay_collider_def ball = belay_collider_def_sphere(1.0), hull = belay_collider_def_hull(NULL, 5);
    cr_expect_eq(belay_scene_add_collider(scene, &ball, &error), BELAY_ERROR_VALUE);
    belay_scene_body body = {.name = "a b", .def = belay_body_def_default()};
    cr_expect_eq(belay_scene_add_body(scene, &body, &error), BELAY_ERROR_VALUE);
    memset(body.name, 'x', sizeof body.name);
    cr_expect_eq(belay_scene_add_body(scene, &body, &error), BELAY_ERROR_VALUE);
    body.name[1] = '\0';
    cr_expect_eq(belay_scene_add_body(scene, &body, &error), BELAY_OK);
    cr_expect_eq(belay_scene_add_collider(scene, &hull, &error), BELAY_ERROR_VALUE);
    belay_scene_joint joint = {.name = "j", .body_a = 0, .body_b = 1, .def = belay_joint_def_default(0)};
    cr_expect_eq(belay_scene_add_joint(scene, &joint, &error), BELAY_ERROR_VALUE);
    belay_scene_attachment attachment = {.body = -1, .def = belay_rod_attachment_def_default()};
    cr_expect_eq(belay_scene_add_attachment(scene, &attachment, &error), BELAY_ERROR_VALUE);
    belay_scene_pair pair = {0, 0, {0.5, 0.0}};
    cr_expect_eq(belay_scene_add_pair(scene, &pair, &error), BELAY_ERROR_VALUE);
    belay_scene_counts n = belay_scene_get_counts(scene);
    cr_expect_eq(n.bodies + n.colliders + n.joints + n.rods + n.attachments + n.pairs, 1);
    belay_scene_destroy(scene);
}

// Names are found by a table that grows.
Test(scene, a_thousand_names_are_found)
{
    belay_scene* scene;
    cr_assert_eq(belay_scene_create(NULL, &scene, NULL), BELAY_OK);
    belay_scene_body body = {.def = belay_body_def_default()};
    for (int i = 0; i < 1000; i++) {
        snprintf(body.name, sizeof body.name, "b%d", i * i);
        cr_assert_eq(belay_scene_add_body(scene, &body, NULL), BELAY_OK);
    }
    for (int i = 0; i < 1000; i++) {
        snprintf(body.name, sizeof body.name, "b%d", i * i);
        cr_assert_eq(belay_scene_find_body(scene, body.name), i);
        cr_assert_eq(belay_scene_add_body(scene, &body, NULL), BELAY_ERROR_VALUE);
    }
    belay_scene_destroy(scene);
}

// Whenever memory runs out while a scene is read, it is told, and all of it is given back.
Test(scene, without_memory_nothing_is_left)
{
    tracking_allocator count = {0};
    belay_allocator hooks = tracking_allocator_hooks(&count);
    belay_scene* scene = NULL;
    cr_assert_eq(belay_scene_parse(without_rods, strlen(without_rods), "t", &hooks, &scene, NULL), BELAY_OK);
    belay_scene_destroy(scene);
    cr_expect(count.live == 0 && !count.is_wrong);
    for (long i = 1; i <= count.calls; i++) {
        tracking_allocator a = {.fail_from = i};
        hooks = tracking_allocator_hooks(&a);
        belay_error error;
        scene = NULL;
        belay_result result = belay_scene_parse(without_rods, strlen(without_rods), "t", &hooks, &scene, &error);
        cr_expect_eq(result, BELAY_ERROR_MEMORY, "call %ld: %s", i, error.message);
        cr_expect(scene == NULL && a.live == 0 && !a.is_wrong, "call %ld of %ld", i, count.calls);
    }
}
