// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Gears, racks, screws and pulleys against what their ratios say; hinges with wide limits, and with the world on either
// side.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static const belay_body_id the_world = {0};
static const belay_vec3 x_axis = {1.0, 0.0, 0.0};

static belay_joint_id make(belay_world* world, const belay_joint_def* def)
{
    belay_joint_id id;
    cr_assert_eq(belay_joint_create(world, def, &id), BELAY_OK, "%s", belay_world_last_error(world));
    return id;
}

static belay_joint_state state_of(const belay_world* world, belay_joint_id joint)
{
    belay_joint_state s;
    cr_assert_eq(belay_joint_get_state(world, joint, &s), BELAY_OK);
    return s;
}

static belay_joint_id join(belay_world* world, belay_joint_type type, belay_body_id a, belay_body_id b, belay_vec3 at,
                           belay_vec3 axis)
{
    belay_joint_def def;
    cr_assert_eq(belay_joint_def_at(world, type, a, b, at, axis, &def), BELAY_OK, "%s", belay_world_last_error(world));
    return make(world, &def);
}

static void drive(belay_world* world, belay_joint_id joint, double speed, double force)
{
    belay_joint_axis axis = {.motor = {true, speed, force}};
    cr_assert_eq(belay_joint_set_axis(world, joint, 0, &axis), BELAY_OK);
}

// No item of the account that is no drive may add energy.
static void step_passively(belay_world* world, int count, double scale)
{
    for (int i = 0; i < count; i++) {
        scene_steps(world, 1);
        const belay_energy_report* e = &belay_world_get_stats(world)->energy;
        double gain = e->normal + e->friction + e->joints + e->rods + e->limits + e->left_over;
        cr_assert_leq(gain, 1e-9 * scale, "step %d makes %g J", i, gain);
        cr_assert_leq(fabs(e->left_over), 1e-11 * scale);
    }
}

// A wheel about an axis along x that stands at `at`; the hinge that carries it, on the world or another body.
static belay_body_id add_wheel(belay_world* world, belay_vec3 at, belay_body_id carrier, belay_joint_id* hinge)
{
    belay_body_id wheel = scene_add_body(world, BELAY_BODY_DYNAMIC, at);
    belay_joint_id h = join(world, BELAY_JOINT_HINGE, carrier, wheel, at, x_axis);
    if (hinge != NULL) *hinge = h;
    return wheel;
}

// ---------------------------------------------------------------------------------------------------------------------
// Gears
// ---------------------------------------------------------------------------------------------------------------------

Test(joint_gear, keeps_its_ratio_over_many_turns)
{
    const double ratios[] = {-2.0, -1.0 / 3.0, 3.7, 1.0};
    for (int i = 0; i < 4; i++) {
        belay_world* world = scene_world(1.0 / 240.0);
        belay_joint_id hinge_a, hinge_b;
        belay_joint_def def;
        belay_vec3 at_b = v3(0.3, 2.0, 1.0);
        belay_body_id a = add_wheel(world, v3_zero(), the_world, &hinge_a),
                      b = add_wheel(world, at_b, the_world, &hinge_b);
        cr_assert_eq(belay_joint_def_gear(world, a, b, v3_zero(), at_b, x_axis, ratios[i], &def), BELAY_OK);
        belay_joint_id gear = make(world, &def);
        drive(world, hinge_a, 30.0, 2.0);
        step_passively(world, 240 * 10, 100.0);
        double turned_a = state_of(world, hinge_a).position[0], turned_b = state_of(world, hinge_b).position[0];
        cr_expect_gt(turned_a, 60.0, "it turned by %g rad alone", turned_a);
        scene_check_near(turned_b, ratios[i] * turned_a, 1e-6, "rad");
        cr_expect_leq(state_of(world, gear).angular_error, 1e-6);
        belay_world_destroy(world);
    }
}

Test(joint_gear, passes_torque_by_the_ratio)
{
    // A's motor gives 2 N m to both: (I_a + k^2 I_b) dw/dt = M.
    belay_world* world = scene_world(1.0 / 240.0);
    belay_joint_id hinge_a;
    belay_joint_def def;
    belay_vec3 at_b = v3(0.0, 3.0, 0.0);
    belay_body_id a = add_wheel(world, v3_zero(), the_world, &hinge_a), b = add_wheel(world, at_b, the_world, NULL);
    cr_assert_eq(belay_joint_def_gear(world, a, b, v3_zero(), at_b, x_axis, -2.0, &def), BELAY_OK);
    belay_joint_id gear = make(world, &def);
    drive(world, hinge_a, 1e6, 2.0);
    scene_steps(world, 240);
    scene_check_near(state_of(world, hinge_a).speed[0], 2.0 / (0.1 * (1.0 + 4.0)), 1e-6, "rad/s after 1 s");
    // B gets k I_b dw_a/dt = 0.1 * 8; the pitch circles touch 1 m from its centre.
    scene_check_near(v3_length(state_of(world, gear).force), 0.8, 1e-6, "N between the teeth");
    belay_world_destroy(world);
}

Test(joint_gear, a_planet_goes_round_a_sun_that_stands)
{
    // On the carrier k (theta - phi) = theta_sun - phi, so theta = phi (1 - 1/k): three turns for one of the carrier.
    belay_world* world = scene_world(1.0 / 240.0);
    belay_joint_def def;
    belay_joint_id to_world, to_carrier;
    belay_vec3 at = v3(0.0, 3.0, 0.0);
    cr_assert_eq(belay_world_set_gravity(world, v3_zero()), BELAY_OK);
    belay_body_id carrier = add_wheel(world, v3_zero(), the_world, &to_world);
    belay_body_id planet = add_wheel(world, at, carrier, &to_carrier);
    cr_assert_eq(belay_joint_def_gear(world, planet, the_world, at, v3_zero(), x_axis, -0.5, &def), BELAY_OK);
    make(world, &def);
    drive(world, to_world, 4.0, 50.0);
    step_passively(world, 240 * 20, 100.0);
    double phi = state_of(world, to_world).position[0], own = state_of(world, to_carrier).position[0];
    cr_expect_gt(phi, 60.0);
    scene_check_near(own, 2.0 * phi, 1e-6, "rad of the planet on its carrier");
    belay_world_destroy(world);
}

static void check_restored(belay_world* world)
{
    belay_world* other = scene_world(1.0 / 240.0);
    size_t size;
    belay_world_snapshot(world, NULL, 0, &size);
    void* bytes = malloc(size);
    cr_assert_eq(belay_world_snapshot(world, bytes, size, NULL), BELAY_OK);
    cr_assert_eq(belay_world_restore(other, bytes, size), BELAY_OK, "%s", belay_world_last_error(other));
    free(bytes);
    scene_check_same_course(other, world, 100);
    belay_world_destroy(other);
}

Test(joint_gear, snapshots_keep_its_turns)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_joint_id hinge_a, hinge_b;
    belay_joint_def def, told;
    belay_vec3 at_b = v3(0.0, 2.0, 1.0);
    belay_body_id a = add_wheel(world, v3_zero(), the_world, &hinge_a), b = add_wheel(world, at_b, the_world, &hinge_b);
    cr_assert_eq(belay_joint_def_gear(world, a, b, v3_zero(), at_b, x_axis, -2.5, &def), BELAY_OK);
    belay_joint_id gear = make(world, &def);
    drive(world, hinge_a, 20.0, 2.0);
    scene_steps(world, 1000);
    cr_assert_eq(belay_joint_get_def(world, gear, &told), BELAY_OK);
    cr_expect(told.ratio == -2.5 && isfinite(told.offset));
    check_restored(world);
    scene_check_near(state_of(world, hinge_b).position[0], -2.5 * state_of(world, hinge_a).position[0], 1e-6, "rad");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Racks and screws
// ---------------------------------------------------------------------------------------------------------------------

Test(joint_rack, goes_by_the_way_of_the_pitch_circle)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_joint_id hinge, slider;
    belay_joint_def def;
    belay_vec3 direction = v3(0.0, 1.0, 0.0);
    belay_body_id pinion = add_wheel(world, v3(0.0, 0.0, 0.25), the_world, &hinge);
    belay_body_id rack = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    slider = join(world, BELAY_JOINT_SLIDER, the_world, rack, v3_zero(), direction);
    cr_assert_eq(belay_joint_def_rack(world, rack, pinion, v3(0.0, 0.0, 0.25), x_axis, direction, 0.25, &def),
                 BELAY_OK);
    belay_joint_id joint = make(world, &def);
    drive(world, hinge, 8.0, 5.0);
    step_passively(world, 240 * 10, 100.0);
    double angle = state_of(world, hinge).position[0], way = state_of(world, slider).position[0];
    cr_expect_gt(angle, 70.0);
    // Where the two touch, at the foot of a wheel that turns to the left about x, both go to positive y.
    scene_check_near(way, 0.25 * angle, 1e-6, "m");
    cr_expect_leq(state_of(world, joint).error, 1e-6);
    check_restored(world);
    belay_world_destroy(world);
}

Test(joint_rack, a_pinion_rolls_down_a_rack_that_stands)
{
    // As a ball down a slope without slip: a = g / (1 + I / m r^2).
    belay_world* world = scene_world(1.0 / 240.0);
    belay_joint_def def;
    belay_vec3 along = v3(0.0, 1.0, 0.0);
    cr_assert_eq(belay_world_set_gravity(world, v3(0.0, 3.0, 0.0)), BELAY_OK);
    belay_body_id pinion = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_body_id ground = scene_add_body(world, BELAY_BODY_STATIC, v3_zero());
    cr_assert_eq(belay_joint_def_rack(world, ground, pinion, v3_zero(), x_axis, along, 0.5, &def), BELAY_OK);
    make(world, &def);
    belay_joint_def guide = belay_joint_def_default(BELAY_JOINT_SIX_DOF);
    guide.body_a = ground;
    guide.body_b = pinion;
    for (int i = 0; i < 6; i++) // free along y and about x
        if (i != 1 && i != 3) guide.axis[i].limit = (belay_joint_limit){true, 0.0, 0.0, 0.0, 0.0};
    make(world, &guide);
    step_passively(world, 240, 10.0);
    double a = 3.0 / (1.0 + 0.1 / 0.25);
    belay_body_state s = scene_state(world, pinion);
    scene_check_near(s.linear_velocity.y, a, 1e-8, "m/s after 1 s");
    scene_check_near(s.angular_velocity.x, -2.0 * a, 1e-8, "rad/s");
    belay_world_destroy(world);
}

Test(joint_screw, goes_on_by_its_pitch)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_joint_def def;
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    cr_assert_eq(belay_joint_def_at(world, BELAY_JOINT_SCREW, the_world, body, v3_zero(), v3(0.0, 0.0, 1.0), &def),
                 BELAY_OK);
    def.ratio = 0.02;
    belay_joint_id screw = make(world, &def);
    drive(world, screw, 30.0, 5.0);
    step_passively(world, 240 * 10, 100.0);
    double turned = state_of(world, screw).position[0];
    cr_expect_gt(turned, 250.0);
    scene_check_near(scene_state(world, body).pose.position.z, 0.02 * turned / (2.0 * SCENE_PI), 1e-6, "m");
    cr_expect_leq(
        v3_length(v3(scene_state(world, body).pose.position.x, scene_state(world, body).pose.position.y, 0.0)), 1e-9);
    check_restored(world);
    belay_world_destroy(world);
}

Test(joint_screw, a_nut_runs_down_by_its_weight)
{
    // m z'' = m g - F, I w' = F p / 2 pi, z' = p w / 2 pi: z'' = g / (1 + I (2 pi / p)^2 / m).
    belay_world* world = scene_world(1.0 / 240.0);
    belay_joint_def def;
    double pitch = 2.0;
    belay_body_id nut = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    cr_assert_eq(belay_joint_def_at(world, BELAY_JOINT_SCREW, nut, the_world, v3_zero(), v3(0.0, 0.0, 1.0), &def),
                 BELAY_OK);
    def.ratio = -pitch; // left-handed
    make(world, &def);
    step_passively(world, 240, 100.0);
    double a = SCENE_G / (1.0 + 0.1 * 4.0 * SCENE_PI * SCENE_PI / (pitch * pitch));
    belay_body_state s = scene_state(world, nut);
    scene_check_near(s.linear_velocity.z, -a, 1e-8, "m/s after 1 s");
    scene_check_near(s.angular_velocity.z, 2.0 * SCENE_PI / pitch * a, 1e-7, "rad/s: left-handed");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Pulleys
// ---------------------------------------------------------------------------------------------------------------------

static belay_body_id add_weight(belay_world* world, double mass, belay_vec3 at)
{
    scene_ball ball = scene_ball_default();
    ball.mass = mass;
    ball.position = at;
    return scene_add_ball(world, &ball);
}

// Ties two bodies, where they are, to a rope over wheels that stand at x = -1 and x = 1.
static belay_joint_def hang(belay_world* world, belay_body_id a, belay_body_id b, double ratio)
{
    belay_joint_def def;
    belay_vec3 at_a = scene_state(world, a).pose.position, at_b = scene_state(world, b).pose.position;
    cr_assert_eq(belay_joint_def_pulley(world, a, b, at_a, v3(-1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0), at_b, ratio, &def),
                 BELAY_OK, "%s", belay_world_last_error(world));
    return def;
}

Test(joint_pulley, atwoods_machine)
{
    // a = (m1 - m2) g / (m1 + m2), and the rope pulls with 2 m1 m2 g / (m1 + m2).
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id a = add_weight(world, 3.0, v3(-1.0, 0.0, -2.0)), b = add_weight(world, 2.0, v3(1.0, 0.0, -2.0));
    belay_joint_def def = hang(world, a, b, 1.0);
    belay_joint_id joint = make(world, &def);
    step_passively(world, 120, 100.0);
    double right = SCENE_G / 5.0;
    scene_check_near(scene_state(world, a).linear_velocity.z, -0.5 * right, 1e-9, "m/s after half a second");
    scene_check_near(scene_state(world, b).linear_velocity.z, 0.5 * right, 1e-9, "m/s");
    scene_check_near(scene_state(world, a).pose.position.z, -2.0 - 0.125 * right, 1e-9, "m");
    scene_check_near(v3_length(state_of(world, joint).force), 2.0 * 6.0 * SCENE_G / 5.0, 1e-7, "N");
    scene_check_near(state_of(world, joint).position[0], 4.0, 1e-9, "m of rope");
    check_restored(world);
    belay_world_destroy(world);
}

Test(joint_pulley, a_tackle_of_ratio_two_holds_twice_the_weight)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id a = add_weight(world, 1.0, v3(-1.0, 0.0, -2.0)), b = add_weight(world, 2.0, v3(1.0, 0.0, -2.0));
    belay_joint_def def = hang(world, a, b, 2.0);
    make(world, &def);
    step_passively(world, 240, 100.0);
    cr_expect_leq(v3_length(scene_state(world, a).linear_velocity), 1e-9);
    // Pulled down by 1 N, A goes twice as far as B comes up: (m1 + m2 / 4) a1 = 1 N.
    for (int i = 0; i < 120; i++) {
        scene_push(world, a, v3(0.0, 0.0, -1.0));
        scene_steps(world, 1);
    }
    scene_check_near(scene_state(world, a).linear_velocity.z, -0.5 / 1.5, 1e-9, "m/s");
    scene_check_near(scene_state(world, b).linear_velocity.z, 0.25 / 1.5, 1e-9, "m/s");
    belay_world_destroy(world);
}

Test(joint_pulley, swings_keep_their_energy)
{
    belay_world* world = scene_world(1.0 / 1000.0);
    belay_vec3 at = v3(-1.6, 0.2, -1.6);
    belay_body_id a = add_weight(world, 1.0, at), b = add_weight(world, 1.1, v3(1.0, 0.0, -2.0));
    belay_joint_def def = hang(world, a, b, 1.0);
    belay_joint_id joint = make(world, &def);
    scene_steps(world, 1);
    double before = belay_world_get_stats(world)->energy.after;
    for (int i = 0; i < 2000; i++) {
        step_passively(world, 1, 30.0);
        cr_assert_leq(fabs(state_of(world, joint).position[0] - v3_distance(at, v3(-1.0, 0.0, 0.0)) - 2.0), 1e-5);
    }
    double after = belay_world_get_stats(world)->energy.after;
    scene_check_near(after, before, 1e-3 * 30.0, "J of a swinging Atwood's machine");
    belay_world_destroy(world);
}

Test(joint_pulley, a_rope_may_be_slack)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id a = add_weight(world, 1.0, v3(-1.0, 0.0, -1.0)), b = add_weight(world, 1.0, v3(1.0, 0.0, -1.0));
    belay_joint_def def = hang(world, a, b, 1.0);
    def.axis[0].limit = (belay_joint_limit){true, 0.0, 4.0, 0.0, 0.0};
    belay_joint_id joint = make(world, &def);
    scene_steps(world, 60);
    scene_check_near(scene_state(world, a).linear_velocity.z, -0.25 * SCENE_G, 1e-9, "m/s: both fall");
    scene_steps(world, 240);
    scene_check_near(state_of(world, joint).position[0], 4.0, 1e-6, "m: taut");
    cr_expect_leq(v3_length(scene_state(world, a).linear_velocity), 1e-6, "and both hang");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Hinges
// ---------------------------------------------------------------------------------------------------------------------

Test(joint_hinge_wide, limits_of_135_degrees_each_side)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_joint_def def;
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(0.0, 0.0, -0.5));
    cr_assert_eq(belay_joint_def_at(world, BELAY_JOINT_HINGE, the_world, body, v3_zero(), x_axis, &def), BELAY_OK);
    def.axis[0].limit = (belay_joint_limit){true, scene_radians(-135.0), scene_radians(135.0), 0.0, 0.0};
    belay_joint_id hinge = make(world, &def);
    for (int side = -1; side <= 1; side += 2) {
        belay_joint_axis axis = def.axis[0];
        axis.motor = (belay_joint_motor){true, 5.0 * side, 100.0};
        cr_assert_eq(belay_joint_set_axis(world, hinge, 0, &axis), BELAY_OK);
        scene_steps(world, 480);
        scene_check_near(state_of(world, hinge).position[0], scene_radians(135.0 * side), 1e-6, "rad");
    }
    belay_world_destroy(world);
}

Test(joint_hinge_wide, angles_count_turns)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_joint_id hinge;
    add_wheel(world, v3_zero(), the_world, &hinge);
    drive(world, hinge, -40.0, HUGE_VAL);
    scene_steps(world, 2400);
    // The first contact instant is half a step away.
    scene_check_near(state_of(world, hinge).position[0], -40.0 * (10.0 - 0.5 / 240.0), 1e-9, "rad after 10 s");
    belay_world_destroy(world);
}

// A body on a joint with an unmoved partner: the world, named first or second, or a static body.
static void run_with_partner(belay_joint_type type, int partner, double position[100])
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_joint_def def;
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(0.3, 0.4, -0.2));
    belay_body_id ground = scene_add_body(world, BELAY_BODY_STATIC, v3(0.1, 0.0, 0.0));
    cr_assert_eq(
        belay_joint_def_at(world, type, partner == 0 ? ground : the_world, body, v3_zero(), v3(1.0, 0.3, -0.4), &def),
        BELAY_OK);
    def.axis[0].limit = (belay_joint_limit){true, -0.4, 0.7, 0.0, 0.0};
    belay_joint_id joint = make(world, &def);
    for (int i = 0; i < 100; i++) {
        scene_steps(world, 1);
        position[i] = state_of(world, joint).position[0];
    }
    belay_world_destroy(world);
}

Test(joint_sides, the_world_may_be_named_first)
{
    const belay_joint_type types[] = {BELAY_JOINT_HINGE, BELAY_JOINT_SLIDER, BELAY_JOINT_CONE_TWIST};
    for (int t = 0; t < 3; t++) {
        double by_ground[100], by_world[100];
        run_with_partner(types[t], 0, by_ground);
        run_with_partner(types[t], 1, by_world);
        for (int i = 0; i < 100; i++)
            cr_assert_leq(fabs(by_ground[i] - by_world[i]), 1e-9, "%s, step %d: %.12g, %.12g",
                          belay_joint_type_name(types[t]), i, by_ground[i], by_world[i]);
    }
}

Test(joint_sides, where_a_and_b_are_not_alike_the_world_is_refused_as_the_first)
{
    const belay_joint_type types[] = {BELAY_JOINT_SIX_DOF, BELAY_JOINT_GEAR, BELAY_JOINT_RACK};
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    uint64_t before = belay_world_hash(world);
    for (int i = 0; i < 3; i++) {
        belay_joint_def def;
        scene_check_refused(world, before,
                            belay_joint_def_at(world, types[i], the_world, body, v3_zero(), x_axis, &def),
                            BELAY_ERROR_VALUE, "body_a", belay_joint_type_name(types[i]));
        cr_expect_eq(belay_joint_def_at(world, types[i], body, the_world, v3_zero(), x_axis, &def), BELAY_OK);
    }
    belay_world_destroy(world);
}

Test(joint_coupling, what_cannot_be_is_refused)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id a = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_body_id b = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(0.0, 1.0, 0.0));
    belay_joint_def def;
    belay_joint_spring spring = {.max_force = 1.0};
    belay_joint_id hinge = join(world, BELAY_JOINT_HINGE, a, the_world, v3_zero(), x_axis);
    belay_vec3 at = v3(0.0, 1.0, 0.0);
    uint64_t before = belay_world_hash(world);
#define REFUSED(call, name, value) scene_check_refused(world, before, call, BELAY_ERROR_VALUE, name, value)
    REFUSED(belay_joint_def_gear(world, a, b, v3_zero(), at, x_axis, 0.0, &def), "ratio", "0");
    REFUSED(belay_joint_def_gear(world, a, b, v3_zero(), at, x_axis, (double)NAN, &def), "ratio", "nan");
    REFUSED(belay_joint_def_gear(world, a, b, v3_zero(), at, v3_zero(), 1.0, &def), "axis", "zero");
    REFUSED(belay_joint_def_gear(world, a, b, v3_zero(), at, x_axis, 1.0, NULL), "def", "null");
    REFUSED(belay_joint_def_rack(world, a, b, at, x_axis, v3(2.0, 0.0, 0.0), 1.0, &def), "direction", "parallel");
    REFUSED(belay_joint_def_gear(world, the_world, b, v3_zero(), at, x_axis, 1.0, &def), "belay_joint_def_gear: a",
            "null");
    REFUSED(belay_joint_def_rack(world, the_world, b, at, x_axis, at, 1.0, &def), "belay_joint_def_rack: rack", "null");
    REFUSED(belay_joint_def_rack(world, a, b, at, x_axis, at, 0.0, &def), "radius", "0");
    REFUSED(belay_joint_def_rack(world, a, b, at, x_axis, at, -0.5, &def), "belay_joint_def_rack: radius", "-0.5");
    REFUSED(belay_joint_def_rack(world, a, b, at, x_axis, at, (double)NAN, &def), "radius", "nan");
    REFUSED(belay_joint_def_pulley(world, the_world, b, at, at, at, at, 1.0, &def), "belay_joint_def_pulley: a",
            "null");
    REFUSED(belay_joint_def_pulley(world, a, the_world, at, at, at, at, 1.0, &def), "belay_joint_def_pulley: b",
            "null");
    REFUSED(belay_joint_def_pulley(world, a, b, at, at, at, at, -1.0, &def), "ratio", "-1");
    REFUSED(belay_joint_def_pulley(world, a, b, at, v3((double)NAN, 0.0, 0.0), at, at, 1.0, &def), "ground_a", "nan");
    REFUSED(belay_joint_tune_spring(world, hinge, 1, 1.0, 1.0, &spring), "axis", "1");
    REFUSED(belay_joint_tune_spring(world, hinge, 0, 0.0, 1.0, &spring), "frequency", "0");
    REFUSED(belay_joint_tune_spring(world, hinge, 0, 1.0, -1.0, &spring), "damping_ratio", "-1");
    REFUSED(belay_joint_tune_spring(world, hinge, 0, 1.0, 1.0, NULL), "belay_joint_tune_spring", "null");
    cr_assert_eq(belay_joint_def_gear(world, a, b, at, at, x_axis, -2.0, &def), BELAY_OK);
    REFUSED(belay_joint_create(world, &def, NULL), "axes of the gears", "1e-06");
    cr_assert_eq(belay_joint_def_pulley(world, a, b, at, at, at, at, 1.0, &def), BELAY_OK);
    def.body_b = the_world;
    REFUSED(belay_joint_create(world, &def, NULL), "body_b", "null");
    belay_world_destroy(world);
}
