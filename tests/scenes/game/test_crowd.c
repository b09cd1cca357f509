// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Many bodies that fly about: what is far from each other is not looked at, and nothing that matters is missed for
// that.

#include "core/alloc.h"
#include "step/detect/step_far_pairs.h"
#include "support/chance.h"
#include "support/scene_solids.h"

#include <criterion/criterion.h>

static const double h = 1.0 / 60.0;

static belay_body_id add_cube(belay_world* world, belay_vec3 at, belay_vec3 velocity)
{
    scene_solid cube = scene_box(v3(0.2, 0.2, 0.2), at);
    belay_body_id body = scene_add_solid(world, &cube);
    cr_assert(belay_body_set_velocity(world, body, velocity, v3_zero()) == BELAY_OK);
    return body;
}

static void add_floor(belay_world* world)
{
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
}

// 100 columns of four cubes, 1 cm apart, come down at 3 m/s, 5 cm a step: all stop with those on the floor, in the
// steps in which they come down, and not in each other.
Test(crowd, columns_that_fall_stop_as_one)
{
    belay_world* world = scene_world(h);
    add_floor(world);
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            for (int k = 0; k < 4; k++)
                add_cube(world, v3(0.5 * i, 0.5 * j, 0.2 + 0.21 * k), v3(0.0, 0.0, -3.0));
    double deepest = 0.0;
    for (int k = 0; k < 30; k++) {
        scene_steps(world, 1);
        deepest = fmax(deepest, belay_world_get_stats(world)->max_overlap);
    }
    cr_expect(world->scratch.detect.is_crowded);
    cr_expect_lt(deepest, 1e-4, "%g m in each other", deepest);
    belay_world_destroy(world);
}

// A ball at 60 m/s, a metre a step, beside a crowd that flies about: it hits the cube that stands in its way, and
// momentum is kept.
static void check_shot(double distance)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.gravity = v3_zero();
    belay_world* world = scene_world_of(&def);
    uint64_t lot = 7;
    for (int i = 0; i < 300; i++)
        add_cube(world, v3_add(v3(0.0, 0.0, 40.0), chance_vector(&lot, 2.0)), chance_vector(&lot, 6.0));
    belay_body_id target = add_cube(world, v3(distance, 0.0, 0.0), v3_zero());
    scene_ball ball = scene_ball_default();
    ball.linear = v3(60.0, 0.0, 0.0);
    belay_body_id shot = scene_add_ball(world, &ball);
    scene_steps(world, 4);
    cr_expect(world->scratch.detect.is_crowded);
    belay_body_state a = scene_state(world, shot), b = scene_state(world, target);
    belay_mass mass_a, mass_b;
    cr_assert(belay_body_get_mass(world, shot, &mass_a) == BELAY_OK);
    cr_assert(belay_body_get_mass(world, target, &mass_b) == BELAY_OK);
    cr_expect_lt(a.pose.position.x, b.pose.position.x - 0.1, "the ball is at %g m, the cube at %g", a.pose.position.x,
                 b.pose.position.x);
    double momentum = mass_a.mass * a.linear_velocity.x + mass_b.mass * b.linear_velocity.x;
    cr_expect_float_eq(momentum, mass_a.mass * 60.0, 1e-9);
    cr_expect_gt(b.linear_velocity.x, 1.0);
    belay_world_destroy(world);
}

Test(crowd, what_flies_at_another_hits_it)
{
    for (int i = 0; i < 8; i++)
        check_shot(1.8 + 0.125 * i);
}

// Whatever throws them about, nothing comes through floor and walls.
Test(crowd, walls_hold_what_is_thrown_about)
{
    belay_world* world = scene_world(h);
    uint64_t lot = 11;
    add_floor(world);
    for (int k = 0; k < 4; k++) {
        bool is_x = k % 2 == 0;
        double side = k < 2 ? 1.0 : -1.0;
        scene_solid wall = scene_box(is_x ? v3(0.1, 5.0, 20.0) : v3(5.0, 0.1, 20.0),
                                     is_x ? v3(2.05 * side, 0.0, 10.0) : v3(0.0, 2.05 * side, 10.0));
        wall.type = BELAY_BODY_STATIC;
        scene_add_solid(world, &wall);
    }
    belay_body_id cubes[150];
    for (int i = 0; i < 150; i++)
        cubes[i] = add_cube(world, v3_add(v3(0.0, 0.0, 2.5), v3_scale(0.85, chance_vector(&lot, 2.0))),
                            chance_vector(&lot, 20.0));
    for (int k = 0; k < 60; k++) {
        scene_steps(world, 1);
        for (int i = 0; i < 150; i++) {
            belay_vec3 p = scene_state(world, cubes[i]).pose.position;
            cr_assert(fabs(p.x) < 2.05 && fabs(p.y) < 2.05 && p.z > 0.0, "cube %d at (%g, %g, %g)", i, p.x, p.y, p.z);
        }
    }
    belay_world_destroy(world);
}

// Of two cubes 20 cm apart that fly side by side nothing is asked in a crowd; of two that come together it is.
Test(crowd, only_what_closes_is_near)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.gravity = v3_zero();
    belay_world* world = scene_world_of(&def);
    uint64_t lot = 5;
    for (int i = 0; i < 300; i++)
        add_cube(world, v3_add(v3(0.0, 0.0, 40.0), chance_vector(&lot, 2.0)), chance_vector(&lot, 6.0));
    for (int k = 0; k < 2; k++) {
        belay_vec3 at = v3(0.0, 5.0 * k, 0.0);
        add_cube(world, at, v3(0.0, 15.0, 0.0));
        add_cube(world, v3_add(at, v3(0.4, 0.0, 0.0)), v3(k == 0 ? 0.0 : -13.0, 15.0, 0.0));
    }
    scene_steps(world, 1);
    cr_assert(world->scratch.detect.is_crowded);
    int near[2] = {0, 0};
    for (ptrdiff_t i = 0; i < arrlen(world->scratch.solve.contacts); i++) {
        belay_vec3 p = world->scratch.solve.contacts[i].point;
        if (fabs(p.z) < 1.0) near[p.y > 3.0]++;
    }
    cr_expect_eq(near[0], 0, "%d contacts of two side by side", near[0]);
    cr_expect_gt(near[1], 0, "two that come together have a contact");
    belay_world_destroy(world);
}
