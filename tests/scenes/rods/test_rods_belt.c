// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A rope on a conveyor belt: taken along as a box is, or rolling where it lies across; left behind by a belt that is
// stopped; and what is told of slip and energy.

#include "support/rods/rod_scene.h"
#include "support/scene_solids.h"

#include <criterion/criterion.h>

static const double h = 1.0 / 240.0, mu = 0.4, radius = 0.01;

typedef struct belt {
    belay_world* world;
    belay_collider_id surface;
    belay_rod_id rope;
} belt;

// A rope of 0.6 m at rest on a slab whose surface runs along x with `speed`, turned by `heading` (rad) from that.
static belt make_belt(double heading, double speed)
{
    belt b = {.world = scene_sleepless_world(h)};
    scene_solid slab = scene_box(v3(12.0, 2.0, 0.2), v3(0.0, 0.0, -0.1));
    slab.type = BELAY_BODY_STATIC;
    slab.material = scene_rough(mu);
    slab.surface_velocity = v3(speed, 0.0, 0.0);
    belay_body_id body = scene_add_solid(b.world, &slab);
    int count;
    cr_assert(belay_body_get_colliders(b.world, body, &b.surface, 1, &count) == BELAY_OK && count == 1);
    belay_rod_def def = belay_rod_def_default();
    belay_vec3 along = v3(cos(heading), sin(heading), 0.0);
    def.length = 0.6;
    def.element_count = 12;
    def.radius = radius;
    def.start = v3_add_scaled(v3(0.0, 0.0, radius), -0.3, along);
    def.direction = along;
    def.material = scene_rough(mu);
    b.rope = rod_make(b.world, &def);
    return b;
}

static belay_vec3 mean_velocity(const belt* b)
{
    belay_vec3 velocities[ROD_MAX_NODES], sum = v3_zero();
    int count;
    cr_assert(belay_rod_get_nodes(b->world, b->rope, NULL, velocities, ROD_MAX_NODES, &count) == BELAY_OK);
    for (int i = 0; i < count; i++)
        sum = v3_add_scaled(sum, (i == 0 || i == count - 1 ? 0.5 : 1.0) / (count - 1), velocities[i]);
    return sum;
}

static double middle_of(const belt* b)
{
    belay_vec3 nodes[ROD_MAX_NODES];
    int count = rod_nodes(b->world, b->rope, nodes);
    return 0.5 * (nodes[0].x + nodes[count - 1].x);
}

// a = mu g until the speed V is reached, when the belt has run ahead by V^2 / (2 mu g); then it goes along.
Test(rods_belt, a_rope_along_the_belt_is_taken_along)
{
    const double speed = 1.2;
    belt b = make_belt(0.0, speed);
    double most_made = 0.0, moved = 0.0;
    for (int k = 1; k <= 240; k++) {
        scene_steps(b.world, 1);
        scene_check_converged(b.world);
        const belay_energy_report* e = &belay_world_get_stats(b.world)->energy;
        most_made = fmax(most_made, e->normal + e->friction + e->rods + e->limits + e->left_over);
        moved += e->movers;
        double until_now = mu * SCENE_G * k * h, v = mean_velocity(&b).x;
        if (until_now < speed) cr_assert_float_eq(v, until_now, 1e-3 * speed, "%g m/s after %g s", v, k * h);
        cr_assert_lt(fabs(mean_velocity(&b).y), 1e-9);
    }
    cr_expect_float_eq(mean_velocity(&b).x, speed, 1e-6, "it goes along with %.9g m/s", mean_velocity(&b).x);
    double slip = speed * 240 * h - middle_of(&b);
    cr_expect_float_eq(slip, speed * speed / (2.0 * mu * SCENE_G), 0.02 * slip, "slipped by %g m", slip);
    cr_expect_lt(most_made, 1e-9, "%g J from nothing", most_made);
    // What the belt did: the energy that the rope has, and as much that friction took.
    double mass = rod_info(b.world, b.rope).line_mass * 0.6;
    cr_expect_float_eq(moved, mass * speed * speed, 0.02 * moved, "the belt gave %g J", moved);
    belay_world_destroy(b.world);
}

// A rope across the belt is a roller: friction F gives it the speed F t / m and turns it, with I = m R^2 / 2, so that
// its lower side gains 2 F t / m more. It rolls once 3 F t / m = V, and goes with V / 3 from then on.
Test(rods_belt, a_rope_across_the_belt_rolls)
{
    const double speed = 1.2;
    belt b = make_belt(0.5 * SCENE_PI, speed);
    for (int k = 1; k <= 240; k++) {
        scene_steps(b.world, 1);
        scene_check_converged(b.world);
        double until_now = mu * SCENE_G * k * h, v = mean_velocity(&b).x;
        if (until_now < speed / 3.0) cr_assert_float_eq(v, until_now, 1e-3 * speed, "%g m/s after %g s", v, k * h);
    }
    cr_expect_float_eq(mean_velocity(&b).x, speed / 3.0, 2e-4 * speed, "it goes with %.9g m/s", mean_velocity(&b).x);
    belay_world_destroy(b.world);
}

Test(rods_belt, contacts_tell_the_slip_against_the_belt)
{
    belt b = make_belt(0.0, 1.2);
    scene_steps(b.world, 30); // a quarter of what it takes to go along
    int32_t count;
    const belay_rod_contact* contacts = belay_world_get_rod_contacts(b.world, &count);
    double slip = 1.2 - mean_velocity(&b).x, push = 0.0;
    cr_assert_gt(count, 5);
    for (int i = 0; i < count; i++) {
        const belay_rod_contact* c = &contacts[i];
        if (!(c->impulse[0] > 0.0)) continue;
        double told = hypot(c->velocity[1], c->velocity[2]);
        cr_expect_float_eq(told, slip, 0.01 * slip, "%g m/s at %g m, against %g", told, c->s_a, slip);
        belay_vec3 f = v3_add(v3_scale(c->impulse[1], c->tangent1), v3_scale(c->impulse[2], c->tangent2));
        push += f.x;
    }
    double weight = rod_info(b.world, b.rope).line_mass * 0.6 * SCENE_G;
    cr_expect_float_eq(push, mu * weight * h, 1e-3 * push, "%g N s, against %g", push, mu * weight * h);
    belay_world_destroy(b.world);
}

// V^2 / (2 mu g) further it lies still.
Test(rods_belt, a_belt_that_stops_lets_the_rope_slide_out)
{
    belt b = make_belt(0.0, 0.8);
    scene_steps(b.world, 240);
    double from = middle_of(&b);
    cr_assert(belay_collider_set_surface_velocity(b.world, b.surface, v3_zero()) == BELAY_OK);
    scene_steps(b.world, 240);
    double way = middle_of(&b) - from;
    cr_expect_float_eq(way, 0.8 * 0.8 / (2.0 * mu * SCENE_G), 0.03 * way, "slid on by %g m", way);
    cr_expect_lt(rod_fastest(b.world, b.rope), 1e-9);
    belay_world_destroy(b.world);
}

// A rope asleep on a belt that stands is woken by the belt, and taken along.
Test(rods_belt, a_belt_that_begins_to_run_wakes_the_rope)
{
    belt b = make_belt(0.0, 0.0);
    cr_assert(belay_world_set_sleep(b.world, true) == BELAY_OK);
    scene_steps(b.world, 480);
    cr_assert(!rod_is_awake(b.world, b.rope), "it lies still and sleeps");
    cr_assert(belay_collider_set_surface_velocity(b.world, b.surface, v3(0.5, 0.0, 0.0)) == BELAY_OK);
    scene_steps(b.world, 120);
    cr_expect(rod_is_awake(b.world, b.rope));
    cr_expect_float_eq(mean_velocity(&b).x, 0.5, 1e-6);
    belay_world_destroy(b.world);
}
