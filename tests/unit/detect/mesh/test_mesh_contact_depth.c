// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Solids on meshes: on a flat floor the same as on a plane, and how deep they are on hills and stairs.

#include "belay/quat.h"
#include "core/alloc.h"
#include "detect/convex/convex_contact.h"
#include "detect/mesh/mesh_contact.h"
#include "geometry/distance/distance.h"
#include "geometry/hull/hull.h"
#include "geometry/mesh/mesh_internal.h"
#include "support/chance.h"
#include "support/shapes/manifolds.h"
#include "support/shapes/mesh_solids.h"
#include "support/shapes/meshes.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

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
        manifold_check_frame(p);
        cr_assert_lt(v3_distance(p->normal, q->normal), 1e-12);
        cr_assert_float_eq(p->gap, q->gap, 1e-12);
        cr_assert_lt(v3_distance(p->point, q->point), 1e-12);
        cr_assert_lt(v3_distance(p->reference, q->reference), 1e-12);
        cr_assert_eq(p->surface_owner, q->surface_owner);
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
    unsigned char *sheet = mesh_build_surface(40, 40, 0.25, mesh_level),
                  *field = mesh_build_field(heights, 41, 41, 0.25, 0.25);
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
    unsigned char* block = mesh_build_surface(40, 40, 0.25, mesh_noisy);
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
    return mesh_build(vertices, ACROSS * (ALONG + 1), indices, 2 * (ACROSS - 1) * ALONG);
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
            manifold_check_frame(&found[c].points[k]);
            deepest = fmin(deepest, found[c].points[k].gap);
        }
    return deepest;
}

// Apart from the surface, the least gap is the distance; a little in it, no gap is much less deep than some triangle
// is; deep in it, some gap is negative.
static void check_depths(const unsigned char* block, mesh_height_fn* height, uint64_t* lot)
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
    unsigned char *rolling = mesh_build_surface(10, 10, 0.5, hills), *stepped = build_stairs();
    check_depths(rolling, hills, &lot);
    check_depths(stepped, stairs, &lot);
    arrfree(rolling);
    arrfree(stepped);
}

Test(mesh_contact, solid_under_a_height_field_is_pushed_up)
{
    uint64_t lot = 17;
    solids all = make_solids(&lot);
    double heights[21 * 21];
    for (int i = 0; i < 21 * 21; i++)
        heights[i] = hills(0.5 * (i % 21), 0.5 * (i / 21));
    unsigned char* block = mesh_build_field(heights, 21, 21, 0.5, 0.5);
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
    unsigned char *block = mesh_build_surface(16, 16, 0.25, hills),
                  *flat = mesh_build_surface(16, 16, 0.25, mesh_level);
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
    bl_convex box = solid_cube(0.3);
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
    unsigned char* block = mesh_build_field(heights, 61, 61, 0.1, 0.1);
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
    unsigned char *block = mesh_build_surface(16, 16, 0.25, hills), *again = mesh_build_surface(16, 16, 0.25, hills);
    unsigned char* moved = malloc(arrlenu(block) + 16);
    memcpy(moved + 16, block, arrlenu(block));
    for (int i = 0; i < 500; i++) {
        belay_pose at, pose = any_pose(&lot);
        at.position = chance_within(&lot, v3(0.5, 0.5, 0.0), v3(3.5, 3.5, 0.0));
        at.rotation = any_attitude(&lot, i);
        at.position.z = hills(at.position.x, at.position.y) + chance_between(&lot, 0.0, 0.4);
        at = pose_compose(pose, at);
        bl_convex ball = solid_ball(0.3);
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
                    cr_assert(p->kappa1 == q->kappa1 && p->kappa2 == q->kappa2 && p->surface_owner == q->surface_owner);
                }
    }
    free(moved);
    arrfree(block);
    arrfree(again);
    arrfree(all.hull);
}
