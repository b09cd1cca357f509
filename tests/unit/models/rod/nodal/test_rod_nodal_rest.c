// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rest shapes that hold nodal rods against gravity: what they hold stays, and whether it would stay when pushed is
// told.

#include "models/rod/nodal/rod_nodal_internal.h"
#include "support/chance.h"
#include "support/rods/rod_rig.h"
#include "support/skip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI ROD_RIG_PI
#define N 24

// A lock of hair, or so: a curl drawn at random, 0.24 m long, 1 mm thick, hanging from its ends as told.
static rod_rig* curl(bl_rod_hold hold0, bl_rod_hold hold1, double young, uint64_t seed)
{
    uint64_t lot = seed;
    belay_vec3 nodes[N + 1], to = v3(0.0, 0.0, -1.0);
    double twist[N];
    nodes[0] = v3_zero();
    for (int i = 0; i < N; i++) {
        to = v3_add(to, v3(0.5 * chance_signed(&lot), 0.5 * chance_signed(&lot), 0.3 * chance_signed(&lot)));
        to = v3_normalize_or(to, to);
        nodes[i + 1] = v3_add_scaled(nodes[i], 0.01, to);
        twist[i] = (i > 0 ? twist[i - 1] : 0.0) + 0.3 * chance_signed(&lot);
    }
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, rod_rig_round(5e-4, 1200.0, young, 0.3));
    const bl_rod_hold holds[2] = {hold0, hold1};
    for (int end = 0; end < 2; end++) {
        belay_vec3 along = end == 0 ? v3_sub(nodes[1], nodes[0]) : v3_sub(nodes[N], nodes[N - 1]);
        body.ends[end].hold = holds[end];
        body.ends[end].position = nodes[end == 0 ? 0 : N];
        body.ends[end].rotation = rod_rig_frame(along, v3(1.0, 0.2, 0.0));
    }
    bl_rod_start start = {.nodes = nodes, .twist = twist, .d1 = v3(1.0, 0.2, 0.0)};
    rod_rig* rig = rod_rig_make(&bl_rod_nodal, &body, &start);
    rig->gravity = v3(0.0, 0.0, -9.81);
    return rig;
}

static double farthest(const rod_rig* rig, const belay_vec3* from)
{
    double most = 0.0;
    for (uint32_t i = 0; i <= rig->body.element_count; i++)
        most = fmax(most, v3_distance(rod_rig_node(rig, i), from[i]));
    return most;
}

// Forces are in balance to 1e-9 of the weight and the rod stays where it is, to 1e-6 of its length in 10 s.
Test(rod_nodal_rest, curls_stay_as_they_were_drawn)
{
    const bl_rod_hold holds[][2] = {{BL_ROD_CLAMPED, BL_ROD_FREE},
                                    {BL_ROD_FREE, BL_ROD_CLAMPED},
                                    {BL_ROD_CLAMPED, BL_ROD_PINNED},
                                    {BL_ROD_CLAMPED, BL_ROD_CLAMPED}};
    for (int k = 0; k < 8; k++) {
        rod_rig* rig = curl(holds[k / 2][0], holds[k / 2][1], 1e9, 17u + (uint64_t)k);
        belay_error error = {BELAY_OK, ""};
        double lowest = 0.0;
        belay_vec3 before[N + 1];
        bl_rod_nodal.nodes(&rig->rod, before);
        cr_assert_eq(bl_rod_nodal.make_sag_free(&rig->rod, rig->gravity, &lowest, &error), BELAY_OK, "%s",
                     error.message);
        cr_assert_eq(farthest(rig, before), 0.0);
        cr_assert_gt(lowest, 0.0);
        // A tiny step from rest: v = h M^-1 f.
        bl_rod_nodal.prepare(&rig->rod, rig->gravity, NULL, 1e-6);
        const double* v = bl_rod_nodal.free_velocity(&rig->rod);
        for (int i = 0; i <= N; i++)
            cr_assert_lt(v3_length(v3(v[4 * i], v[4 * i + 1], v[4 * i + 2])), 1e-9 * 9.81 * 1e-6 * N);
        rig->h = 1.0 / 240.0;
        rod_rig_run(rig, 10.0);
        cr_assert_lt(farthest(rig, before), 1e-6 * 0.24);
        rod_rig_free(rig);
    }
}

// Without it the same curl sags by centimetres.
Test(rod_nodal_rest, curls_sag_otherwise)
{
    rod_rig* rig = curl(BL_ROD_CLAMPED, BL_ROD_FREE, 1e8, 17);
    belay_vec3 before[N + 1];
    bl_rod_nodal.nodes(&rig->rod, before);
    rig->h = 1.0 / 240.0;
    rod_rig_run(rig, 1.0);
    cr_assert_gt(farthest(rig, before), 0.01);
    rod_rig_free(rig);
}

// Heavier by its own elastic stress, a column of weight G B / L^3 has lost G / 7.8373 of its stiffness: the lowest
// eigenvalue is 1 - G / 7.8373, below 0 where it falls. Hanging, no direction loses any.
Test(rod_nodal_rest, lowest_eigenvalue_of_a_column)
{
    for (double g = 1.0; g < 15.0; g += 3.0) {
        bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, rod_rig_unit(1.0, 1e-3));
        rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(v3(0.0, 0.0, 1.0), v3(1.0, 0.0, 0.0)));
        rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(0.0, 0.0, 1.0));
        belay_error error = {BELAY_OK, ""};
        double lowest[2], right = 1.0 - g / 7.8373474389;
        cr_assert_eq(bl_rod_nodal.make_sag_free(&rig->rod, v3(0.0, 0.0, -g), &lowest[0], &error), BELAY_OK);
        cr_assert_eq(bl_rod_nodal.make_sag_free(&rig->rod, v3(0.0, 0.0, g), &lowest[1], &error), BELAY_OK);
        cr_expect(fabs(lowest[0] - right) < 0.005 * g / 7.8373, "G %g: %.6f, not %.6f", g, lowest[0], right);
        cr_expect(lowest[1] > 0.999, "hanging, G %g: %.6f", g, lowest[1]);
        rod_rig_free(rig);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The super-helix of four elements that bertails2017's method is tried on, standing on its clamp
// ---------------------------------------------------------------------------------------------------------------------

typedef struct example {
    double q[12];
    int count;
} example;

static void read_strain(void* context, const char* text)
{
    example* e = context;
    double q;
    if (e->count < 12 && sscanf(text, "%*d,%*d,%*[^,],%lf", &q) == 1) e->q[e->count++] = q;
}

// Its centreline and material frames, ten elements each.
static rod_rig* example_rig(const example* e, double young)
{
    enum { PER = 10, COUNT = 4 * PER, FINE = 200 };
    belay_vec3 nodes[COUNT + 1];
    double twist[COUNT], step = 0.05 / PER / FINE, turned = 0.0;
    belay_quat frame = belay_quat_identity();
    belay_vec3 x = v3_zero(), d1 = v3(1.0, 0.0, 0.0);
    nodes[0] = x;
    for (int i = 0; i < COUNT; i++) {
        const double* u = e->q + 3 * (i / PER);
        for (int k = 0; k < FINE; k++) {
            if (k == FINE / 2) {
                if (i == 0) d1 = q_rotate(frame, v3(1.0, 0.0, 0.0));
                turned += i > 0 ? 0.5 * (u[2] + e->q[3 * ((i - 1) / PER) + 2]) * 0.05 / PER : 0.0;
                twist[i] = turned;
            }
            belay_quat half = q_mul(frame, q_exp(v3_scale(0.5 * step, v3(u[0], u[1], u[2]))));
            x = v3_add_scaled(x, step, q_rotate(half, v3(0.0, 0.0, 1.0)));
            frame = q_mul(frame, q_exp(v3_scale(step, v3(u[0], u[1], u[2]))));
        }
        nodes[i + 1] = x;
    }
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, COUNT, rod_rig_round(5e-4, 1200.0, young, 0.3));
    rod_rig_clamp(&body, 0, v3_zero(), belay_quat_identity());
    bl_rod_start start = {.nodes = nodes, .twist = twist, .d1 = d1};
    rod_rig* rig = rod_rig_make(&bl_rod_nodal, &body, &start);
    rig->gravity = v3(0.0, 0.0, -9.81);
    return rig;
}

// Lowest eigenvalue 0.853 for E = 1e9, where it stands, and -13.7 for 1e7, where it falls out of its equilibrium. The
// same rod in 40 elements has as much, within 3 % of what is beyond 1.
Test(rod_nodal_rest, unstable_equilibria_are_told)
{
    static example e;
    if (!rod_rig_read("rod_superhelix_example_q.csv", read_strain, &e)) SKIP_TEST("no reference values");
    cr_assert_eq(e.count, 12);
    for (int k = 0; k < 2; k++) {
        rod_rig* rig = example_rig(&e, k == 0 ? 1e9 : 1e7);
        belay_error error = {BELAY_OK, ""};
        double lowest = 0.0, right = k == 0 ? 0.853 : -13.7;
        belay_vec3 before[41];
        bl_rod_nodal.nodes(&rig->rod, before);
        cr_assert_eq(bl_rod_nodal.make_sag_free(&rig->rod, rig->gravity, &lowest, &error), BELAY_OK);
        cr_expect(fabs(lowest - right) < 0.03 * (1.0 - right), "%g, not %g", lowest, right);
        rig->h = 1.0 / 240.0;
        rod_rig_push(rig, 40, v3(1e-6, 0.0, 0.0));
        rod_rig_step(rig);
        rod_rig_push(rig, 40, v3_zero());
        rod_rig_run(rig, 5.0);
        double moved = farthest(rig, before);
        cr_expect(k == 0 ? moved < 1e-5 : moved > 0.02, "moved by %g", moved);
        rod_rig_free(rig);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What nothing can hold
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_nodal_rest, what_cannot_be_held_is_refused_and_left_alone)
{
    const bl_rod_hold holds[][2] = {
        {BL_ROD_FREE, BL_ROD_FREE}, {BL_ROD_PINNED, BL_ROD_FREE}, {BL_ROD_PINNED, BL_ROD_PINNED}};
    for (int k = 0; k < 3; k++) {
        rod_rig* rig = curl(holds[k][0], holds[k][1], 1e9, 5);
        size_t bytes = bl_rod_state_size(&bl_rod_nodal, N) * sizeof(double);
        void* before = malloc(bytes);
        memcpy(before, rig->rod.state, bytes);
        belay_error error = {BELAY_OK, ""};
        double lowest = 3.0;
        cr_assert_eq(bl_rod_nodal.make_sag_free(&rig->rod, rig->gravity, &lowest, &error), BELAY_ERROR_VALUE);
        cr_assert(strstr(error.message, "no rest shape holds") != NULL, "%s", error.message);
        cr_assert_eq(memcmp(before, rig->rod.state, bytes), 0);
        cr_assert_eq(lowest, 3.0);
        free(before);
        rod_rig_free(rig);
    }
}

// A weight that would need elements of no length: rubber as soft as jelly.
Test(rod_nodal_rest, rods_that_are_too_soft_are_refused)
{
    rod_rig* rig = curl(BL_ROD_CLAMPED, BL_ROD_FREE, 1e3, 5);
    belay_error error = {BELAY_OK, ""};
    double lowest = 3.0;
    cr_assert_eq(bl_rod_nodal.make_sag_free(&rig->rod, rig->gravity, &lowest, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "m long at rest") != NULL, "%s", error.message);
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------

// Places are named by the rod as it was made, whatever lengths hold it.
Test(rod_nodal_rest, places_keep_their_names)
{
    rod_rig* rig = curl(BL_ROD_CLAMPED, BL_ROD_FREE, 2e6, 3);
    double before[N + 1], after[N + 1], lowest;
    bl_rod_nodal.arcs(&rig->rod, before);
    cr_assert_eq(bl_rod_nodal.make_sag_free(&rig->rod, rig->gravity, &lowest, NULL), BELAY_OK);
    bl_rod_nodal.arcs(&rig->rod, after);
    cr_assert_eq(memcmp(before, after, sizeof before), 0);
    cr_assert_float_eq(after[N], rig->body.length, 1e-15);
    cr_assert_gt(fabs(bl_nodal_view(&rig->rod).rest_length[0] / 0.01 - 1.0), 1e-6); // which have changed
    rod_rig_free(rig);
}

// A segment that lies in one point has a direction all the same: the one that it had.
Test(rod_nodal_rest, segments_without_length_are_no_numbers_lost)
{
    for (uint32_t node = 1; node < N; node += N - 2) {
        rod_rig* rig = curl(BL_ROD_CLAMPED, BL_ROD_FREE, 1e9, 5);
        bl_nodal r = bl_nodal_view(&rig->rod);
        r.x[node + 1] = r.x[node];
        double lowest = NAN;
        cr_assert_eq(bl_rod_nodal.make_sag_free(&rig->rod, v3_zero(), &lowest, NULL), BELAY_OK);
        // Without weight there is no stress, and the stiffness is that of the strains.
        cr_assert(fabs(lowest - 1.0) < 1e-6, "node %u: the lowest eigenvalue is %.9g", (unsigned)node, lowest);
        for (int step = 0; step < 20; step++) {
            rod_rig_step(rig);
            cr_assert(isfinite(rod_rig_energy(rig)), "node %u, step %d", (unsigned)node, step);
            cr_assert(v3_is_finite(bl_rod_nodal.end_force(&rig->rod, 0)));
        }
        rod_rig_free(rig);
    }
}
