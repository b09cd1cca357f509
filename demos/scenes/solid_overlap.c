// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scenes/solid_overlap.h"

#include <belay/vec.h>

#include <stdlib.h>

static double component(belay_vec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

double overlap_solid_reach(const overlap_solid* s, belay_vec3 unit)
{
    if (!s->is_box) return s->half.x;
    double reach = 0.0;
    for (int i = 0; i < 3; i++)
        reach += component(s->half, i) * fabs(v3_dot(unit, s->axis[i]));
    return reach;
}

void overlap_solid_bound(overlap_solid* s)
{
    belay_vec3 reach = v3(overlap_solid_reach(s, v3(1.0, 0.0, 0.0)), overlap_solid_reach(s, v3(0.0, 1.0, 0.0)),
                          overlap_solid_reach(s, v3(0.0, 0.0, 1.0)));
    s->low = v3_sub(s->center, reach);
    s->high = v3_add(s->center, reach);
}

// The overlap along an axis of any length; a zero axis (edges that are parallel) separates nothing and says nothing.
static double depth_along(const overlap_solid* a, const overlap_solid* b, belay_vec3 axis)
{
    double length = v3_length(axis);
    if (length < 1e-9) return HUGE_VAL;
    belay_vec3 unit = v3_scale(1.0 / length, axis);
    double apart = fabs(v3_dot(unit, v3_sub(a->center, b->center)));
    return overlap_solid_reach(a, unit) + overlap_solid_reach(b, unit) - apart;
}

// Of two boxes: the least overlap along the six face normals and the nine products of edges.
static double box_depth(const overlap_solid* a, const overlap_solid* b)
{
    double depth = HUGE_VAL;
    for (int i = 0; i < 3 && depth > 0.0; i++)
        depth = fmin(depth, fmin(depth_along(a, b, a->axis[i]), depth_along(a, b, b->axis[i])));
    for (int i = 0; i < 9 && depth > 0.0; i++)
        depth = fmin(depth, depth_along(a, b, v3_cross(a->axis[i / 3], b->axis[i % 3])));
    return depth;
}

static bool is_apart(const overlap_solid* a, const overlap_solid* b)
{
    return a->is_box != b->is_box || a->body == b->body || a->low.y > b->high.y || b->low.y > a->high.y ||
           a->low.z > b->high.z || b->low.z > a->high.z;
}

static int by_low_x(const void* a, const void* b)
{
    const overlap_solid *x = a, *y = b;
    if (x->low.x != y->low.x) return x->low.x < y->low.x ? -1 : 1;
    return x->body < y->body ? -1 : x->body > y->body;
}

void overlap_solids_visit(overlap_solid* solids, int count, void (*visit)(void* context, double depth), void* context)
{
    qsort(solids, (size_t)count, sizeof *solids, by_low_x);
    for (int i = 0; i < count; i++) {
        const overlap_solid* a = &solids[i];
        for (int k = i + 1; k < count && solids[k].low.x <= a->high.x; k++) {
            const overlap_solid* b = &solids[k];
            if (is_apart(a, b)) continue;
            visit(context, a->is_box ? box_depth(a, b) : a->half.x + b->half.x - v3_distance(a->center, b->center));
        }
    }
}
