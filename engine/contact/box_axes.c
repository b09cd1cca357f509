// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The edge axes of two boxes: nine directions, and along each the outermost edge of either box is the one that counts.

#include "contact/polytope_axes.h"

// The edge along `axis` that is furthest along the direction.
static uint32_t outermost_edge(const bl_solid* s, int axis, belay_vec3 direction)
{
    int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
    return bl_box_edge(axis, v3_dot(direction, s->axes[first]) > 0.0, v3_dot(direction, s->axes[second]) > 0.0);
}

void bl_find_box_edge_axes(const bl_solid_pair* pair, bl_edge_axes* axes)
{
    const bl_solid *a = &pair->a, *b = &pair->b;
    belay_vec3 between = v3_sub(a->center, b->center);
    axes->bound = -INFINITY;
    axes->found = false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            belay_vec3 n = v3_cross(a->axes[i], b->axes[j]);
            double length2 = v3_length_squared(n);
            if (!(length2 > 1e-18 * v3_length_squared(a->axes[i]) * v3_length_squared(b->axes[j]))) continue;
            n = v3_scale((v3_dot(n, between) < 0.0 ? -1.0 : 1.0) / sqrt(length2), n);
            bl_note_edges(pair, outermost_edge(a, i, v3_neg(n)), outermost_edge(b, j, n), n, axes);
        }
}
