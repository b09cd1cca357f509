// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Straight nodal rods under tension that are twisted (Greenhill 1883): below the critical moment a small disturbance
// dies away, above it grows; and the loop to which a long rod localises then (Coyne 1990). B = 1.

#include "support/rods/rod_rig.h"
#include "support/rods/rod_table.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI ROD_RIG_PI

static const belay_vec3 along = {1.0, 0.0, 0.0}, across = {0.0, 0.0, 1.0};

// ---------------------------------------------------------------------------------------------------------------------
// Thresholds: rods of length 1 and 40 elements, C = 1 / 1.3
// ---------------------------------------------------------------------------------------------------------------------

#define N 40

// Stretched by a tension, twisted by a moment, held at both ends, and disturbed by 1e-6.
static rod_rig* make_taut(bl_rod_hold hold, double tension, double moment)
{
    bl_rod_section section = rod_rig_unit(1.0, 1e-2);
    double length = 1.0 + tension / section.stretch, twist = 1.3 * moment, turns[N];
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, N, section);
    belay_quat frame = rod_rig_frame(along, across);
    belay_vec3 nodes[N + 1], rest[N + 1];
    rod_rig_line(nodes, N, v3_zero(), v3(length, 0.0, 0.0));
    rod_rig_line(rest, N, v3_zero(), along);
    rod_rig_clamp(&body, 0, nodes[0], frame);
    rod_rig_clamp(&body, 1, nodes[N], q_mul(frame, q_exp(v3(0.0, 0.0, twist))));
    body.ends[0].hold = body.ends[1].hold = hold;
    for (int i = 0; i <= N; i++) {
        double bump = i == 0 || i == N ? 0.0 : 1e-6 * sin(PI * i / N) * sin(PI * i / N);
        nodes[i] = v3_add(nodes[i], v3(0.0, bump * cos(4.0 * i / N), bump * sin(4.0 * i / N)));
        if (i < N) turns[i] = twist * (i + 0.5) / N;
    }
    bl_rod_start start = {.nodes = nodes, .rest_nodes = rest, .twist = turns, .d1 = across};
    rod_rig* rig = rod_rig_make(&bl_rod_nodal, &body, &start);
    rig->h = 100.0;
    return rig;
}

// A step with moments +-M along x on the last and the first segment, as they are in space.
static void step_wrung(rod_rig* rig, double moment)
{
    uint32_t m = bl_rod_dof_count(&bl_rod_nodal, N), first, count;
    double* x = calloc(m + 1, sizeof *x);
    bl_rod_nodal.prepare(&rig->rod, v3_zero(), NULL, rig->h);
    bl_rod_nodal.row(&rig->rod, N - 1, 1.0, v3_zero(), v3_scale(rig->h * moment, along), 1.0, x, &first, &count);
    bl_rod_nodal.row(&rig->rod, 0, 0.0, v3_zero(), v3_scale(rig->h * moment, along), -1.0, x, &first, &count);
    bl_rod_nodal.solve(&rig->rod, x, 1, 0);
    const double* v = bl_rod_nodal.free_velocity(&rig->rod);
    for (uint32_t k = 0; k < m; k++)
        rod_rig_velocity(rig)[k] = v[k] + x[k];
    bl_rod_nodal.move(&rig->rod, rig->h);
    free(x);
}

static double farthest_from_axis(const rod_rig* rig)
{
    double most = 0.0;
    for (uint32_t i = 0; i <= rig->body.element_count; i++) {
        belay_vec3 x = rod_rig_node(rig, i);
        most = fmax(most, hypot(x.y, x.z));
    }
    return most;
}

// By what the disturbance grows in the second half of 120 long steps; where it is `wrung`, by the moment given.
static double growth(rod_rig* rig, bool is_wrung, double moment)
{
    double size[2] = {0.0, 0.0};
    for (int step = 1; step <= 120; step++) {
        if (is_wrung)
            step_wrung(rig, moment);
        else
            rod_rig_step(rig);
        if (step % 60 == 0) size[step == 120] = farthest_from_axis(rig);
    }
    return size[1] / size[0];
}

static void check_threshold(bl_rod_hold hold, double tension, double critical)
{
    double grows[2];
    for (int above = 0; above < 2; above++) {
        double moment = (above ? 1.03 : 0.97) * critical;
        rod_rig* rig = make_taut(hold, tension, moment);
        rod_rig_check_near(bl_rod_nodal.moment(&rig->rod, N / 2).z, moment, 1e-6 * moment, "moment");
        rod_rig_check_near(bl_rod_nodal.tension(&rig->rod, N / 2), tension, 1e-6 * (1.0 + tension), "tension");
        grows[above] = growth(rig, hold == BL_ROD_PINNED, moment);
        rod_rig_free(rig);
    }
    cr_log_info("T %g: %g below, %g above\n", tension, grows[0], grows[1]);
    cr_expect(grows[0] < 0.9 && grows[1] > 1.1, "T %g: %g below, %g above", tension, grows[0], grows[1]);
}

static void check_thresholds(bl_rod_hold hold, const char* name)
{
    const double tensions[] = {0.0, 1.0, 10.0, 100.0};
    rod_table t;
    rod_table_open(&t, "rod_twist_thresholds");
    for (int k = 0; k < 4; k++) {
        char quantity[128];
        snprintf(quantity, sizeof quantity, "%s, T L^2/B=%g: M L/B", name, tensions[k]);
        check_threshold(hold, tensions[k], rod_table_constant(&t, quantity));
    }
    rod_table_close(&t);
}

// The lowest M at which B w'''' - i M w''' - T w'' = 0 has a solution with w = w' = 0 at both ends.
Test(rod_nodal_greenhill, clamped_rods_stay_straight_up_to_their_moment)
{
    check_thresholds(BL_ROD_CLAMPED, "twist-tension buckling, both ends clamped (direction+position)");
}

// Free to point anywhere, with moments that stay along the axis: M^2 / 4 B^2 = pi^2 / L^2 + T / B.
Test(rod_nodal_greenhill, pinned_rods_stay_straight_up_to_their_moment)
{
    check_thresholds(BL_ROD_PINNED, "Greenhill, pinned");
}

// ---------------------------------------------------------------------------------------------------------------------
// The localised loop. With m = M / 2 sqrt(B T), k = sqrt(1 - m^2) and arc length t in sqrt(B / T) from its middle the
// tangent is inclined by theta against the axis and turned by psi about it,
//     cos theta = 1 - 2 k^2 / cosh^2(k t),  psi = m t + atan(k / m tanh(k t));
// the ends come nearer by 4 k sqrt(B / T) and turn by M L / C + 4 arccos m.
// ---------------------------------------------------------------------------------------------------------------------

#define MOST 960

static const double stiff = 20.0; // C: that of twist has no part in the shape, but a soft one lets it run away

static belay_vec3 loop_tangent(double m, double t)
{
    double k = sqrt(1.0 - m * m), cosine = 1.0 - 2.0 * k * k / (cosh(k * t) * cosh(k * t));
    double sine = sqrt(fmax(0.0, 1.0 - cosine * cosine)), psi = m * t + atan2(k * sinh(k * t), m * cosh(k * t));
    return v3(cosine, sine * cos(psi), sine * sin(psi));
}

typedef struct loop {
    double m, shortening, turn; // as the table has it, T = 1
    double length;
    uint32_t n;
} loop;

// Clamped where and as the theory has its ends, and begun as it has the rod.
static rod_rig* make_loop(const loop* x)
{
    static belay_vec3 nodes[MOST + 1], rest[MOST + 1];
    static double twist[MOST];
    double rate = 2.0 * x->m / stiff, l = x->length / x->n;
    nodes[0] = v3_zero();
    for (uint32_t i = 0; i < x->n; i++) {
        nodes[i + 1] = nodes[i];
        for (int k = 0; k < 16; k++) {
            belay_vec3 d3 = loop_tangent(x->m, (i + (k + 0.5) / 16.0) * l - 0.5 * x->length);
            nodes[i + 1] = v3_add_scaled(nodes[i + 1], l / 16.0, d3);
        }
        twist[i] = rate * (i + 0.5) * l;
    }
    // The tails, which the theory has go on for ever, to the axis.
    belay_vec3 end = v3(x->length - x->shortening, 0.0, 0.0), off = v3_sub(end, nodes[x->n]);
    for (uint32_t i = 0; i <= x->n; i++)
        nodes[i] = v3_add_scaled(nodes[i], (double)i / x->n, off);
    rod_rig_line(rest, x->n, v3_zero(), v3(x->length, 0.0, 0.0));
    bl_rod_section section = rod_rig_unit(1.0, 1e-3);
    section.twist = stiff;
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, x->n, section);
    belay_quat frame = rod_rig_frame(along, across);
    double turn = rate * x->length + x->turn;
    rod_rig_clamp(&body, 0, nodes[0], frame);
    rod_rig_clamp(&body, 1, end, q_mul(frame, q_exp(v3(0.0, 0.0, turn))));
    bl_rod_start start = {.nodes = nodes, .rest_nodes = rest, .twist = twist, .d1 = across};
    rod_rig* rig = rod_rig_make(&bl_rod_nodal, &body, &start);
    rig->h = 5.0;
    return rig;
}

static double largest_tilt(const rod_rig* rig)
{
    static belay_vec3 nodes[MOST + 1];
    double most = 0.0;
    bl_rod_nodal.nodes(&rig->rod, nodes);
    for (uint32_t i = 0; i < rig->body.element_count; i++) {
        belay_vec3 d = v3_sub(nodes[i + 1], nodes[i]);
        most = fmax(most, atan2(hypot(d.y, d.z), d.x));
    }
    return most;
}

// With its ends held as the table has them, the rod twists and pulls as the table has it, is inclined as much, and its
// ends have come nearer by what its own moment and tension say.
static void check_loop(const loop* x, double tilt)
{
    rod_rig* rig = make_loop(x);
    rod_rig_settle(rig, 1e-6, 400);
    double moment = bl_rod_nodal.moment(&rig->rod, 3).z, pull = bl_rod_nodal.tension(&rig->rod, 2);
    double right = sqrt(16.0 / pull - 4.0 * moment * moment / (pull * pull)), tilted = largest_tilt(rig);
    cr_log_info("m %g: T %g, M %g, D %g (%g), tilt %g (%g)\n", x->m, pull, moment, right, x->shortening, tilted, tilt);
    rod_rig_check_near(pull, 1.0, 0.03, "tension");
    rod_rig_check_near(moment, 2.0 * x->m, 0.06 * x->m + 1e-9, "moment");
    rod_rig_check_near(tilted, tilt, 0.03 * tilt, "tilt");
    rod_rig_check_near(right, x->shortening, 0.03 * x->shortening, "shortening of that tension and moment");
    rod_rig_free(rig);
}

// Also the planar loop, m = 0. Near m = 1 the shape is the more sensitive the nearer, d D / D = -m d m / (1 - m^2), and
// takes the more elements: the polygon's own error is of the order of l^2 T / B in m.
Test(rod_nodal_greenhill, localised_loops_are_those_of_the_table)
{
    rod_table t;
    rod_table_open(&t, "rod_localised_loop");
    for (int i = 0; i < t.rows; i++) {
        loop x = {.m = rod_table_number(&t, i, "m_M_over_2sqrtBT"), .n = 240};
        x.shortening = rod_table_number(&t, i, "D_times_sqrt_T_over_B");
        x.turn = rod_table_number(&t, i, "excess_end_rotation_rad");
        if (x.m > 0.95) x.n = MOST;
        x.length = (x.m > 0.95 ? 9.0 : 12.0) / sqrt(1.0 - x.m * x.m);
        check_loop(&x, rod_table_number(&t, i, "max_tilt_deg") * PI / 180.0);
    }
    cr_expect_eq(t.rows, 6);
    rod_table_close(&t);
}
