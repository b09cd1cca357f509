// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Nothing that is not finite leaves a step. What overflows (velocities of 1e200 m/s, bodies of 1e300 kg beside such of
// 1e-300) is left out where it is a contact, solved again plainly where it is an island, and in the end kept still.

#ifndef BELAY_ENGINE_STEP_GUARD_STEP_FINITE_H
#define BELAY_ENGINE_STEP_GUARD_STEP_FINITE_H

#include "store/state.h"

// Room for fault events, and no faults yet. MEMORY.
belay_result bl_step_reserve_faults(belay_world* world);
// VALUE when the state of a body is not finite, as what a program has written into it may be.
belay_result bl_step_check_start(belay_world* world);
// scratch.motion.bodies, velocities -> the same, finite: what does not reach the contact instant finite stays where it
// is.
void bl_step_check_bodies(belay_world* world);
// scratch.detect.contacts -> scratch.detect.contacts, finite ones alone
void bl_step_check_contacts(belay_world* world);
// rows, joints.set, velocities -> the same, finite: islands that are not are solved again, plainly, or stand still.
void bl_step_check_islands(belay_world* world, double deadline);
// stats -> stats, finite: what overflowed of a step that went out of bounds is told as the largest number (residuals),
// or as part of what is left over (works).
void bl_step_check_stats(belay_world* world);
// scratch.motion.faults -> fault_events, stats.held_bodies
void bl_step_publish_faults(belay_world* world);

#endif
