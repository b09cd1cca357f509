// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/level/land.h"

#include <belay/elementary.h>

#include <math.h>

// ------------------------------------------------------------------------------------------------------------------
// Heights
// ------------------------------------------------------------------------------------------------------------------

// 0 to 1 with even curvature at both ends.
static double smooth(double t)
{
    t = fmin(fmax(t, 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Of a way that begins level at `begin`, bends within 2 m to the slope of the ramp, climbs evenly, and bends back.
static double ramp(double y, double begin)
{
    double u = y - begin, straight = LAND_RAMP_END - LAND_RAMP_BEGIN, s = LAND_RAMP_SLOPE;
    if (u <= 0.0) return 0.0;
    if (u <= 2.0) return 0.25 * s * u * u;
    if (u <= 2.0 + straight) return s * (u - 1.0);
    double v = fmax(4.0 + straight - u, 0.0);
    return s * (2.0 + straight) - 0.25 * s * v * v;
}

static double road(double y)
{
    double hill = ramp(y, LAND_RAMP_BEGIN - 2.0) - ramp(y, 21.0);
    double wave = y > 34.0 && y < 42.0 ? 0.35 * (1.0 - belay_cos(0.25 * BELAY_PI * (y - 34.0))) : 0.0;
    return hill + wave;
}

static double side(double x, double y)
{
    double share = smooth((fabs(x) - LAND_ROAD) / 8.0);
    double hills = 2.6 + 0.9 * belay_sin(0.31 * y + (x < 0.0 ? 1.3 : 0.0)) + 0.7 * belay_sin(0.17 * y + 0.6 * x);
    return share * hills;
}

double land_height(double x, double y)
{
    double bend = 0.8 * belay_sin(0.4 * x) * smooth(fabs(x) / LAND_ROAD - 1.0);
    double cut = smooth(y + bend - LAND_RAVINE[0]) - smooth(y + bend - LAND_RAVINE[1] + 1.0);
    return (1.0 - cut) * (road(y) + side(x, y)) - cut * LAND_DEPTH;
}

static void make_ground_shape(maker* m, belay_body_id ground)
{
    double heights[LAND_COLUMNS * LAND_ROWS];
    for (int k = 0; k < LAND_ROWS; k++)
        for (int i = 0; i < LAND_COLUMNS; i++)
            heights[i + LAND_COLUMNS * k] = land_height(LAND_X + i * LAND_CELL, LAND_Y + k * LAND_CELL);
    belay_collider_def def = belay_collider_def_height_field(heights, LAND_COLUMNS, LAND_ROWS, LAND_CELL, LAND_CELL);
    def.pose.position = v3(LAND_X, LAND_Y, 0.0);
    def.material.friction = LAND_FRICTION;
    if (m->status == BELAY_OK) make_check(m, belay_collider_create(m->world, ground, &def, NULL));
}

// ------------------------------------------------------------------------------------------------------------------
// Trees
// ------------------------------------------------------------------------------------------------------------------

static void make_tree(maker* m, belay_body_id ground, double x, double y, double size)
{
    double z = land_height(x, y);
    belay_collider_def trunk = belay_collider_def_cylinder(2.0 * size, 0.16 * size);
    trunk.pose.position = v3(x, y, z + 0.9 * size);
    make_collider(m, ground, trunk, LOOK_DARK_WOOD);
    for (int i = 0; i < 3; i++) {
        belay_shape crown = {.type = BELAY_SHAPE_CONE};
        crown.cone = (belay_cone){(1.7 - 0.25 * i) * size, (1.15 - 0.28 * i) * size};
        make_scenery(m, ground, crown, make_at(v3(x, y, z + (2.0 + 0.75 * i) * size)), LOOK_LEAVES);
    }
}

static void make_trees(maker* m, belay_body_id ground)
{
    static const double trees[][3] = {{-7.0, 4.0, 1.1},  {6.5, 8.5, 0.9},   {-6.2, 13.5, 1.3}, {8.0, 17.5, 1.2},
                                      {-7.5, 22.0, 1.0}, {6.8, 27.0, 1.3},  {-8.5, 31.0, 1.2}, {7.2, 37.0, 1.0},
                                      {-6.6, 40.5, 0.9}, {8.5, 46.0, 1.3},  {-7.2, 50.0, 1.1}, {6.4, 62.5, 0.9},
                                      {-6.0, 63.0, 1.1}, {-5.6, 78.0, 1.2}, {6.6, 79.5, 1.0}};
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++)
        make_tree(m, ground, trees[i][0], trees[i][1], trees[i][2]);
}

void land_make(maker* m, belay_body_id ground)
{
    make_ground_shape(m, ground);
    make_trees(m, ground);
}
