// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints in a step, and what the rest of the world has to tell them.

#ifndef BELAY_ENGINE_STEP_ASSEMBLE_STEP_JOINTS_H
#define BELAY_ENGINE_STEP_ASSEMBLE_STEP_JOINTS_H

#include "models/joint_constraints.h"
#include "store/state.h"

// joints of awake bodies, scratch.motion.bodies -> scratch.joints.set: rows with the last step's impulses (not yet
// applied). Also puts the world behind the last body in scratch.motion.velocities and scratch.motion.responses: zeros.
// MEMORY.
belay_result bl_step_joints(belay_world* world);
// What the locked rows ask for; those of joints that close loops yield a little. After the rows are set, with the
// impulses of the last step. types of bodies, scratch.joints.set -> its targets and softness, scratch.joints.group;
// scratch.solve.island_* as work space.
void bl_step_ask_of_locks(const bl_entity_store* entities, const bl_roster* roster, bl_step_scratch* scratch);
// Adds the impulses that the joints' rows now have to scratch.motion.velocities.
void bl_step_apply_joints(bl_step_scratch* scratch);
// Whether a locked row is of a way, not of a turn. A distance has the slot of a limit, of coordinate 0.
static inline bool bl_step_row_is_translation(const bl_joint_row* row)
{
    return row->slot < 3 || row->slot == BL_JOINT_SLOT_TRANSLATION;
}

// Coordinate 3 of a joint (by its index) at the contact instant, counted on from that of the one before; 0 when it has
// none. Reads bodies and the joint, scratch.motion.
double bl_step_joint_twist(const belay_world_def* def, const bl_entity_store* entities, const bl_step_scratch* scratch,
                           uint32_t joint);
// The same of the angle of anchor B about A's x axis; 0 of what is no gear.
double bl_step_joint_center(const belay_world_def* def, const bl_entity_store* entities, const bl_step_scratch* scratch,
                            uint32_t joint);
// Makes the rows of scratch.joints.recovery_joints for a block: pseudo-velocities that take back what the block's locks
// and limits will be out of place at the next contact instant, with scratch.motion.velocities. Returns the fastest of
// what is asked, m/s or rad/s.
double bl_step_recovery_rows(const belay_world_def* def, const bl_entity_store* entities, bl_step_scratch* scratch,
                             uint32_t block);

#endif
