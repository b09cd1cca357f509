// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What moving along a bent surface does to a gap and to its normal, against circles, which are known to all orders.

#include "solver/law/impact_law.h"
#include "step/assemble/assemble_tolerances.h"
#include "step/assemble/step_contact_motion.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>

static const double h = 0.01; // s

static belay_world_def def_of_step(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    return def;
}

// On a surface with the normal z that bends by kappa1 along x and by kappa2 along y.
static bl_manifold_point place(double kappa1, double kappa2)
{
    bl_manifold_point p = {.normal = v3(0.0, 0.0, 1.0), .tangent1 = v3(1.0, 0.0, 0.0), .tangent2 = v3(0.0, 1.0, 0.0)};
    p.kappa1 = kappa1;
    p.kappa2 = kappa2;
    return p;
}

static bl_reference_motion going(double x, double y)
{
    bl_reference_motion g = {v3(x / h, y / h, 0.0), 0.0};
    return g;
}

Test(contact_motion, opens_the_gap_as_a_chord_leaves_a_circle)
{
    belay_world_def def = def_of_step();
    for (double radius = 0.5; radius < 100.0; radius *= 3.0) {
        bl_manifold_point convex = place(1.0 / radius, 0.0), concave = place(-1.0 / radius, 0.0);
        bl_reference_motion g = going(0.1, 0.0);
        double opens = sqrt(radius * radius + 0.01) - radius, closes = sqrt(radius * radius - 0.01) - radius;
        cr_expect_float_eq(bl_step_gap_term(&def, &convex, &g, 0.0), opens, 1e-15 * radius);
        cr_expect_float_eq(bl_step_gap_term(&def, &concave, &g, 0.0), closes, 1e-15 * radius);
    }
}

Test(contact_motion, adds_up_over_both_directions_and_what_turning_does)
{
    belay_world_def def = def_of_step();
    bl_manifold_point p = place(0.5, -0.25), along = place(0.5, 0.0), across = place(0.0, -0.25);
    bl_reference_motion g = going(0.05, -0.08), none = g;
    g.centripetal = 1e-4;
    double sum = bl_step_gap_term(&def, &along, &none, 0.0) + bl_step_gap_term(&def, &across, &none, 0.0);
    cr_expect_float_eq(bl_step_gap_term(&def, &p, &g, 0.0), sum + 1e-4, 1e-16);
}

Test(contact_motion, knows_nothing_of_a_flat_surface)
{
    belay_world_def def = def_of_step();
    bl_manifold_point flat = place(0.0, 0.0);
    bl_reference_motion g = going(0.3, 0.2);
    belay_vec3 n = bl_step_normal_halfway(&def, &flat, &g);
    cr_expect(bl_step_gap_term(&def, &flat, &g, 0.0) == 0.0);
    cr_expect(n.x == 0.0 && n.y == 0.0 && n.z == 1.0);
}

// On the way round a circle of radius R by a chord b the normal turns by atan(b / R); halfway by half of that.
Test(contact_motion, turns_the_normal_by_half_the_way_round)
{
    belay_world_def def = def_of_step();
    for (double turn = 1e-4; turn < BL_GAP_TERM_SMALL_TURN; turn *= 2.0) {
        for (int side = -1; side <= 1; side += 2) {
            bl_manifold_point p = place(turn / 0.1, 0.0);
            bl_reference_motion g = going(side * 0.1, 0.0);
            belay_vec3 n = bl_step_normal_halfway(&def, &p, &g);
            cr_expect_float_eq(atan2(n.x, n.z), side * 0.5 * atan(turn), 1e-15);
            cr_expect(n.y == 0.0);
            cr_expect_float_eq(v3_length(n), 1.0, 1e-15);
        }
    }
}

Test(contact_motion, fades_out_where_an_arm_turns_far_in_a_step)
{
    belay_world_def def = def_of_step();
    bl_reference_motion g = going(0.1, 0.0);
    double last = 1.0;
    for (double turn = BL_GAP_TERM_SMALL_TURN; turn <= BL_GAP_TERM_LARGE_TURN; turn += 0.01) {
        bl_manifold_point p = place(turn / 0.1, 0.0);
        double whole = bl_curved_gap_term(turn / 0.1, 0.1), share = bl_step_gap_term(&def, &p, &g, 0.0) / whole;
        cr_expect(share <= last && share >= 0.0, "%g rad: %g", turn, share);
        last = share;
    }
    bl_manifold_point p = place(1.01 * BL_GAP_TERM_LARGE_TURN / 0.1, 0.0);
    belay_vec3 n = bl_step_normal_halfway(&def, &p, &g);
    cr_expect(bl_step_gap_term(&def, &p, &g, 0.0) == 0.0);
    cr_expect(n.x == 0.0 && n.z == 1.0);
}
