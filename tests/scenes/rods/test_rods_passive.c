// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ropes in free motion at the steps of games, with backward Euler (theta = 1): nothing but gravity acts on them, so
// that their energy is never above that of the start, and their tension is that of a swing.

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>
#include <string.h>

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

// Two ropes of 84 elements carry six planks; in the first step one end of each is moved by the length of an element.
// Nothing is much faster than the hand, 12 m/s.
Test(rods_passive, ropes_whose_ends_are_jerked_stay_what_they_are)
{
    enum { PLANKS = 6, ELEMENTS = 84 };
    const double span = 4.2, h = 1.0 / 240.0;
    belay_world* world = scene_world(h);
    belay_rod_id rope[2];
    for (int k = 0; k < 2; k++) {
        belay_rod_def def = belay_rod_def_default();
        double y = k == 0 ? -0.4 : 0.4;
        def.element_count = ELEMENTS;
        def.start = v3(-0.5 * span, y, 1.0);
        def.length = span;
        def.radius = 0.01;
        def.line_mass = 0.3;
        def.young_modulus = 1e9;
        def.bend_stiffness[0] = def.bend_stiffness[1] = 0.05;
        def.damping_time = 0.01;
        int end;
        rope[k] = pin_at_start(world, rod_make(world, &def), &end);
        belay_rod_attachment_def far;
        cr_assert(belay_rod_attachment_def_at(world, rope[k], BELAY_ROD_PIN, span, (belay_body_id){0}, &far) ==
                  BELAY_OK);
        cr_assert(belay_rod_attach(world, rope[k], &far, &end) == BELAY_OK);
        belay_pose to = {v3(0.5 * span - 0.05, y, 1.0), belay_quat_identity()};
        cr_assert(belay_rod_move_attachment(world, rope[k], end, to) == BELAY_OK);
    }
    for (int i = 0; i < PLANKS; i++) {
        double s = span * (i + 1) / (PLANKS + 1);
        belay_body_def def = belay_body_def_default();
        belay_body_id plank;
        def.pose.position = v3(s - 0.5 * span, 0.0, 1.0);
        cr_assert(belay_body_create(world, &def, &plank) == BELAY_OK);
        belay_mass mass = {2.0, v3_zero(), belay_inertia_box(2.0, v3(0.3, 0.7, 0.03))};
        cr_assert(belay_body_set_mass(world, plank, &mass) == BELAY_OK);
        belay_collider_def box = belay_collider_def_box(v3(0.3, 0.7, 0.03));
        cr_assert(belay_collider_create(world, plank, &box, NULL) == BELAY_OK);
        for (int k = 0; k < 2; k++) {
            belay_rod_attachment_def pin;
            cr_assert(belay_rod_attachment_def_at(world, rope[k], BELAY_ROD_PIN, s, plank, &pin) == BELAY_OK);
            cr_assert(belay_rod_attach(world, rope[k], &pin, NULL) == BELAY_OK);
        }
    }
    for (int k = 0; k < 120; k++) {
        scene_steps(world, 1);
        cr_assert_lt(rod_fastest(world, rope[0]), 25.0, "step %d", k);
        cr_assert_lt(rod_fastest(world, rope[1]), 25.0, "step %d", k);
    }
    belay_world_destroy(world);
}

// A rope with damping lies 0.1 mm deep in a drum: what that is worth is some m g times 0.1 mm, and what takes it back
// is slow.
Test(rods_passive, damped_ropes_that_begin_in_a_drum_stay_on_it)
{
    enum { ELEMENTS = 40 };
    const double steps[] = {1.0 / 60.0, 1.0 / 240.0, 0.0137};
    for (int k = 0; k < 3; k++) {
        belay_world* world = scene_world(steps[k]);
        belay_body_def still = belay_body_def_default();
        still.type = BELAY_BODY_STATIC;
        belay_body_id drum;
        cr_assert(belay_body_create(world, &still, &drum) == BELAY_OK);
        belay_collider_def round = belay_collider_def_capsule(0.2, 0.1);
        round.pose.rotation = belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), 0.5 * SCENE_PI);
        cr_assert(belay_collider_create(world, drum, &round, NULL) == BELAY_OK);
        belay_vec3 x[ELEMENTS + 1];
        double radius = 0.1 + 0.005 - 1e-4, quarter = 0.5 * SCENE_PI * radius, tail = 0.2;
        for (int i = 0; i <= ELEMENTS; i++) { // up, over the drum and down
            double s = (double)i / ELEMENTS * 2.0 * (quarter + tail) - quarter - tail, a = s / radius;
            double beyond = fabs(s) - quarter;
            x[i] =
                beyond > 0.0 ? v3(s > 0.0 ? radius : -radius, 0.0, -beyond) : v3(radius * sin(a), 0.0, radius * cos(a));
        }
        belay_rod_def def = belay_rod_def_default();
        def.element_count = ELEMENTS;
        def.nodes = x;
        def.radius = 0.005;
        def.young_modulus = 1e7;
        def.bend_stiffness[0] = def.bend_stiffness[1] = def.twist_stiffness = 1e-5;
        def.damping_time = 0.02;
        belay_rod_id rope = rod_make(world, &def);
        for (int i = 0; i < (int)(1.0 / steps[k]); i++) {
            scene_steps(world, 1);
            cr_assert_lt(rod_fastest(world, rope), 0.5, "h = %g s, step %d", steps[k], i);
        }
        belay_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What no rod can be
// ---------------------------------------------------------------------------------------------------------------------

Test(rods_passive, velocities_and_forces_beyond_reason_leave_finite_numbers)
{
    enum { ELEMENTS = 12 };
    const double sizes[] = {1e6, 1e30, 1e100, 1e200, 1e307};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        for (int forces = 0; forces < 2; forces++) {
            belay_world* world = scene_world(1.0 / 60.0);
            scene_plane(world, v3(0.0, 0.0, 1.0), -0.1, belay_material_default());
            belay_rod_def def = belay_rod_def_default();
            def.element_count = ELEMENTS;
            belay_rod_id rope = rod_make(world, &def);
            belay_vec3 x[ELEMENTS + 1], v[ELEMENTS + 1];
            for (int i = 0; i <= ELEMENTS; i++)
                v[i] = v3(i % 3 == 0 ? sizes[k] : 0.0, 0.0, i % 2 == 0 ? -sizes[k] : 0.0);
            // Refused or not: what a step leaves is finite.
            if (forces)
                belay_rod_apply_force(world, rope, 0.3, v3(0.0, sizes[k], sizes[k]));
            else
                belay_rod_set_velocities(world, rope, v, ELEMENTS + 1);
            for (int i = 0; i < 10; i++) {
                cr_assert(belay_world_step(world) == BELAY_OK);
                cr_assert(belay_rod_get_nodes(world, rope, x, v, ELEMENTS + 1, NULL) == BELAY_OK);
                for (int n = 0; n <= ELEMENTS; n++)
                    cr_assert(v3_is_finite(x[n]) && v3_is_finite(v[n]), "%g, step %d", sizes[k], i);
            }
            belay_world_destroy(world);
        }
}

static void check_refused(belay_world* world, const belay_rod_def* def, const char* name)
{
    belay_rod_id rod = {0};
    cr_expect(belay_rod_create(world, def, &rod) == BELAY_ERROR_VALUE, "%s", name);
    cr_expect(strstr(belay_world_last_error(world), name) != NULL, "%s: %s", name, belay_world_last_error(world));
}

Test(rods_passive, sections_without_measure_are_refused_by_name)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_rod_def def = belay_rod_def_default(), good = def;
    def.line_mass = 1e-300;
    check_refused(world, &def, "line_mass");
    def = good;
    def.bend_stiffness[1] = 1e-300;
    check_refused(world, &def, "bend_stiffness[1]");
    def = good;
    def.twist_stiffness = 1e-300;
    check_refused(world, &def, "twist_stiffness");
    def = good;
    def.stretch_stiffness = 1e300;
    check_refused(world, &def, "stretch_stiffness");
    def = good;
    def.radius = 1e-120;
    check_refused(world, &def, "radius");
    def = good;
    def.line_mass = 1e-12; // with the stretch of a default rod
    check_refused(world, &def, "line_mass");
    belay_world_destroy(world);
}

// A rope that hangs on a box: the problem of the bodies' contacts alone would be another than the step's.
Test(rods_passive, problems_do_not_leave_rods_out_unsaid)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_rod_def def = belay_rod_def_default();
    def.start = v3(0.0, 0.0, 0.006);
    rod_make(world, &def);
    scene_steps(world, 20);
    cr_assert_gt(belay_world_get_stats(world)->rod_contacts, 0);
    belay_problem* problem = NULL;
    belay_error error;
    cr_expect(belay_world_get_problem(world, &problem, &error) == BELAY_ERROR_STATE);
    cr_expect(strstr(error.message, "rods") != NULL, "%s", error.message);
    belay_world_destroy(world);
}
