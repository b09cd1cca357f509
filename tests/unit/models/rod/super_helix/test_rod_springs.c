// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Helical springs drawn out to several times their height, of nodal rods and of super-helices: B = 1, C = 1 / 1.3,
// radius 1. A spring under a force F along its axis and a moment M about it is a helix again, of radius R and pitch
// angle al instead of 1 and al0, with
//     F R = C (sin al cos al / R - sin al0 cos al0) cos al - B (cos^2 al / R - cos^2 al0) sin al,
//     M   = C (sin al cos al / R - sin al0 cos al0) sin al + B (cos^2 al / R - cos^2 al0) cos al.
// Ends that are free to turn have M = 0, ends that are not R = cos al / cos al0.

#include "models/rod/super_helix/rod_super_helix_internal.h"
#include "support/long.h"
#include "support/rods/rod_rig.h"
#include "support/rods/rod_table.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI ROD_RIG_PI

// The force is spread over the first two turns and the last two, so that no moment comes with it; what is measured are
// the four between.
enum { ENDS = 2, MIDDLE = 4, TURNS = 2 * ENDS + MIDDLE, MOST = 1024 };

typedef struct spring {
    rod_rig* rig;
    uint32_t per_turn; // nodes
    double natural;    // height of the middle without a load
} spring;

static double height(const spring* s)
{
    double low = rod_rig_node(s->rig, ENDS * s->per_turn).z;
    return rod_rig_node(s->rig, (ENDS + MIDDLE) * s->per_turn).z - low;
}

static rod_rig* make_nodal(double pitch, uint32_t n, bl_rod_section section)
{
    belay_vec3 nodes[MOST];
    for (uint32_t i = 0; i <= n; i++) {
        double a = 2.0 * PI * TURNS * i / n;
        nodes[i] = v3(cos(a), sin(a), a * tan(pitch));
    }
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, section);
    bl_rod_start start = {.nodes = nodes, .rest_nodes = nodes, .d1 = v3(0.0, 0.0, 1.0)};
    return rod_rig_make(&bl_rod_nodal, &body, &start);
}

// Made straight, then wound: with d1 along the binormal, curvature cos^2 al about it and twist sin al cos al.
static rod_rig* make_super_helix(double pitch, uint32_t n, bl_rod_section section)
{
    bl_rod_body body = rod_rig_body(BELAY_ROD_SUPER_HELIX, n, section);
    belay_vec3 d3 = v3(0.0, cos(pitch), sin(pitch)), d1 = v3(0.0, -sin(pitch), cos(pitch));
    body.ends[0].rotation = rod_rig_frame(d3, d1);
    rod_rig* rig =
        rod_rig_make_line(&bl_rod_super_helix, &body, v3_zero(), v3_scale(2.0 * PI * TURNS / cos(pitch), d3));
    bl_super_helix view = bl_super_helix_view(&rig->rod);
    *view.rotation = rod_rig_frame(d3, d1);
    for (uint32_t e = 0; e < n; e++)
        view.rest[e] = view.u[e] = v3(cos(pitch) * cos(pitch), 0.0, sin(pitch) * cos(pitch));
    bl_super_helix_place(&view);
    return rig;
}

static spring make_spring(bool is_nodal, double pitch, uint32_t elements_per_turn)
{
    bl_rod_section section = rod_rig_unit(1.0, 1e-3);
    section.drag = 0.05;
    uint32_t n = TURNS * elements_per_turn;
    spring s = {.rig = is_nodal ? make_nodal(pitch, n, section) : make_super_helix(pitch, n, section)};
    s.per_turn = s.rig->body.segment_count / TURNS;
    s.rig->h = 10.0;
    s.natural = height(&s);
    return s;
}

static void set_force(const spring* s, double force)
{
    uint32_t spread = ENDS * s->per_turn, last = s->rig->body.segment_count;
    for (uint32_t i = 0; i < spread; i++) {
        rod_rig_push(s->rig, i, v3(0.0, 0.0, -force / spread));
        rod_rig_push(s->rig, last - i, v3(0.0, 0.0, force / spread));
    }
}

// A step with moments +-M about z on the last and the first segment.
static void step_wrung(rod_rig* rig, double moment)
{
    const bl_rod_ops* ops = rig->ops;
    uint32_t m = bl_rod_dof_count(ops, rig->body.element_count), first, count;
    double* x = calloc(m + 1, sizeof *x);
    belay_vec3 turn = v3(0.0, 0.0, rig->h * moment);
    ops->prepare(&rig->rod, rig->gravity, rig->applied, rig->h);
    ops->row(&rig->rod, rig->body.segment_count - 1, 1.0, v3_zero(), turn, 1.0, x, &first, &count);
    ops->row(&rig->rod, 0, 0.0, v3_zero(), turn, -1.0, x, &first, &count);
    ops->solve(&rig->rod, x, 1, 0);
    const double* v = ops->free_velocity(&rig->rod);
    for (uint32_t k = 0; k < m; k++)
        rod_rig_velocity(rig)[k] = v[k] + x[k];
    ops->move(&rig->rod, rig->h);
    free(x);
}

// By how much the middle winds about its axis.
static double winding(const spring* s)
{
    uint32_t from = ENDS * s->per_turn, to = (ENDS + MIDDLE) * s->per_turn;
    double x = 0.0, y = 0.0, turned = 0.0;
    belay_vec3 nodes[MOST];
    s->rig->ops->nodes(&s->rig->rod, nodes);
    for (uint32_t i = from; i < to; i++) {
        x += nodes[i].x / (to - from);
        y += nodes[i].y / (to - from);
    }
    for (uint32_t i = from; i < to; i++) {
        belay_vec3 a = v3(nodes[i].x - x, nodes[i].y - y, 0.0), b = v3(nodes[i + 1].x - x, nodes[i + 1].y - y, 0.0);
        turned += atan2(v3_cross(a, b).z, v3_dot(a, b));
    }
    return turned;
}

// What keeps the ends from turning at a height of `rise` times the length.
static double blocking_moment(double pitch, double rise)
{
    double al = asin(rise), radius = cos(al) / cos(pitch);
    double bent = cos(al) * cos(al) / radius - cos(pitch) * cos(pitch);
    double twisted = sin(al) * cos(al) / radius - sin(pitch) * cos(pitch);
    return twisted / 1.3 * sin(al) + bent * cos(al);
}

// Draws the spring out evenly, in so many steps, and lets it come to rest.
static void draw_out(spring* s, double from, double to, double moment, int steps)
{
    for (int k = 1; k <= 4 * steps; k++) {
        double share = fmin(1.0, (double)k / steps);
        set_force(s, from + share * (to - from));
        step_wrung(s->rig, moment * share);
        if (k > steps && rod_rig_speed(s->rig) < 1e-6) break;
    }
}

// To 1.5, 2 and 4 times its height, unless that is above `highest` times the rod's length. The table goes no further
// than 0.98 of it.
static void check_row(const rod_table* t, int row, bool is_nodal, double highest, double tolerance)
{
    const char *multiples[] = {"1.5", "2", "4"}, *ends[] = {"free", "fixed"};
    double pitch = rod_table_number(t, row, "pitch_angle_deg") * PI / 180.0;
    for (int blocked = 0; blocked < 2; blocked++) {
        spring s = make_spring(is_nodal, pitch, is_nodal ? 24 : 5);
        double force = 0.0;
        for (int k = 0; k < 3; k++) {
            char column[32];
            double rise = fmin(0.98, strtod(multiples[k], NULL) * sin(pitch)), before = force;
            if (rise > highest) break;
            snprintf(column, sizeof column, "F_%s_h%s", ends[blocked], multiples[k]);
            force = rod_table_number(t, row, column);
            draw_out(&s, before, force, blocked ? blocking_moment(pitch, rise) : 0.0, rise < 0.69 ? 40 : 200);
            double right = rise / sin(pitch);
            rod_rig_check_near(height(&s) / s.natural, right, tolerance * right, column);
            if (blocked) rod_rig_check_near(winding(&s), 2.0 * PI * MIDDLE, 0.02 * PI * MIDDLE, "winding");
        }
        rod_rig_free(s.rig);
    }
}

static void check_rows(bool is_nodal, double highest, double tolerance)
{
    rod_table t;
    rod_table_open(&t, "rod_helical_spring");
    for (int row = 0; row < t.rows; row++) {
        double degrees = rod_table_number(&t, row, "pitch_angle_deg");
        if (degrees == 5.0 || degrees == 20.0 || tests_may_be_long()) check_row(&t, row, is_nodal, highest, tolerance);
    }
    cr_expect_eq(t.rows, 4);
    rod_table_close(&t);
}

// A polygon of 24 sides a turn is 2 % stiffer than the helix.
Test(rod_springs, nodal_springs_are_drawn_out_as_kirchhoff_says)
{
    check_rows(true, 1.0, 0.03);
}

// Nearly straight, a super-helix takes minutes to come to rest.
Test(rod_springs, super_helices_are_drawn_out_as_kirchhoff_says)
{
    check_rows(false, 0.7, 0.005);
}
