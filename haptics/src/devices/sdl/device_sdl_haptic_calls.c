// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Force-feedback joysticks as SDL has them: a joystick, and the haptic that belongs to it.

#include "devices/sdl/device_sdl_haptic.h"

#include <math.h>
#include <stdlib.h>

typedef struct sdl_joystick {
    SDL_Joystick* joystick;
    SDL_Haptic* haptic;
} sdl_joystick;

static void update(void* context)
{
    (void)context;
    SDL_JoystickUpdate();
}

static int count(void* context)
{
    (void)context;
    return SDL_NumJoysticks();
}

static int32_t instance(void* context, int index)
{
    (void)context;
    return SDL_JoystickGetDeviceInstanceID(index);
}

static void close_joystick(void* context, void* opened)
{
    sdl_joystick* j = opened;
    (void)context;
    if (j->haptic) SDL_HapticClose(j->haptic);
    if (j->joystick) SDL_JoystickClose(j->joystick);
    free(j);
}

static void* open_joystick(void* context, int index)
{
    sdl_joystick* j = calloc(1, sizeof *j);
    if (!j) return NULL;
    j->joystick = SDL_JoystickOpen(index);
    if (j->joystick && SDL_JoystickIsHaptic(j->joystick) > 0) j->haptic = SDL_HapticOpenFromJoystick(j->joystick);
    if (j->haptic && (SDL_HapticQuery(j->haptic) & SDL_HAPTIC_CONSTANT) != 0) return j;
    close_joystick(context, j);
    return NULL;
}

static bool is_attached(void* context, void* opened)
{
    const sdl_joystick* j = opened;
    (void)context;
    return SDL_JoystickGetAttached(j->joystick) == SDL_TRUE;
}

static const char* name(void* context, void* opened)
{
    const sdl_joystick* j = opened;
    (void)context;
    return SDL_JoystickName(j->joystick);
}

// On Linux SDL says two of every device, of wheels too.
static int force_axes(void* context, void* opened)
{
    const sdl_joystick* j = opened;
    (void)context;
    bool is_wheel = SDL_JoystickGetType(j->joystick) == SDL_JOYSTICK_TYPE_WHEEL;
    return is_wheel ? 1 : SDL_HapticNumAxes(j->haptic);
}

static double axis(void* context, void* opened, int i)
{
    const sdl_joystick* j = opened;
    (void)context;
    return fmax(SDL_JoystickGetAxis(j->joystick, i) / 32767.0, -1.0);
}

static uint32_t buttons(void* context, void* opened)
{
    const sdl_joystick* j = opened;
    uint32_t held = 0;
    (void)context;
    for (int i = 0; i < 32 && i < SDL_JoystickNumButtons(j->joystick); i++)
        held |= (uint32_t)(SDL_JoystickGetButton(j->joystick, i) != 0) << i;
    return held;
}

static int new_effect(void* context, void* opened, SDL_HapticEffect* effect)
{
    const sdl_joystick* j = opened;
    (void)context;
    return SDL_HapticNewEffect(j->haptic, effect);
}

static int update_effect(void* context, void* opened, int number, SDL_HapticEffect* effect)
{
    const sdl_joystick* j = opened;
    (void)context;
    return SDL_HapticUpdateEffect(j->haptic, number, effect);
}

static int run_effect(void* context, void* opened, int number)
{
    const sdl_joystick* j = opened;
    (void)context;
    return SDL_HapticRunEffect(j->haptic, number, 1);
}

static int stop_effect(void* context, void* opened, int number)
{
    const sdl_joystick* j = opened;
    (void)context;
    return SDL_HapticStopEffect(j->haptic, number);
}

static unsigned features(void* context, void* opened)
{
    const sdl_joystick* j = opened;
    (void)context;
    return SDL_HapticQuery(j->haptic);
}

static int set_gain(void* context, void* opened, int percent)
{
    const sdl_joystick* j = opened;
    (void)context;
    return SDL_HapticSetGain(j->haptic, percent);
}

static int set_autocenter(void* context, void* opened, int percent)
{
    const sdl_joystick* j = opened;
    (void)context;
    return SDL_HapticSetAutocenter(j->haptic, percent);
}

bl_joystick_calls bl_joystick_calls_sdl(void)
{
    return (bl_joystick_calls){.update = update,
                               .count = count,
                               .instance = instance,
                               .open = open_joystick,
                               .close = close_joystick,
                               .is_attached = is_attached,
                               .name = name,
                               .force_axes = force_axes,
                               .axis = axis,
                               .buttons = buttons,
                               .new_effect = new_effect,
                               .update_effect = update_effect,
                               .run_effect = run_effect,
                               .stop_effect = stop_effect,
                               .features = features,
                               .set_gain = set_gain,
                               .set_autocenter = set_autocenter};
}
