// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Overhand knots: they stay what they are whatever pulls at them, friction holds them shut, and the force that a loose
// one takes lies on both sides of that of a thin loop, by what friction takes.

#include "support/rod_scene.h"

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

static loose_knot make_knot(double mu, double radius, double drag, int elements, double h)
{
    loose_knot k = {.world = scene_world(h)};
    belay_world_set_gravity(k.world, v3_zero());
    belay_vec3 nodes[ROD_MAX_NODES];
    rod_shape_knot shape = {.loop_radius = loop_radius, .apart = 2.4 * radius, .k = 1, .reach = 3.5 * loop_radius};
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
    loose_knot k = make_knot(0.3, 0.0015, 2.0, 100, 1e-3);
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
    loose_knot k = make_knot(mu, 0.0015, 5.0, 80, 1e-3);
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
    for (int i = 1; i < 3; i++)
        cr_expect(share[i] > 1.2 * share[i - 1], "mu = %g keeps %g of the energy, %g keeps %g", mu[i], share[i],
                  mu[i - 1], share[i - 1]);
}
