// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Solids at edges of meshes: tables, ridges, valleys and rims as they are, level neighbours as one floor.

#include "belay/quat.h"
#include "detect/mesh/mesh_contact.h"
#include "geometry/mesh/mesh_internal.h"
#include "support/chance.h"
#include "support/shapes/mesh_solids.h"
#include "support/shapes/meshes.h"

#include <criterion/criterion.h>
#include <string.h>

#define PI 3.14159265358979323846

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
    return mesh_build(vertices, TOP + 4, indices, (int)(k - indices) / 3);
}

// Sliding over the edge of a table, sunk in by ever so little: held up by what is still on it, and by nothing else.
Test(mesh_contact, box_slides_over_the_edge_of_a_table)
{
    unsigned char* block = build_table();
    bl_convex box = solid_cube(0.5);
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
    bl_convex box = solid_cube(0.5);
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
    bl_convex box = solid_cube(0.5);
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
    unsigned char* block = mesh_build_surface(4, 6, 1.0, mesh_ridge);
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
    unsigned char* block = mesh_build_surface(4, 6, 1.0, mesh_valley);
    bl_convex box = solid_cube(0.5);
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
    unsigned char* block = mesh_build_surface(1, 1, 4.0, mesh_level);
    bl_convex box = solid_cube(0.5);
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
    unsigned char* blocks[2] = {mesh_build_surface(6, 6, 1.0, mesh_level), build_table()};
    bl_convex box = solid_cube(0.1);
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
    unsigned char *flat = mesh_build_surface(20, 20, 0.5, mesh_level),
                  *rough = mesh_build_surface(20, 20, 0.5, mesh_noisy);
    bl_convex box = solid_cube(0.1);
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
