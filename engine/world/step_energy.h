// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the energy of a step goes, and that none is made.
//
// Bodies move freely to the contact instant and from it (dynamics/rigid.h), which keeps kinetic energy, so all that
// changes it are the impulses at that instant: with forces f, responses M^-1 and impulses r,
//     v+ = v- + M^-1 (h f + H^T r),    dE_kin = (h f + H^T r) . (v- + v+) / 2,
// while the bodies go by h ((1 - theta) v- + theta v+). So the mechanical energy changes by
//     r . (u- + u+) / 2  -  (theta - 1/2) h f . (v+ - v-)  +  work of applied forces,
// u the velocities that the impulses work on, at the points where they act. The second part is what the theta scheme
// itself takes; it is zero at theta = 1/2.

#ifndef BELAY_ENGINE_WORLD_STEP_ENERGY_H
#define BELAY_ENGINE_WORLD_STEP_ENERGY_H

#include "world/world_internal.h"

// body states -> stats.energy.before. Before bodies are moved.
void bl_step_energy_before(belay_world* world);
// scratch.rows, joint_set, bodies, velocities -> stats.energy: works of contacts and joints, and normal_work and
// friction_work. Before velocities are lowered.
void bl_step_energy_works(belay_world* world);
// applied forces, ways -> stats.energy.applied, overlap and scheme. Before states change and forces are cleared.
void bl_step_energy_applied(belay_world* world);
// body states -> stats.energy.after and left_over. Once states are published.
void bl_step_energy_after(belay_world* world);

// rows, joint_set, velocities -> the same, of islands whose impulses made energy such that they make none, or no more
// than lowering velocities takes; stats.limited_islands. Islands with rods are left alone.
void bl_step_limit_impulses(belay_world* world, double deadline);
// velocities -> scratch.slowing: the part by which they are lowered where impulses made a little energy.
void bl_step_limit_velocities(belay_world* world);
// The dynamic bodies of an island, each once: their number; they are in scratch.island_bodies, and marked in
// scratch.island_marks, which the caller clears.
uint32_t bl_step_bodies_of_island(belay_world* world, uint32_t island);
// Works of motors, springs and movers in an island, by its contacts of bodies and its joints, J.
double bl_step_island_drives(belay_world* world, uint32_t island);
// Of one body through the step, J: mechanical energy before and after it, the kinetic part after it, and what applied
// forces do.
typedef struct bl_body_energy {
    double before, after, kinetic, applied;
} bl_body_energy;
bl_body_energy bl_step_body_energy(const belay_world* world, uint32_t place);
// The velocities that a body goes on with.
bl_velocity bl_step_final_velocity(const belay_world* world, uint32_t place);

#endif
