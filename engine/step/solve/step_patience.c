// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/solve/step_patience.h"

// The first body of an island that can be moved; null: there are rods alone.
static bl_body* first_body(const belay_world* world, uint32_t island)
{
    const bl_step_scratch* s = &world->scratch;
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->solve.body_pairs[s->solve.islands.order[k]];
        if (pair.a_moves && pair.a < bl_body_count(world)) return &bl_bodies(world)[pair.a];
        if (pair.b_moves && pair.b < bl_body_count(world)) return &bl_bodies(world)[pair.b];
    }
    return NULL;
}

bool bl_step_newton_waits(const belay_world* world, uint32_t island)
{
    const bl_body* body = first_body(world, island);
    return body != NULL && world->def.solver.max_work > 0 && body->newton_wait > 0;
}

void bl_step_newton_learn(belay_world* world, uint32_t island, const bl_nsgs_report* report)
{
    bl_body* body = first_body(world, island);
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
