// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The loop of 3D Systems' devices: the library's thread ticks, ours waits.

#include "devices/vendor/device_hd.h"

#include "belay/timer.h"
#include "devices/device_library.h"
#include "devices/device_output.h"

#include <SDL.h>

// The transform is column by column, as OpenGL has it.
static belay_haptic_input read_frame(const bl_hd_functions* call, double time)
{
    double m[16] = {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0};
    int buttons = 0, is_in_holder = 0;
    call->get_doubles(HD_CURRENT_TRANSFORM, m);
    call->get_integers(HD_CURRENT_BUTTONS, &buttons);
    call->get_integers(HD_CURRENT_INKWELL_SWITCH, &is_in_holder);
    const double rotation[9] = {m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]};
    return (belay_haptic_input){.position = {1e-3 * m[12], 1e-3 * m[13], 1e-3 * m[14]},
                                .rotation = bl_quat_from_matrix(rotation),
                                .buttons = (uint32_t)buttons,
                                .troubles = is_in_holder ? belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_IN_HOLDER) : 0,
                                .time = time};
}

static const double TOLD_FOR = 0.5; // s, after an error

static uint32_t trouble_of(unsigned code)
{
    switch (code) {
    case HD_WARM_MOTORS:
        return belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_HOT);
    case HD_EXCEEDED_MAX_FORCE:
        return belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FORCE_EXCEEDED);
    case HD_EXCEEDED_MAX_FORCE_IMPULSE:
        return belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_IMPULSE_EXCEEDED);
    case HD_EXCEEDED_MAX_VELOCITY:
        return belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_SPEED_EXCEEDED);
    case HD_FORCE_ERROR:
        return belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FAULT);
    default:
        return (code & HD_ERROR_KIND) == HD_DEVICE_ERRORS ? belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FAULT) : 0;
    }
}

// Takes the errors that came up in a frame; true when one was the device's own.
bool bl_hd_has_failed(const bl_hd_functions* call, uint32_t* troubles)
{
    bool failed = false;
    for (int i = 0; i < BL_HD_MAX_ERRORS; i++) {
        unsigned code = call->get_error().code;
        if (code == 0) break;
        *troubles |= trouble_of(code);
        failed = failed || (code & HD_ERROR_KIND) == HD_DEVICE_ERRORS;
    }
    return failed;
}

// Takes the errors of a frame, and remembers for a while what they told of. True: the device failed.
static bool take_errors(bl_hd_device* device, double now)
{
    uint32_t troubles = 0;
    bool failed = bl_hd_has_failed(&device->hd->call, &troubles);
    if (now >= device->troubles_until) device->troubles = 0;
    if (troubles != 0) device->troubles_until = now + TOLD_FOR;
    device->troubles |= troubles;
    return failed;
}

static unsigned finish(bl_hd_device* device, bool is_lost)
{
    atomic_store(&device->is_lost, is_lost);
    atomic_store(&device->is_over, true);
    return HD_DONE;
}

// One tick, on the library's thread. The force of the last tick is written before it ends.
static unsigned on_tick(void* context)
{
    bl_hd_device* device = context;
    const bl_hd_functions* call = &device->hd->call;
    if (atomic_load(&device->is_told_to)) return finish(device, false);

    double now = belay_timer_seconds();
    double dt = device->last_time < 0.0 ? 1.0 / device->info.rate : now - device->last_time;
    device->last_time = now;
    call->begin_frame(device->handle);
    belay_haptic_input input = read_frame(call, now);
    if (take_errors(device, now)) {
        call->end_frame(device->handle);
        return finish(device, true);
    }
    input.troubles |= device->troubles;
    belay_haptic_output output = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    bool goes_on = device->tick(device->context, &input, &output, dt);
    output = bl_output_sent(&output);
    const double force[3] = {output.force.x, output.force.y, output.force.z};
    call->set_doubles(HD_CURRENT_FORCE, force);
    call->end_frame(device->handle);
    bool failed = take_errors(device, now);
    atomic_fetch_add(&device->beats, 1);
    return goes_on && !failed ? HD_CONTINUE : finish(device, failed);
}

// Waits for the end, or for the library's thread to stand still for half a second.
static void wait_for_end(bl_hd_device* device)
{
    enum { PATIENCE = 500 }; // ms
    unsigned beats = atomic_load(&device->beats);
    for (int still = 0; still < PATIENCE && !atomic_load(&device->is_over); still++) {
        SDL_Delay(1);
        unsigned now = atomic_load(&device->beats);
        if (now != beats) still = 0;
        beats = now;
    }
}

belay_haptic_status bl_hd_run(void* opened, belay_haptic_tick_fn* tick, void* context)
{
    bl_hd_device* device = opened;
    belay_hd* hd = device->hd;
    if (atomic_load(&device->is_lost)) return BELAY_HAPTIC_LOST;
    device->tick = tick;
    device->context = context;
    device->last_time = -1.0;
    atomic_store(&device->is_over, false);
    atomic_store(&device->is_told_to, false);

    unsigned long handle = hd->call.schedule(on_tick, device, HD_PRIORITY);
    if (!hd->is_scheduling) hd->call.start_scheduler();
    hd->is_scheduling = true;
    wait_for_end(device);
    bool stands_still = !atomic_load(&device->is_over);
    atomic_store(&device->is_told_to, true);
    hd->call.unschedule(handle);
    if (stands_still) atomic_store(&device->is_lost, true);
    return atomic_load(&device->is_lost) ? BELAY_HAPTIC_LOST : BELAY_HAPTIC_OK;
}

belay_haptic_status bl_hd_read(void* opened, belay_haptic_input* input)
{
    const bl_hd_device* device = opened;
    *input = (belay_haptic_input){.rotation = {1.0, 0.0, 0.0, 0.0}};
    return atomic_load(&device->is_lost) ? BELAY_HAPTIC_LOST : BELAY_HAPTIC_NOT_READY;
}

belay_haptic_status bl_hd_write(void* opened, const belay_haptic_output* output)
{
    const bl_hd_device* device = opened;
    (void)output;
    return atomic_load(&device->is_lost) ? BELAY_HAPTIC_LOST : BELAY_HAPTIC_NOT_READY;
}
