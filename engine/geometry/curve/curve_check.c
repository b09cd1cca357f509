// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What may go wrong with a tube: bad points, and a curve that bends more tightly than the tube is thick. The second is
// decided on the curve itself, not on samples of it: the largest curvature of each span is found among the roots of its
// derivative.

#include "geometry/curve/curve_bernstein.h"
#include "geometry/curve/curve_internal.h"
#include "geometry/geometry_tolerances.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 3, 4))) static belay_result fail(belay_error* error, belay_result code,
                                                               const char* format, ...)
{
    if (!error) return code;
    va_list arguments;
    va_start(arguments, format);
    error->code = code;
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return code;
}

static double largest_coordinate(belay_vec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

static belay_result validate_coordinates(const belay_vec3* points, int count, double* extent, belay_error* error)
{
    *extent = 0.0;
    for (int i = 0; i < count; i++) {
        belay_vec3 p = points[i];
        if (!v3_is_finite(p))
            return fail(error, BELAY_ERROR_SHAPE, "points[%d] is (%g, %g, %g); it must be finite", i, p.x, p.y, p.z);
        if (largest_coordinate(p) > BL_CURVE_MAX_COORDINATE)
            return fail(error, BELAY_ERROR_VALUE, "points[%d] is (%g, %g, %g); coordinates must be at most %g in size",
                        i, p.x, p.y, p.z, BL_CURVE_MAX_COORDINATE);
        *extent = fmax(*extent, largest_coordinate(p));
    }
    return BELAY_OK;
}

static bool is_same_point(belay_vec3 a, belay_vec3 b, double extent)
{
    return !(v3_distance(a, b) > BL_CURVE_SAME_POINT * extent);
}

static belay_result validate_steps(const belay_vec3* points, int count, double extent, belay_error* error)
{
    for (int i = 1; i < count; i++) {
        belay_vec3 p = points[i];
        if (is_same_point(points[i - 1], p, extent))
            return fail(error, BELAY_ERROR_SHAPE, "points[%d] is (%g, %g, %g), as points[%d]; neighbours must differ",
                        i, p.x, p.y, p.z, i - 1);
    }
    return BELAY_OK;
}

static belay_result validate_count(const belay_vec3* points, int count, bool is_closed, belay_error* error)
{
    int least = is_closed ? 3 : 2;
    if (!points) return fail(error, BELAY_ERROR_SHAPE, "points is null; it must be given");
    if (count < least)
        return fail(error, BELAY_ERROR_SHAPE, "point_count is %d; %s curve must have at least %d different points",
                    count, is_closed ? "a closed" : "an open", least);
    if (count > BL_CURVE_MAX_POINTS)
        return fail(error, BELAY_ERROR_SHAPE, "point_count is %d; it must be at most %d", count, BL_CURVE_MAX_POINTS);
    return BELAY_OK;
}

belay_result bl_validate_curve_points(const belay_vec3* points, int point_count, bool is_closed, double tube_radius,
                                      int* distinct_count, belay_error* error)
{
    double extent;
    int n = point_count;
    belay_result result = validate_count(points, n, is_closed, error);
    if (result == BELAY_OK && !(isfinite(tube_radius) && tube_radius > 0.0))
        return fail(error, BELAY_ERROR_VALUE, "tube_radius is %g; it must be finite and above 0", tube_radius);
    if (result == BELAY_OK) result = validate_coordinates(points, n, &extent, error);
    if (result == BELAY_OK) result = validate_steps(points, n, extent, error);
    if (result != BELAY_OK) return result;
    if (is_closed && is_same_point(points[0], points[n - 1], extent)) n--;
    *distinct_count = n;
    return validate_count(points, n, is_closed, error);
}

// With lengths in units of the span's chord h: S(t) = |p'|^2 and A(t) = |p' x p''|^2, both of degree 4, so that the
// squared curvature times h^2 is A / S^3. Its derivative has the sign of g = A' S - 3 A S', of degree 7.
typedef struct bending {
    double speed[5], area[5];
    double speed_slope[4], slope[8];
} bending;

// Coefficients of |a + b t + c t^2|^2
static void square_quadratic(belay_vec3 a, belay_vec3 b, belay_vec3 c, double out[5])
{
    out[0] = v3_dot(a, a);
    out[1] = 2.0 * v3_dot(a, b);
    out[2] = v3_dot(b, b) + 2.0 * v3_dot(a, c);
    out[3] = 2.0 * v3_dot(b, c);
    out[4] = v3_dot(c, c);
}

// p' = c1 + 2 c2 t + 3 c3 t^2;  p' x p'' = 2 c1 x c2 + 6 c1 x c3 t + 6 c2 x c3 t^2
static bending make_bending(const bl_curve_span* span)
{
    bending q;
    belay_vec3 c1 = v3_scale(1.0 / span->h, span->c[1]);
    belay_vec3 c2 = v3_scale(1.0 / span->h, span->c[2]);
    belay_vec3 c3 = v3_scale(1.0 / span->h, span->c[3]);
    square_quadratic(c1, v3_scale(2.0, c2), v3_scale(3.0, c3), q.speed);
    square_quadratic(v3_scale(2.0, v3_cross(c1, c2)), v3_scale(6.0, v3_cross(c1, c3)), v3_scale(6.0, v3_cross(c2, c3)),
                     q.area);
    for (int i = 0; i < 4; i++)
        q.speed_slope[i] = (i + 1) * q.speed[i + 1];
    for (int i = 0; i < 8; i++)
        q.slope[i] = 0.0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            q.slope[i + j] += (i + 1) * q.area[i + 1] * q.speed[j] - 3.0 * q.area[j] * q.speed_slope[i];
    return q;
}

static double evaluate(const double* a, int degree, double t)
{
    double value = a[degree];
    for (int i = degree - 1; i >= 0; i--)
        value = value * t + a[i];
    return value;
}

// Curvature times h; infinite at a cusp.
static double curvature_at(const bending* q, double t)
{
    double speed = evaluate(q->speed, 4, t), area = evaluate(q->area, 4, t);
    if (!(speed > BL_CURVE_CUSP_SPEED * BL_CURVE_CUSP_SPEED)) return INFINITY;
    return sqrt(fmax(area, 0.0)) / (speed * sqrt(speed));
}

static double bisect(const double* a, int degree, bl_bernstein_bracket bracket)
{
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (bracket.lower + bracket.upper);
        bool is_before = (evaluate(a, degree, middle) < 0.0) == bracket.is_rising;
        if (is_before)
            bracket.lower = middle;
        else
            bracket.upper = middle;
    }
    return 0.5 * (bracket.lower + bracket.upper);
}

typedef struct peak {
    double curvature, t;
} peak;

static void raise_peak(peak* best, const bending* q, double t)
{
    double curvature = curvature_at(q, t);
    if (!(curvature > best->curvature)) return;
    best->curvature = curvature;
    best->t = t;
}

// Looks at the roots of `slope` where it changes in the wanted direction.
static void visit_extrema(peak* best, const bending* q, const double* slope, int degree, bool is_rising)
{
    double b[BL_BERNSTEIN_MAX_DEGREE + 1];
    bl_bernstein_bracket brackets[BL_BERNSTEIN_MAX_DEGREE];
    bl_bernstein_from_powers(slope, degree, b);
    int count = bl_bernstein_isolate(b, degree, brackets);
    for (int i = 0; i < count; i++)
        if (brackets[i].is_rising == is_rising) raise_peak(best, q, bisect(slope, degree, brackets[i]));
}

static peak span_peak(const bl_curve_span* span)
{
    bending q = make_bending(span);
    peak best = {-1.0, 0.0};
    raise_peak(&best, &q, 0.0);
    raise_peak(&best, &q, 1.0);
    visit_extrema(&best, &q, q.slope, 7, false);
    visit_extrema(&best, &q, q.speed_slope, 3, true);
    best.curvature /= span->h;
    return best;
}

void bl_curve_find_max_curvature(bl_curve* curve)
{
    const bl_curve_span* spans = bl_curve_spans(curve);
    curve->max_curvature = 0.0;
    curve->max_curvature_s = 0.0;
    for (int i = 0; i < curve->span_count; i++) {
        peak best = span_peak(&spans[i]);
        if (!(best.curvature > curve->max_curvature)) continue;
        curve->max_curvature = best.curvature;
        curve->max_curvature_s = spans[i].s0 + bl_span_arc(&spans[i], best.t);
    }
}

belay_result bl_validate_curve_radius(const bl_curve* curve, belay_error* error)
{
    if (curve->tube_radius * curve->max_curvature < 1.0) return BELAY_OK;
    bl_curve_station place = bl_curve_at(curve, curve->max_curvature_s);
    return fail(error, BELAY_ERROR_SHAPE,
                "tube_radius is %g; it must be below that of the curve, which has a radius of curvature of only %g "
                "at s = %g, between points[%d] and the next, near (%g, %g, %g)",
                curve->tube_radius, 1.0 / curve->max_curvature, place.s, place.span, place.point.x, place.point.y,
                place.point.z);
}
