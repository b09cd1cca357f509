// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Closest points. On a span, half the squared distance from x has the derivative f(t) = (p(t) - x).p'(t), of degree 5,
// and a minimum is where f goes from negative to positive. All such places are isolated from the signs of f's Bernstein
// coefficients and then refined by Newton's method on f itself. At a joint both spans take the sign of f from the same
// number, so that a minimum at or near the joint is seen by exactly one of them, whatever the rounding.

#include "geometry/curve/curve.h"
#include "geometry/curve/curve_bernstein.h"
#include "geometry/curve/curve_internal.h"
#include "geometry/geometry_tolerances.h"

#include <float.h>
#include <math.h>

typedef struct query {
    const bl_curve* curve;
    const bl_curve_span* spans;
    belay_vec3 x;
    double cutoff;
    int count;
    bl_curve_closest* out;
} query;

// With the Bernstein coefficients r_i of p - x and d_j of p':  b_k = sum_{i+j=k} C(3,i) C(2,j) / C(5,k) r_i.d_j
static void derivative_coefficients(const query* q, int index, double b[6])
{
    const bl_curve_span* span = &q->spans[index];
    const belay_vec3* c = span->c;
    belay_vec3 r0 = v3_sub(c[0], q->x);
    belay_vec3 r1 = v3_add_scaled(r0, 1.0 / 3.0, c[1]);
    belay_vec3 r2 = v3_add_scaled(v3_add_scaled(r0, 2.0 / 3.0, c[1]), 1.0 / 3.0, c[2]);
    belay_vec3 r3 = v3_add(r0, v3_add(c[1], v3_add(c[2], c[3])));
    belay_vec3 d0 = c[1], d1 = v3_add(c[1], c[2]);
    belay_vec3 d2 = v3_add_scaled(v3_add_scaled(c[1], 2.0, c[2]), 3.0, c[3]);
    b[0] = v3_dot(r0, d0);
    b[1] = (2.0 * v3_dot(r0, d1) + 3.0 * v3_dot(r1, d0)) / 5.0;
    b[2] = (v3_dot(r0, d2) + 6.0 * v3_dot(r1, d1) + 3.0 * v3_dot(r2, d0)) / 10.0;
    b[3] = (3.0 * v3_dot(r1, d2) + 6.0 * v3_dot(r2, d1) + v3_dot(r3, d0)) / 10.0;
    b[4] = (3.0 * v3_dot(r2, d2) + 2.0 * v3_dot(r3, d1)) / 5.0;
    b[5] = v3_dot(r3, d2);
    int next = index + 1;
    if (next == q->curve->span_count) {
        if (!q->curve->is_closed) return;
        next = 0;
    }
    const bl_curve_span* after = &q->spans[next];
    b[5] = v3_dot(v3_sub(after->c[0], q->x), after->c[1]) * (span->h / after->h);
}

// f = (p - x).p',  f' = |p'|^2 + (p - x).p''
static double derivative(const bl_curve_span* span, belay_vec3 x, double t, double* slope)
{
    belay_vec3 r = v3_sub(bl_span_point(span, t), x), velocity = bl_span_velocity(span, t);
    *slope = v3_length_squared(velocity) + v3_dot(r, bl_span_acceleration(span, t));
    return v3_dot(r, velocity);
}

// The point of the bracket to try after t, given Newton's answer `next`. A step that leaves the bracket by no more than
// rounding ends on its border; any other that leaves it is replaced by halving.
static double guard(double next, double lower, double upper)
{
    if (next >= lower && next <= upper) return next;
    if (next < lower && next > lower - BL_CURVE_BRACKET_MARGIN) return lower;
    if (next > upper && next < upper + BL_CURVE_BRACKET_MARGIN) return upper;
    return 0.5 * (lower + upper);
}

// The root of a rising f in the bracket, from the guess t.
static double refine(const bl_curve_span* span, belay_vec3 x, double t, double lower, double upper)
{
    for (int i = 0; i < 80; i++) {
        double slope, f = derivative(span, x, t, &slope);
        if (f < 0.0)
            lower = t;
        else
            upper = t;
        double next = guard(slope > 0.0 ? t - f / slope : INFINITY, lower, upper);
        double step = fabs(next - t);
        t = next;
        if (step < (upper - lower > BL_CURVE_WIDE_BRACKET ? BL_CURVE_LAST_STEP : DBL_EPSILON)) break;
    }
    return t;
}

// Below this distance the direction from p to x is rounding.
static double noise(belay_vec3 p, belay_vec3 x)
{
    return 8.0 * DBL_EPSILON * (fabs(p.x) + fabs(p.y) + fabs(p.z) + fabs(x.x) + fabs(x.y) + fabs(x.z));
}

static void set_normal(bl_curve_closest* c, belay_vec3 x)
{
    belay_vec3 r = v3_sub(x, c->point);
    c->distance = v3_length(r);
    if (!c->is_end) r = v3_add_scaled(r, -v3_dot(r, c->tangent), c->tangent);
    double length = v3_length(r);
    bool is_noise = !(length > noise(c->point, x));
    c->normal = is_noise ? v3_any_orthogonal(c->tangent) : v3_scale(1.0 / length, r);
}

static bl_curve_closest make_closest(const query* q, int span, double t, bool is_end)
{
    bl_curve_station place = bl_curve_station_at(q->curve, span, t);
    bl_curve_closest c = {place.u, place.s, place.point, place.tangent, v3_zero(), place.curvature, 0.0, span, is_end};
    set_normal(&c, q->x);
    if (q->curve->is_closed && c.s >= q->curve->length) {
        c.s = 0.0;
        c.u = 0.0;
        c.span = 0;
    }
    return c;
}

static bool is_same_minimum(const query* q, const bl_curve_closest* a, const bl_curve_closest* b)
{
    double length = q->spans[b->span].length;
    return fabs(bl_curve_s_difference(q->curve, a->s, b->s)) <= BL_CURVE_SAME_MINIMUM * length &&
           fabs(a->distance - b->distance) <= noise(b->point, q->x);
}

static int find_farthest(const query* q)
{
    int farthest = 0;
    for (int i = 1; i < q->count; i++)
        if (q->out[i].distance > q->out[farthest].distance) farthest = i;
    return farthest;
}

static void insert(query* q, const bl_curve_closest* c)
{
    for (int i = 0; i < q->count; i++)
        if (is_same_minimum(q, &q->out[i], c)) return;
    if (q->count == BL_CURVE_MAX_CLOSEST) {
        int farthest = find_farthest(q);
        if (!(c->distance < q->out[farthest].distance)) return;
        q->count--;
        for (int i = farthest; i < q->count; i++)
            q->out[i] = q->out[i + 1];
    }
    int index = q->count++;
    for (; index > 0 && q->out[index - 1].s > c->s; index--)
        q->out[index] = q->out[index - 1];
    q->out[index] = *c;
}

static void visit_minimum(query* q, int span, double t, bool is_end)
{
    belay_vec3 r = v3_sub(bl_span_point(&q->spans[span], t), q->x);
    if (!(v3_length(r) <= q->cutoff)) return;
    bl_curve_closest c = make_closest(q, span, t, is_end);
    insert(q, &c);
}

// Whether f is positive just after t = 0, also when it is zero there.
static bool starts_rising(const double b[6])
{
    int i = 0;
    while (i < 5 && b[i] == 0.0)
        i++;
    return b[i] > 0.0;
}

static void visit_span(query* q, int index)
{
    const bl_curve_span* span = &q->spans[index];
    bool is_open = !q->curve->is_closed, is_last = index == q->curve->span_count - 1;
    double b[6];
    bl_bernstein_bracket brackets[BL_BERNSTEIN_MAX_DEGREE];
    derivative_coefficients(q, index, b);
    if (is_open && index == 0 && starts_rising(b)) visit_minimum(q, 0, 0.0, b[0] > 0.0);
    int variations = bl_bernstein_variations(b, 5);
    if (variations == 1 && b[0] < 0.0) {
        visit_minimum(q, index, refine(span, q->x, b[0] / (b[0] - b[5]), 0.0, 1.0), false);
    } else if (variations > 1) {
        int count = bl_bernstein_isolate(b, 5, brackets);
        for (int i = 0; i < count; i++) {
            double lower = brackets[i].lower, upper = brackets[i].upper;
            if (!brackets[i].is_rising) continue;
            visit_minimum(q, index, refine(span, q->x, 0.5 * (lower + upper), lower, upper), false);
        }
    }
    if (is_open && is_last && b[5] < 0.0) visit_minimum(q, index, 1.0, true);
}

static double outside(double x, double lower, double upper)
{
    return x < lower ? lower - x : (x > upper ? x - upper : 0.0);
}

static bool is_near(const bl_curve_node* box, belay_vec3 x, double cutoff)
{
    double dx = outside(x.x, box->lower.x, box->upper.x);
    double dy = outside(x.y, box->lower.y, box->upper.y);
    double dz = outside(x.z, box->lower.z, box->upper.z);
    return dx * dx + dy * dy + dz * dz <= cutoff * cutoff;
}

// A subtree still to visit: its root node, first span and number of spans.
typedef struct branch {
    int node, first, count;
} branch;

int bl_curve_closest_points(const bl_curve* curve, belay_vec3 x, double cutoff,
                            bl_curve_closest out[BL_CURVE_MAX_CLOSEST])
{
    const bl_curve_node* nodes = bl_curve_nodes(curve);
    query q = {curve, bl_curve_spans(curve), x, cutoff, 0, out};
    branch stack[32]; // deeper than the tree of BL_CURVE_MAX_POINTS spans
    int top = 0;
    if (!(cutoff >= 0.0)) return 0;
    stack[top++] = (branch){0, 0, curve->span_count};
    while (top > 0) {
        branch at = stack[--top];
        if (!is_near(&nodes[at.node], x, cutoff)) continue;
        if (at.count == 1) {
            visit_span(&q, at.first);
            continue;
        }
        int half = (at.count + 1) / 2;
        stack[top++] = (branch){at.node + 2 * half, at.first + half, at.count - half};
        stack[top++] = (branch){at.node + 1, at.first, half};
    }
    return q.count;
}
