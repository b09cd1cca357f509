// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a world is made of. Known to engine/world alone: the layers below get arrays and small structs.

#ifndef BELAY_ENGINE_WORLD_WORLD_INTERNAL_H
#define BELAY_ENGINE_WORLD_WORLD_INTERNAL_H

#include "belay/belay.h"
#include "contact/manifold.h"
#include "core/error.h"
#include "core/id_pool.h"
#include "core/sort.h"
#include "dynamics/rigid.h"
#include "geometry/curve.h"
#include "solver/contact_row.h"
#include "solver/islands.h"
#include "world/table.h"

// The engine's own component tables, first in the list of tables. Number 0 is never a component.
enum {
    BL_TABLE_NONE,
    BL_TABLE_BODY_STATE, // belay_body_state, public
    BL_TABLE_BODY,       // bl_body, at the same places as BODY_STATE: both are only added and removed together
    BL_TABLE_COLLIDER,   // bl_collider
    BL_TABLE_FIRST_USER
};

// The part of a body that seldom changes, and what has been applied to it since the last step.
typedef struct bl_body {
    bl_rigid_mass mass;
    double gravity_scale;
    belay_vec3 force, torque; // N, N m, about the centre of mass, world frame
    uint64_t id;
    belay_body_type type;
    uint32_t unused; // keeps the bytes of a snapshot defined
} bl_body;

typedef struct bl_collider {
    uint64_t id;
    uint64_t body;
    belay_shape_type type;
    uint32_t unused;
    belay_material material;
    belay_vec3 center;     // sphere: centre; plane: unit normal; body frame
    double radius;         // sphere and tube: radius; plane: offset
    uint64_t curve_offset; // tube: place of its bl_curve in curve_bytes
} bl_collider;

typedef struct bl_system {
    belay_system_fn* run;
    void* context;
    belay_phase phase;
    char name[BL_TABLE_NAME_SIZE];
} bl_system;

// A pair of colliders with a material of its own; a < b.
typedef struct bl_pair_material {
    uint64_t a, b;
    belay_material material;
} bl_pair_material;

// What one contact leaves to the next step.
typedef struct bl_warm_contact {
    uint64_t a, b; // collider ids; sorted by (a, b)
    uint32_t feature;
    uint32_t unused;
    double arc;
    belay_vec3 impulse; // world frame, on a
} bl_warm_contact;

// One body during a step, at the place of its table element.
typedef struct bl_step_body {
    belay_pose mid;           // body frame at the contact instant
    belay_vec3 center;        // of mass, at the contact instant
    bl_velocity before, free; // v-, and v_free = v- with the applied forces and the gyroscopic term
    bl_response response;
} bl_step_body;

// One collider during a step, at the place of its table element.
typedef struct bl_proxy {
    belay_vec3 lower, upper; // box at the contact instant, widened by what the body can travel in a step
    double margin;           // by how much it was widened
    uint32_t body;           // place of the body
} bl_proxy;

// One contact during a step, beside its row in the solver.
typedef struct bl_step_contact {
    bl_manifold_point point;
    uint64_t a, b; // collider ids
    uint32_t body_a, body_b;
    double friction, restitution;
    uint32_t feature;
    double slack_after;     // m, see impact_law.h
    belay_vec3 slip_normal; // of the tangent plane in which slip is measured
} bl_step_contact;

// Arrays that live for one step but keep their memory. stb_ds arrays, each written before it is read.
typedef struct bl_step_scratch {
    bl_step_body* bodies;
    bl_velocity* velocities; // the solver's iterate, by body
    bl_proxy* proxies;
    uint32_t* sweep_order; // collider places by lower x
    uint32_t* unbounded;   // places of planes
    bl_key_pair* pairs;
    bl_key_pair* pairs_scratch;
    bl_step_contact* contacts;
    bl_contact_row* rows;
    belay_vec3* warm_impulses; // world frame, by contact
    bl_body_pair* body_pairs;
    uint32_t *island_parent, *island_number, *island_of_contact, *island_begin, *island_order;
    bl_islands islands;
    bl_velocity* recovery; // pseudo-velocities of the overlap recovery, by body
    double* recovery_impulses;
    double* recovery_targets;
    uint32_t contact_room; // contacts that all arrays by contact have room for
} bl_step_scratch;

struct belay_world {
    belay_world_def def; // settings in force
    belay_error last_error;
    bl_id_pool entities;
    bl_table tables[BELAY_MAX_COMPONENTS + 1];
    uint32_t table_count;
    bl_system systems[BELAY_MAX_SYSTEMS];
    uint32_t system_count;
    uint32_t open_queries;
    bool is_stepping; // inside a system

    uint64_t step_count;
    double time;        // s
    double accumulator; // s, passed but not yet stepped
    double last_h;      // h of the step that the warm contacts come from

    unsigned char*
        curve_bytes; // stb_ds array: the bl_curves of all tubes, one behind the other, each at a multiple of 8
    bl_pair_material* pair_materials; // stb_ds array, sorted by (a, b)
    bl_warm_contact* warm;            // stb_ds array

    bl_step_scratch scratch;
    belay_step_stats stats;
    belay_contact* contacts; // stb_ds array: public form of the last step's contacts
};

// Records a failed call: message to the world and its logger. Returns the code.
belay_result bl_fail(belay_world* world, belay_result code, const char* format, ...) BL_PRINTF(3);
// The same for a message that is already written.
belay_result bl_fail_with(belay_world* world, const belay_error* error);

// STATE when a query is open, naming the call; else OK. Creators and destroyers begin with it.
belay_result bl_check_unlocked(belay_world* world, const char* call);

static inline belay_body_state* bl_body_states(const belay_world* world)
{
    return (belay_body_state*)(void*)world->tables[BL_TABLE_BODY_STATE].data;
}

static inline bl_body* bl_bodies(const belay_world* world)
{
    return (bl_body*)(void*)world->tables[BL_TABLE_BODY].data;
}

static inline bl_collider* bl_colliders(const belay_world* world)
{
    return (bl_collider*)(void*)world->tables[BL_TABLE_COLLIDER].data;
}

static inline uint32_t bl_body_count(const belay_world* world)
{
    return world->tables[BL_TABLE_BODY].count;
}

static inline uint32_t bl_collider_count(const belay_world* world)
{
    return world->tables[BL_TABLE_COLLIDER].count;
}

static inline const bl_curve* bl_collider_curve(const belay_world* world, const bl_collider* collider)
{
    return (const bl_curve*)(const void*)(world->curve_bytes + collider->curve_offset);
}

// The place of a handle's element in one of the engine's tables. HANDLE or COMPONENT on failure, naming `what`.
belay_result bl_find_place(belay_world* world, uint64_t id, int table, const char* what, uint32_t* place);

// Destroys the collider in a slot, with its curve and pair materials; the entity too.
void bl_collider_remove(belay_world* world, uint32_t slot);
// Destroys the body in a slot with its colliders; the entity too.
void bl_body_remove(belay_world* world, uint32_t slot);

// The material of a pair: its own, or the combination of the two.
belay_material bl_pair_material_of(const belay_world* world, const bl_collider* a, const bl_collider* b);

#endif
