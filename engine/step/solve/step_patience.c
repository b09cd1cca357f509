// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/solve/step_patience.h"

// The first body of an island that can be moved; null: there are rods alone.
static bl_body* first_body(const bl_entity_store* entities, const bl_solve_scratch* solve, uint32_t island)
{
    for (uint32_t k = solve->islands.begin[island]; k < solve->islands.begin[island + 1]; k++) {
        bl_body_pair pair = solve->body_pairs[solve->islands.order[k]];
        if (pair.a_moves && pair.a < bl_body_count_of(entities)) return &bl_bodies_of(entities)[pair.a];
        if (pair.b_moves && pair.b < bl_body_count_of(entities)) return &bl_bodies_of(entities)[pair.b];
    }
    return NULL;
}

bool bl_step_newton_waits(const belay_world_def* def, const bl_entity_store* entities, const bl_solve_scratch* solve,
                          uint32_t island)
{
    const bl_body* body = first_body(entities, solve, island);
    return body != NULL && def->solver.max_work > 0 && body->newton_wait > 0;
}

void bl_step_newton_learn(const bl_entity_store* entities, const bl_solve_scratch* solve, uint32_t island,
                          const bl_nsgs_report* report)
{
    bl_body* body = first_body(entities, solve, island);
    if (body == NULL) return;
    if (report->has_newton_failed) {
        body->newton_failures += body->newton_failures < BL_NEWTON_MOST_FAILURES;
        body->newton_wait = (1u << body->newton_failures) - 1;
    } else if (body->newton_wait > 0) {
        body->newton_wait--;
    } else if (report->newton_iterations > 0) {
        body->newton_failures = 0;
    }
}
