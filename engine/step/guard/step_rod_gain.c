// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is done to rods whose velocities would make energy out of nothing.

#include "step/guard/step_rod_guard.h"

#include "step/energy/step_rod_energy.h"
#include "store/rods.h"

bool bl_step_rods_linearise(const bl_motion_parts* p)
{
    bl_step_rods* s = &p->s->rods;
    bool any = false;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        bl_step_rod* r = &s->rods[i];
        const bl_rod_record* record = &bl_rods_of(p->entities)[i];
        belay_vec3 gravity = bl_rod_gravity(record, p->def);
        if (r->ops->linearise == NULL || !bl_step_rod_is_finite(r) || !bl_step_rod_gains_energy(p, i)) continue;
        r->ops->linearise(&r->rod, r->v, gravity, bl_rod_applied_of(p->rods, record), p->def->step_seconds);
        any = true;
    }
    return any;
}

bool bl_step_rods_damp(const bl_motion_parts* p)
{
    bl_step_rods* s = &p->s->rods;
    bool any = false;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        bl_step_rod* r = &s->rods[i];
        const bl_rod_record* record = &bl_rods_of(p->entities)[i];
        belay_vec3 gravity = bl_rod_gravity(record, p->def);
        if (r->ops->damp == NULL || !bl_step_rod_gains_energy(p, i)) continue;
        r->ops->damp(&r->rod, gravity, bl_rod_applied_of(p->rods, record), p->def->step_seconds);
        p->stats->damped_rods += r->is_damped ? 0 : 1;
        r->is_damped = any = true;
    }
    return any;
}
