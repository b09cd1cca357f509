// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How bodies that cannot be moved go from one contact instant to the next, as their partners see it.
//
// A kinematic body that is led from pose to pose (belay_body_move_kinematic) gets new velocities at the end of a step,
// between two contact instants. With v' before and v now it went by
//     v' + (1 - theta) (v - v') = v - theta a,    a = v - v'
// in the mean on the way to the instant. On the way to the next one it goes by v and, for the last part 1 - theta of
// it, by a velocity that nobody knows yet. What is swung round in a hand is expected to go on so, with an acceleration
// that turns as the body turns from instant to instant, by T:
//     v + lead,    lead = (1 - theta) T a.
// Seen from the body, the sum of these over many steps is right whatever it does, so what is held does not drift away;
// at each instant it is behind, or ahead, by no more than (1 - theta) h a.
//
// Contacts and joints go by the same velocities, as what is held by both of them would be asked for two things at once.

#ifndef BELAY_ENGINE_STEP_MOTION_STEP_LEAD_H
#define BELAY_ENGINE_STEP_MOTION_STEP_LEAD_H

#include "store/state.h"

// All of them are of the body at an index, and read bodies and scratch.motion.bodies.

bool bl_step_is_led(const bl_body* bodies, uint32_t index);
// The mean velocities on the way to the contact instant; of a body that is not led, those that it had.
bl_velocity bl_step_velocity_behind(const belay_world_def* def, const bl_body* bodies, const bl_motion_scratch* motion,
                                    uint32_t index);
// Those on the way to the next one, of a body that cannot be moved.
bl_velocity bl_step_velocity_ahead(const belay_world_def* def, const bl_body* bodies, const bl_motion_scratch* motion,
                                   uint32_t index);
// By how much these are more than v; zero of a body that is not led: what sticks to one that was given velocities has
// just those.
bl_velocity bl_step_lead_velocity(const belay_world_def* def, const bl_body* bodies, const bl_motion_scratch* motion,
                                  uint32_t index);
// 1 - sin(p) / p with p = h |w|, of a kinematic body; 0 of others. Its arms r go by w x r less that part in the mean
// over the intervals before and after the instant.
double bl_step_bend(const belay_world_def* def, const bl_body* bodies, const bl_motion_scratch* motion, uint32_t index);

#endif
