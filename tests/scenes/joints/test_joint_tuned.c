// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Springs by frequency.

#include "scenes/joints/joint_scene.h"

Test(joint_spring_tuned, a_hinge_swings_with_the_frequency_and_goes_to_its_target)
{
    belay_world* world = scene_world(1.0 / 1000.0);
    cr_assert_eq(belay_world_set_gravity(world, v3_zero()), BELAY_OK);
    belay_body_id wheel = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_HINGE, the_world, wheel, v3_zero(), v3(1.0, 0.0, 0.0));
    belay_joint_id hinge = joint_make(world, &def);
    belay_joint_axis axis = {.spring = {.target = 20.0, .max_force = HUGE_VAL}};
    axis.limit = (belay_joint_limit){true, -100.0, 100.0, 0.0, 0.0}; // so that turns count
    cr_assert_eq(belay_joint_tune_spring(world, hinge, 0, 2.0, 0.0, &axis.spring), BELAY_OK);
    scene_check_near(axis.spring.stiffness, 0.1 * 16.0 * SCENE_PI * SCENE_PI, 1e-12, "N m/rad");
    cr_assert_eq(belay_joint_set_axis(world, hinge, 0, &axis), BELAY_OK);
    scene_steps(world, 250); // half a period
    scene_check_near(joint_state(world, hinge).position[0], 40.0, 2e-3, "rad: at the other side");
    cr_assert_eq(belay_joint_tune_spring(world, hinge, 0, 1e5, 1.0, &axis.spring), BELAY_OK);
    cr_assert_eq(belay_joint_set_axis(world, hinge, 0, &axis), BELAY_OK);
    scene_steps(world, 5); // far too stiff for the step, and stable
    scene_check_near(joint_state(world, hinge).position[0], 20.0, 1e-6, "rad");
    scene_check_near(joint_state(world, hinge).speed[0], 0.0, 1e-6, "rad/s");
    belay_world_destroy(world);
}

Test(joint_spring_tuned, counts_what_the_hinge_itself_holds)
{
    // A door that hangs at its edge: I = m w^2 / 3. Its own joint makes its centre go along.
    belay_world* world = scene_world(1.0 / 2000.0);
    belay_vec3 size = v3(1.2, 0.05, 2.0);
    belay_body_def door_def = belay_body_def_default();
    belay_body_id door;
    door_def.mass = 30.0;
    door_def.inertia = belay_inertia_box(door_def.mass, size);
    door_def.pose.position = v3(0.5 * size.x, 0.0, 0.0);
    cr_assert_eq(belay_world_set_gravity(world, v3_zero()), BELAY_OK);
    cr_assert_eq(belay_body_create(world, &door_def, &door), BELAY_OK);
    belay_joint_def def = joint_at(world, BELAY_JOINT_HINGE, the_world, door, v3_zero(), v3(0.0, 0.0, 1.0));
    belay_joint_id hinge = joint_make(world, &def);
    belay_joint_axis axis = {.spring = {.target = 0.3, .max_force = HUGE_VAL}};
    cr_assert_eq(belay_joint_tune_spring(world, hinge, 0, 2.0, 0.0, &axis.spring), BELAY_OK);
    double inertia = door_def.mass * (size.x * size.x / 3.0 + size.y * size.y / 12.0);
    scene_check_near(axis.spring.stiffness, inertia * 16.0 * SCENE_PI * SCENE_PI, 1e-8, "N m/rad");
    cr_assert_eq(belay_joint_set_axis(world, hinge, 0, &axis), BELAY_OK);
    scene_steps(world, 500); // half a period
    scene_check_near(joint_state(world, hinge).position[0], 0.6, 1e-4, "rad: at the other side");
    scene_check_near(joint_state(world, hinge).speed[0], 0.0, 2e-2, "rad/s: and about to turn back");
    belay_world_destroy(world);
}

Test(joint_spring_tuned, counts_what_a_screw_carries_along)
{
    // I + m (p / 2 pi)^2
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id nut = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_SCREW, the_world, nut, v3_zero(), v3(0.0, 0.0, 1.0));
    belay_joint_spring spring = {.max_force = HUGE_VAL};
    def.ratio = 3.0;
    cr_assert_eq(belay_joint_tune_spring(world, joint_make(world, &def), 0, 1.0, 0.5, &spring), BELAY_OK);
    double inertia = 0.1 + 9.0 / (4.0 * SCENE_PI * SCENE_PI);
    scene_check_near(spring.stiffness, inertia * 4.0 * SCENE_PI * SCENE_PI, 1e-10, "N m/rad");
    scene_check_near(spring.damping, inertia * 2.0 * SCENE_PI, 1e-10, "N m s/rad");
    belay_world_destroy(world);
}
