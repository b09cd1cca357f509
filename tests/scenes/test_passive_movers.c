// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Boxes met by a kinematic bar at 1/60 s. With restitution 0 the point that is touched leaves with the bar's own speed
// there, so nothing gets much faster than the bar's ends; and what is jammed between two things that do not yield is
// not possible, but stays bounded.

#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <math.h>

#define H (1.0 / 60.0)
#define DENSITY 250.0 // kg/m^3

static const belay_vec3 box_size = {0.3, 0.24, 0.26}; // m

static belay_body_id add_bar(belay_world* world, belay_vec3 size, double height, double mu)
{
    scene_solid bar = scene_box(size, v3(0.0, 0.0, height));
    bar.type = BELAY_BODY_KINEMATIC;
    bar.material = scene_rough(mu);
    return scene_add_solid(world, &bar);
}

static belay_body_id add_box(belay_world* world, belay_vec3 at, double mu)
{
    scene_solid box = scene_box(box_size, at);
    box.mass = DENSITY * box_size.x * box_size.y * box_size.z;
    box.material = scene_rough(mu);
    return scene_add_solid(world, &box);
}

// The fastest of the boxes now; infinite when one is not finite.
static double fastest_of(const belay_world* world, const belay_body_id* boxes, int count)
{
    double most = 0.0;
    for (int i = 0; i < count; i++) {
        double speed = v3_length(scene_state(world, boxes[i]).linear_velocity);
        most = isfinite(speed) ? fmax(most, speed) : HUGE_VAL;
    }
    return most;
}

// One step with the bar turning, in rad/s.
static void turn_on(belay_world* world, belay_body_id bar, double turning)
{
    scene_set_velocity(world, bar, v3_zero(), v3(0.0, 0.0, turning));
    scene_steps(world, 1);
}

// Nine boxes in a row on the floor. A box that is struck off its middle turns as well, and may be struck again by its
// neighbour: steps of 1/240 and 1/1000 s give 1.28 times the speed of the bar's ends.
Test(passive_movers, a_bar_sweeps_boxes_aside)
{
    enum { BOXES = 9 };
    const double turning = 8.0, length = 10.8, mu = 0.17;
    belay_world* world = scene_sleepless_world(H);
    belay_body_id boxes[BOXES], bar = add_bar(world, v3(length, 0.4, 1.0), 0.6, mu);
    scene_solid floor = scene_box(v3(100.0, 100.0, 2.0), v3(0.0, 0.0, -1.0));
    floor.type = BELAY_BODY_STATIC;
    floor.material = scene_rough(mu);
    scene_add_solid(world, &floor);
    for (int i = 0; i < BOXES; i++)
        boxes[i] = add_box(world, v3(1.0 + 0.5 * i, 0.8, 0.15), mu);
    double end = 0.5 * turning * length, fastest = 0.0;
    for (int i = 0; i < 120 && fastest < 1e9; i++) {
        turn_on(world, bar, turning);
        fastest = fmax(fastest, fastest_of(world, boxes, BOXES));
    }
    cr_expect_lt(fastest, 1.5 * end, "%g m/s, the bar's ends %g", fastest, end);
    cr_expect_gt(fastest, 0.5 * end, "none was struck: %g m/s", fastest);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// A pen full of boxes, stirred
// ---------------------------------------------------------------------------------------------------------------------

enum { PEN_BOXES = 200, PEN_WALLS = 24, PEN_STEPS = 90 };
#define PEN_HEIGHT 3.0 // m, of the walls
#define TURNING 5.0    // rad/s

static void add_pen(belay_world* world, double radius)
{
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(0.3));
    for (int i = 0; i < PEN_WALLS; i++) {
        double angle = 2.0 * SCENE_PI * i / PEN_WALLS, out = radius + 0.25;
        belay_vec3 size = v3(0.5, 2.2 * radius * tan(SCENE_PI / PEN_WALLS), PEN_HEIGHT);
        scene_solid wall = scene_box(size, v3(out * cos(angle), out * sin(angle), 0.5 * PEN_HEIGHT));
        wall.type = BELAY_BODY_STATIC;
        wall.material = scene_rough(0.1);
        wall.pose.rotation = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), angle);
        scene_add_solid(world, &wall);
    }
}

// In layers of a grid above the bar.
static void add_boxes(belay_world* world, double radius, belay_body_id boxes[PEN_BOXES])
{
    int made = 0, side = (int)(4.0 * radius);
    for (int place = 0; made < PEN_BOXES; place++) {
        belay_vec3 at = v3(0.5 * (place % side - side / 2), 0.5 * (place / side % side - side / 2),
                           1.4 + 0.4 * (place / (side * side)));
        if (hypot(at.x, at.y) < radius - 0.4) boxes[made++] = add_box(world, at, 0.1);
    }
}

// Those that are below the floor, or beyond a wall without having gone over it.
static int lost_of(const belay_world* world, const belay_body_id boxes[PEN_BOXES], double radius)
{
    int lost = 0;
    for (int i = 0; i < PEN_BOXES; i++) {
        belay_vec3 p = scene_state(world, boxes[i]).pose.position;
        lost += !(p.z > -0.1 && (hypot(p.x, p.y) < radius + 0.5 || p.z > PEN_HEIGHT));
    }
    return lost;
}

// Right: the speed of the bar's ends and that of the fall, 2.5 m. Three times their sum is allowed, and two boxes that
// hop over the wall.
//
// In the narrow pen boxes are jammed between the bar and the wall, which both do not yield: no impulses obey the law there,
// and what squeezes out is fast. It has to stay bounded: 50 times the sum are allowed, 16 are measured.
static void stir(double radius, double reach, double allowed)
{
    belay_body_id boxes[PEN_BOXES];
    belay_world* world = scene_sleepless_world(H);
    add_pen(world, radius);
    belay_body_id bar = add_bar(world, v3(2.0 * reach, 0.4, 1.2), 0.5, 0.1);
    add_boxes(world, radius, boxes);
    double fastest = 0.0, right = TURNING * reach + sqrt(2.0 * SCENE_G * 2.5);
    for (int i = 0; i < PEN_STEPS && fastest < 1e9; i++) {
        turn_on(world, bar, TURNING);
        fastest = fmax(fastest, fastest_of(world, boxes, PEN_BOXES));
    }
    cr_expect_lt(fastest, allowed * right, "%g m/s, %g of the bar and the fall", fastest, right);
    cr_expect_leq(lost_of(world, boxes, radius), 2);
    belay_world_destroy(world);
}

// 0.6 m between the bar's ends and the wall, more than a box's diagonal.
Test(passive_movers, a_bar_stirs_a_wide_pen)
{
    stir(6.0, 5.4, 3.0);
}

// 0.3 m: boxes get jammed there.
Test(passive_movers, a_bar_stirs_a_narrow_pen)
{
    stir(3.0, 2.7, 50.0);
}
