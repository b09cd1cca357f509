// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What rests, and what only seems to.

#include "support/parts.h"
#include "support/scene.h"

#include <belay/vec.h>

#include <criterion/criterion.h>
#include <math.h>

static belay_body_id make_box(belay_world* world, belay_vec3 at, double mass)
{
    belay_body_def def = belay_body_def_default();
    belay_collider_def box = belay_collider_def_box(v3(0.1, 0.1, 0.1));
    belay_body_id id;
    def.pose.position = at;
    def.mass = mass;
    def.inertia = belay_inertia_box(mass, v3(0.1, 0.1, 0.1));
    box.material.friction = 0.5;
    cr_assert_eq(belay_body_create(world, &def, &id), BELAY_OK);
    cr_assert_eq(belay_collider_create(world, id, &box, NULL), BELAY_OK);
    return id;
}

// Boxes that touch or overlap, in the air and at rest: about its centre of mass such an island has no motion at all,
// but it falls.
Test(step_settle, a_pair_that_is_let_go_falls_at_once)
{
    uint32_t state = 5;
    for (int n = 0; n < 200; n++) {
        belay_world_def def = belay_world_def_default();
        belay_world* world = scene_world_of(&def);
        double mass = 0.1 + part_random(&state), off = 2e-4 * (part_random(&state) - 0.5);
        belay_body_id a = make_box(world, v3(0.0, 0.0, 5.0), mass);
        belay_body_id b = make_box(world, v3(0.02 * part_random(&state), 0.0, 5.1 - off), 1.0);
        scene_steps(world, 1);
        belay_body_state sa, sb;
        belay_body_get_state(world, a, &sa);
        belay_body_get_state(world, b, &sb);
        double momentum = mass * sa.linear_velocity.z + sb.linear_velocity.z;
        double right = -(mass + 1.0) * 9.81 * def.step_seconds;
        cr_assert_float_eq(momentum, right, 1e-9 * fabs(right), "pair %d: %g N s instead of %g", n, momentum, right);
        belay_world_destroy(world);
    }
}

// A box on the floor that is given speeds about those which the solver cannot tell from zero, upwards and downwards: it
// comes to rest at once, and no higher than it began, whether it was stopped on the way to the contact instant or not.
Test(step_settle, what_rests_never_rises)
{
    for (int n = -6; n <= 6; n++) {
        belay_world_def def = belay_world_def_default();
        def.enable_sleep = false;
        belay_world* world = scene_world_of(&def);
        belay_body_def floor = belay_body_def_default();
        belay_collider_def plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0);
        floor.type = BELAY_BODY_STATIC;
        belay_body_id ground;
        cr_assert_eq(belay_body_create(world, &floor, &ground), BELAY_OK);
        cr_assert_eq(belay_collider_create(world, ground, &plane, NULL), BELAY_OK);
        belay_body_id box = make_box(world, v3(0.0, 0.0, 0.05), 1.0);
        scene_steps(world, 20);
        belay_body_state before, after;
        double speed = (n < 0 ? -1.0 : 1.0) * pow(10.0, -6.0 - fabs((double)n));
        belay_body_get_state(world, box, &before);
        belay_body_set_velocity(world, box, v3(0.0, 0.0, speed), v3_zero());
        for (int k = 0; k < 10; k++) {
            scene_steps(world, 1);
            const belay_energy_report* e = &belay_world_get_stats(world)->energy;
            double made = e->normal + e->friction + e->joints + e->limits + e->left_over;
            cr_assert_leq(made, 1e-9 * pow(9.81 * def.step_seconds, 2.0), "speed %g, step %d: %g J", speed, k, made);
        }
        belay_body_get_state(world, box, &after);
        cr_assert_leq(after.pose.position.z, before.pose.position.z + fmax(0.0, speed) * def.step_seconds + 1e-15);
        cr_assert_lt(fabs(after.linear_velocity.z), 1e-7);
        belay_world_destroy(world);
    }
}
