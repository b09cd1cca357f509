// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/solve/step_residual.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "solver/law/residual.h"
#include "step/solve/step_islands.h"

static void add_contact(const bl_step_scratch* s, uint32_t contact, bl_residual_sum* sum)
{
    const bl_contact_row* row = &s->solve.rows[contact];
    double u[3];
    bl_contact_row_velocity(row, s->motion.velocities, u);
    bl_contact_row_shift(row, u);
    bl_residual_sum_add(sum, (int)contact, row->weight, row->mu, row->r, u, s->solve.free + 3 * (size_t)contact);
}

// What joints and holds leave counts as much as what contacts do, in all three measures.
static void add_left(bl_residual_sum* sum, double left, double free)
{
    sum->natural += left;
    sum->alart_curnier += left;
    sum->fischer_burmeister += left;
    sum->q += free;
}

static void add_rod_element(const bl_step_scratch* s, const bl_rod_element* e, bl_residual_sum* sum)
{
    const bl_rod_set* rods = &s->rods.set;
    if (e->count == 0) return; // left out: it has no rows
    if (e->law != BL_ROD_UNILATERAL) {
        add_left(sum, bl_rod_element_natural_squared(rods, e, s->motion.velocities), bl_rod_element_free_squared(e));
        return;
    }
    double u[3];
    bl_rod_element_velocity(rods, e, s->motion.velocities, u);
    for (int k = 0; k < 3; k++)
        u[k] -= e->target[k];
    bl_residual_sum_add(sum, -1, e->weight, e->mu, e->r, u, e->q);
}

static void add_element(const bl_step_scratch* s, const bl_row_set* set, uint32_t element, bl_residual_part* part)
{
    if (element < set->contact_count) {
        add_contact(s, element, &part->sum);
        part->overlap = fmax(part->overlap, -s->solve.contacts[element].gap);
    } else if (bl_row_set_is_rod(set, element)) {
        add_rod_element(s, &set->rods.elements[element - set->rod_first], &part->sum);
    } else {
        uint32_t joint = element - set->contact_count;
        add_left(&part->sum, bl_joint_block_natural_squared(&set->joints, joint, s->motion.velocities),
                 s->joints.free[joint]);
    }
    part->rounding_squared += bl_element_rounding_squared(set, element, s->motion.velocities);
}

// ---------------------------------------------------------------------------------------------------------------------
// Islands
// ---------------------------------------------------------------------------------------------------------------------

typedef struct measuring {
    bl_step_scratch* s;
    const bl_row_set* set;
    const uint32_t* order;
    uint32_t count;
} measuring;

static void measure_blocks(void* context, uint32_t begin, uint32_t end, int worker)
{
    const measuring* m = context;
    (void)worker;
    for (uint32_t b = begin; b < end; b++) {
        bl_residual_part* part = &m->s->solve.residual_parts[b];
        bl_block block = bl_block_at(b, m->count);
        bl_residual_sum_init(&part->sum);
        part->rounding_squared = part->overlap = 0.0;
        for (uint32_t k = block.begin; k < block.end; k++)
            add_element(m->s, m->set, m->order[k], part);
    }
}

// Writes the parts of an island and returns how many there are.
static uint32_t measure_parts(const bl_motion_parts* p, const bl_row_set* set, uint32_t island, bl_workers_fn* fn)
{
    BELAY_ASSERT(island < p->s->solve.islands.count);
    const bl_islands* islands = &p->s->solve.islands;
    uint32_t begin = islands->begin[island], count = islands->begin[island + 1] - begin;
    measuring m = {p->s, set, islands->order + begin, count};
    uint32_t blocks = bl_block_count(count);
    bl_workers_run(p->workers, blocks, 1, fn, &m);
    return blocks;
}

static bl_residual_part sum_of_island(const bl_motion_parts* p, const bl_row_set* set, uint32_t island)
{
    uint32_t blocks = measure_parts(p, set, island, measure_blocks);
    bl_residual_part all = p->s->solve.residual_parts[0];
    for (uint32_t b = 1; b < blocks; b++) {
        const bl_residual_part* part = &p->s->solve.residual_parts[b];
        bl_residual_sum_join(&all.sum, &part->sum);
        all.rounding_squared += part->rounding_squared;
        all.overlap = fmax(all.overlap, part->overlap);
    }
    return all;
}

// The sums of an island, and whether it has converged: by the same measure as is reported, so that a step that has
// converged reports no residual above the tolerance. The velocities may have been larger before the solve than they are
// now; what was lost to rounding then is still missing.
static void measure_island(const bl_motion_parts* p, const bl_row_set* set, uint32_t island, bl_residual_sum* sum)
{
    bl_nsgs_report* report = &p->s->solve.reports[island];
    bl_residual_part part = sum_of_island(p, set, island);
    bl_island_scale scale = {part.sum.q, fmax(part.rounding_squared, report->rounding_squared)};
    report->has_converged = part.sum.natural <= bl_island_goal_squared(&scale, p->def->solver.tolerance);
    report->rounding_squared = scale.rounding_squared;
    report->free_squared = part.sum.q;
    p->stats->max_overlap = fmax(p->stats->max_overlap, part.overlap);
    bl_residual_sum_merge(sum, &part.sum, scale.rounding_squared);
}

void bl_step_measure_residual(const bl_motion_parts* p)
{
    const bl_step_scratch* s = p->s;
    bl_row_set set = bl_step_row_set(p->s);
    bl_residual_sum sum;
    bl_residual_sum_init(&sum);
    for (uint32_t k = 0; k < s->solve.islands.count; k++)
        measure_island(p, &set, k, &sum);
    for (ptrdiff_t i = 0; i < arrlen(s->rods.contacts); i++)
        p->stats->max_overlap = fmax(p->stats->max_overlap, -s->rods.contacts[i].at.gap);
    p->stats->residual = bl_residual_sum_finish(&sum);
}

static void sum_natural(void* context, uint32_t begin, uint32_t end, int worker)
{
    const measuring* m = context;
    const bl_velocity* velocities = m->s->motion.velocities;
    (void)worker;
    for (uint32_t b = begin; b < end; b++) {
        bl_residual_part* part = &m->s->solve.residual_parts[b];
        bl_block block = bl_block_at(b, m->count);
        const uint32_t* order = m->order + block.begin;
        uint32_t count = block.end - block.begin;
        bl_island_scale scale = bl_island_scale_of(m->set, order, count, velocities);
        part->sum.natural = bl_island_natural_squared(m->set, order, count, velocities);
        part->sum.q = scale.free_squared;
        part->rounding_squared = scale.rounding_squared;
    }
}

bl_natural_of_island bl_step_natural_of_island(const bl_motion_parts* p, const bl_row_set* set, uint32_t island)
{
    uint32_t blocks = measure_parts(p, set, island, sum_natural);
    bl_natural_of_island all = {0.0, {0.0, 0.0}};
    for (uint32_t b = 0; b < blocks; b++) {
        const bl_residual_part* part = &p->s->solve.residual_parts[b];
        all.squared += part->sum.natural;
        all.scale.free_squared += part->sum.q;
        all.scale.rounding_squared += part->rounding_squared;
    }
    return all;
}
