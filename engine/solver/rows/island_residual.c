// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/rows/island_residual.h"

#include "solver/law/residual.h"

// What is open and does not close is solved, as most contacts that are open are: its normal velocity alone tells.
static double contact_natural_squared(const bl_contact_row* row, const bl_velocity* velocities)
{
    double u[3], e[3];
    bool pushes = row->r[0] != 0.0 || row->r[1] != 0.0 || row->r[2] != 0.0;
    if (!pushes && bl_contact_row_normal_velocity(row, velocities) >= row->target) return 0.0;
    bl_contact_row_velocity(row, velocities, u);
    bl_contact_row_shift(row, u);
    bl_natural_map(row->weight, row->mu, row->r, u, e);
    return e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
}

static double natural_squared(const bl_row_set* set, uint32_t e, const bl_velocity* velocities)
{
    if (e < set->contact_count) return contact_natural_squared(&set->rows[e], velocities);
    if (!bl_row_set_is_rod(set, e))
        return bl_joint_block_natural_squared(&set->joints, e - set->contact_count, velocities);
    return bl_rod_element_natural_squared(&set->rods, &set->rods.elements[e - set->rod_first], velocities);
}

double bl_island_natural_up_to(const bl_row_set* set, const uint32_t* order, uint32_t count,
                               const bl_velocity* velocities, double most)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < count && !(sum > most); k++)
        sum += natural_squared(set, order[k], velocities);
    return sum;
}

double bl_island_natural_squared(const bl_row_set* set, const uint32_t* order, uint32_t count,
                                 const bl_velocity* velocities)
{
    return bl_island_natural_up_to(set, order, count, velocities, HUGE_VAL);
}

static double speed_of(const bl_velocity* a, const bl_velocity* b, double arm_a, double arm_b)
{
    return v3_length(a->linear) + v3_length(b->linear) + v3_length(a->angular) * arm_a + v3_length(b->angular) * arm_b;
}

// Of a row of a rod also the velocities that its own impulse makes; those of the others are of the same size.
static double rod_speed(const bl_rod_element* e, const bl_velocity* velocities)
{
    const bl_velocity* v = &velocities[e->body];
    double speed =
        e->size + fabs(e->target[0]) + v3_length(v->linear) + v3_length(v->angular) * v3_length(e->angular[0]);
    double impulse = 0.0;
    for (uint32_t i = 0; i < e->count; i++)
        impulse += fabs(e->r[i]);
    return speed + e->weight * impulse;
}

static double contact_speed(const bl_contact_row* row, const bl_velocity* velocities)
{
    double speed = fabs(row->target) + speed_of(&velocities[row->body_a], &velocities[row->body_b],
                                                v3_length(row->at.arm_a), v3_length(row->at.arm_b));
    double impulse = row->r[0] + fabs(row->r[1]) + fabs(row->r[2]);
    return speed + row->weight * impulse;
}

static double joint_speed(const bl_joint_set* joints, uint32_t joint, const bl_velocity* velocities)
{
    const bl_joint_block* block = &joints->blocks[joint];
    const bl_joint_row* rows = &joints->rows[block->first];
    double speed = fabs(rows->target) + speed_of(&velocities[block->body_a], &velocities[block->body_b],
                                                 v3_length(rows->angular_a), v3_length(rows->angular_b));
    double impulse = 0.0;
    for (uint32_t i = 0; i < block->count; i++)
        impulse += fabs(rows[i].r);
    return speed + block->weight * impulse;
}

double bl_element_rounding_squared(const bl_row_set* set, uint32_t element, const bl_velocity* velocities)
{
    double speed;
    if (element < set->contact_count)
        speed = contact_speed(&set->rows[element], velocities);
    else if (bl_row_set_is_rod(set, element))
        speed = rod_speed(&set->rods.elements[element - set->rod_first], velocities);
    else
        speed = joint_speed(&set->joints, element - set->contact_count, velocities);
    return bl_rounding_squared(speed);
}

static double free_squared(const bl_row_set* set, uint32_t element)
{
    if (element >= set->contact_count && !bl_row_set_is_rod(set, element))
        return set->joint_free[element - set->contact_count];
    if (element >= set->contact_count)
        return bl_rod_element_free_squared(&set->rods.elements[element - set->rod_first]);
    const double* q = set->contact_free + 3 * (size_t)element;
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
}

bl_island_scale bl_island_scale_of(const bl_row_set* set, const uint32_t* order, uint32_t count,
                                   const bl_velocity* velocities)
{
    bl_island_scale scale = {0.0, 0.0};
    for (uint32_t k = 0; k < count; k++) {
        scale.free_squared += free_squared(set, order[k]);
        scale.rounding_squared += bl_element_rounding_squared(set, order[k], velocities);
    }
    return scale;
}
