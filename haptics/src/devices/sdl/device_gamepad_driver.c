// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Game controllers as devices of the table: sticks for a position, a motor for the size of the force.

#include "belay/result.h"
#include "belay/timer.h"
#include "belay/vec.h"
#include "devices/device_list.h"
#include "devices/device_output.h"
#include "devices/sdl/device_gamepad.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double RADIUS = 0.1;    // m, at full stick
static const double MAX_FORCE = 5.0; // N, at full rumble

typedef struct gamepad_device {
    bl_gamepad_slot* slot;
    unsigned generation; // of the slot's controller
    belay_haptic_input last;
} gamepad_device;

static int probe(void* driver, belay_haptic_device_info* infos, int capacity, char* why, size_t why_size)
{
    belay_gamepads* pads = driver;
    int count = 0;
    SDL_LockMutex(pads->lock);
    for (int i = 0; i < BELAY_GAMEPAD_MAX; i++) {
        const bl_gamepad_slot* slot = &pads->slots[i];
        unsigned generation = atomic_load(&slot->generation);
        if (generation % 2 == 0) continue;
        if (count < capacity) {
            belay_haptic_device_info* info = &infos[count];
            *info = (belay_haptic_device_info){.max_force = MAX_FORCE,
                                               .max_continuous_force = MAX_FORCE,
                                               .workspace_radius = RADIUS,
                                               .rate = 125.0,
                                               .has_grip = true,
                                               .button_count = SDL_CONTROLLER_BUTTON_MAX};
            snprintf(info->name, sizeof info->name, "%s", slot->info.name);
            snprintf(info->driver, sizeof info->driver, "gamepad");
            snprintf(info->id, sizeof info->id, "%d/%u", i, generation);
        }
        count++;
    }
    SDL_UnlockMutex(pads->lock);
    if (count == 0) snprintf(why, why_size, "no controller is connected");
    return count;
}

static belay_result open_device(void* driver, const belay_haptic_device_info* info, void** opened, belay_error* error)
{
    belay_gamepads* pads = driver;
    int index = -1;
    unsigned generation = 0;
    bool is_id = sscanf(info->id, "%d/%u", &index, &generation) == 2 && index >= 0 && index < BELAY_GAMEPAD_MAX;
    if (!is_id || generation % 2 == 0 || atomic_load(&pads->slots[index].generation) != generation)
        return belay_error_set(error, BELAY_ERROR_HANDLE, "there is no controller with id '%s' any more", info->id);
    gamepad_device* device = calloc(1, sizeof *device);
    if (!device) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for a controller");
    device->slot = &pads->slots[index];
    device->generation = generation;
    device->last.rotation = belay_quat_identity();
    *opened = device;
    return BELAY_OK;
}

static bool is_lost(const gamepad_device* device)
{
    return atomic_load(&device->slot->generation) != device->generation;
}

// -1 to 1, with the dead middle that sticks have.
static double axis(const bl_gamepad_slot* slot, int i)
{
    double value = fmax(atomic_load_explicit(&slot->axes[i], memory_order_relaxed) / 32767.0, -1.0);
    const double dead = 0.12;
    return copysign(fmax(fabs(value) - dead, 0.0) / (1.0 - dead), value);
}

// 0 to 1.
static double trigger(const bl_gamepad_slot* slot, int i)
{
    return fmin(fmax(atomic_load_explicit(&slot->axes[i], memory_order_relaxed) / 32767.0, 0.0), 1.0);
}

static belay_haptic_status read_input(void* opened, belay_haptic_input* input)
{
    gamepad_device* device = opened;
    *input = device->last;
    if (is_lost(device)) return BELAY_HAPTIC_LOST;
    // SDL's sticks count down as positive.
    device->last.position = v3_scale(RADIUS, v3(axis(device->slot, 0), -axis(device->slot, 1), axis(device->slot, 3)));
    device->last.buttons = atomic_load_explicit(&device->slot->buttons, memory_order_relaxed);
    device->last.grip = fmax(trigger(device->slot, 4), trigger(device->slot, 5));
    device->last.time = belay_timer_seconds();
    *input = device->last;
    return BELAY_HAPTIC_OK;
}

static belay_haptic_status write_output(void* opened, const belay_haptic_output* output)
{
    gamepad_device* device = opened;
    if (is_lost(device)) return BELAY_HAPTIC_LOST;
    bl_level_raise(&device->slot->force, v3_length(bl_output_sent(output).force) / MAX_FORCE);
    return BELAY_HAPTIC_OK;
}

static void close_device(void* opened)
{
    free(opened);
}

static const belay_haptic_device_ops ops = {
    .name = "gamepad",
    .probe = probe,
    .open = open_device,
    .read = read_input,
    .write = write_output,
    .close = close_device,
};

belay_haptic_driver belay_gamepads_driver(belay_gamepads* pads)
{
    return (belay_haptic_driver){&ops, pads};
}

// ---------------------------------------------------------------------------------------------------------------------
// Its row
// ---------------------------------------------------------------------------------------------------------------------

static belay_result create_row(const belay_haptics_def* def, void** made, belay_error* error)
{
    if (def->leave_out_sdl) return belay_error_set(error, BELAY_ERROR_STATE, "left out");
    belay_gamepads* gamepads = NULL;
    belay_error why;
    belay_result result = belay_gamepads_create(def->rumble, &gamepads, &why);
    *made = gamepads;
    if (result == BELAY_OK) return BELAY_OK;
    if (result == BELAY_ERROR_STATE) return belay_error_set(error, result, "%s", why.message);
    return belay_error_set(error, result, "rumble: %s", why.message);
}

static void destroy_row(void* made)
{
    belay_gamepads_destroy(made);
}

static void update_row(void* made, double now)
{
    belay_gamepads_update(made, now);
}

const bl_device_row bl_device_gamepads = {
    .ops = &ops, .create = create_row, .destroy = destroy_row, .update = update_row};
