// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One step, from commands to events: its table of contents.

#include "step/step.h"
#include "belay/timer.h"
#include "core/alloc.h"
#include "objects/unweighed.h"
#include "step/assemble/step_assemble.h"
#include "step/assemble/step_joints.h"
#include "step/assemble/step_rod_rows.h"
#include "step/assemble/step_roster.h"
#include "step/detect/step_cast.h"
#include "step/detect/step_contact_hooks.h"
#include "step/detect/step_detect.h"
#include "step/detect/step_rod_detect.h"
#include "step/energy/step_energy.h"
#include "step/guard/step_finite.h"
#include "step/guard/step_limit.h"
#include "step/guard/step_rod_guard.h"
#include "step/guard/step_speed.h"
#include "step/motion/step_motion.h"
#include "step/motion/step_rods.h"
#include "step/publish/step_publish.h"
#include "step/publish/step_rod_publish.h"
#include "step/sleep/step_rod_sleep.h"
#include "step/sleep/step_sleep.h"
#include "step/sleep/step_wake.h"
#include "step/solve/step_budget.h"
#include "step/solve/step_islands.h"
#include "step/step_again.h"
#include "step/step_reserve.h"
#include "step/step_solve.h"
#include "store/checks.h"
#include "store/command_queue.h"
#include "store/joints.h"
#include "store/public_contacts.h"
#include "store/views.h"

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
        bl_iterators_close(world, who);
    }
    world->is_stepping = false;
}

// Times the part that has just ended.
static void end_part(belay_world* world, belay_step_part part, double* clock)
{
    double now = belay_timer_seconds();
    world->stats.part_seconds[part] += now - *clock;
    *clock = now;
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
        const bl_detect_parts d = bl_detect_parts_of(world);
        world->stats.refused_changes = bl_step_ask_pre_solve(&d);
        BL_TRY(bl_step_rods_collide(world));
        BL_TRY(bl_step_rods_sense(world));
        end_part(world, BELAY_STEP_NARROW_PHASE, clock);
    } while (bl_step_wake(world) || bl_step_rods_wake(world) || bl_joints_wake_sleepers(world));
    bl_step_rods_drop_idle(world);
    if (world->stats.refused_changes > 0)
        bl_warn(world, "step %llu: %d contacts are left as they were: %s", (unsigned long long)world->stats.step,
                (int)world->stats.refused_changes, world->hooks.refused.message);
    return BELAY_OK;
}

// Everything up to the contacts; may run out of memory. A user then sees no change but that contacts and statistics of
// the step before are gone.
static belay_result detect(belay_world* world, double* clock)
{
    bl_public_contacts_forget(&world->published);
    if (world->changes != world->changes_seen) bl_warn_of_unweighed_body(world);
    BL_TRY(bl_step_reserve(world));
    BL_TRY(bl_step_check_start(world));
    BL_TRY(bl_step_reserve_sleep(world));
    BL_TRY(bl_step_reserve_faults(world));
    if (!bl_step_rods_reserve(world, NULL))
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for the rods");
    if (!bl_views_reserve(world))
        return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for the views");
    BL_TRY(find_contacts(world, clock));
    bl_step_list_contacts(world);
    if (world->memory.is_stirred) bl_contact_memory_gather(&world->memory);
    bl_step_energy_before(world);
    BL_TRY(bl_step_joints(world));
    BL_TRY(bl_step_rods_rows(world));
    bl_step_list_elements(world);
    BL_TRY(bl_step_reserve_elements(world));
    BL_TRY(bl_step_reserve_events(world));
    end_part(world, BELAY_STEP_NARROW_PHASE, clock);
    return BELAY_OK;
}

static belay_result respond(belay_world* world, double deadline, double* clock)
{
    bl_step_warm_start(world);
    end_part(world, BELAY_STEP_WARM_START, clock);
    bl_step_islands(world);
    end_part(world, BELAY_STEP_ISLANDS, clock);
    bl_step_deadlines deadlines = bl_step_plan(world, deadline);
    BL_TRY(bl_step_solve(world, deadlines.solve));
    BL_TRY(bl_step_look_again_at_rods(world, deadlines.solve));
    end_part(world, BELAY_STEP_SOLVE, clock);
    world->times.solved_at = *clock;
    bl_step_recover_overlap(world, deadlines.recovery);
    world->times.recovered_at = belay_timer_seconds();
    bl_step_rods_move(world);
    bl_step_limit_deflected(world);
    bl_step_limit_velocities(world);
    bl_step_rods_limit(world);
    const bl_motion_parts parts = bl_motion_parts_of(world);
    bl_step_limit_speeds(&parts);
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

belay_result bl_step_make(belay_world* world)
{
    double start = belay_timer_seconds(), clock = start;
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
