// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The servo's tick: its stages in their order. What each does is in its file.

#include "servo/servo_internal.h"

#include <math.h>
#include <string.h>

static double usable_dt(const belay_haptic_servo* servo, double dt)
{
    return dt > 0.0 && dt < HUGE_VAL ? dt : servo->config.period;
}

// Nothing is written to a lost device, and nothing is made of what it says.
static bool is_lost(belay_haptic_servo* servo, const belay_haptic_servo_input* input)
{
    if (input->commands & BELAY_HAPTIC_REOPEN) {
        servo->is_lost = false;
        bl_servo_input_reset(&servo->input);
        servo->tool.is_seated = servo->inertia.is_seated = false;
        bl_servo_contacts_forget(&servo->contacts);
    }
    servo->is_lost = servo->is_lost || input->status == BELAY_HAPTIC_LOST;
    return servo->is_lost;
}

static void tick_lost(belay_haptic_servo* servo, const belay_haptic_servo_input* input, double dt,
                      belay_haptic_servo_output* output)
{
    servo->passivity.sent_force = servo->passivity.sent_torque = v3_zero();
    servo->limit.last_force = servo->limit.last_torque = v3_zero();
    servo->report.model_age += dt;
    if (input->commands & BELAY_HAPTIC_STOP) servo->ramps.phase = BL_RAMP_OFF;
    output->target = output->tool = belay_pose_identity();
    bl_servo_note(&output->reasons, BELAY_HAPTIC_REASON_LOST);
}

static void read_device(belay_haptic_servo* servo, const belay_haptic_servo_input* input, bl_ramp_events* events)
{
    bl_servo_input_state* in = &servo->input;
    bl_pose_verdict verdict = bl_servo_input_take(in, &servo->config, &input->device, input->status, events->dt);
    events->is_pose_bad = verdict == BL_POSE_BAD || !in->has_pose;
    events->is_device_silent = verdict == BL_POSE_SILENT;
    events->is_relocated = verdict == BL_POSE_RELOCATED;
    events->is_gap = events->is_gap || events->is_relocated;
    events->speed = v3_length(in->linear);
    events->spin = v3_length(in->angular);
    bl_passivity_observe(&servo->passivity, in->moved, in->turned, events->dt);
}

// What the coupling gives for what the tool presses on: less loads, and what hangs on it.
static belay_vec3 pressing_force(const belay_haptic_servo* servo)
{
    return v3_sub(servo->good_force, v3_add(servo->contacts.load, servo->tool.hung));
}

static belay_vec3 pressing_torque(const belay_haptic_servo* servo)
{
    return v3_sub(servo->good_torque, v3_add(servo->contacts.load_torque, servo->tool.hung_torque));
}

// By what contacts do to the coupling, and neither a load nor inertia.
static void navigate(belay_haptic_servo* servo, const belay_haptic_servo_input* input, const bl_ramp_events* events)
{
    const bl_servo_tool* t = &servo->tool;
    belay_vec3 stretch = v3_zero(), twist = v3_zero();
    if (events->is_pose_bad) return;
    if (servo->is_held && t->is_in_contact) {
        stretch = v3_scale(-1.0 / (t->settings.stiffness * servo->frame.scale), pressing_force(servo));
        if (t->settings.kind != BELAY_HAPTIC_TOOL_POINT && t->settings.angular_stiffness > 0.0)
            twist = v3_scale(-1.0 / t->settings.angular_stiffness, pressing_torque(servo));
    }
    bl_servo_navigation_tick(&servo->navigation, &servo->input, input->device.buttons, events->dt,
                             bl_servo_frame_turn_back(&servo->frame, stretch),
                             bl_servo_frame_turn_back(&servo->frame, twist));
}

static void scale_by_clutch(const belay_haptic_servo* servo, belay_haptic_servo_output* output)
{
    double share = bl_servo_navigation_share(&servo->navigation);
    output->gain *= share;
    if (share < 1.0) bl_servo_note(&output->reasons, BELAY_HAPTIC_REASON_CLUTCHED);
}

static bl_ramp_events events_of(const belay_haptic_servo* servo, const belay_haptic_servo_input* input)
{
    bl_ramp_events events;
    memset(&events, 0, sizeof events);
    events.dt = usable_dt(servo, input->dt);
    events.is_late = events.dt > servo->config.late_periods * servo->config.period;
    events.is_gap = events.dt > servo->config.gap_seconds;
    events.commands = input->commands;
    return events;
}

void belay_haptic_servo_tick(belay_haptic_servo* servo, const belay_haptic_servo_input* input,
                             belay_haptic_servo_output* output)
{
    if (output == NULL) return;
    if (servo == NULL || input == NULL) { // no force, and nothing to be written
        memset(output, 0, sizeof *output);
        return;
    }
    memset(output, 0, sizeof *output);
    bl_ramp_events events = events_of(servo, input);
    servo->time += events.dt;
    if (is_lost(servo, input)) {
        tick_lost(servo, input, events.dt, output);
        bl_servo_update_report(servo, output);
        return;
    }
    read_device(servo, input, &events);
    bl_servo_hear_device(&input->device, &events, output);
    navigate(servo, input, &events);
    bl_servo_target target = bl_servo_find_target(servo);
    bl_servo_take_model(servo, input->model, &target, &events);
    bl_servo_obey(servo, input->commands);
    target = bl_servo_find_target(servo);
    servo->inertia.is_seated = servo->inertia.is_seated && !events.is_pose_bad;
    if (!events.is_pose_bad) bl_servo_couple(servo, &target, &events);
    events.model_age = servo->report.model_age;
    events.wanted = v3_length(pressing_force(servo));
    events.is_held = servo->is_held;
    output->is_fresh = !events.is_pose_bad && !events.is_device_silent && servo->is_held;
    output->gain = bl_ramps_advance(&servo->ramps, &servo->config, &events, &output->reasons);
    scale_by_clutch(servo, output);
    belay_haptic_output own = bl_servo_own_force(servo, input, &target, &events, &output->reasons);
    bl_servo_make_force(servo, &own, &events, output->gain, output);
    bl_servo_fill_output(servo, &target, output);
    bl_servo_note_config(servo, &output->reasons);
    bl_servo_judge_device_rate(servo, &events, &output->reasons);
    bl_servo_update_report(servo, output);
}
