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

// The gap at the next contact instant with the new velocities.
static double next_gap(const bl_step_scratch* s, uint32_t contact, double h)
{
    double speed = bl_contact_row_normal_velocity(&s->solve.rows[contact], s->motion.velocities);
    return s->detect.contacts[contact].point.gap + h * speed + s->detect.contacts[contact].gap_term_after;
}

static double softness_of(const bl_step_scratch* s, const bl_contact_row* row)
{
    if (s->joints.block_count == 0) return 0.0;
    uint32_t group = s->joints.group[row->body_a];
    return group != 0 && group == s->joints.group[row->body_b] ? row->block.w[0] : 0.0;
}

// The speed that is asked of a contact; -HUGE_VAL: none. Raises *fastest to that of a recovery.
static double target_of(const belay_world_def* def, const bl_step_scratch* s, uint32_t contact, double* fastest)
{
    const bl_step_contact* c = &s->detect.contacts[contact];
    double gap = next_gap(s, contact, def->step_seconds), excess = -gap - def->overlap_slop;
    if (c->is_missed && c->point.gap > 0.0) return -HUGE_VAL; // the normal at hand does not tell where the two will be
    if (!(excess > BL_RECOVERY_NEGLIGIBLE_EXCESS * def->overlap_slop))
        return -fmax(gap, 0.0) / def->step_seconds; // may close, not overlap
    double speed = fmin(def->overlap_recovery * excess / def->step_seconds, def->overlap_max_speed);
    *fastest = fmax(*fastest, speed);
    return speed;
}

// Writes what is asked of each contact of the island and returns the fastest recovery among them; 0: nothing to do.
static double set_targets(const belay_world_def* def, const bl_step_scratch* s, const uint32_t* order, uint32_t count,
                          bl_recovery_row* rows)
{
    double fastest = 0.0;
    for (uint32_t k = 0; k < count; k++)
        rows[k].target = target_of(def, s, order[k], &fastest);
    return fastest;
}

static void set_rows(const bl_step_scratch* s, const uint32_t* order, uint32_t count, bl_recovery_row* rows)
{
    for (uint32_t k = 0; k < count; k++) {
        const bl_contact_row* row = &s->solve.rows[order[k]];
        rows[k].body_a = row->body_a;
        rows[k].body_b = row->body_b;
        rows[k].n = row->at.n;
        rows[k].arm_a = row->at.arm_a;
        rows[k].arm_b = row->at.arm_b;
        rows[k].w = row->block.w[0];
        rows[k].softness = softness_of(s, row);
        rows[k].impulse = 0.0;
    }
}

static double normal_velocity(const bl_recovery_row* row, const bl_velocity* a, const bl_velocity* b)
{
    belay_vec3 v = v3_sub(v3_add(a->linear, v3_cross(a->angular, row->arm_a)), b->linear);
    return v3_dot(row->n, v3_sub(v, v3_cross(b->angular, row->arm_b)));
}

static void push(const bl_response* response, double sign, belay_vec3 p, belay_vec3 arm, bl_velocity* v)
{
    if (!(response->inverse_mass > 0.0)) return;
    belay_vec3 turn = m3_mul_v3(response->inverse_inertia, v3_cross(arm, p));
    v->linear = v3_add_scaled(v->linear, sign * response->inverse_mass, p);
    v->angular = v3_add_scaled(v->angular, sign, turn);
}

// Of the contacts.
static double sweep_contacts(bl_step_scratch* s, bl_recovery_row* rows, uint32_t count)
{
    double largest = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        bl_recovery_row* row = &rows[k];
        bl_velocity *a = &s->solve.recovery[row->body_a], *b = &s->solve.recovery[row->body_b];
        double old = row->impulse;
        if (!(row->w > 0.0)) continue;
        double missing = row->target - normal_velocity(row, a, b) - row->softness * old;
        if (old == 0.0 && !(missing > 0.0)) continue; // most of them
        double next = fmax(0.0, old + missing / (row->w + row->softness));
        if (next == old) continue;
        row->impulse = next;
        belay_vec3 p = v3_scale(next - old, row->n);
        push(&s->motion.responses[row->body_a], 1.0, p, row->arm_a, a);
        push(&s->motion.responses[row->body_b], -1.0, p, row->arm_b, b);
        double change = fabs(next - old) * row->w;
        if (change > largest) largest = change;
    }
    return largest;
}

// Joints come after the contacts in the order of an island, and rods behind them.
static uint32_t joints_of(const bl_step_scratch* s, const uint32_t* order, uint32_t count)
{
    uint32_t contacts = (uint32_t)arrlen(s->detect.contacts), joints = 0;
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
            fmax(fastest, bl_step_recovery_rows(def, entities, s, order[k] - (uint32_t)arrlen(s->detect.contacts)));
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
                                               order[i] - (uint32_t)arrlen(s->detect.contacts), s->solve.recovery));
    }
    return sqrt(largest);
}

// The joints of an island alone, where that costs no more than the sweeps.
static void solve_joints(bl_step_scratch* s, const uint32_t* order, uint32_t count, double deadline)
{
    if (count < BL_RECOVERY_LEAST_JOINTS || (deadline > 0.0 && belay_timer_seconds() >= deadline)) return;
    bl_row_set set = {.rows = s->solve.rows,
                      .contact_count = (uint32_t)arrlen(s->detect.contacts),
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

static int affordable_sweeps(const belay_world_def* def, uint32_t count)
{
    if (def->solver.max_work <= 0) return BL_RECOVERY_MAX_SWEEPS;
    double sweeps = (double)bl_step_pile_work(def) / count;
    return (int)fmin(BL_RECOVERY_MAX_SWEEPS, fmax(BL_RECOVERY_LEAST_SWEEPS, sweeps));
}

// Whether another sweep as long as those since `began` would end too late.
static bool is_late(double began, int sweeps, double deadline)
{
    if (deadline <= 0.0 || sweeps < BL_RECOVERY_LEAST_SWEEPS) return false;
    double now = belay_timer_seconds();
    return now + (now - began) / sweeps > deadline;
}

// Returns the sweeps made.
static int recover_island(const belay_world_def* def, bl_step_scratch* s, const uint32_t* order, uint32_t contacts,
                          uint32_t joints, bl_recovery_row* rows, double fastest, double deadline)
{
    int sweeps = 0, most = affordable_sweeps(def, contacts + 2 * joints);
    double began = deadline > 0.0 ? belay_timer_seconds() : 0.0;
    while (sweeps < most && !is_late(began, sweeps, deadline)) {
        sweeps++;
        double change = sweep_contacts(s, rows, contacts);
        change = fmax(change, sweep_joints(s, order + contacts, joints));
        if (change <= BL_RECOVERY_ACCURACY * fastest) break;
    }
    return sweeps;
}

static void forget_recovery(const bl_roster* roster, uint32_t bodies, bl_velocity* recovery)
{
    bl_velocity none = {v3_zero(), v3_zero()};
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++)
        recovery[roster->indices[k]] = none;
    recovery[bodies] = none;
}

void bl_step_recover_overlap(belay_world* world, double deadline)
{
    bl_step_scratch* s = &world->scratch;
    const belay_world_def* def = &world->def;
    world->stats.overlap_iterations = 0;
    if (def->overlap_recovery == 0.0) return;
    for (uint32_t k = 0; k < s->solve.islands.count; k++) {
        const uint32_t* order = s->solve.islands.order + s->solve.islands.begin[k];
        uint32_t count = bl_step_island_contacts(s, k);
        uint32_t joints =
            joints_of(s, order + count, s->solve.islands.begin[k + 1] - s->solve.islands.begin[k] - count);
        bl_recovery_row* rows = s->solve.recovery_rows;
        double fastest = set_targets(def, s, order, count, rows);
        fastest = fmax(fastest, set_joint_targets(def, &world->entities, s, order + count, joints));
        if (fastest == 0.0) continue;
        set_rows(s, order, count, rows);
        if (world->stats.overlap_iterations == 0)
            forget_recovery(&world->roster, bl_body_count(world), s->solve.recovery);
        solve_joints(s, order + count, joints, deadline);
        int sweeps = recover_island(def, s, order, count, joints, rows, fastest, deadline);
        if (sweeps > world->stats.overlap_iterations) world->stats.overlap_iterations = sweeps;
    }
}
