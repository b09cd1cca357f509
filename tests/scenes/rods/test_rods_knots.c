// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Overhand knots: they stay what they are whatever pulls at them, friction holds them shut, and the force that a loose
// one takes lies on both sides of that of a thin loop, by what friction takes.

#include "support/rods/rod_scene.h"

#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>
#include <stdio.h>

static const double stiffness = 1e-3, loop_radius = 0.05; // N m^2, m

typedef struct loose_knot {
    belay_world* world;
    belay_rod_id rope;
    double length;
} loose_knot;

static loose_knot make_knot(double mu, double radius, double drag, int elements, double reach, double h)
{
    loose_knot k = {.world = scene_world(h)};
    belay_world_set_gravity(k.world, v3_zero());
    belay_vec3 nodes[ROD_MAX_NODES];
    rod_shape_knot shape = {.loop_radius = loop_radius, .apart = 2.2 * radius, .k = 1, .reach = reach};
    rod_shape_loose_knot(&shape, nodes, elements + 1);
    belay_rod_def def = rod_of(0.01, 2000.0, stiffness, radius);
    def.element_count = elements;
    def.nodes = nodes;
    def.drag = drag;
    def.material.friction = mu;
    k.rope = rod_make(k.world, &def);
    k.length = rod_length(k.world, k.rope);
    return k;
}

// A step with the ends pulled apart along x.
static void pull(const loose_knot* k, double force)
{
    rod_push(k->world, k->rope, 0.0, v3(-force, 0.0, 0.0));
    rod_push(k->world, k->rope, k->length, v3(force, 0.0, 0.0));
    scene_steps(k->world, 1);
}

static void check_is_overhand(const loose_knot* k, const char* when)
{
    belay_vec3 nodes[ROD_MAX_NODES];
    int count = rod_nodes(k->world, k->rope, nodes);
    unsigned determinant = (unsigned)knot_type_of(nodes, count, false).determinant;
    cr_assert(determinant == 3, "%s: determinant %u, that of an overhand knot is 3", when, determinant);
}

Test(rods_knots, no_force_pulls_a_strand_through_another)
{
    loose_knot k = make_knot(0.3, 0.0015, 2.0, 100, 3.5 * loop_radius, 1e-3);
    double most = 100.0 * stiffness / (loop_radius * loop_radius); // 40 N
    char when[64];
    for (int i = 0; i < 1500; i++) {
        double force = most * i / 1499.0;
        pull(&k, force);
        snprintf(when, sizeof when, "under %.3g N", force);
        if (i % 5 == 0) check_is_overhand(&k, when);
    }
    belay_world_destroy(k.world);
}

static double bend_energy(const loose_knot* k)
{
    belay_rod_energies e;
    cr_assert(belay_rod_get_energies(k->world, k->rope, &e) == BELAY_OK);
    return e.bend;
}

// The share of its bending energy that a knot drawn tight keeps when it is let go: none when it comes undone, as it may
// when its ends slip out.
static double kept(double mu)
{
    loose_knot k = make_knot(mu, 0.0015, 5.0, 80, 3.5 * loop_radius, 1e-3);
    for (int i = 0; i < 1000; i++)
        pull(&k, fmin(3.0, 4e-3 * i));
    check_is_overhand(&k, "drawn tight");
    double tight = bend_energy(&k);
    for (int i = 0; i < 600; i++)
        pull(&k, 0.0);
    double left = bend_energy(&k);
    belay_world_destroy(k.world);
    return left / tight;
}

Test(rods_knots, friction_keeps_a_released_knot_shut)
{
    const double mu[] = {0.0, 0.1, 0.3};
    double share[3];
    for (int i = 0; i < 3; i++) {
        share[i] = kept(mu[i]);
        cr_log_info("mu = %g: keeps %g of its energy\n", mu[i], share[i]);
    }
    // What is left without friction is the equilibrium without: straight. A loose knot locks itself from mu = sqrt(a /
    // R) / (2 * 0.4924) on, here about 0.2: between the other two.
    cr_expect_lt(share[0], 0.01, "without friction %g of the energy is kept", share[0]);
    cr_expect_lt(share[1], 0.1, "mu = 0.1 keeps %g of the energy", share[1]);
    cr_expect_gt(share[2], 0.5, "mu = 0.3 keeps %g of the energy", share[2]);
    for (int i = 1; i < 3; i++)
        cr_expect(share[i] > 1.2 * share[i - 1], "mu = %g keeps %g of the energy, %g keeps %g", mu[i], share[i],
                  mu[i - 1], share[i - 1]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Force and loop
// ---------------------------------------------------------------------------------------------------------------------

static const double thin = 0.001; // m: a of the rope whose loop is measured

// T R^2 / B of the loop at rest under a force: R from what the ends lack of the rope's length.
typedef struct loop_force {
    double tightened, opened; // after a rise of the force, and after a fall
} loop_force;

// The force goes to `to` in so many steps, and stays for half as many.
static double force_of_loop(const loose_knot* k, double from, double to, int steps)
{
    for (int i = 1; i <= steps + steps / 2; i++)
        pull(k, from + (to - from) * fmin(1.0, (double)i / steps));
    double apart = v3_distance(rod_node(k->world, k->rope, 0), rod_node(k->world, k->rope, -1));
    double radius = (k->length - apart) / (2.0 * SCENE_PI);
    return to * radius * radius / stiffness;
}

static loop_force measure_loop(double mu)
{
    loose_knot k = make_knot(mu, thin, 10.0, 120, 5.0 * loop_radius, 2e-3);
    force_of_loop(&k, 0.2, 0.2, 200);
    loop_force f = {.tightened = force_of_loop(&k, 0.2, 0.6, 400)};
    f.opened = force_of_loop(&k, 0.6, 0.1, 400);
    check_is_overhand(&k, "tightened and opened");
    cr_log_info("mu = %g: T R^2 / B = %g tightened, %g opened\n", mu, f.tightened, f.opened);
    belay_world_destroy(k.world);
    return f;
}

// T = B / 2 R^2 +- mu sigma B / R^(3/2) a^(1/2), sigma = 0.4924 for this knot, to the leading order in sqrt(a / R),
// here 0.14: 0.5 +- mu sigma sqrt(R / a). The next order is of some tenths in the first term, and within a factor of
// two in the second, which stays in proportion to mu.
Test(rods_knots, friction_takes_its_share_of_the_force_of_a_loose_knot)
{
    const double mu = 0.05, next = 0.5 * 3.0 * sqrt(thin / loop_radius);
    loop_force none = measure_loop(0.0), some = measure_loop(mu), twice = measure_loop(2.0 * mu);
    double share = 0.5 * (some.tightened - some.opened), leading = mu * 0.4924 * sqrt(loop_radius / thin);
    scene_check_near(none.tightened, 0.5 + 0.5 * next, 0.5 * next + 0.05, "T R^2 / B without friction, tightened");
    scene_check_near(none.opened, 0.5 + 0.5 * next, 0.5 * next + 0.05, "the same, opened");
    scene_check_near(0.5 * (some.tightened + some.opened), 0.5 * (none.tightened + none.opened), 0.1,
                     "mean of tightened and opened with friction, against that without");
    cr_expect(share > 0.5 * leading && share < 2.0 * leading, "friction's share is %g, to the leading order %g", share,
              leading);
    // The larger loop is nearer to the thin one, and a knot that is let go opens the less the more friction there is.
    cr_expect(none.opened < none.tightened && none.opened > 0.5);
    cr_expect(twice.opened < 0.8 * some.opened && some.opened < 0.8 * none.opened);
    scene_check_near((twice.tightened - none.tightened) / (some.tightened - none.tightened), 2.0, 0.4,
                     "friction's share with twice the friction");
}

// ---------------------------------------------------------------------------------------------------------------------
// Held by its ends
// ---------------------------------------------------------------------------------------------------------------------

// Drawn apart and then kept: what holds the ends pulls at them, as much as the rope there is taut.
Test(rods_knots, pins_pull_at_the_ends_of_a_knot)
{
    loose_knot k = make_knot(0.1, 0.0015, 5.0, 60, 3.5 * loop_radius, 1e-3);
    belay_rod_attachment_def pins[2];
    int held[2];
    for (int e = 0; e < 2; e++) {
        double s = e == 0 ? 0.0 : k.length;
        cr_assert(belay_rod_attachment_def_at(k.world, k.rope, BELAY_ROD_PIN, s, the_world, &pins[e]) == BELAY_OK);
        cr_assert(belay_rod_attach(k.world, k.rope, &pins[e], &held[e]) == BELAY_OK);
    }
    for (int i = 0; i < 600; i++) {
        for (int e = 0; e < 2; e++) {
            pins[e].frame.position.x += i < 300 ? (e == 0 ? -2e-4 : 2e-4) : 0.0;
            cr_assert(belay_rod_move_attachment(k.world, k.rope, held[e], pins[e].frame) == BELAY_OK);
        }
        scene_steps(k.world, 1);
        if (i < 400 || i % 10 != 0) continue;
        double tensions[60];
        cr_assert(belay_rod_get_tensions(k.world, k.rope, tensions, 60, NULL) == BELAY_OK);
        cr_expect_gt(tensions[0], 0.0);
        for (int e = 0; e < 2; e++) {
            double pull = (e == 0 ? -1.0 : 1.0) * rod_held(k.world, k.rope, held[e]).force.x;
            // Tails are not quite along x, and what rings in the rope is damped.
            scene_check_near(pull, tensions[59 * e], 0.02 * tensions[59 * e], "force of a pin, N");
        }
    }
    check_is_overhand(&k, "held by its ends");
    belay_world_destroy(k.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Free
// ---------------------------------------------------------------------------------------------------------------------

typedef struct knot_momenta {
    belay_vec3 linear, angular;
    double size, turning; // what the same speeds would make of them all in one direction
} knot_momenta;

// `made`: the nodes at first, between which the masses lie.
static knot_momenta momenta_of(const loose_knot* k, const belay_vec3* made)
{
    belay_vec3 x[ROD_MAX_NODES], v[ROD_MAX_NODES];
    int count;
    cr_assert(belay_rod_get_nodes(k->world, k->rope, x, v, ROD_MAX_NODES, &count) == BELAY_OK);
    knot_momenta p = {v3_zero(), v3_zero(), 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        double before = i > 0 ? v3_distance(made[i - 1], made[i]) : 0.0;
        double behind = i + 1 < count ? v3_distance(made[i], made[i + 1]) : 0.0;
        double mass = 0.01 * 0.5 * (before + behind);
        p.linear = v3_add_scaled(p.linear, mass, v[i]);
        p.angular = v3_add_scaled(p.angular, mass, v3_cross(x[i], v[i]));
        p.size += mass * v3_length(v[i]);
        p.turning += mass * v3_length(x[i]) * v3_length(v[i]);
    }
    return p;
}

// A knot that springs open pushes and rubs itself, for 0.2 s. Returns the largest angular momentum on the way.
static double spring_open(double mu, double h)
{
    loose_knot k = make_knot(mu, 0.0015, 0.0, 60, 3.5 * loop_radius, h);
    belay_vec3 made[ROD_MAX_NODES];
    rod_nodes(k.world, k.rope, made);
    double last = rod_energy(k.world, k.rope), turned = 0.0, most = 0.0;
    int touched = 0;
    for (int i = 0; i < (int)lround(0.2 / h); i++) {
        scene_steps(k.world, 1);
        knot_momenta p = momenta_of(&k, made);
        double energy = rod_energy(k.world, k.rope);
        int32_t contacts;
        belay_world_get_rod_contacts(k.world, &contacts);
        touched += contacts > 0;
        most = fmax(most, p.size);
        cr_assert_leq(v3_length(p.linear), 1e-11 * most, "step %d: momentum %g of %g", i, v3_length(p.linear), most);
        cr_expect_leq(energy, last * (1.0 + 1e-9), "step %d: the energy grows from %g to %g J", i, last, energy);
        turned = fmax(turned, v3_length(p.angular) / p.turning);
        last = energy;
    }
    cr_log_info("mu = %g: %d steps in contact, angular momentum up to %g\n", mu, touched, turned);
    cr_assert_gt(touched, 20);
    belay_world_destroy(k.world);
    return turned;
}

// No momentum comes of it, and no energy; angular momentum only of what tension does to segments that turn, as in any
// step of this kind, in proportion to the step.
Test(rods_knots, self_contact_moves_no_knot_as_a_whole)
{
    for (int i = 0; i < 2; i++) {
        double mu = 0.3 * i, coarse = spring_open(mu, 1e-3), fine = spring_open(mu, 5e-4);
        cr_expect_lt(coarse, 0.02, "mu = %g: angular momentum up to %g", mu, coarse);
        cr_expect_lt(fine, 0.7 * coarse, "mu = %g: angular momentum up to %g, with half the step %g", mu, coarse, fine);
    }
}
