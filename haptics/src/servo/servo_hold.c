// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The tool in the hand: from the newest model and where the device holds it to what the coupling gives.

#include "servo/servo_internal.h"
#include "tolerances/haptic_tolerances.h"

// ---------------------------------------------------------------------------------------------------------------------
// Models
// ---------------------------------------------------------------------------------------------------------------------

// As long as the model has been waited for. What is left of a long fade, after a stall, is not cut short by the models
// that follow: they only change where it leads.
static double fade_for(const belay_haptic_servo* servo, const belay_local_model* model)
{
    const bl_servo_contacts* c = &servo->contacts;
    double steps = model->step > c->step && c->step > 0 ? (double)(model->step - c->step) : 1.0;
    double wait = servo->report.model_age < HUGE_VAL ? servo->report.model_age : 0.0;
    double left = (1.0 - c->alpha) * c->fade;
    double fade = fmax(fmax(wait, left), fmax(steps * model->step_seconds, servo->config.period));
    return fmin(fade, BL_HOLD_LONGEST_FADE);
}

// A tool with mass feels what is under itself.
static belay_pose felt_at(const belay_haptic_servo* servo, const bl_servo_target* target)
{
    const bl_servo_tool* t = &servo->tool;
    return t->settings.kind == BELAY_HAPTIC_TOOL_DYNAMIC && t->is_seated ? t->pose : target->pose;
}

// A tool that takes up or lets go of what it presses on a floor has contacts anew that press as hard: they begin where
// it is, or the hand would sink until they have come in.
static belay_pose met_at(const belay_haptic_servo* servo, const belay_local_model* model, const bl_servo_target* target)
{
    bool has_other_parts = model->held_mass != servo->contacts.held_to.mass;
    return has_other_parts && servo->tool.is_seated ? servo->tool.pose : felt_at(servo, target);
}

void bl_servo_take_model(belay_haptic_servo* servo, const belay_haptic_contact_model* model,
                         const bl_servo_target* target, bl_ramp_events* events)
{
    servo->report.model_age += events->dt;
    if (model == NULL || model->sequence == servo->sequence) return;
    servo->sequence = model->sequence;
    servo->report.last_model_fault = belay_haptic_contact_model_check(model);
    events->is_model_bad = servo->report.last_model_fault != BELAY_HAPTIC_MODEL_FAULT_NONE;
    if (events->is_model_bad) return;
    events->is_model_good = true;
    belay_pose at = met_at(servo, &model->local, target);
    bl_servo_contacts_take(&servo->contacts, &model->local, at, fade_for(servo, &model->local));
    bl_servo_anchor_aim(&servo->tool.settings, &model->local, &servo->contacts);
    servo->report.model_age = 0.0;
    servo->report.models++;
}

// ---------------------------------------------------------------------------------------------------------------------
// Where the device holds the tool
// ---------------------------------------------------------------------------------------------------------------------

// World, navigated.
static belay_pose device_pose(const belay_haptic_servo* servo)
{
    belay_pose device = bl_servo_navigation_pose(&servo->navigation, &servo->input);
    return bl_servo_frame_pose(&servo->frame, device.position, device.rotation);
}

belay_vec3 bl_servo_lever(const belay_haptic_servo* servo)
{
    return servo->grip.is_off ? q_rotate(device_pose(servo).rotation, servo->grip.pose.position) : v3_zero();
}

bl_servo_target bl_servo_find_target(const belay_haptic_servo* servo)
{
    const bl_servo_input_state* in = &servo->input;
    belay_pose held = bl_servo_grip_tool(&servo->grip, device_pose(servo));
    bl_servo_target target;
    target.pose.position = v3_add(held.position, servo->offset);
    target.pose.rotation = q_normalize(q_mul(held.rotation, servo->turn));
    target.linear = bl_servo_frame_velocity(&servo->frame, bl_servo_navigation_linear(&servo->navigation, in));
    target.angular = bl_servo_frame_turn(&servo->frame, bl_servo_navigation_angular(&servo->navigation, in));
    if (servo->grip.is_off) target.linear = v3_add(target.linear, v3_cross(target.angular, bl_servo_lever(servo)));
    return target;
}

static void seat(belay_haptic_servo* servo, const bl_servo_target* target)
{
    bl_servo_tool_seat(&servo->tool, target);
    bl_servo_inertia_seat(&servo->inertia, target);
    bl_servo_contacts_forget(&servo->contacts);
}

// The tool is taken where physics has it; before the first model it is waited for.
static void grab(belay_haptic_servo* servo)
{
    if (servo->report.models == 0) return;
    servo->is_grab_pending = false;
    servo->is_held = true;
    belay_pose held = bl_servo_grip_tool(&servo->grip, device_pose(servo));
    servo->offset = v3_sub(servo->contacts.reference.position, held.position);
    servo->turn = q_normalize(q_mul(q_conjugate(held.rotation), servo->contacts.reference.rotation));
    bl_servo_target target = bl_servo_find_target(servo);
    seat(servo, &target);
}

void bl_servo_obey(belay_haptic_servo* servo, uint32_t commands)
{
    if (commands & BELAY_HAPTIC_GRAB) servo->is_grab_pending = true;
    if (commands & BELAY_HAPTIC_RELEASE) servo->is_held = servo->is_grab_pending = false;
    if (servo->is_grab_pending && servo->input.has_pose) grab(servo);
}

// ---------------------------------------------------------------------------------------------------------------------
// The coupling's force
// ---------------------------------------------------------------------------------------------------------------------

static double clamped_dt(const belay_haptic_servo* servo, double dt)
{
    return fmin(fmax(dt, 0.25 * servo->config.period), 4.0 * servo->config.period);
}

// Beside the load that the model tells.
static void load_by_inertia(belay_haptic_servo* servo, const bl_servo_target* target, double dt)
{
    bl_servo_contacts* c = &servo->contacts;
    bl_servo_inertia_tick(&servo->inertia, &c->held_to, target, bl_servo_lever(servo), dt);
    c->load = v3_add(c->load, servo->inertia.force);
    c->load_torque = v3_add(c->load_torque, servo->inertia.torque);
}

// A force that is not a number is replaced by the last one that was, and what made it is put away.
static void solve(belay_haptic_servo* servo, const bl_servo_target* target, bl_ramp_events* events)
{
    double share = bl_servo_contacts_advance(&servo->contacts, events->dt);
    bl_servo_anchor_move(&servo->anchor, &servo->contacts, share);
    load_by_inertia(servo, target, clamped_dt(servo, events->dt));
    bl_surfaces_lower(&servo->surfaces, &servo->contacts, felt_at(servo, target));
    bl_servo_tool_solve(&servo->tool, &servo->contacts, target, clamped_dt(servo, events->dt));
    bl_servo_anchor_settle(&servo->anchor, &servo->tool, &servo->contacts);
    const bl_servo_tool* t = &servo->tool;
    events->is_force_bad = !v3_is_finite(t->force) || !v3_is_finite(t->torque) || !v3_is_finite(t->pose.position);
    if (events->is_force_bad) {
        seat(servo, target);
        servo->tool.relief = servo->tool.relief_torque = v3_zero();
    } else {
        servo->good_force = t->force;
        servo->good_torque = t->torque;
    }
}

static void let_go(belay_haptic_servo* servo, const bl_servo_target* target)
{
    seat(servo, target);
    servo->tool.relief = servo->tool.relief_torque = v3_zero();
    servo->tool.is_in_contact = false;
}

void bl_servo_couple(belay_haptic_servo* servo, const bl_servo_target* target, bl_ramp_events* events)
{
    if (events->is_gap) seat(servo, target);
    if (servo->is_held)
        solve(servo, target, events);
    else
        let_go(servo, target);
}
