// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Closest points on curves: against exact shapes, against brute force on random curves, along joints in tiny steps, and
// the second derivative of the distance against differences.

#include "belay/vec.h"
#include "geometry/curve/curve.h"
#include "support/chance.h"
#include "support/shapes/curves.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static bl_curve_closest find_one(const bl_curve* curve, belay_vec3 x, double cutoff)
{
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    int count = bl_curve_closest_points(curve, x, cutoff, found);
    cr_assert_eq(count, 1, "%d minima", count);
    return found[0];
}

Test(curve, closest_on_a_straight_rail)
{
    belay_vec3 points[21];
    for (int i = 0; i <= 20; i++)
        points[i] = v3(0.1 * i, 0.0, 0.0);
    bl_curve* curve = curve_of(points, 21, false, 0.003);
    for (int i = 0; i <= 4000; i++) {
        double x = 2.0 * i / 4000.0;
        bl_curve_closest c = find_one(curve, v3(x, 0.012, 0.02), 0.05);
        cr_assert_float_eq(c.s, x, 1e-14);
        cr_assert_float_eq(c.u, x, 1e-14);
        cr_assert_float_eq(c.distance, hypot(0.012, 0.02), 1e-16);
        cr_assert_lt(v3_distance(c.normal, v3(0.0, 0.012 / c.distance, 0.02 / c.distance)), 1e-14);
        cr_assert_not(c.is_end);
    }
    free(curve);
}

Test(curve, closest_on_a_circle_inside_and_outside)
{
    const double radius = 0.3;
    bl_curve* curve = curve_circle(128, radius, 0.01 * radius);
    for (int i = 0; i < 3000; i++) {
        double a = 2.0 * PI * i / 3000.0;
        for (int side = -1; side <= 1; side += 2) {
            double reach = radius + 0.02 * side;
            bl_curve_closest c = find_one(curve, v3(reach * cos(a), reach * sin(a), 0.0), 0.05);
            cr_assert_float_eq(c.distance, 0.02, 1e-7 * radius);
            cr_assert_float_eq(c.s, a * radius, 1e-6);
            cr_assert_float_eq(v3_dot(c.curvature, c.normal), -side / radius, 1e-3 / radius);
            cr_assert_lt(fabs(v3_dot(c.normal, c.tangent)), 1e-15);
        }
    }
    free(curve);
}

Test(curve, closest_at_open_ends)
{
    belay_vec3 points[5] = {{0.0, 0.0, 0.0}, {0.5, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.5, 0.0, 0.0}, {2.0, 0.0, 0.0}};
    bl_curve* curve = curve_of(points, 5, false, 0.01);
    bl_curve_closest c = find_one(curve, v3(-0.3, 0.4, 0.0), 1.0);
    cr_assert(c.is_end && c.s == 0.0 && c.span == 0);
    cr_assert_float_eq(c.distance, 0.5, 1e-15);
    cr_assert_lt(v3_distance(c.normal, v3(-0.6, 0.8, 0.0)), 1e-15);
    c = find_one(curve, v3(2.3, 0.0, 0.4), 1.0);
    cr_assert(c.is_end && c.s == curve->length && c.span == 3);
    cr_assert_lt(v3_distance(c.normal, v3(0.6, 0.0, 0.8)), 1e-15);
    c = find_one(curve, v3(0.0, 0.4, 0.0), 1.0);
    cr_assert(!c.is_end && c.s == 0.0);
    c = find_one(curve, v3(2.0, 0.4, 0.0), 1.0);
    cr_assert(!c.is_end);
    cr_assert_float_eq(c.s, 2.0, 1e-15);
    c = find_one(curve, v3(-1e-9, 0.0, 0.0), 1.0);
    cr_assert(c.is_end);
    cr_assert_lt(v3_distance(c.normal, v3(-1.0, 0.0, 0.0)), 1e-15);
    c = find_one(curve, v3(2.0, 0.0, 0.0), 1.0);
    cr_assert_eq(c.distance, 0.0);
    cr_assert_float_eq(v3_dot(c.normal, c.tangent), 0.0, 1e-15);
    free(curve);
}

// Both ends of an arc that nearly closes, and none of its inside: x is beyond the gap.
Test(curve, both_ends_of_an_arc)
{
    belay_vec3 points[41];
    for (int i = 0; i <= 40; i++) {
        double a = 0.3 + (2.0 * PI - 0.6) * i / 40.0;
        points[i] = v3(cos(a), sin(a), 0.0);
    }
    bl_curve* curve = curve_of(points, 41, false, 0.01);
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    cr_assert_eq(bl_curve_closest_points(curve, v3(1.2, 0.0, 0.0), 0.6, found), 2);
    cr_assert(found[0].is_end && found[1].is_end && found[0].s == 0.0 && found[1].s == curve->length);
    cr_assert_float_eq(found[0].distance, found[1].distance, 1e-14);
    free(curve);
}

Test(curve, far_away_and_strange_queries)
{
    bl_curve* curve = curve_circle(64, 1.0, 0.01);
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    cr_assert_eq(bl_curve_closest_points(curve, v3(50.0, 1.0, 2.0), 10.0, found), 0);
    cr_assert_eq(bl_curve_closest_points(curve, v3(50.0, 1.0, 2.0), -1.0, found), 0);
    cr_assert_eq(bl_curve_closest_points(curve, v3(NAN, 1.0, 2.0), 10.0, found), 0);
    cr_assert_eq(bl_curve_closest_points(curve, v3(1.0, 1.0, 2.0), NAN, found), 0);
    bl_curve_closest c = find_one(curve, v3(1e6, 0.0, 0.0), INFINITY);
    cr_assert_float_eq(c.distance, 1e6 - 1.0, 1e-9);
    c = find_one(curve, v3(0.9, 0.0, 0.0), c.distance);
    cr_assert_float_eq(c.distance, 0.1, 1e-15);
    cr_assert_eq(c.s, 0.0);
    free(curve);
}

Test(curve, two_branches_at_the_same_distance)
{
    belay_vec3 points[60];
    for (int i = 0; i < 60; i++) {
        double a = 2.0 * PI * i / 60.0;
        points[i] = v3(2.0 * cos(a), 0.1 * sin(a) + 0.03 * sin(3.0 * a), 0.0);
    }
    bl_curve* curve = curve_of(points, 60, true, 1e-3);
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    cr_assert_eq(bl_curve_closest_points(curve, v3(0.3, 0.0, 0.02), 0.2, found), 2);
    cr_assert_float_eq(found[0].distance, found[1].distance, 1e-14);
    cr_assert_lt(found[0].s, found[1].s);
    cr_assert_float_eq(found[0].point.y, -found[1].point.y, 1e-14);
    free(curve);
}

Test(curve, on_the_curve_itself)
{
    bl_curve* curve = curve_knot(90, 0.05);
    for (int i = 0; i < 2000; i++) {
        double s = curve->length * i / 2000.0;
        bl_curve_station place = bl_curve_at(curve, s);
        bl_curve_closest c = find_one(curve, place.point, 0.01);
        cr_assert_lt(c.distance, 2e-15);
        cr_assert_lt(fabs(bl_curve_s_difference(curve, c.s, s)), 1e-14);
        cr_assert_float_eq(v3_length(c.normal), 1.0, 1e-15);
        cr_assert_float_eq(v3_dot(c.normal, c.tangent), 0.0, 1e-14);
    }
    free(curve);
}

// From the centre of a circle the distance is constant up to the error of the spline: many minima, the nearest kept.
Test(curve, centre_of_a_circle)
{
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    for (int n = 3; n <= 400; n += 1 + n / 3) {
        bl_curve* curve = curve_circle(n, 1.0, 0.01);
        int count = bl_curve_closest_points(curve, v3_zero(), 1.1, found);
        cr_assert(count >= 1 && count <= BL_CURVE_MAX_CLOSEST, "n %d: %d", n, count);
        for (int i = 0; i < count; i++) {
            cr_assert_float_eq(found[i].distance, 1.0, 0.15);
            cr_assert(isfinite(bl_curve_distance_bend(&found[i]).along));
            if (i > 0) cr_assert_lt(found[i - 1].s, found[i].s);
        }
        free(curve);
    }
}

// A ball carried along the curve at a constant place of its cross-section, in steps so short that any jump at a joint
// would stand out: first differences of the curvature and second differences of point and normal stay of the size that
// the smooth curve gives them.
Test(curve, nothing_jumps_at_joints)
{
    bl_curve* curve = curve_knot(60, 0.05);
    const int steps = 400000;
    double ds = curve->length / steps, d = 0.06;
    bl_curve_closest last[2];
    memset(last, 0, sizeof last);
    for (int i = 0; i <= steps; i++) {
        bl_curve_station place = bl_curve_at(curve, i * ds);
        belay_vec3 side = v3_cross(place.tangent, v3(0.0, 0.0, 1.0)); // smooth: the tangent is never vertical
        bl_curve_closest c = find_one(curve, v3_add_scaled(place.point, d, side), 0.15);
        cr_assert_lt(fabs(bl_curve_s_difference(curve, c.s, place.s)), 1e-12);
        if (i >= 2) {
            belay_vec3 p2 = v3_add(v3_sub(c.point, v3_scale(2.0, last[1].point)), last[0].point);
            belay_vec3 n2 = v3_add(v3_sub(c.normal, v3_scale(2.0, last[1].normal)), last[0].normal);
            cr_assert_lt(v3_length(p2), 5.0 * ds * ds + 1e-14);
            cr_assert_lt(v3_length(n2), 60.0 * ds * ds + 2e-13, "%g", v3_length(n2) / ds / ds);
            cr_assert_lt(v3_distance(c.curvature, last[1].curvature), 20.0 * ds + 1e-12);
        }
        last[0] = last[1];
        last[1] = c;
    }
    free(curve);
}

// Exactly at the points, and a few units of rounding to either side, there is one minimum; far from the origin too,
// where rounding is larger.
static void check_joints(belay_vec3 origin, double rounding)
{
    belay_vec3 points[77];
    for (int i = 0; i < 77; i++)
        points[i] = v3_add(origin, curve_knot_point(i, 77));
    bl_curve* curve = curve_of(points, 77, true, 0.05);
    uint64_t lot = 5;
    for (int i = 0; i < curve->span_count; i++) {
        const bl_curve_span* span = &bl_curve_spans(curve)[i];
        belay_vec3 t = v3_scale(1.0 / v3_length(span->c[1]), span->c[1]);
        for (int k = 0; k < 300; k++) {
            belay_vec3 side = v3_scale(chance_between(&lot, 0.0, 0.1), v3_any_orthogonal(t));
            belay_vec3 x = v3_add(v3_add(span->c[0], side), v3_scale(chance_between(&lot, -rounding, rounding), t));
            bl_curve_closest c = find_one(curve, x, 0.12);
            cr_assert_lt(fabs(bl_curve_s_difference(curve, c.s, span->s0)), 25.0 * rounding);
        }
    }
    free(curve);
}

Test(curve, one_minimum_at_a_joint)
{
    check_joints(v3_zero(), 4e-16);
    check_joints(v3(1000.0, -2000.0, 500.0), 4e-13);
}

static double distance_at(const bl_curve* curve, belay_vec3 x)
{
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    double nearest = INFINITY;
    int count = bl_curve_closest_points(curve, x, INFINITY, found);
    for (int i = 0; i < count; i++)
        nearest = fmin(nearest, found[i].distance);
    return nearest;
}

// (d(x + e v) - 2 d(x) + d(x - e v)) / e^2 and (d(x + e v) - d(x - e v)) / 2 e
static void check_derivatives(const bl_curve* curve, belay_vec3 x, belay_vec3 v)
{
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    int count = bl_curve_closest_points(curve, x, 0.3, found), nearest = 0;
    for (int i = 1; i < count; i++)
        if (found[i].distance < found[nearest].distance) nearest = i;
    cr_assert_gt(count, 0);
    const double e = 1e-4;
    double plus = distance_at(curve, v3_add_scaled(x, e, v)), minus = distance_at(curve, v3_add_scaled(x, -e, v));
    double middle = distance_at(curve, x);
    double first = v3_dot(v, found[nearest].normal), second = bl_curve_distance_hessian(&found[nearest], v);
    cr_assert_float_eq((plus - minus) / (2.0 * e), first, 1e-5);
    cr_assert_float_eq((plus - 2.0 * middle + minus) / (e * e), second, 1e-4 * (1.0 + fabs(second)), "%g %g",
                       (plus - 2.0 * middle + minus) / (e * e), second);
}

Test(curve, hessian_agrees_with_differences)
{
    uint64_t lot = 3;
    bl_curve* curve = curve_knot(90, 0.05);
    for (int i = 0; i < 2000; i++) {
        bl_curve_station place = bl_curve_at(curve, chance_between(&lot, 0.0, curve->length));
        belay_vec3 side = v3_normalize_or(v3_cross(place.tangent, chance_vector(&lot, 1.0)), place.tangent);
        belay_vec3 x = v3_add_scaled(place.point, chance_between(&lot, 0.1, 0.2), side);
        check_derivatives(curve, x, chance_vector(&lot, 1.0));
    }
    free(curve);
}

Test(curve, hessian_of_simple_shapes)
{
    belay_vec3 points[2] = {{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
    bl_curve *line = curve_of(points, 2, false, 0.01), *circle = curve_circle(256, 0.5, 0.005);
    bl_curve_closest c = find_one(line, v3(1.0, 0.1, 0.0), 0.3);
    cr_assert_float_eq(bl_curve_distance_hessian(&c, v3(3.0, 5.0, 2.0)), 4.0 / 0.1, 1e-12);
    c = find_one(circle, v3(0.6, 0.0, 0.0), 0.2);
    cr_assert_float_eq(bl_curve_distance_bend(&c).along, 1.0 / 0.6, 1e-3);
    cr_assert_float_eq(bl_curve_distance_bend(&c).across, 10.0, 1e-6);
    c = find_one(circle, v3(0.4, 0.0, 0.0), 0.2);
    cr_assert_float_eq(bl_curve_distance_bend(&c).along, -1.0 / 0.4, 1e-3);
    c = find_one(line, v3(2.3, 0.4, 0.0), 1.0);
    cr_assert_float_eq(bl_curve_distance_hessian(&c, v3(0.0, 0.0, 3.0)), 9.0 / 0.5, 1e-12);
    cr_assert_float_eq(bl_curve_distance_hessian(&c, c.normal), 0.0, 1e-14);
    check_derivatives(line, v3(2.06, 0.08, 0.0), v3(0.3, -0.5, 0.7));
    c = find_one(line, v3(1.0, 0.0, 0.0), 1.0);
    cr_assert_eq(bl_curve_distance_hessian(&c, v3(1.0, 1.0, 1.0)), 0.0);
    free(line);
    free(circle);
}

// Brute force

#define SAMPLES 160 // per span

typedef struct minimum {
    double distance;
    belay_vec3 point;
} minimum;

static belay_vec3 span_point(const bl_curve_span* s, double t)
{
    return v3_add_scaled(s->c[0], t, v3_add_scaled(s->c[1], t, v3_add_scaled(s->c[2], t, s->c[3])));
}

// The point at w spans from the start, 0 <= w <= span_count; beyond that around again when closed.
static belay_vec3 point_at(const bl_curve* curve, double w)
{
    int n = curve->span_count;
    if (curve->is_closed) w -= n * floor(w / n);
    int i = (int)fmin(fmax(floor(w), 0.0), n - 1);
    return span_point(&bl_curve_spans(curve)[i], fmin(fmax(w - i, 0.0), 1.0));
}

// Golden section between two samples around a lower one.
static minimum refine(const bl_curve* curve, belay_vec3 x, double lower, double upper)
{
    const double g = 0.6180339887498949;
    for (int i = 0; i < 60; i++) {
        double a = upper - g * (upper - lower), b = lower + g * (upper - lower);
        if (v3_distance(point_at(curve, a), x) < v3_distance(point_at(curve, b), x))
            upper = b;
        else
            lower = a;
    }
    minimum m = {0.0, point_at(curve, 0.5 * (lower + upper))};
    m.distance = v3_distance(m.point, x);
    return m;
}

static int brute_force(const bl_curve* curve, belay_vec3 x, double cutoff, minimum* out, int capacity)
{
    static double d[64 * SAMPLES + 1];
    int n = curve->span_count * SAMPLES, count = 0;
    for (int i = 0; i <= n; i++) {
        int span = i < n ? i / SAMPLES : curve->span_count - 1;
        d[i] = v3_distance(span_point(&bl_curve_spans(curve)[span], (double)(i - span * SAMPLES) / SAMPLES), x);
    }
    int last = curve->is_closed ? n - 1 : n;
    for (int i = 0; i <= last && count < capacity; i++) {
        double before = i > 0 ? d[i - 1] : (curve->is_closed ? d[n - 1] : INFINITY);
        double after = i < n ? d[i + 1] : INFINITY;
        if (!(d[i] <= before && d[i] < after)) continue;
        double lower = curve->is_closed ? i - 1 : fmax(i - 1, 0.0), upper = curve->is_closed ? i + 1 : fmin(i + 1, n);
        minimum m = refine(curve, x, lower / SAMPLES, upper / SAMPLES);
        if (m.distance <= cutoff - 1e-9) out[count++] = m;
    }
    return count;
}

static bool is_reported(const minimum* m, const bl_curve_closest* found, int count)
{
    for (int i = 0; i < count; i++)
        if (fabs(found[i].distance - m->distance) < 1e-9 && v3_distance(found[i].point, m->point) < 1e-3) return true;
    return false;
}

// Nothing nearer within a short way along the curve.
static void check_is_minimum(const bl_curve* curve, belay_vec3 x, const bl_curve_closest* c)
{
    double reach = 1e-7 * curve->length;
    for (int side = -1; side <= 1; side += 2) {
        double d = v3_distance(bl_curve_at(curve, c->s + side * reach).point, x);
        cr_assert_geq(d, c->distance - 1e-14 * (1.0 + d), "%g", d - c->distance);
    }
    if (!c->is_end) cr_assert_lt(fabs(v3_dot(v3_sub(x, c->point), c->tangent)), 2e-14);
    cr_assert_float_eq(c->distance, v3_distance(x, c->point), 1e-15);
    cr_assert_lt(v3_distance(bl_curve_at(curve, c->s).point, c->point), 1e-13, "%g L %g",
                 v3_distance(bl_curve_at(curve, c->s).point, c->point), curve->length);
}

// Returns the number of minima compared.
static int check_against_brute_force(const bl_curve* curve, belay_vec3 x, double cutoff)
{
    minimum right[64];
    bl_curve_closest found[BL_CURVE_MAX_CLOSEST];
    double farthest = 0.0;
    int expected = brute_force(curve, x, cutoff, right, 64);
    int count = bl_curve_closest_points(curve, x, cutoff, found);
    for (int i = 0; i < count; i++) {
        check_is_minimum(curve, x, &found[i]);
        farthest = fmax(farthest, found[i].distance);
        cr_assert_leq(found[i].distance, cutoff);
        if (i > 0) cr_assert_gt(found[i].s - found[i - 1].s, 1e-7 * curve->length);
    }
    for (int i = 0; i < expected; i++) {
        if (count == BL_CURVE_MAX_CLOSEST && right[i].distance > farthest - 1e-9) continue;
        cr_assert(is_reported(&right[i], found, count), "missed one at distance %g of %d", right[i].distance, expected);
    }
    return expected;
}

static bl_curve* build_random(uint64_t* lot)
{
    belay_vec3 points[20];
    int count = 3 + (int)(chance_next(lot) * 14.0);
    bool is_closed = chance_next(lot) < 0.5;
    for (int i = 0; i < count; i++)
        points[i] = chance_vector(lot, 1.0);
    bl_curve* curve = malloc(bl_curve_storage_size(count, is_closed));
    if (bl_curve_build(curve, points, count, is_closed, 1e-6, NULL) == BELAY_OK) return curve;
    free(curve);
    return NULL;
}

Test(curve, no_minimum_is_missed_on_random_curves)
{
    uint64_t lot = 2026;
    int queries = 0, minima = 0;
    while (queries < 24000) {
        bl_curve* curve = build_random(&lot);
        for (int i = 0; curve && i < 40; i++, queries++) {
            belay_vec3 x = chance_vector(&lot, 1.2);
            minima += check_against_brute_force(curve, x, chance_between(&lot, 0.05, 1.5));
        }
        free(curve);
    }
    cr_assert_gt(minima, queries, "%d", minima);
}

// Queries near the centres of curvature, where minima appear and merge.
Test(curve, no_minimum_is_missed_near_centres_of_curvature)
{
    uint64_t lot = 77;
    int queries = 0;
    while (queries < 4000) {
        bl_curve* curve = build_random(&lot);
        for (int i = 0; curve && i < 20; i++, queries++) {
            bl_curve_station p = bl_curve_at(curve, chance_between(&lot, 0.0, curve->length));
            double k = v3_length(p.curvature), factor = chance_between(&lot, 0.9, 1.1);
            belay_vec3 x = v3_add_scaled(p.point, factor / (k * k), p.curvature);
            if (k > 0.5) check_against_brute_force(curve, x, 2.0);
        }
        free(curve);
    }
}
