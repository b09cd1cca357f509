// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rays against tubes: closed forms of straight rails and rings, and random rays at a knot, of which every hit is on the
// surface and nothing of the tube comes before it.

#include "geometry/distance/tube.h"

#include "belay/vec.h"
#include "support/chance.h"
#include "support/shapes/curves.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

static bl_curve* build_line(int count, double radius)
{
    belay_vec3 points[64];
    for (int i = 0; i < count; i++)
        points[i] = v3(2.0 * i / (count - 1), 0.0, 0.0);
    return curve_of(points, count, false, radius);
}

static double distance_to(const bl_curve* curve, belay_vec3 x)
{
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    int count = bl_curve_closest_points(curve, x, INFINITY, found);
    double best = INFINITY;
    for (int i = 0; i < count; i++)
        best = fmin(best, found[i].distance);
    return best;
}

// The answer against what holds for it; `digits` is what the surface may be missed by, m.
static bool check_ray(const bl_curve* curve, belay_vec3 origin, belay_vec3 way, double digits)
{
    double time = 1.0, radius = curve->tube_radius;
    belay_vec3 normal;
    bool is_hit = bl_tube_cast_ray(curve, origin, way, &time, &normal);
    for (int i = 0; i < 300; i++) {
        double before = time * (i + (is_hit ? 0.0 : 1.0)) / 300.0;
        cr_assert_gt(distance_to(curve, v3_add_scaled(origin, before, way)), radius - digits);
    }
    if (!is_hit) return false;
    cr_assert(time >= 0.0 && time <= 1.0);
    belay_vec3 there = v3_add_scaled(origin, time, way);
    cr_assert_float_eq(distance_to(curve, there), radius, digits);
    cr_assert_float_eq(v3_length(normal), 1.0, 1e-12);
    cr_assert_float_eq(distance_to(curve, v3_add_scaled(there, radius, normal)), 2.0 * radius, 1e3 * digits);
    cr_assert_leq(v3_dot(normal, way), 1e-6 * v3_length(way));
    return true;
}

Test(tube_ray, a_straight_rail_is_a_capsule)
{
    uint64_t lot = 1;
    bl_curve* curve = build_line(21, 0.1);
    int hits = 0;
    for (int i = 0; i < 4000; i++) {
        belay_vec3 origin = v3_add(v3(1.0, 0.0, 0.0), chance_vector(&lot, 3.0));
        belay_vec3 target = v3_add(v3(2.2 * chance_next(&lot) - 0.1, 0.0, 0.0), chance_vector(&lot, 0.15));
        belay_vec3 way = v3_scale(0.5 + chance_next(&lot), v3_sub(target, origin)), normal;
        if (distance_to(curve, origin) < 0.1) continue;
        double time;
        if (!bl_tube_cast_ray(curve, origin, way, &time, &normal)) continue;
        hits++;
        belay_vec3 there = v3_add_scaled(origin, time, way);
        belay_vec3 axis = v3(fmin(fmax(there.x, 0.0), 2.0), 0.0, 0.0);
        cr_assert_float_eq(v3_distance(there, axis), 0.1, 1e-13);
        cr_assert_lt(v3_distance(normal, v3_scale(10.0, v3_sub(there, axis))), 1e-11);
    }
    cr_assert_gt(hits, 1000);
    free(curve);
}

// Perpendicular rays at height y hit at sqrt(R^2 - y^2) from the axis, up to the very edge.
Test(tube_ray, grazing_a_straight_rail)
{
    bl_curve* curve = build_line(9, 0.1);
    for (int i = -9; i <= 9; i++) {
        double y = 0.1 * (1.0 - pow(10.0, -abs(i))) * (i < 0 ? -1.0 : 1.0), time;
        belay_vec3 normal;
        cr_assert(bl_tube_cast_ray(curve, v3(0.7, y, 5.0), v3(0.0, 0.0, -10.0), &time, &normal));
        cr_assert_float_eq(10.0 * time, 5.0 - sqrt(0.01 - y * y), 1e-9);
    }
    double time;
    belay_vec3 normal;
    cr_assert_not(bl_tube_cast_ray(curve, v3(0.7, 0.1 + 1e-12, 5.0), v3(0.0, 0.0, -10.0), &time, &normal));
    cr_assert(bl_tube_cast_ray(curve, v3(0.7, 0.1 - 1e-12, 5.0), v3(0.0, 0.0, -10.0), &time, &normal));
    free(curve);
}

// Along the rail: outside it misses however near, inside the end's ball it hits the end.
Test(tube_ray, along_a_straight_rail)
{
    bl_curve* curve = build_line(33, 0.1);
    double time;
    belay_vec3 normal;
    for (int k = 3; k <= 12; k++) {
        double offset = pow(10.0, -k);
        cr_assert_not(bl_tube_cast_ray(curve, v3(-5.0, 0.1 + offset, 0.0), v3(10.0, 0.0, 0.0), &time, &normal));
        cr_assert_not(bl_tube_cast_ray(curve, v3(-5.0, 0.1 + offset, 0.0), v3(10.0, 1e-9, 0.0), &time, &normal));
        double y = 0.1 - offset;
        cr_assert(bl_tube_cast_ray(curve, v3(-5.0, y, 0.0), v3(10.0, 0.0, 0.0), &time, &normal));
        cr_assert_float_eq(10.0 * time, 5.0 - sqrt(0.01 - y * y), 1e-8);
    }
    cr_assert(bl_tube_cast_ray(curve, v3(-5.0, 0.0, 0.0), v3(10.0, 0.0, 0.0), &time, &normal));
    cr_assert_float_eq(time, 0.49, 1e-14);
    cr_assert_lt(v3_distance(normal, v3(-1.0, 0.0, 0.0)), 1e-12);
    // sinking onto it at a very flat angle
    cr_assert(bl_tube_cast_ray(curve, v3(0.5, 0.1 + 1e-6, 0.0), v3(1.0, -2e-6, 0.0), &time, &normal));
    cr_assert_float_eq(time, 0.5, 1e-8);
    cr_assert_lt(v3_distance(normal, v3(0.0, 1.0, 0.0)), 1e-9);
    free(curve);
}

Test(tube_ray, length_and_direction_of_the_ray)
{
    bl_curve* curve = build_line(5, 0.1);
    double time;
    belay_vec3 normal;
    cr_assert_not(bl_tube_cast_ray(curve, v3(1.0, 0.0, 1.0), v3(0.0, 0.0, -0.9 + 1e-9), &time, &normal));
    cr_assert(bl_tube_cast_ray(curve, v3(1.0, 0.0, 1.0), v3(0.0, 0.0, -0.9 - 1e-9), &time, &normal));
    cr_assert_not(bl_tube_cast_ray(curve, v3(1.0, 0.0, 1.0), v3(0.0, 0.0, 5.0), &time, &normal));
    cr_assert_not(bl_tube_cast_ray(curve, v3(1.0, 0.0, 1.0), v3_zero(), &time, &normal));
    cr_assert(bl_tube_cast_ray(curve, v3(1.0, 0.05, 0.0), v3(0.0, 3.0, 4.0), &time, &normal));
    cr_assert_eq(time, 0.0);
    cr_assert_lt(v3_distance(normal, v3(0.0, -0.6, -0.8)), 1e-15);
    free(curve);
}

// In the plane of the ring, through its middle, and along its axis.
Test(tube_ray, a_ring)
{
    const double radius = 1.0, tube = 0.1;
    bl_curve* curve = curve_circle(256, radius, tube);
    double time;
    belay_vec3 normal;
    for (int i = 0; i < 100; i++) {
        double a = 2.0 * PI * i / 100.0, c = cos(a), s = sin(a);
        cr_assert(bl_tube_cast_ray(curve, v3(3.0 * c, 3.0 * s, 0.0), v3(-3.0 * c, -3.0 * s, 0.0), &time, &normal));
        cr_assert_float_eq(3.0 * time, 3.0 - radius - tube, 1e-8);
        cr_assert_lt(v3_distance(normal, v3(c, s, 0.0)), 1e-4);
        cr_assert(bl_tube_cast_ray(curve, v3_zero(), v3(3.0 * c, 3.0 * s, 0.0), &time, &normal));
        cr_assert_float_eq(3.0 * time, radius - tube, 1e-8);
        cr_assert(bl_tube_cast_ray(curve, v3(c, s, 2.0), v3(0.0, 0.0, -4.0), &time, &normal));
        cr_assert_float_eq(4.0 * time, 2.0 - tube, 1e-8);
    }
    cr_assert_not(bl_tube_cast_ray(curve, v3(0.0, 0.0, 2.0), v3(0.0, 0.0, -4.0), &time, &normal));
    free(curve);
}

// A circle turned about z is the ring: its ray has four crossings, of which the first is asked for.
Test(tube_ray, through_all_four_walls_of_a_ring)
{
    bl_curve* curve = curve_circle(256, 1.0, 0.1);
    for (int i = 0; i < 200; i++) {
        double y = 1.2 * i / 200.0, time;
        belay_vec3 normal;
        bool is_hit = bl_tube_cast_ray(curve, v3(-3.0, y, 0.0), v3(6.0, 0.0, 0.0), &time, &normal);
        cr_assert_eq(is_hit, y < 1.1);
        if (is_hit) cr_assert_float_eq(6.0 * time, 3.0 - sqrt(1.21 - y * y), 1e-6);
    }
    free(curve);
}

Test(tube_ray, random_rays_at_a_knot)
{
    uint64_t lot = 2;
    bl_curve* curve = curve_knot(60, 0.05);
    int hits = 0;
    for (int i = 0; i < 1500; i++) {
        belay_vec3 origin = chance_vector(&lot, 4.0);
        bl_curve_station near_to = bl_curve_at(curve, curve->length * chance_next(&lot));
        belay_vec3 target = v3_add(near_to.point, chance_vector(&lot, 0.06));
        if (distance_to(curve, origin) > 0.05)
            hits += check_ray(curve, origin, v3_scale(1.5, v3_sub(target, origin)), 1e-12);
    }
    cr_assert_gt(hits, 900);
    free(curve);
}

// Tangents of the tube, moved inwards and outwards by ever less.
Test(tube_ray, rays_that_graze_a_knot)
{
    uint64_t lot = 3;
    bl_curve* curve = curve_knot(60, 0.05);
    for (int i = 0; i < 300; i++) {
        bl_curve_station s = bl_curve_at(curve, curve->length * chance_next(&lot));
        belay_vec3 side = v3_any_orthogonal(s.tangent), up = v3_cross(s.tangent, side);
        double turn = 2.0 * PI * chance_next(&lot), lean = 2.0 * chance_next(&lot) - 1.0;
        belay_vec3 out = v3_add(v3_scale(cos(turn), side), v3_scale(sin(turn), up));
        belay_vec3 way = v3_add_scaled(v3_cross(s.tangent, out), 3.0 * lean, s.tangent);
        double depth = pow(10.0, -2.0 - 9.0 * chance_next(&lot)) * (i % 2 ? 1.0 : -1.0);
        belay_vec3 touch = v3_add_scaled(s.point, 0.05 - depth, out);
        check_ray(curve, v3_add_scaled(touch, -0.5, way), way, 1e-12);
    }
    free(curve);
}

static void check_inside(const bl_curve* curve, belay_vec3 origin, belay_vec3 way)
{
    double time;
    belay_vec3 normal;
    cr_assert(bl_tube_cast_ray(curve, origin, way, &time, &normal));
    cr_assert_eq(time, 0.0);
    cr_assert_lt(v3_distance(normal, v3_scale(-1.0 / v3_length(way), way)), 1e-15);
}

Test(tube_ray, starts_inside)
{
    uint64_t lot = 4;
    bl_curve *knot = curve_knot(60, 0.05), *line = build_line(5, 0.05);
    for (int i = 0; i < 500; i++) {
        bl_curve_station on_knot = bl_curve_at(knot, knot->length * chance_next(&lot));
        bl_curve_station on_line = bl_curve_at(line, line->length * chance_next(&lot));
        belay_vec3 beside = chance_vector(&lot, 0.028), way = chance_vector(&lot, 1.0);
        check_inside(knot, v3_add(on_knot.point, beside), way);
        check_inside(line, v3_add(on_line.point, beside), i % 5 == 0 ? v3(i % 2 ? 1.0 : -1.0, 0.0, 0.0) : way);
    }
    free(knot);
    free(line);
}
