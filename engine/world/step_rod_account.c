// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What rods do to the energy of a step. The model of a rod knows what its velocities would add to its energy beyond the
// work of all that acts on it from outside (`gain` in dynamics/rod.h). Most steps have less than nothing of it, as
// theta and damping take. Where bending turns with the rod, a step may have some and the next one lose it again, as in
// every scheme that keeps momentum: so what counts is the debt, the gains that no loss has made good since. Beyond a
// share of the energy that the rod had before the step and was given in it, the rod is energy-increasing.

#include "world/step_rods.h"

#define MOST_DEBT 5e-3

// Nodes that move by less than this part of the rod's length in a step are at rest for all purposes.
#define NO_WAY 1e-9

static double negligible(const belay_world* world, const bl_rod_body* body)
{
    double speed = NO_WAY * body->length / world->def.step_seconds;
    return 0.5 * body->section.line_mass * body->length * speed * speed;
}

bool bl_step_rod_is_finite(const bl_step_rod* r)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < r->dof_count; k++)
        sum += 0.0 * r->v[k]; // not a number where one is not finite
    return sum == 0.0;
}

static bool gains(const belay_world* world, uint32_t rod, bl_rod_reading reading)
{
    bl_step_rod* r = &world->scratch.rods.rods[rod];
    bl_rod_account account = r->ops->account(&r->rod, r->v, world->def.step_seconds, reading);
    // A rod that goes less far than its velocities said has no equations: its energy is held against what it may have.
    r->gain[reading] = r->is_held_back ? account.after - r->bound[reading] : account.gain;
    if (!r->is_held_back) r->bound[reading] = account.after - account.gain;
    double debt = bl_rods(world)[rod].debt[reading] + r->gain[reading];
    return !(debt <= MOST_DEBT * r->bound[reading] + negligible(world, r->rod.body));
}

// The second reading is looked at where the first gains too much, and its debt begins there.
bool bl_step_rod_is_astray(belay_world* world, uint32_t rod)
{
    bl_step_rod* r = &world->scratch.rods.rods[rod];
    if (!bl_step_rod_is_finite(r)) return true;
    if (r->ops->account == NULL) return false;
    r->gain[BL_ROD_HALFWAY] = -HUGE_VAL;
    return gains(world, rod, BL_ROD_AT_INSTANTS) && gains(world, rod, BL_ROD_HALFWAY);
}

void bl_step_rod_keep_debt(bl_rod_record* record, const bl_step_rod* rod)
{
    for (int reading = 0; reading < BL_ROD_READINGS; reading++)
        record->debt[reading] = fmax(0.0, record->debt[reading] + rod->gain[reading]);
}

bool bl_step_rods_are_astray(belay_world* world)
{
    bool any = false;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        if (bl_rod_is_awake(world, i) && bl_step_rod_is_astray(world, i)) any = true;
    return any;
}
