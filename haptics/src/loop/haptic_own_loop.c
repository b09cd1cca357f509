// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A loop of which the thread is the program's: all but the ticking is that of belay_haptic_loop.

#include "belay/haptic_own_loop.h"

#include "belay/quat.h"
#include "belay/result.h"
#include "loop/loop_internal.h"

#include <stdlib.h>
#include <string.h>

struct belay_haptic_own_loop {
    belay_haptic_loop* loop;
    belay_world* world;
};

static void begin(belay_haptic_loop* loop)
{
    atomic_fetch_or(&loop->commands, (unsigned)(BELAY_HAPTIC_START | BELAY_HAPTIC_REOPEN));
    loop->is_write_lost = loop->is_finished = false;
    atomic_store(&loop->is_running, true);
}

static belay_result check(const belay_haptic_loop_def* def, const belay_world* world,
                          belay_haptic_own_loop* const* loop, belay_error* error)
{
    const char* fault = NULL;
    if (def == NULL || world == NULL || loop == NULL)
        fault = "def, world or loop is null; all must be given";
    else if (def->device.owns_loop)
        fault = "def->device.owns_loop is true; such a device calls the servo itself, by belay_haptic_loop";
    else if (def->stops_at_process_end)
        fault = "def->stops_at_process_end is true; without a thread nothing ticks then";
    if (fault == NULL) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "belay_haptic_own_loop_create: %s", fault);
}

static belay_result attach(belay_haptic_own_loop* own, belay_body_id tool, belay_error* error)
{
    belay_result result = belay_haptic_loop_attach(own->loop, own->world, tool);
    if (result == BELAY_OK) return BELAY_OK;
    return belay_error_set(error, result, "belay_haptic_own_loop_create: tool: %s", belay_world_last_error(own->world));
}

belay_result belay_haptic_own_loop_create(const belay_haptic_loop_def* def, belay_world* world, belay_body_id tool,
                                          belay_haptic_own_loop** loop, belay_error* error)
{
    belay_result result = check(def, world, loop, error);
    if (result != BELAY_OK) return result;
    belay_haptic_own_loop* made = calloc(1, sizeof *made);
    if (made == NULL) return belay_error_set(error, BELAY_ERROR_MEMORY, "belay_haptic_own_loop_create: no memory");
    made->world = world;
    result = belay_haptic_loop_create(def, &made->loop, error);
    if (result == BELAY_OK) result = attach(made, tool, error);
    if (result != BELAY_OK) {
        belay_haptic_loop_destroy(made->loop);
        free(made);
        return result;
    }
    begin(made->loop);
    *loop = made;
    return BELAY_OK;
}

belay_result belay_haptic_own_loop_before_step(belay_haptic_own_loop* loop)
{
    return loop != NULL ? belay_haptic_loop_apply(loop->loop, loop->world) : BELAY_ERROR_VALUE;
}

belay_result belay_haptic_own_loop_after_step(belay_haptic_own_loop* loop)
{
    return loop != NULL ? belay_haptic_loop_publish(loop->loop, loop->world) : BELAY_ERROR_VALUE;
}

bool belay_haptic_own_loop_tick(belay_haptic_own_loop* own, double dt)
{
    if (own == NULL || own->loop->device == NULL) return false;
    belay_haptic_loop* loop = own->loop;
    const belay_haptic_device_ops* ops = loop->def.driver.ops;
    belay_haptic_input input;
    memset(&input, 0, sizeof input);
    input.rotation = belay_quat_identity();
    belay_haptic_status status = ops->read(loop->device, &input);
    bl_loop_tick(loop, &input, status, dt);
    if (loop->output.is_to_be_written)
        loop->is_write_lost = ops->write(loop->device, &loop->output.device) == BELAY_HAPTIC_LOST;
    else
        atomic_store_explicit(&loop->is_running, false, memory_order_release);
    return loop->output.is_to_be_written;
}

void belay_haptic_own_loop_command(belay_haptic_own_loop* loop, uint32_t commands)
{
    if (loop == NULL) return;
    const unsigned known = BELAY_HAPTIC_START | BELAY_HAPTIC_STOP | BELAY_HAPTIC_GRAB | BELAY_HAPTIC_RELEASE;
    atomic_fetch_or(&loop->loop->commands, (unsigned)commands & known);
}

bool belay_haptic_own_loop_get_state(belay_haptic_own_loop* loop, belay_haptic_servo_output* output,
                                     belay_haptic_servo_report* report)
{
    return loop != NULL && belay_haptic_loop_get_state(loop->loop, output, report);
}

belay_result belay_haptic_own_loop_reopen(belay_haptic_own_loop* loop, belay_error* error)
{
    if (loop == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_own_loop_reopen: an argument is null; all must be given");
    if (!atomic_load(&loop->loop->is_lost) && loop->loop->device != NULL)
        return belay_error_set(error, BELAY_ERROR_STATE, "belay_haptic_own_loop_reopen: the device is not lost");
    belay_result result = belay_haptic_loop_reopen(loop->loop, error);
    if (result == BELAY_OK) begin(loop->loop);
    return result;
}

void belay_haptic_own_loop_destroy(belay_haptic_own_loop* loop)
{
    if (loop == NULL) return;
    belay_haptic_loop* inner = loop->loop;
    belay_haptic_output zero;
    memset(&zero, 0, sizeof zero);
    if (inner->device != NULL && !atomic_load(&inner->is_lost)) inner->def.driver.ops->write(inner->device, &zero);
    belay_haptic_loop_detach(inner, loop->world);
    belay_haptic_loop_destroy(inner);
    free(loop);
}
