// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Evaluation of a built curve: arc length and its inverse, stations, samples and frames.

#include "geometry/curve/curve.h"
#include "belay/elementary.h"
#include "geometry/curve/curve_internal.h"
#include "geometry/geometry_tolerances.h"

#include <math.h>

const bl_curve_span* bl_curve_spans(const bl_curve* curve)
{
    return (const bl_curve_span*)(const void*)((const char*)curve + curve->span_offset);
}

const bl_curve_node* bl_curve_nodes(const bl_curve* curve)
{
    return (const bl_curve_node*)(const void*)((const char*)curve + curve->node_offset);
}

bl_curve_span* bl_curve_spans_mutable(bl_curve* curve)
{
    return (bl_curve_span*)(void*)((char*)curve + curve->span_offset);
}

bl_curve_node* bl_curve_nodes_mutable(bl_curve* curve)
{
    return (bl_curve_node*)(void*)((char*)curve + curve->node_offset);
}

// The integral of |p'| from t0 to t by the Gauss-Legendre rule with 8 points, exact for polynomials up to degree 15.
static double integrate_speed(const bl_curve_span* span, double t0, double t)
{
    static const double place[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
    static const double weight[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
    double middle = 0.5 * (t0 + t), half = 0.5 * (t - t0), sum = 0.0;
    for (int i = 0; i < 4; i++) {
        double a = v3_length(bl_span_velocity(span, middle - half * place[i]));
        double b = v3_length(bl_span_velocity(span, middle + half * place[i]));
        sum += weight[i] * (a + b);
    }
    return half * sum;
}

// The rule runs over a quarter of the span at most, so that it stays accurate where the speed varies much.
double bl_span_arc(const bl_curve_span* span, double t)
{
    int quarter = t < 0.25 ? 0 : (t < 0.5 ? 1 : (t < 0.75 ? 2 : 3));
    return span->arc[quarter] + integrate_speed(span, 0.25 * quarter, t);
}

void bl_span_set_arc(bl_curve_span* span)
{
    span->arc[0] = 0.0;
    for (int i = 0; i < 3; i++)
        span->arc[i + 1] = span->arc[i] + integrate_speed(span, 0.25 * i, 0.25 * (i + 1));
    span->length = bl_span_arc(span, 1.0);
}

// With p' = |p'| tangent:  d2p/ds2 = (p'' - tangent (tangent.p'')) / |p'|^2
bl_curve_station bl_curve_station_at(const bl_curve* curve, int span, double t)
{
    const bl_curve_span* piece = &bl_curve_spans(curve)[span];
    belay_vec3 velocity = bl_span_velocity(piece, t), acceleration = bl_span_acceleration(piece, t);
    bl_curve_station r;
    double speed2 = v3_length_squared(velocity);
    r.point = bl_span_point(piece, t);
    r.tangent = v3_scale(1.0 / sqrt(speed2), velocity);
    r.curvature = v3_add_scaled(acceleration, -v3_dot(r.tangent, acceleration), r.tangent);
    r.curvature = v3_scale(1.0 / speed2, r.curvature);
    r.u = piece->u0 + piece->h * t;
    r.s = piece->s0 + bl_span_arc(piece, t);
    r.span = span;
    return r;
}

static double wrap(double value, double length, bool is_closed)
{
    if (!is_closed) return fmin(fmax(value, 0.0), length);
    if (!isfinite(value)) return 0.0;
    value = fmod(value, length);
    if (value < 0.0) value += length;
    return value < length ? value : 0.0;
}

double bl_curve_wrap(const bl_curve* curve, double s)
{
    return wrap(s, curve->length, curve->is_closed);
}

double bl_curve_s_difference(const bl_curve* curve, double s1, double s0)
{
    return curve->is_closed ? remainder(s1 - s0, curve->length) : s1 - s0;
}

// The last span whose u0 (or s0) is not above the value.
static int find_span(const bl_curve* curve, double value, bool by_length)
{
    const bl_curve_span* spans = bl_curve_spans(curve);
    int first = 0, count = curve->span_count;
    while (count > 1) {
        int half = count / 2;
        double start = by_length ? spans[first + half].s0 : spans[first + half].u0;
        if (start <= value) {
            first += half;
            count -= half;
        } else {
            count = half;
        }
    }
    return first;
}

// The t at which the arc length from the start of the span is s: Newton's method, halved whenever it leaves the
// bracket.
static double invert_arc(const bl_curve_span* span, double s)
{
    double lower = 0.0, upper = 1.0, t = s / span->length;
    if (!(t > 0.0)) return 0.0;
    if (!(t < 1.0)) return 1.0;
    for (int i = 0; i < 60; i++) {
        double error = bl_span_arc(span, t) - s;
        if (error < 0.0)
            lower = t;
        else
            upper = t;
        double next = t - error / v3_length(bl_span_velocity(span, t));
        if (!(next > lower && next < upper)) next = 0.5 * (lower + upper);
        if (fabs(next - t) <= BL_CURVE_ARC_ROUNDING) return next;
        t = next;
    }
    return t;
}

double bl_curve_s_of_u(const bl_curve* curve, double u)
{
    u = wrap(u, curve->chord_length, curve->is_closed);
    const bl_curve_span* span = &bl_curve_spans(curve)[find_span(curve, u, false)];
    return span->s0 + bl_span_arc(span, fmin((u - span->u0) / span->h, 1.0));
}

double bl_curve_u_of_s(const bl_curve* curve, double s)
{
    s = bl_curve_wrap(curve, s);
    const bl_curve_span* span = &bl_curve_spans(curve)[find_span(curve, s, true)];
    return span->u0 + span->h * invert_arc(span, s - span->s0);
}

bl_curve_station bl_curve_at(const bl_curve* curve, double s)
{
    s = bl_curve_wrap(curve, s);
    int index = find_span(curve, s, true);
    const bl_curve_span* span = &bl_curve_spans(curve)[index];
    bl_curve_station r = bl_curve_station_at(curve, index, invert_arc(span, s - span->s0));
    r.s = s;
    return r;
}

void bl_curve_sample(const bl_curve* curve, int count, belay_vec3* points)
{
    for (int i = 0; i < count; i++)
        points[i] = bl_curve_at(curve, curve->length * i / (count - 1)).point;
}

// `normal` carried from one frame to the next by two reflections: in the plane that halves the way between the points,
// then in the one that brings the tangent to its place. The pair turns about the tangent by nothing up to fourth order.
static belay_vec3 carry(const bl_curve_frame* from, belay_vec3 point, belay_vec3 tangent)
{
    belay_vec3 a = v3_sub(point, from->point);
    double aa = v3_dot(a, a);
    if (!(aa > 0.0)) return from->normal;
    belay_vec3 normal = v3_add_scaled(from->normal, -2.0 / aa * v3_dot(a, from->normal), a);
    belay_vec3 mirrored = v3_add_scaled(from->tangent, -2.0 / aa * v3_dot(a, from->tangent), a);
    belay_vec3 b = v3_sub(tangent, mirrored);
    double bb = v3_dot(b, b);
    return bb > 0.0 ? v3_add_scaled(normal, -2.0 / bb * v3_dot(b, normal), b) : normal;
}

static belay_vec3 orthogonal_part(belay_vec3 a, belay_vec3 tangent)
{
    return v3_normalize_or(v3_add_scaled(a, -v3_dot(a, tangent), tangent), v3_any_orthogonal(tangent));
}

static void turn(bl_curve_frame* frame, double angle)
{
    double c, s;
    belay_sin_cos(angle, &s, &c);
    belay_vec3 n = frame->normal, b = frame->binormal;
    frame->normal = v3_add_scaled(v3_scale(c, n), s, b);
    frame->binormal = v3_add_scaled(v3_scale(c, b), -s, n);
}

void bl_curve_sample_frames(const bl_curve* curve, int count, belay_vec3 first_normal, bl_curve_frame* frames)
{
    for (int i = 0; i < count; i++) {
        bl_curve_station place = bl_curve_at(curve, curve->length * i / (count - 1));
        belay_vec3 carried = i > 0 ? carry(&frames[i - 1], place.point, place.tangent) : first_normal;
        frames[i].point = place.point;
        frames[i].tangent = place.tangent;
        frames[i].normal = orthogonal_part(carried, place.tangent);
        frames[i].binormal = v3_cross(place.tangent, frames[i].normal);
    }
    if (!curve->is_closed || count < 2) return;
    const bl_curve_frame *first = &frames[0], *last = &frames[count - 1];
    double rest = belay_atan2(v3_dot(first->normal, last->binormal), v3_dot(first->normal, last->normal));
    for (int i = 1; i < count; i++)
        turn(&frames[i], rest * i / (count - 1));
}
