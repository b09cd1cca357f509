// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "store/checks.h"

#include <string.h>

static bool is_iterable(const belay_world* world, belay_component_id component)
{
    return component.value == BL_TABLE_BODY_STATE ||
           (component.value >= BL_TABLE_FIRST_USER && component.value < world->entities.table_count);
}

belay_result belay_iterator_begin(belay_world* world, const belay_component_id* components, uint32_t count,
                                  belay_iterator* iterator)
{
    BL_TRY(bl_check_owner(world));
    if (components == NULL || iterator == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "belay_iterator_begin: components or iterator is null; both must be given");
    memset(iterator, 0, sizeof *iterator);
    if (count < 1 || count > BELAY_MAX_ITERATOR_COMPONENTS)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_iterator_begin: count is %u; it must be 1 to %d", count,
                       BELAY_MAX_ITERATOR_COMPONENTS);
    for (uint32_t i = 0; i < count; i++)
        if (!is_iterable(world, components[i]))
            return bl_fail(world, BELAY_ERROR_COMPONENT, "belay_iterator_begin: components[%u] is %u, which is unknown",
                           i, components[i].value);
    if (world->entities.open_iterators == BELAY_MAX_OPEN_ITERATORS)
        return bl_fail(world, BELAY_ERROR_CAPACITY,
                       "belay_iterator_begin: %d iterators are open, the most there may be", BELAY_MAX_OPEN_ITERATORS);
    iterator->world = world;
    iterator->count = count;
    iterator->driver = components[0].value;
    for (uint32_t i = 0; i < count; i++) {
        iterator->components[i] = components[i];
        if (world->entities.tables[components[i].value].count < world->entities.tables[iterator->driver].count)
            iterator->driver = components[i].value;
    }
    iterator->number = ++world->entities.last_iterator;
    world->entities.iterators[world->entities.open_iterators++] = iterator->number;
    return BELAY_OK;
}

// Where the iterator stands among the open ones; their number when it is not among them, as it was closed: itself, by a
// copy, or for a system that forgot to.
static uint32_t find_open(const belay_iterator* iterator)
{
    const belay_world* world = iterator->world;
    uint32_t i = 0;
    while (i < world->entities.open_iterators && world->entities.iterators[i] != iterator->number)
        i++;
    return i;
}

static bool is_open(const belay_iterator* iterator)
{
    return iterator != NULL && iterator->number != 0 && find_open(iterator) < iterator->world->entities.open_iterators;
}

void bl_iterators_close(belay_world* world, const char* who)
{
    if (world->entities.open_iterators == 0) return;
    bl_warn(world, "%s left %u iterators open; they are closed", who, world->entities.open_iterators);
    world->entities.open_iterators = 0;
}

// Fills data for the entity in `slot`; false when it lacks one of the components.
static bool visit(belay_iterator* iterator, uint32_t slot)
{
    for (uint32_t i = 0; i < iterator->count; i++) {
        const bl_table* table = &iterator->world->entities.tables[iterator->components[i].value];
        uint32_t index = bl_table_find(table, slot);
        if (index == BL_NO_INDEX) return false;
        iterator->data[i] = bl_table_at(table, index);
        if (iterator->components[i].value == BL_TABLE_BODY_STATE)
            iterator->world->roster.is_all = true; // it may be written
    }
    iterator->entity = bl_id_pool_entity(&iterator->world->entities.pool, slot);
    return true;
}

bool belay_iterator_next(belay_iterator* iterator)
{
    if (!is_open(iterator)) return false;
    const bl_table* driver = &iterator->world->entities.tables[iterator->driver];
    while (iterator->cursor < driver->count)
        if (visit(iterator, driver->slots[iterator->cursor++])) return true;
    belay_iterator_end(iterator);
    return false;
}

void belay_iterator_end(belay_iterator* iterator)
{
    if (iterator == NULL || iterator->number == 0) return;
    belay_world* world = iterator->world;
    uint32_t i = find_open(iterator);
    iterator->number = 0;
    if (i < world->entities.open_iterators)
        world->entities.iterators[i] = world->entities.iterators[--world->entities.open_iterators];
}
