// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods that bounce: heights by e^2, momentum between two, materials of pairs, and no energy from nothing.

#include "support/rods/rod_scene.h"
#include "support/scene_solids.h"

#include <criterion/criterion.h>

static const double h = 1.0 / 240.0, radius = 0.01, length = 0.5;

static belay_world* floor_world(double restitution, belay_collider_id* floor)
{
    belay_world* world = scene_sleepless_world(h);
    belay_material material = {0.0, restitution};
    *floor = scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, material);
    return world;
}

static belay_rod_id add_bar(belay_world* world, belay_vec3 middle, belay_vec3 along, int elements, double restitution)
{
    belay_rod_def def = belay_rod_def_default();
    def.length = length;
    def.element_count = elements;
    def.radius = radius;
    def.young_modulus = 1e9;
    def.start = v3_add_scaled(middle, -0.5 * length, along);
    def.direction = along;
    def.material = (belay_material){0.0, restitution};
    return rod_make(world, &def);
}

static double made(const belay_world* world)
{
    const belay_energy_report* e = &belay_world_get_stats(world)->energy;
    return e->normal + e->friction + e->rods + e->limits + e->left_over;
}

// Dropped flat from the height H it comes to rest for an instant at e^2 H, and at e^4 H after that.
static void check_ladder(double e, double of_floor, double of_rod, int elements)
{
    const double drop = 0.5;
    belay_collider_id floor;
    belay_world* world = floor_world(of_floor, &floor);
    belay_rod_id bar = add_bar(world, v3(0.0, 0.0, radius + drop), v3(1.0, 0.0, 0.0), elements, of_rod);
    double fall = sqrt(2.0 * drop / SCENE_G), most = 0.0, second = 0.0;
    int first_hit = (int)(fall / h), second_hit = (int)((fall + 2.0 * e * fall) / h);
    for (int k = 1; k <= second_hit + (int)(e * e * fall / h) + 4; k++) {
        scene_steps(world, 1);
        cr_assert_lt(made(world), 1e-9, "%g J from nothing in step %d", made(world), k);
        double height = rod_node(world, bar, elements / 2).z - radius;
        if (k > first_hit + 2 && k < second_hit - 2) most = fmax(most, height);
        if (k > second_hit + 2) second = fmax(second, height);
    }
    // A hit is met within a step: the height that it begins from is off by as much as is fallen in half of one.
    cr_expect_float_eq(most, e * e * drop, 0.02 * drop, "bounced to %g m, not %g", most, e * e * drop);
    cr_expect_float_eq(second, e * e * e * e * drop, 0.03 * drop, "then to %g m, not %g", second, e * e * e * e * drop);
    belay_world_destroy(world);
}

Test(rods_bounce, a_bar_dropped_flat_bounces_to_e_squared_of_the_height)
{
    check_ladder(0.8, 0.8, 0.0, 4); // the livelier partner decides
    check_ladder(0.8, 0.3, 0.8, 10);
    check_ladder(0.5, 0.5, 0.5, 2);
}

// What bounces no more lies still.
Test(rods_bounce, it_comes_to_rest)
{
    belay_collider_id floor;
    belay_world* world = floor_world(0.5, &floor);
    belay_rod_id bar = add_bar(world, v3(0.0, 0.0, radius + 0.1), v3(1.0, 0.0, 0.0), 6, 0.0);
    scene_steps(world, 480);
    cr_expect_lt(rod_fastest(world, bar), 1e-6, "%g m/s", rod_fastest(world, bar));
    for (int i = 0; i <= 6; i++)
        cr_expect_float_eq(rod_node(world, bar, i).z, radius, 1e-5, "node %d at %.9g m", i, rod_node(world, bar, i).z);
    belay_world_destroy(world);
}

// A bar falls flat along another as long, with e = 1, the larger of the two: they exchange their velocities.
Test(rods_bounce, two_rods_keep_their_momentum)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.gravity = v3_zero();
    belay_world* world = scene_world_of(&def);
    belay_rod_id a = add_bar(world, v3(0.0, 0.0, 0.1), v3(1.0, 0.0, 0.0), 4, 1.0);
    belay_rod_id b = add_bar(world, v3(0.0, 0.0, 0.0), v3(1.0, 0.0, 0.0), 4, 0.4);
    rod_move(world, a, v3(0.0, 0.0, -1.0));
    double before = rod_energy(world, a) + rod_energy(world, b);
    for (int k = 0; k < 48; k++) {
        scene_steps(world, 1);
        cr_assert_lt(made(world), 1e-9);
    }
    belay_vec3 va[5], vb[5];
    cr_assert(belay_rod_get_nodes(world, a, NULL, va, 5, NULL) == BELAY_OK);
    cr_assert(belay_rod_get_nodes(world, b, NULL, vb, 5, NULL) == BELAY_OK);
    for (int i = 0; i < 5; i++) {
        cr_expect_lt(v3_length(va[i]), 1e-6, "%g m/s", v3_length(va[i]));
        cr_expect_lt(v3_distance(vb[i], v3(0.0, 0.0, -1.0)), 1e-6);
    }
    cr_expect_float_eq(rod_energy(world, a) + rod_energy(world, b), before, 1e-7 * before);
    belay_world_destroy(world);
}

Test(rods_bounce, a_rod_and_a_floor_have_a_material_of_their_own)
{
    belay_collider_id floor;
    belay_world* world = floor_world(0.0, &floor);
    belay_rod_id bars[2];
    for (int i = 0; i < 2; i++)
        bars[i] = add_bar(world, v3(0.0, i, radius + 0.2), v3(1.0, 0.0, 0.0), 4, 0.0);
    belay_material lively = {0.7, 0.9};
    cr_assert(belay_rod_set_pair_material(world, bars[1], floor, lively) == BELAY_OK);
    double most[2] = {0.0, 0.0};
    for (int k = 0; k < 90; k++) {
        scene_steps(world, 1);
        int32_t count;
        const belay_rod_contact* c = belay_world_get_rod_contacts(world, &count);
        for (int i = 0; i < count; i++) {
            bool is_lively = c[i].rod_a.value == bars[1].value;
            cr_assert_float_eq(c[i].friction, is_lively ? 0.7 : 0.0, 0.0);
            cr_assert_float_eq(c[i].restitution, is_lively ? 0.9 : 0.0, 0.0);
        }
        for (int i = 0; k > 52 && i < 2; i++)
            most[i] = fmax(most[i], rod_node(world, bars[i], 2).z - radius);
    }
    cr_expect_lt(most[0], 1e-6);
    cr_expect_float_eq(most[1], 0.81 * 0.2, 0.02 * 0.2, "bounced to %g m", most[1]);
    cr_assert(belay_rod_clear_pair_material(world, bars[1], floor) == BELAY_OK);
    scene_steps(world, 200);
    cr_expect_lt(rod_fastest(world, bars[1]), 1e-9, "it bounces no more");
    belay_world_destroy(world);
}

// Two bars across a third that slopes: without friction one slides with g sin; with friction of its own the other
// rolls, with 2/3 of that, as I = m R^2 / 2.
Test(rods_bounce, two_rods_have_a_material_of_their_own)
{
    belay_world* world = scene_sleepless_world(h);
    belay_vec3 down = v3(0.0, cos(0.2), -sin(0.2));
    belay_rod_id slope = add_bar(world, v3_zero(), down, 4, 0.0), bars[2];
    rod_hold(world, slope, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_hold(world, slope, BELAY_ROD_CLAMP, length, the_world);
    for (int i = 0; i < 2; i++)
        bars[i] = add_bar(world, v3_add(v3_scale(0.1 - 0.2 * i, down), v3(0.0, 0.0, 2.0 * radius / cos(0.2))),
                          v3(1.0, 0.0, 0.0), 4, 0.0);
    cr_assert(belay_rods_set_pair_material(world, bars[1], slope, (belay_material){1.0, 0.0}) == BELAY_OK);
    double from[2] = {rod_node(world, bars[0], 2).y, rod_node(world, bars[1], 2).y};
    scene_steps(world, 24);
    double slid = rod_node(world, bars[0], 2).y - from[0], rolled = rod_node(world, bars[1], 2).y - from[1];
    cr_expect_float_eq(slid, 0.5 * SCENE_G * sin(0.2) * cos(0.2) * 0.01, 0.1 * slid, "slid by %g m", slid);
    cr_expect_float_eq(rolled, slid / 1.5, 0.03 * slid, "rolled by %g m", rolled);
    belay_world_destroy(world);
}
