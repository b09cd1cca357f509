// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a servo is made of.

#ifndef BELAY_HAPTICS_SERVO_SERVO_INTERNAL_H
#define BELAY_HAPTICS_SERVO_SERVO_INTERNAL_H

#include "belay/haptic_force.h"
#include "belay/haptic_servo.h"
#include "servo/contacts/servo_contacts.h"
#include "servo/force/servo_limit.h"
#include "servo/force/servo_passivity.h"
#include "servo/force/servo_ramp.h"
#include "servo/force/servo_surface.h"
#include "servo/input/servo_frame.h"
#include "servo/input/servo_input.h"
#include "servo/servo_navigation.h"
#include "servo/tool/servo_anchor.h"
#include "servo/tool/servo_grip.h"
#include "servo/tool/servo_inertia.h"
#include "servo/tool/servo_tool.h"

struct belay_haptic_servo {
    belay_haptic_servo_config config;
    bl_servo_frame frame;
    bl_servo_grip grip;
    bl_servo_input_state input;
    bl_servo_contacts contacts;
    bl_servo_tool tool;
    bl_servo_anchor anchor;
    bl_servo_inertia inertia; // of what the tool holds
    bl_ramps ramps;
    bl_passivity passivity;
    bl_passivity_controller controller;
    bl_limit limit;
    bl_surfaces surfaces;
    bl_servo_navigation navigation;
    belay_vec3 last_relief; // N, world: of the tick before (servo_tool.h)
    belay_haptic_servo_report report;
    uint64_t sequence; // of the last model looked at
    bool is_lost;
    bool is_held, is_grab_pending;
    belay_vec3 offset;                  // m, world: of the tool from the device
    belay_quat turn;                    // of the tool on the device
    belay_vec3 good_force, good_torque; // of the coupling, the last that were numbers
    belay_vec3 last_force, last_torque; // those of the tick before
    belay_pose last_tool;               // likewise, where the tool was
    double last_gain;
    double speed_damping;             // N s/m, against over-speed
    belay_haptic_force_fn* own_force; // the program's; may be null
    void* own_context;
    belay_haptic_grip_fn* own_grip; // likewise
    void* grip_context;
    double time; // s, ticked
};

static inline void bl_servo_note(uint32_t* reasons, belay_haptic_reason reason)
{
    *reasons |= belay_haptic_reason_bit(reason);
}

// Takes a model that is new and good; `target` is where the device holds the tool.
void bl_servo_take_model(belay_haptic_servo* servo, const belay_haptic_contact_model* model,
                         const bl_servo_target* target, bl_ramp_events* events);
// Where the device holds the tool, world.
bl_servo_target bl_servo_find_target(const belay_haptic_servo* servo);
// Grabs and lets go.
void bl_servo_obey(belay_haptic_servo* servo, uint32_t commands);
// What the coupling gives: good_force, good_torque.
void bl_servo_couple(belay_haptic_servo* servo, const bl_servo_target* target, bl_ramp_events* events);

// The device's force, of the coupling's and `own`.
void bl_servo_make_force(belay_haptic_servo* servo, const belay_haptic_output* own, const bl_ramp_events* events,
                         double gain, belay_haptic_servo_output* output);

// What is told of a tick: of the configuration, of the device's rate, in the output, and in the report.
void bl_servo_note_config(const belay_haptic_servo* servo, uint32_t* reasons);
void bl_servo_judge_device_rate(belay_haptic_servo* servo, const bl_ramp_events* events, uint32_t* reasons);
void bl_servo_fill_output(const belay_haptic_servo* servo, const bl_servo_target* target,
                          belay_haptic_servo_output* output);
void bl_servo_update_report(belay_haptic_servo* servo, const belay_haptic_servo_output* output);

// What the device says beside its pose, and here alone whether it says that something is wrong.
void bl_servo_hear_device(const belay_haptic_input* device, bl_ramp_events* events, belay_haptic_servo_output* output);

// From the device's grip to the tool's origin, world axes, m.
belay_vec3 bl_servo_lever(const belay_haptic_servo* servo);
// What the hand feels of the coupling, with what textures add; N, N m about the grip, world axes.
belay_vec3 bl_servo_felt_force(const belay_haptic_servo* servo);
belay_vec3 bl_servo_felt_torque(const belay_haptic_servo* servo);

// What the program and ringing surfaces add, device axes, before the ramps; whether there may be any.
bool bl_servo_has_own(const belay_haptic_servo* servo);
belay_haptic_output bl_servo_own_force(belay_haptic_servo* servo, const belay_haptic_servo_input* input,
                                       const bl_servo_target* target, const bl_ramp_events* events, uint32_t* reasons);

#endif
