// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/level/yard.h"

#include "game/level/land.h"

#include <math.h>

static const double OPENING = 1.4, HEIGHT = 2.6, THICK = 0.3;     // m, of the wall
static const double DOOR_WIDTH = 1.3, DOOR_HEIGHT = 2.15;         // m
static const double DOOR_MASS = 45.0, BOX_MASS = 40.0, BOX = 0.8; // kg, kg, m
static const double MOST_TURN = 1.9, HINGE_FRICTION = 6.0;        // rad; N m, of each hinge

// ------------------------------------------------------------------------------------------------------------------
// The wall and its door
// ------------------------------------------------------------------------------------------------------------------

static void make_wall(maker* m, belay_body_id ground)
{
    double width = 9.0 - 0.5 * OPENING, middle = 0.5 * (9.0 + 0.5 * OPENING);
    for (int i = 0; i < 2; i++) {
        double x = i == 0 ? -1.0 : 1.0;
        make_collider(m, ground, make_box(v3(x * middle, YARD_WALL, 0.5 * HEIGHT), v3(width, THICK, HEIGHT)),
                      LOOK_STONE);
        make_collider(m, ground,
                      make_box(v3(x * (0.5 * OPENING + 0.1), YARD_WALL, 0.5 * HEIGHT + 0.05),
                               v3(0.2, THICK + 0.12, HEIGHT + 0.1)),
                      LOOK_DARK_WOOD);
    }
    make_collider(m, ground, make_box(v3(0.0, YARD_WALL, HEIGHT - 0.15), v3(OPENING, THICK + 0.12, 0.3)),
                  LOOK_DARK_WOOD);
}

// It hangs on the left side, and stays where it is left: hinges have friction, which is a motor to speed 0.
static void hang_door(maker* m, yard* y)
{
    for (int i = 0; i < YARD_HINGES; i++) {
        belay_joint_def def;
        belay_vec3 anchor = v3(-0.5 * DOOR_WIDTH, YARD_WALL, i == 0 ? 0.4 : 1.85), axis = v3(0.0, 0.0, 1.0);
        if (m->status != BELAY_OK || !make_check(m, belay_joint_def_at(m->world, BELAY_JOINT_HINGE, (belay_body_id){0},
                                                                       y->door, anchor, axis, &def)))
            return;
        def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = -MOST_TURN, .max = MOST_TURN};
        def.axis[0].motor = (belay_joint_motor){.is_enabled = true, .max_force = HINGE_FRICTION};
        make_check(m, belay_joint_create(m->world, &def, &y->hinges[i]));
    }
}

static void make_door(maker* m, yard* y)
{
    belay_pose at = make_at(v3(0.0, YARD_WALL, 0.06 + 0.5 * DOOR_HEIGHT));
    y->door = make_solid(m, at, belay_collider_def_box(v3(DOOR_WIDTH, 0.07, DOOR_HEIGHT)), DOOR_MASS, LOOK_WOOD);
    belay_shape bar = {.type = BELAY_SHAPE_BOX};
    bar.box.size = v3(DOOR_WIDTH - 0.1, 0.1, 0.14);
    for (int i = 0; i < 2; i++)
        make_scenery(m, y->door, bar, make_at(v3(0.0, 0.0, i == 0 ? -0.72 : 0.72)), LOOK_DARK_WOOD);
    belay_shape knob = {.type = BELAY_SHAPE_SPHERE};
    knob.sphere.radius = 0.06;
    for (int i = 0; i < 2; i++)
        make_scenery(m, y->door, knob, make_at(v3(0.5, i == 0 ? -0.08 : 0.08, 0.0)), LOOK_METAL);
    hang_door(m, y);
}

// ------------------------------------------------------------------------------------------------------------------
// Boxes, and places to come to
// ------------------------------------------------------------------------------------------------------------------

static void make_boxes(maker* m, yard* y)
{
    double d = 0.5 * BOX, wall = YARD_WALL;
    const belay_vec3 at[YARD_BOXES] = {v3(0.1, wall + 2.6, d), v3(1.9, wall + 4.0, d), v3(2.8, wall + 4.2, d),
                                       v3(2.35, wall + 4.1, 3.0 * d), v3(-2.9, wall + 2.4, d)};
    y->in_the_way = at[0];
    for (int i = 0; i < YARD_BOXES; i++)
        y->boxes[i] = make_solid(m, make_at(at[i]), belay_collider_def_box(v3(BOX, BOX, BOX)), BOX_MASS, LOOK_CRATE);
}

static belay_collider_id make_sensor(maker* m, belay_body_id ground, belay_vec3 center, belay_vec3 size)
{
    belay_collider_def def = make_box(center, size);
    belay_collider_id id = {0};
    def.is_sensor = true;
    if (m->status == BELAY_OK) make_check(m, belay_collider_create(m->world, ground, &def, &id));
    return id;
}

// A frame painted on the road.
static void paint_depot(maker* m, belay_body_id ground)
{
    belay_shape line = {.type = BELAY_SHAPE_BOX};
    for (int i = 0; i < 4; i++) {
        double side = i % 2 == 0 ? -1.0 : 1.0;
        bool is_along = i < 2;
        line.box.size = is_along ? v3(0.12, 6.0, 0.02) : v3(3.4, 0.12, 0.02);
        belay_vec3 at = is_along ? v3(1.64 * side, YARD_DEPOT, 0.03) : v3(0.0, YARD_DEPOT + 2.94 * side, 0.03);
        make_scenery(m, ground, line, make_at(at), LOOK_SIGN);
    }
}

static void make_flag(maker* m, belay_body_id ground)
{
    belay_collider_def pole = belay_collider_def_cylinder(3.0, 0.05);
    pole.pose.position = v3(1.2, YARD_GOAL, 1.5);
    make_collider(m, ground, pole, LOOK_METAL);
    belay_shape cloth = {.type = BELAY_SHAPE_BOX};
    cloth.box.size = v3(0.9, 0.04, 0.6);
    make_scenery(m, ground, cloth, make_at(v3(0.72, YARD_GOAL, 2.65)), LOOK_PAINT);
}

void yard_make(maker* m, yard* y, belay_body_id ground)
{
    make_wall(m, ground);
    make_door(m, y);
    make_boxes(m, y);
    y->depot = make_sensor(m, ground, v3(0.0, YARD_DEPOT, 0.6), v3(3.4, 6.0, 1.2));
    y->goal = make_sensor(m, ground, v3(0.0, YARD_GOAL, 1.0), v3(3.0, 3.0, 2.0));
    paint_depot(m, ground);
    make_flag(m, ground);
}
