// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The bodies of joints: who is joined to whom, who wakes whom, who takes part in a step.

#include "store/joints.h"

uint32_t bl_joint_place(const belay_world* world, uint64_t body)
{
    return body != 0 ? bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(body)) : bl_body_count(world);
}

bl_joint* bl_joint_in_slot(const belay_world* world, uint32_t slot)
{
    return &bl_joints(world)[bl_table_find(&world->entities.tables[BL_TABLE_JOINT], slot)];
}

uint32_t* bl_joint_next_in(bl_joint* joint, uint64_t body)
{
    return joint->body_a == body ? &joint->next_a : &joint->next_b;
}

belay_vec3 bl_joint_anchor_arm(const belay_world* world, const bl_joint* joint, uint32_t place)
{
    const bl_step_body* a = &world->scratch.motion.bodies[bl_joint_place(world, joint->body_a)];
    belay_vec3 anchor = pose_apply(a->mid, joint->data.frame_a.position);
    return v3_sub(anchor, place < bl_body_count(world) ? world->scratch.motion.bodies[place].center : v3_zero());
}

bool bl_joint_forbids_contact(const belay_world* world, uint64_t body_a, uint64_t body_b)
{
    if (bl_joint_count(world) == 0) return false;
    // A static body may carry many joints: look through those of the other one.
    const bl_body* a = &bl_bodies(world)[bl_joint_place(world, body_a)];
    const bl_body* body = a->type == BELAY_BODY_DYNAMIC ? a : &bl_bodies(world)[bl_joint_place(world, body_b)];
    uint64_t other = body == a ? body_b : body_a;
    for (uint32_t link = body->first_joint; link != 0;) {
        bl_joint* j = bl_joint_in_slot(world, link - 1);
        if (!j->collides && (j->body_a == other || j->body_b == other)) return true;
        link = *bl_joint_next_in(j, body->id);
    }
    return false;
}

void bl_joints_wake(belay_world* world, uint32_t place)
{
    uint64_t id = bl_bodies(world)[place].id;
    for (uint32_t link = bl_bodies(world)[place].first_joint; link != 0;) {
        bl_joint* j = bl_joint_in_slot(world, link - 1);
        uint64_t other = j->body_a == id ? j->body_b : j->body_a;
        if (other != 0) bl_wake_body(world, bl_joint_place(world, other));
        link = *bl_joint_next_in(j, id);
    }
}

static bool is_asleep(const belay_world* world, uint32_t place)
{
    return place < bl_body_count(world) && (bl_bodies(world)[place].flags & BL_BODY_ASLEEP) != 0;
}

static bool is_active(const belay_world* world, uint32_t place)
{
    return place < bl_body_count(world) && bl_body_is_active(world, place);
}

static bool is_awake_and_dynamic(const belay_world* world, uint32_t place)
{
    return is_active(world, place) && bl_bodies(world)[place].type == BELAY_BODY_DYNAMIC;
}

bool bl_joint_takes_part(const belay_world* world, const bl_joint* joint)
{
    return is_awake_and_dynamic(world, bl_joint_place(world, joint->body_a)) ||
           is_awake_and_dynamic(world, bl_joint_place(world, joint->body_b));
}

bool bl_joints_wake_sleepers(belay_world* world)
{
    bool woke = false;
    for (uint32_t i = 0; i < bl_joint_count(world); i++) {
        const bl_joint* j = &bl_joints(world)[i];
        uint32_t a = bl_joint_place(world, j->body_a), b = bl_joint_place(world, j->body_b);
        if (is_asleep(world, a) && is_active(world, b)) {
            bl_wake_body(world, a);
            woke = true;
        } else if (is_asleep(world, b) && is_active(world, a)) {
            bl_wake_body(world, b);
            woke = true;
        }
    }
    return woke;
}
