// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joining super-helices.

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>

#define H 0.002
#define HALF 8 // elements

static belay_rod_id helix_rod(belay_world* world, belay_vec3 from, belay_vec3 way)
{
    belay_rod_def def = belay_rod_def_default();
    def.model = BELAY_ROD_SUPER_HELIX;
    def.element_count = HALF;
    def.length = 0.5;
    def.start = from;
    def.direction = way;
    return rod_make(world, &def);
}

static belay_vec3 way_at(const belay_world* world, belay_rod_id rod, int node)
{
    return v3_normalize_or(v3_sub(rod_node(world, rod, node + 1), rod_node(world, rod, node)), v3_zero());
}

// At 30 degrees. The two elements beside the joint take up the corner, all else keeps its direction; so it stays, or it
// straightens.
Test(rod_join, super_helices_bend_at_the_joint)
{
    for (int straight = 0; straight < 2; straight++) {
        belay_world* world = scene_world(H);
        belay_world_set_gravity(world, v3_zero());
        belay_vec3 x = v3(1.0, 0.0, 0.0), aslant = v3(cos(SCENE_PI / 6.0), sin(SCENE_PI / 6.0), 0.0);
        belay_rod_id a = helix_rod(world, v3_zero(), x), b = helix_rod(world, v3(0.5, 0.0, 0.0), aslant);
        belay_rod_joint joint = straight ? BELAY_ROD_JOINT_STRAIGHT : BELAY_ROD_JOINT_AS_IT_LIES;
        cr_assert(belay_rod_join(world, a, 1, b, 0, joint, NULL) == BELAY_OK);
        for (int i = 0; i < 3 * (HALF - 1); i++) {
            cr_expect_lt(v3_distance(way_at(world, a, i), x), 1e-12);
            cr_expect_lt(v3_distance(way_at(world, a, 6 * HALF - 1 - i), aslant), 1e-12);
        }
        scene_steps(world, 50);
        if (straight)
            cr_expect_gt(rod_fastest(world, a), 0.01);
        else
            cr_expect_lt(rod_fastest(world, a), 1e-9);
        belay_world_destroy(world);
    }
}

// m, of the centre of mass: gravity's potential says where it is, along each axis.
static belay_vec3 centre_of(belay_world* world, belay_rod_id rod)
{
    double at[3];
    for (int k = 0; k < 3; k++) {
        belay_rod_energies e;
        belay_world_set_gravity(world, v3(k == 0 ? -1.0 : 0.0, k == 1 ? -1.0 : 0.0, k == 2 ? -1.0 : 0.0));
        cr_assert(belay_rod_get_energies(world, rod, &e) == BELAY_OK);
        belay_rod_info info = rod_info(world, rod);
        at[k] = e.potential / (info.line_mass * info.length);
    }
    belay_world_set_gravity(world, v3_zero());
    return v3(at[0], at[1], at[2]);
}

static double kinetic_of(const belay_world* world, belay_rod_id rod)
{
    belay_rod_energies e;
    cr_assert(belay_rod_get_energies(world, rod, &e) == BELAY_OK);
    return e.kinetic;
}

// Pushed so that they turn and bend, then joined: of equal mass, the rod flies on with the mean of their velocities,
// and the impact has made no energy.
Test(rod_join, super_helices_keep_their_momentum)
{
    belay_world* world = scene_world(H);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_id a = helix_rod(world, v3_zero(), v3(1.0, 0.0, 0.0));
    belay_rod_id b = helix_rod(world, v3(0.51, 0.0, 0.0), v3(1.0, 0.2, 0.1));
    for (int i = 0; i < 5; i++) {
        rod_push(world, a, 0.1, v3(0.0, 1.0, 0.5));
        rod_push(world, b, 0.4, v3(0.2, -0.5, 1.0));
        scene_steps(world, 1);
    }
    belay_vec3 before = v3_add(centre_of(world, a), centre_of(world, b));
    scene_steps(world, 1);
    belay_vec3 flown = v3_sub(v3_add(centre_of(world, a), centre_of(world, b)), before);
    double kinetic = kinetic_of(world, a) + kinetic_of(world, b);
    cr_assert(belay_rod_join(world, a, 1, b, 0, BELAY_ROD_JOINT_AS_IT_LIES, NULL) == BELAY_OK);
    cr_expect_lt(kinetic_of(world, a), kinetic);
    cr_expect_gt(kinetic_of(world, a), 0.3 * kinetic);
    belay_vec3 joined = centre_of(world, a);
    scene_steps(world, 20);
    belay_vec3 way = v3_sub(centre_of(world, a), joined), right = v3_scale(0.5 * 20.0, flown);
    cr_expect_lt(v3_distance(way, right), 1e-11 + 1e-11 * v3_length(right), "%g of %g m", v3_distance(way, right),
                 v3_length(right));
    belay_world_destroy(world);
}

// Cut and joined at once, a swinging one goes on as if it had not been.
Test(rod_join, a_super_helix_is_the_same_when_joined_at_once)
{
    belay_world *world = scene_world(H), *control = scene_world(H);
    belay_rod_id rod = helix_rod(world, v3_zero(), v3(1.0, 0.0, 0.0)), rest;
    belay_rod_id same = helix_rod(control, v3_zero(), v3(1.0, 0.0, 0.0));
    rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_hold(control, same, BELAY_ROD_CLAMP, 0.0, the_world);
    scene_steps(world, 60);
    scene_steps(control, 60);
    cr_assert(belay_rod_cut(world, rod, 0.25, &rest) == BELAY_OK);
    cr_assert(belay_rod_join(world, rod, 1, rest, 0, BELAY_ROD_JOINT_STRAIGHT, NULL) == BELAY_OK);
    rod_check_same_nodes(world, rod, control, same, 1e-15, "joined");
    scene_steps(world, 60);
    scene_steps(control, 60);
    rod_check_same_nodes(world, rod, control, same, 1e-9, "later");
    belay_world_destroy(world);
    belay_world_destroy(control);
}
