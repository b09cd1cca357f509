// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Balls on meshes: on a flat floor the same as on a plane, wherever the edges are; true edges, hollows and rims as they
// are; nothing where there is nothing.

#include "belay/quat.h"
#include "detect/convex/sphere_contact.h"
#include "detect/mesh/mesh_contact.h"
#include "geometry/mesh/mesh_internal.h"
#include "support/chance.h"
#include "support/shapes/manifolds.h"
#include "support/shapes/mesh_solids.h"
#include "support/shapes/meshes.h"

#include <criterion/criterion.h>
#include <string.h>

#define PI 3.14159265358979323846

static int ball_touches(const unsigned char* block, belay_vec3 center, double radius, double cutoff,
                        bl_manifold out[BL_MESH_MAX_MANIFOLDS])
{
    bl_convex ball = solid_ball(radius);
    belay_pose at = {center, belay_quat_identity()};
    int count = bl_collide_convex_mesh(&ball, at, mesh_of(block), belay_pose_identity(), cutoff, out);
    for (int i = 0; i < count; i++)
        cr_assert_eq(out[i].count, 1);
    return count;
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
    unsigned char* floor_block = mesh_build_surface(20, 20, 1.0, mesh_level);
    for (int i = 0; i < 20000; i++) {
        double radius = chance_between(&lot, 0.05, 3.0), cutoff = chance_between(&lot, 0.0, 0.1),
               side = i % 3 == 0 ? -1.0 : 1.0;
        belay_pose pose = i % 2 == 0 ? belay_pose_identity() : any_pose(&lot);
        belay_vec3 place = place_on_floor(&lot, i, 20);
        place.z = side * (radius + chance_between(&lot, -0.3 * radius, 0.2));
        belay_vec3 center = pose_apply(pose, place), normal = q_rotate(pose.rotation, v3(0.0, 0.0, side));
        bl_manifold expected, found[BL_MESH_MAX_MANIFOLDS];
        bl_collide_sphere_plane(center, radius, normal, v3_dot(normal, pose.position), cutoff, &expected);
        bl_convex ball = solid_ball(radius);
        belay_pose at = {center, any_pose(&lot).rotation};
        int count = bl_collide_convex_mesh(&ball, at, mesh_of(floor_block), pose, cutoff, found);
        // A ball that reaches beyond the floor's outline stands on it all the same.
        if (fabs(expected.count > 0 ? expected.points[0].gap - cutoff : 1.0) < 1e-12) continue;
        cr_assert_eq(count, expected.count, "%d at %g %g", count, place.x, place.y);
        if (count == 0) continue;
        const bl_manifold_point *p = &found[0].points[0], *q = &expected.points[0];
        cr_assert_eq(found[0].count, 1);
        manifold_check_frame(p);
        cr_assert_lt(v3_distance(p->normal, q->normal), 1e-12);
        cr_assert_float_eq(p->gap, q->gap, 1e-12);
        cr_assert_lt(v3_distance(p->point, q->point), 1e-12);
        cr_assert_eq(v3_distance(p->reference, center), 0.0);
        cr_assert(p->kappa1 == 0.0 && p->kappa2 == 0.0 && p->surface_owner == BL_SURFACE_OWNER_B);
        cr_assert_eq(p->feature, 0);
    }
    arrfree(floor_block);
}

// Level to 1e-7 m: one contact, within that of the plane's.
Test(mesh_contact, ball_on_a_noisy_floor_touches_once)
{
    uint64_t lot = 2;
    unsigned char* block = mesh_build_surface(40, 40, 0.5, mesh_noisy);
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
    unsigned char* block = mesh_build_surface(4, 6, 1.0, mesh_ridge);
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
        manifold_check_frame(p);
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
    unsigned char* blocks[2] = {mesh_build_surface(4, 6, 1.0, mesh_valley), mesh_build_surface(4, 6, 1.0, mesh_ridge)};
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
    unsigned char* block = mesh_build(pyramid, 5, sides, 4);
    for (int i = 0; i < 2000; i++) {
        double distance = chance_between(&lot, 0.1, 0.4);
        belay_vec3 n = v3_normalize_or(chance_within(&lot, v3(-0.3, -0.3, 1.0), v3(0.3, 0.3, 1.0)), v3_zero());
        bl_manifold found[BL_MESH_MAX_MANIFOLDS];
        cr_assert_eq(ball_touches(block, v3_add_scaled(pyramid[4], distance, n), 0.25, 0.2, found), 1);
        const bl_manifold_point* p = &found[0].points[0];
        manifold_check_frame(p);
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
    unsigned char* block = mesh_build_surface(4, 6, 1.0, mesh_ridge);
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
    unsigned char* block = mesh_build_surface(4, 4, 1.0, mesh_level);
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
    unsigned char* block = mesh_build(vertices, 5, indices, 3);
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
    unsigned char* block = mesh_build_surface(4, 4, 1.0, mesh_level);
    belay_pose beside = {v3(4.0, 0.0, 0.0), belay_quat_identity()};
    bl_convex ball = solid_ball(0.05);
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
    unsigned char* block = mesh_build(vertices, 5, indices, 3);
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
    unsigned char* blocks[2] = {mesh_build(vertices, 144, indices, 2 * 11 * 11),
                                mesh_build_field(heights, 12, 12, 1.0, 1.0)};
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
    unsigned char *field = mesh_build_field(heights, 12, 12, 1.0, 1.0),
                  *sheet = mesh_build_surface(11, 11, 1.0, mesh_level);
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
