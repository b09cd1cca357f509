// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the files of the curve share: evaluation of a span, its arc length, and the steps of building.

#ifndef BELAY_ENGINE_GEOMETRY_CURVE_CURVE_INTERNAL_H
#define BELAY_ENGINE_GEOMETRY_CURVE_CURVE_INTERNAL_H

#include "belay/vec.h"
#include "geometry/curve/curve.h"

// p(t)
static inline belay_vec3 bl_span_point(const bl_curve_span* span, double t)
{
    const belay_vec3* c = span->c;
    return v3_add_scaled(c[0], t, v3_add_scaled(c[1], t, v3_add_scaled(c[2], t, c[3])));
}

// dp/dt
static inline belay_vec3 bl_span_velocity(const bl_curve_span* span, double t)
{
    const belay_vec3* c = span->c;
    return v3_add_scaled(c[1], t, v3_add_scaled(v3_scale(2.0, c[2]), 3.0 * t, c[3]));
}

// d2p/dt2
static inline belay_vec3 bl_span_acceleration(const bl_curve_span* span, double t)
{
    return v3_add_scaled(v3_scale(2.0, span->c[2]), 6.0 * t, span->c[3]);
}

// Arc length from t = 0 to t; bl_span_set_arc prepares it once the coefficients are there.
double bl_span_arc(const bl_curve_span* span, double t);
void bl_span_set_arc(bl_curve_span* span);

// Point, tangent and curvature at t; span number, u and s too.
bl_curve_station bl_curve_station_at(const bl_curve* curve, int span, double t);

// Checks the arguments of bl_curve_build; writes the number of different points.
belay_result bl_validate_curve_points(const belay_vec3* points, int point_count, bool is_closed, double tube_radius,
                                      int* distinct_count, belay_error* error);

// Finds the largest curvature and where it is; the curve must have its lengths.
void bl_curve_find_max_curvature(bl_curve* curve);

// Checks that the largest curvature leaves room for the tube.
belay_result bl_validate_curve_radius(const bl_curve* curve, belay_error* error);

// Fills the nodes from the spans.
void bl_curve_build_tree(bl_curve* curve);

// Mutable access while building.
bl_curve_span* bl_curve_spans_mutable(bl_curve* curve);
bl_curve_node* bl_curve_nodes_mutable(bl_curve* curve);

#endif
