// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Shared by body_newton*.c.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_BODY_NEWTON_INTERNAL_H
#define BELAY_ENGINE_SOLVER_NEWTON_BODY_NEWTON_INTERNAL_H

#include "solver/newton/body_newton.h"

// An element of the island: its bodies, and how many rows it has.
typedef struct bl_newton_element {
    uint32_t a, b, rows;
    bl_contact_row* contact; // null: a joint
    uint32_t joint;
} bl_newton_element;

static inline bl_newton_element bl_newton_element_of(const bl_row_set* set, uint32_t e)
{
    if (e < set->contact_count)
        return (bl_newton_element){set->rows[e].body_a, set->rows[e].body_b, 3, &set->rows[e], 0};
    const bl_joint_block* j = &set->joints.blocks[e - set->contact_count];
    return (bl_newton_element){j->body_a, j->body_b, j->count, NULL, e - set->contact_count};
}

// Linearises at the present impulses, with the proximal weight alpha, and writes the Newton direction of the impulses
// to n->direction and that of the velocities to n->x. False when the system cannot be factored.
bool bl_body_newton_direction(bl_body_newton* n, const bl_row_set* set, const uint32_t* order, uint32_t count,
                              const bl_velocity* velocities, double alpha);

#endif
