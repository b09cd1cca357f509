// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What each type of joint locks, and what it leaves free.

#include "scenes/joints/joint_scene.h"
#include "support/chance.h"

#include <criterion/logging.h>

typedef struct pair {
    belay_world* world;
    belay_body_id a, b;
    belay_joint_id joint;
} pair;

// Two boxes anyhow, joined where they are.
static pair make_pair(belay_joint_type type, uint64_t* state)
{
    pair p = {joint_world(1.0 / 240.0, true), {0}, {0}, {0}};
    p.a = joint_add_random_body(p.world, state);
    p.b = joint_add_random_body(p.world, state);
    belay_vec3 anchor = chance_vector(state, 0.5), axis = chance_vector(state, 1.0);
    belay_joint_def def = joint_at(p.world, type, p.a, p.b, anchor, axis);
    if (type == BELAY_JOINT_DISTANCE) def.frame_b.position = v3_add(def.frame_b.position, v3(0.3, 0.4, 0.0));
    p.joint = joint_make(p.world, &def);
    return p;
}

// Frames A and B at the next contact instant, from the bodies' states.
static void frames(const pair* p, belay_pose* a, belay_pose* b)
{
    belay_joint_def def;
    cr_assert(belay_joint_get_def(p->world, p->joint, &def) == BELAY_OK);
    const belay_body_id ids[2] = {p->a, p->b};
    const belay_pose locals[2] = {def.frame_a, def.frame_b};
    for (int i = 0; i < 2; i++) {
        belay_body_state s = scene_state(p->world, ids[i]);
        belay_vec3 center;
        cr_assert(belay_body_get_center_of_mass(p->world, ids[i], &center) == BELAY_OK);
        double half = 0.5 / 240.0;
        belay_quat turn = q_exp(v3_scale(half, s.angular_velocity));
        belay_pose frame = pose_compose(s.pose, locals[i]);
        belay_vec3 arm = q_rotate(turn, v3_sub(frame.position, center));
        frame.position = v3_add(v3_add_scaled(center, half, s.linear_velocity), arm);
        frame.rotation = q_mul(turn, frame.rotation);
        *(i == 0 ? a : b) = frame;
    }
}

// B in A: its anchor, and its turn as a rotation vector.
static void relative(const pair* p, belay_vec3* way, belay_vec3* turn)
{
    belay_pose a, b;
    frames(p, &a, &b);
    *way = pose_apply_inverse(a, b.position);
    *turn = q_log(q_mul(q_conjugate(a.rotation), b.rotation));
}

// How far apart the anchors get, how far the x axes, and how far the whole rotations, in one second. The first steps
// are left out: the bodies come with velocities that the joint does not allow, and are half a step further when it
// first acts.
typedef struct course {
    double along, across, axes, turn, distance;
} course;

static course run(const pair* p)
{
    course c = {0.0, 0.0, 0.0, 0.0, 0.0};
    scene_steps(p->world, 20);
    for (int i = 0; i < 240; i++) {
        scene_steps(p->world, 1);
        scene_check_converged(p->world);
        belay_vec3 way, turn;
        relative(p, &way, &turn);
        c.along = fmax(c.along, fabs(way.x));
        c.across = fmax(c.across, hypot(way.y, way.z));
        belay_vec3 x = q_rotate(q_exp(turn), v3(1.0, 0.0, 0.0));
        c.axes = fmax(c.axes, atan2(hypot(x.y, x.z), x.x));
        c.turn = fmax(c.turn, v3_length(turn));
        c.distance = fmax(c.distance, fabs(v3_length(way) - 0.5));
    }
    return c;
}

// The third order of the step: h^3 w^2 dw/dt of a box that spins at 5 rad/s is some 1e-6.
#define HELD 2e-5
#define MOVED 0.02

typedef struct freedom {
    bool x, ways, axes, turn;
} freedom;

static void check_size(const char* name, const char* what, double size, bool is_free)
{
    cr_log_info("%s: %s %.3g", name, what, size);
    if (is_free)
        cr_expect_gt(size, MOVED, "%s: %s %g", name, what, size);
    else
        cr_expect_lt(size, HELD, "%s: %s %g", name, what, size);
}

static void check_type(belay_joint_type type, freedom free)
{
    uint64_t state = 77 + (uint64_t)type;
    course worst = {0.0, 0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < 8; k++) {
        pair p = make_pair(type, &state);
        course c = run(&p);
        worst.along = fmax(worst.along, c.along);
        worst.across = fmax(worst.across, c.across);
        worst.axes = fmax(worst.axes, c.axes);
        worst.turn = fmax(worst.turn, c.turn);
        worst.distance = fmax(worst.distance, c.distance);
        belay_world_destroy(p.world);
    }
    const char* name = belay_joint_type_name(type);
    check_size(name, "path along x", worst.along, free.x);
    check_size(name, "path across x", worst.across, free.ways);
    check_size(name, "angle between the x axes", worst.axes, free.axes);
    check_size(name, "turn", worst.turn, free.turn);
    // On arms of a metre the anchors whip round each other at tens of rad/s.
    if (type == BELAY_JOINT_DISTANCE) cr_expect_lt(worst.distance, 5e-4, "distance off by %g", worst.distance);
}

Test(scene_joint_types, ball_holds_the_anchors)
{
    check_type(BELAY_JOINT_BALL, (freedom){false, false, true, true});
}

Test(scene_joint_types, hinge_turns_about_x_alone)
{
    check_type(BELAY_JOINT_HINGE, (freedom){false, false, false, true});
}

Test(scene_joint_types, slider_slides_along_x_alone)
{
    check_type(BELAY_JOINT_SLIDER, (freedom){true, false, false, false});
}

Test(scene_joint_types, fixed_holds_everything)
{
    check_type(BELAY_JOINT_FIXED, (freedom){false, false, false, false});
}

Test(scene_joint_types, distance_holds_the_distance_alone)
{
    check_type(BELAY_JOINT_DISTANCE, (freedom){true, true, true, true});
}

Test(scene_joint_types, cone_twist_holds_the_anchors)
{
    check_type(BELAY_JOINT_CONE_TWIST, (freedom){false, false, true, true});
}

Test(scene_joint_types, six_dof_holds_nothing_by_itself)
{
    check_type(BELAY_JOINT_SIX_DOF, (freedom){true, true, true, true});
}

Test(scene_joint_types, state_tells_the_error_of_the_contact_instant)
{
    uint64_t state = 5;
    pair p = make_pair(BELAY_JOINT_FIXED, &state);
    for (int i = 0; i < 100; i++) {
        scene_steps(p.world, 1);
        belay_vec3 way, turn;
        relative(&p, &way, &turn);
        belay_joint_state s = joint_state(p.world, p.joint);
        // `relative` has the bodies turn evenly until then; free bodies do not quite, in the second order of the step.
        cr_assert_float_eq(s.error, v3_length(way), 2e-6, "%g", s.error - v3_length(way));
        cr_assert_float_eq(s.angular_error, v3_length(turn), 2e-6, "%g", s.angular_error - v3_length(turn));
    }
    belay_world_destroy(p.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Six degrees, locked as other types are
// ---------------------------------------------------------------------------------------------------------------------

// Two worlds with the same bodies; in the second a six-dof joint with these coordinates locked.
static void check_same_as(belay_joint_type type, unsigned locked, double tolerance)
{
    uint64_t seed = 31;
    for (int k = 0; k < 4; k++) {
        uint64_t one = seed + (uint64_t)k, two = one;
        pair p = make_pair(type, &one), q = make_pair(BELAY_JOINT_SIX_DOF, &two);
        for (int i = 0; i < 6; i++) {
            belay_joint_axis axis = belay_joint_def_default(BELAY_JOINT_SIX_DOF).axis[i];
            axis.limit.is_enabled = (locked >> i & 1) != 0;
            cr_assert(belay_joint_set_axis(q.world, q.joint, i, &axis) == BELAY_OK, "%s",
                      belay_world_last_error(q.world));
        }
        for (int i = 0; i < 240; i++) {
            scene_steps(p.world, 1);
            scene_steps(q.world, 1);
        }
        belay_body_state sp = scene_state(p.world, p.b), sq = scene_state(q.world, q.b);
        cr_expect_leq(v3_distance(sp.pose.position, sq.pose.position), tolerance, "%s: %g", belay_joint_type_name(type),
                      v3_distance(sp.pose.position, sq.pose.position));
        belay_vec3 fp = joint_state(p.world, p.joint).force, fq = joint_state(q.world, q.joint).force;
        cr_expect_leq(v3_distance(fp, fq), 1e3 * tolerance * (1.0 + v3_length(fp)));
        belay_world_destroy(p.world);
        belay_world_destroy(q.world);
    }
}

Test(scene_joint_types, six_dof_locked_in_all_is_fixed)
{
    check_same_as(BELAY_JOINT_FIXED, 0x3F, 1e-9);
}

Test(scene_joint_types, six_dof_locked_in_its_ways_is_a_ball)
{
    check_same_as(BELAY_JOINT_BALL, 0x07, 1e-9);
}

Test(scene_joint_types, six_dof_without_twist_is_a_hinge)
{
    check_same_as(BELAY_JOINT_HINGE, 0x37, 1e-9);
}

Test(scene_joint_types, six_dof_without_x_is_a_slider)
{
    check_same_as(BELAY_JOINT_SLIDER, 0x3E, 1e-9);
}

Test(scene_joint_types, six_dof_locks_where_it_is_told)
{
    // Locked at values that are not zero: drawn there at the speed allowed, and held.
    uint64_t state = 8;
    pair p = make_pair(BELAY_JOINT_SIX_DOF, &state);
    const double at[6] = {0.1, -0.2, 0.05, 0.4, -0.3, 0.2};
    for (int i = 0; i < 6; i++) {
        belay_joint_axis axis = belay_joint_def_default(BELAY_JOINT_SIX_DOF).axis[i];
        axis.limit = (belay_joint_limit){.is_enabled = true, .min = at[i], .max = at[i]};
        cr_assert(belay_joint_set_axis(p.world, p.joint, i, &axis) == BELAY_OK);
    }
    scene_steps(p.world, 480);
    belay_joint_state s = joint_state(p.world, p.joint);
    cr_expect_leq(s.error, 1e-6);
    cr_expect_leq(s.angular_error, 1e-6);
    for (int i = 0; i < 6; i++)
        cr_expect_float_eq(s.position[i], at[i], 1e-3, "coordinate %d: %g", i,
                           s.position[i]); // read between the instants
    belay_world_destroy(p.world);
}

Test(scene_joint_types, universal_joint_of_six_dof)
{
    // Twist and one swing locked: what is left is one swing.
    uint64_t state = 9;
    pair p = make_pair(BELAY_JOINT_SIX_DOF, &state);
    for (int i = 0; i < 5; i++) {
        belay_joint_axis axis = belay_joint_def_default(BELAY_JOINT_SIX_DOF).axis[i];
        axis.limit.is_enabled = true;
        cr_assert(belay_joint_set_axis(p.world, p.joint, i, &axis) == BELAY_OK);
    }
    double swung = 0.0;
    scene_steps(p.world, 20);
    for (int i = 0; i < 240; i++) {
        scene_steps(p.world, 1);
        scene_check_converged(p.world);
        belay_joint_state s = joint_state(p.world, p.joint);
        cr_assert_leq(s.error, HELD);
        cr_assert_leq(s.angular_error, HELD, "step %d: %g at swing %g", i, s.angular_error, s.position[5]);
        swung = fmax(swung, fabs(s.position[5]));
    }
    cr_expect_gt(swung, 0.1);
    belay_world_destroy(p.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Out of place
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_joint_types, what_starts_apart_is_drawn_together_at_one_meter_per_second)
{
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_body_id a = joint_add_ball(world, 1.0, 0.2, v3_zero()),
                  b = joint_add_ball(world, 3.0, 0.2, v3(2.0, 0.0, 0.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, a, b, v3_zero(), v3(1.0, 0.0, 0.0));
    def.frame_b = belay_pose_identity();
    def.frame_b.rotation = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), 3.0);
    belay_joint_id joint = joint_make(world, &def);
    double before = 2.0, turned = 3.0;
    for (int i = 0; i < 900; i++) {
        scene_steps(world, 1);
        belay_joint_state s = joint_state(world, joint);
        cr_assert_geq(s.error, before - 1.001 / 240.0, "step %d", i);
        cr_assert_geq(s.angular_error, turned - 1.001 / 240.0, "step %d", i);
        cr_assert_leq(s.error, before + 1e-4); // arriving is an impact
        before = s.error;
        turned = s.angular_error;
    }
    cr_expect_leq(before, 1e-9);
    cr_expect_leq(turned, 1e-9);
    // It does not fly on: what drew it together is taken out again.
    belay_body_state sa = scene_state(world, a), sb = scene_state(world, b);
    cr_expect_leq(v3_length(sa.linear_velocity) + v3_length(sb.linear_velocity), 1e-9);
    belay_world_destroy(world);
}

Test(scene_joint_types, opposed_hinge_axes_come_round)
{
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_body_id a = joint_add_ball(world, 1.0, 0.2, v3_zero()), b = joint_add_ball(world, 3.0, 0.2, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_HINGE, a, b, v3_zero(), v3(1.0, 0.0, 0.0));
    def.frame_b.rotation = (belay_quat){0.0, 0.0, 1.0, 0.0};
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 1200);
    cr_expect_leq(joint_state(world, joint).angular_error, 1e-9);
    belay_world_destroy(world);
}

Test(scene_joint_types, coincident_anchors_of_a_distance_joint)
{
    // A distance of 0 from the start, and one of 0.5 that begins at 0.
    for (int k = 0; k < 2; k++) {
        belay_world* world = joint_world(1.0 / 240.0, true);
        belay_body_id a = joint_add_ball(world, 1.0, 0.2, v3_zero());
        belay_joint_def def = joint_at(world, BELAY_JOINT_DISTANCE, a, the_world, v3_zero(), v3(1.0, 0.0, 0.0));
        def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = 0.5 * k, .max = 0.5 * k};
        belay_joint_id joint = joint_make(world, &def);
        scene_steps(world, 480);
        cr_expect(v3_is_finite(scene_state(world, a).pose.position));
        cr_expect_float_eq(joint_state(world, joint).position[0], 0.5 * k, 0.01);
        belay_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The cone
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_joint_types, cone_is_not_left)
{
    // A spherical pendulum whose swing is bounded by 30 degrees, thrown in every direction.
    uint64_t state = 3;
    double widest = 0.0;
    for (int k = 0; k < 20; k++) {
        belay_world* world = joint_world(1.0 / 240.0, true);
        belay_body_id a = joint_add_ball(world, 1.0, 0.1, v3(0.0, 0.0, -0.5));
        belay_joint_def def = joint_at(world, BELAY_JOINT_CONE_TWIST, a, the_world, v3_zero(), v3(0.0, 0.0, -1.0));
        def.cone_angle = scene_radians(30.0);
        belay_joint_id joint = joint_make(world, &def);
        belay_vec3 linear = chance_vector(&state, 4.0), angular = chance_vector(&state, 5.0);
        scene_set_velocity(world, a, linear, angular);
        double most = 0.0, apart = 0.0;
        scene_steps(world, 20);
        for (int i = 0; i < 960; i++) {
            scene_steps(world, 1);
            belay_vec3 arm = scene_state(world, a).pose.position;
            most = fmax(most, atan2(hypot(arm.x, arm.y), -arm.z));
            apart = fmax(apart, joint_state(world, joint).error);
        }
        // The turn that a hit on the cone takes away is not expected: h^2 w^2 r is 1e-4 to 3e-4 m.
        cr_expect_leq(apart, 5e-4, "apart by %g", apart);
        cr_expect_leq(most, scene_radians(30.0) + 5e-4, "swung by %g degrees", most * 180.0 / SCENE_PI);
        widest = fmax(widest, most);
        belay_world_destroy(world);
    }
    cr_expect_geq(widest, scene_radians(29.9));
}

Test(scene_joint_types, cone_of_no_angle_is_a_hinge)
{
    uint64_t one = 21, two = 21;
    pair p = make_pair(BELAY_JOINT_HINGE, &one), q = make_pair(BELAY_JOINT_BALL, &two);
    belay_joint_def def;
    cr_assert(belay_joint_get_def(p.world, p.joint, &def) == BELAY_OK);
    cr_assert(belay_joint_destroy(q.world, q.joint) == BELAY_OK);
    def.type = BELAY_JOINT_CONE_TWIST;
    def.cone_angle = 0.0;
    q.joint = joint_make(q.world, &def);
    scene_steps(p.world, 240);
    scene_steps(q.world, 240);
    cr_expect_leq(v3_distance(scene_state(p.world, p.b).pose.position, scene_state(q.world, q.b).pose.position), 1e-9);
    belay_world_destroy(p.world);
    belay_world_destroy(q.world);
}
