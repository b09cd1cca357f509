// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/introspect.h"
#include "core/alloc.h"
#include "store/checks.h"
#include "store/public_contacts.h"
#include "store/rods.h"

#define USAGE_OF(array) ((belay_usage){(uint64_t)arrlen(array), (uint64_t)arrcap(array)})

static belay_usage usage_of_table(const bl_table* table)
{
    belay_usage u = {table->count, (uint64_t)arrcap(table->slots)};
    return u;
}

// Of a list that is kept in two parts.
static belay_usage sum_of(belay_usage a, belay_usage b)
{
    belay_usage u = {a.used + b.used, a.held + b.held};
    return u;
}

belay_result belay_world_get_usage(const belay_world* world, belay_world_usage* usage)
{
    BL_TRY(bl_check_owner(world));
    if (usage == NULL)
        return bl_fail((belay_world*)world, BELAY_ERROR_VALUE,
                       "belay_world_get_usage: usage is null; it must be given");
    const bl_table* tables = world->entities.tables;
    const bl_contact_memory* memory = &world->memory;
    const bl_detect_scratch* detect = &world->scratch.detect;
    usage->entities = USAGE_OF(world->entities.pool.slots);
    usage->bodies = usage_of_table(&tables[BL_TABLE_BODY]);
    usage->colliders = usage_of_table(&tables[BL_TABLE_COLLIDER]);
    usage->joints = usage_of_table(&tables[BL_TABLE_JOINT]);
    usage->rods = usage_of_table(&tables[BL_TABLE_ROD]);
    usage->shape_bytes = USAGE_OF(world->colliders.shape_bytes);
    usage->pairs = USAGE_OF(detect->pairs);
    usage->contacts = (belay_usage){bl_public_contact_count(world), (uint64_t)arrcap(detect->contacts)};
    usage->rod_contacts =
        (belay_usage){(uint64_t)arrlen(world->published.rod_contacts), (uint64_t)arrcap(world->scratch.rods.contacts)};
    usage->warm_contacts = sum_of(USAGE_OF(memory->warm), USAGE_OF(memory->warm_apart));
    usage->touches = sum_of(USAGE_OF(memory->touching), USAGE_OF(memory->touching_apart));
    return BELAY_OK;
}
