// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a tick tells: in its output, and in the report.

#include "servo/servo_internal.h"
#include "tolerances/haptic_tolerances.h"

void bl_servo_note_config(const belay_haptic_servo* servo, uint32_t* reasons)
{
    const belay_haptic_servo_report* r = &servo->report;
    if (servo->config.device_damping > 0.0 && r->stiffness > r->safe_stiffness)
        bl_servo_note(reasons, BELAY_HAPTIC_REASON_STIFF);
    if (r->stiffness < servo->config.stiffness || r->damping < servo->config.damping)
        bl_servo_note(reasons, BELAY_HAPTIC_REASON_SOFTENED);
}

// A serial line that hands its bytes over every 16 ms, say, is felt as grain, and is no fault of ticks: they are in
// time. A mean that forgets: each sample counts 1 / BL_DEVICE_RATE_SECONDS. Ticks that stand still say nothing of the
// device.
void bl_servo_judge_device_rate(belay_haptic_servo* servo, const bl_ramp_events* events, uint32_t* reasons)
{
    double* rate = &servo->report.device_rate;
    double samples = events->is_device_silent ? 0.0 : 1.0;
    if (!events->is_gap) *rate += (samples - *rate * fmin(events->dt, BL_DEVICE_RATE_SECONDS)) / BL_DEVICE_RATE_SECONDS;
    if (*rate < fmin(BL_DEVICE_LEAST_RATE, 0.9 / servo->config.period))
        bl_servo_note(reasons, BELAY_HAPTIC_REASON_SLOW_DEVICE);
}

void bl_servo_update_report(belay_haptic_servo* servo, const belay_haptic_servo_output* output)
{
    belay_haptic_servo_report* r = &servo->report;
    r->ticks++;
    r->reasons = output->reasons;
    r->troubles = output->troubles;
    r->troubles_seen |= output->troubles;
    for (int k = 0; k < BELAY_HAPTIC_REASON_COUNT; k++)
        r->count[k] += output->reasons >> k & 1;
    r->contact_ticks += output->is_in_contact;
    r->fresh_ticks += output->is_in_contact && output->is_fresh;
    r->energy = servo->passivity.energy;
    r->energy_lowest = servo->passivity.lowest;
    r->energy_recent = servo->passivity.recent;
    r->energy_recent_lowest = servo->passivity.recent_lowest;
    r->heat = servo->limit.heat;
    r->largest_force = fmax(r->largest_force, v3_length(output->device.force));
}

// In the contact's own frame of this tick, which between two models is neither's.
static void tell_contact(const bl_servo_contacts* contacts, belay_haptic_servo_output* output)
{
    for (int i = 0; i < contacts->count; i++) {
        const bl_servo_contact* c = &contacts->contact[i];
        if (c->law != BELAY_LOCAL_UNILATERAL || !(c->force[0] > output->normal_force)) continue;
        output->normal_force = c->force[0];
        output->friction_force = sqrt(c->force[1] * c->force[1] + c->force[2] * c->force[2]);
    }
}

void bl_servo_fill_output(const belay_haptic_servo* servo, const bl_servo_target* target,
                          belay_haptic_servo_output* output)
{
    output->force = bl_servo_felt_force(servo);
    output->torque = bl_servo_felt_torque(servo);
    output->target = target->pose;
    output->linear_velocity = target->linear;
    output->angular_velocity = target->angular;
    output->tool = servo->tool.pose;
    output->contacts = servo->contacts.count;
    output->is_in_contact = servo->tool.is_in_contact;
    output->is_to_be_written = true;
    if (servo->is_held) tell_contact(&servo->contacts, output);
}
