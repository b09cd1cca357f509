// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From the coupling's force to the device's: ramps, over-speed, the controller of passivity, the program's force,
// limits.

#include "servo/servo_internal.h"

static void resist_speed(const belay_haptic_servo* servo, double gain, belay_haptic_output* output)
{
    if (servo->ramps.speed == BL_RAMP_SPEED_OK) return;
    bool is_damped = servo->ramps.speed == BL_RAMP_SPEED_DAMPED && gain > 0.0;
    output->force = is_damped ? v3_scale(-gain * servo->speed_damping, servo->input.linear) : v3_zero();
    output->torque = v3_zero();
}

// What the coupling gives back when the hand lets it: J at the device's port, before the gain.
static double stored_energy(const belay_haptic_servo* servo)
{
    const bl_servo_tool_settings* s = &servo->tool.settings;
    double linear = 0.5 * v3_length_squared(servo->good_force) / s->stiffness / servo->frame.scale;
    double angular =
        s->angular_stiffness > 0.0 ? 0.5 * v3_length_squared(servo->good_torque) / s->angular_stiffness : 0.0;
    return linear + angular;
}

// What moved the tool did on the coupling since the last tick, and what the ramp of the gain did to it. A texture lifts
// the tool where the hand goes up its slope: that is the hand's, which paid for it against the relief.
static double work_of_others(const belay_haptic_servo* servo, double gain)
{
    belay_vec3 moved = v3_sub(servo->tool.pose.position, servo->last_tool.position);
    belay_vec3 turned = q_log(q_mul(servo->tool.pose.rotation, q_conjugate(servo->last_tool.rotation)));
    double way = v3_dot(v3_add(servo->good_force, servo->last_force), moved) / servo->frame.scale;
    double turn = v3_dot(v3_add(servo->good_torque, servo->last_torque), turned);
    belay_vec3 relief = v3_add(servo->tool.relief, servo->last_relief);
    way += v3_dot(relief, bl_servo_frame_turn(&servo->frame, servo->input.moved));
    // A frame that moves the device against the tool stretches the coupling, and relaxes it.
    way -= v3_dot(v3_add(servo->good_force, servo->last_force),
                  bl_servo_frame_turn(&servo->frame, servo->navigation.moved));
    // What the inertia's dampers take pays for what its springs make between ticks.
    double lost = gain * servo->inertia.lost;
    const bl_passivity* p = &servo->passivity;
    double ramped = p->force_share * (gain - servo->last_gain) * p->coupled;
    return 0.5 * gain * (p->force_share * way + p->torque_share * turn) + p->force_share * lost + ramped;
}

// `share`: of the force, by its limits; what it changes by works on what is stored as a ramp does.
static void keep_tool(belay_haptic_servo* servo, double gain, double share)
{
    bl_passivity* p = &servo->passivity;
    double before = p->force_share;
    servo->last_tool = servo->tool.pose;
    servo->last_force = servo->good_force;
    servo->last_torque = servo->good_torque;
    servo->last_relief = servo->tool.relief;
    servo->last_gain = gain;
    p->coupled = stored_energy(servo);
    p->stored = share * gain * p->coupled;
    p->is_in_contact = servo->tool.is_in_contact;
    p->force_share = share;
    if (share != before) bl_passivity_credit(p, (share - before) * gain * p->coupled);
}

static double share_sent(belay_vec3 wanted, belay_vec3 sent)
{
    double size = v3_length(wanted);
    return size > 0.0 ? fmin(1.0, v3_length(sent) / size) : 1.0;
}

// Adds the program's force, and limits all. The observer sees the share of it that the coupling has. Returns the share
// of the force that the limits let through.
static double finish(belay_haptic_servo* servo, const belay_haptic_output* own, double gain,
                     const bl_ramp_events* events, belay_haptic_servo_output* output)
{
    belay_haptic_output *device = &output->device, coupled = output->device;
    bool is_own = bl_servo_has_own(servo) && servo->ramps.speed == BL_RAMP_SPEED_OK;
    if (is_own) device->force = v3_add_scaled(device->force, gain, own->force);
    if (is_own) device->torque = v3_add_scaled(device->torque, gain, own->torque);
    if (servo->ramps.speed == BL_RAMP_SPEED_OK) device->grip_force = gain * own->grip_force;
    belay_haptic_output wanted = *device;
    bl_limit_apply(&servo->limit, events->dt, events->is_pose_bad || events->is_gap, device, &output->reasons);
    bl_passivity* p = &servo->passivity;
    double share = share_sent(wanted.force, device->force);
    p->torque_share = share_sent(wanted.torque, device->torque);
    p->sent_force = is_own ? v3_scale(share, coupled.force) : device->force;
    p->sent_torque = is_own ? v3_scale(p->torque_share, coupled.torque) : device->torque;
    return share;
}

void bl_servo_make_force(belay_haptic_servo* servo, const belay_haptic_output* own, const bl_ramp_events* events,
                         double gain, belay_haptic_servo_output* output)
{
    belay_haptic_output* device = &output->device;
    device->force = bl_servo_frame_turn_back(&servo->frame, v3_scale(gain, bl_servo_felt_force(servo)));
    device->torque = bl_servo_frame_turn_back(&servo->frame, v3_scale(gain, bl_servo_felt_torque(servo)));
    resist_speed(servo, gain, device);
    bl_passivity_credit(&servo->passivity, work_of_others(servo, gain));
    if (servo->passivity.recent < -servo->config.passivity_tolerance)
        bl_servo_note(&output->reasons, BELAY_HAPTIC_REASON_NOT_PASSIVE);
    if (servo->config.enable_passivity_controller && gain > 0.0 && !events->is_pose_bad &&
        bl_passivity_control(&servo->passivity, &servo->controller, servo->input.moved, events->dt, &device->force))
        bl_servo_note(&output->reasons, BELAY_HAPTIC_REASON_PASSIVITY);
    double share = finish(servo, own, gain, events, output);
    keep_tool(servo, gain, share);
}
