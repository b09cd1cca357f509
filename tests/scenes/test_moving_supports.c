// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What carries others: kinematic bodies that are led to poses, conveyor belts, bodies that change their type.

#include "support/parts.h"

#include <criterion/criterion.h>

#define H (1.0 / 240.0)

static belay_world* restless_world(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = H;
    def.enable_sleep = false;
    return scene_world_of(&def);
}

static belay_body_id add_slab(belay_world* world, belay_body_type type, double friction)
{
    belay_collider_def def = belay_collider_def_box(v3(8.0, 4.0, 0.2));
    def.material.friction = friction;
    return part_fixed(world, type, part_at(0.0, 0.0, -0.1), &def);
}

static belay_body_id add_box(belay_world* world, double friction)
{
    return part_box(world, v3(0.0, 0.0, 0.05), v3(0.2, 0.2, 0.1), 1.0, (belay_material){friction, 0.0});
}

// ---------------------------------------------------------------------------------------------------------------------
// Led to a pose
// ---------------------------------------------------------------------------------------------------------------------

Test(move_kinematic, arrives_in_one_step)
{
    const double thetas[] = {0.5, 0.75, 1.0};
    for (int i = 0; i < 3; i++) {
        belay_world* world = restless_world();
        cr_assert(belay_world_set_theta(world, thetas[i]) == BELAY_OK);
        belay_collider_def box = belay_collider_def_box(v3(0.2, 0.3, 0.4));
        belay_body_id body = part_fixed(world, BELAY_BODY_KINEMATIC, part_at(1.0, 2.0, 3.0), &box);
        belay_vec3 axis = v3_normalize_or(v3(1.0, -2.0, 0.5), v3_zero());
        for (int k = 1; k < 50; k++) {
            belay_pose pose = part_turned(v3(1.0 + 0.01 * k, 2.0 - 0.02 * k * k, 3.0), axis, 0.05 * k);
            cr_assert(belay_body_move_kinematic(world, body, pose) == BELAY_OK);
            scene_steps(world, 1);
            belay_pose now = scene_state(world, body).pose;
            cr_assert_leq(v3_distance(now.position, pose.position), 1e-12, "theta %g, step %d", thetas[i], k);
            belay_quat turn = q_mul(now.rotation, q_conjugate(pose.rotation));
            cr_assert_leq(v3_length(q_log(turn)), 1e-12, "theta %g, step %d", thetas[i], k);
        }
        belay_world_destroy(world);
    }
}

Test(move_kinematic, turns_the_shorter_way)
{
    belay_world* world = restless_world();
    belay_collider_def box = belay_collider_def_box(v3(0.2, 0.3, 0.4));
    belay_body_id body = part_fixed(world, BELAY_BODY_KINEMATIC, belay_pose_identity(), &box);
    belay_pose pose = part_turned(v3_zero(), v3(0.0, 0.0, 1.0), -0.1);
    pose.rotation = (belay_quat){-pose.rotation.w, -pose.rotation.x, -pose.rotation.y, -pose.rotation.z};
    cr_assert(belay_body_move_kinematic(world, body, pose) == BELAY_OK);
    cr_expect_float_eq(scene_state(world, body).angular_velocity.z, -0.1 / H, 1e-9);
    belay_world_destroy(world);
}

Test(move_kinematic, a_lift_carries_without_losing_touch)
{
    // Up along a cosine, 1 m in 2 s; the force is m (g + a).
    belay_world* world = restless_world();
    belay_body_id lift = add_slab(world, BELAY_BODY_KINEMATIC, 0.5), box = add_box(world, 0.5);
    double worst = 0.0, worst_force = 0.0;
    for (int k = 1; k <= 480; k++) {
        double phase = SCENE_PI * k * H / 2.0, z = 0.5 * (1.0 - cos(phase));
        cr_assert(belay_body_move_kinematic(world, lift, part_at(0.0, 0.0, z - 0.1)) == BELAY_OK);
        scene_steps(world, 1);
        worst = fmax(worst, fabs(scene_state(world, box).pose.position.z - z - 0.05));
        double a = 0.125 * SCENE_PI * SCENE_PI * cos(phase - 0.5 * SCENE_PI * H / 2.0);
        if (k > 2) worst_force = fmax(worst_force, fabs(part_normal_impulse(world, box) / H - SCENE_G - a));
    }
    cr_expect_leq(worst, 1e-4, "gap of %g m", worst);
    cr_expect_leq(worst_force, 0.05, "force off by %g N", worst_force);
    belay_world_destroy(world);
}

Test(move_kinematic, is_for_kinematic_bodies)
{
    belay_world *world = restless_world(), *control = restless_world();
    belay_body_id slab = add_slab(world, BELAY_BODY_STATIC, 0.5), box = add_box(world, 0.5);
    add_slab(control, BELAY_BODY_STATIC, 0.5);
    add_box(control, 0.5);
    uint64_t hash = belay_world_hash(world);
    scene_check_refused(world, hash, belay_body_move_kinematic(world, slab, belay_pose_identity()), BELAY_ERROR_STATE,
                        "belay_body_move_kinematic", "not kinematic");
    scene_check_refused(world, hash, belay_body_move_kinematic(world, box, belay_pose_identity()), BELAY_ERROR_STATE,
                        "belay_body_move_kinematic", "not kinematic");
    scene_check_same_course(world, control, 50);
    belay_world_destroy(world);
    belay_world_destroy(control);
}

Test(kinematic, pushes_a_row_of_sleepers)
{
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id row[5];
    for (int i = 0; i < 5; i++)
        row[i] = part_box(world, v3(0.25 * i, 0.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, belay_material_default());
    scene_steps(world, 180);
    belay_collider_def def = belay_collider_def_box(v3(0.2, 0.6, 0.2));
    belay_body_id pusher = part_fixed(world, BELAY_BODY_KINEMATIC, part_at(-0.5, 0.0, 0.1), &def);
    for (int i = 0; i < 5; i++)
        cr_assert(!part_is_awake(world, row[i]));
    scene_set_velocity(world, pusher, v3(0.5, 0.0, 0.0), v3_zero());
    scene_steps(world, 480);
    // The pusher's front stands at 0.6; the cubes follow face to face.
    for (int i = 0; i < 5; i++) {
        cr_expect_float_eq(scene_state(world, row[i]).pose.position.x, 0.7 + 0.2 * i, 1e-4, "cube %d", i);
        cr_expect_float_eq(scene_state(world, row[i]).linear_velocity.x, 0.5, 1e-6, "cube %d", i);
    }
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Belts
// ---------------------------------------------------------------------------------------------------------------------

// A box set on what moves at 1 m/s along `way` takes v/(mu g) = 0.25484 s to go along, slipping v^2/(2 mu g) =
// 0.12742 m, and then goes along without slip.
static void check_belt(bool is_belt, belay_body_type type, belay_vec3 way)
{
    belay_world* world = restless_world();
    belay_body_id slab = add_slab(world, type, 0.4), box = add_box(world, 0.4);
    if (is_belt)
        cr_assert(belay_collider_set_surface_velocity(world, part_collider(world, slab), way) == BELAY_OK);
    else
        scene_set_velocity(world, slab, way, v3_zero());
    double reached = 0.0, fastest = 0.0;
    for (int i = 1; i <= 240; i++) {
        scene_steps(world, 1);
        double speed = v3_dot(scene_state(world, box).linear_velocity, way);
        if (reached == 0.0 && speed > 1.0 - 1e-6) reached = i * H;
        fastest = fmax(fastest, speed);
        if (i == 20) scene_check_near(speed, 0.4 * SCENE_G * i * H, 0.01, "speed while slipping");
    }
    double slip = 1.0 - v3_dot(scene_state(world, box).pose.position, way);
    scene_check_near(reached, 0.25484, 1.01 * H, "time of going along");
    scene_check_near(slip, 0.12742, 0.01 * 0.12742, "slip");
    cr_expect_leq(fastest, 1.0 + 1e-4);
    scene_check_near(v3_dot(scene_state(world, box).linear_velocity, way), 1.0, 1e-6, "speed at the end");
    if (is_belt) cr_expect(scene_is_same_vector(scene_state(world, slab).pose.position, v3(0.0, 0.0, -0.1)));
    belay_world_destroy(world);
}

Test(scene_B3, slab_carries)
{
    check_belt(false, BELAY_BODY_KINEMATIC, v3(1.0, 0.0, 0.0));
}

Test(scene_B3, belt_carries)
{
    check_belt(true, BELAY_BODY_STATIC, v3(1.0, 0.0, 0.0));
    check_belt(true, BELAY_BODY_STATIC, v3(0.6, 0.8, 0.0));
    check_belt(true, BELAY_BODY_KINEMATIC, v3(0.0, -1.0, 0.0));
}

Test(belt, along_the_normal_does_not_count)
{
    belay_world* world = restless_world();
    belay_body_id slab = add_slab(world, BELAY_BODY_STATIC, 0.5), box = add_box(world, 0.5);
    cr_assert(belay_collider_set_surface_velocity(world, part_collider(world, slab), v3(0.0, 0.0, 2.0)) == BELAY_OK);
    for (int i = 0; i < 100; i++) {
        scene_steps(world, 1);
        cr_assert_leq(v3_length(scene_state(world, box).linear_velocity), 1e-9);
    }
    belay_world_destroy(world);
}

Test(belt, is_given_in_the_frame_of_its_body)
{
    // Turned by 90 degrees about z, a belt along x carries along y.
    belay_world* world = restless_world();
    belay_collider_def def = belay_collider_def_box(v3(4.0, 4.0, 0.2));
    def.surface_velocity = v3(0.3, 0.0, 0.0);
    belay_body_def body = belay_body_def_default();
    body.type = BELAY_BODY_STATIC;
    body.pose = part_turned(v3(0.0, 0.0, -0.1), v3(0.0, 0.0, 1.0), 0.5 * SCENE_PI);
    belay_body_id slab, box = add_box(world, 0.5);
    cr_assert(belay_body_create(world, &body, &slab) == BELAY_OK);
    part_collide(world, slab, &def);
    scene_steps(world, 120);
    belay_vec3 v = scene_state(world, box).linear_velocity;
    cr_expect_float_eq(v.x, 0.0, 1e-6);
    cr_expect_float_eq(v.y, 0.3, 1e-6);
    belay_world_destroy(world);
}

Test(belt, of_a_dynamic_body_drives_it)
{
    // A crawler: the box's underside runs backwards at 0.5 m/s, so it drives forwards at 0.5 m/s.
    belay_world* world = restless_world();
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id box = add_box(world, 0.5);
    cr_assert(belay_collider_set_surface_velocity(world, part_collider(world, box), v3(-0.5, 0.0, 0.0)) == BELAY_OK);
    scene_steps(world, 120);
    scene_check_near(scene_state(world, box).linear_velocity.x, 0.5, 1e-6, "speed");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Another type
// ---------------------------------------------------------------------------------------------------------------------

Test(set_type, keeps_what_a_body_weighs)
{
    belay_world* world = restless_world();
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id box = part_box(world, v3(0.0, 0.0, 0.5), v3(0.2, 0.4, 0.6), 3.0, belay_material_default());
    belay_mass before, after;
    belay_body_type type;
    cr_assert(belay_body_get_mass(world, box, &before) == BELAY_OK);
    scene_set_velocity(world, box, v3(0.5, 0.0, 0.0), v3_zero());
    cr_assert(belay_body_set_type(world, box, BELAY_BODY_KINEMATIC) == BELAY_OK);
    cr_expect(belay_body_get_type(world, box, &type) == BELAY_OK && type == BELAY_BODY_KINEMATIC);
    scene_steps(world, 24);
    cr_expect_float_eq(scene_state(world, box).pose.position.x, 0.05, 1e-12, "moves on with its velocity");
    cr_expect_float_eq(scene_state(world, box).pose.position.z, 0.5, 1e-12, "and does not fall");
    cr_assert(belay_body_set_type(world, box, BELAY_BODY_STATIC) == BELAY_OK);
    scene_steps(world, 24);
    cr_expect_float_eq(scene_state(world, box).pose.position.x, 0.05, 1e-12);
    cr_assert(belay_body_set_type(world, box, BELAY_BODY_DYNAMIC) == BELAY_OK);
    cr_assert(belay_body_get_mass(world, box, &after) == BELAY_OK);
    cr_expect(before.mass == after.mass);
    for (int i = 0; i < 9; i++)
        cr_expect_float_eq(after.inertia.m[i], before.inertia.m[i], 1e-15);
    scene_steps(world, 120);
    scene_check_near(scene_state(world, box).pose.position.z, 0.3, 1e-5, "height");
    scene_check_near(part_normal_impulse(world, box), 3.0 * SCENE_G * H, 1e-8, "impulse on the floor");
    belay_world_destroy(world);
}

Test(set_type, what_never_weighed_gets_one_kilogram)
{
    belay_world* world = restless_world();
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_collider_def ball = belay_collider_def_sphere(0.5);
    belay_body_id body = part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, 0.5), &ball);
    cr_assert(belay_body_set_type(world, body, BELAY_BODY_DYNAMIC) == BELAY_OK);
    scene_steps(world, 10);
    scene_check_near(part_normal_impulse(world, body), SCENE_G * H, 1e-9, "impulse on the floor");
    belay_world_destroy(world);
}

Test(set_type, of_planes_to_dynamic_is_refused)
{
    belay_world *world = restless_world(), *control = restless_world();
    belay_collider_def plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0);
    belay_body_id ground = part_fixed(world, BELAY_BODY_STATIC, belay_pose_identity(), &plane);
    part_fixed(control, BELAY_BODY_STATIC, belay_pose_identity(), &plane);
    add_box(world, 0.5);
    add_box(control, 0.5);
    uint64_t hash = belay_world_hash(world);
    scene_check_refused(world, hash, belay_body_set_type(world, ground, BELAY_BODY_DYNAMIC), BELAY_ERROR_STATE,
                        "belay_body_set_type", "plane");
    scene_check_same_course(world, control, 50);
    belay_world_destroy(world);
    belay_world_destroy(control);
}

Test(set_type, a_floor_that_becomes_dynamic_falls_with_its_load)
{
    belay_world* world = restless_world();
    belay_body_id slab = add_slab(world, BELAY_BODY_STATIC, 0.5), box = add_box(world, 0.5);
    scene_steps(world, 10);
    cr_assert(belay_body_set_type(world, slab, BELAY_BODY_DYNAMIC) == BELAY_OK);
    cr_assert(belay_body_set_mass_from_colliders(world, slab) == BELAY_OK);
    scene_steps(world, 120);
    double right = -0.5 * SCENE_G * 0.25;
    scene_check_near(scene_state(world, slab).pose.position.z, -0.1 + right, 1e-9, "the slab's path");
    scene_check_near(scene_state(world, box).pose.position.z, 0.05 + right, 1e-6, "the box's path");
    belay_world_destroy(world);
}
