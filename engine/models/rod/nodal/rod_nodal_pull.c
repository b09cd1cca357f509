// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What holds an end takes of the impulse on its node what the node's own momentum leaves: the equation of the step
// (rod_nodal_step.c) at that node, with v+ as the contacts left it. Of v_free, which knows of no contact, a rope drawn
// tight round something would seem to push at its ends.

#include "models/rod/nodal/rod_nodal_internal.h"

#include <string.h>

// load -= what the change of the stresses that act at the node does.
static void unload_change(const bl_nodal* r, const bl_nodal_step* p, uint32_t segment)
{
    double longer = p->h * bl_nodal_stretch_rate(r, segment, r->v) + r->beyond_length[segment];
    double factor = r->segment[segment].stiffness * p->of_stretch / p->h;
    bl_nodal_unload_stretch(r, segment, factor * longer, r->load);
    for (uint32_t i = segment; i <= segment + 1; i++) {
        const bl_nodal_vertex* at = &r->vertex[i];
        double impulse[3];
        for (int j = 0; j < 3; j++) {
            double rate = bl_nodal_rate(r, i, at->gradient[j], r->v) + at->drive[j];
            impulse[j] = at->stiffness[j] * p->of_strain * (rate + r->beyond[i].k[j] / p->h);
        }
        bl_nodal_unload_vertex(r, i, impulse, r->load);
    }
}

// load -= what tension and moments do to a segment that turns.
static void unload_turning(const bl_nodal* r, const bl_nodal_step* p, uint32_t segment)
{
    const bl_nodal_segment* s = &r->segment[segment];
    belay_mat33 inertia;
    if (s->inertia != 0.0 && bl_nodal_geometric_inertia(r, segment, p->h, &inertia))
        bl_nodal_load_rotary_momentum(r, segment, m3_scale(-1.0, inertia), r->v, r->load);
    if (s->tight <= 0.0) return;
    belay_vec3 apart = bl_nodal_segment_velocity(r->v, segment);
    belay_vec3 across = v3_add_scaled(apart, -v3_dot(apart, s->pull), s->pull);
    bl_nodal_add_between(r->load, segment, v3_scale(s->tight, across));
}

belay_vec3 bl_nodal_end_force(const bl_rod* rod, int end)
{
    bl_nodal r = bl_nodal_view(rod);
    if (rod->body->ends[end].hold == BL_ROD_FREE) return v3_zero();
    bl_nodal_step p = bl_nodal_step_of(&r, *r.step);
    uint32_t node = bl_nodal_end_node(&r, end), segment = end == 0 ? 0 : r.n - 1;
    memset(r.load, 0, 4 * (r.n + 1) * sizeof *r.load);
    unload_change(&r, &p, segment);
    unload_turning(&r, &p, segment);
    belay_vec3 impulse = v3_add(r.end_load[end], bl_nodal_node_velocity(r.load, node));
    double mass = p.resist * bl_nodal_node_mass(&r, node);
    impulse = v3_add_scaled(impulse, -mass, bl_nodal_node_velocity(r.v, node));
    return v3_scale(1.0 / p.h, impulse);
}

belay_vec3 bl_nodal_direct_force(const bl_rod* rod, int end, uint32_t segment, double s, belay_vec3 force,
                                 belay_vec3 moment)
{
    bl_nodal r = bl_nodal_view(rod);
    if (rod->body->ends[end].hold == BL_ROD_FREE || segment != (end == 0 ? 0 : r.n - 1)) return v3_zero();
    const bl_nodal_segment* at = &r.segment[segment];
    belay_vec3 couple = v3_scale(1.0 / at->length, v3_cross(moment, at->axes.d3));
    return end == 0 ? v3_sub(v3_scale(1.0 - s, force), couple) : v3_add(v3_scale(s, force), couple);
}
