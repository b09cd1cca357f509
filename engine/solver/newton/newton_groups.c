// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/newton_groups.h"

#include "solver/newton/rod_newton_internal.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Which groups
// ---------------------------------------------------------------------------------------------------------------------

static bl_newton_group rod_group(const bl_rod_element* e)
{
    bl_newton_group g = {.law = (bl_newton_law)e->law, .count = e->count, .mu = e->mu, .weight = e->weight};
    g.cap = e->cap;
    g.size = e->size;
    g.scale = bl_rod_hold_scale(e);
    g.own = e->weight;
    return g;
}

static bl_newton_group contact_group(const bl_contact_row* row)
{
    double weight = row->weight;
    bl_newton_group g = {.law = BL_NEWTON_UNILATERAL, .count = 3, .mu = row->mu, .weight = weight, .own = weight};
    return g;
}

static double joint_diagonal(const bl_row_set* set, const bl_joint_block* j, uint32_t i)
{
    return set->joints.matrices[j->at + i * (j->count + 1)];
}

static bool is_capped(const bl_joint_block* j)
{
    return j->cap < HUGE_VAL;
}

// A block with a cap.
static bl_newton_group capped_group(const bl_row_set* set, const bl_joint_block* j)
{
    double trace = 0.0;
    for (uint32_t i = 0; i < j->count; i++)
        trace += joint_diagonal(set, j, i);
    bl_newton_group g = {
        .law = BL_NEWTON_BOUNDED, .count = j->count, .weight = j->weight, .cap = j->cap, .own = j->weight};
    g.scale = trace > 0.0 ? j->weight * j->count / trace : 1.0;
    return g;
}

// One row of another; it has no rows where it is idle.
static bl_newton_group bounded_group(const bl_row_set* set, const bl_joint_block* j, uint32_t i)
{
    const bl_joint_row* row = &set->joints.rows[j->first + i];
    double diagonal = joint_diagonal(set, j, i), own = fmax(0.0, diagonal - row->softness);
    bool is_idle = (j->idle >> i & 1) != 0 || !(own > 0.0) || !(j->weight > 0.0);
    bl_newton_group g = {.law = BL_NEWTON_BOX, .count = is_idle ? 0 : 1, .weight = j->weight};
    g.of_joint = i;
    g.lower = row->lower;
    g.upper = row->upper;
    g.scale = is_idle ? 1.0 : own / diagonal;
    g.own = own;
    return g;
}

// How many groups an element makes, and rows at most.
static uint32_t groups_of(const bl_row_set* set, uint32_t element, uint32_t* rows)
{
    const bl_joint_block* j = bl_newton_joint_of(set, element);
    if (j != NULL) *rows = j->count;
    if (j != NULL) return is_capped(j) ? 1 : j->count;
    *rows = bl_row_set_is_rod(set, element) ? set->rods.elements[element - set->rod_first].count : 3;
    return 1;
}

bool bl_newton_count_groups(const bl_row_set* set, const uint32_t* order, uint32_t count, uint32_t* groups,
                            uint32_t* rows)
{
    *groups = *rows = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t own;
        *groups += groups_of(set, order[k], &own);
        *rows += own;
        if (*rows > BL_ROD_NEWTON_MAX_ROWS) return false;
    }
    return true;
}

static void add_group(bl_newton_grouping* to, uint32_t element, bl_newton_group group)
{
    group.element = element;
    group.first = to->rows;
    to->rows += group.count;
    to->groups[to->count++] = group;
}

void bl_newton_add_groups(const bl_row_set* set, uint32_t element, bl_newton_grouping* to)
{
    const bl_joint_block* j = bl_newton_joint_of(set, element);
    if (bl_row_set_is_rod(set, element))
        add_group(to, element, rod_group(&set->rods.elements[element - set->rod_first]));
    else if (j == NULL)
        add_group(to, element, contact_group(&set->rows[element]));
    else if (is_capped(j))
        add_group(to, element, capped_group(set, j));
    else
        for (uint32_t i = 0; i < j->count; i++)
            add_group(to, element, bounded_group(set, j, i));
}

// ---------------------------------------------------------------------------------------------------------------------
// Their impulses and velocities
// ---------------------------------------------------------------------------------------------------------------------

static void read_group(const bl_row_set* set, const bl_newton_group* g, const bl_velocity* velocities, double* r,
                       double* s)
{
    if (bl_row_set_is_rod(set, g->element)) {
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        bl_rod_element_velocity(&set->rods, e, velocities, s);
        for (uint32_t i = 0; i < g->count; i++) {
            r[i] = e->r[i];
            s[i] += e->softness[i] * e->r[i] - e->target[i];
        }
    } else {
        const bl_contact_row* row = &set->rows[g->element];
        memcpy(r, row->r, sizeof row->r);
        bl_contact_row_velocity(row, velocities, s);
        bl_contact_row_shift(row, s);
    }
}

static void read_joint_group(const bl_row_set* set, const bl_newton_group* g, const bl_joint_block* j,
                             const bl_velocity* velocities, double* r, double* s)
{
    for (uint32_t i = 0; i < g->count; i++) {
        const bl_joint_row* row = &set->joints.rows[j->first + g->of_joint + i];
        r[i] = row->r;
        s[i] = bl_newton_joint_row_velocity(j, row, velocities) + row->softness * row->r - row->target;
    }
}

void bl_newton_read_group(const bl_row_set* set, const bl_newton_group* g, const bl_velocity* velocities, double* r,
                          double* s)
{
    const bl_joint_block* j = bl_newton_joint_of(set, g->element);
    if (j != NULL)
        read_joint_group(set, g, j, velocities, r, s);
    else
        read_group(set, g, velocities, r, s);
}

static void give_back_joint(const bl_row_set* set, const bl_newton_group* g, const bl_joint_block* j, const double* r,
                            bl_velocity* velocities)
{
    for (uint32_t i = 0; i < g->count; i++) {
        bl_joint_row* row = &set->joints.rows[j->first + g->of_joint + i];
        bl_newton_push_joint_row(j, row, r[i] - row->r, velocities);
        row->r = r[i];
    }
}

void bl_newton_give_back_group(const bl_row_set* set, const bl_newton_group* g, const double* r,
                               bl_velocity* velocities)
{
    const bl_joint_block* j = bl_newton_joint_of(set, g->element);
    if (j != NULL) {
        give_back_joint(set, g, j, r, velocities);
        return;
    }
    double dr[BL_ROD_MAX_ROWS];
    bool is_rod = bl_row_set_is_rod(set, g->element), any = false;
    double* own = is_rod ? set->rods.elements[g->element - set->rod_first].r : set->rows[g->element].r;
    for (uint32_t i = 0; i < g->count; i++) {
        dr[i] = r[i] - own[i];
        own[i] = r[i];
        any = any || dr[i] != 0.0;
    }
    if (!any) return;
    if (is_rod)
        bl_rod_element_apply_some(&set->rods, &set->rods.elements[g->element - set->rod_first], dr, velocities);
    else
        bl_contact_row_apply(&set->rows[g->element], dr, set->responses, velocities);
}
