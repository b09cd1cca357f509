// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Manifolds of solids on tubes: against sampling all along the curve, alongside straight tubes, across them, at their
// ends and where a tube winds about the solid.

#include "detect/convex/convex_contact.h"
#include "detect/convex/nearest.h"
#include "detect/convex/sphere_contact.h"
#include "support/shapes/curves.h"
#include "support/shapes/manifolds.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static bl_curve* straight(double length)
{
    belay_vec3 points[5];
    for (int i = 0; i < 5; i++)
        points[i] = v3(length * (0.25 * i - 0.5), 0.0, 0.0);
    return curve_of(points, 5, false, 0.1);
}

static bl_curve* wave(void)
{
    belay_vec3 points[64];
    for (int i = 0; i < 64; i++) {
        double f = 2.0 * PI * i / 64;
        points[i] = v3(2.0 * cos(f), 2.0 * sin(f), 0.5 * sin(3.0 * f));
    }
    return curve_of(points, 64, true, 0.1);
}

static bl_manifold collide(const bl_convex* a, belay_pose pose, const bl_curve* curve, double cutoff)
{
    bl_manifold m;
    bl_collide_convex_tube(a, pose, curve, belay_pose_identity(), 0.1, cutoff, &m);
    return m;
}

static belay_pose at(double x, double y, double z)
{
    return (belay_pose){v3(x, y, z), belay_quat_identity()};
}

static belay_pose lying(double x, double y, double z)
{
    return (belay_pose){v3(x, y, z), q_exp(v3(0.0, 0.5 * PI, 0.0))};
}

// The least distance by sampling the whole curve, less what a solid gains between two samples.
static double sampled_gap(const bl_convex* a, belay_pose pose, const bl_curve* curve, int count)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        belay_vec3 x = bl_curve_at(curve, curve->length * i / (count - 1)).point;
        least = fmin(least, bl_convex_nearest(a, pose_apply_inverse(pose, x)).distance);
    }
    return least - a->radius - 0.1;
}

Test(tube_contact, the_least_gap_is_the_least_along_the_curve)
{
    const int samples = 3000;
    bl_curve *rail = wave(), *pole = straight(3.0);
    uint64_t lot = 1;
    int touched = 0;
    for (int i = 0; i < 600; i++) {
        const bl_curve* curve = i % 2 == 0 ? rail : pole;
        bl_convex a = solid_random_make(&lot, (bl_convex_kind)(1 + i % 6), i % 6 == 0 ? 0.2 : 0.0);
        belay_pose pose = solid_random_pose(&lot, 1.5);
        double sampled = sampled_gap(&a, pose, curve, samples), step = curve->length / samples;
        bl_manifold m = collide(&a, pose, curve, 0.1);
        if (sampled < 0.1) cr_assert_gt(m.count, 0);
        if (sampled > 0.1 + step) cr_assert_eq(m.count, 0);
        if (m.count > 0) {
            touched++;
            cr_assert_leq(manifold_least_gap(&m), sampled + 1e-12);
            cr_assert_geq(manifold_least_gap(&m), sampled - step);
        }
        for (int k = 0; k < m.count; k++) {
            const bl_manifold_point* p = &m.points[k];
            belay_vec3 on_b = v3_add_scaled(p->point, -0.5 * p->gap, p->normal);
            belay_vec3 on_a = v3_add_scaled(p->point, 0.5 * p->gap, p->normal);
            belay_vec3 center = v3_add_scaled(on_b, -0.1, p->normal);
            cr_assert_lt(v3_distance(center, bl_curve_at(curve, p->arc).point), 1e-9);
            cr_assert_lt(solid_outside(&a, pose_apply_inverse(pose, on_a)), 1e-9);
            cr_assert_leq(p->gap, 0.1);
            cr_assert(k == 0 || p->arc >= m.points[k - 1].arc);
        }
        solid_fini(&a);
    }
    cr_assert_geq(touched, 150);
    free(rail);
    free(pole);
}

Test(tube_contact, a_box_lies_along_a_straight_tube_with_both_edges)
{
    bl_curve* pole = straight(4.0);
    bl_convex a = solid_make(BL_CONVEX_BOX, 0.0, v3(0.5, 0.3, 0.2));
    for (double x = -1.0; x < 1.0; x += 0.0371) {
        bl_manifold m = collide(&a, at(x, 0.05, 0.3), pole, 0.01);
        cr_assert_eq(m.count, 2, "x %g: %d", x, m.count);
        for (int i = 0; i < 2; i++) {
            const bl_manifold_point* p = &m.points[i];
            cr_assert_float_eq(p->gap, 0.0, 1e-15);
            cr_assert_lt(v3_distance(p->point, v3(x + (i == 0 ? -0.5 : 0.5), 0.0, 0.1)), 1e-9);
            cr_assert_lt(v3_distance(p->normal, v3(0.0, 0.0, 1.0)), 1e-15);
            cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_A);
            cr_assert_lt(v3_distance(p->reference_b, v3(p->point.x, 0.0, 0.0)), 1e-12);
            cr_assert(p->kappa1 == 0.0 && p->kappa2 == 0.0);
            cr_assert_float_eq(p->arc, p->point.x + 2.0, 1e-9);
        }
    }
    free(pole);
}

// Rocking on the tube, the box stays on the lower edge, and the other stays in sight.
Test(tube_contact, a_box_that_rocks_on_a_tube_keeps_both_edges)
{
    bl_curve* pole = straight(4.0);
    bl_convex a = solid_make(BL_CONVEX_BOX, 0.0, v3(0.5, 0.3, 0.2));
    for (double tilt = 1e-9; tilt < 0.03; tilt *= 3.0) {
        belay_pose pose = {v3(0.1, 0.0, 0.3 + 0.5 * tilt), q_exp(v3(0.0, tilt, 0.0))};
        bl_manifold m = collide(&a, pose, pole, 0.05);
        cr_assert_eq(m.count, 2, "tilt %g: %d", tilt, m.count);
        cr_assert_float_eq(fabs(m.points[0].point.x - m.points[1].point.x), 1.0, 0.01);
        cr_assert_float_eq(manifold_least_gap(&m), sampled_gap(&a, pose, pole, 20001), 2e-9 + 1e-4 * tilt);
    }
    free(pole);
}

Test(tube_contact, a_capsule_alongside_touches_with_both_ends)
{
    bl_curve* pole = straight(4.0);
    bl_convex a = solid_make(BL_CONVEX_SEGMENT, 0.2, v3(0.0, 0.0, 0.5));
    bl_manifold m = collide(&a, lying(0.2, 0.0, 0.3), pole, 0.01);
    cr_assert_eq(m.count, 2);
    for (int i = 0; i < 2; i++) {
        const bl_manifold_point* p = &m.points[i];
        cr_assert_float_eq(p->gap, 0.0, 1e-15);
        cr_assert_float_eq(p->point.x, i == 0 ? -0.3 : 0.7, 1e-9);
        cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_B);
        cr_assert_lt(v3_distance(p->reference, v3(i == 0 ? -0.3 : 0.7, 0.0, 0.3)), 1e-9);
        cr_assert_float_eq(p->kappa2, 1.0 / 0.3, 1e-12);
        cr_assert_eq(p->kappa1, 0.0);
    }
    free(pole);
}

Test(tube_contact, wheels_and_capsules_across_a_tube_touch_once)
{
    bl_curve* pole = straight(4.0);
    for (int i = 0; i < 2; i++) {
        bl_convex a =
            solid_make(i == 0 ? BL_CONVEX_SEGMENT : BL_CONVEX_CYLINDER, i == 0 ? 0.2 : 0.0, v3(0.2, 0.2, 0.5));
        belay_pose pose = {v3(0.3, 0.1, 0.3), q_exp(v3(0.5 * PI, 0.0, 0.0))}; // its axis along y
        bl_manifold m = collide(&a, pose, pole, 0.01);
        cr_assert_eq(m.count, 1);
        cr_assert_float_eq(m.points[0].gap, 0.0, 1e-15);
        cr_assert_lt(v3_distance(m.points[0].point, v3(0.3, 0.0, 0.1)), 1e-12);
        cr_assert_lt(v3_distance(m.points[0].reference, v3(0.3, 0.0, 0.3)), 1e-12); // on the axis
        cr_assert_lt(v3_distance(m.points[0].reference_b, v3(0.3, 0.0, 0.0)), 1e-12);
        cr_assert_eq(m.points[0].surface_owner, BL_SURFACE_OWNER_NONE);
        cr_assert_float_eq(m.points[0].kappa1, 0.0, 1e-12);
        cr_assert_float_eq(m.points[0].kappa2, 0.0, 1e-12);
    }
    free(pole);
}

// Over a wheel, or a capsule, that rolls across it a bent rail is as convex as it is bent.
Test(tube_contact, a_wheel_on_a_ring_feels_its_bend)
{
    belay_vec3 points[256];
    for (int i = 0; i < 256; i++)
        points[i] = v3(2.0 * cos(2.0 * PI * i / 256), 0.0, 2.0 * sin(2.0 * PI * i / 256));
    bl_curve* ring = curve_of(points, 256, true, 0.1);
    bl_convex wheel = solid_make(BL_CONVEX_CYLINDER, 0.0, v3(0.3, 0.3, 0.2));
    belay_quat across = q_exp(v3(0.5 * PI, 0.0, 0.0));
    for (int inside = 0; inside < 2; inside++) {
        double distance = 0.4, radius = inside ? 2.0 - distance : 2.0 + distance;
        bl_manifold m = collide(&wheel, (belay_pose){v3(0.0, 0.0, radius), across}, ring, 0.01);
        cr_assert_eq(m.count, 1);
        double expected = inside ? -1.0 / radius : 1.0 / radius;
        double along = fabs(m.points[0].tangent1.x) > 0.5 ? m.points[0].kappa1 : m.points[0].kappa2;
        double other = fabs(m.points[0].tangent1.x) > 0.5 ? m.points[0].kappa2 : m.points[0].kappa1;
        cr_assert_float_eq(m.points[0].gap, 0.0, 1e-6);
        cr_assert_float_eq(along, expected, 1e-3 * fabs(expected));
        cr_assert_float_eq(other, 0.0, 1e-9);
    }
    free(ring);
}

// A box in a ring that it just fills touches on all four sides.
Test(tube_contact, a_box_in_a_ring_touches_at_its_four_edges)
{
    belay_vec3 points[64];
    for (int i = 0; i < 64; i++)
        points[i] = v3(cos(2.0 * PI * i / 64), sin(2.0 * PI * i / 64), 0.0);
    bl_curve* ring = curve_of(points, 64, true, 0.1);
    double half = 0.9 * sqrt(0.5);
    bl_convex a = solid_make(BL_CONVEX_BOX, 0.0, v3(half, half, 0.5));
    bl_manifold m = collide(&a, at(0.0, 0.0, 0.0), ring, 1e-3);
    cr_assert_eq(m.count, 4);
    for (int i = 0; i < 4; i++) {
        cr_assert_float_eq(m.points[i].gap, 0.0, 1e-5);
        cr_assert_float_eq(fabs(m.points[i].normal.x), sqrt(0.5), 1e-5);
        cr_assert_float_eq(fabs(m.points[i].normal.y), sqrt(0.5), 1e-5);
        cr_assert_lt(v3_dot(m.points[i].normal, m.points[i].point), 0.0); // inwards, to the box
    }
    free(ring);
}

Test(tube_contact, the_end_of_a_tube_is_round)
{
    bl_curve* pole = straight(2.0);
    bl_convex a = solid_make(BL_CONVEX_BOX, 0.0, v3(0.2, 0.2, 0.2));
    bl_manifold m = collide(&a, at(1.0 + 0.3, 0.05, 0.05), pole, 0.01);
    cr_assert_eq(m.count, 1);
    cr_assert_float_eq(m.points[0].gap, 0.0, 1e-15);
    cr_assert_lt(v3_distance(m.points[0].normal, v3(1.0, 0.0, 0.0)), 1e-15);
    cr_assert_float_eq(m.points[0].arc, 2.0, 1e-12);
    // A corner beyond the end: as far as from a ball.
    m = collide(&a, at(1.0 + 0.2 + 0.06, 0.2 + 0.08, 0.0), pole, 0.01);
    cr_assert_eq(m.count, 1);
    cr_assert_float_eq(m.points[0].gap, 0.0, 1e-14);
    cr_assert_lt(v3_distance(m.points[0].normal, v3(0.6, 0.8, 0.0)), 1e-12);
    free(pole);
}

Test(tube_contact, balls_are_seen_as_balls)
{
    bl_curve* rail = wave();
    uint64_t lot = 5;
    for (int i = 0; i < 200; i++) {
        bl_convex ball = solid_make(BL_CONVEX_POINT, 0.3, v3_zero());
        bl_convex capsule = solid_make(BL_CONVEX_SEGMENT, 0.3, v3_zero());
        belay_pose pose = solid_random_pose(&lot, 2.2);
        bl_manifold m = collide(&ball, pose, rail, 0.2), n = collide(&capsule, pose, rail, 0.2), o;
        bl_collide_sphere_tube(pose.position, 0.3, rail, belay_pose_identity(), 0.1, 0.2, &o);
        cr_assert(m.count == o.count && n.count == o.count);
        cr_assert_eq(memcmp(m.points, o.points, (size_t)m.count * sizeof m.points[0]), 0);
        cr_assert_eq(memcmp(n.points, o.points, (size_t)m.count * sizeof m.points[0]), 0);
    }
    free(rail);
}

// A short capsule is nearly a ball: so are its contacts.
Test(tube_contact, a_short_capsule_touches_where_a_ball_does)
{
    bl_curve* rail = wave();
    uint64_t lot = 6;
    for (int i = 0; i < 300; i++) {
        bl_convex capsule = solid_make(BL_CONVEX_SEGMENT, 0.3, v3(0.0, 0.0, 1e-6));
        belay_pose pose = solid_random_pose(&lot, 2.2);
        bl_manifold m = collide(&capsule, pose, rail, 0.2), o;
        bl_collide_sphere_tube(pose.position, 0.3, rail, belay_pose_identity(), 0.1, 0.2, &o);
        double least = manifold_least_gap(&m), ball = manifold_least_gap(&o);
        if (ball < 0.2 - 1e-5) cr_assert_float_eq(least, ball, 2e-6, "%g %g", least, ball);
    }
    free(rail);
}

// A closed curve begins anywhere: the same ring written down from each of its points is touched in the same places, by
// what lies across it, outside or in its hole, symmetrically at the first point or elsewhere.
static bl_curve* ring_from(int first, int count)
{
    belay_vec3 points[64];
    for (int i = 0; i < count; i++) {
        double f = 2.0 * PI * ((first + i) % count) / count;
        points[i] = v3(0.0, 1.0 * sin(f), -1.0 * cos(f));
    }
    return curve_of(points, count, true, 0.1);
}

static int assert_same_touch(const bl_convex* a, belay_pose pose, const bl_curve* at_seam, const bl_curve* elsewhere)
{
    bl_manifold m = collide(a, pose, at_seam, 0.05), right = collide(a, pose, elsewhere, 0.05);
    cr_assert_eq(m.count, right.count, "kind %d: %d, not %d", (int)a->kind, m.count, right.count);
    if (m.count > 0) cr_assert_float_eq(manifold_least_gap(&m), manifold_least_gap(&right), 1e-9);
    for (int i = 0; i < m.count; i++) {
        double nearest = INFINITY;
        for (int k = 0; k < right.count; k++)
            nearest = fmin(nearest, v3_distance(m.points[i].point, right.points[k].point));
        cr_assert_lt(nearest, 1e-7);
    }
    return right.count;
}

Test(tube_contact, a_closed_tube_has_no_seam)
{
    int touched = 0;
    enum { POINTS = 24 };
    const belay_vec3 half = {0.2, 0.15, 0.3};
    const belay_quat turns[] = {belay_quat_identity(), q_exp(v3(0.0, 0.5 * PI, 0.0)), q_exp(v3(0.5 * PI, 0.0, 0.0)),
                                q_exp(v3(0.3, 0.0, 0.0)), q_exp(v3(0.0, 0.4, 0.0))};
    belay_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = v3((i & 1 ? 1 : -1) * half.x, (i & 2 ? 1 : -1) * half.y, (i & 4 ? 1 : -1) * half.z);
    bl_curve *elsewhere = ring_from(7, POINTS), *at_seam[3];
    for (int k = 0; k < 3; k++)
        at_seam[k] = ring_from(k == 0 ? 0 : k == 1 ? 1 : POINTS - 1, POINTS);
    const bl_convex_kind kinds[] = {BL_CONVEX_POINT, BL_CONVEX_SEGMENT,  BL_CONVEX_BOX,
                                    BL_CONVEX_HULL,  BL_CONVEX_CYLINDER, BL_CONVEX_CONE};
    for (int kind = 0; kind < 6; kind++) {
        bl_convex a = kinds[kind] == BL_CONVEX_HULL ? solid_make_hull(corners, 8, 0.0)
                                                    : solid_make(kinds[kind], kind <= 1 ? 0.1 : 0.0, half);
        for (int turn = 0; turn < 5; turn++)
            for (double side = -1.0; side <= 1.0; side += 2.0) {
                belay_pose pose = {v3(0.0, 0.0, 0.0), turns[turn]};
                belay_vec3 towards = v3(0.0, 0.0, side); // of the ring's lowest point
                double reach = v3_dot(bl_convex_support(&a, q_rotate_inverse(pose.rotation, towards)),
                                      q_rotate_inverse(pose.rotation, towards)) +
                               a.radius;
                pose.position = v3(0.0, 0.0, -1.0 - side * (reach + 0.1));
                for (int k = 0; k < 3; k++)
                    touched += assert_same_touch(&a, pose, at_seam[k], elsewhere) > 0;
            }
        solid_fini(&a);
    }
    cr_assert_geq(touched, 150); // of 180
    for (int k = 0; k < 3; k++)
        free(at_seam[k]);
    free(elsewhere);
}
