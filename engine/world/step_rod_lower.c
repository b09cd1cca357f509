// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods that go on more slowly than the step left them, or not at all.

#include "world/step_rods.h"

#include "core/alloc.h"

#include <string.h>

// The rod, with the state given, where it is `seconds` from now with the ends where they are `at` from the step's
// start.
static void move(belay_world* world, uint32_t place, const bl_rod* rod, double seconds, double at)
{
    bl_rod_record* record = &bl_rods(world)[place];
    bl_rod_hold_ends(world, record, at);
    bl_rod_record_ops(record)->move(rod, seconds);
}

// `at`: the moment of the state, s from the step's start.
static void lower(belay_world* world, uint32_t place, const bl_rod* rod, double share, double at)
{
    const bl_rod_ops* ops = bl_rod_record_ops(&bl_rods(world)[place]);
    double lead = rod->body->lead, *v = ops->velocity(rod);
    if (ops->is_told_ahead) move(world, place, rod, lead, at + lead);
    for (uint32_t k = 0; k < ops->dof_count(rod->body->element_count); k++)
        v[k] *= share;
    if (ops->is_told_ahead && share > 0.0) move(world, place, rod, -lead, at);
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
    return bl_rod_record_ops(record)->state_size(record->body.element_count);
}

void bl_step_rod_lower(belay_world* world, uint32_t rod, double share)
{
    lower(world, rod, &world->scratch.rods.rods[rod].rod, share, world->def.step_seconds);
}

// It rests where it was, or at its contact instant: before a step that is not made.
static void rest(belay_world* world, uint32_t place, const bl_rod* copy)
{
    bl_rod_record* record = &bl_rods(world)[place];
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    double* kept = bl_rod_state(world, record);
    size_t size = bl_step_rod_state_size(record);
    memcpy(copy->state, kept, size * sizeof(double));
    lower(world, place, copy, 0.0, 0.0);
    if (bl_step_rod_are_finite(copy->state, size)) memcpy(kept, copy->state, size * sizeof(double));
    bl_rod as_kept = {copy->body, kept, copy->scratch, NULL};
    memset(ops->velocity(&as_kept), 0, ops->dof_count(record->body.element_count) * sizeof(double));
}

void bl_step_rod_keep_still(belay_world* world, uint32_t place)
{
    bl_rod_record* record = &bl_rods(world)[place];
    bl_step_rod* r = &world->scratch.rods.rods[place];
    if (r->ops != &bl_rod_asleep) rest(world, place, &r->rod);
    r->is_kept_still = true;
    r->ops = &bl_rod_asleep;
    r->rod.state = bl_rod_state(world, record);
    r->dof_count = 0;
}
