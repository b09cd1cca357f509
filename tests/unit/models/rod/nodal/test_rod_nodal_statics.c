// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Nodal rods at rest against the theory of thin rods: cantilevers, catenaries. All are found with long
// steps of backward Euler, which takes the motion out.

#include "support/rods/rod_rig.h"
#include "support/rods/rod_table.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI ROD_RIG_PI

// So thin that it does not stretch, with B = 1 and 1 kg/m.
static bl_rod_section thin(void)
{
    return rod_rig_unit(1.0, 1e-4);
}

static rod_rig* cantilever(uint32_t n, bl_rod_section section, belay_vec3 direction, double length)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, section);
    rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(direction, v3(0.0, 0.0, 1.0)));
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), v3_scale(length, direction));
    rig->h = 0.5;
    return rig;
}

// ---------------------------------------------------------------------------------------------------------------------
// Cantilevers
// ---------------------------------------------------------------------------------------------------------------------

// Tip of the horizontal cantilever with weight G B / L^3 and an end load P B / L^2.
static belay_vec3 cantilever_tip(uint32_t n, double weight, double load)
{
    rod_rig* rig = cantilever(n, thin(), v3(1.0, 0.0, 0.0), 1.0);
    rig->gravity = v3(0.0, -weight, 0.0);
    rod_rig_push(rig, n, v3(0.0, -load, 0.0));
    cr_assert_leq(rod_rig_settle(rig, 1e-11, 200), 200);
    belay_vec3 tip = rod_rig_node(rig, n);
    rod_rig_free(rig);
    return tip;
}

// th'' = -(G (1 - s) + P) cos th: weight G B / L^3, end load P B / L^2; within 1 % at 20 elements and 0.1 % at 60.
Test(rod_nodal_statics, cantilevers_hang_as_the_elastica)
{
    const double right[][4] = {{1.0, 0.0, 0.991246395, -0.123471402},  {5.0, 0.0, 0.846657180, -0.495905045},
                               {10.0, 0.0, 0.656353761, -0.700199716}, {50.0, 0.0, 0.245014756, -0.907917123},
                               {0.0, 1.0, 0.943566764, -0.301720774},  {0.0, 2.0, 0.839358279, -0.493457480},
                               {0.0, 5.0, 0.612371639, -0.713791524},  {0.0, 10.0, 0.445004402, -0.810609025}};
    for (int i = 0; i < 8; i++)
        for (int fine = 0; fine < 2; fine++) {
            belay_vec3 tip = cantilever_tip(fine ? 60 : 20, right[i][0], right[i][1]);
            double error = hypot(tip.x - right[i][2], tip.y - right[i][3]);
            cr_expect_lt(error, fine ? 0.001 : 0.01, "G %g, P %g: %g", right[i][0], right[i][1], error);
        }
}

// Scene H1: E 1e9, nu 0.4, 2 mm, 0.2 m, 1100 kg/m^3.
static double h1_error(uint32_t n, bool is_weight)
{
    bl_rod_section section = rod_rig_round(2e-3, 1100.0, 1e9, 0.4);
    rod_rig* rig = cantilever(n, section, v3(1.0, 0.0, 0.0), 0.2);
    if (is_weight)
        rig->gravity = v3(0.0, 0.0, -9.81);
    else
        rod_rig_push(rig, n, v3(0.0, 0.0, -0.02));
    rig->h = 1.0 / 240.0;
    rig->body.section.damping_time = 0.05;
    cr_assert_leq(rod_rig_settle(rig, 1e-10, 3000), 3000);
    // w L^4 / (8 E I) and F L^3 / (3 E I)
    double right = is_weight ? 2.1582e-3 : 4.2441e-3;
    double error = -rod_rig_node(rig, n).z / right - 1.0;
    rod_rig_free(rig);
    return fabs(error);
}

Test(rod_nodal_statics, h1_tip_drop)
{
    for (int is_weight = 0; is_weight < 2; is_weight++) {
        double e8 = h1_error(8, is_weight), e16 = h1_error(16, is_weight), e32 = h1_error(32, is_weight);
        cr_expect(e8 <= 0.05 && e16 <= 0.02 && e32 <= 0.01, "%g %g %g", e8, e16, e32);
        cr_expect(e8 > e16 && e16 > e32);
    }
}

// Scene H1 c: a moment of 2 mN m at the end. The last segment stands for the last half element too, so its angle is
// that of its middle, M (L - l / 2) / (G J); the end's, half an element further, is 2.5533 degrees. Without rotary
// inertia one step is enough.
Test(rod_nodal_statics, h1_tip_twist_in_one_step)
{
    for (uint32_t n = 8; n <= 32; n *= 2) {
        bl_rod_section section = rod_rig_round(2e-3, 1100.0, 1e9, 0.4);
        section.spin_inertia = 0.0;
        rod_rig* rig = cantilever(n, section, v3(1.0, 0.0, 0.0), 0.2);
        rig->h = 1.0 / 240.0;
        belay_quat before = bl_rod_nodal.frame(&rig->rod, n - 1);
        rod_rig_step_wrenched(rig, v3_zero(), v3(2e-3, 0.0, 0.0));
        double angle = q_log(q_mul(bl_rod_nodal.frame(&rig->rod, n - 1), q_conjugate(before))).x;
        double rate = 2e-3 / section.twist, right = 0.044563;
        rod_rig_check_near(angle, rate * (0.2 - 0.1 / n), 1e-5 * right, "angle of the last segment");
        rod_rig_check_near(angle + rate * 0.1 / n, right, 1e-4 * right, "angle of the end");
        rod_rig_step_wrenched(rig, v3_zero(), v3(2e-3, 0.0, 0.0));
        cr_expect_lt(fabs(rod_rig_velocity(rig)[4 * n - 1]), 1e-3 * angle / rig->h);
        rod_rig_free(rig);
    }
}

// Tension of a hanging rod: the weight below each segment's middle; and scene H3's 10 kg at the end of a rod of
// 3 mm, E 5e8: m g L / (E A) = 6.94 mm longer.
Test(rod_nodal_statics, hanging_rods_carry_what_is_below)
{
    const uint32_t n = 20;
    bl_rod_section section = rod_rig_round(3e-3, 1100.0, 5e8, 0.3);
    rod_rig* rig = cantilever(n, section, v3(0.0, 0.0, -1.0), 1.0);
    rig->gravity = v3(0.0, 0.0, -9.81);
    rod_rig_settle(rig, 1e-13, 100);
    for (uint32_t i = 0; i < n; i++) {
        double below = section.line_mass * 9.81 * (1.0 - (i + 0.5) / n);
        rod_rig_check_near(bl_rod_nodal.tension(&rig->rod, i), below, 1e-6 * section.line_mass * 9.81, "tension");
    }
    double light = -rod_rig_node(rig, n).z;
    rod_rig_push(rig, n, v3(0.0, 0.0, -98.1));
    rod_rig_settle(rig, 1e-13, 100);
    rod_rig_check_near(-rod_rig_node(rig, n).z - light, 6.94e-3, 5e-6, "stretch by the bob");
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------
// Catenaries
// ---------------------------------------------------------------------------------------------------------------------

// Between pins at equal height, starting as a V, until it hangs still.
static rod_rig* catenary(uint32_t n, bl_rod_section section, double length, double span)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, section);
    belay_vec3 nodes[65];
    double depth = 0.5 * sqrt(length * length - span * span);
    for (uint32_t i = 0; i <= n; i++) {
        double u = 2.0 * i / n - 1.0;
        nodes[i] = v3(0.5 * span * u, 0.0, -depth * (1.0 - fabs(u)));
    }
    rod_rig_pin(&body, 0, nodes[0]);
    rod_rig_pin(&body, 1, nodes[n]);
    bl_rod_start start = {.nodes = nodes, .d1 = v3(0.0, 1.0, 0.0)};
    rod_rig* rig = rod_rig_make(&bl_rod_nodal, &body, &start);
    rig->gravity = v3(0.0, 0.0, -9.81);
    rig->h = 1.0 / 240.0;
    rig->body.section.drag = 3.0;
    rod_rig_settle(rig, 1e-7, 6000);
    return rig;
}

// Sag and forces of every span, and how steep the ends are. At a segment's middle the tension is the horizontal force
// and the weight below it together.
Test(rod_nodal_statics, limp_rods_hang_as_catenaries)
{
    const uint32_t n = 64;
    const double weight = 9.81, l = 1.0 / n;
    bl_rod_section section = rod_rig_unit(1e-5, 1e-3);
    section.stretch = 1e6;
    rod_table t;
    rod_table_open(&t, "rod_catenary");
    for (int i = 0; i < t.rows; i++) {
        double span = rod_table_number(&t, i, "span_over_L"), sag = rod_table_number(&t, i, "sag_over_L");
        double level = weight * rod_table_number(&t, i, "H_over_wL");
        double end = weight * rod_table_number(&t, i, "Tend_over_wL");
        rod_rig* rig = catenary(n, section, 1.0, span);
        rod_rig_check_near(-rod_rig_node(rig, n / 2).z, sag, 0.005 * sag, "sag");
        double pull = bl_rod_nodal.tension(&rig->rod, 0), lowest = bl_rod_nodal.tension(&rig->rod, n / 2);
        rod_rig_check_near(sqrt(lowest * lowest - 0.25 * l * l * weight * weight), level, 0.01 * level, "lowest");
        rod_rig_check_near(pull, hypot(level, weight * (0.5 - 0.5 * l)), 0.01 * end, "tension of the first element");
        rod_rig_check_near(hypot(sqrt(pull * pull - pow(weight * (0.5 - 0.5 * l), 2.0)), 0.5 * weight), end, 0.01 * end,
                           "tension at the end");
        belay_vec3 chord = v3_sub(rod_rig_node(rig, 1), rod_rig_node(rig, 0));
        double slope = rod_table_number(&t, i, "end_slope_rad"), a = level / weight;
        rod_rig_check_near(tan(slope), 0.5 / a, 1e-6 / a, "slope in the table");
        rod_rig_check_near(atan2(-chord.z, chord.x), atan((0.5 - 0.5 * l) / a), 0.01, "slope of the first element");
        rod_rig_free(rig);
    }
    cr_expect_eq(t.rows, 4);
    rod_table_close(&t);
}

Test(rod_nodal_statics, h2_catenary)
{
    bl_rod_section section = rod_rig_unit(1e-5, 1e-3);
    section.line_mass = 0.05;
    section.stretch = 1500.0;
    rod_rig* rig = catenary(32, section, 1.2, 1.0);
    const double l = 1.2 / 32.0, a = 0.469542;
    rod_rig_check_near(-rod_rig_node(rig, 16).z, 0.292344, 0.01 * 0.292344, "sag");
    double end = bl_rod_nodal.tension(&rig->rod, 0) + 0.5 * l * sin(51.954 * PI / 180.0) * 0.05 * 9.81;
    rod_rig_check_near(end, 0.373705, 0.02 * 0.373705, "tension at the end");
    rod_rig_check_near(bl_rod_nodal.tension(&rig->rod, 15), hypot(0.230310, 0.5 * l * 0.05 * 9.81), 0.02 * 0.23031,
                       "lowest");
    belay_vec3 chord = v3_sub(rod_rig_node(rig, 0), rod_rig_node(rig, 1));
    double angle = atan2(chord.z, -chord.x), right = atan((0.6 - 0.5 * l) / a);
    rod_rig_check_near(angle, right, PI / 180.0, "angle of the first element");
    double length = 0.0;
    for (uint32_t i = 0; i < 32; i++)
        length += v3_distance(rod_rig_node(rig, i), rod_rig_node(rig, i + 1));
    rod_rig_check_near(length, 1.2, 1e-3 * 1.2, "length");
    rod_rig_free(rig);
}

// Scene H2's last line: pins further apart than the rod is long.
Test(rod_nodal_statics, h2_stretched_between_pins)
{
    bl_rod_section section = rod_rig_unit(1e-5, 1e-3);
    section.line_mass = 0.05;
    section.stretch = 1500.0;
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, 32, section);
    belay_vec3 nodes[33], rest[33];
    rod_rig_line(nodes, 32, v3_zero(), v3(1.3, 0.0, 0.0));
    rod_rig_line(rest, 32, v3_zero(), v3(1.2, 0.0, 0.0));
    rod_rig_pin(&body, 0, nodes[0]);
    rod_rig_pin(&body, 1, nodes[32]);
    bl_rod_start start = {.nodes = nodes, .rest_nodes = rest, .d1 = v3(0.0, 1.0, 0.0)};
    rod_rig* rig = rod_rig_make(&bl_rod_nodal, &body, &start);
    rig->gravity = v3(0.0, 0.0, -9.81);
    rig->h = 1.0 / 240.0;
    rod_rig_run(rig, 5.0);
    rod_rig_check_near(bl_rod_nodal.tension(&rig->rod, 7), 125.0, 0.01, "tension");
    cr_expect_lt(rod_rig_speed(rig), 1e-6);
    rod_rig_free(rig);
}
