// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Force-feedback joysticks: the slots they sit in, and what of SDL is called, so that tests can stand in for hardware
// that SDL cannot pretend.

#ifndef BELAY_HAPTICS_DEVICES_SDL_DEVICE_SDL_HAPTIC_H
#define BELAY_HAPTICS_DEVICES_SDL_DEVICE_SDL_HAPTIC_H

#include "belay/haptic_joystick.h"

#include <SDL.h>
#include <stdatomic.h>

#define BL_JOYSTICKS_SEEN 32
#define BL_JOYSTICK_CONDITIONS 3

// `joystick` is what open gave. Calls that return an int return < 0 when they fail.
typedef struct bl_joystick_calls {
    void (*update)(void* context);
    int (*count)(void* context);
    int32_t (*instance)(void* context, int index); // tells one joystick from all that were before
    void* (*open)(void* context, int index);       // null: no forces, or it does not open
    void (*close)(void* context, void* joystick);
    bool (*is_attached)(void* context, void* joystick);
    const char* (*name)(void* context, void* joystick);
    int (*force_axes)(void* context, void* joystick);
    double (*axis)(void* context, void* joystick, int i); // -1 to 1, right and back positive
    uint32_t (*buttons)(void* context, void* joystick);
    int (*new_effect)(void* context, void* joystick, SDL_HapticEffect* effect); // its number
    int (*update_effect)(void* context, void* joystick, int number, SDL_HapticEffect* effect);
    int (*run_effect)(void* context, void* joystick, int number);
    int (*stop_effect)(void* context, void* joystick, int number);
    unsigned (*features)(void* context, void* joystick); // bits of SDL_HAPTIC_...
    int (*set_gain)(void* context, void* joystick, int percent);
    int (*set_autocenter)(void* context, void* joystick, int percent);
    void* context;
} bl_joystick_calls;

bl_joystick_calls bl_joystick_calls_sdl(void);

// As belay_joysticks_create, with calls of one's own.
belay_result bl_joysticks_create(const belay_joystick_settings* settings, const bl_joystick_calls* calls,
                                 belay_joysticks** joysticks, belay_error* error);

typedef struct bl_joystick_slot {
    // Other threads'.
    atomic_uint force; // packed
    atomic_uint writes;
    atomic_int axes[2]; // in 1/32767 of full stick
    atomic_uint buttons;
    atomic_uint generation; // odd: a joystick sits here; goes on with every coming and going

    // The updating thread's.
    void* joystick;
    int32_t instance;
    int conditions[BL_JOYSTICK_CONDITIONS]; // numbers of effects: spring, damper, friction; negative: none yet
    int force_axes, effect;                 // effect: its number; negative: none yet
    unsigned last_writes, last_force;       // as last seen; as last told
    double last_write, last_change, last_run;
    char name[64]; // under the lock
} bl_joystick_slot;

// A joystick that has been looked at.
typedef struct bl_seen_joystick {
    int32_t instance;
    double since; // s
} bl_seen_joystick;

struct belay_joysticks {
    belay_joystick_settings settings;
    bl_joystick_calls calls;
    bool owns_sdl;
    bl_joystick_slot slots[BELAY_JOYSTICK_MAX];
    bl_seen_joystick seen[BL_JOYSTICKS_SEEN]; // a ring
    int seen_count;
    SDL_mutex* lock; // of names, between update and probe
};

// Full gain, no centring spring of its own, no conditions yet: where the device has such settings.
void bl_joystick_make_neutral(const bl_joystick_calls* calls, bl_joystick_slot* slot);
// Ends the conditions that run.
void bl_joystick_stop_conditions(const bl_joystick_calls* calls, bl_joystick_slot* slot);

// A force in a plane as one word, shares of the full force between -1 and 1: what one thread leaves for another.
uint32_t bl_joystick_pack(double x, double y);
void bl_joystick_unpack(uint32_t packed, double* x, double* y);

// The effect that lets a hand feel this share of the full force; `axes`: of the device, 1 or more.
SDL_HapticEffect bl_joystick_effect(double x, double y, int axes);

#endif
