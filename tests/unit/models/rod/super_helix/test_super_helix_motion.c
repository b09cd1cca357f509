// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How super-helices move: frequencies, pendulums, momenta, energy, and ends that are moved.

#include "support/rods/rod_facts.h"
#include "support/rods/super_helix.h"

#include <criterion/criterion.h>

#define PI 3.14159265358979324

// Straight along x, d1 along z.
static void straight_rig(helix_rig* rig, uint32_t n, bl_rod_section section, bl_rod_hold hold, double theta)
{
    helix_rig_init(rig, n, section, hold, theta);
    helix_rig_shape(rig, 1.0 / n, v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0));
}

// A rubber cord, 1 m long, 6 mm thick.
static bl_rod_section cord(void)
{
    bl_rod_section section = helix_section(0.02827433, 6.361725e-4);
    section.spin_inertia = 0.5 * section.line_mass * section.radius * section.radius;
    return section;
}

// ---------------------------------------------------------------------------------------------------------------------
// Small oscillations
// ---------------------------------------------------------------------------------------------------------------------

// M over the curvatures in the plane, with the base let go if it is free: M_ss - M_sb M_bb^-1 M_bs.
static void plane_mass(const helix_rig* rig, bool is_free, double* out)
{
    uint32_t n = rig->view.n, m = rig->view.m, dofs[40], count = 0, base = is_free ? 2 : 0;
    if (is_free) dofs[count++] = 1, dofs[count++] = 5;
    for (uint32_t e = 0; e < n; e++)
        dofs[count++] = 6 + 3 * e;
    double a[40][40];
    bl_super_helix_find_mass(&rig->view);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++) {
            uint32_t r = dofs[i] < dofs[k] ? dofs[i] : dofs[k], c = dofs[i] < dofs[k] ? dofs[k] : dofs[i];
            a[i][k] = rig->view.mass[r * m + c];
        }
    for (uint32_t b = 0; b < base; b++)
        for (uint32_t i = b + 1; i < count; i++) {
            double factor = a[i][b] / a[b][b];
            for (uint32_t k = b; k < count; k++)
                a[i][k] -= factor * a[b][k];
        }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            out[n * i + k] = a[base + i][base + k];
}

// Frequencies of M x" + l B x = 0: the largest eigenvalues of M / (l B), one after the other.
static void find_modes(uint32_t n, bool is_free, double omega[3])
{
    helix_rig rig;
    double mass[20 * 20], x[3][20], y[20];
    straight_rig(&rig, n, helix_section(1.0, 1.0), is_free ? BL_ROD_FREE : BL_ROD_CLAMPED, 0.5);
    plane_mass(&rig, is_free, mass);
    for (int mode = 0; mode < 3; mode++) {
        double value = 0.0;
        for (uint32_t i = 0; i < n; i++)
            x[mode][i] = 1.0 + (mode + 1.0) * i - (double)mode * i * i;
        for (int turn = 0; turn < 300; turn++) {
            for (int before = 0; before < mode; before++) {
                double dot = 0.0;
                for (uint32_t i = 0; i < n; i++)
                    dot += x[before][i] * x[mode][i];
                for (uint32_t i = 0; i < n; i++)
                    x[mode][i] -= dot * x[before][i];
            }
            value = 0.0;
            for (uint32_t i = 0; i < n; i++) {
                y[i] = 0.0;
                for (uint32_t k = 0; k < n; k++)
                    y[i] += n * mass[n * i + k] * x[mode][k];
                value += y[i] * y[i];
            }
            value = sqrt(value);
            for (uint32_t i = 0; i < n; i++)
                x[mode][i] = y[i] / value;
        }
        omega[mode] = 1.0 / sqrt(value);
    }
    helix_rig_fini(&rig);
}

// 2 % for the first and 5 % for the next at twenty elements, and of second order: what two numbers of elements promise
// for ever more of them is exact to 0.1 %.
static void check_modes(bool is_free, const double wanted[3])
{
    double coarse[3], fine[3];
    find_modes(10, is_free, coarse);
    find_modes(20, is_free, fine);
    for (int mode = 0; mode < 3; mode++) {
        cr_assert(fabs(fine[mode] - wanted[mode]) < (mode == 0 ? 0.002 : 0.02) * wanted[mode]);
        double limit = (4.0 * fine[mode] - coarse[mode]) / 3.0;
        cr_assert(fabs(limit - wanted[mode]) < 1e-3 * wanted[mode], "mode %d: %g, not %g", mode, limit, wanted[mode]);
    }
}

Test(super_helix_motion, beams_have_their_frequencies)
{
    const double clamped[3] = {3.516015269, 22.034491565, 61.697214414};
    const double free_free[3] = {22.373285448, 61.672822868, 120.903391727};
    check_modes(false, clamped);
    check_modes(true, free_free);
}

// The mean period over whole swings of the tip's y about `middle`; the tip starts beyond it.
static double period_of(helix_rig* rig, double h, double middle, int swings)
{
    double last = helix_rig_tip(rig).y - middle, start = 0.0;
    int crossings = 0;
    for (int i = 1; i < 200000; i++) {
        helix_rig_step(rig, h);
        double now = helix_rig_tip(rig).y - middle;
        if (last * now < 0.0) {
            double t = h * (i - now / (now - last));
            if (crossings == 0) start = t;
            if (++crossings == 2 * swings + 1) return (t - start) / swings;
        }
        last = now;
    }
    return NAN;
}

// A clamped beam let go from a little bend, a hundred steps to the period.
Test(super_helix_motion, a_beam_swings_at_its_first_frequency)
{
    for (int k = 0; k < 2; k++) {
        helix_rig rig;
        straight_rig(&rig, 10, helix_section(1.0, 1.0), BL_ROD_CLAMPED, k == 0 ? 0.5 : 1.0);
        for (uint32_t e = 0; e < 10; e++) {
            double rest = 1.0 - (e + 0.5) / 10.0;
            rig.view.u[e] = v3(0.01 * rest * rest, 0.0, 0.0);
        }
        bl_super_helix_place(&rig.view);
        double period = 2.0 * PI / 3.516015269, found = period_of(&rig, period / 100.0, 0.0, k == 0 ? 5 : 2);
        cr_assert(fabs(found - period) < 0.01 * period, "%g, not %g", found, period);
        helix_rig_fini(&rig);
    }
}

// Hanging from a clamp: stiffened by gravity from a beam to a chain.
Test(super_helix_motion, hanging_rods_swing_at_their_first_frequency)
{
    const double gravities[3] = {1.0, 10.0, 100.0}, wanted[3] = {3.7326257, 5.29178336, 12.8687419};
    for (int k = 0; k < 3; k++) {
        helix_rig rig;
        straight_rig(&rig, 20, helix_section(1.0, 1.0), BL_ROD_CLAMPED, 0.5);
        helix_rig_shape(&rig, 0.05, v3(0.0, 0.0, -1.0), v3(1.0, 0.0, 0.0));
        // Hung aslant till it rests, then let swing.
        rig.body.section.drag = 20.0;
        rig.body.theta = 1.0;
        rig.gravity = v3(0.0, 0.01 * gravities[k], -gravities[k]);
        helix_rig_run(&rig, 0.02, 500);
        rig.body.section.drag = 0.0;
        rig.body.theta = 0.5;
        rig.gravity.y = 0.0;
        double period = 2.0 * PI / wanted[k], found = period_of(&rig, period / 100.0, 0.0, 2);
        cr_assert(fabs(found - period) < 0.01 * period, "G %g: %g, not %g", gravities[k], found, period);
        helix_rig_fini(&rig);
    }
}

// T sqrt(g / L) of a rigid rod that swings by 60 and by 90 degrees.
Test(super_helix_motion, a_stiff_pinned_rod_is_a_pendulum)
{
    const double amplitudes[2] = {60.0, 90.0}, wanted[2] = {5.505637604, 6.055382539};
    for (int k = 0; k < 2; k++) {
        double angle = amplitudes[k] * PI / 180.0;
        helix_rig rig;
        straight_rig(&rig, 4, helix_section(1.0, 100.0), BL_ROD_PINNED, 0.5);
        helix_rig_shape(&rig, 0.25, v3(0.0, sin(angle), -cos(angle)), v3(1.0, 0.0, 0.0));
        rig.gravity = v3(0.0, 0.0, -1.0);
        double energy = helix_rig_energy(&rig), found = period_of(&rig, 0.01, 0.0, 3);
        cr_assert(fabs(found - wanted[k]) < 1e-3 * wanted[k], "%g, not %g", found, wanted[k]);
        cr_assert(fabs(helix_rig_energy(&rig) - energy) < 1e-3, "%g", helix_rig_energy(&rig) - energy);
        helix_rig_fini(&rig);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What is kept
// ---------------------------------------------------------------------------------------------------------------------

// Bent and let go in empty space, at rest or spinning and flying: neither momentum changes, whatever theta.
Test(super_helix_motion, free_rods_keep_both_momenta)
{
    const double thetas[3] = {0.5, 0.7, 1.0};
    for (int k = 0; k < 6; k++) {
        helix_rig rig;
        straight_rig(&rig, 12, cord(), BL_ROD_FREE, thetas[k / 2]);
        helix_rig_bend(&rig, rig.view.u, v3(1.0, 0.3, 0.5));
        if (k % 2 == 1) {
            const double base[6] = {2.0, -1.0, 0.5, 1.0, 5.0, -1.0};
            memcpy(rig.view.v, base, sizeof base);
        }
        bl_helix_twist before = helix_rig_momentum(&rig);
        double moved = 0.0;
        for (int i = 0; i < 500; i++) {
            helix_rig_step(&rig, 1e-3);
            bl_helix_twist now = helix_rig_momentum(&rig);
            cr_assert(v3_distance(now.linear, before.linear) < 1e-12);
            cr_assert(v3_distance(now.angular, before.angular) < 1e-12);
            moved = fmax(moved, OPS->energy(&rig.rod, v3_zero()).kinetic);
        }
        cr_assert(moved > 1e-5);
        helix_rig_fini(&rig);
    }
}

// The centre of mass of a rod that writhes falls as a stone does: exactly, as leapfrog does.
Test(super_helix_motion, the_centre_of_mass_falls_on_a_parabola)
{
    helix_rig rig;
    straight_rig(&rig, 8, cord(), BL_ROD_FREE, 0.5);
    helix_rig_bend(&rig, rig.view.u, v3(2.0, 1.0, 0.5));
    const double base[6] = {2.0, -1.0, 3.0, 1.0, 2.0, -1.0}, mass = 0.02827433;
    memcpy(rig.view.v, base, sizeof base);
    rig.gravity = v3(0.0, 0.0, -9.81);
    bl_helix_body body = bl_super_helix_find_mass(&rig.view);
    belay_vec3 start = v3_add(*rig.view.origin, v3_scale(1.0 / mass, body.first));
    belay_vec3 velocity = v3_scale(1.0 / mass, helix_rig_momentum(&rig).linear);
    helix_rig_run(&rig, 2e-3, 250);
    body = bl_super_helix_find_mass(&rig.view);
    belay_vec3 centre = v3_add(*rig.view.origin, v3_scale(1.0 / mass, body.first));
    belay_vec3 want = v3_add_scaled(v3_add_scaled(start, 0.5, velocity), 0.125, rig.gravity);
    cr_assert(v3_distance(centre, want) < 1e-12, "%g", v3_distance(centre, want));
    helix_rig_fini(&rig);
}

// The swing of a cord from a pin, and a bent one that flies: at theta = 1/2 the energy's error is of second order.
Test(super_helix_motion, energy_is_kept_to_second_order)
{
    for (int hold = BL_ROD_FREE; hold <= BL_ROD_CLAMPED; hold++) {
        double errors[2] = {0.0, 0.0}, kinetic = 0.0;
        for (int k = 0; k < 2; k++) {
            double h = k == 0 ? 2e-3 : 1e-3;
            helix_rig rig;
            bl_rod_section section = cord();
            section.bend[0] = section.bend[1] = section.twist = 0.05;
            straight_rig(&rig, 6, section, (bl_rod_hold)hold, 0.5);
            if (hold == BL_ROD_FREE)
                rig.view.v[3] = 1.0, rig.view.v[4] = 3.0, rig.view.v[6] = 1.0, rig.view.v[10] = -1.0;
            else
                rig.gravity = v3(0.0, -9.81, 0.0);
            double start = helix_rig_energy(&rig);
            for (int i = 0; i * h < 1.0; i++) {
                helix_rig_step(&rig, h);
                errors[k] = fmax(errors[k], fabs(helix_rig_energy(&rig) - start));
                kinetic = fmax(kinetic, OPS->energy(&rig.rod, rig.gravity).kinetic);
            }
            helix_rig_fini(&rig);
        }
        cr_assert(errors[0] < 5e-5 * kinetic, "%d: %g of %g", hold, errors[0], kinetic);
        cr_assert(errors[1] < 0.3 * errors[0], "%d: %g, then %g", hold, errors[0], errors[1]);
    }
}

// Whips, limp and stiff, with steps far too long for them: nothing may explode. No forces but gravity from a clamp.
Test(super_helix_motion, violent_motion_stays_bounded)
{
    const double bends[3] = {1e-7, 1e-5, 6e-4}, steps[2] = {2e-3, 1e-2}, thetas[2] = {0.5, 1.0};
    for (int k = 0; k < 12; k++) {
        helix_rig rig;
        bl_rod_section section = cord();
        section.bend[0] = section.bend[1] = bends[k % 3], section.twist = bends[k % 3] / 1.3;
        straight_rig(&rig, 10, section, BL_ROD_CLAMPED, thetas[k / 6]);
        helix_rig_bend(&rig, rig.view.u, v3(2.0, 3.0, 2.0));
        for (uint32_t e = 0; e < 10; e++)
            rig.view.v[6 + 3 * e] = 5.0, rig.view.v[7 + 3 * e] = -8.0;
        rig.gravity = v3(0.0, -9.81, 0.0);
        double start = helix_rig_energy(&rig), h = steps[k / 3 % 2], fall = 0.02827433 * 9.81;
        for (int i = 0; i * h < 2.0; i++) {
            helix_rig_step(&rig, h);
            cr_assert(helix_rig_energy(&rig) < start + 0.02 * fall, "bend %g, h %g: %g J in step %d", bends[k % 3], h,
                      helix_rig_energy(&rig) - start, i);
        }
        helix_rig_fini(&rig);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Ends that are moved
// ---------------------------------------------------------------------------------------------------------------------

// Galilei: at rest in a frame that moves evenly.
Test(super_helix_motion, a_clamp_that_moves_evenly_carries_the_rod)
{
    for (int hold = BL_ROD_PINNED; hold <= BL_ROD_CLAMPED; hold++) {
        helix_rig rig;
        straight_rig(&rig, 6, cord(), (bl_rod_hold)hold, 0.5);
        helix_rig_bend(&rig, rig.view.u, v3(1.0, 2.0, 3.0));
        helix_rig_bend(&rig, rig.view.rest, v3(1.0, 2.0, 3.0));
        rig.body.ends[0].velocity = v3(3.0, -2.0, 1.0);
        const double velocity[3] = {3.0, -2.0, 1.0};
        memcpy(rig.view.v, velocity, sizeof velocity);
        belay_vec3 tip = helix_rig_tip(&rig);
        helix_rig_run(&rig, 1e-2, 100);
        cr_assert(v3_distance(helix_rig_tip(&rig), v3_add(tip, v3(3.0, -2.0, 1.0))) < 1e-11);
        cr_assert(v3_length(OPS->end_force(&rig.rod, 0)) < 1e-11);
        helix_rig_fini(&rig);
    }
}

// A stiff rod turned by its clamp pulls at it with m w^2 L / 2.
Test(super_helix_motion, a_turning_clamp_bears_the_centrifugal_force)
{
    helix_rig rig;
    bl_rod_section section = cord();
    section.bend[0] = section.bend[1] = section.twist = 10.0;
    straight_rig(&rig, 6, section, BL_ROD_CLAMPED, 0.5);
    rig.body.ends[0].angular = v3(0.0, 0.0, 4.0);
    rig.view.v[5] = 4.0;
    helix_rig_run(&rig, 1e-3, 500);
    belay_vec3 along = m3_column(rig.view.frames[0].rotation, 2);
    // The force of the last step is that at its middle.
    belay_vec3 then = q_rotate(q_exp(v3(0.0, 0.0, -4.0 * 5e-4)), along);
    belay_vec3 want = v3_scale(0.02827433 * 16.0 / 2.0, then);
    cr_assert(v3_distance(OPS->end_force(&rig.rod, 0), want) < 1e-3 * v3_length(want));
    cr_assert(v3_distance(along, v3(cos(2.0), sin(2.0), 0.0)) < 1e-12);
    helix_rig_fini(&rig);
}

// Without rotary inertia twist finds its rest at once.
Test(super_helix_motion, twist_without_inertia_is_quasistatic)
{
    helix_rig rig;
    bl_rod_section section = cord();
    section.spin_inertia = 0.0;
    straight_rig(&rig, 8, section, BL_ROD_CLAMPED, 1.0);
    for (uint32_t e = 0; e < 8; e++)
        rig.view.u[e] = v3(0.0, 0.0, 0.01 * e);
    bl_super_helix_place(&rig.view);
    helix_rig_step(&rig, 1e-3);
    for (uint32_t e = 0; e < 8; e++)
        cr_assert(fabs(rig.view.u[e].z) < 1e-12, "%g", rig.view.u[e].z);
    helix_rig_fini(&rig);
}

// The same steps give the same bits, also when state and body are taken to another place in between.
Test(super_helix_motion, a_copied_rod_goes_on_bit_by_bit)
{
    helix_rig rig, copy;
    straight_rig(&rig, 7, cord(), BL_ROD_FREE, 0.5);
    helix_rig_bend(&rig, rig.view.u, v3(3.0, 1.0, 2.0));
    rig.gravity = v3(0.0, 0.0, -9.81);
    helix_rig_run(&rig, 2e-3, 20);
    helix_rig_init(&copy, 7, rig.body.section, BL_ROD_FREE, 0.5);
    size_t size = bl_rod_state_size(OPS, 7) * sizeof(double);
    memcpy(copy.rod.state, rig.rod.state, size);
    copy.body = rig.body, copy.gravity = rig.gravity;
    helix_rig_run(&rig, 2e-3, 20);
    helix_rig_run(&copy, 2e-3, 20);
    cr_assert_eq(memcmp(copy.rod.state, rig.rod.state, size), 0);
    helix_rig_fini(&rig);
    helix_rig_fini(&copy);
}

Test(super_helix_motion, clamp_carries_contacts)
{
    fact_ends_carry_contacts(BELAY_ROD_SUPER_HELIX);
}
