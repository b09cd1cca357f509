// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The servo's tick: its stages in their order. What each does is in its file.

#include "servo_internal.h"

#include <math.h>
#include <string.h>

static void note(uint32_t* reasons, belay_haptic_reason reason)
{
    *reasons |= belay_haptic_reason_bit(reason);
}

// ---------------------------------------------------------------------------------------------------------------------
// Models
// ---------------------------------------------------------------------------------------------------------------------

#define LONGEST_FADE 0.1 // s

// As long as the model has been waited for. What is left of a long fade, after a stall, is not cut short by the models
// that follow: they only change where it leads.
static double fade_for(const belay_haptic_servo* servo, const belay_local_model* model)
{
    const bl_servo_contacts* c = &servo->contacts;
    double steps = model->step > c->step && c->step > 0 ? (double)(model->step - c->step) : 1.0;
    double wait = servo->report.model_age < HUGE_VAL ? servo->report.model_age : 0.0;
    double left = (1.0 - c->alpha) * c->fade;
    double fade = fmax(fmax(wait, left), fmax(steps * model->step_seconds, servo->config.period));
    return fmin(fade, LONGEST_FADE);
}

// A tool that takes up or lets go of what it presses on a floor has contacts anew that press as hard: they begin where
// it is, or the hand would sink until they have come in.
static belay_pose met_at(const belay_haptic_servo* servo, const belay_local_model* model, belay_pose felt)
{
    bool has_other_parts = model->held_mass != servo->contacts.held_to.mass;
    return has_other_parts && servo->tool.is_seated ? servo->tool.pose : felt;
}

static void take_model(belay_haptic_servo* servo, const belay_haptic_contact_model* model, belay_pose felt,
                       bl_ramp_events* events)
{
    servo->report.model_age += events->dt;
    if (model == NULL || model->sequence == servo->sequence) return;
    servo->sequence = model->sequence;
    servo->report.last_model_fault = belay_haptic_contact_model_check(model);
    events->is_model_bad = servo->report.last_model_fault != BELAY_HAPTIC_MODEL_FAULT_NONE;
    if (events->is_model_bad) return;
    events->is_model_good = true;
    belay_pose at = met_at(servo, &model->local, felt);
    bl_servo_contacts_take(&servo->contacts, &model->local, at, fade_for(servo, &model->local));
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

static bl_servo_target find_target(const belay_haptic_servo* servo)
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

// A tool with mass feels what is under itself.
static belay_pose felt_at(const belay_haptic_servo* servo, const bl_servo_target* target)
{
    const bl_servo_tool* t = &servo->tool;
    return t->settings.kind == BELAY_HAPTIC_TOOL_DYNAMIC && t->is_seated ? t->pose : target->pose;
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
    bl_servo_target target = find_target(servo);
    seat(servo, &target);
}

static void obey(belay_haptic_servo* servo, uint32_t commands)
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
    bl_servo_contacts_advance(&servo->contacts, events->dt);
    load_by_inertia(servo, target, clamped_dt(servo, events->dt));
    bl_surfaces_lower(&servo->surfaces, &servo->contacts, felt_at(servo, target));
    bl_servo_tool_solve(&servo->tool, &servo->contacts, target, clamped_dt(servo, events->dt));
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

static void couple(belay_haptic_servo* servo, const bl_servo_target* target, bl_ramp_events* events)
{
    if (events->is_gap) seat(servo, target);
    if (servo->is_held)
        solve(servo, target, events);
    else
        let_go(servo, target);
}

// ---------------------------------------------------------------------------------------------------------------------
// From the coupling's force to the device's
// ---------------------------------------------------------------------------------------------------------------------

static void resist_speed(const belay_haptic_servo* servo, double gain, belay_haptic_output* output)
{
    if (servo->ramps.speed == BL_RAMP_SPEED_OK) return;
    bool is_damped = servo->ramps.speed == BL_RAMP_SPEED_DAMPED && gain > 0.0;
    output->force = is_damped ? v3_scale(-servo->speed_damping, servo->input.linear) : v3_zero();
    output->torque = v3_zero();
}

// What the coupling gives back when the hand lets it: J at the device's port, before the gain.
static double stored_energy(const belay_haptic_servo* servo)
{
    const bl_servo_tool_settings* s = &servo->tool.settings;
    double way = 0.5 * v3_length_squared(servo->good_force) / s->stiffness / servo->frame.scale;
    double turn = s->angular_stiffness > 0.0 ? 0.5 * v3_length_squared(servo->good_torque) / s->angular_stiffness : 0.0;
    return way + turn;
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
    return 0.5 * gain * (way + turn) + lost + (gain - servo->last_gain) * servo->passivity.coupled;
}

static void keep_tool(belay_haptic_servo* servo, double gain)
{
    servo->last_tool = servo->tool.pose;
    servo->last_force = servo->good_force;
    servo->last_torque = servo->good_torque;
    servo->last_relief = servo->tool.relief;
    servo->last_gain = gain;
    servo->passivity.coupled = stored_energy(servo);
    servo->passivity.stored = gain * servo->passivity.coupled;
    servo->passivity.is_in_contact = servo->tool.is_in_contact;
}

static double share_sent(belay_vec3 wanted, belay_vec3 sent)
{
    double size = v3_length(wanted);
    return size > 0.0 ? fmin(1.0, v3_length(sent) / size) : 1.0;
}

// Adds the program's force, and limits all. The observer sees the share of it that the coupling has.
static void finish(belay_haptic_servo* servo, const belay_haptic_output* own, double gain, const bl_ramp_events* events,
                   belay_haptic_servo_output* output)
{
    belay_haptic_output *device = &output->device, coupled = output->device;
    bool is_own = bl_servo_has_own(servo) && servo->ramps.speed == BL_RAMP_SPEED_OK;
    if (is_own) device->force = v3_add_scaled(device->force, gain, own->force);
    if (is_own) device->torque = v3_add_scaled(device->torque, gain, own->torque);
    if (servo->ramps.speed == BL_RAMP_SPEED_OK) device->grip_force = gain * own->grip_force;
    belay_haptic_output wanted = *device;
    bl_limit_apply(&servo->limit, events->dt, events->is_pose_bad || events->is_gap, device, &output->reasons);
    servo->passivity.sent_force =
        is_own ? v3_scale(share_sent(wanted.force, device->force), coupled.force) : device->force;
    servo->passivity.sent_torque =
        is_own ? v3_scale(share_sent(wanted.torque, device->torque), coupled.torque) : device->torque;
}

static void make_force(belay_haptic_servo* servo, const belay_haptic_output* own, const bl_ramp_events* events,
                       double gain, belay_haptic_servo_output* output)
{
    belay_haptic_output* device = &output->device;
    device->force = bl_servo_frame_turn_back(&servo->frame, v3_scale(gain, bl_servo_felt_force(servo)));
    device->torque = bl_servo_frame_turn_back(&servo->frame, v3_scale(gain, bl_servo_felt_torque(servo)));
    resist_speed(servo, gain, device);
    bl_passivity_credit(&servo->passivity, work_of_others(servo, gain));
    if (servo->passivity.recent < -servo->config.passivity_tolerance)
        note(&output->reasons, BELAY_HAPTIC_REASON_NOT_PASSIVE);
    if (servo->config.enable_passivity_controller && gain > 0.0 && !events->is_pose_bad &&
        bl_passivity_control(&servo->passivity, &servo->controller, servo->input.moved, events->dt, &device->force))
        note(&output->reasons, BELAY_HAPTIC_REASON_PASSIVITY);
    finish(servo, own, gain, events, output);
    keep_tool(servo, gain);
}

// ---------------------------------------------------------------------------------------------------------------------
// The account
// ---------------------------------------------------------------------------------------------------------------------

static void note_config(const belay_haptic_servo* servo, uint32_t* reasons)
{
    const belay_haptic_servo_report* r = &servo->report;
    if (servo->config.device_damping > 0.0 && r->stiffness > r->safe_stiffness)
        note(reasons, BELAY_HAPTIC_REASON_STIFF);
    if (r->stiffness < servo->config.stiffness || r->damping < servo->config.damping)
        note(reasons, BELAY_HAPTIC_REASON_SOFTENED);
}

#define LEAST_DEVICE_RATE 500.0 // Hz
#define RATE_SECONDS 0.5        // over which it is measured

// A serial line that hands its bytes over every 16 ms, say, is felt as grain, and is no fault of ticks: they are in
// time. A mean that forgets: each sample counts 1 / RATE_SECONDS. Ticks that stand still say nothing of the device.
static void judge_device_rate(belay_haptic_servo* servo, const bl_ramp_events* events, uint32_t* reasons)
{
    double* rate = &servo->report.device_rate;
    double samples = events->is_device_silent ? 0.0 : 1.0;
    if (!events->is_gap) *rate += (samples - *rate * fmin(events->dt, RATE_SECONDS)) / RATE_SECONDS;
    if (*rate < fmin(LEAST_DEVICE_RATE, 0.9 / servo->config.period)) note(reasons, BELAY_HAPTIC_REASON_SLOW_DEVICE);
}

static void account(belay_haptic_servo* servo, const belay_haptic_servo_output* output)
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

// ---------------------------------------------------------------------------------------------------------------------
// The tick
// ---------------------------------------------------------------------------------------------------------------------

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
    note(&output->reasons, BELAY_HAPTIC_REASON_LOST);
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

// By what contacts do to the coupling, and neither a load nor inertia.
static void navigate(belay_haptic_servo* servo, const belay_haptic_servo_input* input, const bl_ramp_events* events)
{
    const bl_servo_tool* t = &servo->tool;
    belay_vec3 stretch = v3_zero(), twist = v3_zero();
    if (events->is_pose_bad) return;
    if (servo->is_held && t->is_in_contact) {
        stretch = v3_scale(-1.0 / (t->settings.stiffness * servo->frame.scale),
                           v3_sub(servo->good_force, servo->contacts.load));
        if (t->settings.kind != BELAY_HAPTIC_TOOL_POINT && t->settings.angular_stiffness > 0.0)
            twist =
                v3_scale(-1.0 / t->settings.angular_stiffness, v3_sub(servo->good_torque, servo->contacts.load_torque));
    }
    bl_servo_navigation_tick(&servo->navigation, &servo->input, input->device.buttons, events->dt,
                             bl_servo_frame_turn_back(&servo->frame, stretch),
                             bl_servo_frame_turn_back(&servo->frame, twist));
}

static void scale_by_clutch(const belay_haptic_servo* servo, belay_haptic_servo_output* output)
{
    double share = bl_servo_navigation_share(&servo->navigation);
    output->gain *= share;
    if (share < 1.0) note(&output->reasons, BELAY_HAPTIC_REASON_CLUTCHED);
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

// In the contact's own frame of this tick, which between two models is neither's.
static void tell_contact(const bl_servo_contacts* contacts, belay_haptic_servo_output* output)
{
    for (int i = 0; i < contacts->count; i++) {
        const bl_servo_contact* c = &contacts->contact[i];
        if (c->law != BELAY_LOCAL_TOUCHES || !(c->force[0] > output->normal_force)) continue;
        output->normal_force = c->force[0];
        output->friction_force = sqrt(c->force[1] * c->force[1] + c->force[2] * c->force[2]);
    }
}

static void tell(const belay_haptic_servo* servo, const bl_servo_target* target, belay_haptic_servo_output* output)
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
        account(servo, output);
        return;
    }
    read_device(servo, input, &events);
    bl_servo_hear_device(&input->device, &events, output);
    navigate(servo, input, &events);
    bl_servo_target target = find_target(servo);
    take_model(servo, input->model, felt_at(servo, &target), &events);
    obey(servo, input->commands);
    target = find_target(servo);
    servo->inertia.is_seated = servo->inertia.is_seated && !events.is_pose_bad;
    if (!events.is_pose_bad) couple(servo, &target, &events);
    events.model_age = servo->report.model_age;
    events.wanted = v3_length(v3_sub(servo->good_force, servo->contacts.load));
    events.is_held = servo->is_held;
    output->is_fresh = !events.is_pose_bad && !events.is_device_silent && servo->is_held;
    output->gain = bl_ramps_advance(&servo->ramps, &servo->config, &events, &output->reasons);
    scale_by_clutch(servo, output);
    belay_haptic_output own = bl_servo_own_force(servo, input, &target, &events, &output->reasons);
    make_force(servo, &own, &events, output->gain, output);
    tell(servo, &target, output);
    note_config(servo, &output->reasons);
    judge_device_rate(servo, &events, &output->reasons);
    account(servo, output);
}
