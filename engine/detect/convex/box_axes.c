// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The axes of two boxes. Of the two faces along an axis only the one towards the other box counts; of edges nine pairs
// of directions, and along each the outermost edge of either box.

#include "detect/convex/polytope_axes.h"

// Tries the face axes of one box: `n` is the unit axis, `half` the box along it, `other` the other box along it, and
// `along` the way from this box's middle to the other's.
static bool try_face(const bl_solid_pair* pair, bool of_a, int k, belay_vec3 n, double along, double half, double other,
                     bl_axis* best)
{
    double distance = fabs(along) - half - other;
    if (distance > pair->cutoff) return false;
    if (!(distance > best->distance + pair->tolerance)) return true;
    bool positive = along > 0.0;
    best->kind = of_a ? BL_AXIS_FACE_A : BL_AXIS_FACE_B;
    best->a = best->b = (uint32_t)(2 * k + (positive ? 1 : 0));
    best->distance = distance;
    best->normal = positive == of_a ? v3_neg(n) : n;
    return true;
}

static double half_extent_along(const bl_solid* s, belay_vec3 n)
{
    return fabs(v3_dot(n, s->axes[0])) + fabs(v3_dot(n, s->axes[1])) + fabs(v3_dot(n, s->axes[2]));
}

bool bl_best_box_face_axis(const bl_solid_pair* pair, bl_axis* axis)
{
    belay_vec3 between = v3_sub(pair->b.center, pair->a.center);
    axis->distance = -INFINITY;
    axis->on_a = axis->on_b = v3_zero();
    for (int side = 0; side < 2; side++) {
        const bl_solid *own = side == 0 ? &pair->a : &pair->b, *other = side == 0 ? &pair->b : &pair->a;
        belay_vec3 displacement = side == 0 ? between : v3_neg(between);
        for (int k = 0; k < 3; k++) {
            const bl_hull_face* f = &own->p.faces[2 * k + 1];
            double half = v3_dot(f->normal, own->axes[k]);
            if (!try_face(pair, side == 0, k, f->normal, v3_dot(f->normal, displacement), half,
                          half_extent_along(other, f->normal), axis))
                return false;
        }
    }
    return true;
}

// The other two of three axes.
static int first_but(int axis)
{
    return axis == 0 ? 1 : 0;
}

static int second_but(int axis)
{
    return axis == 2 ? 1 : 2;
}

// The edge along `axis` that is furthest along the direction.
static uint32_t outermost_edge(const bl_solid* s, int axis, belay_vec3 direction)
{
    return bl_box_edge(axis, v3_dot(direction, s->axes[first_but(axis)]) > 0.0,
                       v3_dot(direction, s->axes[second_but(axis)]) > 0.0);
}

// Whether the boxes are further in each other than `limit` (m, < 0) along the direction, which need not be unit; of
// axes i of A and j of B the direction is across both.
static bool is_below(const bl_solid_pair* pair, int i, int j, belay_vec3 between, belay_vec3 n, double limit)
{
    const belay_vec3 *a = pair->a.axes, *b = pair->b.axes;
    double half_extents = fabs(v3_dot(n, a[first_but(i)])) + fabs(v3_dot(n, a[second_but(i)])) +
                          fabs(v3_dot(n, b[first_but(j)])) + fabs(v3_dot(n, b[second_but(j)]));
    double distance = fabs(v3_dot(n, between)) - half_extents;
    return distance < 0.0 && distance * distance > limit * limit * v3_length_squared(n);
}

// What is surely below the floor, and below what makes an overlap, changes nothing.
void bl_find_box_edge_axes(const bl_solid_pair* pair, double floor, bl_edge_axes* axes)
{
    const bl_solid *a = &pair->a, *b = &pair->b;
    belay_vec3 between = v3_sub(a->center, b->center);
    double square_b[3], limit = fmin(floor, -pair->tolerance) - pair->tolerance;
    for (int j = 0; j < 3; j++)
        square_b[j] = v3_length_squared(b->axes[j]);
    axes->bound = -INFINITY;
    axes->floor = floor;
    axes->found = false;
    for (int i = 0; i < 3; i++) {
        double least_a = 1e-18 * v3_length_squared(a->axes[i]);
        for (int j = 0; j < 3 && axes->bound <= pair->cutoff; j++) {
            belay_vec3 n = v3_cross(a->axes[i], b->axes[j]);
            double length2 = v3_length_squared(n);
            if (!(length2 > least_a * square_b[j])) continue;
            if (is_below(pair, i, j, between, n, limit)) continue;
            n = v3_scale((v3_dot(n, between) < 0.0 ? -1.0 : 1.0) / sqrt(length2), n);
            bl_note_edges(pair, outermost_edge(a, i, v3_neg(n)), outermost_edge(b, j, n), n, axes);
        }
    }
}
