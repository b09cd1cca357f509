// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Models in MuJoCo's XML: masses by geoms, joints that swing and slide as they are described, classes of defaults; and
// what is not taken is named.

#include "support/scene.h"
#include "unit/tools/belay_import/import_stand.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

TestSuite(belay_import_mjcf, .init = import_stand_set_up, .fini = import_stand_tear_down);

static belay_world* place(belay_scene* scene, belay_body_id* bodies, belay_joint_id* joints)
{
    belay_world_def def = belay_scene_get_world(scene);
    belay_error error;
    def.solver.tolerance = 1e-10;
    def.enable_sleep = false;
    belay_world* world = scene_world_of(&def);
    cr_assert_eq(belay_scene_place(scene, world, belay_pose_identity(), bodies, joints, NULL, &error), BELAY_OK, "%s",
                 error.message);
    return world;
}

static belay_scene* import(const char* text, const char* options)
{
    char arguments[128];
    import_stand_write("model.xml", text);
    snprintf(arguments, sizeof arguments, "model.xml %s --out model.scene", options);
    import_stand_run(0, arguments);
    return import_stand_scene("model.scene");
}

// A rod of 1 m, of which the mass is that of a capsule between two points, on a hinge at its end.
Test(belay_import_mjcf, a_pendulum_swings_with_its_period)
{
    belay_scene* scene = import("<mujoco model='pendulum'>\n"
                                "  <option timestep='0.0005' gravity='0 0 -5'/>\n"
                                "  <worldbody>\n"
                                "    <geom type='plane' size='1 1 1' pos='0 0 -3'/>\n"
                                "    <body name='bob' pos='0 0 2'>\n"
                                "      <joint name='pivot' axis='0 1 0'/>\n"
                                "      <geom type='capsule' fromto='0 0 0  0 0 -1' size='0.05'/>\n"
                                "    </body>\n"
                                "  </worldbody>\n"
                                "</mujoco>\n",
                                "");
    belay_body_id bodies[2];
    belay_joint_id joint;
    belay_world* world = place(scene, bodies, &joint);
    belay_shape capsule = {.type = BELAY_SHAPE_CAPSULE, .capsule = {1.0, 0.05}};
    belay_mass right, m;
    cr_assert_eq(belay_shape_mass(&capsule, 1000.0, &right, NULL), BELAY_OK);
    cr_assert_eq(belay_body_get_mass(world, bodies[1], &m), BELAY_OK);
    cr_expect_float_eq(m.mass, right.mass, 1e-12);
    cr_expect_lt(v3_distance(m.center_of_mass, v3(0.0, 0.0, -0.5)), 1e-14);
    double inertia = right.inertia.m[0] + right.mass * 0.25;
    cr_expect_float_eq(m.inertia.m[0], right.inertia.m[0], 1e-12);
    double rate = sqrt(right.mass * 5.0 * 0.5 / inertia), period = 2.0 * SCENE_PI / rate;
    scene_set_velocity(world, bodies[1], v3_cross(v3(0.0, 0.01, 0.0), v3(0.0, 0.0, -0.5)), v3(0.0, 0.01, 0.0));
    belay_joint_state state;
    scene_steps(world, (int)(2000.0 * period / 4.0 + 0.5));
    belay_joint_get_state(world, joint, &state);
    cr_expect_float_eq(state.position[0], 0.01 / rate, 1e-5, "it turns the way its axis points");
    scene_steps(world, (int)(2000.0 * period + 0.5) - (int)(2000.0 * period / 4.0 + 0.5));
    cr_expect_float_eq(scene_state(world, bodies[1]).angular_velocity.y, 0.01, 1e-5);
    belay_world_destroy(world);
    belay_scene_destroy(scene);
}

static const char classes[] =
    "<mujoco>\n"
    "  <compiler angle='degree' eulerseq='XYZ'/>\n"
    "  <default>\n"
    "    <geom friction='0.7 0.1 0.1' density='100'/>\n"
    "    <default class='arm'><joint range='-90 30' damping='2'/>\n"
    "      <default class='hand'><geom friction='0.9'/></default></default>\n"
    "  </default>\n"
    "  <worldbody>\n"
    "    <body name='a' childclass='arm' pos='1 0 0' euler='0 0 90'>\n"
    "      <joint name='j' pos='0 0 1' axis='1 0 0'/>\n"
    "      <geom type='box' size='0.1 0.2 0.3'/>\n"
    "      <geom type='sphere' size='0.1' class='hand' contype='0' conaffinity='0' mass='3' pos='0 0 1'/>\n"
    "      <body name='fixed' pos='0 2 0'><geom type='cylinder' size='0.1 0.5' class='hand' mass='2'/></body>\n"
    "      <body name='b' pos='0 0 3'>\n"
    "        <joint name='k' type='slide' axis='0 1 0' limited='true' range='-0.25 0.5'/>\n"
    "        <inertial pos='0 0 0.5' mass='4' diaginertia='1 2 2.5'/>\n"
    "      </body>\n"
    "    </body>\n"
    "    <body name='c' pos='5 0 1'><freejoint/><geom type='ellipsoid' size='0.1 0.2 0.3'/></body>\n"
    "  </worldbody>\n"
    "  <actuator><motor joint='j'/></actuator>\n"
    "</mujoco>\n";

Test(belay_import_mjcf, classes_and_fixed_bodies_are_taken)
{
    belay_scene* scene = import(classes, "");
    belay_scene_body a, b;
    belay_scene_joint j, k;
    cr_expect_eq(belay_scene_get_counts(scene).bodies, 4);
    cr_assert(belay_scene_get_body(scene, belay_scene_find_body(scene, "a"), &a));
    cr_assert(belay_scene_get_body(scene, belay_scene_find_body(scene, "b"), &b));
    cr_assert(belay_scene_get_joint(scene, belay_scene_find_joint(scene, "j"), &j));
    cr_assert(belay_scene_get_joint(scene, belay_scene_find_joint(scene, "k"), &k));

    // A box of 0.2 x 0.4 x 0.6 m at 100 kg/m^3, a ball of 3 kg that touches nothing, and 2 kg that are fixed to it.
    cr_expect_float_eq(a.def.mass, 4.8 + 3.0 + 2.0, 1e-12);
    cr_expect_float_eq(a.def.center_of_mass.y, 2.0 * 2.0 / 9.8, 1e-13);
    cr_expect_float_eq(a.def.center_of_mass.z, 3.0 / 9.8, 1e-13);
    cr_expect_eq(a.collider_count, 2);
    belay_collider_def box, cylinder;
    belay_scene_get_collider(scene, a.first_collider, &box);
    belay_scene_get_collider(scene, a.first_collider + 1, &cylinder);
    cr_expect(box.material.friction == 0.7 && box.shape.box.size.y == 0.4);
    cr_expect(cylinder.material.friction == 0.9 && cylinder.shape.cylinder.height == 1.0);
    cr_expect_float_eq(cylinder.pose.position.y, 2.0, 1e-15);

    // Angles are degrees, ways metres.
    cr_expect(j.def.axis[0].limit.is_enabled && j.def.axis[0].spring.damping == 2.0);
    cr_expect_float_eq(j.def.axis[0].limit.min, -0.5 * SCENE_PI, 1e-15);
    cr_expect_float_eq(j.def.axis[0].limit.max, SCENE_PI / 6.0, 1e-15);
    cr_expect(k.def.axis[0].limit.min == -0.25 && k.def.axis[0].limit.max == 0.5);
    cr_expect_eq(k.body_a, belay_scene_find_body(scene, "a"));
    cr_expect_float_eq(b.def.mass, 4.0, 0.0);
    cr_expect_float_eq(b.def.inertia.m[8], 2.5, 1e-14);

    // The body is turned by 90 degrees about z: what is along its y is along -x of the world.
    belay_body_id bodies[4];
    belay_joint_id joints[2];
    belay_world* world = place(scene, bodies, joints);
    belay_joint_state state;
    for (int i = 0; i < 2; i++) {
        belay_joint_get_state(world, joints[i], &state);
        cr_expect_lt(state.error + state.angular_error, 1e-12, "joint %d is out of place", i);
    }
    cr_expect_lt(v3_distance(scene_state(world, bodies[2]).pose.position, v3(1.0, 0.0, 3.0)), 1e-14);
    scene_steps(world, 10);
    cr_expect_lt(scene_state(world, bodies[3]).linear_velocity.z, -0.1, "what is free falls");
    belay_world_destroy(world);
    belay_scene_destroy(scene);
}

Test(belay_import_mjcf, what_is_left_out_is_named)
{
    import_stand_write("model.xml", classes);
    const char* text = import_stand_run(0, "model.xml");
    import_stand_expect(text, "model.xml:21: warning: <actuator> in <mujoco> is left out");
    import_stand_expect(text, "model.xml:12: warning: <geom>: it touches nothing (1 of them): only its mass is taken");
    import_stand_expect(text, "4 bodies, 3 colliders, 2 joints");
}

Test(belay_import_mjcf, what_is_wrong_is_told_with_its_line)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"<mujoco/>", "bad.xml:1: <mujoco>: there is no <worldbody> in it"},
        {"<mujoco>\n<worldbody>\n<geom type='sdf'/></worldbody></mujoco>", "bad.xml:3: <geom>: type is 'sdf'"},
        {"<mujoco>\n<worldbody>\n<geom type='box' size='1 1'/></worldbody></mujoco>",
         "bad.xml:3: <geom>: size has 2 numbers; it must have 3"},
        {"<mujoco>\n<worldbody>\n<geom size='x'/></worldbody></mujoco>", "bad.xml:3: <geom>: size is 'x'"},
        {"<mujoco>\n<worldbody>\n<geom type='mesh' mesh='m'/></worldbody></mujoco>",
         "bad.xml:3: <geom>: there is no <mesh> 'm' in <asset>"},
        {"<mujoco><worldbody><body>\n<joint/>\n<joint/></body></worldbody></mujoco>",
         "bad.xml:3: <joint>: its body has a joint already, of line 2"},
        {"<mujoco><worldbody>\n<body><joint/></body></worldbody></mujoco>",
         "bad.xml:2: <body>: it moves and weighs nothing"},
        {"<mujoco><worldbody><body>\n<joint type='screw'/><geom size='1'/></body></worldbody></mujoco>",
         "bad.xml:2: <joint>: type is 'screw'"},
        {"<mujoco><worldbody><body>\n<joint range='2 1'/><geom size='1'/></body></worldbody></mujoco>",
         "bad.xml:2: <joint>: range must be two numbers that ascend"},
        {"<mujoco>\n<compiler eulerseq='abc'/><worldbody/></mujoco>", "bad.xml:2: <compiler>: eulerseq is 'abc'"},
        {"<mujoco><worldbody><body quat='0 0 0 0'/>\n</worldbody></mujoco>", "bad.xml:1: <body>: its rotation"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        import_stand_write("bad.xml", cases[i].text);
        import_stand_expect(import_stand_run(2, "bad.xml --out bad.scene"), cases[i].message);
    }
}
