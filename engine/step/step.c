// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One step, from commands to events, and the clock that makes them.

#include "core/alloc.h"
#include "core/timer.h"
#include "step/assemble/step_assemble.h"
#include "step/assemble/step_joints.h"
#include "step/assemble/step_rod_rows.h"
#include "step/detect/step_detect.h"
#include "step/detect/step_rod_detect.h"
#include "step/detect/step_sweep.h"
#include "step/energy/step_energy.h"
#include "step/guard/step_finite.h"
#include "step/guard/step_limit.h"
#include "step/guard/step_rod_guard.h"
#include "step/motion/step_motion.h"
#include "step/motion/step_rods.h"
#include "step/publish/step_publish.h"
#include "step/publish/step_rod_publish.h"
#include "step/sleep/step_rod_sleep.h"
#include "step/sleep/step_sleep.h"
#include "step/solve/step_budget.h"
#include "step/solve/step_islands.h"
#include "step/step_room.h"
#include "step/step_solve.h"
#include "store/checks.h"
#include "store/command_queue.h"
#include "store/joints.h"
#include "store/view.h"

#include <stdio.h>
#include <string.h>

static const char* const part_names[BELAY_STEP_PART_COUNT] = {
    "commands", "forces", "integrate to mid", "broad phase", "narrow phase", "warm start",
    "islands",  "solve",  "integrate",        "events",      "sleep",
};

const char* belay_step_part_name(belay_step_part part)
{
    return (unsigned)part < BELAY_STEP_PART_COUNT ? part_names[part] : "unknown";
}

static void run_commands(belay_world* world)
{
    world->is_stepping = true;
    bl_commands_run(world);
    world->is_stepping = false;
}

static void run_systems(belay_world* world, belay_phase phase)
{
    world->is_stepping = true;
    for (uint32_t i = 0; i < world->entities.system_count; i++) {
        const bl_system* system = &world->entities.systems[i];
        if (system->phase != phase) continue;
        system->run(world, world->def.step_seconds, system->context);
        char who[BL_TABLE_NAME_SIZE + 16];
        snprintf(who, sizeof who, "system '%s'", system->name);
        bl_queries_close(world, who);
    }
    world->is_stepping = false;
}

// Times the part that has just ended.
static void end_part(belay_world* world, belay_step_part part, double* clock)
{
    double now = bl_timer_seconds();
    world->stats.part_seconds[part] += now - *clock;
    *clock = now;
}

// The world is this thread's until leave_step.
static belay_result enter_step(belay_world* world, const char* call)
{
    if (world == NULL) return BELAY_ERROR_HANDLE;
    if (!bl_owner_enter(&world->stepper)) {
        BL_TRY(bl_check_owner(world));
        return bl_fail(world, BELAY_ERROR_STATE, "%s: not allowed inside a system", call);
    }
    belay_result result = bl_check_unlocked(world, call);
    if (result != BELAY_OK) bl_owner_leave(&world->stepper);
    return result;
}

static belay_result leave_step(belay_world* world, belay_result result)
{
    bl_owner_leave(&world->stepper);
    return result;
}

// Contacts at the contact instant. What they wake has contacts of its own, found by going once more.
static belay_result find_contacts(belay_world* world, double* clock)
{
    bl_joints_wake_sleepers(world);
    bl_step_rods_wake_held(world);
    do {
        world->stats.gyroscopic_fallbacks = world->stats.dropped_contacts = 0;
        bl_step_integrate_to_mid(world);
        bl_step_check_bodies(world);
        bl_step_rods_to_mid(world);
        end_part(world, BELAY_STEP_INTEGRATE_TO_MID, clock);
        BL_TRY(bl_step_broad_phase(world));
        end_part(world, BELAY_STEP_BROAD_PHASE, clock);
        BL_TRY(bl_step_narrow_phase(world));
        bl_step_check_contacts(world);
        BL_TRY(bl_step_rods_collide(world));
        BL_TRY(bl_step_rods_sense(world));
        end_part(world, BELAY_STEP_NARROW_PHASE, clock);
    } while (bl_step_wake(world) || bl_step_rods_wake(world) || bl_joints_wake_sleepers(world));
    bl_step_rods_drop_idle(world);
    return BELAY_OK;
}

// Everything up to the contacts; may run out of memory, and has then changed nothing that a user sees.
static belay_result detect(belay_world* world, double* clock)
{
    BL_TRY(bl_step_check_start(world));
    BL_TRY(bl_step_reserve(world));
    BL_TRY(bl_step_reserve_sleep(world));
    BL_TRY(bl_step_reserve_faults(world));
    if (!bl_step_rods_reserve(world, NULL))
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for the rods");
    if (!bl_views_reserve(world))
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for the views");
    BL_TRY(find_contacts(world, clock));
    bl_step_energy_before(world);
    BL_TRY(bl_step_joints(world));
    BL_TRY(bl_step_rods_rows(world));
    BL_TRY(bl_step_reserve_elements(world));
    BL_TRY(bl_step_reserve_events(world));
    end_part(world, BELAY_STEP_NARROW_PHASE, clock);
    return BELAY_OK;
}

#define ROD_ROUNDS 3
#define ROD_LINEARISED 4 // of rods that gain energy
#define ROD_SLOWINGS 5
#define ROD_LATE_LOOKS 8 // for what crosses after the rounds
#define LOST 1e-3        // residual

// Solves again, from the impulses that there are: with rows made anew, or where only free velocities have changed.
static belay_result solve_again(belay_world* world, bool has_new_rows, double deadline)
{
    bl_step_rods_travel_freely(world);
    bl_step_reset_velocities(world);
    if (has_new_rows) {
        BL_TRY(bl_step_rods_rows(world));
        BL_TRY(bl_step_reserve_elements(world));
        bl_step_islands(world);
    } else {
        bl_step_rods_set_free(world);
    }
    bl_step_apply_impulses(world);
    return bl_step_solve(world, deadline);
}

// Whether nothing is to be had of solving again: work or time are over, or impulses are far from right.
static bool is_lost(const belay_world* world)
{
    const belay_step_stats* s = &world->stats;
    return s->is_work_exhausted || s->is_budget_exhausted || (!s->has_converged && s->residual.natural > LOST);
}

// What could not be known of rods before contacts were solved: places that were too far apart to be contacts may still
// meet when contacts turn the motion, and rods that turn stretch in second order. Then all is solved again. Where that
// does not come to an end, as in a blow that would turn elements by radians within the step, the rod is slowed down,
// and in the end kept back.
static belay_result look_again_at_rods(belay_world* world, double deadline)
{
    bool crosses = false;
    for (int round = 0, slowings = 0, late = 0, linearised = 0;; round++) {
        bl_step_rods_velocities(world);
        if (bl_rod_count(world) == 0) return BELAY_OK;
        if ((round >= ROD_ROUNDS || slowings > 0) && is_lost(world)) break;
        bool any = false;
        bl_rod_refined refined = round < ROD_ROUNDS ? bl_step_rods_refine(world) : BL_ROD_SETTLED;
        if (round < ROD_ROUNDS || late++ < ROD_LATE_LOOKS)
            BL_TRY(bl_step_rods_find_crossings(world, &any, &crosses));
        else
            crosses = true; // for all that is known
        if (!any && refined == BL_ROD_SETTLED) {
            any = linearised < ROD_LINEARISED && bl_step_rods_linearise(world);
            linearised += any ? 1 : 0;
            if (round < ROD_ROUNDS && !crosses && !any) return BELAY_OK;
        }
        if (!any && refined == BL_ROD_SETTLED) {
            if (slowings++ == ROD_SLOWINGS) break;
            bl_step_rods_keep_impulses(&world->scratch.rods);
            if (!bl_step_rods_slow(world)) {
                if (!crosses) return BELAY_OK;
                break;
            }
            bl_step_rods_drop_late(&world->scratch.rods);
            round = -1;
            any = true;
        }
        BL_TRY(solve_again(world, any || refined == BL_ROD_LINEARISED, deadline));
    }
    return bl_step_rods_restrain(world);
}

static belay_result respond(belay_world* world, double deadline, double* clock)
{
    bl_step_warm_start(world);
    end_part(world, BELAY_STEP_WARM_START, clock);
    bl_step_islands(world);
    end_part(world, BELAY_STEP_ISLANDS, clock);
    bl_step_deadlines deadlines = bl_step_plan(world, deadline);
    BL_TRY(bl_step_solve(world, deadlines.solve));
    BL_TRY(look_again_at_rods(world, deadlines.solve));
    end_part(world, BELAY_STEP_SOLVE, clock);
    world->times.solved_at = *clock;
    bl_step_recover_overlap(world, deadlines.recovery);
    world->times.recovered_at = bl_timer_seconds();
    bl_step_rods_move(world);
    bl_step_hold_turned(world);
    bl_step_limit_velocities(world);
    bl_step_rods_limit(world);
    bl_step_energy_works(world);
    bl_step_energy_applied(world);
    bl_step_rods_integrate(world);
    bl_step_integrate(world);
    end_part(world, BELAY_STEP_INTEGRATE, clock);
    bl_step_publish(world);
    bl_step_rods_publish(world);
    bl_step_energy_after(world);
    bl_step_events(world);
    bl_step_publish_joints(world);
    bl_step_publish_faults(world);
    bl_step_check_stats(world);
    end_part(world, BELAY_STEP_EVENTS, clock);
    bl_step_sleep(world);
    end_part(world, BELAY_STEP_SLEEP, clock);
    return BELAY_OK;
}

// What systems made in the last phase may find no memory for a view: readers then stay with the one before.
static void publish_view(belay_world* world)
{
    if (!bl_views_publish(world))
        bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for a view of step %llu",
                (unsigned long long)world->clock.step_count);
}

// What a program does at the beginning of a step. When the step then finds no memory, the next one to be made is the
// same step once more, and this has been done for it.
static void begin_step(belay_world* world, double* clock)
{
    belay_step_stats last = world->stats;
    memset(&world->stats, 0, sizeof world->stats);
    world->stats.step = world->clock.step_count + 1;
    world->stats.residual.worst_contact = -1;
    if (world->is_begun) {
        world->stats.commands = last.commands;
        world->stats.failed_commands = last.failed_commands;
        return;
    }
    run_commands(world);
    run_systems(world, BELAY_PHASE_COMMANDS);
    end_part(world, BELAY_STEP_COMMANDS, clock);
    run_systems(world, BELAY_PHASE_FORCES);
    end_part(world, BELAY_STEP_FORCES, clock);
    for (uint32_t i = 0; i < world->entities.system_count; i++)
        world->is_begun = world->is_begun || world->entities.systems[i].phase != BELAY_PHASE_EVENTS;
    world->is_begun = world->is_begun || world->stats.commands > 0;
}

static belay_result make_step(belay_world* world)
{
    double start = bl_timer_seconds(), clock = start;
    double budget = world->def.solver.budget_seconds;
    begin_step(world, &clock);
    BL_TRY(detect(world, &clock));
    BL_TRY(respond(world, budget > 0.0 ? start + budget : 0.0, &clock));
    world->is_begun = false;
    world->changes_seen = world->changes;
    world->clock.step_count++;
    world->clock.time += world->def.step_seconds;
    run_systems(world, BELAY_PHASE_EVENTS);
    publish_view(world);
    end_part(world, BELAY_STEP_EVENTS, &clock);
    world->stats.seconds = clock - start;
    bl_step_learn_times(world, clock);
    return BELAY_OK;
}

belay_result belay_world_step(belay_world* world)
{
    BL_TRY(enter_step(world, "belay_world_step"));
    return leave_step(world, make_step(world));
}

// The clock holds what was passed in by calls that went well, less the steps that were made: so a call that finds no
// memory on its way may be made again as it was, and makes the steps that are missing.
static belay_result advance(belay_world* world, double frame_seconds, belay_advance_report* report)
{
    belay_error error;
    if (bl_check_range(&error, "frame_seconds", frame_seconds, 0.0, BL_LARGEST) != BELAY_OK)
        return bl_fail_with(world, &error);
    belay_advance_report r = {0, 0.0, 0.0};
    belay_result result = BELAY_OK;
    world->clock.accumulator += frame_seconds;
    // A step is due when it is full but for the rounding of the sums.
    double due = world->def.step_seconds * (1.0 - 1e-9);
    while (result == BELAY_OK && world->clock.accumulator >= due && r.steps < world->def.max_steps_per_advance) {
        double before = world->clock.accumulator;
        result = make_step(world);
        if (result != BELAY_OK) continue;
        world->clock.accumulator = before - world->clock.last_h; // a system may have changed the length
        r.steps++;
    }
    if (result != BELAY_OK) {
        world->clock.accumulator -= frame_seconds;
    } else if (world->clock.accumulator >= due) {
        r.dropped_seconds = world->clock.accumulator;
        world->clock.accumulator = 0.0;
        bl_inform(world, "belay_world_advance: %g s are given up behind %d steps", r.dropped_seconds, r.steps);
    }
    r.blend = fmin(fmax(0.0, world->clock.accumulator / world->def.step_seconds), 1.0 - 1e-9);
    if (report != NULL) *report = r;
    return result;
}

belay_result belay_world_advance(belay_world* world, double frame_seconds, belay_advance_report* report)
{
    BL_TRY(enter_step(world, "belay_world_advance"));
    return leave_step(world, advance(world, frame_seconds, report));
}
