// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The account of a step's energy, item by item, where each has a closed form: with theta the state goes by
// h ((1 - theta) v- + theta v+), impulses work with the mean of the velocities before and after.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>

static const double h = 0.01; // s

static belay_world* new_world(double theta, double gravity)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.theta = theta;
    def.gravity = v3(0.0, 0.0, -gravity);
    def.enable_sleep = false;
    return scene_world_of(&def);
}

static const belay_energy_report* energy_of(const belay_world* world)
{
    return &belay_world_get_stats(world)->energy;
}

// What no item explains is rounding of the largest.
static void check_whole(const belay_energy_report* e, double size)
{
    double sum = e->before + e->applied + e->motors + e->springs + e->movers + e->hands + e->overlap + e->normal +
                 e->friction + e->joints + e->rods + e->limits + e->damping + e->scheme + e->left_over;
    cr_expect_float_eq(e->after, sum, 1e-14 * size);
    cr_expect_float_eq(e->left_over, 0.0, 1e-13 * size);
}

static belay_body_id throw_ball(belay_world* world, belay_vec3 at, belay_vec3 velocity, double restitution)
{
    scene_ball ball = scene_ball_default();
    ball.mass = 2.0;
    ball.position = at;
    ball.linear = velocity;
    ball.material = (belay_material){0.0, restitution};
    return scene_add_ball(world, &ball);
}

// m g h (theta - 1/2) (v+ - v-): gravity's part of what the scheme takes in a step of free fall.
Test(step_energy, of_free_fall_is_kept_but_for_the_scheme)
{
    for (double theta = 0.5; theta <= 1.0; theta += 0.125) {
        belay_world* world = new_world(theta, SCENE_G);
        throw_ball(world, v3(0.0, 0.0, 5.0), v3(1.0, 2.0, 3.0), 0.0);
        scene_steps(world, 1);
        const belay_energy_report* e = energy_of(world);
        cr_expect_float_eq(e->before, 0.5 * 2.0 * 14.0 + 2.0 * SCENE_G * 5.0, 1e-12);
        cr_expect_float_eq(e->scheme, -(theta - 0.5) * 2.0 * (SCENE_G * h) * (SCENE_G * h), 1e-12);
        cr_expect(e->applied == 0.0 && e->normal == 0.0 && e->friction == 0.0);
        cr_expect_float_eq(e->limits, 0.0, 1e-15 * e->before);
        check_whole(e, e->before);
        belay_world_destroy(world);
    }
}

// A force works along the way that the body goes, h v- + theta h^2 F / m.
Test(step_energy, of_a_force_is_its_work_along_the_way)
{
    for (double theta = 0.5; theta <= 1.0; theta += 0.25) {
        belay_world* world = new_world(theta, 0.0);
        belay_body_id ball = throw_ball(world, v3_zero(), v3(1.0, 0.0, 0.0), 0.0);
        belay_body_apply_force(world, ball, v3(6.0, 8.0, 0.0));
        scene_steps(world, 1);
        const belay_energy_report* e = energy_of(world);
        cr_expect_float_eq(e->applied, 6.0 * h + theta * h * h * (36.0 + 64.0) / 2.0, 1e-14);
        cr_expect_float_eq(e->scheme, -(theta - 0.5) * h * h * (36.0 + 64.0) / 2.0, 1e-14);
        check_whole(e, e->after);
        belay_world_destroy(world);
    }
}

// An impact of restitution e takes (1 - e^2) of m v^2 / 2, by the normal alone.
Test(step_energy, of_an_impact_is_lost_along_the_normal)
{
    for (double restitution = 0.0; restitution <= 1.0; restitution += 0.25) {
        belay_world* world = new_world(0.5, 0.0);
        scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.0, restitution});
        throw_ball(world, v3(0.0, 0.0, 0.07), v3(3.0, 0.0, -1.0), restitution);
        double normal = 0.0;
        for (int i = 0; i < 6; i++) {
            scene_steps(world, 1);
            const belay_energy_report* e = energy_of(world);
            normal += e->normal;
            cr_expect(e->friction == 0.0 && e->applied == 0.0);
            check_whole(e, 10.0);
        }
        cr_expect_float_eq(normal, -0.5 * 2.0 * (1.0 - restitution * restitution), 1e-12, "e = %g: %g J", restitution,
                           normal);
        belay_world_destroy(world);
    }
}

// What slides under mu m g loses mu m g times the way of its mean velocity.
Test(step_energy, of_sliding_is_lost_by_friction)
{
    belay_world* world = new_world(0.5, SCENE_G);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.3, 0.0});
    scene_ball ball = scene_ball_default();
    ball.mass = 2.0;
    ball.position = v3(0.0, 0.0, ball.radius);
    ball.linear = v3(2.0, 0.0, 0.0);
    ball.material = (belay_material){0.3, 0.0};
    ball.is_rotation_locked = true;
    belay_body_id id = scene_add_ball(world, &ball);
    scene_steps(world, 10);
    double before = scene_state(world, id).linear_velocity.x;
    scene_steps(world, 1);
    double after = scene_state(world, id).linear_velocity.x;
    const belay_energy_report* e = energy_of(world);
    cr_expect_float_eq(before - after, 0.3 * SCENE_G * h, 1e-9);
    cr_expect_float_eq(e->friction, -0.3 * 2.0 * SCENE_G * h * 0.5 * (before + after), 1e-9);
    cr_expect_float_eq(e->normal, 0.0, 1e-9);
    check_whole(e, e->before);
    belay_world_destroy(world);
}
