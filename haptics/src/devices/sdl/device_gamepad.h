// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The parts of game controllers: levels of the motors, the slots that controllers sit in, what of SDL is called.

#ifndef BELAY_HAPTICS_DEVICES_SDL_DEVICE_GAMEPAD_H
#define BELAY_HAPTICS_DEVICES_SDL_DEVICE_GAMEPAD_H

#include "belay/haptic_gamepad.h"

#include <SDL.h>
#include <stdatomic.h>

// The calls that make motors turn, so that tests can stand in for a controller that changes its mind.
typedef struct bl_rumble_calls {
    bool (*has_rumble)(void* context, SDL_Joystick* joystick);
    bool (*has_trigger_rumble)(void* context, SDL_Joystick* joystick);
    int (*rumble)(void* context, SDL_Joystick* joystick, uint16_t large, uint16_t small, uint32_t ms);
    int (*rumble_triggers)(void* context, SDL_Joystick* joystick, uint16_t left, uint16_t right, uint32_t ms);
    void* context;
} bl_rumble_calls;

enum {
    BL_GAMEPAD_AXES = 6, // left x, left y, right x, right y, left trigger, right trigger
};

// Levels are 0 to 65535.
typedef struct bl_gamepad_slot {
    // Other threads': posted levels, highest since the last update; state.
    atomic_uint impact, slide, force;
    atomic_int axes[BL_GAMEPAD_AXES];
    atomic_uint buttons;
    atomic_uint generation; // odd: a controller sits here; goes on with every coming and going

    // The updating thread's.
    SDL_Joystick* joystick;
    SDL_GameController* controller;
    SDL_JoystickID instance;
    double added, last_update, last_write;         // s
    double impact_level, slide_level, force_level; // 0 to 1, fading
    belay_gamepad_info info;                       // under `lock` when it changes with the generation
} bl_gamepad_slot;

struct belay_gamepads {
    belay_rumble_mapping mapping;
    bl_rumble_calls calls;
    bl_gamepad_slot slots[BELAY_GAMEPAD_MAX];
    SDL_mutex* lock; // of names, between update and probe
};

// As belay_gamepads_create, with calls of one's own.
belay_result bl_gamepads_create(const belay_rumble_mapping* mapping, const bl_rumble_calls* calls,
                                belay_gamepads** pads, belay_error* error);

// Raises a posted level, 0 to 1, to at least `level`.
void bl_level_raise(atomic_uint* posted, double level);

// Takes a posted level, and leaves 0.
double bl_level_take(atomic_uint* posted);

// s(x) of the mapping, as SDL wants it.
uint16_t bl_rumble_level(const belay_rumble_mapping* mapping, double x);

#endif
