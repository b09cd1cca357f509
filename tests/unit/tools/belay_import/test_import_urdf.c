// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Robots in URDF move as what is described: a two-link arm swings with the period of its slow mode, joints turn and
// slide the way their axes point, limits hold; and what is not taken is named.

#include "support/scene.h"
#include "unit/tools/belay_import/import_stand.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

TestSuite(belay_import_urdf, .init = import_stand_set_up, .fini = import_stand_tear_down);

#define INERTIA(x, z) "<inertia ixx='" x "' iyy='" x "' izz='" z "' ixy='0' ixz='0' iyz='0'/>"

static const char arm[] =
    "<?xml version='1.0'?>\n"
    "<robot name='arm'>\n"
    "  <link name='base'><visual><geometry><box size='1 1 1'/></geometry></visual></link>\n"
    "  <link name='upper'>\n"
    "    <inertial><origin xyz='0 0 -0.5'/><mass value='2'/>" INERTIA(
        "0.2",
        "0.01") "</inertial>\n"
                "    <collision><origin xyz='0 0 -0.5'/><geometry><cylinder radius='0.05' "
                "length='0.9'/></geometry></collision>\n"
                "  </link>\n"
                "  <link name='flange'/>\n"
                "  <link name='lower arm'>\n"
                "    <inertial><origin xyz='0 0 -0.4'/><mass value='1'/>" INERTIA(
                    "0.1",
                    "0.005") "</inertial>\n"
                             "  </link>\n"
                             "  <joint name='shoulder' type='revolute'>\n"
                             "    <parent link='base'/><child link='upper'/><origin xyz='0 0 2'/><axis xyz='0 2 0'/>\n"
                             "    <limit lower='-0.5' upper='1.5' effort='10' velocity='3'/>\n"
                             "  </joint>\n"
                             "  <joint name='weld' type='fixed'>\n"
                             "    <parent link='upper'/><child link='flange'/><origin xyz='0 0 -1' rpy='0 0 "
                             "1.5707963267948966'/>\n"
                             "  </joint>\n"
                             "  <joint name='elbow' type='continuous'><parent link='flange'/><child link='lower "
                             "arm'/><axis xyz='1 0 0'/>\n"
                             "  </joint>\n"
                             "  <transmission name='t'/>\n"
                             "</robot>\n";

typedef struct robot {
    belay_world* world;
    belay_body_id bodies[8];
    belay_joint_id joints[8];
    belay_scene* scene;
} robot;

static robot place(const char* name, double h)
{
    robot r = {.scene = import_stand_scene(name)};
    belay_error error;
    r.world = scene_world(h);
    cr_assert_leq(belay_scene_get_counts(r.scene).bodies, 8);
    cr_assert_eq(belay_scene_place(r.scene, r.world, belay_pose_identity(), r.bodies, r.joints, NULL, &error), BELAY_OK,
                 "%s", error.message);
    return r;
}

static void remove_robot(robot* r)
{
    belay_world_destroy(r->world);
    belay_scene_destroy(r->scene);
}

static belay_body_id body_of(const robot* r, const char* name)
{
    int32_t number = belay_scene_find_body(r->scene, name);
    cr_assert_geq(number, 0, "there is no body %s", name);
    return r->bodies[number];
}

static double position_of(const robot* r, const char* joint)
{
    int32_t number = belay_scene_find_joint(r->scene, joint);
    cr_assert_geq(number, 0, "there is no joint %s", joint);
    belay_joint_state state;
    cr_assert_eq(belay_joint_get_state(r->world, r->joints[number], &state), BELAY_OK);
    return state.position[0];
}

// The slow mode of small swings about y of both links by their angles from the vertical: M q'' + K q = 0 with
//     M = [I1 + m1 c1^2 + m2 l^2,  m2 l c2;  m2 l c2,  I2 + m2 c2^2],   K = g diag(m1 c1 + m2 l, m2 c2).
Test(belay_import_urdf, a_two_link_arm_swings_with_its_period)
{
    const double m11 = 0.2 + 2.0 * 0.25 + 1.0, m12 = 0.4, m22 = 0.1 + 0.16;
    const double k1 = SCENE_G * (2.0 * 0.5 + 1.0), k2 = SCENE_G * 0.4;
    double a = m11 * m22 - m12 * m12, b = m11 * k2 + m22 * k1;
    double square = (b - sqrt(b * b - 4.0 * a * k1 * k2)) / (2.0 * a);
    double shape = (k1 - square * m11) / (square * m12); // q2 / q1
    double period = 2.0 * SCENE_PI / sqrt(square);

    import_stand_write("arm.urdf", arm);
    const char* text = import_stand_run(0, "arm.urdf --out arm.scene");
    import_stand_expect(text, "3 bodies, 1 colliders, 2 joints");
    import_stand_expect(text, "arm.urdf:3: warning: <visual> in <link> is left out");
    import_stand_expect(text, "warning: effort of <limit> is left out");
    import_stand_expect(text, "warning: <transmission> in <robot> is left out");
    import_stand_expect(text, "the name 'lower arm' becomes 'lower_arm'");
    robot r = place("arm.scene", 1.0 / 2000.0);
    double w1 = 0.01, w2 = 0.01 * shape;
    belay_vec3 y = v3(0.0, 1.0, 0.0);
    belay_vec3 at_elbow = v3_cross(v3_scale(w1, y), v3(0.0, 0.0, -1.0));
    scene_set_velocity(r.world, body_of(&r, "upper"), v3_scale(0.5, at_elbow), v3_scale(w1, y));
    scene_set_velocity(r.world, body_of(&r, "lower_arm"),
                       v3_add(at_elbow, v3_cross(v3_scale(w2, y), v3(0.0, 0.0, -0.4))), v3_scale(w2, y));
    scene_steps(r.world, (int)(2000.0 * period / 4.0));
    cr_expect_gt(position_of(&r, "shoulder"), 0.5 * w1 / sqrt(square), "it turns the way its axis points");
    scene_steps(r.world, (int)(2000.0 * period + 0.5) - (int)(2000.0 * period / 4.0));
    cr_expect_float_eq(scene_state(r.world, body_of(&r, "upper")).angular_velocity.y, w1, 1e-3 * w1);
    cr_expect_float_eq(scene_state(r.world, body_of(&r, "lower_arm")).angular_velocity.y, w2, 1e-3 * w2);
    cr_expect_float_eq(position_of(&r, "shoulder"), 0.0, 1e-3 * w1);
    remove_robot(&r);
}

// Pushed against either end of its range a joint stands at it.
Test(belay_import_urdf, limits_hold_where_they_are_said)
{
    import_stand_write("arm.urdf", arm);
    import_stand_run(0, "arm.urdf --out arm.scene");
    robot r = place("arm.scene", 1.0 / 500.0);
    belay_world_set_gravity(r.world, v3_zero());
    const double ends[] = {1.5, -0.5};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2000; k++) {
            belay_body_apply_torque(r.world, body_of(&r, "upper"), v3(0.0, i == 0 ? 3.0 : -3.0, 0.0));
            belay_world_step(r.world);
        }
        cr_expect_float_eq(position_of(&r, "shoulder"), ends[i], 2e-3);
    }
    remove_robot(&r);
}

static const char lift[] =
    "<robot name='lift'>\n"
    "  <link name='frame'/>\n"
    "  <link name='cabin'><inertial><mass value='3'/>" INERTIA(
        "1",
        "1") "</inertial>\n"
             "    <collision><geometry><box size='0.2 0.3 0.4'/></geometry></collision>\n"
             "    <collision><origin xyz='0 0 0.5' rpy='0 1.5707963267948966 0'/><geometry><sphere "
             "radius='0.1'/></geometry>\n"
             "    </collision></link>\n"
             "  <joint name='rail' type='prismatic'><parent link='frame'/><child link='cabin'/><axis xyz='0 0 -1'/>\n"
             "    <origin xyz='1 2 3' rpy='0.3 0 0'/><limit lower='-1' upper='0.75' effort='1' velocity='1'/></joint>\n"
             "</robot>\n";

// It falls along its slanted rail by as much of gravity as that leaves, to the end of its range.
Test(belay_import_urdf, a_slider_slides_along_its_axis)
{
    import_stand_write("lift.urdf", lift);
    import_stand_run(0, "lift.urdf --out lift.scene");
    robot r = place("lift.scene", 1.0 / 1000.0);
    scene_steps(r.world, 300);
    cr_expect_float_eq(position_of(&r, "rail"), 0.5 * SCENE_G * cos(0.3) * 0.09, 2e-3);
    scene_steps(r.world, 1700);
    cr_expect_float_eq(position_of(&r, "rail"), 0.75, 1e-5);
    // Down the rail: -z of a frame that is turned by 0.3 about x.
    belay_vec3 right = v3(1.0, 2.0 + 0.75 * sin(0.3), 3.0 - 0.75 * cos(0.3));
    cr_expect_lt(v3_distance(scene_state(r.world, body_of(&r, "cabin")).pose.position, right), 1e-5);
    remove_robot(&r);
}

Test(belay_import_urdf, a_free_base_falls)
{
    static const char free_robot[] = "<robot name='r'><link name='trunk'><inertial><mass value='3'/>" INERTIA(
        "1", "1") "</inertial></link><link name='head'><inertial><mass value='1'/>" INERTIA("1",
                                                                                            "1") "</inertial></link>"
                                                                                                 "<joint name='neck' "
                                                                                                 "type='fixed'><parent "
                                                                                                 "link='trunk'/><child "
                                                                                                 "link='head'/><origin "
                                                                                                 "xyz='0 0 "
                                                                                                 "4'/></joint></robot>";
    import_stand_write("r.urdf", free_robot);
    import_stand_run(0, "r.urdf --base free --out r.scene");
    robot r = place("r.scene", 1.0 / 500.0);
    belay_mass m;
    cr_assert_eq(belay_body_get_mass(r.world, body_of(&r, "trunk"), &m), BELAY_OK);
    // Both links as one: 3 kg at 0 and 1 kg at 4 m.
    cr_expect_float_eq(m.mass, 4.0, 1e-14);
    cr_expect_float_eq(m.center_of_mass.z, 1.0, 1e-14);
    cr_expect_float_eq(m.inertia.m[0], 2.0 + 3.0 * 1.0 + 1.0 * 9.0, 1e-12);
    cr_expect_float_eq(m.inertia.m[8], 2.0, 1e-12);
    scene_steps(r.world, 500);
    cr_expect_float_eq(scene_state(r.world, body_of(&r, "trunk")).linear_velocity.z, -SCENE_G, 1e-9);
    remove_robot(&r);
}

Test(belay_import_urdf, meshes_of_a_robot_are_found_in_packages)
{
    import_stand_write("box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    static const char robot_text[] = "<robot name='r'><link name='a'><inertial><mass value='1'/>" INERTIA(
        "1", "1") "</inertial><collision><geometry>"
                  "<mesh filename='package://some_robot/box.obj' scale='0.1 0.1 "
                  "-0.1'/></geometry></collision></link></robot>";
    import_stand_write("r.urdf", robot_text);
    import_stand_run(0, "r.urdf --base free --out r.scene");
    belay_scene* scene = import_stand_scene("r.scene");
    belay_collider_def hull;
    cr_assert(belay_scene_get_collider(scene, 0, &hull));
    cr_assert_eq(hull.shape.type, BELAY_SHAPE_HULL);
    belay_mass m;
    cr_assert_eq(belay_shape_mass(&hull.shape, 6.0, &m, NULL), BELAY_OK);
    cr_expect_float_eq(m.mass, 1e-3, 1e-9);
    cr_expect_float_eq(m.center_of_mass.z, -0.025, 1e-8);
    belay_scene_destroy(scene);
    import_stand_expect(import_stand_run(2, "r.urdf --package nowhere"), "is not found; --package DIR says");
}

Test(belay_import_urdf, what_is_wrong_is_told_with_its_line)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"<robot>\n<link name='a'>\n</robot>\n", "bad.urdf:3: mismatched tag"},
        {"<model/>\n", "bad.urdf:1: <model>: it is no robot"},
        {"<robot>\n</robot>\n", "bad.urdf:1: <robot>: there is no <link> in it"},
        {"<robot>\n<link/>\n</robot>\n", "bad.urdf:2: <link>: its name is missing"},
        {"<robot><link name='a'/>\n<link name='a'/></robot>\n", "bad.urdf:2: <link>: there is a link 'a' already"},
        {"<robot><link name='a'/>\n<link name='b'/></robot>\n",
         "bad.urdf:2: <link>: no joint leads to 'b', nor to 'a'"},
        {"<robot><link name='a'>\n<inertial>\n<mass value='x'/><inertia/></inertial></link></robot>\n",
         "bad.urdf:3: <mass>: value is 'x'; it must be 1 number"},
        {"<robot><link name='a'>\n<inertial/></link></robot>\n", "bad.urdf:2: <inertial>: its <mass> is missing"},
        {"<robot><link name='a'/><link name='b'/>\n<joint name='j' type='ball'/></robot>\n",
         "bad.urdf:2: <joint>: type is 'ball'; it must be revolute"},
        {"<robot><link name='a'/><link name='b'/>\n<joint name='j' type='fixed'>\n<parent link='c'/></joint></robot>\n",
         "bad.urdf:3: <parent>: there is no link 'c'"},
        {"<robot><link name='a'/><link name='b'/>\n<joint name='j' type='continuous'><parent link='a'/>"
         "<child link='b'/></joint></robot>\n",
         "'b' moves and has neither <inertial> nor <collision>"},
        {"<robot><link name='a'><collision>\n<geometry><torus/></geometry></collision></link></robot>\n",
         "bad.urdf:2: <geometry>: there is none of <box>"},
        {"<robot><link name='a'><collision>\n<geometry><box size='1 1'/></geometry></collision></link></robot>\n",
         "bad.urdf:2: <box>: size is '1 1'; it must be 3 numbers"},
        {"<robot><link name='a'><collision><geometry><box size='1 1 0'/></geometry></collision></link></robot>\n",
         "box.size.z is 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        import_stand_write("bad.urdf", cases[i].text);
        import_stand_expect(import_stand_run(2, "bad.urdf --out bad.scene"), cases[i].message);
    }
}
