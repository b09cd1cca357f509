// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Solving the islands. Large ones come first, one after the other, each shared by all workers
// (solver/sweep/colouring.h). The small ones share no body that can move, so each is solved by one worker, whoever is
// free.
//
// Workers may not allocate, but the pattern of a factorisation is only known when it is made. So what a worker has no
// room for is put back to its start and done again afterwards by the calling thread, and then all of them get as much
// room as that took: after a few steps it does not happen any more. Islands with joints or rods are left to the calling
// thread as well: what a joint's block has exchanged (solver/rows/joint_box.h) cannot be put back.

#include "core/alloc.h"
#include "core/assert.h"
#include "solver/library/solve.h"
#include "solver/newton/newton_tolerances.h"
#include "solver/sweep/nsgs.h"
#include "step/solve/solve_tolerances.h"
#include "step/solve/step_islands.h"
#include "step/solve/step_library.h"
#include "step/solve/step_patience.h"
#include "store/checks.h"

#include <float.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// What an island may cost
// ---------------------------------------------------------------------------------------------------------------------

// An island may do its share of the work by the number of its elements: independent of the order of islands.
static int64_t share(const bl_step_scratch* s, int64_t work, uint32_t count)
{
    uint32_t all = (uint32_t)arrlen(s->solve.contacts) + s->joints.block_count + s->rods.set.count;
    return work > 0 ? (int64_t)fmax(1.0, (double)work * count / all) : 0;
}

// Whether there is an island of rods alone that may be as large as those solved from inside of the cones.
static bool has_large_rods(const bl_step_scratch* s)
{
    uint32_t rod_first = (uint32_t)arrlen(s->solve.contacts) + s->joints.block_count;
    for (uint32_t k = 0; k < s->solve.islands.count; k++) {
        uint32_t begin = s->solve.islands.begin[k], count = s->solve.islands.begin[k + 1] - begin;
        if (3 * count >= BL_INTERIOR_LARGE_ROWS && s->solve.islands.order[begin] >= rod_first) return true;
    }
    return false;
}

int64_t bl_step_work_of_rods(const belay_world_def* def, const bl_step_scratch* s)
{
    return def->solver.max_work * (has_large_rods(s) ? BL_INTERIOR_SHARES * BL_LARGE_ROD_SOLVES : 1);
}

// Of what a solve may do, forming the rods' operators has taken its part; half is left in any case. Those after the
// first may do no more than is left of the step's work.
static int64_t work_left(const belay_world_def* def, const bl_step_scratch* s, int64_t spent)
{
    int64_t most = def->solver.max_work, left = most - s->rods.forming_work;
    if (left <= most / 2) left = (most + 1) / 2;
    if (s->rods.solves == 0 || most == 0) return left;
    int64_t rest = bl_step_work_of_rods(def, s) - spent;
    if (has_large_rods(s)) rest /= BL_INTERIOR_SHARES;
    return rest < 1 ? 1 : rest < left ? rest : left;
}

int64_t bl_step_pile_work(const belay_world_def* def)
{
    double work = (double)def->solver.max_work;
    return (int64_t)fmin(work, ceil(work * BL_PILE_WORK_PER_SECOND * def->step_seconds));
}

static bool stood_still(const bl_entity_store* entities, const bl_motion_scratch* motion, uint32_t index)
{
    if (index >= bl_body_count_of(entities)) return index == bl_body_count_of(entities); // rods are behind the world
    const bl_step_body* s = &motion->bodies[index];
    double speed = v3_length_squared(s->before.linear), spin = v3_length_squared(s->before.angular);
    if (speed == 0.0 && spin == 0.0) return true;
    const bl_rigid_mass* m = &bl_bodies_of(entities)[index].mass;
    double gyration = fmax(m->moments.x, fmax(m->moments.y, m->moments.z)) * m->inverse_mass; // square of its radius
    double change = v3_length_squared(v3_sub(s->free.linear, s->before.linear));
    return speed + gyration * spin <= BL_STOOD_STILL * BL_STOOD_STILL * change;
}

static bool island_stood_still(const bl_entity_store* entities, const bl_step_scratch* s, uint32_t island)
{
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->solve.body_pairs[s->solve.islands.order[k]];
        if (!stood_still(entities, &s->motion, pair.a) || !stood_still(entities, &s->motion, pair.b)) return false;
    }
    return true;
}

// Whether an island's bodies were no faster before the step, in the mean, than some steps of its forces make them.
static bool creeps(const bl_entity_store* entities, const bl_step_scratch* s, uint32_t island)
{
    double speed = 0.0, change = 0.0;
    uint32_t bodies = bl_body_count_of(entities);
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->solve.body_pairs[s->solve.islands.order[k]];
        const uint32_t ends[2] = {pair.a, pair.b};
        for (int i = 0; i < 2; i++) {
            if (ends[i] >= bodies || !(i == 0 ? pair.a_moves : pair.b_moves)) continue;
            const bl_step_body* b = &s->motion.bodies[ends[i]];
            speed += v3_length_squared(b->before.linear);
            change += v3_length_squared(v3_sub(b->free.linear, b->before.linear));
        }
    }
    return speed <= BL_CREEPING_STEPS * BL_CREEPING_STEPS * change;
}

// ---------------------------------------------------------------------------------------------------------------------
// One island
// ---------------------------------------------------------------------------------------------------------------------

// What all islands of a solve share.
typedef struct islands_solve {
    const belay_world_def* def;
    const bl_entity_store* entities;
    bl_step_scratch* s;
    bl_row_set set;
    bl_nsgs_settings settings; // what is the same for all
    int64_t work_left;         // of what a solve may do
    double unit_seconds;       // what a unit of work seldom exceeds
    bool has_workers;
    bool is_plain; // by a few sweeps alone
} islands_solve;

static uint32_t size_of(const bl_step_scratch* s, uint32_t island)
{
    BELAY_ASSERT(island < s->solve.islands.count);
    return s->solve.islands.begin[island + 1] - s->solve.islands.begin[island];
}

static bool is_for_workers(const islands_solve* solve, uint32_t island)
{
    const bl_step_scratch* s = solve->s;
    bool has_others = s->solve.islands.order[s->solve.islands.begin[island + 1] - 1] >= solve->set.contact_count;
    bool is_by_library = bl_step_solver_of_island(solve->def, &s->solve, &solve->set, island)->enable_library;
    return solve->has_workers && !has_others && !is_by_library && size_of(s, island) < BL_NSGS_COLOURED_CONTACTS;
}

// What comes after an island gets the sweeps that it gets however late it is; those before leave the time for that.
static double deadline_of(const islands_solve* solve, uint32_t after)
{
    double deadline = solve->settings.deadline_seconds;
    if (deadline <= 0.0) return 0.0;
    return fmax(DBL_MIN, deadline - BL_NSGS_LEAST_SWEEPS * solve->unit_seconds * after);
}

// Work space of whoever solves an island.
typedef struct island_tools {
    bl_body_newton* newton;
    bl_pile* pile;
    bl_rod_newton* rows;
} island_tools;

// `after`: elements of the islands that come after it.
static void solve_island(const islands_solve* solve, uint32_t island, uint32_t after, const island_tools* tools)
{
    bl_step_scratch* s = solve->s;
    uint32_t begin = s->solve.islands.begin[island], count = size_of(s, island);
    bl_nsgs_settings settings = solve->settings;
    settings.max_work = share(s, solve->work_left, count);
    settings.pile_work = share(s, bl_step_pile_work(solve->def), count);
    settings.is_at_rest = island_stood_still(solve->entities, s, island);
    settings.creeps = count >= BL_LARGE_CONTACTS && creeps(solve->entities, s, island);
    settings.newton_waits = bl_step_newton_waits(solve->def, solve->entities, &s->solve, island);
    settings.deadline_seconds = deadline_of(solve, after);
    settings.pile = tools->pile;
    bl_row_set set = solve->set;
    set.rod_newton = tools->rows;
    const belay_island_solver* how = bl_step_solver_of_island(solve->def, &s->solve, &set, island);
    bl_nsgs_report* report = &s->solve.reports[island];
    bool is_asked = how->enable_library && !solve->is_plain;
    if (is_asked && bl_step_library_knows(s, &set, island)) {
        *report = bl_step_solve_by_library(solve->def, s, &set, island, settings.deadline_seconds);
        return;
    }
    if (how->local != BELAY_LOCAL_EXACT) set.local = set.rods.local = bl_local_solver(how->local);
    tools->newton->is_out_of_memory = tools->rows->is_out_of_memory = false;
    *report =
        bl_nsgs_solve(&set, s->solve.islands.order + begin, count, s->motion.velocities, tools->newton, &settings);
    report->is_left_by_library = is_asked;
    if (tools->newton->is_out_of_memory || tools->rows->is_out_of_memory) report->is_out_of_memory = true;
}

// ---------------------------------------------------------------------------------------------------------------------
// By workers
// ---------------------------------------------------------------------------------------------------------------------

static island_tools tools_of_worker(const bl_step_scratch* s, int worker)
{
    island_tools tools = {&s->solve.worker_newtons[worker], &s->solve.worker_piles[worker],
                          &s->solve.worker_rows[worker]};
    return tools;
}

static void solve_range(void* context, uint32_t begin, uint32_t end, int worker)
{
    const islands_solve* solve = context;
    island_tools tools = tools_of_worker(solve->s, worker);
    for (uint32_t k = begin; k < end; k++)
        if (is_for_workers(solve, k)) solve_island(solve, k, 0, &tools);
}

static bool reserve_for_workers(const bl_solve_parts* p)
{
    bl_step_scratch* s = p->s;
    const belay_allocator* allocator = &p->def->allocator;
    int workers = bl_workers_count(p->workers);
    bool ok = true;
    BL_ARRAY_RESERVE(s->solve.worker_newtons, workers, allocator, &ok);
    BL_ARRAY_RESERVE(s->solve.worker_piles, workers, allocator, &ok);
    BL_ARRAY_RESERVE(s->solve.worker_rows, workers, allocator, &ok);
    BL_ARRAY_RESERVE(s->solve.saved_impulses, 3 * arrlen(s->solve.contacts), allocator, &ok);
    BL_ARRAY_RESERVE(s->solve.saved_velocities, bl_body_count_of(p->entities), allocator, &ok);
    if (ok) arrsetlen(s->solve.worker_newtons, (size_t)workers);
    if (ok) arrsetlen(s->solve.worker_piles, (size_t)workers);
    if (ok) arrsetlen(s->solve.worker_rows, (size_t)workers);
    for (int w = 0; ok && w < workers; w++) {
        s->solve.worker_rows[w].allocator = allocator;
        ok = bl_rod_newton_reserve_small(&s->solve.worker_rows[w]);
    }
    return ok;
}

static void save(bl_step_scratch* s, uint32_t bodies)
{
    for (ptrdiff_t i = 0; i < arrlen(s->solve.contacts); i++)
        memcpy(s->solve.saved_impulses + 3 * i, s->solve.rows[i].r, sizeof s->solve.rows[i].r);
    memcpy(s->solve.saved_velocities, s->motion.velocities, bodies * sizeof *s->motion.velocities);
}

static void put_back(bl_step_scratch* s, uint32_t island)
{
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        uint32_t i = s->solve.islands.order[k];
        bl_body_pair pair = s->solve.body_pairs[i];
        memcpy(s->solve.rows[i].r, s->solve.saved_impulses + 3 * (size_t)i, sizeof s->solve.rows[i].r);
        if (pair.a_moves) s->motion.velocities[pair.a] = s->solve.saved_velocities[pair.a];
        if (pair.b_moves) s->motion.velocities[pair.b] = s->solve.saved_velocities[pair.b];
    }
}

static void set_allocators(const island_tools* tools, const belay_allocator* allocator)
{
    tools->newton->allocator = tools->pile->allocator = tools->rows->allocator = allocator;
}

static bool grow_like(const island_tools* tools, const island_tools* other, const belay_allocator* allocator)
{
    bool ok = bl_body_newton_grow_like(tools->newton, other->newton, allocator);
    ok = bl_pile_grow_like(tools->pile, other->pile, allocator) && ok;
    return bl_rod_newton_grow_like(tools->rows, other->rows, allocator) && ok;
}

// What the workers had no memory for; then they get it.
static bool do_again(const islands_solve* solve, int workers)
{
    bl_step_scratch* s = solve->s;
    island_tools first = tools_of_worker(s, 0);
    bool any = false, ok = true;
    set_allocators(&first, &solve->def->allocator);
    for (uint32_t k = 0; k < s->solve.islands.count; k++) {
        if (!is_for_workers(solve, k) || !s->solve.reports[k].is_out_of_memory) continue;
        put_back(s, k);
        solve_island(solve, k, 0, &first);
        any = true;
    }
    for (int w = 1; any && w < workers; w++) {
        island_tools tools = tools_of_worker(s, w);
        ok = grow_like(&tools, &first, &solve->def->allocator) && ok;
    }
    return ok;
}

static bool solve_by_workers(const bl_solve_parts* p, islands_solve* solve)
{
    bl_step_scratch* s = solve->s;
    int workers = bl_workers_count(p->workers);
    if (!reserve_for_workers(p)) return false;
    for (int w = 0; w < workers; w++) {
        island_tools tools = tools_of_worker(s, w);
        set_allocators(&tools, bl_allocator_none());
    }
    save(s, bl_body_count_of(p->entities));
    bl_workers_run(p->workers, s->solve.islands.count, 1, solve_range, solve);
    return do_again(solve, workers);
}

// ---------------------------------------------------------------------------------------------------------------------
// The islands of a step
// ---------------------------------------------------------------------------------------------------------------------

static bool is_any_out_of_memory(const bl_step_scratch* s)
{
    for (uint32_t k = 0; k < s->solve.islands.count; k++)
        if (s->solve.reports[k].is_out_of_memory) return true;
    return false;
}

bl_row_set bl_step_row_set(bl_step_scratch* s)
{
    uint32_t contacts = (uint32_t)arrlen(s->solve.contacts);
    bl_row_set set = {.rows = s->solve.rows,
                      .contact_free = s->solve.free,
                      .contact_count = contacts,
                      .joints = s->joints.set,
                      .joint_free = s->joints.free,
                      .rod_first = contacts + s->joints.block_count,
                      .rods = s->rods.set,
                      .rod_newton = &s->rods.newton,
                      .responses = s->motion.responses};
    return set;
}

static islands_solve begin_solve(const bl_solve_parts* p)
{
    bl_step_scratch* s = p->s;
    const belay_solver_settings* solver = &p->def->solver;
    islands_solve solve = {.def = p->def,
                           .entities = p->entities,
                           .s = s,
                           .set = bl_step_row_set(s),
                           .settings = {.tolerance = solver->tolerance,
                                        .max_iterations = solver->max_iterations,
                                        .deadline_seconds = p->deadline,
                                        .colouring = &s->solve.colouring,
                                        .workers = p->workers},
                           .work_left = work_left(p->def, s, p->spent),
                           .unit_seconds = bl_time_estimate_bound(p->unit),
                           .has_workers = bl_workers_count(p->workers) > 1 &&
                                          s->solve.islands.count >= BL_LEAST_ISLANDS_FOR_WORKERS};
    return solve;
}

static island_tools own_tools(bl_step_scratch* s)
{
    island_tools tools = {&s->solve.newton, &s->solve.pile, &s->rods.newton};
    return tools;
}

void bl_step_solve_island(const bl_solve_parts* p, uint32_t island, bool is_plain)
{
    bl_step_scratch* s = p->s;
    islands_solve solve = begin_solve(p);
    solve.is_plain = is_plain;
    if (is_plain) solve.settings.max_iterations = (int)fmin(BL_PLAIN_SWEEPS, solve.settings.max_iterations);
    island_tools tools = own_tools(s);
    bl_nsgs_report first = s->solve.reports[island], *report = &s->solve.reports[island];
    solve_island(&solve, island, 0, &tools);
    report->iterations += first.iterations;
    report->newton_iterations += first.newton_iterations;
    report->contact_solves += first.contact_solves;
    report->work += first.work;
}

belay_result bl_step_solve_islands(belay_world* world, double deadline)
{
    const bl_solve_parts parts = bl_solve_parts_of(world, deadline), *p = &parts;
    bl_step_scratch* s = p->s;
    islands_solve solve = begin_solve(p);
    island_tools tools = own_tools(s);
    uint32_t after = s->solve.islands.begin[s->solve.islands.count];
    for (uint32_t k = 0; k < s->solve.islands.count; k++) {
        if (is_for_workers(&solve, k)) continue;
        after -= size_of(s, k);
        solve_island(&solve, k, after, &tools);
    }
    bool ok = !solve.has_workers || solve_by_workers(p, &solve);
    for (uint32_t k = 0; k < s->solve.islands.count; k++)
        bl_step_newton_learn(p->entities, &s->solve, k, &s->solve.reports[k]);
    if (ok && !is_any_out_of_memory(s)) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory to solve %u islands",
                   s->solve.islands.count);
}
