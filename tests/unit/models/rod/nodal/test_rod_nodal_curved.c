// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Nodal rods that are naturally curved, at rest against the theory of thin rods: helices and curls under their weight,
// helical springs. All are found with long steps of backward Euler, which takes the motion out.

#include "support/long.h"
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

typedef struct helix {
    double k1, tau, length; // curvature about d1, twist, 1/m
    uint32_t n;
    belay_quat first; // frame at its beginning
} helix;

// The frame at s is turned by s about a fixed axis, which is k1 d1 + tau d3 of the first.
static belay_quat helix_frame(const helix* x, double s)
{
    belay_vec3 turn = q_rotate(x->first, v3(x->k1, 0.0, x->tau));
    return q_mul(q_exp(v3_scale(s, turn)), x->first);
}

// Sum of many small chords along the middle of each.
static void helix_nodes(const helix* x, belay_vec3* nodes)
{
    const uint32_t fine = 64;
    double step = x->length / x->n / fine;
    nodes[0] = v3_zero();
    for (uint32_t i = 0; i < x->n; i++) {
        nodes[i + 1] = nodes[i];
        for (uint32_t k = 0; k < fine; k++) {
            belay_quat q = helix_frame(x, (i * fine + k + 0.5) * step);
            nodes[i + 1] = v3_add_scaled(nodes[i + 1], step, q_rotate(q, v3(0.0, 0.0, 1.0)));
        }
    }
}

// The helix clamped at its beginning, unstrained.
static rod_rig* helix_rig(const helix* x, bl_rod_section section)
{
    belay_vec3* nodes = calloc(x->n + 1, sizeof *nodes);
    double* twist = calloc(x->n, sizeof *twist);
    helix_nodes(x, nodes);
    for (uint32_t i = 0; i < x->n; i++)
        twist[i] = x->tau * i * x->length / x->n;
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, x->n, section);
    rod_rig_clamp(&body, 0, v3_zero(), x->first);
    belay_vec3 d1 = q_rotate(helix_frame(x, 0.5 * x->length / x->n), v3(1.0, 0.0, 0.0));
    bl_rod_start start = {nodes, nodes, twist, twist, d1};
    rod_rig* rig = rod_rig_make(&bl_rod_nodal, &body, &start);
    rig->h = 0.5;
    free(nodes);
    free(twist);
    return rig;
}

// Curvature (8, 0, 3) / L: clamped along x, weight along -z. All along the rod, at every fourth of its nodes.
Test(rod_nodal_curved, helix_under_gravity_in_space)
{
    helix x = {8.0, 3.0, 1.0, 40, rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0))};
    rod_table t;
    rod_table_open(&t, "rod_helix3d_gravity");
    rod_rig* rig = NULL;
    double last = 0.0;
    for (int row = 0; row < t.rows; row++) {
        double g = rod_table_number(&t, row, "G"), s = rod_table_number(&t, row, "s");
        if (g != last) {
            if (rig != NULL) rod_rig_free(rig);
            rig = helix_rig(&x, thin());
            // The branch that begins at no weight.
            for (int k = 1; k <= 20; k++) {
                rig->gravity = v3(0.0, 0.0, -g * k / 20.0);
                rod_rig_settle(rig, 1e-6, 30);
            }
            rod_rig_settle(rig, 1e-10, 400);
            last = g;
        }
        belay_vec3 right =
            v3(rod_table_number(&t, row, "x"), rod_table_number(&t, row, "y"), rod_table_number(&t, row, "z"));
        double error = v3_distance(rod_rig_node(rig, (uint32_t)lround(40.0 * s)), right);
        cr_expect_lt(error, 0.01, "G %g, at %g: %g", g, s, error);
    }
    cr_expect_eq(t.rows, 44);
    rod_rig_free(rig);
    rod_table_close(&t);
}

// An unstrained helix does not move, though its clamp holds the half element before the first node alone.
Test(rod_nodal_curved, helix_clamped_along_its_tangent_stays)
{
    helix x = {8.0, 3.0, 1.0, 40, rod_rig_frame(v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0))};
    rod_rig* rig = helix_rig(&x, thin());
    belay_vec3 before = rod_rig_node(rig, 40);
    rod_rig_settle(rig, 1e-12, 200);
    // The chord's direction at l / 2 is the tangent's there up to the order of l^2, and so is the clamp's.
    cr_expect_lt(v3_distance(rod_rig_node(rig, 40), before), 2e-3);
    rod_rig_free(rig);
}

// Steps in the plane z = 0: what moves out of it is rounding, which an unstable equilibrium would not forget.
static void run_in_plane(rod_rig* rig, int steps)
{
    uint32_t m = 4 * rig->body.element_count + 3;
    double* v = rod_rig_velocity(rig);
    for (int i = 0; i < steps; i++) {
        bl_rod_nodal.prepare(&rig->rod, rig->gravity, rig->applied, rig->h);
        memcpy(v, bl_rod_nodal.free_velocity(&rig->rod), m * sizeof *v);
        for (uint32_t k = 2; k < m; k += k % 4 == 2 ? 1 : 3)
            v[k] = 0.0;
        bl_rod_nodal.move(&rig->rod, rig->h);
    }
}

// Half a ring and a ring in its plane, clamped pointing down or level, weight down: tips from th'' = G (1 - s) cos th,
// th'(1) = the natural curvature, on the branch that begins at no weight.
Test(rod_nodal_curved, curls_under_gravity_in_their_plane)
{
    rod_table t;
    rod_table_open(&t, "rod_curl_gravity");
    for (int row = 0; row < t.rows; row++) {
        double curvature = rod_table_number(&t, row, "natural_curvature_kappa0_L");
        double weight = rod_table_number(&t, row, "G_rhogAL3_over_EI");
        bool is_down = strcmp(rod_table_text(&t, row, "clamp_tangent"), "down") == 0;
        belay_vec3 tangent = is_down ? v3(0.0, -1.0, 0.0) : v3(1.0, 0.0, 0.0);
        helix x = {curvature, 0.0, 1.0, 40, rod_rig_frame(tangent, v3(0.0, 0.0, 1.0))};
        rod_rig* rig = helix_rig(&x, thin());
        for (int k = 1; k <= 30; k++) {
            rig->gravity = v3(0.0, -weight * k / 30.0, 0.0);
            run_in_plane(rig, 6);
        }
        run_in_plane(rig, 150);
        cr_expect_lt(rod_rig_speed(rig), 1e-8);
        belay_vec3 tip = rod_rig_node(rig, 40);
        double error = hypot(tip.x - rod_table_number(&t, row, "x_tip"), tip.y - rod_table_number(&t, row, "y_tip"));
        double bent = v3_length(bl_rod_nodal.moment(&rig->rod, 0)), total = rod_table_number(&t, row, "kappa_at_clamp");
        rod_rig_check_near(bent, fabs(total - curvature), 0.01 * (fabs(total) + curvature), "moment at the clamp");
        cr_expect_lt(error, 0.01, "%g %s, G %g: %g", curvature, is_down ? "down" : "level", weight, error);
        rod_rig_free(rig);
    }
    cr_expect_eq(t.rows, 12);
    rod_table_close(&t);
}

// ---------------------------------------------------------------------------------------------------------------------
// The helical spring
// ---------------------------------------------------------------------------------------------------------------------

// Where the end of a rigid arm is that goes from the last segment to the helix' axis, and how far that segment has
// turned about the axis.
typedef struct arm {
    belay_vec3 tip;
    belay_quat frame;
} arm;

static arm arm_of(const rod_rig* rig, belay_vec3 in_frame)
{
    uint32_t n = rig->body.element_count;
    arm a = {v3_zero(), bl_rod_nodal.frame(&rig->rod, n - 1)};
    a.tip = v3_add(rod_rig_node(rig, n), q_rotate(a.frame, in_frame));
    return a;
}

// Displacement along the axis and turn about it under a force and a moment along it.
static void pull_spring(const helix* x, double force, double moment, double* longer, double* turned)
{
    bl_rod_section section = thin();
    rod_rig* rig = helix_rig(x, section);
    belay_vec3 turn = q_rotate(x->first, v3(x->k1, 0.0, x->tau)), axis = v3_normalize_or(turn, turn);
    // Towards the axis from any point: along d3 x axis, as curvature is; radius k1 / (k1^2 + tau^2).
    belay_quat end = helix_frame(x, x->length);
    belay_vec3 inward = v3_cross(axis, q_rotate(end, v3(0.0, 0.0, 1.0)));
    double radius = x->k1 / (x->k1 * x->k1 + x->tau * x->tau);
    belay_vec3 to_axis = v3_scale(radius / v3_length(inward), inward);
    rig->h = 1e4;
    rod_rig_settle(rig, 1e-14, 60);
    belay_vec3 in_frame = q_rotate_inverse(bl_rod_nodal.frame(&rig->rod, x->n - 1), to_axis);
    arm before = arm_of(rig, in_frame);
    for (int k = 0; k < 60; k++) {
        belay_vec3 lever = v3_sub(arm_of(rig, in_frame).tip, rod_rig_node(rig, x->n));
        belay_vec3 torque = v3_add_scaled(v3_scale(moment, axis), force, v3_cross(lever, axis));
        rod_rig_step_wrenched(rig, v3_scale(force, axis), torque);
    }
    arm after = arm_of(rig, in_frame);
    *longer = v3_dot(axis, v3_sub(after.tip, before.tip));
    *turned = v3_dot(axis, q_log(q_mul(after.frame, q_conjugate(before.frame))));
    rod_rig_free(rig);
}

// Stiffness of ten turns of radius 1, B = 1, C = 1 / 1.3: with the end free to turn about the axis, and with that
// blocked.
static void spring_stiffness(double pitch, uint32_t per_turn, double* free_to_turn, double* blocked)
{
    // Curvature cos^2 / R and twist sin cos / R; the axis is z.
    helix x = {cos(pitch) * cos(pitch), sin(pitch) * cos(pitch), 20.0 * PI / cos(pitch), 10 * per_turn,
               rod_rig_frame(v3(0.0, cos(pitch), sin(pitch)), v3(0.0, -sin(pitch), cos(pitch)))};
    double by_force[2], by_moment[2];
    const double f = 2e-5, m = 2e-5;
    pull_spring(&x, f, 0.0, &by_force[0], &by_force[1]);
    pull_spring(&x, 0.0, m, &by_moment[0], &by_moment[1]);
    rod_rig_check_near(by_moment[0] / m, by_force[1] / f, 0.01 * fabs(by_force[1] / f), "Maxwell's reciprocity");
    *free_to_turn = f / by_force[0];
    *blocked = f / (by_force[0] - by_moment[0] * by_force[1] / by_moment[1]);
}

// A vertex bent by phi answers to a moment M along its middle direction with the twist of cos(phi/2) M, so that a
// polygon of n sides a turn is stiffer by about 1 / cos^2(pi / n), and by what chords are shorter than arcs: 8 % for
// n = 12, 2 % for n = 24.
Test(rod_nodal_curved, helical_spring)
{
    rod_table t;
    rod_table_open(&t, "rod_helical_spring");
    for (int i = 0; i < t.rows; i++) {
        double coarse[2], fine[2], degrees = rod_table_number(&t, i, "pitch_angle_deg");
        if (degrees != 5.0 && degrees != 20.0 && !tests_may_be_long()) continue;
        spring_stiffness(degrees * PI / 180.0, 12, &coarse[0], &coarse[1]);
        spring_stiffness(degrees * PI / 180.0, 24, &fine[0], &fine[1]);
        for (int k = 0; k < 2; k++) {
            double exact = rod_table_number(&t, i, k == 0 ? "k_free_formula" : "k_fixed_rotation_numeric"),
                   polygon = (PI / 12.0) / sin(PI / 12.0) / pow(cos(PI / 12.0), 2.0);
            rod_rig_check_near(fine[k], exact, 0.03 * exact, k == 0 ? "free to turn" : "blocked");
            rod_rig_check_near(coarse[k], polygon * exact, 0.02 * exact,
                               k == 0 ? "coarse, free to turn" : "coarse, blocked");
            double order = (coarse[k] - exact) / (fine[k] - exact);
            cr_expect(order > 3.5 && order < 4.6, "not of second order: %g", order);
        }
    }
    rod_table_close(&t);
}
