// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The bodies of joints: who is joined to whom, who wakes whom, who takes part in a step.

#include "store/joints.h"

uint32_t bl_joint_body_index(const bl_entity_store* entities, uint64_t body)
{
    return body != 0 ? bl_table_find(&entities->tables[BL_TABLE_BODY], bl_slot_of(body)) : bl_body_count_of(entities);
}

bl_joint* bl_joint_in_slot(const bl_entity_store* entities, uint32_t slot)
{
    return &bl_joints_of(entities)[bl_table_find(&entities->tables[BL_TABLE_JOINT], slot)];
}

uint32_t* bl_joint_next_in(bl_joint* joint, uint64_t body)
{
    return joint->body_a == body ? &joint->next_a : &joint->next_b;
}

bool bl_joint_forbids_contact(const bl_entity_store* entities, uint64_t body_a, uint64_t body_b)
{
    if (entities->tables[BL_TABLE_JOINT].count == 0) return false;
    // A static body may carry many joints: look through those of the other one.
    const bl_body *bodies = bl_bodies_of(entities), *a = &bodies[bl_joint_body_index(entities, body_a)];
    const bl_body* body = a->type == BELAY_BODY_DYNAMIC ? a : &bodies[bl_joint_body_index(entities, body_b)];
    uint64_t other = body == a ? body_b : body_a;
    for (uint32_t link = body->first_joint; link != 0;) {
        bl_joint* j = bl_joint_in_slot(entities, link - 1);
        if (!j->collides && (j->body_a == other || j->body_b == other)) return true;
        link = *bl_joint_next_in(j, body->id);
    }
    return false;
}

void bl_joints_wake(belay_world* world, uint32_t index)
{
    uint64_t id = bl_bodies(world)[index].id;
    for (uint32_t link = bl_bodies(world)[index].first_joint; link != 0;) {
        bl_joint* j = bl_joint_in_slot(&world->entities, link - 1);
        uint64_t other = j->body_a == id ? j->body_b : j->body_a;
        if (other != 0) bl_wake_body(world, bl_joint_body_index(&world->entities, other));
        link = *bl_joint_next_in(j, id);
    }
}

static bool is_awake_and_dynamic(const bl_entity_store* entities, uint32_t index)
{
    return bl_is_active_at(entities, index) && bl_is_dynamic_at(entities, index);
}

bool bl_joint_takes_part(const bl_entity_store* entities, const bl_joint* joint)
{
    return is_awake_and_dynamic(entities, bl_joint_body_index(entities, joint->body_a)) ||
           is_awake_and_dynamic(entities, bl_joint_body_index(entities, joint->body_b));
}

bool bl_joints_wake_sleepers(belay_world* world)
{
    bool woke = false;
    for (uint32_t i = 0; i < bl_joint_count(world); i++) {
        const bl_joint* j = &bl_joints(world)[i];
        uint32_t a = bl_joint_body_index(&world->entities, j->body_a),
                 b = bl_joint_body_index(&world->entities, j->body_b);
        if (bl_is_asleep_at(&world->entities, a) && bl_is_active_at(&world->entities, b)) {
            bl_wake_body(world, a);
            woke = true;
        } else if (bl_is_asleep_at(&world->entities, b) && bl_is_active_at(&world->entities, a)) {
            bl_wake_body(world, b);
            woke = true;
        }
    }
    return woke;
}
