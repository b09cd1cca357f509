// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods and the bodies that hold them: where a rod is attached it does not touch the body, farther along it does.

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>

static belay_body_id add_box(belay_world* world, double half, double mass, belay_vec3 position)
{
    belay_vec3 size = v3(2.0 * half, 2.0 * half, 2.0 * half);
    belay_body_def def = belay_body_def_default();
    def.mass = mass;
    def.inertia = belay_inertia_box(mass, size);
    def.pose.position = position;
    belay_collider_def shape = belay_collider_def_box(size);
    belay_body_id box;
    cr_assert(belay_body_create(world, &def, &box) == BELAY_OK);
    cr_assert(belay_collider_create(world, box, &shape, NULL) == BELAY_OK);
    return box;
}

// ---------------------------------------------------------------------------------------------------------------------
// Near the attachment
// ---------------------------------------------------------------------------------------------------------------------

// A box of 0.1 m swings at the lower end of a rod, which is clamped in its middle.
static belay_world* pendulum(bool meets, belay_body_id* box, belay_rod_id* rod)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_rod_def def = rod_of(0.05, 2e3, 2e-2, 0.003);
    def.length = 0.3;
    def.direction = v3(0.0, 0.0, -1.0);
    def.damping_time = 0.01;
    if (!meets) def.filter.mask = 0;
    *rod = rod_make(world, &def);
    *box = add_box(world, 0.05, 0.5, v3(0.0, 0.0, -0.3));
    rod_hold(world, *rod, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_hold(world, *rod, BELAY_ROD_CLAMP, 0.3, *box);
    scene_set_velocity(world, *box, v3(0.3, 0.1, 0.0), v3_zero());
    return world;
}

Test(rods_attached, box_on_a_rod_swings_as_if_they_did_not_meet)
{
    belay_body_id box, ghost_box;
    belay_rod_id rod, ghost_rod;
    belay_world *world = pendulum(true, &box, &rod), *ghost = pendulum(false, &ghost_box, &ghost_rod);
    for (int i = 0; i < 240; i++) {
        scene_steps(world, 1);
        scene_steps(ghost, 1);
        int32_t contacts;
        belay_world_get_rod_contacts(world, &contacts);
        cr_assert_eq(contacts, 0, "step %d", i);
        scene_check_converged(world);
        belay_vec3 apart = v3_sub(scene_state(world, box).pose.position, scene_state(ghost, ghost_box).pose.position);
        cr_assert_eq(v3_length(apart), 0.0, "step %d", i);
    }
    belay_world_destroy(world);
    belay_world_destroy(ghost);
}

// A slack rope that is pinned to the side of a box hangs along it. It swings out and back and is never in the box, and
// each swing has less energy than those before.
Test(rods_attached, rope_tied_to_a_face_hangs_along_it)
{
    belay_world* world = scene_world(1.0 / 120.0);
    belay_body_def box_def = belay_body_def_default();
    belay_collider_def side = belay_collider_def_box(v3(1.0, 1.0, 1.6));
    belay_body_id box;
    box_def.type = BELAY_BODY_STATIC;
    cr_assert(belay_body_create(world, &box_def, &box) == BELAY_OK);
    cr_assert(belay_collider_create(world, box, &side, NULL) == BELAY_OK);
    belay_rod_def def = belay_rod_def_default();
    def.start = v3(0.5, 0.0, 0.3);
    def.length = 1.0;
    def.radius = 0.02;
    def.element_count = 16;
    def.bend_stiffness[0] = def.bend_stiffness[1] = 0.02;
    def.young_modulus = 1e8;
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_PIN, 0.0, box);
    double highest = HUGE_VAL; // energy of the second before
    for (int second = 0; second < 10; second++) {
        double high = -HUGE_VAL;
        for (int i = 0; i < 120; i++) {
            scene_steps(world, 1);
            const belay_step_stats* s = belay_world_get_stats(world);
            cr_expect_lt(s->max_overlap, 1e-2 * def.radius, "%d s: %g m", second, s->max_overlap);
            high = fmax(high, s->energy.after);
        }
        cr_expect_lt(high, highest, "%d s: %.9g J after %.9g", second, high, highest);
        highest = high;
    }
    belay_world_destroy(world);
}

// A skewer: a rod pinned by its middle to the middle of a ball falls, and nothing bends it.
Test(rods_attached, rod_through_a_ball_falls_straight)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_rod_def def = rod_of(0.05, 2e3, 2e-2, 0.003);
    def.length = 0.3;
    def.start = v3(-0.15, 0.0, 0.0);
    belay_rod_id rod = rod_make(world, &def);
    scene_ball ball = scene_ball_default();
    ball.radius = 0.04;
    belay_body_id body = scene_add_ball(world, &ball);
    rod_hold(world, rod, BELAY_ROD_PIN, 0.15, body);
    scene_steps(world, 120);
    int32_t count;
    const belay_rod_contact* contacts = belay_world_get_rod_contacts(world, &count);
    for (int32_t i = 0; i < count; i++) // where it comes out of the ball one might close
        cr_expect_eq(contacts[i].impulse[0], 0.0);
    double height = scene_state(world, body).pose.position.z;
    for (int k = 0; k <= def.element_count; k++)
        cr_expect_float_eq(rod_node(world, rod, k).z, height, 1e-9, "node %d", k);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Farther along
// ---------------------------------------------------------------------------------------------------------------------

#define DRUM_RADIUS 0.05
#define ROPE_RADIUS 0.002

static belay_body_id add_drum(belay_world* world)
{
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_KINEMATIC;
    def.angular_velocity = v3(0.0, -2.0, 0.0);
    belay_collider_def shape = belay_collider_def_cylinder(0.1, DRUM_RADIUS);
    shape.pose.rotation = q_exp(v3(0.5 * SCENE_PI, 0.0, 0.0));
    belay_body_id drum;
    cr_assert(belay_body_create(world, &def, &drum) == BELAY_OK);
    cr_assert(belay_collider_create(world, drum, &shape, NULL) == BELAY_OK);
    return drum;
}

// The least distance of a node from the drum's axis.
static double nearest_to_axis(const belay_world* world, belay_rod_id rope)
{
    static belay_vec3 nodes[ROD_MAX_NODES];
    double least = HUGE_VAL;
    int count = rod_nodes(world, rope, nodes);
    for (int k = 0; k < count; k++)
        least = fmin(least, sqrt(nodes[k].x * nodes[k].x + nodes[k].z * nodes[k].z));
    return least;
}

// Tied to the drum's side, it is wound up by 3 rad with a weight at its end.
Test(rods_attached, rope_winds_onto_the_drum_that_it_is_tied_to)
{
    belay_world* world = scene_world(1.0 / 480.0);
    belay_body_id drum = add_drum(world);
    belay_rod_def def = rod_of(0.02, 2e3, 1e-5, ROPE_RADIUS);
    def.length = 0.4;
    def.element_count = 40;
    def.start = v3(DRUM_RADIUS + ROPE_RADIUS, 0.0, 0.0);
    def.direction = v3(0.0, 0.0, -1.0);
    def.damping_time = 0.01;
    belay_rod_id rope = rod_make(world, &def);
    rod_hold(world, rope, BELAY_ROD_PIN, 0.0, drum);
    rod_hold(world, rope, BELAY_ROD_PIN, 0.4, rod_weight(world, 0.05, v3(def.start.x, 0.0, -0.4)));
    scene_steps(world, 720);
    double wound = 3.0 * (DRUM_RADIUS + ROPE_RADIUS), pressing = 0.0, least = HUGE_VAL, most = 0.0;
    int32_t count;
    const belay_rod_contact* contacts = belay_world_get_rod_contacts(world, &count);
    for (int32_t i = 0; i < count; i++) {
        if (!(contacts[i].impulse[0] > 0.0)) continue;
        pressing += contacts[i].impulse[0];
        least = fmin(least, contacts[i].s_a);
        most = fmax(most, contacts[i].s_a);
    }
    cr_expect_gt(pressing, 0.0);
    // The exclusion is six radii, 12 mm: the first element, and no more of it.
    cr_expect(least >= 0.01 - 1e-9 && least < 0.03, "nearest to the pin: %g m", least);
    cr_expect_float_eq(most, wound, 0.02, "as far as it is wound up: %g m", most);
    cr_expect_geq(nearest_to_axis(world, rope), DRUM_RADIUS + 0.9 * ROPE_RADIUS);
    belay_world_destroy(world);
}
