// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What came of the joints of a step: their forces, for the user and for the next step, and those that broke.

#include "core/alloc.h"
#include "objects/remove.h"
#include "step/assemble/step_joints.h"
#include "step/publish/step_publish.h"
#include "store/joints.h"

static void clear_forces(bl_joint* j)
{
    for (int i = 0; i < 6; i++)
        j->limit_force[i] = j->drive_force[i] = 0.0;
    j->way_force = j->turn_torque = j->force = j->torque = v3_zero();
}

static void keep_row(bl_joint* j, const bl_joint_row* row, double force)
{
    if (row->slot == BL_JOINT_SLOT_WAY)
        j->way_force = v3_add_scaled(j->way_force, force, row->linear);
    else if (row->slot == BL_JOINT_SLOT_TURN)
        j->turn_torque = v3_add_scaled(j->turn_torque, force, row->angular_a);
    else if (row->slot >= BL_JOINT_SLOT_DRIVE)
        j->drive_force[row->slot - BL_JOINT_SLOT_DRIVE] = force;
    else
        j->limit_force[row->slot - BL_JOINT_SLOT_LIMIT] = force;
}

static void keep_forces(const belay_world* world, const bl_joint_block* block)
{
    bl_joint* j = &bl_joints(world)[block->owner];
    belay_vec3 about_center = v3_zero();
    for (uint32_t i = 0; i < block->count; i++) {
        const bl_joint_row* row = &world->scratch.joints.set.rows[block->first + i];
        double force = row->r / world->def.step_seconds;
        keep_row(j, row, force);
        j->force = v3_add_scaled(j->force, force, row->linear);
        about_center = v3_add_scaled(about_center, force, row->angular_a);
    }
    j->torque = v3_sub(about_center, v3_cross(bl_joint_anchor_arm(world, j, block->body_a), j->force));
}

// ---------------------------------------------------------------------------------------------------------------------
// Breaking
// ---------------------------------------------------------------------------------------------------------------------

// Events by handle.
static void add_event(bl_published* published, const bl_joint* j, double force, double torque)
{
    belay_joint_event event = {{j->id}, {j->body_a}, {j->body_b}, force, torque};
    arrput(published->joint_events, event);
    for (ptrdiff_t i = arrlen(published->joint_events) - 1; i > 0; i--) {
        belay_joint_event* e = &published->joint_events[i];
        if (e[-1].joint.value < e->joint.value) break;
        event = e[-1];
        e[-1] = e[0];
        e[0] = event;
    }
}

static void break_joints(belay_world* world)
{
    if (world->published.joint_events != NULL) arrsetlen(world->published.joint_events, 0);
    for (uint32_t i = 0; i < world->scratch.joints.block_count; i++) {
        const bl_joint* j = &bl_joints(world)[world->scratch.joints.set.blocks[i].owner];
        double force = v3_length(j->force), torque = v3_length(j->torque);
        if (force > j->break_force || torque > j->break_torque) add_event(&world->published, j, force, torque);
    }
    for (ptrdiff_t i = 0; i < arrlen(world->published.joint_events); i++)
        bl_joint_remove(world, bl_slot_of(world->published.joint_events[i].joint.value));
}

void bl_step_publish_joints(belay_world* world)
{
    for (uint32_t i = 0; i < bl_joint_count(world); i++) { // those that sleep hang on as they did
        bl_joint* j = &bl_joints(world)[i];
        if (!bl_joint_takes_part(world, j)) continue;
        clear_forces(j);
        j->twist = bl_step_joint_twist(world, i);
    }
    for (uint32_t i = 0; i < world->scratch.joints.block_count; i++)
        keep_forces(world, &world->scratch.joints.set.blocks[i]);
    break_joints(world);
}
