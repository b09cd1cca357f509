// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes of joints: dolls, a bridge, a net of balls.

#include "motion/motion.h"
#include "scenes/vec.h"

// ---------------------------------------------------------------------------------------------------------------------
// The bridge
// ---------------------------------------------------------------------------------------------------------------------

// The catenary of span 2 t a whose sag is 13 per cent of it: (cosh t - 1) / (2 t) = 0.13.
static double find_catenary(void)
{
    double low = 0.1, high = 1.0;
    for (int i = 0; i < 60; i++) {
        double t = 0.5 * (low + high);
        if ((cosh(t) - 1.0) / (2.0 * t) < 0.13)
            low = t;
        else
            high = t;
    }
    return low;
}

// The node at that share of the length, from -1/2 to 1/2.
static belay_vec3 find_node(double length, double share)
{
    double t = find_catenary(), a = length / (2.0 * sinh(t)), x = a * asinh(share * length / a);
    return v3(x, 0.0, a * (cosh(x / a) - cosh(t)) + 10.0);
}

static void add_planks(motion_scene* s)
{
    const double pitch = 0.4, length = pitch * s->n;
    int plank = motion_shape_box(s, v3(0.38, 1.2, 0.06)), first = s->body_count;
    for (int i = 0; i < s->n; i++) {
        belay_vec3 from = find_node(length, (double)i / s->n - 0.5), to = find_node(length, (i + 1.0) / s->n - 0.5);
        double slope = atan2(to.z - from.z, to.x - from.x);
        belay_pose pose = {v3_scale(0.5, v3_add(from, to)), belay_quat_from_axis_angle(v3(0.0, -1.0, 0.0), slope)};
        int body = motion_body_add(s, BELAY_BODY_DYNAMIC, plank, pose);
        motion_joint_add(s, BELAY_JOINT_HINGE, body, i == 0 ? -1 : body - 1, from, v3(0.0, 1.0, 0.0));
    }
    belay_vec3 end = find_node(length, 0.5);
    motion_joint_add(s, BELAY_JOINT_HINGE, first + s->n - 1, -1, end, v3(0.0, 1.0, 0.0));
}

void motion_build_bridge(motion_scene* s)
{
    enum { CUBES = 20 };
    const double length = 0.4 * s->n;
    add_planks(s);
    s->floor = find_node(length, 0.0).z - 2.0;
    int cube = motion_shape_box(s, v3(0.5, 0.5, 0.5));
    for (int i = 0; i < CUBES; i++) {
        belay_vec3 below = find_node(length, 0.8 * ((i + 0.5) / CUBES - 0.5));
        motion_body_add(s, BELAY_BODY_DYNAMIC, cube, motion_at(below.x, 0.0, below.z + 1.25));
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Dolls
// ---------------------------------------------------------------------------------------------------------------------

// Sixteen steps 0.3 m deep and 0.2 m high down along x, with a floor at their foot. The dolls fall onto the upper half.
void motion_build_stairs(motion_scene* s)
{
    enum { STEPS = 16 };
    const double deep = 0.3, high = 0.2, wide = 12.0;
    motion_floor_add(s, 40.0);
    for (int i = 0; i < STEPS; i++) {
        double top = high * (STEPS - i);
        int step = motion_shape_box(s, v3(deep, wide, top));
        motion_body_add(s, BELAY_BODY_STATIC, step, motion_at(deep * (i - STEPS), 0.0, 0.5 * top));
    }
    for (int i = 0; i < s->n; i++) {
        double x = deep * (2 + i % 5 - STEPS), y = 1.1 * (i % s->n - 0.5 * (s->n - 1));
        int first = motion_doll_add(s, v3(x, y, high * STEPS + 0.5), motion_draw_between(s, -0.5, 0.5), -1 - i);
        for (int k = first; k < first + MOTION_DOLL_BODIES; k++)
            s->bodies[k].linear_velocity = v3(1.0, 0.0, 0.0);
    }
}

enum { RAIN_EVERY = 48, RAIN_DOLLS = 3 };

// Every 48 steps each plot of the next column gets its next doll, or its oldest one anew.
static void rain(motion_run* run)
{
    const motion_scene* s = run->scene;
    if (run->step % RAIN_EVERY != 0) return;
    int turn = run->step / RAIN_EVERY, column = turn % s->n, which = turn / s->n % RAIN_DOLLS;
    for (int row = 0; row < s->n; row++) {
        int doll = RAIN_DOLLS * (column * s->n + row) + which, first = s->first_late + MOTION_DOLL_BODIES * doll;
        if (run->is_there[first]) motion_run_remove(run, first, MOTION_DOLL_BODIES);
        motion_run_make(run, first, MOTION_DOLL_BODIES, s->first_joint + MOTION_DOLL_JOINTS * doll, MOTION_DOLL_JOINTS);
    }
}

void motion_build_rain(motion_scene* s)
{
    const double pitch = 4.0;
    int torus = motion_shape_torus(s, 1.0, 0.4), cells = (int)(pitch * s->n) + 4;
    motion_mesh_floor_add(s, cells, 1.0, NULL);
    for (int i = 0; i < s->n * s->n; i++) {
        double x = pitch * (i / s->n - 0.5 * (s->n - 1)), y = pitch * (i % s->n - 0.5 * (s->n - 1));
        motion_body_add(s, BELAY_BODY_STATIC, torus, motion_at(x, y, 0.4));
    }
    s->first_late = s->body_count;
    s->first_joint = s->joint_count;
    s->late_count = MOTION_DOLL_BODIES * RAIN_DOLLS * s->n * s->n;
    for (int i = 0; i < RAIN_DOLLS * s->n * s->n; i++) {
        int plot = i / RAIN_DOLLS;
        double x = pitch * (plot / s->n - 0.5 * (s->n - 1)), y = pitch * (plot % s->n - 0.5 * (s->n - 1));
        motion_doll_add(s, v3(x, y, 20.0), motion_draw_between(s, -SCENE_PI, SCENE_PI), -1 - i);
    }
    for (int i = s->first_late; i < s->body_count; i++)
        s->bodies[i].is_late = true;
    s->act = rain;
}

// ---------------------------------------------------------------------------------------------------------------------
// The net
// ---------------------------------------------------------------------------------------------------------------------

// Balls in a plane, 1 m apart, joined halfway to the neighbours above and to the left; the top row stands still.
void motion_build_joint_grid(motion_scene* s)
{
    int ball = motion_shape_sphere(s, 0.4), n = s->n;
    s->floor = -2.0 * n;
    for (int i = 0; i < n * n; i++) {
        int row = i / n, column = i % n;
        belay_body_type type = row == 0 ? BELAY_BODY_STATIC : BELAY_BODY_DYNAMIC;
        int body = motion_body_add(s, type, ball, motion_at(column, 0.0, -row));
        if (row == 0) continue;
        motion_joint_add(s, BELAY_JOINT_BALL, body, body - n, v3(column, 0.0, 0.5 - row), v3(1.0, 0.0, 0.0));
        if (column > 0)
            motion_joint_add(s, BELAY_JOINT_BALL, body, body - 1, v3(column - 0.5, 0.0, -row), v3(1.0, 0.0, 0.0));
    }
}
