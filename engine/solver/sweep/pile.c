// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sweep/pile.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "solver/rows/island_residual.h"
#include "solver/sweep/solve_schedule.h"

#include <math.h>

void bl_pile_fini(bl_pile* pile)
{
    bl_pair_scale_fini(&pile->scale);
    bl_load_forest_fini(&pile->forest);
    bl_body_newton_fini(&pile->newton);
    for (ptrdiff_t w = 0; w < arrlen(pile->worker_newtons); w++)
        bl_body_newton_fini(&pile->worker_newtons[w]);
    arrfree(pile->worker_newtons);
    arrfree(pile->reports);
}

bool bl_pile_grow_like(bl_pile* pile, const bl_pile* other, const belay_allocator* allocator)
{
    bool ok = bl_pair_scale_grow_like(&pile->scale, &other->scale, allocator);
    ok = bl_load_forest_grow_like(&pile->forest, &other->forest, allocator) && ok;
    return bl_body_newton_grow_like(&pile->newton, &other->newton, allocator) && ok;
}

bool bl_pile_has_faces(const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t of_faces = 0;
    for (uint32_t k = 0, end; k < count; k = end) {
        const bl_contact_row* first = &set->rows[order[k]];
        for (end = k + 1; end < count; end++)
            if (set->rows[order[end]].body_a != first->body_a || set->rows[order[end]].body_b != first->body_b) break;
        if (end - k >= BL_LEAST_OF_FACE) of_faces += end - k;
    }
    return 2 * of_faces > count;
}

// ---------------------------------------------------------------------------------------------------------------------
// Trees
// ---------------------------------------------------------------------------------------------------------------------

static bl_tree_report solve_tree(bl_body_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count,
                                 bl_velocity* velocities, double goal)
{
    BELAY_ASSERT(count > 0);
    bl_tree_report report = {0, 0, false};
    if (count < BL_LEAST_TREE) return report;
    double before = bl_island_natural_squared(set, order, count, velocities);
    if (before <= goal) return report;
    newton->is_out_of_memory = false;
    if (!bl_body_newton_begin(newton, set, order, count, HUGE_VAL)) {
        report.is_out_of_memory = newton->is_out_of_memory;
        return report;
    }
    double aim = fmax(goal, BL_TREE_REDUCTION * before);
    bl_dense_newton_report r =
        bl_body_newton_solve(newton, set, order, count, velocities, aim, BL_TREE_ITERATIONS, BL_TREE_ITERATIONS);
    double each = newton->factor.flops / BL_FLOPS_PER_CONTACT + BL_NEWTON_WORK_PER_CONTACT * count;
    report.work = (int64_t)(each * r.iterations) + count;
    report.newton_iterations = r.iterations;
    return report;
}

// The trees of a pile. They share no body that can move, so each is solved by whoever is free, and the bits do not
// depend on who it was.
typedef struct tree_solve {
    bl_pile* pile;
    const bl_row_set* set;
    bl_velocity* velocities;
    double goal;    // of the whole pile
    uint32_t count; // of its contacts
} tree_solve;

static bl_tree_report solve_tree_at(const tree_solve* solve, uint32_t tree, bl_body_newton* newton)
{
    const bl_load_forest* f = &solve->pile->forest;
    uint32_t size = f->begin[tree + 1] - f->begin[tree];
    return solve_tree(newton, solve->set, f->elements + f->begin[tree], size, solve->velocities,
                      solve->goal * size / solve->count);
}

static void solve_tree_range(void* context, uint32_t begin, uint32_t end, int worker)
{
    const tree_solve* solve = context;
    for (uint32_t t = begin; t < end; t++)
        solve->pile->reports[t] = solve_tree_at(solve, t, &solve->pile->worker_newtons[worker]);
}

static bool reserve_for_workers(bl_pile* pile, int workers)
{
    bool ok = true;
    BL_ARRAY_RESERVE(pile->worker_newtons, workers, pile->allocator, &ok);
    BL_ARRAY_RESERVE(pile->reports, pile->forest.count, pile->allocator, &ok);
    if (!ok) return false;
    while (arrlen(pile->worker_newtons) < workers)
        arrput(pile->worker_newtons, (bl_body_newton){0});
    for (int w = 0; w < workers; w++)
        pile->worker_newtons[w].allocator = bl_allocator_none();
    return true;
}

// Workers may not allocate. What they had no memory for is done by the calling thread, and then each of them gets as
// much as that took.
static bool do_again(const tree_solve* solve, int workers)
{
    bl_pile* pile = solve->pile;
    bool any = false, ok = true;
    for (uint32_t t = 0; t < pile->forest.count; t++) {
        if (!pile->reports[t].is_out_of_memory) continue;
        pile->reports[t] = solve_tree_at(solve, t, &pile->newton);
        if (pile->reports[t].is_out_of_memory) return false;
        any = true;
    }
    for (int w = 0; any && w < workers; w++)
        ok = bl_body_newton_grow_like(&pile->worker_newtons[w], &pile->newton, pile->allocator) && ok;
    return ok;
}

static bool solve_trees_by_workers(const tree_solve* solve, bl_workers* workers, bl_tree_report* total)
{
    bl_pile* pile = solve->pile;
    int count = bl_workers_count(workers);
    if (!reserve_for_workers(pile, count)) return false;
    bl_workers_run(workers, pile->forest.count, 1, solve_tree_range, (void*)solve);
    if (!do_again(solve, count)) return false;
    for (uint32_t t = 0; t < pile->forest.count; t++) {
        total->work += pile->reports[t].work;
        total->newton_iterations += pile->reports[t].newton_iterations;
    }
    return true;
}

static bool solve_trees_alone(const tree_solve* solve, bl_tree_report* total)
{
    for (uint32_t t = 0; t < solve->pile->forest.count; t++) {
        bl_tree_report report = solve_tree_at(solve, t, &solve->pile->newton);
        if (report.is_out_of_memory) return false;
        total->work += report.work;
        total->newton_iterations += report.newton_iterations;
    }
    return true;
}

bool bl_pile_carry(bl_pile* pile, const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                   double goal, bl_workers* workers, double* tree_share, int64_t* work, int* newton_iterations)
{
    uint32_t pairs;
    pile->scale.allocator = pile->forest.allocator = pile->newton.allocator = pile->allocator;
    if (!bl_pair_scale_apply(&pile->scale, set, order, count, velocities, BL_SCALE_ITERATIONS, workers, &pairs))
        return false;
    *work += (int64_t)(BL_SCALE_ITERATIONS * BL_SCALE_WORK_PER_PAIR * pairs + BL_SCALE_WORK_PER_CONTACT * count);
    if (!bl_load_forest_make(&pile->forest, set, order, count)) return false;
    *tree_share = pile->forest.load_share;
    tree_solve solve = {pile, set, velocities, goal, count};
    bl_tree_report total = {0, 0, false};
    bool is_shared = bl_workers_count(workers) > 1;
    bool ok = is_shared ? solve_trees_by_workers(&solve, workers, &total) : solve_trees_alone(&solve, &total);
    *work += total.work;
    *newton_iterations += total.newton_iterations;
    return ok;
}
