// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Entities, components, iterators and systems. A component is plain data in a dense array; an iterator visits every
// entity that has a set of components; a system is a function that the step calls in its phase. Bodies and colliders
// are entities of the same world, so a game puts its own components on them.
//
// Threads: one world, one thread at a time; two worlds are independent.

#ifndef BELAY_ECS_H
#define BELAY_ECS_H

#include "belay/id.h"
#include "belay/result.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// A world (world.h). One thread at a time calls it, but where a call says otherwise.
typedef struct belay_world belay_world;

// Names a component type of one world. Zero is "none".
typedef struct belay_component_id {
    uint32_t value; // private
} belay_component_id;

// The engine's own component that every body has: a belay_body_state (body.h), to read by iterators. After an iterator
// that gave it the next step looks at all bodies, those that stand or sleep too; belay_component_get_const costs
// nothing.
static const belay_component_id BELAY_COMPONENT_BODY_STATE = {1};

#define BELAY_MAX_COMPONENTS 64         // component types per world, the engine's own included
#define BELAY_MAX_ITERATOR_COMPONENTS 8 // component types of one iterator
#define BELAY_MAX_OPEN_ITERATORS 32     // iterators of a world that are open at a time
#define BELAY_MAX_SYSTEMS 64            // systems per world

// What a component type is.
typedef struct belay_component_def {
    const char* name; // copied, at most 31 characters are kept; unique in the world
    size_t size;      // bytes per entity, 1 to 65536; copied bitwise, so no pointers into itself
} belay_component_def;

// Registers a component type. Errors: VALUE (null or empty or known name, size out of range), CAPACITY, STATE (an
// iterator is open).
belay_result belay_component_register(belay_world* world, const belay_component_def* def, belay_component_id* id);

// Makes an entity without components. Errors: CAPACITY, STATE (an iterator is open), MEMORY.
belay_result belay_entity_create(belay_world* world, belay_entity* entity);

// Destroys an entity with its components; of a body, its colliders too. Errors: HANDLE, STATE (an iterator is open).
belay_result belay_entity_destroy(belay_world* world, belay_entity entity);

// True while the handle names a living entity of this world. Never fails; a null world gives false.
bool belay_entity_is_alive(const belay_world* world, belay_entity entity);

// Gives the entity a component, set from `initial` (size bytes) or zeroed when null. `data`, if not null, receives the
// place of the component, good until the next add or remove of this component type. Errors: HANDLE, COMPONENT (no such
// type, one of the engine's own, or the entity has it already), STATE (an iterator is open), MEMORY.
belay_result belay_component_add(belay_world* world, belay_entity entity, belay_component_id component,
                                 const void* initial, void** data);

// Takes a component away. Errors: HANDLE, COMPONENT (not there, or one of the engine's own), STATE (an iterator is
// open).
belay_result belay_component_remove(belay_world* world, belay_entity entity, belay_component_id component);

// The entity's component, or null when the handle is stale, the type not one of yours or the component not there. Good
// until the next add or remove of this component type.
void* belay_component_get(belay_world* world, belay_entity entity, belay_component_id component);
// The same to read alone; gives the engine's own public components too.
const void* belay_component_get_const(const belay_world* world, belay_entity entity, belay_component_id component);

// A walk over all entities that have every one of the named components. Set up by belay_iterator_begin; read `entity`
// and `data[i]` (the i-th component in the order asked for) after each true belay_iterator_next. While an iterator is
// open nothing may be created, destroyed, added or removed (those calls answer STATE); component data may be written.
typedef struct belay_iterator {
    belay_entity entity;                       // visited now
    void* data[BELAY_MAX_ITERATOR_COMPONENTS]; // its components; good until the next belay_iterator_next
    // private
    belay_world* world;
    belay_component_id components[BELAY_MAX_ITERATOR_COMPONENTS];
    uint32_t count;
    uint32_t driver; // the component with the fewest entities: its dense array is walked
    uint32_t cursor;
    uint64_t number; // among the world's open iterators; 0: closed
} belay_iterator;

// Opens an iterator over `count` components (1 to BELAY_MAX_ITERATOR_COMPONENTS). The order of visits is the order of
// the smallest table and the same for the same history of calls. It is to be closed: by a belay_iterator_next that is
// false, or by belay_iterator_end. What a system or a command leaves open is closed when it returns, with a warning to
// the logger. Errors: VALUE, COMPONENT, CAPACITY (BELAY_MAX_OPEN_ITERATORS are open). The iterator is then closed.
belay_result belay_iterator_begin(belay_world* world, const belay_component_id* components, uint32_t count,
                                  belay_iterator* iterator);

// Goes to the next entity; false at the end, which closes the iterator.
bool belay_iterator_next(belay_iterator* iterator);

// Closes an iterator early. Closing a closed one, or a copy of it, does nothing.
void belay_iterator_end(belay_iterator* iterator);

// Where in a step a system runs. In each of them the world is whole: either before anything has moved, or after
// everything has.
typedef enum belay_phase {
    BELAY_PHASE_COMMANDS, // first: create, destroy, set velocities
    BELAY_PHASE_FORCES,   // then: apply forces and torques for this step
    BELAY_PHASE_EVENTS,   // last: read contacts and statistics of the step that was just made
    BELAY_PHASE_COUNT
} belay_phase;

// Called once per step of h seconds. May use the world freely, except to step, advance, restore or destroy it (STATE).
typedef void belay_system_fn(belay_world* world, double h, void* context);

// What a system is.
typedef struct belay_system_def {
    const char* name;     // copied, at most 31 characters are kept
    belay_phase phase;    // when in a step it runs
    belay_system_fn* run; // not null
    void* context;        // handed to run; owned by the caller, must outlive the world
} belay_system_def;

// Adds a system; systems of a phase run in the order in which they were added. Errors: VALUE, CAPACITY.
belay_result belay_system_add(belay_world* world, const belay_system_def* def);

#ifdef __cplusplus
}
#endif

#endif
