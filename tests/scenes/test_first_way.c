// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The first way of a body, from where it is made or what speed it is given to the first contact instant: nothing passes
// there either, and what meets nothing goes as if nothing were looked at.

#include "support/parts.h"

#include <criterion/criterion.h>
#include <string.h>

#define H (1.0 / 60.0)
#define SPEED 60.0              // m/s: half a step is 0.5 m
#define RADIUS 0.02             // of the bullet
#define FRONT (-0.001 - RADIUS) // where a ball touches the plate

static const belay_material elastic = {0.0, 0.5};

static belay_world* make_world(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = H;
    def.gravity = v3_zero();
    def.enable_sleep = false;
    return scene_world_of(&def);
}

// A wall whose front is at x = -0.001.
static void add_wall(belay_world* world, int kind)
{
    const belay_vec3 corners[] = {{-0.001, -0.5, -0.5}, {-0.001, 0.5, -0.5}, {-0.001, 0.5, 0.5}, {-0.001, -0.5, 0.5},
                                  {0.001, -0.5, -0.5},  {0.001, 0.5, -0.5},  {0.001, 0.5, 0.5},  {0.001, -0.5, 0.5}};
    const int32_t triangles[] = {0, 2, 1, 0, 3, 2};
    belay_collider_def defs[] = {belay_collider_def_box(v3(0.002, 1.0, 1.0)), belay_collider_def_hull(corners, 8),
                                 belay_collider_def_mesh(corners, 4, triangles, 2),
                                 belay_collider_def_box(v3(2.0, 1.0, 1.0)),
                                 belay_collider_def_plane(v3(-1.0, 0.0, 0.0), 0.001)};
    belay_collider_def def = defs[kind];
    def.material = elastic;
    part_fixed(world, BELAY_BODY_STATIC, part_at(kind == 3 ? 0.999 : 0.0, 0.0, 0.0), &def);
}

#define WALLS 5

static void set_off(belay_world* world, belay_body_id body, int how)
{
    belay_vec3 v = v3(SPEED, 0.0, 0.0), place = scene_state(world, body).pose.position;
    switch (how) {
    case 0:
        scene_set_velocity(world, body, v, v3_zero());
        return;
    case 1:
        scene_steps(world, 3); // it rests, and is known
        scene_set_velocity(world, body, v, v3_zero());
        return;
    default:
        cr_assert(belay_body_apply_impulse_at(world, body, v3_scale(0.05, v), place) == BELAY_OK);
    }
}

#define WAYS 3

// Set off `gap` before the wall: it comes back with half its speed.
static void check_stopped(int wall, int how, double gap)
{
    belay_world* world = make_world();
    add_wall(world, wall);
    belay_body_id bullet = part_ball(world, v3(FRONT - gap, 0.03, 0.07), RADIUS, 0.05, elastic);
    set_off(world, bullet, how);
    for (int i = 0; i < 3; i++) {
        scene_steps(world, 1);
        cr_assert_lt(scene_state(world, bullet).pose.position.x, FRONT + 1e-4, "wall %d, gap %g, step %d", wall, gap,
                     i);
    }
    belay_vec3 v = scene_state(world, bullet).linear_velocity;
    cr_expect_leq(v3_distance(v, v3(-0.5 * SPEED, 0.0, 0.0)), 1e-6 * SPEED, "wall %d, gap %g: (%g, %g, %g)", wall, gap,
                  v.x, v.y, v.z);
    belay_world_destroy(world);
}

Test(scene_first_way, a_bullet_set_off_before_a_wall_does_not_pass)
{
    for (int wall = 0; wall < WALLS; wall++)
        for (int how = 0; how < WAYS; how++)
            for (int k = 0; k < 12; k++)
                check_stopped(wall, how, 0.5 * SPEED * H * (k + 0.5) / 10.0);
}

Test(scene_first_way, nor_does_one_that_touches_it)
{
    for (int wall = 0; wall < WALLS; wall++)
        check_stopped(wall, 0, 0.0);
}

// A rod end first and a box face first, which turn about their way.
Test(scene_first_way, solids_that_spin_do_not_pass)
{
    belay_collider_def defs[] = {belay_collider_def_capsule(0.1, RADIUS), belay_collider_def_box(v3(0.06, 0.06, 0.14))};
    const double reach = 0.07;
    for (int wall = 0; wall < WALLS; wall++) {
        for (int k = 0; k < 20; k++) {
            belay_world* world = make_world();
            belay_collider_def def = defs[k % 2];
            def.material = elastic;
            add_wall(world, wall);
            belay_pose pose = part_turned(v3(-0.001 - reach - 0.023 * k, 0.1, 0.0), v3(0.0, 1.0, 0.0), 0.5 * SCENE_PI);
            belay_body_id body = part_add(world, BELAY_BODY_DYNAMIC, pose, &def, 0.1);
            scene_set_velocity(world, body, v3(SPEED, 0.0, 0.0), v3(40.0, 0.0, 0.0));
            scene_steps(world, 3);
            belay_body_state s = scene_state(world, body);
            cr_expect_lt(s.pose.position.x, -reach, "wall %d, run %d", wall, k);
            cr_expect_leq(fabs(s.linear_velocity.x + 0.5 * SPEED), 1e-3 * SPEED, "wall %d, run %d: %g m/s", wall, k,
                          s.linear_velocity.x);
            belay_world_destroy(world);
        }
    }
}

// With two colliders, of which the one behind is beside the wall, the first to touch counts.
Test(scene_first_way, the_first_of_several_touches_counts)
{
    belay_world* world = make_world();
    add_wall(world, 0);
    belay_collider_def near = belay_collider_def_box(v3(0.002, 1.0, 1.0));
    near.material = elastic;
    part_fixed(world, BELAY_BODY_STATIC, part_at(-0.2, 0.0, 0.0), &near);
    belay_body_id bullet = part_ball(world, v3(-0.4, 0.0, 0.0), RADIUS, 0.05, elastic);
    scene_set_velocity(world, bullet, v3(SPEED, 0.0, 0.0), v3_zero());
    scene_steps(world, 2);
    cr_expect_lt(scene_state(world, bullet).pose.position.x, -0.2);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// What is none of its business
// ---------------------------------------------------------------------------------------------------------------------

// The course of one ball, set off as given, with a wall or without.
static belay_body_state course(int wall, belay_vec3 place, belay_vec3 v, bool is_continuous)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = H;
    def.enable_continuous = is_continuous;
    belay_world* world = scene_world_of(&def);
    if (wall >= 0) add_wall(world, wall);
    belay_body_id ball = part_ball(world, place, RADIUS, 0.05, elastic);
    scene_set_velocity(world, ball, v, v3(1.0, 2.0, 3.0));
    scene_steps(world, 2);
    belay_body_state s = scene_state(world, ball);
    belay_world_destroy(world);
    return s;
}

static void check_same(belay_body_state a, belay_body_state b)
{
    cr_expect(scene_is_same_pose(a.pose, b.pose));
    cr_expect(scene_is_same_vector(a.linear_velocity, b.linear_velocity));
    cr_expect(scene_is_same_vector(a.angular_velocity, b.angular_velocity));
}

Test(scene_first_way, what_flies_past_goes_as_if_nothing_were_there)
{
    belay_body_state free_flight = course(-1, v3(-0.2, 0.55, 0.0), v3(SPEED, 0.0, 0.0), true);
    for (int wall = 0; wall < 4; wall++)
        check_same(course(wall, v3(-0.2, 0.55, 0.0), v3(SPEED, 0.0, 0.0), true), free_flight);
}

Test(scene_first_way, what_goes_away_or_along_is_let_go)
{
    const belay_vec3 ways[] = {{-SPEED, 0.0, 0.0}, {0.0, 12.0, 0.0}, {-1.0, 8.0, -8.0}};
    for (int wall = 0; wall < WALLS; wall++)
        for (int i = 0; i < 3; i++)
            check_same(course(wall, v3(FRONT, 0.0, 0.0), ways[i], true),
                       course(wall, v3(FRONT, 0.0, 0.0), ways[i], false));
}

// Little ways into things are dealt with as ever: a game that sets a figure's speed in every step sees no difference.
Test(scene_first_way, slow_ones_are_not_looked_at)
{
    const belay_vec3 v = {0.5, 0.0, 0.0}; // half a step is 4 mm
    for (int wall = 0; wall < WALLS; wall++)
        check_same(course(wall, v3(FRONT - 0.001, 0.0, 0.0), v, true),
                   course(wall, v3(FRONT - 0.001, 0.0, 0.0), v, false));
}

// Once set off, a body is not fresh: nobody asks any more, and the same bits come whoever looked.
Test(scene_first_way, is_only_looked_at_once)
{
    belay_world* world = make_world();
    add_wall(world, 0);
    belay_body_id bullet = part_ball(world, v3(-5.0, 0.0, 0.0), RADIUS, 0.05, elastic);
    scene_set_velocity(world, bullet, v3(SPEED, 0.0, 0.0), v3_zero());
    scene_steps(world, 1);
    belay_body_state s = scene_state(world, bullet);
    uint64_t hash = belay_world_hash(world);
    cr_assert(belay_body_set_velocity(world, bullet, s.linear_velocity, s.angular_velocity) == BELAY_OK);
    cr_expect_eq(belay_world_hash(world), hash, "the same again is nothing new");
    belay_world_destroy(world);
}
