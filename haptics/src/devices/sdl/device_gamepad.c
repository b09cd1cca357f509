// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Game controllers and their motors. SDL takes its joystick lock in nearly every call, which is why none is made but
// from the updating thread.

#include "devices/sdl/device_gamepad.h"

#include "belay/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double WRITE_PAUSE = 8e-3;    // s, at least between two writes to a controller
static const double REWRITE_AFTER = 50e-3; // s: what still turns is told so again
static const double LEVEL_FADE = 30e-3;    // s: of what is not posted any more
static const double ASK_AGAIN_FOR = 1.0;   // s, after it came

enum {
    RUMBLE_MS = 100, // a motor stops by itself after that
    FULL = 65535,
};

// ---------------------------------------------------------------------------------------------------------------------
// Levels
// ---------------------------------------------------------------------------------------------------------------------

belay_rumble_mapping belay_rumble_mapping_default(void)
{
    return (belay_rumble_mapping){
        .impulse_full = 1.0, .impulse_fade = 0.06, .power_full = 2.0, .floor = 0.08, .trigger_share = 0.5};
}

void bl_level_raise(atomic_uint* posted, double level)
{
    if (!(level > 0.0)) return;
    unsigned raised = (unsigned)(fmin(level, 1.0) * FULL + 0.5);
    unsigned was = atomic_load_explicit(posted, memory_order_relaxed);
    while (was < raised &&
           !atomic_compare_exchange_weak_explicit(posted, &was, raised, memory_order_relaxed, memory_order_relaxed)) {
    }
}

double bl_level_take(atomic_uint* posted)
{
    return atomic_exchange_explicit(posted, 0, memory_order_relaxed) / (double)FULL;
}

uint16_t bl_rumble_level(const belay_rumble_mapping* mapping, double x)
{
    if (!(x >= 0.01)) return 0;
    return (uint16_t)((mapping->floor + (1.0 - mapping->floor) * fmin(x, 1.0)) * FULL + 0.5);
}

void belay_gamepads_post(belay_gamepads* pads, int slot, double impulse, double sliding_force, double sliding_speed)
{
    if (pads == NULL) return;
    double impact = sqrt(fmax(impulse, 0.0) / pads->mapping.impulse_full);
    double slide = sqrt(fmax(sliding_force, 0.0) * fmax(sliding_speed, 0.0) / pads->mapping.power_full);
    for (int i = 0; i < BELAY_GAMEPAD_MAX; i++) {
        if (slot >= 0 && slot != i) continue;
        if (isfinite(impact)) bl_level_raise(&pads->slots[i].impact, impact);
        if (isfinite(slide)) bl_level_raise(&pads->slots[i].slide, slide);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Coming and going
// ---------------------------------------------------------------------------------------------------------------------

static bool sdl_has_rumble(void* context, SDL_Joystick* joystick)
{
    (void)context;
    return SDL_JoystickHasRumble(joystick) == SDL_TRUE;
}

static bool sdl_has_trigger_rumble(void* context, SDL_Joystick* joystick)
{
    (void)context;
    return SDL_JoystickHasRumbleTriggers(joystick) == SDL_TRUE;
}

static int sdl_rumble(void* context, SDL_Joystick* joystick, uint16_t large, uint16_t small, uint32_t ms)
{
    (void)context;
    return SDL_JoystickRumble(joystick, large, small, ms);
}

static int sdl_rumble_triggers(void* context, SDL_Joystick* joystick, uint16_t left, uint16_t right, uint32_t ms)
{
    (void)context;
    return SDL_JoystickRumbleTriggers(joystick, left, right, ms);
}

static belay_result check_mapping(const belay_rumble_mapping* m, belay_error* error)
{
    const struct {
        const char* name;
        double value, max;
        bool may_be_zero;
    } fields[] = {{"impulse_full", m->impulse_full, HUGE_VAL, false},
                  {"impulse_fade", m->impulse_fade, HUGE_VAL, false},
                  {"power_full", m->power_full, HUGE_VAL, false},
                  {"floor", m->floor, 1.0, true},
                  {"trigger_share", m->trigger_share, 1.0, true}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        double v = fields[i].value;
        bool is_good = isfinite(v) && v <= fields[i].max && (fields[i].may_be_zero ? v >= 0.0 : v > 0.0);
        if (!is_good) return belay_error_set(error, BELAY_ERROR_VALUE, "mapping.%s is %g", fields[i].name, v);
    }
    return BELAY_OK;
}

belay_result bl_gamepads_create(const belay_rumble_mapping* mapping, const bl_rumble_calls* calls,
                                belay_gamepads** created, belay_error* error)
{
    const belay_rumble_mapping standard = belay_rumble_mapping_default();
    if (!mapping) mapping = &standard;
    belay_result result = check_mapping(mapping, error);
    if (result != BELAY_OK) return result;
    belay_gamepads* pads = calloc(1, sizeof *pads);
    if (!pads) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for controllers");
    pads->mapping = *mapping;
    pads->calls = *calls;
    pads->lock = SDL_CreateMutex();
    if (!pads->lock || SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) != 0) {
        belay_error_set(error, BELAY_ERROR_STATE, "SDL has no controllers: %s", SDL_GetError());
        SDL_DestroyMutex(pads->lock);
        free(pads);
        return BELAY_ERROR_STATE;
    }
    *created = pads;
    return BELAY_OK;
}

belay_result belay_gamepads_create(const belay_rumble_mapping* mapping, belay_gamepads** pads, belay_error* error)
{
    if (pads == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_gamepads_create: an argument is null; all must be given");
    const bl_rumble_calls calls = {sdl_has_rumble, sdl_has_trigger_rumble, sdl_rumble, sdl_rumble_triggers, NULL};
    return bl_gamepads_create(mapping, &calls, pads, error);
}

static bool is_taken(const bl_gamepad_slot* slot)
{
    return slot->joystick != NULL;
}

// Nothing is written to a controller that is gone: its handle is closed, and that is all.
static void drop(belay_gamepads* pads, bl_gamepad_slot* slot)
{
    SDL_LockMutex(pads->lock);
    atomic_fetch_add(&slot->generation, 1);
    slot->info = (belay_gamepad_info){.has_rumble = false};
    SDL_UnlockMutex(pads->lock);
    if (slot->controller)
        SDL_GameControllerClose(slot->controller);
    else
        SDL_JoystickClose(slot->joystick);
    slot->controller = NULL;
    slot->joystick = NULL;
    slot->impact_level = slot->slide_level = slot->force_level = 0.0;
}

static void stop_motors(const belay_gamepads* pads, const bl_gamepad_slot* slot)
{
    const bl_rumble_calls* calls = &pads->calls;
    if (slot->info.has_rumble) calls->rumble(calls->context, slot->joystick, 0, 0, 0);
    if (slot->info.has_trigger_rumble) calls->rumble_triggers(calls->context, slot->joystick, 0, 0, 0);
}

void belay_gamepads_destroy(belay_gamepads* pads)
{
    if (!pads) return;
    for (int i = 0; i < BELAY_GAMEPAD_MAX; i++) {
        bl_gamepad_slot* slot = &pads->slots[i];
        if (!is_taken(slot)) continue;
        if (SDL_JoystickGetAttached(slot->joystick)) stop_motors(pads, slot);
        drop(pads, slot);
    }
    SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    SDL_DestroyMutex(pads->lock);
    free(pads);
}

static bool is_known(const belay_gamepads* pads, SDL_JoystickID instance)
{
    for (int i = 0; i < BELAY_GAMEPAD_MAX; i++) {
        if (is_taken(&pads->slots[i]) && pads->slots[i].instance == instance) return true;
    }
    return false;
}

static bl_gamepad_slot* free_slot(belay_gamepads* pads)
{
    for (int i = 0; i < BELAY_GAMEPAD_MAX; i++) {
        if (!is_taken(&pads->slots[i])) return &pads->slots[i];
    }
    return NULL;
}

// A controller that does not open now is tried again at the next update.
static void take_up(belay_gamepads* pads, int index, double now)
{
    bl_gamepad_slot* slot = free_slot(pads);
    if (!slot) return;
    slot->controller = SDL_IsGameController(index) ? SDL_GameControllerOpen(index) : NULL;
    slot->joystick = slot->controller ? SDL_GameControllerGetJoystick(slot->controller) : SDL_JoystickOpen(index);
    if (!slot->joystick) return;
    slot->instance = SDL_JoystickInstanceID(slot->joystick);
    slot->added = slot->last_update = now;
    slot->last_write = -HUGE_VAL;
    bl_level_take(&slot->impact);
    bl_level_take(&slot->slide);
    bl_level_take(&slot->force);
    const char* name = SDL_JoystickName(slot->joystick);
    SDL_LockMutex(pads->lock);
    snprintf(slot->info.name, sizeof slot->info.name, "%s", name ? name : "controller");
    atomic_fetch_add(&slot->generation, 1);
    SDL_UnlockMutex(pads->lock);
}

// ---------------------------------------------------------------------------------------------------------------------
// Update
// ---------------------------------------------------------------------------------------------------------------------

// Of what SDL does not know as a controller, only the sticks: whether an axis behind is a trigger is not known.
#define STICK_AXES 4

static void read_state(bl_gamepad_slot* slot)
{
    uint32_t buttons = 0;
    for (int i = 0; i < BL_GAMEPAD_AXES; i++) {
        int value = slot->controller ? SDL_GameControllerGetAxis(slot->controller, (SDL_GameControllerAxis)i)
                                     : (i < STICK_AXES ? SDL_JoystickGetAxis(slot->joystick, i) : 0);
        atomic_store_explicit(&slot->axes[i], value, memory_order_relaxed);
    }
    for (int i = 0; i < 32; i++) {
        bool is_down = slot->controller
                           ? i < SDL_CONTROLLER_BUTTON_MAX &&
                                 SDL_GameControllerGetButton(slot->controller, (SDL_GameControllerButton)i)
                           : i < SDL_JoystickNumButtons(slot->joystick) && SDL_JoystickGetButton(slot->joystick, i);
        buttons |= (uint32_t)is_down << i;
    }
    atomic_store_explicit(&slot->buttons, buttons, memory_order_relaxed);
}

static void ask_what_it_has(const belay_gamepads* pads, bl_gamepad_slot* slot, double now)
{
    const bl_rumble_calls* calls = &pads->calls;
    if (now - slot->added > ASK_AGAIN_FOR) return;
    if (!slot->info.has_rumble) slot->info.has_rumble = calls->has_rumble(calls->context, slot->joystick);
    if (!slot->info.has_trigger_rumble)
        slot->info.has_trigger_rumble = calls->has_trigger_rumble(calls->context, slot->joystick);
}

// Writes what is wanted where it differs from what turns, or might run out. A write that fails is tried again.
static void write_motors(const belay_gamepads* pads, bl_gamepad_slot* slot, uint16_t large, uint16_t small,
                         uint16_t triggers, double now)
{
    const bl_rumble_calls* calls = &pads->calls;
    belay_gamepad_info* info = &slot->info;
    bool differs = large != info->large || small != info->small || triggers != info->triggers;
    bool runs_out = (large | small | triggers) != 0 && now - slot->last_write >= REWRITE_AFTER;
    if (!differs && !runs_out) return;
    bool is_done = true;
    if (info->has_rumble) is_done = calls->rumble(calls->context, slot->joystick, large, small, RUMBLE_MS) == 0;
    if (info->has_trigger_rumble)
        is_done = calls->rumble_triggers(calls->context, slot->joystick, triggers, triggers, RUMBLE_MS) == 0 && is_done;
    slot->last_write = now;
    if (!is_done) return;
    info->large = large;
    info->small = small;
    info->triggers = triggers;
}

// Takes what was posted where it is stronger than what is left of before.
static void take_level(double* level, atomic_uint* posted)
{
    *level = fmax(*level, bl_level_take(posted));
}

// Levels fade all the time; new ones are taken and written when the pause is over.
static void update_motors(const belay_gamepads* pads, bl_gamepad_slot* slot, double now)
{
    const belay_rumble_mapping* mapping = &pads->mapping;
    double dt = fmax(now - slot->last_update, 0.0);
    slot->impact_level *= exp(-dt / mapping->impulse_fade);
    slot->slide_level *= exp(-dt / LEVEL_FADE);
    slot->force_level *= exp(-dt / LEVEL_FADE);
    slot->last_update = now;
    bool has_motors = slot->info.has_rumble || slot->info.has_trigger_rumble;
    if (!has_motors || now - slot->last_write < WRITE_PAUSE) return;
    take_level(&slot->impact_level, &slot->impact);
    take_level(&slot->slide_level, &slot->slide);
    take_level(&slot->force_level, &slot->force);
    double large = fmax(slot->impact_level, slot->force_level), small = slot->slide_level;
    write_motors(pads, slot, bl_rumble_level(mapping, large), bl_rumble_level(mapping, small),
                 bl_rumble_level(mapping, mapping->trigger_share * fmax(large, small)), now);
}

void belay_gamepads_update(belay_gamepads* pads, double now)
{
    if (pads == NULL) return;
    SDL_GameControllerUpdate();
    for (int i = 0; i < BELAY_GAMEPAD_MAX; i++) {
        bl_gamepad_slot* slot = &pads->slots[i];
        if (is_taken(slot) && !SDL_JoystickGetAttached(slot->joystick)) drop(pads, slot);
    }
    for (int i = 0; i < SDL_NumJoysticks(); i++) {
        if (!is_known(pads, SDL_JoystickGetDeviceInstanceID(i))) take_up(pads, i, now);
    }
    for (int i = 0; i < BELAY_GAMEPAD_MAX; i++) {
        bl_gamepad_slot* slot = &pads->slots[i];
        if (!is_taken(slot)) continue;
        read_state(slot);
        ask_what_it_has(pads, slot, now);
        update_motors(pads, slot, now);
    }
}

bool belay_gamepads_get_info(const belay_gamepads* pads, int slot, belay_gamepad_info* info)
{
    if (pads == NULL || info == NULL) return false;
    if (slot < 0 || slot >= BELAY_GAMEPAD_MAX || !is_taken(&pads->slots[slot])) return false;
    *info = pads->slots[slot].info;
    return true;
}
