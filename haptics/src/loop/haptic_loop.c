// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The owner's side of a loop: making, starting, stopping, and its statistics.

#include "loop/loop_internal.h"

#include "belay/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void join(belay_haptic_loop* loop)
{
    if (loop->thread != NULL) SDL_WaitThread(loop->thread, NULL);
    loop->thread = NULL;
}

// The device may be anywhere by now: the servo takes its pose anew.
belay_result belay_haptic_loop_start(belay_haptic_loop* loop, belay_error* error)
{
    if (loop == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_loop_start: an argument is null; all must be given");
    if (atomic_load(&loop->is_running))
        return belay_error_set(error, BELAY_ERROR_STATE, "the haptic loop runs already");
    if (atomic_load(&loop->is_lost) || loop->device == NULL)
        return belay_error_set(error, BELAY_ERROR_STATE, "the haptic device is lost; it must be opened again");
    join(loop);
    bl_histogram_clear(&loop->latency);
    bl_histogram_clear(&loop->period);
    bl_histogram_clear(&loop->work);
    atomic_store(&loop->ticks, 0);
    atomic_store(&loop->missed, 0);
    atomic_store(&loop->elapsed_ns, 0);
    atomic_store(&loop->is_stopping, false);
    atomic_fetch_or(&loop->commands, (unsigned)(BELAY_HAPTIC_START | BELAY_HAPTIC_REOPEN));
    atomic_store(&loop->is_running, true);
    loop->thread = SDL_CreateThread(bl_loop_run, "belay haptics", loop);
    if (loop->thread != NULL) return BELAY_OK;
    atomic_store(&loop->is_running, false);
    return belay_error_set(error, BELAY_ERROR_STATE, "no thread for the haptic loop: %s", SDL_GetError());
}

void belay_haptic_loop_stop(belay_haptic_loop* loop)
{
    if (loop == NULL) return;
    atomic_store_explicit(&loop->is_stopping, true, memory_order_release);
    join(loop);
}

// ---------------------------------------------------------------------------------------------------------------------
// Making and ending
// ---------------------------------------------------------------------------------------------------------------------

belay_haptic_loop_def belay_haptic_loop_def_default(belay_haptic_driver driver, const belay_haptic_device_info* device)
{
    belay_haptic_loop_def def;
    memset(&def, 0, sizeof def);
    def.driver = driver;
    if (device != NULL) def.device = *device;
    def.servo = belay_haptic_servo_config_default(device);
    def.wants_realtime = true;
    return def;
}

static belay_result check_def(const belay_haptic_loop_def* def, belay_error* error)
{
    if (def == NULL || def->driver.ops == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_loop_create: def or its driver is null; both must be given");
    double T = def->servo.period;
    if (!(T >= 1.0 / 4001.0 && T <= 1.0 / 499.0))
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_loop_create: period is %g; it must be 1/4000 to "
                               "1/500 s",
                               T);
    return BELAY_OK;
}

static belay_result open_device(belay_haptic_loop* loop, belay_error* error)
{
    return loop->def.driver.ops->open(loop->def.driver.driver, &loop->def.device, &loop->device, error);
}

static void discard(belay_haptic_loop* loop)
{
    bl_loop_forget_end(loop);
    if (loop->device != NULL) loop->def.driver.ops->close(loop->device);
    belay_haptic_recorder_destroy(loop->recorder, NULL);
    belay_haptic_servo_destroy(loop->servo);
    free(loop);
}

belay_result belay_haptic_loop_create(const belay_haptic_loop_def* def, belay_haptic_loop** loop, belay_error* error)
{
    belay_result result = check_def(def, error);
    if (result != BELAY_OK) return result;
    if (loop == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "belay_haptic_loop_create: loop is null; it must be given");
    belay_haptic_loop* made = calloc(1, sizeof *made);
    if (made == NULL) return belay_error_set(error, BELAY_ERROR_MEMORY, "belay_haptic_loop_create: no memory");
    made->def = *def;
    made->def.recording = NULL; // the caller's text
    bl_triple_buffer_init(&made->models, &made->model_slots[0], &made->model_slots[1], &made->model_slots[2]);
    bl_triple_buffer_init(&made->words, &made->word_slots[0], &made->word_slots[1], &made->word_slots[2]);
    result = belay_haptic_servo_create(&def->servo, &made->servo, error);
    belay_haptic_servo_set_force(made->servo, def->force, def->force_context);
    belay_haptic_servo_set_grip(made->servo, def->grip, def->grip_context);
    if (result == BELAY_OK && def->surfaces != NULL)
        result = belay_haptic_servo_set_surfaces(made->servo, def->surfaces, def->surface_count, error);
    if (result == BELAY_OK) result = belay_haptic_servo_set_navigation(made->servo, def->navigation, error);
    made->def.surfaces = NULL; // the caller's
    made->def.navigation = NULL;
    if (result == BELAY_OK && def->recording != NULL)
        result = belay_haptic_recorder_create_for(def->recording, made->servo, 0, &made->recorder, error);
    if (result == BELAY_OK && def->stops_at_process_end && !bl_loop_watch_end(made))
        result =
            belay_error_set(error, BELAY_ERROR_STATE, "belay_haptic_loop_create: 16 loops stop at process end already");
    if (result == BELAY_OK) result = open_device(made, error);
    if (result != BELAY_OK) {
        discard(made);
        return result;
    }
    *loop = made;
    return BELAY_OK;
}

void belay_haptic_loop_destroy(belay_haptic_loop* loop)
{
    if (loop == NULL) return;
    belay_haptic_loop_stop(loop);
    discard(loop);
}

belay_result belay_haptic_loop_reopen(belay_haptic_loop* loop, belay_error* error)
{
    if (loop == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_loop_reopen: an argument is null; all must be given");
    if (atomic_load(&loop->is_running))
        return belay_error_set(error, BELAY_ERROR_STATE, "the haptic loop runs; stop it first");
    join(loop);
    if (loop->device != NULL) loop->def.driver.ops->close(loop->device);
    loop->device = NULL;
    belay_result result = open_device(loop, error);
    if (result != BELAY_OK) return result;
    atomic_store(&loop->is_lost, false);
    return BELAY_OK;
}

void belay_haptic_loop_grab(belay_haptic_loop* loop)
{
    if (loop == NULL) return;
    atomic_fetch_or(&loop->commands, (unsigned)BELAY_HAPTIC_GRAB);
}

void belay_haptic_loop_release(belay_haptic_loop* loop)
{
    if (loop == NULL) return;
    atomic_fetch_or(&loop->commands, (unsigned)BELAY_HAPTIC_RELEASE);
}

// ---------------------------------------------------------------------------------------------------------------------
// Statistics
// ---------------------------------------------------------------------------------------------------------------------

static void tell_realtime(const belay_haptic_loop* loop, belay_haptic_loop_stats* stats)
{
    const char* text = atomic_load(&loop->realtime_text);
    stats->realtime = (belay_haptic_realtime)atomic_load(&loop->realtime);
    snprintf(stats->realtime_text, sizeof stats->realtime_text, "%s", text != NULL ? text : "not answered yet");
}

void belay_haptic_loop_get_stats(const belay_haptic_loop* loop, belay_haptic_loop_stats* stats)
{
    if (loop == NULL || stats == NULL) return;
    memset(stats, 0, sizeof *stats);
    stats->is_running = atomic_load_explicit(&loop->is_running, memory_order_relaxed);
    stats->is_lost = atomic_load_explicit(&loop->is_lost, memory_order_relaxed);
    stats->ticks = atomic_load_explicit(&loop->ticks, memory_order_relaxed);
    stats->missed = atomic_load_explicit(&loop->missed, memory_order_relaxed);
    double elapsed = 1e-9 * (double)atomic_load_explicit(&loop->elapsed_ns, memory_order_relaxed);
    stats->rate = elapsed > 0.0 && stats->ticks > 1 ? (double)(stats->ticks - 1) / elapsed : 0.0;
    stats->latency = bl_histogram_read(&loop->latency);
    stats->period = bl_histogram_read(&loop->period);
    stats->work = bl_histogram_read(&loop->work);
    tell_realtime(loop, stats);
    if (loop->recorder != NULL) stats->recording_dropped = belay_haptic_recorder_get_dropped(loop->recorder);
}
