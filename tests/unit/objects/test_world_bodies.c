// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies of a world: what moves them, their masses, and what can be read of them.

#include "support/scene.h"

#include <criterion/criterion.h>

Test(body, free_fall_is_exact_at_theta_one_half)
{
    // The trapezoid rule is exact for a parabola: z = -g t^2/2.
    belay_world* world = scene_world(1.0 / 64.0);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    scene_steps(world, 64);
    belay_body_state s = scene_state(world, body);
    cr_expect_leq(fabs(s.pose.position.z + 0.5 * 9.81), 1e-13);
    cr_expect_leq(fabs(s.linear_velocity.z + 9.81), 1e-13);
    belay_world_destroy(world);
}

Test(body, gravity_scale_scales_gravity)
{
    belay_world* world = scene_world(1.0 / 64.0);
    belay_body_def def = belay_body_def_default();
    def.gravity_scale = -2.0;
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    scene_steps(world, 64);
    cr_expect_leq(fabs(scene_state(world, body).linear_velocity.z - 2.0 * 9.81), 1e-13);
    belay_world_destroy(world);
}

Test(body, kinematic_body_moves_with_its_velocity_whatever_pushes)
{
    belay_world* world = scene_world(1.0 / 64.0);
    belay_body_id body = scene_add_body(world, BELAY_BODY_KINEMATIC, v3_zero());
    belay_material material = belay_material_default();
    scene_add_sphere(world, body, 0.2, material);
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.5, 0.0, 0.25);
    scene_add_ball(world, &ball);
    cr_assert(belay_body_set_velocity(world, body, v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0)) == BELAY_OK);
    scene_steps(world, 64);
    belay_body_state s = scene_state(world, body);
    cr_expect_leq(v3_distance(s.pose.position, v3(1.0, 0.0, 0.0)), 1e-13);
    belay_quat right = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), 1.0);
    cr_expect_leq(fabs(s.pose.rotation.w - right.w) + fabs(s.pose.rotation.z - right.z), 1e-13);
    cr_expect(s.linear_velocity.x == 1.0 && s.angular_velocity.z == 1.0);
    belay_world_destroy(world);
}

Test(body, static_body_stays_and_refuses_velocity)
{
    belay_world* world = scene_world(1.0 / 64.0);
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    def.linear_velocity = v3(1.0, 0.0, 0.0);
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    cr_expect(belay_body_set_velocity(world, body, v3_zero(), v3_zero()) == BELAY_ERROR_STATE);
    scene_steps(world, 10);
    cr_expect(scene_state(world, body).pose.position.x == 0.0);
    belay_pose pose = {{3.0, 2.0, 1.0}, {1.0, 0.0, 0.0, 0.0}};
    cr_expect(belay_body_set_pose(world, body, pose) == BELAY_OK);
    cr_expect(scene_is_same_pose(scene_state(world, body).pose, pose));
    belay_world_destroy(world);
}

Test(body, forces_act_on_dynamic_bodies_only)
{
    belay_world* world = scene_world(1.0 / 64.0);
    for (int type = BELAY_BODY_STATIC; type <= BELAY_BODY_KINEMATIC; type++) {
        belay_body_id body = scene_add_body(world, (belay_body_type)type, v3_zero());
        belay_vec3 push = v3(1.0, 0.0, 0.0);
        cr_expect(belay_body_apply_force(world, body, push) == BELAY_ERROR_STATE);
        cr_expect(belay_body_apply_force_at(world, body, push, push) == BELAY_ERROR_STATE);
        cr_expect(belay_body_apply_torque(world, body, push) == BELAY_ERROR_STATE);
        cr_expect(belay_body_apply_impulse_at(world, body, push, push) == BELAY_ERROR_STATE);
    }
    belay_world_destroy(world);
}

Test(body, forces_act_for_one_step_and_add_up)
{
    belay_world_def def = belay_world_def_default();
    def.gravity = v3_zero();
    def.step_seconds = 0.5;
    belay_world* world = scene_world_of(&def);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    scene_push(world, body, v3(1.0, 0.0, 0.0));
    scene_push(world, body, v3(1.0, 2.0, 0.0));
    scene_steps(world, 3);
    belay_vec3 v = scene_state(world, body).linear_velocity;
    cr_expect(v.x == 1.0 && v.y == 1.0);
    belay_world_destroy(world);
}

Test(body, impulse_and_force_at_a_point_turn_the_body)
{
    // I = 0.1 for the ball of 1 kg and 0.5 m: w = (r x p)/I about the centre of mass.
    belay_world_def def = belay_world_def_default();
    def.gravity = v3_zero();
    def.step_seconds = 0.5;
    belay_world* world = scene_world_of(&def);
    belay_body_id a = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(1.0, 0.0, 0.0));
    belay_body_id b = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(1.0, 0.0, 0.0));
    cr_assert(belay_body_apply_impulse_at(world, a, v3(0.0, 2.0, 0.0), v3(1.5, 0.0, 0.0)) == BELAY_OK);
    cr_assert(belay_body_apply_force_at(world, b, v3(0.0, 4.0, 0.0), v3(1.5, 0.0, 0.0)) == BELAY_OK);
    scene_steps(world, 1);
    for (int i = 0; i < 2; i++) {
        belay_body_state s = scene_state(world, i == 0 ? a : b);
        cr_expect_leq(v3_distance(s.linear_velocity, v3(0.0, 2.0, 0.0)), 1e-15);
        cr_expect_leq(v3_distance(s.angular_velocity, v3(0.0, 0.0, 10.0)), 1e-14);
    }
    belay_world_destroy(world);
}

Test(body, locked_rotation_never_turns)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.is_rotation_locked = true;
    ball.position = v3(0.0, 0.0, 0.05);
    ball.linear = v3(1.0, 0.0, 0.0);
    ball.angular = v3(1.0, 2.0, 3.0);
    belay_body_id body = scene_add_ball(world, &ball);
    belay_vec3 l;
    scene_set_velocity(world, body, ball.linear, ball.angular);
    cr_assert(belay_body_apply_torque(world, body, v3(1.0, 1.0, 1.0)) == BELAY_OK);
    scene_steps(world, 100);
    belay_body_state s = scene_state(world, body);
    cr_expect(s.pose.rotation.w == 1.0 && v3_length(s.angular_velocity) == 0.0);
    cr_expect(belay_body_get_angular_momentum(world, body, &l) == BELAY_OK && v3_length(l) == 0.0);
    cr_expect_lt(s.linear_velocity.x, 1.0, "friction brakes it");
    belay_world_destroy(world);
}

static belay_mass odd_mass(void)
{
    belay_mass m = {3.0, {0.1, 0.2, 0.3}, {{2.0, 0.1, 0.2, 0.1, 3.0, -0.3, 0.2, -0.3, 4.0}}};
    return m;
}

static void check_mass(const belay_world* world, belay_body_id body, const belay_mass* right)
{
    belay_mass m;
    cr_assert(belay_body_get_mass(world, body, &m) == BELAY_OK);
    cr_expect_eq(m.mass, right->mass);
    cr_expect(scene_is_same_vector(m.center_of_mass, right->center_of_mass));
    for (int i = 0; i < 9; i++)
        cr_expect_leq(fabs(m.inertia.m[i] - right->inertia.m[i]), 1e-14);
}

// Spun by a torque for a step: does it turn?
static bool turns(belay_world* world, belay_body_id body)
{
    cr_assert(belay_body_apply_torque(world, body, v3(1.0, 2.0, 3.0)) == BELAY_OK);
    scene_steps(world, 1);
    return v3_length(scene_state(world, body).angular_velocity) > 0.0;
}

Test(body, mass_is_read_as_it_was_set_also_when_locked)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_mass heavy = odd_mass(), light = odd_mass();
    light.mass = 0.5;
    light.inertia.m[0] = 2.5;
    for (int locked = 0; locked < 2; locked++) {
        belay_body_def def = belay_body_def_default();
        belay_body_id body;
        def.mass = heavy.mass;
        def.center_of_mass = heavy.center_of_mass;
        def.inertia = heavy.inertia;
        def.is_rotation_locked = locked != 0;
        cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
        check_mass(world, body, &heavy);
        cr_assert(belay_body_set_mass(world, body, &light) == BELAY_OK);
        check_mass(world, body, &light);
        cr_expect_eq(turns(world, body), !locked);
        for (int type = 0; type < BELAY_BODY_TYPE_COUNT; type++) {
            cr_assert(belay_body_set_type(world, body, (belay_body_type)type) == BELAY_OK);
            check_mass(world, body, &light);
            cr_assert(belay_body_set_type(world, body, BELAY_BODY_DYNAMIC) == BELAY_OK);
            check_mass(world, body, &light);
            cr_expect_eq(turns(world, body), !locked, "after having been of type %d", type);
        }
    }
    belay_world_destroy(world);
}

Test(body, locked_needs_no_inertia)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_mass none = {2.0, {0.0, 0.0, 0.0}, {{0.0}}};
    belay_body_def def = belay_body_def_default();
    belay_body_id body;
    def.is_rotation_locked = true;
    def.mass = none.mass;
    def.inertia.m[4] = -1.0;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    check_mass(world, body, &none);
    cr_assert(belay_body_set_mass(world, body, &none) == BELAY_OK);
    check_mass(world, body, &none);
    cr_expect_not(turns(world, body));
    belay_world_destroy(world);
}

// Locked counts for what is dynamic; what it was before makes no difference.
Test(body, locked_stays_so_whatever_its_type_was)
{
    belay_world* world = scene_world(1.0 / 240.0);
    for (int type = 0; type < BELAY_BODY_TYPE_COUNT; type++) {
        belay_body_def def = belay_body_def_default();
        belay_body_id body;
        def.type = (belay_body_type)type;
        def.is_rotation_locked = true;
        cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
        if (type == BELAY_BODY_KINEMATIC) scene_set_velocity(world, body, v3_zero(), v3(0.0, 0.0, 5.0));
        cr_assert(belay_body_set_type(world, body, BELAY_BODY_DYNAMIC) == BELAY_OK);
        cr_expect_not(turns(world, body), "type %d", type);
    }
    belay_world_destroy(world);
}

Test(body, readers_tell_what_it_is)
{
    belay_world* world = scene_world(0.01);
    for (int type = 0; type < BELAY_BODY_TYPE_COUNT; type++) {
        belay_body_id body = scene_add_body(world, (belay_body_type)type, v3(1.0, 2.0, 3.0));
        belay_body_type answer = BELAY_BODY_TYPE_COUNT;
        belay_vec3 center, l = v3(1.0, 1.0, 1.0);
        cr_expect(belay_body_get_type(world, body, &answer) == BELAY_OK && (int)answer == type);
        cr_expect(belay_body_get_center_of_mass(world, body, &center) == BELAY_OK && center.y == 2.0);
        cr_expect(belay_body_get_angular_momentum(world, body, &l) == BELAY_OK && v3_length(l) == 0.0);
    }
    belay_world_destroy(world);
}

Test(body, rotation_is_normalised)
{
    belay_world* world = scene_world(0.01);
    belay_body_def def = belay_body_def_default();
    def.pose.rotation = (belay_quat){1.0009, 0.0, 0.0, 0.0};
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    cr_expect_leq(fabs(scene_state(world, body).pose.rotation.w - 1.0), 1e-15);
    belay_pose pose = {{0.0, 0.0, 0.0}, {0.0, 0.9991, 0.0, 0.0}};
    cr_expect(belay_body_set_pose(world, body, pose) == BELAY_OK);
    cr_expect_leq(fabs(scene_state(world, body).pose.rotation.x - 1.0), 1e-15);
    belay_world_destroy(world);
}
