// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/rods/rod_facts.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#define MAX_NODES 65

// ---------------------------------------------------------------------------------------------------------------------
// Cantilevers: th'' = -(G (1 - s) + P) cos th, th(0) = 0, th'(1) = 0, by shooting; gravity G B / (rho A L^3), end load
// P B / L^2.
// ---------------------------------------------------------------------------------------------------------------------

typedef struct cantilever {
    double gravity, load, x, y, moment; // tip, and curvature at the clamp
} cantilever;

static const cantilever cantilevers[] = {
    {1.0, 0.0, 0.9912463953466354, -0.1234714019833517, 0.4969333999},
    {5.0, 0.0, 0.8466571799542590, -0.4959050446223913, 2.2268925538},
    {10.0, 0.0, 0.6563537612386018, -0.7001997155143106, 3.7421911109},
    {50.0, 0.0, 0.2450147563205758, -0.9079171230772360, 9.5284685205},
    {0.0, 1.0, 0.943566764, -0.301720774, 0.943566764},
    {0.0, 10.0, 0.445004402, -0.810609025, 4.45004402},
};
#define CANTILEVERS (sizeof cantilevers / sizeof *cantilevers)

static rod_rig* hang(belay_rod_model model, uint32_t n, const cantilever* c)
{
    rod_rig* rig = fact_cantilever(model, n);
    rig->body.section.drag = 20.0;
    rig->gravity = v3(0.0, -c->gravity, 0.0);
    rod_rig_push(rig, n, v3(0.0, -c->load, 0.0));
    rig->h = 0.1;
    cr_assert_leq(rod_rig_settle(rig, 1e-9, 2000), 2000);
    return rig;
}

static double tip_error(const rod_rig* rig, double x, double y)
{
    return v3_distance(rod_rig_node(rig, rig->body.element_count), v3(x, y, 0.0));
}

void fact_cantilevers(belay_rod_model model, double factor)
{
    for (size_t i = 0; i < CANTILEVERS; i++)
        for (uint32_t n = 10; n <= 60; n += n == 10 ? 10 : 40) {
            const cantilever* c = &cantilevers[i];
            rod_rig* rig = hang(model, n, c);
            double error = tip_error(rig, c->x, c->y), bound = factor / (n * n);
            cr_assert_leq(error, bound, "G %g P %g n %u: %g, bound %g", c->gravity, c->load, (unsigned)n, error, bound);
            // d1 is z: the rod bends about -d1. By the balance of moments the clamp's is as exact as the shape.
            belay_vec3 moment = rig->ops->moment(&rig->rod, 0);
            cr_assert_leq(fabs(moment.x + c->moment), 4.0 * bound * c->moment, "moment %g", moment.x);
            cr_assert_leq(hypot(moment.y, moment.z), 1e-6);
            cr_assert_eq(v3_length(rig->ops->moment(&rig->rod, n)), 0.0);
            rod_rig_free(rig);
        }
}

void fact_clamp_is_of_second_order(belay_rod_model model)
{
    const cantilever* c = &cantilevers[0];
    double error[3];
    for (int i = 0; i < 3; i++) {
        rod_rig* rig = hang(model, 10u << i, c);
        error[i] = tip_error(rig, c->x, c->y);
        rod_rig_free(rig);
    }
    cr_assert_float_eq(log2(error[0] / error[1]), 2.0, 0.05);
    cr_assert_float_eq(log2(error[1] / error[2]), 2.0, 0.05);
}

// ---------------------------------------------------------------------------------------------------------------------
// Natural curvature
// ---------------------------------------------------------------------------------------------------------------------

// A rod of length 1 at rest as an arc of `angle` from the clamp, whose tangent is `down`, towards x.
static rod_rig* make_arc(belay_rod_model model, uint32_t n, double angle)
{
    belay_vec3 nodes[MAX_NODES];
    for (uint32_t i = 0; i <= n; i++) {
        double a = angle * i / n;
        nodes[i] = v3((1.0 - cos(a)) / angle, -sin(a) / angle, 0.0);
    }
    bl_rod_body body = rod_rig_body(model, n, rod_rig_unit(1.0, 1e-3));
    rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(v3(0.0, -1.0, 0.0), v3(0.0, 0.0, 1.0)));
    bl_rod_start start = {.nodes = nodes, .rest_nodes = nodes, .d1 = v3(0.0, 0.0, 1.0)};
    return rod_rig_make(fact_ops(model), &body, &start);
}

void fact_natural_arc_is_at_rest(belay_rod_model model)
{
    rod_rig* rig = make_arc(model, 20, 3.0);
    bl_rod_energy e = rig->ops->energy(&rig->rod, rig->gravity);
    cr_assert_leq(e.bend + e.twist, 1e-25);
    // CORDE's frames and edges agree, so the tie too is at rest.
    cr_assert_leq(e.stretch, 1e-20);
    rod_rig_run(rig, 1.0);
    cr_assert_leq(rod_rig_speed(rig), 1e-9);
    rod_rig_free(rig);
}

// Takes what rounding has made of z out of places and velocities.
static void stay_in_plane(rod_rig* rig)
{
    belay_vec3 velocities[MAX_NODES], aside[MAX_NODES];
    rig->ops->node_velocities(&rig->rod, rod_rig_velocity(rig), velocities);
    rig->ops->nodes(&rig->rod, aside);
    for (uint32_t i = 0; i <= rig->body.element_count; i++) {
        velocities[i].z = 0.0;
        aside[i] = v3(0.0, 0.0, -aside[i].z);
    }
    rig->ops->set_velocities(&rig->rod, aside);
    rig->ops->move(&rig->rod, 1.0);
    rig->ops->set_velocities(&rig->rod, velocities);
}

// theta'' = G (1 - s) cos theta, theta(0) = -pi/2, theta'(1) = pi, by shooting. Kept in its plane, out of which a chain
// that knows angles only would fold.
void fact_curl_under_gravity(belay_rod_model model)
{
    const double right[2][3] = {{1.0, 0.6576758231400056, -0.06851272368935393},
                                {10.0, 0.6012973866574055, -0.5638723931166175}};
    for (int i = 0; i < 2; i++) {
        rod_rig* rig = make_arc(model, 40, ROD_RIG_PI);
        rig->body.section.drag = 20.0;
        rig->gravity = v3(0.0, -right[i][0], 0.0);
        rig->h = 0.1;
        int steps = 0;
        do {
            rod_rig_step(rig);
            stay_in_plane(rig);
        } while (rod_rig_speed(rig) > 1e-8 && steps++ < 2000);
        cr_assert_leq(steps, 2000);
        cr_assert_leq(tip_error(rig, right[i][1], right[i][2]), 2e-3);
        rod_rig_free(rig);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Compression and tension
// ---------------------------------------------------------------------------------------------------------------------

// How far the tip is aside after 60 s under a load along the clamped-free column, from 1e-4.
static double aside(belay_rod_model model, double load)
{
    rod_rig* rig = fact_cantilever(model, 20);
    belay_vec3 velocities[21];
    for (int i = 0; i <= 20; i++)
        velocities[i] = v3(0.0, 1e-4 * (1.0 - cos(0.5 * ROD_RIG_PI * i / 20.0)), 0.0);
    rig->ops->set_velocities(&rig->rod, velocities);
    rig->ops->move(&rig->rod, 1.0);
    rig->ops->set_velocities(&rig->rod, (belay_vec3[21]){{0.0, 0.0, 0.0}});
    rod_rig_push(rig, 20, v3(-load, 0.0, 0.0));
    rig->h = 0.02;
    rod_rig_run(rig, 60.0);
    double y = fabs(rod_rig_node(rig, 20).y);
    rod_rig_free(rig);
    return y;
}

// Euler: pi^2 / 4 B / L^2, to 1.5 %.
void fact_column_buckles(belay_rod_model model)
{
    const double critical = 0.25 * ROD_RIG_PI * ROD_RIG_PI;
    double below = aside(model, 0.985 * critical), above = aside(model, 1.015 * critical);
    cr_assert_leq(below, 1e-4, "%g", below);
    cr_assert_geq(above, 1e-2, "%g", above);
}

// A limp chain of length 1 and weight 1 between pins of equal height, half its length apart: with 2 a sinh(d / 2a) = L
// a = 0.11482010754 and the sag is a (cosh(d / 2a) - 1).
void fact_catenary(belay_rod_model model)
{
    const uint32_t n = 40;
    belay_vec3 nodes[MAX_NODES];
    double height = sqrt(0.25 - 0.0625);
    for (uint32_t i = 0; i <= n; i++)
        nodes[i] = v3(0.5 * i / n, i <= n / 2 ? -2.0 * height * i / n : -2.0 * height * (n - i) / n, 0.0);
    bl_rod_section section = rod_rig_unit(1e-6, 1e-3);
    section.stretch = 1e4;
    section.drag = 3.0;
    bl_rod_body body = rod_rig_body(model, n, section);
    rod_rig_pin(&body, 0, nodes[0]);
    rod_rig_pin(&body, 1, nodes[n]);
    bl_rod_start start = {.nodes = nodes, .d1 = v3(0.0, 0.0, 1.0)};
    rod_rig* rig = rod_rig_make(fact_ops(model), &body, &start);
    rig->gravity = v3(0.0, -1.0, 0.0);
    rig->h = 0.05;
    cr_assert_leq(rod_rig_settle(rig, 1e-7, 4000), 4000);
    cr_assert_float_eq(-rod_rig_node(rig, n / 2).y / 0.39819417793, 1.0, 0.005);
    belay_vec3 pull = rig->ops->end_force(&rig->rod, 0);
    cr_assert_float_eq(v3_length(pull) / 0.51301428447, 1.0, 0.01);
    cr_assert_float_eq(pull.x / 0.11482010754, 1.0, 0.01);
    cr_assert_float_eq(pull.y, -0.5, 1e-6);
    cr_assert_float_eq(rig->ops->tension(&rig->rod, n / 2) / 0.11482010754, 1.0, 0.02);
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------
// Frequencies
// ---------------------------------------------------------------------------------------------------------------------

// The period of y at a node that starts at 0 upwards: from the first to the last of `count` further crossings.
static double period_of(rod_rig* rig, uint32_t node, int count)
{
    double last = rod_rig_node(rig, node).y, first_crossing = 0.0, crossing = 0.0;
    for (int i = 0; i <= count;) {
        double before = last;
        rod_rig_step(rig);
        last = rod_rig_node(rig, node).y;
        cr_assert(isfinite(last) && rig->time < 1e3);
        if (rig->time < 1.5 * rig->h || before * last > 0.0) continue;
        crossing = rig->time - rig->h * last / (last - before);
        if (i == 0) first_crossing = crossing;
        i++;
    }
    return 2.0 * (crossing - first_crossing) / count;
}

// The shape of mode `k` of the clamped-free beam.
static double beam_mode(double k, double s)
{
    double ratio = (cosh(k) + cos(k)) / (sinh(k) + sin(k));
    return cosh(k * s) - cos(k * s) - ratio * (sinh(k * s) - sin(k * s));
}

// omega L^2 sqrt(rho A / B) = k^2 with cos k cosh k = -1: 3.516, 22.03.
void fact_beam_frequencies(belay_rod_model model)
{
    const double k[2] = {1.8751040687, 4.6940911330};
    for (int mode = 0; mode < 2; mode++) {
        const uint32_t n = 30;
        rod_rig* rig = fact_cantilever(model, n);
        rig->body.theta = 0.5;
        belay_vec3 velocities[MAX_NODES];
        for (uint32_t i = 0; i <= n; i++)
            velocities[i] = v3(0.0, 1e-4 * beam_mode(k[mode], (double)i / n), 0.0);
        rig->ops->set_velocities(&rig->rod, velocities);
        double right = 2.0 * ROD_RIG_PI / (k[mode] * k[mode]);
        rig->h = right / 200.0;
        cr_assert_float_eq(period_of(rig, n, 6) / right, 1.0, 0.005);
        rod_rig_free(rig);
    }
}

// J0, by its series.
static double bessel0(double x)
{
    double term = 1.0, sum = 1.0;
    for (int i = 1; i < 30; i++) {
        term *= -0.25 * x * x / (i * i);
        sum += term;
    }
    return sum;
}

// A limp chain hung at its end 0: modes J0(j sqrt(distance from below / L)), omega = j / 2 sqrt(g / L), j = 2.4048.
void fact_hanging_chain_frequency(belay_rod_model model)
{
    const uint32_t n = 30;
    const double j0 = 2.404825557695773, g = 9.81;
    bl_rod_section section = rod_rig_unit(1e-6, 1e-3);
    section.stretch = 1e5;
    bl_rod_body body = rod_rig_body(model, n, section);
    body.theta = 0.5;
    rod_rig_pin(&body, 0, v3_zero());
    rod_rig* rig = rod_rig_make_line(fact_ops(model), &body, v3_zero(), v3(0.0, 0.0, -1.0));
    rig->gravity = v3(0.0, 0.0, -g);
    belay_vec3 velocities[MAX_NODES];
    for (uint32_t i = 0; i <= n; i++)
        velocities[i] = v3(0.0, 1e-4 * bessel0(j0 * sqrt(1.0 - (double)i / n)), 0.0);
    rig->ops->set_velocities(&rig->rod, velocities);
    double right = 4.0 * ROD_RIG_PI / (j0 * sqrt(g));
    rig->h = right / 400.0;
    cr_assert_float_eq(period_of(rig, n, 6) / right, 1.0, 0.005);
    rod_rig_free(rig);
}
