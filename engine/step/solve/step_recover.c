// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Recovery of position: of overlap, and of joints that are out of place. Both come from bodies placed so, from steps
// that ended early, and in the third order of the step from curved motion. They are taken back by moving the bodies,
// with pseudo-velocities that are forgotten after the step: pushing with real ones would add kinetic energy.
//
// The pseudo-velocities are the least ones (in the mass norm) with  n . w >= target  at every contact, frictionless,
// u(w) = back  in every locked direction of a joint and  u(w) >= back  at every limit: projected Gauss-Seidel on their
// impulses. Nothing of it becomes speed.
//
// What joints hold together and contacts push apart has no such velocities, and impulses against each other would grow
// with every sweep. So a contact between bodies that are joined, with each other or by way of others, yields as much as
// its two bodies do:  n . w >= target - W r.  It recovers half as fast where it can, and where it cannot its impulse is
// bounded and the joint holds.
//
// What a chain is out of place by passes from joint to joint, and a heavy end hardly moves in a sweep. So joints begin
// with a direct solve of all of an island together, without the contacts; the sweeps put these in.

#include "belay/timer.h"
#include "core/alloc.h"
#include "solver/newton/body_newton.h"
#include "solver/sweep/island_solve.h"
#include "step/assemble/step_joints.h"
#include "step/solve/solve_tolerances.h"
#include "step/solve/step_islands.h"
#include "step/solve/step_recover_contacts.h"

// Joints come after the contacts in the order of an island, and rods behind them.
static uint32_t joints_of(const bl_step_scratch* s, const uint32_t* order, uint32_t count)
{
    uint32_t contacts = (uint32_t)arrlen(s->solve.contacts), joints = 0;
    while (joints < count && order[joints] < contacts + s->joints.block_count)
        joints++;
    return joints;
}

// Returns the fastest of what is asked of the joints.
static double set_joint_targets(const belay_world_def* def, const bl_entity_store* entities, bl_step_scratch* s,
                                const uint32_t* order, uint32_t count)
{
    double fastest = 0.0;
    for (uint32_t k = 0; k < count; k++)
        fastest =
            fmax(fastest, bl_step_recovery_rows(def, entities, s, order[k] - (uint32_t)arrlen(s->solve.contacts)));
    return fastest > BL_RECOVERY_NEGLIGIBLE_SPEED ? fastest : 0.0;
}

// Of the joints, there and back, as most of them are in chains.
static double sweep_joints(bl_step_scratch* s, const uint32_t* order, uint32_t count)
{
    double largest = 0.0;
    for (uint32_t k = 0; k < 2 * count; k++) {
        uint32_t i = k < count ? k : 2 * count - 1 - k;
        largest =
            fmax(largest, bl_joint_block_solve(&s->joints.recovery_joints,
                                               order[i] - (uint32_t)arrlen(s->solve.contacts), s->solve.recovery));
    }
    return sqrt(largest);
}

// The joints of an island alone, where that costs no more than the sweeps.
static void solve_joints(bl_step_scratch* s, const uint32_t* order, uint32_t count, double deadline)
{
    if (count < BL_RECOVERY_LEAST_JOINTS || (deadline > 0.0 && belay_timer_seconds() >= deadline)) return;
    bl_row_set set = {.rows = s->solve.rows,
                      .contact_count = (uint32_t)arrlen(s->solve.contacts),
                      .joints = s->joints.recovery_joints,
                      .joint_free = s->joints.recovery_asked,
                      .responses = s->motion.responses};
    double asked = 0.0;
    for (uint32_t k = 0; k < count; k++)
        asked += s->joints.recovery_asked[order[k] - set.contact_count];
    double goal = BL_RECOVERY_ACCURACY * BL_RECOVERY_ACCURACY * asked,
           flops = BL_FLOPS_PER_CONTACT * BL_RECOVERY_MAX_SWEEPS;
    if (bl_body_newton_begin(&s->solve.newton, &set, order, count, flops * count))
        bl_body_newton_solve(&s->solve.newton, &set, order, count, s->solve.recovery, goal,
                             BL_RECOVERY_NEWTON_ITERATIONS, BL_RECOVERY_NEWTON_ITERATIONS);
}

static int affordable_sweeps(const belay_world_def* def, uint32_t count, bool is_coloured)
{
    if (def->solver.max_work <= 0) return BL_RECOVERY_MAX_SWEEPS;
    double sweeps = fmax(BL_RECOVERY_LEAST_SWEEPS, (double)bl_step_pile_work(def) / count);
    return (int)fmin(BL_RECOVERY_MAX_SWEEPS, is_coloured ? BL_RECOVERY_COLOURED * sweeps : sweeps);
}

// Whether another sweep as long as those since `began` would end too late.
static bool is_late(double began, int sweeps, double deadline)
{
    if (deadline <= 0.0 || sweeps < BL_RECOVERY_LEAST_SWEEPS) return false;
    double now = belay_timer_seconds();
    return now + (now - began) / sweeps > deadline;
}

// What recovers, and by whom.
typedef struct recovery {
    const belay_world_def* def;
    const bl_entity_store* entities;
    bl_step_scratch* s;
    bl_workers* workers;
    double deadline;
} recovery;

// An island: its contacts, and its joints.
typedef struct recovery_island {
    bl_recovery_island contacts;
    const uint32_t* joints;
    uint32_t joint_count;
    double fastest; // m/s or rad/s, of what is asked; 0: nothing
} recovery_island;

static recovery_island island_of(const bl_step_scratch* s, uint32_t island)
{
    uint32_t begin = s->solve.islands.begin[island], count = bl_step_island_contacts(s, island);
    const uint32_t* order = s->solve.islands.order + begin;
    recovery_island i = {.contacts = {order, count, s->solve.recovery_rows + begin, NULL}, .joints = order + count};
    i.joint_count = joints_of(s, i.joints, s->solve.islands.begin[island + 1] - begin - count);
    i.fastest = bl_step_recovery_fastest(s, order, count);
    return i;
}

// Returns the sweeps made. `workers`: that share each of them.
static int sweep_island(const recovery* r, const recovery_island* i, bl_workers* workers)
{
    int sweeps = 0;
    int most = affordable_sweeps(r->def, i->contacts.count + 2 * i->joint_count, i->contacts.colouring != NULL);
    double began = r->deadline > 0.0 ? belay_timer_seconds() : 0.0;
    while (sweeps < most && !is_late(began, sweeps, r->deadline)) {
        sweeps++;
        double change = bl_step_recovery_sweep(r->s, &i->contacts, workers);
        change = fmax(change, sweep_joints(r->s, i->joints, i->joint_count));
        if (change <= BL_RECOVERY_ACCURACY * i->fastest) break;
    }
    return sweeps;
}

static void forget_recovery(const bl_roster* roster, uint32_t bodies, bl_velocity* velocities)
{
    bl_velocity none = {v3_zero(), v3_zero()};
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++)
        velocities[roster->indices[k]] = none;
    velocities[bodies] = none;
}

// Islands that are swept by all workers together, or that have joints, whose solve has one work space: one after the
// other, by the calling thread.
static bool is_for_all(const recovery_island* i)
{
    return i->joint_count > 0 || i->contacts.count >= BL_NSGS_COLOURED_CONTACTS;
}

static void colour(bl_step_scratch* s, bl_recovery_island* i)
{
    bl_row_set set = bl_step_row_set(s);
    if (i->count < BL_NSGS_COLOURED_CONTACTS || !bl_colouring_make(&s->solve.colouring, &set, i->order, i->count))
        return;
    i->colouring = &s->solve.colouring;
    i->order = i->colouring->elements;
}

static void recover_by_all(const recovery* r, uint32_t island)
{
    recovery_island i = island_of(r->s, island);
    if (!is_for_all(&i)) return;
    i.fastest = fmax(i.fastest, set_joint_targets(r->def, r->entities, r->s, i.joints, i.joint_count));
    if (i.fastest == 0.0) return;
    colour(r->s, &i.contacts);
    bl_step_recovery_begin(r->s, &i.contacts, r->workers);
    solve_joints(r->s, i.joints, i.joint_count, r->deadline);
    r->s->solve.recovery_sweeps[island] = sweep_island(r, &i, r->workers);
}

static void recover_alone(void* context, uint32_t begin, uint32_t end, int worker)
{
    const recovery* r = context;
    (void)worker;
    for (uint32_t k = begin; k < end; k++) {
        recovery_island i = island_of(r->s, k);
        if (i.fastest == 0.0 || is_for_all(&i)) continue;
        bl_step_recovery_begin(r->s, &i.contacts, NULL);
        r->s->solve.recovery_sweeps[k] = sweep_island(r, &i, NULL);
    }
}

#define ISLANDS_PER_RANGE 4

void bl_step_recover_overlap(belay_world* world, double deadline)
{
    bl_step_scratch* s = &world->scratch;
    recovery r = {&world->def, &world->entities, s, world->workers, deadline};
    uint32_t count = s->solve.islands.count;
    world->stats.overlap_iterations = 0;
    if (r.def->overlap_recovery == 0.0) return;
    bl_step_recovery_targets(r.def, s, r.workers);
    forget_recovery(&world->roster, bl_body_count(world), s->solve.recovery);
    for (uint32_t k = 0; k < count; k++)
        s->solve.recovery_sweeps[k] = 0;
    bl_workers_run(r.workers, count, ISLANDS_PER_RANGE, recover_alone, &r);
    for (uint32_t k = 0; k < count; k++)
        recover_by_all(&r, k);
    for (uint32_t k = 0; k < count; k++)
        if (s->solve.recovery_sweeps[k] > world->stats.overlap_iterations)
            world->stats.overlap_iterations = s->solve.recovery_sweeps[k];
}
