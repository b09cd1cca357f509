// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is told of a mesh is so: volumes and masses of solids in closed form, and each mistake that a mesh may have.

#include "support/scene.h"
#include "unit/geometry/solid/solid_shapes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static solid_mesh shape;

static belay_mesh_facts measure(void)
{
    belay_mesh mesh = solid_mesh_of(&shape);
    belay_mesh_facts facts;
    belay_error error;
    cr_assert_eq(belay_mesh_measure(&mesh, &facts, &error), BELAY_OK, "%s", error.message);
    return facts;
}

Test(solid, facts_of_a_box_are_those_of_a_box)
{
    solid_box(&shape, v3(2.0, 3.0, 5.0));
    belay_mesh_facts f = measure();
    cr_expect(f.is_closed);
    cr_expect_float_eq(f.volume, 30.0, 1e-13);
    cr_expect_float_eq(f.area, 62.0, 1e-13);
    cr_expect_eq(f.corner_count, 8);
    cr_expect_eq(f.degenerate_triangles + f.open_edges + f.reversed_edges + f.crowded_edges, 0);
    cr_expect(f.lower.x == 0.0 && f.upper.z == 5.0);
}

Test(solid, the_mass_of_a_box_is_that_of_the_shape)
{
    solid_box(&shape, v3(2.0, 3.0, 5.0));
    belay_mesh mesh = solid_mesh_of(&shape);
    belay_mass m;
    cr_assert_eq(belay_mesh_mass(&mesh, 7.0, &m, NULL), BELAY_OK);
    belay_mat33 right = belay_inertia_box(210.0, v3(2.0, 3.0, 5.0));
    cr_expect_float_eq(m.mass, 210.0, 1e-12);
    cr_expect_lt(v3_distance(m.center_of_mass, v3(1.0, 1.5, 2.5)), 1e-14);
    for (int i = 0; i < 9; i++)
        cr_expect_float_eq(m.inertia.m[i], right.m[i], 1e-11, "element %d", i);
}

// An L weighs like its two boxes.
Test(solid, the_mass_of_an_l_is_that_of_two_boxes)
{
    solid_l(&shape);
    belay_mesh mesh = solid_mesh_of(&shape);
    belay_mass m;
    cr_assert_eq(belay_mesh_mass(&mesh, 1.0, &m, NULL), BELAY_OK);
    belay_mass a = {3.0, {1.5, 0.5, 0.5}, belay_inertia_box(3.0, v3(3.0, 1.0, 1.0))};
    belay_mass b = {2.0, {0.5, 2.0, 0.5}, belay_inertia_box(2.0, v3(1.0, 2.0, 1.0))};
    belay_mass right = belay_mass_add(a, b);
    cr_expect_float_eq(m.mass, 5.0, 1e-13);
    cr_expect_lt(v3_distance(m.center_of_mass, right.center_of_mass), 1e-14);
    for (int i = 0; i < 9; i++)
        cr_expect_float_eq(m.inertia.m[i], right.inertia.m[i], 1e-12, "element %d", i);
}

Test(solid, a_missing_triangle_leaves_three_open_edges)
{
    solid_box(&shape, v3(1.0, 1.0, 1.0));
    shape.triangle_count--;
    belay_mesh_facts f = measure();
    cr_expect_not(f.is_closed);
    cr_expect_eq(f.open_edges, 3);
    cr_expect_eq(f.reversed_edges, 0);
}

static void turn_over(int triangle)
{
    int32_t* i = &shape.indices[3 * triangle];
    int32_t first = i[0];
    i[0] = i[1];
    i[1] = first;
}

Test(solid, a_turned_triangle_shows_at_its_three_edges)
{
    solid_box(&shape, v3(1.0, 1.0, 1.0));
    turn_over(4);
    belay_mesh_facts f = measure();
    cr_expect_not(f.is_closed);
    cr_expect_eq(f.open_edges, 0);
    cr_expect_eq(f.reversed_edges, 3);
}

Test(solid, inside_out_the_volume_is_negative)
{
    solid_box(&shape, v3(1.0, 2.0, 3.0));
    for (int t = 0; t < shape.triangle_count; t++)
        turn_over(t);
    belay_mesh_facts f = measure();
    cr_expect(f.is_closed);
    cr_expect_float_eq(f.volume, -6.0, 1e-14);
    belay_mesh mesh = solid_mesh_of(&shape);
    belay_mass m = {-1.0, {0.0, 0.0, 0.0}, {{0.0}}};
    belay_error error;
    cr_expect_eq(belay_mesh_mass(&mesh, 1.0, &m, &error), BELAY_ERROR_SHAPE);
    cr_expect_not_null(strstr(error.message, "volume -6"));
    cr_expect_eq(m.mass, -1.0);
}

// Corners that are given once for each triangle, as in most files, are one where they are equal.
Test(solid, corners_at_one_place_are_one)
{
    solid_box(&shape, v3(1.0, 2.0, 3.0));
    static solid_mesh apart;
    for (int i = 0; i < 3 * shape.triangle_count; i++) {
        apart.vertices[i] = shape.vertices[shape.indices[i]];
        apart.indices[i] = i;
    }
    apart.vertex_count = 3 * shape.triangle_count;
    apart.triangle_count = shape.triangle_count;
    apart.vertices[0].x = copysign(apart.vertices[0].x, apart.vertices[0].x == 0.0 ? -1.0 : 1.0);
    shape = apart;
    belay_mesh_facts f = measure();
    cr_expect(f.is_closed);
    cr_expect_eq(f.corner_count, 8);
}

Test(solid, what_is_no_mesh_is_refused)
{
    solid_box(&shape, v3(1.0, 2.0, 3.0));
    belay_mesh mesh = solid_mesh_of(&shape);
    belay_mesh_facts f;
    belay_mass m;
    belay_error error;
    cr_expect_eq(belay_mesh_measure(NULL, &f, &error), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_mesh_measure(&mesh, NULL, &error), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_mesh_mass(&mesh, 0.0, &m, &error), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_mesh_mass(&mesh, NAN, &m, &error), BELAY_ERROR_VALUE);
    shape.indices[5] = 8;
    cr_expect_neq(belay_mesh_measure(&mesh, &f, &error), BELAY_OK);
    shape.indices[5] = 0;
    shape.vertices[3].y = NAN;
    cr_expect_eq(belay_mesh_measure(&mesh, &f, &error), BELAY_ERROR_VALUE);
}
