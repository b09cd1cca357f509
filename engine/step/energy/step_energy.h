// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the energy of a step goes.
//
// Bodies move freely to the contact instant and from it (models/rigid.h), which keeps kinetic energy, so all that
// changes it are the impulses at that instant: with forces f, responses M^-1 and impulses r,
//     v+ = v- + M^-1 (h f + H^T r),    dE_kin = (h f + H^T r) . (v- + v+) / 2,
// while the bodies go by h ((1 - theta) v- + theta v+). So the mechanical energy changes by
//     r . (u- + u+) / 2  -  (theta - 1/2) h f . (v+ - v-)  +  work of applied forces,
// u the velocities that the impulses work on, at the points where they act. The second part is what the theta scheme
// itself takes; it is zero at theta = 1/2.

#ifndef BELAY_ENGINE_STEP_ENERGY_STEP_ENERGY_H
#define BELAY_ENGINE_STEP_ENERGY_STEP_ENERGY_H

#include "store/state.h"

// body states -> stats.energy.before. Before bodies are moved.
void bl_step_energy_before(belay_world* world);
// scratch.solve.rows, joints.set, bodies, velocities -> stats.energy: works of contacts and joints, and normal_work and
// friction_work. Before velocities are lowered.
void bl_step_energy_works(belay_world* world);
// applied forces, ways -> stats.energy.applied, overlap and scheme. Before states change and forces are cleared.
void bl_step_energy_applied(belay_world* world);
// body states -> stats.energy.after and left_over. Once states are published.
void bl_step_energy_after(belay_world* world);

#endif
