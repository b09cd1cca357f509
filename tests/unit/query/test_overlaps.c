// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Depths of overlaps and the ways out of them, and casts that may leave what they begin in.

#include "support/chance.h"
#include "support/scene.h"

#include <criterion/criterion.h>

static belay_collider_id add(belay_world* world, belay_collider_def def, belay_vec3 at)
{
    belay_collider_id id;
    cr_assert_eq(belay_collider_create(world, scene_add_body(world, BELAY_BODY_STATIC, at), &def, &id), BELAY_OK);
    return id;
}

static int overlaps_at(belay_world* world, const belay_shape* shape, belay_vec3 at, double margin,
                       belay_overlap out[32])
{
    belay_pose pose = {at, belay_quat_identity()};
    int count;
    cr_assert_eq(belay_world_find_overlaps(world, shape, pose, margin, NULL, out, 32, &count), BELAY_OK);
    return count;
}

Test(overlaps, depth_and_way_out_of_what_is_known)
{
    belay_world* world = scene_world(0.01);
    belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, 0.5}};
    belay_overlap o[32];
    belay_collider_id plane = scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_collider_id other = add(world, belay_collider_def_sphere(1.0), v3(0.0, 3.0, 5.0));
    cr_assert_eq(overlaps_at(world, &ball, v3(0.0, 0.0, 0.4), 0.0, o), 1);
    cr_expect_eq(o[0].collider.value, plane.value);
    scene_check_near(o[0].depth, 0.1, 1e-14, "m in the plane");
    cr_expect_leq(v3_distance(o[0].normal, v3(0.0, 0.0, 1.0)), 1e-15);
    cr_assert_eq(overlaps_at(world, &ball, v3(0.0, 0.0, 0.7), 0.0, o), 0);
    cr_assert_eq(overlaps_at(world, &ball, v3(0.0, 0.0, 0.7), 0.3, o), 1);
    scene_check_near(o[0].depth, -0.2, 1e-14, "m: a gap");
    cr_assert_eq(overlaps_at(world, &ball, v3(0.0, 1.75, 5.0), 0.0, o), 1);
    cr_expect_eq(o[0].collider.value, other.value);
    scene_check_near(o[0].depth, 0.25, 1e-14, "m in the ball");
    cr_expect_leq(v3_distance(o[0].normal, v3(0.0, -1.0, 0.0)), 1e-14);
    belay_world_destroy(world);
}

// The deepest place of an overlap with one solid is the way out of it: moved so, nothing is deeper than rounding.
Test(overlaps, moved_by_the_deepest_a_solid_is_out)
{
    belay_world* world = scene_world(0.01);
    uint64_t lot = 11;
    const belay_collider_def solids[] = {belay_collider_def_box(v3(1.0, 0.8, 0.6)), belay_collider_def_sphere(0.5),
                                         belay_collider_def_capsule(0.6, 0.3), belay_collider_def_cylinder(0.9, 0.4)};
    for (int i = 0; i < 4; i++)
        add(world, solids[i], v3(10.0 * i, 0.0, 0.0));
    int tried = 0;
    for (int i = 0; i < 400; i++) {
        belay_shape shape = solids[2].shape;
        belay_vec3 at = v3_add(v3(10.0 * (i % 4), 0.0, 0.0), chance_vector(&lot, 0.8));
        belay_overlap o[32];
        int count = overlaps_at(world, &shape, at, 0.0, o), deepest = 0;
        if (count == 0) continue;
        for (int k = 1; k < count; k++)
            if (o[k].depth > o[deepest].depth) deepest = k;
        belay_vec3 out = v3_add_scaled(at, o[deepest].depth, o[deepest].normal);
        count = overlaps_at(world, &shape, out, 0.0, o);
        for (int k = 0; k < count; k++)
            cr_assert_leq(o[k].depth, 1e-9, "solid %d", i % 4);
        tried++;
    }
    cr_expect_gt(tried, 100, "%d", tried);
    belay_world_destroy(world);
}

static bool cast(belay_world* world, const belay_shape* shape, belay_vec3 from, belay_vec3 way, bool may_leave,
                 belay_ray_hit* hit)
{
    belay_pose pose = {from, belay_quat_identity()};
    belay_query_filter filter = belay_query_filter_default();
    bool is_hit;
    filter.may_leave = may_leave;
    cr_assert_eq(belay_world_cast_shape(world, shape, pose, way, &filter, hit, &is_hit), BELAY_OK);
    return is_hit;
}

static void check_leaving(belay_world* world, belay_vec3 from, belay_vec3 away)
{
    belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, 0.5}};
    belay_ray_hit hit;
    cr_expect(cast(world, &ball, from, away, false, &hit) && hit.fraction == 0.0);
    cr_expect_not(cast(world, &ball, from, away, true, &hit));
    cr_expect(cast(world, &ball, from, v3_neg(away), true, &hit) && hit.fraction == 0.0, "it leads into it");
}

Test(cast_may_leave, what_leads_away_is_not_stopped)
{
    const belay_vec3 corners[] = {{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}};
    const int32_t indices[] = {0, 1, 2, 0, 2, 3};
    const belay_collider_def grounds[] = {belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.0),
                                          belay_collider_def_mesh(corners, 4, indices, 2)};
    for (int i = 0; i < 2; i++) {
        belay_world* world = scene_world(0.01);
        add(world, grounds[i], v3_zero());
        check_leaving(world, v3(0.1, 0.2, 0.5), v3(1.0, 0.0, 0.1));  // touching
        check_leaving(world, v3(0.1, 0.2, 0.4), v3(-1.0, 0.3, 2.0)); // overlapping
        belay_world_destroy(world);
    }
    belay_world* world = scene_world(0.01);
    add(world, belay_collider_def_box(v3(2.0, 2.0, 2.0)), v3_zero());
    check_leaving(world, v3(0.0, 1.5, 0.0), v3(0.3, 1.0, 0.0));
    check_leaving(world, v3(0.0, 0.0, 1.4), v3(0.0, 0.3, 3.0));
    belay_world_destroy(world);
}

Test(cast_may_leave, the_next_thing_is_hit)
{
    // Along a floor into a wall; both as one mesh too.
    const belay_vec3 corners[] = {{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}, {5, -5, 4}, {5, 5, 4}};
    const int32_t indices[] = {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2};
    belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, 0.5}};
    for (int i = 0; i < 2; i++) {
        belay_world* world = scene_world(0.01);
        belay_ray_hit hit;
        if (i == 0) {
            scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
            scene_plane(world, v3(-1.0, 0.0, 0.0), -5.0, belay_material_default());
        } else {
            add(world, belay_collider_def_mesh(corners, 6, indices, 4), v3_zero());
        }
        cr_expect(cast(world, &ball, v3(0.0, 0.3, 0.5), v3(9.0, 0.0, 0.0), false, &hit) && hit.fraction == 0.0);
        cr_assert(cast(world, &ball, v3(0.0, 0.3, 0.5), v3(9.0, 0.0, 0.0), true, &hit));
        scene_check_near(hit.fraction, 0.5, 1e-9, "of the way");
        cr_expect_leq(v3_distance(hit.normal, v3(-1.0, 0.0, 0.0)), 1e-9);
        belay_world_destroy(world);
    }
}

Test(overlaps, what_is_out_of_range_is_refused)
{
    belay_world* world = scene_world(0.01);
    belay_shape ball = {.type = BELAY_SHAPE_SPHERE, .sphere = {{0.0, 0.0, 0.0}, 0.5}};
    belay_shape plane = {.type = BELAY_SHAPE_PLANE, .plane = {{0.0, 0.0, 1.0}, 0.0}};
    belay_pose pose = belay_pose_identity();
    belay_overlap o;
    int count;
    uint64_t hash = belay_world_hash(world);
    scene_check_refused(world, hash, belay_world_find_overlaps(world, NULL, pose, 0.0, NULL, &o, 1, &count),
                        BELAY_ERROR_VALUE, "shape", "null");
    scene_check_refused(world, hash, belay_world_find_overlaps(world, &plane, pose, 0.0, NULL, &o, 1, &count),
                        BELAY_ERROR_SHAPE, "plane", "convex");
    scene_check_refused(world, hash, belay_world_find_overlaps(world, &ball, pose, -1.0, NULL, &o, 1, &count),
                        BELAY_ERROR_VALUE, "margin", "-1");
    scene_check_refused(world, hash, belay_world_find_overlaps(world, &ball, pose, 0.0, NULL, &o, -1, &count),
                        BELAY_ERROR_VALUE, "capacity", "-1");
    scene_check_refused(world, hash, belay_world_find_overlaps(world, &ball, pose, 0.0, NULL, &o, 1, NULL),
                        BELAY_ERROR_VALUE, "belay_world_find_overlaps", "null");
    belay_world_destroy(world);
}
