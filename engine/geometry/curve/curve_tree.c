// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Boxes around spans and the tree over them.

#include "geometry/curve/curve_internal.h"

static bl_curve_node join(bl_curve_node a, bl_curve_node b)
{
    bl_curve_node r = {v3(fmin(a.lower.x, b.lower.x), fmin(a.lower.y, b.lower.y), fmin(a.lower.z, b.lower.z)),
                       v3(fmax(a.upper.x, b.upper.x), fmax(a.upper.y, b.upper.y), fmax(a.upper.z, b.upper.z))};
    return r;
}

static void cover(double* lower, double* upper, const double c[4], double t)
{
    if (!(t > 0.0 && t < 1.0)) return;
    double value = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
    *lower = fmin(*lower, value);
    *upper = fmax(*upper, value);
}

// The range of c0 + c1 t + c2 t^2 + c3 t^3 over [0, 1]: its ends and the roots of c1 + 2 c2 t + 3 c3 t^2, which are
// q / (3 c3) and c1 / q with q = -(c2 + sign(c2) sqrt(c2^2 - 3 c1 c3)), free of cancellation.
static void cubic_range(const double c[4], double* lower, double* upper)
{
    double end = c[0] + (c[1] + c[2] + c[3]);
    *lower = fmin(c[0], end);
    *upper = fmax(c[0], end);
    double discriminant = c[2] * c[2] - 3.0 * c[1] * c[3];
    if (!(discriminant >= 0.0)) return;
    double q = -(c[2] + copysign(sqrt(discriminant), c[2]));
    if (c[3] != 0.0) cover(lower, upper, c, q / (3.0 * c[3]));
    if (q != 0.0) cover(lower, upper, c, c[1] / q);
}

static bl_curve_node span_box(const bl_curve_span* span)
{
    const belay_vec3* c = span->c;
    bl_curve_node box;
    double x[4] = {c[0].x, c[1].x, c[2].x, c[3].x};
    double y[4] = {c[0].y, c[1].y, c[2].y, c[3].y};
    double z[4] = {c[0].z, c[1].z, c[2].z, c[3].z};
    cubic_range(x, &box.lower.x, &box.upper.x);
    cubic_range(y, &box.lower.y, &box.upper.y);
    cubic_range(z, &box.lower.z, &box.upper.z);
    return box;
}

// As deep as the tree: the logarithm of the number of spans.
static bl_curve_node build(bl_curve_node* nodes, const bl_curve_span* spans, int count)
{
    if (count == 1) {
        nodes[0] = span_box(spans);
        return nodes[0];
    }
    int first = (count + 1) / 2;
    bl_curve_node a = build(nodes + 1, spans, first);
    bl_curve_node b = build(nodes + 2 * first, spans + first, count - first);
    nodes[0] = join(a, b);
    return nodes[0];
}

void bl_curve_build_tree(bl_curve* curve)
{
    build(bl_curve_nodes_mutable(curve), bl_curve_spans(curve), curve->span_count);
}

void bl_curve_bounds(const bl_curve* curve, double margin, belay_vec3* lower, belay_vec3* upper)
{
    const bl_curve_node* root = bl_curve_nodes(curve);
    belay_vec3 m = v3(margin, margin, margin);
    *lower = v3_sub(root->lower, m);
    *upper = v3_add(root->upper, m);
}
