// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Things that stand, or stood.

#include "motion/motion.h"
#include "motion/motion_rigid.h"

#include <belay/vec.h>

void motion_build_wall(motion_scene* s)
{
    motion_take_rigid(s, rigid_scene_wall(MOTION_H));
}

void motion_build_column(motion_scene* s)
{
    motion_take_rigid(s, rigid_scene_column_of(MOTION_H, 0.0, 0.0, s->n));
}

void motion_build_column_jittered(motion_scene* s)
{
    motion_take_rigid(s, rigid_scene_column_of(MOTION_H, 0.005, 0.0, s->n));
}

void motion_build_column_leaning(motion_scene* s)
{
    motion_take_rigid(s, rigid_scene_column_of(MOTION_H, 0.0, 0.025, s->n));
}

// Rows of cubes of 1 m side by side in the xz plane, each row one shorter than the one below.
static void add_pyramid(motion_scene* s, int cube, int rows, double x, double y, double density)
{
    for (int row = 0; row < rows; row++) {
        for (int i = 0; i < rows - row; i++) {
            double at = x + i - 0.5 * (rows - row - 1);
            int body = motion_body_add(s, BELAY_BODY_DYNAMIC, cube, motion_at(at, y, row + 0.5));
            s->bodies[body].density = density;
        }
    }
}

void motion_build_large_pyramid(motion_scene* s)
{
    s->mu = 0.6;
    motion_floor_add(s, 400.0);
    add_pyramid(s, motion_shape_box(s, v3(1.0, 1.0, 1.0)), s->n, 0.0, 0.0, 100.0);
}

void motion_build_many_pyramids(motion_scene* s)
{
    enum { ROWS = 10 };
    const double apart = ROWS + 2.0, deep = 3.0;
    s->mu = 0.6;
    motion_floor_add(s, 400.0);
    int cube = motion_shape_box(s, v3(1.0, 1.0, 1.0));
    for (int i = 0; i < s->n * s->n; i++)
        add_pyramid(s, cube, ROWS, apart * (i % s->n - 0.5 * (s->n - 1)), deep * (i / s->n - 0.5 * (s->n - 1)), 100.0);
}
