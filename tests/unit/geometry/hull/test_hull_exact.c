// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The exact decisions of convex hulls, the merging by itself, and a brute-force hull in whole numbers beside it.

#include "core/alloc.h"
#include "geometry/hull/hull_exact.h"
#include "geometry/hull/hull_internal.h"
#include "support/chance.h"
#include "support/shapes/hulls.h"
#include "support/shapes/points.h"

#include <criterion/criterion.h>
#include <string.h>

static belay_vec3 random_step(uint64_t* state)
{
    belay_vec3 v = chance_vector(state, 0.25 * BL_EXACT_LARGEST);
    return v3(floor(v.x), floor(v.y), floor(v.z));
}

// c = i a + j b + e has (a x b) . c = (a x b) . e, which is one component of the cross product when e is a step along
// one axis. In doubles all of c's products are rounded by far more than that.
Test(hull_exact, sides_are_decided_to_the_last_step)
{
    uint64_t state = 29;
    for (int trial = 0; trial < 20000; trial++) {
        belay_vec3 a = random_step(&state), b = random_step(&state);
        if (trial % 2 == 0) b = v3_add(a, v3(trial % 3, trial % 5, -(trial % 7))); // a sliver
        belay_vec3 cross = bl_exact_cross(a, b);
        double i = points_random_below(&state, 3) - 1, j = points_random_below(&state, 3) - 1;
        belay_vec3 c = v3_add(v3_scale(i, a), v3_scale(j, b));
        cr_assert_eq(bl_exact_side(cross, a, b, c), 0);
        cr_assert_eq(bl_exact_side(cross, a, b, v3_add(c, v3(1.0, 0.0, 0.0))), (cross.x > 0.0) - (cross.x < 0.0));
        cr_assert_eq(bl_exact_side(cross, a, b, v3_add(c, v3(0.0, -1.0, 0.0))), (cross.y < 0.0) - (cross.y > 0.0));
        cr_assert_eq(bl_exact_side(cross, a, b, v3_add(c, v3(0.0, 0.0, 1.0))), (cross.z > 0.0) - (cross.z < 0.0));
    }
}

// a x (a + e) = a x e, whose components are those of a when e is a step along an axis.
Test(hull_exact, cross_products_of_slivers)
{
    uint64_t state = 30;
    for (int trial = 0; trial < 20000; trial++) {
        belay_vec3 a = random_step(&state), n = bl_exact_cross(a, v3_add(a, v3(1.0, 0.0, 0.0)));
        cr_assert(n.x == 0.0 && n.y == a.z && n.z == -a.y);
    }
}

static void set_face(bl_quick_face* f, const belay_vec3* grid, uint32_t a, uint32_t b, uint32_t c)
{
    *f = (bl_quick_face){.corner = {a, b, c}, .is_alive = true};
    f->normal = v3_cross(v3_sub(grid[b], grid[a]), v3_sub(grid[c], grid[a]));
    f->inverse_length = 1.0 / v3_length(f->normal);
}

static void set_neighbors(bl_quick_face* faces, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++)
            for (int k = 0; k < 3; k++)
                for (int m = 0; m < 3; m++)
                    if (faces[i].corner[k] == faces[j].corner[(m + 1) % 3] &&
                        faces[i].corner[(k + 1) % 3] == faces[j].corner[m])
                        faces[i].neighbor[k] = j;
}

// Merges the triangles of a tetrahedron with a smaller one on its upper face.
static void check_unmerged(const uint32_t (*corners)[3], uint32_t face_count)
{
    belay_vec3 grid[] = {{-9000.0, -6000.0, 0.0}, {9000.0, -6000.0, 0.0}, {0.0, 9000.0, 0.0}, {0.0, 0.0, -9000.0},
                         {-2000.0, -1000.0, 0.0}, {2000.0, -1000.0, 0.0}, {0.0, 2000.0, 0.0}, {0.0, 0.0, 2000.0}};
    belay_allocator allocator = bl_allocator_default();
    bl_hull_cloud cloud = {.grid = grid, .count = 8, .tolerance = 1.0};
    bl_quick_hull quick = {.cloud = &cloud, .allocator = &allocator, .has_memory = true};
    bl_hull_polygons polygons = {NULL, NULL};
    unsigned char is_corner[8];
    BL_ARRAY_RESERVE(quick.faces, face_count, &allocator, &quick.has_memory);
    arrsetlen(quick.faces, face_count);
    for (uint32_t i = 0; i < face_count; i++)
        set_face(&quick.faces[i], grid, corners[i][0], corners[i][1], corners[i][2]);
    set_neighbors(quick.faces, face_count);
    cr_assert(bl_hull_merge(&quick, &polygons, is_corner));
    cr_assert_eq(bl_hull_polygon_count(&polygons), face_count);
    bl_hull_polygons_fini(&polygons);
    arrfree(quick.faces);
}

// What is around the smaller one is a ring, no polygon, and stays in triangles; likewise when the two share a corner,
// and the boundary comes by there twice.
Test(hull_merge, a_face_with_a_hole_stays_in_triangles)
{
    const uint32_t inside[12][3] = {{1, 0, 3}, {2, 1, 3}, {0, 2, 3}, {0, 1, 4}, {1, 5, 4}, {1, 2, 5},
                                    {2, 6, 5}, {2, 0, 6}, {0, 4, 6}, {4, 5, 7}, {5, 6, 7}, {6, 4, 7}};
    const uint32_t at_corner[10][3] = {{1, 0, 3}, {2, 1, 3}, {0, 2, 3}, {0, 1, 5}, {1, 2, 5},
                                       {2, 6, 5}, {2, 0, 6}, {0, 5, 7}, {5, 6, 7}, {6, 0, 7}};
    check_unmerged(inside, 12);
    check_unmerged(at_corner, 10);
}

// Brute force on whole numbers, where everything is exact: every plane through three points with none above it.
typedef struct exact_plane {
    long nx, ny, nz, offset;
} exact_plane;

static long greatest_divisor(long a, long b)
{
    return b == 0 ? labs(a) : greatest_divisor(b, a % b);
}

static exact_plane plane_through(belay_vec3 a, belay_vec3 b, belay_vec3 c)
{
    belay_vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    exact_plane p = {(long)n.x, (long)n.y, (long)n.z, 0};
    long divisor = greatest_divisor(greatest_divisor(p.nx, p.ny), p.nz);
    if (divisor == 0) return p;
    p.nx /= divisor;
    p.ny /= divisor;
    p.nz /= divisor;
    p.offset = p.nx * (long)a.x + p.ny * (long)a.y + p.nz * (long)a.z;
    return p;
}

static long height_over(exact_plane p, belay_vec3 x)
{
    return p.nx * (long)x.x + p.ny * (long)x.y + p.nz * (long)x.z - p.offset;
}

static int brute_force_planes(const belay_vec3* points, int count, exact_plane* planes)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            for (int k = 0; k < count; k++) {
                exact_plane p = plane_through(points[i], points[j], points[k]);
                bool is_new = p.nx != 0 || p.ny != 0 || p.nz != 0;
                for (int m = 0; m < count && is_new; m++)
                    is_new = height_over(p, points[m]) <= 0;
                for (int m = 0; m < found && is_new; m++)
                    is_new = memcmp(&planes[m], &p, sizeof p) != 0;
                if (is_new) planes[found++] = p;
            }
    return found;
}

// A corner is where three of the planes meet in a point.
static bool is_brute_force_corner(belay_vec3 x, const exact_plane* planes, int count)
{
    belay_vec3 on[256];
    int n = 0;
    for (int i = 0; i < count; i++)
        if (height_over(planes[i], x) == 0)
            on[n++] = v3((double)planes[i].nx, (double)planes[i].ny, (double)planes[i].nz);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                if (v3_dot(on[i], v3_cross(on[j], on[k])) != 0.0) return true;
    return false;
}

static void check_by_brute_force(const belay_vec3* points, int count)
{
    static exact_plane planes[1024];
    int plane_count = brute_force_planes(points, count, planes);
    unsigned corners = 0;
    bl_hull* h = hull_build(points, count);
    for (int i = 0; i < count; i++) {
        bool is_first = true;
        for (int k = 0; k < i; k++)
            is_first = is_first && v3_distance(points[i], points[k]) > 0.0;
        corners += is_first && is_brute_force_corner(points[i], planes, plane_count);
    }
    hull_check_counts(h, corners, (unsigned)plane_count);
    for (uint32_t i = 0; i < h->vertex_count; i++)
        cr_assert(is_brute_force_corner(bl_hull_vertices(h)[i], planes, plane_count));
    hull_destroy(h);
}

Test(hull, whole_numbers_against_brute_force)
{
    belay_vec3 points[32];
    uint64_t state = 19;
    for (int trial = 0; trial < 300; trial++) {
        int count = 8 + points_random_below(&state, 24), side = 3 + points_random_below(&state, 40);
        for (int i = 0; i < count; i++) {
            int x = points_random_below(&state, side), y = points_random_below(&state, side);
            points[i] = v3(x, y, points_random_below(&state, side));
        }
        points[0] = v3(-1.0, 0.0, 0.0); // never flat with the next three
        points[1] = v3(side, -1.0, 0.0);
        points[2] = v3(0.0, side, -1.0);
        points[3] = v3(1.0, 1.0, side);
        check_by_brute_force(points, count);
    }
}
