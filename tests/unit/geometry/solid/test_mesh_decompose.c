// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Solids that are taken apart: the parts hold all of the solid and no more beside it than they say, and a body that is
// made of them behaves as the hollow thing that it is.

#include "support/chance.h"
#include "support/scene.h"
#include "unit/geometry/solid/solid_shapes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static solid_mesh shape;

static belay_mesh_parts* take_apart(double max_excess, int max_parts)
{
    belay_mesh mesh = solid_mesh_of(&shape);
    belay_decompose_options o = belay_decompose_options_default();
    belay_mesh_parts* parts = NULL;
    belay_error error;
    o.max_excess = max_excess;
    o.max_parts = max_parts;
    cr_assert_eq(belay_mesh_decompose(&mesh, &o, &parts, &error), BELAY_OK, "%s", error.message);
    return parts;
}

// How far a point is outside of a hull, by its faces; at most 0: inside.
static double height_above(const belay_hull* hull, belay_vec3 p)
{
    int32_t corners[3 * BELAY_MAX_HULL_TRIANGLES];
    int count;
    double highest = -HUGE_VAL;
    cr_assert_eq(belay_hull_triangles(hull, corners, BELAY_MAX_HULL_TRIANGLES, &count, NULL), BELAY_OK);
    for (int i = 0; i < count; i++) {
        belay_vec3 a = hull->points[corners[3 * i]], b = hull->points[corners[3 * i + 1]],
                   c = hull->points[corners[3 * i + 2]];
        belay_vec3 n = v3_normalize_or(v3_cross(v3_sub(b, a), v3_sub(c, a)), v3_zero());
        highest = fmax(highest, v3_dot(n, v3_sub(p, a)));
    }
    return highest;
}

static double height_above_all(const belay_mesh_parts* parts, belay_vec3 p)
{
    double lowest = HUGE_VAL;
    for (int i = 0; i < parts->count; i++)
        lowest = fmin(lowest, height_above(&parts->hulls[i], p));
    return lowest;
}

static double sum_volumes(const belay_mesh_parts* parts)
{
    double sum = 0.0;
    for (int i = 0; i < parts->count; i++) {
        belay_shape hull = {.type = BELAY_SHAPE_HULL, .hull = parts->hulls[i]};
        belay_mass m;
        cr_assert_eq(belay_shape_mass(&hull, 1.0, &m, NULL), BELAY_OK);
        sum += m.mass;
    }
    return sum;
}

// All corners of the solid and points of its surface are in a part, and the volumes add up to what is said.
static void check_parts(const belay_mesh_parts* parts)
{
    uint64_t state = 7;
    for (int i = 0; i < shape.vertex_count; i += 1 + shape.vertex_count / 200)
        cr_expect_leq(height_above_all(parts, shape.vertices[i]), 1e-8, "corner %d is outside", i);
    for (int i = 0; i < 200; i++) {
        int t = (int)(chance_next(&state) * shape.triangle_count);
        double u = chance_next(&state), v = chance_next(&state) * (1.0 - u);
        const int32_t* c = &shape.indices[3 * t];
        belay_vec3 p = v3_scale(1.0 - u - v, shape.vertices[c[0]]);
        p = v3_add_scaled(v3_add_scaled(p, u, shape.vertices[c[1]]), v, shape.vertices[c[2]]);
        cr_expect_leq(height_above_all(parts, p), 1e-8, "a point of triangle %d is outside", t);
    }
    cr_expect_float_eq(sum_volumes(parts), parts->mass.mass + parts->excess, 1e-8 * parts->mass.mass);
    cr_expect_eq(parts->lost, 0.0);
}

Test(solid, what_is_convex_is_one_part)
{
    solid_box(&shape, v3(1.0, 2.0, 3.0));
    belay_mesh_parts* parts = take_apart(0.01, 64);
    cr_expect_eq(parts->count, 1);
    cr_expect_lt(parts->excess, 1e-9);
    check_parts(parts);
    belay_mesh_parts_destroy(parts);
}

Test(solid, an_l_is_two_boxes)
{
    solid_l(&shape);
    belay_mesh_parts* parts = take_apart(1e-6, 64);
    cr_expect_eq(parts->count, 2);
    cr_expect_lt(parts->excess, 1e-9);
    check_parts(parts);
    belay_mesh_parts_destroy(parts);
}

Test(solid, a_u_is_three_boxes)
{
    solid_u(&shape);
    belay_mesh_parts* parts = take_apart(1e-6, 64);
    cr_expect_eq(parts->count, 3);
    cr_expect_lt(parts->excess, 1e-9);
    check_parts(parts);
    belay_mesh_parts_destroy(parts);
}

// However it stands: turned, no face is across an axis.
Test(solid, a_turned_u_is_within_the_excess_that_is_asked)
{
    solid_u(&shape);
    belay_quat q = q_normalize((belay_quat){0.8, 0.3, -0.2, 0.5});
    for (int i = 0; i < shape.vertex_count; i++)
        shape.vertices[i] = q_rotate(q, shape.vertices[i]);
    belay_mesh_parts* parts = take_apart(0.1, 64);
    cr_expect_lt(parts->count, 64);
    cr_expect_leq(parts->excess, 0.1 * parts->mass.mass);
    check_parts(parts);
    belay_mesh_parts_destroy(parts);
}

Test(solid, a_ring_is_within_the_excess_that_is_asked)
{
    solid_ring(&shape, 1.0, 0.25, 24, 8);
    belay_mesh_parts* parts = take_apart(0.1, 64);
    cr_expect_lt(parts->count, 32);
    cr_expect_leq(parts->excess, 0.1 * parts->mass.mass);
    check_parts(parts);
    // The hole is open.
    cr_expect_gt(height_above_all(parts, v3_zero()), 0.6);
    belay_mesh_parts_destroy(parts);
}

Test(solid, parts_end_where_they_are_told)
{
    solid_ring(&shape, 1.0, 0.25, 16, 6);
    belay_mesh_parts* parts = take_apart(1e-6, 5);
    cr_expect_eq(parts->count, 5);
    check_parts(parts);
    belay_mesh_parts_destroy(parts);
}

Test(solid, the_same_solid_has_the_same_parts_to_the_bit)
{
    solid_ring(&shape, 1.0, 0.25, 16, 6);
    belay_mesh_parts *a = take_apart(0.2, 16), *b = take_apart(0.2, 16);
    cr_assert_eq(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        cr_assert_eq(a->hulls[i].point_count, b->hulls[i].point_count);
        cr_expect_eq(
            memcmp(a->hulls[i].points, b->hulls[i].points, (size_t)a->hulls[i].point_count * sizeof(belay_vec3)), 0);
    }
    belay_mesh_parts_destroy(a);
    belay_mesh_parts_destroy(b);
}

// A ring that stands above a peg comes down on it and hangs: its middle rests below the peg, which goes through the
// hole. As a single hull it would lie on top.
Test(solid, a_ring_hangs_on_a_peg)
{
    solid_ring(&shape, 1.0, 0.2, 16, 6);
    belay_mesh_parts* parts = take_apart(0.1, 64);
    belay_world* world = scene_world(1.0 / 240.0);
    belay_collider_def peg = belay_collider_def_capsule(4.0, 0.1);
    cr_assert_eq(belay_body_create_static(world, belay_pose_identity(), &peg, NULL), BELAY_OK);

    // Its axis along the peg's, z; gravity along -y; the peg near the top of the hole.
    belay_world_set_gravity(world, v3(0.0, -SCENE_G, 0.0));
    belay_body_def def = belay_body_def_default();
    def.mass = parts->mass.mass;
    def.inertia = parts->mass.inertia;
    def.center_of_mass = parts->mass.center_of_mass;
    def.pose.position = v3(0.0, -0.4, 0.0);
    def.angular_damping = 2.0;
    belay_body_id ring;
    cr_assert_eq(belay_body_create(world, &def, &ring), BELAY_OK);
    for (int i = 0; i < parts->count; i++) {
        belay_collider_def part = belay_collider_def_hull(parts->hulls[i].points, parts->hulls[i].point_count);
        belay_collider_id id;
        cr_assert_eq(belay_collider_create(world, ring, &part, &id), BELAY_OK);
    }
    scene_steps(world, 5 * 240);
    belay_body_state s;
    belay_body_get_state(world, ring, &s);
    // From the middle to the inner side of the ring it is at least 0.8 - 0.1 of the peg, less what hulls fill of it.
    cr_expect_lt(s.pose.position.y, -0.6, "it is at %g", s.pose.position.y);
    cr_expect_gt(s.pose.position.y, -0.72, "it is at %g", s.pose.position.y);
    cr_expect_lt(v3_length(s.linear_velocity), 0.05);
    belay_world_destroy(world);
    belay_mesh_parts_destroy(parts);
}

Test(solid, options_that_are_none_are_refused)
{
    solid_l(&shape);
    belay_mesh mesh = solid_mesh_of(&shape);
    belay_mesh_parts* parts = NULL;
    belay_error error;
    belay_decompose_options o = belay_decompose_options_default();
    o.max_excess = 0.0;
    cr_expect_eq(belay_mesh_decompose(&mesh, &o, &parts, &error), BELAY_ERROR_VALUE);
    o = belay_decompose_options_default();
    o.max_parts = 0;
    cr_expect_eq(belay_mesh_decompose(&mesh, &o, &parts, &error), BELAY_ERROR_VALUE);
    o = belay_decompose_options_default();
    o.candidates = 257;
    cr_expect_eq(belay_mesh_decompose(&mesh, &o, &parts, &error), BELAY_ERROR_VALUE);
    o = belay_decompose_options_default();
    mesh.triangle_count--;
    cr_expect_eq(belay_mesh_decompose(&mesh, &o, &parts, &error), BELAY_ERROR_SHAPE);
    cr_expect_not_null(strstr(error.message, "3 open"));
    cr_expect_null(parts);
}
