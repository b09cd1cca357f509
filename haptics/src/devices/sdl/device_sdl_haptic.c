// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Force-feedback joysticks: one constant effect each, whose strength and direction follow the force.

#include "devices/sdl/device_sdl_haptic.h"

#include "belay/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double UPDATE_PAUSE = 4e-3;   // s, at least between two changes of an effect
static const double RUN_AGAIN_AFTER = 0.1; // s: it would end by itself after EFFECT_MS
static const double STALE_AFTER = 0.1;     // s without a write
static const double ASK_AGAIN_FOR = 1.0;   // s, after a joystick came

enum {
    EFFECT_MS = 300,
};

// ---------------------------------------------------------------------------------------------------------------------
// Forces
// ---------------------------------------------------------------------------------------------------------------------

static uint32_t pack_share(double share)
{
    double clamped = isfinite(share) ? fmin(fmax(share, -1.0), 1.0) : 0.0;
    return (uint32_t)(lround(32767.0 * clamped) + 32768);
}

uint32_t bl_joystick_pack(double x, double y)
{
    return pack_share(x) << 16 | pack_share(y);
}

void bl_joystick_unpack(uint32_t packed, double* x, double* y)
{
    *x = ((double)(packed >> 16) - 32768.0) / 32767.0;
    *y = ((double)(packed & 0xffff) - 32768.0) / 32767.0;
}

// SDL names the direction that a force comes from, with east and south as x and y: to the right comes from the west,
// (-1, 0), forward from the south, (0, 1). With one axis it finds the one that steers by itself, the sign is in the
// level, and more than nothing comes from the east.
SDL_HapticEffect bl_joystick_effect(double x, double y, int axes)
{
    SDL_HapticEffect effect;
    SDL_memset(&effect, 0, sizeof effect);
    SDL_HapticConstant* constant = &effect.constant;
    double size = axes > 1 ? hypot(x, y) : fabs(x);
    constant->type = SDL_HAPTIC_CONSTANT;
    constant->length = EFFECT_MS;
    constant->direction.type = axes > 1 ? SDL_HAPTIC_CARTESIAN : SDL_HAPTIC_STEERING_AXIS;
    constant->direction.dir[0] = axes > 1 ? -1 : 0;
    constant->level = (Sint16)lround(32767.0 * fmin(size, 1.0) * (axes > 1 || x < 0.0 ? 1.0 : -1.0));
    if (axes > 1 && size > 0.0) {
        constant->direction.dir[0] = (Sint32)lround(-10000.0 * x / size);
        constant->direction.dir[1] = (Sint32)lround(10000.0 * y / size);
    }
    return effect;
}

// Makes the effect, or changes it, and lets it run on. False: the device does not do it.
static bool show_force(const bl_joystick_calls* calls, bl_joystick_slot* slot, uint32_t packed, double now)
{
    double x = 0.0, y = 0.0;
    bl_joystick_unpack(packed, &x, &y);
    SDL_HapticEffect effect = bl_joystick_effect(x, y, slot->force_axes);
    bool is_new = slot->effect < 0;
    if (is_new)
        slot->effect = calls->new_effect(calls->context, slot->joystick, &effect);
    else if (calls->update_effect(calls->context, slot->joystick, slot->effect, &effect) < 0)
        return false;
    if (slot->effect < 0) return false;
    if (!is_new && now - slot->last_run < RUN_AGAIN_AFTER) return true;
    slot->last_run = now;
    return calls->run_effect(calls->context, slot->joystick, slot->effect) >= 0;
}

// A force that could not be shown is tried again at the next change.
static void pass_force_on(const belay_joysticks* joysticks, bl_joystick_slot* slot, double now)
{
    const uint32_t none = bl_joystick_pack(0.0, 0.0);
    unsigned writes = atomic_load_explicit(&slot->writes, memory_order_acquire);
    uint32_t force = atomic_load_explicit(&slot->force, memory_order_relaxed);
    if (writes != slot->last_writes) slot->last_write = now;
    slot->last_writes = writes;
    if (now - slot->last_write > STALE_AFTER) force = none;

    bool runs_out = force != none && now - slot->last_run >= RUN_AGAIN_AFTER;
    if ((force == slot->last_force && !runs_out) || now - slot->last_change < UPDATE_PAUSE) return;
    slot->last_change = now;
    if (show_force(&joysticks->calls, slot, force, now)) slot->last_force = force;
}

// ---------------------------------------------------------------------------------------------------------------------
// Coming and going
// ---------------------------------------------------------------------------------------------------------------------

belay_result bl_joysticks_create(const belay_joystick_settings* settings, const bl_joystick_calls* calls,
                                 belay_joysticks** created, belay_error* error)
{
    const belay_joystick_settings none = {0.0, 0.0};
    if (!settings) settings = &none;
    bool is_good = isfinite(settings->max_force) && settings->max_force >= 0.0 &&
                   isfinite(settings->workspace_radius) && settings->workspace_radius >= 0.0;
    if (!is_good)
        return belay_error_set(error, BELAY_ERROR_VALUE, "max_force is %g, workspace_radius %g", settings->max_force,
                               settings->workspace_radius);
    belay_joysticks* joysticks = calloc(1, sizeof *joysticks);
    if (!joysticks) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for joysticks");
    joysticks->settings = *settings;
    if (settings->max_force == 0.0) joysticks->settings.max_force = 3.0;
    if (settings->workspace_radius == 0.0) joysticks->settings.workspace_radius = 0.1;
    joysticks->calls = *calls;
    joysticks->lock = SDL_CreateMutex();
    if (!joysticks->lock) {
        free(joysticks);
        return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for joysticks");
    }
    *created = joysticks;
    return BELAY_OK;
}

belay_result belay_joysticks_create(const belay_joystick_settings* settings, belay_joysticks** joysticks,
                                    belay_error* error)
{
    if (joysticks == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_joysticks_create: an argument is null; all must be given");
    const bl_joystick_calls calls = bl_joystick_calls_sdl();
    if (SDL_InitSubSystem(SDL_INIT_JOYSTICK | SDL_INIT_HAPTIC) != 0)
        return belay_error_set(error, BELAY_ERROR_STATE, "SDL has no force feedback: %s", SDL_GetError());
    belay_result result = bl_joysticks_create(settings, &calls, joysticks, error);
    if (result != BELAY_OK)
        SDL_QuitSubSystem(SDL_INIT_JOYSTICK | SDL_INIT_HAPTIC);
    else
        (*joysticks)->owns_sdl = true;
    return result;
}

static void drop(belay_joysticks* joysticks, bl_joystick_slot* slot)
{
    SDL_LockMutex(joysticks->lock);
    atomic_fetch_add(&slot->generation, 1);
    SDL_UnlockMutex(joysticks->lock);
    joysticks->calls.close(joysticks->calls.context, slot->joystick);
    slot->joystick = NULL;
}

void belay_joysticks_destroy(belay_joysticks* joysticks)
{
    if (!joysticks) return;
    const bl_joystick_calls* calls = &joysticks->calls;
    for (int i = 0; i < BELAY_JOYSTICK_MAX; i++) {
        bl_joystick_slot* slot = &joysticks->slots[i];
        if (!slot->joystick) continue;
        bool is_there = calls->is_attached(calls->context, slot->joystick);
        if (is_there) bl_joystick_stop_conditions(calls, slot);
        if (is_there && slot->effect >= 0) calls->stop_effect(calls->context, slot->joystick, slot->effect);
        drop(joysticks, slot);
    }
    if (joysticks->owns_sdl) SDL_QuitSubSystem(SDL_INIT_JOYSTICK | SDL_INIT_HAPTIC);
    SDL_DestroyMutex(joysticks->lock);
    free(joysticks);
}

static bool is_taken(const belay_joysticks* joysticks, int32_t instance)
{
    for (int i = 0; i < BELAY_JOYSTICK_MAX; i++) {
        if (joysticks->slots[i].joystick && joysticks->slots[i].instance == instance) return true;
    }
    return false;
}

// Whether to look at a joystick once more: some find out about their forces a moment after they came.
static bool is_worth_a_look(belay_joysticks* joysticks, int32_t instance, double now)
{
    for (int i = 0; i < BL_JOYSTICKS_SEEN && i < joysticks->seen_count; i++) {
        if (joysticks->seen[i].instance == instance) return now - joysticks->seen[i].since <= ASK_AGAIN_FOR;
    }
    joysticks->seen[joysticks->seen_count++ % BL_JOYSTICKS_SEEN] = (bl_seen_joystick){instance, now};
    return true;
}

static bl_joystick_slot* free_slot(belay_joysticks* joysticks)
{
    for (int i = 0; i < BELAY_JOYSTICK_MAX; i++) {
        if (!joysticks->slots[i].joystick) return &joysticks->slots[i];
    }
    return NULL;
}

static void take_up(belay_joysticks* joysticks, int index, int32_t instance, double now)
{
    const bl_joystick_calls* calls = &joysticks->calls;
    bl_joystick_slot* slot = free_slot(joysticks);
    void* joystick = slot ? calls->open(calls->context, index) : NULL;
    if (!joystick) return;
    slot->joystick = joystick;
    slot->instance = instance;
    slot->force_axes = calls->force_axes(calls->context, joystick);
    slot->effect = -1;
    bl_joystick_make_neutral(calls, slot);
    atomic_store(&slot->force, bl_joystick_pack(0.0, 0.0));
    slot->last_writes = atomic_load(&slot->writes);
    slot->last_force = bl_joystick_pack(0.0, 0.0);
    slot->last_write = now;
    slot->last_change = slot->last_run = -HUGE_VAL;
    const char* name = calls->name(calls->context, joystick);
    SDL_LockMutex(joysticks->lock);
    snprintf(slot->name, sizeof slot->name, "%s", name ? name : "joystick");
    atomic_fetch_add(&slot->generation, 1);
    SDL_UnlockMutex(joysticks->lock);
}

// The axes without a force, of a wheel its pedals, are no position.
static void read_state(const bl_joystick_calls* calls, bl_joystick_slot* slot)
{
    for (int i = 0; i < 2; i++) {
        double value = i < slot->force_axes ? calls->axis(calls->context, slot->joystick, i) : 0.0;
        atomic_store_explicit(&slot->axes[i], (int)lround(32767.0 * value), memory_order_relaxed);
    }
    atomic_store_explicit(&slot->buttons, calls->buttons(calls->context, slot->joystick), memory_order_relaxed);
}

void belay_joysticks_update(belay_joysticks* joysticks, double now)
{
    if (joysticks == NULL) return;
    const bl_joystick_calls* calls = &joysticks->calls;
    calls->update(calls->context);
    for (int i = 0; i < BELAY_JOYSTICK_MAX; i++) {
        bl_joystick_slot* slot = &joysticks->slots[i];
        if (slot->joystick && !calls->is_attached(calls->context, slot->joystick)) drop(joysticks, slot);
    }
    for (int i = 0; i < calls->count(calls->context); i++) {
        int32_t instance = calls->instance(calls->context, i);
        if (!is_taken(joysticks, instance) && is_worth_a_look(joysticks, instance, now))
            take_up(joysticks, i, instance, now);
    }
    for (int i = 0; i < BELAY_JOYSTICK_MAX; i++) {
        bl_joystick_slot* slot = &joysticks->slots[i];
        if (!slot->joystick) continue;
        read_state(calls, slot);
        pass_force_on(joysticks, slot, now);
    }
}
