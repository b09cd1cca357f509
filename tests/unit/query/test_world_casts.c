// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Overlaps of shapes and shape casts in a world: casts are measured against overlaps, overlaps of balls against nearest
// points.

#include "support/chance.h"
#include "support/scene.h"
#include "support/shapes/query_stand.h"

#include <criterion/criterion.h>
#include <string.h>

static const belay_shape_type solids[] = {BELAY_SHAPE_SPHERE,   BELAY_SHAPE_CAPSULE, BELAY_SHAPE_BOX,
                                          BELAY_SHAPE_CYLINDER, BELAY_SHAPE_CONE,    BELAY_SHAPE_HULL,
                                          BELAY_SHAPE_ELLIPSOID};

static bool overlaps(const stand* s, const belay_shape* shape, belay_pose pose)
{
    belay_collider_id found;
    int count;
    cr_assert(belay_world_overlap_shape(s->world, shape, pose, NULL, &found, 1, &count) == BELAY_OK);
    cr_assert(count == 0 || (count == 1 && found.value == s->collider.value));
    return count == 1;
}

// A ball overlaps what is within its radius of its centre.
Test(world_query, balls_overlap_what_is_near)
{
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        uint64_t lot = 60 + (uint64_t)type;
        stand s = stand_create(type, 2);
        for (int i = 0; i < 200; i++) {
            belay_vec3 point = v3_add(stand_random_target(&s, type, &lot), chance_vector(&lot, 0.5)), nearest;
            double distance;
            cr_assert(belay_collider_closest_point(s.world, s.collider, point, &nearest, &distance) == BELAY_OK);
            belay_pose pose = belay_pose_identity();
            belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {point, 1e-3 + 0.99999 * distance}};
            if (distance > 0.1 && type != BELAY_SHAPE_MESH) {
                ball.sphere.radius = distance * (1.0 - 1e-9);
                cr_assert_not(overlaps(&s, &ball, pose), "%s", belay_shape_type_name(type));
            }
            ball.sphere.radius = distance * (1.0 + 1e-9) + 1e-6;
            cr_assert(overlaps(&s, &ball, pose), "%s at %g", belay_shape_type_name(type), distance);
        }
        belay_world_destroy(s.world);
    }
}

// Shape a at pose_a overlaps the stand's if some points of it are in both: found by throwing points.
Test(world_query, solids_that_share_points_overlap)
{
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        uint64_t lot = 80 + (uint64_t)type;
        stand s = stand_create(type, 4);
        for (int i = 0; i < 60; i++) {
            belay_shape_type own = solids[i % 7];
            belay_shape shape = stand_shape(own).shape;
            belay_pose pose = stand_random_pose(&lot, 0.0);
            pose.position = v3_add(stand_random_target(&s, type, &lot), chance_vector(&lot, 0.5));
            bool shares = false, is_out = false;
            for (int n = 0; n < 400; n++) {
                belay_vec3 local = chance_vector(&lot, 0.8);
                if (!stand_shape_has(own, local)) continue;
                bool is_in = stand_has(&s, type, pose_apply(pose, local));
                shares = shares || is_in;
                is_out = is_out || !is_in;
            }
            // a mesh is a surface: it is met by what is partly in and partly out
            bool must = type == BELAY_SHAPE_MESH || type == BELAY_SHAPE_HEIGHT_FIELD ? false : shares;
            if (type == BELAY_SHAPE_MESH) must = shares && is_out;
            if (must)
                cr_assert(overlaps(&s, &shape, pose), "%s in %s", belay_shape_type_name(own),
                          belay_shape_type_name(type));
        }
        belay_world_destroy(s.world);
    }
}

// No overlap before the hit, one just after; the point of the hit is on the collider, the normal against the way.
static bool check_cast(const stand* s, const belay_shape* shape, belay_pose pose, belay_vec3 way)
{
    belay_ray_hit hit;
    bool is_hit, starts_in = overlaps(s, shape, pose);
    cr_assert(belay_world_cast_shape(s->world, shape, pose, way, NULL, &hit, &is_hit) == BELAY_OK);
    if (starts_in) {
        cr_assert(is_hit && hit.fraction == 0.0);
        cr_assert_float_eq(v3_length(hit.normal), 1.0, 1e-9);
        return false;
    }
    double length = v3_length(way), end = is_hit ? hit.fraction - 1e-5 / length : 1.0;
    for (int i = 1; i <= 20; i++) {
        belay_pose at = pose;
        at.position = v3_add_scaled(pose.position, i / 20.0 * end, way);
        if (end > 0.0) cr_assert_not(overlaps(s, shape, at));
    }
    if (!is_hit) return false;
    cr_assert(hit.fraction >= 0.0 && hit.fraction <= 1.0);
    belay_pose past = pose;
    past.position = v3_add_scaled(pose.position, hit.fraction, way);
    past.position = v3_add_scaled(past.position, -1e-5, hit.normal);
    cr_assert(overlaps(s, shape, past), "%s", belay_shape_type_name(shape->type));
    cr_assert_leq(v3_dot(hit.normal, way), 1e-4 * length);
    belay_vec3 nearest;
    double distance;
    cr_assert(belay_collider_closest_point(s->world, s->collider, hit.point, &nearest, &distance) == BELAY_OK);
    cr_assert_lt(distance, 1e-6);
    return true;
}

// Where a cast at the stand begins. A height field is met from above: from beside or below, one gets in unseen.
static belay_vec3 random_start(const stand* s, belay_shape_type type, uint64_t* lot)
{
    if (type != BELAY_SHAPE_HEIGHT_FIELD) return v3_add(s->pose.position, chance_vector(lot, 4.0));
    return pose_apply(s->pose, v3(2.0 * chance_next(lot), 2.0 * chance_next(lot), 1.0 + 3.0 * chance_next(lot)));
}

static belay_vec3 random_end(const stand* s, belay_shape_type type, uint64_t* lot)
{
    if (type != BELAY_SHAPE_HEIGHT_FIELD) return stand_random_target(s, type, lot);
    return pose_apply(s->pose, v3(0.7 + 0.6 * chance_next(lot), 0.7 + 0.6 * chance_next(lot), 0.0));
}

static void check_casts(belay_shape_type own)
{
    for (belay_shape_type type = 0; type < BELAY_SHAPE_TYPE_COUNT; type++) {
        uint64_t lot = 200 + 16 * (uint64_t)own + (uint64_t)type;
        stand s = stand_create(type, 6);
        int hits = 0;
        for (int i = 0; i < 40; i++) {
            belay_shape shape = stand_shape(own).shape;
            belay_pose pose = stand_random_pose(&lot, 0.0);
            pose.position = random_start(&s, type, &lot);
            double share = (type == BELAY_SHAPE_HEIGHT_FIELD ? 0.2 : 1.0) + chance_next(&lot);
            belay_vec3 way = v3_scale(share, v3_sub(random_end(&s, type, &lot), pose.position));
            hits += check_cast(&s, &shape, pose, way);
        }
        cr_assert_gt(hits, 5, "%s at %s", belay_shape_type_name(own), belay_shape_type_name(type));
        belay_world_destroy(s.world);
    }
}

Test(world_query, casts_of_spheres)
{
    check_casts(BELAY_SHAPE_SPHERE);
}

Test(world_query, casts_of_capsules)
{
    check_casts(BELAY_SHAPE_CAPSULE);
}

Test(world_query, casts_of_boxes)
{
    check_casts(BELAY_SHAPE_BOX);
}

Test(world_query, casts_of_cylinders)
{
    check_casts(BELAY_SHAPE_CYLINDER);
}

Test(world_query, casts_of_cones)
{
    check_casts(BELAY_SHAPE_CONE);
}

Test(world_query, casts_of_hulls)
{
    check_casts(BELAY_SHAPE_HULL);
}

// A ball onto a plane, a box, a ball and a rail, by hand.
Test(world_query, casts_in_closed_form)
{
    belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, 0.25}};
    belay_collider_def defs[] = {belay_collider_def_plane(v3(0.0, 0.0, 2.0), 0.5),
                                 belay_collider_def_box(v3(4.0, 4.0, 1.0)), belay_collider_def_sphere(0.5),
                                 belay_collider_def_tube(stand_rail, 5, false, 0.5)};
    for (int i = 0; i < 4; i++) {
        belay_world* world = scene_world(0.01);
        belay_collider_id id = stand_add_collider(world, stand_add_body(world, belay_pose_identity()), &defs[i]);
        belay_pose pose = belay_pose_identity();
        pose.position = v3(0.1, 0.0, 3.0);
        belay_ray_hit hit;
        bool is_hit;
        cr_assert(belay_world_cast_shape(world, &ball, pose, v3(0.0, 0.0, -5.0), NULL, &hit, &is_hit) == BELAY_OK);
        double height = i == 2 ? sqrt(0.75 * 0.75 - 0.01) : 0.75; // of the ball's centre when it touches
        belay_vec3 normal = i == 2 ? v3(0.1 / 0.75, 0.0, height / 0.75) : v3(0.0, 0.0, 1.0);
        cr_assert(is_hit && hit.collider.value == id.value);
        cr_assert_float_eq(3.0 - 5.0 * hit.fraction, height, 1e-8);
        cr_assert_lt(v3_distance(hit.normal, normal), 1e-7);
        cr_assert_lt(v3_distance(hit.point, v3_add_scaled(v3(0.1, 0.0, height), -0.25, normal)), 1e-7);
        cr_assert(belay_world_cast_shape(world, &ball, pose, v3(0.0, 0.0, -2.2), NULL, &hit, &is_hit) == BELAY_OK);
        cr_assert_not(is_hit, "it ends above");
        cr_assert(belay_world_cast_shape(world, &ball, pose, v3(0.0, 0.0, 5.0), NULL, &hit, &is_hit) == BELAY_OK);
        cr_assert_not(is_hit, "it goes away");
        pose.position.z = 0.6;
        cr_assert(belay_world_cast_shape(world, &ball, pose, v3(0.0, 0.0, 5.0), NULL, &hit, &is_hit) == BELAY_OK);
        cr_assert(is_hit && hit.fraction == 0.0, "it starts inside");
        cr_assert_gt(hit.normal.z, 0.9);
        cr_assert(belay_world_cast_shape(world, &ball, pose, v3_zero(), NULL, &hit, &is_hit) == BELAY_OK);
        cr_assert(is_hit && hit.fraction == 0.0);
        belay_world_destroy(world);
    }
}

// Long ways over a mesh of many triangles are gone in stretches; the first triangle is found all the same.
Test(world_query, a_long_way_over_a_mesh)
{
    static belay_vec3 vertices[101 * 3];
    static int32_t indices[100 * 2 * 2 * 3];
    int n = 0;
    for (int i = 0; i <= 100; i++)
        for (int j = 0; j < 3; j++)
            vertices[3 * i + j] = v3(i, j - 1.0, i >= 60 ? 0.5 : 0.0);
    for (int i = 0; i < 100; i++) {
        for (int j = 0; j < 2; j++) {
            int32_t a = 3 * i + j, corners[6] = {a, a + 3, a + 1, a + 1, a + 3, a + 4};
            memcpy(&indices[n], corners, sizeof corners);
            n += 6;
        }
    }
    belay_world* world = scene_world(0.01);
    belay_collider_def def = belay_collider_def_mesh(vertices, 303, indices, n / 3);
    stand_add_collider(world, stand_add_body(world, belay_pose_identity()), &def);
    belay_shape box = {.type = BELAY_SHAPE_BOX, .box = {{0.2, 0.2, 0.2}}};
    belay_pose pose = belay_pose_identity();
    pose.position = v3(0.5, 0.0, 0.2);
    belay_ray_hit hit;
    bool is_hit;
    cr_assert(belay_world_cast_shape(world, &box, pose, v3(100.0, 0.0, 0.0), NULL, &hit, &is_hit) == BELAY_OK);
    // the slope from (59, 0) to (60, 0.5) meets the lower front edge, at height 0.1
    cr_assert(is_hit);
    cr_assert_float_eq(0.5 + 100.0 * hit.fraction + 0.1, 59.2, 1e-6);
    cr_assert_lt(v3_distance(hit.normal, v3_scale(1.0 / sqrt(1.25), v3(-0.5, 0.0, 1.0))), 0.01);
    belay_world_destroy(world);
}
