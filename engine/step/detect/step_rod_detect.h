// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What rods meet.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_ROD_DETECT_H
#define BELAY_ENGINE_STEP_DETECT_STEP_ROD_DETECT_H

#include "solver/law/impact_law.h"
#include "step/detect/detect_parts.h"
#include "store/rods.h"

// scratch.rods, proxies -> scratch.rods.contacts, sorted. MEMORY.
belay_result bl_step_rods_collide(belay_world* world);
// scratch.rods, proxies -> scratch.detect.sensed: rods in sensors. MEMORY.
belay_result bl_step_rods_sense(belay_world* world);
// scratch.rods: contacts with the last step's impulses -> place, normal and second-order gap term of those with
// colliders along which a rod runs
void bl_step_rods_gap_terms(const bl_detect_parts* d);
// *crosses: whether rods would now pass through each other or themselves in this step. *any: whether there are contacts
// against that, against strands that would lie in each other at its end, and against ways through colliders, which were
// not there before; they are among scratch.rods.contacts, with the impulses of the others kept for the rows to be made
// anew. MEMORY.
belay_result bl_step_rods_find_crossings(belay_world* world, bool* any, bool* crosses);
// contacts: without those that it found, once rods are damped and go another way
void bl_step_rods_drop_added(bl_step_rods* rods);
// scratch.rods: contacts, nodes and their ways; bodies -> what the impact law is asked of those that may bounce; those
// that will not close in this step leave
void bl_step_rods_impacts(const bl_detect_parts* d);
// m/s, of A against B at a contact, before the step.
belay_vec3 bl_step_rod_contact_velocity(const bl_step_scratch* s, const bl_step_rod_contact* c);
// What of a contact the law is asked.
bl_impact_settings bl_step_rod_impact_settings(const belay_world_def* def);
bl_impact_input bl_step_rod_impact_input(const bl_step_rod_contact* c);
// set -> contacts: their impulses, for rows that are made anew
void bl_step_rods_keep_impulses(bl_step_rods* rods);
// The impulse of a contact on rod a, world frame.
belay_vec3 bl_step_rod_contact_impulse(const bl_step_rod_contact* c, const bl_rod_element* e);

#endif
