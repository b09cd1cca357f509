// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The nodal rod's own mathematics against differences: strains, forces, stiffness, rows, frames, impulses.

#include "models/rod/nodal/rod_nodal_internal.h"
#include "support/chance.h"
#include "support/rods/rod_tangle.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define N ROD_TANGLE_ELEMENTS
#define DOFS ROD_TANGLE_DOFS
#define SIZE (DOFS + 1)

// Strains after travelling with v and the clamps' angular velocities.
static void strains_after(const bl_nodal* r, const double* v, double seconds, double* length, bl_nodal_strain* strain)
{
    belay_quat frame[N];
    const belay_vec3 spin[2] = {r->body->ends[0].angular, r->body->ends[1].angular};
    bl_nodal_clamps clamps = bl_nodal_turn_clamps(r, spin, seconds);
    bl_nodal_travel(r, v, seconds, &clamps, length, frame, strain);
}

// ---------------------------------------------------------------------------------------------------------------------
// Strains and frames
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_nodal, gradients_are_the_slopes_of_strains)
{
    uint64_t lot = 1;
    for (int sample = 0; sample < 40; sample++) {
        rod_rig* rig = rod_tangle_make(BL_ROD_CLAMPED, BL_ROD_CLAMPED, 0.9, &lot);
        bl_nodal r = bl_nodal_view(&rig->rod);
        bl_nodal_measure(&r);
        double v[SIZE] = {0.0};
        rod_tangle_velocities(v, 0.1, &lot);
        const double e = 2e-5;
        double length[2][N];
        bl_nodal_strain strain[2][N + 1];
        strains_after(&r, v, e, length[0], strain[0]);
        strains_after(&r, v, -e, length[1], strain[1]);
        for (uint32_t i = 0; i < N; i++) {
            double slope = (length[0][i] - length[1][i]) / (2.0 * e);
            cr_assert_lt(fabs(slope - bl_nodal_stretch_rate(&r, i, v)), 1e-9);
        }
        for (uint32_t i = 0; i <= N; i++)
            for (int j = 0; j < 3; j++) {
                double slope = (strain[0][i].k[j] - strain[1][i].k[j]) / (2.0 * e);
                double rate = bl_nodal_rate(&r, i, r.vertex[i].gradient[j], v) + r.vertex[i].drive[j];
                cr_assert_lt(fabs(slope - rate), 1e-7 * (1.0 + fabs(rate)), "vertex %u, strain %d: %g not %g", i, j,
                             rate, slope);
            }
        rod_rig_free(rig);
    }
}

// The energy's own slope is exact, so forces are held to more than the strains' differences above allow.
Test(rod_nodal, forces_are_the_slope_of_the_energy)
{
    uint64_t lot = 2;
    for (int sample = 0; sample < 20; sample++) {
        rod_rig* rig = rod_tangle_make(BL_ROD_CLAMPED, BL_ROD_FREE, 0.7, &lot);
        rig->body.ends[0].velocity = rig->body.ends[0].angular = v3_zero();
        bl_nodal r = bl_nodal_view(&rig->rod);
        bl_nodal_measure(&r);
        double v[SIZE] = {0.0}, force[SIZE] = {0.0}, power = 0.0, size = 0.0;
        rod_tangle_velocities(v, 0.1, &lot);
        v[0] = v[1] = v[2] = 0.0;
        for (uint32_t i = 0; i < N; i++)
            bl_nodal_unload_stretch(&r, i, r.segment[i].tension, force);
        for (uint32_t i = 0; i < N; i++) {
            double moment[3];
            for (int j = 0; j < 3; j++)
                moment[j] = r.vertex[i].stiffness[j] * (r.vertex[i].strain.k[j] - r.rest[i].k[j]);
            bl_nodal_unload_vertex(&r, i, moment, force);
        }
        for (int k = 0; k < DOFS; k++) {
            power += force[k] * v[k];
            size += fabs(force[k] * v[k]);
        }
        // Richardson's rule on central differences, moving with v; what is kinetic stays the same.
        memcpy(rod_rig_velocity(rig), v, sizeof v - sizeof v[0]);
        double slope[2];
        for (int k = 0; k < 2; k++) {
            double e = k == 0 ? 1e-3 : 5e-4;
            size_t bytes = bl_rod_state_size(&bl_rod_nodal, N) * sizeof(double);
            double* kept = malloc(bytes);
            memcpy(kept, rig->rod.state, bytes);
            bl_rod_nodal.move(&rig->rod, e);
            double ahead = rod_rig_energy(rig);
            memcpy(rig->rod.state, kept, bytes);
            bl_rod_nodal.move(&rig->rod, -e);
            double behind = rod_rig_energy(rig);
            memcpy(rig->rod.state, kept, bytes);
            slope[k] = (ahead - behind) / (2.0 * e);
            free(kept);
        }
        double exact = (4.0 * slope[1] - slope[0]) / 3.0;
        cr_assert_lt(fabs(exact + power), 1e-8 * size, "%.12g, not %.12g", -power, exact);
        rod_rig_free(rig);
    }
}

Test(rod_nodal, frames_stay_on_their_segments_whatever_the_motion)
{
    uint64_t lot = 3;
    rod_rig* rig = rod_tangle_make(BL_ROD_FREE, BL_ROD_FREE, 0.5, &lot);
    rod_tangle_velocities(rod_rig_velocity(rig), 1.0, &lot);
    for (int step = 0; step < 4000; step++)
        rod_rig_step(rig);
    for (uint32_t i = 0; i < N; i++) {
        belay_quat q = bl_rod_nodal.frame(&rig->rod, i);
        belay_vec3 edge = v3_sub(rod_rig_node(rig, i + 1), rod_rig_node(rig, i));
        cr_assert_lt(fabs(q_length(q) - 1.0), 1e-14);
        cr_assert_lt(v3_distance(q_rotate(q, v3(0.0, 0.0, 1.0)), v3_scale(1.0 / v3_length(edge), edge)), 1e-13);
    }
    rod_rig_free(rig);
}

// A frame that goes round with its segment turns with the angular velocity that the rod tells.
Test(rod_nodal, rows_are_the_velocities_of_places_and_frames)
{
    uint64_t lot = 4;
    for (int sample = 0; sample < 60; sample++) {
        rod_rig* rig = rod_tangle_make(BL_ROD_FREE, BL_ROD_FREE, 0.7, &lot);
        double* v = rod_rig_velocity(rig);
        rod_tangle_velocities(v, 0.1, &lot);
        uint32_t segment = (uint32_t)(sample % N), first, count;
        double s = 0.5 + 0.5 * chance_signed(&lot), row[DOFS] = {0.0}, told = 0.0;
        belay_vec3 linear = chance_vector(&lot, 1.0), angular = chance_vector(&lot, 1.0);
        bl_rod_nodal.row(&rig->rod, segment, s, linear, angular, -1.0, row, &first, &count);
        for (uint32_t k = 0; k < DOFS; k++) {
            cr_assert(row[k] == 0.0 || (k >= first && k < first + count));
            told -= row[k] * v[k];
        }
        belay_vec3 spin = bl_rod_nodal.angular_velocity(&rig->rod, segment, v);
        belay_vec3 place[2];
        belay_quat frame[2];
        const double e = 1e-5;
        for (int k = 0; k < 2; k++) {
            bl_rod_nodal.move(&rig->rod, k == 0 ? e : -2.0 * e);
            belay_vec3 a = rod_rig_node(rig, segment), b = rod_rig_node(rig, segment + 1);
            place[k] = v3_add_scaled(v3_scale(1.0 - s, a), s, b);
            frame[k] = bl_rod_nodal.frame(&rig->rod, segment);
        }
        belay_vec3 velocity = v3_scale(0.5 / e, v3_sub(place[0], place[1]));
        belay_vec3 turning = v3_scale(0.5 / e, q_log(q_mul(frame[0], q_conjugate(frame[1]))));
        cr_assert_lt(v3_distance(turning, spin), 1e-8);
        cr_assert_lt(fabs(v3_dot(linear, velocity) + v3_dot(angular, turning) - told), 1e-9 + 1e-8 * fabs(told));
        rod_rig_free(rig);
    }
}

Test(rod_nodal, rows_do_not_touch_held_nodes)
{
    uint64_t lot = 5;
    rod_rig* rig = rod_tangle_make(BL_ROD_CLAMPED, BL_ROD_PINNED, 0.5, &lot);
    uint32_t first, count;
    double row[DOFS] = {0.0};
    bl_rod_nodal.row(&rig->rod, 0, 0.3, v3(1.0, 2.0, 3.0), v3(-1.0, 0.5, 2.0), 1.0, row, &first, &count);
    bl_rod_nodal.row(&rig->rod, N - 1, 0.3, v3(1.0, 2.0, 3.0), v3(-1.0, 0.5, 2.0), 1.0, row, &first, &count);
    for (int k = 0; k < 3; k++) {
        cr_assert_eq(row[k], 0.0);
        cr_assert_eq(row[4 * N + k], 0.0);
        cr_assert_neq(row[4 + k], 0.0);
    }
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------
// The matrix
// ---------------------------------------------------------------------------------------------------------------------

// Forces of the rod's strains when it has moved with v for `seconds`; the state is left as it was.
static void forces_after(rod_rig* rig, const double* v, double seconds, double* force)
{
    size_t bytes = bl_rod_state_size(&bl_rod_nodal, N) * sizeof(double);
    double* kept = malloc(bytes);
    memcpy(kept, rig->rod.state, bytes);
    memcpy(rod_rig_velocity(rig), v, DOFS * sizeof *v);
    bl_rod_nodal.move(&rig->rod, seconds);
    bl_nodal r = bl_nodal_view(&rig->rod);
    bl_nodal_measure(&r);
    memset(force, 0, SIZE * sizeof *force);
    for (uint32_t i = 0; i < N; i++)
        bl_nodal_unload_stretch(&r, i, r.segment[i].tension, force);
    for (uint32_t i = 0; i <= N; i++) {
        double moment[3];
        for (int j = 0; j < 3; j++)
            moment[j] = r.vertex[i].stiffness[j] * (r.vertex[i].strain.k[j] - r.rest[i].k[j]);
        bl_nodal_unload_vertex(&r, i, moment, force);
    }
    memcpy(rig->rod.state, kept, bytes);
    free(kept);
}

// Where no vertex is strained and every segment is pulled nothing of the forces' derivative is left out.
Test(rod_nodal, stiffness_is_exact_for_pulled_rods_at_rest_in_bending)
{
    uint64_t lot = 6;
    for (int sample = 0; sample < 10; sample++) {
        rod_rig* rig = rod_tangle_make(BL_ROD_FREE, BL_ROD_FREE, 0.6, &lot);
        bl_nodal r = bl_nodal_view(&rig->rod);
        bl_nodal_measure(&r);
        for (uint32_t i = 0; i <= N; i++)
            r.rest[i] = r.vertex[i].strain;
        for (uint32_t i = 0; i < N; i++)
            r.rest_length[i] = 0.8 * r.segment[i].length;
        bl_nodal_measure(&r);
        double v[SIZE] = {0.0}, product[SIZE] = {0.0}, ahead[SIZE], behind[SIZE], size = 0.0;
        rod_tangle_velocities(v, 0.1, &lot);
        bl_band_clear(&r.band);
        bl_nodal_add_strain_stiffness(&r, 1.0, 1.0);
        for (uint32_t i = 0; i < N; i++)
            bl_nodal_add_tension_stiffness(&r, i, r.segment[i].tension / r.segment[i].length);
        for (uint32_t k = 0; k < DOFS; k++)
            bl_band_add_column(&r.band, k, v[k], product);
        const double e = 1e-5;
        forces_after(rig, v, e, ahead);
        forces_after(rig, v, -e, behind);
        for (int k = 0; k < DOFS; k++)
            size = fmax(size, fabs(product[k]));
        for (int k = 0; k < DOFS; k++)
            cr_assert_lt(fabs(product[k] + (ahead[k] - behind[k]) / (2.0 * e)), 1e-7 * size, "%g, not %g", product[k],
                         -(ahead[k] - behind[k]) / (2.0 * e));
        rod_rig_free(rig);
    }
}

Test(rod_nodal, matrix_is_positive_definite_and_symmetric_in_the_wildest_states)
{
    uint64_t lot = 7;
    for (int sample = 0; sample < 200; sample++) {
        rod_rig* rig = rod_tangle_make((bl_rod_hold)(sample % 3), (bl_rod_hold)(sample / 3 % 3), 1.5, &lot);
        rod_tangle_velocities(rod_rig_velocity(rig), 5.0, &lot);
        rig->body.theta = 0.5 + 0.5 * (sample % 2);
        bl_rod_nodal.prepare(&rig->rod, v3(0.0, 0.0, -9.81), NULL, sample % 5 == 0 ? 0.1 : 1e-3);
        double x[2 * DOFS], a[DOFS], b[DOFS], aa = 0.0, ab = 0.0, ba = 0.0, bb = 0.0;
        for (int k = 0; k < DOFS; k++) {
            x[2 * k] = a[k] = chance_signed(&lot);
            x[2 * k + 1] = b[k] = chance_signed(&lot);
        }
        bl_rod_nodal.solve(&rig->rod, x, 2, 0);
        for (int k = 0; k < DOFS; k++) {
            aa += a[k] * x[2 * k];
            ba += b[k] * x[2 * k];
            ab += a[k] * x[2 * k + 1];
            bb += b[k] * x[2 * k + 1];
        }
        cr_assert(aa > 0.0 && bb > 0.0, "sample %d: %g %g", sample, aa, bb);
        cr_assert_lt(fabs(ab - ba), 1e-9 * sqrt(aa * bb));
        for (int k = 0; k < 3; k++) {
            if (rig->body.ends[0].hold != BL_ROD_FREE) cr_assert_eq(x[2 * k], 0.0);
            if (rig->body.ends[1].hold != BL_ROD_FREE) cr_assert_eq(x[2 * (4 * N + k)], 0.0);
        }
        rod_rig_free(rig);
    }
}

// Segments crushed to nothing and folded back on each other open again; nothing becomes infinite on the way.
Test(rod_nodal, crushed_rods_recover)
{
    for (int kind = 0; kind < 3; kind++) {
        bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, rod_rig_round(4e-3, 1100.0, 2e7, 0.3));
        rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(0.7, 0.0, 0.0));
        bl_nodal r = bl_nodal_view(&rig->rod);
        rig->body.section.drag = 1.0;
        // Moved there in one go: one node onto the next, over it, or all to one place.
        belay_vec3 to[3] = {r.x[4], v3(0.47, 0.0, 0.0), v3_zero()};
        for (uint32_t i = kind == 2 ? 0 : 3; i <= (kind == 2 ? N : 3u); i++)
            bl_nodal_set_velocity(r.v, i, v3_sub(to[kind], r.x[i]));
        bl_rod_nodal.move(&rig->rod, 1.0);
        memset(r.v, 0, DOFS * sizeof *r.v);
        for (int step = 0; step < 4000; step++) {
            rod_rig_step(rig);
            cr_assert(isfinite(rod_rig_energy(rig)), "kind %d, step %d", kind, step);
        }
        for (uint32_t i = 0; i < N; i++) {
            double length = v3_distance(r.x[i], r.x[i + 1]);
            cr_assert_lt(fabs(length - 0.1), 0.01, "kind %d: segment %u is %g m long", kind, i, length);
        }
        rod_rig_free(rig);
    }
}

// An impulse at a place, through a row, changes the momentum by as much, and the angular momentum by its moment.
Test(rod_nodal, impulses_arrive)
{
    uint64_t lot = 8;
    rod_rig* rig = rod_tangle_make(BL_ROD_FREE, BL_ROD_FREE, 0.4, &lot);
    bl_nodal r = bl_nodal_view(&rig->rod);
    bl_rod_nodal.prepare(&rig->rod, v3_zero(), NULL, 1e-3);
    double x[DOFS] = {0.0};
    uint32_t first, count;
    belay_vec3 impulse = chance_vector(&lot, 1.0), momentum = v3_zero();
    bl_rod_nodal.row(&rig->rod, 3, 0.25, impulse, v3_zero(), 1.0, x, &first, &count);
    bl_rod_nodal.solve(&rig->rod, x, 1, 0);
    for (uint32_t i = 0; i <= N; i++)
        momentum = v3_add_scaled(momentum, bl_nodal_node_mass(&r, i), bl_nodal_node_velocity(x, i));
    cr_assert_lt(v3_distance(momentum, impulse), 1e-12);
    rod_rig_free(rig);
}
