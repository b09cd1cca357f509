// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rays in a world: nothing before a hit is inside the shape, what follows at once is; hits come nearest first.

#include "support/chance.h"
#include "support/scene.h"
#include "support/shapes/query_stand.h"

#include <criterion/criterion.h>
#include <string.h>

// How deep into the shape the normal and the way lead is not looked at further than this, m.
#define CLOSE 1e-7

static void check_hit(const stand* s, belay_shape_type type, belay_vec3 origin, belay_vec3 way,
                      const belay_ray_hit* hit)
{
    double fine = CLOSE / v3_length(way);
    cr_assert(hit->collider.value == s->collider.value && hit->body.value == s->body.value);
    cr_assert(hit->fraction >= 0.0 && hit->fraction <= 1.0);
    cr_assert_lt(v3_distance(hit->point, v3_add_scaled(origin, hit->fraction, way)), 1e-12);
    cr_assert_float_eq(v3_length(hit->normal), 1.0, 1e-12);
    cr_assert_leq(v3_dot(hit->normal, way), 1e-9);
    for (int i = 0; i < 300; i++)
        cr_assert_not(stand_has(s, type, v3_add_scaled(origin, i / 300.0 * (hit->fraction - fine), way)));
    cr_assert_not(stand_has(s, type, v3_add_scaled(hit->point, CLOSE, hit->normal)));
    if (v3_dot(hit->normal, way) < -0.01 * v3_length(way))
        cr_assert(stand_has(s, type, v3_add_scaled(hit->point, 10.0 * fine, way)));
}

static void check_rays(belay_shape_type type)
{
    uint64_t lot = 100 + (uint64_t)type;
    int hits = 0, misses = 0;
    for (int k = 0; k < 5; k++) {
        stand s = stand_create(type, (uint64_t)k + 1);
        for (int i = 0; i < 300; i++) {
            belay_vec3 origin = v3_add(s.pose.position, chance_vector(&lot, 4.0));
            belay_vec3 way =
                v3_scale(0.3 + 1.5 * chance_next(&lot), v3_sub(stand_random_target(&s, type, &lot), origin));
            if (stand_has(&s, type, origin)) continue;
            belay_ray_hit hit;
            bool is_hit;
            cr_assert(belay_world_cast_ray(s.world, origin, way, NULL, &hit, &is_hit) == BELAY_OK);
            if (is_hit) check_hit(&s, type, origin, way, &hit);
            for (int n = 0; n <= 300 && !is_hit; n++) {
                belay_vec3 at = v3_add_scaled(origin, n / 300.0, way);
                // a height field is a surface: its walls are open
                if (type != BELAY_SHAPE_HEIGHT_FIELD) cr_assert_not(stand_has(&s, type, at));
            }
            hits += is_hit;
            misses += !is_hit;
        }
        belay_world_destroy(s.world);
    }
    cr_assert(hits > 150 && misses > 50, "%d hits, %d misses", hits, misses);
}

Test(world_query, rays_at_spheres)
{
    check_rays(BELAY_SHAPE_SPHERE);
}

Test(world_query, rays_at_planes)
{
    check_rays(BELAY_SHAPE_PLANE);
}

Test(world_query, rays_at_tubes)
{
    check_rays(BELAY_SHAPE_TUBE);
}

Test(world_query, rays_at_capsules)
{
    check_rays(BELAY_SHAPE_CAPSULE);
}

Test(world_query, rays_at_boxes)
{
    check_rays(BELAY_SHAPE_BOX);
}

Test(world_query, rays_at_cylinders)
{
    check_rays(BELAY_SHAPE_CYLINDER);
}

Test(world_query, rays_at_cones)
{
    check_rays(BELAY_SHAPE_CONE);
}

Test(world_query, rays_at_hulls)
{
    check_rays(BELAY_SHAPE_HULL);
}

Test(world_query, rays_at_meshes)
{
    check_rays(BELAY_SHAPE_MESH);
}

// From above, so that the open walls do not matter.
Test(world_query, rays_at_height_fields)
{
    uint64_t lot = 7;
    for (int k = 0; k < 5; k++) {
        stand s = stand_create(BELAY_SHAPE_HEIGHT_FIELD, (uint64_t)k + 1);
        for (int i = 0; i < 200; i++) {
            double x = 0.01 + 1.98 * chance_next(&lot), y = 0.01 + 1.98 * chance_next(&lot);
            belay_vec3 below = v3(x, y, -0.5);
            belay_vec3 above = v3(fmin(fmax(x + 0.4 * chance_next(&lot) - 0.2, 0.0), 2.0), y, 2.0);
            belay_vec3 origin = pose_apply(s.pose, above), way = v3_sub(pose_apply(s.pose, below), origin);
            belay_ray_hit hit;
            bool is_hit;
            cr_assert(belay_world_cast_ray(s.world, origin, way, NULL, &hit, &is_hit) == BELAY_OK && is_hit);
            check_hit(&s, BELAY_SHAPE_HEIGHT_FIELD, origin, way, &hit);
        }
        belay_world_destroy(s.world);
    }
}

Test(world_query, rays_from_inside_hit_at_once)
{
    uint64_t lot = 8;
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        stand s = stand_create(type, 3);
        int tried = 0;
        while (tried < 50 && type != BELAY_SHAPE_MESH) {
            belay_vec3 origin = stand_random_target(&s, type, &lot), way = chance_vector(&lot, 3.0);
            if (!stand_has(&s, type, origin)) continue;
            belay_ray_hit hit;
            bool is_hit;
            cr_assert(belay_world_cast_ray(s.world, origin, way, NULL, &hit, &is_hit) == BELAY_OK);
            cr_assert(is_hit && hit.fraction == 0.0, "%s", belay_shape_type_name(type));
            cr_assert_lt(v3_distance(hit.normal, v3_scale(-1.0 / v3_length(way), way)), 1e-12);
            cr_assert_lt(v3_distance(hit.point, origin), 1e-12);
            tried++;
        }
        belay_world_destroy(s.world);
    }
}

// Balls in a row, in an order of creation that is not that of the row.
static belay_world* row_of_balls(int count, belay_collider_id* colliders)
{
    belay_world* world = scene_world(0.01);
    for (int i = 0; i < count; i++) {
        int k = i * 7 % count;
        belay_pose pose = belay_pose_identity();
        pose.position = v3(k, 0.0, 0.0);
        belay_collider_def def = belay_collider_def_sphere(0.25);
        colliders[k] = stand_add_collider(world, stand_add_body(world, pose), &def);
    }
    return world;
}

Test(world_query, all_hits_nearest_first)
{
    belay_collider_id colliders[40];
    belay_ray_hit hits[40], one;
    belay_world* world = row_of_balls(40, colliders);
    int count;
    bool is_hit;
    for (int capacity = 0; capacity <= 40; capacity += 8) {
        memset(hits, 0, sizeof hits);
        cr_assert(belay_world_cast_ray_all(world, v3(-10.0, 0.1, 0.0), v3(100.0, 0.0, 0.0), NULL, hits, capacity,
                                           &count) == BELAY_OK);
        cr_assert_eq(count, 40);
        for (int i = 0; i < capacity; i++) {
            cr_assert_eq(hits[i].collider.value, colliders[i].value);
            cr_assert_float_eq(100.0 * hits[i].fraction, 10.0 + i - sqrt(0.0625 - 0.01), 1e-12);
        }
        if (capacity < 40) cr_assert_eq(hits[capacity].collider.value, 0, "nothing behind the end");
    }
    cr_assert(belay_world_cast_ray(world, v3(50.0, 0.1, 0.0), v3(-100.0, 0.0, 0.0), NULL, &one, &is_hit) == BELAY_OK);
    cr_assert(is_hit && one.collider.value == colliders[39].value);
    cr_assert(belay_world_cast_ray_all(world, v3(0.5, 0.0, 0.0), v3(2.0, 0.0, 0.0), NULL, hits, 40, &count) ==
              BELAY_OK);
    cr_assert_eq(count, 2);
    belay_world_destroy(world);
}

// Five balls at one place: the lowest handle is the first, and all come by handle.
Test(world_query, ties_go_by_handle)
{
    belay_world* world = scene_world(0.01);
    belay_collider_def def = belay_collider_def_sphere(0.5);
    belay_collider_id ids[6];
    for (int i = 0; i < 6; i++)
        ids[i] = stand_add_collider(world, stand_add_body(world, belay_pose_identity()), &def);
    cr_assert(belay_collider_destroy(world, ids[0]) == BELAY_OK); // the last moves into its place in the table
    belay_ray_hit hits[6];
    bool is_hit;
    int count;
    cr_assert(belay_world_cast_ray(world, v3(0.0, 0.0, 3.0), v3(0.0, 0.0, -3.0), NULL, hits, &is_hit) == BELAY_OK);
    cr_assert(is_hit && hits[0].collider.value == ids[1].value);
    cr_assert(belay_world_cast_ray_all(world, v3(0.0, 0.0, 3.0), v3(0.0, 0.0, -3.0), NULL, hits, 6, &count) ==
              BELAY_OK);
    cr_assert_eq(count, 5);
    for (int i = 0; i < 5; i++)
        cr_assert_eq(hits[i].collider.value, ids[i + 1].value);
    belay_shape ball = def.shape;
    cr_assert(belay_world_cast_shape(world, &ball, (belay_pose){{0.0, 0.0, 3.0}, {1.0, 0.0, 0.0, 0.0}},
                                     v3(0.0, 0.0, -3.0), NULL, hits, &is_hit) == BELAY_OK);
    cr_assert(is_hit && hits[0].collider.value == ids[1].value);
    belay_world_destroy(world);
}
