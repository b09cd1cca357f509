// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods in a step. Beside each part: what it reads -> what it writes.

#ifndef BELAY_ENGINE_STEP_MOTION_STEP_RODS_H
#define BELAY_ENGINE_STEP_MOTION_STEP_RODS_H

#include "step/motion/motion_parts.h"
#include "store/rods.h"

// warm -> how contacts keep the segments of rods from turning, for their models
void bl_step_rods_gather_geometric_stiffness(const bl_motion_parts* p, const bl_contact_memory* memory);
// That of one contact, pressed together by `force` (N) in this step: force and turning of what it leaves to the next.
void bl_step_rod_geometric_stiffness(const bl_rod_record* records, const bl_step_rods* rods,
                                     const bl_step_rod_contact* c, double force, bl_rod_warm* warm);
// rods -> scratch.rods: their states at the contact instant, linearised; nodes, travel. The rods stay as they were
// until bl_step_rods_integrate.
void bl_step_rods_to_mid(belay_world* world);
// set -> velocities of the rods after the step, and the way of their nodes with them.
void bl_step_rods_velocities(const bl_motion_parts* p);
// Nodes of a rod: their way in the step with the velocities v.
void bl_step_rod_set_travel(const bl_motion_parts* p, bl_step_rod* r, const double* v);
// scratch.rods.travel <- that of the free velocities
void bl_step_rods_travel_freely(const bl_motion_parts* p);
// scratch.rods.travel <- that of the velocities
void bl_step_rods_travel(const bl_motion_parts* p);
// -> rods: moved, with new velocities, applied forces cleared
void bl_step_rods_integrate(belay_world* world);
// Before it: the step's states go to the end of the step; those that are not finite are kept still.
void bl_step_rods_move(belay_world* world);
// Velocities of a rod -> a part of them, 0 to 1; of the step's state, at its end. Where the model tells its energy of
// contact instants the rod gets to the next one as it would have: a taut one that vibrates is stretched between
// instants, and would stay so. With `keeps_momentum` of all velocities beside that of the centre of mass, where the
// model can tell it.
void bl_step_rod_lower(const bl_motion_parts* p, uint32_t rod, double share, bool keeps_momentum);
// For a rod for which no finite step is found, or none without energy from nothing: it stays in this step where it was,
// and rests. As above, where energy is told of contact instants it comes to rest there.
void bl_step_rod_keep_still(const bl_motion_parts* p, uint32_t rod);
// The same of one whose step is no more than what the solver's tolerance leaves: it answers as it did.
void bl_step_rod_let_stay(const bl_motion_parts* p, uint32_t rod);
bool bl_step_rod_are_finite(const double* numbers, size_t count);
size_t bl_step_rod_state_size(const bl_rod_record* record);

// What stands for the model of a rod that sleeps.
extern const bl_rod_ops bl_rod_asleep;

// The place, among the nodes of islands, of the rod at an index of its table: behind the bodies and the world.
static inline uint32_t bl_rod_island_node(const bl_entity_store* entities, uint32_t rod)
{
    return bl_body_count_of(entities) + 1 + rod;
}

#endif
