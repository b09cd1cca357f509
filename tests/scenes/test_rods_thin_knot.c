// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The force of a loose overhand knot in a rope that is thin against its loop, eps = sqrt(a / R) = 0.05:
//     T R^2 / B = 1/2 +- mu sigma / eps, sigma = 0.4924,
// + while it is drawn tighter, - while it opens (Audoly, Clauvelin and Neukirch 2007), to within 25 %, as the next
// order is of some eps.

#include "support/rod_scene.h"

#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>

#define FINE 8001

static const double stiffness = 1e-3, radius = 1.25e-4, loop_radius = 0.06, sigma = 0.4924; // N m^2, m

typedef struct thin_knot {
    belay_world* world;
    belay_rod_id rope;
    double length;
} thin_knot;

// Takes points of the curve so that elements are a fifth of the braid's length sqrt(2 a R) where strands touch, and
// become longer away from there. Returns their number.
static int space(const belay_vec3* curve, belay_vec3* nodes)
{
    const double braid = sqrt(2.0 * radius * loop_radius), coarse = 8e-3;
    int count = 0, last = 0;
    nodes[count++] = curve[0];
    double way = 0.0;
    for (int i = 1; i < FINE; i++) {
        way += v3_distance(curve[i - 1], curve[i]);
        double away = (hypot(curve[i].x, curve[i].y) - 3.0 * braid) / (0.6 * loop_radius);
        double wanted = 0.2 * braid + (coarse - 0.2 * braid) * fmin(1.0, fmax(0.0, away));
        if (way < wanted) continue;
        nodes[count++] = curve[last = i];
        way = 0.0;
    }
    if (last < FINE - 1) nodes[count - 1] = curve[FINE - 1];
    return count;
}

static thin_knot make_thin_knot(double mu)
{
    thin_knot k = {.world = scene_world(2e-3)};
    belay_world_set_gravity(k.world, v3_zero());
    static belay_vec3 curve[FINE];
    belay_vec3 nodes[ROD_MAX_NODES];
    rod_shape_knot shape = {.loop_radius = loop_radius, .apart = 2.1 * radius, .k = 1, .reach = 5.0 * loop_radius};
    rod_shape_loose_knot(&shape, curve, FINE);
    belay_rod_def def = rod_of(0.01, 2000.0, stiffness, radius);
    def.element_count = space(curve, nodes) - 1;
    def.nodes = nodes;
    def.drag = 10.0;
    def.material.friction = mu;
    k.rope = rod_make(k.world, &def);
    k.length = rod_length(k.world, k.rope);
    return k;
}

// Changes the force evenly and lets the knot come to rest. Returns the radius of its loop, from what its ends lack of
// the length.
static double radius_under(const thin_knot* k, double from, double to)
{
    for (int i = 1; i <= 600; i++) {
        double force = from + (to - from) * fmin(1.0, i / 400.0);
        rod_push(k->world, k->rope, k->length, v3(force, 0.0, 0.0));
        rod_push(k->world, k->rope, 0.0, v3(-force, 0.0, 0.0));
        scene_steps(k->world, 1);
    }
    belay_vec3 nodes[ROD_MAX_NODES];
    int count = rod_nodes(k->world, k->rope, nodes);
    cr_assert_eq(knot_type_of(nodes, count, false).determinant, 3);
    return (k->length - v3_distance(nodes[0], nodes[count - 1])) / (2.0 * SCENE_PI);
}

// `side` is 1 for a knot drawn tighter, -1 for one that opens.
static void check_force(double force, double loop, double mu, double side)
{
    double eps = sqrt(radius / loop), size = force * loop * loop / stiffness, right = 0.5 + side * mu * sigma / eps;
    cr_log_info("mu = %g, eps %g: T R^2 / B = %g, to the leading order %g\n", mu, eps, size, right);
    cr_expect_leq(eps, 0.05);
    cr_expect(fabs(size - right) < 0.25 * right, "mu = %g, under %g N: T R^2 / B = %g, to the leading order %g", mu,
              force, size, right);
}

Test(rods_thin_knot, force_without_friction_is_that_of_the_loop)
{
    thin_knot k = make_thin_knot(0.0);
    check_force(0.2, radius_under(&k, 0.14, 0.2), 0.0, 0.0);
    belay_world_destroy(k.world);
}

Test(rods_thin_knot, friction_adds_its_share_and_takes_it)
{
    thin_knot k = make_thin_knot(0.03);
    check_force(0.32, radius_under(&k, 0.14, 0.32), 0.03, 1.0);
    check_force(0.05, radius_under(&k, 0.32, 0.05), 0.03, -1.0);
    belay_world_destroy(k.world);
    k = make_thin_knot(0.06);
    check_force(0.45, radius_under(&k, 0.14, 0.45), 0.06, 1.0);
    belay_world_destroy(k.world);
}
