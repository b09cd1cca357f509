// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The curve itself: how well it follows lines, circles and helices, its ends, its arc length, frames and box, and what
// it refuses.

#include "belay/vec.h"
#include "geometry/curve/curve.h"
#include "support/shapes/curves.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define MAX_POINTS 1024

// `count` points of a helix of the given radius; `turns` of it, rising by `rise` in all.
static void helix(belay_vec3* points, int count, double radius, double turns, double rise, int divisor)
{
    for (int i = 0; i < count; i++) {
        double a = (double)i / divisor;
        points[i] = v3(radius * cos(2.0 * PI * turns * a), radius * sin(2.0 * PI * turns * a), rise * a);
    }
}

static bl_curve* build_circle(int count, double radius)
{
    belay_vec3 points[MAX_POINTS];
    helix(points, count, radius, 1.0, 0.0, count);
    return curve_of(points, count, true, 0.01 * radius);
}

static belay_vec3 span_point(const bl_curve_span* s, double t)
{
    return v3_add_scaled(s->c[0], t, v3_add_scaled(s->c[1], t, v3_add_scaled(s->c[2], t, s->c[3])));
}

typedef struct circle_errors {
    double radius, curvature, length;
} circle_errors;

// Relative to the radius, at 16 places of each span.
static circle_errors measure_circle(int count)
{
    const double radius = 0.3;
    bl_curve* curve = build_circle(count, radius);
    circle_errors e = {0.0, 0.0, fabs(curve->length / (2.0 * PI * radius) - 1.0)};
    for (int i = 0; i < 16 * count; i++) {
        bl_curve_station p = bl_curve_at(curve, curve->length * i / (16 * count));
        e.radius = fmax(e.radius, fabs(v3_length(p.point) / radius - 1.0));
        e.curvature = fmax(e.curvature, fabs(v3_length(p.curvature) * radius - 1.0));
    }
    free(curve);
    return e;
}

// With a = 2 pi / n the spline is off the circle by a^4 / 384 halfway between points, its curvature by a^2 / 12 at the
// points, its length by a^4 / 384 too: orders 4, 2, 4.
Test(curve, circle_converges_at_the_expected_orders)
{
    for (int n = 32; n <= 128; n *= 2) {
        double a = 2.0 * PI / n;
        circle_errors e = measure_circle(n), finer = measure_circle(2 * n);
        cr_assert_leq(e.radius, 1.1 * pow(a, 4.0) / 384.0 + 1e-14, "n %d radius %g", n, e.radius);
        cr_assert_leq(e.curvature, 1.1 * a * a / 12.0, "n %d curvature %g", n, e.curvature);
        cr_assert_leq(e.length, 1.1 * pow(a, 4.0) / 384.0 + 1e-14, "n %d length %g", n, e.length);
        cr_assert_float_eq(log2(e.radius / finer.radius), 4.0, 0.1);
        cr_assert_float_eq(log2(e.curvature / finer.curvature), 2.0, 0.1);
        cr_assert_float_eq(log2(e.length / finer.length), 4.0, 0.1);
    }
}

Test(curve, closing_point_may_be_repeated)
{
    belay_vec3 points[33];
    helix(points, 33, 0.3, 1.0, 0.0, 32);
    points[32] = points[0];
    bl_curve *a = curve_of(points, 33, true, 0.01), *b = curve_of(points, 32, true, 0.01);
    cr_assert_eq(a->span_count, 32);
    cr_assert_eq(a->storage_size, b->storage_size);
    cr_assert_eq(memcmp(a, b, b->storage_size), 0);
    free(a);
    free(b);
}

Test(curve, copy_is_the_same_curve_elsewhere)
{
    bl_curve* curve = build_circle(40, 1.0);
    bl_curve* copy = malloc(curve->storage_size);
    memcpy(copy, curve, curve->storage_size);
    bl_curve_station a = bl_curve_at(curve, 1.234);
    free(curve);
    bl_curve_station b = bl_curve_at(copy, 1.234);
    cr_assert_eq(memcmp(&a.point, &b.point, sizeof a.point), 0);
    free(copy);
}

// The same line whatever the spacing of the points, at unit speed, without curvature.
static void check_straight(const double* places, int count)
{
    belay_vec3 direction = v3_scale(1.0 / 3.0, v3(1.0, -2.0, 2.0)), points[MAX_POINTS];
    for (int i = 0; i < count; i++)
        points[i] = v3_add_scaled(v3(0.3, 0.1, -0.7), places[i], direction);
    bl_curve* curve = curve_of(points, count, false, 0.003);
    double length = places[count - 1] - places[0];
    cr_assert_float_eq(curve->length, length, 4.0 * DBL_EPSILON * length * count);
    cr_assert_lt(curve->max_curvature, 1e-12);
    for (int i = 0; i <= 1000; i++) {
        double s = length * i / 1000.0;
        bl_curve_station p = bl_curve_at(curve, s);
        cr_assert_lt(v3_distance(p.point, v3_add_scaled(points[0], s, direction)), 4e-15);
        cr_assert_lt(v3_distance(p.tangent, direction), 1e-14);
        cr_assert_lt(v3_length(p.curvature), 1e-12);
    }
    free(curve);
}

Test(curve, collinear_points_give_a_straight_line)
{
    double two[2] = {0.0, 2.0}, three[3] = {0.0, 0.3, 2.0}, four[4] = {0.0, 1.0, 1.1, 2.0};
    double even[21], uneven[9] = {0.0, 0.1, 0.25, 0.9, 1.0, 1.05, 1.5, 1.9, 2.0};
    for (int i = 0; i <= 20; i++)
        even[i] = 0.1 * i;
    check_straight(two, 2);
    check_straight(three, 3);
    check_straight(four, 4);
    check_straight(even, 21);
    check_straight(uneven, 9);
}

Test(curve, two_points_are_the_segment)
{
    belay_vec3 points[2] = {{0.1, 0.2, 0.3}, {1.1, -0.7, 2.9}};
    bl_curve* curve = curve_of(points, 2, false, 0.003);
    cr_assert_eq(curve->max_curvature, 0.0);
    cr_assert_eq(v3_length(bl_curve_spans(curve)[0].c[2]), 0.0);
    cr_assert_eq(v3_length(bl_curve_spans(curve)[0].c[3]), 0.0);
    free(curve);
}

// The greatest relative error of an open arc's curvature over its first and last two spans, and over the others.
static void measure_arc(int count, double* at_ends, double* inside)
{
    belay_vec3 points[MAX_POINTS];
    helix(points, count, 1.0, 0.25, 0.0, count - 1);
    bl_curve* curve = curve_of(points, count, false, 0.01);
    *at_ends = *inside = 0.0;
    for (int i = 0; i <= 2000; i++) {
        bl_curve_station p = bl_curve_at(curve, curve->length * i / 2000.0);
        double error = fabs(v3_length(p.curvature) - 1.0);
        double* where = p.span < 2 || p.span >= curve->span_count - 2 ? at_ends : inside;
        *where = fmax(*where, error);
    }
    free(curve);
}

// A natural end would have curvature 0, an error of 1. Here the ends keep the second order of the inside.
Test(curve, open_arc_keeps_its_curvature_to_the_ends)
{
    for (int n = 9; n <= 65; n = 2 * n - 1) {
        double ends, inside, finer_ends, finer_inside, a = 0.5 * PI / (n - 1);
        measure_arc(n, &ends, &inside);
        measure_arc(2 * n - 1, &finer_ends, &finer_inside);
        cr_assert_leq(ends, 0.75 * a * a, "n %d: %g", n, ends / (a * a));
        cr_assert_leq(inside, 0.2 * a * a, "n %d: %g", n, inside / (a * a));
        cr_assert_gt(log2(ends / finer_ends), 1.85);
    }
}

// A long span before short ones must not bulge.
Test(curve, long_straight_lead_in_stays_straight)
{
    belay_vec3 points[12] = {{-1.0, 0.0, 0.0}};
    for (int i = 0; i < 11; i++)
        points[i + 1] = v3(0.5 * sin(0.1 * i), 0.5 - 0.5 * cos(0.1 * i), 0.0);
    bl_curve* curve = curve_of(points, 12, false, 0.003);
    belay_vec3 lower, upper;
    bl_curve_bounds(curve, 0.0, &lower, &upper);
    cr_assert_gt(lower.y, -0.02, "%g", lower.y);
    free(curve);
}

Test(curve, helix)
{
    enum { COUNT = 401 };
    const double radius = 0.2, rise = 0.5, turns = 4.0;
    static belay_vec3 points[COUNT];
    helix(points, COUNT, radius, turns, rise, COUNT - 1);
    bl_curve* curve = curve_of(points, COUNT, false, 0.01);
    double pitch = rise / (2.0 * PI * turns), curvature = radius / (radius * radius + pitch * pitch);
    double length = 2.0 * PI * turns * sqrt(radius * radius + pitch * pitch);
    cr_assert_float_eq(curve->length, length, 3e-7);
    for (int i = 0; i <= 5000; i++) {
        bl_curve_station p = bl_curve_at(curve, curve->length * i / 5000.0);
        double angle = 2.0 * PI * turns * i / 5000.0;
        belay_vec3 right = v3(radius * cos(angle), radius * sin(angle), pitch * angle);
        belay_vec3 inwards = v3(-curvature * cos(angle), -curvature * sin(angle), 0.0);
        cr_assert_lt(v3_distance(p.point, right), 1e-7);
        bool is_inside = p.span >= 2 && p.span < COUNT - 3;
        cr_assert_lt(v3_distance(p.curvature, inwards), is_inside ? 2e-3 : 1.5e-2);
        cr_assert_lt(fabs(v3_dot(p.tangent, p.curvature)), 1e-14);
    }
    free(curve);
}

// What both sides of each joint say about position, tangent and curvature is the same to rounding.
Test(curve, joints_are_smooth)
{
    belay_vec3 points[37];
    for (int i = 0; i < 37; i++) {
        double a = 2.0 * PI * i / 37.0 + 0.05 * sin(3.0 * i);
        points[i] = v3(cos(a) + 0.2 * cos(3.0 * a), sin(a), 0.4 * sin(2.0 * a));
    }
    bl_curve* curve = curve_of(points, 37, true, 0.01);
    const bl_curve_span* spans = bl_curve_spans(curve);
    for (int i = 0; i < 37; i++) {
        const bl_curve_span *a = &spans[i], *b = &spans[(i + 1) % 37];
        belay_vec3 end = span_point(a, 1.0);
        belay_vec3 slope = v3_add(a->c[1], v3_add_scaled(v3_scale(2.0, a->c[2]), 3.0, a->c[3]));
        belay_vec3 bend = v3_add_scaled(v3_scale(2.0, a->c[2]), 6.0, a->c[3]);
        cr_assert_lt(v3_distance(end, b->c[0]), 1e-15);
        cr_assert_lt(v3_distance(v3_scale(1.0 / a->h, slope), v3_scale(1.0 / b->h, b->c[1])), 1e-13);
        double aa = a->h * a->h, bb = b->h * b->h;
        cr_assert_lt(v3_distance(v3_scale(1.0 / aa, bend), v3_scale(2.0 / bb, b->c[2])), 1e-12);
    }
    free(curve);
}

// The rule with 8 places against a sum over many short pieces, on a curve of only three points.
Test(curve, arc_length_is_accurate_and_inverts)
{
    belay_vec3 points[3] = {{1.0, 0.0, 0.0}, {-0.4, 0.9, 0.2}, {-0.5, -0.8, 0.0}};
    bl_curve* curve = curve_of(points, 3, true, 0.01);
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const bl_curve_span* span = &bl_curve_spans(curve)[i];
        enum { PIECES = 200000 };
        double length = 0.0;
        for (int k = 0; k < PIECES; k++) {
            double t = (k + 0.5) / PIECES;
            belay_vec3 v = v3_add_scaled(span->c[1], t, v3_add_scaled(v3_scale(2.0, span->c[2]), 3.0 * t, span->c[3]));
            length += v3_length(v) / PIECES;
        }
        sum += length;
        cr_assert_float_eq(span->length, length, 1e-10, "%g", span->length - length);
    }
    cr_assert_float_eq(curve->length, sum, 1e-10);
    for (int i = 1; i < 1000; i++) {
        double s = curve->length * i / 1000.0;
        cr_assert_float_eq(bl_curve_s_of_u(curve, bl_curve_u_of_s(curve, s)), s, 1e-14);
        cr_assert_float_eq(bl_curve_u_of_s(curve, s + 3.0 * curve->length), bl_curve_u_of_s(curve, s), 1e-13);
    }
    free(curve);
}

Test(curve, wraps_when_closed_and_clamps_when_open)
{
    belay_vec3 points[2] = {{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
    bl_curve *open = curve_of(points, 2, false, 0.1), *closed = build_circle(64, 1.0);
    cr_assert_eq(bl_curve_wrap(open, -1.0), 0.0);
    cr_assert_eq(bl_curve_wrap(open, 3.0), 2.0);
    cr_assert_eq(bl_curve_at(open, 3.0).point.x, 2.0);
    cr_assert_eq(bl_curve_wrap(closed, closed->length), 0.0);
    cr_assert_lt(bl_curve_wrap(closed, -1e-30), closed->length);
    cr_assert_float_eq(bl_curve_wrap(closed, -1.0), closed->length - 1.0, 1e-15);
    cr_assert_float_eq(bl_curve_s_difference(closed, 0.1, closed->length - 0.1), 0.2, 1e-15);
    cr_assert_float_eq(bl_curve_s_difference(open, 0.1, 1.9), -1.8, 1e-15);
    cr_assert_eq(bl_curve_wrap(closed, NAN), 0.0);
    free(open);
    free(closed);
}

Test(curve, box_is_tight)
{
    belay_vec3 lower, upper, low = v3(1.0, 1.0, 1.0), high = v3(-1.0, -1.0, -1.0), samples[MAX_POINTS];
    bl_curve* curve = build_circle(17, 0.7);
    bl_curve_bounds(curve, 0.0, &lower, &upper);
    bl_curve_sample(curve, MAX_POINTS, samples);
    for (int i = 0; i < MAX_POINTS; i++) {
        low = v3(fmin(low.x, samples[i].x), fmin(low.y, samples[i].y), fmin(low.z, samples[i].z));
        high = v3(fmax(high.x, samples[i].x), fmax(high.y, samples[i].y), fmax(high.z, samples[i].z));
    }
    cr_assert(lower.x <= low.x + 1e-15 && lower.y <= low.y + 1e-15 && upper.x >= high.x - 1e-15);
    cr_assert_lt(v3_distance(lower, low), 1e-5);
    cr_assert_lt(v3_distance(upper, high), 1e-5);
    cr_assert_lt(v3_distance(samples[0], samples[MAX_POINTS - 1]), 1e-14);
    bl_curve_bounds(curve, 0.1, &low, &high);
    cr_assert_float_eq(low.x, lower.x - 0.1, 1e-15);
    free(curve);
}

Test(curve, frames_are_orthonormal_and_close)
{
    enum { COUNT = 400 };
    static bl_curve_frame frames[COUNT];
    belay_vec3 points[60];
    for (int i = 0; i < 60; i++) {
        double a = 2.0 * PI * i / 60.0;
        points[i] = v3((2.0 + cos(3.0 * a)) * cos(2.0 * a), (2.0 + cos(3.0 * a)) * sin(2.0 * a), sin(3.0 * a));
    }
    bl_curve* curve = curve_of(points, 60, true, 0.05);
    bl_curve_sample_frames(curve, COUNT, v3(0.0, 0.0, 1.0), frames);
    for (int i = 0; i < COUNT; i++) {
        const bl_curve_frame* f = &frames[i];
        cr_assert_lt(v3_distance(v3_cross(f->normal, f->binormal), f->tangent), 1e-14);
        cr_assert_float_eq(v3_length(f->normal), 1.0, 1e-14);
        if (i > 0) cr_assert_gt(v3_dot(f->normal, frames[i - 1].normal), 0.99);
    }
    cr_assert_lt(v3_distance(frames[0].normal, frames[COUNT - 1].normal), 1e-12);
    bl_curve_sample_frames(curve, 2, v3_zero(), frames);
    cr_assert_float_eq(v3_dot(frames[0].normal, frames[0].tangent), 0.0, 1e-14);
    free(curve);
}

// Without twist the normal of a plane curve's frame stays in the plane's normal direction.
Test(curve, frames_do_not_twist)
{
    enum { COUNT = 100 };
    bl_curve_frame frames[COUNT];
    bl_curve* curve = build_circle(24, 0.5);
    bl_curve_sample_frames(curve, COUNT, v3(0.0, 0.0, 1.0), frames);
    for (int i = 0; i < COUNT; i++)
        cr_assert_lt(v3_distance(frames[i].normal, v3(0.0, 0.0, 1.0)), 1e-13);
    free(curve);
}

// Refusals

static void check_refused(const belay_vec3* points, int count, bool is_closed, double radius, belay_result code,
                          const char* words)
{
    belay_error error = {BELAY_OK, ""};
    size_t size = bl_curve_storage_size(count, is_closed);
    bl_curve* curve = malloc(size > 0 ? size : sizeof(bl_curve));
    cr_assert_eq(bl_curve_build(curve, points, count, is_closed, radius, &error), code, "%s", words);
    cr_assert_eq(error.code, code);
    cr_assert_not_null(strstr(error.message, words), "'%s' not in '%s'", words, error.message);
    cr_assert_eq(bl_curve_build(curve, points, count, is_closed, radius, NULL), code);
    free(curve);
}

Test(curve, refuses_bad_points)
{
    belay_vec3 p[6] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}};
    check_refused(NULL, 4, true, 0.1, BELAY_ERROR_SHAPE, "points is null");
    check_refused(p, 1, false, 0.1, BELAY_ERROR_SHAPE, "point_count is 1;");
    check_refused(p, 0, false, 0.1, BELAY_ERROR_SHAPE, "point_count is 0;");
    check_refused(p, -7, true, 0.1, BELAY_ERROR_SHAPE, "point_count is -7;");
    check_refused(p, BL_CURVE_MAX_POINTS + 1, false, 0.1, BELAY_ERROR_SHAPE, "at most");
    check_refused(p, 2, true, 0.1, BELAY_ERROR_SHAPE, "point_count is 2; a closed");
    p[2] = p[0];
    check_refused(p, 3, true, 0.1, BELAY_ERROR_SHAPE, "point_count is 2; a closed");
    p[2] = p[1];
    check_refused(p, 4, false, 0.1, BELAY_ERROR_SHAPE, "points[2] is (1, 0, 0), as points[1]");
    p[2] = v3(1.0, 1e-14, 0.0);
    check_refused(p, 4, true, 0.1, BELAY_ERROR_SHAPE, "points[2]");
    p[2] = v3(1.0, NAN, 0.0);
    check_refused(p, 4, true, 0.1, BELAY_ERROR_SHAPE, "points[2] is (1, nan, 0); it must be finite");
    p[2] = v3(1.0, 0.0, -INFINITY);
    check_refused(p, 4, true, 0.1, BELAY_ERROR_SHAPE, "it must be finite");
    p[2] = v3(1.0, 1e31, 0.0);
    check_refused(p, 4, true, 0.1, BELAY_ERROR_VALUE, "points[2] is (1, 1e+31, 0)");
}

Test(curve, refuses_bad_radius)
{
    belay_vec3 p[2] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    check_refused(p, 2, false, 0.0, BELAY_ERROR_VALUE, "tube_radius is 0");
    check_refused(p, 2, false, -0.5, BELAY_ERROR_VALUE, "tube_radius is -0.5");
    check_refused(p, 2, false, NAN, BELAY_ERROR_VALUE, "tube_radius is nan");
    check_refused(p, 2, false, INFINITY, BELAY_ERROR_VALUE, "tube_radius is inf");
}

Test(curve, refuses_a_tube_that_would_fold)
{
    belay_vec3 points[64], back[3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.25, 0.0, 0.0}};
    helix(points, 64, 0.3, 1.0, 0.0, 64);
    check_refused(points, 64, true, 0.3, BELAY_ERROR_SHAPE, "radius of curvature of only 0.299");
    free(curve_of(points, 64, true, 0.299));
    check_refused(back, 3, false, 1e-3, BELAY_ERROR_SHAPE, "radius of curvature of only 0 ");
}

// The stated largest curvature is not below any that sampling finds, and not above either.
Test(curve, largest_curvature_is_found)
{
    srand(7);
    for (int round = 0; round < 200; round++) {
        belay_vec3 points[8];
        double highest = 0.0;
        for (int i = 0; i < 8; i++)
            points[i] = v3(i + 0.5 * rand() / RAND_MAX, 1.0 * rand() / RAND_MAX, 1.0 * rand() / RAND_MAX);
        bl_curve* curve = curve_of(points, 8, false, 1e-9);
        for (int i = 0; i <= 20000; i++)
            highest = fmax(highest, v3_length(bl_curve_at(curve, curve->length * i / 20000.0).curvature));
        cr_assert_leq(highest, curve->max_curvature * (1.0 + 1e-9));
        cr_assert_geq(highest, curve->max_curvature * (1.0 - 1e-2));
        double there = v3_length(bl_curve_at(curve, curve->max_curvature_s).curvature);
        cr_assert_float_eq(there, curve->max_curvature, 1e-9 * there);
        free(curve);
    }
}

static double wild_number(void)
{
    static const double wild[8] = {0.0, NAN, INFINITY, -INFINITY, 1e300, -1e-300, 1e30, 1e-12};
    int kind = rand() % 80;
    return kind < 8 ? wild[kind] : 4.0 * rand() / RAND_MAX - 2.0;
}

static void check_finite(const bl_curve* curve)
{
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    cr_assert(isfinite(curve->length) && curve->length > 0.0);
    bl_curve_station place = bl_curve_at(curve, 0.3 * curve->length);
    cr_assert(v3_is_finite(place.point) && v3_is_finite(place.tangent) && v3_is_finite(place.curvature));
    int count = bl_curve_closest_points(curve, v3(wild_number(), 0.1, wild_number()), fabs(wild_number()), found);
    cr_assert(count >= 0 && count <= BL_CURVE_MAX_CLOSEST);
    for (int i = 0; i < count; i++)
        cr_assert(v3_is_finite(found[i].normal) && v3_is_finite(found[i].point));
}

Test(curve, survives_random_bad_input)
{
    int built = 0;
    srand(11);
    for (int round = 0; round < 20000; round++) {
        belay_vec3 points[12];
        int count = rand() % 12;
        bool is_closed = rand() % 2;
        for (int i = 0; i < 12; i++)
            points[i] = v3(wild_number(), wild_number(), wild_number());
        if (count > 1 && rand() % 8 == 0) points[count - 1] = points[rand() % count];
        size_t size = bl_curve_storage_size(count, is_closed);
        bl_curve* curve = malloc(size > 0 ? size : sizeof(bl_curve));
        belay_error error = {BELAY_OK, ""};
        double radius = rand() % 4 ? 1e-3 : wild_number();
        belay_result result = bl_curve_build(curve, points, count, is_closed, radius, &error);
        cr_assert_eq(result == BELAY_OK, error.message[0] == '\0');
        if (result == BELAY_OK) check_finite(curve);
        built += result == BELAY_OK;
        free(curve);
    }
    cr_assert_gt(built, 1000);
}
