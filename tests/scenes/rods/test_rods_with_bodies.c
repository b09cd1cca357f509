// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ropes and rigid bodies in one island, with contacts of both: solved as exactly as either alone, in every step.

#include "support/rods/rod_scene.h"
#include "support/scene_solids.h"

#include <criterion/criterion.h>

static const double mu = 0.4, g = 9.81;

static belay_body_id add_hand(belay_world* world, belay_vec3 at)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id hand;
    def.type = BELAY_BODY_KINEMATIC;
    def.pose.position = at;
    cr_assert(belay_body_create(world, &def, &hand) == BELAY_OK);
    return hand;
}

static void step_solved(belay_world* world, int step)
{
    scene_steps(world, 1);
    const belay_step_stats* s = belay_world_get_stats(world);
    cr_expect(s->has_converged, "step %d: residual %g", step, s->residual.natural);
}

// A plug of 20 g on a cable of 40 elements is drawn over a table: in the end by mu g (m_plug + m_cable), as all of it
// slides along the pull.
Test(rods_with_bodies, a_plug_is_drawn_over_a_table_by_its_cable)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.step_seconds = 1e-3;
    belay_world* world = scene_world_of(&world_def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(mu));
    belay_rod_def def = belay_rod_def_default();
    def.length = 0.8;
    def.element_count = 40;
    def.radius = 3e-3;
    def.density = 1500.0;
    def.bend_stiffness[0] = def.bend_stiffness[1] = 2e-4;
    def.start = v3(0.0, 0.0, def.radius);
    def.direction = v3(-1.0, 0.0, 0.0);
    def.material = scene_rough(mu);
    belay_rod_id cable = rod_make(world, &def);
    scene_solid plug = scene_box(v3(0.03, 0.02, 2.0 * def.radius), v3(-def.length - 0.015, 0.0, def.radius));
    plug.mass = 0.02;
    plug.material = scene_rough(mu);
    belay_body_id hand = add_hand(world, def.start), end = scene_add_solid(world, &plug);
    rod_hold(world, cable, BELAY_ROD_PIN, 0.0, hand);
    rod_hold(world, cable, BELAY_ROD_PIN, def.length, end);
    cr_assert(belay_body_set_velocity(world, hand, v3(0.1, 0.0, 0.0), v3_zero()) == BELAY_OK);
    double pull = 0.0;
    for (int i = 0; i < 1200; i++) {
        step_solved(world, i);
        if (i >= 1000) pull += rod_held(world, cable, 0).force.x / 200.0;
    }
    double mass = plug.mass + def.density * BELAY_PI * def.radius * def.radius * def.length;
    cr_expect_float_eq(pull, mu * mass * g, 0.01 * mu * mass * g, "%g N, %g", pull, mu * mass * g);
    belay_world_destroy(world);
}

// A heavy ball on a rope is led about in a heap of cubes: all steps are solved, and it stays on its rope.
Test(rods_with_bodies, a_ball_on_a_rope_is_led_about_in_a_heap)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.step_seconds = 1.0 / 120.0;
    belay_world* world = scene_world_of(&world_def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(mu));
    for (int i = 0; i < 64; i++) {
        scene_solid cube =
            scene_box(v3(0.2, 0.2, 0.2), v3(0.21 * (i % 4) - 0.3, 0.21 * (i / 4 % 4) - 0.3, 0.1 + 0.21 * (i / 16)));
        cube.mass = 6.0;
        scene_add_solid(world, &cube);
    }
    belay_rod_def def = belay_rod_def_default();
    def.length = 1.8;
    def.element_count = 24;
    def.radius = 0.01;
    def.young_modulus = 1e9;
    def.bend_stiffness[0] = def.bend_stiffness[1] = 0.05;
    def.start = v3(0.0, 0.0, 2.76);
    def.direction = v3(0.0, 0.0, -1.0);
    belay_rod_id rope = rod_make(world, &def);
    belay_shape sphere = {.type = BELAY_SHAPE_SPHERE, .sphere.radius = 0.12};
    scene_solid ball = scene_solid_of(sphere, v3(0.0, 0.0, 0.96));
    ball.mass = 50.0;
    belay_body_id hand = add_hand(world, def.start), load = scene_add_solid(world, &ball);
    rod_hold(world, rope, BELAY_ROD_PIN, 0.0, hand);
    rod_hold(world, rope, BELAY_ROD_PIN, def.length, load);
    int touched = 0;
    for (int i = 0; i < 360; i++) {
        double t = i / 120.0;
        belay_vec3 way = v3(0.3 * sin(6.0 * t), 0.0, -0.25 * sin(2.0 * t));
        cr_assert(belay_body_set_velocity(world, hand, way, v3_zero()) == BELAY_OK);
        step_solved(world, i);
        touched += belay_world_get_stats(world)->contacts > 150;
        belay_vec3 apart = v3_sub(scene_state(world, load).pose.position, scene_state(world, hand).pose.position);
        cr_expect_lt(v3_length(apart), 1.01 * def.length, "step %d: %g m", i, v3_length(apart));
    }
    cr_expect_gt(touched, 50, "%d steps with many contacts", touched);
    belay_world_destroy(world);
}

// What a step gains by what is no drive.
static double gain_of(const belay_energy_report* e)
{
    return e->normal + e->friction + e->joints + e->rods + e->limits + e->left_over;
}

// A ball of 400 kg swings on its rope into a tower of 200 cubes. Such a pile is not solved to the last digit while it
// moves, so it gets the work of a pile and not of all that a step may do; the rope holds, and nothing gains energy.
Test(rods_with_bodies, a_ball_on_a_rope_knocks_a_tower_over)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.step_seconds = 1.0 / 120.0;
    belay_world* world = scene_world_of(&world_def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(mu));
    for (int i = 0; i < 200; i++) {
        scene_solid cube = scene_box(v3(0.25, 0.25, 0.25),
                                     v3(0.251 * (i % 5), 0.251 * (i / 5 % 5) - 0.5, 0.125 + 0.25 * (double)(i / 25)));
        cube.mass = 9.0;
        scene_add_solid(world, &cube);
    }
    belay_rod_def def = belay_rod_def_default();
    def.length = 3.0;
    def.element_count = 16;
    def.radius = 0.02;
    def.young_modulus = 1e10;
    def.bend_stiffness[0] = def.bend_stiffness[1] = 1.0;
    def.start = v3(-1.0, 0.0, 4.0);
    def.direction = v3(-1.0, 0.0, 0.0);
    belay_rod_id rope = rod_make(world, &def);
    scene_solid ball =
        scene_solid_of((belay_shape){.type = BELAY_SHAPE_SPHERE, .sphere.radius = 0.4}, v3(-4.0, 0.0, 4.0));
    ball.mass = 400.0;
    belay_body_id hand = add_hand(world, def.start), load = scene_add_solid(world, &ball);
    rod_hold(world, rope, BELAY_ROD_PIN, 0.0, hand);
    rod_hold(world, rope, BELAY_ROD_PIN, def.length, load);
    double work = 0.0;
    int large = 0;
    for (int i = 0; i < 200; i++) {
        scene_steps(world, 1);
        const belay_step_stats* s = belay_world_get_stats(world);
        belay_vec3 apart = v3_sub(scene_state(world, load).pose.position, def.start);
        cr_expect_lt(v3_length(apart), 1.01 * def.length, "step %d: %g m", i, v3_length(apart));
        cr_expect_leq(gain_of(&s->energy), 1e-12 * s->energy.before, "step %d: %g J", i, gain_of(&s->energy));
        if (s->contacts < 1000) continue;
        work += (double)s->work;
        large++;
    }
    cr_expect_gt(large, 80, "%d steps with many contacts", large);
    cr_expect_lt(work, 0.1 * (double)world_def.solver.max_work * large, "%g units of work a step", work / large);
    belay_world_destroy(world);
}
