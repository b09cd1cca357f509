// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ropes in free motion at the steps of games, with backward Euler (theta = 1): nothing but gravity acts on them, so
// that their energy is never above that of the start, and their tension is that of a swing.

#include "support/rod_scene.h"

#include <criterion/criterion.h>

static const double g = 9.81;

static belay_rod_id pin_at_start(belay_world* world, belay_rod_id rope, int* number)
{
    belay_rod_attachment_def pin;
    cr_assert(belay_rod_attachment_def_at(world, rope, BELAY_ROD_PIN, 0.0, (belay_body_id){0}, &pin) == BELAY_OK);
    cr_assert(belay_rod_attach(world, rope, &pin, number) == BELAY_OK);
    return rope;
}

// A rope of 1 m and 50 g, let go from horizontal, passes the bottom with 3.4 times its weight (steps of 1/8000 and
// 1/32000 s agree; a stiff rod would with 2.5).
static void check_swing(double stretch, double h)
{
    enum { ELEMENTS = 20 };
    belay_world* world = scene_world(h);
    belay_rod_def def = belay_rod_def_default();
    def.element_count = ELEMENTS;
    def.radius = 0.002;
    def.line_mass = 0.05;
    def.stretch_stiffness = stretch;
    def.bend_stiffness[0] = def.bend_stiffness[1] = def.twist_stiffness = 1e-6;
    def.touches_itself = false;
    def.is_kept_awake = true;
    int end;
    belay_rod_id rope = pin_at_start(world, rod_make(world, &def), &end);
    double weight = 0.05 * g, start = rod_energy(world, rope), most = start, tension = 0.0, force = 0.0;
    for (int k = 0; k < (int)(1.5 / h); k++) {
        scene_steps(world, 1);
        most = fmax(most, rod_energy(world, rope));
        double t[ELEMENTS];
        belay_rod_attachment_state held;
        cr_assert(belay_rod_get_tensions(world, rope, t, ELEMENTS, NULL) == BELAY_OK);
        cr_assert(belay_rod_get_attachment(world, rope, end, &held) == BELAY_OK);
        for (int i = 0; i < ELEMENTS && k * h < 1.0; i++)
            tension = fmax(tension, fabs(t[i]));
        force = k * h < 1.0 ? fmax(force, v3_length(held.force)) : force;
    }
    cr_expect_leq(most, start + 5e-3 * weight, "E A = %g N, h = %g s: energy %g m g L above the start", stretch, h,
                  (most - start) / weight);
    cr_expect_leq(tension, 5.0 * weight, "E A = %g N, h = %g s: tension %g m g", stretch, h, tension / weight);
    cr_expect_leq(force, 5.0 * weight, "E A = %g N, h = %g s: pin holds %g m g", stretch, h, force / weight);
    if (h < 0.01)
        cr_expect_geq(force, 2.5 * weight, "E A = %g N, h = %g s: pin holds %g m g", stretch, h, force / weight);
    belay_world_destroy(world);
}

Test(rods_passive, limp_ropes_swing_with_the_energy_that_they_have)
{
    check_swing(1e3, 1.0 / 240.0);
    check_swing(1e4, 1.0 / 240.0);
    check_swing(1e5, 1.0 / 240.0);
    check_swing(1e4, 1.0 / 60.0);
    check_swing(1e5, 1.0 / 60.0);
    check_swing(1e4, 0.0137);
}

// Both ends at the same height, one let go. With x the way of the tip, (L - x) / 2 of the rope moves, with v, and
//     m (L - x) / 2L v^2 / 2 = m g x (2L - x) / 4L,     so that  dx / v  to the end is 0.8472 sqrt(2L / g),
// and to 97 % of the way 0.8447.
static void check_fall(double h, double tolerance)
{
    enum { ELEMENTS = 80 };
    const double fold = 0.03, bow = 0.5 * SCENE_PI * fold, arm = 0.5 * (1.0 - bow);
    belay_world* world = scene_world(h);
    belay_vec3 x[ELEMENTS + 1], v[ELEMENTS + 1];
    for (int i = 0; i <= ELEMENTS; i++) {
        double s = (double)i / ELEMENTS, a = 2.0 * (s - arm) / fold;
        x[i] = s < arm         ? v3(0.0, 0.0, -s)
               : s < arm + bow ? v3(0.5 * fold * (1.0 - cos(a)), 0.0, -arm - 0.5 * fold * sin(a))
                               : v3(fold, 0.0, s - 1.0);
    }
    belay_rod_def def = belay_rod_def_default();
    def.element_count = ELEMENTS;
    def.nodes = x;
    def.radius = 0.002;
    def.line_mass = 0.05;
    def.young_modulus = 1e8;
    def.bend_stiffness[0] = def.bend_stiffness[1] = def.twist_stiffness = 1e-9;
    def.material.friction = 0.0;
    def.touches_itself = false;
    def.is_kept_awake = true;
    int end;
    belay_rod_id rope = pin_at_start(world, rod_make(world, &def), &end);
    double start = rod_energy(world, rope), time = 0.0, arrival = 0.0;
    while (arrival == 0.0 && time < 1.2) {
        scene_steps(world, 1);
        time += h;
        cr_assert(belay_rod_get_nodes(world, rope, x, v, ELEMENTS + 1, NULL) == BELAY_OK);
        double fallen = -x[ELEMENTS].z;
        if (fallen > 0.1 && fallen < 0.9) cr_assert_gt(-v[ELEMENTS].z, 1.2, "h = %g s: stops at %g m", h, fallen);
        cr_assert_leq(rod_energy(world, rope), start + 5e-3 * 0.05 * g);
        arrival = fallen >= 0.97 ? time : 0.0;
    }
    scene_check_near(arrival / sqrt(2.0 / g), 0.8447, tolerance, "time of fall of a folded rope over that of a stone");
    belay_world_destroy(world);
}

Test(rods_passive, folded_ropes_fall_faster_than_stones)
{
    check_fall(1.0 / 240.0, 0.05 * 0.8447);
    check_fall(1.0 / 1000.0, 0.02 * 0.8447);
}

// ---------------------------------------------------------------------------------------------------------------------
// Held where it cannot be
// ---------------------------------------------------------------------------------------------------------------------

// A guy line begins on the ground with its axis on the surface: the place that is pinned to the world cannot be pushed
// out, and all else is solved for.
Test(rods_passive, ropes_pinned_to_the_world_on_a_surface_converge)
{
    enum { ELEMENTS = 40 };
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_vec3 x[ELEMENTS + 1];
    for (int i = 0; i <= ELEMENTS; i++) {
        double t = (double)i / ELEMENTS, z = t - 0.5 * t * (1.0 - t);
        x[i] = v3(2.0 * t, 0.0, i > 0 ? fmax(z, 0.006) : 0.0);
    }
    belay_rod_def def = belay_rod_def_default();
    def.element_count = ELEMENTS;
    def.nodes = x;
    def.radius = 0.005;
    def.line_mass = 0.05;
    def.young_modulus = 1e8;
    def.bend_stiffness[0] = def.bend_stiffness[1] = 1e-3;
    def.damping_time = 0.005;
    int end;
    belay_rod_id rope = pin_at_start(world, rod_make(world, &def), &end);
    belay_rod_info info;
    belay_rod_attachment_def top;
    cr_assert(belay_rod_get_info(world, rope, &info) == BELAY_OK);
    cr_assert(belay_rod_attachment_def_at(world, rope, BELAY_ROD_PIN, info.length, (belay_body_id){0}, &top) ==
              BELAY_OK);
    cr_assert(belay_rod_attach(world, rope, &top, &end) == BELAY_OK);
    for (int k = 0; k < 240; k++) {
        scene_steps(world, 1);
        cr_assert(belay_world_get_stats(world)->has_converged);
    }
    belay_world_destroy(world);
}
