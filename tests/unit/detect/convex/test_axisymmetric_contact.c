// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Manifolds of capsules, cylinders and cones: lines that lie along faces, edges and each other, caps that stand, rims
// that roll, and all of them on a plane.

#include "detect/convex/convex_contact.h"
#include "geometry/distance/distance.h"
#include "support/chance.h"
#include "support/shapes/manifolds.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>

#define PI 3.14159265358979323846

static belay_pose at(double x, double y, double z)
{
    return (belay_pose){v3(x, y, z), belay_quat_identity()};
}

static belay_pose turned(double x, double y, double z, belay_vec3 turn)
{
    return (belay_pose){v3(x, y, z), q_exp(turn)};
}

// With its axis, which is along z, turned to x; to rounding.
static belay_pose lying(double x, double y, double z)
{
    return turned(x, y, z, v3(0.0, 0.5 * PI, 0.0));
}

static bl_convex box(double x, double y, double z)
{
    return solid_make(BL_CONVEX_BOX, 0.0, v3(x, y, z));
}

static bl_convex capsule(double half, double radius)
{
    return solid_make(BL_CONVEX_SEGMENT, radius, v3(0.0, 0.0, half));
}

static bl_convex cylinder(double radius, double half)
{
    return solid_make(BL_CONVEX_CYLINDER, 0.0, v3(radius, radius, half));
}

static bl_convex cone(double radius, double half)
{
    return solid_make(BL_CONVEX_CONE, 0.0, v3(radius, radius, half));
}

static bl_manifold collide(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, double cutoff)
{
    bl_manifold m;
    bl_collide_convex(a, pose_a, b, pose_b, cutoff, &m);
    return m;
}

static bl_manifold on_plane(const bl_convex* a, belay_pose pose, double cutoff)
{
    bl_manifold m;
    bl_collide_convex_plane(a, pose, v3(0.0, 0.0, 1.0), 0.0, cutoff, &m);
    return m;
}

static void check_near(belay_vec3 a, belay_vec3 b, double tolerance)
{
    cr_assert(v3_distance(a, b) <= tolerance, "%g %g %g, not %g %g %g", a.x, a.y, a.z, b.x, b.y, b.z);
}

// ---------------------------------------------------------------------------------------------------------------------
// Capsules
// ---------------------------------------------------------------------------------------------------------------------

Test(axisymmetric_contact, a_capsule_lies_on_a_face_with_both_ends)
{
    bl_convex a = capsule(0.5, 0.2), b = box(2.0, 2.0, 0.5);
    bl_manifold m = collide(&a, lying(0.3, 0.1, 0.7), &b, at(0.0, 0.0, 0.0), 0.01);
    cr_assert_eq(m.count, 2);
    for (int i = 0; i < 2; i++) {
        const bl_manifold_point* p = &m.points[i];
        cr_assert_float_eq(p->gap, 0.0, 1e-15);
        check_near(p->normal, v3(0.0, 0.0, 1.0), 0.0);
        cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_B);
        check_near(p->reference, v3(p->point.x, 0.1, 0.7), 1e-15);
        cr_assert(fabs(p->point.x - 0.8) < 1e-15 || fabs(p->point.x + 0.2) < 1e-15);
        cr_assert(p->kappa1 == 0.0 && p->kappa2 == 0.0);
    }
}

Test(axisymmetric_contact, a_capsule_that_overhangs_is_cut_at_the_edge)
{
    bl_convex a = capsule(1.0, 0.2), b = box(0.5, 0.5, 0.5);
    for (int i = 0; i < 20; i++) {
        double yaw = 0.05 * i; // of the capsule's axis from x
        belay_pose pose = {v3(0.1, 0.0, 0.7), q_mul(q_exp(v3(0.0, 0.0, yaw)), q_exp(v3(0.0, 0.5 * PI, 0.0)))};
        bl_manifold m = collide(&a, pose, &b, at(0.0, 0.0, 0.0), 0.01);
        double right = fmin(0.4, 0.5 / tan(yaw)), left = fmin(0.6, 0.5 / tan(yaw));
        cr_assert_eq(m.count, 2);
        cr_assert_not_null(manifold_find(&m, 0.1 + right, right * tan(yaw), 1e-14));
        cr_assert_not_null(manifold_find(&m, 0.1 - left, -left * tan(yaw), 1e-14));
        for (int k = 0; k < 2; k++)
            cr_assert_float_eq(m.points[k].gap, 0.0, 1e-15);
    }
}

// Going over an edge that it is parallel to, a capsule rolls round it: places, gap and normal go on without a jump.
Test(axisymmetric_contact, a_capsule_rolls_over_an_edge_that_is_parallel)
{
    bl_convex a = capsule(0.25, 0.2), b = box(0.5, 0.5, 0.5);
    belay_vec3 last = {0.0, 0.0, 1.0};
    for (double angle = -0.5; angle < 1.5; angle += 0.01) {
        double y = angle < 0.0 ? 0.5 + 0.2 * angle : 0.5 + 0.2 * sin(angle);
        double z = angle < 0.0 ? 0.7 : 0.5 + 0.2 * cos(angle);
        bl_manifold m = collide(&a, lying(0.0, y, z), &b, at(0.0, 0.0, 0.0), 0.01);
        cr_assert_eq(m.count, 2, "angle %g: %d", angle, m.count);
        for (int i = 0; i < 2; i++) {
            const bl_manifold_point* p = &m.points[i];
            cr_assert_float_eq(p->gap, 0.0, 1e-14);
            cr_assert_lt(v3_distance(p->normal, last), 0.0101);
            cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_B);
            cr_assert_float_eq(fabs(p->reference.x), 0.25, 1e-14);
            if (angle > 1e-3) cr_assert_float_eq(p->kappa2, 5.0, 1e-10);
            if (angle > 1e-3) cr_assert(p->kappa1 == 0.0 && fabs(p->tangent1.x) > 1.0 - 1e-14);
        }
        last = m.points[0].normal;
    }
}

Test(axisymmetric_contact, capsules_side_by_side_touch_at_the_ends_of_the_common_part)
{
    bl_convex a = capsule(0.5, 0.2), b = capsule(0.7, 0.3);
    bl_manifold m = collide(&a, lying(0.4, 0.0, 0.5), &b, lying(0.0, 0.0, 0.0), 0.01);
    cr_assert_eq(m.count, 2);
    const bl_manifold_point *p = manifold_find(&m, -0.1, 0.0, 1e-14), *q = manifold_find(&m, 0.7, 0.0, 1e-14);
    cr_assert(p != NULL && q != NULL);
    // The end of each is tracked over the other.
    cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_B);
    check_near(p->reference, v3(-0.1, 0.0, 0.5), 1e-14);
    cr_assert_eq(q->surface_owner, BL_SURFACE_OWNER_A);
    check_near(q->reference_b, v3(0.7, 0.0, 0.0), 1e-14);
    for (int i = 0; i < 2; i++) {
        cr_assert_float_eq(m.points[i].gap, 0.0, 1e-15);
        cr_assert_float_eq(m.points[i].kappa2, 2.0, 1e-14);
        cr_assert_eq(m.points[i].kappa1, 0.0);
        check_near(m.points[i].point, v3(m.points[i].point.x, 0.0, 0.3), 1e-15);
    }
}

Test(axisymmetric_contact, capsules_that_cross_touch_once)
{
    bl_convex a = capsule(0.5, 0.2);
    for (double angle = 0.2; angle < 3.0; angle += 0.2) {
        belay_pose pose = {v3(0.05, 0.02, 0.39), q_mul(q_exp(v3(0.0, 0.0, angle)), q_exp(v3(0.0, 0.5 * PI, 0.0)))};
        bl_manifold m = collide(&a, pose, &a, lying(0.0, 0.0, 0.0), 0.001);
        const bl_manifold_point* p = NULL;
        for (int i = 0; i < m.count; i++)
            if (m.points[i].gap < -0.0099) p = &m.points[i];
        cr_assert_not_null(p);
        cr_assert_float_eq(p->gap, -0.01, 1e-15);
        check_near(p->normal, v3(0.0, 0.0, 1.0), 1e-14);
        check_near(p->point, v3(0.05 - 0.02 / tan(angle), 0.0, 0.195), 1e-14);
        cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_NONE);
        check_near(p->reference_b, v3(p->point.x, 0.0, 0.0), 1e-14);
        cr_assert(p->kappa1 == 0.0 && p->kappa2 == 0.0);
    }
}

// The ends and the middle together bound the gap whatever the small angle.
Test(axisymmetric_contact, nearly_parallel_capsules_have_their_least_distance)
{
    bl_convex a = capsule(0.5, 0.2);
    for (double angle = 1e-9; angle < 0.2; angle *= 3.0)
        for (double offset = -0.1; offset <= 0.1; offset += 0.05) {
            belay_quat turn = q_mul(q_exp(v3(0.0, 0.0, angle)), q_exp(v3(0.0, 0.5 * PI, 0.0)));
            belay_pose pose = {v3(offset, 0.0, 0.4), turn};
            bl_manifold m = collide(&a, pose, &a, lying(0.0, 0.0, 0.0), 0.05);
            cr_assert_geq(m.count, 2);
            cr_assert_float_eq(manifold_least_gap(&m), 0.0, 2e-9);
        }
}

Test(axisymmetric_contact, a_capsule_without_length_is_a_ball)
{
    bl_convex a = capsule(0.0, 0.2), ball = solid_make(BL_CONVEX_POINT, 0.2, v3_zero()), b = box(0.5, 0.5, 0.5);
    uint64_t lot = 3;
    for (int i = 0; i < 200; i++) {
        belay_pose pose = solid_random_pose(&lot, 0.8);
        bl_manifold m = collide(&a, pose, &b, at(0.0, 0.0, 0.0), 0.3),
                    n = collide(&ball, pose, &b, at(0.0, 0.0, 0.0), 0.3);
        cr_assert_eq(m.count, n.count);
        for (int k = 0; k < m.count; k++)
            cr_assert_eq(m.points[k].gap, n.points[k].gap);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Standing on a cap
// ---------------------------------------------------------------------------------------------------------------------

static void check_standing(const bl_manifold* m, belay_vec3 middle, double radius, double gap)
{
    belay_vec3 sum = v3_zero();
    cr_assert_eq(m->count, 4);
    for (int i = 0; i < 4; i++) {
        const bl_manifold_point* p = &m->points[i];
        cr_assert_float_eq(p->gap, gap, 1e-15);
        check_near(p->normal, v3(0.0, 0.0, 1.0), 1e-15);
        cr_assert_float_eq(v3_distance(v3(p->point.x, p->point.y, middle.z), middle), radius, 1e-14);
        sum = v3_add(sum, v3_sub(p->point, middle));
    }
    cr_assert_lt(v3_length(v3(sum.x, sum.y, 0.0)), 1e-14);
}

Test(axisymmetric_contact, a_standing_cylinder_or_cone_touches_in_four_points_of_its_rim)
{
    bl_convex cylinder_a = cylinder(0.4, 0.5), cone_a = cone(0.4, 0.5), b = box(1.0, 1.0, 0.5);
    for (int i = 0; i < 3; i++) {
        double gap = i == 0 ? 0.0 : (i == 1 ? 0x1p-8 : -0x1p-8);
        belay_pose pose = at(0.25, 0.125, 1.0 + gap), plane_pose = at(0.25, 0.125, 0.5 + gap);
        bl_manifold m = collide(&cylinder_a, pose, &b, at(0.0, 0.0, 0.0), 0.01);
        check_standing(&m, v3(0.25, 0.125, 0.0), 0.4, gap);
        m = collide(&cone_a, pose, &b, at(0.0, 0.0, 0.0), 0.01);
        check_standing(&m, v3(0.25, 0.125, 0.0), 0.4, gap);
        m = on_plane(&cylinder_a, plane_pose, 0.01);
        check_standing(&m, v3(0.25, 0.125, 0.0), 0.4, gap);
        m = on_plane(&cone_a, plane_pose, 0.01);
        check_standing(&m, v3(0.25, 0.125, 0.0), 0.4, gap);
    }
}

// The points do not go round with a cylinder that spins: they are fixed to what it stands on.
Test(axisymmetric_contact, the_points_of_a_spinning_cylinder_stay)
{
    bl_convex a = cylinder(0.4, 0.5), b = box(1.0, 1.0, 0.5);
    bl_manifold first = collide(&a, at(0.1, 0.2, 1.0), &b, at(0.0, 0.0, 0.0), 0.01);
    bl_manifold plane = on_plane(&a, at(0.1, 0.2, 0.5), 0.01);
    bl_manifold pile = collide(&a, at(0.0, 0.0, 1.0), &a, at(0.0, 0.0, 0.0), 0.01);
    for (double spin = 0.0; spin < 7.0; spin += 0.1) {
        bl_manifold m = collide(&a, turned(0.1, 0.2, 1.0, v3(0.0, 0.0, spin)), &b, at(0.0, 0.0, 0.0), 0.01);
        bl_manifold n = on_plane(&a, turned(0.1, 0.2, 0.5, v3(0.0, 0.0, spin)), 0.01);
        bl_manifold o = collide(&a, turned(0.0, 0.0, 1.0, v3(0.0, 0.0, spin)), &a,
                                turned(0.0, 0.0, 0.0, v3(0.0, 0.0, -2.0 * spin)), 0.01);
        cr_assert(m.count == 4 && n.count == 4 && o.count == 4);
        for (int i = 0; i < 4; i++) {
            check_near(m.points[i].point, first.points[i].point, 1e-14);
            check_near(n.points[i].point, plane.points[i].point, 1e-14);
            check_near(o.points[i].point, pile.points[i].point, 1e-14);
            cr_assert_eq(m.points[i].feature, first.points[i].feature);
            cr_assert_eq(n.points[i].feature, plane.points[i].feature);
            cr_assert_eq(o.points[i].feature, pile.points[i].feature);
        }
    }
}

// A cap over a corner of a box: the rim inside, the edges' crossings with the rim, the corner under the cap.
Test(axisymmetric_contact, a_cap_over_a_corner_touches_in_the_common_part)
{
    bl_convex a = cylinder(0.4, 0.5), b = box(0.5, 0.5, 0.5);
    bl_manifold m = collide(&a, at(0.5, 0.5, 1.0), &b, at(0.0, 0.0, 0.0), 0.01);
    cr_assert_geq(m.count, 3);
    cr_assert_leq(m.count, 4);
    cr_assert_not_null(manifold_find(&m, 0.5, 0.5, 1e-14));
    cr_assert_not_null(manifold_find(&m, 0.1, 0.5, 1e-14));
    cr_assert_not_null(manifold_find(&m, 0.5, 0.1, 1e-14));
    for (int i = 0; i < m.count; i++)
        cr_assert_float_eq(m.points[i].gap, 0.0, 1e-15);
}

Test(axisymmetric_contact, a_box_stands_on_a_cap)
{
    bl_convex a = box(0.2, 0.2, 0.2), b = cylinder(1.0, 0.5), large = box(2.0, 2.0, 0.2);
    bl_manifold m = collide(&a, at(0.1, 0.1, 0.7), &b, at(0.0, 0.0, 0.0), 0.01);
    cr_assert_eq(m.count, 4);
    for (int i = 0; i < 4; i++)
        cr_assert_not_null(manifold_find(&m, 0.1 + (i & 1 ? 0.2 : -0.2), 0.1 + (i & 2 ? 0.2 : -0.2), 1e-14));
    m = collide(&large, at(0.1, 0.1, 0.7), &b, at(0.0, 0.0, 0.0), 0.01);
    check_standing(&m, v3_zero(), 1.0, 0.0);
}

Test(axisymmetric_contact, caps_upon_each_other_touch_in_the_common_part)
{
    bl_convex a = cylinder(0.4, 0.5), b = cylinder(0.5, 0.5);
    bl_manifold m = collide(&a, at(0.0, 0.0, 1.0), &b, at(0.0, 0.0, 0.0), 0.01);
    check_standing(&m, v3_zero(), 0.4, 0.0);
    m = collide(&a, at(0.0, 0.0, 1.0), &a, at(0.0, 0.0, 0.0), 0.01);
    check_standing(&m, v3_zero(), 0.4, 0.0);
    // Beside each other: the lens between the rims' crossings.
    m = collide(&a, at(0.5, 0.0, 1.0), &b, at(0.0, 0.0, 0.0), 0.01);
    double x = (0.25 + 0.25 - 0.16) / (2.0 * 0.5), y = sqrt(0.25 - x * x);
    cr_assert_eq(m.count, 4);
    cr_assert_not_null(manifold_find(&m, x, y, 1e-14));
    cr_assert_not_null(manifold_find(&m, x, -y, 1e-14));
    cr_assert_not_null(manifold_find(&m, 0.5, 0.0, 1e-14));
    cr_assert_not_null(manifold_find(&m, 0.1, 0.0, 1e-14));
}

// ---------------------------------------------------------------------------------------------------------------------
// Lying and leaning
// ---------------------------------------------------------------------------------------------------------------------

static void check_lying(const bl_manifold* m, double height, double radius)
{
    cr_assert_eq(m->count, 2);
    for (int i = 0; i < 2; i++) {
        const bl_manifold_point* p = &m->points[i];
        cr_assert_float_eq(p->gap, 0.0, 1e-14);
        check_near(p->normal, v3(0.0, 0.0, 1.0), 1e-14);
        cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_B);
        check_near(p->reference, v3(p->point.x, 0.0, height + radius), 1e-14);
        check_near(p->point, v3(p->point.x, 0.0, height), 1e-14);
    }
}

// The points of reference are on the axis, so that rolling leaves them at their height.
Test(axisymmetric_contact, a_lying_cylinder_touches_under_the_ends_of_its_axis)
{
    bl_convex a = cylinder(0.4, 0.5), b = box(1.0, 1.0, 0.5);
    for (double roll = 0.0; roll < 6.3; roll += 0.3) {
        belay_quat q = q_mul(q_exp(v3(roll, 0.0, 0.0)), q_exp(v3(0.0, 0.5 * PI, 0.0)));
        bl_manifold m = collide(&a, (belay_pose){v3(0.2, 0.0, 0.9), q}, &b, at(0.0, 0.0, 0.0), 0.01);
        check_lying(&m, 0.5, 0.4);
        cr_assert(manifold_find(&m, 0.7, 0.0, 1e-14) != NULL && manifold_find(&m, -0.3, 0.0, 1e-14) != NULL);
        m = on_plane(&a, (belay_pose){v3(0.2, 0.0, 0.4), q}, 0.01);
        check_lying(&m, 0.0, 0.4);
    }
}

Test(axisymmetric_contact, a_lying_cylinder_that_overhangs_is_cut_at_the_edge)
{
    bl_convex a = cylinder(0.4, 0.5), b = box(0.5, 1.0, 0.5);
    bl_manifold m = collide(&a, lying(0.3, 0.0, 0.9), &b, at(0.0, 0.0, 0.0), 0.01);
    check_lying(&m, 0.5, 0.4);
    cr_assert(manifold_find(&m, 0.5, 0.0, 1e-14) != NULL && manifold_find(&m, -0.2, 0.0, 1e-14) != NULL);
}

Test(axisymmetric_contact, a_lying_cone_touches_along_its_side)
{
    const double radius = 0.4, half = 0.5, slant = sqrt(radius * radius + 4.0 * half * half);
    bl_convex a = cone(radius, half), b = box(2.0, 2.0, 0.5);
    // Turned so that the outward normal of a generator, (2 half, radius) / slant across and along, looks down.
    double tilt = atan2(2.0 * half, radius);
    belay_quat q = q_exp(v3(0.0, PI - tilt, 0.0));
    belay_vec3 apex = q_rotate(q, v3(0.0, 0.0, half));
    for (int i = 0; i < 2; i++) {
        double floor = i == 0 ? 0.5 : 0.0;
        belay_pose pose = {v3(0.0, 0.0, floor - apex.z), q};
        bl_manifold m = i == 0 ? collide(&a, pose, &b, at(0.0, 0.0, 0.0), 0.01) : on_plane(&a, pose, 0.01);
        cr_assert_eq(m.count, 2);
        cr_assert_float_eq(fabs(m.points[0].point.x - m.points[1].point.x), slant, 1e-14);
        for (int k = 0; k < 2; k++) {
            const bl_manifold_point* p = &m.points[k];
            cr_assert_float_eq(p->gap, 0.0, 1e-14);
            belay_vec3 local = pose_apply_inverse(pose, p->reference);
            cr_assert(fabs(local.x) < 1e-14 && fabs(local.y) < 1e-14); // on the axis
            check_near(v3(p->reference.x, p->reference.y, 0.0), v3(p->point.x, p->point.y, 0.0), 1e-14);
        }
    }
}

// From standing to lying the lowest point is there, exactly; the least gap has no jump where the manifold changes.
Test(axisymmetric_contact, a_cylinder_tilts_from_its_cap_to_its_side_without_a_jump)
{
    bl_convex a = cylinder(0.4, 0.5), b = box(2.0, 2.0, 0.5);
    for (double tilt = 0.0; tilt < 0.5 * PI; tilt += 0.003) {
        double below = 0.4 * sin(tilt) + 0.5 * cos(tilt);
        bl_manifold m = on_plane(&a, turned(0.0, 0.0, below, v3(tilt, 0.0, 0.0)), 0.05);
        bl_manifold n = collide(&a, turned(0.0, 0.0, 0.5 + below, v3(tilt, 0.0, 0.0)), &b, at(0.0, 0.0, 0.0), 0.05);
        cr_assert_float_eq(manifold_least_gap(&m), 0.0, 1e-15);
        cr_assert_float_eq(manifold_least_gap(&n), 0.0, 1e-15);
        cr_assert_leq(m.count, 4);
        cr_assert_leq(n.count, 4);
        for (int i = 0; i < m.count; i++)
            cr_assert_leq(m.points[i].gap, 0.05);
    }
}

// A coin that leans touches with the lowest point of its rim, whose reference is on its axis.
Test(axisymmetric_contact, a_leaning_coin_rolls_about_its_axis)
{
    bl_convex a = cylinder(0.4, 0.01);
    const double tilt = 1.0;
    for (double spin = 0.0; spin < 6.3; spin += 0.5) {
        belay_quat q = q_mul(q_exp(v3(tilt, 0.0, 0.0)), q_exp(v3(0.0, 0.0, spin)));
        bl_manifold m = on_plane(&a, (belay_pose){v3(0.0, 0.0, 0.4 * sin(tilt) + 0.01 * cos(tilt)), q}, 0.001);
        cr_assert_eq(m.count, 1);
        belay_vec3 local =
            q_rotate_inverse(q, v3_sub(m.points[0].reference, v3(0.0, 0.0, 0.4 * sin(tilt) + 0.01 * cos(tilt))));
        cr_assert(fabs(local.x) < 1e-14 && fabs(local.y) < 1e-14);
        cr_assert_float_eq(m.points[0].gap, 0.0, 1e-15);
        cr_assert_float_eq(m.points[0].reference.z, 0.4 / sin(tilt), 1e-14);
    }
}

Test(axisymmetric_contact, a_cone_stands_on_its_tip)
{
    bl_convex a = cone(0.4, 0.5), b = box(1.0, 1.0, 0.5);
    bl_manifold m = collide(&a, turned(0.1, 0.2, 1.0, v3(PI, 0.0, 0.0)), &b, at(0.0, 0.0, 0.0), 0.01);
    cr_assert_eq(m.count, 1);
    check_near(m.points[0].point, v3(0.1, 0.2, 0.5), 1e-14);
    check_near(m.points[0].reference, v3(0.1, 0.2, 0.5), 1e-14);
    cr_assert_float_eq(m.points[0].gap, 0.0, 1e-15);
}

// Over an edge, with one end in the air and the axis level but for a little, down to rounding: both places stay, on the
// face and at the edge, and the lower of them is the distance.
Test(axisymmetric_contact, level_lines_over_an_edge_keep_both_places)
{
    bl_convex solids[2] = {capsule(1.0, 0.2), cylinder(0.2, 1.0)}, b = box(0.5, 0.5, 0.5);
    for (int i = 0; i < 2; i++)
        for (double tilt = 1e-16; tilt < 5e-3; tilt *= 4.7)
            for (int sign = -1; sign <= 1; sign += 2) {
                belay_quat lie = q_exp(v3(0.0, 0.5 * PI + sign * tilt, 0.0));
                belay_pose pose = {v3(0.1, 0.0, 0.7), q_mul(q_exp(v3(0.0, 0.0, 0.2)), lie)};
                bl_manifold m = collide(&solids[i], pose, &b, at(0.0, 0.0, 0.0), 0.01);
                bl_distance d = bl_convex_distance(&solids[i], pose, &b, at(0.0, 0.0, 0.0));
                cr_assert_eq(m.count, 2, "%d, tilt %g: %d", i, sign * tilt, m.count);
                cr_assert_gt(fabs(m.points[0].point.x - m.points[1].point.x), 0.7);
                if (d.distance > -1e-3) cr_assert_float_eq(manifold_least_gap(&m), d.distance, 1e-8);
            }
}

// ---------------------------------------------------------------------------------------------------------------------
// Logs
// ---------------------------------------------------------------------------------------------------------------------

Test(axisymmetric_contact, logs_side_by_side_touch_at_the_ends_of_the_common_part)
{
    bl_convex a = cylinder(0.4, 0.5), b = cylinder(0.3, 0.6);
    for (int i = 0; i < 3; i++) {
        double gap = i == 0 ? 0.0 : (i == 1 ? 1e-3 : -1e-3);
        bl_manifold m = collide(&a, lying(0.3, 0.0, 0.7 + gap), &b, lying(0.0, 0.0, 0.0), 0.01);
        cr_assert_eq(m.count, 2, "%d", m.count);
        const bl_manifold_point *p = manifold_find(&m, -0.2, 0.0, 1e-13), *q = manifold_find(&m, 0.6, 0.0, 1e-13);
        cr_assert(p != NULL && q != NULL);
        check_near(p->reference, v3(-0.2, 0.0, 0.7 + gap), 1e-13);
        check_near(q->reference_b, v3(0.6, 0.0, 0.0), 1e-13);
        for (int k = 0; k < 2; k++) {
            cr_assert_float_eq(m.points[k].gap, gap, 1e-14);
            check_near(m.points[k].normal, v3(0.0, 0.0, 1.0), 1e-13);
            cr_assert_float_eq(m.points[k].kappa2, 1.0 / (0.7 + gap), 1e-12);
            cr_assert_eq(m.points[k].kappa1, 0.0);
        }
    }
}

Test(axisymmetric_contact, logs_that_cross_touch_once)
{
    bl_convex a = cylinder(0.4, 0.5);
    for (int i = 0; i < 3; i++) {
        double gap = i == 0 ? 0.0 : (i == 1 ? 1e-3 : -1e-3);
        belay_pose pose = turned(0.1, 0.2, 0.8 + gap, v3(0.5 * PI, 0.0, 0.0)); // along y
        bl_manifold m = collide(&a, pose, &a, lying(0.0, 0.0, 0.0), 0.01);
        cr_assert_eq(m.count, 1);
        cr_assert_float_eq(m.points[0].gap, gap, 1e-15);
        check_near(m.points[0].point, v3(0.1, 0.0, 0.4 + 0.5 * gap), 1e-14);
        check_near(m.points[0].reference, v3(0.1, 0.0, 0.8 + gap), 1e-14);
        check_near(m.points[0].reference_b, v3(0.1, 0.0, 0.0), 1e-14);
        cr_assert_eq(m.points[0].surface_owner, BL_SURFACE_OWNER_NONE);
        cr_assert(m.points[0].kappa1 == 0.0 && m.points[0].kappa2 == 0.0);
    }
}

// A log across the edges of a box that stands on an edge.
Test(axisymmetric_contact, a_log_lies_along_an_edge)
{
    bl_convex a = cylinder(0.4, 0.5), b = box(0.5, 0.5, 0.5);
    double top = 0.5 * sqrt(2.0);
    bl_manifold m = collide(&a, lying(0.2, 0.0, top + 0.4), &b, turned(0.0, 0.0, 0.0, v3(0.25 * PI, 0.0, 0.0)), 0.01);
    cr_assert_eq(m.count, 2);
    cr_assert(manifold_find(&m, -0.3, 0.0, 1e-13) != NULL && manifold_find(&m, 0.5, 0.0, 1e-13) != NULL);
    for (int i = 0; i < 2; i++) {
        cr_assert_float_eq(m.points[i].gap, 0.0, 1e-14);
        check_near(m.points[i].normal, v3(0.0, 0.0, 1.0), 1e-13);
        cr_assert_float_eq(m.points[i].kappa2, 2.5, 1e-12);
    }
}

// A rim across an edge, near and deep: the normal is across both.
Test(axisymmetric_contact, a_rim_on_an_edge_has_the_common_normal)
{
    bl_convex a = cylinder(0.4, 0.5), b = box(2.0, 0.5, 0.5);
    belay_vec3 n = v3(0.0, sqrt(0.5), sqrt(0.5)), rim = v3(0.0, -0.4, -0.5);
    for (double turn = 0.3; turn < 1.6; turn += 0.2)
        for (int i = 0; i < 5; i++) {
            const double gaps[5] = {0.01, 1e-4, 0.0, -1e-4, -0.01};
            belay_quat q = q_exp(v3_scale(turn, n));
            belay_vec3 place = v3_add_scaled(v3(0.1, 0.5, 0.5), gaps[i], n);
            belay_pose pose = {v3_sub(place, q_rotate(q, rim)), q};
            bl_manifold m = collide(&a, pose, &b, at(0.0, 0.0, 0.0), 0.02);
            cr_assert_eq(m.count, 1);
            const bl_manifold_point* p = &m.points[0];
            cr_assert_float_eq(p->gap, gaps[i], 1e-12);
            check_near(p->normal, n, 1e-9);
            check_near(p->point, v3_add_scaled(place, -0.5 * gaps[i], n), 1e-9);
            // Across the edge the rim opens the gap by its curvature along it, 1 / (R / sin 45), seen at the angle.
            double radius = 0.4 / sqrt(0.5) * sin(turn) * sin(turn) + gaps[i];
            cr_assert_float_eq(fmax(p->kappa1, p->kappa2), 1.0 / radius, 1e-6);
            cr_assert_float_eq(fmin(p->kappa1, p->kappa2), 0.0, 1e-12);
        }
}

// ---------------------------------------------------------------------------------------------------------------------
// Planes
// ---------------------------------------------------------------------------------------------------------------------

// The least gap is how far the lowest point of the solid is above the plane; nothing beyond the cutoff is listed.
Test(axisymmetric_contact, solids_are_as_high_above_a_plane_as_their_lowest_point)
{
    uint64_t lot = 61;
    for (int i = 0; i < 2100; i++) {
        bl_convex_kind kind = (bl_convex_kind)(i % SOLID_KINDS);
        bl_convex a = solid_random_make(&lot, kind, kind <= BL_CONVEX_SEGMENT ? 0.3 : 0.0);
        belay_pose pose = solid_random_pose(&lot, 1.0);
        belay_vec3 normal = solid_random_direction(&lot);
        double offset = chance_between(&lot, -0.5, 0.5);
        belay_vec3 down = q_rotate_inverse(pose.rotation, v3_neg(normal));
        double lowest = v3_dot(normal, pose_apply(pose, bl_convex_support(&a, down))) - offset - a.radius;
        bl_manifold m;
        bl_collide_convex_plane(&a, pose, normal, offset, 0.1, &m);
        cr_assert_eq(m.count > 0, lowest <= 0.1, "kind %d: %g", kind, lowest);
        cr_assert_leq(m.count, 4);
        if (m.count > 0) cr_assert_float_eq(manifold_least_gap(&m), lowest, 1e-14);
        for (int k = 0; k < m.count; k++) {
            const bl_manifold_point* p = &m.points[k];
            belay_vec3 on_a = v3_add_scaled(p->point, 0.5 * p->gap, normal);
            belay_vec3 on_b = v3_add_scaled(p->point, -0.5 * p->gap, normal);
            cr_assert_eq(p->surface_owner, BL_SURFACE_OWNER_B);
            cr_assert_float_eq(v3_dot(normal, on_b), offset, 1e-14);
            cr_assert_lt(solid_outside(&a, pose_apply_inverse(pose, on_a)), 1e-14);
            cr_assert_leq(p->gap, 0.1);
            check_near(p->normal, normal, 0.0);
        }
        solid_fini(&a);
    }
}

Test(axisymmetric_contact, a_box_rests_on_a_plane_exactly)
{
    bl_convex a = box(0.5, 0.25, 0.125);
    bl_manifold m = on_plane(&a, at(3.0, -2.0, 0.125), 0.01);
    cr_assert_eq(m.count, 4);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(m.points[i].gap, 0.0);
        cr_assert_not_null(manifold_find(&m, 3.0 + (i & 1 ? 0.5 : -0.5), -2.0 + (i & 2 ? 0.25 : -0.25), 0.0));
        check_near(m.points[i].reference, m.points[i].point, 0.0);
    }
    // Corners of the far side are not taken for those of the near one, however large the cutoff.
    m = on_plane(&a, at(0.0, 0.0, 0.125), 1.0);
    cr_assert_eq(m.count, 4);
    for (int i = 0; i < 4; i++)
        cr_assert_eq(m.points[i].gap, 0.0);
}
