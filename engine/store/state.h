// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a world is made of: the sum of what its owners keep, a header each. Known to the rooms from store/ on; the rooms
// below get arrays and small structs.

#ifndef BELAY_ENGINE_STORE_STATE_H
#define BELAY_ENGINE_STORE_STATE_H

#include "belay/belay.h"
#include "belay/result.h"
#include "core/owner.h"
#include "core/workers.h"
#include "detect/broad/pair_finder.h"
#include "geometry/curve/curve.h"
#include "geometry/mesh/mesh.h"
#include "store/parts/bodies.h"
#include "store/parts/clock.h"
#include "store/parts/colliders.h"
#include "store/parts/contact_hooks.h"
#include "store/parts/contacts.h"
#include "store/parts/entities.h"
#include "store/parts/published.h"
#include "store/parts/query_index.h"
#include "store/parts/rod_store.h"
#include "store/parts/roster.h"
#include "store/parts/scratch.h"
#include "store/parts/step_times.h"

typedef struct bl_views bl_views;       // view.c
typedef struct bl_commands bl_commands; // command_queue.c

struct belay_world {
    belay_world_def def; // settings in force

    // Whose turn it is.
    bl_owner stepper;      // the thread that makes a step
    bl_views* views;       // null: none are made
    bl_commands* commands; // null: none are taken
    bl_workers* workers;   // null: the calling thread alone
    bool is_stepping;      // inside a system
    bool is_begun;         // commands and the systems before the motion have run for a step that then found no memory
    belay_error last_error;
    // How often bodies, colliders, joints and rods came and went, and how often when the last step was made: what that
    // one left in the scratch speaks of the things that there were then.
    uint64_t changes, changes_seen;
    bool has_warned_of_mass; // of a body with the default mass (objects/unweighed.h)
    bl_contact_hooks hooks;

    // What lasts.
    bl_entity_store entities;
    bl_collider_store colliders;
    bl_rod_store rods;
    bl_contact_memory memory;
    bl_clock clock;
    uint32_t sleep_islands;    // numbers given out so far
    struct belay_world* spare; // to look at a snapshot in; null: none was restored yet

    // What is for one step, and what it told.
    bl_step_scratch scratch;
    bl_published published;
    belay_step_stats stats;
    bl_step_times times;

    bl_roster roster; // of the bodies, who is looked at

    // Where things are: for the next step, and for queries.
    bl_pair_finder pair_finder;
    bl_query_index query_index;
};

// Records a failed call: message to the world and its logger. Returns the code.
belay_result bl_fail(belay_world* world, belay_result code, const char* format, ...) BELAY_PRINTF(3);
// The same of what a check has found, with the name of the call before its message.
belay_result bl_fail_in(belay_world* world, const char* call, const belay_error* error);
// Messages for the logger alone: of what was accepted but is probably not what was wanted, and of what happened.
void bl_warn(const belay_world* world, const char* format, ...) BELAY_PRINTF(2);
void bl_inform(const belay_world* world, const char* format, ...) BELAY_PRINTF(2);

// STATE, for a call of the program while it is asked something in the middle of a step.
belay_result bl_fail_inside_hook(belay_world* world);

// BUSY while another thread makes a step, without a message: that one may be writing its own. Every call that changes
// a world, or looks for something in it, begins with it or with one of those below. STATE inside a hook. (The owner is
// no part of what readers may not change.)
static inline belay_result bl_check_owner(const belay_world* world)
{
    if (world == NULL) return BELAY_ERROR_HANDLE;
    if (bl_owner_is_other((bl_owner*)&world->stepper)) return BELAY_ERROR_BUSY;
    return world->hooks.asked == NULL ? BELAY_OK : bl_fail_inside_hook((belay_world*)world);
}

// The same, and STATE when an iterator is open, naming the call. Creators and destroyers begin with it.
belay_result bl_check_unlocked(belay_world* world, const char* call);

// The engine's tables as arrays, and how long they are: for those who look things up, and for those who hold the world.
// Of a store that is const the things stay the same ones; what is in their arrays may be written.
static inline belay_body_state* bl_body_states_of(const bl_entity_store* entities)
{
    return (belay_body_state*)(void*)entities->tables[BL_TABLE_BODY_STATE].data;
}

static inline bl_body* bl_bodies_of(const bl_entity_store* entities)
{
    return (bl_body*)(void*)entities->tables[BL_TABLE_BODY].data;
}

static inline bl_collider* bl_colliders_of(const bl_entity_store* entities)
{
    return (bl_collider*)(void*)entities->tables[BL_TABLE_COLLIDER].data;
}

static inline uint32_t bl_collider_count_of(const bl_entity_store* entities)
{
    return entities->tables[BL_TABLE_COLLIDER].count;
}

static inline uint32_t bl_body_count_of(const bl_entity_store* entities)
{
    return entities->tables[BL_TABLE_BODY].count;
}

static inline belay_body_state* bl_body_states(const belay_world* world)
{
    return bl_body_states_of(&world->entities);
}

static inline bl_body* bl_bodies(const belay_world* world)
{
    return bl_bodies_of(&world->entities);
}

static inline bl_collider* bl_colliders(const belay_world* world)
{
    return bl_colliders_of(&world->entities);
}

static inline uint32_t bl_body_count(const belay_world* world)
{
    return bl_body_count_of(&world->entities);
}

static inline uint32_t bl_collider_count(const belay_world* world)
{
    return bl_collider_count_of(&world->entities);
}

static inline const bl_curve* bl_collider_curve(const bl_collider_store* shapes, const bl_collider* collider)
{
    return (const bl_curve*)(const void*)(shapes->shape_bytes + collider->shape_at);
}

static inline const bl_mesh* bl_collider_mesh(const bl_collider_store* shapes, const bl_collider* collider)
{
    return (const bl_mesh*)(const void*)(shapes->shape_bytes + collider->shape_at);
}

static inline bl_shape_family bl_collider_family(const bl_collider* c)
{
    return bl_shape_of(c->type)->family;
}

// Whether the shape is a convex solid, and that solid. Good until a collider is created or destroyed.
static inline bool bl_collider_is_convex(const bl_collider* c)
{
    return bl_collider_family(c) == BL_FAMILY_SOLID;
}
bl_convex bl_collider_convex(const bl_collider_store* shapes, const bl_collider* collider);
// The box of the shape placed at `pose` (of the shape's frame); infinite for a plane.
void bl_collider_bounds(const bl_collider_store* shapes, const bl_collider* collider, belay_pose pose,
                        belay_vec3* lower, belay_vec3* upper);
// The greatest distance of a point of the shape from its frame; HUGE_VAL: a plane.
double bl_collider_bounding_radius(const bl_collider_store* shapes, const bl_collider* collider);
// A plane, in the world, of a body that stands at `body`.
void bl_collider_plane(const bl_collider* collider, belay_pose body, belay_vec3* normal, double* offset);
// Whether the two filters let each other touch.
bool bl_filters_meet(const belay_filter* a, const belay_filter* b);

// A body's free motion with its velocities for `seconds`; *v becomes those after it. *is_plain as in bl_rigid_flow.
belay_pose bl_body_flow(const bl_body* body, belay_pose pose, bl_velocity* v, double seconds, bool* is_plain);

// The index of a handle's element in one of the engine's tables. BUSY, HANDLE or COMPONENT on failure, naming `call`
// and `what`, its argument.
belay_result bl_find_index(belay_world* world, const char* call, uint64_t id, int table, const char* what,
                           uint32_t* index);
// HANDLE for one that names nothing here, saying what it is; `kind` is what it must be.
belay_result bl_refuse_handle(belay_world* world, const char* call, uint64_t id, const char* what, const char* kind);

// Frees what a snapshot keeps: the arrays of entities, components and of what the last step left.
void bl_world_free_stored(belay_world* world);
// Frees the world that snapshots are looked at in.
void bl_spare_free(belay_world* world);

// Whether a shape can only stand on a static or kinematic body.
static inline bool bl_shape_needs_still_body(belay_shape_type type)
{
    return bl_shape_of(type)->family != BL_FAMILY_SOLID;
}

// The numbers of a collider's shape.
static inline bl_shape_numbers bl_collider_numbers(const bl_collider* c)
{
    return (bl_shape_numbers){c->pose, c->half, c->radius};
}

// Whether a body, with its state, asks who it meets: dynamic and awake, or kinematic and moving.
bool bl_body_is_active(const bl_body* body, const belay_body_state* state);
// Whether the next step looks at the body although nothing is done to it: it is active, or some of its colliders have
// arrived.
bool bl_body_is_asking(const bl_body* body, const belay_body_state* state);

// Of places to which something holds: the world itself stands behind the last body, and rods, as nodes of islands,
// behind that. None of these is a body.
static inline bool bl_is_active_at(const bl_entity_store* entities, uint32_t index)
{
    return index < bl_body_count_of(entities) &&
           bl_body_is_active(&bl_bodies_of(entities)[index], &bl_body_states_of(entities)[index]);
}

static inline bool bl_is_asleep_at(const bl_entity_store* entities, uint32_t index)
{
    return index < bl_body_count_of(entities) && (bl_bodies_of(entities)[index].flags & BL_BODY_ASLEEP) != 0;
}

static inline bool bl_is_dynamic_at(const bl_entity_store* entities, uint32_t index)
{
    return index < bl_body_count_of(entities) && bl_bodies_of(entities)[index].type == BELAY_BODY_DYNAMIC;
}

// The body's colliders have arrived where they are; nothing for a dynamic body, which is awake.
void bl_body_arrives(belay_world* world, uint32_t index);
// Lets a dynamic body sleep from now on: velocities and forces that wait become zero. Nothing for others.
void bl_put_body_to_sleep(belay_world* world, uint32_t index, uint32_t number);
// Wakes the body at an index and all that fell asleep with it; nothing for one that is awake.
void bl_wake_body(belay_world* world, uint32_t index);
// The same for a body that is given a collider, a mass or a joint: one that was made asleep and has slept since stays
// so, as it is still being set up.
void bl_wake_changed_body(belay_world* world, uint32_t index);
// Wakes the body at an index and whatever touched it in the last step, because it changed: also for static bodies.
void bl_wake_touching(belay_world* world, uint32_t index);
// Wakes everything, rods too.
void bl_wake_all(belay_world* world);

#endif
