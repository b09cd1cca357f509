// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Steps that are long against what happens in them: a thick and supple rope that begins folded so sharply that it
// unfolds by several of its elements a step, with strands in each other. A segment that turns by radians within a step
// would stretch out of nothing, were contacts to leave it no other way. The step then takes energy out; it never puts
// any in, and it leaves the momentum alone. (Between contact instants, where a step ends, chords of fast turns are
// stretched, so what is seen there may rise for a moment, but not above what there was at first.)

#include "support/rods/rod_scene.h"

#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>
#include <math.h>

#define ELEMENTS 100
#define LINE_MASS 0.01
#define STRETCH 2000.0 // N
#define RADIUS 0.003
// The share of the first energy by which drawing strands apart may exceed it: they begin up to half a radius in each
// other, and 0.2 of that is taken back a step.
#define RECOVERED 0.05

typedef struct folded {
    belay_world* world;
    belay_rod_id rope;
    double mass, node_mass[ELEMENTS + 1];
} folded;

static folded make_folded(double h)
{
    folded f = {.world = scene_world(h), .node_mass = {0.0}};
    belay_world_set_gravity(f.world, v3_zero());
    belay_vec3 nodes[ELEMENTS + 1];
    rod_shape_knot shape = {.loop_radius = 0.02, .apart = 2.2 * RADIUS, .k = 1, .reach = 0.08};
    rod_shape_loose_knot(&shape, nodes, ELEMENTS + 1);
    belay_rod_def def = rod_of(LINE_MASS, STRETCH, 3e-5, RADIUS);
    def.element_count = ELEMENTS;
    def.nodes = nodes;
    def.material.friction = 0.3;
    f.rope = rod_make(f.world, &def);
    f.mass = LINE_MASS * rod_length(f.world, f.rope);
    for (int i = 0; i < ELEMENTS; i++) {
        double half = 0.5 * LINE_MASS * v3_distance(nodes[i], nodes[i + 1]);
        f.node_mass[i] += half;
        f.node_mass[i + 1] += half;
    }
    return f;
}

static belay_vec3 momentum_of(const folded* f)
{
    belay_vec3 positions[ELEMENTS + 1], velocities[ELEMENTS + 1], sum = v3_zero();
    int count = 0;
    belay_rod_get_nodes(f->world, f->rope, positions, velocities, ELEMENTS + 1, &count);
    for (int i = 0; i < count; i++)
        sum = v3_add_scaled(sum, f->node_mass[i], velocities[i]);
    return sum;
}

static unsigned determinant_of(const folded* f)
{
    belay_vec3 nodes[ROD_MAX_NODES];
    int count = rod_nodes(f->world, f->rope, nodes);
    return (unsigned)knot_type_of(nodes, count, false).determinant;
}

static void check(double h)
{
    folded f = make_folded(h);
    double energy = rod_energy(f.world, f.rope), first = energy;
    int steps = (int)lround(0.15 / h), slowed = 0;
    for (int k = 0; k < steps; k++) {
        scene_steps(f.world, 1);
        energy = rod_energy(f.world, f.rope);
        slowed += belay_world_get_stats(f.world)->damped_rods;
        cr_assert_leq(energy, (1.0 + RECOVERED) * first, "h %g, step %d: %g J, %g at first", h, k, energy, first);
        // What acts within the rope adds up to nothing, to the rounding of stresses.
        double p = v3_length(momentum_of(&f));
        cr_assert_leq(p, 1e-13 * STRETCH * h, "h %g, step %d: momentum %g", h, k, p);
    }
    cr_assert_leq(energy, 0.5 * first, "h %g: it has unfolded", h);
    cr_assert_eq(determinant_of(&f), 3, "h %g", h);
    cr_assert(slowed > 0 && slowed < steps, "h %g: slowed down in %d of %d steps", h, slowed, steps);
    belay_world_destroy(f.world);
}

Test(rods_long_steps, no_energy_comes_of_a_rope_that_unfolds_in_a_blow)
{
    check(1e-3);
    check(2.5e-3);
    check(5e-3);
}
