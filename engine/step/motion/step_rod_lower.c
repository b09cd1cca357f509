// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods that go on more slowly than the step left them, or not at all.

#include "step/motion/step_rods.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "objects/rod_parts.h"
#include "step/motion/motion_tolerances.h"

#include <string.h>

// The rod, with the state given, where it is `seconds` from now with the ends where they are `at` from the step's
// start.
static void move(const bl_motion_parts* p, uint32_t index, const bl_rod* rod, double seconds, double at)
{
    bl_rod_record* record = &bl_rods_of(p->entities)[index];
    bl_rod_hold_ends(p->def, p->entities, record, at);
    bl_rod_record_ops(record)->move(rod, seconds);
}

static void scale(const bl_rod_ops* ops, const bl_rod* rod, double share, bool keeps_momentum)
{
    double* v = ops->velocity(rod);
    if (ops->scale != NULL) {
        ops->scale(rod, v, share, keeps_momentum);
        return;
    }
    for (uint32_t k = 0; k < bl_rod_dof_count(ops, rod->body->element_count); k++)
        v[k] *= share;
}

// `at`: the moment of the state, s from the step's start.
static void lower(const bl_motion_parts* p, uint32_t index, const bl_rod* rod, double share, bool keeps_momentum,
                  double at)
{
    const bl_rod_ops* ops = bl_rod_record_ops(&bl_rods_of(p->entities)[index]);
    double lead = rod->body->lead;
    bool moves = ops->has_instants && share < BL_ROD_LOWERED_IN_PLACE;
    if (moves) move(p, index, rod, lead, at + lead);
    scale(ops, rod, share, keeps_momentum);
    if (moves && share > 0.0) move(p, index, rod, -lead, at);
}

bool bl_step_rod_are_finite(const double* numbers, size_t count)
{
    double sum = 0.0;
    for (size_t k = 0; k < count; k++)
        sum += 0.0 * numbers[k]; // no number where one is not finite
    return sum == 0.0;
}

size_t bl_step_rod_state_size(const bl_rod_record* record)
{
    return bl_rod_state_size(bl_rod_record_ops(record), record->body.element_count);
}

void bl_step_rod_lower(const bl_motion_parts* p, uint32_t rod, double share, bool keeps_momentum)
{
    BELAY_ASSERT(rod < bl_rod_count_of(p->entities) && share >= 0.0);
    lower(p, rod, &p->s->rods.rods[rod].rod, share, keeps_momentum, p->def->step_seconds);
}

static double sum_of(const bl_rod_energy* e)
{
    return e->kinetic + e->stretch + e->bend + e->twist + e->potential;
}

// The copy <- the rod as it was before the step, `seconds` on, with a share of its velocities; its energy, J.
static double stay_at(const bl_motion_parts* p, uint32_t index, const bl_rod* copy, double seconds, double share)
{
    bl_rod_record* record = &bl_rods_of(p->entities)[index];
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    size_t size = bl_step_rod_state_size(record);
    memcpy(copy->state, bl_rod_state_of(p->rods, record), size * sizeof(double));
    if (seconds != 0.0) move(p, index, copy, seconds, seconds);
    scale(ops, copy, share, false);
    if (!bl_step_rod_are_finite(copy->state, size)) return HUGE_VAL;
    bl_rod_energy e = ops->energy(copy, bl_rod_gravity(record, p->def));
    return sum_of(&e);
}

// A step is not made. The rod rests where it was; or, where energy is told of the contact instants beside that, at one
// of these: between two instants that are alike a rod that turns is pressed. Where it has more energy than before in
// all of these places it keeps as much of its velocities as that takes: with all of them nothing has changed.
static void rest(const bl_motion_parts* p, uint32_t index, const bl_rod* copy)
{
    static const double shares[] = {0.5, 0.75, 0.9, 1.0};
    const bl_rod_body* body = copy->body;
    bool has_instants = bl_rod_record_ops(&bl_rods_of(p->entities)[index])->has_instants;
    double most = stay_at(p, index, copy, 0.0, 1.0), instants[] = {0.0, body->lead, body->lead - body->interval};
    bool is_less = false;
    for (int k = 0; k < (has_instants ? 3 : 1) && !is_less; k++)
        is_less = stay_at(p, index, copy, instants[k], 0.0) <= most;
    for (int k = 0; k < 4 && !is_less; k++)
        is_less = stay_at(p, index, copy, 0.0, shares[k]) <= most;
    memcpy(bl_rod_state_of(p->rods, &bl_rods_of(p->entities)[index]), copy->state,
           bl_step_rod_state_size(&bl_rods_of(p->entities)[index]) * sizeof(double));
}

void bl_step_rod_let_stay(const bl_motion_parts* p, uint32_t index)
{
    BELAY_ASSERT(index < bl_rod_count_of(p->entities));
    rest(p, index, &p->s->rods.rods[index].rod);
}

void bl_step_rod_keep_still(const bl_motion_parts* p, uint32_t index)
{
    BELAY_ASSERT(index < bl_rod_count_of(p->entities));
    bl_rod_record* record = &bl_rods_of(p->entities)[index];
    bl_step_rod* r = &p->s->rods.rods[index];
    if (r->ops != &bl_rod_asleep) rest(p, index, &r->rod);
    r->is_kept_still = true;
    r->ops = &bl_rod_asleep;
    r->rod.state = bl_rod_state_of(p->rods, record);
    r->dof_count = 0;
}
