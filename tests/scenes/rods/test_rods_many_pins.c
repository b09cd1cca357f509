// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A rope that carries as many weights as it has pins for: what it hangs from holds all of them, and each pin its own.

#include "support/rods/rod_scene.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>

Test(rods_many_pins, a_clothes_line_carries_all_that_hangs_on_it)
{
    enum { WEIGHTS = BELAY_ROD_MAX_ATTACHMENTS - 2, ELEMENTS = 2 * (WEIGHTS + 1) };
    const double span = 6.0, mass = 0.1, g = 9.81, h = 1.0 / 240.0;
    belay_world* world = scene_world(h);
    belay_rod_def def = belay_rod_def_default();
    def.element_count = ELEMENTS;
    def.length = span;
    def.radius = 0.004;
    def.line_mass = 0.05;
    def.stretch_stiffness = 2e4;
    def.bend_stiffness[0] = def.bend_stiffness[1] = def.twist_stiffness = 1e-4;
    def.drag = 2.0;
    def.damping_time = 0.01;
    belay_rod_id rope = rod_make(world, &def);
    const belay_body_id ground = {0};
    int ends[2] = {rod_hold(world, rope, BELAY_ROD_PIN, 0.0, ground),
                   rod_hold(world, rope, BELAY_ROD_PIN, span, ground)};
    int pins[WEIGHTS];
    for (int i = 0; i < WEIGHTS; i++) {
        double s = span * (i + 1) / (WEIGHTS + 1);
        belay_body_def load = belay_body_def_default();
        load.mass = mass;
        load.inertia = belay_inertia_sphere(mass, 0.03);
        load.pose.position = v3(s, 0.0, 0.0);
        belay_body_id id;
        cr_assert(belay_body_create(world, &load, &id) == BELAY_OK);
        pins[i] = rod_hold(world, rope, BELAY_ROD_PIN, s, id);
    }
    scene_steps(world, (int)(6.0 / h));
    double held = rod_held(world, rope, ends[0]).force.z + rod_held(world, rope, ends[1]).force.z;
    double all = (WEIGHTS * mass + def.line_mass * span) * g;
    cr_expect_float_eq(fabs(held), all, 0.02 * all, "the ends hold %g N of %g", held, all);
    for (int i = 0; i < WEIGHTS; i++)
        cr_expect_float_eq(fabs(rod_held(world, rope, pins[i]).force.z), mass * g, 0.05 * mass * g, "pin %d", i);
    belay_world_destroy(world);
}
