// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What tests look for in manifolds.

#ifndef BELAY_TESTS_SUPPORT_SHAPES_MANIFOLDS_H
#define BELAY_TESTS_SUPPORT_SHAPES_MANIFOLDS_H

#include "detect/manifold.h"

#include "belay/vec.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stddef.h>

// A place at x and y; null when there is none.
static inline const bl_manifold_point* manifold_find(const bl_manifold* m, double x, double y, double tolerance)
{
    for (int i = 0; i < m->count; i++)
        if (fabs(m->points[i].point.x - x) <= tolerance && fabs(m->points[i].point.y - y) <= tolerance)
            return &m->points[i];
    return NULL;
}

// The place with the least gap; 0 when there is none.
static inline int manifold_lowest(const bl_manifold* m)
{
    int best = 0;
    for (int i = 1; i < m->count; i++)
        if (m->points[i].gap < m->points[best].gap) best = i;
    return best;
}

// Infinite when there is no place.
static inline double manifold_least_gap(const bl_manifold* m)
{
    return m->count > 0 ? m->points[manifold_lowest(m)].gap : INFINITY;
}

// That normal and tangents are of unit length, square to each other and right-handed.
static inline void manifold_check_frame(const bl_manifold_point* p)
{
    cr_assert_float_eq(v3_length(p->normal), 1.0, 1e-14);
    cr_assert_lt(v3_distance(v3_cross(p->normal, p->tangent1), p->tangent2), 1e-14);
    cr_assert_float_eq(v3_dot(p->normal, p->tangent1), 0.0, 1e-14);
}

#endif
