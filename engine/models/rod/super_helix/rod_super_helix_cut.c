// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A super-helix in two. What lies behind a vertex is a super-helix too, with the same curvatures and the same rates,
// and the frame at that vertex for its end 0. So nothing is fitted: places and velocities are as they were, but for the
// rounding of that frame's rotation and motion.

#include "models/rod/super_helix/rod_super_helix_internal.h"

#include <string.h>

// The elements of `rod` from `first` on, as many as `part` has.
static void take_elements(const bl_super_helix* rod, uint32_t first, const bl_super_helix* part)
{
    memcpy(part->length, rod->length + first, part->n * sizeof *part->length);
    memcpy(part->u, rod->u + first, part->n * sizeof *part->u);
    memcpy(part->rest, rod->rest + first, part->n * sizeof *part->rest);
    memcpy(part->tension, rod->tension + first, part->n * sizeof *part->tension);
    memcpy(part->v + BL_SUPER_HELIX_BASE, rod->v + BL_SUPER_HELIX_BASE + 3 * (size_t)first,
           3 * (size_t)part->n * sizeof *part->v);
}

static void set_base(const bl_super_helix* part, belay_vec3 origin, belay_quat rotation, bl_helix_twist motion)
{
    *part->origin = origin;
    *part->rotation = rotation;
    const double v[BL_SUPER_HELIX_BASE] = {motion.linear.x,  motion.linear.y,  motion.linear.z,
                                           motion.angular.x, motion.angular.y, motion.angular.z};
    memcpy(part->v, v, sizeof v);
    bl_super_helix_place(part);
}

void bl_super_helix_set_length(const bl_super_helix* rod, bl_rod_body* body)
{
    body->segment_count = BL_SUPER_HELIX_SEGMENTS * rod->n;
    body->length = 0.0;
    for (uint32_t e = 0; e < rod->n; e++)
        body->length += rod->length[e];
}

void bl_super_helix_cut(const bl_rod* body, uint32_t vertex, const bl_rod* head, const bl_rod* tail)
{
    bl_super_helix rod = bl_super_helix_view(body), h = bl_super_helix_view(head), t = bl_super_helix_view(tail);
    memset(head->state, 0, bl_rod_state_size(&bl_rod_super_helix, h.n) * sizeof(double));
    memset(tail->state, 0, bl_rod_state_size(&bl_rod_super_helix, t.n) * sizeof(double));
    take_elements(&rod, 0, &h);
    take_elements(&rod, vertex, &t);
    bl_helix_twist motion = {v3(rod.v[0], rod.v[1], rod.v[2]), v3(rod.v[3], rod.v[4], rod.v[5])};
    set_base(&h, *rod.origin, *rod.rotation, motion);
    *h.pull = *rod.pull;
    for (uint32_t e = 0; e < vertex; e++)
        motion = bl_super_helix_advance(&rod, e, rod.v, motion);
    const bl_helix_frame* at = &rod.frames[vertex];
    set_base(&t, v3_add(*rod.origin, at->position), bl_helix_quat(&at->rotation), motion);
    bl_super_helix_set_length(&h, head->body);
    bl_super_helix_set_length(&t, tail->body);
}
