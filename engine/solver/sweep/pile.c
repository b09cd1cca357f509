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

static bool solve_tree(bl_body_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count,
                       bl_velocity* velocities, double goal, int64_t* work, int* newton_iterations)
{
    BELAY_ASSERT(count > 0);
    if (count < BL_LEAST_TREE) return true;
    double before = bl_island_natural_squared(set, order, count, velocities);
    if (before <= goal) return true;
    newton->is_out_of_memory = false;
    if (!bl_body_newton_begin(newton, set, order, count, HUGE_VAL)) return !newton->is_out_of_memory;
    double aim = fmax(goal, BL_TREE_REDUCTION * before);
    bl_dense_newton_report r =
        bl_body_newton_solve(newton, set, order, count, velocities, aim, BL_TREE_ITERATIONS, BL_TREE_ITERATIONS);
    double each = newton->factor.flops / BL_FLOPS_PER_CONTACT + BL_NEWTON_WORK_PER_CONTACT * count;
    *work += (int64_t)(each * r.iterations) + count;
    *newton_iterations += r.iterations;
    return true;
}

bool bl_pile_carry(bl_pile* pile, const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                   double goal, double* tree_share, int64_t* work, int* newton_iterations)
{
    uint32_t pairs;
    pile->scale.allocator = pile->forest.allocator = pile->newton.allocator = pile->allocator;
    if (!bl_pair_scale_apply(&pile->scale, set, order, count, velocities, BL_SCALE_ITERATIONS, &pairs)) return false;
    *work += (int64_t)(BL_SCALE_ITERATIONS * BL_SCALE_WORK_PER_PAIR * pairs + BL_SCALE_WORK_PER_CONTACT * count);
    if (!bl_load_forest_make(&pile->forest, set, order, count)) return false;
    const bl_load_forest* f = &pile->forest;
    *tree_share = f->load_share;
    for (uint32_t t = 0; t < f->count; t++) {
        uint32_t size = f->begin[t + 1] - f->begin[t];
        double share = goal * size / count;
        if (!solve_tree(&pile->newton, set, f->elements + f->begin[t], size, velocities, share, work,
                        newton_iterations))
            return false;
    }
    return true;
}
