// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Meshes and height fields by themselves: what they refuse, what is next to what, and whether boxes, rays and nearest
// points find what looking at every triangle finds.

#include "core/alloc.h"
#include "geometry/mesh_internal.h"
#include "math/quat.h"
#include "support/chance.h"
#include "support/purse.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static int pick(uint64_t* lot, int count)
{
    return (int)chance_between(lot, 0.0, count);
}

static unsigned char* build(const belay_vec3* vertices, int vertex_count, const int32_t* indices, int triangle_count)
{
    belay_mesh def = {vertices, vertex_count, indices, triangle_count};
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block;
    cr_assert_eq(bl_mesh_build(&def, &allocator, &block, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(arrlenu(block), bl_mesh_storage_size((bl_mesh*)(void*)block));
    return block;
}

static unsigned char* build_field(const double* heights, int columns, int rows, double dx, double dy)
{
    belay_height_field def = {heights, columns, rows, dx, dy};
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block;
    cr_assert_eq(bl_mesh_build_height_field(&def, &allocator, &block, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(arrlenu(block), bl_mesh_storage_size((bl_mesh*)(void*)block));
    return block;
}

static const bl_mesh* mesh_of(const unsigned char* block)
{
    return (const bl_mesh*)(const void*)block;
}

static belay_result refusal(const belay_mesh* def, belay_error* error)
{
    belay_allocator allocator = bl_allocator_default();
    unsigned char* block = (unsigned char*)error;
    belay_result result = bl_mesh_build(def, &allocator, &block, error);
    cr_assert_null(block);
    cr_assert_eq(result, error->code);
    return result;
}

// Triangles between random ones of a few points: some share edges, many cross, some edges have more than two.
#define SOUP_POINTS 60
#define SOUP_TRIANGLES 300

static unsigned char* build_soup(uint64_t seed)
{
    uint64_t lot = seed;
    belay_vec3 vertices[SOUP_POINTS];
    int32_t indices[3 * SOUP_TRIANGLES];
    for (int i = 0; i < SOUP_POINTS; i++)
        vertices[i] = chance_vector(&lot, 2.0);
    for (int t = 0; t < SOUP_TRIANGLES; t++) {
        int first = pick(&lot, SOUP_POINTS - 6);
        indices[3 * t] = first;
        indices[3 * t + 1] = first + 1 + pick(&lot, 2);
        indices[3 * t + 2] = first + 3 + pick(&lot, 3);
    }
    return build(vertices, SOUP_POINTS, indices, SOUP_TRIANGLES);
}

static unsigned char* build_rough_field(uint64_t seed, int columns, int rows)
{
    uint64_t lot = seed;
    double* heights = malloc((size_t)(columns * rows) * sizeof *heights);
    for (int i = 0; i < columns * rows; i++)
        heights[i] = chance_between(&lot, -0.5, 0.5);
    unsigned char* block = build_field(heights, columns, rows, 0.7, 0.4);
    free(heights);
    return block;
}

// A square floor of n by n cells of size 1 at z = 0, with diagonals alternating; placed by `pose`.
static unsigned char* build_floor(int n, belay_pose pose)
{
    belay_vec3* vertices = malloc((size_t)((n + 1) * (n + 1)) * sizeof *vertices);
    int32_t* indices = malloc((size_t)(6 * n * n) * sizeof *indices);
    int32_t* k = indices;
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++)
            vertices[i + (n + 1) * j] = pose_apply(pose, v3(i, j, 0.0));
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            int32_t p00 = i + (n + 1) * j, p10 = p00 + 1, p01 = p00 + n + 1, p11 = p01 + 1;
            int32_t even[6] = {p00, p10, p11, p00, p11, p01}, odd[6] = {p00, p10, p01, p10, p11, p01};
            memcpy(k, (i + j) % 2 == 0 ? even : odd, sizeof even);
            k += 6;
        }
    unsigned char* block = build(vertices, (n + 1) * (n + 1), indices, 2 * n * n);
    free(vertices);
    free(indices);
    return block;
}

static const belay_vec3 square[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {0.0, 1.0, 0.0}};
static const int32_t square_indices[6] = {0, 1, 2, 0, 2, 3};

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
    unsigned char* block = build(vertices, 6, indices, 5);
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
            purse m = {.fail_from = allowed + 1};
            belay_allocator allocator = purse_allocator(&m);
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
    unsigned char *a = build_soup(5), *b = build_soup(5);
    cr_assert_eq(arrlenu(a), arrlenu(b));
    cr_assert_eq(memcmp(a, b, arrlenu(a)), 0);
    arrfree(a);
    arrfree(b);
    a = build_rough_field(5, 9, 7);
    b = build_rough_field(5, 9, 7);
    cr_assert_eq(arrlenu(a), arrlenu(b));
    cr_assert_eq(memcmp(a, b, arrlenu(a)), 0);
    arrfree(a);
    arrfree(b);
}

// Every triangle is there once, its corners in order.
Test(mesh, triangles_are_those_of_the_definition)
{
    const int n = 7;
    unsigned char* block = build_floor(n, belay_pose_identity());
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
    unsigned char* blocks[3] = {build_soup(11), build_rough_field(3, 6, 5), build_floor(5, belay_pose_identity())};
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
    unsigned char* block = build(vertices, 6, indices, 2);
    cr_assert_eq(mesh_of(block)->vertex_count, 4);
    check_neighbors(mesh_of(block));
    arrfree(block);
    vertices[3].x = chance_between(&lot, 1e-15, 2e-15);
    block = build(vertices, 6, indices, 2);
    cr_assert_eq(mesh_of(block)->vertex_count, 5);
    arrfree(block);
}

// Two triangles along the x axis, the second turned about it by `turn` downwards.
static double bend_at(double turn, double side)
{
    const belay_vec3 vertices[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.3, -1.0, 0.0}, {0.6, cos(turn), -sin(turn)}};
    const int32_t indices[6] = {0, 2, 1, 0, 1, 3};
    unsigned char* block = build(vertices, 4, indices, 2);
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
        unsigned char* block = build(vertices, 4, indices, 2);
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
    unsigned char *block = build(pyramid, 5, sides, 4), *floor = build_floor(2, belay_pose_identity());
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
        unsigned char* block = build_floor(40, pose);
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
    unsigned char* block = build(vertices, 5, indices, 3);
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
    unsigned char* block = build(vertices, 8, indices, 12);
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
    unsigned char* block = build(vertices, 20, indices, 20);
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
    unsigned char* block = build(vertices, (RINGS + 1) * SPOKES, indices, 2 * RINGS * SPOKES);
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

typedef struct listing {
    int numbers[2048];
    int count;
} listing;

static bool note(void* context, int triangle)
{
    listing* l = context;
    l->numbers[l->count++] = triangle;
    return l->count < 2048;
}

static bool box_meets(const belay_vec3 c[3], belay_vec3 lower, belay_vec3 upper)
{
    return fmin(c[0].x, fmin(c[1].x, c[2].x)) <= upper.x && fmax(c[0].x, fmax(c[1].x, c[2].x)) >= lower.x &&
           fmin(c[0].y, fmin(c[1].y, c[2].y)) <= upper.y && fmax(c[0].y, fmax(c[1].y, c[2].y)) >= lower.y &&
           fmin(c[0].z, fmin(c[1].z, c[2].z)) <= upper.z && fmax(c[0].z, fmax(c[1].z, c[2].z)) >= lower.z;
}

static void check_boxes(const bl_mesh* mesh, uint64_t* lot, double size)
{
    for (int i = 0; i < 300; i++) {
        belay_vec3 middle = chance_vector(lot, size), half = chance_within(lot, v3_zero(), v3(1.0, 1.0, 1.0));
        // Every third box ends exactly on a corner of a triangle.
        if (i % 3 == 0) {
            belay_vec3 c[3];
            bl_mesh_triangle(mesh, pick(lot, bl_mesh_triangle_count(mesh)), c);
            middle = v3_sub(c[1], half);
        }
        belay_vec3 lower = v3_sub(middle, half), upper = i % 3 == 0 ? v3_add(lower, half) : v3_add(middle, half);
        listing found = {{0}, 0};
        bl_mesh_visit_box(mesh, lower, upper, note, &found);
        int k = 0;
        for (int t = 0; t < bl_mesh_triangle_count(mesh); t++) {
            belay_vec3 c[3];
            bl_mesh_triangle(mesh, t, c);
            if (!box_meets(c, lower, upper)) continue;
            cr_assert(k < found.count && found.numbers[k] == t);
            k++;
        }
        cr_assert_eq(k, found.count);
    }
}

Test(mesh, boxes_find_what_looking_at_all_finds)
{
    uint64_t lot = 123;
    unsigned char *soup = build_soup(1), *field = build_rough_field(2, 12, 17);
    check_boxes(mesh_of(soup), &lot, 2.0);
    check_boxes(mesh_of(field), &lot, 8.0);
    arrfree(soup);
    arrfree(field);
}

static void check_ray(const bl_mesh* mesh, belay_vec3 origin, belay_vec3 way)
{
    double time = NAN, best = INFINITY;
    belay_vec3 normal = v3_zero();
    int triangle = -1, first = -1;
    bool is_hit = bl_mesh_cast_ray(mesh, origin, way, &time, &normal, &triangle);
    for (int t = 0; t < bl_mesh_triangle_count(mesh); t++) {
        belay_vec3 c[3];
        double hit;
        bl_mesh_triangle(mesh, t, c);
        if (!bl_triangle_cast_ray(c, origin, way, &hit) || hit >= best) continue;
        best = hit;
        first = t;
    }
    cr_assert_eq(is_hit, first >= 0);
    if (!is_hit) return;
    cr_assert_eq(time, best);
    cr_assert_eq(triangle, first);
    cr_assert_leq(v3_dot(normal, way), 0.0);
    cr_assert_float_eq(fabs(v3_dot(normal, bl_mesh_facet_at(mesh, first).normal)), 1.0, 1e-14);
}

static void check_rays(const bl_mesh* mesh, uint64_t* lot, double size)
{
    for (int i = 0; i < 2000; i++) {
        belay_vec3 origin = chance_vector(lot, size), way = chance_vector(lot, 2.0 * size);
        if (i % 5 == 1) way.x = way.y = 0.0;
        if (i % 5 == 2) way.z = 0.0;
        if (i % 5 == 3) way.x = 0.0;
        if (i % 7 == 0) { // through a corner
            belay_vec3 c[3];
            bl_mesh_triangle(mesh, pick(lot, bl_mesh_triangle_count(mesh)), c);
            origin = v3_sub(c[0], v3_scale(0.5, way));
        }
        check_ray(mesh, origin, way);
    }
}

Test(mesh, rays_hit_what_looking_at_all_hits)
{
    uint64_t lot = 321;
    unsigned char *soup = build_soup(1), *field = build_rough_field(2, 12, 17);
    check_rays(mesh_of(soup), &lot, 2.0);
    check_rays(mesh_of(field), &lot, 5.0);
    arrfree(soup);
    arrfree(field);
}

// Aimed at vertices and at points of edges of a closed floor from above: none slips through.
Test(mesh, no_ray_slips_between_triangles)
{
    uint64_t lot = 9;
    belay_pose pose = {v3(0.3, -0.2, 0.1), belay_quat_from_axis_angle(v3(1.0, 2.0, 3.0), 0.7)};
    unsigned char *floor = build_floor(12, pose), *field = build_rough_field(6, 13, 13);
    for (int i = 0; i < 4000; i++) {
        double t = i % 2 == 0 ? 0.0 : chance_between(&lot, 0.0, 1.0);
        double x = 1 + pick(&lot, 11), y = 1 + pick(&lot, 11), time;
        belay_vec3 target = pose_apply(pose, v3(x + t * (i % 3 == 1 ? 1 : 0), y + t * (i % 3 != 1 ? 1 : 0), 0.0));
        belay_vec3 from = pose_apply(pose, chance_within(&lot, v3(0.0, 0.0, 0.1), v3(12.0, 12.0, 5.0))), normal;
        int triangle;
        cr_assert(
            bl_mesh_cast_ray(mesh_of(floor), from, v3_scale(2.0, v3_sub(target, from)), &time, &normal, &triangle));
        cr_assert_float_eq(time, 0.5, 1e-12);
        x *= 0.7;
        y *= 0.4;
        from = chance_within(&lot, v3(x - 0.3, y - 0.2, 3.0), v3(x + 0.3, y + 0.2, 3.0));
        cr_assert(bl_mesh_cast_ray(mesh_of(field), from, v3_sub(v3(x, y, -3.0), from), &time, &normal, &triangle));
    }
    arrfree(floor);
    arrfree(field);
}

Test(mesh, ray_meets_either_side_with_the_normal_against_it)
{
    unsigned char* block = build(square, 4, square_indices, 2);
    double time;
    belay_vec3 normal;
    int triangle;
    cr_assert(bl_mesh_cast_ray(mesh_of(block), v3(0.7, 0.2, 1.0), v3(0.0, 0.0, -4.0), &time, &normal, &triangle));
    cr_assert(time == 0.25 && normal.z == 1.0);
    cr_assert(bl_mesh_cast_ray(mesh_of(block), v3(0.7, 0.2, -1.0), v3(0.0, 0.0, 4.0), &time, &normal, &triangle));
    cr_assert(time == 0.25 && normal.z == -1.0);
    cr_assert(!bl_mesh_cast_ray(mesh_of(block), v3(0.7, 0.2, 1.0), v3(0.0, 0.0, -0.9), &time, &normal, &triangle));
    cr_assert(!bl_mesh_cast_ray(mesh_of(block), v3(1.2, 0.2, 1.0), v3(0.0, 0.0, -4.0), &time, &normal, &triangle));
    arrfree(block);
}

// The nearest point of a triangle beats a fine sampling of it, and not by more than the sampling is coarse.
Test(mesh, nearest_point_of_a_triangle)
{
    uint64_t lot = 55;
    for (int i = 0; i < 500; i++) {
        belay_vec3 c[3], p = chance_vector(&lot, 2.0);
        for (int k = 0; k < 3; k++)
            c[k] = chance_vector(&lot, 1.0);
        bl_triangle_place place = bl_triangle_closest(c, p);
        double distance = v3_distance(place.point, p), sampled = INFINITY;
        for (int a = 0; a <= 60; a++)
            for (int b = 0; a + b <= 60; b++) {
                belay_vec3 q = v3_add(v3_scale(a / 60.0, c[0]), v3_scale(b / 60.0, c[1]));
                q = v3_add_scaled(q, (60 - a - b) / 60.0, c[2]);
                sampled = fmin(sampled, v3_distance(p, q));
            }
        cr_assert_leq(distance, sampled + 1e-12);
        cr_assert_geq(distance, sampled - 0.06);
    }
}

static void check_nearest(const bl_mesh* mesh, uint64_t* lot, double size)
{
    for (int i = 0; i < 400; i++) {
        belay_vec3 p = chance_vector(lot, size), nearest;
        double best = INFINITY, limit = chance_between(lot, 0.0, size);
        int first = -1, triangle = -1;
        for (int t = 0; t < bl_mesh_triangle_count(mesh); t++) {
            belay_vec3 c[3];
            bl_mesh_triangle(mesh, t, c);
            double apart = v3_length_squared(v3_sub(bl_triangle_closest(c, p).point, p));
            if (apart >= best) continue;
            best = apart;
            first = t;
        }
        bool is_found = bl_mesh_closest_point(mesh, p, limit, &nearest, &triangle);
        cr_assert_eq(is_found, best <= limit * limit);
        if (!is_found) continue;
        cr_assert_eq(v3_length_squared(v3_sub(p, nearest)), best);
        cr_assert_eq(triangle, first);
    }
}

Test(mesh, nearest_point_is_that_of_looking_at_all)
{
    uint64_t lot = 99;
    unsigned char *soup = build_soup(2), *field = build_rough_field(7, 12, 9);
    check_nearest(mesh_of(soup), &lot, 3.0);
    check_nearest(mesh_of(field), &lot, 8.0);
    arrfree(soup);
    arrfree(field);
}

static belay_vec3 ray_answer(const unsigned char* block)
{
    double time;
    belay_vec3 normal;
    int triangle;
    cr_assert(bl_mesh_cast_ray(mesh_of(block), v3(1.1, 0.9, 5.0), v3(0.01, -0.02, -9.0), &time, &normal, &triangle));
    return v3(time, normal.z, triangle);
}

Test(mesh, block_may_be_moved)
{
    unsigned char* blocks[2] = {build_floor(9, belay_pose_identity()), build_rough_field(7, 12, 9)};
    for (int i = 0; i < 2; i++) {
        belay_vec3 before = ray_answer(blocks[i]);
        unsigned char* moved = malloc(arrlenu(blocks[i]));
        memcpy(moved, blocks[i], arrlenu(blocks[i]));
        memset(blocks[i], 0xff, arrlenu(blocks[i]));
        arrfree(blocks[i]);
        belay_vec3 after = ray_answer(moved);
        cr_assert(before.x == after.x && before.y == after.y && before.z == after.z);
        free(moved);
    }
}

// Heights of a plane: the surface is where the function says, its normal the plane's, and below is inside.
Test(mesh, height_field_is_its_function)
{
    enum { COLUMNS = 31, ROWS = 23 };
    double heights[COLUMNS * ROWS];
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++)
            heights[i + COLUMNS * j] = 0.3 * (0.5 * i) - 0.7 * (0.25 * j) + 2.0;
    unsigned char* block = build_field(heights, COLUMNS, ROWS, 0.5, 0.25);
    const bl_mesh* mesh = mesh_of(block);
    belay_vec3 slope = v3_normalize_or(v3(-0.3, 0.7, 1.0), v3_zero()), lower, upper;
    uint64_t lot = 12;
    cr_assert_eq(mesh->plane_count, 1);
    for (int i = 0; i < 500; i++) {
        double x = chance_between(&lot, 0.0, 15.0), y = chance_between(&lot, 0.0, 5.5), z = 0.3 * x - 0.7 * y + 2.0,
               time, side;
        belay_vec3 normal;
        int triangle;
        cr_assert(bl_mesh_cast_ray(mesh, v3(x, y, 10.0), v3(0.0, 0.0, -20.0), &time, &normal, &triangle));
        cr_assert_float_eq(10.0 - 20.0 * time, z, 1e-13);
        cr_assert_lt(v3_distance(normal, slope), 1e-14);
        bl_mesh_side_of(mesh, v3(x, y, z + 1e-9), 1.0, &side);
        cr_assert_eq(side, 1.0);
        bl_mesh_side_of(mesh, v3(x, y, z - 1e-9), 1.0, &side);
        cr_assert_eq(side, -1.0);
    }
    bl_mesh_bounds(mesh, &lower, &upper);
    cr_assert(bl_mesh_is_one_sided(mesh));
    cr_assert_eq(lower.z, mesh->lower.z - 15.0);
    cr_assert(upper.x == 15.0 && upper.y == 5.5);
    arrfree(block);
}
