// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// All that contact asks of a super-helix, against differences of positions and conservation laws.

#include "support/chance.h"
#include "support/rods/super_helix.h"

#include <criterion/criterion.h>

static uint64_t seed = 0x9e3779b97f4a7c15u;

Test(super_helix_rows, node_velocities_are_limits_of_differences)
{
    helix_rig rig;
    helix_rig_randomise(&rig, &seed, 6, BL_ROD_FREE);
    belay_vec3 velocities[19], before[19], after[19];
    OPS->node_velocities(&rig.rod, rig.view.v, velocities);
    helix_rig_carry(&rig, rig.view.v, -1e-5);
    OPS->nodes(&rig.rod, before);
    helix_rig_carry(&rig, rig.view.v, 2e-5);
    OPS->nodes(&rig.rod, after);
    for (int i = 0; i < 19; i++)
        cr_assert(v3_distance(v3_scale(5e4, v3_sub(after[i], before[i])), velocities[i]) < 1e-9);
    helix_rig_fini(&rig);
}

Test(super_helix_rows, segments_turn_at_their_angular_velocity)
{
    helix_rig rig;
    helix_rig_randomise(&rig, &seed, 6, BL_ROD_FREE);
    for (uint32_t i = 0; i < 18; i++) {
        belay_vec3 nodes[19], w = OPS->angular_velocity(&rig.rod, i, rig.view.v);
        OPS->nodes(&rig.rod, nodes);
        belay_vec3 chord = v3_normalize_or(v3_sub(nodes[i + 1], nodes[i]), v3_zero());
        cr_assert(v3_distance(q_rotate(OPS->frame(&rig.rod, i), v3(0.0, 0.0, 1.0)), chord) < 1e-12);
        helix_rig_carry(&rig, rig.view.v, -1e-5);
        belay_quat before = OPS->frame(&rig.rod, i);
        helix_rig_carry(&rig, rig.view.v, 2e-5);
        belay_quat after = OPS->frame(&rig.rod, i);
        helix_rig_carry(&rig, rig.view.v, -1e-5);
        belay_vec3 turn = q_log(q_mul(after, q_conjugate(before)));
        cr_assert(v3_distance(v3_scale(5e4, turn), w) < 1e-8, "%u", i);
    }
    helix_rig_fini(&rig);
}

// A row times v is the velocity that it is made to measure; beyond its range and for held dofs it is empty.
Test(super_helix_rows, rows_measure_places_and_segments)
{
    for (int hold = BL_ROD_FREE; hold <= BL_ROD_CLAMPED; hold++) {
        helix_rig rig;
        helix_rig_randomise(&rig, &seed, 6, (bl_rod_hold)hold);
        uint32_t held = bl_super_helix_held(&rig.body), first, count;
        memset(rig.view.v, 0, held * sizeof(double));
        OPS->prepare(&rig.rod, v3_zero(), NULL, 1e-3);
        belay_vec3 velocities[19];
        OPS->node_velocities(&rig.rod, rig.view.v, velocities);
        for (uint32_t i = 0; i < 18; i++) {
            belay_vec3 linear = chance_vector(&seed, 1.0), angular = chance_vector(&seed, 1.0);
            double s = chance_between(&seed, 0.0, 1.0), row[24] = {0.0}, got = 0.0;
            OPS->row(&rig.rod, i, s, linear, angular, -2.0, row, &first, &count);
            cr_assert_eq(first, held);
            for (uint32_t k = 0; k < 24; k++) {
                got += row[k] * rig.view.v[k];
                cr_assert((k >= first && k < first + count) || row[k] == 0.0);
            }
            belay_vec3 place = v3_add(v3_scale(1.0 - s, velocities[i]), v3_scale(s, velocities[i + 1]));
            double want = v3_dot(linear, place) + v3_dot(angular, OPS->angular_velocity(&rig.rod, i, rig.view.v));
            cr_assert(fabs(got + 2.0 * want) < 1e-12);
        }
        helix_rig_fini(&rig);
    }
}

// solve is the inverse of Mhat: an impulse at a place changes the free velocity as a force over the step does.
Test(super_helix_rows, solves_answer_impulses_as_forces)
{
    for (int hold = BL_ROD_FREE; hold <= BL_ROD_CLAMPED; hold++) {
        helix_rig rig;
        helix_rig_randomise(&rig, &seed, 6, (bl_rod_hold)hold);
        memset(rig.view.v, 0, rig.view.m * sizeof(double));
        const double h = 1e-6;
        double x[24 * 3] = {0.0}, row[24] = {0.0}, still[24];
        uint32_t first, count;
        OPS->prepare(&rig.rod, v3_zero(), NULL, h);
        memcpy(still, OPS->free_velocity(&rig.rod), sizeof still);
        OPS->row(&rig.rod, 10, 1.0, v3(1.0, 2.0, 3.0), v3_zero(), 1.0, row, &first, &count);
        for (uint32_t k = 0; k < 24; k++)
            x[3 * k] = row[k], x[3 * k + 1] = 2.0 * row[k];
        OPS->solve(&rig.rod, x, 3, first);
        double* force = helix_rig_apply(&rig, 11);
        force[0] = 1.0 / h, force[1] = 2.0 / h, force[2] = 3.0 / h;
        // Small enough that nothing moves by it in a step.
        for (int k = 0; k < 3; k++)
            force[k] *= 1e-6;
        OPS->prepare(&rig.rod, v3_zero(), rig.applied, h);
        for (uint32_t k = first; k < 24; k++) {
            double change = OPS->free_velocity(&rig.rod)[k] - still[k];
            cr_assert(fabs(change - 1e-6 * x[3 * k]) < 1e-6 * (1e-4 * fabs(x[3 * k]) + 1.0), "%u", k);
            cr_assert(fabs(x[3 * k + 1] - 2.0 * x[3 * k]) <= 1e-9 * fabs(x[3 * k]) && x[3 * k + 2] == 0.0);
        }
        helix_rig_fini(&rig);
    }
}

// An impulse at a place of a free rod changes the rod's momentum by itself, and its angular momentum by its moment;
// also under damping and in a step that is far too long.
Test(super_helix_rows, impulses_change_momenta_by_themselves)
{
    for (int k = 0; k < 20; k++) {
        helix_rig rig;
        helix_rig_randomise(&rig, &seed, 5, BL_ROD_FREE);
        rig.body.section.damping_time = 1e-3;
        OPS->prepare(&rig.rod, v3_zero(), NULL, k % 2 == 0 ? 1e-3 : 0.1);
        uint32_t segment = (uint32_t)chance_between(&seed, 0.0, 15.0), first, count;
        double s = chance_between(&seed, 0.0, 1.0), x[21] = {0.0};
        belay_vec3 impulse = chance_vector(&seed, 1.0), moment = chance_vector(&seed, 1.0), nodes[16];
        OPS->row(&rig.rod, segment, s, impulse, moment, 1.0, x, &first, &count);
        OPS->solve(&rig.rod, x, 1, first);
        memcpy(rig.view.v, OPS->free_velocity(&rig.rod), sizeof x);
        bl_helix_twist before = helix_rig_momentum(&rig);
        for (uint32_t i = 0; i < 21; i++)
            rig.view.v[i] += x[i];
        bl_helix_twist after = helix_rig_momentum(&rig);
        OPS->nodes(&rig.rod, nodes);
        belay_vec3 place = v3_add_scaled(nodes[segment], s, v3_sub(nodes[segment + 1], nodes[segment]));
        cr_assert(v3_distance(v3_sub(after.linear, before.linear), impulse) < 1e-11);
        belay_vec3 turn = v3_add(v3_cross(place, impulse), moment);
        cr_assert(v3_distance(v3_sub(after.angular, before.angular), turn) < 1e-10);
        helix_rig_fini(&rig);
    }
}

// Drag takes the same part of the momentum from every rod, whatever it does.
Test(super_helix_rows, drag_takes_its_part_of_the_momentum)
{
    const double thetas[2] = {0.5, 1.0}, h = 0.01, drag = 3.0;
    for (int k = 0; k < 2; k++) {
        helix_rig rig;
        helix_rig_randomise(&rig, &seed, 5, BL_ROD_FREE);
        rig.body.theta = thetas[k];
        rig.body.section.drag = drag;
        bl_helix_twist before = helix_rig_momentum(&rig);
        helix_rig_step(&rig, h);
        bl_helix_twist after = helix_rig_momentum(&rig);
        double part = (1.0 - h * (1.0 - thetas[k]) * drag) / (1.0 + h * thetas[k] * drag);
        cr_assert(v3_distance(after.linear, v3_scale(part, before.linear)) < 1e-12);
        helix_rig_fini(&rig);
    }
}

// One step in which impulses at the tip make it stay where it is, as a constraint does; returns the force of it.
static belay_vec3 step_with_held_tip(helix_rig* rig, belay_vec3 place, double h)
{
    uint32_t m = rig->view.m, segment = rig->body.segment_count - 1, first, count;
    double rows[3][96] = {{0.0}}, x[3][96], theta = rig->body.theta;
    OPS->move(&rig->rod, h * (1.0 - theta));
    OPS->prepare(&rig->rod, rig->gravity, NULL, h);
    memcpy(rig->view.v, OPS->free_velocity(&rig->rod), m * sizeof(double));
    belay_vec3 back = v3_scale(0.2 / h, v3_sub(place, helix_rig_tip(rig)));
    double wanted[3] = {back.x, back.y, back.z};
    belay_mat33 w, inverse = m3_zero();
    for (int i = 0; i < 3; i++) {
        OPS->row(&rig->rod, segment, 1.0, v3(i == 0, i == 1, i == 2), v3_zero(), 1.0, rows[i], &first, &count);
        memcpy(x[i], rows[i], sizeof x[i]);
        OPS->solve(&rig->rod, x[i], 1, first);
    }
    for (int i = 0; i < 3; i++)
        for (uint32_t k = 0; k < m; k++)
            wanted[i] -= rows[i][k] * rig->view.v[k];
    for (int i = 0; i < 9; i++) {
        w.m[i] = 0.0;
        for (uint32_t k = 0; k < m; k++)
            w.m[i] += rows[i / 3][k] * x[i % 3][k];
    }
    cr_assert(m3_invert(w, 1e-14, &inverse));
    belay_vec3 impulse = m3_mul_v3(inverse, v3(wanted[0], wanted[1], wanted[2]));
    for (uint32_t k = 0; k < m; k++)
        rig->view.v[k] += impulse.x * x[0][k] + impulse.y * x[1][k] + impulse.z * x[2][k];
    OPS->move(&rig->rod, h * theta);
    return v3_scale(1.0 / h, impulse);
}

// A limp cord between equal heights, pinned at one end and held by a constraint at the other: the catenary's sag, and
// its pull (length 1, span 0.8).
Test(super_helix_rows, a_cord_held_at_both_ends_is_a_catenary)
{
    helix_rig rig;
    bl_rod_section section = helix_section(1.0, 1e-4);
    section.spin_inertia = 1e-6;
    section.drag = 3.0;
    helix_rig_init(&rig, 20, section, BL_ROD_PINNED, 1.0);
    // A circle's arc to begin with: sin(a) / a = 0.8.
    double a = 1.1311025856512824;
    helix_rig_shape(&rig, 0.05, v3(cos(a), -sin(a), 0.0), v3(0.0, 0.0, 1.0));
    helix_rig_bend(&rig, rig.view.u, v3(2.0 * a, 0.0, 0.0));
    cr_assert(v3_distance(helix_rig_tip(&rig), v3(0.8, 0.0, 0.0)) < 1e-9);
    rig.gravity = v3(0.0, -1.0, 0.0);
    belay_vec3 force = v3_zero();
    for (int i = 0; i < 1500; i++)
        force = step_with_held_tip(&rig, v3(0.8, 0.0, 0.0), 0.02);
    double lowest = 0.0;
    for (uint32_t e = 0; e <= 20; e++)
        lowest = fmin(lowest, rig.view.frames[e].position.y);
    cr_assert(fabs(lowest + 0.265437509) < 0.002 * 0.265437509, "%.6f", lowest);
    cr_assert(fabs(force.x - 0.338201879) < 0.01 * 0.338201879 && fabs(force.y - 0.5) < 0.005, "%g %g", force.x,
              force.y);
    helix_rig_fini(&rig);
}
