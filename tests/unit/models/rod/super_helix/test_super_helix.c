// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Super-helices at one instant: kinematics and inertia, against tables of 45 digits and differences of positions.

#include "support/chance.h"
#include "support/rods/super_helix.h"
#include "support/skip.h"

#include <criterion/criterion.h>

#define TABLE_ELEMENTS 8
#define EXAMPLE_ELEMENTS 4

static uint64_t seed = 0x2545f4914f6cdd1du;

static bool load_shape(helix_rig* rig)
{
    double q[TABLE_ELEMENTS * 5];
    if (helix_table("rod_superhelix_q.csv", 5, q, TABLE_ELEMENTS) != TABLE_ELEMENTS) return false;
    helix_rig_init(rig, TABLE_ELEMENTS, helix_section(1.0, 1.0), BL_ROD_CLAMPED, 1.0);
    helix_rig_shape(rig, 1.0, v3(0.0, 0.0, 1.0), v3(1.0, 0.0, 0.0));
    for (int e = 0; e < TABLE_ELEMENTS; e++) {
        rig->view.length[e] = q[5 * e + 1];
        rig->view.u[e] = v3(q[5 * e + 2], q[5 * e + 3], q[5 * e + 4]);
    }
    bl_super_helix_place(&rig->view);
    return true;
}

Test(super_helix, places_and_frames_are_those_of_the_table)
{
    static double rows[64 * 14];
    helix_rig rig;
    int count = helix_table("rod_superhelix_kinematics.csv", 14, rows, 64);
    if (count < 0 || !load_shape(&rig)) SKIP_TEST("no tables");
    cr_assert(count >= 20);
    for (int i = 0; i < count; i++) {
        const double* row = rows + 14 * i;
        uint32_t e = (uint32_t)row[0];
        bl_helix h = bl_helix_at(rig.view.u[e], row[1]);
        const bl_helix_frame* from = &rig.view.frames[e];
        belay_vec3 r = v3_add(from->position, m3_mul_v3(from->rotation, bl_helix_position(&h)));
        belay_mat33 frame = m3_mul(from->rotation, bl_helix_rotation(&h));
        cr_assert(v3_distance(r, v3(row[2], row[3], row[4])) < 1e-12);
        for (int k = 0; k < 9; k++)
            cr_assert(fabs(frame.m[k] - row[5 + k]) < 1e-12);
        cr_assert(v3_distance(bl_helix_tangent(&h), m3_column(bl_helix_rotation(&h), 2)) < 1e-15);
    }
    helix_rig_fini(&rig);
}

Test(super_helix, gradients_are_those_of_the_table)
{
    enum { columns = 3 + 3 * TABLE_ELEMENTS };
    static double rows[64 * columns];
    helix_rig rig;
    int count = helix_table("rod_superhelix_gradient.csv", columns, rows, 64);
    if (count < 0 || !load_shape(&rig)) SKIP_TEST("no tables");
    cr_assert_eq(count, 3 * TABLE_ELEMENTS);
    bl_super_helix_find_mass(&rig.view);
    for (int i = 0; i < count; i++) {
        const double* row = rows + columns * i;
        uint32_t e = (uint32_t)row[0];
        bl_helix h = bl_helix_at(rig.view.u[e], row[1]);
        const bl_helix_frame* from = &rig.view.frames[e];
        belay_vec3 r = v3_add(from->position, m3_mul_v3(from->rotation, bl_helix_position(&h))), own[3];
        bl_helix_gradient(&h, own);
        for (uint32_t k = 0; k < 3 * TABLE_ELEMENTS; k++) {
            const bl_helix_twist* twist = &rig.view.twists[k];
            belay_vec3 g = v3_add(twist->linear, v3_cross(twist->angular, r));
            if (k / 3 == e) g = m3_mul_v3(from->rotation, own[k % 3]);
            if (k / 3 > e) g = v3_zero();
            const double got[3] = {g.x, g.y, g.z};
            cr_assert(fabs(got[(int)row[2]] - row[3 + k]) < 1e-11);
        }
    }
    helix_rig_fini(&rig);
}

// First and second derivatives within an element, also where |u| is tiny or a half turn and more.
Test(super_helix, derivatives_are_limits_of_differences)
{
    for (int i = 0; i < 300; i++) {
        belay_vec3 u = chance_vector(&seed, i % 3 == 0 ? 1e-7 : (i % 3 == 1 ? 1.0 : 4.0)),
                   w = chance_vector(&seed, 1.0);
        double s = chance_between(&seed, 0.1, 2.0), step = 1e-4;
        bl_helix h = bl_helix_at(u, s), after = bl_helix_at(v3_add_scaled(u, step, w), s);
        bl_helix before = bl_helix_at(v3_add_scaled(u, -step, w), s);
        belay_vec3 g[3], turn[3];
        bl_helix_gradient(&h, g);
        bl_helix_turn_gradient(&h, turn);
        belay_vec3 along = v3_add(v3_add(v3_scale(w.x, g[0]), v3_scale(w.y, g[1])), v3_scale(w.z, g[2]));
        belay_vec3 forward = v3_sub(bl_helix_position(&after), bl_helix_position(&h));
        belay_vec3 backward = v3_sub(bl_helix_position(&h), bl_helix_position(&before));
        cr_assert(v3_distance(v3_scale(0.5 / step, v3_add(forward, backward)), along) < 1e-7);
        belay_vec3 second = v3_scale(1.0 / (step * step), v3_sub(forward, backward));
        cr_assert(v3_distance(second, bl_helix_second(&h, v3_scale(s, w))) < 1e-5);

        belay_vec3 rate = v3_add(v3_add(v3_scale(w.x, turn[0]), v3_scale(w.y, turn[1])), v3_scale(w.z, turn[2]));
        cr_assert(v3_distance(rate, bl_helix_turn(&h, v3_scale(s, w))) < 1e-12);
        belay_mat33 r = bl_helix_rotation(&h);
        belay_mat33 d = m3_scale(0.5 / step, m3_sub(bl_helix_rotation(&after), bl_helix_rotation(&before)));
        belay_mat33 spin = m3_mul(d, m3_transpose(r));
        cr_assert(v3_distance(v3(spin.m[7], spin.m[2], spin.m[3]), rate) < 1e-6);
        belay_vec3 change = v3_sub(bl_helix_turn(&after, v3_scale(s, w)), bl_helix_turn(&before, v3_scale(s, w)));
        cr_assert(v3_distance(v3_scale(0.5 / step, change), bl_helix_turn_second(&h, v3_scale(s, w))) < 1e-6);
    }
}

static bool load_example(helix_rig* rig, double table[12 * 7], double stiffer)
{
    if (helix_table("rod_superhelix_example_q.csv", 7, table, 12) != 12) return false;
    bl_rod_section section = helix_section(0.00094247779607693797, 0.0);
    section.bend[0] = section.bend[1] = 4.9087385212340519e-5 * stiffer;
    section.twist = 3.7759527086415784e-5 * stiffer;
    helix_rig_init(rig, EXAMPLE_ELEMENTS, section, BL_ROD_CLAMPED, 0.5);
    helix_rig_shape(rig, 0.05, v3(0.0, 0.0, 1.0), v3(1.0, 0.0, 0.0));
    for (int e = 0; e < EXAMPLE_ELEMENTS; e++)
        rig->view.u[e] = v3(table[21 * e + 3], table[21 * e + 10], table[21 * e + 17]);
    rig->gravity = v3(0.0, 0.0, -9.81);
    bl_super_helix_place(&rig->view);
    return true;
}

Test(super_helix, mass_matrix_and_potential_are_those_of_the_example)
{
    double table[12 * 7], mass[12 * 12];
    helix_rig rig;
    if (helix_table("rod_superhelix_example_M.csv", 12, mass, 12) != 12 || !load_example(&rig, table, 1.0))
        SKIP_TEST("no tables");
    bl_super_helix_find_mass(&rig.view);
    for (uint32_t i = 0; i < 12; i++)
        for (uint32_t k = i; k < 12; k++) {
            double want = mass[12 * i + k], got = rig.view.mass[(6 + i) * rig.view.m + 6 + k];
            cr_assert(fabs(got - want) < 1e-10 * fabs(want), "%u %u: %.17g, not %.17g", i, k, got, want);
        }
    bl_rod_energy energy = OPS->energy(&rig.rod, rig.gravity);
    cr_assert(fabs(energy.potential - 0.000130124137107854193) < 1e-15);
    helix_rig_fini(&rig);
}

// Bertails2017, sec. 4.2: all twelve numbers, the verdict on the equilibrium's stability, and that it is one.
Test(super_helix, sag_free_rest_shape_is_that_of_the_example)
{
    double table[12 * 7], lowest = 0.0;
    helix_rig rig;
    if (!load_example(&rig, table, 1.0)) SKIP_TEST("no tables");
    belay_error error;
    cr_assert_eq(OPS->make_sag_free(&rig.rod, rig.gravity, &lowest, &error), BELAY_OK);
    for (int e = 0; e < EXAMPLE_ELEMENTS; e++) {
        belay_vec3 want = v3(table[21 * e + 6], table[21 * e + 13], table[21 * e + 20]);
        cr_assert(v3_distance(rig.view.rest[e], want) < 1e-12 * v3_length(want));
    }
    cr_assert(fabs(lowest - 0.853) < 5e-4, "%g", lowest);
    helix_rig_run(&rig, 1e-3, 1000);
    for (int e = 0; e < EXAMPLE_ELEMENTS; e++) {
        belay_vec3 start = v3(table[21 * e + 3], table[21 * e + 10], table[21 * e + 17]);
        cr_assert(v3_distance(rig.view.u[e], start) < 1e-6, "%g", v3_distance(rig.view.u[e], start));
    }
    helix_rig_fini(&rig);
}

Test(super_helix, sag_free_shape_of_a_limp_rod_is_unstable)
{
    double table[12 * 7], lowest = 0.0;
    helix_rig rig;
    if (!load_example(&rig, table, 0.01)) SKIP_TEST("no tables");
    belay_error error;
    cr_assert_eq(OPS->make_sag_free(&rig.rod, rig.gravity, &lowest, &error), BELAY_OK);
    cr_assert(fabs(lowest + 13.7) < 0.05, "%g", lowest);
    rig.body.ends[0].hold = BL_ROD_PINNED;
    cr_assert_eq(OPS->make_sag_free(&rig.rod, rig.gravity, &lowest, &error), BELAY_ERROR_STATE);
    helix_rig_fini(&rig);
}

// The energy is summed over places, M over pairs of dofs.
Test(super_helix, kinetic_energy_is_that_of_the_mass_matrix)
{
    for (int hold = BL_ROD_FREE; hold <= BL_ROD_CLAMPED; hold++) {
        helix_rig rig;
        helix_rig_randomise(&rig, &seed, 7, (bl_rod_hold)hold);
        const double *v = rig.view.v, *mass = rig.view.mass;
        bl_super_helix_find_mass(&rig.view);
        double sum = 0.0;
        for (uint32_t i = 0; i < rig.view.m; i++)
            for (uint32_t k = 0; k < rig.view.m; k++)
                sum += 0.5 * v[i] * v[k] * (i <= k ? mass[i * rig.view.m + k] : mass[k * rig.view.m + i]);
        double energy = OPS->energy(&rig.rod, v3_zero()).kinetic;
        cr_assert(fabs(sum - energy) < 1e-12 * energy);
        helix_rig_fini(&rig);
    }
}

// d/dt of (M v) less the derivative of the energy by the coordinates, at constant rates: Lagrange's equations without
// knowing any of the formulas. Rates of u only; the base is clamped.
Test(super_helix, inertial_forces_are_those_of_lagrange)
{
    helix_rig rig;
    helix_rig_randomise(&rig, &seed, 4, BL_ROD_CLAMPED);
    rig.body.section.spin_inertia = 0.0;
    memset(rig.view.v, 0, 6 * sizeof(double));
    bl_super_helix_find_mass(&rig.view);
    double bias[18], step = 1e-5;
    bl_super_helix_find_bias(&rig.view, rig.view.v, bias);
    for (uint32_t i = 6; i < 18; i++) {
        double momentum[2] = {0.0, 0.0}, energy[2];
        for (int side = 0; side < 2; side++) {
            double by = side == 0 ? -step : step;
            helix_rig_carry(&rig, rig.view.v, by);
            bl_super_helix_find_mass(&rig.view);
            for (uint32_t k = 6; k < 18; k++)
                momentum[side] += rig.view.v[k] * rig.view.mass[(i < k ? i : k) * 18 + (i < k ? k : i)];
            helix_rig_carry(&rig, rig.view.v, -by);
            double unit[18] = {0.0};
            unit[i] = 1.0;
            helix_rig_carry(&rig, unit, by);
            energy[side] = OPS->energy(&rig.rod, v3_zero()).kinetic;
            helix_rig_carry(&rig, unit, -by);
        }
        double want = (momentum[1] - momentum[0] - (energy[1] - energy[0])) / (2.0 * step);
        double scale = sqrt(rig.view.mass[i * 19] * 2.0 * energy[0]);
        cr_assert(fabs(bias[i] - want) < 1e-8 * scale, "%u: %g, not %g", i, bias[i], want);
    }
    helix_rig_fini(&rig);
}

// Inertial forces, and what carries the field of velocities from one instant to the next, are the same to first order;
// with a base that turns and spins, too.
Test(super_helix, the_field_carries_the_momentum_that_inertial_forces_change)
{
    for (int hold = BL_ROD_FREE; hold <= BL_ROD_CLAMPED; hold++) {
        helix_rig rig;
        helix_rig_randomise(&rig, &seed, 5, (bl_rod_hold)hold);
        double worst[2] = {0.0, 0.0}, bias[21], carried[21];
        bl_super_helix_find_mass(&rig.view);
        bl_super_helix_find_bias(&rig.view, rig.view.v, bias);
        for (int i = 0; i < 2; i++) {
            double h = i == 0 ? 1e-3 : 1e-4;
            bl_super_helix past = bl_super_helix_look_back(&rig.view, h);
            bl_super_helix_find_carried(&rig.view, &past, carried);
            for (uint32_t k = 0; k < 21; k++) {
                double momentum = 0.0;
                for (uint32_t j = 0; j < 21; j++)
                    momentum += rig.view.v[j] * rig.view.mass[(j < k ? j : k) * 21 + (j < k ? k : j)];
                double error = fabs(momentum - h * bias[k] - carried[k]) / sqrt(rig.view.mass[k * 22]);
                worst[i] = fmax(worst[i], error);
            }
        }
        cr_assert(worst[1] < 0.0105 * worst[0], "%d: %g, %g", hold, worst[0], worst[1]);
        helix_rig_fini(&rig);
    }
}
