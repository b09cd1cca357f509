// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scenes/overlap.h"

#include "scenes/build.h"
#include "scenes/solid_overlap.h"

#include <stdlib.h>

static overlap_solid solid_of(const experiment* e, const experiment_part* part)
{
    belay_pose at = build_state(e, part->body).pose;
    const belay_shape* s = &part->shape;
    overlap_solid r = {.body = part->body.value, .is_box = s->type == BELAY_SHAPE_BOX};
    belay_vec3 local = r.is_box ? part->pose.position : v3_add(part->pose.position, s->sphere.center);
    belay_quat turn = belay_quat_multiply(at.rotation, part->pose.rotation);
    r.center = v3_add(at.position, belay_quat_rotate(at.rotation, local));
    r.half = r.is_box ? v3_scale(0.5, s->box.size) : v3(s->sphere.radius, s->sphere.radius, s->sphere.radius);
    for (int i = 0; i < 3; i++)
        r.axis[i] = belay_quat_rotate(turn, v3(i == 0, i == 1, i == 2));
    overlap_solid_bound(&r);
    return r;
}

static void count(void* context, double depth)
{
    overlap* o = context;
    if (!(depth > 0.0)) return;
    o->max = fmax(o->max, depth);
    o->mean += depth;
    o->pairs++;
}

static void against_plane(overlap* o, const experiment_part* plane, const overlap_solid* solids, int n)
{
    belay_vec3 normal = plane->shape.plane.normal;
    double length = v3_length(normal);
    belay_vec3 unit = v3_scale(1.0 / length, normal);
    for (int i = 0; i < n; i++) {
        double reach = overlap_solid_reach(&solids[i], unit);
        double depth = plane->shape.plane.offset + reach - v3_dot(unit, solids[i].center);
        o->max_plane = fmax(o->max_plane, depth);
        count(o, depth);
    }
}

static int gather(const experiment* e, overlap_solid* solids)
{
    int n = 0;
    for (int i = 0; i < e->part_count; i++) {
        belay_shape_type type = e->parts[i].shape.type;
        if (e->parts[i].collider.value == 0) continue;
        if (type == BELAY_SHAPE_SPHERE || type == BELAY_SHAPE_BOX) solids[n++] = solid_of(e, &e->parts[i]);
    }
    return n;
}

overlap overlap_measure(const experiment* e)
{
    overlap o = {0.0, 0.0, 0.0, 0};
    overlap_solid* solids = malloc((size_t)(e->part_count + 1) * sizeof *solids);
    if (solids == NULL) return o;
    int n = gather(e, solids);
    overlap_solids_visit(solids, n, count, &o);
    // Planes are taken where they stand in their shape: the scenes put them on bodies at the origin.
    for (int i = 0; i < e->part_count; i++)
        if (e->parts[i].shape.type == BELAY_SHAPE_PLANE) against_plane(&o, &e->parts[i], solids, n);
    if (o.pairs > 0) o.mean /= o.pairs;
    free(solids);
    return o;
}
