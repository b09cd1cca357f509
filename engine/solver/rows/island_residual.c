// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/rows/island_residual.h"

#include "solver/residual.h"

#include <float.h>

static double contact_natural_squared(const bl_contact_row* row, const bl_velocity* velocities)
{
    double u[3], e[3];
    bl_contact_row_velocity(row, velocities, u);
    bl_contact_row_shift(row, u);
    bl_natural_map(row->block.weight, row->block.mu, row->r, u, e);
    return e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
}

double bl_island_natural_squared(const bl_row_set* set, const uint32_t* order, uint32_t count,
                                 const bl_velocity* velocities)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t e = order[k];
        if (e < set->contact_count)
            sum += contact_natural_squared(&set->rows[e], velocities);
        else if (!bl_row_set_is_rod(set, e))
            sum += bl_joint_block_natural_squared(&set->joints, e - set->contact_count, velocities);
        else
            sum += bl_rod_element_natural_squared(&set->rods, &set->rods.elements[e - set->rod_first], velocities);
    }
    return sum;
}

static double speed_of(const bl_velocity* a, const bl_velocity* b, double arm_a, double arm_b)
{
    return v3_length(a->linear) + v3_length(b->linear) + v3_length(a->angular) * arm_a + v3_length(b->angular) * arm_b;
}

// Of a rod's row the velocity is a sum over the impulses of all its rows.
static double rod_speed(const bl_rod_element* e, const bl_velocity* velocities)
{
    const bl_velocity* v = &velocities[e->body];
    double speed = fabs(e->target[0]) + v3_length(v->linear) + v3_length(v->angular) * v3_length(e->angular[0]);
    return speed + fabs(e->r[0]) * e->weight;
}

// The square of what rounding alone leaves in the natural map: a few units in the last place of the speeds that the
// relative velocities are differences of. Where the free velocities are themselves rounding (two bodies travelling
// together), a relative tolerance asks for digits that do not exist.
static double rounding_squared(const bl_row_set* set, const uint32_t* order, uint32_t count,
                               const bl_velocity* velocities)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        double speed;
        if (order[k] < set->contact_count) {
            const bl_contact_row* row = &set->rows[order[k]];
            speed = fabs(row->target) + speed_of(&velocities[row->body_a], &velocities[row->body_b],
                                                 v3_length(row->at.arm_a), v3_length(row->at.arm_b));
        } else if (bl_row_set_is_rod(set, order[k])) {
            speed = rod_speed(&set->rods.elements[order[k] - set->rod_first], velocities);
        } else {
            const bl_joint_block* block = &set->joints.blocks[order[k] - set->contact_count];
            const bl_joint_row* row = &set->joints.rows[block->first];
            speed = fabs(row->target) + speed_of(&velocities[block->body_a], &velocities[block->body_b],
                                                 v3_length(row->angular_a), v3_length(row->angular_b));
        }
        sum += speed * speed;
    }
    double unit = 4.0 * DBL_EPSILON;
    return unit * unit * sum;
}

static double free_squared(const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        if (order[k] < set->contact_count) {
            const double* q = set->rows[order[k]].q;
            sum += q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
        } else if (!bl_row_set_is_rod(set, order[k])) {
            sum += set->joint_free[order[k] - set->contact_count];
        } else {
            sum += bl_rod_element_free_squared(&set->rods.elements[order[k] - set->rod_first]);
        }
    }
    return sum;
}

double bl_island_goal_squared(const bl_row_set* set, const uint32_t* order, uint32_t count,
                              const bl_velocity* velocities, double tolerance)
{
    double q2 = free_squared(set, order, count);
    double goal = tolerance * tolerance * (q2 > 0.0 ? q2 : 1.0);
    return fmax(goal, rounding_squared(set, order, count, velocities));
}
