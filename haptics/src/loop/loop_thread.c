// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The servo's thread.

#include "loop/loop_internal.h"

#include "belay/timer.h"
#include "threads/haptic_clock.h"
#include "tolerances/haptic_tolerances.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// A tick
// ---------------------------------------------------------------------------------------------------------------------

// Ends with the ramp to zero.
static void see_to_stop(belay_haptic_loop* loop, double dt)
{
    if (!atomic_load_explicit(&loop->is_stopping, memory_order_acquire)) return;
    loop->stop_time += dt;
    loop->input.commands |= BELAY_HAPTIC_STOP;
    bool is_off = (loop->output.reasons & belay_haptic_reason_bit(BELAY_HAPTIC_REASON_OFF)) != 0;
    loop->is_finished = is_off || loop->stop_time > BL_STOP_PATIENCE;
}

static void tell_world(belay_haptic_loop* loop)
{
    loop_word* word = bl_triple_buffer_back(&loop->words);
    word->output = loop->output;
    word->report = *belay_haptic_servo_get_report(loop->servo);
    bl_triple_buffer_publish(&loop->words);
}

static void take_model(belay_haptic_loop* loop)
{
    if (bl_triple_buffer_take(&loop->models)) loop->has_model = true;
    loop->input.model = loop->has_model ? bl_triple_buffer_front(&loop->models) : NULL;
}

void bl_loop_tick(belay_haptic_loop* loop, const belay_haptic_input* input, belay_haptic_status status, double dt)
{
    loop->input.device = *input;
    loop->input.status = loop->is_write_lost ? BELAY_HAPTIC_LOST : status;
    loop->input.dt = dt;
    loop->input.commands = atomic_exchange_explicit(&loop->commands, 0u, memory_order_relaxed);
    take_model(loop);
    see_to_stop(loop, dt);
    belay_haptic_servo_tick(loop->servo, &loop->input, &loop->output);
    if (loop->recorder != NULL) belay_haptic_recorder_tick(loop->recorder, &loop->input, &loop->output);
    if (!loop->output.is_to_be_written) {
        atomic_store_explicit(&loop->is_lost, true, memory_order_relaxed);
        loop->is_finished = true;
    }
    atomic_fetch_add_explicit(&loop->ticks, 1, memory_order_relaxed);
    tell_world(loop);
}

// ---------------------------------------------------------------------------------------------------------------------
// The loop of this thread
// ---------------------------------------------------------------------------------------------------------------------

static double mark_tick(belay_haptic_loop* loop, double now)
{
    double dt = loop->last_tick > 0.0 ? now - loop->last_tick : loop->def.servo.period;
    if (loop->last_tick > 0.0) bl_histogram_add(&loop->period, dt);
    loop->last_tick = now;
    atomic_store_explicit(&loop->elapsed_ns, (uint64_t)(1e9 * fmax(0.0, now - loop->begun)), memory_order_relaxed);
    return dt;
}

static void tick_device(belay_haptic_loop* loop, double now)
{
    const belay_haptic_device_ops* ops = loop->def.driver.ops;
    belay_haptic_input input;
    memset(&input, 0, sizeof input);
    input.rotation = belay_quat_identity();
    double dt = mark_tick(loop, now);
    belay_haptic_status status = ops->read(loop->device, &input);
    bl_loop_tick(loop, &input, status, dt);
    if (loop->output.is_to_be_written)
        loop->is_write_lost = ops->write(loop->device, &loop->output.device) == BELAY_HAPTIC_LOST;
    bl_histogram_add(&loop->work, belay_timer_seconds() - now);
}

// The next time due after `now`; what lies before it is given up and never made up for.
static double next_deadline(belay_haptic_loop* loop, double deadline, double now)
{
    double T = loop->def.servo.period, next = deadline + T;
    if (next > now) return next;
    double missed = floor((now - next) / T) + 1.0;
    atomic_fetch_add_explicit(&loop->missed, (uint64_t)missed, memory_order_relaxed);
    return next + missed * T;
}

static void run_by_clock(belay_haptic_loop* loop)
{
    bl_tick_clock clock;
    bl_tick_clock_init(&clock);
    double deadline = loop->begun;
    while (!loop->is_finished) {
        double now = bl_tick_clock_wait(&clock, deadline);
        bl_histogram_add(&loop->latency, now - deadline);
        tick_device(loop, now);
        deadline = next_deadline(loop, deadline, belay_timer_seconds());
    }
    bl_tick_clock_fini(&clock);
}

// ---------------------------------------------------------------------------------------------------------------------
// The loop of the device
// ---------------------------------------------------------------------------------------------------------------------

static bool tick_of_device(void* context, const belay_haptic_input* input, belay_haptic_output* output, double dt)
{
    belay_haptic_loop* loop = context;
    double now = belay_timer_seconds();
    mark_tick(loop, now);
    bl_loop_tick(loop, input, BELAY_HAPTIC_OK, dt);
    *output = loop->output.device;
    bl_histogram_add(&loop->work, belay_timer_seconds() - now);
    return !loop->is_finished;
}

static void run_by_device(belay_haptic_loop* loop)
{
    const belay_haptic_device_ops* ops = loop->def.driver.ops;
    if (ops->run(loop->device, tick_of_device, loop) != BELAY_HAPTIC_LOST) return;
    // The servo is told, so that its report and the world know.
    belay_haptic_input nothing;
    memset(&nothing, 0, sizeof nothing);
    bl_loop_tick(loop, &nothing, BELAY_HAPTIC_LOST, loop->def.servo.period);
}

// ---------------------------------------------------------------------------------------------------------------------
// The thread
// ---------------------------------------------------------------------------------------------------------------------

static void ask_realtime(belay_haptic_loop* loop)
{
    const char* text = "not asked for";
    belay_haptic_realtime answer = BELAY_HAPTIC_REALTIME_NOT_ASKED;
    if (loop->def.wants_realtime) answer = bl_tick_clock_ask_realtime(&text);
    atomic_store(&loop->realtime, (int)answer);
    atomic_store(&loop->realtime_text, text);
}

int bl_loop_run(void* context)
{
    belay_haptic_loop* loop = context;
    ask_realtime(loop);
    loop->begun = belay_timer_seconds();
    loop->last_tick = loop->stop_time = 0.0;
    loop->is_finished = loop->is_write_lost = false;
    if (loop->def.driver.ops->run != NULL && loop->def.device.owns_loop)
        run_by_device(loop);
    else
        run_by_clock(loop);
    if (!atomic_load(&loop->is_lost)) {
        belay_haptic_output zero;
        memset(&zero, 0, sizeof zero);
        loop->def.driver.ops->write(loop->device, &zero);
    }
    atomic_store_explicit(&loop->is_running, false, memory_order_release);
    return 0;
}
