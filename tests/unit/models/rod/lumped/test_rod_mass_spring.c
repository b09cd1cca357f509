// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The mass-spring chain: the facts it shares with CORDE, and what its springs against angles do and cannot do.

#include "support/chance.h"
#include "support/rods/rod_facts.h"

#include <criterion/criterion.h>

#define MODEL BELAY_ROD_MASS_SPRING

Test(rod_mass_spring, every_op_is_there)
{
    fact_every_op_is_there(MODEL, "mass-spring");
}

Test(rod_mass_spring, force_is_the_slope_of_the_energy)
{
    fact_force_is_the_slope_of_the_energy(MODEL);
}

Test(rod_mass_spring, stiffness_is_the_slope_of_the_force)
{
    fact_stiffness_is_the_slope_of_the_force(MODEL);
}

Test(rod_mass_spring, mass_matrix_is_symmetric_and_positive)
{
    fact_mass_matrix_is_symmetric_and_positive(MODEL);
}

Test(rod_mass_spring, rows_are_gradients)
{
    fact_rows_are_gradients(MODEL);
}

Test(rod_mass_spring, solve_takes_many_columns)
{
    fact_solve_takes_many_columns(MODEL);
}

Test(rod_mass_spring, stretch_follows_its_formula)
{
    fact_stretch_follows_its_formula(MODEL);
}

Test(rod_mass_spring, prepare_depends_on_the_state_alone)
{
    fact_prepare_depends_on_the_state_alone(MODEL);
}

Test(rod_mass_spring, velocities_are_set)
{
    fact_velocities_are_set(MODEL);
}

Test(rod_mass_spring, bad_input_is_refused)
{
    fact_bad_input_is_refused(MODEL);
}

Test(rod_mass_spring, cantilevers)
{
    fact_cantilevers(MODEL, 1.2);
}

Test(rod_mass_spring, clamp_is_of_second_order)
{
    fact_clamp_is_of_second_order(MODEL);
}

Test(rod_mass_spring, natural_arc_is_at_rest)
{
    fact_natural_arc_is_at_rest(MODEL);
}

Test(rod_mass_spring, curl_under_gravity)
{
    fact_curl_under_gravity(MODEL);
}

Test(rod_mass_spring, column_buckles)
{
    fact_column_buckles(MODEL);
}

Test(rod_mass_spring, catenary)
{
    fact_catenary(MODEL);
}

Test(rod_mass_spring, beam_frequencies)
{
    fact_beam_frequencies(MODEL);
}

Test(rod_mass_spring, hanging_chain_frequency)
{
    fact_hanging_chain_frequency(MODEL);
}

Test(rod_mass_spring, flight_keeps_momentum)
{
    fact_flight_keeps_momentum(MODEL);
}

Test(rod_mass_spring, release_keeps_momentum_at_zero)
{
    fact_release_keeps_momentum_at_zero(MODEL);
}

Test(rod_mass_spring, angular_momentum_does_not_grow)
{
    fact_angular_momentum_does_not_grow(MODEL);
}

Test(rod_mass_spring, energy_does_not_grow)
{
    fact_energy_does_not_grow(MODEL);
}

Test(rod_mass_spring, energy_stays_half_way)
{
    fact_energy_stays_half_way(MODEL);
}

Test(rod_mass_spring, wild_rod_calms_down)
{
    fact_wild_rod_calms_down(MODEL);
}

Test(rod_mass_spring, drag_is_as_its_formula)
{
    fact_drag_is_as_its_formula(MODEL);
}

Test(rod_mass_spring, clamp_leads_the_rod)
{
    fact_clamp_leads_the_rod(MODEL);
}

Test(rod_mass_spring, clamps_taken_as_they_are_change_nothing)
{
    fact_clamps_taken_as_they_are_change_nothing(MODEL);
}

Test(rod_mass_spring, ends_carry_the_weight)
{
    fact_ends_carry_the_weight(MODEL);
}

Test(rod_mass_spring, ends_carry_contacts)
{
    fact_ends_carry_contacts(MODEL);
}

// Small bending is linear: with nodes l apart the angle at a vertex is (y(i-1) - 2 y(i) + y(i+1)) / l, at the clamp
// y(1) / l.
Test(rod_mass_spring, bending_follows_its_formula)
{
    uint64_t lot = 21;
    for (int i = 0; i < 9; i++) {
        rod_rig* rig = fact_bead_rig(MODEL, i);
        rig->body.section.stretch = 100.0;
        fact_beads b = {.is_first_held = true, .first = 1e-6 * chance_signed(&lot)};
        double l = 1.0 / (FACT_BEADS - 1);
        for (int k = 0; k < FACT_BEADS; k++) {
            bool is_end = k == 0 || k == FACT_BEADS - 1;
            b.mass[k] = is_end ? 0.5 * l : l;
            double gradient[FACT_BEADS] = {0.0};
            if (k == FACT_BEADS - 1) break;
            if (k > 0) gradient[k - 1] = 1.0 / l;
            gradient[k] = (k > 0 ? -2.0 : -1.0) / l;
            gradient[k + 1] = 1.0 / l;
            fact_add_spring(&b, gradient, 1.0 / (k > 0 ? l : 0.5 * l));
        }
        fact_draw_beads(&b, 1e-6, &lot);
        fact_beads_give(&b, rig, v3(0.0, 0.6, 0.8));
        rig->ops->prepare(&rig->rod, rig->gravity, rig->applied, 0.05);
        belay_vec3 velocities[FACT_BEADS];
        rig->ops->node_velocities(&rig->rod, rig->ops->free_velocity(&rig->rod), velocities);
        fact_beads_step(&b, &rig->body, false, 0.05);
        for (int k = 0; k < FACT_BEADS; k++)
            cr_assert_leq(v3_distance(velocities[k], v3(0.0, 0.6 * b.v[k], 0.8 * b.v[k])), 1e-10);
        rod_rig_free(rig);
    }
}

// Twist is nothing to it: neither in the energy nor in the moments, whatever is asked for at the start.
Test(rod_mass_spring, has_no_twist)
{
    uint64_t lot = 20;
    rod_rig* rig = fact_tangle(MODEL, 9, BL_ROD_CLAMPED, BL_ROD_CLAMPED, &lot);
    rig->gravity = v3(0.0, 0.0, -9.81);
    rod_rig_run(rig, 0.2);
    cr_assert_eq(rig->ops->energy(&rig->rod, rig->gravity).twist, 0.0);
    for (uint32_t i = 0; i <= 9; i++) {
        belay_vec3 moment = rig->ops->moment(&rig->rod, i);
        cr_assert_leq(fabs(moment.z), 1e-12 * v3_length(moment));
        cr_assert_gt(v3_length(moment), 0.0);
    }
    rod_rig_free(rig);
}

// Only |angle| is known at rest: an arc's energy is as low on a wave of the same angles.
Test(rod_mass_spring, arc_at_rest_may_lie_on_a_wave)
{
    belay_vec3 arc[21], wave[21];
    for (int i = 0; i <= 20; i++) {
        double a = 3.0 * 0.05 * i;
        arc[i] = v3(sin(a) / 3.0, (1.0 - cos(a)) / 3.0, 0.0);
        // The second half turned by half a turn about its first chord.
        belay_vec3 hinge = v3_normalize_or(v3_sub(arc[i > 11 ? 11 : i], arc[i > 11 ? 10 : i]), v3_zero());
        wave[i] =
            i <= 11 ? arc[i]
                    : v3_add(arc[10], q_rotate(belay_quat_from_axis_angle(hinge, ROD_RIG_PI), v3_sub(arc[i], arc[10])));
    }
    bl_rod_body body = rod_rig_body(MODEL, 20, rod_rig_unit(1.0, 1e-3));
    bl_rod_start start = {.nodes = wave, .rest_nodes = arc, .d1 = v3(0.0, 0.0, 1.0)};
    rod_rig* rig = rod_rig_make(&bl_rod_mass_spring, &body, &start);
    bl_rod_energy e = rig->ops->energy(&rig->rod, rig->gravity);
    cr_assert_leq(e.bend + e.stretch, 1e-20);
    rod_rig_free(rig);
}

// Two elements that are straight now and were bent at rest have to choose a plane, and choose that of their frames.
Test(rod_mass_spring, straight_chain_bends_as_its_frames_say)
{
    for (int i = 0; i < 8; i++) {
        double a = 0.25 * ROD_RIG_PI * i;
        belay_vec3 nodes[3], side = v3(0.0, cos(a), sin(a));
        rod_rig_line(nodes, 2, v3_zero(), v3(1.0, 0.0, 0.0));
        const belay_vec3 rest[3] = {{0.0, 0.0, 0.0}, {0.5, 0.0, 0.0}, v3_add_scaled(v3(0.9, 0.0, 0.0), 0.3, side)};
        bl_rod_body body = rod_rig_body(MODEL, 2, rod_rig_unit(1.0, 1e-3));
        body.section.drag = 5.0;
        bl_rod_start start = {.nodes = nodes, .rest_nodes = rest, .d1 = v3(0.0, 0.0, 1.0)};
        rod_rig* rig = rod_rig_make(&bl_rod_mass_spring, &body, &start);
        rig->h = 0.02;
        rod_rig_run(rig, 20.0);
        belay_vec3 first = v3_sub(rod_rig_node(rig, 1), rod_rig_node(rig, 0));
        belay_vec3 second = v3_sub(rod_rig_node(rig, 2), rod_rig_node(rig, 1));
        belay_vec3 axis = v3_cross(first, second);
        cr_assert_float_eq(atan2(v3_length(axis), v3_dot(first, second)), atan2(0.3, 0.4), 1e-8);
        belay_vec3 right = v3_cross(v3(1.0, 0.0, 0.0), side);
        cr_assert_leq(v3_distance(v3_normalize_or(axis, axis), right), 1e-6);
        rod_rig_free(rig);
    }
}
