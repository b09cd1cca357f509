// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Force-feedback joysticks as devices of the table.

#include "belay/result.h"
#include "belay/timer.h"
#include "devices/device_list.h"
#include "devices/device_output.h"
#include "devices/sdl/device_sdl_haptic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct joystick_device {
    bl_joystick_slot* slot;
    unsigned generation;
    belay_joystick_settings settings;
    belay_haptic_input last;
} joystick_device;

static int probe(void* driver, belay_haptic_device_info* infos, int capacity, char* why, size_t why_size)
{
    belay_joysticks* joysticks = driver;
    int count = 0;
    SDL_LockMutex(joysticks->lock);
    for (int i = 0; i < BELAY_JOYSTICK_MAX; i++) {
        const bl_joystick_slot* slot = &joysticks->slots[i];
        unsigned generation = atomic_load(&slot->generation);
        if (generation % 2 == 0) continue;
        if (count < capacity) {
            belay_haptic_device_info* info = &infos[count];
            *info = (belay_haptic_device_info){.driver = "joystick",
                                               .max_force = joysticks->settings.max_force,
                                               .max_continuous_force = joysticks->settings.max_force,
                                               .workspace_radius = joysticks->settings.workspace_radius,
                                               .rate = 250.0,
                                               .button_count = 32};
            info->position_step = info->workspace_radius / 32767.0;
            snprintf(info->name, sizeof info->name, "%s", slot->name);
            snprintf(info->id, sizeof info->id, "%d/%u", i, generation);
        }
        count++;
    }
    SDL_UnlockMutex(joysticks->lock);
    if (count == 0) snprintf(why, why_size, "no joystick or wheel with force feedback is connected");
    return count;
}

static belay_result open_device(void* driver, const belay_haptic_device_info* info, void** opened, belay_error* error)
{
    belay_joysticks* joysticks = driver;
    int index = -1;
    unsigned generation = 0;
    bool is_id = sscanf(info->id, "%d/%u", &index, &generation) == 2 && index >= 0 && index < BELAY_JOYSTICK_MAX;
    if (!is_id || generation % 2 == 0 || atomic_load(&joysticks->slots[index].generation) != generation)
        return belay_error_set(error, BELAY_ERROR_HANDLE, "there is no joystick with id '%s' any more", info->id);
    joystick_device* device = calloc(1, sizeof *device);
    if (!device) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for a joystick");
    device->slot = &joysticks->slots[index];
    device->generation = generation;
    device->settings = joysticks->settings;
    device->last.rotation = belay_quat_identity();
    *opened = device;
    return BELAY_OK;
}

static bool is_lost(const joystick_device* device)
{
    return atomic_load(&device->slot->generation) != device->generation;
}

static belay_haptic_status read_input(void* opened, belay_haptic_input* input)
{
    joystick_device* device = opened;
    bl_joystick_slot* slot = device->slot;
    *input = device->last;
    if (is_lost(device)) return BELAY_HAPTIC_LOST;
    double scale = device->settings.workspace_radius / 32767.0;
    device->last.position.x = scale * atomic_load_explicit(&slot->axes[0], memory_order_relaxed);
    device->last.position.y = -scale * atomic_load_explicit(&slot->axes[1], memory_order_relaxed);
    device->last.buttons = atomic_load_explicit(&slot->buttons, memory_order_relaxed);
    device->last.time = belay_timer_seconds();
    *input = device->last;
    return BELAY_HAPTIC_OK;
}

// The largest force keeps its direction.
static belay_haptic_status write_output(void* opened, const belay_haptic_output* output)
{
    joystick_device* device = opened;
    bl_joystick_slot* slot = device->slot;
    if (is_lost(device)) return BELAY_HAPTIC_LOST;
    belay_vec3 force = bl_output_sent(output).force;
    double scale = 1.0 / fmax(hypot(force.x, force.y), device->settings.max_force);
    uint32_t packed = bl_joystick_pack(scale * force.x, scale * force.y);
    atomic_store_explicit(&slot->force, packed, memory_order_relaxed);
    atomic_fetch_add_explicit(&slot->writes, 1, memory_order_release);
    return BELAY_HAPTIC_OK;
}

static void close_device(void* opened)
{
    joystick_device* device = opened;
    const belay_haptic_output none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    write_output(device, &none);
    free(device);
}

static const belay_haptic_device_ops ops = {
    .name = "joystick",
    .probe = probe,
    .open = open_device,
    .read = read_input,
    .write = write_output,
    .close = close_device,
};

belay_haptic_driver belay_joysticks_driver(belay_joysticks* joysticks)
{
    return (belay_haptic_driver){&ops, joysticks};
}

// ---------------------------------------------------------------------------------------------------------------------
// Its row
// ---------------------------------------------------------------------------------------------------------------------

static belay_result create_row(const belay_haptics_def* def, void** made, belay_error* error)
{
    if (def->leave_out_sdl) return belay_error_set(error, BELAY_ERROR_STATE, "left out");
    belay_joysticks* joysticks = NULL;
    belay_error why;
    belay_result result = belay_joysticks_create(&def->joysticks, &joysticks, &why);
    *made = joysticks;
    if (result == BELAY_OK) return BELAY_OK;
    if (result == BELAY_ERROR_STATE) return belay_error_set(error, result, "%s", why.message);
    return belay_error_set(error, result, "joysticks: %s", why.message);
}

static void destroy_row(void* made)
{
    belay_joysticks_destroy(made);
}

static void update_row(void* made, double now)
{
    belay_joysticks_update(made, now);
}

const bl_device_row bl_device_joysticks = {
    .ops = &ops, .create = create_row, .destroy = destroy_row, .update = update_row};
