// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The memory of a step.

#include "store/rods.h"

#include "core/alloc.h"

typedef struct demand {
    size_t scratch, state, dofs, nodes, rods;
} demand;

static void add_need(demand* r, const bl_rod_record* record)
{
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    r->scratch += bl_rod_scratch_size(ops, record->body.element_count);
    r->state += bl_rod_state_size(ops, record->body.element_count);
    r->dofs += bl_rod_dof_count(ops, record->body.element_count) + 1;
    r->nodes += bl_rod_node_count(record);
    r->rods++;
}

bool bl_step_rods_reserve(belay_world* world, const bl_rod_record* extra)
{
    bl_step_rods* s = &world->scratch.rods;
    const belay_allocator* allocator = &world->def.allocator;
    demand need = {0, 0, 0, 0, 0};
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        add_need(&need, &bl_rods(world)[i]);
    if (extra != NULL) add_need(&need, extra);
    bool ok = true;
    BL_ARRAY_RESERVE(s->scratch, need.scratch, allocator, &ok);
    BL_ARRAY_RESERVE(s->state, need.state, allocator, &ok);
    BL_ARRAY_RESERVE(s->about, need.dofs, allocator, &ok);
    BL_ARRAY_RESERVE(s->points, need.nodes, allocator, &ok);
    BL_ARRAY_RESERVE(s->travel, need.nodes, allocator, &ok);
    BL_ARRAY_RESERVE(s->before, need.nodes, allocator, &ok);
    BL_ARRAY_RESERVE(s->ahead, need.nodes, allocator, &ok);
    BL_ARRAY_RESERVE(s->geometric_stiffness, need.nodes, allocator, &ok);
    BL_ARRAY_RESERVE(s->rods, need.rods, allocator, &ok);
    return ok;
}

static void free_rods(bl_step_rods* s)
{
    arrfree(s->scratch);
    arrfree(s->state);
    arrfree(s->about);
    arrfree(s->points);
    arrfree(s->travel);
    arrfree(s->before);
    arrfree(s->ahead);
    arrfree(s->geometric_stiffness);
    arrfree(s->rods);
    arrfree(s->contacts);
    arrfree(s->order);
    arrfree(s->order_scratch);
    arrfree(s->near_rods);
    arrfree(s->near_colliders);
    arrfree(s->near_scratch);
    arrfree(s->near_layout);
    arrfree(s->set.elements);
    arrfree(s->set.couplings);
    arrfree(s->owners);
    arrfree(s->spans);
    arrfree(s->values);
    arrfree(s->row);
    arrfree(s->numbers);
    arrfree(s->warm_next);
    arrfree(s->touching_next);
    arrfree(s->rest_pairs);
    arrfree(s->rest_parent);
    arrfree(s->rest_number);
    arrfree(s->rest_of);
    arrfree(s->rest_begin);
    arrfree(s->rest_order);
    bl_rod_newton_fini(&s->newton);
    arrfree(s->is_taken);
    bl_rod_solid_fini(&s->solids);
    bl_rod_collider_fini(&s->collider);
}

static void free_local(bl_local_workspace* local)
{
    arrfree(local->points);
    arrfree(local->travel);
    arrfree(local->numbers);
    arrfree(local->row);
}

static void free_motion(bl_motion_scratch* m)
{
    arrfree(m->bodies);
    arrfree(m->velocities);
    arrfree(m->responses);
    arrfree(m->shares);
    arrfree(m->stiffness);
    arrfree(m->faults);
}

static void free_detect(bl_detect_scratch* d)
{
    arrfree(d->proxies);
    arrfree(d->pairs);
    arrfree(d->pairs_scratch);
    arrfree(d->ranges);
    arrfree(d->sensed);
    arrfree(d->passes);
    arrfree(d->findings);
    arrfree(d->contacts);
    arrfree(d->contacts_spare);
}

static void free_joint_set(bl_joint_set* set)
{
    arrfree(set->blocks);
    arrfree(set->rows);
    arrfree(set->matrices);
}

static void free_joints(bl_joint_scratch* j)
{
    free_joint_set(&j->set);
    free_joint_set(&j->recovery_joints);
    arrfree(j->lock_sizes);
    arrfree(j->group);
    arrfree(j->free);
    arrfree(j->recovery_asked);
    arrfree(j->loose);
}

static void free_solvers(bl_solve_scratch* s)
{
    bl_body_newton_fini(&s->newton);
    bl_colouring_fini(&s->colouring);
    bl_pile_fini(&s->pile);
    for (ptrdiff_t i = 0; i < arrlen(s->worker_newtons); i++)
        bl_body_newton_fini(&s->worker_newtons[i]);
    arrfree(s->worker_newtons);
    for (ptrdiff_t i = 0; i < arrlen(s->worker_piles); i++)
        bl_pile_fini(&s->worker_piles[i]);
    arrfree(s->worker_piles);
    for (ptrdiff_t i = 0; i < arrlen(s->worker_rows); i++)
        bl_rod_newton_fini(&s->worker_rows[i]);
    arrfree(s->worker_rows);
}

static void free_solve(bl_solve_scratch* s)
{
    free_solvers(s);
    arrfree(s->rows);
    arrfree(s->contacts);
    arrfree(s->free);
    arrfree(s->warm_impulses);
    arrfree(s->body_pairs);
    arrfree(s->island_parent);
    arrfree(s->island_number);
    arrfree(s->island_of_contact);
    arrfree(s->island_begin);
    arrfree(s->island_order);
    arrfree(s->saved_impulses);
    arrfree(s->saved_velocities);
    arrfree(s->reports);
    arrfree(s->recovery_sweeps);
    arrfree(s->residual_parts);
    arrfree(s->recovery);
    arrfree(s->recovery_targets);
    arrfree(s->recovery_rows);
}

void bl_scratch_fini(bl_step_scratch* s)
{
    free_motion(&s->motion);
    free_detect(&s->detect);
    free_joints(&s->joints);
    free_solve(&s->solve);
    arrfree(s->energy.island_bodies);
    arrfree(s->energy.island_marks);
    arrfree(s->energy.lowered_part);
    arrfree(s->energy.slowed_to);
    arrfree(s->energy.carried);
    arrfree(s->energy.works_parts);
    arrfree(s->publish.warm_next);
    arrfree(s->publish.touching_next);
    arrfree(s->publish.visits_next);
    arrfree(s->publish.warm_apart);
    arrfree(s->publish.touching_apart);
    arrfree(s->publish.visits_apart);
    arrfree(s->sleep.sleepy);
    arrfree(s->sleep.is_in_island);
    free_rods(&s->rods);
    free_local(&s->local);
}
