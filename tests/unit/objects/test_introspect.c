// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What can be read of colliders, bodies on their way, contacts and room, is what there is.

#include "belay/mat.h"
#include "support/chance.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Colliders made again of what is told
// ---------------------------------------------------------------------------------------------------------------------

enum { KINDS = 11, MOST = 4096 };

static const belay_vec3 corners[] = {{0, 0, 0}, {1, 0, 0.1}, {0, 1, 0}, {0.2, 0.1, 0.9}, {0.9, 0.8, 0.4}};
static const int32_t triangles[] = {0, 1, 2, 1, 4, 2, 0, 2, 3};
static const double heights[] = {0.0, 0.1, 0.0, 0.2, 0.3, 0.1};

static belay_collider_def def_of(int kind)
{
    switch (kind) {
    case 0:
        return belay_collider_def_sphere(0.3);
    case 1:
        return belay_collider_def_plane((belay_vec3){0.3, 0.2, 2.0}, 0.4);
    case 2:
        return belay_collider_def_tube(corners, 5, false, 0.02);
    case 3:
        return belay_collider_def_capsule(0.7, 0.2);
    case 4:
        return belay_collider_def_box((belay_vec3){0.3, 0.5, 0.8});
    case 5:
        return belay_collider_def_cylinder(0.4, 0.3);
    case 6:
        return belay_collider_def_cone(0.6, 0.3);
    case 7:
        return belay_collider_def_hull(corners, 5);
    case 8:
        return belay_collider_def_mesh(corners, 5, triangles, 3);
    case 9:
        return belay_collider_def_height_field(heights, 3, 2, 0.5, 0.7);
    default:
        return belay_collider_def_ellipsoid((belay_vec3){0.2, 0.3, 0.5});
    }
}

static belay_collider_id make(belay_world* world, const belay_collider_def* def)
{
    belay_body_id body = scene_add_body(world, BELAY_BODY_STATIC, v3_zero());
    belay_collider_id id;
    cr_assert_eq(belay_collider_create(world, body, def, &id), BELAY_OK, "%s", belay_world_last_error(world));
    return id;
}

// The same shape at the same pose, from the calls alone.
static belay_collider_id make_again(belay_world* world, belay_collider_id from)
{
    static belay_vec3 points[3 * MOST];
    static double grid[MOST];
    static int32_t indices[3 * MOST];
    int count;
    belay_collider_def def = belay_collider_def_sphere(1.0);
    cr_assert_eq(belay_collider_get_shape(world, from, &def.shape), BELAY_OK);
    cr_assert_eq(belay_collider_get_pose(world, from, &def.pose), BELAY_OK);
    if (def.shape.type == BELAY_SHAPE_HULL || def.shape.type == BELAY_SHAPE_TUBE) {
        cr_assert_eq(belay_collider_get_points(world, from, points, MOST, &count), BELAY_OK);
        cr_expect_eq(count,
                     def.shape.type == BELAY_SHAPE_HULL ? def.shape.hull.point_count : def.shape.tube.point_count);
        if (def.shape.type == BELAY_SHAPE_HULL) def.shape.hull.points = points;
        if (def.shape.type == BELAY_SHAPE_TUBE) def.shape.tube.points = points;
    } else if (def.shape.type == BELAY_SHAPE_MESH) {
        cr_assert_eq(belay_collider_get_triangles(world, from, points, MOST, &count), BELAY_OK);
        cr_expect_eq(count, def.shape.mesh.triangle_count);
        for (int32_t i = 0; i < 3 * count; i++)
            indices[i] = i;
        def.shape.mesh = (belay_mesh){points, 3 * count, indices, count};
    } else if (def.shape.type == BELAY_SHAPE_HEIGHT_FIELD) {
        cr_assert_eq(belay_collider_get_heights(world, from, grid, MOST, &count), BELAY_OK);
        cr_expect_eq(count, def.shape.height_field.column_count * def.shape.height_field.row_count);
        def.shape.height_field.heights = grid;
    }
    return make(world, &def);
}

static void check_same_rays(belay_world* world, belay_collider_id a, belay_collider_id b, int kind)
{
    uint64_t lot = 7;
    int hits = 0;
    for (int i = 0; i < 400; i++) {
        belay_vec3 from = chance_vector(&lot, 2.0);
        belay_vec3 way = v3_scale(-1.7, v3_add(from, chance_vector(&lot, 0.5)));
        belay_query_filter not_a = belay_query_filter_default(), not_b = belay_query_filter_default();
        belay_ray_hit hit_a, hit_b;
        bool is_a, is_b;
        cr_assert_eq(belay_collider_get_body(world, a, &not_a.ignored), BELAY_OK);
        cr_assert_eq(belay_collider_get_body(world, b, &not_b.ignored), BELAY_OK);
        cr_assert_eq(belay_world_cast_ray(world, from, way, &not_b, &hit_a, &is_a), BELAY_OK);
        cr_assert_eq(belay_world_cast_ray(world, from, way, &not_a, &hit_b, &is_b), BELAY_OK);
        cr_assert_eq(is_a, is_b, "kind %d, ray %d", kind, i);
        if (is_a) cr_assert_leq(fabs(hit_a.fraction - hit_b.fraction), 1e-12, "kind %d, ray %d", kind, i);
        hits += is_a;
    }
    cr_expect_gt(hits, 5, "kind %d: %d hits", kind, hits);
}

Test(introspect, a_collider_made_again_of_what_is_told_is_the_same)
{
    for (int kind = 0; kind < KINDS; kind++) {
        belay_world* world = scene_world(1.0 / 240.0);
        belay_collider_def def = def_of(kind);
        def.pose.position = v3(0.1, -0.2, 0.05);
        def.pose.rotation = belay_quat_from_axis_angle(v3(0.2, 0.5, 1.0), 0.7);
        if (kind == 0) def.shape.sphere.center = v3(0.1, 0.2, 0.3);
        belay_collider_id a = make(world, &def), b = make_again(world, a);
        check_same_rays(world, a, b, kind);
        belay_world_destroy(world);
    }
}

Test(introspect, a_shape_is_told_as_it_was_given)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_shape shape;
    belay_collider_def def = def_of(4);
    cr_assert_eq(belay_collider_get_shape(world, make(world, &def), &shape), BELAY_OK);
    cr_expect(shape.type == BELAY_SHAPE_BOX && scene_is_same_vector(shape.box.size, v3(0.3, 0.5, 0.8)));
    def = def_of(3);
    cr_assert_eq(belay_collider_get_shape(world, make(world, &def), &shape), BELAY_OK);
    cr_expect(shape.type == BELAY_SHAPE_CAPSULE && shape.capsule.length == 0.7 && shape.capsule.radius == 0.2);
    def = def_of(6);
    cr_assert_eq(belay_collider_get_shape(world, make(world, &def), &shape), BELAY_OK);
    cr_expect(shape.type == BELAY_SHAPE_CONE && shape.cone.height == 0.6 && shape.cone.radius == 0.3);
    def = def_of(9);
    cr_assert_eq(belay_collider_get_shape(world, make(world, &def), &shape), BELAY_OK);
    cr_expect(shape.height_field.column_count == 3 && shape.height_field.row_count == 2);
    cr_expect(shape.height_field.spacing_x == 0.5 && shape.height_field.spacing_y == 0.7);
    cr_expect_null(shape.height_field.heights);
    belay_world_destroy(world);
}

Test(introspect, triangles_of_a_hull_enclose_its_volume)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_collider_def def = def_of(7);
    belay_collider_id hull = make(world, &def);
    belay_vec3 c[3 * BELAY_MAX_HULL_TRIANGLES];
    int count;
    cr_assert_eq(belay_collider_get_triangles(world, hull, c, BELAY_MAX_HULL_TRIANGLES, &count), BELAY_OK);
    double volume = 0.0;
    for (int i = 0; i < count; i++)
        volume += v3_dot(c[3 * i], v3_cross(c[3 * i + 1], c[3 * i + 2])) / 6.0;
    belay_mass mass;
    cr_assert_eq(belay_shape_mass(&def.shape, 1.0, &mass, NULL), BELAY_OK);
    scene_check_near(volume, mass.mass, 1e-14, "m^3");
    cr_expect_eq(count, 6); // 2 V - 4
    belay_world_destroy(world);
}

Test(introspect, what_cannot_be_told_is_refused)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_collider_def def = def_of(0);
    belay_collider_id ball = make(world, &def);
    belay_body_id body;
    belay_vec3 points[4];
    double number;
    int32_t index;
    int count;
    cr_assert_eq(belay_collider_get_body(world, ball, &body), BELAY_OK);
    uint64_t before = belay_world_hash(world);
    scene_check_refused(world, before, belay_collider_get_points(world, ball, points, 4, &count), BELAY_ERROR_COMPONENT,
                        "sphere", "hull or tube");
    scene_check_refused(world, before, belay_collider_get_triangles(world, ball, points, 1, &count),
                        BELAY_ERROR_COMPONENT, "sphere", "mesh");
    scene_check_refused(world, before, belay_collider_get_heights(world, ball, &number, 1, &count),
                        BELAY_ERROR_COMPONENT, "sphere", "height field");
    scene_check_refused(world, before, belay_collider_get_points(world, ball, points, -1, &count), BELAY_ERROR_VALUE,
                        "capacity", "-1");
    scene_check_refused(world, before, belay_collider_get_points(world, ball, points, 1, NULL), BELAY_ERROR_VALUE,
                        "belay_collider_get_points", "null");
    scene_check_refused(world, before, belay_collider_get_shape(world, ball, NULL), BELAY_ERROR_VALUE,
                        "belay_collider_get_shape", "null");
    scene_check_refused(world, before, belay_collider_get_pose(world, ball, NULL), BELAY_ERROR_VALUE,
                        "belay_collider_get_pose", "null");
    scene_check_refused(world, before, belay_body_get_contacts(world, body, &index, -2, &count), BELAY_ERROR_VALUE,
                        "capacity", "-2");
    scene_check_refused(world, before, belay_collider_get_contacts(world, ball, NULL, 1, &count), BELAY_ERROR_VALUE,
                        "contacts", "null");
    belay_pose pose;
    scene_check_refused(world, before, belay_body_get_blended_pose(world, body, 1.5, &pose), BELAY_ERROR_VALUE, "alpha",
                        "1.5");
    scene_check_refused(world, before, belay_body_get_blended_pose(world, body, (double)NAN, &pose), BELAY_ERROR_VALUE,
                        "alpha", "nan");
    scene_check_refused(world, before, belay_world_get_usage(world, NULL), BELAY_ERROR_VALUE, "usage", "null");
    cr_expect_eq(belay_body_get_previous_pose(world, (belay_body_id){0}, &pose), BELAY_ERROR_HANDLE);
    cr_expect_eq(belay_collider_get_shape(world, (belay_collider_id){0}, &def.shape), BELAY_ERROR_HANDLE);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Between two steps
// ---------------------------------------------------------------------------------------------------------------------

static belay_pose blended(const belay_world* world, belay_body_id body, double alpha)
{
    belay_pose pose;
    cr_assert_eq(belay_body_get_blended_pose(world, body, alpha, &pose), BELAY_OK);
    return pose;
}

Test(blended_pose, the_middle_goes_straight_and_the_body_turns_evenly)
{
    belay_world* world = scene_world(1.0 / 60.0);
    belay_body_def def = belay_body_def_default();
    belay_body_id body;
    cr_assert_eq(belay_world_set_gravity(world, v3_zero()), BELAY_OK);
    def.center_of_mass = v3(0.4, 0.0, 0.0);
    def.linear_velocity = v3(3.0, 1.0, 0.0);
    def.angular_velocity = v3(0.0, 0.0, 60.0); // a radian a step
    cr_assert_eq(belay_body_create(world, &def, &body), BELAY_OK);
    scene_steps(world, 1);
    belay_pose before = scene_state(world, body).pose;
    scene_steps(world, 1);
    belay_pose now = scene_state(world, body).pose;
    cr_expect(scene_is_same_pose(blended(world, body, 0.0), before));
    cr_expect(scene_is_same_pose(blended(world, body, 1.0), now));
    for (int i = 1; i < 8; i++) {
        double alpha = i / 8.0;
        belay_pose p = blended(world, body, alpha);
        belay_vec3 middle = pose_apply(p, def.center_of_mass), first = pose_apply(before, def.center_of_mass);
        belay_vec3 right = v3_add_scaled(first, alpha / 60.0, def.linear_velocity);
        cr_expect_leq(v3_distance(middle, right), 1e-14);
        belay_vec3 turned = q_log(q_mul(p.rotation, q_conjugate(before.rotation)));
        cr_expect_leq(v3_distance(turned, v3(0.0, 0.0, alpha)), 1e-13);
    }
    belay_world_destroy(world);
}

Test(blended_pose, what_is_put_somewhere_is_there_at_once)
{
    belay_world* world = scene_world(1.0 / 60.0);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    belay_pose there = {{5.0, 6.0, 7.0}, belay_quat_identity()};
    scene_steps(world, 3);
    cr_expect_not(scene_is_same_pose(blended(world, body, 0.0), scene_state(world, body).pose));
    cr_assert_eq(belay_body_set_pose(world, body, there), BELAY_OK);
    cr_expect(scene_is_same_pose(blended(world, body, 0.0), there));
    cr_expect_leq(v3_distance(blended(world, body, 0.3).position, there.position), 1e-14);
    cr_assert_eq(belay_body_set_awake(world, body, false), BELAY_OK);
    scene_steps(world, 1);
    cr_expect(scene_is_same_pose(blended(world, body, 0.0), scene_state(world, body).pose), "asleep");
    belay_world_destroy(world);
}

Test(blended_pose, what_falls_asleep_stands_where_it_is)
{
    belay_world_def def = belay_world_def_default();
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.position.z = 0.0501;
    belay_body_id body = scene_add_ball(world, &ball);
    bool is_awake = true;
    for (int i = 0; i < 1000 && is_awake; i++) {
        scene_steps(world, 1);
        cr_assert_eq(belay_body_get_is_awake(world, body, &is_awake), BELAY_OK);
    }
    cr_assert_not(is_awake);
    scene_steps(world, 2);
    cr_expect(scene_is_same_pose(blended(world, body, 0.0), scene_state(world, body).pose));
    belay_world_destroy(world);
}

Test(blended_pose, snapshots_keep_it)
{
    belay_world *world = scene_world(1.0 / 60.0), *other = scene_world(1.0 / 60.0);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    scene_steps(world, 10);
    size_t size;
    belay_world_snapshot(world, NULL, 0, &size);
    void* bytes = malloc(size);
    cr_assert_eq(belay_world_snapshot(world, bytes, size, NULL), BELAY_OK);
    cr_assert_eq(belay_world_restore(other, bytes, size), BELAY_OK);
    free(bytes);
    cr_expect(scene_is_same_pose(blended(other, body, 0.25), blended(world, body, 0.25)));
    cr_expect_not(scene_is_same_pose(blended(other, body, 0.0), scene_state(other, body).pose));
    belay_world_destroy(other);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts and room
// ---------------------------------------------------------------------------------------------------------------------

Test(introspect, contacts_of_a_body_are_those_that_name_it)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    belay_body_id bodies[3];
    for (int i = 0; i < 3; i++) {
        ball.position = v3(0.0, 0.0, 0.05 + 0.1 * i);
        bodies[i] = scene_add_ball(world, &ball);
    }
    scene_steps(world, 3);
    const int right[3] = {2, 2, 1};
    int32_t total, list[8];
    const belay_contact* contacts = belay_world_get_contacts(world, &total);
    cr_assert_eq(total, 3);
    for (int i = 0; i < 3; i++) {
        belay_collider_id collider;
        int count, colliders, more;
        cr_assert_eq(belay_body_get_contacts(world, bodies[i], list, 8, &count), BELAY_OK);
        cr_assert_eq(count, right[i]);
        for (int k = 0; k < count; k++)
            cr_expect(contacts[list[k]].body_a.value == bodies[i].value ||
                      contacts[list[k]].body_b.value == bodies[i].value);
        cr_assert_eq(belay_body_get_colliders(world, bodies[i], &collider, 1, &colliders), BELAY_OK);
        cr_assert_eq(belay_collider_get_contacts(world, collider, list, 1, &more), BELAY_OK);
        cr_expect_eq(more, right[i]);
    }
    belay_world_destroy(world);
}

Test(introspect, usage_counts_what_there_is)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_world_usage u;
    cr_assert_eq(belay_world_get_usage(world, &u), BELAY_OK);
    cr_expect(u.bodies.used == 0 && u.colliders.used == 0 && u.contacts.used == 0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    for (int i = 0; i < 20; i++) {
        ball.position = v3(0.2 * i, 0.0, 0.05);
        scene_add_ball(world, &ball);
    }
    belay_collider_def hull = def_of(7);
    hull.pose.position.z = 9.0;
    make(world, &hull);
    scene_steps(world, 3);
    cr_assert_eq(belay_world_get_usage(world, &u), BELAY_OK);
    cr_expect(u.bodies.used == 22 && u.colliders.used == 22 && u.entities.used == 44);
    cr_expect(u.contacts.used == 20 && u.warm_contacts.used == 20 && u.touches.used == 20 && u.pairs.used == 20);
    cr_expect(u.shape_bytes.used > 0 && u.joints.used == 0 && u.rods.used == 0);
    const belay_usage all[] = {u.entities, u.bodies,       u.colliders,     u.shape_bytes, u.pairs,
                               u.contacts, u.rod_contacts, u.warm_contacts, u.touches};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cr_expect_geq(all[i].held, all[i].used, "%zu", i);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Inertia
// ---------------------------------------------------------------------------------------------------------------------

static void check_inertia(belay_mat33 is, belay_collider_def def, const char* what)
{
    belay_mass mass;
    cr_assert_eq(belay_shape_mass_of(&def.shape, 3.0, &mass, NULL), BELAY_OK);
    cr_expect_eq(mass.mass, 3.0);
    for (int i = 0; i < 9; i++)
        cr_expect_leq(fabs(is.m[i] - mass.inertia.m[i]), 1e-14, "%s: entry %d", what, i);
}

Test(inertia, closed_forms_are_those_of_the_shapes)
{
    check_inertia(belay_inertia_sphere(3.0, 0.3), def_of(0), "sphere");
    check_inertia(belay_inertia_capsule(3.0, 0.7, 0.2), def_of(3), "capsule");
    check_inertia(belay_inertia_box(3.0, v3(0.3, 0.5, 0.8)), def_of(4), "box");
    check_inertia(belay_inertia_cylinder(3.0, 0.4, 0.3), def_of(5), "cylinder");
    check_inertia(belay_inertia_cone(3.0, 0.6, 0.3), def_of(6), "cone");
    check_inertia(belay_inertia_ellipsoid(3.0, v3(0.2, 0.3, 0.5)), def_of(10), "ellipsoid");
}

Test(inertia, the_mass_of_a_shape_by_its_whole)
{
    belay_collider_def hull = def_of(7), mesh = def_of(8);
    belay_mass by_density, by_whole;
    belay_error error;
    cr_assert_eq(belay_shape_mass(&hull.shape, 500.0, &by_density, NULL), BELAY_OK);
    cr_assert_eq(belay_shape_mass_of(&hull.shape, by_density.mass, &by_whole, NULL), BELAY_OK);
    cr_expect_leq(v3_distance(by_density.center_of_mass, by_whole.center_of_mass), 1e-15);
    for (int i = 0; i < 9; i++)
        cr_expect_leq(fabs(by_density.inertia.m[i] - by_whole.inertia.m[i]), 1e-13 * by_density.mass);
    cr_expect_eq(belay_shape_mass_of(&hull.shape, 0.0, &by_whole, &error), BELAY_ERROR_VALUE);
    cr_expect_not_null(strstr(error.message, "whole is 0"));
    cr_expect_eq(belay_shape_mass_of(&hull.shape, 1.0, NULL, &error), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_shape_mass_of(&mesh.shape, 1.0, &by_whole, &error), BELAY_ERROR_SHAPE);
}
