// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where super-helices come to rest, against exact solutions of the elastica and of Kirchhoff's equations, in units in
// which the rod's length, line mass and bending stiffness are 1. And how they are made from points.

#include "support/rods/rod_table.h"
#include "support/rods/super_helix.h"

#include <criterion/criterion.h>

// Backward Euler with drag: what is left after so many steps is at rest to about 1e-9.
static void come_to_rest(helix_rig* rig, double h, int steps)
{
    helix_rig_run(rig, h, steps);
    double fastest = 0.0;
    for (uint32_t k = 0; k < rig->view.m; k++)
        fastest = fmax(fastest, fabs(rig->view.v[k]));
    cr_assert(fastest < 1e-5, "still moves at %g", fastest);
}

// Clamped along x, d1 along z: positive kappa1 turns from x to y.
static void lying_rig(helix_rig* rig, uint32_t n)
{
    bl_rod_section section = helix_section(1.0, 1.0);
    section.drag = 6.0;
    section.damping_time = 0.02;
    helix_rig_init(rig, n, section, BL_ROD_CLAMPED, 1.0);
    helix_rig_shape(rig, 1.0 / n, v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 1.0));
}

typedef struct cantilever {
    uint32_t n;
    double gravity, load; // in B / L^3, B / L^2
    double x, y, tip_angle, kappa;
    double error; // that the converged discretisation itself has, in L
} cantilever;

static void check_cantilever(const cantilever* c)
{
    helix_rig rig;
    lying_rig(&rig, c->n);
    rig.gravity = v3(0.0, -c->gravity, 0.0);
    helix_rig_apply(&rig, rig.body.segment_count)[1] = -c->load;
    come_to_rest(&rig, 0.02, 400);
    belay_vec3 tip = helix_rig_tip(&rig);
    double error = hypot(tip.x - c->x, tip.y - c->y) + fabs(tip.z);
    cr_assert(fabs(error - c->error) < 0.03 * c->error, "N %u, G %g, P %g: %g", c->n, c->gravity, c->load, error);
    belay_vec3 tangent = m3_column(rig.view.frames[c->n].rotation, 2);
    cr_assert(fabs(atan2(-tangent.y, tangent.x) - c->tip_angle) < 4.0 / (c->n * c->n) * c->tip_angle);
    // The moment at the clamp is extrapolated from the first two elements.
    double moment = v3_length(OPS->moment(&rig.rod, 0));
    cr_assert(fabs(moment - c->kappa) < 8.0 / (c->n * c->n) * c->kappa, "%g, not %g", moment, c->kappa);
    // All that hangs on the clamp; and the part of it along the rod in the middle of the first element.
    cr_assert(v3_distance(OPS->end_force(&rig.rod, 0), v3(0.0, -c->gravity - c->load, 0.0)) < 1e-6);
    belay_vec3 first = m3_column(rig.view.segments[0].frame[1], 2);
    double pull = -first.y * (c->gravity * (1.0 - 0.5 / c->n) + c->load);
    cr_assert(fabs(OPS->tension(&rig.rod, 0) - pull) < 1e-6 * (1.0 + pull));
    helix_rig_fini(&rig);
}

// The exact shapes, and the errors of the discretisation at rest, both found without any time integration: 1 % of the
// length needs five elements, 0.1 % twenty.
Test(super_helix_statics, cantilevers_hang_as_the_elastica)
{
    const cantilever cases[] = {
        {5, 1.0, 0.0, 0.991246395, -0.123471402, 0.165115561, 0.496933400, 1.631e-3},
        {20, 1.0, 0.0, 0.991246395, -0.123471402, 0.165115561, 0.496933400, 1.02e-4},
        {5, 10.0, 0.0, 0.656353761, -0.700199716, 1.052643117, 3.742191111, 7.450e-3},
        {20, 10.0, 0.0, 0.656353761, -0.700199716, 1.052643117, 3.742191111, 4.604e-4},
        {5, 50.0, 0.0, 0.245014756, -0.907917123, 1.526453150, 9.528468521, 1.644e-2},
        {20, 50.0, 0.0, 0.245014756, -0.907917123, 1.526453150, 9.528468521, 1.001e-3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_cantilever(&cases[i]);
}

Test(super_helix_statics, cantilevers_bend_under_end_loads_as_the_elastica)
{
    const cantilever cases[] = {
        {5, 0.0, 1.0, 0.943566764, -0.301720774, 0.461351950, 0.943566764, 2.803e-3},
        {20, 0.0, 1.0, 0.943566764, -0.301720774, 0.461351950, 0.943566764, 1.76e-4},
        {5, 0.0, 10.0, 0.445004402, -0.810609025, 1.430285539, 4.450044022, 7.870e-3},
        {20, 0.0, 10.0, 0.445004402, -0.810609025, 1.430285539, 4.450044022, 4.842e-4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_cantilever(&cases[i]);
}

// The same of every other number of elements in the table.
Test(super_helix_statics, cantilevers_have_the_error_of_the_discretisation)
{
    rod_table tips, errors;
    int compared = 0;
    rod_table_open(&tips, "rod_cantilever_tip");
    rod_table_open(&errors, "rod_cantilever_discretisation_error");
    for (int i = 0; i < errors.rows; i++)
        for (int j = 0; j < tips.rows; j++) {
            const char* kind = rod_table_text(&errors, i, "case");
            double load = rod_table_number(&errors, i, "load"), error = rod_table_number(&errors, i, "superhelix");
            if (isnan(error) || strcmp(rod_table_text(&tips, j, "case"), kind) != 0) continue;
            double n = rod_table_number(&errors, i, "N");
            if (rod_table_number(&tips, j, "load") != load || n == 5.0 || n == 20.0) continue;
            bool is_weight = strcmp(kind, "gravity") == 0;
            cantilever c = {.n = (uint32_t)n, .error = error};
            c.gravity = is_weight ? load : 0.0;
            c.load = is_weight ? 0.0 : load;
            c.x = rod_table_number(&tips, j, "x_over_L");
            c.y = rod_table_number(&tips, j, "y_over_L");
            c.tip_angle = rod_table_number(&tips, j, "theta_tip_rad");
            c.kappa = rod_table_number(&tips, j, "kappa0_times_L");
            check_cantilever(&c);
            compared++;
        }
    cr_expect_eq(compared, 10);
    rod_table_close(&errors);
    rod_table_close(&tips);
}

// A rod curled to a ring, hanging from a clamp that points down; kept in its plane, as the exact branch is.
Test(super_helix_statics, curls_open_under_gravity)
{
    const double gravities[3] = {1.0, 10.0, 50.0};
    const double tips[3][2] = {{0.003050713, -0.006197753}, {0.037755745, -0.043505739}, {0.432396708, -0.605656591}};
    helix_rig rig;
    lying_rig(&rig, 20);
    helix_rig_shape(&rig, 0.05, v3(0.0, -1.0, 0.0), v3(0.0, 0.0, 1.0));
    helix_rig_bend(&rig, rig.view.rest, v3(6.28318530717958648, 0.0, 0.0));
    helix_rig_bend(&rig, rig.view.u, v3(6.28318530717958648, 0.0, 0.0));
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 500; i++) {
            rig.gravity = v3(0.0, -gravities[k] * fmin(i / 250.0, 1.0), 0.0);
            helix_rig_step(&rig, 0.02);
            for (uint32_t e = 0; e < 20; e++) {
                double* rate = rig.view.v + 6 + 3 * e;
                rate[1] = rate[2] = 0.0;
                rig.view.u[e] = v3(rig.view.u[e].x, 0.0, 0.0);
            }
        }
        belay_vec3 tip = helix_rig_tip(&rig);
        cr_assert(hypot(tip.x - tips[k][0], tip.y - tips[k][1]) < 1e-3, "%g: %g %g", gravities[k], tip.x, tip.y);
    }
    helix_rig_fini(&rig);
}

// A natural helix that hangs from a horizontal clamp, in space.
Test(super_helix_statics, helices_hang_as_kirchhoff_says)
{
    const double gravities[4] = {1.0, 5.0, 20.0, 50.0};
    const belay_vec3 tips[4] = {{0.19976377, 0.29443379, -0.19973472},
                                {0.18735600, 0.26749816, -0.28311531},
                                {0.14632003, 0.11944901, -0.49112169},
                                {0.1358712, -0.0056432, -0.6169988}};
    helix_rig rig;
    lying_rig(&rig, 24);
    helix_rig_shape(&rig, 1.0 / 24, v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0));
    helix_rig_bend(&rig, rig.view.rest, v3(8.0, 0.0, 3.0));
    helix_rig_bend(&rig, rig.view.u, v3(8.0, 0.0, 3.0));
    for (int k = 0; k < 4; k++) {
        rig.gravity = v3(0.0, 0.0, -gravities[k]);
        come_to_rest(&rig, 0.02, 400);
        cr_assert(v3_distance(helix_rig_tip(&rig), tips[k]) < 3e-3, "%g", gravities[k]);
    }
    helix_rig_fini(&rig);
}

// A spring of ten turns, pulled along its axis by forces spread over the first and the last turn, so that no moment
// comes with them. Its middle is then a uniform helix, which is what the exact stiffness is of.
static double spring_stiffness(double pitch_angle, double force)
{
    enum { per_turn = 5, turns = 10, n = per_turn * turns };
    double length = turns * 6.28318530717958648 / cos(pitch_angle), step = length / n;
    bl_rod_section section = helix_section(1.0, 1.0);
    section.drag = 0.05;
    helix_rig rig;
    helix_rig_init(&rig, n, section, BL_ROD_FREE, 1.0);
    // Radius 1: curvature cos^2, torsion sin cos; the axis is along z.
    belay_vec3 u = v3(cos(pitch_angle) * cos(pitch_angle), 0.0, cos(pitch_angle) * sin(pitch_angle));
    helix_rig_shape(&rig, step, v3(0.0, cos(pitch_angle), sin(pitch_angle)),
                    v3(0.0, -sin(pitch_angle), cos(pitch_angle)));
    helix_rig_bend(&rig, rig.view.rest, u);
    helix_rig_bend(&rig, rig.view.u, u);
    double natural = rig.view.frames[8 * per_turn].position.z - rig.view.frames[2 * per_turn].position.z;
    uint32_t spread = 3 * per_turn;
    for (uint32_t i = 0; i < spread; i++) {
        helix_rig_apply(&rig, i)[2] = -force / spread;
        helix_rig_apply(&rig, rig.body.segment_count - i)[2] = force / spread;
    }
    come_to_rest(&rig, 10.0, 250);
    double pulled = rig.view.frames[8 * per_turn].position.z - rig.view.frames[2 * per_turn].position.z;
    helix_rig_fini(&rig);
    return 0.6 * force / (pulled - natural);
}

Test(super_helix_statics, springs_are_as_stiff_as_love_says)
{
    const double angles[2] = {5.0, 20.0}, stiffness[2] = {0.012217518, 0.011823538};
    for (int i = 0; i < 2; i++) {
        double k = spring_stiffness(angles[i] * 3.14159265358979324 / 180.0, 2e-3);
        cr_assert(fabs(k - stiffness[i]) < 0.002 * stiffness[i], "%g degrees: %.9f, not %.9f", angles[i], k,
                  stiffness[i]);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// From points
// ---------------------------------------------------------------------------------------------------------------------

static double largest_miss(const helix_rig* rig, const belay_vec3* points)
{
    double largest = 0.0;
    for (uint32_t i = 0; i <= rig->view.n; i++) {
        belay_vec3 vertex = v3_add(*rig->view.origin, rig->view.frames[i].position);
        largest = fmax(largest, v3_distance(vertex, points[i]));
    }
    return largest;
}

static void make_from(helix_rig* rig, uint32_t n, bl_rod_start start)
{
    belay_error error;
    helix_rig_init(rig, n, helix_section(0.03, 1e-3), BL_ROD_FREE, 1.0);
    cr_assert_eq(OPS->init(&rig->rod, &start, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(rig->body.segment_count, bl_rod_segment_count(OPS, n));
    double arcs[3 * 60 + 1];
    OPS->arcs(&rig->rod, arcs);
    cr_assert(arcs[0] == 0.0 && fabs(arcs[3 * n] - rig->body.length) < 1e-14 * rig->body.length);
}

Test(super_helix_statics, straight_rods_are_made_exactly)
{
    belay_vec3 points[6];
    for (int i = 0; i < 6; i++)
        points[i] = v3(1.0 + 0.1 * i, 2.0 - 0.2 * i, 3.0 + 0.2 * i);
    const double twist[5] = {0.3, 0.7, 1.1, 1.5, 1.9};
    helix_rig rig;
    make_from(&rig, 5, (bl_rod_start){.nodes = points, .twist = twist, .d1 = v3(0.0, 1.0, 1.0)});
    cr_assert(largest_miss(&rig, points) < 1e-15 && fabs(rig.body.length - 1.5) < 1e-14);
    for (uint32_t e = 0; e < 5; e++)
        cr_assert(v3_distance(rig.view.u[e], v3(0.0, 0.0, 0.4 / 0.3)) < 1e-13);
    // In the middle of the first element d1 has turned by the first angle from where it was asked to point.
    belay_vec3 d1 = q_rotate(OPS->frame(&rig.rod, 1), v3(1.0, 0.0, 0.0));
    cr_assert(fabs(v3_dot(d1, v3(0.0, sqrt(0.5), sqrt(0.5))) - cos(0.3)) < 1e-13);
    helix_rig_fini(&rig);
}

Test(super_helix_statics, arcs_are_made_exactly_also_by_uneven_points)
{
    belay_vec3 points[13];
    for (int i = 0; i < 13; i++) {
        double angle = 0.2 * i + 0.05 * sin(2.0 * i);
        points[i] = v3(3.0 * cos(angle), 3.0 * sin(angle), 1.0);
    }
    helix_rig rig;
    make_from(&rig, 12, (bl_rod_start){.nodes = points, .d1 = v3(0.0, 0.0, 1.0)});
    cr_assert(largest_miss(&rig, points) < 1e-13);
    cr_assert(fabs(rig.body.length - 3.0 * (2.4 + 0.05 * sin(24.0))) < 1e-12);
    for (uint32_t e = 0; e < 12; e++)
        cr_assert(v3_distance(rig.view.u[e], v3(1.0 / 3.0, 0.0, 0.0)) < 1e-11);
    helix_rig_fini(&rig);
}

// Natural helices have constant curvature and torsion; and a rod that lies as it does at rest is at rest.
Test(super_helix_statics, natural_helices_are_made_exactly)
{
    belay_vec3 points[21];
    for (int i = 0; i < 21; i++)
        points[i] = v3(cos(0.6 * i), sin(0.6 * i), 0.1 * i);
    helix_rig rig;
    make_from(&rig, 20, (bl_rod_start){.nodes = points, .rest_nodes = points, .d1 = v3(0.0, 0.0, 1.0)});
    double pitch = 0.1 / 0.6, square = 1.0 + pitch * pitch;
    cr_assert(largest_miss(&rig, points) < 1e-12);
    cr_assert(fabs(rig.body.length - 12.0 * sqrt(square)) < 1e-11);
    for (uint32_t e = 0; e < 20; e++) {
        belay_vec3 u = rig.view.u[e];
        cr_assert(v3_distance(u, rig.view.rest[e]) < 1e-11);
        cr_assert(fabs(hypot(u.x, u.y) - 1.0 / square) < 1e-11 && fabs(u.z - pitch / square) < 1e-11);
    }
    helix_rig_fini(&rig);
}

// Untwisted whatever the curve; smooth curves are met the better the more points there are.
Test(super_helix_statics, smooth_curves_are_met_and_not_twisted)
{
    double miss[2];
    for (int k = 0; k < 2; k++) {
        belay_vec3 points[61];
        uint32_t n = k == 0 ? 30 : 60;
        for (uint32_t i = 0; i <= n; i++) {
            double t = -2.2 + 4.4 * i / n;
            points[i] = v3(sin(t) + 2.0 * sin(2.0 * t), cos(t) - 2.0 * cos(2.0 * t), -sin(3.0 * t));
        }
        helix_rig rig;
        make_from(&rig, n, (bl_rod_start){.nodes = points, .d1 = v3(0.0, 0.0, 1.0)});
        miss[k] = largest_miss(&rig, points) / rig.body.length;
        cr_assert(OPS->energy(&rig.rod, v3_zero()).twist == 0.0);
        helix_rig_fini(&rig);
    }
    cr_assert(miss[0] < 2e-4 && miss[1] < 0.2 * miss[0], "%g %g", miss[0], miss[1]);
}

// Also a corner, where no smooth curve could go through the points without swinging.
Test(super_helix_statics, corners_are_rounded)
{
    belay_vec3 points[21];
    for (int i = 0; i < 21; i++)
        points[i] = i < 10 ? v3(0.05 * i, 0.0, 0.0) : v3(0.5, 0.05 * (i - 10), 0.0);
    helix_rig rig;
    make_from(&rig, 20, (bl_rod_start){.nodes = points, .d1 = v3(0.0, 0.0, 1.0)});
    cr_assert(largest_miss(&rig, points) < 0.25 * 0.05);
    for (uint32_t e = 0; e < 20; e++)
        cr_assert(v3_length(rig.view.u[e]) * rig.view.length[e] < (e > 7 && e < 12 ? 1.3 : 0.25), "%u", e);
    helix_rig_fini(&rig);
}

Test(super_helix_statics, a_clamp_that_points_elsewhere_bends_the_rod)
{
    belay_vec3 points[11];
    for (int i = 0; i < 11; i++)
        points[i] = v3(0.1 * i, 0.0, 0.0);
    helix_rig rig;
    helix_rig_init(&rig, 10, helix_section(0.03, 1e-3), BL_ROD_CLAMPED, 1.0);
    // d3 0.2 rad above x, d1 turned by 0.5 rad from z about x.
    belay_quat lift = q_exp(v3(0.0, 0.0, 0.2)), roll = q_exp(v3(0.5, 0.0, 0.0));
    belay_mat33 along = m3_transpose(m3_rows(v3(0.0, 0.0, 1.0), v3(0.0, -1.0, 0.0), v3(1.0, 0.0, 0.0)));
    rig.body.ends[0].rotation = q_mul(lift, q_mul(roll, bl_helix_quat(&along)));
    bl_rod_start start = {.nodes = points, .d1 = v3(0.0, 0.0, 1.0)};
    belay_error error;
    cr_assert_eq(OPS->init(&rig.rod, &start, &error), BELAY_OK);
    belay_vec3 d3 = m3_column(rig.view.frames[0].rotation, 2);
    cr_assert(v3_distance(d3, v3(cos(0.2), sin(0.2), 0.0)) < 1e-14);
    cr_assert(largest_miss(&rig, points) < 0.02);
    // The first element takes the twist back.
    cr_assert(fabs(rig.view.u[0].z * rig.view.length[0] + 0.5) < 1e-12 && rig.view.u[1].z == 0.0);
    helix_rig_fini(&rig);
}

Test(super_helix_statics, degenerate_points_are_refused)
{
    belay_vec3 points[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {3.0, 0.0, 0.0}};
    bl_rod_start start = {.nodes = points, .d1 = v3(0.0, 0.0, 1.0)};
    belay_error error;
    helix_rig rig;
    helix_rig_init(&rig, 3, helix_section(0.03, 1e-3), BL_ROD_FREE, 1.0);
    points[2] = points[1];
    cr_assert_eq(OPS->init(&rig.rod, &start, &error), BELAY_ERROR_SHAPE);
    cr_assert(strstr(error.message, "nodes[1]") != NULL, "%s", error.message);
    points[2] = v3(0.0, 0.0, 0.0);
    cr_assert_eq(OPS->init(&rig.rod, &start, &error), BELAY_ERROR_SHAPE);
    points[2] = v3(NAN, 0.0, 0.0);
    cr_assert_eq(OPS->init(&rig.rod, &start, &error), BELAY_ERROR_VALUE);
    helix_rig_fini(&rig);
}
