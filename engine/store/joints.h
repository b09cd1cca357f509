// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A joint as the world keeps it: component BL_TABLE_JOINT of its entity.

#ifndef BELAY_ENGINE_STORE_JOINTS_H
#define BELAY_ENGINE_STORE_JOINTS_H

#include "models/joint_constraints.h"
#include "store/state.h"

typedef struct bl_joint {
    uint64_t id;
    uint64_t body_a, body_b; // body_b 0: the world
    bl_joint_data data;
    double break_force, break_torque;
    // Each body's joints are a list, the newest first: slot + 1 of the next one, 0 at the end.
    uint32_t next_a, next_b;
    uint32_t collides;
    uint32_t unused;
    // What its rows gave in the last step that it took part in, by slot (bl_joint_constraint), and the sum of all: N
    // and N m, mean over the step.
    double limit_force[6], drive_force[6];
    belay_vec3 way_force, turn_torque; // world frame, on A
    belay_vec3 force, torque;          // world frame, on A at anchor A
    // J, the most that its springs can give: what they held stretched (twice, as the step has its own idea of that) and
    // have taken since. Negative: it was made or set anew, and they have what they now hold.
    double spring_energy;
    double twist;  // rad: coordinate 3 at the last contact instant, with all its turns; 0 when it has none
    double center; // rad: of a gear, likewise the angle of anchor B about A's x axis
} bl_joint;

static inline bl_joint* bl_joints_of(const bl_entity_store* entities)
{
    return (bl_joint*)(void*)entities->tables[BL_TABLE_JOINT].data;
}

static inline uint32_t bl_joint_count_of(const bl_entity_store* entities)
{
    return entities->tables[BL_TABLE_JOINT].count;
}

static inline bl_joint* bl_joints(const belay_world* world)
{
    return bl_joints_of(&world->entities);
}

static inline uint32_t bl_joint_count(const belay_world* world)
{
    return bl_joint_count_of(&world->entities);
}

// The index of a body; of none (0) the one behind the last, which stands for the world.
uint32_t bl_joint_body_index(const bl_entity_store* entities, uint64_t body);
bl_joint* bl_joint_in_slot(const bl_entity_store* entities, uint32_t slot);
// Where the joint holds the next one in that body's list.
uint32_t* bl_joint_next_in(bl_joint* joint, uint64_t body);
// Whether the joint acts in this step: one of its bodies is dynamic and awake.
bool bl_joint_takes_part(const bl_entity_store* entities, const bl_joint* joint);
// Wakes sleepers that are joined to a body that moves; whether there were any.
bool bl_joints_wake_sleepers(belay_world* world);
// Whether a joint keeps the colliders of the two bodies from touching. Cost: the joints of one of them.
bool bl_joint_forbids_contact(const bl_entity_store* entities, uint64_t body_a, uint64_t body_b);
// Wakes what is joined to the body at an index.
void bl_joints_wake(belay_world* world, uint32_t index);

#endif
