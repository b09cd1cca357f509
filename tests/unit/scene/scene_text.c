// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "unit/scene/scene_text.h"

#include "fuzz/fuzz.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

const char scene_text_of_all[] =
    "# all there is\n"
    "belay-scene 1\n"
    "world\n"
    "    gravity 0 0.1 -9.8 # not quite down\n"
    "    step_seconds 0.002 solver_tolerance 1e-9 enable_sleep no\n"
    "material rubber 0.9 0.25\n"
    "body ground\n"
    "    type static\n"
    "collider plane normal 0 0 1 offset -4\n"
    "collider tube radius 0.05 points 3  10 0 0  11 0 0  12 0.1 0\n"
    "collider mesh vertices 4  20 0 0  21 0 0  21 1 0  20 1 0.1\n"
    "    triangles 2  0 1 2  0 2 3\n"
    "collider height_field spacing_x 1 spacing_y 2 heights 3 2  0 0.1 0  0.2 0 0.1\n"
    "    pose 30 0 0 1 0 0 0\n"
    "body round\n"
    "    pose 0 0 1  0.7071067811865476 0 0.7071067811865476 0\n"
    "    linear_velocity 0.1 0.2 0.30000000000000004 angular_velocity 0 0 1\n"
    "    mass 2.5 inertia 0.5 0 0 0 0.6 0 0 0 0.7 center_of_mass 0.01 0 0\n"
    "    linear_damping 0.01 angular_damping 0.02 max_linear_speed 20 gravity_scale 0.5\n"
    "collider sphere center 0.1 0 0 radius 0.2 made_of rubber\n"
    "collider capsule length 0.3 radius 0.1 density 500 category 2 mask 4294967295 group -3\n"
    "collider ellipsoid semi_axes 0.1 0.2 0.3 is_sensor yes\n"
    "body edgy\n"
    "    weighs_colliders yes pose 3 0 0 1 0 0 0\n"
    "collider box size 0.2 0.3 0.4 surface_velocity 1 0 0 has_persist_events yes\n"
    "collider cylinder height 0.2 radius 0.1\n"
    "collider cone height 0.2 radius 0.1 pose 0 0 0.5 1 0 0 0\n"
    "collider hull points 5  0 0 0  0.1 0 0  0 0.1 0  0 0 0.1  0.01 0.01 0.01\n"
    "body lift type kinematic pose 0 5 0 1 0 0 0 linear_velocity 0 0 0.1\n"
    "body link pose 3 0 2 1 0 0 0 is_kept_awake yes is_rotation_locked no starts_asleep no\n"
    "body wheel pose 4 0 2 1 0 0 0\n"
    "joint ball b1 round world frame_b 0 0 1 1 0 0 0\n"
    "joint hinge h1 edgy link collides yes break_force 1e6 break_torque 1e5\n"
    "    frame_a 0 0 1 1 0 0 0 frame_b 0 0 -1 1 0 0 0\n"
    "axis 0 limit yes limit_min -1 limit_max 2.5 motor yes motor_speed 3 motor_max_force inf\n"
    "joint slider s1 link world frame_b 3 0 2 1 0 0 0\n"
    "axis 0 limit yes limit_min -inf limit_max 1 limit_stiffness 100 limit_damping 2\n"
    "    spring yes spring_target 0.5 spring_stiffness 10 spring_damping 1 spring_max_force 20\n"
    "joint distance d1 round edgy axis 0 limit yes limit_min 0 limit_max 10\n"
    "joint cone_twist c1 link edgy cone_angle 0.7\n"
    "joint six_dof x1 wheel link axis 2 limit yes limit_min 0 limit_max 0 axis 4 spring yes spring_stiffness 3\n"
    "    spring_max_force inf\n"
    "joint drag g1 wheel world target 4 0 2.5 drag_frequency 3 drag_damping 0.5 drag_max_force 40\n"
    "joint screw w1 wheel link ratio 0.01\n"
    "joint pulley p1 wheel link ground_a 4 0 5 ground_b 3 0 5 ratio 2\n"
    "rod rope element_count 4 nodes 5  5 0 2  5.1 0 2  5.2 0 2  5.3 0 2  5.4 0.05 2\n"
    "    rest_twist 4  0.1 0.2 0.1 0  made_of rubber radius 0.01 damping_time 0.001\n"
    "attachment pin world frame 5 0 2 1 0 0 0\n"
    "attachment grip wheel s 0.4 max_force 3 frame 1.4 0.05 0 1 0 0 0\n"
    "rod bar start 6 0 3 direction 0 1 0 length 0.5 element_count 6 model super_helix bend_stiffness 0.1 0.2\n"
    "    twist_stiffness 0.3 line_mass 0.1\n"
    "pair ground 0 round 1 0.3 0.125\n";

belay_scene* scene_text_parse(const char* text)
{
    belay_scene* scene = NULL;
    belay_error error;
    cr_assert_eq(belay_scene_parse(text, strlen(text), "test.scene", NULL, &scene, &error), BELAY_OK, "%s",
                 error.message);
    return scene;
}

const char* scene_text_write(const belay_scene* scene)
{
    static char text[1 << 16];
    belay_error error;
    const char* path = fuzz_path("unit.scene");
    cr_assert_eq(belay_scene_write(scene, path, &error), BELAY_OK, "%s", error.message);
    FILE* file = fopen(path, "rb");
    cr_assert_not_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = '\0';
    fclose(file);
    remove(path);
    return text;
}
