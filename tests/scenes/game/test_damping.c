// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Damped bodies, bodies with a gravity of their own and bodies that may go only so fast, against closed forms and the
// account of energy.

#include "support/scene.h"

#include <criterion/criterion.h>

static const double thetas[] = {0.5, 0.75, 1.0};

static belay_world* world_of(double h, double theta, belay_vec3 gravity)
{
    belay_world_def def = belay_world_def_exact();
    def.step_seconds = h;
    def.theta = theta;
    def.gravity = gravity;
    return scene_world_of(&def);
}

static belay_body_id add_ball(belay_world* world, belay_vec3 at, belay_vec3 v, belay_vec3 w)
{
    scene_ball ball = scene_ball_default();
    ball.position = at;
    ball.linear = v;
    ball.angular = w;
    return scene_add_ball(world, &ball);
}

// The account adds up, in each step, and damping has taken.
static void check_account(const belay_world* world, double scale)
{
    const belay_energy_report* e = &belay_world_get_stats(world)->energy;
    cr_assert_leq(fabs(e->left_over), 1e-12 * scale, "left over: %g J of %g", e->left_over, scale);
    cr_assert_leq(e->damping, 0.0);
    cr_assert_leq(e->normal + e->friction + e->joints + e->limits, 1e-9 * scale);
}

Test(damping, speed_and_spin_decay_exponentially)
{
    for (int k = 0; k < 3; k++) {
        belay_world* world = world_of(1.0 / 60.0, thetas[k], v3_zero());
        belay_body_id body = add_ball(world, v3_zero(), v3(3.0, -4.0, 0.0), v3(0.0, 0.0, 20.0));
        cr_assert_eq(belay_body_set_damping(world, body, 2.0, 0.5), BELAY_OK);
        for (int i = 0; i < 120; i++) {
            scene_steps(world, 1);
            check_account(world, 12.9);
        }
        belay_body_state s = scene_state(world, body);
        scene_check_near(v3_length(s.linear_velocity), 5.0 * exp(-4.0), 1e-13, "m/s");
        scene_check_near(v3_length(s.angular_velocity), 20.0 * exp(-1.0), 1e-12, "rad/s");
        belay_world_destroy(world);
    }
}

Test(damping, a_long_body_that_tumbles_loses_what_the_account_says)
{
    belay_world* world = world_of(1.0 / 240.0, 0.5, v3_zero());
    belay_body_def def = belay_body_def_default();
    belay_body_id body;
    def.inertia = belay_inertia_box(1.0, v3(0.1, 0.4, 1.0));
    def.angular_velocity = v3(0.1, 9.0, 0.2);
    def.angular_damping = 0.5;
    cr_assert_eq(belay_body_create(world, &def, &body), BELAY_OK);
    double before = belay_world_get_energy(world).rotation, taken = 0.0;
    for (int i = 0; i < 240; i++) {
        scene_steps(world, 1);
        check_account(world, before);
        taken += belay_world_get_stats(world)->energy.damping;
    }
    double after = belay_world_get_energy(world).rotation;
    scene_check_near(after / before, exp(-1.0), 1e-12, "of the energy is left");
    scene_check_near(before + taken, after, 1e-12 * before, "J by the account");
    belay_world_destroy(world);
}

Test(damping, what_falls_ends_at_the_speed_at_which_drag_bears_its_weight)
{
    double h = 1.0 / 120.0, d = 3.0;
    belay_world* world = world_of(h, 0.5, v3(0.0, 0.0, -SCENE_G));
    belay_body_id body = add_ball(world, v3_zero(), v3_zero(), v3_zero());
    cr_assert_eq(belay_body_set_damping(world, body, d, 0.0), BELAY_OK);
    scene_steps(world, 2400);
    double speed = -scene_state(world, body).linear_velocity.z;
    scene_check_near(speed, h * SCENE_G / (1.0 - exp(-d * h)), 1e-12, "m/s");
    scene_check_near(speed / (SCENE_G / d), 1.0, 0.51 * d * h, "of the speed of continuous drag");
    belay_world_destroy(world);
}

Test(damping, the_account_closes_up_and_down_and_at_bounces)
{
    for (int k = 0; k < 3; k++) {
        belay_world* world = world_of(1.0 / 60.0, thetas[k], v3(0.0, 0.0, -SCENE_G));
        scene_plane(world, v3(0.1, 0.0, 1.0), 0.0, (belay_material){0.4, 0.7});
        belay_body_id body = add_ball(world, v3(0.0, 0.0, 0.3), v3(2.0, 0.5, 5.0), v3(0.0, 30.0, -8.0));
        cr_assert_eq(belay_body_set_damping(world, body, 1.5, 4.0), BELAY_OK);
        for (int i = 0; i < 600; i++) {
            scene_push(world, body, v3(0.5, 0.0, 0.2));
            scene_steps(world, 1);
            check_account(world, 20.0);
        }
        belay_world_destroy(world);
    }
}

Test(damping, what_rests_weighs_what_it_weighs)
{
    double h = 1.0 / 60.0;
    belay_world* world = world_of(h, 0.5, v3(0.0, 0.0, -SCENE_G));
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id body = add_ball(world, v3(0.0, 0.0, 0.05), v3_zero(), v3_zero());
    cr_assert_eq(belay_body_set_damping(world, body, 20.0, 20.0), BELAY_OK);
    scene_steps(world, 30);
    int32_t count;
    const belay_contact* contact = belay_world_get_contacts(world, &count);
    cr_assert_eq(count, 1);
    scene_check_near(contact->impulse[0] / h, SCENE_G, 1e-9, "N");
    scene_check_near(scene_state(world, body).pose.position.z, 0.05, 1e-12, "m high");
    belay_world_destroy(world);
}

Test(damping, the_account_closes_with_a_rod_on_the_body)
{
    belay_world* world = world_of(1.0 / 240.0, 0.5, v3(0.0, 0.0, -SCENE_G));
    belay_body_id body = add_ball(world, v3(0.5, 0.0, 0.0), v3(0.0, 1.0, 0.5), v3_zero());
    belay_rod_def def = belay_rod_def_default();
    belay_rod_attachment_def pin;
    belay_rod_id rod;
    def.element_count = 12;
    def.length = 0.5;
    cr_assert_eq(belay_rod_create(world, &def, &rod), BELAY_OK, "%s", belay_world_last_error(world));
    for (int end = 0; end < 2; end++) {
        belay_body_id at = end == 0 ? (belay_body_id){0} : body;
        cr_assert_eq(belay_rod_attachment_def_at(world, rod, BELAY_ROD_PIN, 0.5 * end, at, &pin), BELAY_OK);
        cr_assert_eq(belay_rod_attach(world, rod, &pin, NULL), BELAY_OK);
    }
    cr_assert_eq(belay_body_set_damping(world, body, 1.0, 1.0), BELAY_OK);
    double taken = 0.0;
    for (int i = 0; i < 240; i++) {
        scene_steps(world, 1);
        const belay_energy_report* e = &belay_world_get_stats(world)->energy;
        cr_assert_leq(fabs(e->left_over), 1e-6, "left over: %g J in step %d", e->left_over, i);
        cr_assert_leq(e->normal + e->friction + e->joints + e->rods + e->limits + e->left_over, 1e-8);
        taken += e->damping;
    }
    cr_expect_lt(taken, -0.1);
    belay_world_destroy(world);
}

Test(damping, a_damped_ball_still_rolls)
{
    // Equal factors keep rolling; unequal ones are made rolling again by friction in each step.
    belay_world* world = world_of(1.0 / 240.0, 0.5, v3(0.0, 0.0, -SCENE_G));
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id body = add_ball(world, v3(0.0, 0.0, 0.05), v3(2.0, 0.0, 0.0), v3(0.0, 40.0, 0.0));
    cr_assert_eq(belay_body_set_damping(world, body, 1.0, 0.1), BELAY_OK);
    for (int i = 0; i < 240; i++) {
        scene_steps(world, 1);
        belay_body_state s = scene_state(world, body);
        cr_assert_leq(fabs(s.linear_velocity.x - 0.05 * s.angular_velocity.y), 1e-10);
    }
    // p = m v, of the ball 7/5 with its spin: of m v decays 5/7 by the one factor and 2/7 by the other.
    double each = (5.0 * exp(-1.0 / 240.0) + 2.0 * exp(-0.1 / 240.0)) / 7.0;
    scene_check_near(scene_state(world, body).linear_velocity.x, 2.0 * pow(each, 240.0), 1e-9, "m/s");
    belay_world_destroy(world);
}

Test(damping, a_wheel_that_is_driven_against_it_counts_its_turns)
{
    // 5 rad a step: more than half a turn, and more than half a turn away from what is left when damping has acted.
    double h = 1.0 / 60.0;
    belay_world* world = world_of(h, 0.5, v3_zero());
    belay_body_id wheel = add_ball(world, v3_zero(), v3_zero(), v3_zero());
    cr_assert_eq(belay_body_set_damping(world, wheel, 0.0, 60.0), BELAY_OK);
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_HINGE);
    belay_joint_id hinge;
    def.body_a = wheel;
    def.axis[0].motor = (belay_joint_motor){true, 300.0, HUGE_VAL};
    cr_assert_eq(belay_joint_create(world, &def, &hinge), BELAY_OK, "%s", belay_world_last_error(world));
    for (int i = 1; i <= 120; i++) {
        belay_joint_state state;
        scene_steps(world, 1);
        cr_assert_eq(belay_joint_get_state(world, hinge, &state), BELAY_OK);
        // The first contact instant is half a step away.
        scene_check_near(state.position[0], 300.0 * h * (i - 0.5), 1e-9, "rad");
    }
    belay_world_destroy(world);
}

Test(damping, a_bead_on_a_rail_is_the_same_contact_from_step_to_step)
{
    // It goes on by 20 m/s h, and damping leaves exp(-1) of that. A contact that is found again keeps its number.
    double h = 1.0 / 60.0, speed = 20.0;
    belay_world* world = world_of(h, 0.5, v3(0.0, 0.0, -SCENE_G));
    const belay_vec3 points[] = {{-1.0, 0.0, 0.0}, {4.0, 0.0, 0.0}, {8.0, 0.0, 0.0}, {13.0, 0.0, 0.0}};
    scene_rail(world, points, 4, false, 0.02, (belay_material){0.0, 0.0});
    belay_body_id bead = add_ball(world, v3(0.0, 0.0, 0.07), v3(speed, 0.0, 0.0), v3_zero());
    cr_assert_eq(belay_body_set_damping(world, bead, 60.0, 0.0), BELAY_OK);
    double mass = scene_ball_default().mass;
    uint32_t feature = 0;
    for (int i = 0; i < 30; i++) {
        int32_t count;
        scene_push(world, bead, v3(mass * speed * (1.0 - exp(-60.0 * h)) / h, 0.0, 0.0));
        scene_steps(world, 1);
        scene_check_near(scene_state(world, bead).linear_velocity.x, speed, 1e-9, "m/s");
        const belay_contact* contact = belay_world_get_contacts(world, &count);
        cr_assert_eq(count, 1);
        if (i > 0) cr_assert_eq(contact->feature, feature, "step %d", i);
        feature = contact->feature;
    }
    belay_world_destroy(world);
}

Test(damping, a_spring_knows_how_far_it_was_stretched)
{
    // x'' = -w^2 x - d x': what is damped at the instants swings and decays so, to the order of the step.
    double h = 1.0 / 1000.0, w = 20.0, d = 8.0;
    belay_world* world = world_of(h, 0.5, v3_zero());
    belay_body_id body = add_ball(world, v3(0.3, 0.0, 0.0), v3_zero(), v3_zero());
    double mass = scene_ball_default().mass;
    cr_assert_eq(belay_body_set_damping(world, body, d, 0.0), BELAY_OK);
    belay_joint_def def;
    cr_assert_eq(
        belay_joint_def_at(world, BELAY_JOINT_SLIDER, (belay_body_id){0}, body, v3_zero(), v3(1.0, 0.0, 0.0), &def),
        BELAY_OK);
    def.axis[0].spring = (belay_joint_spring){true, -0.3, mass * w * w, 0.0, HUGE_VAL};
    cr_assert_eq(belay_joint_create(world, &def, NULL), BELAY_OK, "%s", belay_world_last_error(world));
    double swings = sqrt(w * w - 0.25 * d * d);
    for (int i = 1; i <= 500; i++) {
        scene_steps(world, 1);
        check_account(world, 0.5 * mass * w * w * 0.09);
        double t = h * i, right = 0.3 * exp(-0.5 * d * t) * (cos(swings * t) + 0.5 * d / swings * sin(swings * t));
        // A kick at each instant instead of drag all the time.
        cr_assert_leq(fabs(scene_state(world, body).pose.position.x - right), 0.5 * d * h * 0.3,
                      "%g m after %g s, %g m", scene_state(world, body).pose.position.x, t, right);
    }
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Gravity
// ---------------------------------------------------------------------------------------------------------------------

Test(gravity_scale, what_is_lighter_presses_less_and_what_is_lifted_rests_at_a_ceiling)
{
    double h = 1.0 / 240.0;
    belay_world* world = world_of(h, 0.5, v3(0.0, 0.0, -SCENE_G));
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_plane(world, v3(0.0, 0.0, -1.0), -1.0, belay_material_default());
    belay_body_id light = add_ball(world, v3(0.0, 0.0, 0.05), v3_zero(), v3_zero());
    belay_body_id lifted = add_ball(world, v3(1.0, 0.0, 0.95), v3_zero(), v3_zero());
    belay_body_id none = add_ball(world, v3(2.0, 0.0, 0.5), v3_zero(), v3_zero());
    cr_assert_eq(belay_body_set_gravity_scale(world, light, 0.25), BELAY_OK);
    cr_assert_eq(belay_body_set_gravity_scale(world, lifted, -3.0), BELAY_OK);
    cr_assert_eq(belay_body_set_gravity_scale(world, none, 0.0), BELAY_OK);
    scene_steps(world, 240);
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(world, &count);
    cr_assert_eq(count, 2);
    for (int i = 0; i < 2; i++) {
        double right = c[i].body_a.value == light.value || c[i].body_b.value == light.value ? 0.25 : 3.0;
        scene_check_near(c[i].impulse[0] / h, right * SCENE_G, 1e-8, "N");
    }
    scene_check_near(scene_state(world, lifted).pose.position.z, 0.95, 1e-10, "m, at the ceiling");
    cr_expect_eq(scene_state(world, none).pose.position.z, 0.5);
    belay_world_destroy(world);
}

Test(gravity_scale, potential_energy_goes_by_it)
{
    belay_world* world = world_of(1.0 / 240.0, 0.5, v3(0.0, 0.0, -SCENE_G));
    belay_body_id heavy = add_ball(world, v3(0.0, 0.0, 2.0), v3_zero(), v3_zero());
    belay_body_id lifted = add_ball(world, v3(1.0, 0.0, 1.0), v3_zero(), v3(0.0, 3.0, 0.0));
    cr_assert_eq(belay_body_set_gravity_scale(world, heavy, 2.0), BELAY_OK);
    cr_assert_eq(belay_body_set_gravity_scale(world, lifted, -1.0), BELAY_OK);
    scene_check_near(belay_world_get_energy(world).potential, SCENE_G * (2.0 * 2.0 - 1.0), 1e-12, "J");
    scene_steps(world, 120);
    const belay_energy_report* e = &belay_world_get_stats(world)->energy;
    belay_energy now = belay_world_get_energy(world);
    scene_check_near(now.translation + now.rotation + now.potential, e->after, 1e-12, "J by the account");
    scene_check_near(e->after, e->before, 1e-12, "J in a step");
    belay_world_destroy(world);
}

Test(gravity_scale, an_even_pendulum_of_twice_the_gravity)
{
    // T = 2 pi sqrt(L / 2g) for small swings: after half a period the other side.
    double g = SCENE_G, length = 2.0 * g / (SCENE_PI * SCENE_PI), h = 1.0 / 1000.0; // half a period: 1 s at 2 g
    belay_world* world = world_of(h, 0.5, v3(0.0, 0.0, -g));
    double a = 1e-3;
    belay_body_id bob = add_ball(world, v3(length * sin(a), 0.0, -length * cos(a)), v3_zero(), v3_zero());
    cr_assert_eq(belay_body_set_gravity_scale(world, bob, 2.0), BELAY_OK);
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_DISTANCE);
    def.body_a = bob;
    cr_assert_eq(belay_joint_create(world, &def, NULL), BELAY_OK, "%s", belay_world_last_error(world));
    scene_steps(world, 1000);
    scene_check_near(scene_state(world, bob).pose.position.x, -length * sin(a), 1e-5 * length * a + 1e-7, "m");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// The limit on speed
// ---------------------------------------------------------------------------------------------------------------------

Test(max_linear_speed, what_falls_ends_at_it_and_every_step_says_so)
{
    for (int k = 0; k < 3; k++) {
        belay_world* world = world_of(1.0 / 60.0, thetas[k], v3(0.0, 0.0, -SCENE_G));
        belay_body_id slow = add_ball(world, v3_zero(), v3(0.3, 0.0, 0.0), v3(0.0, 50.0, 0.0));
        add_ball(world, v3(3.0, 0.0, 0.0), v3_zero(), v3_zero());
        cr_assert_eq(belay_body_set_max_linear_speed(world, slow, 2.0), BELAY_OK);
        for (int i = 0; i < 120; i++) {
            double is = v3_length(scene_state(world, slow).linear_velocity);
            scene_steps(world, 1);
            double now = v3_length(scene_state(world, slow).linear_velocity);
            bool is_limited = is > 2.0 - 1e-12 || now > 2.0 - 1e-12;
            cr_assert_leq(now, 2.0 * (1.0 + 1e-15));
            cr_assert_eq(belay_world_get_stats(world)->speed_limited_bodies, is_limited);
            check_account(world, 1000.0);
        }
        scene_check_near(v3_length(scene_state(world, slow).linear_velocity), 2.0, 1e-14, "m/s");
        scene_check_near(scene_state(world, slow).angular_velocity.y, 50.0, 1e-12, "rad/s");
        belay_world_destroy(world);
    }
}

Test(max_linear_speed, a_blow_throws_no_faster)
{
    belay_world* world = world_of(1.0 / 240.0, 0.5, v3_zero());
    belay_body_id ball = add_ball(world, v3_zero(), v3_zero(), v3_zero());
    belay_body_id bat = scene_add_body(world, BELAY_BODY_KINEMATIC, v3(-0.5, 0.0, 0.0));
    scene_add_sphere(world, bat, 0.1, belay_material_default());
    scene_set_velocity(world, bat, v3(10.0, 0.0, 0.0), v3_zero());
    cr_assert_eq(belay_body_set_max_linear_speed(world, ball, 3.0), BELAY_OK);
    int limited = 0;
    for (int i = 0; i < 24; i++) {
        scene_steps(world, 1);
        limited += belay_world_get_stats(world)->speed_limited_bodies;
        cr_assert_leq(v3_length(scene_state(world, ball).linear_velocity), 3.0 * (1.0 + 1e-15));
        check_account(world, 100.0);
    }
    cr_expect_gt(limited, 0);
    cr_expect_gt(scene_state(world, ball).linear_velocity.x, 2.9);
    belay_world_destroy(world);
}

Test(max_linear_speed, what_coasts_at_it_is_slowed_once)
{
    for (int i = 0; i < 50; i++) {
        belay_world* world = world_of(1.0 / 240.0, 0.5, v3_zero());
        belay_body_id ball = add_ball(world, v3_zero(), v3(3.0 + 0.1 * i, 4.0, 1.0), v3_zero());
        double most = 2.0 + 0.01 * i;
        cr_assert_eq(belay_body_set_max_linear_speed(world, ball, most), BELAY_OK);
        for (int k = 0; k < 20; k++) {
            scene_steps(world, 1);
            cr_assert_eq(belay_world_get_stats(world)->speed_limited_bodies, k == 0, "step %d", k);
        }
        scene_check_near(v3_length(scene_state(world, ball).linear_velocity), most, 1e-14, "m/s");
        belay_world_destroy(world);
    }
}

Test(max_linear_speed, is_met_to_all_digits_however_fast_it_was)
{
    belay_world* world = world_of(1.0 / 240.0, 0.5, v3_zero());
    belay_body_id ball = add_ball(world, v3_zero(), v3(6e5, 8e5, 0.0), v3_zero());
    double most = 1e-11;
    cr_assert_eq(belay_body_set_max_linear_speed(world, ball, most), BELAY_OK);
    scene_steps(world, 1);
    belay_vec3 v = scene_state(world, ball).linear_velocity;
    scene_check_near(v.x / most, 0.6, 1e-14, "of the limit");
    scene_check_near(v.y / most, 0.8, 1e-14, "of the limit");
    belay_world_destroy(world);
}

static belay_world* crowd(int workers)
{
    belay_world_def def = belay_world_def_default();
    def.worker_count = workers;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    for (int i = 0; i < 200; i++) {
        belay_vec3 at = v3(0.11 * (i % 6), 0.11 * (i / 6 % 6), 0.06 + 0.11 * (i / 36));
        belay_body_id body = add_ball(world, at, v3(0.1 * (i % 3), 0.0, 0.0), v3(0.0, i % 5, 0.0));
        cr_assert_eq(belay_body_set_damping(world, body, 0.1 * (i % 4), 0.3 * (i % 2)), BELAY_OK);
        cr_assert_eq(belay_body_set_gravity_scale(world, body, 0.5 + 0.25 * (i % 3)), BELAY_OK);
        if (i % 2) cr_assert_eq(belay_body_set_max_linear_speed(world, body, 0.05 * (i % 7) + 0.05), BELAY_OK);
    }
    return world;
}

Test(damping, the_same_bits_with_any_number_of_threads)
{
    belay_world *one = crowd(1), *three = crowd(3);
    scene_check_same_course(three, one, 60);
    cr_expect_gt(belay_world_get_stats(one)->speed_limited_bodies, 0);
    belay_world_destroy(three);
    belay_world_destroy(one);
}
