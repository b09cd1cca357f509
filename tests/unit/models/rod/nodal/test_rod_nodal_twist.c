// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Twisted hoops of a nodal rod: below the critical twist a small disturbance dies away, above it grows.

#include "support/rods/rod_rig.h"
#include "support/rods/rod_table.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI ROD_RIG_PI

// ---------------------------------------------------------------------------------------------------------------------
// Hoops: radius 1, B = 1, C = 1 / ratio, straight at rest. The rod of n + 1 segments overlaps itself by one, which is
// held to the first, so that every vertex is as the others.
// ---------------------------------------------------------------------------------------------------------------------

#define TIES 7

static rod_rig* hoop(uint32_t n, double ratio, double twist, double size)
{
    belay_vec3 nodes[82], rest[82];
    double turns[81];
    for (uint32_t i = 0; i <= n + 1; i++) {
        double a = 2.0 * PI * (i % n) / n;
        nodes[i] = v3(cos(a), sin(a), size * sin(2.0 * a + 0.4));
        if (i <= n) turns[i] = twist * i / n;
    }
    rod_rig_line(rest, n + 1, v3_zero(), v3((n + 1) * 2.0 * sin(PI / n), 0.0, 0.0));
    bl_rod_section section = rod_rig_unit(1.0, 1e-3);
    section.twist = 1.0 / ratio;
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n + 1, section);
    bl_rod_start start = {.nodes = nodes, .rest_nodes = rest, .twist = turns, .d1 = v3(0.0, 0.0, 1.0)};
    rod_rig* rig = rod_rig_make(&bl_rod_nodal, &body, &start);
    rig->h = 10.0;
    return rig;
}

// The two velocities that tie k makes equal: nodes n and 0, n + 1 and 1, turnings of segments n and 0.
static void tie(uint32_t n, uint32_t k, uint32_t pair[2])
{
    pair[0] = k < 3 ? k : (k < 6 ? 4 + (k - 3) : 3);
    pair[1] = pair[0] + 4 * n;
}

// Solves the symmetric positive definite a x = b in place of b.
static void solve_ties(double a[TIES][TIES], double b[TIES])
{
    for (int k = 0; k < TIES; k++)
        for (int i = k + 1; i < TIES; i++) {
            double l = a[i][k] / a[k][k];
            for (int j = k; j < TIES; j++)
                a[i][j] -= l * a[k][j];
            b[i] -= l * b[k];
        }
    for (int k = TIES - 1; k >= 0; k--) {
        for (int j = k + 1; j < TIES; j++)
            b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
}

static void step_hoop(rod_rig* rig)
{
    uint32_t n = rig->body.element_count - 1, m = 4 * n + 7, pair[2], other[2];
    double *v = rod_rig_velocity(rig), *x = calloc((size_t)m * TIES, sizeof *x), a[TIES][TIES], b[TIES];
    bl_rod_nodal.prepare(&rig->rod, v3_zero(), NULL, rig->h);
    memcpy(v, bl_rod_nodal.free_velocity(&rig->rod), m * sizeof *v);
    for (uint32_t k = 0; k < TIES; k++) {
        tie(n, k, pair);
        x[pair[1] * TIES + k] = 1.0;
        x[pair[0] * TIES + k] = -1.0;
    }
    bl_rod_nodal.solve(&rig->rod, x, TIES, 0);
    for (uint32_t k = 0; k < TIES; k++) {
        tie(n, k, pair);
        b[k] = v[pair[0]] - v[pair[1]];
        for (uint32_t j = 0; j < TIES; j++)
            a[k][j] = x[pair[1] * TIES + j] - x[pair[0] * TIES + j];
    }
    solve_ties(a, b);
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t k = 0; k < TIES; k++)
            v[i] += x[i * TIES + k] * b[k];
    for (uint32_t k = 0; k < TIES; k++) {
        tie(n, k, other);
        v[other[1]] = v[other[0]];
    }
    bl_rod_nodal.move(&rig->rod, rig->h);
    free(x);
}

// Its distance from a plane: the part of z that goes twice round.
static double out_of_plane(const rod_rig* rig)
{
    uint32_t n = rig->body.element_count - 1;
    double c = 0.0, s = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        double z = rod_rig_node(rig, i).z, a = 4.0 * PI * i / n;
        c += 2.0 * z * cos(a) / n;
        s += 2.0 * z * sin(a) / n;
    }
    return hypot(c, s);
}

static double run_hoop(rod_rig* rig, int steps)
{
    for (int step = 0; step < steps; step++)
        step_hoop(rig);
    return out_of_plane(rig);
}

// Michell 1889, Zajac 1962: 2 pi sqrt(3) B / C = 14.1476 rad; a polygon of n sides holds 1.07193, 1.01760, 1.00437
// times as much for n = 20, 40, 80, to within 1 %.
Test(rod_nodal_twist, hoops_stay_flat_up_to_the_discrete_threshold)
{
    const double factor[] = {1.07193, 1.01760, 1.00437};
    for (int k = 0; k < 3; k++) {
        uint32_t n = 20u << k;
        double critical = 2.0 * PI * sqrt(3.0) * 1.3 * factor[k];
        for (int above = 0; above < 2; above++) {
            rod_rig* rig = hoop(n, 1.3, (above ? 1.01 : 0.99) * critical, 1e-5);
            double early = run_hoop(rig, 100), late = run_hoop(rig, 100);
            cr_expect(above ? late > 1.1 * early : late < 0.9 * early, "%u sides, %s: %g after %g", n,
                      above ? "above" : "below", late, early);
            rod_rig_free(rig);
        }
    }
}

// Whatever the ratio of stiffnesses, 20 sides hold 1.07193 times what the table says of that ratio.
Test(rod_nodal_twist, hoops_of_every_ratio_of_stiffnesses_hold_their_twist)
{
    const char* ratios[] = {"0.5", "1", "1.25", "1.5"};
    char name[96];
    rod_table t;
    rod_table_open(&t, "rod_twist_thresholds");
    for (int k = 0; k < 4; k++) {
        snprintf(name, sizeof name, "Michell/Zajac ring total twist (rad), n=2, EI/GJ=%s", ratios[k]);
        double critical = 1.07193 * rod_table_constant(&t, name);
        for (int above = 0; above < 2; above++) {
            rod_rig* rig = hoop(20, strtod(ratios[k], NULL), (above ? 1.01 : 0.99) * critical, 1e-5);
            double early = run_hoop(rig, 100), late = run_hoop(rig, 100);
            cr_expect(above ? late > 1.1 * early : late < 0.9 * early, "EI / GJ = %s, %s: %g after %g", ratios[k],
                      above ? "above" : "below", late, early);
            rod_rig_free(rig);
        }
    }
    rod_table_close(&t);
}

Test(rod_nodal_twist, hoops_leave_their_plane_above_it)
{
    double critical = 2.0 * PI * sqrt(3.0) * 1.3 * 1.07193;
    rod_rig* flat = hoop(20, 1.3, 0.95 * critical, 1e-4);
    cr_expect_lt(run_hoop(flat, 600), 1e-7);
    rod_rig_free(flat);
    rod_rig* buckled = hoop(20, 1.3, 1.05 * critical, 1e-4);
    cr_expect_gt(run_hoop(buckled, 600), 0.05);
    rod_rig_free(buckled);
}

// Turned in its plane at w, a hoop is pulled by rho A (R w)^2, which is here much more than bending adds. It is set
// going unstretched, and breathes; the damping of long steps ends that. The segment that overlaps another makes it
// heavier there by 1 / n, and R differ by as much.
Test(rod_nodal_twist, turning_hoops_are_taut)
{
    const uint32_t n = 80;
    const double w = 20.0;
    rod_rig* rig = hoop(n, 1.3, 0.0, 0.0);
    rig->body.section.damping_time = 1e-3;
    rig->h = 1e-3;
    for (uint32_t i = 0; i <= n + 1; i++) {
        belay_vec3 v = v3_cross(v3(0.0, 0.0, w), rod_rig_node(rig, i));
        memcpy(rod_rig_velocity(rig) + 4 * i, &v, sizeof v);
    }
    for (int step = 0; step < 200; step++)
        step_hoop(rig);
    double square = 0.0, mean = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        belay_vec3 v;
        memcpy(&v, rod_rig_velocity(rig) + 4 * i, sizeof v);
        square += v3_dot(v, v) / n;
        mean += bl_rod_nodal.tension(&rig->rod, i) / n;
    }
    double right = rig->body.section.line_mass * square;
    cr_expect_gt(square, 0.5 * w * w);
    cr_expect(fabs(mean - right) < 0.02 * right, "pulled by %g, not %g", mean, right);
    rod_rig_free(rig);
}
