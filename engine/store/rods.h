// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A rod as the world keeps it: component BL_TABLE_ROD of its entity, and its numbers (of a size that differs from rod
// to rod) in world->rods.numbers:
//
//     arcs     s of each node of the polyline, m            node_count
//     applied  force on each node until the next step, N    3 node_count
//     state    of its model (models/rod/rod_ops.h)                state_size(element_count)

#ifndef BELAY_ENGINE_STORE_RODS_H
#define BELAY_ENGINE_STORE_RODS_H

#include "models/rod/rod_ops.h"
#include "store/state.h"

enum {
    BL_ATTACHMENT_NONE, // else belay_rod_attachment_type + 1
    BL_ATTACHMENT_IS_ORIENTED = 1,
};

// Every byte is hashed and part of snapshots: no padding.
typedef struct bl_rod_attachment {
    uint64_t body; // 0: the world
    uint32_t type; // belay_rod_attachment_type + 1; BL_ATTACHMENT_NONE: free
    uint32_t flags;
    uint32_t end;     // 0 or 1: the rod's model itself holds this end; 2: rows in the solver do
    uint32_t segment; // of the polyline, with its place on it
    double at;        // 0 to 1 on the segment
    double s;         // m
    belay_pose frame; // on the body, or in the world
    belay_pose next;  // where the frame goes in the next step
    double max_force, max_torque;
    belay_vec3 force, torque; // N, N m, on the rod, mean over the last step, world frame
} bl_rod_attachment;

// Of a rod.
enum {
    BL_ROD_PERSIST_EVENTS = 1,
    BL_ROD_KEPT_AWAKE = 2,
    BL_ROD_ASLEEP = 4,
    BL_ROD_WAS_ASLEEP = 8, // at the end of the last step
};

typedef struct bl_rod_record {
    uint64_t id;
    uint64_t numbers_at, numbers_size; // in world->rods.numbers
    belay_material material;
    double self_exclusion;
    double gravity_scale;
    belay_filter filter;
    uint32_t touches_itself;
    uint32_t flags;
    uint32_t sleep_island; // while asleep: bodies and rods with the same number fell asleep together
    uint32_t unused;
    double rest_seconds; // for how long it has been slow enough to fall asleep
    bl_rod_body body;
    bl_rod_attachment attachments[BELAY_ROD_MAX_ATTACHMENTS];
} bl_rod_record;

static inline bl_rod_record* bl_rods_of(const bl_entity_store* entities)
{
    return (bl_rod_record*)(void*)entities->tables[BL_TABLE_ROD].data;
}

static inline uint32_t bl_rod_count_of(const bl_entity_store* entities)
{
    return entities->tables[BL_TABLE_ROD].count;
}

static inline bl_rod_record* bl_rods(const belay_world* world)
{
    return bl_rods_of(&world->entities);
}

static inline uint32_t bl_rod_count(const belay_world* world)
{
    return bl_rod_count_of(&world->entities);
}

static inline const bl_rod_ops* bl_rod_record_ops(const bl_rod_record* record)
{
    return bl_rod_ops_of(record->body.model);
}

static inline uint32_t bl_rod_node_count(const bl_rod_record* record)
{
    return record->body.segment_count + 1;
}

// As of a store of entities: what is in the numbers of a store that is const may be written.
static inline double* bl_rod_arcs_of(const bl_rod_store* store, const bl_rod_record* record)
{
    return store->numbers + record->numbers_at;
}

static inline double* bl_rod_applied_of(const bl_rod_store* store, const bl_rod_record* record)
{
    return bl_rod_arcs_of(store, record) + bl_rod_node_count(record);
}

static inline double* bl_rod_state_of(const bl_rod_store* store, const bl_rod_record* record)
{
    return bl_rod_applied_of(store, record) + 3 * (size_t)bl_rod_node_count(record);
}

static inline double* bl_rod_arcs(const belay_world* world, const bl_rod_record* record)
{
    return bl_rod_arcs_of(&world->rods, record);
}

static inline double* bl_rod_applied(const belay_world* world, const bl_rod_record* record)
{
    return bl_rod_applied_of(&world->rods, record);
}

static inline double* bl_rod_state(const belay_world* world, const bl_rod_record* record)
{
    return bl_rod_state_of(&world->rods, record);
}

// m/s^2, on a rod.
static inline belay_vec3 bl_rod_gravity(const bl_rod_record* record, const belay_world_def* def)
{
    return v3_scale(record->gravity_scale, def->gravity);
}

static inline bool bl_rod_is_awake(const bl_rod_record* record)
{
    return (record->flags & BL_ROD_ASLEEP) == 0;
}

// Wakes the rod at an index and all that fell asleep with it; nothing for one that is awake.
void bl_wake_rod(belay_world* world, uint32_t index);
// Wakes the rod at an index, what it touched in the last step and what it hangs on, because it changed.
void bl_wake_touching_rod(belay_world* world, uint32_t index);
// Lets the rod at an index sleep from now on: velocities and forces that wait become zero. Nothing for one
// that sleeps.
void bl_put_rod_to_sleep(belay_world* world, uint32_t index, uint32_t number);

// The rod as it is between steps. Its scratch is that of the last step: only what needs none may be asked.
bl_rod bl_rod_at_rest(const belay_world* world, bl_rod_record* record);

// The place of s on the polyline.
void bl_rod_locate(const bl_rod_store* store, const bl_rod_record* record, double s, uint32_t* segment, double* at);
// s of a place.
double bl_rod_arc(const bl_rod_store* store, const bl_rod_record* record, uint32_t segment, double at);

// Contacts wider open than this beyond what can close in a step are left out: the world's margin, but no more than the
// rod's radius, as thin rods have many neighbours.
double bl_rod_margin(const belay_world_def* def, const bl_rod_record* record);
// The exclusion along a rod within which it does not touch itself.
double bl_rod_exclusion_length(const bl_rod_record* record);
// Makes room for the rods that there are and, unless null, for one more. False: no memory.
bool bl_step_rods_reserve(belay_world* world, const bl_rod_record* extra);

// The index of a rod's element in its table. A reader may report an error: the message is the one thing of a world that
// it writes.
belay_result bl_rod_find(const belay_world* world, const char* call, belay_rod_id rod, const char* what,
                         bl_rod_record** record);

// Rods are told how long the steps are that come next, of which their energies are told.
void bl_rods_take_step(belay_world* world);
void bl_rod_take_step(const belay_world* world, bl_rod_record* record);

// Takes [at, at + size) out of the rods' numbers.
void bl_rod_numbers_remove(belay_world* world, uint64_t at, uint64_t size);
// What the last step knew of rods (a local model asks for it) holds no longer: some of them came, went or became
// others.
void bl_rods_forget_step(belay_world* world);

#endif
