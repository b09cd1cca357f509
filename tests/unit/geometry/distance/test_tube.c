// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Convex solids against tubes: straight rails against the capsules that they are, a knot against many balls along its
// curve, and rings that a solid meets all around at once.

#include "geometry/distance/tube.h"

#include "belay/quat.h"
#include "support/chance.h"
#include "support/shapes/curves.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static belay_pose random_pose(uint64_t* lot, double size)
{
    belay_pose pose;
    pose.position = chance_vector(lot, size);
    pose.rotation = q_exp(chance_vector(lot, 3.0));
    return pose;
}

static bl_convex solid_of(int kind)
{
    bl_convex solids[] = {{.kind = BL_CONVEX_POINT, .radius = 0.2},
                          {.kind = BL_CONVEX_SEGMENT, .radius = 0.1, .half = {0.0, 0.0, 0.3}},
                          {.kind = BL_CONVEX_BOX, .half = {0.3, 0.2, 0.1}},
                          {.kind = BL_CONVEX_CYLINDER, .half = {0.2, 0.2, 0.3}},
                          {.kind = BL_CONVEX_CONE, .half = {0.3, 0.3, 0.2}}};
    return solids[kind];
}

// Along z from -1 to 1, as a capsule lies.
static bl_curve* build_line(double radius)
{
    belay_vec3 points[9];
    for (int i = 0; i < 9; i++)
        points[i] = v3(0.0, 0.0, 0.25 * i - 1.0);
    return curve_of(points, 9, false, radius);
}

Test(tube, a_straight_one_is_a_capsule)
{
    uint64_t lot = 1;
    bl_curve* curve = build_line(0.1);
    bl_convex capsule = {.kind = BL_CONVEX_SEGMENT, .radius = 0.1, .half = {0.0, 0.0, 1.0}};
    belay_pose origin = belay_pose_identity();
    for (int i = 0; i < 500; i++) {
        bl_convex solid = solid_of(i % 5);
        belay_pose pose = random_pose(&lot, i % 2 ? 1.5 : 0.6);
        bl_distance right = bl_convex_distance(&solid, pose, &capsule, origin);
        bl_distance d = bl_tube_distance(&solid, pose, curve);
        cr_assert_eq(bl_tube_overlaps(&solid, pose, curve), right.distance <= 0.0);
        if (right.distance < 0.0) {
            cr_assert_leq(d.distance, 1e-6, "%d", i);
            continue; // a ball of the tube may come out by a shorter way than the whole
        }
        cr_assert_float_eq(d.distance, right.distance, 1e-6);
        cr_assert_float_eq(v3_length(d.normal), 1.0, 1e-12);
        cr_assert_float_eq(v3_distance(d.point_a, d.point_b), right.distance, 1e-6);
    }
    free(curve);
}

Test(tube, first_contact_with_a_straight_one)
{
    uint64_t lot = 2;
    bl_curve* curve = build_line(0.1);
    bl_convex capsule = {.kind = BL_CONVEX_SEGMENT, .radius = 0.1, .half = {0.0, 0.0, 1.0}};
    int hits = 0;
    for (int i = 0; i < 300; i++) {
        bl_convex solid = solid_of(i % 5);
        belay_pose pose = random_pose(&lot, 2.0);
        belay_vec3 way =
            v3_scale(2.0 * chance_next(&lot), v3_sub(v3(0.0, 0.0, 2.0 * chance_next(&lot) - 1.0), pose.position));
        bl_motion moving = {pose, pose.position, way, v3_zero()};
        bl_motion still = {belay_pose_identity(), v3_zero(), v3_zero(), v3_zero()};
        double right = 2.0, time = 2.0;
        belay_vec3 center;
        bool is_hit = bl_convex_first_contact(&solid, &moving, &capsule, &still, 0.0, &right);
        cr_assert_eq(bl_tube_first_contact(&solid, pose, way, curve, &time, &center), is_hit);
        hits += is_hit;
        if (!is_hit) continue;
        cr_assert_float_eq(time * v3_length(way), right * v3_length(way), 1e-6);
        if (time == 0.0) continue;
        cr_assert_lt(hypot(center.x, center.y) + fmax(fabs(center.z) - 1.0, 0.0), 1e-12, "on the curve");
    }
    cr_assert_gt(hits, 100);
    free(curve);
}

// The least distance to balls close together along the curve, at 4000 places.
static double distance_by_balls(const bl_convex* solid, belay_pose pose, const bl_curve* curve)
{
    bl_convex ball = {.kind = BL_CONVEX_POINT, .radius = curve->tube_radius};
    double least = INFINITY;
    for (int i = 0; i < 4000; i++) {
        belay_pose at = belay_pose_identity();
        at.position = bl_curve_at(curve, curve->length * i / 4000.0).point;
        least = fmin(least, bl_convex_distance(solid, pose, &ball, at).distance);
    }
    return least;
}

Test(tube, a_knot_is_many_balls)
{
    uint64_t lot = 3;
    bl_curve* curve = curve_knot(60, 0.05);
    for (int i = 0; i < 30; i++) {
        bl_convex solid = solid_of(i % 5);
        belay_pose pose = random_pose(&lot, 3.0);
        double by_balls = distance_by_balls(&solid, pose, curve);
        bl_distance d = bl_tube_distance(&solid, pose, curve);
        cr_assert_leq(d.distance, by_balls + 1e-9);
        cr_assert_geq(d.distance, by_balls - (by_balls > 0.1 ? 1e-4 : 1e-2), "%g, by balls %g", d.distance, by_balls);
        if (fabs(by_balls) > 0.01) cr_assert_eq(bl_tube_overlaps(&solid, pose, curve), by_balls < 0.0);
    }
    free(curve);
}

Test(tube, first_contact_with_a_knot)
{
    uint64_t lot = 4;
    bl_curve* curve = curve_knot(60, 0.05);
    int hits = 0;
    for (int i = 0; i < 60; i++) {
        bl_convex solid = solid_of(i % 5);
        belay_pose pose = random_pose(&lot, 5.0), there = pose;
        belay_vec3 way = v3_sub(bl_curve_at(curve, curve->length * chance_next(&lot)).point, pose.position), center;
        double time;
        if (bl_tube_overlaps(&solid, pose, curve)) continue;
        cr_assert(bl_tube_first_contact(&solid, pose, way, curve, &time, &center), "it is aimed at");
        hits++;
        there.position = v3_add_scaled(pose.position, time, way);
        cr_assert_float_eq(bl_tube_distance(&solid, there, curve).distance, 0.0, 1e-6);
        for (int k = 0; k < 20; k++) {
            there.position = v3_add_scaled(pose.position, k / 20.0 * (time - 1e-6), way);
            cr_assert_not(bl_tube_overlaps(&solid, there, curve));
        }
    }
    cr_assert_gt(hits, 30);
    free(curve);
}

// A wide cylinder that sinks onto a ring and a ball in its middle are equally near to all of it.
Test(tube, a_ring_met_all_around)
{
    bl_curve* curve = curve_circle(128, 1.0, 0.1);
    bl_convex disc = {.kind = BL_CONVEX_CYLINDER, .half = {2.0, 2.0, 0.25}},
              ball = {.kind = BL_CONVEX_POINT, .radius = 0.5};
    belay_pose above = belay_pose_identity();
    belay_vec3 center, nearest;
    double time;
    above.position = v3(0.0, 0.0, 3.0);
    cr_assert(bl_tube_first_contact(&disc, above, v3(0.0, 0.0, -4.0), curve, &time, &center));
    cr_assert_float_eq(3.0 - 4.0 * time, 0.35, 1e-6);
    cr_assert_float_eq(v3_length(center), 1.0, 1e-6);
    cr_assert_float_eq(bl_tube_distance(&ball, belay_pose_identity(), curve).distance, 0.4, 1e-6);
    cr_assert_float_eq(bl_tube_distance(&disc, above, curve).distance, 2.65, 1e-6);
    cr_assert_float_eq(bl_tube_closest_point(curve, v3_zero(), &nearest), 0.9, 1e-6);
    cr_assert_float_eq(v3_length(nearest), 0.9, 1e-6);
    free(curve);
}

Test(tube, closest_points)
{
    uint64_t lot = 5;
    bl_curve* curve = curve_knot(60, 0.05);
    for (int i = 0; i < 300; i++) {
        belay_vec3 near_to = bl_curve_at(curve, curve->length * chance_next(&lot)).point, nearest;
        belay_vec3 point = v3_add(near_to, chance_vector(&lot, i % 2 ? 1.0 : 0.04));
        bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
        int count = bl_curve_closest_points(curve, point, INFINITY, found);
        double least = INFINITY, distance = bl_tube_closest_point(curve, point, &nearest);
        for (int k = 0; k < count; k++)
            least = fmin(least, found[k].distance);
        cr_assert_float_eq(distance, fmax(least - 0.05, 0.0), 1e-14);
        cr_assert_float_eq(v3_distance(point, nearest), distance, 1e-14);
        if (distance > 0.0) cr_assert_float_eq(bl_tube_closest_point(curve, nearest, &near_to), 0.0, 1e-12);
    }
    free(curve);
}
