// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "store/checks.h"
#include "store/lifetime.h"

#include "core/alloc.h"

#include <string.h>

static bl_table* find_user_table(belay_world* world, belay_component_id component)
{
    if (component.value < BL_TABLE_FIRST_USER || component.value >= world->entities.table_count) return NULL;
    return &world->entities.tables[component.value];
}

static belay_result check_component_def(belay_world* world, const belay_component_def* def)
{
    if (def == NULL || def->name == NULL || def->name[0] == '\0')
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "belay_component_register: def or def.name is null or empty; both must be given");
    if (def->size < 1 || def->size > 65536)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_component_register: size of '%s' is %zu; it must be 1 to 65536",
                       def->name, def->size);
    for (uint32_t i = 1; i < world->entities.table_count; i++) {
        if (strncmp(world->entities.tables[i].name, def->name, BL_TABLE_NAME_SIZE - 1) == 0)
            return bl_fail(world, BELAY_ERROR_VALUE,
                           "belay_component_register: name is '%s', which is taken; it must be new", def->name);
    }
    return BELAY_OK;
}

belay_result belay_component_register(belay_world* world, const belay_component_def* def, belay_component_id* id)
{
    BL_TRY(bl_check_unlocked(world, "belay_component_register"));
    if (id == NULL) return bl_fail(world, BELAY_ERROR_VALUE, "belay_component_register: id is null; it must be given");
    BL_TRY(check_component_def(world, def));
    if (world->entities.table_count > BELAY_MAX_COMPONENTS)
        return bl_fail(world, BELAY_ERROR_CAPACITY, "belay_component_register: all %d component types are in use",
                       BELAY_MAX_COMPONENTS);
    bl_table_init(&world->entities.tables[world->entities.table_count], def->name, def->size);
    id->value = world->entities.table_count++;
    return BELAY_OK;
}

belay_result bl_entity_check(belay_world* world, const char* call)
{
    BL_TRY(bl_check_unlocked(world, call));
    if (world->def.max_entities != 0 && world->entities.pool.alive >= world->def.max_entities)
        return bl_fail(world, BELAY_ERROR_CAPACITY, "%s: all %u entities are in use", call, world->def.max_entities);
    return BELAY_OK;
}

belay_result bl_entity_reserve(belay_world* world, const char* call)
{
    if (!bl_id_pool_reserve(&world->entities.pool, &world->def.allocator))
        return bl_fail(world, BELAY_ERROR_MEMORY, "%s: no memory for another entity", call);
    return BELAY_OK;
}

belay_result belay_entity_create(belay_world* world, belay_entity* entity)
{
    BL_TRY(bl_entity_check(world, "belay_entity_create"));
    if (entity == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_entity_create: entity is null; it must be given");
    BL_TRY(bl_entity_reserve(world, "belay_entity_create"));
    *entity = bl_id_pool_create(&world->entities.pool);
    return BELAY_OK;
}

belay_result bl_entity_find(belay_world* world, belay_entity entity, const char* call, uint32_t* slot)
{
    *slot = bl_id_pool_slot(&world->entities.pool, entity.value);
    if (*slot != BL_NO_SLOT) return BELAY_OK;
    return bl_refuse_handle(world, call, entity.value, "entity", "living entity");
}

void bl_entity_remove(belay_world* world, uint32_t slot)
{
    for (uint32_t i = 1; i < world->entities.table_count; i++) {
        if (bl_table_find(&world->entities.tables[i], slot) == BL_NO_INDEX) continue;
        bl_table_remove(&world->entities.tables[i], slot);
        if (i >= BL_TABLE_FIRST_USER) continue;
        world->changes++;
    }
    bl_id_pool_destroy(&world->entities.pool, slot);
}

bool belay_entity_is_alive(const belay_world* world, belay_entity entity)
{
    return world != NULL && bl_id_pool_slot(&world->entities.pool, entity.value) != BL_NO_SLOT;
}

belay_result belay_component_add(belay_world* world, belay_entity entity, belay_component_id component,
                                 const void* initial, void** data)
{
    BL_TRY(bl_check_unlocked(world, "belay_component_add"));
    uint32_t slot;
    BL_TRY(bl_entity_find(world, entity, "belay_component_add", &slot));
    bl_table* table = find_user_table(world, component);
    if (table == NULL)
        return bl_fail(world, BELAY_ERROR_COMPONENT, "belay_component_add: component %u is not one of yours",
                       component.value);
    if (bl_table_find(table, slot) != BL_NO_INDEX)
        return bl_fail(world, BELAY_ERROR_COMPONENT, "belay_component_add: the entity has a '%s' already", table->name);
    if (!bl_table_reserve(table, slot, &world->def.allocator))
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_component_add: no memory for another '%s'", table->name);
    void* element = bl_table_add(table, slot, initial);
    if (data != NULL) *data = element;
    return BELAY_OK;
}

belay_result belay_component_remove(belay_world* world, belay_entity entity, belay_component_id component)
{
    BL_TRY(bl_check_unlocked(world, "belay_component_remove"));
    uint32_t slot;
    BL_TRY(bl_entity_find(world, entity, "belay_component_remove", &slot));
    bl_table* table = find_user_table(world, component);
    if (table == NULL || bl_table_find(table, slot) == BL_NO_INDEX)
        return bl_fail(world, BELAY_ERROR_COMPONENT, "belay_component_remove: the entity has no component %u of yours",
                       component.value);
    bl_table_remove(table, slot);
    return BELAY_OK;
}

void* belay_component_get(belay_world* world, belay_entity entity, belay_component_id component)
{
    if (world == NULL) return NULL;
    bl_table* table = find_user_table(world, component);
    uint32_t slot = bl_id_pool_slot(&world->entities.pool, entity.value);
    if (table == NULL || slot == BL_NO_SLOT) return NULL;
    uint32_t index = bl_table_find(table, slot);
    return index != BL_NO_INDEX ? bl_table_at(table, index) : NULL;
}

const void* belay_component_get_const(const belay_world* world, belay_entity entity, belay_component_id component)
{
    if (world == NULL) return NULL;
    bool is_public = component.value == BL_TABLE_BODY_STATE ||
                     (component.value >= BL_TABLE_FIRST_USER && component.value < world->entities.table_count);
    uint32_t slot = bl_id_pool_slot(&world->entities.pool, entity.value);
    if (!is_public || slot == BL_NO_SLOT) return NULL;
    const bl_table* table = &world->entities.tables[component.value];
    uint32_t index = bl_table_find(table, slot);
    return index != BL_NO_INDEX ? bl_table_at(table, index) : NULL;
}

belay_result belay_system_add(belay_world* world, const belay_system_def* def)
{
    BL_TRY(bl_check_owner(world));
    if (def == NULL || def->run == NULL || def->name == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "belay_system_add: def, def.name or def.run is null; all must be given");
    if ((unsigned)def->phase >= BELAY_PHASE_COUNT)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_system_add: phase of '%s' is %d; it must be a belay_phase",
                       def->name, (int)def->phase);
    if (world->entities.system_count == BELAY_MAX_SYSTEMS)
        return bl_fail(world, BELAY_ERROR_CAPACITY, "belay_system_add: all %d systems are in use", BELAY_MAX_SYSTEMS);
    bl_system* system = &world->entities.systems[world->entities.system_count++];
    system->run = def->run;
    system->context = def->context;
    system->phase = def->phase;
    strncpy(system->name, def->name, BL_TABLE_NAME_SIZE - 1);
    return BELAY_OK;
}
