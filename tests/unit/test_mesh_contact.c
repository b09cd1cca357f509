// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact with meshes: on a flat floor the same as on a plane, wherever the edges are; true edges, hollows and rims as
// they are; nothing where there is nothing.

#include "contact/convex_contact.h"
#include "contact/mesh_contact.h"
#include "contact/sphere_contact.h"
#include "core/alloc.h"
#include "geometry/distance.h"
#include "geometry/hull.h"
#include "geometry/mesh_internal.h"
#include "math/quat.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static belay_quat any_turn(uint64_t* lot, double most)
{
    belay_vec3 axis = chance_vector(lot, 1.0);
    return belay_quat_from_axis_angle(axis, chance_between(lot, 0.0, most));
}

static belay_pose any_pose(uint64_t* lot)
{
    belay_pose pose;
    pose.position = chance_vector(lot, 3.0);
    pose.rotation = any_turn(lot, 6.0);
    return pose;
}

static const bl_mesh* mesh_of(const unsigned char* block)
{
    return (const bl_mesh*)(const void*)block;
}

static unsigned char* build(const belay_vec3* vertices, int vertex_count, const int32_t* indices, int triangle_count)
{
    belay_mesh def = {vertices, vertex_count, indices, triangle_count};
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block;
    cr_assert_eq(bl_mesh_build(&def, &allocator, &block, &error), BELAY_OK, "%s", error.message);
    return block;
}

static unsigned char* build_field(const double* heights, int columns, int rows, double spacing)
{
    belay_height_field def = {heights, columns, rows, spacing, spacing};
    belay_allocator allocator = bl_allocator_default();
    belay_error error = {BELAY_OK, ""};
    unsigned char* block;
    cr_assert_eq(bl_mesh_build_height_field(&def, &allocator, &block, &error), BELAY_OK, "%s", error.message);
    return block;
}

// n by m cells of the given size over x >= 0, y >= 0, diagonals alternating; heights from a function.
typedef double height_fn(double x, double y);

static unsigned char* build_surface(int n, int m, double cell, height_fn* height)
{
    belay_vec3* vertices = malloc((size_t)((n + 1) * (m + 1)) * sizeof *vertices);
    int32_t* indices = malloc((size_t)(6 * n * m) * sizeof *indices);
    int32_t* k = indices;
    for (int j = 0; j <= m; j++)
        for (int i = 0; i <= n; i++)
            vertices[i + (n + 1) * j] = v3(cell * i, cell * j, height(cell * i, cell * j));
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            int32_t p00 = i + (n + 1) * j, p10 = p00 + 1, p01 = p00 + n + 1, p11 = p01 + 1;
            int32_t even[6] = {p00, p10, p11, p00, p11, p01}, odd[6] = {p00, p10, p01, p10, p11, p01};
            memcpy(k, (i + j) % 2 == 0 ? even : odd, sizeof even);
            k += 6;
        }
    unsigned char* block = build(vertices, (n + 1) * (m + 1), indices, 2 * n * m);
    free(vertices);
    free(indices);
    return block;
}

static double level(double x, double y)
{
    (void)x;
    (void)y;
    return 0.0;
}

// Two flat slopes that meet at x = 2; `ridge` falls to both sides, `valley` rises.
static double ridge(double x, double y)
{
    (void)y;
    return -0.5 * fabs(x - 2.0);
}

static double valley(double x, double y)
{
    (void)y;
    return 0.5 * fabs(x - 2.0);
}

// Up to 1e-7 of any height at every vertex.
static double noisy(double x, double y)
{
    uint64_t lot = (uint64_t)(long long)(x * 1000.0 + 0.5) * 7919u + (uint64_t)(long long)(y * 1000.0 + 0.5);
    chance_between(&lot, 0.0, 1.0);
    chance_between(&lot, 0.0, 1.0);
    return chance_between(&lot, -1e-7, 1e-7);
}

static bl_convex ball_of(double radius)
{
    bl_convex c = {.kind = BL_CONVEX_POINT, .radius = radius};
    return c;
}

// ------------------------------------------------------------------------------------------------------------------
// Balls
// ------------------------------------------------------------------------------------------------------------------

static int ball_touches(const unsigned char* block, belay_vec3 center, double radius, double cutoff,
                        bl_manifold out[BL_MESH_MAX_MANIFOLDS])
{
    bl_convex ball = ball_of(radius);
    belay_pose at = {center, belay_quat_identity()};
    int count = bl_collide_convex_mesh(&ball, at, mesh_of(block), belay_pose_identity(), cutoff, out);
    for (int i = 0; i < count; i++)
        cr_assert_eq(out[i].count, 1);
    return count;
}

static void check_frame(const bl_manifold_point* p)
{
    cr_assert_float_eq(v3_length(p->normal), 1.0, 1e-14);
    cr_assert_lt(v3_distance(v3_cross(p->normal, p->tangent1), p->tangent2), 1e-14);
    cr_assert_float_eq(v3_dot(p->normal, p->tangent1), 0.0, 1e-14);
}

// At random places, and exactly over vertices and edges of every kind, over and under the floor.
static belay_vec3 place_on_floor(uint64_t* lot, int i, int n)
{
    double x = chance_between(lot, 0.5, n - 0.5), y = chance_between(lot, 0.5, n - 0.5);
    if (i % 4 != 0) x = floor(x + 0.5);
    if (i % 4 == 1) y = floor(y + 0.5);
    if (i % 4 == 2) y = floor(y) + (fmod(x, 2.0) == 0.0 ? 0.5 : 0.25); // on edges along y
    if (i % 8 == 3) x += 0.25, y = floor(y) + 0.25;                    // on diagonals, or beside
    return v3(x, y, 0.0);
}

Test(mesh_contact, ball_on_a_flat_floor_touches_as_on_a_plane)
{
    uint64_t lot = 1;
    unsigned char* floor_block = build_surface(20, 20, 1.0, level);
    for (int i = 0; i < 20000; i++) {
        double radius = chance_between(&lot, 0.05, 3.0), cutoff = chance_between(&lot, 0.0, 0.1),
               side = i % 3 == 0 ? -1.0 : 1.0;
        belay_pose pose = i % 2 == 0 ? belay_pose_identity() : any_pose(&lot);
        belay_vec3 place = place_on_floor(&lot, i, 20);
        place.z = side * (radius + chance_between(&lot, -0.3 * radius, 0.2));
        belay_vec3 center = pose_apply(pose, place), normal = q_rotate(pose.rotation, v3(0.0, 0.0, side));
        bl_manifold expected, found[BL_MESH_MAX_MANIFOLDS];
        bl_collide_sphere_plane(center, radius, normal, v3_dot(normal, pose.position), cutoff, &expected);
        bl_convex ball = ball_of(radius);
        belay_pose at = {center, any_pose(&lot).rotation};
        int count = bl_collide_convex_mesh(&ball, at, mesh_of(floor_block), pose, cutoff, found);
        // A ball that reaches beyond the floor's outline stands on it all the same.
        if (fabs(expected.count > 0 ? expected.points[0].gap - cutoff : 1.0) < 1e-12) continue;
        cr_assert_eq(count, expected.count, "%d at %g %g", count, place.x, place.y);
        if (count == 0) continue;
        const bl_manifold_point *p = &found[0].points[0], *q = &expected.points[0];
        cr_assert_eq(found[0].count, 1);
        check_frame(p);
        cr_assert_lt(v3_distance(p->normal, q->normal), 1e-12);
        cr_assert_float_eq(p->gap, q->gap, 1e-12);
        cr_assert_lt(v3_distance(p->point, q->point), 1e-12);
        cr_assert_eq(v3_distance(p->reference, center), 0.0);
        cr_assert(p->kappa1 == 0.0 && p->kappa2 == 0.0 && p->carrier == BL_CARRIER_B);
        cr_assert_eq(p->feature, 0);
    }
    arrfree(floor_block);
}

// Level to 1e-7 m: one contact, within that of the plane's.
Test(mesh_contact, ball_on_a_noisy_floor_touches_once)
{
    uint64_t lot = 2;
    unsigned char* block = build_surface(40, 40, 0.5, noisy);
    cr_assert_gt(mesh_of(block)->plane_count, 100);
    for (int i = 0; i < 20000; i++) {
        belay_vec3 place = place_on_floor(&lot, i, 20);
        place.z = 0.05 + chance_between(&lot, -1e-6, 1e-6);
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        cr_assert_eq(ball_touches(block, place, 0.05, 0.02, found), 1);
        const bl_manifold_point* p = &found[0].points[0];
        cr_assert_lt(v3_distance(p->normal, v3(0.0, 0.0, 1.0)), 3e-6);
        cr_assert_float_eq(p->gap, place.z - 0.05, 1.01e-7);
        cr_assert(p->kappa1 == 0.0 && p->kappa2 == 0.0);
    }
    arrfree(block);
}

// Against the distance to a wedge: the two slopes as half-planes, the edge between.
Test(mesh_contact, ball_on_a_ridge_touches_its_edge_between_the_normals)
{
    uint64_t lot = 3;
    unsigned char* block = build_surface(4, 6, 1.0, ridge);
    double h = sqrt(1.25);
    belay_vec3 left = v3(-0.5 / h, 0.0, 1.0 / h), right = v3(0.5 / h, 0.0, 1.0 / h);
    int on_edge = 0;
    for (int i = 0; i < 5000; i++) {
        double radius = 0.3, angle = chance_between(&lot, -1.2, 1.2), distance = chance_between(&lot, 0.2, 0.35);
        belay_vec3 n = v3(sin(angle), 0.0, cos(angle)), place = v3(2.0, chance_between(&lot, 1.0, 5.0), 0.0);
        if (i % 3 == 0) place.y = floor(place.y);
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        belay_vec3 center = v3_add_scaled(place, distance, n);
        int count = ball_touches(block, center, radius, 1.0, found);
        const bl_manifold_point* p = &found[0].points[0];
        bool is_round = fabs(angle) < atan(0.5);
        if (fabs(fabs(angle) - atan(0.5)) < 1e-3) continue;
        cr_assert_eq(count, 1);
        check_frame(p);
        if (is_round) {
            on_edge++;
            cr_assert_lt(v3_distance(p->normal, n), 1e-12);
            cr_assert_float_eq(p->gap, distance - radius, 1e-12);
            cr_assert_float_eq(fabs(p->tangent1.y), 1.0, 1e-12);
            cr_assert_eq(p->kappa1, 0.0);
            cr_assert_float_eq(p->kappa2, 1.0 / distance, 1e-9, "at %g, %g", angle, place.y);
        } else {
            belay_vec3 face = angle < 0.0 ? left : right;
            cr_assert_lt(v3_distance(p->normal, face), 1e-12);
            cr_assert_float_eq(p->gap, v3_dot(face, v3_sub(center, v3(2.0, 0.0, 0.0))) - radius, 1e-12);
            cr_assert(p->kappa1 == 0.0 && p->kappa2 == 0.0);
        }
    }
    cr_assert_gt(on_edge, 1000);
    arrfree(block);
}

// In a valley it touches both slopes, never the edge; above, seen from below, the ridge is a valley.
Test(mesh_contact, ball_in_a_valley_touches_both_slopes)
{
    uint64_t lot = 4;
    unsigned char* blocks[2] = {build_surface(4, 6, 1.0, valley), build_surface(4, 6, 1.0, ridge)};
    double h = sqrt(1.25);
    for (int i = 0; i < 4000; i++) {
        double side = i % 2 == 0 ? 1.0 : -1.0, radius = 0.3;
        belay_vec3 center = chance_within(&lot, v3(1.95, 1.0, 0.25), v3(2.05, 5.0, 0.35));
        center.z *= side;
        if (i % 4 == 0) center.x = 2.0;
        if (i % 3 == 0) center.y = floor(center.y);
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        cr_assert_eq(ball_touches(blocks[i % 2], center, radius, 0.5, found), 2);
        for (int k = 0; k < 2; k++) {
            const bl_manifold_point* p = &found[k].points[0];
            belay_vec3 n = v3(p->normal.x < 0.0 ? -0.5 / h : 0.5 / h, 0.0, side / h);
            cr_assert_lt(v3_distance(p->normal, n), 1e-12);
            cr_assert_float_eq(p->gap, v3_dot(n, v3_sub(center, v3(2.0, 0.0, 0.0))) - radius, 1e-12);
        }
        cr_assert_lt(found[0].points[0].normal.x * found[1].points[0].normal.x, 0.0);
        cr_assert_neq(found[0].points[0].feature, found[1].points[0].feature);
    }
    arrfree(blocks[0]);
    arrfree(blocks[1]);
}

Test(mesh_contact, ball_on_a_peak_touches_the_vertex)
{
    uint64_t lot = 5;
    const belay_vec3 pyramid[5] = {{1.0, 1.0, 0.0}, {-1.0, 1.0, 0.0}, {-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {0, 0, 1.0}};
    const int32_t sides[12] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    unsigned char* block = build(pyramid, 5, sides, 4);
    for (int i = 0; i < 2000; i++) {
        double distance = chance_between(&lot, 0.1, 0.4);
        belay_vec3 n = v3_normalize_or(chance_within(&lot, v3(-0.3, -0.3, 1.0), v3(0.3, 0.3, 1.0)), v3_zero());
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        cr_assert_eq(ball_touches(block, v3_add_scaled(pyramid[4], distance, n), 0.25, 0.2, found), 1);
        const bl_manifold_point* p = &found[0].points[0];
        check_frame(p);
        cr_assert_lt(v3_distance(p->normal, n), 1e-12);
        cr_assert_float_eq(p->gap, distance - 0.25, 1e-12);
        cr_assert_float_eq(p->kappa1, 1.0 / distance, 1e-9);
        cr_assert_float_eq(p->kappa2, 1.0 / distance, 1e-9);
    }
    arrfree(block);
}

// A vertex on the way of a straight ridge is as round as the ridge: across, not along.
Test(mesh_contact, vertex_of_a_ridge_is_round_across_it)
{
    unsigned char* block = build_surface(4, 6, 1.0, ridge);
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    cr_assert_eq(ball_touches(block, v3(2.0, 3.0, 0.3), 0.3, 0.1, found), 1);
    const bl_manifold_point* p = &found[0].points[0];
    cr_assert_float_eq(fabs(p->tangent1.y), 1.0, 1e-12);
    cr_assert_eq(p->kappa1, 0.0);
    cr_assert_float_eq(p->kappa2, 1.0 / 0.3, 1e-9);
    arrfree(block);
}

// Beside the floor: the rim, as round as it is from all sides of it.
Test(mesh_contact, ball_beside_a_floor_touches_its_rim)
{
    uint64_t lot = 6;
    unsigned char* block = build_surface(4, 4, 1.0, level);
    for (int i = 0; i < 2000; i++) {
        double angle = chance_between(&lot, -0.49 * PI, 0.49 * PI), distance = chance_between(&lot, 0.2, 0.3);
        belay_vec3 n = v3(cos(angle), 0.0, sin(angle));
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        cr_assert_eq(ball_touches(block, v3_add_scaled(v3(4.0, chance_between(&lot, 0.5, 3.5), 0.0), distance, n), 0.25,
                                  0.2, found),
                     1);
        const bl_manifold_point* p = &found[0].points[0];
        cr_assert_lt(v3_distance(p->normal, n), 1e-12);
        cr_assert_float_eq(p->gap, distance - 0.25, 1e-12);
        cr_assert_float_eq(p->kappa2, 1.0 / distance, 1e-9);
    }
    arrfree(block);
}

// Neighbours that share no edge but lie level, one with a vertex on the other's edge: as on a plane.
Test(mesh_contact, ball_feels_no_vertex_on_an_edge_of_a_level_neighbor)
{
    uint64_t lot = 7;
    const belay_vec3 vertices[5] = {{-2, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 0}, {0, -2, 0}};
    const int32_t indices[9] = {0, 1, 2, 0, 4, 3, 3, 4, 1};
    unsigned char* block = build(vertices, 5, indices, 3);
    for (int i = 0; i < 2000; i++) {
        belay_vec3 center = chance_within(&lot, v3(-0.5, -0.3, 0.1), v3(0.5, 0.3, 0.12));
        if (i % 2 == 0) center.x = 0.0;
        if (i % 4 == 0) center.y = 0.0;
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        cr_assert_eq(ball_touches(block, center, 0.1, 0.1, found), 1);
        cr_assert_eq(found[0].points[0].normal.z, 1.0);
        cr_assert_float_eq(found[0].points[0].gap, center.z - 0.1, 1e-15);
    }
    arrfree(block);
}

// Two floors side by side, given as two meshes: never nearer to the rim of the other than to the own floor.
Test(mesh_contact, rim_of_a_level_neighbor_is_never_nearer)
{
    uint64_t lot = 8;
    unsigned char* block = build_surface(4, 4, 1.0, level);
    belay_pose beside = {v3(4.0, 0.0, 0.0), belay_quat_identity()};
    bl_convex ball = ball_of(0.05);
    for (int i = 0; i < 4000; i++) {
        belay_pose at = {chance_within(&lot, v3(3.9, 0.5, 0.05 - 1e-6), v3(4.0, 3.5, 0.05 + 1e-6)),
                         belay_quat_identity()};
        bl_manifold own[BL_MESH_MAX_MANIFOLDS], other[BL_MESH_MAX_MANIFOLDS];
        cr_assert_eq(bl_collide_convex_mesh(&ball, at, mesh_of(block), belay_pose_identity(), 0.1, own), 1);
        int count = bl_collide_convex_mesh(&ball, at, mesh_of(block), beside, 0.1, other);
        cr_assert_leq(count, 1);
        if (count == 1) cr_assert_geq(other[0].points[0].gap, own[0].points[0].gap - 1e-15);
    }
    arrfree(block);
}

// An edge of three sheets, two of them a floor and the third standing up from it.
Test(mesh_contact, edge_of_three_sheets_is_touched_from_where_it_can_be)
{
    const belay_vec3 vertices[5] = {{0, 0, 0}, {0, 4, 0}, {-4, 2, 0}, {4, 2, 0}, {0, 2, 4}};
    const int32_t indices[9] = {0, 1, 2, 0, 3, 1, 0, 1, 4};
    unsigned char* block = build(vertices, 5, indices, 3);
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    cr_assert_eq(ball_touches(block, v3(0.3, 2.0, 0.3), 0.3, 0.01, found), 2);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(found[i].points[0].normal.x + found[i].points[0].normal.z, 1.0);
    cr_assert_eq(ball_touches(block, v3(0.0, 2.0, -0.3), 0.3, 0.01, found), 1);
    cr_assert_eq(found[0].points[0].normal.z, -1.0);
    arrfree(block);
}

// A ball anywhere at a closed surface: every contact is a place of the surface at that distance, and the deepest is
// the nearest place.
Test(mesh_contact, deepest_contact_of_a_ball_is_the_nearest_place)
{
    uint64_t lot = 9;
    double heights[12 * 12];
    for (int i = 0; i < 12 * 12; i++)
        heights[i] = chance_between(&lot, -0.4, 0.4);
    belay_vec3 vertices[12 * 12];
    int32_t indices[6 * 11 * 11], *k = indices;
    for (int i = 0; i < 12 * 12; i++)
        vertices[i] = v3(i % 12, i / 12, heights[i]);
    for (int32_t j = 0; j < 11; j++)
        for (int32_t i = 0; i < 11; i++) {
            int32_t p = i + 12 * j, cell[6] = {p, p + 1, p + 13, p, p + 13, p + 12};
            memcpy(k, cell, sizeof cell);
            k += 6;
        }
    unsigned char* blocks[2] = {build(vertices, 144, indices, 2 * 11 * 11), build_field(heights, 12, 12, 1.0)};
    for (int i = 0; i < 6000; i++) {
        belay_vec3 center = chance_within(&lot, v3(1.0, 1.0, 0.4), v3(10.0, 10.0, 1.0)), nearest;
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        int triangle;
        const unsigned char* block = blocks[i % 2];
        int count = ball_touches(block, center, 0.4, 0.1, found);
        bool is_near = bl_mesh_closest_point(mesh_of(block), center, 0.5, &nearest, &triangle);
        cr_assert_eq(count > 0, is_near);
        double least = INFINITY;
        for (int c = 0; c < count; c++) {
            const bl_manifold_point* p = &found[c].points[0];
            belay_vec3 foot = v3_add_scaled(center, -(p->gap + 0.4), p->normal), at;
            cr_assert(bl_mesh_closest_point(mesh_of(block), foot, 1e-9, &at, &triangle));
            least = fmin(least, p->gap);
        }
        if (is_near) cr_assert_float_eq(least, v3_distance(center, nearest) - 0.4, 1e-12);
    }
    arrfree(blocks[0]);
    arrfree(blocks[1]);
}

// Under the surface of a height field a ball is pushed up, the shortest way out, however far in; a mesh of the same
// triangles keeps it below.
Test(mesh_contact, ball_under_a_height_field_is_pushed_up)
{
    uint64_t lot = 10;
    double heights[12 * 12];
    for (int i = 0; i < 12 * 12; i++)
        heights[i] = chance_between(&lot, -0.2, 0.2);
    unsigned char *field = build_field(heights, 12, 12, 1.0), *sheet = build_surface(11, 11, 1.0, level);
    for (int i = 0; i < 4000; i++) {
        belay_vec3 center = chance_within(&lot, v3(1.0, 1.0, -1.5), v3(10.0, 10.0, -0.2)), nearest;
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        int triangle;
        cr_assert(bl_mesh_closest_point(mesh_of(field), center, 5.0, &nearest, &triangle));
        cr_assert_eq(ball_touches(field, center, 0.5, 0.0, found), 1);
        const bl_manifold_point* p = &found[0].points[0];
        cr_assert_gt(p->normal.z, 0.0);
        cr_assert_float_eq(p->gap, -v3_distance(center, nearest) - 0.5, 1e-12);
        center.z = -0.4;
        cr_assert_eq(ball_touches(sheet, center, 0.5, 0.0, found), 1);
        cr_assert_eq(found[0].points[0].normal.z, -1.0);
    }
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    cr_assert_eq(ball_touches(field, v3(5.5, 5.3, -9.0), 0.5, 0.0, found), 1);
    cr_assert_gt(found[0].points[0].normal.z, 0.0);
    cr_assert_lt(found[0].points[0].gap, -8.0);
    arrfree(field);
    arrfree(sheet);
}

// ------------------------------------------------------------------------------------------------------------------
// Other solids
// ------------------------------------------------------------------------------------------------------------------

#define SOLIDS 5

typedef struct solids {
    bl_convex list[SOLIDS];
    unsigned char* hull;
} solids;

static solids make_solids(uint64_t* lot)
{
    solids all;
    belay_allocator allocator = bl_allocator_default();
    belay_vec3 points[24];
    memset(&all, 0, sizeof all);
    for (int i = 0; i < 24; i++)
        points[i] = v3_scale(0.4, v3_normalize_or(chance_vector(lot, 1.0), v3(0.0, 0.0, 1.0)));
    cr_assert_eq(bl_hull_build(points, 24, &allocator, &all.hull, NULL), BELAY_OK);
    bl_convex box = {.kind = BL_CONVEX_BOX, .half = {0.5, 0.3, 0.2}};
    bl_convex capsule = {.kind = BL_CONVEX_SEGMENT, .half = {0.0, 0.0, 0.4}, .radius = 0.15};
    bl_convex hull = {.kind = BL_CONVEX_HULL, .hull = (const bl_hull*)(const void*)all.hull};
    bl_convex cylinder = {.kind = BL_CONVEX_CYLINDER, .half = {0.3, 0.3, 0.4}};
    bl_convex cone = {.kind = BL_CONVEX_CONE, .half = {0.3, 0.3, 0.4}};
    const bl_convex list[SOLIDS] = {box, capsule, hull, cylinder, cone};
    memcpy(all.list, list, sizeof list);
    return all;
}

// Mostly with a face, side or edge down, sometimes any way.
static belay_quat any_attitude(uint64_t* lot, int i)
{
    belay_quat upright = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), chance_between(lot, 0.0, 6.0));
    belay_quat lying = belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), i % 2 == 0 ? 0.5 * PI : 0.0);
    belay_quat slight = any_turn(lot, i % 3 == 0 ? 0.0 : 0.02);
    belay_quat tilt = any_turn(lot, i % 5 == 0 ? 3.0 : 0.0);
    return belay_quat_multiply(tilt, belay_quat_multiply(slight, belay_quat_multiply(upright, lying)));
}

// How deep the lowest point of a solid is below its origin.
static double depth_below(const bl_convex* a, belay_quat rotation)
{
    belay_vec3 down = q_rotate_inverse(rotation, v3(0.0, 0.0, -1.0));
    return v3_dot(down, bl_convex_support(a, down)) + a->radius;
}

static void check_same(const bl_manifold* found, const bl_manifold* expected)
{
    cr_assert_eq(found->count, expected->count);
    for (int i = 0; i < expected->count; i++) {
        const bl_manifold_point *p = &found->points[i], *q = &expected->points[i];
        check_frame(p);
        cr_assert_lt(v3_distance(p->normal, q->normal), 1e-12);
        cr_assert_float_eq(p->gap, q->gap, 1e-12);
        cr_assert_lt(v3_distance(p->point, q->point), 1e-12);
        cr_assert_lt(v3_distance(p->reference, q->reference), 1e-12);
        cr_assert_eq(p->carrier, q->carrier);
        cr_assert_float_eq(p->kappa1, q->kappa1, 1e-9);
        cr_assert_float_eq(p->kappa2, q->kappa2, 1e-9);
    }
}

// Over meshes from both sides, over height fields from above.
Test(mesh_contact, solid_on_a_flat_floor_touches_as_on_a_plane)
{
    uint64_t lot = 11;
    solids all = make_solids(&lot);
    double heights[41 * 41] = {0.0};
    unsigned char *sheet = build_surface(40, 40, 0.25, level), *field = build_field(heights, 41, 41, 0.25);
    int touching = 0;
    for (int i = 0; i < 20000; i++) {
        const bl_convex* a = &all.list[i % SOLIDS];
        bool is_field = i % 7 == 0;
        double side = i % 4 == 0 && !is_field ? -1.0 : 1.0, cutoff = chance_between(&lot, 0.0, 0.05);
        belay_pose pose = i % 3 == 0 ? any_pose(&lot) : belay_pose_identity();
        belay_quat rotation = any_attitude(&lot, i);
        if (side < 0.0) rotation = belay_quat_multiply(belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), PI), rotation);
        belay_vec3 place = chance_within(&lot, v3(1.0, 1.0, 0.0), v3(9.0, 9.0, 0.0));
        if (i % 6 == 0) place = v3(0.25 * floor(4.0 * place.x), 0.25 * floor(4.0 * place.y), 0.0);
        belay_quat upright =
            side > 0.0 ? rotation : belay_quat_multiply(belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), PI), rotation);
        place.z = side * (depth_below(a, upright) + chance_between(&lot, -0.01, 1.2 * cutoff));
        belay_pose local = {place, rotation}, at = pose_compose(pose, local);
        belay_vec3 normal = q_rotate(pose.rotation, v3(0.0, 0.0, side));
        bl_manifold expected, found[BL_MESH_MAX_MANIFOLDS];
        bl_collide_convex_plane(a, at, normal, v3_dot(normal, pose.position), cutoff, &expected);
        int count = bl_collide_convex_mesh(a, at, mesh_of(is_field ? field : sheet), pose, cutoff, found);
        cr_assert_eq(count, expected.count > 0 ? 1 : 0, "solid %d", i % SOLIDS);
        if (count == 0) continue;
        touching++;
        check_same(&found[0], &expected);
    }
    cr_assert_gt(touching, 10000);
    arrfree(sheet);
    arrfree(field);
    arrfree(all.hull);
}

static double outline_area(const bl_manifold* m)
{
    double most = 0.0;
    for (int a = 0; a < m->count; a++)
        for (int b = 0; b < m->count; b++)
            for (int c = 0; c < m->count; c++)
                for (int d = 0; d < m->count; d++) {
                    belay_vec3 across = v3_sub(m->points[c].point, m->points[a].point);
                    belay_vec3 other = v3_sub(m->points[d].point, m->points[b].point);
                    most = fmax(most, 0.5 * fabs(v3_cross(across, other).z));
                }
    return most;
}

// Level to 1e-7 m: one manifold, as wide and as far away as the plane's.
Test(mesh_contact, solid_on_a_noisy_floor_touches_as_on_a_plane)
{
    uint64_t lot = 12;
    solids all = make_solids(&lot);
    unsigned char* block = build_surface(40, 40, 0.25, noisy);
    for (int i = 0; i < 3000; i++) {
        const bl_convex* a = &all.list[i % SOLIDS];
        belay_quat rotation = any_attitude(&lot, 30 * i + i % 2);
        double height = i % 3 == 0 ? 0.0 : chance_between(&lot, -1e-5, 1e-5);
        belay_pose at = {chance_within(&lot, v3(1.0, 1.0, height), v3(9.0, 9.0, height)), rotation};
        at.position.z += depth_below(a, rotation);
        bl_manifold expected, found[BL_MESH_MAX_MANIFOLDS];
        bl_collide_convex_plane(a, at, v3(0.0, 0.0, 1.0), 0.0, 0.002, &expected);
        int count = bl_collide_convex_mesh(a, at, mesh_of(block), belay_pose_identity(), 0.002, found);
        cr_assert_eq(count, 1, "%d manifolds of solid %d", count, i % SOLIDS);
        cr_assert_leq(found[0].count, 4);
        double deepest = INFINITY, expected_deepest = INFINITY;
        for (int k = 0; k < found[0].count; k++) {
            cr_assert_lt(v3_distance(found[0].points[k].normal, v3(0.0, 0.0, 1.0)), 5e-6);
            deepest = fmin(deepest, found[0].points[k].gap);
        }
        for (int k = 0; k < expected.count; k++)
            expected_deepest = fmin(expected_deepest, expected.points[k].gap);
        cr_assert_float_eq(deepest, expected_deepest, 1.1e-7);
        // Of a rim, four points are chosen on every triangle anew.
        double part = a->kind == BL_CONVEX_BOX ? 0.999 : 0.8;
        cr_assert_geq(outline_area(&found[0]), part * outline_area(&expected));
    }
    arrfree(block);
    arrfree(all.hull);
}

static double hills(double x, double y)
{
    return 0.3 * sin(1.7 * x) * cos(1.3 * y);
}

static double nearest_triangle(const bl_mesh* mesh, const bl_convex* a, belay_pose at)
{
    double least = INFINITY;
    for (int t = 0; t < bl_mesh_triangle_count(mesh); t++) {
        bl_convex triangle = {.kind = BL_CONVEX_TRIANGLE};
        bl_mesh_triangle(mesh, t, triangle.corners);
        least = fmin(least, bl_convex_distance(a, at, &triangle, belay_pose_identity()).distance);
    }
    return least;
}

// Steps along x, 0.6 m wide and 0.2 m high.
static unsigned char* build_stairs(void)
{
    enum { STEPS = 8, ALONG = 8, ACROSS = 2 * STEPS };
    belay_vec3 vertices[ACROSS * (ALONG + 1)];
    int32_t indices[6 * (ACROSS - 1) * ALONG], *k = indices;
    for (int j = 0; j <= ALONG; j++)
        for (int i = 0; i < ACROSS; i++)
            vertices[i + ACROSS * j] = v3(0.6 * ((i + 1) / 2), 0.6 * j, 0.2 * (i / 2));
    for (int32_t j = 0; j < ALONG; j++)
        for (int32_t i = 0; i + 1 < ACROSS; i++, k += 6) {
            int32_t p = i + ACROSS * j, cell[6] = {p, p + 1, p + ACROSS + 1, p, p + ACROSS + 1, p + ACROSS};
            memcpy(k, cell, sizeof cell);
        }
    return build(vertices, ACROSS * (ALONG + 1), indices, 2 * (ACROSS - 1) * ALONG);
}

static double stairs(double x, double y)
{
    (void)y;
    return 0.2 * floor(x / 0.6);
}

static double deepest_gap(const bl_manifold* found, int count)
{
    double deepest = INFINITY;
    for (int c = 0; c < count; c++)
        for (int k = 0; k < found[c].count; k++) {
            check_frame(&found[c].points[k]);
            deepest = fmin(deepest, found[c].points[k].gap);
        }
    return deepest;
}

// Apart from the surface, the least gap is the distance; a little in it, no gap is much less deep than some triangle
// is; deep in it, some gap is negative.
static void check_depths(const unsigned char* block, height_fn* height, uint64_t* lot)
{
    solids all = make_solids(lot);
    int apart = 0;
    for (int i = 0; i < 1500; i++) {
        const bl_convex* a = &all.list[i % SOLIDS];
        belay_quat rotation = any_attitude(lot, i);
        belay_pose at = {chance_within(lot, v3(1.2, 1.2, 0.0), v3(3.6, 3.6, 0.0)), rotation};
        at.position.z =
            height(at.position.x, at.position.y) + depth_below(a, rotation) + chance_between(lot, -0.05, 0.2);
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        int count = bl_collide_convex_mesh(a, at, mesh_of(block), belay_pose_identity(), 0.1, found);
        double distance = nearest_triangle(mesh_of(block), a, at), deepest = deepest_gap(found, count);
        if (distance < 0.0) cr_assert_lt(deepest, 1e-9, "solid %d at %g", i % SOLIDS, distance);
        if (distance < 0.0 && distance > -0.01)
            cr_assert_leq(deepest, 0.5 * distance + 1e-9, "solid %d: %g at %g", i % SOLIDS, deepest, distance);
        if (distance > 0.0 && distance < 0.099) {
            apart++;
            cr_assert_float_eq(deepest, distance, 1e-3 * distance + 1e-9, "solid %d: %g, not %g", i % SOLIDS, deepest,
                               distance);
        }
        if (distance > 0.1) cr_assert_eq(count, 0);
    }
    cr_assert_gt(apart, 300);
    arrfree(all.hull);
}

Test(mesh_contact, deepest_contact_of_a_solid_is_the_distance)
{
    uint64_t lot = 13;
    unsigned char *rolling = build_surface(10, 10, 0.5, hills), *stepped = build_stairs();
    check_depths(rolling, hills, &lot);
    check_depths(stepped, stairs, &lot);
    arrfree(rolling);
    arrfree(stepped);
}

static bl_convex cube_of(double half)
{
    bl_convex c = {.kind = BL_CONVEX_BOX, .half = {half, half, half}};
    return c;
}

static int collide_upright(const unsigned char* block, const bl_convex* a, belay_vec3 position, double cutoff,
                           bl_manifold out[BL_MESH_MAX_MANIFOLDS])
{
    belay_pose at = {position, belay_quat_identity()};
    return bl_collide_convex_mesh(a, at, mesh_of(block), belay_pose_identity(), cutoff, out);
}

// A closed box from (0, 0, -1) to (n, n, 0), its top in cells.
#define TABLE_CELLS 6

static unsigned char* build_table(void)
{
    enum { N = TABLE_CELLS, TOP = (N + 1) * (N + 1) };
    belay_vec3 vertices[TOP + 4];
    int32_t indices[6 * N * N + 3 * (4 * (N + 1) + 2)], *k = indices;
    const int32_t corners[4] = {0, N, TOP - 1, TOP - 1 - N}, along[4] = {1, N + 1, -1, -(N + 1)};
    for (int i = 0; i < TOP; i++)
        vertices[i] = v3(i % (N + 1), i / (N + 1), 0.0);
    for (int i = 0; i < 4; i++)
        vertices[TOP + i] = v3_add(vertices[corners[i]], v3(0.0, 0.0, -1.0));
    for (int32_t c = 0; c < N * N; c++) {
        int32_t p = c % N + (N + 1) * (c / N), cell[6] = {p, p + 1, p + N + 2, p, p + N + 2, p + N + 1};
        memcpy(k, cell, sizeof cell);
        k += 6;
    }
    for (int32_t side = 0; side < 4; side++) {
        int32_t below = TOP + side, next = TOP + (side + 1) % 4;
        for (int32_t i = 0; i < N; i++, k += 3) {
            int32_t at = corners[side] + i * along[side], t[3] = {below, at + along[side], at};
            memcpy(k, t, sizeof t);
        }
        int32_t last[3] = {below, next, corners[(side + 1) % 4]};
        memcpy(k, last, sizeof last);
        k += 3;
    }
    const int32_t bottom[6] = {TOP, TOP + 2, TOP + 1, TOP, TOP + 3, TOP + 2};
    memcpy(k, bottom, sizeof bottom);
    k += 6;
    return build(vertices, TOP + 4, indices, (int)(k - indices) / 3);
}

// Sliding over the edge of a table, sunk in by ever so little: held up by what is still on it, and by nothing else.
Test(mesh_contact, box_slides_over_the_edge_of_a_table)
{
    unsigned char* block = build_table();
    bl_convex box = cube_of(0.5);
    const double sunk[4] = {0.0, 1e-9, 1e-6, 1e-4};
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    for (int k = 0; k < 4; k++)
        for (int i = -400; i < 440; i++) {
            double x = 6.0 + 0.001 * i + (i % 2 == 0 ? 0.0 : 1e-7); // of its front face
            int count = collide_upright(block, &box, v3(x - 0.5, 3.2, 0.5 - sunk[k]), 0.01, found);
            cr_assert_eq(count, 1, "%d at %g, %g deep", count, x, sunk[k]);
            cr_assert_eq(found[0].count, 4);
            double front = -INFINITY, back = INFINITY;
            for (int c = 0; c < 4; c++) {
                const bl_manifold_point* p = &found[0].points[c];
                cr_assert_float_eq(p->normal.z, 1.0, 1e-15);
                cr_assert_float_eq(p->gap, -sunk[k], 1e-12);
                front = fmax(front, p->point.x);
                back = fmin(back, p->point.x);
            }
            cr_assert_float_eq(front, fmin(x, 6.0), 1e-9);
            cr_assert_float_eq(back, x - 1.0, 1e-9);
        }
    arrfree(block);
}

// Against the side of the table, low: its normal; upon its edge: between the normals.
Test(mesh_contact, box_hits_the_side_of_a_table)
{
    uint64_t lot = 14;
    unsigned char* block = build_table();
    bl_convex box = cube_of(0.5);
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    for (int i = 0; i < 2000; i++) {
        double gap = chance_between(&lot, -0.02, 0.01), z = chance_between(&lot, -0.45, 0.45),
               y = chance_between(&lot, 0.6, 5.4);
        cr_assert_eq(collide_upright(block, &box, v3(6.5 + gap, y, z), 0.02, found), 1, "gap %g z %g", gap, z);
        cr_assert_eq(found[0].count, 4);
        double top = -INFINITY;
        for (int c = 0; c < 4; c++) {
            const bl_manifold_point* p = &found[0].points[c];
            cr_assert_float_eq(p->normal.x, 1.0, 1e-15);
            cr_assert_float_eq(p->gap, gap, 1e-12);
            top = fmax(top, p->point.z);
        }
        cr_assert_float_eq(top, fmin(z + 0.5, 0.0), 1e-9);
    }
    arrfree(block);
}

// Turned by 45 degrees about y, edge down upon the edge of the table: along the edge, with the normal of the box's
// side.
Test(mesh_contact, slanted_box_lies_on_the_edge_of_a_table)
{
    uint64_t lot = 15;
    unsigned char* block = build_table();
    bl_convex box = cube_of(0.5);
    belay_quat turn = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), 0.25 * PI);
    for (int i = 0; i < 1000; i++) {
        double gap = chance_between(&lot, -0.01, 0.01), along = chance_between(&lot, -0.3, 0.3), h = sqrt(0.5);
        belay_vec3 n = v3(h, 0.0, h), slope = v3(h, 0.0, -h);
        belay_pose at = {v3_add(v3_add_scaled(v3(6.0, 3.0, 0.0), 0.5 + gap, n), v3_scale(along, slope)), turn};
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        int count = bl_collide_convex_mesh(&box, at, mesh_of(block), belay_pose_identity(), 0.02, found);
        cr_assert_eq(count, 1);
        cr_assert_eq(found[0].count, 2);
        for (int c = 0; c < 2; c++) {
            const bl_manifold_point* p = &found[0].points[c];
            cr_assert_lt(v3_distance(p->normal, n), 1e-12);
            cr_assert_float_eq(p->gap, gap, 1e-12);
            cr_assert_float_eq(fabs(p->point.y - 3.0), 0.5, 1e-9);
        }
    }
    arrfree(block);
}

// A capsule lying along a ridge rolls over its edge, from one slope's normal to the other's.
Test(mesh_contact, capsule_on_a_ridge_touches_its_edge_between_the_normals)
{
    unsigned char* block = build_surface(4, 6, 1.0, ridge);
    bl_convex capsule = {.kind = BL_CONVEX_SEGMENT, .half = {0.0, 0.0, 0.8}, .radius = 0.2};
    belay_quat lying = belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), 0.5 * PI);
    for (int i = -99; i <= 99; i++) {
        double angle = atan(0.5) * i / 100.0;
        belay_vec3 n = v3(sin(angle), 0.0, cos(angle));
        belay_pose at = {v3_add_scaled(v3(2.0, 3.1, 0.0), 0.21, n), lying};
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        int count = bl_collide_convex_mesh(&capsule, at, mesh_of(block), belay_pose_identity(), 0.02, found);
        cr_assert_eq(count, 1);
        cr_assert_eq(found[0].count, 2);
        for (int c = 0; c < 2; c++) {
            const bl_manifold_point* p = &found[0].points[c];
            cr_assert_lt(v3_distance(p->normal, n), 1e-9);
            cr_assert_float_eq(p->gap, 0.01, 1e-9);
            cr_assert_float_eq(fabs(p->point.y - 3.1), 0.8, 1e-9);
        }
    }
    arrfree(block);
}

// In the hollow between two slopes a box, edge down, touches both and not the edge between.
Test(mesh_contact, box_in_a_valley_touches_both_slopes)
{
    unsigned char* block = build_surface(4, 6, 1.0, valley);
    bl_convex box = cube_of(0.5);
    double h = sqrt(1.25), tilt = atan(0.5);
    belay_quat turn = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), tilt); // one face along the right slope
    for (int i = 0; i < 50; i++) {
        belay_vec3 left = v3(0.5 / h, 0.0, 1.0 / h), right = v3(-0.5 / h, 0.0, 1.0 / h);
        // Lower edge of the box on the left slope, its lower face on the right one, in both by 1 mm or less.
        double depth = 2e-5 * i;
        belay_quat rotation = i % 2 == 0 ? belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), -tilt) : turn;
        belay_vec3 normal = i % 2 == 0 ? right : left, other = i % 2 == 0 ? left : right;
        belay_vec3 corner = q_rotate(rotation, v3(i % 2 == 0 ? -0.5 : 0.5, 0.0, -0.5)), foot = v3(2.0, 3.1, 0.0);
        // The corner at the place with depths `depth` along both normals.
        double c = v3_dot(normal, other);
        belay_vec3 down = v3_scale(-depth / (1.0 + c), v3_add(normal, other));
        belay_pose at = {v3_sub(v3_add(foot, down), corner), rotation};
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        int count = bl_collide_convex_mesh(&box, at, mesh_of(block), belay_pose_identity(), 0.01, found);
        cr_assert_eq(count, 2, "%d at depth %g", count, depth);
        for (int m = 0; m < 2; m++) {
            double deepest = INFINITY;
            for (int k = 0; k < found[m].count; k++) {
                belay_vec3 n = found[m].points[k].normal;
                cr_assert_lt(v3_distance(n, v3_dot(n, normal) > 0.9 ? normal : other), 1e-12);
                deepest = fmin(deepest, found[m].points[k].gap);
            }
            cr_assert_float_eq(deepest, -depth, 1e-9);
        }
    }
    arrfree(block);
}

// Two triangles, thin as they are, hold a box from either side, and stop one at their rim.
Test(mesh_contact, plate_is_hit_from_either_side_and_at_its_rim)
{
    unsigned char* block = build_surface(1, 1, 4.0, level);
    bl_convex box = cube_of(0.5);
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    for (int i = 0; i < 100; i++) {
        double gap = 0.01 - 0.002 * i, side = i % 2 == 0 ? 1.0 : -1.0;
        cr_assert_eq(collide_upright(block, &box, v3(1.7, 2.1, side * (0.5 + gap)), 0.02, found), 1);
        cr_assert_eq(found[0].count, 4);
        for (int c = 0; c < 4; c++) {
            cr_assert_eq(found[0].points[c].normal.z, side);
            cr_assert_float_eq(found[0].points[c].gap, gap, 1e-12);
        }
        gap = 0.01 - 0.0002 * i;
        cr_assert_eq(collide_upright(block, &box, v3(4.5 + gap, 2.1, 0.2 * side), 0.02, found), 1);
        for (int c = 0; c < found[0].count; c++) {
            cr_assert_float_eq(found[0].points[c].normal.x, 1.0, 1e-12);
            cr_assert_float_eq(found[0].points[c].gap, gap, 1e-12);
        }
    }
    arrfree(block);
}

// From one floor onto another that lies level with it, given as two meshes: no contact but upwards, wherever it is.
Test(mesh_contact, box_slides_onto_a_level_neighbor)
{
    unsigned char* blocks[2] = {build_surface(6, 6, 1.0, level), build_table()};
    bl_convex box = cube_of(0.1);
    belay_pose beside = {v3(6.0, 0.0, 0.0), belay_quat_identity()};
    const double sunk[5] = {-1e-7, 0.0, 1e-9, 1e-6, 2e-5};
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < 5; k++)
            for (int i = -300; i < 300; i++) {
                belay_pose at = {v3(6.0 + 0.001 * i + (i % 3 == 0 ? 1e-7 : 0.0), 2.3, 0.1 - sunk[k]),
                                 belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), i % 2 == 0 ? 0.0 : 0.3)};
                bl_manifold found[BL_MESH_MAX_MANIFOLDS];
                int count = bl_collide_convex_mesh(&box, at, mesh_of(blocks[b]), beside, 0.02, found);
                double front = at.position.x + (i % 2 == 0 ? 0.1 : 0.1 * (cos(0.3) + sin(0.3)));
                if (fabs(front - 6.0) < 1e-4) continue; // level with the side as well
                cr_assert_eq(count, front > 6.0 ? 1 : 0, "%d, front at %g, %g deep", count, front, sunk[k]);
                for (int c = 0; c < (count > 0 ? found[0].count : 0); c++) {
                    cr_assert_eq(found[0].points[c].normal.z, 1.0);
                    cr_assert_float_eq(found[0].points[c].gap, -sunk[k], 1e-12);
                }
            }
    arrfree(blocks[0]);
    arrfree(blocks[1]);
}

// Ahead of a box on a floor of one mesh there is nothing, however far ahead it looks.
Test(mesh_contact, box_sees_nothing_ahead_on_level_ground)
{
    uint64_t lot = 16;
    unsigned char *flat = build_surface(20, 20, 0.5, level), *rough = build_surface(20, 20, 0.5, noisy);
    bl_convex box = cube_of(0.1);
    for (int i = 0; i < 3000; i++) {
        belay_pose at;
        at.position = chance_within(&lot, v3(1.0, 1.0, 0.1 - 1e-5), v3(9.0, 9.0, 0.1 + 1e-5));
        at.rotation = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), chance_between(&lot, 0.0, 6.0));
        if (i % 3 == 0) at.position.x = 0.5 * floor(2.0 * at.position.x) - 0.1;
        if (i % 3 == 0) at.rotation = belay_quat_identity();
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        const unsigned char* block = i % 2 == 0 ? flat : rough;
        cr_assert_eq(bl_collide_convex_mesh(&box, at, mesh_of(block), belay_pose_identity(), 0.3, found), 1);
        for (int c = 0; c < found[0].count; c++) {
            const bl_manifold_point* p = &found[0].points[c];
            cr_assert_gt(p->normal.z, 1.0 - 1e-11);
            // The places of the box's bottom, not beside it.
            belay_vec3 local = pose_apply_inverse(at, p->point);
            cr_assert(fabs(local.x) < 0.1 + 1e-5 && fabs(local.y) < 0.1 + 1e-5);
        }
    }
    arrfree(flat);
    arrfree(rough);
}

Test(mesh_contact, solid_under_a_height_field_is_pushed_up)
{
    uint64_t lot = 17;
    solids all = make_solids(&lot);
    double heights[21 * 21];
    for (int i = 0; i < 21 * 21; i++)
        heights[i] = hills(0.5 * (i % 21), 0.5 * (i / 21));
    unsigned char* block = build_field(heights, 21, 21, 0.5);
    for (int i = 0; i < 2000; i++) {
        const bl_convex* a = &all.list[i % SOLIDS];
        belay_pose at;
        at.position = chance_within(&lot, v3(2.0, 2.0, 0.0), v3(8.0, 8.0, 0.0));
        at.rotation = any_attitude(&lot, i);
        at.position.z = hills(at.position.x, at.position.y) - chance_between(&lot, 0.0, 1.5);
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        int count = bl_collide_convex_mesh(a, at, mesh_of(block), belay_pose_identity(), 0.01, found);
        double deepest = INFINITY;
        cr_assert_gt(count, 0);
        for (int c = 0; c < count; c++)
            for (int k = 0; k < found[c].count; k++) {
                cr_assert_gt(found[c].points[k].normal.z, 0.0);
                deepest = fmin(deepest, found[c].points[k].gap);
            }
        cr_assert_lt(deepest, 0.0);
    }
    arrfree(block);
    arrfree(all.hull);
}

// Features tell the points apart, whatever the mesh, and stay while a box slides over the triangles of a plane.
Test(mesh_contact, features_are_unique_and_stay_within_a_plane)
{
    uint64_t lot = 18;
    solids all = make_solids(&lot);
    unsigned char *block = build_surface(16, 16, 0.25, hills), *flat = build_surface(16, 16, 0.25, level);
    for (int i = 0; i < 2000; i++) {
        const bl_convex* a = &all.list[i % SOLIDS];
        belay_pose at;
        at.position = chance_within(&lot, v3(0.5, 0.5, 0.0), v3(3.5, 3.5, 0.0));
        at.rotation = any_attitude(&lot, i);
        at.position.z = hills(at.position.x, at.position.y) + chance_between(&lot, 0.0, 0.4);
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        int count = bl_collide_convex_mesh(a, at, mesh_of(block), belay_pose_identity(), 0.1, found), points = 0;
        uint32_t seen[BL_MESH_MAX_MANIFOLDS * BL_MANIFOLD_MAX_POINTS];
        for (int c = 0; c < count; c++)
            for (int k = 0; k < found[c].count; k++) {
                for (int j = 0; j < points; j++)
                    cr_assert_neq(seen[j], found[c].points[k].feature);
                seen[points++] = found[c].points[k].feature;
            }
    }
    bl_convex box = cube_of(0.3);
    bl_manifold first[BL_MESH_MAX_MANIFOLDS], found[BL_MESH_MAX_MANIFOLDS];
    cr_assert_eq(collide_upright(flat, &box, v3(1.0, 2.0, 0.3), 0.01, first), 1);
    for (int i = 0; i < 500; i++) {
        cr_assert_eq(collide_upright(flat, &box, v3(1.0 + 0.004 * i, 2.0, 0.3), 0.01, found), 1);
        for (int k = 0; k < 4; k++)
            cr_assert_eq(found[0].points[k].feature, first[0].points[k].feature);
    }
    arrfree(block);
    arrfree(flat);
    arrfree(all.hull);
}

// A solid over thousands of triangles, one by one: the deepest place is found, and no more is kept than there is room.
Test(mesh_contact, large_solid_on_many_triangles_finds_the_deepest)
{
    uint64_t lot = 19;
    double heights[61 * 61];
    for (int i = 0; i < 61 * 61; i++) {
        bool is_under = abs(i % 61 - 30) < 14 && abs(i / 61 - 30) < 14; // wherever the box is
        heights[i] = is_under ? chance_between(&lot, -0.05, 0.05) : -0.05;
    }
    unsigned char* block = build_field(heights, 61, 61, 0.1);
    bl_convex box = {.kind = BL_CONVEX_BOX, .half = {2.0, 2.0, 1.0}};
    for (int i = 0; i < 5; i++) {
        double highest = -INFINITY;
        belay_vec3 place = chance_within(&lot, v3(2.5, 2.5, 1.05), v3(3.5, 3.5, 1.05));
        for (int k = 0; k < 61 * 61; k++)
            highest = fmax(highest, heights[k]);
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        int count = collide_upright(block, &box, place, 0.05, found);
        double deepest = INFINITY;
        for (int c = 0; c < count; c++)
            for (int k = 0; k < found[c].count; k++)
                deepest = fmin(deepest, found[c].points[k].gap);
        cr_assert_float_eq(deepest, 0.05 - highest, 1e-9);
    }
    arrfree(block);
}

// Same input, same bits: from a moved copy of the block, and from a mesh built anew.
Test(mesh_contact, same_input_gives_the_same_bits)
{
    uint64_t lot = 20;
    solids all = make_solids(&lot);
    unsigned char *block = build_surface(16, 16, 0.25, hills), *again = build_surface(16, 16, 0.25, hills);
    unsigned char* moved = malloc(arrlenu(block) + 16);
    memcpy(moved + 16, block, arrlenu(block));
    for (int i = 0; i < 500; i++) {
        belay_pose at, pose = any_pose(&lot);
        at.position = chance_within(&lot, v3(0.5, 0.5, 0.0), v3(3.5, 3.5, 0.0));
        at.rotation = any_attitude(&lot, i);
        at.position.z = hills(at.position.x, at.position.y) + chance_between(&lot, 0.0, 0.4);
        at = pose_compose(pose, at);
        bl_convex ball = ball_of(0.3);
        const bl_convex* a = i % 6 == 5 ? &ball : &all.list[i % 6];
        bl_manifold found[3][BL_MESH_MAX_MANIFOLDS];
        memset(found, i, sizeof found); // nothing is read that was not written
        int count = bl_collide_convex_mesh(a, at, mesh_of(block), pose, 0.1, found[0]);
        memset(found[1], i + 1, sizeof found[1]);
        cr_assert_eq(bl_collide_convex_mesh(a, at, mesh_of(moved + 16), pose, 0.1, found[1]), count);
        cr_assert_eq(bl_collide_convex_mesh(a, at, mesh_of(again), pose, 0.1, found[2]), count);
        for (int c = 0; c < count; c++)
            for (int k = 0; k < found[0][c].count; k++)
                for (int other = 1; other < 3; other++) {
                    const bl_manifold_point *p = &found[0][c].points[k], *q = &found[other][c].points[k];
                    cr_assert(v3_distance(p->point, q->point) == 0.0 && v3_distance(p->normal, q->normal) == 0.0);
                    cr_assert(v3_distance(p->reference, q->reference) == 0.0 && p->gap == q->gap);
                    cr_assert(v3_distance(p->tangent1, q->tangent1) == 0.0 && p->feature == q->feature);
                    cr_assert(p->kappa1 == q->kappa1 && p->kappa2 == q->kappa2 && p->carrier == q->carrier);
                }
    }
    free(moved);
    arrfree(block);
    arrfree(again);
    arrfree(all.hull);
}
