// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The nodal rod's own mathematics against differences: strains, forces, stiffness, rows, frames; and what a step owes
// its surroundings: held ends, momentum, the same from whatever side one looks.

#include "dynamics/rod_nodal_internal.h"
#include "support/rod_facts.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define N 7
#define DOFS (4 * N + 3)
#define SIZE (DOFS + 1)

static double draw(uint64_t* lot)
{
    *lot = *lot * 6364136223846793005u + 1442695040888963407u;
    return (double)(*lot >> 11) / 4503599627370496.0 - 1.0;
}

static belay_vec3 draw_v3(uint64_t* lot)
{
    double x = draw(lot), y = draw(lot);
    return v3(x, y, draw(lot));
}

static belay_quat draw_rotation(uint64_t* lot)
{
    return q_exp(v3_scale(3.0, draw_v3(lot)));
}

static bl_rod_section oblong(void)
{
    bl_rod_section s = rod_rig_round(4e-3, 1100.0, 2e7, 0.3);
    s.bend[0] *= 0.6;
    s.bend[1] *= 1.7;
    return s;
}

// Bent, twisted and stretched by lot, and another way at rest; segments of about 0.1 m turn by up to `wild` rad or so.
static rod_rig* tangle(bl_rod_hold hold0, bl_rod_hold hold1, double wild, uint64_t* lot)
{
    belay_vec3 nodes[N + 1], rest[N + 1];
    double twist[N], rest_twist[N];
    nodes[0] = draw_v3(lot);
    rest[0] = draw_v3(lot);
    for (int i = 0; i < N; i++) {
        belay_vec3 to = v3_add_scaled(v3(1.0, 0.3, -0.2), wild, draw_v3(lot));
        belay_vec3 rest_to = v3_add_scaled(v3(1.0, 0.3, -0.2), wild, draw_v3(lot));
        nodes[i + 1] = v3_add_scaled(nodes[i], 0.1, to);
        rest[i + 1] = v3_add_scaled(rest[i], 0.1, rest_to);
        twist[i] = wild * draw(lot);
        rest_twist[i] = wild * draw(lot);
    }
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, oblong());
    const bl_rod_hold holds[2] = {hold0, hold1};
    for (int end = 0; end < 2; end++) {
        belay_vec3 along = end == 0 ? v3_sub(nodes[1], nodes[0]) : v3_sub(nodes[N], nodes[N - 1]);
        belay_vec3 to = v3_add_scaled(v3_normalize_or(along, along), 0.5 * wild, draw_v3(lot));
        body.ends[end].hold = holds[end];
        body.ends[end].position = nodes[end == 0 ? 0 : N];
        body.ends[end].rotation = rod_rig_frame(to, draw_v3(lot));
        if (holds[end] != BL_ROD_FREE) body.ends[end].velocity = draw_v3(lot);
        if (holds[end] == BL_ROD_CLAMPED) body.ends[end].angular = draw_v3(lot);
    }
    bl_rod_start start = {nodes, rest, twist, rest_twist, draw_v3(lot)};
    return rod_rig_make(&bl_rod_nodal, &body, &start);
}

static void draw_velocities(double* v, double size, uint64_t* lot)
{
    for (int k = 0; k < DOFS; k++)
        v[k] = size * draw(lot) * (k % 4 == 3 ? 10.0 : 1.0);
}

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
        rod_rig* rig = tangle(BL_ROD_CLAMPED, BL_ROD_CLAMPED, 0.9, &lot);
        bl_nodal r = bl_nodal_view(&rig->rod);
        bl_nodal_measure(&r);
        double v[SIZE] = {0.0};
        draw_velocities(v, 0.1, &lot);
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
        rod_rig* rig = tangle(BL_ROD_CLAMPED, BL_ROD_FREE, 0.7, &lot);
        rig->body.ends[0].velocity = rig->body.ends[0].angular = v3_zero();
        bl_nodal r = bl_nodal_view(&rig->rod);
        bl_nodal_measure(&r);
        double v[SIZE] = {0.0}, force[SIZE] = {0.0}, power = 0.0, size = 0.0;
        draw_velocities(v, 0.1, &lot);
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
            size_t bytes = bl_rod_nodal.state_size(N) * sizeof(double);
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
    rod_rig* rig = tangle(BL_ROD_FREE, BL_ROD_FREE, 0.5, &lot);
    draw_velocities(rod_rig_velocity(rig), 1.0, &lot);
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
        rod_rig* rig = tangle(BL_ROD_FREE, BL_ROD_FREE, 0.7, &lot);
        double* v = rod_rig_velocity(rig);
        draw_velocities(v, 0.1, &lot);
        uint32_t segment = (uint32_t)(sample % N), first, count;
        double s = 0.5 + 0.5 * draw(&lot), row[DOFS] = {0.0}, told = 0.0;
        belay_vec3 linear = draw_v3(&lot), angular = draw_v3(&lot);
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
    rod_rig* rig = tangle(BL_ROD_CLAMPED, BL_ROD_PINNED, 0.5, &lot);
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
    size_t bytes = bl_rod_nodal.state_size(N) * sizeof(double);
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
        rod_rig* rig = tangle(BL_ROD_FREE, BL_ROD_FREE, 0.6, &lot);
        bl_nodal r = bl_nodal_view(&rig->rod);
        bl_nodal_measure(&r);
        for (uint32_t i = 0; i <= N; i++)
            r.rest[i] = r.vertex[i].strain;
        for (uint32_t i = 0; i < N; i++)
            r.rest_length[i] = 0.8 * r.segment[i].length;
        bl_nodal_measure(&r);
        double v[SIZE] = {0.0}, product[SIZE] = {0.0}, ahead[SIZE], behind[SIZE], size = 0.0;
        draw_velocities(v, 0.1, &lot);
        bl_band_clear(&r.band);
        bl_nodal_add_strain_stiffness(&r, 1.0, 1.0);
        for (uint32_t i = 0; i < N; i++)
            bl_nodal_add_tension_stiffness(&r, i, r.segment[i].tension);
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
        rod_rig* rig = tangle((bl_rod_hold)(sample % 3), (bl_rod_hold)(sample / 3 % 3), 1.5, &lot);
        draw_velocities(rod_rig_velocity(rig), 5.0, &lot);
        rig->body.theta = 0.5 + 0.5 * (sample % 2);
        bl_rod_nodal.prepare(&rig->rod, v3(0.0, 0.0, -9.81), NULL, sample % 5 == 0 ? 0.1 : 1e-3);
        double x[2 * DOFS], a[DOFS], b[DOFS], aa = 0.0, ab = 0.0, ba = 0.0, bb = 0.0;
        for (int k = 0; k < DOFS; k++) {
            x[2 * k] = a[k] = draw(&lot);
            x[2 * k + 1] = b[k] = draw(&lot);
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
    rod_rig* rig = tangle(BL_ROD_FREE, BL_ROD_FREE, 0.4, &lot);
    bl_nodal r = bl_nodal_view(&rig->rod);
    bl_rod_nodal.prepare(&rig->rod, v3_zero(), NULL, 1e-3);
    double x[DOFS] = {0.0};
    uint32_t first, count;
    belay_vec3 impulse = draw_v3(&lot), momentum = v3_zero();
    bl_rod_nodal.row(&rig->rod, 3, 0.25, impulse, v3_zero(), 1.0, x, &first, &count);
    bl_rod_nodal.solve(&rig->rod, x, 1, 0);
    for (uint32_t i = 0; i <= N; i++)
        momentum = v3_add_scaled(momentum, bl_nodal_node_mass(&r, i), bl_nodal_node_velocity(x, i));
    cr_assert_lt(v3_distance(momentum, impulse), 1e-12);
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------
// Ends
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_nodal, held_ends_go_where_they_are_told)
{
    uint64_t lot = 9;
    rod_rig* rig = tangle(BL_ROD_CLAMPED, BL_ROD_PINNED, 0.2, &lot);
    bl_rod_nodal.prepare(&rig->rod, v3_zero(), NULL, rig->h);
    const double* v = bl_rod_nodal.free_velocity(&rig->rod);
    cr_assert_eq(v3_distance(bl_nodal_node_velocity(v, 0), rig->body.ends[0].velocity), 0.0);
    cr_assert_eq(v3_distance(bl_nodal_node_velocity(v, N), rig->body.ends[1].velocity), 0.0);
    for (int k = 0; k < 50; k++)
        rod_rig_step(rig);
    cr_assert_eq(v3_distance(rod_rig_node(rig, 0), rig->body.ends[0].position), 0.0);
    cr_assert_eq(v3_distance(rod_rig_node(rig, N), rig->body.ends[1].position), 0.0);
    rod_rig_free(rig);
}

// Two clamps that move as one rigid body carry an unstrained rod along with them and do not strain it, round a circle
// of 0.3 m and at 2 rad/s, but for what its inertia does (tension 1/2 m w^2 R^2 / L and bending of that order).
Test(rod_nodal, clamps_that_move_together_carry_the_rod)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, rod_rig_round(4e-3, 1100.0, 2e9, 0.3));
    belay_quat frame = rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0));
    rod_rig_clamp(&body, 0, v3(0.0, 0.3, 0.0), frame);
    rod_rig_clamp(&body, 1, v3(0.5, 0.3, 0.0), frame);
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3(0.0, 0.3, 0.0), v3(0.5, 0.3, 0.0));
    belay_vec3 w = v3(0.0, 0.0, 0.0);
    double* v = rod_rig_velocity(rig);
    for (int step = 0; step < 3000; step++) {
        // Steady turning about z after a smooth start; a chord's velocity, so that the ends stay on their circles.
        w.z = 2.0 * fmin(step * 1e-3, 1.0);
        for (int end = 0; end < 2; end++) {
            belay_vec3 x = rig->body.ends[end].position;
            belay_vec3 to = q_rotate(q_exp(v3_scale(rig->h, w)), x);
            rig->body.ends[end].velocity = v3_scale(1.0 / rig->h, v3_sub(to, x));
            rig->body.ends[end].angular = w;
        }
        rod_rig_step(rig);
    }
    cr_assert(isfinite(v[4]));
    bl_rod_energy e = bl_rod_nodal.energy(&rig->rod, v3_zero());
    cr_assert_lt(e.bend + e.twist + e.stretch, 1e-4 * e.kinetic);
    rod_rig_free(rig);
}

// A clamp that turns three times about the rod twists it by six pi; in equilibrium the twist is even.
Test(rod_nodal, turns_of_a_clamp_are_counted)
{
    bl_rod_section section = rod_rig_round(4e-3, 1100.0, 2e7, 0.3);
    section.spin_inertia = 0.0;
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, section);
    belay_quat frame = rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0));
    rod_rig_clamp(&body, 0, v3_zero(), frame);
    rod_rig_clamp(&body, 1, v3(0.5, 0.0, 0.0), frame);
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(0.5, 0.0, 0.0));
    rig->body.ends[1].angular = v3(6.0 * ROD_RIG_PI, 0.0, 0.0);
    rig->h = 0.05;
    rod_rig_run(rig, 1.0);
    rig->body.ends[1].angular = v3_zero();
    rod_rig_run(rig, 0.1);
    double right = section.twist * 6.0 * ROD_RIG_PI / 0.5;
    for (uint32_t i = 0; i <= N; i++)
        cr_assert_lt(fabs(bl_rod_nodal.moment(&rig->rod, i).z - right), 1e-5 * right, "vertex %u: %g, not %g", i,
                     bl_rod_nodal.moment(&rig->rod, i).z, right);
    rod_rig_free(rig);
}

// Holds may begin and end at any time. A rod that is clamped as it lies, d3 and all, does not notice; let go again, it
// flies on.
Test(rod_nodal, holds_begin_and_end)
{
    rod_rig* rig =
        rod_rig_make_line(&bl_rod_nodal, &(bl_rod_body){.element_count = N, .section = oblong(), .theta = 1.0},
                          v3_zero(), v3(0.5, 0.1, 0.0));
    rig->body.ends[0].hold = BL_ROD_CLAMPED;
    rig->body.ends[0].position = rod_rig_node(rig, 0);
    rig->body.ends[0].rotation = bl_rod_nodal.frame(&rig->rod, 0);
    rod_rig_run(rig, 0.1);
    cr_assert_lt(rod_rig_speed(rig), 1e-12);
    rig->gravity = v3(0.0, 0.0, -9.81);
    rod_rig_run(rig, 0.5);
    cr_assert_eq(v3_length(rod_rig_node(rig, 0)), 0.0);
    rig->body.ends[0].hold = BL_ROD_FREE;
    rod_rig_run(rig, 0.5);
    cr_assert_lt(rod_rig_node(rig, 0).z, -0.8);
    // Caught by the other end, which is brought to where it is held.
    rig->body.ends[1].hold = BL_ROD_PINNED;
    rig->body.ends[1].position = v3(1.0, 2.0, 3.0);
    rod_rig_step(rig);
    cr_assert_eq(v3_distance(rod_rig_node(rig, N), v3(1.0, 2.0, 3.0)), 0.0);
    rod_rig_free(rig);
}

// Held by impulses from outside, as contacts hold it, a bent wire is as still as one that is held by its ends, though
// without them it would snap: what the step expects of the nonlinear comes from how the rod moves, not from how it
// would.
Test(rod_nodal, what_contacts_hold_stays)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, 16, rod_rig_round(1e-3, 7800.0, 2e11, 0.3));
    rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0)));
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(0.2, 0.0, 0.0));
    rod_rig_push(rig, 16, v3(-20.0, 0.0, 20.0));
    rig->h = 0.5;
    cr_assert_leq(rod_rig_settle(rig, 1e-13, 400), 400);
    rod_rig_push(rig, 16, v3_zero());
    belay_vec3 before = rod_rig_node(rig, 16), middle = rod_rig_node(rig, 8);
    cr_assert_gt(before.z, 0.03);
    rig->h = 1e-3;
    double* v = rod_rig_velocity(rig);
    for (int step = 0; step < 1000; step++) {
        double x[67 * 3] = {0.0};
        belay_mat33 response, inverse = m3_zero();
        bl_rod_nodal.prepare(&rig->rod, v3_zero(), NULL, rig->h);
        for (int k = 0; k < 3; k++)
            x[(64 + k) * 3 + k] = 1.0;
        bl_rod_nodal.solve(&rig->rod, x, 3, 0);
        memcpy(v, bl_rod_nodal.free_velocity(&rig->rod), 67 * sizeof *v);
        for (int k = 0; k < 9; k++)
            response.m[k] = x[(64 + k / 3) * 3 + k % 3];
        cr_assert(m3_invert(response, 1e-12, &inverse));
        belay_vec3 impulse = v3_neg(m3_mul_v3(inverse, v3(v[64], v[65], v[66])));
        for (int k = 0; k < 67; k++)
            v[k] += x[3 * k] * impulse.x + x[3 * k + 1] * impulse.y + x[3 * k + 2] * impulse.z;
        bl_rod_nodal.move(&rig->rod, rig->h);
    }
    cr_assert_lt(v3_distance(rod_rig_node(rig, 16), before), 1e-10);
    cr_assert_lt(v3_distance(rod_rig_node(rig, 8), middle), 1e-10);
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------
// Whatever the frame of reference
// ---------------------------------------------------------------------------------------------------------------------

// The same rod, turned and shifted and seen from a train, does the same.
Test(rod_nodal, laws_do_not_depend_on_the_frame_of_reference)
{
    uint64_t lot = 10, again;
    for (int sample = 0; sample < 10; sample++) {
        again = lot;
        rod_rig* a = tangle(BL_ROD_FREE, BL_ROD_FREE, 0.4, &lot);
        rod_rig* b = tangle(BL_ROD_FREE, BL_ROD_FREE, 0.4, &again);
        belay_quat turn = draw_rotation(&lot);
        belay_vec3 shift = draw_v3(&lot), train = draw_v3(&lot);
        bl_nodal ra = bl_nodal_view(&a->rod), rb = bl_nodal_view(&b->rod);
        draw_velocities(ra.v, 1.0, &lot);
        for (uint32_t i = 0; i <= N; i++) {
            rb.x[i] = v3_add(q_rotate(turn, ra.x[i]), shift);
            bl_nodal_set_velocity(rb.v, i, v3_add(q_rotate(turn, bl_nodal_node_velocity(ra.v, i)), train));
            if (i == N) continue;
            rb.frame[i] = q_mul(turn, ra.frame[i]);
            rb.v[4 * i + 3] = ra.v[4 * i + 3];
        }
        a->body.theta = b->body.theta = sample % 2 == 0 ? 1.0 : 0.5;
        for (int step = 0; step < 50; step++) {
            rod_rig_step(a);
            rod_rig_step(b);
        }
        for (uint32_t i = 0; i <= N; i++) {
            belay_vec3 seen = v3_add_scaled(v3_add(q_rotate(turn, ra.x[i]), shift), b->time, train);
            cr_assert_lt(v3_distance(rb.x[i], seen), 1e-10);
        }
        rod_rig_free(a);
        rod_rig_free(b);
    }
}

// A cantilever held at its end hangs as one held at its start.
Test(rod_nodal, both_ends_are_alike)
{
    bl_rod_section section = rod_rig_unit(1.0, 1e-3);
    rod_rig* rigs[2];
    for (int end = 0; end < 2; end++) {
        bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, 16, section);
        belay_vec3 from = end == 0 ? v3_zero() : v3(1.0, 0.0, 0.0), to = end == 0 ? v3(1.0, 0.0, 0.0) : v3_zero();
        belay_vec3 d3 = v3_sub(to, from);
        rod_rig_clamp(&body, end, v3_zero(), rod_rig_frame(d3, v3(0.0, 1.0, 0.0)));
        rigs[end] = rod_rig_make_line(&bl_rod_nodal, &body, from, to);
        rigs[end]->gravity = v3(0.0, -10.0, 3.0);
        rigs[end]->h = 0.2;
        rod_rig_settle(rigs[end], 1e-12, 300);
    }
    for (uint32_t i = 0; i <= 16; i++)
        cr_assert_lt(v3_distance(rod_rig_node(rigs[0], i), rod_rig_node(rigs[1], 16 - i)), 1e-9);
    rod_rig_free(rigs[0]);
    rod_rig_free(rigs[1]);
}

Test(rod_nodal, same_input_same_bits)
{
    uint64_t lot = 11, again = 11;
    rod_rig* a = tangle(BL_ROD_CLAMPED, BL_ROD_FREE, 0.6, &lot);
    rod_rig* b = tangle(BL_ROD_CLAMPED, BL_ROD_FREE, 0.6, &again);
    a->gravity = b->gravity = v3(0.0, 0.0, -9.81);
    for (int step = 0; step < 100; step++) {
        rod_rig_step(a);
        // Preparing twice is preparing once, and scratch holds nothing that a step needs from the one before.
        memset(b->rod.scratch, 0xff, bl_rod_nodal.scratch_size(N) * sizeof(double));
        bl_rod_nodal.prepare(&b->rod, b->gravity, b->applied, b->h);
        rod_rig_step(b);
    }
    cr_assert_eq(memcmp(a->rod.state, b->rod.state, bl_rod_nodal.state_size(N) * sizeof(double)), 0);
    rod_rig_free(a);
    rod_rig_free(b);
}

// ---------------------------------------------------------------------------------------------------------------------
// What is refused
// ---------------------------------------------------------------------------------------------------------------------

static void check_refused(const bl_rod_start* start, uint32_t elements, belay_result code, const char* text)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, elements, oblong());
    bl_rod rod = {&body, calloc(bl_rod_nodal.state_size(elements), sizeof(double)),
                  calloc(bl_rod_nodal.scratch_size(elements), sizeof(double))};
    belay_error error = {BELAY_OK, ""};
    cr_expect_eq(bl_rod_nodal.init(&rod, start, &error), code, "%s", text);
    cr_expect(strstr(error.message, text) != NULL, "\"%s\" is not in \"%s\"", text, error.message);
    free(rod.state);
    free(rod.scratch);
}

Test(rod_nodal, shapes_that_are_none_are_refused)
{
    belay_vec3 line[4], bad[4];
    const double angles[3] = {0.0, NAN, 0.0};
    rod_rig_line(line, 3, v3_zero(), v3(3.0, 0.0, 0.0));
    bl_rod_start start = {.nodes = bad, .d1 = v3(0.0, 1.0, 0.0)};
    memcpy(bad, line, sizeof bad);
    check_refused(&start, 1, BELAY_ERROR_VALUE, "element_count is 1");
    bad[2] = bad[1];
    check_refused(&start, 3, BELAY_ERROR_SHAPE, "nodes[1] and [2] are 0 m apart");
    bad[2] = bad[0];
    check_refused(&start, 3, BELAY_ERROR_SHAPE, "nodes fold back at [1]");
    bad[2].y = NAN;
    check_refused(&start, 3, BELAY_ERROR_VALUE, "nodes[2] is (0, nan");
    start.nodes = line;
    start.rest_nodes = bad;
    check_refused(&start, 3, BELAY_ERROR_VALUE, "rest_nodes[2]");
    start.rest_nodes = NULL;
    start.twist = angles;
    check_refused(&start, 3, BELAY_ERROR_VALUE, "twist[1] is nan");
    start.twist = NULL;
    start.rest_twist = angles;
    check_refused(&start, 3, BELAY_ERROR_VALUE, "rest_twist[1] is nan");
    start.rest_twist = NULL;
    start.d1.x = HUGE_VAL;
    check_refused(&start, 3, BELAY_ERROR_VALUE, "d1 is (inf");
}

Test(rod_nodal, models_have_names)
{
    cr_assert_eq(bl_rod_ops_of(BELAY_ROD_NODAL), &bl_rod_nodal);
    cr_assert_null(bl_rod_ops_of(BELAY_ROD_MODEL_COUNT));
    cr_assert_str_eq(belay_rod_model_name(BELAY_ROD_NODAL), "nodal");
    cr_assert_str_eq(belay_rod_model_name(BELAY_ROD_MODEL_COUNT), "unknown");
    for (int model = 0; model < BELAY_ROD_MODEL_COUNT; model++)
        cr_assert_str_eq(bl_rod_ops_of((belay_rod_model)model)->name, belay_rod_model_name((belay_rod_model)model));
}

Test(rod_nodal, ends_carry_contacts)
{
    fact_ends_carry_contacts(BELAY_ROD_NODAL);
}

Test(rod_nodal, ends_carry_the_weight)
{
    fact_ends_carry_the_weight(BELAY_ROD_NODAL);
}
