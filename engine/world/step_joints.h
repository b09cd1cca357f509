// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints in a step, and what the rest of the world has to tell them.

#ifndef BELAY_ENGINE_WORLD_STEP_JOINTS_H
#define BELAY_ENGINE_WORLD_STEP_JOINTS_H

#include "world/world_internal.h"

// joints of awake bodies, scratch.bodies -> scratch.joint_set: rows with the last step's impulses (not yet applied).
// Also puts the world behind the last body in scratch.velocities and scratch.responses: zeros. MEMORY.
belay_result bl_step_joints(belay_world* world);
// Makes the locked rows of joints that close loops yield a little; after the rows are set.
void bl_step_soften_loops(belay_world* world);
// Adds the impulses that the joints' rows now have to scratch.velocities.
void bl_step_apply_joints(belay_world* world);
// Makes the targets of the rows anew for scratch.velocities, which have the impulses of the contacts in them too: what
// stands on the ground is not expected to fall through it.
void bl_step_retarget_joints(belay_world* world);
// Wakes sleepers that are joined to a body that moves; whether there were any.
bool bl_joints_wake_sleepers(belay_world* world);
// scratch.joint_set -> joints (impulses for the next step, reactions), world.joint_events; broken joints are destroyed.
void bl_step_publish_joints(belay_world* world);

// Destroys the joints of a body that is about to be destroyed.
void bl_joints_remove_body(belay_world* world, uint64_t body);
// Destroys the joint in a slot; the entity too.
void bl_joint_remove(belay_world* world, uint32_t slot);
// Whether a joint keeps the colliders of the two bodies from touching. Cost: the joints of one of them.
bool bl_joint_forbids_contact(const belay_world* world, uint64_t body_a, uint64_t body_b);
// Wakes what is joined to the body at a place.
void bl_joints_wake(belay_world* world, uint32_t place);
// Puts this world's tag into the handles in the joints (after a restore).
void bl_joints_restored(belay_world* world);

#endif
