// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Meshes and height fields by themselves: what they refuse, what is next to what, what edges and vertices allow.

#include "belay/quat.h"
#include "core/alloc.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/mesh/mesh_internal.h"
#include "support/chance.h"
#include "support/shapes/meshes.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <string.h>

#define PI 3.14159265358979323846

static const belay_vec3 square[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {0.0, 1.0, 0.0}};
static const int32_t square_indices[6] = {0, 1, 2, 0, 2, 3};

static belay_result refusal(const belay_mesh* def, belay_error* error)
{
    belay_allocator allocator = bl_allocator_default();
    unsigned char* block = (unsigned char*)error;
    belay_result result = bl_mesh_build(def, &allocator, &block, error);
    cr_assert_null(block);
    cr_assert_eq(result, error->code);
    return result;
}

Test(mesh, what_is_no_mesh_is_refused_with_place_and_value)
{
    belay_error error;
    belay_vec3 bad[4];
    belay_mesh def = {square, 4, square_indices, 2};
    belay_mesh no_vertices = {NULL, 4, square_indices, 2}, no_indices = {square, 4, NULL, 2};
    belay_mesh no_triangles = {square, 4, square_indices, 0};
    cr_assert_eq(refusal(&no_vertices, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(refusal(&no_indices, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(refusal(&no_triangles, &error), BELAY_ERROR_SHAPE);
    int32_t beyond[6] = {0, 1, 2, 0, 4, 3}, below[6] = {0, 1, 2, 0, 2, -7};
    def.indices = beyond;
    cr_assert_eq(refusal(&def, &error), BELAY_ERROR_SHAPE);
    cr_assert(strstr(error.message, "indices[4] is 4") != NULL, "%s", error.message);
    def.indices = below;
    cr_assert_eq(refusal(&def, &error), BELAY_ERROR_SHAPE);
    cr_assert(strstr(error.message, "indices[5] is -7") != NULL, "%s", error.message);
    def.indices = square_indices;
    def.vertices = bad;
    const double values[2] = {NAN, INFINITY};
    for (int i = 0; i < 2; i++) {
        memcpy(bad, square, sizeof bad);
        bad[2].y = values[i];
        cr_assert_eq(refusal(&def, &error), BELAY_ERROR_VALUE);
        cr_assert(strstr(error.message, "vertices[2]") != NULL, "%s", error.message);
    }
}

Test(mesh, what_is_no_height_field_is_refused)
{
    const double heights[4] = {0.0, 0.0, 0.0, 0.0}, broken[4] = {0.0, 0.0, NAN, 0.0};
    const belay_height_field defs[5] = {{heights, 1, 4, 1.0, 1.0},
                                        {NULL, 2, 2, 1.0, 1.0},
                                        {heights, 2, 2, 0.0, 1.0},
                                        {heights, 2, 2, 1.0, NAN},
                                        {broken, 2, 2, 1.0, 1.0}};
    const belay_result codes[5] = {BELAY_ERROR_SHAPE, BELAY_ERROR_VALUE, BELAY_ERROR_SHAPE, BELAY_ERROR_VALUE,
                                   BELAY_ERROR_VALUE};
    belay_allocator allocator = bl_allocator_default();
    for (int i = 0; i < 5; i++) {
        belay_error error;
        unsigned char* block = (unsigned char*)&error;
        cr_assert_eq(bl_mesh_build_height_field(&defs[i], &allocator, &block, &error), codes[i], "def %d", i);
        cr_assert_null(block);
    }
}

Test(mesh, slivers_are_dropped_and_counted)
{
    const belay_vec3 vertices[6] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0},
                                    {0.0, 1.0, 0.0}, {0.5, 0.0, 0.0}, {0.5, -1e-12, 0.0}};
    const int32_t indices[15] = {0, 1, 4, 0, 1, 2, 0, 1, 5, 2, 2, 3, 0, 2, 3};
    unsigned char* block = mesh_build(vertices, 6, indices, 5);
    cr_assert_eq(bl_mesh_triangle_count(mesh_of(block)), 2);
    cr_assert_eq(bl_mesh_dropped_triangles(mesh_of(block)), 3);
    arrfree(block);
    belay_error error;
    belay_mesh def = {vertices, 6, indices, 1};
    cr_assert_eq(refusal(&def, &error), BELAY_ERROR_SHAPE);
    const int32_t point[3] = {1, 1, 1};
    def.indices = point;
    cr_assert_eq(refusal(&def, &error), BELAY_ERROR_SHAPE);
}

Test(mesh, running_out_of_memory_leaves_nothing_behind)
{
    const double heights[4] = {0.0, 1.0, 2.0, 3.0};
    belay_mesh def = {square, 4, square_indices, 2};
    belay_height_field field = {heights, 2, 2, 1.0, 1.0};
    for (int kind = 0; kind < 2; kind++) {
        belay_result result = BELAY_ERROR_MEMORY;
        for (int allowed = 0; result != BELAY_OK; allowed++) {
            tracking_allocator m = {.fail_from = allowed + 1};
            belay_allocator allocator = tracking_allocator_hooks(&m);
            unsigned char* block;
            cr_assert_lt(allowed, 64);
            result = kind == 0 ? bl_mesh_build(&def, &allocator, &block, NULL)
                               : bl_mesh_build_height_field(&field, &allocator, &block, NULL);
            cr_assert_eq(block == NULL, result != BELAY_OK);
            if (result == BELAY_OK)
                arrfree(block);
            else
                cr_assert_eq(result, BELAY_ERROR_MEMORY);
            cr_assert_eq(m.live, 0);
        }
    }
}

Test(mesh, same_definition_gives_the_same_bytes)
{
    unsigned char *a = mesh_build_soup(5), *b = mesh_build_soup(5);
    cr_assert_eq(arrlenu(a), arrlenu(b));
    cr_assert_eq(memcmp(a, b, arrlenu(a)), 0);
    arrfree(a);
    arrfree(b);
    a = mesh_build_rough_field(5, 9, 7);
    b = mesh_build_rough_field(5, 9, 7);
    cr_assert_eq(arrlenu(a), arrlenu(b));
    cr_assert_eq(memcmp(a, b, arrlenu(a)), 0);
    arrfree(a);
    arrfree(b);
}

// Every triangle is there once, its corners in order.
Test(mesh, triangles_are_those_of_the_definition)
{
    const int n = 7;
    unsigned char* block = mesh_build_floor(n, belay_pose_identity());
    const bl_mesh* mesh = mesh_of(block);
    int seen[7][7] = {{0}};
    cr_assert_eq(bl_mesh_triangle_count(mesh), 2 * n * n);
    for (int t = 0; t < 2 * n * n; t++) {
        belay_vec3 c[3];
        bl_mesh_triangle(mesh, t, c);
        belay_vec3 area = v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]));
        cr_assert_eq(area.z, 1.0);
        belay_vec3 middle = v3_scale(1.0 / 3.0, v3_add(c[0], v3_add(c[1], c[2])));
        seen[(int)middle.y][(int)middle.x]++;
    }
    for (int i = 0; i < n * n; i++)
        cr_assert_eq(seen[i / n][i % n], 2);
    arrfree(block);
}

static void check_neighbors(const bl_mesh* mesh)
{
    for (int t = 0; t < bl_mesh_triangle_count(mesh); t++) {
        bl_mesh_facet f = bl_mesh_facet_at(mesh, t);
        for (int e = 0; e < 3; e++) {
            uint32_t v = f.vertex[e], w = f.vertex[(e + 1) % 3], last = BL_MESH_NONE;
            int on_edge = 0;
            for (int u = 0; u < bl_mesh_triangle_count(mesh); u++) {
                bl_mesh_facet g = bl_mesh_facet_at(mesh, u);
                for (int k = 0; k < 3; k++) {
                    uint32_t a = g.vertex[k], b = g.vertex[(k + 1) % 3];
                    if (u == t || !((a == v && b == w) || (a == w && b == v))) continue;
                    on_edge++;
                    last = bl_mesh_edge((uint32_t)u, (uint32_t)k);
                }
            }
            cr_assert_eq(bl_mesh_neighbor(mesh, t, e), on_edge == 1 ? last : on_edge > 1 ? BL_MESH_MANY : BL_MESH_NONE);
        }
    }
}

static void check_fans(const bl_mesh* mesh)
{
    int in_fans = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        int count;
        uint32_t store[6];
        const uint32_t* fan = bl_mesh_fan(mesh, v, store, &count);
        in_fans += count;
        for (int i = 0; i < count; i++) {
            bl_mesh_facet f = bl_mesh_facet_at(mesh, (int)fan[i]);
            cr_assert(f.vertex[0] == v || f.vertex[1] == v || f.vertex[2] == v);
            cr_assert(i == 0 || fan[i - 1] < fan[i]);
        }
    }
    cr_assert_eq(in_fans, 3 * bl_mesh_triangle_count(mesh));
}

Test(mesh, neighbors_and_fans_are_what_shares_vertices)
{
    unsigned char* blocks[3] = {mesh_build_soup(11), mesh_build_rough_field(3, 6, 5),
                                mesh_build_floor(5, belay_pose_identity())};
    for (int i = 0; i < 3; i++) {
        check_neighbors(mesh_of(blocks[i]));
        check_fans(mesh_of(blocks[i]));
        arrfree(blocks[i]);
    }
}

// The same surface with every triangle's corners given apart.
Test(mesh, equal_vertices_are_one)
{
    uint64_t lot = 8;
    belay_vec3 vertices[6];
    const int32_t indices[6] = {0, 1, 2, 3, 4, 5};
    for (int i = 0; i < 6; i++)
        vertices[i] = square[square_indices[i]];
    vertices[3].z = -0.0;
    unsigned char* block = mesh_build(vertices, 6, indices, 2);
    cr_assert_eq(mesh_of(block)->vertex_count, 4);
    check_neighbors(mesh_of(block));
    arrfree(block);
    vertices[3].x = chance_between(&lot, 1e-15, 2e-15);
    block = mesh_build(vertices, 6, indices, 2);
    cr_assert_eq(mesh_of(block)->vertex_count, 5);
    arrfree(block);
}

Test(mesh, rough_cosine_is_that_of_the_normal)
{
    uint64_t lot = 6;
    unsigned char* blocks[3] = {mesh_build_rough_field(3, 9, 7), mesh_build_soup(4),
                                mesh_build_floor(4, (belay_pose){{1.0, 2.0, 3.0}, {0.5, 0.5, 0.5, 0.5}})};
    for (int i = 0; i < 3; i++) {
        const bl_mesh* mesh = mesh_of(blocks[i]);
        for (int t = 0; t < bl_mesh_triangle_count(mesh); t++) {
            belay_vec3 direction = v3_normalize_or(chance_vector(&lot, 1.0), v3(1.0, 0.0, 0.0));
            double cosine = fabs(v3_dot(bl_mesh_facet_at(mesh, t).normal, direction));
            cr_assert_float_eq(bl_mesh_rough_cosine(mesh, t, direction), cosine, 1e-3 * BL_MESH_ROUGH_COSINE);
        }
        arrfree(blocks[i]);
    }
}

// Two triangles along the x axis, the second turned about it by `turn` downwards.
static double bend_at(double turn, double side)
{
    const belay_vec3 vertices[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.3, -1.0, 0.0}, {0.6, cos(turn), -sin(turn)}};
    const int32_t indices[6] = {0, 2, 1, 0, 1, 3};
    unsigned char* block = mesh_build(vertices, 4, indices, 2);
    double bend = NAN;
    for (int t = 0; t < 2; t++) {
        bl_mesh_facet f = bl_mesh_facet_at(mesh_of(block), t);
        for (int e = 0; e < 3; e++)
            if (f.corners[e].y == 0.0 && f.corners[(e + 1) % 3].y == 0.0) {
                double here = bl_mesh_edge_bend(mesh_of(block), &f, e, side);
                cr_assert(t == 0 || fabs(here - bend) < 1e-14);
                bend = here;
            } else {
                cr_assert_float_eq(bl_mesh_edge_bend(mesh_of(block), &f, e, side), PI, 1e-15);
            }
    }
    arrfree(block);
    return bend;
}

Test(mesh, bend_of_an_edge_is_the_angle_between_its_sides)
{
    for (int i = -31; i <= 31; i++) {
        cr_assert_float_eq(bend_at(0.1 * i, 1.0), 0.1 * i, 1e-14);
        cr_assert_float_eq(bend_at(0.1 * i, -1.0), -0.1 * i, 1e-14);
    }
}

// On the edge of the fold above, what is allowed is what lies between the normals.
Test(mesh, edge_allows_what_lies_between_the_normals)
{
    for (int i = -30; i <= 30; i++) {
        double turn = 0.1 * i;
        const belay_vec3 vertices[4] = {
            {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.3, -1.0, 0.0}, {0.6, cos(turn), -sin(turn)}};
        const int32_t indices[6] = {0, 2, 1, 0, 1, 3};
        unsigned char* block = mesh_build(vertices, 4, indices, 2);
        bl_mesh_facet f = bl_mesh_facet_at(mesh_of(block), 0);
        int edge = 0;
        while (f.corners[edge].y != 0.0 || f.corners[(edge + 1) % 3].y != 0.0)
            edge++;
        for (int k = 0; k < 64; k++) {
            double angle = 2.0 * PI * k / 64.0 + 0.01; // from z towards y, as the fold turns
            belay_vec3 direction = v3(0.0, sin(angle), cos(angle));
            // Outside a convex fold between 0 and the turn, inside a concave one the same from below.
            double from = turn >= 0.0 ? angle : fmod(angle + PI, 2.0 * PI) - 2.0 * PI;
            bool expected = turn >= 0.0 ? from <= turn : from >= turn;
            cr_assert_eq(bl_mesh_edge_allows(mesh_of(block), &f, edge, direction, 1e-9), expected, "turn %g angle %g",
                         turn, angle);
        }
        arrfree(block);
    }
}

static int count_allowed(const bl_mesh* mesh, uint32_t vertex, belay_vec3 direction)
{
    return bl_mesh_vertex_allows(mesh, vertex, direction, 1e-9) ? 1 : 0;
}

// At the tip of a pyramid: the directions in the cone of the normals of its sides, by brute force over the corners of
// its base. At an inner vertex of a flat floor: the normal alone.
Test(mesh, vertex_allows_what_no_edge_reaches_beyond)
{
    uint64_t lot = 77;
    const belay_vec3 pyramid[5] = {{1.0, 1.0, 0.0}, {-1.0, 1.0, 0.0}, {-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {0, 0, 0.8}};
    const int32_t sides[12] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    unsigned char *block = mesh_build(pyramid, 5, sides, 4), *floor = mesh_build_floor(2, belay_pose_identity());
    const bl_mesh* mesh = mesh_of(block);
    uint32_t tip = 0, middle = 0;
    while (bl_mesh_vertices(mesh)[tip].z == 0.0)
        tip++;
    while (bl_mesh_vertices(mesh_of(floor))[middle].x != 1.0 || bl_mesh_vertices(mesh_of(floor))[middle].y != 1.0)
        middle++;
    int allowed = 0;
    for (int i = 0; i < 4000; i++) {
        belay_vec3 d = v3_normalize_or(chance_vector(&lot, 1.0), v3(0.0, 0.0, 1.0));
        bool expected = true;
        for (int k = 0; k < 4; k++)
            expected = expected && v3_dot(d, v3_sub(pyramid[k], pyramid[4])) <= 0.0;
        cr_assert_eq(bl_mesh_vertex_allows(mesh, tip, d, 0.0), expected);
        allowed += expected ? 1 : 0;
        cr_assert(!bl_mesh_vertex_allows(mesh_of(floor), middle, d, 1e-6));
    }
    cr_assert_gt(allowed, 100);
    cr_assert_eq(count_allowed(mesh_of(floor), middle, v3(0.0, 0.0, 1.0)), 1);
    cr_assert_eq(count_allowed(mesh_of(floor), middle, v3(0.0, 0.0, -1.0)), 1);
    arrfree(block);
    arrfree(floor);
}

Test(mesh, flat_floor_is_one_plane_to_rounding)
{
    uint64_t lot = 21;
    for (int i = 0; i < 5; i++) {
        belay_vec3 axis = chance_vector(&lot, 1.0);
        belay_quat turn = belay_quat_from_axis_angle(axis, chance_between(&lot, 0.0, 6.0));
        belay_pose pose = {chance_vector(&lot, 10.0), turn};
        unsigned char* block = mesh_build_floor(40, pose);
        const bl_mesh* mesh = mesh_of(block);
        belay_vec3 normal = q_rotate(turn, v3(0.0, 0.0, 1.0));
        cr_assert_eq(mesh->plane_count, 1);
        for (int t = 0; t < bl_mesh_triangle_count(mesh); t++) {
            bl_mesh_facet f = bl_mesh_facet_at(mesh, t);
            cr_assert_eq(f.plane, 0);
            cr_assert_eq(bl_mesh_sheet(mesh, t), 0);
            cr_assert_lt(v3_distance(f.normal, normal), 1e-15);
            cr_assert_float_eq(f.offset, v3_dot(normal, pose.position), 2e-14);
        }
        arrfree(block);
    }
}

// A vertex on the middle of another's edge: no neighbours there, but one plane all the same.
Test(mesh, plane_grows_over_a_vertex_on_an_edge)
{
    const belay_vec3 vertices[5] = {{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, -1, 0}};
    const int32_t indices[9] = {0, 1, 2, 0, 4, 3, 3, 4, 1};
    unsigned char* block = mesh_build(vertices, 5, indices, 3);
    cr_assert_eq(mesh_of(block)->plane_count, 1);
    for (int t = 0; t < 3; t++)
        cr_assert_eq(bl_mesh_plane_numbers(mesh_of(block))[t], 0);
    arrfree(block);
}

Test(mesh, faces_of_a_cube_are_six_planes_of_one_sheet)
{
    belay_vec3 vertices[8];
    for (int i = 0; i < 8; i++)
        vertices[i] = v3(i & 1, i >> 1 & 1, i >> 2 & 1);
    // The last side is wound the wrong way.
    const int32_t indices[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 5, 7, 1, 7, 3};
    unsigned char* block = mesh_build(vertices, 8, indices, 12);
    const bl_mesh* mesh = mesh_of(block);
    cr_assert_eq(mesh->plane_count, 6);
    double side;
    for (int t = 0; t < 12; t++) {
        bl_mesh_facet f = bl_mesh_facet_at(mesh, t);
        bool points_inwards = v3_dot(f.normal, v3(0.5, 0.5, 0.5)) > f.offset;
        cr_assert_eq(points_inwards, f.normal.x < 0.0 && f.corners[0].x == 1.0);
        bl_mesh_side_of(mesh, v3(0.5, 0.5, 0.9), 1.0, &side);
        cr_assert_eq(side < 0.0, points_inwards == (bl_mesh_sheet(mesh, t) == 1));
    }
    arrfree(block);
}

Test(mesh, strip_with_a_half_turn_has_no_sheet)
{
    belay_vec3 vertices[20];
    int32_t indices[60];
    for (int i = 0; i < 10; i++) {
        double a = 2.0 * PI * i / 10.0, half = 0.5 * a;
        belay_vec3 middle = v3(cos(a), sin(a), 0.0);
        belay_vec3 across = v3(0.3 * cos(half) * cos(a), 0.3 * cos(half) * sin(a), 0.3 * sin(half));
        vertices[2 * i] = v3_sub(middle, across);
        vertices[2 * i + 1] = v3_add(middle, across);
        int32_t next = i < 9 ? 2 * i + 2 : 1, other = i < 9 ? 2 * i + 3 : 0;
        int32_t cell[6] = {2 * i, next, other, 2 * i, other, 2 * i + 1};
        memcpy(indices + 6 * i, cell, sizeof cell);
    }
    unsigned char* block = mesh_build(vertices, 20, indices, 20);
    for (int t = 0; t < 20; t++)
        cr_assert_eq(bl_mesh_sheet(mesh_of(block), t), BL_MESH_NONE);
    arrfree(block);
}

// Inside or outside of a sphere of triangles, by the distance from its middle where that is clear.
Test(mesh, side_of_a_closed_surface_is_inside_or_outside)
{
    enum { RINGS = 8, SPOKES = 12 };
    belay_vec3 vertices[(RINGS + 1) * SPOKES];
    int32_t indices[6 * RINGS * SPOKES];
    int32_t* k = indices;
    for (int j = 0; j <= RINGS; j++)
        for (int i = 0; i < SPOKES; i++) {
            double a = PI * j / RINGS, b = 2.0 * PI * i / SPOKES, ring = j == 0 || j == RINGS ? 0.0 : sin(a);
            vertices[SPOKES * j + i] = v3(ring * cos(b), ring * sin(b), cos(a));
            int32_t here = SPOKES * j + i, next = SPOKES * j + (i + 1) % SPOKES;
            int32_t cell[6] = {here, here + SPOKES, next + SPOKES, here, next + SPOKES, next};
            if (j < RINGS) memcpy(k, cell, sizeof cell), k += 6;
        }
    unsigned char* block = mesh_build(vertices, (RINGS + 1) * SPOKES, indices, 2 * RINGS * SPOKES);
    cr_assert_eq(bl_mesh_dropped_triangles(mesh_of(block)), 2 * SPOKES);
    uint64_t lot = 4;
    for (int i = 0; i < 2000; i++) {
        belay_vec3 p = chance_vector(&lot, 1.5);
        double r = v3_length(p), side;
        uint32_t sheet = bl_mesh_side_of(mesh_of(block), p, 1.0, &side);
        if (r > 2.0 || r < 1.9) cr_assert_eq(sheet == BL_MESH_NONE, r > 2.0);
        if (sheet != BL_MESH_NONE && r < 0.9) cr_assert_eq(side, -1.0);
        if (sheet != BL_MESH_NONE && r > 1.0) cr_assert_eq(side, 1.0);
    }
    arrfree(block);
}
