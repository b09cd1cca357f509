// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ways, energies and works of one body through the step. It goes freely to the contact instant, its velocity changes
// there, and it goes on freely: unless it is stopped early it goes by h ((1 - theta) v- + theta v+).

#ifndef BELAY_ENGINE_STEP_ENERGY_STEP_BODY_ENERGY_H
#define BELAY_ENGINE_STEP_ENERGY_STEP_BODY_ENERGY_H

#include "step/motion/motion_parts.h"

// J; center: of mass, m, world frame.
double bl_step_potential_at(const belay_world_def* def, const bl_body* body, belay_vec3 center);
double bl_step_kinetic(const bl_body* body, belay_pose pose, const bl_velocity* v);
// Of a body as it stands between steps.
double bl_step_kinetic_now(const bl_entity_store* entities, uint32_t index);

// The force of gravity and of what is applied, times h, N s.
belay_vec3 bl_step_push_of(const bl_motion_parts* p, uint32_t index);
// Impulsive torque of the torques applied to a body, N m s.
belay_vec3 bl_step_twist_of(const bl_motion_parts* p, uint32_t index);
// The way from the contact instant with v+; of that a body that is stopped early goes a share, with its final velocity.
belay_vec3 bl_step_displacement_after(const bl_motion_parts* p, uint32_t index);
// h ((1 - theta) v- + theta v+) less the way that is made.
belay_vec3 bl_step_displacement_missing(const bl_motion_parts* p, uint32_t index);
// By how much v+ is lowered, m/s.
belay_vec3 bl_step_lowering(const bl_motion_parts* p, uint32_t index);

// Of forces along the way, of torques at the contact instant, J.
double bl_step_applied_work(const bl_motion_parts* p, const bl_body* body, uint32_t index);
// Of the damping of a body that goes on, J.
double bl_step_damping_work(const bl_motion_parts* p, uint32_t index);
// By reading the state later than halfway between contact instants (step_energy.c).
double bl_step_scheme_work(const bl_motion_parts* p, uint32_t index);

// Of one body through the step, J: mechanical energy before and after it, the kinetic part after it, and what applied
// forces do.
typedef struct bl_body_energy {
    double before, after, kinetic, applied;
} bl_body_energy;
bl_body_energy bl_step_body_energy(const bl_motion_parts* p, uint32_t index);

#endif
