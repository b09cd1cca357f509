// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Destroying by kind, with what goes with it.

#ifndef BELAY_ENGINE_OBJECTS_REMOVE_H
#define BELAY_ENGINE_OBJECTS_REMOVE_H

#include "store/state.h"

// Destroys the collider in a slot, with its shape and pair materials; the entity too.
void bl_collider_remove(belay_world* world, uint32_t slot);
// Destroys the body in a slot with its colliders; the entity too.
void bl_body_remove(belay_world* world, uint32_t slot);
// Destroys the joint in a slot; the entity too.
void bl_joint_remove(belay_world* world, uint32_t slot);
// Destroys the joints of a body that is about to be destroyed.
void bl_joints_remove_body(belay_world* world, uint64_t body);
// Destroys the rod in a slot; the entity too.
void bl_rod_remove(belay_world* world, uint32_t slot);
// Frees rods of a body that is about to be destroyed.
void bl_rods_remove_body(belay_world* world, uint64_t body);

#endif
