// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scenes/overlap.h"

#include "scenes/build.h"

#include <stdlib.h>
#include <string.h>

typedef struct solid {
    belay_vec3 center, axis[3]; // unit axes; a ball needs none
    belay_vec3 half;            // extents; of a ball its radius three times
    belay_vec3 low, high;
    uint64_t body;
    bool is_box;
} solid;

static double component(belay_vec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

static solid solid_of(const experiment* e, const experiment_part* part)
{
    belay_pose at = build_state(e, part->body).pose;
    const belay_shape* s = &part->shape;
    solid r = {.body = part->body.value, .is_box = s->type == BELAY_SHAPE_BOX};
    belay_vec3 local = r.is_box ? part->pose.position : v3_add(part->pose.position, s->sphere.center);
    belay_quat turn = belay_quat_multiply(at.rotation, part->pose.rotation);
    r.center = v3_add(at.position, belay_quat_rotate(at.rotation, local));
    r.half = r.is_box ? v3_scale(0.5, s->box.size) : v3(s->sphere.radius, s->sphere.radius, s->sphere.radius);
    belay_vec3 reach = r.half;
    for (int i = 0; i < 3; i++)
        r.axis[i] = belay_quat_rotate(turn, v3(i == 0, i == 1, i == 2));
    if (r.is_box) {
        reach = v3(0.0, 0.0, 0.0);
        for (int i = 0; i < 3; i++) {
            belay_vec3 a = v3_scale(component(r.half, i), r.axis[i]);
            reach = v3_add(reach, v3(fabs(a.x), fabs(a.y), fabs(a.z)));
        }
    }
    r.low = v3_sub(r.center, reach);
    r.high = v3_add(r.center, reach);
    return r;
}

static double reach_along(const solid* s, belay_vec3 axis)
{
    if (!s->is_box) return s->half.x;
    double reach = 0.0;
    for (int i = 0; i < 3; i++)
        reach += component(s->half, i) * fabs(v3_dot(axis, s->axis[i]));
    return reach;
}

// The overlap along an axis of any length; a zero axis separates nothing and says nothing.
static double depth_along(const solid* a, const solid* b, belay_vec3 axis)
{
    double length = v3_length(axis);
    if (length < 1e-9) return HUGE_VAL;
    belay_vec3 unit = v3_scale(1.0 / length, axis);
    return reach_along(a, unit) + reach_along(b, unit) - fabs(v3_dot(unit, v3_sub(a->center, b->center)));
}

// Of two boxes: the least overlap along the six face normals and the nine products of edges.
static double box_depth(const solid* a, const solid* b)
{
    double depth = HUGE_VAL;
    for (int i = 0; i < 3 && depth > 0.0; i++)
        depth = fmin(depth, fmin(depth_along(a, b, a->axis[i]), depth_along(a, b, b->axis[i])));
    for (int i = 0; i < 9 && depth > 0.0; i++)
        depth = fmin(depth, depth_along(a, b, v3_cross(a->axis[i / 3], b->axis[i % 3])));
    return depth;
}

static double depth_of(const solid* a, const solid* b)
{
    if (a->is_box != b->is_box || a->body == b->body) return 0.0;
    if (a->is_box) return box_depth(a, b);
    return a->half.x + b->half.x - v3_length(v3_sub(a->center, b->center));
}

static bool is_apart(const solid* a, const solid* b)
{
    return a->low.y > b->high.y || b->low.y > a->high.y || a->low.z > b->high.z || b->low.z > a->high.z;
}

static void count(overlap* o, double depth)
{
    if (!(depth > 0.0)) return;
    o->max = fmax(o->max, depth);
    o->mean += depth;
    o->pairs++;
}

static void against_plane(overlap* o, const experiment_part* plane, const solid* solids, int n)
{
    belay_vec3 normal = plane->shape.plane.normal;
    double length = v3_length(normal);
    belay_vec3 unit = v3_scale(1.0 / length, normal);
    for (int i = 0; i < n; i++) {
        double depth = plane->shape.plane.offset + reach_along(&solids[i], unit) - v3_dot(unit, solids[i].center);
        o->max_plane = fmax(o->max_plane, depth);
        count(o, depth);
    }
}

static int by_low_x(const void* a, const void* b)
{
    const solid *x = a, *y = b;
    if (x->low.x != y->low.x) return x->low.x < y->low.x ? -1 : 1;
    return x->body < y->body ? -1 : x->body > y->body;
}

static int gather(const experiment* e, solid* solids)
{
    int n = 0;
    for (int i = 0; i < e->part_count; i++) {
        belay_shape_type type = e->parts[i].shape.type;
        if (e->parts[i].collider.value == 0) continue;
        if (type == BELAY_SHAPE_SPHERE || type == BELAY_SHAPE_BOX) solids[n++] = solid_of(e, &e->parts[i]);
    }
    qsort(solids, (size_t)n, sizeof *solids, by_low_x);
    return n;
}

overlap overlap_measure(const experiment* e)
{
    overlap o = {0.0, 0.0, 0.0, 0};
    solid* solids = malloc((size_t)(e->part_count + 1) * sizeof *solids);
    if (solids == NULL) return o;
    int n = gather(e, solids);
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n && solids[k].low.x <= solids[i].high.x; k++)
            if (!is_apart(&solids[i], &solids[k])) count(&o, depth_of(&solids[i], &solids[k]));
    // Planes are taken where they stand in their shape: the scenes put them on bodies at the origin.
    for (int i = 0; i < e->part_count; i++)
        if (e->parts[i].shape.type == BELAY_SHAPE_PLANE) against_plane(&o, &e->parts[i], solids, n);
    if (o.pairs > 0) o.mean /= o.pairs;
    free(solids);
    return o;
}
