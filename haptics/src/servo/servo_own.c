// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What passes between device and program beside pose and contacts: buttons, gripper, troubles; forces of its own.

#include "servo/servo_internal.h"

#include <math.h>

void bl_servo_hear_device(const belay_haptic_input* device, bl_ramp_events* events, belay_haptic_servo_output* output)
{
    output->buttons = device->buttons;
    output->grip = device->grip;
    output->grip_width = device->grip_width;
    output->grip_angle = device->grip_angle;
    output->troubles = device->troubles;
    events->is_force_off = (device->troubles & belay_haptic_troubles_without_force()) != 0;
    if (device->troubles != 0) output->reasons |= belay_haptic_reason_bit(BELAY_HAPTIC_REASON_TROUBLE);
    if (events->is_force_off) output->reasons |= belay_haptic_reason_bit(BELAY_HAPTIC_REASON_FORCE_OFF);
}

void belay_haptic_servo_set_force(belay_haptic_servo* servo, belay_haptic_force_fn* force, void* context)
{
    if (servo == NULL) return;
    servo->own_force = force;
    servo->own_context = context;
}

void belay_haptic_servo_set_grip(belay_haptic_servo* servo, belay_haptic_grip_fn* grip, void* context)
{
    if (servo == NULL) return;
    servo->own_grip = grip;
    servo->grip_context = context;
}

bool bl_servo_has_own(const belay_haptic_servo* servo)
{
    return servo->own_force != NULL || servo->surfaces.count > 0 || servo->navigation.is_on;
}

belay_vec3 bl_servo_felt_force(const belay_haptic_servo* servo)
{
    return servo->surfaces.count > 0 ? v3_add(servo->good_force, servo->tool.relief) : servo->good_force;
}

static bool gives_torques(const bl_servo_tool_settings* s)
{
    return s->kind != BELAY_HAPTIC_TOOL_POINT && s->angular_stiffness > 0.0;
}

belay_vec3 bl_servo_felt_torque(const belay_haptic_servo* servo)
{
    belay_vec3 torque = servo->good_torque;
    if (servo->surfaces.count > 0) torque = v3_add(torque, servo->tool.relief_torque);
    if (!servo->grip.is_off || !gives_torques(&servo->tool.settings)) return torque;
    // As ways are scaled and forces are not, what a turn does by the lever is the force's by the unscaled one.
    return v3_add_scaled(torque, 1.0 / servo->frame.scale, v3_cross(bl_servo_lever(servo), bl_servo_felt_force(servo)));
}

belay_haptic_output bl_servo_own_force(belay_haptic_servo* servo, const belay_haptic_servo_input* input,
                                       const bl_servo_target* target, const bl_ramp_events* events, uint32_t* reasons)
{
    belay_vec3 force = v3_zero(), torque = v3_zero();
    belay_haptic_output none = {v3_zero(), v3_zero(), 0.0};
    if ((!bl_servo_has_own(servo) && servo->own_grip == NULL) || events->is_pose_bad) return none;
    force = bl_surfaces_ring(&servo->surfaces, &servo->contacts, target, servo->is_held, events->dt);
    belay_haptic_moment now = {.dt = events->dt,
                               .time = servo->time,
                               .pose = target->pose,
                               .linear = target->linear,
                               .angular = target->angular,
                               .tool = servo->tool.pose,
                               .force = bl_servo_felt_force(servo),
                               .torque = bl_servo_felt_torque(servo),
                               .is_in_contact = servo->tool.is_in_contact,
                               .is_held = servo->is_held,
                               .buttons = input->device.buttons,
                               .grip = input->device.grip,
                               .grip_width = input->device.grip_width};
    if (servo->own_force != NULL) servo->own_force(servo->own_context, &now, &force, &torque);
    double grip = servo->own_grip != NULL ? servo->own_grip(servo->grip_context, &now) : 0.0;
    if (!v3_is_finite(force) || !v3_is_finite(torque) || !isfinite(grip)) {
        *reasons |= belay_haptic_reason_bit(BELAY_HAPTIC_REASON_BAD_FORCE);
        return none;
    }
    return (belay_haptic_output){
        v3_add(bl_servo_navigation_wall(&servo->navigation), bl_servo_frame_turn_back(&servo->frame, force)),
        bl_servo_frame_turn_back(&servo->frame, torque), grip};
}
