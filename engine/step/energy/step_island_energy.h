// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the impulses of an island of bodies do, and what its kinetic energy comes to. With velocities u- and u+ before
// and after the impulses r of a row, at the point where they act, they do r . (u- + u+) / 2.

#ifndef BELAY_ENGINE_STEP_ENERGY_STEP_ISLAND_ENERGY_H
#define BELAY_ENGINE_STEP_ENERGY_STEP_ISLAND_ENERGY_H

#include "step/motion/motion_parts.h"

typedef struct bl_island_energy {
    double before, free, after;         // J, kinetic; after: of a free island, about its centre of mass
    double fall;                        // J, what forces do on half a step's way from the contact instant
    double constant, linear, quadratic; // J, of the gain when impulses are scaled by alpha; nothing of what is held
    double lost;                        // J, kinetic, of what is held
    double mass, carried;               // kg; J, of the centre of mass of a free island after the step
    belay_vec3 momentum, push;          // sums after the step; of forces times h
    bool is_free;                       // nothing that cannot be moved touches or holds it
    bool is_stirred;                    // something that moves by itself does
} bl_island_energy;

bool bl_step_is_mover(const bl_motion_parts* p, uint32_t index); // a kinematic body
// A kinematic body moves what it touches by its way: of a place on it, arm from its centre, the mean of the intervals
// before and after the contact instant is by (exp(h w) - exp(-h w)) arm / 2h, m/s.
belay_vec3 bl_step_mover_velocity(const bl_motion_parts* p, uint32_t index, belay_vec3 arm);

// Adds the works of one contact.
void bl_step_add_contact_works(const bl_motion_parts* p, uint32_t contact, bl_island_works* w);
// Of all contacts of bodies and all joints in an island; rods are not in it.
bl_island_works bl_step_island_works(const bl_motion_parts* p, uint32_t island);
// After the step's last look at works: what springs gave they have no more, what they took they have.
void bl_step_springs_pay(const bl_motion_parts* p);
// Of what contacts and joints seem to make, that which movers may have given before.
double bl_step_unsure_work(const bl_island_works* w);
// Works of motors, springs and movers in an island, by its contacts of bodies and its joints, J.
double bl_step_island_drives(const bl_motion_parts* p, uint32_t island);

bool bl_step_island_has_rods(const bl_step_scratch* scratch, uint32_t island);
// The dynamic bodies of an island that are awake, each once: their number; they are in scratch.energy.island_bodies,
// and marked in scratch.energy.island_marks, which the caller clears.
uint32_t bl_step_bodies_of_island(const bl_motion_parts* p, uint32_t island);
bl_island_energy bl_step_island_energy(const bl_motion_parts* p, uint32_t island, const bl_island_works* w);
// What kinetic energy changes by beyond the work of forces and drives, J.
double bl_step_island_gain(const bl_island_energy* e);
// That with the works and energies of now, beyond what movers may have given and what rounding leaves; 0: no more.
// *e has is_stirred.
double bl_step_island_excess(const bl_motion_parts* p, uint32_t island, bl_island_works* w, bl_island_energy* e);

#endif
