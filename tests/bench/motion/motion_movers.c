// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Things that are moved by others which nothing stops: drums, a bar, and trees that tip over.

#include "motion/motion.h"
#include "scenes/vec.h"

#define DRUM_SPIN (25.0 * SCENE_PI / 180.0) // rad/s

static belay_pose turned(double x, double y, double z, belay_vec3 axis, double angle)
{
    return (belay_pose){v3(x, y, z), belay_quat_from_axis_angle(axis, angle)};
}

// The smallest whole number whose cube is no less than n.
static int cube_row(int n)
{
    int row = 1;
    while (row * row * row < n)
        row++;
    return row;
}

// n cubes of that side in a cube of rows about the origin.
static void add_cubes(motion_scene* s, double side, double pitch)
{
    const int row = cube_row(s->n);
    const double middle = 0.5 * (row - 1);
    int cube = motion_shape_box(s, v3(side, side, side));
    for (int i = 0; i < s->n; i++) {
        belay_pose pose =
            motion_at(pitch * (i % row - middle), pitch * (i / row % row - middle), pitch * (i / (row * row) - middle));
        motion_body_add(s, BELAY_BODY_DYNAMIC, cube, pose);
    }
}

void motion_build_tumbler(motion_scene* s)
{
    const double half = 3.2, thick = 0.4, out = half + 0.5 * thick, width = 2.0 * (half + thick);
    int across = motion_shape_box(s, v3(thick, width, width)), along = motion_shape_box(s, v3(width, thick, width));
    int flat = motion_shape_box(s, v3(width, width, thick));
    int drum = motion_body_add(s, BELAY_BODY_KINEMATIC, across, belay_pose_identity());
    s->parts[s->bodies[drum].first_part].pose = motion_at(out, 0.0, 0.0);
    motion_part_add(s, across, motion_at(-out, 0.0, 0.0));
    motion_part_add(s, along, motion_at(0.0, out, 0.0));
    motion_part_add(s, along, motion_at(0.0, -out, 0.0));
    motion_part_add(s, flat, motion_at(0.0, 0.0, out));
    motion_part_add(s, flat, motion_at(0.0, 0.0, -out));
    s->bodies[drum].angular_velocity = v3(0.0, DRUM_SPIN, 0.0);
    s->floor = -half * sqrt(2.0);
    add_cubes(s, 0.25, 0.3);
}

// A segment of the ring as a hull: from `inner` to `outer`, a little wider than its share so that none is between two.
static int add_ring_segment(motion_scene* s, int count, double inner, double outer, double length)
{
    const double half = 1.01 * SCENE_PI / count;
    belay_vec3 points[8];
    for (int i = 0; i < 8; i++) {
        double r = (i & 1 ? outer : inner) / cos(half), angle = i & 2 ? half : -half;
        points[i] = v3(r * cos(angle), (i & 4 ? 0.5 : -0.5) * length, r * sin(angle));
    }
    return motion_shape_hull(s, points, 8);
}

// A ring about the y axis between two walls that stand still.
void motion_build_washer(motion_scene* s)
{
    enum { SEGMENTS = 36, VANES = 4 };
    const double side = 0.4, pitch = 0.44, row = pitch * cube_row(s->n), inner = 0.8 * row, length = row + 0.2;
    const belay_vec3 axis = v3(0.0, -1.0, 0.0); // turns x towards z
    int segment = add_ring_segment(s, SEGMENTS, inner, inner + 0.5, length);
    int vane = motion_shape_box(s, v3(0.25 * inner, length, 0.1));
    int ring = motion_body_add(s, BELAY_BODY_KINEMATIC, segment, belay_pose_identity());
    for (int i = 1; i < SEGMENTS; i++)
        motion_part_add(s, segment, turned(0.0, 0.0, 0.0, axis, 2.0 * SCENE_PI * i / SEGMENTS));
    for (int i = 0; i < VANES; i++) {
        double angle = 2.0 * SCENE_PI * (i + 0.5) / VANES, r = 0.875 * inner;
        motion_part_add(s, vane, turned(r * cos(angle), 0.0, r * sin(angle), axis, angle));
    }
    s->bodies[ring].angular_velocity = v3(0.0, DRUM_SPIN, 0.0);
    int wall = motion_shape_box(s, v3(3.0 * inner, 1.0, 3.0 * inner));
    motion_body_add(s, BELAY_BODY_STATIC, wall, motion_at(0.0, 0.5 * (length + 1.0), 0.0));
    motion_body_add(s, BELAY_BODY_STATIC, wall, motion_at(0.0, -0.5 * (length + 1.0), 0.0));
    s->floor = -inner;
    add_cubes(s, side, pitch);
}

// ---------------------------------------------------------------------------------------------------------------------
// The spinner
// ---------------------------------------------------------------------------------------------------------------------

static void add_round_pen(motion_scene* s, double radius, int count, double height)
{
    const double thick = 0.5, r = radius + 0.5 * thick;
    int wall = motion_shape_box(s, v3(thick, 2.2 * r * tan(SCENE_PI / count), height));
    for (int i = 0; i < count; i++) {
        double angle = 2.0 * SCENE_PI * i / count;
        belay_pose pose = turned(r * cos(angle), r * sin(angle), 0.5 * height, v3(0.0, 0.0, 1.0), angle);
        motion_body_add(s, BELAY_BODY_STATIC, wall, pose);
    }
}

static int add_toy(motion_scene* s, int kind)
{
    double size = motion_draw_between(s, 0.2, 0.3);
    if (kind == 0) return motion_shape_box(s, v3(size, size, size));
    if (kind == 1) return motion_shape_sphere(s, 0.5 * size);
    return motion_shape_capsule(s, 0.5 * size, 0.25 * size);
}

void motion_build_spinner(motion_scene* s)
{
    enum { ROW = 22 };
    const double pitch = 0.45;
    s->mu = 0.1;
    motion_floor_add(s, 20.0);
    add_round_pen(s, 6.0, 24, 8.0);
    int bar =
        motion_body_add(s, BELAY_BODY_KINEMATIC, motion_shape_box(s, v3(10.8, 0.4, 1.0)), motion_at(0.0, 0.0, 0.51));
    s->bodies[bar].angular_velocity = v3(0.0, 0.0, 5.0);
    for (int place = 0, made = 0; made < s->n; place++) {
        double x = pitch * (place % ROW - 0.5 * (ROW - 1)), y = pitch * (place / ROW % ROW - 0.5 * (ROW - 1));
        if (hypot(x, y) > 5.0) continue;
        int body = motion_body_add(s, BELAY_BODY_DYNAMIC, add_toy(s, made % 3),
                                   motion_at(x, y, 1.5 + pitch * (place / (ROW * ROW))));
        s->bodies[body].density = 250.0;
        made++;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Junkyard and trees
// ---------------------------------------------------------------------------------------------------------------------

#define DRUM_PATH 25.0                           // m, its radius
#define DRUM_PATH_SPEED (6.0 * SCENE_PI / 180.0) // rad/s

// The drum is body 0.
static void push_drum(motion_run* run)
{
    double angle = DRUM_PATH_SPEED * MOTION_H * (run->step + 0.5), speed = DRUM_PATH * DRUM_PATH_SPEED;
    run->calls->set_velocity(run->world, 0, v3(-speed * sin(angle), speed * cos(angle), 0.0), v3(0.0, 0.0, 0.0));
}

void motion_build_junkyard(motion_scene* s)
{
    enum { ROW = 21 };
    const double pitch = 4.5;
    int drum =
        motion_body_add(s, BELAY_BODY_KINEMATIC, motion_shape_prism(s, 16, 6.0, 4.0), motion_at(DRUM_PATH, 0.0, 3.05));
    s->bodies[drum].linear_velocity = v3(0.0, DRUM_PATH * DRUM_PATH_SPEED, 0.0);
    s->act = push_drum;
    motion_floor_add(s, 110.0);
    motion_pen_add(s, 100.0, 20.0);
    for (int i = 0; i < s->n; i++) {
        int hull = motion_shape_random_hull(s, 20, 1.5);
        double x = pitch * (i % ROW - 0.5 * (ROW - 1)), y = pitch * (i / ROW % ROW - 0.5 * (ROW - 1));
        double low = hypot(x - DRUM_PATH, y) < 6.5 ? 8.0 : 1.6; // above the drum
        belay_pose pose = {v3(x, y, low + 3.1 * (i / (ROW * ROW))), motion_draw_rotation(s)};
        motion_body_add(s, BELAY_BODY_DYNAMIC, hull, pose);
    }
}

static double wave(double x, double y)
{
    return 0.5 * sin(0.5 * x) * sin(0.5 * y);
}

// Six pieces of trunk, each thinner than the one below, and sixteen branches around the upper five.
static void add_tree(motion_scene* s, const int trunk[6], int branch, double x, double y)
{
    belay_vec3 axis = v3(0.0, 0.0, 1.0);
    double heading = motion_draw_between(s, 0.0, 2.0 * SCENE_PI);
    axis = v3(cos(heading), sin(heading), 0.0);
    belay_pose pose = turned(x, y, wave(x, y) + 1.1, axis, 0.15);
    int body = motion_body_add(s, BELAY_BODY_DYNAMIC, trunk[0], pose);
    s->bodies[body].density = 600.0;
    for (int i = 1; i < 6; i++)
        motion_part_add(s, trunk[i], motion_at(0.0, 0.0, 1.0 * i));
    for (int i = 0; i < 16; i++) {
        double turn = 2.4 * i, up = 1.5 + 0.22 * i;
        belay_vec3 across = v3(-sin(turn), cos(turn), 0.0);
        motion_part_add(s, branch, turned(0.7 * cos(turn), 0.7 * sin(turn), up + 0.3, across, radians(65.0)));
    }
    s->bodies[body].angular_velocity = v3_scale(0.4, axis);
}

void motion_build_trees(motion_scene* s)
{
    enum { ROW = 7 };
    const double pitch = 5.0;
    int trunk[6], branch = motion_shape_prism(s, 6, 1.2, 0.06);
    motion_mesh_floor_add(s, 60, 1.0, wave);
    s->floor = -0.5;
    for (int i = 0; i < 6; i++)
        trunk[i] = motion_shape_prism(s, 6, 1.0, 0.3 - 0.04 * i);
    for (int i = 0; i < s->n; i++)
        add_tree(s, trunk, branch, pitch * (i % ROW - 0.5 * (ROW - 1)), pitch * (i / ROW - 0.5 * (ROW - 1)));
}
