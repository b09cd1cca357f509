// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies on their way: to the contact instant and from it. Beside each part of a stage, here and in the other folders
// of a step: what it reads -> what it writes.

#ifndef BELAY_ENGINE_STEP_MOTION_STEP_MOTION_H
#define BELAY_ENGINE_STEP_MOTION_STEP_MOTION_H

#include "store/state.h"

// joints' forces of the last step, bodies -> scratch.motion.stiffness
void bl_step_find_stiffness(const bl_entity_store* entities, const bl_roster* roster, bl_motion_scratch* motion);
// The mass of a body with the moments of inertia raised that are too small for the stiffness (N m) that joints give it,
// and its spin (world frame; `principal` turns the principal frame into the world) lowered for that; true when any was.
// `h`: of the step.
bool bl_step_stiffened_mass(const bl_body* body, double stiffness, double h, belay_quat principal, bl_rigid_mass* mass,
                            belay_vec3* spin);
// scratch.motion.stiffness -> bodies: what the moments were raised to, for the next step.
void bl_step_keep_stiffness(const bl_roster* roster, const bl_motion_scratch* motion, double h, bl_body* bodies);

// body states, applied forces -> scratch.motion.bodies (mid placement, v-, v_free, response), scratch.motion.velocities
void bl_step_integrate_to_mid(belay_world* world);
// The same of one body alone, for a share of the way to the contact instant.
void bl_step_body_to_mid(const belay_world_def* def, const bl_entity_store* entities, bl_motion_scratch* motion,
                         uint32_t index, double share);
// scratch.motion.velocities, scratch.solve.recovery -> body states, cleared forces
void bl_step_integrate(belay_world* world);

#endif
