// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The interpolating cubic spline. Unknowns are the second derivatives M_i = p''(u_i) at the points; with the chords
// h_i = |x_{i+1} - x_i| as knot spacing, continuity of the first derivative at point i says
//     h_{i-1} M_{i-1} + 2 (h_{i-1} + h_i) M_i + h_i M_{i+1} = 6 (d_i - d_{i-1}),   d_i = (x_{i+1} - x_i) / h_i.
// On a straight line all d_i are equal, hence M = 0 and the curve is that line at unit speed.
//
// At the start of an open curve M_0 is continued from inside, M_0 = (1 + w) M_1 - w M_2. The factor w = h_0 / h_1 is
// the not-a-knot condition (the first two spans are one cubic), which keeps the order of accuracy up to the end; it is
// held to at most 2, because a long span before short ones would otherwise blow up what the short ones say. A constant
// curvature is continued exactly whatever w. The other end is the mirror image. Three points give one parabola, two a
// straight line.

#include "geometry/curve/curve_internal.h"
#include "geometry/geometry_tolerances.h"

#include <string.h>

// One row of the system, with the value for the three coordinates.
typedef struct row {
    double before, middle, after;
    belay_vec3 right;
} row;

// The work space of the solve, which lies where the nodes will be.
typedef struct solve {
    const bl_curve_span* spans;
    const belay_vec3* points;
    int count;
    belay_vec3* m; // count second derivatives
    double* ratio; // count
    double* z;     // count; closed curves only
} solve;

size_t bl_curve_storage_size(int point_count, bool is_closed)
{
    if (point_count < (is_closed ? 3 : 2) || point_count > BL_CURVE_MAX_POINTS) return 0;
    size_t spans = (size_t)(is_closed ? point_count : point_count - 1);
    return sizeof(bl_curve) + spans * sizeof(bl_curve_span) + (2 * spans - 1) * sizeof(bl_curve_node);
}

static void lay_out(bl_curve* curve, int point_count, bool is_closed, double tube_radius)
{
    size_t size = bl_curve_storage_size(point_count, is_closed);
    memset(curve, 0, size);
    curve->span_count = is_closed ? point_count : point_count - 1;
    curve->node_count = 2 * curve->span_count - 1;
    curve->is_closed = is_closed;
    curve->tube_radius = tube_radius;
    curve->storage_size = size;
    curve->span_offset = sizeof(bl_curve);
    curve->node_offset = sizeof(bl_curve) + (size_t)curve->span_count * sizeof(bl_curve_span);
}

static void set_chords(bl_curve* curve, const belay_vec3* points, int count)
{
    bl_curve_span* spans = bl_curve_spans_mutable(curve);
    double u = 0.0;
    for (int i = 0; i < curve->span_count; i++) {
        spans[i].h = v3_distance(points[i], points[i + 1 < count ? i + 1 : 0]);
        spans[i].u0 = u;
        u += spans[i].h;
    }
    curve->chord_length = u;
}

// Continuity at point i, between span `before` and span i.
static row make_row(const solve* a, int i)
{
    int before = i > 0 ? i - 1 : a->count - 1, next = i + 1 < a->count ? i + 1 : 0;
    double h0 = a->spans[before].h, h1 = a->spans[i].h;
    belay_vec3 d0 = v3_scale(1.0 / h0, v3_sub(a->points[i], a->points[before]));
    belay_vec3 d1 = v3_scale(1.0 / h1, v3_sub(a->points[next], a->points[i]));
    row r = {h0, 2.0 * (h0 + h1), h1, v3_scale(6.0, v3_sub(d1, d0))};
    return r;
}

// w for a first span `outer` and its neighbour `inner`
static double continuation(const solve* a, int outer, int inner)
{
    if (a->count == 3) return 0.0;
    return fmin(a->spans[outer].h / a->spans[inner].h, BL_CURVE_MAX_CONTINUATION);
}

// The row of an open curve, with the unknowns at the ends put in terms of their neighbours.
static row make_open_row(const solve* a, int i)
{
    row r = make_row(a, i);
    double h0 = r.before, h1 = r.after;
    if (i == 1) {
        double w = continuation(a, 0, 1);
        r.before = 0.0;
        r.middle += (1.0 + w) * h0;
        r.after -= w * h0;
    }
    if (i == a->count - 2) {
        double w = continuation(a, i, i - 1);
        r.after = 0.0;
        r.middle += (1.0 + w) * h1;
        r.before -= w * h1;
    }
    return r;
}

// One step of the elimination downwards; returns the pivot. The matrix is diagonally dominant, so no rows are
// exchanged.
static double eliminate(solve* a, int i, row r, bool is_first)
{
    double pivot = is_first ? r.middle : r.middle - r.before * a->ratio[i - 1];
    belay_vec3 right = is_first ? r.right : v3_add_scaled(r.right, -r.before, a->m[i - 1]);
    a->ratio[i] = r.after / pivot;
    a->m[i] = v3_scale(1.0 / pivot, right);
    return pivot;
}

static void solve_open(solve* a)
{
    int n = a->count;
    for (int i = 1; i <= n - 2; i++)
        eliminate(a, i, make_open_row(a, i), i == 1);
    for (int i = n - 3; i >= 1; i--)
        a->m[i] = v3_add_scaled(a->m[i], -a->ratio[i], a->m[i + 1]);
    double w0 = continuation(a, 0, 1), w1 = continuation(a, n - 2, n - 3);
    a->m[0] = w0 > 0.0 ? v3_add_scaled(v3_scale(1.0 + w0, a->m[1]), -w0, a->m[2]) : a->m[1];
    a->m[n - 1] = w1 > 0.0 ? v3_add_scaled(v3_scale(1.0 + w1, a->m[n - 2]), -w1, a->m[n - 3]) : a->m[n - 2];
}

// The cyclic matrix is a tridiagonal one plus e f^T, e = (g, 0, .., 0, h), f = (1, 0, .., 0, h / g), where h is the
// chord from the last point to the first and g is free; with B y = right and B z = e,
//     M = y - z (f.y) / (1 + f.z).
// g = -(first diagonal entry) keeps B as dominant as the matrix itself.
static void solve_closed(solve* a)
{
    int n = a->count;
    double h = a->spans[n - 1].h, g = 0.0;
    for (int i = 0; i < n; i++) {
        row r = make_row(a, i);
        if (i == 0) {
            g = -r.middle;
            r.middle -= g;
        }
        if (i == n - 1) r.middle -= h * h / g;
        double pivot = eliminate(a, i, r, i == 0);
        double e = i == 0 ? g : (i == n - 1 ? h : 0.0);
        a->z[i] = (i == 0 ? e : e - r.before * a->z[i - 1]) / pivot;
    }
    for (int i = n - 2; i >= 0; i--) {
        a->m[i] = v3_add_scaled(a->m[i], -a->ratio[i], a->m[i + 1]);
        a->z[i] -= a->ratio[i] * a->z[i + 1];
    }
    belay_vec3 fy = v3_add_scaled(a->m[0], h / g, a->m[n - 1]);
    double scale = 1.0 / (1.0 + a->z[0] + h / g * a->z[n - 1]);
    for (int i = 0; i < n; i++)
        a->m[i] = v3_add_scaled(a->m[i], -scale * a->z[i], fy);
}

// p = x_0 + c1 t + c2 t^2 + c3 t^3 with p'' = h^2 ((1 - t) M_0 + t M_1) and p(1) = x_1.
static void set_span(bl_curve_span* span, belay_vec3 x0, belay_vec3 x1, belay_vec3 m0, belay_vec3 m1)
{
    double hh = span->h * span->h;
    span->c[0] = x0;
    span->c[2] = v3_scale(0.5 * hh, m0);
    span->c[3] = v3_scale(hh / 6.0, v3_sub(m1, m0));
    span->c[1] = v3_sub(v3_sub(v3_sub(x1, x0), span->c[2]), span->c[3]);
}

// The nodes take 6 (2 spans - 1) doubles, which is room for the 5 per point that the solve needs as soon as there are
// three points.
static void interpolate(bl_curve* curve, const belay_vec3* points, int count)
{
    bl_curve_span* spans = bl_curve_spans_mutable(curve);
    if (count == 2) {
        set_span(spans, points[0], points[1], v3_zero(), v3_zero());
        return;
    }
    belay_vec3* m = (belay_vec3*)(void*)bl_curve_nodes_mutable(curve);
    double* ratio = (double*)(void*)(m + count);
    solve a = {spans, points, count, m, ratio, ratio + count};
    if (curve->is_closed)
        solve_closed(&a);
    else
        solve_open(&a);
    for (int i = 0; i < curve->span_count; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        set_span(&spans[i], points[i], points[next], m[i], m[next]);
    }
}

static void set_lengths(bl_curve* curve)
{
    bl_curve_span* spans = bl_curve_spans_mutable(curve);
    double s = 0.0;
    for (int i = 0; i < curve->span_count; i++) {
        bl_span_set_arc(&spans[i]);
        spans[i].s0 = s;
        s += spans[i].length;
    }
    curve->length = s;
}

belay_result bl_curve_build(bl_curve* curve, const belay_vec3* points, int point_count, bool is_closed,
                            double tube_radius, belay_error* error)
{
    int count = 0;
    belay_result result = bl_validate_curve_points(points, point_count, is_closed, tube_radius, &count, error);
    if (result != BELAY_OK) return result;
    lay_out(curve, count, is_closed, tube_radius);
    set_chords(curve, points, count);
    interpolate(curve, points, count);
    set_lengths(curve);
    bl_curve_build_tree(curve);
    bl_curve_find_max_curvature(curve);
    return bl_validate_curve_radius(curve, error);
}
