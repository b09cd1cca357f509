// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies during a step: where they are at the contact instant, and how they go. Written by step/motion/; velocities by
// all that passes impulses on (assemble, solve, guard), shares by step/detect/step_fraction.c.

#ifndef BELAY_ENGINE_STORE_PARTS_SCRATCH_MOTION_H
#define BELAY_ENGINE_STORE_PARTS_SCRATCH_MOTION_H

#include "models/rigid.h"
#include "solver/rows/contact_row.h"

// One body during a step, at the index of its table element.
typedef struct bl_step_body {
    uint64_t id;              // of the body
    belay_pose mid;           // body frame at the contact instant
    belay_vec3 center;        // of mass, at the contact instant
    bl_velocity came;         // the velocity with which it came to that instant, before damping acted there
    bl_velocity before, free; // v- at that instant, and v_free = v- + h M^-1 f
    belay_vec3 torque;        // N m, applied in the step
    belay_vec3 euler;         // rad/s^2, the angular acceleration of free motion there (torque-free Euler equations)
    belay_quat turn;          // by which it turns in a step with the velocity before
    bool is_set;              // it can move, and the program gave it this place or velocity since the last step
} bl_step_body;

// Of a place of a body that moves with v, both at the contact instant.
static inline belay_vec3 bl_step_velocity_at(const bl_step_body* body, const bl_velocity* v, belay_vec3 point)
{
    return v3_add(v->linear, v3_cross(v->angular, v3_sub(point, body->center)));
}

// Arrays by body.
typedef struct bl_motion_scratch {
    bl_step_body* bodies;
    bl_velocity* velocities; // the solver's iterate
    bl_response* responses;
    uint32_t fresh_bodies; // see step/motion/step_path.h
    double* shares;        // of the way to the contact instant; then of that from it
    bool has_turned;       // something was thrown another way, and shares are those from the contact instant
    double* stiffness;     // N m, of taut joints
    uint8_t* faults;       // see step/motion/step_fault.h
} bl_motion_scratch;

#endif
