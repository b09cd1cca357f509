// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How strands that press on each other keep each other from turning.
//
// Two straight segments cross at the angle phi, at the distance D, along n. When they pitch, by psi_a and psi_b about
// n x t_a and n x t_b, their distance changes in second order alone, as the places at which they are nearest run away
// along them:
//     D - D q / (2 sin^2 phi),    q = psi_a^2 + psi_b^2 - 2 psi_a psi_b cos phi.
// So a force N between them works like a spring N D / sin^2 phi on q, which in tightly wound strands is stiffer than
// the elements' bending. The rows of a step have the gap to first order only; that the places have moved is seen in the
// next step, which makes the segments pitch back, further each time where the step is long against that spring. The
// model of a rod makes inertia of it that is just enough (models/rod/rod_ops.h), of each segment by itself: q <= (1 +
// |cos phi|) (psi_a^2 + psi_b^2).
//
// Nearly parallel segments touch in their middles (detect/rod/rod_contact_closest.h), or at ends, where places stay:
// there the spring fades out. N is what has lasted: a blow of one step is none, a contact that comes and goes every
// other step is one.

#include "step/motion/step_rods.h"

#include "core/alloc.h"
#include "detect/contact_tolerance.h"

#include <string.h>

static belay_vec3 direction(const bl_step_rods* rods, uint32_t rod, uint32_t segment)
{
    const belay_vec3* nodes = rods->points + rods->rods[rod].first_node + segment;
    return v3_normalize_or(v3_sub(nodes[1], nodes[0]), v3_zero());
}

void bl_step_rod_geometric_stiffness(const bl_rod_record* records, const bl_step_rods* rods,
                                     const bl_step_rod_contact* c, double force, bl_rod_warm* warm)
{
    warm->force[0] = force;
    warm->force[1] = c->force_before[0];
    warm->force[2] = c->force_before[1];
    warm->stiffness_root_a = warm->stiffness_root_b = v3_zero();
    double lasting = fmin(fmax(force, c->force_before[0]), fmax(c->force_before[1], c->force_before[2]));
    if (c->rod_b == BL_NO_INDEX || lasting == 0.0) return;
    double radii = records[c->rod_a].body.section.radius + records[c->rod_b].body.section.radius;
    belay_vec3 a = direction(rods, c->rod_a, c->at.segment_a), b = direction(rods, c->rod_b, c->at.segment_b);
    double cosine = fmin(1.0, fabs(v3_dot(a, b))), sine_squared = 1.0 - cosine * cosine;
    double clear = fmax(sine_squared, BL_CONTACT_CLEARLY_CROSSING);
    double root = sqrt(lasting * radii * (1.0 + cosine) * sine_squared) / clear;
    warm->stiffness_root_a = v3_scale(root, v3_cross(c->at.normal, a));
    warm->stiffness_root_b = v3_scale(root, v3_cross(c->at.normal, b));
}

static void add(const bl_motion_parts* p, uint64_t id, double s, belay_vec3 t)
{
    uint32_t slot = bl_id_pool_slot(&p->entities->pool, id), segment;
    uint32_t index = slot != BL_NO_SLOT ? bl_table_find(&p->entities->tables[BL_TABLE_ROD], slot) : BL_NO_INDEX;
    double at;
    if (index == BL_NO_INDEX || !bl_rod_is_awake(&bl_rods_of(p->entities)[index])) return;
    bl_rod_locate(p->rods, &bl_rods_of(p->entities)[index], s, &segment, &at);
    belay_mat33* sum = &p->s->rods.geometric_stiffness[p->s->rods.rods[index].first_node + segment];
    const belay_mat33 outer = {
        {t.x * t.x, t.x * t.y, t.x * t.z, t.y * t.x, t.y * t.y, t.y * t.z, t.z * t.x, t.z * t.y, t.z * t.z}};
    *sum = m3_add(*sum, outer);
}

void bl_step_rods_gather_geometric_stiffness(const bl_motion_parts* p, const bl_contact_memory* memory)
{
    bl_step_rods* s = &p->s->rods;
    uint32_t rods = bl_rod_count_of(p->entities);
    if (rods == 0) return;
    size_t nodes = (size_t)s->rods[rods - 1].first_node + s->rods[rods - 1].node_count;
    memset(s->geometric_stiffness, 0, nodes * sizeof *s->geometric_stiffness);
    for (ptrdiff_t i = 0; i < arrlen(memory->rod_warm); i++) {
        const bl_rod_warm* w = &memory->rod_warm[i];
        if (v3_length_squared(w->stiffness_root_a) == 0.0) continue;
        add(p, w->a, w->s_a, w->stiffness_root_a);
        add(p, w->b, w->s_b, w->stiffness_root_b);
    }
    for (uint32_t i = 0; i < rods; i++)
        s->rods[i].rod.geometric_stiffness = s->geometric_stiffness + s->rods[i].first_node;
}
