// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/servo_navigation.h"

#include "belay/quat.h"
#include "belay/result.h"
#include "servo/servo_internal.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

void bl_servo_navigation_tick(bl_servo_navigation* navigation, const bl_servo_input_state* in, uint32_t buttons,
                              double dt, belay_vec3 stretch, belay_vec3 twist)
{
    navigation->moved = v3_zero();
    if (!navigation->is_on || !in->has_pose) return;
    if (in->silent > BL_NAVIGATION_PATIENCE) {
        navigation->now.drift = v3_zero();
        return;
    }
    belay_vec3 before = navigation->state.offset;
    const belay_haptic_navigation_input input = {
        .device = {in->position, in->rotation}, .buttons = buttons, .dt = dt, .stretch = stretch, .twist = twist};
    belay_haptic_navigation_update(&navigation->state, &input, &navigation->now);
    navigation->moved = v3_sub(navigation->state.offset, before);
}

belay_pose bl_servo_navigation_pose(const bl_servo_navigation* navigation, const bl_servo_input_state* in)
{
    belay_pose device = {in->position, in->rotation};
    if (!navigation->is_on) return device;
    device.position = v3_add(in->position, navigation->state.offset);
    device.rotation = q_normalize(q_mul(in->rotation, navigation->state.turn));
    return device;
}

belay_vec3 bl_servo_navigation_linear(const bl_servo_navigation* navigation, const bl_servo_input_state* in)
{
    return navigation->is_on ? v3_add_scaled(navigation->now.drift, navigation->now.share, in->linear) : in->linear;
}

belay_vec3 bl_servo_navigation_angular(const bl_servo_navigation* navigation, const bl_servo_input_state* in)
{
    return navigation->is_on ? v3_scale(navigation->now.share, in->angular) : in->angular;
}

double bl_servo_navigation_share(const bl_servo_navigation* navigation)
{
    return navigation->is_on ? navigation->state.share : 1.0;
}

belay_vec3 bl_servo_navigation_wall(const bl_servo_navigation* navigation)
{
    return navigation->is_on ? navigation->now.force : v3_zero();
}

belay_result belay_haptic_servo_set_navigation(belay_haptic_servo* servo, const belay_haptic_navigation_config* config,
                                               belay_error* error)
{
    if (servo == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_servo_set_navigation: servo is null; it must be given");
    bl_servo_navigation made;
    memset(&made, 0, sizeof made);
    if (config != NULL) {
        belay_result result = belay_haptic_navigation_init(config, &made.state, error);
        if (result != BELAY_OK) return result;
        made.is_on = true;
        made.now.share = 1.0;
    }
    servo->navigation = made;
    return BELAY_OK;
}

const belay_haptic_navigation* belay_haptic_servo_get_navigation(const belay_haptic_servo* servo)
{
    return servo != NULL && servo->navigation.is_on ? &servo->navigation.state : NULL;
}
