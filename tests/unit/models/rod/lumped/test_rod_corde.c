// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// CORDE: the facts it shares with the mass-spring chain, and what its frames add.

#include "support/rods/rod_facts.h"

#include <criterion/criterion.h>

#define MODEL BELAY_ROD_CORDE

Test(rod_corde, every_op_is_there)
{
    fact_every_op_is_there(MODEL, "corde");
}

Test(rod_corde, force_is_the_slope_of_the_energy)
{
    fact_force_is_the_slope_of_the_energy(MODEL);
}

Test(rod_corde, stiffness_is_the_slope_of_the_force)
{
    fact_stiffness_is_the_slope_of_the_force(MODEL);
}

Test(rod_corde, mass_matrix_is_symmetric_and_positive)
{
    fact_mass_matrix_is_symmetric_and_positive(MODEL);
}

Test(rod_corde, rows_are_gradients)
{
    fact_rows_are_gradients(MODEL);
}

Test(rod_corde, solve_takes_many_columns)
{
    fact_solve_takes_many_columns(MODEL);
}

Test(rod_corde, stretch_follows_its_formula)
{
    fact_stretch_follows_its_formula(MODEL);
}

Test(rod_corde, prepare_depends_on_the_state_alone)
{
    fact_prepare_depends_on_the_state_alone(MODEL);
}

Test(rod_corde, velocities_are_set)
{
    fact_velocities_are_set(MODEL);
}

Test(rod_corde, bad_input_is_refused)
{
    fact_bad_input_is_refused(MODEL);
}

Test(rod_corde, cantilevers)
{
    fact_cantilevers(MODEL, 1.0);
}

Test(rod_corde, clamp_is_of_second_order)
{
    fact_clamp_is_of_second_order(MODEL);
}

Test(rod_corde, natural_arc_is_at_rest)
{
    fact_natural_arc_is_at_rest(MODEL);
}

Test(rod_corde, curl_under_gravity)
{
    fact_curl_under_gravity(MODEL);
}

Test(rod_corde, column_buckles)
{
    fact_column_buckles(MODEL);
}

Test(rod_corde, catenary)
{
    fact_catenary(MODEL);
}

Test(rod_corde, beam_frequencies)
{
    fact_beam_frequencies(MODEL);
}

Test(rod_corde, hanging_chain_frequency)
{
    fact_hanging_chain_frequency(MODEL);
}

Test(rod_corde, flight_keeps_momentum)
{
    fact_flight_keeps_momentum(MODEL);
}

Test(rod_corde, release_keeps_momentum_at_zero)
{
    fact_release_keeps_momentum_at_zero(MODEL);
}

Test(rod_corde, angular_momentum_does_not_grow)
{
    fact_angular_momentum_does_not_grow(MODEL);
}

Test(rod_corde, energy_does_not_grow)
{
    fact_energy_does_not_grow(MODEL);
}

Test(rod_corde, energy_stays_half_way)
{
    fact_energy_stays_half_way(MODEL);
}

Test(rod_corde, wild_rod_calms_down)
{
    fact_wild_rod_calms_down(MODEL);
}

Test(rod_corde, drag_is_as_its_formula)
{
    fact_drag_is_as_its_formula(MODEL);
}

Test(rod_corde, clamp_leads_the_rod)
{
    fact_clamp_leads_the_rod(MODEL);
}

Test(rod_corde, clamps_taken_as_they_are_change_nothing)
{
    fact_clamps_taken_as_they_are_change_nothing(MODEL);
}

Test(rod_corde, ends_carry_the_weight)
{
    fact_ends_carry_the_weight(MODEL);
}

Test(rod_corde, ends_carry_contacts)
{
    fact_ends_carry_contacts(MODEL);
}

// About d1 bends what leaves the plane across it.
Test(rod_corde, bends_by_the_stiffness_of_each_axis)
{
    for (int i = 0; i < 2; i++) {
        rod_rig* rig = fact_cantilever(MODEL, 40);
        rig->body.section.bend[1] = 3.0;
        rig->body.section.drag = 10.0;
        belay_vec3 force = i == 0 ? v3(0.0, 1e-3, 0.0) : v3(0.0, 0.0, 1e-3);
        rod_rig_push(rig, 40, force);
        rig->h = 0.05;
        cr_assert_leq(rod_rig_settle(rig, 1e-12, 2000), 2000);
        belay_vec3 tip = rod_rig_node(rig, 40), moment = rig->ops->moment(&rig->rod, 0);
        double way = i == 0 ? tip.y : tip.z;
        cr_assert_float_eq(way / (1e-3 / 3.0), i == 0 ? 1.0 : 1.0 / 3.0, 1e-3);
        // d1 is z, d2 is -y: a tip pushed along y bends the rod about z, one pushed along z about -y.
        cr_assert_float_eq(i == 0 ? moment.x : moment.y, 1e-3, 1e-8);
        rod_rig_free(rig);
    }
}

// A rod along x, clamped at both ends, twisted evenly by `angle`.
static rod_rig* make_twisted(uint32_t n, double angle)
{
    belay_vec3 nodes[65];
    double twist[64];
    rod_rig_line(nodes, n, v3_zero(), v3(1.0, 0.0, 0.0));
    for (uint32_t i = 0; i < n; i++)
        twist[i] = angle * (i + 0.5) / n;
    bl_rod_body body = rod_rig_body(MODEL, n, rod_rig_unit(1.0, 1e-3));
    belay_vec3 x = v3(1.0, 0.0, 0.0);
    belay_quat frame = rod_rig_frame(x, v3(0.0, 0.0, 1.0));
    rod_rig_clamp(&body, 0, nodes[0], frame);
    rod_rig_clamp(&body, 1, nodes[n], q_mul(q_exp(v3_scale(angle, x)), frame));
    bl_rod_start start = {.nodes = nodes, .twist = twist, .d1 = v3(0.0, 0.0, 1.0)};
    return rod_rig_make(&bl_rod_corde, &body, &start);
}

// The strain 4 tan(a / 4) of a turn by a is greater than a by a^2 / 48 of it.
Test(rod_corde, twist_has_moment_and_energy)
{
    rod_rig* rig = make_twisted(20, 5.0);
    double turn = 5.0 / 20.0, strain = 20.0 * 4.0 * tan(0.25 * turn), c = rig->body.section.twist;
    for (uint32_t i = 0; i <= 20; i++) {
        // At the ends a half of the turn within half an element.
        double part = i == 0 || i == 20 ? 0.5 : 1.0;
        double t = tan(0.25 * part * turn), right = c * 20.0 * 4.0 * t / part * (1.0 + t * t);
        belay_vec3 moment = rig->ops->moment(&rig->rod, i);
        cr_assert_float_eq(moment.z, right, 1e-10);
        cr_assert_leq(hypot(moment.x, moment.y), 1e-10);
    }
    bl_rod_energy e = rig->ops->energy(&rig->rod, rig->gravity);
    cr_assert_float_eq(e.twist, 0.5 * c * strain * strain, 1e-3 * e.twist);
    cr_assert_leq(e.bend + e.stretch, 1e-20);
    rod_rig_free(rig);
}

// Half a turn and a fifth more between two elements is as good as half a turn less a fifth.
Test(rod_corde, slips_beyond_half_a_turn)
{
    belay_vec3 nodes[3];
    rod_rig_line(nodes, 2, v3_zero(), v3(1.0, 0.0, 0.0));
    double energy[2];
    for (int i = 0; i < 2; i++) {
        double twist[2] = {0.0, (i == 0 ? 0.8 : 1.2) * ROD_RIG_PI};
        bl_rod_body body = rod_rig_body(MODEL, 2, rod_rig_unit(1.0, 1e-3));
        bl_rod_start start = {.nodes = nodes, .twist = twist, .d1 = v3(0.0, 0.0, 1.0)};
        rod_rig* rig = rod_rig_make(&bl_rod_corde, &body, &start);
        energy[i] = rig->ops->energy(&rig->rod, rig->gravity).twist;
        rod_rig_free(rig);
    }
    cr_assert_gt(energy[0], 1.0);
    cr_assert_float_eq(energy[0], energy[1], 1e-10);
}

// Without rotary inertia a twist put in at one end is all along the rod after a step, but for what the large turn at
// the clamp is beyond its slope.
Test(rod_corde, twist_without_inertia_is_even_at_once)
{
    rod_rig* rig = make_twisted(30, 0.0);
    rig->body.ends[1].rotation = q_mul(q_exp(v3(0.1, 0.0, 0.0)), rig->body.ends[1].rotation);
    rod_rig_step(rig);
    double right = rig->body.section.twist * 0.1;
    for (uint32_t i = 0; i < 30; i++)
        cr_assert_float_eq(rig->ops->moment(&rig->rod, i).z / right, 1.0, 1e-3);
    rod_rig_step(rig);
    for (uint32_t i = 0; i <= 30; i++)
        cr_assert_float_eq(rig->ops->moment(&rig->rod, i).z / right, 1.0, 1e-4);
    rod_rig_free(rig);
}

// Small twists are linear: elements turn against each other, the first against the clamp over half an element.
Test(rod_corde, twist_follows_its_formula)
{
    uint64_t lot = 21;
    for (int i = 0; i < 9; i++) {
        bl_rod_body body = rod_rig_body(MODEL, FACT_BEADS, rod_rig_unit(1.0, 1e-3));
        body.theta = 0.5 + 0.0625 * i;
        body.section.damping_time = 0.02;
        body.section.drag = 0.7;
        body.section.spin_inertia = 0.2;
        belay_vec3 x = v3(1.0, 0.0, 0.0);
        rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(x, v3(0.0, 0.0, 1.0)));
        rod_rig* rig = rod_rig_make_line(&bl_rod_corde, &body, v3_zero(), x);
        fact_beads b = {.is_first_held = false};
        double l = 1.0 / FACT_BEADS;
        for (int k = 0; k < FACT_BEADS; k++) {
            b.mass[k] = 0.2 * l;
            double gradient[FACT_BEADS] = {0.0};
            if (k > 0) gradient[k - 1] = -1.0;
            gradient[k] = 1.0;
            fact_add_spring(&b, gradient, body.section.twist / (k > 0 ? l : 0.5 * l));
        }
        fact_draw_beads(&b, 1e-4, &lot);
        double* v = rod_rig_velocity(rig);
        for (int k = 0; k < FACT_BEADS; k++) {
            b.load[k] = 0.0;
            v[6 * k + 3] = b.x[k];
        }
        rig->ops->move(&rig->rod, 1.0);
        for (int k = 0; k < FACT_BEADS; k++)
            v[6 * k + 3] = b.v[k];
        rig->ops->prepare(&rig->rod, rig->gravity, rig->applied, 0.05);
        fact_beads_step(&b, &rig->body, false, 0.05);
        const double* found = rig->ops->free_velocity(&rig->rod);
        for (int k = 0; k < FACT_BEADS; k++) {
            belay_vec3 w = v3(found[6 * k + 3], found[6 * k + 4], found[6 * k + 5]);
            cr_assert_leq(v3_distance(w, v3(b.v[k], 0.0, 0.0)), 1e-6 * 1e-4);
        }
        rod_rig_free(rig);
    }
}

// omega L sqrt(I / C) = pi / 2 with one end free.
Test(rod_corde, torsion_frequency)
{
    const uint32_t n = 30;
    rod_rig* rig = fact_cantilever(MODEL, n);
    rig->body.theta = 0.5;
    rig->body.section.spin_inertia = 1e-2;
    double right = 4.0 * sqrt(1e-2 / rig->body.section.twist), *v = rod_rig_velocity(rig);
    for (uint32_t i = 0; i < n; i++)
        v[6 * i + 3] = 1e-3 * sin(0.5 * ROD_RIG_PI * (i + 0.5) / n);
    rig->h = right / 400.0;
    double last = v[6 * n - 3], first_crossing = 0.0, crossing = 0.0;
    for (int count = 0; count < 7;) {
        double before = last;
        rod_rig_step(rig);
        last = v[6 * n - 3];
        if (before * last > 0.0) continue;
        crossing = rig->time - rig->h * last / (last - before);
        if (count++ == 0) first_crossing = crossing;
    }
    cr_assert_float_eq((crossing - first_crossing) / (3.0 * right), 1.0, 0.002);
    rod_rig_free(rig);
}

// How far a rod that is twisted between clamps is aside in the end, from 1e-4.
static double aside_by_twist(double angle)
{
    rod_rig* rig = make_twisted(40, angle);
    belay_vec3 velocities[41];
    for (int i = 0; i <= 40; i++)
        velocities[i] = v3(0.0, 1e-4 * sin(ROD_RIG_PI * i / 40.0), 0.0);
    rig->ops->set_velocities(&rig->rod, velocities);
    rig->ops->move(&rig->rod, 1.0);
    for (int i = 0; i <= 40; i++)
        velocities[i] = v3_zero();
    rig->ops->set_velocities(&rig->rod, velocities);
    rig->h = 0.01;
    rod_rig_run(rig, 20.0);
    belay_vec3 middle = rod_rig_node(rig, 20);
    rod_rig_free(rig);
    return hypot(middle.y, middle.z);
}

// Greenhill: clamped at both ends, without tension, a rod leaves the straight line at M L / B = 8.986818916. How far is
// a matter of its stretch, since the clamps stay as far apart as they are.
Test(rod_corde, buckles_by_twist)
{
    const double critical = 8.986818916 * 1.3; // the angle: B / C = 1.3
    double below = aside_by_twist(0.985 * critical), above = aside_by_twist(1.015 * critical);
    cr_assert_leq(below, 1e-12, "%g", below);
    cr_assert_geq(above, 1e-4, "%g", above);
}

// A helix at rest with Darboux vector (8, 0, 3), clamped along x under gravity -z: the tips by shooting of Kirchhoff's
// equations. B = 1, C = 1 / 1.3.
Test(rod_corde, helix_under_gravity)
{
    const uint32_t n = 40;
    const double right[3][4] = {{1.0, 0.19976377, 0.29443379, -0.19973472},
                                {5.0, 0.18735600, 0.26749816, -0.28311531},
                                {20.0, 0.14632003, 0.11944901, -0.49112169}};
    const belay_vec3 u = {8.0, 0.0, 3.0};
    // Columns d1 = y, d2 = z, d3 = x.
    belay_quat clamp = {0.5, 0.5, 0.5, 0.5};
    belay_vec3 nodes[65] = {{0.0, 0.0, 0.0}};
    double twist[64];
    for (uint32_t i = 0; i < n; i++) {
        belay_vec3 way = v3_zero();
        for (int k = 0; k < 100; k++) {
            belay_quat turn = q_exp(v3_scale((i + 0.01 * (k + 0.5)) / n, u));
            way = v3_add(way, q_rotate(q_mul(clamp, turn), v3(0.0, 0.0, 0.01 / n)));
        }
        nodes[i + 1] = v3_add(nodes[i], way);
        twist[i] = u.z * i / n;
    }
    belay_vec3 d1 = q_rotate(q_mul(clamp, q_exp(v3_scale(0.5 / n, u))), v3(1.0, 0.0, 0.0));
    for (int k = 0; k < 3; k++) {
        bl_rod_body body = rod_rig_body(MODEL, n, rod_rig_unit(1.0, 1e-3));
        body.section.drag = 10.0;
        rod_rig_clamp(&body, 0, v3_zero(), clamp);
        bl_rod_start start = {.nodes = nodes, .rest_nodes = nodes, .twist = twist, .rest_twist = twist, .d1 = d1};
        rod_rig* rig = rod_rig_make(&bl_rod_corde, &body, &start);
        rig->gravity = v3(0.0, 0.0, -right[k][0]);
        rig->h = 0.05;
        cr_assert_leq(rod_rig_settle(rig, 1e-7, 4000), 4000);
        belay_vec3 tip = v3(right[k][1], right[k][2], right[k][3]);
        cr_assert_leq(v3_distance(rod_rig_node(rig, n), tip), 5e-3);
        rod_rig_free(rig);
    }
}

// Frames stand across their elements no more than the shear force over the stiffness of the tie says.
Test(rod_corde, frames_follow_their_elements)
{
    rod_rig* rig = fact_rubber(MODEL, 20, 1.0);
    rig->body.section.drag = 10.0;
    rig->body.ends[0].hold = BL_ROD_CLAMPED;
    rig->body.ends[0].rotation = rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0));
    rig->gravity = v3(0.0, -9.81, 0.0);
    rod_rig_run(rig, 1.0);
    double weight = 9.81 * rig->body.section.line_mass, tie = rig->body.section.stretch;
    for (uint32_t i = 0; i < 20; i++) {
        belay_vec3 edge = v3_sub(rod_rig_node(rig, i + 1), rod_rig_node(rig, i));
        belay_vec3 d3 = q_rotate(rig->ops->frame(&rig->rod, i), v3(0.0, 0.0, 1.0));
        double angle = v3_length(v3_cross(edge, d3)) / v3_length(edge);
        cr_assert_leq(angle, 1.5 * weight / tie, "element %u: %g rad", (unsigned)i, angle);
    }
    rod_rig_free(rig);
}
