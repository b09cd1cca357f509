// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Things that fall into a pile.

#include "motion/motion.h"
#include "motion/motion_rigid.h"

#include <belay/vec.h>

// Number `i` of a grid of layers of row x row places, the lowest layer at `low`, out of its place by up to `jitter`.
static belay_vec3 grid_place(motion_scene* s, int i, int row, double pitch, double low, double rise, double jitter)
{
    double x = pitch * (i % row - 0.5 * (row - 1)), y = pitch * (i / row % row - 0.5 * (row - 1));
    x += motion_draw_between(s, -jitter, jitter);
    y += motion_draw_between(s, -jitter, jitter);
    return v3(x, y, low + rise * (i / (row * row)));
}

void motion_build_settling(motion_scene* s)
{
    motion_take_rigid(s, rigid_scene_settling(MOTION_H, s->n));
}

void motion_build_hulls(motion_scene* s)
{
    enum { KINDS = 20, ROW = 5 };
    const double radius = 0.25;
    int kinds[KINDS];
    for (int i = 0; i < KINDS; i++)
        kinds[i] = motion_shape_random_hull(s, 8 + 16 * i / (KINDS - 1), radius);
    motion_floor_add(s, 8.0);
    motion_pen_add(s, 4.0, 8.0);
    for (int i = 0; i < s->n; i++) {
        belay_pose pose = {grid_place(s, i, ROW, 0.7, 0.5, 0.6, 0.05), motion_draw_rotation(s)};
        motion_body_add(s, BELAY_BODY_DYNAMIC, kinds[i % KINDS], pose);
    }
}

void motion_build_convex(motion_scene* s)
{
    enum { ROW = 8 };
    int hull = motion_shape_random_hull(s, 32, 2.0);
    motion_floor_add(s, 400.0);
    for (int i = 0; i < s->n; i++) {
        belay_pose pose = {grid_place(s, i, ROW, 4.2, 2.5, 4.2, 0.05), motion_draw_rotation(s)};
        motion_body_add(s, BELAY_BODY_DYNAMIC, hull, pose);
    }
}

// Ten layers of cubes of 0.4 m, each turned a little.
void motion_build_cubes(motion_scene* s)
{
    const int row = (int)ceil(sqrt(s->n / 10.0) - 1e-9);
    int cube = motion_shape_box(s, v3(0.4, 0.4, 0.4));
    motion_floor_add(s, 200.0);
    for (int i = 0; i < s->n; i++) {
        belay_vec3 axis = motion_draw_direction(s);
        double angle = motion_draw_between(s, 0.0, 0.1);
        belay_pose pose = {grid_place(s, i, row, 0.5, 1.0, 0.6, 0.02), belay_quat_from_axis_angle(axis, angle)};
        motion_body_add(s, BELAY_BODY_DYNAMIC, cube, pose);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Terrain
// ---------------------------------------------------------------------------------------------------------------------

enum { TERRAIN_SIDE = 256 };
#define TERRAIN_SPACING 0.5 // m

static double hill(double x, double y)
{
    return 2.0 * sin(0.35 * x) * cos(0.28 * y);
}

static void add_terrain(motion_scene* s)
{
    double* heights = motion_scene_keep(s, TERRAIN_SIDE * TERRAIN_SIDE * sizeof *heights);
    const double half = 0.5 * TERRAIN_SPACING * (TERRAIN_SIDE - 1);
    for (int i = 0; i < TERRAIN_SIDE * TERRAIN_SIDE; i++) {
        double x = TERRAIN_SPACING * (i % TERRAIN_SIDE) - half, y = TERRAIN_SPACING * (i / TERRAIN_SIDE) - half;
        heights[i] = hill(x, y) + motion_draw_between(s, -0.04, 0.04);
    }
    belay_shape field = {.type = BELAY_SHAPE_HEIGHT_FIELD,
                         .height_field = {heights, TERRAIN_SIDE, TERRAIN_SIDE, TERRAIN_SPACING, TERRAIN_SPACING}};
    motion_body_add(s, BELAY_BODY_STATIC, motion_shape_add(s, field), motion_at(-half, -half, 0.0));
}

void motion_build_terrain(motion_scene* s)
{
    enum { ROW = 10 };
    add_terrain(s);
    s->floor = -2.1;
    for (int i = 0; i < s->n; i++) {
        double x = motion_draw_between(s, 0.3, 0.8), y = motion_draw_between(s, 0.3, 0.8);
        int box = motion_shape_box(s, v3(x, y, motion_draw_between(s, 0.3, 0.8)));
        belay_pose pose = {grid_place(s, i, ROW, 1.0, 3.5, 1.0, 0.05), motion_draw_rotation(s)};
        motion_body_add(s, BELAY_BODY_DYNAMIC, box, pose);
    }
}
