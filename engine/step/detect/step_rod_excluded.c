// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What of a rod does not touch a body, because the body holds the rod there. Held and pushed out of the same body a rod
// would have no place to go: the attachment and the contacts contradict each other.
//
// From the place of the attachment on, both ways, that is what lies with its axis in the body (a rod that is attached
// to the middle of a ball comes out somewhere; on its face it is not in it), and then a piece as long as that within
// which the rod does not touch itself. What only touches the body has its axis a radius outside, so that a rope wound
// on the drum that it is attached to goes on touching it.
//
// What is attached to the world is held as well by any body that no impulse moves and that the place touches: a guy
// line whose peg is a place of the world, on the ground.

#include "step/detect/detect_tolerances.h"
#include "step/detect/step_rod_chain.h"
#include "store/rods.h"

static bool is_axis_in_collider(const bl_detect_parts* d, const bl_rod_chain* chain, uint32_t segment,
                                uint32_t collider)
{
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    belay_pose body = d->s->motion.bodies[d->s->detect.proxies[collider].body].mid;
    int count = bl_step_rod_collide_segment(d, chain, segment, collider, body, 0.0, manifolds);
    for (int m = 0; m < count; m++)
        for (int k = 0; k < manifolds[m].count; k++)
            if (manifolds[m].points[k].gap < -(1.0 + BL_ROD_AXIS_DEPTH) * chain->radius) return true;
    return false;
}

static bool is_axis_in_body(const bl_detect_parts* d, const bl_rod_chain* chain, uint32_t segment, const bl_body* body)
{
    for (uint32_t next = body->first_collider; next != 0;) {
        uint32_t index = bl_table_find(&d->entities->tables[BL_TABLE_COLLIDER], next - 1);
        const bl_collider* c = &bl_colliders_of(d->entities)[index];
        if (!(c->flags & BL_COLLIDER_SENSOR) && is_axis_in_collider(d, chain, segment, index)) return true;
        next = c->next;
    }
    return false;
}

static bool is_place_in_body(const bl_detect_parts* d, const bl_rod_attachment* a, const bl_body* body,
                             const bl_rod_chain* chain)
{
    const belay_vec3* nodes = chain->nodes + a->segment;
    belay_vec3 along = v3_sub(nodes[1], nodes[0]), point = v3_add_scaled(nodes[0], a->at, along);
    along = v3_scale(BL_ROD_POINT_LENGTH * chain->radius, v3_normalize_or(along, v3(0.0, 0.0, 1.0)));
    const belay_vec3 ends[2] = {v3_sub(point, along), v3_add(point, along)};
    bl_rod_chain piece = {.nodes = ends, .segment_count = 1, .radius = chain->radius};
    for (uint32_t next = body->first_collider; next != 0;) {
        uint32_t collider = bl_table_find(&d->entities->tables[BL_TABLE_COLLIDER], next - 1);
        const bl_collider* c = &bl_colliders_of(d->entities)[collider];
        bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
        belay_pose pose = d->s->motion.bodies[d->s->detect.proxies[collider].body].mid;
        bool is_solid = !(c->flags & BL_COLLIDER_SENSOR);
        if (is_solid && bl_step_rod_collide_segment(d, &piece, 0, collider, pose, 0.0, manifolds) > 0) return true;
        next = c->next;
    }
    return false;
}

static bool is_held_by(const bl_detect_parts* d, const bl_rod_attachment* a, const bl_body* body,
                       const bl_rod_chain* chain)
{
    if (a->type == BL_ATTACHMENT_NONE) return false;
    if (a->body == 0) return body->type != BELAY_BODY_DYNAMIC && is_place_in_body(d, a, body, chain);
    return a->body == body->id;
}

// By the middles of segments: those within the exclusion beyond what lies in the body.
static bl_rod_range range_of(const bl_detect_parts* d, const bl_rod_record* record, const bl_rod_attachment* a,
                             const bl_body* body, const bl_rod_chain* chain)
{
    uint32_t begin = a->segment, end = a->segment + 1, last = chain->segment_count;
    while (begin > 0 && is_axis_in_body(d, chain, begin, body))
        begin--;
    while (end < last && is_axis_in_body(d, chain, end - 1, body))
        end++;
    double reach = bl_rod_exclusion_length(record), from = a->s, to = a->s;
    if (begin < a->segment) from = bl_rod_arc(d->rods, record, begin, 1.0);
    if (end > a->segment + 1) to = bl_rod_arc(d->rods, record, end - 1, 0.0);
    while (begin > 0 && bl_rod_arc(d->rods, record, begin - 1, 0.5) >= from - reach)
        begin--;
    while (end < last && bl_rod_arc(d->rods, record, end, 0.5) <= to + reach)
        end++;
    return (bl_rod_range){begin, end};
}

bl_rod_excluded_ranges bl_step_rod_excluded_ranges(const bl_detect_parts* d, uint32_t rod, uint32_t body,
                                                   const bl_rod_chain* chain)
{
    bl_rod_excluded_ranges excluded = {.count = 0};
    const bl_rod_record* record = &bl_rods_of(d->entities)[rod];
    const bl_body* b = &bl_bodies_of(d->entities)[body];
    for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
        const bl_rod_attachment* a = &record->attachments[k];
        if (is_held_by(d, a, b, chain)) excluded.ranges[excluded.count++] = range_of(d, record, a, b, chain);
    }
    return excluded;
}
