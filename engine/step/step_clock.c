// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The clock that makes steps.

#include "core/assert.h"
#include "step/step.h"
#include "store/checks.h"

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
    if (result == BELAY_OK) bl_assert_set_logger(&world->def.logger);
    return result;
}

static belay_result leave_step(belay_world* world, belay_result result)
{
    bl_assert_set_logger(NULL);
    bl_owner_leave(&world->stepper);
    return result;
}

belay_result belay_world_step(belay_world* world)
{
    BL_TRY(enter_step(world, "belay_world_step"));
    return leave_step(world, bl_step_make(world));
}

// The clock holds what was passed in by calls that went well, less the steps that were made: so a call that finds no
// memory on its way may be made again as it was, and makes the steps that are missing.
static belay_result advance(belay_world* world, double frame_seconds, belay_advance_report* report)
{
    belay_error error;
    if (bl_check_range(&error, "frame_seconds", frame_seconds, 0.0, BL_LARGEST) != BELAY_OK)
        return bl_fail_in(world, "belay_world_advance", &error);
    belay_advance_report r = {0, 0.0, 0.0};
    belay_result result = BELAY_OK;
    world->clock.accumulator += frame_seconds;
    // A step is due when it is full but for the rounding of the sums.
    double due = world->def.step_seconds * (1.0 - 1e-9);
    while (result == BELAY_OK && world->clock.accumulator >= due && r.steps < world->def.max_steps_per_advance) {
        double before = world->clock.accumulator;
        result = bl_step_make(world);
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
