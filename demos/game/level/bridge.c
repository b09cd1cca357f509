// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/level/bridge.h"

#include "game/level/land.h"

#include <belay/elementary.h>

#include <math.h>

enum { ELEMENTS = 48, RAIL_ELEMENTS = 16 };

static const double OVER = 0.1, SAG = 0.35;                                    // m: beyond the edges; at the middle
static const double SIDE = 0.6, LENGTH = 0.4, THICK = 0.06, PLANK_WIDTH = 1.4; // m
static const double PLANK_MASS = 18.0;                                         // kg
static const double TOP = -0.06;                                               // m, of the ends
static const double DENSITY = 1100.0;                                          // kg/m^3, of the ropes
static const double DAMPING = 2.0; // 1/s, of planks and ropes: wind and knots

// How far the ropes hang below their ends, at the share t of the span.
static belay_vec3 hang(double x, double z, double sag, double t)
{
    double begin = LAND_RAVINE[0] - OVER, span = LAND_RAVINE[1] - LAND_RAVINE[0] + 2.0 * OVER;
    return v3(x, begin + t * span, z - 4.0 * sag * t * (1.0 - t));
}

// Lays a rope from bank to bank; its length, m.
static double make_rope(maker* m, double x, double z, double sag, int elements, double radius, belay_rod_id* rope)
{
    belay_vec3 nodes[ELEMENTS + 1];
    double length = 0.0;
    for (int i = 0; i <= elements; i++) {
        nodes[i] = hang(x, z, sag, (double)i / elements);
        if (i > 0) length += v3_distance(nodes[i], nodes[i - 1]);
    }
    belay_rod_def def = belay_rod_def_default();
    def.nodes = nodes;
    def.rest_nodes = nodes;
    def.element_count = elements;
    def.radius = radius;
    def.density = DENSITY;
    def.young_modulus = 1e9;                             // Pa
    def.bend_stiffness[0] = def.bend_stiffness[1] = 0.1; // N m^2: limp
    def.damping_time = 0.01;                             // s
    def.drag = DAMPING;
    def.filter.mask = 0; // the planks lie on it, tied
    if (m->status == BELAY_OK) make_check(m, belay_rod_create(m->world, &def, rope));
    return length;
}

// Where the rope is at the height of a place along y: s there, m. The rope is laid evenly in y.
static double rope_at(double t)
{
    double s = 0.0, at = t * ELEMENTS;
    for (int i = 0; i < ELEMENTS && i < at; i++) {
        belay_vec3 a = hang(0.0, 0.0, SAG, (double)i / ELEMENTS), b = hang(0.0, 0.0, SAG, (i + 1.0) / ELEMENTS);
        s += fmin(at - i, 1.0) * v3_distance(a, b);
    }
    return s;
}

static double plank_at(int i)
{
    return (i + 1.0) / (BRIDGE_PLANKS + 1);
}

static void make_planks(maker* m, bridge* b)
{
    for (int i = 0; i < BRIDGE_PLANKS; i++) {
        double t = plank_at(i);
        belay_vec3 way = v3_sub(hang(0.0, TOP, SAG, t + 0.01), hang(0.0, TOP, SAG, t - 0.01));
        belay_pose pose = make_at(hang(0.0, TOP, SAG, t));
        pose.rotation = belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), belay_atan2(way.z, way.y));
        b->planks[i] =
            make_solid(m, pose, belay_collider_def_box(v3(PLANK_WIDTH, LENGTH, THICK)), PLANK_MASS, LOOK_WOOD);
        if (m->status == BELAY_OK) make_check(m, belay_body_set_damping(m->world, b->planks[i], DAMPING, DAMPING));
    }
}

// Each plank is tied at both edges, so that it does not turn about the ropes.
static void tie_planks(maker* m, const bridge* b, belay_rod_id rope)
{
    double span = LAND_RAVINE[1] - LAND_RAVINE[0] + 2.0 * OVER, half = 0.45 * LENGTH / span;
    for (int i = 0; i < 2 * BRIDGE_PLANKS; i++)
        make_pin(m, rope, rope_at(plank_at(i / 2) + (i % 2 == 0 ? -half : half)), b->planks[i / 2]);
}

static void make_post(maker* m, belay_body_id ground, double x, double y)
{
    belay_collider_def post = belay_collider_def_cylinder(1.9, 0.09);
    post.pose.position = v3(x, y, 0.25);
    make_collider(m, ground, post, LOOK_DARK_WOOD);
}

void bridge_make(maker* m, bridge* b, belay_body_id ground)
{
    make_planks(m, b);
    b->weight = 9.81 * PLANK_MASS * BRIDGE_PLANKS;
    for (int i = 0; i < BRIDGE_ROPES; i++) {
        double side = i == 0 ? -1.0 : 1.0;
        double length = make_rope(m, side * SIDE, TOP, SAG, ELEMENTS, BRIDGE_ROPE_RADIUS, &b->ropes[i]);
        b->weight += 9.81 * DENSITY * BELAY_PI * BRIDGE_ROPE_RADIUS * BRIDGE_ROPE_RADIUS * length;
        b->ends[i][0] = make_pin(m, b->ropes[i], 0.0, (belay_body_id){0});
        b->ends[i][1] = make_pin(m, b->ropes[i], length, (belay_body_id){0});
        tie_planks(m, b, b->ropes[i]);
        double rail = make_rope(m, side * 0.8, 1.1, 0.45, RAIL_ELEMENTS, BRIDGE_RAIL_RADIUS, &b->rails[i]);
        make_pin(m, b->rails[i], 0.0, (belay_body_id){0});
        make_pin(m, b->rails[i], rail, (belay_body_id){0});
        make_post(m, ground, side * 0.8, LAND_RAVINE[0] - OVER);
        make_post(m, ground, side * 0.8, LAND_RAVINE[1] + OVER);
    }
}

bool bridge_has(const bridge* b, belay_body_id body)
{
    for (int i = 0; i < BRIDGE_PLANKS; i++)
        if (b->planks[i].value == body.value) return true;
    return false;
}

double bridge_load(const belay_world* world, const bridge* b)
{
    double load = 0.0;
    for (int i = 0; i < 2 * BRIDGE_ROPES; i++) {
        belay_rod_attachment_state end;
        if (belay_rod_get_attachment(world, b->ropes[i / 2], b->ends[i / 2][i % 2], &end) == BELAY_OK)
            load += end.force.z;
    }
    return load;
}
