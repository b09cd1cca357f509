// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What holds for all queries of a world: filters, changes, history, bad input, memory, and that nothing is changed.

#include "support/chance.h"
#include "support/scene.h"
#include "support/shapes/query_stand.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Who is seen
// ---------------------------------------------------------------------------------------------------------------------

static int count_hits(belay_world* world, const belay_query_filter* filter)
{
    int count, boxes, shapes;
    belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, 0.1}};
    cr_assert(belay_world_cast_ray_all(world, v3(0.0, 0.0, 2.0), v3(0.0, 0.0, -4.0), filter, NULL, 0, &count) ==
              BELAY_OK);
    cr_assert(belay_world_overlap_box(world, v3_zero(), v3_zero(), filter, NULL, 0, &boxes) == BELAY_OK);
    cr_assert(belay_world_overlap_shape(world, &ball, belay_pose_identity(), filter, NULL, 0, &shapes) == BELAY_OK);
    cr_assert(boxes == count && shapes == count);
    return count;
}

Test(world_query, filters)
{
    belay_world* world = scene_world(0.01);
    belay_collider_def def = belay_collider_def_sphere(0.5);
    belay_body_id first = stand_add_body(world, belay_pose_identity());
    stand_add_collider(world, first, &def);
    def.filter = (belay_filter){2u, UINT32_MAX, 0};
    stand_add_collider(world, stand_add_body(world, belay_pose_identity()), &def);
    def.filter = (belay_filter){1u, 4u, 5};
    stand_add_collider(world, stand_add_body(world, belay_pose_identity()), &def);
    def.filter = belay_filter_default();
    def.is_sensor = true;
    stand_add_collider(world, stand_add_body(world, belay_pose_identity()), &def);

    belay_query_filter f = belay_query_filter_default();
    cr_assert_eq(count_hits(world, NULL), 2);
    cr_assert_eq(count_hits(world, &f), 2);
    f.sees_sensors = true;
    cr_assert_eq(count_hits(world, &f), 3);
    f.ignored = first;
    cr_assert_eq(count_hits(world, &f), 2);
    f = belay_query_filter_default();
    f.filter.mask = 2u;
    cr_assert_eq(count_hits(world, &f), 1);
    f.filter = (belay_filter){4u, UINT32_MAX, 0};
    cr_assert_eq(count_hits(world, &f), 3);
    f.filter.group = -5;
    cr_assert_eq(count_hits(world, &f), 3);
    f.filter = (belay_filter){8u, 8u, 5};
    cr_assert_eq(count_hits(world, &f), 1);
    belay_world_destroy(world);
}

Test(world_query, changes_are_seen_without_a_step)
{
    belay_world* world = scene_world(0.01);
    belay_collider_def def = belay_collider_def_sphere(0.5);
    cr_assert_eq(count_hits(world, NULL), 0);
    belay_body_id body = stand_add_body(world, belay_pose_identity());
    belay_collider_id collider = stand_add_collider(world, body, &def);
    cr_assert_eq(count_hits(world, NULL), 1);
    belay_pose away = belay_pose_identity();
    away.position = v3(3.0, 0.0, 0.0);
    cr_assert(belay_body_set_pose(world, body, away) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 0);
    cr_assert(belay_body_set_pose(world, body, belay_pose_identity()) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 1);
    cr_assert(belay_collider_destroy(world, collider) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 0);
    stand_add_collider(world, body, &def);
    cr_assert_eq(count_hits(world, NULL), 1);
    cr_assert(belay_body_destroy(world, body) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 0);
    belay_world_destroy(world);
}

Test(world_query, steps_and_restores_are_seen)
{
    static unsigned char bytes[1 << 16];
    belay_world* world = scene_world(0.01);
    scene_ball ball = scene_ball_default();
    size_t size;
    ball.radius = 0.5;
    ball.linear = v3(100.0, 0.0, 0.0);
    scene_add_ball(world, &ball);
    cr_assert(belay_world_snapshot(world, bytes, sizeof bytes, &size) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 1);
    scene_steps(world, 2);
    cr_assert_eq(count_hits(world, NULL), 0);
    cr_assert(belay_world_restore(world, bytes, size) == BELAY_OK);
    cr_assert_eq(count_hits(world, NULL), 1);
    belay_world_destroy(world);
}

// Asks both worlds the same; they must answer the same, of handles and numbers alike.
static void check_same_answers(belay_world* a, belay_world* b, uint64_t* lot)
{
    for (int i = 0; i < 10; i++) {
        belay_vec3 origin = chance_vector(lot, 6.0), way = chance_vector(lot, 12.0);
        belay_vec3 upper = v3_add(origin, v3(3.0, 2.0, 1.0));
        belay_ray_hit hits[2][8];
        belay_collider_id found[2][8];
        int counts[2], boxes[2];
        belay_world* worlds[2] = {a, b};
        memset(hits, 0, sizeof hits);
        memset(found, 0, sizeof found);
        for (int k = 0; k < 2; k++) {
            cr_assert(belay_world_cast_ray_all(worlds[k], origin, way, NULL, hits[k], 8, &counts[k]) == BELAY_OK);
            cr_assert(belay_world_overlap_box(worlds[k], origin, upper, NULL, found[k], 8, &boxes[k]) == BELAY_OK);
        }
        cr_assert(counts[0] == counts[1] && boxes[0] == boxes[1]);
        cr_assert_arr_eq(hits[0], hits[1], sizeof hits[0]);
        cr_assert_arr_eq(found[0], found[1], sizeof found[0]);
    }
}

// Through adding, moving, removing and going back in time a world answers as one does that knows its present alone.
Test(world_query, answers_do_not_depend_on_the_history)
{
    static unsigned char now[1 << 18], past[1 << 18];
    uint64_t lot = 9;
    size_t size, past_size;
    belay_world *world = scene_world(0.01), *fresh = NULL;
    belay_body_id bodies[60] = {{0}};
    cr_assert(belay_world_snapshot(world, past, sizeof past, &past_size) == BELAY_OK);
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < 60; i++) {
            double what = chance_next(&lot);
            if (bodies[i].value == 0 && what < 0.3) {
                belay_shape_type type = (belay_shape_type)(chance_next(&lot) * BELAY_SHAPE_TYPE_COUNT);
                belay_collider_def def = stand_shape(type);
                bodies[i] = stand_add_body(world, stand_random_pose(&lot, 5.0));
                stand_add_collider(world, bodies[i], &def);
            } else if (bodies[i].value != 0 && what < 0.05) {
                cr_assert(belay_body_destroy(world, bodies[i]) == BELAY_OK);
                bodies[i].value = 0;
            } else if (bodies[i].value != 0 && what < 0.3) {
                cr_assert(belay_body_set_pose(world, bodies[i], stand_random_pose(&lot, 5.0)) == BELAY_OK);
            }
        }
        fresh = scene_world(0.01);
        cr_assert(belay_world_snapshot(world, now, sizeof now, &size) == BELAY_OK);
        cr_assert(belay_world_restore(fresh, now, size) == BELAY_OK);
        check_same_answers(world, fresh, &lot);
        belay_world_destroy(fresh);
        if (round % 7 != 6) continue;
        // from here the same handles come to mean other colliders
        cr_assert(belay_world_restore(world, past, past_size) == BELAY_OK);
        memset(bodies, 0, sizeof bodies);
    }
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input, and nothing else changed
// ---------------------------------------------------------------------------------------------------------------------

Test(world_query, refuses_bad_input)
{
    belay_world* world = scene_world(0.01);
    belay_collider_def def = belay_collider_def_sphere(0.5);
    belay_body_id body = stand_add_body(world, belay_pose_identity());
    belay_collider_id collider = stand_add_collider(world, body, &def), found, none = {0}, wrong = {body.value};
    belay_shape ball = def.shape, plane = belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0).shape, flat = ball;
    belay_shape sheet = belay_collider_def_hull(stand_cube_corners, 4).shape;
    belay_pose here = belay_pose_identity(), nowhere = here;
    belay_vec3 up = v3(0.0, 0.0, 1.0), bad = v3(0.0, NAN, 0.0), point;
    belay_ray_hit hit;
    bool is_hit;
    int count;
    double distance;
    flat.sphere.radius = 0.0;
    nowhere.rotation.w = 2.0;
    cr_assert(belay_world_cast_ray(NULL, up, up, NULL, &hit, &is_hit) == BELAY_ERROR_HANDLE);
    cr_assert(belay_world_cast_ray(world, bad, up, NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray(world, up, bad, NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray(world, up, v3_zero(), NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray(world, up, up, NULL, NULL, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray(world, up, up, NULL, &hit, NULL) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray_all(world, up, up, NULL, &hit, -1, &count) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray_all(world, up, up, NULL, NULL, 1, &count) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_ray_all(world, up, up, NULL, &hit, 1, NULL) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_shape(world, NULL, here, up, NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_shape(world, &plane, here, up, NULL, &hit, &is_hit) == BELAY_ERROR_SHAPE);
    cr_assert(belay_world_cast_shape(world, &flat, here, up, NULL, &hit, &is_hit) == BELAY_ERROR_SHAPE);
    cr_assert(belay_world_cast_shape(world, &sheet, here, up, NULL, &hit, &is_hit) == BELAY_ERROR_SHAPE);
    cr_assert(belay_world_cast_shape(world, &ball, nowhere, up, NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_cast_shape(world, &ball, here, bad, NULL, &hit, &is_hit) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_overlap_shape(world, &plane, here, NULL, &found, 1, &count) == BELAY_ERROR_SHAPE);
    cr_assert(belay_world_overlap_shape(world, &ball, here, NULL, NULL, 1, &count) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_overlap_box(world, up, v3_zero(), NULL, &found, 1, &count) == BELAY_ERROR_VALUE);
    cr_assert(belay_world_overlap_box(world, bad, up, NULL, &found, 1, &count) == BELAY_ERROR_VALUE);
    cr_assert(belay_collider_closest_point(world, none, up, &point, &distance) == BELAY_ERROR_HANDLE);
    cr_assert(belay_collider_closest_point(world, wrong, up, &point, &distance) == BELAY_ERROR_COMPONENT);
    cr_assert(belay_collider_closest_point(world, collider, bad, &point, &distance) == BELAY_ERROR_VALUE);
    cr_assert(belay_collider_closest_point(world, collider, up, NULL, &distance) == BELAY_ERROR_VALUE);
    cr_assert(belay_collider_get_bounds(world, none, &point, &point) == BELAY_ERROR_HANDLE);
    cr_assert(belay_collider_get_bounds(world, collider, NULL, &point) == BELAY_ERROR_VALUE);
    belay_world_destroy(world);
}

// The first query after colliders came makes room; without memory it says so, and the next one makes up for it.
Test(world_query, memory)
{
    tracking_allocator m = {0};
    belay_world_def world_def = belay_world_def_default();
    world_def.allocator = tracking_allocator_hooks(&m);
    belay_world* world = scene_world_of(&world_def);
    belay_collider_def def = belay_collider_def_sphere(0.5);
    belay_body_id bodies[100];
    for (int i = 0; i < 100; i++) {
        bodies[i] = stand_add_body(world, belay_pose_identity());
        stand_add_collider(world, bodies[i], &def);
    }
    belay_shape hull = belay_collider_def_hull(stand_octahedron, 6).shape;
    belay_pose here = belay_pose_identity();
    int count;
    m.fail_from = 1;
    cr_assert(belay_world_overlap_box(world, v3_zero(), v3_zero(), NULL, NULL, 0, &count) == BELAY_ERROR_MEMORY);
    m.fail_from = 0;
    cr_assert(belay_world_overlap_box(world, v3_zero(), v3_zero(), NULL, NULL, 0, &count) == BELAY_OK && count == 100);
    long calls = m.calls;
    for (int i = 0; i < 20; i++) {
        here.position.x = 0.1 * i;
        cr_assert(belay_body_set_pose(world, bodies[i], here) == BELAY_OK);
        cr_assert(belay_world_overlap_box(world, v3_zero(), v3_zero(), NULL, NULL, 0, &count) == BELAY_OK);
    }
    cr_assert_eq(m.calls, calls);
    m.fail_from = 1;
    cr_assert(belay_world_overlap_shape(world, &hull, here, NULL, NULL, 0, &count) == BELAY_ERROR_MEMORY);
    m.fail_from = 0;
    cr_assert(belay_world_overlap_shape(world, &hull, here, NULL, NULL, 0, &count) == BELAY_OK);
    belay_world_destroy(world);
}

Test(world_query, nothing_of_the_simulation_changes)
{
    belay_world* worlds[2];
    for (int k = 0; k < 2; k++) {
        worlds[k] = scene_world(0.01);
        scene_plane(worlds[k], v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
        for (int i = 0; i < 8; i++) {
            scene_ball ball = scene_ball_default();
            ball.position = v3(0.03 * i, 0.0, 0.1 + 0.11 * i);
            scene_add_ball(worlds[k], &ball);
        }
    }
    belay_shape box = {.type = BELAY_SHAPE_BOX, .box = {{0.3, 0.3, 0.3}}};
    for (int step = 0; step < 60; step++) {
        belay_ray_hit hits[8];
        bool is_hit;
        int count;
        scene_steps(worlds[0], 1);
        scene_steps(worlds[1], 1);
        belay_pose pose = {{0.1, 0.0, 2.0}, {1.0, 0.0, 0.0, 0.0}};
        cr_assert(belay_world_cast_ray_all(worlds[1], v3(0.0, 0.0, 2.0), v3(0.1, 0.0, -2.0), NULL, hits, 8, &count) ==
                  BELAY_OK);
        cr_assert(belay_world_cast_shape(worlds[1], &box, pose, v3(0.0, 0.0, -3.0), NULL, hits, &is_hit) == BELAY_OK);
        cr_assert(is_hit);
        cr_assert_eq(belay_world_hash(worlds[0]), belay_world_hash(worlds[1]));
    }
    belay_world_destroy(worlds[0]);
    belay_world_destroy(worlds[1]);
}
