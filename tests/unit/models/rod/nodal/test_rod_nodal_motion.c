// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Nodal rods in motion: what the step keeps (momentum, energy) and what it takes, and stiff rods with steps far too
// long for them.

#include "support/chance.h"
#include "support/rods/rod_rig.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define PI ROD_RIG_PI

// ---------------------------------------------------------------------------------------------------------------------
// Momentum
// ---------------------------------------------------------------------------------------------------------------------

typedef struct momenta {
    belay_vec3 linear, angular;
    double size; // sum of m |v|
} momenta;

static momenta momenta_of(const rod_rig* rig)
{
    uint32_t n = rig->body.element_count;
    momenta p = {v3_zero(), v3_zero(), 0.0};
    for (uint32_t i = 0; i <= n; i++) {
        double m = rig->body.section.line_mass * rig->body.length / n * (i == 0 || i == n ? 0.5 : 1.0);
        const double* at = rod_rig_velocity(rig) + 4 * i;
        belay_vec3 v = v3(at[0], at[1], at[2]);
        p.linear = v3_add_scaled(p.linear, m, v);
        p.angular = v3_add_scaled(p.angular, m, v3_cross(rod_rig_node(rig, i), v));
        p.size += m * v3_length(v);
    }
    return p;
}

// 1 m, 3 mm, 1000 kg/m^3, E 1e7: rubber, straight along x and free.
static rod_rig* free_rubber(uint32_t n, double theta, double h)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, rod_rig_round(3e-3, 1000.0, 1e7, 0.3));
    body.theta = theta;
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3(-0.5, 0.0, 0.0), v3(0.5, 0.0, 0.0));
    rig->h = h;
    return rig;
}

Test(rod_nodal_motion, free_rods_keep_their_momentum)
{
    uint64_t lot = 1;
    for (int k = 0; k < 4; k++) {
        rod_rig* rig = free_rubber(20, k % 2 == 0 ? 1.0 : 0.5, k < 2 ? 1e-3 : 1.0 / 60.0);
        for (int i = 0; i < 83; i++)
            rod_rig_velocity(rig)[i] = chance_signed(&lot);
        momenta last = momenta_of(rig);
        for (int step = 0; step < 500; step++) {
            rod_rig_step(rig);
            momenta now = momenta_of(rig);
            cr_assert_lt(v3_distance(now.linear, last.linear), 1e-14 * last.size);
            last = now;
        }
        rod_rig_free(rig);
    }
}

// Turning about its middle at 5 rad/s: H = m L^2 / 12 w (1 + 2 / n^2), masses being at nodes. Kept with
// theta = 1/2; with theta = 1 what tension does to segments that turn takes some, in proportion to h.
Test(rod_nodal_motion, free_rods_keep_their_angular_momentum)
{
    double lost[2];
    for (int k = 0; k < 4; k++) {
        bool is_middle = k < 2;
        rod_rig* rig = free_rubber(20, is_middle ? 0.5 : 1.0, k % 2 == 0 ? 1e-3 : 5e-4);
        for (uint32_t i = 0; i <= 20; i++)
            rod_rig_velocity(rig)[4 * i + 1] = 5.0 * rod_rig_node(rig, i).x;
        double right = 0.0117810 * (1.0 + 1.0 / 200.0), before = momenta_of(rig).angular.z, last = before;
        rod_rig_check_near(before, right, 1e-6, "angular momentum");
        for (int step = 0; step < (k % 2 == 0 ? 1000 : 2000); step++) {
            rod_rig_step(rig);
            double now = momenta_of(rig).angular.z;
            if (!is_middle) cr_assert_leq(now, last * (1.0 + 1e-14));
            last = now;
        }
        if (is_middle)
            rod_rig_check_near(last, before, 1e-9 * before, "angular momentum");
        else
            lost[k - 2] = 1.0 - last / before;
        rod_rig_free(rig);
    }
    rod_rig_check_near(lost[0] / lost[1], 2.0, 0.05, "what half a step loses");
}

// Bent to an arc of 1 rad and let go: nothing moves as a whole, ever.
Test(rod_nodal_motion, released_arcs_do_not_start_to_travel)
{
    const uint32_t n = 20;
    for (int k = 0; k < 2; k++) {
        bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, rod_rig_round(3e-3, 1000.0, 1e7, 0.3));
        body.theta = k == 0 ? 1.0 : 0.5;
        belay_vec3 nodes[21];
        for (uint32_t i = 0; i <= n; i++)
            nodes[i] = v3(sin((double)i / n), 0.3, 1.0 - cos((double)i / n));
        bl_rod_start start = {.nodes = nodes, .d1 = v3(0.3, 1.0, 0.0)};
        rod_rig* rig = rod_rig_make(&bl_rod_nodal, &body, &start);
        for (int step = 0; step < 2000; step++) {
            rod_rig_step(rig);
            momenta p = momenta_of(rig);
            cr_assert_lt(v3_length(p.linear), 1e-14);
            // Tension comes and goes; what it does to turning segments is all that may be left.
            cr_assert_lt(v3_length(p.angular), 1e-12);
        }
        rod_rig_free(rig);
    }
}

// Turning steadily, a rod pulls inwards: tension 1/2 rho A w^2 (L^2 / 4 - s^2), whatever the step, though its ends go
// straight on within one.
Test(rod_nodal_motion, turning_rods_are_pulled_as_they_should)
{
    const uint32_t n = 20;
    for (int k = 0; k < 4; k++) {
        rod_rig* rig = free_rubber(n, k % 2 == 0 ? 1.0 : 0.5, k < 2 ? 1e-3 : 1.0 / 240.0);
        rig->body.section.damping_time = 0.01;
        for (uint32_t i = 0; i <= n; i++)
            rod_rig_velocity(rig)[4 * i + 1] = 5.0 * rod_rig_node(rig, i).x;
        rod_rig_run(rig, 0.5);
        double turning = momenta_of(rig).angular.z / (rig->body.section.line_mass / 12.0 * (1.0 + 1.0 / 200.0));
        for (uint32_t i = 0; i < n; i++) {
            double s = (i + 0.5) / n - 0.5, rest = 0.25 - s * s;
            double right = 0.5 * rig->body.section.line_mass * turning * turning * rest;
            double middle = 0.125 * rig->body.section.line_mass * turning * turning;
            rod_rig_check_near(bl_rod_nodal.tension(&rig->rod, i), right, 0.015 * middle, "tension");
        }
        rod_rig_free(rig);
    }
}

// Damping by strain does not feel a rod turn, drag feels everything: v(n) = v(0) / (1 + h drag)^n.
Test(rod_nodal_motion, drag_slows_and_damping_does_not_when_nothing_strains)
{
    rod_rig* rig = free_rubber(20, 0.5, 1e-3);
    rig->body.section.damping_time = 0.1;
    for (uint32_t i = 0; i <= 20; i++)
        rod_rig_velocity(rig)[4 * i + 1] = 5.0 * rod_rig_node(rig, i).x;
    double before = momenta_of(rig).angular.z;
    rod_rig_run(rig, 1.0);
    rod_rig_check_near(momenta_of(rig).angular.z, before, 1e-6 * before, "angular momentum");
    rod_rig_free(rig);

    rig = free_rubber(20, 1.0, 1e-3);
    rig->body.section.drag = 2.0;
    for (uint32_t i = 0; i <= 20; i++)
        rod_rig_velocity(rig)[4 * i + 2] = 3.0;
    rod_rig_run(rig, 1.0);
    rod_rig_check_near(rod_rig_velocity(rig)[2], 3.0 * pow(1.002, -1000.0), 1e-9, "speed");
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------
// Energy
// ---------------------------------------------------------------------------------------------------------------------

typedef enum start_kind { THROWN, SNAPPED, TWISTED, UNCURLED, START_KINDS } start_kind;

// 0.4 m of 1 mm: nodes thrown about at random; a hoop let go, straight at rest; clamped and twisted by 1 rad a segment;
// straight, and a helix of three turns at rest.
static rod_rig* violent(start_kind kind, double young, double h)
{
    const uint32_t n = 30;
    const double length = kind == UNCURLED ? hypot(0.12 * PI, 0.03) : 0.4;
    uint64_t lot = 5;
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, rod_rig_round(1e-3, young > 1e9 ? 7800.0 : 1000.0, young, 0.3));
    belay_vec3 nodes[31], rest[31];
    double twist[30];
    rod_rig_line(nodes, n, v3_zero(), v3(length, 0.0, 0.0));
    for (uint32_t i = 0; i <= n; i++) {
        double u = (double)i / n, turn = 1.9 * PI * u, r = length / (1.9 * PI);
        if (kind == SNAPPED) nodes[i] = v3(r * sin(turn), r * (1.0 - cos(turn)), 0.002 * u);
        if (kind == TWISTED || kind == UNCURLED)
            nodes[i] = v3_add(nodes[i], v3(0.0, 1e-5 * chance_signed(&lot), 1e-5 * chance_signed(&lot)));
        rest[i] = v3(0.02 * sin(6.0 * PI * u), 0.02 * (1.0 - cos(6.0 * PI * u)), 0.03 * u);
        if (i < n) twist[i] = i;
    }
    if (kind == TWISTED) rod_rig_clamp(&body, 0, nodes[0], rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0)));
    bl_rod_start start = {.nodes = nodes, .d1 = v3(0.0, 1.0, 0.0)};
    if (kind == UNCURLED) start.rest_nodes = rest;
    if (kind == TWISTED) start.twist = twist;
    rod_rig* rig = rod_rig_make(&bl_rod_nodal, &body, &start);
    if (kind == THROWN)
        for (uint32_t k = 0; k < 4 * n + 3; k++)
            rod_rig_velocity(rig)[k] = k % 4 != 3 ? 3.0 * chance_signed(&lot) : 0.0;
    rig->h = h;
    return rig;
}

// From rubber to steel, from haptic steps to frames: theta = 1 never makes energy.
Test(rod_nodal_motion, energy_never_grows)
{
    const double steps[] = {1.0 / 60.0, 1.0 / 240.0, 1e-3}, youngs[] = {1e7, 2e11};
    for (int kind = 0; kind < START_KINDS; kind++)
        for (int e = 0; e < 2; e++)
            for (int s = 0; s < 3; s++) {
                rod_rig* rig = violent((start_kind)kind, youngs[e], steps[s]);
                double first = rod_rig_energy(rig), last = first;
                for (int step = 0; step < (int)(1.0 / steps[s]); step++) {
                    rod_rig_step(rig);
                    double now = rod_rig_energy(rig);
                    cr_assert(now <= last + 1e-9 * first,
                              "kind %d, E %g, h %g, step %d: %.12g after %.12g, %g at first", kind, youngs[e], steps[s],
                              step, now, last, first);
                    last = now;
                }
                cr_expect_lt(last, 0.95 * first);
                rod_rig_free(rig);
            }
}

// theta = 1/2: in 20 s of large swings the mean energy changes by less than a thousandth of what swings.
Test(rod_nodal_motion, middle_steps_keep_energy)
{
    const uint32_t n = 16;
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, rod_rig_round(2e-3, 1100.0, 1e8, 0.4));
    body.theta = 0.5;
    rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0)));
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3(0.3, 0.0, 0.0));
    rig->gravity = v3(0.0, 1.0, -9.81);
    double early = 0.0, late = 0.0, swing = 0.0;
    for (int step = 0; step < 20000; step++) {
        rod_rig_step(rig);
        swing = fmax(swing, bl_rod_nodal.energy(&rig->rod, v3_zero()).kinetic);
        if (step < 2000) early += rod_rig_energy(rig) / 2000.0;
        if (step >= 18000) late += rod_rig_energy(rig) / 2000.0;
    }
    rod_rig_check_near(late, early, 1e-3 * swing, "mean energy");
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------
// Scene H4: a steel wire with long steps
// ---------------------------------------------------------------------------------------------------------------------

static rod_rig* wire(uint32_t n, const belay_vec3* nodes, belay_vec3 d3)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, rod_rig_round(1e-3, 7800.0, 5e10, 0.3));
    rod_rig_clamp(&body, 0, nodes[0], rod_rig_frame(d3, v3(0.0, 0.0, 1.0)));
    bl_rod_start start = {.nodes = nodes, .rest_nodes = nodes, .d1 = v3(0.0, 0.0, 1.0)};
    return rod_rig_make(&bl_rod_nodal, &body, &start);
}

Test(rod_nodal_motion, h4_bent_tip_released)
{
    const double steps[] = {1.0 / 60.0, 1.0 / 240.0, 1e-3};
    belay_vec3 nodes[17];
    rod_rig_line(nodes, 16, v3_zero(), v3(0.2, 0.0, 0.0));
    for (int k = 0; k < 6; k++) {
        rod_rig* rig = wire(16, nodes, v3(1.0, 0.0, 0.0));
        double force = 3.0 * rig->body.section.bend[0] * 5e-3 / pow(0.2, 3.0);
        rod_rig_push(rig, 16, v3(0.0, 0.0, -force));
        rig->h = 0.5;
        rod_rig_settle(rig, 1e-12, 200);
        rod_rig_check_near(rod_rig_node(rig, 16).z, -5e-3, 5e-5, "tip at first");
        rod_rig_push(rig, 16, v3_zero());
        rig->h = steps[k % 3];
        rig->body.theta = k < 3 ? 1.0 : 0.75;
        double first = rod_rig_energy(rig);
        for (int step = 0; step < (int)(20.0 / rig->h); step++) {
            rod_rig_step(rig);
            cr_assert_leq(rod_rig_energy(rig), 1.01 * first);
        }
        rod_rig_check_near(rod_rig_node(rig, 16).z, 0.0, 1e-6, "tip at last");
        rod_rig_free(rig);
    }
}

// Three turns of 20 mm radius and 10 mm pitch, hung by one end.
Test(rod_nodal_motion, h4_helix_hangs_alike_for_all_steps)
{
    const double steps[] = {1.0 / 60.0, 1.0 / 240.0, 1e-3};
    const uint32_t n = 48;
    belay_vec3 nodes[49];
    double longer[3];
    for (uint32_t i = 0; i <= n; i++) {
        double a = 6.0 * PI * i / n;
        nodes[i] = v3(0.02 * cos(a), 0.02 * sin(a), -0.01 * a / (2.0 * PI));
    }
    for (int k = 0; k < 3; k++) {
        rod_rig* rig = wire(n, nodes, v3(0.0, 0.02, -0.01 / (2.0 * PI)));
        rig->gravity = v3(0.0, 0.0, -9.81);
        rig->h = steps[k];
        rig->body.section.damping_time = 0.02;
        double last = rod_rig_energy(rig), first = last;
        for (int step = 0; step < (int)(5.0 / rig->h); step++) {
            rod_rig_step(rig);
            double now = rod_rig_energy(rig);
            cr_assert_leq(now, last + 1e-9 * fabs(first));
            last = now;
        }
        cr_expect_lt(rod_rig_speed(rig), 1e-6);
        longer[k] = nodes[n].z - rod_rig_node(rig, n).z;
        rod_rig_free(rig);
    }
    cr_assert_gt(longer[0], 1e-5);
    rod_rig_check_near(longer[1], longer[0], 0.001 * longer[0], "extension");
    rod_rig_check_near(longer[2], longer[0], 0.001 * longer[0], "extension");
}
