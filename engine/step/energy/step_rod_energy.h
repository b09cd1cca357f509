// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Energies of rods in a step, and what is done to them.

#ifndef BELAY_ENGINE_STEP_ENERGY_STEP_ROD_ENERGY_H
#define BELAY_ENGINE_STEP_ENERGY_STEP_ROD_ENERGY_H

#include "step/motion/motion_parts.h"

// Whether the velocities of a rod would make energy out of nothing, or are not finite (step_rod_energy.c).
bool bl_step_rod_gains_energy(const bl_motion_parts* p, uint32_t rod);
bool bl_step_rod_is_finite(const bl_step_rod* rod);
// Mechanical energy of rods that are awake, J, as they are between steps: kinetic, elastic and in the world's gravity.
double bl_step_rods_energy(const bl_motion_parts* p);
// Kinetic energy of one rod, likewise.
double bl_step_rod_kinetic(const bl_motion_parts* p, uint32_t rod);
// The same before the step, which is kept of each.
double bl_step_rods_energy_before(const bl_motion_parts* p);
// What was done to rods in the step, J, positive where it adds energy to the world: after the last solve, before
// bl_step_rods_integrate.
typedef struct bl_rod_works {
    double applied;  // by forces applied to rods
    double hands;    // by attachments to the world that are rows
    double movers;   // by kinematic bodies, through contacts and attachments
    double holds;    // by attachments to dynamic bodies
    double normal;   // by contacts of rods along their normals, against partners at rest
    double friction; // likewise
    double inside;   // by the rods' own stresses: what viscosity and theta take
    double overlap;  // of these three what takes overlap, and position errors of holds, back
    double driven;   // of that what drives apart what is at rest
    double scheme;   // by reading heights later than halfway between contact instants
} bl_rod_works;
bl_rod_works bl_step_rods_works(const bl_motion_parts* p);
// Parts of it: of one rod, and of one element what comes from outside, by what leads its body or place; to *overlap
// comes what taking overlap back does, to *driven the part of it that drives apart what is at rest.
double bl_step_rod_applied_work(const bl_motion_parts* p, uint32_t rod);
double bl_step_rod_scheme_work(const bl_motion_parts* p, uint32_t rod);
double bl_step_rod_element_drive(const bl_motion_parts* p, uint32_t element, double* overlap, double* driven);
// By what holds the ends of one rod that its model holds itself, turning clamps too; after bl_step_rods_move.
double bl_step_rod_end_work(const bl_motion_parts* p, uint32_t rod);
// By what holds ends that the rods' models hold themselves, J: hands and kinematic bodies. After bl_step_rods_publish.
double bl_step_rods_end_work(const bl_motion_parts* p);

#endif
