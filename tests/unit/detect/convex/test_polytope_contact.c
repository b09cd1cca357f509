// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Manifolds of polytopes: boxes at rest to the last bit, contact polygons and their reduction, the depth against an
// independent search of all axes, corners and edges passing each other, and features that last.

#include "detect/convex/convex_contact.h"
#include "detect/convex/face_clip.h"
#include "geometry/distance/distance.h"
#include "support/chance.h"
#include "support/shapes/manifolds.h"
#include "support/shapes/points.h"
#include "support/shapes/polytopes.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>

static belay_pose at(double x, double y, double z)
{
    return (belay_pose){v3(x, y, z), belay_quat_identity()};
}

static belay_pose turned(double x, double y, double z, belay_vec3 turn)
{
    return (belay_pose){v3(x, y, z), q_exp(turn)};
}

static bl_convex box(double x, double y, double z)
{
    return solid_make(BL_CONVEX_BOX, 0.0, v3(x, y, z));
}

static bl_manifold collide(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, double cutoff)
{
    bl_manifold m;
    bl_collide_convex(a, pose_a, b, pose_b, cutoff, &m);
    return m;
}

// Twice the area of the hull of up to four points seen along z.
static double area_of(const bl_manifold* m)
{
    double most = 0.0;
    for (int i = 0; i < m->count; i++)
        for (int j = 0; j < m->count; j++)
            for (int k = 0; k < m->count; k++)
                for (int l = 0; l < m->count; l++) {
                    belay_vec3 u = v3_sub(m->points[k].point, m->points[i].point);
                    belay_vec3 v = v3_sub(m->points[l].point, m->points[j].point);
                    most = fmax(most, u.x * v.y - u.y * v.x);
                }
    return most;
}

// ---------------------------------------------------------------------------------------------------------------------
// At rest
// ---------------------------------------------------------------------------------------------------------------------

// One box of half the height h under z = 0, one above it.
static void check_stack(double h, double k, double tolerance)
{
    bl_convex a = box(0.5, 0.5, h), b = box(0.5, 0.5, k);
    bl_manifold m = collide(&a, at(0.0, 0.0, h), &b, at(0.0, 0.0, -k), 0.01);
    cr_assert_eq(m.count, 4);
    for (int i = 0; i < 4; i++) {
        const bl_manifold_point* p = &m.points[i];
        cr_assert(fabs(p->gap) <= tolerance && fabs(p->point.z) <= tolerance, "%g %g: %g", h, k, p->gap);
        cr_assert(p->normal.x == 0.0 && p->normal.y == 0.0 && p->normal.z == 1.0);
        cr_assert(fabs(p->point.x) == 0.5 && fabs(p->point.y) == 0.5);
        cr_assert(p->kappa1 == 0.0 && p->kappa2 == 0.0);
    }
}

Test(polytope_contact, a_stack_that_touches_has_gaps_of_zero)
{
    const double exact[5] = {0.5, 0.125, 0.25, 1.75, 0x1p-10}, others[5] = {0.1, 0.3, 0.7, 1.3, 1e-3};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++) {
            check_stack(exact[i], exact[k], 0.0);
            check_stack(others[i], others[k], 3e-16);
        }
}

Test(polytope_contact, the_corners_of_the_smaller_box_touch_the_larger)
{
    bl_convex a = box(0.25, 0.5, 0.25), b = box(1.0, 1.0, 0.5);
    for (int swap = 0; swap < 2; swap++) {
        bl_manifold m = swap ? collide(&b, at(0.0, 0.0, -0.5), &a, at(0.125, 0.25, 0.25 + 0x1p-10), 0.01)
                             : collide(&a, at(0.125, 0.25, 0.25 + 0x1p-10), &b, at(0.0, 0.0, -0.5), 0.01);
        cr_assert_eq(m.count, 4);
        for (int i = 0; i < 4; i++) {
            double x = 0.125 + (i & 1 ? 0.25 : -0.25), y = 0.25 + (i & 2 ? 0.5 : -0.5);
            const bl_manifold_point* p = manifold_find(&m, x, y, 0.0);
            cr_assert_not_null(p);
            cr_assert_eq(p->gap, 0x1p-10);
            cr_assert_eq(p->point.z, 0x1p-11);
            cr_assert_eq(p->normal.z, swap ? -1.0 : 1.0);
        }
    }
}

// Corners of the incident box are tracked over the face of the other, which carries them.
Test(polytope_contact, the_solid_with_the_face_carries)
{
    bl_convex a = box(0.25, 0.25, 0.25), b = box(1.0, 1.0, 0.5);
    bl_manifold m = collide(&a, turned(0.0, 0.0, 0.25, v3(1e-4, 2e-4, 0.0)), &b, at(0.0, 0.0, -0.5), 0.01);
    cr_assert_eq(m.count, 4);
    for (int i = 0; i < 4; i++) {
        const bl_manifold_point* p = &m.points[i];
        cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_B);
        belay_vec3 local = q_rotate_inverse(q_exp(v3(1e-4, 2e-4, 0.0)), v3_sub(p->reference, v3(0.0, 0.0, 0.25)));
        cr_assert(fabs(fabs(local.x) - 0.25) < 1e-15 && fabs(fabs(local.y) - 0.25) < 1e-15);
        cr_assert_float_eq(p->reference.z, p->gap, 1e-15);
        cr_assert_float_eq(p->reference_b.z, 0.0, 1e-15);
    }
    bl_manifold n = collide(&b, at(0.0, 0.0, -0.5), &a, turned(0.0, 0.0, 0.25, v3(1e-4, 2e-4, 0.0)), 0.01);
    for (int i = 0; i < 4; i++)
        cr_assert_eq(n.points[i].surface_owner, BL_SURFACE_OWNER_A);
}

Test(polytope_contact, boxes_that_overhang_touch_in_the_common_rectangle)
{
    uint64_t lot = 5;
    for (int i = 0; i < 200; i++) {
        bl_convex a = box(chance_between(&lot, 0.2, 1.0), chance_between(&lot, 0.2, 1.0), 0.5);
        bl_convex b = box(chance_between(&lot, 0.2, 1.0), chance_between(&lot, 0.2, 1.0), 0.5);
        double x = 0.9 * chance_between(&lot, -1.0, 1.0) * (a.half.x + b.half.x);
        double y = 0.9 * chance_between(&lot, -1.0, 1.0) * (a.half.y + b.half.y);
        bl_manifold m = collide(&a, at(x, y, 1.0), &b, at(0.0, 0.0, 0.0), 0.01);
        double lower_x = fmax(x - a.half.x, -b.half.x), upper_x = fmin(x + a.half.x, b.half.x);
        double lower_y = fmax(y - a.half.y, -b.half.y), upper_y = fmin(y + a.half.y, b.half.y);
        cr_assert_eq(m.count, 4);
        for (int k = 0; k < 4; k++) {
            const bl_manifold_point* p = manifold_find(&m, k & 1 ? lower_x : upper_x, k & 2 ? lower_y : upper_y, 1e-15);
            cr_assert_not_null(p);
            cr_assert_eq(p->gap, 0.0);
        }
    }
}

// Tilted a little, faces stay flat ground for all four corners, each with its own gap.
Test(polytope_contact, nearly_parallel_faces_have_all_their_corners)
{
    bl_convex a = box(0.5, 0.5, 0.5), b = box(1.0, 1.0, 0.5);
    for (double tilt = 1e-9; tilt < 9e-3; tilt *= 7.0) {
        bl_manifold m = collide(&a, turned(0.1, 0.2, 1.01, v3(tilt, 0.0, 0.0)), &b, at(0.0, 0.0, 0.0), 0.05);
        cr_assert_eq(m.count, 4, "tilt %g: %d", tilt, m.count);
        for (int i = 0; i < 4; i++) {
            double side = m.points[i].point.y > 0.2 ? 0.5 : -0.5;
            double z = 1.01 + side * sin(tilt) - 0.5 * cos(tilt);
            cr_assert_float_eq(m.points[i].gap, z - 0.5, 1e-15);
        }
    }
}

// A box on an edge of another: tilted over it by any small angle, the edge stays under it.
Test(polytope_contact, a_box_that_tips_over_an_edge_keeps_its_support)
{
    bl_convex a = box(1.0, 0.5, 0.1), b = box(0.5, 0.5, 0.5);
    for (double tilt = -0.02; tilt < 0.02; tilt += 0.001) {
        // It turns about the line x = 0.5, z = 0.5, with its middle at x = 0.5.
        belay_vec3 middle = v3_add(v3(0.5, 0.0, 0.5), q_rotate(q_exp(v3(0.0, tilt, 0.0)), v3(0.0, 0.0, 0.1)));
        bl_manifold m =
            collide(&a, turned(middle.x, middle.y, middle.z, v3(0.0, tilt, 0.0)), &b, at(0.0, 0.0, 0.0), 0.03);
        int on_edge = 0;
        for (int i = 0; i < m.count; i++)
            if (fabs(m.points[i].point.x - 0.5) < 1e-12 && fabs(m.points[i].gap) < 1e-12) on_edge++;
        if (tilt >= 0.0)
            cr_assert_eq(on_edge, 2, "tilt %g: %d of %d", tilt, on_edge, m.count);
        else
            cr_assert_lt(manifold_least_gap(&m), 0.0);
    }
}

// A plank across a post, turned, and level but for a little about any axis, down to rounding: it rests on an edge of
// the post or on a corner of its top, and all four places of the flat contact stay. (The distance, and its normal, are
// those of the edge that is lowest.)
Test(polytope_contact, a_plank_on_a_post_keeps_its_four_places)
{
    bl_convex a = box(2.0, 0.3, 0.1), b = box(0.5, 0.5, 0.5);
    belay_quat yaw = q_exp(v3(0.0, 0.0, 0.2));
    bl_manifold level = collide(&a, (belay_pose){v3(0.05, 0.02, 0.6), yaw}, &b, at(0.0, 0.0, 0.0), 0.01);
    cr_assert_eq(level.count, 4);
    for (double tilt = 1e-16; tilt < 5e-3; tilt *= 4.7)
        for (int i = 0; i < 8; i++) {
            belay_vec3 axis = v3(cos(0.8 * i), sin(0.8 * i), 0.0);
            belay_pose pose = {v3(0.05, 0.02, 0.6 + tilt), q_mul(q_exp(v3_scale(tilt, axis)), yaw)};
            bl_manifold m = collide(&a, pose, &b, at(0.0, 0.0, 0.0), 0.01);
            bl_distance d = bl_convex_distance(&a, pose, &b, at(0.0, 0.0, 0.0));
            cr_assert_eq(m.count, 4, "tilt %g about %d: %d", tilt, i, m.count);
            cr_assert_float_eq(manifold_least_gap(&m), d.distance, 1e-8);
            cr_assert_geq(area_of(&m), 0.95 * area_of(&level));
        }
}

// ---------------------------------------------------------------------------------------------------------------------
// Contact polygons
// ---------------------------------------------------------------------------------------------------------------------

// The corners of two squares turned by an angle, one on the other: an octagon. The best four of its corners are found
// by trying all.
static double best_area(const belay_vec3* points, int count)
{
    bl_manifold m;
    double best = 0.0;
    m.count = 4;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                for (int l = 0; l < k; l++) {
                    const int chosen[4] = {i, j, k, l};
                    for (int n = 0; n < 4; n++)
                        m.points[n].point = points[chosen[n]];
                    best = fmax(best, area_of(&m));
                }
    return best;
}

static int octagon_of(double angle, belay_vec3 points[8])
{
    int count = 0;
    belay_quat q = q_exp(v3(0.0, 0.0, angle));
    for (int i = 0; i < 4; i++) {
        belay_vec3 from = v3(i == 0 || i == 3 ? 0.5 : -0.5, i < 2 ? 0.5 : -0.5, 0.0);
        belay_vec3 to = v3(i < 2 ? -0.5 : 0.5, i == 0 || i == 3 ? 0.5 : -0.5, 0.0);
        from = q_rotate(q, from);
        to = q_rotate(q, to);
        for (int side = 0; side < 4; side++) {
            double a = side < 2 ? from.x : from.y, b = side < 2 ? to.x : to.y, limit = side % 2 ? 0.5 : -0.5;
            double t = (limit - a) / (b - a);
            belay_vec3 x = v3_add_scaled(from, t, v3_sub(to, from));
            if (t > 0.0 && t < 1.0 && fabs(side < 2 ? x.y : x.x) <= 0.5) points[count++] = x;
        }
    }
    return count;
}

Test(polytope_contact, four_points_keep_the_area_of_an_octagon)
{
    bl_convex a = box(0.5, 0.5, 0.5);
    for (double angle = 0.05; angle < 1.55; angle += 0.1) {
        belay_vec3 points[8];
        int count = octagon_of(angle, points);
        bl_manifold m = collide(&a, turned(0.0, 0.0, 1.0, v3(0.0, 0.0, angle)), &a, at(0.0, 0.0, 0.0), 0.01);
        cr_assert_eq(m.count, 4);
        cr_assert_eq(count, 8);
        for (int i = 0; i < 4; i++)
            cr_assert_float_eq(m.points[i].gap, 0.0, 1e-15);
        cr_assert_geq(area_of(&m), 0.95 * best_area(points, count), "angle %g: %g of %g", angle, area_of(&m),
                      best_area(points, count));
    }
}

static void check_reduction(uint64_t* lot, int count)
{
    bl_clip_list list = {.count = count, .lowest = INFINITY};
    belay_vec3 points[24];
    double tilt_x = chance_between(lot, -0.01, 0.01), tilt_y = chance_between(lot, -0.01, 0.01);
    for (int i = 0; i < count; i++) {
        double angle = 6.283185307179586 * (i + 0.9 * chance_next(lot)) / count;
        points[i] = v3(cos(angle), 0.6 * sin(angle), 0.0);
        bl_clip_point p = {points[i].x, points[i].y, tilt_x * points[i].x + tilt_y * points[i].y, 0.0, (uint32_t)i};
        list.points[i] = p;
        list.lowest = fmin(list.lowest, p.height);
    }
    bl_clip_reduce(&list, 1.0);
    bl_manifold m = {.count = list.count};
    double lowest = INFINITY;
    for (int i = 0; i < list.count; i++) {
        m.points[i].point = v3(list.points[i].x, list.points[i].y, 0.0);
        lowest = fmin(lowest, list.points[i].height);
    }
    cr_assert_eq(list.count, 4);
    cr_assert_eq(lowest, list.lowest);
    cr_assert_geq(area_of(&m), 0.75 * best_area(points, count), "%d: %g of %g", count, area_of(&m),
                  best_area(points, count));
}

// The lowest point may cost some of the area.
Test(polytope_contact, reduction_keeps_the_lowest_point_and_most_of_the_area)
{
    uint64_t lot = 31;
    for (int i = 0; i < 400; i++)
        check_reduction(&lot, 5 + i % 20);
}

Test(polytope_contact, reduction_does_not_heed_rounding)
{
    uint64_t lot = 32;
    for (int i = 0; i < 200; i++) {
        bl_clip_list list = {.count = 8}, noisy;
        for (int k = 0; k < 8; k++) {
            double angle = 0.78539816339744831 * k; // regular, so that all choices tie
            bl_clip_point p = {cos(angle), sin(angle), 0.0, 0.0, (uint32_t)k};
            list.points[k] = p;
        }
        noisy = list;
        for (int k = 0; k < 8; k++) {
            noisy.points[k].x += chance_between(&lot, -1e-12, 1e-12);
            noisy.points[k].y += chance_between(&lot, -1e-12, 1e-12);
            noisy.points[k].height += chance_between(&lot, -1e-12, 1e-12);
        }
        bl_clip_reduce(&list, 1.0);
        bl_clip_reduce(&noisy, 1.0);
        cr_assert_eq(list.count, noisy.count);
        for (int k = 0; k < list.count; k++)
            cr_assert_eq(list.points[k].feature, noisy.points[k].feature);
    }
}

Test(polytope_contact, a_hull_on_a_box_stands_on_four_corners_of_its_face)
{
    belay_vec3 points[128];
    int count = points_prism(points, 64, 0.2);
    bl_convex a = solid_make_hull(points, count, 0.0), b = box(2.0, 2.0, 0.5);
    bl_manifold m = collide(&a, at(0.0, 0.0, 0.5), &b, at(0.0, 0.0, 0.0), 0.01);
    cr_assert_eq(m.count, 4);
    cr_assert_geq(area_of(&m), 2.0 * 2.0 * 0.99); // of a square in the unit circle, twice
    for (int i = 0; i < 4; i++)
        cr_assert_float_eq(m.points[i].gap, 0.0, 1e-15);
    solid_fini(&a);
}

// ---------------------------------------------------------------------------------------------------------------------
// Depth
// ---------------------------------------------------------------------------------------------------------------------

static bool is_small_polytope(bl_convex_kind kind)
{
    return kind == BL_CONVEX_TRIANGLE || kind == BL_CONVEX_BOX || kind == BL_CONVEX_HULL;
}

// Against all normals of faces and all common perpendiculars of edges, gone through one by one.
Test(polytope_contact, the_depth_is_that_of_the_best_of_all_axes)
{
    uint64_t lot = 41;
    int overlaps = 0;
    for (int i = 0; i < 3000; i++) {
        bl_convex_kind ka = (bl_convex_kind)(2 + i % 3), kb = (bl_convex_kind)(2 + i / 3 % 3);
        cr_assert(is_small_polytope(ka) && is_small_polytope(kb));
        bl_convex a = solid_random_make(&lot, ka, 0.0), b = solid_random_make(&lot, kb, 0.0);
        belay_pose pose_a = solid_random_pose(&lot, 0.7), pose_b = solid_random_pose(&lot, 0.7);
        polytope p = polytope_make(&a, pose_a), q = polytope_make(&b, pose_b);
        double separation = polytope_separation(&p, &q);
        bl_manifold m = collide(&a, pose_a, &b, pose_b, 0.1);
        if (separation < 0.0) {
            overlaps++;
            cr_assert(m.count > 0);
            cr_assert_float_eq(manifold_least_gap(&m), separation, 1e-8 + 1.1e-3 * fabs(separation),
                               "%d %d: %.12g %.12g", ka, kb, manifold_least_gap(&m), separation);
        } else if (m.count > 0) {
            cr_assert_geq(manifold_least_gap(&m), -1e-12);
            cr_assert_float_eq(manifold_least_gap(&m), polytope_distance(&p, &q), 1e-8);
        }
        solid_fini(&a);
        solid_fini(&b);
    }
    cr_assert_geq(overlaps, 500);
}

// A box is the hull of its corners.
Test(polytope_contact, a_box_and_its_hull_have_the_same_manifolds)
{
    uint64_t lot = 42;
    belay_vec3 points[8];
    points_box(points, v3(1.0, 0.8, 0.6));
    bl_convex a = box(0.5, 0.4, 0.3), hull = solid_make_hull(points, 8, 0.0), other = box(0.6, 0.6, 0.2);
    for (int i = 0; i < 2000; i++) {
        belay_pose pose_a = solid_random_pose(&lot, 0.4), pose_b = solid_random_pose(&lot, 0.4);
        bl_manifold m = collide(&a, pose_a, &other, pose_b, 0.05), n = collide(&hull, pose_a, &other, pose_b, 0.05);
        cr_assert_eq(m.count > 0, n.count > 0);
        if (m.count == 0) continue;
        cr_assert_float_eq(manifold_least_gap(&m), manifold_least_gap(&n), 1e-8);
        if (v3_distance(m.points[0].normal, n.points[0].normal) > 1e-9) continue;
        cr_assert_eq(m.count, n.count);
        for (int k = 0; k < m.count; k++) {
            double nearest = INFINITY;
            for (int l = 0; l < n.count; l++)
                nearest = fmin(nearest, v3_distance(m.points[k].point, n.points[l].point));
            cr_assert_lt(nearest, 1e-12);
        }
    }
    solid_fini(&hull);
}

// ---------------------------------------------------------------------------------------------------------------------
// Corners and edges that pass
// ---------------------------------------------------------------------------------------------------------------------

Test(polytope_contact, corners_pass_by_their_distance)
{
    bl_convex a = box(0.5, 0.5, 0.5);
    const double dx = 0.03, dy = 0.04, dz = 0.12, d = 0.13;
    bl_manifold m = collide(&a, at(1.0 + dx, 1.0 + dy, 1.0 + dz), &a, at(0.0, 0.0, 0.0), 0.2);
    cr_assert_eq(m.count, 1);
    cr_assert_float_eq(m.points[0].gap, d, 1e-15);
    cr_assert(v3_distance(m.points[0].normal, v3(dx / d, dy / d, dz / d)) < 1e-14);
    cr_assert_eq(m.points[0].surface_owner, BL_SURFACE_OWNER_NONE);
    cr_assert_float_eq(m.points[0].kappa1, 1.0 / d, 1e-12);
    cr_assert_float_eq(m.points[0].kappa2, 1.0 / d, 1e-12);
}

Test(polytope_contact, a_corner_beside_an_edge_bends_across_it)
{
    bl_convex a = box(0.5, 0.5, 0.5);
    // A stands on one of its corners, over the edge of B along y.
    belay_quat on_corner = q_mul(q_exp(v3(0.955316618124509278, 0.0, 0.0)), q_exp(v3(0.0, 0.0, 0.785398163397448310)));
    belay_vec3 corner = {0.0, 0.0, INFINITY};
    for (int i = 0; i < 8; i++) {
        belay_vec3 c = q_rotate(on_corner, v3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5));
        if (c.z < corner.z) corner = c;
    }
    belay_vec3 target = v3(0.5 + 0.03, 0.1, 0.5 + 0.04);
    belay_pose pose = {v3_sub(target, corner), on_corner};
    bl_manifold m = collide(&a, pose, &a, at(0.0, 0.0, 0.0), 0.06);
    cr_assert_eq(m.count, 1);
    const bl_manifold_point* p = &m.points[0];
    cr_assert_float_eq(p->gap, 0.05, 1e-14);
    cr_assert(v3_distance(p->normal, v3(0.6, 0.0, 0.8)) < 1e-13);
    cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_B);
    cr_assert_float_eq(fabs(p->tangent1.y), 1.0, 1e-14);
    cr_assert_eq(p->kappa1, 0.0);
    cr_assert_float_eq(p->kappa2, 20.0, 1e-10);
    cr_assert(v3_distance(p->reference, target) < 1e-14);
}

Test(polytope_contact, parallel_edges_touch_at_the_ends_of_their_common_part)
{
    bl_convex a = box(0.5, 0.5, 0.5);
    bl_manifold m = collide(&a, at(1.03, 0.25, 1.04), &a, at(0.0, 0.0, 0.0), 0.1);
    cr_assert_eq(m.count, 2);
    for (int i = 0; i < 2; i++) {
        const bl_manifold_point* p = &m.points[i];
        cr_assert_float_eq(p->gap, 0.05, 1e-15);
        cr_assert(v3_distance(p->normal, v3(0.6, 0.0, 0.8)) < 1e-13);
        cr_assert(fabs(p->point.y - 0.5) < 1e-15 || fabs(p->point.y + 0.25) < 1e-15);
        cr_assert_float_eq(p->kappa2, 20.0, 1e-10);
    }
}

Test(polytope_contact, crossing_edges_touch_where_they_cross)
{
    const double quarter = 0.785398163397448310, half = 0.707106781186547524; // of the diagonal of a unit square
    bl_convex a = box(0.5, 0.5, 0.5);
    for (int i = 0; i < 3; i++) {
        double gap = i == 0 ? 0.01 : (i == 1 ? -0.01 : 1e-7);
        bl_manifold m = collide(&a, turned(0.1, 0.2, 2.0 * half + gap, v3(quarter, 0.0, 0.0)), &a,
                                turned(0.0, 0.0, 0.0, v3(0.0, quarter, 0.0)), 0.02);
        cr_assert_eq(m.count, 1);
        const bl_manifold_point* p = &m.points[0];
        cr_assert_float_eq(p->gap, gap, 1e-14);
        cr_assert(v3_distance(p->point, v3(0.0, 0.2, half + 0.5 * gap)) < 1e-14);
        cr_assert(v3_distance(p->normal, v3(0.0, 0.0, 1.0)) < 1e-14);
        cr_assert(p->kappa1 == 0.0 && p->kappa2 == 0.0);
        cr_assert_neq(p->feature, 0);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Features
// ---------------------------------------------------------------------------------------------------------------------

static bool has_features(const bl_manifold* m, const bl_manifold* n)
{
    for (int i = 0; i < m->count; i++) {
        bool any = false;
        for (int k = 0; k < n->count; k++)
            any = any || n->points[k].feature == m->points[i].feature;
        if (!any) return false;
    }
    return m->count == n->count;
}

Test(polytope_contact, features_stay_while_a_box_slides_and_turns)
{
    bl_convex a = box(0.5, 0.4, 0.3), b = box(3.0, 3.0, 0.5);
    bl_manifold first = collide(&a, at(0.0, 0.0, 0.8), &b, at(0.0, 0.0, 0.0), 0.01);
    for (int i = 0; i < 300; i++) {
        belay_pose pose = turned(-1.5 + 0.01 * i, 0.3, 0.8 + 1e-6 * (i % 3 - 1), v3(1e-7 * (i % 5), 0.0, 0.02 * i));
        bl_manifold m = collide(&a, pose, &b, at(0.0, 0.0, 0.0), 0.01);
        cr_assert(has_features(&first, &m), "step %d", i);
    }
}

Test(polytope_contact, features_of_an_overhang_stay_while_it_slides)
{
    bl_convex a = box(0.5, 0.5, 0.3), b = box(0.5, 0.5, 0.5);
    bl_manifold first = collide(&a, at(0.1, 0.2, 0.8), &b, at(0.0, 0.0, 0.0), 0.01);
    for (int i = 0; i < 200; i++) {
        belay_pose pose = turned(0.1 + 0.003 * i, 0.2 + 0.002 * i, 0.8, v3(0.0, 1e-9 * (i % 7 - 3), 0.0));
        bl_manifold m = collide(&a, pose, &b, at(0.0, 0.0, 0.0), 0.01);
        cr_assert(has_features(&first, &m), "step %d", i);
    }
}

// Noise in the last digits changes neither the choice of points nor their order, here where everything ties.
Test(polytope_contact, rounding_does_not_change_the_manifold)
{
    bl_convex a = box(0.5, 0.5, 0.5);
    uint64_t lot = 51;
    for (int scene = 0; scene < 3; scene++) {
        double yaw = scene == 2 ? 0.785398163397448310 : 0.0, x = scene == 1 ? 0.25 : 0.0;
        bl_manifold first = collide(&a, turned(x, x, 1.0, v3(0.0, 0.0, yaw)), &a, at(0.0, 0.0, 0.0), 0.01);
        for (int i = 0; i < 300; i++) {
            belay_vec3 n = chance_vector(&lot, 1e-12);
            belay_vec3 turn = v3_add(v3(0.0, 0.0, yaw), chance_vector(&lot, 1e-12));
            bl_manifold m = collide(&a, turned(x + n.x, x + n.y, 1.0 + n.z, turn), &a, at(0.0, 0.0, 0.0), 0.01);
            cr_assert_eq(m.count, first.count);
            for (int k = 0; k < m.count; k++) {
                cr_assert_eq(m.points[k].feature, first.points[k].feature, "scene %d", scene);
                cr_assert_eq(m.points[k].surface_owner, first.points[k].surface_owner);
                cr_assert(v3_distance(m.points[k].point, first.points[k].point) < 1e-11);
            }
        }
    }
}

// The same corner has the same name whichever solid has the face.
Test(polytope_contact, a_corner_names_itself)
{
    bl_convex a = box(0.5, 0.5, 0.5), b = box(1.0, 1.0, 0.5);
    bl_manifold over = collide(&a, turned(0.0, 0.0, 1.0, v3(1e-5, 1e-5, 0.0)), &b, at(0.0, 0.0, 0.0), 0.01);
    bl_manifold under = collide(&a, turned(0.0, 0.0, 1.0, v3(-1e-5, -1e-5, 0.0)), &b, at(0.0, 0.0, 0.0), 0.01);
    cr_assert(has_features(&over, &under));
}

// ---------------------------------------------------------------------------------------------------------------------
// Stones of an arch, and a triangle
// ---------------------------------------------------------------------------------------------------------------------

Test(polytope_contact, stones_of_an_arch_touch_face_to_face)
{
    for (int i = 0; i < 10; i++) {
        belay_vec3 p[8], q[8];
        points_voussoir(p, i, 11);
        points_voussoir(q, i + 1, 11);
        bl_convex a = solid_make_hull(p, 8, 0.0), b = solid_make_hull(q, 8, 0.0);
        bl_manifold m = collide(&a, at(0.0, 0.0, 0.0), &b, at(0.0, 0.0, 0.0), 1e-3);
        double angle = 3.14159265358979323846 * (i + 1) / 11;
        cr_assert_eq(m.count, 4);
        for (int k = 0; k < 4; k++) {
            cr_assert_float_eq(m.points[k].gap, 0.0, 1e-15);
            cr_assert(v3_distance(m.points[k].normal, v3(sin(angle), 0.0, -cos(angle))) < 1e-14);
            double r = v3_length(v3(m.points[k].point.x, 0.0, m.points[k].point.z));
            cr_assert(fabs(r - 2.0) < 1e-14 || fabs(r - 2.5) < 1e-14);
        }
        solid_fini(&a);
        solid_fini(&b);
    }
}

Test(polytope_contact, a_box_stands_on_either_side_of_a_triangle)
{
    bl_convex a = box(0.1, 0.1, 0.1), triangle = solid_make(BL_CONVEX_TRIANGLE, 0.0, v3_zero());
    triangle.corners[0] = v3(-1.0, -1.0, 0.0);
    triangle.corners[1] = v3(1.0, -1.0, 0.0);
    triangle.corners[2] = v3(0.0, 1.0, 0.0);
    for (int side = -1; side <= 1; side += 2)
        for (int i = 0; i < 3; i++) {
            double gap = 1e-3 * (i - 1);
            bl_manifold m = collide(&a, at(0.0, 0.0, side * (0.1 + gap)), &triangle, at(0.0, 0.0, 0.0), 0.01);
            cr_assert_eq(m.count, 4);
            for (int k = 0; k < 4; k++) {
                cr_assert_float_eq(m.points[k].gap, gap, 1e-16);
                cr_assert_eq(m.points[k].normal.z, side);
            }
        }
}
