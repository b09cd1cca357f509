// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The centre line of a tube: a smooth space curve through given points, open or closed, against which a ball rolls
// without feeling where the points are. The curve is the cubic spline that interpolates the points with the chord
// lengths as knot spacing, so position, tangent and curvature are continuous everywhere. What contact needs from it is
// here: every local minimum of the distance to a point, with the normal and the curvature there, and the second
// derivative of that distance.
//
// A curve is one block of plain data: the header below, then the spans, then a tree of boxes over them, found by
// offsets. It owns nothing, may be copied with memcpy, and is never written after it is built, so any number of threads
// may ask it at once. Nothing here allocates. Lengths are in the frame that the points were given in.

#ifndef BELAY_ENGINE_GEOMETRY_CURVE_CURVE_H
#define BELAY_ENGINE_GEOMETRY_CURVE_CURVE_H

#include "belay/math.h"
#include "belay/result.h"

#include <stdbool.h>
#include <stddef.h>

#define BL_CURVE_MAX_CLOSEST 8
#define BL_CURVE_MAX_POINTS (1 << 24)
#define BL_CURVE_MAX_COORDINATE 1e30 // beyond it the squares and cubes of lengths could overflow

// One cubic: p(t) = c[0] + c[1] t + c[2] t^2 + c[3] t^3 for t in [0, 1].
typedef struct bl_curve_span {
    belay_vec3 c[4];
    double u0;     // parameter u at t = 0: the sum of the chords before this span; u = u0 + h t
    double h;      // the chord from this point to the next
    double s0;     // arc length at t = 0
    double length; // arc length of the span
    double arc[4]; // arc length from t = 0 to t = 0, 1/4, 1/2, 3/4
} bl_curve_span;

// A box around some consecutive spans. The tree is stored parent first: a node over m > 1 spans is followed by the
// subtree of its first (m + 1) / 2 spans, which takes 2 ((m + 1) / 2) - 1 nodes, and then by that of the others.
typedef struct bl_curve_node {
    belay_vec3 lower, upper;
} bl_curve_node;

typedef struct bl_curve {
    int span_count;
    int node_count; // 2 span_count - 1
    bool is_closed;
    double length;        // along the curve
    double chord_length;  // the largest u
    double tube_radius;   // of the circle that is swept
    double max_curvature; // 1 / (smallest radius of curvature), 0 for a straight line
    double max_curvature_s;
    size_t storage_size; // bytes in use from the start of this header
    size_t span_offset, node_offset;
} bl_curve;

// The bytes that a curve through `point_count` points needs, header included; 0 when the count is not possible. The
// storage must be aligned to 8.
size_t bl_curve_storage_size(int point_count, bool is_closed);

// Builds the curve at the start of its storage. A closed curve goes from the last point back to the first; a last point
// equal to the first is accepted there and dropped. The ends of an open curve continue the curvature inside it, so that
// a straight or circular one is so to its ends.
//   BELAY_ERROR_SHAPE: points is null; fewer than 2 points (3 different ones when closed) or too many; a point not
//     finite, or the same as the one before it (closer than 1e-12 of the largest coordinate); the curve has somewhere
//     a radius of curvature not above tube_radius, so that the tube would fold.
//   BELAY_ERROR_VALUE: tube_radius not finite or not positive; a coordinate above BL_CURVE_MAX_COORDINATE.
// `error` may be null. After an error the storage holds no curve.
belay_result bl_curve_build(bl_curve* curve, const belay_vec3* points, int point_count, bool is_closed,
                            double tube_radius, belay_error* error);

const bl_curve_span* bl_curve_spans(const bl_curve* curve);
const bl_curve_node* bl_curve_nodes(const bl_curve* curve);

// The tightest box around the centre line, widened by `margin` (the tube radius, say) on every side.
void bl_curve_bounds(const bl_curve* curve, double margin, belay_vec3* lower, belay_vec3* upper);

// A place on the curve.
typedef struct bl_curve_station {
    belay_vec3 point;
    belay_vec3 tangent;   // unit, towards larger s
    belay_vec3 curvature; // d2p/ds2: towards the centre of curvature, length 1 / radius
    double u, s;
    int span;
} bl_curve_station;

// The place at arc length s. On a closed curve s is taken modulo the length; on an open one it is clamped.
bl_curve_station bl_curve_at(const bl_curve* curve, double s);

// Arc length of a parameter value and back; wrapped or clamped likewise.
double bl_curve_s_of_u(const bl_curve* curve, double u);
double bl_curve_u_of_s(const bl_curve* curve, double s);

// s brought into [0, length) of a closed curve or [0, length] of an open one.
double bl_curve_wrap(const bl_curve* curve, double s);

// The way from s0 to s1 along the curve, with sign; on a closed curve the shorter way around.
double bl_curve_s_difference(const bl_curve* curve, double s1, double s0);

// One local minimum of the distance from x to the curve.
typedef struct bl_curve_closest {
    double u, s;
    belay_vec3 point;
    belay_vec3 tangent;
    belay_vec3 normal; // unit, from point to x; orthogonal to the tangent unless is_end. When x is on the curve: some
                       // fixed direction orthogonal to the tangent
    belay_vec3 curvature;
    double distance;
    int span;
    bool is_end; // the point is an end of an open curve and x lies beyond it
} bl_curve_closest;

// Writes every local minimum over the curve of |x - p(u)| that is not above `cutoff`, sorted by s, and returns how many
// there are. Minima that rounding cannot tell apart are reported once. When there are more than BL_CURVE_MAX_CLOSEST
// the nearest ones are kept. An end of an open curve is a minimum when the distance grows from it inwards.
int bl_curve_closest_points(const bl_curve* curve, belay_vec3 x, double cutoff,
                            bl_curve_closest out[BL_CURVE_MAX_CLOSEST]);

// The second derivative of the distance d(x) at a closest point, by its principal values: d(x + v) = d + n.v +
// v.H v / 2 + ..., v.H v = across (v.b)^2 + along (v.t)^2 with t the tangent, n the normal and b = t x n. At an end,
// t is any direction orthogonal to n, because both values are the same.
typedef struct bl_curve_bend {
    double across; // 1/d
    double along;  // -k.n / (1 - d k.n)
} bl_curve_bend;

// Both are 0 when d is 0, where the distance has no second derivative. Near the centre of curvature, where `along`
// grows without bound, 1 - d k.n is taken as at least BL_CURVE_FOCAL_LIMIT.
bl_curve_bend bl_curve_distance_bend(const bl_curve_closest* closest);

// v.H v
double bl_curve_distance_hessian(const bl_curve_closest* closest, belay_vec3 v);

// Writes `count` >= 2 points at equal steps of arc length, from s = 0 to the full length, both included (on a closed
// curve the first and last coincide).
void bl_curve_sample(const bl_curve* curve, int count, belay_vec3* points);

// A station with two directions that complete the tangent to a right-handed frame: normal x binormal = tangent.
typedef struct bl_curve_frame {
    belay_vec3 point, tangent, normal, binormal;
} bl_curve_frame;

// As bl_curve_sample, with frames that turn about the tangent as little as possible from one to the next. On a closed
// curve what turn remains after a lap is spread evenly, so that the last frame is the first. `first_normal` chooses the
// direction of the first normal; it may be zero.
void bl_curve_sample_frames(const bl_curve* curve, int count, belay_vec3 first_normal, bl_curve_frame* frames);

#endif
