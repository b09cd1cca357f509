// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact of ellipsoids, which no routine is made for: one place, with the curvature that closed forms give, and where
// the semi-axes are equal that of a ball. (That the gap is predicted to second order: test_contact_prediction.c.)

#include "core/alloc.h"
#include "detect/convex/convex_contact.h"
#include "detect/mesh/mesh_contact.h"
#include "geometry/distance/distance.h"
#include "support/chance.h"
#include "support/shapes/manifolds.h"
#include "support/shapes/meshes.h"
#include "support/shapes/points.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#define CUTOFF 0.1

static bl_convex ellipsoid(double x, double y, double z)
{
    return solid_make(BL_CONVEX_ELLIPSOID, 0.0, v3(x, y, z));
}

static void check_same(const bl_manifold_point* p, const bl_manifold_point* q, double tolerance, const char* what)
{
    cr_assert_eq(p->surface_owner, q->surface_owner, "%s", what);
    cr_assert_float_eq(p->gap, q->gap, tolerance, "%s: %.17g %.17g", what, p->gap, q->gap);
    cr_assert_lt(v3_distance(p->normal, q->normal), 100.0 * tolerance, "%s", what);
    cr_assert_lt(v3_distance(p->point, q->point), 100.0 * tolerance, "%s", what);
    cr_assert_lt(v3_distance(p->reference, q->reference), 100.0 * tolerance, "%s", what);
    cr_assert_lt(v3_distance(p->reference_b, q->reference_b), 100.0 * tolerance, "%s", what);
    cr_assert_eq(v3_length(p->twist_a), 0.0);
    cr_assert_eq(v3_length(p->twist_b), 0.0);
    // Of the bend, what it is along any direction: where both curvatures are the same any tangents do.
    for (int k = 0; k < 2; k++) {
        belay_vec3 t = k == 0 ? q->tangent1 : q->tangent2;
        double b = v3_dot(p->tangent1, t), c = v3_dot(p->tangent2, t), right = k == 0 ? q->kappa1 : q->kappa2;
        cr_assert_float_eq(p->kappa1 * b * b + p->kappa2 * c * c, right, 1e4 * tolerance * (1.0 + fabs(right)), "%s",
                           what);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Balls
// ---------------------------------------------------------------------------------------------------------------------

Test(ellipsoid_contact, with_equal_axes_touches_solids_as_a_ball_does)
{
    uint64_t lot = 1;
    int touching = 0;
    for (int i = 0; i < 4000; i++) {
        bl_convex_kind kind = (bl_convex_kind)(i % SOLID_KINDS);
        double r = chance_between(&lot, 0.2, 0.6), radius = kind <= BL_CONVEX_SEGMENT ? 0.2 : 0.0;
        bl_convex other = solid_random_make(&lot, kind, radius), e = ellipsoid(r, r, r);
        bl_convex ball = solid_make(BL_CONVEX_POINT, r, v3_zero());
        belay_pose pose = solid_random_pose(&lot, 1.0), pose_b = solid_random_pose(&lot, 0.3);
        bl_manifold m, right;
        bl_collide_convex(&e, pose, &other, pose_b, CUTOFF, &m);
        bl_collide_convex(&ball, pose, &other, pose_b, CUTOFF, &right);
        // From deep inside there are several ways out.
        bool is_shallow = right.count > 0 && right.points[0].gap > -0.5 * r;
        if (is_shallow) {
            touching++;
            cr_assert_eq(m.count, right.count);
            check_same(&m.points[0], &right.points[0], 1e-11, "convex");
        }
        if (right.count == 0) cr_assert_eq(m.count, 0);
        solid_fini(&other);
    }
    cr_assert_gt(touching, 500);
}

Test(ellipsoid_contact, with_equal_axes_touches_planes_and_meshes_as_a_ball_does)
{
    uint64_t lot = 2;
    unsigned char* block = mesh_build_surface(6, 6, 0.7, mesh_ridge);
    int touching = 0;
    for (int i = 0; i < 2000; i++) {
        double r = chance_between(&lot, 0.2, 0.6);
        bl_convex ball = solid_make(BL_CONVEX_POINT, r, v3_zero()), e = ellipsoid(r, r, r);
        belay_vec3 n = points_random_direction(&lot);
        belay_pose pose = solid_random_pose(&lot, 1.0);
        bl_manifold m, right;
        double offset = v3_dot(n, pose.position) - r - chance_between(&lot, -0.3, 0.15);
        bl_collide_convex_plane(&e, pose, n, offset, CUTOFF, &m);
        bl_collide_convex_plane(&ball, pose, n, offset, CUTOFF, &right);
        cr_assert_eq(m.count, right.count);
        if (m.count > 0) check_same(&m.points[0], &right.points[0], 1e-14, "plane");

        // On a ridge; the slopes fall by one in two, or so.
        double x = chance_between(&lot, 0.8, 3.4), y = chance_between(&lot, 0.8, 3.4);
        pose.position = v3(x, y, mesh_ridge(x, y) + chance_between(&lot, 0.9, 1.2) * r);
        bl_manifold many[BL_MESH_MAX_MANIFOLDS], rights[BL_MESH_MAX_MANIFOLDS];
        int count = bl_collide_convex_mesh(&e, pose, mesh_of(block), belay_pose_identity(), CUTOFF, many);
        int count_right = bl_collide_convex_mesh(&ball, pose, mesh_of(block), belay_pose_identity(), CUTOFF, rights);
        double least = INFINITY, least_right = INFINITY;
        for (int k = 0; k < count; k++)
            least = fmin(least, manifold_least_gap(&many[k]));
        for (int k = 0; k < count_right; k++)
            least_right = fmin(least_right, manifold_least_gap(&rights[k]));
        cr_assert_eq(count > 0, count_right > 0, "%d %d", count, count_right);
        if (count == 0) continue;
        touching++;
        // A normal within 1e-4 of that of a face is taken for it.
        cr_assert_float_eq(least, least_right, 1e-8, "mesh: %.17g %.17g", least, least_right);
    }
    cr_assert_gt(touching, 500);
    arrfree(block);
}

// ---------------------------------------------------------------------------------------------------------------------
// Curvature
// ---------------------------------------------------------------------------------------------------------------------

// Standing on the end of its z axis, with the radii x^2 / z and y^2 / z there.
static void check_standing(const bl_manifold_point* p, belay_vec3 half, double gap)
{
    double rx = half.x * half.x / half.z, ry = half.y * half.y / half.z, less = fmin(rx, ry);
    cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_B);
    cr_assert_float_eq(p->gap, gap, 1e-15);
    cr_assert_lt(v3_distance(p->normal, v3(0.0, 0.0, 1.0)), 1e-15);
    cr_assert_lt(v3_distance(p->reference, v3(0.0, 0.0, gap + less)), 1e-13 * (1.0 + less));
    belay_vec3 twist = rx > ry ? v3(sqrt(rx - ry), 0.0, 0.0) : v3(0.0, sqrt(ry - rx), 0.0);
    cr_assert_lt(fmin(v3_distance(p->twist_a, twist), v3_distance(p->twist_a, v3_neg(twist))), 1e-12);
    cr_assert_eq(v3_length(p->twist_b), 0.0);
    cr_assert(p->kappa1 == 0.0 && p->kappa2 == 0.0);
    manifold_check_frame(p);
}

Test(ellipsoid_contact, stands_on_flat_ground_with_the_radii_of_its_ellipses)
{
    uint64_t lot = 3;
    bl_convex floor = solid_make(BL_CONVEX_BOX, 0.0, v3(5.0, 5.0, 1.0));
    belay_pose below = {v3(0.3, -0.2, -1.0), q_exp(v3(0.0, 0.0, 0.4))};
    unsigned char* block = mesh_build_floor(8, (belay_pose){v3(-4.0, -4.0, 0.0), belay_quat_identity()});
    for (int i = 0; i < 500; i++) {
        belay_vec3 half =
            v3(chance_between(&lot, 0.1, 1.0), chance_between(&lot, 0.1, 1.0), chance_between(&lot, 0.1, 1.0));
        double gap = chance_between(&lot, -0.01, 0.05);
        bl_convex e = ellipsoid(half.x, half.y, half.z);
        belay_pose pose = {v3(0.0, 0.0, half.z + gap), belay_quat_identity()};
        bl_manifold m, many[BL_MESH_MAX_MANIFOLDS];
        bl_collide_convex_plane(&e, pose, v3(0.0, 0.0, 1.0), 0.0, CUTOFF, &m);
        cr_assert_eq(m.count, 1);
        check_standing(&m.points[0], half, gap);
        bl_collide_convex(&e, pose, &floor, below, CUTOFF, &m);
        cr_assert_eq(m.count, 1);
        check_standing(&m.points[0], half, gap);
        cr_assert_eq(bl_collide_convex_mesh(&e, pose, mesh_of(block), belay_pose_identity(), CUTOFF, many), 1);
        cr_assert_eq(many[0].count, 1);
        check_standing(&many[0].points[0], half, gap);
    }
    arrfree(block);
}

// Two that touch end to end: their radii add up, and with the gap make the bend.
Test(ellipsoid_contact, end_to_end_the_radii_add_up)
{
    bl_convex a = ellipsoid(0.5, 0.8, 0.4), b = ellipsoid(0.9, 0.6, 0.3);
    double gap = 0.02;
    bl_manifold m;
    bl_collide_convex(&a, (belay_pose){v3(0.0, 0.0, 0.7 + gap), belay_quat_identity()}, &b, belay_pose_identity(),
                      CUTOFF, &m);
    cr_assert_eq(m.count, 1);
    const bl_manifold_point* p = &m.points[0];
    double sx = 0.25 / 0.4 + 0.81 / 0.3 + gap, sy = 0.64 / 0.4 + 0.36 / 0.3 + gap;
    bool first_is_x = fabs(p->tangent1.x) > 0.5;
    cr_assert_float_eq(p->gap, gap, 1e-14);
    cr_assert_float_eq(fabs(first_is_x ? p->tangent1.x : p->tangent1.y), 1.0, 1e-9);
    cr_assert_float_eq(first_is_x ? p->kappa1 : p->kappa2, 1.0 / sx, 1e-9);
    cr_assert_float_eq(first_is_x ? p->kappa2 : p->kappa1, 1.0 / sy, 1e-9);
    cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_NONE);
}

// ---------------------------------------------------------------------------------------------------------------------
// Any pair
// ---------------------------------------------------------------------------------------------------------------------

// The normal tells the distance: the gap along it is the gap. Where they overlap no direction of many is less deep.
Test(ellipsoid_contact, the_gap_is_that_along_the_normal)
{
    uint64_t lot = 4;
    int touching = 0, deep = 0;
    for (int i = 0; i < 4000; i++) {
        bl_convex_kind kind = (bl_convex_kind)(i % SOLID_KINDS);
        bl_convex other = solid_random_make(&lot, kind, kind <= BL_CONVEX_SEGMENT ? 0.2 : 0.0);
        double thin = exp(chance_between(&lot, log(0.01), 0.0));
        bl_convex e = ellipsoid(chance_between(&lot, thin, 1.0), thin, 1.0);
        belay_pose pose = solid_random_pose(&lot, 1.0), pose_b = solid_random_pose(&lot, 0.3);
        bl_manifold m;
        bl_collide_convex(&e, pose, &other, pose_b, CUTOFF, &m);
        bl_distance d = bl_convex_distance(&e, pose, &other, pose_b);
        cr_assert_eq(m.count, d.distance <= CUTOFF ? 1 : 0);
        if (m.count > 0) {
            const bl_manifold_point* p = &m.points[0];
            double along = solid_gap_along(&e, pose, &other, pose_b, p->normal);
            cr_assert_float_eq(p->gap, along, 1e-12, "kind %d: %.17g %.17g", (int)kind, p->gap, along);
            manifold_check_frame(p);
            touching++;
            for (int k = 0; k < 50 && p->gap < 0.0; k++) {
                double elsewhere = solid_gap_along(&e, pose, &other, pose_b, points_random_direction(&lot));
                cr_assert(elsewhere <= p->gap + 1e-12, "kind %d: %g, but %g", (int)kind, p->gap, elsewhere);
            }
            deep += p->gap < 0.0;
        }
        solid_fini(&other);
    }
    cr_assert(touching > 1500 && deep > 1000, "%d %d", touching, deep);
}

Test(ellipsoid_contact, exchanging_the_two_mirrors_the_place)
{
    uint64_t lot = 5;
    for (int i = 0; i < 1000; i++) {
        bl_convex_kind kind = (bl_convex_kind)(i % SOLID_KINDS);
        bl_convex other = solid_random_make(&lot, kind, kind <= BL_CONVEX_SEGMENT ? 0.2 : 0.0);
        bl_convex e = ellipsoid(0.7, 0.5, 0.3);
        belay_pose pose = solid_random_pose(&lot, 1.0), pose_b = solid_random_pose(&lot, 0.3);
        bl_manifold m, n;
        bl_collide_convex(&e, pose, &other, pose_b, CUTOFF, &m);
        bl_collide_convex(&other, pose_b, &e, pose, CUTOFF, &n);
        cr_assert_eq(m.count, n.count);
        solid_fini(&other);
        if (m.count == 0 || m.points[0].gap < -0.1) continue;
        cr_assert_float_eq(m.points[0].gap, n.points[0].gap, 1e-12);
        cr_assert_lt(v3_distance(m.points[0].normal, v3_neg(n.points[0].normal)), 1e-9);
        cr_assert_lt(v3_distance(m.points[0].reference, n.points[0].reference_b), 1e-8);
        cr_assert_lt(v3_distance(m.points[0].reference_b, n.points[0].reference), 1e-8);
    }
}

// A mesh floor has inner edges and corners everywhere; the place is that on a plane wherever it is.
Test(ellipsoid_contact, a_mesh_floor_is_a_plane)
{
    uint64_t lot = 6;
    unsigned char* block = mesh_build_floor(8, (belay_pose){v3(-4.0, -4.0, 0.0), belay_quat_identity()});
    for (int i = 0; i < 1000; i++) {
        bl_convex e = ellipsoid(chance_between(&lot, 0.1, 1.0), chance_between(&lot, 0.1, 1.0), 0.5);
        belay_pose pose = {v3_zero(), solid_random_rotation(&lot)};
        belay_vec3 down = q_rotate_inverse(pose.rotation, v3(0.0, 0.0, -1.0));
        pose.position = chance_vector(&lot, 2.0);
        pose.position.z = v3_dot(down, bl_convex_support(&e, down)) + chance_between(&lot, -0.05, 0.05);
        bl_manifold m, many[BL_MESH_MAX_MANIFOLDS];
        bl_collide_convex_plane(&e, pose, v3(0.0, 0.0, 1.0), 0.0, CUTOFF, &m);
        cr_assert_eq(bl_collide_convex_mesh(&e, pose, mesh_of(block), belay_pose_identity(), CUTOFF, many), 1);
        cr_assert(m.count == 1 && many[0].count == 1, "%d", many[0].count);
        const bl_manifold_point *p = &m.points[0], *q = &many[0].points[0];
        cr_assert_float_eq(p->gap, q->gap, 1e-14);
        cr_assert_lt(v3_distance(p->reference, q->reference), 1e-12);
        cr_assert_lt(fmin(v3_distance(p->twist_a, q->twist_a), v3_distance(p->twist_a, v3_neg(q->twist_a))), 1e-9);
    }
    arrfree(block);
}
