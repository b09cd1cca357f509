// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a joystick's or wheel's firmware does by itself: springs, dampers and friction, at a rate that no program has.

#include "belay/result.h"
#include "devices/sdl/device_sdl_haptic.h"

#include <math.h>

enum {
    FULL = 100,         // per cent
    MOST_LEVEL = 32767, // of coefficients, and of the centre
    MOST_SATURATION = 65535,
};

static const struct {
    const char* name;
    Uint16 type;
} kinds[BL_JOYSTICK_CONDITIONS] = {
    {"spring", SDL_HAPTIC_SPRING}, {"damper", SDL_HAPTIC_DAMPER}, {"friction", SDL_HAPTIC_FRICTION}};

void bl_joystick_make_neutral(const bl_joystick_calls* calls, bl_joystick_slot* slot)
{
    unsigned features = calls->features(calls->context, slot->joystick);
    for (int i = 0; i < BL_JOYSTICK_CONDITIONS; i++)
        slot->conditions[i] = -1;
    if (features & SDL_HAPTIC_AUTOCENTER) calls->set_autocenter(calls->context, slot->joystick, 0);
    if (features & SDL_HAPTIC_GAIN) calls->set_gain(calls->context, slot->joystick, FULL);
}

void bl_joystick_stop_conditions(const bl_joystick_calls* calls, bl_joystick_slot* slot)
{
    for (int i = 0; i < BL_JOYSTICK_CONDITIONS; i++)
        if (slot->conditions[i] >= 0) calls->stop_effect(calls->context, slot->joystick, slot->conditions[i]);
}

// On a wheel SDL finds the axis that steers.
static SDL_HapticEffect condition_effect(Uint16 type, double share, double center, int axes)
{
    SDL_HapticEffect effect;
    SDL_memset(&effect, 0, sizeof effect);
    SDL_HapticCondition* c = &effect.condition;
    c->type = type;
    c->length = SDL_HAPTIC_INFINITY;
    c->direction.type = axes > 1 ? SDL_HAPTIC_CARTESIAN : SDL_HAPTIC_STEERING_AXIS;
    c->direction.dir[0] = axes > 1 ? 1 : 0;
    for (int i = 0; i < 3 && i < axes; i++) {
        c->right_coeff[i] = c->left_coeff[i] = (Sint16)lround(MOST_LEVEL * share);
        c->right_sat[i] = c->left_sat[i] = MOST_SATURATION;
    }
    if (type == SDL_HAPTIC_SPRING) c->center[0] = (Sint16)lround(MOST_LEVEL * center);
    return effect;
}

// Starts, changes or ends one condition; false: the device does not do it.
static bool set_condition(const bl_joystick_calls* calls, bl_joystick_slot* slot, int i, double share, double center)
{
    int* number = &slot->conditions[i];
    if (share == 0.0) return *number < 0 || calls->stop_effect(calls->context, slot->joystick, *number) >= 0;
    SDL_HapticEffect effect = condition_effect(kinds[i].type, share, center, slot->force_axes);
    if (*number < 0)
        *number = calls->new_effect(calls->context, slot->joystick, &effect);
    else if (calls->update_effect(calls->context, slot->joystick, *number, &effect) < 0)
        return false;
    return *number >= 0 && calls->run_effect(calls->context, slot->joystick, *number) >= 0;
}

static belay_result check(const belay_joystick_conditions* c, belay_error* error)
{
    const double shares[BL_JOYSTICK_CONDITIONS] = {c->spring, c->damper, c->friction};
    for (int i = 0; i < BL_JOYSTICK_CONDITIONS; i++)
        if (!(shares[i] >= 0.0 && shares[i] <= 1.0))
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g, must be 0 to 1", kinds[i].name, shares[i]);
    if (!(fabs(c->center) <= 1.0))
        return belay_error_set(error, BELAY_ERROR_VALUE, "center is %g, must be -1 to 1", c->center);
    return BELAY_OK;
}

belay_result belay_joysticks_set_conditions(belay_joysticks* joysticks, int index,
                                            const belay_joystick_conditions* conditions, belay_error* error)
{
    if (joysticks == NULL || conditions == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_joysticks_set_conditions: an argument is null; all must be given");
    belay_result result = check(conditions, error);
    if (result != BELAY_OK) return result;
    bl_joystick_slot* slot = index >= 0 && index < BELAY_JOYSTICK_MAX ? &joysticks->slots[index] : NULL;
    if (slot == NULL || slot->joystick == NULL)
        return belay_error_set(error, BELAY_ERROR_HANDLE, "there is no joystick in slot %d", index);
    const bl_joystick_calls* calls = &joysticks->calls;
    unsigned features = calls->features(calls->context, slot->joystick);
    const double shares[BL_JOYSTICK_CONDITIONS] = {conditions->spring, conditions->damper, conditions->friction};
    for (int i = 0; i < BL_JOYSTICK_CONDITIONS; i++)
        if (shares[i] > 0.0 && !(features & kinds[i].type))
            return belay_error_set(error, BELAY_ERROR_STATE, "%s has no %s", slot->name, kinds[i].name);
    for (int i = 0; i < BL_JOYSTICK_CONDITIONS; i++)
        if (!set_condition(calls, slot, i, shares[i], conditions->center))
            return belay_error_set(error, BELAY_ERROR_STATE, "%s refuses its %s", slot->name, kinds[i].name);
    return BELAY_OK;
}
