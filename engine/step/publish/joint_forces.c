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
    if (row->slot == BL_JOINT_SLOT_TRANSLATION)
        j->way_force = v3_add_scaled(j->way_force, force, row->linear);
    else if (row->slot == BL_JOINT_SLOT_ROTATION)
        j->turn_torque = v3_add_scaled(j->turn_torque, force, row->angular_a);
    else if (row->slot >= BL_JOINT_SLOT_DRIVE)
        j->drive_force[row->slot - BL_JOINT_SLOT_DRIVE] = force;
    else
        j->limit_force[row->slot - BL_JOINT_SLOT_LIMIT] = force;
}

// From the centre of mass of A to anchor A at the contact instant.
static belay_vec3 anchor_arm(const bl_step_body* a, const bl_joint* joint)
{
    return v3_sub(pose_apply(a->mid, joint->data.frame_a.position), a->center);
}

static void keep_forces(const bl_step_scratch* s, const bl_joint_block* block, double h, bl_joint* j)
{
    belay_vec3 about_center = v3_zero();
    for (uint32_t i = 0; i < block->count; i++) {
        const bl_joint_row* row = &s->joints.set.rows[block->first + i];
        double force = row->r / h;
        keep_row(j, row, force);
        j->force = v3_add_scaled(j->force, force, row->linear);
        about_center = v3_add_scaled(about_center, force, row->angular_a);
    }
    j->torque = v3_sub(about_center, v3_cross(anchor_arm(&s->motion.bodies[block->body_a], j), j->force));
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

static void list_broken(const bl_joint* joints, const bl_joint_scratch* s, bl_published* published)
{
    if (published->joint_events != NULL) arrsetlen(published->joint_events, 0);
    for (uint32_t i = 0; i < s->block_count; i++) {
        const bl_joint* j = &joints[s->set.blocks[i].owner];
        double force = v3_length(j->force), torque = v3_length(j->torque);
        if (force > j->break_force || torque > j->break_torque) add_event(published, j, force, torque);
    }
}

void bl_step_publish_joints(belay_world* world)
{
    const bl_step_scratch* s = &world->scratch;
    bl_joint* joints = bl_joints(world);
    for (uint32_t i = 0; i < bl_joint_count(world); i++) { // those that sleep hang on as they did
        if (!bl_joint_takes_part(&world->entities, &joints[i])) continue;
        clear_forces(&joints[i]);
        joints[i].center = bl_step_joint_center(&world->def, &world->entities, s, i);
        joints[i].twist = bl_step_joint_twist(&world->def, &world->entities, s, i);
    }
    for (uint32_t i = 0; i < s->joints.block_count; i++) {
        const bl_joint_block* block = &s->joints.set.blocks[i];
        keep_forces(s, block, world->def.step_seconds, &joints[block->owner]);
    }
    list_broken(joints, &s->joints, &world->published);
    for (ptrdiff_t i = 0; i < arrlen(world->published.joint_events); i++)
        bl_joint_remove(world, bl_slot_of(world->published.joint_events[i].joint.value));
}
