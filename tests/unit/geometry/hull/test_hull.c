// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Convex hulls of known bodies, what doubles may not change, and what is refused.

#include "core/alloc.h"
#include "geometry/hull/hull_internal.h"
#include "support/chance.h"
#include "support/shapes/hulls.h"
#include "support/shapes/points.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(hull, box_has_six_exact_faces)
{
    belay_vec3 points[8];
    bl_hull* h = hull_build(points, points_box(points, v3(1.0, 2.0, 3.0)));
    hull_check_counts(h, 8, 6);
    for (uint32_t f = 0; f < 6; f++) {
        belay_vec3 n = bl_hull_faces(h)[f].normal;
        cr_assert_eq(bl_hull_faces(h)[f].edge_count, 4);
        cr_assert_eq(fabs(n.x) + fabs(n.y) + fabs(n.z), 1.0);
        cr_assert_eq(bl_hull_faces(h)[f].offset, 0.5 * fabs(v3_dot(n, v3(1.0, 2.0, 3.0))));
    }
    cr_assert_float_eq(h->mass.mass, 6.0, 1e-14);
    hull_destroy(h);
}

// Faces begin at their lowest vertex and are in the order of their first edges; edges are in the order of the faces.
Test(hull, numbers_follow_from_the_vertices)
{
    belay_vec3 points[20];
    bl_hull* h = hull_build(points, points_dodecahedron(points));
    const bl_hull_edge* e = bl_hull_edges(h);
    uint32_t next = 0;
    for (uint32_t f = 0; f < h->face_count; f++) {
        const bl_hull_face* face = &bl_hull_faces(h)[f];
        cr_assert_eq(face->edge, next);
        for (uint32_t i = 1; i < face->edge_count; i++)
            cr_assert_gt(e[next + i].origin, e[next].origin);
        if (f > 0) {
            const bl_hull_edge *last = &e[face[-1].edge], *now = &e[next];
            cr_assert(last->origin < now->origin ||
                      (last->origin == now->origin && e[last->next].origin < e[now->next].origin));
        }
        next += face->edge_count;
    }
    cr_assert_eq(next, h->edge_count);
    hull_destroy(h);
}

// A copy elsewhere is the same hull: no pointers inside.
Test(hull, block_may_be_copied)
{
    belay_vec3 points[12];
    int count = points_icosahedron(points);
    bl_hull *h = hull_build(points, count), *copy = malloc((size_t)h->storage_size);
    memcpy(copy, h, (size_t)h->storage_size);
    memset(h, 0, (size_t)copy->storage_size);
    hull_check_polytope(copy, points, count);
    free(copy);
    hull_destroy(h);
}

// Corners, faces, volume and moment of inertia per mass of the regular bodies.
static void check_regular(const belay_vec3* points, int count, unsigned faces, double volume, double moment)
{
    bl_hull* h = hull_build(points, count);
    hull_check_counts(h, (unsigned)count, faces);
    cr_assert_float_eq(h->mass.mass / volume, 1.0, 1e-14);
    for (int i = 0; i < 9; i++)
        cr_assert_float_eq(h->mass.inertia.m[i] / volume, i % 4 == 0 ? moment : 0.0, 1e-14);
    hull_destroy(h);
}

Test(hull, regular_bodies)
{
    const double g = 0.5 * (1.0 + sqrt(5.0)), a = sqrt(5.0) - 1.0;
    belay_vec3 points[20];
    const belay_vec3 tetrahedron[] = {{1.0, 1.0, 1.0}, {1.0, -1.0, -1.0}, {-1.0, 1.0, -1.0}, {-1.0, -1.0, 1.0}};
    const belay_vec3 octahedron[] = {{1.0, 0.0, 0.0},  {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0},
                                     {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0},  {0.0, 0.0, -1.0}};
    check_regular(tetrahedron, 4, 4, 8.0 / 3.0, 8.0 / 20.0); // edge^2 / 20
    check_regular(octahedron, 6, 8, 4.0 / 3.0, 2.0 / 10.0);  // edge^2 / 10
    check_regular(points, points_icosahedron(points), 20, 10.0 / 3.0 * (3.0 + sqrt(5.0)), 0.1 * g * g * 4.0);
    check_regular(points, points_dodecahedron(points), 12, 0.25 * (15.0 + 7.0 * sqrt(5.0)) * a * a * a,
                  (39.0 * g + 28.0) / 150.0 * a * a);
}

// Points on faces, on edges and inside leave no trace, in any placement, near the origin or far from it.
Test(hull, cube_with_a_grid_of_points_is_the_cube)
{
    static belay_vec3 points[HULLS_MAX_POINTS], corners[8];
    uint64_t state = 1;
    for (int trial = 0; trial < 40; trial++) {
        int count = hull_cube_grid(points, 1 + trial % 10, trial % 3 == 0), corner_count = 0;
        belay_pose pose = points_random_pose(&state, trial % 2 == 0 ? 1.0 : 1e5);
        if (trial < 10) pose = belay_pose_identity();
        for (int i = 0; i < count; i++)
            if (hull_is_corner_of_cube(points[i])) corners[corner_count++] = pose_apply(pose, points[i]);
        points_place(points, count, pose);
        bl_hull *h = hull_build(points, count), *cube = hull_build(corners, corner_count);
        hull_check_counts(h, 8, 6);
        cr_assert(hull_has_same_bits(h, cube));
        hull_destroy(h);
        hull_destroy(cube);
    }
}

Test(hull, prisms_have_whole_caps)
{
    belay_vec3 points[HULLS_MAX_POINTS];
    uint64_t state = 2;
    for (int sides = 3; sides <= 127; sides += sides < 12 ? 1 : 23) {
        int count = points_prism(points, sides, 0.5);
        points_place(points, count, points_random_pose(&state, 3.0));
        bl_hull* h = hull_build(points, count);
        hull_check_counts(h, 2 * (unsigned)sides, (unsigned)sides + 2);
        hull_check_polytope(h, points, count);
        unsigned caps = 0;
        for (uint32_t f = 0; f < h->face_count; f++)
            caps += bl_hull_faces(h)[f].edge_count == sides;
        cr_assert_eq(caps, sides == 4 ? 6 : 2);
        cr_assert_float_eq(h->mass.mass, 0.25 * sides * sin(2.0 * 3.14159265358979323846 / sides), 1e-13);
        hull_destroy(h);
    }
}

Test(hull, voussoirs_have_six_faces)
{
    belay_vec3 points[8];
    for (int count = 3; count <= 51; count++)
        for (int i = 0; i < count; i++) {
            bl_hull* h = hull_build(points, points_voussoir(points, i, count));
            hull_check_counts(h, 8, 6);
            hull_check_polytope(h, points, 8);
            hull_destroy(h);
        }
}

// A cone of 255 corners has the most edges at one vertex, a ball the most faces there can be: 2 V - 4.
Test(hull, largest_hulls)
{
    belay_vec3 points[BELAY_MAX_HULL_VERTICES];
    uint64_t state = 3;
    for (int i = 0; i < 254; i++)
        points[i] = v3(cos(6.283185307179586 * i / 254.0), sin(6.283185307179586 * i / 254.0), 0.0);
    points[254] = v3(0.1, 0.2, 1.0);
    bl_hull* h = hull_build(points, 255);
    hull_check_counts(h, 255, 255);
    hull_check_polytope(h, points, 255);
    hull_destroy(h);
    for (int i = 0; i < 255; i++)
        points[i] = points_random_direction(&state);
    h = hull_build(points, 255);
    hull_check_counts(h, 255, 506);
    hull_check_polytope(h, points, 255);
    hull_destroy(h);
}

// Signs of zero are no difference.
Test(hull, minus_zero_is_zero)
{
    belay_vec3 points[8], other[8];
    for (int i = 0; i < 8; i++) {
        points[i] = v3(i & 1, i >> 1 & 1, i >> 2 & 1);
        other[i] = v3(i & 1 ? 1.0 : -0.0, i & 2 ? 1.0 : -0.0, i & 4 ? 1.0 : -0.0);
    }
    bl_hull *a = hull_build(points, 8), *b = hull_build(other, 8);
    cr_assert(hull_has_same_bits(a, b));
    hull_destroy(a);
    hull_destroy(b);
}

// 1 mm at 1e5 m: the coordinates have steps of 1.5e-8 of the size, and faces are planar no better.
Test(hull, small_cube_far_away)
{
    static belay_vec3 points[HULLS_MAX_POINTS];
    uint64_t state = 28;
    for (int trial = 0; trial < 40; trial++) {
        int count = hull_cube_grid(points, 1 + trial % 8, false);
        for (int i = 0; i < count; i++)
            points[i] = v3_scale(1e-3, points[i]);
        points_place(points, count, points_random_pose(&state, 1e5));
        bl_hull* h = hull_build(points, count);
        hull_check_counts(h, 8, 6);
        hull_check_polytope(h, points, count);
        cr_assert_float_eq(h->mass.mass, 1e-9, 1e-9 * 1e-6);
        hull_destroy(h);
    }
}

Test(hull, refuses_bad_arguments)
{
    belay_vec3 points[8];
    points_box(points, v3(1.0, 1.0, 1.0));
    hull_check_refused(NULL, 8, BELAY_ERROR_VALUE, "hull.points is null");
    hull_check_refused(points, -1, BELAY_ERROR_VALUE, "hull.point_count is -1");
    hull_check_refused(points, 0, BELAY_ERROR_SHAPE, "hull.point_count is 0");
    hull_check_refused(points, 3, BELAY_ERROR_SHAPE, "hull.point_count is 3");
    points[5].y = (double)NAN;
    hull_check_refused(points, 8, BELAY_ERROR_VALUE, "hull.points[5] is (0.5, nan, 0.5)");
    points[5].y = -HUGE_VAL;
    hull_check_refused(points, 8, BELAY_ERROR_VALUE, "hull.points[5] is (0.5, -inf, 0.5)");
    points[5].y = 2e9;
    hull_check_refused(points, 8, BELAY_ERROR_SHAPE, "hull.points[5] is (0.5, 2e+09, 0.5)");
}

Test(hull, refuses_points_without_a_volume)
{
    belay_vec3 points[64];
    uint64_t state = 20;
    for (int i = 0; i < 64; i++)
        points[i] = v3(0.1, 0.2, 0.3);
    hull_check_refused(points, 64, BELAY_ERROR_SHAPE, "hull.points: all 64");
    for (int i = 0; i < 64; i++)
        points[i] = v3_scale(chance_between(&state, -1.0, 1.0), v3(1.0, 2.0, 3.0));
    hull_check_refused(points, 64, BELAY_ERROR_SHAPE, "in one line");
    for (int i = 0; i < 64; i++) {
        double a = chance_between(&state, -1.0, 1.0), b = chance_between(&state, -1.0, 1.0);
        points[i] = v3_add(v3_scale(a, v3(1.0, 2.0, 3.0)), v3_scale(b, v3(-1.0, 0.5, 0.7)));
    }
    hull_check_refused(points, 64, BELAY_ERROR_SHAPE, "in one plane");
}

// Makes a body between z = -1/2 and 1/2 flat: its height becomes 1e-9 of its extent, times `thickness`.
static void flatten(const belay_vec3* points, int count, belay_pose pose, double thickness, belay_vec3* placed)
{
    for (int i = 0; i < count; i++)
        placed[i] = pose_apply(pose, v3(points[i].x, points[i].y, 0.0));
    double height = 1e-9 * thickness * hull_measure(placed, count).extent;
    for (int i = 0; i < count; i++)
        placed[i] = pose_apply(pose, v3(points[i].x, points[i].y, height * points[i].z));
}

// About 1e-9 of the extent is flat, in any placement.
Test(hull, thickness_decides)
{
    belay_vec3 points[64], placed[64];
    uint64_t state = 21;
    for (int trial = 0; trial < 200; trial++) {
        belay_pose pose = points_random_pose(&state, 1.0);
        int count = points_box(points, v3(1.0, 1.0, 1.0));
        flatten(points, count, pose, 0.999, placed);
        hull_check_refused(placed, count, BELAY_ERROR_SHAPE, "hull.points");
        flatten(points, count, pose, 2.001, placed);
        bl_hull* h = hull_build(placed, count);
        hull_check_counts(h, 8, 6);
        hull_destroy(h);
        count = 4 + points_random_below(&state, 60);
        for (int i = 0; i < count; i++)
            points[i] = chance_vector(&state, 0.5);
        flatten(points, count, pose, 0.5, placed);
        hull_check_refused(placed, count, BELAY_ERROR_SHAPE, "hull.points");
    }
}

Test(hull, refuses_too_many_corners)
{
    belay_vec3 points[300];
    uint64_t state = 22;
    for (int i = 0; i < 300; i++)
        points[i] = points_random_direction(&state);
    hull_check_refused(points, 300, BELAY_ERROR_SHAPE, "300 corners; there must be at most 255 (belay_hull_simplify");
    hull_check_refused(points, 256, BELAY_ERROR_SHAPE, "256 corners");
}

Test(hull, no_memory_is_said_and_nothing_leaks)
{
    belay_vec3 points[100];
    uint64_t state = 23;
    for (int i = 0; i < 100; i++)
        points[i] = chance_vector(&state, 1.0);
    belay_result result = BELAY_ERROR_MEMORY;
    int limit = 0;
    for (; result != BELAY_OK; limit++) {
        tracking_allocator f = {.fail_from = limit + 1};
        belay_allocator allocator = tracking_allocator_hooks(&f);
        unsigned char* block;
        belay_error error = {BELAY_OK, ""};
        result = bl_hull_build(points, 100, &allocator, &block, &error);
        cr_assert_eq(result, f.calls > limit ? BELAY_ERROR_MEMORY : BELAY_OK);
        cr_assert(result == BELAY_OK || (block == NULL && strstr(error.message, "no memory") != NULL));
        arrfree(block);
        cr_assert_eq(f.bytes, 0);
    }
    cr_assert_gt(limit, 20);
}
