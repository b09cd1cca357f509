// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// H1 to H4: rods that are held and hang: shape, tension, a heavy bob, stability at large steps.

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>

// ---------------------------------------------------------------------------------------------------------------------
// H1: cantilever and twist
// ---------------------------------------------------------------------------------------------------------------------

static const double h1_length = 0.2;

static belay_rod_def h1_def(int elements)
{
    belay_rod_def def = belay_rod_def_default();
    def.element_count = elements;
    def.length = h1_length;
    def.radius = 0.002;
    def.young_modulus = 1e9;
    def.shear_modulus = 1e9 / 2.8; // nu = 0.4
    def.density = 1100.0;
    def.drag = 30.0; // it is to come to rest
    return def;
}

// Tolerances for 8, 16 and 32 elements, the error falling.
static void check_converging(double (*measure)(int elements), double right, const char* what)
{
    static const int elements[3] = {8, 16, 32};
    static const double allowed[3] = {0.05, 0.02, 0.01};
    double last = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        double error = fabs(measure(elements[i]) / right - 1.0);
        cr_expect(error <= allowed[i], "%s, %d elements: off by %g %%, allowed %g %%", what, elements[i], 100.0 * error,
                  100.0 * allowed[i]);
        cr_expect(error <= last + 1e-4, "%s, %d elements: the error grows", what, elements[i]);
        last = error;
    }
}

static double drop_by_weight(int elements)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_rod_def def = h1_def(elements);
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
    scene_steps(world, 480);
    double drop = -rod_node(world, rod, -1).z;
    belay_world_destroy(world);
    return drop;
}

Test(scene_H1, cantilever_bends_by_its_weight)
{
    // w L^4 / 8 E I, with the loss of lever of so small a drop left out
    check_converging(drop_by_weight, 2.1582e-3, "H1 (a): drop, m");
}

static double drop_by_force(int elements)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_def def = h1_def(elements);
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
    for (int k = 0; k < 480; k++) {
        rod_push(world, rod, h1_length, v3(0.0, 0.0, -0.02));
        scene_steps(world, 1);
    }
    double drop = -rod_node(world, rod, -1).z;
    belay_world_destroy(world);
    return drop;
}

Test(scene_H1, cantilever_bends_by_a_force)
{
    check_converging(drop_by_force, 4.2441e-3, "H1 (b): drop, m"); // F L^3 / 3 E I
}

// The clamp at the end turns about the axis until it carries the torque.
static double torque_by_twist(int elements)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_def def = h1_def(elements);
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
    belay_rod_attachment_def end;
    cr_assert(belay_rod_attachment_def_at(world, rod, BELAY_ROD_CLAMP, h1_length, the_world, &end) == BELAY_OK);
    int held;
    cr_assert(belay_rod_attach(world, rod, &end, &held) == BELAY_OK);
    for (int k = 1; k <= 24; k++) {
        belay_pose part = end.frame;
        part.rotation = q_mul(q_exp(v3(0.044563 * k / 24.0, 0.0, 0.0)), end.frame.rotation);
        cr_assert(belay_rod_move_attachment(world, rod, held, part) == BELAY_OK);
        scene_steps(world, 1);
    }
    scene_steps(world, 240);
    double torque = rod_held(world, rod, held).torque.x;
    belay_world_destroy(world);
    return torque;
}

Test(scene_H1, twist_carries_the_torque_of_the_clamps)
{
    check_converging(torque_by_twist, 0.002, "H1 (c): torque of the clamp, N m"); // G J / L times the angle
}

// ---------------------------------------------------------------------------------------------------------------------
// H2: catenary
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_H2, rope_hangs_in_a_catenary)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_rod_def def = rod_of(0.05, 1500.0, 1e-5, 0.003);
    belay_vec3 nodes[33];
    // Two straight halves, a little low: 1.2 m between points 1 m apart.
    for (int i = 0; i <= 32; i++) {
        double share = i / 32.0, low = 0.5 - fabs(share - 0.5);
        nodes[i] = v3(share, 0.0, -2.0 * low * sqrt(0.36 - 0.25));
    }
    def.nodes = nodes;
    def.element_count = 32;
    def.drag = 5.0;
    belay_rod_id rod = rod_make(world, &def);
    int left = rod_hold(world, rod, BELAY_ROD_PIN, 0.0, the_world);
    rod_hold(world, rod, BELAY_ROD_PIN, rod_length(world, rod), the_world);
    scene_steps(world, 240 * 8);
    // L = 2 a sinh(s / 2a): a = 0.469542
    scene_check_near(-rod_node(world, rod, 16).z, 0.292344, 0.00292, "H2: sag, m");
    belay_vec3 pull = rod_held(world, rod, left).force;
    scene_check_near(v3_length(pull), 0.373705, 0.0075, "H2: tension at the end, N");
    scene_check_near(fabs(pull.x), 0.230310, 0.0046, "H2: horizontal part, N");
    scene_check_near(atan2(pull.z, -pull.x) * 180.0 / SCENE_PI, 51.954, 1.0, "H2: angle at the end, degrees");
    scene_check_near(rod_reach(world, rod) / 1.2, 1.0, 1e-3, "H2: length");
    belay_world_destroy(world);
}

Test(scene_H2, rope_stretches_when_the_pins_are_too_far_apart)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_rod_def def = rod_of(0.05, 1500.0, 1e-5, 0.003);
    def.length = 1.2;
    def.drag = 5.0;
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_PIN, 0.0, the_world);
    belay_rod_attachment_def end;
    cr_assert(belay_rod_attachment_def_at(world, rod, BELAY_ROD_PIN, 1.2, the_world, &end) == BELAY_OK);
    end.frame.position.x = 1.3;
    cr_assert(belay_rod_attach(world, rod, &end, NULL) == BELAY_OK);
    scene_steps(world, 480);
    double tensions[20];
    cr_assert(belay_rod_get_tensions(world, rod, tensions, 20, NULL) == BELAY_OK);
    scene_check_near(tensions[10], 125.0, 1.0, "H2: tension, N"); // E A (1.3 / 1.2 - 1)
    cr_expect_lt(rod_fastest(world, rod), 0.01);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// H3: heavy bob on a light rod
// ---------------------------------------------------------------------------------------------------------------------

typedef struct swing {
    belay_world* world;
    belay_rod_id rod;
    belay_body_id bob;
    double mass;
} swing;

static swing make_swing(double mass, double young, double h)
{
    swing s = {.world = scene_world(h), .mass = mass};
    belay_rod_def def = belay_rod_def_default();
    double angle = scene_radians(10.0);
    def.radius = 0.003;
    def.young_modulus = young;
    def.density = 1100.0;
    def.direction = v3(sin(angle), 0.0, -cos(angle));
    s.rod = rod_make(s.world, &def);
    s.bob = rod_weight(s.world, mass, def.direction);
    rod_hold(s.world, s.rod, BELAY_ROD_PIN, 0.0, the_world);
    rod_hold(s.world, s.rod, BELAY_ROD_PIN, 1.0, s.bob);
    return s;
}

static double swing_energy(const swing* s)
{
    belay_energy e = belay_world_get_energy(s->world);
    return e.translation + e.rotation + e.potential + rod_energy(s->world, s->rod);
}

static void check_swing(double mass, double young)
{
    swing s = make_swing(mass, young, 1.0 / 240.0);
    double start = swing_energy(&s), least = HUGE_VAL, most = 0.0, highest = -HUGE_VAL, first = 0.0, last = 0.0;
    double buzz = 0.0, before = 1.0;
    int crossings = 0, count = 0;
    for (int k = 1; k <= 240 * 60; k++) {
        scene_steps(s.world, 1);
        belay_body_state b = scene_state(s.world, s.bob);
        double reach = v3_length(b.pose.position), t = k / 240.0;
        if (t > 2.0) {
            least = fmin(least, reach - 1.0);
            most = fmax(most, reach - 1.0);
        }
        highest = fmax(highest, swing_energy(&s));
        if (t > 10.0) {
            double along = v3_dot(b.linear_velocity, b.pose.position) / reach;
            buzz += along * along;
            count++;
        }
        if (before > 0.0 && b.pose.position.x <= 0.0) {
            double at = t - b.pose.position.x / (b.pose.position.x - before) / 240.0;
            if (crossings++ == 0) first = at;
            last = at;
        }
        before = b.pose.position.x;
    }
    cr_expect(least >= 5.9e-3 && most <= 8.0e-3, "H3, %g kg: stretched by %g to %g mm, right 5.9 to 8", mass,
              1e3 * least, 1e3 * most);
    scene_check_near((last - first) / (crossings - 1), 2.0169, 0.005 * 2.0169, "H3: period, s");
    double swung = mass * SCENE_G * (1.0 - cos(scene_radians(10.0)));
    cr_expect_leq(highest, start + 0.005 * swung, "H3: energy rose by %g of that of the swing",
                  (highest - start) / swung);
    scene_check_near(sqrt(buzz / count), 0.0, 5e-3, "H3: speed along the rod, m/s");
    belay_world_destroy(s.world);
}

Test(scene_H3, heavy_bob_swings_on_a_light_rod)
{
    check_swing(10.0, 5e8);
}

Test(scene_H3, ten_times_heavier_and_stiffer)
{
    check_swing(100.0, 5e9);
}

// ---------------------------------------------------------------------------------------------------------------------
// H4: stiff rod, large steps
// ---------------------------------------------------------------------------------------------------------------------

static const double steps[3] = {1.0 / 60.0, 1.0 / 240.0, 1.0 / 1000.0};

Test(scene_H4, steel_rod_is_stable_at_large_steps)
{
    for (int i = 0; i < 3; i++) {
        belay_world* world = scene_world(steps[i]);
        belay_world_set_gravity(world, v3_zero());
        belay_rod_def def = belay_rod_def_default();
        def.element_count = 16;
        def.length = 0.2;
        def.radius = 0.001;
        def.young_modulus = 5e10;
        def.density = 7800.0;
        belay_rod_id rod = rod_make(world, &def);
        rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
        double bent = 3.0 * (5e10 * SCENE_PI * 1e-12 / 4.0) * 0.005 / (0.2 * 0.2 * 0.2); // N, for 5 mm
        for (int k = 0; k < (int)(0.5 / steps[i]); k++) {
            rod_push(world, rod, 0.2, v3(0.0, 0.0, bent));
            scene_steps(world, 1);
        }
        double start = rod_energy(world, rod), most = start;
        cr_expect_gt(start, 0.0);
        for (int k = 0; k < (int)(20.0 / steps[i]); k++) {
            scene_steps(world, 1);
            most = fmax(most, rod_energy(world, rod));
        }
        cr_expect(most <= 1.01 * start, "H4, h = %g: energy %g of that at the start", steps[i], most / start);
        belay_world_destroy(world);
    }
}

// How far down the end of a spring of three turns hangs.
static double spring_hangs(double young, double h)
{
    belay_world* world = scene_world(h);
    belay_vec3 nodes[61];
    for (int k = 0; k <= 60; k++) {
        double a = 2.0 * SCENE_PI * 3.0 * k / 60.0;
        nodes[k] = v3(0.02 * cos(a), 0.02 * sin(a), -0.01 * a / (2.0 * SCENE_PI));
    }
    belay_rod_def def = belay_rod_def_default();
    def.element_count = 60;
    def.nodes = def.rest_nodes = nodes;
    def.radius = 0.001;
    def.young_modulus = young;
    def.density = 7800.0;
    def.drag = 3.0;
    def.touches_itself = false;
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
    scene_steps(world, (int)(20.0 / h));
    double hangs = -rod_node(world, rod, -1).z;
    cr_expect_lt(rod_fastest(world, rod), 1e-3);
    belay_world_destroy(world);
    return hangs;
}

// The rod's own stiffness, with which the spring hardly stretches, and a tenth of it.
Test(scene_H4, spring_hangs_as_far_at_every_step)
{
    for (int soft = 0; soft < 2; soft++) {
        double young = soft ? 5e9 : 5e10, hangs[3];
        for (int i = 0; i < 3; i++)
            hangs[i] = spring_hangs(young, steps[i]) - 0.03;
        cr_expect_gt(hangs[0], soft ? 1e-3 : 1e-4, "E = %g: longer by %g m", young, hangs[0]);
        for (int i = 1; i < 3; i++)
            scene_check_near(hangs[i] / hangs[0], 1.0, 0.02, "H4: extension against that at h = 1/60 s");
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Grips that turn what has no twist
// ---------------------------------------------------------------------------------------------------------------------

// A hand that is to twist a rod without twist asks for what no torque gives. The place follows the hand all the same,
// and nothing else moves the rod.
Test(rods_held, hands_lead_rods_that_they_cannot_twist)
{
    belay_world* world = scene_world(1e-3);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_def def = rod_of(0.02, 1500.0, 2e-3, 0.0025);
    def.model = BELAY_ROD_MASS_SPRING;
    belay_rod_id rod = rod_make(world, &def);
    belay_rod_attachment_def hand;
    int held;
    cr_assert(belay_rod_attachment_def_at(world, rod, BELAY_ROD_GRIP, 0.25, the_world, &hand) == BELAY_OK);
    hand.is_oriented = true;
    hand.max_force = 1.0;
    hand.max_torque = 0.01;
    cr_assert(belay_rod_attach(world, rod, &hand, &held) == BELAY_OK);
    // Others that come and go leave their numbers in the step's memory.
    int others[2];
    for (int i = 0; i < 2; i++)
        others[i] = rod_hold(world, rod, BELAY_ROD_GRIP, 0.6 + 0.2 * i, the_world);
    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 2 && i == 10; k++)
            cr_assert(belay_rod_detach(world, rod, others[k]) == BELAY_OK);
        hand.frame.position.z += 0.5e-3;
        cr_assert(belay_rod_move_attachment(world, rod, held, hand.frame) == BELAY_OK);
        scene_steps(world, 1);
        double fastest = rod_fastest(world, rod);
        cr_assert(fastest < 5.0, "led with 0.5 m/s, the rod moves with up to %g m/s", fastest);
    }
    cr_expect_leq(rod_held(world, rod, held).error, 1e-4);
    belay_world_destroy(world);
}

static belay_quat turned_about_y(double angle)
{
    return (belay_quat){.w = cos(0.5 * angle), .y = sin(0.5 * angle)};
}

// Across itself such a rod can be turned as any other, and all of the hand's torque is there for that.
Test(rods_held, hands_turn_rods_without_twist_across_themselves)
{
    belay_world* world = scene_world(1e-3);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_def def = rod_of(0.02, 1500.0, 2e-3, 0.0025);
    def.model = BELAY_ROD_MASS_SPRING;
    def.drag = 5.0;
    belay_rod_id rod = rod_make(world, &def);
    belay_rod_attachment_def hand;
    int held;
    cr_assert(belay_rod_attachment_def_at(world, rod, BELAY_ROD_GRIP, 0.5, the_world, &hand) == BELAY_OK);
    hand.is_oriented = true;
    hand.max_force = 5.0;
    hand.max_torque = 0.5;
    cr_assert(belay_rod_attach(world, rod, &hand, &held) == BELAY_OK);
    belay_quat first = hand.frame.rotation;
    for (int i = 1; i <= 300; i++) {
        hand.frame.rotation = q_mul(turned_about_y(0.5 * fmin(1.0, i / 200.0)), first);
        cr_assert(belay_rod_move_attachment(world, rod, held, hand.frame) == BELAY_OK);
        scene_steps(world, 1);
        cr_assert(belay_world_get_stats(world)->has_converged, "step %d", i);
    }
    belay_quat frames[64];
    int count = 0;
    cr_assert(belay_rod_get_frames(world, rod, frames, 64, &count) == BELAY_OK);
    belay_vec3 along = q_rotate(frames[count / 2], v3(0.0, 0.0, 1.0)),
               wanted = q_rotate(hand.frame.rotation, v3(0.0, 0.0, 1.0));
    cr_expect_lt(v3_length(v3_cross(along, wanted)), 1e-3);
    belay_rod_attachment_state state = rod_held(world, rod, held);
    cr_expect_lt(fabs(v3_dot(state.torque, along)), 1e-9);
    belay_world_destroy(world);
}

// What a hand asks of a place that a clamp holds already is left out. It is not to be in the way of other hands, that
// pull with more than it could.
Test(rods_held, what_is_left_out_is_not_in_the_way)
{
    enum { HANDS = 6 };
    belay_world* world = scene_world(1e-3);
    belay_rod_def def = rod_of(0.02, 1500.0, 2e-3, 0.0025);
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
    belay_rod_attachment_def hands[HANDS];
    int held[HANDS], newton = 0;
    for (int i = 0; i < HANDS; i++) {
        cr_assert(belay_rod_attachment_def_at(world, rod, BELAY_ROD_GRIP, 0.2 * i, the_world, &hands[i]) == BELAY_OK);
        hands[i].max_force = i == 0 ? 1e-3 : 2.0;
        cr_assert(belay_rod_attach(world, rod, &hands[i], &held[i]) == BELAY_OK);
    }
    for (int k = 1; k <= 100; k++) {
        for (int i = 1; i < HANDS; i++) {
            hands[i].frame.position.z += (i % 2 == 0 ? 1e-4 : -1e-4);
            cr_assert(belay_rod_move_attachment(world, rod, held[i], hands[i].frame) == BELAY_OK);
        }
        scene_steps(world, 1);
        const belay_step_stats* stats = belay_world_get_stats(world);
        cr_assert(stats->has_converged, "step %d: residual %g", k, stats->residual.natural);
        cr_assert_leq(stats->newton_iterations, 20, "step %d", k);
        newton += stats->newton_iterations;
    }
    cr_expect_gt(newton, 0);
    for (int i = 1; i < HANDS; i++)
        cr_expect_gt(v3_length(rod_held(world, rod, held[i]).force), 1e-2, "hand %d", i);
    cr_expect_eq(v3_length(rod_held(world, rod, held[0]).force), 0.0);
    belay_world_destroy(world);
}
