// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Newton's method on the motion of rods in a step. The velocities v that come of a solve lead to other stresses than
// its equations expected, as these are linear about others, `about`. So they are made anew about a place on the way
// from there to v, and all is solved again. All of the way is quickest near the end. Where v misses more energy than
// the one before did, the equations swing from one side to the other, and half as much of the way is gone.

#include "step/guard/step_rod_guard.h"

#include "step/energy/step_rod_energy.h"
#include "step/guard/guard_tolerances.h"
#include "step/motion/step_rods.h"

#include <string.h>

// The velocities to be linearised about.
static const double* next_about(bl_step_rod* r, double missed)
{
    r->share = missed < r->missed ? r->share : fmax(BL_ROD_LEAST_SHARE, 0.5 * r->share);
    r->missed = missed;
    for (uint32_t k = 0; k <= r->dof_count; k++)
        r->about[k] = r->share < 1.0 ? r->about[k] + r->share * (r->v[k] - r->about[k]) : r->v[k];
    return r->about;
}

static bl_rod_refined refine_at(const bl_motion_parts* p, uint32_t index, bl_rod_renewal renewal,
                                const bl_rod_miss* miss)
{
    bl_step_rod* r = &p->s->rods.rods[index];
    const bl_rod_record* record = &bl_rods_of(p->entities)[index];
    const double* about = next_about(r, miss->energy);
    return r->ops->refine(&r->rod, about, r->share < 1.0 ? NULL : miss, renewal, bl_rod_gravity(record, p->def),
                          bl_rod_applied_of(p->rods, record), p->def->step_seconds);
}

static bl_rod_refined refine(const bl_motion_parts* p, uint32_t index)
{
    bl_step_rod* r = &p->s->rods.rods[index];
    uint32_t rows = p->s->rods.set.couplings[index].count;
    bool keeps_matrix = rows == 0 || rows > BL_ROD_MOST_ROWS_FOR_NEW_MATRIX;
    for (int round = 0; round < BL_ROD_ROUNDS_ALONE; round++) {
        bl_rod_miss miss = r->ops->look(&r->rod, r->v, p->def->step_seconds);
        if (!miss.counts) return BL_ROD_SETTLED;
        bl_rod_refined refined =
            refine_at(p, index, keeps_matrix ? BL_ROD_WHERE_IT_TURNS : BL_ROD_WHERE_IT_MISSES, &miss);
        if (rows > 0) return refined;
        memcpy(r->v, r->ops->free_velocity(&r->rod), r->dof_count * sizeof(double));
        bl_step_rod_set_travel(p, r, r->v);
    }
    return BL_ROD_SETTLED;
}

// Whatever little it misses.
static bl_rod_refined refine_gaining(const bl_motion_parts* p, uint32_t index)
{
    bl_step_rod* r = &p->s->rods.rods[index];
    if (!bl_step_rod_is_finite(r) || !bl_step_rod_gains_energy(p, index)) return BL_ROD_SETTLED;
    bl_rod_miss miss = r->ops->look(&r->rod, r->v, p->def->step_seconds);
    return refine_at(p, index, BL_ROD_ANEW, &miss);
}

bl_rod_refined bl_step_rods_refine(const bl_motion_parts* p, bool only_gains)
{
    bl_rod_refined most = BL_ROD_SETTLED;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        if (p->s->rods.rods[i].ops->look == NULL) continue;
        bl_rod_refined refined = only_gains ? refine_gaining(p, i) : refine(p, i);
        if (refined > most) most = refined;
    }
    return most;
}

bool bl_step_rods_miss(const bl_motion_parts* p)
{
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        bl_step_rod* r = &p->s->rods.rods[i];
        if (r->ops->look != NULL && r->ops->look(&r->rod, r->v, p->def->step_seconds).counts) return true;
    }
    return false;
}

bool bl_step_rods_damp(const bl_motion_parts* p)
{
    bool any = false;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++) {
        bl_step_rod* r = &p->s->rods.rods[i];
        const bl_rod_record* record = &bl_rods_of(p->entities)[i];
        if (r->ops->refine == NULL || !bl_step_rod_gains_energy(p, i)) continue;
        bl_rod_refined refined = r->ops->refine(&r->rod, r->v, NULL, BL_ROD_DAMPED, bl_rod_gravity(record, p->def),
                                                bl_rod_applied_of(p->rods, record), p->def->step_seconds);
        if (refined != BL_ROD_LINEARISED) continue;
        p->stats->damped_rods += r->is_damped ? 0 : 1;
        r->is_damped = any = true;
        r->share = 1.0;
        r->missed = HUGE_VAL;
    }
    return any;
}
