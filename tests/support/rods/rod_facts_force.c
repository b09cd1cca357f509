// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/chance.h"
#include "support/rods/rod_facts.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// The diagonal of M, from the kinetic energy of each velocity alone.
static void find_mass(rod_rig* rig, double* mass)
{
    double* v = rod_rig_velocity(rig);
    double kept[FACT_MAX_DOFS];
    memcpy(kept, v, fact_dofs(rig) * sizeof *v);
    memset(v, 0, fact_dofs(rig) * sizeof *v);
    for (uint32_t k = 0; k < fact_dofs(rig); k++) {
        v[k] = 1.0;
        mass[k] = 2.0 * rig->ops->energy(&rig->rod, rig->gravity).kinetic;
        v[k] = 0.0;
    }
    memcpy(v, kept, fact_dofs(rig) * sizeof *v);
}

// The force at the present place: what a step of a tenth of a nanosecond makes of a rod at rest.
static void find_force(rod_rig* rig, const double* mass, double* force)
{
    const double h = 1e-10;
    memset(rod_rig_velocity(rig), 0, fact_dofs(rig) * sizeof(double));
    rig->ops->prepare(&rig->rod, rig->gravity, rig->applied, h);
    const double* v = rig->ops->free_velocity(&rig->rod);
    for (uint32_t k = 0; k < fact_dofs(rig); k++)
        force[k] = mass[k] * v[k] / h;
}

static double energy_at(rod_rig* rig, const double* kept, const double* w, double seconds)
{
    fact_place(rig, kept, w, seconds);
    double energy = rod_rig_energy(rig);
    memcpy(rig->rod.state, kept, fact_state_bytes(rig));
    return energy;
}

static void check_force(rod_rig* rig, uint64_t* lot)
{
    double mass[FACT_MAX_DOFS], force[FACT_MAX_DOFS], w[FACT_MAX_DOFS];
    double* kept = malloc(fact_state_bytes(rig));
    find_mass(rig, mass);
    find_force(rig, mass, force);
    memcpy(kept, rig->rod.state, fact_state_bytes(rig));
    for (int i = 0; i < 20; i++) {
        fact_draw_direction(rig, w, lot);
        const double e = 1e-5;
        double slope = (energy_at(rig, kept, w, e) - energy_at(rig, kept, w, -e)) / (2.0 * e), power = 0.0, size = 0.0;
        for (uint32_t k = 0; k < fact_dofs(rig); k++) {
            power += force[k] * w[k];
            size += fabs(force[k] * w[k]);
        }
        cr_assert_leq(fabs(power + slope), 1e-6 * size, "power %g, slope of the energy %g", power, slope);
    }
    free(kept);
}

void fact_force_is_the_slope_of_the_energy(belay_rod_model model)
{
    uint64_t lot = 1;
    for (int i = 0; i < 27; i++) {
        rod_rig* rig = fact_tangle(model, 2 + (uint32_t)i / 3, (bl_rod_hold)(i % 3), (bl_rod_hold)(i / 3 % 3), &lot);
        rig->gravity = chance_vector(&lot, 10.0);
        check_force(rig, &lot);
        rod_rig_free(rig);
    }
}

void fact_stiffness_is_the_slope_of_the_force(belay_rod_model model)
{
    const double e = 1e-5;
    uint64_t lot = 2;
    for (int clamped = 0; clamped < 2; clamped++) {
        rod_rig* rig = fact_cantilever(model, 6);
        if (clamped == 0) rig->body.ends[0].hold = BL_ROD_FREE;
        rig->body.section.stretch = 100.0;
        rig->body.section.spin_inertia = 0.1;
        double mass[FACT_MAX_DOFS], w[FACT_MAX_DOFS], ahead[FACT_MAX_DOFS], behind[FACT_MAX_DOFS], x[FACT_MAX_DOFS];
        double* kept = malloc(fact_state_bytes(rig));
        memcpy(kept, rig->rod.state, fact_state_bytes(rig));
        find_mass(rig, mass);
        fact_draw_direction(rig, w, &lot);
        fact_place(rig, kept, w, e);
        find_force(rig, mass, ahead);
        fact_place(rig, kept, w, -e);
        find_force(rig, mass, behind);
        memcpy(rig->rod.state, kept, fact_state_bytes(rig));
        const double h = 0.03;
        rig->ops->prepare(&rig->rod, rig->gravity, NULL, h);
        for (uint32_t k = 0; k < fact_dofs(rig); k++)
            x[k] = fact_is_held(rig, k) ? 0.0 : mass[k] * w[k] + h * h * (behind[k] - ahead[k]) / (2.0 * e);
        rig->ops->solve(&rig->rod, x, 1, 0);
        for (uint32_t k = 0; k < fact_dofs(rig); k++)
            cr_assert_float_eq(x[k], w[k], 1e-5, "velocity %u: %.9g, not %.9g", (unsigned)k, x[k], w[k]);
        free(kept);
        rod_rig_free(rig);
    }
}

static double dot(const double* a, const double* b, uint32_t m)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < m; k++)
        sum += a[k] * b[k];
    return sum;
}

static void check_positive(rod_rig* rig, double h, uint64_t* lot)
{
    double x[FACT_MAX_DOFS], y[FACT_MAX_DOFS], ax[FACT_MAX_DOFS], ay[FACT_MAX_DOFS];
    uint32_t m = fact_dofs(rig);
    rig->ops->prepare(&rig->rod, rig->gravity, rig->applied, h);
    for (int i = 0; i < 10; i++) {
        fact_draw_direction(rig, x, lot);
        fact_draw_direction(rig, y, lot);
        memcpy(ax, x, sizeof x);
        memcpy(ay, y, sizeof y);
        rig->ops->solve(&rig->rod, ax, 1, 0);
        rig->ops->solve(&rig->rod, ay, 1, 0);
        double xx = dot(x, ax, m), yy = dot(y, ay, m);
        cr_assert_gt(xx, 0.0);
        cr_assert_leq(fabs(dot(x, ay, m) - dot(y, ax, m)), 1e-7 * sqrt(xx * yy));
    }
}

// As far from rest as a rod gets, also with a node on its neighbour and one folded back.
void fact_mass_matrix_is_symmetric_and_positive(belay_rod_model model)
{
    uint64_t lot = 3;
    for (int i = 0; i < 30; i++) {
        rod_rig* rig = fact_tangle(model, 12, (bl_rod_hold)(i % 3), BL_ROD_FREE, &lot);
        double* v = rod_rig_velocity(rig);
        for (uint32_t k = 0; k < fact_dofs(rig); k++)
            v[k] = 0.3 * (i % 10) * chance_signed(&lot);
        rig->ops->move(&rig->rod, 1.0);
        belay_vec3 velocities[13] = {{0.0, 0.0, 0.0}};
        belay_vec3 edge = v3_sub(rod_rig_node(rig, 6), rod_rig_node(rig, 5));
        velocities[5] = i % 2 == 0 ? edge : v3_scale(2.0, edge);
        rig->ops->set_velocities(&rig->rod, velocities);
        rig->ops->move(&rig->rod, 1.0);
        check_positive(rig, 1e-3, &lot);
        check_positive(rig, 0.1, &lot);
        rod_rig_free(rig);
    }
}
