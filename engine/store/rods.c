// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods as they are between steps: their numbers, and places on them.

#include "store/rods.h"

#include "core/alloc.h"
#include "store/checks.h"

#include <string.h>

belay_result bl_rod_find(const belay_world* world, const char* call, belay_rod_id rod, const char* what,
                         bl_rod_record** record)
{
    uint32_t index;
    BL_TRY(bl_find_index((belay_world*)world, call, rod.value, BL_TABLE_ROD, what, &index));
    // After a restore there may be more rods than there was room for.
    if (!bl_step_rods_reserve((belay_world*)world, NULL))
        return bl_fail((belay_world*)world, BELAY_ERROR_MEMORY, "%s: no memory to look at rods", call);
    *record = &bl_rods(world)[index];
    return BELAY_OK;
}

bl_rod bl_rod_at_rest(const belay_world* world, bl_rod_record* record)
{
    size_t before = 0;
    for (const bl_rod_record* r = bl_rods(world); r < record; r++)
        before += bl_rod_scratch_size(bl_rod_record_ops(r), r->body.element_count);
    bl_rod rod = {&record->body, bl_rod_state(world, record), world->scratch.rods.scratch + before, NULL};
    return rod;
}

void bl_rod_take_step(const belay_world* world, bl_rod_record* record)
{
    record->body.interval = world->def.step_seconds;
    record->body.lead = world->def.step_seconds * (1.0 - world->def.theta);
}

void bl_rods_take_step(belay_world* world)
{
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        bl_rod_take_step(world, &bl_rods(world)[i]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Places
// ---------------------------------------------------------------------------------------------------------------------

void bl_rod_locate(const bl_rod_store* store, const bl_rod_record* record, double s, uint32_t* segment, double* at)
{
    const double* arcs = bl_rod_arcs_of(store, record);
    uint32_t low = 0, high = record->body.segment_count;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        *(arcs[middle] <= s ? &low : &high) = middle;
    }
    *segment = low;
    *at = fmin(fmax((s - arcs[low]) / (arcs[low + 1] - arcs[low]), 0.0), 1.0);
}

double bl_rod_arc(const bl_rod_store* store, const bl_rod_record* record, uint32_t segment, double at)
{
    const double* arcs = bl_rod_arcs_of(store, record);
    return arcs[segment] + at * (arcs[segment + 1] - arcs[segment]);
}

double bl_rod_margin(const belay_world_def* def, const bl_rod_record* record)
{
    return fmin(def->contact_margin, record->body.section.radius);
}

double bl_rod_exclusion_length(const bl_rod_record* record)
{
    double element = record->body.length / record->body.element_count;
    double wanted = record->self_exclusion > 0.0 ? record->self_exclusion : 6.0 * record->body.section.radius;
    return fmax(wanted, element);
}

// ---------------------------------------------------------------------------------------------------------------------
// Numbers
// ---------------------------------------------------------------------------------------------------------------------

void bl_rod_numbers_remove(belay_world* world, uint64_t at, uint64_t size)
{
    size_t end = (size_t)(at + size), used = (size_t)arrlen(world->rods.numbers);
    memmove(world->rods.numbers + at, world->rods.numbers + end, (used - end) * sizeof(double));
    arrsetlen(world->rods.numbers, used - (size_t)size);
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        if (bl_rods(world)[i].numbers_at > at) bl_rods(world)[i].numbers_at -= size;
}

void bl_rods_forget_step(belay_world* world)
{
    world->scratch.rods.set.coupling_count = 0; // other than the number of rods
    bl_run_trees_forget(&world->pair_finder.rods);
}
