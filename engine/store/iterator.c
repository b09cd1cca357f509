// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "store/checks.h"

#include <string.h>

static bool is_queryable(const belay_world* world, belay_component_id component)
{
    return component.value == BL_TABLE_BODY_STATE ||
           (component.value >= BL_TABLE_FIRST_USER && component.value < world->entities.table_count);
}

belay_result belay_iterator_begin(belay_world* world, const belay_component_id* components, uint32_t count,
                                  belay_iterator* query)
{
    BL_TRY(bl_check_owner(world));
    if (components == NULL || query == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_iterator_begin: components or query is null");
    memset(query, 0, sizeof *query);
    if (count < 1 || count > BELAY_MAX_ITERATOR_COMPONENTS)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_iterator_begin: count is %u; it must be 1 to %d", count,
                       BELAY_MAX_ITERATOR_COMPONENTS);
    for (uint32_t i = 0; i < count; i++)
        if (!is_queryable(world, components[i]))
            return bl_fail(world, BELAY_ERROR_COMPONENT, "belay_iterator_begin: components[%u] is %u, which is unknown",
                           i, components[i].value);
    if (world->entities.open_queries == BELAY_MAX_OPEN_ITERATORS)
        return bl_fail(world, BELAY_ERROR_CAPACITY, "belay_iterator_begin: %d queries are open, the most there may be",
                       BELAY_MAX_OPEN_ITERATORS);
    query->world = world;
    query->count = count;
    query->driver = components[0].value;
    for (uint32_t i = 0; i < count; i++) {
        query->components[i] = components[i];
        if (world->entities.tables[components[i].value].count < world->entities.tables[query->driver].count)
            query->driver = components[i].value;
    }
    query->number = ++world->entities.last_query;
    world->entities.queries[world->entities.open_queries++] = query->number;
    return BELAY_OK;
}

// Where the query stands among the open ones; their number when it is not among them, as it was closed: itself, by a
// copy, or for a system that forgot to.
static uint32_t find_open(const belay_iterator* query)
{
    const belay_world* world = query->world;
    uint32_t i = 0;
    while (i < world->entities.open_queries && world->entities.queries[i] != query->number)
        i++;
    return i;
}

static bool is_open(const belay_iterator* query)
{
    return query != NULL && query->number != 0 && find_open(query) < query->world->entities.open_queries;
}

void bl_queries_close(belay_world* world, const char* who)
{
    if (world->entities.open_queries == 0) return;
    bl_warn(world, "%s left %u queries open; they are closed", who, world->entities.open_queries);
    world->entities.open_queries = 0;
}

// Fills data for the entity in `slot`; false when it lacks one of the components.
static bool visit(belay_iterator* query, uint32_t slot)
{
    for (uint32_t i = 0; i < query->count; i++) {
        const bl_table* table = &query->world->entities.tables[query->components[i].value];
        uint32_t index = bl_table_find(table, slot);
        if (index == BL_NO_INDEX) return false;
        query->data[i] = bl_table_at(table, index);
        if (query->components[i].value == BL_TABLE_BODY_STATE) query->world->roster.is_all = true; // it may be written
    }
    query->entity = bl_id_pool_entity(&query->world->entities.pool, slot);
    return true;
}

bool belay_iterator_next(belay_iterator* query)
{
    if (!is_open(query)) return false;
    const bl_table* driver = &query->world->entities.tables[query->driver];
    while (query->cursor < driver->count)
        if (visit(query, driver->slots[query->cursor++])) return true;
    belay_iterator_end(query);
    return false;
}

void belay_iterator_end(belay_iterator* query)
{
    if (query == NULL || query->number == 0) return;
    belay_world* world = query->world;
    uint32_t i = find_open(query);
    query->number = 0;
    if (i < world->entities.open_queries)
        world->entities.queries[i] = world->entities.queries[--world->entities.open_queries];
}
