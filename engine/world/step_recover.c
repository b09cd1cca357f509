// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Overlap recovery. Overlap comes from bodies placed into each other, from steps that ended early, and in the third
// order of the step from curved motion. It is taken back by moving the bodies, with pseudo-velocities that are
// forgotten after the step: pushing with real ones would add kinetic energy.
//
// The pseudo-velocities are the least ones (in the mass norm) with  n . w >= target  at every contact, frictionless:
// projected Gauss-Seidel on their impulses.

#include "world/step.h"

#include "core/alloc.h"
#include "core/timer.h"

#define RECOVERY_MAX_SWEEPS 50
#define RECOVERY_ACCURACY 1e-3 // of the fastest recovery asked for; what is left is taken back in the steps after

// What is taken back in shares would never be done: beyond this part of the slop there is nothing to do.
#define NEGLIGIBLE_EXCESS 0.1

// The gap at the next contact instant with the new velocities.
static double next_gap(const belay_world* world, uint32_t contact)
{
    const bl_step_scratch* s = &world->scratch;
    double speed = bl_contact_row_normal_velocity(&s->rows[contact], s->velocities);
    return s->contacts[contact].point.gap + world->def.step_seconds * speed + s->contacts[contact].slack_after;
}

// Writes what is asked of each contact of the island and returns the fastest recovery among them; 0: nothing to do.
static double set_targets(belay_world* world, const uint32_t* order, uint32_t count)
{
    bl_step_scratch* s = &world->scratch;
    const belay_world_def* def = &world->def;
    double fastest = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = order[k];
        double gap = next_gap(world, i), excess = -gap - def->overlap_slop;
        s->recovery_impulses[i] = 0.0;
        if (excess > NEGLIGIBLE_EXCESS * def->overlap_slop) {
            double speed = fmin(def->overlap_recovery * excess / def->step_seconds, def->overlap_max_speed);
            s->recovery_targets[i] = speed;
            fastest = fmax(fastest, speed);
        } else {
            s->recovery_targets[i] = -fmax(gap, 0.0) / def->step_seconds; // may close, not overlap
        }
    }
    return fastest;
}

static double sweep(bl_step_scratch* s, const uint32_t* order, uint32_t count)
{
    double largest = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = order[k];
        const bl_contact_row* row = &s->rows[i];
        double w = row->block.w[0], old = s->recovery_impulses[i];
        if (!(w > 0.0)) continue;
        double missing = s->recovery_targets[i] - bl_contact_row_normal_velocity(row, s->recovery);
        double next = fmax(0.0, old + missing / w);
        if (next == old) continue;
        s->recovery_impulses[i] = next;
        bl_contact_push_bodies(row, v3_scale(next - old, row->at.n), s->responses, s->recovery);
        largest = fmax(largest, fabs(next - old) * w);
    }
    return largest;
}

static int affordable_sweeps(const belay_world* world, uint32_t count)
{
    if (world->def.solver.max_work <= 0) return RECOVERY_MAX_SWEEPS;
    double sweeps = (double)bl_step_heap_work(world) / count;
    return (int)fmin(RECOVERY_MAX_SWEEPS, fmax(BL_RECOVERY_LEAST_SWEEPS, sweeps));
}

// Whether another sweep as long as those since `began` would end too late.
static bool is_late(double began, int sweeps, double deadline)
{
    if (deadline <= 0.0 || sweeps < BL_RECOVERY_LEAST_SWEEPS) return false;
    double now = bl_timer_seconds();
    return now + (now - began) / sweeps > deadline;
}

// Returns the sweeps made.
static int recover_island(belay_world* world, const uint32_t* order, uint32_t count, double fastest, double deadline)
{
    int sweeps = 0, most = affordable_sweeps(world, count);
    double began = deadline > 0.0 ? bl_timer_seconds() : 0.0;
    while (sweeps < most && !is_late(began, sweeps, deadline)) {
        sweeps++;
        if (sweep(&world->scratch, order, count) <= RECOVERY_ACCURACY * fastest) break;
    }
    return sweeps;
}

void bl_step_recover_overlap(belay_world* world, double deadline)
{
    bl_step_scratch* s = &world->scratch;
    world->stats.overlap_iterations = 0;
    if (world->def.overlap_recovery == 0.0) return;
    for (uint32_t k = 0; k < s->islands.count; k++) {
        const uint32_t* order = s->islands.order + s->islands.begin[k];
        uint32_t count = bl_step_island_contacts(s, k);
        double fastest = set_targets(world, order, count);
        if (fastest == 0.0) continue;
        if (world->stats.overlap_iterations == 0)
            for (uint32_t i = 0; i < bl_body_count(world); i++)
                s->recovery[i] = (bl_velocity){v3_zero(), v3_zero()};
        int sweeps = recover_island(world, order, count, fastest, deadline);
        if (sweeps > world->stats.overlap_iterations) world->stats.overlap_iterations = sweeps;
    }
}
