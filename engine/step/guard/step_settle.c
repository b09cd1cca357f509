// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/guard/step_settle.h"

#include "solver/rows/island_residual.h"
#include "step/energy/step_island_energy.h"

// Whether the kinetic energy per mass of a body is that of a speed whose square is below the limit. What cannot be
// moved is slow when it stands.
static bool is_slow(const bl_motion_parts* p, uint32_t index, double limit)
{
    uint32_t count = bl_body_count_of(p->entities);
    if (index > count) return false; // a rod settles by its own damping
    const bl_velocity* v = &p->s->motion.velocities[index];
    double square = v3_length_squared(v->linear), spin = v3_length_squared(v->angular);
    if (index == count || bl_bodies_of(p->entities)[index].type != BELAY_BODY_DYNAMIC)
        return square == 0.0 && spin == 0.0;
    const bl_rigid_mass* m = &bl_bodies_of(p->entities)[index].mass;
    double largest = fmax(m->moments.x, fmax(m->moments.y, m->moments.z));
    return square + spin * largest / m->mass <= limit;
}

static bool is_slow_island(const bl_motion_parts* p, uint32_t island)
{
    const bl_solve_scratch* s = &p->s->solve;
    bl_island_scale scale = {s->reports[island].free_squared, s->reports[island].rounding_squared};
    double limit = bl_island_goal_squared(&scale, p->def->solver.tolerance);
    for (uint32_t k = s->islands.begin[island]; k < s->islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->body_pairs[s->islands.order[k]];
        if (!is_slow(p, pair.a, limit) || !is_slow(p, pair.b, limit)) return false;
    }
    return true;
}

void bl_step_settle(const bl_motion_parts* p, uint32_t island)
{
    if (!is_slow_island(p, island)) return;
    bl_step_scratch* s = p->s;
    uint32_t count = bl_step_bodies_of_island(p, island);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = s->energy.island_bodies[k];
        s->motion.velocities[i] = (bl_velocity){v3_zero(), v3_zero()};
        s->energy.island_marks[i] = 0;
    }
}
