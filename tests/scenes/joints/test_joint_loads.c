// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints under load, against what mechanics says: what hangs from them, what they carry, when they break.

#include "scenes/joints/joint_scene.h"
#include "support/chance.h"

#include <criterion/logging.h>

// ---------------------------------------------------------------------------------------------------------------------
// Loads
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_joint_motion, five_tonnes_hang_from_a_ball_joint)
{
    // 5000 kg x 9.81 m/s^2 = 49050 N, straight up.
    belay_world* world = joint_world(1.0 / 240.0, true);
    scene_ball ball = scene_ball_default();
    ball.mass = 5000.0;
    ball.radius = 0.5;
    belay_body_id body = scene_add_ball(world, &ball);
    belay_joint_def def = joint_at(world, BELAY_JOINT_BALL, body, the_world, v3(0.0, 0.0, 2.0), v3(1.0, 0.0, 0.0));
    belay_joint_id joint = joint_make(world, &def);
    double worst = 0.0;
    for (int i = 0; i < 2400; i++) {
        scene_steps(world, 1);
        belay_joint_state s = joint_state(world, joint);
        cr_assert_float_eq(s.force.z, 49050.0, 1e-6 * 49050.0, "step %d: %g N", i, s.force.z);
        cr_assert_leq(hypot(s.force.x, s.force.y), 1e-6);
        cr_assert_leq(v3_length(s.torque), 1e-6);
        worst = fmax(worst, s.error);
    }
    cr_expect_leq(worst, 1e-12);
    cr_expect_leq(v3_length(scene_state(world, body).pose.position), 1e-9);
    belay_world_destroy(world);
}

Test(scene_joint_motion, cantilever_tells_force_and_torque)
{
    // A fixed joint at the wall holds 2 kg 0.5 m off: 19.62 N up and a moment of 9.81 N m that lifts the far end.
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id body = joint_add_ball(world, 2.0, 0.1, v3(0.5, 0.0, 0.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, body, the_world, v3_zero(), v3(0.3, -0.2, 1.0));
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 100);
    belay_joint_state s = joint_state(world, joint);
    cr_expect_leq(v3_distance(s.force, v3(0.0, 0.0, 19.62)), 1e-9);
    cr_expect_leq(v3_distance(s.torque, v3(0.0, -9.81, 0.0)), 1e-9);
    belay_world_destroy(world);
}

Test(scene_joint_motion, force_is_on_body_a)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id wall = joint_add_static(world), body = joint_add_ball(world, 2.0, 0.1, v3(0.5, 0.0, 0.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, wall, body, v3_zero(), v3(1.0, 0.0, 0.0));
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 100);
    belay_joint_state s = joint_state(world, joint);
    cr_expect_leq(v3_distance(s.force, v3(0.0, 0.0, -19.62)), 1e-9);
    cr_expect_leq(v3_distance(s.torque, v3(0.0, 9.81, 0.0)), 1e-9);
    belay_world_destroy(world);
}

// Twenty balls on a string, hanging straight.
static void check_chain(double first_mass, double mass)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_joint_id joints[20];
    belay_body_id above = the_world;
    for (int i = 0; i < 20; i++) {
        double m = i == 19 ? first_mass : mass;
        belay_body_id ball = joint_add_ball(world, m, 0.05, v3(0.0, 0.0, -0.1 * i - 0.1));
        belay_joint_def def = joint_at(world, BELAY_JOINT_BALL, ball, above, v3(0.0, 0.0, -0.1 * i), v3(1.0, 0.0, 0.0));
        joints[i] = joint_make(world, &def);
        above = ball;
    }
    scene_steps(world, 240);
    scene_check_converged(world);
    for (int i = 0; i < 20; i++) {
        double weight = 9.81 * (first_mass + (19 - i) * mass);
        belay_joint_state s = joint_state(world, joints[i]);
        cr_expect_float_eq(s.force.z, weight, 1e-7 * weight, "joint %d: %.10g N, not %.10g", i, s.force.z, weight);
        cr_expect_leq(hypot(s.force.x, s.force.y), 1e-7 * weight);
        cr_expect_leq(s.error, 1e-9);
    }
    cr_log_info("chain: %d sweeps, %d Newton iterations", (int)belay_world_get_stats(world)->iterations,
                (int)belay_world_get_stats(world)->newton_iterations);
    belay_world_destroy(world);
}

Test(scene_joint_motion, every_joint_of_a_chain_carries_what_hangs_below)
{
    check_chain(1.0, 1.0);
}

Test(scene_joint_motion, a_light_chain_carries_a_heavy_end)
{
    check_chain(100.0, 0.1);
}

Test(scene_joint_motion, heavy_struts_stand_on_a_light_foot)
{
    // Two weights of 100 kg on vertical guides press a ball of 0.1 kg to the ground, each by a rod at 45 degrees. Where
    // the ball would go without the ground, 58 m/s downwards, must not be what the rods are made ready for.
    belay_world* world = joint_world(1.0 / 240.0, true);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.mass = 0.1;
    ball.position = v3(0.0, 0.0, 0.05);
    ball.is_rotation_locked = true; // it can neither roll nor slip from under them
    belay_body_id foot = scene_add_ball(world, &ball);
    belay_joint_id rods[2];
    for (int i = 0; i < 2; i++) {
        belay_vec3 top = v3(i == 0 ? 0.5 : -0.5, 0.0, 0.55);
        belay_body_id weight = joint_add_ball(world, 100.0, 0.1, top);
        belay_joint_def def = joint_at(world, BELAY_JOINT_SLIDER, weight, the_world, top, v3(0.0, 0.0, 1.0));
        joint_make(world, &def);
        def = belay_joint_def_default(BELAY_JOINT_DISTANCE);
        def.body_a = foot;
        def.body_b = weight;
        rods[i] = joint_make(world, &def);
    }
    scene_steps(world, 240);
    for (int k = 0; k < 240; k++) {
        scene_steps(world, 1);
        scene_check_converged(world);
        for (int i = 0; i < 2; i++) {
            belay_joint_state s = joint_state(world, rods[i]);
            cr_assert_leq(s.error, 1e-8, "step %d: %g", k, s.error);
            cr_assert_float_eq(v3_length(s.force), 981.0 * sqrt(2.0), 1e-3, "step %d: %g N", k, v3_length(s.force));
        }
    }
    cr_expect_leq(v3_distance(scene_state(world, foot).pose.position, ball.position), 1e-4);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Breaking
// ---------------------------------------------------------------------------------------------------------------------

static void check_break(double force_limit, double torque_limit, bool breaks)
{
    // 2 kg on an arm of 0.5 m: 19.62 N and 9.81 N m.
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id body = joint_add_ball(world, 2.0, 0.1, v3(0.5, 0.0, 0.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, body, the_world, v3_zero(), v3(1.0, 0.0, 0.0));
    def.break_force = force_limit;
    def.break_torque = torque_limit;
    belay_joint_id joint = joint_make(world, &def);
    int events = 0;
    for (int i = 0; i < 50; i++) {
        scene_steps(world, 1);
        int32_t count;
        const belay_joint_event* e = belay_world_get_joint_events(world, &count);
        events += count;
        if (count == 0) continue;
        cr_expect_eq(i, 0);
        cr_expect(e[0].joint.value == joint.value && e[0].body_a.value == body.value && e[0].body_b.value == 0);
        cr_expect_float_eq(e[0].force, 19.62, 1e-9);
        cr_expect_float_eq(e[0].torque, 9.81, 1e-9);
    }
    belay_joint_state s;
    cr_expect_eq(events, breaks ? 1 : 0);
    cr_expect_eq(belay_entity_is_alive(world, belay_joint_entity(joint)), !breaks);
    cr_expect_eq(belay_joint_get_state(world, joint, &s), breaks ? BELAY_ERROR_HANDLE : BELAY_OK);
    // What broke off falls, from the step after.
    cr_expect_float_eq(scene_state(world, body).linear_velocity.z, breaks ? -49.0 / 240.0 * SCENE_G : 0.0, 1e-9);
    belay_world_destroy(world);
}

Test(scene_joint_motion, breaks_just_below_its_load_and_not_just_above)
{
    check_break(19.62 * (1.0 - 1e-9), HUGE_VAL, true);
    check_break(19.62 * (1.0 + 1e-9), HUGE_VAL, false);
    check_break(HUGE_VAL, 9.81 * (1.0 - 1e-9), true);
    check_break(HUGE_VAL, 9.81 * (1.0 + 1e-9), false);
}

Test(scene_joint_motion, a_chain_breaks_where_it_is_weakest)
{
    belay_world* world = joint_world(1.0 / 240.0, true);
    belay_body_id above = the_world;
    for (int i = 0; i < 10; i++) {
        belay_body_id ball = joint_add_ball(world, 1.0, 0.05, v3(0.0, 0.0, -0.1 * i - 0.1));
        belay_joint_def def = joint_at(world, BELAY_JOINT_BALL, ball, above, v3(0.0, 0.0, -0.1 * i), v3(1.0, 0.0, 0.0));
        def.break_force = i == 4 ? 40.0 : 1000.0; // carries 6 x 9.81
        joint_make(world, &def);
        above = ball;
    }
    scene_steps(world, 1);
    int32_t count;
    const belay_joint_event* e = belay_world_get_joint_events(world, &count);
    cr_assert_eq(count, 1);
    cr_expect_float_eq(e[0].force, 6.0 * SCENE_G, 1e-6);
    scene_steps(world, 1);
    belay_world_get_joint_events(world, &count);
    cr_expect_eq(count, 0);
    belay_world_destroy(world);
}
