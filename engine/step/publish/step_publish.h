// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a step tells.

#ifndef BELAY_ENGINE_STEP_PUBLISH_STEP_PUBLISH_H
#define BELAY_ENGINE_STEP_PUBLISH_STEP_PUBLISH_H

#include "store/state.h"

// scratch.solve.rows -> warm (which keeps what sleeps); contacts are for whoever asks (store/public_contacts.h)
void bl_step_publish(belay_world* world);
// contacts, sensed pairs, touching, visits -> events, touching, visits; needs bl_step_reserve_events after the narrow
// phase. MEMORY.
belay_result bl_step_reserve_events(belay_world* world);
void bl_step_events(belay_world* world);
// scratch.joints.set -> joints (impulses for the next step, reactions), world.joint_events; broken joints are
// destroyed.
void bl_step_publish_joints(belay_world* world);

#endif
